//! Looking through a record without playing it.

use std::io::BufRead;

use rulebook::History;

use crate::entry::{Entry, Then};
use crate::error::ReadError;
use crate::reader::{CutOff, Noted, Reader};

/// What a record holds, without playing it.
///
/// ```
/// use rulebook::History;
/// use rulebook_record::{Reader, Survey, examples};
///
/// let text = examples::tic_tac_toe();
/// let survey = Survey::of(Reader::open(text.as_bytes())?)?;
/// assert_eq!((survey.entries, survey.frame), (5, 3));
/// // Nothing was undone, so whoever verifies it need not keep the past.
/// assert_eq!(survey.history(), History::None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Survey {
    /// How many entries there are, the header included.
    pub entries: u64,
    /// The frame at which the game stands in the end.
    pub frame: u64,
    /// How far it goes back at most, from the highest frame that was reached
    /// before.
    pub deepest: u64,
    /// Whether the record has its end.
    pub is_over: bool,
    /// Where it is cut off, if it is.
    pub cut_off: Option<CutOff>,
}

/// Where a frame was made.
///
/// ```
/// use rulebook_record::{Making, Reader, examples};
/// let text = examples::tic_tac_toe();
/// let making = Making::find(Reader::open(text.as_bytes())?, 2)?.unwrap();
/// assert_eq!((making.begins, making.ends), (3, 3));
/// assert!(Making::find(Reader::open(text.as_bytes())?, 4)?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Making {
    /// The entry in which the action was submitted, by number; the header is 1.
    pub begins: u64,
    /// The entry that made the frame: an answer, if somebody had to choose.
    pub ends: u64,
    /// Which of several actions as one it is, from 0.
    pub nth: Option<usize>,
}

impl Survey {
    /// Looks through a record.
    ///
    /// # Errors
    ///
    /// If it cannot be read to its end.
    pub fn of<R: BufRead>(reader: Reader<R>) -> Result<Survey, ReadError> {
        match Survey::as_far_as_it_goes(reader) {
            (survey, None) => Ok(survey),
            (_, Some(error)) => Err(error),
        }
    }

    /// Looks through a record as far as it can be read: what stands before the
    /// damage, if there is any, and the damage.
    ///
    /// ```
    /// use rulebook_record::{Reader, Survey, examples};
    /// let damaged = examples::tic_tac_toe().replacen("resign", "\u{1}", 1);
    /// let (survey, damage) = Survey::as_far_as_it_goes(Reader::open(damaged.as_bytes())?);
    /// assert_eq!((survey.entries, survey.frame), (3, 2));
    /// assert_eq!(damage.unwrap().place.entry, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_far_as_it_goes<R: BufRead>(mut reader: Reader<R>) -> (Survey, Option<ReadError>) {
        let (mut frame, mut highest, mut deepest) = (0, 0, 0);
        let damage = loop {
            let noted = match reader.next_entry() {
                Ok(Some(noted)) => noted,
                Ok(None) => break None,
                Err(error) => break Some(error),
            };
            match noted.entry {
                // What was forgotten at the highest frame stays forgotten.
                Entry::Rewind { to, .. } => deepest = deepest.max(highest - to),
                _ => highest = highest.max(noted.frame),
            }
            frame = noted.frame;
        };
        let (entries, is_over) = (reader.entries(), reader.is_over());
        (Survey { entries, frame, deepest, is_over, cut_off: reader.cut_off() }, damage)
    }

    /// How much of the past must be kept to play it again.
    pub fn history(&self) -> History {
        match usize::try_from(self.deepest) {
            Ok(0) => History::None,
            Ok(deepest) => History::Last(deepest),
            Err(_) => History::All,
        }
    }
}

impl Making {
    /// Finds the entry that made a frame of the game as it stands in the end.
    /// None if it has no such frame, or not any more.
    ///
    /// # Errors
    ///
    /// If the record cannot be read to its end.
    pub fn find<R: BufRead>(
        mut reader: Reader<R>,
        frame: u64,
    ) -> Result<Option<Making>, ReadError> {
        let (mut making, mut begins, mut now) = (None, 1, 0);
        while let Some(Noted { entry, place, frame: after }) = reader.next_entry()? {
            if !matches!(entry, Entry::Answer { .. }) {
                begins = place.entry;
            }
            let is_rewind = matches!(entry, Entry::Rewind { .. });
            if !is_rewind && now < frame && frame <= after {
                let nth = matches!(entry, Entry::Acts { .. }).then(|| (frame - now - 1) as usize);
                making = Some(Making { begins, ends: place.entry, nth });
            }
            now = after;
        }
        Ok(making.filter(|_| frame <= now))
    }
}

/// The last position that a record keeps, by entry.
///
/// ```
/// use rulebook_record::{Reader, examples, position_of};
/// let text = examples::tic_tac_toe();
/// let noted = Reader::open(text.as_bytes())?.next_entry()?.unwrap();
/// assert_eq!(position_of(&noted.entry), Some(".../.x./..."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn position_of(entry: &Entry) -> Option<&str> {
    match entry {
        Entry::Act { then: Then::Frame { position, .. }, .. }
        | Entry::Answer { then: Then::Frame { position, .. }, .. }
        | Entry::Acts { position, .. } => position.as_deref(),
        _ => None,
    }
}
