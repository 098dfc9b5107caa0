//! Medians and spreads of samples.

/// The middle of some samples, and how far the others lie from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Summary {
    pub(crate) median: f64,
    /// The first quartile: a quarter of the samples lie below.
    pub(crate) lower: f64,
    /// The third quartile: a quarter of the samples lie above.
    pub(crate) upper: f64,
    pub(crate) min: f64,
    pub(crate) max: f64,
}

impl Summary {
    /// `None` where there are no samples.
    pub(crate) fn of(samples: &[f64]) -> Option<Self> {
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (&min, &max) = (sorted.first()?, sorted.last()?);
        let at = |fraction| quantile(&sorted, fraction);
        Some(Self { median: at(0.5), lower: at(0.25), upper: at(0.75), min, max })
    }

    /// Half the distance between the quartiles as a share of the median.
    pub(crate) fn relative_spread(&self) -> f64 {
        if self.median == 0.0 { 0.0 } else { (self.upper - self.lower) / 2.0 / self.median }
    }
}

/// Linear between the two nearest of the sorted samples.
fn quantile(sorted: &[f64], fraction: f64) -> f64 {
    let place = fraction * (sorted.len() - 1) as f64;
    let below = sorted[place.floor() as usize];
    let above = sorted[place.ceil() as usize];
    below + (above - below) * place.fract()
}

/// The median of `a / b`, sample by sample. Both were taken in turn, so what
/// disturbed the machine in one round disturbed both and falls out.
pub(crate) fn paired_ratio(a: &[f64], b: &[f64]) -> Option<f64> {
    let ratios: Vec<f64> = a.iter().zip(b).map(|(a, b)| a / b).collect();
    Some(Summary::of(&ratios)?.median)
}

/// The power of the size with which a cost grows: the slope of the straight
/// line through the logarithms of both, by least squares. `None` where there
/// are not two sizes, or something is not positive.
pub(crate) fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    if points.iter().any(|&(size, cost)| size <= 0.0 || cost <= 0.0) {
        return None;
    }
    let count = points.len() as f64;
    let (x, y): (Vec<f64>, Vec<f64>) =
        points.iter().map(|(size, cost)| (size.ln(), cost.ln())).unzip();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / count;
    let (mean_x, mean_y) = (mean(&x), mean(&y));
    let spread: f64 = x.iter().map(|x| (x - mean_x).powi(2)).sum();
    let common: f64 = x.iter().zip(&y).map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    (spread > 0.0).then(|| common / spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quartiles_of_five_samples() {
        let summary = Summary::of(&[5.0, 1.0, 4.0, 2.0, 3.0]).unwrap();
        let expected = Summary { median: 3.0, lower: 2.0, upper: 4.0, min: 1.0, max: 5.0 };
        assert_eq!(summary, expected);
        assert!((summary.relative_spread() - 1.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn an_even_number_of_samples_is_interpolated() {
        let summary = Summary::of(&[1.0, 2.0, 3.0, 4.0]).unwrap();
        assert_eq!((summary.lower, summary.median, summary.upper), (1.75, 2.5, 3.25));
    }

    #[test]
    fn no_samples_have_no_summary() {
        assert_eq!(Summary::of(&[]), None);
        assert_eq!(paired_ratio(&[], &[]), None);
    }

    #[test]
    fn a_disturbed_round_does_not_change_the_ratio() {
        assert_eq!(paired_ratio(&[10.0, 500.0, 10.0], &[5.0, 250.0, 5.0]), Some(2.0));
    }

    #[test]
    fn the_exponent_of_a_power_is_found() {
        let with = |power: f64| -> Vec<(f64, f64)> {
            [10.0, 100.0, 1e3, 1e5].map(|size: f64| (size, 7.0 * size.powf(power))).to_vec()
        };
        for power in [0.0, 0.08, 1.0, 2.0] {
            let found = exponent(&with(power)).unwrap();
            assert!((found - power).abs() < 1e-9, "{found} for {power}");
        }
    }

    #[test]
    fn noise_does_not_hide_the_exponent() {
        let points = [(10.0, 11.0), (100.0, 90.0), (1_000.0, 1_100.0), (10_000.0, 9_500.0)];
        assert!((exponent(&points).unwrap() - 0.99).abs() < 0.02);
    }

    #[test]
    fn one_size_has_no_exponent() {
        assert_eq!(exponent(&[]), None);
        assert_eq!(exponent(&[(10.0, 3.0)]), None);
        assert_eq!(exponent(&[(10.0, 3.0), (10.0, 4.0)]), None);
        assert_eq!(exponent(&[(10.0, 0.0), (100.0, 4.0)]), None);
    }
}
