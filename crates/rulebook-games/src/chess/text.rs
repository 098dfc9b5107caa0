//! The board, the actions and the events as text.

use super::board::{Attempt, Claim};
use super::notation::{
    FenStyle, Misread, UciCastling, read_attempt, read_san_meant, write_fen_as, write_san,
};
use super::{Action, Event, Match};
use crate::ParseError;

const EXPECTED: &str = "write a move as its two squares, like \"e2e4\", with q, r, b or n behind for a promotion; \
     or \"resign\", \"offer draw\", \"accept draw\", \"claim fifty moves\", \"claim repetition\", \
     or a claim with the move that it is about, like \"claim repetition with g1f3\".";

/// The same for somebody who looks at the board.
const EXPECTED_IN: &str = "write a move as people do, like \"e4\", \"Nf3\", \"exd5\", \"e8=Q\" or \"O-O\", or as its two squares, like \"e2e4\"; \
     or \"resign\", \"offer draw\", \"accept draw\", \"claim fifty moves\", \"claim repetition\", \
     or a claim with the move that it is about, like \"claim repetition with Nf3\".";

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

/// The action as a player writes it who looks at the board. A move that is not
/// legal there is written as its two squares.
///
/// ```
/// use rulebook_games::chess::{Match, notation::read_fen, parse, print_in};
/// let game = Match::from(read_fen("4k3/P7/8/8/8/8/8/4K2R w K - 0 1")?);
/// assert_eq!(print_in(&game, &parse("a7a8q")?), "a8=Q+");
/// assert_eq!(print_in(&game, &parse("claim repetition with e1g1")?), "claim repetition with O-O");
/// assert_eq!(print_in(&game, &parse("e1e5")?), "e1e5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn print_in(game: &Match, action: &Action) -> String {
    let position = game.position();
    let said = |attempt| position.find(attempt).map(|chosen| write_san(position, chosen));
    let written = match *action {
        Action::Move(attempt) => said(attempt),
        Action::Announce(claim, attempt) => {
            said(attempt).map(|said| format!("{}{WITH}{said}", print(&Action::Claim(claim))))
        }
        _ => None,
    };
    written.unwrap_or_else(|| print(action))
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
    let (claim, said) = announced(text);
    let attempt = read_attempt(said).map_err(|wrong| {
        if claim.is_some() || is_like_a_move(said) {
            unread(text, said, wrong.offset_and_why())
        } else {
            ParseError::new(text, EXPECTED)
        }
    })?;
    Ok(about(claim, attempt))
}

/// Reads an action as a player writes it who looks at the board: moves also as
/// people write them.
///
/// A move that is not legal is read too, if it is clear which one is meant.
///
/// # Errors
///
/// If it is no move in SAN, not two squares, and not one of the words.
///
/// ```
/// use rulebook_games::chess::{parse, parse_in, setup};
/// assert_eq!(parse_in(&setup(), "Nf3"), parse("g1f3"));
/// assert_eq!(parse_in(&setup(), "O-O"), parse("e1g1"));
/// assert_eq!(parse_in(&setup(), "claim repetition with e4"), parse("claim repetition with e2e4"));
/// assert_eq!(
///     parse_in(&setup(), "Nf9").unwrap_err().to_string(),
///     "\"Nf9\" cannot be read, at character 3: \
///      Write a square here: a letter from a to h and a digit from 1 to 8.",
/// );
/// ```
pub fn parse_in(game: &Match, text: &str) -> Result<Action, ParseError> {
    let text = text.trim();
    if let Ok(action) = parse(text) {
        return Ok(action);
    }
    let (claim, said) = announced(text);
    let meant = read_san_meant(game.position(), game.castling(), said).map_err(|wrong| {
        if claim.is_none() && !is_like_a_move(said) {
            return ParseError::new(text, EXPECTED_IN);
        }
        let wrong = wrong.offset_and_why();
        // What comes further is nearer to what was meant.
        let squares = read_attempt(said).err().map(Misread::offset_and_why);
        let further = squares.filter(|squares| squares.0 > wrong.0).unwrap_or(wrong);
        unread(text, said, further)
    })?;
    Ok(about(claim, meant))
}

/// The claim that a move is announced with, and the move.
fn announced(text: &str) -> (Option<Claim>, &str) {
    let announced = text.split_once(WITH).and_then(|(claim, said)| {
        match WORDS.iter().find(|(word, _)| *word == claim) {
            Some((_, Action::Claim(claim))) => Some((Some(*claim), said)),
            _ => None,
        }
    });
    announced.unwrap_or((None, text))
}

/// A move, or what is claimed with it.
fn about(claim: Option<Claim>, attempt: Attempt) -> Action {
    claim.map_or(Action::Move(attempt), |claim| Action::Announce(claim, attempt))
}

/// Whether somebody who wrote this had a move in mind, so that it helps to say
/// at which character it goes wrong.
fn is_like_a_move(said: &str) -> bool {
    let is_word = said.chars().all(|letter| letter.is_lowercase());
    let begins = said.starts_with(['K', 'Q', 'R', 'B', 'N', 'O', '0'])
        || said.starts_with(|letter| matches!(letter, 'a'..='h'));
    begins && !is_word && !said.contains(char::is_whitespace)
}

/// That what is said at the end of a text is no move: after so many bytes of
/// it, for this reason.
fn unread(text: &str, said: &str, (offset, why): (usize, String)) -> ParseError {
    let before = text.len() - said.len() + offset;
    let at = text.get(..before).unwrap_or(text).chars().count();
    ParseError::at_character(text, at, why)
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
