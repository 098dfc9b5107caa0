//! Equal guards: the player affected chooses which comes first, and is asked
//! only where it makes a difference.

use std::collections::VecDeque;

use crate::actor::Seat;
use crate::game::Game;
use crate::pipeline::resolve::consult::{Hearing, Ruling};
use crate::pipeline::resolve::look_up;
use crate::pipeline::resolve::settle::Settling;
use crate::pipeline::resolve::triggers::Due;
use crate::pipeline::{Log, Place, Stop};
use crate::session::account::{Because, Sentry};

impl<G: Game, L: Log<G>> Settling<'_, G, L> {
    /// The player affected chooses among equal guards, if it makes a
    /// difference.
    pub(super) fn choose_among(
        &mut self,
        hearing: &Hearing<G>,
        equals: &[(Sentry, Option<u32>)],
        after: &VecDeque<Sentry>,
    ) -> Result<usize, Stop<G>> {
        let first = equals[0];
        let alike = |other: &(Sentry, Option<u32>)| {
            let kin = |sentry: Sentry| {
                let source = sentry.source.map(|source| (source.kind, source.seat));
                (sentry.guard, source)
            };
            kin(other.0) == kin(first.0) && other.1 == first.1
        };
        if equals.iter().all(alike) {
            return Ok(0);
        }
        self.core.desk.place = Place::Reactive("affected");
        let affected = (self.reactor.affected)(&self.core.state, &hearing.event);
        let Some(seat) = affected else { return Ok(0) };
        let sentries: Vec<_> = equals.iter().map(|(sentry, _)| *sentry).collect();
        if sentries.len() <= 3 && self.all_orders_agree(hearing, &sentries, after) {
            return Ok(0);
        }
        let names: Vec<_> = sentries.iter().map(|sentry| sentry.describe(self.book)).collect();
        let question = format!("Which applies first to {:?}?", hearing.event);
        self.ask(hearing.because, seat, &question, &names)
    }

    pub(super) fn ask<T: std::fmt::Display>(
        &mut self,
        because: Because,
        seat: Seat,
        question: &str,
        options: &[T],
    ) -> Result<usize, Stop<G>> {
        self.core.desk.place = Place::Seats;
        let seats = G::seats(&self.core.state);
        // Who is asked comes from there.
        self.core.desk.place = Place::Reactive("affected");
        let asked = self.core.bench.ask(seats, seat, question, options);
        match asked {
            Ok(chosen) => Ok(chosen),
            Err(_) => Err(self.stopped(because)),
        }
    }

    /// Why a guard that asked somebody could not go on.
    pub(super) fn stopped(&mut self, because: Because) -> Stop<G> {
        match look_up(self.core, because) {
            Err(stop) => stop,
            // Only somebody who is on trial is not told why.
            Ok(()) => Stop::DiceAhead,
        }
    }

    /// Tries all orders of a few guards: whether they come to the same.
    pub(super) fn all_orders_agree(
        &mut self,
        hearing: &Hearing<G>,
        sentries: &[Sentry],
        after: &VecDeque<Sentry>,
    ) -> bool {
        let mut outcomes = Vec::new();
        for order in orders(sentries) {
            let mut trial = hearing.with_order(order, after);
            self.core.bench.probing = true;
            let ruling = self.hear(&mut trial);
            self.core.bench.probing = false;
            match ruling {
                Ok(ruling) => outcomes.push((ruling, trial)),
                // It would ask somebody, or is at fault: then the order is
                // worth a question.
                Err(_) => return false,
            }
        }
        let same = self.reactor.same;
        outcomes.windows(2).all(|pair| {
            let [(a, of_a), (b, of_b)] = pair else { return true };
            // Who has been applied matters only to what takes its place.
            let replaced = matches!(a, Ruling::Replaced(..));
            same_ruling(same, a, b)
                && same(&of_a.event, &of_b.event)
                && (!replaced || same_set(&of_a.used, &of_b.used))
                && same_set(&prevented(of_a), &prevented(of_b))
                && same_set(&of_a.spends, &of_b.spends)
                && same_riders(&of_a.riders, &of_b.riders)
        })
    }
}

/// All orders of a few.
fn orders(sentries: &[Sentry]) -> Vec<Vec<Sentry>> {
    match sentries {
        [] => vec![Vec::new()],
        _ => (0..sentries.len())
            .flat_map(|first| {
                let mut rest = sentries.to_vec();
                let first = rest.remove(first);
                orders(&rest).into_iter().map(move |mut order| {
                    order.insert(0, first);
                    order
                })
            })
            .collect(),
    }
}

fn same_ruling<E>(same: fn(&E, &E) -> bool, a: &Ruling<E>, b: &Ruling<E>) -> bool {
    match (a, b) {
        (Ruling::Happens, Ruling::Happens) => true,
        (Ruling::Dies(a), Ruling::Dies(b)) => a == b,
        (Ruling::Replaced(a, by_a), Ruling::Replaced(b, by_b)) => {
            by_a == by_b
                && a.brackets == b.brackets
                && a.events.len() == b.events.len()
                && a.events.iter().zip(&b.events).all(|(a, b)| same(a, b))
        }
        _ => false,
    }
}

/// Who prevented how much.
fn prevented<G: Game>(hearing: &Hearing<G>) -> Vec<(Sentry, u32)> {
    let preventions = hearing.preventions.iter();
    preventions.map(|prevention| (prevention.sentry, prevention.amount)).collect()
}

fn same_set<T: PartialEq>(a: &[T], b: &[T]) -> bool {
    a.len() == b.len() && a.iter().all(|one| b.contains(one))
}

fn same_riders<G: Game>(a: &[Due<G>], b: &[Due<G>]) -> bool {
    let same = |a: &Due<G>, b: &Due<G>| {
        a.sentry == b.sentry && (a.would, a.prevented) == (b.would, b.prevented)
    };
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}
