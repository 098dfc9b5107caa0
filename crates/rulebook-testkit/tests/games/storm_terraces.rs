//! The storm terraces: they conform; everything happens at once, what is
//! settled then can fizzle, and what bursts does so in order.

use rulebook::prelude::*;
use rulebook::{Dice, Fate, Preview};
use rulebook_testkit::Conformance;
use rulebook_testkit::games::storm_terraces::*;

#[test]
fn it_conforms() {
    let report = Conformance::new(book(), setup)
        .universe(universe)
        .show(show)
        .print(print)
        .golden("playthroughs/storm-terraces.txt")
        // A game in which most of the reactions are seen.
        .golden_seed(Seed(56))
        .every_rule()
        .check();
    assert_eq!(report.ended, report.games);
    assert!(report.choices > 0 && report.draws > 0, "{report}");
}

#[test]
fn the_rule_sheet_has_no_warnings() {
    assert_eq!(book().warnings(), []);
}

/// A seed whose first storm has that strength.
fn seed_of(strength: u32) -> Seed {
    let seeds = (0..).map(Seed);
    let mut stormy = seeds.filter(|seed| Dice::new(*seed).roll(2) == strength);
    stormy.next().expect("both strengths are as likely")
}

/// A game that begins with a storm of that strength, after which it may wait
/// for a choice. Nobody has more than two life.
fn storm<'n>(
    strength: u32,
    pieces: impl IntoIterator<Item = (u8, Kind, &'n str)>,
) -> Session<StormTerraces> {
    let hill = hill(pieces).with_life(2).before_storm();
    let mut game = book().start(hill, seed_of(strength)).expect("it can start");
    game.submit(By::Chance, Action::Storm).expect("no faults");
    game
}

/// Everybody rests for two rounds; then comes the next storm.
fn rest_until_the_next_storm(game: &mut Session<StormTerraces>) {
    for seat in [0, 1, 2, 0, 1, 2] {
        game.submit(Seat(seat), Action::Rest).expect("no faults");
    }
    let outcome = game.submit(By::Chance, Action::Storm).expect("no faults");
    assert!(outcome.is_committed(), "{outcome}");
}

fn life(game: &Session<StormTerraces>, name: &str) -> Option<u32> {
    game.state().at(cell(name)).map(|piece| piece.life)
}

/// What was proposed in the last frame, with its fate, as far as it is picked.
fn fates(game: &Session<StormTerraces>, picked: impl Fn(&Event) -> bool) -> Vec<(Event, Fate)> {
    let frame = game.frames().next_back().expect("a frame");
    let lines = &frame.account().expect("there are reactions").lines;
    let picked = lines.iter().filter(|line| picked(&line.proposed));
    picked.map(|line| (line.proposed, line.fate)).collect()
}

mod storms {
    use super::*;

    #[test]
    fn a_storm_hits_everybody_at_once() {
        let game = storm(1, [(0, Kind::Herder, "a1"), (1, Kind::Ox, "b3"), (2, Kind::Keg, "d1")]);
        assert_eq!(["a1", "b3", "d1"].map(|name| life(&game, name)), [Some(1), Some(1), None]);
        assert_eq!((game.state().dead(), game.state().round()), (1, 3));
    }

    #[test]
    fn a_banner_that_falls_in_the_storm_still_keeps_off_its_share_of_it() {
        // It is the oldest: its fall comes first in the batch.
        let game = storm(
            2,
            [
                (0, Kind::Banner, "b2"),
                (0, Kind::Herder, "b1"),
                (0, Kind::Herder, "b3"),
                (1, Kind::Herder, "a2"),
                (0, Kind::Herder, "d1"),
            ],
        );
        assert_eq!(life(&game, "b2"), None);
        assert_eq!([life(&game, "b1"), life(&game, "b3")], [Some(1); 2]);
        // Others, and those who stand elsewhere, are not in its lee.
        assert_eq!([life(&game, "a2"), life(&game, "d1")], [None; 2]);
    }

    #[test]
    fn a_second_storm_finds_no_banner() {
        let mut game = storm(1, [(0, Kind::Banner, "b2"), (0, Kind::Herder, "b1")]);
        assert_eq!(life(&game, "b1"), Some(2));
        rest_until_the_next_storm(&mut game);
        assert!(life(&game, "b1").is_none_or(|life| life < 2));
    }

    #[test]
    fn nobody_may_know_how_strong_the_storm_will_be() {
        let hill = hill([(0, Kind::Ox, "a1")]).before_storm();
        let mut game = book().start(hill, Seed(1)).expect("it can start");
        let preview = game.preview(By::Chance, &Action::Storm).expect("no faults");
        assert!(matches!(preview, Preview::DiceAhead));
    }
}

