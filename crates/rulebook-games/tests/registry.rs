//! The list of all games: everything in it can be played; and no book of the
//! crate, variants included, lacks a golden playthrough and a conformance test.

mod books;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use books::{Look, every_book};

use rulebook::prelude::*;
use rulebook::{Dice, Passes, SessionOptions};
use rulebook_games::{AnyGame, Playable, TextError, Told, find, games};

fn start(name: &str) -> Box<dyn AnyGame> {
    let game = find(name).unwrap_or_else(|| panic!("{name} is not in the list"));
    game.start(Seed(1), SessionOptions::default()).expect("it can start")
}

/// The names of the files in a folder of this package, without this ending.
fn names(folder: &str, ending: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).expect("the folder is there");
    let names = entries.map(|entry| entry.expect("it can be read").file_name());
    let names = names.filter_map(|name| name.into_string().ok());
    names.filter_map(|name| name.strip_suffix(ending).map(str::to_owned)).collect()
}

fn registered() -> BTreeSet<String> {
    games().iter().map(|game| game.name().to_owned()).collect()
}

#[test]
fn names_are_unique_and_found() {
    assert_eq!(registered().len(), games().len());
    for game in games() {
        assert_eq!(find(game.name()).map(|found| found.name()), Some(game.name()));
        assert!(!game.about().is_empty() && game.seats() >= 2);
    }
    assert!(find("").is_none());
}

/// The names of the books, and what each has to be compared with.
#[derive(Default)]
struct Books(Vec<(&'static str, Option<Passes>, bool)>);

impl Look for Books {
    fn at<G: Playable>(&mut self, name: &'static str, book: &Book<G>) {
        assert_eq!(book.warnings(), [], "{name}");
        let passes = book.plan().map(|plan| plan.passes());
        self.0.push((name, passes, book.has_digests() || book.has_comparison()));
    }
}

impl Books {
    fn all() -> Self {
        let mut books = Books::default();
        every_book(&mut books);
        books
    }

    fn names(&self) -> BTreeSet<String> {
        self.0.iter().map(|(name, ..)| (*name).to_owned()).collect()
    }
}

/// The Rust files below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Whoever writes a book lists it, and the tests below demand the rest.
#[test]
fn no_book_of_the_crate_is_missing_from_the_list() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&folder, &mut files);
    files.retain(|path| {
        let text = fs::read_to_string(path).expect("it can be read");
        text.contains("\npub fn book() -> Book<")
    });
    let name = |path: &PathBuf| {
        // A book stands in its own file, or in that of the book in a game's folder.
        let mut parts = path.iter().rev().map(|part| part.to_str().expect("a plain name"));
        let own = parts.find(|part| !["book.rs", "book", "mod.rs"].contains(part));
        own.expect("it stands in a folder").trim_end_matches(".rs").replace('_', "-")
    };
    assert_eq!(files.iter().map(name).collect::<BTreeSet<_>>(), Books::all().names());
}

/// Where the golden playthrough of a book is kept.
fn golden(name: &str) -> String {
    match find(name) {
        Some(_) => format!("playthroughs/{name}.txt"),
        None => format!("playthroughs/variants/{name}.txt"),
    }
}

#[test]
fn no_book_lacks_a_golden_playthrough_and_none_is_left_over() {
    let mut kept = names("playthroughs", ".txt");
    assert_eq!(kept, registered());
    kept.extend(names("playthroughs/variants", ".txt"));
    assert_eq!(kept, Books::all().names());
}

#[test]
fn no_book_lacks_a_conformance_test_that_compares_its_playthrough() {
    for name in Books::all().names() {
        let test = match find(&name) {
            Some(_) => format!("tests/{}.rs", name.replace('-', "_")),
            None => "tests/chess_variants.rs".to_owned(),
        };
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(test);
        let test = fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{name} has no test {}: {error}", path.display()));
        let golden = format!("\"{}\"", golden(&name));
        let conforms = "Conformance::new(book";
        for needed in [conforms, ".universe(universe)", ".views()", ".golden(", &golden, ".check()"]
        {
            assert!(test.contains(needed), "{} lacks {needed}", path.display());
        }
    }
}

