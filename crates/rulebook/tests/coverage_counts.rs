//! Coverage: rules, refusals, checks, exceptions, phases and steps are counted
//! where they fire and nowhere else, by one session or by many.

mod common;

use common::covered::*;
use common::*;
use rulebook::prelude::*;
use rulebook::{Coverage, CoverageReport, Covered, FaultKind, History, SessionOptions, Side, Uses};

fn never(report: &CoverageReport) -> Vec<String> {
    report.never().map(|item| item.to_string()).collect()
}

#[test]
fn at_first_nothing_has_fired() {
    let coverage = Coverage::of(&full().compile().unwrap());
    assert_eq!(
        never(&coverage.report()),
        [
            "the rule \"going/nothing\"",
            "the rule \"going/no\"",
            "the rule \"going/add\"",
            "the rule \"other/ask\"",
            "the rule \"other/move\"",
            "the phase \"going\"",
            "the phase \"other\"",
            "the check \"the step allows it\"",
            "the check \"small steps\"",
            "the check \"even\"",
            "the exception \"sixty\"",
            "the exception \"seventy\"",
            "leaving the step Draw",
            "entering the step Play",
            "entering the step End",
        ]
    );
    assert_eq!(coverage.report().percent(), 0);
    assert_eq!(coverage.never(), coverage.report().items);
}

#[test]
fn a_rule_is_counted_once_for_an_action_however_many_events_it_proposes() {
    let (coverage, mut game) = watched(full());
    go(&mut game, Act::Go(1));
    go(&mut game, Act::Go(2));
    let report = coverage.report();
    let add = report.named("going/add").next().unwrap();
    assert!(matches!(&add.uses, Uses::Rule { chosen: 2, refused, .. } if refused.is_empty()));
    assert_eq!(times(&coverage, "the phase \"going\""), 2);
    assert_eq!(times(&coverage, "the phase \"other\""), 0);
    assert_eq!((report.committed, report.refused, report.fired()), (2, 0, 2));
}

#[test]
fn a_rule_that_proposes_nothing_has_fired_too() {
    let (coverage, mut game) = watched(full());
    assert!(matches!(go(&mut game, Act::Go(0)), Outcome::NoChange));
    assert_eq!(times(&coverage, "the rule \"going/nothing\""), 1);
    assert_eq!(coverage.report().unchanged, 1);
}

#[test]
fn a_rule_that_refuses_is_counted_by_code() {
    let (coverage, mut game) = watched(full());
    go(&mut game, Act::Go(13));
    go(&mut game, Act::Go(13));
    go(&mut game, Act::Go(14));
    let report = coverage.report();
    let Uses::Rule { chosen, refused, .. } = &report.named("going/no").next().unwrap().uses else {
        panic!("it is a rule")
    };
    assert_eq!(*chosen, 0);
    assert_eq!(Vec::from_iter(refused), [(&"BECAUSE", &1), (&"FORBIDDEN", &2)]);
    assert_eq!((report.refused, times(&coverage, "the rule \"going/no\"")), (3, 3));
    assert_eq!(times(&coverage, "the phase \"going\""), 3);
}

/// Two rules that match small numbers and refuse large ones, and one that
/// cannot refuse.
fn two_sided() -> rulebook::BookBuilder<Sandbox> {
    let small = |kind| {
        move |rule: rulebook::RuleBuilder<Sandbox>| {
            rule.on(kind)
                .answer(|ask| match ask.action.number() {
                    ..=5 => Answer::Match(()),
                    _ => Answer::disallowed(Why::Odd),
                })
                .then(|_, ()| [Ev::Note("small")])
        }
    };
    book("two-sided")
        .rule("a", small(ActKind::Go))
        .rule("b", small(ActKind::Other))
        .rule("c", |rule| says("c")(rule.on(ActKind::Lost)))
}

/// The rules that did one thing only, each with what it never did.
fn one_sided(report: &CoverageReport) -> Vec<(&str, Side)> {
    report.one_sided().map(|(item, side)| (item.name.as_str(), side)).collect()
}

