//! Random small books.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{BoxedStrategy, Just, Strategy as Inputs, prop_oneof};
use rulebook::Strategy;

use super::spec::{Change, FLAGS, Given, Node, OPPOSITE, Phase, Rule, SUBJECTS, VALUES};

/// Which books there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taste {
    /// One rule decides: everything that is true of such a book is found.
    OneDecides,
    /// Any strategies, nested as it comes.
    Anything,
}

/// A book.
pub(crate) fn book(taste: Taste) -> impl Inputs<Value = Phase> {
    phase(2, taste).prop_map(|mut root| {
        // The book itself declares nothing and competes with nobody.
        (root.givens, root.flag, root.priority, root.group) = (Vec::new(), None, None, None);
        root.numbered()
    })
}

/// A book with a turn that goes by a fact.
pub(crate) fn turning(taste: Taste) -> impl Inputs<Value = Phase> {
    let steps = [1..4_u8, 0..4, 0..4];
    (book(taste), steps).prop_map(|(root, steps)| Phase { turn: Some(steps), ..root })
}

fn strategy(taste: Taste) -> impl Inputs<Value = Strategy> {
    let apply_all = if taste == Taste::Anything { 5 } else { 0 };
    prop_oneof![
        3 => Just(Strategy::FirstWins),
        1 => Just(Strategy::LastWins),
        3 => Just(Strategy::HighestPriority),
        1 => Just(Strategy::Exclusive),
        apply_all => Just(Strategy::ApplyAll),
    ]
}

fn given(facts: usize) -> impl Inputs<Value = Given> {
    (0..facts, 1..8_u8, 0..40_u8).prop_map(|(fact, wanted, rare)| {
        let all = (1 << VALUES[fact]) - 1;
        match wanted & all {
            // Now and then a condition that nothing meets.
            _ if rare == 0 => (fact, 0),
            0 => (fact, all),
            some => (fact, some),
        }
    })
}

fn sometimes<T: Clone + std::fmt::Debug>(
    of: impl Inputs<Value = T>,
    one_in: u32,
) -> impl Inputs<Value = Option<T>> {
    option::weighted(1.0 / f64::from(one_in), of)
}

fn priority() -> impl Inputs<Value = Option<i32>> {
    sometimes(prop_oneof![Just(25), Just(50), Just(60), Just(75)], 2)
}

fn phase(levels: u32, taste: Taste) -> BoxedStrategy<Phase> {
    let children = match levels.checked_sub(1) {
        None => vec(rule().prop_map(Node::Rule), 1..8).boxed(),
        Some(below) => {
            let rules = rule().prop_map(Node::Rule);
            let phases = phase(below, taste).prop_map(Node::Phase);
            vec(prop_oneof![3 => rules, 2 => phases], 1..6).boxed()
        }
    };
    let givens = prop_oneof![2 => Just(Vec::new()), 1 => vec(given(2), 1..3)];
    let group = sometimes(0..2_u8, 6);
    (strategy(taste), givens, sometimes(0..=OPPOSITE, 8), priority(), group, children)
        .prop_map(|(strategy, givens, flag, priority, group, children)| Phase {
            number: 0,
            strategy,
            givens,
            flag,
            priority,
            group,
            children,
            turn: None,
        })
        .boxed()
}

fn rule() -> impl Inputs<Value = Rule> {
    let kinds = prop_oneof![2 => Just(0), 1 => Just(1), 1 => Just(2)];
    let subjects = prop_oneof![3 => Just(Vec::new()), 1 => vec(0..SUBJECTS, 1..3)];
    let givens =
        prop_oneof![1 => vec(given(VALUES.len()), 0..1), 3 => vec(given(VALUES.len()), 1..3)];
    let fact = (0..2_usize, 0..3_u8).prop_map(|(fact, to)| Change::Fact(fact, to));
    let flag = (0..FLAGS, 0..2_u8).prop_map(|(flag, to)| Change::Flag(flag, to == 1));
    let changes = option::weighted(0.8, vec(prop_oneof![3 => fact, 1 => flag], 1..3));
    (
        kinds,
        subjects,
        givens,
        sometimes(0..=OPPOSITE, 5),
        priority(),
        sometimes(0..2_u8, 3),
        changes,
    )
        .prop_map(|(kinds, subjects, givens, flag, priority, group, changes)| Rule {
            number: 0,
            kinds,
            subjects,
            givens,
            flag,
            priority,
            group,
            changes,
        })
}
