//! The plan to look at: numbers are the order of asking, and everything an
//! entry waits for can be read; the signature changes when any of it does.

mod common;

use std::sync::{Arc, Mutex};

use common::plan::*;
use common::*;
use rulebook::prelude::*;
use rulebook::{
    BookBuilder, FaultKind, Kind, Pass, Passes, PhaseBuilder, PlanView, Predicate, Rule,
    RuleBuilder,
};

fn names<'b>(plan: PlanView<'b, Sandbox>) -> Vec<String> {
    plan.entries().map(|entry| entry.name()).collect()
}

/// Writes down which rules were asked, in order.
#[derive(Clone, Default)]
struct Roll(Arc<Mutex<Vec<&'static str>>>);

impl Roll {
    /// A rule that writes down that it was asked, and has nothing to say.
    fn rule(
        &self,
        name: &'static str,
        priority: i32,
    ) -> impl FnOnce(RuleBuilder<Sandbox>) -> Rule<Sandbox> + use<> {
        let roll = self.clone();
        move |rule| {
            skips(rule.priority(priority).when("asked", move |_| {
                roll.0.lock().unwrap().push(name);
                true
            }))
        }
    }

    /// Three rules with a phase among them.
    fn level<'b>(
        &self,
        phase: PhaseBuilder<'b, Sandbox>,
        [one, two, three]: [&'static str; 3],
        strategy: Strategy,
        inner: impl FnOnce(PhaseBuilder<'_, Sandbox>) -> PhaseBuilder<'_, Sandbox>,
    ) -> PhaseBuilder<'b, Sandbox> {
        phase
            .strategy(strategy)
            .rule(one, self.rule(one, 25))
            .rule(two, self.rule(two, 75))
            .phase("inner", inner)
            .rule(three, self.rule(three, 50))
    }
}

#[test]
fn numbers_are_the_order_of_asking_for_all_strategies_nested() {
    use Strategy::{ApplyAll, Exclusive, FirstWins, HighestPriority, LastWins};
    let strategies = [FirstWins, LastWins, HighestPriority, Exclusive, ApplyAll];
    for turn in 0..5 {
        let at = |level: usize| strategies[(turn + level) % 5];
        let roll = Roll::default();
        let book =
            book("nested").strategy(at(0)).rule("z", roll.rule("z", 0)).phase("0", |phase| {
                roll.level(phase, ["a", "b", "c"], at(1), |phase| {
                    roll.level(phase.priority(60), ["d", "e", "f"], at(2), |phase| {
                        roll.level(phase.priority(10), ["g", "h", "i"], at(3), |phase| {
                            roll.level(phase, ["j", "k", "l"], at(4), |phase| {
                                phase.rule("m", roll.rule("m", 50))
                            })
                        })
                    })
                })
            });
        let book = book.rule("y", roll.rule("y", 100)).compile().unwrap();
        let plan = book.plan().unwrap();
        let short = |name: &String| name.rsplit('/').next().unwrap().to_owned();
        let planned: Vec<_> = names(plan).iter().map(short).collect();
        assert!(plan.entries().map(|entry| entry.number()).eq(0..15));
        // Nobody decides, so everybody is asked.
        for passes in [Passes::all(), Passes::none()] {
            let book = book.variant("nested").passes(passes).compile().unwrap();
            roll.0.lock().unwrap().clear();
            assert!(go(&mut start(&book, BOTH[0]), Act::Go(1)).refusal().is_some());
            assert_eq!(*roll.0.lock().unwrap(), planned, "{:?}", at(0));
        }
    }
}

/// A book with a little of everything.
fn full(book: BookBuilder<Sandbox>) -> BookBuilder<Sandbox> {
    let (step, sign) = (step(), sign());
    let poor = Predicate::new("poor", |table: &Table| table.total < 10);
    book.phase("early", |phase| {
        phase
            .given(&step, [Step::Draw, Step::Play])
            .while_holds(&poor)
            .when("open", |_| true)
            .exclusive("once")
            .rule("first", |rule| {
                let rule = rule.on(ActKind::Go).subject(Subject(3)).subject(Subject(4));
                let rule = rule.when("own", |_| true).given(&sign, Sign::Zero);
                says("first")(rule.while_holds(&poor).exclusive("twice"))
            })
            .rule("second", |rule| says("second")(rule.given(&step, Step::Play)))
    })
    .phase("only one", |phase| {
        phase
            .strategy(Strategy::Exclusive)
            .rule("draw", |rule| says("draw")(rule.given(&step, Step::Draw)))
            .rule("play", |rule| says("play")(rule.given(&step, Step::Play)))
            .rule("end", |rule| says("end")(rule.given(&step, Step::End)))
    })
    .phase("all", |phase| {
        phase
            .strategy(Strategy::ApplyAll)
            .rule("other", |rule| says("other")(rule.on(ActKind::Other).exclusive("twice")))
            .rule("any", says("any"))
    })
}

#[test]
fn an_entry_says_everything_that_it_waits_for() {
    let book = full(book("full")).compile().unwrap();
    let plan = book.plan().unwrap();
    let first = plan.entry(book.rule("early/first").unwrap());
    assert_eq!((first.number(), first.name().as_str()), (0, "early/first"));
    assert_eq!(first.rule(), book.rule("early/first").unwrap());
    assert_eq!(first.subjects(), [Subject(3), Subject(4)].map(rulebook::SubjectName::from));
    assert!(first.givens().eq(["step is Draw or Play", "sign is Zero"]));
    assert!(first.shared().eq(["poor", "poor"]), "of the phase and of its own");
    assert!(first.conditions().eq(["own"]));
    assert!(first.groups().eq([("once", 0), ("twice", 0)]));
    assert!(!first.is_always() && !first.is_short_cut());
    let second = plan.entry(book.rule("early/second").unwrap());
    assert!(second.groups().eq([("once", 0)]) && second.conditions().next().is_none());
    let any = plan.entry(book.rule("all/any").unwrap());
    assert!(any.is_always() && any.groups().next().is_none() && any.subjects().is_empty());
    // What comes later in the phase wants another step.
    let cuts: Vec<_> = plan.entries().map(|entry| entry.is_short_cut()).collect();
    assert_eq!(cuts, [false, false, true, true, false, false, false]);
}

#[test]
fn there_is_no_short_cut_past_a_rule_that_could_match_as_well() {
    let step = step();
    let given = |values: &'static [Step], word: &'static str| {
        let step = step.clone();
        move |rule: RuleBuilder<Sandbox>| says(word)(rule.given(&step, values))
    };
    let write = |book: BookBuilder<Sandbox>| {
        book.strategy(Strategy::Exclusive)
            .rule("draw", given(&[Step::Draw], "draw"))
            .rule("draw or play", given(&[Step::Draw, Step::Play], "draw or play"))
            .rule("end", given(&[Step::End], "end"))
    };
    let cuts = |book: &Book<Sandbox>| -> Vec<_> {
        book.plan().unwrap().entries().map(|entry| entry.is_short_cut()).collect()
    };
    let planned = write(book("overlap")).compile().unwrap();
    assert_eq!(cuts(&planned), [false, true, false]);
    for passes in [Passes::all(), Passes::all().without(Pass::Facts), Passes::none()] {
        let book = planned.variant("overlap").passes(passes).compile().unwrap();
        let FaultKind::Conflict { rules, .. } = fault(&mut start(&book, BOTH[0]), Act::Go(1))
        else {
            panic!("two rules match");
        };
        assert_eq!(rules, ["draw", "draw or play"]);
    }
    // Nor past one that wants nothing.
    let open = write(common::book("open")).rule("any", says("any")).compile().unwrap();
    assert_eq!(cuts(&open), [false; 4]);
    // Where the phase is not Exclusive, there is nothing to cut.
    let first = write(common::book("first")).strategy(Strategy::FirstWins).compile().unwrap();
    assert_eq!(cuts(&first), [false; 3]);
}

#[test]
fn an_entry_is_always_only_if_nothing_is_asked_for_it() {
    let poor = Predicate::new("poor", |table: &Table| table.total < 10);
    let book = book("asks")
        .rule("subject", |rule| says("a")(rule.subject(Subject(1))))
        .rule("given", |rule| says("b")(rule.given(&step(), Step::Draw)))
        .rule("shared", |rule| says("c")(rule.while_holds(&poor)))
        .rule("own", |rule| says("d")(rule.when("own", |_| true)))
        .rule("answer", |rule| rule.answer(|_| Answer::Match(1)).then(|_, _| [Ev::Add(1)]))
        .phase("guarded", |phase| phase.when("open", |_| true).rule("in it", says("e")))
        .rule("kind", |rule| says("f")(rule.on(ActKind::Go)))
        .rule("always", says("g"))
        .compile()
        .unwrap();
    let plan = book.plan().unwrap();
    let always = plan.entries().filter(|entry| entry.is_always()).map(|entry| entry.name());
    assert!(always.eq(["kind", "always"]));
}

#[test]
fn the_entries_for_a_kind_are_those_that_it_can_concern() {
    let book = full(book("full")).compile().unwrap();
    let plan = book.plan().unwrap();
    let numbers = |kind| plan.entries_for(kind).map(|entry| entry.number()).collect::<Vec<_>>();
    assert_eq!(numbers(ActKind::Go), [0, 1, 2, 3, 4, 6]);
    assert_eq!(numbers(ActKind::Other), [1, 2, 3, 4, 5, 6]);
    assert_eq!(numbers(ActKind::Lost), [1, 2, 3, 4, 6]);
    // It is a question about the book: no pass changes it.
    let unfiltered = full(common::book("full").passes(Passes::all().without(Pass::Kinds)));
    let unfiltered = unfiltered.compile().unwrap();
    let plan = unfiltered.plan().unwrap();
    assert!(plan.entries_for(ActKind::Lost).map(|entry| entry.number()).eq([1, 2, 3, 4, 6]));
}

#[test]
fn a_kind_is_looked_up_by_the_fact_that_tells_most_of_its_rules_apart() {
    let (step, sign) = (step(), sign());
    let mut builder = book("split");
    for (at, value) in [Step::Draw, Step::Play, Step::End, Step::Nowhere].into_iter().enumerate() {
        builder = builder.rule(format!("step {at}"), |rule| {
            let go = rule.on(ActKind::Go).given(&step, value);
            says("step")(if at == 0 { go.given(&sign, Sign::Zero) } else { go })
        });
        builder = builder.rule(format!("plain {at}"), |rule| says("plain")(rule.on(ActKind::Lost)));
    }
    for value in [Sign::Minus, Sign::Zero, Sign::Plus] {
        builder = builder.rule(format!("sign {value:?}"), |rule| {
            says("sign")(rule.on(ActKind::Other).given(&sign, value))
        });
    }
    let book = builder.compile().unwrap();
    assert_eq!(looked_up(&book), ["step", "sign", ""]);
    let off = book.variant("off").passes(Passes::all().without(Pass::Facts)).compile().unwrap();
    assert_eq!(looked_up(&off), ["", "", ""]);
}

/// By what each kind of action is looked up.
fn looked_up(book: &Book<Sandbox>) -> [String; 3] {
    let plan = book.plan().unwrap();
    let facts = |kind| plan.looked_up_by(kind).collect::<Vec<_>>().join(" ");
    [ActKind::Go, ActKind::Other, ActKind::Lost].map(facts)
}

#[test]
fn what_a_fact_was_at_the_start_is_told_from_what_it_is() {
    let step = step();
    let values = [Step::Draw, Step::Play, Step::End];
    let builder = values.into_iter().fold(book("march"), |builder, was| {
        builder.strategy(Strategy::ApplyAll).phase(format!("{was:?}"), |phase| {
            values.into_iter().fold(phase.given(&step, was), |phase, is| {
                phase.rule(format!("{is:?}"), |rule| {
                    says("march")(rule.on(ActKind::Go).given(&step, is))
                })
            })
        })
    });
    let book = builder.compile().unwrap();
    let plan = book.plan().unwrap();
    assert!(plan.looked_up_by(ActKind::Go).eq(["step", "step"]), "{plan}");
    let text = plan.to_string();
    assert!(text.contains("Go is looked up by step and step at the start\n"), "{text}");
}

#[test]
fn several_facts_are_looked_up_together_the_most_telling_first() {
    let (step, sign, number) = (step(), sign(), number());
    let mut builder = book("together");
    for at in [Step::Draw, Step::Play, Step::End, Step::Nowhere] {
        for what in [Sign::Minus, Sign::Zero, Sign::Plus] {
            builder = builder.rule(format!("{at:?} {what:?}"), |rule| {
                says("one")(rule.on(ActKind::Go).given(&sign, what).given(&step, at))
            });
        }
    }
    // Two of the three tell these apart so well that the third is not worth it;
    // neither is one that a single rule names.
    for (nth, what) in [Sign::Minus, Sign::Zero, Sign::Plus].into_iter().enumerate() {
        builder = builder
            .rule(format!("number {what:?}"), |rule| {
                says("three")(
                    rule.on(ActKind::Other)
                        .given(&sign, what)
                        .given(&number, what)
                        .given(&step, [Step::Draw, Step::Play]),
                )
            })
            .rule(format!("step {nth}"), |rule| {
                let wanted = [Step::Draw, Step::Play, Step::End][nth];
                says("step")(rule.on(ActKind::Lost).given(&step, wanted))
            });
    }
    let builder = builder.rule("rare", |rule| {
        let rare = rule.on(ActKind::Lost).given(&sign, [Sign::Zero, Sign::Plus]);
        says("rare")(rare.given(&step, Step::Draw))
    });
    let book = builder.compile().unwrap();
    assert_eq!(looked_up(&book), ["step sign", "sign number", "step"]);
}

#[test]
fn a_table_of_facts_stays_small() {
    // Each fact would tell as much as the others, and all together would come to
    // millions of cases.
    let digit = |at: u32| {
        Fact::of_state(format!("digit {at}"), move |table: &Table| {
            Digit(table.total.unsigned_abs() as usize >> (4 * at) & 15)
        })
    };
    let digits: Vec<_> = (0..6).map(digit).collect();
    let mut builder = book("digits");
    for value in 0..16 {
        builder = builder.rule(format!("rule {value}"), |rule| {
            let all = digits
                .iter()
                .fold(rule.on(ActKind::Go), |rule, digit| rule.given(digit, Digit(value)));
            says("all")(all)
        });
    }
    let book = builder.compile().unwrap();
    assert_eq!(looked_up(&book), ["digit 0 digit 1", "", ""]);
}

/// Four bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Digit(usize);

impl Kind for Digit {
    const ALL: &'static [Self] = &{
        let mut all = [Digit(0); 16];
        let mut at = 0;
        while at < 16 {
            all[at] = Digit(at);
            at += 1;
        }
        all
    };
    fn index(self) -> usize {
        self.0
    }
    fn name(self) -> &'static str {
        "digit"
    }
}

