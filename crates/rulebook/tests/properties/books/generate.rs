//! Random books, starting states and actions.

use std::fmt::Debug;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{BoxedStrategy, Just, Strategy as Inputs, prop_oneof};
use rulebook::{Priority, RefusalKind, Strategy};

use super::build::LAST;
use super::spec::{
    Act, Answering, Asks, COLOURS, Case, Change, Colour, Node, Phase, PhaseAsks, Place, Rule,
    Saying, Test,
};
use super::words::{AIM, FRAGILE, Given, SHARED, SOUND};

/// Which words there are in a book.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Taste {
    /// No facts and no shared predicates.
    Plain,
    /// Those that never panic.
    Sound,
    /// All, with dice, choices and functions that panic now and then.
    Fragile,
}

/// Phases stand this deep at most, the book itself not counted.
const DEPTH: u32 = 3;

/// Books with any strategies, nested as it comes.
pub(crate) fn case(taste: Taste) -> impl Inputs<Value = Case> {
    let start = [0..4_i32, 0..4, 0..4];
    let writes = prop_oneof![1 => Just(0), 2 => 0..128_u8, 5 => Just(127)];
    (phase(children(DEPTH, taste), taste), writes, start, vec(action(), 1..5)).prop_map(
        |(root, writes, start, actions)| {
            Case { root, writes, start, actions, checked: None }.numbered()
        },
    )
}

/// Books in which one rule decides and no phase asks on: such a book comes to
/// one list for each kind of action.
pub(crate) fn calm_case() -> impl Inputs<Value = Case> {
    case(Taste::Plain).prop_map(|mut case| {
        calm_down(&mut case.root);
        case
    })
}

/// Books that come to one list, ordered or Exclusive with all rules side by
/// side, and books with nothing but Exclusive phases. In most of them no rule
/// is switched off.
pub(crate) fn flat_case() -> impl Inputs<Value = Case> {
    let cases = prop_oneof![1 => case(Taste::Plain).boxed(), 2 => case(Taste::Sound).boxed()];
    let apart = prop_oneof![1 => Just(None), 1 => (0..=AIM).prop_map(Some)];
    let off = prop_oneof![3 => Just(false), 1 => Just(true)];
    (cases, 0..3_u8, apart, off).prop_map(|(mut case, shape, apart, off)| {
        calm_down(&mut case.root);
        match shape {
            0 => {}
            1 => {
                case.root.strategy = Some(Strategy::Exclusive);
                let rules = case.rules().into_iter().map(|(rule, _)| Node::Rule(rule.clone()));
                case.root.children = rules.collect();
                apart.into_iter().for_each(|fact| tell_apart(&mut case.root, fact));
            }
            _ => make_exclusive(&mut case.root, apart),
        }
        if !off {
            switch_on(&mut case.root);
        }
        case.numbered()
    })
}

fn make_exclusive(phase: &mut Phase, apart: Option<usize>) {
    phase.strategy = Some(Strategy::Exclusive);
    let mut has_phases = false;
    for child in &mut phase.children {
        if let Node::Phase(inner) = child {
            make_exclusive(inner, apart);
            has_phases = true;
        }
    }
    if !has_phases {
        apart.into_iter().for_each(|fact| tell_apart(phase, fact));
    }
}

fn switch_on(phase: &mut Phase) {
    each_rule(phase, &mut |rule| rule.off = false);
}

/// Books in which much happens for one action: all rules of the book take their
/// turns, and hardly one stands aside for a reason that never changes.
pub(crate) fn lively_case(taste: Taste) -> impl Inputs<Value = Case> {
    case(taste).prop_map(|mut case| {
        case.root.strategy = Some(Strategy::ApplyAll);
        case.root.when.clear();
        case.writes = 127;
        enliven(&mut case.root);
        case
    })
}

fn enliven(phase: &mut Phase) {
    for child in &mut phase.children {
        match child {
            Node::Phase(inner) => enliven(inner),
            Node::Rule(rule) => {
                rule.kinds.clear();
                rule.subjects.clear();
                rule.changes.truncate(1);
                if let Answering::Looks { yes, no, .. } = &mut rule.answer {
                    (*yes, *no) = (Saying::Match, Saying::Skip);
                }
            }
        }
    }
}

