//! Every rule was applied at least once, where the author asked for that.

use crate::suite::Findings;

pub(crate) fn check(never_applied: &[String], findings: &mut Findings) {
    for rule in never_applied {
        let what = format!(
            "No event of the rule \"{rule}\" happened in random play: it can never be chosen, or the budget is too small."
        );
        findings.fail_at_large(what);
    }
}
