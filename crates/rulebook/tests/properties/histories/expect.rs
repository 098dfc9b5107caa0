//! What the model says to each step of a script, and what the session says.

use rulebook::{By, ChoiceId, RefusalKind, Reversibility, Session};

use super::book::{SWITCHES, Who};
use super::game::{Ledger, Move, Spot};
use super::meaning::{Stop, boom};
use super::model::{Model, refused};
use super::say;
use super::script::Op;

/// Who submits what, once it is known whose turn it is.
fn by(model: &Model, who: Who) -> By {
    who.by(model.plain().turn)
}

pub(crate) fn moves(model: &Model, moves: &[(Who, Move)]) -> Vec<(By, Move)> {
    moves.iter().map(|(who, mv)| (by(model, *who), mv.clone())).collect()
}

impl Model {
    /// What a step comes to.
    pub(crate) fn step(&mut self, op: &Op) -> String {
        match op {
            Op::Submit(who, mv) => self.submit(false, by(self, *who), mv, false),
            Op::Irreversible(who, mv) => self.submit(true, by(self, *who), mv, false),
            Op::Answer(option) => {
                let offered = self.waiting.as_ref().map_or(1, |at| at.asking.options.len());
                self.answer(u32::from(*option) % offered as u32)
            }
            Op::WrongSeat | Op::WrongChoice | Op::NotOffered => self.wrong(op),
            Op::Withdraw => self.withdraw(),
            Op::Undo => self.undo(),
            Op::Redo => self.redo(),
            Op::Rewind(by) => self.rewind((self.now as i64 + i64::from(*by)).max(0) as usize),
            Op::Preview(who, mv) => self.preview(by(self, *who), mv),
            Op::Explain(who, mv) => self.explain(by(self, *who), mv),
            Op::Try(of) => self.sequence(&moves(self, of), false),
            Op::All(of) => self.sequence(&moves(self, of), true),
            Op::Off(rule) => self.switch(SWITCHES[*rule], false),
            Op::On(rule) => self.switch(SWITCHES[*rule], true),
            other => unreachable!("{other:?} is not a step of one session"),
        }
    }

    fn wrong(&self, op: &Op) -> String {
        let Some(waiting) = &self.waiting else {
            return refused(RefusalKind::Invalid, "no choice");
        };
        let offered = waiting.asking.options.len();
        match op {
            Op::WrongSeat => {
                refused(RefusalKind::Disallowed, &format!("the choice of {}", waiting.asking.seat))
            }
            Op::WrongChoice => refused(RefusalKind::Invalid, "another choice"),
            _ => refused(RefusalKind::Invalid, &format!("option {offered} of {offered}")),
        }
    }

    fn withdraw(&mut self) -> String {
        match self.waiting {
            None => refused(RefusalKind::Invalid, "no choice"),
            Some(_) if self.peeking_is_forbidden() => {
                refused(RefusalKind::Disallowed, "only in analysis")
            }
            Some(_) => {
                self.waiting = None;
                "no change".to_owned()
            }
        }
    }

    fn undo(&mut self) -> String {
        if let Some(busy) = self.busy() {
            return busy;
        }
        if self.now == self.floor {
            let why = if self.now == 0 { "nothing to undo" } else { "irreversible" };
            return refused(RefusalKind::Disallowed, why);
        }
        let first = self.entries[..self.now].iter().rposition(|entry| !entry.joined);
        self.go(first.unwrap_or(0))
    }

    fn redo(&mut self) -> String {
        if let Some(busy) = self.busy() {
            return busy;
        }
        if self.redo_depth() == 0 {
            return refused(RefusalKind::Disallowed, "nothing to redo");
        }
        let more = self.entries[self.now + 1..].iter().take_while(|entry| entry.joined).count();
        self.go(self.now + 1 + more)
    }

    fn rewind(&mut self, number: usize) -> String {
        match self.busy() {
            Some(busy) => busy,
            None if number < self.floor => refused(RefusalKind::Disallowed, "irreversible"),
            None if number > self.entries.len() => {
                refused(RefusalKind::Disallowed, "no such frame")
            }
            None if self.peeking_is_forbidden() && self.divides(number) => {
                refused(RefusalKind::Disallowed, "within a step")
            }
            None => self.go(number),
        }
    }

