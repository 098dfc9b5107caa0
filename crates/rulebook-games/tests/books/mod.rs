//! Every book that the crate offers: those of the listed games, and variants.

use rulebook::prelude::*;
use rulebook_games::chess::{king_of_the_hill, three_check};
use rulebook_games::{Playable, Visit, games, visit};

/// Somebody who looks at every book.
pub(crate) trait Look {
    /// Looks at the book of that name.
    fn at<G: Playable>(&mut self, name: &'static str, book: &Book<G>);
}

/// Shows somebody every book: that of each game, and then the variants.
pub(crate) fn every_book(look: &mut impl Look) {
    for game in games() {
        visit(game.name(), OfGame(look)).expect("it is in the list");
    }
    look.at("king-of-the-hill", &king_of_the_hill::book());
    look.at("three-check", &three_check::book());
}

/// Shows somebody the book of a game.
struct OfGame<'l, L>(&'l mut L);

impl<L: Look> Visit for OfGame<'_, L> {
    type Out = ();

    fn visit<G: Playable>(self) {
        self.0.at(G::NAME, &G::book());
    }
}
