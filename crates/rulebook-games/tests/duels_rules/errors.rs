//! What players and observers are told when an action comes to nothing.

use std::sync::{Arc, Mutex};

use rulebook::prelude::*;
use rulebook::{Detail, Notice, Observer};
use rulebook_games::duels::*;

use crate::table::*;

/// Writes down what was refused, and whether that is critical.
struct Log(Arc<Mutex<Vec<(String, bool)>>>);

impl Observer<Duels> for Log {
    fn notice(&mut self, notice: &Notice<'_, Duels>) {
        let line = match notice {
            Notice::Refused { refusal, .. } => refusal.to_string(),
            Notice::Fault { fault } => fault.to_string(),
            _ => return,
        };
        self.0.lock().expect("nobody panicked").push((line, notice.is_critical()));
    }

    fn detail(&self) -> Detail {
        Detail::Outcomes
    }
}

#[test]
fn whoever_observes_is_told_of_every_refusal() {
    let log = Arc::new(Mutex::new(Vec::new()));
    let mut duel = Table::new().play();
    duel.observe(Log(log.clone()));
    assert_eq!(codes(&mut duel, TIDE, Action::Done), ["NOT_ACTIVE_PLAYER"]);
    act(&mut duel, Action::Done);
    assert_eq!(codes(&mut duel, ASH, Action::Done), ["WRONG_PHASE"]);
    let told = log.lock().expect("nobody panicked").clone();
    let told: Vec<_> = told.iter().map(|(line, critical)| (line.as_str(), *critical)).collect();
    assert_eq!(
        told,
        [
            ("It is not your turn to act.", false),
            ("This step does not allow it: go on, or wait for the step that does.", false),
        ]
    );
}

/// A duel in which to fight breaks something: half of a game is missing, or the
/// author's function panics.
fn broken(by: impl Fn() -> Event + Send + Sync + 'static) -> Session<Duels> {
    let book = book()
        .variant("a broken duel")
        .replace("fight", move |rule| rule.on(ActionKind::Fight).then(move |_, ()| [by()]))
        .compile()
        .expect("the variant has no mistakes");
    let mut table = Table::new();
    table.at(Station::Battle);
    book.start(table.duel, Seed(1)).expect("it can start")
}

#[test]
fn whoever_observes_is_told_that_a_broken_invariant_or_a_fault_is_critical() {
    let log = Arc::new(Mutex::new(Vec::new()));
    let mut duel =
        broken(|| Event::LaneHit { seat: ASH, lane: CENTRE, amount: 0, by: None, piercing: false });
    duel.observe(Log(log.clone()));
    assert_eq!(codes(&mut duel, ASH, Action::Done), ["WRONG_PHASE"]);
    let mut duel = broken(|| Event::Shuffled { seat: ASH, deck: Vec::new() });
    duel.observe(Log(log.clone()));
    let outcome = duel.submit(ASH, Action::Fight);
    let feedback = Feedback::of(&outcome).expect("it came to nothing");
    let mut duel = broken(|| panic!("the author slept"));
    duel.observe(Log(log.clone()));
    let outcome = duel.submit(ASH, Action::Fight);
    let fault = Feedback::of(&outcome).expect("it came to nothing");
    let told = log.lock().expect("nobody panicked").clone();
    let critical: Vec<_> = told.iter().map(|(_, critical)| *critical).collect();
    assert_eq!(critical, [false, true, true], "{told:?}");
    // What is logged is what the player is told, behind a word of warning.
    assert!(told[1].0.contains("each card is in exactly one place"), "{told:?}");
    assert_eq!(feedback.to_string(), format!("CRITICAL: {}", told[1].0));
    assert!(told[2].0.contains("the author slept"), "{told:?}");
    assert_eq!(fault.to_string(), format!("CRITICAL: {}", told[2].0));
}

#[test]
fn a_refusal_invites_another_try_and_a_broken_invariant_does_not() {
    let mut duel = Table::new().play();
    let refused = Feedback::of(&duel.submit(TIDE, Action::Done)).expect("it is refused");
    assert_eq!(
        refused,
        Feedback::Retry(vec![("NOT_ACTIVE_PLAYER", "It is not your turn to act.".to_owned())]),
    );
    assert_eq!(Feedback::of(&duel.submit(ASH, Action::Done)), None, "it was accepted");
    // Something that no player can do: half of a game is missing.
    let broken = book()
        .variant("a broken duel")
        .replace("fight", |rule| {
            rule.on(ActionKind::Fight).then(|_, ()| [Event::Turned { to: Station::Dealing }])
        })
        .compile()
        .expect("the variant has no mistakes");
    let mut duel = broken.start(duel.state().clone(), Seed(1)).expect("it can start");
    let critical = Feedback::of(&duel.submit(ASH, Action::Fight)).expect("it came to nothing");
    assert!(matches!(critical, Feedback::Critical(_)), "{critical}");
    assert_eq!(duel.state().station(), Station::Battle);
}

#[test]
fn every_reason_is_a_sentence() {
    use rulebook_games::duels::cards::Ban;
    let card = CardId(7);
    let all = [
        Why::InvalidActionType,
        Why::InvalidActionTiming,
        Why::WrongPhase,
        Why::NotActivePlayer,
        Why::ActorCannotPerform { card },
        Why::CardNotInHand { card },
        Why::CannotAttack { card },
        Why::NotADefender { card },
        Why::ProtectionOnCooldown { card },
        Why::NotAPumper { card },
        Why::InvalidPosition { column: 3 },
        Why::PositionOccupied { column: 0 },
        Why::InvalidTargets,
        Why::UnsupportedAttackType { card },
        Why::InvalidAttackPattern { column: 2 },
        Why::ChampionMustBeCenter,
        Why::CannotAttackChampion,
        Why::CannotAttackChampionLane,
        Why::AlreadyChosen { card },
        Why::NothingToWithdraw { card },
        Why::PowerOnCooldown,
        Why::ConditionNotMet,
        Why::Prohibited { card, ban: Ban::Cast },
    ];
    let codes: Vec<_> = all.iter().map(Reason::code).collect();
    assert_eq!(codes, Why::codes());
    for why in all {
        let text = why.to_string();
        assert!(text.ends_with('.') && text.starts_with(char::is_uppercase), "{text}");
    }
}
