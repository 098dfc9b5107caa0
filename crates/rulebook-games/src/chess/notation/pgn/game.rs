//! A game as it is kept: tags, moves with what people say about them, and the
//! result.

use std::fmt;

use crate::chess::board::{Colour, Move, Position};
use crate::chess::notation::write_fen;

/// The tags that every game has, in this order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// A game with its tags, comments and variations.
///
/// ```
/// use rulebook_games::chess::board::Position;
/// use rulebook_games::chess::notation::{PgnGame, PgnResult, read_pgn};
/// let games = read_pgn("1. e4 e5 {Double king's pawn.} 2. Nf3 *")?;
/// assert_eq!(games[0].start, Position::start());
/// assert_eq!(games[0].line.moves.len(), 3);
/// assert_eq!(games[0].line.moves[1].comments, ["Double king's pawn."]);
/// assert_eq!(games[0].result, PgnResult::Unknown);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGame {
    /// What is known about the game, in the order it is written in.
    pub tags: Vec<PgnTag>,
    /// Where the game starts.
    pub start: Position,
    /// The moves that were played.
    pub line: PgnLine,
    /// How it ended.
    pub result: PgnResult,
}

impl PgnGame {
    /// A game without moves, with the tags that every game has.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// use rulebook_games::chess::notation::PgnGame;
    /// let game = PgnGame::new(Position::start());
    /// assert_eq!(game.tag("White"), Some("?"));
    /// ```
    pub fn new(start: Position) -> PgnGame {
        let value = |name: &&str| match *name {
            "Date" => "????.??.??",
            "Result" => "*",
            _ => "?",
        };
        let mut tags: Vec<PgnTag> =
            ROSTER.iter().map(|name| PgnTag::plain(name, value(name))).collect();
        if start != Position::start() {
            tags.extend([PgnTag::plain("SetUp", "1"), PgnTag::plain("FEN", &write_fen(&start))]);
        }
        PgnGame { tags, start, line: PgnLine::default(), result: PgnResult::Unknown }
    }

    /// What a tag says.
    ///
    /// ```
    /// use rulebook_games::chess::notation::read_pgn;
    /// let games = read_pgn("[White \"Anderssen, Adolf\"] *")?;
    /// assert_eq!(games[0].tag("White"), Some("Anderssen, Adolf"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// The position after all moves that were played.
    ///
    /// ```
    /// use rulebook_games::chess::notation::read_pgn;
    /// let games = read_pgn("1. f3 e5 2. g4 Qh4# 0-1")?;
    /// assert!(games[0].end().is_checkmate());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn end(&self) -> Position {
        let moves = self.line.moves.iter();
        moves.fold(self.start, |position, played| position.after(played.chosen))
    }
}

/// One thing that is known about a game.
///
/// ```
/// use rulebook_games::chess::notation::PgnTag;
/// let tag = PgnTag::new("Event", "The \"Immortal\" game").unwrap();
/// assert_eq!(tag.to_string(), r#"[Event "The \"Immortal\" game"]"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnTag {
    pub(super) name: String,
    pub(super) value: String,
}

impl PgnTag {
    /// A tag, if the name has letters, digits and underscores only, and the
    /// value fits on a line.
    ///
    /// ```
    /// use rulebook_games::chess::notation::PgnTag;
    /// assert!(PgnTag::new("White Elo", "2800").is_none());
    /// assert!(PgnTag::new("WhiteElo", "2800").is_some());
    /// ```
    pub fn new(name: &str, value: &str) -> Option<PgnTag> {
        let named = !name.is_empty() && name.chars().all(is_name);
        let plain = !value.chars().any(char::is_control);
        (named && plain).then(|| PgnTag::plain(name, value))
    }

    fn plain(name: &str, value: &str) -> PgnTag {
        PgnTag { name: name.to_owned(), value: value.to_owned() }
    }

