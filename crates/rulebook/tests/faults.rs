//! A panicking author's function, wherever one can stand, is a fault that
//! names it, and the session is as before and usable (M1).

mod common;

use common::minefield::*;
use common::{BOTH, picture};
use rulebook::prelude::*;
use rulebook::{Digests, Fault, FaultKind, Forecast, Preview, Recovery, Sequence, SessionOptions};

const BY: By = By::Seat(Seat(0));

/// What a fault says about where it was.
fn place(fault: &Fault) -> &str {
    match fault.kind() {
        FaultKind::Panic { place, message } => {
            assert_eq!(message, "boom");
            place
        }
        other => panic!("there should be a panic: {other}"),
    }
}

/// Each spot that a submit of `Go` reaches, with the name of its place.
const ON_SUBMIT: [(Spot, usize, &str); 19] = [
    (Spot::Seats, 0, "`Game::seats`"),
    (Spot::Result, 0, "`Game::result`"),
    (Spot::KindOfAction, 0, "a trait that the game's own types implement"),
    (Spot::Check, 0, "the check \"check\""),
    (Spot::Exception, 0, "the exception \"exception\""),
    (Spot::Prohibition, 0, "the check \"prohibition\""),
    (Spot::Active, 0, "the check \"your turn\""),
    (Spot::StepOf, 0, "the check \"the step allows it\""),
    (Spot::StepOf, 1, "the step of the turn"),
    (Spot::Subject, 0, "`Game::subject`"),
    (Spot::Predicate, 0, "the predicate \"predicate\" of the phase \"phase\""),
    (Spot::Condition, 0, "the condition \"condition\" of the rule \"phase/walk\""),
    (Spot::Answer, 0, "the answer of the rule \"phase/walk\""),
    (Spot::Effect, 0, "the effect of the rule \"phase/walk\""),
    (Spot::KindOfEvent, 0, "a trait that the game's own types implement"),
    (Spot::Leaving, 0, "leaving the step \"day\""),
    (Spot::Entering, 0, "entering the step \"night\""),
    (Spot::Invariant, 0, "the invariant \"invariant\""),
    (Spot::Encode, 0, "the digest of the state"),
];

/// The next walk leaves the day, so that each spot is reached.
fn at_day(book: &Book<Minefield>, recovery: Recovery) -> Session<Minefield> {
    let options = SessionOptions {
        recovery: Some(recovery),
        digests: Digests::PerFrame,
        ..SessionOptions::default()
    };
    // A fork knows nothing yet of the predicates on this version of the state.
    let game = midway(book, options).fork();
    assert!(!game.state().night);
    game
}

fn goes_on(game: &mut Session<Minefield>) {
    let total = game.state().total;
    let outcome = game.submit(BY, Walk::Go(EXCEPTIONAL)).unwrap();
    assert!(outcome.is_committed(), "{outcome}");
    assert_eq!(game.state().total, total + EXCEPTIONAL);
}

#[test]
fn a_panic_on_the_way_of_a_submit_is_a_fault_that_names_the_place() {
    let book = full();
    for recovery in BOTH {
        for (spot, passes, expected) in ON_SUBMIT {
            let mut game = at_day(&book, recovery);
            let before = picture(&mut game);
            // Twice, for what the first one leaves behind.
            for _ in 0..2 {
                let fault = armed_after(spot, passes, || game.submit(BY, Walk::Go(EXCEPTIONAL)))
                    .unwrap_err();
                assert_eq!(place(&fault), expected, "{spot:?}");
                assert_eq!(fault.to_string(), format!("There was a panic in {expected}: boom"));
                assert_eq!(picture(&mut game), before, "{spot:?} with {recovery:?}");
            }
            assert!(matches!(game.redo().unwrap(), Outcome::Redone(_)), "{spot:?}");
            goes_on(&mut game);
        }
    }
}

#[test]
fn the_same_in_a_book_without_anything_special() {
    let book = plain();
    for recovery in BOTH {
        for (spot, passes, expected) in ON_SUBMIT {
            let met = [
                Spot::Seats,
                Spot::Result,
                Spot::KindOfAction,
                Spot::Check,
                Spot::Predicate,
                Spot::Condition,
                Spot::Answer,
                Spot::Effect,
                Spot::KindOfEvent,
                Spot::Encode,
            ];
            if !met.contains(&spot) || passes > 0 {
                continue;
            }
            let mut game = at_day(&book, recovery);
            let before = picture(&mut game);
            for _ in 0..2 {
                let fault = armed(spot, || game.submit(BY, Walk::Go(1))).unwrap_err();
                assert_eq!(place(&fault), expected, "{spot:?}");
                assert_eq!(picture(&mut game), before, "{spot:?} with {recovery:?}");
            }
            assert!(matches!(game.redo().unwrap(), Outcome::Redone(_)), "{spot:?}");
            goes_on(&mut game);
        }
    }
}

