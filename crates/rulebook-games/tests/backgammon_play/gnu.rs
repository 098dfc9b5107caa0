//! Whole games and matches of GNU Backgammon, move by move: rolling, playing,
//! doubling, beavers, resigning and scoring come to the same.

use rulebook::prelude::*;
use rulebook_games::backgammon::board::{
    Beavers, GnuId, MatchInfo, Play, Roll, Side, Stage as GnuStage, Terms, plays,
};
use rulebook_games::backgammon::*;

/// As they were played there.
const TERMS: Terms = Terms { beavers: Beavers::UpTo(2), ..Terms::money() };

fn table(id: GnuId) -> Table {
    Table::from_gnu(id, TERMS).unwrap_or_else(|problems| panic!("{id}: {problems}"))
}

fn info(id: GnuId) -> MatchInfo {
    id.game.info().unwrap_or_else(|problems| panic!("{id}: {problems}"))
}

/// What was done: stops that are left out there are found again.
fn action(table: &Table, done: &str) -> Action {
    if let Ok(action) = parse(done)
        && !matches!(action, Action::Play(_))
    {
        return action;
    }
    let turn = table.turn().expect("something is rolled");
    let play = Play::read(done, &turn.position(), turn.side(), turn.roll());
    Action::Play(play.unwrap_or_else(|error| panic!("{table}: {error}")))
}

/// Where the game stands after this, by our rules.
fn after(book: &Book<Backgammon>, table: Table, done: &str) -> Table {
    let mut game = book.start(table, Seed(1)).expect("it can start");
    let seat = game.turn().expect("somebody's turn");
    let outcome = game.submit(seat, action(&table, done)).expect("no faults");
    assert!(outcome.is_committed(), "{table}, {done}: {outcome}");
    *game.state()
}

/// The scores agree, and so does how it ended; a match goes on with the next
/// game at once.
fn assert_ended(ours: &Table, theirs: GnuId, row: &str) {
    let info = info(theirs);
    let score = Side::ALL.map(|side| ours.contest().score(side));
    assert_eq!(score, info.score.map(u32::from), "{row}");
    match ours.stage() {
        Stage::Opening => assert_eq!(ours.contest().winner(), None, "{row}"),
        Stage::Over { .. } => {
            let id = ours.gnu_id().expect("an id");
            let said = id.game.info().expect("it is right");
            // Dice that were rolled before somebody resigned are not kept.
            assert_eq!(said, MatchInfo { dice: None, ..info }, "{row}");
            assert_eq!(id.position, theirs.position, "{row}");
            assert_eq!(table(theirs).gnu_id(), Ok(id), "{row}");
            assert_eq!(table(theirs).stage(), ours.stage(), "{row}");
        }
        other => panic!("{row}: {other:?}"),
    }
}

/// The dice are theirs. Who cannot play them does not get to see them there.
fn assert_rolled(before: &Table, theirs: GnuId, row: &str) {
    let (position, side) = (before.position(), before.side());
    match info(theirs).dice {
        Some(roll) => {
            let rolled = Table::rolled(position, side, roll);
            let rolled = rolled.with_contest(*before.contest()).with_cube(before.cube());
            assert_eq!(rolled.gnu_id(), Ok(theirs), "{row}");
        }
        None => {
            let after = table(theirs);
            assert_eq!((after.position(), after.side()), (position, side.other()), "{row}");
            assert!(Roll::all().any(|roll| plays(&position, side, roll).is_empty()), "{row}");
        }
    }
}

#[test]
fn games_go_as_they_do_in_gnu_backgammon() {
    let book = book();
    let rows = include_str!("../backgammon_board/data/gnubg-games.csv").lines();
    let (mut moves, mut ends) = (0, 0);
    for row in rows.filter(|row| !row.starts_with('#')).skip(1) {
        let [before, done, theirs] = row.split(',').collect::<Vec<_>>()[..] else {
            panic!("three columns: {row}");
        };
        let before = table(before.parse().expect(row));
        if theirs == "refused" {
            let mut game = book.start(before, Seed(1)).expect("it can start");
            let seat = game.turn().expect("somebody's turn");
            let outcome = game.submit(seat, action(&before, done)).expect("no faults");
            assert!(outcome.refusal().is_some(), "{row}");
            continue;
        }
        let theirs: GnuId = theirs.parse().expect(row);
        if done == "roll" {
            assert_rolled(&before, theirs, row);
            continue;
        }
        let ours = after(&book, before, done);
        if info(theirs).stage == GnuStage::Playing {
            assert_eq!(ours.gnu_id(), Ok(theirs), "{row}");
            moves += 1;
        } else {
            assert_ended(&ours, theirs, row);
            ends += 1;
        }
    }
    assert!(moves > 500 && ends > 40, "{moves} moves, {ends} ends");
}
