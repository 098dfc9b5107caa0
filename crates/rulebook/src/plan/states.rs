//! Telling two states apart: by `==` where the book says so, and by digests
//! where it has them.

use std::fmt::Debug;

use crate::digest::Digest;
use crate::game::Game;
use crate::pipeline::{Core, Log, Place};

/// How two states differ, both in words; nothing if they are equal.
pub(crate) type CompareFn<G> =
    fn(&<G as Game>::State, &<G as Game>::State) -> Option<(String, String)>;

/// Two digests of a state: the one that frames show, and where the state keeps
/// that one itself, the same from scratch.
pub(crate) type Digested = (Option<Digest>, Option<Digest>);

impl<G: Game, L: Log<G>> Core<G, L> {
    /// The digests by which the state can be told from another.
    pub(super) fn digested(&mut self) -> Digested {
        let shown = self.digest();
        let kept = self.book.inner.draft.kept_digest;
        (shown, kept.map(|digest| (digest.full)(&self.state)))
    }

    /// How another state differs from this one, as the book compares them.
    pub(super) fn differs_from(&mut self, other: &G::State) -> Option<(String, String)> {
        let compare = self.book.inner.draft.compares?;
        self.desk.place = Place::Engine;
        compare(other, &self.state)
    }
}

/// How two values differ.
pub(crate) fn difference<T: PartialEq + Debug>(one: &T, other: &T) -> Option<(String, String)> {
    if one == other {
        return None;
    }
    let (one, other) = (format!("{one:?}"), format!("{other:?}"));
    let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    if one == other {
        return Some((around(&one, 0), "another one that looks the same and is not equal".into()));
    }
    Some((around(&one, same), around(&other, same)))
}

/// What stands around a place of a text that may be long.
fn around(text: &str, at: usize) -> String {
    const BEFORE: usize = 80;
    const BEHIND: usize = 80;
    let from = at.saturating_sub(BEFORE);
    let mut rest = text.chars().skip(from);
    let shown: String = rest.by_ref().take(at - from + BEHIND).collect();
    let left = if from > 0 { "…" } else { "" };
    let right = if rest.next().is_some() { "…" } else { "" };
    format!("{left}{shown}{right}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_do_not_differ() {
        assert_eq!(difference(&[1, 2], &[1, 2]), None);
    }

    #[test]
    fn short_texts_are_shown_whole() {
        let differ = difference(&Some(1), &None);
        assert_eq!(differ, Some(("Some(1)".to_owned(), "None".to_owned())));
    }

    #[test]
    fn of_long_texts_that_is_shown_where_they_part() {
        let one: Vec<u32> = (0..1_000).collect();
        let mut other = one.clone();
        other[500] = 77_777;
        let (one, other) = difference(&one, &other).unwrap();
        assert!(one.contains("499, 500, 501") && one.starts_with('…') && one.ends_with('…'));
        assert!(other.contains("499, 77777, 501") && other.chars().count() < 170, "{other}");
    }

    #[test]
    fn values_that_look_the_same_can_differ() {
        #[derive(Debug)]
        struct Odd;
        impl PartialEq for Odd {
            fn eq(&self, _: &Odd) -> bool {
                false
            }
        }
        let (one, other) = difference(&Odd, &Odd).unwrap();
        assert_eq!(one, "Odd");
        assert!(other.contains("not equal"), "{other}");
    }
}
