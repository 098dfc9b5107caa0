//! Compile: every mistake of the author's at once, by name, in sentences that
//! say what to do.

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Kind, Limits, Mistakes};

/// A book with one fine rule.
fn fine() -> BookBuilder<Sandbox> {
    book("fine").rule("fine", says("fine"))
}

/// The one mistake, and its message.
fn only(builder: BookBuilder<Sandbox>) -> (Mistake, String) {
    let found = mistakes(builder);
    let all: Vec<_> = found.iter().cloned().collect();
    match &all[..] {
        [mistake] => (mistake.clone(), mistake.to_string()),
        _ => panic!("there should be one mistake: {found}"),
    }
}

#[test]
fn a_book_needs_a_rule() {
    let (mistake, message) = only(book("empty"));
    assert_eq!(mistake, Mistake::NoRules);
    assert_eq!(message, "The book has no rules: add one with .rule(…).");
}

#[test]
fn everything_needs_a_name() {
    let (_, message) = only(fine().rule("", says("x")));
    assert_eq!(message, "There is a nameless rule: give it a name.");
    let (_, message) =
        only(fine().phase("play", |play| play.rule("a", says("a")).rule("", says("x"))));
    assert_eq!(message, "There is a nameless rule in \"play\": give it a name.");
    let (mistake, message) = only(fine().phase("", |phase| phase.rule("a", says("a"))));
    assert!(matches!(mistake, Mistake::NoName { what: "phase", .. }));
    assert_eq!(message, "There is a nameless phase: give it a name.");
    let (_, message) =
        only(fine().check("", Gate::Shape, |check| check.require(|_| true, Why::NotNow)));
    assert_eq!(message, "There is a nameless check: give it a name.");
    let (_, message) = only(fine().invariant("", |invariant| invariant.holds(|_| true)));
    assert!(message.ends_with("nameless invariant: give it a name."));
}

#[test]
fn what_nobody_could_read_is_no_name() {
    for blank in [" ", "\u{200b}", "\u{a0}\u{feff}"] {
        let (_, message) = only(fine().rule(blank, says("x")));
        assert_eq!(message, "There is a nameless rule: give it a name.");
        let (_, message) =
            only(fine().check(blank, Gate::Shape, |check| check.require(|_| true, Why::NotNow)));
        assert_eq!(message, "There is a nameless check: give it a name.");
    }
    for blank in ["", " ", "\u{200b}"] {
        let (_, message) = only(fine().rule("b", |rule| says("b")(rule.when(blank, |_| true))));
        assert_eq!(message, "There is a nameless condition in \"b\": give it a name.");
        let (_, message) = only(fine().rule("b", |rule| says("b")(rule.label(blank))));
        assert_eq!(message, "There is a nameless label in \"b\": give it a name.");
        let (_, message) = only(fine().rule("b", |rule| says("b")(rule.exclusive(blank))));
        assert_eq!(message, "There is a nameless exclusivity group in \"b\": give it a name.");
        let phase = fine().phase("p", |phase| phase.when(blank, |_| true).rule("b", says("b")));
        assert_eq!(only(phase).1, "There is a nameless condition in \"p\": give it a name.");
    }
}

#[test]
fn no_name_breaks_the_lines_of_mistakes() {
    let broken = Book::<Sandbox>::builder("de\nsert")
        .phase("win\u{7}ter", |phase| phase.rule("", says("x")))
        .compile()
        .unwrap_err()
        .to_string();
    assert!(broken.starts_with("The book \"de\\nsert\" has 3 mistakes:\n- "), "{broken}");
    assert!(broken.contains("There is a nameless rule in \"win\\u{7}ter\""), "{broken}");
    assert_eq!(broken.lines().count(), 4, "{broken}");
    assert!(broken.lines().all(|line| !line.contains(char::is_control)), "{broken}");
}

#[test]
fn a_rule_on_an_empty_list_of_kinds_does_not_concern_all() {
    let (mistake, message) = only(fine().rule("b", |rule| says("b")(rule.on([]))));
    assert_eq!(mistake, Mistake::NoActionKinds { rule: "b".into() });
    assert_eq!(
        message,
        "The rule \"b\" is on no kind of action: name one in .on(…), or leave .on(…) out if it \
         concerns all kinds."
    );
    // It is the kinds together that count.
    assert!(fine().rule("b", |rule| says("b")(rule.on([]).on(ActKind::Go))).compile().is_ok());
}

#[test]
fn a_slash_in_a_name_would_be_taken_for_a_path() {
    let (mistake, message) = only(fine().rule("either/or", says("x")));
    assert_eq!(mistake, Mistake::SlashInName { what: "rule", name: "either/or".into() });
    assert_eq!(
        message,
        "The rule \"either/or\" has a slash in its name: slashes separate the parts of a full \
         name, so use another sign."
    );
}

