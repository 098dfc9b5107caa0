//! An action that is submitted and explained in one go comes to what it comes to
//! if it is submitted, and is explained as it would have been before.

mod common;

use std::sync::mpsc::{Receiver, Sender, channel};

use common::concerned::leaves_out_others;
use common::minefield::{self, Change, Minefield, Spot, Walk, WalkKind, armed_after, at};
use common::*;
use rulebook::prelude::*;
use rulebook::{
    Digests, Explanation, Fault, History, Mode, Notice, Observer, Parity, Passes, Recovery,
    RefusalKind, SessionOptions,
};

const STRATEGIES: [Strategy; 5] = [
    Strategy::FirstWins,
    Strategy::LastWins,
    Strategy::HighestPriority,
    Strategy::Exclusive,
    Strategy::ApplyAll,
];

/// For each number another course of things.
fn book_of(strategy: Strategy, passes: Passes) -> Book<Sandbox> {
    let both = [ActKind::Go, ActKind::Other];
    book("lines")
        .passes(passes)
        .strategy(strategy)
        .invariant("not six", |invariant| invariant.holds(|table| table.total != 6))
        .check("small", Gate::Specific, |check| {
            check.require(|ask| ask.action.number() != 70, Why::TooLarge(70))
        })
        .check("even smaller", Gate::Specific, |check| {
            check.test(|ask| {
                assert!(ask.action.number() != 71, "a check, on purpose");
                Ok(())
            })
        })
        .rule("skips", |rule| {
            rule.on(both).answer(|_| Answer::<(), _>::Skip).then(|_, ()| [Ev::Note("never")])
        })
        .rule("one", |rule| {
            rule.on(both)
                .priority(Priority::LOW)
                .when("my number", |ask| [1, 2, 6, 8].contains(&ask.action.number()))
                .then(|cx, ()| [Ev::Add(cx.action.number())])
        })
        .rule("two", |rule| {
            rule.on(ActKind::Go)
                .when("not eleven", |ask| ask.action.number() != 11)
                .when("small", |ask| {
                    assert!(ask.action.number() != 66, "a condition, on purpose");
                    ask.action.number() < 10
                })
                .answer(|ask| match ask.action.number() {
                    4 => Answer::Skip,
                    5 => Answer::Refuse(RefusalKind::Disallowed, Why::NotNow),
                    number => Answer::Match(number),
                })
                .then(|_, number| [Ev::Note("two"), Ev::Add(number)])
        })
        .rule("three", |rule| {
            rule.on(both).when("any of mine", |ask| ask.action.number() >= 10).then(|cx, ()| {
                assert!(cx.action.number() != 77, "an effect, on purpose");
                Ok(match cx.action.number() {
                    11 => vec![],
                    12 => vec![Ev::Add(i64::from(cx.roll(6)))],
                    13 => {
                        let by = cx.choose(Seat(1), "How many?", 0..3)?;
                        vec![Ev::Add(by)]
                    }
                    14 => {
                        let sides = i64::from(cx.roll(6));
                        let by = cx.choose(Seat(1), "How many?", 0..sides + 2)?;
                        vec![Ev::Add(by)]
                    }
                    15 => vec![Ev::Reveal("hidden")],
                    16 => vec![Ev::Add(6 - cx.state.total), Ev::Note("six")],
                    100 => vec![Ev::Add(100)],
                    _ => vec![Ev::Note("three")],
                })
            })
        })
        .rule("unused", |rule| says("unused")(rule.on(ActKind::Lost)))
        .revealing(EvKind::Reveal)
        .compile()
        .unwrap()
}