#[test]
fn a_rule_that_may_refuse_and_never_did_is_named() {
    let (coverage, mut game) = watched(two_sided());
    let all = ["the rule \"a\"", "the rule \"b\"", "the rule \"c\""];
    assert_eq!(never(&coverage.report()), all, "no side of what never fired");
    for act in [Act::Go(1), Act::Go(9), Act::Other(1), Act::Lost(1)] {
        go(&mut game, act);
    }
    let report = coverage.report();
    assert_eq!(one_sided(&report), [("b", Side::Refused)]);
    assert_eq!(report.never().count(), 0, "it has fired");
    let table = coverage.to_string();
    assert!(
        table.contains("\n       2  a (refused: ODD 1)\n       1  b (never refused)\n"),
        "{table}"
    );
    go(&mut game, Act::Other(9));
    assert_eq!(one_sided(&coverage.report()), []);
}

#[test]
fn a_rule_that_may_match_and_never_did_is_named() {
    let (coverage, mut game) = watched(two_sided());
    go(&mut game, Act::Go(9));
    let report = coverage.report();
    assert_eq!(one_sided(&report), [("a", Side::Matched)]);
}

#[test]
fn a_side_that_may_be_impossible_does_not_count_against_a_book() {
    let (coverage, mut game) = watched(two_sided());
    for act in [Act::Go(1), Act::Other(1), Act::Lost(1)] {
        go(&mut game, act);
    }
    let report = coverage.report();
    assert_eq!((one_sided(&report).len(), report.fired(), report.percent()), (2, 3, 100));
}

#[test]
fn of_frames_alone_nobody_can_say_which_rule_never_refused() {
    let book = two_sided().compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    go(&mut game, Act::Go(1));
    go(&mut game, Act::Go(9));
    let (watched, added) = (Coverage::of(&book), Coverage::of(&book));
    added.add(&game).unwrap();
    assert_eq!(one_sided(&added.report()), []);
    let mut other = start(&book, BOTH[0]);
    watched.watch(&mut other).unwrap();
    go(&mut other, Act::Go(1));
    assert_eq!(one_sided(&watched.report()), [("a", Side::Refused)]);
    watched.merge(&added).unwrap();
    assert_eq!(one_sided(&watched.report()), []);
}

/// What rules are made of may be brought together when a book is compiled.
#[test]
fn rules_about_many_subjects_know_that_they_may_refuse() {
    let card = |subject: u32| {
        move |rule: rulebook::RuleBuilder<Sandbox>| {
            rule.subject(Subject(subject)).answer(|_| Answer::Match(())).then(|_, ()| ())
        }
    };
    let cards = (0..40).fold(book("cards"), |book, at| book.rule(format!("card {at}"), card(at)));
    let report = Coverage::of(&cards.compile().unwrap()).report();
    let answers = |item: &Covered| matches!(item.uses, Uses::Rule { may_refuse: true, .. });
    assert_eq!(
        (report.items.len(), report.items.iter().filter(|it| answers(it)).count()),
        (40, 40)
    );
}

#[test]
fn a_check_fails_once_for_an_action_and_gives_each_of_its_reasons() {
    let (coverage, mut game) = watched(full());
    go(&mut game, Act::Other(75)); // "even" fails too
    go(&mut game, Act::Go(55));
    let report = coverage.report();
    let of = |name: &str| report.named(name).next().unwrap().uses.clone();
    let Uses::Check { failed, lifted, reasons } = of("small steps") else { panic!() };
    assert_eq!((failed, lifted, reasons["TOO_LARGE"]), (2, 0, 3));
    let Uses::Check { failed, reasons, .. } = of("even") else { panic!() };
    assert_eq!((failed, reasons["ODD"], reasons.len()), (1, 1, 1));
    assert_eq!(report.refused, 2);
}

#[test]
fn a_check_that_is_lifted_and_its_exception_count_also_if_another_refuses() {
    let (coverage, mut game) = watched(full());
    go(&mut game, Act::Go(60));
    go(&mut game, Act::Go(60)); // breaks the invariant
    assert_eq!(times(&coverage, "the exception \"sixty\""), 2);
    assert_eq!(times(&coverage, "the exception \"seventy\""), 0);
    let report = coverage.report();
    let check = report.named("small steps").next().unwrap();
    assert!(matches!(check.uses, Uses::Check { failed: 0, lifted: 2, .. }));
    assert_eq!(times(&coverage, "the rule \"going/add\""), 1);
    assert_eq!((report.committed, report.refused), (1, 1));
}

