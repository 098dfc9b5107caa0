//! What happens at the market.

use rulebook::prelude::*;

use super::{Bid, Lantern, Market, Step};

/// What happens at the market.
///
/// ```
/// use rulebook::{Game, Seat};
/// use rulebook_games::night_market::{Event, NightMarket, setup};
/// let mut market = setup();
/// NightMarket::apply(&mut market, &Event::Paid { seat: Seat(1), coins: 4 });
/// assert_eq!(market.player(Seat(1)).coins(), 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub enum Event {
    /// The night goes on to another step.
    Turned {
        /// Which one.
        to: Step,
    },
    /// Two lanterns were hung up for sale.
    Unveiled {
        /// Which ones.
        lanterns: [Lantern; 2],
    },
    /// A player's bid was sealed.
    Sealed {
        /// Whose.
        seat: Seat,
        /// What it says; the others do not see it yet.
        bid: Bid,
    },
    /// A player's bid was opened, and a charm on it is used up.
    Revealed {
        /// Whose.
        seat: Seat,
        /// What it says.
        bid: Bid,
    },
    /// A player paid.
    Paid {
        /// Who.
        seat: Seat,
        /// How many coins.
        coins: u8,
    },
    /// A player took a lantern home.
    Took {
        /// Who.
        seat: Seat,
        /// Which one.
        lantern: Lantern,
    },
    /// A lantern that nobody took drifted down the river.
    Drifted {
        /// Which one.
        lantern: Lantern,
    },
    /// A player without a lantern tonight got coins for tea.
    Consoled {
        /// Who.
        seat: Seat,
        /// How many coins.
        coins: u8,
    },
    /// The torch went to another player.
    Handed {
        /// To whom.
        to: Seat,
    },
    /// The table was cleared for the next night.
    Cleared,
    /// The next night fell.
    NightFell,
}

pub(super) fn apply(market: &mut Market, event: &Event) {
    let Market { players, .. } = market;
    match *event {
        Event::Turned { to } => market.step = to,
        Event::Unveiled { lanterns } => market.on_show = Some(lanterns),
        Event::Sealed { seat, bid } => players[seat.index()].bid = Some(bid),
        Event::Revealed { seat, bid } => players[seat.index()].charm &= !bid.charmed,
        Event::Paid { seat, coins } => players[seat.index()].coins -= i32::from(coins),
        Event::Took { seat, lantern } => players[seat.index()].lanterns[lantern as usize] += 1,
        Event::Drifted { .. } => market.drifted += 1,
        Event::Consoled { seat, coins } => players[seat.index()].coins += i32::from(coins),
        Event::Handed { to } => market.torch = to,
        Event::Cleared => {
            market.on_show = None;
            players.iter_mut().for_each(|player| player.bid = None);
        }
        Event::NightFell => market.night += 1,
    }
}
