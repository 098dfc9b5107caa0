//! What a session lets a viewer see.

use std::fmt;

use crate::actor::{Actors, By, Scores, Seat};
use crate::error::{Fault, FaultKind};
use crate::pipeline::guarded;
use crate::session::choice::{Choice, Made};
use crate::session::fate::Fate;
use crate::session::frame::FrameView;
use crate::session::{Pending, Session};
use crate::view::{Viewed, Viewer};

/// What a viewer sees of a game as it stands.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
/// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// # }
/// impl Viewed for Counter {
///     type Sight = bool;
///     type Report = ();
///     /// Everybody sees whether it is much.
///     fn sight(total: &u32, _: Viewer) -> bool { *total > 10 }
/// }
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule
///         .candidates(|offer| offer.push(20))
///         .then(|cx, ()| [*cx.action]))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let seen = game.view(Seat(0))?;
/// assert_eq!((seen.state, seen.legal.as_slice()), (false, &[20][..]));
/// // Whoever only watches has nothing to do.
/// assert!(game.view(Viewer::Spectator)?.legal.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct View<G: Viewed> {
    /// Who looks.
    pub viewer: Viewer,
    /// The number of the last frame; 0 at the start.
    pub number: u64,
    /// The state, as far as they may see it.
    pub state: G::Sight,
    /// Who may act now.
    pub active: Actors,
    /// What each seat got, once the game is over.
    pub result: Option<Scores>,
    /// Who must make a choice first, if somebody must.
    pub choosing: Option<Seat>,
    /// The choice, if it is theirs.
    pub choice: Option<Choice>,
    /// The action that waits for the choice, if one does.
    pub under_way: Option<UnderWay<G>>,
    /// What they can do now.
    pub legal: Vec<G::Action>,
}

impl<G: Viewed> Clone for View<G> {
    fn clone(&self) -> Self {
        View {
            viewer: self.viewer,
            number: self.number,
            state: self.state.clone(),
            active: self.active,
            result: self.result.clone(),
            choosing: self.choosing,
            choice: self.choice.clone(),
            under_way: self.under_way.clone(),
            legal: self.legal.clone(),
        }
    }
}

impl<G: Viewed> PartialEq for View<G> {
    fn eq(&self, other: &Self) -> bool {
        self.viewer == other.viewer
            && self.number == other.number
            && self.state == other.state
            && self.active == other.active
            && self.result == other.result
            && self.choosing == other.choosing
            && self.choice == other.choice
            && self.under_way == other.under_way
            && self.legal == other.legal
    }
}

impl<G: Viewed> fmt::Debug for View<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View")
            .field("viewer", &self.viewer)
            .field("number", &self.number)
            .field("state", &self.state)
            .field("active", &self.active)
            .field("result", &self.result)
            .field("choosing", &self.choosing)
            .field("choice", &self.choice)
            .field("under_way", &self.under_way)
            .field("legal", &self.legal)
            .finish()
    }
}

