use rulebook_games::tic_tac_toe::*;
use rulebook_testkit::Conformance;

#[test]
fn it_conforms() {
    let report = Conformance::new(book(), setup)
        .universe(universe)
        .rarely(|action| matches!(action, Action::Resign))
        .show(show)
        .print(print)
        .golden("playthroughs/tic-tac-toe.txt")
        .check();
    println!("{report}");
}
