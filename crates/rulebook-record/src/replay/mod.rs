//! Playing a record again, and verifying every digest.

mod begin;
mod diff;
mod divergence;
mod error;
mod perform;

use std::fmt;
use std::io::BufRead;

use rulebook::{Book, History, Session};

#[cfg(feature = "games")]
pub(crate) use begin::setup;
pub use diff::{Against, Mark, StateDiff};
pub use divergence::{CameTo, Divergence};
pub use error::{BookMark, OtherBook, ReplayError};

use crate::entry::Header;
use crate::error::{ChainBreak, Place};
use crate::limits::{Breaks, ReadLimits};
use crate::reader::{CutOff, Noted, Reader};
use crate::recordable::Recordable;
use crate::writer::Tail;
use begin::{other_book, start};

/// Plays a record again. Every digest, every choice and the result must be
/// those of the record; the first that is not ends it.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "games")] {
/// use rulebook::Seat;
/// use rulebook_games::{Playable, tic_tac_toe::TicTacToe};
/// use rulebook_record::{Replay, examples};
///
/// let text = examples::tic_tac_toe();
/// let mut replay = Replay::open(&TicTacToe::book(), text.as_bytes())?;
/// while let Some(noted) = replay.step()? {
///     println!("{}: {}", noted.place, noted.entry);
/// }
/// // From here the game goes on as if it had never been put away.
/// let mut game = replay.into_session();
/// assert_eq!(game.number(), 3);
/// assert_eq!(game.result().unwrap().of(Seat(0)), Some(-1));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Replay<G: Recordable, R> {
    reader: Reader<R>,
    session: Session<G>,
    other_book: Option<Box<OtherBook>>,
}

/// How a record is played again.
///
/// ```
/// use rulebook_record::{OtherBooks, ReplayOptions};
/// assert_eq!(ReplayOptions::default().books, OtherBooks::Refuse);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplayOptions {
    /// How large the record may be.
    pub limits: ReadLimits,
    /// What to do if it was made with another book.
    pub books: OtherBooks,
    /// What to do where its chain breaks. Whoever reads on finds out what comes
    /// of it: where the game first goes another way than the record says.
    pub breaks: Breaks,
    /// How much of the past is kept meanwhile; as the record says, if nobody
    /// says otherwise. Whoever only verifies needs no more than the record goes
    /// back: see [`Survey::history`](crate::Survey::history).
    pub history: Option<History>,
}

/// What to do with a record that was made with another book of the game.
///
/// ```
/// assert_ne!(rulebook_record::OtherBooks::Try, rulebook_record::OtherBooks::Refuse);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OtherBooks {
    /// Say so, and do nothing.
    #[default]
    Refuse,
    /// Play it as far as it comes out the same, without a promise.
    Try,
}

/// What a whole record came to.
///
/// ```
/// # #[cfg(feature = "games")] {
/// use rulebook_games::{Playable, tic_tac_toe::TicTacToe};
/// use rulebook_record::{Replay, examples};
/// let text = examples::tic_tac_toe();
/// let played = Replay::open(&TicTacToe::book(), text.as_bytes())?.run()?;
/// assert_eq!((played.entries, played.frame), (5, 3));
/// assert!(played.is_over && played.cut_off.is_none());
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// How many entries there are, the header included.
    pub entries: u64,
    /// The frame at which the game stands.
    pub frame: u64,
    /// Whether the record has its end.
    pub is_over: bool,
    /// Where it is cut off, if it is.
    pub cut_off: Option<CutOff>,
}

impl<G: Recordable, R: BufRead> Replay<G, R> {
    /// Sets the game up as the record's header says.
    ///
    /// # Errors
    ///
    /// If it is no record of this game by this book.
    pub fn open(book: &Book<G>, input: R) -> Result<Self, ReplayError> {
        Self::open_with(book, input, ReplayOptions::default())
    }

    /// Sets the game up as the record's header says, with options.
    ///
    /// # Errors
    ///
    /// If it is no record of this game.
    pub fn open_with(
        book: &Book<G>,
        input: R,
        options: ReplayOptions,
    ) -> Result<Self, ReplayError> {
        Self::begin(book, None, input, options)
    }

