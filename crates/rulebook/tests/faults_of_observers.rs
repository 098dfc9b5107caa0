//! An observer that panics, at whatever it is told, spoils nothing: the fault
//! names it, and the session is as before (M1).

mod common;

use std::sync::{Arc, Mutex};

use common::minefield::*;
use common::{BOTH, picture};
use rulebook::prelude::*;
use rulebook::{
    Detail, Digests, Fault, FaultKind, History, Notice, Observer, Passes, Recovery, SessionOptions,
};

const BY: By = By::Seat(Seat(0));

fn is_of_the_observer(fault: &Fault) -> bool {
    matches!(fault.kind(), FaultKind::Panic { place, .. } if place == "the observer")
}

fn watched(recovery: Recovery) -> Session<Minefield> {
    watched_in(Passes::all(), recovery)
}

/// The full book, and a rule that looks at flights and has nothing to say.
fn watched_in(passes: Passes, recovery: Recovery) -> Session<Minefield> {
    let options = SessionOptions {
        recovery: Some(recovery),
        digests: Digests::PerFrame,
        ..SessionOptions::default()
    };
    let book = full()
        .variant("watched")
        .passes(passes)
        .rule("look away", |rule| {
            rule.on(WalkKind::Fly).answer(|_| Answer::<(), _>::Skip).then(|_, ()| ())
        })
        .compile()
        .expect("the variant is a fine book");
    let mut game = midway(&book, options);
    game.observe(Watcher);
    game
}

/// A call during which an observer is told of something.
type Call = fn(&mut Session<Minefield>) -> Result<(), Fault>;

/// Each notice, and a call in which it comes.
const CALLS: [(&str, Call); 15] = [
    ("submitted", |game| game.submit(BY, Walk::Go(1)).map(drop)),
    ("lifted", |game| game.submit(BY, Walk::Go(EXCEPTIONAL)).map(drop)),
    ("skipped", |game| game.submit(BY, Walk::Fly).map(drop)),
    ("avoided", |game| game.submit(BY, Walk::Leap(1)).map(drop)),
    ("selected", |game| game.submit(BY, Walk::Go(1)).map(drop)),
    ("conflict", |game| game.submit(BY, Walk::Go(1)).map(drop)),
    ("no change", |game| game.submit(BY, Walk::Leap(0)).map(drop)),
    ("happened", |game| game.submit(BY, Walk::Go(1)).map(drop)),
    ("committed", |game| game.submit(BY, Walk::Go(1)).map(drop)),
    ("refused", |game| game.submit(BY, Walk::Fly).map(drop)),
    ("pending", |game| game.submit(BY, Walk::Ask).map(drop)),
    ("undone", |game| game.undo().map(drop)),
    ("redone", |game| game.redo().map(drop)),
    ("rolled back", |game| game.submit_all([(BY, Walk::Go(1)), (BY, Walk::Fly)]).map(drop)),
    ("fault", |game| {
        armed_after(Spot::Observer("committed"), 0, || game.submit(BY, Walk::Go(1))).map(drop)
    }),
];

#[test]
fn a_panic_at_any_notice_leaves_the_session_as_it_was() {
    for recovery in BOTH {
        for (notice, call) in CALLS {
            panics_at(notice, call, &mut watched_in(Passes::all(), recovery));
            // The reference interpreter avoids nothing.
            if notice != "avoided" {
                panics_at(notice, call, &mut watched_in(Passes::none(), recovery));
            }
        }
    }
}

fn panics_at(notice: &'static str, call: Call, game: &mut Session<Minefield>) {
    let before = picture(game);
    for _ in 0..2 {
        let fault = match notice {
            "fault" => call(game),
            _ => armed(Spot::Observer(notice), || call(game)),
        };
        let fault = fault.expect_err(notice);
        assert!(is_of_the_observer(&fault), "{notice}: {fault}");
        assert_eq!(picture(game), before, "{notice} with {:?}", game.options().recovery);
    }
    // The session goes on, watched as before.
    call_without_fuse(game, notice, call);
}

#[test]
fn the_reference_interpreter_tells_of_nothing_avoided() {
    for recovery in BOTH {
        let mut game = watched_in(Passes::none(), recovery);
        let leap = || game.submit(BY, Walk::Leap(1));
        assert!(armed(Spot::Observer("avoided"), leap).unwrap().is_committed());
    }
}

fn call_without_fuse(game: &mut Session<Minefield>, notice: &str, call: Call) {
    if notice == "fault" {
        assert!(game.submit(BY, Walk::Go(1)).unwrap().is_committed());
    } else {
        call(game).unwrap_or_else(|fault| panic!("{notice}: {fault}"));
    }
}

