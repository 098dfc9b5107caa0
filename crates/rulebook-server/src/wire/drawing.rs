//! Boards to draw.

use serde::{Deserialize, Serialize};

use super::Who;

/// A board to draw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) enum Drawing {
    /// A chess board.
    Chess(Chess),
    /// A backgammon board.
    Backgammon(Backgammon),
    /// A rectangle of cells.
    Grid(Grid),
    /// A table of Duels.
    Duels(Duels),
    /// A night market.
    Market(Market),
    /// Nothing but the text.
    Generic {
        /// The board as text.
        text: String,
    },
    /// A drawing of the author's own.
    Own {
        /// Its name.
        name: String,
        /// What it draws.
        #[cfg_attr(test, ts(type = "unknown"), schema(value_type = Object))]
        value: serde_json::Value,
    },
}

/// A chess board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Chess {
    /// The position as FEN.
    pub(crate) fen: String,
    /// The last move, such as `e2e4`.
    pub(crate) last: Option<String>,
    /// Where a king stands in check.
    pub(crate) check: Option<String>,
}

/// A backgammon board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Backgammon {
    /// The points 1 to 24 as seat 0 counts them: its checkers are positive,
    /// the other's negative.
    pub(crate) points: Vec<i8>,
    /// The checkers on the bar, by seat.
    pub(crate) bar: [u8; 2],
    /// The checkers borne off, by seat.
    pub(crate) off: [u8; 2],
    /// The doubling cube.
    pub(crate) cube: Cube,
    /// The dice as they fell: two, four of a double, or none.
    pub(crate) dice: Vec<u8>,
    /// The dice that are left to play.
    pub(crate) left: Vec<u8>,
    /// Whose turn it is.
    #[cfg_attr(test, ts(type = "string"), schema(value_type = String))]
    pub(crate) side: Who,
    /// What is to be done, in a word.
    pub(crate) stage: String,
    /// The points of the match so far, by seat.
    pub(crate) score: [u32; 2],
    /// How many points win the match. None if it is played for money.
    pub(crate) goal: Option<u32>,
    /// Whether this is the game without the cube.
    pub(crate) crawford: bool,
    /// What was offered by resigning, in a word.
    pub(crate) resigned: Option<String>,
}

/// A doubling cube.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Cube {
    /// What it shows.
    pub(crate) value: u32,
    /// Who may turn it. None in the middle.
    #[cfg_attr(test, ts(type = "string | null"), schema(value_type = Option<String>))]
    pub(crate) owner: Option<Who>,
    /// Who offers it now.
    #[cfg_attr(test, ts(type = "string | null"), schema(value_type = Option<String>))]
    pub(crate) offered_by: Option<Who>,
}

/// A rectangle of cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Grid {
    /// How many columns.
    pub(crate) columns: u8,
    /// How many rows.
    pub(crate) rows: u8,
    /// Whose mark is in each cell, by seat, row by row from the top left.
    pub(crate) cells: Vec<Option<u8>>,
    /// Whether a column is the move, and not a cell.
    pub(crate) drops: bool,
    /// How a seat's mark is written.
    pub(crate) marks: Vec<String>,
    /// The cells that win.
    pub(crate) line: Vec<u8>,
    /// The cell that was marked last.
    pub(crate) last: Option<u8>,
}

/// A table of Duels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Duels {
    /// Which turn it is.
    pub(crate) turn: u32,
    /// The step of the turn, in a word.
    pub(crate) station: String,
    /// The active seat.
    #[cfg_attr(test, ts(type = "string"), schema(value_type = String))]
    pub(crate) active: Who,
    /// The card that acts now, by number.
    pub(crate) acting: Option<u32>,
    /// Both players.
    pub(crate) sides: Vec<DuelSide>,
}

