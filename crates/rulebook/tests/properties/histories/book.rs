//! The game's book.

use rulebook::{
    Answer, Asked, Book, BookBuilder, By, Effect, Gate, Limits, Or, PhaseBuilder, Priority, Seat,
    Strategy,
};

use super::game::{Event, EventKind, Ledger, Move, MoveKind, No, Purse, Spot};

/// More events than this are a fault.
pub(crate) const EVENTS: usize = 12;

/// The rules that scripts switch off and on.
pub(crate) const SWITCHES: [&str; 3] = ["adding/bonus", "adding/add", "finish"];

/// What the book has besides its checks and simple rules. Without any of it a
/// transition is no more than the first rule of a list and its events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flavour {
    /// An exception, because of which proofs are validated again.
    pub(crate) exception: bool,
    /// Invariants, and events that reveal.
    pub(crate) invariants: bool,
    /// Phases that ask on after the first decisive rule.
    pub(crate) phases: bool,
}

pub(crate) fn book(flavour: Flavour) -> Book<Ledger> {
    let mut builder = checks(Book::<Ledger>::builder("ledger"));
    if flavour.invariants {
        builder = invariants(builder);
    }
    if flavour.exception {
        builder = builder.exception("credit", |exception| {
            exception.lifts("enough coins").when(|ask| {
                ask.state.mind(Spot::Exception);
                ask.state.0.coins % 2 == 0
            })
        });
    }
    builder = questions(simple(builder.phase("adding", adding)));
    if flavour.phases {
        builder = builder.phase("clash", clash).phase("season", season);
    }
    builder.compile().unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn checks(builder: BookBuilder<Ledger>) -> BookBuilder<Ledger> {
    builder
        .digests()
        .reverts()
        .limits(Limits { events: EVENTS, ..Limits::default() })
        .check("small numbers", Gate::Shape, |check| {
            check.on(MoveKind::Add).require(|ask| *ask.action != Move::Add(11), No::TooMuch)
        })
        .check("it is your turn", Gate::Actor, |check| {
            check.on([MoveKind::Add, MoveKind::Take, MoveKind::Finish]).test(|ask| {
                ask.state.mind(Spot::Check);
                ask.by.is(Seat(ask.state.0.turn)).or(No::NotYourTurn)
            })
        })
        .check("enough coins", Gate::Targets, |check| {
            check.on(MoveKind::Take).liftable().test(|ask| match ask.action {
                Move::Take(n) => (ask.state.0.coins >= i32::from(*n)).or(No::NotEnough),
                _ => Ok(()),
            })
        })
}

fn invariants(builder: BookBuilder<Ledger>) -> BookBuilder<Ledger> {
    builder
        .revealing(EventKind::Shown)
        .invariant("no debts", |invariant| {
            invariant.broken_by(EventKind::Gained).holds(|purse: &Purse| {
                purse.mind(Spot::Invariant);
                purse.0.coins >= -3
            })
        })
        .invariant("short pile", |invariant| {
            invariant.holds(|purse: &Purse| purse.0.pile.len() < 9)
        })
}

fn adding(phase: PhaseBuilder<'_, Ledger>) -> PhaseBuilder<'_, Ledger> {
    phase
        .strategy(Strategy::HighestPriority)
        .rule("add", |rule| {
            rule.on(MoveKind::Add)
                .candidates(|offer| {
                    offer.state.mind(Spot::Candidates);
                    offer.extend([1, 3, 11].map(Move::Add));
                })
                .answer(|ask| {
                    ask.state.mind(Spot::Answer);
                    match ask.action {
                        Move::Add(n) => Answer::Match(i32::from(*n)),
                        _ => Answer::Skip,
                    }
                })
                .then(|cx, n| {
                    // What was proposed before a panic must be forgotten.
                    cx.propose(Event::Gained(n));
                    cx.state.mind(Spot::Effect);
                    [Event::Passed]
                })
        })
        .rule("bonus", |rule| {
            rule.on(MoveKind::Add)
                .priority(Priority::HIGH)
                .when("three", |ask| {
                    ask.state.mind(Spot::Condition);
                    *ask.action == Move::Add(3)
                })
                .then(|_, ()| [Event::Gained(3), Event::Gained(3), Event::Passed])
        })
}

fn simple(builder: BookBuilder<Ledger>) -> BookBuilder<Ledger> {
    builder
        .rule("take", |rule| {
            rule.on(MoveKind::Take)
                .candidates(|offer| offer.extend([2, 6].map(Move::Take)))
                .answer(|ask| match ask.action {
                    Move::Take(n) => Answer::Match(i32::from(*n)),
                    _ => Answer::Skip,
                })
                .then(|_, n| [Event::Gained(-n), Event::Passed])
        })
        .rule("idle", |rule| rule.on(MoveKind::Idle).then(|_, ()| ()))
        .rule("reveal", |rule| rule.on(MoveKind::Reveal).then(|_, ()| [Event::Shown]))
        .rule("break", |rule| {
            rule.on(MoveKind::Break).then(|_, ()| [Event::Gained(1), Event::Gained(-100)])
        })
        .rule("finish", |rule| {
            rule.on(MoveKind::Finish)
                .exact(["it is your turn"], |offer| {
                    if offer.by.is(Seat(offer.state.0.turn)) {
                        offer.push(Move::Finish);
                    }
                })
                .then(|_, ()| [Event::Ended])
        })
        .rule("flood", |rule| {
            rule.on(MoveKind::Flood).then(|_, ()| vec![Event::Gained(1); EVENTS + 1])
        })
        .rule("arm", |rule| {
            rule.on(MoveKind::Arm).then(|cx, ()| match cx.action {
                Move::Arm(fuse) => Some(Event::Armed(*fuse)),
                _ => None,
            })
        })
}

/// Everything with dice and choices.
fn questions(builder: BookBuilder<Ledger>) -> BookBuilder<Ledger> {
    builder
        .rule("roll", |rule| {
            rule.on(MoveKind::Roll).then(|cx, ()| match *cx.action {
                Move::Roll(sides) => Some(Event::Rolled(cx.roll(u32::from(sides)) as u8)),
                _ => None,
            })
        })
        .rule("shuffle", |rule| {
            rule.on(MoveKind::Shuffle).then(|cx, ()| {
                let mut pile = cx.state.0.pile.clone();
                cx.shuffle(&mut pile);
                [Event::Piled(pile)]
            })
        })
        .rule("peek", |rule| {
            rule.on(MoveKind::Peek).then(|cx, ()| {
                cx.below(6);
            })
        })
        .rule("ask", |rule| rule.on(MoveKind::Ask).then(|cx, ()| ask(cx)))
        .rule("doom", |rule| {
            rule.on(MoveKind::Doom)
                .candidates(|offer| offer.push(Move::Doom))
                .then(|cx, ()| doom(cx))
        })
        .rule("ask and roll", |rule| {
            rule.on(MoveKind::AskRoll).then(|cx, ()| {
                let sides = cx.choose(Seat(0), "How many sides?", [4_u32, 6])?;
                Ok([Event::Rolled(cx.roll(sides) as u8)])
            })
        })
}

/// Neither option leaves the invariants whole.
fn doom(cx: &mut Effect<'_, Ledger>) -> Result<[Event; 1], Asked> {
    let loss = cx.choose(Seat(1), "How much?", [200, 300])?;
    Ok([Event::Gained(-loss)])
}

/// Two choices; the first is the only one now and then, the second may leave
/// nothing to do.
fn ask(cx: &mut Effect<'_, Ledger>) -> Result<Option<Event>, Asked> {
    let most = cx.state.0.coins.rem_euclid(3) + 1;
    let other = Seat(1 - cx.state.0.turn);
    let coins = cx.choose(other, "How many?", (0..most).map(|n| 1 - 50 * n))?;
    let sure = cx.confirm(Seat(cx.state.0.turn), "Sure?")?;
    Ok(sure.then_some(Event::Gained(coins)))
}

fn clash(phase: PhaseBuilder<'_, Ledger>) -> PhaseBuilder<'_, Ledger> {
    phase
        .strategy(Strategy::Exclusive)
        .rule("left", |rule| rule.on(MoveKind::Clash).then(|_, ()| [Event::Gained(1)]))
        .rule("right", |rule| {
            rule.on(MoveKind::Clash)
                .when("rich", |ask| ask.state.0.coins >= 5)
                .then(|_, ()| [Event::Gained(2)])
        })
}

/// The second rule sees what the first did, and may refuse then.
fn season(phase: PhaseBuilder<'_, Ledger>) -> PhaseBuilder<'_, Ledger> {
    let kinds = [MoveKind::Late, MoveKind::Both];
    phase
        .when("fair weather", |purse| {
            purse.mind(Spot::Predicate);
            purse.0.last != 1
        })
        .strategy(Strategy::ApplyAll)
        .rule("tax", move |rule| rule.on(kinds).then(|_, ()| [Event::Gained(-1)]))
        .rule("levy", move |rule| {
            rule.on(kinds)
                .answer(|ask| match ask.action {
                    Move::Late if ask.state.0.coins % 2 != 0 => Answer::disallowed(No::Odd),
                    _ => Answer::Match(ask.state.0.coins),
                })
                .then(|_, coins| [Event::Gained(coins % 3)])
        })
}

/// Who submits: whoever's turn it is, the other one, or the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    Turn,
    Other,
    Clock,
}

impl Who {
    pub(crate) fn by(self, turn: u8) -> By {
        match self {
            Who::Turn => By::Seat(Seat(turn)),
            Who::Other => By::Seat(Seat(1 - turn)),
            Who::Clock => By::Clock,
        }
    }
}
