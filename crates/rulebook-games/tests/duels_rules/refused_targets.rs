//! Every reason is provoked, alone and with others of its gate: those about the
//! action's targets, and what else each kind of action asks for.

use rulebook::prelude::*;
use rulebook_games::duels::cards::{Ban, CheckName, Duration, Stat, Trait};
use rulebook_games::duels::*;

use crate::table::*;

mod targets {
    use super::*;

    #[test]
    fn a_card_is_placed_on_an_empty_place_of_its_own_row() {
        let mut table = Table::new();
        table.front(ASH, 0, "ember-hound");
        table.back(ASH, 2, "molten-idol");
        let (monster, spell) = (table.hand(ASH, "soot-imp"), table.hand(ASH, "fire-bolt"));
        let mut duel = table.play();
        let place = |card, column| Action::Place { card, column };
        for card in [monster, spell] {
            assert_eq!(codes(&mut duel, ASH, place(card, 3)), ["INVALID_POSITION"]);
            assert_eq!(codes(&mut duel, ASH, place(card, 255)), ["INVALID_POSITION"]);
        }
        for (card, column) in [(monster, 0), (monster, 1), (spell, 2)] {
            assert_eq!(codes(&mut duel, ASH, place(card, column)), ["POSITION_OCCUPIED"]);
        }
        // Whether it is a spell follows from the card alone.
        act(&mut duel, place(spell, 0));
        act(&mut duel, place(monster, 2));
        assert_eq!(duel.state().player(ASH).back()[0], Some(spell));
        assert_eq!(duel.state().player(ASH).front()[2], Some(monster));
    }

    #[test]
    fn an_attack_goes_to_the_other_side_straight_ahead_or_one_column_beside() {
        let mut table = Table::new();
        let (hound, dancer) =
            (table.front(ASH, 0, "ember-hound"), table.front(ASH, 2, "pyre-dancer"));
        table.broken(TIDE, 0);
        let mut duel = table.play();
        let hit = attack;
        // One's own side.
        assert_eq!(codes(&mut duel, ASH, hit(hound, ASH, 0)), ["INVALID_TARGETS"]);
        let both = ["INVALID_TARGETS", "UNSUPPORTED_ATTACK_TYPE"];
        assert_eq!(codes(&mut duel, ASH, hit(hound, ASH, 1)), both);
        let both = ["INVALID_TARGETS", "INVALID_ATTACK_PATTERN"];
        assert_eq!(codes(&mut duel, ASH, hit(hound, ASH, 2)), both);
        assert_eq!(
            codes(&mut duel, ASH, hit(dancer, ASH, 3)),
            ["INVALID_POSITION", "INVALID_TARGETS"]
        );
        // A lane that is broken, and nobody there.
        assert_eq!(codes(&mut duel, ASH, hit(hound, TIDE, 0)), ["INVALID_TARGETS"]);
        let both = ["INVALID_TARGETS", "INVALID_ATTACK_PATTERN"];
        assert_eq!(codes(&mut duel, ASH, hit(dancer, TIDE, 0)), both);
        // Each alone.
        assert_eq!(codes(&mut duel, ASH, hit(hound, TIDE, 1)), ["UNSUPPORTED_ATTACK_TYPE"]);
        assert_eq!(codes(&mut duel, ASH, hit(hound, TIDE, 2)), ["INVALID_ATTACK_PATTERN"]);
        act(&mut duel, hit(dancer, TIDE, 1));
    }

    #[test]
    fn a_column_that_is_not_there_cannot_be_attacked() {
        let mut table = Table::new();
        let dancer = table.front(ASH, 2, "pyre-dancer");
        let mut duel = table.play();
        assert_eq!(codes(&mut duel, ASH, attack(dancer, TIDE, 3)), ["INVALID_POSITION"]);
    }

    #[test]
    fn pumps_spells_and_powers_want_their_targets() {
        let mut table = Table::new();
        let (imp, foe) = (table.front(ASH, 0, "soot-imp"), table.front(TIDE, 0, "wall-golem"));
        let (bolt, storm) = (table.back(ASH, 0, "fire-bolt"), table.back(ASH, 1, "firestorm"));
        let (queen, held) = (table.champion(ASH), table.hand(TIDE, "tide-serpent"));
        let mut duel = table.play();
        for target in [foe, held, bolt] {
            let pump = Action::Pump { card: imp, target, stat: Stat::Spd };
            assert_eq!(codes(&mut duel, ASH, pump), ["INVALID_TARGETS"]);
        }
        let theirs = duel.state().player(TIDE).champion();
        for on in [None, Some(imp), Some(held), Some(theirs)] {
            let cast = Action::Cast { card: bolt, on };
            assert_eq!(codes(&mut duel, ASH, cast), ["INVALID_TARGETS"]);
            let spark = Action::Use { card: queen, power: 0, on };
            assert_eq!(codes(&mut duel, ASH, spark), ["INVALID_TARGETS"]);
        }
        let cast = Action::Cast { card: storm, on: Some(foe) };
        assert_eq!(codes(&mut duel, ASH, cast), ["INVALID_TARGETS"]);
        act(&mut duel, Action::Cast { card: storm, on: None });
        act(&mut duel, Action::Cast { card: bolt, on: Some(foe) });
    }
}

mod specific {
    use super::*;

