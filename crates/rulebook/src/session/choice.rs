//! Choices in the middle of a transition: asked, pending, made.

use std::fmt;

use crate::actor::Seat;
use crate::digest::Digest;

/// Which choice: of the transition that would become this frame, the n-th
/// that was asked, and what was asked. It names a place in the game, so that
/// it means the same when a game is saved, loaded or replayed; and an answer
/// that comes late or twice is not taken for the answer to another question.
///
/// # Example
///
/// ```
/// use rulebook::{ChoiceId, Digest};
/// let id = ChoiceId { frame: 3, nth: 0, asked: Digest::of("Which card?") };
/// assert_eq!(id.to_string(), "choice 1 of frame 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChoiceId {
    /// The number of the frame that the transition would become.
    pub frame: u64,
    /// How many choices were asked before it.
    pub nth: u32,
    /// A digest of who was asked what, with which options.
    pub asked: Digest,
}

impl fmt::Display for ChoiceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "choice {} of frame {}", u64::from(self.nth) + 1, self.frame)
    }
}

/// A choice that a player must make before the game goes on.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule.then(|cx, ()| {
///         let by = cx.choose(Seat(1), "By how much?", [1, 2, 3])?;
///         Ok([by])
///     }))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let Outcome::Pending(choice) = game.submit(Seat(0), 0)? else { panic!() };
/// assert_eq!(choice.options, ["1", "2", "3"]);
/// game.answer(Seat(1), choice.id, 2)?;
/// assert_eq!(*game.state(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Which choice it is.
    pub id: ChoiceId,
    /// Who must choose.
    pub seat: Seat,
    /// What is asked.
    pub question: String,
    /// What can be answered; an answer is the option's number.
    pub options: Vec<String>,
}

impl Choice {
    pub(crate) fn new(nth: u32, seat: Seat, question: String, options: Vec<String>) -> Self {
        let asked = Digest::of(&(seat, &question, &options));
        Choice { id: ChoiceId { frame: 0, nth, asked }, seat, question, options }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} must choose: {} (", self.seat, self.question)?;
        for (number, option) in self.options.iter().enumerate() {
            let comma = if number == 0 { "" } else { ", " };
            write!(f, "{comma}{number}: {option}")?;
        }
        f.write_str(")")
    }
}

/// A choice that was made, as the frame records it.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule.then(|cx, ()| Ok([cx.choose(Seat(1), "By how much?", [7])?])))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let id = game.submit(Seat(0), 0)?.frame().unwrap();
/// let made = &game.frame(id).unwrap().choices()[0];
/// assert_eq!(made.to_string(), "seat 1: By how much? 7 (the only option)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Who chose.
    pub seat: Seat,
    /// What was asked.
    pub question: String,
    /// The number of the option taken.
    pub option: u32,
    /// The option's text.
    pub text: String,
    /// Whether it was the only option, and taken without asking.
    pub alone: bool,
}

impl fmt::Display for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = if self.alone { " (the only option)" } else { "" };
        write!(f, "{}: {} {}{how}", self.seat, self.question, self.text)
    }
}
