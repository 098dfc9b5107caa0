//! The positions before this one, as far as repetition needs them.

/// Two positions can be the same if at least so many moves lie between them:
/// each player has to go and come back.
const THERE_AND_BACK: usize = 4;

/// The positions before this one, and how often this one has come about.
///
/// Every position knows how often it had come about when it did. So it is
/// enough to find the last one like it, and to take a move back is to forget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Past {
    /// Oldest first.
    earlier: Vec<Earlier>,
    now: Standing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Earlier {
    hash: u64,
    standing: Standing,
}

/// What repetition is about, at one point of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Standing {
    /// How often the position has come about, this time included.
    times: u32,
    /// How many moves into the game a position came about again the last
    /// time; 0 if none did.
    repeated: u32,
    /// What stands for the positions before this one in the digest.
    sum: u64,
}

impl Past {
    /// No past.
    pub(super) fn new() -> Past {
        Past { earlier: Vec::new(), now: Standing { times: 1, repeated: 0, sum: 0 } }
    }

    /// How often the position has come about, now included.
    #[inline]
    pub(super) fn times(&self) -> usize {
        self.now.times as usize
    }

    /// A move leads from one position to another, whose clock says how many
    /// moves can be taken back to a position like it.
    #[inline]
    pub(super) fn add(&mut self, from: u64, to: u64, halfmoves: u16) {
        let at = self.earlier.len();
        self.earlier.push(Earlier { hash: from, standing: self.now });
        self.now.sum = self.now.sum.wrapping_add(share(at, from));
        self.now.times = 1;
        // Most often a pawn has just moved, or a piece was taken.
        if usize::from(halfmoves) >= THERE_AND_BACK {
            self.look_back(to, halfmoves.into());
        }
    }

    #[inline]
    fn look_back(&mut self, to: u64, halfmoves: usize) {
        let reach = self.earlier.len().min(halfmoves);
        if reach >= THERE_AND_BACK {
            self.now.times += self.times_before(to, reach, THERE_AND_BACK - 1);
            if self.now.times > 1 {
                self.now.repeated = self.earlier.len() as u32;
            }
        }
    }

    /// Takes the last move back: to the position with this hash, if there is one.
    #[inline]
    pub(super) fn remove(&mut self) -> Option<u64> {
        let Earlier { hash, standing } = self.earlier.pop()?;
        self.now = standing;
        Some(hash)
    }

    /// How often the position that a move leads to will have come about.
    pub(super) fn times_after(&self, to: u64, halfmoves: u16) -> usize {
        // The position now is not among the earlier ones yet.
        let reach = self.earlier.len().min(usize::from(halfmoves).saturating_sub(1));
        1 + self.times_before(to, reach, THERE_AND_BACK - 2) as usize
    }

    /// Whether a position has come about twice that can do so again.
    #[inline]
    pub(super) fn may_repeat(&self, halfmoves: u16) -> bool {
        let since = self.earlier.len() - self.earlier.len().min(halfmoves.into());
        self.now.repeated as usize > since
    }

    /// How often a position had come about when it last did, of the last so
    /// many, without the very last. Every second one has the right player to
    /// move.
    #[inline]
    fn times_before(&self, hash: u64, reach: usize, without: usize) -> u32 {
        let recent = self.earlier[self.earlier.len() - reach..].iter().rev();
        let mut alike = recent.skip(without).step_by(2);
        alike.find(|earlier| earlier.hash == hash).map_or(0, |last| last.standing.times)
    }

    /// What stands for the past in the digest.
    #[inline]
    pub(super) fn sum(&self) -> u64 {
        self.now.sum
    }

    /// The same, worked out anew.
    pub(super) fn sum_anew(&self) -> u64 {
        let places = self.earlier.iter().enumerate();
        places.fold(0, |sum: u64, (at, earlier)| sum.wrapping_add(share(at, earlier.hash)))
    }
}

/// What an earlier position adds to the digest: it depends on its place, so
/// that the order matters, and can be taken back.
#[inline]
fn share(at: usize, hash: u64) -> u64 {
    hash.wrapping_mul(0x9E37_79B9_7F4A_7C15_u64.wrapping_add(2 * at as u64))
}
