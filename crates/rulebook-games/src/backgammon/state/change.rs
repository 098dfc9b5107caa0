//! How a table changes, and how each change is taken back.

use super::{Stage, Table};
use crate::backgammon::board::{Cube, Length, Play, Position, Roll, Side, Turn, Win};

impl Table {
    #[inline]
    pub(in crate::backgammon) fn roll(&mut self, side: Side, roll: Roll) {
        self.side = side;
        self.stage = Stage::Moving { roll, made: Play::NONE };
    }

    /// Makes a step, or takes the last one back.
    #[inline]
    pub(in crate::backgammon) fn step(&mut self, change: impl FnOnce(&mut Turn)) {
        if let Some(mut turn) = self.turn() {
            change(&mut turn);
            self.position = turn.position();
            self.stage = Stage::Moving { roll: turn.roll(), made: turn.made() };
        }
    }

    /// A whole roll is played.
    #[inline]
    pub(in crate::backgammon) fn play(&mut self, play: Play) {
        self.position = play.on(self.position, self.side);
        self.pass();
    }

    /// The turn is over.
    #[inline]
    pub(in crate::backgammon) fn pass(&mut self) {
        self.side = self.side.other();
        self.stage = Stage::Rolling;
    }

    /// Takes [`play`](Self::play) back.
    #[inline]
    pub(in crate::backgammon) fn unplay(&mut self, play: Play, roll: Roll) {
        self.unpass(roll, Play::NONE);
        self.position = play.off(self.position, self.side);
    }

    /// Takes [`pass`](Self::pass) back.
    #[inline]
    pub(in crate::backgammon) fn unpass(&mut self, roll: Roll, made: Play) {
        self.side = self.side.other();
        self.stage = Stage::Moving { roll, made };
    }

    /// Takes [`roll`](Self::roll) back: it was time to throw, or to roll.
    #[inline]
    pub(in crate::backgammon) fn unroll(&mut self, stage: Stage) {
        if stage == Stage::Opening {
            self.side = Side::White;
        }
        self.stage = stage;
    }

    pub(in crate::backgammon) fn turn_cube(&mut self, cube: Cube) {
        self.cube = cube;
        self.stage = if cube.offer().is_some() { Stage::Answering } else { Stage::Rolling };
    }

    pub(in crate::backgammon) fn resign(&mut self, resignation: Option<Win>) {
        self.resignation = resignation;
    }

    /// A game is won. A match that is not over goes on with the next one.
    pub(in crate::backgammon) fn win(&mut self, winner: Side, points: u32) {
        self.contest = self.contest.scored(winner, points);
        self.side = Side::White;
        let is_money = self.contest.terms().length == Length::Money;
        if is_money || self.contest.winner().is_some() {
            self.stage = Stage::Over { winner, points };
        } else {
            self.position = Position::START;
            self.cube = Cube::CENTRED;
            self.resignation = None;
            self.stage = Stage::Opening;
        }
    }
}
