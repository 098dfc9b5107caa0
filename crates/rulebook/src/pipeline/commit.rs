//! Commit: the only writer of committed state.
//!
//! What comes in is a verified transition whose events already stand in the
//! working state; what holds after is a new frame, a new version of the state,
//! and no redo branch. Everything that an author's code could still spoil
//! (digest, observer) comes before the first write, but for a frame of one event
//! that an observer is shown in its place: should it panic, the frame is gone
//! before anybody can look for it.

use crate::actor::By;
use crate::book::Compiled;
use crate::context::Seal;
use crate::digest::Digest;
use crate::game::Game;
use crate::observe::Notice;
use crate::pipeline::place::naming;
use crate::pipeline::verify::Verified;
use crate::pipeline::{Core, Log, Place};
use crate::session::frame::{FrameId, FrameView, Transition};
use crate::session::history::Journal;
use crate::session::history::record::{Applied, Events, Extras, One, Record, Said};
use crate::session::legal::Legal;
use crate::session::options::{Digests, Reversibility};

/// How a frame is to be kept.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    pub digests: Digests,
    pub reversibility: Reversibility,
    /// Whether it belongs to the frame before it, as one step of undo.
    pub joined: bool,
    /// Whether dice may fall.
    pub seal: Seal,
}

impl Terms {
    /// A frame of its own that can be undone, without a digest.
    pub(crate) fn ordinary() -> Self {
        Terms {
            digests: Digests::Off,
            reversibility: Reversibility::Reversible,
            joined: false,
            seal: Seal::Open,
        }
    }
}

/// Makes the transition a frame.
pub(crate) fn commit<G: Game>(
    core: &mut Core<G, Journal<G>>,
    legal: Legal<G>,
    _: Verified,
    terms: Terms,
) -> FrameId {
    let (record, digest) = draft(core, legal, terms);
    if core.log.observer.is_some() {
        tell(core, record.said(), digest);
    }
    core.log.push(record, digest)
}

/// The same for a calm transition of which nothing has to be noted but its
/// events. No author's function runs here.
#[inline(always)]
pub(crate) fn commit_ordinary<G: Game>(
    core: &mut Core<G, Journal<G>>,
    by: By,
    action: G::Action,
    _: Verified,
) -> FrameId {
    core.ticket = core.tickets.draw();
    core.log.append(Record::ordinary(by, action, core.ticket))
}

/// The same where the only one is not listed.
#[inline(always)]
pub(crate) fn commit_one<G: Game>(
    core: &mut Core<G, Journal<G>>,
    by: By,
    action: G::Action,
    only: One<G>,
    _: Verified,
) -> FrameId {
    core.ticket = core.tickets.draw();
    core.log.append(Record::one(by, action, core.ticket, only))
}

/// The same in the place of the frame before it, where nothing else is kept.
#[inline(always)]
pub(crate) fn commit_instead<G: Game>(
    core: &mut Core<G, Journal<G>>,
    by: By,
    action: G::Action,
    only: One<G>,
    _: Verified,
) {
    core.ticket = core.tickets.draw();
    core.log.replace(Record::one(by, action, core.ticket, only));
}

/// The same where somebody watches, and hears of the event and of the frame.
#[inline(always)]
pub(crate) fn commit_one_told<G: Game>(
    core: &mut Core<G, Journal<G>>,
    by: By,
    action: G::Action,
    only: One<G>,
    _: Verified,
) -> FrameId {
    core.ticket = core.tickets.draw();
    let said = (by, action, core.ticket);
    core.log.append_told(said, only, &core.book.inner, &mut core.desk.place)
}

/// The same where the events are listed and told of, and only the frame is not.
#[inline(always)]
pub(crate) fn commit_told<G: Game>(
    core: &mut Core<G, Journal<G>>,
    by: By,
    action: G::Action,
    _: Verified,
) -> FrameId {
    core.ticket = core.tickets.draw();
    tell(core, (Transition::Action { by, action: &action }, None), None);
    core.log.append(Record::ordinary(by, action, core.ticket))
}

