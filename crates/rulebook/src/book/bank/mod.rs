//! Banks: what rules of one type are made of, side by side.
//!
//! Rules that are written down in a loop have closures of one type, which differ
//! in what they hold, and each lies wherever there was room for it. With many
//! rules it is memory that takes the time. So rules that are found by what they
//! declare are brought together, type by type. Where a subject alone leaves one
//! rule for a kind of action, those of the type that most of them are of lie by
//! subject, with nothing between them but their numbers: one look finds all of a
//! rule. All others lie in order, and a [`Register`] says where. Everybody else
//! is lent what was moved.

mod conditions;
mod register;

pub(crate) use conditions::{Holds, Lying, Own, Tests};
pub(crate) use register::{Lies, Listed, Next, Register, SHELVES, Shelf};

use std::any::{Any, TypeId};
use std::num::NonZero;
use std::sync::Arc;

use crate::actor::By;
use crate::book::rule::{Answers, Code, Effecting, RuleCode, Said, Slot};
use crate::book::{Compiled, RuleId};
use crate::context::{Ask, Asked, Effect, Propose};
use crate::game::{Game, Subject};
use crate::pipeline::push::PushFn;
use crate::pipeline::stroke::{Seated, Strikes, Struck};
use crate::pipeline::validate::Standing;

/// The code of rules of one type.
pub(crate) enum Bank<C> {
    /// That of rules for one kind of action, each in the place of its subject.
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

    /// A rule with its code, where they lie in order.
    #[inline(always)]
    fn in_order(&self, at: u32) -> &(RuleId, C) {
        match self {
            Bank::BySubject(_) => unreachable!("whoever finds a rule by its subject knows it"),
            Bank::InOrder(codes) => &codes[at as usize],
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
    /// subject, with their conditions, and by others.
    fn stroke_by_subject(
        self: Arc<Self>,
        checks: Box<[Standing<G>]>,
        conditions: Conditions<G>,
        others: Register<G>,
    ) -> Box<dyn Strikes<G>>;
    /// The same by these rules and others as a register says, in which these lie in
    /// order on the shelf of that number.
    fn stroke(
        self: Arc<Self>,
        checks: Box<[Standing<G>]>,
        lying: (Conditions<G>, u8),
        register: Register<G>,
    ) -> Box<dyn Strikes<G>>;
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
        self.in_order(at).0
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

    fn stroke_by_subject(
        self: Arc<Self>,
        checks: Box<[Standing<G>]>,
        conditions: Conditions<G>,
        others: Register<G>,
    ) -> Box<dyn Strikes<G>> {
        Box::new(BySubject { bank: self, checks, conditions, others })
    }

    fn stroke(
        self: Arc<Self>,
        checks: Box<[Standing<G>]>,
        (conditions, own): (Conditions<G>, u8),
        register: Register<G>,
    ) -> Box<dyn Strikes<G>> {
        Box::new(InRow { bank: self, checks, conditions, own, register })
    }
}

/// A [stroke](crate::pipeline::stroke) by rules that lie by subject, and by others.
struct BySubject<G: Game, C> {
    bank: Arc<Bank<C>>,
    checks: Box<[Standing<G>]>,
    conditions: Conditions<G>,
    others: Register<G>,
}

impl<G: Game, A: Answers<G>, E, P> Strikes<G> for BySubject<G, Code<A, Effecting<E, P>>>
where
    P: Propose<G> + 'static,
    E: Fn(&mut Effect<'_, G>, A::Found) -> P + Send + Sync + 'static,
{
    fn strike(
        &self,
        core: &mut Seated<G>,
        book: &Compiled<G>,
        by: By,
        action: G::Action,
    ) -> Struck<G> {
        let BySubject { bank, checks, conditions, others } = self;
        core.strike_about(book, by, action, checks, |core, submitted, told, subject| {
            let Some(Filed { number, condition, code }) = bank.about(subject) else {
                let (by, action) = submitted;
                return others.decide_apart(core, book, by, action, told, subject);
            };
            let rule = About {
                rule: RuleId(number.get() - 1),
                conditions: (conditions, *condition),
                always: A::trivially().is_some(),
            };
            core.stroke_about(submitted, told, rule, |cx| code.effect_of::<G, false>(cx))
        })
    }
}

/// The same by rules as a register says, most of which lie in one bank.
struct InRow<G: Game, C> {
    bank: Arc<Bank<C>>,
    checks: Box<[Standing<G>]>,
    conditions: Conditions<G>,
    own: u8,
    register: Register<G>,
}

impl<G: Game, A: Answers<G>, E, P> Strikes<G> for InRow<G, Code<A, Effecting<E, P>>>
where
    P: Propose<G> + 'static,
    E: Fn(&mut Effect<'_, G>, A::Found) -> P + Send + Sync + 'static,
{
    fn strike(
        &self,
        core: &mut Seated<G>,
        book: &Compiled<G>,
        by: By,
        action: G::Action,
    ) -> Struck<G> {
        let row = (&self.checks[..], &self.register, self.own);
        core.strike_in_row(book, by, action, row, |core, submitted, at, which| {
            let (rule, code) = self.bank.in_order(at);
            core.stroke_if(submitted, (*rule, which), (&self.conditions, at), |cx| {
                code.effect_of::<G, false>(cx)
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

    fn alone(
        self: Arc<Self>,
        _: RuleId,
        _: Box<[Standing<G>]>,
        _: bool,
    ) -> Option<Box<dyn Strikes<G>>> {
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
