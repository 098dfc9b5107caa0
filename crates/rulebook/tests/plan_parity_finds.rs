//! Parity: what it finds, wherever a game is played, how it names it, and that
//! the session is as before and can be used (M19).

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use common::plan::*;
use common::*;
use rulebook::prelude::*;
use rulebook::{Dice, Fault, FaultKind, Parity, Predicate, Rule, RuleBuilder, SessionOptions};

const BY: By = By::Seat(Seat(0));

/// What two ways disagree about, by the reference and by the plan.
fn difference(fault: &Fault) -> (&'static str, &str, &str) {
    match fault.kind() {
        FaultKind::Diverged { what, reference, plan } => (what.name(), reference, plan),
        other => panic!("there should be a divergence, and not: {other}"),
    }
}

/// The predicate "poor" was believed though it reads more than it declares, or an event writes more than the book says.
fn is_about_poor(fault: &Fault) {
    let said = difference(fault);
    assert_eq!(said.0, "a remembered predicate", "{fault}");
    assert_eq!(said.1, "\"poor\" is false");
    assert_eq!(
        said.2,
        "\"poor\" is remembered as true: it reads more than it declares, or an event writes more than the book says"
    );
}

/// It says that it reads the log, and reads the total.
fn poor() -> Predicate<Sandbox> {
    Predicate::new("poor", |table: &Table| table.total == 0).reads([Of::Log])
}

/// A book that earns while it is poor, and then does something else.
fn lying() -> Book<Sandbox> {
    let poor = poor();
    in_parts(book("lying"))
        .rule("earns", |rule| {
            rule.on([ActKind::Go, ActKind::Other])
                .while_holds(&poor)
                .candidates(|offer| offer.push(Act::Go(1)))
                .then(|_, ()| [Ev::Add(1)])
        })
        .rule("says", |rule| says("said")(rule.on([ActKind::Go, ActKind::Other])))
        .rule("moves", |rule| rule.on(ActKind::Lost).then(|_, ()| [Ev::Move(Step::Play)]))
        .compile()
        .unwrap()
}

/// A session in which the predicate has just become false unseen.
fn about_to_lie(recovery: rulebook::Recovery) -> Session<Sandbox> {
    let mut game = start_with(&lying(), recovery, COMPARING);
    go(&mut game, Act::Go(1));
    game
}

#[test]
fn what_a_session_remembers_past_a_transition_that_was_taken_back_is_caught_as_well() {
    let poor = Predicate::new("poor", |table: &Table| table.total < 5).reads([Of::Log]);
    let lying = in_parts(book("lying"))
        .invariant("not eight", |it| it.holds(|table: &Table| table.total != 8))
        .rule("earns", |rule| rule.on(ActKind::Other).then(|cx, ()| [Ev::Add(cx.action.number())]))
        .rule("poorly", |rule| {
            rule.on(ActKind::Go).while_holds(&poor).then(|_, ()| [Ev::Move(Step::Play)])
        })
        .rule("richly", |rule| rule.on(ActKind::Go).then(|_, ()| [Ev::Move(Step::End)]))
        .compile()
        .unwrap();
    for recovery in BOTH {
        // Without parity it is believed, past what was taken back.
        for options in [SessionOptions::default(), COMPARING] {
            let mut game = start_with(&lying, recovery, options);
            go(&mut game, Act::Go(1));
            // By now it is rich, and nobody asks.
            go(&mut game, Act::Other(7));
            let outcome = game.submit(BY, Act::Other(1)).unwrap();
            assert!(matches!(outcome, Outcome::Aborted(_)), "{outcome}");
            match options.parity {
                Parity::Off => {
                    go(&mut game, Act::Go(1));
                    assert_eq!(game.state().step, Step::Play);
                }
                _ => is_about_poor(&game.submit(BY, Act::Go(1)).unwrap_err()),
            }
        }
    }
}

