//! Positions as text.

use std::array::from_fn;

use rulebook::Seat;

use super::{Board, Column, ROWS, setup};
use crate::grid::{Grid, Picture};
use crate::{Ending, PositionError};

pub(super) const FORM: &str = "write the six rows from the top with / between them, and r, y or . for each place, like \"......./......./......./......./...y.../...r...\"; \
     then \" resigned\" if the player whose turn it was gave up.";

const COLUMNS: usize = Column::COUNT as usize;
const GRID: Grid = Grid { columns: Column::COUNT, rows: ROWS, letters: ['r', 'y'] };

/// The board as a position: the rows from the top. Whose turn it is follows
/// from the number of discs.
///
/// ```
/// use rulebook_games::connect_four::{setup, write_position};
/// assert_eq!(
///     write_position(&setup()),
///     "......./......./......./......./......./.......",
/// );
/// ```
pub fn write_position(board: &Board) -> String {
    let by_discs = [Seat(0), Seat(1)].iter().any(|&seat| board.has_four(seat)) || board.is_full();
    let resigned = board.ending().is_some() && !by_discs;
    GRID.write(|column, row| board.disc(Column(column), row), resigned)
}

/// Sets up a position.
///
/// # Errors
///
/// If it cannot be read, or no game comes to it.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_games::connect_four::{Column, read_position};
/// let board = read_position("......./......./......./......./...y.../...r...")?;
/// assert_eq!((board.turn(), board.disc(Column(3), 1)), (Seat(0), Some(Seat(1))));
/// let error = read_position("......./......./......./......./...r.../.......").unwrap_err();
/// assert_eq!(error.why(), "The disc at d2 hangs in the air.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_position(text: &str) -> Result<Board, PositionError> {
    let picture = GRID.read(text)?;
    PositionError::unless_sound(text, &hanging(&picture))?;
    let mut board = setup();
    for &(seat, column, _) in &picture.marks {
        board.put(seat, Column(column));
    }
    let seats = [Seat(0), Seat(1)];
    let counts = seats.map(|seat| picture.marks.iter().filter(|mark| mark.0 == seat).count());
    board.pass_to(if counts[0] == counts[1] { Seat(0) } else { Seat(1) });
    let winners: Vec<Seat> = seats.into_iter().filter(|&seat| board.has_four(seat)).collect();
    let mut reasons = Vec::from_iter(GRID.uneven(counts));
    reasons.extend(misplaced_win(&board, &winners).map(str::to_owned));
    let is_over = !winners.is_empty() || board.is_full();
    if picture.resigned && is_over {
        reasons.push("The game was over, so nobody can have resigned.".to_owned());
    }
    PositionError::unless_sound(text, &reasons)?;
    if !is_reachable(&board) {
        let why = "No order of drops leads to this, red first and then in turns.";
        return Err(PositionError::new(text, why));
    }
    board.end(ending(&board, &picture, winners.first().copied()));
    Ok(board)
}

/// A sentence for each disc with nothing below it.
fn hanging(picture: &Picture) -> Vec<String> {
    let has = |column, row| picture.marks.iter().any(|mark| (mark.1, mark.2) == (column, row));
    let hangs = |&&(_, column, row): &&(Seat, u8, u8)| row > 0 && !has(column, row - 1);
    let discs = picture.marks.iter().filter(hangs);
    discs.map(|&(_, column, row)| said(Column(column), row)).collect()
}

fn said(column: Column, row: u8) -> String {
    format!("The disc at {column}{} hangs in the air.", row + 1)
}

/// Whether the discs can be taken off from the top, one player's and the
/// other's in turns, until none is left.
fn is_reachable(board: &Board) -> bool {
    let full: [u8; COLUMNS] =
        from_fn(|column| board.top(Column(column as u8)).map_or(0, |top| top + 1));
    let number = |heights: &[u8; COLUMNS]| {
        let digit =
            |number: usize, height: &u8| number * (usize::from(ROWS) + 1) + usize::from(*height);
        heights.iter().fold(0, digit)
    };
    let mut seen = vec![false; number(&[ROWS; COLUMNS]) + 1];
    let mut open = vec![full];
    while let Some(heights) = open.pop() {
        let discs: u8 = heights.iter().sum();
        let Some(earlier) = discs.checked_sub(1) else { return true };
        let last = Seat(earlier % 2);
        for column in 0..COLUMNS {
            let mut before = heights;
            let Some(row) = heights[column].checked_sub(1) else { continue };
            before[column] = row;
            let is_theirs = board.disc(Column(column as u8), row) == Some(last);
            if is_theirs && !std::mem::replace(&mut seen[number(&before)], true) {
                open.push(before);
            }
        }
    }
    false
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
            Some("Who has four in a row dropped last: the other player has a disc too many.")
        }
        [winner] => {
            let dropped_last = |column: Column| {
                let top = board.top(column).filter(|&row| board.disc(column, row) == Some(*winner));
                top.is_some_and(|row| {
                    let mut before = *board;
                    before.take(*winner, column, row);
                    !before.has_four(*winner)
                })
            };
            let is_last = Column::all().any(dropped_last);
            (!is_last).then_some("No disc that lies on top can have connected four.")
        }
        _ => Some("Both players have four in a row: the first to have them ends the game."),
    }
}
