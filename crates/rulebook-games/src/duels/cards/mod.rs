//! Cards as data: what a card is, and a set of them compiled from a file.
//!
//! What comes in is the text of a card file; what comes out is a [`CardSet`], in
//! which every word of the file has become a number or a variant of a closed
//! enum. Nothing in a game reads text: names are for people. What a card says is
//! written from what it does, so that it never lies.
//!
//! A card consists of [abilities](Ability), of five forms:
//!
//! | form | what it is | in the file |
//! | --- | --- | --- |
//! | [`Triggered`] | something happens, then its effects do | `"when"` |
//! | [`Cast`] | what a spell does when it is cast | `"when": "cast"` |
//! | [`Power`] | what a Champion's player may use | `"power"` |
//! | [`Ward`] | it stands before an event: prevents, replaces, turns it | `"before"` |
//! | [`Standing`] | what holds as long as the card is in play | `"always"` |

mod ability;
mod card;
mod condition;
mod effect;
mod filter;
mod load;
mod set;
mod step;
mod text;
mod traits;

pub use ability::{Ability, Cast, Moment, Power, Standing, Triggered, Uses, Ward, WardAct, Warded};
pub use card::{CardDef, CardKind, Class, DefId, MAX_STAT, Stat};
pub use condition::{Condition, Measure, Range};
pub use effect::{Amount, Destination, Duration, Effect, Gift, Lanes, Status, Target, WhichLane};
pub use filter::{Column, Filter, Kinds, Seen, Side, Which};
pub use load::{LoadErrors, Problem, ProblemKind};
pub use set::{CardSet, DeckDef};
pub use step::{Step, Steps};
pub use traits::{Ban, CheckName, Trait};
