//! A small game with a bit of everything: checks, an exception, dice, choices,
//! a revealing event, invariants, phases, and a fuse that makes an author's
//! function panic.

use std::fmt;

use rulebook::{Actors, By, Canonical, Encoder, Game, Kind, Kinded, Reason, Revert, Scores, Seat};

/// Which author's function a fuse makes panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Spot {
    Check,
    Exception,
    Predicate,
    Condition,
    Answer,
    Effect,
    Candidates,
    Apply,
    Revert,
    Clone,
    Invariant,
    Result,
    Active,
    Digest,
}

pub(crate) const SPOTS: [Spot; 14] = [
    Spot::Check,
    Spot::Exception,
    Spot::Predicate,
    Spot::Condition,
    Spot::Answer,
    Spot::Effect,
    Spot::Candidates,
    Spot::Apply,
    Spot::Revert,
    Spot::Clone,
    Spot::Invariant,
    Spot::Result,
    Spot::Active,
    Spot::Digest,
];

/// It has burnt down after so many events, and from then on its spot panics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fuse {
    pub(crate) spot: Spot,
    pub(crate) left: u8,
}

/// The state as the model keeps it: copying it never panics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plain {
    pub(crate) coins: i32,
    pub(crate) pile: Vec<u8>,
    pub(crate) last: u8,
    pub(crate) turn: u8,
    pub(crate) over: bool,
    pub(crate) fuse: Option<Fuse>,
}

impl Plain {
    pub(crate) fn new(fuse: Option<Fuse>) -> Self {
        Plain { coins: 4, pile: vec![1, 2, 3, 4, 5], last: 0, turn: 0, over: false, fuse }
    }

    /// Whether this spot panics now.
    pub(crate) fn burns(&self, spot: Spot) -> bool {
        self.fuse == Some(Fuse { spot, left: 0 })
    }
}

/// The state as the engine keeps it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Purse(pub(crate) Plain);

impl Purse {
    /// Panics if the fuse of this spot has burnt down. No hook is called, so
    /// nothing is printed.
    pub(crate) fn mind(&self, spot: Spot) {
        if self.0.burns(spot) {
            std::panic::resume_unwind(Box::new(format!("boom: {spot:?}")));
        }
    }
}

impl Clone for Purse {
    fn clone(&self) -> Self {
        self.mind(Spot::Clone);
        Purse(self.0.clone())
    }
}

impl Canonical for Purse {
    fn encode(&self, into: &mut Encoder) {
        self.mind(Spot::Digest);
        self.0.coins.encode(into);
        self.0.pile.encode(into);
        [self.0.last, self.0.turn].encode(into);
        self.0.over.encode(into);
        self.0.fuse.map(|fuse| (fuse.spot as u8, fuse.left)).encode(into);
    }
}

/// What is submitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    Add(u8),
    Take(u8),
    Idle,
    Stray,
    Roll(u8),
    Shuffle,
    Peek,
    Reveal,
    Ask,
    AskRoll,
    Doom,
    Break,
    Finish,
    Flood,
    Clash,
    Arm(Option<Fuse>),
    Late,
    Both,
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Gained(i32),
    Passed,
    Rolled(u8),
    Piled(Vec<u8>),
    Shown,
    Ended,
    Armed(Option<Fuse>),
}

macro_rules! kinds {
    ($kind:ident of $of:ident: $($name:ident),*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $kind {
            $($name),*
        }
        impl Kind for $kind {
            const ALL: &'static [Self] = &[$($kind::$name),*];
            fn index(self) -> usize {
                self as usize
            }
            fn name(self) -> &'static str {
                match self {
                    $($kind::$name => stringify!($name)),*
                }
            }
        }
        impl Kinded for $of {
            type Kind = $kind;
            fn kind(&self) -> $kind {
                match self {
                    $($of::$name { .. } => $kind::$name),*
                }
            }
        }
    };
}

kinds!(MoveKind of Move: Add, Take, Idle, Stray, Roll, Shuffle, Peek, Reveal, Ask, AskRoll, Doom, Break,
    Finish, Flood, Clash, Arm, Late, Both);
kinds!(EventKind of Event: Gained, Passed, Rolled, Piled, Shown, Ended, Armed);

/// Why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum No {
    TooMuch,
    NotYourTurn,
    NotEnough,
    Odd,
}

impl fmt::Display for No {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}.")
    }
}

impl Reason for No {
    fn code(&self) -> &'static str {
        "NO"
    }
}

pub(crate) struct Ledger;

impl Game for Ledger {
    type State = Purse;
    type Action = Move;
    type Event = Event;
    /// The whole state before: reverting is right only in reverse order.
    type Trace = Plain;
    type Reason = No;

    fn apply(purse: &mut Purse, event: &Event) -> Plain {
        let was = purse.0.clone();
        change(&mut purse.0, event);
        // Half of the work is done, and has to be taken back.
        if was.burns(Spot::Apply) {
            std::panic::resume_unwind(Box::new("boom: Apply".to_owned()));
        }
        was
    }

    fn active(purse: &Purse) -> Actors {
        purse.mind(Spot::Active);
        Actors::only(Seat(purse.0.turn)).with(By::Clock)
    }

    fn result(purse: &Purse) -> Option<Scores> {
        purse.mind(Spot::Result);
        purse.0.over.then(|| Scores::draw(2))
    }
}

impl Revert for Ledger {
    fn revert(purse: &mut Purse, _: &Event, was: &Plain) {
        purse.mind(Spot::Revert);
        purse.0.clone_from(was);
    }
}

/// One event happens. The model uses it too: it is the author's, not the
/// engine's.
pub(crate) fn change(plain: &mut Plain, event: &Event) {
    if let Some(fuse) = &mut plain.fuse {
        fuse.left = fuse.left.saturating_sub(1);
    }
    match event {
        Event::Gained(by) => plain.coins += by,
        Event::Passed => plain.turn = 1 - plain.turn,
        Event::Rolled(pips) => plain.last = *pips,
        Event::Piled(pile) => plain.pile.clone_from(pile),
        Event::Shown => plain.last = 99,
        Event::Ended => plain.over = true,
        Event::Armed(fuse) => plain.fuse = *fuse,
    }
}
