//! The 960 starts of Chess960, by their usual numbers.

use super::{Colour, Position, Role, Setup, Square};

/// How many starts there are.
///
/// ```
/// use rulebook_games::chess::board::{CHESS960_STARTS, Position};
/// assert!(Position::chess960(CHESS960_STARTS - 1).is_some());
/// assert!(Position::chess960(CHESS960_STARTS).is_none());
/// ```
pub const CHESS960_STARTS: u16 = 960;

/// Where the two knights go among five empty files, by number.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

impl Position {
    /// The start of Chess960 with this number, from 0 to 959; 518 is the usual
    /// start.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// assert_eq!(Position::chess960(518), Some(Position::start()));
    /// assert_eq!(Position::chess960(960), None);
    /// ```
    pub fn chess960(number: u16) -> Option<Position> {
        if number >= CHESS960_STARTS {
            return None;
        }
        Some(Position::unchecked(&Setup::with_officers(officers(number.into()))))
    }

    /// The number of this start of Chess960, if it is one.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// assert_eq!(Position::chess960(12).unwrap().chess960_number(), Some(12));
    /// ```
    pub fn chess960_number(&self) -> Option<u16> {
        (0..CHESS960_STARTS).find(|&number| Position::chess960(number).as_ref() == Some(self))
    }

    /// Whether every right to castle is one of usual chess: the king on the
    /// e-file, the rooks in the corners.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// assert!(Position::start().castles_as_usual());
    /// assert!(!Position::chess960(0).unwrap().castles_as_usual());
    /// ```
    pub fn castles_as_usual(&self) -> bool {
        let usual = [
            (Colour::White, Square::E1, [Square::A1, Square::H1]),
            (Colour::Black, Square::E8, [Square::A8, Square::H8]),
        ];
        usual.into_iter().all(|(colour, king, corners)| {
            let rights = self.rest.castles & self.board.colour(colour);
            let at_home = rights.is_empty() || self.king(colour) == king;
            at_home && rights.into_iter().all(|rook| corners.contains(&rook))
        })
    }
}

/// The officers from the a-file to the h-file: first the bishops, on squares
/// of both colours, then queen and knights on what is left, and the king
/// between the rooks on the rest.
fn officers(number: usize) -> [Role; 8] {
    let mut row = [None; 8];
    row[number % 4 * 2 + 1] = Some(Role::Bishop);
    row[number / 4 % 4 * 2] = Some(Role::Bishop);
    place(&mut row, number / 16 % 6, Role::Queen);
    let (first, second) = KNIGHTS[number / 96];
    // The further one first: it does not shift the places before it.
    place(&mut row, second, Role::Knight);
    place(&mut row, first, Role::Knight);
    let mut rest = [Role::Rook, Role::King, Role::Rook].into_iter();
    row.map(|role| role.or_else(|| rest.next()).unwrap_or(Role::Rook))
}

/// Puts a piece on the empty file with this number, from the left.
fn place(row: &mut [Option<Role>; 8], number: usize, role: Role) {
    let empty = row.iter_mut().filter(|file| file.is_none()).nth(number);
    if let Some(file) = empty {
        *file = Some(role);
    }
}
