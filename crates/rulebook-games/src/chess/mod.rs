//! Chess.
//!
//! # The rules
//!
//! The laws of chess, complete. White has seat 0 and moves first.
//!
//! 1. The players take turns. On your turn, make a legal move: a special one
//!    (**castling**, **en passant**, **promotion**, a pawn's **double step**),
//!    or an **ordinary** one.
//! 2. Whoever gives **checkmate** wins. The game is drawn by **stalemate**, by
//!    insufficient material, after seventy-five moves of each player without a
//!    capture or a pawn's move, and when a position comes about for the fifth
//!    time.
//! 3. You may **offer a draw** at any time. Your opponent may **accept** it;
//!    who moves instead does not.
//! 4. After fifty such moves, or when the position has come about for the third
//!    time, you may **claim a draw** instead of moving. If your next move would
//!    bring that about, you may **announce** it with the claim instead of making
//!    it.
//! 5. You may **resign** at any time.
//!
//! Positions in which nobody can mate although the pieces would suffice, behind
//! a wall of pawns say, are not found out: the players agree on a draw there.
//!
//! Both players are active as long as the game lasts, for they may resign;
//! [`Match::turn`] says who is to move.
//!
//! Moves are written as chess programs write them: `e2e4`, `a7a8q`, and
//! castling as `e1g1`. On a board that is known, [`parse_in`] reads them as
//! people write them too: `e4`, `a8=Q`, `O-O`. More is in [`notation`].
//!
//! # Example
//!
//! ```
//! use rulebook::prelude::*;
//! use rulebook_games::chess::{book, parse, setup};
//!
//! let mut game = book().start(setup(), Seed(1))?;
//! for (turn, text) in ["f2f3", "e7e5", "g2g4", "d8h4"].into_iter().enumerate() {
//!     game.submit(Seat(turn as u8 % 2), parse(text)?)?;
//! }
//! assert_eq!(game.result(), Some(Scores::win(Seat(1), 2)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A refused move says everything that is against it:
//!
//! ```
//! use rulebook::prelude::*;
//! use rulebook_games::chess::notation::read_fen;
//! use rulebook_games::chess::{Match, book, parse};
//!
//! let position = read_fen("4kr2/8/8/8/8/8/8/4KB1R w K - 0 1")?;
//! let mut game = book().start(Match::from(position), Seed(1))?;
//! assert_eq!(
//!     game.submit(Seat(0), parse("e1g1")?)?.to_string(),
//!     "disallowed: The piece on f1 is in the way. The king passes f1, which is attacked from f8.",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What else is here
//!
//! - [`board`]: pieces, positions, moves by the rule that they are made by,
//!   refusals, results. It can be used without the engine.
//! - [`notation`]: positions (FEN), moves (SAN, UCI) and games (PGN), in and out.
//! - [`chess960`]: the same rule sheet from another start.
//! - [`king_of_the_hill`] and [`three_check`]: the same rule sheet with a rule
//!   or two above it.

mod action;
mod agreeing;
mod book;
mod ending;
mod event;
mod moving;
mod numbers;
mod past;
mod position;
mod reason;
mod sentences;
mod state;
mod text;

pub mod board;
pub mod chess960;
pub mod king_of_the_hill;
pub mod notation;
pub mod three_check;

pub use action::{Action, ActionKind, universe};
pub use book::book;
pub use ending::Ending;
pub use event::{Event, EventKind, Trace};
pub use position::{read_position, write_position};
pub use reason::{Objection, Why};
pub use state::{Draws, Match, setup};
pub use text::{parse, parse_in, print, print_in, show, tell};

use rulebook::prelude::*;

use board::{Colour, Role};

use crate::{CountsAs, ParseError, Playable, PositionError};

/// A game that is played by the rule sheet of chess: chess itself and its
/// variants, which differ in their start or in rules of their own.
///
/// ```
/// use rulebook_games::chess::{Chess, ChessGame, Match, setup};
/// /// Whether the game goes on, whichever it is.
/// fn goes_on<G: ChessGame>(game: &Match) -> bool {
///     G::result(game).is_none()
/// }
/// assert!(goes_on::<Chess>(&setup()));
/// ```
pub trait ChessGame:
    Game<State = Match, Action = Action, Event = Event, Trace = Trace, Reason = Why> + Revert
{
}

