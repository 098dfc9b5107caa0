//! The window, drawn on paper, and the keys.

mod words;

use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rulebook::Seed;
use rulebook_games::connect_four::ConnectFour;
use rulebook_games::duels::Duels;
use rulebook_games::night_market::NightMarket;
use rulebook_games::tic_tac_toe::TicTacToe;
use rulebook_games::{Kit, Playable};

use super::app::{App, Page};
use super::draw::draw;
use crate::commands::play::sitting::Match;
use crate::commands::play::table::Next;
use crate::seats::{Who, who};

fn app<G: Playable>(seats: &str) -> App {
    let seats = seats.split(',').map(|name| who(name).expect(name)).collect();
    let kit = Kit::<G>::standard();
    let table = Match::new(&kit, None, seats, Seed(1), None).expect("it can start");
    let mut app = App::new(Box::new(table)).expect("it can be shown");
    settle(&mut app);
    app
}

/// Lets chance and bots go on until a person is asked.
fn settle(app: &mut App) {
    let begin = Instant::now();
    let waits = |app: &App| match &app.next {
        Next::Over(_) => false,
        Next::Chance(_) => true,
        next => next.seat().is_some_and(|seat| app.who(seat) != Who::Human),
    };
    while waits(app) {
        app.tick().expect("no faults");
        assert!(begin.elapsed() < Duration::from_secs(60), "a bot thinks for too long");
    }
}

fn press(app: &mut App, code: KeyCode) {
    app.press(KeyEvent::new(code, KeyModifiers::NONE));
}

fn control(app: &mut App, letter: char) {
    app.press(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL));
}

/// Writes a line, and presses Enter.
fn write(app: &mut App, text: &str) {
    text.chars().for_each(|letter| press(app, KeyCode::Char(letter)));
    press(app, KeyCode::Enter);
}

/// What the window shows.
fn shown(app: &App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("it can be drawn on");
    terminal.draw(|frame| draw(frame, app)).expect("it can be drawn");
    let buffer = terminal.backend().buffer();
    let row = |y: u16| {
        let row: String = (0..width).map(|x| buffer[(x, y)].symbol()).collect();
        format!("{}\n", row.trim_end())
    };
    (0..height).map(row).collect()
}

#[test]
fn a_small_game_in_a_usual_window() {
    let mut app = app::<TicTacToe>("human,human");
    write(&mut app, "b2");
    let shown = shown(&app, 66, 20);
    let expected = "\
tic-tac-toe · seat 1 (human) to act
┌────────────────────────────────────┐┌9 of 9────────────────────┐
│3 . . .                             ││a1      b1      c1        │
│2 . x .                             ││a2      c2      a3        │
│1 . . .                             ││b3      c3      resign    │
│  a b c                             ││                          │
└────────────────────────────────────┘│                          │
";
    assert!(shown.starts_with(expected), "{shown}");
    assert!(shown.contains("│1. seat 0: b2"), "{shown}");
    assert!(shown.contains("The last decision"), "{shown}");
    let tail = ">\nF1: keys  F2: why  Ctrl-Z: take back  Tab: complete  Ctrl-C: leave\n";
    assert!(shown.ends_with(tail), "{shown}");
}

#[test]
fn a_small_window_has_the_board_the_moves_and_the_line_that_is_written() {
    let mut app = app::<ConnectFour>("human,human");
    press(&mut app, KeyCode::Char('d'));
    let shown = shown(&app, 40, 12);
    assert_eq!(
        shown,
        "\
connect-four · seat 0 (human) to act
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
a b c d e f g
d

> d
F1: keys  F2: why  Ctrl-Z: take back
"
    );
}

#[test]
fn every_game_can_be_drawn_in_every_size() {
    let apps = [
        app::<TicTacToe>("human,human"),
        app::<ConnectFour>("human,random"),
        app::<NightMarket>("human,random,random"),
        app::<Duels>("human,random"),
    ];
    for mut app in apps {
        for page in
            [Page::Game, Page::Help, Page::Last, Page::Why, Page::History, Page::Cards, Page::Leave]
        {
            app.page = page;
            app.message =
                vec!["Something is wrong here, and it takes many words to say.".into(); 9];
            for (width, height) in [(200, 60), (80, 24), (64, 12), (40, 12), (20, 6), (1, 1)] {
                let shown = shown(&app, width, height);
                assert_eq!(shown.lines().count(), usize::from(height));
                assert!(!shown.trim().is_empty(), "{page:?} in {width} × {height}");
            }
        }
    }
}

#[test]
fn a_refused_move_says_every_reason_and_can_be_mended() {
    let mut app = app::<TicTacToe>("human,human");
    write(&mut app, "b2");
    write(&mut app, "b2");
    assert_eq!(app.message.len(), 1, "{:?}", app.message);
    assert!(shown(&app, 80, 24).contains(&app.message[0]));
    assert_eq!(app.input, "b2");
    press(&mut app, KeyCode::Backspace);
    press(&mut app, KeyCode::Char('1'));
    assert!(app.message.is_empty());
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.table.number(), 2);
    write(&mut app, "upwards");
    assert!(app.message[0].contains("cannot be read"), "{:?}", app.message);
}