impl Kinded for Digit {
    type Kind = Digit;
    fn kind(&self) -> Digit {
        *self
    }
}

#[test]
fn only_exclusive_and_apply_all_phases_are_nodes() {
    let book = book("nodes")
        .strategy(Strategy::Exclusive)
        .phase("first", |phase| phase.rule("a", says("a")).rule("b", says("b")))
        .phase("all", |phase| {
            phase.strategy(Strategy::ApplyAll).rule("c", says("c")).phase("last", |last| {
                last.strategy(Strategy::LastWins).rule("d", says("d")).phase("one", |one| {
                    one.strategy(Strategy::Exclusive).rule("e", says("e")).rule("f", says("f"))
                })
            })
        })
        .phase("highest", |phase| {
            phase.strategy(Strategy::HighestPriority).rule("g", says("g")).rule("h", says("h"))
        })
        .compile()
        .unwrap();
    let nodes = book.plan().unwrap().nodes();
    let nodes: Vec<_> = nodes.map(|node| (node.phase, node.strategy, node.entries)).collect();
    assert_eq!(
        nodes,
        [
            (String::new(), Strategy::Exclusive, 0..8),
            ("all".to_owned(), Strategy::ApplyAll, 2..6),
            ("all/last/one".to_owned(), Strategy::Exclusive, 3..5),
        ]
    );
    let plan = book.plan().unwrap().to_string();
    assert!(plan.contains("  node 0: the book, Exclusive, entries 0 to 7\n"), "{plan}");
    let plain = common::book("plain").rule("a", says("a")).rule("b", says("b")).compile().unwrap();
    assert_eq!(plain.plan().unwrap().nodes().len(), 0);
}

