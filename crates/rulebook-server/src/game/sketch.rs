//! States as trees, for any game: read from what `{:#?}` writes.
//!
//! The pretty form has one value a line, and what is inside of something is
//! indented by four spaces. Text of an author's own `Debug` is taken as it is.

use std::collections::BTreeMap;
use std::fmt::Debug;

use crate::wire;

/// A state, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tree {
    /// Its name within what is around it: a field, a key, an index.
    pub(crate) name: String,
    /// The name of its type or variant, or the value itself.
    pub(crate) value: String,
    /// Its parts.
    pub(crate) parts: Vec<Tree>,
    /// Whether its parts are numbered, and not named.
    numbered: bool,
}

impl Tree {
    /// The tree of a value.
    pub(crate) fn of(value: &impl Debug) -> Tree {
        let text = format!("{value:#?}");
        let lines: Vec<&str> = text.lines().collect();
        let mut root = leaf("", lines.first().copied().unwrap_or_default());
        let mut at = 1;
        if let Some(head) = opened(&root.value) {
            root = read(String::new(), head, &lines, &mut at, 0);
        }
        // What an author wrote on further lines belongs to the value.
        for line in lines.get(at..).unwrap_or_default() {
            root.value.push('\n');
            root.value.push_str(line);
        }
        root
    }

    /// How many bytes it says.
    pub(crate) fn size(&self) -> usize {
        let parts: usize = self.parts.iter().map(Tree::size).sum();
        self.name.len() + self.value.len() + parts
    }

    /// What it says by itself: nothing, if it only holds its parts together.
    fn said(&self) -> Option<&str> {
        (self.parts.is_empty() || !self.value.is_empty()).then_some(self.value.as_str())
    }

    /// Whether it holds nothing, and the other is the same with something in it.
    fn is_emptied(&self, filled: &Tree) -> bool {
        let is_empty = self.parts.is_empty() && matches!(self.value.as_str(), "[]" | "{}");
        is_empty && !filled.parts.is_empty() && filled.value.is_empty()
    }

    /// Every value that says something, by its path.
    pub(crate) fn leaves(&self) -> BTreeMap<String, &str> {
        let mut leaves = BTreeMap::new();
        self.visit("", &mut |path, tree| {
            leaves.extend(tree.said().map(|said| (path.to_owned(), said)));
        });
        leaves
    }

    /// Calls for each part, with its path.
    pub(crate) fn visit<'t>(&'t self, path: &str, each: &mut impl FnMut(&str, &'t Tree)) {
        each(path, self);
        for part in &self.parts {
            part.visit(&self.path_of(path, part), each);
        }
    }

    /// The path of a part.
    pub(crate) fn path_of(&self, path: &str, part: &Tree) -> String {
        match (path, self.numbered) {
            (_, true) => format!("{path}[{}]", part.name),
            ("", false) => part.name.clone(),
            (_, false) => format!("{path}.{}", part.name),
        }
    }
}

/// What differs between two states: both are walked at once, and only what
/// differs is looked at closely.
pub(crate) fn changes(before: &Tree, after: &Tree) -> Vec<wire::Change> {
    let mut found = Vec::new();
    compare(before, after, "", Shells::Left, &mut found);
    found
}

/// The paths of all values that were written between two states.
pub(super) fn written(before: &Tree, after: &Tree) -> impl Iterator<Item = String> {
    let mut found = Vec::new();
    compare(before, after, "", Shells::Told, &mut found);
    found.into_iter().map(|change| change.path)
}

/// Whether it is told of a list that it was filled or emptied. Its parts tell it
/// already; but who took the last of them has written the empty list.
#[derive(Clone, Copy, PartialEq)]
enum Shells {
    Told,
    Left,
}

