//! A duel is recorded with the cards that it was played with.
#![cfg(feature = "games")]

use std::sync::Arc;

use rulebook::prelude::*;
use rulebook_games::Playable;
use rulebook_games::duels::cards::CardSet;
use rulebook_games::duels::{Duels, book_of, setup_of};
use rulebook_record::{RecordError, Recorder, Replay, ReplayError, session_options};

fn other_cards() -> Arc<CardSet> {
    let text = CardSet::STANDARD.replacen("\"atk\": 3", "\"atk\": 4", 1);
    Arc::new(CardSet::parse("mine.json", &text).unwrap())
}

fn record() -> Vec<u8> {
    let mut game = Duels::book().start_with(Duels::setup(), Seed(1), session_options()).unwrap();
    let mut recorder = Recorder::start(Vec::new(), &mut game).unwrap();
    recorder.submit(&mut game, By::Chance, Duels::parse("deal").unwrap()).unwrap();
    recorder.into_inner()
}

#[test]
fn a_record_made_with_other_cards_is_told_so() {
    let record = record();
    let error = Replay::open(&book_of(&other_cards()), &record[..]).unwrap_err();
    assert!(matches!(error, ReplayError::OtherBook(_)));
    assert!(error.to_string().contains("it was made with other cards"), "{error}");
    Replay::open(&Duels::book(), &record[..]).unwrap().run().unwrap();
}

#[test]
fn a_duel_with_other_cards_is_not_written_as_one_with_ours() {
    let set = other_cards();
    let start = setup_of(&set, [0, 1]);
    let mut game = book_of(&set).start_with(start, Seed(1), session_options()).unwrap();
    // The text of a setup does not say the cards, so reading it gives another game.
    let error = Recorder::<Duels, _>::start(Vec::new(), &mut game).unwrap_err();
    assert!(matches!(error, RecordError::Setup { .. }), "{error}");
}