#[test]
fn the_root_of_a_group_is_its_first_entry_wherever_it_stands() {
    let grouped = |group: &'static str, word: &'static str| {
        move |rule: RuleBuilder<Sandbox>| says(word)(rule.exclusive(group))
    };
    let book = book("roots")
        .strategy(Strategy::ApplyAll)
        .rule("a", says("a"))
        .rule("b", grouped("late", "b"))
        .rule("c", |rule| ranks("c", Priority::HIGH)(rule.exclusive("late")))
        .phase("last", |phase| {
            phase
                .strategy(Strategy::LastWins)
                .exclusive("phase")
                .rule("d", says("d"))
                .rule("e", grouped("inner", "e"))
        })
        .compile()
        .unwrap();
    let plan = book.plan().unwrap();
    assert_eq!(names(plan), ["c", "a", "b", "last/e", "last/d"]);
    let mut roots: Vec<_> = plan.roots().collect();
    roots.sort_unstable();
    assert_eq!(roots, [("inner", 3), ("late", 0), ("phase", 3)]);
    assert!(plan.entry(book.rule("b").unwrap()).groups().eq([("late", 0)]));
    assert!(plan.entry(book.rule("last/d").unwrap()).groups().eq([("phase", 3)]));
}

#[test]
fn there_is_no_plan_to_look_at_where_the_reference_decides() {
    for passes in [Passes::none(), Passes::all().without(Pass::Linear)] {
        assert!(full(book("tree").passes(passes)).compile().unwrap().plan().is_none());
    }
    let some = Passes::none().with(Pass::Linear).with(Pass::Masks);
    let book = full(book("list").passes(some)).compile().unwrap();
    assert_eq!(book.plan().unwrap().passes(), some);
}

#[test]
#[should_panic(expected = "is of another book")]
fn a_rule_of_another_book_has_no_entry() {
    let (one, two) = (book("one").rule("a", says("a")), full(book("two")));
    let (one, two) = (one.compile().unwrap(), two.compile().unwrap());
    one.plan().unwrap().entry(two.rule("all/any").unwrap());
}
