//! The board, the actions and the events as text.

use super::board::Claim;
use super::notation::{FenStyle, UciCastling, read_attempt, write_fen_as};
use super::{Action, Event, Match};
use crate::ParseError;

const EXPECTED: &str = "write a move as its two squares, like \"e2e4\", with q, r, b or n behind for a promotion; \
     or \"resign\", \"offer draw\", \"accept draw\", \"claim fifty moves\", \"claim repetition\", \
     or a claim with the move that it is about, like \"claim repetition with g1f3\".";

/// Between a claim and the move that is announced with it.
const WITH: &str = " with ";

/// What is no move, and how it is written.
const WORDS: [(&str, Action); 6] = [
    ("resign", Action::Resign),
    ("offer draw", Action::OfferDraw),
    ("accept draw", Action::AcceptDraw),
    ("claim fifty moves", Action::Claim(Claim::FiftyMoves)),
    ("claim repetition", Action::Claim(Claim::ThreefoldRepetition)),
    ("arrange", Action::Arrange),
];

/// The action as a player writes it.
///
/// ```
/// use rulebook_games::chess::{Action, parse, print};
/// assert_eq!(print(&parse("a7a8q")?), "a7a8q");
/// assert_eq!(print(&Action::OfferDraw), "offer draw");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn print(action: &Action) -> String {
    match action {
        Action::Move(attempt) => attempt.to_string(),
        Action::Announce(claim, attempt) => {
            format!("{}{WITH}{attempt}", print(&Action::Claim(*claim)))
        }
        word => {
            let known = WORDS.iter().find(|(_, action)| action == word);
            known.map_or_else(|| format!("{word:?}"), |(text, _)| (*text).to_owned())
        }
    }
}

/// Reads an action as a player writes it.
///
/// # Errors
///
/// If it is neither two squares nor one of the words.
///
/// ```
/// use rulebook_games::chess::{Action, parse};
/// assert_eq!(parse(" resign "), Ok(Action::Resign));
/// assert!(matches!(parse("claim repetition with g1f3"), Ok(Action::Announce(..))));
/// assert!(parse("e9e4").is_err());
/// ```
pub fn parse(text: &str) -> Result<Action, ParseError> {
    let text = text.trim();
    if let Some((_, action)) = WORDS.iter().find(|(word, _)| *word == text) {
        return Ok(*action);
    }
    let unread = || ParseError::new(text, EXPECTED);
    // The place of the mistake is of little use in four letters.
    let read = |text| read_attempt(text).map_err(|_place| unread());
    let Some((claim, attempt)) = text.split_once(WITH) else {
        return Ok(Action::Move(read(text)?));
    };
    match WORDS.iter().find(|(word, _)| *word == claim) {
        Some((_, Action::Claim(claim))) => Ok(Action::Announce(*claim, read(attempt)?)),
        _ => Err(unread()),
    }
}

/// An event as a player tells it.
///
/// ```
/// use rulebook_games::chess::board::Colour;
/// use rulebook_games::chess::{Event, tell};
/// assert_eq!(tell(&Event::Offered { by: Colour::Black }), "Black offers a draw");
/// ```
pub fn tell(event: &Event) -> String {
    match event {
        Event::Moved { chosen } => format!("{chosen:?}"),
        Event::Offered { by } => format!("{by} offers a draw"),
        Event::Checked { by } => format!("{by} gives check"),
        Event::Arranged { number } => format!("the pieces stand in order {number}"),
        Event::Ended { ending } => ending.to_string(),
    }
}

/// The board as White sees it, the position as FEN (in Chess960 with castling
/// by the files of the rooks), and what else counts.
///
/// ```
/// use rulebook_games::chess::{setup, show};
/// let shown = show(&setup());
/// assert!(shown.starts_with("8 r n b q k b n r\n7 p p p p p p p p\n"));
/// assert!(shown.ends_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"));
/// ```
pub fn show(game: &Match) -> String {
    let position = game.position();
    let style = match game.castling() {
        UciCastling::KingMoves => FenStyle::STANDARD,
        UciCastling::TakesRook => FenStyle::SHREDDER,
    };
    let mut shown = format!("{}{}\n", position.board(), write_fen_as(position, style));
    let mut add = |line: &str| shown.extend([line, "\n"]);
    if !game.is_arranged() {
        add("The pieces wait to be arranged.");
    }
    if let Some(by) = game.offer() {
        add(&format!("{by} offers a draw."));
    }
    if let Some(ending) = game.ending() {
        add(&format!("{ending}."));
    }
    shown
}