#[test]
fn moves_are_listed_completed_and_chosen_with_the_arrows() {
    let mut app = app::<NightMarket>("human,random,random");
    "bid 1".chars().for_each(|letter| press(&mut app, KeyCode::Char(letter)));
    let fitting = app.fitting().len();
    assert!(fitting < app.offers.len() && fitting > 1);
    press(&mut app, KeyCode::Esc);
    assert_eq!((app.input.as_str(), app.fitting().len()), ("", app.offers.len()));
    press(&mut app, KeyCode::Char('b'));
    press(&mut app, KeyCode::Tab);
    assert_eq!(app.input, "bid ");
    press(&mut app, KeyCode::Up);
    press(&mut app, KeyCode::Down);
    assert_eq!(app.chosen, Some(0));
    press(&mut app, KeyCode::Enter);
    settle(&mut app);
    assert!(app.table.number() >= 4, "chance, and three bids");
}

#[test]
fn taking_back_takes_back_what_the_bot_did_too() {
    let mut app = app::<ConnectFour>("human,random");
    write(&mut app, "d");
    settle(&mut app);
    assert_eq!(app.table.number(), 2);
    let after = app.board.clone();
    control(&mut app, 'z');
    assert_eq!(app.table.number(), 0);
    control(&mut app, 'y');
    assert_eq!((app.table.number(), &app.board), (2, &after));
    control(&mut app, 'y');
    assert!(!app.message.is_empty());
}

#[test]
fn another_person_sees_nothing_before_the_keyboard_is_handed_over() {
    let mut app = app::<NightMarket>("human,human,human");
    write(&mut app, "bid 7");
    let Page::HandOver(seat) = app.page else { panic!("{:?}", app.page) };
    let hidden = shown(&app, 80, 24);
    assert!(hidden.contains("nobody else may look") && !hidden.contains('7'), "{hidden}");
    // No key but Enter does anything, and none moves the game.
    let before = app.table.number();
    for code in [KeyCode::Char('b'), KeyCode::Esc, KeyCode::Tab, KeyCode::F(2), KeyCode::Up] {
        press(&mut app, code);
    }
    assert_eq!((app.page, app.table.number()), (Page::HandOver(seat), before));
    press(&mut app, KeyCode::Enter);
    let now = shown(&app, 80, 24);
    assert!(app.viewer.is(seat) && now.contains("sealed"), "{now}");
    assert!(now.contains("seat 0: in secret") && !now.contains("bid 7\n"), "{now}");
}

#[test]
fn leaving_is_asked_and_can_be_taken_back() {
    let mut app = app::<TicTacToe>("human,random");
    control(&mut app, 'c');
    assert!(shown(&app, 80, 24).contains("Leave the game?"));
    press(&mut app, KeyCode::Char('x'));
    press(&mut app, KeyCode::Char('n'));
    assert!(!app.has_left() && app.page == Page::Game);
    write(&mut app, "quit");
    assert_eq!(app.page, Page::Leave);
    press(&mut app, KeyCode::Char('y'));
    assert!(app.has_left());
}

#[test]
fn keys_that_mean_nothing_do_nothing() {
    let mut app = app::<ConnectFour>("human,random");
    let before = shown(&app, 80, 24);
    for code in [KeyCode::F(9), KeyCode::Insert, KeyCode::Null, KeyCode::BackTab, KeyCode::Home] {
        press(&mut app, code);
    }
    for letter in ['a', 'd', 'x', '1'] {
        control(&mut app, letter);
    }
    assert_eq!(shown(&app, 80, 24), before);
}

#[test]
fn the_end_is_told() {
    let mut app = app::<TicTacToe>("human,human");
    for cell in ["a1", "b1", "a2", "b2", "a3"] {
        write(&mut app, cell);
    }
    let shown = shown(&app, 80, 24);
    assert!(shown.contains("seat 0 wins"), "{shown}");
    assert!(shown.contains("The game is over. q: leave"), "{shown}");
    press(&mut app, KeyCode::Char('q'));
    assert_eq!(app.page, Page::Leave);
}

#[test]
fn all_of_a_wide_board_can_be_seen_in_a_usual_window() {
    let mut app = app::<Duels>("human,random");
    if let Page::HandOver(_) = app.page {
        press(&mut app, KeyCode::Enter);
    }
    for (width, height) in [(80, 24), (40, 12)] {
        let mut seen = shown(&app, width, height);
        for _ in 0..200 {
            app.press(KeyEvent::new(KeyCode::Down, KeyModifiers::CONTROL));
            seen += &shown(&app, width, height);
        }
        for word in app.board.iter().flat_map(|line| line.split_whitespace()) {
            assert!(seen.contains(word), "{width} × {height}: {word} of {:#?}", app.board);
        }
        app.board_at = 0;
    }
}

#[test]
fn all_of_a_long_text_can_be_read_in_a_narrow_window_and_no_more() {
    let mut app = app::<Duels>("human,random");
    press(&mut app, KeyCode::F(4));
    assert_eq!(app.page, Page::Cards);
    let mut seen = String::new();
    for _ in 0..100 {
        seen += &shown(&app, 30, 10);
        press(&mut app, KeyCode::PageDown);
    }
    let letters = |text: &str| text.replace(|letter: char| !letter.is_alphanumeric(), "");
    let seen = letters(&seen);
    // The words of the last lines, each on whichever page it is.
    for text in app.cards.iter().rev().take(4) {
        for word in text.split_whitespace() {
            assert!(seen.contains(&letters(word)), "{word} of {text}");
        }
    }
    let end = shown(&app, 30, 10);
    assert!(letters(&end).len() > 20, "there is no empty page at the end:\n{end}");
    press(&mut app, KeyCode::PageUp);
    assert_ne!(shown(&app, 30, 10), end, "one key goes back, however far somebody went");
}
