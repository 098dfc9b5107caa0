//! Making a book that breaks a property small: whatever can be left out while
//! it still breaks is left out, groups are taken apart, and what is left is
//! made plain.

use proptest::strategy::{BoxedStrategy, NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use rulebook::GroupKind;

use super::spec::{Branch, Charged, Hears, Make, Manners, Num, Plan, Post, Say, Spec, Who};

/// Random books that know how to become smaller.
#[derive(Debug)]
pub(crate) struct Books(pub(crate) BoxedStrategy<Spec>);

impl Strategy for Books {
    type Tree = Shrinking;
    type Value = Spec;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let smallest = self.0.new_tree(runner)?.current();
        Ok(Shrinking { smallest, tried: None, smaller: None, next: 0, progress: false })
    }
}

/// A book that breaks the property, and the smaller ones that might.
#[derive(Debug)]
pub(crate) struct Shrinking {
    smallest: Spec,
    tried: Option<Spec>,
    /// All that are a little smaller than the smallest.
    smaller: Option<Vec<Spec>>,
    /// Which of them is next.
    next: usize,
    /// Whether any broke it since the first of them was tried.
    progress: bool,
}

impl ValueTree for Shrinking {
    type Value = Spec;

    fn current(&self) -> Spec {
        self.tried.as_ref().unwrap_or(&self.smallest).clone()
    }

    /// What was tried breaks it too. What could not be left out before is not
    /// tried again at once: there is another pass.
    fn simplify(&mut self) -> bool {
        if let Some(broken) = self.tried.take() {
            self.smallest = broken;
            self.smaller = None;
            self.next = self.next.saturating_sub(1);
            self.progress = true;
        }
        self.complicate()
    }

    /// What was tried does not break it: another one.
    fn complicate(&mut self) -> bool {
        let smaller = self.smaller.get_or_insert_with(|| smaller(&self.smallest));
        if self.next >= smaller.len() && std::mem::take(&mut self.progress) {
            self.next = 0;
        }
        self.tried = smaller.get(self.next).cloned();
        self.next += 1;
        self.tried.is_some()
    }
}

/// Books that are a little smaller, the boldest first.
fn smaller(spec: &Spec) -> Vec<Spec> {
    let mut all = Vec::new();
    let mut but = |change: &dyn Fn(&mut Spec)| {
        let mut other = spec.clone();
        change(&mut other);
        if other != *spec {
            all.push(other);
        }
    };
    (0..spec.actions.len()).for_each(|at| but(&|spec| without(&mut spec.actions, at)));
    (0..spec.guards.len()).for_each(|at| but(&|spec| cut(&mut spec.guards, at)));
    (0..spec.triggers.len()).for_each(|at| but(&|spec| cut(&mut spec.triggers, at)));
    (0..spec.standing.len()).for_each(|at| but(&|spec| cut(&mut spec.standing, at)));
    (0..spec.start.things.len()).for_each(|at| but(&|spec| cut(&mut spec.start.things, at)));
    for at in 0..spec.plan_count() {
        let plans = shrunk_plans(spec, at);
        plans.into_iter().for_each(|plan| but(&|spec| *spec.plan_mut(at) = plan.clone()));
    }
    for at in 0..spec.rules.len() {
        but(&|spec| spec.rules[at].asks = false);
        (0..spec.rules[at].costs.len())
            .for_each(|cost| but(&|spec| cut(&mut spec.rules[at].costs, cost)));
    }
    smaller_guards(spec, &mut but);
    smaller_triggers(spec, &mut but);
    (0..spec.standing.len()).for_each(|at| but(&|spec| spec.standing[at].woken.clear()));
    but(&|spec| spec.affected_chooses = false);
    but(&|spec| spec.order = rulebook::TriggerOrder::Queue);
    but(&|spec| spec.answers.iter_mut().for_each(|answer| *answer = 0));
    but(&|spec| spec.start.flags = [false; 2]);
    but(&|spec| spec.start.active = 0);
    (0..3).for_each(|at| but(&|spec| spec.start.mana[at] = 0));
    (0..3).for_each(|at| but(&|spec| spec.start.life[at] = 9));
    all
}

fn smaller_guards(spec: &Spec, but: &mut impl FnMut(&dyn Fn(&mut Spec))) {
    for at in 0..spec.guards.len() {
        but(&|spec| spec.guards[at].rider = None);
        but(&|spec| spec.guards[at].divided = false);
        but(&|spec| {
            let guard = &mut spec.guards[at];
            (guard.charged, guard.divided) = (Charged::Not, false);
        });
        but(&|spec| spec.guards[at].manners = Manners::Sure);
        but(&|spec| spec.guards[at].own_tier = false);
        smaller_post(but, &spec.guards[at].post, &|spec| &mut spec.guards[at].post);
    }
}

