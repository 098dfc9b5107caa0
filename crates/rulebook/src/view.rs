//! Views: what somebody may see of a game. The default is nothing.
//!
//! A session knows everything. What leaves it for a player or a spectator is a
//! [`View`](crate::View) and [`FrameSight`](crate::FrameSight)s, which hold
//! only what the author lets out here, and never seeds, dice to come, digests
//! (from which a hidden state could be guessed), explanations, or what others
//! were asked.

use std::fmt::{self, Debug};

use crate::actor::{By, Seat};
use crate::dice::Dice;
use crate::game::Game;

/// Who looks: a player, or somebody who only watches.
///
/// # Example
///
/// ```
/// use rulebook::{Seat, Viewer};
/// assert_eq!(Viewer::from(Seat(1)).to_string(), "seat 1");
/// assert!(Viewer::Seat(Seat(1)).is(Seat(1)) && !Viewer::Spectator.is(Seat(1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player.
    Seat(Seat),
    /// Somebody who only watches.
    Spectator,
}

impl Viewer {
    /// Whether it is this player who looks.
    #[inline]
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }

    /// The player who looks, if it is one.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        }
    }

    /// Everybody who could look at a game of so many seats.
    ///
    /// ```
    /// use rulebook::{Seat, Viewer};
    /// let all: Vec<Viewer> = Viewer::all(2).collect();
    /// assert_eq!(all, [Seat(0).into(), Seat(1).into(), Viewer::Spectator]);
    /// ```
    pub fn all(seats: usize) -> impl Iterator<Item = Viewer> {
        let seats = (0..seats).map(|seat| Viewer::Seat(Seat(seat as u8)));
        seats.chain([Viewer::Spectator])
    }
}

impl From<Seat> for Viewer {
    fn from(seat: Seat) -> Self {
        Viewer::Seat(seat)
    }
}

impl fmt::Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Viewer::Seat(seat) => write!(f, "{seat}"),
            Viewer::Spectator => f.write_str("a spectator"),
        }
    }
}

/// A game that says what each viewer may see.
///
/// [`sight`](Viewed::sight) is what they see of the state. What they learn of
/// actions and events is nothing, unless the author says more. Who may act and
/// how the game ended ([`Game::active`], [`Game::result`]) is for everybody to
/// see, and so is that something happened.
///
/// # Example
///
/// Two players each hide a number.
///
/// ```
/// use rulebook::prelude::*;
///
/// #[derive(Clone, Debug, PartialEq)]
/// struct Hidden(Seat, u8);
/// # impl Kinded for Hidden {
/// #     type Kind = Anything;
/// #     fn kind(&self) -> Anything { Anything::Any }
/// # }
///
/// struct Hiding;
/// impl Game for Hiding {
///     type State = [Option<u8>; 2];
///     type Action = u8;
///     type Event = Hidden;
///     type Trace = ();
///     type Reason = Never;
///     fn apply(hidden: &mut [Option<u8>; 2], Hidden(seat, number): &Hidden) {
///         hidden[seat.index()] = Some(*number);
///     }
///     fn active(hidden: &[Option<u8>; 2]) -> Actors {
///         let waiting = (0..2u8).filter(|&seat| hidden[usize::from(seat)].is_none());
///         waiting.fold(Actors::none(), |actors, seat| actors.with(Seat(seat)))
///     }
/// }
///
/// impl Viewed for Hiding {
///     /// One's own number, and whether the other has one.
///     type Sight = (Option<u8>, bool);
///     type Report = Option<u8>;
///     fn sight(hidden: &[Option<u8>; 2], viewer: Viewer) -> (Option<u8>, bool) {
///         match viewer {
///             Viewer::Seat(seat) => (hidden[seat.index()], hidden[1 - seat.index()].is_some()),
///             Viewer::Spectator => (None, hidden.iter().any(Option::is_some)),
///         }
///     }
///     fn report(Hidden(seat, number): &Hidden, _: Option<&()>, viewer: Viewer) -> Option<Option<u8>> {
///         Some(viewer.is(*seat).then_some(*number))
///     }
/// }
///
/// let book = Book::<Hiding>::builder("hiding")
///     .rule("hide", |rule| rule.then(|cx, ()| cx.by.seat().map(|seat| Hidden(seat, *cx.action))))
///     .compile()?;
/// let mut game = book.start([None, None], Seed(1))?;
/// game.submit(Seat(0), 42)?;
/// assert_eq!(game.view(Seat(0))?.state, (Some(42), false));
/// assert_eq!(game.view(Seat(1))?.state, (None, true));
/// let seen = game.sights(Seat(1))?.remove(0);
/// assert_eq!((seen.by, seen.action, seen.events[0].report), (Some(Seat(0).into()), None, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Viewed: Game {
    /// What somebody sees of the state.
    type Sight: Clone + Debug + PartialEq + Send + 'static;
    /// What somebody is told of an event.
    type Report: Clone + Debug + PartialEq + Send + 'static;
    /// Whether everybody sees everything, so that whoever knows a sight knows
    /// the state. Only [`Open`] games say so.
    const IS_OPEN: bool = false;

    /// The state, as far as the viewer may see it.
    fn sight(state: &Self::State, viewer: Viewer) -> Self::Sight;

    /// What the viewer is told of an event that happened, or that was proposed
    /// and did not: then there is no trace. Nothing, if they are not to know
    /// of it at all.
    fn report(
        event: &Self::Event,
        trace: Option<&Self::Trace>,
        viewer: Viewer,
    ) -> Option<Self::Report> {
        let _ = (event, trace, viewer);
        None
    }

    /// Whether the viewer may know the action that somebody submitted. Their
    /// own they know anyway.
    fn shows_action(action: &Self::Action, by: By, viewer: Viewer) -> bool {
        let _ = (action, by, viewer);
        false
    }
}

