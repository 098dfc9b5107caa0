//! Gaps in the steps of a turn: an action that a step allows, and that no rule
//! answers there.

mod common;
#[path = "common/lights.rs"]
mod lights;

use common::*;
use lights::*;
use rulebook::{BookBuilder, Fact, Finding, FindingKind};

/// A book with the steps Draw and Play, and rules for both.
fn stepped(step: &Fact<Sandbox, At>, play: &'static [ActKind]) -> BookBuilder<Sandbox> {
    stepped_after(book("steps"), step, play)
}

/// The same, after what stands in the book already.
fn stepped_after(
    before: BookBuilder<Sandbox>,
    step: &Fact<Sandbox, At>,
    play: &'static [ActKind],
) -> BookBuilder<Sandbox> {
    before
        .turn(
            |table| table.step,
            Why::NotNow,
            |turn| {
                turn.step(Step::Draw, |step| step.allows(ActKind::Go).leads_to(Step::Play)).step(
                    Step::Play,
                    |step| {
                        step.allows([ActKind::Go, ActKind::Other, ActKind::Lost])
                            .leads_to(Step::Draw)
                    },
                )
            },
        )
        .phase("draw", |draw| draw.given(step, At::Draw).rule("draw", says("draw")))
        .phase("play", |phase| {
            phase.given(step, At::Play).rule("play", |rule| says("play")(rule.on(play)))
        })
}

#[test]
fn an_action_that_no_rule_answers_in_a_step_that_allows_it_is_a_gap() {
    let step = at();
    let planted = analyse(stepped(&step, &[ActKind::Other, ActKind::Lost]));
    let gaps: Vec<String> = planted.of(FindingKind::Gap).map(Finding::to_string).collect();
    assert_eq!(
        gaps,
        [
            "No rule answers Go when step is Play, if the game ever gets there. Add a rule for it, or \
          a check that says why it is refused."
        ]
    );
    // In a step that does not allow an action, nobody need answer it.
    is_clean(stepped(&step, &[ActKind::Go, ActKind::Other, ActKind::Lost]));
}

#[test]
fn of_two_facts_that_could_be_the_step_none_is_taken_for_it() {
    let (step, before) = (at(), Fact::of_state("step before", |_: &Table| At::Draw));
    let gaps = |before: BookBuilder<Sandbox>| {
        let planted = stepped_after(before, &step, &[ActKind::Other, ActKind::Lost]);
        let analysis = analyse(
            planted.rule("others", |rule| says("others")(rule.on([ActKind::Other, ActKind::Lost]))),
        );
        analysis.of(FindingKind::Gap).map(Finding::to_string).collect::<Vec<_>>()
    };
    let gap = |values: &str| {
        format!(
            "No rule answers Go when step is {values}, if the game ever gets there. Add a rule for \
             it, or a check that says why it is refused."
        )
    };
    assert_eq!(gaps(book("steps")), [gap("Play")]);
    // It comes first, and has the same values; it would make two gaps of one.
    let other = book("steps").phase("before", |phase| {
        phase.rule("before", |rule| says("before")(rule.on(ActKind::Lost).given(&before, At::Draw)))
    });
    assert_eq!(gaps(other), [gap("Play or End")]);
}

#[test]
fn an_action_that_no_step_allows_is_a_gap_and_so_is_a_step_for_nothing() {
    let turn = |kinds: &'static [ActKind], rule: &'static [ActKind]| {
        book("steps")
            .turn(
                |table| table.step,
                Why::NotNow,
                |turn| {
                    turn.always(ActKind::Go)
                        .step(Step::Draw, |step| step.allows(kinds).leads_to(Step::Play))
                        .step(Step::Play, |step| step.allows(kinds).leads_to(Step::Draw))
                },
            )
            .rule("a", |builder| says("a")(builder.on(rule)))
    };
    let all = &[ActKind::Go, ActKind::Other, ActKind::Lost];
    assert_eq!(only(turn(&[ActKind::Other], all)).why, "no step allows it");
    assert_eq!(
        only(turn(&[ActKind::Other, ActKind::Lost], &[ActKind::Go, ActKind::Other])).why,
        "the steps Draw and Play allow it, but no rule that can be reached is about it"
    );
    is_clean(turn(&[ActKind::Other, ActKind::Lost], all));
}
