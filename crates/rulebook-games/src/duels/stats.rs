//! What a card is now: computed from what is printed, from what it was given
//! and from what others radiate. Nothing of it is ever stored.

use rulebook::prelude::*;

use super::asking::{Asker, Radiated};
use super::cards::{Ban, CheckName, Stat, Status, Trait, Which};
use super::{CardId, Duel};

/// The highest value that a stat can come to.
///
/// ```
/// use rulebook_games::duels::HIGHEST;
/// use rulebook_games::duels::cards::MAX_STAT;
/// assert!(HIGHEST > MAX_STAT);
/// ```
pub const HIGHEST: u8 = 99;

impl Duel {
    /// The present value of a stat: what is printed, with everything that holds
    /// now. DEF is what is left of it.
    ///
    /// # Panics
    ///
    /// If there is no card of that number.
    ///
    /// ```
    /// use rulebook::Game;
    /// use rulebook_games::duels::cards::{Duration, Stat, Trait};
    /// use rulebook_games::duels::{CardId, Duels, Event, setup};
    /// let mut duel = setup();
    /// let (card, what) = (CardId(0), Trait::Stat { stat: Stat::Atk, by: 2 });
    /// Duels::apply(&mut duel, &Event::Granted { card, what, lasts: Duration::TURN });
    /// assert_eq!(duel.stat(card, Stat::Atk), 3 + 2);
    /// ```
    pub fn stat(&self, card: CardId, stat: Stat) -> u8 {
        self.stat_with(card, stat, Radiated::Counts)
    }

    pub(super) fn stat_with(&self, card: CardId, stat: Stat, radiated: Radiated) -> u8 {
        let mut bonus = 0i32;
        let mut add = |what: Trait| match what {
            Trait::Stat { stat: of, by } if of == stat => bonus += i32::from(by),
            _ => {}
        };
        match radiated {
            Radiated::Counts => self.each_trait(card, &mut add),
            Radiated::DoesNotCount => self.each_given(card, &mut add),
        }
        let whole = i32::from(self.def(card).stat(stat)) + bonus;
        let whole = whole.clamp(0, i32::from(HIGHEST)) as u8;
        match stat {
            Stat::Atk | Stat::Spd => whole,
            Stat::Def if self.suffers(card, Status::Freeze) => self.left_of(card, whole / 2),
            Stat::Def => self.left_of(card, whole),
        }
    }

    fn left_of(&self, card: CardId, whole: u8) -> u8 {
        whole.saturating_sub(self.card(card).wounds)
    }

    /// Whether the card suffers from a status.
    ///
    /// # Panics
    ///
    /// If there is no card of that number.
    ///
    /// ```
    /// use rulebook_games::duels::cards::Status;
    /// use rulebook_games::duels::{CardId, setup};
    /// assert!(!setup().suffers(CardId(0), Status::Stun));
    /// ```
    pub fn suffers(&self, card: CardId, status: Status) -> bool {
        self.card(card).ends_of(status) > 0
    }

    /// Tells everything that the card has: given, printed and radiated.
    pub(super) fn each_trait(&self, card: CardId, each: &mut dyn FnMut(Trait)) {
        self.each_given(card, each);
        self.each_printed(card, |_, what| each(what));
    }

    /// Tells what the card has because it is printed, on it or on another that
    /// radiates it.
    #[inline]
    fn each_printed(&self, card: CardId, mut each: impl FnMut(CardId, Trait)) {
        let elsewhere = self.column(card).is_none();
        for from in self.in_play().chain(elsewhere.then_some(card)) {
            for standing in self.printed.standing(self.card(from).def) {
                // What is in the hand has only what it says of itself.
                if from == card && elsewhere && standing.whom.which != Which::This {
                    continue;
                }
                let asker = Asker::of(self, from);
                if asker.accepts(self, &standing.whom, card)
                    && asker.holds(self, &standing.when, Radiated::DoesNotCount)
                {
                    each(from, standing.grants);
                }
            }
        }
    }

    fn each_given(&self, card: CardId, each: &mut dyn FnMut(Trait)) {
        self.marks.iter().filter(|mark| mark.card == card).for_each(|mark| each(mark.what));
    }

