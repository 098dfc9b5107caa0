//! A rule that decides alone, or vouches for an action, does everything in one
//! stroke. What comes of it is the same as by the stages, which are taken as
//! soon as any rule is switched off, even one that nobody would ask: whatever
//! the rule answers, and in whatever way it proposes.

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{Asked, History, Passes, Recovery, RefusalKind, SessionOptions};

const NUMBERS: [i64; 15] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 70, 1];

const HISTORIES: [History; 3] = [History::All, History::Last(3), History::None];

/// For each number another course of things.
fn answer(ask: &Ask<'_, Sandbox>) -> Answer<i64, Why> {
    match ask.action.number() {
        5 => Answer::Refuse(RefusalKind::Disallowed, Why::NotNow),
        6 => Answer::Skip,
        7 => panic!("an answer, on purpose"),
        number => Answer::Match(number),
    }
}

fn effect(cx: &mut Effect<'_, Sandbox>, number: i64) -> Result<Option<Ev>, Asked> {
    Ok(match number {
        2 => {
            cx.propose(Ev::Note("first"));
            Some(Ev::Add(2))
        }
        3 => {
            cx.propose(Ev::Add(3));
            None
        }
        4 => None,
        8 => {
            cx.propose(Ev::Note("one"));
            cx.propose(Ev::Note("two"));
            None
        }
        9 => Some(Ev::Add(i64::from(cx.roll(6)))),
        10 => Some(Ev::Add(if cx.confirm(Seat(0), "Ten?")? { 5 } else { 6 })),
        11 => panic!("an effect, on purpose"),
        12 => Some(Ev::Add(10_000)),
        13 => Some(Ev::Reveal("thirteen")),
        _ => Some(Ev::Add(1)),
    })
}

fn book_of(invariant: bool) -> Book<Sandbox> {
    const SMALL: &str = "small";
    let mut builder = book("strokes");
    if invariant {
        builder = builder
            .invariant("below 5,000", |invariant| invariant.holds(|table| table.total < 5_000));
    }
    builder
        .check(SMALL, Gate::Specific, |check| {
            check.require(|ask| ask.action.number() != 70, Why::TooLarge(70))
        })
        .revealing(EvKind::Reveal)
        .rule("asked", |rule| {
            rule.on(ActKind::Go)
                .answer(answer)
                // Five to seven are promised, and not kept.
                .exact([SMALL], |offer| {
                    offer.extend(NUMBERS.into_iter().filter(|n| *n != 70).map(Act::Go));
                })
                .then(effect)
        })
        .rule("not asked", |rule| {
            rule.on(ActKind::Other)
                .exact([SMALL], |offer| {
                    offer.extend(NUMBERS.into_iter().filter(|n| *n != 70).map(Act::Other));
                })
                .then(|cx, ()| [Ev::Add(cx.action.number() % 2)])
        })
        .rule("unused", |rule| says("unused")(rule.on(ActKind::Lost)))
        .rule("idle", |rule| says("idle")(rule.on(ActKind::Lost)))
        .compile()
        .unwrap()
}

/// A game that takes strokes, or the stages.
fn game(
    book: &Book<Sandbox>,
    recovery: Recovery,
    history: History,
    strokes: bool,
) -> Session<Sandbox> {
    let mut game =
        start_with(book, recovery, SessionOptions { history, ..SessionOptions::default() });
    let [unused, idle] = ["unused", "idle"].map(|name| book.rule(name).unwrap());
    game.disable(unused).unwrap();
    // Two frames in any case.
    let switched = if strokes { game.enable(unused) } else { game.disable(idle) };
    assert!(switched.unwrap().is_committed());
    game
}

/// The proof of an action, if the rules offer it.
fn proof(game: &mut Session<Sandbox>, action: &Act) -> Option<rulebook::Legal<Sandbox>> {
    game.legal(Seat(0)).unwrap().into_iter().find(|legal| legal.action() == action)
}

