//! XXH64 with seed 0, fed piece by piece, from the published description of
//! the algorithm. Bytes go in, a `u64` comes out; how they are cut into pieces
//! makes no difference.

const PRIME_1: u64 = 0x9e37_79b1_85eb_ca87;
const PRIME_2: u64 = 0xc2b2_ae3d_27d4_eb4f;
const PRIME_3: u64 = 0x1656_67b1_9e37_79f9;
const PRIME_4: u64 = 0x85eb_ca77_c2b2_ae63;
const PRIME_5: u64 = 0x27d4_eb2f_1656_67c5;

/// Bytes that are mixed in at once, eight for each lane.
const STRIPE: usize = 32;

/// The state of the hash. Of `buffer`, the first `total % 32` bytes count: a
/// full stripe is mixed in at once, so it is never left waiting.
#[derive(Clone, Debug)]
pub(super) struct Xxh64 {
    lanes: [u64; 4],
    buffer: [u8; STRIPE],
    total: u64,
}

impl Xxh64 {
    #[inline]
    pub(super) const fn new() -> Self {
        Self {
            lanes: [PRIME_1.wrapping_add(PRIME_2), PRIME_2, 0, PRIME_1.wrapping_neg()],
            buffer: [0; STRIPE],
            total: 0,
        }
    }

    #[inline]
    pub(super) fn write(&mut self, bytes: &[u8]) {
        let held = self.held();
        self.total += bytes.len() as u64;
        if bytes.len() < STRIPE - held {
            self.buffer[held..held + bytes.len()].copy_from_slice(bytes);
        } else {
            self.write_stripes(held, bytes);
        }
    }

    /// Completes the stripe that waits in the buffer, mixes in whole stripes,
    /// and keeps the rest.
    fn write_stripes(&mut self, held: usize, bytes: &[u8]) {
        let (first, bytes) = bytes.split_at(STRIPE - held);
        self.buffer[held..].copy_from_slice(first);
        mix_stripe(&mut self.lanes, &self.buffer);
        let (stripes, rest) = bytes.as_chunks::<STRIPE>();
        for stripe in stripes {
            mix_stripe(&mut self.lanes, stripe);
        }
        self.buffer[..rest.len()].copy_from_slice(rest);
    }

    pub(super) fn finish(&self) -> u64 {
        let start = if self.total < STRIPE as u64 { PRIME_5 } else { merge_lanes(self.lanes) };
        let tail = &self.buffer[..self.held()];
        avalanche(mix_tail(start.wrapping_add(self.total), tail))
    }

    /// How many bytes wait in the buffer.
    #[inline]
    fn held(&self) -> usize {
        (self.total % STRIPE as u64) as usize
    }
}

#[inline]
fn round(lane: u64, input: u64) -> u64 {
    lane.wrapping_add(input.wrapping_mul(PRIME_2)).rotate_left(31).wrapping_mul(PRIME_1)
}

#[inline]
fn mix_stripe(lanes: &mut [u64; 4], stripe: &[u8; STRIPE]) {
    let (inputs, _) = stripe.as_chunks::<8>();
    for (lane, input) in lanes.iter_mut().zip(inputs) {
        *lane = round(*lane, u64::from_le_bytes(*input));
    }
}

fn merge_lanes(lanes: [u64; 4]) -> u64 {
    let [a, b, c, d] = lanes;
    let sum = a
        .rotate_left(1)
        .wrapping_add(b.rotate_left(7))
        .wrapping_add(c.rotate_left(12))
        .wrapping_add(d.rotate_left(18));
    lanes
        .into_iter()
        .fold(sum, |hash, lane| (hash ^ round(0, lane)).wrapping_mul(PRIME_1).wrapping_add(PRIME_4))
}

/// Mixes in the last, incomplete stripe: eight bytes at a time, then four,
/// then one.
fn mix_tail(mut hash: u64, tail: &[u8]) -> u64 {
    let (eights, rest) = tail.as_chunks::<8>();
    for eight in eights {
        hash = (hash ^ round(0, u64::from_le_bytes(*eight)))
            .rotate_left(27)
            .wrapping_mul(PRIME_1)
            .wrapping_add(PRIME_4);
    }
    let (fours, rest) = rest.as_chunks::<4>();
    for four in fours {
        let input = u64::from(u32::from_le_bytes(*four));
        hash = (hash ^ input.wrapping_mul(PRIME_1))
            .rotate_left(23)
            .wrapping_mul(PRIME_2)
            .wrapping_add(PRIME_3);
    }
    for &byte in rest {
        hash = (hash ^ u64::from(byte).wrapping_mul(PRIME_5)).rotate_left(11).wrapping_mul(PRIME_1);
    }
    hash
}

#[inline]
fn avalanche(mut hash: u64) -> u64 {
    hash = (hash ^ (hash >> 33)).wrapping_mul(PRIME_2);
    hash = (hash ^ (hash >> 29)).wrapping_mul(PRIME_3);
    hash ^ (hash >> 32)
}
