//! Observers: each notice once and in its order, conflicts with strategy and
//! how they were lost, and nothing asked that nobody wants to know (M7, M18).

mod common;

use std::sync::mpsc::{Receiver, Sender, channel};

use common::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Detail, Notice, Observer, Passes, RefusalKind, RuleBuilder, Sequence};

const BY: By = By::Seat(Seat(0));

/// Writes down what it is told.
struct Scribe {
    pen: Sender<String>,
    book: Book<Sandbox>,
    detail: Detail,
}

impl Observer<Sandbox> for Scribe {
    fn notice(&mut self, notice: &Notice<'_, Sandbox>) {
        let name = |rule| self.book.rule_view(rule).name();
        let about = match notice {
            Notice::Submitted { by, action } => format!("{action:?} by {by}"),
            Notice::Lifted { exception, check } => format!("{check} by {exception}"),
            Notice::Skipped { rule, why } => format!("{}: {why}", name(*rule)),
            Notice::Selected { rule, strategy } => format!("{} under {strategy}", name(*rule)),
            Notice::Conflict { selected, rejected } => {
                let rejected = rejected.iter().map(|lost| {
                    format!("{} {} under {}", name(lost.rule), lost.lost, lost.strategy)
                });
                format!("{}: {}", name(*selected), rejected.collect::<Vec<_>>().join(", "))
            }
            Notice::Happened { event, trace, .. } => format!("{event:?} → {}", trace.total),
            Notice::Committed { frame } => format!("{} events", frame.events().len()),
            Notice::NoChange => String::new(),
            Notice::Refused { kind, refusal } => format!("{kind}: {refusal}"),
            Notice::Pending { choice } => choice.question.clone(),
            Notice::Undone { frame } | Notice::Redone { frame } => frame.number.to_string(),
            Notice::RolledBack { to } => to.to_string(),
            Notice::Fault { fault } => fault.to_string(),
            Notice::Settled { line } => format!("{:?} {}", line.event, line.fate),
            Notice::Prevented { announcement } => announcement.amount.to_string(),
            Notice::Triggered { fired } => fired.trigger.index().to_string(),
            Notice::Rest { round, .. } => round.to_string(),
            Notice::Avoided { pass, count } => format!("{pass} {count}"),
        };
        let critical = if notice.is_critical() { "! " } else { "" };
        let line = format!("{critical}{} {about}", notice.name());
        self.pen.send(line.trim_end().to_owned()).unwrap();
    }

    fn detail(&self) -> Detail {
        self.detail
    }
}

fn watched(builder: BookBuilder<Sandbox>, detail: Detail) -> (Session<Sandbox>, Receiver<String>) {
    let book = builder.compile().unwrap();
    let (pen, lines) = channel();
    let mut game = start(&book, BOTH[0]);
    game.observe(Scribe { pen, book, detail });
    (game, lines)
}

fn told(lines: &Receiver<String>) -> Vec<String> {
    lines.try_iter().collect()
}

/// A book in which everything can be told.
fn telling() -> BookBuilder<Sandbox> {
    book("telling")
        .check("small steps", Gate::Specific, |check| {
            check.liftable().require(|ask| ask.action.number() < 50, Why::TooLarge(50))
        })
        .exception("sixty", |exception| {
            exception.lifts("small steps").when(|ask| ask.action.number() == 60)
        })
        .rule("never", skips)
        .rule("add", |rule| {
            rule.on(ActKind::Go).then(|cx, ()| match cx.action.number() {
                0 => vec![],
                number => vec![Ev::Add(number), Ev::Add(1)],
            })
        })
        .rule("also", |rule| says("also")(rule.on(ActKind::Go)))
        .rule("ask", |rule| {
            rule.on(ActKind::Other).then(|cx, ()| {
                assert!(cx.action.number() != 13, "on purpose");
                let word = cx.choose(Seat(0), "Which?", ["a", "b"])?;
                Ok([Ev::Note(word)])
            })
        })
        .invariant("small", |invariant| invariant.holds(|table| table.total < 99))
}

