//! Random books, starting tables and actions.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_oneof};
use rulebook::TriggerOrder;

use super::game::{Act, Card, EvKind, Table, Thing, itself};
use super::meaning::FATES;
use super::plans::{From, branch, make, one, plan, small, who};
use super::spec::{
    Asks, Branch, Charged, GuardSpec, Hears, Make, Manners, Num, Post, RuleSpec, Say, Spec,
    StandingSpec, Stands, TriggerSpec, Which, Who,
};

/// True once in so many times.
pub(crate) fn one_in(n: u32) -> impl Strategy<Value = bool> + Clone {
    prop_oneof![n - 1 => Just(false), 1 => Just(true)]
}

pub(crate) fn spec() -> BoxedStrategy<Spec> {
    let orders = [TriggerOrder::Queue, TriggerOrder::Stack, TriggerOrder::Priority];
    let book = (
        proptest::sample::select(orders.to_vec()),
        any::<bool>(),
        vec(rule(), 1..3),
        vec(guard(), 0..9),
        vec(trigger(), 0..6),
        vec(standing(), 0..3),
    );
    let play = (vec(card(), 2..6), table(), vec(action(), 1..4), vec(0..4_u8, 6));
    (book, play)
        .prop_map(|(book, (cards, (start, in_play), actions, answers))| {
            let (order, affected_chooses, rules, guards, triggers, standing) = book;
            let spec = Spec {
                order,
                affected_chooses,
                rules,
                guards,
                triggers,
                standing,
                cards,
                start,
                actions,
                answers,
            };
            made_whole(spec, in_play)
        })
        .boxed()
}

/// Numbers everything, seats everybody, and puts the first cards into play.
fn made_whole(mut spec: Spec, in_play: usize) -> Spec {
    let seats = spec.start.seats;
    spec.start.active %= seats;
    for (number, card) in spec.cards.iter_mut().enumerate() {
        card.id = number as u32;
        card.seat = card.seat.map(|seat| seat % seats);
        // A subject that stands for the card itself is only now known.
        card.about = card.about.map(|about| if about >= 3 { itself(card.id) } else { about });
    }
    let in_play = in_play.min(spec.cards.len() - 1);
    for (number, card) in spec.cards.iter().take(in_play).enumerate() {
        // Some have been there for as long as others.
        let since = [3, 1, 3, 2, 1][number];
        spec.start.things.push(Thing { card: *card, since, charges: card.charges });
    }
    spec.start.clock = 4;
    for (number, guard) in spec.guards.iter_mut().enumerate() {
        guard.number = number;
        let counted = matches!(guard.say, Say::Prevent(_) | Say::All);
        if guard.charged == Charged::ByAmount && !counted {
            guard.charged = Charged::ByUse;
        }
        guard.divided &= guard.charged == Charged::ByAmount;
        guard.post.own_subject &= guard.post.carried.is_some();
    }
    for (number, trigger) in spec.triggers.iter_mut().enumerate() {
        trigger.number = number;
        trigger.post.own_subject &= trigger.post.carried.is_some();
    }
    let rules = spec.rules.len() as u8;
    for (by, act) in &mut spec.actions {
        *by %= seats;
        act.rule %= rules;
    }
    spec
}

fn card() -> impl Strategy<Value = Card> {
    let about = prop_oneof![1 => Just(None), 4 => (0..5_u32).prop_map(Some)];
    let parts = (0..2_u8, option::of(0..3_u8), about, 0..6_u32, one_in(3));
    parts.prop_map(|(kind, seat, about, charges, breaks)| Card {
        id: 0,
        kind,
        seat,
        about,
        charges,
        breaks,
    })
}