#[test]
fn a_line_break_in_a_name_would_break_the_lines_of_reports() {
    let what = |builder| match only(builder).0 {
        Mistake::ControlInName { what, name } => (what, name),
        other => panic!("{other}"),
    };
    let (mistake, message) = only(fine().rule("two\nlines", says("x")));
    assert_eq!(mistake, Mistake::ControlInName { what: "rule", name: "two\nlines".into() });
    assert_eq!(
        message,
        "The rule \"two\\nlines\" has a line break or another control character in its name, which \
         would break the lines of reports: take it out."
    );
    let check =
        |name: &str| fine().check(name, Gate::Shape, |check| check.require(|_| true, Why::NotNow));
    assert_eq!(what(check("a\ttab")), ("check", "a\ttab".into()));
    assert_eq!(what(check("one line\u{2028}and another")).0, "check");
    assert_eq!(what(fine().phase("p\r", |phase| phase.rule("x", says("x")))).0, "phase");
    assert_eq!(what(book("bo\nok").rule("fine", says("fine"))).0, "book");
    // Also where no two names may be alike, or nobody asks for them by name.
    let when = |rule: rulebook::RuleBuilder<Sandbox>| says("x")(rule.when("now\n", |_| true));
    assert_eq!(what(fine().rule("x", when)).0, "condition");
    let within = fine().phase("p", |phase| phase.when("now\n", |_| true).rule("x", says("x")));
    assert_eq!(what(within).0, "predicate");
    let label = |rule: rulebook::RuleBuilder<Sandbox>| says("x")(rule.label("on\ntwo"));
    assert_eq!(what(fine().rule("x", label)).0, "label");
    let group = |rule: rulebook::RuleBuilder<Sandbox>| says("x")(rule.exclusive("on\ntwo"));
    assert_eq!(what(fine().rule("x", group)).0, "exclusivity group");
    // Whatever else people write is theirs to choose.
    fine().rule("„Zug um Zug“ – ½ 將", says("x")).compile().unwrap();
}

#[test]
fn two_things_of_one_name_are_told_by_their_full_name() {
    // M16; the same name in different phases is fine.
    let (mistake, message) = only(
        fine()
            .phase("play", |play| play.rule("fine", says("x")).rule("fine", says("y")))
            .phase("end", |end| end.rule("fine", says("z"))),
    );
    assert_eq!(mistake, Mistake::DuplicateName { what: "rule", name: "play/fine".into() });
    assert_eq!(
        message,
        "There are two things named \"play/fine\" (rule): rename one, or .replace(…) the other."
    );
}

#[test]
fn checks_and_prohibitions_share_their_names_and_so_do_exceptions_and_invariants() {
    let idle = |check: rulebook::CheckBuilder<Sandbox>| check.require(|_| true, Why::NotNow);
    let (mistake, _) =
        only(fine().check("one", Gate::Shape, idle).prohibition("one", Gate::Actor, idle));
    assert!(matches!(mistake, Mistake::DuplicateName { what: "check", .. }));
    let twice = fine()
        .check("one", Gate::Shape, move |check| idle(check.liftable()))
        .exception("e", |exception| exception.lifts("one").always())
        .exception("e", |exception| exception.lifts("one").always());
    let (mistake, _) = only(twice);
    assert!(matches!(mistake, Mistake::DuplicateName { what: "exception", .. }));
    let (mistake, _) = only(
        fine()
            .invariant("i", |invariant| invariant.holds(|_| true))
            .invariant("i", |invariant| invariant.holds(|_| true)),
    );
    assert!(matches!(mistake, Mistake::DuplicateName { what: "invariant", .. }));
}

#[test]
fn a_check_of_the_name_that_the_turn_machine_uses_is_a_clash_in_either_order() {
    let own = |builder: BookBuilder<Sandbox>| {
        builder
            .check("the step allows it", Gate::Shape, |check| check.require(|_| true, Why::NotNow))
    };
    let turn = |builder: BookBuilder<Sandbox>| {
        builder.turn(
            |table: &Table| table.step,
            Why::NotNow,
            |turn| turn.step(Step::Draw, |step| step.ends()),
        )
    };
    for builder in [own(turn(fine())), turn(own(fine()))] {
        let (mistake, _) = only(builder);
        assert!(matches!(mistake, Mistake::DuplicateName { what: "check", .. }));
    }
}

