//! Writing down the turn machine: steps, where each leads, what it allows, and
//! what happens on entering and leaving one.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::book::fact::{Fact, FactDef, Read};
use crate::book::mistake::Mistake;
use crate::book::rule::ActionKind;
use crate::context::{Asked, Effect, Propose};
use crate::game::{Game, Kind, KindSet};

pub(crate) type StepEffect<G> = Box<dyn Fn(&mut Effect<'_, G>) -> Result<(), Asked> + Send + Sync>;

/// A step, written down.
pub(crate) struct StepDef<G: Game> {
    pub name: String,
    pub allows: KindSet<ActionKind<G>>,
    /// Where it leads, by number.
    pub leads_to: Vec<usize>,
    pub entering: Vec<StepEffect<G>>,
    pub leaving: Vec<StepEffect<G>>,
}

/// The turn machine, written down. Step 0 is where a game begins.
pub(crate) struct TurnDef<G: Game> {
    /// The number of the state's step, unless it is none that was declared.
    pub current: Box<dyn Fn(&G::State) -> Option<usize> + Send + Sync>,
    /// The state's step in words, also one that was not declared.
    pub describe: Box<dyn Fn(&G::State) -> String + Send + Sync>,
    pub always: KindSet<ActionKind<G>>,
    pub steps: Vec<StepDef<G>>,
    /// The fact that the step is read from, if it is one.
    pub by: Option<StepFact<G>>,
}

/// A fact that is the step: nobody but the fact says which step it is, so both
/// agree in every state.
pub(crate) struct StepFact<G: Game> {
    pub fact: Arc<FactDef<G>>,
    /// By step: the number of the fact's value.
    pub values: Vec<usize>,
}

/// The turn machine being written down; see
/// [`BookBuilder::turn`](crate::BookBuilder::turn).
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # #[derive(Clone, Copy, Debug, PartialEq)] enum Step { Draw, Play }
/// # #[derive(Clone, Debug, PartialEq)] enum Why { NotNow }
/// # impl std::fmt::Display for Why { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("Not now.") } }
/// # impl Reason for Why { fn code(&self) -> &'static str { "NOT_NOW" } }
/// # #[derive(Clone)] struct Table { step: Step, hand: u32 }
/// # struct Cards;
/// # impl Game for Cards {
/// #     type State = Table; type Action = u8; type Event = u8; type Trace = (); type Reason = Why;
/// #     fn apply(table: &mut Table, event: &u8) { match event { 0 => table.step = Step::Play, 1 => table.step = Step::Draw, _ => table.hand += 1 } }
/// # }
/// let book = Book::<Cards>::builder("cards")
///     .turn(|table| table.step, Why::NotNow, |turn| turn
///         .step(Step::Draw, |step| step.allows(Anything::Any).leads_to(Step::Play))
///         .step(Step::Play, |step| step
///             .allows(Anything::Any)
///             .leads_to(Step::Draw)
///             .entering(|_| [2]))) // entering Play draws a card
///     .rule("go on", |rule| rule.then(|cx, ()| [*cx.action]))
///     .compile()?;
/// let mut game = book.start(Table { step: Step::Draw, hand: 0 }, Seed(1))?;
/// game.submit(Seat(0), 0)?;
/// assert_eq!(game.state().hand, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TurnBuilder<G: Game, S> {
    values: Vec<S>,
    steps: Vec<StepDef<G>>,
    links: Vec<(usize, S)>,
    ends: Vec<bool>,
    always: KindSet<ActionKind<G>>,
}

