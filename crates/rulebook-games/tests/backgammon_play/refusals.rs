//! Every reason for which an action is refused, through the engine: alone, and
//! with the others that apply.

use std::collections::BTreeSet;

use rulebook::Reason;
use rulebook::prelude::*;
use rulebook_games::backgammon::*;

use crate::common::{action, play, start};

const START: &str = "4HPwATDgc/ABMA";
const TO_ROLL: &str = "4HPwATDgc/ABMA, white to roll";
const ROLLED: &str = "4HPwATDgc/ABMA, white to play 65";
/// Either die can be played, but not both: so the larger must be.
const ONE_DIE: &str = "white 12 2(14), black 24(2) 6(13), white to play 65";
/// Who begins with the 6 cannot play the 5 any more.
const STRANDED: &str = "white 12 9 off(13), black 24(2) 21(2) 8(11), white to play 65";

/// The codes of everything that White, or whoever is named, is told who tries
/// this at a table after that; and nothing is changed by trying.
fn refused_by(by: By, table: &str, after: &str, tried: &str) -> Vec<&'static str> {
    let mut game = start(table);
    play(&mut game, after);
    let before = *game.state();
    let outcome = game.submit(by, action(tried)).expect("no faults");
    let refusal = outcome.refusal().unwrap_or_else(|| panic!("{table}, {tried}: {outcome}"));
    assert_eq!(*game.state(), before, "{tried}");
    let offered = game.legal(by).expect("no faults");
    assert!(offered.iter().all(|legal| *legal.action() != action(tried)), "{tried}");
    refusal.reasons().map(Reason::code).collect()
}

fn refused(table: &str, after: &str, tried: &str) -> Vec<&'static str> {
    let mut game = start(table);
    play(&mut game, after);
    let by = game.turn().map_or(By::Chance, By::Seat);
    refused_by(by, table, after, tried)
}

/// A table, what is done there, what is tried then, and the only reason
/// against it.
type Case = (&'static str, &'static str, &'static str, &'static str);

const STEPS: &[Case] = &[
    (ROLLED, "", "step 13/9", "NOT_ROLLED"),
    ("4HPwATDgc/ABMA, white to play 31", "", "step 24/20", "SEVERAL_DICE"),
    ("4HPwATDgc/ABMA, white to play 11", "step 24/23", "step 6/3", "SEVERAL_DICE"),
    ("4HPwATDgc/ABMA, white to play 31", "step 24/23", "step 6/2", "NOT_ROLLED"),
    ("4HPwATDgc/ABMA, white to play 11", "step 24/23", "step 8/4", "NOT_ROLLED"),
    (ROLLED, "step 13/8", "step 8/3", "USED"),
    (ROLLED, "", "step 14/8", "NO_CHECKER"),
    (ROLLED, "", "step 12/6", "NOT_YOURS"),
    ("white bar(2) 8(13), black 6(15), white to play 21", "step bar/23", "step 8/7", "ENTER_FIRST"),
    (ROLLED, "", "step 24/19", "BLOCKED"),
    (ROLLED, "", "step 6/off", "NOT_HOME"),
    ("white 5 3(2) off(12), black 1(15), white to play 41", "", "step 3/off", "FURTHER_FIRST"),
    ("white 8(15), black 23 6(14), white to play 65", "", "step 8/2", "HIT_NOT_MARKED"),
    (ROLLED, "", "step 13/7*", "NOTHING_TO_HIT"),
    (STRANDED, "", "step 12/6", "MUST_USE_BOTH"),
    ("white 3 off(14), black 23 1(14), white to play 61", "", "step 3/off", "MUST_USE_BOTH"),
    (ONE_DIE, "", "step 12/7", "MUST_USE_LARGER"),
    ("4HPwATDgc/ABMA, white to play 65, whole plays", "", "step 13/8", "NOT_STEP_BY_STEP"),
    (TO_ROLL, "", "step 13/8", "ROLL_FIRST"),
    (TO_ROLL, "double", "step 13/8", "ANSWER_FIRST"),
    (ROLLED, "resign gammon", "step 13/8", "RESIGNATION_FIRST"),
];

