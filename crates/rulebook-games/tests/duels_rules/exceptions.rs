//! What cards allow beyond the checks, and that a prohibition beats it.

use rulebook::prelude::*;
use rulebook_games::duels::cards::{CheckName, Duration, Stat, Trait};
use rulebook_games::duels::*;

use crate::table::*;

/// The exceptions that the last frame used.
fn used(duel: &Session<Duels>) -> Vec<String> {
    let frame = duel.frames().next_back().expect("something happened");
    frame.exceptions().map(str::to_owned).collect()
}

fn exception(check: CheckName) -> String {
    format!("the card is an exception: {check}")
}

#[test]
fn champion_bypass_lifts_one_check_and_the_frame_says_so() {
    let mut table = Table::new();
    let breaker = table.front(ASH, 0, "gate-breaker");
    let warden = table.champion(TIDE);
    table.happens(Event::SteppedAside { card: warden, column: 0 });
    let lift = Trait::Lifts(CheckName::ChampionInCentre);
    table.happens(Event::Granted { card: warden, what: lift, lasts: Duration::Lasting });
    let mut duel = table.play();
    act(&mut duel, attack(breaker, TIDE, 0));
    assert_eq!(used(&duel), [exception(CheckName::ChampionIsOpen)]);
    // Nothing else is lifted: it still cannot reach the other end.
    act(&mut duel, Action::Withdraw { card: breaker });
    assert_eq!(codes(&mut duel, ASH, attack(breaker, TIDE, 2)), ["INVALID_ATTACK_PATTERN"]);
}

#[test]
fn every_check_that_says_so_can_be_lifted() {
    for check in CheckName::ALL {
        let mut table = Table::new();
        let (queen, warden) = (table.champion(ASH), table.champion(TIDE));
        let hound = table.front(ASH, 0, "ember-hound");
        let guard = table.front(ASH, 2, "basalt-guard");
        let (card, action, code) = match check {
            CheckName::ChampionInCentre => continue, // before the first turn: below
            CheckName::ChampionIsOpen => {
                (queen, attack(queen, TIDE, CENTRE), "CANNOT_ATTACK_CHAMPION")
            }
            CheckName::CentreLaneIsOpen => {
                let lift = Trait::Lifts(CheckName::ChampionInCentre);
                table.happens(Event::Granted {
                    card: warden,
                    what: lift,
                    lasts: Duration::Lasting,
                });
                table.happens(Event::SteppedAside { card: warden, column: 2 });
                (queen, attack(queen, TIDE, CENTRE), "CANNOT_ATTACK_CHAMPION_LANE")
            }
            CheckName::ClassAttacksThatWay => {
                table.broken(TIDE, 2);
                (hound, attack(hound, TIDE, CENTRE), "UNSUPPORTED_ATTACK_TYPE")
            }
            CheckName::OnlyDefendersProtect => {
                (hound, Action::Protect { card: hound }, "NOT_A_DEFENDER")
            }
            CheckName::ProtectionHasRested => {
                table.happens(Event::Protected { card: guard });
                table.happens(Event::Passed);
                table.happens(Event::Passed);
                (guard, Action::Protect { card: guard }, "PROTECTION_ON_COOLDOWN")
            }
            CheckName::OnlyPumpersPump => {
                let pump = Action::Pump { card: hound, target: queen, stat: Stat::Atk };
                (hound, pump, "NOT_A_PUMPER")
            }
        };
        assert_eq!(codes(&mut table.clone().play(), ASH, action), [code], "{check}");
        let what = Trait::Lifts(check);
        table.happens(Event::Granted { card, what, lasts: Duration::Lasting });
        let mut duel = table.play();
        act(&mut duel, action);
        assert_eq!(used(&duel), [exception(check)]);
    }
}

#[test]
fn a_wandering_champion_is_placed_anywhere_and_stays_there() {
    let table = Table::with(|file| {
        let queen = &mut file["cards"][0]["abilities"];
        let wanders = serde_json::json!({ "always": "lifts", "check": "champion-in-centre" });
        queen.as_array_mut().expect("a list").push(wanders);
    });
    let set = std::sync::Arc::new(table.duel.set().clone());
    let mut duel = book_of(&set).start(setup_of(&set, [0, 1]), Seed(1)).expect("it can start");
    duel.submit(By::Chance, Action::Deal).expect("no faults");
    for _ in 0..2 {
        let seat = duel.state().active();
        let card = duel.state().player(seat).champion();
        let column = if seat == ASH { 2 } else { CENTRE };
        act(&mut duel, Action::Place { card, column });
        let expected =
            if seat == ASH { vec![exception(CheckName::ChampionInCentre)] } else { vec![] };
        assert_eq!(used(&duel), expected);
    }
    assert_eq!(duel.state().player(ASH).front()[2], Some(duel.state().player(ASH).champion()));
    assert_eq!(duel.state().station(), Station::Draw);
}

#[test]
fn an_exception_and_a_prohibition_on_one_action_and_the_prohibition_wins() {
    let mut table = Table::new();
    let strider = table.front(ASH, 0, "mist-strider");
    let what = Trait::Lifts(CheckName::ChampionIsOpen);
    table.happens(Event::Granted { card: strider, what, lasts: Duration::Lasting });
    let hit = attack(strider, TIDE, CENTRE);
    // Two exceptions lift two checks.
    let mut duel = table.clone().play();
    act(&mut duel, hit);
    let both = [CheckName::ClassAttacksThatWay, CheckName::ChampionIsOpen].map(exception);
    assert_eq!(used(&duel), both);
    // The keeper in its column forbids it, whatever is lifted.
    table.front(TIDE, 0, "moat-keeper");
    let mut duel = table.play();
    assert_eq!(codes(&mut duel, ASH, hit), ["PROHIBITED"]);
    let outcome = duel.submit(ASH, hit).expect("no faults");
    assert_eq!(
        outcome.to_string(),
        format!("disallowed: A card in play forbids it: card {strider} may not attack a Champion."),
    );
}

#[test]
fn a_champion_is_displaced_by_exception_and_opens_its_lane() {
    let mut table = Table::new();
    table.happens(Event::Passed);
    let (queen, warden) = (table.champion(ASH), table.champion(TIDE));
    let spell = table.back(TIDE, 0, "undercurrent");
    let mut duel = table.play();
    act(&mut duel, Action::Cast { card: spell, on: Some(queen) });
    fight(&mut duel);
    // It stands on the left now, and carries the exception that lets it.
    assert_eq!(duel.state().front_column(queen), Some(0));
    assert!(duel.state().lifts(queen, CheckName::ChampionInCentre));
    // Nobody stands before the centre lane; and still it needs a broken side.
    turn(&mut duel, &[]);
    act(&mut duel, Action::Draw);
    let hit = attack(warden, ASH, CENTRE);
    assert_eq!(codes(&mut duel, TIDE, hit), ["CANNOT_ATTACK_CHAMPION_LANE"]);
    // The same spell brings it back: the place next to it is the centre.
    assert_eq!(duel.state().player(ASH).front(), [Some(queen), None, None]);
}
