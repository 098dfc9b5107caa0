//! Lines through a square, and how far one sees along them. Slow, and only
//! for filling tables.

/// The four lines through a square.
#[derive(Clone, Copy)]
pub(super) enum Direction {
    /// Along the rank.
    Rank,
    /// Along the file.
    File,
    /// Parallel to a1–h8.
    Rising,
    /// Parallel to a8–h1.
    Falling,
}

/// What a rook sees along.
pub(super) const STRAIGHT: [Direction; 2] = [Direction::Rank, Direction::File];
/// What a bishop sees along.
pub(super) const DIAGONAL: [Direction; 2] = [Direction::Rising, Direction::Falling];

/// The whole line through a square, without the square itself.
pub(super) const fn through(square: usize, direction: Direction) -> u64 {
    let (file, rank) = (square % 8, square / 8);
    let line = match direction {
        Direction::Rank => 0xFF << (8 * rank),
        Direction::File => 0x0101_0101_0101_0101 << file,
        Direction::Rising => shift_ranks(0x8040_2010_0804_0201, rank as i32 - file as i32),
        Direction::Falling => shift_ranks(0x0102_0408_1020_4080, rank as i32 + file as i32 - 7),
    };
    line & !(1 << square)
}

/// The board moved up by so many ranks, or down if negative.
const fn shift_ranks(board: u64, ranks: i32) -> u64 {
    if ranks >= 0 { board << (8 * ranks) } else { board >> (-8 * ranks) }
}

/// What is seen from a square along a line, up to and including the first
/// occupied square on each side.
///
/// Subtracting the square, doubled, from the occupied squares of the line
/// flips exactly the bits up to the first occupied one above it; read
/// backwards, the same sum finds those below.
pub(super) const fn seen(square: usize, line: u64, occupied: u64) -> u64 {
    let blockers = occupied & line;
    let piece = 1u64 << square;
    let above = blockers.wrapping_sub(piece << 1);
    let mirrored = blockers.reverse_bits().wrapping_sub(piece.reverse_bits() << 1);
    (above ^ mirrored.reverse_bits()) & line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_sees_up_to_the_first_piece_on_each_side() {
        let d4 = 27;
        let rank = through(d4, Direction::Rank);
        assert_eq!(rank, 0xF7 << 24);
        let a4_b4_g4 = 1 << 24 | 1 << 25 | 1 << 30;
        assert_eq!(seen(d4, rank, a4_b4_g4), 0b0111_0110 << 24);
    }

    #[test]
    fn diagonals_stop_at_the_edge() {
        assert_eq!(through(0, Direction::Rising).count_ones(), 7);
        assert_eq!(through(0, Direction::Falling), 0);
        assert_eq!(
            through(15, Direction::Falling),
            1 << 22 | 1 << 29 | 1 << 36 | 1 << 43 | 1 << 50 | 1 << 57
        );
    }
}
