//! The rows of the table, one module each.
//!
//! Whatever an engine hands back goes through `black_box`: a caller would look
//! at it, so the compiler must not leave out making it.

mod backgammon;
mod boardgame_io;
mod chess;
mod connect_four;
mod diagnostics;
pub(crate) mod dispatch;
mod dispatch_text;
mod fleet;
mod frame_memory;
mod groups;
mod history;
mod memory;
mod no_reactions;
pub(crate) mod ours;
mod parity;
mod perft;
mod plan_games;
mod players;
pub(crate) mod real;
mod rewind;
pub(crate) mod rules;
pub(crate) mod sources;
mod state;
mod strategies;
mod threads;
pub(crate) mod tic_tac_toe;
mod undo;

use crate::measure::race::Race;

/// A row by its name, and what is done in it.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) race: fn() -> Race,
}

const fn row(name: &'static str, about: &'static str, race: fn() -> Race) -> Row {
    Row { name, about, race }
}

/// All rows, in the order of the table.
pub(crate) const ALL: [Row; 26] = [
    row("dispatch", "one action, one rule, a 16-byte state", dispatch::race),
    row("dispatch-text", "the same, where every trace can be read as text", dispatch_text::race),
    row("state", "one small change in states of 64 bytes to 1 MiB", state::race),
    row("frame-memory", "what a history keeps for one frame", frame_memory::race),
    row("memory", "what sessions, books and long games keep", memory::race),
    row("history", "one action and its undo, with ever more frames behind", history::race),
    row("rewind", "going to any of 10,000 moves", rewind::race),
    row("undo", "taking actions back and doing them again", undo::race),
    row("tic-tac-toe", "random games of tic-tac-toe", tic_tac_toe::race),
    row("boardgame-io", "given games of tic-tac-toe, beside boardgame.io", boardgame_io::race),
    row("connect-four", "random games of connect four", connect_four::race),
    row("perft", "counting the ways a game of chess can go on, every move made", perft::made),
    row("perft-bulk", "the same, where the last moves are counted and not made", perft::counted),
    row("chess", "random games of chess", chess::race),
    row("backgammon", "random games of backgammon", backgammon::race),
    row("fleet", "many games stepped at once, with action masks", fleet::race),
    row("threads", "random games on one thread and on all cores", threads::race),
    row("rules", "one action with 10 to 100,000 rules, one of which answers", rules::race),
    row(
        "plan-games",
        "deciding in chess and backgammon, by the plan and without",
        plan_games::race,
    ),
    row("strategies", "each conflict strategy where one rule matches", strategies::race),
    row("sources", "one action with 10 to 10,000 reaction sources in play", sources::race),
    row("groups", "one action that proposes 1 to 1,000 events, all or nothing", groups::race),
    row("players", "a turn among 2 to 62 players", players::race),
    row("no-reactions", "one action that no guard concerns", no_reactions::race),
    row("diagnostics", "explain, and an observer, against plain submit", diagnostics::race),
    row("parity", "some actions or all of them compared with the reference", parity::race),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::measure::race::Effort;

    /// Runs a row as small as it goes: it works, and all its answers are right.
    fn works(name: &str) {
        let row = ALL.iter().find(|row| row.name == name).expect("the row has this name");
        let mut race = (row.race)();
        let measured = race.run(Effort::TINY, |_| ()).unwrap_or_else(|wrong| panic!("{wrong}"));
        assert_eq!(measured.len(), race.contestants.len());
        assert!(measured.iter().all(|m| m.samples.len() == Effort::TINY.samples));
    }

    #[test]
    fn dispatch_gives_right_answers() {
        works("dispatch");
    }

    #[test]
    fn dispatch_text_gives_right_answers() {
        works("dispatch-text");
    }

    #[test]
    fn state_gives_right_answers() {
        works("state");
    }

    #[test]
    fn frame_memory_gives_right_answers() {
        works("frame-memory");
    }

    #[test]
    fn undo_gives_right_answers() {
        works("undo");
    }

    #[test]
    fn tic_tac_toe_gives_right_answers() {
        works("tic-tac-toe");
    }

    #[test]
    fn connect_four_gives_right_answers() {
        works("connect-four");
    }

    #[test]
    fn perft_gives_right_answers() {
        works("perft");
    }

    #[test]
    fn perft_bulk_gives_right_answers() {
        works("perft-bulk");
    }

    #[test]
    fn chess_gives_right_answers() {
        works("chess");
    }

    #[test]
    fn backgammon_gives_right_answers() {
        works("backgammon");
    }

    #[test]
    fn plan_games_give_right_answers() {
        works("plan-games");
    }

    #[test]
    fn strategies_give_right_answers() {
        works("strategies");
    }

    #[test]
    fn sources_give_right_answers() {
        works("sources");
    }

    #[test]
    fn no_reactions_give_right_answers() {
        works("no-reactions");
    }

    #[test]
    fn diagnostics_give_right_answers() {
        works("diagnostics");
    }

    #[test]
    fn parity_gives_right_answers() {
        works("parity");
    }

    #[test]
    fn memory_gives_right_answers() {
        works("memory");
    }

    #[test]
    fn history_gives_right_answers() {
        works("history");
    }

    #[test]
    fn rewind_gives_right_answers() {
        works("rewind");
    }

    #[test]
    fn boardgame_io_gives_right_answers() {
        works("boardgame-io");
    }

    #[test]
    fn fleet_gives_right_answers() {
        works("fleet");
    }

    #[test]
    fn threads_give_right_answers() {
        works("threads");
    }

    #[test]
    fn groups_give_right_answers() {
        works("groups");
    }

    #[test]
    fn players_give_right_answers() {
        works("players");
    }

    #[test]
    fn every_goal_names_contestants_that_take_part_or_are_known_to_miss() {
        for row in ALL {
            let race = (row.race)();
            let mut known: Vec<_> = race.contestants.iter().map(|c| c.key).collect();
            known.extend(race.missing.iter().map(|m| m.key));
            for goal in &race.goals {
                for key in goal.names() {
                    assert!(known.contains(&key), "{}: nobody is called {key}", row.name);
                }
            }
            let names: BTreeSet<_> = known.iter().map(|key| (key.work, key.name)).collect();
            assert_eq!(names.len(), known.len(), "{}: two have one name", row.name);
        }
    }
}
