//! A game of an author's own, with everything that can go wrong.

use std::sync::{Condvar, Mutex, PoisonError};

use rulebook::Open;
use rulebook::prelude::*;
use rulebook_games::{ParseError, Playable, PositionError};

/// The gate before which a batch of simulated games of [`Plain`] waits while it
/// is closed.
pub(crate) static SIMULATING: Gate = Gate::new();
/// The gate before which a bot that thinks about [`Plain`] waits.
pub(crate) static THINKING: Gate = Gate::new();

/// The gates before which whoever looks at 70, 71 or 72 of [`Plain`] waits: one for
/// each test.
pub(crate) static LOOKING: [Gate; 3] = [Gate::new(), Gate::new(), Gate::new()];

/// A gate.
pub(crate) struct Gate {
    stands: Mutex<Stands>,
    moved: Condvar,
}

struct Stands {
    closed: bool,
    waiting: usize,
}

impl Gate {
    const fn new() -> Self {
        let stands = Stands { closed: false, waiting: 0 };
        Gate { stands: Mutex::new(stands), moved: Condvar::new() }
    }

    pub(crate) fn close(&self) {
        self.stands.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
    }

    /// Opens it, and waits until all who waited have passed: when it is closed
    /// again, nobody of them is taken for somebody who waits then.
    pub(crate) fn open(&self) {
        let mut stands = self.stands.lock().unwrap_or_else(PoisonError::into_inner);
        stands.closed = false;
        self.moved.notify_all();
        drop(self.moved.wait_while(stands, |stands| stands.waiting > 0));
    }

    /// Waits until somebody waits before it.
    pub(crate) fn wait_for_somebody(&self) {
        let stands = self.stands.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.moved.wait_while(stands, |stands| stands.waiting == 0));
    }

    /// Waits until it is open.
    fn pass(&self) {
        let mut stands = self.stands.lock().unwrap_or_else(PoisonError::into_inner);
        stands.waiting += 1;
        self.moved.notify_all();
        let passed = self.moved.wait_while(stands, |stands| stands.closed);
        passed.unwrap_or_else(PoisonError::into_inner).waiting -= 1;
        self.moved.notify_all();
    }
}

/// Counts. 13 panics in its rule, 66 in what shows it, "boom" where it is read;
/// 7 asks for a choice, 99 ends the game; whoever looks at 70 may have to wait.
pub(crate) struct Counter<const DIGESTS: bool>;

/// With digests, as most games are.
pub(crate) type Trap = Counter<true>;
/// Without digests: it cannot be recorded.
pub(crate) type Plain = Counter<false>;

impl<const DIGESTS: bool> Game for Counter<DIGESTS> {
    type State = u32;
    type Action = u32;
    type Event = u32;
    type Trace = ();
    type Reason = Never;

    fn apply(total: &mut u32, by: &u32) {
        *total += by;
    }

    fn seats(_: &u32) -> usize {
        1
    }

    fn result(total: &u32) -> Option<Scores> {
        (*total == 99).then(|| Scores::win(Seat(0), 1))
    }
}

impl<const DIGESTS: bool> Open for Counter<DIGESTS> {}

impl<const DIGESTS: bool> Playable for Counter<DIGESTS> {
    const NAME: &'static str = if DIGESTS { "trap" } else { "plain" };
    const ABOUT: &'static str = "Counts, and panics at 13.";
    const SEATS: usize = 1;
    const POSITIONS: &'static str = "write a number, such as 5.";

    fn book() -> Book<Self> {
        let sheet = Book::<Self>::builder(Self::NAME);
        let sheet = if DIGESTS { sheet.digests() } else { sheet };
        sheet
            .rule("count", |rule| {
                rule.candidates(|offer| offer.extend([1, 2])).then(|cx, ()| {
                    assert!(*cx.action != 13, "thirteen is too much");
                    let by = *cx.action;
                    if by == 7 {
                        let more = cx.choose(Seat(0), "How much more?", [10, 20])?;
                        return Ok([by + more]);
                    }
                    Ok([by])
                })
            })
            .compile()
            .expect("the book is sound")
    }

    const HORIZON: u32 = 1;

    fn estimate(_: &u32, _: Seat) -> i32 {
        if !DIGESTS {
            THINKING.pass();
        }
        0
    }

    fn setup() -> u32 {
        0
    }

    fn universe(_: &u32) -> Vec<u32> {
        if !DIGESTS {
            SIMULATING.pass();
        }
        vec![1, 2]
    }

    fn show(total: &u32) -> String {
        assert!(*total != 66, "nobody can look at 66");
        let gate = total.checked_sub(70).and_then(|number| LOOKING.get(number as usize));
        if let (false, Some(gate)) = (DIGESTS, gate) {
            gate.pass();
        }
        format!("{total}\n")
    }

    fn show_sight(total: &u32) -> String {
        Self::show(total)
    }

    fn print(action: &u32) -> String {
        action.to_string()
    }

    fn tell(event: &u32) -> String {
        format!("{event} more")
    }

    fn parse(text: &str) -> Result<u32, ParseError> {
        assert!(!["boom", "\u{1}"].contains(&text), "nobody can read that");
        text.parse().map_err(|_no_number| ParseError::new(text, "write a number."))
    }

    fn write_position(total: &u32) -> String {
        total.to_string()
    }

    fn read_position(text: &str) -> Result<u32, PositionError> {
        assert!(text != "boom", "nobody can read that");
        text.parse().map_err(|_no_number| PositionError::new(text, "It is no number."))
    }
}
