//! Two texts compared line by line.

use std::fmt;

/// What differs between two states, line by line.
///
/// ```
/// use rulebook_record::{Against, StateDiff};
/// let diff = StateDiff::of(Against::Recorded, "a b\nc d\n", "a b\nc e\n");
/// assert_eq!(diff.to_string(), "- as recorded\n+ as replayed\n  a b\n- c d\n+ c e\n");
/// assert!(StateDiff::of(Against::Before, "same", "same").is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateDiff {
    /// What the state is compared with.
    pub against: Against,
    /// The lines of both.
    pub lines: Vec<(Mark, String)>,
}

/// What the state that was found is compared with.
///
/// ```
/// assert_eq!(rulebook_record::Against::Before.to_string(), "before it");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// With the state as it was recorded: the record keeps positions.
    Recorded,
    /// With the state before the frame: the record keeps digests only, and
    /// nobody can say what they stand for.
    Before,
}

impl fmt::Display for Against {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Against::Recorded => "as recorded",
            Against::Before => "before it",
        })
    }
}

/// Whose line it is.
///
/// ```
/// use rulebook_record::{Against, Mark, StateDiff};
/// let diff = StateDiff::of(Against::Before, "1", "2");
/// assert_eq!(diff.lines, [(Mark::Expected, "1".to_owned()), (Mark::Found, "2".to_owned())]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It is in both.
    Same,
    /// It is only in what was expected.
    Expected,
    /// It is only in what was found.
    Found,
}

/// What is said where the record does not tell what the game was like.
const UNKNOWN: &str = "The record keeps no positions, so what the game was like then is known by \
                       its digest alone.";

/// What is said where what differs cannot be shown.
const ALIKE: &str = "The positions are written alike: what differs is not in them, as dice to come \
                     are not.";

/// Beyond so many comparisons nobody reads the difference line by line.
const MOST: usize = 1 << 20;

impl StateDiff {
    /// Compares two texts.
    pub fn of(against: Against, expected: &str, found: &str) -> StateDiff {
        let (expected, found): (Vec<_>, Vec<_>) =
            (expected.lines().collect(), found.lines().collect());
        let lines = if expected.len().saturating_mul(found.len()) > MOST {
            let all = |mark, lines: &[&str]| {
                lines.iter().map(|line| (mark, (*line).to_owned())).collect::<Vec<_>>()
            };
            [all(Mark::Expected, &expected), all(Mark::Found, &found)].concat()
        } else {
            compare(&expected, &found)
        };
        StateDiff { against, lines }
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.lines.iter().all(|(mark, _)| *mark == Mark::Same)
    }
}

/// The lines of both, with as many in common as possible.
fn compare(expected: &[&str], found: &[&str]) -> Vec<(Mark, String)> {
    let common = common(expected, found);
    let (mut at, mut to) = (0, 0);
    let mut lines = Vec::new();
    while at < expected.len() || to < found.len() {
        let is_same = at < expected.len() && to < found.len() && expected[at] == found[to];
        let is_expected =
            to == found.len() || at < expected.len() && common[at + 1][to] >= common[at][to + 1];
        let (mark, line) = if is_same {
            (Mark::Same, expected[at])
        } else if is_expected {
            (Mark::Expected, expected[at])
        } else {
            (Mark::Found, found[to])
        };
        lines.push((mark, line.to_owned()));
        at += usize::from(mark != Mark::Found);
        to += usize::from(mark != Mark::Expected);
    }
    lines
}

/// How many lines two rests have in common, in order.
fn common(expected: &[&str], found: &[&str]) -> Vec<Vec<u32>> {
    let mut common = vec![vec![0; found.len() + 1]; expected.len() + 1];
    for at in (0..expected.len()).rev() {
        for to in (0..found.len()).rev() {
            common[at][to] = if expected[at] == found[to] {
                common[at + 1][to + 1] + 1
            } else {
                common[at + 1][to].max(common[at][to + 1])
            };
        }
    }
    common
}

impl fmt::Display for StateDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.against, self.is_empty()) {
            // Two boards that are the same tell nobody anything.
            (Against::Recorded, true) => return f.write_str(ALIKE),
            (Against::Before, true) => return write!(f, "Here nothing changes. {UNKNOWN}"),
            (Against::Before, false) => writeln!(f, "{UNKNOWN}")?,
            (Against::Recorded, false) => {}
        }
        writeln!(f, "- {}\n+ as replayed", self.against)?;
        for (mark, line) in &self.lines {
            let mark = match mark {
                Mark::Same => ' ',
                Mark::Expected => '-',
                Mark::Found => '+',
            };
            writeln!(f, "{}", format!("{mark} {line}").trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(expected: &str, found: &str) -> String {
        let diff = StateDiff::of(Against::Recorded, expected, found);
        diff.to_string().lines().skip(2).map(|line| line.chars().next().unwrap_or(' ')).collect()
    }

    #[test]
    fn lines_in_common_are_kept_in_order() {
        assert_eq!(marks("a\nb\nc", "a\nc"), " - ");
        assert_eq!(marks("a\nc", "a\nb\nc"), " + ");
        assert_eq!(marks("a\nb", "c\nd"), "--++");
        assert_eq!(marks("", "c"), "+");
        assert_eq!(marks("c", ""), "-");
    }

    #[test]
    fn two_states_that_look_the_same_are_not_shown_twice() {
        let said = |against| StateDiff::of(against, "x.o\n...", "x.o\n...").to_string();
        assert!(said(Against::Recorded).starts_with("The positions are written alike"));
        assert!(said(Against::Before).starts_with("Here nothing changes. The record keeps no"));
        let told = StateDiff::of(Against::Before, "x", "o").to_string();
        assert!(told.starts_with("The record keeps no positions, so what"), "{told}");
        assert!(told.ends_with("\n- before it\n+ as replayed\n- x\n+ o\n"), "{told}");
    }

    #[test]
    fn texts_without_end_are_shown_whole() {
        let (long, other) = ("x\n".repeat(2000), "y\n".repeat(2000));
        let diff = StateDiff::of(Against::Recorded, &long, &other);
        assert_eq!(diff.lines.len(), 4000);
        assert!(!diff.is_empty());
    }
}
