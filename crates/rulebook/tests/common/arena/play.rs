//! Playing an action in every way there is, and reading what came of it.
//!
//! Whatever a test asserts of one way holds for all of them: by copies and by
//! revert, in a session and on a search line, in one go and rebuilt elsewhere
//! at each choice, undone and redone.

use rulebook::prelude::*;
use rulebook::{
    Account, Announcement, Fate, FaultKind, Firing, FrameId, Preview, Recovery, RefusalKind,
    SessionOptions, Stance, Verify,
};

use super::{Act, Arena, Event, Field};

/// Both ways of recovery.
pub(crate) const BOTH: [Recovery; 2] = [Recovery::Snapshot, Recovery::Revert];

const SEED: Seed = Seed(7);

/// A game from this field.
pub(crate) fn start(book: &Book<Arena>, field: &Field, recovery: Recovery) -> Session<Arena> {
    let options = SessionOptions { recovery: Some(recovery), ..SessionOptions::default() };
    book.start_with(field.clone(), SEED, options).expect("the field is a fine start")
}

/// An action that was committed.
pub(crate) struct Played {
    pub(crate) game: Session<Arena>,
    pub(crate) id: FrameId,
}

/// Plays an action that needs no answers.
pub(crate) fn play(book: &Book<Arena>, field: &Field, act: Act) -> Played {
    play_with(book, field, act, &[])
}

/// Plays a group.
pub(crate) fn play_group(book: &Book<Arena>, field: &Field, group: Group<Event>) -> Played {
    play(book, field, Act::Whole(group))
}

/// Plays an event.
pub(crate) fn play_one(book: &Book<Arena>, field: &Field, event: Event) -> Played {
    play(book, field, Act::One(event))
}

/// Plays an action with exactly these answers to its choices.
pub(crate) fn play_with(book: &Book<Arena>, field: &Field, act: Act, answers: &[u32]) -> Played {
    let [snapshot, revert] = BOTH.map(|recovery| {
        let mut played = play_once(book, field, recovery, &act, answers);
        played.check_travel(field);
        played.check_search(field, &act, answers);
        played
    });
    assert_eq!(snapshot.game.state(), revert.game.state(), "both ways of recovery");
    assert_eq!(snapshot.picture(), revert.picture(), "both ways of recovery");
    check_verified(book, field, &act, answers, &snapshot);
    snapshot
}

/// The same where everything is verified after every event: sources, rest.
fn check_verified(book: &Book<Arena>, field: &Field, act: &Act, answers: &[u32], played: &Played) {
    let options = SessionOptions { verify: Verify::EveryEvent, ..SessionOptions::default() };
    let mut game = book.start_with(field.clone(), SEED, options).expect("it is a fine start");
    let mut outcome = game.submit(Seat(0), act.clone()).expect("nothing to complain of");
    for answer in answers {
        let Outcome::Pending(choice) = outcome else { panic!("there should be a choice") };
        outcome = game.answer(choice.seat, choice.id, *answer).expect("nothing to complain of");
    }
    outcome.committed().expect("it should be committed");
    assert_eq!((game.state(), last_account(&game)), (played.state(), played.picture()));
}

fn play_once(
    book: &Book<Arena>,
    field: &Field,
    recovery: Recovery,
    act: &Act,
    answers: &[u32],
) -> Played {
    let mut game = start(book, field, recovery);
    let before = Untouched::of(&mut game);
    let mut outcome = game.submit(Seat(0), act.clone()).expect("the book is not at fault");
    for (nth, answer) in answers.iter().enumerate() {
        let Outcome::Pending(choice) = outcome else {
            panic!("there should be choice {nth}, and not: {outcome}")
        };
        assert_eq!(before, Untouched::of(&mut game), "nothing moves before the choice");
        check_rebuilt(book, field, recovery, &game, &answers[nth..]);
        outcome = game.answer(choice.seat, choice.id, *answer).expect("the book is not at fault");
    }
    let id = outcome.committed().expect("it should be committed");
    let played = Played { game, id };
    played.check_whole(field);
    played
}

/// The same action, begun and answered elsewhere, waits for the same choice
/// and goes on in the same way.
fn check_rebuilt(
    book: &Book<Arena>,
    field: &Field,
    recovery: Recovery,
    game: &Session<Arena>,
    rest: &[u32],
) {
    let mut here = game.fork();
    let mut there = start(book, field, recovery);
    let (by, act, given) = game.pending_action().expect("there is a choice");
    there.submit(by, act.clone()).expect("the book is not at fault");
    let all = [given, rest].concat();
    for (nth, answer) in all.iter().enumerate() {
        if nth >= given.len() {
            assert_eq!(here.pending(), there.pending(), "rebuilt elsewhere");
            let choice = here.pending().expect("there is a choice").clone();
            here.answer(choice.seat, choice.id, *answer).expect("the book is not at fault");
        }
        let choice = there.pending().expect("there is a choice").clone();
        there.answer(choice.seat, choice.id, *answer).expect("the book is not at fault");
    }
    assert_eq!(here.digest(), there.digest());
    assert_eq!(last_account(&here), last_account(&there));
}

