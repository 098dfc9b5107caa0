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

impl Default for ReadLimits {
    fn default() -> Self {
        ReadLimits { entry: 1 << 20, entries: 10_000_000 }
    }
}