/// Everything that comes of many actions, each on its own. Frames are counted
/// from the first one.
fn played(mut game: Session<Sandbox>, proven: bool) -> Vec<String> {
    let before = game.number();
    let mut seen = Vec::new();
    for action in NUMBERS.into_iter().flat_map(|n| [Act::Go(n), Act::Other(n)]) {
        let mut outcome = match proof(&mut game, &action).filter(|_| proven) {
            Some(legal) => game.play(legal),
            None => game.submit(Seat(0), action.clone()),
        };
        let mut came = String::new();
        if let Ok(Outcome::Pending(choice)) = &outcome {
            came = format!("{choice}; ");
            outcome = game.answer(Seat(0), choice.id, 1);
        }
        came += &match outcome {
            Ok(Outcome::Committed(id)) => {
                let frame = game.frame(id).unwrap();
                let events: Vec<_> =
                    frame.events().map(|event| format!("{:?}", event.event)).collect();
                format!("frame {}: {events:?} {:?}", id.number() - before, frame.reversibility())
            }
            Ok(other) => other.to_string(),
            Err(fault) => fault.to_string(),
        };
        let (state, undo) = (game.state(), game.undo_depth());
        let undo = undo.min((game.number() - before) as usize);
        let kept = game.frames().filter(|frame| frame.number() > before).count();
        came += &format!(", {kept} kept");
        seen.push(format!("{action:?}: {came}; {:?} {} {undo}", state.log, state.total));
    }
    seen
}

#[test]
fn a_stroke_comes_to_the_same_as_the_stages() {
    let mut all = String::new();
    for (recovery, invariant) in BOTH.into_iter().flat_map(|it| [(it, false), (it, true)]) {
        let book = book_of(invariant);
        for (proven, history) in [false, true].into_iter().flat_map(|it| HISTORIES.map(|h| (it, h)))
        {
            let strokes = played(game(&book, recovery, history, true), proven);
            let staged = played(game(&book, recovery, history, false), proven);
            for (stroke, staged) in strokes.iter().zip(&staged) {
                assert_eq!(stroke, staged, "{recovery:?}, {history:?}, {invariant}, {proven}");
            }
            all += &strokes.join("\n");
        }
    }
    for course in [
        "frame 1: [\"Add(1)\"] Reversible",
        "[\"Note(\\\"first\\\")\", \"Add(2)\"]",
        "[\"Add(3)\"]",
        "Go(4): no change",
        "Go(5): disallowed: ",
        "Go(6): invalid: ",
        "the answer of the rule \"asked\"",
        "[\"Note(\\\"one\\\")\", \"Note(\\\"two\\\")\"]",
        "Irreversible",
        "Ten?",
        "[\"Add(6)\"]",
        "the effect of the rule \"asked\"",
        "aborted: ",
        "Reveal",
        "Go(70): invalid: ",
    ] {
        assert!(all.contains(course), "nothing came to {course:?}:\n{all}");
    }
}

#[test]
fn a_stroke_on_a_line_comes_to_the_same_as_in_a_session_and_can_be_popped() {
    for (recovery, invariant) in BOTH.into_iter().flat_map(|it| [(it, false), (it, true)]) {
        let book = book_of(invariant);
        let mut game = game(&book, recovery, History::All, true);
        let mut line = game.search(Seed(7));
        let mut legal = Vec::new();
        line.legal_into(Seat(0), &mut legal).unwrap();
        for (number, proof) in legal.iter().enumerate() {
            line.reseed(Seed(7));
            let pushed = line.play(proof).map(|outcome| outcome.to_string());
            let again = game.legal(Seat(0)).unwrap().swap_remove(number);
            let played = game.play(again).map(|outcome| outcome.to_string());
            assert_eq!(pushed.is_ok(), played.is_ok(), "{proof:?}");
            if let (Err(pushed), Err(played)) = (&pushed, &played) {
                assert_eq!(pushed.to_string(), played.to_string());
            }
            // Nine rolls dice, which are not those of the session.
            if proof.action().number() != 9 {
                assert_eq!(line.state(), game.state(), "{proof:?}, {pushed:?}, {played:?}");
            }
            line.pop_to(0);
            game = start(&book, recovery);
            assert_eq!(line.state(), game.state(), "{proof:?}");
        }
    }
}

/// A sum, in which some numbers go wrong.
struct Brittle;

const EFFECT: i64 = 11;
const KIND: i64 = 12;
const APPLY: i64 = 13;
const REVERT: i64 = 14;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sum(i64);

impl rulebook::Kinded for Sum {
    type Kind = rulebook::Anything;
    fn kind(&self) -> Self::Kind {
        assert_ne!(self.0, KIND, "a kind, on purpose");
        rulebook::Anything::Any
    }
}

