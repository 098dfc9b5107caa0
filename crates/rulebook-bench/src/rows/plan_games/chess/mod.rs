//! The rules of chess as far as they decide which move this is.

mod book;
mod position;

use rulebook::prelude::*;
use rulebook::{BookBuilder, Offer};

use super::{Scene, Turn};
use position::{PAWN, POSITIONS, Position, way};

pub(crate) struct Chess;

/// A move from square to square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    from: u8,
    to: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub(crate) enum Action {
    /// To an empty square.
    Step(Move),
    /// A pawn goes two ranks.
    Leap(Move),
    Take(Move),
    TakeInPassing(Move),
    Promote(Move),
    CastleShort,
    CastleLong,
    Resign,
    OfferDraw,
    AcceptDraw,
}

impl Action {
    /// What a move is, by what stands where.
    fn of(position: &Position, from: u8, to: u8, promotes: bool) -> Self {
        let it = Move { from, to };
        let (files, ranks) = way(from, to);
        let pawn = position.piece(from) == Some(PAWN);
        match position.piece(to) {
            _ if promotes => Self::Promote(it),
            _ if from == position.king && files == 2 => Self::CastleShort,
            _ if from == position.king && files == -2 => Self::CastleLong,
            None if pawn && files != 0 => Self::TakeInPassing(it),
            None if pawn && ranks.abs() == 2 => Self::Leap(it),
            None => Self::Step(it),
            Some(_) => Self::Take(it),
        }
    }

    fn squares(&self) -> Option<Move> {
        match *self {
            Self::Step(it)
            | Self::Leap(it)
            | Self::Take(it)
            | Self::TakeInPassing(it)
            | Self::Promote(it) => Some(it),
            _ => None,
        }
    }
}

/// Where in the line the game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ply {
    number: usize,
    /// The rule that led here.
    rule: u8,
    draw_offered: bool,
}

impl Ply {
    fn position(&self) -> &'static Position {
        &POSITIONS[self.number]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub(crate) enum Event {
    Moved { rule: u8 },
    DrawOffered { rule: u8 },
    Ended { rule: u8 },
}

impl Game for Chess {
    type State = Ply;
    type Action = Action;
    type Event = Event;
    type Trace = ();
    type Reason = Never;

    fn apply(ply: &mut Ply, event: &Event) {
        let (Event::Moved { rule } | Event::DrawOffered { rule } | Event::Ended { rule }) = *event;
        ply.rule = rule;
        ply.draw_offered = matches!(event, Event::DrawOffered { .. });
        if matches!(event, Event::Moved { .. }) {
            // The last position has no next one, but moves to consider.
            ply.number = (ply.number + 1).min(POSITIONS.len() - 1);
        }
    }

    /// The piece that moves.
    fn subject(ply: &Ply, action: &Action) -> Option<Subject> {
        let piece = ply.position().piece(action.squares()?.from)?;
        Some(Subject(u32::from(piece)))
    }
}

impl Scene for Chess {
    const WORK: &'static str = "one decision in a chess opening";
    const CONSIDERED: u64 = 776;
    /// All but the draws that nobody offers, one in each position.
    const ACCEPTED: u64 = 776 - 22;

    fn book(offer: impl Fn(&mut Offer<'_, Self>) + Send + Sync + 'static) -> BookBuilder<Self> {
        book::book(offer)
    }

    fn line() -> Vec<Turn<Action>> {
        position::line()
    }

    fn start() -> Ply {
        Ply { number: 0, rule: 0, draw_offered: false }
    }

    fn position(ply: &Ply) -> usize {
        ply.number
    }

    fn led_by(ply: &Ply) -> u64 {
        u64::from(ply.rule)
    }
}
