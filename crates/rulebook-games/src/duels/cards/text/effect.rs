//! Effects and traits in words.

use super::filter::{draws, each, target};
use super::{Number, Voice, counted};
use crate::duels::cards::{
    Amount, CheckName, DefId, Destination, Duration, Effect, Gift, Target, Trait,
};

/// Effects in order: "deal 2 damage to this card, then draw 1 card".
pub(super) fn effects(effects: &[Effect], voice: Voice<'_>) -> String {
    let each: Vec<String> = effects.iter().map(|one| effect(one, voice)).collect();
    each.join(", then ")
}

fn effect(effect: &Effect, voice: Voice<'_>) -> String {
    let whom = |on: &Target| target(on, voice);
    match effect {
        Effect::Damage { on, amount, piercing } => {
            let noun = if *piercing { "unpreventable damage" } else { "damage" };
            format!("deal {} to {}", much(amount, noun), whom(on))
        }
        Effect::Heal { on, amount } => format!("heal {} on {}", much(amount, "damage"), whom(on)),
        Effect::Give { on, gift: Gift::Status(status, ends) } => {
            format!("{} suffers from {status} for {}", whom(on), counted(*ends, "End phase"))
        }
        Effect::Give { on, gift: Gift::Trait(given, lasts) } => {
            format!("{} {} {}", whom(on), predicate(given, Verb::Gets), lasting(*lasts))
        }
        Effect::Cleanse { on, status: None } => format!("cleanse {} of every status", whom(on)),
        Effect::Cleanse { on, status: Some(status) } => {
            format!("cleanse {} of {status}", whom(on))
        }
        Effect::Draw { who, cards } => draws(*who, *cards),
        Effect::Move { on, to } => moved(&whom(on), *to),
        Effect::Destroy { on } => format!("destroy {}", whom(on)),
        Effect::Summon { card, gifts } => summoned(*card, gifts, voice),
        Effect::Counter => "counter that spell".to_owned(),
    }
}

/// "2 damage", "damage equal to its ATK", "1 damage for each enemy monster".
fn much(amount: &Amount, noun: &str) -> String {
    match amount {
        Amount::Fixed(amount) => format!("{amount} {noun}"),
        Amount::Stat(stat) => format!("{noun} equal to its {stat}"),
        Amount::Count(filter) => format!("1 {noun} for {}", each(filter)),
    }
}

fn moved(whom: &str, to: Destination) -> String {
    match to {
        Destination::Hand => format!("return {whom} to its owner's hand"),
        Destination::DeckTop => format!("put {whom} on top of its owner's deck"),
        Destination::DeckBottom => format!("put {whom} under its owner's deck"),
        Destination::Discard => format!("discard {whom}"),
        Destination::Aside => format!("move {whom} aside"),
    }
}

fn summoned(card: DefId, gifts: &[Gift], voice: Voice<'_>) -> String {
    let name = &voice.set.get(card).name;
    if gifts.is_empty() {
        return format!("summon {name}");
    }
    let gifts = gifts.iter().map(|gift| match gift {
        Gift::Status(status, ends) => {
            format!("suffers from {status} for {}", counted(*ends, "End phase"))
        }
        Gift::Trait(given, lasts) => {
            format!("{} {}", predicate(given, Verb::Gets), lasting(*lasts))
        }
    });
    let gifts: Vec<String> = gifts.collect();
    format!("summon {name}, which {}: all of this or nothing", gifts.join(" and "))
}

fn lasting(duration: Duration) -> String {
    match duration {
        Duration::TURN => "until the End phase".to_owned(),
        Duration::Ends(ends) => format!("for {}", counted(ends, "End phase")),
        Duration::Lasting => "for good".to_owned(),
    }
}

/// How somebody comes by a trait.
#[derive(Clone, Copy)]
pub(super) enum Verb {
    /// It is given.
    Gets,
    /// It is simply there.
    Has(Number),
}

/// What somebody with the trait has, can or does: "has +1 ATK", "cannot pump".
pub(super) fn predicate(given: &Trait, verb: Verb) -> String {
    let number = match verb {
        Verb::Gets => Number::One,
        Verb::Has(number) => number,
    };
    let has = match verb {
        Verb::Gets => "gets",
        Verb::Has(Number::One) => "has",
        Verb::Has(Number::Many) => "have",
    };
    match given {
        Trait::Stat { stat, by } => format!("{has} {by:+} {stat}"),
        Trait::Shield(amount) => format!("{has} a shield of {amount}"),
        Trait::Piercing => format!("{} protection and shields", number.verb("pierce")),
        Trait::Sweeping => {
            format!("{} at once all opposing fighters that may be attacked", number.verb("attack"))
        }
        Trait::Lifts(check) => lifted(*check).to_owned(),
        Trait::Forbids(ban) => format!("cannot {ban}"),
        Trait::Takes(filter) => {
            format!("{} the damage that is dealt to {}", number.verb("take"), each(filter))
        }
        Trait::Immune(status) => format!("cannot suffer from {status}"),
    }
}

fn lifted(check: CheckName) -> &'static str {
    match check {
        CheckName::ChampionInCentre => "may be placed in any column",
        CheckName::ChampionIsOpen => "may attack the Champion behind unbroken lanes",
        CheckName::CentreLaneIsOpen => "may attack the centre lane behind unbroken lanes",
        CheckName::ClassAttacksThatWay => "may attack diagonally",
        CheckName::OnlyDefendersProtect => "may protect",
        CheckName::ProtectionHasRested => "may protect two turns in a row",
        CheckName::OnlyPumpersPump => "may pump",
    }
}
