//! What happens at once, and what happens whole or not at all.

use rulebook::prelude::*;
use rulebook::{Fate, GroupKind};
use rulebook_games::duels::cards::{Filter, Side, Stat, Trait, Which};
use rulebook_games::duels::*;
use serde_json::json;

use crate::table::*;

/// The groups in which the events that this picks were proposed in the last
/// frame: their kinds, and how many events each had.
fn groups(duel: &Session<Duels>, pick: impl Fn(&Event) -> bool) -> Vec<(GroupKind, usize)> {
    let frame = duel.frames().next_back().expect("something happened");
    let account = frame.account().expect("it reacted");
    let mut found: Vec<(usize, usize)> = Vec::new();
    for line in account.lines.iter().filter(|line| pick(&line.proposed)) {
        let group = line.group.expect("it was proposed in a group");
        match found.iter_mut().find(|(other, _)| *other == group) {
            Some((_, many)) => *many += 1,
            None => found.push((group, 1)),
        }
    }
    found.into_iter().map(|(group, many)| (account.groups[group].kind, many)).collect()
}

fn is_harm(event: &Event) -> bool {
    matches!(event, Event::Damaged { .. } | Event::LaneHit { .. })
}

#[test]
fn an_area_is_one_batch_of_an_event_for_each_target() {
    let mut table = Table::new();
    for column in [0, 2] {
        table.front(ASH, column, "thorn-beast");
        table.front(TIDE, column, "wall-golem");
    }
    let storm = table.back(ASH, 0, "firestorm");
    let mut duel = table.play();
    act(&mut duel, Action::Cast { card: storm, on: None });
    fight(&mut duel);
    // Both Champions and four monsters; then each beast strikes back at a spell
    // that is its own side's, which it does not.
    assert_eq!(groups(&duel, is_harm), [(GroupKind::Batch, 6)]);
}

#[test]
fn a_sweeping_attack_is_one_batch() {
    let mut table = Table::new();
    let giant = table.front(ASH, 0, "furnace-giant");
    for column in [0, 2] {
        table.front(TIDE, column, "frost-weaver");
    }
    table.broken(TIDE, 0);
    let mut duel = table.play();
    act(&mut duel, attack(giant, TIDE, 0));
    fight(&mut duel);
    // For each of three the damage, and what exceeds it (here nothing).
    assert_eq!(groups(&duel, is_harm), [(GroupKind::Batch, 6)]);
}

/// A ward of the golem for its side that holds as long as the golem is whole.
fn a_ward_that_needs_its_bearer() -> Table {
    Table::with(|file| {
        let cards = file["cards"].as_array_mut().expect("a list");
        let golem = cards.iter_mut().find(|card| card["id"] == "wall-golem");
        golem.expect("it is there")["abilities"] = json!([{
            "before": "damage", "to": { "side": "own", "kind": "monsters" }, "act": "prevent",
            "amount": 1, "if": [{ "stat": "def", "at_least": 7 }],
        }]);
    })
}

#[test]
fn an_area_is_settled_as_things_stood_before_it() {
    let mut table = a_ward_that_needs_its_bearer();
    let golem = table.front(TIDE, 0, "wall-golem"); // DEF 7, the first to be hurt
    let serpent = table.front(TIDE, 2, "tide-serpent");
    let storm = table.back(ASH, 0, "firestorm");
    let mut duel = table.play();
    act(&mut duel, Action::Cast { card: storm, on: None });
    fight(&mut duel);
    // Though the golem is hurt when the serpent is, its ward still held.
    assert_eq!(duel.state().card(golem).wounds(), 1);
    assert_eq!(duel.state().card(serpent).wounds(), 1);
}

#[test]
fn a_ward_that_dies_in_the_area_still_wards() {
    let mut table = Table::with(|file| {
        let cards = file["cards"].as_array_mut().expect("a list");
        let spirit = cards.iter_mut().find(|card| card["id"] == "drift-spirit");
        spirit.expect("it is there")["abilities"] = json!([{
            "before": "damage", "to": { "side": "own", "which": "others" }, "act": "prevent",
            "amount": 1,
        }]);
    });
    let spirit = table.front(TIDE, 0, "drift-spirit"); // DEF 1
    let serpent = table.front(TIDE, 2, "tide-serpent");
    let cast = |mut table: Table| {
        let storm = table.back(ASH, 0, "firestorm");
        let mut duel = table.play();
        act(&mut duel, Action::Cast { card: storm, on: None });
        fight(&mut duel);
        duel.state().card(serpent).wounds()
    };
    assert_eq!(cast(table.clone()), 1);
    // Had it died before, nobody would have been warded.
    table.happens(Event::Destroyed { card: spirit });
    assert_eq!(cast(table), 2);
}

/// Call of Embers, whose hound comes with one more gift: a status.
fn call_with(status: &str) -> Table {
    Table::with(|file| {
        let cards = file["cards"].as_array_mut().expect("a list");
        let call = cards.iter_mut().find(|card| card["id"] == "call-of-embers");
        let gifts = &mut call.expect("it is there")["abilities"][0]["do"][0]["with"];
        let burden = json!({ "gift": "status", "status": status, "lasts": 2 });
        gifts.as_array_mut().expect("a list").push(burden);
    })
}