#[test]
fn a_phase_needs_something_in_it() {
    let (mistake, message) = only(
        fine().phase("outer", |outer| outer.rule("a", says("a")).phase("inner", |inner| inner)),
    );
    assert_eq!(mistake, Mistake::EmptyPhase { phase: "outer/inner".into() });
    assert_eq!(message, "The phase \"outer/inner\" is empty: add a rule to it, or remove it.");
}

#[test]
fn an_exception_lifts_a_check_that_exists_and_may_be_lifted() {
    let idle = |check: rulebook::CheckBuilder<Sandbox>| check.require(|_| true, Why::NotNow);
    let (mistake, message) =
        only(fine().exception("bypass", |exception| exception.lifts("no such check").always()));
    assert!(matches!(mistake, Mistake::UnknownCheck { .. }));
    assert_eq!(
        message,
        "The exception \"bypass\" lifts the check \"no such check\", which does not exist: \
         name one of the book's checks in .lifts(…)."
    );
    let (mistake, message) = only(fine().exception("bypass", |exception| exception.always()));
    assert!(matches!(mistake, Mistake::LiftsNothing { .. }));
    assert_eq!(message, "The exception \"bypass\" lifts nothing: name a check with .lifts(…).");
    let (mistake, message) = only(
        fine()
            .check("hard", Gate::Shape, idle)
            .exception("bypass", |exception| exception.lifts("hard").always()),
    );
    assert!(matches!(mistake, Mistake::HardCheck { .. }));
    assert_eq!(
        message,
        "The exception \"bypass\" lifts the check \"hard\", which is hard: mark the check \
         .liftable(), or drop the exception."
    );
}

#[test]
fn an_exception_lifts_one_check_and_no_prohibition() {
    let idle = |check: rulebook::CheckBuilder<Sandbox>| check.require(|_| true, Why::NotNow);
    let soft = move |check: rulebook::CheckBuilder<Sandbox>| idle(check.liftable());
    let (mistake, message) = only(
        fine()
            .check("one", Gate::Shape, soft)
            .check("two", Gate::Shape, soft)
            .exception("bypass", |exception| exception.lifts("one").lifts("two").always()),
    );
    assert!(matches!(mistake, Mistake::LiftsSeveral { .. }));
    assert_eq!(
        message,
        "The exception \"bypass\" lifts \"one\", \"two\": write one exception for each."
    );
    let (mistake, message) = only(
        fine()
            .prohibition("never", Gate::Shape, idle)
            .exception("bypass", |exception| exception.lifts("never").always()),
    );
    assert!(matches!(mistake, Mistake::LiftsProhibition { .. }));
    assert_eq!(
        message,
        "The exception \"bypass\" lifts \"never\", which is a prohibition: nothing lifts those, \
         so make it a check or drop the exception."
    );
}

#[test]
fn every_child_of_a_phase_by_key_needs_a_key_of_one_type() {
    let (mistake, message) = only(book("keys").phase("play", |play| {
        play.by_key().rule("a", |rule| says("a")(rule.key(1))).rule("b", says("b"))
    }));
    assert_eq!(mistake, Mistake::NoKey { name: "play/b".into() });
    assert_eq!(message, "\"play/b\" stands in a phase ordered by key and has none: add .key(…).");
    let (mistake, message) = only(book("keys").phase("play", |play| {
        play.by_key()
            .rule("a", |rule| says("a")(rule.key(1)))
            .rule("b", |rule| says("b")(rule.key("one")))
    }));
    assert_eq!(mistake, Mistake::MixedKeys { phase: "play".into() });
    assert_eq!(
        message,
        "The keys in the phase \"play\" are of different types and cannot be compared: give all of \
         them keys of one type."
    );
}

#[test]
fn the_book_itself_is_not_called_a_phase_without_a_name() {
    let (mistake, message) = only(
        book("keys")
            .by_key()
            .rule("a", |rule| says("a")(rule.key(1)))
            .rule("b", |rule| says("b")(rule.key("one"))),
    );
    assert_eq!(mistake, Mistake::MixedKeys { phase: String::new() });
    assert!(!message.contains("\"\""), "{message}");
}

#[test]
fn an_exact_claim_that_could_be_overruled_says_by_what_and_what_to_do() {
    let (_, message) = only(
        fine()
            .rule("exact", |rule| rule.exact(["nothing"], |_| ()).then(|_, ()| ()))
            .remove("fine"),
    );
    assert_eq!(
        message,
        "The exact generator of the rule \"exact\" honours \"nothing\", which is no check, \
         prohibition, rule or phase of this book: correct the name, or take it out of .exact([…])."
    );
    let (_, message) = only(fine().rule("exact", |rule| rule.exact([], |_| ()).then(|_, ()| ())));
    assert_eq!(
        message,
        "The rule \"exact\" claims an exact generator, but its candidates could be overruled by \
         \"fine\": let the generator take them into account and name them in .exact([…]), or use \
         .candidates(…)."
    );
}

