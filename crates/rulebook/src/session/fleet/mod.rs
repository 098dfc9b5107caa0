//! Many games of one book, advanced by one call: for programs that learn.
//!
//! Every game of a fleet waits for one action. A step takes one number for each
//! of them, plays them all, and lets chance and the clock play until somebody
//! else is asked again; a game that ends is begun anew at once. What comes of it
//! is written into buffers that the caller owns.

mod error;

use std::fmt;
use std::ops::Range;

use crate::actor::{By, Scores};
use crate::book::Book;
use crate::dice::Seed;
use crate::digest::Digest;
use crate::error::{Fault, StartError};
use crate::game::Game;
use crate::session::Session;
use crate::session::legal::Legal;
use crate::session::options::{History, SessionOptions};
use error::fits;
pub use error::{Buffer, FleetError};

/// A game whose actions are numbered, so that a program that learns can speak
/// of them.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
/// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// # }
/// use rulebook::Numbered;
///
/// /// One may count by one, two or three.
/// impl Numbered for Counter {
///     const ACTIONS: usize = 3;
///     fn number(_: &u32, action: &u32) -> Option<usize> {
///         (*action as usize).checked_sub(1)
///     }
/// }
///
/// assert_eq!(Counter::number(&0, &2), Some(1));
/// ```
pub trait Numbered: Game {
    /// How many numbers there are: they are below this.
    const ACTIONS: usize;

    /// The number of an action in a state, or nothing if learners are to leave
    /// it alone (resigning, say). Two legal actions of the same state have
    /// different numbers.
    fn number(state: &Self::State, action: &Self::Action) -> Option<usize>;
}

/// Many games of one book, advanced by one call.
///
/// A game of a fleet depends on the fleet's seed and its own number alone: two
/// fleets of games 0 to 31 and 32 to 63, on two threads, play the very games
/// that one fleet of 64 plays.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
/// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// #     fn result(total: &u32) -> Option<Scores> { (*total >= 10).then(|| Scores::draw(2)) }
/// # }
/// # impl rulebook::Numbered for Counter {
/// #     const ACTIONS: usize = 3;
/// #     fn number(_: &u32, action: &u32) -> Option<usize> { (*action as usize).checked_sub(1) }
/// # }
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule
/// #         .candidates(|offer| offer.extend([1, 2, 3]))
/// #         .then(|cx, ()| [*cx.action])).compile()?;
/// use rulebook::{Fleet, Stepped};
///
/// let mut fleet = Fleet::new(&book, 0..64, Seed(7), |_| 0)?;
/// // The buffers are the caller's, and are used again and again.
/// let mut masks = vec![false; fleet.len() * 3];
/// let mut steps = vec![Stepped::default(); fleet.len()];
/// let mut ended = 0;
/// for _ in 0..10 {
///     fleet.masks(&mut masks)?;
///     assert!(masks.iter().all(|legal| *legal));
///     fleet.step(&[2; 64], &mut steps)?; // everybody counts by three
///     ended += steps.iter().filter(|step| step.result.is_some()).count();
/// }
/// assert_eq!(ended, 128);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Fleet<G: Numbered> {
    seed: Seed,
    setup: Box<dyn Fn(Seed) -> G::State + Send>,
    ships: Vec<Ship<G>>,
    /// For each number, game by game, its place in the list of its game, from 1;
    /// 0 if it is not legal. All that has to be looked at before a step, in one
    /// piece.
    places: Vec<u32>,
}

/// One game, and what it waits for.
struct Ship<G: Game> {
    session: Session<G>,
    /// Its number, and how many times it has begun.
    number: u64,
    begun: u64,
    by: By,
    /// What can be done in it, unless a choice is pending.
    legal: Vec<Legal<G>>,
}

/// What one step came to in one game.
///
/// # Example
///
/// ```
/// let step = rulebook::Stepped::default();
/// assert_eq!((step.by, step.result), (None, None));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stepped {
    /// Who acted; nobody yet.
    pub by: Option<By>,
    /// What each seat got, if the game ended: it has begun anew then.
    pub result: Option<Scores>,
}

