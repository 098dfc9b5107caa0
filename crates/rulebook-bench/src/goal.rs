//! Goals: what our figures are held against, in the same run.

use std::fmt;

use crate::measure::race::{Key, Measured, Unit};
use crate::measure::stats::{Summary, paired_ratio};

/// One goal for one of our contestants.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    pub(crate) ours: Key,
    pub(crate) limit: Limit,
}

/// What must hold. Costs are nanoseconds or bytes for one unit of work.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Limit {
    /// We cost at most `factor` times as much as `of`.
    AtMostTimes { factor: f64, of: Key },
    /// We are at least `factor` times as fast as `than`.
    FasterBy { factor: f64, than: Key },
    /// We cost at most this much, for a reason.
    AtMost { cost: f64, why: &'static str },
}

/// How a goal stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// The figure that the limit speaks of, and whether it keeps it.
    Met(f64),
    Missed(f64),
    /// One of the two figures is not there.
    NotMeasured,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Met(_) => "met",
            Self::Missed(_) => "MISSED",
            Self::NotMeasured => "NOT MEASURED",
        })
    }
}

impl Goal {
    pub(crate) fn at_most(ours: Key, factor: f64, of: Key) -> Self {
        Self { ours, limit: Limit::AtMostTimes { factor, of } }
    }

    pub(crate) fn faster(ours: Key, factor: f64, than: Key) -> Self {
        Self { ours, limit: Limit::FasterBy { factor, than } }
    }

    /// Compares the figures of one run. A figure exactly at the limit keeps it.
    pub(crate) fn judge(&self, measured: &[Measured]) -> Verdict {
        let samples =
            |key: &Key| measured.iter().find(|m| m.key == *key).map(|m| m.samples.as_slice());
        let ratio = |a: &Key, b: &Key| paired_ratio(samples(a)?, samples(b)?);
        let (figure, met) = match &self.limit {
            Limit::AtMostTimes { factor, of } => {
                let ratio = ratio(&self.ours, of);
                (ratio, ratio.is_some_and(|r| r <= *factor))
            }
            Limit::FasterBy { factor, than } => {
                let ratio = ratio(than, &self.ours);
                (ratio, ratio.is_some_and(|r| r >= *factor))
            }
            Limit::AtMost { cost, .. } => {
                let ours = samples(&self.ours).and_then(Summary::of).map(|s| s.median);
                (ours, ours.is_some_and(|c| c <= *cost))
            }
        };
        match (figure, met) {
            (None, _) => Verdict::NotMeasured,
            (Some(figure), true) => Verdict::Met(figure),
            (Some(figure), false) => Verdict::Missed(figure),
        }
    }

    /// The goal in words, with the figure reached.
    pub(crate) fn describe(&self, unit: Unit, verdict: Verdict) -> String {
        let (text, is_ratio) = match &self.limit {
            Limit::AtMostTimes { factor, of } => {
                (format!("≤ {factor} × {}", self.name_beside(of)), true)
            }
            Limit::FasterBy { factor, than } if *factor == 1.0 => {
                (format!("≥ {}", self.name_beside(than)), true)
            }
            Limit::FasterBy { factor, than } => {
                (format!("≥ {factor} × faster than {}", self.name_beside(than)), true)
            }
            Limit::AtMost { cost, why } => {
                let at = if unit.is_rate() { "≥" } else { "≤" };
                (format!("{at} {} ({why})", unit.show(*cost)), false)
            }
        };
        match verdict {
            Verdict::Met(figure) | Verdict::Missed(figure) if is_ratio => {
                format!("{text}: {}", times(figure))
            }
            _ => text,
        }
    }

    /// Everyone whose figures are needed.
    #[cfg(test)]
    pub(crate) fn names(&self) -> Vec<Key> {
        match self.limit {
            Limit::AtMostTimes { of: other, .. } | Limit::FasterBy { than: other, .. } => {
                vec![self.ours, other]
            }
            Limit::AtMost { .. } => vec![self.ours],
        }
    }

    /// Names another contestant, with its work only where it is not the same.
    fn name_beside(&self, other: &Key) -> String {
        if other.work == self.ours.work { other.name.to_string() } else { other.to_string() }
    }
}

impl Unit {
    /// Whether more is better.
    fn is_rate(self) -> bool {
        match self {
            Self::MillionMovesPerSecond
            | Self::MillionLeavesPerSecond
            | Self::MillionTurnsPerSecond => true,
            Self::NanosecondsPerOperation | Self::BytesPerFrame | Self::Bytes => false,
        }
    }

    /// Whether it is counted, and not measured: then it does not vary.
    pub(crate) fn is_counted(self) -> bool {
        matches!(self, Self::BytesPerFrame | Self::Bytes)
    }

