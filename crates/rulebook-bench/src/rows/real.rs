//! Random games of our reference games, by their rule books as they are: on a
//! search line, and in a session that keeps its history.

use rulebook::prelude::*;
use rulebook::{Legal, Search};
use rulebook_games::Playable;

use crate::playout::Ending;
use crate::playout::own_order::Library;
use crate::random::{Choose, Wyrand};
use crate::rows::ours::committed;

fn start<G: Playable>() -> Session<G> {
    G::book().start(G::setup(), Seed(1)).expect("a reference game can start")
}

/// One of the moves, each with the same chance: what else is legal (resigning,
/// an offer, a claim) is drawn again.
#[inline]
fn choose<'l, G: Playable>(legal: &'l [Legal<G>], dice: &mut Wyrand) -> &'l Legal<G> {
    loop {
        let chosen = &legal[dice.choose(legal.len())];
        if !G::is_rare(chosen.action()) {
            return chosen;
        }
    }
}

fn names<G: Playable>(legal: &mut Vec<Legal<G>>) -> Vec<String> {
    legal.retain(|legal| !G::is_rare(legal.action()));
    legal.iter().map(|legal| G::print(legal.action())).collect()
}

fn ended(result: Option<Scores>) -> Ending {
    Ending::of(&result.expect("nobody can move, so the game is over"))
}

/// Push and pop on a line without frames.
pub(crate) struct RealLine<G: Playable> {
    line: Search<G>,
    legal: Vec<Legal<G>>,
}

impl<G: Playable> RealLine<G> {
    pub(crate) fn new() -> Self {
        Self::of(&start::<G>())
    }

    /// From where a game stands.
    pub(crate) fn of(game: &Session<G>) -> Self {
        Self { line: game.search(Seed(2)), legal: Vec::new() }
    }

    #[inline]
    fn list(&mut self) {
        self.line.legal_all_into(&mut self.legal).expect("legal actions can be listed");
    }
}

impl<G: Playable> Library for RealLine<G> {
    fn begin(&mut self) {
        self.line.pop_to(0);
    }

    fn moves(&mut self) -> Vec<String> {
        self.list();
        names(&mut self.legal)
    }

    fn make(&mut self, at: usize) {
        committed(self.line.play(&self.legal[at]));
    }

    fn ending(&mut self) -> Ending {
        ended(self.line.result())
    }

    fn play(&mut self, dice: &mut Wyrand, most: u64) -> (u64, Option<Ending>) {
        self.begin();
        for made in 0..most {
            self.list();
            if self.legal.is_empty() {
                return (made, Some(self.ending()));
            }
            committed(self.line.play(choose(&self.legal, dice)));
        }
        (most, None)
    }
}

/// A session with all its history; the next game begins where this one began.
pub(crate) struct RealSession<G: Playable> {
    game: Session<G>,
    legal: Vec<Legal<G>>,
}

impl<G: Playable> RealSession<G> {
    pub(crate) fn new() -> Self {
        Self { game: start(), legal: Vec::new() }
    }

    #[inline]
    fn list(&mut self) {
        self.legal.clear();
        for by in self.game.active().iter() {
            self.game.legal_into(by, &mut self.legal).expect("legal actions can be listed");
        }
    }
}

impl<G: Playable> Library for RealSession<G> {
    fn begin(&mut self) {
        self.game.rewind(0).expect("all moves can be undone");
    }

    fn moves(&mut self) -> Vec<String> {
        self.list();
        names(&mut self.legal)
    }

    fn make(&mut self, at: usize) {
        committed(self.game.play(self.legal.swap_remove(at)));
    }

    fn ending(&mut self) -> Ending {
        ended(self.game.result())
    }

    fn play(&mut self, dice: &mut Wyrand, most: u64) -> (u64, Option<Ending>) {
        self.begin();
        for made in 0..most {
            self.list();
            if self.legal.is_empty() {
                return (made, Some(self.ending()));
            }
            let chosen = choose(&self.legal, dice).clone();
            committed(self.game.play(chosen));
        }
        (most, None)
    }
}