impl<G: Numbered> Fleet<G> {
    /// Begins the games of these numbers. Each game, and each time it begins
    /// anew, has a seed of its own, which the setup is given too.
    ///
    /// # Errors
    ///
    /// If a game cannot be started or is over at once, its book is at fault,
    /// nobody can do anything that has a number, or a number is beyond the last.
    ///
    /// # Panics
    ///
    /// If the setup, [`Numbered::number`], `Game::result` or `Game::active` does.
    pub fn new(
        book: &Book<G>,
        games: Range<u64>,
        seed: Seed,
        setup: impl Fn(Seed) -> G::State + Send + 'static,
    ) -> Result<Self, FleetError> {
        let options = SessionOptions { history: History::None, ..SessionOptions::default() };
        let (mut ships, mut places) = (Vec::new(), Vec::new());
        for (at, number) in games.enumerate() {
            let own = seed_of(seed, number, 0);
            let session = book.start_with(setup(own), own, options);
            let session = session.map_err(|error| FleetError::Start { game: at, error })?;
            let mut ship = Ship { session, number, begun: 1, by: By::Clock, legal: Vec::new() };
            let from = places.len();
            places.resize(from + G::ACTIONS, 0);
            ship.look_first(at, &mut places[from..])?;
            ships.push(ship);
        }
        Ok(Fleet { seed, setup: Box::new(setup), ships, places })
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.ships.len()
    }

    /// Whether there are no games at all.
    pub fn is_empty(&self) -> bool {
        self.ships.is_empty()
    }

    /// The games, for whoever wants to look at them.
    pub fn games(&self) -> impl ExactSizeIterator<Item = &Session<G>> {
        self.ships.iter().map(|ship| &ship.session)
    }

    /// Who is asked in each game. If several may act, the first of them.
    ///
    /// # Errors
    ///
    /// If the buffer is not as long as the fleet.
    pub fn actors(&self, into: &mut [By]) -> Result<(), FleetError> {
        fits(Buffer::Actors, self.len(), into.len())?;
        into.iter_mut().zip(&self.ships).for_each(|(by, ship)| *by = ship.by);
        Ok(())
    }

    /// Which numbers are legal: [`ACTIONS`](Numbered::ACTIONS) for each game,
    /// game by game. While a choice is pending, the numbers of its options are.
    ///
    /// # Errors
    ///
    /// If the buffer has another length.
    pub fn masks(&self, into: &mut [bool]) -> Result<(), FleetError> {
        fits(Buffer::Masks, self.places.len(), into.len())?;
        into.iter_mut().zip(&self.places).for_each(|(legal, place)| *legal = *place != 0);
        Ok(())
    }

    /// Plays one action in each game, by its number, and says what came of it.
    ///
    /// # Errors
    ///
    /// If a buffer has another length than the fleet, or a number is not legal:
    /// then nothing has moved. If a book is at fault, or the next game cannot
    /// begin: then the games before it have moved, and those after it have not.
    ///
    /// # Panics
    ///
    /// If the setup, [`Numbered::number`], `Game::result` or `Game::active` does.
    pub fn step(&mut self, actions: &[u32], into: &mut [Stepped]) -> Result<(), FleetError> {
        fits(Buffer::Actions, self.len(), actions.len())?;
        fits(Buffer::Steps, self.len(), into.len())?;
        for (game, &number) in actions.iter().enumerate() {
            let places = &self.places[game * G::ACTIONS..][..G::ACTIONS];
            if places.get(number as usize).is_none_or(|place| *place == 0) {
                return Err(FleetError::Illegal { game, number });
            }
        }
        for (game, (&number, step)) in actions.iter().zip(into).enumerate() {
            self.advance(game, number, step)?;
        }
        Ok(())
    }

    fn advance(&mut self, game: usize, number: u32, step: &mut Stepped) -> Result<(), FleetError> {
        let ship = &mut self.ships[game];
        let places = &mut self.places[game * G::ACTIONS..][..G::ACTIONS];
        let by = ship.by;
        if let Err(fault) = ship.play(places[number as usize] as usize - 1) {
            // It stands as it did, but its list has lost a proof.
            ship.look(game, places)?;
            return Err(FleetError::Fault { game, fault });
        }
        let result = ship.look(game, places)?;
        let is_over = result.is_some();
        (step.by, step.result) = (Some(by), result);
        if !is_over {
            return Ok(());
        }
        let seed = seed_of(self.seed, ship.number, ship.begun);
        let left = match ship.session.restart((self.setup)(seed), seed) {
            Ok(()) => Ok(()),
            Err(StartError::Dropped(fault)) => Err(FleetError::Fault { game, fault }),
            Err(error) => return Err(FleetError::Start { game, error }),
        };
        ship.begun += 1;
        ship.look_first(game, places)?;
        left
    }
}

