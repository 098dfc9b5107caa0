//! Writing games.

use super::space::one_line;
use super::{PgnGame, PgnLine, PgnMove, PgnTag};
use crate::chess::board::{Colour, Position};
use crate::chess::notation::{write_fen, write_san};

/// The most characters on a line of moves, unless one word has more.
const WIDTH: usize = 80;

/// Writes a game.
///
/// The tags `Result`, `SetUp` and `FEN` say what the game is, whatever was
/// noted there; they are added where they are needed. Comments are told on
/// one line; one with a closing brace in it, which braces cannot hold, runs
/// to the end of its line.
///
/// ```
/// use rulebook_games::chess::notation::{read_pgn, write_pgn};
/// let games = read_pgn("[Event \"?\"] 1.e4 e5 (1...c5!) 2.Nf3 *")?;
/// assert_eq!(write_pgn(&games[0]), "[Event \"?\"]\n\n1. e4 e5 (1... c5 $1) 2. Nf3 *\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_pgn(game: &PgnGame) -> String {
    let mut text: String = tags(game).iter().map(|tag| format!("{tag}\n")).collect();
    if !text.is_empty() {
        text.push('\n');
    }
    let mut words = Words::default();
    words.line(&game.line, game.start);
    words.word(game.result.text());
    text.push_str(&words.text);
    text.push('\n');
    text
}

fn tags(game: &PgnGame) -> Vec<PgnTag> {
    let fen = (game.start != Position::start()).then(|| write_fen(&game.start));
    let mut tags: Vec<PgnTag> = game.tags.clone();
    tags.retain(|tag| fen.is_some() || !matches!(tag.name(), "SetUp" | "FEN"));
    let mut set =
        |name: &str, value: String, add: bool| match tags.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => tag.value = value,
            None if add => tags.push(PgnTag { name: name.to_owned(), value }),
            None => {}
        };
    set("Result", game.result.to_string(), false);
    if let Some(fen) = fen {
        set("SetUp", "1".to_owned(), true);
        set("FEN", fen, true);
    }
    tags
}

/// Words that are put on lines.
#[derive(Default)]
struct Words {
    text: String,
    /// How many characters the last line has.
    column: usize,
    /// What comes next sticks to what was before.
    sticks: bool,
}

impl Words {
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        let space = usize::from(self.column > 0 && !self.sticks);
        // A percent sign at the beginning of a line would hide it.
        if space == 1 && self.column + 1 + length > WIDTH && !word.starts_with('%') {
            self.end_line();
        } else if space == 1 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += length;
        self.sticks = false;
    }

    fn end_line(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }

    /// Puts something behind the last word, without a space.
    fn append(&mut self, sign: char) {
        self.text.push(sign);
        self.column += 1;
    }

    fn comment(&mut self, comment: &str) {
        let comment = one_line(comment);
        if comment.contains('}') {
            self.word(&format!("; {comment}"));
            return self.end_line();
        }
        self.word("{");
        self.sticks = true;
        for word in comment.split(' ') {
            self.word(word);
        }
        self.append('}');
        self.sticks = false;
    }

    fn line(&mut self, line: &PgnLine, start: Position) {
        for comment in &line.comments {
            self.comment(comment);
        }
        let mut position = start;
        let mut numbered = false;
        for played in &line.moves {
            self.played(played, &position, numbered);
            position.apply(played.chosen);
            numbered = played.comments.is_empty() && played.variations.is_empty();
        }
    }

    /// A move and all that is said about it. After White's move the number is
    /// not repeated, unless something came between.
    fn played(&mut self, played: &PgnMove, position: &Position, numbered: bool) {
        match position.turn() {
            Colour::White => self.word(&format!("{}.", position.moves())),
            Colour::Black if !numbered => self.word(&format!("{}...", position.moves())),
            Colour::Black => {}
        }
        self.word(&write_san(position, played.chosen));
        for glyph in &played.glyphs {
            self.word(&format!("${glyph}"));
        }
        for comment in &played.comments {
            self.comment(comment);
        }
        for variation in &played.variations {
            self.word("(");
            self.sticks = true;
            self.line(variation, *position);
            self.sticks = true;
            self.word(")");
        }
    }
}
