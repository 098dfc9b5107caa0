//! A bot decides by what its seat sees, and by nothing else.

use rulebook::Dice;
use rulebook::prelude::*;
use rulebook_bots::{Bot, Decision, Mcts, NoDecision};
use rulebook_games::backgammon::Backgammon;
use rulebook_games::chess::Chess;
use rulebook_games::connect_four::ConnectFour;
use rulebook_games::duels::{self, Duels};
use rulebook_games::night_market::{self, NightMarket};
use rulebook_games::{Playable, tic_tac_toe};

use crate::arena::{mcts, play, random};

/// A game in which some actions were made at random.
fn begun<G: Playable>(seed: u64, actions: u64) -> Session<G> {
    let mut game = G::book().start(G::setup(), Seed(seed)).expect("it can start");
    let mut all: Vec<_> = (0..G::SEATS as u64).map(|seat| random::<G>(seed + seat)).collect();
    let mut bots: Vec<&mut dyn Bot<G>> = Vec::new();
    for bot in &mut all {
        bots.push(bot);
    }
    play(&mut game, &mut bots, actions);
    game
}

/// Bots of the same seed decide the same in two games that look the same to a
/// seat and are not. How often that was tried.
fn decide_alike<G: Playable>(seeds: std::ops::Range<u64>, actions: u64) -> usize {
    let mut tried = 0;
    for seed in seeds {
        let mut game = begun::<G>(seed, actions);
        let by = game.active().iter().find_map(By::seat);
        let Some(seat) = by.filter(|_| game.pending().is_none()) else { continue };
        let seen = game.view(seat).expect("no faults");
        let other = G::imagine(&seen.state, seat.into(), &mut Dice::new(Seed(seed)));
        let mut other = G::book().start(other, Seed(!seed)).expect("it could be so");
        if other.digest().expect("no faults") == game.digest().expect("no faults") {
            continue;
        }
        let mut looks = other.view(seat).expect("no faults");
        // It is a new game, but that is not what is compared.
        looks.number = seen.number;
        assert_eq!(looks, seen);
        let one = mcts::<G>(seed, 30).decide(&seen).expect("a decision");
        assert_eq!(mcts::<G>(seed, 30).decide(&looks).expect("a decision"), one);
        tried += 1;
    }
    tried
}

#[test]
fn what_is_hidden_does_not_change_a_decision_in_duels() {
    assert!(decide_alike::<Duels>(0..8, 30) >= 6);
}

#[test]
fn what_is_hidden_does_not_change_a_decision_at_the_night_market() {
    assert!(decide_alike::<NightMarket>(0..20, 3) >= 6);
}

/// The same seed plays the same game, another one another.
fn repeats<G: Playable>(iterations: u32, actions: u64) {
    let whole = |seed: u64| {
        let mut game = G::book().start(G::setup(), Seed(1)).expect("it can start");
        let mut all: Vec<Mcts<G>> =
            (0..G::SEATS as u64).map(|seat| mcts(seed + seat, iterations)).collect();
        let mut bots: Vec<&mut dyn Bot<G>> = Vec::new();
        for bot in &mut all {
            bots.push(bot);
        }
        play(&mut game, &mut bots, actions);
        game.digest().expect("no faults")
    };
    assert_eq!(whole(1), whole(1), "{}", G::NAME);
    assert!((2..6).any(|seed| whole(10 * seed) != whole(1)), "{}", G::NAME);
}

#[test]
fn the_same_seed_plays_the_same_game() {
    repeats::<ConnectFour>(20, 10);
    repeats::<Backgammon>(4, 12);
    repeats::<NightMarket>(20, 12);
    repeats::<Duels>(6, 20);
    repeats::<Chess>(1, 2);
}

#[test]
fn a_bot_does_not_care_what_it_decided_before() {
    let mut game = begun::<ConnectFour>(1, 6);
    let view = game.view(Seat(0)).expect("no faults");
    let mut bot = mcts::<ConnectFour>(3, 50);
    let first = bot.decide(&view).expect("a decision");
    bot.decide(&begun::<ConnectFour>(2, 8).view(Seat(0)).expect("no faults")).expect("a decision");
    assert_eq!(bot.decide(&view).expect("a decision"), first);
}

#[test]
fn who_only_watches_has_nothing_to_decide() {
    let mut game = begun::<ConnectFour>(1, 6);
    for viewer in [Viewer::Spectator, Seat(1).into()] {
        let view = game.view(viewer).expect("no faults");
        let none = mcts::<ConnectFour>(1, 10).decide(&view).expect_err("nothing to do");
        assert!(matches!(none, NoDecision::NothingToDo), "{none}");
    }
}

#[test]
fn what_is_only_way_is_taken_without_thinking() {
    // No iterations at all, and still it answers.
    let mut duel = duels::book().start(duels::setup(), Seed(1)).expect("it can start");
    duel.submit(By::Chance, duels::Action::Deal).expect("no faults");
    let seat = duel.state().active();
    let decision = mcts::<Duels>(1, 0).decide(&duel.view(seat).expect("no faults"));
    let Decision::Act(duels::Action::Place { card, .. }) = decision.expect("a decision") else {
        panic!("the Champion is placed first")
    };
    assert_eq!(card, duel.state().player(seat).champion());
}

#[test]
fn a_pending_choice_is_thought_about_although_the_bid_before_it_is_secret() {
    let mut answered = [0; 2];
    for seed in 0..40 {
        let mut market =
            night_market::book().start(night_market::setup(), Seed(seed)).expect("it can start");
        for turn in 0..5 {
            if market.result().is_some() {
                break;
            }
            market.submit(By::Chance, night_market::Action::Unveil).expect("no faults");
            for seat in night_market::Market::seats() {
                let coins = u8::from(seat == Seat(turn % 3));
                let bid = night_market::Bid { coins, charmed: false };
                let outcome =
                    market.submit(seat, night_market::Action::Bid(bid)).expect("no faults");
                let Outcome::Pending(choice) = outcome else { continue };
                let view = market.view(choice.seat).expect("no faults");
                let known = view.under_way.as_ref().expect("a bid is under way").action.is_some();
                assert_eq!(known, choice.seat == seat, "only one's own bid is known");
                let decision = mcts::<NightMarket>(seed, 40).decide(&view).expect("a decision");
                let Decision::Answer(id, option) = decision else { panic!("it was asked") };
                assert_eq!(id, choice.id);
                answered[option as usize] += 1;
                decision.submit(&mut market, choice.seat).expect("no faults");
            }
        }
    }
    assert!(answered.iter().all(|times| *times > 5), "{answered:?}");
}

#[test]
fn it_takes_a_win_and_stops_a_loss() {
    let cases = [
        ("..o/.o./x.x", Seat(0), "b1"),
        (".../.o./x.x", Seat(1), "b1"),
        ("o.x/.o./xx.", Seat(1), "c1"),
    ];
    for (position, seat, action) in cases {
        let state = tic_tac_toe::read_position(position).expect(position);
        let mut game = tic_tac_toe::book().start(state, Seed(1)).expect("it can start");
        let view = game.view(seat).expect("no faults");
        let decision = mcts::<tic_tac_toe::TicTacToe>(1, 300).decide(&view).expect("a decision");
        assert_eq!(
            decision,
            Decision::Act(tic_tac_toe::parse(action).expect(action)),
            "{position}"
        );
    }
}
