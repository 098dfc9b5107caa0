//! What the steps of a turn mean for the rules: who can be reached in a step, and
//! which actions that it allows nobody answers.

mod common;
#[path = "common/lights.rs"]
mod lights;

use common::*;
use lights::*;
use rulebook::prelude::*;
use rulebook::{
    About, BookBuilder, Certainty, Fact, Finding, FindingKind, RuleBuilder, TurnBuilder,
};

/// Draw allows Go, Play allows everything.
fn draw_and_play(turn: TurnBuilder<Sandbox, At>) -> TurnBuilder<Sandbox, At> {
    turn.step(At::Draw, |step| step.allows(ActKind::Go).leads_to(At::Play)).step(At::Play, |step| {
        step.allows([ActKind::Go, ActKind::Other, ActKind::Lost]).leads_to(At::Draw)
    })
}

/// The same for a step that a closure reads.
fn unnamed(turn: TurnBuilder<Sandbox, Step>) -> TurnBuilder<Sandbox, Step> {
    turn.step(Step::Draw, |step| step.allows(ActKind::Go).leads_to(Step::Play))
        .step(Step::Play, |step| {
            step.allows([ActKind::Go, ActKind::Other, ActKind::Lost]).leads_to(Step::Draw)
        })
}

/// A book with these two steps, by the fact that is the step.
fn turned(step: &Fact<Sandbox, At>) -> BookBuilder<Sandbox> {
    book("steps").turn_by(step, Why::NotNow, draw_and_play)
}

/// A rule about some kinds of actions.
fn on(kinds: &'static [ActKind]) -> impl FnOnce(RuleBuilder<Sandbox>) -> rulebook::Rule<Sandbox> {
    move |rule| says("on")(rule.on(kinds))
}

/// The same in a step.
fn on_in(
    kinds: &'static [ActKind],
    step: &Fact<Sandbox, At>,
    values: impl Into<rulebook::KindSet<At>>,
) -> impl FnOnce(RuleBuilder<Sandbox>) -> rulebook::Rule<Sandbox> {
    let (step, values) = (step.clone(), values.into());
    move |rule| says("on")(rule.on(kinds).given(&step, values))
}

/// Phases for both steps: in Play there are rules for these kinds.
fn by_phases(
    book: BookBuilder<Sandbox>,
    step: &Fact<Sandbox, At>,
    play: &'static [ActKind],
) -> BookBuilder<Sandbox> {
    book.phase("draw", |draw| draw.given(step, At::Draw).rule("draw", on(&[ActKind::Go])))
        .phase("play", |phase| phase.given(step, At::Play).rule("play", on(play)))
}

const ALL: &[ActKind] = &[ActKind::Go, ActKind::Other, ActKind::Lost];
const OTHERS: &[ActKind] = &[ActKind::Other, ActKind::Lost];

fn gaps(book: BookBuilder<Sandbox>) -> Vec<String> {
    analyse(book).of(FindingKind::Gap).map(Finding::to_string).collect()
}

fn gap(case: &str) -> String {
    format!("No rule answers {case}. Add a rule for it, or a check that says why it is refused.")
}

#[test]
fn an_action_that_no_rule_answers_in_a_step_that_allows_it_is_a_gap() {
    let step = at();
    assert_eq!(
        gaps(by_phases(turned(&step), &step, OTHERS)),
        [gap("Go when step is Play, if the game ever gets there")]
    );
    // In a step that does not allow an action, nobody need answer it.
    is_clean(by_phases(turned(&step), &step, ALL));
}

#[test]
fn a_gap_in_several_steps_is_one_case() {
    let step = at();
    assert_eq!(
        gaps(
            turned(&step)
                .rule("others", on(OTHERS))
                .rule("go", on_in(&[ActKind::Go], &step, At::End))
        ),
        ["No rule answers the action Go: the steps Draw and Play allow it, but no rule that can \
          be reached is about it. Add a rule or a step for it, or remove the action."]
    );
    let light = light();
    let dusk =
        |rule: RuleBuilder<Sandbox>| says("go")(rule.on(ActKind::Go).given(&light, Light::Dusk));
    let others = on_in(OTHERS, &step, At::Play);
    assert_eq!(
        gaps(turned(&step).rule("others", others).rule("go", dusk)),
        [gap(
            "Go when step is Draw or Play and light is Day or Night, if the game ever gets there"
        )]
    );
}

