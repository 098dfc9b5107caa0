//! Facts at their edges: how many values there may be, values that are no
//! values, contradictions, panics, and books that are varied and shared.

mod common;

use common::plan::*;
use common::*;
use rulebook::prelude::*;
use rulebook::{
    BookBuilder, Fact, FaultKind, Forecast, Kind, KindSet, Mistake, Passes, Predicate, Recovery,
    Rule, RuleBuilder, SessionOptions, Standing,
};

/// A value by its number; `N` of them are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbered<const N: usize>(usize);

const fn listed<const N: usize>() -> [Numbered<N>; N] {
    let mut all = [Numbered(0); N];
    let mut at = 0;
    while at < N {
        all[at] = Numbered(at);
        at += 1;
    }
    all
}

impl<const N: usize> Kind for Numbered<N> {
    const ALL: &'static [Self] = &listed::<N>();
    fn index(self) -> usize {
        self.0
    }
    fn name(self) -> &'static str {
        ["none", "one", "two"].get(self.0).unwrap_or(&"many")
    }
}

impl<const N: usize> Kinded for Numbered<N> {
    type Kind = Self;
    fn kind(&self) -> Self {
        *self
    }
}

/// The total as a value; of a total below zero, from `N` downwards.
fn total<const N: usize>() -> Fact<Sandbox, Numbered<N>> {
    Fact::of_state("total", |table: &Table| Numbered(table.total.rem_euclid(1 << 40) as usize))
}

/// A game by each choice of passes, and in parity.
fn games(
    write: impl Fn(BookBuilder<Sandbox>) -> BookBuilder<Sandbox>,
    total: i64,
) -> Vec<Session<Sandbox>> {
    let each = [(Passes::all(), COMPARING), (Passes::all(), COUNTING), (Passes::none(), COUNTING)];
    let quiet = (Passes::all(), SessionOptions::default());
    let game = |(passes, options)| {
        let book = write(book("facts").passes(passes)).compile().unwrap();
        let options = SessionOptions { recovery: Some(Recovery::Revert), ..options };
        let table = Table { total, ..Table::default() };
        book.start_with(table, Seed(7), options).unwrap()
    };
    each.into_iter().chain([quiet]).map(game).collect()
}

/// What each of them logs for an action.
fn log(
    write: impl Fn(BookBuilder<Sandbox>) -> BookBuilder<Sandbox>,
    total: i64,
    action: Act,
) -> Vec<&'static str> {
    let logs = games(write, total).into_iter().map(|mut game| {
        go(&mut game, action.clone());
        game.state().log.clone()
    });
    let mut logs: Vec<_> = logs.collect();
    assert!(logs.iter().all(|log| *log == logs[0]), "{logs:?}");
    logs.swap_remove(0)
}

/// The mistakes of a book that must not compile.
fn found(builder: BookBuilder<Sandbox>) -> Vec<Mistake> {
    mistakes(builder).iter().cloned().collect()
}

/// A rule that names some values.
fn wants<K: Kind>(
    fact: &Fact<Sandbox, K>,
    values: impl Into<KindSet<K>>,
    word: &'static str,
) -> impl FnOnce(RuleBuilder<Sandbox>) -> Rule<Sandbox> {
    let (fact, values) = (fact.clone(), values.into());
    move |rule| says(word)(rule.given(&fact, values))
}

#[test]
fn each_of_128_values_is_told_apart() {
    let write = |mut book: BookBuilder<Sandbox>| {
        let fact =
            Fact::of_state("total", |table: &Table| Numbered::<128>((table.total + 64) as usize));
        for value in 0..128 {
            book = book.rule(value.to_string(), |rule| {
                rule.given(&fact, Numbered(value)).then(|_, ()| [Ev::Add(1)])
            });
        }
        book
    };
    for mut game in games(write, -64) {
        for value in 0..128_usize {
            go(&mut game, Act::Go(0));
            let frame = game.frames().next_back().unwrap().to_string();
            assert!(frame.contains(&format!("the rule \"{value}\"")), "{frame}");
        }
    }
}

