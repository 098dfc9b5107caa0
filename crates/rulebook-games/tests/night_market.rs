//! The night market: it conforms, a night goes as the rules say, and every
//! refusal is provoked, alone and together with others.

use rulebook::prelude::*;
use rulebook::{Cause, Choice, Preview};
use rulebook_games::night_market::*;
use rulebook_testkit::Conformance;

#[test]
fn it_conforms() {
    Conformance::new(book(), setup)
        .universe(universe)
        .views()
        .rarely(|action| matches!(action, Action::Ring))
        .show(show)
        .print(print)
        .golden("playthroughs/night-market.txt")
        .every_rule()
        .check();
}

/// A market of which the first lot is a gold and a jade lantern.
const GOLD_AND_JADE: Seed = Seed(10);
/// A market of which the first lot is two jade lanterns.
const JADE_TWICE: Seed = Seed(5);

/// A market on its first night, with the lanterns hung up.
fn unveiled(seed: Seed) -> Session<NightMarket> {
    let mut market = book().start(setup(), seed).expect("the first night can start");
    act(&mut market, By::Chance, "unveil");
    market
}

/// Does something that must be accepted.
fn act(market: &mut Session<NightMarket>, by: impl Into<By>, text: &str) -> Outcome<NightMarket> {
    let action = parse(text).expect(text);
    let outcome = market.submit(by, action).expect("the book has no faults");
    assert!(outcome.refusal().is_none(), "{text}: {outcome}");
    outcome
}

/// Everybody bids, in seat order; the winner takes the first lantern.
fn bid_all(market: &mut Session<NightMarket>, bids: [&str; 3]) {
    for (seat, bid) in Market::seats().zip(bids) {
        let outcome = act(market, seat, &format!("bid {bid}"));
        if let Outcome::Pending(choice) = outcome {
            market.answer(choice.seat, choice.id, 0).expect("the book has no faults");
        }
    }
}

/// Lets a night go by with these bids, and unveils the next lot.
fn pass_night(market: &mut Session<NightMarket>, bids: [&str; 3]) {
    bid_all(market, bids);
    act(market, By::Chance, "unveil");
}

/// All reasons of a refusal.
fn reasons(market: &mut Session<NightMarket>, by: impl Into<By>, text: &str) -> Vec<Why> {
    let action = parse(text).expect(text);
    let outcome = market.submit(by, action).expect("the book has no faults");
    let refusal = outcome.refusal().unwrap_or_else(|| panic!("{text}: {outcome}"));
    refusal.reasons().cloned().collect()
}

/// The events of the last frame.
fn events(market: &Session<NightMarket>) -> Vec<Event> {
    let frame = market.frames().next_back().expect("something happened");
    frame.events().map(|event| *event.event).collect()
}

fn coins(market: &Session<NightMarket>) -> [i32; 3] {
    [0, 1, 2].map(|seat| market.state().player(Seat(seat)).coins())
}

fn lanterns(market: &Session<NightMarket>) -> [u8; 3] {
    [0, 1, 2].map(|seat| market.state().player(Seat(seat)).lanterns())
}

mod a_night {
    use super::*;

    #[test]
    fn the_rule_sheet_has_no_warnings() {
        assert_eq!(book().warnings(), []);
    }

    #[test]
    fn chance_begins_and_nobody_may_peek() {
        let mut market = book().start(setup(), GOLD_AND_JADE).expect("it can start");
        assert_eq!(market.active(), Actors::only(By::Chance));
        let preview = market.preview(By::Chance, &Action::Unveil).expect("no faults");
        assert!(matches!(preview, Preview::DiceAhead));
        act(&mut market, By::Chance, "unveil");
        assert_eq!(market.state().on_show(), Some([Lantern::Gold, Lantern::Jade]));
        let outcome = market.undo().expect("no faults");
        let cause = outcome.refusal().map(|refusal| &refusal.cause);
        assert!(matches!(cause, Some(Cause::Irreversible)), "{outcome}");
    }

