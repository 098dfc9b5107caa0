//! Reading decks.

use super::fields::Fields;
use super::log::Log;
use super::problem::ProblemKind;
use super::scene::Index;
use super::tree::{Member, Node, Value};
use super::value::{id, is_id, number, shortened, text};
use crate::duels::cards::{CardKind, DeckDef, DefId};

/// How many cards a deck may have beside its Champion.
const DECK_SIZE: std::ops::RangeInclusive<usize> = 20..=40;
/// How often a card may be in a deck.
const MAX_COPIES: u8 = 3;

/// Reads a deck.
pub(super) fn deck(node: &Node<'_>, index: &Index, log: &mut Log<'_>) -> Option<DeckDef> {
    let mut fields = Fields::open(node, "a deck", log)?;
    let id = fields.need("id", log).and_then(|node| id(node, "id", log));
    let name = fields.need("name", log).and_then(|node| text(node, "name", log));
    let champion = fields.need("champion", log).and_then(|node| champion(node, index, log));
    let cards = fields.need("cards", log).and_then(|node| cards(node, index, log));
    fields.close(log);
    Some(DeckDef { id: id?.to_owned(), name: name?, champion: champion?, cards: cards? })
}

fn champion(node: &Node<'_>, index: &Index, log: &mut Log<'_>) -> Option<DefId> {
    let entry = index.find(id(node, "champion", log)?, node, log)?;
    if entry.kind.is_some_and(|kind| kind != CardKind::Champion) {
        log.meaning(node, "this card is no Champion. Name a card with \"kind\": \"champion\".");
        return None;
    }
    Some(entry.def)
}

fn cards(node: &Node<'_>, index: &Index, log: &mut Log<'_>) -> Option<Vec<DefId>> {
    // Opened as fields too, so that a card named twice is found; none is unknown.
    Fields::open(node, "\"cards\" of a deck", log)?;
    let Value::Object(members) = &node.value else { return None };
    let mut cards = Vec::new();
    let mut sound = true;
    for member in members {
        match copies(member, index, log) {
            Some((def, copies)) => cards.extend(std::iter::repeat_n(def, usize::from(copies))),
            None => sound = false,
        }
    }
    if sound && !DECK_SIZE.contains(&cards.len()) {
        let (least, most) = DECK_SIZE.into_inner();
        let count = cards.len();
        let advice = if count < least { "Add some" } else { "Take some out" };
        let message =
            format!("the deck has {count} cards. {advice}: it must have {least} to {most}.");
        log.meaning(node, message);
    }
    sound.then_some(cards)
}

fn copies(member: &Member<'_>, index: &Index, log: &mut Log<'_>) -> Option<(DefId, u8)> {
    let name = member.name.as_ref();
    let copies = number(&member.node, name, 1..=MAX_COPIES, log);
    if !is_id(name) {
        let message = format!("\"{}\" is no id of a card.", shortened(name));
        log.at(member.start, ProblemKind::Shape, message);
        return None;
    }
    let entry = index.find(name, &member.node, log)?;
    if entry.kind == Some(CardKind::Champion) {
        let message = "a Champion stands beside the deck, not in it. Take it out.";
        log.at(member.start, ProblemKind::Meaning, message);
        return None;
    }
    Some((entry.def, copies?))
}