#[test]
fn a_commit_is_told_from_the_submit_to_the_frame() {
    let (mut game, lines) = watched(telling(), Detail::Decisions);
    go(&mut game, Act::Go(60));
    let by_plan = told(&lines);
    assert_eq!(
        by_plan,
        [
            "submitted Go(60) by seat 0",
            "lifted small steps by sixty",
            "skipped never: skipped",
            // The rule "ask", which is about other actions.
            "avoided kinds 1",
            "conflict add: also lost by order under FirstWins",
            "selected add under FirstWins",
            "happened Add(60) → 60",
            "happened Add(1) → 61",
            "committed 2 events",
        ]
    );
    // The reference avoids nothing, and does not come to that rule.
    let (mut game, lines) = watched(telling().passes(Passes::none()), Detail::Decisions);
    go(&mut game, Act::Go(60));
    let without = by_plan.into_iter().filter(|line| !line.starts_with("avoided"));
    assert_eq!(told(&lines), without.collect::<Vec<_>>());
}

#[test]
fn with_outcomes_only_the_decision_is_not_told() {
    let (mut game, lines) = watched(telling(), Detail::Outcomes);
    go(&mut game, Act::Go(60));
    assert_eq!(
        told(&lines),
        [
            "submitted Go(60) by seat 0",
            "lifted small steps by sixty",
            "happened Add(60) → 60",
            "happened Add(1) → 61",
            "committed 2 events",
        ]
    );
}

#[test]
fn what_was_refused_or_changed_nothing_or_failed_is_told_too() {
    let (mut game, lines) = watched(telling(), Detail::Outcomes);
    go(&mut game, Act::Go(0));
    assert_eq!(told(&lines), ["submitted Go(0) by seat 0", "no change"]);
    go(&mut game, Act::Go(70));
    assert_eq!(told(&lines)[1..], ["refused disallowed: 50 is too large."]);
    go(&mut game, Act::Lost(1));
    assert_eq!(
        told(&lines)[1..],
        ["refused invalid: No rule of an active phase handles the action Lost."]
    );
    game.undo().unwrap();
    assert_eq!(told(&lines), ["refused disallowed: There is nothing to undo."]);
    // A broken invariant and a fault are critical.
    go(&mut game, Act::Go(49));
    go(&mut game, Act::Go(1));
    told(&lines);
    go(&mut game, Act::Go(49));
    assert_eq!(
        told(&lines).last().unwrap(),
        "! refused aborted: It would break \"small\": nothing was changed."
    );
    assert!(game.submit(BY, Act::Other(13)).is_err());
    assert_eq!(
        told(&lines)[1..],
        ["! fault There was a panic in the effect of the rule \"ask\": on purpose"]
    );
}

#[test]
fn choices_and_time_travel_are_told() {
    let (mut game, lines) = watched(telling(), Detail::Outcomes);
    let Outcome::Pending(choice) = go(&mut game, Act::Other(1)) else {
        panic!("it asks");
    };
    assert_eq!(told(&lines), ["submitted Other(1) by seat 0", "pending Which?"]);
    game.answer(Seat(1), choice.id, 0).unwrap();
    assert_eq!(told(&lines), ["refused disallowed: The choice is for seat 0."]);
    game.answer(Seat(0), choice.id, 0).unwrap();
    assert_eq!(
        told(&lines),
        ["submitted Other(1) by seat 0", "happened Note(\"a\") → 0", "committed 1 events"]
    );
    go(&mut game, Act::Go(1));
    told(&lines);
    game.rewind(0).unwrap();
    assert_eq!(told(&lines), ["undone 2", "undone 1"]);
    game.redo().unwrap();
    assert_eq!(told(&lines), ["redone 1"]);
    let rule = game.book().rule("add").unwrap();
    game.disable(rule).unwrap();
    assert_eq!(told(&lines), ["committed 0 events"]);
}

#[test]
fn a_sequence_that_is_taken_back_is_told_with_its_reason() {
    let (mut game, lines) = watched(telling(), Detail::Outcomes);
    let stopped = game.submit_all([(BY, Act::Go(1)), (BY, Act::Go(70))]).unwrap();
    assert!(matches!(stopped, Sequence::Stopped { at: 1, .. }));
    let all = told(&lines);
    assert_eq!(all[3], "committed 2 events");
    assert_eq!(all[5..], ["refused disallowed: 50 is too large.", "rolled back 0"]);
}