    #[test]
    fn the_champion_is_placed_in_the_centre() {
        let mut duel = book().start(setup(), Seed(1)).expect("it can start");
        duel.submit(By::Chance, Action::Deal).expect("no faults");
        let first = duel.state().active();
        let card = duel.state().player(first).champion();
        for column in [0, 2] {
            let place = Action::Place { card, column };
            assert_eq!(codes(&mut duel, first, place), ["CHAMPION_MUST_BE_CENTER"]);
        }
        let mut forbidden = duel.state().clone();
        let what = Trait::Forbids(Ban::Place);
        Duels::apply(&mut forbidden, &Event::Granted { card, what, lasts: Duration::Lasting });
        let mut forbidden = book().start(forbidden, Seed(1)).expect("it can start");
        let place = Action::Place { card, column: 0 };
        let both = ["CHAMPION_MUST_BE_CENTER", "PROHIBITED"];
        assert_eq!(codes(&mut forbidden, first, place), both);
    }

    #[test]
    fn the_champion_is_attacked_once_a_side_lane_is_broken() {
        let table = Table::new();
        let queen = table.champion(ASH);
        let open = {
            let mut open = Table::new();
            open.broken(TIDE, 2);
            open
        };
        let mut duel = table.play();
        let hit = attack(queen, TIDE, CENTRE);
        assert_eq!(codes(&mut duel, ASH, hit), ["CANNOT_ATTACK_CHAMPION"]);
        act(&mut open.play(), hit);

        let mut table = Table::new();
        grant(&mut table, queen, Trait::Forbids(Ban::AttackChampion));
        let both = ["CANNOT_ATTACK_CHAMPION", "PROHIBITED"];
        assert_eq!(codes(&mut table.play(), ASH, hit), both);
    }

    #[test]
    fn the_centre_lane_is_attacked_once_a_side_lane_is_broken() {
        let displaced = |broken: bool| {
            let mut table = Table::new();
            let warden = table.champion(TIDE);
            let lift = CheckName::ChampionInCentre;
            grant(&mut table, warden, Trait::Lifts(lift));
            table.happens(Event::SteppedAside { card: warden, column: 0 });
            if broken {
                table.broken(TIDE, 2);
            }
            table
        };
        let queen = displaced(false).champion(ASH);
        let hit = attack(queen, TIDE, CENTRE);
        let mut duel = displaced(false).play();
        assert_eq!(codes(&mut duel, ASH, hit), ["CANNOT_ATTACK_CHAMPION_LANE"]);
        let mut table = displaced(false);
        grant(&mut table, queen, Trait::Forbids(Ban::Attack));
        let both = ["CANNOT_ATTACK_CHAMPION_LANE", "PROHIBITED"];
        assert_eq!(codes(&mut table.play(), ASH, hit), both);
        act(&mut displaced(true).play(), hit);
    }

    #[test]
    fn what_a_card_asks_for_must_hold() {
        let changed = |hand: u64| {
            Table::with(|file| {
                let cards = file["cards"].as_array_mut().expect("a list");
                let storm =
                    cards.iter_mut().find(|card| card["id"] == "firestorm").expect("it is there");
                storm["abilities"][0]["if"] =
                    serde_json::json!([{ "hand": "own", "at_most": hand }]);
            })
        };
        let mut table = changed(0);
        let storm = table.back(ASH, 0, "firestorm");
        act(&mut table.play(), Action::Cast { card: storm, on: None });
        let mut table = changed(0);
        let storm = table.back(ASH, 0, "firestorm");
        table.hand(ASH, "soot-imp");
        let cast = Action::Cast { card: storm, on: None };
        assert_eq!(codes(&mut table.play(), ASH, cast), ["CONDITION_NOT_MET"]);
        let mut table = changed(0);
        let storm = table.back(ASH, 0, "firestorm");
        table.hand(ASH, "soot-imp");
        grant(&mut table, storm, Trait::Forbids(Ban::Cast));
        let both = ["CONDITION_NOT_MET", "PROHIBITED"];
        assert_eq!(codes(&mut table.play(), ASH, cast), both);
    }

    #[test]
    fn what_is_forbidden_is_refused_though_every_check_is_content() {
        let kinds = |ban| match ban {
            Ban::Attack => 0,
            Ban::Protect => 1,
            Ban::Pump => 2,
            Ban::Place => 3,
            Ban::Cast => 4,
            Ban::UsePower => 5,
            Ban::AttackChampion => 6,
        };
        for ban in Ban::ALL {
            let mut table = Table::new();
            let foe = table.front(TIDE, 0, "wall-golem");
            let guard = table.front(ASH, 0, "basalt-guard");
            let imp = table.front(ASH, 2, "soot-imp");
            let (bolt, idol) = (table.back(ASH, 0, "fire-bolt"), table.hand(ASH, "molten-idol"));
            let queen = table.champion(ASH);
            table.broken(TIDE, 2);
            let actions = [
                (guard, attack(guard, TIDE, 0)),
                (guard, Action::Protect { card: guard }),
                (imp, Action::Pump { card: imp, target: guard, stat: Stat::Def }),
                (idol, Action::Place { card: idol, column: 1 }),
                (bolt, Action::Cast { card: bolt, on: Some(foe) }),
                (queen, Action::Use { card: queen, power: 0, on: Some(foe) }),
                (queen, attack(queen, TIDE, CENTRE)),
            ];
            let (card, action) = actions[kinds(ban)];
            act(&mut table.clone().play(), action);
            grant(&mut table, card, Trait::Forbids(ban));
            assert_eq!(codes(&mut table.play(), ASH, action), ["PROHIBITED"], "{ban}");
        }
    }
}
