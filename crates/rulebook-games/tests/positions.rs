//! Positions of every game as text: what was written reads as the same
//! position, and what is none is refused with its place or every reason.

use std::fmt::Debug;

use rulebook::prelude::*;
use rulebook::{Dice, SessionOptions};
use rulebook_games::backgammon::board::Terms;
use rulebook_games::backgammon::{Action, Backgammon, Table};
use rulebook_games::connect_four::ConnectFour;
use rulebook_games::duels::Duels;
use rulebook_games::night_market::NightMarket;
use rulebook_games::tic_tac_toe::TicTacToe;
use rulebook_games::{AnyGame, CountsAs, Playable, Registered, StartAtError, Told, find, games};

/// The games whose positions say everything, also of what is no move.
const EXACT: [&str; 5] = ["tic-tac-toe", "connect-four", "backgammon", "night-market", "duels"];

/// A game from a position.
fn set_up(game: &dyn Registered, position: &str) -> Box<dyn AnyGame> {
    let started = game.start_at(position, Seed(1), SessionOptions::default());
    started.unwrap_or_else(|error| panic!("{}: {error}", game.name()))
}

/// Everything that anybody can do and that is not said aside.
fn moves(game: &mut dyn AnyGame) -> Vec<(By, String)> {
    let legal = game.legal().expect("no faults").into_iter();
    let moves = legal.filter(|offered| offered.counts_as != CountsAs::Aside);
    moves.map(|offered| (offered.by, offered.action)).collect()
}

/// Writes the position, sets it up, and compares.
fn check(entry: &dyn Registered, game: &mut dyn AnyGame) {
    let text = game.position();
    let mut again = set_up(entry, &text);
    assert_eq!(again.position(), text, "{}", entry.name());
    assert_eq!(again.show(), game.show(), "{text}");
    assert_eq!(moves(&mut *again), moves(game), "{text}");
    assert_eq!(again.result(), game.result(), "{text}");
}

/// One action at random; a rare one now and then, where its traces are written.
fn act(entry: &dyn Registered, game: &mut dyn AnyGame, dice: &mut Dice) {
    let legal = game.legal().expect("no faults");
    let rarely = EXACT.contains(&entry.name()) && dice.below(8) == 0;
    let wanted = legal.iter().filter(|offered| offered.is_rare == rarely);
    let wanted: Vec<_> = wanted.collect();
    let all: Vec<_> = legal.iter().collect();
    let picked = dice.pick(if wanted.is_empty() { &all } else { &wanted }).expect("an action");
    let mut told = game.submit(picked.by, &picked.action).expect("it can be read");
    while let Told::Pending { choice } = &told {
        let option = dice.below(choice.options.len() as u32);
        told = game.answer(choice.seat.into(), choice.id, option).expect("no faults");
    }
    assert!(matches!(told, Told::Committed { .. }), "{told}");
}

#[test]
fn every_position_of_random_games_comes_back_from_its_text() {
    for entry in games() {
        let mut checked = 0;
        for seed in 0..12 {
            let mut dice = Dice::new(Seed(seed));
            let mut game = entry.start(Seed(seed), SessionOptions::default()).expect("it starts");
            check(*entry, &mut *game);
            while game.result().is_none() && game.number() < 150 {
                act(*entry, &mut *game, &mut dice);
                check(*entry, &mut *game);
                checked += 1;
            }
        }
        assert!(checked > 50, "{}: {checked}", entry.name());
    }
}

/// Plays at random, and compares state for state.
fn come_back<G: Playable<State: PartialEq + Debug>>() {
    for seed in 0..20 {
        let mut dice = Dice::new(Seed(seed));
        let mut game = G::book().start(G::setup(), Seed(seed)).expect("it starts");
        while game.result().is_none() && game.number() < 300 {
            let picked = dice.pick(&game.legal_all().expect("no faults")).expect("one").clone();
            let mut outcome = game.play(picked).expect("no faults");
            while let Outcome::Pending(choice) = outcome {
                let option = dice.below(choice.options.len() as u32);
                outcome = game.answer(choice.seat, choice.id, option).expect("no faults");
            }
            let text = G::write_position(game.state());
            assert_eq!(G::read_position(&text).as_ref(), Ok(game.state()), "{text}");
        }
    }
}

