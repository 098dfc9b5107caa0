//! The sixty-four squares, one at a time.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// One square of the board.
///
/// Squares are counted from a1 to h1, then from a2 to h2, and so on to h8.
///
/// ```
/// use rulebook_games::chess::board::Square;
/// let square: Square = "e4".parse()?;
/// assert_eq!(square, Square::E4);
/// assert_eq!((square.file(), square.rank()), (4, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

macro_rules! name_squares {
    ($($name:ident)*) => { name_squares!(@ 0u8; $($name)*); };
    (@ $index:expr; $name:ident $($rest:ident)*) => {
        #[doc = concat!("The square ", stringify!($name), ".")]
        pub const $name: Square = Square($index);
        name_squares!(@ $index + 1; $($rest)*);
    };
    (@ $index:expr;) => {};
}

impl Square {
    name_squares! {
        A1 B1 C1 D1 E1 F1 G1 H1
        A2 B2 C2 D2 E2 F2 G2 H2
        A3 B3 C3 D3 E3 F3 G3 H3
        A4 B4 C4 D4 E4 F4 G4 H4
        A5 B5 C5 D5 E5 F5 G5 H5
        A6 B6 C6 D6 E6 F6 G6 H6
        A7 B7 C7 D7 E7 F7 G7 H7
        A8 B8 C8 D8 E8 F8 G8 H8
    }

    /// The square with this number, if it is below 64.
    ///
    /// ```
    /// use rulebook_games::chess::board::Square;
    /// assert_eq!(Square::new(63), Some(Square::H8));
    /// assert_eq!(Square::new(64), None);
    /// ```
    pub const fn new(index: u8) -> Option<Square> {
        if index < 64 { Some(Square(index)) } else { None }
    }

    /// The square on this file and rank, both counted from 0.
    ///
    /// ```
    /// use rulebook_games::chess::board::Square;
    /// assert_eq!(Square::at(6, 0), Some(Square::G1));
    /// assert_eq!(Square::at(8, 0), None);
    /// ```
    pub const fn at(file: u8, rank: u8) -> Option<Square> {
        if file < 8 && rank < 8 { Some(Square(rank * 8 + file)) } else { None }
    }

    /// The square with this number, counted on from a1 again after h8.
    #[inline]
    pub(crate) const fn wrap(index: u8) -> Square {
        Square(index & 63)
    }

    /// The square on this square's rank and that file.
    #[inline]
    pub(crate) const fn on_file(self, file: u8) -> Square {
        Square(self.0 & 56 | file & 7)
    }

    /// All squares, from a1 to h8.
    ///
    /// ```
    /// use rulebook_games::chess::board::Square;
    /// assert_eq!(Square::all().count(), 64);
    /// ```
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..64u8).map(Square)
    }

    /// Its number, from 0 (a1) to 63 (h8).
    ///
    /// ```
    /// use rulebook_games::chess::board::Square;
    /// assert_eq!(Square::B1.index(), 1);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        // The mask says nothing new; it lets the compiler drop bounds checks.
        (self.0 & 63) as usize
    }

    /// Its file, from 0 (a) to 7 (h).
    ///
    /// ```
    /// use rulebook_games::chess::board::Square;
    /// assert_eq!(Square::C7.file(), 2);
    /// ```
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// Its rank, from 0 (the first) to 7 (the eighth).
    ///
    /// ```
    /// use rulebook_games::chess::board::Square;
    /// assert_eq!(Square::C7.rank(), 6);
    /// ```
    #[inline]
    pub const fn rank(self) -> u8 {
        (self.0 & 63) >> 3
    }

    /// Whether the square is a light one, as h1 is.
    ///
    /// ```
    /// use rulebook_games::chess::board::Square;
    /// assert!(Square::H1.is_light());
    /// assert!(!Square::A1.is_light());
    /// ```
    pub const fn is_light(self) -> bool {
        (self.file() + self.rank()) % 2 == 1
    }

    /// The letter of its file.
    ///
    /// ```
    /// use rulebook_games::chess::board::Square;
    /// assert_eq!(Square::C7.file_letter(), 'c');
    /// ```
    pub const fn file_letter(self) -> char {
        (b'a' + self.file()) as char
    }

    /// The digit of its rank.
    ///
    /// ```
    /// use rulebook_games::chess::board::Square;
    /// assert_eq!(Square::C7.rank_digit(), '7');
    /// ```
    pub const fn rank_digit(self) -> char {
        (b'1' + self.rank()) as char
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file_letter(), self.rank_digit())
    }
}

/// By name, so that events and explanations read like the game.
impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no square.
///
/// ```
/// use rulebook_games::chess::board::Square;
/// let error = "e9".parse::<Square>().unwrap_err();
/// assert_eq!(error.to_string(), "\"e9\" is no square: write a letter from a to h and a digit from 1 to 8.");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchSquare {
    /// The text that was taken for a square.
    pub text: String,
}

impl fmt::Display for NoSuchSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.text;
        write!(f, "{text:?} is no square: write a letter from a to h and a digit from 1 to 8.")
    }
}

impl Error for NoSuchSquare {}

impl FromStr for Square {
    type Err = NoSuchSquare;

    fn from_str(text: &str) -> Result<Square, NoSuchSquare> {
        let square = match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Square::at(file - b'a', rank - b'1'),
            _ => None,
        };
        square.ok_or_else(|| NoSuchSquare { text: text.to_owned() })
    }
}
