//! A session remembers that its next action can begin at once, until something
//! is in the way. Whatever was called before, in whatever order, and wherever an
//! author's function panicked: what comes of it is the same as in a session that
//! counts avoided work, or whose book is read by the reference interpreter, and
//! which therefore takes the stages every time. So does a search line.

mod common;

use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender, channel};

use common::minefield::*;
use common::{BOTH, Why};
use rulebook::prelude::*;
use rulebook::{
    Asked, Avoided, BookBuilder, Detail, Dice, Digests, Fact, History, Legal, Mode, Notice,
    Observer, Part, Passes, Predicate, Reversibility, RuleBuilder, Search, SessionOptions,
    Standing,
};

const STRATEGIES: [Strategy; 3] = [Strategy::FirstWins, Strategy::Exclusive, Strategy::ApplyAll];
const HISTORIES: [History; 4] = [History::All, History::Last(3), History::Last(0), History::None];
const DETAILS: [Detail; 3] = [Detail::Outcomes, Detail::Selections, Detail::Decisions];

/// Where a panic can be met on every way that an action takes.
const SPOTS: [Spot; 19] = [
    Spot::Check,
    Spot::Fact,
    Spot::Condition,
    Spot::Answer,
    Spot::Effect,
    Spot::Exact,
    Spot::Apply,
    Spot::Invariant,
    Spot::Result,
    Spot::Seats,
    Spot::CloneState,
    Spot::KindOfAction,
    Spot::KindOfEvent,
    Spot::Revert,
    Spot::Encode,
    Spot::Observer("submitted"),
    Spot::Observer("happened"),
    Spot::Observer("committed"),
    Spot::Observer("undone"),
];

/// For each number another course of things.
fn walks(cx: &mut Effect<'_, Minefield>, number: i64) -> Result<Option<Change>, Asked> {
    at(Spot::Effect);
    if let 1 | 2 | 4 = number {
        cx.propose(Change::Add(number));
    }
    Ok(match number {
        0 | 2 => None,
        1 | 5 => Some(Change::Dusk),
        3 => Some(Change::Add(cx.roll(6).into())),
        4 => Some(Change::Add(cx.choose(Seat(0), "How far?", [10, 20])?)),
        6 => Some(Change::Add(5_000)),
        _ => Some(Change::Add(1)),
    })
}

/// What it is like outside.
#[derive(Clone, Copy, Debug, PartialEq, Kinds)]
enum Light {
    Day,
    Night,
}

/// Rules that declare what they wait for. What is remembered of the total and of the
/// night is forgotten when they are written, and of other things with every event.
fn declared(book: BookBuilder<Minefield>) -> BookBuilder<Minefield> {
    let light = Fact::of_state("light", |field: &Field| {
        at(Spot::Fact);
        if field.night { Light::Night } else { Light::Day }
    });
    let low = Predicate::new("low", |field: &Field| field.total % 40 < 20).reads([Part(0)]);
    let dark = Predicate::new("dark", |field: &Field| field.night).reads([Part(1)]);
    let odd = Predicate::new("odd", |field: &Field| field.total % 2 != 0);
    let fly = |rule: RuleBuilder<Minefield>| rule.on(WalkKind::Fly);
    book.writes(ChangeKind::Add, [Part(0)])
        .writes(ChangeKind::Dusk, [Part(1)])
        .rule("fly low", |rule| {
            let rule = fly(rule).given(&light, LightKind::Day).while_holds(&low);
            rule.then(|_, ()| [Change::Add(7)])
        })
        .rule("fly by night", |rule| {
            let rule = fly(rule).given(&light, LightKind::Night).while_holds(&odd);
            rule.then(|_, ()| vec![Change::Add(30), Change::Dusk])
        })
        .rule("land", |rule| {
            let rule = fly(rule).while_holds(&dark).candidates(|offer| offer.push(Walk::Fly));
            rule.then(|_, ()| [Change::Dusk])
        })
        .rule("fly high", |rule| {
            let rule = fly(rule).given(&light, LightKind::Day).when("odd", |ask| {
                at(Spot::Condition);
                ask.state.total % 2 == 0
            });
            rule.then(|_, ()| [Change::Add(5)])
        })
}

