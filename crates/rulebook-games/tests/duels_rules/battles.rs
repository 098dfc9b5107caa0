//! How battles go: the arithmetic of a blow, who is first, what is gone.

use rulebook_games::duels::cards::{Duration, Stat, Status, Trait};
use rulebook_games::duels::*;

use crate::table::*;

/// The damage that cards took in the last frame, in order.
fn damage(duel: &rulebook::Session<Duels>) -> Vec<(CardId, u32)> {
    told(duel, |event| match *event {
        Event::Damaged { card, amount, .. } => Some((card, amount)),
        _ => None,
    })
}

/// The hit points that lanes lost in the last frame, in order.
fn lanes(duel: &rulebook::Session<Duels>) -> Vec<(u8, u32)> {
    told(duel, |event| match *event {
        Event::LaneHit { lane, amount, .. } => Some((lane, amount)),
        _ => None,
    })
}

fn attackers(duel: &rulebook::Session<Duels>) -> Vec<CardId> {
    told(duel, |event| match *event {
        Event::Attacking { card, .. } => Some(card),
        _ => None,
    })
}

#[test]
fn a_blow_is_compared_with_the_targets_own_atk() {
    // (ATK, protection, target's ATK, DEF): damage, excess
    for (atk, protection, theirs, def, damage, excess) in [
        (5, 0, 2, 9, 3, 0), // more: the difference
        (5, 0, 2, 3, 3, 0), // just enough
        (5, 0, 2, 2, 2, 1), // what exceeds goes to the lane
        (9, 0, 0, 1, 1, 8),
        (3, 0, 3, 9, 8, 0), // as much: the DEF falls to 1
        (3, 0, 3, 1, 0, 0), // which it is already
        (2, 0, 3, 9, 2, 0), // less: all of it
        (2, 0, 3, 1, 2, 0), // and nothing goes to the lane
        (5, 2, 2, 9, 1, 0), // protection first
        (5, 3, 2, 9, 8, 0),
        (5, 4, 2, 9, 1, 0),
        (5, 9, 2, 9, 0, 0),
        (5, 5, 0, 9, 8, 0), // as much, also if it is nothing
    ] {
        let defence = Defence { protection, atk: theirs, def };
        assert_eq!(Blow::of(atk, defence), Blow { damage, excess }, "{atk} against {defence:?}");
    }
}

#[test]
fn an_attack_hurts_the_card_and_what_exceeds_goes_to_the_lane() {
    let mut table = Table::new();
    let lancer = table.front(ASH, 0, "cinder-lancer"); // 4, and 1 from the queen
    let diver = table.front(TIDE, 0, "pearl-diver"); // 1/3
    let mut duel = table.play();
    act(&mut duel, attack(lancer, TIDE, 0));
    fight(&mut duel);
    // 5 against 1: 4 damage, 1 of them to the lane.
    assert_eq!((damage(&duel), lanes(&duel)), (vec![(diver, 3)], vec![(0, 1)]));
    assert_eq!(duel.state().player(TIDE).lanes()[0], SIDE_LANE - 1);
    assert_eq!(duel.state().player(TIDE).discard(), [diver]);
}

#[test]
fn a_direct_attack_on_a_lane_deals_all_of_the_atk_and_protection_does_not_apply() {
    let mut table = Table::new();
    let hound = table.front(ASH, 0, "ember-hound");
    let guard = table.front(TIDE, 2, "reef-guardian");
    table.happens(Event::Protected { card: guard });
    assert_eq!(table.duel.protection(TIDE), 2);
    let mut duel = table.play();
    act(&mut duel, attack(hound, TIDE, 0));
    fight(&mut duel);
    assert_eq!(lanes(&duel), [(0, 4)]);
}

#[test]
fn protection_is_the_strongest_defenders_atk_and_does_not_add_up() {
    let mut table = Table::new();
    let warden = table.champion(TIDE);
    let (guard, golem) =
        (table.front(TIDE, 2, "reef-guardian"), table.front(TIDE, 0, "wall-golem"));
    assert_eq!(table.duel.protection(TIDE), 0);
    for (card, expected) in [(golem, 1), (guard, 2), (warden, 2)] {
        table.happens(Event::Protected { card });
        assert_eq!(table.duel.protection(TIDE), expected);
    }
    // Who is stunned protects nobody.
    for card in [guard, warden] {
        table.happens(Event::Afflicted { card, status: Status::Stun, ends: 1 });
    }
    assert_eq!(table.duel.protection(TIDE), 1);
}

