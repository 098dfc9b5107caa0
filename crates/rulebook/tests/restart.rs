//! Another game in the same session: nothing of the old one is believed any more, and
//! whoever watches goes on watching.

mod common;

use std::cell::Cell;
use std::sync::mpsc::channel;

use common::plan::{COUNTING, Sign, number};
use common::*;
use rulebook::prelude::*;
use rulebook::{
    Cause, Detail, Digests, History, Legal, Notice, Observer, Recovery, SessionOptions, StartError,
};

/// A session that takes the straight line, and those that do not.
fn sessions() -> Vec<Session<Sandbox>> {
    let book = book("restarts")
        .rule("adds", |rule| {
            rule.on(ActKind::Go)
                .given(&number(), Sign::Plus)
                .candidates(|offer| offer.extend([Act::Go(1), Act::Go(2)]))
                .then(|cx, ()| [Ev::Add(cx.action.number())])
        })
        .rule("asks", |rule| {
            rule.on(ActKind::Other)
                .then(|cx, ()| Ok([Ev::Add(cx.choose(Seat(0), "How much?", [10, 20])?)]))
        })
        .compile()
        .unwrap();
    let digests = SessionOptions { digests: Digests::PerFrame, ..SessionOptions::default() };
    let options = [SessionOptions::default(), COUNTING, digests];
    let with = |recovery| options.map(|options| start_with(&book, recovery, options));
    BOTH.into_iter().flat_map(with).collect()
}

/// Whether a proof is refused, as one for another state.
fn is_stale(game: &mut Session<Sandbox>, proof: &Legal<Sandbox>) -> bool {
    let (before, number) = (game.state().clone(), game.number());
    let outcome = game.play(proof.clone()).unwrap();
    assert_eq!((game.state(), game.number()), (&before, number));
    matches!(outcome.refusal().unwrap().cause, Cause::StaleProof)
}

#[test]
fn proofs_of_the_old_game_are_refused_also_in_a_state_that_is_the_same() {
    for mut game in sessions() {
        let first = game.legal(Seat(0)).unwrap().remove(0);
        game.restart(Table::default(), Seed(7)).unwrap();
        assert!(is_stale(&mut game, &first), "before anything has happened");
        go(&mut game, Act::Go(1));
        let second = game.legal(Seat(0)).unwrap().remove(0);
        game.restart(Table::default(), Seed(7)).unwrap();
        go(&mut game, Act::Go(1));
        assert!(is_stale(&mut game, &second), "after the same action");
        game.undo().unwrap();
        assert!(is_stale(&mut game, &first), "back at the start");
        let own = game.legal(Seat(0)).unwrap().remove(0);
        assert!(game.play(own).unwrap().is_committed());
    }
}

/// Says what it is told of, by name and with what was avoided.
struct Listener(std::sync::mpsc::Sender<String>);

impl Observer<Sandbox> for Listener {
    fn notice(&mut self, notice: &Notice<'_, Sandbox>) {
        let said = match notice {
            Notice::Avoided { pass, count } => format!("avoided {pass} {count}"),
            other => other.name().to_owned(),
        };
        self.0.send(said).expect("the test listens");
    }

    fn detail(&self) -> Detail {
        Detail::Decisions
    }
}

#[test]
fn the_observer_goes_on_watching_and_is_told_what_is_avoided_from_the_start() {
    for mut game in sessions() {
        let (pen, lines) = channel();
        let told = || lines.try_iter().collect::<Vec<_>>();
        game.observe(Listener(pen.clone()));
        go(&mut game, Act::Go(1));
        let first = told();
        assert!(first.contains(&"avoided kinds 1".to_owned()), "{first:?}");
        game.restart(Table::default(), Seed(7)).unwrap();
        go(&mut game, Act::Go(1));
        assert_eq!(told(), first, "it goes on");
        // Nobody watches when the next one begins, and then somebody does.
        assert!(game.unobserve().is_some());
        game.restart(Table::default(), Seed(7)).unwrap();
        game.observe(Listener(pen.clone()));
        go(&mut game, Act::Go(1));
        assert_eq!(told(), first, "it is told anew");
    }
}

#[test]
fn an_answer_belongs_to_what_is_asked_and_not_to_the_old_game() {
    for mut game in sessions() {
        let asked = |game: &mut Session<Sandbox>| match go(game, Act::Other(1)) {
            Outcome::Pending(choice) => choice.id,
            other => panic!("{other}"),
        };
        let old = asked(&mut game);
        game.restart(Table::default(), Seed(7)).unwrap();
        assert!(game.pending().is_none());
        let refused = game.answer(Seat(0), old, 0).unwrap();
        assert!(refused.refusal().is_some(), "nothing is asked");
        go(&mut game, Act::Go(1));
        asked(&mut game);
        let refused = game.answer(Seat(0), old, 0).unwrap();
        assert!(refused.refusal().is_some(), "at another place");
    }
}

#[test]
fn a_list_of_everybodys_legal_actions_is_emptied_first_and_is_what_a_new_one_is() {
    for mut game in sessions() {
        let mut legal = Vec::new();
        for _ in 0..3 {
            game.legal_all_into(&mut legal).unwrap();
            assert_eq!(legal, game.legal_all().unwrap());
            assert_eq!(legal.len(), 4);
        }
        // While a choice is pending, it can only be answered.
        assert!(matches!(go(&mut game, Act::Other(1)), Outcome::Pending(_)));
        game.legal_all_into(&mut legal).unwrap();
        assert_eq!((legal.len(), game.legal_all().unwrap().len()), (0, 0));
    }
}

