//! The rules that an action concerns, held against what is said of all rules.

use rulebook::{Explanation, Game, Others, Standing};

/// Whether an explanation leaves out exactly those that concern other kinds of actions
/// and other subjects, and says how many these are.
///
/// # Errors
///
/// What is wrong.
pub(crate) fn leaves_out_others<G: Game>(explanation: &Explanation<G>) -> Result<(), String> {
    let mut others = Others::default();
    let mut expected = Vec::new();
    for report in explanation.rules() {
        match report.standing {
            Standing::OtherKind => others.other_kind += 1,
            Standing::OtherSubject { .. } => others.other_subject += 1,
            _ => expected.push(format!("{report:?}")),
        }
    }
    let same = |what: &str, expected: &str, got: &str| match expected == got {
        true => Ok(()),
        false => Err(format!("concerned, {what}:\n expected {expected}\n      got {got}")),
    };
    let mut one_by_one = Vec::new();
    let mut concerned = explanation.concerned();
    let mut left = concerned.len();
    while let Some(report) = concerned.next() {
        one_by_one.push(format!("{report:?}"));
        left = left.wrapping_sub(1);
        same("how many are left", &left.to_string(), &concerned.len().to_string())?;
    }
    same("one by one", &expected.join("\n"), &one_by_one.join("\n"))?;
    let mut folded = Vec::new();
    explanation.concerned().for_each(|report| folded.push(format!("{report:?}")));
    same("folded", &expected.join("\n"), &folded.join("\n"))?;
    same("the others", &format!("{others:?}"), &format!("{:?}", explanation.others()))
}
