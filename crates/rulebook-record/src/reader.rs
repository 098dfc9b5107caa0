//! Reading a record, entry by entry, in either form.
//!
//! What comes in is any stream of bytes; what comes out is a header and
//! entries that could follow each other, each linked to those before it. Never
//! more than one entry is in memory.

use std::io::BufRead;

use rulebook::Digest;

use crate::binary::{self, content};
use crate::change::{Change, Unfit};
use crate::course::{Course, Followed};
use crate::entry::{Entry, Header};
use crate::error::{ChainBreak, Place, ReadError, ReadErrorKind};
use crate::form::Form;
use crate::limits::{Breaks, ReadLimits};
use crate::lines;
use crate::opening::{Opened, claimed, open_compact, open_lines};
use crate::writer::{Last, Tail};

/// Reads a record, entry by entry.
///
/// # Example
///
/// ```
/// use rulebook_record::{Entry, Reader, examples};
///
/// let text = examples::tic_tac_toe();
/// let mut reader = Reader::open(text.as_bytes())?;
/// assert_eq!(reader.header().game, "tic-tac-toe");
/// let mut actions = Vec::new();
/// while let Some(noted) = reader.next_entry()? {
///     if let Entry::Act { action, .. } = noted.entry {
///         actions.push(action);
///     }
/// }
/// assert_eq!(actions, ["b2", "a1", "resign"]);
/// assert!(reader.cut_off().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    form: Form,
    limits: ReadLimits,
    header: Header,
    course: Course,
    /// The last position, if the next may be a change of it.
    last: Last,
    /// How many entries were read.
    entries: u64,
    /// Where the next entry begins.
    offset: u64,
    cut: Option<CutOff>,
    breaks: Breaks,
    broken: Option<ChainBreak>,
    lacks_newline: bool,
}

/// An entry and where it stands.
///
/// ```
/// use rulebook_record::{Reader, examples};
/// let text = examples::tic_tac_toe();
/// let noted = Reader::open(text.as_bytes())?.next_entry()?.unwrap();
/// assert_eq!((noted.place.entry, noted.frame), (2, 1));
/// assert_eq!(noted.entry.to_string(), "b2 by seat 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// What was done.
    pub entry: Entry,
    /// Where it stands in the record.
    pub place: Place,
    /// The frame after which the game stands once it is done.
    pub frame: u64,
}

/// The last entry is not whole: whoever wrote it was interrupted.
///
/// ```
/// use rulebook_record::{Reader, examples};
/// let text = examples::tic_tac_toe();
/// let cut = &text[..text.len() - 9];
/// let mut reader = Reader::open(cut.as_bytes())?;
/// while reader.next_entry()?.is_some() {}
/// assert_eq!(
///     reader.cut_off().unwrap().to_string(),
///     "line 5: the record is cut off here. Everything before it can be read.",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutOff {
    /// Where the entry begins that is not whole.
    pub place: Place,
}

impl std::fmt::Display for CutOff {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: the record is cut off here. Everything before it can be read.", self.place)
    }
}

impl<R: BufRead> Reader<R> {
    /// Begins with the header.
    ///
    /// # Errors
    ///
    /// If it is no record, or one of another version.
    pub fn open(input: R) -> Result<Self, ReadError> {
        Self::open_with(input, ReadLimits::default())
    }

    /// Begins with the header, with limits of one's own.
    ///
    /// # Errors
    ///
    /// If it is no record, or one of another version.
    pub fn open_with(input: R, limits: ReadLimits) -> Result<Self, ReadError> {
        Self::open_past(input, limits, Breaks::Refuse)
    }