fn table() -> impl Strategy<Value = (Table, usize)> {
    let life = || prop_oneof![1 => -1..3_i32, 5 => 3..15_i32];
    let life = [life(), life(), life()];
    let mana = [1..9_u32, 1..9, 1..9];
    let flags = [one_in(4), one_in(6)];
    let parts = (2..4_u8, 0..3_u8, life, mana, 0..8_u32, flags, 1..5_usize);
    parts.prop_map(|(seats, active, life, mana, pool, flags, in_play)| {
        let (cards, clock, things) = ([0; 3], 0, Vec::new());
        (Table { seats, active, life, cards, mana, pool, flags, clock, things }, in_play)
    })
}

fn action() -> impl Strategy<Value = (u8, Act)> {
    let n = prop_oneof![1 => Just(0_u32), 9 => 1..7_u32];
    (0..3_u8, 0..2_u8, n).prop_map(|(by, rule, n)| (by, Act { rule, n }))
}

fn asks() -> BoxedStrategy<Asks> {
    prop_oneof![
        (1..4_u8).prop_map(Asks::AtLeast),
        (who(), 1..9).prop_map(|(who, n)| Asks::LifeBelow(who, n)),
        (who(), 0..6).prop_map(|(who, n)| Asks::LifeAbove(who, n)),
        (0..2_u8, any::<bool>()).prop_map(|(flag, on)| Asks::Flag(flag, on)),
        Just(Asks::Mine),
        Just(Asks::Actors),
        (1..4_u8).prop_map(Asks::Charged),
    ]
    .boxed()
}

fn kinds() -> BoxedStrategy<Vec<EvKind>> {
    let kind = prop_oneof![
        6 => Just(EvKind::Hurt),
        3 => Just(EvKind::Heal),
        2 => Just(EvKind::Draw),
        1 => Just(EvKind::Pay),
        1 => Just(EvKind::Enter),
        2 => Just(EvKind::Leave),
        1 => Just(EvKind::Give),
        1 => Just(EvKind::Spend),
        1 => Just(EvKind::Flip),
        1 => Just(EvKind::Turn),
    ];
    prop_oneof![2 => vec(kind.clone(), 1..2), 1 => vec(kind, 2..4)].boxed()
}

fn post() -> BoxedStrategy<Post> {
    let carried = prop_oneof![2 => Just(None), 3 => (0..2_u8).prop_map(Some)];
    let when = prop_oneof![2 => Just(Vec::new()), 1 => vec(asks(), 1..3)];
    (kinds(), carried, one_in(4), 0..2_i32, when)
        .prop_map(|(kinds, carried, own_subject, priority, when)| Post {
            kinds,
            carried,
            own_subject,
            priority,
            when,
        })
        .boxed()
}

fn words() -> BoxedStrategy<Say> {
    let from = From::Reaction;
    let several = vec(one(from), 2..4);
    let group = branch(from, 2).prop_map(|branch| vec![branch]);
    let replace = prop_oneof![
        1 => Just(Vec::new()),
        2 => one(from).prop_map(|one| vec![one]),
        2 => several,
        2 => group,
    ];
    prop_oneof![
        4 => (1..5_u8).prop_map(Say::Prevent),
        3 => Just(Say::All),
        2 => Just(Say::Double),
        1 => Just(Say::Plus),
        3 => who().prop_map(Say::Redirect),
        1 => make(from).prop_map(Say::Become),
        4 => replace.prop_map(Say::Replace),
        2 => Just(Say::Forbid),
    ]
    .boxed()
}

fn guard() -> BoxedStrategy<GuardSpec> {
    prop_oneof![5 => any_guard(), 1 => shield()].boxed()
}

/// A shield with charges, of which somebody says how much goes where.
fn shield() -> BoxedStrategy<GuardSpec> {
    let say = prop_oneof![Just(Say::All), (1..5_u8).prop_map(Say::Prevent)];
    (any_guard(), say, one_in(4))
        .prop_map(|(guard, say, in_order)| GuardSpec {
            post: Post { kinds: vec![EvKind::Hurt], when: Vec::new(), ..guard.post },
            charged: Charged::ByAmount,
            divided: !in_order,
            say,
            ..guard
        })
        .boxed()
}

