//! What each viewer sees of the market, and what they can imagine of the rest:
//! a sealed bid is its bidder's secret until it is opened.

use std::fmt;

use rulebook::prelude::*;
use rulebook::{Dice, Imagined, Viewed, Viewer};

use super::text::lay_out;
use super::{Action, Bid, CREDIT, Event, MAX_BID, Market, NightMarket, Player, SEATS};

/// A market as somebody sees it.
///
/// ```
/// use rulebook::prelude::*;
/// use rulebook_games::night_market::{Bid, book, parse, setup};
/// let mut market = book().start(setup(), Seed(1))?;
/// market.submit(By::Chance, parse("unveil")?)?;
/// market.submit(Seat(2), parse("bid 4")?)?;
///
/// let own = market.view(Seat(2))?.state;
/// assert_eq!(own.market().player(Seat(2)).bid(), Some(Bid { coins: 4, charmed: false }));
/// let seen = market.view(Seat(0))?.state;
/// assert_eq!(seen.market().player(Seat(2)).bid(), None);
/// assert!(seen.has_sealed(Seat(2)) && !seen.has_sealed(Seat(1)));
/// assert!(seen.to_string().contains("seat 2     10 yes   0 0 0   2 sealed"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    market: Market,
    sealed: [bool; SEATS],
}

impl Sight {
    /// The market as far as it can be seen: the bids of others are not there.
    pub fn market(&self) -> &Market {
        &self.market
    }

    /// Whether a player has sealed a bid tonight.
    ///
    /// # Panics
    ///
    /// If nobody sits there: seats are numbered from 0 to 2.
    pub fn has_sealed(&self, seat: Seat) -> bool {
        self.sealed[seat.index()]
    }
}

/// As [`show`](super::show) does, with one's own bid.
impl fmt::Display for Sight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bid = |seat| match (self.market.player(seat).bid(), self.has_sealed(seat)) {
            (Some(bid), _) => bid.to_string(),
            (None, true) => "sealed".to_owned(),
            (None, false) => "-".to_owned(),
        };
        f.write_str(&lay_out(&self.market, bid))
    }
}

impl Viewed for NightMarket {
    type Sight = Sight;
    type Report = Event;

    fn sight(market: &Market, viewer: Viewer) -> Sight {
        let mut market = market.clone();
        let sealed = [0, 1, 2].map(|seat: usize| market.players[seat].bid.is_some());
        for (seat, player) in Market::seats().zip(&mut market.players) {
            if !viewer.is(seat) {
                player.bid = None;
            }
        }
        Sight { market, sealed }
    }

    /// Everything but what another has sealed: it is told when it is opened.
    fn report(event: &Event, _: Option<&()>, viewer: Viewer) -> Option<Event> {
        match event {
            Event::Sealed { seat, .. } => viewer.is(*seat).then_some(*event),
            open => Some(*open),
        }
    }

    /// Everything but a bid.
    fn shows_action(action: &Action, _: By, _: Viewer) -> bool {
        !matches!(action, Action::Bid(_))
    }
}

impl Imagined for NightMarket {
    /// Who has sealed a bid has sealed any that they may, each as likely as the
    /// others.
    fn imagine(sight: &Sight, viewer: Viewer, dice: &mut Dice) -> Market {
        let mut market = sight.market.clone();
        let last = market.is_last_night();
        for (seat, player) in Market::seats().zip(&mut market.players) {
            if sight.has_sealed(seat) && !viewer.is(seat) {
                player.bid = Some(any_bid(player, last, dice));
            }
        }
        market
    }
}

/// A bid that a player may seal.
fn any_bid(player: &Player, last_night: bool, dice: &mut Dice) -> Bid {
    let credit = if player.lanterns() == 0 && !last_night { CREDIT } else { 0 };
    let most = (player.purse() + credit).clamp(0, i32::from(MAX_BID)) as u32;
    let coins = dice.below(most + 1) as u8;
    Bid { coins, charmed: coins > 0 && player.has_charm() && dice.below(2) == 1 }
}
