//! Games that play themselves and are recorded meanwhile.
#![allow(dead_code, reason = "each file of tests uses a part of this")]

use rulebook::prelude::*;
use rulebook::{Choice, Dice, History, Mode, Outcome, SessionOptions};
use rulebook_games::Playable;
use rulebook_record::{
    Entry, Form, Header, Noted, Positions, Reader, Recorder, RecorderOptions, Replay, Then, Writer,
    session_options,
};

/// A game that was recorded.
pub(crate) struct Recorded {
    pub(crate) bytes: Vec<u8>,
    /// What the session looked like at the end.
    pub(crate) end: Look,
}

/// What can be seen of a session.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Look {
    pub(crate) number: u64,
    digest: Option<Digest>,
    dice: u64,
    undo: usize,
    pub(crate) redo: usize,
    pending: Option<Choice>,
    position: String,
    result: Option<Scores>,
}

pub(crate) fn look<G: Playable>(session: &mut Session<G>) -> Look {
    Look {
        number: session.number(),
        digest: session.digest().expect("no faults"),
        dice: session.dice_position(),
        undo: session.undo_depth(),
        redo: session.redo_depth(),
        pending: session.pending().cloned(),
        position: G::write_position(session.state()),
        result: session.result(),
    }
}

/// How a game is played and kept.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) seed: u64,
    pub(crate) steps: u32,
    pub(crate) mode: Mode,
    pub(crate) history: History,
    pub(crate) keep: RecorderOptions,
}

impl Plan {
    /// Each seed is played in another way.
    pub(crate) fn of(seed: u64, steps: u32, form: Form) -> Plan {
        let mode = if seed % 3 == 2 { Mode::Analysis } else { Mode::Play };
        let history = match seed % 4 {
            1 => History::Last(3),
            3 => History::None,
            _ => History::All,
        };
        let positions = match seed % 5 {
            0 | 2 => Positions::EveryFrame,
            1 | 4 => Positions::Changes,
            _ => Positions::Never,
        };
        let players =
            if seed.is_multiple_of(2) { Vec::new() } else { vec!["Ann \"A\"".to_owned()] };
        Plan { seed, steps, mode, history, keep: RecorderOptions { form, players, positions } }
    }

    pub(crate) fn options(&self) -> SessionOptions {
        SessionOptions { mode: self.mode, history: self.history, ..session_options() }
    }
}

/// Plays a game at random, with undo, redo, switches and sequences, and stops
/// after so many steps, also if a choice is pending.
pub(crate) fn play<G: Playable>(plan: &Plan) -> Recorded {
    let mut game =
        G::book().start_with(G::setup(), Seed(plan.seed), plan.options()).expect("it starts");
    let mut recorder =
        Recorder::start_with(Vec::new(), &mut game, plan.keep.clone()).expect("it can be recorded");
    let mut dice = Dice::new(Seed(plan.seed ^ 0x5eed));
    for _ in 0..plan.steps {
        if game.result().is_some() && dice.below(3) > 0 {
            break;
        }
        step::<G>(&mut recorder, &mut game, &mut dice);
    }
    let end = look(&mut game);
    Recorded { bytes: recorder.finish(&game).expect("it can be written"), end }
}

fn step<G: Playable>(recorder: &mut Recorder<G, Vec<u8>>, game: &mut Session<G>, dice: &mut Dice) {
    if let Some(choice) = game.pending().cloned() {
        if game.options().mode == Mode::Analysis && dice.below(10) == 0 {
            recorder.withdraw(game).expect("no faults");
            return;
        }
        let option = dice.below(choice.options.len() as u32);
        recorder.answer(game, choice.seat, choice.id, option).expect("no faults");
        return;
    }
    let rules: Vec<_> = game.book().rules().map(|rule| rule.id()).collect();
    match dice.below(40) {
        0..2 => drop(recorder.undo(game).expect("no faults")),
        2..4 => drop(recorder.redo(game).expect("no faults")),
        4 => {
            let to = dice.below(game.number() as u32 + 3);
            recorder.rewind(game, to.into()).expect("no faults");
        }
        5 => {
            // A rule is off for one step only, or the game might be stuck.
            let rule = *dice.pick(&rules).expect("there are rules");
            recorder.disable(game, rule).expect("no faults");
            recorder.enable(game, rule).expect("no faults");
        }
        6 => act_twice(recorder, game, dice),
        _ => act(recorder, game, dice),
    }
}

