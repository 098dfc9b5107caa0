//! Games at random, in which everything is tried.

use std::cell::Cell;

use rulebook::{Analysis, By, Extent, Seat, Seed};
use rulebook_games::{Kit, Playable};

use crate::failure::Failure;
use crate::interrupt;
use crate::progress::Progress;

/// How much likelier an action is to be played than one that is rare.
const OFTEN: u32 = 30;

/// Which games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Games {
    /// How many.
    pub(super) count: u64,
    /// The seed of the first one; the next ones have the next seeds.
    pub(super) seed: u64,
}

/// How far games were played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Far {
    /// What was asked for.
    pub(super) asked: Games,
    /// How many games came to their end.
    pub(super) games: u64,
    /// What was tried in them, and what was left out.
    pub(super) extent: Extent,
}

impl Far {
    fn of(extent: Extent, asked: Games) -> Self {
        Far { asked, games: extent.progress.games - u64::from(extent.stopped), extent }
    }

    /// Whether somebody asked to stop before the end.
    pub(super) fn is_interrupted(&self) -> bool {
        self.games < self.asked.count
    }

    /// What it means that somebody asked to stop, if somebody did.
    pub(super) fn interrupted(&self) -> Option<String> {
        let Far { games, asked: Games { count, .. }, .. } = self;
        self.is_interrupted().then(|| {
            format!(
                "Interrupted: {games} of {count} games are played. What never came up in these is \
                 suspected, and may come up in the others."
            )
        })
    }
}

/// What reasoning and play together say of a book, each thing once, and how far it was
/// played; games go on until somebody asks to stop.
pub(super) fn play<G: Playable>(
    kit: &Kit<G>,
    start: G::State,
    games: Games,
) -> Result<(Analysis, Option<Far>), Failure> {
    interrupt::listen()?;
    let progress = Progress::new(games.count, "games");
    let everybody = || {
        let seats = (0..G::SEATS as u8).map(|seat| By::Seat(Seat(seat)));
        seats.chain([By::Chance, By::Clock])
    };
    let tries = |state: &G::State| {
        let actions = G::universe(state);
        let each = |by| actions.iter().map(move |action| (by, action.clone()));
        everybody().flat_map(each).collect()
    };
    let told = Cell::new(0);
    let found = kit
        .book
        .analyse_by_play(move |_| start.clone())
        .universe(tries)
        .weigh(|_, action| if G::is_rare(action) { 1 } else { OFTEN })
        .progress(|now| progress.add(now.games.saturating_sub(told.replace(now.games))))
        .until(interrupt::is_asked)
        .games(games.count)
        .seed(Seed(games.seed))
        .run();
    let found = found.map_err(|error| {
        let done = format!("playing {}", G::NAME);
        Failure::Unexpected { done, outcome: error.to_string() }
    })?;
    let both = found.and(kit.book.analyse());
    let far = both.extent().map(|extent| Far::of(extent.clone(), games));
    Ok((both, far))
}

#[cfg(test)]
mod tests {
    use rulebook::prelude::*;
    use rulebook::{Certainty, Fact, Finding, FindingKind, RuleBuilder};
    use rulebook_games::tic_tac_toe::{ActionKind, Event, TicTacToe, setup};

    use super::*;

    /// Two rules that both mark a cell, which only play can tell.
    fn both_mark() -> Kit<TicTacToe> {
        let what = Fact::of_action("what", |ask: &Ask<'_, TicTacToe>| *ask.action);
        let wish = Fact::of_action("wish", |ask: &Ask<'_, TicTacToe>| *ask.action);
        let mark = |fact: &Fact<TicTacToe, ActionKind>| {
            let fact = fact.clone();
            move |rule: RuleBuilder<TicTacToe>| {
                rule.given(&fact, ActionKind::Place).then(|cx, ()| {
                    let seat = cx.state.turn();
                    cx.action.cell().map(|cell| Event::Marked { seat, cell })
                })
            }
        };
        let book = Book::<TicTacToe>::builder("both mark")
            .strategy(Strategy::Exclusive)
            .rule("mark", mark(&what))
            .rule("mark it, too", mark(&wish))
            .compile()
            .unwrap();
        Kit { book, setup: setup() }
    }

    #[test]
    fn what_reasoning_suspects_and_play_proves_is_said_once() {
        let kit = both_mark();
        let reasoned = kit.book.analyse();
        let overlaps = |findings: &[Finding]| -> Vec<Certainty> {
            let overlaps = findings.iter().filter(|found| found.kind == FindingKind::Overlap);
            overlaps.map(|found| found.certainty).collect()
        };
        assert_eq!(overlaps(reasoned.findings()), [Certainty::Suspected]);
        let (both, far) = play(&kit, setup(), Games { count: 2, seed: 5 }).unwrap();
        assert_eq!(overlaps(both.findings()), [Certainty::Proved]);
        let overlap = both.of(FindingKind::Overlap).next().unwrap();
        let case = overlap.witness.as_ref().and_then(|witness| witness.played.as_ref());
        assert_eq!(case.unwrap().seed, Seed(5));
        let far = far.unwrap();
        assert_eq!((far.games, far.extent.progress.games, far.is_interrupted()), (2, 2, false));
    }
}
