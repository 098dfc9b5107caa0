//! Backgammon without an engine: positions, legal plays, the cube, match play,
//! and their text forms.
//!
//! Everything here is a value or a function of values: no dice are thrown and
//! nothing is remembered.
//!
//! ```
//! use rulebook_games::backgammon::board::{Position, Roll, Side, plays};
//!
//! let roll: Roll = "31".parse()?;
//! let plays = plays(&Position::START, Side::White, roll);
//! let best = plays.iter().find(|play| play.to_string() == "8/5 6/5").unwrap();
//! let after = best.on(Position::START, Side::White);
//! assert_eq!(after.pips(Side::White), 163);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod check;
mod checkers;
mod contest;
mod cube;
mod gnu;
mod layout;
mod notation;
mod place;
mod play;
mod plays;
mod position;
mod problem;
mod roll;
mod side;
mod step;
mod terms;
mod turn;
mod win;

pub use check::play_problems;
pub use checkers::{CHECKERS, Checkers};
pub use contest::{Contest, ContestProblem, Crawford, DoubleProblem, NoContest};
pub use cube::{AnswerProblem, BeaverProblem, Cube, Offer};
pub use gnu::{
    GnuId, MatchId, MatchIdProblem, MatchIdProblems, MatchInfo, PositionId, PositionIdProblem,
    Stage,
};
pub use layout::{Layout, LayoutProblem, LayoutProblems};
pub(crate) use notation::{Cursor, read_layout};
pub use notation::{Expected, PlayTextError, PositionTextError, TextError, Written, diagram};
pub use place::Place;
pub use play::Play;
pub use plays::{for_each_play, is_play, plays};
pub use position::Position;
pub(crate) use problem::sentences;
pub use problem::{PlayProblem, StepProblem};
pub use roll::{Left, Roll};
pub use side::Side;
pub use step::{Step, StepClass, StepClassKind};
pub use terms::{Beavers, Length, Switch, Terms};
pub use turn::{StepRefused, Turn};
pub use win::Win;
