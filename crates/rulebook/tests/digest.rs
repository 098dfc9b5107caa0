//! The canonical encoding and its hash are a contract: what stands here may be
//! added to, but never changed.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::num::NonZero;
use std::rc::Rc;
use std::sync::Arc;

use rulebook::{Canonical, Dice, Digest, Draw, Encoder, ParseDigestError, Seed};
use xxhash_rust::xxh64::xxh64;

/// Asserts that a value is encoded as exactly these bytes.
#[track_caller]
fn encodes<T: Canonical + Debug + ?Sized>(value: &T, bytes: &[u8]) {
    assert_eq!(Digest::of(value), Digest(xxh64(bytes, 0)), "{value:?}");
}

fn digest_of_pieces<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Digest {
    let mut encoder = Encoder::new();
    for piece in pieces {
        encoder.bytes(piece);
    }
    encoder.finish()
}

#[test]
fn well_known_inputs_have_their_well_known_hashes() {
    for (input, hash) in [
        ("", 0xef46_db37_51d8_e999),
        ("a", 0xd24e_c4f1_a98c_6e5b),
        ("as", 0x1c33_0fb2_d66b_e179),
        ("asd", 0x631c_37ce_72a9_7393),
        ("asdf", 0x4158_72f5_99ce_a71e),
        ("abc", 0x44bc_2cf5_ad77_0999),
        ("Nobody inspects the spammish repetition", 0xfbce_a83c_8a37_8bf1),
        ("Call me Ishmael. Some years ago--never mind how long precisely-", 0x02a2_e854_70d6_fd96),
    ] {
        assert_eq!(digest_of_pieces([input.as_bytes()]), Digest(hash), "{input}");
    }
}

#[test]
fn the_hash_is_the_same_however_the_bytes_are_cut() {
    let bytes: Vec<u8> = (0..=200).collect();
    for length in [0, 1, 7, 8, 31, 32, 33, 63, 64, 65, 96, 127, 128, 201] {
        let bytes = &bytes[..length];
        let whole = Digest(xxh64(bytes, 0));
        for size in 1..=70 {
            assert_eq!(digest_of_pieces(bytes.chunks(size)), whole, "{length} in {size}");
        }
        for cut in 0..=length {
            let (head, tail) = bytes.split_at(cut);
            assert_eq!(digest_of_pieces([head, tail]), whole, "{length} at {cut}");
        }
    }
}

#[test]
fn the_hash_agrees_with_another_implementation_on_random_input() {
    let mut dice = Dice::new(Seed(64));
    for _ in 0..2_000 {
        let length = dice.below(600);
        let bytes: Vec<u8> = (0..length).map(|_| dice.word() as u8).collect();
        let mut encoder = Encoder::new();
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            let most = dice.roll(100) as usize;
            let (piece, left) = rest.split_at(most.min(rest.len()));
            encoder.bytes(piece);
            rest = left;
        }
        assert_eq!(encoder.finish(), Digest(xxh64(&bytes, 0)), "{bytes:?}");
    }
}

#[test]
fn finishing_leaves_the_encoder_as_it_was() {
    let mut encoder = Encoder::default();
    for count in 0..100_u8 {
        assert_eq!(encoder.finish(), encoder.clone().finish());
        encoder.u8(count);
    }
    let bytes: Vec<u8> = (0..100).collect();
    assert_eq!(encoder.finish(), Digest(xxh64(&bytes, 0)));
}

