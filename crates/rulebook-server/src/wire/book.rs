//! Games and their books.

use serde::{Deserialize, Serialize};

use super::Player;

/// A game that can be played here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct GameInfo {
    /// Its name, as one writes it on a command line.
    pub(crate) name: String,
    /// The game in one sentence.
    pub(crate) about: String,
    /// How many people play.
    pub(crate) seats: u8,
    /// How a position is written.
    pub(crate) positions: String,
    /// How an action is written: what is said to whoever writes one wrongly.
    pub(crate) moves: String,
    /// How it is drawn: `chess`, `backgammon`, `grid`, `duels`, `market`,
    /// `generic`, or a name of the author's own.
    pub(crate) drawing: String,
    /// Whether the seats see different things.
    pub(crate) hidden: bool,
    /// Who can sit at its table.
    pub(crate) players: Vec<Player>,
}

/// A game's book, to look at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Book {
    /// The game.
    pub(crate) game: String,
    /// The book itself as the outermost phase.
    pub(crate) outline: BookNode,
    /// The checks, gate by gate.
    pub(crate) checks: Vec<CheckLine>,
    /// The guards.
    pub(crate) guards: Vec<Named>,
    /// The triggers.
    pub(crate) triggers: Vec<Named>,
    /// The standing rules.
    pub(crate) standing: Vec<Named>,
    /// The invariants.
    pub(crate) invariants: Vec<Named>,
    /// The steps of the turn, in order.
    pub(crate) steps: Vec<Named>,
    /// What the analysis has to say.
    pub(crate) findings: Vec<Finding>,
}

/// Something with a name, and what more there is to say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Named {
    /// Its name.
    pub(crate) name: String,
    /// What more there is to say; may be empty.
    pub(crate) words: String,
}

/// Phase or rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) enum BookNodeKind {
    /// A phase.
    Phase,
    /// A rule.
    Rule,
}

/// A phase or a rule of a book.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct BookNode {
    /// Which of the two.
    pub(crate) kind: BookNodeKind,
    /// Its own name; the book's for the outermost phase.
    pub(crate) name: String,
    /// Its full name, as coverage and decisions have it; empty for the
    /// outermost phase.
    pub(crate) path: String,
    /// How a phase chooses among its children.
    pub(crate) strategy: Option<String>,
    /// Its priority, if it has one.
    pub(crate) priority: Option<String>,
    /// Its label, if it has one.
    pub(crate) label: Option<String>,
    /// Its exclusivity group, if it is in one.
    pub(crate) group: Option<String>,
    /// What must hold for a phase to be active.
    pub(crate) predicates: Vec<String>,
    /// What must hold for a rule to match, where the book names it.
    pub(crate) conditions: Vec<String>,
    /// What is in a phase, in the order of the book.
    #[cfg_attr(test, schema(no_recursion))]
    pub(crate) children: Vec<BookNode>,
}

/// A check of a book.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct CheckLine {
    /// The gate at which it stands.
    pub(crate) gate: String,
    /// Its name.
    pub(crate) name: String,
    /// How firmly: `hard`, `liftable` or `prohibition`.
    pub(crate) force: String,
    /// The exceptions that could lift it.
    pub(crate) exceptions: Vec<String>,
}

/// What the analysis of a book has found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Finding {
    /// What kind of finding it is.
    pub(crate) kind: String,
    /// How certain it is: `proved`, `suspected` or `unknown`.
    pub(crate) certainty: String,
    /// What it is about.
    pub(crate) about: String,
    /// The rules that it names, by full name.
    pub(crate) rules: Vec<String>,
    /// All of it in a sentence.
    pub(crate) why: String,
    /// A case in which it shows, if one is known.
    pub(crate) witness: Option<String>,
}
