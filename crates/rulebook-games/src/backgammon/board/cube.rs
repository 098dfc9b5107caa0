//! The doubling cube.

use rulebook::{Canonical, Reason};

use crate::backgammon::board::{Beavers, Side};

/// The doubling cube: what the game is worth, who may double next, and whether
/// a double is on offer.
///
/// ```
/// use rulebook_games::backgammon::board::{Cube, Side};
/// let cube = Cube::CENTRED.offered(Side::White);
/// assert_eq!(cube.dropped(), Some((Side::White, 1)));
/// let cube = cube.taken().unwrap();
/// assert_eq!((cube.value(), cube.owner()), (2, Some(Side::Black)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Canonical)]
pub struct Cube {
    /// How often it was doubled.
    doublings: u8,
    owner: Option<Side>,
    offer: Option<Offer>,
}

/// A double that waits for an answer.
///
/// ```
/// use rulebook_games::backgammon::board::{Cube, Side};
/// let offer = Cube::CENTRED.offered(Side::White).offer().unwrap();
/// assert_eq!((offer.by(), offer.beavers()), (Side::White, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Canonical)]
pub struct Offer {
    by: Side,
    beavers: u8,
}

impl Offer {
    /// Who offers: the other side answers.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Cube, Side};
    /// let offer = Cube::CENTRED.offered(Side::White).offer().unwrap();
    /// assert_eq!(offer.by(), Side::White);
    /// ```
    #[inline]
    pub const fn by(self) -> Side {
        self.by
    }

    /// How often the double was turned at once: 0 for a plain double, 1 if
    /// this is a beaver, 2 for a raccoon, and so on.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Cube, Side};
    /// let beaver = Cube::CENTRED.offered(Side::White).beavered().unwrap();
    /// assert_eq!(beaver.offer().unwrap().beavers(), 1);
    /// ```
    #[inline]
    pub const fn beavers(self) -> u8 {
        self.beavers
    }
}

impl Cube {
    /// How often the cube can be doubled, so that its value is 32,768 at most.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Cube;
    /// assert_eq!(Cube::new(Cube::LIMIT, None).unwrap().value(), 32_768);
    /// ```
    pub const LIMIT: u8 = 15;
    /// The cube as every game begins: worth 1, and anybody's to double.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Cube;
    /// assert_eq!((Cube::CENTRED.value(), Cube::CENTRED.owner()), (1, None));
    /// ```
    pub const CENTRED: Cube = Cube { doublings: 0, owner: None, offer: None };

