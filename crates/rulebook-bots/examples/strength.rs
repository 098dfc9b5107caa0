//! How strong the search is, and how quick: each game against players at
//! random, with the seats taken in turn.
//!
//! `cargo run --release -p rulebook-bots --example strength -- [GAMES] [GAME] [ITERATIONS]`

use std::cmp::Ordering;
use std::env;
use std::time::{Duration, Instant};

use rulebook::prelude::*;
use rulebook_bots::{Bot, Mcts, NoDecision, Random};
use rulebook_games::{CountsAs, Playable, Visit, games, visit};

/// A game that goes on after so many actions is left.
const LONGEST: u64 = 5_000;

/// What is asked for.
#[derive(Clone, Copy)]
struct Trial {
    games: u32,
    iterations: u32,
}

/// What came of it.
#[derive(Default)]
struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
    decisions: u32,
    thinking: Duration,
}

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    let number =
        |at: usize, or: u32| words.get(at).and_then(|word| word.parse().ok()).unwrap_or(or);
    let trial = Trial { games: number(0, 20), iterations: number(2, 100) };
    println!(
        "{:<14}{:>7}{:>7}{:>7}{:>7}{:>14}",
        "game", "games", "won", "drawn", "lost", "iterations/s"
    );
    for game in games() {
        if words.get(1).is_none_or(|name| name == game.name() || name == "all") {
            match visit(game.name(), trial) {
                Some(Ok(())) => {}
                Some(Err(error)) => eprintln!("{}: {error}", game.name()),
                None => eprintln!("{} cannot be visited.", game.name()),
            }
        }
    }
}

impl Visit for Trial {
    type Out = Result<(), NoDecision>;

    fn visit<G: Playable>(self) -> Self::Out {
        let mut tally = Tally::default();
        for nth in 0..self.games {
            let hero = Seat((nth % G::SEATS as u32) as u8);
            if let Some(scores) = self.play::<G>(nth.into(), hero, &mut tally)? {
                tally.add(&scores, hero);
            }
        }
        let Tally { won, drawn, lost, decisions, thinking } = tally;
        let iterations = f64::from(decisions) * f64::from(self.iterations);
        let speed = iterations / thinking.as_secs_f64().max(1e-9);
        let (name, games) = (G::NAME, self.games);
        println!("{name:<14}{games:>7}{won:>7}{drawn:>7}{lost:>7}{speed:>14.0}");
        Ok(())
    }
}

fn rarely<G: Playable>(action: &G::Action) -> bool {
    G::is_rare(action) || G::counts_as(action) == CountsAs::Aside
}

impl Trial {
    /// One game of the search on one seat against random on the others.
    fn play<G: Playable>(
        self,
        seed: u64,
        hero: Seat,
        tally: &mut Tally,
    ) -> Result<Option<Scores>, NoDecision> {
        let mut bot = Mcts::new(G::book(), Seed(seed))
            .iterations(self.iterations)
            .horizon(G::HORIZON)
            .judge(G::estimate)
            .rarely(rarely::<G>);
        let mut other = Random::new(Seed(seed)).rarely(rarely::<G>);
        let mut game = G::book().start(G::setup(), Seed(seed))?;
        while game.result().is_none() && game.number() < LONGEST {
            let by = next(&mut game)?;
            let Some(seat) = by.seat() else {
                let legal = game.legal(by)?.swap_remove(0);
                game.play(legal)?;
                continue;
            };
            let view = game.view(seat)?;
            let begin = Instant::now();
            let decision = if seat == hero { bot.decide(&view)? } else { other.decide(&view)? };
            if seat == hero && (view.choice.is_some() || view.legal.len() > 1) {
                tally.decisions += 1;
                tally.thinking += begin.elapsed();
            }
            decision.submit(&mut game, seat)?;
        }
        Ok(game.result())
    }
}

impl Tally {
    fn add(&mut self, scores: &Scores, hero: Seat) {
        let others = scores.as_slice().iter().enumerate();
        let others = others.filter(|(seat, _)| *seat != hero.index()).map(|(_, score)| *score);
        match scores.of(hero).cmp(&others.max()) {
            Ordering::Greater => self.won += 1,
            Ordering::Equal => self.drawn += 1,
            Ordering::Less => self.lost += 1,
        }
    }
}

/// Who acts next: who must choose, or the first who can do something usual.
fn next<G: Playable>(game: &mut Session<G>) -> Result<By, NoDecision> {
    if let Some(choice) = game.pending() {
        return Ok(By::Seat(choice.seat));
    }
    let legal = game.legal_all()?;
    let usual = legal.iter().find(|legal| !rarely::<G>(legal.action()));
    usual.or(legal.first()).map(|legal| legal.by()).ok_or(NoDecision::NothingToDo)
}
