//! A bot that thinks ahead: Monte-Carlo tree search.
//!
//! What comes in is a view; what holds is that the decision follows from the
//! view, the seed and the number of iterations alone, on every platform; what
//! never happens is that it learns what its seat does not see: it plays games
//! of its own, from states that its seat considers possible.

mod select;
mod thought;
mod tree;
mod walk;
mod world;

use std::sync::Arc;

use rulebook::{Book, Imagined, Seat, Seed, View};

use crate::bot::{Bot, Decision, NoDecision, dice_of};
use crate::random::Rarely;
use thought::Thought;

/// What a state is worth to a seat, in thousandths of a point.
type Judge<G> = Arc<dyn Fn(&<G as rulebook::Game>::State, Seat) -> i32 + Send + Sync>;

/// Whether nobody waits for the decision any more.
type Stops = Arc<dyn Fn() -> bool + Send + Sync>;

/// A bot that thinks ahead, for every game that can be [`Imagined`].
///
/// In each iteration it imagines a state that looks to its seat as the game
/// does now, and plays on from there: first where it knows something already,
/// trying what did well and what it tried too seldom (UCT), then at random. What
/// each seat got in the end ([`Scores`](rulebook::Scores)) is remembered along
/// the way. In the end it does what it came back to most often.
///
/// - **Chance**: the dice are thrown anew in each iteration, so that what it
///   remembers is the average over what they can show.
/// - **Hidden information and simultaneous moves**: the state is imagined anew
///   in each iteration, and every seat remembers only what it can see, so that
///   nobody is taken to know a hidden card or a sealed bid.
/// - **Choices** in the middle of an action are decisions like others.
/// - **Proofs**: without chance and secrets, an ending that can be forced is
///   found out and kept. Nobody is taken to do what is done
///   [rarely](Mcts::rarely).
///
/// Work is counted, never time, and no floating-point number is used: the
/// logarithm in UCT's formula, which differs from one platform's library to
/// another's, is one of whole numbers. So the same seed and the same view give
/// the same decision everywhere.
///
/// # Example
///
/// ```
/// use rulebook::prelude::*;
/// use rulebook_bots::{Bot, Decision, Mcts};
/// use rulebook_games::Playable;
/// use rulebook_games::tic_tac_toe::{TicTacToe, book, parse, read_position};
///
/// // x has two in a row, and o, to move, has to stop it.
/// let mut game = book().start(read_position(".../.o./x.x")?, Seed(1))?;
/// let mut bot = Mcts::new(book(), Seed(7)).iterations(200).rarely(TicTacToe::is_rare);
/// assert_eq!(bot.decide(&game.view(Seat(1))?)?, Decision::Act(parse("b1")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Mcts<G: Imagined> {
    book: Book<G>,
    seed: Seed,
    iterations: u32,
    horizon: u32,
    rarely: Rarely<G::Action>,
    judge: Option<Judge<G>>,
    stops: Option<Stops>,
}

impl<G: Imagined> Mcts<G> {
    /// How many iterations there are unless said otherwise: so many that tic-tac-toe
    /// is not lost.
    pub const ITERATIONS: u32 = 1_500;
    /// How many actions a playout has at most unless said otherwise.
    pub const HORIZON: u32 = 1_000;

    /// A bot that plays by this book. The same seed decides the same.
    pub fn new(book: Book<G>, seed: Seed) -> Self {
        Mcts {
            book,
            seed,
            iterations: Self::ITERATIONS,
            horizon: Self::HORIZON,
            rarely: Arc::new(|_| false),
            judge: None,
            stops: None,
        }
    }

    /// How many games it plays in its mind before it decides. More is better,
    /// and takes longer.
    #[must_use]
    pub fn iterations(mut self, iterations: u32) -> Self {
        self.iterations = iterations;
        self
    }

    /// How many actions a game in its mind has at most. What is not over then
    /// is [judged](Mcts::judge).
    #[must_use]
    pub fn horizon(mut self, horizon: u32) -> Self {
        self.horizon = horizon;
        self
    }

