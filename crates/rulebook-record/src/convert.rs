//! From one form to the other, without loss.

use std::error::Error;
use std::fmt;
use std::io::{BufRead, Write};

use crate::error::{ReadError, WriteError};
use crate::form::Form;
use crate::reader::{CutOff, Reader};
use crate::writer::Writer;

/// Writes a record in another form. What is cut off at its end is left out, and
/// it is said so. The game is not played for it.
///
/// # Errors
///
/// If the record cannot be read, or the other not be written.
///
/// ```
/// use rulebook_record::{Form, Reader, convert, examples};
///
/// let text = examples::tic_tac_toe();
/// let mut compact = Vec::new();
/// convert(Reader::open(text.as_bytes())?, &mut compact, Form::Compact)?;
/// let mut again = Vec::new();
/// convert(Reader::open(&compact[..])?, &mut again, Form::Lines)?;
/// assert_eq!(String::from_utf8(again)?, text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn convert<R: BufRead, W: Write>(
    mut reader: Reader<R>,
    out: W,
    form: Form,
) -> Result<Converted, ConvertError> {
    let mut writer = Writer::begin(out, form, reader.header())?;
    while let Some(noted) = reader.next_entry()? {
        writer.write(&noted.entry)?;
    }
    Ok(Converted { entries: reader.entries(), cut_off: reader.cut_off() })
}

/// What was converted.
///
/// ```
/// use rulebook_record::{Form, Reader, convert, examples};
/// let text = examples::tic_tac_toe();
/// let converted = convert(Reader::open(text.as_bytes())?, Vec::new(), Form::Compact)?;
/// assert_eq!((converted.entries, converted.cut_off), (5, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Converted {
    /// How many entries, the header included.
    pub entries: u64,
    /// Where the record was cut off, if it was.
    pub cut_off: Option<CutOff>,
}

/// Why a record was not converted.
///
/// ```
/// use rulebook_record::{ConvertError, Form, Reader, convert, examples};
/// let text = examples::tic_tac_toe().replace("a1", "a2");
/// let error = convert(Reader::open(text.as_bytes())?, Vec::new(), Form::Compact).unwrap_err();
/// assert!(matches!(error, ConvertError::Read(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub enum ConvertError {
    /// The record cannot be read.
    Read(ReadError),
    /// The other cannot be written.
    Write(WriteError),
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConvertError::Read(error) => error.fmt(f),
            ConvertError::Write(error) => error.fmt(f),
        }
    }
}

impl Error for ConvertError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ConvertError::Read(error) => Some(error),
            ConvertError::Write(error) => Some(error),
        }
    }
}

impl From<ReadError> for ConvertError {
    fn from(error: ReadError) -> Self {
        ConvertError::Read(error)
    }
}

impl From<WriteError> for ConvertError {
    fn from(error: WriteError) -> Self {
        ConvertError::Write(error)
    }
}
