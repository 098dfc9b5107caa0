//! Tables as text and as ids of GNU Backgammon: what is written is read again,
//! and what is wrong is refused with every reason.

use rulebook::Dice;
use rulebook::prelude::*;
use rulebook_games::backgammon::board::{
    Beavers, Contest, ContestProblem, Crawford, Cube, DoubleProblem, GnuId, LayoutProblem,
    MatchIdProblem, Position, PositionIdProblem, Side, StepProblem, Switch, Terms,
};
use rulebook_games::backgammon::*;

/// What players can agree upon, one way and the other.
fn all_terms() -> Vec<Terms> {
    let mut all = Vec::new();
    for length in [0, 1, 3, 7] {
        for beavers in [Beavers::Off, Beavers::UpTo(2)] {
            for (jacoby, crawford) in [(Switch::Off, Switch::On), (Switch::On, Switch::Off)] {
                all.push(Terms { beavers, jacoby, crawford, ..Terms::match_to(length) });
            }
        }
    }
    all.push(Terms { cube: Switch::Off, ..Terms::money() });
    all
}

/// Plays games of all kinds at random and shows every table that comes about.
fn each_table(mut look: impl FnMut(&Table)) {
    let book = book();
    for (seed, terms) in (0..).zip(all_terms()) {
        for whole in [false, true] {
            let table = Table::new(terms);
            let table = if whole { table.with_whole_plays_only() } else { table };
            let mut game = book.start(table, Seed(seed)).expect("it can start");
            let mut dice = Dice::new(Seed(seed));
            for _ in 0..600 {
                look(game.state());
                let mut legal = game.legal_all().expect("no faults");
                if dice.below(8) > 0 {
                    legal.retain(|legal| !matches!(legal.action(), Action::Resign(_)));
                }
                let Some(legal) = dice.pick(&legal) else { break };
                game.play(legal.clone()).expect("no faults");
            }
            look(game.state());
        }
    }
}

/// What is wrong with a table that is written like this.
fn wrong(text: &str) -> Vec<TableProblem> {
    match text.parse::<Table>() {
        Err(TableTextError::Impossible(problems)) => problems.problems().to_vec(),
        other => panic!("{text}: {other:?}"),
    }
}

mod round_trips {
    use super::*;

    #[test]
    fn every_table_that_comes_about_is_written_and_read_again() {
        let mut stages = [0; 7];
        each_table(|table| {
            assert_eq!(table.problems(), [], "{table}");
            assert_eq!(table.to_string().parse(), Ok(*table), "{table}");
            let stage = match table.stage() {
                Stage::Opening => 0,
                Stage::Rolling if table.resignation().is_some() => 1,
                Stage::Rolling => 2,
                Stage::Answering => 3,
                Stage::Moving { made, .. } if made.is_empty() => 4,
                Stage::Moving { .. } => 5,
                Stage::Over { .. } => 6,
            };
            stages[stage] += 1;
        });
        assert!(stages.iter().all(|&times| times > 0), "{stages:?}");
    }

    /// But for what an id does not say: steps of the turn, which die fell
    /// first, and more than a raccoon.
    #[test]
    fn every_table_has_an_id_and_comes_back_from_it() {
        each_table(|table| {
            let id = table.gnu_id().expect("the score is low");
            let id: GnuId = id.to_string().parse().expect("an id");
            let read = Table::from_gnu(id, *table.contest().terms()).expect("a table");
            let read = if table.is_step_by_step() { read } else { read.with_whole_plays_only() };
            assert_eq!(read.gnu_id(), Ok(id), "{table}");
            match (table.stage(), read.stage()) {
                (Stage::Moving { roll, .. }, Stage::Moving { roll: other, .. }) => {
                    assert_eq!((roll.high(), roll.low()), (other.high(), other.low()));
                    let begun = table.turn().expect("a turn").begun();
                    assert_eq!((read.position(), read.side()), (begun, table.side()));
                    assert_eq!((read.cube(), read.contest()), (table.cube(), table.contest()));
                }
                // After a match it is of no use to know which game was which.
                (Stage::Over { .. }, _) => {
                    assert_eq!(read.with_contest(*table.contest()), *table);
                    let score = |table: &Table| Side::ALL.map(|side| table.contest().score(side));
                    assert_eq!(score(&read), score(table));
                }
                _ => assert_eq!(read, *table),
            }
        });
    }

