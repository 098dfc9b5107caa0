//! What each player and a spectator see: everything that they may, and nothing
//! that only another knows.

use std::collections::BTreeSet;

use rulebook::prelude::*;
use rulebook::{Dice, Imagined, Viewed, Viewer};
use rulebook_games::duels::*;

/// How many games are searched for leaks: more of them in a full run.
fn games() -> u64 {
    if std::env::var_os("RULEBOOK_FULL").is_some() { 3_000 } else { 20 }
}

/// The cards that this viewer does not see: in decks, and in others' hands. The
/// Champions are known to everybody; and whoever sees that a card was chosen as
/// a target knows it, also if it left the board since.
fn hidden(duel: &Duel, viewer: Viewer) -> Vec<CardId> {
    let mut hidden = Vec::new();
    for seat in [Seat(0), Seat(1)] {
        let player = duel.player(seat);
        hidden.extend(player.deck());
        if !viewer.is(seat) {
            hidden.extend(player.hand().iter().filter(|&&card| card != player.champion()));
        }
    }
    let shown = duel.station() != Station::Strategy;
    let seats = [Seat(0), Seat(1)].into_iter().filter(|&seat| shown || viewer.is(seat));
    let orders: Vec<_> = seats.flat_map(|seat| duel.player(seat).orders()).collect();
    hidden.retain(|&card| !orders.iter().any(|(_, order)| target(order) == Some(card)));
    hidden
}

/// The card that an order is aimed at.
fn target(order: &Order) -> Option<CardId> {
    match *order {
        Order::Attack { target, .. } => target,
        Order::Pump { target, .. } => Some(target),
        Order::Cast { on } => on,
        Order::Protect => None,
    }
}

/// The cards of these that a text names.
fn named(text: &str, hidden: &[CardId]) -> Vec<CardId> {
    let ids = text.split("CardId(").skip(1).filter_map(|rest| rest.split_once(')'));
    let ids: BTreeSet<CardId> = ids.filter_map(|(id, _)| id.parse().ok().map(CardId)).collect();
    hidden.iter().copied().filter(|card| ids.contains(card)).collect()
}

/// What the other has chosen in secret, as a text would tell it.
fn secrets(duel: &Duel, viewer: Viewer) -> Vec<String> {
    let others = [Seat(0), Seat(1)].into_iter().filter(|seat| !viewer.is(*seat));
    let secret = duel.station() == Station::Strategy;
    let orders = others.filter(|_| secret).flat_map(|seat| duel.player(seat).orders());
    orders.map(|(card, order)| format!("({card:?}, {order:?})")).collect()
}

/// Plays a game at random, and lets everybody look after each action.
fn play(seed: u64, mut look: impl FnMut(&mut Session<Duels>, &Duel, Viewer)) {
    let mut duel = book().start(setup(), Seed(seed)).expect("it can start");
    let mut dice = Dice::new(Seed(seed));
    while duel.result().is_none() {
        let before = duel.state().clone();
        let mut legal = duel.legal_all().expect("no faults");
        legal.retain(|legal| !matches!(legal.action(), Action::Resign));
        let picked = dice.pick(&legal).expect("somebody can go on").clone();
        let mut outcome = duel.play(picked).expect("no faults");
        for viewer in Viewer::all(2) {
            look(&mut duel, &before, viewer);
        }
        while let Outcome::Pending(choice) = outcome {
            let option = dice.below(choice.options.len() as u32);
            outcome = duel.answer(choice.seat, choice.id, option).expect("no faults");
        }
    }
}

#[test]
fn nothing_that_is_hidden_can_be_found_in_what_is_shown() {
    let mut looks = 0;
    for seed in 0..games() {
        play(seed, |duel, before, viewer| {
            let view = format!("{:?}", duel.view(viewer).expect("no faults"));
            let now = hidden(duel.state(), viewer);
            assert_eq!(named(&view, &now), [], "{viewer} sees what is hidden");
            for secret in secrets(duel.state(), viewer) {
                assert!(!view.contains(&secret), "{viewer} sees {secret}");
            }
            // A frame tells of cards that were seen before it or are seen now.
            let earlier = hidden(before, viewer);
            let unseen: Vec<_> = now.into_iter().filter(|card| earlier.contains(card)).collect();
            let frame = duel.frames().next_back().expect("something happened");
            let frame = format!("{:?}", frame.sight(viewer).expect("no faults"));
            assert_eq!(named(&frame, &unseen), [], "{viewer} is told what is hidden: {frame}");
            for secret in secrets(duel.state(), viewer) {
                assert!(!frame.contains(&secret), "{viewer} is told {secret}");
            }
            looks += 1;
        });
    }
    assert!(looks > 100 * games());
}

