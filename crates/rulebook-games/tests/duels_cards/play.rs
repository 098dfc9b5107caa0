//! Duels with other cards.

use std::sync::Arc;

use rulebook::prelude::*;
use rulebook::{Dice, SessionOptions, Verify};
use rulebook_games::duels::cards::CardSet;
use rulebook_games::duels::{Action, CardId, Duel, Duels, book_of, print, setup_of, show};

/// A duel with the first deck of the set against itself.
pub(crate) fn start(set: CardSet, seed: u64) -> Session<Duels> {
    start_with(set, [0, 0], seed)
}

/// A duel with these decks of the set.
pub(crate) fn start_with(set: CardSet, decks: [usize; 2], seed: u64) -> Session<Duels> {
    let set = Arc::new(set);
    let options = SessionOptions { verify: Verify::EveryEvent, ..SessionOptions::default() };
    book_of(&set).start_with(setup_of(&set, decks), Seed(seed), options).expect("it can start")
}

/// Submits an action that must be accepted.
pub(crate) fn submit(duel: &mut Session<Duels>, by: impl Into<By>, action: Action) {
    let outcome = duel.submit(by.into(), action).expect("no faults");
    outcome.committed().unwrap_or_else(|_| panic!("{} is refused", print(&action)));
}

/// Deals, and places both Champions. It is the Draw step of who is active.
pub(crate) fn deal(duel: &mut Session<Duels>) {
    submit(duel, By::Chance, Action::Deal);
    for _ in 0..2 {
        let seat = duel.state().active();
        let card = duel.state().player(seat).champion();
        submit(duel, seat, Action::Place { card, column: 1 });
    }
}

/// A card of that id in the hand of who is active.
pub(crate) fn in_hand(duel: &Duel, id: &str) -> Option<CardId> {
    let hand = duel.player(duel.active()).hand();
    hand.iter().copied().find(|card| duel.def(*card).id == id)
}

/// Plays at random, for so many actions or to the end. Nothing may fault, and
/// nothing that is offered may be aborted.
pub(crate) fn at_random(duel: &mut Session<Duels>, dice: &mut Dice, actions: usize) {
    for _ in 0..actions {
        if duel.result().is_some() {
            return;
        }
        let mut legal = duel.legal_all().expect("no faults");
        legal.retain(|legal| !matches!(legal.action(), Action::Resign));
        let picked = dice.pick(&legal).expect("somebody can go on");
        let (by, action) = (picked.by(), *picked.action());
        let mut outcome = duel.submit(by, action).unwrap_or_else(|fault| {
            panic!("{}: {fault}", print(&action));
        });
        while let Outcome::Pending(choice) = outcome {
            let option = dice.below(u32::try_from(choice.options.len()).expect("few options"));
            outcome = duel.answer(choice.seat, choice.id, option).expect("no faults");
        }
        let aborted = matches!(outcome, Outcome::Aborted(_));
        let table = show(duel.state());
        assert!(!aborted, "{}: {outcome} {outcome:?}\n{table}", print(&action));
    }
}