    /// Whether the moment after that frame is in the middle of a sequence.
    fn divides(&self, number: usize) -> bool {
        self.entries.get(number).is_some_and(|entry| entry.joined)
    }

    fn preview(&mut self, by: By, mv: &Move) -> String {
        if let Some(busy) = self.busy() {
            return busy;
        }
        let sealed = self.peeking_is_forbidden();
        let (done, mut came) = self.attempt(by, mv, &[], sealed, false);
        let after = done.after.last().unwrap_or(self.plain()).clone();
        if came.is_ok() && sealed && self.shows(&done) {
            came = Err(Stop::DiceAhead);
        } else if came.is_ok() && after.burns(Spot::Clone) {
            came = Err(boom("`clone` of the state", Spot::Clone));
        }
        self.take_back(&done, &came);
        match came {
            Ok(()) => format!("would commit {} with {:?}, {after:?}", self.now + 1, done.events),
            Err(stop) => self.stopped(&stop),
        }
    }

    fn explain(&mut self, by: By, mv: &Move) -> String {
        let (done, came) = self.imagine(by, mv, &[], self.peeking_is_forbidden(), false);
        self.take_back(&done, &came);
        if let Some(busy) = self.busy() {
            return busy;
        }
        match came {
            Ok(()) => format!("would commit by {:?}", done.chosen),
            Err(Stop::NoChange) => format!("no change by {:?}", done.chosen),
            Err(Stop::Asks(_)) => "a choice".to_owned(),
            Err(Stop::DiceAhead) => format!("dice ahead by {:?}", done.chosen),
            Err(stop) => self.stopped(&stop),
        }
    }
}

/// What the session says to a step. The model is asked only whose turn it is.
pub(crate) fn act(session: &mut Session<Ledger>, model: &Model, op: &Op) -> String {
    let who = |who: &Who| by(model, *who);
    match op {
        Op::Submit(by, mv) => say::outcome(&session.submit(who(by), mv.clone())),
        Op::Irreversible(by, mv) => {
            say::outcome(&session.submit_as(Reversibility::Irreversible, who(by), mv.clone()))
        }
        Op::Answer(_) | Op::WrongSeat | Op::WrongChoice | Op::NotOffered => answer(session, op),
        Op::Withdraw => say::outcome(&session.withdraw()),
        Op::Undo => say::outcome(&session.undo()),
        Op::Redo => say::outcome(&session.redo()),
        Op::Rewind(by) => {
            let number = (session.number() as i64 + i64::from(*by)).max(0);
            say::outcome(&session.rewind(number as u64))
        }
        Op::Preview(by, mv) => say::preview(&session.preview(who(by), mv)),
        Op::Explain(by, mv) => match session.explain(who(by), mv) {
            Ok(explanation) => say::verdict(&explanation.forecast()),
            Err(fault) => say::said(&fault),
        },
        Op::Try(of) => say::sequence(&session.try_sequence(moves(model, of))),
        Op::All(of) => say::sequence(&session.submit_all(moves(model, of))),
        Op::Off(rule) | Op::On(rule) => {
            let id = session.book().rule(SWITCHES[*rule]).expect("the rule is in the book");
            let off = matches!(op, Op::Off(_));
            say::outcome(&if off { session.disable(id) } else { session.enable(id) })
        }
        other => unreachable!("{other:?} is not a step of one session"),
    }
}

fn answer(session: &mut Session<Ledger>, op: &Op) -> String {
    let nothing = ChoiceId { frame: 1, nth: 0, asked: rulebook::Digest(0) };
    let pending = session.pending();
    let (mut id, seat, offered) = pending.map_or((nothing, rulebook::Seat(0), 1), |choice| {
        (choice.id, choice.seat, choice.options.len() as u32)
    });
    let (mut by, mut option) = (By::Seat(seat), 0);
    match op {
        Op::Answer(nth) => option = u32::from(*nth) % offered,
        Op::WrongSeat => by = Who::Other.by(seat.0),
        Op::WrongChoice => id.nth += 1,
        _ => option = offered,
    }
    say::outcome(&session.answer(by, id, option))
}