    /// A cost (nanoseconds or bytes for one unit of work) as this unit's figure.
    pub(crate) fn figure(self, cost: f64) -> f64 {
        if self.is_rate() { 1000.0 / cost } else { cost }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::NanosecondsPerOperation => "ns/op",
            Self::MillionMovesPerSecond => "M moves/s",
            Self::MillionLeavesPerSecond => "M leaves/s",
            Self::MillionTurnsPerSecond => "M turns/s",
            Self::BytesPerFrame => "B/frame",
            Self::Bytes => "B",
        }
    }

    /// A cost as a person reads it.
    pub(crate) fn show(self, cost: f64) -> String {
        let figure = self.figure(cost);
        match figure {
            _ if figure < 1.0 => format!("{figure:.3} {}", self.name()),
            _ if figure < 10.0 => format!("{figure:.2} {}", self.name()),
            _ if figure < 1000.0 => format!("{figure:.1} {}", self.name()),
            _ => format!("{} {}", with_commas(figure.round() as u64), self.name()),
        }
    }
}

/// A ratio as a person reads it: of hundreds nobody reads hundredths.
pub(crate) fn times(ratio: f64) -> String {
    match ratio {
        _ if ratio < 100.0 => format!("{ratio:.2} ×"),
        _ => format!("{} ×", with_commas(ratio.round() as u64)),
    }
}

fn with_commas(number: u64) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", with_commas(number / 1000), number % 1000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peers::Maker;

    const OURS: Key = Key { work: "adding", name: "ours" };
    const HAND: Key = Key { work: "adding", name: "by hand" };
    const SMALL: Key = Key { work: "small", name: "ours" };

    fn measured(key: Key, cost: f64) -> Measured {
        Measured { key, maker: Maker::Hand, ops: 1, samples: vec![cost, cost, cost] }
    }

    #[test]
    fn at_most_is_met_up_to_its_limit_and_missed_above() {
        let goal = Goal::at_most(OURS, 3.0, HAND);
        let with = |cost| goal.judge(&[measured(OURS, cost), measured(HAND, 10.0)]);
        assert_eq!(with(30.0), Verdict::Met(3.0));
        assert_eq!(with(31.0), Verdict::Missed(3.1));
        let text = goal.describe(Unit::NanosecondsPerOperation, with(31.0));
        assert_eq!(text, "≤ 3 × by hand: 3.10 ×");
    }

    #[test]
    fn faster_compares_the_other_way_round() {
        let goal = Goal::faster(OURS, 4.0, HAND);
        let with = |cost| goal.judge(&[measured(OURS, cost), measured(HAND, 40.0)]);
        assert_eq!(with(10.0), Verdict::Met(4.0));
        assert_eq!(with(20.0), Verdict::Missed(2.0));
        let text = goal.describe(Unit::NanosecondsPerOperation, with(10.0));
        assert_eq!(text, "≥ 4 × faster than by hand: 4.00 ×");
    }

    #[test]
    fn a_rate_must_be_reached() {
        let limit = Limit::AtMost { cost: 1000.0 / 15.6, why: "a reason" };
        let goal = Goal { ours: OURS, limit };
        assert_eq!(goal.judge(&[measured(OURS, 50.0)]), Verdict::Met(50.0));
        assert_eq!(goal.judge(&[measured(OURS, 80.0)]), Verdict::Missed(80.0));
        let text = goal.describe(Unit::MillionMovesPerSecond, Verdict::Met(50.0));
        assert_eq!(text, "≥ 15.6 M moves/s (a reason)");
    }

    #[test]
    fn figures_have_as_many_digits_as_one_wants_to_read() {
        let shown = |cost| Unit::NanosecondsPerOperation.show(cost);
        assert_eq!(shown(0.0917), "0.092 ns/op");
        assert_eq!(shown(1.234), "1.23 ns/op");
        assert_eq!(shown(123.45), "123.5 ns/op");
        assert_eq!(shown(1_234_007.4), "1,234,007 ns/op");
        assert_eq!(Unit::MillionMovesPerSecond.show(20.0), "50.0 M moves/s");
    }

    #[test]
    fn large_ratios_have_fewer_digits() {
        assert_eq!([0.412, 5.6, 14_854.07].map(times), ["0.41 ×", "5.60 ×", "14,854 ×"]);
    }

    #[test]
    fn a_goal_without_its_figures_is_not_met() {
        let goal = Goal::at_most(OURS, 1.5, SMALL);
        assert_eq!(goal.judge(&[measured(OURS, 1.0)]), Verdict::NotMeasured);
        assert_eq!(goal.judge(&[measured(SMALL, 1.0)]), Verdict::NotMeasured);
        let text = goal.describe(Unit::NanosecondsPerOperation, Verdict::NotMeasured);
        assert_eq!(text, "≤ 1.5 × ours (small)");
    }
}
