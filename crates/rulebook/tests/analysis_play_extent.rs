//! How far a search by play came is said wherever its findings are: what it left out,
//! what was tried in vain, and what somebody should do before believing it.

mod common;

use common::*;
use rulebook::example::Counter;
use rulebook::prelude::*;
use rulebook::{Analysis, BookBuilder, Certainty, FindingKind, PlaySearch, RuleBuilder};

const BY: By = By::Seat(Seat(0));

/// Adds up to a total of a hundred.
fn adding() -> BookBuilder<Sandbox> {
    book("adding").rule("add", |rule| {
        rule.candidates(|offer| offer.extend([Act::Go(1), Act::Go(2)]))
            .when("below the top", |ask| ask.state.total < 100)
            .then(|cx, ()| [Ev::Add(cx.action.number())])
    })
}

fn search(book: &Book<Sandbox>) -> PlaySearch<'static, Sandbox> {
    book.analyse_by_play(|_| Table::default()).games(1)
}

/// The first line of a report.
fn first(report: &Analysis) -> String {
    report.to_string().lines().next().unwrap().to_owned()
}

#[test]
fn what_a_search_left_out_is_said_of_both_as_data_and_as_text() {
    let book = adding().compile().unwrap();
    let both = |limit| search(&book).every_state(limit).run().unwrap().and(book.analyse());
    let cut_short = both(20);
    assert!(cut_short.is_clean());
    let extent = cut_short.extent().unwrap();
    assert_eq!((extent.complete, extent.stopped, extent.progress.states), (false, false, 20));
    let said = first(&cut_short);
    assert!(said.ends_with("20 states of 1 game: there are more than the limit of 20."), "{said}");
    let whole = both(1000);
    assert!(whole.extent().unwrap().complete);
    assert!(first(&whole).ends_with(": every state."), "{whole}");
    let random = search(&book).actions(5).run().unwrap().and(book.analyse());
    assert!(first(&random).ends_with("5 states of 1 game, at random."), "{random}");
    // Whoever only reasons has played nothing.
    assert_eq!(book.analyse().extent(), None);
}

#[test]
fn where_nothing_is_tried_it_says_what_is_missing() {
    let silent = book("silent").rule("go", says("go")).compile().unwrap();
    let found = search(&silent).games(3).actions(5).run().unwrap();
    assert_eq!(found.progress.tried, 0);
    assert_eq!(
        first(&found.analysis),
        "Nothing was tried in 3 states of 3 games: no rule offers candidates there, so give \
         .universe(…)."
    );
    let unknown = found.analysis.of(FindingKind::Unreachable).next().unwrap().to_string();
    assert!(unknown.ends_with("Give .universe(…)."), "{unknown}");
    let mistyped = search(&silent).universe(|_| Vec::new()).actions(5).run().unwrap();
    assert_eq!(
        first(&mistyped.analysis),
        "Nothing was tried in 1 state of 1 game: let .universe(…) name what people could try there."
    );
}

#[test]
fn where_nothing_was_played_nothing_is_suspected() {
    let book = adding().phase("late", |late| {
        late.when("it is late", |table| table.total > 10).rule("other", says("other"))
    });
    let book = book.compile().unwrap();
    let search = || search(&book).universe(|_| vec![(BY, Act::Go(1))]);
    for (unplayed, advice) in [
        (search().games(0), "let .games(…) be one or more."),
        (search().games(0).every_state(9), "let .games(…) be one or more."),
        (search().actions(0), "let .actions(…) be one or more."),
        (search().every_state(0), "raise the limit of .every_state(…)."),
        (search().until(|| true), "let the search come to its end."),
    ] {
        let found = unplayed.run().unwrap();
        assert!(!found.complete);
        assert_eq!(first(&found.analysis), format!("Nothing was played: {advice}"));
        assert_eq!(found.analysis.of(FindingKind::DeadPhase).count(), 0, "{}", found.analysis);
        for finding in found.analysis.findings() {
            assert_eq!(finding.certainty, Certainty::Unknown, "{finding}");
            assert!(finding.to_string().to_lowercase().ends_with(&advice.to_lowercase()));
        }
    }
}

#[test]
fn games_that_are_over_where_they_begin_are_called_that() {
    let book = adding().compile().unwrap();
    let over = |_| Table { total: 100, ..Table::default() };
    let search = || book.analyse_by_play(over).games(3).universe(|_| vec![(BY, Act::Go(1))]);
    for found in [search(), search().every_state(9), book.analyse_by_play(over).games(3)] {
        let found = found.run().unwrap();
        let said = first(&found.analysis);
        let end = " of 3 games: each is over where it begins, so begin in states where the game is \
                   not over.";
        assert!(said.ends_with(end), "{said}");
        let unknown = found.analysis.of(FindingKind::Unreachable).next().unwrap().to_string();
        assert!(unknown.ends_with(" Begin in states where the game is not over."), "{unknown}");
    }
}

