//! A plain book is played in a straight line, also while somebody watches. What
//! comes of it and what is told of it is the same as by the stages, which are
//! taken as soon as any rule is switched off, even one that nobody would ask.
//! Explanations are found in a straight line as well, and say the same.

mod common;

use std::sync::mpsc::{Receiver, Sender, channel};

use common::plan::{Of, Sign, in_parts, number, sign};
use common::*;
use rulebook::prelude::*;
use rulebook::{
    Ask, Avoided, Detail, Explanation, Notice, Observer, Pass, Predicate, Recovery, RefusalKind,
    RuleBuilder, Transition,
};

const STRATEGIES: [Strategy; 5] = [
    Strategy::FirstWins,
    Strategy::LastWins,
    Strategy::HighestPriority,
    Strategy::Exclusive,
    Strategy::ApplyAll,
];

/// Nobody watches, or somebody who wants to know so much.
const WATCHED: [Option<Detail>; 4] =
    [None, Some(Detail::Outcomes), Some(Detail::Selections), Some(Detail::Decisions)];

/// What comes of ninety and ninety-one: an observer panics when it is told of the
/// frame, or of the event.
const FRAME: Ev = Ev::Note("a frame");
const EVENT: Ev = Ev::Note("an event");

/// What comes of any number.
fn added(number: i64) -> Ev {
    match number {
        90 => FRAME,
        91 => EVENT,
        number => Ev::Add(number),
    }
}

/// Writes down what it is told.
struct Scribe(Sender<String>, Detail);

impl Observer<Sandbox> for Scribe {
    fn notice(&mut self, notice: &Notice<'_, Sandbox>) {
        let about = match notice {
            Notice::Submitted { by, action } => format!("{action:?} by {by}"),
            Notice::Skipped { rule, why } => format!("{}: {why}", rule.index()),
            Notice::Avoided { pass: Pass::Hoist | Pass::Memo, .. } => return,
            Notice::Avoided { pass, count } => format!("{pass} {count}"),
            Notice::Selected { rule, strategy } => format!("{} under {strategy}", rule.index()),
            Notice::Conflict { selected, rejected } => format!("{selected:?}: {rejected:?}"),
            Notice::Happened { event, trace, origin } => {
                assert!(**event != EVENT, "the observer of an event, on purpose");
                format!("{event:?} {trace:?} {origin:?}")
            }
            Notice::Committed { frame } => {
                let ninety = frame.events().any(|event| *event.event == FRAME);
                assert!(!ninety, "the observer of a frame, on purpose");
                format!("{frame:?}")
            }
            Notice::Refused { kind, refusal } => format!("{kind}: {refusal}"),
            Notice::Pending { choice } => choice.question.clone(),
            Notice::Fault { fault } => fault.to_string(),
            Notice::Undone { frame } => frame.number.to_string(),
            _ => String::new(),
        };
        self.0.send(format!("{} {about}", notice.name())).expect("the test listens");
    }

    fn detail(&self) -> Detail {
        self.1
    }
}

/// A rule with a condition, about some numbers.
fn about(numbers: &'static [i64]) -> impl Fn(RuleBuilder<Sandbox>) -> RuleBuilder<Sandbox> {
    move |rule| {
        rule.on([ActKind::Go, ActKind::Other]).when("my number", move |ask| {
            assert!(ask.action.number() != 66, "a condition, on purpose");
            numbers.contains(&ask.action.number())
        })
    }
}

