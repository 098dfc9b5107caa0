//! A table is written down.

use std::fmt;

use super::super::board::{
    Beavers, Contest, Crawford, Cube, Length, PositionId, Side, Switch, Terms,
};
use super::super::{Stage, Table};

/// Everything that there is to say of a table, on one line; it can be read
/// again, and is the same table then.
///
/// ```
/// use rulebook_games::backgammon::Table;
/// use rulebook_games::backgammon::board::{Contest, Position, Roll, Side, Terms};
/// let table = Table::rolled(Position::START, Side::Black, Roll::new(3, 1).unwrap())
///     .with_contest(Contest::new(Terms::match_to(5)).scored(Side::White, 4));
/// let text = table.to_string();
/// assert_eq!(
///     text,
///     "4HPwATDgc/ABMA, black to play 31, match to 5, score 4-0, Crawford game",
/// );
/// assert_eq!(text.parse(), Ok(table));
/// ```
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let begun = self.turn().map_or(self.position(), |turn| turn.begun());
        write!(f, "{}, ", PositionId::of(&begun, self.side()))?;
        to_do(f, self)?;
        cube(f, self.cube())?;
        if let Some(win) = self.resignation() {
            write!(f, ", resigned {win}")?;
        }
        score(f, self.contest())?;
        agreed(f, self.contest().terms())?;
        f.write_str(if self.is_step_by_step() { "" } else { ", whole plays" })
    }
}

fn to_do(f: &mut fmt::Formatter<'_>, table: &Table) -> fmt::Result {
    let side = table.side();
    match table.stage() {
        Stage::Opening => f.write_str("opening"),
        Stage::Over { winner, points } => write!(f, "over, {winner} won {points}"),
        Stage::Rolling | Stage::Answering => write!(f, "{side} to roll"),
        Stage::Moving { roll, made } => {
            write!(f, "{side} to play {roll}")?;
            // In the order in which they can be taken back.
            for (index, step) in made.steps().enumerate() {
                write!(f, "{}{step}", if index == 0 { ": " } else { " " })?;
            }
            Ok(())
        }
    }
}

fn cube(f: &mut fmt::Formatter<'_>, cube: Cube) -> fmt::Result {
    match (cube.value(), cube.owner()) {
        (1, None) => {}
        (value, None) => write!(f, ", cube {value}")?,
        (value, Some(owner)) => write!(f, ", cube {value} of {owner}")?,
    }
    match cube.offer().map(|offer| (offer.beavers(), offer.by())) {
        None => Ok(()),
        Some((0, by)) => write!(f, ", doubled by {by}"),
        Some((times, by)) => write!(f, ", beavered {times} by {by}"),
    }
}

fn score(f: &mut fmt::Formatter<'_>, contest: &Contest) -> fmt::Result {
    if let Length::Match(points) = contest.terms().length {
        write!(f, ", match to {points}")?;
    }
    match Side::ALL.map(|side| contest.score(side)) {
        [0, 0] => {}
        [white, black] => write!(f, ", score {white}-{black}")?,
    }
    f.write_str(match contest.crawford() {
        Crawford::Before => "",
        Crawford::Now => ", Crawford game",
        Crawford::After => ", after the Crawford game",
    })
}

fn agreed(f: &mut fmt::Formatter<'_>, terms: &Terms) -> fmt::Result {
    let Terms { length: _, cube, jacoby, beavers, crawford } = *terms;
    f.write_str(if jacoby == Switch::On { ", Jacoby rule" } else { "" })?;
    f.write_str(if cube == Switch::Off { ", no cube" } else { "" })?;
    if let Beavers::UpTo(limit) = beavers {
        write!(f, ", beavers {limit}")?;
    }
    f.write_str(if crawford == Switch::Off { ", no Crawford rule" } else { "" })
}
