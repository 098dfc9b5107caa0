//! Connect four: it conforms, its rules do what they say, every refusal is
//! provoked, and its move counts are those that others have counted.

use rulebook::prelude::*;
use rulebook::{Fault, Legal, Search};
use rulebook_games::connect_four::*;
use rulebook_testkit::Conformance;

#[test]
fn it_conforms() {
    Conformance::new(book(), setup)
        .universe(universe)
        .views()
        .rarely(|action| matches!(action, Action::Resign))
        .show(show)
        .print(print)
        .golden("playthroughs/connect-four.txt")
        .check();
}

/// A game in which discs were dropped into these columns in turn.
fn played(columns: &str) -> Session<ConnectFour> {
    let mut game = book().start(setup(), Seed(1)).expect("an empty board can start");
    for (turn, column) in columns.chars().enumerate() {
        let action = parse(&column.to_string()).expect("it is a column");
        let outcome = game.submit(Seat(turn as u8 % 2), action).expect("the book has no faults");
        assert!(outcome.is_committed(), "{column}: {outcome}");
    }
    game
}

/// All reasons of a refusal.
fn reasons(game: &mut Session<ConnectFour>, by: impl Into<By>, action: Action) -> Vec<Why> {
    let outcome = game.submit(by, action).expect("the book has no faults");
    let refusal = outcome.refusal().unwrap_or_else(|| panic!("{outcome}"));
    refusal.reasons().cloned().collect()
}

/// The full names of the rules of the last frame, each once.
fn rules(game: &Session<ConnectFour>) -> Vec<String> {
    let frame = game.frames().next_back().expect("something was played");
    let rule = |origin| match origin {
        rulebook::Origin::Rule(rule) => game.book().rule_view(rule).name(),
        other => format!("{other:?}"),
    };
    let mut rules: Vec<_> = frame.events().map(|event| rule(event.origin)).collect();
    rules.dedup();
    rules
}

/// Columns in which the whole board fills up without four in a row.
const DRAWN: &str = "abababbababacdcdcddcdcdcefefeffefefegggggg";

mod rules_of_play {
    use super::*;

    #[test]
    fn the_rule_sheet_has_no_warnings() {
        assert_eq!(book().warnings(), []);
    }

    #[test]
    fn four_in_any_direction_wins() {
        for (columns, direction) in [
            ("aabbccd", "across"),
            ("abababa", "up"),
            ("abbccdcddgd", "to the upper right"),
            ("gffeededdad", "to the upper left"),
        ] {
            let game = played(columns);
            assert_eq!(game.result(), Some(Scores::win(Seat(0), 2)), "{direction}");
            assert_eq!(rules(&game), ["dropping/connect four"]);
        }
    }

    #[test]
    fn four_across_is_found_wherever_the_last_disc_falls() {
        // The last of the four is dropped at either end, or in a gap.
        for columns in ["bbccdda", "aaccddb", "aabbddc", "aabbccd", "ddeeffg"] {
            assert!(played(columns).result().is_some(), "{columns}");
        }
    }

    #[test]
    fn three_are_not_enough_and_rows_do_not_run_on_at_the_edge() {
        assert_eq!(played("aabbcc").result(), None);
        // The top of one column and the bottom of the next are no neighbours.
        let game = played("baaaagaga");
        assert_eq!(game.result(), None, "{}", show(game.state()));
    }

    #[test]
    fn yellow_can_win_too() {
        assert_eq!(played("abababgb").result(), Some(Scores::win(Seat(1), 2)));
    }

    #[test]
    fn a_full_board_without_four_is_a_draw() {
        let game = played(DRAWN);
        assert_eq!(game.result(), Some(Scores::draw(2)), "{}", show(game.state()));
        assert_eq!(rules(&game), ["dropping/fill the board"]);
    }

    #[test]
    fn whoever_resigns_loses() {
        let mut game = played("d");
        game.submit(Seat(1), Action::Resign).expect("the book has no faults");
        assert_eq!(game.result(), Some(Scores::win(Seat(0), 2)));
        assert_eq!(rules(&game), ["resign"]);
    }

    #[test]
    fn the_trace_says_where_a_disc_landed() {
        let game = played("ddd");
        let frame = game.frames().next_back().expect("a frame");
        let traces: Vec<_> = frame.events().map(|event| *event.trace).collect();
        assert_eq!(traces, [Trace::Landed { row: 2 }]);
    }
}

mod refusals {
    use super::*;

    #[test]
    fn a_column_that_does_not_exist_is_invalid() {
        let mut game = played("");
        let column = Column(7);
        for by in [Seat(0), Seat(1)] {
            assert_eq!(
                reasons(&mut game, by, Action::Drop { column }),
                [Why::NoSuchColumn { column }]
            );
        }
        let outcome = game.submit(Seat(0), Action::Drop { column: Column(255) });
        assert_eq!(
            outcome.expect("no faults").to_string(),
            "invalid: There is no column 255: columns are numbered from 0 to 6."
        );
    }

