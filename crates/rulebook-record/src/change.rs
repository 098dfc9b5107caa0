//! Positions written as what changed since the one before.
//!
//! Most of a position is as it was. In the second version of the format a
//! record may say which part of it is not, so that a position after every frame
//! costs little.

use std::ops::Range;

/// A position cut into pieces has more differences than this only if it is
/// another one altogether.
const MOST: usize = 128;

/// What stands unchanged between two changes is written again if it is no longer
/// than this: saying where it stands would take more room.
const SHORT: usize = 6;

/// How one position becomes the next: steps from its beginning to its end. What
/// is left after the last one stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change(pub(crate) Vec<Step>);

/// So many characters stay, the next ones go, and a text comes in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) stay: usize,
    pub(crate) go: usize,
    pub(crate) put: String,
}

impl Change {
    /// The change from one position to another, unless the other is as short.
    ///
    /// Which of the possible changes this is does not matter to a reader.
    pub(crate) fn between(before: &str, after: &str) -> Option<Change> {
        let (old, new) = (Pieces::of(before), Pieces::of(after));
        let most = old.len().min(new.len());
        let first = (0..most).take_while(|&at| old.at(at) == new.at(at)).count();
        let is_same = |back: &usize| old.at(old.len() - back) == new.at(new.len() - back);
        let last = (1..=most - first).take_while(is_same).count();
        let differ = [first..old.len() - last, first..new.len() - last];
        let change = Change(steps(&old, &new, differ)?);
        (change.room() < after.len()).then_some(change)
    }

    /// How many bytes a line takes for it, more or less.
    fn room(&self) -> usize {
        let room = |step: &Step| step.put.len() + digits(step.stay) + digits(step.go) + 6;
        self.0.iter().map(room).sum()
    }

    /// The next position, if this is a change of the one before and the next is
    /// not longer than so many bytes.
    pub(crate) fn of(&self, before: &str, limit: usize) -> Result<String, Unfit> {
        let (mut rest, mut after) = (before, String::new());
        for Step { stay, go, put } in &self.0 {
            let (stays, others) = rest.split_at(end_of(rest, *stay)?);
            rest = &others[end_of(others, *go)?..];
            after.push_str(stays);
            after.push_str(put);
            if after.len() > limit {
                return Err(Unfit::TooLong);
            }
        }
        after.push_str(rest);
        if after.len() > limit { Err(Unfit::TooLong) } else { Ok(after) }
    }
}

/// Why something is no change of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// The position is shorter than the change says.
    TooShort,
    /// What comes of it is longer than it may be.
    TooLong,
}

/// Where so many characters end, if there are so many.
fn end_of(text: &str, characters: usize) -> Result<usize, Unfit> {
    let mut ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    ends.nth(characters).ok_or(Unfit::TooShort)
}

fn digits(number: usize) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}

/// The words of a text, and what stands between them character by character.
struct Pieces<'t> {
    text: &'t str,
    /// Where each of them begins, and where the last one ends.
    bounds: Vec<usize>,
}

impl<'t> Pieces<'t> {
    fn of(text: &'t str) -> Self {
        // Bytes of longer characters are parts of words.
        let is_between = |byte: u8| matches!(byte, b' ' | b',' | b';' | b'/');
        let mut bounds = Vec::with_capacity(text.len() + 1);
        let mut was_between = true;
        for (at, byte) in text.bytes().enumerate() {
            let is_between = is_between(byte);
            if is_between || was_between {
                bounds.push(at);
            }
            was_between = is_between;
        }
        bounds.push(text.len());
        Pieces { text, bounds }
    }

    fn len(&self) -> usize {
        self.bounds.len() - 1
    }

    fn at(&self, at: usize) -> &'t str {
        self.some(at..at + 1)
    }

    /// Several of them, as they stand in the text.
    fn some(&self, some: Range<usize>) -> &'t str {
        &self.text[self.bounds[some.start]..self.bounds[some.end]]
    }
}

