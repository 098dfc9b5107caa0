//! Two small games that live from reactions, for tests and as examples.
//!
//! - [`ember_court`]: two mages cast spells that wait on a stack for
//!   responses; counter-spells, shields, doublers, redirection, "when it dies".
//! - [`storm_terraces`]: three clans build on terraces that storms sweep;
//!   everything at once, chain explosions, shields that are divided.
//!
//! Each is laid out like the reference games: state, action, event, reason, the
//! rule sheet in `book`, and what the game says of its events in `reactive`.
//!
//! # Example
//!
//! ```
//! use rulebook_testkit::Conformance;
//! use rulebook_testkit::games::storm_terraces::{book, setup, universe};
//! # use rulebook_testkit::Budget;
//! # let budget = Budget { games: 2, positions: 4, ..Budget::default() };
//!
//! Conformance::new(book(), setup).universe(universe)
//! #   .budget(budget)
//!     .check();
//! ```

pub mod ember_court;
pub mod storm_terraces;
