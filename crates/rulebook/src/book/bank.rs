//! Banks: what rules of one type are made of, side by side.
//!
//! Rules that are written down in a loop have closures of one type, which differ
//! in what they hold, and each lies wherever there was room for it. With many
//! rules it is memory that takes the time. So the rules for one kind of action
//! that are found by their subject alone are brought together, type by type. The
//! type that most of them are of lies by subject, with nothing between them but
//! their numbers: one look finds all of a rule. The others lie in order, and a
//! [`Register`] says where. Everybody else is lent what was moved.

use std::any::{Any, TypeId};
use std::num::NonZero;
use std::sync::Arc;

use crate::actor::By;
use crate::book::RuleId;
use crate::book::rule::{Answers, Code, Effecting, RuleCode, Said, Slot};
use crate::context::{Ask, Asked, Effect, Propose};
use crate::game::{Game, Subject};
use crate::pipeline::push::PushFn;
use crate::pipeline::stroke::{Seated, Stroke, StrokeFn, Struck, Submitted, Wanted};
use crate::pipeline::validate::Standing;

/// The code of rules for one kind of action.
pub(crate) enum Bank<C> {
    /// Each in the place of its subject.
    BySubject(Box<[Option<Filed<C>>]>),
    /// One behind the other, each with its rule.
    InOrder(Vec<(RuleId, C)>),
}

pub(crate) struct Filed<C> {
    /// The rule's number, from one on, so that an empty place is known by it.
    number: NonZero<u32>,
    /// Where its condition stands among the conditions.
    condition: u32,
    code: C,
}

impl<C> Bank<C> {
    /// An empty one, for so many subjects or in order.
    pub(crate) fn new(subjects: Option<usize>) -> Self {
        let places = |subjects| std::iter::repeat_with(|| None).take(subjects).collect();
        subjects.map_or(Bank::InOrder(Vec::new()), |subjects| Bank::BySubject(places(subjects)))
    }

    /// The rule about a subject, where rules lie by subject.
    #[inline(always)]
    fn about(&self, Subject(subject): Subject) -> Option<&Filed<C>> {
        match self {
            Bank::BySubject(rules) => rules.get(subject as usize)?.as_ref(),
            Bank::InOrder(_) => None,
        }
    }

    /// The code at a place where there is some.
    #[inline(always)]
    fn code(&self, at: u32) -> &C {
        match self {
            Bank::BySubject(_) => match self.about(Subject(at)) {
                Some(rule) => &rule.code,
                None => unreachable!("what is lent is there"),
            },
            Bank::InOrder(codes) => &codes[at as usize].1,
        }
    }
}