    #[test]
    fn everybody_who_has_not_bid_may_act_and_the_bell_may_ring() {
        let mut market = unveiled(GOLD_AND_JADE);
        let all = Actors::seats(3).with(By::Clock);
        assert_eq!(market.active(), all);
        act(&mut market, Seat(1), "bid 3");
        assert_eq!(market.active(), Actors::only(Seat(0)).with(Seat(2)).with(By::Clock));
        // Until the bids are opened, a slip of the hand can be taken back.
        market.undo().expect("no faults");
        assert_eq!(market.active(), all);
    }

    #[test]
    fn bids_are_opened_in_seat_order_whoever_was_last() {
        let mut market = unveiled(JADE_TWICE);
        act(&mut market, Seat(2), "bid 1");
        act(&mut market, Seat(1), "bid 2");
        act(&mut market, Seat(0), "bid 3");
        let revealed = events(&market).into_iter().filter_map(|event| match event {
            Event::Revealed { seat, bid } => Some((seat, bid.coins)),
            _ => None,
        });
        assert_eq!(Vec::from_iter(revealed), [(Seat(0), 3), (Seat(1), 2), (Seat(2), 1)]);
        let outcome = market.undo().expect("no faults");
        let cause = outcome.refusal().map(|refusal| &refusal.cause);
        assert!(matches!(cause, Some(Cause::Irreversible)), "{outcome}");
    }

    #[test]
    fn in_whatever_order_the_bids_come_the_night_ends_the_same() {
        let bids = ["bid 2", "bid 5 with charm", "bid 5"];
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let mut ends = orders.map(|order| {
            let mut market = unveiled(JADE_TWICE);
            for seat in order {
                act(&mut market, Seat(seat), bids[usize::from(seat)]);
            }
            market.digest().expect("no faults")
        });
        assert!(ends[0].is_some());
        ends.sort();
        assert_eq!(ends.first(), ends.last());
    }

    #[test]
    fn the_winner_chooses_and_pays_the_second_pays_half_the_third_drinks_tea() {
        let mut market = unveiled(GOLD_AND_JADE);
        act(&mut market, Seat(0), "bid 5");
        act(&mut market, Seat(1), "bid 6");
        let Outcome::Pending(choice) = act(&mut market, Seat(2), "bid 1") else {
            panic!("the winner chooses first");
        };
        let Choice { seat, question, options, .. } = &*choice;
        assert_eq!((*seat, question.as_str()), (Seat(1), "Which lantern do you take?"));
        assert_eq!(options, &["gold", "jade"]);
        assert_eq!(market.active(), Actors::only(Seat(1)));
        market.answer(Seat(1), choice.id, 1).expect("no faults");
        assert_eq!(market.state().player(Seat(1)).lanterns_of(Lantern::Jade), 1);
        assert_eq!(market.state().player(Seat(0)).lanterns_of(Lantern::Gold), 1);
        // 5 halved and rounded up is 3; tea is 2.
        assert_eq!(coins(&market), [10 - 3, 10 - 6, 10 + 2]);
        // The torch goes to the seat after the winner's.
        assert_eq!(market.state().torch(), Seat(2));
    }

    #[test]
    fn between_two_lanterns_of_one_colour_nobody_is_asked() {
        let mut market = unveiled(JADE_TWICE);
        bid_all(&mut market, ["2", "1", "0"]);
        let frame = market.frames().next_back().expect("a frame");
        let [made] = frame.choices() else { panic!("one choice was made") };
        assert!(made.alone && made.text == "jade", "{made}");
        assert_eq!(lanterns(&market), [1, 1, 0]);
    }

    #[test]
    fn a_lantern_that_nobody_takes_drifts_down_the_river() {
        let mut market = unveiled(JADE_TWICE);
        bid_all(&mut market, ["0", "4", "0"]);
        assert_eq!((lanterns(&market), market.state().drifted()), ([0, 1, 0], 1));
        act(&mut market, By::Chance, "unveil");
        bid_all(&mut market, ["0", "0", "0"]);
        assert_eq!((lanterns(&market), market.state().drifted()), ([0, 1, 0], 3));
        // Nobody won, so the torch stays.
        assert_eq!(market.state().torch(), Seat(2));
    }

