//! The rules for a single step, one function each, and for a whole play.
//!
//! Each function knows one rule of the game and nothing of the others, so a
//! rule book can name them one by one. [`step`] asks them all.

use crate::backgammon::board::{
    Place, Play, PlayProblem, Position, Roll, Side, Step, StepProblem, Turn, for_each_play,
};

/// What one rule says of a step.
///
/// ```
/// use rulebook_games::backgammon::board::{Position, Roll, Side, Turn, check};
/// let turn = Turn::new(Position::START, Side::White, Roll::new(6, 5).unwrap());
/// let verdict: check::Verdict = check::enters_first(&turn, "13/8".parse()?);
/// assert_eq!(verdict, Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Verdict = Result<(), StepProblem>;

/// Everything that speaks against this step.
///
/// The rule that as many dice as possible must be played is asked only if the
/// others agree: what is impossible strands no die.
///
/// ```
/// use rulebook_games::backgammon::board::{Position, Roll, Side, Turn, check};
/// let turn = Turn::new(Position::START, Side::White, Roll::new(6, 5).unwrap());
/// assert_eq!(check::step(&turn, "13/8".parse()?), []);
/// assert_eq!(check::step(&turn, "5/off".parse()?).len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn step(turn: &Turn, step: Step) -> Vec<StepProblem> {
    let problems = alone(turn, step);
    if problems.is_empty() { uses_enough(turn, step).err().into_iter().collect() } else { problems }
}

/// Everything that speaks against this step, whatever may come after it: all
/// rules but [`uses_enough`].
///
/// ```
/// use rulebook_games::backgammon::board::{Position, Roll, Side, Turn, check};
/// let turn = Turn::new(Position::START, Side::White, Roll::new(6, 5).unwrap());
/// assert_eq!(check::alone(&turn, "13/8".parse()?), []);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn alone(turn: &Turn, step: Step) -> Vec<StepProblem> {
    const RULES: [fn(&Turn, Step) -> Verdict; 7] = [
        die_is_left,
        checker_is_yours,
        enters_first,
        point_is_open,
        all_at_home,
        furthest_first,
        hit_is_marked,
    ];
    RULES.iter().filter_map(|rule| rule(turn, step).err()).collect()
}

/// A die that is still to be played shows the pips of the step; to bear off,
/// it may show more.
///
/// # Errors
///
/// [`NotRolled`](StepProblem::NotRolled), or [`Used`](StepProblem::Used) if it
/// was rolled and is played already, or
/// [`SeveralDice`](StepProblem::SeveralDice) if it takes several dice.
///
/// ```
/// use rulebook_games::backgammon::board::{Position, Roll, Side, StepProblem, Turn, check};
/// let turn = Turn::new(Position::START, Side::White, Roll::new(6, 5).unwrap());
/// let verdict = check::die_is_left(&turn, "6/2".parse()?);
/// assert_eq!(verdict, Err(StepProblem::NotRolled { pips: 4 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn die_is_left(turn: &Turn, step: Step) -> Verdict {
    let pips = step.pips();
    match (turn.left().die_for(step), turn.roll().all_left().die_for(step)) {
        (Some(_), _) => Ok(()),
        (None, Some(pips)) => Err(StepProblem::Used { pips }),
        (None, None) => Err(several_dice(turn, step).unwrap_or(StepProblem::NotRolled { pips })),
    }
}

/// That dice which are left show the pips together, and with which to begin:
/// one that leads to an open point, if there is one.
fn several_dice(turn: &Turn, step: Step) -> Option<StepProblem> {
    let (pips, from) = (step.pips(), step.from());
    let left: Vec<u8> = turn.left().dice().collect();
    let sum = left.iter().scan(0, |sum, die| {
        *sum += die;
        Some(*sum)
    });
    // Dice that differ are two; of a double, any number can be used.
    sum.skip(1).find(|&sum| sum == pips)?;
    let stop = |die: &u8| Place::new(from.number().checked_sub(*die)?);
    let stops: Vec<Place> = left.iter().filter_map(stop).collect();
    let is_open = |stop: &&Place| turn.position().opposing(turn.side(), **stop) < 2;
    let stop = *stops.iter().find(is_open).or(stops.first())?;
    Some(StepProblem::SeveralDice { pips, from, stop })
}

/// You move your own checkers.
///
/// # Errors
///
/// [`NoChecker`](StepProblem::NoChecker) or
/// [`NotYours`](StepProblem::NotYours).
///
/// ```
/// use rulebook_games::backgammon::board::{Place, Position, Roll, Side, StepProblem, Turn, check};
/// let turn = Turn::new(Position::START, Side::White, Roll::new(6, 5).unwrap());
/// let verdict = check::checker_is_yours(&turn, "bar/20".parse()?);
/// assert_eq!(verdict, Err(StepProblem::NoChecker { from: Place::BAR }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn checker_is_yours(turn: &Turn, step: Step) -> Verdict {
    let from = step.from();
    if turn.position().count(turn.side(), from) > 0 {
        Ok(())
    } else if turn.position().opposing(turn.side(), from) > 0 {
        Err(StepProblem::NotYours { from })
    } else {
        Err(StepProblem::NoChecker { from })
    }
}