/// Makes a type a game of chess.
macro_rules! chess_game {
    ($game:ident) => {
        impl Game for $game {
            type State = Match;
            type Action = Action;
            type Event = Event;
            type Trace = Trace;
            type Reason = Why;

            #[inline(always)]
            fn apply(game: &mut Match, event: &Event) -> Trace {
                event::apply(game, *event)
            }

            #[inline]
            fn active(game: &Match) -> Actors {
                // Also who is not to move may resign, or offer a draw.
                if game.is_arranged() { Actors::seats(2) } else { Actors::only(By::Chance) }
            }

            #[inline]
            fn turn(game: &Match) -> Option<Seat> {
                game.is_arranged().then(|| game.turn())
            }

            #[inline]
            fn result(game: &Match) -> Option<Scores> {
                game.ending().map(Ending::scores)
            }

            /// A move is about the piece that moves.
            #[inline]
            fn subject(game: &Match, action: &Action) -> Option<Subject> {
                match *action {
                    Action::Move(attempt) => {
                        let piece = game.position().board().piece_at(attempt.from);
                        piece.map(|piece| piece.role.into())
                    }
                    _ => None,
                }
            }
        }

        impl Revert for $game {
            #[inline]
            fn revert(game: &mut Match, event: &Event, trace: &Trace) {
                event::revert(game, event, trace);
            }
        }

        impl rulebook::Open for $game {}

        impl ChessGame for $game {}
    };
}

/// Makes a game of chess playable.
macro_rules! playable {
    ($game:ident, $name:literal, $about:literal, $book:path, $setup:path,
     $form:path, $write:path, $read:path) => {
        impl Playable for $game {
            const NAME: &'static str = $name;
            const ABOUT: &'static str = $about;
            const SEATS: usize = 2;
            const POSITIONS: &'static str = $form;
            const HORIZON: u32 = 16;

            fn book() -> Book<Self> {
                $book()
            }

            fn setup() -> Match {
                $setup()
            }

            fn universe(game: &Match) -> Vec<Action> {
                universe(game)
            }

            fn show(game: &Match) -> String {
                show(game)
            }

            fn show_sight(game: &Match) -> String {
                show(game)
            }

            fn print(action: &Action) -> String {
                print(action)
            }

            fn tell(event: &Event) -> String {
                tell(event)
            }

            fn parse(text: &str) -> Result<Action, ParseError> {
                parse(text)
            }

            fn parse_in(game: &Match, text: &str) -> Result<Action, ParseError> {
                parse_in(game, text)
            }

            fn print_in(game: &Match, action: &Action) -> String {
                print_in(game, action)
            }

            fn write_position(game: &Match) -> String {
                $write(game)
            }

            fn read_position(text: &str) -> Result<Match, PositionError> {
                $read(text)
            }

            /// Pieces, as everybody counts them.
            fn estimate(game: &Match, seat: Seat) -> i32 {
                $crate::chess::material(game, seat)
            }

            /// Who counts moves knows no draws.
            fn for_counting(game: Match) -> Match {
                game.with_draws(Draws::None)
            }

            fn counts_as(action: &Action) -> CountsAs {
                match action {
                    Action::Move(_) => CountsAs::Move,
                    Action::Arrange => CountsAs::Chance,
                    _ => CountsAs::Aside,
                }
            }

            fn is_rare(action: &Action) -> bool {
                !matches!(action, Action::Move(_) | Action::Arrange)
            }
        }
    };
}

pub(crate) use {chess_game, playable};

/// Rules about one sort of pieces say so.
impl From<Role> for Subject {
    fn from(role: Role) -> Subject {
        Subject(role as u32)
    }
}

impl Role {
    /// What the sort of pieces is called that a rule is about.
    fn name_of(Subject(role): Subject) -> Option<String> {
        Role::ALL.get(role as usize).map(|role| format!("{role}s"))
    }
}

/// What a seat has more on the board than the other, in thousandths of a
/// point: half of everything is nearly a win.
fn material(game: &Match, seat: Seat) -> i32 {
    const WORTH: [(Role, i32); 5] =
        [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
    let board = game.position().board();
    let of = |colour| -> i32 {
        WORTH.iter().map(|&(role, worth)| worth * board.of(colour, role).len() as i32).sum()
    };
    let ahead = of(Colour::White) - of(Colour::Black);
    let ahead = if seat == Seat(0) { ahead } else { -ahead };
    (45 * ahead).clamp(-900, 900)
}

/// The game of chess; see the [module](self).
///
/// ```
/// use rulebook::{Game, Seat};
/// use rulebook_games::chess::{Chess, setup};
/// assert!(Chess::active(&setup()).contains(Seat(0)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Chess;

chess_game!(Chess);
playable!(
    Chess,
    "chess",
    "Chess, by its laws.",
    book,
    setup,
    position::FORM,
    write_position,
    read_position
);
