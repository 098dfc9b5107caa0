//! A game of an author's own: choices that are refused, dropped and withdrawn,
//! sequences, switches, what a replay says where it diverges, and what a
//! recorder refuses.

use std::io::{self, Write};

use rulebook::prelude::*;
use rulebook::{BookBuilder, Digests, History, Mode, Reversibility, SessionOptions};
use rulebook_record::{
    Against, CameTo, Entry, Form, Making, OtherBooks, Positions, Reader, RecordError, Recordable,
    Recorder, RecorderOptions, Replay, ReplayError, ReplayOptions, Then, session_options,
};

/// A jar of at most ten pebbles.
#[derive(Debug)]
struct Jar;

impl Game for Jar {
    type State = u32;
    type Action = u32;
    type Event = u32;
    type Trace = ();
    type Reason = Never;
    fn apply(jar: &mut u32, pebbles: &u32) {
        *jar += pebbles;
    }
    fn result(jar: &u32) -> Option<Scores> {
        (*jar == 10).then(|| Scores::win(Seat(0), 2))
    }
}

impl Recordable for Jar {
    fn game_name() -> &'static str {
        "jar"
    }
    fn standard_setup() -> Option<u32> {
        Some(0)
    }
    fn write_action(action: &u32) -> String {
        match action {
            99 => "unreadable".to_owned(),
            put => format!("put {put}"),
        }
    }
    fn read_action(text: &str) -> Result<u32, String> {
        let number = text.strip_prefix("put ").and_then(|number| number.parse().ok());
        number.ok_or_else(|| "write \"put\" and a number.".to_owned())
    }
    fn write_setup(jar: &u32) -> String {
        format!("{jar} pebbles")
    }
    fn read_setup(text: &str) -> Result<u32, String> {
        let number = text.strip_suffix(" pebbles").and_then(|number| number.parse().ok());
        number.ok_or_else(|| "write a number and \"pebbles\".".to_owned())
    }
    fn picture(jar: &u32) -> String {
        format!("the jar\n{}\n", "o".repeat(*jar as usize))
    }
}

fn sheet() -> BookBuilder<Jar> {
    Book::<Jar>::builder("jar")
        .version("1")
        .digests()
        .rule("ask", |rule| {
            rule.when("it is 0", |ask| *ask.action == 0).then(|cx, ()| {
                let first = cx.choose(Seat(1), "How many?", [1, 2, 40])?;
                let second = cx.choose(Seat(0), "And then?", [1, 2, 50])?;
                Ok([first, second])
            })
        })
        .rule("ask in vain", |rule| {
            rule.when("it is 77", |ask| *ask.action == 77)
                .then(|cx, ()| Ok([cx.choose(Seat(1), "How many?", [60, 70])?]))
        })
        .rule("put", |rule| rule.then(|cx, ()| [*cx.action]))
        .invariant("at most ten", |invariant| invariant.holds(|jar| *jar <= 10))
}

fn book() -> Book<Jar> {
    sheet().compile().unwrap()
}

fn jar(mode: Mode) -> Session<Jar> {
    let options = SessionOptions { mode, ..session_options() };
    book().start_with(0, Seed(1), options).unwrap()
}

fn recorder(game: &mut Session<Jar>) -> Recorder<Jar, Vec<u8>> {
    Recorder::start(Vec::new(), game).unwrap()
}

fn entries(bytes: &[u8]) -> Vec<Entry> {
    let mut reader = Reader::open(bytes).unwrap();
    std::iter::from_fn(|| reader.next_entry().unwrap().map(|noted| noted.entry)).collect()
}

/// The session that comes of a record, also by way of the compact form.
fn replayed(bytes: &[u8]) -> Session<Jar> {
    let mut compact = Vec::new();
    rulebook_record::convert(Reader::open(bytes).unwrap(), &mut compact, Form::Compact).unwrap();
    let mut replay = Replay::open(&book(), &compact[..]).unwrap();
    replay.run().unwrap();
    replay.into_session()
}

fn answer(
    recorder: &mut Recorder<Jar, Vec<u8>>,
    game: &mut Session<Jar>,
    option: u32,
) -> Outcome<Jar> {
    let choice = game.pending().expect("a choice is pending").clone();
    recorder.answer(game, choice.seat, choice.id, option).unwrap()
}

