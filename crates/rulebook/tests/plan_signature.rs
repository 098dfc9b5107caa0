//! The signature of a plan: the same for the same book, and another one when
//! anything changes that selection goes by.

mod common;

use std::collections::BTreeMap;

use common::plan::*;
use common::*;
use rulebook::prelude::*;
use rulebook::{Pass, Passes, Predicate, RuleBuilder};

/// A book, each part of which can be written otherwise.
#[derive(Clone, Copy, Debug)]
struct Sheet {
    strategy: Strategy,
    inner: Strategy,
    priority: i32,
    group: Option<&'static str>,
    phase_group: Option<&'static str>,
    condition: &'static str,
    predicate: &'static str,
    phase_predicate: Option<&'static str>,
    kind: Option<ActKind>,
    subject: u32,
    value: Step,
    phase_value: Step,
    rule: &'static str,
    passes: Passes,
    /// What a plan does not go by.
    word: &'static str,
}

const SHEET: Sheet = Sheet {
    strategy: Strategy::HighestPriority,
    inner: Strategy::FirstWins,
    priority: 50,
    group: Some("group"),
    phase_group: None,
    condition: "condition",
    predicate: "predicate",
    phase_predicate: None,
    kind: Some(ActKind::Go),
    subject: 1,
    value: Step::Draw,
    phase_value: Step::Play,
    rule: "rule",
    passes: Passes::all(),
    word: "word",
};

impl Sheet {
    fn compile(self) -> Book<Sandbox> {
        let step = step();
        let shared = Predicate::new(self.predicate, |_: &Table| true);
        book("sheet")
            .strategy(self.strategy)
            .passes(self.passes)
            .rule("before", says("before"))
            .rule(self.rule, |rule| {
                let rule = self.kind.into_iter().fold(rule, |rule, kind| rule.on(kind));
                let rule = self.group.into_iter().fold(rule, |rule, group| rule.exclusive(group));
                let rule = rule.subject(Subject(self.subject)).given(&step, self.value);
                let rule = rule.while_holds(&shared).when(self.condition, |_| true);
                says(self.word)(rule.priority(self.priority))
            })
            .phase("phase", |phase| {
                let phase = phase.strategy(self.inner).given(&step, self.phase_value);
                let groups = self.phase_group.into_iter();
                let phase = groups.fold(phase, |phase, group| phase.exclusive(group));
                let predicates = self.phase_predicate.into_iter();
                let phase = predicates.fold(phase, |phase, name| phase.when(name, |_| true));
                phase
                    .rule("a", says("a"))
                    .rule("b", says("b"))
                    .rule("c", |rule| says("c")(rule.given(&step, Step::End)))
            })
            .compile()
            .unwrap()
    }

    fn signature(self) -> Digest {
        self.compile().plan().unwrap().signature()
    }
}

#[test]
fn two_compiles_of_one_book_have_one_signature() {
    assert_eq!(SHEET.signature(), SHEET.signature());
    let book = SHEET.compile();
    assert_eq!(book.plan().unwrap().signature(), book.clone().plan().unwrap().signature());
    assert_eq!(
        book.variant("sheet").compile().unwrap().plan().unwrap().signature(),
        SHEET.signature()
    );
}

#[test]
fn it_changes_with_everything_that_selection_goes_by() {
    let changed = [
        ("the strategy", Sheet { strategy: Strategy::LastWins, ..SHEET }),
        ("exclusive", Sheet { strategy: Strategy::Exclusive, ..SHEET }),
        ("apply all", Sheet { strategy: Strategy::ApplyAll, ..SHEET }),
        ("the strategy within", Sheet { inner: Strategy::LastWins, ..SHEET }),
        ("exclusive within", Sheet { inner: Strategy::Exclusive, ..SHEET }),
        ("apply all within", Sheet { inner: Strategy::ApplyAll, ..SHEET }),
        ("the priority", Sheet { priority: 75, ..SHEET }),
        ("a lower priority", Sheet { priority: 25, ..SHEET }),
        ("the group", Sheet { group: Some("other"), ..SHEET }),
        ("no group", Sheet { group: None, ..SHEET }),
        ("the group of the phase", Sheet { phase_group: Some("group"), ..SHEET }),
        ("the condition", Sheet { condition: "other", ..SHEET }),
        ("the predicate", Sheet { predicate: "other", ..SHEET }),
        ("the predicate of the phase", Sheet { phase_predicate: Some("open"), ..SHEET }),
        ("the kind", Sheet { kind: Some(ActKind::Lost), ..SHEET }),
        ("no kind", Sheet { kind: None, ..SHEET }),
        ("the subject", Sheet { subject: 2, ..SHEET }),
        ("the value", Sheet { value: Step::End, ..SHEET }),
        ("the value of the phase", Sheet { phase_value: Step::Draw, ..SHEET }),
        ("the name", Sheet { rule: "other", ..SHEET }),
    ];
    let mut seen = BTreeMap::from([(SHEET.signature(), "as it was")]);
    for (what, sheet) in changed {
        if let Some(other) = seen.insert(sheet.signature(), what) {
            panic!("the same signature with {other} and with {what}");
        }
    }
}

