//! The same book interpreted a second time, as plainly as it can be said:
//! recursion, copies of the whole state, no index of anything.

mod consult;
mod deep;
mod equals;
mod fall;
mod happen;
mod observe;
mod rest;
mod settle;

use std::collections::BTreeSet;

use rulebook::{Fate, GroupKind, Source};

use super::dump::{Dump, Line, Matter, Name, Picked, Why};
use super::game::{Act, Arena, Ev, EvKind, Table};
use super::meaning::{Cx, Tree, grow};
use super::spec::{CHOICES, EVENTS, Spec};

/// Why an action does not get through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The event that did not happen, of which cost.
    Unpaid(usize, Ev),
    Limit(&'static str),
}

/// What comes of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Came {
    Committed,
    NoChange,
    Stopped(Stop),
}

/// A trigger that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Waits {
    trigger: usize,
    source: Option<Source>,
    seen: Vec<(Ev, Fate)>,
    /// The announcements that it heard, by number.
    told: Vec<usize>,
    /// How much was prevented according to them, and how much there would have
    /// been.
    prevented: u32,
    would: u32,
    remembered: Option<u32>,
    /// Whether anything was remembered in its commit.
    memories: bool,
    firing: usize,
    depth: usize,
}

/// What a guard does in addition.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rides {
    by: Name,
    line: usize,
    event: Ev,
    would: u32,
    prevented: u32,
}

/// What was remembered of a source, for which line.
type Memory = (Source, u32, usize);

/// What guards used up and brought about in one commit. What a group adds is
/// taken from the end again if it dies.
#[derive(Clone, Debug, Default)]
struct Ledger {
    /// Who, how much, on which line.
    spends: Vec<(Name, u32, usize)>,
    /// Who, how much, how much was left, on which line.
    preventions: Vec<(Name, u32, u32, usize)>,
    riders: Vec<Rides>,
}

/// One action being interpreted.
pub(crate) struct Oracle<'s> {
    spec: &'s Spec,
    by: u8,
    act: Act,
    pub(crate) state: Table,
    /// The state before the commit that is being settled.
    start: Table,
    pub(crate) dump: Dump,
    answers: &'s [u8],
    /// Those that wait, in the order in which they were put there.
    waiting: Vec<Waits>,
    happened: BTreeSet<EvKind>,
    ledger: Ledger,
    /// How deep in the chain of causes the commit is that is being settled.
    depth: usize,
    /// Triggers that looked back: which, and on which line.
    looked: Vec<(usize, Option<Source>, usize)>,
    /// What was remembered of a source, for which line.
    memories: Vec<Memory>,
    /// What was announced, in the order in which it was prevented: by which
    /// announcement, on which line, how much, and how much was left.
    parts: Vec<(usize, usize, u32, u32)>,
    /// Sources that entered in a group that was then taken back.
    ghosts: Vec<Source>,
    /// The game and what waited, at each turn of the way to rest.
    turns: Vec<(bool, Turn)>,
    /// How many lines triggers have heard of.
    observed: usize,
    /// Whether it went in a circle.
    pub(crate) circle: bool,
    /// Whether it still did when it had gone on for a while.
    pub(crate) long_circle: bool,
}

/// What is done next on the way to rest.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Ahead {
    Round(Vec<Tree>),
    Trigger(Waits),
}

/// One turn of the way to rest.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Turn {
    state: Table,
    ahead: Ahead,
    waiting: Vec<Waits>,
    /// How many choices there were.
    picked: usize,
}

impl<'s> Oracle<'s> {
    /// What comes of an action, and of everything that follows from it.
    pub(crate) fn run(spec: &'s Spec, state: &Table, by: u8, act: Act) -> (Came, Oracle<'s>) {
        let mut run = Oracle {
            spec,
            by,
            act,
            state: state.clone(),
            start: state.clone(),
            dump: Dump::default(),
            answers: &spec.answers,
            waiting: Vec::new(),
            happened: BTreeSet::new(),
            ledger: Ledger::default(),
            depth: 0,
            looked: Vec::new(),
            memories: Vec::new(),
            parts: Vec::new(),
            ghosts: Vec::new(),
            turns: Vec::new(),
            observed: 0,
            circle: false,
            long_circle: false,
        };
        let came = match run.action() {
            Ok(()) if run.dump.lines.is_empty() && run.dump.rounds.is_empty() => Came::NoChange,
            Ok(()) => Came::Committed,
            Err(stop) => Came::Stopped(stop),
        };
        if came != Came::Committed {
            run.state = state.clone();
        }
        (came, run)
    }

    fn action(&mut self) -> Result<(), Stop> {
        let number = usize::from(self.act.rule);
        let rule = &self.spec.rules[number];
        for (at, cost) in rule.costs.iter().enumerate() {
            let trees = grow(self.spec, &self.cx(), cost);
            let members = trees.into_iter().map(|tree| (false, tree)).collect();
            let all = Tree::Many(GroupKind::Atomic, members);
            if let Some(line) = self.commit((false, all), Why::Cost(number), 0)? {
                return Err(Stop::Unpaid(at, self.dump.lines[line].proposed));
            }
        }
        let mut chosen = None;
        if rule.asks {
            let options: Vec<_> = (0..self.state.seats).map(|seat| seat.to_string()).collect();
            chosen = Some(self.ask(Matter::Whom, self.by, &options)? as u8);
        }
        let trees = grow(self.spec, &Cx { chosen, ..self.cx() }, &rule.then);
        self.propose(trees, Why::Rule(number), 0)?;
        self.rest()
    }

    fn cx(&self) -> Cx<'_> {
        Cx::new(&self.state, self.by, self.act.n)
    }

    /// Single events and groups, one after the other; a sequence is taken
    /// apart.
    fn propose(&mut self, trees: Vec<Tree>, why: Why, depth: usize) -> Result<(), Stop> {
        self.steps(trees.into_iter().map(|tree| (false, tree)).collect(), why, depth)
    }

    fn steps(&mut self, steps: Vec<(bool, Tree)>, why: Why, depth: usize) -> Result<(), Stop> {
        for step in steps {
            match step {
                (_, Tree::Many(GroupKind::Sequence, members)) => self.steps(members, why, depth)?,
                step => {
                    self.commit(step, why, depth)?;
                }
            }
        }
        Ok(())
    }

    /// A player chooses.
    fn ask(&mut self, matter: Matter, seat: u8, options: &[String]) -> Result<usize, Stop> {
        let nth = self.dump.picked.len();
        if nth >= CHOICES {
            return Err(Stop::Limit("choices"));
        }
        let option = usize::from(self.answers[nth % self.answers.len()]) % options.len();
        let text = options[option].clone();
        self.dump.picked.push(Picked { matter, seat, option: option as u32, text });
        Ok(option)
    }

    /// A new line of the record.
    fn line(&mut self, proposed: Ev, why: Why, group: Option<usize>) -> Result<usize, Stop> {
        self.dump.lines.push(Line {
            proposed,
            event: proposed,
            fate: Fate::Applied,
            by: Vec::new(),
            fell_with: None,
            group,
            why,
            applied: None,
        });
        match self.dump.lines.len() > EVENTS {
            true => Err(Stop::Limit("events")),
            false => Ok(self.dump.lines.len() - 1),
        }
    }

    fn fate(&mut self, line: usize, fate: Fate) {
        self.dump.lines[line].fate = fate;
    }
}

/// What an event makes of a state.
fn after(state: &Table, event: &Ev) -> Table {
    let mut state = state.clone();
    <Arena as rulebook::Game>::apply(&mut state, event);
    state
}
