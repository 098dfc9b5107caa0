//! Digests: one number that says which state a game is in.
//!
//! What comes in is a value that is [`Canonical`]; what comes out is a
//! [`Digest`], the XXH64 hash (seed 0) of the value's canonical bytes. Two
//! equal values have the same digest on every platform, in every build profile
//! and in every version of this crate. Making one allocates nothing, and nothing
//! here depends on addresses, on the order of a hash map or on the width of a
//! pointer.
//!
//! The encoding is a contract: records hold digests made with it, so it never
//! changes. It stands with [`Canonical`], byte by byte.
//!
//! # Why the hash is written out here
//!
//! The engine has no dependencies, and XXH64 is a short, published and frozen
//! algorithm. It is fast, and its values can be recomputed with any other
//! implementation. It is not cryptographic: a digest finds divergence, it does
//! not prove who wrote a record.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

mod impls;
mod xxh64;

use xxh64::Xxh64;

/// A value with exactly one canonical sequence of bytes.
///
/// Derive it with `#[derive(Canonical)]` (feature `derive`), or write the
/// fields one after another by hand. Two rules make an implementation right:
/// equal values write equal bytes, and different values write different bytes.
///
/// ```
/// use rulebook::{Canonical, Digest, Encoder};
///
/// struct Point { x: i32, y: i32 }
///
/// impl Canonical for Point {
///     fn encode(&self, into: &mut Encoder) {
///         self.x.encode(into);
///         self.y.encode(into);
///     }
/// }
///
/// assert_eq!(Digest::of(&Point { x: 3, y: -1 }), Digest::of(&(3_i32, -1_i32)));
/// assert_ne!(Digest::of(&Point { x: 3, y: -1 }), Digest::of(&Point { x: -1, y: 3 }));
/// ```
///
/// # The encoding
///
/// This is a contract: records hold digests made with it, so it never
/// changes. There is no padding, no alignment and no type information; a value
/// is simply its parts, one after another. Every number is little-endian.
///
/// | value | bytes |
/// | --- | --- |
/// | `u8` … `u128` | 1, 2, 4, 8 or 16 bytes |
/// | `i8` … `i128` | the same, two's complement |
/// | `usize`, `isize` | 8 bytes, as `u64` and `i64` |
/// | `NonZero<_>` | as the integer inside |
/// | `bool` | 1 byte: 0 is false, 1 is true |
/// | `char` | 4 bytes: its code point as `u32` |
/// | `str`, `String` | its length in bytes as `u64`, then its UTF-8 bytes |
/// | `()`, `PhantomData` | nothing |
/// | tuples, structs | the fields in the order of declaration |
/// | `[T; N]` | the items; the type tells how many, so no length |
/// | `[T]`, `Vec`, `VecDeque` | the number of items as `u64`, then the items, first to last |
/// | `BTreeSet` | the number of items as `u64`, then the items in ascending order |
/// | `BTreeMap` | the number of entries as `u64`, then key, value, key, value … in ascending order of keys |
/// | `Option` | 1 byte: 0 is `None`; 1 is `Some`, and the value follows |
/// | `Result` | 1 byte: 0 is `Ok`, 1 is `Err`; the value follows |
/// | enums (derived) | the variant's place in the declaration, from 0, as `u32`; then its fields |
/// | `&T`, `&mut T`, `Box`, `Rc`, `Arc`, `Cow` | as the value behind it |
/// | [`Digest`], [`Seed`](crate::Seed) | as its `u64` |
/// | [`Dice`](crate::Dice) | seed and position, as two `u64` |
/// | [`Draw`](crate::Draw) | sides and value, as two `u32` |
///
/// # What has no encoding, and why
///
/// * `HashMap` and `HashSet` iterate in an order that differs from run to run.
///   Use `BTreeMap` and `BTreeSet`.
/// * `BinaryHeap` holds equal content in different orders. Use a sorted `Vec`.
/// * `f32` and `f64` have two zeros that are equal, many values that are equal
///   to nothing, and results that differ between platforms. Use integers:
///   count in hundredths, or keep numerator and denominator.
/// * `Cell`, `Mutex` and the atomics change behind a shared reference, so a
///   digest of them would say nothing for certain.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no canonical encoding",
    label = "not `Canonical`",
    note = "for a type of your own, write `#[derive(Canonical)]` on it",
    note = "hash maps and floats have none on purpose: use `BTreeMap`, `BTreeSet` and integers"
)]
pub trait Canonical {
    /// Writes the value's bytes.
    fn encode(&self, into: &mut Encoder);

