//! The book that the engine is given.

use std::sync::Arc;

use rulebook::{
    Asked, Book, BookBuilder, Capability, Consult, Effect, Group, GroupKind, Guard, GuardBuilder,
    Instead, KindSet, Limits, Occasion, Priority, Reaction, Rule, RuleBuilder, Seat,
    StandingBuilder, StandingRule, Tier, Trigger, TriggerBuilder, Verdict,
};

use super::game::{Act, Arena, Ev, EvKind, Unpaid};
use super::meaning::{Cx, Tree, Word, asked, grow, say, stand};
use super::spec::{
    CHOICES, Charged, DEPTH, EVENTS, GuardSpec, Hears, Manners, ROUNDS, RuleSpec, Say, Spec,
    StandingSpec, TriggerSpec, Who,
};

/// The numbers with which a rule is offered.
pub(crate) const NUMBERS: [u32; 3] = [0, 1, 4];

pub(crate) fn book(spec: &Arc<Spec>) -> Book<Arena> {
    let limits = Limits {
        events: EVENTS,
        depth: DEPTH,
        rounds: ROUNDS,
        choices: CHOICES,
        ..Limits::default()
    };
    let mut book = Book::<Arena>::builder("arena")
        .digests()
        .reverts()
        .reacts()
        .limits(limits)
        .trigger_order(spec.order);
    if spec.affected_chooses {
        book = book.affected_chooses();
    }
    book = rules(book, spec);
    for guard in &spec.guards {
        let (spec, guard) = (spec.clone(), guard.clone());
        book = book.guard(format!("g{}", guard.number), |builder| guarding(spec, guard, builder));
    }
    for trigger in &spec.triggers {
        let (spec, trigger) = (spec.clone(), trigger.clone());
        let name = format!("t{}", trigger.number);
        book = book.trigger(name, |builder| triggering(spec, trigger, builder));
    }
    for (number, standing) in spec.standing.iter().enumerate() {
        let (spec, standing) = (spec.clone(), standing.clone());
        book = book.standing(format!("s{number}"), |builder| standing_up(spec, standing, builder));
    }
    book.compile().expect("a generated book has no mistakes")
}

fn rules(mut book: BookBuilder<Arena>, spec: &Arc<Spec>) -> BookBuilder<Arena> {
    for (number, rule) in spec.rules.iter().enumerate() {
        let (spec, rule) = (spec.clone(), rule.clone());
        book = book.rule(format!("r{number}"), |builder| ruling(spec, number, rule, builder));
    }
    book
}

fn ruling(
    spec: Arc<Spec>,
    number: usize,
    rule: RuleSpec,
    builder: RuleBuilder<Arena>,
) -> Rule<Arena> {
    let mut builder = builder.when("its number", move |ask| usize::from(ask.action.rule) == number);
    for (at, cost) in rule.costs.into_iter().enumerate() {
        let spec = spec.clone();
        builder = builder.cost(Unpaid(at), move |cx, ()| {
            let trees = grow(&spec, &of_effect(cx), &cost);
            propose(cx, trees);
        });
    }
    builder = builder.candidates(move |offer| {
        offer.extend(NUMBERS.map(|n| Act { rule: number as u8, n }));
    });
    let (asks, then) = (rule.asks, rule.then);
    builder.then(move |cx, ()| {
        let actor = of_effect(cx).actor;
        let chosen = match asks {
            true => Some(cx.choose(Seat(actor), "Whom?", 0..cx.state.seats)?),
            false => None,
        };
        let trees = grow(&spec, &Cx { chosen, ..of_effect(cx) }, &then);
        propose(cx, trees);
        Ok::<_, Asked>(())
    })
}

fn of_effect<'a>(cx: &Effect<'a, Arena>) -> Cx<'a> {
    let actor = cx.by.seat().map_or(0, |seat| seat.0);
    Cx::new(cx.state, actor, cx.action.n)
}

fn of_occasion<'a>(occasion: &Occasion<'a, Arena>) -> Cx<'a> {
    let actor = occasion.by.seat().map_or(0, |seat| seat.0);
    let cx = Cx::new(occasion.state, actor, occasion.action.n);
    Cx { amount: occasion.amount, ..cx.about(occasion.event, occasion.source) }
}

