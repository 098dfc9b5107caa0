//! More words for what a game says, where somebody knows them.

use std::fmt::Debug;

use rulebook_games::Playable;

use super::running::Running;
use crate::wire;

impl<G: Playable> Running<G>
where
    G::State: Debug,
{
    /// An action or an event in more words, if there are any.
    pub(super) fn worded(&self, text: String) -> String {
        match self.artist.words {
            Some(words) => words(self.session.state(), &text),
            None => text,
        }
    }

    fn word(&self, text: &mut String) {
        *text = self.worded(std::mem::take(text));
    }

    /// What happened, in more words.
    pub(super) fn word_happening(&self, happening: &mut wire::Happening) {
        happening.events.iter_mut().for_each(|event| self.word(&mut event.text));
        happening.account.iter_mut().for_each(|account| self.word_account(account));
    }

    /// What was proposed and became of it, in more words.
    pub(super) fn word_account(&self, account: &mut wire::Account) {
        for line in &mut account.lines {
            self.word(&mut line.proposed);
            line.became.iter_mut().for_each(|became| self.word(became));
            let considered = line.considered.iter_mut().filter_map(|it| it.became.as_mut());
            considered.for_each(|became| self.word(became));
        }
    }
}
