//! Whether a mask matters: a rule is left out before it is asked, so nobody
//! knows what it would have said. A book without the group does.

use std::collections::BTreeMap;

use crate::actor::By;
use crate::book::builder::BookBuilder;
use crate::book::{Book, RuleId};
use crate::game::Game;
use crate::pipeline::guarded;
use crate::session::Session;
use crate::session::options::{Mode, SessionOptions};

use super::evidence::is_decisive;

/// For each exclusivity group the same book without it, once it is needed.
pub(super) struct Unmasked<G: Game> {
    books: BTreeMap<String, Option<Book<G>>>,
}

impl<G: Game> Unmasked<G> {
    pub(super) fn new() -> Self {
        Unmasked { books: BTreeMap::new() }
    }

    /// Whether a rule that a group masks would decide without the group.
    pub(super) fn decides(
        &mut self,
        session: &Session<G>,
        (by, action): (By, &G::Action),
        group: &str,
        rule: RuleId,
    ) -> bool {
        let book = self.books.entry(group.to_owned());
        let Some(book) = book.or_insert_with(|| without(session.book(), group)) else {
            return false;
        };
        let options = SessionOptions { mode: Mode::Analysis, ..SessionOptions::default() };
        let started = guarded(|| book.start_with(session.state().clone(), session.seed(), options));
        let Ok(Ok(mut session)) = started else { return false };
        let Ok(explanation) = session.explain(by, action) else { return false };
        is_decisive(&explanation.rule(rule).standing)
    }
}

/// The book without an exclusivity group.
fn without<G: Game>(book: &Book<G>, group: &str) -> Option<Book<G>> {
    let mut draft = book.inner.draft.clone();
    for node in &mut draft.nodes {
        node.attributes.group.take_if(|mine| mine == group);
    }
    // What compiled with the group compiles without.
    BookBuilder::from_draft(draft).compile().ok()
}
