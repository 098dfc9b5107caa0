//! How much work a run does.

/// How much work a run does. It counts work, never time.
///
/// # Example
///
/// ```
/// use rulebook_testkit::Budget;
/// let thorough = Budget { games: 200, ..Budget::default() };
/// assert!(thorough.games > Budget::default().games);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Games played at random. 30 unless said otherwise.
    pub games: usize,
    /// Actions in each of them, at most. 400 unless said otherwise.
    pub actions: usize,
    /// Positions at which the costly checks look closely. 60 unless said
    /// otherwise.
    pub positions: usize,
    /// Actions of the universe that are tried at each of these positions, by
    /// everybody; a sample if there are more. 200 unless said otherwise.
    pub attempts: usize,
    /// Threads that play side by side. 4 unless said otherwise.
    pub threads: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { games: 30, actions: 400, positions: 60, attempts: 200, threads: 4 }
    }
}