#[test]
fn an_action_that_waits_for_a_choice_counts_when_it_is_through() {
    let (coverage, mut game) = watched(full());
    let Outcome::Pending(choice) = go(&mut game, Act::Other(2)) else { panic!() };
    assert_eq!(coverage.report(), Coverage::of(game.book()).report());
    go(&mut game, Act::Go(1)); // first the choice: that is a refusal by nobody
    game.answer(Seat(1), choice.id, 0).unwrap(); // not an action
    game.answer(Seat(0), choice.id, 0).unwrap();
    let report = coverage.report();
    assert_eq!((report.committed, report.refused), (1, 1));
    assert_eq!(times(&coverage, "the rule \"other/ask\""), 1);
    assert_eq!(report.fired(), 2);
}

#[test]
fn what_led_to_a_choice_counts_once_whatever_is_tried_meanwhile() {
    let builder = book("asking")
        .check("small", Gate::Specific, |check| {
            check.liftable().require(|ask| ask.action.number() < 5, Why::TooLarge(5))
        })
        .exception("five", |exception| exception.lifts("small").always())
        .rule("ask", |rule| {
            rule.then(|cx, ()| Ok([Ev::Note(cx.choose(Seat(0), "Which?", ["a", "b"])?)]))
        });
    let (coverage, mut game) = watched(builder);
    let Outcome::Pending(choice) = go(&mut game, Act::Go(5)) else { panic!() };
    assert!(go(&mut game, Act::Go(6)).refusal().is_some(), "first the choice");
    assert_eq!(times(&coverage, "the exception \"five\""), 0);
    game.answer(Seat(0), choice.id, 0).unwrap();
    assert_eq!(times(&coverage, "the exception \"five\""), 1);
    assert_eq!(times(&coverage, "the rule \"ask\""), 1);
}

#[test]
fn entering_and_leaving_a_step_are_counted() {
    let (coverage, mut game) = watched(full());
    go(&mut game, Act::Other(4));
    let end = ["entering the step End"];
    for item in ["the rule \"other/move\"", "leaving the step Draw", "entering the step Play"] {
        assert_eq!(times(&coverage, item), 1, "{item}");
    }
    assert!(never(&coverage.report()).iter().any(|item| end.contains(&item.as_str())));
}

#[test]
fn nobody_answered_is_counted_by_kind() {
    let (coverage, mut game) = watched(full());
    go(&mut game, Act::Lost(1));
    go(&mut game, Act::Lost(2));
    go(&mut game, Act::Other(8));
    assert_eq!(Vec::from_iter(&coverage.report().unhandled), [(&"Lost", &2), (&"Other", &1)]);
}

#[test]
fn a_fault_is_counted_and_what_led_to_it_is_not() {
    let builder = book("faulty")
        .rule("fails", |rule| {
            rule.on(ActKind::Go).then(|_, ()| -> [Ev; 1] { panic!("on purpose") })
        })
        .rule("works", |rule| says("word")(rule.on(ActKind::Other)));
    let (coverage, mut game) = watched(builder);
    assert!(matches!(fault(&mut game, Act::Go(1)), FaultKind::Panic { .. }));
    go(&mut game, Act::Other(1));
    let report = coverage.report();
    assert_eq!((report.faults, report.committed), (1, 1));
    assert_eq!(never(&report), ["the rule \"fails\""]);
}

#[test]
fn every_rule_that_applied_is_counted_also_if_it_proposed_nothing() {
    let builder = book("all")
        .strategy(Strategy::ApplyAll)
        .rule("one", says("one"))
        .rule("silent", |rule| rule.then(|_, ()| ()))
        .rule("never", skips);
    let (coverage, mut game) = watched(builder);
    go(&mut game, Act::Go(1));
    assert_eq!(never(&coverage.report()), ["the rule \"never\""]);
}

#[test]
fn what_was_chosen_before_a_refusal_under_apply_all_does_not_count() {
    let builder = book("all")
        .strategy(Strategy::ApplyAll)
        .rule("one", says("one"))
        .rule("no", refuses(rulebook::RefusalKind::Disallowed, "no"));
    let (coverage, mut game) = watched(builder);
    go(&mut game, Act::Go(1));
    let report = coverage.report();
    assert_eq!(never(&report), ["the rule \"one\""]);
    assert_eq!(one_sided(&report), [("no", Side::Matched)]);
}