fn of_reaction<'a, 'b: 'a>(cx: &'a Reaction<'b, Arena>) -> Cx<'a> {
    Cx {
        event: Some(cx.event()),
        amount: cx.amount(),
        source: cx.source,
        here: cx.source_now.is_some(),
        prevented: cx.prevented,
        would: cx.would,
        remembered: cx.source.and_then(|source| cx.remembered::<u32>(source.id).copied()),
        ..of_effect(cx)
    }
}

fn propose(cx: &mut Effect<'_, Arena>, trees: Vec<Tree>) {
    for tree in trees {
        match tree {
            Tree::One(event) => cx.propose(event),
            Tree::Many(kind, members) => cx.propose_group(group(kind, members)),
        }
    }
}

pub(crate) fn group(kind: GroupKind, members: Vec<(bool, Tree)>) -> Group<Ev> {
    let empty = match kind {
        GroupKind::Atomic => Group::atomic([]),
        GroupKind::Batch => Group::batch([]),
        GroupKind::Sequence => Group::sequence([]),
    };
    members.into_iter().fold(empty, |around, member| match member {
        (false, Tree::One(event)) => around.with(event),
        (true, Tree::One(event)) => around.optional(event),
        (false, Tree::Many(kind, members)) => around.group(group(kind, members)),
        (true, Tree::Many(kind, members)) => around.optional_group(group(kind, members)),
    })
}

/// What takes an event's place: one group if it is one, otherwise events.
fn instead(mut trees: Vec<Tree>) -> Instead<Ev> {
    if let [Tree::Many(..)] = trees[..]
        && let Some(Tree::Many(kind, members)) = trees.pop()
    {
        return group(kind, members).into();
    }
    let events = trees.into_iter().filter_map(|tree| match tree {
        Tree::One(event) => Some(event),
        Tree::Many(..) => None,
    });
    events.collect::<Vec<_>>().into()
}

fn kinds(kinds: &[EvKind]) -> KindSet<EvKind> {
    kinds.into()
}

fn guarding(spec: Arc<Spec>, guard: GuardSpec, builder: GuardBuilder<Arena>) -> Guard<Arena> {
    let mut builder =
        builder.before(kinds(&guard.post.kinds)).priority(Priority(guard.post.priority));
    if let Some(kind) = guard.post.carried {
        builder = builder.carried_by(rulebook::SourceKind(u32::from(kind)));
    }
    if guard.post.own_subject {
        builder = builder.about_its_subject();
    }
    if guard.own_tier {
        builder = builder.tier(Tier::Own);
    }
    for asks in guard.post.when.clone() {
        builder = builder.when(format!("{asks:?}"), move |occasion| {
            let occasion: &Occasion<'_, Arena> = occasion;
            of_occasion(occasion).holds(asks)
        });
    }
    builder = charged(builder, &guard);
    if let Some(rider) = guard.rider.clone() {
        let spec = spec.clone();
        builder = builder.rider(move |cx| {
            let trees = grow(&spec, &of_reaction(cx), &rider);
            propose(cx, trees);
        });
    }
    match guard.manners {
        Manners::Sure => sure(spec, guard, builder),
        Manners::PassOnNo => polite(spec, guard, builder, Verdict::Pass),
        Manners::DeclineOnNo => polite(spec, guard, builder, Verdict::Decline),
    }
}

fn charged(builder: GuardBuilder<Arena>, guard: &GuardSpec) -> GuardBuilder<Arena> {
    let left = |table: &super::game::Table, source: Option<&rulebook::Source>| {
        table.charges(source.map(|source| source.id.0))
    };
    let spend = |source: Option<&rulebook::Source>, n: u32| Ev::Spend {
        of: source.map(|source| source.id.0),
        n,
    };
    let builder = match guard.charged {
        Charged::Not => builder,
        Charged::ByAmount => builder.charges(left, spend),
        Charged::ByUse => builder.uses(left, spend),
    };
    if guard.divided { builder.divided("How much?") } else { builder }
}

fn verdict(word: Word) -> Verdict<Ev> {
    match word {
        Word::Forbid => Verdict::Forbid,
        Word::Prevent(n) => Verdict::Prevent(n),
        Word::All => Verdict::PreventAll,
        Word::Modify(event) => Verdict::Modify(event),
        Word::Redirect(event) => Verdict::Redirect(event),
        Word::Replace(trees) => Verdict::Replace(instead(trees)),
    }
}