/// A bank of whatever code.
pub(crate) trait Codes<G: Game>: Send + Sync {
    /// Puts the code of a rule in its place: that of its subject, or behind the
    /// others. Nobody else holds it.
    fn put(&mut self, at: u32, rule: RuleId, condition: u32, code: Arc<dyn RuleCode<G>>);
    /// The code at a place, as if it stood alone.
    fn lend(self: Arc<Self>, at: u32) -> Arc<dyn RuleCode<G>>;
    /// What plays the rule at a place on a search line.
    fn pushing(self: Arc<Self>, at: u32, rule: RuleId) -> PushFn<G>;
    /// The rule at a place, where they lie in order.
    fn rule(&self, at: u32) -> RuleId;
    /// What the rule at a place says: the event, if it proposes but one. All else it
    /// has proposed.
    fn attempt(&self, at: u32, cx: &mut Effect<'_, G>)
    -> Result<Option<G::Event>, Said<G::Reason>>;
    /// A session's [stroke](crate::pipeline::stroke) by these rules, which lie by
    /// subject, and by others.
    fn stroke(
        self: Arc<Self>,
        checks: Box<[Standing<G>]>,
        conditions: Conditions<G>,
        others: Register<G>,
    ) -> StrokeFn<G>;
}

/// The conditions of the rules in a bank: one of each, or none of any.
pub(crate) type Conditions<G> = Option<Arc<dyn Tests<G>>>;

impl<G, A, E, P> Codes<G> for Bank<Code<A, Effecting<E, P>>>
where
    G: Game,
    A: Answers<G>,
    P: Propose<G> + 'static,
    E: Fn(&mut Effect<'_, G>, A::Found) -> P + Send + Sync + 'static,
{
    fn put(&mut self, at: u32, rule: RuleId, condition: u32, code: Arc<dyn RuleCode<G>>) {
        let code = taken(code);
        match self {
            Bank::BySubject(rules) => {
                let number = NonZero::<u32>::MIN.saturating_add(rule.0);
                rules[at as usize] = Some(Filed { number, condition, code });
            }
            Bank::InOrder(codes) => codes.push((rule, code)),
        }
    }

    fn lend(self: Arc<Self>, at: u32) -> Arc<dyn RuleCode<G>> {
        Arc::new(Lent { bank: self, at })
    }

    fn pushing(self: Arc<Self>, at: u32, rule: RuleId) -> PushFn<G> {
        let lent = Lent { bank: self, at };
        Box::new(move |core, legal| {
            core.push(legal, rule, |cx| lent.code().effect_of::<G, true>(cx))
        })
    }

    fn rule(&self, at: u32) -> RuleId {
        match self {
            Bank::BySubject(_) => unreachable!("whoever finds a rule by its subject knows it"),
            Bank::InOrder(codes) => codes[at as usize].0,
        }
    }

    fn attempt(
        &self,
        at: u32,
        cx: &mut Effect<'_, G>,
    ) -> Result<Option<G::Event>, Said<G::Reason>> {
        let proposed = self.code(at).effect_of::<G, false>(cx)?;
        Ok(proposed.one().map_or_else(
            |proposed| {
                // An early stop is read from the bench, also if the effect swallowed it.
                let _ = proposed.propose_to(cx);
                None
            },
            Some,
        ))
    }

    fn stroke(
        self: Arc<Self>,
        checks: Box<[Standing<G>]>,
        conditions: Conditions<G>,
        others: Register<G>,
    ) -> StrokeFn<G> {
        Box::new(move |core, book, by, action| {
            core.strike_about(book, (by, action), &checks, |core, submitted, told, subject| {
                let Some(Filed { number, condition, code }) = self.about(subject) else {
                    return others.decide_apart(core, submitted.0, submitted.1, told, subject);
                };
                let rule = About {
                    rule: RuleId(number.get() - 1),
                    conditions: (&conditions, *condition),
                    always: A::trivially().is_some(),
                };
                core.stroke_about(submitted, told, rule, |cx| code.effect_of::<G, false>(cx))
            })
        })
    }
}

/// The only rule about a subject, without its code.
pub(crate) struct About<'b, G: Game> {
    pub rule: RuleId,
    /// The conditions of the rules in its bank, and where its own stands.
    pub conditions: (&'b Conditions<G>, u32),
    /// Whether it matches if that holds.
    pub always: bool,
}

/// A bank with its conditions.
pub(crate) struct Shelf<G: Game> {
    pub codes: Arc<dyn Codes<G>>,
    pub conditions: Conditions<G>,
    /// Whether its rules match if their conditions hold.
    pub always: bool,
}

/// Where rules lie in banks in order.
pub(crate) struct Register<G: Game> {
    /// By subject: where its rule lies in its bank, from one on, and in the last bits
    /// which bank that is; 0 if there is none. In so few bytes, because it is read
    /// before the rule is.
    places: Box<[u32]>,
    banks: Box<[Shelf<G>]>,
}

/// How many bits say which bank it is.
const BANK_BITS: u32 = 8;

impl<G: Game> Register<G> {
    /// How many banks there can be.
    pub(crate) const BANKS: usize = 1 << BANK_BITS;
    /// How many rules there can be in each.
    pub(crate) const PLACES: usize = (1 << (u32::BITS - BANK_BITS)) - 1;

    /// The register of such banks, each with its rules in order.
    pub(crate) fn of(banks: Vec<(Shelf<G>, Vec<Subject>)>) -> Self {
        let mut places = Vec::new();
        let (banks, subjects): (Vec<_>, Vec<_>) = banks.into_iter().unzip();
        for (bank, subjects) in (0..).zip(subjects) {
            for (from_one, Subject(subject)) in (1_u32..).zip(subjects) {
                let subject = subject as usize;
                places.resize(places.len().max(subject + 1), 0);
                places[subject] = from_one << BANK_BITS | bank;
            }
        }
        Register { places: places.into(), banks: banks.into() }
    }

    /// What comes of an action about a subject, if there is a rule about it.
    #[inline(always)]
    fn decide(
        &self,
        core: &mut Seated<G>,
        submitted: Submitted<'_, G>,
        told: Wanted,
        Subject(subject): Subject,
    ) -> Option<Stroke<G>> {
        let place = *self.places.get(subject as usize)?;
        let at = (place >> BANK_BITS).checked_sub(1)?;
        let Shelf { codes, conditions, always } = &self.banks[place as usize % Self::BANKS];
        // It lies beside the code, which is needed next.
        let rule = codes.rule(at);
        let rule = About { rule, conditions: (conditions, at), always: *always };
        core.stroke_about(submitted, told, rule, |cx| codes.attempt(at, cx))
    }

    /// The same in a function of its own, which is given all of it in registers:
    /// whoever finds a rule before need not write anything down.
    #[inline(never)]
    fn decide_apart(
        &self,
        core: &mut Seated<G>,
        by: By,
        action: &G::Action,
        told: Wanted,
        subject: Subject,
    ) -> Option<Stroke<G>> {
        self.decide(core, (by, action), told, subject)
    }

    /// A session's [stroke](crate::pipeline::stroke) by these rules.
    pub(crate) fn stroke(self, checks: Box<[Standing<G>]>) -> StrokeFn<G> {
        Box::new(move |core, book, by, action| {
            core.strike_about(book, (by, action), &checks, |core, submitted, told, subject| {
                self.decide(core, submitted, told, subject)
            })
        })
    }
}

/// Takes what nobody else holds.
fn taken<T: Send + Sync + 'static>(held: Arc<dyn Any + Send + Sync>) -> T {
    let taken = held.downcast().ok().and_then(Arc::into_inner);
    taken.expect("those in one bank are of one type, and nobody else holds them")
}

/// One of a bank, as if it stood alone.
struct Lent<B> {
    bank: Arc<B>,
    at: u32,
}

impl<C> Lent<Bank<C>> {
    #[inline]
    fn code(&self) -> &C {
        self.bank.code(self.at)
    }
}

impl<G: Game, C: RuleCode<G>> RuleCode<G> for Lent<Bank<C>>
where
    Bank<C>: Codes<G>,
{
    fn ask(&self, ask: &Ask<'_, G>, slot: &mut Slot) -> Said<G::Reason> {
        self.code().ask(ask, slot)
    }

    fn propose(&self, cx: &mut Effect<'_, G>, slot: &mut Slot) -> Result<(), Asked> {
        self.code().propose(cx, slot)
    }

    fn vouch(&self, cx: &mut Effect<'_, G>) -> bool {
        self.code().vouch(cx)
    }

    fn attempt(&self, cx: &mut Effect<'_, G>) -> Said<G::Reason> {
        self.code().attempt(cx)
    }

    fn look<'s>(&self, slot: &'s Slot) -> Option<&'s dyn Any> {
        self.code().look(slot)
    }

    fn found(&self) -> TypeId {
        self.code().found()
    }

    fn alone(self: Arc<Self>, _: RuleId, _: Box<[Standing<G>]>, _: bool) -> Option<StrokeFn<G>> {
        None
    }

    fn strike(&self, core: &mut Seated<G>, by: By, action: G::Action, rule: RuleId) -> Struck<G> {
        self.code().strike(core, by, action, rule)
    }

    fn pushing(self: Arc<Self>, rule: RuleId) -> PushFn<G> {
        self.bank.clone().pushing(self.at, rule)
    }

    fn always(&self) -> bool {
        self.code().always()
    }

    fn bank(&self, subjects: Option<usize>) -> Arc<dyn Codes<G>> {
        self.code().bank(subjects)
    }
}

