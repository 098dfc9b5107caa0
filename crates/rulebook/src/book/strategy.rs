//! How a phase settles its children: strategies and priorities.

use std::fmt;

/// How a phase settles which of **its own** children decide.
///
/// # Example
///
/// ```
/// use rulebook::Strategy;
/// assert_eq!(Strategy::default(), Strategy::FirstWins);
/// assert_eq!(Strategy::ApplyAll.to_string(), "ApplyAll");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Strategy {
    /// The first decisive child decides, in order of declaration.
    #[default]
    FirstWins,
    /// The last decisive child decides.
    LastWins,
    /// The decisive child with the highest priority decides; ties go to the
    /// one declared first.
    HighestPriority,
    /// More than one decisive child is a fault that names them.
    Exclusive,
    /// All children apply, in order of priority, ties by declaration; each
    /// sees what the earlier ones did; one frame in all.
    ApplyAll,
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// How strongly a rule or phase competes in its parent. Any integer will do;
/// six have names.
///
/// # Example
///
/// ```
/// use rulebook::Priority;
/// assert!(Priority::OVERRIDE > Priority::HIGHEST);
/// assert_eq!(Priority::default(), Priority::NORMAL);
/// assert_eq!(Priority::HIGH.to_string(), "High (75)");
/// assert_eq!(Priority(60).to_string(), "60");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Priority(pub i32);

impl Priority {
    /// Asked last.
    pub const LOWEST: Priority = Priority(0);
    /// Below the ordinary.
    pub const LOW: Priority = Priority(25);
    /// The ordinary, where nothing else is said.
    pub const NORMAL: Priority = Priority(50);
    /// Special cases.
    pub const HIGH: Priority = Priority(75);
    /// Before everything of the base game.
    pub const HIGHEST: Priority = Priority(100);
    /// A variant that overrules the base game; to be used sparingly.
    pub const OVERRIDE: Priority = Priority(200);
}

impl Default for Priority {
    fn default() -> Self {
        Priority::NORMAL
    }
}

impl From<i32> for Priority {
    fn from(priority: i32) -> Self {
        Priority(priority)
    }
}

impl fmt::Display for Priority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match *self {
            Priority::LOWEST => "Lowest",
            Priority::LOW => "Low",
            Priority::NORMAL => "Normal",
            Priority::HIGH => "High",
            Priority::HIGHEST => "Highest",
            Priority::OVERRIDE => "Override",
            Priority(other) => return write!(f, "{other}"),
        };
        write!(f, "{name} ({})", self.0)
    }
}
