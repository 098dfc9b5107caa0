//! A sound game passes the suite; a game that is broken in one place fails the
//! check that is there to see it.

mod bonfire;
mod chance;
mod copies;
mod files;
mod offers;
mod plan;
mod play;
mod race;
mod reactions;
mod views;

use race::{Sound, suite};

#[test]
fn a_sound_game_conforms_with_nothing_skipped_but_what_was_not_asked_for() {
    let report = suite(&Sound).every_rule().check();
    assert_eq!(report.games, report.ended);
    assert!(report.draws > 0 && report.choices > 0 && report.attempts > 1_000, "{report}");
    assert_eq!(report.never_fired, [""; 0]);
    let skipped: Vec<_> = report.skipped.iter().map(|(check, _)| check.name()).collect();
    assert_eq!(skipped, ["kept", "sources", "accounts", "rest", "views", "golden"]);
}

#[test]
fn a_report_tells_what_was_seen_and_what_was_not() {
    let report = suite(&Sound).check().to_string();
    assert!(report.starts_with("\"race\" conforms: 30 games (30 ended), "), "{report}");
    assert!(report.contains("The check golden was skipped: no file was named"), "{report}");
}

#[test]
fn two_runs_tell_the_same() {
    assert_eq!(suite(&Sound).run(), suite(&Sound).run());
}
