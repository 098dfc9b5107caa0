//! The board: who has marked which cells, whose turn it is, how it ended.

use rulebook::prelude::*;

use crate::Ending;

/// One of the nine cells, numbered from the lower left, row by row.
///
/// Anybody can build a number that is no cell; the book refuses it by name.
///
/// ```
/// use rulebook_games::tic_tac_toe::Cell;
/// assert_eq!(Cell(4).to_string(), "b2");
/// assert_eq!("c1".parse(), Ok(Cell(2)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Canonical)]
pub struct Cell(pub u8);

impl Cell {
    /// How many cells there are.
    ///
    /// ```
    /// use rulebook_games::tic_tac_toe::Cell;
    /// assert_eq!(Cell::all().count(), usize::from(Cell::COUNT));
    /// ```
    pub const COUNT: u8 = 9;

    /// All cells, in order.
    ///
    /// ```
    /// use rulebook_games::tic_tac_toe::Cell;
    /// assert_eq!(Cell::all().last(), Some(Cell(8)));
    /// ```
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..Cell::COUNT).map(Cell)
    }

    /// Whether the board has such a cell.
    ///
    /// ```
    /// use rulebook_games::tic_tac_toe::Cell;
    /// assert!(Cell(8).exists() && !Cell(9).exists());
    /// ```
    #[inline]
    pub fn exists(self) -> bool {
        self.0 < Cell::COUNT
    }

    /// The set of this cell alone.
    #[inline]
    fn bit(self) -> u16 {
        1 << self.0
    }
}

/// Everything that is true of a game of tic-tac-toe.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_games::tic_tac_toe::{Cell, setup};
/// let board = setup();
/// assert_eq!(board.turn(), Seat(0));
/// assert!(Cell::all().all(|cell| board.is_empty(cell)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Canonical)]
pub struct Board {
    /// The cells that each player has marked, as sets: bit 0 is cell 0.
    marks: [u16; 2],
    turn: Seat,
    ending: Option<Ending>,
}

/// The empty board, crosses to move.
///
/// ```
/// use rulebook_games::tic_tac_toe::setup;
/// assert_eq!(setup().ending(), None);
/// ```
pub fn setup() -> Board {
    Board { marks: [0; 2], turn: Seat(0), ending: None }
}

const FULL: u16 = (1 << Cell::COUNT) - 1;

/// Across, down, diagonally.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// For each set of marks, the cells that would complete a line.
///
/// A table, because a search asks this at every move.
const COMPLETING: [u16; 1 << Cell::COUNT] = {
    let mut table = [0; 1 << Cell::COUNT];
    let mut marks = 0;
    while marks < table.len() {
        let mut line = 0;
        while line < LINES.len() {
            let missing = LINES[line] & !(marks as u16);
            if missing.count_ones() == 1 {
                table[marks] |= missing;
            }
            line += 1;
        }
        marks += 1;
    }
    table
};