#[test]
fn a_predicate_is_named_with_its_phase_or_the_book() {
    let named = |root: bool, at: usize| {
        let boom = move |which: usize| move |_: &Field| which != at || panic!("boom");
        let rule = |rule: rulebook::RuleBuilder<Minefield>| {
            rule.on(WalkKind::Go).then(|_, ()| [Change::Add(1)])
        };
        let book = Book::<Minefield>::builder("named");
        let book = match root {
            true => book.when("one", boom(0)).when("two", boom(1)).rule("go", rule),
            false => book.phase("outer", |outer| {
                outer.phase("inner", |inner| {
                    inner.when("one", boom(0)).when("two", boom(1)).rule("go", rule)
                })
            }),
        };
        let book = book.compile().unwrap();
        let mut game = book.start(Field { total: 0, night: false }, Seed(1)).unwrap();
        place(&game.submit(BY, Walk::Go(1)).unwrap_err()).to_owned()
    };
    assert_eq!(named(true, 0), "the predicate \"one\" of the book");
    assert_eq!(named(true, 1), "the predicate \"two\" of the book");
    assert_eq!(named(false, 0), "the predicate \"one\" of the phase \"outer/inner\"");
    assert_eq!(named(false, 1), "the predicate \"two\" of the phase \"outer/inner\"");
}

#[test]
fn the_second_event_may_panic_too() {
    for book in [full(), plain()] {
        for recovery in BOTH {
            let mut game = at_day(&book, recovery);
            let before = picture(&mut game);
            let submit = || game.submit(BY, Walk::Go(1));
            let fault = armed_after(Spot::KindOfEvent, 1, submit).unwrap_err();
            assert_eq!(place(&fault), "a trait that the game's own types implement");
            assert_eq!(picture(&mut game), before);
            goes_on(&mut game);
        }
    }
}

#[test]
fn with_snapshots_a_panicking_apply_or_clone_is_taken_back_like_any_other() {
    for book in [full(), plain()] {
        for (spot, passes, expected) in [
            (Spot::CloneState, 0, "`clone` of the state"),
            (Spot::Apply, 0, "`apply` of the event Add"),
            (Spot::Apply, 1, "`apply` of the event Dusk"),
        ] {
            let mut game = at_day(&book, Recovery::Snapshot);
            let before = picture(&mut game);
            for _ in 0..2 {
                let fault = armed_after(spot, passes, || game.submit(BY, Walk::Go(1))).unwrap_err();
                assert_eq!(place(&fault), expected);
                assert_eq!(picture(&mut game), before);
            }
            assert!(matches!(game.redo().unwrap(), Outcome::Redone(_)));
            goes_on(&mut game);
        }
    }
}

#[test]
fn a_panic_while_legal_actions_are_asked_for() {
    let book = full();
    for recovery in BOTH {
        for (spot, expected) in [
            (Spot::Result, "`Game::result`"),
            (Spot::Seats, "`Game::seats`"),
            (Spot::Check, "the check \"check\""),
            (Spot::Prohibition, "the check \"prohibition\""),
            (Spot::Predicate, "the predicate \"predicate\" of the phase \"phase\""),
            (Spot::Candidates, "the candidates of the rule \"phase/walk\""),
            (Spot::Exact, "the candidates of the rule \"leap\""),
            (Spot::CompareActions, "a trait that the game's own types implement"),
            (Spot::KindOfAction, "a trait that the game's own types implement"),
        ] {
            let mut game = at_day(&book, recovery);
            let before = picture(&mut game);
            let mut into = Vec::new();
            let fault = armed(spot, || game.legal_into(BY, &mut into)).unwrap_err();
            assert_eq!(place(&fault), expected, "{spot:?}");
            assert!(into.is_empty(), "{spot:?}: nobody checked these");
            // A search line is of the same stuff.
            let mut line = game.search(Seed(1));
            let fault = armed(spot, || line.legal_into(BY, &mut into)).unwrap_err();
            assert_eq!(place(&fault), expected, "{spot:?}");
            assert!(into.is_empty());
            line.legal_into(BY, &mut into).unwrap();
            assert_eq!(into.len(), 3);
            assert_eq!(picture(&mut game), before);
            assert_eq!(game.legal(BY).unwrap().len(), 3);
            goes_on(&mut game);
        }
    }
}