/// A player of Duels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct DuelSide {
    /// Who.
    #[cfg_attr(test, ts(type = "string"), schema(value_type = String))]
    pub(crate) seat: Who,
    /// The Champion, by number.
    pub(crate) champion: u32,
    /// What the viewer sees of the hand.
    pub(crate) hand: Vec<DuelCard>,
    /// How many cards are in the hand.
    pub(crate) hand_count: u32,
    /// How many cards are in the deck.
    pub(crate) deck_count: u32,
    /// The discard pile, oldest first.
    pub(crate) discard: Vec<DuelCard>,
    /// The front row, lane by lane.
    pub(crate) front: Vec<Option<DuelCard>>,
    /// The back row, lane by lane.
    pub(crate) back: Vec<Option<DuelCard>>,
    /// The lanes.
    pub(crate) lanes: Vec<DuelLane>,
    /// The orders that the viewer sees.
    pub(crate) orders: Vec<DuelOrder>,
    /// How many orders there are, if the viewer may know.
    pub(crate) orders_count: Option<u32>,
    /// How much its protectors take over.
    pub(crate) protection: u8,
}

/// A lane of Duels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct DuelLane {
    /// What is left of it.
    pub(crate) left: u8,
    /// What it had.
    pub(crate) of: u8,
}

/// A card of Duels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct DuelCard {
    /// Its number on this table.
    pub(crate) id: u32,
    /// Its name.
    pub(crate) name: String,
    /// What it is, in a word.
    pub(crate) kind: String,
    /// Its class, in a word.
    pub(crate) class: Option<String>,
    /// Its attack as it is now.
    pub(crate) atk: Option<i32>,
    /// Its defence as it is now.
    pub(crate) def: Option<i32>,
    /// Its speed as it is now.
    pub(crate) spd: Option<i32>,
    /// Its wounds.
    pub(crate) wounds: u8,
    /// Its statuses.
    pub(crate) statuses: Vec<DuelStatus>,
    /// What its shield still stops.
    pub(crate) shield: u8,
    /// What it says, line by line.
    pub(crate) says: Vec<String>,
    /// What it is granted by others now, line by line.
    pub(crate) powers: Vec<String>,
}

/// A status of a card of Duels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct DuelStatus {
    /// Its name.
    pub(crate) name: String,
    /// After how many of its player's turns it ends.
    pub(crate) ends: u8,
}

/// An order of Duels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct DuelOrder {
    /// The card that got it, by number.
    pub(crate) card: u32,
    /// The order in words.
    pub(crate) words: String,
}

/// A night market.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Market {
    /// Which night it is, from one.
    pub(crate) night: u8,
    /// How many nights the market lasts.
    pub(crate) nights: u8,
    /// Where the night stands, in a word.
    pub(crate) step: String,
    /// The lanterns that hang for sale, by colour.
    pub(crate) lanterns: Vec<String>,
    /// How many lanterns drifted down the river.
    pub(crate) river: u8,
    /// Who carries the torch.
    #[cfg_attr(test, ts(type = "string"), schema(value_type = String))]
    pub(crate) torch: Who,
    /// The highest bid there is.
    pub(crate) most: u8,
    /// All bidders, in order.
    pub(crate) bidders: Vec<Bidder>,
}

/// A bidder of a night market.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Bidder {
    /// Who.
    #[cfg_attr(test, ts(type = "string"), schema(value_type = String))]
    pub(crate) seat: Who,
    /// The coins; below zero, those that are owed.
    pub(crate) coins: i32,
    /// Up to how many coins more may be bid than there are.
    pub(crate) credit: u8,
    /// Whether the charm is not used yet.
    pub(crate) charm: bool,
    /// The lanterns, by colour.
    pub(crate) lanterns: Vec<String>,
    /// What all of it is worth now.
    pub(crate) points: i32,
    /// Whether a bid is sealed.
    pub(crate) sealed: bool,
    /// What it says, if the viewer may know.
    pub(crate) bid: Option<SealedBid>,
}

/// A sealed bid of a night market.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct SealedBid {
    /// How many coins; none are a pass.
    pub(crate) coins: u8,
    /// Whether the charm is with it.
    pub(crate) charmed: bool,
}
