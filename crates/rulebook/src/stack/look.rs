//! Looking at a stack, marking it and coming back, and its canonical encoding.

use super::{Stack, StackId, StackItem, StackMark};
use crate::actor::Seat;
use crate::digest::{Canonical, Encoder};

impl<T> Stack<T> {
    /// Who has priority; nobody, unless a window is open.
    ///
    /// ```
    /// # use rulebook::{Seat, Stack};
    /// let stack: Stack<u8> = Stack::new(2);
    /// assert_eq!(stack.priority(), None);
    /// ```
    pub fn priority(&self) -> Option<Seat> {
        self.rest.window.map(|window| window.priority)
    }

    /// How many have passed in succession.
    ///
    /// ```
    /// # use rulebook::{Seat, Stack};
    /// let mut stack: Stack<u8> = Stack::new(2);
    /// stack.open(Seat(0))?;
    /// stack.pass()?;
    /// assert_eq!(stack.passes(), 1);
    /// # Ok::<(), rulebook::StackError>(())
    /// ```
    pub fn passes(&self) -> usize {
        self.rest.window.map_or(0, |window| usize::from(window.passes))
    }

    /// Whether a window is open.
    ///
    /// ```
    /// # use rulebook::Stack;
    /// assert!(!Stack::<u8>::new(2).is_open());
    /// ```
    pub fn is_open(&self) -> bool {
        self.rest.window.is_some()
    }

    /// Whether somebody sits there who has not left the game.
    ///
    /// ```
    /// # use rulebook::{Seat, Stack};
    /// let stack: Stack<u8> = Stack::new(2);
    /// assert!(stack.is_in_game(Seat(1)) && !stack.is_in_game(Seat(2)));
    /// ```
    pub fn is_in_game(&self, seat: Seat) -> bool {
        seat.0 < self.rest.seats && !self.rest.gone.contains(seat)
    }

    /// What lies on top: it resolves next.
    ///
    /// ```
    /// # use rulebook::Stack;
    /// assert!(Stack::<u8>::new(2).top().is_none());
    /// ```
    pub fn top(&self) -> Option<&StackItem<T>> {
        self.items.last()
    }

    /// Something on the stack, by its id.
    ///
    /// ```
    /// # use rulebook::{Stack, StackId};
    /// assert!(Stack::<u8>::new(2).get(StackId(0)).is_none());
    /// ```
    pub fn get(&self, id: StackId) -> Option<&StackItem<T>> {
        self.place(id).ok().map(|at| &self.items[at])
    }

    /// Everything on the stack, the top first: in the order in which it would
    /// resolve.
    ///
    /// ```
    /// # use rulebook::{Seat, Stack};
    /// let mut stack = Stack::new(2);
    /// stack.open(Seat(0))?;
    /// stack.push(Seat(0), "first")?;
    /// stack.push(Seat(0), "second")?;
    /// let items: Vec<_> = stack.iter().map(|waiting| waiting.item).collect();
    /// assert_eq!(items, ["second", "first"]);
    /// # Ok::<(), rulebook::StackError>(())
    /// ```
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &StackItem<T>> + ExactSizeIterator {
        self.items.iter().rev()
    }

    /// How many things wait.
    ///
    /// ```
    /// # use rulebook::Stack;
    /// assert_eq!(Stack::<u8>::new(2).len(), 0);
    /// ```
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether nothing waits.
    ///
    /// ```
    /// # use rulebook::Stack;
    /// assert!(Stack::<u8>::new(2).is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Everything but the things on it, to come back to.
    ///
    /// ```
    /// # use rulebook::{Seat, Stack};
    /// let mut stack: Stack<u8> = Stack::new(2);
    /// stack.open(Seat(1))?;
    /// let mark = stack.mark();
    /// stack.pass()?;
    /// stack.back_to(mark, []);
    /// assert_eq!((stack.priority(), stack.passes()), (Some(Seat(1)), 0));
    /// # Ok::<(), rulebook::StackError>(())
    /// ```
    pub fn mark(&self) -> StackMark {
        self.rest
    }

    /// Comes back to a mark: what was pushed since is gone, its ids are free
    /// again, and what was taken since is put back, if it is given here.
    ///
    /// ```
    /// # use rulebook::{Seat, Stack};
    /// let mut stack = Stack::new(2);
    /// stack.open(Seat(0))?;
    /// let bolt = stack.push(Seat(0), "bolt")?;
    /// stack.push(Seat(0), "shield")?;
    /// let (before, mark) = (stack.clone(), stack.mark());
    /// let taken = stack.take(bolt)?;
    /// stack.push(Seat(1), "counter")?;
    /// stack.back_to(mark, [taken]);
    /// assert_eq!(stack, before);
    /// # Ok::<(), rulebook::StackError>(())
    /// ```
    pub fn back_to(&mut self, mark: StackMark, taken: impl IntoIterator<Item = StackItem<T>>) {
        self.rest = mark;
        self.items.retain(|waiting| waiting.id.0 < mark.next);
        for taken in taken {
            // What was pushed and taken since the mark was not there then.
            if let Err(at) = self.place(taken.id)
                && taken.id.0 < mark.next
            {
                self.items.insert(at, taken);
            }
        }
    }
}

impl<T: Canonical> Canonical for StackItem<T> {
    fn encode(&self, into: &mut Encoder) {
        self.id.encode(into);
        self.by.encode(into);
        self.item.encode(into);
    }
}

/// Everything that stacks are equal by: the things, the seats and who of them
/// has left, the next id, and the window.
impl<T: Canonical> Canonical for Stack<T> {
    fn encode(&self, into: &mut Encoder) {
        let StackMark { seats, next, window, .. } = self.rest;
        self.items.encode(into);
        into.u8(seats);
        (0..seats).for_each(|seat| self.is_in_game(Seat(seat)).encode(into));
        into.u64(next);
        window.map(|window| (window.first, window.priority, window.passes)).encode(into);
    }
}