/// The steps from one text to another that differ in these pieces.
fn steps(old: &Pieces<'_>, new: &Pieces<'_>, differ: [Range<usize>; 2]) -> Option<Vec<Step>> {
    let mut steps: Vec<Step> = Vec::new();
    let mut at = 0;
    for Hunk { gone, come } in hunks(old, new, differ)? {
        let between = old.some(at..gone.start);
        let stay = between.chars().count();
        let (go, put) = (old.some(gone.clone()).chars().count(), new.some(come));
        match steps.last_mut() {
            Some(last) if stay <= SHORT => {
                last.go += stay + go;
                last.put.extend([between, put]);
            }
            _ => steps.push(Step { stay, go, put: put.to_owned() }),
        }
        at = gone.end;
    }
    Some(steps)
}

/// Pieces that go, and those that come in their place.
struct Hunk {
    gone: Range<usize>,
    come: Range<usize>,
}

/// What differs, between what is the same.
fn hunks(old: &Pieces<'_>, new: &Pieces<'_>, differ: [Range<usize>; 2]) -> Option<Vec<Hunk>> {
    let [gone, come] = differ;
    let is_same = |at, then| old.at(gone.start + at) == new.at(come.start + then);
    let (mut from, mut to, mut hunks) = (gone.start, come.start, Vec::new());
    let same = alike(gone.len(), come.len(), is_same)?;
    for (at, then) in same.into_iter().chain([(gone.len(), come.len())]) {
        let (at, then) = (gone.start + at, come.start + then);
        if at > from || then > to {
            hunks.push(Hunk { gone: from..at, come: to..then });
        }
        (from, to) = (at + 1, then + 1);
    }
    Some(hunks)
}

/// The places of as many things as possible that are the same in two lists, in
/// order; nothing if too much differs. This is the greedy search of E. W. Myers
/// for the shortest way from one list to another.
fn alike(
    old: usize,
    new: usize,
    is_same: impl Fn(usize, usize) -> bool,
) -> Option<Vec<(usize, usize)>> {
    // How far each diagonal comes, in places of the old list. A diagonal is the
    // difference between the places in both; the middle is added, so that none is
    // negative.
    let most = MOST.min(old + new);
    let (mut reached, middle) = (vec![0; 2 * most + 3], most + 1);
    let mut past = Vec::new();
    for differences in 0..=most {
        past.extend_from_slice(&reached[middle - differences - 1..=middle + differences + 1]);
        for diagonal in (middle - differences..=middle + differences).step_by(2) {
            let comes = comes(&reached, diagonal, middle, differences);
            let mut at = if comes { reached[diagonal + 1] } else { reached[diagonal - 1] + 1 };
            // Beside the lists there is nothing.
            let Some(mut then) = (at + middle).checked_sub(diagonal) else { continue };
            while at < old && then < new && is_same(at, then) {
                (at, then) = (at + 1, then + 1);
            }
            reached[diagonal] = at;
            if at >= old && then >= new {
                return Some(back(&past, differences, old, new));
            }
        }
    }
    None
}

/// Whether the best way to a diagonal is that something comes, and not that
/// something goes.
fn comes(reached: &[usize], diagonal: usize, middle: usize, differences: usize) -> bool {
    let (is_first, is_last) = (diagonal + differences == middle, diagonal == middle + differences);
    is_first || !is_last && reached[diagonal - 1] < reached[diagonal + 1]
}

