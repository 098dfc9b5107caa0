//! `fleet`: many games advanced by one call into buffers of the caller's, with
//! masks of legal actions, beside the same games stepped one by one.
//!
//! 64 games of connect four go on at once, and those that end begin anew. Each
//! has dice of its own, by which one of its legal numbers is chosen. *Plain*
//! lists the legal actions of a session, numbers them and plays one; *with masks*
//! also writes them into a mask, as a learner wants them. pettingzoo is a library
//! of such games for learners, in Python: it plays its own random games, by its
//! masks.

use rulebook::prelude::*;
use rulebook::{Fleet, History, Legal, Numbered, SessionOptions, Stepped};
use rulebook_games::connect_four::{ConnectFour, book, setup};

use crate::external::Python;
use crate::goal::Goal;
use crate::measure::clock::Meter;
use crate::measure::race::{Alone, Answer, Contestant, Job, Key, Race, Sizing, Unit};
use crate::peers::{Maker, PETTINGZOO};
use crate::playout::Ending;
use crate::random::{Choose, Wyrand};

const WORK: &str = "steps of 64 games of connect four";
const GAMES: usize = 64;
const ACTIONS: usize = ConnectFour::ACTIONS;

const FLEET: &str = "rulebook, fleet with masks";
const MASKED: &str = "rulebook, plain with masks";
const PLAIN: &str = "rulebook, plain";

/// How games ended: won by the first, by the second, drawn.
type Endings = [u64; 3];

/// One who advances 64 games by a step each.
trait Steps {
    fn step(&mut self, dice: &mut [Wyrand], endings: &mut Endings);
}

fn count(endings: &mut Endings, result: &Scores) {
    endings[Ending::of(result) as usize] += 1;
}

/// The number that the dice choose among those of a mask.
fn choose(mask: &[bool], dice: &mut Wyrand) -> u32 {
    let legal = mask.iter().filter(|legal| **legal).count();
    let numbers = (0..).zip(mask).filter(|(_, legal)| **legal).map(|(number, _)| number);
    numbers.clone().nth(dice.choose(legal)).expect("something is legal")
}

struct InFleet {
    fleet: Fleet<ConnectFour>,
    masks: Vec<bool>,
    actions: Vec<u32>,
    steps: Vec<Stepped>,
}

impl InFleet {
    fn new() -> Self {
        let games = 0..GAMES as u64;
        Self {
            fleet: Fleet::new(&book(), games, Seed(1), |_| setup()).expect("a fleet can start"),
            masks: vec![false; GAMES * ACTIONS],
            actions: vec![0; GAMES],
            steps: vec![Stepped::default(); GAMES],
        }
    }
}

impl Steps for InFleet {
    fn step(&mut self, dice: &mut [Wyrand], endings: &mut Endings) {
        let Self { fleet, masks, actions, steps } = self;
        fleet.masks(masks).expect("the buffer fits");
        for ((mask, action), dice) in masks.chunks_exact(ACTIONS).zip(&mut *actions).zip(dice) {
            *action = choose(mask, dice);
        }
        fleet.step(actions, steps).expect("the numbers are legal");
        steps
            .iter()
            .filter_map(|step| step.result.as_ref())
            .for_each(|result| count(endings, result));
    }
}

struct OneByOne {
    book: Book<ConnectFour>,
    games: Vec<Session<ConnectFour>>,
    legal: Vec<Legal<ConnectFour>>,
    /// Written for each game in turn, if anybody wants it.
    masks: Option<Vec<bool>>,
}

const OPTIONS: SessionOptions =
    SessionOptions { history: History::None, ..SessionOptions::DEFAULT };

impl OneByOne {
    fn new(masks: Option<Vec<bool>>) -> Self {
        let book = book();
        let start = |_| book.start_with(setup(), Seed(1), OPTIONS).expect("it can start");
        Self { games: (0..GAMES).map(start).collect(), book, legal: Vec::new(), masks }
    }
}

