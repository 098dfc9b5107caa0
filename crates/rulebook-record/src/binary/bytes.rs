//! Numbers and texts as bytes: each value has exactly one form, so that the
//! same content always has the same chain.

use rulebook::{By, Digest, Seat};

/// Takes content as bytes.
#[derive(Default)]
pub(crate) struct Sink(pub(crate) Vec<u8>);

impl Sink {
    pub(crate) fn byte(&mut self, value: u8) {
        self.0.push(value);
    }

    /// Seven bits at a time, the lowest first; the eighth says that more follow.
    pub(crate) fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    /// A number that may be negative: 0, -1, 1, -2, 2 …
    pub(crate) fn signed(&mut self, value: i32) {
        let wide = i64::from(value);
        self.number(((wide << 1) ^ (wide >> 63)) as u64);
    }

    pub(crate) fn fixed(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }

    pub(crate) fn digest(&mut self, digest: Digest) {
        self.fixed(digest.0);
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend(text.as_bytes());
    }

    /// Nothing, or a text.
    pub(crate) fn maybe(&mut self, text: Option<&str>) {
        self.byte(text.is_some().into());
        if let Some(text) = text {
            self.text(text);
        }
    }

    pub(crate) fn by(&mut self, by: By) {
        match by {
            By::Chance => self.byte(0),
            By::Clock => self.byte(1),
            By::Seat(seat) => self.number(u64::from(seat.0) + 2),
        }
    }
}

/// Why bytes are no content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Malformed(pub(crate) &'static str);

/// Gives content back from bytes. Nothing is taken that a [`Sink`] would not
/// have written.
pub(crate) struct Source<'b> {
    rest: &'b [u8],
}

impl<'b> Source<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Self {
        Source { rest: bytes }
    }

    fn take(&mut self, count: usize) -> Result<&'b [u8], Malformed> {
        let (taken, rest) =
            self.rest.split_at_checked(count).ok_or(Malformed("it ends too early"))?;
        self.rest = rest;
        Ok(taken)
    }

    pub(crate) fn end(&self) -> Result<(), Malformed> {
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(Malformed("more follows than belongs to it"))
        }
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Malformed> {
        Ok(self.take(1)?[0])
    }

    pub(crate) fn number(&mut self) -> Result<u64, Malformed> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                return Err(Malformed("a number is too large"));
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                let is_shortest = byte != 0 || shift == 0;
                return is_shortest
                    .then_some(value)
                    .ok_or(Malformed("a number is written longer than it is"));
            }
        }
        Err(Malformed("a number is too large"))
    }

    pub(crate) fn small<T: TryFrom<u64>>(&mut self) -> Result<T, Malformed> {
        T::try_from(self.number()?).map_err(|_large| Malformed("a number is too large"))
    }

    pub(crate) fn signed(&mut self) -> Result<i32, Malformed> {
        let zigzag = self.number()?;
        let value = (zigzag >> 1) as i64 ^ -((zigzag & 1) as i64);
        i32::try_from(value).map_err(|_large| Malformed("a score is too large"))
    }

    pub(crate) fn fixed(&mut self) -> Result<u64, Malformed> {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(self.take(8)?);
        Ok(u64::from_le_bytes(bytes))
    }

    pub(crate) fn digest(&mut self) -> Result<Digest, Malformed> {
        self.fixed().map(Digest)
    }

    pub(crate) fn text(&mut self) -> Result<String, Malformed> {
        let length = self.small()?;
        let text = std::str::from_utf8(self.take(length)?);
        text.map(str::to_owned).map_err(|_bytes| Malformed("a text is not UTF-8"))
    }

    pub(crate) fn flag(&mut self) -> Result<bool, Malformed> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Malformed("a byte should be 0 or 1")),
        }
    }

    pub(crate) fn maybe(&mut self) -> Result<Option<String>, Malformed> {
        if self.flag()? { self.text().map(Some) } else { Ok(None) }
    }

    pub(crate) fn by(&mut self) -> Result<By, Malformed> {
        match self.number()? {
            0 => Ok(By::Chance),
            1 => Ok(By::Clock),
            seat => u8::try_from(seat - 2)
                .map(|seat| By::Seat(Seat(seat)))
                .map_err(|_large| Malformed("there is no such seat")),
        }
    }

    /// Things one after another, after their number. Memory is taken as they
    /// come, not as somebody says that they would.
    pub(crate) fn list<T>(
        &mut self,
        mut one: impl FnMut(&mut Self) -> Result<T, Malformed>,
    ) -> Result<Vec<T>, Malformed> {
        let count = self.number()?;
        let mut all = Vec::new();
        for _ in 0..count {
            all.push(one(self)?);
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(write: impl FnOnce(&mut Sink)) -> Vec<u8> {
        let mut sink = Sink::default();
        write(&mut sink);
        sink.0
    }

    #[test]
    fn every_number_has_one_form_and_comes_back() {
        for value in [0, 1, 127, 128, 300, 16_383, 16_384, u64::from(u32::MAX), u64::MAX] {
            let written = bytes(|sink| sink.number(value));
            let mut source = Source::new(&written);
            assert_eq!((source.number(), source.end()), (Ok(value), Ok(())));
        }
        assert_eq!(bytes(|sink| sink.number(300)), [0xac, 0x02]);
    }

    #[test]
    fn numbers_that_are_too_long_or_too_large_are_refused() {
        assert!(Source::new(&[0x80, 0x00]).number().is_err());
        assert!(Source::new(&[0xff; 9]).number().is_err());
        let over = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02];
        assert!(Source::new(&over).number().is_err());
        assert!(Source::new(&[0xff; 20]).number().is_err());
    }

    #[test]
    fn scores_come_back_with_their_sign() {
        for value in [0, 1, -1, 64, -65, i32::MAX, i32::MIN] {
            let written = bytes(|sink| sink.signed(value));
            assert_eq!(Source::new(&written).signed(), Ok(value));
        }
        assert!(Source::new(&bytes(|sink| sink.number(u64::MAX))).signed().is_err());
    }

    #[test]
    fn a_list_that_claims_to_be_endless_takes_no_memory() {
        let written = bytes(|sink| sink.number(u64::MAX));
        assert!(Source::new(&written).list(Source::fixed).is_err());
    }

    #[test]
    fn seats_end_at_255() {
        assert_eq!(Source::new(&bytes(|sink| sink.number(257))).by(), Ok(By::Seat(Seat(255))));
        assert!(Source::new(&bytes(|sink| sink.number(258))).by().is_err());
    }
}
