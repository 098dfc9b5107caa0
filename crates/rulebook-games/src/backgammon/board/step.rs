//! One checker, one die.

use rulebook::{Canonical, Kinds};

use std::fmt;
use std::num::NonZeroU16;

use crate::backgammon::board::Place;

/// One checker moves by one die: where from, how many pips, and whether it
/// hits.
///
/// The pips are those that the checker travels. When it is borne off with a
/// larger die than it needs, they are fewer than the die shows, so a step says
/// the same as its text does: `3/off` is three pips, whatever was rolled.
///
/// Every value is a step that could be made on some board: within the board,
/// 1 to 6 pips, no hit in the tray.
///
/// ```
/// use rulebook_games::backgammon::board::{Place, Step};
/// let step = Step::new(Place::BAR, 3).unwrap();
/// assert_eq!(step.to_string(), "bar/22");
/// assert_eq!(step.hitting().unwrap().to_string(), "bar/22*");
/// assert_eq!(Step::new(Place::new(3).unwrap(), 4), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub struct Step(
    /// From the low end: five bits for the place, three for the pips, one for
    /// the hit, and one that is always set, so that a play of four steps or
    /// fewer takes no room for their number.
    NonZeroU16,
);

const PIPS_SHIFT: u32 = 5;
const HIT_SHIFT: u32 = 8;
const ALWAYS: NonZeroU16 = NonZeroU16::new(1 << 9).unwrap();

impl Step {
    /// A step from this place by so many pips that hits nobody.
    ///
    /// `None` if the checker is off already, if it has less far to go, or if
    /// no die shows so many pips.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Place, Step};
    /// assert_eq!(Step::new(Place::BAR, 3), Some("bar/22".parse()?));
    /// assert_eq!(Step::new(Place::BAR, 7), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn new(from: Place, pips: u8) -> Option<Step> {
        let is_step = (1..=6).contains(&pips) && pips <= from.number();
        is_step.then(|| Step::with_die(from, pips, 0))
    }

    /// A step with this die from a place that is not off, bearing off if the
    /// die shows more than is left to go. It hits if it ends on one of these
    /// points.
    #[inline]
    pub(crate) fn with_die(from: Place, die: u8, blots: u32) -> Step {
        let from = from.number();
        let pips = die.min(from);
        let hits = blots >> (from - pips) & 1;
        let fields = u16::from(from) | u16::from(pips) << PIPS_SHIFT | (hits as u16) << HIT_SHIFT;
        Step(ALWAYS | fields)
    }

    /// The step from one place to another, if one die can make it.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Place, Step};
    /// let six = Place::new(6).unwrap();
    /// assert_eq!(Step::between(six, Place::OFF), Step::new(six, 6));
    /// assert_eq!(Step::between(Place::BAR, six), None);
    /// ```
    #[inline]
    pub fn between(from: Place, to: Place) -> Option<Step> {
        let pips = from.number().checked_sub(to.number())?;
        Step::new(from, pips)
    }

    /// The same step, hitting a lone checker. `None` if it bears off: nobody
    /// is hit in the tray.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Step;
    /// let step: Step = "24/18".parse()?;
    /// assert_eq!(step.hitting(), Some("24/18*".parse()?));
    /// assert_eq!("6/off".parse::<Step>()?.hitting(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn hitting(self) -> Option<Step> {
        if self.to().is_point() { Some(Step(self.0 | 1 << HIT_SHIFT)) } else { None }
    }

    /// The same step, hitting nobody.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Step;
    /// assert_eq!("24/18*".parse::<Step>()?.missing(), "24/18".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn missing(self) -> Step {
        Step(ALWAYS | self.0.get() & !(1 << HIT_SHIFT))
    }

    /// Where the checker comes from.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Place, Step};
    /// assert_eq!("bar/22".parse::<Step>()?.from(), Place::BAR);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub const fn from(self) -> Place {
        Place::known((self.0.get() & 31) as u8)
    }

    /// How many pips the checker travels: 1 to 6.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Step;
    /// assert_eq!("bar/22".parse::<Step>()?.pips(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub const fn pips(self) -> u8 {
        (self.0.get() >> PIPS_SHIFT & 7) as u8
    }

    /// Where the checker goes.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Place, Step};
    /// assert_eq!("6/off".parse::<Step>()?.to(), Place::OFF);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub const fn to(self) -> Place {
        self.from().down(self.pips())
    }

    /// By which rule it is made.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Step, StepClass};
    /// assert_eq!("bar/22".parse::<Step>()?.class(), StepClass::Entering);
    /// assert_eq!("6/off".parse::<Step>()?.class(), StepClass::BearingOff);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn class(self) -> StepClass {
        if self.from() == Place::BAR {
            StepClass::Entering
        } else if self.to() == Place::OFF {
            StepClass::BearingOff
        } else {
            StepClass::Ordinary
        }
    }

    /// Whether it hits.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Step;
    /// assert!("24/18*".parse::<Step>()?.hits());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub const fn hits(self) -> bool {
        self.0.get() >> HIT_SHIFT & 1 == 1
    }

    /// The point where it hits, as the side that is hit counts.
    #[inline]
    pub(crate) const fn hit_point(self) -> Option<Place> {
        if self.hits() { self.to().mirrored() } else { None }
    }

    /// Every step there is.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Step;
    /// assert_eq!(Step::all().count(), 135 + 129);
    /// assert_eq!(Step::all().filter(|step| step.hits()).count(), 129);
    /// ```
    pub fn all() -> impl Iterator<Item = Step> {
        let steps = Place::all().flat_map(|from| (1..=6).filter_map(move |n| Step::new(from, n)));
        steps.flat_map(|step| [Some(step), step.hitting()]).flatten()
    }

    /// The order in which the steps of a play are made and written: the
    /// furthest checker first, its shortest step first, a hit before others.
    #[inline]
    pub(crate) fn rank(self) -> (u8, u8, bool) {
        (25 - self.from().number(), self.pips(), !self.hits())
    }
}

/// Which rule of backgammon a step is made by.
///
/// ```
/// use rulebook_games::backgammon::board::{Step, StepClass};
/// assert_eq!("8/5".parse::<Step>()?.class(), StepClass::Ordinary);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Kinds)]
pub enum StepClass {
    /// A checker goes from point to point.
    Ordinary,
    /// A checker comes in from the bar.
    Entering,
    /// A checker leaves the board.
    BearingOff,
}

/// Where from, where to, and a star if it hits: `24/18*`, `bar/22`, `6/off`.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let star = if self.hits() { "*" } else { "" };
        write!(f, "{}/{}{star}", self.from(), self.to())
    }
}

/// As it is written.
impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
