//! `boardgame-io`: games of tic-tac-toe that are given, move by move, made in a
//! session that keeps its history.
//!
//! boardgame.io does not list legal moves, so nobody does: the games are drawn by
//! the shared dice beforehand, and everybody makes the same moves. Its client
//! checks whose turn it is, makes the move, ends the turn and sees whether the
//! game is over; its author's move says whether the cell is free. So does ours.

use std::hint::black_box;

use rulebook::prelude::*;

use super::ours::committed;
use super::tic_tac_toe::rulebook::{Mark, TicTacToe, start};
use super::tic_tac_toe::{ODDS, hand};
use crate::external::Node;
use crate::goal::Goal;
use crate::measure::clock::Meter;
use crate::measure::race::{Answer, Contestant, Job, Key, Race, Sizing, Unit};
use crate::peers::{BOARDGAME_IO, Maker};
use crate::playout::{Ending, Player};
use crate::random::{Choose, Wyrand};

const WORK: &str = "given games of tic-tac-toe";
const OURS: &str = "rulebook, submit";

/// Remembers what was chosen, as places among the empty cells.
struct Notes(Wyrand, Vec<usize>);

impl Choose for Notes {
    fn choose(&mut self, options: usize) -> usize {
        let chosen = self.0.choose(options);
        self.1.push(chosen);
        chosen
    }
}

/// The games of a job: the cells that are marked, in turn.
fn games(job: &Job) -> Vec<Vec<u8>> {
    let mut notes = Notes(Wyrand::new(job.seed), Vec::new());
    let game = |_| {
        hand::Bitboard.play(&mut notes);
        let mut empty: Vec<u8> = (0..9).collect();
        notes.1.drain(..).map(|place| empty.remove(place)).collect()
    };
    (0..job.ops).map(game).collect()
}

/// How many moves were made, and how the games ended.
#[derive(Default)]
struct Tally {
    moves: u64,
    endings: [u64; 3],
}

impl Tally {
    fn add(&mut self, moves: usize, ending: Ending) {
        self.moves += moves as u64;
        self.endings[ending as usize] += 1;
    }

    fn answer(self) -> Answer {
        let [first, second, draws] = self.endings;
        let facts = vec![("first", first), ("second", second), ("draws", draws)];
        Answer { work: self.moves, facts }
    }
}

fn submit(game: &mut Session<TicTacToe>, cells: &[u8]) -> Ending {
    for &cell in cells {
        let by = game.turn().expect("somebody is to move");
        committed(game.submit(by, black_box(Mark { cell })));
    }
    let ending = Ending::of(&game.result().expect("the game is over"));
    game.rewind(0).expect("all moves can be undone");
    ending
}

fn by_hand(cells: &[u8]) -> Ending {
    let (mut own, mut other) = (0_u16, 0_u16);
    for (made, &cell) in cells.iter().enumerate() {
        assert!((own | other) >> cell & 1 == 0, "the cell is taken");
        own |= 1 << black_box(cell);
        if hand::WON[usize::from(own)] {
            return if made % 2 == 0 { Ending::First } else { Ending::Second };
        }
        (own, other) = (other, own);
    }
    Ending::Draw
}

fn contestant(
    name: &'static str,
    maker: Maker,
    mut play: impl FnMut(&[u8]) -> Ending + 'static,
) -> Contestant {
    Contestant::new(WORK, name, maker, move |job: &Job, meter: &mut Meter| {
        let games = games(job);
        let mut tally = Tally::default();
        meter.time(|| games.iter().for_each(|cells| tally.add(cells.len(), play(cells))));
        tally.answer()
    })
}

fn with_node(mut node: Node) -> Contestant {
    let run = move |job: &Job, meter: &mut Meter| {
        let digits = |cells: Vec<u8>| cells.iter().map(u8::to_string).collect::<String>();
        let games: Vec<String> = games(job).into_iter().map(digits).collect();
        let [moves, endings @ ..] = node.tic_tac_toe(&games.join(","), meter);
        Tally { moves, endings }.answer()
    };
    Contestant::new(WORK, BOARDGAME_IO.name, Maker::Peer(BOARDGAME_IO), run)
}

pub(crate) fn race() -> Race {
    let key = |name| Key { work: WORK, name };
    let mut game = start();
    let race = Race {
        unit: Unit::MillionMovesPerSecond,
        sizing: Sizing::ByTime,
        contestants: vec![
            contestant(OURS, Maker::Ours, move |cells| submit(&mut game, cells)),
            contestant("bitboard", Maker::Hand, by_hand),
        ],
        missing: Vec::new(),
        goals: vec![Goal::faster(key(OURS), 1000.0, key(BOARDGAME_IO.name))],
        series: Vec::new(),
        check: Box::new(|job, answer| ODDS.check(job, answer)),
        verify_ops: 500,
    };
    race.beside(key(BOARDGAME_IO.name), Node::new().map(with_node))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_given_are_whole_games() {
        for cells in games(&Job { ops: 50, seed: 3, verify: false }) {
            assert!((5..=9).contains(&cells.len()), "{cells:?}");
            assert_eq!(by_hand(&cells), submit(&mut start(), &cells), "{cells:?}");
        }
    }
}
