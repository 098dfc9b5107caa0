//! What a run found, as a table for people and as JSON for programs.

pub(crate) mod growth;
pub(crate) mod json;
pub(crate) mod machine;
pub(crate) mod markdown;
pub(crate) mod plot;
pub(crate) mod table;

use growth::Growth;

use crate::goal::{Goal, Verdict};
use crate::measure::race::{Effort, Key, Measured, Missing, Series, Unit, WrongAnswer};
use crate::measure::stats::paired_ratio;
use crate::peers::Maker;
use crate::rows::Row;

/// What was found in one row.
pub(crate) struct Finding {
    pub(crate) row: &'static str,
    pub(crate) unit: Unit,
    pub(crate) measured: Vec<Measured>,
    pub(crate) missing: Vec<Missing>,
    pub(crate) goals: Vec<(Goal, Verdict)>,
    /// How costs grow, where works come in several sizes.
    pub(crate) growths: Vec<Growth>,
    /// Works in several sizes.
    pub(crate) series: Vec<Series>,
    /// The work of each series that most others do, too: the largest of them.
    pub(crate) largest: Vec<&'static str>,
}

impl Finding {
    /// Runs a row and judges its goals.
    pub(crate) fn of(
        row: &Row,
        effort: Effort,
        progress: impl FnMut(usize),
    ) -> Result<Self, WrongAnswer> {
        let mut race = (row.race)();
        let measured = race
            .run(effort, progress)
            .map_err(|wrong| WrongAnswer(format!("row {}: {wrong}", row.name)))?;
        let judge = |goal: Goal| {
            let verdict = goal.judge(&measured);
            (goal, verdict)
        };
        let goals = race.goals.into_iter().map(judge).collect();
        let growths = Growth::all(&race.series, &measured);
        let others = measured.iter().filter(|it| it.maker != Maker::Ours).map(|it| it.key);
        let largest = plot::largest(&race.series, &others.collect::<Vec<_>>());
        let (row, unit, missing, series) = (row.name, race.unit, race.missing, race.series);
        Ok(Self { row, unit, measured, missing, goals, growths, series, largest })
    }

    /// How many times as much as ours it costs, with the same work.
    pub(crate) fn times_ours(&self, contestant: &Measured) -> Option<f64> {
        let same_work = |m: &&Measured| m.maker == Maker::Ours && m.key.work == contestant.key.work;
        let ours = self.measured.iter().find(same_work)?;
        paired_ratio(&contestant.samples, &ours.samples)
    }

    pub(crate) fn goals_of(&self, key: Key) -> impl Iterator<Item = &(Goal, Verdict)> {
        self.goals.iter().filter(move |(goal, _)| goal.ours == key)
    }

    /// Whether this work is one of several sizes.
    pub(crate) fn grows(&self, work: &str) -> bool {
        self.series.iter().any(|series| series.has(work))
    }

    /// Whether these are the same work, maybe in two sizes.
    pub(crate) fn are_one(&self, work: &str, other: &str) -> bool {
        let both = |series: &Series| series.has(work) && series.has(other);
        work == other || self.series.iter().any(both)
    }

    /// Goals that are not known to be met.
    pub(crate) fn goals_missed(&self) -> usize {
        self.goals.iter().filter(|(_, verdict)| !matches!(verdict, Verdict::Met(_))).count()
    }
}

#[cfg(test)]
pub(crate) mod example {
    //! A finding with one of everything, for tests of how it is shown.
    use super::*;

    pub(crate) const OURS: Key = Key { work: "adding", name: "rulebook" };
    const HAND: Key = Key { work: "adding", name: "in place" };
    const GONE: Key = Key { work: "adding", name: "rulebook, faster" };

    pub(crate) fn finding() -> Finding {
        let measured = vec![
            Measured {
                key: OURS,
                maker: Maker::Ours,
                ops: 8,
                samples: vec![2000.0, 2000.0, 2200.0],
            },
            Measured {
                key: HAND,
                maker: Maker::Hand,
                ops: 16,
                samples: vec![1000.0, 1000.0, 1100.0],
            },
        ];
        let goals = [
            Goal::at_most(OURS, 3.0, HAND),
            Goal::at_most(OURS, 1.5, HAND),
            Goal::at_most(GONE, 1.0, OURS),
        ];
        Finding {
            row: "example",
            unit: Unit::NanosecondsPerOperation,
            goals: goals.map(|goal| (goal.clone(), goal.judge(&measured))).to_vec(),
            missing: vec![Missing { key: GONE, why: "it is gone".to_owned() }],
            growths: growth::example::growths(),
            series: vec![growth::example::series()],
            largest: vec!["adding 100"],
            measured,
        }
    }

    #[test]
    fn what_is_not_measured_is_not_met() {
        assert_eq!(finding().goals_missed(), 2);
    }

    #[test]
    fn sizes_of_a_series_are_one_work() {
        let finding = finding();
        assert!(finding.grows("adding 10") && !finding.grows("adding"));
        assert!(finding.are_one("adding 10", "adding 100") && finding.are_one("adding", "adding"));
        assert!(!finding.are_one("adding 10", "adding"));
    }

    #[test]
    fn costs_are_compared_with_ours() {
        let finding = finding();
        assert_eq!(finding.times_ours(&finding.measured[0]), Some(1.0));
        assert_eq!(finding.times_ours(&finding.measured[1]), Some(0.5));
    }
}
