//! Whether what a card has or gives could ever matter to anybody.
//!
//! Each question is answered by what to do instead, or by nothing if all is
//! well.

use super::scene::{Being, Scene};
use crate::duels::cards::{
    Ban, CardKind, CheckName, Column, Condition, Filter, Kinds, Side, Standing, Trait, Which,
};

type Objection = Option<&'static str>;

/// Why a standing ability would be no use to those that are to have it.
pub(super) fn of_standing(scene: &Scene<'_>, standing: &Standing) -> Objection {
    let Standing { grants, whom, when, .. } = standing;
    let meant = scene.meant(whom);
    match grants {
        Trait::Lifts(CheckName::ChampionInCentre) => of_champion_in_centre(scene, whom),
        Trait::Forbids(Ban::Place) => of_forbidden_place(meant, whom, when),
        Trait::Forbids(Ban::Cast) if !matches!(meant, SPELLS | Being::Anybody) => {
            Some("only spells are cast. Say \"to\" whom, with \"kind\": \"spells\".")
        }
        Trait::Forbids(Ban::Cast) => None,
        _ if meant == SPELLS => Some("this is no use to a spell. Say \"to\" whom you mean."),
        grants => of_trait(meant, grants),
    }
}

/// Why what is given to a card in play would be no use to it.
pub(super) fn of_gift(whom: Being, given: &Trait) -> Objection {
    match given {
        Trait::Lifts(CheckName::ChampionInCentre) => {
            Some("every Champion is placed by then. Say \"always\" on the Champion itself.")
        }
        Trait::Forbids(Ban::Place) => {
            Some("who is in play is placed already. Say \"always\", and \"to\" whom.")
        }
        Trait::Forbids(Ban::Cast) => Some(
            "only spells are cast, and nothing is given to them. Say \"always\", and \"to\" whom.",
        ),
        given => of_trait(whom, given),
    }
}

/// Why these cards would never be destroyed as others.
pub(super) fn of_others(others: &Filter) -> Objection {
    match others {
        Filter { which: Which::This, .. } => {
            Some("this card is no other. Say \"when\": \"destroyed\".")
        }
        Filter { kinds: Kinds::Spells, .. } => {
            Some("spells are never destroyed. Mean Champions or monsters.")
        }
        others => of_who_is_gone(others),
    }
}

/// Why a filter says nothing about the card that the moment is about.
pub(super) fn of_it(scene: &Scene<'_>, filter: &Filter) -> Objection {
    let is_spell = filter.kinds == Kinds::Spells;
    match (scene.it, filter.which) {
        (Being::Gone, Which::This) => Some("it is another card, never this one. Leave this out."),
        (Being::Gone, _) => of_who_is_gone(filter),
        (_, Which::This) => None,
        (SPELLS, _) if !is_spell => Some("it is a spell. Say \"kind\": \"spells\"."),
        (Being::Fighter, _) if is_spell => Some("it is never a spell. Say another \"kind\"."),
        _ => None,
    }
}

/// How many cards that a filter means can be in play at most.
pub(super) fn most(filter: &Filter) -> u8 {
    let of_kind = match filter.kinds {
        Kinds::Fighters | Kinds::Spells => 3,
        // One of the three places is the Champion's.
        Kinds::Monsters => 2,
        Kinds::Champions => 1,
    };
    let in_columns = match filter.column {
        Column::Any | Column::Near => 3,
        Column::Beside => 2,
        Column::Same => 1,
    };
    let sides = if filter.side == Side::Both { 2 } else { 1 };
    if filter.which == Which::This { 1 } else { sides * of_kind.min(in_columns) }
}

const SPELLS: Being = Being::InPlay(Kinds::Spells);

/// A Champion is placed once, before everything but the other Champion.
fn of_champion_in_centre(scene: &Scene<'_>, whom: &Filter) -> Objection {
    let is_champion = scene.kind.is_none_or(|kind| kind == CardKind::Champion);
    let to_the_other = whom.side != Side::Own
        && whom.kinds.includes(CardKind::Champion)
        && (whom.column, whom.status) == (Column::Any, None);
    if is_champion && (whom.which == Which::This || to_the_other) {
        return None;
    }
    Some(
        "a Champion is placed before anything else, so only its own card can lift this. Say it \
         there, without \"to\".",
    )
}

/// Who is placed comes from the hand, and Champions must be.
fn of_forbidden_place(meant: Being, whom: &Filter, when: &[Condition]) -> Objection {
    if whom.column != Column::Any {
        return Some("cards are placed from the hand, where there are no columns. Leave it out.");
    }
    if whom.status.is_some() {
        return Some("cards are placed from the hand, where nobody suffers. Leave it out.");
    }
    match meant {
        Being::InPlay(Kinds::Champions) => {
            Some("nothing keeps a Champion from the centre. Mean \"monsters\" or \"spells\".")
        }
        SPELLS if whom.which == Which::This && when.is_empty() => {
            Some("this spell could never be placed. Say \"if\", or \"to\" whom.")
        }
        _ => None,
    }
}

fn of_trait(whom: Being, given: &Trait) -> Objection {
    match given {
        Trait::Forbids(Ban::UsePower) if whom == Being::InPlay(Kinds::Monsters) => {
            Some("only Champions have powers. Mean Champions.")
        }
        Trait::Takes(Filter { which: Which::This, .. }) => {
            Some("nobody takes damage from itself. Say \"from\" whom.")
        }
        Trait::Takes(Filter { kinds: Kinds::Spells, .. }) => {
            Some("spells are never damaged. Say \"from\" whom.")
        }
        _ => None,
    }
}

/// Nobody remembers where a card stood and what it suffered from.
fn of_who_is_gone(filter: &Filter) -> Objection {
    let asks = filter.column != Column::Any || filter.status.is_some();
    asks.then_some(
        "it has left by then, and stands in no column and suffers from nothing. Leave \"column\" \
         and \"status\" out.",
    )
}
