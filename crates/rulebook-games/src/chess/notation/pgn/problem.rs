//! What can be wrong with a game's text.

use super::game::PgnResult;
use crate::chess::board::Finish;
use crate::chess::notation::{FenProblem, Misread, SanProblem};
use crate::chess::sentences::sentences;

/// A game that cannot be read: where, and why.
///
/// ```
/// use rulebook_games::chess::notation::{PgnError, read_pgn};
/// let error: PgnError = read_pgn("1. e4 e5\n2. Ke3 *").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 4: The move is not legal. A king does not move from e1 to e3.");
/// ```
pub type PgnError = Misread<PgnProblem>;

sentences! {
    /// What is wrong with a game's text.
    ///
    /// ```
    /// use rulebook_games::chess::notation::PgnProblem;
    /// assert_eq!(PgnProblem::TagName.to_string(), "Write the tag's name here: letters, digits and underscores.");
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum PgnProblem {
        "Write the tag's name here: letters, digits and underscores."
        TagName,
        "There is a tag {name} already: leave one."
        TagAgain {
            /// Which tag.
            name: String,
        },
        "Write the tag's value here, in double quotes."
        TagValue,
        "The value ends with a double quote on the same line: add it."
        TagOpen,
        "After a backslash comes a double quote or another backslash: double the backslash."
        TagEscape,
        "Close the tag with ]."
        TagClose,
        "Tags come before the moves: end the game before with its result."
        TagLate,
        "{found:?} is no result: write 1-0, 0-1, 1/2-1/2 or *."
        ResultTag {
            /// What the tag says.
            found: String,
        },
        "The tag SetUp says 1 if there is a tag FEN, and is left out or says 0 if not."
        SetUp,
        "{problem}"
        Start {
            /// What is wrong with the position where the game starts.
            problem: FenProblem,
        },
        "{problem}"
        Move {
            /// What is wrong with the move.
            problem: SanProblem,
        },
        "The next move has the number {expected}: correct it."
        MoveNumber {
            /// The right number.
            expected: u16,
        },
        "It is White's turn: write one full stop after the number."
        MoveSide,
        "A move comes after its number: add it, or remove the number."
        NumberAlone,
        "Signs and variations come after a move: move this behind one."
        NoMove,
        "Write a number from 0 to 255 after $."
        Glyph,
        "These signs mean nothing: write one of !, ?, !!, ??, !? and ?!."
        Suffix,
        "The comment is never closed: add a closing brace."
        CommentOpen,
        "The variation is never closed: add a closing parenthesis."
        VariationOpen,
        "No variation is open here: remove the parenthesis."
        VariationClosed,
        "Variations lie more than {most} deep in each other: flatten them."
        VariationDeep {
            /// How deep they may lie.
            most: usize,
        },
        "A result ends the game, but this is in a variation: remove it."
        VariationResult,
        "The tag says {tag}, and the moves end with {found}: correct one of them."
        ResultDiffers {
            /// What the tag says.
            tag: PgnResult,
            /// What stands after the moves.
            found: PgnResult,
        },
        "The board shows another result than {found} ({finish}): correct it."
        ResultWrong {
            /// What the board shows.
            finish: Finish,
            /// What stands after the moves.
            found: PgnResult,
        },
        "The game has no end: write its result, 1-0, 0-1, 1/2-1/2 or *."
        NoResult,
        "{found:?} means nothing here: remove it."
        Unknown {
            /// What stands there.
            found: char,
        },
        "There is no game: write at least a result, 1-0, 0-1, 1/2-1/2 or *."
        NoGame,
    }
}