impl<G: Game, S: Clone + PartialEq + Debug + Send + Sync + 'static> TurnBuilder<G, S> {
    pub(crate) fn new() -> Self {
        TurnBuilder {
            values: Vec::new(),
            steps: Vec::new(),
            links: Vec::new(),
            ends: Vec::new(),
            always: KindSet::none(),
        }
    }

    /// Declares a step. The first one declared is where a game begins.
    pub fn step(
        mut self,
        value: S,
        write: impl FnOnce(StepBuilder<G, S>) -> StepBuilder<G, S>,
    ) -> Self {
        let step = write(StepBuilder::new());
        let number = self.steps.len();
        self.steps.push(StepDef {
            name: format!("{value:?}"),
            allows: step.allows,
            leads_to: Vec::new(),
            entering: step.entering,
            leaving: step.leaving,
        });
        self.links.extend(step.leads_to.into_iter().map(|to| (number, to)));
        self.ends.push(step.end);
        self.values.push(value);
        self
    }

    /// Action kinds that every step allows (resigning, for example).
    pub fn always(mut self, kinds: impl Into<KindSet<ActionKind<G>>>) -> Self {
        self.always = self.always.union(kinds.into());
        self
    }

    /// The machine, with what reads the step from the state.
    pub(crate) fn finish(
        mut self,
        current: impl Fn(&G::State) -> S + Send + Sync + 'static,
    ) -> (TurnDef<G>, Vec<Mistake>) {
        let mistakes = self.link();
        let values = self.values;
        let describe_current = Arc::new(current);
        let find_current = describe_current.clone();
        let turn = TurnDef {
            current: Box::new(move |state| {
                let step = find_current(state);
                values.iter().position(|value| *value == step)
            }),
            describe: Box::new(move |state| format!("{:?}", describe_current(state))),
            always: self.always,
            steps: self.steps,
            by: None,
        };
        (turn, mistakes)
    }

    /// Links the steps, and says what is wrong with them.
    fn link(&mut self) -> Vec<Mistake> {
        let mut mistakes = Vec::new();
        // What is declared twice counts as one step: that is what is wrong with it.
        let mut ends = self.ends.clone();
        let mut twice = vec![false; self.steps.len()];
        for number in 0..self.steps.len() {
            let first = self.first(&self.values[number]).unwrap_or(number);
            if first != number {
                twice[number] = true;
                ends[first] |= ends[number];
                mistakes.push(Mistake::DuplicateStep { step: self.steps[number].name.clone() });
            }
        }
        for (from, to) in std::mem::take(&mut self.links) {
            let from = self.first(&self.values[from]).unwrap_or(from);
            match self.first(&to) {
                Some(number) => self.steps[from].leads_to.push(number),
                None => {
                    // Where it leads is wrong, but it leads somewhere.
                    ends[from] = true;
                    let from = self.steps[from].name.clone();
                    mistakes.push(Mistake::UnknownStep { from, to: format!("{to:?}") });
                }
            }
        }
        if self.steps.is_empty() {
            mistakes.push(Mistake::NoSteps);
        }
        let reached = self.reached();
        let once = || (0..self.steps.len()).filter(|&step| !twice[step]);
        let name = |step: usize| self.steps[step].name.clone();
        let missed = once().filter(|&step| !reached[step]);
        mistakes.extend(missed.map(|step| Mistake::UnreachableStep { step: name(step) }));
        let dead = once().filter(|&step| self.steps[step].leads_to.is_empty() && !ends[step]);
        mistakes.extend(dead.map(|step| Mistake::DeadEnd { step: name(step) }));
        each_once(mistakes)
    }

    /// The step with this value, the first of them if it is declared twice.
    fn first(&self, value: &S) -> Option<usize> {
        self.values.iter().position(|other| other == value)
    }

    /// Which steps a path from the first step reaches.
    fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; self.steps.len()];
        let mut open = Vec::from_iter((!self.steps.is_empty()).then_some(0));
        while let Some(step) = open.pop() {
            if !std::mem::replace(&mut reached[step], true) {
                open.extend(&self.steps[step].leads_to);
            }
        }
        reached
    }
}

/// Mistakes in order, each once.
fn each_once(mistakes: Vec<Mistake>) -> Vec<Mistake> {
    mistakes.into_iter().fold(Vec::new(), |mut all, mistake| {
        if !all.contains(&mistake) {
            all.push(mistake);
        }
        all
    })
}

