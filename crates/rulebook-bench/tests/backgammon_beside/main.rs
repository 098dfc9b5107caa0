//! Backgammon beside OpenSpiel: random games are played there, and every turn
//! must end in the same positions here, by the legal actions of our rule book.
//!
//! `cargo xtask peers` installs OpenSpiel, and `cargo xtask test` does so by
//! itself. Where it is missing these tests fail: they would prove nothing.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use rulebook::prelude::*;
use rulebook_games::backgammon::board::{CHECKERS, Layout, Place, Play, Position, Roll, Side};
use rulebook_games::backgammon::{Action, Backgammon, Table, book};

const SCRIPT: &str = include_str!("games.py");

/// The lines that the script prints about so many games.
fn games(count: usize, seed: u64) -> String {
    let default = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/peers"));
    let peers = std::env::var_os("RULEBOOK_PEERS").map_or_else(default, PathBuf::from);
    let output = Command::new("python3")
        .args(["-c", SCRIPT])
        .arg(peers.join("python"))
        .args([count.to_string(), seed.to_string()])
        .stdin(Stdio::null())
        .output()
        .expect("python3 can be started: OpenSpiel, which backgammon is compared with, needs it");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "OpenSpiel cannot be run. Install it with `cargo xtask peers`.\n{complaint}"
    );
    String::from_utf8(output.stdout).expect("the script writes ASCII")
}

/// One turn, White being the player to move.
struct Played {
    roll: Roll,
    before: Position,
    after: Position,
    winner: Option<Side>,
    ends: BTreeSet<Position>,
}

impl Played {
    fn read(line: &str) -> Played {
        let parts: Vec<&str> = line.split('|').collect();
        let [dice, before, after, ends] = parts[..] else { panic!("{line}") };
        let (after, winner) = after.rsplit_once(' ').expect("the winner is last");
        Played {
            roll: dice.parse().expect("two dice"),
            before: position(before),
            after: position(after),
            winner: winner.parse().ok().map(|number: usize| Side::ALL[number]),
            ends: ends.split(';').map(position).collect(),
        }
    }

    fn table(&self) -> Table {
        Table::rolled(self.before, Side::White, self.roll)
    }
}

/// A position as the script writes it.
fn position(text: &str) -> Position {
    let counts: Vec<u8> = text.split(' ').map(|count| count.parse().expect("a count")).collect();
    let mut layout = Layout::default();
    for (side, counts) in Side::ALL.into_iter().zip(counts.chunks(25)) {
        for (place, &count) in (1..).zip(counts) {
            layout.put(side, Place::new(place).expect("a point or the bar"), count);
        }
        layout.put(side, Place::OFF, CHECKERS - counts.iter().sum::<u8>());
    }
    layout.check().expect("a legal position")
}

/// Every whole play that the book offers leads to one of their positions, and
/// none is missing; what they chose can be played here, and ends the game if it
/// does there.
fn compare_whole_plays(book: &Book<Backgammon>, played: &Played) {
    let name = format!("{}, {}", played.before, played.roll);
    let mut game = book
        .start(played.table().with_whole_plays_only(), Seed(1))
        .expect("a game starts anywhere");
    let legal = game.legal_all().expect("legal actions can be listed");
    let mut line = game.search(Seed(2));
    let mut ends = BTreeSet::new();
    for (at, legal) in legal.iter().enumerate() {
        assert!(matches!(legal.action(), Action::Play(_)), "{name}: {:?}", legal.action());
        let pushed = line.push(legal.by(), *legal.action()).expect("the book has no fault");
        assert!(pushed.is_committed(), "{name}: {pushed}");
        assert!(ends.insert(line.state().position()), "{name}: play {at} leads nowhere new");
        line.pop();
    }
    assert_eq!(ends, played.ends, "{name}");

    let chosen = legal.iter().find(|legal| {
        let Action::Play(play) = legal.action() else { return false };
        play.on(played.before, Side::White) == played.after
    });
    let chosen = chosen.unwrap_or_else(|| panic!("{name}: nothing leads to {}", played.after));
    let outcome = game.play(chosen.clone()).expect("the book has no fault");
    assert!(outcome.is_committed(), "{name}: {outcome}");
    let winner = game.result().map(|scores| {
        if scores.of(Seat(0)) > scores.of(Seat(1)) { Side::White } else { Side::Black }
    });
    assert_eq!(winner, played.winner, "{name}");
}

/// Whoever goes step by step, as the book offers it, ends in one of their
/// positions.
fn compare_steps(book: &Book<Backgammon>, played: &Played, choice: usize) {
    let name = format!("{}, {}", played.before, played.roll);
    let mut game = book.start(played.table(), Seed(1)).expect("a game starts anywhere");
    loop {
        let legal = game.legal_all().expect("legal actions can be listed");
        let steps: Vec<_> =
            legal.iter().filter(|legal| matches!(legal.action(), Action::Step(_))).collect();
        let done = legal.iter().any(|legal| *legal.action() == Action::Finish);
        let Some(step) = steps.get(choice % steps.len().max(1)) else {
            // To play nothing is a play; besides, one may always resign.
            let nothing = |action: &Action| *action == Action::Play(Play::NONE);
            let none = legal.iter().any(|legal| nothing(legal.action()))
                && game.state().position() == played.before;
            assert!(done || none, "{name}: neither a step nor done");
            break;
        };
        assert!(!done, "{name}: done before the dice are played");
        let outcome = game.play((*step).clone()).expect("the book has no fault");
        assert!(outcome.is_committed(), "{name}: {outcome}");
    }
    let end = game.state().position();
    assert!(played.ends.contains(&end), "{name}: {end} is no end of this turn");
}

#[test]
fn every_turn_of_random_games_ends_in_the_same_positions() {
    let full = std::env::var_os("RULEBOOK_FULL").is_some_and(|full| full == "1");
    let count = if full { 150 } else { 20 };
    let book = book();
    let (mut turns, mut wins, mut ends) = (0, 0, 0);
    for line in games(count, 2026).lines() {
        let played = Played::read(line);
        compare_whole_plays(&book, &played);
        compare_steps(&book, &played, turns * 7);
        turns += 1;
        wins += usize::from(played.winner.is_some());
        ends += played.ends.len();
    }
    assert_eq!(wins, count, "every game is played to its end");
    assert!(turns > 60 * count && ends > 10 * turns, "{turns} turns with {ends} ends");
}
