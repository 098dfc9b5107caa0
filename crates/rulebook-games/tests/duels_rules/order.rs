//! In which order cards react: ends before what others make of them, the active
//! player's cards before the other's, older ones before younger.

use rulebook::prelude::*;
use rulebook_games::duels::cards::{Stat, Trait};
use rulebook_games::duels::*;

use crate::table::*;

/// Who was destroyed, hurt by an effect or given something, in order: the card,
/// and the letter of what happened to it.
fn course(duel: &Session<Duels>) -> Vec<(char, CardId)> {
    told(duel, |event| match *event {
        Event::Destroyed { card } => Some(('x', card)),
        Event::Damaged { card, harm: Harm::Effect, .. } => Some(('d', card)),
        Event::Granted { card, what: Trait::Stat { stat: Stat::Atk, .. }, .. } => Some(('g', card)),
        _ => None,
    })
}

#[test]
fn on_destruction_comes_first_then_when_a_card_is_destroyed_the_active_players_before() {
    let mut table = Table::new();
    // The tide's crow is the oldest card of all, and still not the first.
    let theirs = table.front(TIDE, 2, "carrion-crow");
    // Of the active player's, the older stands on the right.
    let older = table.front(ASH, 2, "carrion-crow");
    let younger = table.front(ASH, 0, "carrion-crow");
    let imp = table.front(TIDE, 0, "soot-imp"); // 1/2: at its end 1 to each enemy monster
    let bolt = table.back(ASH, 0, "fire-bolt");
    let mut duel = table.play();
    act(&mut duel, Action::Cast { card: bolt, on: Some(imp) });
    fight(&mut duel);
    assert_eq!(
        course(&duel),
        [
            ('d', imp),
            ('x', imp),
            // Its own end: a batch, in the order of the board.
            ('d', younger),
            ('d', older),
            // Then those who see others fall.
            ('g', older),
            ('g', younger),
            ('g', theirs),
        ]
    );
    // It lay in the discard pile when all that happened.
    assert_eq!(duel.state().player(TIDE).discard(), [imp]);
}

#[test]
fn of_two_that_fall_at_once_the_active_players_end_comes_first_however_young_it_is() {
    let mut table = Table::new();
    let theirs = table.front(TIDE, 0, "soot-imp");
    let serpent = table.front(TIDE, 2, "tide-serpent"); // DEF 5
    let beast = table.front(ASH, 2, "thorn-beast"); // DEF 4
    let mine = table.front(ASH, 0, "soot-imp");
    let storm = table.back(ASH, 0, "firestorm");
    let mut duel = table.play();
    act(&mut duel, Action::Cast { card: storm, on: None });
    fight(&mut duel);
    let course = course(&duel);
    let fell = course.iter().position(|step| *step == ('x', mine)).expect("it fell");
    assert_eq!(
        course[fell..],
        [
            // Both at once, in the order of the board.
            ('x', mine),
            ('x', theirs),
            // The active player's first; what it hurts reacts after both.
            ('d', serpent),
            ('d', beast),
        ]
    );
}

#[test]
fn of_two_that_fall_at_once_the_older_card_of_a_player_comes_first() {
    for older_on_the_left in [true, false] {
        let mut table = Table::new();
        let columns = if older_on_the_left { [0, 2] } else { [2, 0] };
        let spirits = columns.map(|column| table.front(TIDE, column, "drift-spirit"));
        let storm = table.back(ASH, 0, "firestorm");
        let mut duel = table.play();
        act(&mut duel, Action::Cast { card: storm, on: None });
        fight(&mut duel);
        let moved = told(&duel, |event| match *event {
            Event::Moved { card, .. } => Some(card),
            _ => None,
        });
        assert_eq!(moved, spirits);
        // The second went under the first.
        let deck = duel.state().player(TIDE).deck();
        assert_eq!(deck[..2], [spirits[1], spirits[0]]);
    }
}

#[test]
fn the_end_of_the_duel_comes_before_everything_that_waits() {
    let mut table = Table::new();
    let warden = table.champion(TIDE);
    table.hurt(warden, 9); // 1 is left, and its ward prevents 1 of 2
    // The imp falls with it: it would hurt the crow, and the crow would grow.
    let imp = table.front(TIDE, 0, "soot-imp");
    let crow = table.front(ASH, 0, "carrion-crow");
    grant(&mut table, crow, Trait::Stat { stat: Stat::Def, by: 5 });
    let storm = table.back(ASH, 0, "firestorm");
    let mut duel = table.play();
    act(&mut duel, Action::Cast { card: storm, on: None });
    fight(&mut duel);
    assert!(duel.result().is_some());
    let course = course(&duel);
    let fell = course.iter().position(|(what, _)| *what == 'x').expect("somebody fell");
    assert_eq!(course[fell..], [('x', imp), ('x', warden)]);
    assert!(matches!(events(&duel).last(), Some(Event::Ended { .. })));
    assert_eq!((duel.state().card(crow).wounds(), duel.state().stat(crow, Stat::Atk)), (2, 1));
}