#[test]
fn more_values_than_that_are_a_mistake_wherever_they_are_named() {
    let many = |count| Mistake::TooManyValues { fact: "total".to_owned(), count };
    let on_rule = found(book("many").rule("a", wants(&total::<129>(), Numbered(0), "a")));
    assert_eq!(on_rule, [many(129)]);
    let on_phase = mistakes(
        book("many")
            .phase("p", |phase| phase.given(&total::<1000>(), Numbered(999)).rule("a", says("a"))),
    );
    assert!(on_phase.iter().eq([&many(1000)]));
    let said = on_phase.to_string();
    assert!(said.contains("has 1000 values, and 128 at most can be told apart"), "{said}");
}

#[test]
fn values_must_be_listed_in_the_order_of_their_numbers() {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Mixed {
        One = 1,
        Zero = 0,
    }
    impl Kind for Mixed {
        const ALL: &'static [Self] = &[Mixed::One, Mixed::Zero];
        fn index(self) -> usize {
            self as usize
        }
        fn name(self) -> &'static str {
            "mixed"
        }
    }
    impl Kinded for Mixed {
        type Kind = Self;
        fn kind(&self) -> Self {
            *self
        }
    }
    let mixed = Fact::of_state("mixed", |_: &Table| Mixed::One);
    let mistakes = found(book("mixed").rule("a", wants(&mixed, Mixed::Zero, "a")));
    assert_eq!(mistakes, [Mistake::ValuesOutOfOrder { fact: "mixed".to_owned() }]);
}

/// Who names a fact.
#[derive(Clone, Copy, Debug)]
enum Named {
    ByPhase,
    ByRules,
}

/// Rules for Go that wait for values of a fact of three, or stand in a phase that does;
/// Lost adds to the fact, and nobody asks for it then.
fn naming_it(book: BookBuilder<Sandbox>, named: Named, strategy: Strategy) -> BookBuilder<Sandbox> {
    let fact = total::<3>();
    let book = book.phase("some", |phase| {
        let phase = phase.strategy(strategy);
        match named {
            Named::ByPhase => phase
                .given(&fact, [Numbered(0), Numbered(1)])
                .rule("in it", |rule| says("in it")(rule.on(ActKind::Go))),
            Named::ByRules => (0..3).fold(phase, |phase, value| {
                phase.rule(format!("at {value}"), |rule| {
                    says("in it")(rule.on(ActKind::Go).given(&fact, Numbered(value)))
                })
            }),
        }
    });
    let offers = |rule: RuleBuilder<Sandbox>| rule.candidates(|offer| offer.push(Act::Go(1)));
    book.rule("else", |rule| says("else")(offers(rule.on(ActKind::Go))))
        .rule("add", |rule| rule.on(ActKind::Lost).then(|cx, ()| [Ev::Add(cx.action.number())]))
}

