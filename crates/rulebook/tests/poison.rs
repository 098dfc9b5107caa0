//! The one exception to "as before": on the revert path an `apply` that panics
//! half-way, or a `revert`, cannot be taken back. The session is poisoned, and
//! every later call says so (M25).

mod common;

use common::minefield::*;
use common::picture;
use rulebook::prelude::*;
use rulebook::{Fault, FaultKind, Recovery, SessionOptions};

const BY: By = By::Seat(Seat(0));

fn reverting() -> Session<Minefield> {
    let options = SessionOptions { recovery: Some(Recovery::Revert), ..SessionOptions::default() };
    midway(&full(), options)
}

fn poison(fault: &Fault) -> &str {
    match fault.kind() {
        FaultKind::Poisoned { place } => place,
        other => panic!("the session should be poisoned: {other}"),
    }
}

/// Every call that a session has says that it cannot be used any more.
fn every_call_says_so(game: &mut Session<Minefield>, expected: &str) {
    let rule = game.book().rule("leap").unwrap();
    let walk = Walk::Go(1);
    let id = rulebook::ChoiceId { frame: 1, nth: 0, asked: Digest(0) };
    let mut line = game.search(Seed(1));
    let mut fork = game.fork();
    let faults = [
        game.submit(BY, Walk::Go(1)).err(),
        game.submit_as(rulebook::Reversibility::Irreversible, BY, Walk::Go(1)).err(),
        game.answer(BY, id, 0).err(),
        game.withdraw().err(),
        game.undo().err(),
        game.redo().err(),
        game.rewind(0).err(),
        game.preview(BY, &walk).err(),
        game.try_sequence([(BY, Walk::Go(1))]).err(),
        game.submit_all([(BY, Walk::Go(1))]).err(),
        game.legal(BY).err(),
        game.legal_all().err(),
        game.legal_parts(BY, |_| Some(())).err(),
        game.explain(BY, &walk).err(),
        game.disable(rule).err(),
        game.enable(rule).err(),
        game.digest().err(),
        fork.submit(BY, Walk::Go(1)).err(),
        line.push(BY, Walk::Go(1)).err(),
        line.legal_into(BY, &mut Vec::new()).err(),
        line.digest().err(),
    ];
    for (at, fault) in faults.iter().enumerate() {
        let fault = fault.as_ref().unwrap_or_else(|| panic!("call {at} went through"));
        assert_eq!(poison(fault), expected, "call {at}");
        assert!(fault.to_string().starts_with("The session cannot be used any more"));
    }
}

#[test]
fn an_apply_that_panics_half_way_poisons_the_session() {
    for (passes, expected) in [(0, "`apply` of the event Add"), (1, "`apply` of the event Dusk")] {
        let mut game = reverting();
        let legal = game.legal(BY).unwrap().remove(0);
        let fault = armed_after(Spot::Apply, passes, || game.submit(BY, Walk::Go(1))).unwrap_err();
        // The call itself says what panicked.
        assert!(matches!(fault.kind(), FaultKind::Panic { place, .. } if place == expected));
        every_call_says_so(&mut game, expected);
        assert_eq!(poison(&game.play(legal).unwrap_err()), expected);
    }
}

/// A walk adds, and dusk falls. They are taken back in reverse order.
const LAST_FIRST: [(usize, &str); 2] =
    [(0, "`revert` of the event Dusk"), (1, "`revert` of the event Add")];

#[test]
fn a_revert_that_panics_during_a_rollback_poisons_the_session() {
    for (passes, expected) in LAST_FIRST {
        let mut game = reverting();
        // The invariant does not hold, and the way back is blocked.
        let outcome = armed_after(Spot::Revert, passes, || game.submit(BY, Walk::Go(5000)));
        assert_eq!(poison(&outcome.unwrap_err()), expected);
        every_call_says_so(&mut game, expected);
    }
}

#[test]
fn a_revert_that_panics_during_undo_poisons_the_session() {
    for (passes, expected) in LAST_FIRST {
        let mut game = reverting();
        let fault = armed_after(Spot::Revert, passes, || game.undo()).unwrap_err();
        assert_eq!(poison(&fault), expected);
        every_call_says_so(&mut game, expected);
    }
}

