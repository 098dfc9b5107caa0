//! How the search by play goes about: through every state once, with every
//! answer to every choice, within its limits, and as likely as it is told.

mod common;

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use common::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, FindingKind, PlayError, Progress, Rule, RuleBuilder, Searched};

const BY: By = By::Seat(Seat(0));

/// One step at a time, up to a total of so many.
fn steps(top: i64) -> impl FnOnce(RuleBuilder<Sandbox>) -> Rule<Sandbox> {
    move |rule| {
        rule.on(ActKind::Go)
            .when("below the top", move |ask| ask.state.total < top)
            .candidates(move |offer| {
                if offer.by == BY && offer.state.total < top {
                    offer.extend([Act::Go(1), Act::Go(2)]);
                }
            })
            .then(|cx, ()| [Ev::Add(cx.action.number())])
    }
}

/// A rule that is chosen at a total of exactly so many, and changes nothing.
fn at(total: i64) -> impl FnOnce(RuleBuilder<Sandbox>) -> Rule<Sandbox> {
    move |rule| {
        rule.on(ActKind::Other).when("there", move |ask| ask.state.total == total).then(|_, ()| ())
    }
}

/// Everywhere somebody could also try the other kind.
fn other(_: &Table) -> Vec<(By, Act)> {
    vec![(BY, Act::Other(0))]
}

fn everywhere(builder: BookBuilder<Sandbox>, limit: usize) -> Searched {
    let book = builder.compile().unwrap();
    let search = book.analyse_by_play(|_| Table::default()).universe(other);
    search.every_state(limit).games(1).run().unwrap()
}

fn unreachable(found: &Searched) -> Vec<&str> {
    found.analysis.of(FindingKind::Unreachable).map(|finding| finding.about.name()).collect()
}

#[test]
fn every_state_is_looked_at_once() {
    let builder = || book("steps").rule("step", steps(20));
    // Totals from 0 to 21.
    let found = everywhere(builder().rule("there", at(21)).rule("beyond", at(22)), 1000);
    assert_eq!((found.progress.states, found.complete), (22, true));
    assert_eq!(unreachable(&found), ["beyond"]);
}

#[test]
fn a_limit_that_is_reached_is_said() {
    let builder = || book("steps").rule("step", steps(20)).rule("there", at(21));
    let found = everywhere(builder(), 10);
    assert_eq!((found.progress.states, found.complete), (10, false));
    assert_eq!(unreachable(&found), ["there"]);
    let exactly = everywhere(builder(), 22);
    assert_eq!((exactly.progress.states, exactly.complete), (22, true));
    let first = |found: &Searched| found.to_string().lines().next().unwrap().to_owned();
    assert_eq!(
        first(&found),
        "30 actions tried in 10 states of 1 game: there are more than the limit of 10."
    );
    assert_eq!(first(&exactly), "62 actions tried in 22 states of 1 game: every state.");
}

#[test]
fn a_starting_state_that_is_left_out_is_said() {
    let compiled = book("starts").rule("never", at(-1)).compile().unwrap();
    let found = |limit| {
        let start = |seed: Seed| Table { total: seed.0 as i64, ..Table::default() };
        let search = compiled.analyse_by_play(start).universe(other).games(2);
        let found = search.every_state(limit).run().unwrap();
        (found.progress.states, found.complete)
    };
    assert_eq!((found(1), found(2)), ((1, false), (2, true)));
    // The same one again is not left out.
    assert!(everywhere(book("starts").rule("never", at(-1)), 1).complete);
}

#[test]
fn everywhere_is_not_bound_by_the_length_of_a_game() {
    let compiled = book("steps").rule("step", steps(300)).compile().unwrap();
    let start = |_| Table { total: -1000, ..Table::default() };
    let search = compiled.analyse_by_play(start).every_state(10_000).games(1).actions(3);
    let found = search.weigh(|_, action| u32::from(*action == Act::Go(1))).run().unwrap();
    // One by one up to 100, where the game is over.
    assert_eq!((found.progress.states, found.complete), (1101, true));
}

#[test]
fn the_nearest_states_come_first_so_that_cases_are_short() {
    let builder = book("steps").rule("step", steps(20)).rule("not yet", |rule| {
        rule.on(ActKind::Other).when("early", |ask| ask.state.total < 6).then(|_, ()| ())
    });
    let found = everywhere(builder, 1000);
    let gap = found.analysis.of(FindingKind::Gap).next().unwrap();
    // Three steps of two.
    assert_eq!(
        gap.witness.as_ref().unwrap().to_string(),
        "Other(0) by seat 0 after 3 actions of the game with seed 0 \
         (Go(2) by seat 0, Go(2) by seat 0, Go(2) by seat 0)"
    );
}