#[test]
fn it_does_not_change_with_what_selection_does_not_go_by() {
    assert_eq!(Sheet { word: "other", ..SHEET }.signature(), SHEET.signature());
    // A priority that changes no order changes no plan.
    assert_eq!(Sheet { strategy: Strategy::FirstWins, ..SHEET }.signature(), SHEET.signature());
    let mute = Passes::all().without(Pass::Hoist).without(Pass::Memo).without(Pass::Masks);
    assert_eq!(Sheet { passes: mute, ..SHEET }.signature(), SHEET.signature());
}

#[test]
fn of_the_passes_only_look_ups_and_short_cuts_are_in_it() {
    // Of the three rules in the phase one is left by each value of the step.
    let step = step();
    let signature = |passes| {
        let rule = |value| {
            let step = step.clone();
            move |rule: RuleBuilder<Sandbox>| says("one")(rule.given(&step, value))
        };
        let book = book("steps").strategy(Strategy::Exclusive).passes(passes);
        let book = book.rule("draw", rule(Step::Draw)).rule("play", rule(Step::Play));
        book.rule("end", rule(Step::End)).compile().unwrap().plan().unwrap().signature()
    };
    let all = signature(Passes::all());
    for pass in Pass::ALL.into_iter().filter(|pass| *pass != Pass::Linear) {
        let without = signature(Passes::all().without(pass));
        let is_in_it = matches!(pass, Pass::Facts | Pass::ShortCut);
        assert_eq!(without != all, is_in_it, "{pass:?}");
    }
}

/// What a phase waits for is about the start of the action, and what a rule waits for
/// about its turn.
#[test]
fn under_apply_all_it_changes_with_the_place_of_a_condition() {
    let books = |of_phase: bool| {
        let (poor, sign) = (Predicate::new("poor", |table: &Table| table.total == 0), sign());
        let earns = || {
            let all = book("two").strategy(Strategy::ApplyAll);
            all.rule("earns", |rule| rule.then(|_, ()| [Ev::Add(5)]))
        };
        let shared = earns().phase("p", |phase| match of_phase {
            true => phase.while_holds(&poor).rule("a", says("a")),
            false => phase.rule("a", |rule| says("a")(rule.while_holds(&poor))),
        });
        let given = earns().phase("p", |phase| match of_phase {
            true => phase.given(&sign, Sign::Zero).rule("a", says("a")),
            false => phase.rule("a", |rule| says("a")(rule.given(&sign, Sign::Zero))),
        });
        [shared, given].map(|book| book.compile().unwrap())
    };
    let played = |book: &Book<Sandbox>| {
        let mut game = start(book, BOTH[0]);
        go(&mut game, Act::Go(1));
        (game.state().log.len(), book.plan().unwrap().signature())
    };
    for (phase, rule) in books(true).iter().zip(&books(false)) {
        let (phase, rule) = (played(phase), played(rule));
        assert_eq!((phase.0, rule.0), (1, 0));
        assert_ne!(phase.1, rule.1);
    }
}

#[test]
fn it_changes_with_what_is_read_and_what_is_written() {
    let signature = |reads: Option<Of>, writes: Option<Of>| {
        let poor = Predicate::new("poor", |table: &Table| table.total == 0);
        let poor = reads.into_iter().fold(poor, |poor, part| poor.reads([part]));
        let book =
            writes.into_iter().fold(book("parts"), |book, part| book.writes(EvKind::Add, [part]));
        let book = book.rule("a", |rule| says("a")(rule.while_holds(&poor)));
        book.compile().unwrap().plan().unwrap().signature()
    };
    let all = [
        signature(None, None),
        signature(Some(Of::Log), None),
        signature(Some(Of::Total), None),
        signature(Some(Of::Total), Some(Of::Log)),
        signature(Some(Of::Total), Some(Of::Total)),
    ];
    for (at, one) in all.iter().enumerate() {
        assert!(!all[at + 1..].contains(one), "{all:?}");
    }
    // Where nobody says what is read, it does not matter what is written.
    assert_eq!(signature(None, Some(Of::Log)), all[0]);
}

#[test]
fn it_changes_where_a_rule_answers_for_itself() {
    let signature = |answers: bool| {
        let book = book("answers").rule("only", |rule| {
            let rule = rule.when("calm", |_| true);
            if answers { skips(rule) } else { says("only")(rule) }
        });
        book.compile().unwrap().plan().unwrap().signature()
    };
    assert_ne!(signature(true), signature(false));
}

#[test]
fn a_name_is_not_taken_for_what_the_text_says_beside_it() {
    let signature = |name: &str, condition: Option<&str>| {
        let book = book("names").rule(name, |rule| {
            says("only")(condition.into_iter().fold(rule, |rule, name| rule.when(name, |_| true)))
        });
        let book = book.compile().unwrap();
        let plan = book.plan().unwrap();
        (plan.to_string(), plan.signature())
    };
    let (one, other) = (signature("b", Some("c")), signature("b, when c", None));
    assert_eq!(one.0.replace(", always", ""), other.0.replace(", always", ""));
    assert_ne!(one.1, other.1);
    let (one, other) = (signature("b", Some("c, when d")), signature("b, when c", Some("d")));
    assert_eq!(one.0, other.0);
    assert_ne!(one.1, other.1);
}
