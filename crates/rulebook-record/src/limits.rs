//! How much a reader takes from a file before it says that this is no record.

/// How large a record may be. A hostile or broken file hits one of these
/// before it fills the memory.
///
/// ```
/// use rulebook_record::{Reader, ReadLimits};
/// let limits = ReadLimits { entry: 100, ..ReadLimits::default() };
/// let endless = "{".repeat(10_000);
/// let error = Reader::open_with(endless.as_bytes(), limits).unwrap_err();
/// assert!(error.to_string().contains("longer than 100 bytes"), "{error}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadLimits {
    /// Bytes in one entry: a line, or a block. 1 MiB unless said otherwise.
    pub entry: usize,
    /// Entries, the header included. 10,000,000 unless said otherwise.
    pub entries: u64,
}

/// What to do where the chain of a record breaks: something was changed there,
/// left out, put in or put elsewhere.
///
/// ```
/// use rulebook_record::{Breaks, ReadLimits, Reader, examples};
/// let forged = examples::tic_tac_toe().replacen("a1", "a3", 1);
/// let mut reader = Reader::open(forged.as_bytes())?;
/// reader.next_entry()?;
/// assert!(reader.next_entry().is_err());
///
/// // To see what it says all the same:
/// let mut reader = Reader::open_past(forged.as_bytes(), ReadLimits::default(), Breaks::Note)?;
/// while reader.next_entry()?.is_some() {}
/// assert_eq!((reader.entries(), reader.first_break().unwrap().place.entry), (5, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Breaks {
    /// Say so, and read no further.
    #[default]
    Refuse,
    /// Note the first one, and read on: what follows is what somebody wrote,
    /// and not what was recorded.
    Note,
}

impl Default for ReadLimits {
    fn default() -> Self {
        ReadLimits { entry: 1 << 20, entries: 10_000_000 }
    }
}
