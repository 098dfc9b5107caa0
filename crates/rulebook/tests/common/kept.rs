//! Standings that outlive what they are borrowed from, so that they can be
//! compared with others later on.

use std::collections::BTreeSet;
use std::sync::Mutex;

use rulebook::{Standing, SubjectName};

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
        Standing::OtherSubject { concerns } => other_subject(concerns),
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

/// A rule is about something else: these subjects, which stay.
pub(crate) fn other_subject<R>(concerns: &[SubjectName]) -> Standing<'static, R> {
    static SUBJECTS: Mutex<BTreeSet<&'static [SubjectName]>> = Mutex::new(BTreeSet::new());
    let mut subjects = SUBJECTS.lock().unwrap();
    let kept = subjects.get(concerns).copied().unwrap_or_else(|| concerns.to_vec().leak());
    subjects.insert(kept);
    Standing::OtherSubject { concerns: kept }
}

/// A value that stays.
pub(crate) fn value<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}
