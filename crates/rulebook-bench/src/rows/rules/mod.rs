//! `rules`: one action in a book of ten and of a hundred thousand rules, of
//! which one answers.
//!
//! Rules come in five shapes: [`Shape`] says what the plan can know of them.
//! An action is a whole `submit`, which can be taken back; by hand it is a
//! decision, a change and an entry in an undo log.
//!
//! Ten rules are in play, spread over the whole book, so that what differs
//! between a small book and a large one is how the rule is found, and not how
//! many rules compete for the processor's caches. More works show what else a
//! submit meets. *All over*: every rule of the book has its turn, and a large
//! book does not stay in the nearest cache. *Cold*: caches are emptied before
//! each batch, outside the measured time, and no two actions of a batch have a
//! rule in common. *Decided only*: the rule is found, and nothing happens; ours
//! is what listing legal actions costs for one of them. *Nested*: a few rules in
//! Exclusive and ApplyAll phases that stand in each other. *In groups*: all rules
//! may apply, two for each key, and the first masks the second.

mod cold;
mod decided;
pub(crate) mod game;
mod grouped;
mod hand;
mod herdingcats;
mod nested;
pub(crate) mod rulebook;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hint::black_box;

use crate::goal::Goal;
use crate::measure::clock::Meter;
use crate::measure::race::{Answer, Contestant, Job, Key, Race, Series, Sizing, Unit};
use crate::peers::{HERDINGCATS, Maker};
use game::{Action, Shape, Table, Walk};
pub(crate) use hand::Index as HandIndex;

/// How many actions can be taken back.
pub(crate) const KEPT: usize = 64;

