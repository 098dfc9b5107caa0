//! What a bot is: it looks, and decides.

use std::error::Error;
use std::fmt;

use rulebook::{
    ChoiceId, Dice, Digest, Fault, Outcome, Seat, Seed, Session, StartError, View, Viewed,
};

/// A player that is not a person.
///
/// It is given what its seat sees, and nothing else: not the session, and so
/// neither its state nor its dice. It can play for any seat whose view it is
/// given.
///
/// # Example
///
/// A bot of one's own, which always does the first thing that it can:
///
/// ```
/// use rulebook::prelude::*;
/// use rulebook::View;
/// use rulebook_bots::{Bot, Decision, NoDecision};
/// use rulebook_games::tic_tac_toe::{book, setup};
///
/// struct Eager;
/// impl<G: Viewed> Bot<G> for Eager {
///     fn decide(&mut self, view: &View<G>) -> Result<Decision<G>, NoDecision> {
///         if let Some(choice) = &view.choice {
///             return Ok(Decision::Answer(choice.id, 0));
///         }
///         let first = view.legal.first().ok_or(NoDecision::NothingToDo)?;
///         Ok(Decision::Act(first.clone()))
///     }
/// }
///
/// let mut game = book().start(setup(), Seed(1))?;
/// let decision = Eager.decide(&game.view(Seat(0))?)?;
/// assert!(decision.submit(&mut game, Seat(0))?.is_committed());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Bot<G: Viewed>: Send {
    /// Decides what to do, or what to answer if a choice is pending.
    ///
    /// # Errors
    ///
    /// If there is nothing to do for this viewer, or the book is at fault.
    fn decide(&mut self, view: &View<G>) -> Result<Decision<G>, NoDecision>;
}

/// What a bot wants to do.
///
/// # Example
///
/// ```
/// use rulebook::prelude::*;
/// use rulebook_bots::{Bot, Decision, Random};
/// use rulebook_games::connect_four::{book, setup};
///
/// let mut game = book().start(setup(), Seed(1))?;
/// let decision = Random::new(Seed(7)).decide(&game.view(Seat(0))?)?;
/// assert!(matches!(decision, Decision::Act(_)));
/// decision.submit(&mut game, Seat(0))?;
/// assert_eq!(game.number(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub enum Decision<G: Viewed> {
    /// It acts.
    Act(G::Action),
    /// It answers this choice with the option of this number.
    Answer(ChoiceId, u32),
}

impl<G: Viewed> Decision<G> {
    /// Does it.
    ///
    /// # Errors
    ///
    /// If the book is at fault.
    pub fn submit(self, session: &mut Session<G>, seat: Seat) -> Result<Outcome<G>, Fault> {
        match self {
            Decision::Act(action) => session.submit(seat, action),
            Decision::Answer(choice, option) => session.answer(seat, choice, option),
        }
    }
}

impl<G: Viewed> Clone for Decision<G> {
    fn clone(&self) -> Self {
        match self {
            Decision::Act(action) => Decision::Act(action.clone()),
            Decision::Answer(choice, option) => Decision::Answer(*choice, *option),
        }
    }
}

impl<G: Viewed> PartialEq for Decision<G> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Decision::Act(one), Decision::Act(other)) => one == other,
            (Decision::Answer(choice, option), Decision::Answer(other, chosen)) => {
                choice == other && option == chosen
            }
            _ => false,
        }
    }
}

impl<G: Viewed> fmt::Debug for Decision<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Decision::Act(action) => f.debug_tuple("Act").field(action).finish(),
            Decision::Answer(choice, option) => {
                f.debug_tuple("Answer").field(choice).field(option).finish()
            }
        }
    }
}

/// Why a bot decided nothing.
///
/// # Example
///
/// ```
/// use rulebook::prelude::*;
/// use rulebook_bots::{Bot, NoDecision, Random};
/// use rulebook_games::tic_tac_toe::{book, setup};
///
/// let mut game = book().start(setup(), Seed(1))?;
/// let none = Random::new(Seed(7)).decide(&game.view(Seat(1))?).unwrap_err();
/// assert!(matches!(none, NoDecision::NothingToDo));
/// assert_eq!(
///     none.to_string(),
///     "There is nothing to do for this viewer: ask a bot only when its seat can act or must choose.",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum NoDecision {
    /// The viewer has no legal action, and no choice to make.
    NothingToDo,
    /// No game can be started from what the viewer imagines: the game's
    /// [`Imagined`](rulebook::Imagined) is at fault.
    Unimaginable(StartError),
    /// The book is at fault.
    Fault(Fault),
    /// Somebody [asked it to stop](crate::Mcts::stops_when).
    Stopped,
}

impl fmt::Display for NoDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoDecision::NothingToDo => f.write_str(
                "There is nothing to do for this viewer: \
                 ask a bot only when its seat can act or must choose.",
            ),
            NoDecision::Unimaginable(error) => write!(
                f,
                "No game can be started from what the viewer imagines, \
                 so the game's `Imagined` must be mended: {error}"
            ),
            NoDecision::Fault(fault) => fault.fmt(f),
            NoDecision::Stopped => f.write_str("It was asked to stop before it had decided."),
        }
    }
}

impl Error for NoDecision {}

impl From<Fault> for NoDecision {
    fn from(fault: Fault) -> Self {
        NoDecision::Fault(fault)
    }
}

impl From<StartError> for NoDecision {
    fn from(error: StartError) -> Self {
        NoDecision::Unimaginable(error)
    }
}

/// The dice of one decision: they follow from the bot's seed and the place in
/// the game alone. So a bot that has moved on, was loaded elsewhere, or saw an
/// undo decides the same where it sees the same.
pub(crate) fn dice_of<G: Viewed>(seed: Seed, view: &View<G>) -> Dice {
    let seat = view.viewer.seat().map_or(u32::MAX, |seat| u32::from(seat.0));
    let asked = view.choice.as_ref().map_or(0, |choice| choice.id.nth + 1);
    Dice::new(Seed(Digest::of(&(seed, seat, view.number, asked)).0))
}
