//! The counts that everybody agrees on.

use rulebook_games::chess::board::{Position, perft, perft_bulk};
use rulebook_games::chess::notation::read_fen;

const CHESS: &str = include_str!("../data/chess.perft.epd");
const CHESS960: &str = include_str!("../data/chess960.perft.epd");

/// A position, and its counts by depth.
struct Case {
    fen: &'static str,
    position: Position,
    counts: Vec<(u32, u64)>,
}

fn cases(suite: &'static str) -> Vec<Case> {
    let lines = suite.lines().filter(|line| !line.trim().is_empty());
    lines.map(case).collect()
}

fn case(line: &'static str) -> Case {
    let mut parts = line.split(';').map(str::trim);
    let fen = parts.next().expect("a line starts with a position");
    let count = |part: &str| {
        let (depth, count) = part.strip_prefix('D')?.split_once(' ')?;
        Some((depth.parse().ok()?, count.parse().ok()?))
    };
    let counts = parts.map(|part| count(part).expect(part)).collect();
    Case { fen, position: read_fen(fen).expect(fen), counts }
}

/// Counts to the deepest depth that has no more than so many moves; says how
/// many counts were made.
fn check(suite: &'static str, deepest: u32, most: u64) -> usize {
    let mut checked = 0;
    for Case { fen, position, counts } in cases(suite) {
        for (depth, count) in counts {
            if depth <= deepest && count <= most {
                assert_eq!(perft(&position, depth), count, "{fen} at depth {depth}");
                assert_eq!(perft_bulk(&position, depth), count, "{fen} at depth {depth}, in bulk");
                checked += 1;
            }
        }
    }
    checked
}

#[test]
fn the_first_moves_of_every_position_are_counted_right() {
    assert!(check(CHESS, 4, 20_000) > 200);
    assert_eq!(check(CHESS960, 2, u64::MAX), 240 * 2);
}

/// Whether the slow tests run too.
fn is_full() -> bool {
    std::env::var_os("RULEBOOK_FULL").is_some_and(|full| full == "1")
}

#[test]
fn in_a_full_run_chess_is_counted_right_to_depth_5() {
    if is_full() {
        assert_eq!(check(CHESS, 5, u64::MAX), 63 * 5 + 2);
    }
}

#[test]
fn in_a_full_run_chess960_is_counted_right_to_depth_4() {
    if is_full() {
        assert_eq!(check(CHESS960, 4, u64::MAX), 240 * 4);
    }
}
