//! Why an action is refused.

use std::fmt;
use std::sync::LazyLock;

use rulebook::prelude::*;

use super::board::{AnswerProblem, BeaverProblem, DoubleProblem, PlayProblem, StepProblem};

/// Why an action is refused: what stands against a play on the board, against
/// turning the cube, or something else.
///
/// ```
/// use rulebook::Reason;
/// use rulebook_games::backgammon::board::{DoubleProblem, StepProblem};
/// use rulebook_games::backgammon::{Objection, Why};
/// let why = Why::Step(StepProblem::EnterFirst { waiting: 2 });
/// assert_eq!(why.to_string(), "Enter from the bar first: you have 2 there.");
/// assert_eq!(why.code(), "ENTER_FIRST");
/// assert_eq!(Why::Double(DoubleProblem::CrawfordGame).code(), "CRAWFORD_GAME");
/// assert_eq!(Why::from(Objection::RollFirst).to_string(), "Roll the dice first.");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// The play is not legal.
    Play(PlayProblem),
    /// The step is not legal.
    Step(StepProblem),
    /// The player may not double.
    Double(DoubleProblem),
    /// There is no double to answer.
    Answer(AnswerProblem),
    /// The double cannot be beavered.
    Beaver(BeaverProblem),
    /// It is not that.
    Else(Objection),
}

/// What can be against an action besides the board and the cube.
///
/// ```
/// use rulebook_games::backgammon::Objection;
/// assert_eq!(Objection::NotYourTurn.to_string(), "It is not your turn.");
/// ```
#[derive(Clone, Debug, PartialEq, Reason)]
pub enum Objection {
    /// It is not your turn.
    NotYourTurn,
    /// Roll the dice first.
    RollFirst,
    /// The dice are rolled already.
    AlreadyRolled,
    /// Answer the double first.
    AnswerFirst,
    /// Accept the resignation first, or decline it.
    ResignationFirst,
    /// Nobody has resigned.
    NothingResigned,
    /// Your opponent must answer your resignation.
    YourOwnResignation,
    /// You have begun to play step by step: go on, or take your steps back.
    StepsMade,
    /// You have made no step.
    NoStepMade,
    /// There is a die left that can be played.
    StillToPlay,
    /// Here a roll is played as a whole.
    NotStepByStep,
}

impl From<Objection> for Why {
    fn from(objection: Objection) -> Why {
        Why::Else(objection)
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Play(problem) => problem.fmt(f),
            Why::Step(problem) => problem.fmt(f),
            Why::Double(problem) => problem.fmt(f),
            Why::Answer(problem) => problem.fmt(f),
            Why::Beaver(problem) => problem.fmt(f),
            Why::Else(objection) => objection.fmt(f),
        }
    }
}

/// Each code once: some things can be against several actions.
static CODES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let all = [
        PlayProblem::codes(),
        StepProblem::codes(),
        DoubleProblem::codes(),
        AnswerProblem::codes(),
        BeaverProblem::codes(),
        Objection::codes(),
    ];
    let mut codes = Vec::new();
    for &code in all.into_iter().flatten() {
        // What is against a step of a play has the code of that.
        if code != "STEP" && !codes.contains(&code) {
            codes.push(code);
        }
    }
    codes
});

impl Reason for Why {
    fn code(&self) -> &'static str {
        match self {
            Why::Play(PlayProblem::Step { problem, .. }) => problem.code(),
            Why::Play(problem) => problem.code(),
            Why::Step(problem) => problem.code(),
            Why::Double(problem) => problem.code(),
            Why::Answer(problem) => problem.code(),
            Why::Beaver(problem) => problem.code(),
            Why::Else(objection) => objection.code(),
        }
    }

    fn concerns(&self) -> Option<String> {
        match self {
            Why::Play(problem) => problem.concerns(),
            Why::Step(problem) => problem.concerns(),
            Why::Double(problem) => problem.concerns(),
            Why::Answer(problem) => problem.concerns(),
            Why::Beaver(problem) => problem.concerns(),
            Why::Else(objection) => objection.concerns(),
        }
    }

    fn codes() -> &'static [&'static str] {
        &CODES
    }
}