#[test]
fn an_under_declared_read_is_caught_and_named_by_submit() {
    for recovery in BOTH {
        is_about_poor(&about_to_lie(recovery).submit(BY, Act::Go(1)).unwrap_err());
    }
}

#[test]
fn it_is_caught_where_legal_actions_are_asked_for() {
    let mut game = about_to_lie(BOTH[0]);
    let before = picture(&mut game);
    is_about_poor(&game.legal(BY).unwrap_err());
    is_about_poor(&game.legal_all().unwrap_err());
    assert_eq!(picture(&mut game), before);
    let mut line = start_with(&lying(), BOTH[0], COMPARING).search(Seed(1));
    line.push(BY, Act::Go(1)).unwrap();
    is_about_poor(&line.legal_into(BY, &mut Vec::new()).unwrap_err());
}

#[test]
fn a_legal_action_that_is_played_is_compared_like_any_other() {
    let calls = Arc::new(AtomicU32::new(0));
    let counted = calls.clone();
    let book = book("played")
        .rule("fickle", |rule| {
            let offers = rule.candidates(|offer| offer.push(Act::Go(1)));
            offers.then(move |_, ()| [Ev::Add(next(&counted).into())])
        })
        .compile()
        .unwrap();
    let mut game = start_with(&book, BOTH[0], COMPARING);
    let mut line = game.search(Seed(1));
    let moves = game.legal(BY).unwrap();
    assert_eq!(difference(&game.play(moves[0].clone()).unwrap_err()).0, "the events");
    let mut moves = Vec::new();
    line.legal_into(BY, &mut moves).unwrap();
    assert_eq!(difference(&line.play(&moves[0]).unwrap_err()).0, "the events");
    assert_eq!(line.depth(), 0);
}

#[test]
fn a_generator_that_is_not_exact_is_named_by_its_proof() {
    let book = book("boastful")
        .rule("never", |rule| {
            let rule = rule.when("never", |_| false);
            let rule = rule.exact([], |offer| offer.push(Act::Go(1)));
            rule.then(|_, ()| [Ev::Add(1)])
        })
        .compile()
        .unwrap();
    let mut game = start_with(&book, BOTH[0], COMPARING);
    let moves = game.legal(BY).unwrap();
    let fault = game.play(moves[0].clone()).unwrap_err();
    assert_eq!(
        difference(&fault),
        ("the chosen rules", "none", "\"never\", by the proof of an exact generator"),
    );
    let advice = " Correct the generator, or make it an ordinary one: it offers what the rule, asked \
                  again, would not take.";
    assert!(fault.to_string().ends_with(advice), "{fault}");
}

#[test]
fn it_is_caught_in_a_fork() {
    // A fork remembers nothing, and learns for itself.
    let mut game = start_with(&lying(), BOTH[0], COMPARING);
    let mut fork = game.fork();
    go(&mut fork, Act::Go(1));
    is_about_poor(&fork.submit(BY, Act::Go(1)).unwrap_err());
    go(&mut game, Act::Go(1));
    // One that is made late does not know what the session believes.
    assert!(go(&mut game.fork(), Act::Go(1)).is_committed());
    is_about_poor(&game.submit(BY, Act::Go(1)).unwrap_err());
}

#[test]
fn it_is_caught_in_a_search_line() {
    let game = start_with(&lying(), BOTH[0], COMPARING);
    let mut line = game.search(Seed(1));
    line.push(BY, Act::Go(1)).unwrap();
    is_about_poor(&line.push(BY, Act::Other(1)).unwrap_err());
    // The line is as before, and goes on.
    assert_eq!((line.depth(), line.state().total), (1, 1));
    line.push(BY, Act::Lost(1)).unwrap();
    line.pop_to(0);
    assert_eq!(line.state().total, 0);
}

#[test]
fn it_is_caught_where_one_of_the_legal_actions_is_picked() {
    let game = start_with(&lying(), BOTH[0], COMPARING);
    let mut line = game.search(Seed(1));
    line.push(BY, Act::Go(1)).unwrap();
    let picked = line.pick(BY, &mut Dice::new(Seed(1)), |_| true);
    is_about_poor(&picked.unwrap_err());
    assert_eq!((line.depth(), line.state().total), (1, 1));
}