fn compare(before: &Tree, after: &Tree, path: &str, shells: Shells, found: &mut Vec<wire::Change>) {
    if before == after {
        return;
    }
    let (was, is) = (before.said(), after.said());
    let is_shell = before.is_emptied(after) || after.is_emptied(before);
    if was != is && (shells == Shells::Told || !is_shell) {
        found.push(change(path, was, is));
    }
    let same_kind = before.numbered == after.numbered;
    let twin = |tree: &'_ Tree, name: &str, at: usize| {
        let by_place = tree.parts.get(at).filter(|part| part.name == name);
        let at = by_place.map(|_| at);
        at.or_else(|| tree.parts.iter().position(|part| part.name == name))
    };
    for (at, part) in before.parts.iter().enumerate() {
        let path = before.path_of(path, part);
        match twin(after, &part.name, at).filter(|_| same_kind) {
            Some(other) => compare(part, &after.parts[other], &path, shells, found),
            None => part.visit(&path, &mut |path, gone| {
                found.extend(gone.said().map(|was| change(path, Some(was), None)));
            }),
        }
    }
    for (at, part) in after.parts.iter().enumerate() {
        if twin(before, &part.name, at).filter(|_| same_kind).is_none() {
            part.visit(&after.path_of(path, part), &mut |path, new| {
                found.extend(new.said().map(|is| change(path, None, Some(is))));
            });
        }
    }
}

fn change(path: &str, before: Option<&str>, after: Option<&str>) -> wire::Change {
    wire::Change {
        path: path.to_owned(),
        before: before.map(str::to_owned),
        after: after.map(str::to_owned),
    }
}

/// A value without parts.
fn leaf(name: &str, value: &str) -> Tree {
    let value = value.strip_suffix(',').unwrap_or(value).trim_start();
    Tree { name: name.to_owned(), value: value.to_owned(), parts: Vec::new(), numbered: false }
}

/// What opens with this text, if something does: its name and its bracket.
fn opened(text: &str) -> Option<(&str, char)> {
    let bracket = text.chars().next_back().filter(|last| "{[(".contains(*last))?;
    Some((text[..text.len() - 1].trim(), bracket))
}

/// Reads the parts of something that was opened, up to its closing bracket.
fn read(
    name: String,
    (head, bracket): (&str, char),
    lines: &[&str],
    at: &mut usize,
    depth: usize,
) -> Tree {
    let mut tree =
        Tree { name, value: head.to_owned(), parts: Vec::new(), numbered: bracket != '{' };
    let indent = 4 * (depth + 1);
    while let Some(line) = lines.get(*at) {
        let inner = line.len() - line.trim_start().len();
        if inner < indent {
            *at += 1;
            break;
        }
        *at += 1;
        let text = &line[indent..];
        let is_part = inner == indent;
        match tree.parts.last_mut() {
            // A further line of an author's own text.
            Some(last) if !is_part => {
                last.value.push('\n');
                last.value.push_str(text);
            }
            _ => {
                let part = part(&tree, text, lines, at, depth);
                tree.parts.push(part);
            }
        }
    }
    // Sets are written like structs, but their parts have no names.
    if tree.parts.iter().any(|part| part.name.is_empty()) {
        tree.numbered = true;
    }
    if tree.numbered {
        for (number, part) in tree.parts.iter_mut().enumerate() {
            part.name = number.to_string();
        }
    }
    folded(tree, bracket)
}

fn part(tree: &Tree, text: &str, lines: &[&str], at: &mut usize, depth: usize) -> Tree {
    let (name, value) = if tree.numbered { ("", text) } else { named(text) };
    match opened(value) {
        Some(head) => read(name.to_owned(), head, lines, at, depth + 1),
        None => leaf(name, value),
    }
}

/// The name and the value of a line such as `turn: 3,`.
fn named(line: &str) -> (&str, &str) {
    let end = match line.strip_prefix('"') {
        Some(rest) => rest.find("\": ").map(|at| at + 2),
        None => line.find(": "),
    };
    match end {
        Some(end) => (&line[..end], &line[end + 2..]),
        None => ("", line),
    }
}

