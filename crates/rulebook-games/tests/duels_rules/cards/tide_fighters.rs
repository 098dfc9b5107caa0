//! The Champion and the monsters of the tide.

use rulebook_games::duels::cards::{Duration, Stat, Status, Trait};
use rulebook_games::duels::*;

use super::*;

#[test]
fn tide_warden_pulls_a_monster_back_heals_itself_and_holds_one_damage_a_turn() {
    let mut table = tide();
    let (card, hound) = (table.champion(TIDE), table.front(ASH, 0, "ember-hound"));
    table.hurt(card, 3);
    let mut duel = table.play();
    act(&mut duel, Action::Use { card, power: 0, on: Some(hound) });
    assert_eq!(duel.state().player(ASH).hand(), [hound]);
    act(&mut duel, Action::Done);
    act(&mut duel, Action::Use { card, power: 1, on: None });
    assert_eq!(wounds(&duel, card), 3 - 2);
    // Of two blows in a turn the first is weaker by one.
    let mut table = Table::new();
    table.broken(TIDE, 0);
    let (warden, queen) = (table.champion(TIDE), table.champion(ASH));
    let dancer = table.front(ASH, 0, "pyre-dancer");
    let mut duel = table.play();
    let what = |card| attack(card, TIDE, CENTRE);
    act(&mut duel, what(dancer));
    act(&mut duel, what(queen));
    fight(&mut duel);
    // The dancer's 2 are as much as the warden's: its DEF falls to 1, were it not
    // for the one that is held; then the queen's 3 against 2.
    assert_eq!(wounds(&duel, warden), 9 - 1 + 1);
}

#[test]
fn wall_golem_holds_one_of_every_damage() {
    let mut table = Table::new();
    let golem = table.front(TIDE, 0, "wall-golem");
    let (storm, bolt) = (table.back(ASH, 0, "firestorm"), table.back(ASH, 1, "fire-bolt"));
    let mut duel = table.play();
    act(&mut duel, Action::Cast { card: storm, on: None });
    act(&mut duel, Action::Cast { card: bolt, on: Some(golem) });
    fight(&mut duel);
    assert_eq!(wounds(&duel, golem), (2 - 1) + (3 - 1));
}

#[test]
fn reef_guardian_protects_two_turns_in_a_row() {
    let mut table = tide();
    let card = table.front(TIDE, 0, "reef-guardian");
    let mut duel = table.play();
    act(&mut duel, Action::Protect { card });
    fight(&mut duel);
    turn(&mut duel, &[]);
    turn(&mut duel, &[Action::Protect { card }]);
    assert_eq!(duel.state().protection(TIDE), 2);
}

#[test]
fn frost_weaver_freezes_whom_it_wounds() {
    let mut table = tide();
    let (weaver, giant) =
        (table.front(TIDE, 0, "frost-weaver"), table.front(ASH, 0, "furnace-giant"));
    let duel = strike(table, weaver);
    // 2 damage to a DEF of 6, of which half counts.
    assert_eq!((wounds(&duel, giant), duel.state().stat(giant, Stat::Def)), (2, 3 - 2));
    assert_eq!(duel.state().card(giant).ends_of(Status::Freeze), 3 - 1);
}

#[test]
fn storm_caller_stuns_whom_it_wounds() {
    let mut table = tide();
    let (caller, giant) =
        (table.front(TIDE, 0, "storm-caller"), table.front(ASH, 0, "furnace-giant"));
    let mut duel = strike(table, caller);
    assert_eq!(wounds(&duel, giant), 2);
    act(&mut duel, Action::Draw);
    assert_eq!(codes(&mut duel, ASH, attack(giant, TIDE, 0)), ["ACTOR_CANNOT_PERFORM"]);
    fight(&mut duel);
    assert_eq!(duel.state().card(giant).ends_of(Status::Stun), 0);
}

#[test]
fn river_scout_draws_a_card_when_it_is_placed() {
    let mut table = tide();
    let scout = table.hand(TIDE, "river-scout");
    let mut duel = table.play();
    act(&mut duel, Action::Place { card: scout, column: 0 });
    assert_eq!(held(&duel, TIDE), 1);
}

#[test]
fn pearl_diver_draws_when_its_turn_begins_with_few_cards_in_hand() {
    for (cards, drawn) in [(0, 1), (2, 1), (3, 0)] {
        let mut table = Table::new();
        table.front(TIDE, 0, "pearl-diver");
        for id in &["wall-golem", "river-scout", "mist-strider"][..cards] {
            table.hand(TIDE, id);
        }
        let mut duel = table.play();
        fight(&mut duel);
        assert_eq!(duel.state().station(), Station::Draw);
        assert_eq!(held(&duel, TIDE), cards + drawn);
    }
}

#[test]
fn coral_healer_heals_its_side_when_its_turn_ends() {
    let mut table = tide();
    table.front(TIDE, 0, "coral-healer");
    let (serpent, warden) = (table.front(TIDE, 2, "tide-serpent"), table.champion(TIDE));
    let foe = table.front(ASH, 0, "furnace-giant");
    for card in [serpent, warden, foe] {
        table.hurt(card, 2);
    }
    let mut duel = table.play();
    let hurt = |duel: &Session<Duels>| [serpent, warden, foe].map(|card| wounds(duel, card));
    fight(&mut duel);
    assert_eq!(hurt(&duel), [1, 1, 2]);
    turn(&mut duel, &[]);
    assert_eq!(hurt(&duel), [1, 1, 2], "not when the other's turn ends");
}

