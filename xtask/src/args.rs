//! The command line: which chore, and how much of it.

use std::fmt;

/// What `cargo xtask` prints when it is asked for help, or misunderstood.
pub(crate) const USAGE: &str = "\
Usage: cargo xtask CHORE

  test [--full]   everything a change must pass: formatting, the engine's purity, lints,
                  documentation, peers, tests, doctests, the studio's page and counts; `--full`
                  adds the slow tests (RULEBOOK_FULL=1), the release profile, packaging and
                  tidiness
  counts [--accept WHY]
                  the instructions of the engine's core paths, under valgrind, are those of
                  counts.txt; `--accept` writes down what changed, and why
  determinism     the digests of the reference games, in the dev and the release profile
  package         a dry run of publishing every library crate
  peers           installs the programs of others that games are compared and measured with
  purity          the engine has no clock, no threads, no I/O, no unsafe, no dependencies
  studio          the page's source, that its built form is what it gives, and a browser
  tidy            spelling and licences, as far as `typos` and `cargo-deny` are installed
  help            this text";

/// How much `test` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// What every change must pass.
    Ordinary,
    /// The slow tests and the checks before a release as well.
    Full,
}

/// One chore, as asked for on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Chore {
    Help,
    Test(Extent),
    /// With a reason, what changed is written down.
    Counts(Option<String>),
    Determinism,
    Package,
    Peers,
    Purity,
    Studio,
    Tidy,
}

/// A command line that means nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    UnknownChore { word: String },
    UnknownArgument { chore: String, word: String },
    NoReason,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownChore { word } => write!(f, "There is no chore `{word}`."),
            Self::UnknownArgument { chore, word } => {
                write!(f, "The chore `{chore}` takes no argument `{word}`.")
            }
            Self::NoReason => f.write_str(
                "`--accept` wants a reason: a few words in quotes after it, on one line.",
            ),
        }
    }
}

impl std::error::Error for Mistake {}

/// Reads the words after `cargo xtask`. No words at all ask for help.
pub(crate) fn parse(words: impl IntoIterator<Item = String>) -> Result<Chore, Mistake> {
    let mut words = words.into_iter();
    let Some(name) = words.next() else {
        return Ok(Chore::Help);
    };
    let mut chore = match name.as_str() {
        "help" | "--help" | "-h" => Chore::Help,
        "test" => Chore::Test(Extent::Ordinary),
        "counts" => return counts(words),
        "determinism" => Chore::Determinism,
        "package" => Chore::Package,
        "peers" => Chore::Peers,
        "purity" => Chore::Purity,
        "studio" => Chore::Studio,
        "tidy" => Chore::Tidy,
        _ => return Err(Mistake::UnknownChore { word: name }),
    };
    for word in words {
        chore = match (chore, word.as_str()) {
            (_, "--help" | "-h") | (Chore::Help, _) => Chore::Help,
            (Chore::Test(_), "--full") => Chore::Test(Extent::Full),
            _ => return Err(Mistake::UnknownArgument { chore: name, word }),
        };
    }
    Ok(chore)
}

/// The words after `counts`.
fn counts(words: impl Iterator<Item = String>) -> Result<Chore, Mistake> {
    let words: Vec<String> = words.collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        [] => Ok(Chore::Counts(None)),
        ["--help" | "-h", ..] => Ok(Chore::Help),
        ["--accept", why] if !why.trim().is_empty() && !why.contains('\n') => {
            Ok(Chore::Counts(Some(why.to_owned())))
        }
        ["--accept", ..] => Err(Mistake::NoReason),
        [word, ..] => {
            let (chore, word) = ("counts".to_owned(), word.to_owned());
            Err(Mistake::UnknownArgument { chore, word })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Chore, Mistake> {
        parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn no_words_ask_for_help() {
        assert_eq!(parsed(""), Ok(Chore::Help));
        assert_eq!(parsed("help"), Ok(Chore::Help));
        assert_eq!(parsed("test --help"), Ok(Chore::Help));
    }

    #[test]
    fn test_is_ordinary_unless_full_is_asked_for() {
        assert_eq!(parsed("test"), Ok(Chore::Test(Extent::Ordinary)));
        assert_eq!(parsed("test --full"), Ok(Chore::Test(Extent::Full)));
    }

    #[test]
    fn an_unknown_chore_is_named() {
        let mistake = parsed("tset --full").unwrap_err();
        assert_eq!(mistake.to_string(), "There is no chore `tset`.");
    }

    #[test]
    fn an_unknown_argument_is_named_with_its_chore() {
        let mistake = parsed("package --full").unwrap_err();
        assert_eq!(mistake.to_string(), "The chore `package` takes no argument `--full`.");
        assert!(parsed("test --quick").is_err());
        assert!(parsed("test full").is_err());
    }

    #[test]
    fn counts_are_accepted_for_a_reason_only() {
        assert_eq!(parsed("counts"), Ok(Chore::Counts(None)));
        let accepted = parse(["counts", "--accept", "it is safer"].map(str::to_owned));
        assert_eq!(accepted, Ok(Chore::Counts(Some("it is safer".to_owned()))));
        assert_eq!(parsed("counts --accept"), Err(Mistake::NoReason));
        assert_eq!(parsed("counts --accept two words"), Err(Mistake::NoReason));
        assert!(parsed("counts --full").is_err());
    }

    #[test]
    fn every_chore_of_the_usage_is_understood() {
        let names = USAGE
            .lines()
            .skip(2)
            .filter(|line| !line.starts_with("   "))
            .map(|line| line.split_whitespace().next().unwrap_or_default());
        let chores: Vec<_> = names.map(parsed).collect();
        assert_eq!(chores.len(), 9);
        assert!(chores.iter().all(Result::is_ok), "{chores:?}");
    }
}