/// The same where each number is a subject: some have one rule alone, others several.
fn keyed_book_of(strategy: Strategy, passes: Passes) -> Book<Sandbox> {
    let about = |numbers: &'static [u32]| {
        move |rule: rulebook::RuleBuilder<Sandbox>| {
            numbers.iter().fold(rule, |rule, number| rule.subject(Subject(*number)))
        }
    };
    book("keyed lines")
        .passes(passes)
        .strategy(strategy)
        .invariant("not six", |invariant| invariant.holds(|table| table.total != 6))
        .check("small", Gate::Specific, |check| {
            check.require(|ask| ask.action.number() != 70, Why::TooLarge(70))
        })
        .check("even smaller", Gate::Specific, |check| {
            check.test(|ask| {
                assert!(ask.action.number() != 71, "a check, on purpose");
                Ok(())
            })
        })
        .rule("adds", |rule| {
            about(&[1, 2, 6, 8])(rule.on(ActKind::Go))
                .when("not eight", |ask| ask.action.number() != 8)
                .then(|cx, ()| [Ev::Add(cx.action.number())])
        })
        .rule("answers", |rule| {
            about(&[4, 5, 66])(rule.on([ActKind::Go, ActKind::Other]))
                .when("small", |ask| {
                    assert!(ask.action.number() != 66, "a condition, on purpose");
                    ask.action.number() < 10
                })
                .answer(|ask| match ask.action.number() {
                    4 => Answer::Skip,
                    _ => Answer::Refuse(RefusalKind::Disallowed, Why::NotNow),
                })
                .then(|_, ()| [Ev::Note("never")])
        })
        .rule("does much", |rule| {
            about(&[9, 11, 12, 13, 14, 15, 16, 77, 100])(rule.on(ActKind::Go)).then(|cx, ()| {
                assert!(cx.action.number() != 77, "an effect, on purpose");
                Ok(match cx.action.number() {
                    9 => vec![Ev::Note("nine"), Ev::Add(9)],
                    11 => vec![],
                    12 => vec![Ev::Add(i64::from(cx.roll(6)))],
                    13 => {
                        let by = cx.choose(Seat(1), "How many?", 0..3)?;
                        vec![Ev::Add(by)]
                    }
                    14 => {
                        let sides = i64::from(cx.roll(6));
                        let by = cx.choose(Seat(1), "How many?", 0..sides + 2)?;
                        vec![Ev::Add(by)]
                    }
                    15 => vec![Ev::Reveal("hidden")],
                    16 => vec![Ev::Add(6 - cx.state.total), Ev::Note("six")],
                    number => vec![Ev::Add(number)],
                })
            })
        })
        .rule("one of two", |rule| says("one")(about(&[2, 11])(rule.on(ActKind::Go))))
        .rule("unused", |rule| says("unused")(rule.on(ActKind::Lost)))
        .revealing(EvKind::Reveal)
        .compile()
        .unwrap()
}

/// Writes down what it is told.
struct Scribe(Sender<String>);

impl Observer<Sandbox> for Scribe {
    fn notice(&mut self, notice: &Notice<'_, Sandbox>) {
        self.0.send(notice.name().to_owned()).expect("the test listens");
    }
}

/// Everything that an explanation says.
fn said(explanation: &Explanation<Sandbox>) -> String {
    let rules: Vec<_> = explanation.rules().map(|report| report.to_string()).collect();
    let one_by_one: Vec<_> =
        explanation.rules().map(|report| explanation.rule(report.rule).to_string()).collect();
    assert_eq!(rules, one_by_one);
    let mut folded = Vec::new();
    explanation.rules().for_each(|report| folded.push(report.to_string()));
    assert_eq!(rules, folded);
    leaves_out_others(explanation).unwrap_or_else(|wrong| panic!("{wrong}"));
    format!("{explanation}{explanation:?}{:?}", explanation.avoided)
}

/// What came of an action: how it was explained, the outcome, and what was told.
struct Came {
    said: String,
    outcome: String,
    told: Vec<String>,
}

fn came(
    explained: Result<String, Fault>,
    outcome: Result<Outcome<Sandbox>, Fault>,
    told: &Receiver<String>,
) -> Came {
    let outcome = match outcome {
        Ok(Outcome::Committed(frame)) => format!("frame {}", frame.number()),
        Ok(other) => format!("{other:?}"),
        Err(fault) => fault.to_string(),
    };
    let said = explained.unwrap_or_else(|fault| fault.to_string());
    Came { said, outcome, told: told.try_iter().collect() }
}

