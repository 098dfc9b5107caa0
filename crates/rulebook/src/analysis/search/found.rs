//! What a search by play has found, alone and together with reasoning.

use std::collections::BTreeSet;
use std::fmt;

use crate::analysis::Analysis;
use crate::analysis::finding::{About, Certainty, Finding, FindingKind};
use crate::analysis::text::UNMET;
use crate::coverage::CoverageReport;

use super::Progress;
use super::cases::Cases;

/// What a search by play has found.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule
/// #         .candidates(|offer| offer.push(1)).then(|cx, ()| [*cx.action])).compile()?;
/// let found = book.analyse_by_play(|_| 0).games(2).actions(10).run()?;
/// assert_eq!(found.progress.to_string(), "40 actions tried in 20 states of 2 games");
/// assert!(found.and(book.analyse()).is_clean());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Searched {
    /// What was found, and [how far](Analysis::extent) it was looked for.
    pub analysis: Analysis,
    /// What fired in the games that were played.
    pub coverage: CoverageReport,
    /// How long it was looked for.
    pub progress: Progress,
    /// Whether every state was looked at that can be reached by what was
    /// played: none was left out for the limit, no starting state either, and
    /// no dice fell.
    pub complete: bool,
    /// Whether it was [ended](crate::PlaySearch::until) before its time; then the
    /// last game that was begun did not come to its end.
    pub stopped: bool,
    /// What is not so, because the contrary was seen.
    pub(super) refuted: BTreeSet<(FindingKind, About)>,
    /// The actions that nobody answered.
    pub(super) cases: Cases,
}

impl Searched {
    /// One analysis of both: what was found by play, and what was found by
    /// reasoning, without suspicions that play has refuted. Of two findings of
    /// the same the more certain one stays. A gap that was suspected is proved
    /// by a case of it; what even a [complete](Searched::complete) search never
    /// met stays a suspicion, and says so. How far the search came is in the
    /// [extent](Analysis::extent) of both, and in its report.
    #[must_use]
    pub fn and(self, reasoned: Analysis) -> Analysis {
        let Searched { analysis: mut both, refuted, cases, complete, .. } = self;
        let mut reasoned = reasoned.findings;
        reasoned.retain(|finding| {
            finding.certainty == Certainty::Proved
                || !refuted.contains(&(finding.kind, finding.about.clone()))
        });
        reasoned.iter_mut().for_each(|finding| cases.prove(finding));
        let is_same = |played: &Finding, reasoned: &Finding| is_same(played, reasoned, &cases);
        both.findings.retain(|played| {
            let mut same = reasoned.iter().filter(|finding| is_same(played, finding));
            !same.any(|finding| finding.certainty >= played.certainty)
        });
        reasoned.retain(|finding| !both.findings.iter().any(|played| is_same(played, finding)));
        if complete {
            reasoned.iter_mut().filter(|finding| waits(finding)).for_each(|finding| {
                finding.why = UNMET.to_owned();
            });
        }
        both.findings.extend(reasoned);
        both.findings.sort_by_key(|finding| finding.kind);
        both
    }
}

/// What was found, and how far the search came.
impl fmt::Display for Searched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.analysis.fmt(f)
    }
}

/// Whether a finding says what happens if the game gets somewhere.
fn waits(finding: &Finding) -> bool {
    finding.certainty == Certainty::Suspected
        && matches!(finding.kind, FindingKind::Gap | FindingKind::Overlap)
}

/// Whether a finding by play and one by reasoning say the same.
fn is_same(played: &Finding, reasoned: &Finding, cases: &Cases) -> bool {
    let rules = |finding: &Finding| BTreeSet::from_iter(finding.rules.iter().cloned());
    (played.kind, &played.about) == (reasoned.kind, &reasoned.about)
        && match played.kind {
            FindingKind::Overlap => rules(played) == rules(reasoned),
            // One case is not another, unless it lies in it.
            FindingKind::Gap => reasoned.witness.is_none() || cases.begins_in(reasoned),
            _ => true,
        }
}