/// What a viewer sees of an action that waits for a choice. The state that they
/// see is the one before it.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
/// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// # }
/// # impl rulebook::Open for Counter {}
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule.then(|cx, ()| {
///         let by = cx.choose(Seat(1), "By how much?", [1, 2, 3])?;
///         let twice = cx.confirm(Seat(1), "Twice?")?;
///         Ok([if twice { 2 * by } else { by }])
///     }))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let Outcome::Pending(choice) = game.submit(Seat(0), 7)? else { panic!() };
/// game.answer(Seat(1), choice.id, 2)?;
///
/// let asked = game.view(Seat(1))?.under_way.unwrap();
/// assert_eq!((asked.by, asked.action), (Seat(0).into(), Some(7)));
/// assert_eq!(asked.choices[0].to_string(), "seat 1: By how much? 3");
/// // What seat 1 has chosen so far is for seat 1 to know.
/// assert!(game.view(Seat(0))?.under_way.unwrap().choices.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct UnderWay<G: Viewed> {
    /// By whom the action was submitted.
    pub by: By,
    /// The action: its own actor knows it, and who must choose, if they may
    /// know it. Nobody else does before it is done.
    pub action: Option<G::Action>,
    /// The choices that they have made for it, in order.
    pub choices: Vec<Made>,
}

/// What a viewer sees of a frame.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
/// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// # }
/// impl Viewed for Counter {
///     type Sight = u32;
///     type Report = u32;
///     fn sight(total: &u32, _: Viewer) -> u32 { *total }
///     /// Small steps are nobody's business.
///     fn report(by: &u32, _: Option<&()>, _: Viewer) -> Option<u32> { (*by > 10).then_some(*by) }
/// }
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule.then(|cx, ()| [5, *cx.action]))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// game.submit(Seat(0), 20)?;
/// let seen = game.sights(Viewer::Spectator)?.remove(0);
/// assert_eq!((seen.number, seen.by, seen.action), (1, Some(Seat(0).into()), None));
/// assert_eq!(seen.events.iter().map(|event| event.report).collect::<Vec<_>>(), [20]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FrameSight<G: Viewed> {
    /// The frame's number in its game, from one.
    pub number: u64,
    /// By whom the action was submitted, unless a rule was switched.
    pub by: Option<By>,
    /// The action, if they may know it.
    pub action: Option<G::Action>,
    /// What they are told of the events, in order.
    pub events: Vec<EventSight<G>>,
    /// The choices that they made.
    pub choices: Vec<Made>,
}

/// What a viewer is told of an event.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
/// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// # }
/// # impl Viewed for Counter {
/// #     type Sight = u32;
/// #     type Report = u32;
/// #     fn sight(total: &u32, _: Viewer) -> u32 { *total }
/// #     fn report(by: &u32, _: Option<&()>, _: Viewer) -> Option<u32> { Some(*by) }
/// # }
/// use rulebook::Fate;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
/// #     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// game.submit(Seat(0), 20)?;
/// let event = &game.sights(Seat(0))?[0].events[0];
/// assert_eq!((event.report, event.fate), (20, Fate::Applied));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct EventSight<G: Viewed> {
    /// What they are told.
    pub report: G::Report,
    /// What became of the event.
    pub fate: Fate,
}

impl<G: Viewed> Clone for UnderWay<G> {
    fn clone(&self) -> Self {
        UnderWay { by: self.by, action: self.action.clone(), choices: self.choices.clone() }
    }
}

impl<G: Viewed> PartialEq for UnderWay<G> {
    fn eq(&self, other: &Self) -> bool {
        self.by == other.by && self.action == other.action && self.choices == other.choices
    }
}

impl<G: Viewed> fmt::Debug for UnderWay<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnderWay")
            .field("by", &self.by)
            .field("action", &self.action)
            .field("choices", &self.choices)
            .finish()
    }
}

impl<G: Viewed> Clone for FrameSight<G> {
    fn clone(&self) -> Self {
        FrameSight {
            number: self.number,
            by: self.by,
            action: self.action.clone(),
            events: self.events.clone(),
            choices: self.choices.clone(),
        }
    }
}

impl<G: Viewed> PartialEq for FrameSight<G> {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
            && self.by == other.by
            && self.action == other.action
            && self.events == other.events
            && self.choices == other.choices
    }
}

impl<G: Viewed> fmt::Debug for FrameSight<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrameSight")
            .field("number", &self.number)
            .field("by", &self.by)
            .field("action", &self.action)
            .field("events", &self.events)
            .field("choices", &self.choices)
            .finish()
    }
}

impl<G: Viewed> Clone for EventSight<G> {
    fn clone(&self) -> Self {
        EventSight { report: self.report.clone(), fate: self.fate }
    }
}

impl<G: Viewed> PartialEq for EventSight<G> {
    fn eq(&self, other: &Self) -> bool {
        self.report == other.report && self.fate == other.fate
    }
}

impl<G: Viewed> fmt::Debug for EventSight<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} ({})", self.report, self.fate)
    }
}

