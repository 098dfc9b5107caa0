//! A session as plainly as it can be: every state that ever was in a list, a
//! place in it, and a place below which nobody goes.

use std::cell::Cell;
use std::rc::Rc;

use rulebook::{By, History, Mode, RefusalKind, Seed};

use super::book::Flavour;
use super::game::{Event, Fuse, Move, Plain, Spot};
use super::meaning::{Asking, Done, Setting, Stop, boom, play};

/// How a session is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub(crate) history: History,
    pub(crate) mode: Mode,
    /// Whether states are copied; otherwise events are reverted.
    pub(crate) copying: bool,
    pub(crate) digests: bool,
    pub(crate) every_event: bool,
    pub(crate) flavour: Flavour,
    pub(crate) seed: Seed,
    /// What the game starts with.
    pub(crate) fuse: Option<Fuse>,
}

/// Everything that undo brings back.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Moment {
    pub(crate) plain: Plain,
    pub(crate) dice: u64,
    pub(crate) off: Vec<&'static str>,
    pub(crate) version: u64,
}

/// What a frame is the record of.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum What {
    Move(By, Move),
    Off(&'static str),
    On(&'static str),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) what: What,
    pub(crate) done: Done,
    pub(crate) irreversible: bool,
    pub(crate) joined: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Waiting {
    by: By,
    mv: Move,
    irreversible: bool,
    answers: Vec<u32>,
    /// The options with which it was refused already.
    refused: Vec<u32>,
    pub(crate) asking: Asking,
}

#[derive(Clone)]
pub(crate) struct Model {
    pub(crate) terms: Terms,
    pub(crate) moments: Vec<Moment>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) now: usize,
    pub(crate) floor: usize,
    pub(crate) waiting: Option<Waiting>,
    /// Nothing is accepted any more.
    pub(crate) poisoned: bool,
    versions: Rc<Cell<u64>>,
}

pub(crate) fn refused(kind: RefusalKind, why: &str) -> String {
    format!("refused as {kind}: {why}")
}

impl Model {
    pub(crate) fn new(terms: Terms) -> Self {
        let plain = Plain::new(terms.fuse);
        Model {
            terms,
            moments: vec![Moment { plain, dice: 0, off: Vec::new(), version: 0 }],
            entries: Vec::new(),
            now: 0,
            floor: 0,
            waiting: None,
            poisoned: false,
            versions: Rc::default(),
        }
    }

    pub(crate) fn moment(&self) -> &Moment {
        &self.moments[self.now]
    }

    pub(crate) fn plain(&self) -> &Plain {
        &self.moment().plain
    }

    pub(crate) fn redo_depth(&self) -> usize {
        self.entries.len() - self.now
    }

    /// What stands against everything while a choice is open.
    pub(crate) fn busy(&self) -> Option<String> {
        let waiting = self.waiting.as_ref()?;
        let why = format!("first {} answers {}", waiting.asking.seat, waiting.asking.question);
        Some(refused(RefusalKind::Invalid, &why))
    }

    pub(crate) fn peeking_is_forbidden(&self) -> bool {
        self.terms.mode == Mode::Play
    }

    /// What a move comes to here.
    pub(crate) fn imagine(
        &self,
        by: By,
        mv: &Move,
        answers: &[u32],
        sealed: bool,
        proven: bool,
    ) -> (Done, Result<(), Stop>) {
        let moment = self.moment();
        let setting = Setting {
            plain: &moment.plain,
            seed: self.terms.seed,
            dice: moment.dice,
            off: &moment.off,
            by,
            answers,
            sealed,
            copying: self.terms.copying,
            every_event: self.terms.every_event,
            flavour: self.terms.flavour,
            proven: proven && !self.terms.flavour.exception,
        };
        play(setting, mv)
    }

    /// The same for a transition that becomes a frame, with its digest.
    pub(crate) fn attempt(
        &self,
        by: By,
        mv: &Move,
        answers: &[u32],
        sealed: bool,
        proven: bool,
    ) -> (Done, Result<(), Stop>) {
        let (done, came) = self.imagine(by, mv, answers, sealed, proven);
        let last = done.after.last().unwrap_or(self.plain());
        let spoilt = came.is_ok() && self.terms.digests && last.burns(Spot::Digest);
        let came = if spoilt { Err(boom("the digest of the state", Spot::Digest)) } else { came };
        (done, came)
    }

    /// Taking events back one by one may panic, and `apply` may have done
    /// half of its work: then the state is lost.
    pub(crate) fn take_back(&mut self, done: &Done, came: &Result<(), Stop>) {
        let half = |stop: &Stop| matches!(stop, Stop::Fault(why) if why.contains("`apply`"));
        let lost = came.as_ref().is_err_and(half);
        let stuck = done.after.iter().any(|plain| plain.burns(Spot::Revert));
        self.poisoned |= !self.terms.copying && (lost || stuck);
    }

    pub(crate) fn submit(&mut self, irreversible: bool, by: By, mv: &Move, proven: bool) -> String {
        if let Some(busy) = self.busy() {
            return busy;
        }
        self.run(
            Waiting {
                by,
                mv: mv.clone(),
                irreversible,
                answers: Vec::new(),
                refused: Vec::new(),
                asking: Asking {
                    nth: 0,
                    seat: rulebook::Seat(0),
                    question: "",
                    options: Vec::new(),
                },
            },
            proven,
        )
    }

    fn run(&mut self, submitted: Waiting, proven: bool) -> String {
        let Waiting { by, mv, answers, irreversible, .. } = &submitted;
        let (done, came) = self.attempt(*by, mv, answers, false, proven);
        if came.is_err() {
            self.take_back(&done, &came);
        }
        match came {
            Ok(()) => {
                self.waiting = None;
                self.push(What::Move(*by, mv.clone()), done, *irreversible, false);
                self.settle();
                format!("committed {}", self.now)
            }
            Err(Stop::Asks(asking)) => {
                let text = self.asks(&asking);
                self.waiting = Some(Waiting { asking, refused: Vec::new(), ..submitted });
                text
            }
            Err(Stop::NoChange) => {
                self.waiting = None;
                "no change".to_owned()
            }
            // A refused answer leaves the choice open for another one.
            Err(stop) => self.stopped(&stop),
        }
    }

    pub(crate) fn asks(&self, asking: &Asking) -> String {
        let Asking { nth, seat, question, options } = asking;
        format!("choice {nth} of {}: {seat}, {question} {options:?}", self.now + 1)
    }

    /// A stop in words.
    pub(crate) fn stopped(&self, stop: &Stop) -> String {
        match stop {
            Stop::NoChange => "no change".to_owned(),
            Stop::Refused(kind, why) => refused(*kind, why),
            Stop::Asks(asking) => self.asks(asking),
            Stop::DiceAhead => "dice ahead".to_owned(),
            Stop::Fault(why) => format!("fault: {why}"),
        }
    }

    /// Whether something hidden was revealed.
    pub(crate) fn shows(&self, done: &Done) -> bool {
        self.terms.flavour.invariants && done.events.contains(&Event::Shown)
    }

    /// Adds a frame; what could be redone is gone.
    fn push(&mut self, what: What, done: Done, irreversible: bool, joined: bool) {
        let mut moment = self.moment().clone();
        self.versions.set(self.versions.get() + 1);
        moment.version = self.versions.get();
        match &what {
            What::Move(..) => {
                moment.dice = done.dice;
                moment.plain = done.after.last().unwrap_or(&moment.plain).clone();
            }
            What::Off(rule) => moment.off.push(rule),
            What::On(rule) => moment.off.retain(|off| off != rule),
        }
        let irreversible = irreversible || self.shows(&done) || !done.draws.is_empty();
        self.moments.truncate(self.now + 1);
        self.entries.truncate(self.now);
        self.moments.push(moment);
        self.entries.push(Entry { what, done, irreversible, joined });
        self.now += 1;
    }

    /// Raises the floor: behind irreversible frames, and behind those that
    /// history forgets. Frames that belong together stay together.
    fn settle(&mut self) {
        if self.terms.mode == Mode::Play {
            let cut = self.entries[..self.now].iter().rposition(|entry| entry.irreversible);
            self.floor = self.floor.max(cut.map_or(0, |at| at + 1));
        }
        let kept = match self.terms.history {
            History::All => self.now,
            History::Last(most) => most,
            History::None => 0,
        };
        self.floor = self.floor.max(self.now.saturating_sub(kept));
        while self.floor < self.now && self.entries[self.floor].joined {
            self.floor += 1;
        }
    }

    pub(crate) fn answer(&mut self, option: u32) -> String {
        let Some(mut waiting) = self.waiting.clone() else {
            return refused(RefusalKind::Invalid, "no choice");
        };
        waiting.answers.push(option);
        let text = self.run(waiting, false);
        if text.starts_with("refused") {
            self.note_refused(option);
        }
        text
    }

    /// With no option left that was not refused, the action is dropped.
    fn note_refused(&mut self, option: u32) {
        let Some(waiting) = &mut self.waiting else { return };
        if !waiting.refused.contains(&option) {
            waiting.refused.push(option);
        }
        if waiting.refused.len() == waiting.asking.options.len() {
            self.waiting = None;
        }
    }

    pub(crate) fn switch(&mut self, rule: &'static str, on: bool) -> String {
        if let Some(busy) = self.busy() {
            return busy;
        }
        if self.plain().burns(Spot::Result) {
            return self.stopped(&boom("`Game::result`", Spot::Result));
        }
        if self.plain().over {
            return refused(RefusalKind::Invalid, "over");
        }
        if self.moment().off.contains(&rule) != on {
            return "no change".to_owned();
        }
        if self.terms.digests && self.plain().burns(Spot::Digest) {
            return self.stopped(&boom("the digest of the state", Spot::Digest));
        }
        let what = if on { What::On(rule) } else { What::Off(rule) };
        let done = Done { dice: self.moment().dice, ..Done::default() };
        self.push(what, done, false, false);
        self.settle();
        format!("committed {}", self.now)
    }

    /// Several moves: all or none. Says also the frames that there would be.
    pub(crate) fn sequence(&mut self, moves: &[(By, Move)], keep: bool) -> String {
        if let Some(busy) = self.busy() {
            return format!("stopped at 0: {busy}");
        }
        let before = self.clone();
        let stopped = self.run_all(moves, keep);
        let frames: Vec<usize> = (before.now + 1..=self.now).collect();
        if stopped.is_none() && keep && !frames.is_empty() {
            self.settle();
        } else {
            let tried = self.entries.split_off(before.now.min(self.now));
            let poisoned = self.poisoned;
            *self = before;
            self.poisoned |= poisoned;
            let tried = &tried[..frames.len()];
            tried.iter().for_each(|entry| self.take_back(&entry.done, &Ok(())));
        }
        stopped.unwrap_or_else(|| format!("through {frames:?}"))
    }

    /// Moves up to the first that does not get through, and what it says.
    fn run_all(&mut self, moves: &[(By, Move)], keep: bool) -> Option<String> {
        let start = self.now;
        for (at, (by, mv)) in moves.iter().enumerate() {
            let last = keep && at + 1 == moves.len();
            let sealed = !last && self.peeking_is_forbidden();
            let (done, came) = self.attempt(*by, mv, &[], sealed, false);
            match came {
                Ok(()) => {
                    let joined = self.now > start;
                    self.push(What::Move(*by, mv.clone()), done, false, joined);
                    // Nobody may see what might be taken back.
                    if sealed && self.entries[self.now - 1].irreversible {
                        return Some(format!("stopped at {at}: dice ahead"));
                    }
                }
                Err(Stop::NoChange) => {}
                Err(ref stop) => {
                    self.take_back(&done, &came);
                    let text = self.stopped(stop);
                    let fault = matches!(stop, Stop::Fault(_));
                    return Some(if fault { text } else { format!("stopped at {at}: {text}") });
                }
            }
        }
        None
    }

    /// Goes to the moment after that frame.
    pub(crate) fn go(&mut self, number: usize) -> String {
        let from = self.now;
        for entry in &self.entries[number.min(from)..from] {
            let stuck = entry.done.after.iter().any(|plain| plain.burns(Spot::Revert));
            self.poisoned |= stuck && !self.terms.copying;
        }
        self.now = number;
        match number {
            _ if number < from => format!("undone {}", number + 1),
            _ if number > from => format!("redone {number}"),
            _ => "no change".to_owned(),
        }
    }
}