#[test]
fn where_a_position_says_everything_the_state_comes_back() {
    come_back::<TicTacToe>();
    come_back::<ConnectFour>();
    come_back::<Backgammon>();
    come_back::<NightMarket>();
    come_back::<Duels>();
}

#[test]
fn a_match_of_backgammon_comes_back_too() {
    let table = Table::new(Terms::match_to(3));
    let mut dice = Dice::new(Seed(5));
    let mut game = Backgammon::book().start(table, Seed(5)).expect("it starts");
    while game.result().is_none() {
        let legal = game.legal_all().expect("no faults");
        let usual: Vec<_> = legal.iter().filter(|offer| usual(offer.action())).cloned().collect();
        game.play(dice.pick(&usual).expect("one").clone()).expect("no faults");
        let text = Backgammon::write_position(game.state());
        let again = Backgammon::read_position(&text).expect("it was written so");
        assert_eq!(Backgammon::write_position(&again), text);
        assert_eq!(again, *game.state(), "{text}");
    }
    assert!(game.number() > 100);
}

/// No steps, so that the match ends soon, and no resignation, so that it does
/// not end too soon.
fn usual(action: &Action) -> bool {
    !matches!(action, Action::Step(_) | Action::TakeBack | Action::Resign(_))
}

/// What a game gives as an example can be typed as it stands there.
#[test]
fn the_examples_of_each_form_are_positions() {
    for entry in games() {
        let parts: Vec<&str> = entry.positions().split('"').collect();
        let given = parts.windows(2).step_by(2).filter(|part| part[0].ends_with("like "));
        let examples: Vec<&str> = given.map(|part| part[1]).collect();
        assert!(!examples.is_empty(), "{}", entry.name());
        for example in examples {
            set_up(*entry, example);
        }
    }
}

/// What is said against a text, and at which character.
fn refused(name: &str, text: &str) -> (Option<usize>, String) {
    let entry = find(name).expect("it is registered");
    match entry.start_at(text, Seed(1), SessionOptions::default()) {
        Err(StartAtError::Position(error)) => (error.at(), error.why().to_owned()),
        Err(StartAtError::Start(error)) => panic!("{name} {text:?}: {error}"),
        Ok(_) => panic!("{name} {text:?} is no position"),
    }
}

#[test]
fn a_text_that_cannot_be_read_is_refused_at_its_character() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (name, text, at) in [
        ("tic-tac-toe", "", 0),
        ("tic-tac-toe", "x.", 2),
        ("tic-tac-toe", "x.../...", 3),
        ("tic-tac-toe", ".../.../....", 11),
        ("tic-tac-toe", ".../.../... ", 11),
        ("tic-tac-toe", ".../.ö./...", 5),
        ("connect-four", "......./....../", 14),
        ("connect-four", "......./......./......./......./......./......x", 46),
        ("chess", "8/8/8/8/8/8/8/8 x - - 0 1", 16),
        ("chess", &format!("{start} w KQkq e9 0 1"), 51),
        ("chess", "", 0),
        ("chess960", "arranged", 0),
        ("backgammon", "", 0),
        ("backgammon", "4HPwATDgc/ABM", 13),
        ("backgammon", "4HPwATDgc/ABMA:", 15),
        ("backgammon", "4HPwATDgc/ABMA 7", 15),
        ("backgammon", "4HPwATDgc/ABMA 31 8/9", 20),
        ("night-market", "night 1 torch 3 river 0; 1; 1; 1", 14),
        ("duels", "", 0),
        ("duels", "decks 0 2", 8),
        ("duels", "decks 0 1 step Lunch", 15),
        ("duels", "decks 0 1 step Draw seat 2", 25),
        ("duels", "decks 0 1 step Draw seat 0 turn 1 clock 0; hand 999", 48),
        ("night-market", "night 1 torch 0 river 0; 1; 1", 29),
        ("night-market", "night 1 torch 0 river 0; 1; 1; 1; 1", 32),
        ("night-market", "night 1 torch 0 river 0 show gold; 1; 1; 1", 33),
    ] {
        assert_eq!(refused(name, text).0, Some(at), "{name} {text:?}: {}", refused(name, text).1);
    }
}