    /// A cube that was doubled so often and is on this side, with no offer.
    /// `None` beyond the [limit](Self::LIMIT).
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Cube, Side};
    /// assert_eq!(Cube::new(2, Some(Side::White)).unwrap().value(), 4);
    /// assert_eq!(Cube::new(16, None), None);
    /// ```
    pub const fn new(doublings: u8, owner: Option<Side>) -> Option<Cube> {
        if doublings <= Cube::LIMIT { Some(Cube { doublings, owner, offer: None }) } else { None }
    }

    /// What the game is worth now: 1, 2, 4, and so on.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Cube;
    /// assert_eq!(Cube::new(3, None).unwrap().value(), 8);
    /// ```
    #[inline]
    pub const fn value(self) -> u32 {
        1 << self.doublings
    }

    /// How often it was doubled.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Cube;
    /// assert_eq!(Cube::new(3, None).unwrap().doublings(), 3);
    /// ```
    #[inline]
    pub const fn doublings(self) -> u8 {
        self.doublings
    }

    /// Whose it is: only they may double. Nobody's if it is in the middle.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Cube, Side};
    /// let taken = Cube::CENTRED.offered(Side::White).taken().unwrap();
    /// assert_eq!(taken.owner(), Some(Side::Black));
    /// ```
    #[inline]
    pub const fn owner(self) -> Option<Side> {
        self.owner
    }

    /// The double that waits for an answer.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Cube, Side};
    /// assert_eq!(Cube::CENTRED.offer(), None);
    /// assert!(Cube::CENTRED.offered(Side::White).offer().is_some());
    /// ```
    #[inline]
    pub const fn offer(self) -> Option<Offer> {
        self.offer
    }

    /// The cube after this side has doubled. Its value does not change until
    /// somebody takes.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Cube, Side};
    /// let offered = Cube::CENTRED.offered(Side::White);
    /// assert_eq!((offered.value(), offered.offer().unwrap().by()), (1, Side::White));
    /// ```
    #[inline]
    pub const fn offered(self, by: Side) -> Cube {
        self.offered_after(by, 0)
    }

    /// The cube as this side offers it, after so many beavers and raccoons.
    pub(crate) const fn offered_after(self, by: Side, beavers: u8) -> Cube {
        Cube { offer: Some(Offer { by, beavers }), ..self }
    }

    /// The cube after the double was taken: twice the value, and it belongs to
    /// the taker, or after a beaver to the one who beavered. `None` if nothing
    /// is on offer.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Cube, Side};
    /// assert_eq!(Cube::CENTRED.taken(), None);
    /// ```
    #[inline]
    pub const fn taken(self) -> Option<Cube> {
        match self.offer {
            Some(offer) => Some(Cube {
                doublings: self.doublings + 1,
                owner: Some(self.keeper(offer)),
                offer: None,
            }),
            None => None,
        }
    }

    /// Who wins, and how many points, if the double is dropped. `None` if
    /// nothing is on offer.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Cube, Side};
    /// assert_eq!(Cube::CENTRED.offered(Side::White).dropped(), Some((Side::White, 1)));
    /// assert_eq!(Cube::CENTRED.dropped(), None);
    /// ```
    #[inline]
    pub const fn dropped(self) -> Option<(Side, u32)> {
        match self.offer {
            Some(offer) => Some((offer.by, self.value())),
            None => None,
        }
    }

    /// The cube after the double was taken and at once turned again: a beaver,
    /// or a raccoon after a beaver. The other side answers. `None` if nothing
    /// is on offer.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Cube, Side};
    /// let beaver = Cube::CENTRED.offered(Side::White).beavered().unwrap();
    /// assert_eq!(beaver.dropped(), Some((Side::Black, 2)));
    /// let taken = beaver.taken().unwrap();
    /// assert_eq!((taken.value(), taken.owner()), (4, Some(Side::Black)));
    /// ```
    #[inline]
    pub const fn beavered(self) -> Option<Cube> {
        match self.offer {
            Some(offer) => Some(Cube {
                doublings: self.doublings + 1,
                owner: Some(self.keeper(offer)),
                offer: Some(Offer { by: offer.by.other(), beavers: offer.beavers + 1 }),
            }),
            None => None,
        }
    }

    /// Who gets the cube: whoever was doubled first keeps it through beavers
    /// and raccoons.
    const fn keeper(self, offer: Offer) -> Side {
        if offer.beavers.is_multiple_of(2) { offer.by.other() } else { offer.by }
    }

    /// Everything that speaks against a beaver by this side.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{BeaverProblem, Beavers, Cube, Side};
    /// let cube = Cube::CENTRED.offered(Side::White);
    /// assert_eq!(cube.beaver_problems(Side::Black, Beavers::Off), [BeaverProblem::NotPlayed]);
    /// assert_eq!(cube.beaver_problems(Side::Black, Beavers::UpTo(1)), []);
    /// ```
    pub fn beaver_problems(self, side: Side, beavers: Beavers) -> Vec<BeaverProblem> {
        let made = self.offer.map_or(0, Offer::beavers);
        let not_now = match self.offer {
            Some(offer) if offer.by != side => None,
            Some(_) => Some(BeaverProblem::YourOwnDouble),
            None => Some(BeaverProblem::NothingOffered),
        };
        let too_many = match beavers {
            Beavers::Off => Some(BeaverProblem::NotPlayed),
            Beavers::UpTo(limit) if made >= limit => Some(BeaverProblem::TooMany { limit }),
            Beavers::UpTo(_) => None,
        };
        // Whoever takes the beaver doubles once more.
        let too_high = self.doublings + 1 >= Cube::LIMIT;
        let too_high = too_high.then_some(BeaverProblem::AtLimit { value: self.value() });
        [not_now, too_many, too_high].into_iter().flatten().collect()
    }

    /// Everything that speaks against an answer, a take or a drop, by this
    /// side.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{AnswerProblem, Cube, Side};
    /// let cube = Cube::CENTRED.offered(Side::White);
    /// assert_eq!(cube.answer_problem(Side::Black), None);
    /// assert_eq!(cube.answer_problem(Side::White), Some(AnswerProblem::YourOwnDouble));
    /// ```
    pub fn answer_problem(self, side: Side) -> Option<AnswerProblem> {
        match self.offer {
            Some(offer) if offer.by != side => None,
            Some(_) => Some(AnswerProblem::YourOwnDouble),
            None => Some(AnswerProblem::NothingOffered),
        }
    }
}

/// As [`Cube::CENTRED`].
impl Default for Cube {
    fn default() -> Cube {
        Cube::CENTRED
    }
}

/// Why a double cannot be taken or dropped.
///
/// ```
/// use rulebook_games::backgammon::board::AnswerProblem;
/// assert_eq!(AnswerProblem::NothingOffered.to_string(), "Nobody has doubled.");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reason)]
pub enum AnswerProblem {
    /// Nobody has doubled.
    NothingOffered,
    /// Your opponent must answer your double.
    YourOwnDouble,
}

/// Why a double cannot be beavered.
///
/// ```
/// use rulebook_games::backgammon::board::BeaverProblem;
/// assert_eq!(BeaverProblem::NotPlayed.to_string(), "This game is played without beavers.");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reason)]
pub enum BeaverProblem {
    /// Nobody has doubled.
    NothingOffered,
    /// Your opponent must answer your double.
    YourOwnDouble,
    /// This game is played without beavers.
    NotPlayed,
    /// The number of beavers and raccoons is {limit} at most.
    TooMany {
        /// How many.
        limit: u8,
    },
    /// The cube stands at {value} and cannot be turned twice.
    AtLimit {
        /// What it is worth.
        value: u32,
    },
}