    #[test]
    fn whoever_has_not_bid_when_the_bell_rings_passes() {
        let mut market = unveiled(JADE_TWICE);
        act(&mut market, Seat(1), "bid 1");
        act(&mut market, By::Clock, "bell");
        assert_eq!(lanterns(&market), [0, 1, 0]);
        assert_eq!(coins(&market), [12, 9, 12]);
        assert_eq!((market.state().night(), market.state().step()), (2, Step::Unveiling));
    }

    #[test]
    fn the_bell_may_ring_before_anybody_has_bid() {
        let mut market = unveiled(JADE_TWICE);
        act(&mut market, By::Clock, "bell");
        assert_eq!(market.state().drifted(), 2);
    }

    #[test]
    fn equal_bids_go_by_charm_and_then_by_the_torch() {
        for (bids, winner, second) in [
            // Seat 0 carries the torch.
            (["4", "4", "4"], 0, 1),
            (["4", "4 with charm", "4"], 1, 0),
            (["4", "4 with charm", "4 with charm"], 1, 2),
            (["3 with charm", "4", "4"], 1, 2),
            (["0", "4", "4"], 1, 2),
        ] {
            let mut market = unveiled(JADE_TWICE);
            bid_all(&mut market, bids);
            let paid = events(&market).into_iter().filter_map(|event| match event {
                Event::Paid { seat, .. } => Some(seat.0),
                _ => None,
            });
            assert_eq!(Vec::from_iter(paid), [winner, second], "{bids:?}");
        }
        // With the torch at seat 2, the order is 2, 0, 1.
        let mut market = unveiled(JADE_TWICE);
        pass_night(&mut market, ["0", "1", "0"]);
        assert_eq!(market.state().torch(), Seat(2));
        bid_all(&mut market, ["2", "2", "2"]);
        assert_eq!(lanterns(&market), [1, 1, 1]);
        assert_eq!(market.state().torch(), Seat(0));
    }

    #[test]
    fn a_charm_is_used_up_when_its_bid_is_opened() {
        let mut market = unveiled(JADE_TWICE);
        act(&mut market, Seat(0), "bid 1 with charm");
        assert!(market.state().player(Seat(0)).has_charm());
        act(&mut market, By::Clock, "bell");
        assert!(!market.state().player(Seat(0)).has_charm());
        assert!(market.state().player(Seat(1)).has_charm());
    }
}

mod the_end {
    use super::*;

    #[test]
    fn after_five_nights_the_points_are_counted() {
        let mut market = unveiled(JADE_TWICE);
        for _ in 1..NIGHTS {
            pass_night(&mut market, ["0", "0", "0"]);
        }
        assert!(market.state().is_last_night());
        bid_all(&mut market, ["18", "1", "0"]);
        // A lantern and no coins; a lantern and 17 coins; 20 coins.
        assert_eq!(coins(&market), [0, 17, 20]);
        assert_eq!(market.result(), Some(Scores::new(&[1, 5, 5])));
        assert_eq!(market.active(), Actors::none());
        let outcome = market.submit(By::Chance, Action::Unveil).expect("no faults");
        assert!(outcome.to_string().starts_with("invalid: The game is over"), "{outcome}");
    }

    #[test]
    fn a_set_of_three_colours_is_worth_three_points_more() {
        let mut market = setup();
        let points = |market: &Market| market.player(Seat(0)).points();
        // Ten coins are two points; each lantern is one more.
        assert_eq!(points(&market), 2);
        let took = [Lantern::Crimson, Lantern::Gold, Lantern::Gold, Lantern::Jade, Lantern::Jade];
        for (lantern, expected) in took.into_iter().zip([3, 4, 5, 9, 10]) {
            NightMarket::apply(&mut market, &Event::Took { seat: Seat(0), lantern });
            assert_eq!(points(&market), expected, "{lantern}");
        }
    }

