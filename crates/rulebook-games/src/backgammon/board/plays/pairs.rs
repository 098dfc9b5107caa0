//! Plays of two different dice.
//!
//! A play is two steps, the furthest checker first, with the dice in either
//! order. Two such plays lead to the same position only in these cases:
//!
//! - from one place, a checker with each die: the order does not matter;
//! - both bear off: which die took which checker does not matter;
//! - one checker goes on with the second die, and stops on the way at one
//!   point or at the other: that matters only if one of them is hit upon.
//!
//! Of each such two, the one that plays the larger die first is made.

use super::Mover;
use crate::backgammon::board::place::Places;
use crate::backgammon::board::{Place, Play, Step};

/// Gives every play of two different dice.
#[inline]
pub(super) fn each(mover: Mover, high: u8, low: u8, give: &mut impl FnMut(Play)) {
    if let Some(play) = last_checker_off(&mover, high, low) {
        give(play);
        return;
    }
    let mut found = false;
    for from in Places(mover.sources(high)) {
        let one = mover.step(from, high);
        let after = mover.after(one);
        for next in Places(after.sources(low) & (from.bit() | below(from))) {
            found = true;
            let two = after.step(next, low);
            // From one place, the shorter step comes first.
            let (first, second) = if next == from { (two, one) } else { (one, two) };
            give(Play::NONE.with(0, first).with(1, second));
        }
    }
    for from in Places(mover.sources(low)) {
        let one = mover.step(from, low);
        let after = mover.after(one);
        for next in Places(after.sources(high) & below(from)) {
            let two = after.step(next, high);
            if !is_double_of_another(&mover, high, low, one, two) {
                found = true;
                give(Play::NONE.with(0, one).with(1, two));
            }
        }
    }
    if !found {
        one_die(&mover, high, low, give);
    }
}

/// The places that are nearer than this one.
#[inline]
fn below(place: Place) -> u32 {
    place.bit() - 1
}

/// The larger die bears off the last checker, and the game is over. The other
/// die would be played first, if at all, and then nothing would be different;
/// unless it hits on the way, which nobody may avoid.
#[inline]
fn last_checker_off(mover: &Mover, high: u8, low: u8) -> Option<Play> {
    let from = mover.last_checker().filter(|from| from.number() <= high)?;
    let avoids_a_hit = mover.is_blot(from.down(low));
    (!avoids_a_hit).then(|| Play::NONE.with(0, mover.step(from, high)))
}

/// Whether these two steps, the smaller die first, lead to the same position
/// as two others with the larger die first.
#[inline]
fn is_double_of_another(mover: &Mover, high: u8, low: u8, one: Step, two: Step) -> bool {
    if one.to() == Place::OFF {
        return two.to() == Place::OFF;
    }
    one.to() == two.from() && may_stop_at_the_other(mover, high, low, one)
}

/// Whether the checker of the first step could as well play the larger die
/// first, and nobody is hit on the way in either case.
#[inline]
fn may_stop_at_the_other(mover: &Mover, high: u8, low: u8, one: Step) -> bool {
    let from = one.from();
    if one.hits() || mover.sources(high) & from.bit() == 0 {
        return false;
    }
    let other = mover.step(from, high);
    let stop = other.to();
    let goes_on = mover.after(other).sources(low) & stop.bit() != 0;
    stop != Place::OFF && !mover.is_blot(stop) && goes_on
}

/// Only one die can be played: the larger one, if it can be.
fn one_die(mover: &Mover, high: u8, low: u8, give: &mut impl FnMut(Play)) {
    let larger = mover.sources(high);
    let (die, sources) = if larger != 0 { (high, larger) } else { (low, mover.sources(low)) };
    for from in Places(sources) {
        give(Play::NONE.with(0, mover.step(from, die)));
    }
}
