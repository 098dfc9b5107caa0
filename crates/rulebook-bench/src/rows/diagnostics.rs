//! `diagnostics`: what it costs to be told why.
//!
//! The book is that of `strategies` with FirstWins: three rules that skip and
//! one that matches. An observer hears of every notice; `explain` makes the
//! whole explanation, and what it says of each rule is read as data: its name,
//! its priority and what it comes to. An action that is explained as it happens
//! is read in the same way. To explain an action first and to submit it then is
//! two transitions, so that it has no goal: it shows what the one saves.
//!
//! In a book of many keyed rules being watched may not switch the index off, and
//! neither may an explanation. There the rules are read that the action concerns, in
//! the same way, and how many others there are. To read a report on every rule takes
//! as long as there are rules, so that it has no goal: it shows what the others leave
//! out.

use std::hint::black_box;

use rulebook::prelude::*;
use rulebook::{Detail, Explanation, Notice, Observer, RuleReport, Standing};

use super::dispatch::rulebook::Counting;
use super::dispatch::{Counter, Counts, check, contestant};
use super::rules;
use super::rules::game::{Action, Shape, Table, Walk};
use super::rules::rulebook::{self as cards, Cards};
use super::strategies::{book, start};
use crate::external::{Traced, Zen};
use crate::goal::Goal;
use crate::measure::clock::Meter;
use crate::measure::race::{Alone, Answer, Contestant, Job, Key, Race, Sizing, Unit};
use crate::peers::{Maker, ZEN_ENGINE};
use crate::rows::ours::committed;

const WORK: &str = "one action, told why";
const MANY: &str = "one action with 1,000 rules, told why";
const RULES: usize = 1_000;

const PLAIN: &str = "rulebook, plain";
const OUTCOMES: &str = "rulebook, observer of outcomes";
const DECISIONS: &str = "rulebook, observer of decisions";
const EXPLAIN: &str = "rulebook, explain";
const EXPLAINED: &str = "rulebook, explained first";
const HAPPENS: &str = "rulebook, explained as it happens";
const EVERY: &str = "rulebook, explain, every rule read";

/// Counts what it is told.
struct Listener {
    notices: u64,
    detail: Detail,
}

impl<G: Game> Observer<G> for Listener {
    fn notice(&mut self, notice: &Notice<'_, G>) {
        black_box(notice);
        self.notices += 1;
    }

    fn detail(&self) -> Detail {
        self.detail
    }
}

/// What was read of an explanation.
#[derive(Default)]
struct Read {
    /// Of how many rules something is said, one by one or in sum.
    rules: usize,
    /// The number of the rule that is chosen.
    chosen: u64,
}

impl Read {
    fn report<R>(&mut self, report: &RuleReport<'_, R>) {
        black_box(report);
        self.rules += 1;
        if matches!(report.standing, Standing::Selected) {
            self.chosen += report.rule.index() as u64;
        }
    }
}

/// Reads what an explanation says of each rule, and how many there are.
fn read<G: Game>(explanation: &Explanation<G>) -> usize {
    let mut rules = 0;
    black_box(explanation).rules().for_each(|report| {
        black_box(&report);
        rules += 1;
    });
    rules
}

/// The same, and which of them is chosen.
fn read_every<G: Game>(explanation: &Explanation<G>) -> Read {
    let mut read = Read::default();
    black_box(explanation).rules().for_each(|report| read.report(&report));
    read
}

/// Reads what an explanation says of each rule that the action concerns, and how many
/// others there are.
fn read_concerned<G: Game>(explanation: &Explanation<G>) -> Read {
    let mut read = Read { rules: black_box(explanation).others().total(), chosen: 0 };
    black_box(explanation).concerned().for_each(|report| read.report(&report));
    read
}

/// Counts what is explained to it, and submits nothing.
struct Asking {
    game: Session<Counting<()>>,
    counter: Counter,
}

impl Asking {
    fn count(&mut self, amount: u64) {
        self.counter.total += amount;
        self.counter.actions += 1;
    }
}

impl Counts for Asking {
    fn add(&mut self, amount: u64) {
        let explanation = self.game.explain(Seat(0), &amount).expect("the session can be used");
        assert_eq!(read(explanation), 4);
        let explained = explanation.action;
        self.count(explained);
    }

