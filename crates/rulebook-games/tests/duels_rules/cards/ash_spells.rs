//! The spells of the ash.

use rulebook_games::duels::cards::{CheckName, Stat, Status};
use rulebook_games::duels::*;

use super::*;

#[test]
fn fire_bolt_hurts_the_chosen_monster() {
    let mut table = Table::new();
    let foes = [0, 2].map(|column| table.front(TIDE, column, "tide-serpent"));
    let bolt = table.back(ASH, 0, "fire-bolt");
    let duel = cast(table, bolt, Some(foes[1]));
    assert_eq!(foes.map(|foe| wounds(&duel, foe)), [0, 3]);
    assert_eq!(discard(&duel, ASH), [bolt]);
}

#[test]
fn firestorm_hurts_everybody() {
    let mut table = Table::new();
    let (mine, foe) = (table.front(ASH, 0, "thorn-beast"), table.front(TIDE, 0, "tide-serpent"));
    let (queen, warden) = (table.champion(ASH), table.champion(TIDE));
    let storm = table.back(ASH, 0, "firestorm");
    let duel = cast(table, storm, None);
    // The warden's ward prevents 1.
    assert_eq!([mine, foe, queen, warden].map(|card| wounds(&duel, card)), [2, 2, 2, 2 - 1]);
}

#[test]
fn battle_hymn_makes_the_chosen_card_stronger_and_piercing_until_the_end() {
    let mut table = Table::new();
    let (dancer, golem) = (table.front(ASH, 0, "pyre-dancer"), table.front(TIDE, 0, "wall-golem"));
    let hymn = table.back(ASH, 0, "battle-hymn");
    let mut duel = table.play();
    act(&mut duel, Action::Cast { card: hymn, on: Some(dancer) });
    act(&mut duel, attack(dancer, TIDE, 0));
    fight(&mut duel);
    // 4 against 1; the golem's ward would prevent 1.
    assert_eq!(wounds(&duel, golem), 3);
    assert_eq!(atk(&duel, dancer), 2);
}

#[test]
fn wildfire_lets_the_chosen_card_hit_all_at_once_until_the_end() {
    let mut table = Table::new();
    let hound = table.front(ASH, 0, "pyre-dancer"); // 2
    let foes = [0, 2].map(|column| table.front(TIDE, column, "tide-serpent")); // 4/5
    let spell = table.back(ASH, 0, "wildfire");
    let mut duel = table.play();
    act(&mut duel, Action::Cast { card: spell, on: Some(hound) });
    act(&mut duel, attack(hound, TIDE, 0));
    fight(&mut duel);
    assert_eq!(foes.map(|foe| wounds(&duel, foe)), [2, 2]);
    // In its next turn it hits one again.
    turn(&mut duel, &[]);
    turn(&mut duel, &[attack(hound, TIDE, 0)]);
    assert_eq!(foes.map(|foe| wounds(&duel, foe)), [4, 2]);
}

#[test]
fn side_door_opens_the_champion_to_the_chosen_card_for_three_ends() {
    let mut table = Table::new();
    let (queen, warden) = (table.champion(ASH), table.champion(TIDE));
    let door = table.back(ASH, 0, "side-door");
    let mut duel = cast(table, door, Some(queen));
    turn(&mut duel, &[]);
    assert!(duel.state().lifts(queen, CheckName::ChampionIsOpen));
    turn(&mut duel, &[attack(queen, TIDE, CENTRE)]);
    assert_eq!(wounds(&duel, warden), 0, "3 against 2 is 1, and its ward prevents it");
    assert!(events(&duel).contains(&Event::Attacking {
        card: queen,
        column: CENTRE,
        target: Some(warden)
    }));
    assert!(!duel.state().lifts(queen, CheckName::ChampionIsOpen));
    turn(&mut duel, &[]);
    act(&mut duel, Action::Draw);
    let refused = codes(&mut duel, ASH, attack(queen, TIDE, CENTRE));
    assert_eq!(refused, ["CANNOT_ATTACK_CHAMPION"]);
}

#[test]
fn call_of_embers_summons_a_hound_with_its_gifts() {
    let mut table = Table::new();
    let call = table.back(ASH, 0, "call-of-embers");
    let mut duel = cast(table, call, None);
    let hound = duel.state().player(ASH).front()[0].expect("it came");
    assert_eq!(duel.state().def(hound).id, "ember-hound");
    assert_eq!((atk(&duel, hound), duel.state().card(hound).shield()), (3 + 1 + 1, 1));
    // The shield lasts for four Ends, of which one has passed.
    for left in [1, 1, 0] {
        turn(&mut duel, &[]);
        assert_eq!(duel.state().card(hound).shield(), left);
    }
    assert_eq!(atk(&duel, hound), 3 + 1 + 1);
}