#[test]
fn it_is_caught_in_an_explanation() {
    let mut game = about_to_lie(BOTH[0]);
    let before = picture(&mut game);
    match game.explain(BY, &Act::Go(1)) {
        Err(fault) => is_about_poor(&fault),
        Ok(_) => panic!("the explanation is compared, too"),
    }
    assert_eq!(picture(&mut game), before);
}

#[test]
fn what_is_submitted_and_explained_is_compared_once_and_told_as_any_other_fault() {
    let mut game = about_to_lie(BOTH[0]);
    let watcher = Watcher::of(&mut game);
    match game.submit_explained(BY, Act::Go(1)) {
        Err(fault) => is_about_poor(&fault),
        Ok(_) => panic!("it is compared"),
    }
    assert_eq!(watcher.take().names, ["submitted", "fault"]);
}

#[test]
fn an_explanation_says_of_a_check_that_panics_what_it_says_without_parity() {
    let book = book("panics")
        .check("breaks", Gate::Shape, |check| {
            check.test(|_| -> Result<(), Why> { panic!("on purpose") })
        })
        .rule("says", says("said"))
        .compile()
        .unwrap();
    let told = |options| {
        let mut game = start_with(&book, BOTH[0], options);
        game.explain(BY, &Act::Go(1)).unwrap().to_string()
    };
    assert_eq!(told(COMPARING), told(rulebook::SessionOptions::default()));
    assert!(told(COMPARING).contains("on purpose"));
}

#[test]
fn it_is_caught_in_a_sequence_of_which_nothing_stays() {
    let mut game = start_with(&lying(), BOTH[0], COMPARING);
    go(&mut game, Act::Lost(1));
    let before = picture(&mut game);
    let all = [(BY, Act::Go(1)), (BY, Act::Go(1))];
    is_about_poor(&game.submit_all(all.clone()).unwrap_err());
    assert_eq!(picture(&mut game), before);
    is_about_poor(&game.try_sequence(all).unwrap_err());
    assert_eq!(picture(&mut game), before);
}

#[test]
fn it_is_caught_in_a_preview() {
    let mut game = about_to_lie(BOTH[0]);
    let before = picture(&mut game);
    match game.preview(BY, &Act::Go(1)) {
        Err(fault) => is_about_poor(&fault),
        Ok(_) => panic!("the preview is compared, too"),
    }
    assert_eq!(picture(&mut game), before);
}

/// A book that applies all: what is chosen is earned, and then the predicate is
/// asked again.
fn lying_in_one_action() -> Book<Sandbox> {
    let poor = poor();
    in_parts(book("lying in one action"))
        .strategy(Strategy::ApplyAll)
        .rule("earns", |rule| {
            rule.while_holds(&poor)
                .then(|cx, ()| Ok([Ev::Add(cx.choose(Seat(0), "How many?", [1, 2])?)]))
        })
        .rule("still poor", |rule| says("still poor")(rule.while_holds(&poor)))
        .compile()
        .unwrap()
}

#[test]
fn it_is_caught_where_a_choice_is_answered() {
    let mut game = start_with(&lying_in_one_action(), BOTH[0], COMPARING);
    let Outcome::Pending(choice) = go(&mut game, Act::Go(1)) else { panic!("it asks") };
    let before = picture(&mut game);
    is_about_poor(&game.answer(BY, choice.id, 0).unwrap_err());
    // The choice is still pending, and can still be withdrawn.
    assert_eq!(picture(&mut game), before);
    assert!(game.pending().is_some());
}

