//! Ours: a search line of the rule book, a session that keeps its history, and
//! the board behind both.

use rulebook::prelude::*;
use rulebook::{Legal, Search};
use rulebook_games::Playable;
use rulebook_games::backgammon::board::{Play, Position, Roll, Side, for_each_play};
use rulebook_games::backgammon::{Action, Backgammon, book, setup};

use super::{Ending, Player};
use crate::random::Choose;
use crate::rows::ours::committed;

/// What is neither about the cube nor about taking back, each with the same
/// chance.
#[inline]
fn choose<'l, C: Choose>(legal: &'l [Legal<Backgammon>], dice: &mut C) -> &'l Legal<Backgammon> {
    loop {
        let chosen = &legal[dice.choose(legal.len())];
        if !Backgammon::is_rare(chosen.action()) {
            return chosen;
        }
    }
}

/// One if this ends a turn.
#[inline]
fn turn(legal: &Legal<Backgammon>) -> u64 {
    u64::from(matches!(legal.action(), Action::Play(_)))
}

fn ended(result: Option<Scores>) -> Ending {
    Ending::of(&result.expect("nobody can act, so the game is over"))
}

/// Dice that no other game has: who goes back to where a line or session began
/// meets the same dice again.
fn seed<C: Choose>(dice: &mut C) -> Seed {
    Seed(dice.choose(u32::MAX as usize) as u64)
}

/// Pushes on a line without frames, a new one for each game.
pub(super) struct Line {
    game: Session<Backgammon>,
    legal: Vec<Legal<Backgammon>>,
}

impl Line {
    pub(super) fn new() -> Self {
        let table = setup().with_whole_plays_only();
        let game = book().start(table, Seed(1)).expect("backgammon can start");
        Self { game, legal: Vec::new() }
    }
}

impl Player for Line {
    fn play<C: Choose>(&mut self, dice: &mut C) -> (u64, Ending) {
        let Self { game, legal } = self;
        let mut line: Search<Backgammon> = game.search(seed(dice));
        let mut turns = 0;
        loop {
            line.legal_all_into(legal).expect("legal actions can be listed");
            if legal.is_empty() {
                return (turns, ended(line.result()));
            }
            let chosen = choose(legal, dice);
            turns += turn(chosen);
            committed(line.play(chosen));
        }
    }
}

/// A session with all its history, a new one for each game.
pub(super) struct Kept {
    book: Book<Backgammon>,
    legal: Vec<Legal<Backgammon>>,
}

impl Kept {
    pub(super) fn new() -> Self {
        Self { book: book(), legal: Vec::new() }
    }
}

impl Player for Kept {
    fn play<C: Choose>(&mut self, dice: &mut C) -> (u64, Ending) {
        let Self { book, legal } = self;
        let table = setup().with_whole_plays_only();
        let mut game = book.start(table, seed(dice)).expect("backgammon can start");
        let mut turns = 0;
        loop {
            legal.clear();
            for by in game.active().iter() {
                game.legal_into(by, legal).expect("legal actions can be listed");
            }
            if legal.is_empty() {
                return (turns, ended(game.result()));
            }
            let chosen = choose(legal, dice).clone();
            turns += turn(&chosen);
            committed(game.play(chosen));
        }
    }
}

/// The board, with dice around it by hand.
#[derive(Default)]
pub(super) struct Board {
    plays: Vec<Play>,
}

impl Player for Board {
    fn play<C: Choose>(&mut self, dice: &mut C) -> (u64, Ending) {
        let mut position = Position::START;
        let [mut first, mut second] = roll(dice);
        while first == second {
            [first, second] = roll(dice);
        }
        let mut side = if first > second { Side::White } else { Side::Black };
        let mut turns = 0;
        loop {
            let rolled = Roll::new(first, second).expect("both are from 1 to 6");
            self.plays.clear();
            for_each_play(&position, side, rolled, |play| self.plays.push(play));
            if !self.plays.is_empty() {
                position = self.plays[dice.choose(self.plays.len())].on(position, side);
            }
            turns += 1;
            match position.won() {
                Some((Side::White, _)) => return (turns, Ending::First),
                Some((Side::Black, _)) => return (turns, Ending::Second),
                None => {}
            }
            side = side.other();
            [first, second] = roll(dice);
        }
    }
}

fn roll<C: Choose>(dice: &mut C) -> [u8; 2] {
    [(); 2].map(|()| 1 + dice.choose(6) as u8)
}
