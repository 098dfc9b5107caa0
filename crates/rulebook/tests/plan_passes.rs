//! Each pass of the plan avoids work on a book written with the builder, counts
//! it exactly, and changes nothing (M20).

mod common;

use common::plan::*;
use common::*;
use rulebook::prelude::*;
use rulebook::{Avoided, BookBuilder, Pass, Passes, SessionOptions, Standing};

/// How a book is written.
type Write<'w> = &'w dyn Fn(BookBuilder<Sandbox>) -> BookBuilder<Sandbox>;

/// With all passes the pass avoids so much, and both the session and an
/// observer say so; with all but this one it avoids nothing, and with none
/// nothing is avoided at all; and each comes to the same.
fn fires(pass: Pass, times: u64, actions: &[Act], write: Write<'_>) {
    let mut counting = with_passes(write, Passes::all(), COUNTING);
    let came_to = play(&mut counting, actions);
    assert_eq!(counting.avoided().by(pass), times, "{pass} by the session");

    let mut watched = with_passes(write, Passes::all(), SessionOptions::default());
    let watcher = Watcher::of(&mut watched);
    assert_eq!(play(&mut watched, actions), came_to);
    assert_eq!(watcher.take().avoided.get(&pass), Some(&times), "{pass} by the observer");

    let mut without = with_passes(write, Passes::all().without(pass), COUNTING);
    assert_eq!(play(&mut without, actions), came_to);
    assert_eq!(without.avoided().by(pass), 0, "{pass} is off");

    let mut reference = with_passes(write, Passes::none(), COUNTING);
    assert_eq!(play(&mut reference, actions), came_to);
    assert_eq!(avoided(&reference), Counts::new());
}

/// How often a closure was called while a game was played with these passes.
fn called(calls: &Calls, passes: Passes, actions: &[Act], write: Write<'_>) -> usize {
    let mut game = with_passes(write, passes, SessionOptions::default());
    calls.take();
    for action in actions {
        go(&mut game, action.clone());
    }
    calls.take()
}

/// The rules of which an observer was told that they were passed over.
fn looked_at(
    passes: Passes,
    action: Act,
    write: Write<'_>,
) -> Vec<(String, Standing<'static, Why>)> {
    let mut game = with_passes(write, passes, SessionOptions::default());
    let watcher = Watcher::of(&mut game);
    go(&mut game, action);
    watcher.take().skipped
}

#[test]
fn linear_passes_over_the_rules_behind_a_closed_phase_at_one_evaluation() {
    let calls = Calls::default();
    let write = |book: BookBuilder<Sandbox>| {
        let calls = calls.clone();
        let closed = move |_: &Table| {
            calls.hit();
            false
        };
        book.phase("closed", move |phase| {
            phase
                .when("never", closed)
                .rule("a", says("a"))
                .phase("inner", |inner| inner.rule("b", says("b")).rule("c", says("c")))
                .rule("d", says("d"))
        })
        .rule("open", says("open"))
    };
    let actions = [Act::Go(1), Act::Other(2)];
    // The first rule finds out that the phase is closed; the other three are
    // passed over, once for each action.
    fires(Pass::Linear, 6, &actions, &write);
    assert_eq!(called(&calls, Passes::all(), &actions, &write), 2);
    let off = Passes::all().without(Pass::Linear);
    assert!(write(book("tree").passes(off)).compile().unwrap().plan().is_none());
}

#[test]
fn kinds_leave_out_the_rules_for_other_kinds_of_actions() {
    let write = |book: BookBuilder<Sandbox>| {
        let on = |kind| move |rule: rulebook::RuleBuilder<Sandbox>| says("never")(rule.on(kind));
        book.rule("other 1", on(ActKind::Other))
            .rule("lost", on(ActKind::Lost))
            .rule("go", |rule| says("go")(rule.on(ActKind::Go)))
            .rule("other 2", on(ActKind::Other))
            .rule("any", says("any"))
    };
    // Of five rules two are for Go, and two for Lost: the last one is for any.
    fires(Pass::Kinds, 3 + 3, &[Act::Go(1), Act::Lost(1)], &write);
    assert_eq!(looked_at(Passes::all(), Act::Go(1), &write), []);
    let told = ["other 1", "lost"].map(|rule| (rule.to_owned(), Standing::OtherKind));
    assert_eq!(looked_at(Passes::all().without(Pass::Kinds), Act::Go(1), &write), told);
    assert_eq!(looked_at(Passes::none(), Act::Go(1), &write), told);
}

