//! Writing a record, entry by entry, in either form.

use std::io::Write;

use crate::binary::{self, content};
use crate::change::Change;
use crate::course::{Course, Followed};
use crate::entry::{Entry, Header};
use crate::error::WriteError;
use crate::form::Form;
use crate::lines;
use crate::survey::position_of;

/// Writes a record, entry by entry. Each is handed over whole and flushed, so
/// that a crash loses at most the entry that is being written.
///
/// Most programs want a [`Recorder`](crate::Recorder), which knows what to
/// write.
///
/// # Example
///
/// ```
/// use rulebook::Digest;
/// use rulebook_record::{Entry, Form, Reader, Writer, examples};
///
/// let mut writer = Writer::begin(Vec::new(), Form::Compact, examples::header())?;
/// writer.write(&Entry::Disable { rule: "castle".to_owned(), digest: Digest(5) })?;
/// let bytes = writer.into_inner();
/// let mut reader = Reader::open(&bytes[..])?;
/// assert_eq!(reader.next_entry()?.unwrap().frame, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    form: Form,
    course: Course,
    last: Last,
}

/// The last position of a record, if the next may be written as a change of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Last {
    has_changes: bool,
    pub(crate) position: String,
}

impl Last {
    /// At the beginning there is none.
    pub(crate) fn of(header: &Header) -> Self {
        Last { has_changes: header.format > 1, position: String::new() }
    }

    /// Whether the format has changes.
    pub(crate) fn has_changes(&self) -> bool {
        self.has_changes
    }

    /// Goes on to the position of an entry.
    pub(crate) fn follow(&mut self, entry: &Entry) {
        if let Some(position) = position_of(entry).filter(|_| self.has_changes) {
            position.clone_into(&mut self.position);
        }
    }

    /// How an entry's position is written, if not as a whole.
    fn change(&self, entry: &Entry) -> Option<Change> {
        let position = position_of(entry).filter(|_| self.has_changes)?;
        Change::between(&self.position, position)
    }
}

/// Where a record stands, so that writing can go on there.
///
/// See [`Reader::tail`](crate::Reader::tail).
///
/// ```
/// use rulebook_record::{Reader, examples};
/// let text = examples::tic_tac_toe();
/// let tail = Reader::open(text.as_bytes())?.tail();
/// assert_eq!(tail.offset(), text.find('\n').unwrap() as u64 + 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tail {
    pub(crate) form: Form,
    pub(crate) course: Course,
    pub(crate) last: Last,
    pub(crate) offset: u64,
    pub(crate) lacks_newline: bool,
}

impl Tail {
    /// How many bytes of the file belong to whole entries. What comes after is
    /// cut off, and must go before writing goes on.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// In which form the record is.
    ///
    /// ```
    /// # use rulebook_record::{Form, Reader, examples};
    /// # let text = examples::tic_tac_toe();
    /// assert_eq!(Reader::open(text.as_bytes())?.tail().form(), Form::Lines);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn form(&self) -> Form {
        self.form
    }
}

impl<W: Write> Writer<W> {
    /// Begins a record with its header.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn begin(mut out: W, form: Form, header: &Header) -> Result<Self, WriteError> {
        let Followed { content, course } = Course::begin(header);
        let bytes = match form {
            Form::Lines => lines::write_header(header, &course),
            Form::Compact => {
                let mut bytes = binary::MAGIC.to_vec();
                bytes.push(header.format as u8);
                bytes.extend(binary::block(&content, course.chain().0));
                bytes
            }
        };
        out.write_all(&bytes)?;
        out.flush()?;
        Ok(Writer { out, form, course, last: Last::of(header) })
    }

    /// Goes on with a record; `out` must stand at the tail's
    /// [offset](Tail::offset).
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    ///
    /// ```
    /// use rulebook::Digest;
    /// use rulebook_record::{Entry, Form, Reader, Writer, examples};
    /// let entry = Entry::Disable { rule: "castle".to_owned(), digest: Digest(5) };
    ///
    /// let mut whole = Writer::begin(Vec::new(), Form::Lines, examples::header())?;
    /// let first = Writer::begin(Vec::new(), Form::Lines, examples::header())?.into_inner();
    /// let tail = Reader::open(&first[..])?.tail();
    /// let mut second = Writer::resume(first, tail)?;
    ///
    /// whole.write(&entry)?;
    /// second.write(&entry)?;
    /// assert_eq!(whole.into_inner(), second.into_inner());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume(mut out: W, tail: Tail) -> Result<Self, WriteError> {
        if tail.lacks_newline {
            out.write_all(b"\n")?;
        }
        Ok(Writer { out, form: tail.form, course: tail.course, last: tail.last })
    }

    /// Writes an entry.
    ///
    /// # Errors
    ///
    /// If it cannot come at this point of a game, or cannot be written.
    pub fn write(&mut self, entry: &Entry) -> Result<(), WriteError> {
        let Followed { content, course } =
            self.course.follow(entry).map_err(WriteError::OutOfOrder)?;
        let chain = course.chain().0;
        let bytes = match (self.form, self.last.change(entry)) {
            (Form::Lines, change) => lines::write_line(entry, &course, change),
            (Form::Compact, None) => binary::block(&content, chain),
            (Form::Compact, change) => {
                binary::block(&content::write(entry, change.as_ref()), chain)
            }
        };
        self.out.write_all(&bytes)?;
        self.out.flush()?;
        self.last.follow(entry);
        self.course = course;
        Ok(())
    }

    /// The frame after which the game stands.
    ///
    /// ```
    /// # use rulebook_record::{Form, Writer, examples};
    /// let writer = Writer::begin(Vec::new(), Form::Lines, examples::header())?;
    /// assert_eq!(writer.frame(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn frame(&self) -> u64 {
        self.course.number()
    }

    pub(crate) fn course(&self) -> &Course {
        &self.course
    }

    /// Gives back what was written to.
    pub fn into_inner(self) -> W {
        self.out
    }
}