#[test]
fn a_panic_at_the_second_event_takes_both_back() {
    for recovery in BOTH {
        let mut game = watched(recovery);
        let before = picture(&mut game);
        let fault = armed_after(Spot::Observer("happened"), 1, || game.submit(BY, Walk::Go(1)))
            .unwrap_err();
        assert!(is_of_the_observer(&fault));
        assert_eq!(picture(&mut game), before, "{recovery:?}");
    }
}

#[test]
fn a_panic_in_the_midst_of_undoing_several_frames_undoes_none() {
    for recovery in BOTH {
        let mut game = watched(recovery);
        game.submit_all([(BY, Walk::Go(1)), (BY, Walk::Go(2)), (BY, Walk::Go(3))]).unwrap();
        let before = picture(&mut game);
        for passes in 0..3 {
            let fault = armed_after(Spot::Observer("undone"), passes, || game.undo()).unwrap_err();
            assert!(is_of_the_observer(&fault));
            assert_eq!(picture(&mut game), before);
            assert!(armed_after(Spot::Observer("undone"), passes, || game.rewind(0)).is_err());
            assert_eq!(picture(&mut game), before);
        }
        game.undo().unwrap();
        let before = picture(&mut game);
        for passes in 0..3 {
            assert!(armed_after(Spot::Observer("redone"), passes, || game.redo()).is_err());
            assert_eq!(picture(&mut game), before);
        }
        assert!(matches!(game.redo().unwrap(), Outcome::Redone(_)));
    }
}

#[test]
fn a_panic_in_the_midst_of_a_sequence_commits_none() {
    for recovery in BOTH {
        let mut game = watched(recovery);
        let before = picture(&mut game);
        let sequence = || [(BY, Walk::Go(1)), (BY, Walk::Go(2)), (BY, Walk::Go(3))];
        for notice in ["submitted", "selected", "happened", "committed"] {
            for passes in 0..3 {
                let submit = || game.submit_all(sequence());
                let fault = armed_after(Spot::Observer(notice), passes, submit).unwrap_err();
                assert!(is_of_the_observer(&fault));
                assert_eq!(picture(&mut game), before, "{notice} after {passes}");
            }
        }
    }
}

#[test]
fn a_panic_at_what_follows_an_answer_leaves_the_choice_pending() {
    for recovery in BOTH {
        let mut game = watched(recovery);
        let Outcome::Pending(first) = game.submit(BY, Walk::Ask).unwrap() else {
            panic!("the effect asks");
        };
        let before = picture(&mut game);
        let fault = armed(Spot::Observer("pending"), || game.answer(BY, first.id, 0)).unwrap_err();
        assert!(is_of_the_observer(&fault));
        assert_eq!(picture(&mut game), before, "the first choice is still pending");
        let Outcome::Pending(second) = game.answer(BY, first.id, 0).unwrap() else {
            panic!("there is a second question");
        };
        let before = picture(&mut game);
        for notice in ["submitted", "happened", "committed"] {
            assert!(armed(Spot::Observer(notice), || game.answer(BY, second.id, 0)).is_err());
            assert_eq!(picture(&mut game), before, "{notice}");
        }
        assert!(armed(Spot::Observer("refused"), || game.answer(BY, first.id, 0)).is_err());
        assert_eq!(picture(&mut game), before);
        assert!(game.answer(BY, second.id, 0).unwrap().is_committed());
    }
}