#[test]
fn after_a_divergence_the_session_is_as_before_and_can_be_used() {
    for recovery in BOTH {
        let mut game = start_with(&lying(), recovery, COMPARING);
        go(&mut game, Act::Lost(1));
        go(&mut game, Act::Go(1));
        let before = picture(&mut game);
        is_about_poor(&game.submit(BY, Act::Go(1)).unwrap_err());
        assert_eq!(picture(&mut game), before);
        assert!(game.poisoned().is_none());
        assert!(go(&mut game, Act::Lost(1)).is_committed());
        assert!(matches!(game.undo().unwrap(), Outcome::Undone(_)));
        assert!(matches!(game.undo().unwrap(), Outcome::Undone(_)));
        assert_eq!((game.state().total, game.state().step), (0, Step::Play));
        assert!(matches!(game.redo().unwrap(), Outcome::Redone(_)));
        assert_eq!(game.state().total, 1);
    }
}

#[test]
fn an_observer_is_told_of_a_divergence_as_a_fault_once() {
    let mut game = about_to_lie(BOTH[0]);
    let watcher = Watcher::of(&mut game);
    game.submit(BY, Act::Go(1)).unwrap_err();
    let told = watcher.take().names;
    assert_eq!(told.iter().filter(|name| **name == "fault").count(), 1, "{told:?}");
    assert!(!told.contains(&"committed"), "{told:?}");
}

/// A book with one rule that is different each time it is called: how many
/// calls there were before.
fn fickle<T: Fn(RuleBuilder<Sandbox>, Arc<AtomicU32>) -> Rule<Sandbox>>(
    write: T,
) -> (&'static str, String, String) {
    let calls = Arc::new(AtomicU32::new(0));
    let book = book("fickle")
        .rule("fickle", |rule| write(rule, calls.clone()))
        .rule("sound", says("sound"))
        .compile()
        .unwrap();
    let mut game = start_with(&book, BOTH[0], COMPARING);
    let before = picture(&mut game);
    let fault = game.submit(BY, Act::Go(1)).expect_err("the copies do not agree");
    let (what, reference, plan) = difference(&fault);
    assert_eq!(picture(&mut game), before);
    (what, reference.to_owned(), plan.to_owned())
}

fn next(calls: &AtomicU32) -> u32 {
    calls.fetch_add(1, Ordering::SeqCst)
}

#[test]
fn an_effect_that_proposes_other_events_each_time_is_caught_at_the_events() {
    let (what, reference, plan) = fickle(|rule, calls| {
        rule.then(move |_, ()| [Ev::Note("same"), Ev::Add(next(&calls).into())])
    });
    assert_eq!(
        (what, reference.as_str(), plan.as_str()),
        (
            "the events",
            "event 1, by the rule \"fickle\", is Add(0)",
            "event 1, by the rule \"fickle\", is Add(1)"
        )
    );
    let (what, reference, plan) = fickle(|rule, calls| {
        rule.then(move |_, ()| vec![Ev::Note("again"); 1 + next(&calls) as usize])
    });
    assert_eq!(what, "the events");
    assert_eq!(
        (reference.as_str(), plan.as_str()),
        ("there are 1 events", "event 1, by the rule \"fickle\", is Note(\"again\")")
    );
}

#[test]
fn a_rule_that_answers_otherwise_each_time_is_caught_at_the_chosen_rules() {
    let (what, reference, plan) =
        fickle(|rule, calls| says("fickle")(rule.when("odd", move |_| next(&calls) % 2 == 1)));
    assert_eq!(
        (what, reference.as_str(), plan.as_str()),
        ("the chosen rules", "\"sound\"", "\"fickle\"")
    );
}

#[test]
fn a_rule_that_is_passed_over_for_another_reason_each_time_is_caught_at_the_rejected_rules() {
    let (what, reference, plan) =
        fickle(|rule, calls| skips(rule.when("odd", move |_| next(&calls) % 2 == 1)));
    assert_eq!(what, "the rejected rules");
    assert!(reference.contains("\"fickle\"") && plan.contains("\"fickle\""), "{reference} {plan}");
}

