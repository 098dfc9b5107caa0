//! What is written in the window, what is told of it, and what it is like where
//! there is little room.

use rulebook_games::backgammon::Backgammon;
use rulebook_games::chess::Chess;

use super::*;
use crate::commands::play::recorded::Recorded;
use crate::kit::CardsFile;

#[test]
fn words_do_what_keys_do() {
    let mut app = app::<TicTacToe>("human,human");
    write(&mut app, "b2");
    write(&mut app, "undo");
    assert_eq!((app.table.number(), app.input.as_str()), (0, ""));
    write(&mut app, "redo");
    assert_eq!(app.table.number(), 1);
    let pages = [("help", Page::Help), ("last", Page::Last), ("history", Page::History)];
    for (word, page) in pages.into_iter().chain([("cards", Page::Cards), ("why b2", Page::Why)]) {
        write(&mut app, word);
        assert_eq!((app.page, app.input.as_str()), (page, ""), "{word}");
        press(&mut app, KeyCode::Esc);
        assert_eq!(app.page, Page::Game);
    }
    assert!(app.why.concat().contains("The cell b2 is taken."), "{:?}", app.why);
    write(&mut app, "quit");
    assert_eq!(app.page, Page::Leave);
}

#[test]
fn a_queen_can_be_moved_as_people_write_it() {
    let mut app = app::<Chess>("human,human");
    for text in ["e4", "e5", "Qh5", "Nc6"] {
        write(&mut app, text);
        assert_eq!((app.page, app.message.as_slice()), (Page::Game, &[][..]), "{text}");
    }
    assert_eq!(app.table.number(), 4);
}

#[test]
fn the_last_decision_is_explained_after_going_back_and_forth() {
    let mut app = app::<TicTacToe>("human,human");
    press(&mut app, KeyCode::F(2));
    assert!(shown(&app, 80, 24).contains("Nothing has been decided yet"));
    press(&mut app, KeyCode::F(2));
    for cell in ["b2", "a1"] {
        write(&mut app, cell);
    }
    let second = app.last.clone();
    assert!(second.concat().contains("a1 by seat 1 was committed by \""), "{second:?}");
    control(&mut app, 'z');
    assert!(app.last.concat().contains("b2 by seat 0 was committed by \""), "{:?}", app.last);
    control(&mut app, 'y');
    assert_eq!(app.last, second);
    press(&mut app, KeyCode::F(2));
    assert!(shown(&app, 80, 24).contains("▸ placing/place a mark"));
}

#[test]
fn what_waits_for_a_choice_is_the_last_decision() {
    let kit = Kit::<NightMarket>::standard();
    let seats = vec![Who::Human; 3];
    let table = Match::new(&kit, None, seats, Seed(10), None).expect("it can start");
    let mut app = App::new(Box::new(table)).expect("it can be shown");
    settle(&mut app);
    for bid in ["bid 4", "bid 0", "bid 0"] {
        if let Page::HandOver(_) = app.page {
            press(&mut app, KeyCode::Enter);
        }
        write(&mut app, bid);
    }
    // Seat 2 has acted, and still looks: what seat 0 is asked is not theirs to know.
    let last = app.last.join("\n");
    let begin = "4. seat 2: bid 0 (not done yet)\n· seat 0 must choose first.\n\nbid 0 by seat 2 \
                 waits for a choice by \"";
    assert!(last.starts_with(begin), "{last}");
    assert!(app.viewer.is(rulebook::Seat(2)) && !last.contains("lantern do you"), "{last}");
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::F(2));
    let now = shown(&app, 80, 24);
    assert!(now.contains("4. seat 2: in secret (not done yet)"), "{now}");
    assert!(now.contains("must choose first: Which lantern do you take?"), "{now}");
    assert!(now.contains("Seat 2's reasons are hidden from you."), "{now}");
    press(&mut app, KeyCode::Esc);
    write(&mut app, "plum");
    assert!(app.message[0].contains("write its number, or gold or jade"), "{:?}", app.message);
    press(&mut app, KeyCode::Esc);
    control(&mut app, 'z');
    assert!(app.message[0].contains("First seat 0 must answer"), "{:?}", app.message);
    write(&mut app, "jade");
    settle(&mut app);
    assert!(app.history.contains(&"4. seat 2: in secret; seat 0 chose jade".to_owned()));
}

#[test]
fn a_draw_can_be_accepted_while_the_other_is_to_move() {
    let mut app = app::<Chess>("human,human");
    write(&mut app, "offer draw");
    assert!(app.offers.contains(&"as 1 accept draw".to_owned()), "{:?}", app.offers);
    write(&mut app, "accept draw");
    assert!(matches!(app.next, Next::Over(_)), "{:?}", app.message);
    assert!(app.last[0].ends_with("seat 1: accept draw"), "{:?}", app.last);
    // Nobody accepts it for a bot.
    let mut app = self::app::<Chess>("human,random");
    write(&mut app, "offer draw");
    write(&mut app, "as 1 accept draw");
    assert!(app.message[0].contains("its random decides"), "{:?}", app.message);
}

