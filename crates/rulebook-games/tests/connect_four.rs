use rulebook_games::connect_four::*;
use rulebook_testkit::Conformance;

#[test]
fn it_conforms() {
    let report = Conformance::new(book(), setup)
        .universe(universe)
        .rarely(|action| matches!(action, Action::Resign))
        .show(show)
        .print(print)
        .golden("playthroughs/connect-four.txt")
        .check();
    println!("{report}");
}