impl<G: Viewed> Session<G> {
    /// The game as it stands, as far as a viewer may see it.
    ///
    /// # Errors
    ///
    /// If a function of the author's panics, or as for
    /// [`legal`](Session::legal).
    pub fn view(&mut self, viewer: impl Into<Viewer>) -> Result<View<G>, Fault> {
        let viewer = viewer.into();
        let legal = match viewer {
            Viewer::Seat(seat) => self.legal(seat)?,
            Viewer::Spectator => Vec::new(),
        };
        let state = self.state();
        let sight = looking("sight", || G::sight(state, viewer))?;
        let under_way = match &self.pending {
            Some(pending) => Some(pending.sight(viewer)?),
            None => None,
        };
        let choice = self.pending();
        Ok(View {
            viewer,
            number: self.number(),
            state: sight,
            active: self.active(),
            result: self.result(),
            choosing: choice.map(|choice| choice.seat),
            choice: choice.filter(|choice| viewer.is(choice.seat)).cloned(),
            under_way,
            legal: legal.into_iter().map(crate::Legal::into_action).collect(),
        })
    }

    /// The frames that the history keeps, oldest first, as far as a viewer may
    /// see them.
    ///
    /// # Errors
    ///
    /// If a function of the author's panics.
    pub fn sights(&self, viewer: impl Into<Viewer>) -> Result<Vec<FrameSight<G>>, Fault> {
        let viewer = viewer.into();
        self.frames().map(|frame| frame.sight(viewer)).collect()
    }
}

impl<G: Viewed> Pending<G> {
    /// The action, as far as a viewer may see it.
    fn sight(&self, viewer: Viewer) -> Result<UnderWay<G>, Fault> {
        let own = viewer.seat().is_some_and(|seat| self.by.is(seat));
        let shown =
            own || viewer.is(self.choice.seat) && known::<G>(&self.action, self.by, viewer)?;
        let choices = self.made.iter().filter(|made| viewer.is(made.seat));
        let action = shown.then(|| self.action.clone());
        Ok(UnderWay { by: self.by, action, choices: choices.cloned().collect() })
    }
}

/// Whether a viewer may know an action: their own they do.
fn known<G: Viewed>(action: &G::Action, by: By, viewer: Viewer) -> Result<bool, Fault> {
    if viewer.seat().is_some_and(|seat| by.is(seat)) {
        return Ok(true);
    }
    looking("shows_action", || G::shows_action(action, by, viewer))
}

impl<G: Viewed> FrameView<'_, G> {
    /// The frame, as far as a viewer may see it.
    ///
    /// # Errors
    ///
    /// If a function of the author's panics.
    pub fn sight(&self, viewer: impl Into<Viewer>) -> Result<FrameSight<G>, Fault> {
        let viewer = viewer.into();
        let mut action = self.action().zip(self.by());
        if let Some((said, by)) = action
            && !known::<G>(said, by, viewer)?
        {
            action = None;
        }
        let choices = self.choices().iter().filter(|made| viewer.is(made.seat));
        Ok(FrameSight {
            number: self.number(),
            by: self.by(),
            action: action.map(|(action, _)| action.clone()),
            events: looking("report", || self.reports(viewer))?,
            choices: choices.cloned().collect(),
        })
    }

    fn reports(&self, viewer: Viewer) -> Vec<EventSight<G>> {
        let told = |event: &G::Event, trace: Option<&G::Trace>, fate| {
            G::report(event, trace, viewer).map(|report| EventSight { report, fate })
        };
        let Some(account) = self.account() else {
            let applied =
                self.events().filter_map(|it| told(it.event, Some(it.trace), Fate::Applied));
            return applied.collect();
        };
        let traces: Vec<&G::Trace> = self.events().map(|event| event.trace).collect();
        let lines = account.lines.iter().filter_map(|line| {
            let trace = line.applied.and_then(|at| traces.get(at)).copied();
            told(&line.event, trace, line.fate)
        });
        lines.collect()
    }
}

/// Runs a function of [`Viewed`].
fn looking<T>(name: &'static str, look: impl FnOnce() -> T) -> Result<T, Fault> {
    let panicked =
        |message| FaultKind::Panic { place: format!("`Viewed::{name}`"), message }.into();
    guarded(look).map_err(panicked)
}
