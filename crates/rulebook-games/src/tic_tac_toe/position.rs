//! Positions as text.

use rulebook::Seat;

use super::{Board, Cell, setup};
use crate::grid::{Grid, Picture};
use crate::{Ending, PositionError};

pub(super) const FORM: &str = "write the three rows from the top with / between them, and x, o or . for each cell, like \"x.o/.x./o..\"; \
     then \" resigned\" if the player whose turn it was gave up.";

const GRID: Grid = Grid { columns: 3, rows: 3, letters: ['x', 'o'] };

/// The board as a position: the rows from the top. Whose turn it is follows
/// from the number of marks.
///
/// ```
/// use rulebook_games::tic_tac_toe::{setup, write_position};
/// assert_eq!(write_position(&setup()), ".../.../...");
/// ```
pub fn write_position(board: &Board) -> String {
    let by_marks = [Seat(0), Seat(1)].iter().any(|&seat| board.has_line(seat)) || board.is_full();
    let resigned = board.ending().is_some() && !by_marks;
    GRID.write(|column, row| board.mark(Cell(3 * row + column)), resigned)
}

/// Sets up a position.
///
/// # Errors
///
/// If it cannot be read, or no game comes to it.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_games::tic_tac_toe::{Cell, read_position};
/// let board = read_position("..o/.x./...")?;
/// assert_eq!((board.turn(), board.mark(Cell(8))), (Seat(0), Some(Seat(1))));
/// assert_eq!(
///     read_position("xxx/ooo/...").unwrap_err().why(),
///     "Both players have three in a row: the first to have them ends the game.",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_position(text: &str) -> Result<Board, PositionError> {
    let picture = GRID.read(text)?;
    let mut board = setup();
    for &(seat, column, row) in &picture.marks {
        board.put(seat, Cell(3 * row + column));
    }
    let seats = [Seat(0), Seat(1)];
    let counts = seats.map(|seat| picture.marks.iter().filter(|mark| mark.0 == seat).count());
    board.pass_to(if counts[0] == counts[1] { Seat(0) } else { Seat(1) });
    let winners: Vec<Seat> = seats.into_iter().filter(|&seat| board.has_line(seat)).collect();
    let mut reasons = Vec::from_iter(GRID.uneven(counts));
    reasons.extend(misplaced_win(&board, &winners).map(str::to_owned));
    let is_over = !winners.is_empty() || board.is_full();
    if picture.resigned && is_over {
        reasons.push("The game was over, so nobody can have resigned.".to_owned());
    }
    PositionError::unless_sound(text, &reasons)?;
    board.end(ending(&board, &picture, winners.first().copied()));
    Ok(board)
}

fn ending(board: &Board, picture: &Picture, winner: Option<Seat>) -> Option<Ending> {
    let by_resignation = picture.resigned.then(|| board.turn().next(2));
    match winner.or(by_resignation) {
        Some(by) => Some(Ending::Won { by }),
        None => board.is_full().then_some(Ending::Drawn),
    }
}

/// What is against these winners, if anything is.
fn misplaced_win(board: &Board, winners: &[Seat]) -> Option<&'static str> {
    match winners {
        [] => None,
        [winner] if *winner == board.turn() => {
            Some("Who has three in a row marked last: the other player has a mark too many.")
        }
        [winner] => {
            let made_last = |cell: &Cell| {
                let mut before = *board;
                before.take(*winner, *cell);
                board.mark(*cell) == Some(*winner) && !before.has_line(*winner)
            };
            let is_single = Cell::all().any(|cell| made_last(&cell));
            (!is_single).then_some("No single mark can have completed both lines.")
        }
        _ => Some("Both players have three in a row: the first to have them ends the game."),
    }
}