impl Steps for OneByOne {
    fn step(&mut self, dice: &mut [Wyrand], endings: &mut Endings) {
        let Self { book, games, legal, masks } = self;
        for ((at, game), dice) in games.iter_mut().enumerate().zip(dice) {
            legal.clear();
            let by = game.turn().expect("somebody is to move");
            game.legal_into(by, legal).expect("legal actions can be listed");
            let state = game.state();
            legal.retain(|legal| ConnectFour::number(state, legal.action()).is_some());
            let chosen = match masks {
                None => dice.choose(legal.len()),
                Some(masks) => {
                    let mask = &mut masks[at * ACTIONS..][..ACTIONS];
                    mask.fill(false);
                    let number = |legal: &Legal<_>| ConnectFour::number(state, legal.action());
                    legal.iter().filter_map(number).for_each(|number| mask[number] = true);
                    let wanted = choose(mask, dice) as usize;
                    let place = legal.iter().position(|legal| number(legal) == Some(wanted));
                    place.expect("what is in the mask is legal")
                }
            };
            let outcome = game.play(legal.swap_remove(chosen));
            assert!(matches!(outcome, Ok(Outcome::Committed(_))), "rulebook refused");
            if let Some(result) = game.result() {
                count(endings, &result);
                *game = book.start_with(setup(), Seed(1), OPTIONS).expect("it can start");
            }
        }
    }
}

fn contestant<S: Steps + 'static>(
    name: &'static str,
    make: impl Fn() -> S + 'static,
) -> Contestant {
    Contestant::new(WORK, name, Maker::Ours, move |job: &Job, meter: &mut Meter| {
        let mut games = make();
        let mut endings = Endings::default();
        let seed = |number: usize| Wyrand::new(job.seed << 8 ^ number as u64);
        let mut dice: Vec<Wyrand> = (0..GAMES).map(seed).collect();
        meter.time(|| (0..job.ops).for_each(|_| games.step(&mut dice, &mut endings)));
        answer(job.ops * GAMES as u64, endings)
    })
}

fn answer(moves: u64, [first, second, draws]: Endings) -> Answer {
    let facts = vec![("first", first), ("second", second), ("draws", draws)];
    Answer { work: moves, facts }
}

fn in_python(mut python: Python) -> Contestant {
    let run = move |job: &Job, meter: &mut Meter| {
        let [moves, endings @ ..] = python.connect_four(job.ops, job.seed, meter);
        answer(moves, endings)
    };
    let maker = Maker::Peer(PETTINGZOO);
    Contestant::new(WORK, PETTINGZOO.name, maker, run).alone(Alone::Always)
}

/// Games have a possible length, and end as often in favour of the first as
/// they should. Those that have begun are not over yet.
fn check(_: &Job, answer: &Answer) -> Result<(), String> {
    let ended: u64 = answer.facts.iter().map(|(_, count)| count).sum();
    let shortest_and_longest =
        ended * 7 <= answer.work && answer.work <= (ended + GAMES as u64) * 42;
    let first = answer.facts[0].1 as f64;
    let fair = ended < 400 || (first / ended as f64 - 0.5556).abs() < 0.2;
    if shortest_and_longest && fair { Ok(()) } else { Err(format!("{answer} cannot be")) }
}

pub(crate) fn race() -> Race {
    let key = |name| Key { work: WORK, name };
    let masks = || Some(vec![false; GAMES * ACTIONS]);
    let race = Race {
        unit: Unit::MillionMovesPerSecond,
        sizing: Sizing::ByTime,
        contestants: vec![
            contestant(FLEET, InFleet::new),
            contestant(MASKED, move || OneByOne::new(masks())),
            // It takes legal actions as they come, and so plays games of its own.
            contestant(PLAIN, || OneByOne::new(None)).alone(Alone::Always),
        ],
        missing: Vec::new(),
        goals: vec![Goal::at_most(key(FLEET), 1.1, key(MASKED))],
        series: Vec::new(),
        check: Box::new(check),
        verify_ops: 60,
    };
    race.beside(key(PETTINGZOO.name), Python::pettingzoo().map(in_python))
}
