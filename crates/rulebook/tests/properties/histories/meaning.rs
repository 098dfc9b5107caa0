//! What a move comes to, written by hand a second time: no rules, no phases,
//! just the game, in the order in which its functions are called.

use rulebook::{By, Dice, Draw, RefusalKind, Seat, Seed};

use super::book::{EVENTS, Flavour};
use super::game::{Event, Move, No, Plain, Spot, change};

/// The circumstances of a move.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'s> {
    pub(crate) plain: &'s Plain,
    pub(crate) seed: Seed,
    pub(crate) dice: u64,
    /// The rules that are switched off.
    pub(crate) off: &'s [&'static str],
    pub(crate) by: By,
    pub(crate) answers: &'s [u32],
    pub(crate) sealed: bool,
    /// Whether the session copies the state before the first event.
    pub(crate) copying: bool,
    pub(crate) every_event: bool,
    pub(crate) flavour: Flavour,
    /// Whether a proof spares the checks.
    pub(crate) proven: bool,
}

/// A choice that is asked.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Asking {
    pub(crate) nth: u32,
    pub(crate) seat: Seat,
    pub(crate) question: &'static str,
    pub(crate) options: Vec<String>,
}

/// Why a move does not get through.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stop {
    NoChange,
    Refused(RefusalKind, String),
    Asks(Asking),
    DiceAhead,
    /// A fault, and where, in the engine's words.
    Fault(String),
}

/// What a move did, however far it got.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Done {
    pub(crate) events: Vec<Event>,
    /// The state after each event.
    pub(crate) after: Vec<Plain>,
    pub(crate) draws: Vec<Draw>,
    /// Seat, question, option, and whether it was the only one.
    pub(crate) made: Vec<(Seat, &'static str, u32, bool)>,
    pub(crate) exceptions: Vec<&'static str>,
    pub(crate) chosen: Vec<&'static str>,
    pub(crate) dice: u64,
}

struct Play<'s> {
    set: Setting<'s>,
    dice: Dice,
    now: Plain,
    done: Done,
}

/// What a move comes to.
pub(crate) fn play(set: Setting<'_>, mv: &Move) -> (Done, Result<(), Stop>) {
    let dice = Dice::at(set.seed, set.dice);
    let mut play = Play { set, dice, now: set.plain.clone(), done: Done::default() };
    let came = play.stages(mv);
    play.done.dice = play.dice.position();
    (play.done, came)
}

/// The fault of a panicking function, as a sentence.
pub(crate) fn boom(place: &str, spot: Spot) -> Stop {
    Stop::Fault(format!("There was a panic in {place}: boom: {spot:?}"))
}

