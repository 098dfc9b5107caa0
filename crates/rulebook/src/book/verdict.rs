//! What a guard may say to an event, and in which forms.

use crate::context::Asked;
use crate::group::{Edge, Group, put};

/// What a guard may do to an event. It declares what it uses.
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
/// use rulebook::{Capability, Verdict};
///
/// // Heavy blows are halved, light ones do not hurt at all.
/// let book = Book::<Duel>::builder("duel")
///     .rule("hit", |rule| rule.then(|cx, ()| [*cx.action]))
///     .guard("hide", |guard| guard
///         .before(Anything::Any)
///         .judge([Capability::Modify, Capability::Prevent], |cx| match cx.amount {
///             0..3 => Verdict::PreventAll,
///             heavy => Verdict::Modify(heavy / 2),
///         }))
///     .compile()?;
/// let mut game = book.start(20, Seed(1))?;
/// game.submit(Seat(0), 2)?;
/// game.submit(Seat(0), 8)?;
/// assert_eq!(*game.state(), 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Capability {
    /// Say that it cannot happen.
    Forbid,
    /// Change it, or turn it elsewhere.
    Modify,
    /// Prevent it, whole or in part.
    Prevent,
    /// Put other events in its place, or none.
    Replace,
}

impl Capability {
    pub(crate) fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The capability in words.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Capability::Forbid => "forbid",
            Capability::Modify => "modify",
            Capability::Prevent => "prevent",
            Capability::Replace => "replace",
        }
    }
}

/// In which order guards are asked: all of one tier before the next.
///
/// # Example
///
/// ```
/// use rulebook::Tier;
/// assert!(Tier::Own < Tier::Other);
/// assert_eq!(Tier::default(), Tier::Other);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Tier {
    /// The event replaces itself: it is how its own source does it. Asked
    /// before all others, and the only one that can save a forbidden event.
    Own,
    /// Everything else.
    #[default]
    Other,
}

/// What a guard says to an event.
///
/// # Example
///
/// ```
/// use rulebook::{Group, Instead, Verdict};
///
/// let halves: Verdict<u32> = Verdict::replace([2, 2]);
/// let both_or_none: Verdict<u32> = Verdict::replace(Group::atomic([2, 2]));
/// assert_ne!(halves, both_or_none);
/// assert_eq!(Verdict::<u32>::replace([]), Verdict::Replace(Instead::nothing()));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict<E> {
    /// It does not concern this guard as it is. If another guard changes the
    /// event, this one is asked again.
    Pass,
    /// This guard will not have to do with the event, whatever it becomes.
    Decline,
    /// It cannot happen.
    Forbid,
    /// This much of it does not happen.
    Prevent(u32),
    /// Nothing of it happens.
    PreventAll,
    /// It happens like this.
    Modify(E),
    /// It happens to somebody else.
    Redirect(E),
    /// Other events take its place, or none.
    Replace(Instead<E>),
}

impl<E> Verdict<E> {
    /// Other events take its place, or none.
    pub fn replace(with: impl Into<Instead<E>>) -> Self {
        Verdict::Replace(with.into())
    }

    pub(crate) fn needs(&self) -> Option<Capability> {
        match self {
            Verdict::Pass | Verdict::Decline => None,
            Verdict::Forbid => Some(Capability::Forbid),
            Verdict::Prevent(_) | Verdict::PreventAll => Some(Capability::Prevent),
            Verdict::Modify(_) | Verdict::Redirect(_) => Some(Capability::Modify),
            Verdict::Replace(_) => Some(Capability::Replace),
        }
    }
}

/// What takes the place of an event: events and groups, each as a member of
/// the group in which the event was; or nothing.
///
/// # Example
///
/// ```
/// use rulebook::{Group, Instead};
///
/// assert_eq!(Instead::from([1, 2]), Instead::from(vec![1, 2]));
/// assert_ne!(Instead::from([1, 2]), Instead::from(Group::batch([1, 2])));
/// assert_eq!(Instead::from([0; 0]), Instead::nothing());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Instead<E> {
    pub(crate) events: Vec<E>,
    pub(crate) brackets: Vec<crate::group::Bracket>,
}

impl<E> Instead<E> {
    /// Nothing takes its place.
    pub fn nothing() -> Self {
        Instead { events: Vec::new(), brackets: Vec::new() }
    }
}

impl<E, const N: usize> From<[E; N]> for Instead<E> {
    fn from(events: [E; N]) -> Self {
        Vec::from(events).into()
    }
}

impl<E> From<Vec<E>> for Instead<E> {
    fn from(events: Vec<E>) -> Self {
        Instead { events, brackets: Vec::new() }
    }
}

impl<E> From<Group<E>> for Instead<E> {
    fn from(group: Group<E>) -> Self {
        let mut instead = Instead::nothing();
        put(group, Edge::Required, &mut instead.events, &mut instead.brackets);
        instead
    }
}

/// What may take the place of an event: an array, a `Vec` or an `Option` of
/// events, a [`Group`], [`Instead::nothing`], or `Result<_, Asked>` of any of
/// these.
///
/// # Example
///
/// ```
/// use rulebook::{Group, Instead, Replacing};
/// assert_eq!(["draw"].instead(), Ok(Instead::from(["draw"])));
/// assert_eq!(None::<&str>.instead(), Ok(Instead::nothing()));
/// assert!(Group::atomic(["draw", "discard"]).instead().is_ok());
/// ```
pub trait Replacing<E> {
    /// What takes its place.
    ///
    /// # Errors
    ///
    /// [`Asked`] if a player must choose first.
    fn instead(self) -> Result<Instead<E>, Asked>;
}

impl<E> Replacing<E> for Instead<E> {
    fn instead(self) -> Result<Instead<E>, Asked> {
        Ok(self)
    }
}

impl<E, const N: usize> Replacing<E> for [E; N] {
    fn instead(self) -> Result<Instead<E>, Asked> {
        Ok(self.into())
    }
}

impl<E> Replacing<E> for Vec<E> {
    fn instead(self) -> Result<Instead<E>, Asked> {
        Ok(self.into())
    }
}

impl<E> Replacing<E> for Option<E> {
    fn instead(self) -> Result<Instead<E>, Asked> {
        Ok(self.into_iter().collect::<Vec<E>>().into())
    }
}

impl<E> Replacing<E> for Group<E> {
    fn instead(self) -> Result<Instead<E>, Asked> {
        Ok(self.into())
    }
}

impl<E, R: Replacing<E>> Replacing<E> for Result<R, Asked> {
    fn instead(self) -> Result<Instead<E>, Asked> {
        self?.instead()
    }
}

/// What a guard's function may return: the thing itself, or an early stop
/// because a player must choose first.
///
/// # Example
///
/// ```
/// use rulebook::{Asked, Ruling};
///
/// assert_eq!(Ruling::<u32>::ruling(3), Ok(3));
/// assert_eq!(Ruling::<u32>::ruling(Ok::<u32, Asked>(3)), Ok(3));
/// ```
pub trait Ruling<T> {
    /// The thing, or the stop.
    ///
    /// # Errors
    ///
    /// [`Asked`] if a player must choose first.
    fn ruling(self) -> Result<T, Asked>;
}

impl<T> Ruling<T> for T {
    fn ruling(self) -> Result<T, Asked> {
        Ok(self)
    }
}

impl<T> Ruling<T> for Result<T, Asked> {
    fn ruling(self) -> Result<T, Asked> {
        self
    }
}
