//! What mages and chance can do.

use rulebook::StackId;
use rulebook::prelude::*;

use super::{Card, Table, Target, ThingId};

/// What mages and chance can do.
///
/// ```
/// use rulebook::Kinded;
/// use rulebook_testkit::games::ember_court::{Action, ActionKind};
/// assert_eq!(Action::Pass.kind(), ActionKind::Pass);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub enum Action {
    /// Chance shuffles and deals.
    Deal,
    /// A mage casts a card.
    Cast {
        /// Which card.
        card: Card,
        /// At what.
        target: Target,
    },
    /// A mage passes.
    Pass,
}

/// Everything there is to do in a state: every card at everything that is
/// there, and at some that is not.
///
/// ```
/// use rulebook_testkit::games::ember_court::{Action, setup, universe};
/// assert!(universe(&setup()).contains(&Action::Deal));
/// ```
pub fn universe(table: &Table) -> Vec<Action> {
    let mut targets = vec![Target::Nothing];
    targets.extend((0..=2).map(|seat| Target::Mage(Seat(seat))));
    targets.extend(table.things().map(|(id, _)| Target::Creature(id)));
    targets.push(Target::Creature(ThingId(table.next)));
    targets.extend(table.stack().iter().map(|waiting| Target::Spell(waiting.id)));
    targets.push(Target::Spell(StackId(u64::MAX)));
    let casts = Card::ALL
        .into_iter()
        .flat_map(|card| targets.iter().map(move |&target| Action::Cast { card, target }));
    [Action::Deal, Action::Pass].into_iter().chain(casts).collect()
}
