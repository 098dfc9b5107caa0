//! The table: the mages, what is in play, and the stack.

use std::collections::BTreeMap;

use rulebook::prelude::*;
use rulebook::{Stack, StackId};

use super::Card;

/// How much life a mage begins with.
const LIFE: i32 = 10;

/// Names a thing in play. The number is never given to another.
///
/// ```
/// use rulebook_testkit::games::ember_court::ThingId;
/// assert!(ThingId(1) < ThingId(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Canonical)]
pub struct ThingId(pub u32);

/// What a spell is aimed at.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_testkit::games::ember_court::{Target, setup};
/// assert!(setup().is_there(Target::Mage(Seat(1))) && !setup().is_there(Target::Mage(Seat(2))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Canonical)]
pub enum Target {
    /// Nothing.
    Nothing,
    /// A mage.
    Mage(Seat),
    /// A creature.
    Creature(ThingId),
    /// A spell on the stack.
    Spell(StackId),
}

/// A card that was cast, and at what.
///
/// ```
/// use rulebook_testkit::games::ember_court::{Card, Spell, Target};
/// let moth = Spell { card: Card::Moth, target: Target::Nothing };
/// assert!(moth.card.is_slow());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Canonical)]
pub struct Spell {
    /// The card.
    pub card: Card,
    /// What it is aimed at.
    pub target: Target,
}

/// A thing in play: a creature, bellows, or what clings to somebody.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_testkit::games::ember_court::{Card, duel, ThingId};
/// let table = duel([&[], &[]]).with_creature(Seat(0), Card::Hound);
/// let hound = table.thing(ThingId(0)).unwrap();
/// assert_eq!((hound.power, hound.damage), (2, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Canonical)]
pub struct Thing {
    /// Whose it is.
    pub owner: Seat,
    /// The card that it was.
    pub card: Card,
    /// What it clings to, if it does.
    pub on: Target,
    /// How hard it strikes.
    pub power: u32,
    /// How much damage it has taken.
    pub damage: u32,
    /// How much it can still do, if that is counted.
    pub charges: u32,
}

/// Where the game stands.
///
/// ```
/// use rulebook_testkit::games::ember_court::{Step, setup};
/// assert_eq!(setup().step(), Step::Dealing);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Canonical)]
pub enum Step {
    /// Chance is to shuffle and deal.
    Dealing,
    /// The mages cast.
    Day,
    /// The creatures strike.
    Dusk,
}

/// How it ended.
///
/// ```
/// use rulebook::{Scores, Seat};
/// use rulebook_testkit::games::ember_court::Ending;
/// assert_eq!(Ending::Won { by: Seat(1) }.scores(), Scores::new(&[-1, 1]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Canonical)]
pub enum Ending {
    /// Somebody won.
    Won {
        /// Who won.
        by: Seat,
    },
    /// Nobody did.
    Drawn,
}

impl Ending {
    /// What each mage got.
    pub fn scores(self) -> Scores {
        match self {
            Ending::Won { by } => Scores::win(by, 2),
            Ending::Drawn => Scores::draw(2),
        }
    }
}

/// One mage.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_testkit::games::ember_court::setup;
/// let table = setup();
/// let mage = table.mage(Seat(0));
/// assert_eq!((mage.life(), mage.mana(), mage.deck().len()), (10, 0, 15));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Canonical)]
pub struct Mage {
    pub(super) life: i32,
    pub(super) mana: u32,
    /// The next card to draw is the last.
    pub(super) deck: Vec<Card>,
    /// Sorted.
    pub(super) hand: Vec<Card>,
}

impl Mage {
    /// The life that is left.
    pub fn life(&self) -> i32 {
        self.life
    }

    /// The mana that is left.
    pub fn mana(&self) -> u32 {
        self.mana
    }

    /// The cards to draw; the next is the last.
    pub fn deck(&self) -> &[Card] {
        &self.deck
    }

    /// The cards in hand, sorted.
    pub fn hand(&self) -> &[Card] {
        &self.hand
    }
}

/// Everything that is true of an ember court.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_testkit::games::ember_court::setup;
/// let table = setup();
/// assert_eq!((table.day(), table.turn()), (0, Seat(1)));
/// assert!(table.stack().is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Canonical)]
pub struct Table {
    pub(super) step: Step,
    pub(super) day: u32,
    /// Whose day it is.
    pub(super) turn: Seat,
    pub(super) mages: [Mage; 2],
    pub(super) things: BTreeMap<ThingId, Thing>,
    /// The number of the next thing.
    pub(super) next: u32,
    pub(super) stack: Stack<Spell>,
    /// How many cards are burnt.
    pub(super) ashes: usize,
    /// How many cards there are in all.
    pub(super) cards: usize,
    pub(super) ending: Option<Ending>,
}