/// One rule for one kind, two for another, and one that asks and rolls. Dusk
/// reveals something.
fn book(strategy: Strategy, passes: Passes, invariant: bool) -> BookBuilder<Minefield> {
    let book = Book::<Minefield>::builder("poised").digests().reverts();
    let mut book = book.passes(passes).strategy(strategy).check("check", Gate::Shape, |check| {
        check.test(|ask| {
            at(Spot::Check);
            (ask.action.number() < 12).or(Why::NotNow)
        })
    });
    if invariant {
        book = book.revealing(ChangeKind::Dusk).invariant("small", |invariant| {
            invariant.holds(|field: &Field| {
                at(Spot::Invariant);
                field.total < 1_000
            })
        });
    }
    book.rule("go", |rule| {
        rule.on(WalkKind::Go)
            .answer(|ask: &Ask<'_, Minefield>| {
                at(Spot::Answer);
                match ask.action.number() {
                    8 => Answer::Skip,
                    9 => Answer::disallowed(Why::Odd),
                    number => Answer::Match(number),
                }
            })
            .exact(["check"], |offer| {
                at(Spot::Exact);
                offer.extend((0..12).map(Walk::Go));
            })
            .then(walks)
    })
    .rule("small leap", |rule| {
        let rule = rule.on(WalkKind::Leap).when("small", |ask| {
            at(Spot::Condition);
            ask.action.number() < 6
        });
        rule.then(|cx, ()| walks(cx, cx.action.number()))
    })
    .rule("leap", |rule| {
        let odd = |ask: &Ask<'_, Minefield>| ask.action.number() % 2 == 1;
        rule.on(WalkKind::Leap).when("odd", odd).then(|_, ()| [Change::Add(1)])
    })
    .rule("ask", |rule| {
        rule.on(WalkKind::Ask).then(|cx, ()| {
            let by = i64::from(cx.below(3)) + cx.choose(Seat(0), "Which?", [1, 2, 5_000])?;
            at(Spot::Effect);
            Ok([Change::Add(by)])
        })
    })
}

/// Writes down what it is told.
struct Scribe(Sender<String>, Detail);

impl Observer<Minefield> for Scribe {
    fn notice(&mut self, notice: &Notice<'_, Minefield>) {
        at(Spot::Observer(notice.name()));
        let about = match notice {
            // The reference interpreter avoids nothing, and passes all others over.
            Notice::Avoided { .. } | Notice::Skipped { why: Standing::OtherKind, .. } => return,
            Notice::Skipped { why: Standing::ConditionFalse { condition }, .. }
                if condition.starts_with("light is") =>
            {
                return;
            }
            Notice::Submitted { by, action } => format!("{action:?} by {by}"),
            Notice::Skipped { rule, why } => format!("{}: {why}", rule.index()),
            Notice::Selected { rule, strategy } => format!("{} under {strategy}", rule.index()),
            Notice::Conflict { selected, rejected } => format!("{selected:?}: {rejected:?}"),
            Notice::Happened { event, trace, origin } => format!("{event:?} {trace:?} {origin:?}"),
            Notice::Committed { frame } => format!("{frame:?}"),
            Notice::Refused { kind, refusal } => format!("{kind}: {refusal}"),
            Notice::Fault { fault } => fault.to_string(),
            _ => String::new(),
        };
        self.0.send(format!("{} {about}", notice.name())).expect("the test listens");
    }

    fn detail(&self) -> Detail {
        self.1
    }
}

/// A session, what its observer wrote down, and a proof of some earlier moment.
struct Lane {
    game: Session<Minefield>,
    told: (Sender<String>, Receiver<String>),
    proof: Option<Legal<Minefield>>,
}

fn said<T: std::fmt::Debug>(came: Result<T, rulebook::Fault>) -> String {
    came.map_or_else(|fault| format!("fault: {fault}"), |came| format!("{came:?}"))
}

