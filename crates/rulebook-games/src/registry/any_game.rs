//! A running game whose types are hidden.

use rulebook::{Actors, By, Choice, ChoiceId, Digest, Fault, Legal, Scores, Session, Viewer};

use super::{TextError, Told};
use crate::playable::{CountsAs, Playable};

/// A running game whose types are hidden: its actions are text.
///
/// # Example
///
/// A game that plays itself, whichever it is:
///
/// ```
/// use rulebook::{Dice, Seed, SessionOptions};
/// use rulebook_games::Told;
///
/// let mut dice = Dice::new(Seed(1));
/// for game in rulebook_games::games() {
///     let mut game = game.start(Seed(1), SessionOptions::default())?;
///     while game.result().is_none() {
///         // Anything that anybody can do.
///         let legal = game.legal()?;
///         let chosen = &legal[dice.below(legal.len() as u32) as usize];
///         let mut told = game.submit(chosen.by, &chosen.action)?;
///         while let Told::Pending { choice } = told {
///             told = game.answer(choice.seat.into(), choice.id, 0)?;
///         }
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AnyGame: Send {
    /// The game as a person wants to see it.
    fn show(&self) -> String;

    /// The game as somebody sees it who may not see everything.
    ///
    /// # Errors
    ///
    /// If the book is at fault.
    ///
    /// # Example
    ///
    /// ```
    /// use rulebook::{By, Seat, Seed, SessionOptions, Viewer};
    ///
    /// let market = rulebook_games::find("night-market").unwrap();
    /// let mut market = market.start(Seed(1), SessionOptions::default())?;
    /// market.submit(By::Chance, "unveil")?;
    /// market.submit(Seat(2).into(), "bid 4")?;
    /// let row = |shown: String| shown.lines().nth(4).map(str::to_owned);
    /// assert!(row(market.show_to(Seat(2).into())?).unwrap().ends_with("2 4"));
    /// assert!(row(market.show_to(Viewer::Spectator)?).unwrap().ends_with("2 sealed"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn show_to(&mut self, viewer: Viewer) -> Result<String, Fault>;

    /// The game as a position: text from which [`start_at`] sets it up again.
    ///
    /// [`start_at`]: super::Registered::start_at
    fn position(&self) -> String;

    /// Who may act now.
    fn active(&self) -> Actors;

    /// What each seat got, once the game is over.
    fn result(&self) -> Option<Scores>;

    /// The choice that must be answered before anything else, if any.
    fn pending(&self) -> Option<&Choice>;

    /// The number of the last frame that stands; 0 at the start.
    fn number(&self) -> u64;

    /// The digest of the game as it is.
    ///
    /// # Errors
    ///
    /// If the book is at fault.
    fn digest(&mut self) -> Result<Option<Digest>, Fault>;

    /// What everybody who may act can do now.
    ///
    /// # Errors
    ///
    /// If the book is at fault.
    fn legal(&mut self) -> Result<Vec<Offered>, Fault>;

    /// What one of them can do now.
    ///
    /// # Errors
    ///
    /// If the book is at fault.
    fn legal_of(&mut self, by: By) -> Result<Vec<Offered>, Fault>;

    /// Submits an action by someone, as text: as [`legal`](Self::legal) writes
    /// it, or as people do who look at the board, where the game knows how (in
    /// chess `Nf3`, in backgammon `24/20` for two dice).
    ///
    /// # Errors
    ///
    /// If the text cannot be read, or the book is at fault. A refusal is no
    /// error.
    fn submit(&mut self, by: By, action: &str) -> Result<Told, TextError>;

    /// Answers the pending choice.
    ///
    /// # Errors
    ///
    /// If the book is at fault.
    fn answer(&mut self, by: By, choice: ChoiceId, option: u32) -> Result<Told, Fault>;

    /// Says why an action is legal or not, which rule decides, and why not the
    /// others.
    ///
    /// # Errors
    ///
    /// If the text cannot be read, or the book is at fault.
    fn explain(&mut self, by: By, action: &str) -> Result<String, TextError>;

    /// Takes the last transition back.
    ///
    /// # Errors
    ///
    /// If the book is at fault.
    fn undo(&mut self) -> Result<Told, Fault>;

    /// Brings the transition back that was undone last.
    ///
    /// # Errors
    ///
    /// If the book is at fault.
    fn redo(&mut self) -> Result<Told, Fault>;

    /// An independent game from here.
    fn fork(&self) -> Box<dyn AnyGame>;
}