#[test]
fn answers_are_recorded_also_those_with_which_the_transition_is_refused() {
    let mut game = jar(Mode::Play);
    let mut recorder = recorder(&mut game);
    recorder.submit(&mut game, Seat(0), 0).unwrap();
    answer(&mut recorder, &mut game, 0);
    assert!(answer(&mut recorder, &mut game, 2).refusal().is_some());
    let bytes = recorder.into_inner();
    let thens: Vec<Then> = entries(&bytes)
        .into_iter()
        .filter_map(|entry| match entry {
            Entry::Act { then, .. } | Entry::Answer { then, .. } => Some(then),
            _ => None,
        })
        .collect();
    assert!(matches!(
        thens[..],
        [Then::Asks { seat: Seat(1), .. }, Then::Asks { seat: Seat(0), .. }, Then::Refused],
    ));
    // The choice is pending there too, and goes on in the same way.
    let mut again = replayed(&bytes);
    assert_eq!(again.pending(), game.pending());
    let choice = again.pending().unwrap().clone();
    assert!(again.answer(choice.seat, choice.id, 1).unwrap().is_committed());
    assert_eq!(*again.state(), 3);
}

#[test]
fn an_action_that_no_answer_can_save_is_dropped_in_the_replay_too() {
    let mut game = jar(Mode::Play);
    let mut recorder = recorder(&mut game);
    recorder.submit(&mut game, Seat(0), 77).unwrap();
    answer(&mut recorder, &mut game, 0);
    answer(&mut recorder, &mut game, 1);
    assert!(game.pending().is_none());
    recorder.submit(&mut game, Seat(0), 4).unwrap();
    let bytes = recorder.into_inner();
    assert!(matches!(entries(&bytes)[2], Entry::Answer { then: Then::Dropped, .. }));
    assert_eq!(*replayed(&bytes).state(), 4);
}

#[test]
fn wrong_answers_and_refused_actions_are_not_recorded() {
    let mut game = jar(Mode::Play);
    let mut recorder = recorder(&mut game);
    recorder.submit(&mut game, Seat(0), 11).unwrap();
    recorder.submit(&mut game, Seat(0), 0).unwrap();
    let choice = game.pending().unwrap().clone();
    recorder.answer(&mut game, Seat(0), choice.id, 0).unwrap();
    recorder.answer(&mut game, Seat(1), choice.id, 9).unwrap();
    recorder.submit(&mut game, Seat(0), 1).unwrap();
    recorder.undo(&mut game).unwrap();
    assert_eq!(entries(&recorder.into_inner()).len(), 1);
}

#[test]
fn a_choice_can_be_withdrawn_in_an_analysis() {
    let mut game = jar(Mode::Analysis);
    let mut recorder = recorder(&mut game);
    recorder.submit(&mut game, Seat(0), 0).unwrap();
    recorder.withdraw(&mut game).unwrap();
    recorder.submit(&mut game, Seat(0), 3).unwrap();
    let bytes = recorder.into_inner();
    assert_eq!(entries(&bytes)[1], Entry::Withdraw);
    assert_eq!(*replayed(&bytes).state(), 3);
}

#[test]
fn several_actions_as_one_are_one_line_and_undone_as_one() {
    let mut game = jar(Mode::Play);
    let mut recorder = recorder(&mut game);
    let by = By::Seat(Seat(0));
    recorder.submit_all(&mut game, [(by, 1), (by, 2), (by, 3)]).unwrap();
    recorder.submit_all(&mut game, [(by, 1), (by, 20)]).unwrap();
    recorder.submit_all(&mut game, [(by, 1)]).unwrap();
    let bytes = recorder.into_inner();
    assert!(
        matches!(&entries(&bytes)[..], [Entry::Acts { acts, .. }, Entry::Act { .. }] if acts.len() == 3)
    );
    let mut again = replayed(&bytes);
    assert_eq!((*again.state(), again.number()), (7, 4));
    again.undo().unwrap();
    again.undo().unwrap();
    assert_eq!(*again.state(), 0);
}

#[test]
fn what_cannot_be_undone_cannot_be_undone_in_the_replay() {
    let mut game = jar(Mode::Play);
    let mut recorder = recorder(&mut game);
    recorder.submit(&mut game, Seat(0), 1).unwrap();
    recorder.submit_as(&mut game, Reversibility::Irreversible, Seat(0), 2).unwrap();
    recorder.submit(&mut game, Seat(0), 3).unwrap();
    recorder.undo(&mut game).unwrap();
    let mut again = replayed(&recorder.into_inner());
    assert_eq!((again.undo_depth(), again.redo_depth()), (0, 1));
    again.redo().unwrap();
    assert_eq!(*again.state(), 6);
}

