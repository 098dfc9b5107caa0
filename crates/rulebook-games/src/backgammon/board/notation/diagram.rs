//! The board as a picture.

use crate::backgammon::board::{Place, Position, Side};

/// The board as white sees it, in letters: `5w` is five white checkers, `2b`
/// two black ones.
///
/// ```
/// use rulebook_games::backgammon::board::{Position, diagram};
/// assert_eq!(diagram(&Position::START), concat!(
///     " 13  14  15  16  17  18 | bar |  19  20  21  22  23  24 | off\n",
///     " 5w   .   .   .  3b   . |   . |  5b   .   .   .   .  2w |   .\n",
///     " 5b   .   .   .  3w   . |   . |  5w   .   .   .   .  2b |   .\n",
///     " 12  11  10   9   8   7 |     |   6   5   4   3   2   1 |\n",
/// ));
/// ```
pub fn diagram(position: &Position) -> String {
    let numbers = |from: [u8; 12]| from.map(|number| format!("{number:>3}"));
    let upper: [u8; 12] = std::array::from_fn(|index| 13 + index as u8);
    let lower: [u8; 12] = std::array::from_fn(|index| 12 - index as u8);
    let checkers = |from: [u8; 12]| from.map(|number| point(position, number));
    let tray = |side, place| held(position.count(side, place), side);
    [
        row(&numbers(upper), "bar", "off"),
        row(&checkers(upper), &tray(Side::Black, Place::BAR), &tray(Side::Black, Place::OFF)),
        row(&checkers(lower), &tray(Side::White, Place::BAR), &tray(Side::White, Place::OFF)),
        row(&numbers(lower), "   ", ""),
    ]
    .concat()
}

/// One line of the picture.
fn row(points: &[String; 12], bar: &str, off: &str) -> String {
    let (left, right) = points.split_at(6);
    let line = format!("{} | {bar} | {} | {off}", left.join(" "), right.join(" "));
    line.trim_end().to_owned() + "\n"
}

/// What is on a point, as white counts.
fn point(position: &Position, number: u8) -> String {
    let white = Place::new(number).unwrap_or(Place::OFF);
    match position.opposing(Side::White, white) {
        0 => held(position.count(Side::White, white), Side::White),
        black => held(black, Side::Black),
    }
}

/// So many checkers of this side, in three columns.
fn held(checkers: u8, side: Side) -> String {
    let letter = if side == Side::White { 'w' } else { 'b' };
    if checkers == 0 { "  .".to_owned() } else { format!("{checkers:>2}{letter}") }
}
