//! The game that most examples of this documentation are about.

use crate::game::{Game, Never};

/// The smallest game: a total, to which everybody may add.
///
/// Examples borrow it, so that they can be about something else. This is all of it:
///
/// ```
/// use rulebook::prelude::*;
///
/// struct Counter;
///
/// impl Game for Counter {
///     type State = u32;
///     type Action = u32;
///     type Event = u32;
///     type Trace = ();
///     type Reason = Never;
///
///     fn apply(total: &mut u32, by: &u32) {
///         *total += by;
///     }
/// }
///
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// game.submit(Seat(0), 5)?;
/// assert_eq!(*game.state(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Counter;

impl Game for Counter {
    type State = u32;
    type Action = u32;
    type Event = u32;
    type Trace = ();
    type Reason = Never;

    fn apply(total: &mut u32, by: &u32) {
        *total += by;
    }
}
