//! Backgammon on the engine: it conforms, each rule decides its own part,
//! refusals say why, games and matches end as they should, and plays are
//! counted right.

use rulebook::prelude::*;
use rulebook_games::backgammon::board::{
    Beavers, Contest, Crawford, Cube, DoubleProblem, PlayProblem, Position, PositionId, Roll, Side,
    StepProblem, Terms,
};
use rulebook_games::backgammon::*;
use rulebook_testkit::Conformance;

#[test]
fn it_conforms() {
    Conformance::new(book(), setup)
        .universe(universe)
        .views()
        .rarely(Action::is_rare)
        .show(show)
        .print(print)
        .golden("playthroughs/backgammon.txt")
        .golden_seed(Seed(10))
        .check();
}

#[test]
fn a_match_conforms() {
    let terms = Terms { beavers: Beavers::UpTo(1), ..Terms::match_to(3) };
    Conformance::new(book(), move || Table::new(terms))
        .universe(universe)
        .views()
        .rarely(Action::is_rare)
        .show(show)
        .print(print)
        .check();
}

fn start(table: Table) -> Session<Backgammon> {
    book().start(table, Seed(1)).expect("it can start")
}

fn position(text: &str) -> Position {
    text.parse().expect(text)
}

fn rolled(text: &str, dice: &str) -> Table {
    Table::rolled(position(text), Side::White, dice.parse().expect(dice))
}

/// Does this, all of which is legal, in turn.
fn play(game: &mut Session<Backgammon>, texts: &str) {
    for text in texts.split(", ") {
        let seat = game.turn().expect("somebody's turn");
        let outcome = game.submit(seat, parse(text).expect(text)).expect("no faults");
        assert!(outcome.is_committed(), "{text}: {outcome}");
    }
}

/// What a player is told who tries this.
fn refused(game: &mut Session<Backgammon>, text: &str) -> Vec<Why> {
    let seat = game.turn().expect("somebody's turn");
    let outcome = game.submit(seat, parse(text).expect(text)).expect("no faults");
    let refusal = outcome.refusal().unwrap_or_else(|| panic!("{text}: {outcome}"));
    refusal.reasons().cloned().collect()
}

/// The full name of the rule of the last frame.
fn rule(game: &Session<Backgammon>) -> String {
    let frame = game.frames().next_back().expect("something was played");
    let origin = frame.events().next().expect("it did something").origin;
    match origin {
        rulebook::Origin::Rule(rule) => game.book().rule_view(rule).name(),
        other => format!("{other:?}"),
    }
}

fn legal(game: &mut Session<Backgammon>) -> Vec<String> {
    let legal = game.legal_all().expect("no faults");
    legal.iter().map(|legal| print(legal.action())).collect()
}

const START: &str = "white 24(2) 13(5) 8(3) 6(5), black 24(2) 13(5) 8(3) 6(5)";

mod rules_of_play {
    use super::*;

    #[test]
    fn the_rule_sheet_has_no_warnings() {
        assert_eq!(book().warnings(), []);
    }

    #[test]
    fn each_rule_decides_its_own_part() {
        let shut_out = "white bar 6(14), black 6(2) 5(2) 4(2) 3(2) 2(2) 1(2) off(3)";
        for (from, dice, text, name) in [
            (START, "31", "8/5 6/5", "moving/play"),
            (START, "31", "step 8/5", "moving/move"),
            ("white bar 6(14), black 1(15)", "31", "step bar/22", "moving/enter"),
            ("white 6(15), black 1(15)", "61", "step 6/off", "moving/bear off"),
            (shut_out, "31", "no play", "moving/no play"),
        ] {
            let mut game = start(rolled(from, dice));
            let before = *game.state();
            play(&mut game, text);
            assert_eq!(rule(&game), name);
            game.undo().expect("no faults");
            assert_eq!(*game.state(), before);
        }
    }

    #[test]
    fn a_turn_can_be_made_step_by_step_and_taken_back() {
        let mut game = start(rolled(START, "31"));
        let begun = *game.state();
        play(&mut game, "step 8/5");
        assert_eq!(refused(&mut game, "8/5 6/5"), [Objection::StepsMade.into()]);
        assert_eq!(refused(&mut game, "done"), [Objection::StillToPlay.into()]);
        play(&mut game, "step 6/5");
        assert_eq!(legal(&mut game), ["take back", "done"]);
        play(&mut game, "take back, take back");
        assert_eq!(*game.state(), begun);
        assert_eq!(refused(&mut game, "take back"), [Objection::NoStepMade.into()]);
        play(&mut game, "step 6/5, step 8/5, done");
        let mut whole = start(rolled(START, "31"));
        play(&mut whole, "8/5 6/5");
        assert_eq!(game.state(), whole.state());
    }