    #[test]
    fn both_ids_are_shown_and_the_position_alone_if_the_score_is_too_high() {
        let table: Table = "4HPwATDgc/ABMA:cInlAAAAAAAE".parse().expect("ids");
        let shown = show(&table);
        assert!(shown.contains("\n4HPwATDgc/ABMA:cInlAAAAAAAE, cube 1\n"), "{shown}");
        let high = Contest::at(Terms::money(), [40_000, 0], Crawford::Before).expect("a score");
        let shown = show(&setup().with_contest(high));
        assert!(shown.contains("\n4HPwATDgc/ABMA, cube 1\n40000 to 0 for money\n"), "{shown}");
    }

    #[test]
    fn a_score_that_is_too_high_for_an_id_is_refused_but_can_be_written() {
        let contest = Contest::at(Terms::money(), [40_000, 0], Crawford::Before).expect("a score");
        let table = setup().with_contest(contest);
        let problems = table.gnu_id().expect_err("too high");
        assert_eq!(problems.problems(), [MatchIdProblem::TooManyPoints { points: 40_000 }]);
        assert_eq!(table.to_string(), "4HPwATDgc/ABMA, opening, score 40000-0");
    }
}

mod wrong_tables {
    use super::*;

    #[test]
    fn every_reason_is_given_alone() {
        use TableProblem as P;
        let start = "4HPwATDgc/ABMA";
        for (text, problem) in [
            ("/////////////w", P::Position { problem: PositionIdProblem::TooManyOnes }),
            (
                "4HPwATDgc/ABMA:QCcAAAAAAAAA",
                P::Match { problem: MatchIdProblem::Stage { bits: 7 } },
            ),
            (
                "@, opening, match to 5, score 4-0",
                P::Score { problem: ContestProblem::CrawfordGameDue },
            ),
            (
                "@, white to play 31: 8/5 8/5",
                P::Step { number: 2, problem: StepProblem::Used { pips: 3 } },
            ),
            (
                "@, white to roll, cube 2 of black, doubled by white",
                P::Double { problem: DoubleProblem::NotYourCube },
            ),
            ("@, white to roll, cube 2 of black, beavered 1 by black", P::Beavers { times: 1 }),
            ("@, white to roll, cube 2, beavered 1 by black, beavers 1", P::BeaverOwner),
            ("@, white to roll, cube 1 of white", P::OwnedAtOne),
            ("@, white to roll, cube 4 of white, no cube", P::CubeUnused { value: 4 }),
            (
                "@, white to roll, cube 2, match to 5, score 4-0, Crawford game",
                P::CubeInCrawford { value: 2 },
            ),
            ("@, white to play 31, doubled by white", P::RolledAndDoubled),
            ("@, white to roll, doubled by white, resigned gammon", P::DoubledAndResigned),
            ("@, white to roll, doubled by black", P::WrongDecider),
            ("white off(15), black 1(15), white to roll", P::AlreadyWon),
            ("@, white to roll, match to 5, score 5-0, after the Crawford game", P::MatchWon),
            (
                "@, over, white won 1, resigned single game, match to 5, score 4-0, Crawford game",
                P::MatchGoesOn,
            ),
            (
                "@, over, black won 1, resigned single game, match to 5, score 5-1, after the Crawford game",
                P::MatchWonBefore,
            ),
            (
                "@, over, white won 1, resigned single game, match to 5, score 6-0, after the Crawford game",
                P::MatchWonBefore,
            ),
            ("@, over, white won 1, score 1-0", P::NobodyWon),
            (
                "white off(15), black 1(14) off, over, black won 1, score 1-1",
                P::OtherWinner { said: Side::Black, winner: Side::White },
            ),
            (
                "@, over, white won 1, doubled by black, score 1-1",
                P::OtherWinner { said: Side::White, winner: Side::Black },
            ),
            (
                "@, over, white won 6, cube 2, resigned gammon, score 6-0",
                P::OtherPoints { said: 6, points: 4 },
            ),
            (
                "@, over, black won 2, resigned gammon, score 7-1",
                P::NotScored { winner: Side::Black, points: 2, score: 1 },
            ),
            (
                "white off(15), black 1(14) off, over, white won 1, resigned single game, score 1-0",
                P::OfferedAfterEnd,
            ),
            ("@, opening, cube 2", P::BegunBeforeOpening),
            ("@, opening, resigned gammon", P::BegunBeforeOpening),
            ("white 6(15), black 6(15), opening", P::BegunBeforeOpening),
        ] {
            assert_eq!(wrong(&text.replace('@', start)), [problem], "{text}");
        }
    }

