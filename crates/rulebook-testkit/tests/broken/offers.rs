//! Games that offer what they refuse, or accept what they do not offer.

use std::sync::atomic::{AtomicU32, Ordering};

use rulebook::prelude::*;
use rulebook_testkit::{Check, Conformance};

use crate::race::{Action, Quirk, Race, Sound, State, book, failed, failures, suite};

struct LyingGenerator;
impl Quirk for LyingGenerator {
    fn offers(&self, offer: &mut Offer<'_, Race>) {
        if offer.by.is(offer.state.turn) {
            offer.extend([Action::Add(1), Action::Add(2), Action::Add(3)]);
        }
    }
}

#[test]
fn an_exact_generator_that_lies_fails_offered() {
    let failures = failures(&LyingGenerator);
    let failure = failures.of(Check::Offered).next().expect("offered fails");
    assert!(failure.message.contains("\"Add(3)\" by seat 0"), "{failure}");
    assert!(failure.message.contains("is offered, but it was refused"), "{failure}");
}

struct ForgetfulGenerator;
impl Quirk for ForgetfulGenerator {
    fn offers(&self, offer: &mut Offer<'_, Race>) {
        if offer.by.is(offer.state.turn) {
            offer.push(Action::Add(1));
        }
    }
}

#[test]
fn an_action_that_is_accepted_but_not_offered_fails_offered() {
    let failures = failures(&ForgetfulGenerator);
    assert_eq!(failures.checks(), [Check::Offered]);
    assert!(
        failures.to_string().contains("\"Add(2)\" by seat 0 was accepted, but it is not offered.")
    );
}

struct OutOfTurn;
impl Quirk for OutOfTurn {
    fn may_act(&self, ask: &Ask<'_, Race>) -> bool {
        ask.by.is(ask.state.turn) || ask.by.is(Seat(1))
    }
}

#[test]
fn a_seat_that_can_act_out_of_turn_fails_offered() {
    let failures = failures(&OutOfTurn);
    assert_eq!(failures.checks(), [Check::Offered]);
    assert!(failures.to_string().contains("is offered, but seat 1 is not among the active."));
}

/// Somebody who has no business at the table may act.
struct Stranger(By);
impl Quirk for Stranger {
    fn may_act(&self, ask: &Ask<'_, Race>) -> bool {
        ask.by.is(ask.state.turn) || ask.by == self.0
    }
}

#[test]
fn chance_and_the_clock_are_tried_too() {
    static STRANGERS: [Stranger; 2] = [Stranger(By::Chance), Stranger(By::Clock)];
    for stranger in &STRANGERS {
        let failures = failures(stranger);
        assert_eq!(failures.checks(), [Check::Offered]);
        let what = format!("is offered, but {} is not among the active.", stranger.0);
        assert!(failures.to_string().contains(&what), "{failures}");
    }
}

#[test]
fn a_seat_that_does_not_exist_is_refused_whatever_the_book_says() {
    static STRANGER: Stranger = Stranger(By::Seat(Seat(2)));
    suite(&STRANGER).check();
}

struct WrongActive;
impl Quirk for WrongActive {
    fn active(&self, _: &State) -> Actors {
        Actors::only(Seat(0))
    }
}

#[test]
fn an_active_set_that_is_wrong_fails_offered() {
    let failures = failures(&WrongActive);
    assert!(failures.checks().contains(&Check::Offered), "{failures}");
    assert!(failures.to_string().contains("is offered, but seat 1 is not among the active."));
}

struct Twice;
impl Quirk for Twice {
    fn offers(&self, offer: &mut Offer<'_, Race>) {
        if offer.by.is(offer.state.turn) {
            offer.extend([Action::Add(1), Action::Add(2), Action::Add(1)]);
        }
    }
}

#[test]
fn an_action_that_is_offered_twice_fails_offered() {
    let failures = failures(&Twice);
    assert_eq!(failures.checks(), [Check::Offered]);
    assert!(failures.to_string().contains("is offered twice."));
}

struct SmallUniverse;
impl Quirk for SmallUniverse {
    fn universe(&self, _: &State) -> Vec<Action> {
        vec![Action::Add(1), Action::Roll, Action::Ask, Action::Rush]
    }
}