#[test]
fn a_sequence_that_ends_in_a_fault_is_told_to_be_taken_back_too() {
    let (mut game, lines) = watched(telling(), Detail::Outcomes);
    assert!(game.submit_all([(BY, Act::Go(1)), (BY, Act::Other(13))]).is_err());
    let all = told(&lines);
    assert!(all.contains(&"committed 2 events".to_owned()));
    assert!(all.iter().any(|line| line.starts_with("! fault ")), "{all:?}");
    assert_eq!(all.last().unwrap(), "rolled back 0", "the frame that was told is gone");
}

/// What a watcher is told of the decision on one action.
fn decision(builder: BookBuilder<Sandbox>) -> Vec<String> {
    let (mut game, lines) = watched(builder, Detail::Decisions);
    go(&mut game, Act::Go(1));
    let of_decisions = ["skipped", "avoided", "selected", "conflict"];
    let decides = |line: &String| of_decisions.iter().any(|name| line.starts_with(name));
    told(&lines).into_iter().filter(decides).collect()
}

#[test]
fn each_skip_is_told_once_also_after_the_last_rule_that_applied() {
    let grouped = |word| move |rule: RuleBuilder<Sandbox>| says(word)(rule.exclusive("group"));
    let all = || {
        book("skips")
            .strategy(Strategy::ApplyAll)
            .rule("a", skips)
            .rule("b", grouped("b"))
            .rule("c", skips)
            .rule("d", says("d"))
            .rule("e", grouped("e"))
            .rule("f", |rule| says("f")(rule.on(ActKind::Lost)))
    };
    // What the index leaves out is told in sum, and when it is looked into;
    // what a mask leaves out is told of each rule, and in sum.
    assert_eq!(
        decision(all()),
        [
            "skipped a: skipped",
            "avoided kinds 1",
            "selected b under ApplyAll",
            "skipped c: skipped",
            "selected d under ApplyAll",
            "skipped e: masked: a rule of \"group\" has applied",
            "avoided masks 1",
        ]
    );
    assert_eq!(
        decision(all().passes(Passes::none())),
        [
            "skipped a: skipped",
            "selected b under ApplyAll",
            "skipped c: skipped",
            "selected d under ApplyAll",
            "skipped e: masked: a rule of \"group\" has applied",
            "skipped f: concerns other actions",
        ]
    );
}

#[test]
fn the_skips_of_an_action_that_nobody_handles_are_told() {
    let book = book("nobody")
        .rule("a", skips)
        .rule("b", |rule| rule.when("never", |_| false).then(|_, ()| ()));
    let (mut game, lines) = watched(book, Detail::Decisions);
    go(&mut game, Act::Go(1));
    assert_eq!(told(&lines)[1..3], ["skipped a: skipped", "skipped b: \"never\" does not hold"]);
}

#[test]
fn a_conflict_says_under_which_strategy_and_how_each_loser_lost() {
    let strategies = [
        (
            Strategy::FirstWins,
            "a: b lost by order under FirstWins, c lost by order under FirstWins",
        ),
        (Strategy::LastWins, "c: a lost by order under LastWins, b lost by order under LastWins"),
        (
            Strategy::HighestPriority,
            "b: a lost by priority under HighestPriority, c lost by order under HighestPriority",
        ),
    ];
    for (strategy, expected) in strategies {
        let book = book("conflicts")
            .strategy(strategy)
            .rule("a", ranks("a", Priority::LOW))
            .rule("b", ranks("b", Priority::HIGH))
            .rule("c", |rule| refuses(RefusalKind::Invalid, "c")(rule.priority(Priority::HIGH)))
            .rule("d", skips);
        let (mut game, lines) = watched(book, Detail::Decisions);
        go(&mut game, Act::Go(1));
        let conflicts: Vec<_> =
            told(&lines).into_iter().filter(|line| line.starts_with("conflict")).collect();
        assert_eq!(conflicts, [format!("conflict {expected}")]);
    }
}