/// The frame as it will be recorded. Takes nothing from the game yet but a
/// ticket, which nobody will miss.
pub(crate) fn draft<G: Game>(
    core: &mut Core<G, Journal<G>>,
    legal: Legal<G>,
    terms: Terms,
) -> (Record<G>, Option<Digest>) {
    let digest = match terms.digests {
        Digests::Off => None,
        Digests::PerFrame => core.digest(),
    };
    core.ticket = core.tickets.draw();
    let reversibility =
        if peeked(core) { Reversibility::Irreversible } else { terms.reversibility };
    let said = (legal.by(), legal.action, core.ticket);
    (Record::with(said, extras(core), reversibility, terms.joined), digest)
}

/// Whether dice have fallen or something was revealed.
#[inline]
fn peeked<G: Game>(core: &Core<G, Journal<G>>) -> bool {
    core.bench.stirred && !core.bench.draws.is_empty()
        || core.book.inner.minds_kinds && core.desk.happened.meets(core.book.revealing())
}

#[inline]
fn extras<G: Game>(core: &mut Core<G, Journal<G>>) -> Option<Extras<G>> {
    let plain = !core.bench.stirred && core.desk.lifted.is_empty();
    if plain && core.book.inner.reactions.is_none() {
        return None;
    }
    collect_extras(core)
}

#[cold]
fn collect_extras<G: Game>(core: &mut Core<G, Journal<G>>) -> Option<Extras<G>> {
    let drawn = !core.bench.draws.is_empty();
    let extras = Extras {
        dice: drawn.then(|| (core.log.dice(), core.bench.dice.position())),
        exceptions: std::mem::take(&mut core.desk.lifted),
        choices: std::mem::take(&mut core.bench.made),
        draws: std::mem::take(&mut core.bench.draws),
        account: core.desk.reacting.take_account(),
    };
    (!extras.is_empty()).then_some(extras)
}

/// Tells whoever watches of the frame under way: what it is, and the rest of it.
#[inline]
fn tell<G: Game>(core: &mut Core<G, Journal<G>>, record: Said<'_, G>, digest: Option<Digest>) {
    let (observer, number, events) = core.log.watched();
    let Some(observer) = observer else { return };
    let frame = view(&core.book.inner, number, events, record, digest);
    let notice = Notice::Committed { frame };
    naming(&mut core.desk.place, Place::Observer, || observer.notice(&notice));
}

/// A frame under way, to be read.
pub(crate) fn view<'s, G: Game>(
    book: &'s Compiled<G>,
    number: u64,
    events: &'s [Applied<G>],
    (what, rest): Said<'s, G>,
    digest: Option<Digest>,
) -> FrameView<'s, G> {
    FrameView { book, number, what, events: Events::Listed(events), rest, digest }
}

/// Switches a rule on or off, as a frame of its own.
pub(crate) fn switch<G: Game>(
    core: &mut Core<G, Journal<G>>,
    what: Transition<G::Action>,
    digests: Digests,
) -> FrameId {
    toggle(core, &what);
    let digest = match digests {
        Digests::Off => None,
        Digests::PerFrame => core.digest(),
    };
    core.ticket = core.tickets.draw();
    let record = Record::switch(what, core.ticket);
    if core.log.observer.is_some() {
        tell(core, record.said(), digest);
    }
    core.log.push(record, digest)
}

/// Turns a switch; turning it again turns it back.
pub(crate) fn toggle<G: Game, L: Log<G>>(core: &mut Core<G, L>, what: &Transition<G::Action>) {
    let (Transition::Enabled(rule) | Transition::Disabled(rule)) = what else {
        return;
    };
    let word = rule.index() / 64;
    if core.disabled.len() <= word {
        core.disabled.resize(word + 1, 0);
    }
    core.disabled[word] ^= 1 << (rule.index() % 64);
    // All on is the empty set, however one got there: digests depend on it.
    while core.disabled.last() == Some(&0) {
        core.disabled.pop();
    }
    core.settle_down();
}
