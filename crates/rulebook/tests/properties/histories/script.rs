//! What a random script does, one step after the other.

use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Just, Strategy as Inputs, prop_oneof};

use super::book::{SWITCHES, Who};
use super::game::{Fuse, Move, SPOTS, Spot};

/// One step of a script.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    Submit(Who, Move),
    Irreversible(Who, Move),
    Answer(u8),
    WrongSeat,
    WrongChoice,
    NotOffered,
    Withdraw,
    Undo,
    Redo,
    /// So many frames forward or back.
    Rewind(i8),
    Preview(Who, Move),
    Explain(Who, Move),
    Try(Vec<(Who, Move)>),
    All(Vec<(Who, Move)>),
    Off(usize),
    On(usize),
    Legal(Who),
    /// Keeps proofs for later.
    Prove(Who),
    /// Plays one of the proofs that were kept.
    Play(u8),
    /// A throw-away line of play.
    Search(Vec<(Who, Move)>),
    /// Goes on with a copy, and keeps the original.
    Fork,
    /// Goes on with one that was kept.
    Switch(u8),
    /// The step, with an observer that panics.
    Watched(Alarm, Box<Op>),
}

/// At which notice an observer panics.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Alarm {
    /// At none: it only listens.
    Never,
    Nth(u8),
    /// At the first of that name.
    At(&'static str),
}

/// The notices that a step may end with, or that something may follow.
const NOTICES: [&str; 12] = [
    "submitted",
    "lifted",
    "selected",
    "happened",
    "committed",
    "no change",
    "refused",
    "pending",
    "undone",
    "redone",
    "rolled back",
    "fault",
];

fn alarm(panics: Panics) -> BoxedStrategy<Alarm> {
    match panics {
        Panics::Never => Just(Alarm::Never).boxed(),
        Panics::Sometimes => prop_oneof![
            (0..12_u8).prop_map(Alarm::Nth),
            (0..NOTICES.len()).prop_map(|at| Alarm::At(NOTICES[at])),
        ]
        .boxed(),
    }
}

/// Some functions are called by few moves only, so they get more fuses.
fn spot() -> impl Inputs<Value = Spot> {
    prop_oneof![
        12 => Just(Spot::Exception),
        5 => Just(Spot::Predicate),
        3 => Just(Spot::Invariant),
        3 => Just(Spot::Check),
        2 => Just(Spot::Active),
        3 => Just(Spot::Condition),
        2 => Just(Spot::Answer),
        4 => Just(Spot::Effect),
        2 => Just(Spot::Candidates),
        2 => Just(Spot::Revert),
        14 => (0..SPOTS.len()).prop_map(|at| SPOTS[at]),
    ]
}

pub(crate) fn fuse() -> impl Inputs<Value = Fuse> {
    (spot(), 1..6_u8).prop_map(|(spot, left)| Fuse { spot, left })
}

/// Whether author's functions panic in a script.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Panics {
    Never,
    Sometimes,
}

pub(crate) fn script(panics: Panics) -> impl Inputs<Value = Vec<Op>> {
    vec(op(panics), 4..50)
}

fn who() -> impl Inputs<Value = Who> {
    prop_oneof![6 => Just(Who::Turn), 1 => Just(Who::Other), 1 => Just(Who::Clock)]
}

fn quiet_move() -> impl Inputs<Value = Move> {
    prop_oneof![
        6 => (1..4_u8).prop_map(Move::Add),
        1 => Just(Move::Add(11)),
        4 => (1..9_u8).prop_map(Move::Take),
        2 => Just(Move::Idle),
        1 => Just(Move::Stray),
        2 => (2..7_u8).prop_map(Move::Roll),
        1 => Just(Move::Shuffle),
        1 => Just(Move::Peek),
        2 => Just(Move::Reveal),
        2 => Just(Move::Ask),
        1 => Just(Move::AskRoll),
        1 => Just(Move::Doom),
        1 => Just(Move::Break),
        1 => Just(Move::Flood),
        2 => Just(Move::Clash),
        3 => Just(Move::Late),
        2 => Just(Move::Both),
    ]
}

fn a_move(panics: Panics) -> BoxedStrategy<Move> {
    match panics {
        Panics::Never => prop_oneof![40 => quiet_move(), 1 => Just(Move::Finish)].boxed(),
        Panics::Sometimes => prop_oneof![
            40 => quiet_move(),
            1 => Just(Move::Finish),
            1 => Just(Move::Arm(None)),
            6 => fuse().prop_map(|fuse| Move::Arm(Some(fuse))),
        ]
        .boxed(),
    }
}

fn moves(panics: Panics) -> impl Inputs<Value = Vec<(Who, Move)>> {
    vec((who(), a_move(panics)), 0..4)
}

fn op(panics: Panics) -> impl Inputs<Value = Op> {
    let watched = match panics {
        Panics::Never => 1,
        Panics::Sometimes => 12,
    };
    prop_oneof![
        60 => plain_op(panics),
        3 => Just(Op::Fork),
        4 => (0..4_u8).prop_map(Op::Switch),
        2 => moves(panics).prop_map(Op::Search),
        watched => watched_op(panics),
    ]
}

/// Answers are watched more than other steps, and to their end: a panic there
/// must leave the choice as it was.
fn watched_op(panics: Panics) -> impl Inputs<Value = Op> {
    let watch = |(at, op)| Op::Watched(at, Box::new(op));
    let answer = (0..3_u8).prop_map(Op::Answer);
    let ends = ["committed", "no change", "refused", "pending"];
    let end = (0..ends.len()).prop_map(move |at| match panics {
        Panics::Never => Alarm::Never,
        Panics::Sometimes => Alarm::At(ends[at]),
    });
    prop_oneof![
        2 => (alarm(panics), plain_op(panics)).prop_map(watch),
        1 => (end, answer).prop_map(watch),
    ]
}

fn plain_op(panics: Panics) -> impl Inputs<Value = Op> {
    let by = move || (who(), a_move(panics));
    let switch = || 0..SWITCHES.len();
    prop_oneof![
        24 => by().prop_map(|(who, mv)| Op::Submit(who, mv)),
        1 => by().prop_map(|(who, mv)| Op::Irreversible(who, mv)),
        16 => (0..3_u8).prop_map(Op::Answer),
        3 => prop_oneof![Just(Op::WrongSeat), Just(Op::WrongChoice), Just(Op::NotOffered)],
        1 => Just(Op::Withdraw),
        8 => Just(Op::Undo),
        6 => Just(Op::Redo),
        6 => (-4..4_i8).prop_map(Op::Rewind),
        4 => by().prop_map(|(who, mv)| Op::Preview(who, mv)),
        3 => by().prop_map(|(who, mv)| Op::Explain(who, mv)),
        3 => moves(panics).prop_map(Op::Try),
        5 => moves(panics).prop_map(Op::All),
        2 => switch().prop_map(Op::Off),
        2 => switch().prop_map(Op::On),
        2 => who().prop_map(Op::Legal),
        3 => who().prop_map(Op::Prove),
        4 => (0..20_u8).prop_map(Op::Play),
    ]
}
