//! Which game, and from which position: what most commands ask for.

use clap::Args;

use crate::args::{GameName, game_name};
use crate::kit::CardsFile;

/// Which game, with which cards, and from which position.
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

    #[command(flatten)]
    pub(crate) cards: CardsFile,
}