    /// Actions that nobody is taken to do as long as there are others:
    /// resigning, say. It does not do them either.
    #[must_use]
    pub fn rarely(mut self, rarely: impl Fn(&G::Action) -> bool + Send + Sync + 'static) -> Self {
        self.rarely = Arc::new(rarely);
        self
    }

    /// What a state is worth to a seat if it is left before the game is over,
    /// in thousandths of a point: a sure win of one point is 1,000. Nothing to
    /// anybody, unless said otherwise.
    ///
    /// # Example
    ///
    /// ```
    /// use rulebook::prelude::*;
    /// use rulebook_bots::{Bot, Mcts};
    /// use rulebook_games::Playable;
    /// use rulebook_games::night_market::{NightMarket, book, setup};
    ///
    /// // It looks a night ahead, and counts what everybody has by then.
    /// let mut bot = Mcts::new(book(), Seed(7))
    ///     .iterations(50)
    ///     .horizon(5)
    ///     .judge(|market, seat| 1_000 * market.player(seat).points())
    ///     .rarely(NightMarket::is_rare);
    /// let mut market = book().start(setup(), Seed(1))?;
    /// market.submit(By::Chance, NightMarket::parse("unveil")?)?;
    /// bot.decide(&market.view(Seat(0))?)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn judge(mut self, judge: impl Fn(&G::State, Seat) -> i32 + Send + Sync + 'static) -> Self {
        self.judge = Some(Arc::new(judge));
        self
    }

    /// Gives up as soon as this is so, which is asked before each iteration:
    /// because the player has left, say, or taken a move back. Then there is no
    /// decision, so that none ever depends on how fast a machine is.
    ///
    /// # Example
    ///
    /// ```
    /// use rulebook::prelude::*;
    /// use rulebook_bots::{Bot, Mcts, NoDecision};
    /// use rulebook_games::chess::{book, setup};
    ///
    /// let mut game = book().start(setup(), Seed(1))?;
    /// let mut bot = Mcts::new(book(), Seed(7)).iterations(u32::MAX).stops_when(|| true);
    /// let none = bot.decide(&game.view(Seat(0))?).unwrap_err();
    /// assert!(matches!(none, NoDecision::Stopped));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn stops_when(mut self, stops: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        self.stops = Some(Arc::new(stops));
        self
    }

    /// What there is to decide without thinking: if there is only one way.
    fn only_way(&self, view: &View<G>) -> Option<Decision<G>> {
        if let Some(choice) = &view.choice {
            return (choice.options.len() == 1).then_some(Decision::Answer(choice.id, 0));
        }
        let mut usual = view.legal.iter().filter(|action| !(self.rarely)(action));
        match (usual.next(), usual.next(), view.legal.as_slice()) {
            (Some(only), None, _) | (None, None, [only]) => Some(Decision::Act(only.clone())),
            _ => None,
        }
    }
}

impl<G: Imagined> Clone for Mcts<G> {
    fn clone(&self) -> Self {
        Mcts {
            book: self.book.clone(),
            seed: self.seed,
            iterations: self.iterations,
            horizon: self.horizon,
            rarely: Arc::clone(&self.rarely),
            judge: self.judge.clone(),
            stops: self.stops.clone(),
        }
    }
}

impl<G: Imagined> Bot<G> for Mcts<G> {
    fn decide(&mut self, view: &View<G>) -> Result<Decision<G>, NoDecision> {
        let seat = view.viewer.seat().ok_or(NoDecision::NothingToDo)?;
        if view.choice.is_none() && view.legal.is_empty() {
            return Err(NoDecision::NothingToDo);
        }
        if let Some(only) = self.only_way(view) {
            return Ok(only);
        }
        let mut thought = Thought::new(self, view, seat, dice_of(self.seed, view));
        thought.think()?;
        Ok(thought.conclude())
    }
}
