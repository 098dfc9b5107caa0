//! Legal actions: proofs, and where they come from.
//!
//! Legal actions are *defined* as the candidates that a real submit would not
//! refuse as invalid or disallowed: they pass through the same stages.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::actor::{By, Seat};
use crate::book::RuleId;
use crate::book::tree::NONE;
use crate::context::Ask;
use crate::game::Game;
use crate::pipeline::validate::Passed;
use crate::session::candidates::Voucher;

/// An action with the proof that it is legal: it passed validation, or a rule
/// with an exact generator made it.
///
/// Anybody can build an action; only a session makes one of these. The proof
/// is for one version of the state: after any change it is refused.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.candidates(|offer| offer.push(1)).then(|cx, ()| [*cx.action])).compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let legal = game.legal(Seat(0))?;
/// assert_eq!(*legal[0].action(), 1);
/// assert!(game.play(legal[0].clone())?.is_committed());
/// // The state has moved on, and the proof is stale.
/// assert!(game.play(legal[0].clone())?.refusal().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Legal<G: Game> {
    pub(crate) action: G::Action,
    warrant: Warrant,
    /// The version of the state that it is for.
    pub(crate) ticket: u64,
}

/// By whom an action is legal, and the rule that vouches for it, if one does.
/// In one word, because it is written for each action of a list: eight bits
/// for the seat, two for who else may act, the rest for the rule.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Warrant(u32);

/// How many rules have a number that can be kept. Those beyond are asked, as if
/// nobody vouched.
const NAMED: u32 = u32::MAX >> 10;

impl Warrant {
    /// A rule's, for nobody yet.
    #[inline]
    pub(crate) fn of(rule: u32) -> Self {
        // One more than its number, so that none is 0.
        Warrant(if rule < NAMED { (rule + 1) << 10 } else { 0 })
    }

    /// The same for this actor.
    #[inline]
    pub(crate) fn with(self, by: By) -> Self {
        match by {
            By::Seat(Seat(seat)) => Warrant(self.0 | u32::from(seat)),
            By::Chance => self.with_nobody(CHANCE),
            By::Clock => self.with_nobody(CLOCK),
        }
    }

    /// The same for whoever acts that is no player.
    #[cold]
    fn with_nobody(self, who: u32) -> Self {
        Warrant(self.0 | who)
    }

    /// Whether the rule has a number that can be kept.
    #[inline]
    pub(crate) fn names(rule: RuleId) -> bool {
        rule.0 < NAMED
    }

    #[inline]
    pub(crate) fn by(self) -> By {
        match self.0 & (CHANCE | CLOCK) {
            0 => By::Seat(Seat(self.0 as u8)),
            _ => self.nobody(),
        }
    }

    /// Who acts, if it is no player.
    #[cold]
    fn nobody(self) -> By {
        if self.0 & CHANCE != 0 { By::Chance } else { By::Clock }
    }

    /// The rule, or [`NONE`].
    #[inline]
    pub(crate) fn rule(self) -> u32 {
        (self.0 >> 10).wrapping_sub(1)
    }
}

const CHANCE: u32 = 1 << 8;
const CLOCK: u32 = 1 << 9;

impl<G: Game> Legal<G> {
    /// An action that passed validation: only that stage has a [`Passed`].
    #[inline]
    pub(crate) fn validated(action: G::Action, by: By, ticket: u64, _: Passed) -> Self {
        Legal { action, warrant: Warrant::of(NONE).with(by), ticket }
    }

    /// An action that a rule vouches for: only the legal actions have a
    /// [`Voucher`].
    #[inline]
    pub(crate) fn vouched(action: G::Action, voucher: Voucher) -> Self {
        Legal { action, warrant: voucher.warrant(), ticket: voucher.ticket() }
    }

    /// The action.
    #[inline]
    pub fn action(&self) -> &G::Action {
        &self.action
    }

