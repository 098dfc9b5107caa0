//! The spells of the tide.

use rulebook_games::duels::cards::{Stat, Status};
use rulebook_games::duels::*;

use super::*;

#[test]
fn bubble_shield_holds_three_damage_and_burn_for_four_ends() {
    let mut table = tide();
    let scout = table.front(TIDE, 0, "river-scout"); // 2/3
    let hound = table.front(ASH, 0, "ember-hound"); // 3 + 1
    let bubble = table.back(TIDE, 0, "bubble-shield");
    let mut duel = cast(table, bubble, Some(scout));
    assert_eq!(duel.state().card(scout).shield(), 3);
    // 4 against 2: held. What is wounded would burn.
    turn(&mut duel, &[attack(hound, TIDE, 0)]);
    assert_eq!((wounds(&duel, scout), duel.state().card(scout).shield()), (0, 3 - 2));
    turn(&mut duel, &[]);
    turn(&mut duel, &[attack(hound, TIDE, 0)]);
    // 1 is held, 1 is not; and it does not burn.
    assert_eq!((wounds(&duel, scout), duel.state().card(scout).shield()), (1, 0));
    assert_eq!(duel.state().card(scout).ends_of(Status::Burn), 0);
    turn(&mut duel, &[]);
    turn(&mut duel, &[attack(hound, TIDE, 0)]);
    // The bubble is gone: 2 more, which are its end.
    assert_eq!(discard(&duel, TIDE), [bubble, scout]);
}

#[test]
fn whirlpool_puts_a_monster_onto_its_owners_deck() {
    let mut table = tide();
    let hound = table.front(ASH, 0, "ember-hound");
    table.hurt(hound, 1);
    let pool = table.back(TIDE, 0, "whirlpool");
    let mut duel = cast(table, pool, Some(hound));
    assert_eq!(duel.state().player(ASH).deck().last(), Some(&hound));
    act(&mut duel, Action::Draw);
    assert_eq!(duel.state().player(ASH).hand(), [hound]);
    assert_eq!(wounds(&duel, hound), 0);
}

#[test]
fn deep_freeze_freezes_every_enemy_monster() {
    let mut table = tide();
    let foes = [0, 2].map(|column| table.front(ASH, column, "furnace-giant"));
    let (mine, queen) = (table.front(TIDE, 0, "tide-serpent"), table.champion(ASH));
    let freeze = table.back(TIDE, 0, "deep-freeze");
    let duel = cast(table, freeze, None);
    let def = |card| duel.state().stat(card, Stat::Def);
    assert_eq!([foes[0], foes[1], mine, queen].map(def), [3, 3, 5, 9]);
    assert_eq!(duel.state().card(foes[0]).ends_of(Status::Freeze), 3 - 1);
}

#[test]
fn shatter_destroys_a_frozen_monster_and_no_other() {
    let mut table = tide();
    let [frozen, other] = [0, 2].map(|column| table.front(ASH, column, "furnace-giant"));
    table.happens(Event::Afflicted { card: frozen, status: Status::Freeze, ends: 2 });
    let card = table.back(TIDE, 0, "shatter");
    let mut refused = table.clone().play();
    let cast_on = Action::Cast { card, on: Some(other) };
    assert_eq!(codes(&mut refused, TIDE, cast_on), ["INVALID_TARGETS"]);
    let duel = cast(table, card, Some(frozen));
    assert_eq!(discard(&duel, ASH), [frozen]);
}

#[test]
fn null_tide_counters_the_first_enemy_spell_and_is_gone() {
    let mut table = Table::new();
    let null = table.back(TIDE, 0, "null-tide");
    let (storm, bolt) = (table.back(ASH, 0, "firestorm"), table.back(ASH, 1, "fire-bolt"));
    let serpent = table.front(TIDE, 0, "tide-serpent");
    let mut duel = table.play();
    act(&mut duel, Action::Cast { card: storm, on: None });
    act(&mut duel, Action::Cast { card: bolt, on: Some(serpent) });
    fight(&mut duel);
    // The storm came to nothing, the bolt did not.
    assert_eq!(wounds(&duel, serpent), 3);
    assert_eq!((discard(&duel, ASH), discard(&duel, TIDE)), (&[storm, bolt][..], &[null][..]));
}

