//! Large books: every shadowed rule is found, and no other.

use rulebook::prelude::*;
use rulebook::{AnalysisOptions, BookBuilder, Fact, FindingKind, Kind, KindSet};

const FACTS: usize = 5;
const VALUES: u8 = 4;
/// More than enough for each question.
const STEPS: usize = 20_000;

struct Big;

#[derive(Clone, Debug, PartialEq)]
struct Do(DoKind, u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DoKind(u8);

impl Kind for DoKind {
    const ALL: &'static [Self] = &[DoKind(0), DoKind(1), DoKind(2), DoKind(3)];
    fn index(self) -> usize {
        usize::from(self.0)
    }
    fn name(self) -> &'static str {
        ["Spring", "Summer", "Autumn", "Winter"][self.index()]
    }
}

impl Kinded for Do {
    type Kind = DoKind;
    fn kind(&self) -> DoKind {
        self.0
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Value(u8);

impl Kind for Value {
    const ALL: &'static [Self] = &[Value(0), Value(1), Value(2), Value(3)];
    fn index(self) -> usize {
        usize::from(self.0)
    }
    fn name(self) -> &'static str {
        ["None", "Few", "Some", "Many"][self.index()]
    }
}

impl Kinded for Value {
    type Kind = Self;
    fn kind(&self) -> Self {
        *self
    }
}

impl Game for Big {
    type State = [u8; FACTS];
    type Action = Do;
    type Event = ();
    type Trace = ();
    type Reason = Never;
    fn apply(_: &mut [u8; FACTS], _: &()) {}
    fn subject(_: &[u8; FACTS], action: &Do) -> Option<Subject> {
        Some(Subject(action.1))
    }
}

/// A rule: its kinds, and the values that it wants of each fact, one bit each.
#[derive(Clone, Copy, Debug)]
struct Wants {
    kinds: u8,
    values: [u8; FACTS],
}

/// Numbers that look random, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    /// One kind, or all; and of each fact all values, most, two or one.
    fn wants(&mut self) -> Wants {
        let kinds = if self.below(8) == 0 { 0b1111 } else { 1 << self.below(4) };
        let values = std::array::from_fn(|_| match self.below(10) {
            0..2 => 0b1111,
            2..4 => 0b1111 ^ 1 << self.below(4),
            4..8 => 0b11 << self.below(3),
            _ => 1 << self.below(4),
        });
        Wants { kinds, values }
    }
}

fn facts() -> Vec<Fact<Big, Value>> {
    let read = |fact: usize| move |state: &[u8; FACTS]| Value(state[fact]);
    (0..FACTS).map(|fact| Fact::of_state(format!("fact {fact}"), read(fact))).collect()
}

fn set<K: Kind>(bits: u8) -> KindSet<K> {
    let named = K::ALL.iter().filter(|kind| bits >> kind.index() & 1 == 1);
    named.fold(KindSet::none(), |set, &kind| set.with(kind))
}

fn with(
    book: BookBuilder<Big>,
    name: usize,
    wants: Wants,
    facts: &[Fact<Big, Value>],
) -> BookBuilder<Big> {
    book.rule(format!("rule {name}"), |mut rule| {
        rule = rule.on(set::<DoKind>(wants.kinds));
        for (fact, values) in facts.iter().zip(wants.values).filter(|(_, values)| *values != 0b1111)
        {
            rule = rule.given(fact, set::<Value>(values));
        }
        rule.then(|_, ()| [()])
    })
}

/// The rules that win in no case, found by trying every case.
fn never_winning(rules: &[Wants]) -> Vec<usize> {
    let mut wins = vec![false; rules.len()];
    for case in 0..4 * usize::from(VALUES).pow(FACTS as u32) {
        let (kind, mut rest) = (case % 4, case / 4);
        let facts: [usize; FACTS] = std::array::from_fn(|_| {
            let value = rest % usize::from(VALUES);
            rest /= usize::from(VALUES);
            value
        });
        let first = rules.iter().position(|rule| {
            rule.kinds >> kind & 1 == 1
                && rule.values.iter().zip(facts).all(|(values, fact)| values >> fact & 1 == 1)
        });
        if let Some(first) = first {
            wins[first] = true;
        }
    }
    (0..rules.len()).filter(|&rule| !wins[rule]).collect()
}

#[test]
fn of_a_thousand_rules_exactly_those_that_never_win_are_shadowed() {
    let mut numbers = Numbers(7);
    let rules: Vec<Wants> = (0..1000).map(|_| numbers.wants()).collect();
    let facts = facts();
    let book = rules
        .iter()
        .enumerate()
        .fold(Book::<Big>::builder("thousand"), |book, (name, rule)| {
            with(book, name, *rule, &facts)
        })
        .compile()
        .unwrap();
    // No question takes many steps.
    let analysis = book.analyse_with(AnalysisOptions { budget: STEPS });
    let found: Vec<String> =
        analysis.of(FindingKind::Shadowed).map(|finding| finding.rules[0].clone()).collect();
    let expected: Vec<String> =
        never_winning(&rules).iter().map(|rule| format!("rule {rule}")).collect();
    let together = analysis.of(FindingKind::Shadowed).filter(|finding| finding.rules.len() > 2);
    let together = together.count();
    println!("{} shadowed, {together} of them by several together", found.len());
    assert_eq!(found, expected);
    assert!(together * 4 > found.len(), "{together} by several together");
    assert_eq!(analysis.proved().count(), found.len());
}

