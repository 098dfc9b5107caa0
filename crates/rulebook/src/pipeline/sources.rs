//! Who reacts to what: the sources in play, found by event kind and subject.
//!
//! The index is a cache of what the state says. It is kept up to date by asking
//! the game about the sources that an event touches, and can be rebuilt from
//! the state at any time; the cost of an event follows the reactions that it
//! concerns, not the sources in play.

use std::collections::{BTreeMap, BTreeSet};

use crate::book::draft::Draft;
use crate::book::guard::Post;
use crate::book::rule::EventKind;
use crate::game::{Game, Kind, KindSet, Subject};
use crate::reactive::{Reactor, Source, SourceId, SourceKind};

/// Guards or triggers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Guard,
    Trigger,
}

/// What of a book reacts, by kind of event and by kind of source.
pub(crate) struct Reactions<G: Game> {
    pub reactor: Reactor<G>,
    /// By kind of event: the book's own guards and triggers.
    own: Vec<[Vec<u32>; 2]>,
    /// The kinds of events that any guard is asked about.
    pub guarded: KindSet<EventKind<G>>,
    /// The kinds of events that any trigger hears, and those that one looks back at.
    pub heard: KindSet<EventKind<G>>,
    pub looked_back: KindSet<EventKind<G>>,
    /// By kind of source: what it carries.
    carried: BTreeMap<SourceKind, Vec<Carried<G>>>,
}

struct Carried<G: Game> {
    role: Role,
    number: u32,
    kinds: KindSet<EventKind<G>>,
    own_subject: bool,
}

impl<G: Game> Reactions<G> {
    pub(crate) fn new(draft: &Draft<G>, reactor: Reactor<G>) -> Self {
        let own = EventKind::<G>::ALL.iter().map(|_| [Vec::new(), Vec::new()]).collect();
        let none = KindSet::none();
        let mut reactions = Reactions {
            reactor,
            own,
            guarded: none,
            heard: none,
            looked_back: none,
            carried: BTreeMap::new(),
        };
        for (number, guard) in draft.guards.iter().enumerate() {
            guard.kinds.iter().for_each(|kind| reactions.guarded = reactions.guarded.with(kind));
            reactions.add(Role::Guard, number as u32, guard.kinds, &guard.post);
        }
        for (number, trigger) in draft.triggers.iter().enumerate() {
            trigger.kinds.iter().for_each(|kind| reactions.heard = reactions.heard.with(kind));
            if trigger.looks_back {
                trigger
                    .kinds
                    .iter()
                    .for_each(|kind| reactions.looked_back = reactions.looked_back.with(kind));
            }
            reactions.add(Role::Trigger, number as u32, trigger.kinds, &trigger.post);
        }
        reactions
    }

    /// The triggers that a source of its own carries for an event, whether it is
    /// in play or not.
    pub(crate) fn triggers_of(
        &self,
        source: Source,
        kind: EventKind<G>,
        about: Option<Subject>,
    ) -> impl Iterator<Item = u32> {
        let carried = self.carried.get(&source.kind).into_iter().flatten();
        let concerned = carried.filter(move |carried| {
            carried.role == Role::Trigger
                && carried.kinds.contains(kind)
                && (!carried.own_subject || source.subject.is_some() && source.subject == about)
        });
        concerned.map(|carried| carried.number)
    }

    fn add(&mut self, role: Role, number: u32, kinds: KindSet<EventKind<G>>, post: &Post) {
        if post.carried_by.is_empty() {
            for kind in kinds.iter() {
                self.own[kind.index()][role as usize].push(number);
            }
        }
        let kinds_of_sources: BTreeSet<_> = post.carried_by.iter().copied().collect();
        for source in kinds_of_sources {
            let carried = Carried { role, number, kinds, own_subject: post.own_subject };
            self.carried.entry(source).or_default().push(carried);
        }
    }
}

/// A guard or trigger, and what carries it.
pub(crate) type Posted = (u32, Option<Source>);

/// Who reacts, in order. Most subjects have one.
#[derive(Clone, Debug, Default)]
enum Posts {
    #[default]
    None,
    One((u32, Source)),
    Many(BTreeSet<(u32, Source)>),
}

impl Posts {
    fn insert(&mut self, entry: (u32, Source)) {
        match self {
            Posts::None => *self = Posts::One(entry),
            Posts::One(first) => *self = Posts::Many(BTreeSet::from([*first, entry])),
            Posts::Many(all) => {
                all.insert(entry);
            }
        }
    }

