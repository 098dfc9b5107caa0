//! A stack of things that wait for responses, with the players' priority.
//!
//! It is a value that a game keeps in its state and changes in
//! [`apply`](crate::Game::apply): pure data, which knows no rules and no
//! events. What holds is that ids are never given twice, that whoever has
//! priority is in the game, and that a refused call changes nothing.

mod look;
mod parts;

use crate::actor::{Actors, Seat};

pub use parts::{Passed, StackError, StackId, StackItem};

/// Everything about a [`Stack`] but the things on it, to come
/// [back](Stack::back_to) to: small and copyable, so that a game can keep it in
/// an event's trace.
///
/// ```
/// use rulebook::{Seat, Stack};
/// let mut stack = Stack::new(2);
/// let mark = stack.mark();
/// stack.open(Seat(0))?;
/// stack.push(Seat(0), "bolt")?;
/// stack.back_to(mark, []);
/// assert_eq!(stack, Stack::new(2));
/// # Ok::<(), rulebook::StackError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackMark {
    seats: u8,
    gone: Actors,
    /// The id to give next.
    next: u64,
    window: Option<Window>,
}

/// An open window: the players may respond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Window {
    /// For whom it was opened: the first to have priority, also after
    /// something has resolved.
    first: Seat,
    priority: Seat,
    /// How many have passed in succession.
    passes: u8,
}

/// Things that wait for responses, the last on top, and whose priority it is.
///
/// A game keeps one in its state. How rules use it:
///
/// - [`Game::active`](crate::Game::active) is whoever has
///   [`priority`](Stack::priority); `only_active` refuses the others.
/// - To cast is an event whose `apply` [pushes](Stack::push). What it costs is
///   paid before, as the rule's cost.
/// - To pass is an event whose `apply` [passes](Stack::pass). The rule looks
///   ahead with [`if_passed`](Stack::if_passed): if the top resolves, it
///   proposes to [take](Stack::take) it from the stack, and then what it does.
/// - To counter is to take something by its id before it resolves: what it
///   would do is simply never proposed, and what was paid for it stays paid.
///
/// # Example
///
/// ```
/// use rulebook::{Passed, Seat, Stack};
///
/// let mut stack = Stack::new(2);
/// stack.open(Seat(0))?;
/// let bolt = stack.push(Seat(0), "bolt")?;
/// assert_eq!(stack.pass()?, Passed::Next(Seat(1)));
/// // Seat 1 responds, and gets priority again: everybody may answer that.
/// let counter = stack.push(Seat(1), "counter the bolt")?;
/// assert_eq!((stack.priority(), stack.passes()), (Some(Seat(1)), 0));
/// assert_eq!(stack.pass()?, Passed::Next(Seat(0)));
/// assert_eq!(stack.pass()?, Passed::Resolves(counter));
/// // The game does what the counter-spell says.
/// stack.take(counter)?;
/// assert_eq!(stack.take(bolt)?.item, "bolt");
/// // The window is still open, for seat 0 first.
/// assert_eq!(stack.priority(), Some(Seat(0)));
/// stack.pass()?;
/// assert_eq!(stack.pass()?, Passed::Closes);
/// # Ok::<(), rulebook::StackError>(())
/// ```
///
/// # Taking it back
///
/// A game that [reverts](crate::Revert) keeps a [`mark`](Stack::mark) from
/// before each change in the event's trace, and what the change took; with both
/// it comes [back](Stack::back_to).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack<T> {
    /// The last on top. Ids only grow, so it is in their order.
    items: Vec<StackItem<T>>,
    rest: StackMark,
}

impl<T> Stack<T> {
    /// An empty stack at a table of so many seats, with no window open. As in
    /// [`Actors`], there are no more than 62.
    ///
    /// ```
    /// let stack: rulebook::Stack<u8> = rulebook::Stack::new(4);
    /// assert!(stack.is_empty() && !stack.is_open());
    /// ```
    pub fn new(seats: usize) -> Self {
        // Exactly the seats that a set of actors can hold.
        let seats = Actors::seats(seats).iter().count() as u8;
        let rest = StackMark { seats, gone: Actors::none(), next: 0, window: None };
        Stack { items: Vec::new(), rest }
    }