    #[test]
    fn all_reasons_are_given_at_once() {
        let problems = wrong(
            "white 6(16) 3(2), black 19(14), white to roll, match to 5, score 5-5, Crawford game",
        );
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            problems,
            [
                "Both sides have won the match.",
                "At this score there is no Crawford game, and there was none.",
                "White has 18 checkers: there must be 15. Black has 14 checkers: there must be 15. \
             White has 16 checkers on point 6, and black has 14 there, which is their point 19.",
            ]
        );
        let problems = wrong(
            "4HPwATDgc/ABMA, black to roll, cube 2 of white, doubled by black, \
             resigned single game, match to 3, score 2-0, Crawford game, no cube",
        );
        assert_eq!(
            problems,
            [
                TableProblem::CubeUnused { value: 2 },
                TableProblem::CubeInCrawford { value: 2 },
                TableProblem::Double { problem: DoubleProblem::NoCube },
                TableProblem::Double { problem: DoubleProblem::NotYourCube },
                TableProblem::Double { problem: DoubleProblem::CrawfordGame },
                TableProblem::DoubledAndResigned,
            ]
        );
    }

    #[test]
    fn an_impossible_position_says_everything_about_the_checkers() {
        let problems = |text: &str| match &wrong(text)[..] {
            [TableProblem::Position { problem: PositionIdProblem::Impossible(problems) }] => {
                problems.problems().to_vec()
            }
            other => panic!("{other:?}"),
        };
        let side = Side::White;
        assert_eq!(
            problems("white 6(16), black 6(15)"),
            [LayoutProblem::NotFifteen { side, checkers: 16 }]
        );
        assert_eq!(problems("white off(15), black off(15)"), [LayoutProblem::BothWon]);
        let closed = "bar(3) 6(2) 5(2) 4(2) 3(2) 2(2) 1(2)";
        assert_eq!(
            problems(&format!("white {closed}, black {closed}")),
            [LayoutProblem::NobodyEnters]
        );
    }

    #[test]
    fn an_id_says_everything_at_once_too() {
        let id: GnuId = "/////////////w:ICcAAAAAAAAA".parse().expect("an id");
        let problems = Table::from_gnu(id, Terms::money()).expect_err("all is wrong");
        assert_eq!(
            problems.problems(),
            [
                TableProblem::Position { problem: PositionIdProblem::TooManyOnes },
                TableProblem::Match { problem: MatchIdProblem::CubeOwner { bits: 2 } },
                TableProblem::Match { problem: MatchIdProblem::Stage { bits: 7 } },
            ]
        );
    }
}

mod wrong_texts {
    use super::*;

