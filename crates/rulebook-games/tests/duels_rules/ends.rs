//! How a duel is over: every way, and all at once.

use rulebook::prelude::*;
use rulebook_games::Ending;
use rulebook_games::duels::cards::{CheckName, Duration, Stat, Status, Trait};
use rulebook_games::duels::*;

use crate::table::*;

/// So much damage that so much of the Champion's DEF is left.
fn weaken(table: &mut Table, seat: Seat, left: u8) {
    let card = table.champion(seat);
    let def = table.duel.stat(card, Stat::Def);
    table.hurt(card, u32::from(def - left));
}

#[test]
fn whose_champion_is_destroyed_has_lost() {
    let mut table = Table::new();
    table.broken(TIDE, 0);
    weaken(&mut table, TIDE, 1);
    let queen = table.champion(ASH);
    // Piercing, or the warden's ward would save it.
    let (what, lasts) = (Trait::Piercing, Duration::Lasting);
    table.happens(Event::Granted { card: queen, what, lasts });
    let mut duel = table.play();
    act(&mut duel, attack(queen, TIDE, CENTRE));
    fight(&mut duel);
    assert_eq!(duel.state().ending(), Some(Ending::Won { by: ASH }));
    assert_eq!(duel.result(), Some(Scores::win(ASH, 2)));
    // Nothing happens after that: the turn does not even end.
    assert_eq!(duel.state().station(), Station::Battle);
    assert!(matches!(events(&duel).last(), Some(Event::Ended { .. })));
}

#[test]
fn whose_centre_lane_is_broken_has_lost() {
    let mut table = Table::new();
    table.broken(TIDE, 0);
    table.lane_hit(TIDE, CENTRE, 8);
    let queen = table.champion(ASH);
    let warden = table.champion(TIDE);
    let lift = CheckName::ChampionInCentre;
    let what = Trait::Lifts(lift);
    let lasts = Duration::Lasting;
    table.happens(Event::Granted { card: warden, what, lasts });
    table.happens(Event::SteppedAside { card: warden, column: 2 });
    let mut duel = table.play();
    act(&mut duel, attack(queen, TIDE, CENTRE));
    fight(&mut duel);
    assert_eq!(duel.state().ending(), Some(Ending::Won { by: ASH }));
}

#[test]
fn simultaneous_ends_are_a_draw() {
    let mut table = Table::new();
    weaken(&mut table, ASH, 2);
    weaken(&mut table, TIDE, 1); // its ward prevents 1 of 2
    let storm = table.back(ASH, 0, "firestorm");
    let mut duel = table.play();
    act(&mut duel, Action::Cast { card: storm, on: None });
    fight(&mut duel);
    assert_eq!(duel.state().ending(), Some(Ending::Drawn));
    assert_eq!(duel.result(), Some(Scores::draw(2)));
}

#[test]
fn a_lane_and_a_champion_at_once_are_a_draw_too() {
    // One's own centre lane breaks, and the other's Champion falls.
    let mut table = Table::with(|file| {
        let cards = file["cards"].as_array_mut().expect("a list");
        let storm = cards.iter_mut().find(|card| card["id"] == "firestorm").expect("it is there");
        storm["abilities"][0]["do"] = serde_json::json!([
            { "effect": "damage", "on": { "lanes": { "side": "own", "which": "centre" } }, "amount": 20 },
            { "effect": "damage", "on": { "each": { "side": "enemy", "kind": "champions" } },
              "amount": 20 },
        ]);
    });
    let storm = table.back(ASH, 0, "firestorm");
    let mut duel = table.play();
    act(&mut duel, Action::Cast { card: storm, on: None });
    fight(&mut duel);
    assert_eq!(duel.state().ending(), Some(Ending::Drawn));
}

#[test]
fn poison_can_end_it_for_both_in_the_end() {
    let mut table = Table::new();
    for seat in [ASH, TIDE] {
        weaken(&mut table, seat, 1);
        let card = table.champion(seat);
        for status in [Status::Burn, Status::Poison] {
            table.happens(Event::Afflicted { card, status, ends: 1 });
        }
    }
    let mut duel = table.play();
    fight(&mut duel);
    // Two damage each, of which the warden's ward prevents one.
    assert_eq!(duel.state().ending(), Some(Ending::Drawn));
    assert_eq!(duel.state().station(), Station::End);
}

#[test]
fn of_two_blows_the_first_decides() {
    // Both are nearly dead and burn; the queen's blow falls first, and the End
    // in which both would have died never comes.
    let mut table = Table::new();
    table.broken(TIDE, 0);
    weaken(&mut table, ASH, 1);
    weaken(&mut table, TIDE, 1);
    let queen = table.champion(ASH);
    let (what, lasts) = (Trait::Piercing, Duration::Lasting);
    table.happens(Event::Granted { card: queen, what, lasts });
    table.happens(Event::Afflicted { card: queen, status: Status::Burn, ends: 1 });
    let mut duel = table.play();
    act(&mut duel, attack(queen, TIDE, CENTRE));
    fight(&mut duel);
    assert_eq!(duel.state().ending(), Some(Ending::Won { by: ASH }));
}

#[test]
fn who_must_draw_from_an_empty_deck_loses() {
    let mut table = Table::new();
    let deck: Vec<_> = table.duel.player(ASH).deck().to_vec();
    for _ in &deck {
        table.happens(Event::Drew { seat: ASH });
    }
    table.at(Station::Draw);
    let mut duel = table.play();
    act(&mut duel, Action::Draw);
    assert_eq!(duel.state().ending(), Some(Ending::Won { by: TIDE }));
}

#[test]
fn the_last_card_can_still_be_drawn_and_effects_lose_nobody_the_game() {
    let mut table = Table::new();
    let many = table.duel.player(ASH).deck().len();
    for _ in 1..many {
        table.happens(Event::Drew { seat: ASH });
    }
    table.at(Station::Draw);
    let mut duel = table.play();
    act(&mut duel, Action::Draw);
    assert_eq!((duel.state().ending(), duel.state().player(ASH).deck().len()), (None, 0));
}

#[test]
fn who_resigns_has_lost_in_every_step() {
    for station in [Station::Draw, Station::Strategy, Station::Battle] {
        let mut table = Table::new();
        table.at(station);
        let mut duel = table.play();
        act(&mut duel, Action::Resign);
        assert_eq!(duel.state().ending(), Some(Ending::Won { by: TIDE }));
    }
}