/// A guard that asks nobody, by the shortest way to write it.
fn sure(spec: Arc<Spec>, guard: GuardSpec, builder: GuardBuilder<Arena>) -> Guard<Arena> {
    let said = move |cx: &Consult<'_, Arena>, what: &Say| say(&spec, &of_occasion(cx), what);
    let what = guard.say;
    match what {
        Say::Forbid => builder.forbid(),
        Say::All => builder.prevent_all(),
        Say::Prevent(n) => builder.prevent(move |_| u32::from(n)),
        Say::Double | Say::Plus | Say::Become(_) => builder.modify(move |cx| {
            let Word::Modify(event) = said(cx, &what) else { unreachable!() };
            event
        }),
        Say::Redirect(_) => builder.redirect(move |cx| {
            let Word::Redirect(event) = said(cx, &what) else { unreachable!() };
            event
        }),
        Say::Replace(_) => builder.replace(move |cx| {
            let Word::Replace(trees) = said(cx, &what) else { unreachable!() };
            instead(trees)
        }),
    }
}

/// A guard that asks for a yes first.
fn polite(
    spec: Arc<Spec>,
    guard: GuardSpec,
    builder: GuardBuilder<Arena>,
    no: Verdict<Ev>,
) -> Guard<Arena> {
    let may = match guard.say {
        Say::Forbid => Capability::Forbid,
        Say::All | Say::Prevent(_) => Capability::Prevent,
        Say::Double | Say::Plus | Say::Become(_) | Say::Redirect(_) => Capability::Modify,
        Say::Replace(_) => Capability::Replace,
    };
    builder.judge([may], move |cx| {
        let seat = Seat(asked(&of_occasion(cx)));
        if cx.confirm(seat, "Really?")? {
            Ok::<_, Asked>(verdict(say(&spec, &of_occasion(cx), &guard.say)))
        } else {
            Ok(no.clone())
        }
    })
}

fn triggering(
    spec: Arc<Spec>,
    trigger: TriggerSpec,
    builder: TriggerBuilder<Arena>,
) -> Trigger<Arena> {
    let kinds = kinds(&trigger.post.kinds);
    let mut builder = match trigger.hears.clone() {
        Hears::Applied => builder.after(kinds),
        Hears::Back => builder.after(kinds).looking_back(),
        Hears::Fates(fates) => builder.after(kinds).fates(fates),
        Hears::Announcements => builder.after_prevention_of(kinds),
    };
    builder = builder.priority(Priority(trigger.post.priority));
    if let Some(kind) = trigger.post.carried {
        builder = builder.carried_by(rulebook::SourceKind(u32::from(kind)));
    }
    if trigger.post.own_subject {
        builder = builder.about_its_subject();
    }
    if trigger.once {
        builder = builder.once_per_commit();
    }
    for asks in trigger.post.when.clone() {
        builder = builder.when(format!("{asks:?}"), move |occasion| {
            let occasion: &Occasion<'_, Arena> = occasion;
            of_occasion(occasion).holds(asks)
        });
    }
    builder.then(move |cx| {
        let seat = Seat(of_reaction(cx).who(Who::Owner));
        if trigger.asks && !cx.confirm(seat, "Shall it?")? {
            return Ok::<_, Asked>(());
        }
        let trees = grow(&spec, &of_reaction(cx), &trigger.then);
        propose(cx, trees);
        Ok(())
    })
}

fn standing_up(
    spec: Arc<Spec>,
    standing: StandingSpec,
    builder: StandingBuilder<Arena>,
) -> StandingRule<Arena> {
    let builder = builder.woken_by(kinds(&standing.woken));
    builder.propose(move |table| Stood(stand(&spec, table, standing.stands, &standing.then)))
}

/// What a standing rule proposes, groups and all.
struct Stood(Vec<Tree>);

impl rulebook::Propose<Arena> for Stood {
    fn propose_to(self, cx: &mut Effect<'_, Arena>) -> Result<(), Asked> {
        propose(cx, self.0);
        Ok(())
    }
}