/// The works of a shape, by how many rules there are.
type Works = [(usize, &'static str); 5];

const KEYED: Works = [
    (10, "10 rules, keyed"),
    (100, "100 rules, keyed"),
    (1_000, "1,000 rules, keyed"),
    (10_000, "10,000 rules, keyed"),
    (100_000, "100,000 rules, keyed"),
];
const UNKEYED: Works = [
    (10, "10 rules, unkeyed"),
    (100, "100 rules, unkeyed"),
    (1_000, "1,000 rules, unkeyed"),
    (10_000, "10,000 rules, unkeyed"),
    (100_000, "100,000 rules, unkeyed"),
];
const STEPPED: Works = [
    (10, "10 rules, stepped"),
    (100, "100 rules, stepped"),
    (1_000, "1,000 rules, stepped"),
    (10_000, "10,000 rules, stepped"),
    (100_000, "100,000 rules, stepped"),
];
const WRITTEN: Works = [
    (10, "10 rules, one part written"),
    (100, "100 rules, one part written"),
    (1_000, "1,000 rules, one part written"),
    (10_000, "10,000 rules, one part written"),
    (100_000, "100,000 rules, one part written"),
];

const KEYED_ALL_OVER: Works = [
    (10, "10 rules, keyed, all over"),
    (100, "100 rules, keyed, all over"),
    (1_000, "1,000 rules, keyed, all over"),
    (10_000, "10,000 rules, keyed, all over"),
    (100_000, "100,000 rules, keyed, all over"),
];

const MIXED_ALL_OVER: Works = [
    (10, "10 rules, mixed closures, all over"),
    (100, "100 rules, mixed closures, all over"),
    (1_000, "1,000 rules, mixed closures, all over"),
    (10_000, "10,000 rules, mixed closures, all over"),
    (100_000, "100,000 rules, mixed closures, all over"),
];

/// Books that need no plan: with it they may not be slower.
const SMALL: [(Shape, usize, &str); 6] = [
    (Shape::Keyed, 1, "1 rule, keyed"),
    (Shape::Keyed, 2, "2 rules, keyed"),
    (Shape::Keyed, 4, "4 rules, keyed"),
    (Shape::Unkeyed, 1, "1 rule, unkeyed"),
    (Shape::Unkeyed, 2, "2 rules, unkeyed"),
    (Shape::Unkeyed, 4, "4 rules, unkeyed"),
];

/// The shapes of which a few rules are in play.
const SHAPES: [(Shape, Works); 4] = [
    (Shape::Keyed, KEYED),
    (Shape::Unkeyed, UNKEYED),
    (Shape::Stepped, STEPPED),
    (Shape::Written, WRITTEN),
];

/// Those of which every rule has its turn.
const ALL_OVER: [(Shape, Works); 2] =
    [(Shape::Keyed, KEYED_ALL_OVER), (Shape::Mixed, MIXED_ALL_OVER)];

/// Who takes part in every work.
const OURS: (&str, Maker) = ("rulebook", Maker::Ours);
const REFERENCE: (&str, Maker) = ("rulebook, every rule asked", Maker::Ours);
const SCAN: (&str, Maker) = ("scan", Maker::Hand);
const INDEX: (&str, Maker) = ("index", Maker::Hand);
const CATS: (&str, Maker) = ("herdingcats", Maker::Peer(HERDINGCATS));

/// One who plays cards. Making one may take long; that is done once.
pub(crate) trait Plays: 'static {
    fn new(shape: Shape, rules: usize) -> Self;
    /// Begins again with an empty table.
    fn begin(&mut self);
    fn play(&mut self, action: Action);
    /// Takes back the last action.
    fn undo(&mut self);
    fn table(&self) -> &Table;
}

/// A book of so many rules of a shape, what is done with it, and the name of
/// that work.
#[derive(Clone, Copy)]
struct Place {
    shape: Shape,
    walk: Walk,
    rules: usize,
    work: &'static str,
}

impl Place {
    const fn new(shape: Shape, walk: Walk, (rules, work): (usize, &'static str)) -> Self {
        Self { shape, walk, rules, work }
    }

    fn key(self, (name, _): (&'static str, Maker)) -> Key {
        Key { work: self.work, name }
    }

    /// Whoever plays it puts it together. Nobody knows which it will be, but nobody makes
    /// them write it down and read it again either.
    #[inline(always)]
    fn action(self, n: u64) -> Action {
        self.shape.action(self.walk, black_box(n), self.rules)
    }

    fn answer(self, ops: u64, mut facts: Vec<(&'static str, u64)>) -> Answer {
        let place = [("shape", self.shape as u64), ("walk", self.walk as u64)];
        facts.extend(place.into_iter().chain([("rules", self.rules as u64)]));
        Answer { work: ops, facts }
    }

    fn contestant<P: Plays>(self, (name, maker): (&'static str, Maker)) -> Contestant {
        let mut made = None;
        Contestant::new(self.work, name, maker, move |job: &Job, meter: &mut Meter| {
            let plays = made.get_or_insert_with(|| P::new(self.shape, self.rules));
            plays.begin();
            meter.time(|| (0..job.ops).for_each(|n| plays.play(self.action(n))));
            if job.verify {
                let again = job.ops - job.ops % KEPT as u64..job.ops;
                again.clone().for_each(|_| plays.undo());
                again.for_each(|n| plays.play(self.action(n)));
            }
            self.answer(job.ops, plays.table().facts())
        })
    }

    /// Everyone who can take part here.
    fn contestants(self) -> Vec<Contestant> {
        let mut all = vec![self.contestant::<rulebook::Planned>(OURS)];
        if self.walk == Walk::InPlay {
            all.push(self.contestant::<rulebook::Reference>(REFERENCE));
        }
        all.push(self.contestant::<hand::Index>(INDEX));
        if self.walk == Walk::InPlay {
            all.push(self.contestant::<hand::Scan>(SCAN));
            all.push(self.contestant::<herdingcats::Cats>(CATS));
        }
        all
    }
}

/// Compares with the table that the actions must lead to. Each is worked out
/// once, because samples of one contestant are all of one size.
pub(crate) fn check() -> impl Fn(&Job, &Answer) -> Result<(), String> {
    let known: RefCell<BTreeMap<[u64; 4], Vec<(&'static str, u64)>>> = RefCell::default();
    move |job, answer| {
        let [facts @ .., ("shape", shape), ("walk", walk), ("rules", rules)] = &answer.facts[..]
        else {
            return Err(format!("{answer} does not say where it comes from"));
        };
        if let [("accepted", accepted)] = facts {
            let all = job.ops * decided::AT_A_TIME;
            let right = *accepted == all && answer.work == all;
            return if right { Ok(()) } else { Err(format!("{answer}, expected all {all}")) };
        }
        let mut known = known.borrow_mut();
        let expected = known.entry([*shape, *walk, *rules, job.ops]).or_insert_with(|| {
            let walk = if *walk == Walk::InPlay as u64 { Walk::InPlay } else { Walk::AllOver };
            Shape::ALL[*shape as usize].table_after(walk, job.ops, *rules as usize).facts()
        });
        if facts == expected { Ok(()) } else { Err(format!("{answer}, expected {expected:?}")) }
    }
}

/// The answer of one who has played keyed cards that are in play, for rows that
/// watch how that is done.
pub(crate) fn played(table: &Table, ops: u64, rules: usize) -> Answer {
    let place = Place::new(Shape::Keyed, Walk::InPlay, (rules, ""));
    place.answer(ops, table.facts())
}

/// Small books with and without the plan, and that it is no slower.
fn small() -> (Vec<Contestant>, Vec<Goal>) {
    let places = SMALL.map(|(shape, rules, work)| Place::new(shape, Walk::InPlay, (rules, work)));
    let both = places.into_iter().flat_map(|place| {
        [
            place.contestant::<rulebook::Planned>(OURS),
            place.contestant::<rulebook::Reference>(REFERENCE),
        ]
    });
    let goals = places.map(|place| Goal::at_most(place.key(OURS), 1.0, place.key(REFERENCE)));
    // So few unkeyed rules are scanned, in the straight line in which keyed ones are looked
    // up: nothing else differs but what a scan has to ask.
    let [keyed @ .., _, _, _] = places;
    let [.., one, two, four] = places;
    let ten = [Shape::Keyed, Shape::Unkeyed].map(|shape| {
        let work = if shape == Shape::Keyed { KEYED[0] } else { UNKEYED[0] };
        Place::new(shape, Walk::InPlay, work)
    });
    let scanned = keyed.into_iter().zip([one, two, four]).chain([(ten[0], ten[1])]);
    let looked_up =
        scanned.map(|(keyed, scan)| Goal::at_most(keyed.key(OURS), 1.0, scan.key(OURS)));
    (both.collect(), goals.into_iter().chain(looked_up).collect())
}

/// Goals: growth at most threefold, a small book no slower than without the plan, and
/// a large one at most twice the index.
fn goals((shape, works): (Shape, Works)) -> Vec<Goal> {
    let [few, _, _, large, many] = works.map(|work| Place::new(shape, Walk::InPlay, work));
    let mut goals = vec![
        Goal::at_most(few.key(OURS), 1.0, few.key(REFERENCE)),
        Goal::at_most(large.key(OURS), 2.0, large.key(INDEX)),
    ];
    if shape != Shape::Unkeyed {
        goals.push(Goal::at_most(many.key(OURS), 3.0, few.key(OURS)));
    }
    goals
}

/// The row with books of at most so many rules.
fn race_up_to(most: usize) -> Race {
    let on = |walk| {
        move |(shape, works): (Shape, Works)| works.map(|work| Place::new(shape, walk, work))
    };
    let all_over = ALL_OVER.map(on(Walk::AllOver));
    let in_play = SHAPES.into_iter().flat_map(on(Walk::InPlay));
    let places = in_play.chain(all_over.into_iter().flatten());
    let (mut contestants, mut goals) = small();
    contestants.extend(nested::contestants());
    goals.extend(nested::goals());
    contestants.extend(places.filter(|place| place.rules <= most).flat_map(Place::contestants));
    contestants.extend(cold::contestants());
    contestants.extend(decided::contestants(most));
    contestants.extend(grouped::contestants(most));
    goals.push(grouped::goal());
    goals.extend(SHAPES.into_iter().flat_map(self::goals));
    let growth = |[few, .., many]: [Place; 5]| Goal::at_most(many.key(OURS), 3.0, few.key(OURS));
    goals.extend(all_over.map(growth));
    goals.extend(cold::goals());
    let series =
        |(name, works): (&'static str, Works)| Series { name, of: "rules", works: works.to_vec() };
    let shapes = SHAPES.map(|(shape, works)| (shape.name(), works));
    let others = [
        ("keyed, all over", KEYED_ALL_OVER),
        ("mixed closures, all over", MIXED_ALL_OVER),
        ("keyed, decided only", decided::WORKS),
        ("in groups", grouped::WORKS),
    ];
    let race = Race {
        unit: Unit::NanosecondsPerOperation,
        sizing: Sizing::ByTime,
        contestants,
        missing: Vec::new(),
        goals,
        series: shapes.into_iter().chain(others).map(series).collect(),
        check: Box::new(check()),
        verify_ops: 3 * KEPT as u64 + 5,
    };
    decided::beside_zen(race, most)
}

pub(crate) fn race() -> Race {
    race_up_to(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::race::Effort;

    #[test]
    fn books_of_all_shapes_give_right_answers() {
        let mut race = race_up_to(1_000);
        race.run(Effort::TINY, |_| ()).unwrap_or_else(|wrong| panic!("{wrong}"));
    }
}
