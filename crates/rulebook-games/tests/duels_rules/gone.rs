//! What a blow falls on when the table has changed since it was chosen.

use rulebook::prelude::*;
use rulebook_games::duels::cards::{CheckName, Trait};
use rulebook_games::duels::*;

use crate::table::*;

/// The Champion stands in another column, by exception.
fn displace(table: &mut Table, seat: Seat, column: u8) {
    let card = table.champion(seat);
    grant(table, card, Trait::Lifts(CheckName::ChampionInCentre));
    table.happens(Event::SteppedAside { card, column });
}

/// The tide's Champion is displaced, and a monster that is nearly dead stands
/// in its place. The dancer kills it before the queen's blow falls.
fn two_blows_on_the_centre(change: impl FnOnce(&mut Table)) -> (Session<Duels>, CardId) {
    let mut table = Table::new();
    displace(&mut table, TIDE, 2);
    let (dancer, queen) = (table.front(ASH, 0, "pyre-dancer"), table.champion(ASH));
    let diver = table.front(TIDE, CENTRE, "pearl-diver"); // 1/3
    table.hurt(diver, 2);
    change(&mut table);
    let mut duel = table.play();
    act(&mut duel, attack(queen, TIDE, CENTRE));
    act(&mut duel, attack(dancer, TIDE, CENTRE));
    fight(&mut duel);
    assert_eq!(duel.state().player(TIDE).discard(), [diver]);
    (duel, queen)
}

fn misses(duel: &Session<Duels>, card: CardId) -> bool {
    events(duel).contains(&Event::Missed { card })
}

#[test]
fn a_centre_lane_that_is_safe_is_not_hit_though_its_defender_is_gone() {
    let (duel, queen) = two_blows_on_the_centre(|_| {});
    assert_eq!(duel.state().player(TIDE).lanes(), [5, 10, 5]);
    assert!(misses(&duel, queen));
}

#[test]
fn a_centre_lane_that_is_open_is_hit_when_its_defender_is_gone() {
    let (duel, queen) = two_blows_on_the_centre(|table| table.broken(TIDE, 0));
    assert_eq!(duel.state().player(TIDE).lanes(), [0, 10 - 3, 5]);
    assert!(!misses(&duel, queen));
    // The exception opens it for the queen alone.
    let (duel, queen) = two_blows_on_the_centre(|table| {
        let queen = table.champion(ASH);
        grant(table, queen, Trait::Lifts(CheckName::CentreLaneIsOpen));
    });
    assert_eq!(duel.state().player(TIDE).lanes(), [5, 10 - 3, 5]);
    assert!(!misses(&duel, queen));
}

#[test]
fn what_exceeds_the_def_goes_to_the_centre_lane_too() {
    let mut table = Table::new();
    displace(&mut table, TIDE, 2);
    let queen = table.champion(ASH);
    let imp = table.front(TIDE, CENTRE, "soot-imp"); // 1/2
    table.hurt(imp, 1);
    let mut duel = table.play();
    act(&mut duel, attack(queen, TIDE, CENTRE));
    fight(&mut duel);
    // 3 against 1: 2 damage, 1 of them more than the imp can take. That is no
    // attack on the lane, so it need not be open.
    assert_eq!(duel.state().player(TIDE).lanes(), [5, 10 - 1, 5]);
}

/// The warden attacks the queen, and a spell displaces her before the blow.
fn a_champion_steps_aside(change: impl FnOnce(&mut Table)) -> (Session<Duels>, CardId, CardId) {
    let mut table = Table::new();
    table.happens(Event::Passed);
    let (queen, warden) = (table.champion(ASH), table.champion(TIDE));
    let spell = table.back(TIDE, 0, "undercurrent");
    change(&mut table);
    let mut duel = table.play();
    act(&mut duel, attack(warden, ASH, CENTRE));
    act(&mut duel, Action::Cast { card: spell, on: Some(queen) });
    fight(&mut duel);
    assert_eq!(duel.state().front_column(queen), Some(0));
    (duel, queen, warden)
}

#[test]
fn a_target_that_has_stepped_aside_leaves_its_lane_to_the_blow() {
    let (duel, queen, warden) = a_champion_steps_aside(|table| table.broken(ASH, 2));
    assert_eq!(duel.state().card(queen).wounds(), 0);
    assert_eq!(duel.state().player(ASH).lanes(), [5, 9 - 2, 0]);
    assert!(!misses(&duel, warden));
}

#[test]
fn champion_bypass_does_not_open_the_lane_that_the_champion_leaves() {
    let (duel, queen, warden) = a_champion_steps_aside(|table| {
        let warden = table.champion(TIDE);
        grant(table, warden, Trait::Lifts(CheckName::ChampionIsOpen));
    });
    assert_eq!(duel.state().card(queen).wounds(), 0);
    assert_eq!(duel.state().player(ASH).lanes(), [5, 9, 5]);
    assert!(misses(&duel, warden));
}

#[test]
fn a_champion_that_is_safe_when_the_blow_falls_is_not_hit() {
    let mut table = Table::new();
    let (queen, warden) = (table.champion(ASH), table.champion(TIDE));
    // It was chosen with a bypass that is gone.
    let order = Order::Attack { column: CENTRE, target: Some(warden) };
    table.happens(Event::Chose { card: queen, order });
    let mut duel = table.play();
    fight(&mut duel);
    assert_eq!(duel.state().card(warden).wounds(), 0);
    assert_eq!(duel.state().player(TIDE).lanes(), [5, 10, 5]);
    assert!(misses(&duel, queen));
}

#[test]
fn a_card_that_comes_nothing_to_is_told_without_a_reason_that_may_be_wrong() {
    let told = tell(&Event::Missed { card: CardId(7) });
    assert_eq!(told, "card 7 does not do what was chosen for it");
}