/// Books in which most rules name several facts, in any mixture.
pub(crate) fn declared_case() -> impl Inputs<Value = Case> {
    let values = vec(prop_oneof![1 => Just(None), 2 => (0..3_u8).prop_map(Some)], AIM + 1);
    (case(Taste::Sound), vec(values, 1..40)).prop_map(|(mut case, wanted)| {
        let mut wanted = wanted.iter().cycle();
        declare(&mut case.root, &mut || wanted.next().map_or(&[][..], Vec::as_slice));
        case
    })
}

/// Has each rule want what it is given next, fact by fact.
fn declare<'w>(phase: &mut Phase, next: &mut impl FnMut() -> &'w [Option<u8>]) {
    for child in &mut phase.children {
        match child {
            Node::Phase(inner) => declare(inner, next),
            Node::Rule(rule) => {
                for (fact, value) in next().iter().enumerate() {
                    let wanted = value.map(|value| Given { fact, wants: 1 << value });
                    rule.givens.extend(wanted);
                }
            }
        }
    }
}

/// Books with so many rules for anything that no fact is worth a look-up, before them
/// an Exclusive phase whose rules want different values of one: once one of them has
/// matched, the others are out.
pub(crate) fn crowded_case() -> impl Inputs<Value = Case> {
    let crowd = vec(rule(Taste::Plain), 24..32);
    (case(Taste::Sound), 0..=AIM, crowd).prop_map(|(mut case, fact, crowd)| {
        let mut rules = case.rules().into_iter().map(|(rule, _)| Node::Rule(rule.clone()));
        let children = rules.by_ref().take(4).chain(crowd.iter().take(2).cloned().map(Node::Rule));
        let mut phase = Phase { children: children.collect(), ..case.root.clone() };
        phase.strategy = Some(Strategy::Exclusive);
        each_rule(&mut phase, &mut |rule| {
            rule.givens.clear();
            make_common(rule);
        });
        tell_apart(&mut phase, fact);
        let mut crowd = crowd;
        crowd.iter_mut().for_each(make_common);
        case.root.strategy = None;
        case.root.when.clear();
        case.root.children =
            [Node::Phase(phase)].into_iter().chain(crowd.into_iter().map(Node::Rule)).collect();
        case.numbered()
    })
}

/// The rule is for any action.
fn make_common(rule: &mut Rule) {
    rule.kinds.clear();
    rule.subjects.clear();
}

/// What most rules of a loop are like, and some are not.
#[derive(Clone, Debug)]
struct Key {
    kinds: Vec<Colour>,
    subjects: Vec<u32>,
    /// What it asks, if those of the loop ask something.
    test: Test,
    /// How it answers, if they do.
    answer: Answering,
    /// Whether it is one of the loop.
    alike: bool,
}

/// What the rules of a loop have in common: with it their closures are of one type.
#[derive(Clone, Copy, Debug)]
struct Form {
    tested: bool,
    answers: bool,
    /// Whether others declare or share what they wait for.
    words: bool,
}

/// Books in which most rules are written as if in a loop: of one type, each for one
/// kind of action and about one subject. Beside them stand rules about several, about
/// any, and about what another is about.
pub(crate) fn looped_case(taste: Taste) -> impl Inputs<Value = Case> {
    let actions = (vec(looped_action(), 1..8), vec(0..100_usize, 7));
    let seldom = || prop_oneof![4 => Just(false), 1 => Just(true)];
    let form = (proptest::bool::ANY, proptest::bool::ANY).prop_map(move |(tested, answers)| Form {
        tested,
        answers,
        words: taste == Taste::Sound,
    });
    let keys = (vec(key(taste), 1..30), form);
    let parts = (case(taste).boxed(), actions, keys, seldom(), seldom(), seldom());
    parts.prop_map(|(mut case, actions, (keys, form), lively, asks, off)| {
        if !lively {
            calm_down(&mut case.root);
        }
        let mut keys = keys.into_iter().cycle();
        let mut next =
            |rule: &mut Rule| keys.next().into_iter().for_each(|key| key.put(rule, form));
        each_rule(&mut case.root, &mut next);
        ask_less(&mut case.root, asks);
        if !off {
            switch_on(&mut case.root);
        }
        let (actions, aims) = actions;
        let aimed = |(act, aim)| aimed(&case, act, aim);
        case.actions = actions.into_iter().zip(aims).map(aimed).collect();
        case
    })
}

/// An action that is about what a rule is about, as two in three are.
pub(crate) fn aimed(case: &Case, act: Act, aim: usize) -> Act {
    let rules = case.rules();
    let (rule, _) = rules[aim % rules.len()];
    match (&rule.kinds[..], &rule.subjects[..]) {
        (&[colour, ..], &[about, ..]) if !aim.is_multiple_of(3) => {
            Act { colour, about: about as u8 }
        }
        _ => act,
    }
}

