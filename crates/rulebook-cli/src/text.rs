//! Fitting text into a width, where a character counts as one column; lists and
//! numbers of things as one says them.

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

/// Breaks the lines of a picture that do not fit into `width` columns, each
/// with the number of its line. Sentences are wrapped. The lines of a table,
/// which one knows by their wide gaps, are all broken in the same place, so
/// that what stands below each other stays so.
pub(crate) fn fold(picture: &str, width: usize) -> Vec<(usize, String)> {
    let is_table = |line: &str| line.contains("  ");
    let wide_table = || picture.lines().filter(|line| is_table(line) && columns(line) > width);
    let is_gap = |at: usize| wide_table().all(|line| line.chars().nth(at) == Some(' '));
    let at = (width / 2..=width).rev().find(|&at| is_gap(at)).unwrap_or(width);
    let mut folded = Vec::new();
    for (number, line) in picture.lines().enumerate() {
        if columns(line) <= width {
            folded.push((number, line.to_owned()));
        } else if is_table(line) {
            let rest: String = line.chars().skip(at + 1).collect();
            let first: String = line.chars().take(at).collect();
            folded.push((number, first.trim_end().to_owned()));
            folded.push((number, clip(&format!("    {rest}"), width)));
        } else {
            folded.extend(wrap(line, width).into_iter().map(|line| (number, line)));
        }
    }
    folded
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

/// A number of things: "1 try", "2 tries".
pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
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
    fn a_picture_that_fits_stays_as_it_is() {
        let picture = "  a b\n1 . x\n\nA sentence.\n";
        let lines = ["  a b", "1 . x", "", "A sentence."].map(str::to_owned);
        assert_eq!(fold(picture, 11), lines.into_iter().enumerate().collect::<Vec<_>>());
    }

    #[test]
    fn a_wide_table_is_folded_where_all_its_lines_have_a_gap() {
        let picture = "\
Two players have so much.
        coins charms points
seat 0     10     no      7
seat 1      -    yes     12
";
        let folded: Vec<String> = fold(picture, 20).into_iter().map(|(_, line)| line).collect();
        assert_eq!(
            folded,
            [
                "Two players have so",
                "much.",
                "        coins charms",
                "    points",
                "seat 0     10     no",
                "         7",
                "seat 1      -    yes",
                "        12",
            ]
        );
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
        assert_eq!(count(1, "die", "dice"), "1 die");
        assert_eq!(count(0, "die", "dice"), "0 dice");
    }
}
