//! Every reason is provoked: alone, and with the others of its gate at once.

use rulebook::prelude::*;
use rulebook_games::duels::cards::{Ban, CheckName, Duration, Stat, Status, Trait};
use rulebook_games::duels::*;

use crate::table::*;

fn grant(table: &mut Table, card: CardId, what: Trait) {
    table.happens(Event::Granted { card, what, lasts: Duration::Lasting });
}

fn stun(table: &mut Table, card: CardId) {
    table.happens(Event::Afflicted { card, status: Status::Stun, ends: 2 });
}

mod shape {
    use super::*;

    #[test]
    fn what_does_not_exist_is_an_invalid_action_type() {
        let table = Table::new();
        let (nobody, champion) = (CardId(999), table.champion(ASH));
        let mut duel = table.play();
        for action in [
            Action::Place { card: nobody, column: 0 },
            attack(nobody, TIDE, 0),
            attack(champion, Seat(2), 0),
            Action::Pump { card: champion, target: nobody, stat: Stat::Atk },
            Action::Cast { card: champion, on: Some(nobody) },
            Action::Use { card: champion, power: 7, on: None },
            // Its second ability is no power.
            Action::Use { card: champion, power: 1, on: None },
        ] {
            // It is the only reason of its gate, whoever submits it.
            for by in [By::Seat(ASH), By::Seat(TIDE), By::Clock] {
                assert_eq!(codes(&mut duel, by, action), ["INVALID_ACTION_TYPE"]);
            }
        }
    }
}

mod timing {
    use super::*;

    #[test]
    fn before_the_champions_nothing_is_placed() {
        let mut duel = book().start(setup(), Seed(1)).expect("it can start");
        let card = CardId(1);
        let place = Action::Place { card, column: 0 };
        // Before the deal it is neither the step nor the time.
        assert_eq!(codes(&mut duel, ASH, place), ["WRONG_PHASE", "INVALID_ACTION_TIMING"]);
        duel.submit(By::Chance, Action::Deal).expect("no faults");
        let first = duel.state().active();
        let card = duel.state().player(first).hand()[1];
        let place = Action::Place { card, column: 0 };
        assert_eq!(codes(&mut duel, first, place), ["INVALID_ACTION_TIMING"]);
    }

    #[test]
    fn each_step_has_its_actions() {
        use Station::{Battle, Draw, Strategy};
        let allowed = [
            (Draw, vec![ActionKind::Draw]),
            (
                Strategy,
                vec![
                    ActionKind::Place,
                    ActionKind::Attack,
                    ActionKind::Protect,
                    ActionKind::Pump,
                    ActionKind::Cast,
                    ActionKind::Withdraw,
                    ActionKind::Done,
                ],
            ),
            (Battle, vec![ActionKind::Fight]),
        ];
        for (station, kinds) in allowed {
            let mut table = Table::new();
            table.at(station);
            let duel = table.play();
            let card = duel.state().player(ASH).champion();
            for action in [
                Action::Deal,
                Action::Draw,
                Action::Place { card, column: 0 },
                attack(card, TIDE, 1),
                Action::Protect { card },
                Action::Pump { card, target: card, stat: Stat::Atk },
                Action::Cast { card, on: None },
                Action::Withdraw { card },
                Action::Done,
                Action::Fight,
            ] {
                let outcome = duel.fork().submit(ASH, action).expect("no faults");
                let codes: Vec<_> = outcome
                    .refusal()
                    .into_iter()
                    .flat_map(|refusal| refusal.reasons().map(Reason::code).collect::<Vec<_>>())
                    .collect();
                let wrong = codes == ["WRONG_PHASE"];
                assert_eq!(
                    !wrong,
                    kinds.contains(&rulebook::Kinded::kind(&action)),
                    "{station} {action:?}"
                );
            }
        }
    }

    #[test]
    fn a_power_has_its_steps() {
        let mut table = Table::new();
        let foe = table.front(TIDE, 0, "wall-golem");
        let card = table.champion(ASH);
        table.at(Station::Draw);
        let spark = Action::Use { card, power: 0, on: Some(foe) };
        let mut duel = table.play();
        assert_eq!(codes(&mut duel, ASH, spark), ["WRONG_PHASE"]);
        act(&mut duel, Action::Draw);
        act(&mut duel, spark);
        assert_eq!(duel.state().card(foe).wounds(), 1); // the golem's ward prevents 1 of 2
    }

