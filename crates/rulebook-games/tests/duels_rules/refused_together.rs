//! Everything that is wrong at a gate is told at once, and what is wrong behind it
//! is not told.

use rulebook_games::duels::cards::{Ban, Stat, Status, Trait};
use rulebook_games::duels::*;

use crate::table::*;

#[test]
fn everything_that_is_wrong_with_the_actor_is_told_at_once() {
    let mut table = Table::new();
    let hound = table.front(TIDE, 0, "ember-hound");
    table.happens(Event::Protected { card: hound });
    table.happens(Event::Passed);
    stun(&mut table, hound);
    table.happens(Event::Passed);
    let (warden, foe) = (table.champion(TIDE), table.front(ASH, 0, "soot-imp"));
    table.happens(Event::PowerUsed { card: warden, power: 0 });
    stun(&mut table, warden);
    let mut duel = table.play();
    let all =
        ["NOT_ACTIVE_PLAYER", "ACTOR_CANNOT_PERFORM", "NOT_A_DEFENDER", "PROTECTION_ON_COOLDOWN"];
    assert_eq!(codes(&mut duel, TIDE, Action::Protect { card: hound }), all);
    let all = ["NOT_ACTIVE_PLAYER", "ACTOR_CANNOT_PERFORM", "POWER_ON_COOLDOWN"];
    let undertow = Action::Use { card: warden, power: 0, on: Some(foe) };
    assert_eq!(codes(&mut duel, TIDE, undertow), all);
    let all = ["NOT_ACTIVE_PLAYER", "ACTOR_CANNOT_PERFORM", "NOT_A_PUMPER"];
    let pump = Action::Pump { card: hound, target: hound, stat: Stat::Atk };
    assert_eq!(codes(&mut duel, TIDE, pump), all);
}

#[test]
fn a_stunned_card_without_atk_that_has_its_action_cannot_attack_for_three_reasons() {
    let mut table = Table::new();
    let hound = table.front(ASH, 0, "ember-hound");
    table.happens(Event::Chose { card: hound, order: Order::Protect });
    stun(&mut table, hound);
    grant(&mut table, hound, Trait::Stat { stat: Stat::Atk, by: -9 });
    let all = ["ACTOR_CANNOT_PERFORM", "ALREADY_CHOSEN", "CANNOT_ATTACK"];
    assert_eq!(codes(&mut table.play(), ASH, attack(hound, TIDE, 0)), all);
}

#[test]
fn what_two_cards_forbid_is_told_twice_beside_the_check() {
    let mut table = Table::new();
    let queen = table.champion(ASH);
    grant(&mut table, queen, Trait::Forbids(Ban::Attack));
    grant(&mut table, queen, Trait::Forbids(Ban::AttackChampion));
    let all = ["CANNOT_ATTACK_CHAMPION", "PROHIBITED", "PROHIBITED"];
    assert_eq!(codes(&mut table.play(), ASH, attack(queen, TIDE, CENTRE)), all);
}

#[test]
fn an_occupied_place_has_no_other_reason_beside_it() {
    // The only other one of its gate is a column that does not exist, and
    // nobody stands there.
    let mut table = Table::new();
    let imp = table.hand(ASH, "soot-imp");
    let mut duel = table.play();
    let place = |column| Action::Place { card: imp, column };
    assert_eq!(codes(&mut duel, ASH, place(CENTRE)), ["POSITION_OCCUPIED"]);
    assert_eq!(codes(&mut duel, ASH, place(3)), ["INVALID_POSITION"]);
}

#[test]
fn a_gate_is_asked_only_if_all_before_it_are_content() {
    // Wrong in every way: the step, the player, the target, the Champion.
    let mut table = Table::new();
    let queen = table.champion(ASH);
    stun(&mut table, queen);
    table.at(Station::Draw);
    let hit = attack(queen, ASH, 7);
    assert_eq!(codes(&mut table.clone().play(), TIDE, hit), ["WRONG_PHASE"]);
    table.at(Station::Strategy);
    let both = ["NOT_ACTIVE_PLAYER", "ACTOR_CANNOT_PERFORM"];
    assert_eq!(codes(&mut table.clone().play(), TIDE, hit), both);
    table.happens(Event::Cured { card: queen, status: Status::Stun });
    let both = ["INVALID_POSITION", "INVALID_TARGETS"];
    assert_eq!(codes(&mut table.clone().play(), ASH, hit), both);
    let hit = attack(queen, TIDE, CENTRE);
    assert_eq!(codes(&mut table.play(), ASH, hit), ["CANNOT_ATTACK_CHAMPION"]);
}