#[test]
fn a_case_says_what_was_chosen_on_the_way_and_of_a_long_way_the_end() {
    let builder = |last: i64| {
        book("steps")
            .rule("ask", move |rule| {
                let rule = rule.on(ActKind::Go).when("below", move |ask| ask.state.total < last);
                rule.candidates(|offer| offer.push(Act::Go(0))).then(|cx, ()| {
                    let by = cx.choose(Seat(0), "How far?", [1, 5])?;
                    Ok([Ev::Add(by * cx.choose(Seat(0), "Which way?", [-1, 1])?)])
                })
            })
            .rule("not yet", move |rule| {
                let rule = rule.on(ActKind::Other);
                rule.when("early", move |ask| ask.state.total < last).then(|_, ()| ())
            })
    };
    let case = |last| {
        let found = everywhere(builder(last), 2_000);
        let gap = found.analysis.of(FindingKind::Gap).next().expect("it is found");
        gap.witness.as_ref().unwrap().played.clone().unwrap()
    };
    let near = case(5);
    assert_eq!(near.before, ["Go(0) by seat 0 with options 1 and 1"]);
    assert!(near.to_string().ends_with("seed 0 (Go(0) by seat 0 with options 1 and 1)"), "{near}");
    let far = case(50);
    assert_eq!(far.before.len(), 10);
    let told = far.to_string();
    assert!(told.contains("after 10 actions of the game with seed 0 (…, Go(0)"), "{told}");
    assert_eq!(told.matches("with options").count(), 8);
}

#[test]
fn a_fault_in_play_says_what_led_there() {
    let book = book("faulty").rule("step", |rule| {
        rule.candidates(|offer| offer.extend([Act::Go(1), Act::Go(2)])).then(|cx, ()| {
            assert!(cx.state.total < 2, "on purpose");
            [Ev::Add(cx.action.number())]
        })
    });
    let book = book.compile().unwrap();
    for search in [
        book.analyse_by_play(|_| Table::default()).every_state(100).games(1),
        book.analyse_by_play(|_| Table::default()).games(1),
    ] {
        let PlayError::Fault { played, .. } = search.run().unwrap_err() else {
            panic!("it is a fault")
        };
        let steps = |said: &String| if said.starts_with("Go(2)") { 2 } else { 1 };
        let total: usize = played.before.iter().map(steps).sum();
        assert!((2..4).contains(&total), "{played}");
    }
}

#[test]
fn what_has_no_weight_is_not_played_everywhere_either() {
    let compiled = book("steps").rule("step", steps(6)).compile().unwrap();
    let search = compiled.analyse_by_play(|_| Table::default()).every_state(100).games(1);
    let found = search.weigh(|_, action| u32::from(*action == Act::Go(2))).run().unwrap();
    // Totals 0, 2, 4 with two tries each, and 6 with none.
    assert_eq!((found.progress.states, found.progress.tried), (4, 6));
}

#[test]
fn every_answer_to_every_choice_is_given() {
    let builder = book("choices")
        .rule("step", |rule| {
            rule.on(ActKind::Go)
                .when("at the start", |ask| ask.state.log.is_empty())
                .candidates(|offer| offer.push(Act::Go(1)))
                .then(|cx, ()| {
                    let first = cx.choose(Seat(0), "First?", ["a", "b"])?;
                    let second = cx.choose(Seat(1), "Second?", ["c", "d", "e"])?;
                    Ok([Ev::Note(first), Ev::Note(second)])
                })
        })
        .rule("all answers", |rule| {
            let last = |ask: &Ask<'_, Sandbox>| ask.state.log == ["b", "e"];
            rule.on(ActKind::Other).when("the last of all", last).then(|_, ()| ())
        });
    let found = everywhere(builder, 1000);
    assert_eq!((found.progress.states, found.complete), (1 + 6, true));
    assert_eq!(unreachable(&found), [""; 0]);
}

#[test]
fn where_dice_fall_not_everything_was_seen() {
    let builder = book("dice").rule("roll", |rule| {
        rule.on(ActKind::Go)
            .when("at the start", |ask| ask.state.total == 0)
            .candidates(|offer| offer.push(Act::Go(1)))
            .then(|cx, ()| [Ev::Add(i64::from(cx.roll(6)))])
    });
    let found = everywhere(builder, 1000);
    assert_eq!((found.progress.states, found.complete), (2, false));
    let told = "in 2 states of 1 game: dice fell, and could have fallen in other ways.";
    assert!(found.to_string().contains(told), "{found}");
}

#[test]
fn several_starting_states_share_what_is_known() {
    let compiled = book("starts").rule("step", steps(20)).compile().unwrap();
    let start = |seed: Seed| Table { total: 2 * seed.0 as i64, ..Table::default() };
    let search = compiled.analyse_by_play(start).every_state(1000).games(5);
    assert_eq!(
        search.run().unwrap().progress.to_string(),
        "40 actions tried in 22 states of 5 games"
    );
}

