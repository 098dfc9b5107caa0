//! The rules of Duels, one by one: what is refused and why, what cards allow
//! and forbid, how battles go, what lasts and what ends, how it is over.

mod battles;
mod cards;
mod ends;
mod errors;
mod exceptions;
mod gone;
mod groups;
mod invariants;
mod order;
mod refusals;
mod refused_targets;
mod refused_together;
mod sequences;
mod statuses;
mod table;
