//! The table of declared values: the rules for one kind of action by all that
//! several facts can come to together.
//!
//! The facts are the digits of a number, each with as many values as it has. A
//! rule stands wherever its declared conditions about these facts hold, so that
//! one look-up settles all of them.
//! Facts are chosen one after the other, each time the one that leaves the
//! fewest rules to look at, as long as it is worth a digit and the table stays
//! small.

use std::collections::BTreeMap;

use crate::book::Given;
use crate::book::fact::wants;
use crate::plan::rows::Leaf;

/// A fact, how many values it has, and how far apart these lie in the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Digit {
    pub fact: u32,
    pub values: u8,
    pub stride: u32,
}

/// Rules by what some facts come to.
#[derive(Debug)]
pub(crate) struct Table {
    pub digits: Box<[Digit]>,
    /// By case: which leaf it is. Many cases have the same one.
    pub cases: Box<[u32]>,
    pub leaves: Vec<Leaf>,
}

impl Table {
    /// The facts, the most telling first.
    pub(crate) fn facts(&self) -> impl Iterator<Item = u32> {
        self.digits.iter().map(|digit| digit.fact)
    }

    /// The rules whose declared conditions about these facts hold.
    #[inline]
    pub(crate) fn leaf(&self, facts: &[u8]) -> &Leaf {
        let mut case = 0;
        for digit in &self.digits {
            case += usize::from(facts[digit.fact as usize]) * digit.stride as usize;
        }
        &self.leaves[self.cases[case] as usize]
    }

    /// Lays out the rules of these ranks; `leaf` makes a leaf of some of them.
    pub(super) fn new<'r>(
        choice: &Choice,
        ranks: impl Iterator<Item = u32>,
        givens: impl Fn(u32) -> &'r [Given],
        leaf: impl Fn(&[u32]) -> Leaf,
    ) -> Self {
        let mut stride = 1;
        let digits: Box<[Digit]> = choice
            .facts
            .iter()
            .map(|&(fact, values)| {
                let digit = Digit { fact, values: values as u8, stride: stride as u32 };
                stride *= values;
                digit
            })
            .collect();
        let mut rows: Vec<Vec<u32>> = vec![Vec::new(); stride];
        for rank in ranks {
            for case in cases(&digits, givens(rank)) {
                rows[case].push(rank);
            }
        }
        let (mut numbers, mut leaves) = (BTreeMap::new(), Vec::new());
        let number = |row: Vec<u32>| {
            *numbers.entry(row).or_insert_with_key(|row| {
                leaves.push(leaf(row));
                leaves.len() as u32 - 1
            })
        };
        let cases = rows.into_iter().map(number).collect();
        Table { digits, cases, leaves }
    }
}

/// The cases in which declared conditions about these facts hold.
fn cases(digits: &[Digit], givens: &[Given]) -> Vec<usize> {
    let mut all = vec![0];
    for digit in digits {
        let values = usize::from(digit.values);
        let holds: Vec<usize> = match allowed(givens, digit.fact) {
            None => (0..values).collect(),
            Some(allowed) => (0..values).filter(|&value| wants(allowed, value)).collect(),
        };
        let stride = digit.stride as usize;
        let with = |&case: &usize| holds.iter().map(move |value| case + value * stride);
        all = all.iter().flat_map(with).collect();
    }
    all
}

/// What a rule wants of a fact, if it names it.
pub(crate) fn allowed(givens: &[Given], fact: u32) -> Option<u128> {
    let mut named = givens.iter().filter(|given| given.fact == fact).peekable();
    named.peek()?;
    Some(named.fold(u128::MAX, |all, given| all & given.allowed))
}

/// The facts by which rules are looked up.
#[derive(Debug, Default)]
pub(crate) struct Choice {
    /// Each with the number of its values.
    facts: Vec<(u32, usize)>,
    /// How many cases there are.
    cases: usize,
}

