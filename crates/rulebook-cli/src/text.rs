//! Fitting text into a width, where a character counts as one column; lists and
//! numbers of things as one says them.

use std::borrow::Cow;

/// Breaks a text at spaces into lines of at most `width` columns. A word that
/// is longer than a line is broken where it must be.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let (mut line, mut used) = (String::new(), 0);
    for word in text.split_whitespace() {
        if used > 0 && used + 1 + columns(word) > width {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        if used > 0 {
            line.push(' ');
            used += 1;
        }
        for letter in word.chars() {
            if used == width {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            line.push(letter);
            used += 1;
        }
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

/// Breaks the lines of a picture that do not fit into `width` columns, each
/// with the number of its line. Sentences are wrapped. The lines of a table,
/// which one knows by their wide gaps, are all broken in the same places if
/// they have gaps in common, so that what stands below each other stays so;
/// else each at a gap of its own. Nothing is lost but the space at the break.
pub(crate) fn fold(picture: &str, width: usize) -> Vec<(usize, String)> {
    let is_table = |line: &str| line.contains("  ");
    let is_wide = |line: &str| is_table(line) && columns(line) > width;
    let wide: Vec<Vec<char>> =
        picture.lines().filter(|line| is_wide(line)).map(|line| line.chars().collect()).collect();
    let mut tables = fold_tables(&wide, width.max(1)).into_iter();
    let mut folded = Vec::new();
    for (number, line) in picture.lines().enumerate() {
        let lines = if columns(line) <= width {
            vec![line.to_owned()]
        } else if is_table(line) {
            tables.next().unwrap_or_default()
        } else {
            wrap(line, width)
        };
        folded.extend(lines.into_iter().map(|line| (number, line)));
    }
    folded
}

/// How far what is left of a broken line is indented, if there is room for it.
const INDENT: usize = 4;

/// Breaks lines that are too wide, piece by piece; gives the pieces of each.
fn fold_tables(lines: &[Vec<char>], width: usize) -> Vec<Vec<String>> {
    let mut folded = vec![Vec::new(); lines.len()];
    let mut left: Vec<(usize, &[char])> = lines.iter().map(Vec::as_slice).enumerate().collect();
    let mut indent = 0;
    while !left.is_empty() {
        let room = width - indent;
        let wide = || left.iter().map(|(_, line)| line).filter(|line| line.len() > room);
        let is_gap = |at: &usize| wide().all(|line| line[*at] == ' ');
        let common = if wide().next().is_none() { None } else { gap(room, is_gap) };
        let mut rest = Vec::new();
        for (nth, line) in left {
            let (piece, after) = match (line.len() > room, common) {
                (false, _) => (line, &[][..]),
                (true, Some(at)) => (&line[..at], &line[at + 1..]),
                (true, None) => match gap(room, |at| line[*at] == ' ') {
                    Some(at) => (&line[..at], &line[at + 1..]),
                    None => line.split_at(room),
                },
            };
            let piece: String = piece.iter().collect();
            if !piece.trim().is_empty() {
                folded[nth].push(format!("{:indent$}{}", "", piece.trim_end()));
            }
            if !after.is_empty() {
                rest.push((nth, after));
            }
        }
        left = rest;
        indent = if width > 2 * INDENT { INDENT } else { 0 };
    }
    folded
}

/// The last place where a line of so many columns can be broken.
fn gap(room: usize, is_gap: impl Fn(&usize) -> bool) -> Option<usize> {
    (room.div_ceil(2)..=room).rev().find(is_gap)
}

/// What is too long for anybody to read, such as a whole file that somebody gave
/// for a move, without its middle.
pub(crate) fn cut(text: &str) -> Cow<'_, str> {
    const LONGEST: usize = 1000;
    const ENDS: usize = 400;
    let long = columns(text);
    if long <= LONGEST {
        return Cow::Borrowed(text);
    }
    let begin: String = text.chars().take(ENDS).collect();
    let end: String = text.chars().skip(long - ENDS).collect();
    Cow::Owned(format!("{begin} … ({} characters) … {end}", long - 2 * ENDS))
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

    /// Texts as pictures have them, made up from a number.
    fn made_up(mut seed: u64) -> String {
        let mut next = |among: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
            (seed >> 33) % among
        };
        let mut text = String::new();
        for _ in 0..next(120) {
            match next(8) {
                0 => text.push_str("  "),
                1 => text.push('\n'),
                2 => text.push_str(&" ".repeat(next(9) as usize)),
                3 => text.push_str(&"♜é".repeat(next(20) as usize)),
                _ => text.push_str(&format!("{} ", next(1_000_000))),
            }
        }
        text
    }

    #[test]
    fn no_folded_line_is_wider_than_asked_and_none_loses_more_than_spaces() {
        let letters = |text: &str| text.replace([' ', '\n'], "");
        for seed in 0..300 {
            let text = made_up(seed);
            for width in (0..60).chain([200, usize::MAX]) {
                let folded = fold(&text, width);
                let fits = |(_, line): &(usize, String)| columns(line) <= width.max(1);
                assert!(folded.iter().all(fits), "{width}: {text:?} {folded:?}");
                for (number, line) in text.lines().enumerate() {
                    let pieces = folded.iter().filter(|(of, _)| *of == number);
                    let whole: String = pieces.map(|(_, piece)| piece.as_str()).collect();
                    assert_eq!(letters(&whole), letters(line), "{width}: {text:?}");
                }
            }
        }
    }

    #[test]
    fn a_table_that_is_much_too_wide_is_folded_as_often_as_it_takes() {
        let picture = "hand  12 Ember Hound  13 Frost Wisp  14 Siege Ram";
        let folded: Vec<String> = fold(picture, 16).into_iter().map(|(_, line)| line).collect();
        assert_eq!(
            folded,
            ["hand  12 Ember", "    Hound  13", "    Frost Wisp", "    14 Siege Ram"]
        );
    }

    #[test]
    fn a_word_of_a_million_letters_is_wrapped_in_no_time() {
        let word = "x".repeat(1_000_000);
        assert_eq!(wrap(&word, 40).len(), 25_000);
        // 37 letters are on the first line, and 36 on each of the others.
        assert_eq!(fold(&format!("a  {word}"), 40).len(), 1 + (1_000_000_usize - 37).div_ceil(36));
    }

    #[test]
    fn what_nobody_can_read_is_cut_in_the_middle() {
        let long = format!("begin {} end", "x".repeat(5000));
        let shown = cut(&long);
        assert!(shown.starts_with("begin x") && shown.ends_with("x end"), "{shown}");
        assert!(shown.contains("(4210 characters)") && columns(&shown) < 1000, "{shown}");
        assert_eq!(cut("short"), "short");
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