#[test]
fn a_value_that_is_not_listed_is_a_fault_that_names_the_fact_and_changes_nothing() {
    let strategies = [Strategy::FirstWins, Strategy::Exclusive, Strategy::ApplyAll];
    for (named, strategy) in [Named::ByPhase, Named::ByRules]
        .into_iter()
        .flat_map(|named| strategies.map(|strategy| (named, strategy)))
    {
        // Also where the number is one that looks like another when it is cut.
        for unlisted in [3, 64, 127, 128, 200, 255, 256, 257, 1 << 32, (1 << 32) + 1] {
            let said = format!(
                "it came to value number {unlisted} of a kind that lists 3, counted from zero: \
                 list every value in its `Kind::ALL`"
            );
            for mut game in games(|book| naming_it(book, named, strategy), 0) {
                assert!(go(&mut game, Act::Lost(unlisted - (1 << 40))).is_committed());
                let before = picture(&mut game);
                let FaultKind::Panic { place, message } = fault(&mut game, Act::Go(1)) else {
                    panic!("the fact has no such value");
                };
                assert_eq!((&*place, &*message), ("the fact \"total\"", &*said));
                let explained = game.explain(Seat(0), &Act::Go(1)).unwrap();
                let forecast = explained.forecast();
                assert!(matches!(forecast, Forecast::Fault(_)), "{named:?} {strategy:?}");
                assert!(game.preview(Seat(0), &Act::Go(1)).is_err());
                assert!(game.submit_explained(Seat(0), Act::Go(1)).is_err());
                assert!(game.search(Seed(1)).push(Seat(0), Act::Go(1)).is_err());
                // It is offered, as everything is that would be a fault.
                assert_eq!(game.legal(Seat(0)).unwrap().len(), 1);
                assert_eq!(picture(&mut game), before);
                // What needs no value goes on, and so does the rest where there is one.
                assert!(go(&mut game, Act::Lost((1 << 40) - unlisted)).is_committed());
                assert!(go(&mut game, Act::Go(1)).is_committed());
                assert_eq!(game.state().log[0], "in it");
            }
        }
    }
}

#[test]
fn to_want_a_value_that_is_not_listed_is_to_want_nothing() {
    let write = |book: BookBuilder<Sandbox>| {
        let fact = total::<3>();
        book.rule("seven", wants(&fact, Numbered(7), "seven"))
            .rule("one", wants(&fact, Numbered(1), "one"))
            .rule("two", wants(&fact, Numbered(2), "two"))
            .rule("none", wants(&fact, Numbered(0), "none"))
            .rule("else", says("else"))
    };
    assert_eq!(log(write, 1, Act::Go(1)), ["one"]);
}

#[test]
fn to_want_no_value_at_all_is_never_met() {
    let write = |book: BookBuilder<Sandbox>| {
        let step = step();
        book.rule("never", wants(&step, KindSet::none(), "never"))
            .phase("closed", |phase| phase.given(&step, []).rule("in it", says("in it")))
            .rule("else", says("else"))
    };
    assert_eq!(log(write, 0, Act::Go(1)), ["else"]);
}

#[test]
fn a_fact_of_the_action_is_not_for_phases() {
    let mistakes = found(book("action").phase("outer", |phase| {
        phase.phase("inner", |phase| {
            phase.given(&number(), Sign::Plus).rule("a", wants(&number(), Sign::Plus, "a"))
        })
    }));
    let of_action =
        Mistake::FactOfAction { fact: "number".to_owned(), phase: "outer/inner".to_owned() };
    // There are two facts of that name, too.
    let twice = Mistake::MadeTwice { what: "fact", name: "number".to_owned() };
    assert_eq!(mistakes, [of_action, twice]);
}

#[test]
fn a_fact_of_the_action_sees_who_acts_on_what() {
    let write = |book: BookBuilder<Sandbox>| {
        let fits = Fact::of_action("fits", |ask: &Ask<'_, Sandbox>| {
            let fits = ask.by == By::Seat(Seat(1)) && ask.action.number() == ask.state.total;
            if fits { Sign::Plus } else { Sign::Minus }
        });
        book.rule("fits", wants(&fits, Sign::Plus, "fits"))
            .rule("does not", wants(&fits, Sign::Minus, "does not"))
    };
    for mut game in games(write, 3) {
        for (seat, number) in [(0, 3), (1, 3), (1, 4)] {
            game.submit(Seat(seat), Act::Go(number)).unwrap();
        }
        assert_eq!(game.state().log, ["does not", "fits", "does not"]);
    }
}

#[test]
fn facts_and_predicates_need_names() {
    let nameless = |what| Mistake::NoName { what, within: String::new() };
    let fact = Fact::of_state("", |table: &Table| table.step);
    let silent = Predicate::<Sandbox>::new("", |_| true);
    let write = book("nameless")
        .rule("a", wants(&fact, Step::Draw, "a"))
        .rule("b", |rule| says("b")(rule.while_holds(&silent)));
    assert_eq!(found(write), [nameless("fact"), nameless("predicate")]);
}