fn smaller_triggers(spec: &Spec, but: &mut impl FnMut(&dyn Fn(&mut Spec))) {
    for at in 0..spec.triggers.len() {
        but(&|spec| spec.triggers[at].once = false);
        but(&|spec| spec.triggers[at].asks = false);
        but(&|spec| spec.triggers[at].hears = Hears::Applied);
        smaller_post(but, &spec.triggers[at].post, &|spec| &mut spec.triggers[at].post);
    }
}

fn smaller_post(
    but: &mut impl FnMut(&dyn Fn(&mut Spec)),
    post: &Post,
    of: &dyn Fn(&mut Spec) -> &mut Post,
) {
    (0..post.when.len()).for_each(|at| but(&|spec| cut(&mut of(spec).when, at)));
    if post.kinds.len() > 1 {
        (0..post.kinds.len()).for_each(|at| but(&|spec| cut(&mut of(spec).kinds, at)));
    }
    but(&|spec| of(spec).own_subject = false);
    but(&|spec| of(spec).priority = 0);
    but(&|spec| {
        let post = of(spec);
        (post.own_subject, post.carried) = (false, None);
    });
}

fn cut<T>(all: &mut Vec<T>, at: usize) {
    all.remove(at);
}

/// Leaves one out, unless it is the last.
fn without<T>(all: &mut Vec<T>, at: usize) {
    if all.len() > 1 {
        cut(all, at);
    }
}

impl Spec {
    /// How many plans there are in the book.
    fn plan_count(&self) -> usize {
        self.clone().plans_mut().len()
    }

    fn plan_mut(&mut self, at: usize) -> &mut Plan {
        self.plans_mut().swap_remove(at)
    }

    /// Every plan in the book.
    fn plans_mut(&mut self) -> Vec<&mut Plan> {
        let mut plans = Vec::new();
        for rule in &mut self.rules {
            plans.extend(&mut rule.costs);
            plans.push(&mut rule.then);
        }
        for guard in &mut self.guards {
            if let Say::Replace(plan) = &mut guard.say {
                plans.push(plan);
            }
            plans.extend(&mut guard.rider);
        }
        plans.extend(self.triggers.iter_mut().map(|trigger| &mut trigger.then));
        plans.extend(self.standing.iter_mut().map(|standing| &mut standing.then));
        plans
    }
}

fn shrunk_plans(spec: &Spec, at: usize) -> Vec<Plan> {
    let plan = spec.clone().plan_mut(at).clone();
    let members: Vec<_> = plan.iter().map(|branch| (false, branch.clone())).collect();
    let shrunk = shrunk_members(&members).into_iter();
    let bare = |members: Vec<(bool, Branch)>| members.into_iter().map(|(_, one)| one).collect();
    let plans: Vec<Plan> = shrunk.map(bare).collect();
    // What takes an event's place is one group, or events alone.
    let proper =
        |plan: &Plan| plan.len() < 2 || plan.iter().all(|one| matches!(one, Branch::One(_)));
    let mixed = !proper(&plan);
    plans.into_iter().filter(|plan| mixed || proper(plan)).collect()
}

/// Members with one left out, taken out of its group, or made simpler.
fn shrunk_members(members: &[(bool, Branch)]) -> Vec<Vec<(bool, Branch)>> {
    let mut all = Vec::new();
    for (at, (optional, branch)) in members.iter().enumerate() {
        let mut with = |instead: Vec<(bool, Branch)>| {
            let mut other = members.to_vec();
            other.splice(at..=at, instead);
            all.push(other);
        };
        with(Vec::new());
        match branch {
            Branch::Many(kind, inner) => {
                with(inner.clone());
                for inner in shrunk_members(inner) {
                    with(vec![(*optional, Branch::Many(*kind, inner))]);
                }
                if *kind == GroupKind::Sequence {
                    with(vec![(*optional, Branch::Many(GroupKind::Batch, inner.clone()))]);
                }
            }
            Branch::One(make) => {
                for make in shrunk_make(*make) {
                    with(vec![(*optional, Branch::One(make))]);
                }
            }
        }
        if *optional {
            with(vec![(false, branch.clone())]);
        }
    }
    all
}

fn shrunk_make(make: Make) -> Vec<Make> {
    let plain = |who: Who| if matches!(who, Who::Seat(_)) { who } else { Who::Seat(0) };
    let one = |num: Num| if matches!(num, Num::N(_)) { num } else { Num::N(1) };
    let simpler = match make {
        Make::Hurt(who, n, _) => Make::Hurt(plain(who), one(n), false),
        Make::Heal(who, n) => Make::Heal(plain(who), one(n)),
        Make::Draw(who, n) => Make::Draw(plain(who), one(n)),
        Make::Pay(who, n) => Make::Pay(plain(who), one(n)),
        other => other,
    };
    if simpler == make { Vec::new() } else { vec![simpler] }
}