const PLAYS: &[Case] = &[
    (ROLLED, "", "13/9 13/7", "NOT_ROLLED"),
    ("4HPwATDgc/ABMA, white to play 31", "", "24/20", "SEVERAL_DICE"),
    (ROLLED, "", "13/7(2)", "USED"),
    (ROLLED, "", "14/8 13/8", "NO_CHECKER"),
    (ROLLED, "", "13/8 12/6", "NOT_YOURS"),
    ("white bar(2) 8(13), black 6(15), white to play 21", "", "bar/23 8/7", "ENTER_FIRST"),
    (ROLLED, "", "24/19/13", "BLOCKED"),
    (ROLLED, "", "13/8 6/off", "NOT_HOME"),
    ("white 5 3(2) off(12), black 1(15), white to play 41", "", "3/off", "FURTHER_FIRST"),
    ("white 8(15), black 23 6(14), white to play 65", "", "8/3 8/2", "HIT_NOT_MARKED"),
    (ROLLED, "", "13/8 13/7*", "NOTHING_TO_HIT"),
    (ROLLED, "", "no play", "TOO_SHORT"),
    (ROLLED, "", "24/18", "TOO_SHORT"),
    ("4HPwATDgc/ABMA, white to play 66", "", "24/18(2)", "TOO_SHORT"),
    (STRANDED, "", "12/6", "TOO_SHORT"),
    (ONE_DIE, "", "12/7", "MUST_USE_LARGER"),
    ("white 24 off(14), black 8(15), white to play 65", "", "24/19/13", "SAME_AS"),
    (ROLLED, "step 13/8", "24/18/13", "STEPS_MADE"),
    (ROLLED, "step 13/8", "no play", "STEPS_MADE"),
    (TO_ROLL, "", "8/5 6/5", "ROLL_FIRST"),
    (TO_ROLL, "double", "8/5 6/5", "ANSWER_FIRST"),
    (TO_ROLL, "resign single", "8/5 6/5", "RESIGNATION_FIRST"),
];

const TURNS: &[Case] = &[
    (ROLLED, "", "roll", "ALREADY_ROLLED"),
    (ROLLED, "step 13/8", "roll", "ALREADY_ROLLED"),
    (TO_ROLL, "double", "roll", "ANSWER_FIRST"),
    (TO_ROLL, "resign gammon", "roll", "RESIGNATION_FIRST"),
    (ROLLED, "", "take back", "NO_STEP_MADE"),
    (TO_ROLL, "", "take back", "ROLL_FIRST"),
    (ROLLED, "step 13/8", "done", "STILL_TO_PLAY"),
    ("white bar 1(14), black 6(15), white to play 11", "step bar/24", "done", "STILL_TO_PLAY"),
    (
        "white bar 6(14), black 6(3) 5(3) 4(3) 3(2) 2(2) 1(2), white to play 65",
        "",
        "done",
        "NO_STEP_MADE",
    ),
    (TO_ROLL, "", "done", "ROLL_FIRST"),
    ("4HPwATDgc/ABMA, opening", "", "roll", "NOT_YOUR_TURN"),
    (TO_ROLL, "", "throw", "NOT_YOUR_TURN"),
];

const CUBE: &[Case] = &[
    (ROLLED, "", "double", "ALREADY_ROLLED"),
    (TO_ROLL, "resign single", "double", "RESIGNATION_FIRST"),
    (TO_ROLL, "double", "double", "ALREADY_OFFERED"),
    ("4HPwATDgc/ABMA, white to roll, no cube", "", "double", "NO_CUBE"),
    ("4HPwATDgc/ABMA, white to roll, cube 2 of black", "", "double", "NOT_YOUR_CUBE"),
    (
        "4HPwATDgc/ABMA, black to roll, match to 3, score 2-0, Crawford game",
        "",
        "double",
        "CRAWFORD_GAME",
    ),
    (
        "4HPwATDgc/ABMA, white to roll, cube 2 of white, match to 3, score 1-0",
        "",
        "double",
        "DEAD_CUBE",
    ),
    ("4HPwATDgc/ABMA, white to roll, cube 32768", "", "double", "AT_LIMIT"),
    (TO_ROLL, "", "take", "NOTHING_OFFERED"),
    (ROLLED, "", "drop", "NOTHING_OFFERED"),
    ("4HPwATDgc/ABMA, white to roll, beavers 1", "", "beaver", "NOTHING_OFFERED"),
    (TO_ROLL, "double", "beaver", "NOT_PLAYED"),
    ("4HPwATDgc/ABMA, white to roll, match to 5, beavers 1", "double", "beaver", "NOT_PLAYED"),
    ("4HPwATDgc/ABMA, white to roll, beavers 1", "double, beaver", "beaver", "TOO_MANY"),
    ("4HPwATDgc/ABMA, white to roll, cube 16384, beavers 1", "double", "beaver", "AT_LIMIT"),
];