#[test]
fn a_limit_of_zero_would_allow_nothing() {
    let limits = Limits { events: 0, depth: 0, choices: 0, group: 0, rounds: 0 };
    let found = mistakes(fine().limits(limits));
    let zero = |limit| Mistake::ZeroLimit { limit };
    assert_eq!(
        found.iter().cloned().collect::<Vec<_>>(),
        [zero("events"), zero("depth"), zero("choices"), zero("group"), zero("rounds")]
    );
    assert!(found.to_string().contains(
        "- The limit `events` is zero, so nothing could ever happen: set it to one or more."
    ));
}

#[test]
fn all_mistakes_come_at_once_by_name() {
    let found: Mistakes = mistakes(
        book("many mistakes")
            .rule("a", says("a"))
            .rule("a", says("a"))
            .phase("empty", |empty| empty)
            .rule("exact", |rule| rule.exact(["nobody"], |_| ()).then(|_, ()| ()))
            .exception("bypass", |exception| exception.lifts("nothing").always())
            .turn(|table: &Table| table.step, Why::NotNow, |turn| turn)
            .remove("nothing"),
    );
    let text = found.to_string();
    for part in [
        "two things named \"a\"",
        "The phase \"empty\" is empty",
        "The exception \"bypass\"",
        "The turn has no steps",
        "There is nothing named \"nothing\" to remove",
        "The exact generator of the rule \"exact\" honours \"nobody\"",
        "The rule \"exact\" claims an exact generator",
    ] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
    assert!(text.starts_with("The book \"many mistakes\" has "));
    assert_eq!(found.len(), text.lines().count() - 1);
}

/// A game with more kinds of actions than can be told apart.
struct Crowd;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Nth(u8);

impl Kind for Nth {
    const ALL: &'static [Nth] = &{
        let mut all = [Nth(0); 129];
        let mut at = 0;
        while at < all.len() {
            all[at] = Nth(at as u8);
            at += 1;
        }
        all
    };
    fn index(self) -> usize {
        usize::from(self.0)
    }
    fn name(self) -> &'static str {
        "one of many"
    }
}

impl Kinded for Nth {
    type Kind = Nth;
    fn kind(&self) -> Nth {
        *self
    }
}

impl Game for Crowd {
    type State = ();
    type Action = Nth;
    type Event = Nth;
    type Trace = ();
    type Reason = Never;
    fn apply(_: &mut (), _: &Nth) {}
}

#[test]
fn more_than_128_kinds_cannot_be_told_apart() {
    let found = Book::<Crowd>::builder("crowd")
        .rule("all", |rule| rule.then(|_, ()| ()))
        .rule("the last", |rule| rule.on(Nth(128)).then(|_, ()| ()))
        .compile()
        .unwrap_err();
    assert_eq!(
        found.to_string(),
        "The book \"crowd\" has 2 mistakes:\n\
         - There are 129 kinds of actions, and 128 at most can be told apart: put some of them together as one kind with a field.\n\
         - There are 129 kinds of events, and 128 at most can be told apart: put some of them together as one kind with a field."
    );
}

/// A game whose kinds do not stand where their numbers say.
struct Muddle;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Backwards(bool);

impl Kind for Backwards {
    const ALL: &'static [Backwards] = &[Backwards(true), Backwards(false)];
    fn index(self) -> usize {
        usize::from(self.0)
    }
    fn name(self) -> &'static str {
        "backwards"
    }
}

impl Kinded for Backwards {
    type Kind = Backwards;
    fn kind(&self) -> Backwards {
        *self
    }
}

impl Game for Muddle {
    type State = ();
    type Action = Backwards;
    type Event = Backwards;
    type Trace = ();
    type Reason = Never;
    fn apply(_: &mut (), _: &Backwards) {}
}

#[test]
fn kinds_that_do_not_stand_at_their_index_would_be_mixed_up() {
    let found = Book::<Muddle>::builder("muddle")
        .rule("all", |rule| rule.then(|_, ()| ()))
        .compile()
        .unwrap_err();
    let out_of_order = |what| Mistake::KindsOutOfOrder { what };
    assert_eq!(
        found.iter().cloned().collect::<Vec<_>>(),
        [out_of_order("actions"), out_of_order("events")]
    );
    assert!(found.to_string().contains(
        "The kinds of actions are not listed in `Kind::ALL` by their `index`: put them in order, \
         or derive `Kinds`."
    ));
}
