//! How fast one connection may ask, and all of them together.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A pace, shared by all who must keep it: so many a second, and as many as two
/// seconds bring at once.
#[derive(Clone, Debug)]
pub(crate) struct Pace {
    rate: u32,
    held: Arc<Mutex<(u32, Instant)>>,
}

impl Pace {
    /// So many requests a second; at least one.
    pub(crate) fn new(rate: u32) -> Self {
        let rate = rate.max(1);
        let held = (rate.saturating_mul(2), Instant::now());
        Pace { rate, held: Arc::new(Mutex::new(held)) }
    }

    /// Whether one more request may come now.
    pub(crate) fn allows(&self) -> bool {
        self.allows_at(Instant::now())
    }

    fn allows_at(&self, now: Instant) -> bool {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let (left, since) = *held;
        let every = Duration::from_secs(1) / self.rate;
        let gained = now.saturating_duration_since(since).as_nanos() / every.as_nanos().max(1);
        let gained = u32::try_from(gained).unwrap_or(u32::MAX);
        let left = left.saturating_add(gained).min(self.rate.saturating_mul(2));
        let since = if gained > 0 { now } else { since };
        *held = (left.saturating_sub(1), since);
        left > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_allowed_and_then_a_steady_pace() {
        let pace = Pace::new(100);
        let start = Instant::now();
        assert_eq!((0..1000).filter(|_| pace.allows_at(start)).count(), 200);
        assert!(!pace.allows_at(start + Duration::from_millis(5)));
        assert!(pace.allows_at(start + Duration::from_millis(30)));
    }
}