/// The seed of a game that has begun so many times before.
fn seed_of(Seed(fleet): Seed, number: u64, begun: u64) -> Seed {
    Seed(Digest::of(&(fleet, number, begun)).0)
}

impl<G: Numbered> Ship<G> {
    /// Plays the legal action, or gives the answer, at this place of the list. A
    /// refusal that nobody could foresee (by a rule that is asked after others
    /// have rolled dice) leaves the game as it was: it asks again.
    fn play(&mut self, at: usize) -> Result<(), Fault> {
        let outcome = match self.session.pending() {
            Some(choice) => {
                let (seat, id) = (choice.seat, choice.id);
                self.session.answer(seat, id, at as u32)?
            }
            None => self.session.play(self.legal.swap_remove(at))?,
        };
        // Almost always there is nothing else, and so nothing to be dropped.
        if let Err(other) = outcome.committed() {
            drop(other);
        }
        Ok(())
    }

    /// Looks at a game that has just begun, and must not be over.
    fn look_first(&mut self, game: usize, places: &mut [u32]) -> Result<(), FleetError> {
        match self.look(game, places)? {
            None => Ok(()),
            Some(_) => Err(FleetError::OverAtOnce { game }),
        }
    }

    /// Lets chance and the clock play, and finds out what is legal then, and in
    /// which places; or says how the game ended.
    fn look(&mut self, game: usize, places: &mut [u32]) -> Result<Option<Scores>, FleetError> {
        let fault = |fault| FleetError::Fault { game, fault };
        let mut numbers = Numbers::none(&mut places[..G::ACTIONS]);
        loop {
            self.legal.clear();
            if let Some(choice) = self.session.pending() {
                self.by = choice.seat.into();
                (0..choice.options.len()).rev().for_each(|number| numbers.note(number, number));
                return numbers.checked::<G>(game);
            }
            let active = self.session.active();
            if active.is_empty()
                && let Some(result) = self.session.result()
            {
                return Ok(Some(result));
            }
            for by in active.iter() {
                self.by = by;
                self.legal.clear();
                self.session.legal_into(by, &mut self.legal).map_err(fault)?;
                let found = match by {
                    By::Seat(_) => numbers.note_all(self.session.state(), &self.legal),
                    // What nobody decides is played as it comes.
                    By::Chance | By::Clock => !self.legal.is_empty(),
                };
                if found {
                    break;
                }
            }
            match self.by {
                By::Seat(_) => return numbers.checked::<G>(game),
                _ if self.legal.is_empty() => return Err(FleetError::Stuck { game }),
                _ => {
                    let before = self.session.number();
                    self.play(0).map_err(fault)?;
                    if self.session.number() == before && self.session.pending().is_none() {
                        return Err(FleetError::Stuck { game });
                    }
                }
            }
        }
    }
}

/// The numbers of what is legal.
struct Numbers<'p> {
    /// Where the first of each number stands, from 1; 0 if there is none.
    places: &'p mut [u32],
    any: bool,
    /// The first that there is not.
    beyond: Option<usize>,
}

impl<'p> Numbers<'p> {
    /// Nothing is legal yet.
    #[inline(always)]
    fn none(places: &'p mut [u32]) -> Self {
        places.fill(0);
        Numbers { places, any: false, beyond: None }
    }

    /// Notes a number. What stands first is noted last.
    #[inline(always)]
    fn note(&mut self, number: usize, place: usize) {
        self.any = true;
        match self.places.get_mut(number) {
            Some(first) => *first = place as u32 + 1,
            None => self.beyond = Some(number),
        }
    }

    /// Notes what has a number, and says whether anything has.
    #[inline(always)]
    fn note_all<G: Numbered>(&mut self, state: &G::State, legal: &[Legal<G>]) -> bool {
        for (place, legal) in legal.iter().enumerate().rev() {
            if let Some(number) = G::number(state, legal.action()) {
                self.note(number, place);
            }
        }
        self.any
    }

    /// There are some, and below what was said.
    fn checked<G: Numbered>(&self, game: usize) -> Result<Option<Scores>, FleetError> {
        match self.beyond {
            Some(number) => {
                let number = u32::try_from(number).unwrap_or(u32::MAX);
                Err(FleetError::Beyond { game, number, actions: G::ACTIONS })
            }
            None if !self.any => Err(FleetError::Stuck { game }),
            None => Ok(None),
        }
    }
}

impl<G: Numbered> fmt::Debug for Fleet<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fleet").field("games", &self.len()).finish_non_exhaustive()
    }
}