/// Something that somebody can do.
///
/// # Example
///
/// ```
/// use rulebook::{Seat, Seed, SessionOptions};
///
/// let game = rulebook_games::find("tic-tac-toe").unwrap();
/// let offered = game.start(Seed(1), SessionOptions::default())?.legal()?;
/// assert_eq!((offered[0].by, offered[0].action.as_str()), (Seat(0).into(), "a1"));
/// assert!(offered.iter().any(|offered| offered.action == "resign" && offered.is_rare));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// Who can.
    pub by: By,
    /// What, as text to submit.
    pub action: String,
    /// Whether it cuts the fun short (resigning, the bell), so that nobody who
    /// plays at random should take it often.
    pub is_rare: bool,
    /// What it is to somebody who counts moves.
    pub counts_as: CountsAs,
}

/// A session of a game, with its types hidden.
pub(super) struct Running<G: Playable>(pub Session<G>);

impl<G: Playable> AnyGame for Running<G> {
    fn show(&self) -> String {
        G::show(self.0.state())
    }

    fn show_to(&mut self, viewer: Viewer) -> Result<String, Fault> {
        Ok(G::show_sight(&self.0.view(viewer)?.state))
    }

    fn position(&self) -> String {
        G::write_position(self.0.state())
    }

    fn active(&self) -> Actors {
        self.0.active()
    }

    fn result(&self) -> Option<Scores> {
        self.0.result()
    }

    fn pending(&self) -> Option<&Choice> {
        self.0.pending()
    }

    fn number(&self) -> u64 {
        self.0.number()
    }

    fn digest(&mut self) -> Result<Option<Digest>, Fault> {
        self.0.digest()
    }

    fn legal(&mut self) -> Result<Vec<Offered>, Fault> {
        Ok(offered(self.0.legal_all()?))
    }

    fn legal_of(&mut self, by: By) -> Result<Vec<Offered>, Fault> {
        Ok(offered(self.0.legal(by)?))
    }

    fn submit(&mut self, by: By, action: &str) -> Result<Told, TextError> {
        let outcome = self.0.submit(by, G::parse_in(self.0.state(), action)?)?;
        Ok(Told::of(&self.0, outcome))
    }

    fn answer(&mut self, by: By, choice: ChoiceId, option: u32) -> Result<Told, Fault> {
        let outcome = self.0.answer(by, choice, option)?;
        Ok(Told::of(&self.0, outcome))
    }

    fn explain(&mut self, by: By, action: &str) -> Result<String, TextError> {
        Ok(self.0.explain(by, &G::parse_in(self.0.state(), action)?)?.to_string())
    }

    fn undo(&mut self) -> Result<Told, Fault> {
        let outcome = self.0.undo()?;
        Ok(Told::of(&self.0, outcome))
    }

    fn redo(&mut self) -> Result<Told, Fault> {
        let outcome = self.0.redo()?;
        Ok(Told::of(&self.0, outcome))
    }

    fn fork(&self) -> Box<dyn AnyGame> {
        Box::new(Running(self.0.fork()))
    }
}

fn offered<G: Playable>(legal: Vec<Legal<G>>) -> Vec<Offered> {
    let offered = legal.into_iter().map(|legal| Offered {
        by: legal.by(),
        action: G::print(legal.action()),
        is_rare: G::is_rare(legal.action()),
        counts_as: G::counts_as(legal.action()),
    });
    offered.collect()
}