#[test]
fn undo_redo_previews_and_explanations_count_nothing_more() {
    let (coverage, mut game) = watched(full());
    go(&mut game, Act::Go(1));
    let before = coverage.report();
    game.undo().unwrap();
    game.redo().unwrap();
    game.preview(Seat(0), &Act::Go(0)).unwrap();
    game.explain(Seat(0), &Act::Other(4)).unwrap();
    game.try_sequence([(By::Seat(Seat(0)), Act::Go(13))]).unwrap();
    game.disable(game.book().rule("other/move").unwrap()).unwrap();
    assert_eq!(coverage.report(), before);
}

#[test]
fn a_sequence_counts_like_its_actions() {
    let by = By::Seat(Seat(0));
    let (coverage, mut game) = watched(full());
    game.submit_all([(by, Act::Go(1)), (by, Act::Go(0)), (by, Act::Go(2))]).unwrap();
    let report = coverage.report();
    assert_eq!((report.committed, report.unchanged), (2, 1));
    game.submit_all([(by, Act::Go(1)), (by, Act::Go(13))]).unwrap();
    let report = coverage.report();
    assert_eq!((report.committed, report.refused), (3, 1));
    assert_eq!(times(&coverage, "the rule \"going/no\""), 1);
}

#[test]
fn a_sequence_that_stops_at_a_choice_leaves_nothing_for_the_next_action() {
    let (coverage, mut game) = watched(full());
    game.submit_all([(By::Seat(Seat(0)), Act::Other(2))]).unwrap();
    go(&mut game, Act::Go(1));
    assert_eq!(times(&coverage, "the rule \"other/ask\""), 0);
    assert_eq!(times(&coverage, "the rule \"going/add\""), 1);
}

#[test]
fn frames_of_a_played_game_count_like_watching_it() {
    let book = full().compile().unwrap();
    let (watching, adding) = (Coverage::of(&book), Coverage::of(&book));
    let mut game = start(&book, BOTH[1]);
    watching.watch(&mut game).unwrap();
    for act in [Act::Go(1), Act::Go(60), Act::Other(4)] {
        assert!(go(&mut game, act).is_committed());
    }
    game.disable(book.rule("other/ask").unwrap()).unwrap();
    assert_eq!(adding.add(&game).unwrap(), 4);
    let mut watched = watching.report();
    for item in &mut watched.items {
        // Of frames alone nobody knows who never refused.
        if let Uses::Rule { may_refuse, .. } = &mut item.uses {
            *may_refuse = false;
        }
    }
    assert_eq!(adding.report(), watched);
}

#[test]
fn only_kept_frames_can_be_added() {
    let book = full().compile().unwrap();
    let options = SessionOptions { history: History::None, ..SessionOptions::default() };
    let mut game = start_with(&book, BOTH[0], options);
    (0..5).for_each(|_| assert!(go(&mut game, Act::Go(1)).is_committed()));
    let coverage = Coverage::of(&book);
    assert_eq!(coverage.add(&game).unwrap(), 1);
    assert_eq!(coverage.report().committed, 1);
}

#[test]
fn the_table_says_what_never_fired() {
    let (coverage, mut game) = watched(full());
    for act in [Act::Go(1), Act::Go(0), Act::Go(13), Act::Go(60), Act::Go(80), Act::Other(4)] {
        go(&mut game, act);
    }
    go(&mut game, Act::Lost(1));
    let expected = "\
Coverage of \"full\": 10 of 15 fired (66 %).
7 actions: 3 committed, 1 without change, 3 refused, 0 faults.
rules
       1  going/nothing
       1  going/no (refused: FORBIDDEN 1; never matched)
       2  going/add
   never  other/ask
       1  other/move
phases
       4  going
       1  other
checks that refused or were lifted
   never  the step allows it
       2  small steps (refused: TOO_LARGE 2; lifted 1)
   never  even
exceptions
       1  sixty
   never  seventy
steps
       1  leaving Draw
       1  entering Play
   never  entering End
actions that nobody answered
       1  Lost
";
    assert_eq!(coverage.to_string(), expected);
    assert!(format!("{coverage:?}").contains("going/nothing"));
}