/// The way back from the end of both lists.
fn back(past: &[usize], differences: usize, old: usize, new: usize) -> Vec<(usize, usize)> {
    let (mut at, mut then, mut alike) = (old, new, Vec::new());
    for differences in (0..=differences).rev() {
        // So many places were kept of all steps before this one, and of this one.
        let begin = differences * (differences + 2);
        let reached = &past[begin..=begin + 2 * differences + 2];
        let middle = differences + 1;
        let diagonal = at + middle - then;
        let (from, before) = match comes(reached, diagonal, middle, differences) {
            _ if differences == 0 => (0, 0),
            true => (reached[diagonal + 1], reached[diagonal + 1] + middle - diagonal - 1),
            false => (reached[diagonal - 1], reached[diagonal - 1] + middle + 1 - diagonal),
        };
        while at > from && then > before {
            (at, then) = (at - 1, then - 1);
            alike.push((at, then));
        }
        (at, then) = (from, before);
    }
    alike.reverse();
    alike
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shortest number of pieces that come or go, by trying everything.
    fn fewest(old: &[&str], new: &[&str]) -> usize {
        match (old, new) {
            ([], rest) | (rest, []) => rest.len(),
            ([one, old @ ..], [other, new @ ..]) if one == other => fewest(old, new),
            ([_, fewer @ ..], [_, less @ ..]) => 1 + fewest(fewer, new).min(fewest(old, less)),
        }
    }

    /// All lists of two letters up to so many.
    fn lists(most: usize) -> Vec<Vec<&'static str>> {
        let mut all = vec![Vec::new()];
        let mut last = all.clone();
        for _ in 0..most {
            let longer =
                |list: &Vec<&'static str>| ["a", "b"].map(|letter| [&list[..], &[letter]].concat());
            last = last.iter().flat_map(longer).collect();
            all.extend(last.clone());
        }
        all
    }

    #[test]
    fn the_shortest_way_is_found_between_all_small_lists() {
        for old in lists(6) {
            for new in lists(6) {
                let is_same = |at: usize, then: usize| old[at] == new[then];
                let found = alike(old.len(), new.len(), is_same).expect("they are small");
                let fewest = fewest(&old, &new);
                assert_eq!(old.len() + new.len() - 2 * found.len(), fewest, "{old:?} {new:?}");
                assert!(found.is_sorted_by(|one, next| one.0 < next.0 && one.1 < next.1));
                assert!(found.iter().all(|(at, then)| old[*at] == new[*then]));
            }
        }
    }

    #[test]
    fn a_change_leads_from_one_position_to_the_next() {
        for (before, after) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            ),
            (
                "hand 1 2 3 deck 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 discard 21 22",
                "hand 1 3 4 deck 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 discard 21 22 2",
            ),
            ("räder, wände; böden", "räder, wände und türen; böden"),
            ("the same all along", "the same all along"),
            ("a long one, with much in it", "a long one, with much in it, and more"),
            ("a long one, with much in it", "one, with much in it"),
        ] {
            let change = Change::between(before, after).expect("it is shorter");
            assert_eq!(change.of(before, 100).as_deref(), Ok(after), "{change:?}");
        }
    }

    #[test]
    fn where_all_is_new_it_is_said_as_a_whole() {
        assert_eq!(Change::between("", "x.o/.../..."), None);
        assert_eq!(Change::between("x.o/.../...", "o"), None);
        let (many, others) = ("a ".repeat(300), "b ".repeat(300));
        assert_eq!(Change::between(&many, &others), None);
    }

    #[test]
    fn short_pieces_between_two_changes_are_written_again() {
        let change =
            Change::between("seat 0 turn 1 of a long game", "seat 1 turn 2 of a long game");
        let step = Step { stay: 5, go: 8, put: "1 turn 2".to_owned() };
        assert_eq!(change, Some(Change(vec![step])));
    }

    #[test]
    fn a_change_of_something_else_is_none_and_nothing_grows_without_end() {
        let step = |stay, go, put: &str| Change(vec![Step { stay, go, put: put.to_owned() }]);
        assert_eq!(step(4, 0, "").of("abc", 100), Err(Unfit::TooShort));
        assert_eq!(step(2, 2, "").of("abc", 100), Err(Unfit::TooShort));
        assert_eq!(step(2, 1, "xy").of("abc", 4).as_deref(), Ok("abxy"));
        assert_eq!(step(2, 1, "xyz").of("abc", 4), Err(Unfit::TooLong));
        assert_eq!(step(0, 0, "xy").of("abc", 4), Err(Unfit::TooLong));
        // Not between the bytes of a letter, but between letters.
        assert_eq!(step(1, 1, "o").of("köln", 100).as_deref(), Ok("koln"));
    }
}