    fn cut(&mut self) {
        self.count(0);
    }

    fn counter(&self) -> Counter {
        assert_eq!(*self.game.state(), Counter::default(), "to explain changes nothing");
        self.counter
    }
}

/// Counts, and has every action explained before it is submitted.
struct Explained(Session<Counting<()>>);

impl Counts for Explained {
    fn add(&mut self, amount: u64) {
        let explanation = self.0.explain(Seat(0), &amount).expect("the session can be used");
        assert_eq!(read(explanation), 4);
        self.0.add(amount);
    }

    fn cut(&mut self) {
        self.0.cut();
    }

    fn counter(&self) -> Counter {
        self.0.counter()
    }
}

/// Counts, and has every action explained as it is submitted.
struct Happening(Session<Counting<()>>);

impl Counts for Happening {
    fn add(&mut self, amount: u64) {
        let submitted = self.0.submit_explained(Seat(0), amount);
        let (outcome, explanation) = submitted.expect("the session can be used");
        assert_eq!(read(explanation), 4);
        assert!(matches!(black_box(&outcome), Outcome::Committed(_)), "rulebook refused to add");
    }

    fn cut(&mut self) {
        self.0.cut();
    }

    fn counter(&self) -> Counter {
        self.0.counter()
    }
}

/// How an action is watched.
#[derive(Clone, Copy)]
enum Watch {
    Nobody,
    Observer(Detail),
    Asking,
    Explained,
    Happening,
    Every,
}

