//! Reading games.

use super::line::{Lines, Stop};
use super::space::skip_space;
use super::tags::read_tags;
use super::{PgnError, PgnGame, PgnProblem, PgnResult};
use crate::chess::board::{Move, Position};
use crate::chess::notation::cursor::Cursor;
use crate::chess::notation::san::read_from;
use crate::chess::notation::{Misread, SanProblem};

/// Reads all games of a text; there is at least one.
///
/// Comments in braces or to the end of the line, variations, and signs such as
/// `!` or `$1` are read. Move numbers may be left out, but not be wrong.
///
/// ```
/// use rulebook_games::chess::notation::read_pgn;
/// let games = read_pgn("1. e4 *  1. d4 d5 1/2-1/2")?;
/// assert_eq!(games.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If something in it cannot be read: the first such thing.
pub fn read_pgn(text: &str) -> Result<Vec<PgnGame>, PgnError> {
    let mut cursor = Cursor::new(text);
    // Some programs begin a file with this mark.
    cursor.eat('\u{FEFF}');
    let mut games = Vec::new();
    skip_space(&mut cursor);
    while cursor.peek().is_some() {
        games.push(read_game(&mut cursor)?);
        skip_space(&mut cursor);
    }
    if games.is_empty() { Err(cursor.wrong(PgnProblem::NoGame)) } else { Ok(games) }
}

fn read_game(cursor: &mut Cursor<'_>) -> Result<PgnGame, PgnError> {
    let tags = read_tags(cursor)?;
    let told = tags.result(cursor)?;
    let start = tags.start(cursor)?;
    let mut lines = Lines::new(start, tags.comments);
    let (result, place) = loop {
        match lines.step(cursor)? {
            Stop::None => {}
            Stop::Result(result, place) => break (result, place),
        }
    };
    if let Some(tag) = told.filter(|&tag| tag != result) {
        return Err(cursor.wrong_at(place, PgnProblem::ResultDiffers { tag, found: result }));
    }
    let game = PgnGame { tags: tags.tags, start, line: lines.finish(), result };
    match contradiction(&game) {
        Some(problem) => Err(cursor.wrong_at(place, problem)),
        None => Ok(game),
    }
}

/// That the board says otherwise than the result. Somebody may have broken off
/// a game that is over, but nobody has won a lost or drawn one.
fn contradiction(game: &PgnGame) -> Option<PgnProblem> {
    let finish = game.end().finish_by_moves()?;
    let shown = finish.winner().map_or(PgnResult::Drawn, |by| PgnResult::Won { by });
    let told = game.result;
    let wrong = told != shown && told != PgnResult::Unknown;
    wrong.then_some(PgnProblem::ResultWrong { finish, found: told })
}

/// Reads one move, and sees to it that nothing sticks to it.
pub(super) fn read_move(position: &Position, cursor: &mut Cursor<'_>) -> Result<Move, PgnError> {
    let outward =
        |Misread { place, problem }| Misread { place, problem: PgnProblem::Move { problem } };
    let chosen = read_from(position, cursor).map_err(outward)?;
    let ends = |found: char| found.is_whitespace() || "!?$(){};*[".contains(found);
    match cursor.peek() {
        Some(found) if !ends(found) => Err(outward(cursor.wrong(SanProblem::Rest))),
        _ => Ok(chosen),
    }
}
