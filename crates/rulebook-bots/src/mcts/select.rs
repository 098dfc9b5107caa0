//! Which way to try next: UCT's formula in whole numbers.

use rulebook::Game;

use super::tree::{Edge, NONE, Tree};

/// Fractions are counted in 65,536ths.
const ONE: i128 = 1 << 16;
/// The natural logarithm of 2, in 65,536ths.
const LN_2: u64 = 45_426;

/// A score in thousandths of a point.
pub(super) fn mills(score: i32) -> i64 {
    1_000 * i64::from(score)
}

/// The least and the most that anybody got so far, in thousandths of a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) least: i64,
    pub(super) most: i64,
}

impl Span {
    pub(super) const EMPTY: Span = Span { least: i64::MAX, most: i64::MIN };

    pub(super) fn add(&mut self, reward: i64) {
        self.least = self.least.min(reward);
        self.most = self.most.max(reward);
    }

    /// More than which nobody got, if there was anything to win or lose.
    pub(super) fn best(&self) -> i64 {
        if self.least < self.most { self.most } else { i64::MAX }
    }

    /// Where an average stands between the least and the most.
    fn share(&self, total: i64, visits: u32) -> i128 {
        let (visits, least) = (i128::from(visits), i128::from(self.least));
        let range = (i128::from(self.most) - least).max(1);
        ONE * (i128::from(total) - visits * least) / (visits * range)
    }
}

/// The natural logarithm in 65,536ths; straight lines between the powers of 2,
/// which rises and bends as a logarithm does, and is the same everywhere.
fn ln(number: u32) -> u64 {
    let number = u64::from(number.max(1));
    let power = number.ilog2();
    let rest = (number - (1 << power)) << 16 >> power;
    (((u64::from(power) << 16) + rest) * LN_2) >> 16
}

/// How promising a way is: what it came to on average, and more the less often
/// it was tried.
fn promise<G: Game>(edge: &Edge<G>, span: Span) -> i128 {
    let visits = edge.visits.max(1);
    let doubt = ((ln(edge.offered) << 16) / u64::from(visits)).isqrt();
    span.share(edge.total, visits) + i128::from(doubt)
}

/// The most promising of some edges of a node. What is proven already is left
/// aside, unless everything is.
pub(super) fn best<G: Game>(tree: &Tree<G>, node: u32, among: &[u32], span: Span) -> usize {
    let node = tree.node(node);
    let open = |edge: &Edge<G>| tree.proof(edge).is_none();
    let mut best = (0, (false, i128::MIN));
    for (at, &edge) in among.iter().enumerate().filter(|(_, edge)| **edge != NONE) {
        let edge = &node.edges[edge as usize];
        let worth = (open(edge), promise(edge, span));
        if worth > best.1 {
            best = (at, worth);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_one() {
        assert_eq!((ln(0), ln(1), ln(2)), (0, 0, LN_2));
        assert_eq!(ln(1 << 20), 20 * LN_2);
        // ln 1000 is 6.908; straight lines are a little below.
        assert!((447_000..452_800).contains(&ln(1_000)), "{}", ln(1_000));
        assert!((1..100_000).all(|number| ln(number) <= ln(number + 1)));
    }

    #[test]
    fn an_average_is_seen_between_the_extremes() {
        let mut span = Span::EMPTY;
        [-1_000, 1_000].into_iter().for_each(|reward| span.add(reward));
        assert_eq!(
            (span.share(-3_000, 3), span.share(0, 3), span.share(3_000, 3)),
            (0, ONE / 2, ONE)
        );
        assert_eq!(span.best(), 1_000);
        // The greatest scores that there are do not overflow.
        [mills(i32::MIN), mills(i32::MAX)].into_iter().for_each(|reward| span.add(reward));
        assert_eq!(span.share(mills(i32::MAX) * 1_000, 1_000), ONE);
    }

    #[test]
    fn as_long_as_nothing_was_won_nothing_is_best() {
        let mut span = Span::EMPTY;
        assert_eq!(span.best(), i64::MAX);
        span.add(0);
        assert_eq!(span.best(), i64::MAX);
    }
}
