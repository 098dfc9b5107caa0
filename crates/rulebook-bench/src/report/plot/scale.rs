//! A logarithmic axis, and how its numbers are written.

/// Where a number stands on an axis from one power of ten to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    /// Powers of ten at both ends.
    from: i32,
    to: i32,
    /// Pixels at both ends.
    start: f64,
    end: f64,
}

impl Scale {
    /// The shortest axis between whole powers of ten that holds all numbers.
    pub(super) fn around(numbers: impl Iterator<Item = f64>, start: f64, end: f64) -> Option<Self> {
        let logs: Vec<f64> = numbers.map(f64::log10).collect();
        if logs.is_empty() || logs.iter().any(|log| !log.is_finite()) {
            return None;
        }
        // A number that is a power of ten but for rounding needs no more room.
        let least = logs.iter().copied().fold(f64::MAX, f64::min) + 1e-9;
        let most = logs.iter().copied().fold(f64::MIN, f64::max) - 1e-9;
        let from = least.floor() as i32;
        let to = (most.ceil() as i32).max(from + 1);
        Some(Self { from, to, start, end })
    }

    pub(super) fn place(self, number: f64) -> f64 {
        let share = (number.log10() - f64::from(self.from)) / f64::from(self.to - self.from);
        self.start + share * (self.end - self.start)
    }

    /// The powers of ten on the axis.
    pub(super) fn powers(self) -> impl Iterator<Item = f64> {
        (self.from..=self.to).map(|power| 10_f64.powi(power))
    }
}

/// A whole number with commas.
pub(in crate::report) fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A size that fits below an axis.
pub(super) fn short(number: f64) -> String {
    match number {
        _ if number < 1e4 => grouped(number),
        _ if number < 1e6 => format!("{} k", grouped(number / 1e3)),
        _ => format!("{} M", grouped(number / 1e6)),
    }
}

/// Nanoseconds in the unit that suits them.
pub(super) fn time(nanoseconds: f64) -> String {
    let (figure, unit) = match nanoseconds {
        small if small < 1e3 => (small, "ns"),
        middling if middling < 1e6 => (middling / 1e3, "µs"),
        large if large < 1e9 => (large / 1e6, "ms"),
        huge => (huge / 1e9, "s"),
    };
    let figure = (figure * 1000.0).round() / 1000.0;
    format!("{figure} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_goes_from_power_to_power() {
        let scale = Scale::around([30.0, 4_000.0].into_iter(), 0.0, 300.0).unwrap();
        assert!(scale.powers().eq([10.0, 100.0, 1_000.0, 10_000.0]));
        assert_eq!((scale.place(10.0), scale.place(10_000.0)), (0.0, 300.0));
        assert!((scale.place(1_000.0) - 200.0).abs() < 1e-9);
    }

    #[test]
    fn whole_powers_need_no_more_room() {
        let scale = Scale::around([10.0, 1_000.0].into_iter(), 0.0, 1.0).unwrap();
        assert!(scale.powers().eq([10.0, 100.0, 1_000.0]));
    }

    #[test]
    fn one_number_has_an_axis_and_none_has_none() {
        let scale = Scale::around([10.0].into_iter(), 0.0, 1.0).unwrap();
        assert!(scale.powers().eq([10.0, 100.0]));
        assert_eq!(Scale::around([].into_iter(), 0.0, 1.0), None);
        assert_eq!(Scale::around([0.0].into_iter(), 0.0, 1.0), None);
    }

    #[test]
    fn numbers_as_people_read_them() {
        assert_eq!([10.0, 1_000.0, 100_000.0].map(grouped), ["10", "1,000", "100,000"]);
        assert_eq!([1_000.0, 100_000.0, 1e7].map(short), ["1,000", "100 k", "10 M"]);
        assert_eq!(
            [0.1, 10.0, 1e3, 1e5, 1e6, 1e9].map(time),
            ["0.1 ns", "10 ns", "1 µs", "100 µs", "1 ms", "1 s"]
        );
    }
}
