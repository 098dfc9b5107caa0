//! The game of many rules: cards are played onto four piles.
//!
//! Everybody has the same table, the same actions and the same events. Which
//! rule answers an action is known in closed form; that is how answers are
//! checked.

use std::hint::black_box;

use rulebook::{Kind, Kinded, Kinds};

/// A card as it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Card {
    pub(crate) number: u32,
    pub(crate) amount: u32,
}

/// What an action asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub(crate) enum Action {
    Play(Card),
    Discard(Card),
    Exchange(Card),
    Sell(Card),
    Keep(Card),
}

/// How many kinds of actions there are.
pub(crate) const KINDS: usize = ActionKind::ALL.len();

impl Action {
    fn of(kind: usize, card: Card) -> Self {
        match kind {
            0 => Self::Play(card),
            1 => Self::Discard(card),
            2 => Self::Exchange(card),
            3 => Self::Sell(card),
            _ => Self::Keep(card),
        }
    }

    #[inline]
    pub(crate) fn card(&self) -> Card {
        match *self {
            Self::Play(card)
            | Self::Discard(card)
            | Self::Exchange(card)
            | Self::Sell(card)
            | Self::Keep(card) => card,
        }
    }
}

/// Where in the turn the game is: every action moves it on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Kinds)]
pub(crate) enum Step {
    #[default]
    Dawn,
    Upkeep,
    Draw,
    Main,
    Battle,
    Market,
    Building,
    Dusk,
    Cleanup,
    Night,
}

impl Step {
    const ALL: [Self; 10] = [
        Self::Dawn,
        Self::Upkeep,
        Self::Draw,
        Self::Main,
        Self::Battle,
        Self::Market,
        Self::Building,
        Self::Dusk,
        Self::Cleanup,
        Self::Night,
    ];

    fn after(self, steps: usize) -> Self {
        Self::ALL[(self as usize + steps) % Self::ALL.len()]
    }
}

/// How many steps there are.
pub(crate) const STEPS: usize = Step::ALL.len();

/// How many piles there are, each a part of the state.
pub(crate) const PILES: usize = 4;

/// An amount was laid onto a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub(crate) enum Event {
    North(u32),
    East(u32),
    South(u32),
    West(u32),
}

impl Event {
    pub(super) fn onto(pile: usize, amount: u32) -> Self {
        match pile % PILES {
            0 => Self::North(amount),
            1 => Self::East(amount),
            2 => Self::South(amount),
            _ => Self::West(amount),
        }
    }

    #[inline]
    pub(crate) fn pile(self) -> usize {
        self.kind().index()
    }

    #[inline]
    fn amount(self) -> u32 {
        match self {
            Self::North(amount) | Self::East(amount) | Self::South(amount) | Self::West(amount) => {
                amount
            }
        }
    }
}

const PLACES: usize = 16;

/// The state, the same for everyone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Table {
    total: u64,
    actions: u64,
    pub(crate) step: Step,
    piles: [[u32; PLACES]; PILES],
}

impl Table {
    #[inline]
    pub(crate) fn lay(&mut self, event: Event) {
        let amount = event.amount();
        self.total += u64::from(amount);
        self.actions += 1;
        self.step = self.step.after(1);
        let place = &mut self.piles[event.pile()][amount as usize % PLACES];
        *place = place.wrapping_add(amount);
    }

    #[inline]
    pub(crate) fn take_back(&mut self, event: Event) {
        let amount = event.amount();
        self.total -= u64::from(amount);
        self.actions -= 1;
        self.step = self.step.after(STEPS - 1);
        let place = &mut self.piles[event.pile()][amount as usize % PLACES];
        *place = place.wrapping_sub(amount);
    }

    /// Whether what lies on a pile is even: what predicates ask.
    #[inline]
    pub(crate) fn is_even(&self, pile: usize) -> bool {
        self.piles[pile].iter().fold(0, |sum: u32, &place| sum.wrapping_add(place)) % 2 == 0
    }

    /// What can be compared.
    pub(crate) fn facts(&self) -> Vec<(&'static str, u64)> {
        let places = self.piles.iter().flatten().zip(1_u64..);
        let piles = places.fold(0, |sum: u64, (&place, weight)| {
            sum.wrapping_add(u64::from(place).wrapping_mul(weight))
        });
        vec![
            ("total", self.total),
            ("actions", self.actions),
            ("step", self.step as u64),
            ("fingerprint of piles", piles),
        ]
    }
}

/// The largest amount of an action: all rules accept it.
pub(crate) const MOST: u32 = 8;

/// What a rule lays: each rule something else, so that a wrong rule is seen.
#[inline]
pub(crate) fn laid(key: usize, rule: usize, card: Card) -> Event {
    Event::onto(key + 1, card.amount + 1 + (rule % 1021) as u32)
}

/// Of how many types closures are where they are mixed.
pub(crate) const TYPES: usize = 4;

/// The card, in code that the compiler cannot take for that of another TYPE.
#[inline(always)]
pub(crate) fn told_apart<const TYPE: usize>(card: Card) -> Card {
    if TYPE > 0 {
        black_box(TYPE);
    }
    card
}

/// Which actions there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Walk {
    /// Some few, whose rules lie far apart in the book: as in a game, where of
    /// all the cards there are a hand is in play.
    InPlay,
    /// All, in an order in which neighbours come long after each other.
    AllOver,
}