/// For each number another course of things. Without an invariant, frames of
/// single events are recorded in a shorter way.
fn book_of(strategy: Strategy, invariant: bool) -> Book<Sandbox> {
    let one = about(&[1, 2, 4, 8, 9, 90, 91]);
    let two = about(&[2, 3, 5, 9]);
    let three = about(&[3, 7, 11, 12]);
    let mut builder = book("lines").strategy(strategy);
    if invariant {
        builder =
            builder.invariant("not six", |invariant| invariant.holds(|table| table.total != 6));
    }
    builder
        .check("small", Gate::Specific, |check| {
            check.require(|ask| ask.action.number() != 70, Why::TooLarge(70))
        })
        .rule("skips", skips)
        .rule("one", |rule| one(rule).then(|cx, ()| [added(cx.action.number())]))
        .rule("two", |rule| {
            two(rule)
                .answer(|ask| match ask.action.number() {
                    5 => Answer::Refuse(RefusalKind::Disallowed, Why::NotNow),
                    number => Answer::Match(number),
                })
                .then(|_, number| [Ev::Note("two"), Ev::Add(number)])
        })
        .rule("three", |rule| {
            three(rule).then(|cx, ()| {
                assert!(cx.action.number() != 7, "an effect, on purpose");
                match cx.action.number() {
                    11 => vec![],
                    12 => vec![Ev::Add(i64::from(cx.roll(6)))],
                    _ => vec![Ev::Add(100)],
                }
            })
        })
        .rule("last", |rule| {
            rule.on(ActKind::Go)
                .when("eight", |ask| ask.action.number() == 8)
                .then(|cx, ()| [Ev::Note("last"), Ev::Add(cx.state.total)])
        })
        .rule("unused", |rule| says("unused")(rule.on(ActKind::Lost)))
        .compile()
        .unwrap()
}

/// The same where rules are found by what an action is about: most are written in
/// a loop, some are not, and about nine there are two. The subjects lie close enough
/// together for a bank.
fn book_by_subject(strategy: Strategy, invariant: bool) -> Book<Sandbox> {
    let mut builder = book("subjects").strategy(strategy);
    if invariant {
        builder =
            builder.invariant("not six", |invariant| invariant.holds(|table| table.total != 6));
    }
    builder = builder.check("small", Gate::Specific, |check| {
        check.require(|ask| ask.action.number() != 70, Why::TooLarge(70))
    });
    for number in [1, 2, 3, 4, 7, 11, 12, 66, 90, 91_u32] {
        let (about, number) = (Subject(number), i64::from(number));
        builder = builder
            .rule(format!("go {number}"), |rule| {
                rule.on(ActKind::Go)
                    .subject(about)
                    .when("not too much", move |ask| {
                        assert!(number != 66, "a condition, on purpose");
                        ask.state.total < 60 + number
                    })
                    .then(move |cx, ()| {
                        assert!(number != 7, "an effect, on purpose");
                        match number {
                            3 => vec![Ev::Note("three"), Ev::Add(3)],
                            11 => vec![],
                            12 => vec![Ev::Add(i64::from(cx.roll(6)))],
                            _ => vec![added(number)],
                        }
                    })
            })
            .rule(format!("other {number}"), |rule| {
                rule.on(ActKind::Other)
                    .subject(about)
                    .answer(move |_| match number {
                        2 => Answer::Skip,
                        3 => Answer::Refuse(RefusalKind::Disallowed, Why::NotNow),
                        _ => Answer::Match(number),
                    })
                    .then(|_, number| [added(number)])
            });
    }
    builder
        .rule("five", |rule| {
            rule.on(ActKind::Go).subject(Subject(5)).then(|_, ()| [Ev::Note("five")])
        })
        .rule("eight or nine", |rule| {
            let rule = rule.on([ActKind::Go, ActKind::Other]);
            rule.subject(Subject(8)).subject(Subject(9)).then(|_, ()| [Ev::Add(8)])
        })
        .rule("nine", |rule| {
            rule.on(ActKind::Go).subject(Subject(9)).then(|_, ()| [Ev::Note("nine")])
        })
        .rule("unused", |rule| says("unused")(rule.on(ActKind::Lost)))
        .compile()
        .unwrap()
}

