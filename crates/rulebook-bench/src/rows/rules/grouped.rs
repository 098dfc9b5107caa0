//! In groups: rules that may all apply, two for each key, of which the first masks the
//! second.
//!
//! There are half as many exclusivity groups as rules, and neither how many groups
//! exist nor how many rules may cost anything.

use rulebook::Kind;
use rulebook::prelude::*;

use super::game::{ActionKind, KINDS, Shape, Walk, laid};
use super::nested;
use super::rulebook::{Cards, Words, empty, rule};
use super::{OURS, Place, Works};
use crate::goal::Goal;
use crate::measure::race::Contestant;

pub(super) const WORKS: Works = [
    (10, "10 rules, in groups"),
    (100, "100 rules, in groups"),
    (1_000, "1,000 rules, in groups"),
    (10_000, "10,000 rules, in groups"),
    (100_000, "100,000 rules, in groups"),
];

/// A rule for each key, and one more that would lay something else.
fn book(keys: usize) -> Book<Cards> {
    let words = Words::new();
    let book = (0..keys).fold(empty().strategy(Strategy::ApplyAll), |book, key| {
        let group = format!("group {key}");
        let (kind, card) = (ActionKind::ALL[key % KINDS], Subject((key / KINDS) as u32));
        book.rule(format!("rule {key}"), |it| rule(Shape::Keyed, key, &words, it.exclusive(&group)))
            .rule(format!("rule {key}, masked"), |it| {
                let it = it.on(kind).subject(card).exclusive(&group);
                it.then(move |cx, ()| [laid(key + 1, key + 1, cx.action.card())])
            })
    });
    book.compile().expect("the book of cards has no mistakes")
}

fn places() -> [Place; 5] {
    WORKS.map(|(rules, work)| Place::new(Shape::Keyed, Walk::InPlay, (rules / 2, work)))
}

pub(super) fn contestants(most: usize) -> impl Iterator<Item = Contestant> {
    let places = places().into_iter().filter(move |place| place.rules <= most / 2);
    places.map(|place| nested::contestant(place, OURS, 0, move || book(place.rules)))
}

pub(super) fn goal() -> Goal {
    let [few, .., many] = places();
    Goal::at_most(many.key(OURS), 3.0, few.key(OURS))
}
