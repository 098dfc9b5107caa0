//! What GNU Backgammon said once, kept in files: all plays as it writes them,
//! and the ids of matches.

use std::collections::BTreeSet;

use rulebook_games::backgammon::board::{
    Length, MatchId, MatchInfo, Play, PositionId, Roll, Side, Stage, Switch, Win, plays,
};

const PLAYS: &str = include_str!("data/gnubg-plays.csv");
const MATCH_IDS: &str = include_str!("data/gnubg-match-ids.csv");
const COUNTS: &str = include_str!("data/plays.csv");

/// The rows of a table: no remarks, no heading.
fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    let rows = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    rows.map(|line| line.split(',').collect())
}

#[test]
fn plays_are_found_and_written_as_gnubg_does() {
    let mut checked = 0;
    for row in rows(PLAYS) {
        let [id, dice, texts] = row[..] else { panic!("{row:?} has not three columns") };
        let position = id.parse::<PositionId>().unwrap().position(Side::Black).unwrap();
        let roll: Roll = dice.parse().unwrap();
        let plays = plays(&position, Side::Black, roll);
        let ours: BTreeSet<_> = plays.iter().map(|play| play.brief()).collect();
        let theirs: BTreeSet<_> =
            texts.split(';').filter(|text| !text.is_empty()).map(str::to_owned).collect();
        assert_eq!(ours, theirs, "{id} {dice}: {position}");
        assert_eq!(plays.len(), theirs.len(), "{id} {dice}: {position}");
        checked += plays.len();
    }
    assert_eq!(checked, 4508);
}

#[test]
fn plays_as_gnubg_writes_them_are_read_and_found() {
    for row in rows(PLAYS).filter(|row| !row[2].is_empty()) {
        let position = row[0].parse::<PositionId>().unwrap().position(Side::Black).unwrap();
        let roll: Roll = row[1].parse().unwrap();
        for text in row[2].split(';').take(6) {
            let play = Play::read(text, &position, Side::Black, roll).unwrap();
            assert_eq!(play.brief(), text);
            assert_eq!(play.to_string().parse(), Ok(play), "{text}");
        }
    }
}

#[test]
fn ids_of_positions_are_written_as_they_were_read() {
    for row in rows(PLAYS).chain(rows(COUNTS)) {
        let id: PositionId = row[0].parse().unwrap();
        for side in Side::ALL {
            let position = id.position(side).unwrap();
            assert_eq!(PositionId::of(&position, side), id);
            assert_eq!(position.to_string().parse(), Ok(position));
        }
        assert_eq!(id.to_string(), row[0]);
    }
}

#[test]
fn ids_of_matches_are_those_of_gnubg() {
    let mut checked = 0;
    for row in rows(MATCH_IDS) {
        let number = |column: usize| row[column].parse::<i32>().unwrap();
        let side = |column| Side::ALL[number(column) as usize];
        let switch = |column| [Switch::Off, Switch::On][number(column) as usize];
        let stages =
            [Stage::NotBegun, Stage::Playing, Stage::Over, Stage::Resigned, Stage::Dropped];
        let info = MatchInfo {
            doublings: number(1).ilog2() as u8,
            cube_owner: (number(2) >= 0).then(|| side(2)),
            roller: side(3),
            crawford_game: switch(4),
            stage: stages[number(5) as usize],
            decider: side(6),
            doubled: switch(7),
            resigned: Win::ALL.into_iter().find(|win| i32::from(win.factor()) == number(8)),
            dice: Roll::new(number(9) as u8, number(10) as u8),
            length: Length::points(number(11) as u16),
            score: [number(12) as u16, number(13) as u16],
            jacoby: switch(14),
        };
        let id: MatchId = row[0].parse().unwrap();
        assert_eq!(id.info(), Ok(info));
        assert_eq!(info.id(), Ok(id));
        assert_eq!(id.to_string(), row[0]);
        checked += 1;
    }
    assert_eq!(checked, 120);
}
