//! Positions of games in which two players fill a grid: the rows from the top,
//! with a stroke between them.

use rulebook::Seat;

use crate::PositionError;

/// What is written after the grid if the player whose turn it was gave up.
const RESIGNED: &str = " resigned";

/// How a grid is written.
pub(crate) struct Grid {
    pub(crate) columns: u8,
    pub(crate) rows: u8,
    /// What stands for each player.
    pub(crate) letters: [char; 2],
}

/// What a text says of a grid.
pub(crate) struct Picture {
    /// Whose mark is where: seat, column, and row from the bottom. The lowest
    /// row comes first.
    pub(crate) marks: Vec<(Seat, u8, u8)>,
    /// Whether the player whose turn it was gave up.
    pub(crate) resigned: bool,
}

impl Grid {
    /// Writes a grid. `at` says whose mark is in a column and row.
    pub(crate) fn write(&self, at: impl Fn(u8, u8) -> Option<Seat>, resigned: bool) -> String {
        let place = |column, row| at(column, row).map_or('.', |seat| self.letters[seat.index()]);
        let line = |row| (0..self.columns).map(|column| place(column, row)).collect::<String>();
        let rows: Vec<String> = (0..self.rows).rev().map(line).collect();
        rows.join("/") + if resigned { RESIGNED } else { "" }
    }

    /// Reads a grid.
    pub(crate) fn read(&self, text: &str) -> Result<Picture, PositionError> {
        let (grid, resigned) = match text.strip_suffix(RESIGNED) {
            Some(grid) => (grid, true),
            None => (text, false),
        };
        let mut marks = Vec::new();
        let mut letters = grid.chars().enumerate();
        for row in (0..self.rows).rev() {
            for column in 0..self.columns {
                marks.extend(self.place(text, letters.next())?.map(|seat| (seat, column, row)));
            }
            match letters.next() {
                Some((_, '/')) if row > 0 => {}
                None if row == 0 => {}
                other => return Err(self.no_row_end(text, other, row)),
            }
        }
        marks.sort_by_key(|&(_, column, row)| (row, column));
        Ok(Picture { marks, resigned })
    }

    fn place(&self, text: &str, at: Option<(usize, char)>) -> Result<Option<Seat>, PositionError> {
        let [first, second] = self.letters;
        match at {
            Some((_, '.')) => Ok(None),
            Some((_, letter)) if letter == first => Ok(Some(Seat(0))),
            Some((_, letter)) if letter == second => Ok(Some(Seat(1))),
            other => {
                let at = other.map_or(text.chars().count(), |(at, _)| at);
                let why = format!("write {first}, {second}, or . for an empty place.");
                Err(PositionError::at_character(text, at, why))
            }
        }
    }

    fn no_row_end(&self, text: &str, at: Option<(usize, char)>, row: u8) -> PositionError {
        let at = at.map_or(text.chars().count(), |(at, _)| at);
        let (columns, rows) = (self.columns, self.rows);
        let why = match row {
            0 => format!("there are {rows} rows, and the text should end here."),
            _ => format!("a row has {columns} places: write / and the next row below."),
        };
        PositionError::at_character(text, at, why)
    }

    /// What is against marks of these numbers, if anything is.
    pub(crate) fn uneven(&self, counts: [usize; 2]) -> Option<String> {
        let [first, second] = self.letters;
        let [firsts, seconds] = counts;
        let taken_turns = firsts == seconds || firsts == seconds + 1;
        (!taken_turns).then(|| {
            format!(
                "There are {firsts} {first} and {seconds} {second}: they take turns, and {first} \
                 begins, so there must be as many, or one more {first}."
            )
        })
    }
}
