//! What is wrong with a text, and where.

use std::error::Error;
use std::fmt;

/// A text that cannot be read, and the character at which reading stopped.
///
/// ```
/// use rulebook_games::backgammon::board::{Expected, Play};
/// let error = "24/18x".parse::<Play>().unwrap_err();
/// assert_eq!(error.at(), 5);
/// assert_eq!(error.expected(), Expected::EndOfMove);
/// assert_eq!(
///     error.to_string(),
///     "\"24/18x\" cannot be read at character 6: \
///      write \"/\" and the next stop, \"*\", \"(2)\", or a space and the next move.",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    text: String,
    at: usize,
    expected: Expected,
}

impl TextError {
    /// This text cannot be read at this character, counted from 0.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Expected, TextError};
    /// let error = TextError::new("70", 0, Expected::Die);
    /// assert_eq!(error.text(), "70");
    /// ```
    pub fn new(text: &str, at: usize, expected: Expected) -> TextError {
        TextError { text: text.to_owned(), at, expected }
    }

    /// The text that cannot be read.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Roll;
    /// assert_eq!("7".parse::<Roll>().unwrap_err().text(), "7");
    /// ```
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number of the character that cannot be read, from 0. The length of
    /// the text if something is missing at its end.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Roll;
    /// assert_eq!("37".parse::<Roll>().unwrap_err().at(), 1);
    /// ```
    pub fn at(&self) -> usize {
        self.at
    }

    /// What should be there.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Expected, Roll};
    /// assert_eq!("37".parse::<Roll>().unwrap_err().expected(), Expected::Die);
    /// ```
    pub fn expected(&self) -> Expected {
        self.expected
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TextError { text, at, expected } = self;
        write!(f, "{text:?} cannot be read at character {}: {expected}", at + 1)
    }
}

impl Error for TextError {}

/// What should be where a text cannot be read.
///
/// ```
/// use rulebook_games::backgammon::board::Expected;
/// assert_eq!(Expected::Die.to_string(), "write a die from 1 to 6.");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A place.
    Place,
    /// A place to move from.
    From,
    /// A place to move to.
    To,
    /// A slash between two places.
    Slash,
    /// A place that is nearer than the last one.
    Nearer,
    /// A stop that one die reaches.
    Stop,
    /// How often a move is made.
    Times,
    /// A move that is made no more often than there are dice.
    FewerSteps,
    /// The end of a move.
    EndOfMove,
    /// The end of the text.
    End,
    /// A die.
    Die,
    /// The name of a side.
    Side {
        /// Which one.
        side: crate::backgammon::board::Side,
    },
    /// Checkers on a place, which come in order.
    Checkers,
    /// How many checkers there are.
    Count,
    /// The end of a side's checkers.
    EndOfCheckers,
    /// One of the 64 characters of an id.
    IdCharacter,
    /// An id of this length.
    IdLength {
        /// How many characters it has.
        characters: u8,
    },
    /// Zeros at the end of an id, where it says nothing.
    IdEnd,
    /// A colon between two ids.
    Colon,
    /// What is to be done at a table.
    ToDo,
    /// The next thing that is said of a table.
    Clause,
    /// A number.
    Number,
    /// What a cube is worth.
    CubeValue,
    /// What is resigned.
    Win,
    /// Who won the last game.
    Winner,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Place => "write \"bar\", a point from 1 to 24, or \"off\".",
            Self::From => "write where the checker comes from: \"bar\" or a point from 1 to 24.",
            Self::To => "write where the checker goes: a point from 1 to 24, or \"off\".",
            Self::Slash => "write \"/\" and where the checker goes.",
            Self::Nearer => "a checker moves to a lower point: write one, or \"off\".",
            Self::Stop => "one die moves a checker 6 points at most: write every stop.",
            Self::Times => "write how often the move is made: \"(2)\", \"(3)\" or \"(4)\".",
            Self::FewerSteps => "a roll has 4 steps at most: write fewer.",
            Self::EndOfMove => {
                "write \"/\" and the next stop, \"*\", \"(2)\", or a space and the next move."
            }
            Self::End => "the text should end here.",
            Self::Die => "write a die from 1 to 6.",
            Self::Side { side } => {
                return write!(f, "write \"{side}\" and where its checkers are.");
            }
            Self::Checkers => {
                "write the next place with checkers: \"bar\", then points from 24 down to 1, \
                 then \"off\", each once."
            }
            Self::Count => "write how many checkers are there: from \"(2)\" to \"(15)\".",
            Self::EndOfCheckers => "write \"(2)\", a space and the next place, or \", \".",
            Self::IdCharacter => "write a letter, a figure, \"+\" or \"/\".",
            Self::IdLength { characters } => {
                return write!(f, "an id has {characters} characters.");
            }
            Self::IdEnd => "an id of a position ends in zeros after the last checker.",
            Self::ToDo => "write \"to roll\", or \"to play\" and the roll.",
            Self::Clause => {
                "write \", \" and one of these, in this order: \"opening\", \"white to roll\", \
                 \"white to play 31\" or \"over, black won 2\"; \"cube 2 of black\"; \"doubled\" or \
                 \"beavered 1\"; \"resigned gammon\"; \"match to 5\"; \"score 3-2\"; \
                 \"Crawford game\" or \"after the Crawford game\"; \"Jacoby rule\"; \"no cube\"; \
                 \"beavers 1\"; \"no Crawford rule\"; \"whole plays\"."
            }
            Self::Number => "write a number, not too large, without a sign and zeros in front.",
            Self::CubeValue => "a cube is worth 1, 2, 4, and so on to 32768.",
            Self::Win => "write \"single game\", \"gammon\" or \"backgammon\".",
            Self::Winner => "write who won and how many points, like \", black won 2\".",
            Self::Colon => "write \":\" between the id of the position and that of the match.",
        };
        f.write_str(text)
    }
}
