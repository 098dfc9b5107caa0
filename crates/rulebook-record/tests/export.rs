//! PGN and `.mat` files say the game that was recorded.
#![cfg(feature = "games")]

mod common;

use common::{Plan, play};
use rulebook::prelude::*;
use rulebook::{Dice, History};
use rulebook_games::backgammon::board::{Beavers, Terms};
use rulebook_games::backgammon::{Action, Backgammon, Table};
use rulebook_games::chess::Chess;
use rulebook_games::chess::chess960::Chess960;
use rulebook_games::chess::notation::{PgnResult, read_pgn};
use rulebook_games::{CountsAs, Playable};
use rulebook_record::{
    ExportError, Form, Header, Reader, Recorder, RecorderOptions, Replay, mat, pgn, session_options,
};

fn replayed<G: Playable>(bytes: &[u8]) -> (Header, Session<G>) {
    let mut replay = Replay::<G, _>::open(&G::book(), bytes).unwrap();
    replay.run().unwrap();
    (replay.header().clone(), replay.into_session())
}

#[test]
fn a_game_of_chess_comes_back_from_its_pgn() {
    for seed in 0..30 {
        let mut plan = Plan::of(seed, 150, Form::Lines);
        plan.history = History::All;
        let (header, game) = replayed::<Chess>(&play::<Chess>(&plan).bytes);
        let text = pgn(&header, &game).unwrap();
        let read = read_pgn(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read[0].end(), *game.state().position(), "{text}");
        let winner = game.state().ending().map(|ending| ending.winner());
        assert_eq!(
            read[0].result,
            match winner {
                None => PgnResult::Unknown,
                Some(None) => PgnResult::Drawn,
                Some(Some(by)) => PgnResult::Won { by },
            }
        );
    }
}

#[test]
fn a_game_of_chess960_comes_back_from_its_pgn() {
    for seed in 0..30 {
        let mut plan = Plan::of(seed, 120, Form::Compact);
        plan.history = History::All;
        let (header, game) = replayed::<Chess960>(&play::<Chess960>(&plan).bytes);
        if !game.state().is_arranged() {
            continue;
        }
        let text = pgn(&header, &game).unwrap();
        assert!(text.contains("[Variant \"Chess960\"]"), "{text}");
        let read = read_pgn(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read[0].end(), *game.state().position(), "{text}");
    }
}

#[test]
fn players_have_their_names_in_the_pgn() {
    let mut game = Chess::book().start_with(Chess::setup(), Seed(1), session_options()).unwrap();
    let options = RecorderOptions {
        players: vec!["Ann \"the rook\"".to_owned()],
        ..RecorderOptions::default()
    };
    let recorder = Recorder::start_with(Vec::new(), &mut game, options).unwrap();
    let bytes = recorder.finish(&game).unwrap();
    let text = pgn(Reader::open(&bytes[..]).unwrap().header(), &game).unwrap();
    assert!(text.contains("[White \"Ann \\\"the rook\\\"\"]\n[Black \"?\"]"), "{text}");
}

#[test]
fn what_was_forgotten_cannot_be_exported() {
    let mut plan = Plan::of(0, 60, Form::Lines);
    plan.history = History::Last(3);
    let (header, game) = replayed::<Chess>(&play::<Chess>(&plan).bytes);
    assert!(matches!(pgn(&header, &game), Err(ExportError::Forgotten)));
}

/// A match played at random, in which doubles are offered, taken and dropped.
fn a_match(seed: u64, terms: Terms) -> (Header, Session<Backgammon>) {
    let table = Table::new(terms);
    let mut game = Backgammon::book().start_with(table, Seed(seed), session_options()).unwrap();
    let mut recorder = Recorder::start(Vec::new(), &mut game).unwrap();
    let mut dice = Dice::new(Seed(seed));
    while game.result().is_none() && game.number() < 4000 {
        let mut legal = game.legal_all().unwrap();
        let rare = dice.below(12) == 0;
        let is_move = |action: &Action| Backgammon::counts_as(action) != CountsAs::Aside;
        if !rare && legal.iter().any(|legal| is_move(legal.action())) {
            legal.retain(|legal| is_move(legal.action()));
        }
        let at = dice.below(legal.len() as u32) as usize;
        recorder.play(&mut game, legal.swap_remove(at)).unwrap();
    }
    let bytes = recorder.finish(&game).unwrap();
    (Reader::open(&bytes[..]).unwrap().header().clone(), game)
}

