//! Where two texts differ that `Debug` has written: only the fields that do.

/// A place, and what stands there in the one and in the other.
type Parted<'t> = (String, &'t str, &'t str);

/// The fields in which two `Debug` texts differ, one paragraph each; the whole
/// texts if they have no fields in common.
pub(crate) fn difference(expected: &str, found: &str) -> String {
    let mut parted = Vec::new();
    compare("", expected, found, &mut parted);
    let mut text = String::new();
    for (place, expected, found) in parted {
        let (label, indent) = match place.as_str() {
            "" => (String::new(), String::new()),
            place => (format!("{place}: "), " ".repeat(place.chars().count() + 2)),
        };
        text += &format!("\n  {label}expected {expected}\n  {indent}found    {found}");
    }
    text
}

fn compare<'t>(place: &str, expected: &'t str, found: &'t str, parted: &mut Vec<Parted<'t>>) {
    if expected == found {
        return;
    }
    let (one, other) = match (parts(expected), parts(found)) {
        (Some((head, one)), Some((same, other))) if head == same && one.len() == other.len() => {
            (one, other)
        }
        _ => return parted.push((place.to_owned(), expected, found)),
    };
    let several = one.len() > 1;
    for (at, (one, other)) in one.into_iter().zip(other).enumerate() {
        let ((label, one), (same, other)) = (labelled(one), labelled(other));
        if label != same {
            parted.push((place.to_owned(), expected, found));
            return;
        }
        let dot = if place.is_empty() { "" } else { "." };
        let place = match label {
            Some(label) => format!("{place}{dot}{label}"),
            None if several => format!("{place}[{at}]"),
            None => place.to_owned(),
        };
        compare(&place, one, other, parted);
    }
}

/// A field's name and its value, or a value alone.
fn labelled(part: &str) -> (Option<&str>, &str) {
    match part.split_once(": ") {
        Some((name, value)) if name.chars().all(|c| c.is_alphanumeric() || c == '_') => {
            (Some(name), value)
        }
        _ => (None, part),
    }
}

/// What stands before the first bracket, and what the brackets enclose, parted
/// at its commas. None if the text is anything else.
fn parts(text: &str) -> Option<(&str, Vec<&str>)> {
    let open = text.find(['{', '(', '['])?;
    let head = &text[..=open];
    let named = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | ' ');
    if !head[..open].chars().all(named) {
        return None;
    }
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    let (mut parts, mut from) = (Vec::new(), open + 1);
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < open) {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth = depth.checked_sub(1)?,
            ',' if depth == 1 => {
                parts.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
        if depth == 0 {
            parts.push(text[from..at].trim());
            let closed_at_the_end = at + c.len_utf8() == text.len();
            return closed_at_the_end.then_some((head, parts));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn only_the_fields_that_differ_are_told() {
        let one = r#"Frame { number: 5, by: Seat(0), events: [Took { n: 1 }, Lost], digest: Some(Digest(3c)) }"#;
        let other = r#"Frame { number: 5, by: Seat(0), events: [Took { n: 2 }, Lost], digest: Some(Digest(4d)) }"#;
        assert_eq!(
            difference(one, other),
            "\n  events[0].n: expected 1\n               found    2\
             \n  digest: expected 3c\n          found    4d"
        );
    }

    #[test]
    fn texts_of_another_shape_are_told_whole() {
        for (one, other) in [
            ("Some(1)", "None"),
            ("[1, 2]", "[1, 2, 3]"),
            ("committed as frame 1", "no change"),
            ("(1) and more", "(2) and more"),
            ("}1(", "}2("),
        ] {
            let whole = format!("\n  expected {one}\n  found    {other}");
            assert_eq!(difference(one, other), whole);
        }
    }

    #[test]
    fn brackets_and_commas_in_strings_are_text() {
        assert_eq!(
            difference(r#"Say { what: "a, \"} b", n: 1 }"#, r#"Say { what: "a, \"} c", n: 1 }"#),
            "\n  what: expected \"a, \\\"} b\"\n        found    \"a, \\\"} c\""
        );
    }

    #[test]
    fn fields_of_other_names_are_told_with_what_holds_them() {
        assert_eq!(
            difference("A { inner: B { x: 1 } }", "A { inner: B { y: 1 } }"),
            "\n  inner: expected B { x: 1 }\n         found    B { y: 1 }"
        );
    }
}