/// Two games alike: in one actions are explained and submitted, in the other both
/// in one go. Says everything that came of it.
fn compare(book: &Book<Sandbox>, recovery: Recovery, options: SessionOptions, how: How) -> String {
    let games = [(); 2].map(|()| {
        let mut game = start_with(book, recovery, options);
        let (pen, told) = channel();
        if how == How::Watched {
            game.observe(Scribe(pen));
        }
        if how == How::Staged {
            game.disable(book.rule("unused").unwrap()).unwrap();
        }
        (game, told)
    });
    let [(mut one, one_told), (mut other, other_told)] = games;
    let mut all = String::new();
    let numbers = [1, 2, 4, 5, 6, 8, 9, 11, 12, 1, 13, 66, 14, 70, 71, 77, 15, 16, 1, 100];
    for number in numbers {
        for action in [Act::Go(number), Act::Other(number), Act::Lost(number)] {
            let explained = one.explain(Seat(0), &action).map(said);
            let expected = came(explained, one.submit(Seat(0), action.clone()), &one_told);
            let got = match other.submit_explained(Seat(0), action.clone()) {
                Ok((outcome, explained)) => came(Ok(said(explained)), Ok(outcome), &other_told),
                Err(fault) => came(Err(fault.clone()), Err(fault), &other_told),
            };
            assert_eq!(got.outcome, expected.outcome, "{action:?}, {how:?}");
            assert_eq!(got.told, expected.told, "{action:?}, {how:?}");
            // Where there is a fault, there is nothing but the fault.
            if got.outcome != got.said {
                assert_eq!(got.said, expected.said, "{action:?}, {how:?}");
            }
            // While a choice is pending, and once it is answered.
            if let Some(choice) = one.pending().cloned() {
                let explained = one.explain(Seat(0), &action).map(said);
                let outcome = one.submit(Seat(0), action.clone()).unwrap().to_string();
                let (refused, why) = other.submit_explained(Seat(0), action.clone()).unwrap();
                assert_eq!((refused.to_string(), said(why)), (outcome, explained.unwrap()));
                assert_eq!(other.pending(), Some(&choice));
                for (game, told) in [(&mut one, &one_told), (&mut other, &other_told)] {
                    assert!(game.answer(Seat(1), choice.id, 1).unwrap().is_committed());
                    told.try_iter().for_each(drop);
                }
            }
            assert_eq!(picture(&mut other), picture(&mut one), "{action:?}, {how:?}");
            all += &format!("{}\n{}\n", got.outcome, got.said);
        }
    }
    all
}

/// How two games are played.
#[derive(Clone, Copy, Debug, PartialEq)]
enum How {
    Straight,
    Watched,
    Staged,
}

/// Everything that comes of games that are played in all ways by such books.
fn all_ways(book_of: impl Fn(Strategy, Passes) -> Book<Sandbox>) -> String {
    let play = SessionOptions::default();
    let kinds = [
        play,
        SessionOptions { mode: Mode::Analysis, ..play },
        SessionOptions { digests: Digests::PerFrame, ..play },
        SessionOptions { history: History::None, ..play },
    ];
    let mut all = String::new();
    for strategy in STRATEGIES {
        let book = book_of(strategy, Passes::all());
        for (recovery, options) in
            BOTH.into_iter().flat_map(|recovery| kinds.map(|options| (recovery, options)))
        {
            for how in [How::Straight, How::Watched, How::Staged] {
                all += &compare(&book, recovery, options, how);
            }
        }
    }
    all
}

#[test]
fn it_comes_to_what_a_submit_comes_to_and_says_what_an_explanation_before_it_says() {
    let all = all_ways(book_of);
    for course in [
        "frame 1",
        "would let the dice decide",
        "would wait for a choice",
        "would change nothing",
        "would be refused as aborted",
        "would be refused as disallowed",
        "Unhandled",
        "a condition, on purpose",
        "an effect, on purpose",
        "a check, on purpose",
        "\"not eleven\" does not hold",
        "lost by order to",
        "lost by priority to",
        "small: 70 is too large.",
        "The game is over",
    ] {
        assert!(all.contains(course), "nothing came to {course:?}");
    }
}

#[test]
fn so_it_does_where_rules_are_found_by_their_subjects() {
    let all = all_ways(keyed_book_of);
    for course in [
        "would be committed by \"adds\"",
        "frame 1",
        "would let the dice decide",
        "would wait for a choice",
        "would change nothing",
        "would be refused as aborted",
        "would be refused as disallowed",
        "Unhandled",
        "a condition, on purpose",
        "an effect, on purpose",
        "a check, on purpose",
        "\"not eight\" does not hold",
        "lost by order to",
        "skipped",
        "small: 70 is too large.",
        "The game is over",
    ] {
        assert!(all.contains(course), "nothing came to {course:?}");
    }
}

/// In parity nothing goes in a straight line.
#[test]
fn the_straight_line_says_what_the_stages_say_also_of_what_was_avoided() {
    let parity = SessionOptions { parity: Parity::Every, ..SessionOptions::default() };
    for strategy in STRATEGIES {
        for book in [book_of(strategy, Passes::all()), keyed_book_of(strategy, Passes::all())] {
            let mut straight = start(&book, BOTH[0]);
            let mut staged = start_with(&book, BOTH[0], parity);
            for number in [1, 2, 3, 4, 5, 6, 8, 9, 11, 12, 13, 66, 70, 71, 77, 15, 16, -1] {
                for action in [Act::Go(number), Act::Other(number), Act::Lost(number)] {
                    let [straight, staged] = [&mut straight, &mut staged]
                        .map(|game| said(game.explain(Seat(0), &action).unwrap()));
                    assert_eq!(straight, staged, "{action:?}, {strategy}, {}", book.name());
                }
            }
        }
    }
}

