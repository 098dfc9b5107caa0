//! Frames on trial: all of them stay, or none.

use super::Journal;
use crate::digest::Digest;
use crate::game::Game;
use crate::session::history::record::{Applied, Record};
use crate::session::options::{History, Mode, Reversibility};

/// What is set aside while frames are added on trial.
pub(crate) struct Aside<G: Game> {
    frames: Vec<Record<G>>,
    copies: Vec<Option<G::State>>,
    digests: Vec<Digest>,
    applied: Vec<Applied<G>>,
    number: u64,
}

impl<G: Game> Journal<G> {
    /// Makes ready to add frames on trial: nothing is forgotten, and nothing
    /// becomes irreversible, until [`settle`](Journal::settle).
    pub(crate) fn set_aside(&mut self) -> Aside<G> {
        self.close();
        self.on_trial = true;
        let (done, number) = (self.done(), self.number());
        let listed = self.listed_from(done);
        let applied = self.applied.split_off(listed);
        self.listed = listed;
        self.undone = 0;
        Aside {
            frames: self.frames.split_off(done),
            copies: self.copies.split_off(done),
            digests: self.digests.split_off(done.min(self.digests.len())),
            applied,
            number,
        }
    }

    /// The frames added on trial stay, and what could be redone before is
    /// dropped; if none was added, all is as it was.
    pub(crate) fn settle(&mut self, aside: Aside<G>) {
        if self.number() == aside.number {
            return self.restore(aside);
        }
        self.on_trial = false;
        self.room = 0;
        let cut = self.frames.iter().rposition(|frame| {
            frame.reversibility() == Reversibility::Irreversible && self.mode == Mode::Play
        });
        if let Some(cut) = cut {
            self.raise_floor((cut + 1).max(self.floor));
        }
        match self.history {
            History::All => {}
            History::Last(most) => self.forget_beyond(most),
            History::None => {
                self.raise_floor(self.done());
                self.forget(self.frames.len() - 1);
            }
        }
    }

    /// Forgets the frames after that number, without touching the state: for
    /// a state that is lost anyway.
    pub(crate) fn cut_to(&mut self, number: u64) {
        self.close();
        let done = self.done().min((number - self.dropped) as usize);
        self.undone = self.frames.len() - done;
    }

    /// The frames added on trial have been taken away: all is as it was.
    pub(crate) fn restore(&mut self, aside: Aside<G>) {
        self.on_trial = false;
        self.room = 0;
        let done = self.done();
        self.applied.truncate(self.listed_from(done));
        self.frames.truncate(done);
        self.digests.truncate(done);
        self.undone = aside.frames.len();
        self.copies.split_off(done);
        self.copies.restore(done, aside.copies);
        self.digests.extend(aside.digests);
        self.frames.extend(aside.frames);
        self.applied.extend(aside.applied);
        self.listed = self.applied.len();
    }
}