#[test]
fn an_apply_that_panics_during_redo_poisons_the_session_and_is_named() {
    let names = ["`apply` of the redone event Add", "`apply` of the redone event Dusk"];
    for (passes, expected) in names.into_iter().enumerate() {
        let mut game = reverting();
        let fault = armed_after(Spot::Apply, passes, || game.redo()).unwrap_err();
        assert_eq!(poison(&fault), expected);
        every_call_says_so(&mut game, expected);
    }
}

#[test]
fn taking_back_and_redoing_ask_no_event_for_its_kind() {
    // A kind that panics would be one more way to lose the state.
    let mut game = reverting();
    assert!(armed(Spot::KindOfEvent, || game.undo()).is_ok());
    assert!(armed(Spot::KindOfEvent, || game.redo()).is_ok());
}

#[test]
fn so_does_a_preview_or_an_explanation_that_cannot_be_taken_back() {
    let walk = Walk::Go(1);
    for look in ["preview", "explain", "try", "legal"] {
        let mut game = reverting();
        let fault = armed(Spot::Apply, || match look {
            "preview" => game.preview(BY, &walk).err(),
            "explain" => game.explain(BY, &walk).err(),
            "try" => game.try_sequence([(BY, Walk::Go(1))]).err(),
            // Without ApplyAll no event happens for this.
            _ => game.legal(BY).err(),
        });
        if look == "legal" {
            assert_eq!(fault, None);
            assert!(game.submit(BY, Walk::Go(1)).unwrap().is_committed());
        } else {
            assert!(fault.is_some(), "{look}");
            every_call_says_so(&mut game, "`apply` of the event Add");
        }
    }
}

#[test]
fn a_fork_from_before_and_the_record_of_the_game_are_not_harmed() {
    let mut game = reverting();
    let mut fork = game.fork();
    let before = picture(&mut fork);
    assert!(armed(Spot::Apply, || game.submit(BY, Walk::Go(1))).is_err());
    assert_eq!(picture(&mut fork), before);
    assert!(fork.submit(BY, Walk::Go(1)).unwrap().is_committed());
    // What was played can still be read, and played again.
    let played: Vec<_> = game.frames().filter_map(|frame| frame.action().cloned()).collect();
    assert_eq!(played, [Walk::Go(1), Walk::Go(2)]);
    let mut again = game.book().start(Field { total: 0, night: false }, Seed(7)).unwrap();
    for walk in played {
        again.submit(BY, walk).unwrap();
    }
    assert_eq!(again.state(), before.table());
}

#[test]
fn a_search_line_is_poisoned_for_itself_alone() {
    let mut game = reverting();
    let mut line = game.search(Seed(1));
    line.push(BY, Walk::Go(1)).unwrap();
    assert!(armed(Spot::Apply, || line.push(BY, Walk::Go(2))).is_err());
    let fault = line.push(BY, Walk::Go(1)).unwrap_err();
    assert_eq!(poison(&fault), "`apply` of the event Add");
    assert!(game.submit(BY, Walk::Go(1)).unwrap().is_committed());
    for (passes, expected) in LAST_FIRST {
        let mut line = game.search(Seed(1));
        line.push(BY, Walk::Go(1)).unwrap();
        armed_after(Spot::Revert, passes, || line.pop());
        let fault = line.push(BY, Walk::Go(1)).unwrap_err();
        assert_eq!(poison(&fault), expected);
    }
    assert!(game.undo().is_ok());
}

#[test]
fn nothing_else_poisons_on_the_revert_path() {
    for spot in [
        Spot::Check,
        Spot::Condition,
        Spot::Effect,
        Spot::KindOfEvent,
        Spot::Invariant,
        Spot::Entering,
        Spot::StepOf,
    ] {
        let mut game = reverting();
        for passes in 0..3 {
            if armed_after(spot, passes, || game.submit(BY, Walk::Go(1))).is_err() {
                assert!(game.undo().is_ok(), "{spot:?}");
                assert!(game.redo().is_ok(), "{spot:?}");
            }
        }
    }
}
