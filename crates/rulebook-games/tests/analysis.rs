//! What the analysis says about the rule sheets: they are sound, so nothing is
//! found in them.

mod books;

use books::{Look, every_book};
use rulebook::prelude::*;
use rulebook_games::Playable;

/// Everything that is to be found in a book, looked at and found true: nothing.
/// Each rule decides somewhere, and each check matters.
const FINDINGS: &[(&str, &[&str])] = &[
    ("tic-tac-toe", &[]),
    ("connect-four", &[]),
    ("chess", &[]),
    ("chess960", &[]),
    ("backgammon", &[]),
    ("night-market", &[]),
    ("duels", &[]),
    ("king-of-the-hill", &[]),
    ("three-check", &[]),
];

/// What is found in each book.
#[derive(Default)]
struct Found(Vec<(&'static str, Vec<String>)>);

impl Look for Found {
    fn at<G: Playable>(&mut self, name: &'static str, book: &Book<G>) {
        let analysis = book.analyse();
        println!("{analysis}");
        self.0.push((name, analysis.findings().iter().map(ToString::to_string).collect()));
    }
}

#[test]
fn in_every_book_exactly_what_is_true_is_found() {
    let mut found = Found::default();
    every_book(&mut found);
    let known = FINDINGS.iter();
    let known = known.map(|(name, found)| (*name, found.iter().map(ToString::to_string).collect()));
    assert_eq!(found.0, known.collect::<Vec<(_, Vec<_>)>>());
}
