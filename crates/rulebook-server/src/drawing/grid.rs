//! Boards that are rectangles of cells.

use rulebook_games::connect_four::{self, Column, ROWS};
use rulebook_games::tic_tac_toe::{self, Cell};

use crate::wire::{Drawing, Grid};

/// Three in a row, of three by three.
pub(crate) fn tic_tac_toe(board: &tic_tac_toe::Board, last: Option<&str>, _: &str) -> Drawing {
    // Cells are numbered from a1, which is below.
    let cell = |row: u8, column: u8| Cell((2 - row) * 3 + column);
    let cells = (0..3).flat_map(|row| (0..3).map(move |column| (row, column)));
    let cells: Vec<_> =
        cells.map(|(row, column)| board.mark(cell(row, column)).map(|seat| seat.0)).collect();
    let last = last.and_then(|text| match tic_tac_toe::parse(text) {
        Ok(tic_tac_toe::Action::Place { cell: Cell(number) }) => {
            Some((2 - number / 3) * 3 + number % 3)
        }
        _ => None,
    });
    Drawing::Grid(grid(3, 3, cells, 3, ["x", "o"], last, false))
}

/// Four in a row, of seven by six.
pub(crate) fn connect_four(board: &connect_four::Board, last: Option<&str>, _: &str) -> Drawing {
    let places = (0..ROWS).rev().flat_map(|row| Column::all().map(move |column| (row, column)));
    let cells: Vec<_> =
        places.map(|(row, column)| board.disc(column, row).map(|seat| seat.0)).collect();
    let last = last.and_then(|text| {
        let column = connect_four::parse(text).ok()?.column()?;
        let top = (0..ROWS).rev().find(|&row| board.disc(column, row).is_some())?;
        Some((ROWS - 1 - top) * Column::COUNT + column.0)
    });
    Drawing::Grid(grid(Column::COUNT, ROWS, cells, 4, ["r", "y"], last, true))
}

fn grid(
    columns: u8,
    rows: u8,
    cells: Vec<Option<u8>>,
    wins: usize,
    marks: [&str; 2],
    last: Option<u8>,
    drops: bool,
) -> Grid {
    Grid {
        columns,
        rows,
        line: line(&cells, columns, rows, wins),
        cells,
        drops,
        marks: marks.map(str::to_owned).to_vec(),
        last,
    }
}

/// All cells that are part of a line of so many equal marks.
fn line(cells: &[Option<u8>], columns: u8, rows: u8, wins: usize) -> Vec<u8> {
    let at = |column: i8, row: i8| {
        let inside = (0..columns as i8).contains(&column) && (0..rows as i8).contains(&row);
        inside.then(|| row as u8 * columns + column as u8)
    };
    let mut found: Vec<u8> = Vec::new();
    for row in 0..rows as i8 {
        for column in 0..columns as i8 {
            for (across, down) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let steps = (0..wins as i8).map(|n| at(column + n * across, row + n * down));
                let Some(line) = steps.collect::<Option<Vec<u8>>>() else { continue };
                let marks: Vec<_> = line.iter().map(|&cell| cells[usize::from(cell)]).collect();
                if marks[0].is_some() && marks.iter().all(|mark| *mark == marks[0]) {
                    found.extend(line);
                }
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use rulebook::prelude::*;
    use rulebook_games::Playable;
    use rulebook_games::connect_four::ConnectFour;
    use rulebook_games::tic_tac_toe::TicTacToe;

    use super::*;

    fn played<G: Playable>(moves: &[&str]) -> G::State {
        let mut game = G::book().start(G::setup(), Seed(1)).unwrap();
        for (number, text) in moves.iter().enumerate() {
            let by = Seat((number % 2) as u8);
            game.submit(by, G::parse(text).unwrap()).unwrap().committed().unwrap();
        }
        game.state().clone()
    }

    #[test]
    fn a_cell_is_drawn_where_it_is_written() {
        let board = played::<TicTacToe>(&["a1", "a3", "b2", "b3", "c3"]);
        let Drawing::Grid(grid) = tic_tac_toe(&board, Some("c3"), "") else { panic!() };
        let (x, o) = (Some(0), Some(1));
        assert_eq!(grid.cells, [o, o, x, None, x, None, x, None, None]);
        assert_eq!((grid.last, grid.line.as_slice()), (Some(2), &[2, 4, 6][..]));
    }

    #[test]
    fn a_disc_is_drawn_where_it_fell() {
        let board = played::<ConnectFour>(&["a", "a", "g"]);
        let Drawing::Grid(grid) = connect_four(&board, Some("a"), "") else { panic!() };
        assert_eq!((grid.cells[35], grid.cells[28], grid.cells[41]), (Some(0), Some(1), Some(0)));
        assert_eq!((grid.last, grid.line.len(), grid.drops), (Some(28), 0, true));
    }
}
