//! What a machine means, written down a second time and recursively: an event
//! that moves the turn is followed at once by what the old step says about
//! leaving, then by what the new one says about entering, each with all that
//! follows from it.

use std::collections::BTreeSet;

use rulebook::{Dice, Draw, Mistake, Origin, RuleId, Seed};

use super::spec::{Act, Case, Event, Proposal, Table, What, change};

/// What an action comes to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Came {
    Committed,
    NoChange,
    /// The step does not allow it.
    NotNow,
    Unhandled,
    UnknownStep(u8),
    NotReached(u8, u8),
    Limit(&'static str),
}

pub(crate) struct Expected {
    pub(crate) came: Came,
    pub(crate) after: Table,
    pub(crate) events: Vec<(Event, Origin)>,
    pub(crate) draws: Vec<Draw>,
    pub(crate) dice: u64,
    /// How often the turn moved, and how deep in the chain of causes.
    pub(crate) moves: usize,
    pub(crate) deepest: usize,
}

struct Run<'c> {
    case: &'c Case,
    dice: Dice,
    out: Expected,
}

pub(crate) fn dispatch(
    case: &Case,
    rules: &[RuleId],
    seed: Seed,
    dice: u64,
    start: Table,
    act: Act,
) -> Expected {
    let out = Expected {
        came: Came::Committed,
        after: start,
        events: Vec::new(),
        draws: Vec::new(),
        dice,
        moves: 0,
        deepest: 0,
    };
    let mut run = Run { case, dice: Dice::at(seed, dice), out };
    run.out.came = match run.all(rules, act) {
        Err(came) => came,
        Ok(()) if run.out.events.is_empty() && run.out.draws.is_empty() => Came::NoChange,
        Ok(()) => Came::Committed,
    };
    run.out.dice = run.dice.position();
    run.out
}

impl Run<'_> {
    fn all(&mut self, rules: &[RuleId], act: Act) -> Result<(), Came> {
        let here = &self.case.steps[usize::from(self.out.after.step)];
        if !self.case.always.contains(&act.0) && !here.allows.contains(&act.0) {
            return Err(Came::NotNow);
        }
        let mut handled = false;
        for (at, rule) in self.case.rules.iter().enumerate() {
            if rule.sorts.is_empty() || rule.sorts.contains(&act.0) {
                handled = true;
                let events = self.proposed(&rule.proposes);
                self.happen(events, Origin::Rule(rules[at]), 0)?;
            }
        }
        if handled { Ok(()) } else { Err(Came::Unhandled) }
    }

    /// What an effect proposes, on the state as it is now.
    fn proposed(&mut self, proposals: &[Proposal]) -> Vec<Event> {
        let count = self.out.after.count;
        let wanted = proposals.iter().filter(|one| one.stands(count));
        let mut events = Vec::new();
        for proposal in wanted {
            events.push(match proposal.what {
                What::Event(event) => event,
                What::Roll => {
                    let value = self.dice.below(6);
                    self.out.draws.push(Draw { sides: 6, value });
                    Event::Mark(value + 1)
                }
            });
        }
        events
    }

    fn happen(&mut self, events: Vec<Event>, origin: Origin, depth: usize) -> Result<(), Came> {
        for event in events {
            let from = self.step()?;
            if self.out.events.len() == self.case.events {
                return Err(Came::Limit("events"));
            }
            change(&mut self.out.after, &event);
            self.out.events.push((event, origin));
            let to = self.step()?;
            if from != to {
                self.moved(from, to, depth)?;
            }
        }
        Ok(())
    }

    fn step(&self) -> Result<u8, Came> {
        let step = self.out.after.step;
        if usize::from(step) < self.case.steps.len() {
            Ok(step)
        } else {
            Err(Came::UnknownStep(step))
        }
    }

    fn moved(&mut self, from: u8, to: u8, depth: usize) -> Result<(), Came> {
        let (old, new) = (&self.case.steps[usize::from(from)], &self.case.steps[usize::from(to)]);
        if !old.leads_to.contains(&to) {
            return Err(Came::NotReached(from, to));
        }
        if depth >= self.case.depth {
            return Err(Came::Limit("depth"));
        }
        self.out.moves += 1;
        self.out.deepest = self.out.deepest.max(depth);
        // All effects of a step propose before anything of it happens.
        let leaving = old.leaving.iter().flat_map(|effect| self.proposed(effect)).collect();
        self.happen(leaving, Origin::Leaving(from.into()), depth + 1)?;
        let entering = new.entering.iter().flat_map(|effect| self.proposed(effect)).collect();
        self.happen(entering, Origin::Entering(to.into()), depth + 1)
    }
}

/// What is wrong with a machine, as text.
pub(crate) fn mistakes(case: &Case) -> BTreeSet<String> {
    let count = case.steps.len();
    let known = |step: &u8| usize::from(*step) < count;
    let mut reached = BTreeSet::from([0_u8]);
    for _ in 0..count {
        let next = reached.iter().flat_map(|&at| &case.steps[usize::from(at)].leads_to);
        let next: Vec<u8> = next.copied().filter(known).collect();
        reached.extend(next);
    }
    let mut wrong = BTreeSet::new();
    for (at, step) in case.steps.iter().enumerate() {
        let unknown = step.leads_to.iter().filter(|to| !known(to));
        wrong.extend(unknown.map(|to| {
            Mistake::UnknownStep { from: at.to_string(), to: to.to_string() }.to_string()
        }));
        if !reached.contains(&(at as u8)) {
            wrong.insert(Mistake::UnreachableStep { step: at.to_string() }.to_string());
        }
        if step.leads_to.is_empty() && !step.ends {
            wrong.insert(Mistake::DeadEnd { step: at.to_string() }.to_string());
        }
    }
    wrong
}
