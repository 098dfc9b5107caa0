//! Games between bots.

use rulebook::prelude::*;
use rulebook::{By, Choice, Legal};
use rulebook_bots::{Bot, Mcts, Random};
use rulebook_games::{CountsAs, Playable};

/// What nobody does as long as there is something else.
pub(crate) fn rarely<G: Playable>(action: &G::Action) -> bool {
    G::is_rare(action) || G::counts_as(action) == CountsAs::Aside
}

/// A bot that thinks so many iterations ahead.
pub(crate) fn mcts<G: Playable>(seed: u64, iterations: u32) -> Mcts<G> {
    Mcts::new(G::book(), Seed(seed))
        .iterations(iterations)
        .horizon(G::HORIZON)
        .judge(G::estimate)
        .rarely(rarely::<G>)
}

/// A bot that plays at random.
pub(crate) fn random<G: Playable>(seed: u64) -> Random<G> {
    Random::new(Seed(seed)).rarely(rarely::<G>)
}

/// Who acts next: who must choose, or the first who can do something usual.
fn next<G: Playable>(game: &mut Session<G>) -> By {
    if let Some(Choice { seat, .. }) = game.pending() {
        return By::Seat(*seat);
    }
    let legal = game.legal_all().expect("no faults");
    let usual = legal.iter().find(|legal| !rarely::<G>(legal.action()));
    usual.or(legal.first()).map(Legal::by).expect("somebody can act")
}

/// Plays on until a game is over, or has so many actions. What chance has to
/// do, it does.
pub(crate) fn play<G: Playable>(game: &mut Session<G>, bots: &mut [&mut dyn Bot<G>], longest: u64) {
    while game.result().is_none() && game.number() < longest {
        let by = next(game);
        let Some(seat) = by.seat() else {
            let legal = game.legal(by).expect("no faults").swap_remove(0);
            game.play(legal).expect("no faults");
            continue;
        };
        let view = game.view(seat).expect("no faults");
        let decision = bots[seat.index()].decide(&view).expect("a decision");
        let outcome = decision.submit(game, seat).expect("no faults");
        assert!(outcome.refusal().is_none(), "{outcome}");
    }
}

/// What came of many games for one who takes the seats in turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) won: u32,
    pub(crate) drawn: u32,
    pub(crate) lost: u32,
}

impl Tally {
    pub(crate) fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    pub(crate) fn add(&mut self, scores: &Scores, hero: Seat) {
        let own = scores.of(hero).expect("it sits there");
        let others = scores.as_slice().iter().enumerate().filter(|(seat, _)| *seat != hero.index());
        let best = others.map(|(_, score)| *score).max().expect("there are others");
        match own.cmp(&best) {
            std::cmp::Ordering::Greater => self.won += 1,
            std::cmp::Ordering::Equal => self.drawn += 1,
            std::cmp::Ordering::Less => self.lost += 1,
        }
    }
}

/// Plays many games of one bot, made anew with each game's seed, against
/// players at random.
pub(crate) fn against_random<G: Playable>(games: u64, bot: impl Fn(u64) -> Mcts<G>) -> Tally {
    let book = G::book();
    let mut tally = Tally::default();
    for seed in 0..games {
        let hero = Seat((seed % G::SEATS as u64) as u8);
        let mut thinker = bot(seed);
        let mut others: Vec<Random<G>> =
            (0..G::SEATS as u64).map(|seat| random(1_000 * (seat + 1) + seed)).collect();
        let mut bots: Vec<&mut dyn Bot<G>> = Vec::new();
        for other in &mut others {
            bots.push(other);
        }
        bots[hero.index()] = &mut thinker;
        let mut game = book.start(G::setup(), Seed(seed)).expect("it can start");
        play(&mut game, &mut bots, u64::MAX);
        tally.add(&game.result().expect("it is over"), hero);
    }
    tally
}