#[test]
fn a_summons_whose_gift_cannot_be_given_does_not_happen_at_all() {
    // Nobody suffers from burn next to a monk (immunity), nor from poison (its
    // ward forbids it); stun is no trouble.
    for (status, monk, comes) in [
        ("burn", false, true),
        ("burn", true, false),
        ("poison", false, true),
        ("poison", true, false),
        ("stun", true, true),
    ] {
        let mut table = call_with(status);
        if monk {
            table.front(ASH, 0, "lantern-monk");
        }
        let call = table.back(ASH, 0, "call-of-embers");
        let before = table.duel.cards();
        let mut duel = table.play();
        act(&mut duel, Action::Cast { card: call, on: None });
        fight(&mut duel);
        let column = if monk { 2 } else { 0 };
        let hound = duel.state().player(ASH).front()[column];
        assert_eq!(hound.is_some(), comes, "{status}, monk: {monk}");
        assert_eq!(duel.state().cards(), before + usize::from(comes));
        let came = |event: &Event| matches!(event, Event::Summoned { .. } | Event::Granted { .. });
        assert_eq!(events(&duel).iter().any(came), comes);
        let frame = duel.frames().next_back().expect("a frame");
        let lines = &frame.account().expect("it reacted").lines;
        let fates = lines.iter().filter(|line| came(&line.proposed)).map(|line| line.fate);
        let fate = if comes { Fate::Applied } else { Fate::RolledBack };
        assert_eq!(fates.collect::<Vec<_>>(), [fate; 3], "{status}, monk: {monk}");
        // What was paid stays paid.
        assert_eq!(duel.state().player(ASH).discard(), [call]);
    }
}

#[test]
fn a_summoned_card_never_stands_without_its_bonus() {
    let mut table = Table::new();
    let call = table.back(ASH, 0, "call-of-embers");
    let mut duel = table.play();
    act(&mut duel, Action::Cast { card: call, on: None });
    fight(&mut duel);
    let came = |event: &Event| matches!(event, Event::Summoned { .. } | Event::Granted { .. });
    assert_eq!(groups(&duel, came), [(GroupKind::Atomic, 3)]);
    let hound = duel.state().player(ASH).front()[0].expect("it came");
    assert_eq!(duel.state().stat(hound, Stat::Atk), 3 + 1 + 1);
    assert_eq!(duel.state().card(hound).shield(), 1);
}

#[test]
fn a_champion_is_displaced_with_its_exception_or_not_at_all() {
    let mut table = Table::new();
    table.happens(Event::Passed);
    let queen = table.champion(ASH);
    for column in [0, 2] {
        table.front(ASH, column, "soot-imp");
    }
    let spell = table.back(TIDE, 0, "undercurrent");
    let mut duel = table.play();
    act(&mut duel, Action::Cast { card: spell, on: Some(queen) });
    fight(&mut duel);
    // There is no place beside: it stays, and without an exception.
    assert_eq!(duel.state().front_column(queen), Some(CENTRE));
    let granted = events(&duel).iter().any(|event| matches!(event, Event::Granted { .. }));
    assert!(!granted);
}

#[test]
fn damage_is_taken_over_only_by_who_is_still_there() {
    let mut table = Table::new();
    table.happens(Event::Passed);
    let guard = table.front(ASH, 0, "basalt-guard"); // 2/6, takes what hits the queen
    table.hurt(guard, 5);
    table.broken(ASH, 2);
    let (strider, warden) = (table.front(TIDE, 0, "mist-strider"), table.champion(TIDE));
    let queen = table.champion(ASH);
    let mut duel = table.play();
    act(&mut duel, attack(strider, ASH, 0));
    act(&mut duel, attack(warden, ASH, CENTRE));
    fight(&mut duel);
    // The strider is faster, and the guard falls before the warden strikes.
    assert_eq!(duel.state().player(ASH).discard(), [guard]);
    assert_eq!(duel.state().card(queen).wounds(), 2);
}

#[test]
fn two_who_take_damage_for_each_other_do_not_pass_it_to_and_fro() {
    let mut table = Table::new();
    let [older, younger] = [2, 0].map(|column| table.front(ASH, column, "furnace-giant"));
    let others = Filter { which: Which::Others, ..Filter::of(Side::Own) };
    for card in [older, younger] {
        grant(&mut table, card, Trait::Takes(others));
    }
    let (queen, storm) = (table.champion(ASH), table.back(ASH, 0, "firestorm"));
    let mut duel = table.play();
    act(&mut duel, Action::Cast { card: storm, on: None });
    fight(&mut duel);
    // Each takes the other's, once; the queen's goes to who has been there longer.
    let wounds = [older, younger, queen].map(|card| duel.state().card(card).wounds());
    assert_eq!(wounds, [2 + 2, 2, 0]);
}
