//! Equal guards: the player affected chooses which comes first, and is asked
//! only where it makes a difference.

use std::collections::VecDeque;

use crate::actor::Seat;
use crate::game::Game;
use crate::pipeline::resolve::consult::{Hearing, Ruling};
use crate::pipeline::resolve::look_up;
use crate::pipeline::resolve::settle::Settling;
use crate::pipeline::{Log, Place, Stop};
use crate::session::account::Because;
use crate::session::stance::Sentry;

impl<G: Game, L: Log<G>> Settling<'_, G, L> {
    /// The player affected chooses among equal guards, if it makes a
    /// difference.
    pub(super) fn choose_among(
        &mut self,
        hearing: &Hearing<G>,
        equals: &[(Sentry, Option<u32>)],
        after: &VecDeque<Sentry>,
    ) -> Result<usize, Stop<G>> {
        self.core.desk.place = Place::Reactive("affected");
        let affected = (self.reactor.affected)(&self.core.state, &hearing.event);
        let Some(seat) = affected else { return Ok(0) };
        let sentries: Vec<_> = equals.iter().map(|(sentry, _)| *sentry).collect();
        let orders = if sentries.len() <= 3 {
            orders(&sentries)
        } else if equals.iter().all(|other| alike(other, &equals[0])) {
            some_orders(&sentries)
        } else {
            Vec::new()
        };
        if !orders.is_empty() && self.all_agree(hearing, orders, equals, after) {
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

    /// Tries some orders of equal guards: whether they come to the same, where
    /// guards that are alike count as one.
    fn all_agree(
        &mut self,
        hearing: &Hearing<G>,
        orders: Vec<Vec<Sentry>>,
        equals: &[(Sentry, Option<u32>)],
        after: &VecDeque<Sentry>,
    ) -> bool {
        let stand_in = |sentry: Sentry| {
            let mine = equals.iter().find(|(other, _)| *other == sentry);
            let first = mine.and_then(|mine| equals.iter().find(|other| alike(other, mine)));
            first.map_or(sentry, |(first, _)| *first)
        };
        let same = self.reactor.same;
        let mut first: Option<(Ruling<G::Event>, Hearing<G>)> = None;
        for order in orders {
            let mut trial = hearing.with_order(order, after);
            self.core.bench.probing = true;
            let ruling = self.hear(&mut trial);
            self.core.bench.probing = false;
            // It would ask somebody, or is at fault: then the order is worth a
            // question.
            let Ok(ruling) = ruling else { return false };
            match &first {
                None => first = Some((ruling, trial)),
                Some((a, of_a)) => {
                    if !same_ruling(same, a, &ruling) || !same_end(same, of_a, &trial, &stand_in) {
                        return false;
                    }
                    // Who has been applied matters only to what takes its place.
                    let replaced = matches!(ruling, Ruling::Replaced(..));
                    let used = |hearing: &Hearing<G>| -> Vec<Sentry> {
                        hearing.used.iter().copied().map(stand_in).collect()
                    };
                    if replaced && !same_all(used(of_a), used(&trial)) {
                        return false;
                    }
                }
            }
        }
        true
    }
}

/// Whether two guards that could be asked differ only in which copy of a thing
/// carries them.
fn alike(a: &(Sentry, Option<u32>), b: &(Sentry, Option<u32>)) -> bool {
    let kin = |(sentry, charges): &(Sentry, Option<u32>)| {
        let source = sentry.source.map(|source| (source.kind, source.seat));
        (sentry.guard, source, *charges)
    };
    kin(a) == kin(b)
}

/// Of many copies of one thing not all orders can be tried: as they stand,
/// backwards, and with neighbours in each other's place, those in front where
/// there are very many.
fn some_orders(sentries: &[Sentry]) -> Vec<Vec<Sentry>> {
    const NEIGHBOURS: usize = 8;
    let swapped = (1..sentries.len().min(NEIGHBOURS)).map(|at| {
        let mut order = sentries.to_vec();
        order.swap(at - 1, at);
        order
    });
    let backwards = sentries.iter().rev().copied().collect();
    [sentries.to_vec(), backwards].into_iter().chain(swapped).collect()
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

/// Whether two consultations leave the same event, and spend, prevent and do
/// in addition the same.
fn same_end<G: Game>(
    same: fn(&G::Event, &G::Event) -> bool,
    a: &Hearing<G>,
    b: &Hearing<G>,
    stand_in: &impl Fn(Sentry) -> Sentry,
) -> bool {
    let spent = |of: &Hearing<G>| {
        of.spends.iter().map(|spend| (stand_in(spend.sentry), spend.amount)).collect()
    };
    let prevented = |of: &Hearing<G>| {
        of.preventions.iter().map(|one| (stand_in(one.sentry), one.amount)).collect()
    };
    let riders = |of: &Hearing<G>| -> Vec<_> {
        of.riders.iter().map(|due| (stand_in(due.sentry), due.would, due.prevented)).collect()
    };
    same(&a.event, &b.event)
        && same_all(spent(a), spent(b))
        && same_all(prevented(a), prevented(b))
        && riders(a) == riders(b)
}

/// Whether the same things are in both, in whatever order.
fn same_all<T: PartialEq>(a: Vec<T>, mut b: Vec<T>) -> bool {
    a.len() == b.len()
        && a.iter().all(|one| {
            let at = b.iter().position(|other| other == one);
            at.is_some_and(|at| {
                b.swap_remove(at);
                true
            })
        })
}