#[test]
fn the_reference_interpreter_explains_it_in_the_same_words() {
    let books: [fn(Strategy, Passes) -> Book<Sandbox>; 2] = [book_of, keyed_book_of];
    for (strategy, book_of) in STRATEGIES.into_iter().flat_map(|it| books.map(|book| (it, book))) {
        let [mut plan, mut plain] = [Passes::all(), Passes::none()]
            .map(|passes| start(&book_of(strategy, passes), BOTH[0]));
        for number in [1, 2, 4, 5, 6, 8, 11, 12, 70, 15, 16] {
            for action in [Act::Go(number), Act::Other(number), Act::Lost(number)] {
                let [by_plan, by_reference] = [&mut plan, &mut plain].map(|game| {
                    let explained = game.submit_explained(Seat(0), action.clone());
                    explained.map(|(outcome, why)| (outcome.to_string(), why.to_string()))
                });
                assert_eq!(by_reference, by_plan, "{action:?}, {strategy}");
            }
        }
    }
}

#[test]
fn a_fork_and_the_next_action_know_nothing_of_the_last_explanation() {
    let mut game = start(&book_of(Strategy::FirstWins, Passes::all()), BOTH[0]);
    let refused = game.submit_explained(Seat(0), Act::Go(5)).unwrap().1.to_string();
    assert!(refused.contains("Not now."), "{refused}");
    let mut fork = game.fork();
    let text = |game: &mut Session<Sandbox>| {
        game.submit_explained(Seat(0), Act::Go(1)).unwrap().1.to_string()
    };
    assert_eq!(text(&mut fork), text(&mut game));
}

#[test]
fn one_that_is_kept_stays_and_the_next_says_nothing_of_the_one_before() {
    let numbers = [1, 2, 4, 5, 6, 8, 11, 12, 13, 66, 70, 71, 77, 15, 16];
    let actions: Vec<Act> =
        numbers.into_iter().flat_map(|it| [Act::Go(it), Act::Lost(it)]).collect();
    let kinds = [(BOTH[0], false), (BOTH[1], false), (BOTH[0], true), (BOTH[1], true)];
    for (strategy, (recovery, keyed)) in
        STRATEGIES.into_iter().flat_map(|strategy| kinds.map(|kind| (strategy, kind)))
    {
        let book = if keyed { keyed_book_of } else { book_of }(strategy, Passes::all());
        let fresh = |action| said(start(&book, recovery).explain(Seat(0), action).unwrap());
        let expected: Vec<String> = actions.iter().map(fresh).collect();
        let mut game = start(&book, recovery);
        for (first, before) in actions.iter().zip(&expected) {
            for (second, after) in actions.iter().zip(&expected) {
                let kept = game.explain(Seat(0), first).unwrap().clone();
                assert_eq!(said(game.explain(Seat(0), second).unwrap()), *after, "{strategy}");
                assert_eq!(said(&kept), *before, "{strategy}");
            }
        }
    }
}

/// Rules that are asked in order, or each found by its subject, with their spots.
fn mined(keyed: bool) -> Book<Minefield> {
    let about = move |rule: rulebook::RuleBuilder<Minefield>| match keyed {
        true => rule.subject(Subject(1)),
        false => rule,
    };
    Book::<Minefield>::builder("mined")
        .digests()
        .reverts()
        .check("check", Gate::Shape, |check| {
            check.test(|_| {
                at(Spot::Check);
                Ok(())
            })
        })
        .invariant("invariant", |invariant| {
            invariant.holds(|_| {
                at(Spot::Invariant);
                true
            })
        })
        .rule("walk", |rule| {
            about(rule.on(WalkKind::Go))
                .when("condition", |_| {
                    at(Spot::Condition);
                    true
                })
                .answer(|ask| {
                    at(Spot::Answer);
                    Answer::Match(ask.action.number())
                })
                .then(|cx, number| {
                    cx.propose(Change::Add(number));
                    at(Spot::Effect);
                    [Change::Dusk]
                })
        })
        .rule("leap", |rule| {
            about(rule.on(WalkKind::Leap)).then(|cx, ()| [Change::Add(cx.action.number())])
        })
        .compile()
        .expect("the book is fine")
}