    /// Begins with the header, and reads on where the chain breaks if that is
    /// wanted: see [`Breaks`].
    ///
    /// # Errors
    ///
    /// If it is no record, or one of another version.
    pub fn open_past(mut input: R, limits: ReadLimits, breaks: Breaks) -> Result<Self, ReadError> {
        let at = |form| move |kind| ReadError { place: Place { form, entry: 1, offset: 0 }, kind };
        let first = input.fill_buf().map_err(|error| at(Form::Lines)(error.into()))?;
        let form = match first.first() {
            None => return Err(at(Form::Lines)(ReadErrorKind::Empty)),
            Some(first) if *first == binary::MAGIC[0] => Form::Compact,
            Some(_) => Form::Lines,
        };
        let opened = match form {
            Form::Lines => open_lines(&mut input, &limits),
            Form::Compact => open_compact(&mut input, &limits),
        };
        let Opened { header, course, chain, offset, lacks_newline } = opened.map_err(at(form))?;
        let mut reader = Reader {
            input,
            form,
            limits,
            last: Last::of(&header),
            header,
            course,
            entries: 1,
            offset,
            cut: None,
            breaks,
            broken: None,
            lacks_newline,
        };
        let place = Place { form, entry: 1, offset: 0 };
        reader.link(place, course.chain(), chain).map_err(at(form))?;
        Ok(reader)
    }

    /// Whether the chain goes on at an entry; if not, that is an error or is
    /// noted.
    fn link(&mut self, place: Place, expected: Digest, found: Digest) -> Result<(), ReadErrorKind> {
        if expected == found {
            return Ok(());
        }
        match self.breaks {
            Breaks::Refuse => Err(ReadErrorKind::Chain { expected, found }),
            // After the first break every other link is broken too.
            Breaks::Note => {
                self.broken.get_or_insert(ChainBreak { place, expected, found });
                Ok(())
            }
        }
    }

    /// The next entry; nothing at the end.
    ///
    /// # Errors
    ///
    /// If what comes next is no entry, or none that could come here, or not
    /// the one that was written here. Reading on makes no sense after that.
    pub fn next_entry(&mut self) -> Result<Option<Noted>, ReadError> {
        if self.cut.is_some() {
            return Ok(None);
        }
        let place = self.next_place();
        let next = match self.form {
            Form::Lines => self.next_line(place),
            Form::Compact => self.next_block(place),
        };
        let read = next.map_err(|kind| ReadError { place, kind })?;
        if read.is_some() {
            self.entries += 1;
        }
        Ok(read)
    }

    fn next_line(&mut self, place: Place) -> Result<Option<Noted>, ReadErrorKind> {
        let (text, is_ended) = match lines::next(&mut self.input, &self.limits)? {
            lines::Next::End => return Ok(None),
            lines::Next::Line { text, is_ended } => (text, is_ended),
        };
        self.count()?;
        let mut said = match lines::read_line(&text) {
            Err(_) if !is_ended => return Ok(self.cut_at(place)),
            said => said?,
        };
        self.place(&mut said.entry, said.change)?;
        let Followed { course, .. } =
            self.course.follow(&said.entry).map_err(ReadErrorKind::OutOfOrder)?;
        self.link(place, course.chain(), said.chain)?;
        check_frame(&said.entry, said.frame, &course)?;
        self.offset += text.len() as u64 + u64::from(is_ended);
        self.lacks_newline = !is_ended;
        Ok(Some(self.noted(said.entry, place, course)))
    }

    fn next_block(&mut self, place: Place) -> Result<Option<Noted>, ReadErrorKind> {
        let (bytes, check, taken) = match binary::next(&mut self.input, &self.limits)? {
            binary::Next::End => return Ok(None),
            binary::Next::Cut => return Ok(self.cut_at(place)),
            binary::Next::Block { content, check, taken } => (content, check, taken),
        };
        self.count()?;
        let (mut entry, change) = content::read_entry(&bytes)
            .map_err(|why| ReadErrorKind::Malformed(why.0.to_owned()))?;
        self.place(&mut entry, change)?;
        let Followed { course, .. } =
            self.course.follow(&entry).map_err(ReadErrorKind::OutOfOrder)?;
        self.link(place, course.chain(), claimed(&course, check))?;
        self.offset += taken;
        Ok(Some(self.noted(entry, place, course)))
    }

