//! Reading a record, entry by entry, in either form.
//!
//! What comes in is any stream of bytes; what comes out is a header and
//! entries that could follow each other, each linked to those before it. Never
//! more than one entry is in memory.

use std::io::{BufRead, Read};

use crate::binary::{self, content};
use crate::course::{Course, Followed};
use crate::entry::{Entry, FORMAT, Header};
use crate::error::{Place, ReadError, ReadErrorKind};
use crate::form::Form;
use crate::limits::ReadLimits;
use crate::lines;
use crate::writer::Tail;

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
    /// How many entries were read.
    entries: u64,
    /// Where the next entry begins.
    offset: u64,
    cut: Option<CutOff>,
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
    pub fn open_with(mut input: R, limits: ReadLimits) -> Result<Self, ReadError> {
        let at = |form| move |kind| ReadError { place: Place { form, entry: 1, offset: 0 }, kind };
        let first = input.fill_buf().map_err(|error| at(Form::Lines)(error.into()))?;
        let form = match first.first() {
            None => return Err(at(Form::Lines)(ReadErrorKind::Empty)),
            Some(first) if *first == binary::MAGIC[0] => Form::Compact,
            Some(_) => Form::Lines,
        };
        let (header, course, offset, lacks_newline) = match form {
            Form::Lines => open_lines(&mut input, &limits),
            Form::Compact => open_compact(&mut input, &limits),
        }
        .map_err(at(form))?;
        Ok(Reader {
            input,
            form,
            limits,
            header,
            course,
            entries: 1,
            offset,
            cut: None,
            lacks_newline,
        })
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
        let said = match lines::read_line(&text) {
            Err(_) if !is_ended => return Ok(self.cut_at(place)),
            said => said?,
        };
        let Followed { course, .. } =
            self.course.follow(&said.entry).map_err(ReadErrorKind::OutOfOrder)?;
        if course.chain() != said.chain {
            let (expected, found) = (course.chain(), said.chain);
            return Err(ReadErrorKind::Chain { expected, found });
        }
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
        let entry = content::read_entry(&bytes)
            .map_err(|why| ReadErrorKind::Malformed(why.0.to_owned()))?;
        let Followed { course, .. } =
            self.course.follow(&entry).map_err(ReadErrorKind::OutOfOrder)?;
        check_block(&course, check)?;
        self.offset += taken;
        Ok(Some(self.noted(entry, place, course)))
    }

    fn noted(&mut self, entry: Entry, place: Place, course: Course) -> Noted {
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
            offset: self.offset,
            lacks_newline: self.lacks_newline,
        }
    }
}

type Opened = (Header, Course, u64, bool);

fn open_lines(input: &mut impl BufRead, limits: &ReadLimits) -> Result<Opened, ReadErrorKind> {
    let lines::Next::Line { text, is_ended } = lines::next(input, limits)? else {
        return Err(ReadErrorKind::Empty);
    };
    let (header, found) = match lines::read_header(&text) {
        Err(ReadErrorKind::Malformed(_)) if !is_ended => return Err(ReadErrorKind::HeaderCut),
        read => read?,
    };
    let Followed { course, .. } = Course::begin(&header);
    if course.chain() != found {
        return Err(ReadErrorKind::Chain { expected: course.chain(), found });
    }
    Ok((header, course, text.len() as u64 + u64::from(is_ended), !is_ended))
}

fn open_compact(input: &mut impl BufRead, limits: &ReadLimits) -> Result<Opened, ReadErrorKind> {
    let mut start = Vec::new();
    let length = binary::MAGIC.len() + 1;
    input.by_ref().take(length as u64).read_to_end(&mut start)?;
    let known = start.len().min(binary::MAGIC.len());
    if start[..known] != binary::MAGIC[..known] {
        return Err(ReadErrorKind::NotARecord);
    }
    let Some(&format) = start.get(binary::MAGIC.len()) else {
        return Err(ReadErrorKind::HeaderCut);
    };
    if u32::from(format) != FORMAT {
        return Err(ReadErrorKind::OtherFormat { found: format.into() });
    }
    let binary::Next::Block { content: bytes, check, taken } = binary::next(input, limits)? else {
        return Err(ReadErrorKind::HeaderCut);
    };
    let header =
        content::read_header(&bytes).map_err(|why| ReadErrorKind::Malformed(why.0.to_owned()))?;
    let Followed { course, .. } = Course::begin(&header);
    check_block(&course, check)?;
    Ok((header, course, length as u64 + taken, false))
}

/// The checksum of a block is the beginning of the chain after it.
fn check_block(course: &Course, check: [u8; binary::CHECK]) -> Result<(), ReadErrorKind> {
    let chain = course.chain();
    if chain.0.to_le_bytes()[..binary::CHECK] == check {
        return Ok(());
    }
    let mut found = chain.0.to_le_bytes();
    found[..binary::CHECK].copy_from_slice(&check);
    let found = rulebook::Digest(u64::from_le_bytes(found));
    Err(ReadErrorKind::Chain { expected: chain, found })
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