#[test]
fn an_observer_that_panics_when_asked_how_much_it_wants_to_know() {
    struct Undecided;
    impl rulebook::Observer<Minefield> for Undecided {
        fn notice(&mut self, _: &rulebook::Notice<'_, Minefield>) {}
        fn detail(&self) -> rulebook::Detail {
            at(Spot::Observer("detail"));
            rulebook::Detail::Outcomes
        }
    }
    let mut game = watched(BOTH[0]);
    game.observe(Undecided);
    let before = picture(&mut game);
    let fault = armed(Spot::Observer("detail"), || game.submit(BY, Walk::Go(1))).unwrap_err();
    assert!(is_of_the_observer(&fault));
    assert_eq!(picture(&mut game), before);
    assert!(game.submit(BY, Walk::Go(1)).unwrap().is_committed());
}

/// A plain game: what is added is written down. Its rules are asked in order.
struct Ledger;

impl Game for Ledger {
    type State = Vec<u32>;
    type Action = u32;
    type Event = u32;
    type Trace = usize;
    type Reason = Never;

    fn apply(ledger: &mut Vec<u32>, amount: &u32) -> usize {
        ledger.push(*amount);
        ledger.len()
    }
}

impl Revert for Ledger {
    fn revert(ledger: &mut Vec<u32>, _: &u32, length: &usize) {
        assert_eq!(ledger.len(), *length, "events are taken back in order");
        ledger.pop();
    }
}

/// The same where rules are found by what an action is about.
struct Subjects;

impl Game for Subjects {
    type State = Vec<u32>;
    type Action = u32;
    type Event = u32;
    type Trace = usize;
    type Reason = Never;

    fn apply(ledger: &mut Vec<u32>, amount: &u32) -> usize {
        Ledger::apply(ledger, amount)
    }

    fn subject(_: &Vec<u32>, amount: &u32) -> Option<Subject> {
        Some(Subject(*amount))
    }
}

impl Revert for Subjects {
    fn revert(ledger: &mut Vec<u32>, amount: &u32, length: &usize) {
        Ledger::revert(ledger, amount, length);
    }
}

fn ledger() -> Book<Ledger> {
    Book::builder("ledger")
        .reverts()
        .rule("huge", |rule| rule.when("huge", |ask| *ask.action > 100).then(|cx, ()| [*cx.action]))
        .rule("add", |rule| {
            rule.exact(["huge"], |offer| offer.extend(1..=3)).then(|cx, ()| [*cx.action])
        })
        .compile()
        .expect("a book of two rules")
}

fn subjects() -> Book<Subjects> {
    let builder = Book::builder("subjects").reverts();
    let add = |builder: rulebook::BookBuilder<Subjects>, amount: u32| {
        builder.rule(format!("add {amount}"), |rule| {
            let rule = rule.subject(Subject(amount)).when("not huge", |ask| *ask.action < 100);
            rule.then(move |_, ()| [amount])
        })
    };
    (0..8).fold(builder, add).compile().expect("a book of eight rules")
}

/// Panics at a notice of this name.
struct Fuse(Arc<Mutex<&'static str>>, Detail);

impl<G: Game> Observer<G> for Fuse {
    fn notice(&mut self, notice: &Notice<'_, G>) {
        let at = *self.0.lock().expect("nobody panics while holding it");
        assert!(notice.name() != at, "at {at}, on purpose");
    }

    fn detail(&self) -> Detail {
        self.1
    }
}

/// Plays many actions, each of which is spoilt before it is played.
fn spoil<G>(
    book: &Book<G>,
    options: SessionOptions,
    (notice, detail): (&'static str, Detail),
    play: impl Fn(&mut Session<G>) -> Result<Outcome<G>, Fault>,
) where
    G: Game<State = Vec<u32>, Event = u32>,
{
    let fuse = Arc::new(Mutex::new(""));
    let mut game = book.start_with(Vec::new(), Seed(1), options).expect("it can start");
    game.observe(Fuse(fuse.clone(), detail));
    let picture = |game: &Session<G>| {
        let frames = game.frames().map(|frame| (frame.number(), frame.to_string()));
        let depths = (game.undo_depth(), game.redo_depth(), game.number());
        (game.state().clone(), depths, frames.collect::<Vec<_>>())
    };
    // Through several sizes of the lists, full and not.
    for step in 0..20 {
        let (context, before) = (format!("{notice}, {detail:?}, {options:?}"), picture(&game));
        *fuse.lock().unwrap() = notice;
        let fault = play(&mut game).expect_err(&context);
        assert!(is_of_the_observer(&fault), "{context}: {fault}");
        assert_eq!(picture(&game), before, "{context}");
        *fuse.lock().unwrap() = "";
        assert!(play(&mut game).unwrap().is_committed(), "{context}");
        assert_eq!(game.state().len(), step + 1, "{context}");
        let after = picture(&game);
        // Not each time: the frame after one that was redone is not just appended.
        if step % 4 == 3 && game.undo_depth() > 0 {
            assert!(game.undo().unwrap().frame().is_some(), "{context}");
            assert_eq!(*game.state(), before.0, "{context}");
            game.redo().unwrap();
        }
        assert_eq!(picture(&game), after, "{context}");
    }
}

#[test]
fn a_panic_in_whoever_watches_a_plain_game_leaves_no_frame() {
    let (ledger, subjects) = (ledger(), subjects());
    for (recovery, history) in BOTH.into_iter().flat_map(|recovery| {
        [History::All, History::Last(3), History::None].map(|history| (recovery, history))
    }) {
        let options =
            SessionOptions { recovery: Some(recovery), history, ..SessionOptions::default() };
        for notice in ["submitted", "happened", "committed"] {
            for detail in [Detail::Outcomes, Detail::Selections, Detail::Decisions] {
                let watched = (notice, detail);
                spoil(&ledger, options, watched, |game| game.submit(BY, 5));
                spoil(&ledger, options, watched, |game| {
                    let legal = game.legal(BY)?;
                    game.play(legal[1].clone())
                });
                spoil(&subjects, options, watched, |game| game.submit(BY, 5));
            }
        }
        for notice in ["skipped", "selected"] {
            spoil(&ledger, options, (notice, Detail::Decisions), |game| game.submit(BY, 5));
        }
    }
}