/// A game of which a viewer can imagine what they do not see: for players that
/// think ahead.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// use rulebook::{Dice, Imagined};
/// # struct Coin;
/// # impl Game for Coin {
/// #     type State = [bool; 2]; type Action = u8; type Event = u8; type Trace = (); type Reason = Never;
/// #     fn apply(coins: &mut [bool; 2], heads: &u8) { coins[0] = *heads == 1; }
/// # }
/// /// Each player has a coin under the hand.
/// impl Viewed for Coin {
///     type Sight = Option<bool>;
///     type Report = ();
///     fn sight(coins: &[bool; 2], viewer: Viewer) -> Option<bool> {
///         viewer.seat().map(|seat| coins[seat.index()])
///     }
/// }
///
/// impl Imagined for Coin {
///     fn imagine(own: &Option<bool>, viewer: Viewer, dice: &mut Dice) -> [bool; 2] {
///         let mut coins = [dice.below(2) == 1, dice.below(2) == 1];
///         if let (Some(seat), Some(own)) = (viewer.seat(), own) {
///             coins[seat.index()] = *own;
///         }
///         coins
///     }
/// }
///
/// // Whatever is imagined looks like what was seen.
/// let coins = Coin::imagine(&Some(true), Seat(1).into(), &mut Dice::new(Seed(1)));
/// assert_eq!(Coin::sight(&coins, Seat(1).into()), Some(true));
/// ```
pub trait Imagined: Viewed {
    /// A state that the viewer considers possible, drawn with these dice: its
    /// sight is this one.
    fn imagine(sight: &Self::Sight, viewer: Viewer, dice: &mut Dice) -> Self::State;
}

/// A game without secrets: everybody sees the state and whatever happens.
///
/// One line makes it [`Viewed`] and [`Imagined`]: the sight is the state, and
/// there is nothing to imagine. Dice to come are nobody's to see in any game,
/// so a game of dice can be open.
///
/// # Example
///
/// ```
/// use rulebook::prelude::*;
/// use rulebook::{Dice, Imagined, Open};
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
/// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// # }
/// impl Open for Counter {}
///
/// assert_eq!(Counter::sight(&5, Viewer::Spectator), 5);
/// assert_eq!(Counter::imagine(&5, Seat(0).into(), &mut Dice::new(Seed(1))), 5);
/// assert!(Counter::IS_OPEN);
/// ```
pub trait Open: Game<State: Debug + PartialEq, Event: PartialEq> {}

impl<G: Open> Viewed for G {
    type Sight = G::State;
    type Report = G::Event;
    const IS_OPEN: bool = true;

    fn sight(state: &G::State, _: Viewer) -> G::State {
        state.clone()
    }

    fn report(event: &G::Event, _: Option<&G::Trace>, _: Viewer) -> Option<G::Event> {
        Some(event.clone())
    }

    fn shows_action(_: &G::Action, _: By, _: Viewer) -> bool {
        true
    }
}

impl<G: Open> Imagined for G {
    fn imagine(state: &G::State, _: Viewer, _: &mut Dice) -> G::State {
        state.clone()
    }
}
