//! The board: whose discs are where, whose turn it is, how it ended.
//!
//! A set of places is a number of 49 bits, seven for each column: six rows,
//! and one place above them that always stays empty, so that neither a row nor
//! a diagonal runs on from one column's top to the next one's bottom.

use rulebook::Encoder;
use rulebook::prelude::*;

use crate::Ending;

/// How many rows there are.
///
/// ```
/// use rulebook_games::connect_four::{Column, ROWS, setup};
/// assert_eq!(setup().disc(Column(0), ROWS - 1), None);
/// ```
pub const ROWS: u8 = 6;

/// From a place to its neighbour on the right.
const STRIDE: u8 = ROWS + 1;

/// One of the seven columns, numbered from the left.
///
/// Anybody can build a number that is no column; the book refuses it by name.
///
/// ```
/// use rulebook_games::connect_four::Column;
/// assert_eq!(Column(3).to_string(), "d");
/// assert_eq!("g".parse(), Ok(Column(6)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Canonical)]
pub struct Column(pub u8);

impl Column {
    /// How many columns there are.
    ///
    /// ```
    /// use rulebook_games::connect_four::Column;
    /// assert_eq!(Column::all().count(), usize::from(Column::COUNT));
    /// ```
    pub const COUNT: u8 = 7;

    /// All columns, in order.
    ///
    /// ```
    /// use rulebook_games::connect_four::Column;
    /// assert_eq!(Column::all().last(), Some(Column(6)));
    /// ```
    pub fn all() -> impl Iterator<Item = Column> {
        (0..Column::COUNT).map(Column)
    }

    /// Whether the board has such a column.
    ///
    /// ```
    /// use rulebook_games::connect_four::Column;
    /// assert!(Column(6).exists() && !Column(7).exists());
    /// ```
    #[inline]
    pub fn exists(self) -> bool {
        self.0 < Column::COUNT
    }

    /// The lowest place of the column.
    #[inline]
    fn bottom(self) -> u64 {
        1 << (self.0 * STRIDE)
    }

    /// All places of the column.
    #[inline]
    fn places(self) -> u64 {
        self.bottom() * ((1 << ROWS) - 1)
    }

    #[inline]
    fn place(self, row: u8) -> u64 {
        self.bottom() << row
    }
}

/// The lowest place of each column.
const BOTTOMS: u64 = {
    let mut bottoms = 0;
    let mut column = 0;
    while column < Column::COUNT {
        bottoms |= 1 << (column * STRIDE);
        column += 1;
    }
    bottoms
};

/// All places of the board.
const PLACES: u64 = BOTTOMS * ((1 << ROWS) - 1);

/// From a place to its neighbour above, on the right, and on the two
/// diagonals.
const DIRECTIONS: [u8; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];

/// The places, taken or not, that would make four with these discs. Upwards
/// only those above three count: no disc falls below another.
#[inline]
fn completing(discs: u64) -> u64 {
    let mut places = (discs << 1) & (discs << 2) & (discs << 3);
    for step in &DIRECTIONS[1..] {
        // The lower one of two neighbours that are both taken.
        let pairs = discs & (discs >> step);
        let (below, above) = (pairs << (2 * step), pairs >> step);
        places |= below & ((discs << (3 * step)) | (discs >> step));
        places |= above & ((discs >> (3 * step)) | (discs << step));
    }
    places & PLACES
}

/// Everything that is true of a game of connect four.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_games::connect_four::{Column, setup};
/// let board = setup();
/// assert_eq!(board.turn(), Seat(0));
/// assert!(Column::all().all(|column| board.is_open(column)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The places of each player's discs, as sets.
    discs: [u64; 2],
    /// The places that would make four for the player to move. Every rule asks
    /// for them, so they are kept; they follow from the discs.
    completing: u64,
    turn: Seat,
    ending: Option<Ending>,
}

/// What follows from the rest is left out.
impl Canonical for Board {
    fn encode(&self, into: &mut Encoder) {
        self.discs.encode(into);
        self.turn.encode(into);
        self.ending.encode(into);
    }
}