#[test]
fn undercurrent_moves_an_enemy_aside() {
    let mut table = tide();
    let queen = table.champion(ASH);
    table.front(ASH, 0, "soot-imp");
    let current = table.back(TIDE, 0, "undercurrent");
    let duel = cast(table, current, Some(queen));
    // The left place is taken.
    assert_eq!(duel.state().front_column(queen), Some(2));
}

#[test]
fn healing_rain_cures_and_heals_ones_side_and_its_lanes() {
    let mut table = tide();
    let (serpent, warden) = (table.front(TIDE, 0, "tide-serpent"), table.champion(TIDE));
    let foe = table.front(ASH, 0, "furnace-giant");
    for card in [serpent, warden, foe] {
        table.hurt(card, 3);
        table.happens(Event::Afflicted { card, status: Status::Poison, ends: 3 });
    }
    table.happens(Event::Afflicted { card: serpent, status: Status::Stun, ends: 3 });
    table.lane_hit(TIDE, 0, 2);
    table.broken(TIDE, 2);
    let rain = table.back(TIDE, 0, "healing-rain");
    let duel = cast(table, rain, None);
    assert_eq!([serpent, warden, foe].map(|card| wounds(&duel, card)), [1, 1, 3 + 1]);
    for status in Status::ALL {
        assert_eq!([serpent, warden].map(|card| duel.state().card(card).ends_of(status)), [0; 2]);
    }
    // What is broken stays broken, and what is whole is not more.
    assert_eq!(lanes(&duel, TIDE), [3 + 1, 10, 0]);
}

#[test]
fn calm_seas_forbid_enemy_spells_until_the_enemys_turn_ends() {
    let mut table = tide();
    let (seas, bolt) = (table.hand(TIDE, "calm-seas"), table.back(ASH, 0, "fire-bolt"));
    let foe = table.front(TIDE, 0, "tide-serpent");
    let mut duel = table.play();
    act(&mut duel, Action::Place { card: seas, column: 0 });
    fight(&mut duel);
    assert_eq!(discard(&duel, TIDE), [], "its own turn's End does not matter");
    act(&mut duel, Action::Draw);
    let cast = Action::Cast { card: bolt, on: Some(foe) };
    assert_eq!(codes(&mut duel, ASH, cast), ["PROHIBITED"]);
    fight(&mut duel);
    assert_eq!(discard(&duel, TIDE), [seas]);
    turn(&mut duel, &[]);
    turn(&mut duel, &[cast]);
    assert_eq!(wounds(&duel, foe), 3);
}

#[test]
fn decoy_lets_the_chosen_monster_take_all_damage_of_its_side_for_two_ends() {
    let mut table = tide();
    let golem = table.front(TIDE, 0, "wall-golem"); // DEF 7, holds 1 of each
    let (serpent, warden) = (table.front(TIDE, 2, "tide-serpent"), table.champion(TIDE));
    let (decoy, storm) = (table.back(TIDE, 0, "decoy"), table.back(ASH, 0, "firestorm"));
    let mut duel = cast(table, decoy, Some(golem));
    let mut later = duel.fork();
    turn(&mut duel, &[Action::Cast { card: storm, on: None }]);
    let hurt = |duel: &Session<Duels>| [golem, serpent, warden].map(|card| wounds(duel, card));
    // Three times 2, of each of which the golem holds 1.
    assert_eq!(hurt(&duel), [3, 0, 0]);
    // Two turns later nobody takes anything for others.
    turn(&mut later, &[]);
    turn(&mut later, &[]);
    turn(&mut later, &[Action::Cast { card: storm, on: None }]);
    assert_eq!(hurt(&later), [1, 2, 1]);
}

#[test]
fn mirror_pool_prevents_one_damage_and_gives_some_back() {
    let mut table = Table::new();
    let pool = table.back(TIDE, 0, "mirror-pool");
    let foes = [0, 2].map(|column| table.front(TIDE, column, "tide-serpent"));
    let (beast, queen) = (table.front(ASH, 0, "furnace-giant"), table.champion(ASH));
    let storm = table.back(ASH, 0, "firestorm");
    let duel = cast(table, storm, None);
    // One of the two was spared, whole; the giant got 1 more, the Champion not.
    assert_eq!(foes.map(|foe| wounds(&duel, foe)), [0, 2]);
    assert_eq!([beast, queen].map(|card| wounds(&duel, card)), [2 + 1, 2]);
    assert_eq!(discard(&duel, TIDE), [pool]);
}