const RESIGNATIONS: &[Case] = &[
    (TO_ROLL, "", "accept", "NOTHING_RESIGNED"),
    (ROLLED, "", "decline", "NOTHING_RESIGNED"),
    (TO_ROLL, "resign single, decline", "accept", "NOTHING_RESIGNED"),
    (TO_ROLL, "double", "resign gammon", "ANSWER_FIRST"),
    (TO_ROLL, "resign single", "resign gammon", "RESIGNATION_FIRST"),
    (ROLLED, "step 13/8", "resign gammon", "STEPS_MADE"),
    ("4HPwATDgc/ABMA, white to play 65, whole plays", "", "resign gammon", "NOT_STEP_BY_STEP"),
];

const ALL: [&[Case]; 5] = [STEPS, PLAYS, TURNS, CUBE, RESIGNATIONS];

/// Who acts out of turn is told only that, or whose answer is waited for.
const OUT_OF_TURN: &[Case] = &[
    (TO_ROLL, "", "roll", "NOT_YOUR_TURN"),
    (TO_ROLL, "", "double", "NOT_YOUR_TURN"),
    (TO_ROLL, "", "take", "NOT_YOUR_TURN"),
    (TO_ROLL, "", "resign gammon", "NOT_YOUR_TURN"),
    (TO_ROLL, "", "accept", "NOT_YOUR_TURN"),
    (ROLLED, "", "24/18/13", "NOT_YOUR_TURN"),
    (ROLLED, "step 13/8", "take back", "NOT_YOUR_TURN"),
    (ROLLED, "resign gammon", "24/18/13", "NOT_YOUR_TURN"),
    (TO_ROLL, "double", "roll", "NOT_YOUR_TURN"),
    (TO_ROLL, "double", "take", "YOUR_OWN_DOUBLE"),
    (TO_ROLL, "double", "drop", "YOUR_OWN_DOUBLE"),
    (TO_ROLL, "double", "beaver", "YOUR_OWN_DOUBLE"),
    (TO_ROLL, "resign gammon", "accept", "YOUR_OWN_RESIGNATION"),
    (ROLLED, "resign gammon", "decline", "YOUR_OWN_RESIGNATION"),
];

/// All of them: a table, what is done there, and what is tried then.
pub(crate) fn cases() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let cases = ALL.into_iter().flatten().chain(OUT_OF_TURN);
    cases.map(|&(table, after, tried, _)| (table, after, tried))
}

#[test]
fn every_reason_is_given_alone() {
    for &(table, after, tried, code) in ALL.into_iter().flatten() {
        assert_eq!(refused(table, after, tried), [code], "{table}, {after}, {tried}");
    }
}

#[test]
fn who_is_not_to_act_is_told_so() {
    for &(table, after, tried, code) in OUT_OF_TURN {
        let mut game = start(table);
        play(&mut game, after);
        let turn = game.turn().expect("somebody's turn");
        let codes = refused_by(By::Seat(turn.next(2)), table, after, tried);
        assert_eq!(codes, [code], "{table}, {after}, {tried}");
        for nobody in [By::Seat(Seat(2)), By::Chance, By::Clock] {
            let mut game = start(table);
            play(&mut game, after);
            let outcome = game.submit(nobody, action(tried)).expect("no faults");
            assert!(outcome.refusal().is_some(), "{nobody:?}, {tried}");
        }
    }
}

#[test]
fn no_reason_is_missing_here() {
    let cases = ALL.into_iter().flatten().chain(OUT_OF_TURN);
    let provoked: BTreeSet<_> = cases.map(|(.., code)| *code).collect();
    let all: BTreeSet<_> = Why::codes().iter().copied().collect();
    assert_eq!(provoked, all);
}