#[test]
fn an_offer_outside_the_universe_fails_offered() {
    let failures = failures(&SmallUniverse);
    assert_eq!(failures.checks(), [Check::Offered]);
    assert!(
        failures
            .to_string()
            .contains("\"Add(2)\" by seat 0 is offered, but it is not in the universe.")
    );
}

/// What is wrong is nowhere in the universe.
struct AddsThousands;
impl Quirk for AddsThousands {
    fn adds(&self, ask: &Ask<'_, Race>) -> bool {
        matches!(ask.action, Action::Add(1 | 2 | 1_000..))
    }
}

#[test]
fn a_mutation_finds_what_is_not_in_the_universe() {
    suite(&AddsThousands).check();
    let mutated = suite(&AddsThousands).mutate(|action, dice| match action {
        Action::Add(n) => Action::Add(n + dice.below(2) * 1_000),
        other => other.clone(),
    });
    let failures = mutated.run().expect_err("a mutation is accepted");
    assert_eq!(failures.checks(), [Check::Offered]);
    assert!(failures.to_string().contains("\"Add(1001)\" by seat"), "{failures}");
}

#[test]
fn without_a_universe_what_was_played_is_tried_everywhere() {
    // Nobody ever played what the generator forgets, so nobody tries it …
    let forgetful = || bare(&ForgetfulGenerator).without_universe();
    let report = forgetful().check();
    let untested = "an action that would be accepted but is never offered was not found.";
    assert!(report.to_string().contains(untested), "{report}");
    // … but what one seat played, the other one tries.
    let failures = bare(&OutOfTurn).without_universe().run().expect_err("it is out of turn");
    assert_eq!(failures.checks(), [Check::Offered]);
    // Mutations find it without any universe, and then nothing is untested.
    let mutated = forgetful().mutate(|_, dice| Action::Add(dice.below(4)));
    let failures = mutated.run().expect_err("a mutation is accepted");
    assert_eq!(failures.checks(), [Check::Offered]);
}

fn bare(quirk: &'static dyn Quirk) -> Conformance<Race> {
    Conformance::new(book(quirk), move || State::new(quirk))
}

#[test]
fn a_suite_without_a_universe_fails_offered_unless_that_is_meant() {
    let failures = bare(&Sound).run().expect_err("the main promise is not tested");
    assert_eq!(failures.checks(), [Check::Offered]);
    let text = failures.to_string();
    assert!(text.contains("add .universe(…)") && text.contains(".without_universe()"), "{text}");
    assert!(!text.contains("With seed"), "it is about no position: {text}");
    assert_eq!(bare(&Sound).without_universe().check().untested.len(), 1);
    assert_eq!(suite(&Sound).check().untested, [""; 0]);
}

/// The generator's proofs decide something else than a submit does: the rule
/// that vouches is not the rule that wins.
struct WrongProof;
impl Quirk for WrongProof {
    fn adds(&self, ask: &Ask<'_, Race>) -> bool {
        // Asked once for a proof, and once more for a submit, it answers in
        // turns.
        static ASKED: AtomicU32 = AtomicU32::new(0);
        matches!(ask.action, Action::Add(1 | 2)) && ASKED.fetch_add(1, Ordering::SeqCst) % 7 != 6
    }
}

#[test]
fn an_answer_that_changes_its_mind_fails_offered_and_explain() {
    let failed = failed(&WrongProof);
    assert!(failed.contains(&Check::Offered) && failed.contains(&Check::Explain), "{failed:?}");
}

/// A check that leaves a mark where it should only look.
struct MarkingCheck;
impl Quirk for MarkingCheck {
    fn may_act(&self, ask: &Ask<'_, Race>) -> bool {
        let may = ask.by.is(ask.state.turn);
        if !may {
            ask.state.hidden.set(ask.state.hidden.get() + 1);
        }
        may
    }
}

#[test]
fn a_refusal_that_leaves_a_mark_fails_refused() {
    let failures = failures(&MarkingCheck);
    let failure = failures.of(Check::Refused).next().expect("refused fails");
    assert!(failure.message.contains("was refused, but it left something behind"), "{failure}");
}
