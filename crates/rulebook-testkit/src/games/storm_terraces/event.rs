//! What happens on the hillside, and how each event is taken back.

use rulebook::prelude::*;

use super::{Cell, Hill, Kind, Piece, PieceId, Turn};

/// What happens on the hillside.
///
/// ```
/// use rulebook::Game;
/// use rulebook_testkit::games::storm_terraces::*;
/// let mut hill = hill([(0, Kind::Ox, "a1")]);
/// StormTerraces::apply(&mut hill, &Event::Hit { id: PieceId(0), damage: 1 });
/// assert_eq!(hill.at(cell("a1")).unwrap().life, 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub enum Event {
    /// It is another's turn.
    Turned {
        /// Whose.
        to: Turn,
    },
    /// The next round began.
    RoundBegan,
    /// A clan paid.
    Paid {
        /// Which.
        seat: Seat,
        /// How many coins.
        coins: u32,
    },
    /// A clan got coins.
    Earned {
        /// Which.
        seat: Seat,
        /// How many.
        coins: u32,
    },
    /// A piece was placed.
    Placed {
        /// Its number.
        id: PieceId,
        /// Whose it is.
        owner: Seat,
        /// What it is.
        kind: Kind,
        /// Where.
        cell: Cell,
    },
    /// A piece moved.
    Moved {
        /// Which.
        id: PieceId,
        /// Where to.
        to: Cell,
    },
    /// A piece was hit.
    Hit {
        /// Which.
        id: PieceId,
        /// How hard.
        damage: u32,
    },
    /// A piece got life.
    Mended {
        /// Which.
        id: PieceId,
        /// How much.
        life: u32,
    },
    /// What a piece can do was used.
    Used {
        /// Which piece.
        id: PieceId,
        /// How much of it.
        charges: u32,
    },
    /// A piece died.
    Died {
        /// Which.
        id: PieceId,
    },
    /// The dead were counted.
    Mourned {
        /// How many.
        dead: u32,
    },
}

/// What was there before, where the event does not say.
///
/// ```
/// use rulebook::Game;
/// use rulebook_testkit::games::storm_terraces::*;
/// let mut hill = hill([(0, Kind::Keg, "a1")]);
/// let trace = StormTerraces::apply(&mut hill, &Event::Hit { id: PieceId(0), damage: 2 });
/// assert!(matches!(trace, Trace::Piece(keg) if keg.life == 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trace {
    /// The event says it all.
    Nothing,
    /// The piece as it was.
    Piece(Piece),
    /// Whose turn it was.
    Turn(Turn),
}

/// What holds here, because `possible` has looked.
const LOOKED: &str = "an event that cannot happen is not applied";

pub(super) fn apply(hill: &mut Hill, event: Event) -> Trace {
    match event {
        Event::Turned { to } => return Trace::Turn(std::mem::replace(&mut hill.turn, to)),
        Event::RoundBegan => hill.round += 1,
        Event::Paid { seat, coins } => hill.coins[seat.index()] -= coins,
        Event::Earned { seat, coins } => hill.coins[seat.index()] += coins,
        Event::Placed { id, owner, kind, cell } => hill.place(id, owner, kind, cell),
        Event::Mourned { dead } => hill.dead += dead,
        Event::Died { id } => return Trace::Piece(hill.pieces.remove(&id).expect(LOOKED)),
        Event::Moved { id, .. }
        | Event::Hit { id, .. }
        | Event::Mended { id, .. }
        | Event::Used { id, .. } => {
            let piece = hill.pieces.get_mut(&id).expect(LOOKED);
            return Trace::Piece(std::mem::replace(piece, changed(*piece, event)));
        }
    }
    Trace::Nothing
}

/// The piece after what happens to it.
fn changed(piece: Piece, event: Event) -> Piece {
    match event {
        Event::Moved { to, .. } => Piece { cell: to, ..piece },
        Event::Hit { damage, .. } => Piece { life: piece.life.saturating_sub(damage), ..piece },
        Event::Mended { life, .. } => Piece { life: piece.life + life, ..piece },
        Event::Used { charges, .. } => Piece { charges: piece.charges - charges, ..piece },
        _ => piece,
    }
}

pub(super) fn revert(hill: &mut Hill, event: Event, trace: Trace) {
    match (event, trace) {
        (Event::Turned { .. }, Trace::Turn(turn)) => hill.turn = turn,
        (Event::RoundBegan, _) => hill.round -= 1,
        (Event::Paid { seat, coins }, _) => hill.coins[seat.index()] += coins,
        (Event::Earned { seat, coins }, _) => hill.coins[seat.index()] -= coins,
        (Event::Placed { id, .. }, _) => {
            hill.pieces.remove(&id);
            hill.next = id.0;
        }
        (Event::Mourned { dead }, _) => hill.dead -= dead,
        (
            Event::Moved { id, .. }
            | Event::Hit { id, .. }
            | Event::Mended { id, .. }
            | Event::Used { id, .. }
            | Event::Died { id },
            Trace::Piece(was),
        ) => {
            hill.pieces.insert(id, was);
        }
        (event, trace) => unreachable!("{event:?} does not leave {trace:?}"),
    }
}