/// The same where rules are of several types, none of which most of them are of.
fn book_by_type(strategy: Strategy, invariant: bool) -> Book<Sandbox> {
    let mut builder = book("types").strategy(strategy);
    if invariant {
        builder =
            builder.invariant("not six", |invariant| invariant.holds(|table| table.total != 6));
    }
    builder = builder.check("small", Gate::Specific, |check| {
        check.require(|ask| ask.action.number() != 70, Why::TooLarge(70))
    });
    for number in [1, 2, 3, 4, 5, 7, 8, 11, 12, 66, 90, 91_u32] {
        let (about, number) = (Subject(number), i64::from(number));
        for kind in [ActKind::Go, ActKind::Other] {
            builder = builder.rule(format!("{kind:?} {number}"), |rule| {
                let rule = rule.on(kind).subject(about);
                match number {
                    1 | 90 => rule.then(move |_, ()| [added(number)]),
                    2 | 91 => rule
                        .when("not too much", move |ask| ask.state.total < 60 + number)
                        .then(move |_, ()| [added(number)]),
                    3 | 11 => rule.then(move |_, ()| match number {
                        3 => vec![Ev::Note("three"), Ev::Add(3)],
                        _ => vec![],
                    }),
                    4 | 5 | 8 => rule
                        .answer(move |_| match number {
                            4 => Answer::Match(number),
                            5 => Answer::Refuse(RefusalKind::Disallowed, Why::NotNow),
                            _ => Answer::Skip,
                        })
                        .then(|_, number| [added(number)]),
                    7 => rule.then(|_, ()| -> [Ev; 1] { panic!("an effect, on purpose") }),
                    66 => rule
                        .when("panics", |_| panic!("a condition, on purpose"))
                        .then(|_, ()| [Ev::Note("never")]),
                    _ => rule.then(|cx, ()| [Ev::Add(i64::from(cx.roll(6)))]),
                }
            });
        }
    }
    builder
        .rule("nine", |rule| says("nine")(rule.on(ActKind::Go).subject(Subject(9))))
        .rule("nine again", |rule| says("again")(rule.on(ActKind::Go).subject(Subject(9))))
        .rule("unused", |rule| says("unused")(rule.on(ActKind::Lost)))
        .compile()
        .unwrap()
}

/// The same where rules declare what they wait for: what the number and the total are
/// like, and predicates that read parts of the table, or all of it. About two there are
/// two rules, and about no number in particular some.
fn book_declared(strategy: Strategy, invariant: bool) -> Book<Sandbox> {
    let mut builder = in_parts(book("declared")).strategy(strategy);
    if invariant {
        builder =
            builder.invariant("not six", |invariant| invariant.holds(|table| table.total != 6));
    }
    let (number, sign) = (number(), sign());
    let quiet = Predicate::new("quiet", |table: &Table| table.log.len() < 3).reads([Of::Log]);
    let even = Predicate::new("even", |table: &Table| table.total % 2 == 0).reads([Of::Total]);
    let early = Predicate::new("early", |table: &Table| table.total < 40);
    builder
        .check("small", Gate::Specific, |check| {
            check.require(|ask| ask.action.number() != 70, Why::TooLarge(70))
        })
        .rule("zero", |rule| {
            rule.on(ActKind::Go).given(&number, Sign::Zero).then(|_, ()| [Ev::Add(-50)])
        })
        .rule("two, quietly", |rule| {
            let rule = rule.on(ActKind::Go).subject(Subject(2)).while_holds(&quiet);
            rule.then(|_, ()| [Ev::Note("two")])
        })
        .rule("two", |rule| {
            let rule = rule.on(ActKind::Go).subject(Subject(2)).given(&sign, Sign::Plus);
            rule.while_holds(&early).then(|_, ()| vec![Ev::Note("two"), Ev::Add(2)])
        })
        .rule("five", |rule| {
            let rule = rule.on(ActKind::Go).subject(Subject(5)).given(&number, Sign::Plus);
            let rule = rule.while_holds(&early).answer(|_| Answer::disallowed(Why::NotNow));
            rule.then(|_, ()| [Ev::Note("never")])
        })
        .rule("a dear one", |rule| {
            rule.on(ActKind::Go)
                .given(&number, Sign::Plus)
                .given(&sign, [Sign::Minus, Sign::Zero])
                .when("my number", |ask| {
                    assert!(ask.action.number() != 66, "a condition, on purpose");
                    [1, 3, 7, 11, 12].contains(&ask.action.number())
                })
                .then(|cx, ()| {
                    assert!(cx.action.number() != 7, "an effect, on purpose");
                    match cx.action.number() {
                        11 => vec![],
                        12 => vec![Ev::Add(i64::from(cx.roll(6)))],
                        number => vec![Ev::Add(number)],
                    }
                })
        })
        .rule("any number", |rule| {
            let rule = rule.on([ActKind::Go, ActKind::Other]).given(&number, Sign::Plus);
            rule.while_holds(&even).then(|cx, ()| [added(cx.action.number())])
        })
        .rule("an odd total", |rule| {
            let rule = rule.on([ActKind::Go, ActKind::Other]).given(&number, Sign::Plus);
            let odd = |ask: &Ask<'_, Sandbox>| ask.state.total % 2 != 0;
            rule.while_holds(&quiet).when("odd", odd).then(|cx, ()| [added(cx.action.number())])
        })
        .rule("last", |rule| {
            rule.on(ActKind::Other)
                .given(&sign, Sign::Plus)
                .when("eight", |ask| ask.action.number() == 8)
                .then(|_, ()| [Ev::Note("last"), Ev::Add(-100)])
        })
        .rule("unused", |rule| says("unused")(rule.on(ActKind::Lost)))
        .compile()
        .unwrap()
}

