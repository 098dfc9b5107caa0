//! Standings that outlive what they are borrowed from, so that they can be
//! compared with others later on.

use std::collections::BTreeSet;
use std::sync::Mutex;

use rulebook::Standing;

/// The same, for as long as the tests run.
pub(crate) fn kept<R: Clone>(standing: &Standing<'_, R>) -> Standing<'static, R> {
    match *standing {
        Standing::Selected => Standing::Selected,
        Standing::Refused(kind, reason) => Standing::Refused(kind, value(reason.clone())),
        Standing::Lost { how, to, strategy, would } => {
            Standing::Lost { how, to: name(to), strategy, would: value(would.clone()) }
        }
        Standing::InConflict => Standing::InConflict,
        Standing::PredicateFalse { phase, predicate } => {
            Standing::PredicateFalse { phase: name(phase), predicate: name(predicate) }
        }
        Standing::OtherKind => Standing::OtherKind,
        Standing::OtherSubject => Standing::OtherSubject,
        Standing::Disabled => Standing::Disabled,
        Standing::ConditionFalse { condition } => {
            Standing::ConditionFalse { condition: name(condition) }
        }
        Standing::Skipped => Standing::Skipped,
        Standing::Masked { group } => Standing::Masked { group: name(group) },
        Standing::NotReached { would } => Standing::NotReached { would: value(would.clone()) },
    }
}

/// A name that stays; each is kept once, however often it is said.
pub(crate) fn name(name: impl AsRef<str>) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().unwrap();
    if let Some(kept) = names.get(name.as_ref()) {
        return kept;
    }
    let kept: &'static str = name.as_ref().to_owned().leak();
    names.insert(kept);
    kept
}

/// A value that stays.
pub(crate) fn value<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}
