//! Decisions: a sequence is tried and committed as a whole, choices are
//! withdrawn, what was shown cannot be taken back.

use rulebook::prelude::*;
use rulebook::{Cause, Sequence, Stopped};
use rulebook_games::duels::cards::Stat;
use rulebook_games::duels::*;

use crate::table::*;

/// Two cards to place and three actions to choose; the last by a card that may
/// be told to do something else.
fn plan(table: &mut Table, last: impl Fn(CardId) -> Action) -> Vec<(By, Action)> {
    let (hound, imp) = (table.hand(ASH, "ember-hound"), table.hand(ASH, "soot-imp"));
    let queen = table.champion(ASH);
    let actions = [
        Action::Place { card: hound, column: 0 },
        Action::Place { card: imp, column: 2 },
        attack(hound, TIDE, 0),
        Action::Pump { card: imp, target: hound, stat: Stat::Atk },
        last(queen),
    ];
    actions.map(|action| (By::Seat(ASH), action)).to_vec()
}

#[test]
fn a_decision_sequence_is_tried_and_committed_as_a_whole() {
    let mut table = Table::new();
    let plan = plan(&mut table, |queen| attack(queen, TIDE, 0));
    let mut duel = table.play();
    let before = duel.digest().expect("no faults");
    let tried = duel.try_sequence(plan.clone()).expect("no faults");
    assert!(matches!(&tried, Sequence::Through { frames } if frames.len() == 5));
    assert_eq!(duel.digest().expect("no faults"), before, "it was only tried");
    let done = duel.submit_all(plan).expect("no faults");
    assert!(matches!(&done, Sequence::Through { frames } if frames.len() == 5));
    assert_eq!(duel.state().player(ASH).orders().len(), 3);
    // It is one step to undo.
    duel.undo().expect("no faults");
    assert_eq!(duel.digest().expect("no faults"), before);
}

#[test]
fn the_failing_step_is_named_and_nothing_of_the_sequence_stays() {
    let mut table = Table::new();
    // The queen is no Defender.
    let plan = plan(&mut table, |queen| Action::Protect { card: queen });
    let mut duel = table.play();
    let before = duel.digest().expect("no faults");
    for commit in [false, true] {
        let plan = plan.clone();
        let came = if commit { duel.submit_all(plan) } else { duel.try_sequence(plan) };
        let Ok(Sequence::Stopped { at, why: Stopped::Refused(_, refusal) }) = came else {
            panic!("the last step is refused");
        };
        assert_eq!(at, 4);
        let Cause::Checks { gate, violations } = &refusal.cause else { panic!("{refusal}") };
        assert_eq!((*gate, violations[0].check.as_str()), (Gate::Actor, "only defenders protect"));
        assert_eq!(duel.digest().expect("no faults"), before);
    }
}

#[test]
fn a_later_step_sees_what_an_earlier_one_has_done() {
    let mut table = Table::new();
    let mut plan = plan(&mut table, |queen| attack(queen, TIDE, 0));
    plan.swap(0, 2); // the attack before the hound is there
    let mut duel = table.play();
    let Ok(Sequence::Stopped { at: 0, why: Stopped::Refused(_, refusal) }) =
        duel.try_sequence(plan)
    else {
        panic!("the first step is refused");
    };
    assert_eq!(refusal.reasons().map(Reason::code).collect::<Vec<_>>(), ["ACTOR_CANNOT_PERFORM"]);
}

#[test]
fn what_was_chosen_can_be_withdrawn_and_chosen_again() {
    let table = Table::new();
    let queen = table.champion(ASH);
    let mut duel = table.play();
    for column in [0, 2, 0] {
        act(&mut duel, attack(queen, TIDE, column));
        let order = Order::Attack { column, target: None };
        assert_eq!(duel.state().player(ASH).order_of(queen), Some(order));
        act(&mut duel, Action::Withdraw { card: queen });
        assert_eq!(duel.state().player(ASH).orders(), []);
    }
}

#[test]
fn what_was_shown_or_drawn_cannot_be_taken_back() {
    let mut table = Table::new();
    table.at(Station::Draw);
    let mut duel = table.play();
    for action in [Action::Draw, Action::Done] {
        act(&mut duel, action);
        let outcome = duel.undo().expect("no faults");
        let cause = outcome.refusal().map(|refusal| &refusal.cause);
        assert!(matches!(cause, Some(Cause::Irreversible)), "{outcome}");
    }
}

#[test]
fn legal_targets_come_from_the_same_source_as_legal_actions() {
    let mut table = Table::new();
    let dancer = table.front(ASH, 0, "pyre-dancer");
    let mut duel = table.play();
    let columns = |duel: &mut Session<Duels>| {
        duel.legal_parts(ASH, |action| match *action {
            Action::Attack { card, column, .. } if card == dancer => Some(column),
            _ => None,
        })
        .expect("no faults")
    };
    // Straight ahead; diagonally there is the Champion, who is safe.
    assert_eq!(columns(&mut duel), [0]);
    let mut open = Table::new();
    let _ = open.front(ASH, 0, "pyre-dancer");
    open.broken(TIDE, 2);
    assert_eq!(columns(&mut open.play()), [0, CENTRE]);
}
