//! A book's table of contents: what is in it, as data, for programs that show
//! it. Nothing here asks a rule.

use crate::book::check::{Force, Gate};
use crate::book::draft::What;
use crate::book::names::SubjectName;
use crate::book::strategy::{Priority, Strategy};
use crate::book::{Book, RuleId};
use crate::explain::chain;
use crate::game::{Game, Kind, KindSet};
use crate::session::account::Fired;
use crate::session::stance::Considered;

/// What is in a book.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// use rulebook::Entry;
///
/// let book = Book::<Counter>::builder("counter")
///     .phase("opening", |phase| phase
///         .when("nothing counted", |total| *total == 0)
///         .rule("count", |rule| rule.then(|cx, ()| [*cx.action])))
///     .invariant("small", |invariant| invariant.holds(|total| *total < 100))
///     .compile()?;
/// let contents = book.contents();
/// let places: Vec<_> = contents.entries.iter().map(|entry| (entry.depth, entry.path.as_str())).collect();
/// assert_eq!(places, [(0, ""), (1, "opening"), (2, "opening/count")]);
/// assert!(matches!(&contents.entries[1].what, Entry::Phase { predicates, .. } if predicates == &["nothing counted"]));
/// assert_eq!(contents.invariants[0].name, "small");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The book itself, then its phases and rules, each phase before what is
    /// in it, in the order in which they are written.
    pub entries: Vec<ContentsEntry>,
    /// The checks and prohibitions, gate by gate.
    pub checks: Vec<ContentsCheck>,
    /// The guards.
    pub guards: Vec<ContentsItem>,
    /// The triggers.
    pub triggers: Vec<ContentsItem>,
    /// The standing rules.
    pub standing: Vec<ContentsItem>,
    /// The invariants.
    pub invariants: Vec<ContentsItem>,
    /// The steps of the turn, in order.
    pub steps: Vec<ContentsItem>,
}

/// A phase or a rule in a book's [`Contents`].
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule.label("house rule").then(|cx, ()| [*cx.action]))
///     .compile()?;
/// let count = &book.contents().entries[1];
/// assert_eq!((count.name.as_str(), count.label.as_deref()), ("count", Some("house rule")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentsEntry {
    /// Its own name; the book's for the book itself.
    pub name: String,
    /// Its full name; empty for the book itself.
    pub path: String,
    /// How many phases stand around it, with the book.
    pub depth: usize,
    /// Its priority, if it has one.
    pub priority: Option<Priority>,
    /// Its label, if it has one.
    pub label: Option<String>,
    /// Its exclusivity group, if it is in one.
    pub group: Option<String>,
    /// What it is.
    pub what: Entry,
}

/// Phase or rule, with what only one of them has.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// use rulebook::{Entry, Strategy};
///
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .compile()?;
/// let Entry::Phase { strategy, .. } = book.contents().entries[0].what else { panic!() };
/// assert_eq!(strategy, Strategy::FirstWins);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A phase, or the book itself.
    Phase {
        /// How it chooses among what is in it.
        strategy: Strategy,
        /// What must hold for it to be active.
        predicates: Vec<String>,
    },
    /// A rule.
    Rule {
        /// The rule.
        rule: RuleId,
        /// The kinds of actions that it concerns.
        kinds: Vec<&'static str>,
        /// The subjects that it is about, by number. If it names none, it is about
        /// anything.
        subjects: Vec<SubjectName>,
        /// What must hold for it to match, declared conditions first.
        conditions: Vec<String>,
    },
}

