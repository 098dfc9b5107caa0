//! What must hold: a table on which it does not is no game, and an action that
//! would break it leaves no trace.

use rulebook::prelude::*;
use rulebook::{SessionOptions, StartError};
use rulebook_games::duels::cards::{CheckName, Duration, Status, Trait};
use rulebook_games::duels::*;

use crate::table::*;

/// The invariants that a table breaks.
fn broken(table: Table) -> Vec<String> {
    let started = book().start_with(table.duel, Seed(1), SessionOptions::default());
    match started {
        Err(StartError::Invariants(broken)) => broken,
        Err(other) => panic!("{other}"),
        Ok(_) => Vec::new(),
    }
}

#[test]
fn a_sound_table_breaks_none() {
    assert_eq!(broken(Table::new()), [] as [&str; 0]);
}

#[test]
fn each_card_is_in_exactly_one_place() {
    let mut table = Table::new();
    let twice = vec![table.champion(ASH); 2];
    table.happens(Event::Shuffled { seat: ASH, deck: twice });
    assert!(broken(table).contains(&"each card is in exactly one place".to_owned()));
}

#[test]
fn each_player_has_one_champion() {
    let mut table = Table::new();
    table.front(ASH, 0, "tide-warden");
    assert_eq!(broken(table), ["each player has one champion"]);
}

#[test]
fn champions_stand_in_the_centre_unless_an_exception_lets_them() {
    let mut table = Table::new();
    let card = table.champion(ASH);
    table.happens(Event::SteppedAside { card, column: 0 });
    assert_eq!(broken(table.clone()), ["champions stand in the centre"]);
    let what = Trait::Lifts(CheckName::ChampionInCentre);
    let lasts = Duration::Lasting;
    table.happens(Event::Granted { card, what, lasts });
    assert_eq!(broken(table), [] as [&str; 0]);
}

#[test]
fn each_card_stands_in_its_row() {
    let mut table = Table::new();
    table.front(ASH, 0, "firestorm");
    // A spell has no DEF either.
    assert_eq!(broken(table), ["each card stands in its row", "who stands has DEF left"]);
}

#[test]
fn each_card_has_one_action() {
    let mut table = Table::new();
    let card = table.champion(ASH);
    for order in [Order::Protect, Order::Protect] {
        table.happens(Event::Chose { card, order });
    }
    assert_eq!(broken(table), ["one action for each card"]);
    // Only the player whose turn it is has chosen any.
    let mut table = Table::new();
    let card = table.champion(TIDE);
    table.happens(Event::Chose { card, order: Order::Protect });
    assert_eq!(broken(table), ["one action for each card"]);
}

#[test]
fn no_lane_has_more_hit_points_than_at_first() {
    let position = |lanes: &str| {
        format!(
            "decks 0 1 step Strategy seat 0 turn 1 clock 2; hand deck rest discard front . 0 . \
             back . . . lanes {lanes}; hand deck rest discard front . 39 . back . . . lanes 5 10 5"
        )
    };
    read_position(&position("5 9 5")).expect("it is sound");
    for lanes in ["6 9 5", "5 10 5", "0 9 255"] {
        let error = read_position(&position(lanes)).expect_err(lanes).to_string();
        assert!(error.contains("It must hold that hit points are in range."), "{error}");
    }
}

#[test]
fn only_who_is_in_play_is_hurt_or_bears_something() {
    let bears = "only who is in play is hurt or bears something";
    let table = Table::new();
    let card = table.duel.player(ASH).deck()[0];
    let (what, lasts) = (Trait::Shield(1), Duration::Lasting);
    for event in [
        Event::Damaged { card, amount: 1, by: None, harm: Harm::Effect, piercing: false },
        Event::Afflicted { card, status: Status::Burn, ends: 1 },
        Event::Granted { card, what, lasts },
        Event::Granted { card, what: Trait::Piercing, lasts },
    ] {
        let mut table = table.clone();
        table.happens(event.clone());
        assert_eq!(broken(table), [bears], "{event:?}");
    }
    // A spell cannot be hurt either, though it is in play.
    let mut table = Table::new();
    let card = table.back(ASH, 0, "firestorm");
    table.hurt(card, 1);
    assert_eq!(broken(table), [bears]);
}

#[test]
fn who_stands_has_def_left() {
    let mut table = Table::new();
    let hound = table.front(ASH, 0, "ember-hound"); // DEF 2
    table.hurt(hound, 1);
    assert_eq!(broken(table.clone()), [] as [&str; 0]);
    table.hurt(hound, 1);
    assert_eq!(broken(table), ["who stands has DEF left"]);
}

#[test]
fn who_has_lost_has_lost() {
    let mut table = Table::new();
    table.broken(ASH, CENTRE);
    assert_eq!(broken(table), ["who has lost has lost"]);
}

#[test]
fn the_game_rests_where_somebody_can_act() {
    let mut table = Table::new();
    table.at(Station::End);
    assert_eq!(broken(table), ["the game rests where somebody can act"]);
}

#[test]
fn a_broken_invariant_is_critical_and_leaves_no_trace() {
    let book = book()
        .variant("a broken duel")
        .replace("fight", |rule| {
            rule.on(ActionKind::Fight).then(|cx, ()| {
                let deck = vec![cx.state.player(Seat(0)).champion()];
                [Event::Shuffled { seat: Seat(0), deck }]
            })
        })
        .compile()
        .expect("the variant has no mistakes");
    let mut table = Table::new();
    table.at(Station::Battle);
    let mut duel = book.start(table.duel, Seed(1)).expect("it can start");
    let before = duel.digest().expect("no faults");
    let outcome = duel.submit(ASH, Action::Fight);
    let feedback = Feedback::of(&outcome).expect("it came to nothing");
    assert!(!feedback.is_retryable(), "{feedback}");
    assert!(feedback.to_string().starts_with("CRITICAL: "), "{feedback}");
    assert!(feedback.to_string().contains("each card is in exactly one place"), "{feedback}");
    assert_eq!(duel.digest().expect("no faults"), before);
}
