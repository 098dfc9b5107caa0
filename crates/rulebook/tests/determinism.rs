//! The same book, setup, seed, actions and answers give the same frames,
//! traces and digests, byte for byte, however many threads run beside it (M2).

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Digests, Mode, Recovery, Search, SessionOptions};

/// Dice, choices, an exception, a turn machine, rules that apply one after the
/// other: everything that could come out differently.
fn everything() -> BookBuilder<Sandbox> {
    book("everything")
        .check("small steps", Gate::Specific, |check| {
            check.liftable().require(|ask| ask.action.number() < 9, Why::TooLarge(9))
        })
        .exception("nine is fine", |exception| {
            exception.lifts("small steps").when(|ask| ask.action.number() == 9)
        })
        .turn(
            |table: &Table| table.step,
            Why::NotNow,
            |turn| {
                let any = [ActKind::Go, ActKind::Other];
                turn.step(Step::Draw, |step| {
                    step.allows(any).leads_to(Step::Play).leaving(|_| [Ev::Note("leave")])
                })
                .step(Step::Play, |step| {
                    step.allows(any).leads_to(Step::Draw).entering(|cx| {
                        let pips = i64::from(cx.roll(6));
                        [Ev::Add(-pips)]
                    })
                })
            },
        )
        .strategy(Strategy::ApplyAll)
        .rule("shuffle", |rule| {
            rule.then(|cx, ()| {
                let mut words = ["a", "b", "c", "d", "e"];
                cx.shuffle(&mut words);
                let picked = *cx.pick(&words).expect("there are five");
                [Ev::Note(words[0]), Ev::Note(picked)]
            })
        })
        .rule("ask", |rule| {
            rule.on(ActKind::Other).then(|cx, ()| {
                let word = cx.choose(Seat(1), "Which?", ["x", "y", "z"])?;
                Ok([Ev::Note(word)])
            })
        })
        .rule("move", |rule| {
            rule.then(|cx, ()| match cx.state.step {
                Step::Draw => [Ev::Move(Step::Play)],
                _ => [Ev::Move(Step::Draw)],
            })
        })
}

/// Plays a fixed game and gives everything that there is to see of it.
fn play(book: &Book<Sandbox>, recovery: Recovery, seed: Seed) -> String {
    let options = SessionOptions {
        digests: Digests::PerFrame,
        recovery: Some(recovery),
        ..SessionOptions::default()
    };
    let mut game = book.start_with(Table::default(), seed, options).unwrap();
    for number in 0..20 {
        let action = if number % 3 == 0 { Act::Other(number % 10) } else { Act::Go(number % 10) };
        if let Outcome::Pending(choice) = go(&mut game, action) {
            game.answer(Seat(1), choice.id, number as u32 % 3).unwrap();
        }
    }
    let frames: String = game.frames().map(|frame| format!("{frame:?}\n{frame}\n")).collect();
    format!("{frames}{:?} {}", game.digest().unwrap(), game.dice_position())
}

#[test]
fn two_runs_are_the_same_to_the_last_byte_with_either_way_of_recovery() {
    let first = play(&everything().compile().unwrap(), Recovery::Snapshot, Seed(3));
    let again = play(&everything().compile().unwrap(), Recovery::Snapshot, Seed(3));
    assert_eq!(first, again);
    let reverting = play(&everything().compile().unwrap(), Recovery::Revert, Seed(3));
    assert_eq!(first, reverting);
    assert_ne!(first, play(&everything().compile().unwrap(), Recovery::Snapshot, Seed(4)));
}

#[test]
fn threads_beside_it_make_no_difference() {
    let book = everything().compile().unwrap();
    let alone = play(&book, Recovery::Snapshot, Seed(3));
    #[expect(clippy::disallowed_methods, reason = "to show that threads make no difference")]
    let beside: Vec<String> = std::thread::scope(|scope| {
        let play = |at: usize| play(&book, BOTH[at % 2], Seed(3));
        let threads: Vec<_> = (0..8).map(|at| scope.spawn(move || play(at))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(beside.iter().all(|game| *game == alone));
}

#[test]
fn the_digest_of_a_fixed_game_never_changes() {
    // The dice and the encoding are contracts, so these numbers are too.
    let book = everything().compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    // An empty log, the total, the turn, the step; the dice's seed and
    // position; no rule switched off.
    let mut bytes = Vec::new();
    for (number, width) in [(0_u64, 8), (0, 8), (0, 1), (0, 1), (7, 8), (0, 8), (0, 8)] {
        bytes.extend_from_slice(&number.to_le_bytes()[..width]);
    }
    let by_hand = Digest(xxhash_rust::xxh64::xxh64(&bytes, 0));
    assert_eq!(game.digest().unwrap(), Some(by_hand));
    for number in 0..5 {
        assert!(go(&mut game, Act::Go(number)).is_committed());
    }
    assert_eq!(game.state().log.len(), 13);
    assert_eq!(game.digest().unwrap().unwrap().to_string(), "71d9bf6aa057d1ef");
}

#[test]
fn the_same_shuffle_applied_twice_to_one_state_gives_the_same_result() {
    let book = everything().compile().unwrap();
    for recovery in BOTH {
        let options = SessionOptions { mode: Mode::Analysis, ..SessionOptions::default() };
        let mut game = start_with(&book, recovery, options);
        go(&mut game, Act::Go(1));
        let mut results = Vec::new();
        for _ in 0..3 {
            go(&mut game, Act::Go(2));
            results.push((game.state().log.clone(), game.digest().unwrap()));
            game.undo().unwrap();
        }
        assert!(results.iter().all(|result| *result == results[0]));
        let mut fork = game.fork();
        go(&mut fork, Act::Go(2));
        assert_eq!((fork.state().log.clone(), fork.digest().unwrap()), results[0]);
    }
}

#[test]
fn a_search_line_with_the_sessions_seed_rolls_what_a_game_with_that_seed_would() {
    let book = everything().compile().unwrap();
    let totals = |line: &mut Search<Sandbox>| {
        for _ in 0..4 {
            line.push(Seat(0), Act::Go(1)).unwrap();
        }
        (line.state().total, line.digest().unwrap())
    };
    let game = start(&book, BOTH[0]);
    let first = totals(&mut game.search(Seed(5)));
    assert_eq!(first, totals(&mut game.search(Seed(5))));
    assert_ne!(first, totals(&mut game.search(Seed(6))));
    let mut played = book.start(Table::default(), Seed(5)).unwrap();
    for _ in 0..4 {
        go(&mut played, Act::Go(1));
    }
    assert_eq!((played.state().total, played.digest().unwrap()), first);
}
