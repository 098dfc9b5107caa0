//! Backgammon boards.

use rulebook::By;
use rulebook_games::backgammon::board::{Crawford, Place, Position, Side};
use rulebook_games::backgammon::{Stage, Table};

use crate::wire::{self, Who};

const SIDES: [Side; 2] = [Side::White, Side::Black];

/// A backgammon board.
pub(crate) fn backgammon(table: &Table, _: Option<&str>, _: &str) -> wire::Drawing {
    let position = table.position();
    let (dice, left) = match (table.stage(), table.turn()) {
        (Stage::Moving { roll, .. }, Some(turn)) => {
            (roll.all_left().dice().collect(), turn.left().dice().collect())
        }
        _ => (Vec::new(), Vec::new()),
    };
    let contest = table.contest();
    let cube = table.cube();
    wire::Drawing::Backgammon(wire::Backgammon {
        points: points(&position),
        bar: SIDES.map(|side| position.count(side, Place::BAR)),
        off: SIDES.map(|side| position.count(side, Place::OFF)),
        cube: wire::Cube {
            value: cube.value(),
            owner: cube.owner().map(who),
            offered_by: cube.offer().map(|offer| who(offer.by())),
        },
        dice,
        left,
        side: who(table.to_act().unwrap_or(table.side())),
        stage: stage(table.stage()).to_owned(),
        score: SIDES.map(|side| contest.score(side)),
        goal: contest.terms().length.goal().map(u32::from),
        crawford: contest.crawford() == Crawford::Now,
        resigned: table.resignation().map(|win| win.to_string()),
    })
}

/// The points as White counts them: White's checkers positive, Black's
/// negative. Each side counts its own way, from 24 down to its home.
fn points(position: &Position) -> Vec<i8> {
    let count = |place: Place| {
        let white = position.count(Side::White, place) as i8;
        let theirs = place.mirrored().map_or(0, |place| position.count(Side::Black, place) as i8);
        white - theirs
    };
    (1..=24).filter_map(Place::new).map(count).collect()
}

fn who(side: Side) -> Who {
    Who(By::Seat(side.seat()))
}

fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Opening => "opening",
        Stage::Rolling => "rolling",
        Stage::Answering => "answering",
        Stage::Moving { .. } => "moving",
        Stage::Over { .. } => "over",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_the_start_both_have_fifteen_checkers_where_they_belong() {
        let points = points(&Position::START);
        assert_eq!(points.iter().filter(|count| **count > 0).sum::<i8>(), 15);
        assert_eq!(points.iter().filter(|count| **count < 0).sum::<i8>(), -15);
        // White's two runners stand on 24, Black's on White's 1.
        assert_eq!((points[23], points[0], points[5], points[18]), (2, -2, 5, -5));
    }
}
