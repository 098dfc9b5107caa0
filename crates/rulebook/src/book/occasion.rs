//! What guards and triggers are asked about, and what a guard is given to
//! judge it.

use std::ops::Deref;
use std::sync::Arc;

use crate::actor::{By, Seat};
use crate::context::{Asked, Workbench};
use crate::game::Game;
use crate::reactive::Source;
use crate::session::fate::Fate;

/// What guards and triggers are asked about: an event, in a state.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Duel;
/// # impl Game for Duel {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
/// #     fn apply(life: &mut u32, damage: &u32) { *life -= damage; }
/// # }
/// # impl rulebook::Reactive for Duel {
/// #     fn amount(damage: &u32) -> Option<u32> { Some(*damage) }
/// #     fn with_amount(_: &u32, damage: u32) -> u32 { damage }
/// # }
/// use rulebook::Occasion;
///
/// fn heavy(occasion: &Occasion<'_, Duel>) -> bool {
///     occasion.amount > 3 && occasion.by.is(Seat(0))
/// }
///
/// let book = Book::<Duel>::builder("duel")
///     .rule("hit", |rule| rule.then(|cx, ()| [*cx.action]))
///     .guard("parry", |guard| guard.before(Anything::Any).when("it is heavy", heavy).prevent_all())
///     .compile()?;
/// let mut game = book.start(20, Seed(1))?;
/// for (seat, damage) in [(0, 3), (0, 4), (1, 5)] {
///     game.submit(Seat(seat), damage)?;
/// }
/// assert_eq!(*game.state(), 20 - 3 - 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Occasion<'a, G: Game> {
    /// The state: what the event would happen to, or has happened to.
    pub state: &'a G::State,
    /// The event.
    pub event: &'a G::Event,
    /// What became of it; none while it is only proposed.
    pub fate: Option<Fate>,
    /// How much of it there is, if it can be counted; otherwise 1.
    pub amount: u32,
    /// What carries the guard or trigger; none if the book itself does.
    pub source: Option<Source>,
    /// The action that led here.
    pub action: &'a G::Action,
    /// By whom it was submitted.
    pub by: By,
}

impl<G: Game> Clone for Occasion<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Occasion<'_, G> {}

/// What a guard is given to judge an event: the occasion, its charges, and the
/// players' choices. It can change nothing.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Duel;
/// # impl Game for Duel {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
/// #     fn apply(life: &mut u32, damage: &u32) { *life -= damage; }
/// # }
/// # impl rulebook::Reactive for Duel {
/// #     fn amount(damage: &u32) -> Option<u32> { Some(*damage) }
/// #     fn with_amount(_: &u32, damage: u32) -> u32 { damage }
/// # }
/// let book = Book::<Duel>::builder("duel")
///     .rule("hit", |rule| rule.then(|cx, ()| [*cx.action]))
///     .guard("parry", |guard| guard
///         .before(Anything::Any)
///         .prevent(|cx| Ok(if cx.confirm(Seat(1), "Do you parry?")? { cx.amount } else { 0 })))
///     .compile()?;
/// let mut game = book.start(20, Seed(1))?;
/// let Outcome::Pending(choice) = game.submit(Seat(0), 5)? else { panic!() };
/// assert_eq!(choice.to_string(), "seat 1 must choose: Do you parry? (0: yes, 1: no)");
/// game.answer(Seat(1), choice.id, 0)?;
/// assert_eq!(*game.state(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Consult<'a, G: Game> {
    pub(crate) occasion: Occasion<'a, G>,
    pub(crate) charges: Option<u32>,
    pub(crate) seats: usize,
    pub(crate) bench: &'a mut Workbench<G>,
}

impl<'a, G: Game> Deref for Consult<'a, G> {
    type Target = Occasion<'a, G>;
    fn deref(&self) -> &Self::Target {
        &self.occasion
    }
}

impl<G: Game> Consult<'_, G> {
    /// How many charges or uses it has left, if it has any to count.
    pub fn charges(&self) -> Option<u32> {
        self.charges
    }

    /// Asks a player to choose one of the options, as
    /// [`Effect::choose`](crate::Effect::choose) does.
    ///
    /// # Errors
    ///
    /// [`Asked`] if the player must choose first; hand it on with `?`.
    pub fn choose<T: std::fmt::Display>(
        &mut self,
        seat: Seat,
        question: &str,
        options: impl IntoIterator<Item = T>,
    ) -> Result<T, Asked> {
        let mut options: Vec<T> = options.into_iter().collect();
        let index = self.bench.ask(self.seats, seat, question, &options)?;
        Ok(options.swap_remove(index))
    }

    /// Asks a player for a yes or a no.
    ///
    /// # Errors
    ///
    /// [`Asked`] if the player must choose first; hand it on with `?`.
    pub fn confirm(&mut self, seat: Seat, question: &str) -> Result<bool, Asked> {
        Ok(self.bench.ask(self.seats, seat, question, &["yes", "no"])? == 0)
    }
}

pub(crate) type OccasionFn<G> = Arc<dyn Fn(&Occasion<'_, G>) -> bool + Send + Sync>;

/// A named condition of a guard or trigger.
pub(crate) struct OccasionIs<G: Game> {
    pub name: String,
    pub holds: OccasionFn<G>,
}