    #[test]
    fn who_searches_is_offered_whole_plays_only() {
        let mut game = start(rolled(START, "31").with_whole_plays_only());
        assert_eq!(legal(&mut game).len(), 16);
        assert_eq!(refused(&mut game, "step 8/5"), [Objection::NotStepByStep.into()]);
    }
}

mod dice {
    use super::*;

    #[test]
    fn the_seed_settles_them_and_they_are_not_thrown_again() {
        let opened = |seed| {
            let mut game = book().start(setup(), Seed(seed)).expect("it can start");
            while game.state().stage() == Stage::Opening {
                game.submit(By::Chance, Action::Throw).expect("no faults");
            }
            let opened = *game.state();
            assert!(game.undo().expect("no faults").refusal().is_some());
            assert_eq!(*game.state(), opened);
            opened
        };
        let tables: Vec<Table> = (0..20).map(opened).collect();
        assert_eq!(tables, (0..20).map(opened).collect::<Vec<_>>());
        for side in Side::ALL {
            assert!(tables.iter().any(|table| table.side() == side), "{side} begins sometimes");
        }
    }

    #[test]
    fn every_roll_comes_up() {
        let book = book();
        let mut times = [0; 36];
        for seed in 0..1000 {
            let table = Table::to_roll(Position::START, Side::White);
            let mut game = book.start(table, Seed(seed)).expect("it can start");
            play(&mut game, "roll");
            let [first, second] = game.state().turn().expect("rolled").roll().dice();
            times[usize::from(first - 1) * 6 + usize::from(second - 1)] += 1;
        }
        // Each about 28 times.
        assert!(times.iter().all(|times| (8..60).contains(times)), "{times:?}");
    }
}

mod refusals {
    use super::*;

    #[test]
    fn every_reason_is_told_in_words() {
        let mut game = start(rolled(START, "65"));
        let outcome = game.submit(Seat(0), parse("step 5/off").expect("a step"));
        assert_eq!(
            outcome.expect("no faults").to_string(),
            "disallowed: There is no checker on 5. \
             You cannot bear off yet: you have 10 that are not at home.",
        );
        let problem = StepProblem::NotRolled { pips: 4 };
        assert_eq!(
            refused(&mut game, "13/7 6/2"),
            [Why::Play(PlayProblem::Step { number: 2, problem })]
        );
        assert_eq!(refused(&mut game, "roll"), [Objection::AlreadyRolled.into()]);
        assert_eq!(refused(&mut game, "double"), [Objection::AlreadyRolled.into()]);
        play(&mut game, "24/18/13");
        for text in ["8/5 6/5", "step 8/5", "take back", "done"] {
            assert_eq!(refused(&mut game, text), [Objection::RollFirst.into()]);
        }
        let outcome = game.submit(Seat(0), Action::Roll).expect("no faults");
        assert_eq!(outcome.to_string(), "disallowed: It is not your turn.");
    }

    #[test]
    fn nobody_throws_for_the_opening_but_chance_and_only_then() {
        let mut game = start(setup());
        for (by, action) in [
            (By::Seat(Seat(0)), Action::Throw),
            (By::Seat(Seat(0)), Action::Roll),
            (By::Chance, Action::Roll),
        ] {
            let outcome = game.submit(by, action).expect("no faults");
            assert_eq!(outcome.to_string(), "disallowed: It is not your turn.");
        }
    }
}

mod the_cube {
    use super::*;

    fn to_roll() -> Table {
        Table::to_roll(Position::START, Side::White)
    }

    #[test]
    fn who_takes_owns_the_cube_and_the_doubler_rolls() {
        let mut game = start(to_roll());
        play(&mut game, "double");
        assert_eq!(game.turn(), Some(Seat(1)));
        assert_eq!(refused(&mut game, "roll"), [Objection::AnswerFirst.into()]);
        assert_eq!(legal(&mut game), ["take", "drop"]);
        play(&mut game, "take");
        assert_eq!(game.state().cube(), Cube::new(1, Some(Side::Black)).expect("a cube"));
        assert_eq!(game.turn(), Some(Seat(0)));
        assert_eq!(refused(&mut game, "double"), [Why::Double(DoubleProblem::NotYourCube)]);
    }