#[test]
fn spring_tide_doubles_healing_and_holds_lane_damage_three_times() {
    let mut table = tide();
    table.back(TIDE, 0, "spring-tide");
    let card = table.champion(TIDE);
    table.hurt(card, 5);
    table.at(Station::Battle);
    let mut duel = table.play();
    act(&mut duel, Action::Use { card, power: 1, on: None });
    assert_eq!(wounds(&duel, card), 5 - 2 * 2);
    let mut table = Table::new();
    table.back(TIDE, 0, "spring-tide");
    let mut duel = table.play();
    let queen = duel.state().player(ASH).champion();
    // The queen hits the left lane thrice, the right one once: 3 each time.
    let mut left = Vec::new();
    for lane in [0, 2, 2, 0] {
        if duel.state().station() == Station::Draw {
            act(&mut duel, Action::Draw);
        }
        act(&mut duel, attack(queen, TIDE, lane));
        fight(&mut duel);
        turn(&mut duel, &[]);
        left.push((lanes(&duel, TIDE)[0], lanes(&duel, TIDE)[2]));
    }
    assert_eq!(left, [(3, 5), (3, 3), (3, 1), (0, 1)]);
}

#[test]
fn entangle_forbids_the_chosen_card_to_attack_and_protect_for_two_ends() {
    let mut table = tide();
    let guard = table.front(ASH, 0, "basalt-guard");
    let entangle = table.back(TIDE, 0, "entangle");
    let mut duel = cast(table, entangle, Some(guard));
    act(&mut duel, Action::Draw);
    for action in [attack(guard, TIDE, 0), Action::Protect { card: guard }] {
        assert_eq!(codes(&mut duel, ASH, action), ["PROHIBITED"]);
    }
    fight(&mut duel);
    turn(&mut duel, &[]);
    turn(&mut duel, &[attack(guard, TIDE, 0)]);
    assert_eq!(lanes(&duel, TIDE)[0], 5 - 2);
}

#[test]
fn dream_thief_draws_instead_of_the_enemy_and_is_gone() {
    let mut table = Table::new();
    let thief = table.back(TIDE, 0, "dream-thief");
    table.at(Station::Draw);
    let decks = [ASH, TIDE].map(|seat| table.duel.player(seat).deck().len());
    let mut duel = table.play();
    act(&mut duel, Action::Draw);
    assert_eq!([ASH, TIDE].map(|seat| held(&duel, seat)), [0, 1]);
    let now = [ASH, TIDE].map(|seat| duel.state().player(seat).deck().len());
    assert_eq!(now, [decks[0], decks[1] - 1]);
    assert_eq!(discard(&duel, TIDE), [thief]);
}

#[test]
fn rising_flood_hits_as_hard_as_there_are_friends_and_cannot_be_prevented() {
    let mut table = tide();
    let flood = table.back(TIDE, 0, "rising-flood");
    let golem = table.front(ASH, 0, "wall-golem"); // its ward would hold 1
    table.front(TIDE, 0, "tide-serpent");
    let cast_it = Action::Cast { card: flood, on: None };
    assert_eq!(codes(&mut table.clone().play(), TIDE, cast_it), ["CONDITION_NOT_MET"]);
    table.front(TIDE, 2, "tide-serpent");
    let duel = cast(table, flood, None);
    assert_eq!(wounds(&duel, golem), 3);
}

#[test]
fn fog_bank_forbids_to_place_monsters_until_the_enemys_turn_ends() {
    let mut table = tide();
    let fog = table.hand(TIDE, "fog-bank");
    let (monster, spell) = (table.hand(ASH, "soot-imp"), table.hand(ASH, "fire-bolt"));
    let own = table.hand(TIDE, "wall-golem");
    let mut duel = table.play();
    act(&mut duel, Action::Place { card: fog, column: 0 });
    act(&mut duel, Action::Place { card: own, column: 0 });
    fight(&mut duel);
    act(&mut duel, Action::Draw);
    let place = |card| Action::Place { card, column: 0 };
    assert_eq!(codes(&mut duel, ASH, place(monster)), ["PROHIBITED"]);
    act(&mut duel, place(spell));
    fight(&mut duel);
    assert_eq!(discard(&duel, TIDE), [fog]);
    turn(&mut duel, &[]);
    turn(&mut duel, &[place(monster)]);
}