    /// Gives an entry its position, if it says what has changed since the one
    /// before.
    fn place(&self, entry: &mut Entry, change: Option<Change>) -> Result<(), ReadErrorKind> {
        let Some(change) = change else { return Ok(()) };
        let malformed = |why: &str| Err(ReadErrorKind::Malformed(why.to_owned()));
        if !self.last.has_changes() {
            return malformed("it says how the position changed, as version 1 never does");
        }
        let limit = self.limits.entry;
        let next = match change.of(&self.last.position, limit) {
            Ok(next) => next,
            Err(Unfit::TooShort) => {
                return malformed("its change is none of the position before it");
            }
            Err(Unfit::TooLong) => return Err(ReadErrorKind::TooLong { limit }),
        };
        if let Some(position) = entry.position_mut() {
            *position = Some(next);
        }
        Ok(())
    }

    fn noted(&mut self, entry: Entry, place: Place, course: Course) -> Noted {
        self.last.follow(&entry);
        self.course = course;
        Noted { entry, place, frame: course.number() }
    }

    fn cut_at(&mut self, place: Place) -> Option<Noted> {
        self.cut = Some(CutOff { place });
        None
    }

    fn count(&self) -> Result<(), ReadErrorKind> {
        let limit = self.limits.entries;
        if self.entries < limit { Ok(()) } else { Err(ReadErrorKind::TooMany { limit }) }
    }

    fn next_place(&self) -> Place {
        Place { form: self.form, entry: self.entries + 1, offset: self.offset }
    }
}

impl<R> Reader<R> {
    /// What the record says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// In which form it is.
    ///
    /// ```
    /// # use rulebook_record::{Form, Reader, examples};
    /// let text = examples::tic_tac_toe();
    /// assert_eq!(Reader::open(text.as_bytes())?.form(), Form::Lines);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn form(&self) -> Form {
        self.form
    }

    /// How many entries were read, the header included.
    ///
    /// ```
    /// # use rulebook_record::{Reader, examples};
    /// let text = examples::tic_tac_toe();
    /// assert_eq!(Reader::open(text.as_bytes())?.entries(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// Where the record is cut off, once all before it was read.
    pub fn cut_off(&self) -> Option<CutOff> {
        self.cut
    }

    /// Where the chain breaks first in what was read, if breaks are noted.
    pub fn first_break(&self) -> Option<ChainBreak> {
        self.broken
    }

    /// Whether the last entry read ends the game.
    ///
    /// ```
    /// # use rulebook_record::{Reader, examples};
    /// let text = examples::tic_tac_toe();
    /// let mut reader = Reader::open(text.as_bytes())?;
    /// assert!(!reader.is_over());
    /// while reader.next_entry()?.is_some() {}
    /// assert!(reader.is_over());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_over(&self) -> bool {
        self.course.is_over()
    }

    /// What is needed to go on writing after the last entry that was read.
    ///
    /// ```
    /// # use rulebook_record::{Reader, examples};
    /// let text = examples::tic_tac_toe();
    /// let mut reader = Reader::open(text.as_bytes())?;
    /// while reader.next_entry()?.is_some() {}
    /// assert_eq!(reader.tail().offset(), text.len() as u64);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tail(&self) -> Tail {
        Tail {
            form: self.form,
            course: self.course,
            last: self.last.clone(),
            offset: self.offset,
            lacks_newline: self.lacks_newline,
        }
    }
}

/// A line says the number of its frame, which follows from those before it.
fn check_frame(entry: &Entry, said: Option<u64>, course: &Course) -> Result<(), ReadErrorKind> {
    let makes_frame = match entry {
        Entry::Act { then, .. } | Entry::Answer { then, .. } => then.frame().is_some(),
        Entry::Acts { .. } | Entry::Enable { .. } | Entry::Disable { .. } => true,
        Entry::Withdraw | Entry::Rewind { .. } | Entry::End { .. } => false,
    };
    let expected = makes_frame.then(|| course.number());
    if said == expected {
        return Ok(());
    }
    let in_words = |number: Option<u64>| {
        number.map_or_else(|| "no frame".to_owned(), |number| format!("frame {number}"))
    };
    Err(ReadErrorKind::OutOfOrder(format!(
        "it says {}, but by the entries before it this is {}.",
        in_words(said),
        in_words(expected),
    )))
}
