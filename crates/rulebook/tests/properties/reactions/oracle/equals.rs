//! Equal guards: whether somebody must be asked which comes first.

use rulebook::{Seat, SourceKind};

use super::Oracle;
use super::consult::{Case, End};
use crate::reactions::dump::{Name, key};

/// What two equal guards have in common if they are alike: guard, kind and
/// owner of the source, and how much is left.
type Kin = (usize, Option<(SourceKind, Option<Seat>)>, Option<u32>);

impl Oracle<'_> {
    /// Whether it is all the same which of these guards comes first: all orders
    /// of up to three are tried; of more that are all alike, this one and the
    /// one backwards.
    pub(super) fn makes_no_difference(&mut self, case: &Case<'_>, equals: &[Name]) -> bool {
        let kin = |name: &Name| -> Kin {
            let source = name.1.map(|source| (source.kind, source.seat));
            (name.0, source, self.left(case, *name))
        };
        let kins: Vec<_> = equals.iter().map(|name| (key(*name), kin(name))).collect();
        let alike = kins.iter().all(|(_, kin)| *kin == kins[0].1);
        let tried = match equals.len() {
            ..=3 => orders(equals),
            _ if alike => vec![equals.to_vec(), equals.iter().rev().copied().collect()],
            _ => return false,
        };
        self.orders_agree(case, tried, &kins)
    }

    /// Whether these orders come to the same, where guards that are alike count
    /// as one.
    fn orders_agree(
        &mut self,
        case: &Case<'_>,
        tried: Vec<Vec<Name>>,
        kins: &[(Name, Kin)],
    ) -> bool {
        let stand_in = |name: &Name| {
            let mine = kins.iter().find(|(other, _)| *other == key(*name));
            let first = mine.and_then(|(_, mine)| kins.iter().find(|(_, kin)| kin == mine));
            first.map_or(key(*name), |(first, _)| *first)
        };
        let mut results = Vec::new();
        for order in tried {
            let mut trial = case.clone();
            trial.trial = Some(order);
            let Ok(end) = self.hear(&mut trial) else { return false };
            let used = trial.used_up;
            let spends = used.spends.iter().map(|(name, n, _)| (stand_in(name), *n));
            let prevented = used.preventions.iter().map(|(name, n, ..)| (stand_in(name), *n));
            let riders = used.riders.iter();
            let riders = riders.map(|due| (stand_in(&due.by), due.would, due.prevented));
            // Who was applied matters only to what takes its place.
            let record = match end {
                End::Replaced(..) => sorted(trial.record.iter().map(stand_in)),
                _ => Vec::new(),
            };
            let riders: Vec<_> = riders.collect();
            results.push((end, trial.event, record, sorted(spends), sorted(prevented), riders));
        }
        results.iter().all(|result| *result == results[0])
    }
}

fn sorted<T: Ord>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut all: Vec<_> = all.collect();
    all.sort();
    all
}

/// A guard in words, as a player is asked about it.
pub(super) fn described((number, source): Name) -> String {
    match source {
        Some(source) => format!("\"g{number}\" of {}", source.id),
        None => format!("\"g{number}\""),
    }
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
