//! Games that break down while they are played.

use std::env;
use std::process::Command;

use rulebook::prelude::*;
use rulebook::{BookBuilder, Seed};
use rulebook_testkit::{Budget, Check, Conformance};

use crate::race::{
    Action, ActionKind, Event, Quirk, Race, Sound, State, Why, book, failures, suite,
};

struct PanickingEffect;
impl Quirk for PanickingEffect {
    fn added(&self, cx: &Effect<'_, Race>, n: u32) -> Event {
        assert!(cx.state.total != 7, "seven is unlucky");
        Event(n)
    }
}

#[test]
fn a_panicking_effect_fails_play_with_the_way_there() {
    let failures = failures(&PanickingEffect);
    let failure = failures.of(Check::Play).next().expect("play fails");
    assert!(failure.message.contains("the effect of the rule \"add\": seven is unlucky"));
    assert!(!failure.moves.is_empty());
    // Whoever repeats the moves arrives there.
    assert!(failure.moves[0].starts_with("seat 0: "), "{failure}");
}

#[test]
fn panics_that_the_engine_catches_are_in_the_report_alone() {
    let told = told_by("play::a_panicking_effect_fails_play_with_the_way_there");
    assert!(!told.contains("seven is unlucky"), "{told}");
}

#[test]
#[should_panic(expected = "the universe has no end")]
fn a_panic_of_the_authors_own_goes_to_the_caller() {
    let endless = suite(&Sound).universe(|_| panic!("the universe has no end"));
    endless.check();
}

#[test]
fn a_panic_that_nobody_catches_is_printed_once() {
    let told = told_by("play::a_panic_of_the_authors_own_goes_to_the_caller");
    assert_eq!(told.matches("the universe has no end").count(), 1, "{told}");
    assert!(told.contains("panicked at"), "{told}");
}

/// What another test prints as errors, if nobody holds it back.
fn told_by(test: &str) -> String {
    let this_test = env::current_exe().expect("a test is a program");
    let run = Command::new(this_test).args(["--exact", test, "--nocapture"]).output();
    let run = run.expect("a test can be started");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
    assert!(String::from_utf8_lossy(&run.stdout).contains("1 passed"), "{test} is no test");
    String::from_utf8_lossy(&run.stderr).into_owned()
}

struct BreaksAnInvariant;
impl Quirk for BreaksAnInvariant {
    fn more(&self, book: BookBuilder<Race>) -> BookBuilder<Race> {
        book.invariant("never nine", |invariant| invariant.holds(|state: &State| state.total != 9))
    }
}

#[test]
fn an_offered_action_that_breaks_an_invariant_fails_play() {
    let failures = failures(&BreaksAnInvariant);
    let failure = failures.of(Check::Play).next().expect("play fails");
    assert!(failure.message.contains("It would break \"never nine\""), "{failure}");
}

struct DeadEnd;
impl Quirk for DeadEnd {
    fn may_act(&self, ask: &Ask<'_, Race>) -> bool {
        ask.by.is(ask.state.turn) && ask.state.total < 10
    }
    fn offers(&self, offer: &mut Offer<'_, Race>) {
        if offer.by.is(offer.state.turn) && offer.state.total < 10 {
            offer.extend([Action::Add(1), Action::Add(2)]);
        }
    }
}

#[test]
fn a_game_in_which_nobody_can_go_on_fails_play_and_offered() {
    let failures = failures(&DeadEnd);
    assert_eq!(failures.checks(), [Check::Play, Check::Offered]);
    let text = failures.to_string();
    assert!(text.contains("nobody can go on (who may act: seat "), "{text}");
    assert!(text.starts_with("The game \"race\" fails 2 checks. These do not hold:\n- play: "));
}

#[test]
fn a_game_that_does_not_end_within_the_bound_is_no_failure_but_told() {
    let budget = Budget { actions: 3, ..Budget::default() };
    let report = suite(&Sound).budget(budget).check();
    assert_eq!(report.ended, 0);
    assert_eq!(report.actions, 3 * report.games);
    assert!(report.to_string().contains("No game was over within 3 actions"), "{report}");
}

#[test]
fn a_budget_that_lets_nothing_be_played_fails_start() {
    let none = Budget::default();
    for budget in [Budget { games: 0, ..none }, Budget { actions: 0, ..none }] {
        let failures = suite(&Sound).budget(budget).run().expect_err("nothing was played");
        assert_eq!(failures.checks(), [Check::Start]);
    }
}

#[test]
fn a_state_that_cannot_start_fails_start() {
    let book = book(&BreaksAnInvariant);
    let at_nine = |_: Seed| {
        let mut state = State::new(&BreaksAnInvariant);
        state.total = 9;
        state
    };
    let failures = Conformance::new(book, at_nine).run().expect_err("it cannot start");
    assert_eq!(failures.checks(), [Check::Start]);
    assert!(failures.to_string().contains("The starting state breaks \"never nine\"."));
}

struct NeverApplied;
impl Quirk for NeverApplied {
    fn more(&self, book: BookBuilder<Race>) -> BookBuilder<Race> {
        book.rule("shadowed", |rule| rule.then(|_, ()| [Event(1)]))
    }
}

#[test]
fn a_rule_that_never_applies_fails_coverage_if_asked_for_and_is_told_otherwise() {
    let report = suite(&NeverApplied).check();
    assert_eq!(report.never_fired, ["shadowed"]);
    assert!(report.to_string().contains("The rule \"shadowed\" never fired."));
    let failures = suite(&NeverApplied).every_rule().run().expect_err("it is asked for");
    assert_eq!(failures.checks(), [Check::Coverage]);
}

struct OnlyRefuses;
impl Quirk for OnlyRefuses {
    fn more(&self, book: BookBuilder<Race>) -> BookBuilder<Race> {
        book.replace("rush", |rule| {
            rule.on(ActionKind::Rush)
                .answer(|_| Answer::<(), _>::disallowed(Why::OneOrTwo))
                .then(|_, ()| [Event(1)])
        })
    }
}

#[test]
fn a_rule_that_only_refuses_has_fired() {
    let report = suite(&OnlyRefuses).every_rule().check();
    assert_eq!(report.never_fired, [""; 0]);
    assert!(!report.to_string().contains("never fired"), "{report}");
}

struct ManyNeverFire;
impl Quirk for ManyNeverFire {
    fn more(&self, book: BookBuilder<Race>) -> BookBuilder<Race> {
        (1..=20).fold(book, |book, n| {
            book.rule(format!("idle {n}"), |rule| rule.then(|_, ()| [Event(1)]))
        })
    }
}

#[test]
fn every_rule_that_never_fired_is_named_and_the_text_has_a_bound() {
    let failures = suite(&ManyNeverFire).every_rule().run().expect_err("it is asked for");
    assert_eq!(failures.of(Check::Coverage).count(), 20);
    let text = failures.to_string();
    assert!(text.contains("\"idle 12\"") && !text.contains("\"idle 13\""), "{text}");
    assert!(text.contains("(coverage failed 8 more times.)"), "{text}");
}