impl Game for Brittle {
    type State = i64;
    type Action = i64;
    type Event = Sum;
    type Trace = ();
    type Reason = Never;
    fn apply(sum: &mut i64, by: &Sum) {
        *sum += by.0;
        assert_ne!(by.0, APPLY, "an apply, on purpose");
    }
}

impl Revert for Brittle {
    fn revert(sum: &mut i64, by: &Sum, (): &()) {
        assert_ne!(by.0, REVERT, "a revert, on purpose");
        *sum -= by.0;
    }
}

/// A line on which two actions are pushed.
fn two_pushed(recovery: Recovery) -> rulebook::Search<Brittle> {
    let book = Book::<Brittle>::builder("brittle")
        .reverts()
        .rule("add", |rule| {
            rule.exact([], |offer| offer.extend([1, EFFECT, KIND, APPLY, REVERT])).then(|cx, ()| {
                assert_ne!(*cx.action, EFFECT, "an effect, on purpose");
                [Sum(*cx.action)]
            })
        })
        .compile()
        .unwrap();
    let options = SessionOptions { recovery: Some(recovery), ..SessionOptions::default() };
    let mut line = book.start_with(0, Seed(1), options).unwrap().search(Seed(2));
    for _ in 0..2 {
        assert!(pushed(&mut line, 1).is_ok());
    }
    line
}

fn pushed(line: &mut rulebook::Search<Brittle>, number: i64) -> Result<(), String> {
    let mut legal = Vec::new();
    line.legal_into(Seat(0), &mut legal).map_err(|fault| fault.to_string())?;
    let proof = legal.iter().find(|legal| *legal.action() == number).unwrap();
    line.play(proof).map(drop).map_err(|fault| fault.to_string())
}

#[test]
fn what_panics_on_a_line_takes_no_other_push_with_it() {
    for recovery in BOTH {
        let mut line = two_pushed(recovery);
        for (number, place) in [(EFFECT, "the effect of"), (KIND, "implement"), (EFFECT, "effect")]
        {
            assert!(pushed(&mut line, number).unwrap_err().contains(place), "{recovery:?}");
            assert_eq!((line.depth(), *line.state()), (2, 2), "{recovery:?}, {number}");
        }
        assert!(pushed(&mut line, APPLY).unwrap_err().contains("`apply` of the event"));
        assert_eq!(line.depth(), 2, "{recovery:?}");
        if recovery == Recovery::Revert {
            let poison = line.poisoned().unwrap().to_string();
            assert!(poison.contains("`apply` of the event"), "{poison}");
            assert!(pushed(&mut line, 1).is_err() && line.pop() && line.pop() && !line.pop());
        } else {
            assert!(line.poisoned().is_none() && pushed(&mut line, 1).is_ok());
            line.pop();
            assert_eq!((line.depth(), *line.state()), (2, 2));
            assert!(line.pop() && line.pop() && !line.pop());
            assert_eq!(*line.state(), 0);
        }
    }
}

#[test]
fn what_cannot_be_popped_poisons_the_line() {
    for (to, left) in [(None, 2), (Some(1), 1), (Some(0), 0)] {
        let mut line = two_pushed(Recovery::Revert);
        pushed(&mut line, REVERT).unwrap();
        match to {
            None => assert!(line.pop()),
            Some(depth) => line.pop_to(depth),
        }
        assert_eq!(line.depth(), left);
        let poison = line.poisoned().unwrap().to_string();
        assert!(poison.contains("`revert` of the event"), "{poison}");
        assert!(pushed(&mut line, 1).is_err());
    }
    let mut line = two_pushed(Recovery::Snapshot);
    pushed(&mut line, REVERT).unwrap();
    line.pop_to(1);
    assert_eq!((line.depth(), *line.state(), line.poisoned().is_none()), (1, 1, true));
}

/// What an author proposes in a form of their own.
struct Twice(Ev);

impl rulebook::Propose<Sandbox> for Twice {
    fn propose_to(self, cx: &mut Effect<'_, Sandbox>) -> Result<(), Asked> {
        cx.propose(self.0.clone());
        cx.propose(self.0);
        Ok(())
    }
}

