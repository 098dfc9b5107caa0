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

    /// What was proposed, what became of it and by whom, in more words.
    pub(super) fn word_account(&self, account: &mut wire::Account) {
        for line in &mut account.lines {
            self.word(&mut line.proposed);
            line.became.iter_mut().for_each(|became| self.word(became));
            line.by.iter_mut().for_each(|by| self.word(by));
            self.word(&mut line.because.words);
            for considered in &mut line.considered {
                self.word(&mut considered.guard);
                self.word(&mut considered.words);
                considered.became.iter_mut().for_each(|became| self.word(became));
            }
        }
        for said in &mut account.announcements {
            self.word(&mut said.by);
            self.word(&mut said.words);
        }
        for fired in &mut account.fired {
            fired.source.iter_mut().for_each(|source| self.word(source));
            self.word(&mut fired.words);
        }
    }
}
