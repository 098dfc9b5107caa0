//! The hillside: the clans, the pieces, whose turn it is.

use std::collections::BTreeMap;
use std::fmt;

use rulebook::prelude::*;

use super::{Cell, cell};

/// How many clans there are.
pub const SEATS: usize = 3;
/// How many rounds there are.
pub const ROUNDS: u8 = 8;
/// How many coins a clan begins with.
const COINS: u32 = 5;

/// A kind of piece.
///
/// ```
/// use rulebook_testkit::games::storm_terraces::Kind;
/// assert_eq!((Kind::Dome.price(), Kind::Dome.life(), Kind::Dome.charges()), (3, 2, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Canonical)]
pub enum Kind {
    /// Leaves a coin behind.
    Herder,
    /// Bursts.
    Keg,
    /// Keeps off 1 damage of each hit.
    Banner,
    /// Keeps off 3 damage in all.
    Dome,
    /// Does not die at once.
    Ox,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 5] = [Kind::Herder, Kind::Keg, Kind::Banner, Kind::Dome, Kind::Ox];

    /// What it costs.
    pub fn price(self) -> u32 {
        match self {
            Kind::Herder | Kind::Keg => 1,
            Kind::Banner | Kind::Ox => 2,
            Kind::Dome => 3,
        }
    }

    /// How much life it begins with.
    pub fn life(self) -> u32 {
        match self {
            Kind::Herder | Kind::Ox => 3,
            Kind::Dome => 2,
            Kind::Keg | Kind::Banner => 1,
        }
    }

    /// How much it can do, if that is counted: damage to keep off for a dome,
    /// deaths to refuse for an ox.
    pub fn charges(self) -> u32 {
        match self {
            Kind::Dome => 3,
            Kind::Ox => 1,
            Kind::Herder | Kind::Keg | Kind::Banner => 0,
        }
    }

    /// How many points it is worth in the end.
    pub fn worth(self) -> i32 {
        if self == Kind::Herder { 3 } else { 1 }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::Herder => "herder",
            Kind::Keg => "keg",
            Kind::Banner => "banner",
            Kind::Dome => "dome",
            Kind::Ox => "ox",
        })
    }
}

/// Names a piece. The number is never given to another.
///
/// ```
/// use rulebook_testkit::games::storm_terraces::PieceId;
/// assert!(PieceId(1) < PieceId(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Canonical)]
pub struct PieceId(pub u32);

/// A piece on the hill.
///
/// ```
/// use rulebook_testkit::games::storm_terraces::{Kind, cell, hill};
/// let hill = hill([(2, Kind::Ox, "b2")]);
/// let ox = hill.at(cell("b2")).unwrap();
/// assert_eq!((ox.kind, ox.life), (Kind::Ox, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Canonical)]
pub struct Piece {
    /// Whose it is.
    pub owner: Seat,
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub cell: Cell,
    /// How much life it has.
    pub life: u32,
    /// How much it can still do, if that is counted.
    pub charges: u32,
}

/// Whose turn it is.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_testkit::games::storm_terraces::{Turn, setup};
/// assert_eq!(setup().turn(), Turn::Clan(Seat(0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Canonical)]
pub enum Turn {
    /// A clan's.
    Clan(Seat),
    /// The storm's.
    Storm,
    /// Nobody's: it is over.
    Over,
}

/// Everything that is true of the hillside.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_testkit::games::storm_terraces::setup;
/// let hill = setup();
/// assert_eq!((hill.round(), hill.coins(Seat(2)), hill.dead()), (1, 5, 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Canonical)]
pub struct Hill {
    pub(super) turn: Turn,
    /// From one.
    pub(super) round: u8,
    pub(super) coins: [u32; SEATS],
    pub(super) pieces: BTreeMap<PieceId, Piece>,
    /// The number of the next piece.
    pub(super) next: u32,
    /// How many pieces have died.
    pub(super) dead: u32,
}