/// The court before the cards are dealt.
///
/// ```
/// use rulebook_testkit::games::ember_court::{Step, setup};
/// assert_eq!(setup().step(), Step::Dealing);
/// ```
pub fn setup() -> Table {
    let copies = |card: Card| std::iter::repeat_n(card, card.copies());
    let deck: Vec<Card> = Card::ALL.into_iter().flat_map(copies).collect();
    let mage = Mage { life: LIFE, mana: 0, deck, hand: Vec::new() };
    Table {
        step: Step::Dealing,
        day: 0,
        turn: Seat(1),
        cards: 2 * mage.deck.len(),
        mages: [mage.clone(), mage],
        things: BTreeMap::new(),
        next: 0,
        stack: Stack::new(2),
        ashes: 0,
        ending: None,
    }
}

/// A court in the middle of a day of seat 0, with these hands, ten sparks in
/// each deck and mana enough: to try something out.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_testkit::games::ember_court::{Card, duel};
/// assert_eq!(duel([&[Card::Spark], &[]]).mage(Seat(0)).hand(), [Card::Spark]);
/// ```
///
/// # Panics
///
/// Never: both seats are in the game.
pub fn duel(hands: [&[Card]; 2]) -> Table {
    let mut table = setup();
    (table.step, table.day, table.turn) = (Step::Day, 1, Seat(0));
    table.stack.open(Seat(0)).expect("seat 0 is in the game");
    for (mage, hand) in table.mages.iter_mut().zip(hands) {
        mage.deck = vec![Card::Spark; 10];
        mage.mana = 9;
        mage.hand = hand.to_vec();
        mage.hand.sort();
    }
    table.cards = table.count_cards();
    table
}

impl Table {
    /// Where the game stands.
    pub fn step(&self) -> Step {
        self.step
    }

    /// Which day it is, from one.
    pub fn day(&self) -> u32 {
        self.day
    }

    /// Whose day it is.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// A mage.
    ///
    /// # Panics
    ///
    /// If nobody sits there: there are seats 0 and 1.
    pub fn mage(&self, seat: Seat) -> &Mage {
        &self.mages[seat.index()]
    }

    /// The things in play, by number.
    pub fn things(&self) -> impl Iterator<Item = (ThingId, &Thing)> {
        self.things.iter().map(|(id, thing)| (*id, thing))
    }

    /// A thing in play.
    pub fn thing(&self, id: ThingId) -> Option<&Thing> {
        self.things.get(&id)
    }

    /// The spells that wait, and who has priority.
    pub fn stack(&self) -> &Stack<Spell> {
        &self.stack
    }

    /// How it ended, once it has.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The same, with a creature in play from the start.
    #[must_use]
    pub fn with_creature(mut self, owner: Seat, card: Card) -> Table {
        let id = ThingId(self.next);
        self.enter(id, owner, Spell { card, target: Target::Nothing });
        self.cards += 1;
        self
    }

    /// The same, with so much mana for a mage.
    ///
    /// # Panics
    ///
    /// If nobody sits there: there are seats 0 and 1.
    #[must_use]
    pub fn with_mana(mut self, seat: Seat, mana: u32) -> Table {
        self.mages[seat.index()].mana = mana;
        self
    }

    /// Whether a spell could be aimed at it now.
    pub fn is_there(&self, target: Target) -> bool {
        match target {
            Target::Nothing => true,
            Target::Mage(seat) => seat.index() < 2,
            Target::Creature(id) => {
                self.thing(id).is_some_and(|thing| thing.card.creature().is_some())
            }
            Target::Spell(id) => self.stack.get(id).is_some(),
        }
    }

    /// The creatures of a mage, by number.
    pub(super) fn creatures(&self, owner: Seat) -> impl Iterator<Item = (ThingId, &Thing)> {
        self.things()
            .filter(move |(_, thing)| thing.owner == owner && thing.card.creature().is_some())
    }

    /// Whether it has as much damage as it can take.
    pub(super) fn is_dead(thing: &Thing) -> bool {
        thing.card.creature().is_some_and(|(_, toughness)| thing.damage >= toughness)
    }

    /// A card comes into play.
    pub(super) fn enter(&mut self, id: ThingId, owner: Seat, spell: Spell) {
        let Spell { card, target } = spell;
        let (power, _) = card.creature().unwrap_or((0, 0));
        let charges = card.charges();
        self.things.insert(id, Thing { owner, card, on: target, power, damage: 0, charges });
        self.next = id.0 + 1;
    }

    /// Where all the cards are.
    pub(super) fn count_cards(&self) -> usize {
        let held: usize = self.mages.iter().map(|mage| mage.deck.len() + mage.hand.len()).sum();
        held + self.things.len() + self.stack.len() + self.ashes
    }
}
