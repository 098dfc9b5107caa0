//! A duel is recorded with the cards that it was played with.
#![cfg(feature = "games")]

use std::sync::Arc;

use rulebook::prelude::*;
use rulebook_games::Playable;
use rulebook_games::duels::cards::CardSet;
use rulebook_games::duels::{Duels, book_of, setup_of};
use rulebook_record::{OtherBooks, Recorder, Replay, ReplayError, ReplayOptions, session_options};

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
fn a_record_that_cannot_begin_with_other_cards_does_not_promise_a_replay() {
    let (record, set) = (record(), other_cards());
    let options = ReplayOptions { books: OtherBooks::Try, ..ReplayOptions::default() };
    let replay = Replay::open_from(&book_of(&set), setup_of(&set, [0, 1]), &record[..], options);
    let error = replay.unwrap_err();
    assert!(matches!(error, ReplayError::OtherStart { .. }), "{error}");
    let said = error.to_string();
    assert!(said.contains("it was made with other cards ("), "{said}");
    assert!(said.contains("does not even begin") && !said.contains("without a promise"), "{said}");
}

#[test]
fn a_duel_with_other_cards_is_recorded_and_replayed_with_them_alone() {
    let set = other_cards();
    let (book, start) = (book_of(&set), setup_of(&set, [0, 1]));
    let mut game = book.start_with(start.clone(), Seed(1), session_options()).unwrap();
    let mut recorder = Recorder::start(Vec::new(), &mut game).unwrap();
    recorder.submit(&mut game, By::Chance, Duels::parse("deal").unwrap()).unwrap();
    let record = recorder.into_inner();

    let replay = |start| Replay::open_from(&book, start, &record[..], ReplayOptions::default());
    let mut again = replay(start).unwrap();
    again.run().unwrap();
    assert_eq!(again.session().state(), game.state());
    // The book with these cards and a setup with others do not go together.
    assert!(matches!(replay(Duels::setup()).unwrap_err(), ReplayError::Diverged(_)));
    // And without the cards it is told what is missing.
    let error = Replay::open(&Duels::book(), &record[..]).unwrap_err();
    assert!(error.to_string().contains("it was made with other cards"), "{error}");
}
