//! The command line.

use std::fmt;

use crate::paths::{self, Path};

pub(crate) const USAGE: &str = "\
Usage: rulebook-counts [--accept WHY | --run PATH]

Counts the instructions of the engine's core paths and compares them with counts.txt.

  --accept WHY   writes down what changed by more than 3 %, and why it may
  --run PATH     runs one path as it is counted, and says how many operations that was";

/// What the caller asked for.
#[derive(Clone, Debug)]
pub(crate) enum Wanted {
    Help,
    Check,
    Accept(String),
    Run(&'static Path),
}

/// A command line that means nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    Unknown { word: String },
    NoPath { word: String },
    NoReason,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { word } => write!(f, "`{word}` means nothing here."),
            Self::NoPath { word } => write!(f, "There is no path `{word}`."),
            Self::NoReason => {
                f.write_str("`--accept` wants a reason: a few words in quotes, on one line.")
            }
        }
    }
}

impl std::error::Error for Mistake {}

/// Reads the words after the program's name.
pub(crate) fn parse(words: impl IntoIterator<Item = String>) -> Result<Wanted, Mistake> {
    let words: Vec<String> = words.into_iter().collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        [] => Ok(Wanted::Check),
        ["--help" | "-h", ..] => Ok(Wanted::Help),
        ["--accept", why] if !why.trim().is_empty() && !why.contains('\n') => {
            Ok(Wanted::Accept(why.trim().to_owned()))
        }
        ["--accept", ..] => Err(Mistake::NoReason),
        ["--run", name] => match paths::find(name) {
            Some(path) => Ok(Wanted::Run(path)),
            None => Err(Mistake::NoPath { word: name.to_owned() }),
        },
        [word, ..] => Err(Mistake::Unknown { word: word.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &[&str]) -> Result<Wanted, Mistake> {
        parse(words.iter().map(|word| (*word).to_owned()))
    }

    #[test]
    fn no_words_compare() {
        assert!(matches!(parsed(&[]), Ok(Wanted::Check)));
        assert!(matches!(parsed(&["--help"]), Ok(Wanted::Help)));
    }

    #[test]
    fn to_accept_one_must_say_why() {
        assert!(
            matches!(parsed(&["--accept", " it is safer "]), Ok(Wanted::Accept(why)) if why == "it is safer")
        );
        for words in
            [&["--accept"][..], &["--accept", " "], &["--accept", "a\nb"], &["--accept", "a", "b"]]
        {
            assert_eq!(parsed(words).unwrap_err(), Mistake::NoReason);
        }
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(parsed(&["--fast"]).unwrap_err().to_string(), "`--fast` means nothing here.");
        let mistake = parsed(&["--run", "jump"]).unwrap_err();
        assert_eq!(mistake.to_string(), "There is no path `jump`.");
        assert!(parsed(&["--run", crate::paths::PATHS[0].name]).is_ok());
    }
}
