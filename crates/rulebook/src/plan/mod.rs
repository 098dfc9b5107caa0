//! Choosing among rules: the reference interpreter, and the plan that stands in
//! for it.
//!
//! Both ask rules through the same [`Asking`](asking::Asking), so what a rule
//! is asked, in which order, and what is written down about it, is the same.
//! They differ in how they find the next rule to ask.

pub(crate) mod asking;
pub(crate) mod diary;
pub(crate) mod entry;
pub(crate) mod foresight;
pub(crate) mod line;
pub(crate) mod linear;
pub(crate) mod lone;
pub(crate) mod node;
pub(crate) mod parity;
pub(crate) mod passes;
pub(crate) mod predicates;
pub(crate) mod reference;
pub(crate) mod rows;
pub(crate) mod run;
#[cfg(test)]
mod sabotage;
pub(crate) mod select;
mod signature;
pub(crate) mod states;
pub(crate) mod table;
pub(crate) mod view;
