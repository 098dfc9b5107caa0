//! Conditions of rules: each as an author wrote it, and those of one type side by side.

use std::any::Any;
use std::cell::Cell;
use std::sync::Arc;

use crate::book::bank::{Lent, taken};
use crate::context::Ask;
use crate::game::Game;

/// A condition of a rule's own.
pub(crate) trait Holds<G: Game>: Any + Send + Sync {
    fn holds(&self, ask: &Ask<'_, G>) -> bool;
    /// An empty list for conditions of its type.
    fn list(&self) -> Arc<dyn Tests<G>>;
}

/// Conditions of one type.
pub(crate) trait Tests<G: Game>: Send + Sync {
    /// Puts one behind the others. Nobody else holds it.
    fn put(&mut self, test: Arc<dyn Holds<G>>);
    /// The one at a place, as if it stood alone.
    fn lend(self: Arc<Self>, at: u32) -> Arc<dyn Holds<G>>;
    /// Whether the one at a place holds.
    fn hold(&self, at: u32, ask: &Ask<'_, G>) -> bool;
    /// Whether one of those from one place to another holds; notes which was asked last.
    fn first(&self, range: (u32, u32), ask: &Ask<'_, G>, asked: &Cell<u32>) -> bool;
}

/// Where a condition lies among others of its type.
pub(crate) struct Lying<G: Game> {
    pub tests: Arc<dyn Tests<G>>,
    pub at: u32,
}

impl<G: Game> Lying<G> {
    /// Whether it lies so many places behind another one.
    pub(crate) fn follows(&self, first: &Self, places: usize) -> bool {
        Arc::ptr_eq(&self.tests, &first.tests) && self.at as usize == first.at as usize + places
    }
}

impl<G: Game> Clone for Lying<G> {
    fn clone(&self) -> Self {
        Lying { tests: self.tests.clone(), at: self.at }
    }
}

/// A condition that an author wrote.
pub(crate) struct Own<T>(pub T);

impl<G: Game, T: Fn(&Ask<'_, G>) -> bool + Send + Sync + 'static> Holds<G> for Own<T> {
    fn holds(&self, ask: &Ask<'_, G>) -> bool {
        (self.0)(ask)
    }

    fn list(&self) -> Arc<dyn Tests<G>> {
        Arc::new(Vec::<Own<T>>::new())
    }
}

impl<G: Game, T: Fn(&Ask<'_, G>) -> bool + Send + Sync + 'static> Tests<G> for Vec<Own<T>> {
    fn put(&mut self, test: Arc<dyn Holds<G>>) {
        self.push(taken(test));
    }

    fn lend(self: Arc<Self>, at: u32) -> Arc<dyn Holds<G>> {
        Arc::new(Lent { bank: self, at })
    }

    #[inline]
    fn hold(&self, at: u32, ask: &Ask<'_, G>) -> bool {
        (self[at as usize].0)(ask)
    }

    fn first(&self, (from, to): (u32, u32), ask: &Ask<'_, G>, asked: &Cell<u32>) -> bool {
        let mut noting = StoppedAt { at: from, asked };
        for test in &self[from as usize..to as usize] {
            if (test.0)(ask) {
                return true;
            }
            noting.at += 1;
        }
        false
    }
}

/// Notes how far it went, however that ends.
struct StoppedAt<'a> {
    at: u32,
    asked: &'a Cell<u32>,
}

impl Drop for StoppedAt<'_> {
    fn drop(&mut self) {
        self.asked.set(self.at);
    }
}

impl<G: Game, T: Fn(&Ask<'_, G>) -> bool + Send + Sync + 'static> Holds<G> for Lent<Vec<Own<T>>> {
    fn holds(&self, ask: &Ask<'_, G>) -> bool {
        self.bank.hold(self.at, ask)
    }

    fn list(&self) -> Arc<dyn Tests<G>> {
        Arc::new(Vec::<Own<T>>::new())
    }
}
