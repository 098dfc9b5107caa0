//! The name of a new game, in the forms in which Rust wants it.

use std::path::Path;

use crate::failure::Failure;

/// Words that no crate can be called, because the language or its library has
/// them, or the new crate uses them itself.
const TAKEN: [&str; 81] = [
    "abstract",
    "alloc",
    "as",
    "async",
    "await",
    "become",
    "bin",
    "bool",
    "box",
    "break",
    "build",
    "char",
    "const",
    "continue",
    "core",
    "crate",
    "deps",
    "do",
    "dyn",
    "else",
    "enum",
    "examples",
    "extern",
    "f32",
    "f64",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "i128",
    "i16",
    "i32",
    "i64",
    "i8",
    "if",
    "impl",
    "in",
    "incremental",
    "isize",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "proc-macro",
    "pub",
    "ref",
    "return",
    "rulebook",
    "rulebook-derive",
    "rulebook-testkit",
    "self",
    "static",
    "std",
    "str",
    "struct",
    "super",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "u128",
    "u16",
    "u32",
    "u64",
    "u8",
    "unsafe",
    "unsized",
    "use",
    "usize",
    "virtual",
    "where",
    "while",
    "yield",
];

/// How long a name may be.
const LONGEST: usize = 60;

/// A name that a crate can have.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Name(String);

impl Name {
    /// The last part of a path.
    pub(super) fn of(path: &Path) -> Result<Self, Failure> {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        match objection(name) {
            None => Ok(Name(name.to_owned())),
            Some(why) => Err(Failure::Usage(format!(
                "{:?} cannot be the name of a game: {why}. Write something like my-game.",
                path.display().to_string(),
            ))),
        }
    }

    /// As the package is called: `my-game`.
    pub(super) fn package(&self) -> &str {
        &self.0
    }

    /// As code calls the crate: `my_game`.
    pub(super) fn module(&self) -> String {
        self.0.replace('-', "_")
    }

    /// As the type is called: `MyGame`.
    pub(super) fn of_type(&self) -> String {
        let words = self.0.split(['-', '_']).filter(|word| !word.is_empty());
        let camel: String = words.map(capitalised).collect();
        // The file has types of its own.
        match camel.as_str() {
            "Action" | "ActionKind" | "Event" | "EventKind" | "State" | "Why" | "Game" | "Book"
            | "Session" | "Option" | "Some" | "None" | "Seat" | "Seed" | "By" | "Answer"
            | "Gate" | "Scores" | "Actors" => {
                format!("{camel}Game")
            }
            _ => camel,
        }
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// What is wrong with a name, if anything.
fn objection(name: &str) -> Option<String> {
    let fits = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    let stranger = name.chars().find(|&letter| !fits(letter) && letter != '-' && letter != '_');
    if name.is_empty() {
        Some("it has no letters".to_owned())
    } else if let Some(stranger) = stranger {
        Some(format!("{stranger:?} is no small letter, digit, - or _"))
    } else if !name.starts_with(|first: char| first.is_ascii_lowercase()) {
        Some("it does not begin with a letter".to_owned())
    } else if name.len() > LONGEST {
        Some(format!("it has more than {LONGEST} letters"))
    } else if TAKEN.contains(&name.replace('_', "-").as_str()) {
        Some("Rust, cargo or the engine uses that word itself".to_owned())
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(path: &str) -> Result<Name, String> {
        Name::of(Path::new(path)).map_err(|failure| failure.to_string())
    }

    #[test]
    fn a_name_has_the_forms_that_rust_wants() {
        let name = name("games/my-second_game2").unwrap();
        assert_eq!(name.package(), "my-second_game2");
        assert_eq!(name.module(), "my_second_game2");
        assert_eq!(name.of_type(), "MySecondGame2");
    }

    #[test]
    fn a_name_does_not_clash_with_the_types_of_the_new_crate() {
        assert_eq!(name("action").unwrap().of_type(), "ActionGame");
    }

    #[test]
    fn a_name_that_no_crate_can_have_is_refused_with_the_reason() {
        for (path, why) in [
            ("", "it has no letters"),
            ("..", "it has no letters"),
            ("My-Game", "'M' is no small letter, digit, - or _"),
            ("my game", "' ' is no small letter, digit, - or _"),
            ("jeu-d'échecs", "'\\'' is no small letter, digit, - or _"),
            ("21-stones", "it does not begin with a letter"),
            ("-game", "it does not begin with a letter"),
            ("yield", "uses that word itself"),
            ("incremental", "uses that word itself"),
            ("bool", "uses that word itself"),
            ("match", "uses that word itself"),
            ("rulebook_testkit", "uses that word itself"),
            (&"g".repeat(61), "it has more than 60 letters"),
        ] {
            let refused = name(path).unwrap_err();
            assert!(refused.contains(why), "{path:?}: {refused}");
        }
    }

    #[test]
    fn every_word_is_taken_that_the_language_keeps_or_cargo_calls_a_folder() {
        let kept = "abstract as async await become box break const continue crate do dyn else enum \
                    extern false final fn for gen if impl in let loop macro match mod move mut \
                    override priv pub ref return self static struct super trait true try type \
                    typeof unsafe unsized use virtual where while yield";
        let folders = "build deps examples incremental";
        for word in kept.split_whitespace().chain(folders.split_whitespace()) {
            assert!(name(word).is_err(), "{word}");
        }
    }

    #[test]
    fn the_taken_words_are_sorted() {
        assert!(TAKEN.is_sorted());
    }
}
