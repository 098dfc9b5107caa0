//! Words that several games use.

/// A number with the thing that is counted: `1 point`, `2 points`.
pub(crate) fn counted(number: u32, one: &str, many: &str) -> String {
    let word = if number == 1 { one } else { many };
    format!("{number} {word}")
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_thing_is_told_from_several() {
        assert_eq!(counted(0, "point", "points"), "0 points");
        assert_eq!(counted(1, "point", "points"), "1 point");
        assert_eq!(counted(2, "point", "points"), "2 points");
    }
}