/// A game that takes the straight line, or the stages.
fn game(
    book: &Book<Sandbox>,
    recovery: Recovery,
    detail: Option<Detail>,
    straight: bool,
) -> (Session<Sandbox>, Receiver<String>) {
    let mut game = start(book, recovery);
    let unused = book.rule("unused").unwrap();
    game.disable(unused).unwrap();
    if straight {
        game.undo().unwrap();
    }
    let (pen, lines) = channel();
    if let Some(detail) = detail {
        game.observe(Scribe(pen, detail));
    }
    (game, lines)
}

/// What passes have avoided. How much is remembered depends on who was asked before.
fn spared(avoided: &Avoided) -> Vec<(Pass, u64)> {
    let remembers = |pass: Pass| matches!(pass, Pass::Hoist | Pass::Memo);
    avoided.iter().filter(|(pass, _)| !remembers(*pass)).collect()
}

/// Everything that comes of many actions. Frames are counted from the first one.
fn played((mut game, lines): (Session<Sandbox>, Receiver<String>), offset: u64) -> Vec<String> {
    let mut seen = Vec::new();
    // The observer panics where frames have but to be appended, and where not.
    for number in [
        90, 91, 1, 90, 91, 0, 2, 90, 91, 3, 4, 5, 90, 91, 1, 66, 7, 8, 9, 70, 11, 12, 1, 90, 4, 91,
        1,
    ] {
        for action in [Act::Go(number), Act::Other(number)] {
            let told = |why: &Explanation<Sandbox>| format!("{why}{:?}", spared(&why.avoided));
            let explained = told(game.explain(Seat(0), &action).unwrap());
            let again = told(game.explain(Seat(0), &action).unwrap());
            assert_eq!(explained, again, "it changed something");
            let outcome = game.submit(Seat(0), action);
            let outcome = outcome.map(|outcome| match outcome {
                Outcome::Committed(frame) => format!("frame {}", frame.number() - offset),
                other => other.to_string(),
            });
            let told = lines.try_iter().collect::<Vec<_>>().join("\n  ");
            let told = told.replace(&format!("number: {}", game.number()), "number");
            let told = told.replace(&format!("number: {}", game.number() + 1), "number");
            let state = game.state();
            let came = format!("{outcome:?}, {:?} {}", state.log, state.total);
            seen.push(format!("{number}: {came}\n  {told}\n{explained}"));
        }
    }
    let kept =
        game.frames().filter(|frame| matches!(frame.transition(), Transition::Action { .. }));
    for frame in kept {
        let events = frame.events().map(|it| format!("{:?} {:?}", it.event, it.origin));
        seen.push(format!("kept: {:?}", events.collect::<Vec<_>>()));
    }
    let is_action = |game: &Session<Sandbox>| {
        let last = game.frames().next_back();
        last.is_some_and(|frame| matches!(frame.transition(), Transition::Action { .. }))
    };
    while game.undo_depth() > 0 && is_action(&game) {
        assert!(matches!(game.undo(), Ok(Outcome::Undone(_))));
        seen.push(format!("undone: {:?}", game.state()));
    }
    while game.redo_depth() > 0 {
        assert!(matches!(game.redo(), Ok(Outcome::Redone(_))));
        seen.push(format!("redone: {:?}", game.state()));
    }
    seen
}

