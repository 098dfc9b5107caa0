//! A game that is being played, with its types hidden.

use rulebook::{Actors, By, Fault};

use crate::wire;
use crate::wire::Eye;

/// Why a question to a game has no answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Trouble {
    /// What somebody wrote cannot be read.
    Unreadable {
        /// A word for programs.
        code: &'static str,
        /// A sentence for people.
        why: String,
    },
    /// The game's own code failed.
    Fault(String),
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Trouble::Fault(fault.to_string())
    }
}

/// What came of an action or an answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    /// It was committed.
    Committed(Committed),
    /// It changed nothing.
    Unchanged,
    /// Somebody must choose first. The line is where it was, and knows nothing
    /// of it any more.
    Pending(wire::Choice),
    /// It was refused.
    Refused(wire::Outcome),
}

/// What is kept of a frame.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Committed {
    /// The action in the game's own spelling.
    pub(crate) action: String,
    /// How many events there were.
    pub(crate) events: u32,
    /// What came of the game, if it is over.
    pub(crate) result: Option<String>,
    /// The digest of the state after it.
    pub(crate) digest: Option<String>,
}

/// What a move of a bot is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Picked {
    /// An action.
    Action(By, String),
    /// An option of the choice that is pending.
    Option(By, String, u32),
}

/// What a bot does, to be found out by whoever has the time; nothing, if there
/// is nothing to do.
pub(crate) type Thought = Box<dyn FnOnce() -> Result<Option<Picked>, Trouble> + Send>;

/// An action that waits for choices, and the answers it has got.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Waiting {
    /// Who acts.
    pub(crate) by: By,
    /// The action.
    pub(crate) action: String,
    /// The options that were chosen.
    pub(crate) answers: Vec<u32>,
}

/// A game that is being played: one line of a match's tree, which can be
/// walked back and forth as far as it was played.
///
/// What waits for a choice is not kept here but by the caller: every call that
/// can concern it is told, and leaves nothing pending behind.
pub(crate) trait Line: Send {
    /// The number of the frame at which it stands; 0 at the start.
    fn number(&self) -> u32;

    /// The same line, to be played on in another way.
    fn fork(&self) -> Box<dyn Line>;

    /// Goes to a frame that was played on this line.
    fn go(&mut self, number: u32) -> Result<(), Trouble>;

    /// Submits an action and answers what it asks, as far as there are answers.
    fn submit(&mut self, waiting: &Waiting) -> Result<Step, Trouble>;

    /// Answers the choice for which an action waits.
    fn answer(
        &mut self,
        waiting: &Waiting,
        by: By,
        choice: &str,
        option: u32,
    ) -> Result<Step, Trouble>;

    /// The game as it stands, as far as somebody may see it. The caller fills
    /// in where in the tree that is.
    fn scene(&mut self, eye: Eye, waiting: Option<&Waiting>) -> Result<wire::Scene, Trouble>;

    /// What happened in the last frame, as far as somebody may see it. None at
    /// the start. The caller fills in the node.
    fn happening(&mut self, eye: Eye) -> Result<Option<wire::Happening>, Trouble>;

    /// Why the last frame was decided as it was. None at the start.
    fn decision(&mut self) -> Result<Option<wire::Decision>, Trouble>;

    /// Everything for and against an action.
    fn why(&mut self, by: By, action: &str) -> Result<wire::Decision, Trouble>;

    /// The state as a tree.
    fn tree(&mut self) -> Result<super::Tree, Trouble>;

    /// The state as a tree, with what wrote each value last; the path says
    /// which node each frame of the line is.
    fn written(&mut self, path: &[u32]) -> Result<wire::StateNode, Trouble>;

    /// What of the book has fired up to here.
    fn coverage(&mut self) -> Result<wire::Coverage, Trouble>;

    /// Who may act now.
    fn active(&mut self, waiting: Option<&Waiting>) -> Result<Actors, Trouble>;

    /// Who would act now of their own accord: whose turn it is; where
    /// it is nobody's, all who can do something that is not rare.
    fn willing(&mut self, waiting: Option<&Waiting>) -> Result<Actors, Trouble>;

    /// What a bot does for one of these now. It thinks when it is called, and
    /// does not need the line for it.
    fn pick(
        &mut self,
        player: wire::Player,
        whom: Actors,
        waiting: Option<&Waiting>,
    ) -> Result<Thought, Trouble>;
}
