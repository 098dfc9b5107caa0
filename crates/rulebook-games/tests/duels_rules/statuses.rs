//! What cards suffer from, and for how long; what they are is computed.

use rulebook_games::duels::cards::{Duration, Stat, Status, Trait};
use rulebook_games::duels::*;

use crate::table::*;

fn afflict(table: &mut Table, card: CardId, status: Status, ends: u8) {
    table.happens(Event::Afflicted { card, status, ends });
}

#[test]
fn freeze_halves_the_def_rounded_down_and_nothing_is_restored() {
    let mut table = Table::new();
    let weaver = table.front(TIDE, 0, "tide-serpent"); // DEF 5
    let def = |table: &Table| table.duel.stat(weaver, Stat::Def);
    afflict(&mut table, weaver, Status::Freeze, 2);
    assert_eq!(def(&table), 2);
    // What is given while it is frozen counts by half, too; damage counts whole.
    let what = Trait::Stat { stat: Stat::Def, by: 3 };
    table.happens(Event::Granted { card: weaver, what, lasts: Duration::Ends(1) });
    assert_eq!(def(&table), 4);
    table.hurt(weaver, 1);
    assert_eq!(def(&table), 3);
    table.happens(Event::Expired);
    assert_eq!(def(&table), 1);
    table.happens(Event::Cured { card: weaver, status: Status::Freeze });
    // Not the 5 that it had: the wound stays.
    assert_eq!(def(&table), 4);
}

#[test]
fn burn_acts_at_each_end_as_long_as_it_lasts() {
    let mut table = Table::new();
    let golem = table.front(ASH, 0, "thorn-beast"); // DEF 4
    afflict(&mut table, golem, Status::Burn, 2);
    let mut duel = table.play();
    for wounds in [1, 2, 2] {
        let draws = duel.state().station() == Station::Draw;
        if draws {
            act(&mut duel, Action::Draw);
        }
        fight(&mut duel);
        assert_eq!(duel.state().card(golem).wounds(), wounds);
    }
}

#[test]
fn poison_is_one_then_two_then_three_and_kills_at_the_end() {
    let mut table = Table::new();
    let beast = table.front(ASH, 0, "furnace-giant"); // DEF 6
    afflict(&mut table, beast, Status::Poison, 4);
    let mut duel = table.play();
    fight(&mut duel);
    assert_eq!(duel.state().card(beast).wounds(), 1);
    turn(&mut duel, &[]);
    assert_eq!(duel.state().card(beast).wounds(), 3);
    turn(&mut duel, &[]);
    // 1 + 2 + 3 is its DEF: it died in the End, before the turn passed.
    assert_eq!(duel.state().player(ASH).discard(), [beast]);
    let at = |wanted: &Event| events(&duel).iter().position(|event| event == wanted);
    assert!(at(&Event::Destroyed { card: beast }) < at(&Event::Passed));
    assert!(at(&Event::Turned { to: Station::End }) < at(&Event::Destroyed { card: beast }));
}

#[test]
fn of_one_status_the_longer_stays() {
    let mut table = Table::new();
    let beast = table.front(ASH, 0, "thorn-beast");
    for (given, left) in [(2, 2), (1, 2), (3, 3)] {
        afflict(&mut table, beast, Status::Burn, given);
        assert_eq!(table.duel.card(beast).ends_of(Status::Burn), left);
    }
}

#[test]
fn what_lasts_until_the_end_ends_before_burn_and_poison_act() {
    let mut table = Table::new();
    let hound = table.front(ASH, 0, "ember-hound"); // DEF 2
    table.hurt(hound, 1);
    let what = Trait::Stat { stat: Stat::Def, by: 1 };
    table.happens(Event::Granted { card: hound, what, lasts: Duration::TURN });
    let what = Trait::Shield(3);
    table.happens(Event::Granted { card: hound, what, lasts: Duration::TURN });
    afflict(&mut table, hound, Status::Burn, 1);
    let mut duel = table.play();
    fight(&mut duel);
    // Neither the shield nor the bonus saves it any more.
    assert_eq!(duel.state().player(ASH).discard(), [hound]);
    let at = |wanted: &Event| events(&duel).iter().position(|event| event == wanted);
    assert!(at(&Event::ShieldEnded { card: hound }) < at(&Event::Expired));
    assert!(at(&Event::Expired) < at(&Event::Destroyed { card: hound }));
    assert!(at(&Event::Destroyed { card: hound }) < at(&Event::Passed));
}

