//! Banks: what rules of one type are made of, side by side.
//!
//! Rules that are written down in a loop have closures of one type, which differ
//! in what they hold, and each lies wherever there was room for it. With many
//! rules it is memory that takes the time. So the rules for one kind of action
//! that are found by their subject alone are brought together: by subject, with
//! nothing between them but their numbers. Everybody else is lent what was moved.

use std::any::{Any, TypeId};
use std::num::NonZero;
use std::sync::Arc;

use crate::actor::By;
use crate::book::RuleId;
use crate::book::rule::{Answers, Code, Effecting, RuleCode, Said, Slot};
use crate::context::{Ask, Asked, Effect, Propose};
use crate::game::{Game, Subject};
use crate::pipeline::push::PushFn;
use crate::pipeline::stroke::{Seated, StrokeFn, Struck};
use crate::pipeline::validate::Standing;

/// The code of rules for one kind of action, by subject.
pub(crate) struct Bank<C> {
    rules: Box<[Option<Banked<C>>]>,
}

struct Banked<C> {
    /// The rule's number, from one on, so that an empty place is known by it.
    number: NonZero<u32>,
    /// Where its condition stands among the conditions.
    condition: u32,
    code: C,
}

impl<C> Bank<C> {
    /// The code of the rule about a subject, the rule, and where its condition
    /// stands.
    #[inline(always)]
    pub(crate) fn about(&self, Subject(subject): Subject) -> Option<(&C, RuleId, u32)> {
        let Banked { number, condition, code } = self.rules.get(subject as usize)?.as_ref()?;
        Some((code, RuleId(number.get() - 1), *condition))
    }
}

/// A bank of whatever code.
pub(crate) trait Codes<G: Game>: Send + Sync {
    /// Puts the code of a rule in the place of its subject. Nobody else holds it.
    fn put(&mut self, about: Subject, rule: RuleId, condition: u32, code: Arc<dyn RuleCode<G>>);
    /// The code of the rule about a subject, as if it stood alone.
    fn lend(self: Arc<Self>, about: Subject) -> Arc<dyn RuleCode<G>>;
    /// What plays the rule about a subject on a search line.
    fn pushing(self: Arc<Self>, about: Subject, rule: RuleId) -> PushFn<G>;
    /// A session's [stroke](crate::pipeline::stroke) by these rules.
    fn stroke(
        self: Arc<Self>,
        checks: Box<[Standing<G>]>,
        conditions: Conditions<G>,
    ) -> StrokeFn<G>;
}

/// The conditions of the rules in a bank: one of each, or none of any.
pub(crate) type Conditions<G> = Option<Arc<dyn Tests<G>>>;

impl<C> Bank<C> {
    /// An empty one for so many subjects.
    pub(crate) fn new(subjects: usize) -> Self {
        Bank { rules: std::iter::repeat_with(|| None).take(subjects).collect() }
    }
}

impl<G, A, E, P> Codes<G> for Bank<Code<A, Effecting<E, P>>>
where
    G: Game,
    A: Answers<G>,
    P: Propose<G> + 'static,
    E: Fn(&mut Effect<'_, G>, A::Found) -> P + Send + Sync + 'static,
{
    fn put(&mut self, about: Subject, rule: RuleId, condition: u32, code: Arc<dyn RuleCode<G>>) {
        let number = NonZero::<u32>::MIN.saturating_add(rule.0);
        self.rules[about.0 as usize] = Some(Banked { number, condition, code: taken(code) });
    }

    fn lend(self: Arc<Self>, about: Subject) -> Arc<dyn RuleCode<G>> {
        Arc::new(Lent { bank: self, at: about.0 })
    }

    fn pushing(self: Arc<Self>, about: Subject, rule: RuleId) -> PushFn<G> {
        let lent = Lent { bank: self, at: about.0 };
        Box::new(move |core, legal| {
            core.push(legal, rule, |cx| lent.code().effect_of::<G, true>(cx))
        })
    }

    fn stroke(
        self: Arc<Self>,
        checks: Box<[Standing<G>]>,
        conditions: Conditions<G>,
    ) -> StrokeFn<G> {
        Box::new(move |core, book, by, action| {
            let asked = (&*checks, &conditions, A::trivially().is_some());
            let found = |subject| self.about(subject);
            core.strike_about(book, (by, action), asked, found, |code, cx| {
                code.effect_of::<G, false>(cx)
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
        match self.bank.about(Subject(self.at)) {
            Some((code, ..)) => code,
            None => unreachable!("what is lent is there"),
        }
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
        self.bank.clone().pushing(Subject(self.at), rule)
    }

    fn always(&self) -> bool {
        self.code().always()
    }

    fn bank(&self, subjects: usize) -> Arc<dyn Codes<G>> {
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
