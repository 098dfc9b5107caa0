//! Reading a position.

use super::offsets::Offsets;
use super::{FenError, FenField, FenProblem};
use crate::chess::board::{Board, Colour, Piece, Position, Role, Setup, Square, Squares, Wing};
use crate::chess::notation::cursor::Cursor;

/// Reads a legal position.
///
/// Castling rights may be written in the usual way, where `K` means the
/// outermost rook on the king's side, or by the file of the rook.
///
/// ```
/// use rulebook_games::chess::board::Position;
/// use rulebook_games::chess::notation::read_fen;
/// let usual = read_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")?;
/// let shredder = read_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1")?;
/// assert_eq!(usual, Position::start());
/// assert_eq!(shredder, usual);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the text is not as it should be, or the position is not legal.
pub fn read_fen(text: &str) -> Result<Position, FenError> {
    let mut reader = Reader::new(text);
    let setup = reader.setup()?;
    Position::new(&setup).map_err(|flaws| {
        let offset = flaws.0.first().map_or(0, |&flaw| reader.offsets.of(flaw, &setup));
        reader.cursor.wrong_at(offset, FenProblem::Illegal { flaws })
    })
}

/// Reads a position without asking whether it is legal.
///
/// ```
/// use rulebook_games::chess::board::Setup;
/// use rulebook_games::chess::notation::read_setup;
/// assert_eq!(read_setup("8/8/8/8/8/8/8/8 w - - 0 1")?, Setup::empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the text is not as it should be.
pub fn read_setup(text: &str) -> Result<Setup, FenError> {
    Reader::new(text).setup()
}