#[test]
fn to_go_everywhere_the_book_needs_digests() {
    let compiled = Book::<Sandbox>::builder("plain").rule("step", steps(3)).compile().unwrap();
    let search = || compiled.analyse_by_play(|_| Table::default()).games(1);
    let error = search().every_state(10).run().unwrap_err();
    assert_eq!(error, PlayError::NoDigests);
    assert!(error.to_string().contains("add .digests() to it"), "{error}");
    assert!(search().run().is_ok(), "at random it needs none");
}

#[test]
fn at_random_all_that_is_legal_is_played_sooner_or_later() {
    let compiled = book("steps").rule("step", steps(6)).compile().unwrap();
    let seen = RefCell::new(BTreeSet::new());
    let found = compiled
        .analyse_by_play(|_| Table::default())
        .universe(|table| {
            seen.borrow_mut().insert(table.total);
            Vec::new()
        })
        .games(30)
        .run()
        .unwrap();
    assert_eq!(Vec::from_iter(seen.into_inner()), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!((found.progress.games, found.complete), (30, false));
}

#[test]
fn what_has_no_weight_is_tried_but_never_played() {
    let compiled = book("steps").rule("step", steps(6)).compile().unwrap();
    let odd = Cell::new(0);
    let found = compiled
        .analyse_by_play(|_| Table::default())
        .universe(|table| {
            odd.set(odd.get() + table.total % 2);
            Vec::new()
        })
        .weigh(|_, action| u32::from(*action == Act::Go(2)))
        .games(20)
        .run()
        .unwrap();
    assert_eq!(odd.get(), 0);
    // Totals 0, 2, 4 with two tries each, and 6 with none.
    assert_eq!(found.progress.to_string(), "120 actions tried in 80 states of 20 games");
}

#[test]
fn without_generators_what_people_try_is_played() {
    let builder =
        book("tries").rule("any", |rule| rule.then(|cx, ()| [Ev::Add(cx.action.number())]));
    let compiled = builder.compile().unwrap();
    let search =
        compiled.analyse_by_play(|_| Table::default()).universe(|_| vec![(BY, Act::Go(60))]);
    // At 120 the game is over.
    assert_eq!(search.games(1).run().unwrap().progress.states, 3);
}

#[test]
fn what_is_legal_and_tried_too_is_tried_once() {
    let compiled = book("steps").rule("step", steps(6)).compile().unwrap();
    let search =
        compiled.analyse_by_play(|_| Table::default()).universe(|_| vec![(BY, Act::Go(2))]);
    let found = search.every_state(100).games(1).run().unwrap();
    // Two of each total from 0 to 5, one of 6 and of 7.
    assert_eq!((found.progress.states, found.progress.tried), (8, 6 * 2 + 2));
}

#[test]
fn an_answer_that_is_refused_gives_way_to_another() {
    let builder = book("refused answers")
        .rule("ask", |rule| {
            rule.on(ActKind::Go)
                .when("at the start", |ask| ask.state.total == 0)
                .candidates(|offer| offer.push(Act::Go(1)))
                .then(|cx, ()| {
                    let numbers = [("a", 1000), ("b", 1000), ("c", 5)];
                    let word = cx.choose(Seat(0), "Which?", numbers.map(|(word, _)| word))?;
                    let number = numbers.iter().find(|(each, _)| *each == word);
                    Ok([Ev::Add(number.map_or(0, |(_, number)| *number))])
                })
        })
        .rule("there", at(5))
        .invariant("small", |invariant| invariant.holds(|table| table.total < 100));
    let compiled = builder.compile().unwrap();
    let search = || compiled.analyse_by_play(|_| Table::default()).universe(other).games(8);
    let found = search().run().unwrap();
    assert_eq!((found.progress.states, unreachable(&found)), (16, vec![]), "always by \"c\"");
    let found = search().every_state(100).run().unwrap();
    assert_eq!((found.progress.states, found.complete), (2, true));
}

#[test]
fn somebody_is_told_how_far_it_is() {
    let compiled = book("steps").rule("step", steps(3000)).compile().unwrap();
    let mut told: Vec<Progress> = Vec::new();
    // Only in the last state the game is over, and nothing is tried.
    let start = |_| Table { total: -3000, ..Table::default() };
    let search = compiled.analyse_by_play(start).every_state(100_000).games(1);
    let found = search.progress(|progress| told.push(*progress)).run().unwrap();
    assert_eq!(told.len(), 1 + found.progress.states as usize / 1024);
    assert!(told.len() > 3 && told.is_sorted_by_key(|progress| progress.tried));
    assert_eq!(told.last(), Some(&found.progress));
}

#[test]
fn a_state_that_cannot_start_a_game_is_an_error() {
    let builder = book("bad start")
        .rule("step", steps(3))
        .invariant("positive", |invariant| invariant.holds(|table| table.total >= 0));
    let compiled = builder.compile().unwrap();
    let search = compiled.analyse_by_play(|_| Table { total: -1, ..Table::default() });
    let error = search.run().unwrap_err();
    assert_eq!(error.to_string(), "The starting state breaks \"positive\".");
}