/// The same with a check, and with rules that vouch where no other rule could
/// overrule them.
pub(crate) fn vouching_case(taste: Taste) -> impl Inputs<Value = Case> {
    let checked = prop_oneof![2 => Just(None), 1 => colour().prop_map(Some)];
    let vouching = vec(proptest::bool::ANY, 1..10);
    (looped_case(taste).boxed(), checked, vouching).prop_map(|(mut case, checked, vouching)| {
        case.checked = checked;
        let rules = case.rules().into_iter().map(|(rule, _)| rule);
        let rules: Vec<(Vec<Colour>, Vec<u32>)> =
            rules.map(|rule| (rule.kinds.clone(), rule.subjects.clone())).collect();
        let wanted: Vec<bool> = vouching.into_iter().cycle().take(rules.len()).collect();
        let alone = |at: usize| {
            let (kinds, subjects) = &rules[at];
            let meets = |(other, (kind, about)): (usize, &(Vec<Colour>, Vec<u32>))| {
                let of_kind = kind.is_empty() || kind.iter().any(|it| kinds.contains(it));
                let of_subject = about.is_empty() || about.iter().any(|it| subjects.contains(it));
                other != at && of_kind && of_subject
            };
            kinds.len() == 1 && !subjects.is_empty() && !rules.iter().enumerate().any(meets)
        };
        let exact: Vec<bool> = (0..rules.len()).map(|at| wanted[at] && alone(at)).collect();
        each_rule(&mut case.root, &mut |rule| {
            let waits = !rule.givens.is_empty() || !rule.shares.is_empty();
            rule.exact = exact[usize::from(rule.id)] && !waits;
            rule.offers &= !rule.exact;
        });
        case
    })
}

fn each_rule(phase: &mut Phase, each: &mut impl FnMut(&mut Rule)) {
    for child in &mut phase.children {
        match child {
            Node::Phase(inner) => each_rule(inner, each),
            Node::Rule(rule) => each(rule),
        }
    }
}

/// Phases ask nothing that has a name, and mostly nothing at all.
fn ask_less(phase: &mut Phase, asks: bool) {
    phase.when.retain(|it| asks && matches!(it, PhaseAsks::Own(_)));
    for child in &mut phase.children {
        if let Node::Phase(inner) = child {
            ask_less(inner, asks);
        }
    }
}

impl Key {
    /// Makes a rule what the key says.
    fn put(self, rule: &mut Rule, form: Form) {
        (rule.kinds, rule.subjects) = (self.kinds, self.subjects);
        if self.alike || !form.words {
            rule.givens.clear();
            rule.shares.clear();
        }
        if self.alike {
            rule.when = if form.tested { vec![self.test] } else { Vec::new() };
            rule.answer = if form.answers { self.answer } else { Answering::Plain };
        }
    }
}

fn key(taste: Taste) -> impl Inputs<Value = Key> {
    let kinds = prop_oneof![
        20 => vec(colour(), 1..2),
        1 => vec(colour(), 2..3),
        1 => Just(Vec::new()),
    ];
    let subject = prop_oneof![4 => 0..2_u32, 1 => Just(2), 15 => 4..=u32::from(LAST)];
    let subjects = prop_oneof![
        30 => vec(subject.clone(), 1..2),
        2 => vec(subject, 2..3),
        1 => Just(Vec::new()),
    ];
    let looks = (test(taste), saying(), saying());
    let answer = looks.prop_map(|(at, yes, no)| Answering::Looks { at, yes, no, text: false });
    let alike = prop_oneof![6 => Just(true), 1 => Just(false)];
    (kinds, subjects, test(taste), answer, alike).prop_map(
        |(kinds, subjects, test, answer, alike)| Key { kinds, subjects, test, answer, alike },
    )
}

/// Actions about what rules of a loop are about.
pub(crate) fn looped_action() -> impl Inputs<Value = Act> + Clone {
    let about = prop_oneof![1 => 0..4_u8, 3 => 4..=LAST];
    (0..COLOURS.len(), about).prop_map(|(colour, about)| Act { colour: COLOURS[colour], about })
}

fn calm_down(phase: &mut Phase) {
    phase.strategy = match phase.strategy {
        Some(Strategy::ApplyAll) => Some(Strategy::HighestPriority),
        Some(Strategy::Exclusive) => Some(Strategy::LastWins),
        other => other,
    };
    for child in &mut phase.children {
        if let Node::Phase(inner) = child {
            calm_down(inner);
        }
    }
}

