#![doc = include_str!("../README.md")]

mod budget;
mod check;
mod checks;
mod conformance;
mod difference;
pub mod games;
mod line;
mod playthrough;
mod quiet;
mod report;
mod setup;
mod suite;

pub use budget::Budget;
pub use check::Check;
pub use conformance::Conformance;
pub use report::{Failure, Failures, Report};
pub use setup::Setup;
