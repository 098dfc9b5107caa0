//! What is wrong with a line, in words that a person can act on: those of the
//! JSON library are for programmers.

use serde_json::error::Category;

/// What is wrong with a line, and at which of its columns.
pub(super) fn damage(error: &serde_json::Error) -> String {
    // Its "line 1" would be taken for a line of the file.
    let said = error.to_string();
    let what = said.rsplit_once(" at line ").map_or(said.as_str(), |(what, _)| what);
    let what = match error.classify() {
        Category::Eof => "it breaks off".to_owned(),
        Category::Syntax | Category::Io => syntax(what).to_owned(),
        Category::Data => content(what),
    };
    // Before the first column it is the line as a whole.
    match error.column() {
        0 => what,
        column => format!("at column {column}, {what}"),
    }
}

/// What is wrong with a text that is no JSON.
fn syntax(what: &str) -> &'static str {
    match what {
        "expected `:`" => "a colon is missing",
        "expected `,` or `}`" => "a comma or a } is missing",
        "expected `,` or `]`" => "a comma or a ] is missing",
        "expected value" => "a value is missing",
        "expected ident" => "a word is misspelt: it can be true, false or null",
        "key must be a string" => "the name of a field does not stand in quotes",
        "trailing comma" => "there is a comma too many",
        "trailing characters" => "something stands behind its end",
        "number out of range" => "a number is too large",
        "invalid number" => "a number is not written as numbers are",
        "recursion limit exceeded" => "it is nested too deep",
        what if what.starts_with("control character") => "a text has a control character in it",
        _ => "it is no JSON",
    }
}

/// What is wrong with JSON that is not what a line of a record is.
fn content(what: &str) -> String {
    let named = |what: &str| what.split('`').nth(1).unwrap_or_default().to_owned();
    if what.starts_with("missing field ") {
        return format!("the field {:?} is missing", named(what));
    }
    if what.starts_with("unknown field ") {
        let known = what.split_once(", expected ").map_or("none", |(_, known)| known);
        let known = quoted(known.strip_prefix("one of ").unwrap_or(known));
        return format!("nobody knows the field {:?}: there are {known}", named(what));
    }
    if what.starts_with("duplicate field ") {
        return format!("the field {:?} is there twice", named(what));
    }
    if let Some(variant) = what.strip_prefix("unknown variant ") {
        let (found, known) = variant.split_once(", expected ").unwrap_or((variant, "another"));
        let known = known.strip_prefix("one of ").unwrap_or(known);
        return format!("{} stands where one of these belongs: {}", quoted(found), quoted(known));
    }
    let met = ["invalid type: ", "invalid value: ", "invalid length "];
    let met = met.iter().find_map(|kind| what.strip_prefix(kind)?.split_once(", expected "));
    match met {
        Some((found, wanted)) => {
            format!("{} stands where {} belongs", thing(found), kind(wanted))
        }
        // What our own types say.
        None => what.to_owned(),
    }
}

fn quoted(words: &str) -> String {
    words.replace('`', "\"")
}

/// What was found.
fn thing(found: &str) -> String {
    let lead = |word: &str| found.strip_prefix(word).map(|rest| rest.replace('`', ""));
    match found {
        "map" => "an object".to_owned(),
        "sequence" => "a list".to_owned(),
        _ => None
            .or_else(|| lead("string ").map(|text| format!("the text {text}")))
            .or_else(|| lead("integer ").map(|number| format!("the number {number}")))
            .or_else(|| lead("floating point ").map(|number| format!("the number {number}")))
            .or_else(|| lead("boolean "))
            .unwrap_or_else(|| found.to_owned()),
    }
}

/// What should be there.
fn kind(wanted: &str) -> &str {
    match wanted {
        "u8" | "u16" | "u32" | "u64" | "i32" | "usize" => "a whole number that is not too large",
        "a string" | "a borrowed string" | "a Cow str" => "a text",
        "a sequence" => "a list",
        "a map" => "an object",
        "a boolean" => "true",
        wanted if wanted.starts_with("struct ") => "an object",
        wanted => wanted,
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::lines::line::{HeaderLine, Line};

    fn wrong<'t, T: Deserialize<'t>>(text: &'t str) -> String {
        match serde_json::from_str::<T>(text) {
            Ok(_) => panic!("{text} is right"),
            Err(error) => damage(&error),
        }
    }

    #[test]
    fn what_is_wrong_is_said_as_a_person_says_it() {
        for (text, said) in [
            ("{\"act\":", "at column 7, it breaks off"),
            ("{\"act\" 1}", "at column 8, a colon is missing"),
            ("{\"act\":\"a\" 1}", "at column 12, a comma or a } is missing"),
            ("{\"act\":}", "at column 8, a value is missing"),
            ("{\"act\":\"a\",}", "at column 12, there is a comma too many"),
            ("{act:1}", "at column 2, the name of a field does not stand in quotes"),
            ("{} {}", "at column 4, something stands behind its end"),
            ("{\"act\":1}", "at column 8, the number 1 stands where a text belongs"),
            ("{\"act\":[]}", "at column 7, a list stands where a text belongs"),
            ("{\"end\":\"x\"}", "at column 10, the text \"x\" stands where a list belongs"),
            (
                "{\"rewind\":-1}",
                "at column 12, the number -1 stands where a whole number that is not too large belongs",
            ),
            ("{\"act\":\"a\",\"act\":\"b\"}", "at column 16, the field \"act\" is there twice"),
            ("{\"digest\":\"x\"}", "at column 14, a digest has 16 digits from 0 to f"),
        ] {
            assert_eq!(wrong::<Line>(text), said, "{text}");
        }
        let unknown = wrong::<Line>("{\"mood\":1}");
        let said = "at column 7, nobody knows the field \"mood\": there are \"act\", \"acts\", ";
        assert!(unknown.starts_with(said), "{unknown}");
        assert_eq!(
            wrong::<HeaderLine>("{\"rulebook\":1}"),
            "at column 14, the field \"game\" is missing"
        );
    }

    #[test]
    fn no_word_of_the_library_is_left() {
        let texts =
            ["", "{", "[", "\"", "{\"a", "nul", "1e999", "{\"act\":\"\u{1}\"}", "{1:2}", "[1 2]"];
        for text in texts {
            let said = wrong::<Line>(text);
            for word in ["expected", "EOF", "`", "struct", "invalid", "parsing"] {
                assert!(!said.contains(word), "{text:?}: {said}");
            }
        }
    }
}