#[test]
fn a_longer_gift_lasts_for_so_many_ends() {
    let mut table = Table::new();
    let hound = table.front(ASH, 0, "ember-hound");
    let what = Trait::Stat { stat: Stat::Spd, by: 3 };
    table.happens(Event::Granted { card: hound, what, lasts: Duration::Ends(2) });
    let mut duel = table.play();
    assert_eq!(duel.state().stat(hound, Stat::Spd), 7);
    fight(&mut duel);
    assert_eq!(duel.state().stat(hound, Stat::Spd), 7);
    turn(&mut duel, &[]);
    assert_eq!(duel.state().stat(hound, Stat::Spd), 4);
}

#[test]
fn a_stat_is_never_below_nothing() {
    let mut table = Table::new();
    let hound = table.front(ASH, 0, "ember-hound");
    let what = Trait::Stat { stat: Stat::Atk, by: -50 };
    table.happens(Event::Granted { card: hound, what, lasts: Duration::Lasting });
    assert_eq!(table.duel.stat(hound, Stat::Atk), 0);
}

#[test]
fn freeze_kills_who_has_no_half_left() {
    let mut table = Table::new();
    table.happens(Event::Passed);
    let spirit = table.front(ASH, 0, "drift-spirit"); // DEF 1: half of it is nothing
    let lancer = table.front(ASH, 2, "cinder-lancer"); // DEF 3: half of it is 1
    let freeze = table.back(TIDE, 0, "deep-freeze");
    let cast = Action::Cast { card: freeze, on: None };
    let mut hurt = table.clone();
    hurt.hurt(lancer, 1);
    let mut duel = table.play();
    act(&mut duel, cast);
    fight(&mut duel);
    // It went under the deck, as it does when it is destroyed.
    assert_eq!(duel.state().player(ASH).deck()[0], spirit);
    assert_eq!(duel.state().stat(lancer, Stat::Def), 1);
    // Of 3 two are left; but the wound counts against the half.
    let mut duel = hurt.play();
    act(&mut duel, cast);
    fight(&mut duel);
    assert_eq!(duel.state().player(ASH).discard(), [lancer]);
}

#[test]
fn freeze_lasts_for_so_many_ends_and_then_the_def_is_whole_again() {
    let mut table = Table::new();
    let giant = table.front(ASH, 0, "furnace-giant"); // DEF 6
    afflict(&mut table, giant, Status::Freeze, 3);
    let mut duel = table.play();
    assert_eq!(duel.state().stat(giant, Stat::Def), 3);
    fight(&mut duel);
    assert_eq!(duel.state().stat(giant, Stat::Def), 3);
    turn(&mut duel, &[]);
    assert_eq!(duel.state().stat(giant, Stat::Def), 3);
    turn(&mut duel, &[]);
    assert_eq!(duel.state().stat(giant, Stat::Def), 6);
}

#[test]
fn who_is_stunned_does_nothing_for_so_many_ends() {
    let mut table = Table::new();
    let hound = table.front(ASH, 0, "ember-hound");
    afflict(&mut table, hound, Status::Stun, 3);
    let mut duel = table.play();
    let hit = attack(hound, TIDE, 0);
    // Its own turn, the opponent's, and its own again.
    assert_eq!(codes(&mut duel, ASH, hit), ["ACTOR_CANNOT_PERFORM"]);
    fight(&mut duel);
    turn(&mut duel, &[]);
    act(&mut duel, Action::Draw);
    assert_eq!(codes(&mut duel, ASH, hit), ["ACTOR_CANNOT_PERFORM"]);
    fight(&mut duel);
    assert_eq!(duel.state().card(hound).ends_of(Status::Stun), 0);
    turn(&mut duel, &[]);
    act(&mut duel, Action::Draw);
    act(&mut duel, hit);
}

#[test]
fn who_was_stunned_since_it_was_chosen_neither_protects_nor_pumps() {
    let mut table = Table::new();
    let (guard, imp) = (table.front(ASH, 0, "basalt-guard"), table.front(ASH, 2, "soot-imp"));
    table.happens(Event::Chose { card: guard, order: Order::Protect });
    let order = Order::Pump { target: guard, stat: Stat::Def };
    table.happens(Event::Chose { card: imp, order });
    for card in [guard, imp] {
        afflict(&mut table, card, Status::Stun, 1);
    }
    let mut duel = table.play();
    act(&mut duel, Action::Done);
    assert_eq!(duel.state().protection(ASH), 0);
    assert_eq!(duel.state().stat(guard, Stat::Def), 6);
    assert_eq!(duel.state().player(ASH).orders(), []);
}