    #[test]
    fn who_drops_loses_what_the_cube_was_worth() {
        let mut game = start(to_roll().with_cube(Cube::new(2, Some(Side::White)).expect("a cube")));
        play(&mut game, "double, drop");
        assert_eq!(game.result(), Some(Scores::new(&[4, -4])));
    }

    #[test]
    fn beavers_are_played_if_they_are_agreed_upon() {
        let terms = Terms { beavers: Beavers::UpTo(1), ..Terms::money() };
        let mut game = start(to_roll().with_contest(Contest::new(terms)));
        play(&mut game, "double, beaver");
        assert_eq!(game.turn(), Some(Seat(0)));
        play(&mut game, "take");
        assert_eq!(game.state().cube(), Cube::new(2, Some(Side::Black)).expect("a cube"));
        assert_eq!(game.turn(), Some(Seat(0)));
    }
}

mod endings {
    use super::*;

    #[test]
    fn gammon_and_backgammon_count_twice_and_three_times_the_cube() {
        let cube = Cube::new(1, Some(Side::Black)).expect("a cube");
        for (black, points) in [("1(14) off", 2), ("6(15)", 4), ("bar 6(14)", 6), ("20 6(14)", 6)] {
            let table = rolled(&format!("white 2 off(14), black {black}"), "31");
            let mut game = start(table.with_cube(cube));
            play(&mut game, "2/off");
            assert_eq!(game.result(), Some(Scores::new(&[points, -points])), "{black}");
            assert!(legal(&mut game).is_empty());
        }
    }

    #[test]
    fn a_match_goes_on_until_somebody_has_the_points() {
        let table = rolled("white 2 off(14), black 1(14) off", "31");
        let mut game = start(table.with_contest(Contest::new(Terms::match_to(2))));
        play(&mut game, "step 2/off, done");
        let state = *game.state();
        assert_eq!((state.stage(), state.position()), (Stage::Opening, Position::START));
        assert_eq!(state.contest().crawford(), Crawford::Now);
        let contest = *state.contest();
        let mut crawford =
            start(Table::to_roll(Position::START, Side::Black).with_contest(contest));
        assert_eq!(refused(&mut crawford, "double"), [Why::Double(DoubleProblem::CrawfordGame)]);
        let mut last = start(table.with_contest(contest));
        play(&mut last, "2/off");
        assert_eq!(last.result(), Some(Scores::win(Seat(0), 2)));
    }
}

mod texts {
    use super::*;

    #[test]
    fn every_action_that_is_printed_can_be_read() {
        for table in [setup(), rolled(START, "31"), rolled(START, "66")] {
            for action in universe(&table) {
                assert_eq!(parse(&print(&action)), Ok(action));
            }
        }
    }

    #[test]
    fn what_cannot_be_read_says_what_to_write() {
        for (text, at) in [("8", 1), ("8/9", 2), ("step 8/5 6/5", 8), ("bar/off", 4)] {
            let error = parse(text).expect_err(text);
            assert_eq!(error.at(), Some(at), "{error}");
        }
        for text in ["", "step", "Roll"] {
            let error = parse(text).expect_err(text);
            assert!(error.to_string().contains("write a play with every stop"), "{error}");
        }
    }
}

mod counts {
    use super::*;

    /// The session's legal actions are as many as others have counted.
    #[test]
    fn a_session_offers_as_many_plays_as_others_have_counted() {
        let book = book();
        let rows = include_str!("backgammon_board/data/plays.csv").lines();
        let mut checked = 0;
        for row in rows.filter(|row| !row.starts_with('#')).skip(1) {
            let columns: Vec<&str> = row.split(',').collect();
            let position = columns[0].parse::<PositionId>().expect(row);
            let position = position.position(Side::White).expect(row);
            let roll: Roll = columns[1].parse().expect(row);
            let table = Table::rolled(position, Side::White, roll).with_whole_plays_only();
            let mut game = book.start(table, Seed(1)).expect("it can start");
            let legal = game.legal_all().expect("no faults");
            let plays =
                legal.iter().filter(|legal| *legal.action() != Action::Play(board::Play::NONE));
            assert_eq!(plays.count().to_string(), columns[2], "{row}");
            checked += 1;
        }
        assert!(checked > 500, "{checked}");
    }
}
