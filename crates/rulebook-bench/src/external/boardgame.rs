//! boardgame.io and chess.js, under Node.

use crate::external::{Process, Why, node};
use crate::measure::clock::Meter;
use crate::measure::race::Answer;
use crate::peers::{BOARDGAME_IO, CHESS_JS};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/external/boardgame.cjs");

/// A Node that plays.
pub(crate) struct Node(Process);

impl Node {
    /// Node, if boardgame.io is there.
    pub(crate) fn new() -> Result<Self, Why> {
        node(BOARDGAME_IO, SCRIPT.into(), "tic-tac-toe 0").map(Self)
    }

    /// Node, if chess.js is there, too: the script wants both.
    fn with_chess() -> Result<Self, Why> {
        Self::new()?;
        node(CHESS_JS, SCRIPT.into(), "perft 1").map(Self)
    }

    /// Plays games of tic-tac-toe that are given as digits: moves, and games
    /// won by the first, by the second, and by nobody.
    pub(crate) fn tic_tac_toe(&mut self, games: &str, meter: &mut Meter) -> [u64; 4] {
        let [nanoseconds, counts @ ..] = self.0.ask::<5>(&format!("tic-tac-toe {games}"), meter);
        meter.charge(nanoseconds as f64);
        counts.map(i64::cast_unsigned)
    }

    /// Goes to each of the steps of a game of so many moves, and says the sum of
    /// the totals there.
    pub(crate) fn rewind(&mut self, moves: u64, steps: &[u64], meter: &mut Meter) -> u64 {
        let steps: Vec<String> = steps.iter().map(u64::to_string).collect();
        let request = format!("rewind {moves} {}", steps.join(","));
        let [nanoseconds, sum] = self.0.ask(&request, meter);
        meter.charge(nanoseconds as f64);
        sum.cast_unsigned()
    }
}

/// chess.js counting leaves to so small a depth.
pub(crate) fn leaves(depth: u32) -> Result<impl FnMut(&mut Meter) -> Answer, Why> {
    let mut node = Node::with_chess()?;
    Ok(move |meter: &mut Meter| {
        let [nanoseconds, leaves] = node.0.ask(&format!("perft {depth}"), meter);
        meter.charge(nanoseconds as f64);
        Answer { work: leaves.cast_unsigned(), facts: vec![("depth", u64::from(depth))] }
    })
}
