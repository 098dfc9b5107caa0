//! What is shown to everybody in the end.

use rulebook::Viewer;
use rulebook::prelude::*;
use rulebook_games::duels::*;

#[test]
fn everybody_sees_what_is_chosen_once_the_strategy_is_over() {
    let mut duel = book().start(setup(), Seed(1)).expect("it can start");
    duel.submit(By::Chance, Action::Deal).expect("no faults");
    for _ in 0..2 {
        let seat = duel.state().active();
        let card = duel.state().player(seat).champion();
        duel.submit(seat, Action::Place { card, column: CENTRE }).expect("no faults");
    }
    let seat = duel.state().active();
    let card = duel.state().player(seat).champion();
    let attack = Action::Attack { card, side: opponent(seat), column: CENTRE };
    duel.submit(seat, Action::Draw).expect("no faults");
    // The Champion cannot be attacked: another choice, straight or beside.
    assert!(duel.submit(seat, attack).expect("no faults").refusal().is_some());
    let legal = duel.legal(seat).expect("no faults");
    let chosen = legal
        .into_iter()
        .find(|legal| matches!(legal.action(), Action::Attack { .. } | Action::Protect { .. }));
    let Some(chosen) = chosen else { panic!("the Champion can do something") };
    let outcome = duel.play(chosen).expect("no faults");
    assert!(outcome.is_committed(), "{outcome}");
    let orders = |duel: &mut Session<Duels>, viewer: Viewer| {
        duel.view(viewer).expect("no faults").state.table().player(seat).orders().len()
    };
    let all: Vec<_> = Viewer::all(2).collect();
    let seen = |duel: &mut Session<Duels>| {
        all.iter().map(|&viewer| orders(duel, viewer)).collect::<Vec<_>>()
    };
    let own = usize::from(seat.0);
    let mut expected = vec![0; 3];
    expected[own] = 1;
    assert_eq!(seen(&mut duel), expected);
    // The frame tells the others that something was done, and not what.
    let frame = duel.frames().next_back().expect("a frame");
    let told = frame.sight(Viewer::Seat(opponent(seat))).expect("no faults");
    assert_eq!((told.by, told.action, told.events.len()), (Some(By::Seat(seat)), None, 0));
    duel.submit(seat, Action::Done).expect("no faults");
    let shown = seen(&mut duel);
    assert!(shown.iter().all(|count| *count == shown[own]), "{shown:?}");
}