/// The empty board, red to move.
///
/// ```
/// use rulebook_games::connect_four::setup;
/// assert_eq!(setup().ending(), None);
/// ```
pub fn setup() -> Board {
    Board { discs: [0; 2], completing: 0, turn: Seat(0), ending: None }
}

impl Board {
    /// Whose turn it is.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::connect_four::setup;
    /// assert_eq!(setup().turn(), Seat(0));
    /// ```
    #[inline]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// How the game ended, once it has.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::{Ending, connect_four::read_position};
    /// let won = read_position("......./......./......./......./yyy..../rrrr...")?;
    /// assert_eq!(won.ending(), Some(Ending::Won { by: Seat(0) }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Whose disc is at this place, if anybody's is. Rows count from the
    /// bottom, from 0.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::connect_four::{Column, read_position};
    /// let board = read_position("......./......./......./......./...y.../...r...")?;
    /// assert_eq!(board.disc(Column(3), 1), Some(Seat(1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn disc(&self, column: Column, row: u8) -> Option<Seat> {
        let exists = column.exists() && row < ROWS;
        let has = |seat: Seat| exists && self.discs[seat.index()] & column.place(row) != 0;
        [Seat(0), Seat(1)].into_iter().find(|&seat| has(seat))
    }

    /// Whether there is such a column and it is not full.
    ///
    /// ```
    /// use rulebook_games::connect_four::{Column, setup};
    /// assert!(setup().is_open(Column(0)));
    /// assert!(!setup().is_open(Column(7)), "there is no such column");
    /// ```
    #[inline]
    pub fn is_open(&self, column: Column) -> bool {
        column.exists() && self.landing() & column.places() != 0
    }

    /// The columns in which the player to move would connect four.
    ///
    /// ```
    /// use rulebook_games::connect_four::{Column, read_position};
    /// let board = read_position("......./......./......./......./yyy..../rrr....")?;
    /// assert_eq!(board.connecting().collect::<Vec<_>>(), [Column(3)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn connecting(&self) -> Columns {
        Columns(self.landing() & self.completing)
    }

    /// The last open column, if only one place is left and it connects nothing.
    ///
    /// ```
    /// use rulebook_games::connect_four::setup;
    /// assert_eq!(setup().filling().count(), 0);
    /// ```
    #[inline]
    pub fn filling(&self) -> Columns {
        let free = PLACES & !self.taken();
        if free.is_power_of_two() { Columns(free & !self.connecting().0) } else { Columns(0) }
    }

    /// The open columns in which a disc ends nothing.
    ///
    /// ```
    /// use rulebook_games::connect_four::{Column, read_position};
    /// let board = read_position("......./......./......./......./yyy..../rrr....")?;
    /// assert!(!board.quiet().contains(Column(3)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn quiet(&self) -> Columns {
        let free = PLACES & !self.taken();
        if free.is_power_of_two() {
            Columns(0)
        } else {
            Columns(self.landing() & !self.connecting().0)
        }
    }

    /// Whether no place has two discs, none hangs in the air, and the players
    /// have taken turns.
    ///
    /// ```
    /// use rulebook_games::connect_four::setup;
    /// assert!(setup().is_sound());
    /// ```
    pub fn is_sound(&self) -> bool {
        let ([red, yellow], taken) = (self.discs, self.taken());
        // How many more are red than yellow. What is counted is not the two sets
        // themselves: those the compiler would read as one, and one of them was
        // written just now.
        let lead = (2 * red.count_ones()).checked_sub(taken.count_ones());
        // A disc rests on another one, or on the bottom.
        let rests = (taken << 1) | BOTTOMS;
        let hangs = taken & !(rests & PLACES);
        red & yellow == 0 && hangs == 0 && matches!(lead, Some(0 | 1))
    }

    /// Whether a player has connected four.
    pub(super) fn has_four(&self, seat: Seat) -> bool {
        let discs = self.discs[seat.index()];
        DIRECTIONS.iter().any(|step| {
            let pairs = discs & (discs >> step);
            pairs & (pairs >> (2 * step)) != 0
        })
    }

    /// Whether the board is full.
    pub(super) fn is_full(&self) -> bool {
        self.taken() == PLACES
    }

    /// The row of the highest disc of a column, if there is one.
    pub(super) fn top(&self, column: Column) -> Option<u8> {
        (0..ROWS).rev().find(|&row| self.disc(column, row).is_some())
    }

    #[inline]
    pub(super) fn pass_to(&mut self, seat: Seat) {
        self.turn = seat;
        self.completing = completing(self.discs[seat.index()]);
    }

    #[inline]
    fn taken(&self) -> u64 {
        self.discs[0] | self.discs[1]
    }

    /// Where a disc would land, in each open column.
    #[inline]
    fn landing(&self) -> u64 {
        // Adding one at a column's bottom carries up to its first free place.
        (self.taken() + BOTTOMS) & PLACES
    }

    /// Drops a disc; says in which row it landed.
    #[inline]
    pub(super) fn put(&mut self, seat: Seat, column: Column) -> u8 {
        let place = self.landing() & column.places();
        self.discs[seat.index()] |= place;
        self.pass_to(seat.next(2));
        (place.trailing_zeros() as u8).wrapping_sub(column.0 * STRIDE)
    }

    #[inline]
    pub(super) fn take(&mut self, seat: Seat, column: Column, row: u8) {
        self.discs[seat.index()] &= !column.place(row);
        self.pass_to(seat);
    }

    #[inline]
    pub(super) fn end(&mut self, ending: Option<Ending>) {
        self.ending = ending;
    }
}