    /// Writes the items of a slice, one after another and without the length.
    ///
    /// It must write what calling [`encode`](Self::encode) for each item would
    /// write. It is here so that a slice of bytes can go in as one piece;
    /// there is rarely a reason to implement it.
    ///
    /// ```
    /// use rulebook::{Canonical, Encoder};
    ///
    /// let (mut whole, mut single) = (Encoder::new(), Encoder::new());
    /// u8::encode_slice(&[1, 2, 3], &mut whole);
    /// for item in [1_u8, 2, 3] {
    ///     item.encode(&mut single);
    /// }
    /// assert_eq!(whole.finish(), single.finish());
    /// ```
    #[inline]
    fn encode_slice(items: &[Self], into: &mut Encoder)
    where
        Self: Sized,
    {
        for item in items {
            item.encode(into);
        }
    }
}

/// Takes the bytes of a [`Canonical`] value and hashes them as they come.
///
/// How the bytes are cut into calls makes no difference.
///
/// ```
/// use rulebook::{Digest, Encoder};
///
/// let mut encoder = Encoder::new();
/// encoder.u16(0x0201);
/// encoder.bytes(&[3, 4]);
///
/// let mut other = Encoder::new();
/// other.u32(0x0403_0201);
/// assert_eq!(encoder.finish(), other.finish());
/// assert_eq!(Encoder::new().finish(), Digest(0xef46_db37_51d8_e999));
/// ```
#[derive(Clone, Debug)]
pub struct Encoder {
    hash: Xxh64,
}

impl Encoder {
    /// An encoder that has taken no bytes.
    ///
    /// ```
    /// assert_eq!(rulebook::Encoder::new().finish(), rulebook::Digest::of(&()));
    /// ```
    #[inline]
    pub const fn new() -> Self {
        Self { hash: Xxh64::new() }
    }

    /// Writes one byte.
    ///
    /// ```
    /// let mut encoder = rulebook::Encoder::new();
    /// encoder.u8(b'a');
    /// assert_eq!(encoder.finish().to_string(), "d24ec4f1a98c6e5b");
    /// ```
    #[inline]
    pub fn u8(&mut self, value: u8) {
        self.hash.write(&[value]);
    }

    /// Writes two bytes, the lowest first.
    ///
    /// ```
    /// let mut encoder = rulebook::Encoder::new();
    /// encoder.u16(7);
    /// assert_eq!(encoder.finish(), rulebook::Digest::of(&7_u16));
    /// ```
    #[inline]
    pub fn u16(&mut self, value: u16) {
        self.hash.write(&value.to_le_bytes());
    }

    /// Writes four bytes, the lowest first.
    ///
    /// ```
    /// let mut encoder = rulebook::Encoder::new();
    /// encoder.u32(7);
    /// assert_eq!(encoder.finish(), rulebook::Digest::of(&7_u32));
    /// ```
    #[inline]
    pub fn u32(&mut self, value: u32) {
        self.hash.write(&value.to_le_bytes());
    }

    /// Writes eight bytes, the lowest first.
    ///
    /// ```
    /// let mut encoder = rulebook::Encoder::new();
    /// encoder.u64(7);
    /// assert_eq!(encoder.finish(), rulebook::Digest::of(&7_u64));
    /// ```
    #[inline]
    pub fn u64(&mut self, value: u64) {
        self.hash.write(&value.to_le_bytes());
    }

    /// Writes sixteen bytes, the lowest first.
    ///
    /// ```
    /// let mut encoder = rulebook::Encoder::new();
    /// encoder.u128(7);
    /// assert_eq!(encoder.finish(), rulebook::Digest::of(&7_u128));
    /// ```
    #[inline]
    pub fn u128(&mut self, value: u128) {
        self.hash.write(&value.to_le_bytes());
    }

