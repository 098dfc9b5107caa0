//! The Champion and the monsters of the ash.

use rulebook_games::duels::cards::{CheckName, Duration, Stat, Status, Trait};
use rulebook_games::duels::*;

use super::*;

#[test]
fn ash_queen_sparks_a_monster_and_makes_other_attackers_stronger() {
    let mut table = Table::new();
    let (queen, imp) = (table.champion(ASH), table.front(ASH, 0, "soot-imp"));
    let (hound, theirs) = (table.front(ASH, 2, "ember-hound"), table.front(TIDE, 2, "ember-hound"));
    let weaver = table.front(TIDE, 0, "frost-weaver");
    let mut duel = table.play();
    assert_eq!([queen, imp, hound, theirs].map(|card| atk(&duel, card)), [3, 1, 3 + 1, 3]);
    act(&mut duel, Action::Use { card: queen, power: 0, on: Some(weaver) });
    assert_eq!(wounds(&duel, weaver), 2);
}

#[test]
fn ember_hound_burns_whom_it_wounds() {
    let mut table = Table::new();
    let (hound, weaver) =
        (table.front(ASH, 0, "ember-hound"), table.front(TIDE, 0, "frost-weaver"));
    let duel = strike(table, hound);
    // 4 against 2, and 1 at the End.
    assert_eq!(wounds(&duel, weaver), 2 + 1);
    assert_eq!(duel.state().card(weaver).ends_of(Status::Burn), 2 - 1);
}

#[test]
fn cinder_lancer_pierces_protection_and_shields() {
    let mut table = Table::new();
    let lancer = table.front(ASH, 0, "cinder-lancer");
    let serpent = table.front(TIDE, 0, "wall-golem"); // 1/7, its ward prevents 1
    let guard = table.front(TIDE, 2, "reef-guardian");
    table.happens(Event::Protected { card: guard });
    let (what, lasts) = (Trait::Shield(3), Duration::Lasting);
    table.happens(Event::Granted { card: serpent, what, lasts });
    let duel = strike(table, lancer);
    assert_eq!((wounds(&duel, serpent), duel.state().card(serpent).shield()), (5 - 1, 3));
}

#[test]
fn pyre_dancer_hurts_one_enemy_monster_when_it_is_placed() {
    let mut table = Table::new();
    let dancer = table.hand(ASH, "pyre-dancer");
    let foes = [0, 2].map(|column| table.front(TIDE, column, "tide-serpent"));
    let warden = table.champion(TIDE);
    let mut duel = table.play();
    act(&mut duel, Action::Place { card: dancer, column: 0 });
    assert_eq!(foes.map(|foe| wounds(&duel, foe)).iter().sum::<u8>(), 1);
    assert_eq!(wounds(&duel, warden), 0);
}

#[test]
fn soot_imp_hurts_each_enemy_monster_when_it_is_destroyed() {
    let mut table = Table::new();
    table.front(ASH, 0, "soot-imp"); // DEF 2
    let beast = table.front(ASH, 2, "thorn-beast");
    let (serpent, warden) = (table.front(TIDE, 0, "tide-serpent"), table.champion(TIDE));
    let storm = table.back(ASH, 0, "firestorm"); // 2 to everybody
    let duel = cast(table, storm, None);
    assert_eq!(wounds(&duel, serpent), 2 + 1);
    // Its own side is spared, and so is the Champion, whose ward prevents 1.
    assert_eq!([beast, warden].map(|card| wounds(&duel, card)), [2, 2 - 1]);
}

#[test]
fn ash_phoenix_returns_to_the_hand_instead_of_being_destroyed() {
    let mut table = Table::new();
    let phoenix = table.front(ASH, 0, "ash-phoenix"); // DEF 3
    table.hurt(phoenix, 2);
    let storm = table.back(ASH, 0, "firestorm");
    let duel = cast(table, storm, None);
    assert_eq!(duel.state().player(ASH).hand(), [phoenix]);
    assert_eq!((wounds(&duel, phoenix), discard(&duel, ASH)), (0, &[storm][..]));
    assert!(!events(&duel).contains(&Event::Destroyed { card: phoenix }));
}

#[test]
fn venom_creeper_poisons_whom_it_wounds() {
    let mut table = Table::new();
    let creeper = table.front(ASH, 0, "venom-creeper");
    let weaver = table.front(TIDE, 0, "frost-weaver");
    let duel = strike(table, creeper);
    // 3 against 2, and 1 at the End.
    assert_eq!(wounds(&duel, weaver), 1 + 1);
    assert_eq!(duel.state().card(weaver).ends_of(Status::Poison), 3 - 1);
}

/// The Champion stands in another column, by exception.
fn displace(table: &mut Table, seat: rulebook::Seat, column: u8) {
    let (card, lasts) = (table.champion(seat), Duration::Lasting);
    let what = Trait::Lifts(CheckName::ChampionInCentre);
    table.happens(Event::Granted { card, what, lasts });
    table.happens(Event::SteppedAside { card, column });
}

#[test]
fn gate_breaker_attacks_the_champion_and_the_centre_lane_behind_unbroken_lanes() {
    let mut table = Table::new();
    displace(&mut table, TIDE, 0);
    let (breaker, warden) = (table.front(ASH, 0, "gate-breaker"), table.champion(TIDE));
    let duel = strike(table, breaker);
    // 4 against 2, of which the warden's ward prevents 1.
    assert_eq!(wounds(&duel, warden), 2 - 1);
    let mut table = Table::new();
    displace(&mut table, TIDE, 0);
    displace(&mut table, ASH, 2);
    let breaker = table.front(ASH, CENTRE, "gate-breaker");
    let duel = strike(table, breaker);
    assert_eq!(lanes(&duel, TIDE), [5, 10 - 4, 5]);
}

