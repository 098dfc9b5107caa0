//! The fingerprint of a book: one digest of everything that it declares and
//! that can decide what happens in a game.
//!
//! Code cannot be hashed, so what a rule's functions do is not in it; that is
//! what an author's version is for. What changes no game is left out on
//! purpose, so that old records stay valid: passes, generators of legal
//! actions, the parts that predicates read and events write, labels.
//!
//! Records hold fingerprints, so what is written here, and in which order, is a
//! contract. A change of it begins with another [`FORM`].

use crate::book::Compiled;
use crate::book::draft::{Asks, NodeDef, What};
use crate::book::fact::Predicate;
use crate::book::guard::{ChargedBy, GuardDef, Post};
use crate::book::occasion::OccasionIs;
use crate::book::rule::{ActionKind, EventKind, RuleDef, Test};
use crate::book::tree::NodeKind;
use crate::book::trigger::{Hears, TriggerDef};
use crate::book::turn::TurnDef;
use crate::digest::{Canonical, Digest, Encoder};
use crate::game::{Game, Kind, KindSet, Reason};
use crate::limits::Limits;

/// Which form of fingerprints this is.
const FORM: u32 = 1;

/// The fingerprint of a compiled book.
pub(crate) fn fingerprint<G: Game>(book: &Compiled<G>) -> Digest {
    let mut into = Encoder::new();
    into.u32(FORM);
    let draft = &book.draft;
    draft.name.encode(&mut into);
    draft.version.encode(&mut into);
    draft.data.encode(&mut into);
    kinds::<ActionKind<G>>(&mut into);
    kinds::<EventKind<G>>(&mut into);
    tree(book, &mut into);
    checks(book, &mut into);
    invariants(book, &mut into);
    reactions(book, &mut into);
    draft.turn.as_ref().map(|turn| turn_digest(turn)).encode(&mut into);
    limits(draft.limits, &mut into);
    set(draft.revealing, &mut into);
    // How digests are made decides which digests a record holds.
    (draft.encode.is_some(), draft.kept_digest.is_some()).encode(&mut into);
    into.finish()
}

/// The names of all kinds: a set of them is written as bits, by index.
fn kinds<K: Kind>(into: &mut Encoder) {
    into.len(K::ALL.len());
    for kind in K::ALL {
        kind.name().encode(into);
    }
}

fn set<K: Kind>(kinds: KindSet<K>, into: &mut Encoder) {
    into.u128(kinds.bits());
}

fn tree<G: Game>(book: &Compiled<G>, into: &mut Encoder) {
    into.len(book.draft.nodes.len());
    for (at, node) in book.draft.nodes.iter().enumerate() {
        node.parent.encode(into);
        node.name.encode(into);
        node.attributes.priority.map(|priority| priority.0).encode(into);
        node.attributes.group.encode(into);
        match &node.what {
            What::Phase(_) => phase(book, at, node, into),
            What::Rule(def) => rule(def, into),
        }
    }
}

/// A phase. Of keys only the order counts that they come to.
fn phase<G: Game>(book: &Compiled<G>, at: usize, node: &NodeDef<G>, into: &mut Encoder) {
    into.variant(0);
    let What::Phase(phase) = &node.what else { return };
    into.variant(phase.strategy.unwrap_or_default() as u32);
    into.len(phase.predicates.len());
    for asks in &phase.predicates {
        asks.name().encode(into);
        match asks {
            Asks::Own(..) => into.u8(0),
            Asks::Shared(shared) => self::shared(shared, 0, into),
            Asks::Given(given) => {
                into.u8(1);
                into.u128(given.allowed);
            }
        }
    }
    if let NodeKind::Phase(phase) = &book.tree.nodes[at].what {
        book.tree.order[phase.first as usize..phase.end as usize].encode(into);
    }
}

/// What a shared predicate stands for that is not plain from its name: it is an opposite,
/// or one that goes by a second name.
fn shared<G: Game>(predicate: &Predicate<G>, plain: u8, into: &mut Encoder) {
    let Predicate { name, def, wants } = predicate;
    if *wants && *name == def.name {
        return into.u8(plain);
    }
    into.u8(if *wants { 3 } else { 2 });
    def.name.encode(into);
}