    fn remove(&mut self, entry: (u32, Source)) {
        match self {
            Posts::None => {}
            Posts::One(only) if *only != entry => {}
            Posts::One(_) => *self = Posts::None,
            Posts::Many(all) => {
                all.remove(&entry);
                if all.is_empty() {
                    *self = Posts::None;
                }
            }
        }
    }

    fn is_empty(&self) -> bool {
        matches!(self, Posts::None)
    }

    #[inline]
    fn add_to(&self, into: &mut Vec<Posted>) {
        match self {
            Posts::None => {}
            Posts::One((number, source)) => into.push((*number, Some(*source))),
            Posts::Many(all) => {
                into.extend(all.iter().map(|&(number, source)| (number, Some(source))))
            }
        }
    }
}

/// Those that react to one kind of event.
#[derive(Clone, Debug, Default)]
struct Roll {
    /// Whatever the event is about.
    any: Posts,
    /// Only if it is about that.
    about: BTreeMap<Subject, Posts>,
}

/// The sources in play.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    sources: BTreeMap<SourceId, Source>,
    /// By kind of event: guards and triggers.
    rolls: Vec<[Roll; 2]>,
    /// Whether it may be wrong, because an author's function panicked while it
    /// was brought up to date.
    pub stale: bool,
}

impl Index {
    pub(crate) fn new<G: Game>() -> Self {
        let rolls = EventKind::<G>::ALL.iter().map(|_| <[Roll; 2]>::default()).collect();
        Index { sources: BTreeMap::new(), rolls, stale: true }
    }

    /// Reads all sources from the state.
    pub(crate) fn rebuild<G: Game>(&mut self, reactions: &Reactions<G>, state: &G::State) {
        *self = Index::new::<G>();
        (reactions.reactor.sources)(state, &mut |source| {
            self.set(reactions, source.id, Some(source));
        });
        self.stale = false;
    }

    /// The source of that number, if it is in play.
    pub(crate) fn get(&self, id: SourceId) -> Option<Source> {
        self.sources.get(&id).copied()
    }

    /// All sources, by number.
    pub(crate) fn all(&self) -> impl Iterator<Item = Source> {
        self.sources.values().copied()
    }

    /// A source came, went or changed.
    pub(crate) fn set<G: Game>(
        &mut self,
        reactions: &Reactions<G>,
        id: SourceId,
        now: Option<Source>,
    ) {
        let before = self.get(id);
        if before == now {
            return;
        }
        if let Some(source) = before {
            self.sources.remove(&id);
            self.enrol(reactions, source, |roll, entry| {
                roll.remove(entry);
            });
        }
        if let Some(source) = now {
            self.sources.insert(id, source);
            self.enrol(reactions, source, |roll, entry| {
                roll.insert(entry);
            });
        }
    }

    fn enrol<G: Game>(
        &mut self,
        reactions: &Reactions<G>,
        source: Source,
        write: impl Fn(&mut Posts, (u32, Source)),
    ) {
        for carried in reactions.carried.get(&source.kind).into_iter().flatten() {
            for kind in carried.kinds.iter() {
                let roll = &mut self.rolls[kind.index()][carried.role as usize];
                let entry = (carried.number, source);
                match (carried.own_subject, source.subject) {
                    (false, _) => write(&mut roll.any, entry),
                    (true, None) => {}
                    (true, Some(subject)) => {
                        let about = roll.about.entry(subject).or_default();
                        write(about, entry);
                        if about.is_empty() {
                            roll.about.remove(&subject);
                        }
                    }
                }
            }
        }
    }

    /// The guards or triggers that an event concerns, the book's own first.
    pub(crate) fn concerned<G: Game>(
        &self,
        reactions: &Reactions<G>,
        role: Role,
        kind: EventKind<G>,
        about: Option<Subject>,
        into: &mut Vec<Posted>,
    ) {
        into.extend(reactions.own[kind.index()][role as usize].iter().map(|&own| (own, None)));
        let roll = &self.rolls[kind.index()][role as usize];
        roll.any.add_to(into);
        if !roll.about.is_empty()
            && let Some(about) = about.and_then(|about| roll.about.get(&about))
        {
            about.add_to(into);
        }
    }
}