/// `Some(` with one plain value in it is better read on one line.
fn folded(tree: Tree, bracket: char) -> Tree {
    match (&tree.parts[..], bracket) {
        ([only], '(') if only.parts.is_empty() && !only.value.contains('\n') => Tree {
            value: format!("{}({})", tree.value, only.value),
            name: tree.name,
            parts: Vec::new(),
            numbered: false,
        },
        _ => tree,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[derive(Clone, Debug)]
    #[expect(dead_code, reason = "they are read through Debug alone")]
    struct Player {
        name: &'static str,
        hand: Vec<u8>,
        seat: Option<Seat>,
        at: (i8, i8),
    }
    #[derive(Clone, Debug)]
    #[expect(dead_code, reason = "they are read through Debug alone")]
    struct Seat(u8);

    #[derive(Clone)]
    struct Picture;
    impl Debug for Picture {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str(". . x\n  . o .\nwhite: to move")
        }
    }

    fn player() -> Player {
        Player { name: "a: {b", hand: vec![7, 9], seat: Some(Seat(3)), at: (-1, 2) }
    }

    fn told(tree: &Tree) -> Vec<String> {
        tree.leaves().into_iter().map(|(path, value)| format!("{path} = {value}")).collect()
    }

    #[test]
    fn every_value_has_a_path() {
        let players = vec![player(), Player { seat: None, hand: Vec::new(), ..player() }];
        let wanted = [
            "[0] = Player",
            "[0].at[0] = -1",
            "[0].at[1] = 2",
            "[0].hand[0] = 7",
            "[0].hand[1] = 9",
            "[0].name = \"a: {b\"",
            "[0].seat = Some(Seat(3))",
            "[1] = Player",
            "[1].at[0] = -1",
            "[1].at[1] = 2",
            "[1].hand = []",
            "[1].name = \"a: {b\"",
            "[1].seat = None",
        ];
        assert_eq!(told(&Tree::of(&players)), wanted);
    }

    #[test]
    fn maps_have_keys_and_sets_have_numbers() {
        let map = BTreeMap::from([("a b", 1), ("c", 2)]);
        assert_eq!(told(&Tree::of(&map)), ["\"a b\" = 1", "\"c\" = 2"]);
        let set = BTreeSet::from([5, 6]);
        assert_eq!(told(&Tree::of(&set)), ["[0] = 5", "[1] = 6"]);
    }

    #[test]
    fn an_authors_own_text_stays_whole() {
        #[derive(Debug)]
        #[expect(dead_code, reason = "they are read through Debug alone")]
        struct Game {
            board: Picture,
            turn: u8,
        }
        let tree = Tree::of(&Game { board: Picture, turn: 1 });
        let turn = tree.parts.iter().find(|part| part.name == "turn").unwrap();
        assert_eq!(turn.value, "1");
        assert!(tree.parts[0].value.starts_with(". . x\n"), "{tree:?}");
    }

    #[test]
    fn numbers_and_words_are_values_too() {
        assert_eq!(told(&Tree::of(&5)), [" = 5"]);
        assert_eq!(told(&Tree::of(&())), [" = ()"]);
    }

    #[test]
    fn a_change_says_what_was_and_what_is() {
        let mut other = player();
        other.hand.push(1);
        other.seat = None;
        let found = changes(&Tree::of(&player()), &Tree::of(&other));
        let told: Vec<_> = found
            .iter()
            .map(|it| (it.path.as_str(), it.before.as_deref(), it.after.as_deref()))
            .collect();
        let wanted = [("hand[2]", None, Some("1")), ("seat", Some("Some(Seat(3))"), Some("None"))];
        assert_eq!(told, wanted);
    }

    #[test]
    fn a_list_that_is_filled_or_emptied_is_told_by_its_parts() {
        let told = |before: &Tree, after: &Tree| {
            let found = changes(before, after).into_iter();
            let shown = |value: Option<String>| value.unwrap_or_else(|| "nothing".to_owned());
            found
                .map(|it| format!("{}: {} → {}", it.path, shown(it.before), shown(it.after)))
                .collect::<Vec<_>>()
        };
        let with = |hand: Vec<u8>| Tree::of(&Player { hand, ..player() });
        let (none, two) = (with(Vec::new()), with(vec![7, 9]));
        assert_eq!(told(&none, &two), ["hand[0]: nothing → 7", "hand[1]: nothing → 9"]);
        assert_eq!(told(&two, &none), ["hand[0]: 7 → nothing", "hand[1]: 9 → nothing"]);
        // So it is with maps, and with lists in lists.
        let map = |entries: &[(&'static str, Vec<u8>)]| {
            Tree::of(&entries.iter().cloned().collect::<BTreeMap<_, _>>())
        };
        let (empty, full) = (map(&[]), map(&[("a", vec![])]));
        assert_eq!(told(&empty, &full), ["\"a\": nothing → []"]);
        assert_eq!(told(&full, &empty), ["\"a\": [] → nothing"]);
        assert_eq!(told(&full, &map(&[("a", vec![1])])), ["\"a\"[0]: nothing → 1"]);
        // Whoever takes the last part has written the empty list.
        assert!(written(&two, &none).any(|path| path == "hand"));
    }
}
