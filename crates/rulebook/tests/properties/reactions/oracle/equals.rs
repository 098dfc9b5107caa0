//! Equal guards: whether somebody must be asked which comes first.

use super::consult::{Case, End};
use super::{Oracle, Rides};
use crate::reactions::dump::Name;

impl Oracle<'_> {
    /// Whether it is the same guard on sources of the same kind and owner, with
    /// as much left.
    pub(super) fn alike(&self, case: &Case<'_>, equals: &[Name]) -> bool {
        let kin = |name: Name| {
            let source = name.1.map(|source| (source.kind, source.seat));
            (name.0, source, self.left(case, name))
        };
        equals.iter().all(|name| kin(*name) == kin(equals[0]))
    }

    /// Whether all orders of these come to the same.
    pub(super) fn orders_agree(&mut self, case: &Case<'_>, equals: &[Name]) -> bool {
        let mut results = Vec::new();
        for order in orders(equals) {
            let mut trial = case.clone();
            trial.trial = Some(order);
            let Ok(end) = self.hear(&mut trial) else { return false };
            let mut spends = trial.used_up.spends;
            spends.sort();
            // Who was applied matters only to what takes its place.
            let mut record = match end {
                End::Replaced(..) => trial.record,
                _ => Vec::new(),
            };
            record.sort();
            let preventions = trial.used_up.preventions.iter();
            let mut prevented: Vec<_> = preventions.map(|(who, n, ..)| (*who, *n)).collect();
            prevented.sort();
            let riders: Vec<_> = trial.used_up.riders.iter().map(same_rider).collect();
            results.push((end, trial.event, record, prevented, spends, riders));
        }
        results.iter().all(|result| *result == results[0])
    }
}

/// A guard in words, as a player is asked about it.
pub(super) fn described((number, source): Name) -> String {
    match source {
        Some(source) => format!("\"g{number}\" of {}", source.id),
        None => format!("\"g{number}\""),
    }
}

fn same_rider(rides: &Rides) -> (Name, u32, u32) {
    (rides.by, rides.would, rides.prevented)
}

fn orders(names: &[Name]) -> Vec<Vec<Name>> {
    if names.is_empty() {
        return vec![Vec::new()];
    }
    let starting = |at: usize| {
        let mut rest = names.to_vec();
        let first = rest.remove(at);
        orders(&rest).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    (0..names.len()).flat_map(starting).collect()
}