    #[test]
    fn nobody_acts_out_of_turn() {
        let mut game = played("d");
        let drop = Action::Drop { column: Column(0) };
        for by in [By::Seat(Seat(0)), By::Chance, By::Clock] {
            assert_eq!(reasons(&mut game, by, drop), [Why::NotYourTurn]);
            assert_eq!(reasons(&mut game, by, Action::Resign), [Why::NotYourTurn]);
        }
        let outcome = game.submit(Seat(2), drop).expect("the book has no faults");
        assert_eq!(outcome.to_string(), "invalid: There is no seat 2: they are numbered 0 to 1.");
    }

    #[test]
    fn a_full_column_is_disallowed() {
        let mut game = played("dddddd");
        let column = Column(3);
        assert_eq!(reasons(&mut game, Seat(0), Action::Drop { column }), [Why::Full { column }]);
    }

    #[test]
    fn after_the_end_only_undo_is_accepted() {
        let mut game = played("aabbccd");
        let outcome = game.submit(Seat(1), Action::Drop { column: Column(6) }).expect("no faults");
        assert!(outcome.to_string().starts_with("invalid: The game is over"), "{outcome}");
        game.undo().expect("no faults");
        assert_eq!(game.turn(), Some(Seat(0)));
    }
}

mod texts {
    use super::*;

    #[test]
    fn every_action_that_is_printed_can_be_read() {
        for action in universe(&setup()) {
            match action {
                Action::Drop { column } if !column.exists() => {
                    assert!(parse(&print(&action)).is_err());
                }
                _ => assert_eq!(parse(&print(&action)), Ok(action)),
            }
        }
    }

    #[test]
    fn what_cannot_be_read_says_what_to_write() {
        for text in ["", "h", "D", "dd", "4", "resigned"] {
            let error = parse(text).expect_err(text);
            assert!(error.to_string().contains("write a column from \"a\" to \"g\""), "{error}");
        }
        assert_eq!(parse(" d\n"), Ok(Action::Drop { column: Column(3) }));
    }
}

mod perft {
    use super::*;

    /// How many ways there are to play on for so many moves: everything legal
    /// but resigning is pushed, and popped.
    fn on_a_search_line(
        line: &mut Search<ConnectFour>,
        buffers: &mut [Vec<Legal<ConnectFour>>],
    ) -> Result<u64, Fault> {
        let Some((legal, deeper)) = buffers.split_first_mut() else { return Ok(1) };
        line.legal_all_into(legal)?;
        let mut nodes = 0;
        for offer in legal.iter().filter(|offer| *offer.action() != Action::Resign) {
            assert!(line.play(offer)?.is_committed());
            nodes += on_a_search_line(line, deeper)?;
            assert!(line.pop());
        }
        Ok(nodes)
    }

    /// The same in a session, by submitting without proofs, and undoing.
    fn in_a_session(game: &mut Session<ConnectFour>, depth: usize) -> Result<u64, Fault> {
        if depth == 0 {
            return Ok(1);
        }
        let mut nodes = 0;
        for offer in game.legal_all()? {
            if *offer.action() != Action::Resign {
                assert!(game.submit(offer.by(), offer.into_action())?.is_committed());
                nodes += in_a_session(game, depth - 1)?;
                game.undo()?;
            }
        }
        Ok(nodes)
    }

    /// What others have counted: depth and nodes.
    fn counts() -> Vec<(usize, u64)> {
        let table = include_str!("data/connect-four.perft.csv");
        let lines = table.lines().filter(|line| !line.starts_with('#')).skip(1);
        lines
            .map(|line| {
                let (depth, nodes) = line.split_once(',').expect("two columns");
                (depth.parse().expect("a depth"), nodes.parse().expect("a count"))
            })
            .collect()
    }

    /// How deep an ordinary run counts; a full one goes as deep as the table.
    fn depth() -> usize {
        if std::env::var_os("RULEBOOK_FULL").is_some_and(|full| full == "1") { 9 } else { 7 }
    }

    #[test]
    fn the_table_has_nine_depths() {
        let depths: Vec<_> = counts().iter().map(|(depth, _)| *depth).collect();
        assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }

    #[test]
    fn a_search_line_counts_what_others_have_counted() -> Result<(), Fault> {
        let mut line = played("").search(Seed(1));
        let before = line.digest()?;
        for (depth, nodes) in counts().into_iter().take(depth()) {
            let mut buffers = vec![Vec::new(); depth];
            assert_eq!(on_a_search_line(&mut line, &mut buffers)?, nodes, "depth {depth}");
        }
        assert_eq!(line.digest()?, before);
        Ok(())
    }

    #[test]
    fn a_session_with_undo_counts_the_same() -> Result<(), Fault> {
        let mut game = played("");
        for (depth, nodes) in counts().into_iter().take(depth() - 2) {
            assert_eq!(in_a_session(&mut game, depth)?, nodes, "depth {depth}");
        }
        Ok(())
    }
}
