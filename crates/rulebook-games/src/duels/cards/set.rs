//! A compiled set of cards, and the decks that come with it.

use std::sync::{Arc, LazyLock};

use rulebook::prelude::*;

use super::{CardDef, DefId, LoadErrors, load, text};

/// Cards and decks, compiled: every reference is a number, and nothing is left
/// to be checked.
///
/// ```
/// use rulebook_games::duels::cards::CardSet;
/// let set = CardSet::standard();
/// let deck = &set.decks()[0];
/// assert_eq!(set.get(deck.champion).id, set.cards()[deck.champion.index()].id);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Canonical)]
pub struct CardSet {
    name: String,
    cards: Vec<CardDef>,
    decks: Vec<DeckDef>,
}

/// A deck that is ready to be played.
///
/// ```
/// use rulebook_games::duels::cards::{CardKind, CardSet};
/// let set = CardSet::standard();
/// for deck in set.decks() {
///     assert_eq!(set.get(deck.champion).kind, CardKind::Champion);
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Canonical)]
pub struct DeckDef {
    /// Its id in the file.
    pub id: String,
    /// Its name, for people.
    pub name: String,
    /// The Champion beside it.
    pub champion: DefId,
    /// Its cards, each as often as it is in it, in the order of the file.
    pub cards: Vec<DefId>,
}

impl CardSet {
    /// The file of the cards that come with the game.
    ///
    /// ```
    /// use rulebook_games::duels::cards::CardSet;
    /// assert!(CardSet::parse("cards.json", CardSet::STANDARD).is_ok());
    /// ```
    pub const STANDARD: &str = include_str!("../cards.json");

    /// The JSON Schema (draft 2020-12) of card files, for editors and other
    /// programs. [`parse`](Self::parse) is stricter: it also knows which cards
    /// exist.
    ///
    /// ```
    /// use rulebook_games::duels::cards::CardSet;
    /// assert!(CardSet::SCHEMA.contains("https://json-schema.org/draft/2020-12/schema"));
    /// ```
    pub const SCHEMA: &str = include_str!("../cards.schema.json");

    /// The cards that come with the game.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use rulebook_games::duels::cards::CardSet;
    /// // It is compiled once.
    /// assert!(Arc::ptr_eq(&CardSet::standard(), &CardSet::standard()));
    /// ```
    ///
    /// # Panics
    ///
    /// Never: the tests compile them.
    pub fn standard() -> Arc<CardSet> {
        static STANDARD: LazyLock<Arc<CardSet>> = LazyLock::new(|| {
            let set = CardSet::parse("cards.json", CardSet::STANDARD);
            Arc::new(set.unwrap_or_else(|errors| panic!("{errors}")))
        });
        Arc::clone(&STANDARD)
    }

    /// Compiles the text of a card file. The file's name is for messages alone.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, with lines and cards and what to do.
    ///
    /// ```
    /// use rulebook_games::duels::cards::CardSet;
    /// let mine = CardSet::STANDARD.replace("Ember Hound", "Cinder Hound");
    /// let set = CardSet::parse("mine.json", &mine)?;
    /// assert_eq!(set.get(set.find("ember-hound").unwrap()).name, "Cinder Hound");
    /// # Ok::<(), rulebook_games::duels::cards::LoadErrors>(())
    /// ```
    pub fn parse(file: &str, text: &str) -> Result<CardSet, LoadErrors> {
        load::parse(file, text)
    }

    pub(super) fn new(name: String, cards: Vec<CardDef>, decks: Vec<DeckDef>) -> Self {
        CardSet { name, cards, decks }
    }

    /// What the set is called.
    ///
    /// ```
    /// use rulebook_games::duels::cards::CardSet;
    /// assert_eq!(CardSet::standard().name(), "Ash and Tide");
    /// ```
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What a card is and does, in words: a line for what it is, and one for
    /// each ability. It is made from the same data that the game plays by.
    ///
    /// ```
    /// use rulebook_games::duels::cards::CardSet;
    /// let set = CardSet::standard();
    /// assert_eq!(
    ///     set.text(set.find("ember-hound").unwrap()),
    ///     "Ember Hound: Monster, Attacker, ATK 3, DEF 2, SPD 4.\n\
    ///      When it wounds a card, that card suffers from Burn for 2 End phases.",
    /// );
    /// ```
    pub fn text(&self, id: DefId) -> String {
        text::card(self.get(id), self)
    }

    /// The card of that number.
    ///
    /// # Panics
    ///
    /// If the number belongs to another set and there is no such card in this.
    ///
    /// ```
    /// use rulebook_games::duels::cards::{CardSet, DefId};
    /// assert_eq!(CardSet::standard().get(DefId(0)), &CardSet::standard().cards()[0]);
    /// ```
    pub fn get(&self, id: DefId) -> &CardDef {
        &self.cards[id.index()]
    }

    /// The card with that id in the file.
    ///
    /// ```
    /// use rulebook_games::duels::cards::CardSet;
    /// assert!(CardSet::standard().find("ember-hound").is_some());
    /// assert!(CardSet::standard().find("Ember Hound").is_none());
    /// ```
    pub fn find(&self, id: &str) -> Option<DefId> {
        let index = self.cards.iter().position(|card| card.id == id)?;
        u16::try_from(index).ok().map(DefId)
    }

    /// All cards, in the order of their numbers.
    ///
    /// ```
    /// use rulebook_games::duels::cards::CardSet;
    /// assert!(!CardSet::standard().cards().is_empty());
    /// ```
    pub fn cards(&self) -> &[CardDef] {
        &self.cards
    }

    /// The decks that come with the cards.
    ///
    /// ```
    /// use rulebook_games::duels::cards::CardSet;
    /// assert!(CardSet::standard().decks().len() >= 2);
    /// ```
    pub fn decks(&self) -> &[DeckDef] {
        &self.decks
    }

    /// One number for all that the set says. Two games are played with the same
    /// cards if it is the same.
    ///
    /// ```
    /// use rulebook_games::duels::cards::CardSet;
    /// let set = CardSet::standard();
    /// assert_eq!(set.fingerprint(), CardSet::clone(&set).fingerprint());
    /// ```
    pub fn fingerprint(&self) -> Digest {
        Digest::of(self)
    }
}
