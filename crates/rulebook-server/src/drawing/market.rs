//! Night markets.

use rulebook::{By, Seat};
use rulebook_games::night_market::{
    CREDIT, Lantern, MAX_BID, Market, NIGHTS, NightMarket, Player, Sight, Step,
};

use super::Artist;
use crate::wire::{self, Who};

/// How night market is drawn.
pub(crate) fn market() -> Artist<NightMarket> {
    Artist {
        name: "market",
        whole: |market, _, _| draw(market, |seat| market.player(seat).bid().is_some()),
        // The bids of others are not in what is seen.
        seen: |sight: &Sight, _, _| draw(sight.market(), |seat| sight.has_sealed(seat)),
        words: None,
    }
}

/// A market of which bids may be hidden: these seats have sealed theirs.
fn draw(market: &Market, is_sealed: impl Fn(Seat) -> bool) -> wire::Drawing {
    let lanterns = market.on_show().into_iter().flatten();
    wire::Drawing::Market(wire::Market {
        night: market.night(),
        nights: NIGHTS,
        step: step(market.step()).to_owned(),
        lanterns: lanterns.map(|lantern| lantern.to_string()).collect(),
        river: market.drifted(),
        torch: Who(By::Seat(market.torch())),
        most: MAX_BID,
        bidders: Market::seats().map(|seat| bidder(market, seat, is_sealed(seat))).collect(),
    })
}

fn step(step: Step) -> &'static str {
    match step {
        Step::Unveiling => "unveiling",
        Step::Bidding => "bidding",
        Step::Revealing => "revealing",
        Step::Awarding => "awarding",
        Step::Closed => "closed",
    }
}

fn bidder(market: &Market, seat: Seat, sealed: bool) -> wire::Bidder {
    let player = market.player(seat);
    let has_credit = player.lanterns() == 0 && !market.is_last_night();
    wire::Bidder {
        seat: Who(By::Seat(seat)),
        coins: player.coins(),
        credit: if has_credit { CREDIT as u8 } else { 0 },
        charm: player.has_charm(),
        lanterns: lanterns(player),
        points: player.points(),
        sealed,
        bid: player.bid().map(|bid| wire::SealedBid { coins: bid.coins, charmed: bid.charmed }),
    }
}

fn lanterns(player: &Player) -> Vec<String> {
    let of = |lantern: Lantern| {
        let count = usize::from(player.lanterns_of(lantern));
        std::iter::repeat_n(lantern.to_string(), count)
    };
    Lantern::ALL.into_iter().flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use rulebook::{Viewed, Viewer};
    use rulebook_games::night_market::read_position;

    use super::*;

    const NIGHT: &str = "night 2 torch 1 river 0 show gold jade; \
                         6 jade; 12 charm bid 4 with charm; 9 charm crimson bid 7";

    fn seen(viewer: Viewer) -> wire::Market {
        let sight = NightMarket::sight(&read_position(NIGHT).unwrap(), viewer);
        let wire::Drawing::Market(market) = (market().seen)(&sight, None, "") else { panic!() };
        market
    }

    fn bids(market: &wire::Market) -> Vec<Option<(u8, bool)>> {
        let bid = |bidder: &wire::Bidder| bidder.bid.as_ref().map(|bid| (bid.coins, bid.charmed));
        market.bidders.iter().map(bid).collect()
    }

    #[test]
    fn everything_that_hangs_and_everybody_has_is_drawn() {
        let night = read_position(NIGHT).unwrap();
        let wire::Drawing::Market(drawn) = (market().whole)(&night, None, "") else { panic!() };
        assert_eq!((drawn.night, drawn.step.as_str(), drawn.river), (2, "bidding", 0));
        assert_eq!(drawn.lanterns, ["gold", "jade"]);
        assert_eq!(drawn.bidders[2].lanterns, ["crimson"]);
        assert_eq!(bids(&drawn), [None, Some((4, true)), Some((7, false))]);
        let credit: Vec<u8> = drawn.bidders.iter().map(|bidder| bidder.credit).collect();
        assert_eq!(credit, [0, 3, 0], "who has a lantern has no credit");
    }

    #[test]
    fn a_seat_sees_its_own_bid_and_that_others_have_sealed_theirs() {
        for (viewer, wanted) in [
            (Viewer::Seat(Seat(1)), [None, Some((4, true)), None]),
            (Viewer::Seat(Seat(0)), [None, None, None]),
            (Viewer::Spectator, [None, None, None]),
        ] {
            let market = seen(viewer);
            assert_eq!(bids(&market), wanted, "{viewer:?}");
            let sealed: Vec<bool> = market.bidders.iter().map(|bidder| bidder.sealed).collect();
            assert_eq!(sealed, [false, true, true], "{viewer:?}");
        }
    }
}
