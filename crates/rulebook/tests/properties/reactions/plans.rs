//! Random plans: what rules, guards, triggers and standing rules propose.

use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_oneof};
use rulebook::GroupKind;

use super::generate::one_in;
use super::spec::{Branch, Make, Num, Plan, Which, Who};

pub(crate) fn who() -> impl Strategy<Value = Who> {
    prop_oneof![
        3 => (0..3_u8).prop_map(Who::Seat),
        1 => Just(Who::Actor),
        2 => Just(Who::Victim),
        2 => Just(Who::Next),
        1 => Just(Who::Owner),
        1 => Just(Who::Active),
        1 => Just(Who::Chosen),
    ]
}

/// Where something is proposed: that settles which numbers there are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum From {
    Rule,
    Reaction,
}

pub(crate) fn num(from: From) -> BoxedStrategy<Num> {
    let plain = prop_oneof![
        1 => Just(Num::N(0)),
        12 => (1..7_u8).prop_map(Num::N),
        5 => Just(Num::Given),
    ];
    if from == From::Rule {
        return plain.boxed();
    }
    let seen = prop_oneof![
        2 => Just(Num::Seen),
        1 => Just(Num::Prevented),
        1 => Just(Num::Would),
        1 => Just(Num::Remembered),
        1 => Just(Num::Here),
    ];
    prop_oneof![3 => plain, 2 => seen].boxed()
}

fn which() -> impl Strategy<Value = Which> {
    prop_oneof![
        4 => (0..5_u8).prop_map(Which::Id),
        2 => Just(Which::Mine),
        1 => Just(Which::Theirs),
    ]
}

pub(crate) fn make(from: From) -> BoxedStrategy<Make> {
    let num = move || num(from);
    prop_oneof![
        3 => (who(), num()).prop_map(|(who, n)| Make::Draw(who, n)),
        7 => (who(), num(), one_in(6)).prop_map(|(who, n, sure)| Make::Hurt(who, n, sure)),
        4 => (who(), num()).prop_map(|(who, n)| Make::Heal(who, n)),
        2 => (who(), num()).prop_map(|(who, n)| Make::Pay(who, n)),
        2 => (0..2_u8).prop_map(Make::Flip),
        1 => who().prop_map(Make::Turn),
        3 => (0..5_u8).prop_map(Make::Enter),
        3 => which().prop_map(Make::Leave),
        2 => (which(), who()).prop_map(|(which, who)| Make::Give(which, who)),
        1 => which().prop_map(Make::Spend),
        1 => Just(Make::Again),
    ]
    .boxed()
}

pub(crate) fn one(from: From) -> BoxedStrategy<Branch> {
    make(from).prop_map(Branch::One).boxed()
}

/// Groups nest so deep at most.
pub(crate) fn branch(from: From, levels: u32) -> BoxedStrategy<Branch> {
    let Some(below) = levels.checked_sub(1) else { return one(from) };
    let kind = prop_oneof![
        3 => Just(GroupKind::Atomic),
        2 => Just(GroupKind::Batch),
        1 => Just(GroupKind::Sequence),
    ];
    let members =
        prop_oneof![12 => vec((one_in(4), branch(from, below)), 1..4), 1 => Just(Vec::new())];
    let group = (kind, members).prop_map(|(kind, members)| Branch::Many(kind, members));
    prop_oneof![2 => one(from), 3 => group].boxed()
}

/// Harm to everybody at once.
fn storm() -> BoxedStrategy<Branch> {
    num(From::Rule)
        .prop_map(|n| {
            let hurt = |seat| (false, Branch::One(Make::Hurt(Who::Seat(seat), n, false)));
            Branch::Many(GroupKind::Batch, (0..3).map(hurt).collect())
        })
        .boxed()
}

/// Two want what only one can have.
fn clash() -> BoxedStrategy<Branch> {
    let prize = prop_oneof![
        (0..5_u8).prop_map(|id| Make::Leave(Which::Id(id))),
        (0..5_u8).prop_map(Make::Enter),
        (0..3_u8).prop_map(|seat| Make::Pay(Who::Seat(seat), Num::N(2))),
    ];
    let others = vec((one_in(3), one(From::Rule)), 0..3);
    (prize, others, one_in(3), any::<bool>())
        .prop_map(|(prize, mut others, optional, nested)| {
            others.push((optional, Branch::One(prize)));
            let mut second = Branch::Many(GroupKind::Atomic, others);
            if nested {
                second = Branch::Many(GroupKind::Atomic, vec![(false, second)]);
            }
            Branch::Many(GroupKind::Batch, vec![(false, Branch::One(prize)), (false, second)])
        })
        .boxed()
}

/// A blow together with something that hardly anybody can afford.
fn folly() -> BoxedStrategy<Branch> {
    (vec((one_in(4), one(From::Rule)), 0..2), num(From::Rule), 4..10_u8, 0..3_u8)
        .prop_map(|(mut members, n, price, seat)| {
            members.push((false, Branch::One(Make::Hurt(Who::Seat(seat), n, false))));
            members.push((false, Branch::One(Make::Pay(Who::Seat(seat), Num::N(price)))));
            Branch::Many(GroupKind::Atomic, members)
        })
        .boxed()
}

/// What a rule or cost proposes.
pub(crate) fn plan() -> BoxedStrategy<Plan> {
    prop_oneof![
        5 => vec(branch(From::Rule, 3), 1..3),
        2 => storm().prop_map(|storm| vec![storm]),
        1 => clash().prop_map(|clash| vec![clash]),
        1 => folly().prop_map(|folly| vec![folly]),
    ]
    .boxed()
}

/// What a reaction proposes: less, so that not everything goes on for ever.
pub(crate) fn small() -> BoxedStrategy<Plan> {
    let from = From::Reaction;
    let one = || one(from).prop_map(|branch| vec![branch]);
    prop_oneof![
        1 => Just(Vec::new()),
        6 => one(),
        2 => vec(branch(from, 2), 1..2),
        1 => vec(branch(from, 1), 2..3),
    ]
    .boxed()
}
