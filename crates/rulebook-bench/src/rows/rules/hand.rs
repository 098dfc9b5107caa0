//! Many rules by hand: a scan of closures, and an index.
//!
//! Both keep a log from which the last actions can be taken back.

use std::collections::VecDeque;
use std::hint::black_box;

use rulebook::{Kind, Kinded};

use super::game::{
    Action, Card, Event, KINDS, MOST, PILES, STEPS, Shape, TYPES, Table, laid, told_apart,
};
use super::{KEPT, Plays};

/// The table, and what has happened to it lately.
#[derive(Default)]
struct Logged {
    table: Table,
    log: VecDeque<Event>,
}

impl Logged {
    #[inline]
    fn lay(&mut self, event: Event) {
        self.table.lay(event);
        if self.log.len() == KEPT {
            self.log.pop_front();
        }
        self.log.push_back(event);
    }

    fn take_back(&mut self) -> Event {
        let event = self.log.pop_back().expect("the last actions can be taken back");
        self.table.take_back(event);
        event
    }
}

type Rule = Box<dyn Fn(&Table, &Action) -> Option<Event>>;

/// One closure for each rule, asked in order up to the first that answers.
pub(super) struct Scan {
    rules: Vec<Rule>,
    logged: Logged,
}

/// A rule that asks for everything itself.
fn scanned(shape: Shape, rule: usize) -> Rule {
    match shape {
        Shape::Keyed | Shape::Unkeyed | Shape::Mixed => {
            let (kind, number) = (rule % KINDS, (rule / KINDS) as u32);
            Box::new(move |_, action| {
                let card = action.card();
                (action.kind().index() == kind && card.number == number && card.amount <= MOST)
                    .then(|| laid(rule, rule, card))
            })
        }
        Shape::Stepped => {
            let (step, number) = (rule % STEPS, (rule / STEPS) as u32);
            Box::new(move |table, action| {
                let card = action.card();
                (table.step as usize == step && card.number == number && card.amount <= MOST)
                    .then(|| laid(rule, rule, card))
            })
        }
        Shape::Written => {
            let (key, even) = (rule / 2, rule.is_multiple_of(2));
            let (kind, number) = (key % KINDS, (key / KINDS) as u32);
            Box::new(move |table, action| {
                let card = action.card();
                (action.kind().index() == kind
                    && card.number == number
                    && card.amount <= MOST
                    && table.is_even(key % PILES) == even)
                    .then(|| laid(key, rule, card))
            })
        }
    }
}

impl Plays for Scan {
    fn new(shape: Shape, rules: usize) -> Self {
        let rules = (0..rules).map(|rule| scanned(shape, rule)).collect();
        Self { rules, logged: Logged::default() }
    }

    fn begin(&mut self) {
        self.logged = Logged::default();
    }

    #[inline]
    fn play(&mut self, action: Action) {
        let this = black_box(self);
        let table = &this.logged.table;
        let event = this.rules.iter().find_map(|rule| rule(table, &action));
        this.logged.lay(event.expect("a rule answers"));
    }

    fn undo(&mut self) {
        self.logged.take_back();
    }

    fn table(&self) -> &Table {
        &self.logged.table
    }
}

type Residue = Box<dyn Fn(Card) -> Option<Event>>;

/// A rule in its row, and what it wants of the piles.
struct Entry {
    rule: u32,
    even: Option<bool>,
}

/// Rows packed by kind or step, and by card; what is left of a rule is asked
/// last. Where only a closure knows the card there is one row for each kind.
pub(crate) struct Index {
    shape: Shape,
    /// By kind or step, and by card: where the row begins. It ends where the
    /// next begins.
    starts: Vec<u32>,
    rows: Vec<Entry>,
    rules: Vec<Residue>,
    cards: usize,
    /// By pile: whether it is even, unless that must be found out again.
    even: [Option<bool>; PILES],
    logged: Logged,
}

impl Index {
    /// What the rule that answers lays.
    #[inline]
    pub(super) fn decide(&mut self, action: &Action) -> Option<Event> {
        let card = action.card();
        let (class, key) = match self.shape {
            Shape::Stepped => (self.logged.table.step as usize, 0),
            _ => {
                let kind = action.kind().index();
                (kind, card.number as usize * KINDS + kind)
            }
        };
        let place = match self.shape {
            Shape::Unkeyed => class,
            _ => class * self.cards + card.number as usize,
        };
        let row = self.starts[place] as usize..self.starts[place + 1] as usize;
        for Entry { rule, even } in &self.rows[row] {
            if let Some(even) = *even {
                let (table, pile) = (&self.logged.table, key % PILES);
                if *self.even[pile].get_or_insert_with(|| table.is_even(pile)) != even {
                    continue;
                }
            }
            if let Some(event) = self.rules[*rule as usize](card) {
                return Some(event);
            }
        }
        None
    }
}

fn residue(shape: Shape, key: usize, rule: usize) -> Residue {
    if shape == Shape::Unkeyed {
        let number = (key / KINDS) as u32;
        return Box::new(move |card| {
            (card.number == number && card.amount <= MOST).then(|| laid(key, rule, card))
        });
    }
    match (shape, rule % TYPES) {
        (Shape::Mixed, 1) => residue_of::<1>(key, rule),
        (Shape::Mixed, 2) => residue_of::<2>(key, rule),
        (Shape::Mixed, 3) => residue_of::<3>(key, rule),
        _ => residue_of::<0>(key, rule),
    }
}

/// For each TYPE another closure, which does the same.
fn residue_of<const TYPE: usize>(key: usize, rule: usize) -> Residue {
    Box::new(move |card| (card.amount <= MOST).then(|| laid(key, rule, told_apart::<TYPE>(card))))
}

impl Plays for Index {
    fn new(shape: Shape, rules: usize) -> Self {
        let classes = if shape == Shape::Stepped { STEPS } else { KINDS };
        let each = if shape == Shape::Written { 2 } else { 1 };
        let cards = rules / each / classes;
        let (mut starts, mut rows) = (vec![0], Vec::with_capacity(rules));
        for place in 0..classes * cards {
            let key = place % cards * classes + place / cards;
            for rule in key * each..(key + 1) * each {
                let even = (shape == Shape::Written).then_some(rule.is_multiple_of(2));
                rows.push(Entry { rule: rule as u32, even });
            }
            if shape != Shape::Unkeyed || (place + 1).is_multiple_of(cards) {
                starts.push(rows.len() as u32);
            }
        }
        let rules = (0..rules).map(|rule| residue(shape, rule / each, rule)).collect();
        let (even, logged) = ([None; PILES], Logged::default());
        Self { shape, starts, rows, rules, cards, even, logged }
    }

    fn begin(&mut self) {
        (self.even, self.logged) = ([None; PILES], Logged::default());
    }

    #[inline]
    fn play(&mut self, action: Action) {
        let this = black_box(self);
        let event = this.decide(&action).expect("a rule answers");
        this.even[event.pile()] = None;
        this.logged.lay(event);
    }

    fn undo(&mut self) {
        let event = self.logged.take_back();
        self.even[event.pile()] = None;
    }

    fn table(&self) -> &Table {
        &self.logged.table
    }
}