mod domes {
    use super::*;

    /// A dome between two of its clan, and a storm that is too strong for it.
    fn divided() -> Session<StormTerraces> {
        storm(2, [(0, Kind::Dome, "b2"), (0, Kind::Herder, "b1"), (0, Kind::Herder, "b3")])
    }

    #[test]
    fn a_dome_that_is_strong_enough_asks_nobody() {
        let pieces = [(0, Kind::Dome, "b2"), (0, Kind::Herder, "b1"), (0, Kind::Herder, "b3")];
        let game = storm(1, pieces);
        assert!(game.pending().is_none());
        assert_eq!([life(&game, "b1"), life(&game, "b3")], [Some(2); 2]);
        // It does not shelter itself.
        assert_eq!(life(&game, "b2"), Some(1));
    }

    #[test]
    fn a_clan_divides_what_its_dome_can_do() {
        let mut game = divided();
        let choice = game.pending().cloned().expect("three are not enough for four");
        assert_eq!(choice.seat, Seat(0));
        assert!(choice.question.contains("How much does the dome keep off?"), "{choice}");
        let mut seen = Vec::new();
        for option in 0..choice.options.len() as u32 {
            let mut fork = game.fork();
            let outcome = fork.answer(Seat(0), choice.id, option).expect("no faults");
            assert!(outcome.is_committed(), "{outcome}");
            seen.push([life(&fork, "b1"), life(&fork, "b3")]);
        }
        seen.sort();
        seen.dedup();
        assert!(
            seen.contains(&[Some(1), Some(2)]) && seen.contains(&[Some(2), Some(1)]),
            "{seen:?}"
        );
        // Whatever is chosen, no more than three is kept off.
        game.answer(Seat(0), choice.id, 0).expect("no faults");
        let frame = game.frames().next_back().expect("a frame");
        let announced = &frame.account().expect("there are reactions").announcements;
        assert!(announced.iter().map(|it| it.amount).sum::<u32>() <= 3, "{announced:?}");
    }
}

mod deaths {
    use super::*;

    /// The burst hits of the last frame, in order.
    fn bursts(game: &Session<StormTerraces>) -> Vec<u32> {
        let frame = game.frames().next_back().expect("a frame");
        let hits = frame.events().filter_map(|event| match (event.event, event.origin) {
            (Event::Hit { id, .. }, rulebook::Origin::Trigger(_)) => Some(id.0),
            _ => None,
        });
        hits.collect()
    }

    #[test]
    fn kegs_that_die_together_burst_in_order_of_age_first_in_first_out() {
        // Both kegs die in the storm; each has an ox beside it.
        let game = storm(
            1,
            [(2, Kind::Ox, "a1"), (0, Kind::Keg, "a2"), (1, Kind::Ox, "d1"), (0, Kind::Keg, "d2")],
        );
        assert_eq!(bursts(&game), [0, 2]);
    }

    #[test]
    fn among_clans_the_turn_order_counts_and_what_follows_waits_its_turn() {
        let (first, second, third) =
            ((0, Kind::Keg, "d1"), (1, Kind::Keg, "a3"), (0, Kind::Keg, "c1"));
        let game = storm(
            1,
            [
                second,
                (2, Kind::Ox, "a2"),
                first,
                // The banner keeps the storm from the third keg.
                third,
                (0, Kind::Banner, "c2"),
                (2, Kind::Ox, "b1"),
            ],
        );
        // The first keg is younger, but of the clan whose reactions come first.
        // It kills the third, which was put to wait after the second.
        assert_eq!(bursts(&game), [3, 1, 5]);
        let frame = game.frames().next_back().expect("a frame");
        let fired = &frame.account().expect("there are reactions").fired;
        let kegs = fired.iter().filter_map(|fired| fired.source);
        assert_eq!(Vec::from_iter(kegs.map(|keg| keg.id.0)), [2, 0, 3]);
    }

    #[test]
    fn a_burst_kills_a_keg_that_bursts_in_turn() {
        let banner = (0, Kind::Banner, "b2");
        let game = storm(1, [(1, Kind::Keg, "a1"), (0, Kind::Keg, "b1"), banner]);
        // The banner kept the storm from the second keg; the first burst it.
        let deaths = fates(&game, |event| matches!(event, Event::Died { .. }));
        let order: Vec<_> = deaths.iter().map(|(event, _)| *event).collect();
        let died = |id| Event::Died { id: PieceId(id) };
        assert_eq!(order, [died(2), died(0), died(1)]);
        assert_eq!(game.state().dead(), 3);
    }

