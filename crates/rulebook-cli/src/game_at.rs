//! Which game, and from which position: what most commands ask for.

use clap::Args;
use rulebook::{Book, Seed, Session, SessionOptions};
use rulebook_games::Playable;

use crate::args::{GameName, game_name};
use crate::failure::Failure;

/// Which game, and from which position.
#[derive(Debug, Args)]
pub(crate) struct GameAt {
    /// Which game
    #[arg(value_name = "GAME", ignore_case = true, value_parser = game_name())]
    pub(crate) game: GameName,

    /// From which position: a FEN for chess, an id of GNU Backgammon for
    /// backgammon; 'rulebook show GAME' shows how a game writes its positions.
    /// Without it, the start of the game
    #[arg(long, short, value_name = "TEXT")]
    pub(crate) position: Option<String>,
}

/// The state of a position, or of the start.
pub(crate) fn state<G: Playable>(position: Option<&str>) -> Result<G::State, Failure> {
    let Some(text) = position else { return Ok(G::setup()) };
    G::read_position(text.trim()).map_err(|error| Failure::Position {
        error,
        form: G::POSITIONS,
        game: G::NAME,
    })
}

/// A game from a position, or from the start.
pub(crate) fn session<G: Playable>(
    book: &Book<G>,
    position: Option<&str>,
    seed: Seed,
    options: SessionOptions,
) -> Result<Session<G>, Failure> {
    Ok(book.start_with(state::<G>(position)?, seed, options)?)
}
