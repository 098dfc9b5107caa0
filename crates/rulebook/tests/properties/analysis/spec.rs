//! A random book, written down, and what its rules want.

use rulebook::Strategy;

/// How many values the facts have. Fact 0 and 1 are of the state, fact 2 is of
/// the action.
pub(crate) const VALUES: [u8; 3] = [3, 3, 2];
/// Subjects that rules name; an action may be about one, or about none.
pub(crate) const SUBJECTS: u32 = 2;
/// Flags of the state that predicates read. The last one is read by a predicate
/// that rules and phases share; each of the others by one at most.
pub(crate) const FLAGS: usize = 3;
/// The flag that the shared predicate reads.
pub(crate) const SHARED: usize = FLAGS - 1;
/// What stands for its opposite where a flag is read.
pub(crate) const OPPOSITE: usize = FLAGS;

/// A declared condition: a fact and the values that it may have, one bit each.
pub(crate) type Given = (usize, u8);

/// What the effect of a rule changes: a fact of the state or a flag.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change {
    Fact(usize, u8),
    Flag(usize, bool),
}

#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) number: usize,
    /// One bit for each of two kinds; none: all.
    pub(crate) kinds: u8,
    pub(crate) subjects: Vec<u32>,
    pub(crate) givens: Vec<Given>,
    /// A flag that a condition reads.
    pub(crate) flag: Option<usize>,
    pub(crate) priority: Option<i32>,
    pub(crate) group: Option<u8>,
    /// Nothing: it proposes no event.
    pub(crate) changes: Option<Vec<Change>>,
}

#[derive(Clone, Debug)]
pub(crate) struct Phase {
    pub(crate) number: usize,
    pub(crate) strategy: Strategy,
    pub(crate) givens: Vec<Given>,
    /// A flag that a predicate reads.
    pub(crate) flag: Option<usize>,
    pub(crate) priority: Option<i32>,
    pub(crate) group: Option<u8>,
    pub(crate) children: Vec<Node>,
    /// For the book itself, if fact 0 is the step of its turn: the kinds that each
    /// step allows, one bit each.
    pub(crate) turn: Option<[u8; 3]>,
}

#[derive(Clone, Debug)]
pub(crate) enum Node {
    Rule(Rule),
    Phase(Phase),
}

/// A case: a state and an action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub(crate) kind: u8,
    pub(crate) subject: Option<u32>,
    pub(crate) facts: [u8; 3],
    pub(crate) flags: [bool; FLAGS],
}

impl Point {
    /// Every case there is.
    pub(crate) fn all() -> Vec<Point> {
        let mut all = Vec::new();
        for kind in 0..2 {
            for subject in (0..SUBJECTS).map(Some).chain([None]) {
                for at in 0..VALUES.iter().map(|values| u32::from(*values)).product() {
                    for flags in 0..1 << FLAGS {
                        let facts = [at % 3, at / 3 % 3, at / 9].map(|value| value as u8);
                        let flags = std::array::from_fn(|flag| flags >> flag & 1 == 1);
                        all.push(Point { kind, subject, facts, flags });
                    }
                }
            }
        }
        all
    }

    fn allows(&self, givens: &[Given]) -> bool {
        givens.iter().all(|&(fact, values)| values >> self.facts[fact] & 1 == 1)
    }

    fn holds(&self, flag: Option<usize>) -> bool {
        match flag {
            None => true,
            Some(OPPOSITE) => !self.flags[SHARED],
            Some(flag) => self.flags[flag],
        }
    }
}

/// A rule with what the phases around it want.
#[derive(Clone, Debug)]
pub(crate) struct Placed<'s> {
    pub(crate) name: String,
    pub(crate) rule: &'s Rule,
    pub(crate) around: Vec<&'s Phase>,
}