#[test]
fn mist_strider_attacks_diagonally_though_it_is_an_attacker() {
    let mut table = tide();
    table.broken(ASH, 2);
    let (strider, queen) = (table.front(TIDE, 0, "mist-strider"), table.champion(ASH));
    let mut duel = table.play();
    act(&mut duel, attack(strider, ASH, CENTRE));
    fight(&mut duel);
    // 3 against 3: her DEF falls to 1.
    assert_eq!(duel.state().stat(queen, Stat::Def), 1);
}

#[test]
fn tide_serpent_floods_the_lane_behind_whom_it_wounds_once_a_lane_is_broken() {
    for broken in [None, Some(ASH), Some(TIDE)] {
        let mut table = tide();
        let serpent = table.front(TIDE, 0, "tide-serpent");
        let giant = table.front(ASH, 0, "furnace-giant"); // 4/6, an Attacker: 5
        if let Some(seat) = broken {
            table.broken(seat, 2);
        }
        let duel = strike(table, serpent);
        assert_eq!(wounds(&duel, giant), 4);
        assert_eq!(lanes(&duel, ASH)[0], 5 - u8::from(broken.is_some()));
    }
}

#[test]
fn moat_keeper_forbids_enemies_to_pump_and_to_attack_the_champion_from_its_column() {
    let mut table = Table::new();
    table.front(TIDE, 0, "moat-keeper");
    table.broken(TIDE, 2);
    let (imp, dancer) = (table.front(ASH, 2, "soot-imp"), table.front(ASH, 0, "pyre-dancer"));
    let queen = table.champion(ASH);
    let mut duel = table.play();
    let pump = Action::Pump { card: imp, target: queen, stat: Stat::Atk };
    assert_eq!(codes(&mut duel, ASH, pump), ["PROHIBITED"]);
    assert_eq!(codes(&mut duel, ASH, attack(dancer, TIDE, CENTRE)), ["PROHIBITED"]);
    // The queen stands in another column, and what is no Champion may be attacked.
    act(&mut duel, attack(queen, TIDE, CENTRE));
    act(&mut duel, attack(dancer, TIDE, 0));
}

#[test]
fn lantern_monk_keeps_its_side_from_burn_and_poison() {
    let mut table = Table::new();
    table.front(TIDE, 2, "lantern-monk");
    let serpent = table.front(TIDE, 0, "tide-serpent"); // 4/5
    let creeper = table.front(ASH, 0, "venom-creeper"); // 3
    let earth = table.back(ASH, 0, "scorched-earth"); // burns all
    let mut duel = table.play();
    act(&mut duel, Action::Cast { card: earth, on: None });
    act(&mut duel, attack(creeper, TIDE, 0));
    fight(&mut duel);
    // The blow alone: neither burn nor poison.
    assert_eq!(wounds(&duel, serpent), 3);
    for status in Status::ALL {
        assert_eq!(duel.state().card(serpent).ends_of(status), 0);
    }
    // Other statuses it lets pass.
    let mut table = Table::new();
    table.front(TIDE, 2, "lantern-monk");
    let serpent = table.front(TIDE, 0, "tide-serpent");
    let caller = table.front(ASH, 0, "storm-caller"); // 2 + 1
    let duel = strike(table, caller);
    assert_eq!(duel.state().card(serpent).ends_of(Status::Stun), 2 - 1);
}

#[test]
fn pearl_sentinel_comes_with_a_shield_and_grows_when_it_holds() {
    let mut table = tide();
    let sentinel = table.hand(TIDE, "pearl-sentinel"); // 2/4
    let bolt = table.back(ASH, 0, "fire-bolt");
    let mut duel = table.play();
    act(&mut duel, Action::Place { card: sentinel, column: 0 });
    assert_eq!(duel.state().card(sentinel).shield(), 3);
    fight(&mut duel);
    turn(&mut duel, &[Action::Cast { card: bolt, on: Some(sentinel) }]);
    assert_eq!((wounds(&duel, sentinel), duel.state().card(sentinel).shield()), (0, 0));
    assert_eq!(atk(&duel, sentinel), 2 + 1);
    turn(&mut duel, &[]);
    assert_eq!(atk(&duel, sentinel), 2, "for two Ends");
}

#[test]
fn tide_militia_may_protect_and_stands_firm_beside_defenders() {
    let mut table = tide();
    let militia = table.front(TIDE, 0, "tide-militia");
    let serpent = table.front(TIDE, 2, "tide-serpent");
    let def = |table: &Table, card| table.duel.stat(card, Stat::Def);
    // The warden is a Defender; the militia itself and Champions get nothing.
    let warden = table.champion(TIDE);
    assert_eq!([militia, serpent, warden].map(|card| def(&table, card)), [4, 5 + 1, 10]);
    let mut duel = table.play();
    act(&mut duel, Action::Protect { card: militia });
    act(&mut duel, Action::Done);
    assert_eq!(duel.state().protection(TIDE), 2);
    // Without a Defender on its side nobody is firmer.
    let mut table = Table::new();
    table.front(ASH, 0, "tide-militia");
    let serpent = table.front(ASH, 2, "tide-serpent");
    assert_eq!(def(&table, serpent), 5);
}

#[test]
fn drift_spirit_goes_under_the_deck_when_it_is_destroyed() {
    let mut table = Table::new();
    let spirit = table.front(TIDE, 0, "drift-spirit"); // 1/1
    let (what, lasts) = (Trait::Shield(1), Duration::Lasting);
    table.happens(Event::Granted { card: spirit, what, lasts });
    let bolt = table.back(ASH, 0, "fire-bolt");
    let duel = cast(table, bolt, Some(spirit));
    assert!(events(&duel).contains(&Event::Destroyed { card: spirit }));
    assert_eq!(duel.state().player(TIDE).deck()[0], spirit);
    assert_eq!(discard(&duel, TIDE), []);
}
