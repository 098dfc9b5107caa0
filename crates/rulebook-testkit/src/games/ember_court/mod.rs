//! Ember court: two mages, and spells that wait for an answer.
//!
//! # The rules
//!
//! Each mage has ten life and the same fifteen cards, shuffled; four of them
//! in hand. Each **day** belongs to one mage: at dawn that mage's mana is
//! filled up (one more each day, up to five) and a card is drawn. Whoever has
//! **priority** casts a card or passes. A card that was cast waits on the
//! **stack**; when both pass in succession, the top of it resolves. When both
//! pass on an empty stack, **dusk** falls: the creatures of the mage whose day
//! it was strike the other mage, all at once, and the other's day dawns.
//!
//! | card | mana | what it does |
//! | --- | --- | --- |
//! | spark | 1 | 2 damage to a mage or a creature |
//! | lance | 3 | 3 damage that cannot be prevented |
//! | flare | 3 | 2 damage to every creature, all at once |
//! | snuff | 2 | counters a spell on the stack: what was paid stays paid |
//! | veil | 1 | prevents the next 3 damage to a mage or a creature |
//! | mirror | 2 | the next damage to you is dealt to the other mage instead |
//! | stoke | 1 | a creature gets 2 power |
//! | bellows | 2 | whatever deals damage for you deals twice as much |
//! | moth | 1 | a creature, 1/1; when it dies, you draw a card |
//! | hound | 2 | a creature, 2/2; when it dies, it deals its power to the other mage |
//!
//! Bellows, moth and hound are **slow**: they are cast on your own day, while
//! nothing waits on the stack. A mage who could use both a veil and a mirror
//! chooses which comes first. A creature with as much damage as toughness dies,
//! and what clings to it falls.
//!
//! A mage without life has lost. If there is no card to draw at dawn, the mage
//! with more life wins.
//!
//! # Example
//!
//! A bolt, countered, and the counter-spell countered:
//!
//! ```
//! use rulebook::prelude::*;
//! use rulebook::StackId;
//! use rulebook_testkit::games::ember_court::{Action, Card, Target, book, duel};
//!
//! // Seat 0 has a spark and a snuff, seat 1 a snuff; both have mana.
//! let table = duel([&[Card::Spark, Card::Snuff], &[Card::Snuff]]);
//! let mut game = book().start(table, Seed(1))?;
//! let cast = |card, target| Action::Cast { card, target };
//! game.submit(Seat(0), cast(Card::Spark, Target::Mage(Seat(1))))?; // item 0
//! game.submit(Seat(0), Action::Pass)?;
//! game.submit(Seat(1), cast(Card::Snuff, Target::Spell(StackId(0))))?; // item 1
//! game.submit(Seat(1), Action::Pass)?;
//! game.submit(Seat(0), cast(Card::Snuff, Target::Spell(StackId(1))))?; // item 2
//! for seat in [0, 1, 0, 1] {
//!     game.submit(Seat(seat), Action::Pass)?; // item 2 resolves, then item 0
//! }
//! assert_eq!(game.state().mage(Seat(1)).life(), 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod book;
mod card;
mod event;
mod reactive;
mod reason;
mod spell;
mod state;
mod text;

pub use action::{Action, ActionKind, universe};
pub use book::book;
pub use card::{Aim, Card};
pub use event::{Event, EventKind, Harm};
pub use reason::Why;
pub use state::{Ending, Mage, Spell, Step, Table, Target, Thing, ThingId, duel, setup};
pub use text::{print, show};

use rulebook::prelude::*;

/// The game of the ember court; see the [module](self).
///
/// ```
/// use rulebook::{By, Game};
/// use rulebook_testkit::games::ember_court::{EmberCourt, setup};
/// assert!(EmberCourt::active(&setup()).contains(By::Chance));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct EmberCourt;

impl Game for EmberCourt {
    type State = Table;
    type Action = Action;
    type Event = Event;
    type Trace = ();
    type Reason = Why;

    fn apply(table: &mut Table, event: &Event) {
        event::apply(table, event);
    }

    /// Chance deals; then whoever has priority.
    fn active(table: &Table) -> Actors {
        match table.step() {
            Step::Dealing => Actors::only(By::Chance),
            Step::Day | Step::Dusk => table.stack().priority().map_or(Actors::none(), Actors::only),
        }
    }

    fn result(table: &Table) -> Option<Scores> {
        table.ending().map(Ending::scores)
    }
}
