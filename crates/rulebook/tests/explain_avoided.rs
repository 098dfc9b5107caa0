//! What an explanation says that the plan avoids is what submitting avoids.

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{Avoided, BookBuilder, Pass, SessionOptions, Standing};

/// What is avoided for an action: as explained, and as submitted.
fn avoided(book: BookBuilder<Sandbox>) -> [Avoided; 2] {
    let book = book.compile().unwrap();
    let options = SessionOptions { count_work: true, ..SessionOptions::default() };
    let mut game = start_with(&book, BOTH[0], options);
    let explained = game.explain(Seat(0), &Act::Go(1)).unwrap().avoided;
    assert_eq!(game.avoided(), Avoided::default(), "to explain is not to play");
    go(&mut game, Act::Go(1));
    [explained, game.avoided()]
}

/// Behind a closed phase, the plan passes over all rules at once; the reference asks
/// each of them, and says that one is masked before it says that its phase is closed.
#[test]
fn a_masked_rule_behind_a_closed_phase_is_not_counted_as_masked() {
    let book = || {
        book("masked behind a closed phase")
            .strategy(Strategy::ApplyAll)
            .rule("first", |rule| says("first")(rule.exclusive("once")))
            .phase("closed", |phase| {
                phase
                    .when("dark", |_| false)
                    .rule("closed", says("closed"))
                    .rule("masked", |rule| says("masked")(rule.exclusive("once")))
            })
    };
    let [explained, submitted] = avoided(book());
    assert_eq!(explained, submitted);
    assert_eq!((submitted.by(Pass::Masks), submitted.by(Pass::Linear)), (0, 1));
    let mut game = start(&book().compile().unwrap(), BOTH[0]);
    let explained = game.explain(Seat(0), &Act::Go(1)).unwrap();
    let masked = explained.rules().find(|rule| rule.name == "closed/masked").unwrap();
    assert!(matches!(masked.standing, Standing::Masked { group: "once" }), "{explained}");
}