/// An empty hillside.
///
/// ```
/// use rulebook_testkit::games::storm_terraces::setup;
/// assert_eq!(setup().pieces().count(), 0);
/// ```
pub fn setup() -> Hill {
    Hill {
        turn: Turn::Clan(Seat(0)),
        round: 1,
        coins: [COINS; SEATS],
        pieces: BTreeMap::new(),
        next: 0,
        dead: 0,
    }
}

/// A hillside with these pieces (clan, kind, cell), placed in this order: to
/// try something out.
///
/// ```
/// use rulebook_testkit::games::storm_terraces::{Kind, hill};
/// assert_eq!(hill([(0, Kind::Keg, "a1"), (1, Kind::Keg, "a2")]).pieces().count(), 2);
/// ```
///
/// # Panics
///
/// If there is no such cell: they are called `a1` to `d3`.
pub fn hill<'n>(pieces: impl IntoIterator<Item = (u8, Kind, &'n str)>) -> Hill {
    let mut hill = setup();
    for (seat, kind, name) in pieces {
        hill.place(PieceId(hill.next), Seat(seat), kind, cell(name));
    }
    hill
}

impl Hill {
    /// Whose turn it is.
    pub fn turn(&self) -> Turn {
        self.turn
    }

    /// Which round it is, from one.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// The coins of a clan.
    ///
    /// # Panics
    ///
    /// If there is no such clan: they are seats 0 to 2.
    pub fn coins(&self, seat: Seat) -> u32 {
        self.coins[seat.index()]
    }

    /// The pieces on the hill, by age.
    pub fn pieces(&self) -> impl Iterator<Item = (PieceId, &Piece)> {
        self.pieces.iter().map(|(id, piece)| (*id, piece))
    }

    /// A piece, by number.
    pub fn piece(&self, id: PieceId) -> Option<&Piece> {
        self.pieces.get(&id)
    }

    /// What stands on a cell.
    pub fn at(&self, cell: Cell) -> Option<&Piece> {
        self.pieces.values().find(|piece| piece.cell == cell)
    }

    /// The pieces that stand next to a cell, by age.
    pub fn next_to(&self, cell: Cell) -> impl Iterator<Item = (PieceId, &Piece)> {
        self.pieces().filter(move |(_, piece)| piece.cell.is_next_to(cell))
    }

    /// How many pieces have died.
    pub fn dead(&self) -> u32 {
        self.dead
    }

    /// The same, at the moment when the storm comes.
    #[must_use]
    pub fn before_storm(self) -> Hill {
        Hill { turn: Turn::Storm, round: 2, ..self }
    }

    /// The same, with so many coins for each clan.
    #[must_use]
    pub fn with_coins(self, coins: u32) -> Hill {
        Hill { coins: [coins; SEATS], ..self }
    }

    /// The same, where nobody has more life than that.
    #[must_use]
    pub fn with_life(mut self, most: u32) -> Hill {
        self.pieces.values_mut().for_each(|piece| piece.life = piece.life.min(most));
        self
    }

    /// What each clan has got.
    pub fn points(&self) -> Scores {
        let points = [0, 1, 2].map(|seat: u8| {
            let own = self.pieces.values().filter(|piece| piece.owner == Seat(seat));
            let worth: i32 = own.map(|piece| piece.kind.worth()).sum();
            worth + (self.coins(Seat(seat)) / 3) as i32
        });
        Scores::new(&points)
    }

    pub(super) fn place(&mut self, id: PieceId, owner: Seat, kind: Kind, cell: Cell) {
        let (life, charges) = (kind.life(), kind.charges());
        self.pieces.insert(id, Piece { owner, kind, cell, life, charges });
        self.next = id.0 + 1;
    }

    /// Whether no two pieces stand on one cell, and all stand somewhere.
    pub(super) fn is_orderly(&self) -> bool {
        let alone = |piece: &Piece| {
            self.pieces.values().filter(|other| other.cell == piece.cell).count() == 1
        };
        self.pieces.values().all(|piece| piece.cell.exists() && alone(piece))
    }
}
