//! What the suite checks: one name for each check.

use std::fmt;

/// One check of the suite. Each has a module of its own that says how it is
/// done.
///
/// # Example
///
/// ```
/// use rulebook_testkit::Check;
/// assert_eq!(Check::Undo.to_string(), "undo");
/// assert_eq!(Check::Undo.promise(), "every action can be undone and redone, to the digest");
/// assert_eq!(Check::ALL[0], Check::Start);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Check {
    /// The game can be started and has digests.
    Start,
    /// Random play meets no fault, no broken invariant and no dead end.
    Play,
    /// Offered ⇔ accepted, by everybody, in turn and out of turn.
    Offered,
    /// A refused action changes nothing.
    Refused,
    /// Undo to every prefix, and redo.
    Undo,
    /// Forks are independent.
    Fork,
    /// Preview equals submit.
    Preview,
    /// A search line equals a session.
    Search,
    /// Snapshot equals revert.
    Recovery,
    /// The same seed gives the same frames, on several threads too.
    Replay,
    /// The history policies differ in nothing but what they remember.
    History,
    /// Sequences equal single submits.
    Sequence,
    /// Choices accept only their own answers.
    Choices,
    /// The digest tells positions apart.
    Digest,
    /// A digest that the state keeps equals the one from scratch.
    Kept,
    /// Explanations agree with submits.
    Explain,
    /// The engine knows the sources that are in the state.
    Sources,
    /// The account of each frame is right.
    Accounts,
    /// At rest nothing waits.
    Rest,
    /// The plan and the reference interpreter agree.
    Parity,
    /// What is imagined looks like what was seen, if that was asked for.
    Views,
    /// The golden playthrough is as it was.
    Golden,
    /// Every rule fired at least once, if that was asked for.
    Coverage,
}

impl Check {
    /// All checks, in the order in which they run.
    pub const ALL: [Check; 23] = [
        Check::Start,
        Check::Play,
        Check::Offered,
        Check::Refused,
        Check::Undo,
        Check::Fork,
        Check::Preview,
        Check::Search,
        Check::Recovery,
        Check::Replay,
        Check::History,
        Check::Sequence,
        Check::Choices,
        Check::Digest,
        Check::Kept,
        Check::Explain,
        Check::Sources,
        Check::Accounts,
        Check::Rest,
        Check::Parity,
        Check::Views,
        Check::Golden,
        Check::Coverage,
    ];

    /// The check's name.
    pub fn name(self) -> &'static str {
        match self {
            Check::Start => "start",
            Check::Play => "play",
            Check::Offered => "offered",
            Check::Refused => "refused",
            Check::Undo => "undo",
            Check::Fork => "fork",
            Check::Preview => "preview",
            Check::Search => "search",
            Check::Recovery => "recovery",
            Check::Replay => "replay",
            Check::History => "history",
            Check::Sequence => "sequence",
            Check::Choices => "choices",
            Check::Digest => "digest",
            Check::Kept => "kept",
            Check::Explain => "explain",
            Check::Sources => "sources",
            Check::Accounts => "accounts",
            Check::Rest => "rest",
            Check::Parity => "parity",
            Check::Views => "views",
            Check::Golden => "golden",
            Check::Coverage => "coverage",
        }
    }

    /// What holds if the check passes.
    pub fn promise(self) -> &'static str {
        match self {
            Check::Start => "the game can be started and has digests",
            Check::Play => "random play meets no fault, no broken invariant and no dead end",
            Check::Offered => "what is offered is accepted, and nothing else",
            Check::Refused => "a refused action changes nothing",
            Check::Undo => "every action can be undone and redone, to the digest",
            Check::Fork => "forks are independent",
            Check::Preview => "preview equals submit",
            Check::Search => "a search line equals a session",
            Check::Recovery => "taking back by snapshot equals taking back by revert",
            Check::Replay => "the same seed gives the same frames, on several threads too",
            Check::History => "history policies differ in nothing but what they remember",
            Check::Sequence => "a sequence equals its actions, and is undone as one",
            Check::Choices => "a choice accepts its own answers, once, and nothing else",
            Check::Digest => "positions with the same digest are the same to every player",
            Check::Kept => "the digest that the state keeps equals the one from scratch",
            Check::Explain => "explanations agree with what happens and change nothing",
            Check::Sources => "the engine knows the sources that are in the state",
            Check::Accounts => "accounts give every event one fate, and what happened happened",
            Check::Rest => "at rest no trigger waits and no standing rule has anything to do",
            Check::Parity => "the plan decides as the reference interpreter does",
            Check::Views => "what a viewer imagines looks to them as the game does",
            Check::Golden => "the golden playthrough is as it was",
            Check::Coverage => "every rule fires, in random play or by what else is tried there",
        }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::Check;

    #[test]
    fn all_checks_are_listed_once_and_in_order() {
        assert!(Check::ALL.is_sorted_by(|a, b| a < b));
        // The last variant is the last of the list, so none is missing.
        assert_eq!(Check::ALL.len(), Check::Coverage as usize + 1);
    }
}
