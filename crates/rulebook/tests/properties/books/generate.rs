//! Random books, starting states and actions.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{BoxedStrategy, Just, Strategy as Inputs, prop_oneof};
use rulebook::{Priority, RefusalKind, Strategy};

use super::spec::{
    Act, Answering, Asks, COLOURS, Case, Change, Colour, Node, Phase, Place, Rule, Saying, Test,
};

/// Phases stand this deep at most, the book itself not counted.
const DEPTH: u32 = 3;

/// Books with any strategies, nested as it comes.
pub(crate) fn case() -> impl Inputs<Value = Case> {
    let start = [0..4_i32, 0..4, 0..4];
    (phase(children(DEPTH)), start, vec(action(), 1..5))
        .prop_map(|(root, start, actions)| Case { root, start, actions }.numbered())
}

/// Books in which one rule decides and no phase asks on: such a book comes to
/// one list for each kind of action.
pub(crate) fn calm_case() -> impl Inputs<Value = Case> {
    case().prop_map(|mut case| {
        calm_down(&mut case.root);
        case
    })
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

pub(crate) fn action() -> impl Inputs<Value = Act> {
    (colour(), 0..4_u8).prop_map(|(colour, about)| Act { colour, about })
}

fn colour() -> impl Inputs<Value = Colour> {
    (0..COLOURS.len()).prop_map(|at| COLOURS[at])
}

/// What stands in a phase with so many levels below it.
fn children(levels: u32) -> BoxedStrategy<Vec<Node>> {
    let rules = rule().prop_map(Node::Rule);
    let Some(below) = levels.checked_sub(1) else {
        return vec(rules, 1..5).boxed();
    };
    let only = prop_oneof![5 => Just(None), 1 => colour().prop_map(Some)];
    let phases = (phase(children(below)), only).prop_map(|(mut phase, only)| {
        if let Some(colour) = only {
            narrow(&mut phase, colour);
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

fn phase(children: impl Inputs<Value = Vec<Node>>) -> impl Inputs<Value = Phase> {
    let by_key = prop_oneof![4 => Just(false), 1 => Just(true)];
    let when = prop_oneof![3 => vec(test(), 0..1), 1 => vec(test(), 1..3)];
    (place(), when, strategy(), by_key, children).prop_map(
        |(at, when, strategy, by_key, children)| Phase { at, when, strategy, by_key, children },
    )
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

fn test() -> impl Inputs<Value = Test> {
    let asks = prop_oneof![
        (1..4).prop_map(Asks::Below),
        (1..4).prop_map(Asks::AtLeast),
        Just(Asks::Even),
        Just(Asks::Odd),
    ];
    (0..3_usize, asks).prop_map(|(counter, asks)| Test { counter, asks })
}

fn rule() -> impl Inputs<Value = Rule> {
    let kinds = prop_oneof![5 => vec(colour(), 0..1), 2 => vec(colour(), 1..3)];
    let subjects = prop_oneof![5 => vec(0..3_u32, 0..1), 1 => vec(0..3_u32, 1..3)];
    let when = prop_oneof![3 => vec(test(), 0..1), 1 => vec(test(), 1..3)];
    let changes = prop_oneof![1 => vec(change(), 0..1), 4 => vec(change(), 1..4)];
    let rarely = || prop_oneof![14 => Just(false), 1 => Just(true)];
    let parts = (place(), kinds, subjects, when, answer(), changes, rarely(), rarely());
    parts.prop_map(|(at, kinds, subjects, when, answer, changes, offers, off)| Rule {
        at,
        id: 0,
        kinds,
        subjects,
        when,
        answer,
        changes,
        offers,
        off,
    })
}

fn answer() -> impl Inputs<Value = Answering> {
    let looks = (test(), saying(), saying(), proptest::bool::ANY);
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

fn change() -> impl Inputs<Value = Change> {
    prop_oneof![
        3 => (0..3_usize, -1..3).prop_map(|(counter, by)| Change::Add(counter, by)),
        2 => (0..3_usize, 0..4).prop_map(|(counter, to)| Change::Set(counter, to)),
        1 => (0..3_usize).prop_map(Change::SetFound),
        1 => Just(Change::Note),
    ]
}
