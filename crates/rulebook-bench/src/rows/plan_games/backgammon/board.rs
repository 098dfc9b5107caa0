//! One side of a backgammon board, and the prepared line: two men come in from
//! the bar, the stakes are doubled, a man is hit, comes in again and hits.

use rulebook::Kinds;

use super::{Action, Turn};

/// What the dice show, turn by turn.
const DICE: [[u8; 2]; 5] = [[3, 6], [4, 1], [5, 2], [6, 4], [4, 3]];

/// Which man the opponent hits after each turn, by its point.
const HIT: [Option<usize>; 5] = [None, None, Some(20), None, None];

/// What is done.
const LINE: [Action; 17] = [
    Action::Roll,
    Action::Pass,
    Action::Roll,
    Action::Enter { die: 0 },
    Action::Enter { die: 1 },
    Action::Pass,
    Action::Double,
    Action::Accept,
    Action::Roll,
    Action::Move { from: 12, die: 0 },
    Action::Move { from: 7, die: 1 },
    Action::Pass,
    Action::Roll,
    Action::Enter { die: 1 },
    Action::Move { from: 12, die: 0 },
    Action::Pass,
    Action::Roll,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub(crate) enum Cube {
    Centred,
    Mine,
    Theirs,
}

/// What waits where a man would land.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub(super) enum Landing {
    Open,
    Mine,
    Blot,
    Blocked,
    OffTheBoard,
}

/// The board as the player to move sees it: men go from the 24th point to the
/// first, and off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    /// Mine are positive.
    points: [i8; 24],
    pub(super) bar: u8,
    pub(super) rolled: bool,
    /// Dice that are still to be played.
    pub(super) dice: [Option<u8>; 2],
    pub(super) cube: Cube,
    /// Whether the stakes are to be doubled.
    pub(super) offered: bool,
    turn: usize,
    /// How many actions there were, and the rule that led here.
    pub(super) actions: usize,
    pub(super) rule: u8,
}

impl Board {
    pub(super) fn start() -> Self {
        let mut points = [0; 24];
        for (point, men) in [(5, 4), (7, 3), (12, 4), (23, 2)] {
            points[point] = men;
        }
        for (point, men) in [(0, -1), (11, -4), (16, -3), (18, -3), (19, -2), (21, -2)] {
            points[point] = men;
        }
        Self {
            points,
            bar: 2,
            rolled: false,
            dice: [None; 2],
            cube: Cube::Centred,
            offered: false,
            turn: 0,
            actions: 0,
            rule: 0,
        }
    }

    pub(super) fn all_home(&self) -> bool {
        self.bar == 0 && self.points[6..].iter().all(|men| *men <= 0)
    }

    pub(super) fn is_mine(&self, point: u8) -> bool {
        self.points.get(usize::from(point)).is_some_and(|men| *men > 0)
    }

    /// Whether no man of mine stands further out.
    pub(super) fn is_last(&self, point: u8) -> bool {
        self.points[usize::from(point) + 1..].iter().all(|men| *men <= 0)
    }

    pub(super) fn die(&self, die: u8) -> Option<u8> {
        self.dice[usize::from(die)]
    }

    /// What waits so far from a point, or from the bar.
    pub(super) fn landing(&self, from: Option<u8>, die: u8) -> Landing {
        let Some(far) = self.die(die) else { return Landing::Blocked };
        match from.unwrap_or(24).checked_sub(far).map(|to| self.points[usize::from(to)]) {
            None => Landing::OffTheBoard,
            Some(0) => Landing::Open,
            Some(-1) => Landing::Blot,
            Some(1..) => Landing::Mine,
            Some(_) => Landing::Blocked,
        }
    }

    /// Whether a die would bring a man there.
    pub(super) fn is_open(&self, from: Option<u8>, die: u8) -> bool {
        matches!(self.landing(from, die), Landing::Open | Landing::Mine | Landing::Blot)
    }

    /// Whether any man can go anywhere.
    pub(super) fn can_move(&self) -> bool {
        (0..2).any(|die| {
            if self.bar > 0 {
                return self.is_open(None, die);
            }
            (0..24).any(|from| self.is_mine(from) && self.is_open(Some(from), die))
        })
    }

    fn travel(&mut self, from: Option<u8>, die: u8) {
        let far = self.dice[usize::from(die)].take().expect("the die is there");
        match from {
            Some(from) => self.points[usize::from(from)] -= 1,
            None => self.bar -= 1,
        }
        if let Some(to) = from.unwrap_or(24).checked_sub(far) {
            let to = &mut self.points[usize::from(to)];
            *to = (*to).max(0) + 1;
        }
    }

    fn end_turn(&mut self) {
        if let Some(point) = HIT[self.turn] {
            self.points[point] = -1;
            self.bar += 1;
            // Who hits doubles, and we accept.
            self.cube = Cube::Mine;
        }
        (self.rolled, self.dice) = (false, [None; 2]);
        self.turn = (self.turn + 1) % DICE.len();
    }

    /// What an action does.
    pub(super) fn act(&mut self, action: Action, rule: u8) {
        match action {
            Action::Roll => (self.rolled, self.dice) = (true, DICE[self.turn].map(Some)),
            Action::Double => self.offered = true,
            Action::Accept => (self.offered, self.cube) = (false, Cube::Theirs),
            Action::Pass => self.end_turn(),
            Action::Enter { die } => self.travel(None, die),
            Action::Move { from, die } | Action::BearOff { from, die } => {
                self.travel(Some(from), die);
            }
            Action::Drop | Action::Resign => {}
        }
        self.rule = rule;
        self.actions += 1;
    }
}

/// What is considered: with either die every man, and everything that needs no
/// die. Much of it is against the rules.
fn considered(board: &Board) -> Vec<Action> {
    let mut all = vec![Action::Roll, Action::Double, Action::Accept, Action::Drop];
    all.extend([Action::Resign, Action::Pass]);
    for die in (0..2).filter(|die| board.die(*die).is_some()) {
        all.push(Action::Enter { die });
        let mine = (0..24).filter(|point| board.is_mine(*point));
        all.extend(mine.clone().map(|from| Action::Move { from, die }));
        all.extend(mine.filter(|from| *from < 6).map(|from| Action::BearOff { from, die }));
    }
    all
}

pub(super) fn line() -> Vec<Turn<Action>> {
    let mut board = Board::start();
    let turn = |done: Option<Action>| {
        let turn = Turn { considered: considered(&board), done };
        done.into_iter().for_each(|done| board.act(done, 0));
        turn
    };
    LINE.into_iter().map(Some).chain([None]).map(turn).collect()
}
