//! What was written is there, also after the store was opened again.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use rulebook::{By, Seat};

use super::*;
use crate::game::Waiting;
use crate::wire::{Player, Who};

/// A folder of its own that is gone after the test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name =
            format!("store-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        Folder(std::env::temp_dir().join(name))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left in a folder for temporary files harms nobody.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn row(id: &str) -> MatchRow {
    MatchRow {
        id: id.to_owned(),
        game: "chess".to_owned(),
        seed: u64::MAX,
        position: Some("8/8".to_owned()),
        seats: vec![Player::Human, Player::Mcts],
        created: 5,
        broken: None,
        head: 0,
        result: None,
    }
}

fn node(node: u32) -> NodeRow {
    NodeRow {
        node,
        parent: node - 1,
        by: Who(By::Seat(Seat(1))),
        action: "e2e4".to_owned(),
        answers: vec![3, 0],
        events: 2,
        result: Some("1, -1".to_owned()),
        digest: None,
    }
}

fn waiting() -> Waiting {
    Waiting { by: By::Chance, action: "deal".to_owned(), answers: vec![1] }
}

#[test]
fn what_was_written_is_there_when_the_store_is_opened_again() {
    let folder = Folder::new();
    let store = Store::open(&folder.0).unwrap();
    let of = || "m".to_owned();
    store
        .write(vec![
            Entry::Match(row("m")),
            Entry::Node(of(), node(1)),
            Entry::Waiting(of(), 1, Some(waiting())),
            Entry::Answer {
                of: of(),
                request: "r".to_owned(),
                asked: "5".to_owned(),
                answer: "{}".to_owned(),
            },
            Entry::Broken(of(), "It fell.".to_owned()),
        ])
        .unwrap();
    drop(store);
    let store = Store::open(&folder.0).unwrap();
    let loaded = store.load("m").unwrap().unwrap();
    let wanted = MatchRow {
        broken: Some("It fell.".to_owned()),
        head: 1,
        result: Some("1, -1".to_owned()),
        ..row("m")
    };
    assert_eq!(loaded.row, wanted);
    assert_eq!(store.matches(None, 100).unwrap(), [wanted]);
    assert_eq!((loaded.nodes, loaded.waiting), (vec![node(1)], vec![(1, waiting())]));
    let answered = (Some("5".to_owned()), "{}".to_owned());
    assert_eq!(store.answer("m", "r").unwrap(), Some(answered));
    assert_eq!(store.answer("m", "s").unwrap(), None);
    assert_eq!(store.load("n").unwrap(), None);
}

#[test]
fn what_fails_leaves_nothing_behind_and_takes_nothing_with_it() {
    let folder = Folder::new();
    let store = Store::open(&folder.0).unwrap();
    store.write(vec![Entry::Match(row("m"))]).unwrap();
    let twice = vec![Entry::Node("m".to_owned(), node(1)), Entry::Node("m".to_owned(), node(1))];
    assert!(store.write(twice).is_err());
    assert_eq!(store.load("m").unwrap().unwrap().nodes, []);
    store.write(vec![Entry::Node("m".to_owned(), node(1))]).unwrap();
    assert_eq!(store.load("m").unwrap().unwrap().nodes.len(), 1);
}

#[test]
fn many_threads_write_at_once() {
    let folder = Folder::new();
    let store = Store::open(&folder.0).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let store = &store;
            scope.spawn(move || {
                let id = format!("m{thread}");
                store.write(vec![Entry::Match(row(&id))]).unwrap();
                for number in 1..=50 {
                    store.write(vec![Entry::Node(id.clone(), node(number))]).unwrap();
                }
            });
        }
    });
    assert!(store.matches(None, 100).unwrap().iter().all(|row| row.head == 50));
}

#[test]
fn a_second_studio_is_kept_out_of_the_folder() {
    let folder = Folder::new();
    let store = Store::open(&folder.0).unwrap();
    let error = Store::open(&folder.0).err().unwrap().to_string();
    assert!(error.contains("another studio is using it"), "{error}");
    drop(store);
    assert!(Store::open(&folder.0).is_ok());
}

#[test]
fn a_file_of_the_first_version_is_read_and_nobody_can_ask_for_what_moved_by_itself() {
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0).unwrap();
    let connection = Connection::open(folder.0.join(FILE)).unwrap();
    connection.execute_batch(schema::STEPS[0]).unwrap();
    let old = "PRAGMA user_version = 1;
        INSERT INTO matches VALUES ('m', 'chess', '5', NULL, 'human,mcts', 5, NULL);
        INSERT INTO answers VALUES ('m', 'auto-0-1-1', '{}'), ('m', 'mine', '[]')";
    connection.execute_batch(old).unwrap();
    drop(connection);
    let store = Store::open(&folder.0).unwrap();
    assert_eq!(store.answer("m", "mine").unwrap(), Some((None, "[]".to_owned())));
    assert_eq!(store.answer("m", "auto-0-1-1").unwrap(), None);
    assert_eq!(store.load("m").unwrap().unwrap().row.game, "chess");
}

#[test]
fn a_file_of_a_newer_version_is_left_alone() {
    let folder = Folder::new();
    drop(Store::open(&folder.0).unwrap());
    let connection = Connection::open(folder.0.join(FILE)).unwrap();
    connection.execute_batch("PRAGMA user_version = 99").unwrap();
    drop(connection);
    let error = Store::open(&folder.0).err().unwrap().to_string();
    assert!(error.contains("it is of version 99"), "{error}");
}

#[test]
fn matches_are_listed_page_by_page_the_newest_first() {
    let folder = Folder::new();
    let store = Store::open(&folder.0).unwrap();
    // Many are made in the same moment.
    let made = |number: u64| MatchRow { created: number / 7, ..row(&format!("{number:05}")) };
    store.write((0..3000).map(|number| Entry::Match(made(number))).collect()).unwrap();
    store.write(vec![Entry::Node("02999".to_owned(), node(1))]).unwrap();
    let (mut listed, mut before): (Vec<MatchRow>, Option<String>) = (Vec::new(), None);
    loop {
        let page = store.matches(before.as_deref(), 70).unwrap();
        assert!(page.len() <= 70);
        let Some(last) = page.last() else { break };
        before = Some(last.id.clone());
        listed.extend(page);
    }
    let ids: Vec<&str> = listed.iter().map(|row| row.id.as_str()).collect();
    let wanted: Vec<String> = (0..3000).rev().map(|number| format!("{number:05}")).collect();
    assert_eq!(ids, wanted);
    assert_eq!((listed[0].head, listed[1].head), (1, 0));
    assert!(store.has("00000").unwrap() && !store.has("x").unwrap());
}