#[test]
fn subjects_leave_out_the_rules_about_other_subjects() {
    let write = |mut book: BookBuilder<Sandbox>| {
        for (subject, name) in (1..).zip(["one", "two", "three", "four"]) {
            book = book.rule(name, |rule| says(name)(rule.subject(Subject(subject))));
        }
        book.rule("any", says("any"))
    };
    // Three rules are about others than 3; all four are about others than 9,
    // and a negative number is about nothing.
    fires(Pass::Subjects, 3 + 4 + 4, &[Act::Go(3), Act::Go(9), Act::Go(-1)], &write);
    assert_eq!(looked_at(Passes::all(), Act::Go(3), &write), []);
    let other = |(subject, rule): (u32, &str)| {
        (rule.to_owned(), kept::other_subject(&[Subject(subject).into()]))
    };
    let told = [(1, "one"), (2, "two")].map(other);
    assert_eq!(looked_at(Passes::all().without(Pass::Subjects), Act::Go(3), &write), told);
}

#[test]
fn facts_leave_out_the_rules_whose_declared_conditions_are_false() {
    let (calls, reads) = (Calls::default(), Calls::default());
    let write = |book: BookBuilder<Sandbox>| {
        let reads = reads.clone();
        let step = rulebook::Fact::of_state("step", move |table: &Table| {
            reads.hit();
            table.step
        });
        let given = |values: &'static [Step]| {
            let (step, counted) = (step.clone(), asked(&calls));
            move |rule: rulebook::RuleBuilder<Sandbox>| {
                says("never")(rule.given(&step, values).when("asked", counted))
            }
        };
        book.rule("play", given(&[Step::Play]))
            .rule("end", given(&[Step::End]))
            .rule("play or end", given(&[Step::Play, Step::End]))
            .rule("draw", |rule| says("draw")(rule.given(&step, Step::Draw)))
            .rule("any", says("any"))
    };
    let actions = [Act::Go(1), Act::Go(2)];
    fires(Pass::Facts, 6, &actions, &write);
    // What the rules ask besides is never asked, and the fact is read once for
    // each action.
    assert_eq!(called(&calls, Passes::all(), &actions, &write), 0);
    assert_eq!(called(&reads, Passes::all(), &actions, &write), 2);
    assert_eq!(looked_at(Passes::all(), Act::Go(1), &write), []);
    let off = Passes::all().without(Pass::Facts);
    assert_eq!(called(&calls, off, &actions, &write), 0);
    let told =
        [("play", "Play"), ("end", "End"), ("play or end", "Play or End")].map(|(rule, values)| {
            let condition = kept::name(format!("step is {values}"));
            (rule.to_owned(), Standing::ConditionFalse { condition })
        });
    assert_eq!(looked_at(off, Act::Go(1), &write), told);
}

#[test]
fn facts_leave_out_by_several_facts_at_once() {
    let calls = Calls::default();
    let write = |mut book: BookBuilder<Sandbox>| {
        let (step, sign) = (step(), sign());
        for at in [Step::Draw, Step::Play, Step::End] {
            for what in [Sign::Minus, Sign::Zero, Sign::Plus] {
                let counted = asked(&calls);
                book = book.rule(format!("{at:?} {what:?}"), |rule| {
                    says("one")(rule.given(&step, at).given(&sign, what).when("asked", counted))
                });
            }
        }
        book.rule("zero, whatever the step", |rule| says("zero")(rule.given(&sign, Sign::Zero)))
            .rule("end, whatever the sign", |rule| says("end")(rule.given(&step, Step::End)))
            .rule("any", says("any"))
    };
    // Of twelve rules one stands in its cell of nine, and two wherever they may.
    fires(Pass::Facts, 9, &[Act::Go(1)], &write);
    assert_eq!(called(&calls, Passes::all(), &[Act::Go(1)], &write), 1);
    assert_eq!(looked_at(Passes::all(), Act::Go(1), &write), []);
    let off = Passes::all().without(Pass::Facts);
    assert_eq!(called(&calls, off, &[Act::Go(1)], &write), 1);
    assert_eq!(looked_at(off, Act::Go(1), &write).len(), 1, "one stands before it");
}

