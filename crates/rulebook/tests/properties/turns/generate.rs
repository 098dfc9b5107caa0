//! Random machines.

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy as Inputs, prop_oneof};

use super::spec::{Act, Case, Event, Proposal, RuleSpec, SORTS, Sort, StepSpec, Table, What};

/// At most so many steps. Nobody declares the one after the last.
const STEPS: u8 = 4;

fn sort() -> impl Inputs<Value = Sort> {
    (0..SORTS.len()).prop_map(|at| SORTS[at])
}

fn what() -> impl Inputs<Value = What> {
    prop_oneof![
        6 => (0..40_u8).prop_map(|step| What::Event(Event::Goto(step))),
        3 => Just(What::Event(Event::Tick)),
        3 => (0..9_u32).prop_map(|mark| What::Event(Event::Mark(mark))),
        1 => Just(What::Roll),
    ]
}

fn proposal() -> impl Inputs<Value = Proposal> {
    let conditions = prop_oneof![
        3 => Just((None, None)),
        2 => (0..3_u8).prop_map(|count| (Some(count), None)),
        2 => (1..20_u8).prop_map(|count| (None, Some(count))),
    ];
    (conditions, what()).prop_map(|((only_at, below), what)| Proposal { only_at, below, what })
}

fn effects() -> impl Inputs<Value = Vec<Vec<Proposal>>> {
    prop_oneof![1 => vec(vec(proposal(), 1..2), 0..1), 1 => vec(vec(proposal(), 0..3), 1..3)]
}

fn step() -> impl Inputs<Value = StepSpec> {
    let ends = prop_oneof![4 => Just(false), 1 => Just(true)];
    let parts = (vec(sort(), 1..5), vec(0..STEPS, 0..6), ends, effects(), effects());
    parts.prop_map(|(allows, leads_to, ends, entering, leaving)| StepSpec {
        allows,
        leads_to,
        ends,
        entering,
        leaving,
    })
}

fn rule() -> impl Inputs<Value = RuleSpec> {
    (vec(sort(), 0..2), vec(proposal(), 0..4))
        .prop_map(|(sorts, proposes)| RuleSpec { sorts, proposes })
}

/// Machines with whatever mistakes chance gives them.
pub(crate) fn case() -> impl Inputs<Value = Case> {
    let dial = prop_oneof![2 => Just(3_u8), 1 => Just(20)];
    let start = (0..STEPS, 0..3_u8, dial);
    let start = start.prop_map(|(step, count, dial)| Table { step, count, dial });
    let limits = prop_oneof![(2..10_usize, 6..40_usize), (20..50_usize, 40..120_usize)];
    let actions = vec(sort().prop_map(Act), 1..5);
    let steps = vec(step(), 1..usize::from(STEPS) + 1);
    let rules = prop_oneof![2 => vec(rule(), 1..5), 1 => vec(rule(), 6..14)];
    let parts = (steps, vec(sort(), 0..4), rules, start, limits, actions);
    parts.prop_map(|(steps, always, rules, start, (depth, events), actions)| Case {
        steps,
        always,
        rules,
        start,
        depth,
        events,
        actions,
    })
}

/// Machines that compile: each step leads to the next, in a circle, or to every
/// other. An event may go beyond, now and then.
pub(crate) fn sound_case() -> impl Inputs<Value = Case> {
    let open = prop_oneof![1 => Just(false), 4 => Just(true)];
    (case(), open).prop_map(|(mut case, open)| {
        let count = case.steps.len() as u8;
        for (at, step) in case.steps.iter_mut().enumerate() {
            step.leads_to.retain(|&to| to < count);
            step.leads_to.push((at as u8 + 1) % count);
            if open {
                step.leads_to.extend(0..count);
            }
            let effects = step.entering.iter_mut().chain(&mut step.leaving);
            effects.for_each(|proposals| keep_in(proposals, count));
        }
        case.rules.iter_mut().for_each(|rule| keep_in(&mut rule.proposes, count));
        case.start.step %= count;
        case
    })
}

/// Most events go to steps that are there.
fn keep_in(proposals: &mut [Proposal], count: u8) {
    for proposal in proposals {
        if let What::Event(Event::Goto(step)) = &mut proposal.what
            && *step != 39
        {
            *step %= count;
        }
    }
}
