//! Rules are enabled and disabled in a session as a recorded, undoable
//! transition (M35).

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{Cause, Digests, RuleId, SessionOptions, Standing, Transition};

fn two_rules() -> Book<Sandbox> {
    book("two rules")
        .phase("play", |play| {
            play.rule("special", says("special")).rule("ordinary", says("ordinary"))
        })
        .rule("end", |rule| rule.on(ActKind::Lost).then(|_, ()| [Ev::Add(100)]))
        .compile()
        .unwrap()
}

fn special(book: &Book<Sandbox>) -> RuleId {
    book.rule("play/special").unwrap()
}

#[test]
fn a_rule_that_is_switched_off_decides_nothing_until_it_is_on_again() {
    let book = two_rules();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        go(&mut game, Act::Go(1));
        game.disable(special(&book)).unwrap();
        assert!(game.is_disabled(special(&book)));
        go(&mut game, Act::Go(1));
        game.enable(special(&book)).unwrap();
        go(&mut game, Act::Go(1));
        assert_eq!(game.state().log, ["special", "ordinary", "special"]);
    }
}

#[test]
fn a_switch_is_a_frame_that_is_recorded_undone_and_redone() {
    let book = two_rules();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let outcome = game.disable(special(&book)).unwrap();
        let frame = game.frame(outcome.frame().unwrap()).unwrap();
        assert_eq!(frame.transition(), Transition::Disabled(special(&book)));
        assert_eq!((frame.action(), frame.by()), (None, None));
        assert_eq!(frame.to_string(), "frame 1: disabled \"play/special\"");
        assert_eq!((game.number(), game.undo_depth()), (1, 1));
        game.undo().unwrap();
        assert!(!game.is_disabled(special(&book)));
        game.redo().unwrap();
        assert!(game.is_disabled(special(&book)));
        let outcome = game.enable(special(&book)).unwrap();
        let frame = game.frame(outcome.frame().unwrap()).unwrap();
        assert_eq!(frame.to_string(), "frame 2: enabled \"play/special\"");
        game.rewind(1).unwrap();
        assert!(game.is_disabled(special(&book)));
    }
}

#[test]
fn switching_to_what_is_already_so_changes_nothing() {
    let book = two_rules();
    let mut game = start(&book, BOTH[0]);
    game.disable(special(&book)).unwrap();
    game.undo().unwrap();
    let before = picture(&mut game);
    assert!(matches!(game.enable(special(&book)).unwrap(), Outcome::NoChange));
    assert_eq!(picture(&mut game), before);
    assert_eq!(game.redo_depth(), 1);
    game.redo().unwrap();
    assert!(matches!(game.disable(special(&book)).unwrap(), Outcome::NoChange));
    assert_eq!(game.number(), 1);
}

#[test]
fn a_switch_is_a_commit_like_any_other_and_drops_the_redo_branch() {
    let book = two_rules();
    let mut game = start(&book, BOTH[0]);
    go(&mut game, Act::Go(1));
    game.undo().unwrap();
    game.disable(special(&book)).unwrap();
    assert_eq!((game.undo_depth(), game.redo_depth()), (1, 0));
}

#[test]
fn the_digest_tells_which_rules_are_off() {
    let book = two_rules();
    let options = SessionOptions { digests: Digests::PerFrame, ..SessionOptions::default() };
    let mut game = start_with(&book, BOTH[0], options);
    let on = game.digest().unwrap().unwrap();
    let id = game.disable(special(&book)).unwrap().frame().unwrap();
    let off = game.digest().unwrap().unwrap();
    assert_ne!(on, off);
    assert_eq!(game.frame(id).unwrap().digest(), Some(off));
    game.disable(book.rule("play/ordinary").unwrap()).unwrap();
    let both = game.digest().unwrap().unwrap();
    assert!(both != on && both != off);
    game.enable(special(&book)).unwrap();
    let other = game.digest().unwrap().unwrap();
    assert!(other != on && other != off && other != both);
    // All on is all on, however one got there.
    game.enable(book.rule("play/ordinary").unwrap()).unwrap();
    assert_eq!(game.digest().unwrap(), Some(on));
    game.rewind(1).unwrap();
    assert_eq!(game.digest().unwrap(), Some(off));
}

#[test]
fn many_rules_are_switched_one_by_one() {
    // More than fit into one machine word.
    let mut builder = book("many").strategy(Strategy::ApplyAll);
    for at in 0..150 {
        builder = builder.rule(format!("rule {at}"), |rule| rule.then(|_, ()| [Ev::Add(1)]));
    }
    let book = builder.compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    let off: Vec<_> =
        [0, 63, 64, 127, 128, 149].map(|at| book.rule(&format!("rule {at}")).unwrap()).into();
    for &rule in &off {
        game.disable(rule).unwrap();
    }
    for rule in book.rules().map(|rule| rule.id()) {
        assert_eq!(game.is_disabled(rule), off.contains(&rule));
    }
    go(&mut game, Act::Go(0));
    assert_eq!(game.state().total, 144);
}

#[test]
fn with_all_rules_off_nobody_handles_the_action() {
    let book = two_rules();
    let mut game = start(&book, BOTH[0]);
    for rule in book.rules().map(|rule| rule.id()) {
        game.disable(rule).unwrap();
    }
    let outcome = go(&mut game, Act::Go(1));
    assert!(matches!(outcome.refusal().unwrap().cause, Cause::Unhandled { .. }));
    let explained = game.explain(Seat(0), &Act::Go(1)).unwrap();
    assert_eq!(explained.rules().next().unwrap().standing, Standing::Disabled);
}

#[test]
fn after_the_end_nothing_is_switched() {
    // M34
    let book = two_rules();
    let mut game = start(&book, BOTH[0]);
    go(&mut game, Act::Go(1));
    game.disable(special(&book)).unwrap();
    // Only the third rule knows how to end it.
    game.disable(book.rule("play/ordinary").unwrap()).unwrap();
    go(&mut game, Act::Lost(1));
    let before = picture(&mut game);
    let outcome = game.enable(special(&book)).unwrap();
    assert!(matches!(outcome.refusal().unwrap().cause, Cause::Over { .. }));
    assert_eq!(picture(&mut game), before);
    game.undo().unwrap();
    assert!(game.enable(special(&book)).unwrap().is_committed());
}
