//! The night market conforms, and says why it refuses.
use rulebook_games::night_market::*;
use rulebook_testkit::Conformance;

#[test]
fn it_conforms() {
    let report = Conformance::new(book(), setup)
        .universe(universe)
        .rarely(|action| matches!(action, Action::Ring))
        .show(show)
        .print(print)
        .golden("playthroughs/night-market.txt")
        .check();
    println!("{report}");
}
