//! Decided only: which rule answers, and nothing happens.
//!
//! Ours is what listing legal actions costs for one of them: each candidate is
//! validated and decided. A generator proposes a few at a time.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rulebook::prelude::*;
use rulebook::{Legal, Offer, Passes};

use super::game::{Shape, Table, Walk};
use super::rulebook::{Cards, builder, start};
use super::{INDEX, OURS, Place, Plays, REFERENCE, Works, hand};
use crate::external::{Traced, Zen};
use crate::measure::clock::Meter;
use crate::measure::race::{Contestant, Job, Race};
use crate::peers::{Maker, ZEN_ENGINE};

pub(super) const WORKS: Works = [
    (10, "10 rules, keyed, decided only"),
    (100, "100 rules, keyed, decided only"),
    (1_000, "1,000 rules, keyed, decided only"),
    (10_000, "10,000 rules, keyed, decided only"),
    (100_000, "100,000 rules, keyed, decided only"),
];

/// How many candidates are proposed at a time.
pub(super) const AT_A_TIME: u64 = 8;

/// Lists legal actions.
struct Listing {
    game: Session<Cards>,
    /// The first that is proposed next.
    next: Arc<AtomicU64>,
    legal: Vec<Legal<Cards>>,
}

impl Listing {
    fn new(place: Place, passes: Passes) -> Self {
        let next = Arc::new(AtomicU64::new(0));
        let cursor = next.clone();
        let offer = move |offer: &mut Offer<'_, Cards>| {
            let first = cursor.load(Ordering::Relaxed);
            (first..first + AT_A_TIME).for_each(|n| offer.push(place.action(n)));
        };
        let book = builder(place.shape, place.rules, Some(offer)).passes(passes).compile();
        let game = start(&book.expect("the book of cards has no mistakes"));
        Self { game, next, legal: Vec::new() }
    }
}

/// A contestant who decides the `n`th few actions and says how many a rule
/// answers.
fn contestant<M: 'static>(
    place: Place,
    (name, maker): (&'static str, Maker),
    make: impl Fn(Place) -> M + 'static,
    decide: impl Fn(&mut M, u64) -> u64 + 'static,
) -> Contestant {
    let mut made = None;
    Contestant::new(place.work, name, maker, move |job: &Job, meter: &mut Meter| {
        let made = made.get_or_insert_with(|| make(place));
        let accepted = meter.time(|| (0..job.ops).map(|n| decide(made, n)).sum());
        place.answer(job.ops * AT_A_TIME, vec![("accepted", accepted)])
    })
}

fn listing(place: Place, who: (&'static str, Maker), passes: Passes) -> Contestant {
    let list = |Listing { game, next, legal }: &mut Listing, n| {
        next.store(n * AT_A_TIME, Ordering::Relaxed);
        legal.clear();
        game.legal_into(Seat(0), legal).expect("legal actions can be listed");
        black_box(&*legal).len() as u64
    };
    contestant(place, who, move |place| Listing::new(place, passes), list)
}

fn index(place: Place) -> Contestant {
    let decide = move |index: &mut hand::Index, n| {
        let actions = (n * AT_A_TIME..(n + 1) * AT_A_TIME).map(|n| place.action(n));
        actions.filter(|action| black_box(index.decide(action)).is_some()).count() as u64
    };
    contestant(place, INDEX, |place| hand::Index::new(place.shape, place.rules), decide)
}

/// How many rules zen-engine is given: it keeps a set of rules for each value,
/// which grows with the square.
const MOST_FOR_ZEN: usize = 10_000;
const ZEN: (&str, Maker) = ("zen-engine", Maker::Peer(ZEN_ENGINE));

/// zen-engine decides by a compiled table, about the same cards in the same
/// order as everybody else.
fn zen(place: Place, mut zen: Zen) -> Contestant {
    let run = move |job: &Job, meter: &mut Meter| {
        let decisions = job.ops * AT_A_TIME;
        let cards =
            (0..decisions).map(|n| place.shape.answer(&Table::default(), &place.action(n)).0);
        let accepted = zen.decide(place.rules, cards, Traced::No, meter);
        place.answer(decisions, vec![("accepted", accepted)])
    };
    Contestant::new(place.work, ZEN.0, ZEN.1, run)
}

/// The race with zen-engine in it, or with the reason why it is not.
pub(super) fn beside_zen(mut race: Race, most: usize) -> Race {
    for work in WORKS.into_iter().filter(|(rules, _)| *rules <= MOST_FOR_ZEN.min(most)) {
        let place = Place::new(Shape::Keyed, Walk::InPlay, work);
        race = race.beside(place.key(ZEN), Zen::new().map(|it| zen(place, it)));
    }
    race
}

pub(super) fn contestants(most: usize) -> impl Iterator<Item = Contestant> {
    let places = WORKS.into_iter().filter(move |(rules, _)| *rules <= most);
    places.flat_map(|work| {
        let place = Place::new(Shape::Keyed, Walk::InPlay, work);
        [
            listing(place, OURS, Passes::all()),
            listing(place, REFERENCE, Passes::none()),
            index(place),
        ]
    })
}