struct Reader<'t> {
    cursor: Cursor<'t>,
    offsets: Offsets,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Self {
        Reader { cursor: Cursor::new(text), offsets: Offsets::new() }
    }

    fn setup(&mut self) -> Result<Setup, FenError> {
        let mut setup = Setup::empty();
        self.field(FenField::Pieces)?;
        setup.board = self.pieces()?;
        self.field(FenField::Turn)?;
        setup.turn = self.turn()?;
        self.field(FenField::Castling)?;
        setup.castles = self.castling(&setup.board)?;
        self.field(FenField::EnPassant)?;
        setup.en_passant = self.en_passant()?;
        self.field(FenField::Halfmoves)?;
        setup.halfmoves = self.number()?;
        self.field(FenField::Moves)?;
        setup.moves = self.number()?;
        match self.cursor.peek() {
            Some(_) => Err(self.cursor.wrong(FenProblem::Rest)),
            None => Ok(setup),
        }
    }

    /// Goes to where a field begins.
    fn field(&mut self, field: FenField) -> Result<(), FenError> {
        let first = field == FenField::Pieces;
        let spaced = first || self.cursor.eat(' ');
        match self.cursor.peek() {
            None => Err(self.cursor.wrong(FenProblem::Ends { field })),
            Some(' ') => Err(self.cursor.wrong(FenProblem::NoSpace { field })),
            Some(_) if !spaced => Err(self.cursor.wrong(FenProblem::NoSpace { field })),
            Some(_) => {
                self.offsets.fields[field as usize] = self.cursor.offset();
                Ok(())
            }
        }
    }

    fn pieces(&mut self) -> Result<Board, FenError> {
        let mut board = Board::default();
        for rank in (0..8).rev() {
            self.rank(rank, &mut board)?;
            if rank > 0 && !self.cursor.eat('/') {
                return Err(self.cursor.wrong(FenProblem::RanksMissing { ranks: 8 - rank }));
            }
        }
        match self.cursor.peek() {
            Some('/') => Err(self.cursor.wrong(FenProblem::RanksMany)),
            _ => Ok(board),
        }
    }

    fn rank(&mut self, rank: u8, board: &mut Board) -> Result<(), FenError> {
        let mut squares = 0;
        let mut after_digit = false;
        while let Some(found) = self.cursor.peek().filter(|&found| found != '/' && found != ' ') {
            let digit = found.to_digit(9).filter(|&digit| digit > 0);
            match (digit, Piece::from_letter(found), Square::at(squares, rank)) {
                (Some(_), ..) if after_digit => {
                    return Err(self.cursor.wrong(FenProblem::TwoDigits));
                }
                (Some(digit), ..) if squares + digit as u8 <= 8 => squares += digit as u8,
                (None, Some(piece), Some(square)) => {
                    *board = board.with(square, piece);
                    self.offsets.pieces[square.index()] = self.cursor.offset();
                    squares += 1;
                }
                (None, None, _) => return Err(self.cursor.wrong(FenProblem::NoPiece { found })),
                _ => return Err(self.cursor.wrong(FenProblem::RankLong { rank: rank + 1 })),
            }
            after_digit = digit.is_some();
            self.cursor.next();
        }
        if squares < 8 {
            return Err(self.cursor.wrong(FenProblem::RankShort { rank: rank + 1, squares }));
        }
        Ok(())
    }

    fn turn(&mut self) -> Result<Colour, FenError> {
        if self.cursor.eat('w') {
            Ok(Colour::White)
        } else if self.cursor.eat('b') {
            Ok(Colour::Black)
        } else {
            let found = self.cursor.peek().unwrap_or(' ');
            Err(self.cursor.wrong(FenProblem::NoTurn { found }))
        }
    }

    fn castling(&mut self, board: &Board) -> Result<Squares, FenError> {
        let mut castles = Squares::NONE;
        if self.cursor.eat('-') {
            return Ok(castles);
        }
        while let Some(found) = self.cursor.peek().filter(|&found| found != ' ') {
            let Some(rook) = castling_rook(board, found) else {
                return Err(self.cursor.wrong(FenProblem::NoCastling { found }));
            };
            if castles.contains(rook) {
                return Err(self.cursor.wrong(FenProblem::CastlingAgain { found }));
            }
            castles |= rook.into();
            self.offsets.rights[rook.index()] = self.cursor.offset();
            self.cursor.next();
        }
        Ok(castles)
    }

    fn en_passant(&mut self) -> Result<Option<Square>, FenError> {
        if self.cursor.eat('-') {
            return Ok(None);
        }
        let begin = self.cursor.offset();
        let square = self.cursor.run(|found| found != ' ').parse();
        square.map(Some).map_err(|_no_square| self.cursor.wrong_at(begin, FenProblem::NoSquare))
    }

    fn number(&mut self) -> Result<u16, FenError> {
        let begin = self.cursor.offset();
        let digits = self.cursor.run(|found| found.is_ascii_digit());
        let padded = digits.len() > 1 && digits.starts_with('0');
        if digits.is_empty() || padded {
            return Err(self.cursor.wrong_at(begin, FenProblem::NoNumber));
        }
        digits.parse().map_err(|_too_large| self.cursor.wrong_at(begin, FenProblem::LargeNumber))
    }
}

/// The rook that a letter means. Where there is none, a corner that will be
/// found wanting.
fn castling_rook(board: &Board, letter: char) -> Option<Square> {
    let colour = if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
    let home = colour.home_rank();
    let wing = match letter.to_ascii_uppercase() {
        'K' => Wing::King,
        'Q' => Wing::Queen,
        file @ 'A'..='H' => return Square::at(file as u8 - b'A', home),
        _ => return None,
    };
    let rank = Squares::rank(home);
    let king = (board.of(colour, Role::King) & rank).first();
    let beside = |rook: &Square| king.is_none_or(|king| Wing::of(king, *rook) == wing);
    let mut rooks = (board.of(colour, Role::Rook) & rank).into_iter().filter(beside);
    match wing {
        Wing::King => rooks.last().or(Square::at(7, home)),
        Wing::Queen => rooks.next().or(Square::at(0, home)),
    }
}