#[test]
fn a_loser_that_would_panic_is_no_conflict_and_no_fault() {
    let book = book("panics")
        .rule("a", says("a"))
        .rule("b", |rule| rule.when("on purpose", |_| panic!("on purpose")).then(|_, ()| ()));
    let (mut game, lines) = watched(book, Detail::Decisions);
    assert!(go(&mut game, Act::Go(1)).is_committed());
    assert!(!told(&lines).iter().any(|line| line.starts_with("conflict")));
}

#[test]
fn nobody_is_told_of_looks() {
    let (mut game, lines) = watched(telling(), Detail::Decisions);
    let walk = Act::Go(60);
    game.preview(BY, &walk).unwrap();
    game.explain(BY, &walk).unwrap();
    game.legal_all().unwrap();
    game.try_sequence([(BY, Act::Go(1)), (BY, Act::Go(70))]).unwrap();
    game.search(Seed(1)).push(BY, Act::Go(1)).unwrap();
    game.digest().unwrap();
    assert_eq!(told(&lines), [""; 0]);
    go(&mut game, Act::Go(1));
    assert_eq!(told(&lines).last().unwrap(), "committed 2 events");
}

#[test]
fn only_who_wants_decisions_pays_for_rules_that_were_not_needed() {
    let calls = Calls::default();
    let counted = || {
        let calls = calls.clone();
        move |rule: RuleBuilder<Sandbox>| {
            rule.when("counted", move |_| {
                calls.hit();
                true
            })
            .then(|_, ()| [Ev::Note("x")])
        }
    };
    let book = || book("costs").rule("a", counted()).rule("b", counted()).rule("c", counted());
    go(&mut start(&book().compile().unwrap(), BOTH[0]), Act::Go(1));
    assert_eq!(calls.take(), 1, "nobody watches");
    let (mut game, _lines) = watched(book(), Detail::Outcomes);
    go(&mut game, Act::Go(1));
    assert_eq!(calls.take(), 1, "somebody watches outcomes");
    let (mut game, _lines) = watched(book(), Detail::Decisions);
    go(&mut game, Act::Go(1));
    assert_eq!(calls.take(), 3, "each is asked once");
    game.unobserve();
    go(&mut game, Act::Go(1));
    assert_eq!(calls.take(), 1, "the observer has gone");
}

#[test]
fn watching_changes_nothing_of_what_happens() {
    let actions =
        [Act::Go(1), Act::Go(0), Act::Other(1), Act::Lost(0), Act::Go(60), Act::Go(70), Act::Go(2)];
    let play = |detail: Option<Detail>| {
        let (mut game, _lines) = watched(telling(), detail.unwrap_or(Detail::Outcomes));
        if detail.is_none() {
            game.unobserve();
        }
        let mut outcomes = Vec::new();
        for action in &actions {
            let outcome = go(&mut game, action.clone());
            outcomes.push(outcome.to_string());
            if let Outcome::Pending(choice) = outcome {
                outcomes.push(game.answer(BY, choice.id, 1).unwrap().to_string());
            }
        }
        (outcomes, picture(&mut game))
    };
    let unwatched = play(None);
    assert_eq!(play(Some(Detail::Outcomes)), unwatched);
    assert_eq!(play(Some(Detail::Decisions)), unwatched);
}

#[test]
fn a_fault_in_a_switch_is_told() {
    let digest = |table: &Table| {
        assert!(table.total == 0, "on purpose");
        rulebook::Digest(0)
    };
    let book = book("switch").kept_digest(digest, digest);
    let book = book.rule("add", |rule| rule.then(|_, ()| [Ev::Add(1)])).compile().unwrap();
    let options = rulebook::SessionOptions {
        digests: rulebook::Digests::PerFrame,
        ..rulebook::SessionOptions::default()
    };
    let table = Table { total: 1, ..Table::default() };
    let mut game = book.start_with(table, Seed(1), options).unwrap();
    let (pen, lines) = channel();
    game.observe(Scribe { pen, book: book.clone(), detail: Detail::Outcomes });
    assert!(game.disable(book.rule("add").unwrap()).is_err());
    assert_eq!(told(&lines), ["! fault There was a panic in the digest of the state: on purpose"]);
}
