//! Storm terraces: three clans build on a hillside that storms sweep.
//!
//! # The rules
//!
//! The hillside has three terraces of four cells, `a1` to `d3`. Each clan
//! begins with five coins. In each of eight rounds every clan, in turn, does
//! one thing:
//!
//! - **place** a piece on an empty cell, for its price;
//! - **scramble**: everybody who stands next to an empty cell rushes for it,
//!   all at once; whoever has been on the hill longest gets there, and the
//!   others stay where they are. Somebody of the clan must stand there;
//! - **rest**, for one coin.
//!
//! | piece | price | life | what it does |
//! | --- | --- | --- | --- |
//! | herder | 1 | 3 | when it dies, its clan gets a coin |
//! | keg | 1 | 1 | when it dies, it bursts: 2 damage to all who stand next to it |
//! | banner | 2 | 1 | keeps off 1 damage from each hit on its clan's pieces next to it |
//! | dome | 3 | 2 | keeps off 3 damage in all from its clan's other pieces |
//! | ox | 2 | 3 | the first time it would die, it is left with 1 life instead |
//!
//! After every second round comes the **storm**. It blows down every banner and deals 1 or 2 damage
//! to everything else, all at once: a banner that falls in it still keeps off
//! its share. Where a dome's strength is not enough for all, the clan divides
//! it. Whoever has no life left dies; what bursts then may kill others, and so
//! on, the first first. After the storm each clan gets two coins.
//!
//! At the end a herder is worth three points, another piece one, and three
//! coins one.
//!
//! # Example
//!
//! Two kegs in a row, and who stands behind them:
//!
//! ```
//! use rulebook::prelude::*;
//! use rulebook_testkit::games::storm_terraces::{Action, Kind, book, cell, hill};
//!
//! let hill = hill([(0, Kind::Keg, "a1"), (0, Kind::Keg, "b1"), (1, Kind::Dome, "c1")]);
//! let mut game = book().start(hill.before_storm(), Seed(1))?;
//! game.submit(By::Chance, Action::Storm)?;
//! // The kegs burst one after the other, and the dome stood next to the second.
//! assert!(game.state().at(cell("c1")).is_none());
//! assert_eq!(game.state().dead(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod book;
mod cell;
mod event;
mod reactive;
mod reason;
mod state;
mod storm;
mod text;

pub use action::{Action, ActionKind, universe};
pub use book::book;
pub use cell::{CELLS, Cell, cell};
pub use event::{Event, EventKind, Trace};
pub use reason::Why;
pub use state::{Hill, Kind, Piece, PieceId, ROUNDS, SEATS, Turn, hill, setup};
pub use text::{print, show};

use rulebook::prelude::*;

/// The game of the storm terraces; see the [module](self).
///
/// ```
/// use rulebook::{Game, Seat};
/// use rulebook_testkit::games::storm_terraces::{StormTerraces, setup};
/// assert!(StormTerraces::active(&setup()).contains(Seat(0)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StormTerraces;

impl Game for StormTerraces {
    type State = Hill;
    type Action = Action;
    type Event = Event;
    type Trace = Trace;
    type Reason = Why;

    fn apply(hill: &mut Hill, event: &Event) -> Trace {
        event::apply(hill, *event)
    }

    fn seats(_: &Hill) -> usize {
        SEATS
    }

    /// The clan whose turn it is; the storm is chance's.
    fn active(hill: &Hill) -> Actors {
        match hill.turn() {
            Turn::Clan(seat) => Actors::only(seat),
            Turn::Storm => Actors::only(By::Chance),
            Turn::Over => Actors::none(),
        }
    }

    fn result(hill: &Hill) -> Option<Scores> {
        (hill.turn() == Turn::Over).then(|| hill.points())
    }
}

impl Revert for StormTerraces {
    fn revert(hill: &mut Hill, event: &Event, trace: &Trace) {
        event::revert(hill, *event, *trace);
    }
}
