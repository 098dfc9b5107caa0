//! The board as the player sees it who is to move.

use crate::backgammon::board::checkers::Checkers;
use crate::backgammon::board::place::Places;
use crate::backgammon::board::{Left, Place, Position, Side, Step};

/// The points 1 to 24, as a set.
const POINTS: u32 = 0x01FF_FFFE;
/// The points 1 to 6, as a set.
const HOME: u32 = 0x7E;
/// The places from which nobody may bear off: 7 to 24 and the bar.
const OUTSIDE: u32 = 0x03FF_FF80;

/// The board as the player sees it who is to move: sets of places, all
/// counted from that player's side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    mine: Checkers,
    /// The points where the opponent has fewer than two checkers. They do not
    /// change while one player moves.
    open: u32,
    /// The points where the opponent has exactly one.
    blots: u32,
}

/// The same points as the other side counts them.
#[inline]
fn mirrored(places: u32) -> u32 {
    // Bit p goes to 31 - p, and from there to 25 - p.
    places.reverse_bits() >> 6 & POINTS
}

impl Mover {
    #[inline]
    pub(crate) fn new(position: &Position, side: Side) -> Mover {
        let theirs = position.checkers(side.other());
        Mover {
            mine: position.checkers(side),
            open: POINTS & !mirrored(theirs.several()),
            blots: mirrored(theirs.single()),
        }
    }

    /// The places from which a checker can be moved with this die.
    #[inline]
    pub(crate) fn sources(&self, die: u8) -> u32 {
        let occupied = self.mine.occupied() & !Place::OFF.bit();
        let reaches = self.open << die;
        if occupied & OUTSIDE == 0 {
            return occupied & reaches | self.bearing_off(occupied, die);
        }
        if occupied & Place::BAR.bit() != 0 {
            return reaches & Place::BAR.bit();
        }
        occupied & reaches
    }

    /// The place from which a checker can be borne off with this die, when all
    /// are at home.
    #[inline]
    fn bearing_off(&self, occupied: u32, die: u8) -> u32 {
        match (occupied & HOME).checked_ilog2() {
            Some(furthest) if furthest <= u32::from(die) => 1 << furthest,
            _ => occupied & 1 << die,
        }
    }

    /// The step from here with this die.
    #[inline]
    pub(crate) fn step(&self, from: Place, die: u8) -> Step {
        Step::with_die(from, die, self.blots)
    }

    /// The board after this step.
    #[inline]
    pub(crate) fn after(&self, step: Step) -> Mover {
        Mover {
            mine: self.mine.moved(step.from(), step.to()),
            open: self.open,
            blots: self.blots & !step.to().bit(),
        }
    }

    /// Whether a lone checker of the opponent is on this point.
    #[inline]
    pub(crate) fn is_blot(&self, point: Place) -> bool {
        self.blots & point.bit() != 0
    }

    /// Where the last checker is, if there is but one left.
    #[inline]
    pub(crate) fn last_checker(&self) -> Option<Place> {
        let occupied = self.mine.occupied() & !Place::OFF.bit();
        let alone = occupied & self.mine.single();
        (alone == occupied && alone.is_power_of_two()).then(|| Places(alone).next()).flatten()
    }

    /// Whether all checkers are off.
    #[inline]
    pub(crate) fn is_done(&self) -> bool {
        self.mine.occupied() == Place::OFF.bit()
    }

    /// The largest number of these dice that can be played.
    pub(crate) fn most(&self, left: Left) -> usize {
        let mut most = 0;
        let mut tried = None;
        for die in left.dice() {
            // The dice come in order: equal ones follow each other.
            if tried == Some(die) {
                continue;
            }
            tried = Some(die);
            let mut rest = left;
            rest.use_up(die);
            for from in Places(self.sources(die)) {
                most = most.max(1 + self.after(self.step(from, die)).most(rest));
                if most == left.len() {
                    return most;
                }
            }
        }
        most
    }
}
