//! The market and the actions as text.

use std::fmt;

use rulebook::prelude::*;

use super::{Action, Bid, Event, Lantern, Market, NIGHTS, Player, Step};
use crate::ParseError;

/// What people write: what chance and the clock do is not theirs to do.
const EXPECTED: &str = "write a bid such as \"bid 4\" or \"bid 4 with charm\".";

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

/// An event as a player tells it.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_games::night_market::{Event, Lantern, tell};
/// let took = Event::Took { seat: Seat(2), lantern: Lantern::Jade };
/// assert_eq!(tell(&took), "seat 2 takes the jade lantern home");
/// ```
pub fn tell(event: &Event) -> String {
    match event {
        Event::Turned { to } => match to {
            Step::Unveiling => "the stalls make ready to unveil".to_owned(),
            Step::Bidding => "the bidding opens".to_owned(),
            Step::Revealing => "the bidding closes".to_owned(),
            Step::Awarding => "the lanterns are awarded".to_owned(),
            Step::Closed => "the market closes".to_owned(),
        },
        Event::Unveiled { lanterns: [one, other] } => {
            format!("two lanterns are hung up: {one} and {other}")
        }
        Event::Sealed { seat, bid } => format!("{seat} seals a bid of {bid}"),
        Event::Revealed { seat, bid } => format!("{seat} opens a bid of {bid}"),
        Event::Paid { seat, coins } => format!("{seat} pays {}", counted(*coins)),
        Event::Took { seat, lantern } => format!("{seat} takes the {lantern} lantern home"),
        Event::Drifted { lantern } => format!("the {lantern} lantern drifts down the river"),
        Event::Consoled { seat, coins } => format!("{seat} gets {} for tea", counted(*coins)),
        Event::Handed { to } => format!("the torch goes to {to}"),
        Event::Cleared => "the table is cleared".to_owned(),
        Event::NightFell => "the next night falls".to_owned(),
    }
}

fn counted(coins: u8) -> String {
    match coins {
        1 => "1 coin".to_owned(),
        coins => format!("{coins} coins"),
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
///      write a bid such as \"bid 4\" or \"bid 4 with charm\".",
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
/// It is narrow enough for a small terminal.
///
/// ```
/// use rulebook_games::night_market::{setup, show};
/// assert_eq!(show(&setup()), "\
/// Night 1 of 5: no lantern hangs yet.
///         coins charm c g j pts bid
/// seat 0*    10 yes   0 0 0   2 -
/// seat 1     10 yes   0 0 0   2 -
/// seat 2     10 yes   0 0 0   2 -
/// * has the torch. Down the river: 0.
/// c, g, j: crimson, gold, jade.
/// ");
/// ```
pub fn show(market: &Market) -> String {
    lay_out(market, |seat| match market.player(seat).bid() {
        Some(_) => "sealed".to_owned(),
        None => "-".to_owned(),
    })
}

/// The market, with a word on each player's bid.
pub(super) fn lay_out(market: &Market, bid: impl Fn(Seat) -> String) -> String {
    let head = match (market.step(), market.on_show()) {
        (Step::Closed, _) => "The market is closed.".to_owned(),
        (_, None) => format!("Night {} of {NIGHTS}: no lantern hangs yet.", market.night()),
        (_, Some([one, other])) => {
            format!("Night {} of {NIGHTS}: {one} and {other}.", market.night())
        }
    };
    let rows: String = Market::seats().map(|seat| row(market, seat, &bid(seat))).collect();
    let drifted = market.drifted();
    format!(
        "{head}\n        coins charm c g j pts bid\n{rows}\
         * has the torch. Down the river: {drifted}.\nc, g, j: crimson, gold, jade.\n"
    )
}

fn row(market: &Market, seat: Seat, bid: &str) -> String {
    let player: &Player = market.player(seat);
    let [crimson, gold, jade] = Lantern::ALL.map(|lantern| player.lanterns_of(lantern));
    let torch = if market.torch() == seat { "*" } else { " " };
    let charm = if player.has_charm() { "yes" } else { "no" };
    let (coins, points) = (player.coins(), player.points());
    format!("{seat}{torch} {coins:>5} {charm:<5} {crimson} {gold} {jade} {points:>3} {bid}\n")
}
