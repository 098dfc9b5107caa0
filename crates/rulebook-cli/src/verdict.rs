//! Who won.

use rulebook::{Scores, Seat};

use crate::text::list;

/// Who won, in a sentence.
pub(crate) fn verdict(scores: &Scores) -> String {
    let all = scores.as_slice();
    let best = all.iter().max();
    let winners: Vec<Seat> = (0..)
        .map(Seat)
        .zip(all)
        .filter(|(_, score)| Some(*score) == best)
        .map(|(s, _)| s)
        .collect();
    let how = match winners.len() {
        0 => "nobody plays".to_owned(),
        1 => format!("{} wins", winners[0]),
        n if n == all.len() => "a draw".to_owned(),
        _ => format!("{} share the win", list(&winners, "and")),
    };
    format!("{how} ({scores})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_names_who_did_best() {
        assert_eq!(
            verdict(&Scores::new(&[2, 5, 1])),
            "seat 1 wins (seat 0: 2, seat 1: 5, seat 2: 1)"
        );
        assert_eq!(verdict(&Scores::draw(2)), "a draw (seat 0: 0, seat 1: 0)");
        assert_eq!(
            verdict(&Scores::new(&[4, 1, 4])),
            "seat 0 and seat 2 share the win (seat 0: 4, seat 1: 1, seat 2: 4)"
        );
    }
}
