//! What a contestant is measured with: the CPU time of its own thread, or the
//! bytes that it keeps alive.
//!
//! Reading the thread's CPU clock costs about half a microsecond, so a
//! contestant times whole batches, never single operations. Everything outside
//! [`Meter::time`] and [`Meter::keep`] (setting up, forgetting history) is
//! free of charge.

use cpu_time::ThreadTime;

use crate::allocator;

/// Collects what one sample of one contestant cost.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    nanoseconds: f64,
    bytes: f64,
    failure: Option<String>,
}

impl Meter {
    /// Runs `work` and charges the CPU time that this thread spent on it.
    pub(crate) fn time<R>(&mut self, work: impl FnOnce() -> R) -> R {
        let start = ThreadTime::now();
        let result = work();
        self.nanoseconds += start.elapsed().as_nanos() as f64;
        result
    }

    /// Runs `work` and charges the heap bytes that are alive after it and were
    /// not before. What must stay alive is what `work` returns.
    pub(crate) fn keep<R>(&mut self, work: impl FnOnce() -> R) -> R {
        let (result, bytes) = allocator::bytes_kept_by(work);
        self.bytes += bytes as f64;
        result
    }

    /// Runs `work` and charges the heap bytes that were alive at its peak and
    /// not before.
    pub(crate) fn peak<R>(&mut self, work: impl FnOnce() -> R) -> R {
        let (result, bytes) = allocator::peak_of(work);
        self.bytes += bytes as f64;
        result
    }

    /// Charges time that was measured elsewhere: by another process with its own
    /// clock, by several threads, or by the clock on the wall.
    pub(crate) fn charge(&mut self, nanoseconds: f64) {
        self.nanoseconds += nanoseconds;
    }

    /// Says that the work could not be done: the contestant's own program does not
    /// answer. The first reason stays.
    pub(crate) fn fail(&mut self, why: String) {
        self.failure.get_or_insert(why);
    }

    /// Why the work could not be done; none if it was.
    pub(crate) fn failure(&self) -> Option<String> {
        self.failure.clone()
    }

    /// What was charged: nanoseconds, or bytes if nothing was timed.
    pub(crate) fn charged(&self) -> f64 {
        if self.nanoseconds > 0.0 { self.nanoseconds } else { self.bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_timed_is_charged() {
        let mut meter = Meter::default();
        let busy = || std::hint::black_box((0..200_000_u64).fold(1, |a, b| a ^ b.wrapping_mul(a)));
        busy();
        assert_eq!(meter.charged(), 0.0);
        meter.time(busy);
        let once = meter.charged();
        assert!(once > 0.0);
        meter.time(busy);
        assert!(meter.charged() > once);
    }

    #[test]
    fn sleeping_costs_no_thread_time() {
        let mut meter = Meter::default();
        meter.time(|| std::thread::sleep(std::time::Duration::from_millis(30)));
        assert!(meter.charged() < 15e6, "CPU time, not wall time: {}", meter.charged());
    }

    #[test]
    fn bytes_are_charged_when_they_stay() {
        let mut meter = Meter::default();
        let kept = meter.keep(|| {
            drop(vec![0_u8; 5000]);
            vec![0_u8; 1000]
        });
        assert_eq!(kept.len(), 1000);
        assert_eq!(meter.charged(), 1000.0);
    }
}