#[test]
fn what_an_author_proposes_in_a_form_of_their_own_happens() {
    let book = book("forms")
        .rule("twice", |rule| {
            rule.on(ActKind::Go).then(|cx, ()| Twice(Ev::Add(cx.action.number())))
        })
        .rule("perhaps", |rule| {
            rule.on(ActKind::Other).then(|cx, ()| Ok::<_, Asked>([Ev::Add(cx.action.number())]))
        })
        .compile()
        .unwrap();
    let mut game = start(&book, Recovery::Snapshot);
    assert!(go(&mut game, Act::Go(4)).is_committed());
    assert!(go(&mut game, Act::Other(5)).is_committed());
    assert_eq!(game.state().total, 13);
    game.undo().unwrap();
    game.undo().unwrap();
    assert_eq!(game.state().total, 0);
}

#[test]
fn what_was_drawn_on_a_line_is_taken_back_with_it() {
    let draws = |cx: &mut Effect<'_, Sandbox>, _: ()| {
        let (rolled, number) = (i64::from(cx.roll(6) + cx.roll(6)), cx.action.number());
        assert!(number != 2, "an effect, on purpose");
        Ok(match number {
            1 => vec![Ev::Add(rolled)],
            3 => vec![Ev::Add(cx.choose(Seat(0), "How many?", [1, 2])?)],
            4 => vec![Ev::Note("one"), Ev::Add(rolled)],
            5 => vec![Ev::Add(10_000)],
            _ => vec![],
        })
    };
    let book = book("drawn")
        .invariant("below 5,000", |invariant| invariant.holds(|table| table.total < 5_000))
        .rule("draws", |rule| {
            rule.on(ActKind::Go).exact([], |offer| offer.extend((1..=6).map(Act::Go))).then(draws)
        })
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut line = start(&book, recovery).search(Seed(3));
        let mut came = Vec::new();
        for _ in 0..3 {
            let mut legal = Vec::new();
            line.legal_into(Seat(0), &mut legal).unwrap();
            let (luck, depth) = (line.luck(), line.depth());
            for legal in &legal {
                came.push(match line.play(legal) {
                    Ok(outcome) => format!("{outcome} {}", line.state().total),
                    Err(fault) => fault.to_string(),
                });
                if line.depth() > depth {
                    line.pop();
                }
                assert_eq!(line.luck(), luck, "{:?}", came.last());
            }
            assert!(line.play(&legal[0]).unwrap().is_committed());
            assert!(line.luck() > luck);
        }
        for course in ["committed", "an effect, on purpose", "How many?", "aborted"] {
            assert!(came.iter().any(|it| it.contains(course)), "{course}: {came:?}");
        }
    }
}

struct Total;

impl Game for Total {
    type State = u32;
    type Action = u32;
    type Event = u32;
    type Trace = ();
    type Reason = Never;

    fn apply(total: &mut u32, by: &u32) {
        *total += by;
    }
}

impl Revert for Total {
    fn revert(total: &mut u32, by: &u32, (): &()) {
        *total -= by;
    }
}

/// A book in which 0 adds what is drawn.
fn drawing(passes: Passes) -> Book<Total> {
    let book = Book::<Total>::builder("total").passes(passes).reverts().rule("all", |rule| {
        rule.exact([], |offer| offer.extend([0, 1])).then(|cx, ()| match *cx.action {
            0 => [cx.below(1_000_000)],
            by => [by],
        })
    });
    book.compile().unwrap()
}

#[test]
fn other_dice_in_the_middle_of_a_line_are_the_same_whichever_way_leads_back() {
    let mut came = Vec::new();
    for passes in [Passes::none(), Passes::all()] {
        for recovery in [Recovery::Snapshot, Recovery::Revert] {
            let options = SessionOptions { recovery: Some(recovery), ..SessionOptions::DEFAULT };
            let game = drawing(passes).start_with(0, Seed(1), options).unwrap();
            let mut line = game.search(Seed(2));
            line.push(Seat(0), 0).unwrap();
            let mut legal = Vec::new();
            line.legal_into(Seat(0), &mut legal).unwrap();
            line.play(&legal[1]).unwrap();
            line.reseed(Seed(3));
            line.pop();
            let (luck, before) = (line.luck(), *line.state());
            line.push(Seat(0), 0).unwrap();
            came.push((luck, *line.state() - before));
        }
    }
    let mut fresh = drawing(Passes::all()).start(0, Seed(1)).unwrap().search(Seed(3));
    fresh.push(Seat(0), 0).unwrap();
    assert_eq!(came, [(0, *fresh.state()); 4]);
}