    /// Opens a window: this seat has priority first; if it has left the game,
    /// the next that has not. Things may lie on the stack already.
    ///
    /// # Errors
    ///
    /// [`StackError::Open`] if one is open, [`StackError::Nobody`] if nobody is
    /// in the game, [`StackError::NotInGame`] if there is no such seat.
    ///
    /// ```
    /// # use rulebook::{Seat, Stack, StackError};
    /// let mut stack: Stack<u8> = Stack::new(3);
    /// stack.open(Seat(2))?;
    /// assert_eq!(stack.priority(), Some(Seat(2)));
    /// assert_eq!(stack.open(Seat(0)), Err(StackError::Open));
    /// # Ok::<(), StackError>(())
    /// ```
    pub fn open(&mut self, first: Seat) -> Result<(), StackError> {
        if self.is_open() {
            return Err(StackError::Open);
        }
        let priority = self.in_game_from(first).ok_or(StackError::Nobody)?;
        if first.0 >= self.rest.seats {
            return Err(StackError::NotInGame(first));
        }
        self.rest.window = Some(Window { first, priority, passes: 0 });
        Ok(())
    }

    /// Closes the window, whoever has passed; things stay on the stack.
    ///
    /// # Errors
    ///
    /// [`StackError::Closed`] if none is open.
    ///
    /// ```
    /// # use rulebook::{Seat, Stack, StackError};
    /// let mut stack: Stack<u8> = Stack::new(2);
    /// assert_eq!(stack.close(), Err(StackError::Closed));
    /// stack.open(Seat(0))?;
    /// stack.close()?;
    /// assert_eq!(stack.priority(), None);
    /// # Ok::<(), StackError>(())
    /// ```
    pub fn close(&mut self) -> Result<(), StackError> {
        self.rest.window.take().map(|_| ()).ok_or(StackError::Closed)
    }

    /// Puts something on top. Whoever did it gets priority again, and passes
    /// are counted anew. Whether they may is for the game to say.
    ///
    /// # Errors
    ///
    /// [`StackError::Closed`] if no window is open, [`StackError::NotInGame`]
    /// if nobody who is in the game sits there.
    ///
    /// ```
    /// # use rulebook::{Seat, Stack, StackError};
    /// let mut stack = Stack::new(2);
    /// stack.open(Seat(0))?;
    /// let bolt = stack.push(Seat(1), "bolt")?;
    /// assert_eq!((stack.len(), stack.priority()), (1, Some(Seat(1))));
    /// assert_eq!(stack.get(bolt).map(|waiting| waiting.item), Some("bolt"));
    /// # Ok::<(), StackError>(())
    /// ```
    pub fn push(&mut self, by: Seat, item: T) -> Result<StackId, StackError> {
        self.give(by)?;
        let id = StackId(self.rest.next);
        self.rest.next += 1;
        self.items.push(StackItem { id, by, item });
        Ok(id)
    }

    /// Gives priority to a seat; passes are counted anew.
    ///
    /// # Errors
    ///
    /// As for [`push`](Stack::push).
    ///
    /// ```
    /// # use rulebook::{Seat, Stack, StackError};
    /// let mut stack: Stack<u8> = Stack::new(2);
    /// stack.open(Seat(0))?;
    /// stack.pass()?;
    /// stack.give(Seat(0))?;
    /// assert_eq!((stack.priority(), stack.passes()), (Some(Seat(0)), 0));
    /// # Ok::<(), StackError>(())
    /// ```
    pub fn give(&mut self, seat: Seat) -> Result<(), StackError> {
        let window = self.rest.window.ok_or(StackError::Closed)?;
        if !self.is_in_game(seat) {
            return Err(StackError::NotInGame(seat));
        }
        self.rest.window = Some(Window { priority: seat, passes: 0, ..window });
        Ok(())
    }

    /// Whoever has priority passes.
    ///
    /// # Errors
    ///
    /// [`StackError::Closed`] if no window is open.
    ///
    /// ```
    /// # use rulebook::{Passed, Seat, Stack, StackError};
    /// let mut stack = Stack::new(2);
    /// assert_eq!(stack.pass(), Err(StackError::Closed));
    /// stack.open(Seat(0))?;
    /// let bolt = stack.push(Seat(0), "bolt")?;
    /// assert_eq!(stack.pass()?, Passed::Next(Seat(1)));
    /// assert_eq!(stack.pass()?, Passed::Resolves(bolt));
    /// # Ok::<(), StackError>(())
    /// ```
    pub fn pass(&mut self) -> Result<Passed, StackError> {
        let window = self.rest.window.ok_or(StackError::Closed)?;
        let pass = self.if_passed()?;
        self.rest.window = match pass {
            Passed::Next(priority) => {
                Some(Window { priority, passes: window.passes + 1, ..window })
            }
            Passed::Resolves(_) => {
                let priority = self.in_game_from(window.first).ok_or(StackError::Nobody)?;
                Some(Window { priority, passes: 0, ..window })
            }
            Passed::Closes => None,
        };
        Ok(pass)
    }

