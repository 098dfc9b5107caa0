//! The steps of a turn.

use std::fmt;

use rulebook::prelude::*;

/// A step of the turn.
///
/// ```
/// use rulebook_games::duels::cards::Step;
/// assert_eq!(Step::ALL.map(|step| step.to_string()), ["Draw", "Strategy", "Battle", "End"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Step {
    /// One card is drawn.
    Draw,
    /// Cards are placed, actions chosen.
    Strategy,
    /// What was queued happens.
    Battle,
    /// What was temporary ends.
    End,
}

impl Step {
    /// All steps, in order.
    ///
    /// ```
    /// use rulebook_games::duels::cards::Step;
    /// assert_eq!(Step::ALL.last(), Some(&Step::End));
    /// ```
    pub const ALL: [Step; 4] = [Step::Draw, Step::Strategy, Step::Battle, Step::End];
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// A set of steps.
///
/// ```
/// use rulebook_games::duels::cards::{Step, Steps};
/// let steps = Steps::default().with(Step::Strategy);
/// assert!(steps.contains(Step::Strategy) && !steps.contains(Step::End));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub struct Steps(u8);

impl Steps {
    /// These and one more.
    ///
    /// ```
    /// use rulebook_games::duels::cards::{Step, Steps};
    /// assert_ne!(Steps::default().with(Step::Draw), Steps::default());
    /// ```
    #[must_use]
    pub fn with(self, step: Step) -> Steps {
        Steps(self.0 | 1 << step as u8)
    }

    /// Whether the step is one of them.
    ///
    /// ```
    /// use rulebook_games::duels::cards::{Step, Steps};
    /// assert!(!Steps::default().contains(Step::Draw));
    /// ```
    pub fn contains(self, step: Step) -> bool {
        self.0 & 1 << step as u8 != 0
    }

    /// The steps, in order.
    ///
    /// ```
    /// use rulebook_games::duels::cards::{Step, Steps};
    /// let steps = Steps::default().with(Step::End).with(Step::Draw);
    /// assert_eq!(steps.iter().collect::<Vec<_>>(), [Step::Draw, Step::End]);
    /// ```
    pub fn iter(self) -> impl Iterator<Item = Step> {
        Step::ALL.into_iter().filter(move |step| self.contains(*step))
    }
}