#[test]
fn protection_lasts_through_the_opponents_turn_and_is_on_cooldown_in_the_next() {
    let mut table = Table::new();
    let guard = table.front(ASH, 0, "basalt-guard");
    let mut duel = table.play();
    let protect = Action::Protect { card: guard };
    act(&mut duel, protect);
    assert_eq!(duel.state().protection(ASH), 0, "it is only chosen");
    act(&mut duel, Action::Done);
    assert_eq!(duel.state().protection(ASH), 2);
    act(&mut duel, Action::Fight);
    assert_eq!(duel.state().protection(ASH), 2, "in the opponent's turn");
    turn(&mut duel, &[]);
    assert_eq!(duel.state().protection(ASH), 0, "in its own");
    act(&mut duel, Action::Draw);
    assert_eq!(codes(&mut duel, ASH, protect), ["PROTECTION_ON_COOLDOWN"]);
    fight(&mut duel);
    turn(&mut duel, &[]);
    turn(&mut duel, &[protect]);
    assert_eq!(duel.state().protection(ASH), 2);
}

#[test]
fn piercing_passes_protection_and_shields() {
    for pierces in [false, true] {
        let mut table = Table::new();
        let beast = table.front(ASH, 0, "thorn-beast"); // 3
        let weaver = table.front(TIDE, 0, "frost-weaver"); // 2/4
        let guard = table.front(TIDE, 2, "reef-guardian");
        table.happens(Event::Protected { card: guard });
        let shield = Trait::Shield(9);
        table.happens(Event::Granted { card: weaver, what: shield, lasts: Duration::Lasting });
        if pierces {
            let what = Trait::Piercing;
            table.happens(Event::Granted { card: beast, what, lasts: Duration::Lasting });
        }
        let mut duel = table.play();
        act(&mut duel, attack(beast, TIDE, 0));
        fight(&mut duel);
        // 3 against 2 through everything; or 3 - 2 = 1 against 2, all of it held.
        let expected = if pierces { vec![(weaver, 1)] } else { vec![] };
        assert_eq!(damage(&duel), expected);
        assert_eq!(duel.state().card(weaver).shield(), if pierces { 9 } else { 8 });
    }
}

#[test]
fn attacks_come_by_spd_atk_def_and_then_by_which_card_was_played_first() {
    let mut table = Table::new();
    // The queen: 3/9/3; two lancers: 5/3/3, one of them hurt.
    let queen = table.champion(ASH);
    let (late, early) =
        (table.front(ASH, 2, "cinder-lancer"), table.front(ASH, 0, "cinder-lancer"));
    table.broken(TIDE, 2);
    table.front(TIDE, 2, "wall-golem");
    let order = |table: &Table| {
        let mut duel = table.clone().play();
        for (card, column) in [(queen, CENTRE), (early, 0), (late, 2)] {
            act(&mut duel, attack(card, TIDE, column));
        }
        fight(&mut duel);
        attackers(&duel)
    };
    // ATK before the queen; of two alike, the one that was played first.
    assert_eq!(order(&table), [late, early, queen]);
    // DEF, if ATK is equal.
    let mut hurt = table.clone();
    hurt.hurt(late, 1);
    assert_eq!(order(&hurt), [early, late, queen]);
    // SPD before everything.
    let mut fast = table.clone();
    let what = Trait::Stat { stat: Stat::Spd, by: 1 };
    fast.happens(Event::Granted { card: queen, what, lasts: Duration::Lasting });
    assert_eq!(order(&fast), [queen, late, early]);
}

#[test]
fn pumping_counts_until_the_end() {
    let mut table = Table::new();
    let (imp, hound) = (table.front(ASH, 0, "soot-imp"), table.front(ASH, 2, "ember-hound"));
    let mut duel = table.play();
    act(&mut duel, Action::Pump { card: imp, target: hound, stat: Stat::Atk });
    act(&mut duel, attack(hound, TIDE, 2));
    assert_eq!(duel.state().stat(hound, Stat::Atk), 4);
    act(&mut duel, Action::Done);
    assert_eq!(duel.state().stat(hound, Stat::Atk), 5);
    act(&mut duel, Action::Fight);
    assert_eq!(lanes(&duel), [(2, 5)]);
    assert_eq!(duel.state().stat(hound, Stat::Atk), 4);
}

#[test]
fn every_stat_can_be_pumped_also_ones_own() {
    for stat in Stat::ALL {
        let mut table = Table::new();
        let imp = table.front(ASH, 0, "soot-imp");
        let before = table.duel.stat(imp, stat);
        let mut duel = table.play();
        act(&mut duel, Action::Pump { card: imp, target: imp, stat });
        act(&mut duel, Action::Done);
        assert_eq!(duel.state().stat(imp, stat), before + 1);
        act(&mut duel, Action::Fight);
        assert_eq!(duel.state().stat(imp, stat), before);
    }
}