#[test]
fn a_game_from_a_position_says_so() {
    let mut game = book().start_with(4, Seed(1), session_options()).unwrap();
    let mut recorder = recorder(&mut game);
    recorder.submit(&mut game, Seat(0), 6).unwrap();
    let bytes = recorder.finish(&game).unwrap();
    assert!(String::from_utf8_lossy(&bytes).contains("\"position\":\"4 pebbles\""));
    assert_eq!(entries(&bytes)[1], Entry::End { scores: vec![1, -1] });
    assert_eq!(*replayed(&bytes).state(), 10);
}

/// The replay of a record by another book, without a promise.
fn by_other(bytes: &[u8], book: &Book<Jar>) -> ReplayError {
    let options = ReplayOptions { books: OtherBooks::Try, ..ReplayOptions::default() };
    Replay::open_with(book, bytes, options).unwrap().run().unwrap_err()
}

fn record(positions: Positions) -> Vec<u8> {
    let mut game = jar(Mode::Play);
    let options = RecorderOptions { positions, ..RecorderOptions::default() };
    let mut recorder = Recorder::start_with(Vec::new(), &mut game, options).unwrap();
    for pebbles in [1, 2, 3] {
        recorder.submit(&mut game, Seat(0), pebbles).unwrap();
    }
    recorder.into_inner()
}

/// Whoever puts 2 puts one more.
fn generous() -> Book<Jar> {
    let mut sheet = Book::<Jar>::builder("jar").version("2").digests();
    sheet = sheet
        .rule("put", |rule| rule.then(|cx, ()| [if *cx.action == 2 { 3 } else { *cx.action }]));
    sheet.compile().unwrap()
}

/// Nobody puts more than two.
fn meagre() -> Book<Jar> {
    let sheet = sheet().version("3");
    sheet.invariant("at most two", |at_most| at_most.holds(|jar| *jar <= 2)).compile().unwrap()
}

#[test]
fn a_record_by_another_book_is_told_so_and_what_can_be_done() {
    let error = Replay::open(&generous(), &record(Positions::Never)[..]).unwrap_err();
    let ReplayError::OtherBook(other) = &error else { panic!("{error}") };
    assert_eq!(other.recorded.version.as_deref(), Some("1"));
    let said = error.to_string();
    assert!(said.contains("it was made with version 1, and this is version 2"), "{said}");
    assert!(said.contains("be replayed without a promise"), "{said}");
    let same_version = sheet().rule("more", |rule| rule.then(|_, ()| [1])).compile().unwrap();
    let error = Replay::open(&same_version, &record(Positions::Never)[..]).unwrap_err();
    assert!(error.to_string().contains("the rules that it declares are others"), "{error}");
    let data = sheet().reads_data("prices", &3_u8).compile().unwrap();
    let error = Replay::open(&data, &record(Positions::Never)[..]).unwrap_err();
    assert!(error.to_string().contains("it was made with other prices"), "{error}");
}

#[test]
fn the_first_divergence_says_frame_both_sides_and_what_differs() {
    let error = by_other(&record(Positions::EveryFrame), &generous());
    let ReplayError::Diverged(divergence) = &error else { panic!("{error}") };
    assert_eq!((divergence.frame, divergence.place.entry), (2, 3));
    assert!(matches!(divergence.expected, CameTo::Digest(_)));
    assert_eq!(divergence.diff.as_ref().unwrap().against, Against::Recorded);
    let said = error.to_string();
    assert!(
        said.starts_with("line 3: the game diverges at frame 2 (put 2 by seat 0).\n"),
        "{said}"
    );
    assert!(said.ends_with("- as recorded\n+ as replayed\n  the jar\n- ooo\n+ oooo"), "{said}");
}

#[test]
fn without_positions_the_state_before_is_compared_with_and_that_is_said() {
    let error = by_other(&record(Positions::Never), &generous());
    let said = error.to_string();
    assert!(said.ends_with("- before it\n+ as replayed\n  the jar\n- o\n+ oooo"), "{said}");
    assert!(said.contains("\nThe record keeps no positions, so what the game was like then is"));
    // Nothing is shown twice where nothing changes.
    let said = by_other(&record(Positions::Never), &meagre()).to_string();
    assert!(said.contains("\nHere nothing changes. The record keeps no positions"), "{said}");
    assert!(!said.contains("the jar"), "{said}");
}

