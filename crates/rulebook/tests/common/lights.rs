//! Facts of the sandbox for declared conditions, and what an analysis says.
#![allow(dead_code, reason = "each file of tests uses a part of this")]

use rulebook::prelude::*;
use rulebook::{Analysis, BookBuilder, Fact, Finding, Kind, KindSet, Rule, RuleBuilder};

use crate::common::*;

macro_rules! closed_set {
    ($name:ident: $($value:ident)*) => {
        /// A closed set of values.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $name { $($value),* }

        impl Kind for $name {
            const ALL: &'static [Self] = &[$($name::$value),*];
            fn index(self) -> usize {
                self as usize
            }
            fn name(self) -> &'static str {
                match self { $($name::$value => stringify!($value)),* }
            }
        }

        impl Kinded for $name {
            type Kind = Self;
            fn kind(&self) -> Self {
                *self
            }
        }
    };
}

closed_set!(Light: Day Dusk Night);
closed_set!(Zone: Hand Field);
closed_set!(At: Draw Play End);

/// A fact of the state.
pub(crate) fn light() -> Fact<Sandbox, Light> {
    Fact::of_state("light", |table: &Table| Light::ALL[(table.total % 3) as usize])
}

/// A fact of the action.
pub(crate) fn zone() -> Fact<Sandbox, Zone> {
    Fact::of_action("zone", |ask: &Ask<'_, Sandbox>| Zone::ALL[(ask.action.number() % 2) as usize])
}

/// A fact with the steps as its values.
pub(crate) fn at() -> Fact<Sandbox, At> {
    Fact::of_state("step", |table: &Table| match table.step {
        Step::Draw => At::Draw,
        Step::Play => At::Play,
        Step::End | Step::Nowhere => At::End,
    })
}

/// A rule for some light.
pub(crate) fn by(
    light: &Fact<Sandbox, Light>,
    values: impl Into<KindSet<Light>>,
) -> impl FnOnce(RuleBuilder<Sandbox>) -> Rule<Sandbox> {
    let (light, values) = (light.clone(), values.into());
    move |rule| says("by light")(rule.given(&light, values))
}

/// A rule that its own code decides.
pub(crate) fn maybe(rule: RuleBuilder<Sandbox>) -> Rule<Sandbox> {
    says("maybe")(rule.when("the total is even", |ask| ask.state.total % 2 == 0))
}

/// The analysis of a book.
pub(crate) fn analyse(book: BookBuilder<Sandbox>) -> Analysis {
    book.compile().expect("the book has no mistakes").analyse()
}

/// The only finding in a book.
pub(crate) fn only(book: BookBuilder<Sandbox>) -> Finding {
    let analysis = analyse(book);
    match analysis.findings() {
        [finding] => finding.clone(),
        _ => panic!("there should be one finding, and not:\n{analysis}"),
    }
}

/// A book in which nothing is to be found.
pub(crate) fn is_clean(book: BookBuilder<Sandbox>) {
    let analysis = analyse(book);
    assert!(analysis.is_clean(), "there should be nothing, and not:\n{analysis}");
}