impl Play<'_> {
    fn mind(&self, spot: Spot, place: &str) -> Result<(), Stop> {
        if self.now.burns(spot) { Err(boom(place, spot)) } else { Ok(()) }
    }

    fn stages(&mut self, mv: &Move) -> Result<(), Stop> {
        if !self.set.proven {
            self.judge(mv)?;
        }
        self.decide(mv)?;
        if self.done.events.is_empty() && self.done.draws.is_empty() {
            return Err(Stop::NoChange);
        }
        let gained = self.done.events.iter().any(|event| matches!(event, Event::Gained(_)));
        if gained { self.verify() } else { Ok(()) }
    }

    fn judge(&mut self, mv: &Move) -> Result<(), Stop> {
        self.mind(Spot::Result, "`Game::result`")?;
        let refused = |kind, why: String| Err(Stop::Refused(kind, why));
        if self.now.over {
            return refused(RefusalKind::Invalid, "over".to_owned());
        }
        if *mv == Move::Add(11) {
            let why = format!("at Shape: small numbers {:?}", No::TooMuch);
            return refused(RefusalKind::Invalid, why);
        }
        if matches!(mv, Move::Add(_) | Move::Take(_) | Move::Finish) {
            self.mind(Spot::Check, "the check \"it is your turn\"")?;
            if !self.set.by.is(Seat(self.now.turn)) {
                let why = format!("at Actor: it is your turn {:?}", No::NotYourTurn);
                return refused(RefusalKind::Disallowed, why);
            }
        }
        match mv {
            Move::Take(n) if self.now.coins < i32::from(*n) => self.lift(),
            _ => Ok(()),
        }
    }

    fn lift(&mut self) -> Result<(), Stop> {
        if self.set.flavour.exception {
            self.mind(Spot::Exception, "the exception \"credit\"")?;
            if self.now.coins % 2 == 0 {
                self.done.exceptions.push("credit");
                return Ok(());
            }
        }
        let why = format!("at Targets: enough coins {:?}", No::NotEnough);
        Err(Stop::Refused(RefusalKind::Disallowed, why))
    }

    fn on(&self, rule: &'static str) -> bool {
        !self.set.off.contains(&rule)
    }

    fn unhandled(&self, mv: &Move) -> Stop {
        let kind = rulebook::Kind::name(rulebook::Kinded::kind(mv));
        Stop::Refused(RefusalKind::Invalid, format!("unhandled {kind}"))
    }

    fn decide(&mut self, mv: &Move) -> Result<(), Stop> {
        let phases = self.set.flavour.phases;
        match mv {
            Move::Clash | Move::Late | Move::Both if !phases => Err(self.unhandled(mv)),
            Move::Add(n) => self.add(*n),
            Move::Take(n) => {
                let n = i32::from(*n);
                self.happen("take", vec![Event::Gained(-n), Event::Passed])
            }
            Move::Idle => self.happen("idle", vec![]),
            Move::Reveal => self.happen("reveal", vec![Event::Shown]),
            Move::Break => self.happen("break", vec![Event::Gained(1), Event::Gained(-100)]),
            Move::Finish if !self.on("finish") => Err(self.unhandled(mv)),
            Move::Finish => self.happen("finish", vec![Event::Ended]),
            Move::Flood => self.happen("flood", vec![Event::Gained(1); EVENTS + 1]),
            Move::Arm(fuse) => self.happen("arm", vec![Event::Armed(*fuse)]),
            Move::Roll(_) | Move::Shuffle | Move::Peek | Move::AskRoll => self.chance(mv),
            Move::Ask => self.ask(),
            Move::Doom => self.doom(),
            Move::Clash if self.now.coins >= 5 => Err(Stop::Fault(
                "The phase \"clash\" is Exclusive, but 2 of its children are decisive for the \
                 action Clash: \"clash/left\", \"clash/right\". Narrow one of them, or give the \
                 phase another strategy."
                    .to_owned(),
            )),
            Move::Clash => self.happen("clash/left", vec![Event::Gained(1)]),
            Move::Stray => Err(self.unhandled(mv)),
            Move::Late | Move::Both => self.season(mv),
        }
    }

    fn add(&mut self, n: u8) -> Result<(), Stop> {
        if self.on("adding/bonus") {
            self.mind(Spot::Condition, "the condition \"three\" of the rule \"adding/bonus\"")?;
            if n == 3 {
                let events = vec![Event::Gained(3), Event::Gained(3), Event::Passed];
                return self.happen("adding/bonus", events);
            }
        }
        if !self.on("adding/add") {
            return Err(self.unhandled(&Move::Add(n)));
        }
        self.mind(Spot::Answer, "the answer of the rule \"adding/add\"")?;
        self.mind(Spot::Effect, "the effect of the rule \"adding/add\"")?;
        self.happen("adding/add", vec![Event::Gained(i32::from(n)), Event::Passed])
    }

    /// The last phase's predicate, which is asked for the moves that it has
    /// rules for, and for no others.
    fn weather(&mut self) -> Result<bool, Stop> {
        self.mind(Spot::Predicate, "the predicate \"fair weather\" of the phase \"season\"")?;
        Ok(self.now.last != 1)
    }

    fn season(&mut self, mv: &Move) -> Result<(), Stop> {
        if !self.weather()? {
            return Err(self.unhandled(mv));
        }
        self.happen("season/tax", vec![Event::Gained(-1)])?;
        let coins = self.now.coins;
        if *mv == Move::Late && coins % 2 != 0 {
            self.done.chosen.push("season/levy");
            let why = format!("by season/levy: {:?}", No::Odd);
            return Err(Stop::Refused(RefusalKind::Disallowed, why));
        }
        self.happen("season/levy", vec![Event::Gained(coins % 3)])
    }

    fn chance(&mut self, mv: &Move) -> Result<(), Stop> {
        match mv {
            Move::Roll(sides) => {
                let pips = self.below("roll", u32::from(*sides))? + 1;
                self.happen("roll", vec![Event::Rolled(pips as u8)])
            }
            Move::Shuffle => {
                let mut pile = self.now.pile.clone();
                for last in (1..pile.len()).rev() {
                    let with = self.below("shuffle", last as u32 + 1)?;
                    pile.swap(last, with as usize);
                }
                self.happen("shuffle", vec![Event::Piled(pile)])
            }
            Move::Peek => {
                self.below("peek", 6)?;
                self.happen("peek", vec![])
            }
            _ => {
                let sides = [4, 6];
                let at = self.choose("ask and roll", Seat(0), "How many sides?", &sides)?;
                let pips = self.below("ask and roll", sides[at])? + 1;
                self.happen("ask and roll", vec![Event::Rolled(pips as u8)])
            }
        }
    }

    fn doom(&mut self) -> Result<(), Stop> {
        let losses = [200, 300];
        let at = self.choose("doom", Seat(1), "How much?", &losses)?;
        self.happen("doom", vec![Event::Gained(-losses[at])])
    }

    fn ask(&mut self) -> Result<(), Stop> {
        let options = [1, -49, -99];
        let offered = &options[..=self.now.coins.rem_euclid(3) as usize];
        let (me, other) = (Seat(self.now.turn), Seat(1 - self.now.turn));
        let at = self.choose("ask", other, "How many?", offered)?;
        match self.choose("ask", me, "Sure?", &["yes", "no"])? {
            0 => self.happen("ask", vec![Event::Gained(offered[at])]),
            _ => self.happen("ask", vec![]),
        }
    }

    fn below(&mut self, rule: &'static str, sides: u32) -> Result<u32, Stop> {
        if self.set.sealed {
            self.done.chosen.push(rule);
            return Err(Stop::DiceAhead);
        }
        let value = self.dice.below(sides);
        self.done.draws.push(Draw { sides, value });
        Ok(value)
    }

    fn choose<T: ToString>(
        &mut self,
        rule: &'static str,
        seat: Seat,
        question: &'static str,
        options: &[T],
    ) -> Result<usize, Stop> {
        let nth = self.done.made.iter().filter(|(.., alone)| !alone).count();
        let (option, alone) = match (options.len(), self.set.answers.get(nth)) {
            (1, _) => (0, true),
            (_, Some(&answer)) => (answer, false),
            (_, None) => {
                self.done.chosen.push(rule);
                let options = options.iter().map(ToString::to_string).collect();
                return Err(Stop::Asks(Asking { nth: nth as u32, seat, question, options }));
            }
        };
        self.done.made.push((seat, question, option, alone));
        Ok(option as usize)
    }

    /// A rule's events happen.
    fn happen(&mut self, rule: &'static str, events: Vec<Event>) -> Result<(), Stop> {
        self.done.chosen.push(rule);
        for event in events {
            if self.done.events.is_empty() && self.set.copying {
                self.mind(Spot::Clone, "`clone` of the state")?;
            }
            if self.done.events.len() == EVENTS {
                let limit = format!("The limit of {EVENTS} events for one action was reached");
                return Err(Stop::Fault(limit));
            }
            let kind = rulebook::Kind::name(rulebook::Kinded::kind(&event));
            self.mind(Spot::Apply, &format!("`apply` of the event {kind}"))?;
            change(&mut self.now, &event);
            self.done.after.push(self.now.clone());
            self.done.events.push(event);
            if self.set.every_event {
                self.verify()?;
            }
        }
        Ok(())
    }

    fn verify(&mut self) -> Result<(), Stop> {
        if !self.set.flavour.invariants {
            return Ok(());
        }
        self.mind(Spot::Invariant, "the invariant \"no debts\"")?;
        if self.now.coins >= -3 {
            return Ok(());
        }
        let why = format!("broken: no debts, after {:?}", self.done.events);
        Err(Stop::Refused(RefusalKind::Aborted, why))
    }
}
