//! Tables as text, in and out.
//!
//! A text says where the checkers are and then, in this order, what is not as
//! at the start of a game for money:
//!
//! | written | meaning |
//! | --- | --- |
//! | `4HPwATDgc/ABMA` | the position, by the id that GNU Backgammon gives it; the player whose turn it is sees it so, White before the opening and at the end |
//! | `white 24(2) 13(5), black 6(15)` | the position written out, instead |
//! | `opening`, `white to roll`, `white to play 31`, `white to play 31: 8/5 6/5` | what is to be done; the steps made so far, of a turn that began there |
//! | `over, black won 2` | nothing is to be done; who won the last game, and how many points |
//! | `cube 2`, `cube 2 of black` | the cube |
//! | `doubled by white`, `beavered 1 by black` | a double that waits for its answer, and how often it was turned again |
//! | `resigned gammon` | a resignation that waits for its answer |
//! | `match to 5` | a match, not money |
//! | `score 3-2` | White's points, and Black's |
//! | `Crawford game`, `after the Crawford game` | where the match is |
//! | `Jacoby rule`, `no cube`, `beavers 1`, `no Crawford rule` | what was agreed |
//! | `whole plays` | plays are not made step by step |
//!
//! The ids of a position and a match, with a colon between them, are read too:
//! `4HPwATDgc/ABMA:cInlAAAAAAAE`. After them only what an id does not say can
//! follow. And for short, the dice can stand right behind the ids, and then
//! the steps: `4HPwATDgc/ABMA 31 8/5` is White's turn.

mod read;
mod write;

use std::error::Error;
use std::fmt;

use super::TableProblems;
use super::board::TextError;
use crate::PositionError;

/// How a table is written, for somebody who wants to.
pub(super) const FORM: &str = "write a position id of GNU Backgammon, like \"4HPwATDgc/ABMA\" (a game for money, white to roll), or \
     one with a match id behind a colon; then the dice, if they are rolled, and the steps that are made, like \"4HPwATDgc/ABMA 31 8/5\". \
     Instead of the id, say where the checkers are, each player's by their own points, like \"white 6(15), black 24(2) 1(12) off, white to play 31\". \
     Or say everything in words, like \"4HPwATDgc/ABMA, black to play 31, cube 2 of black, match to 5, score 3-2\".";

/// Why a text is no table.
///
/// ```
/// use rulebook_games::backgammon::{Table, TableTextError};
/// let error = "4HPwATDgc/ABMA, white to play 37".parse::<Table>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "\"4HPwATDgc/ABMA, white to play 37\" cannot be read at character 32: \
///      write a die from 1 to 6.",
/// );
/// let error = "4HPwATDgc/ABMA, white to roll, cube 1 of white, no cube, match to 5, score 5-1";
/// assert!(error.parse::<Table>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum TableTextError {
    /// It cannot be read.
    Unreadable(TextError),
    /// It can be read, but there is no such table.
    Impossible(TableProblems),
}

impl TableTextError {
    /// The same, as every game says what is wrong with a position.
    pub(super) fn of(self, text: &str) -> PositionError {
        match self {
            Self::Unreadable(error) => {
                PositionError::at_character(text, error.at(), error.expected().to_string())
            }
            Self::Impossible(problems) => PositionError::new(text, problems.to_string()),
        }
    }
}

impl fmt::Display for TableTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => fmt::Display::fmt(error, f),
            Self::Impossible(problems) => fmt::Display::fmt(problems, f),
        }
    }
}

impl Error for TableTextError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Unreadable(error) => Some(error),
            Self::Impossible(problems) => Some(problems),
        }
    }
}

impl From<TextError> for TableTextError {
    fn from(error: TextError) -> TableTextError {
        TableTextError::Unreadable(error)
    }
}

impl From<TableProblems> for TableTextError {
    fn from(problems: TableProblems) -> TableTextError {
        TableTextError::Impossible(problems)
    }
}