#[test]
fn a_refusal_with_another_reason_each_time_is_caught_at_the_outcome() {
    let (what, reference, plan) = fickle(|rule, calls| {
        let refuse = move |_: &Ask<'_, Sandbox>| {
            Answer::<(), _>::disallowed(Why::TooLarge(next(&calls).into()))
        };
        rule.answer(refuse).then(|_, ()| ())
    });
    assert_eq!(what, "the outcome");
    assert!(
        reference.contains("0 is too large") && plan.contains("1 is too large"),
        "{reference} {plan}"
    );
}

#[test]
fn dice_that_are_thrown_now_and_then_are_caught_at_the_dice() {
    let (what, reference, plan) = fickle(|rule, calls| {
        rule.then(move |cx, ()| {
            for _ in 0..=next(&calls) {
                cx.roll(6);
            }
            [Ev::Note("rolled")]
        })
    });
    assert_eq!(
        (what, reference.as_str(), plan.as_str()),
        ("the dice", "1 words drawn", "2 words drawn")
    );
}

#[test]
fn a_panic_that_says_something_else_each_time_is_caught_at_the_fault() {
    let (what, reference, plan) = fickle(|rule, calls| {
        rule.then(move |_, ()| -> [Ev; 1] { panic!("breaks for the {}th time", next(&calls)) })
    });
    assert_eq!(what, "the fault");
    assert!(reference.contains("0th") && plan.contains("1th"), "{reference} {plan}");
}

#[test]
fn a_choice_that_asks_something_else_each_time_is_caught_at_the_outcome() {
    let (what, reference, plan) = fickle(|rule, calls| {
        rule.then(move |cx, ()| {
            let more = i64::from(next(&calls));
            Ok([Ev::Add(cx.choose(Seat(0), "How many?", [10, 11 + more])?)])
        })
    });
    assert_eq!(what, "the outcome");
    assert!(reference.contains("11") && plan.contains("12"), "{reference} {plan}");
}

#[test]
fn what_only_the_way_that_is_really_taken_does_otherwise_is_caught_too() {
    // The copies agree; the third call is the real one.
    let (what, reference, plan) =
        fickle(|rule, calls| rule.then(move |_, ()| [Ev::Add(i64::from(next(&calls) / 2))]));
    assert_eq!(
        (what, reference.as_str(), plan.as_str()),
        (
            "the events",
            "event 0, by the rule \"fickle\", is Add(0)",
            "event 0, by the rule \"fickle\", is Add(1)"
        )
    );
    let (what, ..) = fickle(|rule, calls| {
        says("fickle")(rule.when("the third time", move |_| next(&calls) == 2))
    });
    assert_eq!(what, "the chosen rules");
}

#[test]
fn nothing_of_a_divergence_is_left_for_the_next_action() {
    let calls = Arc::new(AtomicU32::new(0));
    let counted = calls.clone();
    let book = book("once")
        .strategy(Strategy::ApplyAll)
        .rule("masks", |rule| says("masks")(rule.exclusive("G")))
        .rule("fickle", |rule| {
            rule.then(move |cx, ()| {
                // Only in its very first action it is different each time.
                let other = next(&counted).min(3);
                let more = if other < 3 { i64::from(other) } else { 0 };
                for _ in 0..more {
                    cx.roll(6);
                }
                [Ev::Add(more)]
            })
        })
        .rule("masked", |rule| says("masked")(rule.exclusive("G")))
        .compile()
        .unwrap();
    for recovery in BOTH {
        calls.store(0, Ordering::SeqCst);
        let mut game = start_with(&book, recovery, COMPARING);
        assert_eq!(difference(&game.submit(BY, Act::Go(1)).unwrap_err()).0, "the events");
        calls.store(10, Ordering::SeqCst);
        let mut fresh = start_with(&book, recovery, COMPARING);
        assert!(
            go(&mut game, Act::Go(1)).is_committed() && go(&mut fresh, Act::Go(1)).is_committed()
        );
        assert_eq!(picture(&mut game), picture(&mut fresh));
        assert_eq!(game.state().log, ["masks"]);
    }
}