#[test]
fn a_pump_whose_target_has_left_comes_to_nothing() {
    let mut table = Table::new();
    let imp = table.front(ASH, 0, "soot-imp");
    let order = Order::Pump { target: CardId(1), stat: Stat::Atk };
    table.happens(Event::Chose { card: imp, order });
    let mut duel = table.play();
    act(&mut duel, Action::Done);
    assert!(events(&duel).contains(&Event::Missed { card: imp }));
    act(&mut duel, Action::Fight);
    assert_eq!(duel.state().player(ASH).orders(), []);
}

#[test]
fn spells_come_before_attacks_and_an_attacker_dead_before_its_turn_does_not_attack() {
    let mut table = Table::new();
    let hound = table.front(ASH, 0, "ember-hound"); // DEF 2
    let storm = table.back(ASH, 0, "firestorm"); // 2 to everybody
    let mut duel = table.play();
    act(&mut duel, attack(hound, TIDE, 0));
    act(&mut duel, Action::Cast { card: storm, on: None });
    fight(&mut duel);
    assert_eq!(attackers(&duel), []);
    assert_eq!(lanes(&duel), []);
    assert_eq!(duel.state().player(ASH).discard(), [storm, hound]);
}

#[test]
fn who_is_stunned_in_the_battle_misses_its_turn() {
    let mut table = Table::new();
    let hound = table.front(ASH, 0, "ember-hound");
    let mut duel = table.play();
    act(&mut duel, attack(hound, TIDE, 0));
    act(&mut duel, Action::Done);
    let mut state = duel.state().clone();
    let stunned = Event::Afflicted { card: hound, status: Status::Stun, ends: 1 };
    <Duels as rulebook::Game>::apply(&mut state, &stunned);
    let mut duel = book().start(state, rulebook::Seed(1)).expect("it can start");
    act(&mut duel, Action::Fight);
    assert_eq!(attackers(&duel), []);
    assert!(events(&duel).contains(&Event::Missed { card: hound }));
}

#[test]
fn a_target_that_is_gone_leaves_its_lane_to_the_blow() {
    let mut table = Table::new();
    let (dancer, queen) = (table.front(ASH, 0, "pyre-dancer"), table.champion(ASH));
    let imp = table.front(TIDE, 0, "soot-imp"); // 1/2
    let mut duel = table.play();
    act(&mut duel, attack(queen, TIDE, 0));
    act(&mut duel, attack(dancer, TIDE, 0));
    fight(&mut duel);
    // The dancer (2/3/5) is faster: 2 against 1 is 1 damage. The queen's 3 then
    // kill the imp. Once more, with an imp that is nearly dead:
    assert_eq!(damage(&duel)[..2], [(imp, 1), (imp, 1)]);
    let mut table = Table::new();
    let (dancer, queen) = (table.front(ASH, 0, "pyre-dancer"), table.champion(ASH));
    let imp = table.front(TIDE, 0, "soot-imp");
    table.hurt(imp, 1);
    let mut duel = table.play();
    act(&mut duel, attack(queen, TIDE, 0));
    act(&mut duel, attack(dancer, TIDE, 0));
    fight(&mut duel);
    assert_eq!(attackers(&duel), [dancer, queen]);
    assert_eq!(lanes(&duel), [(0, 3)], "all of the queen's ATK");
}

#[test]
fn both_sides_are_destroyed_by_an_area_attack_at_once() {
    let mut table = Table::new();
    let mine = table.front(ASH, 0, "ember-hound"); // DEF 2
    let theirs = table.front(TIDE, 2, "drift-spirit"); // DEF 1
    let crow = table.front(ASH, 2, "carrion-crow"); // DEF 2: it sees the others fall with it
    let storm = table.back(ASH, 0, "firestorm");
    let mut duel = table.play();
    act(&mut duel, Action::Cast { card: storm, on: None });
    fight(&mut duel);
    let fallen = told(&duel, |event| match *event {
        Event::Destroyed { card } => Some(card),
        _ => None,
    });
    assert_eq!(fallen, [mine, crow, theirs]);
    let frame = duel.frames().next_back().expect("a frame");
    let account = frame.account().expect("it reacted");
    // All of them in one round of the standing rule.
    assert_eq!(account.rounds.len(), 1);
    // The spirit went under the deck after it was destroyed.
    assert_eq!(duel.state().player(TIDE).deck()[0], theirs);
}

