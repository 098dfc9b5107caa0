//! What the id of a match says.

use crate::backgammon::board::{
    Contest, Crawford, Cube, Length, NoContest, Roll, Side, Switch, Terms, Win,
};

/// Where a game is.
///
/// ```
/// use rulebook_games::backgammon::board::{MatchInfo, Stage};
/// assert_eq!(MatchInfo::default().stage, Stage::NotBegun);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stage {
    /// No game was begun.
    #[default]
    NotBegun,
    /// It is being played.
    Playing,
    /// It was played to the end.
    Over,
    /// It ended by resignation.
    Resigned,
    /// It ended when a double was dropped.
    Dropped,
}

impl Stage {
    /// All stages, in the order of their numbers in an id.
    pub(super) const ALL: [Stage; 5] =
        [Stage::NotBegun, Stage::Playing, Stage::Over, Stage::Resigned, Stage::Dropped];
}

/// What the id of a match says: everything about a game but the position.
///
/// ```
/// use rulebook_games::backgammon::board::{Length, MatchId, MatchInfo, Roll, Side, Stage};
/// let info = MatchInfo {
///     length: Length::points(7),
///     stage: Stage::Playing,
///     roller: Side::Black,
///     decider: Side::Black,
///     dice: Roll::new(3, 1),
///     ..MatchInfo::default()
/// };
/// let id = info.id()?;
/// assert_eq!(id.to_string(), "cInlAAAAAAAE");
/// assert_eq!(id.info()?, info);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatchInfo {
    /// How often the cube was doubled: at most [`Cube::LIMIT`].
    pub doublings: u8,
    /// Whose the cube is.
    pub cube_owner: Option<Side>,
    /// Who rolls, or has rolled.
    pub roller: Side,
    /// Whether this is the Crawford game.
    pub crawford_game: Switch,
    /// Where the game is.
    pub stage: Stage,
    /// Who decides now: not the roller when a double or a resignation is to be
    /// answered.
    pub decider: Side,
    /// Whether a double is on offer.
    pub doubled: Switch,
    /// The resignation that is on offer, if one is.
    pub resigned: Option<Win>,
    /// The dice, once they are rolled.
    pub dice: Option<Roll>,
    /// Money, or a match to so many points: at most 32,767.
    pub length: Length,
    /// The points of white and of black: at most 32,767 each.
    pub score: [u16; 2],
    /// The Jacoby rule.
    pub jacoby: Switch,
}

impl MatchInfo {
    /// The cube, with the double that is on offer.
    ///
    /// Beavers are told by who answers: after one it is the roller, and after
    /// a raccoon it is the owner of the cube. A double that was dropped stays
    /// on offer, though its id does not call the cube doubled any more.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{MatchId, Side};
    /// let cube = "EREAAAAAAAAE".parse::<MatchId>()?.info()?.cube();
    /// assert_eq!((cube.value(), cube.owner()), (2, Some(Side::Black)));
    /// assert_eq!(cube.offer().unwrap().beavers(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cube(&self) -> Cube {
        let cube = Cube::new(self.doublings, self.cube_owner).unwrap_or_default();
        if self.doubled == Switch::Off && self.stage != Stage::Dropped {
            return cube;
        }
        let by = self.decider.other();
        let beavers = if self.decider == self.roller {
            1
        } else if self.cube_owner == Some(self.decider) {
            2
        } else {
            0
        };
        cube.offered_after(by, beavers)
    }

    /// The contest, with what an id does not say taken from these terms. The
    /// Crawford game has been played if somebody is one point away from
    /// winning and this is not it.
    ///
    /// # Errors
    ///
    /// If the score does not fit together.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Crawford, MatchId, Terms};
    /// let info = "MAGgAAAAIAAE".parse::<MatchId>()?.info()?;
    /// assert_eq!(info.contest(Terms::money())?.crawford(), Crawford::After);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contest(&self, terms: Terms) -> Result<Contest, NoContest> {
        let terms = Terms { length: self.length, jacoby: self.jacoby, ..terms };
        let score = self.score.map(u32::from);
        let goal = self.length.goal().map(u32::from);
        let one_away = goal.is_some_and(|goal| score.iter().any(|points| points + 1 >= goal));
        let was_played = terms.crawford == Switch::On && one_away && score != [0, 0];
        let crawford = match self.crawford_game {
            Switch::On => Crawford::Now,
            Switch::Off if was_played => Crawford::After,
            Switch::Off => Crawford::Before,
        };
        Contest::at(terms, score, crawford)
    }
}

/// Money play that has not begun.
impl Default for MatchInfo {
    fn default() -> MatchInfo {
        MatchInfo {
            doublings: 0,
            cube_owner: None,
            roller: Side::White,
            crawford_game: Switch::Off,
            stage: Stage::NotBegun,
            decider: Side::White,
            doubled: Switch::Off,
            resigned: None,
            dice: None,
            length: Length::Money,
            score: [0; 2],
            jacoby: Switch::Off,
        }
    }
}
