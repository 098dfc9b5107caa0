//! Boxes: for each dimension the values that are allowed, and how boxes are
//! taken from one another.

use std::collections::BTreeMap;

/// The dimensions: the kind of the action, the facts of the starting state,
/// those of the working state; then, true or not, the shared predicates of the
/// starting state, those of the working state, and the predicates that a phase
/// has for itself.
///
/// What a predicate asks nobody knows; but where two rules need the same one, it
/// is true for both, and where one needs its opposite, they never meet.
#[derive(Debug)]
pub(crate) struct Space {
    /// All values of the kind and of the facts.
    full: Vec<u128>,
    facts: u32,
    shared: u32,
    /// The dimension of the turn's step, if a fact is the step.
    step: Option<u32>,
    /// What comes to the rules at all: boxes that do not meet.
    open: Vec<Bounds>,
}

/// The dimension of the kind of the action.
pub(crate) const KIND: u32 = 0;

/// The value of a predicate that holds.
pub(crate) const TRUE: u128 = 0b10;

/// The value of one that has to come to this.
pub(crate) fn truth(wants: bool) -> u128 {
    if wants { TRUE } else { 0b01 }
}

/// What a dimension is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dim {
    Kind,
    /// A fact, and whether it is one of the starting state.
    Fact(usize, bool),
    /// A shared predicate, and whether it is asked of the starting state.
    Shared(usize, bool),
    /// The predicates that a phase has for itself.
    Phase(usize),
}

impl Space {
    /// The space of these kinds, of facts with so many values, and of so many
    /// shared predicates.
    pub(crate) fn new(
        kinds: u128,
        facts: impl ExactSizeIterator<Item = usize>,
        shared: usize,
    ) -> Self {
        let count = facts.len() as u32;
        let values: Vec<u128> =
            facts.map(|values| u128::MAX >> (128 - values.clamp(1, 128))).collect();
        let full = std::iter::once(kinds).chain(values.iter().copied()).chain(values.clone());
        let open = vec![Bounds::everything()];
        Space { full: full.collect(), facts: count, shared: shared as u32, step: None, open }
    }

    /// The same where a fact of the starting state is the turn's step: these
    /// values, and the kinds that come to the rules with each. With any other
    /// value none does.
    pub(crate) fn by_step(
        mut self,
        fact: u32,
        steps: impl IntoIterator<Item = (u128, u128)>,
    ) -> Self {
        // Values with the same kinds are one box.
        let mut values_of = BTreeMap::<u128, u128>::new();
        for (value, kinds) in steps {
            *values_of.entry(kinds).or_default() |= value;
        }
        let dim = self.fact(fact, true);
        let open = values_of.into_iter().filter_map(|(kinds, values)| {
            Bounds::everything().narrow(dim, values, &self)?.narrow(KIND, kinds, &self)
        });
        (self.open, self.step) = (open.collect(), Some(dim));
        self
    }

    /// The parts of a box that come to the rules.
    pub(crate) fn open_parts(&self, bounds: &Bounds) -> impl Iterator<Item = Bounds> {
        self.open.iter().filter_map(|open| bounds.meet(open, self))
    }

    /// Whether something of a box comes to the rules.
    pub(crate) fn is_open(&self, bounds: &Bounds) -> bool {
        self.step.is_none() || self.open.iter().any(|open| open.meets(bounds))
    }

    /// Whether something comes to the rules that is in both boxes.
    pub(crate) fn meet_open(&self, a: &Bounds, b: &Bounds) -> bool {
        a.meets(b)
            && (self.step.is_none() || a.meet(b, self).is_some_and(|both| self.is_open(&both)))
    }

    /// The kinds with which something of a box comes to the rules.
    pub(crate) fn open_kinds(&self, bounds: &Bounds) -> u128 {
        self.open_parts(bounds).fold(0, |kinds, part| kinds | part.allows(KIND, self))
    }

    /// A part of a box that can be shown as one case: all of it comes to the
    /// rules, with the first kind with which something does.
    pub(crate) fn case(&self, bounds: &Bounds) -> Option<Bounds> {
        let kinds = self.open_kinds(bounds);
        let first = kinds & kinds.wrapping_neg();
        let case = bounds.clone().narrow(KIND, first, self)?;
        // Where nothing is said of the step, there is no need to begin.
        let Some(step) = self.step.filter(|&step| case.place(step).is_ok()) else {
            return Some(case);
        };
        let parts = self.open_parts(&case);
        let values = parts.fold(0, |values, part| values | part.allows(step, self));
        case.narrow(step, values, self)
    }

