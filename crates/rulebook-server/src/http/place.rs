//! Places among the requests that are under way.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::matches::Failure;

/// The place of one request. It has none while its body is read, and leaves it
/// when it is answered.
#[derive(Clone, Debug)]
pub(super) struct Place {
    all: Arc<Semaphore>,
    held: Arc<Mutex<Option<OwnedSemaphorePermit>>>,
}

impl Place {
    /// Takes a place, if there is one.
    pub(super) fn take(all: &Arc<Semaphore>) -> Result<Self, Failure> {
        let place = Place { all: all.clone(), held: Arc::default() };
        place.enter()?;
        Ok(place)
    }

    /// Takes it again.
    pub(super) fn enter(&self) -> Result<(), Failure> {
        let place = self.all.clone().try_acquire_owned().map_err(|_none_left| {
            Failure::too_fast("Too many requests are under way: wait a second.")
        })?;
        *self.held() = Some(place);
        Ok(())
    }

    /// Leaves it to others for a while.
    pub(super) fn leave(&self) {
        *self.held() = None;
    }

    fn held(&self) -> MutexGuard<'_, Option<OwnedSemaphorePermit>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
