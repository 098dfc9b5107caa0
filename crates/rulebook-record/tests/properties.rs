//! Every game, played at random in every way, comes back from its record.
#![cfg(feature = "games")]

mod common;

use common::{Plan, Recorded, go_on, look, play, read, write};
use rulebook_games::{Playable, Visit, games, visit};
use rulebook_record::{
    Form, Reader, RecorderOptions, Replay, ReplayOptions, Survey, convert, save,
};

const FORMS: [Form; 2] = [Form::Lines, Form::Compact];

/// Does something with records of all games.
fn each_game(check: impl Check + Copy) {
    struct With<C>(C);
    impl<C: Check> Visit for With<C> {
        type Out = ();
        fn visit<G: Playable>(self) {
            self.0.check::<G>();
        }
    }
    for game in games() {
        visit(game.name(), With(check)).expect("it can be visited");
    }
}

trait Check {
    fn check<G: Playable>(self);
}

#[derive(Clone, Copy)]
struct Replays;
impl Check for Replays {
    fn check<G: Playable>(self) {
        for seed in 0..12 {
            for form in FORMS {
                let plan = Plan::of(seed, 120, form);
                let Recorded { bytes, end } = play::<G>(&plan);
                let mut replay = Replay::<G, _>::open(&G::book(), &bytes[..]).unwrap();
                let played = replay.run().unwrap_or_else(|error| panic!("{plan:?}: {error}"));
                assert_eq!((played.frame, played.cut_off), (end.number, None));
                assert_eq!(look(replay.session_mut()), end, "{} {plan:?}", G::NAME);
            }
        }
    }
}

#[test]
fn every_game_comes_back_from_its_record() {
    each_game(Replays);
}

#[derive(Clone, Copy)]
struct Converts;
impl Check for Converts {
    fn check<G: Playable>(self) {
        for seed in 0..12 {
            let lines = play::<G>(&Plan::of(seed, 80, Form::Lines)).bytes;
            let compact = play::<G>(&Plan::of(seed, 80, Form::Compact)).bytes;
            let to = |bytes: &[u8], form| {
                let mut out = Vec::new();
                convert(Reader::open(bytes).unwrap(), &mut out, form).unwrap();
                out
            };
            assert_eq!(to(&lines, Form::Compact), compact, "{} {seed}", G::NAME);
            assert_eq!(to(&compact, Form::Lines), lines, "{} {seed}", G::NAME);
            assert_eq!(to(&lines, Form::Lines), lines, "{} {seed}", G::NAME);
            assert!(compact.len() < lines.len());
        }
    }
}

#[test]
fn both_forms_say_the_same_to_the_byte() {
    each_game(Converts);
}

#[derive(Clone, Copy)]
struct Prefixes;
impl Check for Prefixes {
    fn check<G: Playable>(self) {
        for (seed, form) in [(1, FORMS[0]), (2, FORMS[1])] {
            let bytes = play::<G>(&Plan::of(seed, 12, form)).bytes;
            let (header, whole, _) = read(&bytes);
            let start = write(&header, [], form).len();
            for end in start..=bytes.len() {
                let (_, entries, is_cut) = read(&bytes[..end]);
                assert_eq!(entries, whole[..entries.len()]);
                let kept = write(&header, entries.iter().map(|noted| &noted.entry), form).len();
                // Without its end a line is whole all the same.
                let left = end.saturating_sub(kept);
                assert_eq!(is_cut, left > 0, "{} {form:?} {end}", G::NAME);
                let next = whole.get(entries.len());
                let begun = next.map_or(end, |next| next.place.offset as usize);
                let newline = usize::from(form == Form::Lines);
                assert!(end + newline >= begun, "an entry is lost: {} {form:?} {end}", G::NAME);
                let after = whole.get(entries.len() + 1).map(|next| next.place.offset as usize);
                assert!(end < after.unwrap_or(bytes.len() + 1));
            }
            for end in 0..start - 1 {
                assert!(Reader::open(&bytes[..end]).is_err(), "{} {form:?} {end}", G::NAME);
            }
        }
    }
}

#[test]
fn a_record_that_is_cut_off_anywhere_can_be_read_up_to_there() {
    each_game(Prefixes);
}

#[derive(Clone, Copy)]
struct Continues;
impl Check for Continues {
    fn check<G: Playable>(self) {
        for (seed, form) in [(0, FORMS[0]), (1, FORMS[1]), (2, FORMS[0]), (3, FORMS[1])] {
            let plan = Plan::of(seed, 40, form);
            let bytes = play::<G>(&plan).bytes;
            let (_, entries, _) = read(&bytes);
            for (at, noted) in entries.iter().enumerate() {
                // Sometimes the entry that comes next was being written.
                let half = if at % 2 == 0 { 5 } else { 0 };
                let end = noted.place.offset as usize + half;
                let again = go_on::<G>(&bytes[..end], &entries[at..], plan.keep.positions);
                assert_eq!(again, bytes, "{} {plan:?} from entry {at}", G::NAME);
            }
        }
    }
}

#[test]
fn a_game_goes_on_from_any_point_as_if_it_had_never_been_put_away() {
    each_game(Continues);
}

#[derive(Clone, Copy)]
struct Frugal;
impl Check for Frugal {
    fn check<G: Playable>(self) {
        for seed in [0, 2, 4, 6, 8, 10] {
            let Recorded { bytes, end } = play::<G>(&Plan::of(seed, 100, Form::Lines));
            let survey = Survey::of(Reader::open(&bytes[..]).unwrap()).unwrap();
            assert_eq!(survey.frame, end.number);
            let options =
                ReplayOptions { history: Some(survey.history()), ..ReplayOptions::default() };
            let mut replay = Replay::<G, _>::open_with(&G::book(), &bytes[..], options).unwrap();
            replay.run().unwrap_or_else(|error| panic!("{} {seed} {survey:?}: {error}", G::NAME));
        }
    }
}

#[test]
fn whoever_verifies_needs_no_more_of_the_past_than_the_record_goes_back() {
    each_game(Frugal);
}

#[derive(Clone, Copy)]
struct Saves;
impl Check for Saves {
    fn check<G: Playable>(self) {
        for seed in [0, 2, 4, 6, 8] {
            let bytes = play::<G>(&Plan::of(seed, 60, Form::Lines)).bytes;
            let mut replay = Replay::<G, _>::open(&G::book(), &bytes[..]).unwrap();
            replay.run().unwrap();
            let mut game = replay.into_session();
            let saved = save(Vec::new(), &mut game, G::setup(), RecorderOptions::default())
                .unwrap_or_else(|error| panic!("{} {seed}: {error}", G::NAME));
            let mut again = Replay::<G, _>::open(&G::book(), &saved[..]).unwrap();
            again.run().unwrap();
            let (mut one, mut other) = (look(&mut game), look(again.session_mut()));
            (one.redo, other.redo) = (0, 0);
            assert_eq!(one, other, "{} {seed}", G::NAME);
        }
    }
}

#[test]
fn a_session_that_nobody_recorded_can_be_saved() {
    each_game(Saves);
}