#[test]
fn scorched_earth_hurts_the_side_lanes_and_burns_the_monsters() {
    let mut table = Table::new();
    let (foe, warden) = (table.front(TIDE, 0, "tide-serpent"), table.champion(TIDE));
    let mine = table.front(ASH, 0, "thorn-beast");
    let earth = table.back(ASH, 0, "scorched-earth");
    let duel = cast(table, earth, None);
    assert_eq!((lanes(&duel, TIDE), lanes(&duel, ASH)), ([4, 10, 4], [5, 9, 5]));
    // It burned at this End, and no longer.
    assert_eq!([foe, warden, mine].map(|card| wounds(&duel, card)), [1, 0, 0]);
    assert_eq!(duel.state().card(foe).ends_of(Status::Burn), 0);
}

#[test]
fn backdraft_waits_for_a_lane_of_its_own_to_break() {
    for (left, breaks) in [(2, true), (3, false)] {
        let mut table = tide();
        let draft = table.back(ASH, 0, "backdraft");
        table.lane_hit(ASH, 0, 5 - left);
        let scout = table.front(TIDE, 0, "river-scout"); // 2/3
        let serpent = table.front(TIDE, 2, "tide-serpent");
        let duel = strike(table, scout);
        assert_eq!(lanes(&duel, ASH)[0] == 0, breaks);
        let hurt = if breaks { 2 } else { 0 };
        assert_eq!([scout, serpent].map(|card| wounds(&duel, card)), [hurt; 2]);
        assert_eq!(discard(&duel, ASH).contains(&draft), breaks);
    }
}

#[test]
fn molten_idol_adds_to_the_first_damage_of_enemy_monsters_in_a_turn() {
    let mut table = Table::new();
    table.back(ASH, 1, "molten-idol");
    let foes = [0, 2].map(|column| table.front(TIDE, column, "furnace-giant")); // 4/6
    let (mine, storm) = (table.front(ASH, 0, "war-drummer"), table.back(ASH, 0, "firestorm"));
    let mut duel = cast(table, storm, None);
    assert_eq!(foes.map(|foe| wounds(&duel, foe)), [2 + 1, 2]);
    assert_eq!(wounds(&duel, mine), 2);
    // In another turn it does it again: the drummer's 1 is less than 4.
    turn(&mut duel, &[]);
    turn(&mut duel, &[attack(mine, TIDE, 0)]);
    assert_eq!(foes.map(|foe| wounds(&duel, foe)), [3 + 1 + 1, 2]);
}

#[test]
fn cursed_ground_turns_healing_into_damage_three_times_and_forbids_powers() {
    let mut table = tide();
    let ground = table.back(ASH, 0, "cursed-ground");
    let healer = table.front(TIDE, 0, "coral-healer"); // heals its side by 1 at each End
    let giant = table.front(TIDE, 2, "furnace-giant"); // DEF 6
    table.hurt(giant, 1);
    let mut duel = table.play();
    fight(&mut duel);
    assert_eq!(wounds(&duel, giant), 1 + 1);
    for expected in [3, 4, 3] {
        turn(&mut duel, &[]);
        turn(&mut duel, &[]);
        assert_eq!(wounds(&duel, giant), expected, "the fourth time it is healed");
    }
    assert_eq!(wounds(&duel, healer), 0);
    assert!(!discard(&duel, ASH).contains(&ground));

    // With two monsters on its side, the other's Champion has no powers.
    for monsters in [1, 2] {
        let mut table = tide();
        table.back(ASH, 0, "cursed-ground");
        let foe = table.front(ASH, 0, "soot-imp");
        if monsters == 2 {
            table.front(ASH, 2, "soot-imp");
        }
        let (card, on) = (table.champion(TIDE), Some(foe));
        let undertow = Action::Use { card, power: 0, on };
        let mut duel = table.play();
        if monsters == 2 {
            assert_eq!(codes(&mut duel, TIDE, undertow), ["PROHIBITED"]);
        } else {
            act(&mut duel, undertow);
        }
    }
}

#[test]
fn blood_price_destroys_a_monster_of_ones_own_and_draws_two() {
    let mut table = Table::new();
    let imp = table.front(ASH, 0, "soot-imp");
    let price = table.back(ASH, 0, "blood-price");
    let mut full = table.clone();
    let duel = cast(table, price, Some(imp));
    assert_eq!((held(&duel, ASH), discard(&duel, ASH)), (2, &[imp, price][..]));
    // With four cards in hand it cannot be cast.
    for id in ["ember-hound", "cinder-lancer", "pyre-dancer", "ash-phoenix"] {
        full.hand(ASH, id);
    }
    let mut duel = full.play();
    let paid = Action::Cast { card: price, on: Some(imp) };
    assert_eq!(codes(&mut duel, ASH, paid), ["CONDITION_NOT_MET"]);
    assert_eq!(duel.state().stat(imp, Stat::Def), 2);
}