    /// The dimension of a fact, of the starting or of the working state.
    pub(crate) fn fact(&self, fact: u32, at_start: bool) -> u32 {
        1 + fact + if at_start { 0 } else { self.facts }
    }

    /// The dimension of a shared predicate, of the starting or of the working
    /// state.
    pub(crate) fn shared(&self, shared: u32, at_start: bool) -> u32 {
        self.valued() + shared + if at_start { 0 } else { self.shared }
    }

    /// The dimension of the predicates that a phase has for itself.
    pub(crate) fn phase(&self, node: u32) -> u32 {
        self.valued() + 2 * self.shared + node
    }

    /// What a dimension is about.
    pub(crate) fn dim(&self, dim: u32) -> Dim {
        let Some(at) = dim.checked_sub(1) else { return Dim::Kind };
        let Some(at_predicate) = dim.checked_sub(self.valued()) else {
            return Dim::Fact((at % self.facts) as usize, at < self.facts);
        };
        match at_predicate.checked_sub(2 * self.shared) {
            Some(node) => Dim::Phase(node as usize),
            None => Dim::Shared((at_predicate % self.shared) as usize, at_predicate < self.shared),
        }
    }

    /// How many dimensions are not predicates: they come first.
    pub(crate) fn valued(&self) -> u32 {
        self.full.len() as u32
    }

    /// All values of a dimension.
    pub(crate) fn full(&self, dim: u32) -> u128 {
        self.full.get(dim as usize).copied().unwrap_or(0b11)
    }
}

/// A box that is not empty. What it does not name, it does not narrow.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bounds(Vec<(u32, u128)>);

impl Bounds {
    /// The whole space.
    pub(crate) fn everything() -> Self {
        Bounds::default()
    }

    /// The dimensions that it narrows.
    pub(crate) fn narrowed(&self) -> &[(u32, u128)] {
        &self.0
    }

    /// The box without what it asks of predicates.
    pub(crate) fn declared(&self, space: &Space) -> Bounds {
        let valued = self.0.iter().copied().filter(|&(dim, _)| dim < space.valued());
        Bounds(valued.collect())
    }

    /// The predicates that it asks for.
    pub(crate) fn predicates<'s>(&'s self, space: &Space) -> impl Iterator<Item = u32> + use<'s> {
        let valued = space.valued();
        self.0.iter().map(|&(dim, _)| dim).filter(move |&dim| dim >= valued)
    }

    /// What it allows in a dimension.
    pub(crate) fn allows(&self, dim: u32, space: &Space) -> u128 {
        match self.place(dim) {
            Ok(at) => self.0[at].1,
            Err(_) => space.full(dim),
        }
    }

    fn place(&self, dim: u32) -> Result<usize, usize> {
        self.0.binary_search_by_key(&dim, |&(dim, _)| dim)
    }

    fn set(&mut self, dim: u32, values: u128) {
        match self.place(dim) {
            Ok(at) => self.0[at].1 = values,
            Err(at) => self.0.insert(at, (dim, values)),
        }
    }

    /// The part of it with these values only, unless that is empty.
    pub(crate) fn narrow(mut self, dim: u32, values: u128, space: &Space) -> Option<Self> {
        let had = self.allows(dim, space);
        let left = had & values;
        if left != had {
            self.set(dim, left);
        }
        (left != 0).then_some(self)
    }

    /// What it takes to look at it: one step, and one for each dimension that it
    /// narrows.
    pub(crate) fn width(&self) -> usize {
        self.0.len() + 1
    }

    /// The same with all values of a dimension.
    pub(crate) fn freed(mut self, dim: u32) -> Self {
        if let Ok(at) = self.place(dim) {
            self.0.remove(at);
        }
        self
    }

    /// Whether something is in both.
    pub(crate) fn meets(&self, other: &Bounds) -> bool {
        // Mostly a narrow box is asked about a wide one.
        let (few, many) = if self.0.len() < other.0.len() { (self, other) } else { (other, self) };
        few.0.iter().all(|&(dim, values)| match many.place(dim) {
            Ok(at) => many.0[at].1 & values != 0,
            Err(_) => true,
        })
    }

    /// In how many dimensions the other one leaves something of it, if they meet.
    pub(crate) fn beyond(&self, other: &Bounds, space: &Space) -> Option<usize> {
        other.0.iter().try_fold(0, |count, &(dim, values)| {
            let had = self.allows(dim, space);
            (had & values != 0).then_some(count + usize::from(had & !values != 0))
        })
    }

    /// What is in both.
    pub(crate) fn meet(&self, other: &Bounds, space: &Space) -> Option<Bounds> {
        other
            .0
            .iter()
            .try_fold(self.clone(), |both, &(dim, values)| both.narrow(dim, values, space))
    }

    /// Whether all of the other one is in it.
    pub(crate) fn contains(&self, other: &Bounds, space: &Space) -> bool {
        self.0.iter().all(|&(dim, values)| other.allows(dim, space) & !values == 0)
    }

    /// Adds what is left of it without the other one, which it meets: boxes
    /// that do not meet.
    pub(crate) fn without(self, other: &Bounds, space: &Space, left: &mut Vec<Bounds>) {
        let cuts = |&(dim, values): &(u32, u128)| {
            let had = self.allows(dim, space);
            (had & !values != 0).then_some((dim, had & !values, had & values))
        };
        let cuts: Vec<_> = other.0.iter().filter_map(cuts).collect();
        let Some((&(last, outside, _), cuts)) = cuts.split_last() else { return };
        let mut rest = self;
        for &(dim, outside, inside) in cuts {
            let mut piece = rest.clone();
            piece.set(dim, outside);
            left.push(piece);
            rest.set(dim, inside);
        }
        rest.set(last, outside);
        left.push(rest);
    }
}