fn last_account(game: &Session<Arena>) -> String {
    let frame = game.frames().next_back().expect("there is a frame");
    format!("{:?}{:?}", frame, frame.account())
}

/// What a refusal, a fault or a pending choice must leave alone.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Untouched {
    field: Field,
    digest: Option<Digest>,
    dice: u64,
    number: u64,
    sources: Vec<rulebook::Source>,
}

impl Untouched {
    pub(crate) fn of(game: &mut Session<Arena>) -> Untouched {
        check_sources(game);
        Untouched {
            field: game.state().clone(),
            digest: game.digest().expect("the state is encoded without fail"),
            dice: game.dice_position(),
            number: game.number(),
            sources: game.sources().collect(),
        }
    }
}

/// The index of sources is what the state says.
pub(crate) fn check_sources(game: &Session<Arena>) {
    assert_eq!(game.sources().collect::<Vec<_>>(), game.sources_in_state(), "index and state");
}

impl Played {
    /// What holds of every account.
    fn check_whole(&self, field: &Field) {
        let Played { game, .. } = self;
        check_sources(game);
        let mut folded = field.clone();
        self.events().iter().for_each(|event| drop(Arena::apply(&mut folded, event)));
        assert_eq!(&folded, game.state(), "the events give the state");
        let Some(account) = self.try_account() else { return };
        let mut applied: Vec<_> = account.lines.iter().filter_map(|line| line.applied).collect();
        applied.sort_unstable();
        assert_eq!(applied, (0..self.events().len()).collect::<Vec<_>>(), "each line once");
        for line in &account.lines {
            assert_eq!(line.applied.is_some(), line.fate == Fate::Applied, "{line:?}");
        }
        let waiting = account.fired.iter().filter(|fired| fired.came_to == Firing::Waiting);
        assert_eq!(waiting.count(), 0, "at rest nothing waits");
    }

    fn check_travel(&mut self, field: &Field) {
        let after = (self.game.state().clone(), self.game.digest().unwrap(), self.picture());
        if self.game.undo_depth() == 0 {
            return; // Dice have fallen.
        }
        self.game.undo().expect("the book is not at fault");
        assert_eq!(self.game.state(), field, "undone");
        check_sources(&self.game);
        self.game.redo().expect("the book is not at fault");
        check_sources(&self.game);
        let again = (self.game.state().clone(), self.game.digest().unwrap(), self.picture());
        assert_eq!(after, again, "redone");
    }

    fn check_search(&self, field: &Field, act: &Act, answers: &[u32]) {
        let mut before = self.game.fork();
        if before.undo_depth() == 0 {
            return;
        }
        before.undo().expect("the book is not at fault");
        let mut line = before.search(SEED);
        for _ in 0..2 {
            let pushed = line.push_with(Seat(0), act.clone(), answers);
            assert!(pushed.expect("the book is not at fault").is_committed());
            assert_eq!(line.state(), self.game.state(), "on a search line");
            assert!(line.pop());
            assert_eq!(line.state(), field, "popped");
        }
    }

    /// Everything about it, to compare.
    fn picture(&self) -> String {
        last_account(&self.game)
    }

    pub(crate) fn state(&self) -> &Field {
        self.game.state()
    }

    /// What happened, in order.
    pub(crate) fn events(&self) -> Vec<Event> {
        let frame = self.game.frame(self.id).or_else(|| self.game.frames().next_back());
        frame.expect("it is there").events().map(|event| event.event.clone()).collect()
    }

    fn try_account(&self) -> Option<&Account<Arena>> {
        self.game.frames().next_back().expect("it is there").account()
    }

    pub(crate) fn account(&self) -> &Account<Arena> {
        self.try_account().expect("the book reacts")
    }

    /// What became of each proposed event, in the order of settling.
    pub(crate) fn fates(&self) -> Vec<Fate> {
        self.account().lines.iter().map(|line| line.fate).collect()
    }

    /// The lines of this event, as guards left it.
    pub(crate) fn line_of(&self, event: &Event) -> usize {
        let at = self.account().lines.iter().position(|line| line.event == *event);
        at.unwrap_or_else(|| panic!("there is no {event:?}: {:#?}", self.account().lines))
    }

    pub(crate) fn fate_of(&self, event: &Event) -> Fate {
        self.account().lines[self.line_of(event)].fate
    }