#[test]
fn seats_that_are_not_at_the_table_are_named() {
    let book = adding().compile().unwrap();
    let tried_by = |seats: &'static [u8]| {
        let tries = |_: &Table| seats.iter().map(|&seat| (Seat(seat).into(), Act::Go(1))).collect();
        search(&book).universe(tries).actions(2).run().unwrap().analysis
    };
    let strangers = tried_by(&[0, 7]);
    assert_eq!(strangers.extent().unwrap().strangers, [Seat(7)]);
    let said = first(&strangers);
    let end = " Some were by seat 7, who is not at the table: correct the seat in .universe(…).";
    assert!(said.ends_with(end), "{said}");
    let said = first(&tried_by(&[9, 0, 7]));
    let end = " Some were by seat 7 and seat 9, who are not at the table: correct the seats in \
               .universe(…).";
    assert!(said.ends_with(end), "{said}");
    assert_eq!(tried_by(&[0]).extent().unwrap().strangers, []);
}

#[test]
fn whoever_has_not_looked_everywhere_is_told_to_look_further_first() {
    let late = |rule: RuleBuilder<Sandbox>| {
        rule.on(ActKind::Other).when("late", |ask| ask.state.total > 90).then(|_, ()| [Ev::Add(1)])
    };
    let book = adding().rule("late", late).compile().unwrap();
    let search = || {
        search(&book).universe(|_| vec![(BY, Act::Other(1)), (BY, Act::Go(1)), (BY, Act::Go(2))])
    };
    let advice = |found: rulebook::Searched| {
        let mut about = found.analysis.about("late");
        let text = about.next().expect("it was not reached").to_string();
        text.rsplit_once(". ").unwrap().1.to_owned()
    };
    let usual = "correct a condition, or remove the rule.";
    let random = search().actions(5).run().unwrap();
    let late = random.analysis.about("late").next().unwrap();
    assert_eq!(late.certainty, Certainty::Suspected);
    assert_eq!(advice(random), format!("Play more games; if it stays so, {usual}"));
    let limited = search().every_state(5).run().unwrap();
    let raise = "Raise the limit of .every_state(…); if it stays so, ";
    assert_eq!(advice(limited), format!("{raise}{usual}"));
    let stopped = search().every_state(5).until(|| true).run().unwrap();
    assert!(stopped.stopped);
    // Where nothing was left out, there is nothing more to look at.
    let never = adding().rule("never", |rule| {
        rule.on(ActKind::Other).when("never", |_| false).then(|_, ()| [Ev::Add(1)])
    });
    let never = never.compile().unwrap();
    let all = never.analyse_by_play(|_| Table::default()).games(1);
    let all = all.universe(|_| vec![(BY, Act::Other(1)), (BY, Act::Go(1)), (BY, Act::Go(2))]);
    let all = all.every_state(1000).run().unwrap();
    assert!(all.complete);
    let text = all.analysis.about("never").next().unwrap().to_string();
    assert!(text.ends_with(". Correct a condition, or remove the rule."), "{text}");
}

#[test]
fn a_game_that_forgets_to_say_what_actions_are_about_is_asked_for_it() {
    let book = Book::<Counter>::builder("forgetful")
        .rule("seven", |rule| rule.subject(Subject(7)).then(|cx, ()| [*cx.action]))
        .rule("else", |rule| rule.candidates(|offer| offer.push(7)).then(|cx, ()| [*cx.action]))
        .compile()
        .unwrap();
    let found = book.analyse_by_play(|_| 0).games(1).actions(3).run().unwrap();
    let seven = found.analysis.about("seven").next().unwrap();
    assert_eq!(seven.certainty, Certainty::Suspected);
    assert!(seven.why.ends_with(" the action was about nothing"), "{}", seven.why);
    let advice = ". Let the game say in `Game::subject` what an action is about, which it said of \
                  none.";
    assert!(seven.to_string().ends_with(advice), "{seven}");
}

#[test]
fn an_action_about_another_subject_is_told_from_one_about_nothing() {
    let seven = |rule: RuleBuilder<Sandbox>| says("seven")(rule.subject(Subject(7)));
    let book = book("subjects").rule("seven", seven).rule("else", says("else")).compile().unwrap();
    // What is negative is about nothing in the sandbox.
    let found = search(&book).universe(|_| vec![(BY, Act::Go(1)), (BY, Act::Go(-1))]);
    let found = found.actions(1).run().unwrap();
    let seven = found.analysis.about("seven").next().unwrap();
    for obstacle in
        ["once the action was about another subject", "once the action was about nothing"]
    {
        assert!(seven.why.contains(obstacle), "{}", seven.why);
    }
    assert!(seven.to_string().contains("Play more games; if it stays so, correct"), "{seven}");
}