#[test]
fn a_fact_that_only_looks_like_the_step_is_not_taken_for_it() {
    let before = Fact::of_state("step before", |table: &Table| match table.total {
        0 => At::Draw,
        _ => At::Play,
    });
    let planted = |book: BookBuilder<Sandbox>| {
        book.rule("go", on(&[ActKind::Go])).rule("others", on_in(OTHERS, &before, At::Play))
    };
    // It is the only one with the names of the steps, and a closure reads the step.
    let closed = book("steps").turn(|table| table.step, Why::NotNow, unnamed);
    let hint = "; if \"step before\" is the step of the turn, say so with .turn_by(…)";
    let open = "step before is Draw or End, if the game ever gets there";
    assert_eq!(
        gaps(planted(closed)),
        ["Other", "Lost"].map(|kind| gap(&format!("{kind} when {open}{hint}")))
    );
    // Where another fact is the step, there is nothing to say.
    let known = planted(turned(&at()));
    assert_eq!(gaps(known), ["Other", "Lost"].map(|kind| gap(&format!("{kind} when {open}"))));
    // Nor does it keep anybody from being reached.
    let early = |book: BookBuilder<Sandbox>| {
        book.rule("early", on_in(OTHERS, &before, At::Draw)).rule("else", on(ALL))
    };
    is_clean(early(turned(&at())));
}

#[test]
fn a_rule_for_a_step_that_does_not_allow_its_actions_is_never_reached() {
    let step = at();
    let planted = |values: rulebook::KindSet<At>| {
        turned(&step)
            .phase("draw", |draw| {
                draw.given(&step, values).rule("go", on(&[ActKind::Go])).rule("early", on(OTHERS))
            })
            .rule("else", on(ALL))
    };
    let finding = only(planted(At::Draw.into()));
    assert_eq!(finding.kind, FindingKind::Unreachable);
    assert_eq!(
        finding.to_string(),
        "The rule \"draw/early\" is never reached: it wants the step Draw, which does not allow \
         Other or Lost. Correct a condition, let a step allow that, or remove the rule."
    );
    let analysis = analyse(planted([At::Draw, At::Play].into()));
    assert_eq!(analysis.about("draw/early").filter(|it| it.rules[0] == "draw/early").count(), 0);
    // A value that is none of the steps never comes.
    let finding = only(turned(&step).rule("end", on_in(ALL, &step, At::End)).rule("else", on(ALL)));
    assert_eq!(finding.why, "it wants a step that the turn does not have");
    // Where nothing says that the fact is the step, or nobody enforces the steps, anything goes.
    let early = on_in(OTHERS, &step, At::Draw);
    let closed = book("steps").turn(|table| table.step, Why::NotNow, unnamed);
    is_clean(closed.rule("early", early).rule("else", on(ALL)));
    let base = planted(At::Draw.into()).compile().unwrap();
    is_clean(base.variant("free").remove("the step allows it"));
}

#[test]
fn a_rule_is_shadowed_by_one_in_the_only_step_that_allows_its_actions() {
    let step = at();
    let planted = |values: rulebook::KindSet<At>| {
        turned(&step)
            .rule("go", on(&[ActKind::Go]))
            .rule("in play", on_in(OTHERS, &step, values))
            .rule("never", on(OTHERS))
    };
    let finding = only(planted(At::Play.into()));
    assert_eq!(finding.kind, FindingKind::Shadowed);
    assert_eq!(finding.rules, ["never", "in play"]);
    // Go is allowed in both.
    is_clean(turned(&step).rule("in play", on_in(ALL, &step, At::Play)).rule("else", on(ALL)));
}

