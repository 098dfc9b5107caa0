//! Runs a property over random inputs: the same inputs in every run, nothing
//! written to disk, and the smallest failing input printed for people.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

/// What a property says: fine, or what is wrong.
pub(crate) type Said = Result<(), String>;

/// How many inputs a property is tried on.
#[derive(Clone, Copy)]
pub(crate) struct Cases {
    /// In every run.
    pub(crate) usual: u32,
    /// With `RULEBOOK_FULL=1` in the environment.
    pub(crate) full: u32,
}

impl Cases {
    pub(crate) fn count(self) -> u32 {
        #[expect(
            clippy::disallowed_methods,
            reason = "how long a test runs is the caller's choice; what it runs is not"
        )]
        let full = std::env::var("RULEBOOK_FULL").is_ok_and(|value| value == "1");
        if full { self.full } else { self.usual }
    }
}

/// Tries a property on random inputs. The name seeds the inputs.
pub(crate) fn check<S: Strategy>(
    name: &str,
    cases: Cases,
    inputs: S,
    property: impl Fn(&S::Value) -> Said,
) where
    S::Value: Debug,
{
    let config = Config {
        cases: cases.count(),
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..Config::default()
    };
    let mut seed = [0; 32];
    for (at, byte) in name.bytes().enumerate() {
        seed[at % 32] ^= byte.wrapping_mul(at as u8 | 1);
    }
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let ran = TestRunner::new_with_rng(config, rng)
        .run(&inputs, |input| property(&input).map_err(TestCaseError::fail));
    match ran {
        Ok(()) => {}
        Err(TestError::Fail(why, input)) => panic!("{name}: {why}\nThe smallest case:\n{input:?}"),
        Err(TestError::Abort(why)) => panic!("{name}: given up, {why}"),
    }
}

/// Equal, or a sentence that shows both sides.
pub(crate) fn same<T: PartialEq + Debug>(what: &str, expected: &T, got: &T) -> Said {
    if expected == got {
        return Ok(());
    }
    Err(format!("{what}:\n expected {expected:?}\n      got {got:?}"))
}

/// How often the cases exercised what they are there for.
#[derive(Default)]
pub(crate) struct Coverage {
    counts: RefCell<BTreeMap<&'static str, u32>>,
}

impl Coverage {
    pub(crate) fn saw(&self, what: &'static str) {
        *self.counts.borrow_mut().entry(what).or_default() += 1;
    }

    pub(crate) fn saw_if(&self, seen: bool, what: &'static str) {
        if seen {
            self.saw(what);
        }
    }

    /// Prints the counts, and fails if one of these is rare: fewer than one in
    /// so many cases, or none at all.
    pub(crate) fn insist(&self, name: &str, cases: Cases, wanted: &[(&'static str, u32)]) {
        let counts = self.counts.borrow();
        let total = cases.count();
        println!("{name}, {total} cases:");
        for (what, count) in counts.iter() {
            println!("  {count:>7} {what}");
        }
        let rare: Vec<_> = wanted
            .iter()
            .filter(|(what, one_in)| {
                counts.get(what).copied().unwrap_or(0) < total.div_ceil(*one_in)
            })
            .collect();
        assert!(rare.is_empty(), "{name}: too rare to mean anything: {rare:?}");
    }
}
