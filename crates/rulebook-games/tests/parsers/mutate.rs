//! Breaking texts up.

/// Dice that fall the same way in every run.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % end as u64) as usize
    }

    pub(crate) fn of<'t, T: ?Sized>(&mut self, list: &[&'t T]) -> &'t T {
        list[self.below(list.len())]
    }
}

/// What no parser should stumble over: other alphabets, marks that join their
/// neighbour, letters that grow when their case changes, zeros, huge numbers.
const ODD: [&str; 14] = [
    "é",
    "ß",
    "\u{301}",
    "٣",
    "½",
    "♔",
    "🎲",
    "\0",
    "\u{feff}",
    "\u{a0}",
    "\r\n",
    "\t",
    "99999999999999999999",
    "-1",
];

/// Makes broken texts out of whole ones and the words of their language.
pub(crate) struct Mutator<'t> {
    pub(crate) seeds: &'t [&'t str],
    pub(crate) words: &'t [&'t str],
}

impl Mutator<'_> {
    /// A whole text with a few things changed; now and then nothing but words;
    /// now and then nothing is changed.
    pub(crate) fn text(&self, dice: &mut Dice) -> String {
        if dice.below(16) == 0 {
            return (0..dice.below(12)).map(|_| self.word(dice)).collect();
        }
        let mut letters: Vec<char> = dice.of(self.seeds).chars().collect();
        for _ in 0..dice.below(5) {
            self.change(&mut letters, dice);
        }
        letters.into_iter().collect()
    }

    fn word(&self, dice: &mut Dice) -> &str {
        if dice.below(8) == 0 { dice.of(&ODD) } else { dice.of(self.words) }
    }

    fn change(&self, letters: &mut Vec<char>, dice: &mut Dice) {
        let at = dice.below(letters.len() + 1);
        let end = (at + dice.below(6)).min(letters.len());
        match dice.below(8) {
            // Something comes in, in place of something or not.
            0 | 1 => drop(letters.splice(at..at, self.word(dice).chars())),
            2 | 3 => drop(letters.splice(at..end, self.word(dice).chars())),
            // Something goes, is said twice, or goes elsewhere.
            4 => drop(letters.drain(at..end)),
            5 => drop(letters.splice(at..at, letters[at..end].to_vec())),
            6 => {
                let part: Vec<char> = letters.drain(at..end).collect();
                let to = dice.below(letters.len() + 1);
                drop(letters.splice(to..to, part));
            }
            // The end is missing, or another text begins here.
            _ => {
                letters.truncate(at);
                if dice.below(2) == 0 {
                    let other: Vec<char> = dice.of(self.seeds).chars().collect();
                    letters.extend(&other[dice.below(other.len() + 1)..]);
                }
            }
        }
    }
}
