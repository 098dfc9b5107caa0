//! The hillside and the actions as text.

use rulebook::prelude::*;

use super::{Action, Cell, Hill, Kind, Piece, ROUNDS, SEATS, Turn};

/// The action as a player tells it.
///
/// ```
/// use rulebook_testkit::games::storm_terraces::{Action, Kind, cell, print};
/// assert_eq!(print(&Action::Place { kind: Kind::Keg, cell: cell("b2") }), "place keg on b2");
/// ```
pub fn print(action: &Action) -> String {
    match *action {
        Action::Place { kind, cell } => format!("place {kind} on {cell}"),
        Action::Scramble { cell } => format!("scramble for {cell}"),
        Action::Rest => "rest".to_owned(),
        Action::Storm => "storm".to_owned(),
    }
}

/// The hillside as everybody sees it: of each piece its kind, clan and life,
/// and what it can still do.
///
/// ```
/// use rulebook_testkit::games::storm_terraces::{Kind, hill, show};
/// let hill = hill([(0, Kind::Keg, "a1"), (2, Kind::Dome, "c2")]);
/// assert_eq!(show(&hill), "\
/// Round 1 of 8, seat 0.
/// 3 .      .      .      .
/// 2 .      .      dome2:2+3 .
/// 1 keg0:1 .      .      .
///   a      b      c      d
/// coins 5, 5, 5; dead 0
/// ");
/// ```
pub fn show(hill: &Hill) -> String {
    let whose = match hill.turn() {
        Turn::Clan(seat) => seat.to_string(),
        Turn::Storm => "the storm".to_owned(),
        Turn::Over => "all is over".to_owned(),
    };
    let mut text = format!("Round {} of {ROUNDS}, {whose}.\n", hill.round());
    for row in (0..3).rev() {
        let cells = (0..4).map(|column| Cell(4 * row + column));
        let shown: Vec<_> = cells.map(|cell| format!("{:<6}", shown(hill.at(cell)))).collect();
        text += format!("{} {}", row + 1, shown.join(" ")).trim_end();
        text.push('\n');
    }
    let coins: Vec<_> = (0..SEATS).map(|seat| hill.coins(Seat(seat as u8)).to_string()).collect();
    text + &format!("  a      b      c      d\ncoins {}; dead {}\n", coins.join(", "), hill.dead())
}

fn shown(piece: Option<&Piece>) -> String {
    let Some(Piece { owner, kind, life, charges, .. }) = piece else {
        return ".".to_owned();
    };
    let name = match kind {
        Kind::Herder => "herd",
        Kind::Keg => "keg",
        Kind::Banner => "flag",
        Kind::Dome => "dome",
        Kind::Ox => "ox",
    };
    let left = if *charges > 0 { format!("+{charges}") } else { String::new() };
    format!("{name}{}:{life}{left}", owner.0)
}