#[test]
fn the_whole_book_can_wait_for_a_fact_and_a_predicate() {
    let rich = Predicate::<Sandbox>::new("rich", |table| table.total > 0);
    let write = |book: BookBuilder<Sandbox>| {
        book.given(&step(), Step::Draw).while_holds(&rich).rule("a", says("a"))
    };
    for (total, committed) in [(0, false), (3, true)] {
        for mut game in games(write, total) {
            assert_eq!(go(&mut game, Act::Go(1)).is_committed(), committed);
        }
    }
}

#[test]
fn names_are_unique_among_facts_and_among_predicates() {
    let twice = |what| Mistake::MadeTwice { what, name: "same".to_owned() };
    let fact = || Fact::of_state("same", |table: &Table| table.step);
    let predicate = || Predicate::<Sandbox>::new("same", |_| true);
    let holds = |predicate: Predicate<Sandbox>| {
        move |rule: RuleBuilder<Sandbox>| says("said")(rule.while_holds(&predicate))
    };
    let facts = book("facts").rule("a", wants(&fact(), Step::Draw, "a"));
    assert_eq!(found(facts.rule("b", wants(&fact(), Step::Draw, "b"))), [twice("fact")]);
    let predicates = book("predicates").rule("a", holds(predicate()));
    assert_eq!(found(predicates.rule("b", holds(predicate()))), [twice("predicate")]);
    // What says more about what it reads is another one.
    let one = predicate();
    let more = book("more").rule("a", holds(one.clone()));
    assert_eq!(found(more.rule("b", holds(one.reads([Of::Log])))), [twice("predicate")]);
    assert_eq!(
        twice("predicate").to_string(),
        "There are two predicates named \"same\": make it once, with all that it reads, \
         and hand the same one to every rule and phase that needs it.",
    );
    // Facts do not say what they read.
    assert_eq!(
        twice("fact").to_string(),
        "There are two facts named \"same\": make it once and hand the same one to every rule and \
         phase that needs it.",
    );
    // A copy is the same one; and facts and predicates are not mixed up.
    let (fact, predicate) = (fact(), predicate());
    book("fine")
        .rule("a", wants(&fact.clone(), Step::Draw, "a"))
        .rule("b", wants(&fact, Step::Play, "b"))
        .rule("c", holds(predicate.clone()))
        .rule("d", holds(predicate))
        .compile()
        .unwrap();
}

#[test]
fn what_a_phase_and_its_rule_want_together_must_hold_together() {
    let write = |book: BookBuilder<Sandbox>| {
        let sign = sign();
        book.phase("not minus", |phase| {
            phase
                .given(&sign, [Sign::Zero, Sign::Plus])
                .rule("minus", wants(&sign, Sign::Minus, "never"))
                .rule("not plus", wants(&sign, [Sign::Minus, Sign::Zero], "zero"))
                .rule("any", wants(&sign, KindSet::all(), "plus"))
        })
        .rule("else", says("minus"))
    };
    for (total, word) in [(-1, "minus"), (0, "zero"), (1, "plus")] {
        assert_eq!(log(write, total, Act::Go(1)), [word]);
        let mut game = games(write, total).swap_remove(0);
        let explained = game.explain(Seat(0), &Act::Go(1)).unwrap();
        let never = explained.rules().next().unwrap().standing;
        let closed =
            matches!(never, Standing::PredicateFalse { phase, .. } if phase == "not minus");
        assert_eq!(closed, total < 0, "{never}");
    }
}