#[test]
fn furnace_giant_hits_every_opposing_monster_at_once() {
    let mut table = Table::new();
    let giant = table.front(ASH, 0, "furnace-giant");
    let foes = [0, 2].map(|column| table.front(TIDE, column, "tide-serpent")); // 4/5
    let warden = table.champion(TIDE);
    let duel = strike(table, giant);
    assert_eq!(foes.map(|foe| wounds(&duel, foe)), [5 - 4; 2]);
    assert_eq!(wounds(&duel, warden), 0);
}

#[test]
fn war_drummer_makes_those_beside_it_faster() {
    let mut table = Table::new();
    let drummer = table.front(ASH, 0, "war-drummer");
    let (queen, hound) = (table.champion(ASH), table.front(ASH, 2, "ember-hound"));
    let foe = table.champion(TIDE);
    let spd = [drummer, queen, hound, foe].map(|card| table.duel.stat(card, Stat::Spd));
    assert_eq!(spd, [2, 3 + 2, 4, 2]);
}

#[test]
fn rune_smith_makes_the_chosen_card_stronger_for_three_ends() {
    let mut table = Table::new();
    let (smith, queen) = (table.hand(ASH, "rune-smith"), table.champion(ASH));
    let mut duel = table.play();
    act(&mut duel, Action::Place { card: smith, column: 0 });
    for expected in [5, 5, 5] {
        assert_eq!(atk(&duel, queen), expected);
        if duel.state().station() == Station::Draw {
            act(&mut duel, Action::Draw);
        }
        fight(&mut duel);
    }
    assert_eq!([queen, smith].map(|card| atk(&duel, card)), [3, 2]);
}

#[test]
fn basalt_guard_takes_the_damage_of_its_champion() {
    let mut table = Table::new();
    let (guard, queen) = (table.front(ASH, 0, "basalt-guard"), table.champion(ASH));
    let hound = table.front(ASH, 2, "thorn-beast");
    let storm = table.back(ASH, 0, "firestorm");
    let duel = cast(table, storm, None);
    assert_eq!([guard, queen, hound].map(|card| wounds(&duel, card)), [2 + 2, 0, 2]);
}

#[test]
fn oath_keeper_takes_damage_over_for_those_near_it_once_a_turn() {
    let mut table = tide();
    let (keeper, queen) = (table.front(ASH, 0, "oath-keeper"), table.champion(ASH));
    table.broken(ASH, 2);
    let (scout, warden) = (table.front(TIDE, 2, "river-scout"), table.champion(TIDE));
    let mut duel = table.play();
    act(&mut duel, attack(scout, ASH, CENTRE));
    act(&mut duel, attack(warden, ASH, CENTRE));
    fight(&mut duel);
    // The scout is faster; both do 2, being weaker than the queen.
    assert_eq!([keeper, queen].map(|card| wounds(&duel, card)), [2, 2]);
    // Who stands too far away is not near.
    let mut table = Table::new();
    let keeper = table.front(ASH, 0, "oath-keeper");
    let beast = table.front(ASH, 2, "thorn-beast");
    table.hurt(keeper, 1);
    let mut far = table.clone();
    far.happens(Event::Passed);
    let storm = far.front(TIDE, 2, "river-scout");
    let duel = strike(far, storm);
    assert_eq!([keeper, beast].map(|card| wounds(&duel, card)), [1, 2]);
}

#[test]
fn thorn_beast_strikes_back_at_enemies_only() {
    let mut table = tide();
    let (beast, scout) = (table.front(ASH, 0, "thorn-beast"), table.front(TIDE, 0, "river-scout"));
    let duel = strike(table, scout);
    assert_eq!([beast, scout].map(|card| wounds(&duel, card)), [2, 1]);
    // Its own side's storm is no enemy.
    let mut table = Table::new();
    let beast = table.front(ASH, 0, "thorn-beast");
    let storm = table.back(ASH, 0, "firestorm");
    let duel = cast(table, storm, None);
    let struck = |event: &Event| matches!(event, Event::Damaged { by, .. } if *by == Some(beast));
    assert!(!events(&duel).iter().any(struck));
}

#[test]
fn pit_fighter_is_stronger_when_it_is_hurt_and_may_pump() {
    for (hurt, lane) in [(0, 5 - 4), (1, 5 - 4), (2, 0)] {
        let mut table = Table::new();
        let fighter = table.front(ASH, 0, "pit-fighter"); // 3 + 1, DEF 5
        table.hurt(fighter, hurt);
        let duel = strike(table, fighter);
        assert_eq!(lanes(&duel, TIDE)[0], lane);
        assert_eq!(atk(&duel, fighter), 4, "until the End");
    }
    let mut table = Table::new();
    let (fighter, queen) = (table.front(ASH, 0, "pit-fighter"), table.champion(ASH));
    let mut duel = table.play();
    act(&mut duel, Action::Pump { card: fighter, target: queen, stat: Stat::Def });
    act(&mut duel, Action::Done);
    assert_eq!(duel.state().stat(queen, Stat::Def), 9 + 1);
}

#[test]
fn carrion_crow_grows_with_every_monster_that_falls_for_good() {
    let mut table = Table::new();
    let crow = table.front(ASH, 0, "carrion-crow");
    let diver = table.front(TIDE, 0, "pearl-diver"); // DEF 3
    let bolt = table.back(ASH, 0, "fire-bolt");
    let mut duel = cast(table, bolt, Some(diver));
    assert_eq!(atk(&duel, crow), 1 + 1);
    turn(&mut duel, &[]);
    turn(&mut duel, &[]);
    assert_eq!(atk(&duel, crow), 1 + 1);
}