/// What may still be spent on a question.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget(usize);

/// The budget is spent, and the question is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spent;

impl Budget {
    #[cfg(test)]
    pub(crate) fn new(steps: usize) -> Self {
        Budget(steps)
    }

    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), Spent> {
        let left = self.0.checked_sub(steps);
        self.0 = left.unwrap_or(0);
        left.map(|_| ()).ok_or(Spent)
    }
}

/// What may be spent on all questions together.
#[derive(Debug)]
pub(crate) struct Purse {
    each: usize,
    left: usize,
}

impl Purse {
    /// So many questions may take all that there is for one.
    const DEAR: usize = 300;

    /// A purse with so many steps for each question.
    pub(crate) fn new(each: usize) -> Self {
        Purse { each, left: each.saturating_mul(Purse::DEAR) }
    }

    /// What a question comes to that may spend what there is for one, if so much
    /// is left.
    pub(crate) fn pay<T>(&mut self, question: impl FnOnce(&mut Budget) -> T) -> T {
        let mut budget = Budget(self.each.min(self.left));
        let had = budget.0;
        let answer = question(&mut budget);
        self.left -= had - budget.0;
        answer
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn space() -> Space {
        Space::new(0b11, [3, 4].into_iter(), 1)
    }

    pub(crate) fn bounds(narrowed: &[(u32, u128)]) -> Bounds {
        let everything = Some(Bounds::everything());
        let space = space();
        let narrow = |all: Option<Bounds>, &(dim, values)| all?.narrow(dim, values, &space);
        narrowed.iter().fold(everything, narrow).expect("the box is not empty")
    }

    /// The points of a box in the first three dimensions, one by one.
    pub(crate) fn points(one: &Bounds) -> Vec<(u32, u32, u32)> {
        let space = space();
        let of = |dim| (0..128).filter(move |value| space.full(dim) >> value & 1 == 1);
        let all = of(0).flat_map(|kind| [0, 1, 2].map(|a| (kind, a)));
        let all = all.flat_map(|(kind, a)| [0, 1, 2, 3].map(|b| (kind, a, b)));
        let space = self::space();
        let within = |&(kind, a, b): &(u32, u32, u32)| {
            [(0, kind), (1, a), (2, b)]
                .iter()
                .all(|&(dim, value)| one.allows(dim, &space) >> value & 1 == 1)
        };
        all.filter(within).collect()
    }

    #[test]
    fn what_is_narrowed_to_everything_is_not_narrowed() {
        assert_eq!(bounds(&[(1, 0b1111), (2, u128::MAX)]), Bounds::everything());
        assert_eq!(Bounds::everything().narrow(1, 0b1000, &space()), None);
    }

    #[test]
    fn every_dimension_has_its_place() {
        let space = space();
        let dims = [
            space.fact(0, true),
            space.fact(1, true),
            space.fact(0, false),
            space.fact(1, false),
            space.shared(0, true),
            space.shared(0, false),
            space.phase(0),
            space.phase(1),
        ];
        assert!(dims.into_iter().eq(1..9));
        let about = [
            Dim::Kind,
            Dim::Fact(0, true),
            Dim::Fact(1, true),
            Dim::Fact(0, false),
            Dim::Fact(1, false),
            Dim::Shared(0, true),
            Dim::Shared(0, false),
            Dim::Phase(0),
            Dim::Phase(1),
        ];
        assert!((0..9).map(|dim| space.dim(dim)).eq(about));
    }

    #[test]
    fn only_what_a_step_lets_through_is_open() {
        // Of the first fact, 0 and 2 let kind 0 through, 1 lets nothing through.
        let space = space().by_step(0, [(0b001, 0b01), (0b010, 0), (0b100, 0b01)]);
        let open = |one: &Bounds| space.open_parts(one).collect::<Vec<_>>();
        assert_eq!(open(&Bounds::everything()), [bounds(&[(0, 0b01), (1, 0b101)])]);
        assert_eq!(open(&bounds(&[(1, 0b110), (2, 1)])), [bounds(&[(0, 1), (1, 0b100), (2, 1)])]);
        assert!(!space.is_open(&bounds(&[(0, 0b10)])) && !space.is_open(&bounds(&[(1, 0b010)])));
        let (left, right) = (bounds(&[(1, 0b011)]), bounds(&[(1, 0b110)]));
        assert!(space.is_open(&left) && space.is_open(&right) && !space.meet_open(&left, &right));
        assert_eq!(space.open_kinds(&Bounds::everything()), 0b01);
    }

    #[test]
    fn a_case_says_of_the_step_what_the_box_says_and_no_more() {
        let space = space().by_step(0, [(0b001, 0b01), (0b010, 0b10), (0b100, 0b10)]);
        let case = |one: &[(u32, u128)]| space.case(&bounds(one));
        assert_eq!(case(&[(2, 1)]), Some(bounds(&[(0, 0b01), (2, 1)])));
        assert_eq!(case(&[(1, 0b011)]), Some(bounds(&[(0, 0b01), (1, 0b001)])));
        assert_eq!(case(&[(1, 0b110)]), Some(bounds(&[(0, 0b10), (1, 0b110)])));
        assert_eq!(case(&[(0, 0b01), (1, 0b110)]), None);
    }

    #[test]
    fn what_one_question_takes_the_others_do_not_have() {
        let mut purse = Purse::new(10);
        for _ in 0..Purse::DEAR {
            assert_eq!(purse.pay(|budget| budget.spend(10)), Ok(()));
        }
        assert_eq!(purse.pay(|budget| budget.spend(1)), Err(Spent));
        let mut purse = Purse::new(10);
        // A question that takes too much takes no more than it may.
        assert_eq!(purse.pay(|budget| budget.spend(11)), Err(Spent));
        assert_eq!(purse.pay(|budget| budget.spend(10)), Ok(()));
    }

    #[test]
    fn boxes_meet_and_contain_each_other_as_their_points_do() {
        let boxes = [
            Bounds::everything(),
            bounds(&[(0, 0b01)]),
            bounds(&[(1, 0b011), (2, 0b1000)]),
            bounds(&[(1, 0b001), (2, 0b1010)]),
            bounds(&[(2, 0b0001)]),
        ];
        for a in &boxes {
            for b in &boxes {
                let (in_a, in_b) = (points(a), points(b));
                let both: Vec<_> = in_a.iter().filter(|point| in_b.contains(point)).collect();
                assert_eq!(a.meets(b), !both.is_empty(), "{a:?} and {b:?}");
                let met = a.meet(b, &space()).map(|met| points(&met)).unwrap_or_default();
                assert_eq!(met.iter().collect::<Vec<_>>(), both, "{a:?} and {b:?}");
                let all = in_b.iter().all(|point| in_a.contains(point));
                assert_eq!(a.contains(b, &space()), all, "{a:?} and {b:?}");
            }
        }
    }
}
