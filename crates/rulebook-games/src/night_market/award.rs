//! Who gets which lantern, and for how much.

use std::cmp::Reverse;

use rulebook::prelude::*;

use super::{Bid, Event, Market, NightMarket, SEATS, Step};

/// How many coins a player without a lantern gets for tea.
const TEA: u8 = 2;

/// Who bid, the best bid first: more coins, then a charm, then the seat that
/// comes first from the torch. Passes are no bids.
pub(super) fn ranking(market: &Market) -> Vec<(Seat, Bid)> {
    let from_torch = |seat: Seat| (seat.index() + SEATS - market.torch().index()) % SEATS;
    let bid_of = |seat| market.player(seat).bid().map(|bid| (seat, bid));
    let mut bids: Vec<_> =
        Market::seats().filter_map(bid_of).filter(|(_, bid)| bid.coins > 0).collect();
    bids.sort_by_key(|&(seat, bid)| (Reverse((bid.coins, bid.charmed)), from_torch(seat)));
    bids
}

/// The bids are opened, in seat order.
pub(super) fn reveal(cx: &mut Effect<'_, NightMarket>) -> Vec<Event> {
    let bid_of = |seat| cx.state.player(seat).bid().map(|bid| Event::Revealed { seat, bid });
    let mut events: Vec<_> = Market::seats().filter_map(bid_of).collect();
    events.push(Event::Turned { to: Step::Awarding });
    events
}

/// The lanterns go to the two best bids; the winner chooses.
pub(super) fn award(cx: &mut Effect<'_, NightMarket>) -> Result<(), Asked> {
    let market = cx.state;
    let ranking = ranking(market);
    let mut bidders = ranking.iter().copied();
    let mut left = Vec::from_iter(market.on_show().into_iter().flatten());
    if let Some((seat, bid)) = bidders.next() {
        let mut options = left.clone();
        options.dedup();
        let lantern = cx.choose(seat, "Which lantern do you take?", options)?;
        left.remove(usize::from(left[0] != lantern));
        cx.propose(Event::Paid { seat, coins: bid.coins });
        cx.propose(Event::Took { seat, lantern });
        cx.propose(Event::Handed { to: seat.next(SEATS) });
    }
    if let Some((seat, bid)) = bidders.next()
        && let Some(lantern) = left.pop()
    {
        cx.propose(Event::Paid { seat, coins: bid.coins.div_ceil(2) });
        cx.propose(Event::Took { seat, lantern });
    }
    left.into_iter().for_each(|lantern| cx.propose(Event::Drifted { lantern }));
    for seat in Market::seats() {
        if !ranking.iter().take(2).any(|(bidder, _)| *bidder == seat) {
            cx.propose(Event::Consoled { seat, coins: TEA });
        }
    }
    let to = if market.is_last_night() { Step::Closed } else { Step::Unveiling };
    cx.propose(Event::Turned { to });
    Ok(())
}