    #[test]
    fn after_the_end_it_is_no_time_at_all() {
        let mut duel = Table::new().play();
        act(&mut duel, Action::Resign);
        let outcome = duel.submit(TIDE, Action::Draw);
        let feedback = Feedback::of(&outcome).expect("it is refused");
        assert!(
            feedback.to_string().starts_with("INVALID_ACTION_TIMING: The game is over"),
            "{feedback}"
        );
    }

    #[test]
    fn a_pending_choice_can_only_be_answered() {
        let mut table = Table::with(|file| {
            let cards = file["cards"].as_array_mut().expect("a list");
            let smith = cards.iter_mut().find(|card| card["id"] == "rune-smith");
            smith.expect("it is there")["abilities"][0]["choose"] =
                serde_json::json!({ "side": "own", "which": "others" });
        });
        let hound = table.front(ASH, 0, "ember-hound");
        let smith = table.hand(ASH, "rune-smith");
        let mut duel = table.play();
        let place = Action::Place { card: smith, column: 2 };
        let Outcome::Pending(choice) = duel.submit(ASH, place).expect("no faults") else {
            panic!("the smith's owner chooses first");
        };
        assert_eq!((choice.seat, choice.options.len()), (ASH, 2), "{choice}");
        let outcome = duel.submit(ASH, Action::Done);
        let feedback = Feedback::of(&outcome).expect("it is refused");
        assert!(feedback.to_string().starts_with("INVALID_ACTION_TIMING: "), "{feedback}");
        duel.answer(ASH, choice.id, 0).expect("no faults");
        // Printed 3, the queen's banner 1, the rune 2.
        assert_eq!(duel.state().stat(hound, Stat::Atk), 3 + 1 + 2);
    }
}

mod actor {
    use super::*;

    #[test]
    fn only_the_player_whose_turn_it_is_acts() {
        let mut table = Table::new();
        let hound = table.front(ASH, 0, "ember-hound");
        let bolt = table.hand(ASH, "fire-bolt");
        let mut duel = table.play();
        for by in [By::Seat(TIDE), By::Chance, By::Clock] {
            assert_eq!(codes(&mut duel, by, Action::Done), ["NOT_ACTIVE_PLAYER"]);
            assert_eq!(codes(&mut duel, by, Action::Resign), ["NOT_ACTIVE_PLAYER"]);
            let both = ["NOT_ACTIVE_PLAYER", "ACTOR_CANNOT_PERFORM"];
            assert_eq!(codes(&mut duel, by, attack(hound, TIDE, 0)), both);
        }
        let both = ["NOT_ACTIVE_PLAYER", "CARD_NOT_IN_HAND"];
        assert_eq!(codes(&mut duel, TIDE, Action::Place { card: bolt, column: 0 }), both);
        let both = ["NOT_ACTIVE_PLAYER", "NOTHING_TO_WITHDRAW"];
        assert_eq!(codes(&mut duel, TIDE, Action::Withdraw { card: hound }), both);
    }

    #[test]
    fn a_card_acts_if_it_is_yours_in_play_and_not_stunned() {
        let mut table = Table::new();
        let theirs = table.front(TIDE, 0, "reef-guardian");
        let stunned = table.front(ASH, 0, "basalt-guard");
        stun(&mut table, stunned);
        let (held, champion) = (table.hand(ASH, "ember-hound"), table.champion(ASH));
        let spell = table.back(ASH, 0, "molten-idol");
        let mut duel = table.play();
        for card in [theirs, stunned, held] {
            assert_eq!(codes(&mut duel, ASH, Action::Protect { card }), ["ACTOR_CANNOT_PERFORM"]);
            assert_eq!(codes(&mut duel, ASH, attack(card, TIDE, 0)), ["ACTOR_CANNOT_PERFORM"]);
        }
        // A spell that is not cast, and a card that is no spell.
        for card in [spell, champion] {
            let cast = Action::Cast { card, on: None };
            assert_eq!(codes(&mut duel, ASH, cast), ["ACTOR_CANNOT_PERFORM"]);
        }
        // With what else stands against a stunned card.
        let pump = Action::Pump { card: stunned, target: champion, stat: Stat::Atk };
        assert_eq!(codes(&mut duel, ASH, pump), ["ACTOR_CANNOT_PERFORM", "NOT_A_PUMPER"]);
    }

