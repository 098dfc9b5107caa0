//! Duels: it conforms, and plays at random without a fault, every invariant
//! verified after every event; and what of the rule sheet fires on the way.

use rulebook::prelude::*;
use rulebook::{Coverage, Dice, SessionOptions, Verify};
use rulebook_games::duels::*;
use rulebook_testkit::Conformance;

#[test]
fn it_conforms() {
    Conformance::new(book(), setup)
        .universe(universe)
        .views()
        .rarely(|action| matches!(action, Action::Resign))
        .show(show)
        .print(print)
        .golden("playthroughs/duels.txt")
        .check();
}

#[test]
fn the_rule_sheet_has_no_warnings() {
    assert_eq!(book().warnings(), []);
}

/// How many games are played at random: more of them in a full run.
fn games() -> u64 {
    if std::env::var_os("RULEBOOK_FULL").is_some() { 10_000 } else { 1_000 }
}

/// Plays a game at random: what is legal, and now and then what is not.
fn play(duel: &mut Session<Duels>, dice: &mut Dice) {
    while duel.result().is_none() {
        if dice.below(2) == 0 {
            let mut tried = universe(duel.state());
            let mut by = By::Seat(duel.state().active());
            if dice.below(5) == 0 {
                by = *dice.pick(&[By::Seat(Seat(0)), By::Chance, By::Clock]).expect("somebody");
            } else {
                // Mostly one's own cards: much is wrong with others anyway.
                let own = |card| duel.state().exists(card) && by.is(duel.state().owner(card));
                tried.retain(|tried| tried.card().is_some_and(own));
            }
            if let Some(&tried) = dice.pick(&tried) {
                submit(duel, by, tried, dice);
            }
        }
        let mut legal = duel.legal_all().expect("no faults");
        legal.retain(|legal| !matches!(legal.action(), Action::Resign) || dice.below(100) == 0);
        if let Some(picked) = dice.pick(&legal) {
            submit(duel, picked.by(), *picked.action(), dice);
        }
    }
}

fn submit(duel: &mut Session<Duels>, by: By, action: Action, dice: &mut Dice) {
    let mut outcome = duel.submit(by, action).expect("no faults");
    while let Outcome::Pending(choice) = outcome {
        let option = dice.below(choice.options.len() as u32);
        outcome = duel.answer(choice.seat, choice.id, option).expect("no faults");
    }
    let aborted = matches!(outcome, Outcome::Aborted(_));
    assert!(!aborted, "{} by {by}: {outcome}", print(&action));
}

/// What random play does not get to: no Champion of the standard cards wanders,
/// and a Champion is rarely displaced just before a Gate Breaker. The tests of
/// the rules see to them:
/// `exceptions::every_check_that_says_so_can_be_lifted` and
/// `exceptions::a_wandering_champion_is_placed_anywhere_and_stays_there`.
const NEVER: &[&str] = &[
    "the exception \"the card is an exception: the champion stands in the centre\"",
    "the exception \"the card is an exception: the centre lane is open\"",
];

/// What a thousand games may not get to, and ten thousand do; a test of the
/// rules sees to it in any case:
/// `refused_targets::what_is_forbidden_is_refused_though_every_check_is_content`.
const RARELY: &[&str] = &["the check \"a card forbids it to protect\""];

#[test]
fn random_play_comes_to_an_end_without_a_fault_and_everything_fires() {
    let book = book();
    let options = SessionOptions { verify: Verify::EveryEvent, ..SessionOptions::default() };
    let threads = 4;
    let coverage = Coverage::of(&book);
    std::thread::scope(|scope| {
        let part = |from: u64| {
            let (book, coverage) = (&book, Coverage::of(&book));
            move || {
                for seed in (from..games()).step_by(threads as usize) {
                    let mut duel =
                        book.start_with(setup(), Seed(seed), options).expect("it can start");
                    coverage.watch(&mut duel).expect("it is this book");
                    play(&mut duel, &mut Dice::new(Seed(seed)));
                }
                coverage
            }
        };
        let parts: Vec<_> = (0..threads).map(|from| scope.spawn(part(from))).collect();
        for part in parts {
            let part = part.join().expect("no thread has failed");
            coverage.merge(&part).expect("it is this book");
        }
    });
    let report = coverage.report();
    assert_eq!((report.faults, report.unhandled.len()), (0, 0), "{report}");
    let rarely = if games() < 10_000 { RARELY } else { &[] };
    let excused = |one: &str| NEVER.contains(&one) || rarely.contains(&one);
    let never = report.never().map(ToString::to_string);
    let missed: Vec<String> = never.filter(|one| !excused(one)).collect();
    assert_eq!(missed, [""; 0], "{report}");
}