#[test]
fn a_candidate_that_panics_after_validation_is_offered_and_its_submit_names_the_place() {
    // A fault is no refusal, and the other candidates do not suffer from it.
    for recovery in BOTH {
        for (spot, expected) in [
            (Spot::Subject, "`Game::subject`"),
            (Spot::Condition, "the condition \"condition\" of the rule \"phase/walk\""),
            (Spot::Answer, "the answer of the rule \"phase/walk\""),
            (Spot::Effect, "the effect of the rule \"phase/walk\""),
        ] {
            let mut game = at_day(&full(), recovery);
            let before = picture(&mut game);
            let sound = game.legal(BY).unwrap();
            assert_eq!(armed(spot, || game.legal(BY)).unwrap(), sound, "{spot:?}");
            assert_eq!(armed_after(spot, 1, || game.legal(BY)).unwrap(), sound, "{spot:?}");
            let mut on_a_line = Vec::new();
            let mut line = game.search(Seed(1));
            armed(spot, || line.legal_into(BY, &mut on_a_line)).unwrap();
            assert_eq!(on_a_line, sound, "{spot:?}");
            for legal in [&sound[0], &sound[1]] {
                let fault = armed(spot, || game.submit(BY, legal.action().clone())).unwrap_err();
                assert_eq!(place(&fault), expected, "{spot:?}");
                let fault = armed(spot, || game.play(legal.clone())).unwrap_err();
                assert_eq!(place(&fault), expected, "{spot:?}, with its proof");
            }
            assert_eq!(picture(&mut game), before, "{spot:?}");
            goes_on(&mut game);
        }
    }
}

#[test]
fn a_game_that_cannot_say_who_may_act() {
    let book = plain();
    let mut game = at_day(&book, BOTH[0]);
    let fault = armed(Spot::Active, || game.legal_all()).unwrap_err();
    assert_eq!(place(&fault), "`Game::active`");
    let mut line = game.search(Seed(1));
    let fault = armed(Spot::Active, || line.legal_all_into(&mut Vec::new())).unwrap_err();
    assert_eq!(place(&fault), "`Game::active`");
    assert_eq!(game.legal_all().unwrap().len(), 4);
}

#[test]
fn a_panic_in_a_preview_or_a_sequence_changes_nothing() {
    let book = full();
    for recovery in BOTH {
        for (spot, passes, expected) in ON_SUBMIT {
            let mut game = at_day(&book, recovery);
            let before = picture(&mut game);
            let walk = Walk::Go(EXCEPTIONAL);
            let fault = armed_after(spot, passes, || game.preview(BY, &walk)).unwrap_err();
            assert_eq!(place(&fault), expected, "{spot:?}");
            assert_eq!(picture(&mut game), before, "{spot:?}");
            let sequence = || [(BY, Walk::Leap(1)), (BY, Walk::Go(EXCEPTIONAL))];
            for passes in 0..4 {
                let tried = armed_after(spot, passes, || game.try_sequence(sequence()));
                assert_eq!(picture(&mut game), before, "{spot:?}");
                if let Err(of_trial) = tried {
                    place(&of_trial);
                    let fault = armed_after(spot, passes, || game.submit_all(sequence()));
                    assert_eq!(fault.unwrap_err(), of_trial, "{spot:?}");
                    assert_eq!(picture(&mut game), before, "{spot:?}");
                }
            }
            assert!(matches!(game.preview(BY, &walk).unwrap(), Preview::Commit { .. }));
            assert!(matches!(game.submit_all(sequence()).unwrap(), Sequence::Through { .. }));
        }
    }
}

#[test]
fn an_explanation_says_which_function_panics_and_changes_nothing() {
    let book = full();
    for recovery in BOTH {
        for (spot, passes, expected) in ON_SUBMIT {
            // The digest is not part of an explanation.
            if spot == Spot::Encode {
                continue;
            }
            let mut game = at_day(&book, recovery);
            let before = picture(&mut game);
            let walk = Walk::Go(EXCEPTIONAL);
            // Explaining looks at the checks twice: once for each, once for the
            // verdict. So the place comes up a few passes later.
            let mut places = Vec::new();
            for more in 0..8 {
                let explained = armed_after(spot, passes + more, || game.explain(BY, &walk));
                match &explained {
                    Err(fault) => places.push(place(fault).to_owned()),
                    Ok(explained) => {
                        if let Forecast::Fault(fault) = explained.forecast() {
                            places.push(place(fault).to_owned());
                        }
                    }
                }
            }
            assert!(places.iter().any(|place| place == expected), "{spot:?}: {places:?}");
            assert_eq!(picture(&mut game), before, "{spot:?}");
            let explained = game.explain(BY, &walk).unwrap();
            assert!(matches!(explained.forecast(), Forecast::Commit(_)), "{explained}");
            goes_on(&mut game);
        }
    }
}