pub(crate) fn action() -> impl Inputs<Value = Act> + Clone {
    (colour(), 0..4_u8).prop_map(|(colour, about)| Act { colour, about })
}

fn colour() -> impl Inputs<Value = Colour> + Clone {
    (0..COLOURS.len()).prop_map(|at| COLOURS[at])
}

/// What stands in a phase with so many levels below it.
fn children(levels: u32, taste: Taste) -> BoxedStrategy<Vec<Node>> {
    let rules = rule(taste).prop_map(Node::Rule);
    let Some(below) = levels.checked_sub(1) else {
        return vec(rules, 1..5).boxed();
    };
    let only = prop_oneof![5 => Just(None), 1 => colour().prop_map(Some)];
    let apart = prop_oneof![2 => Just(None), 1 => (0..=AIM).prop_map(Some)];
    let apart = if taste == Taste::Plain { Just(None).boxed() } else { apart.boxed() };
    let phases = (phase(children(below, taste), taste), only, apart);
    let phases = phases.prop_map(|(mut phase, only, apart)| {
        if let Some(colour) = only {
            narrow(&mut phase, colour);
        }
        if let Some(fact) = apart {
            phase.strategy = Some(Strategy::Exclusive);
            tell_apart(&mut phase, fact);
        }
        Node::Phase(phase)
    });
    vec(prop_oneof![3 => rules, 2 => phases], 1..6).boxed()
}

/// Makes a phase about one kind of action alone.
fn narrow(phase: &mut Phase, colour: Colour) {
    for child in &mut phase.children {
        match child {
            Node::Rule(rule) => rule.kinds = vec![colour],
            Node::Phase(inner) => narrow(inner, colour),
        }
    }
}

/// Has the children of a phase want different values of a fact, as far as there
/// are values enough.
fn tell_apart(phase: &mut Phase, fact: usize) {
    for (at, child) in phase.children.iter_mut().enumerate() {
        want(child, Given { fact, wants: 1 << at.min(2) });
    }
}

fn want(node: &mut Node, given: Given) {
    match node {
        Node::Rule(rule) => rule.givens.push(given),
        Node::Phase(phase) => phase.children.iter_mut().for_each(|child| want(child, given)),
    }
}

fn phase(children: impl Inputs<Value = Vec<Node>>, taste: Taste) -> impl Inputs<Value = Phase> {
    let by_key = prop_oneof![4 => Just(false), 1 => Just(true)];
    let asks = phase_asks(taste);
    let when = prop_oneof![3 => vec(asks.clone(), 0..1), 1 => vec(asks, 1..3)];
    (place(), when, strategy(), by_key, children).prop_map(
        |(at, when, strategy, by_key, children)| Phase { at, when, strategy, by_key, children },
    )
}

fn phase_asks(taste: Taste) -> BoxedStrategy<PhaseAsks> {
    let own = test(taste).prop_map(PhaseAsks::Own);
    if taste == Taste::Plain {
        return own.boxed();
    }
    // A phase is open before there is an action to speak of.
    let of_state = given(taste).prop_filter("a fact of the state", |given| given.fact != AIM);
    let shared = shared(taste).prop_map(PhaseAsks::Shared);
    prop_oneof![own, shared, of_state.prop_map(PhaseAsks::Given)].boxed()
}

fn given(taste: Taste) -> impl Inputs<Value = Given> + Clone {
    let fact = mostly(50, 0..=AIM, taste, Just(FRAGILE));
    let wants = prop_oneof![3 => (0..3_u8).prop_map(|value| 1_u8 << value), 2 => 1..8_u8];
    (fact, wants).prop_map(|(fact, wants)| Given { fact, wants })
}

fn shared(taste: Taste) -> impl Inputs<Value = usize> + Clone {
    mostly(4, 0..SOUND, taste, SOUND..SHARED.len())
}

/// Mostly the one; now and then the other, if the taste is for what is fragile.
fn mostly<T: Debug + Clone + 'static>(
    weight: u32,
    often: impl Inputs<Value = T> + 'static,
    taste: Taste,
    rarely: impl Inputs<Value = T> + 'static,
) -> BoxedStrategy<T> {
    match taste {
        Taste::Plain | Taste::Sound => often.boxed(),
        Taste::Fragile => prop_oneof![weight => often, 1 => rarely].boxed(),
    }
}

