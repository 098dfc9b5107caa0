//! A bot that plays at random.

use std::sync::Arc;

use rulebook::{Seed, View, Viewed};

use crate::bot::{Bot, Decision, NoDecision, dice_of};

/// Which actions are not taken as long as there are others.
pub(crate) type Rarely<A> = Arc<dyn Fn(&A) -> bool + Send + Sync>;

/// A bot that plays at random: whatever it can, each as likely as the others.
///
/// The same seed and the same view give the same decision.
///
/// # Example
///
/// ```
/// use rulebook::prelude::*;
/// use rulebook_bots::{Bot, Random};
/// use rulebook_games::Playable;
/// use rulebook_games::connect_four::{ConnectFour, book, setup};
///
/// let mut bot = Random::new(Seed(7)).rarely(ConnectFour::is_rare);
/// let mut game = book().start(setup(), Seed(1))?;
/// while game.result().is_none() {
///     let seat = game.turn().unwrap();
///     bot.decide(&game.view(seat)?)?.submit(&mut game, seat)?;
/// }
/// // Nobody has resigned.
/// assert!(game.number() >= 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Random<G: Viewed> {
    seed: Seed,
    rarely: Rarely<G::Action>,
}

impl<G: Viewed> Random<G> {
    /// A bot that takes any action.
    pub fn new(seed: Seed) -> Self {
        Random { seed, rarely: Arc::new(|_| false) }
    }

    /// Actions that it takes only if there is nothing else: resigning, say.
    #[must_use]
    pub fn rarely(mut self, rarely: impl Fn(&G::Action) -> bool + Send + Sync + 'static) -> Self {
        self.rarely = Arc::new(rarely);
        self
    }
}

impl<G: Viewed> Clone for Random<G> {
    fn clone(&self) -> Self {
        Random { seed: self.seed, rarely: Arc::clone(&self.rarely) }
    }
}

impl<G: Viewed> Bot<G> for Random<G> {
    fn decide(&mut self, view: &View<G>) -> Result<Decision<G>, NoDecision> {
        let mut dice = dice_of(self.seed, view);
        if let Some(choice) = &view.choice {
            let options = choice.options.len() as u32;
            return Ok(Decision::Answer(choice.id, dice.below(options)));
        }
        let usual: Vec<_> = view.legal.iter().filter(|action| !(self.rarely)(action)).collect();
        let picked = match dice.pick(&usual) {
            Some(action) => Some(*action),
            None => dice.pick(&view.legal),
        };
        let action = picked.ok_or(NoDecision::NothingToDo)?;
        Ok(Decision::Act(action.clone()))
    }
}