/// An action of any kind.
fn walk(dice: &mut Dice) -> Walk {
    let number = i64::from(dice.below(13));
    match dice.below(8) {
        0..4 => Walk::Go(number),
        4 | 5 => Walk::Leap(number),
        6 => Walk::Ask,
        _ => Walk::Fly,
    }
}

/// How many calls there are, and which of them play a proof, or submit and explain.
const CALLS: u32 = 41;
const PLAYS: Range<u32> = 11..16;
const EXPLAINED: Range<u32> = 18..21;

/// Makes one call of all that can be made; the dice say what about.
fn call(Lane { game, told, proof }: &mut Lane, which: u32, dice: &mut Dice) -> String {
    let by = if dice.below(30) == 0 { Seat(2) } else { Seat(dice.below(2) as u8) };
    let action = walk(dice);
    match which {
        0..10 => said(game.submit(by, action)),
        10 => said(game.submit_as(Reversibility::Irreversible, by, action)),
        11..15 => match game.legal(by) {
            Ok(mut legal) if legal.len() > 1 => {
                let mut draw = || legal.swap_remove(dice.below(legal.len() as u32) as usize);
                *proof = Some(draw());
                said(game.play(draw()))
            }
            legal => said(legal),
        },
        15 => proof.take().map_or_else(String::new, |proof| said(game.play(proof))),
        16..18 => said(game.explain(by, &action).map(|why| why.to_string())),
        18..21 => said(game.submit_explained(by, action).map(|(it, why)| format!("{it:?} {why}"))),
        21 => said(game.preview(by, &action)),
        22 => said(game.submit_all([(by.into(), action), (by.into(), walk(dice))])),
        23 => said(game.try_sequence([(by.into(), action), (by.into(), walk(dice))])),
        24..27 => said(game.undo()),
        27..29 => said(game.redo()),
        29 => said(game.rewind(game.number().saturating_sub(u64::from(dice.below(4))))),
        30..32 => match game.pending().map(|choice| (choice.seat, choice.id)) {
            Some((seat, id)) => said(game.answer(seat, id, dice.below(4))),
            None => said(game.withdraw()),
        },
        32..34 => {
            let rules = game.book().rules().map(|rule| rule.id());
            let rule = rules.collect::<Vec<_>>()[dice.below(4) as usize];
            said(if game.is_disabled(rule) { game.enable(rule) } else { game.disable(rule) })
        }
        34 => {
            let detail = DETAILS[dice.below(3) as usize];
            game.observe(Scribe(told.0.clone(), detail)).is_some().to_string()
        }
        35 => game.unobserve().is_some().to_string(),
        36 => {
            // It passes a panic on: the fuse is put where nobody meets it.
            *game = armed(Spot::StepOf, || game.fork());
            String::new()
        }
        37 => {
            let mut line = armed(Spot::StepOf, || game.search(Seed(3)));
            let pushed = said(line.push(by, action));
            let mut legal = Vec::new();
            let listed = said(line.legal_into(by, &mut legal));
            let played = legal.get(1).map_or_else(String::new, |legal| said(line.play(legal)));
            let before = format!("{:?}", line.state());
            let popped = line.pop();
            format!("{pushed} {listed} {played} {before} {popped} {:?}", line.state())
        }
        38 => said(game.digest()),
        39 => {
            let total = [0, 700, 5_000][dice.below(3) as usize];
            let field = Field { total, night: dice.below(2) == 0 };
            let began = game.restart(field, Seed(u64::from(dice.below(100))));
            began.map_or_else(|error| error.to_string(), |()| "began anew".to_owned())
        }
        _ => said(game.legal_all()),
    }
}

/// What can be seen of a session without touching it.
fn sight(game: &Session<Minefield>) -> String {
    let (undo, redo) = (game.undo_depth(), game.redo_depth());
    let frames: Vec<String> = game.frames().map(|frame| format!("{frame:?}")).collect();
    let (state, pending, poisoned) = (game.state(), game.pending(), game.poisoned());
    let (dice, number) = (game.dice_position(), game.number());
    format!("{state:?} {dice} {number} {undo} {redo} {pending:?} {poisoned:?} {frames:#?}")
}