    #[test]
    fn an_ox_does_not_die_the_first_time() {
        let mut game = storm(2, [(0, Kind::Ox, "a1")]);
        assert_eq!(life(&game, "a1"), Some(1));
        let deaths = fates(&game, |event| matches!(event, Event::Died { .. }));
        assert_eq!(deaths, [(Event::Died { id: PieceId(0) }, Fate::Replaced)]);
        assert_eq!(game.state().dead(), 0);
        rest_until_the_next_storm(&mut game);
        assert_eq!((life(&game, "a1"), game.state().dead()), (None, 1));
    }

    #[test]
    fn those_who_die_at_once_are_counted_once_and_herders_leave_coins() {
        let game =
            storm(2, [(0, Kind::Herder, "a1"), (2, Kind::Herder, "c3"), (1, Kind::Dome, "d1")]);
        let counted = fates(&game, |event| matches!(event, Event::Mourned { .. }));
        assert_eq!(counted, [(Event::Mourned { dead: 3 }, Fate::Applied)]);
        assert_eq!([0, 1, 2].map(|seat| game.state().coins(Seat(seat))), [8, 7, 8]);
    }
}

mod scrambles {
    use super::*;

    #[test]
    fn the_oldest_gets_there_and_the_others_fizzle() {
        let pieces = [(1, Kind::Ox, "a2"), (0, Kind::Ox, "b1"), (0, Kind::Keg, "c2")];
        let mut game = book().start(hill(pieces), Seed(1)).expect("it can start");
        let outcome = game.submit(Seat(0), Action::Scramble { cell: cell("b2") });
        assert!(outcome.expect("no faults").is_committed());
        let at = |id| game.state().piece(PieceId(id)).map(|piece| piece.cell.to_string());
        assert_eq!([at(0), at(1), at(2)].map(Option::unwrap_or_default), ["b2", "b1", "c2"]);
        let moves = fates(&game, |event| matches!(event, Event::Moved { .. }));
        let fates: Vec<_> = moves.iter().map(|(_, fate)| *fate).collect();
        assert_eq!(fates, [Fate::Applied, Fate::Fizzled, Fate::Fizzled]);
        assert_eq!(game.turn(), Some(Seat(1)));
    }
}

mod refusals {
    use super::*;

    fn refused(game: &mut Session<StormTerraces>, by: impl Into<By>, action: Action) -> String {
        game.submit(by, action).expect("no faults").to_string()
    }

    #[test]
    fn every_reason_is_given_where_it_belongs() {
        let hill = hill([(1, Kind::Ox, "a1")]);
        let mut game = book().start(hill, Seed(1)).expect("it can start");
        let place = |name| Action::Place { kind: Kind::Keg, cell: cell(name) };
        let nowhere = Action::Scramble { cell: Cell(CELLS) };
        let told = [
            refused(&mut game, Seat(0), nowhere),
            refused(&mut game, Seat(1), place("b1")),
            refused(&mut game, Seat(0), place("a1")),
            refused(&mut game, Seat(0), Action::Scramble { cell: cell("a2") }),
            refused(&mut game, By::Chance, Action::Storm),
        ];
        assert_eq!(
            told,
            [
                "invalid: There is no such cell: they are called a1 to d3.",
                "disallowed: It is not your turn.",
                "disallowed: Somebody stands on a1 already.",
                "disallowed: Nobody of yours stands next to a2.",
                "invalid: Only chance brings the storm, once all clans had their turn.",
            ]
        );
        let stormy = game.state().clone().before_storm();
        let mut game = book().start(stormy, Seed(1)).expect("it can start");
        assert_eq!(
            refused(&mut game, Seat(0), Action::Rest),
            "invalid: The storm is coming: nobody can do anything else."
        );
        assert_eq!(
            refused(&mut game, Seat(0), Action::Storm),
            "disallowed: Only chance brings the storm, once all clans had their turn."
        );
    }

    #[test]
    fn what_cannot_be_paid_is_refused_and_not_offered() {
        let mut game = book().start(setup().with_coins(1), Seed(1)).expect("it can start");
        let before = game.digest().expect("no faults");
        let banner = Action::Place { kind: Kind::Banner, cell: cell("a1") };
        assert_eq!(
            refused(&mut game, Seat(0), banner),
            "disallowed: You have not enough coins for that."
        );
        assert_eq!(game.digest().expect("no faults"), before);
        for offer in game.legal(Seat(0)).expect("no faults") {
            let dear = matches!(offer.action(), Action::Place { kind, .. } if kind.price() > 1);
            assert!(!dear, "{offer:?}");
        }
    }
}

#[test]
fn points_are_for_what_stands_and_for_coins() {
    let hill = hill([(0, Kind::Herder, "a1"), (0, Kind::Keg, "a2"), (2, Kind::Dome, "d3")]);
    assert_eq!(hill.with_coins(7).points(), Scores::new(&[3 + 1 + 2, 2, 1 + 2]));
}
