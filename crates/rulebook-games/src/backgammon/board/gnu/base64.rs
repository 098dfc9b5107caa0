//! Bytes in the 64 characters of Base64, without padding.

use crate::backgammon::board::{Expected, TextError};

const CHARACTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The characters for these bytes: six bits each, the highest first.
pub(super) fn write(bytes: &[u8]) -> String {
    let bit = |index: usize| {
        let byte = bytes.get(index / 8).copied().unwrap_or(0);
        usize::from(byte >> (7 - index % 8) & 1)
    };
    let character = |index: usize| {
        let value = (0..6).fold(0, |value, place| value << 1 | bit(6 * index + place));
        char::from(CHARACTERS[value])
    };
    (0..(bytes.len() * 8).div_ceil(6)).map(character).collect()
}

/// The bytes that these characters say. Bits that are left over at the end
/// must be zero.
pub(super) fn read<const BYTES: usize>(text: &str) -> Result<[u8; BYTES], TextError> {
    let length = (BYTES * 8).div_ceil(6);
    let mut bytes = [0; BYTES];
    for (index, character) in text.chars().enumerate() {
        if index == length {
            return Err(wrong_length(text, index, length));
        }
        let value = CHARACTERS.iter().position(|&known| char::from(known) == character);
        let value = value.ok_or_else(|| TextError::new(text, index, Expected::IdCharacter))?;
        for place in 0..6 {
            let bit = 6 * index + place;
            let is_set = value >> (5 - place) & 1 == 1;
            match bytes.get_mut(bit / 8) {
                Some(byte) => *byte |= u8::from(is_set) << (7 - bit % 8),
                None if is_set => return Err(TextError::new(text, index, Expected::IdEnd)),
                None => {}
            }
        }
    }
    match text.chars().count() {
        characters if characters < length => Err(wrong_length(text, characters, length)),
        _ => Ok(bytes),
    }
}

fn wrong_length(text: &str, at: usize, length: usize) -> TextError {
    TextError::new(text, at, Expected::IdLength { characters: length as u8 })
}