    /// The announcements: by which guard, what it prevented, what fell, how
    /// much, how much was left.
    pub(crate) fn announced(&self) -> Vec<(String, Vec<Event>, Vec<Event>, u32, u32)> {
        let account = self.account();
        let events = |lines: &[usize]| -> Vec<Event> {
            lines.iter().map(|&line| account.lines[line].proposed.clone()).collect()
        };
        let note = |said: &Announcement| {
            let (prevented, fell) = (events(&said.prevented), events(&said.fell));
            (self.guard_name(said.by.guard.index()), prevented, fell, said.amount, said.left)
        };
        account.announcements.iter().map(note).collect()
    }

    fn guard_name(&self, index: usize) -> String {
        self.game.book().guards().nth(index).expect("the book has it").to_owned()
    }

    /// The triggers that fired: which, of which card, what came of it.
    pub(crate) fn fired(&self) -> Vec<(String, Option<u32>, Firing)> {
        let name = |index: usize| self.game.book().triggers().nth(index).expect("it is there");
        let note = |fired: &rulebook::Fired| {
            let source = fired.source.map(|source| source.id.0);
            (name(fired.trigger.index()).to_owned(), source, fired.came_to)
        };
        self.account().fired.iter().map(note).collect()
    }

    /// What the guards said to a line, by name and card.
    pub(crate) fn stances(&self, line: usize) -> Vec<(String, Option<u32>, Stance)> {
        let note = |considered: &rulebook::Considered| {
            let source = considered.sentry.source.map(|source| source.id.0);
            (self.guard_name(considered.sentry.guard.index()), source, considered.stance)
        };
        self.account().lines[line].considered.iter().map(note).collect()
    }

    /// The marks that were made, in order.
    pub(crate) fn log(&self) -> &[u32] {
        &self.state().log
    }
}

/// Submits an action that must be refused, and sees to it that nothing has
/// moved and that every other way of asking says the same.
pub(crate) fn refuse(book: &Book<Arena>, field: &Field, act: Act) -> (RefusalKind, String) {
    let [one, two] = BOTH.map(|recovery| {
        let mut game = start(book, field, recovery);
        let before = Untouched::of(&mut game);
        let outcome = game.submit(Seat(0), act.clone()).expect("the book is not at fault");
        assert_eq!(before, Untouched::of(&mut game), "nothing has moved");
        let kind = outcome.refusal_kind().unwrap_or_else(|| panic!("not refused: {outcome}"));
        let cause = format!("{:?}", outcome.refusal().expect("it is refused").cause);
        let seen = game.preview(Seat(0), &act).expect("the book is not at fault");
        let Preview::Refused(seen, _) = seen else { panic!("preview says {seen:?}") };
        assert_eq!(seen, kind);
        let mut line = game.search(SEED);
        let pushed = line.push(Seat(0), act.clone()).expect("the book is not at fault");
        assert_eq!((pushed.refusal_kind(), line.state()), (Some(kind), field));
        assert_eq!(before, Untouched::of(&mut game), "nothing has moved");
        check_usable(&mut game);
        (kind, cause)
    });
    assert_eq!(one, two, "both ways of recovery");
    one
}

/// Submits an action that must end in a fault, and sees to it that nothing has
/// moved and the session goes on.
pub(crate) fn fault(book: &Book<Arena>, field: &Field, act: Act) -> FaultKind {
    let [one, two] = BOTH.map(|recovery| {
        let mut game = start(book, field, recovery);
        let before = Untouched::of(&mut game);
        let kind = match game.submit(Seat(0), act.clone()) {
            Err(fault) => fault.kind().clone(),
            Ok(outcome) => panic!("there should be a fault, and not: {outcome}"),
        };
        assert!(game.poisoned().is_none(), "{kind}");
        assert_eq!(before, Untouched::of(&mut game), "nothing has moved");
        let mut line = game.search(SEED);
        let pushed = line.push(Seat(0), act.clone()).expect_err("a fault on a line, too");
        assert_eq!((pushed.kind(), line.state()), (&kind, field));
        check_usable(&mut game);
        kind
    });
    assert_eq!(one, two, "both ways of recovery");
    one
}

/// The session goes on: a turn passes, and is taken back.
pub(crate) fn check_usable(game: &mut Session<Arena>) {
    let before = Untouched::of(game);
    let outcome = game.submit(Seat(0), Act::One(Event::Turn)).expect("the session is usable");
    assert!(outcome.is_committed(), "the session is usable");
    game.undo().expect("the session is usable");
    assert_eq!(before, Untouched::of(game), "nothing has moved");
}

/// The chain of causes of a fault.
pub(crate) fn chain(fault: &FaultKind) -> &[String] {
    match fault {
        FaultKind::Limit { chain, .. } | FaultKind::Loop { chain } => chain,
        other => panic!("there is no chain in {other}"),
    }
}