impl<G: Game, K: Kind> TurnBuilder<G, K> {
    /// The machine, with a fact that is the step.
    pub(crate) fn finish_by(mut self, step: &Fact<G, K>) -> (TurnDef<G>, Vec<Mistake>) {
        let mut mistakes = self.link();
        if matches!(step.def.read, Read::Ask(_)) {
            mistakes.push(Mistake::StepOfAction { fact: step.def.name.clone() });
        }
        let values: Vec<usize> = self.values.iter().map(|value| value.index()).collect();
        let (places, fact, described) = (values.clone(), step.def.clone(), step.def.clone());
        let turn = TurnDef {
            current: Box::new(move |state| {
                let step = fact.of_state(state)?;
                places.iter().position(|value| *value == step)
            }),
            describe: Box::new(move |state| {
                let value = described.of_state(state).map(|at| described.values[at]);
                // The compiler has seen to it that it is no fact of the action.
                value.unwrap_or_default().to_owned()
            }),
            always: self.always,
            steps: self.steps,
            by: Some(StepFact { fact: step.def.clone(), values }),
        };
        (turn, mistakes)
    }
}

/// A step being written down.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # #[derive(Clone, Copy, Debug, PartialEq)] enum Step { Roll, Done }
/// # #[derive(Clone, Debug, PartialEq)] enum Why { NotNow }
/// # impl std::fmt::Display for Why { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("Not now.") } }
/// # impl Reason for Why { fn code(&self) -> &'static str { "NOT_NOW" } }
/// # struct Dice;
/// # impl Game for Dice {
/// #     type State = Step; type Action = (); type Event = (); type Trace = (); type Reason = Why;
/// #     fn apply(step: &mut Step, _: &()) { *step = Step::Done; }
/// # }
/// let book = Book::<Dice>::builder("one roll")
///     .turn(|step| *step, Why::NotNow, |turn| turn
///         .step(Step::Roll, |step| step.allows(Anything::Any).leads_to(Step::Done))
///         .step(Step::Done, |step| step.ends()))
///     .rule("roll", |rule| rule.then(|_, ()| [()]))
///     .compile()?;
/// let mut game = book.start(Step::Roll, Seed(1))?;
/// assert!(game.submit(Seat(0), ())?.is_committed());
/// assert!(matches!(game.submit(Seat(0), ())?, Outcome::InvalidInput(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct StepBuilder<G: Game, S> {
    allows: KindSet<ActionKind<G>>,
    leads_to: Vec<S>,
    entering: Vec<StepEffect<G>>,
    leaving: Vec<StepEffect<G>>,
    end: bool,
    of: PhantomData<fn() -> S>,
}

impl<G: Game, S> StepBuilder<G, S> {
    fn new() -> Self {
        StepBuilder {
            allows: KindSet::none(),
            leads_to: Vec::new(),
            entering: Vec::new(),
            leaving: Vec::new(),
            end: false,
            of: PhantomData,
        }
    }

    /// The action kinds that this step allows.
    pub fn allows(mut self, kinds: impl Into<KindSet<ActionKind<G>>>) -> Self {
        self.allows = self.allows.union(kinds.into());
        self
    }

    /// A step that may follow this one; several calls name several.
    pub fn leads_to(mut self, step: S) -> Self {
        self.leads_to.push(step);
        self
    }

    /// Says that the game ends here, so that no step need follow.
    pub fn ends(mut self) -> Self {
        self.end = true;
        self
    }

    /// What happens on entering this step: proposed right after the event that
    /// moved the turn here, before anything else that was proposed with it.
    pub fn entering<P: Propose<G>>(
        mut self,
        effect: impl Fn(&mut Effect<'_, G>) -> P + Send + Sync + 'static,
    ) -> Self {
        self.entering.push(Box::new(move |cx| effect(cx).propose_to(cx)));
        self
    }

    /// What happens on leaving this step: proposed right after the event that
    /// moved the turn away, before what the next step says about entering.
    pub fn leaving<P: Propose<G>>(
        mut self,
        effect: impl Fn(&mut Effect<'_, G>) -> P + Send + Sync + 'static,
    ) -> Self {
        self.leaving.push(Box::new(move |cx| effect(cx).propose_to(cx)));
        self
    }
}