fn act<G: Playable>(recorder: &mut Recorder<G, Vec<u8>>, game: &mut Session<G>, dice: &mut Dice) {
    let mut legal = game.legal_all().expect("no faults");
    if dice.below(40) > 0 && legal.iter().any(|legal| !G::is_rare(legal.action())) {
        legal.retain(|legal| !G::is_rare(legal.action()));
    }
    if legal.is_empty() {
        return;
    }
    let legal = legal.swap_remove(dice.below(legal.len() as u32) as usize);
    let outcome = recorder.play(game, legal).expect("no faults");
    assert!(matches!(outcome, Outcome::Committed(_) | Outcome::Pending(_)), "{outcome}");
}

/// Two actions as one, if that is possible.
fn act_twice<G: Playable>(
    recorder: &mut Recorder<G, Vec<u8>>,
    game: &mut Session<G>,
    dice: &mut Dice,
) {
    let Some(first) = dice.pick(&game.legal_all().expect("no faults")).cloned() else { return };
    let mut fork = game.fork();
    let done = fork.submit(first.by(), first.action().clone()).expect("no faults");
    if !done.is_committed() {
        return;
    }
    let Some(second) = dice.pick(&fork.legal_all().expect("no faults")).cloned() else { return };
    let both = [&first, &second].map(|legal| (legal.by(), legal.action().clone()));
    recorder.submit_all(game, both).expect("no faults");
}

/// The header and all entries, and whether the last was cut off.
pub(crate) fn read(bytes: &[u8]) -> (Header, Vec<Noted>, bool) {
    let mut reader = Reader::open(bytes).expect("it is a record");
    let mut all = Vec::new();
    while let Some(noted) = reader.next_entry().expect("it is sound") {
        all.push(noted);
    }
    (reader.header().clone(), all, reader.cut_off().is_some())
}

/// The record of these entries, with a sound chain.
pub(crate) fn write<'e>(
    header: &Header,
    entries: impl IntoIterator<Item = &'e Entry>,
    form: Form,
) -> Vec<u8> {
    let mut writer = Writer::begin(Vec::new(), form, header).expect("it can be written");
    for entry in entries {
        writer.write(entry).expect("it can be written");
    }
    writer.into_inner()
}

/// Does through a recorder what an entry says.
pub(crate) fn drive<G: Playable>(
    recorder: &mut Recorder<G, Vec<u8>>,
    game: &mut Session<G>,
    entry: &Entry,
) {
    let parse = |text: &str| G::parse(text).expect("it can be read");
    match entry {
        Entry::Act { by, action, reversibility, .. } => {
            recorder.submit_as(game, *reversibility, *by, parse(action)).expect("no faults");
        }
        Entry::Acts { acts, .. } => {
            let all = acts.iter().map(|act| (act.by, parse(&act.action)));
            recorder.submit_all(game, all).expect("no faults");
        }
        Entry::Answer { by, option, .. } => {
            let choice = game.pending().expect("a choice is pending").id;
            recorder.answer(game, *by, choice, *option).expect("no faults");
        }
        Entry::Withdraw => drop(recorder.withdraw(game).expect("no faults")),
        Entry::Rewind { to, .. } => drop(recorder.rewind(game, *to).expect("no faults")),
        Entry::Enable { rule, .. } => {
            let rule = game.book().rule(rule).expect("it exists");
            recorder.enable(game, rule).expect("no faults");
        }
        Entry::Disable { rule, .. } => {
            let rule = game.book().rule(rule).expect("it exists");
            recorder.disable(game, rule).expect("no faults");
        }
        Entry::End { .. } => {}
    }
}

/// Plays a record, and goes on with it through a recorder that does the rest.
pub(crate) fn go_on<G: Playable>(bytes: &[u8], rest: &[Noted], positions: Positions) -> Vec<u8> {
    let mut replay = Replay::<G, _>::open(&G::book(), bytes).expect("it is by this book");
    replay.run().expect("it is the same game");
    let (mut game, tail) = replay.into_parts();
    let mut out = bytes.to_vec();
    out.truncate(tail.offset() as usize);
    let mut recorder = Recorder::resume(out, tail, positions).expect("it can be written");
    for noted in rest {
        drive(&mut recorder, &mut game, &noted.entry);
    }
    if rest.iter().any(|noted| matches!(noted.entry, Entry::End { .. })) {
        recorder.finish(&game).expect("it can be written")
    } else {
        recorder.into_inner()
    }
}

/// The digest after the frame that an entry makes, if it makes one.
pub(crate) fn digest_of(entry: &Entry) -> Option<Digest> {
    match entry {
        Entry::Act { then: Then::Frame { digest, .. }, .. }
        | Entry::Answer { then: Then::Frame { digest, .. }, .. } => Some(*digest),
        _ => None,
    }
}
