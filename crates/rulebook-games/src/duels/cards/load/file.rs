//! Reading the file as a whole: what its parts have to do with each other.

use std::collections::BTreeMap;

use super::card::card;
use super::deck::deck;
use super::fields::Fields;
use super::log::Log;
use super::scene::{Entry, Index};
use super::tree::{Node, Value, grow};
use super::value::{is_id, list, number, text};
use super::words::Word;
use super::{MAX_CARDS, MAX_DECKS};
use crate::duels::cards::{CardKind, CardSet, DefId};

/// The version of the form of card files that is read here.
const FORMAT: u8 = 1;

/// Reads the file. Without problems in the log, there is a set.
pub(super) fn read(source: &str, log: &mut Log<'_>) -> Option<CardSet> {
    let root = grow(source, log)?;
    let mut fields = Fields::open(&root, "a card file", log)?;
    if let Some(node) = fields.get("$schema")
        && !matches!(node.value, Value::Text(_))
    {
        log.shape(node, "\"$schema\" is where the schema stands, as text.");
    }
    if let Some(node) = fields.need("format", log) {
        number(node, "format", FORMAT..=FORMAT, log);
    }
    let name = fields.need("name", log).and_then(|node| text(node, "name", log));
    let cards = fields.need("cards", log);
    let index = cards.map(index).unwrap_or_default();
    if let Some(node) = cards {
        together(node, &index, log);
    }
    let cards = cards.and_then(|node| {
        list(node, "cards", 1..=MAX_CARDS, log, |node, log| {
            enter("card", node, log);
            card(node, &index, log)
        })
    });
    log.enter(String::new());
    let decks = fields.need("decks", log);
    if let Some(node) = decks {
        alone("deck", "id", node, log);
        alone("deck", "name", node, log);
    }
    let decks = decks.and_then(|node| {
        list(node, "decks", 1..=MAX_DECKS, log, |node, log| {
            enter("deck", node, log);
            deck(node, &index, log)
        })
    });
    log.enter(String::new());
    fields.close(log);
    Some(CardSet::new(name?, cards?, decks?))
}

/// From now on, problems concern this card or deck; and so do those that were
/// found in it before.
fn enter(what: &str, node: &Node<'_>, log: &mut Log<'_>) {
    let place = called(what, node);
    log.claim(node, &place);
    log.enter(place);
}

/// What a person would call a card or deck that is being read.
fn called(what: &str, node: &Node<'_>) -> String {
    match said(node, "id").or_else(|| said(node, "name")) {
        Some(id) => format!("{what} `{}`", super::value::shortened(id)),
        None => format!("a {what} without an id"),
    }
}

/// The text in a field, if there is any.
fn said<'n>(node: &'n Node<'_>, name: &str) -> Option<&'n str> {
    match field(node, name).map(|node| &node.value) {
        Some(Value::Text(text)) => Some(text),
        _ => None,
    }
}

fn field<'n, 't>(node: &'n Node<'t>, name: &str) -> Option<&'n Node<'t>> {
    let Value::Object(members) = &node.value else { return None };
    members.iter().find(|member| member.name == name).map(|member| &member.node)
}

/// Everything of a list, or nothing.
fn items<'n, 't>(node: &'n Node<'t>) -> &'n [Node<'t>] {
    match &node.value {
        Value::List(items) => items,
        _ => &[],
    }
}

/// All cards by id, also those with mistakes.
fn index(cards: &Node<'_>) -> Index {
    let mut index = BTreeMap::new();
    for (number, node) in items(cards).iter().enumerate().take(MAX_CARDS) {
        let Some(id) = said(node, "id").filter(|id| is_id(id)) else { continue };
        let kind = said(node, "kind")
            .and_then(|kind| CardKind::WORDS.iter().find(|(word, _)| *word == kind))
            .map(|(_, kind)| *kind);
        let defence = match field(node, "def").map(|node| &node.value) {
            Some(Value::Number(text)) => text.parse().ok(),
            _ => None,
        };
        let def = DefId(u16::try_from(number).expect("there are at most a thousand cards"));
        index.entry(id.to_owned()).or_insert(Entry { def, kind, defence });
    }
    Index(index)
}

/// What must hold of all cards together.
fn together(cards: &Node<'_>, index: &Index, log: &mut Log<'_>) {
    alone("card", "id", cards, log);
    alone("card", "name", cards, log);
    let read = matches!(cards.value, Value::List(_));
    if read && !index.0.values().any(|card| card.kind == Some(CardKind::Champion)) {
        log.meaning(cards, "no card is a Champion. Add one, with \"kind\": \"champion\".");
    }
}

/// Says which of a list share an id or a name.
fn alone(what: &str, name: &str, node: &Node<'_>, log: &mut Log<'_>) {
    let mut first: BTreeMap<&str, &Node<'_>> = BTreeMap::new();
    for item in items(node) {
        let Some(said) = said(item, name) else { continue };
        if first.contains_key(said) {
            log.enter(called(what, item));
            let message = format!(
                "there is another {what} before it with the {name} \"{}\". Change one of them.",
                super::value::shortened(said)
            );
            log.meaning(field(item, name).unwrap_or(item), message);
            log.enter(String::new());
        } else {
            first.insert(said, item);
        }
    }
}
