//! What an observer is told of a decision.

use std::sync::{Arc, Mutex};

use rulebook::{Lost, Notice, Observer, Passes, Standing, Strategy};

use super::avoided::{self, Counts};
use super::build::{No, Tables};
use super::kept::kept;
use super::meaning::{Note, declared};
use super::oracle::Expected;
use super::spec::{Act, Case, Saying, Table};
use super::standing::{decisive, standings};
use crate::runner::{Said, same};

/// A rule that lost: which, to which, under which strategy, and how.
type Loss = (u16, String, Strategy, Lost);

/// What an observer was told, by rule.
#[derive(Default)]
struct Told {
    chosen: Vec<u16>,
    skipped: Vec<(u16, Standing<'static, No>)>,
    avoided: Counts,
    losses: Vec<Loss>,
    names: Vec<&'static str>,
}

/// Writes down what it is told of decisions.
#[derive(Clone, Default)]
pub(crate) struct Chronicle(Arc<Mutex<Told>>);

impl Observer<Tables> for Chronicle {
    fn notice(&mut self, notice: &Notice<'_, Tables>) {
        let mut told = self.0.lock().unwrap();
        told.names.push(notice.name());
        match notice {
            Notice::Selected { rule, .. } => told.chosen.push(rule.index() as u16),
            Notice::Skipped { rule, why } => {
                told.skipped.push((rule.index() as u16, kept(why)));
            }
            Notice::Avoided { pass, count } => *told.avoided.entry(*pass).or_default() += count,
            Notice::Conflict { selected, rejected } => {
                let winner = selected.index().to_string();
                let losses = rejected.iter().map(|lost| {
                    (lost.rule.index() as u16, winner.clone(), lost.strategy, lost.lost)
                });
                told.losses.extend(losses);
            }
            _ => {}
        }
    }
}

impl Chronicle {
    pub(crate) fn forget(&self) {
        *self.0.lock().unwrap() = Told::default();
    }

    /// The observer was told of each choice, each skip and each conflict.
    pub(crate) fn agrees(
        &self,
        case: &Case,
        passes: Passes,
        start: &Table,
        act: Act,
        expected: &Expected,
    ) -> Said {
        let mut told = std::mem::take(&mut *self.0.lock().unwrap());
        same("the observer's chosen rules", &expected.chosen, &told.chosen)?;
        told.skipped.sort_by_key(|(rule, _)| *rule);
        let passed = |note: &Option<Note>| {
            !matches!(note, None | Some(Note::Said(Saying::Match | Saying::Refuse(_))))
        };
        let rules = case.rules();
        let notes = rules.iter().zip(&expected.notes).filter(|(_, note)| passed(note));
        let skipped: Vec<_> = notes
            .map(|((rule, around), _)| {
                let standings = standings(case, start, act, expected, rule, around);
                (*rule, declared(rule, around), standings)
            })
            .collect();
        avoided::accounts_for(&skipped, &told.skipped, passes)?;
        avoided::are_exact(case, passes, start, act, &told.avoided)?;
        let last = told.names.last().copied().unwrap_or("nothing");
        let over = ["committed", "no change", "refused", "fault"].contains(&last);
        same("the observer's last notice is the outcome", &true, &over)?;
        // With several winners, what lost to whom depends on the moment.
        if expected.chosen.len() == 1 {
            told.losses.sort_by_key(|(rule, ..)| *rule);
            same("the observer's conflicts", &losses(case, start, act, expected), &told.losses)?;
        }
        Ok(())
    }
}

fn losses(case: &Case, start: &Table, act: Act, expected: &Expected) -> Vec<Loss> {
    let mut losses = Vec::new();
    for (rule, around) in case.rules() {
        let unasked = expected.notes[usize::from(rule.id)].is_none();
        for standing in standings(case, start, act, expected, rule, &around) {
            if let Standing::Lost { how, strategy, would, .. } = standing
                && unasked
                && decisive(would)
            {
                losses.push((rule.id, expected.chosen[0].to_string(), strategy, how));
            }
        }
    }
    losses
}