/// Checkers on the bar come first.
///
/// # Errors
///
/// [`EnterFirst`](StepProblem::EnterFirst).
///
/// ```
/// use rulebook_games::backgammon::board::{Position, Roll, Side, StepProblem, Turn, check};
/// let position: Position = "white bar 6(14), black 6(15)".parse()?;
/// let turn = Turn::new(position, Side::White, Roll::new(6, 5).unwrap());
/// let verdict = check::enters_first(&turn, "6/1".parse()?);
/// assert_eq!(verdict, Err(StepProblem::EnterFirst { waiting: 1 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn enters_first(turn: &Turn, step: Step) -> Verdict {
    match turn.position().count(turn.side(), Place::BAR) {
        waiting if waiting > 0 && step.from() != Place::BAR => {
            Err(StepProblem::EnterFirst { waiting })
        }
        _ => Ok(()),
    }
}

/// No checker lands where the opponent has two or more.
///
/// # Errors
///
/// [`Blocked`](StepProblem::Blocked).
///
/// ```
/// use rulebook_games::backgammon::board::{Place, Position, Roll, Side, StepProblem, Turn, check};
/// let turn = Turn::new(Position::START, Side::White, Roll::new(6, 5).unwrap());
/// let verdict = check::point_is_open(&turn, "24/19".parse()?);
/// let point = Place::new(19).unwrap();
/// assert_eq!(verdict, Err(StepProblem::Blocked { point, checkers: 5 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn point_is_open(turn: &Turn, step: Step) -> Verdict {
    let point = step.to();
    match turn.position().opposing(turn.side(), point) {
        0 | 1 => Ok(()),
        checkers => Err(StepProblem::Blocked { point, checkers }),
    }
}

/// Nobody bears off before all their checkers are at home.
///
/// # Errors
///
/// [`NotHome`](StepProblem::NotHome).
///
/// ```
/// use rulebook_games::backgammon::board::{Position, Roll, Side, StepProblem, Turn, check};
/// let turn = Turn::new(Position::START, Side::White, Roll::new(6, 5).unwrap());
/// let verdict = check::all_at_home(&turn, "6/off".parse()?);
/// assert_eq!(verdict, Err(StepProblem::NotHome { outside: 10 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn all_at_home(turn: &Turn, step: Step) -> Verdict {
    match turn.position().checkers(turn.side()).outside() {
        outside if outside > 0 && step.to() == Place::OFF => Err(StepProblem::NotHome { outside }),
        _ => Ok(()),
    }
}

/// A die that shows more than the checker needs bears off only the furthest
/// checker.
///
/// # Errors
///
/// [`FurtherFirst`](StepProblem::FurtherFirst).
///
/// ```
/// use rulebook_games::backgammon::board::{Place, Position, Roll, Side, StepProblem, Turn, check};
/// let position: Position = "white 5 3(2) off(12), black 1(15)".parse()?;
/// let turn = Turn::new(position, Side::White, Roll::new(4, 1).unwrap());
/// let verdict = check::furthest_first(&turn, "3/off".parse()?);
/// assert_eq!(verdict, Err(StepProblem::FurtherFirst { furthest: Place::new(5).unwrap() }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn furthest_first(turn: &Turn, step: Step) -> Verdict {
    let die = turn.left().die_for(step);
    let is_larger = step.to() == Place::OFF && die.is_some_and(|die| die > step.pips());
    match turn.position().checkers(turn.side()).places().next() {
        Some(furthest) if is_larger && furthest > step.from() => {
            Err(StepProblem::FurtherFirst { furthest })
        }
        _ => Ok(()),
    }
}

/// A step that hits is marked, and no other.
///
/// # Errors
///
/// [`HitNotMarked`](StepProblem::HitNotMarked) or
/// [`NothingToHit`](StepProblem::NothingToHit).
///
/// ```
/// use rulebook_games::backgammon::board::{Place, Position, Roll, Side, StepProblem, Turn, check};
/// let turn = Turn::new(Position::START, Side::White, Roll::new(6, 5).unwrap());
/// let verdict = check::hit_is_marked(&turn, "13/8*".parse()?);
/// assert_eq!(verdict, Err(StepProblem::NothingToHit { point: Place::new(8).unwrap() }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hit_is_marked(turn: &Turn, step: Step) -> Verdict {
    let point = step.to();
    match (turn.position().opposing(turn.side(), point), step.hits()) {
        (0, true) => Err(StepProblem::NothingToHit { point }),
        (1, false) => Err(StepProblem::HitNotMarked { point }),
        _ => Ok(()),
    }
}

