//! What can be wrong with a record, and where.

use std::error::Error;
use std::fmt;
use std::io;

use rulebook::Digest;

use crate::entry::FORMAT;
use crate::form::Form;

/// A place in a record.
///
/// ```
/// use rulebook_record::{Form, Place};
/// let place = |form| Place { form, entry: 7, offset: 812 };
/// assert_eq!(place(Form::Lines).to_string(), "line 7");
/// assert_eq!(place(Form::Compact).to_string(), "block 7 (byte 812)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// In which form the record is.
    pub form: Form,
    /// Which entry, from one: the header is the first.
    pub entry: u64,
    /// Where it begins, in bytes.
    pub offset: u64,
}

impl Place {
    /// Where the header of a record stands.
    ///
    /// ```
    /// use rulebook_record::{Form, Place};
    /// assert_eq!(Place::header(Form::Lines).to_string(), "line 1");
    /// ```
    pub const fn header(form: Form) -> Self {
        Place { form, entry: 1, offset: 0 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.form {
            Form::Lines => write!(f, "line {}", self.entry),
            Form::Compact => write!(f, "block {} (byte {})", self.entry, self.offset),
        }
    }
}

/// Where the chain of a record breaks.
///
/// ```
/// use rulebook::Digest;
/// use rulebook_record::{ChainBreak, Form, Place};
/// let place = Place { form: Form::Lines, entry: 3, offset: 900 };
/// let broken = ChainBreak { place, expected: Digest(1), found: Digest(2) };
/// assert!(broken.to_string().starts_with("line 3: the chain breaks"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainBreak {
    /// At which entry.
    pub place: Place,
    /// The chain after this entry, by what stands before and in it.
    pub expected: Digest,
    /// The chain as it is written.
    pub found: Digest,
}

impl From<ChainBreak> for ReadError {
    fn from(ChainBreak { place, expected, found }: ChainBreak) -> Self {
        ReadError { place, kind: ReadErrorKind::Chain { expected, found } }
    }
}

impl fmt::Display for ChainBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ReadError::from(*self).fmt(f)
    }
}

/// Why a record cannot be read on, and where.
///
/// ```
/// use rulebook_record::Reader;
/// let error = Reader::open("1. e4 e5 *".as_bytes()).unwrap_err();
/// assert_eq!(error.place.entry, 1);
/// assert!(error.to_string().starts_with("line 1: this is no record of a game"), "{error}");
/// ```
#[derive(Debug)]
pub struct ReadError {
    /// Where.
    pub place: Place,
    /// What.
    pub kind: ReadErrorKind,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

impl Error for ReadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            ReadErrorKind::Io(error) => Some(error),
            _ => None,
        }
    }
}

/// What is wrong with a record.
///
/// ```
/// use rulebook_record::ReadErrorKind;
/// let kind = ReadErrorKind::OtherFormat { found: 9 };
/// assert!(kind.to_string().contains("version 9"));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The file cannot be read.
    Io(io::Error),
    /// There is nothing in it.
    Empty,
    /// It does not begin as a record does.
    NotARecord,
    /// It ends in the middle of its header.
    HeaderCut,
    /// It is in another version of the format.
    OtherFormat {
        /// Which.
        found: u64,
    },
    /// An entry is too long.
    TooLong {
        /// How many bytes it may have.
        limit: usize,
    },
    /// There are too many entries.
    TooMany {
        /// How many there may be.
        limit: u64,
    },
    /// An entry is not written as entries are; what is wrong with it.
    Malformed(String),
    /// The chain does not go on here: something before or in this entry was
    /// changed, left out, put in or put elsewhere.
    Chain {
        /// The chain after this entry, by what stands before and in it.
        expected: Digest,
        /// The chain as it is written.
        found: Digest,
    },
    /// The entry cannot come at this point of a game; why not.
    OutOfOrder(String),
}

impl fmt::Display for ReadErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadErrorKind::Io(error) => write!(f, "it cannot be read: {error}."),
            ReadErrorKind::Empty => {
                f.write_str("there is nothing in it: a record begins with a header.")
            }
            ReadErrorKind::NotARecord => f.write_str(
                "this is no record of a game. A record begins with {\"rulebook\":…, or with the \
                 eight bytes of the compact form.",
            ),
            ReadErrorKind::HeaderCut => {
                f.write_str("the header is cut off, so nobody can say which game it is.")
            }
            ReadErrorKind::OtherFormat { found } => write!(
                f,
                "it is in version {found} of the record format, and this program reads versions up \
                 to {FORMAT}: read it with the program that wrote it, or a newer one.",
            ),
            ReadErrorKind::TooLong { limit } => {
                write!(f, "it is longer than {limit} bytes, and no entry of a record is.")
            }
            ReadErrorKind::TooMany { limit } => {
                write!(
                    f,
                    "there are more than {limit} entries, which is the limit set for reading."
                )
            }
            ReadErrorKind::Malformed(why) => write!(f, "it is damaged: {why}."),
            ReadErrorKind::Chain { expected, found } => write!(
                f,
                "the chain breaks: it should be {expected} here and is {found}. This entry was \
                 changed, or one before it was left out, put in or moved.",
            ),
            ReadErrorKind::OutOfOrder(why) => write!(f, "{why}"),
        }
    }
}

impl From<io::Error> for ReadErrorKind {
    fn from(error: io::Error) -> Self {
        ReadErrorKind::Io(error)
    }
}

/// Why an entry cannot be written.
///
/// ```
/// use rulebook_record::{Entry, Form, WriteError, Writer};
/// let mut writer = Writer::begin(Vec::new(), Form::Lines, rulebook_record::examples::header())?;
/// let error = writer.write(&Entry::Withdraw).unwrap_err();
/// assert!(matches!(error, WriteError::OutOfOrder(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub enum WriteError {
    /// The file cannot be written.
    Io(io::Error),
    /// The entry cannot come at this point of a game; why not.
    OutOfOrder(String),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Io(error) => write!(f, "The record cannot be written: {error}."),
            WriteError::OutOfOrder(why) => write!(f, "The record cannot go on like this: {why}"),
        }
    }
}

impl Error for WriteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            WriteError::Io(error) => Some(error),
            WriteError::OutOfOrder(_) => None,
        }
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        WriteError::Io(error)
    }
}