#[test]
fn a_match_of_backgammon_is_written_game_by_game() {
    for seed in 0..20 {
        let (header, game) = a_match(seed, Terms::match_to(5));
        let text = mat(&header, &game).unwrap();
        assert!(text.starts_with(" 5 point match\n\n Game 1\n White : 0"), "{text}");
        let wins = text.matches("Wins ").count();
        assert_eq!(wins, text.matches(" Game ").count(), "{text}");
        assert_eq!(text.matches(" and the match\n").count(), 1, "{text}");
        assert!(text.trim_end().ends_with("and the match"), "{text}");
        let plays = game.frames().flat_map(|frame| {
            frame.events().map(|event| format!("{:?}", event.event)).collect::<Vec<_>>()
        });
        let plays = plays.filter(|event| event.starts_with("Played") || event == "Finished");
        assert_eq!(text.matches(": ").count() - 2 * wins, plays.count(), "{text}");
    }
}

#[test]
fn a_game_for_money_has_its_columns() {
    let table = Table::new(Terms::money());
    let mut game = Backgammon::book().start_with(table, Seed(3), session_options()).unwrap();
    let options = RecorderOptions {
        players: vec!["Ann".to_owned(), "Ben".to_owned()],
        ..RecorderOptions::default()
    };
    let mut recorder = Recorder::start_with(Vec::new(), &mut game, options).unwrap();
    recorder.submit(&mut game, By::Chance, Action::Throw).unwrap();
    while game.number() < 12 {
        let legal = game.legal_all().unwrap();
        let next = legal.iter().find(|legal| {
            matches!(legal.action(), Action::Play(_) | Action::Roll | Action::Throw | Action::Take)
        });
        recorder.play(&mut game, next.unwrap().clone()).unwrap();
    }
    let by = game.turn().unwrap();
    recorder.submit(&mut game, by, Action::Double).unwrap();
    recorder.submit(&mut game, by.next(2), Action::Drop).unwrap();
    let bytes = recorder.finish(&game).unwrap();
    let text = mat(Reader::open(&bytes[..]).unwrap().header(), &game).unwrap();
    assert_eq!(text, include_str!("golden/money.mat"), "{text}");
}

#[test]
fn what_a_mat_file_has_no_words_for_is_refused() {
    let terms = Terms { beavers: Beavers::UpTo(1), ..Terms::money() };
    let mut game =
        Backgammon::book().start_with(Table::new(terms), Seed(3), session_options()).unwrap();
    let mut recorder = Recorder::start(Vec::new(), &mut game).unwrap();
    while !matches!(game.legal_all().unwrap()[0].action(), Action::Roll) {
        let first = game.legal_all().unwrap().remove(0);
        recorder.play(&mut game, first).unwrap();
    }
    let by = game.turn().unwrap();
    recorder.submit(&mut game, by, Action::Double).unwrap();
    assert!(recorder.submit(&mut game, by.next(2), Action::Beaver).unwrap().is_committed());
    let bytes = recorder.finish(&game).unwrap();
    let error = mat(Reader::open(&bytes[..]).unwrap().header(), &game).unwrap_err();
    assert!(error.to_string().contains("beavers"), "{error}");

    let table: Table = "4HPwATDgc/ABMA, white to play 31".parse().unwrap();
    let mut game = Backgammon::book().start_with(table, Seed(3), session_options()).unwrap();
    let recorder = Recorder::<Backgammon, _>::start(Vec::new(), &mut game).unwrap();
    let bytes = recorder.finish(&game).unwrap();
    let error = mat(Reader::open(&bytes[..]).unwrap().header(), &game).unwrap_err();
    assert!(error.to_string().contains("begins elsewhere"), "{error}");
}