#[test]
fn nobody_does_something_for_another_who_hides_something() {
    let mut app = app::<NightMarket>("human,human,human");
    assert!(!app.offers.iter().any(|offer| offer.starts_with("as ")), "{:?}", app.offers);
    write(&mut app, "as 1 bid 3");
    assert!(app.message[0].contains("Nobody else may know"), "{:?}", app.message);
    assert_eq!(app.table.number(), 1);
}

#[test]
fn what_only_chance_does_is_offered_to_nobody() {
    for mut app in [app::<NightMarket>("human,random,random"), app::<Duels>("human,random")] {
        write(&mut app, "nonsense");
        let hints = [&app.offers[..], &app.message[..]].concat().join("\n");
        for word in ["unveil", "bell", "deal"] {
            assert!(!hints.split('"').any(|part| part == word), "{word}: {hints}");
            assert!(!app.offers.iter().any(|offer| offer == word), "{word}: {hints}");
        }
    }
}

#[test]
fn a_low_window_has_the_whole_chess_board_and_says_how_to_go_on() {
    let mut app = app::<Chess>("human,human");
    let low = shown(&app, 80, 10);
    let expected = "\
8 r n b q k b n r
7 p p p p p p p p
6 . . . . . . . .
5 . . . . . . . .
4 . . . . . . . .
3 . . . . . . . .
2 P P P P P P P P
1 R N B Q K B N R
  a b c d e f g h
seat 0 >   F1: keys  ↑ ↓: moves  Ctrl-↓: board
";
    assert_eq!(low, expected);
    // What fits is beside what is written.
    "e2".chars().for_each(|letter| press(&mut app, KeyCode::Char(letter)));
    assert!(shown(&app, 80, 10).ends_with("seat 0 > e2  e2e3  e2e4\n"), "{}", shown(&app, 80, 10));
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Down);
    assert!(shown(&app, 80, 10).ends_with("seat 0 > e2  e2e4\n"), "{}", shown(&app, 80, 10));
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.table.number(), 1);
    // With two lines more there is room for whose turn it is.
    let shown = shown(&app, 40, 13);
    assert!(shown.starts_with("chess · seat 1 (human) to act\n"), "{shown}");
}

#[test]
fn what_cannot_be_taken_back_to_a_person_is_left_as_it_is() {
    let mut app = app::<Backgammon>("human,random");
    while app.table.number() < 4 {
        press(&mut app, KeyCode::Down);
        press(&mut app, KeyCode::Enter);
        settle(&mut app);
    }
    // The dice of the bot lie between, and they cannot be thrown again.
    let before = (app.table.number(), app.board.clone(), app.last.clone());
    control(&mut app, 'z');
    assert!(app.message[0].contains("cannot be undone"), "{:?}", app.message);
    assert_eq!((app.table.number(), app.board.clone(), app.last.clone()), before);
}

#[test]
fn a_wide_board_has_the_whole_width_of_a_usual_window() {
    let app = app::<Backgammon>("human,random");
    let shown = shown(&app, 80, 24);
    for line in app.board.iter().map(|line| line.trim_end()) {
        assert!(shown.contains(line), "{line} in\n{shown}");
    }
    assert!(shown.contains("The last decision") && shown.contains(" of "), "{shown}");
}

#[test]
fn words_are_completed_where_no_move_fits() {
    let mut app = app::<TicTacToe>("human,human");
    press(&mut app, KeyCode::Char('u'));
    assert!(shown(&app, 80, 24).contains("A word, no move"));
    press(&mut app, KeyCode::Tab);
    assert_eq!(app.input, "undo");
    press(&mut app, KeyCode::Char('x'));
    assert!(shown(&app, 80, 24).contains("Nothing fits"));
}

#[test]
fn a_record_that_was_cut_off_is_told_in_the_window() {
    let name = format!("rulebook-window-cut-{}.jsonl", std::process::id());
    let file = std::env::temp_dir().join(name);
    let text = rulebook_record::examples::tic_tac_toe();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let cut = format!("{}{}", lines[..3].concat(), &lines[3][..9]);
    std::fs::write(&file, cut).expect("it can be written");
    let go_on = || {
        let cards = CardsFile { cards: None };
        let (kept, _) = Recorded::<TicTacToe>::go_on(&file, &cards).expect("it goes on");
        let table = Match::go_on(kept, vec![Who::Human; 2]);
        App::new(Box::new(table)).expect("it can be shown")
    };
    let mut app = go_on();
    let window = shown(&app, 300, 24);
    assert!(window.contains("line 4: the record is cut off here."), "{window}");
    write(&mut app, "c3");
    assert!(app.message.is_empty(), "{:?}", app.message);
    drop(app);
    assert!(go_on().message.is_empty(), "what is taken out is not told again");
    std::fs::remove_file(file).expect("it was there");
}
