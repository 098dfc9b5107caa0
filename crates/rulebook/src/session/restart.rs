//! Another game in the same session.

use crate::dice::Seed;
use crate::error::StartError;
use crate::game::Game;
use crate::pipeline::Core;
use crate::plan::passes::Avoided;
use crate::session::{Session, check_start, refuse};

impl<G: Game> Session<G> {
    /// Begins another game from this state, by the same book and with the same
    /// options: everything is as after [`Book::start_with`](crate::Book::start_with),
    /// and the observer goes on watching. What was is gone: history, a pending
    /// choice, rules that were switched off; a session that could not be used any
    /// more can be used again. Proofs and frames of the old game are refused. (An
    /// answer is not, if the same question is asked at the same place of the new game:
    /// a choice is known by what it is about.)
    ///
    /// For whoever plays many games one after the other. Where a book has nothing but
    /// checks, rules and invariants, and nobody watches, counts or keeps digests, lists
    /// keep the room that they have, and it is quicker than a new session; otherwise it
    /// takes as long as that.
    ///
    /// # Errors
    ///
    /// As for [`Book::start`](crate::Book::start): then the old game stands as it did.
    /// But if a value of the old game panics when it is dropped, that is
    /// [`StartError::Dropped`], and the new game has begun.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// # let book = Book::<Counter>::builder("counter")
    /// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
    /// let mut game = book.start(0, Seed(1))?;
    /// let first = game.submit(Seat(0), 5)?.committed()?;
    /// game.restart(100, Seed(2))?;
    /// assert_eq!((*game.state(), game.number(), game.seed()), (100, 0, Seed(2)));
    /// assert!(game.frame(first).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn restart(&mut self, state: G::State, seed: Seed) -> Result<(), StartError> {
        if !self.is_calm() {
            return self.start_over(state, seed);
        }
        let before = std::mem::replace(&mut self.core.state, state);
        if let Err(error) = self.core.guard(check_start).map_err(StartError::from).flatten() {
            let refused = std::mem::replace(&mut self.core.state, before);
            return Err(refuse(refused, error));
        }
        let Core { desk, bench, ticket, tickets, .. } = &mut self.core;
        desk.moved();
        desk.avoided = Avoided::default();
        bench.dice.reseed(seed);
        *ticket = tickets.draw();
        let explained = self.explained.take();
        // Values of the author's are dropped by the way, which could panic.
        let dropped = self.core.guard(|core| {
            core.log.restart(core.ticket);
            core.put_away();
            drop((before, explained));
        });
        dropped.map_err(StartError::Dropped)?;
        self.core.poised = true;
        Ok(())
    }

    /// The same where there is more to a game than its state and its history, or
    /// somebody watches.
    #[inline(never)]
    fn start_over(&mut self, state: G::State, seed: Seed) -> Result<(), StartError> {
        let fresh = Session::start(self.book.clone(), state, seed, self.options)?;
        let mut before = std::mem::replace(self, fresh);
        self.core.log.observer = before.core.log.observer.take();
        self.core.watch_anew();
        self.core.guard(|_| drop(before)).map_err(StartError::Dropped)
    }
}
