//! What the effects of an ability can speak of, where they stand.

use std::collections::BTreeMap;

use super::log::Log;
use super::suggest::nearest;
use super::tree::Node;
use crate::duels::cards::{CardKind, DefId, Filter, Kinds, Moment, Target, Which};

/// The cards of the file, by id. Also those that could not be read.
#[derive(Default)]
pub(super) struct Index(pub BTreeMap<String, Entry>);

/// What is known of a card before it is read.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub def: DefId,
    /// Unless its kind is a mistake.
    pub kind: Option<CardKind>,
    /// Unless its DEF is a mistake.
    pub defence: Option<i64>,
}

impl Index {
    /// The card of that id, or what to do.
    pub(super) fn find(&self, id: &str, node: &Node<'_>, log: &mut Log<'_>) -> Option<Entry> {
        let found = self.0.get(id).copied();
        if found.is_none() {
            let advice = match nearest(id, self.0.keys().map(String::as_str)) {
                Some(near) => format!("Did you mean \"{near}\"?"),
                None => "Add it to \"cards\".".to_owned(),
            };
            log.meaning(node, format!("there is no card \"{id}\". {advice}"));
        }
        found
    }
}

/// What is known of a card that effects speak of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Being {
    /// There is no such card here.
    Nobody,
    /// Nothing is known: somewhere else is a mistake.
    Anybody,
    /// It is in play, of these kinds.
    InPlay(Kinds),
    /// It is a Champion or a monster in play. Which of them it is will show, and
    /// what cannot happen to it will not.
    Fighter,
    /// It has left.
    Gone,
}

impl Being {
    fn of_kind(kind: Option<CardKind>) -> Being {
        match kind {
            None => Being::Anybody,
            Some(CardKind::Champion) => Being::InPlay(Kinds::Champions),
            Some(CardKind::Monster) => Being::InPlay(Kinds::Monsters),
            Some(CardKind::Spell) => Being::InPlay(Kinds::Spells),
        }
    }
}

/// What the effects and conditions of an ability can speak of.
#[derive(Clone, Copy)]
pub(super) struct Scene<'i> {
    pub index: &'i Index,
    pub kind: Option<CardKind>,
    pub this: Being,
    pub it: Being,
    pub chosen: Being,
    /// Whether dice may be thrown.
    pub dice: bool,
    /// Whether a spell is on its way that can be countered.
    pub counter: bool,
}

impl<'i> Scene<'i> {
    /// A card of that kind speaks of itself alone.
    pub(super) fn new(index: &'i Index, kind: Option<CardKind>) -> Self {
        let this = Being::of_kind(kind);
        let (it, chosen) = (Being::Nobody, Being::Nobody);
        Scene { index, kind, this, it, chosen, dice: true, counter: false }
    }

    /// At that moment; if the moment is a mistake, nothing is wrong because of it.
    pub(super) fn at(self, moment: Option<Moment>) -> Self {
        let Some(moment) = moment else {
            return Scene { it: Being::Anybody, counter: true, ..self };
        };
        let it = match moment {
            Moment::Attacks | Moment::Wounds => Being::Fighter,
            // Who takes damage may take it from a spell.
            Moment::Damaged => Being::Anybody,
            Moment::OtherDestroyed(_) => Being::Gone,
            Moment::SpellCast(_) => Being::InPlay(Kinds::Spells),
            _ => Being::Nobody,
        };
        let this = if moment == Moment::Destroyed { Being::Gone } else { self.this };
        Scene { this, it, counter: matches!(moment, Moment::SpellCast(_)), ..self }
    }

    /// With a card that was chosen.
    pub(super) fn choosing(self, choose: &Choosing) -> Self {
        let chosen = match choose {
            Choosing::Nothing => Being::Nobody,
            Choosing::Mistaken => Being::Anybody,
            Choosing::One(filter) => self.meant(filter),
        };
        Scene { chosen, ..self }
    }

    /// What is known of the cards that a filter means.
    pub(super) fn meant(&self, filter: &Filter) -> Being {
        match filter.which {
            Which::This => self.this,
            Which::Any | Which::Others => Being::InPlay(filter.kinds),
        }
    }

    /// What is known of a target; nothing is, of lanes.
    pub(super) fn being(&self, target: &Target) -> Being {
        match target {
            Target::This => self.this,
            Target::It => self.it,
            Target::Chosen => self.chosen,
            Target::Each(filter) | Target::Random(filter) => self.meant(filter),
            Target::Lanes(_) => Being::Anybody,
        }
    }
}

/// What an ability lets its owner choose.
pub(super) enum Choosing {
    Nothing,
    /// Something that could not be read.
    Mistaken,
    One(Filter),
}

impl Choosing {
    /// The filter, if all is well.
    pub(super) fn filter(&self) -> Option<Filter> {
        match self {
            Choosing::One(filter) => Some(*filter),
            Choosing::Nothing | Choosing::Mistaken => None,
        }
    }
}
