//! The derives of the [rulebook] crate: [`Kinds`], [`Reason`] and
//! [`Canonical`].
//!
//! Depend on `rulebook` with its feature `derive` and use them from there; the
//! code they write names `::rulebook`.
//!
//! [rulebook]: https://docs.rs/rulebook

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

mod canonical;
mod common;
mod kinds;
mod message;
mod reason;

/// Makes an enum of the kinds of an action or event, and implements
/// `rulebook::Kinded`.
///
/// For `enum Action` it writes `enum ActionKind`, as visible as `Action`, with
/// the same variants and without their fields; for `struct Move` it writes
/// `enum MoveKind { Move }`. The new enum implements `rulebook::Kind`, and its
/// kinds are in the order of the declaration. `#[kinds(name = …)]` gives it
/// another name. A type may have up to 128 kinds.
///
/// # Example
///
/// ```
/// use rulebook::{Kind, Kinded, Kinds};
///
/// #[derive(Kinds)]
/// enum Action {
///     Place { cell: usize },
///     Resign,
/// }
///
/// assert_eq!(Action::Place { cell: 4 }.kind(), ActionKind::Place);
/// assert_eq!(ActionKind::ALL, [ActionKind::Place, ActionKind::Resign]);
/// assert_eq!(ActionKind::Resign.name(), "Resign");
/// assert_eq!(ActionKind::Resign.index(), 1);
///
/// #[derive(Kinds)]
/// #[kinds(name = Happening)]
/// struct Moved { to: u8 }
///
/// assert_eq!(Moved { to: 3 }.kind(), Happening::Moved);
/// ```
#[proc_macro_derive(Kinds, attributes(kinds))]
pub fn derive_kinds(input: TokenStream) -> TokenStream {
    expand(kinds::expand, parse_macro_input!(input as DeriveInput))
}

/// Implements `rulebook::Reason` and `Display` for an enum of reasons.
///
/// * The message is the first paragraph of the variant's doc comment, its
///   lines joined with a space. It is a format string over the variant's
///   fields: `{cell}` or `{0}`, with the usual options (`{cell:?}`, `{0:>3}`);
///   a brace itself is written `{{` or `}}`. Fields may be left out. Later
///   paragraphs are documentation only.
/// * The code is the variant's name as `SCREAMING_SNAKE_CASE`. Digits belong
///   to the word before them, and an acronym is one word: `NoUTF8Text` gives
///   `NO_UTF8_TEXT`. `#[reason(code = "…")]` on the variant gives another one,
///   for instance to keep a code when a variant is renamed. No two variants
///   may have the same code.
/// * What it concerns is the variant's fields with their `Debug` values, or
///   `None` if it has no fields.
///
/// A variant without a doc comment, and a message that names no field, are
/// errors.
///
/// # Example
///
/// ```
/// use rulebook::Reason;
///
/// #[derive(Clone, Debug, PartialEq, Reason)]
/// enum Why {
///     /// It is not your turn.
///     NotYourTurn,
///     /// There is no cell {cell}:
///     /// cells are numbered 0 to 8.
///     ///
///     /// (This paragraph is for the readers of the code.)
///     NoSuchCell { cell: usize },
///     /// The suit is {0:?}, so {1} cannot be played.
///     #[reason(code = "FOLLOW_SUIT")]
///     Suit(char, u8),
/// }
///
/// let why = Why::NoSuchCell { cell: 9 };
/// assert_eq!(why.to_string(), "There is no cell 9: cells are numbered 0 to 8.");
/// assert_eq!(why.code(), "NO_SUCH_CELL");
/// assert_eq!(why.concerns().as_deref(), Some("cell 9"));
///
/// assert_eq!(Why::NotYourTurn.code(), "NOT_YOUR_TURN");
/// assert_eq!(Why::NotYourTurn.concerns(), None);
///
/// let why = Why::Suit('♠', 7);
/// assert_eq!(why.to_string(), "The suit is '♠', so 7 cannot be played.");
/// assert_eq!(why.code(), "FOLLOW_SUIT");
/// assert_eq!(why.concerns().as_deref(), Some("'♠', 7"));
/// ```
#[proc_macro_derive(Reason, attributes(reason))]
pub fn derive_reason(input: TokenStream) -> TokenStream {
    expand(reason::expand, parse_macro_input!(input as DeriveInput))
}

/// Implements `rulebook::Canonical` for a struct or an enum, so that a state
/// has a digest.
///
/// A struct is its fields in the order of declaration; an enum is the
/// variant's place in the declaration, from 0, as a `u32`, and then the
/// variant's fields. So to move, add or remove a field or a variant changes
/// digests; to rename one does not. Every type parameter gets the bound
/// `Canonical`.
///
/// # Example
///
/// ```
/// use rulebook::{Canonical, Digest};
///
/// #[derive(Canonical)]
/// enum Mark { Cross, Nought }
///
/// #[derive(Canonical)]
/// struct Board { cells: [Option<Mark>; 2], moves: u8 }
///
/// let board = Board { cells: [Some(Mark::Nought), None], moves: 1 };
/// // `Some`, variant 1, `None`, one move:
/// let bytes = [1, 1, 0, 0, 0, 0, 1_u8];
/// assert_eq!(Digest::of(&board), Digest::of(&bytes));
///
/// let other = Board { cells: [Some(Mark::Cross), None], moves: 1 };
/// assert_ne!(Digest::of(&board), Digest::of(&other));
/// ```
#[proc_macro_derive(Canonical)]
pub fn derive_canonical(input: TokenStream) -> TokenStream {
    expand(canonical::expand, parse_macro_input!(input as DeriveInput))
}

type Expansion = syn::Result<proc_macro2::TokenStream>;

fn expand(derive: fn(&DeriveInput) -> Expansion, input: DeriveInput) -> TokenStream {
    derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}
