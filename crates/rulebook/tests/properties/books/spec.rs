//! A book as plain data: what is generated, built, interpreted and printed.

use std::fmt;

use rulebook::{RefusalKind, Strategy};

use super::words::{BREAKS_AT, Given, SHARED, shared};

/// The kinds of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Colour {
    Red,
    Green,
    Blue,
}

pub(crate) const COLOURS: [Colour; 3] = [Colour::Red, Colour::Green, Colour::Blue];

/// An action: its kind, and a number that settles its subject together with
/// the state; three is about nothing, and a larger one about itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Act {
    pub(crate) colour: Colour,
    pub(crate) about: u8,
}

impl fmt::Debug for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}({})", self.colour, self.about)
    }
}

/// Every action that rules propose.
pub(crate) fn universe() -> impl Iterator<Item = Act> {
    actions_up_to(3)
}

/// Every action up to a number.
pub(crate) fn actions_up_to(last: u8) -> impl Iterator<Item = Act> {
    COLOURS.into_iter().flat_map(move |colour| (0..=last).map(move |about| Act { colour, about }))
}

/// The state: three counters, and the rules whose events happened, in order.
#[derive(Clone, PartialEq, Eq, Default)]
pub(crate) struct Table {
    pub(crate) counters: [i32; 3],
    pub(crate) log: Vec<u16>,
}

impl Table {
    pub(crate) fn total(&self) -> i32 {
        self.counters.iter().sum()
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} after {:?}", self.counters, self.log)
    }
}

/// What a predicate or condition asks of the state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Test {
    pub(crate) counter: usize,
    pub(crate) asks: Asks,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asks {
    Below(i32),
    AtLeast(i32),
    Even,
    Odd,
    /// It holds, or panics.
    Breaks,
}

impl Test {
    pub(crate) fn holds(self, table: &Table) -> bool {
        let value = table.counters[self.counter];
        match self.asks {
            Asks::Below(n) => value < n,
            Asks::AtLeast(n) => value >= n,
            Asks::Even => value.rem_euclid(2) == 0,
            Asks::Odd => value.rem_euclid(2) == 1,
            Asks::Breaks => {
                assert!(value != BREAKS_AT, "counter {} breaks", self.counter);
                true
            }
        }
    }
}

impl fmt::Debug for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "counter {} ", self.counter)?;
        match self.asks {
            Asks::Below(n) => write!(f, "< {n}"),
            Asks::AtLeast(n) => write!(f, ">= {n}"),
            Asks::Even => f.write_str("even"),
            Asks::Odd => f.write_str("odd"),
            Asks::Breaks => write!(f, "breaks at {BREAKS_AT}"),
        }
    }
}

/// What a phase asks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum PhaseAsks {
    Own(Test),
    Shared(usize),
    Given(Given),
}

impl PhaseAsks {
    pub(crate) fn holds(self, table: &Table, act: Act) -> bool {
        match self {
            PhaseAsks::Own(test) => test.holds(table),
            PhaseAsks::Shared(which) => shared(which, table),
            PhaseAsks::Given(given) => given.holds(table, act),
        }
    }
}

impl fmt::Debug for PhaseAsks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PhaseAsks::Own(test) => test.fmt(f),
            PhaseAsks::Shared(which) => f.write_str(SHARED[*which].name),
            PhaseAsks::Given(given) => given.fmt(f),
        }
    }
}

/// One of a rule's answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Saying {
    Match,
    Skip,
    Refuse(RefusalKind),
}

/// How a rule answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answering {
    /// It says nothing, so it matches.
    Plain,
    /// It looks, and finds the total of the counters: as a number, or as text.
    Looks { at: Test, yes: Saying, no: Saying, text: bool },
}

/// What a rule proposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Add(usize, i32),
    Set(usize, i32),
    /// Sets a counter to what the rule found while matching.
    SetFound(usize),
    Note,
    /// Sets a counter to what a die shows.
    Roll(usize),
    /// Sets a counter to what a player chooses.
    Choose(usize),
    /// Panics if a counter has the value at which things break.
    Break(usize),
}

/// What rules and phases have in common.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    /// A letter and a number, so that names sort unlike the declarations.
    pub(crate) name: String,
    pub(crate) path: String,
    pub(crate) priority: Option<i32>,
    pub(crate) group: Option<u8>,
    pub(crate) key: u8,
}

#[derive(Clone)]
pub(crate) struct Phase {
    pub(crate) at: Place,
    pub(crate) when: Vec<PhaseAsks>,
    pub(crate) strategy: Option<Strategy>,
    pub(crate) by_key: bool,
    pub(crate) children: Vec<Node>,
}

impl Phase {
    /// What it asks, in the order of asking: what is declared comes first, then what
    /// is shared, then what nobody can look into.
    pub(crate) fn in_turn(&self) -> Vec<PhaseAsks> {
        let mut asks = self.when.clone();
        asks.sort_by_key(|asks| match asks {
            PhaseAsks::Given(_) => 0,
            PhaseAsks::Shared(_) => 1,
            PhaseAsks::Own(_) => 2,
        });
        asks
    }
}