/// As many dice as possible are played, and if only one of two, the larger.
///
/// Whoever bears off the last checker has won and need not play the other die,
/// unless it would have hit on the way. The step must be one that the other
/// rules allow.
///
/// With a double, every step will do: a step that is possible stays possible
/// until it is made, because moving other checkers on closes no point, and
/// only brings them nearer home.
///
/// # Errors
///
/// [`MustUseBoth`](StepProblem::MustUseBoth) or
/// [`MustUseLarger`](StepProblem::MustUseLarger).
///
/// ```
/// use rulebook_games::backgammon::board::{Position, Roll, Side, StepProblem, Turn, check};
/// // After either die, the other one is blocked: so the 6 must be played.
/// let position: Position = "white 12 2(14), black 24(2) 6(13)".parse()?;
/// let turn = Turn::new(position, Side::White, Roll::new(6, 5).unwrap());
/// let verdict = check::uses_enough(&turn, "12/7".parse()?);
/// assert_eq!(verdict, Err(StepProblem::MustUseLarger { larger: 6 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn uses_enough(turn: &Turn, step: Step) -> Verdict {
    let left = turn.left();
    let Some(die) = left.die_for(step) else { return Ok(()) };
    let mut rest = left;
    rest.use_up(die);
    let Some(other) = rest.dice().next().filter(|&other| other != die) else { return Ok(()) };

    let mover = turn.mover();
    let after = mover.after(step);
    if after.sources(other) != 0 || after.is_done() && is_where_a_play_leads(turn, step) {
        Ok(())
    } else if mover.most(left) == 2 {
        Err(StepProblem::MustUseBoth { stranded: other })
    } else if other > die && mover.sources(other) != 0 {
        Err(StepProblem::MustUseLarger { larger: other })
    } else {
        Ok(())
    }
}

/// Whether some legal play leads where this first step alone does.
fn is_where_a_play_leads(turn: &Turn, step: Step) -> bool {
    let (position, side) = (turn.position(), turn.side());
    let goal = position.after(side, step);
    let leads_there = |play: &Play| play.on(position, side) == goal;
    crate::backgammon::board::plays(&position, side, turn.roll()).iter().any(leads_there)
}

/// Everything that speaks against a whole play, as
/// [`for_each_play`] gives it; nothing if it is one of
/// those, or if there is none and it is [`Play::NONE`].
///
/// If a step is impossible, what speaks against it is all that is said: the
/// board after it does not exist.
///
/// ```
/// use rulebook_games::backgammon::board::{Position, Roll, Side, play_problems};
/// let roll = Roll::new(6, 5).unwrap();
/// let say = |text: &str| {
///     let problems = play_problems(&Position::START, Side::White, roll, text.parse().unwrap());
///     problems.iter().map(|problem| problem.to_string()).collect::<Vec<_>>()
/// };
/// assert_eq!(say("24/18/13"), [""; 0]);
/// assert_eq!(say("6/off 8/3"), [
///     "Step 2: You cannot bear off yet: you have 9 that are not at home.",
/// ]);
/// assert_eq!(say("13/7"), ["This plays 1 of the dice, but 2 can be played."]);
/// ```
pub fn play_problems(position: &Position, side: Side, roll: Roll, play: Play) -> Vec<PlayProblem> {
    let begun = Turn::new(*position, side, roll);
    let mut turn = begun;
    for (number, step) in (1..).zip(play.steps()) {
        let problems = alone(&turn, step);
        if !problems.is_empty() {
            let said = |problem| PlayProblem::Step { number, problem };
            return problems.into_iter().map(said).collect();
        }
        turn.go_on(step);
    }
    let problem = match same_end(&begun, &turn) {
        Some(other) if other == play => None,
        Some(other) => Some(PlayProblem::SameAs { play: other }),
        None => plays_enough(&begun, &turn),
    };
    problem.into_iter().collect()
}

/// The play, all of whose steps are possible, uses as many dice as can be.
fn plays_enough(begun: &Turn, turn: &Turn) -> Option<PlayProblem> {
    let made = turn.made().len();
    let playable = begun.mover().most(begun.left());
    if made < playable {
        return Some(PlayProblem::TooShort { made: made as u8, playable: playable as u8 });
    }
    let larger = begun.roll().high();
    let left_larger = made == 1 && turn.left().has(larger) && !begun.roll().is_double();
    (left_larger && begun.mover().sources(larger) != 0)
        .then_some(PlayProblem::MustUseLarger { larger })
}

/// The legal play that leads to the same position.
fn same_end(begun: &Turn, turn: &Turn) -> Option<Play> {
    let (position, side) = (begun.position(), begun.side());
    let mut chosen = None;
    for_each_play(&position, side, begun.roll(), |other| {
        if other.on(position, side) == turn.position() {
            chosen = Some(other);
        }
    });
    chosen
}