    /// What the card has besides what it says itself, in words: what it was
    /// given, and what others in play radiate.
    ///
    /// # Panics
    ///
    /// If there is no card of that number.
    ///
    /// ```
    /// use rulebook::Game;
    /// use rulebook_games::duels::cards::{Duration, Stat, Trait};
    /// use rulebook_games::duels::{CardId, Duels, Event, setup};
    /// let mut duel = setup();
    /// let (card, what) = (CardId(0), Trait::Stat { stat: Stat::Atk, by: 2 });
    /// Duels::apply(&mut duel, &Event::Granted { card, what, lasts: Duration::TURN });
    /// assert_eq!(duel.granted(card), ["has +2 ATK"]);
    /// ```
    pub fn granted(&self, card: CardId) -> Vec<String> {
        let mut words = Vec::new();
        self.each_given(card, &mut |what| words.push(what.to_string()));
        self.each_printed(card, |from, what| {
            if from != card {
                words.push(format!("{what} (from {})", self.def(from).name));
            }
        });
        words
    }

    /// Whether the card has something of the kind.
    pub(super) fn has(&self, card: CardId, is: impl Fn(Trait) -> bool) -> bool {
        let mut found = false;
        self.each_trait(card, &mut |what| found |= is(what));
        found
    }

    /// Whether a check is lifted for what the card does.
    ///
    /// # Panics
    ///
    /// If there is no card of that number.
    ///
    /// ```
    /// use rulebook::Game;
    /// use rulebook_games::duels::cards::{CheckName, Duration, Trait};
    /// use rulebook_games::duels::{CardId, Duels, Event, setup};
    /// let mut duel = setup();
    /// let (card, check) = (CardId(0), CheckName::ChampionIsOpen);
    /// assert!(!duel.lifts(card, check));
    /// let what = Trait::Lifts(check);
    /// Duels::apply(&mut duel, &Event::Granted { card, what, lasts: Duration::TURN });
    /// assert!(duel.lifts(card, check));
    /// ```
    pub fn lifts(&self, card: CardId, check: CheckName) -> bool {
        self.has(card, |what| what == Trait::Lifts(check))
    }

    /// Whether the card may not do this.
    ///
    /// # Panics
    ///
    /// If there is no card of that number.
    ///
    /// ```
    /// use rulebook_games::duels::cards::Ban;
    /// use rulebook_games::duels::{CardId, setup};
    /// assert!(!setup().is_forbidden(CardId(0), Ban::Attack));
    /// ```
    pub fn is_forbidden(&self, card: CardId, ban: Ban) -> bool {
        self.has(card, |what| what == Trait::Forbids(ban))
    }

    /// The card that takes the damage of another: the one that has been in play
    /// longest of those that do.
    pub(super) fn taker_for(&self, hurt: CardId) -> Option<CardId> {
        let takers = self.fighters().filter(|&taker| {
            let asker = Asker::of(self, taker);
            taker != hurt
                && self.has(taker, |what| match what {
                    Trait::Takes(whom) => asker.accepts(self, &whom, hurt),
                    _ => false,
                })
        });
        takers.min_by_key(|&taker| self.card(taker).since)
    }

    /// How much the protection of a side takes from an attack on one of its
    /// cards: the ATK of the strongest card that protects; it does not add up.
    ///
    /// ```
    /// use rulebook::{Game, Seat};
    /// use rulebook_games::duels::{Duels, Event, setup};
    /// let mut duel = setup();
    /// let card = duel.player(Seat(1)).champion(); // a Defender with ATK 2
    /// for event in [Event::Placed { card, column: 1 }, Event::Passed, Event::Protected { card }] {
    ///     Duels::apply(&mut duel, &event);
    /// }
    /// assert_eq!(duel.protection(Seat(1)), 2);
    /// ```
    pub fn protection(&self, seat: Seat) -> u8 {
        let front = self.player(seat).front.into_iter().flatten();
        let protecting = front.filter(|&card| self.protects(card));
        protecting.map(|card| self.stat(card, Stat::Atk)).max().unwrap_or(0)
    }

    /// Whether a card protects its side now: from the Battle in which it began
    /// until its owner's next turn.
    ///
    /// # Panics
    ///
    /// If there is no card of that number.
    ///
    /// ```
    /// use rulebook::{Game, Seat};
    /// use rulebook_games::duels::{Duels, Event, setup};
    /// let mut duel = setup();
    /// let card = duel.player(Seat(1)).champion(); // a Defender with ATK 2
    /// for event in [Event::Placed { card, column: 1 }, Event::Passed, Event::Protected { card }] {
    ///     Duels::apply(&mut duel, &event);
    /// }
    /// assert!(duel.protects(card));
    /// ```
    pub fn protects(&self, card: CardId) -> bool {
        let since = self.card(card).protected;
        since > 0 && self.turn - since < 2 && !self.suffers(card, Status::Stun)
    }

    /// Whether the card protected in its owner's last turn.
    pub(super) fn protected_last_turn(&self, card: CardId) -> bool {
        let protected = self.card(card).protected;
        protected > 0 && self.turn - protected <= 2
    }
}
