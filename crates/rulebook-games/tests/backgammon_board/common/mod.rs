//! What several tests need: chance that can be repeated, random positions, and
//! a slow but plain way to find all plays.

use std::collections::BTreeSet;

use rulebook_games::backgammon::board::{Place, Position, Roll, Side, Step, plays};

/// Numbers that look random and are the same every time.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ word >> 31
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn roll(&mut self) -> Roll {
        Roll::new(1 + self.below(6) as u8, 1 + self.below(6) as u8).unwrap()
    }
}

/// Calls `visit` before every turn of a game in which both sides play at
/// random.
pub(crate) fn random_game(
    chance: &mut Chance,
    mut visit: impl FnMut(Position, Side, Roll),
) -> Position {
    let (mut position, mut side) = (Position::START, Side::White);
    while position.won().is_none() {
        let roll = chance.roll();
        visit(position, side, roll);
        let plays = plays(&position, side, roll);
        if !plays.is_empty() {
            position = plays[chance.below(plays.len())].on(position, side);
        }
        side = side.other();
    }
    position
}

/// Positions that no sensible game reaches: checkers strewn about, many of
/// them on the bar, at home, or off.
pub(crate) fn strewn(chance: &mut Chance) -> Position {
    loop {
        let mut layout = rulebook_games::backgammon::board::Layout::default();
        for side in Side::ALL {
            let far = [25, 24, 12, 8, 6, 4][chance.below(6)];
            let nowhere = chance.below(15);
            for checker in 0..15 {
                let number = if checker < nowhere / 2 { 0 } else { chance.below(far + 1) };
                let mut place = Place::new(number as u8).unwrap();
                let is_taken = place.mirrored().is_some_and(|p| layout.count(side.other(), p) > 0);
                if is_taken {
                    place = Place::OFF;
                }
                layout.put(side, place, layout.count(side, place) + 1);
            }
        }
        if let Ok(position) = layout.check() {
            return position;
        }
    }
}

/// All final positions, by trying every step with every die in every order, by
/// the letter of the rules, on plain numbers.
pub(crate) fn finals(position: &Position, side: Side, roll: Roll) -> BTreeSet<Position> {
    let mut lines = Vec::new();
    let orders: Vec<Vec<u8>> = if roll.is_double() {
        vec![vec![roll.high(); 4]]
    } else {
        vec![vec![roll.high(), roll.low()], vec![roll.low(), roll.high()]]
    };
    for order in &orders {
        walk(*position, side, order, &mut Vec::new(), &mut lines);
    }
    let most = lines.iter().map(|(dice, _)| dice.len()).max().unwrap_or(0);
    lines.retain(|(dice, _)| dice.len() == most);
    if most == 1 && lines.iter().any(|(dice, _)| dice[0] == roll.high()) {
        lines.retain(|(dice, _)| dice[0] == roll.high());
    }
    lines.into_iter().filter(|(dice, _)| !dice.is_empty()).map(|(_, position)| position).collect()
}

/// Notes every line of steps with the first of these dice, complete or not.
fn walk(
    position: Position,
    side: Side,
    dice: &[u8],
    used: &mut Vec<u8>,
    lines: &mut Vec<(Vec<u8>, Position)>,
) {
    lines.push((used.clone(), position));
    let Some((&die, rest)) = dice.split_first() else { return };
    for from in 1..=25 {
        if let Some(after) = stepped(position, side, from, die) {
            used.push(die);
            walk(after, side, rest, used, lines);
            used.pop();
        }
    }
}

/// The position after one step, if the rules allow it.
fn stepped(position: Position, side: Side, from: u8, die: u8) -> Option<Position> {
    let count = |number: u8| position.count(side, Place::new(number).unwrap());
    if count(from) == 0 || (count(25) > 0 && from != 25) {
        return None;
    }
    if from > die {
        let to = Place::new(from - die).unwrap();
        let step = Step::new(Place::new(from).unwrap(), die).unwrap();
        return match position.opposing(side, to) {
            0 => Some(position.after(side, step)),
            1 => Some(position.after(side, step.hitting().unwrap())),
            _ => None,
        };
    }
    let all_home = (7..=25).all(|number| count(number) == 0);
    let furthest = (from + 1..=6).all(|number| count(number) == 0);
    let may_bear_off = all_home && (from == die || furthest);
    let step = Step::new(Place::new(from).unwrap(), from).unwrap();
    may_bear_off.then(|| position.after(side, step))
}