impl Placed<'_> {
    /// Whether it answers on a starting state.
    pub(crate) fn answers(&self, point: &Point) -> bool {
        self.is_declared_for(point)
            && point.holds(self.rule.flag)
            && self.around.iter().all(|phase| point.holds(phase.flag))
    }

    /// The same for all that is declared.
    pub(crate) fn is_declared_for(&self, point: &Point) -> bool {
        let Rule { kinds, subjects, givens, .. } = self.rule;
        (*kinds == 0 || kinds >> point.kind & 1 == 1)
            && (subjects.is_empty()
                || point.subject.is_some_and(|subject| subjects.contains(&subject)))
            && point.allows(givens)
            && self.around.iter().all(|phase| point.allows(&phase.givens))
    }
}

impl Phase {
    /// All rules, in order of declaration.
    pub(crate) fn rules(&self) -> Vec<Placed<'_>> {
        let mut rules = Vec::new();
        self.collect(&mut Vec::new(), "", &mut rules);
        rules
    }

    fn collect<'s>(&'s self, around: &mut Vec<&'s Phase>, path: &str, rules: &mut Vec<Placed<'s>>) {
        around.push(self);
        for child in &self.children {
            match child {
                Node::Rule(rule) => rules.push(Placed {
                    name: format!("{path}r{}", rule.number),
                    rule,
                    around: around.clone(),
                }),
                Node::Phase(phase) => {
                    phase.collect(around, &format!("{path}p{}/", phase.number), rules);
                }
            }
        }
        around.pop();
    }

    /// Whether the turn lets a case come to the rules.
    pub(crate) fn lets_pass(&self, point: &Point) -> bool {
        self.turn.is_none_or(|steps| steps[usize::from(point.facts[0])] >> point.kind & 1 == 1)
    }

    /// Whether a phase below, or this one, has such a strategy.
    pub(crate) fn has(&self, strategy: Strategy) -> bool {
        self.strategy == strategy
            || self.children.iter().any(|child| match child {
                Node::Phase(phase) => phase.has(strategy),
                Node::Rule(_) => false,
            })
    }

    /// Hands out the full name and the attributes of everything below.
    pub(crate) fn each(&mut self, see: &mut impl FnMut(&str, Attributes<'_>)) {
        see_below(self, "", see);
    }

    /// Numbers rules and phases, in order of declaration, and lets nobody read
    /// a flag that another one reads.
    pub(crate) fn numbered(mut self) -> Self {
        number(&mut self, &mut 0, &mut [false; SHARED]);
        self
    }
}

/// What rules and phases have in common.
pub(crate) struct Attributes<'s> {
    /// That of a phase.
    pub(crate) strategy: Option<&'s mut Strategy>,
    pub(crate) priority: &'s mut Option<i32>,
    pub(crate) group: &'s mut Option<u8>,
    pub(crate) givens: &'s mut Vec<Given>,
}

fn see_below(phase: &mut Phase, path: &str, see: &mut impl FnMut(&str, Attributes<'_>)) {
    for child in &mut phase.children {
        match child {
            Node::Rule(Rule { number, priority, group, givens, .. }) => {
                let strategy = None;
                see(&format!("{path}r{number}"), Attributes { strategy, priority, group, givens });
            }
            Node::Phase(inner) => {
                let name = format!("{path}p{}", inner.number);
                let Phase { strategy, priority, group, givens, .. } = inner;
                let strategy = Some(strategy);
                see(&name, Attributes { strategy, priority, group, givens });
                see_below(inner, &format!("{name}/"), see);
            }
        }
    }
}

fn number(phase: &mut Phase, next: &mut usize, read: &mut [bool; SHARED]) {
    for child in &mut phase.children {
        let (number, flag) = match child {
            Node::Rule(rule) => (&mut rule.number, &mut rule.flag),
            Node::Phase(phase) => (&mut phase.number, &mut phase.flag),
        };
        *number = std::mem::replace(next, *next + 1);
        *flag = flag
            .filter(|&flag| read.get_mut(flag).is_none_or(|read| !std::mem::replace(read, true)));
        if let Node::Phase(inner) = child {
            self::number(inner, next, read);
        }
    }
}