/// Otherwise the conformance suite would have nothing to compare, and skip it.
#[test]
fn every_book_has_a_whole_plan_and_states_that_can_be_told_apart() {
    for (name, passes, compared) in Books::all().0 {
        assert_eq!((passes, compared), (Some(Passes::all()), true), "{name}");
    }
}

#[test]
fn every_game_can_be_played_to_its_end_as_text() {
    for game in games() {
        let mut dice = Dice::new(Seed(7));
        let mut any = game.start(Seed(7), SessionOptions::default()).expect("it can start");
        assert_eq!(any.number(), 0);
        while any.result().is_none() {
            let legal = any.legal().expect("no faults");
            let usual: Vec<_> = legal.iter().filter(|offered| !offered.is_rare).collect();
            let picked = dice.pick(&usual).expect("somebody can go on");
            assert!(any.active().contains(picked.by));
            let explained = any.explain(picked.by, &picked.action).expect("it can be read");
            assert!(!explained.is_empty());
            let mut told = any.submit(picked.by, &picked.action).expect("it can be read");
            while let Told::Pending { choice } = &told {
                assert_eq!(any.pending(), Some(&**choice));
                let option = dice.below(choice.options.len() as u32);
                told = any.answer(choice.seat.into(), choice.id, option).expect("no faults");
            }
            assert!(matches!(told, Told::Committed { .. }), "{told}");
        }
        let scores = any.result().expect("it is over");
        assert_eq!(scores.as_slice().len(), game.seats());
        assert!(any.legal().expect("no faults").is_empty());
    }
}

#[test]
fn a_game_with_hidden_types_undoes_redoes_and_forks() {
    let mut game = start("connect-four");
    let before = (game.show(), game.digest().expect("no faults"));
    let told = game.submit(Seat(0).into(), "d").expect("it can be read");
    assert_eq!(
        told.to_string(),
        "frame 1: Drop { column: d } by seat 0\n  \
         Dropped { seat: Seat(0), column: d } (the rule \"dropping/drop a disc\")"
    );
    let after = (game.show(), game.digest().expect("no faults"));
    let mut fork = game.fork();
    assert_eq!(game.undo().expect("no faults"), Told::Undone { number: 1 });
    assert_eq!((game.show(), game.digest().expect("no faults")), before);
    assert_eq!((fork.show(), fork.digest().expect("no faults")), after);
    assert_eq!(game.redo().expect("no faults"), Told::Redone { number: 1 });
    assert_eq!((game.show(), game.digest().expect("no faults")), after);
    let told = game.redo().expect("no faults");
    assert_eq!(told.to_string(), "disallowed: There is nothing to redo.");
}

#[test]
fn bad_texts_are_errors_and_bad_actions_are_refusals() {
    let mut game = start("tic-tac-toe");
    let error = game.submit(Seat(0).into(), "z9").expect_err("no cell");
    assert!(matches!(error, TextError::Unreadable(_)));
    assert!(game.explain(Seat(0).into(), "z9").is_err());
    let told = game.submit(Seat(1).into(), "b2").expect("it can be read");
    assert_eq!(told.to_string(), "disallowed: It is not your turn.");
    let told = game.answer(
        Seat(0).into(),
        rulebook::ChoiceId { frame: 1, nth: 0, asked: rulebook::Digest(0) },
        0,
    );
    assert_eq!(told.expect("no faults").to_string(), "invalid: There is no choice to answer.");
    assert_eq!(game.number(), 0);
}

#[test]
fn an_outline_names_the_rules() {
    for game in games() {
        let outline = game.outline();
        assert!(outline.lines().count() > 4, "{outline}");
    }
}