#[test]
fn a_view_that_leaks_is_caught() {
    let mut caught = [0; 3];
    for seed in 0..5 {
        play(seed, |duel, _, viewer| {
            let state = duel.state();
            let honest = format!("{:?}", Duels::sight(state, viewer));
            let hand = format!("{honest}{:?}", state.player(Seat(1)).hand());
            let deck = format!("{honest}{:?}", state.player(Seat(0)).deck().last());
            let orders = format!("{honest}{:?}", state.player(Seat(0)).orders());
            let now = hidden(state, viewer);
            caught[0] += usize::from(!named(&hand, &now).is_empty());
            caught[1] += usize::from(!named(&deck, &now).is_empty());
            let told = secrets(state, viewer);
            caught[2] += usize::from(told.iter().any(|secret| orders.contains(secret)));
        });
    }
    assert!(caught.iter().all(|caught| *caught > 20), "{caught:?}");
}

#[test]
fn what_is_imagined_looks_like_what_is_seen() {
    for seed in 0..games().min(300) {
        let mut dice = Dice::new(Seed(seed));
        play(seed, |duel, _, viewer| {
            if dice.below(4) > 0 || duel.pending().is_some() {
                return;
            }
            let seen = duel.view(viewer).expect("no faults");
            let imagined = Duels::imagine(&seen.state, viewer, &mut dice);
            let mut other = book().start(imagined, Seed(seed)).expect("it could be so");
            let view = other.view(viewer).expect("no faults");
            assert_eq!((view.state, view.legal), (seen.state, seen.legal));
        });
    }
}

#[test]
fn imagined_hands_differ_as_hands_do() {
    let mut duel = book().start(setup(), Seed(1)).expect("it can start");
    duel.submit(By::Chance, Action::Deal).expect("no faults");
    let seen = Duels::sight(duel.state(), Viewer::Seat(Seat(0)));
    let mut dice = Dice::new(Seed(1));
    let mut hands: Vec<_> = (0..20)
        .map(|_| {
            Duels::imagine(&seen, Viewer::Seat(Seat(0)), &mut dice).player(Seat(1)).hand().to_vec()
        })
        .collect();
    assert!(hands.iter().all(|hand| hand.contains(&duel.state().player(Seat(1)).champion())));
    hands.sort();
    hands.dedup();
    assert!(hands.len() > 15);
}

#[test]
fn everybody_sees_what_is_chosen_once_the_strategy_is_over() {
    let mut duel = book().start(setup(), Seed(1)).expect("it can start");
    duel.submit(By::Chance, Action::Deal).expect("no faults");
    for _ in 0..2 {
        let seat = duel.state().active();
        let card = duel.state().player(seat).champion();
        duel.submit(seat, Action::Place { card, column: CENTRE }).expect("no faults");
    }
    let seat = duel.state().active();
    let card = duel.state().player(seat).champion();
    let attack = Action::Attack { card, side: opponent(seat), column: CENTRE };
    duel.submit(seat, Action::Draw).expect("no faults");
    // The Champion cannot be attacked: another choice, straight or beside.
    assert!(duel.submit(seat, attack).expect("no faults").refusal().is_some());
    let legal = duel.legal(seat).expect("no faults");
    let chosen = legal
        .into_iter()
        .find(|legal| matches!(legal.action(), Action::Attack { .. } | Action::Protect { .. }));
    let Some(chosen) = chosen else { panic!("the Champion can do something") };
    let outcome = duel.play(chosen).expect("no faults");
    assert!(outcome.is_committed(), "{outcome}");
    let orders = |duel: &mut Session<Duels>, viewer: Viewer| {
        duel.view(viewer).expect("no faults").state.table().player(seat).orders().len()
    };
    let all: Vec<_> = Viewer::all(2).collect();
    let seen = |duel: &mut Session<Duels>| {
        all.iter().map(|&viewer| orders(duel, viewer)).collect::<Vec<_>>()
    };
    let own = usize::from(seat.0);
    let mut expected = vec![0; 3];
    expected[own] = 1;
    assert_eq!(seen(&mut duel), expected);
    // The frame tells the others that something was done, and not what.
    let frame = duel.frames().next_back().expect("a frame");
    let told = frame.sight(Viewer::Seat(opponent(seat))).expect("no faults");
    assert_eq!((told.by, told.action, told.events.len()), (Some(By::Seat(seat)), None, 0));
    duel.submit(seat, Action::Done).expect("no faults");
    let shown = seen(&mut duel);
    assert!(shown.iter().all(|count| *count == shown[own]), "{shown:?}");
}