#[derive(Clone)]
pub(crate) struct Rule {
    pub(crate) at: Place,
    pub(crate) id: u16,
    pub(crate) kinds: Vec<Colour>,
    pub(crate) subjects: Vec<u32>,
    pub(crate) givens: Vec<Given>,
    /// Shared predicates by number.
    pub(crate) shares: Vec<usize>,
    pub(crate) when: Vec<Test>,
    pub(crate) answer: Answering,
    pub(crate) changes: Vec<Change>,
    /// Whether it proposes the universe as its candidates.
    pub(crate) offers: bool,
    /// Whether it proposes exactly the actions that it would match.
    pub(crate) exact: bool,
    /// Whether it is switched off.
    pub(crate) off: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Node {
    Phase(Phase),
    Rule(Rule),
}

impl Node {
    pub(crate) fn at(&self) -> &Place {
        match self {
            Node::Phase(phase) => &phase.at,
            Node::Rule(rule) => &rule.at,
        }
    }

    fn at_mut(&mut self) -> &mut Place {
        match self {
            Node::Phase(phase) => &mut phase.at,
            Node::Rule(rule) => &mut rule.at,
        }
    }
}

/// A book, where it starts, and what is submitted.
#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) root: Phase,
    /// The kinds of events that say what they write, one bit each.
    pub(crate) writes: u8,
    pub(crate) start: [i32; 3],
    pub(crate) actions: Vec<Act>,
    /// The kind of actions that has to pass a check.
    pub(crate) checked: Option<Colour>,
}

impl Case {
    /// Names everything and numbers the rules, in order of declaration.
    pub(crate) fn numbered(mut self) -> Self {
        // Nothing competes with the book itself.
        self.root.at = Place::default();
        number(&mut self.root, "", &mut 0, &mut 0);
        self
    }

    /// Whether a phase asks for a fact.
    pub(crate) fn phases_name_facts(&self) -> bool {
        let given = |asks: &PhaseAsks| matches!(asks, PhaseAsks::Given(_));
        let names = |phase: &&Phase| phase.when.iter().any(given);
        self.rules().iter().any(|(_, around)| around.iter().any(names))
    }

    /// All rules in order of declaration, each with the phases around it,
    /// outermost first.
    pub(crate) fn rules(&self) -> Vec<(&Rule, Vec<&Phase>)> {
        fn gather<'a>(
            phase: &'a Phase,
            around: &mut Vec<&'a Phase>,
            into: &mut Vec<(&'a Rule, Vec<&'a Phase>)>,
        ) {
            around.push(phase);
            for child in &phase.children {
                match child {
                    Node::Phase(inner) => gather(inner, around, into),
                    Node::Rule(rule) => into.push((rule, around.clone())),
                }
            }
            around.pop();
        }
        let mut into = Vec::new();
        gather(&self.root, &mut Vec::new(), &mut into);
        into
    }
}

fn number(phase: &mut Phase, path: &str, names: &mut u16, rules: &mut u16) {
    for child in &mut phase.children {
        *names += 1;
        let at = child.at_mut();
        at.name = format!("{}{names}", at.name);
        at.path = if path.is_empty() { at.name.clone() } else { format!("{path}/{}", at.name) };
        match child {
            Node::Rule(rule) => {
                rule.id = *rules;
                *rules += 1;
            }
            Node::Phase(inner) => {
                let path = inner.at.path.clone();
                number(inner, &path, names, rules);
            }
        }
    }
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "book: {:?}", self.root)?;
        writeln!(f, "event kinds that say what they write: {:#b}", self.writes)?;
        writeln!(f, "counters at the start: {:?}", self.start)?;
        writeln!(f, "checked: {:?}", self.checked)?;
        write!(f, "actions: {:?}", self.actions)
    }
}

impl fmt::Debug for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let indent = self.at.path.split('/').filter(|part| !part.is_empty()).count();
        match self.strategy {
            Some(strategy) => write!(f, "{strategy}")?,
            None => f.write_str("(no strategy)")?,
        }
        if self.by_key {
            f.write_str(" by key")?;
        }
        for test in &self.when {
            write!(f, ", when {test:?}")?;
        }
        for child in &self.children {
            let at = child.at();
            write!(f, "\n{:width$}{}", "", at.name, width = 2 * indent + 2)?;
            write!(f, " [priority {:?}", at.priority)?;
            write!(f, ", exclusivity group {:?}, key {}]: ", at.group, at.key)?;
            match child {
                Node::Phase(inner) => inner.fmt(f)?,
                Node::Rule(rule) => rule.fmt(f)?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rule {}, on {:?}", self.id, self.kinds)?;
        write!(f, ", subjects {:?}, given {:?}", self.subjects, self.givens)?;
        for &which in &self.shares {
            write!(f, ", while {}", SHARED[which].name)?;
        }
        write!(f, ", when {:?}", self.when)?;
        write!(f, ", answers {:?}, then {:?}", self.answer, self.changes)?;
        let marks =
            [(self.offers, ", offers"), (self.exact, ", vouches"), (self.off, ", switched off")];
        let marks = marks.iter().filter(|(on, _)| *on);
        marks.map(|(_, mark)| mark).try_for_each(|mark| f.write_str(mark))
    }
}