    #[test]
    fn what_is_placed_comes_from_the_hand() {
        let mut table = Table::new();
        let hound = table.front(ASH, 0, "ember-hound");
        let deck = table.duel.player(ASH).deck()[0];
        let mut duel = table.play();
        for card in [hound, deck, duel.state().player(TIDE).deck()[0]] {
            let place = Action::Place { card, column: 2 };
            assert_eq!(codes(&mut duel, ASH, place), ["CARD_NOT_IN_HAND"]);
        }
    }

    #[test]
    fn who_has_no_atk_or_lies_in_the_back_row_cannot_attack() {
        let mut table = Table::new();
        let weak = table.front(ASH, 0, "war-drummer");
        grant(&mut table, weak, Trait::Stat { stat: Stat::Atk, by: -9 });
        let spell = table.back(ASH, 0, "molten-idol");
        table.happens(Event::Chose { card: weak, order: Order::Protect });
        let mut duel = table.play();
        assert_eq!(codes(&mut duel, ASH, attack(spell, TIDE, 0)), ["CANNOT_ATTACK"]);
        let both = ["ALREADY_CHOSEN", "CANNOT_ATTACK"];
        assert_eq!(codes(&mut duel, ASH, attack(weak, TIDE, 0)), both);
        act(&mut duel, Action::Withdraw { card: weak });
        assert_eq!(codes(&mut duel, ASH, attack(weak, TIDE, 0)), ["CANNOT_ATTACK"]);
    }

    #[test]
    fn only_defenders_protect_and_not_twice_in_a_row() {
        let mut table = Table::new();
        let (guard, hound) =
            (table.front(ASH, 0, "basalt-guard"), table.front(ASH, 2, "ember-hound"));
        for card in [guard, hound] {
            table.happens(Event::Protected { card });
        }
        table.happens(Event::Passed);
        table.happens(Event::Passed);
        let champion = table.champion(ASH);
        let mut duel = table.play();
        let protect = |card| Action::Protect { card };
        assert_eq!(codes(&mut duel, ASH, protect(champion)), ["NOT_A_DEFENDER"]);
        assert_eq!(codes(&mut duel, ASH, protect(guard)), ["PROTECTION_ON_COOLDOWN"]);
        let both = ["NOT_A_DEFENDER", "PROTECTION_ON_COOLDOWN"];
        assert_eq!(codes(&mut duel, ASH, protect(hound)), both);
    }

    #[test]
    fn only_pumpers_pump_and_each_card_acts_once() {
        let mut table = Table::new();
        let (hound, imp) = (table.front(ASH, 0, "ember-hound"), table.front(ASH, 2, "soot-imp"));
        let mut duel = table.play();
        let pump = |card| Action::Pump { card, target: hound, stat: Stat::Atk };
        assert_eq!(codes(&mut duel, ASH, pump(hound)), ["NOT_A_PUMPER"]);
        act(&mut duel, attack(hound, TIDE, 0));
        assert_eq!(codes(&mut duel, ASH, pump(hound)), ["ALREADY_CHOSEN", "NOT_A_PUMPER"]);
        act(&mut duel, pump(imp));
        assert_eq!(codes(&mut duel, ASH, pump(imp)), ["ALREADY_CHOSEN"]);
        act(&mut duel, Action::Withdraw { card: imp });
        assert_eq!(codes(&mut duel, ASH, Action::Withdraw { card: imp }), ["NOTHING_TO_WITHDRAW"]);
        act(&mut duel, pump(imp));
    }

    #[test]
    fn a_power_must_rest() {
        let mut table = Table::new();
        let foe = table.front(TIDE, 0, "wall-golem");
        let card = table.champion(ASH);
        let spark = Action::Use { card, power: 0, on: Some(foe) };
        let mut duel = table.play();
        act(&mut duel, spark);
        assert_eq!(codes(&mut duel, ASH, spark), ["POWER_ON_COOLDOWN"]);
        // It rests for the present turn and one more.
        for rests in [true, false] {
            fight(&mut duel);
            turn(&mut duel, &[]);
            act(&mut duel, Action::Draw);
            let outcome = duel.fork().submit(ASH, spark).expect("no faults");
            assert_eq!(outcome.refusal().is_some(), rests, "{outcome}");
        }
        let mut table = Table::new();
        let (card, foe) = (table.champion(ASH), table.front(TIDE, 0, "wall-golem"));
        stun(&mut table, card);
        table.happens(Event::PowerUsed { card, power: 0 });
        let spark = Action::Use { card, power: 0, on: Some(foe) };
        let both = ["ACTOR_CANNOT_PERFORM", "POWER_ON_COOLDOWN"];
        assert_eq!(codes(&mut table.play(), ASH, spark), both);
    }
}

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

