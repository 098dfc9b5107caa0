//! Which rules of a book the engine brings together: those that alone are about a
//! subject, for one kind of action about which nobody asks for anything else.

use std::collections::BTreeSet;

use rulebook::Strategy;

use super::meaning::{declared, strategy, subject};
use super::spec::{Act, Answering, COLOURS, Case, Colour, Phase, Rule, Table};

/// The rules for one kind of action that lie side by side.
#[derive(Default)]
pub(crate) struct Bank {
    about: BTreeSet<u32>,
    types: BTreeSet<(usize, u8)>,
    /// Whether other rules of the book declare or share what they wait for.
    pub(crate) with_words: bool,
}

impl Bank {
    /// Whether they are of several types.
    pub(crate) fn is_mixed(&self) -> bool {
        self.types.len() > 1
    }
}

/// The subject that lies too far off to be looked up by number.
const FAR: u32 = 2;

/// The types of a rule's closures, as far as they differ.
fn shape(rule: &Rule) -> (usize, u8) {
    let answer = match rule.answer {
        Answering::Plain => 0,
        Answering::Looks { text: false, .. } => 1,
        Answering::Looks { text: true, .. } => 2,
    };
    (rule.when.len(), answer)
}

/// By kind of action: the rules in banks, where there are any.
pub(crate) fn banks(case: &Case) -> [Option<Bank>; 3] {
    COLOURS.map(|colour| bank(case, colour))
}

fn bank(case: &Case, colour: Colour) -> Option<Bank> {
    let rules = case.rules();
    let applies_all =
        |around: &[&Phase]| around.iter().any(|phase| strategy(phase) == Strategy::ApplyAll);
    let declares = |(rule, around): &(&Rule, Vec<&Phase>)| !declared(rule, around).is_empty();
    let of_kind = |rule: &Rule| rule.kinds.is_empty() || rule.kinds.contains(&colour);
    let of_kind: Vec<_> = rules.iter().filter(|(rule, _)| of_kind(rule)).collect();
    let open = of_kind.iter().any(|it| it.0.subjects.is_empty() || declares(it));
    if open || rules.iter().any(|(_, around)| applies_all(around)) {
        return None;
    }
    let mut bank = Bank::default();
    for (rule, around) in &of_kind {
        let [about] = rule.subjects[..] else { continue };
        let others = of_kind.iter().filter(|(other, _)| other.subjects.contains(&about)).count();
        let asked = around.iter().any(|phase| !phase.when.is_empty());
        let few = rule.shares.is_empty() && rule.when.len() < 2;
        if rule.kinds.len() == 1 && others == 1 && !asked && few {
            bank.about.insert(about);
            bank.types.insert(shape(rule));
        }
    }
    bank.with_words = rules.iter().any(|it| declares(it) || !it.0.shares.is_empty());
    (!bank.about.is_empty() && !bank.about.contains(&FAR)).then_some(bank)
}

/// Whether an action is for a rule in a bank of its kind, if there is one.
pub(crate) fn meets(case: &Case, table: &Table, act: Act) -> Option<bool> {
    let bank = bank(case, act.colour)?;
    Some(subject(table, act).is_some_and(|about| bank.about.contains(&about)))
}