/// Makes the same calls in each of these sessions, and compares what comes.
fn compare(seed: u64, mut lanes: Vec<Lane>) -> String {
    let (mut dice, mut all) = (Dice::new(Seed(seed)), String::new());
    for number in 0..60 {
        let (which, about) = (dice.below(CALLS), Seed(u64::from(dice.below(u32::MAX))));
        let spot = SPOTS.get(dice.below(6 * SPOTS.len() as u32) as usize).copied();
        let spot = spot.filter(|spot| match spot {
            // An action with a proof is asked for its kind by the stages alone.
            Spot::KindOfAction => !PLAYS.contains(&which),
            // Half a change poisons the explanation, if there is one before the action.
            Spot::Apply | Spot::Revert => !EXPLAINED.contains(&which),
            _ => true,
        });
        let came = lanes.iter_mut().map(|lane| {
            let call = || call(lane, which, &mut Dice::new(about));
            let came = armed(spot.unwrap_or(Spot::StepOf), call);
            let told: Vec<String> = lane.told.1.try_iter().collect();
            format!("{came}\n{}\ntold {told:#?}", sight(&lane.game))
        });
        let came: Vec<String> = came.collect();
        for other in &came[1..] {
            assert_eq!(&came[0], other, "seed {seed}, call {number}, {spot:?}");
        }
        all += &came[0];
    }
    all
}

/// One that can take the straight line, and two that cannot.
fn lanes(seed: u64) -> Vec<Lane> {
    let mut dice = Dice::new(Seed(!seed));
    let mut one_of = |count: usize| dice.below(count as u32) as usize;
    let (strategy, invariant) = (STRATEGIES[one_of(3)], one_of(2) == 0);
    let declares = one_of(2) == 0;
    let options = SessionOptions {
        recovery: Some(BOTH[one_of(2)]),
        history: HISTORIES[one_of(4)],
        mode: [Mode::Play, Mode::Analysis][one_of(2)],
        // With digests nothing but an explained action goes straight on.
        digests: if one_of(5) == 0 { Digests::PerFrame } else { Digests::Off },
        ..SessionOptions::default()
    };
    let counting = SessionOptions { count_work: true, ..options };
    let ways = [(Passes::all(), options), (Passes::all(), counting), (Passes::none(), options)];
    let lane = |(passes, options)| {
        let field = Field { total: 0, night: false };
        let book = book(strategy, passes, invariant);
        let book = if declares { declared(book) } else { book };
        let book = book.compile().expect("a fine book");
        let game = book.start_with(field, Seed(7), options);
        Lane { game: game.expect("a fine start"), told: channel(), proof: None }
    };
    ways.map(lane).into()
}

#[test]
fn whatever_was_called_before_the_straight_line_comes_to_the_same_as_the_stages() {
    let all: String = (0..300).map(|seed| compare(seed, lanes(seed))).collect();
    let outcomes = "Committed Undone Redone Pending NoChange Disallowed Aborted Irreversible";
    let others = ["for another state", "DiceAhead", "cannot be used any more", "the observer"];
    let begun = ["began anew", "The starting state breaks"];
    for course in outcomes.split(' ').chain(others).chain(begun) {
        assert!(all.contains(course), "nothing came to {course}");
    }
}

#[test]
fn whatever_was_called_before_a_session_that_restarts_is_as_one_that_starts() {
    for seed in 0..300 {
        for mut lane in lanes(seed) {
            let mut dice = Dice::new(Seed(seed));
            for _ in 0..dice.below(30) {
                let spot = SPOTS.get(dice.below(6 * SPOTS.len() as u32) as usize).copied();
                let which = dice.below(CALLS);
                armed(spot.unwrap_or(Spot::StepOf), || call(&mut lane, which, &mut dice));
            }
            let Lane { game, proof, .. } = &mut lane;
            let (book, options) = (game.book().clone(), game.options());
            let last = game.submit(Seat(0), Walk::Go(7)).ok().and_then(|it| it.committed().ok());
            let field = || Field { total: i64::from(seed as u32 % 5), night: false };
            game.restart(field(), Seed(seed)).expect("a fine start");
            assert!(last.is_none_or(|frame| game.frame(frame).is_none()), "seed {seed}");
            if let Some(proof) = proof.take() {
                let refused = game.play(proof).expect("it is no fault");
                assert!(refused.refusal().is_some(), "seed {seed}: {refused:?}");
            }
            assert_eq!(game.avoided(), Avoided::default());
            game.unobserve();
            lane.told = channel();
            let game = book.start_with(field(), Seed(seed), options).expect("a fine start");
            compare(seed, vec![lane, Lane { game, told: channel(), proof: None }]);
        }
    }
}