/// How many rules are in play.
const IN_PLAY: usize = 10;

/// One of so many, each as often as the others, in no order that a processor
/// could foresee.
#[inline]
fn scattered(n: u64, of: usize) -> usize {
    let scattered = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    ((scattered * of as u64) >> 32) as usize
}

/// The place of one of a few who are spread evenly over many, not all at the
/// same distance from a round number.
#[inline]
fn spread(one: usize, few: usize, many: usize) -> usize {
    match many / few {
        0 | 1 => one % many,
        far => one * far + one % far,
    }
}

/// How rules say what they want.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Shape {
    /// Each names its kind and its card.
    Keyed,
    /// Each names its kind; only a closure knows its card.
    Unkeyed,
    /// Each names its step and its card, and the step changes with every action.
    Stepped,
    /// Each names its kind and its card, and asks whether a pile is even;
    /// every action writes one pile.
    Written,
    /// As keyed, by closures of four types in turn.
    Mixed,
}

impl Shape {
    pub(crate) const ALL: [Self; 5] =
        [Self::Keyed, Self::Unkeyed, Self::Stepped, Self::Written, Self::Mixed];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Keyed => "keyed",
            Self::Unkeyed => "unkeyed",
            Self::Stepped => "stepped",
            Self::Written => "one part written",
            Self::Mixed => "mixed closures",
        }
    }

    /// How many different actions a book of so many rules answers.
    pub(crate) fn keys(self, rules: usize) -> usize {
        match self {
            Self::Keyed | Self::Unkeyed | Self::Mixed => rules,
            Self::Stepped => rules / STEPS,
            Self::Written => rules / 2,
        }
    }

    /// The `n`th action in a book of so many rules.
    #[inline(always)]
    pub(crate) fn action(self, walk: Walk, n: u64, rules: usize) -> Action {
        let keys = self.keys(rules);
        let amount = n as u32 % MOST + 1;
        let key = match (walk, self) {
            (Walk::AllOver, _) => scattered(n, keys),
            (Walk::InPlay, Self::Stepped) => spread(n as usize % STEPS, STEPS, keys),
            (Walk::InPlay, _) => {
                let few = keys.min(IN_PLAY);
                spread(scattered(n, few), few, keys)
            }
        };
        match self {
            Self::Stepped => Action::Play(Card { number: key as u32, amount }),
            _ => Action::of(key % KINDS, Card { number: (key / KINDS) as u32, amount }),
        }
    }

    /// The key of an action, and the only rule that answers it.
    #[inline]
    pub(crate) fn answer(self, table: &Table, action: &Action) -> (usize, usize) {
        let (kind, number) = (action.kind().index(), action.card().number as usize);
        let key = number * KINDS + kind;
        match self {
            Self::Keyed | Self::Unkeyed | Self::Mixed => (key, key),
            Self::Stepped => {
                let rule = number * STEPS + table.step as usize;
                (rule, rule)
            }
            Self::Written => (key, 2 * key + usize::from(!table.is_even(key % PILES))),
        }
    }

    /// The table after so many actions.
    pub(crate) fn table_after(self, walk: Walk, actions: u64, rules: usize) -> Table {
        let mut table = Table::default();
        for n in 0..actions {
            let action = self.action(walk, n, rules);
            let (key, rule) = self.answer(&table, &action);
            assert!(rule < rules, "no rule answers {action:?}");
            table.lay(laid(key, rule, action.card()));
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn reached(shape: Shape, walk: Walk, rules: usize) -> BTreeSet<usize> {
        let mut table = Table::default();
        let mut reached = BTreeSet::new();
        for n in 0..20_000 {
            let action = shape.action(walk, n, rules);
            let (key, rule) = shape.answer(&table, &action);
            reached.insert(rule);
            table.lay(laid(key, rule, action.card()));
        }
        reached
    }

    #[test]
    fn all_over_means_every_rule() {
        for shape in Shape::ALL {
            assert!(reached(shape, Walk::AllOver, 100).into_iter().eq(0..100), "{shape:?}");
        }
    }

    #[test]
    fn a_few_rules_in_play_are_spread_over_the_book() {
        for shape in Shape::ALL {
            assert!(reached(shape, Walk::InPlay, 10).into_iter().eq(0..10), "{shape:?}");
            for rules in [100, 1_000, 10_000, 100_000] {
                let reached: Vec<usize> = reached(shape, Walk::InPlay, rules).into_iter().collect();
                let each = if shape == Shape::Written { 2 } else { 1 };
                assert_eq!(reached.len(), 10 * each, "{shape:?} {rules}: {reached:?}");
                let mean = reached.iter().sum::<usize>() / reached.len();
                assert!((rules * 2 / 5..rules * 3 / 5).contains(&mean), "{shape:?}: {reached:?}");
                assert!(reached.iter().all(|rule| *rule < rules), "{shape:?}: {reached:?}");
            }
        }
    }

    #[test]
    fn what_was_laid_can_be_taken_back() {
        let mut table = Shape::Keyed.table_after(Walk::AllOver, 777, 10);
        let before = table.clone();
        let event = laid(3, 5, Card { number: 1, amount: 2 });
        table.lay(event);
        assert_ne!(table.facts(), before.facts());
        table.take_back(event);
        assert_eq!(table, before);
    }
}