#[test]
fn the_straight_line_comes_to_the_same_and_tells_the_same_as_the_stages() {
    let mut all = String::new();
    let books = STRATEGIES.into_iter().flat_map(|strategy| {
        let both = move |invariant| {
            [book_of, book_by_subject, book_by_type, book_declared]
                .map(|book| (strategy, book(strategy, invariant)))
        };
        [false, true].into_iter().flat_map(both)
    });
    for (strategy, book) in books {
        for (recovery, detail) in
            BOTH.into_iter().flat_map(|recovery| WATCHED.map(|detail| (recovery, detail)))
        {
            let straight = played(game(&book, recovery, detail, true), 0);
            let staged = played(game(&book, recovery, detail, false), 1);
            assert_eq!(straight.len(), staged.len());
            for (straight, staged) in straight.iter().zip(&staged) {
                let name = book.name();
                assert_eq!(straight, staged, "{name}, {strategy}, {detail:?}, {recovery:?}");
            }
            let straight = straight.join("\n");
            if detail.is_some() {
                for who in
                    ["the observer of an event, on purpose", "the observer of a frame, on purpose"]
                {
                    assert!(straight.contains(who), "{strategy}: nothing came to {who:?}");
                }
            }
            all += &straight;
        }
    }
    for course in [
        "frame 1",
        "disallowed: ",
        "invalid: ",
        "no change",
        "aborted: ",
        "a condition, on purpose",
        "an effect, on purpose",
        "2 of its children are decisive",
        "skipped ",
        "conflict ",
        "avoided ",
        "would let the dice decide",
        "would change nothing",
        "would be a fault",
        "not reached, would have panicked: a condition, on purpose",
        "lost by order to",
    ] {
        assert!(all.contains(course), "nothing came to {course:?}");
    }
}

#[test]
fn rules_that_were_brought_together_answer_in_a_variant_as_well() {
    let both = [book_by_subject, book_by_type];
    for (book, detail) in both.into_iter().flat_map(|book| WATCHED.map(|detail| (book, detail))) {
        let book = book(Strategy::FirstWins, false);
        let variant = book.variant("more").rule("fourteen", |rule| {
            rule.on(ActKind::Go).subject(Subject(14)).then(|_, ()| [Ev::Note("fourteen")])
        });
        let variant = variant.compile().unwrap();
        let told = |book: &Book<Sandbox>| {
            let (game, lines) = game(book, Recovery::Revert, detail, true);
            let told = played((game, lines), 0);
            // One rule more is there to be avoided, and to be listed.
            let states = told.iter().map(|course| course.lines().next().unwrap().to_owned());
            states.collect::<Vec<_>>()
        };
        assert_eq!(told(&variant), told(&book), "{detail:?}");
        let mut game = start(&variant, Recovery::Revert);
        go(&mut game, Act::Go(14));
        go(&mut game, Act::Go(3));
        assert_eq!(game.state().log, ["fourteen", "three"]);
    }
}
