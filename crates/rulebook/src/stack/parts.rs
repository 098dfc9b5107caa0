//! What a stack hands out: ids, things, what a pass leads to, refusals.

use std::error::Error;
use std::fmt;

use crate::actor::Seat;
use crate::digest::{Canonical, Encoder};

/// Names a thing on a [`Stack`](crate::Stack). An id is never given to another thing.
///
/// ```
/// use rulebook::StackId;
/// assert_eq!(StackId(3).to_string(), "item 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StackId(pub u64);

impl fmt::Display for StackId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "item {}", self.0)
    }
}

impl Canonical for StackId {
    fn encode(&self, into: &mut Encoder) {
        into.u64(self.0);
    }
}

/// A thing that waits on a [`Stack`](crate::Stack).
///
/// ```
/// use rulebook::{Seat, Stack};
/// let mut stack = Stack::new(2);
/// stack.open(Seat(0))?;
/// stack.push(Seat(0), "bolt")?;
/// let top = stack.top().unwrap();
/// assert_eq!((top.by, top.item), (Seat(0), "bolt"));
/// # Ok::<(), rulebook::StackError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackItem<T> {
    /// Its name.
    pub id: StackId,
    /// Who put it there.
    pub by: Seat,
    /// What it is.
    pub item: T,
}

/// What a pass leads to.
///
/// ```
/// use rulebook::{Passed, Seat, Stack};
/// let mut stack: Stack<&str> = Stack::new(2);
/// stack.open(Seat(0))?;
/// assert_eq!(stack.pass()?, Passed::Next(Seat(1)));
/// assert_eq!(stack.pass()?, Passed::Closes);
/// # Ok::<(), rulebook::StackError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Passed {
    /// This seat has priority now.
    Next(Seat),
    /// All have passed in succession: the top resolves. It stays on the stack
    /// until the game [takes](crate::Stack::take) it; whoever the window was opened
    /// for has priority again.
    Resolves(StackId),
    /// All have passed in succession on an empty stack: the window is closed.
    Closes,
}

/// Why a [`Stack`](crate::Stack) refused. It is as it was.
///
/// ```
/// use rulebook::{Seat, Stack, StackError};
/// let mut stack = Stack::new(2);
/// assert_eq!(stack.push(Seat(0), "bolt"), Err(StackError::Closed));
/// assert_eq!(StackError::Closed.to_string(), "no window is open: open one first");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StackError {
    /// No window is open.
    Closed,
    /// A window is open already.
    Open,
    /// That seat is not at the table, or has left the game.
    NotInGame(Seat),
    /// Nobody is in the game.
    Nobody,
    /// There is no such thing on the stack, or not any more.
    Unknown(StackId),
}

impl fmt::Display for StackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StackError::Closed => f.write_str("no window is open: open one first"),
            StackError::Open => f.write_str("a window is open already: it closes when all pass"),
            StackError::NotInGame(seat) => write!(f, "{seat} is not in the game"),
            StackError::Nobody => f.write_str("nobody is in the game who could have priority"),
            StackError::Unknown(id) => write!(f, "{id} is not on the stack"),
        }
    }
}

impl Error for StackError {}