/// A check in a book's [`Contents`].
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # #[derive(Clone, Debug, PartialEq)] enum Why { TooLarge }
/// # impl std::fmt::Display for Why { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("Too large.") } }
/// # impl Reason for Why { fn code(&self) -> &'static str { "TOO_LARGE" } }
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Why;
/// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// # }
/// let book = Book::<Counter>::builder("counter")
///     .check("small steps", Gate::Specific, |check| check
///         .liftable()
///         .require(|ask| *ask.action <= 10, Why::TooLarge))
///     .exception("giants", |exception| exception.lifts("small steps").when(|ask| *ask.state > 90))
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .compile()?;
/// let check = &book.contents().checks[0];
/// assert_eq!((check.name.as_str(), check.gate), ("small steps", Gate::Specific));
/// assert_eq!(check.exceptions, ["giants"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentsCheck {
    /// Its name.
    pub name: String,
    /// The gate at which it stands.
    pub gate: Gate,
    /// How firmly it stands.
    pub force: Force,
    /// The kinds of actions that it names as its concern. If it names none, it
    /// concerns all.
    pub kinds: Vec<&'static str>,
    /// The exceptions that could lift it.
    pub exceptions: Vec<String>,
}

/// A guard, a trigger, a standing rule, an invariant or a step of the turn in a
/// book's [`Contents`].
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .invariant("small", |invariant| invariant
///         .broken_by(Anything::Any)
///         .holds(|total| *total < 100))
///     .compile()?;
/// let small = &book.contents().invariants[0];
/// assert_eq!((small.name.as_str(), small.kinds.as_slice()), ("small", &["Any"][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentsItem {
    /// Its name.
    pub name: String,
    /// The kinds of events that it names as its concern, or of actions for a
    /// step. If it names none, it concerns all.
    pub kinds: Vec<&'static str>,
    /// What must hold for it to be concerned. For a step, where it leads.
    pub conditions: Vec<String>,
}

impl<G: Game> Book<G> {
    /// The table of contents: phases, rules, checks and all the rest, as data.
    pub fn contents(&self) -> Contents {
        let draft = &self.inner.draft;
        let mut checks: Vec<_> = draft.checks.iter().map(|check| self.check_entry(check)).collect();
        checks.sort_by_key(|check| check.gate);
        let item = |name: &str, kinds, conditions: Vec<String>| ContentsItem {
            name: name.to_owned(),
            kinds,
            conditions,
        };
        let guards = draft.guards.iter().map(|guard| {
            let conditions = guard.conditions.iter().map(|own| own.name.clone());
            item(&guard.name, names(guard.kinds), conditions.collect())
        });
        let triggers = draft.triggers.iter().map(|trigger| {
            let conditions = trigger.conditions.iter().map(|own| own.name.clone());
            item(&trigger.name, names(trigger.kinds), conditions.collect())
        });
        let standing = draft.standing.iter();
        let invariants = draft.invariants.iter();
        Contents {
            entries: self.entries(),
            checks,
            guards: guards.collect(),
            triggers: triggers.collect(),
            standing: standing.map(|it| item(&it.name, names(it.kinds), Vec::new())).collect(),
            invariants: invariants.map(|it| item(&it.name, names(it.kinds), Vec::new())).collect(),
            steps: self.step_items(),
        }
    }

    fn step_items(&self) -> Vec<ContentsItem> {
        let Some(turn) = &self.inner.draft.turn else { return Vec::new() };
        let steps = turn.steps.iter().map(|step| ContentsItem {
            name: step.name.clone(),
            kinds: step.allows.iter().map(Kind::name).collect(),
            conditions: step.leads_to.iter().map(|&to| turn.steps[to].name.clone()).collect(),
        });
        steps.collect()
    }

    fn check_entry(&self, check: &crate::book::check::CheckDef<G>) -> ContentsCheck {
        let lifting = self.inner.draft.exceptions.iter();
        let lifting = lifting.filter(|exception| exception.lifts.contains(&check.name));
        ContentsCheck {
            name: check.name.clone(),
            gate: check.gate,
            force: check.force,
            kinds: names(check.kinds),
            exceptions: lifting.map(|exception| exception.name.clone()).collect(),
        }
    }

