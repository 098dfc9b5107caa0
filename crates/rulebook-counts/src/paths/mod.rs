//! The paths that are counted: each builds what it needs, does its work within
//! [`counted_section`], asserts the answer, and says how many operations it was.

mod games;
mod plain;
mod reactions;
mod rules;

use std::hint::black_box;

/// A path by its name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    pub(crate) name: &'static str,
    /// Does it, and says how many operations that was.
    pub(crate) run: fn() -> u64,
}

const fn path(name: &'static str, run: fn() -> u64) -> Path {
    Path { name, run }
}

/// All of them, in the order of the file.
pub(crate) const PATHS: [Path; 21] = [
    path("submit, taken back by copy", plain::submit_by_copy),
    path("submit, taken back by revert", plain::submit_by_revert),
    path("submit, one rule alone", plain::alone),
    path("submit, refused", plain::refused),
    path("undo", plain::undo),
    path("redo", plain::redo),
    path("submit, observed in every detail", plain::observed),
    path("explain, four rules", plain::explained),
    path("explain, 10,000 keyed rules", rules::explained),
    path("explain, 10,000 rules by fact and subject", rules::explained_by_fact),
    path("submit, 10,000 keyed rules", rules::keyed),
    path("submit, rules by fact, subject and predicate", rules::declared),
    path("submit, one of four rules by ApplyAll", rules::apply_all),
    path("submit, a guard and a trigger of 100 sources", reactions::shields),
    path("submit, a group of eight events", reactions::group),
    path("submit, guards of other kinds", reactions::unconcerned),
    path("tic-tac-toe, a move in a session", games::tic_tac_toe),
    path("connect four, a move on a search line", games::connect_four),
    path("connect four, a step of a fleet of eight", games::fleet),
    path("chess, a leaf of perft 3", games::perft),
    path("duels, an action of a whole game", games::duels),
];

pub(crate) fn find(name: &str) -> Option<&'static Path> {
    PATHS.iter().find(|path| path.name == name)
}

/// What is counted: valgrind looks for this function by its name.
#[inline(never)]
pub(crate) fn counted_section<R>(work: impl FnOnce() -> R) -> R {
    black_box(work())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_gives_its_answer() {
        for path in &PATHS {
            assert!((path.run)() > 0, "{}", path.name);
        }
    }

    #[test]
    fn every_path_is_in_the_file_and_nothing_else() {
        let ledger = crate::ledger::Ledger::parse(include_str!("../../counts.txt"));
        let ledger = ledger.unwrap_or_else(|mistake| panic!("counts.txt, {mistake}"));
        let known: Vec<&str> = ledger.entries.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(known, PATHS.map(|path| path.name));
    }
}
