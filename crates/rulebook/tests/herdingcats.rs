//! What the text "HerdingCats" describes, in our form: a book that applies all
//! its rules in the order of (key, name) is its dispatch.

mod common;

use std::sync::mpsc::channel;

use common::{BOTH, Calls, picture};
use rulebook::prelude::*;
use rulebook::{
    BookBuilder, Cause, Encoder, Notice, Observer, Preview, Recovery, RefusalKind, Reversibility,
    SessionOptions,
};

/// The README's example: a state of bytes, and one behaviour that appends.
struct MySpec;

#[derive(Clone, Debug, PartialEq)]
struct AppendDiff(u8);

impl Kinded for AppendDiff {
    type Kind = Anything;
    fn kind(&self) -> Anything {
        Anything::Any
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Info(&'static str);

impl std::fmt::Display for Info {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl Reason for Info {
    fn code(&self) -> &'static str {
        "INFO"
    }
}

/// Bytes that count how often they are copied.
#[derive(Clone, Debug, Default, PartialEq)]
struct Bytes(Vec<u8>, common::Copies);

impl Canonical for Bytes {
    fn encode(&self, into: &mut Encoder) {
        self.0.encode(into);
    }
}

impl Game for MySpec {
    type State = Bytes;
    type Action = u8;
    type Event = AppendDiff;
    type Trace = String;
    type Reason = Info;

    fn apply(state: &mut Bytes, diff: &AppendDiff) -> String {
        state.0.push(diff.0);
        format!("appended {} as number {}", diff.0, state.0.len())
    }
}

impl Revert for MySpec {
    fn revert(state: &mut Bytes, _: &AppendDiff, _: &String) {
        state.0.pop();
    }
}

/// Behaviours run in the order of (order_key, name).
fn engine() -> BookBuilder<MySpec> {
    Book::builder("engine").strategy(Strategy::ApplyAll).by_key().digests().reverts()
}

fn start(builder: BookBuilder<MySpec>, recovery: Recovery) -> Session<MySpec> {
    let options = SessionOptions { recovery: Some(recovery), ..SessionOptions::default() };
    builder.compile().unwrap().start_with(Bytes::default(), Seed(1), options).unwrap()
}

fn dispatch(game: &mut Session<MySpec>, input: u8) -> Outcome<MySpec> {
    game.submit(Seat(0), input).unwrap()
}

/// A behaviour that continues with the input and so much more.
fn appends(
    key: u32,
    more: u8,
) -> impl FnOnce(rulebook::RuleBuilder<MySpec>) -> rulebook::Rule<MySpec> {
    move |rule| rule.key(key).then(move |cx, ()| [AppendDiff(cx.action + more)])
}

/// A behaviour that stops at the input 9.
fn stops(
    key: u32,
    kind: RefusalKind,
) -> impl FnOnce(rulebook::RuleBuilder<MySpec>) -> rulebook::Rule<MySpec> {
    move |rule| {
        rule.key(key)
            .answer(move |ask| match ask.action {
                9 => Answer::Refuse(kind, Info("not nine")),
                _ => Answer::<(), _>::Skip,
            })
            .then(|_, ()| ())
    }
}

#[test]
fn the_readmes_example() {
    let book = engine().rule("append", appends(0, 0)).compile().unwrap();
    let mut game = book.start(Bytes::default(), Seed(1)).unwrap();
    let Outcome::Committed(id) = game.submit(Seat(0), 42).unwrap() else {
        panic!("it is committed");
    };
    let frame = game.frame(id).unwrap();
    assert_eq!(frame.events().len(), 1);
    assert_eq!(frame.action(), Some(&42));
    assert_eq!(frame.events().next().unwrap().trace, "appended 42 as number 1");
    assert_eq!(game.state().0, [42]);
}

#[test]
fn behaviours_run_in_the_order_of_key_and_name() {
    let book = engine()
        .rule("b", appends(1, 2))
        .rule("late", appends(7, 3))
        .rule("a", appends(1, 1))
        .rule("first", appends(0, 0));
    let mut game = start(book, BOTH[0]);
    dispatch(&mut game, 10);
    assert_eq!(game.state().0, [10, 11, 12, 13]);
}

#[test]
fn later_behaviours_see_earlier_diffs() {
    for recovery in BOTH {
        let book = engine().rule("append", appends(0, 0)).rule("double", |rule| {
            rule.key(1_u32).then(|cx, ()| cx.state.0.last().map(|last| AppendDiff(last * 2)))
        });
        let mut game = start(book, recovery);
        dispatch(&mut game, 4);
        assert_eq!(game.state().0, [4, 8]);
    }
}

#[test]
fn each_kind_of_stop_halts_at_once_and_discards_what_was_done() {
    for recovery in BOTH {
        for kind in [RefusalKind::Invalid, RefusalKind::Disallowed, RefusalKind::Aborted] {
            let calls = Calls::default();
            let asked = calls.clone();
            let book = engine().rule("append", appends(0, 0)).rule("stop", stops(1, kind)).rule(
                "after",
                move |rule| {
                    rule.key(2_u32)
                        .when("counted", move |_| {
                            asked.hit();
                            true
                        })
                        .then(|_, ()| [AppendDiff(0)])
                },
            );
            let mut game = start(book, recovery);
            let before = picture(&mut game);
            let outcome = dispatch(&mut game, 9);
            assert_eq!(outcome.refusal_kind(), Some(kind));
            let refusal = outcome.refusal().unwrap();
            assert!(matches!(&refusal.cause, Cause::Rule { reason: Info("not nine"), .. }));
            assert_eq!(calls.take(), 0);
            assert_eq!(picture(&mut game), before);
            // Any other input goes through all three.
            dispatch(&mut game, 8);
            assert_eq!(game.state().0, [8, 0]);
        }
    }
}

#[test]
fn the_working_state_is_copied_on_the_first_diff_and_only_then() {
    let book = || {
        engine()
            .rule("looks", |rule| rule.key(0).then(|cx, ()| assert_eq!(cx.state.1.made(), 0)))
            .rule("appends", |rule| {
                rule.key(1).then(|cx, ()| vec![AppendDiff(*cx.action); usize::from(*cx.action)])
            })
    };
    let mut game = start(book(), Recovery::Snapshot);
    assert!(matches!(dispatch(&mut game, 0), Outcome::NoChange));
    assert_eq!(game.state().1.made(), 0);
    dispatch(&mut game, 3);
    assert_eq!(game.state().1.made(), 1, "one copy per commit, and not two");
    let mut game = start(book(), Recovery::Revert);
    dispatch(&mut game, 3);
    assert_eq!(game.state().1.made(), 0);
}

#[test]
fn a_dispatch_without_diffs_is_no_change_no_frame_and_no_history() {
    let book = engine().rule("odd", |rule| {
        rule.key(0).then(|cx, ()| (cx.action % 2 == 1).then_some(AppendDiff(*cx.action)))
    });
    let mut game = start(book, BOTH[0]);
    dispatch(&mut game, 1);
    dispatch(&mut game, 3);
    game.undo().unwrap();
    let before = picture(&mut game);
    assert!(matches!(dispatch(&mut game, 2), Outcome::NoChange));
    assert_eq!(picture(&mut game), before);
    assert_eq!(game.redo_depth(), 1);
}

#[test]
fn each_diff_has_a_trace_made_when_it_was_applied_in_every_build() {
    // In the text a diff without a trace panics in debug builds and commits in
    // release builds; here `apply` returns the trace, so there is always one.
    let book = engine().rule("a", appends(0, 0)).rule("b", appends(1, 1));
    let mut game = start(book, BOTH[0]);
    let id = dispatch(&mut game, 5).frame().unwrap();
    let frame = game.frame(id).unwrap();
    let traces: Vec<_> = frame.events().map(|event| event.trace.as_str()).collect();
    assert_eq!(traces, ["appended 5 as number 1", "appended 6 as number 2"]);
}

#[test]
fn undo_and_redo_go_by_frames_and_return_them() {
    for recovery in BOTH {
        let mut game = start(engine().rule("append", appends(0, 0)), recovery);
        let one = dispatch(&mut game, 1).frame().unwrap();
        let two = dispatch(&mut game, 2).frame().unwrap();
        assert!(matches!(game.undo().unwrap(), Outcome::Undone(id) if id == two));
        assert_eq!(game.state().0, [1]);
        assert!(matches!(game.undo().unwrap(), Outcome::Undone(id) if id == one));
        assert!(matches!(game.undo().unwrap(), Outcome::Disallowed(_)));
        assert!(matches!(game.redo().unwrap(), Outcome::Redone(id) if id == one));
        assert!(matches!(game.redo().unwrap(), Outcome::Redone(id) if id == two));
        assert!(matches!(game.redo().unwrap(), Outcome::Disallowed(_)));
        assert_eq!(game.state().0, [1, 2]);
    }
}

#[test]
fn an_irreversible_dispatch_erases_undo_and_redo_across_it() {
    for recovery in BOTH {
        let mut game = start(engine().rule("append", appends(0, 0)), recovery);
        dispatch(&mut game, 1);
        dispatch(&mut game, 2);
        game.undo().unwrap();
        game.submit_as(Reversibility::Irreversible, Seat(0), 3).unwrap();
        assert_eq!((game.undo_depth(), game.redo_depth()), (0, 0));
        dispatch(&mut game, 4);
        game.undo().unwrap();
        assert_eq!(game.state().0, [1, 3]);
        assert!(matches!(game.undo().unwrap(), Outcome::Disallowed(_)));
    }
}

#[test]
fn duplicate_names_and_unhandled_inputs_are_not_accepted_in_silence() {
    // Faults of the text's crate that are not repeated here.
    let twice = engine().rule("append", appends(0, 0)).rule("append", appends(1, 0)).compile();
    assert!(twice.is_err());
    let mut game = start(engine().rule("stop", stops(0, RefusalKind::Invalid)), BOTH[0]);
    assert!(matches!(dispatch(&mut game, 1), Outcome::InvalidInput(_)));
}

#[test]
fn version_0_4_a_dry_run_of_an_input() {
    let mut game = start(engine().rule("append", appends(0, 0)), BOTH[0]);
    let before = picture(&mut game);
    let Preview::Commit { state, frame } = game.preview(Seat(0), &7).unwrap() else {
        panic!("it would be committed");
    };
    assert_eq!((state.0, frame.events.len()), (vec![7], 1));
    assert_eq!(picture(&mut game), before);
}

#[test]
fn version_0_4_a_hash_of_the_play_that_undo_and_redo_restore() {
    for recovery in BOTH {
        let mut game = start(engine().rule("append", appends(0, 0)), recovery);
        let empty = game.digest().unwrap();
        dispatch(&mut game, 1);
        let one = game.digest().unwrap();
        assert_ne!(one, empty);
        game.undo().unwrap();
        assert_eq!(game.digest().unwrap(), empty);
        game.redo().unwrap();
        assert_eq!(game.digest().unwrap(), one);
    }
}

#[test]
fn version_0_4_hooks_before_and_after() {
    struct Hooks(std::sync::mpsc::Sender<&'static str>);
    impl Observer<MySpec> for Hooks {
        fn notice(&mut self, notice: &Notice<'_, MySpec>) {
            if matches!(notice, Notice::Submitted { .. } | Notice::Committed { .. }) {
                self.0.send(notice.name()).unwrap();
            }
        }
    }
    let (sender, heard) = channel();
    let mut game = start(engine().rule("append", appends(0, 0)), BOTH[0]);
    game.observe(Hooks(sender));
    dispatch(&mut game, 1);
    assert_eq!(heard.try_iter().collect::<Vec<_>>(), ["submitted", "committed"]);
}

#[test]
fn version_0_4_behaviours_are_enabled_and_disabled_while_running() {
    let book = engine().rule("a", appends(0, 0)).rule("b", appends(1, 1)).compile().unwrap();
    let mut game = book.start(Bytes::default(), Seed(1)).unwrap();
    game.disable(book.rule("b").unwrap()).unwrap();
    dispatch(&mut game, 1);
    game.enable(book.rule("b").unwrap()).unwrap();
    dispatch(&mut game, 1);
    assert_eq!(game.state().0, [1, 1, 2]);
    // Which is a recorded step like any other.
    game.undo().unwrap();
    game.undo().unwrap();
    dispatch(&mut game, 5);
    assert_eq!(game.state().0, [1, 5]);
}