mod together {
    use super::*;

    #[test]
    fn everything_that_is_wrong_with_the_actor_is_told_at_once() {
        let mut table = Table::new();
        let hound = table.front(TIDE, 0, "ember-hound");
        table.happens(Event::Protected { card: hound });
        table.happens(Event::Passed);
        stun(&mut table, hound);
        table.happens(Event::Passed);
        let (warden, foe) = (table.champion(TIDE), table.front(ASH, 0, "soot-imp"));
        table.happens(Event::PowerUsed { card: warden, power: 0 });
        stun(&mut table, warden);
        let mut duel = table.play();
        let all = [
            "NOT_ACTIVE_PLAYER",
            "ACTOR_CANNOT_PERFORM",
            "NOT_A_DEFENDER",
            "PROTECTION_ON_COOLDOWN",
        ];
        assert_eq!(codes(&mut duel, TIDE, Action::Protect { card: hound }), all);
        let all = ["NOT_ACTIVE_PLAYER", "ACTOR_CANNOT_PERFORM", "POWER_ON_COOLDOWN"];
        let undertow = Action::Use { card: warden, power: 0, on: Some(foe) };
        assert_eq!(codes(&mut duel, TIDE, undertow), all);
        let all = ["NOT_ACTIVE_PLAYER", "ACTOR_CANNOT_PERFORM", "NOT_A_PUMPER"];
        let pump = Action::Pump { card: hound, target: hound, stat: Stat::Atk };
        assert_eq!(codes(&mut duel, TIDE, pump), all);
    }

    #[test]
    fn a_stunned_card_without_atk_that_has_its_action_cannot_attack_for_three_reasons() {
        let mut table = Table::new();
        let hound = table.front(ASH, 0, "ember-hound");
        table.happens(Event::Chose { card: hound, order: Order::Protect });
        stun(&mut table, hound);
        grant(&mut table, hound, Trait::Stat { stat: Stat::Atk, by: -9 });
        let all = ["ACTOR_CANNOT_PERFORM", "ALREADY_CHOSEN", "CANNOT_ATTACK"];
        assert_eq!(codes(&mut table.play(), ASH, attack(hound, TIDE, 0)), all);
    }

    #[test]
    fn what_two_cards_forbid_is_told_twice_beside_the_check() {
        let mut table = Table::new();
        let queen = table.champion(ASH);
        grant(&mut table, queen, Trait::Forbids(Ban::Attack));
        grant(&mut table, queen, Trait::Forbids(Ban::AttackChampion));
        let all = ["CANNOT_ATTACK_CHAMPION", "PROHIBITED", "PROHIBITED"];
        assert_eq!(codes(&mut table.play(), ASH, attack(queen, TIDE, CENTRE)), all);
    }

    #[test]
    fn an_occupied_place_has_no_other_reason_beside_it() {
        // The only other one of its gate is a column that does not exist, and
        // nobody stands there.
        let mut table = Table::new();
        let imp = table.hand(ASH, "soot-imp");
        let mut duel = table.play();
        let place = |column| Action::Place { card: imp, column };
        assert_eq!(codes(&mut duel, ASH, place(CENTRE)), ["POSITION_OCCUPIED"]);
        assert_eq!(codes(&mut duel, ASH, place(3)), ["INVALID_POSITION"]);
    }

    #[test]
    fn a_gate_is_asked_only_if_all_before_it_are_content() {
        // Wrong in every way: the step, the player, the target, the Champion.
        let mut table = Table::new();
        let queen = table.champion(ASH);
        stun(&mut table, queen);
        table.at(Station::Draw);
        let hit = attack(queen, ASH, 7);
        assert_eq!(codes(&mut table.clone().play(), TIDE, hit), ["WRONG_PHASE"]);
        table.at(Station::Strategy);
        let both = ["NOT_ACTIVE_PLAYER", "ACTOR_CANNOT_PERFORM"];
        assert_eq!(codes(&mut table.clone().play(), TIDE, hit), both);
        table.happens(Event::Cured { card: queen, status: Status::Stun });
        let both = ["INVALID_POSITION", "INVALID_TARGETS"];
        assert_eq!(codes(&mut table.clone().play(), ASH, hit), both);
        let hit = attack(queen, TIDE, CENTRE);
        assert_eq!(codes(&mut table.play(), ASH, hit), ["CANNOT_ATTACK_CHAMPION"]);
    }
}
