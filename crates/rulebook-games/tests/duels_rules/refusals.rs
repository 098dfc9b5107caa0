//! Every reason is provoked, alone and with others of its gate: those about the
//! action's shape, its time and its actor.

use rulebook::prelude::*;
use rulebook_games::duels::cards::{Stat, Trait};
use rulebook_games::duels::*;

use crate::table::*;

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
                // Whoever asks why is told no more than that.
                let told = duel.explain(by, &action).expect("no fault").to_string();
                assert!(!told.contains("panicked"), "{action:?}: {told}");
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