#[test]
fn a_small_budget_proves_less_but_nothing_wrong() {
    let mut numbers = Numbers(8);
    let rules: Vec<Wants> = (0..300).map(|_| numbers.wants()).collect();
    let facts = facts();
    let book = rules
        .iter()
        .enumerate()
        .fold(Book::<Big>::builder("hasty"), |book, (name, rule)| with(book, name, *rule, &facts))
        .compile()
        .unwrap();
    let expected = never_winning(&rules);
    let mut proved = Vec::new();
    for budget in [10, 100, 1_000, 1_000_000] {
        let analysis = book.analyse_with(AnalysisOptions { budget });
        let shadowed = analysis.of(FindingKind::Shadowed);
        let sure = shadowed.filter(|finding| finding.certainty == rulebook::Certainty::Proved);
        let names: Vec<String> = sure.map(|finding| finding.rules[0].clone()).collect();
        for name in &names {
            assert!(expected.iter().any(|rule| *name == format!("rule {rule}")), "{name}");
        }
        proved.push(names.len());
    }
    assert!(proved.is_sorted() && proved[0] < proved[3], "{proved:?}");
    assert_eq!(proved[3], expected.len());
}

#[test]
fn going_through_what_applies_before_takes_of_the_budget() {
    let mut book = Book::<Big>::builder("all").strategy(Strategy::ApplyAll);
    for name in 0..100 {
        book = book.rule(format!("rule {name}"), |rule| rule.then(|_, ()| [()]));
    }
    let one = |rule: rulebook::RuleBuilder<Big>| rule.then(|_, ()| [()]);
    let book = book.phase("one of them", |phase| phase.rule("one", one).rule("two", one));
    let book = book.compile().unwrap();
    let certainty = |budget| {
        let analysis = book.analyse_with(AnalysisOptions { budget });
        let two: Vec<_> = analysis.about("one of them/two").map(|found| found.certainty).collect();
        two
    };
    assert_eq!(certainty(90), [rulebook::Certainty::Unknown]);
    assert_eq!(certainty(1000), [rulebook::Certainty::Proved]);
}

#[test]
fn priorities_that_were_found_redundant_before_the_budget_was_spent_stay_found() {
    let mut book = Book::<Big>::builder("ranked").strategy(Strategy::HighestPriority);
    for name in 0..200 {
        // Each stands where it would stand anyway.
        book = book.rule(format!("rule {name}"), |rule| {
            rule.on(DoKind(0)).subject(Subject(name)).priority(Priority::NORMAL).then(|_, ()| [()])
        });
    }
    let book = book.compile().unwrap();
    let found = |budget| {
        let analysis = book.analyse_with(AnalysisOptions { budget });
        let redundant = analysis.of(FindingKind::RedundantPriority);
        let (proved, open): (Vec<_>, Vec<_>) =
            redundant.partition(|finding| finding.certainty == rulebook::Certainty::Proved);
        (proved.len(), open.len())
    };
    assert_eq!(found(50), (50, 1));
    assert_eq!(found(STEPS), (200, 0));
}

#[test]
fn rules_with_a_predicate_each_are_no_work_for_each_other() {
    let mut book = Book::<Big>::builder("predicates");
    for name in 0..1_000 {
        let own = rulebook::Predicate::new(format!("{name}"), |state: &[u8; FACTS]| state[0] == 0);
        book = book.rule(format!("rule {name}"), |rule| rule.while_holds(&own).then(|_, ()| [()]));
    }
    let analysis = book.compile().unwrap().analyse_with(AnalysisOptions { budget: 20 });
    assert!(analysis.is_clean(), "{analysis}");
}

#[test]
fn so_are_rules_with_a_fact_each() {
    let mut book = Book::<Big>::builder("facts");
    for name in 0..1_000 {
        let own = Fact::of_state(format!("{name}"), |state: &[u8; FACTS]| Value(state[0]));
        let some = set::<Value>(1);
        book = book.rule(format!("rule {name}"), |rule| rule.given(&own, some).then(|_, ()| [()]));
    }
    let analysis = book.compile().unwrap().analyse_with(AnalysisOptions { budget: STEPS });
    assert_eq!(analysis.with(rulebook::Certainty::Unknown).count(), 0, "{analysis}");
    // For each kind of action that all of them leave open.
    assert_eq!(analysis.findings().len(), DoKind::ALL.len());
}

#[test]
fn ten_thousand_rules_about_subjects_are_soon_done() {
    let mut book = Book::<Big>::builder("cards");
    for card in 0..5_000_u32 {
        let about = |rule: rulebook::RuleBuilder<Big>| rule.on(DoKind(0)).subject(Subject(card));
        book = book.rule(format!("card {card}"), |rule| about(rule).then(|_, ()| [()]));
        book = book.rule(format!("card {card} again"), |rule| about(rule).then(|_, ()| [()]));
    }
    let book = book.rule("else", |rule| rule.then(|_, ()| [()])).compile().unwrap();
    let analysis = book.analyse_with(AnalysisOptions { budget: STEPS });
    assert_eq!(analysis.of(FindingKind::Shadowed).count(), 5_000);
    assert_eq!(analysis.findings().len(), 5_000);
}