#[test]
fn a_phase_for_a_step_that_allows_none_of_its_actions_is_dead() {
    let step = at();
    let planted = |kinds: &'static [ActKind]| {
        turned(&step)
            .phase("draw", |draw| {
                draw.given(&step, At::Draw).phase("inner", |inner| inner.rule("early", on(kinds)))
            })
            .rule("else", on(ALL))
    };
    let finding = only(planted(OTHERS));
    assert_eq!(finding.about, About::Phase("draw".into()));
    assert_eq!(
        finding.to_string(),
        "The phase \"draw\" is never of use: it wants the step Draw, which does not allow Other or \
         Lost. Its rule \"draw/inner/early\" is never asked. Correct a condition, let a step \
         allow that, or remove the phase."
    );
    is_clean(planted(ALL));
}

#[test]
fn a_step_that_rules_have_moved_on_may_be_another() {
    let step = at();
    let planted = |first: &'static [ActKind]| {
        turned(&step).phase("all", |all| {
            all.strategy(Strategy::ApplyAll)
                .rule("move", |rule| rule.on(first).then(|_, ()| [Ev::Move(Step::Draw)]))
                .rule("after", on_in(OTHERS, &step, At::Draw))
                .rule("rest", on(ALL))
        })
    };
    is_clean(planted(ALL));
    let finding = only(planted(&[ActKind::Go]));
    assert_eq!(
        finding.why,
        "it wants the step Draw, which does not allow Other or Lost, and no rule before it can \
         change that"
    );
}

#[test]
fn rules_overlap_only_in_a_step_that_allows_the_action() {
    let step = at();
    let planted = |values: rulebook::KindSet<At>| {
        turned(&step)
            .strategy(Strategy::Exclusive)
            .rule("both", on_in(ALL, &step, values))
            .rule("others", on(OTHERS))
            .rule("go", on_in(&[ActKind::Go], &step, At::Play))
    };
    let overlaps = |values: rulebook::KindSet<At>| {
        let analysis = analyse(planted(values));
        let found = analysis.of(FindingKind::Overlap);
        found.map(|found| found.witness.clone().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(overlaps(At::Draw.into()), [""; 0]);
    // Other is not to be had in Draw.
    assert_eq!(
        overlaps([At::Draw, At::Play].into()),
        ["Other when step is Play", "Go when step is Play"]
    );
}

#[test]
fn what_never_meets_in_a_step_needs_no_priority_and_no_mask() {
    let step = at();
    let planted = turned(&step)
        .phase("pick", |pick| {
            pick.strategy(Strategy::HighestPriority)
                .rule("draw", |rule| says("a")(rule.priority(60).given(&step, At::Draw)))
                .rule("others", on(OTHERS))
                .rule("go", on_in(&[ActKind::Go], &step, At::Play))
        })
        .compile()
        .unwrap();
    let analysis = planted.analyse();
    let priorities = analysis.of(FindingKind::RedundantPriority);
    assert_eq!(priorities.map(|found| found.about.name()).collect::<Vec<_>>(), ["pick/draw"]);
    let masked = only(turned(&step).phase("all", |all| {
        all.strategy(Strategy::ApplyAll)
            .phase("draw", |draw| {
                draw.given(&step, At::Draw).rule("a", |rule| says("a")(rule.exclusive("one")))
            })
            .rule("others", |rule| says("b")(rule.on(OTHERS).exclusive("one")))
            .rule("go", on_in(&[ActKind::Go], &step, At::Play))
    }));
    assert_eq!((masked.kind, masked.certainty), (FindingKind::IdleMask, Certainty::Proved));
}

#[test]
fn a_check_for_actions_that_no_step_brings_to_a_rule_is_needless() {
    let step = at();
    let analysis = analyse(
        turned(&step)
            .rule("draw", |rule| says("a")(rule.given(&step, At::Draw)))
            .rule("go", on(&[ActKind::Go]))
            .check("no shouting", Gate::Shape, |check| {
                check.on(ActKind::Other).require(|_| true, Why::NotNow)
            }),
    );
    let needless = analysis.of(FindingKind::UnusedCheck).map(|found| found.about.name());
    assert_eq!(needless.collect::<Vec<_>>(), ["no shouting"]);
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