#[test]
fn all_reasons_are_given_at_once() {
    let on_the_bar = "white bar 5 3(2) off(11), black 24(2) 1(13), white to play";
    let crawford = "black to roll, cube 1, match to 3, score 2-0, Crawford game, no cube";
    for (table, after, tried, codes) in [
        (format!("{on_the_bar} 62"), "", "step 3/1*", &["ENTER_FIRST", "BLOCKED"][..]),
        (
            format!("{on_the_bar} 21"),
            "",
            "step 4/off",
            &["NOT_ROLLED", "NO_CHECKER", "ENTER_FIRST", "NOT_HOME"],
        ),
        (format!("{on_the_bar} 21"), "", "5/3* 4/off", &["ENTER_FIRST", "NOTHING_TO_HIT"]),
        (ROLLED.to_owned(), "step 24/18", "step 18/12", &["USED", "BLOCKED"]),
        (ROLLED.to_owned(), "", "done", &["NO_STEP_MADE", "STILL_TO_PLAY"]),
        (format!("{START}, {crawford}"), "", "double", &["NO_CUBE", "CRAWFORD_GAME"]),
        (
            format!("{START}, black to roll, cube 4 of white, match to 3"),
            "",
            "double",
            &["NOT_YOUR_CUBE", "DEAD_CUBE"],
        ),
        (TO_ROLL.to_owned(), "", "beaver", &["NOTHING_OFFERED", "NOT_PLAYED"]),
        (
            format!("{START}, white to roll, cube 8192, beavers 1"),
            "double, beaver",
            "beaver",
            &["TOO_MANY", "AT_LIMIT"],
        ),
    ] {
        assert_eq!(refused(&table, after, tried), codes, "{table}, {tried}");
    }
}

#[test]
fn stops_may_be_left_out_at_a_table_that_is_known() {
    let table: Table = "4HPwATDgc/ABMA, white to play 31".parse().expect("a table");
    let read = |text: &str| parse_in(&table, text).map(|action| print(&action));
    assert_eq!(read("24/20").as_deref(), Ok("24/21/20"));
    assert_eq!(read("8/5 6/5").as_deref(), Ok("8/5 6/5"));
    assert_eq!(read("step 8/5").as_deref(), Ok("step 8/5"));
    // What is not legal is left to the rules, and what is no play is refused.
    assert_eq!(read("8/5").as_deref(), Ok("8/5"));
    assert_eq!(read("24/18").as_deref(), Ok("24/18"));
    assert_eq!(read("8/5 6/x").expect_err("no play").at(), Some(6));
    assert_eq!(read("step 8/x").expect_err("no step").at(), Some(7));
    assert_eq!(read("jump").expect_err("no play").at(), None);
    // While nothing is rolled, or a step is made, every stop is to be written.
    for table in ["4HPwATDgc/ABMA, white to roll", "4HPwATDgc/ABMA, white to play 31: 8/5"] {
        let table: Table = table.parse().expect("a table");
        assert_eq!(parse_in(&table, "24/20"), parse("24/20"));
    }
}

#[test]
fn reasons_are_told_in_words() {
    let told = |table: &str, after: &str, tried: &str| {
        let mut game = start(table);
        play(&mut game, after);
        let seat = game.turn().expect("somebody's turn");
        game.submit(seat, action(tried)).expect("no faults").to_string()
    };
    assert_eq!(
        told(STRANDED, "", "step 12/6"),
        "disallowed: Both dice can be played, but not if you begin like this: \
         the 5 would be left.",
    );
    let rolled = "4HPwATDgc/ABMA, white to play 31";
    assert_eq!(
        told(rolled, "", "24/20"),
        "disallowed: Step 1: No die shows 4, but several together do: write every stop, \
         beginning with 24/21.",
    );
    // Black holds 21, so the 1 comes first.
    let held = "white 24(15), black 6(5) 4(10), white to play 31";
    assert_eq!(
        told(held, "", "24/20"),
        "disallowed: Step 1: No die shows 4, but several together do: write every stop, \
         beginning with 24/23.",
    );
    assert_eq!(
        told(ONE_DIE, "", "step 12/7"),
        "disallowed: Only one die can be played, and it must be the larger: the 6.",
    );
    assert_eq!(
        told("4HPwATDgc/ABMA, white to roll, cube 2 of white, match to 3, score 1-0", "", "double"),
        "disallowed: To win the match you need 2 more, and the game is worth 2 already.",
    );
    assert_eq!(
        told(TO_ROLL, "resign gammon", "roll"),
        "disallowed: Accept the resignation first, or decline it.",
    );
}

#[test]
fn nothing_is_done_once_it_is_over() {
    let mut game = start("white off(15), black 1(15), over, white won 2, score 2-0");
    for tried in universe(game.state()) {
        for by in [By::Seat(Seat(0)), By::Seat(Seat(1)), By::Chance] {
            assert!(game.submit(by, tried).expect("no faults").refusal().is_some());
        }
    }
}