/// A few of something, if the taste is for it.
fn words<T: Debug + Clone + 'static>(
    taste: Taste,
    none: u32,
    word: impl Inputs<Value = T> + Clone + 'static,
) -> BoxedStrategy<Vec<T>> {
    if taste == Taste::Plain {
        return Just(Vec::new()).boxed();
    }
    prop_oneof![none => vec(word.clone(), 0..1), 1 => vec(word, 1..3)].boxed()
}

fn strategy() -> impl Inputs<Value = Option<Strategy>> {
    prop_oneof![
        1 => Just(None),
        1 => Just(Some(Strategy::FirstWins)),
        2 => Just(Some(Strategy::LastWins)),
        3 => Just(Some(Strategy::HighestPriority)),
        3 => Just(Some(Strategy::Exclusive)),
        6 => Just(Some(Strategy::ApplyAll)),
    ]
}

/// Few priorities, so that ties are common; also one without a name.
fn place() -> impl Inputs<Value = Place> {
    let priorities =
        [Priority::LOW, Priority::NORMAL, Priority::HIGH, Priority::OVERRIDE, Priority(-7)];
    let priority = option::of((0..priorities.len()).prop_map(move |at| priorities[at].0));
    let group = prop_oneof![3 => Just(None), 2 => (0..2_u8).prop_map(Some)];
    let letter = (0..3_usize).prop_map(|at| ["a", "b", "c"][at].to_owned());
    (letter, priority, group, 0..3_u8).prop_map(|(name, priority, group, key)| Place {
        name,
        path: String::new(),
        priority,
        group,
        key,
    })
}

fn test(taste: Taste) -> impl Inputs<Value = Test> + Clone {
    let asks = prop_oneof![
        (1..4).prop_map(Asks::Below),
        (1..4).prop_map(Asks::AtLeast),
        Just(Asks::Even),
        Just(Asks::Odd),
    ];
    let asks = mostly(6, asks, taste, Just(Asks::Breaks));
    (0..3_usize, asks).prop_map(|(counter, asks)| Test { counter, asks })
}

fn rule(taste: Taste) -> impl Inputs<Value = Rule> {
    let kinds = prop_oneof![5 => vec(colour(), 0..1), 2 => vec(colour(), 1..3)];
    let subjects = prop_oneof![5 => vec(0..3_u32, 0..1), 1 => vec(0..3_u32, 1..3)];
    let when = prop_oneof![3 => vec(test(taste), 0..1), 1 => vec(test(taste), 1..3)];
    let conditions = (words(taste, 2, given(taste)), words(taste, 2, shared(taste)), when);
    let changes = prop_oneof![1 => vec(change(taste), 0..1), 4 => vec(change(taste), 1..4)];
    let rarely = || prop_oneof![14 => Just(false), 1 => Just(true)];
    let parts = (place(), kinds, subjects, conditions, answer(taste), changes, rarely(), rarely());
    parts.prop_map(|(at, kinds, subjects, conditions, answer, changes, offers, off)| Rule {
        at,
        id: 0,
        kinds,
        subjects,
        givens: conditions.0,
        shares: conditions.1,
        when: conditions.2,
        answer,
        changes,
        offers,
        exact: false,
        off,
    })
}

fn answer(taste: Taste) -> impl Inputs<Value = Answering> {
    let looks = (test(taste), saying(), saying(), proptest::bool::ANY);
    prop_oneof![
        3 => Just(Answering::Plain),
        4 => looks.prop_map(|(at, yes, no, text)| Answering::Looks { at, yes, no, text }),
    ]
}

fn saying() -> impl Inputs<Value = Saying> {
    prop_oneof![
        6 => Just(Saying::Match),
        4 => Just(Saying::Skip),
        1 => Just(Saying::Refuse(RefusalKind::Invalid)),
        1 => Just(Saying::Refuse(RefusalKind::Disallowed)),
        1 => Just(Saying::Refuse(RefusalKind::Aborted)),
    ]
}

fn change(taste: Taste) -> impl Inputs<Value = Change> + Clone {
    let sound = prop_oneof![
        3 => (0..3_usize, -1..3).prop_map(|(counter, by)| Change::Add(counter, by)),
        2 => (0..3_usize, 0..4).prop_map(|(counter, to)| Change::Set(counter, to)),
        1 => (0..3_usize).prop_map(Change::SetFound),
        1 => Just(Change::Note),
    ];
    let fragile = (0..3_usize, 0..3_usize)
        .prop_map(|(what, counter)| [Change::Roll, Change::Choose, Change::Break][what](counter));
    mostly(3, sound, taste, fragile)
}
