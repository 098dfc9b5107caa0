//! Connect four by hand with the duties of a search line: all legal actions are
//! listed, each with a proof; a play looks at its proof, keeps the way back, and
//! leaves a board that was checked. What is faster than this does less.

use super::hand::{BOTTOM, ROWS, STRIDE, has_four};
use super::peers::name;
use crate::playout::Ending;
use crate::playout::own_order::Library;
use crate::random::{Choose, Wyrand};

/// All places of the board.
const PLACES: u64 = BOTTOM * ((1 << ROWS) - 1);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Drop(u8),
    Resign,
}

/// An action that is legal in one version of the state.
#[derive(Clone, Copy, Debug)]
struct Proven {
    version: u64,
    by: u8,
    action: Action,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    /// Those of each player.
    discs: [u64; 2],
    turn: u8,
    ending: Option<Ending>,
}

impl State {
    #[inline]
    fn taken(&self) -> u64 {
        self.discs[0] | self.discs[1]
    }

    /// Where a disc would land, in each open column.
    #[inline]
    fn landing(&self) -> u64 {
        (self.taken() + BOTTOM) & PLACES
    }

    #[inline]
    fn play(&mut self, action: Action) {
        let winner = |seat| if seat == 0 { Ending::First } else { Ending::Second };
        let Action::Drop(column) = action else {
            self.ending = Some(winner(self.turn ^ 1));
            return;
        };
        let place = self.landing() & (((1 << ROWS) - 1) << (u32::from(column) * STRIDE));
        let own = &mut self.discs[usize::from(self.turn)];
        *own |= place;
        if has_four(*own) {
            self.ending = Some(winner(self.turn));
        } else if self.taken() == PLACES {
            self.ending = Some(Ending::Draw);
        }
        self.turn ^= 1;
    }

    /// The players take turns, and no disc hangs in the air.
    #[inline]
    fn is_sound(&self) -> bool {
        let ([red, yellow], taken) = (self.discs, self.taken());
        let lead = (2 * red.count_ones()).checked_sub(taken.count_ones());
        let hangs = taken & !(((taken << 1) | BOTTOM) & PLACES);
        red & yellow == 0 && hangs == 0 && matches!(lead, Some(0 | 1))
    }
}

#[derive(Default)]
pub(super) struct Dutiful {
    state: State,
    version: u64,
    /// The states before each play, and their versions.
    past: Vec<(u64, State)>,
    legal: Vec<Proven>,
}

impl Dutiful {
    #[inline]
    fn list(&mut self) {
        self.legal.clear();
        if self.state.ending.is_some() {
            return;
        }
        let (version, by) = (self.version, self.state.turn);
        let mut landing = self.state.landing();
        while landing != 0 {
            let action = Action::Drop((landing.trailing_zeros() / STRIDE) as u8);
            self.legal.push(Proven { version, by, action });
            landing &= landing - 1;
        }
        self.legal.push(Proven { version, by, action: Action::Resign });
    }

    #[inline]
    fn play(&mut self, Proven { version, by, action }: Proven) {
        assert!(version == self.version && by == self.state.turn, "the proof is for this state");
        self.past.push((self.version, self.state));
        self.state.play(action);
        assert!(self.state.is_sound(), "the board was spoilt");
        self.version += 1;
    }
}

impl Library for Dutiful {
    fn begin(&mut self) {
        if let Some(&(_, start)) = self.past.first() {
            self.state = start;
            self.past.clear();
        }
    }

    fn moves(&mut self) -> Vec<String> {
        self.list();
        self.legal.retain(|legal| legal.action != Action::Resign);
        let column = |legal: &Proven| match legal.action {
            Action::Drop(column) => name(column.into()),
            Action::Resign => unreachable!("resigning is not retained"),
        };
        self.legal.iter().map(column).collect()
    }

    fn make(&mut self, at: usize) {
        self.play(self.legal[at]);
    }

    fn ending(&mut self) -> Ending {
        self.state.ending.expect("nobody can move, so the game is over")
    }

    fn play(&mut self, dice: &mut Wyrand, most: u64) -> (u64, Option<Ending>) {
        self.begin();
        for made in 0..most {
            self.list();
            if self.legal.is_empty() {
                return (made, self.state.ending);
            }
            // As everybody who may resign: it is drawn again.
            let chosen = loop {
                let chosen = self.legal[dice.choose(self.legal.len())];
                if chosen.action != Action::Resign {
                    break chosen;
                }
            };
            Dutiful::play(self, chosen);
        }
        (most, None)
    }
}

#[cfg(test)]
mod tests {
    use super::super::hand::COLUMNS;
    use super::*;

    fn listed(game: &mut Dutiful) -> usize {
        game.list();
        game.legal.len()
    }

    #[test]
    fn a_column_is_open_until_it_is_full() {
        let mut game = Dutiful::default();
        for _ in 0..ROWS {
            assert_eq!(listed(&mut game), COLUMNS as usize + 1);
            let first = game.legal[0];
            assert_eq!(first.action, Action::Drop(0));
            Dutiful::play(&mut game, first);
        }
        assert_eq!(listed(&mut game), COLUMNS as usize);
        assert_eq!(game.legal[0].action, Action::Drop(1));
    }

    #[test]
    fn whoever_resigns_has_lost() {
        let mut game = Dutiful::default();
        listed(&mut game);
        let resign = *game.legal.last().expect("resigning is legal");
        Dutiful::play(&mut game, resign);
        assert_eq!((game.ending(), listed(&mut game)), (Ending::Second, 0));
    }

    #[test]
    #[should_panic(expected = "the proof is for this state")]
    fn a_proof_is_good_once() {
        let mut game = Dutiful::default();
        listed(&mut game);
        let first = game.legal[0];
        Dutiful::play(&mut game, first);
        Dutiful::play(&mut game, first);
    }
}