    /// Writes the bytes as they are, without their number.
    ///
    /// Write the number first with [`len`](Self::len) wherever it can vary;
    /// otherwise two different values may run together into the same bytes.
    ///
    /// ```
    /// let mut encoder = rulebook::Encoder::new();
    /// encoder.bytes(b"abc");
    /// assert_eq!(encoder.finish().to_string(), "44bc2cf5ad770999");
    /// ```
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.hash.write(bytes);
    }

    /// Writes how many items follow, as a `u64` on every platform.
    ///
    /// ```
    /// let mut encoder = rulebook::Encoder::new();
    /// encoder.len(2);
    /// encoder.bytes(&[8, 9]);
    /// assert_eq!(encoder.finish(), rulebook::Digest::of(&vec![8_u8, 9]));
    /// ```
    #[inline]
    pub fn len(&mut self, count: usize) {
        self.u64(count as u64);
    }

    /// Writes which variant of an enum follows: its place in the declaration,
    /// from 0.
    ///
    /// ```
    /// let (mut encoder, mut other) = (rulebook::Encoder::new(), rulebook::Encoder::new());
    /// encoder.variant(1);
    /// other.u32(1);
    /// assert_eq!(encoder.finish(), other.finish());
    /// ```
    #[inline]
    pub fn variant(&mut self, index: u32) {
        self.u32(index);
    }

    /// The digest of all bytes so far. More may be written afterwards.
    ///
    /// ```
    /// let mut encoder = rulebook::Encoder::new();
    /// encoder.u8(1);
    /// let early = encoder.finish();
    /// encoder.u8(2);
    /// assert_ne!(encoder.finish(), early);
    /// ```
    #[inline]
    pub fn finish(&self) -> Digest {
        Digest(self.hash.finish())
    }
}

impl Default for Encoder {
    fn default() -> Self {
        Self::new()
    }
}

/// The hash of a value's canonical bytes, shown as 16 hexadecimal digits.
///
/// Digests are compared to find the first moment at which two runs of a game
/// differ. `{:.8}` shows the first eight digits, which is enough for a person.
///
/// ```
/// use rulebook::Digest;
///
/// let digest = Digest::of("e4 e5");
/// assert_eq!(digest, Digest::of(&String::from("e4 e5")));
/// assert_eq!(digest.to_string().parse(), Ok(digest));
/// assert_eq!(Digest(0xab).to_string(), "00000000000000ab");
/// assert_eq!(format!("{:.8}", Digest(0xab << 40)), "0000ab00");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub u64);

impl Digest {
    /// The digest of a value.
    ///
    /// ```
    /// use rulebook::Digest;
    /// assert_eq!(Digest::of(&[1_u8, 2]), Digest::of(&(1_u8, 2_u8)));
    /// assert_ne!(Digest::of(&[1_u8, 2]), Digest::of(&[2_u8, 1]));
    /// ```
    #[inline]
    pub fn of<T: Canonical + ?Sized>(value: &T) -> Self {
        let mut encoder = Encoder::new();
        value.encode(&mut encoder);
        encoder.finish()
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({:016x})", self.0)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:016x}", self.0))
    }
}

impl fmt::LowerHex for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            f.write_str("0x")?;
        }
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for Digest {
    type Err = ParseDigestError;

    /// Reads exactly 16 hexadecimal digits, small or capital.
    fn from_str(text: &str) -> Result<Self, ParseDigestError> {
        let count = text.chars().count();
        if count != 16 {
            return Err(ParseDigestError::Length { count });
        }
        text.chars()
            .enumerate()
            .try_fold(0, |number: u64, (at, found)| match found.to_digit(16) {
                Some(digit) => Ok(number << 4 | u64::from(digit)),
                None => Err(ParseDigestError::NotHex { at, found }),
            })
            .map(Self)
    }
}

/// Why a text is not a [`Digest`].
///
/// ```
/// use rulebook::{Digest, ParseDigestError};
///
/// assert_eq!("12".parse::<Digest>(), Err(ParseDigestError::Length { count: 2 }));
/// assert_eq!(
///     "000000000000000g".parse::<Digest>().unwrap_err().to_string(),
///     "a digest has hexadecimal digits only, but character 16 is 'g'",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseDigestError {
    /// The text does not have 16 characters.
    Length {
        /// How many it has.
        count: usize,
    },
    /// A character is not a hexadecimal digit.
    NotHex {
        /// Its place, from 0, counted in characters.
        at: usize,
        /// The character.
        found: char,
    },
}

impl fmt::Display for ParseDigestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Length { count } => {
                write!(f, "a digest has 16 hexadecimal digits, but the text has {count} characters")
            }
            Self::NotHex { at, found } => write!(
                f,
                "a digest has hexadecimal digits only, but character {} is {found:?}",
                at + 1
            ),
        }
    }
}

impl Error for ParseDigestError {}