    /// By whom it is legal.
    #[inline]
    pub fn by(&self) -> By {
        self.warrant.by()
    }

    /// The rule that vouches for it, or the number of [none](NONE).
    #[inline(always)]
    pub(crate) fn rule(&self) -> RuleId {
        RuleId(self.warrant.rule())
    }

    #[inline(always)]
    pub(crate) fn valid(&self) -> Valid<'_, G> {
        Valid { action: &self.action, by: self.by(), rule: self.warrant.rule() }
    }

    /// The action, without its proof.
    pub fn into_action(self) -> G::Action {
        self.action
    }
}

/// A legal action, to be looked at: what the stages hand on. It lies in
/// registers, where a [`Legal`] would have to be written down.
pub(crate) struct Valid<'a, G: Game> {
    action: &'a G::Action,
    by: By,
    /// The rule that vouches for it, or [`NONE`].
    pub rule: u32,
}

impl<G: Game> Clone for Valid<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for Valid<'_, G> {}

impl<'a, G: Game> Valid<'a, G> {
    /// An action that passed validation, or is about to.
    #[inline(always)]
    pub(crate) fn validated(action: &'a G::Action, by: By, _: Passed) -> Self {
        Valid { action, by, rule: NONE }
    }

    /// One that was taken apart, put together again.
    #[inline(always)]
    pub(crate) fn again(action: &'a G::Action, by: By, rule: u32) -> Self {
        Valid { action, by, rule }
    }

    #[inline(always)]
    pub(crate) fn action(self) -> &'a G::Action {
        self.action
    }

    #[inline(always)]
    pub(crate) fn by(self) -> By {
        self.by
    }

    /// The action, to be asked about.
    #[inline(always)]
    pub(crate) fn ask(self, state: &'a G::State) -> Ask<'a, G> {
        Ask { state, action: self.action, by: self.by }
    }
}

impl<G: Game> Clone for Legal<G> {
    fn clone(&self) -> Self {
        Legal { action: self.action.clone(), ..*self }
    }
}

impl<G: Game> fmt::Debug for Legal<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Legal({:?} by {})", self.action, self.by())
    }
}

/// Two proofs are equal if they prove the same action by the same actor.
impl<G: Game> PartialEq for Legal<G> {
    fn eq(&self, other: &Self) -> bool {
        self.by() == other.by() && self.action == other.action
    }
}

/// Where tickets come from: numbers that no other session and no later version
/// of this one ever gets.
///
/// Sessions draw whole blocks from one counter of the process. It is identity
/// only: no ticket enters a digest, a frame or a decision, so it cannot make
/// two runs differ.
#[derive(Debug)]
pub(crate) struct Tickets {
    next: u64,
    end: u64,
}

const BLOCK: u64 = 1 << 20;
static BLOCKS: AtomicU64 = AtomicU64::new(0);

impl Tickets {
    pub(crate) fn new() -> Self {
        let first = BLOCKS.fetch_add(1, Ordering::Relaxed) * BLOCK;
        Tickets { next: first, end: first + BLOCK }
    }

    #[inline]
    pub(crate) fn draw(&mut self) -> u64 {
        if self.next == self.end {
            self.renew();
        }
        self.next += 1;
        self.next - 1
    }

    #[cold]
    fn renew(&mut self) {
        *self = Tickets::new();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warrant_says_again_who_acts_and_which_rule_vouches() {
        for by in [By::Seat(Seat(0)), By::Seat(Seat(255)), By::Chance, By::Clock] {
            for rule in [0, 1, NAMED - 1, NONE] {
                let warrant = Warrant::of(rule).with(by);
                assert_eq!((warrant.by(), warrant.rule()), (by, rule));
            }
        }
    }

    #[test]
    fn a_rule_whose_number_cannot_be_kept_does_not_vouch() {
        assert_eq!(Warrant::of(NAMED).with(By::Clock).rule(), NONE);
    }
}