#[test]
fn hoist_evaluates_a_shared_predicate_once_for_all_that_share_it() {
    let calls = Calls::default();
    let write = |book: BookBuilder<Sandbox>| {
        let late = counted("late", &calls, |table| table.total > 10);
        let shares = |rule: rulebook::RuleBuilder<Sandbox>| says("never")(rule.while_holds(&late));
        book.rule("a", shares)
            .rule("b", shares)
            .phase("late", |phase| phase.while_holds(&late).rule("c", says("never")))
            .rule("between", |rule| skips(rule.on(ActKind::Go)))
            .phase("inner", |phase| phase.rule("d", shares))
            .rule("e", shares)
            .rule("add", |rule| rule.then(|cx, ()| [Ev::Add(cx.action.number())]))
    };
    let actions = [Act::Go(1), Act::Go(2)];
    fires(Pass::Hoist, 4 + 4, &actions, &write);
    assert_eq!(called(&calls, Passes::all(), &actions, &write), 2);
    assert_eq!(called(&calls, Passes::all().without(Pass::Hoist), &actions, &write), 10);
    assert_eq!(called(&calls, Passes::none(), &actions, &write), 10);
    // It needs no list: a tree walk asks as often as there are rules, too.
    assert_eq!(called(&calls, Passes::none().with(Pass::Hoist), &actions, &write), 2);
}

#[test]
fn memo_does_not_evaluate_a_predicate_again_until_what_it_reads_is_written() {
    let calls = Calls::default();
    let write = |book: BookBuilder<Sandbox>| {
        let rich = counted("rich", &calls, |table| table.total > 10).reads([Of::Total]);
        in_parts(book)
            .rule("rich", |rule| says("rich")(rule.while_holds(&rich)))
            .rule("note", |rule| says("note")(rule.on(ActKind::Go)))
            .rule("add", |rule| rule.then(|cx, ()| [Ev::Add(cx.action.number())]))
    };
    // The log is written, the log, the total, the log, the log.
    let actions = [Act::Go(1), Act::Go(1), Act::Other(20), Act::Go(1), Act::Go(1)];
    fires(Pass::Memo, 3, &actions, &write);
    assert_eq!(called(&calls, Passes::all(), &actions, &write), 2);
    assert_eq!(called(&calls, Passes::all().without(Pass::Memo), &actions, &write), 5);
    assert_eq!(called(&calls, Passes::none().with(Pass::Memo), &actions, &write), 2);
}

#[test]
fn masks_leave_out_what_is_in_a_group_that_has_applied() {
    let calls = Calls::default();
    let write = |book: BookBuilder<Sandbox>| {
        let grouped = |word: &'static str| {
            let counted = asked(&calls);
            move |rule: rulebook::RuleBuilder<Sandbox>| {
                says(word)(rule.exclusive("once").when("asked", counted))
            }
        };
        book.strategy(Strategy::ApplyAll)
            .rule("a", grouped("a"))
            .rule("b", grouped("b"))
            .rule("free", says("free"))
            .phase("tagged", |phase| phase.exclusive("once").rule("c", says("c")))
            .rule("d", grouped("d"))
    };
    let actions = [Act::Go(1), Act::Go(2)];
    fires(Pass::Masks, 3 + 3, &actions, &write);
    // Only the rule that applied was asked, in each action.
    assert_eq!(called(&calls, Passes::all(), &actions, &write), 2);
    assert_eq!(called(&calls, Passes::all().without(Pass::Masks), &actions, &write), 2);
}