    #[test]
    fn the_error_points_at_the_character() {
        for (text, at) in [
            ("", 0),
            ("4HPwATDgc", 9),
            ("4HPwATDgc/ABM!", 13),
            ("4HPwATDgc/ABMA:cInlAAA", 22),
            ("4HPwATDgc/ABMA:cInlAAAAAAAE, white to roll", 27),
            ("4HPwATDgc/ABMA, white to sing", 25),
            ("4HPwATDgc/ABMA, white to play 3", 31),
            ("4HPwATDgc/ABMA, white to play 31: 8/5 6", 39),
            ("4HPwATDgc/ABMA, cube 3", 21),
            ("4HPwATDgc/ABMA, cube 2 of", 22),
            ("4HPwATDgc/ABMA, cube 2 of green", 26),
            ("4HPwATDgc/ABMA, over", 20),
            ("4HPwATDgc/ABMA, over, white", 20),
            ("4HPwATDgc/ABMA, over, white won x", 32),
            ("4HPwATDgc/ABMA, doubled", 23),
            ("4HPwATDgc/ABMA, resigned all", 25),
            ("4HPwATDgc/ABMA, match to 0", 25),
            ("4HPwATDgc/ABMA, score 3", 23),
            ("4HPwATDgc/ABMA, score 03-1", 22),
            ("4HPwATDgc/ABMA, score 99999999999-1", 22),
            ("4HPwATDgc/ABMA, score 1-0, match to 5", 25),
            ("4HPwATDgc/ABMA, whole plays, whole plays", 27),
            ("4HPwATDgc/ABMA, öffnung", 14),
            ("white 6(15); black 6(15)", 11),
            ("white 6(15), black 6(15) ", 25),
        ] {
            match text.parse::<Table>() {
                Err(TableTextError::Unreadable(error)) => assert_eq!(error.at(), at, "{error}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    /// Whatever is left out, doubled or changed: no panic, and what can be read
    /// is written as something that means the same.
    #[test]
    fn no_text_is_too_much() {
        let mut dice = Dice::new(Seed(1));
        let letters: Vec<char> = "/(): ,-0123456789AMabcdefhloprtwy ü".chars().collect();
        let mut read = 0;
        each_table(|table| {
            let written: Vec<char> = table.to_string().chars().collect();
            for _ in 0..5 {
                let mut text = written.clone();
                let at = dice.below(text.len() as u32) as usize;
                match dice.below(3) {
                    0 => drop(text.remove(at)),
                    1 => text.insert(at, *dice.pick(&letters).expect("letters")),
                    _ => text[at] = *dice.pick(&letters).expect("letters"),
                }
                let text: String = text.into_iter().collect();
                if let Ok(other) = text.parse::<Table>() {
                    assert_eq!(other.to_string().parse(), Ok(other), "{text}");
                    read += 1;
                }
            }
        });
        assert!(read > 100, "{read}");
    }
}

/// A game for money that nobody played, one that is said to be drawn, and one
/// that the loser is said to have won.
#[test]
fn a_game_that_cannot_have_ended_like_this_is_refused_with_every_reason() {
    assert_eq!(wrong("4HPwATDgc/ABMA, over, white won 0"), [TableProblem::NobodyWon]);
    assert_eq!(
        wrong("white off(15), black 1(15), over, black won 1"),
        [
            TableProblem::OtherWinner { said: Side::Black, winner: Side::White },
            TableProblem::OtherPoints { said: 1, points: 2 },
            TableProblem::NotScored { winner: Side::Black, points: 1, score: 0 },
        ]
    );
}

/// Money was won before: the result is that of the last game all the same.
#[test]
fn what_was_won_before_does_not_change_who_wins_a_game_for_money() {
    for (score, after) in [("", [0, 2]), (", score 4-0", [4, 2]), (", score 0-9", [0, 11])] {
        let table = format!("white 6(15), black 1 off(14), black to play 21{score}");
        let mut game = crate::common::start(&table);
        crate::common::play(&mut game, "1/off");
        assert_eq!(game.result(), Some(Scores::new(&[-2, 2])), "{score}: a gammon");
        assert_eq!(Side::ALL.map(|side| game.state().contest().score(side)), after);
        assert!(show(game.state()).ends_with("It is over: black won 2 points.\n"));
        let read: Table = game.state().to_string().parse().expect("a table");
        assert_eq!(Backgammon::result(&read), game.result());
    }
}

#[test]
fn the_digest_tells_who_won_the_last_game() {
    let digest = |text: &str| {
        let table: Table = text.parse().expect("a table");
        book().start(table, Seed(1)).expect("it can start").digest()
    };
    let white = "4HPwATDgc/ABMA, over, white won 2, resigned gammon, score 2-2";
    assert_ne!(digest(white), digest(&white.replace("white won", "black won")));
    assert_eq!(digest(white), digest(white));
}

#[test]
fn a_table_is_played_from_where_it_was_written_down() {
    let table: Table = "white 6 off(14), black 1 off(14), white to play 65, cube 2 of white"
        .parse()
        .expect("a table");
    assert_eq!(table.cube(), Cube::new(1, Some(Side::White)).expect("a cube"));
    let mut game = book().start(table, Seed(1)).expect("it can start");
    game.submit(Seat(0), parse("6/off").expect("a play")).expect("no faults");
    assert_eq!(game.result(), Some(Scores::new(&[2, -2])));
    let position: Position = "white off(15), black 1 off(14)".parse().expect("a position");
    assert_eq!(game.state().position(), position);
}