#[test]
fn all_conditions_on_one_fact_must_hold() {
    let write = |book: BookBuilder<Sandbox>| {
        let step = step();
        book.rule("none", |rule| {
            says("none")(rule.given(&step, Step::Play).given(&step, Step::Draw))
        })
        .rule("draw", |rule| {
            let first = rule.given(&step, [Step::Draw, Step::Play]);
            says("draw")(first.given(&step, [Step::Draw, Step::End]))
        })
        .rule("else", says("else"))
    };
    assert_eq!(log(write, 0, Act::Go(1)), ["draw"]);
}

#[test]
fn a_fact_with_one_value_tells_nothing_apart_and_is_not_read() {
    let reads = Calls::default();
    let write = |book: BookBuilder<Sandbox>| {
        let reads = reads.clone();
        let only = Fact::of_state("only", move |_: &Table| {
            reads.hit();
            Numbered::<1>(0)
        });
        book.rule("only", wants(&only, Numbered(0), "only")).rule("else", says("else"))
    };
    assert_eq!(log(write, 0, Act::Go(1)), ["only"]);
    assert_eq!(reads.take(), 0);
    let book = write(book("only")).compile().unwrap();
    let plan = book.plan().unwrap();
    assert!(plan.entry(book.rule("only").unwrap()).is_always());
}

#[test]
fn a_fact_that_panics_is_named_and_harms_nobody_else() {
    let breaks = |book: BookBuilder<Sandbox>| {
        let odd = Fact::of_state("odd", |table: &Table| {
            assert!(table.total == 0, "it breaks");
            table.step
        });
        book.rule("needs it", |rule| {
            rule.on(ActKind::Go).given(&odd, Step::Draw).then(|_, ()| [Ev::Add(1)])
        })
        .phase("all", |phase| {
            phase.strategy(Strategy::ApplyAll).phase("guarded", |phase| {
                phase
                    .given(&odd, Step::Draw)
                    .rule("in it", |rule| says("in it")(rule.on(ActKind::Lost)))
            })
        })
        .rule("does not", |rule| says("does not")(rule.on(ActKind::Other)))
    };
    for mut game in games(breaks, 0) {
        go(&mut game, Act::Go(1));
        let before = picture(&mut game);
        for action in [Act::Go(1), Act::Lost(1)] {
            let FaultKind::Panic { place, message } = fault(&mut game, action) else {
                panic!("the fact breaks");
            };
            assert_eq!((place.as_str(), message.as_str()), ("the fact \"odd\"", "it breaks"));
            assert_eq!(picture(&mut game), before);
        }
        // No rule for this kind needs it.
        assert!(go(&mut game, Act::Other(1)).is_committed());
    }
}

#[test]
fn a_fact_is_read_once_for_a_version_of_the_state() {
    let reads = Calls::default();
    let write = |book: BookBuilder<Sandbox>| {
        let reads = reads.clone();
        let sign = Fact::of_state("sign", move |table: &Table| {
            reads.hit();
            Sign::of(table.total)
        });
        let silent = |rule: RuleBuilder<Sandbox>| rule.given(&sign, Sign::Zero).then(|_, ()| ());
        let all = book.strategy(Strategy::ApplyAll);
        all.rule("a", |rule| silent(rule.on(ActKind::Go)))
            .rule("b", |rule| silent(rule.on([ActKind::Go, ActKind::Other])))
            .rule("c", |rule| silent(rule.on(ActKind::Go)))
            .rule("adds", |rule| rule.on(ActKind::Other).then(|_, ()| [Ev::Add(1)]))
            .rule("d", |rule| silent(rule.on([ActKind::Go, ActKind::Other])))
            .rule("lost", |rule| says("lost")(rule.on(ActKind::Lost)))
    };
    for passes in [Passes::all(), Passes::none()] {
        let mut game = with_passes(&write, passes, SessionOptions::default());
        // Three rules apply and write nothing; one of three writes; and what
        // no rule names is not read.
        for (action, times) in [(Act::Go(1), 1), (Act::Other(1), 2), (Act::Lost(1), 0)] {
            go(&mut game, action);
            assert_eq!(reads.take(), times);
        }
    }
}