/// A search line, and proofs of some earlier moment.
struct Branch {
    line: Search<Minefield>,
    legal: Vec<Legal<Minefield>>,
}

impl Branch {
    fn of(game: &Session<Minefield>) -> Branch {
        // It passes a panic on, as a fork does.
        Branch { line: armed(Spot::StepOf, || game.search(Seed(3))), legal: Vec::new() }
    }
}

/// How many calls there are on a line, and which of them play a proof.
const LINE_CALLS: u32 = 20;
const LINE_PLAYS: Range<u32> = 0..8;

/// Makes one call of all that can be made on a line; the dice say what about.
fn call_on(Branch { line, legal }: &mut Branch, which: u32, dice: &mut Dice) -> String {
    let by = Seat(dice.below(2) as u8);
    let action = walk(dice);
    match which {
        0..8 => match legal.get(dice.below(legal.len().max(1) as u32) as usize) {
            Some(legal) => said(line.play(legal)),
            None => String::new(),
        },
        8..11 => {
            legal.clear();
            said(line.legal_into(by, legal).map(|()| &*legal))
        }
        11 => said(line.legal_all_into(legal).map(|()| &*legal)),
        12 => said(line.pick(by, dice, |action| action.number() > 3)),
        13 => said(line.push(by, action)),
        14 => said(line.push_with(by, action, &[dice.below(3)])),
        15..18 => line.pop().to_string(),
        18 => {
            line.pop_to(dice.below(3) as usize);
            String::new()
        }
        _ => said(line.digest()),
    }
}

/// Makes the same calls on a line of each of these sessions, and compares what
/// comes.
fn compare_lines(seed: u64, lanes: &[Lane]) -> String {
    let (mut dice, mut all) = (Dice::new(Seed(seed)), String::new());
    let branch = || lanes.iter().map(|lane| Branch::of(&lane.game)).collect::<Vec<_>>();
    let mut branches = branch();
    for number in 0..60 {
        let (which, about) = (dice.below(LINE_CALLS), Seed(u64::from(dice.below(u32::MAX))));
        let spot = SPOTS.get(dice.below(6 * SPOTS.len() as u32) as usize).copied();
        // As above.
        let spot = spot.filter(|spot| *spot != Spot::KindOfAction || !LINE_PLAYS.contains(&which));
        let came = branches.iter_mut().map(|branch| {
            let call = || call_on(branch, which, &mut Dice::new(about));
            let came = armed(spot.unwrap_or(Spot::StepOf), call);
            let Branch { line, .. } = branch;
            // A state that is lost is nobody's.
            let state = line.poisoned().is_none().then(|| line.state());
            format!("{came} {} {} {state:?} {:?}", line.depth(), line.luck(), line.poisoned())
        });
        let came: Vec<String> = came.collect();
        for other in &came[1..] {
            assert_eq!(&came[0], other, "seed {seed}, call {number}, {which}, {spot:?}");
        }
        all += &came[0];
        if branches[0].line.poisoned().is_some() {
            branches = branch();
        }
    }
    all
}

#[test]
fn whatever_was_called_before_a_line_comes_to_the_same_as_the_stages() {
    let all: String = (0..300).map(|seed| compare_lines(seed, &lanes(seed))).collect();
    let outcomes = "Committed Pending NoChange Disallowed Aborted";
    for course in outcomes.split(' ').chain(["for another state", "cannot be used any more"]) {
        assert!(all.contains(course), "nothing came to {course}");
    }
}