#[test]
fn no_half_of_a_list_is_left_where_somebody_panics() {
    let armed = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let of = |exact: bool| {
        let armed = armed.clone();
        let book = book("half").rule("one", |rule| {
            rule.on(ActKind::Go)
                .candidates(|offer| offer.push(Act::Go(1)))
                .then(|_, ()| [Ev::Add(1)])
        });
        let offers = move |offer: &mut rulebook::Offer<'_, Sandbox>| {
            offer.push(Act::Other(2));
            assert!(!armed.load(std::sync::atomic::Ordering::SeqCst), "a generator, on purpose");
        };
        let book = book.rule("two", |rule| {
            let rule = rule.on(ActKind::Other);
            let rule = if exact { rule.exact([], offers) } else { rule.candidates(offers) };
            rule.then(|_, ()| [Ev::Add(2)])
        });
        start(&book.compile().unwrap(), Recovery::Revert)
    };
    for mut game in [of(false), of(true)] {
        let mut legal = game.legal_all().unwrap();
        assert_eq!(legal.len(), 4);
        armed.store(true, std::sync::atomic::Ordering::SeqCst);
        assert!(game.legal_all_into(&mut legal).is_err());
        assert_eq!(legal, []);
        armed.store(false, std::sync::atomic::Ordering::SeqCst);
        game.legal_all_into(&mut legal).unwrap();
        assert_eq!(legal.len(), 4);
    }
}

thread_local! {
    /// Which of the types panics the next time a value of it is dropped.
    static ARMED: Cell<Option<u8>> = const { Cell::new(None) };
}

/// A value that may panic when it is dropped.
#[derive(Clone, Debug, PartialEq)]
struct Brittle<const TYPE: u8>(u32);

impl<const TYPE: u8> Drop for Brittle<TYPE> {
    fn drop(&mut self) {
        if ARMED.get() == Some(TYPE) {
            ARMED.set(None);
            panic!("a destructor, on purpose");
        }
    }
}

impl<const TYPE: u8> Kinded for Brittle<TYPE> {
    type Kind = Only;
    fn kind(&self) -> Only {
        Only
    }
}

/// There is but one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Only;

impl rulebook::Kind for Only {
    const ALL: &'static [Self] = &[Only];
    fn index(self) -> usize {
        0
    }
    fn name(self) -> &'static str {
        "Only"
    }
}

struct China;

impl Game for China {
    type State = Brittle<0>;
    type Action = Brittle<1>;
    type Event = Brittle<2>;
    type Trace = Brittle<3>;
    type Reason = Brittle<4>;

    fn apply(state: &mut Brittle<0>, event: &Brittle<2>) -> Brittle<3> {
        state.0 += event.0;
        Brittle(event.0)
    }
}

impl Revert for China {
    fn revert(state: &mut Brittle<0>, event: &Brittle<2>, _: &Brittle<3>) {
        state.0 -= event.0;
    }
}

impl rulebook::Reason for Brittle<4> {
    fn code(&self) -> &'static str {
        "brittle"
    }
}

impl std::fmt::Display for Brittle<4> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("It is not to be touched.")
    }
}

#[test]
fn whatever_of_the_old_game_panics_when_it_is_dropped_the_new_one_has_begun_as_a_whole() {
    let book = Book::<China>::builder("china")
        .reverts()
        .rule("adds", |rule| {
            rule.answer(|ask| match ask.action.0 {
                60 => Answer::disallowed(Brittle(60)),
                number => Answer::Match(number),
            })
            .then(|_, number| [Brittle(number)])
        })
        .compile()
        .unwrap();
    let mut dropped = [0; 5];
    for (recovery, history) in BOTH.into_iter().flat_map(|recovery| {
        [History::All, History::Last(2), History::None].map(|history| (recovery, history))
    }) {
        for (of, explains) in (0..5).flat_map(|of| [false, true].map(|explains| (of, explains))) {
            let options =
                SessionOptions { recovery: Some(recovery), history, ..SessionOptions::default() };
            let mut game = book.start_with(Brittle(0), Seed(1), options).unwrap();
            for number in [1, 2, 3, 4, 60] {
                game.submit(Seat(0), Brittle(number)).unwrap();
            }
            game.undo().unwrap();
            if explains {
                game.explain(Seat(0), &Brittle(60)).unwrap();
            }
            ARMED.set(Some(of));
            let began = game.restart(Brittle(1000), Seed(9));
            let fell = ARMED.take().is_none();
            dropped[usize::from(of)] += u32::from(fell);
            assert_eq!(matches!(began, Err(StartError::Dropped(_))), fell, "{of} {history:?}");
            assert!(fell || began.is_ok());
            let (depths, seed) = ((game.undo_depth(), game.redo_depth()), game.seed());
            assert_eq!((game.state().0, game.number(), depths, seed), (1000, 0, (0, 0), Seed(9)));
            assert!(game.submit(Seat(0), Brittle(5)).unwrap().is_committed());
            assert_eq!((game.state().0, game.number()), (1005, 1));
        }
    }
    assert!(dropped.iter().all(|times| *times > 0), "{dropped:?}");
}
