//! Chess beside two other libraries: random games and random positions, played
//! and listed by our rule book, must be theirs, move by move.

mod games;
mod positions;
mod scatter;
mod three;

/// Dice that fall the same way in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % end as u64) as usize
    }
}

/// How much is tried: more in a full run.
fn times(usual: usize) -> usize {
    let full = std::env::var_os("RULEBOOK_FULL").is_some_and(|full| full == "1");
    if full { 10 * usual } else { usual }
}
