//! The rule sheet, chapter by chapter.

mod battle;
mod checks;
mod ends;
mod exceptions;
mod facts;
mod invariants;
mod moments;
mod rules;
mod targets;
mod turn;
mod wards;

use std::sync::{Arc, LazyLock};

use rulebook::prelude::*;
use rulebook::{BookBuilder, TriggerOrder};

use super::cards::CardSet;
use super::{CardId, Duels, EventKind};

pub use facts::step;

type Sheet = BookBuilder<Duels>;

/// The rules of Duels, with the cards that come with the game, as a book.
///
/// ```
/// use rulebook_games::duels::book;
/// let book = book();
/// assert!(book.rules().any(|rule| rule.name() == "strategy/choose an attack"));
/// assert!(book.standing_rules().eq(["who has no DEF left is destroyed"]));
/// ```
pub fn book() -> Book<Duels> {
    static BOOK: LazyLock<Book<Duels>> = LazyLock::new(|| book_of(&CardSet::standard()));
    BOOK.clone()
}

/// The rules of Duels with other cards. Each of their triggered abilities
/// becomes a trigger of the book, each of their wards a guard; so a duel must
/// be played with the cards of its book.
///
/// # Panics
///
/// Never with a set that was loaded: names of cards and labels are unique.
///
/// ```
/// use rulebook_games::duels::{book, book_of};
/// use rulebook_games::duels::cards::CardSet;
/// let rules = |book: rulebook::Book<_>| book.outline();
/// assert_eq!(rules(book_of(&CardSet::standard())), rules(book()));
/// ```
pub fn book_of(set: &Arc<CardSet>) -> Book<Duels> {
    let mut sheet = Book::<Duels>::builder("duels")
        .version("1")
        .reads_data("cards", &**set)
        .digests()
        .trigger_order(TriggerOrder::Priority)
        .revealing([EventKind::Opened, EventKind::Drew]);
    for chapter in [
        turn::course_of_a_turn,
        facts::what_events_write,
        checks::who_may_act,
        targets::what_may_be_chosen,
        exceptions::what_cards_allow_and_forbid,
        rules::rules,
        battle::course_of_a_battle,
        wards::shields_and_takers,
        ends::how_it_ends,
        invariants::invariants,
    ] {
        sheet = chapter(sheet);
    }
    sheet = wards::wards_of(sheet, set);
    sheet = moments::triggers_of(sheet, set);
    sheet.compile().expect("the rule sheet has no mistakes")
}

/// The card of the action, if it belongs to who submits it and is in play.
fn own_in_play(ask: &Ask<'_, Duels>) -> Option<CardId> {
    let card = own(ask)?;
    ask.state.column(card).map(|_| card)
}

/// The card of the action, if it belongs to who submits it and stands in the
/// front row.
fn own_fighter(ask: &Ask<'_, Duels>) -> Option<CardId> {
    let card = own(ask)?;
    ask.state.front_column(card).map(|_| card)
}

/// The card of the action, if it belongs to who submits it.
fn own(ask: &Ask<'_, Duels>) -> Option<CardId> {
    let card = ask.action.card().filter(|&card| ask.state.exists(card))?;
    ask.by.is(ask.state.owner(card)).then_some(card)
}