    /// What it is about.
    ///
    /// ```
    /// use rulebook_games::chess::notation::PgnTag;
    /// assert_eq!(PgnTag::new("Round", "1").unwrap().name(), "Round");
    /// ```
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it says.
    ///
    /// ```
    /// use rulebook_games::chess::notation::PgnTag;
    /// assert_eq!(PgnTag::new("Round", "1").unwrap().value(), "1");
    /// ```
    pub fn value(&self) -> &str {
        &self.value
    }
}

/// Whether a tag's name may have this character.
pub(super) fn is_name(found: char) -> bool {
    found.is_ascii_alphanumeric() || found == '_'
}

impl fmt::Display for PgnTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value.replace('\\', "\\\\").replace('"', "\\\"");
        write!(f, "[{} \"{value}\"]", self.name)
    }
}

/// Moves one after another.
///
/// ```
/// use rulebook_games::chess::notation::PgnLine;
/// assert!(PgnLine::default().moves.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnLine {
    /// What is said before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<PgnMove>,
}

/// A move with what people say about it.
///
/// ```
/// use rulebook_games::chess::notation::read_pgn;
/// let games = read_pgn("1. e4! (1. d4 d5) *")?;
/// let first = &games[0].line.moves[0];
/// assert_eq!(first.glyphs, [1]);
/// assert_eq!(first.variations[0].moves.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnMove {
    /// The move.
    pub chosen: Move,
    /// Signs for what it is worth, by number: 1 for `!`, 2 for `?`, and so on.
    pub glyphs: Vec<u8>,
    /// What is said after it. Line breaks and repeated spaces do not count.
    pub comments: Vec<String>,
    /// What could have been played instead.
    pub variations: Vec<PgnLine>,
}

impl PgnMove {
    /// A move about which nothing is said.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// use rulebook_games::chess::notation::{PgnMove, read_san};
    /// let played = PgnMove::new(read_san(&Position::start(), "e4")?);
    /// assert!(played.comments.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(chosen: Move) -> PgnMove {
        PgnMove { chosen, glyphs: Vec::new(), comments: Vec::new(), variations: Vec::new() }
    }
}

/// How a game ended.
///
/// ```
/// use rulebook_games::chess::board::Colour;
/// use rulebook_games::chess::notation::PgnResult;
/// assert_eq!(PgnResult::Won { by: Colour::White }.to_string(), "1-0");
/// assert_eq!(PgnResult::from_text("1/2-1/2"), Some(PgnResult::Drawn));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PgnResult {
    /// Somebody won.
    Won {
        /// Who won.
        by: Colour,
    },
    /// Nobody won.
    Drawn,
    /// The game goes on, was broken off, or nobody knows.
    Unknown,
}

impl PgnResult {
    /// Every result.
    ///
    /// ```
    /// use rulebook_games::chess::notation::PgnResult;
    /// assert_eq!(PgnResult::ALL.map(|result| result.to_string()), ["1-0", "0-1", "1/2-1/2", "*"]);
    /// ```
    pub const ALL: [PgnResult; 4] = [
        PgnResult::Won { by: Colour::White },
        PgnResult::Won { by: Colour::Black },
        PgnResult::Drawn,
        PgnResult::Unknown,
    ];

    /// The result's text.
    ///
    /// ```
    /// use rulebook_games::chess::notation::PgnResult;
    /// assert_eq!(PgnResult::Unknown.text(), "*");
    /// ```
    pub const fn text(self) -> &'static str {
        match self {
            PgnResult::Won { by: Colour::White } => "1-0",
            PgnResult::Won { by: Colour::Black } => "0-1",
            PgnResult::Drawn => "1/2-1/2",
            PgnResult::Unknown => "*",
        }
    }

    /// The result with this text.
    ///
    /// ```
    /// use rulebook_games::chess::notation::PgnResult;
    /// assert_eq!(PgnResult::from_text("2-0"), None);
    /// ```
    pub fn from_text(text: &str) -> Option<PgnResult> {
        PgnResult::ALL.into_iter().find(|result| result.text() == text)
    }
}

impl fmt::Display for PgnResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