#[test]
fn positions_kept_as_changes_say_the_same_as_whole_ones() {
    for book in [generous(), meagre()] {
        let [whole, changes] =
            [Positions::EveryFrame, Positions::Changes].map(|kept| by_other(&record(kept), &book));
        assert_eq!(whole.to_string(), changes.to_string());
    }
}

#[test]
fn an_action_that_the_other_book_refuses_is_a_divergence() {
    let error = by_other(&record(Positions::EveryFrame), &meagre());
    let ReplayError::Diverged(divergence) = &error else { panic!("{error}") };
    assert!(matches!(&divergence.found, CameTo::Refused(why) if why.contains("at most two")));
    let said = error.to_string();
    assert!(said.ends_with("- as recorded\n+ as replayed\n  the jar\n- ooo\n+ o"), "{said}");
}

#[test]
fn a_recorder_refuses_what_it_could_not_give_back() {
    let mut game = book().start(0, Seed(1)).unwrap();
    assert_eq!(game.options().digests, Digests::Off);
    let error = Recorder::start(Vec::new(), &mut game).unwrap_err();
    assert!(matches!(error, RecordError::NoDigests), "{error}");

    let mut game = jar(Mode::Play);
    game.submit(Seat(0), 1).unwrap();
    let error = Recorder::start(Vec::new(), &mut game).unwrap_err();
    assert!(matches!(error, RecordError::UnderWay), "{error}");

    let mut game = jar(Mode::Play);
    let mut recorder = recorder(&mut game);
    let error = recorder.submit(&mut game, Seat(0), 99).unwrap_err();
    assert!(matches!(error, RecordError::Action { .. }), "{error}");
    assert_eq!(game.number(), 0);

    game.submit(Seat(0), 1).unwrap();
    let error = recorder.submit(&mut game, Seat(0), 1).unwrap_err();
    assert!(matches!(error, RecordError::OutOfStep { recorded: 0, found: 1 }), "{error}");
}

/// A disk with little room.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_record_with_a_hole_does_not_go_on() {
    let mut game = jar(Mode::Play);
    let mut recorder = Recorder::start(Full(300), &mut game).unwrap();
    let mut last = None;
    while last.is_none() {
        last = recorder.submit(&mut game, Seat(0), 1).err();
    }
    assert!(matches!(last, Some(RecordError::Write(_))));
    let error = recorder.submit(&mut game, Seat(0), 1).unwrap_err();
    assert!(matches!(error, RecordError::Broken), "{error}");
}

#[test]
fn the_history_of_the_session_is_that_of_the_record() {
    let options = SessionOptions { history: History::Last(2), ..session_options() };
    let mut game = book().start_with(0, Seed(1), options).unwrap();
    let mut recorder = recorder(&mut game);
    for _ in 0..5 {
        recorder.submit(&mut game, Seat(0), 1).unwrap();
    }
    let again = replayed(&recorder.into_inner());
    assert_eq!(again.options().history, History::Last(2));
    assert_eq!(again.undo_depth(), game.undo_depth());
}

#[test]
fn every_frame_is_found_where_it_was_made() {
    let mut game = jar(Mode::Play);
    let mut recorder = recorder(&mut game);
    let by = By::Seat(Seat(0));
    recorder.submit(&mut game, Seat(0), 0).unwrap();
    answer(&mut recorder, &mut game, 0);
    answer(&mut recorder, &mut game, 0); // frame 1: 2 pebbles
    recorder.submit_all(&mut game, [(by, 1), (by, 2), (by, 3)]).unwrap(); // frames 2 to 4
    recorder.undo(&mut game).unwrap();
    recorder.submit_all(&mut game, [(by, 2), (by, 1)]).unwrap(); // frames 2 and 3
    let bytes = recorder.into_inner();
    let find = |frame| Making::find(Reader::open(&bytes[..]).unwrap(), frame).unwrap();
    assert_eq!(find(1), Some(Making { begins: 2, ends: 4, nth: None }));
    assert_eq!(find(2), Some(Making { begins: 7, ends: 7, nth: Some(0) }));
    assert_eq!(find(3), Some(Making { begins: 7, ends: 7, nth: Some(1) }));
    assert_eq!(find(4), None);
    for (frame, pebbles) in [(2, 4), (3, 5)] {
        let making = find(frame).unwrap();
        let mut replay = Replay::open(&book(), &bytes[..]).unwrap();
        replay.run_to(making.ends - 1).unwrap();
        replay.step_within(making.nth.unwrap() + 1).unwrap();
        assert_eq!((*replay.session().state(), replay.session().number()), (pebbles, frame));
    }
}