/// One who plays cards with many rules, and is watched.
fn of_many((name, watch): (&'static str, Watch)) -> Contestant {
    let submit = |game: &mut Session<Cards>, action| committed(game.submit(Seat(0), action));
    match watch {
        Watch::Nobody => playing(name, None, submit),
        Watch::Observer(detail) => playing(name, Some(detail), submit),
        Watch::Asking => asking(name, read_concerned),
        Watch::Every => asking(name, read_every),
        Watch::Explained => playing(name, None, move |game, action| {
            let explanation = game.explain(Seat(0), &action).expect("the session can be used");
            assert_eq!(read_concerned(explanation).rules, RULES);
            submit(game, action);
        }),
        Watch::Happening => playing(name, None, |game, action| {
            let submitted = game.submit_explained(Seat(0), action);
            let (outcome, explanation) = submitted.expect("the session can be used");
            assert_eq!(read_concerned(explanation).rules, RULES);
            committed(Ok(outcome));
        }),
    }
}

/// One who has actions explained that play cards with many rules, and submits none.
fn asking(name: &'static str, read: impl Fn(&Explanation<Cards>) -> Read + 'static) -> Contestant {
    let mut book: Option<Book<Cards>> = None;
    Contestant::new(MANY, name, Maker::Ours, move |job: &Job, meter: &mut Meter| {
        let mut game = cards::start(book.get_or_insert_with(keyed));
        let mut chosen = 0;
        meter.time(|| {
            for n in 0..job.ops {
                let action = Shape::Keyed.action(Walk::InPlay, n, RULES);
                let explanation = game.explain(Seat(0), &action).expect("the session can be used");
                let read = read(explanation);
                assert_eq!(read.rules, RULES);
                chosen += read.chosen;
            }
        });
        assert_eq!(*game.state(), Table::default(), "to explain changes nothing");
        assert_eq!(chosen, all_chosen(job.ops), "the wrong rules were chosen");
        // The table that these rules would have made, laid outside of the measured time.
        rules::played(&Shape::Keyed.table_after(Walk::InPlay, job.ops, RULES), job.ops, RULES)
    })
}

/// What the numbers of the rules come to that are chosen for so many actions.
fn all_chosen(actions: u64) -> u64 {
    let chosen = |n| {
        let action = Shape::Keyed.action(Walk::InPlay, n, RULES);
        Shape::Keyed.answer(&Table::default(), &action).1 as u64
    };
    (0..actions).map(chosen).sum()
}

fn keyed() -> Book<Cards> {
    cards::book(Shape::Keyed, RULES, rulebook::Passes::all())
}

/// One who plays cards in this way. Each has a loop of its own: whoever is not
/// watched does not ask whether it is.
fn playing(
    name: &'static str,
    observed: Option<Detail>,
    play: impl Fn(&mut Session<Cards>, Action) + 'static,
) -> Contestant {
    let mut book: Option<Book<Cards>> = None;
    Contestant::new(MANY, name, Maker::Ours, move |job: &Job, meter: &mut Meter| {
        let mut game = cards::start(book.get_or_insert_with(keyed));
        if let Some(detail) = observed {
            game.observe(Listener { notices: 0, detail });
        }
        meter.time(|| {
            for n in 0..job.ops {
                play(&mut game, Shape::Keyed.action(Walk::InPlay, n, RULES));
            }
        });
        rules::played(game.state(), job.ops, RULES)
    })
}

/// One who counts with four rules, and is watched.
fn of_few((name, watch): (&'static str, Watch)) -> Contestant {
    let book = book(Strategy::FirstWins);
    match watch {
        Watch::Nobody => contestant(WORK, name, Maker::Ours, move || start(&book)),
        Watch::Asking | Watch::Every => contestant(WORK, name, Maker::Ours, move || {
            let (game, counter) = (start(&book), Counter::default());
            Asking { game, counter }
        }),
        Watch::Explained => contestant(WORK, name, Maker::Ours, move || Explained(start(&book))),
        Watch::Happening => contestant(WORK, name, Maker::Ours, move || Happening(start(&book))),
        Watch::Observer(detail) => contestant(WORK, name, Maker::Ours, move || {
            let mut game = start(&book);
            game.observe(Listener { notices: 0, detail });
            game
        }),
    }
}

/// zen-engine with as many rules, asked about the same cards, and told why or
/// not: decided only, because it has no state to change.
fn zen((name, traced): (&'static str, Traced), mut zen: Zen) -> Contestant {
    let run = move |job: &Job, meter: &mut Meter| {
        let card = |n| {
            let action = Shape::Keyed.action(Walk::InPlay, n, RULES);
            Shape::Keyed.answer(&Table::default(), &action).0
        };
        let right = zen.decide(RULES, (0..job.ops).map(card), traced, meter);
        Answer { work: job.ops, facts: vec![("right", right)] }
    };
    Contestant::new(MANY, name, Maker::Peer(ZEN_ENGINE), run).alone(Alone::Always)
}

/// Each work knows what its answer must be.
fn checked() -> impl Fn(&Job, &Answer) -> Result<(), String> {
    let check_cards = rules::check();
    move |job, answer| match answer.facts.last() {
        Some(("right", right)) if *right == job.ops => Ok(()),
        Some(("right", _)) => Err(format!("{answer}, expected {} right", job.ops)),
        Some(("rules", _)) => check_cards(job, answer),
        _ => check(job, answer),
    }
}

pub(crate) fn race() -> Race {
    let watched = [
        (PLAIN, Watch::Nobody),
        (OUTCOMES, Watch::Observer(Detail::Outcomes)),
        (DECISIONS, Watch::Observer(Detail::Decisions)),
        (EXPLAIN, Watch::Asking),
        (EXPLAINED, Watch::Explained),
        (HAPPENS, Watch::Happening),
    ];
    let many = watched.into_iter().chain([(EVERY, Watch::Every)]).map(of_many);
    let goal = |work, name| Goal::at_most(Key { work, name }, 2.0, Key { work, name: PLAIN });
    let race = Race {
        unit: Unit::NanosecondsPerOperation,
        sizing: Sizing::ByTime,
        contestants: watched.map(of_few).into_iter().chain(many).collect(),
        missing: Vec::new(),
        goals: vec![
            goal(WORK, OUTCOMES),
            goal(WORK, DECISIONS),
            goal(WORK, EXPLAIN),
            goal(WORK, HAPPENS),
            goal(MANY, OUTCOMES),
            goal(MANY, DECISIONS),
            goal(MANY, EXPLAIN),
            goal(MANY, HAPPENS),
        ],
        series: Vec::new(),
        check: Box::new(checked()),
        verify_ops: 100,
    };
    let told = [("zen-engine, plain", Traced::No), ("zen-engine, traced", Traced::Yes)];
    told.into_iter().fold(race, |race, told| {
        let key = Key { work: MANY, name: told.0 };
        race.beside(key, Zen::new().map(|it| zen(told, it)))
    })
}