    fn entries(&self) -> Vec<ContentsEntry> {
        let nodes = &self.inner.draft.nodes;
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
        for (node, def) in nodes.iter().enumerate().skip(1) {
            children[def.parent.unwrap_or(0)].push(node);
        }
        let mut entries = Vec::with_capacity(nodes.len());
        let mut open = vec![(0, 0)];
        while let Some((node, depth)) = open.pop() {
            entries.push(self.entry(node, depth));
            open.extend(children[node].iter().rev().map(|&child| (child, depth + 1)));
        }
        entries
    }

    fn entry(&self, node: usize, depth: usize) -> ContentsEntry {
        let def = &self.inner.draft.nodes[node];
        let what = match &def.what {
            What::Phase(phase) => Entry::Phase {
                strategy: phase.strategy.unwrap_or_default(),
                predicates: phase.predicates.iter().map(|asks| asks.name().to_owned()).collect(),
            },
            What::Rule(rule) => {
                // A number for each rule, in the order of their nodes.
                let at = self.inner.rules.partition_point(|it| (it.node as usize) < node);
                let id = RuleId(at as u32);
                let givens = rule.givens.iter().map(|given| given.name.clone());
                let others = rule.conditions.iter().map(|own| own.name.clone());
                Entry::Rule {
                    rule: id,
                    kinds: names(self.inner.rules[at].kinds),
                    subjects: self.inner.rules[at].subjects.to_vec(),
                    conditions: givens.chain(others).collect(),
                }
            }
        };
        let name = if node == 0 { self.name().to_owned() } else { def.name.clone() };
        ContentsEntry {
            name,
            path: self.inner.draft.path(node),
            depth,
            priority: def.attributes.priority,
            label: def.attributes.label.clone(),
            group: def.attributes.group.clone(),
            what,
        }
    }

    /// What a guard said of an event, in words: an entry of
    /// [`Line::considered`](crate::Line::considered) with the guard's name and
    /// the source that carries it.
    ///
    /// # Panics
    ///
    /// If the guard is of another book.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # struct Table;
    /// # impl Game for Table {
    /// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
    /// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
    /// # }
    /// # impl Reactive for Table {}
    /// let book = Book::<Table>::builder("table")
    ///     .reacts()
    ///     .guard("wall", |guard| guard
    ///         .before(Anything::Any)
    ///         .when("it is much", |occasion| *occasion.event > 5)
    ///         .forbid())
    ///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
    ///     .compile()?;
    /// let mut game = book.start(0, Seed(1))?;
    /// let id = game.submit(Seat(0), 3)?.committed()?;
    /// let frame = game.frame(id).unwrap();
    /// let considered = &frame.account().unwrap().lines[0].considered[0];
    /// assert_eq!(
    ///     book.describe_considered(considered),
    ///     "\"wall\" was not concerned: \"it is much\" is false",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn describe_considered(&self, considered: &Considered) -> String {
        chain::stance(&self.inner, considered)
    }

    /// What came of a trigger that fired, in words: an entry of
    /// [`Account::fired`](crate::Account::fired).
    ///
    /// # Panics
    ///
    /// If the trigger is of another book.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # struct Table;
    /// # impl Game for Table {
    /// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
    /// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
    /// # }
    /// # impl Reactive for Table {}
    /// let book = Book::<Table>::builder("table")
    ///     .reacts()
    ///     .trigger("echo", |trigger| trigger
    ///         .after(Anything::Any)
    ///         .when("it is loud", |occasion| *occasion.event == 5)
    ///         .then(|_| [1]))
    ///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
    ///     .compile()?;
    /// let mut game = book.start(0, Seed(1))?;
    /// let id = game.submit(Seat(0), 5)?.committed()?;
    /// let frame = game.frame(id).unwrap();
    /// assert_eq!(
    ///     book.describe_fired(&frame.account().unwrap().fired[0]),
    ///     "the trigger \"echo\" resolved",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn describe_fired(&self, fired: &Fired) -> String {
        chain::fired(&self.inner, fired)
    }
}

/// The kinds of a set, by name.
fn names<K: Kind>(kinds: KindSet<K>) -> Vec<&'static str> {
    kinds.iter().map(Kind::name).collect()
}
