//! Plays of a double: up to four steps with the same die.
//!
//! A play is a choice of places to move from, the furthest first. Two choices
//! that differ lead to different positions: take the furthest place where they
//! differ; nothing that happens further out can make up for it.

use super::Mover;
use crate::backgammon::board::place::Places;
use crate::backgammon::board::{Place, Play};

/// Gives every play of the double.
#[inline]
pub(super) fn each(mover: Mover, die: u8, give: &mut impl FnMut(Play)) {
    let most = most(mover, die);
    if most > 0 {
        Depth { die, most }.descend(mover, u32::MAX, Play::NONE, 0, give);
    }
}

/// How many steps can be made. It does not matter which are tried: a step that
/// is possible stays possible until it is made.
#[inline]
fn most(mut mover: Mover, die: u8) -> usize {
    let mut most = 0;
    while most < Play::MOST {
        let Some(from) = Places(mover.sources(die)).next() else { break };
        mover = mover.after(mover.step(from, die));
        most += 1;
    }
    most
}

/// The places that are not further away than this one.
#[inline]
fn up_to(place: Place) -> u32 {
    place.bit() | (place.bit() - 1)
}

/// How far to go down.
#[derive(Clone, Copy)]
struct Depth {
    die: u8,
    /// How many steps every play has.
    most: usize,
}

impl Depth {
    fn descend(
        self,
        mover: Mover,
        within: u32,
        play: Play,
        made: usize,
        give: &mut impl FnMut(Play),
    ) {
        for from in Places(mover.sources(self.die) & within) {
            let step = mover.step(from, self.die);
            let play = play.with(made, step);
            if made + 1 == self.most {
                give(play);
            } else {
                self.descend(mover.after(step), up_to(from), play, made + 1, give);
            }
        }
    }
}
