//! What players, chance and the clock can do.

use rulebook::prelude::*;

use super::{Bid, MAX_BID, Market};

/// What players, chance and the clock can do.
///
/// ```
/// use rulebook::Kinded;
/// use rulebook_games::night_market::{Action, ActionKind, Bid};
/// assert_eq!(Action::Bid(Bid::PASS).kind(), ActionKind::Bid);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub enum Action {
    /// Chance hangs up two lanterns.
    Unveil,
    /// A player seals a bid.
    Bid(Bid),
    /// The clock rings the bell: bidding is over.
    Ring,
}

/// Every action there is, in whatever state: all bids, one that is too high,
/// and what chance and the clock do.
///
/// ```
/// use rulebook_games::night_market::{setup, universe};
/// assert_eq!(universe(&setup()).len(), 2 + 2 * 22);
/// ```
pub fn universe(_: &Market) -> Vec<Action> {
    let bids = (0..=MAX_BID + 1)
        .flat_map(|coins| [false, true].map(|charmed| Action::Bid(Bid { coins, charmed })));
    [Action::Unveil, Action::Ring].into_iter().chain(bids).collect()
}
