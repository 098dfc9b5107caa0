//! Why an action is refused.

use rulebook::prelude::*;

use super::Card;

/// Why an action is refused.
///
/// ```
/// use rulebook_testkit::games::ember_court::{Card, Why};
/// assert_eq!(Why::NotInHand { card: Card::Spark }.to_string(), "You have no spark in hand.");
/// ```
#[derive(Clone, Debug, PartialEq, Reason)]
pub enum Why {
    /// This is not the time for that.
    NotNow,
    /// Only chance deals.
    NotChance,
    /// You do not have priority.
    NoPriority,
    /// You have no {card} in hand.
    NotInHand {
        /// The card.
        card: Card,
    },
    /// The {card} cannot be aimed at that.
    WrongTarget {
        /// The card.
        card: Card,
    },
    /// What the {card} is aimed at is not there.
    NoSuchTarget {
        /// The card.
        card: Card,
    },
    /// The {card} is slow: cast it on your own day, while nothing waits on the stack.
    TooSlow {
        /// The card.
        card: Card,
    },
    /// You have not enough mana for that.
    NoMana,
}