    /// What a pass would lead to, for rules that must know before it happens.
    ///
    /// # Errors
    ///
    /// As for [`pass`](Stack::pass).
    ///
    /// ```
    /// # use rulebook::{Passed, Seat, Stack, StackError};
    /// let mut stack: Stack<u8> = Stack::new(1);
    /// stack.open(Seat(0))?;
    /// assert_eq!(stack.if_passed()?, Passed::Closes);
    /// assert!(stack.is_open());
    /// # Ok::<(), StackError>(())
    /// ```
    pub fn if_passed(&self) -> Result<Passed, StackError> {
        let window = self.rest.window.ok_or(StackError::Closed)?;
        let after = window.priority.next(usize::from(self.rest.seats));
        let next = self.in_game_from(after).ok_or(StackError::Nobody)?;
        let all = (0..self.rest.seats).filter(|seat| self.is_in_game(Seat(*seat))).count();
        Ok(match self.items.last() {
            _ if usize::from(window.passes) + 1 < all => Passed::Next(next),
            Some(top) => Passed::Resolves(top.id),
            None => Passed::Closes,
        })
    }

    /// Takes something from the stack, wherever it lies: because it resolves,
    /// or because it is countered. Priority and passes stay as they are.
    ///
    /// # Errors
    ///
    /// [`StackError::Unknown`] if it is not there, or not any more.
    ///
    /// ```
    /// # use rulebook::{Seat, Stack, StackError};
    /// let mut stack = Stack::new(2);
    /// stack.open(Seat(0))?;
    /// let bolt = stack.push(Seat(0), "bolt")?;
    /// assert_eq!(stack.take(bolt)?.item, "bolt");
    /// assert_eq!(stack.take(bolt), Err(StackError::Unknown(bolt)));
    /// assert_ne!(stack.push(Seat(0), "bolt")?, bolt);
    /// # Ok::<(), StackError>(())
    /// ```
    pub fn take(&mut self, id: StackId) -> Result<StackItem<T>, StackError> {
        match self.place(id) {
            Ok(at) => Ok(self.items.remove(at)),
            Err(_) => Err(StackError::Unknown(id)),
        }
    }

    /// A player leaves the game and never has priority again. Passes are
    /// counted anew, so that nobody loses a chance to respond; if nobody is
    /// left, the window closes. What they put on the stack stays there.
    ///
    /// # Errors
    ///
    /// [`StackError::NotInGame`] if nobody who is in the game sits there.
    ///
    /// ```
    /// # use rulebook::{Passed, Seat, Stack, StackError};
    /// let mut stack: Stack<u8> = Stack::new(3);
    /// stack.open(Seat(0))?;
    /// stack.leave(Seat(1))?;
    /// assert_eq!(stack.pass()?, Passed::Next(Seat(2)));
    /// assert_eq!(stack.pass()?, Passed::Closes);
    /// # Ok::<(), StackError>(())
    /// ```
    pub fn leave(&mut self, seat: Seat) -> Result<(), StackError> {
        if !self.is_in_game(seat) {
            return Err(StackError::NotInGame(seat));
        }
        self.rest.gone = self.rest.gone.with(seat);
        self.rest.window = self.rest.window.and_then(|window| {
            let priority = self.in_game_from(window.priority)?;
            Some(Window { priority, passes: 0, ..window })
        });
        Ok(())
    }

    /// Where something lies, or where it would.
    fn place(&self, id: StackId) -> Result<usize, usize> {
        self.items.binary_search_by_key(&id, |waiting| waiting.id)
    }

    /// The first seat from this one on, around the table, that is in the game.
    fn in_game_from(&self, seat: Seat) -> Option<Seat> {
        let seats = usize::from(self.rest.seats);
        let around = (0..seats).scan(seat, |at, _| {
            let here = *at;
            *at = here.next(seats);
            Some(here)
        });
        around.into_iter().find(|seat| self.is_in_game(*seat))
    }
}