impl Choice {
    pub(crate) fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// How many cells the rules take up, each where its conditions hold.
    fn cells<'r>(&self, rules: impl Iterator<Item = &'r [Given]>) -> usize {
        let per_rule = |givens: &[Given]| {
            let per_fact = self.facts.iter().map(|&(fact, values)| match allowed(givens, fact) {
                None => values,
                Some(allowed) => count(allowed, values),
            });
            per_fact.product::<usize>()
        };
        rules.map(per_rule).sum()
    }

    /// Whether a rule names one of the facts.
    pub(crate) fn concerns(&self, givens: &[Given]) -> bool {
        givens.iter().any(|given| self.facts.iter().any(|(fact, _)| *fact == given.fact))
    }

    /// Whether there is room for all rules in each case, also for those that
    /// name none of the facts.
    pub(crate) fn has_room(&self, rules: &[&[Given]]) -> bool {
        self.cells(rules.iter().copied()) <= room(rules.len())
    }

    /// The facts by which these rules are best looked up: each leaves out an
    /// eighth of what the others leave, and a rule in every fourth action.
    pub(crate) fn among(rules: &[&[Given]], facts: &[usize]) -> Self {
        let mut choice = Choice { facts: Vec::new(), cases: 1 };
        // How likely each rule is looked at, if all values are.
        let mut chances = vec![CERTAIN; rules.len()];
        loop {
            let now: u64 = chances.iter().sum();
            // Only the rules that name a fact are asked about it: there may be as
            // many facts as rules.
            let mut spared: BTreeMap<u32, u64> = BTreeMap::new();
            for (&chance, givens) in chances.iter().zip(rules) {
                for (at, &Given { fact, .. }) in givens.iter().enumerate() {
                    if givens[..at].iter().all(|before| before.fact != fact) {
                        *spared.entry(fact).or_default() +=
                            chance - narrowed(chance, givens, fact, facts);
                    }
                }
            }
            let is_open = |fact: &u32| choice.facts.iter().all(|(chosen, _)| chosen != fact);
            let open = spared.into_iter().filter(|(fact, _)| is_open(fact));
            let mut offers: Vec<(u64, u32)> =
                open.map(|(fact, spared)| (now - spared, fact)).collect();
            offers.sort_unstable();
            let worth = offers
                .iter()
                .take_while(|(left, _)| left * 8 <= now * 7 && now - left >= CERTAIN / 4);
            let Some(better) =
                worth.into_iter().find_map(|&(_, fact)| choice.with(fact, rules, facts))
            else {
                return choice;
            };
            choice = better;
            let (fact, _) = choice.facts[choice.facts.len() - 1];
            for (chance, givens) in chances.iter_mut().zip(rules) {
                *chance = narrowed(*chance, givens, fact, facts);
            }
        }
    }

    /// The same with another fact, if there is room for it.
    fn with(&self, fact: u32, rules: &[&[Given]], facts: &[usize]) -> Option<Self> {
        let values = facts[fact as usize];
        let mut more = self.facts.clone();
        more.push((fact, values));
        let more = Choice { facts: more, cases: self.cases * values };
        let named = rules.iter().copied().filter(|givens| more.concerns(givens));
        (more.cases <= room(rules.len()) && more.cells(named) <= room(rules.len())).then_some(more)
    }
}

/// How many cases a table may have, and how many cells it and each of its leaves: some
/// for each rule, so that large books pay with the memory that they have anyway.
pub(super) fn room(rules: usize) -> usize {
    rules * 8 + 256
}

/// A chance of one.
const CERTAIN: u64 = 1 << 24;

/// How likely a rule is looked at where it is looked up by another fact too.
fn narrowed(chance: u64, givens: &[Given], fact: u32, facts: &[usize]) -> u64 {
    let values = facts[fact as usize].max(1);
    match allowed(givens, fact) {
        None => chance,
        Some(allowed) => chance * count(allowed, values) as u64 / values as u64,
    }
}

/// How many of so many values are wanted.
fn count(allowed: u128, values: usize) -> usize {
    (allowed.count_ones() as usize).min(values)
}
