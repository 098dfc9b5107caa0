//! Abilities in words.

use super::effect::{Verb, effects, predicate};
use super::filter::{a, all, conditions, lane, player};
use super::{Voice, counted};
use crate::duels::cards::{
    Ability, CardSet, Condition, Effect, Filter, Moment, Power, Side, Standing, Uses, Ward,
    WardAct, Warded,
};

/// What the ability is called, on its card.
pub(super) fn label(ability: &Ability) -> String {
    match ability {
        Ability::Triggered(triggered) => moment(&triggered.on),
        Ability::Cast(_) => "cast".to_owned(),
        Ability::Power(power) => power.label.clone(),
        Ability::Ward(ward) => format!("if {}", would(ward)),
        Ability::Standing(standing) => {
            let (whom, number) = all(&standing.whom);
            format!("{whom} {}", predicate(&standing.grants, Verb::Has(number)))
        }
    }
}

/// What the ability does.
pub(super) fn sentence(ability: &Ability, set: &CardSet) -> String {
    let it = match ability {
        Ability::Triggered(triggered) => it(&triggered.on),
        _ => "that card",
    };
    let voice = Voice { set, it };
    match ability {
        Ability::Triggered(one) => {
            let body = body(&one.when, one.choose.as_ref(), &one.effects, voice);
            format!("{}, {body}", moment(&one.on))
        }
        Ability::Cast(cast) => body(&cast.when, cast.choose.as_ref(), &cast.effects, voice),
        Ability::Power(power) => self::power(power, voice),
        Ability::Ward(ward) => self::ward(ward, voice),
        Ability::Standing(standing) => self::standing(standing, voice),
    }
}

fn body(when: &[Condition], choose: Option<&Filter>, done: &[Effect], voice: Voice<'_>) -> String {
    let mut text = String::new();
    if !when.is_empty() {
        text = format!("{}, ", conditions(when, voice));
    }
    if let Some(filter) = choose {
        text += &format!("choose {}; ", a(filter));
    }
    text + &effects(done, voice)
}

fn power(power: &Power, voice: Voice<'_>) -> String {
    let steps: Vec<String> = power.steps.iter().map(|step| step.to_string()).collect();
    let rests = match power.cooldown {
        0 => "once a turn".to_owned(),
        turns => format!("then rests for {}", counted(turns, "turn")),
    };
    let body = body(&power.when, power.choose.as_ref(), &power.effects, voice);
    format!("{} ({}, {rests}): {body}", power.label, steps.join(" or "))
}

fn standing(standing: &Standing, voice: Voice<'_>) -> String {
    let (whom, number) = all(&standing.whom);
    let has = format!("{whom} {}", predicate(&standing.grants, Verb::Has(number)));
    match standing.when.is_empty() {
        true => has,
        false => format!("{}, {has}", conditions(&standing.when, voice)),
    }
}

fn moment(moment: &Moment) -> String {
    match moment {
        Moment::Placed => "when it is placed".to_owned(),
        Moment::Attacks => "when it attacks".to_owned(),
        Moment::Wounds => "when it wounds a card".to_owned(),
        Moment::Damaged => "when it takes damage".to_owned(),
        Moment::Prevented => "when damage to it is prevented".to_owned(),
        Moment::Destroyed => "when it is destroyed".to_owned(),
        Moment::OtherDestroyed(filter) => format!("when {} is destroyed", a(filter)),
        Moment::SpellCast(Side::Own) => "when you cast a spell".to_owned(),
        Moment::SpellCast(Side::Enemy) => "when your opponent casts a spell".to_owned(),
        Moment::SpellCast(Side::Both) => "when a spell is cast".to_owned(),
        Moment::LaneBroke(Side::Own) => "when one of your lanes breaks".to_owned(),
        Moment::LaneBroke(Side::Enemy) => "when one of your opponent's lanes breaks".to_owned(),
        Moment::LaneBroke(Side::Both) => "when a lane breaks".to_owned(),
        Moment::TurnBegins(side) => format!("when {} begins", turn(*side)),
        Moment::TurnEnds(side) => format!("when {} ends", turn(*side)),
    }
}

/// What the card is called that the moment is about.
fn it(moment: &Moment) -> &'static str {
    match moment {
        Moment::Attacks => "the card that it attacks",
        Moment::Damaged => "the card that dealt it",
        Moment::SpellCast(_) => "that spell",
        _ => "that card",
    }
}

fn turn(side: Side) -> &'static str {
    match side {
        Side::Own => "your turn",
        Side::Enemy => "your opponent's turn",
        Side::Both => "a turn",
    }
}

fn ward(ward: &Ward, voice: Voice<'_>) -> String {
    let when = match ward.when.is_empty() {
        true => String::new(),
        false => format!("{}, ", conditions(&ward.when, voice)),
    };
    let uses = match ward.uses {
        Uses::Always => String::new(),
        Uses::Times(times) => format!(" ({} in all)", counted(times, "time")),
        Uses::EachTurn(times) => format!(" ({} each turn)", counted(times, "time")),
    };
    let rider = match ward.rider.is_empty() {
        true => String::new(),
        false => format!("; after that, {}", effects(&ward.rider, voice)),
    };
    let act = match &ward.act {
        WardAct::Forbid => cannot(ward),
        act => format!("if {}, {}", would(ward), self::act(act, voice)),
    };
    format!("{when}{act}{uses}{rider}")
}

/// What would happen: "this card would take damage".
fn would(ward: &Ward) -> String {
    let (whom, verb) = happening(ward, a);
    format!("{whom} would {verb}")
}

/// What cannot happen: "enemy fighters cannot be healed".
fn cannot(ward: &Ward) -> String {
    let (whom, verb) = happening(ward, |filter| all(filter).0);
    format!("{whom} cannot {verb}")
}

/// Who does or suffers what a ward stands before.
fn happening(ward: &Ward, cards: fn(&Filter) -> String) -> (String, String) {
    let whom = match ward.before {
        Warded::Draw => player(ward.whom.side).to_owned(),
        Warded::LaneDamage => lane(&ward.whom),
        _ => cards(&ward.whom),
    };
    let verb = match ward.before {
        Warded::Damage | Warded::LaneDamage => "take damage".to_owned(),
        Warded::Destruction => "be destroyed".to_owned(),
        Warded::Status(None) => "suffer from any status".to_owned(),
        Warded::Status(Some(status)) => format!("suffer from {status}"),
        Warded::Healing => "be healed".to_owned(),
        Warded::Draw => "draw".to_owned(),
    };
    (whom, verb)
}

fn act(act: &WardAct, voice: Voice<'_>) -> String {
    match act {
        WardAct::Prevent(amount) => format!("prevent {amount} of it"),
        WardAct::PreventAll => "prevent it".to_owned(),
        WardAct::Forbid => "it cannot".to_owned(),
        WardAct::Add(by) if *by < 0 => format!("it is {} less", by.unsigned_abs()),
        WardAct::Add(by) => format!("it is {by} more"),
        WardAct::Double => "it is doubled".to_owned(),
        WardAct::TakeOver => "this card takes it instead".to_owned(),
        WardAct::Instead(done) => format!("instead {}", effects(done, voice)),
    }
}