    #[test]
    fn every_coin_that_is_owed_costs_a_point() {
        let mut market = unveiled(GOLD_AND_JADE);
        pass_night(&mut market, ["13", "0", "0"]);
        assert_eq!(coins(&market), [-3, 12, 12]);
        assert_eq!(market.state().points(), Scores::new(&[1 - 3, 12 / 4, 12 / 4]));
    }
}

mod refusals {
    use super::*;

    /// The last night, after four nights of these bids.
    fn last_night(first: [&str; 3]) -> Session<NightMarket> {
        let mut market = unveiled(JADE_TWICE);
        pass_night(&mut market, first);
        for _ in 2..NIGHTS {
            pass_night(&mut market, ["0", "0", "0"]);
        }
        assert!(market.state().is_last_night());
        market
    }

    #[test]
    fn a_bid_that_does_not_exist_is_invalid() {
        let mut market = unveiled(JADE_TWICE);
        assert_eq!(reasons(&mut market, Seat(0), "bid 21"), [Why::NoSuchBid { bid: 21 }]);
        assert_eq!(reasons(&mut market, By::Chance, "bid 255"), [Why::NoSuchBid { bid: 255 }]);
    }

    #[test]
    fn everything_has_its_time() {
        let mut market = book().start(setup(), JADE_TWICE).expect("it can start");
        assert_eq!(reasons(&mut market, Seat(0), "bid 1"), [Why::NotNow]);
        assert_eq!(reasons(&mut market, By::Clock, "bell"), [Why::NotNow]);
        act(&mut market, By::Chance, "unveil");
        assert_eq!(reasons(&mut market, By::Chance, "unveil"), [Why::NotNow]);
    }

    #[test]
    fn everything_has_its_actor() {
        let mut market = book().start(setup(), JADE_TWICE).expect("it can start");
        for by in [By::Seat(Seat(0)), By::Clock] {
            assert_eq!(reasons(&mut market, by, "unveil"), [Why::NotChance]);
        }
        act(&mut market, By::Chance, "unveil");
        for by in [By::Chance, By::Clock] {
            assert_eq!(reasons(&mut market, by, "bid 1"), [Why::NotAPlayer]);
        }
        for by in [By::Seat(Seat(0)), By::Chance] {
            assert_eq!(reasons(&mut market, by, "bell"), [Why::NotTheClock]);
        }
        let outcome = market.submit(Seat(3), Action::Ring).expect("no faults");
        assert_eq!(outcome.to_string(), "invalid: There is no seat 3: they are numbered 0 to 2.");
    }

    #[test]
    fn a_sealed_bid_cannot_be_changed() {
        let mut market = unveiled(JADE_TWICE);
        act(&mut market, Seat(1), "bid 3");
        for bid in ["bid 3", "bid 4", "bid 0"] {
            assert_eq!(reasons(&mut market, Seat(1), bid), [Why::AlreadySealed]);
        }
        assert_eq!(market.state().player(Seat(1)).bid(), Some(Bid { coins: 3, charmed: false }));
    }

    #[test]
    fn a_bid_needs_coins() {
        let mut market = unveiled(JADE_TWICE);
        let why = Why::NotEnoughCoins { bid: 14, purse: 10 };
        assert_eq!(reasons(&mut market, Seat(0), "bid 14"), [why]);
    }

    #[test]
    fn the_first_lantern_may_be_bought_on_credit_and_the_frame_says_so() {
        let mut market = unveiled(JADE_TWICE);
        for bid in ["bid 11", "bid 13"] {
            let mut fork = market.fork();
            act(&mut fork, Seat(0), bid);
            let frame = fork.frames().next_back().expect("a frame");
            assert_eq!(Vec::from_iter(frame.exceptions()), ["the first lantern on credit"]);
        }
        act(&mut market, Seat(0), "bid 10");
        let frame = market.frames().next_back().expect("a frame");
        assert_eq!(frame.exceptions().count(), 0);
    }

