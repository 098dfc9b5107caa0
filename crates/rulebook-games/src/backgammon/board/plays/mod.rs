//! All legal plays of a roll, distinct by the position they lead to.
//!
//! What comes in is a position, a side and a roll; what comes out is each
//! final position once, with the steps that lead there. Both dice are played
//! if any order allows it, the larger if only one can be, and of a double as
//! many as can be. Nothing is allocated here, and no position is compared:
//! plays that would lead to the same position are not made in the first place.
//!
//! Why that works: the steps of a play can always be made with the furthest
//! checker first. (Who is on the bar must enter first, bearing off waits for
//! the furthest, a checker that goes on was further away before, and which
//! points are closed does not change during a turn.) So only such plays are
//! made. Of a double, two of them that differ lead to different positions. Of
//! two different dice, only two kinds lead to the same position; see
//! [`pairs`].

mod doubles;
mod mover;
mod pairs;

pub(crate) use mover::Mover;

use crate::backgammon::board::{Play, Position, Roll, Side};

/// Calls `give` with every legal play of this roll, each final position once.
///
/// Never called if the player cannot move. The steps of each play are
/// [in order](Play::in_order). Whether the game is over is not asked here.
///
/// ```
/// use rulebook_games::backgammon::board::{Position, Roll, Side, for_each_play};
/// let mut count = 0;
/// for_each_play(&Position::START, Side::White, Roll::new(3, 1).unwrap(), |_| count += 1);
/// assert_eq!(count, 16);
/// ```
#[inline]
pub fn for_each_play(position: &Position, side: Side, roll: Roll, mut give: impl FnMut(Play)) {
    let mover = Mover::new(position, side);
    if roll.is_double() {
        doubles::each(mover, roll.high(), &mut give);
    } else {
        pairs::each(mover, roll.high(), roll.low(), &mut give);
    }
}

/// Every legal play of this roll, each final position once.
///
/// ```
/// use rulebook_games::backgammon::board::{Position, Roll, Side, plays};
/// // Black, on the bar against a closed board, cannot move.
/// let shut_out: Position =
///     "white 6(2) 5(2) 4(2) 3(2) 2(2) 1(2) off(3), black bar 6(14)".parse().unwrap();
/// assert_eq!(plays(&shut_out, Side::Black, Roll::new(6, 5).unwrap()), []);
///
/// let plays = plays(&shut_out, Side::White, Roll::new(6, 5).unwrap());
/// assert_eq!(plays.iter().map(|play| play.to_string()).collect::<Vec<_>>(), [
///     "6/1 6/off",
///     "6/off 5/off",
/// ]);
/// ```
pub fn plays(position: &Position, side: Side, roll: Roll) -> Vec<Play> {
    let mut plays = Vec::new();
    for_each_play(position, side, roll, |play| plays.push(play));
    plays
}

/// Whether this is one of the plays that [`for_each_play`] gives.
///
/// ```
/// use rulebook_games::backgammon::board::{Position, Roll, Side, is_play};
/// let roll = Roll::new(6, 5).unwrap();
/// let is_legal = |text: &str| is_play(&Position::START, Side::White, roll, text.parse().unwrap());
/// assert!(is_legal("24/18/13"));
/// assert!(!is_legal("24/19/13"));
/// ```
pub fn is_play(position: &Position, side: Side, roll: Roll, play: Play) -> bool {
    let mut found = false;
    for_each_play(position, side, roll, |other| found |= other == play);
    found
}