impl Board {
    /// Whose turn it is.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::tic_tac_toe::read_position;
    /// assert_eq!(read_position("x../.../...")?.turn(), Seat(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// How the game ended, once it has.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::{Ending, tic_tac_toe::read_position};
    /// let won = read_position("xxx/oo./...")?;
    /// assert_eq!(won.ending(), Some(Ending::Won { by: Seat(0) }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Whose mark is in the cell, if anybody's is.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::tic_tac_toe::{Cell, read_position};
    /// let board = read_position("x../.../...")?;
    /// assert_eq!((board.mark(Cell(6)), board.mark(Cell(0))), (Some(Seat(0)), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mark(&self, cell: Cell) -> Option<Seat> {
        let has = |seat: Seat| cell.exists() && self.marks[seat.index()] & cell.bit() != 0;
        [Seat(0), Seat(1)].into_iter().find(|&seat| has(seat))
    }

    /// Whether there is such a cell and nobody has marked it.
    ///
    /// ```
    /// use rulebook_games::tic_tac_toe::{Cell, setup};
    /// assert!(setup().is_empty(Cell(4)));
    /// assert!(!setup().is_empty(Cell(9)), "there is no such cell");
    /// ```
    #[inline]
    pub fn is_empty(&self, cell: Cell) -> bool {
        cell.exists() && self.empty() & cell.bit() != 0
    }

    /// The empty cells that would give the player to move a line.
    ///
    /// ```
    /// use rulebook_games::tic_tac_toe::{Cell, read_position};
    /// let board = read_position("xx./oo./...")?;
    /// assert_eq!(board.completing().collect::<Vec<_>>(), [Cell(8)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn completing(&self) -> Cells {
        let mine = self.marks[self.turn.index()];
        Cells(COMPLETING[usize::from(mine)] & self.empty())
    }

    /// The last empty cell, if only one is left and it completes no line.
    ///
    /// ```
    /// use rulebook_games::tic_tac_toe::{Cell, read_position};
    /// let board = read_position("xox/xoo/ox.")?;
    /// assert_eq!(board.filling().collect::<Vec<_>>(), [Cell(2)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn filling(&self) -> Cells {
        let empty = self.empty();
        if empty.is_power_of_two() { Cells(empty & !self.completing().0) } else { Cells(0) }
    }

    /// The empty cells in which a mark ends nothing.
    ///
    /// ```
    /// use rulebook_games::tic_tac_toe::{Cell, read_position};
    /// let board = read_position("xx./oo./...")?;
    /// assert_eq!(board.quiet().count(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn quiet(&self) -> Cells {
        let empty = self.empty();
        if empty.is_power_of_two() { Cells(0) } else { Cells(empty & !self.completing().0) }
    }

    /// Whether no cell has two marks and the players have taken turns.
    ///
    /// ```
    /// use rulebook_games::tic_tac_toe::setup;
    /// assert!(setup().is_sound());
    /// ```
    pub fn is_sound(&self) -> bool {
        let [crosses, noughts] = self.marks;
        let lead = crosses.count_ones().checked_sub(noughts.count_ones());
        crosses & noughts == 0 && (crosses | noughts) & !FULL == 0 && matches!(lead, Some(0 | 1))
    }

    /// Whether a player has a line.
    pub(super) fn has_line(&self, seat: Seat) -> bool {
        LINES.iter().any(|line| self.marks[seat.index()] & line == *line)
    }

    /// Whether the board is full.
    pub(super) fn is_full(&self) -> bool {
        self.empty() == 0
    }

    pub(super) fn pass_to(&mut self, seat: Seat) {
        self.turn = seat;
    }

    #[inline]
    fn empty(&self) -> u16 {
        FULL & !(self.marks[0] | self.marks[1])
    }

    #[inline]
    pub(super) fn put(&mut self, seat: Seat, cell: Cell) {
        self.marks[seat.index()] |= cell.bit();
        self.turn = seat.next(2);
    }

    #[inline]
    pub(super) fn take(&mut self, seat: Seat, cell: Cell) {
        self.marks[seat.index()] &= !cell.bit();
        self.turn = seat;
    }

    #[inline]
    pub(super) fn end(&mut self, ending: Option<Ending>) {
        self.ending = ending;
    }
}

/// A set of cells, which gives them one by one, in order.
///
/// ```
/// use rulebook_games::tic_tac_toe::{Cell, setup};
/// assert_eq!(setup().quiet().collect::<Vec<_>>(), Cell::all().collect::<Vec<_>>());
/// assert!(!setup().completing().contains(Cell(4)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells(u16);

impl Cells {
    /// Whether the cell is in the set.
    ///
    /// ```
    /// use rulebook_games::tic_tac_toe::{Cell, setup};
    /// assert!(setup().quiet().contains(Cell(4)));
    /// ```
    #[inline]
    pub fn contains(self, cell: Cell) -> bool {
        cell.exists() && self.0 & cell.bit() != 0
    }
}

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let cell = Cell(self.0.trailing_zeros() as u8);
        self.0 &= self.0.wrapping_sub(1);
        cell.exists().then_some(cell)
    }
}
