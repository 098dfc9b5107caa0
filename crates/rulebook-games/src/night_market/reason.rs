//! Why an action is refused.

use rulebook::prelude::*;

use super::{CREDIT, MAX_BID};

/// Why an action is refused.
///
/// ```
/// use rulebook_games::night_market::Why;
/// assert_eq!(
///     Why::NotEnoughCoins { bid: 12, purse: 10 }.to_string(),
///     "You cannot bid 12 coins: you have 10.",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Reason)]
pub enum Why {
    /// There is no bid of {bid} coins: bids go from 0 to 20.
    NoSuchBid {
        /// How many coins were to be bid.
        bid: u8,
    },
    /// This is not the time for that.
    NotNow,
    /// Only the three players bid.
    NotAPlayer,
    /// Only chance unveils lanterns.
    NotChance,
    /// Only the clock rings the bell.
    NotTheClock,
    /// You have sealed your bid for tonight already.
    AlreadySealed,
    /// You cannot bid {bid} coins: you have {purse}.
    NotEnoughCoins {
        /// How many coins were to be bid.
        bid: u8,
        /// How many there are.
        purse: i32,
    },
    /// There is no credit on the last night.
    NoCreditTonight,
    /// You have used your charm already.
    CharmUsed,
    /// A charm does not go with a pass.
    CharmOnAPass,
}

// The message above names the number; this keeps the two together.
const _: () = assert!(MAX_BID == 20 && CREDIT == 3);
