//! Chess as PGN.

use rulebook::Session;
use rulebook_games::chess::board::Colour;
use rulebook_games::chess::notation::{PgnGame, PgnMove, PgnResult, PgnTag, write_pgn};
use rulebook_games::chess::{Ending, Event, Match};

use super::{ExportError, each_event, player};
use crate::entry::Header;
use crate::recordable::Recordable;

/// A game of chess or Chess960 as PGN: the moves that stand in the end. What was
/// undone is not in it, and neither are offers of a draw.
///
/// # Errors
///
/// If the session has forgotten how the game began.
///
/// # Example
///
/// ```
/// use rulebook::prelude::*;
/// use rulebook_games::{Playable, chess::Chess};
/// use rulebook_record::{Reader, Recorder, pgn, session_options};
///
/// let mut game = Chess::book().start_with(Chess::setup(), Seed(1), session_options())?;
/// let mut recorder = Recorder::start(Vec::new(), &mut game)?;
/// for (seat, action) in [(0, "f2f3"), (1, "e7e5"), (0, "g2g4"), (1, "d8h4")] {
///     recorder.submit(&mut game, Seat(seat), Chess::parse(action)?)?;
/// }
/// let record = recorder.finish(&game)?;
/// let text = pgn(Reader::open(&record[..])?.header(), &game)?;
/// assert!(text.ends_with("1. f3 e5 2. g4 Qh4# {Black wins by checkmate} 0-1\n"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pgn<G>(header: &Header, session: &Session<G>) -> Result<String, ExportError>
where
    G: Recordable<State = Match, Event = Event>,
{
    let (mut start, mut moves) = (None, Vec::new());
    let end = each_event(header, session, |game, event| {
        if let Event::Moved { chosen } = event {
            start.get_or_insert(*game.position());
            moves.push(PgnMove::new(*chosen));
        }
        Ok(())
    })?;
    if !end.is_arranged() {
        let why = "lots have not been drawn for its start.".to_owned();
        return Err(ExportError::Unsayable(why));
    }
    let mut game = PgnGame::new(start.unwrap_or(*end.position()));
    game.result = end.ending().map_or(PgnResult::Unknown, result);
    if let (Some(last), Some(ending)) = (moves.last_mut(), end.ending()) {
        last.comments.push(ending.to_string());
    }
    game.line.moves = moves;
    for (seat, name) in ["White", "Black"].into_iter().enumerate() {
        let tag = player(header, seat).and_then(|player| PgnTag::new(name, player));
        let known = game.tags.iter_mut().find(|tag| tag.name() == name);
        if let (Some(known), Some(tag)) = (known, tag) {
            *known = tag;
        }
    }
    if header.game == "chess960" {
        game.tags.extend(PgnTag::new("Variant", "Chess960"));
    }
    Ok(write_pgn(&game))
}

fn result(ending: Ending) -> PgnResult {
    match ending.winner() {
        Some(Colour::White) => PgnResult::Won { by: Colour::White },
        Some(Colour::Black) => PgnResult::Won { by: Colour::Black },
        None => PgnResult::Drawn,
    }
}
