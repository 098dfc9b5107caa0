//! The studio: which games are on its shelf.

use std::fmt;
use std::fmt::Debug;

use rulebook_games::Playable;
use rulebook_games::backgammon::Backgammon;
use rulebook_games::chess::Chess;
use rulebook_games::chess::chess960::Chess960;
use rulebook_games::connect_four::ConnectFour;
use rulebook_games::duels::Duels;
use rulebook_games::night_market::NightMarket;
use rulebook_games::tic_tac_toe::TicTacToe;

use crate::drawing::{self, Artist, OwnDrawing};
use crate::game::{Offered, Registered};

/// The games that can be played in a studio.
///
/// # Example
///
/// ```
/// use rulebook_games::tic_tac_toe::TicTacToe;
/// use rulebook_server::Studio;
///
/// // An author's own game is registered like this one.
/// let studio = Studio::new().game::<TicTacToe>();
/// assert_eq!(studio.games().collect::<Vec<_>>(), ["tic-tac-toe"]);
/// assert!(Studio::with_reference_games().games().any(|name| name == "chess"));
/// ```
#[derive(Default)]
pub struct Studio {
    shelf: Vec<(&'static str, Box<dyn Offered>)>,
}

impl Studio {
    /// A studio without games.
    pub fn new() -> Self {
        Studio::default()
    }

    /// A studio with all reference games.
    pub fn with_reference_games() -> Self {
        let chess = Artist::open("chess", drawing::chess);
        let chess960 = Artist::open("chess", drawing::chess);
        let backgammon = Artist::open("backgammon", drawing::backgammon);
        let small = Artist::open("grid", drawing::tic_tac_toe);
        let tall = Artist::open("grid", drawing::connect_four);
        Studio::new()
            .put::<TicTacToe>(small)
            .put::<ConnectFour>(tall)
            .put::<Chess>(chess)
            .put::<Chess960>(chess960)
            .put::<Backgammon>(backgammon)
            .put::<NightMarket>(drawing::market())
            .put::<Duels>(drawing::duels())
    }

    /// Adds a game, which is shown as text. One of the same name is replaced.
    #[must_use]
    pub fn game<G: Playable>(self) -> Self
    where
        G::State: Debug,
    {
        self.put::<G>(Artist::GENERIC)
    }

    /// Adds a game with a drawing of its own.
    #[must_use]
    pub fn drawn<G: Playable, D: OwnDrawing<G>>(self) -> Self
    where
        G::State: Debug,
    {
        self.put::<G>(drawing::own::<G, D>())
    }

    fn put<G: Playable>(mut self, artist: Artist<G>) -> Self
    where
        G::State: Debug,
    {
        self.shelf.retain(|(name, _)| *name != G::NAME);
        self.shelf.push((G::NAME, Box::new(Registered::<G>::new(artist))));
        self
    }

    /// The names of the games, in the order in which they were added.
    pub fn games(&self) -> impl Iterator<Item = &'static str> {
        self.shelf.iter().map(|(name, _)| *name)
    }

    /// The game of that name.
    pub(crate) fn find(&self, name: &str) -> Option<&dyn Offered> {
        self.shelf.iter().find(|(known, _)| *known == name).map(|(_, game)| &**game)
    }

    /// All games.
    pub(crate) fn all(&self) -> impl Iterator<Item = &dyn Offered> {
        self.shelf.iter().map(|(_, game)| &**game)
    }
}

impl fmt::Debug for Studio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Studio").field("games", &self.games().collect::<Vec<_>>()).finish()
    }
}
