//! boardgame.io and chess.js, under Node.

use crate::external::{Process, Why, node_folder};
use crate::measure::clock::Meter;
use crate::measure::race::Answer;
use crate::peers::{BOARDGAME_IO, CHESS_JS, Peer};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/external/boardgame.cjs");

/// A Node that plays.
pub(crate) struct Node(Process);

impl Node {
    /// Node, if boardgame.io is there.
    pub(crate) fn new() -> Result<Self, Why> {
        Self::with(BOARDGAME_IO)
    }

    fn with(peer: Peer) -> Result<Self, Why> {
        let folder = node_folder(peer)?;
        Ok(Self(Process::new("node", vec![SCRIPT.into(), folder.into()])))
    }

    /// Plays games of tic-tac-toe that are given as digits: moves, and games
    /// won by the first, by the second, and by nobody.
    pub(crate) fn tic_tac_toe(&mut self, games: &str, meter: &mut Meter) -> [u64; 4] {
        let [nanoseconds, counts @ ..] = self.0.ask::<5>(&format!("tic-tac-toe {games}"));
        meter.charge(nanoseconds as f64);
        counts.map(i64::cast_unsigned)
    }

    /// Goes to each of the steps of a game of so many moves, and says the sum of
    /// the totals there.
    pub(crate) fn rewind(&mut self, moves: u64, steps: &[u64], meter: &mut Meter) -> u64 {
        let steps: Vec<String> = steps.iter().map(u64::to_string).collect();
        let request = format!("rewind {moves} {}", steps.join(","));
        let [nanoseconds, sum] = self.0.ask(&request);
        meter.charge(nanoseconds as f64);
        sum.cast_unsigned()
    }
}

/// chess.js counting leaves to so small a depth.
pub(crate) fn leaves(depth: u32) -> Result<impl FnMut(&mut Meter) -> Answer, Why> {
    // The script wants both.
    let mut node = Node::new().and(Node::with(CHESS_JS))?;
    Ok(move |meter: &mut Meter| {
        let [nanoseconds, leaves] = node.0.ask(&format!("perft {depth}"));
        meter.charge(nanoseconds as f64);
        Answer { work: leaves.cast_unsigned(), facts: vec![("depth", u64::from(depth))] }
    })
}