#[test]
fn a_sweeping_attack_hits_all_at_once_but_not_the_champion_that_is_safe() {
    for open in [false, true] {
        let mut table = Table::new();
        let giant = table.front(ASH, 0, "furnace-giant"); // 4 + 1
        let (weaver, scout) =
            (table.front(TIDE, 0, "frost-weaver"), table.front(TIDE, 2, "river-scout"));
        let warden = table.champion(TIDE);
        if open {
            table.broken(TIDE, 2);
        }
        let mut duel = table.play();
        act(&mut duel, attack(giant, TIDE, 0));
        fight(&mut duel);
        let mut expected = vec![(weaver, 3), (scout, 3)];
        if open {
            expected.insert(1, (warden, 3 - 1)); // its ward prevents 1
        }
        assert_eq!(damage(&duel), expected);
    }
}

#[test]
fn damage_is_taken_over_with_its_original_values() {
    let mut table = Table::new();
    let guard = table.front(ASH, 0, "basalt-guard"); // takes what hits its Champion
    let queen = table.champion(ASH);
    table.broken(ASH, 2);
    table.happens(Event::Passed);
    let warden = table.champion(TIDE);
    let what = Trait::Stat { stat: Stat::Atk, by: 4 };
    table.happens(Event::Granted { card: warden, what, lasts: Duration::Lasting });
    let mut duel = table.play();
    act(&mut duel, attack(warden, ASH, CENTRE));
    fight(&mut duel);
    // 6 against the queen's 3 is 3, whatever the guard's own ATK.
    assert_eq!(damage(&duel), [(guard, 3)]);
    assert_eq!(duel.state().card(queen).wounds(), 0);
}

#[test]
fn a_shield_dies_with_its_ward() {
    let mut table = Table::new();
    let lancer = table.front(ASH, 0, "cinder-lancer"); // piercing, 4 + 1
    let imp = table.front(TIDE, 0, "soot-imp"); // 1/2
    let what = Trait::Shield(5);
    table.happens(Event::Granted { card: imp, what, lasts: Duration::Lasting });
    let mut duel = table.play();
    let carried = duel.sources().count();
    act(&mut duel, attack(lancer, TIDE, 0));
    fight(&mut duel);
    assert_eq!(duel.state().player(TIDE).discard(), [imp]);
    // Both have left play; nothing was prevented, and nothing spent.
    assert_eq!(duel.sources().count(), carried - 2);
    assert_eq!(duel.state().card(imp).shield(), 0);
    let spent = events(&duel).iter().any(|event| matches!(event, Event::ShieldSpent { .. }));
    assert!(!spent);
    let mut rebuilt = duel.sources_in_state();
    rebuilt.sort();
    let mut kept: Vec<_> = duel.sources().collect();
    kept.sort();
    assert_eq!(kept, rebuilt);
}

#[test]
fn a_summons_is_all_or_nothing() {
    let mut table = Table::new();
    let call = table.back(ASH, 0, "call-of-embers");
    let mut full = table.clone();
    full.front(ASH, 0, "soot-imp");
    full.front(ASH, 2, "soot-imp");
    for (table, comes) in [(table, true), (full, false)] {
        let before = table.duel.cards();
        let mut duel = table.play();
        act(&mut duel, Action::Cast { card: call, on: None });
        fight(&mut duel);
        assert_eq!(duel.state().cards(), before + usize::from(comes));
        if comes {
            let hound = duel.state().player(ASH).front()[0].expect("it came");
            // Printed 3, the queen's banner 1, its gift 1.
            assert_eq!(duel.state().stat(hound, Stat::Atk), 5);
            assert_eq!(duel.state().card(hound).shield(), 1);
        }
        assert_eq!(duel.state().player(ASH).discard(), [call]);
    }
}

#[test]
fn a_spell_is_countered_and_does_nothing() {
    let mut table = Table::new();
    let storm = table.back(ASH, 0, "firestorm");
    let null = [table.back(TIDE, 0, "null-tide"), table.back(TIDE, 1, "null-tide")];
    let mut duel = table.play();
    act(&mut duel, Action::Cast { card: storm, on: None });
    fight(&mut duel);
    assert_eq!(damage(&duel), []);
    assert_eq!(duel.state().player(ASH).discard(), [storm]);
    // Of two that wait for it, one is enough: the other stays.
    assert_eq!(duel.state().player(TIDE).discard(), [null[0]]);
    assert_eq!(duel.state().player(TIDE).back(), [None, Some(null[1]), None]);
}