fn rule<G: Game>(def: &RuleDef<G>, into: &mut Encoder) {
    into.variant(1);
    set(def.kinds, into);
    into.len(def.subjects.len());
    for subject in &def.subjects {
        into.u32(subject.0);
    }
    into.len(def.givens.len());
    for given in &def.givens {
        given.name.encode(into);
        into.u128(given.allowed);
    }
    into.len(def.conditions.len());
    for condition in &def.conditions {
        condition.name.encode(into);
        match &condition.test {
            Test::Own(_) => into.u8(0),
            Test::Shared(predicate) => shared(predicate, 1, into),
        }
    }
    into.len(def.costs.len());
    for cost in &def.costs {
        cost.reason.code().encode(into);
    }
}

fn checks<G: Game>(book: &Compiled<G>, into: &mut Encoder) {
    into.len(book.draft.checks.len());
    for check in &book.draft.checks {
        check.name.encode(into);
        into.variant(check.gate as u32);
        set(check.kinds, into);
        into.variant(check.force as u32);
    }
    into.len(book.draft.exceptions.len());
    for exception in &book.draft.exceptions {
        exception.name.encode(into);
        exception.lifts.encode(into);
    }
}

fn invariants<G: Game>(book: &Compiled<G>, into: &mut Encoder) {
    into.len(book.draft.invariants.len());
    for invariant in &book.draft.invariants {
        invariant.name.encode(into);
        set(invariant.kinds, into);
        into.variant(invariant.moment as u32);
    }
}

fn reactions<G: Game>(book: &Compiled<G>, into: &mut Encoder) {
    let draft = &book.draft;
    draft.reactor.is_some().encode(into);
    into.len(draft.guards.len());
    for def in &draft.guards {
        guard(def, into);
    }
    into.len(draft.triggers.len());
    for def in &draft.triggers {
        trigger(def, into);
    }
    into.len(draft.standing.len());
    for standing in &draft.standing {
        standing.name.encode(into);
        set(standing.kinds, into);
    }
    into.variant(draft.trigger_order as u32);
    draft.affected_chooses.encode(into);
}

fn guard<G: Game>(def: &GuardDef<G>, into: &mut Encoder) {
    def.name.encode(into);
    set(def.kinds, into);
    post(&def.post, into);
    into.variant(def.tier as u32);
    def.priority.0.encode(into);
    into.u8(def.may);
    conditions(&def.conditions, into);
    let by = def.charges.as_ref().map(|charges| match charges.by {
        ChargedBy::Amount => 0_u8,
        ChargedBy::Use => 1,
    });
    by.encode(into);
    def.divided.encode(into);
    def.rider.is_some().encode(into);
}

fn trigger<G: Game>(def: &TriggerDef<G>, into: &mut Encoder) {
    def.name.encode(into);
    set(def.kinds, into);
    let hears = match def.hears {
        Hears::Fates(fates) => Some(fates),
        Hears::Announcements => None,
    };
    hears.encode(into);
    post(&def.post, into);
    def.priority.0.encode(into);
    (def.looks_back, def.once).encode(into);
    conditions(&def.conditions, into);
}

fn post(post: &Post, into: &mut Encoder) {
    into.len(post.carried_by.len());
    for kind in &post.carried_by {
        kind.0.encode(into);
    }
    post.own_subject.encode(into);
}

fn conditions<G: Game>(conditions: &[OccasionIs<G>], into: &mut Encoder) {
    into.len(conditions.len());
    for condition in conditions {
        condition.name.encode(into);
    }
}

fn turn_digest<G: Game>(turn: &TurnDef<G>) -> Digest {
    let mut into = Encoder::new();
    set(turn.always, &mut into);
    into.len(turn.steps.len());
    for step in &turn.steps {
        step.name.encode(&mut into);
        set(step.allows, &mut into);
        step.leads_to.encode(&mut into);
        into.len(step.entering.len());
        into.len(step.leaving.len());
    }
    into.finish()
}

fn limits(limits: Limits, into: &mut Encoder) {
    let Limits { events, depth, choices, group, rounds } = limits;
    for limit in [events, depth, choices, group, rounds] {
        into.len(limit);
    }
}