    /// Sets the game up as the record's header says, with what games of this
    /// book begin with: a book that reads data, such as cards, needs a setup with
    /// the same.
    ///
    /// # Errors
    ///
    /// If it is no record of this game.
    ///
    /// ```
    /// # #[cfg(feature = "games")] {
    /// use rulebook::prelude::*;
    /// use rulebook_games::duels::{Duels, cards::CardSet};
    /// use rulebook_games::Playable;
    /// use rulebook_record::{Recorder, Replay, ReplayOptions, session_options};
    ///
    /// let mine = CardSet::STANDARD.replace("Ember Hound", "Cinder Hound");
    /// let kit = Duels::with_cards("mine.json", &mine)?;
    /// let mut game = kit.book.start_with(kit.setup.clone(), Seed(1), session_options())?;
    /// let mut recorder = Recorder::start(Vec::new(), &mut game)?;
    /// recorder.submit(&mut game, By::Chance, Duels::parse("deal")?)?;
    /// let record = recorder.into_inner();
    ///
    /// let options = ReplayOptions::default();
    /// Replay::open_from(&kit.book, kit.setup, &record[..], options)?.run()?;
    /// let error = Replay::open(&Duels::book(), &record[..]).unwrap_err();
    /// assert!(error.to_string().contains("it was made with other cards"));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open_from(
        book: &Book<G>,
        setup: G::State,
        input: R,
        options: ReplayOptions,
    ) -> Result<Self, ReplayError> {
        Self::begin(book, Some(setup), input, options)
    }

    fn begin(
        book: &Book<G>,
        own: Option<G::State>,
        input: R,
        options: ReplayOptions,
    ) -> Result<Self, ReplayError> {
        let reader = Reader::open_past(input, options.limits, options.breaks)?;
        let (header, place) = (reader.header(), Place::header(reader.form()));
        let other_book = other_book(book, header, place)?;
        if let Some(other) = other_book.as_ref().filter(|_| options.books == OtherBooks::Refuse) {
            return Err(ReplayError::OtherBook(other.clone()));
        }
        let begun = start(book, own, header, place, options.history).and_then(|mut session| {
            perform::check_start(&mut session, header, place)?;
            Ok(session)
        });
        match (begun, other_book) {
            (Ok(session), other_book) => Ok(Replay { reader, session, other_book }),
            (Err(why), Some(other)) => Err(ReplayError::OtherStart { other, why: why.into() }),
            (Err(error), None) => Err(error),
        }
    }

    /// Plays the next entry; nothing at the end.
    ///
    /// # Errors
    ///
    /// If the record cannot be read on, or the game comes out differently.
    pub fn step(&mut self) -> Result<Option<Noted>, ReplayError> {
        let Some(noted) = self.reader.next_entry()? else { return Ok(None) };
        perform::perform(&mut self.session, &noted)?;
        Ok(Some(noted))
    }

    /// Plays all entries that are left.
    ///
    /// # Errors
    ///
    /// If the record cannot be read on, or the game comes out differently.
    pub fn run(&mut self) -> Result<Played, ReplayError> {
        while self.step()?.is_some() {}
        Ok(self.played())
    }

    /// Plays up to and with an entry, by number; the header is 1.
    ///
    /// # Errors
    ///
    /// If the record cannot be read on, or the game comes out differently.
    ///
    /// ```
    /// # #[cfg(feature = "games")] {
    /// # use rulebook_games::{Playable, tic_tac_toe::TicTacToe};
    /// # use rulebook_record::{Replay, examples};
    /// # let text = examples::tic_tac_toe();
    /// let mut replay = Replay::open(&TicTacToe::book(), text.as_bytes())?;
    /// replay.run_to(3)?;
    /// assert_eq!(replay.session().number(), 2);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run_to(&mut self, entry: u64) -> Result<Played, ReplayError> {
        while self.reader.entries() < entry && self.step()?.is_some() {}
        Ok(self.played())
    }

    /// Plays only so many actions of the next entry, if it is several as one.
    /// After that the session is good for looking, not for going on.
    ///
    /// # Errors
    ///
    /// If the record cannot be read on, or the game comes out differently.
    pub fn step_within(&mut self, actions: usize) -> Result<(), ReplayError> {
        let Some(noted) = self.reader.next_entry()? else { return Ok(()) };
        perform::perform_some(&mut self.session, &noted, actions)
    }
}

impl<G: Recordable, R> Replay<G, R> {
    /// How far it has come.
    pub fn played(&self) -> Played {
        Played {
            entries: self.reader.entries(),
            frame: self.session.number(),
            is_over: self.reader.is_over(),
            cut_off: self.reader.cut_off(),
        }
    }

    /// What the record says of itself.
    pub fn header(&self) -> &Header {
        self.reader.header()
    }

    /// The other book that the record was made with, if it was.
    pub fn other_book(&self) -> Option<&OtherBook> {
        self.other_book.as_deref()
    }

    /// The game as it stands.
    pub fn session(&self) -> &Session<G> {
        &self.session
    }

    /// The game as it stands, for looking: if it is moved, the replay diverges.
    pub fn session_mut(&mut self) -> &mut Session<G> {
        &mut self.session
    }

    /// Where the chain of the record breaks first in what was played, if breaks
    /// are noted.
    ///
    /// ```
    /// # #[cfg(feature = "games")] {
    /// # use rulebook_games::{Playable, tic_tac_toe::TicTacToe};
    /// use rulebook_record::{Breaks, Replay, ReplayError, ReplayOptions, examples};
    /// let forged = examples::tic_tac_toe().replacen("a1", "a3", 1);
    /// let options = ReplayOptions { breaks: Breaks::Note, ..ReplayOptions::default() };
    /// let mut replay = Replay::open_with(&TicTacToe::book(), forged.as_bytes(), options)?;
    /// let ReplayError::Diverged(divergence) = replay.run().unwrap_err() else { panic!() };
    /// assert_eq!((divergence.frame, replay.first_break().unwrap().place.entry), (2, 3));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first_break(&self) -> Option<ChainBreak> {
        self.reader.first_break()
    }

    /// The game as it stands, to go on with. What can be undone is what could
    /// be undone when it was put away.
    pub fn into_session(self) -> Session<G> {
        self.session
    }

    /// The game, and where its record can be gone on with.
    ///
    /// ```
    /// # #[cfg(feature = "games")] {
    /// # use rulebook_games::{Playable, tic_tac_toe::TicTacToe};
    /// # use rulebook_record::{Replay, examples};
    /// let text = examples::tic_tac_toe();
    /// let mut replay = Replay::open(&TicTacToe::book(), text.as_bytes())?;
    /// replay.run()?;
    /// let (game, tail) = replay.into_parts();
    /// assert_eq!((game.number(), tail.offset()), (3, text.len() as u64));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_parts(self) -> (Session<G>, Tail) {
        let tail = self.reader.tail();
        (self.session, tail)
    }
}

impl<G: Recordable, R> fmt::Debug for Replay<G, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Replay")
            .field("header", self.header())
            .field("played", &self.played())
            .finish_non_exhaustive()
    }
}