#[test]
fn a_panic_is_the_fault_that_it_is_for_a_submit_and_the_session_is_as_before() {
    let spots = [
        Spot::Seats,
        Spot::Result,
        Spot::KindOfAction,
        Spot::Check,
        Spot::Subject,
        Spot::Condition,
        Spot::Answer,
        Spot::Effect,
        Spot::KindOfEvent,
        Spot::Apply,
        Spot::CloneState,
        Spot::Invariant,
    ];
    for (recovery, spot) in BOTH.into_iter().flat_map(|recovery| spots.map(|spot| (recovery, spot)))
    {
        let ways = [(0, 0), (0, 1), (1, 0)];
        for (keyed, (action, passes)) in
            [false, true].into_iter().flat_map(|it| ways.map(|way| (it, way)))
        {
            let mined = || mined(keyed);
            let action = || [Walk::Go(1), Walk::Leap(1)].into_iter().nth(action).unwrap();
            let options = SessionOptions { recovery: Some(recovery), ..SessionOptions::default() };
            let by = By::Seat(Seat(0));
            let [mut one, mut other] = [(); 2].map(|()| minefield::midway(&mined(), options));
            let expected = armed_after(spot, passes, || one.submit(by, action()));
            let got = armed_after(spot, passes, || {
                other.submit_explained(by, action()).map(|(outcome, _)| outcome)
            });
            match (expected, got) {
                (Err(expected), Err(got)) => {
                    assert_eq!(got.to_string(), expected.to_string(), "{spot:?}");
                    assert_eq!(other.poisoned().is_some(), one.poisoned().is_some(), "{spot:?}");
                }
                (Ok(expected), Ok(got)) => assert_eq!(got.to_string(), expected.to_string()),
                // To explain is to look more often.
                (Ok(_), Err(_)) if passes > 0 => {}
                // But at the kind of the action once, where a submit looks twice.
                (Err(_), Ok(_)) if passes > 0 && spot == Spot::KindOfAction => {}
                (expected, got) => panic!("{spot:?}: {expected:?}, but {got:?}"),
            }
            if other.poisoned().is_none() && one.number() == other.number() {
                assert_eq!(picture(&mut other), picture(&mut one), "{spot:?}");
                assert!(other.submit_explained(by, Walk::Go(1)).unwrap().0.is_committed());
            }
        }
    }
}

#[test]
fn half_a_change_is_the_fault_that_it_is_for_a_submit_and_poisons_the_session() {
    let recovery = Some(Recovery::Revert);
    let options = SessionOptions { recovery, ..SessionOptions::default() };
    let by = By::Seat(Seat(0));
    for (staged, keyed) in [(false, false), (false, true), (true, false), (true, true)] {
        let [submitted, explained, both] = ["submit", "explain", "both"].map(|how| {
            let book = mined(keyed);
            let mut game = minefield::midway(&book, options);
            if staged {
                game.disable(book.rule("leap").unwrap()).unwrap();
            }
            let fault = minefield::armed(Spot::Apply, || match how {
                "submit" => game.submit(by, Walk::Go(1)).err(),
                "explain" => game.explain(by, &Walk::Go(1)).err(),
                _ => game.submit_explained(by, Walk::Go(1)).err(),
            });
            let poison = game.poisoned().map(Fault::to_string);
            assert_eq!(game.explain(by, &Walk::Go(1)).err().map(|it| it.to_string()), poison);
            (fault.unwrap().to_string(), poison.unwrap())
        });
        assert!(submitted.0.contains("There was a panic in `apply` of the event Add"));
        assert!(submitted.1.contains("`apply` of the event Add"), "{}", submitted.1);
        assert_eq!((&explained, &both), (&submitted, &submitted), "staged: {staged}");
    }
}

#[test]
fn an_action_that_panics_when_it_is_copied_is_not_submitted() {
    for (recovery, keyed) in BOTH.into_iter().flat_map(|it| [(it, false), (it, true)]) {
        let options = SessionOptions { recovery: Some(recovery), ..SessionOptions::default() };
        let mut game = minefield::midway(&mined(keyed), options);
        // Before the first explanation there is, and then over it.
        for _ in 0..2 {
            let before = picture(&mut game);
            let submit = || game.submit_explained(Seat(0), Walk::Go(1)).map(|(outcome, _)| outcome);
            let fault = minefield::armed(Spot::CloneAction, submit).unwrap_err();
            assert!(fault.to_string().contains("a trait that the game's own types"), "{fault}");
            assert_eq!(picture(&mut game), before);
            assert!(game.submit_explained(Seat(0), Walk::Go(1)).unwrap().0.is_committed());
        }
    }
}
