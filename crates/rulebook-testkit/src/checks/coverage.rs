//! Every rule fired at least once, where the author asked for that: in random
//! play, or by what else was tried there.

use rulebook::{Coverage, Game, Uses};

use crate::suite::Findings;

/// The rules that never fired, by full name: none applied, and none refused.
pub(crate) fn never_fired<G: Game>(coverage: &Coverage<G>) -> Vec<String> {
    let never = coverage.never().into_iter();
    never.filter(|item| matches!(item.uses, Uses::Rule { .. })).map(|item| item.name).collect()
}

pub(crate) fn check(never_fired: &[String], findings: &mut Findings) {
    for rule in never_fired {
        let what = format!(
            "The rule \"{rule}\" never fired, neither in random play nor by what else was tried there: \
             it can never be chosen, or the budget or the universe is too small."
        );
        findings.fail_at_large(what);
    }
}