#[test]
fn a_short_cut_leaves_out_what_declared_conditions_exclude() {
    let calls = Calls::default();
    let write = |book: BookBuilder<Sandbox>| {
        let (step, sign) = (step(), sign());
        let given = |at, what| {
            let (step, sign, counted) = (step.clone(), sign.clone(), asked(&calls));
            move |rule: rulebook::RuleBuilder<Sandbox>| {
                says("said")(rule.given(&step, at).given(&sign, what).when("asked", counted))
            }
        };
        // Rules are looked up by the step; the sign, which only a few of many
        // name, is not worth a look-up.
        let book = book
            .phase("one of them", |phase| {
                phase
                    .strategy(Strategy::Exclusive)
                    .rule("zero", given(Step::Draw, Sign::Zero))
                    .rule("plus", given(Step::Draw, Sign::Plus))
                    .rule("minus", given(Step::Draw, Sign::Minus))
                    .rule("plus or minus", |rule| {
                        let both = [Sign::Plus, Sign::Minus];
                        says("said")(rule.given(&step, Step::Draw).given(&sign, both))
                    })
            })
            .rule("play", given(Step::Play, Sign::Zero))
            .rule("end", given(Step::End, Sign::Zero))
            .rule("nowhere", given(Step::Nowhere, Sign::Zero));
        (0..24).fold(book, |book, nth| book.rule(format!("plain {nth}"), says("plain")))
    };
    fires(Pass::ShortCut, 3, &[Act::Go(1)], &write);
    assert_eq!(called(&calls, Passes::all(), &[Act::Go(1)], &write), 1);
    let told = looked_at(Passes::all(), Act::Go(1), &write);
    assert_eq!(told, [], "the others of the phase are not even looked at");
    let without = looked_at(Passes::all().without(Pass::ShortCut), Act::Go(1), &write);
    let names: Vec<_> = without.iter().map(|(rule, _)| rule.as_str()).collect();
    assert_eq!(names, ["one of them/plus", "one of them/minus", "one of them/plus or minus"]);
}

/// A book in which several passes have something to do.
fn mixed(book: BookBuilder<Sandbox>) -> BookBuilder<Sandbox> {
    let late = rulebook::Predicate::new("late", |table: &Table| table.total > 10);
    book.rule("other", |rule| says("other")(rule.on(ActKind::Other)))
        .rule("two", |rule| says("two")(rule.subject(Subject(2))))
        .rule("late", |rule| says("late")(rule.while_holds(&late)))
        .rule("later", |rule| says("later")(rule.while_holds(&late)))
        .rule("any", says("any"))
}

#[test]
fn passes_belong_to_a_book_and_not_to_the_process() {
    let compile = |passes| mixed(book("mixed").passes(passes)).compile().unwrap();
    let (all, none) = (compile(Passes::all()), compile(Passes::none()));
    let some = compile(Passes::all().without(Pass::Kinds));
    let mut games = [&all, &none, &some].map(|book| start_with(book, BOTH[0], COUNTING));
    // They take turns, so that none could change another unseen.
    for number in 0..3 {
        let logs = games.each_mut().map(|game| {
            go(game, Act::Go(number));
            game.state().log.clone()
        });
        assert!(logs.iter().all(|log| *log == logs[0]), "{logs:?}");
    }
    let by = |pass| games.each_ref().map(|game| game.avoided().by(pass));
    assert_eq!(by(Pass::Kinds), [3, 0, 0]);
    assert_eq!(by(Pass::Subjects), [2, 0, 2]);
    // In the action about two, the rule "two" comes first.
    assert_eq!(by(Pass::Hoist), [2, 0, 2]);
}