/// A condition of a rule's own.
pub(crate) trait Holds<G: Game>: Any + Send + Sync {
    fn holds(&self, ask: &Ask<'_, G>) -> bool;
    /// An empty list for conditions of its type.
    fn list(&self) -> Arc<dyn Tests<G>>;
}

/// Conditions of one type.
pub(crate) trait Tests<G: Game>: Send + Sync {
    /// Puts one behind the others. Nobody else holds it.
    fn put(&mut self, test: Arc<dyn Holds<G>>);
    /// The one at a place, as if it stood alone.
    fn lend(self: Arc<Self>, at: u32) -> Arc<dyn Holds<G>>;
    /// Whether the one at a place holds.
    fn hold(&self, at: u32, ask: &Ask<'_, G>) -> bool;
}

/// A condition that an author wrote.
pub(crate) struct Own<T>(pub T);

impl<G: Game, T: Fn(&Ask<'_, G>) -> bool + Send + Sync + 'static> Holds<G> for Own<T> {
    fn holds(&self, ask: &Ask<'_, G>) -> bool {
        (self.0)(ask)
    }

    fn list(&self) -> Arc<dyn Tests<G>> {
        Arc::new(Vec::<Own<T>>::new())
    }
}

impl<G: Game, T: Fn(&Ask<'_, G>) -> bool + Send + Sync + 'static> Tests<G> for Vec<Own<T>> {
    fn put(&mut self, test: Arc<dyn Holds<G>>) {
        self.push(taken(test));
    }

    fn lend(self: Arc<Self>, at: u32) -> Arc<dyn Holds<G>> {
        Arc::new(Lent { bank: self, at })
    }

    #[inline]
    fn hold(&self, at: u32, ask: &Ask<'_, G>) -> bool {
        (self[at as usize].0)(ask)
    }
}

impl<G: Game, T: Fn(&Ask<'_, G>) -> bool + Send + Sync + 'static> Holds<G> for Lent<Vec<Own<T>>> {
    fn holds(&self, ask: &Ask<'_, G>) -> bool {
        self.bank.hold(self.at, ask)
    }

    fn list(&self) -> Arc<dyn Tests<G>> {
        Arc::new(Vec::<Own<T>>::new())
    }
}