fn any_guard() -> BoxedStrategy<GuardSpec> {
    let charged = prop_oneof![
        3 => Just(Charged::Not),
        3 => Just(Charged::ByAmount),
        2 => Just(Charged::ByUse),
    ];
    let manners = prop_oneof![
        12 => Just(Manners::Sure),
        1 => Just(Manners::PassOnNo),
        1 => Just(Manners::DeclineOnNo),
    ];
    let rider = prop_oneof![3 => Just(None), 1 => small().prop_map(Some)];
    let own_tier = (one_in(6), any::<bool>());
    let parts = (post(), own_tier, charged, one_in(3), manners, words(), rider);
    parts
        .prop_map(|(post, (own, often), charged, divided, manners, say, rider)| GuardSpec {
            number: 0,
            post,
            // What replaces is often how the event's own source does it.
            own_tier: own || often && matches!(say, Say::Replace(_)),
            charged,
            divided,
            manners,
            say,
            rider,
        })
        .boxed()
}

fn trigger() -> BoxedStrategy<TriggerSpec> {
    prop_oneof![6 => any_trigger(), 1 => no_more_than_once()].boxed()
}

/// A trigger that makes its own condition false.
fn no_more_than_once() -> BoxedStrategy<TriggerSpec> {
    (any_trigger(), 0..2_u8)
        .prop_map(|(trigger, flag)| TriggerSpec {
            post: Post { when: vec![Asks::Flag(flag, false)], ..trigger.post },
            asks: false,
            then: vec![Branch::One(Make::Flip(flag))],
            ..trigger
        })
        .boxed()
}

fn any_trigger() -> BoxedStrategy<TriggerSpec> {
    let fates = proptest::sample::subsequence(FATES.to_vec(), 1..4);
    let hears = prop_oneof![
        4 => Just(Hears::Applied),
        3 => Just(Hears::Back),
        3 => fates.prop_map(Hears::Fates),
        3 => Just(Hears::Announcements),
    ];
    (post(), hears, one_in(3), one_in(12), small())
        .prop_map(|(post, hears, once, asks, then)| TriggerSpec {
            number: 0,
            post,
            hears,
            once,
            asks,
            then,
        })
        .boxed()
}

fn standing() -> BoxedStrategy<StandingSpec> {
    let woken = prop_oneof![2 => Just(Vec::new()), 1 => kinds()];
    let poor = (
        1..6_i32,
        prop_oneof![
            3 => Just(vec![Branch::One(Make::Heal(Who::Victim, Num::N(4)))]),
            1 => Just(vec![Branch::One(Make::Hurt(Who::Victim, Num::N(0), false))]),
            1 => small(),
        ],
    );
    let empty = (
        0..3_u8,
        prop_oneof![
            3 => Just(vec![Branch::One(Make::Leave(Which::Mine))]),
            1 => small(),
        ],
    );
    let flagged = (0..2_u8).prop_flat_map(|flag| {
        let then = prop_oneof![
            3 => Just(vec![Branch::One(Make::Flip(flag))]),
            1 => small(),
        ];
        (Just(flag), then)
    });
    let stands = prop_oneof![
        2 => poor.prop_map(|(life, then)| (Stands::Poor(life), then)),
        2 => empty.prop_map(|(kind, then)| (Stands::Empty(kind), then)),
        2 => flagged.prop_map(|(flag, then)| (Stands::Flagged(flag), then)),
    ];
    (woken, stands).prop_map(|(woken, (stands, then))| StandingSpec { woken, stands, then }).boxed()
}

fn rule() -> BoxedStrategy<RuleSpec> {
    let costs =
        prop_oneof![5 => Just(Vec::new()), 1 => vec(vec(branch(From::Rule, 1), 1..3), 1..3)];
    (costs, one_in(6), plan())
        .prop_map(|(costs, asks, then)| RuleSpec { costs, asks, then })
        .boxed()
}