#[test]
fn a_variant_keeps_the_passes_of_its_base_unless_it_says_otherwise() {
    let base = mixed(book("base").passes(Passes::none())).compile().unwrap();
    let same = base.variant("same").compile().unwrap();
    let other = base.variant("other").passes(Passes::all()).compile().unwrap();
    assert!(base.plan().is_none() && same.plan().is_none());
    assert_eq!(other.plan().unwrap().passes(), Passes::all());
}

#[test]
fn passes_are_a_value_that_says_what_is_in_it() {
    let none = Passes::none();
    assert_eq!(Passes::default(), Passes::all());
    for pass in Pass::ALL {
        assert!(Passes::all().has(pass) && !none.has(pass));
        assert_eq!(none.with(pass).without(pass), none);
        assert_eq!(format!("{:?}", none.with(pass)), format!("{{{pass:?}}}"));
        let others = Pass::ALL.into_iter().filter(|other| none.with(pass).has(*other));
        assert!(others.eq([pass]));
    }
    let every = Pass::ALL.into_iter().fold(none, Passes::with);
    assert_eq!(every, Passes::all(), "there are no others");
}

#[test]
fn nobody_counts_unless_somebody_wants_to_know() {
    let book = mixed(book("uncounted")).compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    go(&mut game, Act::Go(1));
    assert_eq!(avoided(&game), Counts::new());
    // From the first action on that somebody saw.
    let watcher = Watcher::of(&mut game);
    go(&mut game, Act::Go(1));
    assert_eq!(watcher.take().avoided, avoided(&game));
    assert_eq!(game.avoided().by(Pass::Kinds), 1);
    // A fork leaves the observer behind, and once it has gone nobody counts.
    let mut fork = game.fork();
    go(&mut fork, Act::Go(1));
    assert_eq!(avoided(&fork), Counts::new());
    game.unobserve();
    go(&mut game, Act::Go(1));
    assert_eq!(game.avoided().by(Pass::Kinds), 1);
}

#[test]
fn whoever_wants_it_counted_anyway_has_it_counted_after_an_observer_has_gone() {
    let book = mixed(book("counted")).compile().unwrap();
    let mut game = start_with(&book, BOTH[0], COUNTING);
    let _watcher = Watcher::of(&mut game);
    go(&mut game, Act::Go(1));
    game.unobserve();
    go(&mut game, Act::Go(1));
    assert_eq!(game.avoided().by(Pass::Kinds), 2);
}

#[test]
fn each_session_counts_for_itself_and_a_fork_begins_anew() {
    let book = mixed(book("counted")).compile().unwrap();
    let mut game = start_with(&book, BOTH[0], COUNTING);
    go(&mut game, Act::Go(1));
    let (mut fork, other) = (game.fork(), start_with(&book, BOTH[0], COUNTING));
    assert_eq!((avoided(&fork), avoided(&other)), (Counts::new(), Counts::new()));
    go(&mut fork, Act::Go(1));
    go(&mut fork, Act::Go(1));
    let by = |game: &Session<Sandbox>| game.avoided().by(Pass::Kinds);
    assert_eq!((by(&game), by(&fork), by(&other)), (1, 2, 0));
}

#[test]
fn an_explanation_says_what_would_be_avoided_and_counts_for_nobody() {
    let write = |book: BookBuilder<Sandbox>| {
        book.rule("go", |rule| says("go")(rule.on(ActKind::Go)))
            .rule("other", |rule| says("other")(rule.on(ActKind::Other)))
            .rule("lost", |rule| says("lost")(rule.on(ActKind::Lost)))
    };
    let mut game = with_passes(&write, Passes::all(), COUNTING);
    let explained = game.explain(Seat(0), &Act::Go(1)).unwrap().clone();
    assert_eq!(explained.avoided.by(Pass::Kinds), 2);
    assert_eq!(game.avoided().by(Pass::Kinds), 0);
    go(&mut game, Act::Go(1));
    assert_eq!(game.avoided(), explained.avoided);

    let mut reference = with_passes(&write, Passes::none(), COUNTING);
    assert_eq!(reference.explain(Seat(0), &Act::Go(1)).unwrap().avoided, Avoided::default());
}
