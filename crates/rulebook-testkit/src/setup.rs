//! How a game is set up.

use rulebook::Seed;

/// How a game is set up: a function of the seed, or of nothing.
///
/// # Example
///
/// ```
/// use rulebook::Seed;
/// use rulebook_testkit::Setup;
///
/// fn start<S, M>(setup: impl Setup<S, M>) -> S { setup.set_up(Seed(7)) }
/// assert_eq!(start(|| 1), 1);
/// assert_eq!(start(|Seed(seed)| seed), 7);
/// ```
pub trait Setup<S, Marker>: Send + Sync + 'static {
    /// The state in which the game of that seed begins.
    fn set_up(&self, seed: Seed) -> S;
}

impl<S, F: Fn() -> S + Send + Sync + 'static> Setup<S, ()> for F {
    fn set_up(&self, _: Seed) -> S {
        self()
    }
}

impl<S, F: Fn(Seed) -> S + Send + Sync + 'static> Setup<S, (Seed,)> for F {
    fn set_up(&self, seed: Seed) -> S {
        self(seed)
    }
}
