//! A turn machine as plain data, and the book that has it.

use std::fmt;

use rulebook::{
    Book, Canonical, Effect, Encoder, Game, Kind, Kinded, Limits, Mistakes, Reason, Revert,
    StepBuilder, Strategy,
};

/// The kinds of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Play,
    Pass,
    Talk,
}

pub(crate) const SORTS: [Sort; 3] = [Sort::Play, Sort::Pass, Sort::Talk];

impl Kind for Sort {
    const ALL: &'static [Self] = &SORTS;
    fn index(self) -> usize {
        self as usize
    }
    fn name(self) -> &'static str {
        ["Play", "Pass", "Talk"][self as usize]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Act(pub(crate) Sort);

impl Kinded for Act {
    type Kind = Sort;
    fn kind(&self) -> Sort {
        self.0
    }
}

/// What happens: the turn moves, a small counter ticks, or nothing changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Goto(u8),
    Tick,
    Mark(u32),
}

impl Kinded for Event {
    type Kind = rulebook::Anything;
    fn kind(&self) -> rulebook::Anything {
        rulebook::Anything::Any
    }
}

/// With a small dial the same state comes again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) step: u8,
    pub(crate) count: u8,
    /// How many numbers the counter has.
    pub(crate) dial: u8,
}

impl Canonical for Table {
    fn encode(&self, into: &mut Encoder) {
        [self.step, self.count, self.dial].encode(into);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotNow;

impl fmt::Display for NotNow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Not now.")
    }
}

impl Reason for NotNow {
    fn code(&self) -> &'static str {
        "NOT_NOW"
    }
}

pub(crate) struct Turns;

pub(crate) fn change(table: &mut Table, event: &Event) {
    match event {
        Event::Goto(step) => table.step = *step,
        Event::Tick => table.count = (table.count + 1) % table.dial,
        Event::Mark(_) => {}
    }
}

impl Game for Turns {
    type State = Table;
    type Action = Act;
    type Event = Event;
    type Trace = Table;
    type Reason = NotNow;
    fn apply(table: &mut Table, event: &Event) -> Table {
        let was = *table;
        change(table, event);
        was
    }
}

impl Revert for Turns {
    fn revert(table: &mut Table, _: &Event, was: &Table) {
        *table = *was;
    }
}

/// One thing that an effect proposes, under a condition.
#[derive(Clone, Copy)]
pub(crate) struct Proposal {
    /// Only while the counter shows this.
    pub(crate) only_at: Option<u8>,
    /// Only while the counter shows less than this.
    pub(crate) below: Option<u8>,
    pub(crate) what: What,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum What {
    Event(Event),
    /// Draws a die and marks what it shows.
    Roll,
}

impl Proposal {
    pub(crate) fn always(event: Event) -> Self {
        Proposal { only_at: None, below: None, what: What::Event(event) }
    }

    pub(crate) fn stands(self, count: u8) -> bool {
        self.only_at.is_none_or(|at| at == count) && self.below.is_none_or(|most| count < most)
    }
}

impl fmt::Debug for Proposal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.what {
            What::Event(event) => write!(f, "{event:?}")?,
            What::Roll => f.write_str("Roll")?,
        }
        self.only_at.map_or(Ok(()), |count| write!(f, " if {count}"))?;
        self.below.map_or(Ok(()), |count| write!(f, " if below {count}"))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct StepSpec {
    pub(crate) allows: Vec<Sort>,
    pub(crate) leads_to: Vec<u8>,
    pub(crate) ends: bool,
    /// One list for each effect.
    pub(crate) entering: Vec<Vec<Proposal>>,
    pub(crate) leaving: Vec<Vec<Proposal>>,
}

#[derive(Clone, Debug)]
pub(crate) struct RuleSpec {
    pub(crate) sorts: Vec<Sort>,
    pub(crate) proposes: Vec<Proposal>,
}

/// A machine, rules that all apply, and what is submitted.
#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) steps: Vec<StepSpec>,
    pub(crate) always: Vec<Sort>,
    pub(crate) rules: Vec<RuleSpec>,
    pub(crate) start: Table,
    pub(crate) depth: usize,
    pub(crate) events: usize,
    pub(crate) actions: Vec<Act>,
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "start {:?}, always {:?}", self.start, self.always)?;
        writeln!(f, "limits: depth {}, events {}", self.depth, self.events)?;
        for (at, step) in self.steps.iter().enumerate() {
            writeln!(f, "step {at}: {step:?}")?;
        }
        for (at, rule) in self.rules.iter().enumerate() {
            writeln!(f, "rule {at}: {rule:?}")?;
        }
        write!(f, "actions {:?}", self.actions)
    }
}

fn propose(cx: &mut Effect<'_, Turns>, proposals: &[Proposal]) {
    for proposal in proposals {
        if !proposal.stands(cx.state.count) {
            continue;
        }
        let event = match proposal.what {
            What::Event(event) => event,
            What::Roll => Event::Mark(cx.roll(6)),
        };
        cx.propose(event);
    }
}

fn write(mut step: StepBuilder<Turns, u8>, spec: &StepSpec) -> StepBuilder<Turns, u8> {
    step = step.allows(&spec.allows[..]);
    for &to in &spec.leads_to {
        step = step.leads_to(to);
    }
    if spec.ends {
        step = step.ends();
    }
    for proposals in spec.entering.clone() {
        step = step.entering(move |cx| propose(cx, &proposals));
    }
    for proposals in spec.leaving.clone() {
        step = step.leaving(move |cx| propose(cx, &proposals));
    }
    step
}

pub(crate) fn book(case: &Case) -> Result<Book<Turns>, Mistakes> {
    let limits = Limits { events: case.events, depth: case.depth, ..Limits::default() };
    let mut builder = Book::<Turns>::builder("turns")
        .digests()
        .reverts()
        .limits(limits)
        .strategy(Strategy::ApplyAll)
        .turn(
            |table| table.step,
            NotNow,
            |mut turn| {
                turn = turn.always(&case.always[..]);
                for (at, spec) in case.steps.iter().enumerate() {
                    turn = turn.step(at as u8, |step| write(step, spec));
                }
                turn
            },
        );
    for (at, spec) in case.rules.iter().enumerate() {
        let proposals = spec.proposes.clone();
        builder = builder.rule(format!("rule {at}"), |rule| {
            let rule = if spec.sorts.is_empty() { rule } else { rule.on(&spec.sorts[..]) };
            rule.then(move |cx, ()| propose(cx, &proposals))
        });
    }
    builder.compile()
}
