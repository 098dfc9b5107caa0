//! What the keys do.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::app::{App, Page};
use super::matching::completed;
use crate::commands::play::words::WORDS;
use crate::failure::Failure;

/// The keys, and what they do.
pub(super) const KEYS: [(&str, &str); 15] = [
    ("letters", "write a move; those that fit are listed"),
    ("words", "why MOVE, undo, redo, last, history, cards, help, quit"),
    ("as SEAT MOVE", "what another person can do meanwhile: accept a draw"),
    ("Tab", "complete what is written"),
    ("↑ ↓", "choose one of the moves"),
    ("Enter", "do it"),
    ("Esc", "clear what is written; back to the game"),
    ("Ctrl-Z", "take back"),
    ("Ctrl-Y", "take the taking back back"),
    ("F2", "the last decision, explained"),
    ("F3", "what happened so far"),
    ("F4", "what the cards say that you see"),
    ("PgUp PgDn", "move the text"),
    ("Ctrl-↑ Ctrl-↓", "move the board in a small window"),
    ("Ctrl-C", "leave"),
];

impl App {
    /// A key was pressed. Keys that mean nothing here do nothing.
    pub(super) fn press(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match (self.page, key.code) {
            (Page::Leave, code) => self.answer_leave(code, control),
            (_, KeyCode::Char('c' | 'q')) if control => self.page = Page::Leave,
            (Page::HandOver(seat), KeyCode::Enter) => {
                // What goes wrong is told when the next picture is drawn.
                if let Err(failure) = self.hand_over(seat) {
                    self.fail(failure);
                }
            }
            // Nothing may be done with another's cards.
            (Page::HandOver(_), _) => {}
            (_, KeyCode::F(1)) => self.turn_to(Page::Help),
            (_, KeyCode::F(2)) => self.turn_to(Page::Last),
            (_, KeyCode::F(3)) => self.turn_to(Page::History),
            (_, KeyCode::F(4)) => self.turn_to(Page::Cards),
            (_, KeyCode::PageUp) => self.text_at = self.text_at.saturating_sub(5),
            (_, KeyCode::PageDown) => self.text_at = (self.text_at + 5).min(self.text_most.get()),
            (Page::Game, code) => self.play_key(code, control),
            (_, KeyCode::Esc | KeyCode::Enter) => self.turn_to(Page::Game),
            _ => {}
        }
    }

    /// Turns to a page, or back from it.
    fn turn_to(&mut self, page: Page) {
        self.page = if self.page == page { Page::Game } else { page };
        self.text_at = 0;
    }

    fn answer_leave(&mut self, code: KeyCode, control: bool) {
        match code {
            KeyCode::Char('c' | 'q') if control => self.leave(),
            KeyCode::Char('y' | 'Y') | KeyCode::Enter => self.leave(),
            KeyCode::Char('n' | 'N') | KeyCode::Esc => {
                self.page = Page::Game;
                if let Err(failure) = self.look() {
                    self.fail(failure);
                }
            }
            _ => {}
        }
    }

    fn play_key(&mut self, code: KeyCode, control: bool) {
        match code {
            KeyCode::Char('z') if control => self.attempt(|table| table.undo()),
            KeyCode::Char('y') if control => self.attempt(|table| table.redo()),
            KeyCode::Up | KeyCode::Down if control => self.move_board(code == KeyCode::Down),
            KeyCode::Char(letter) if !control => self.write(letter),
            KeyCode::Backspace => {
                self.input.pop();
                self.chosen = None;
            }
            KeyCode::Esc => {
                self.input.clear();
                self.message.clear();
                self.chosen = None;
            }
            KeyCode::Tab => {
                self.input = match self.fitting().is_empty() {
                    true => completed(&WORDS.map(str::to_owned), &self.input),
                    false => completed(&self.offers, &self.input),
                };
                self.chosen = None;
            }
            KeyCode::Down | KeyCode::Up => self.choose(code == KeyCode::Down),
            KeyCode::Enter => self.enter(),
            _ => {}
        }
    }

    /// A letter of a move or a word; where nobody is asked, `q` leaves.
    fn write(&mut self, letter: char) {
        if self.asked().is_some() {
            self.input.push(letter);
            self.message.clear();
            self.chosen = None;
        } else if matches!(letter, 'q' | 'Q') {
            self.page = Page::Leave;
        }
    }

    /// Chooses the next of the moves that fit, or the one before.
    fn choose(&mut self, next: bool) {
        let count = self.fitting().len();
        self.chosen = match (self.chosen, next) {
            _ if count == 0 => None,
            (None, true) => Some(0),
            (None, false) => Some(count - 1),
            (Some(at), true) => Some((at + 1) % count),
            (Some(at), false) => Some((at + count - 1) % count),
        };
    }

    fn move_board(&mut self, down: bool) {
        self.board_at = match down {
            true => (self.board_at + 1).min(self.board_most.get()),
            false => self.board_at.saturating_sub(1),
        };
    }

    fn fail(&mut self, failure: Failure) {
        self.attempt(|_| Err(failure));
    }
}
