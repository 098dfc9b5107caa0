//! How a record begins, in either form.

use std::io::{BufRead, Read};

use rulebook::Digest;

use crate::binary::{self, content};
use crate::course::{Course, Followed};
use crate::entry::{FORMAT, Header};
use crate::error::ReadErrorKind;
use crate::limits::ReadLimits;
use crate::lines;

/// What was read of a header.
pub(crate) struct Opened {
    pub(crate) header: Header,
    pub(crate) course: Course,
    /// The chain as it is written.
    pub(crate) chain: Digest,
    pub(crate) offset: u64,
    pub(crate) lacks_newline: bool,
}

/// What some editors put in front of a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

pub(crate) fn open_lines(
    input: &mut impl BufRead,
    limits: &ReadLimits,
) -> Result<Opened, ReadErrorKind> {
    let lines::Next::Line { text, is_ended } = lines::next(input, limits)? else {
        return Err(ReadErrorKind::Empty);
    };
    if text.starts_with(BYTE_ORDER_MARK) {
        let why = "a byte order mark, which nobody sees, stands before its first character: save \
                   it as UTF-8 without one";
        return Err(ReadErrorKind::Malformed(why.to_owned()));
    }
    let (header, chain) = match lines::read_header(&text) {
        Err(ReadErrorKind::Malformed(_)) if !is_ended => return Err(ReadErrorKind::HeaderCut),
        read => read?,
    };
    let Followed { course, .. } = Course::begin(&header);
    let offset = text.len() as u64 + u64::from(is_ended);
    Ok(Opened { header, course, chain, offset, lacks_newline: !is_ended })
}

pub(crate) fn open_compact(
    input: &mut impl BufRead,
    limits: &ReadLimits,
) -> Result<Opened, ReadErrorKind> {
    let mut start = Vec::new();
    let length = binary::MAGIC.len() + 1;
    input.by_ref().take(length as u64).read_to_end(&mut start)?;
    let there = start.len().min(binary::MAGIC.len());
    if start[..there] != binary::MAGIC[..there] {
        return Err(ReadErrorKind::NotARecord);
    }
    let Some(&format) = start.get(binary::MAGIC.len()) else {
        return Err(ReadErrorKind::HeaderCut);
    };
    let format = known(format.into())?;
    let binary::Next::Block { content: bytes, check, taken } = binary::next(input, limits)? else {
        return Err(ReadErrorKind::HeaderCut);
    };
    let header = content::read_header(format, &bytes)
        .map_err(|why| ReadErrorKind::Malformed(why.0.to_owned()))?;
    let Followed { course, .. } = Course::begin(&header);
    let (chain, offset) = (claimed(&course, check), length as u64 + taken);
    Ok(Opened { header, course, chain, offset, lacks_newline: false })
}

/// The version of the format, if it is one that is read here.
pub(crate) fn known(format: u64) -> Result<u32, ReadErrorKind> {
    let known = u32::try_from(format).ok().filter(|format| (1..=FORMAT).contains(format));
    known.ok_or(ReadErrorKind::OtherFormat { found: format })
}

/// The chain that a block claims: its checksum is the beginning of it, and the
/// rest is taken to be as it should be.
pub(crate) fn claimed(course: &Course, check: [u8; binary::CHECK]) -> Digest {
    let mut chain = course.chain().0.to_le_bytes();
    chain[..binary::CHECK].copy_from_slice(&check);
    Digest(u64::from_le_bytes(chain))
}