#[test]
fn a_position_that_cannot_be_is_refused_with_every_reason() {
    for (name, text, reasons) in [
        ("tic-tac-toe", "xx./.../...", &["There are 2 x and 0 o"][..]),
        ("tic-tac-toe", "xxx/oo./o..", &["Who has three in a row marked last"]),
        ("tic-tac-toe", "xxx/.../xxx", &["There are 6 x and 0 o", "No single mark"]),
        ("tic-tac-toe", "xxx/oo./... resigned", &["nobody can have resigned"]),
        (
            "connect-four",
            "......./......./......./r....../......y/.......",
            &["a3 hangs", "g2 hangs"],
        ),
        ("connect-four", "......./......./......./......./....y../yyyyrrr", &["3 r and 5 y"]),
        (
            "connect-four",
            "......./......./y.r..../y.r..../y.r..../yrr....",
            &["Both players have four"],
        ),
        ("connect-four", "......./......./y....../y....../y....../rrrr...", &[]),
        ("connect-four", "......./......./......./y....../yyy..../rrrr...", &["dropped last"]),
        ("connect-four", "......./......./......./......./yyyy.../rrrr..r", &["Both players"]),
        (
            "connect-four",
            "......./......./......./......./yyry.../rrrryyr",
            &["No disc that lies on top"],
        ),
        ("connect-four", "......./......./......./......./...r.../...y...", &["No order of drops"]),
        ("connect-four", "......./......./......./......./...y.../...r...", &[]),
        ("connect-four", "yyyryyy/rrryrrr/yyyryyy/rrryrrr/yyyryyy/rrryrrr", &[]),
        ("chess", "8/8/8/8/8/8/8/4K3 w - - 0 1", &["Black has no king"]),
        ("chess", "P3k3/8/8/8/8/8/8/4K2p w - - 0 1", &["a8", "h1"]),
        ("backgammon", "4HPwATDgc/ABMA:MAAAAAAAAAAE 31", &["nobody is playing"]),
        ("backgammon", "4HPwATDgc/ABMA:cInlAAAAAAAE 42", &["The dice are 42 here, but 31"]),
        ("backgammon", "4HPwATDgc/ABMA 31 8/6", &["You did not roll a 2"]),
        ("backgammon", "AAAAAAAAAAAAAA", &["off"]),
        (
            "night-market",
            "night 2 torch 0 river 0; 1 bid 5; 1; 1",
            &["2 must be with the seats", "no lanterns hang", "seat 0 cannot have bid 5"],
        ),
        (
            "night-market",
            "night 1 torch 0 river 0 show gold jade; 1 bid 1 with charm; 1 bid 0; 1 bid 0",
            &["seat 0 has no charm", "All bids are sealed"],
        ),
        ("night-market", "night 3 torch 0 river 6 closed; 1; 1; 1", &["closes after night 5"]),
    ] {
        let entry = find(name).expect("it is registered");
        if reasons.is_empty() {
            set_up(entry, text);
            continue;
        }
        let (_, why) = refused(name, text);
        for reason in reasons {
            assert!(why.contains(reason), "{name} {text:?} should say {reason:?}: {why}");
        }
    }
}

#[test]
fn any_text_is_a_position_or_an_error() {
    let mut dice = Dice::new(Seed(3));
    for entry in games() {
        let start = entry.start(Seed(1), SessionOptions::default()).expect("it starts").position();
        for _ in 0..400 {
            let mut letters: Vec<char> = start.chars().collect();
            for _ in 0..=dice.below(3) {
                let at = dice.below(letters.len() as u32) as usize;
                match dice.below(3) {
                    0 => drop(letters.remove(at)),
                    1 => letters.insert(at, *dice.pick(&SOME).expect("there are some")),
                    _ => letters[at] = *dice.pick(&SOME).expect("there are some"),
                }
            }
            let text: String = letters.into_iter().collect();
            match entry.start_at(&text, Seed(1), SessionOptions::default()) {
                Ok(game) => drop(set_up(*entry, &game.position())),
                Err(error) => assert!(error.to_string().ends_with('.'), "{error}"),
            }
        }
    }
}

const SOME: [char; 16] =
    ['x', 'o', 'r', '.', '/', '8', '1', ' ', ';', ':', 'K', 'p', '-', 'A', 'ü', '\u{301}'];