/// A set of columns, which gives them one by one, in order.
///
/// ```
/// use rulebook_games::connect_four::{Column, setup};
/// assert_eq!(setup().quiet().count(), 7);
/// assert!(!setup().connecting().contains(Column(3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Columns(u64);

impl Columns {
    /// Whether the column is in the set.
    ///
    /// ```
    /// use rulebook_games::connect_four::{Column, setup};
    /// assert!(setup().quiet().contains(Column(3)));
    /// ```
    #[inline]
    pub fn contains(self, column: Column) -> bool {
        column.exists() && self.0 & column.places() != 0
    }

    /// Whether no column is left in the set.
    ///
    /// ```
    /// use rulebook_games::connect_four::setup;
    /// assert!(setup().connecting().is_empty());
    /// ```
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Iterator for Columns {
    type Item = Column;

    #[inline]
    fn next(&mut self) -> Option<Column> {
        if self.is_empty() {
            return None;
        }
        let column = Column(self.0.trailing_zeros() as u8 / STRIDE);
        self.0 &= self.0 - 1;
        Some(column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board with discs at these places: column and row.
    fn board(red: &[(u8, u8)], yellow: &[(u8, u8)]) -> Board {
        let set = |places: &[(u8, u8)]| {
            places.iter().fold(0, |set, &(column, row)| set | Column(column).place(row))
        };
        Board { discs: [set(red), set(yellow)], ..setup() }
    }

    #[test]
    fn a_board_is_sound_while_the_players_take_turns() {
        assert!(board(&[], &[]).is_sound());
        assert!(board(&[(0, 0)], &[]).is_sound());
        assert!(board(&[(0, 0)], &[(0, 1)]).is_sound());
        assert!(!board(&[], &[(0, 0)]).is_sound(), "yellow is ahead");
        assert!(!board(&[(0, 0), (1, 0)], &[]).is_sound(), "red is two ahead");
    }

    #[test]
    fn two_discs_in_one_place_are_not_sound() {
        assert!(!board(&[(3, 0)], &[(3, 0)]).is_sound());
        assert!(!board(&[(3, 0), (4, 0)], &[(3, 0)]).is_sound());
    }

    #[test]
    fn a_disc_that_hangs_in_the_air_is_not_sound() {
        assert!(!board(&[(3, 1)], &[]).is_sound());
        assert!(!board(&[(3, 0)], &[(3, 2)]).is_sound());
        assert!(!board(&[(3, 6)], &[]).is_sound(), "above the board");
    }
}