#[test]
fn numbers_are_little_endian_and_as_wide_as_their_type() {
    encodes(&0x12_u8, &[0x12]);
    encodes(&0x1234_u16, &[0x34, 0x12]);
    encodes(&0x1234_5678_u32, &[0x78, 0x56, 0x34, 0x12]);
    encodes(&0x0102_u64, &[2, 1, 0, 0, 0, 0, 0, 0]);
    encodes(&1_u128, &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    encodes(&-2_i8, &[0xfe]);
    encodes(&-2_i16, &[0xfe, 0xff]);
    encodes(&-2_i32, &[0xfe, 0xff, 0xff, 0xff]);
    encodes(&-2_i64, &[0xfe, 255, 255, 255, 255, 255, 255, 255]);
    let mut wide = [255; 16];
    wide[0] = 0xfe;
    encodes(&-2_i128, &wide);
    encodes(&i8::MIN, &[0x80]);
    encodes(&NonZero::<u16>::MAX, &[255, 255]);
    encodes(&NonZero::<i32>::MIN, &[0, 0, 0, 0x80]);
}

#[test]
fn pointer_sized_numbers_are_64_bits_everywhere() {
    encodes(&7_usize, &[7, 0, 0, 0, 0, 0, 0, 0]);
    encodes(&-1_isize, &[255; 8]);
    encodes(&NonZero::<usize>::MIN, &[1, 0, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn text_is_its_length_in_bytes_and_its_utf_8() {
    encodes(&false, &[0]);
    encodes(&true, &[1]);
    encodes(&'♞', &[0x5e, 0x26, 0, 0]);
    encodes("", &[0; 8]);
    encodes("é", &[2, 0, 0, 0, 0, 0, 0, 0, 0xc3, 0xa9]);
    encodes(&String::from("ab"), &[2, 0, 0, 0, 0, 0, 0, 0, b'a', b'b']);
}

#[test]
fn nothing_is_written_for_units_and_markers() {
    encodes(&(), &[]);
    encodes(&PhantomData::<str>, &[]);
    encodes(&[0_u8; 0], &[]);
}

#[test]
fn tuples_and_arrays_are_their_parts_alone() {
    encodes(&(1_u8,), &[1]);
    encodes(&(1_u8, 2_u16), &[1, 2, 0]);
    encodes(&(1_u8, 2_u8, 3_u8, 4_u8, 5_u8, 6_u8, 7_u8, 8_u8), &[1, 2, 3, 4, 5, 6, 7, 8]);
    encodes(&[1_u8, 2, 3], &[1, 2, 3]);
    encodes(&[1_u16, 2], &[1, 0, 2, 0]);
    encodes(&[[1_u8, 2], [3, 4]], &[1, 2, 3, 4]);
}

#[test]
fn sequences_begin_with_their_length() {
    let bytes = [2, 0, 0, 0, 0, 0, 0, 0, 9, 8];
    encodes(&[9_u8, 8][..], &bytes);
    encodes(&vec![9_u8, 8], &bytes);
    encodes(&vec![9_i8, 8], &bytes);
    encodes(&BTreeSet::from([9_u8, 8]), &[2, 0, 0, 0, 0, 0, 0, 0, 8, 9]);
    encodes(&BTreeMap::from([(9_u8, true), (8, false)]), &[2, 0, 0, 0, 0, 0, 0, 0, 8, 0, 9, 1]);
    encodes(&Vec::<String>::new(), &[0; 8]);
    encodes(&vec![(), ()], &[2, 0, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn a_queue_is_written_front_to_back_wherever_it_lies_in_memory() {
    let mut queue = VecDeque::with_capacity(4);
    queue.extend([0_u8, 0, 1, 2]);
    queue.drain(..2);
    queue.extend([3, 4]);
    assert!(!queue.as_slices().1.is_empty(), "the queue should wrap");
    encodes(&queue, &[4, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4]);
}

#[test]
fn options_and_results_begin_with_one_byte() {
    encodes(&None::<u16>, &[0]);
    encodes(&Some(5_u16), &[1, 5, 0]);
    encodes(&Some(None::<u8>), &[1, 0]);
    encodes(&Ok::<u8, u16>(5), &[0, 5]);
    encodes(&Err::<u8, u16>(5), &[1, 5, 0]);
}

#[test]
fn what_points_is_written_as_what_it_points_at() {
    encodes(&&5_u8, &[5]);
    encodes(&&mut 5_u8, &[5]);
    encodes(&Box::new(5_u8), &[5]);
    encodes(&Rc::new(5_u8), &[5]);
    encodes(&Arc::new(5_u8), &[5]);
    encodes(&Box::<[u8]>::from([5]), &[1, 0, 0, 0, 0, 0, 0, 0, 5]);
    encodes(&Arc::<str>::from("a"), &[1, 0, 0, 0, 0, 0, 0, 0, b'a']);
    encodes(&Cow::Borrowed("a"), &[1, 0, 0, 0, 0, 0, 0, 0, b'a']);
    let open: Box<dyn Canonical> = Box::new(5_u8);
    assert_eq!(Digest::of(&open), Digest::of(&5_u8));
}

#[test]
fn the_engines_own_values_have_an_encoding_too() {
    encodes(&Digest(0x0102), &[2, 1, 0, 0, 0, 0, 0, 0]);
    encodes(&Seed(3), &[3, 0, 0, 0, 0, 0, 0, 0]);
    let mut dice = Dice::at(Seed(3), 5);
    dice.word();
    encodes(&dice, &[3, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]);
    encodes(&Draw { sides: 6, value: 5 }, &[6, 0, 0, 0, 5, 0, 0, 0]);
}

#[test]
fn the_digest_of_a_compound_value_never_changes() {
    let value = (
        [Some('♔'), None, Some('♛')],
        vec![(-7_i16, String::from("pass")), (300, String::new())],
        BTreeMap::from([(2_usize, Ok::<u8, bool>(1)), (1, Err(true))]),
        BTreeSet::from([u64::MAX, 0]),
        VecDeque::from([i128::MIN]),
        (NonZero::<u8>::MAX, PhantomData::<f32>, ()),
    );
    assert_eq!(Digest::of(&value).to_string(), "77fced9f3b744296");
}

#[test]
fn a_digest_is_shown_and_read_as_16_digits() {
    let digest = Digest(0x00ab_cdef_0123_4567);
    assert_eq!(digest.to_string(), "00abcdef01234567");
    assert_eq!(format!("{digest:x}"), "00abcdef01234567");
    assert_eq!(format!("{digest:#x}"), "0x00abcdef01234567");
    assert_eq!(format!("{digest:?}"), "Digest(00abcdef01234567)");
    assert_eq!(format!("{digest:>18}"), "  00abcdef01234567");
    assert_eq!(format!("{digest:.6}"), "00abcd");
    assert_eq!("00abcdef01234567".parse(), Ok(digest));
    assert_eq!("00ABCDEF01234567".parse(), Ok(digest));
    assert_eq!("ffffffffffffffff".parse(), Ok(Digest(u64::MAX)));
}

#[test]
fn a_text_that_is_no_digest_is_refused_with_the_reason() {
    let refusal = |text: &str| text.parse::<Digest>().unwrap_err();
    assert_eq!(refusal(""), ParseDigestError::Length { count: 0 });
    assert_eq!(refusal("00abcdef0123456"), ParseDigestError::Length { count: 15 });
    assert_eq!(
        refusal("0x00abcdef01234567").to_string(),
        "a digest has 16 hexadecimal digits, but the text has 18 characters"
    );
    let at = |at, found| ParseDigestError::NotHex { at, found };
    assert_eq!(refusal("+0abcdef01234567"), at(0, '+'));
    assert_eq!(refusal("00abcdef0123456é"), at(15, 'é'));
    assert_eq!(
        refusal("00 bcdef01234567").to_string(),
        "a digest has hexadecimal digits only, but character 3 is ' '"
    );
}
