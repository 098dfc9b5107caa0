//! zen-engine, in a program of its own: it brings more than four hundred crates,
//! and they are not to be built whenever the workspace is.

use super::{Process, Why, once, peers};
use crate::measure::clock::Meter;
use crate::peers::ZEN_ENGINE;

/// The form of requests that it must understand.
const FORM: u32 = 2;

/// Whether decisions tell how they were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Traced {
    No,
    Yes,
}

/// A zen-engine that decides.
pub(crate) struct Zen(Process);

impl Zen {
    pub(crate) fn new() -> Result<Self, Why> {
        let program = peers().join("zen").join("release").join("zen-peer");
        if !program.is_file() {
            return Err("it is not built: run `cargo xtask peers`".to_owned());
        }
        let process = Process::new(program, Vec::new());
        once(ZEN_ENGINE, || judged(process.try_out("version")))?;
        Ok(Self(process))
    }

    /// Decides about each card with so many rules, and says how many decisions
    /// were right.
    pub(crate) fn decide(
        &mut self,
        rules: usize,
        cards: impl Iterator<Item = usize>,
        traced: Traced,
        meter: &mut Meter,
    ) -> u64 {
        let mut request = format!("{rules} {}", u8::from(traced == Traced::Yes));
        cards.for_each(|card| request.push_str(&format!(" {card}")));
        let [nanoseconds, right] = self.0.ask(&request, meter);
        meter.charge(nanoseconds as f64);
        right.cast_unsigned()
    }
}

/// Whether what it says of itself is what the table says of it.
fn judged(said: Result<String, Why>) -> Result<(), Why> {
    let old = || Err("it is an old build: build it again with `cargo xtask peers`".to_owned());
    match said {
        Ok(said) if said == format!("{} {FORM}", ZEN_ENGINE.version) => Ok(()),
        Ok(_) => old(),
        // The first ones did not know the question.
        Err(why) if why.contains("what is \"version\"?") => old(),
        Err(why) => Err(why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_build_is_named_as_such_and_a_broken_one_says_why() {
        assert_eq!(judged(Ok("2.1.6 2".into())), Ok(()));
        let first = "zen-peer fails: what is \"version\"?".to_owned();
        for old in [Ok("2.1.5 2".to_owned()), Ok("2.1.6 1".to_owned()), Err(first)] {
            let why = judged(old).unwrap_err();
            assert!(why.starts_with("it is an old build: build it again"), "{why}");
        }
        let why = "zen-peer cannot be started: Permission denied".to_owned();
        assert_eq!(judged(Err(why.clone())), Err(why));
    }
}
