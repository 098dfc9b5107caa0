//! The compact form: blocks of bytes, each with its length before it and a
//! checksum after it.
//!
//! The framing is our own, and small: an entry's bytes are what the chain is
//! made of, so they must be the same for ever, and a serialiser from elsewhere
//! could change them in a new version.

pub(crate) mod bytes;
pub(crate) mod content;

use std::io::{self, BufRead, Read};

use crate::error::ReadErrorKind;
use crate::limits::ReadLimits;

/// What a compact record begins with. As with PNG: a byte that is no text, the
/// letters, and line ends that a transfer as text would change.
pub(crate) const MAGIC: [u8; 8] = *b"\x93RBR\r\n\x1a\n";

/// How many bytes of the chain follow a block.
pub(crate) const CHECK: usize = 4;

/// A block as it stands in the file.
pub(crate) fn block(content: &[u8], chain: u64) -> Vec<u8> {
    let mut sink = bytes::Sink::default();
    sink.number(content.len() as u64);
    sink.0.extend(content);
    sink.0.extend(&chain.to_le_bytes()[..CHECK]);
    sink.0
}

/// What comes next in a compact record.
pub(crate) enum Next {
    /// The end, where it may be.
    End,
    /// The end, in the middle of a block.
    Cut,
    /// A block: its content, its checksum, and how many bytes it takes.
    Block { content: Vec<u8>, check: [u8; CHECK], taken: u64 },
}

/// Reads the next block.
pub(crate) fn next(input: &mut impl BufRead, limits: &ReadLimits) -> Result<Next, ReadErrorKind> {
    let Some((length, prefix)) = length(input)? else { return Ok(Next::End) };
    let Some(length) = length else { return Ok(Next::Cut) };
    if length > limits.entry as u64 {
        return Err(ReadErrorKind::TooLong { limit: limits.entry });
    }
    let wanted = length as usize + CHECK;
    let mut content = Vec::new();
    // It is read as it comes: a length that is a lie costs nothing.
    let read = input.by_ref().take(wanted as u64).read_to_end(&mut content)?;
    if read < wanted {
        return Ok(Next::Cut);
    }
    let mut check = [0; CHECK];
    check.copy_from_slice(&content[length as usize..]);
    content.truncate(length as usize);
    Ok(Next::Block { content, check, taken: prefix + wanted as u64 })
}

/// The length of the next block and how many bytes it is written in; no length
/// if the file ends within it; nothing at all if it ends before.
fn length(input: &mut impl BufRead) -> Result<Option<(Option<u64>, u64)>, ReadErrorKind> {
    let mut prefix = Vec::new();
    loop {
        let Some(byte) = byte(input)? else {
            return Ok((!prefix.is_empty()).then_some((None, prefix.len() as u64)));
        };
        prefix.push(byte);
        if byte & 0x80 == 0 || prefix.len() == 10 {
            let length = bytes::Source::new(&prefix).number();
            let length = length.map_err(|why| ReadErrorKind::Malformed(why.0.to_owned()))?;
            return Ok(Some((Some(length), prefix.len() as u64)));
        }
    }
}

fn byte(input: &mut impl BufRead) -> io::Result<Option<u8>> {
    loop {
        match input.fill_buf() {
            Ok(bytes) => {
                let first = bytes.first().copied();
                input.consume(first.is_some().into());
                return Ok(first);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
