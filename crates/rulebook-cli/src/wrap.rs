//! Fitting text into a width. A character counts as one column.

/// Breaks a text at spaces into lines of at most `width` columns. A word that
/// is longer than a line is broken where it must be.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let columns = columns(&line);
        if columns > 0 && columns + 1 + self::columns(word) > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        while self::columns(&line) > width {
            let rest = line.chars().skip(width).collect();
            lines.push(line.chars().take(width).collect());
            line = rest;
        }
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

/// Cuts what does not fit into `width` columns, and marks the cut.
pub(crate) fn clip(text: &str, width: usize) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    kept + "…"
}

/// How many columns a text takes.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().count()
}

/// Things in a row, as one says them: "a", "a and b", "a, b and c".
pub(crate) fn list<T: ToString>(things: &[T], and: &str) -> String {
    let things: Vec<String> = things.iter().map(T::to_string).collect();
    match things.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} {and} {last}", others.join(", ")),
    }
}

/// A number of things: "1 action", "2 actions".
pub(crate) fn count(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces() {
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("one two three", 6), ["one", "two", "three"]);
    }

    #[test]
    fn a_word_longer_than_the_line_is_broken() {
        assert_eq!(wrap("a extraordinary b", 5), ["a", "extra", "ordin", "ary b"]);
        assert_eq!(wrap("extraordinary", 0).len(), 13);
    }

    #[test]
    fn nothing_is_one_empty_line() {
        assert_eq!(wrap("", 10), [""]);
    }

    #[test]
    fn no_line_is_wider_than_asked_and_no_letter_is_lost() {
        let text = "Three bidders, sealed bids for lanterns, and a bell that waits for nobody.";
        for width in 1..80 {
            let lines = wrap(text, width);
            assert!(lines.iter().all(|line| columns(line) <= width), "{width}: {lines:?}");
            let letters = |text: &str| text.replace(' ', "");
            assert_eq!(letters(&lines.concat()), letters(text));
        }
    }

    #[test]
    fn a_cut_is_marked() {
        assert_eq!(clip("crimson", 7), "crimson");
        assert_eq!(clip("crimson", 6), "crims…");
        assert_eq!(clip("crimson", 0), "…");
    }

    #[test]
    fn things_are_listed_as_one_says_them() {
        assert_eq!(list::<&str>(&[], "and"), "");
        assert_eq!(list(&["a"], "and"), "a");
        assert_eq!(list(&["a", "b"], "or"), "a or b");
        assert_eq!(list(&["a", "b", "c"], "and"), "a, b and c");
        assert_eq!((count(1, "die"), count(0, "action")), ("1 die".into(), "0 actions".into()));
    }
}
