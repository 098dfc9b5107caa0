//! The market and the actions as text.

use std::fmt;

use rulebook::prelude::*;

use super::{Action, Bid, Lantern, Market, NIGHTS, Player, Step};
use crate::ParseError;

const EXPECTED: &str =
    "write \"unveil\", \"bell\", or a bid such as \"bid 4\" or \"bid 4 with charm\".";

impl fmt::Display for Lantern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Lantern::Crimson => "crimson",
            Lantern::Gold => "gold",
            Lantern::Jade => "jade",
        })
    }
}

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let charm = if self.charmed { " with charm" } else { "" };
        write!(f, "{}{charm}", self.coins)
    }
}

/// The action as a player writes it.
///
/// ```
/// use rulebook_games::night_market::{Action, Bid, print};
/// assert_eq!(print(&Action::Bid(Bid { coins: 4, charmed: true })), "bid 4 with charm");
/// assert_eq!(print(&Action::Unveil), "unveil");
/// ```
pub fn print(action: &Action) -> String {
    match action {
        Action::Unveil => "unveil".to_owned(),
        Action::Bid(bid) => format!("bid {bid}"),
        Action::Ring => "bell".to_owned(),
    }
}

/// Reads an action as a player writes it.
///
/// # Errors
///
/// If it is not `unveil`, `bell` or a bid.
///
/// ```
/// use rulebook_games::night_market::{Action, Bid, parse};
/// assert_eq!(parse("bid 4"), Ok(Action::Bid(Bid { coins: 4, charmed: false })));
/// assert_eq!(
///     parse("bid much").unwrap_err().to_string(),
///     "\"bid much\" cannot be read: \
///      write \"unveil\", \"bell\", or a bid such as \"bid 4\" or \"bid 4 with charm\".",
/// );
/// ```
pub fn parse(text: &str) -> Result<Action, ParseError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let bid = |coins: &str, charmed| {
        let coins = coins.parse().ok()?;
        Some(Action::Bid(Bid { coins, charmed }))
    };
    let action = match words[..] {
        ["unveil"] => Some(Action::Unveil),
        ["bell"] => Some(Action::Ring),
        ["bid", coins] => bid(coins, false),
        ["bid", coins, "with", "charm"] => bid(coins, true),
        _ => None,
    };
    action.ok_or_else(|| ParseError::new(text.trim(), EXPECTED))
}

/// The market as everybody sees it: that a bid is sealed, but not what it says.
///
/// ```
/// use rulebook_games::night_market::{setup, show};
/// assert_eq!(show(&setup()), "\
/// Night 1 of 5. No lantern hangs yet.
///         coins charm crimson gold jade points bid
/// seat 0*    10 yes         0    0    0      2 -
/// seat 1     10 yes         0    0    0      2 -
/// seat 2     10 yes         0    0    0      2 -
/// * carries the torch. Down the river: 0.
/// ");
/// ```
pub fn show(market: &Market) -> String {
    let head = match (market.step(), market.on_show()) {
        (Step::Closed, _) => "The market is closed.".to_owned(),
        (_, None) => format!("Night {} of {NIGHTS}. No lantern hangs yet.", market.night()),
        (_, Some([one, other])) => {
            format!("Night {} of {NIGHTS}. On show: {one} and {other}.", market.night())
        }
    };
    let rows: String = Market::seats().map(|seat| row(market, seat)).collect();
    let drifted = market.drifted();
    format!(
        "{head}\n        coins charm crimson gold jade points bid\n{rows}\
         * carries the torch. Down the river: {drifted}.\n"
    )
}

fn row(market: &Market, seat: Seat) -> String {
    let player: &Player = market.player(seat);
    let [crimson, gold, jade] = Lantern::ALL.map(|lantern| player.lanterns_of(lantern));
    let torch = if market.torch() == seat { "*" } else { " " };
    let charm = if player.has_charm() { "yes" } else { "no" };
    let bid = if player.bid().is_some() { "sealed" } else { "-" };
    let (coins, points) = (player.coins(), player.points());
    format!(
        "{seat}{torch} {coins:>5} {charm:<5} {crimson:>7} {gold:>4} {jade:>4} {points:>6} {bid}\n"
    )
}
