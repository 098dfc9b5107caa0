//! How costs grow with a size: one line for each contestant of a series.

use crate::measure::race::{Measured, Series};
use crate::measure::stats::{Summary, exponent};
use crate::peers::Maker;

/// How the cost of one contestant grows.
#[derive(Clone, Debug)]
pub(crate) struct Growth {
    pub(crate) series: &'static str,
    /// What the size counts.
    pub(crate) of: &'static str,
    pub(crate) name: &'static str,
    pub(crate) maker: Maker,
    /// Sizes and median costs, smallest first.
    pub(crate) points: Vec<(f64, f64)>,
    /// The power of the size with which the cost grows.
    pub(crate) exponent: f64,
}

impl Growth {
    /// Everyone in every series who was measured in at least two sizes, in the
    /// order in which they take part.
    pub(crate) fn all(series: &[Series], measured: &[Measured]) -> Vec<Self> {
        series.iter().flat_map(|series| of_series(series, measured)).collect()
    }

    /// The exponent as people read it, without a minus before nothing.
    pub(crate) fn shown(&self) -> String {
        format!("{:.2}", self.exponent).replace("-0.00", "0.00")
    }
}

fn of_series(series: &Series, measured: &[Measured]) -> Vec<Growth> {
    let mut who: Vec<(&'static str, Maker)> = Vec::new();
    for one in measured.iter().filter(|one| size_in(series, one).is_some()) {
        if !who.contains(&(one.key.name, one.maker)) {
            who.push((one.key.name, one.maker));
        }
    }
    let grown = |(name, maker): (&'static str, Maker)| {
        let mine = measured.iter().filter(|one| one.key.name == name && one.maker == maker);
        let point = |one| Some((size_in(series, one)?, Summary::of(&one.samples)?.median));
        let mut points: Vec<(f64, f64)> = mine.filter_map(point).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let exponent = exponent(&points)?;
        Some(Growth { series: series.name, of: series.of, name, maker, points, exponent })
    };
    who.into_iter().filter_map(grown).collect()
}

/// The size of what was measured, if it belongs to the series.
fn size_in(series: &Series, measured: &Measured) -> Option<f64> {
    let (size, _) = series.works.iter().find(|(_, work)| *work == measured.key.work)?;
    Some(*size as f64)
}

#[cfg(test)]
pub(crate) mod example {
    //! Two who grow, for tests of how it is shown.
    use super::*;
    use crate::measure::race::Key;

    fn measured(work: &'static str, name: &'static str, maker: Maker, cost: f64) -> Measured {
        Measured { key: Key { work, name }, maker, ops: 1, samples: vec![cost; 3] }
    }

    pub(crate) fn series() -> Series {
        let works = vec![(100, "adding 100"), (10, "adding 10")];
        Series { name: "adding", of: "numbers", works }
    }

    pub(crate) fn growths() -> Vec<Growth> {
        let measured = [
            measured("adding 10", "rulebook", Maker::Ours, 40.0),
            measured("adding 10", "in place", Maker::Hand, 7.0),
            measured("adding 100", "rulebook", Maker::Ours, 40.0),
            measured("adding 100", "in place", Maker::Hand, 70.0),
            measured("adding 10", "seen once", Maker::Hand, 7.0),
            measured("adding nothing", "in place", Maker::Hand, 1.0),
        ];
        Growth::all(&[series()], &measured)
    }

    #[test]
    fn everyone_with_several_sizes_has_an_exponent() {
        let growths = growths();
        let seen: Vec<_> = growths.iter().map(|it| (it.name, it.points.as_slice())).collect();
        assert_eq!(
            seen,
            [
                ("rulebook", &[(10.0, 40.0), (100.0, 40.0)][..]),
                ("in place", &[(10.0, 7.0), (100.0, 70.0)][..]),
            ]
        );
        assert!(growths[0].exponent.abs() < 1e-9);
        assert!((growths[1].exponent - 1.0).abs() < 1e-9);
        let shown = |exponent| Growth { exponent, ..growths[0].clone() }.shown();
        assert_eq!([-0.001, -0.02, 0.904].map(shown), ["0.00", "-0.02", "0.90"]);
    }
}