    #[test]
    fn the_second_lantern_may_not() {
        let mut market = unveiled(JADE_TWICE);
        pass_night(&mut market, ["4", "0", "0"]);
        assert_eq!(
            reasons(&mut market, Seat(0), "bid 7"),
            [Why::NotEnoughCoins { bid: 7, purse: 6 }]
        );
        // Whoever owes coins has an empty purse, and may still pass.
        let mut market = unveiled(JADE_TWICE);
        pass_night(&mut market, ["12", "0", "0"]);
        assert_eq!(
            reasons(&mut market, Seat(0), "bid 1"),
            [Why::NotEnoughCoins { bid: 1, purse: 0 }]
        );
        act(&mut market, Seat(0), "bid 0");
    }

    #[test]
    fn the_prohibition_of_the_last_night_beats_the_exception() {
        let mut market = last_night(["0", "0", "0"]);
        assert_eq!(coins(&market), [18; 3]);
        // Without a lantern it would be credit; but not tonight.
        assert_eq!(reasons(&mut market, Seat(0), "bid 19"), [Why::NoCreditTonight]);
        act(&mut market, Seat(0), "bid 18");
    }

    #[test]
    fn a_charm_is_used_once() {
        let mut market = unveiled(JADE_TWICE);
        pass_night(&mut market, ["1 with charm", "0", "0"]);
        assert_eq!(reasons(&mut market, Seat(0), "bid 1 with charm"), [Why::CharmUsed]);
        act(&mut market, Seat(0), "bid 1");
    }

    #[test]
    fn a_charm_does_not_go_with_a_pass() {
        let mut market = unveiled(JADE_TWICE);
        assert_eq!(reasons(&mut market, Seat(0), "bid 0 with charm"), [Why::CharmOnAPass]);
    }

    #[test]
    fn all_reasons_of_a_gate_come_at_once() {
        let mut market = unveiled(JADE_TWICE);
        pass_night(&mut market, ["1 with charm", "0", "0"]);
        assert_eq!(
            reasons(&mut market, Seat(0), "bid 0 with charm"),
            [Why::CharmUsed, Why::CharmOnAPass]
        );
        let mut market = last_night(["1 with charm", "0", "0"]);
        let poor = Why::NotEnoughCoins { bid: 20, purse: 15 };
        assert_eq!(reasons(&mut market, Seat(0), "bid 20"), [poor.clone(), Why::NoCreditTonight]);
        assert_eq!(
            reasons(&mut market, Seat(0), "bid 20 with charm"),
            [poor, Why::NoCreditTonight, Why::CharmUsed]
        );
        let action = parse("bid 20 with charm").expect("it is a bid");
        let outcome = market.submit(Seat(0), action).expect("no faults");
        assert_eq!(
            outcome.to_string(),
            "disallowed: You cannot bid 20 coins: you have 15. \
             There is no credit on the last night. You have used your charm already."
        );
    }
}

mod texts {
    use super::*;

    #[test]
    fn every_action_that_is_printed_can_be_read() {
        for action in universe(&setup()) {
            assert_eq!(parse(&print(&action)), Ok(action));
        }
    }

    #[test]
    fn what_cannot_be_read_says_what_to_write() {
        for text in ["", "bid", "bid x", "bid -1", "bid 256", "bid 4 with", "ring", "bid 4 charm"] {
            let error = parse(text).expect_err(text);
            assert_eq!(error.text(), text);
            assert!(error.to_string().contains("a bid such as \"bid 4\""), "{error}");
        }
        assert_eq!(parse("  bid  4 \n"), Ok(Action::Bid(Bid { coins: 4, charmed: false })));
    }

    #[test]
    fn the_market_shows_that_a_bid_is_sealed_and_not_what_it_says() {
        let mut market = unveiled(GOLD_AND_JADE);
        act(&mut market, Seat(1), "bid 7 with charm");
        assert_eq!(
            show(market.state()),
            "\
Night 1 of 5: gold and jade.
        coins charm c g j pts bid
seat 0*    10 yes   0 0 0   2 -
seat 1     10 yes   0 0 0   2 sealed
seat 2     10 yes   0 0 0   2 -
* has the torch. Down the river: 0.
c, g, j: crimson, gold, jade.
"
        );
        // It fits beside a margin of four on a terminal of forty columns.
        assert!(show(market.state()).lines().all(|line| line.chars().count() <= 36));
    }
}
