//! Marks: everybody has one, by name, and keeps it in all pictures. Marks differ
//! in shape and not only in colour, for readers who do not see colours: ours are
//! round, those by hand are diamonds, peers have corners at the sides.

use std::fmt::Write;

use crate::peers::Maker;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Disc,
    Ring,
    Diamond,
    HollowDiamond,
    Square,
    Up,
    Down,
}

use Shape::{Diamond, Disc, Down, HollowDiamond, Ring, Square, Up};

/// A colour of the style sheet, and a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    colour: usize,
    shape: Shape,
}

/// Everybody who is drawn, in the order of legends.
const KNOWN: [(&str, usize, Shape); 31] = [
    ("rulebook", 0, Disc),
    ("rulebook, every rule asked", 0, Ring),
    ("rulebook, revert", 2, Disc),
    ("rulebook, snapshot", 2, Ring),
    ("rulebook, atomic", 3, Disc),
    ("rulebook, batch", 3, Ring),
    ("rulebook, sequence", 5, Disc),
    ("rulebook, submit", 4, Disc),
    ("rulebook, listed and played", 4, Ring),
    ("with undo log", 1, Diamond),
    ("in place", 1, HollowDiamond),
    ("with a map", 3, Diamond),
    ("index", 2, Diamond),
    ("scan", 5, HollowDiamond),
    ("bitboard", 5, Diamond),
    ("array", 3, HollowDiamond),
    ("with a line's duties", 2, HollowDiamond),
    ("the game's board, no book", 4, Diamond),
    ("herdingcats", 4, Square),
    ("undo", 0, Square),
    ("board-game", 1, Square),
    ("turnbase", 5, Square),
    ("shakmaty", 2, Square),
    ("cozy-chess", 3, Square),
    ("open_spiel", 3, Up),
    ("boardgame.io", 1, Up),
    ("chess.js, depth 3", 2, Up),
    ("chess, depth 3", 5, Up),
    ("pettingzoo", 4, Up),
    ("zen-engine", 0, Down),
    ("zen-engine, traced", 1, Down),
];

/// The name without what only tells two works of one contestant apart.
pub(super) fn short_name(name: &str) -> &str {
    name.strip_suffix(", plain").unwrap_or(name)
}

/// The place of a name in legends; behind all others if nobody knows it.
pub(super) fn place(name: &str) -> usize {
    KNOWN.iter().position(|(known, ..)| *known == short_name(name)).unwrap_or(KNOWN.len())
}

impl Mark {
    pub(super) fn of(name: &str, maker: Maker) -> Self {
        match (KNOWN.get(place(name)), maker) {
            (Some(&(_, colour, shape)), _) => Self { colour, shape },
            (None, Maker::Ours) => Self { colour: 1, shape: Disc },
            (None, Maker::Hand) => Self { colour: 0, shape: Diamond },
            (None, Maker::Peer(_)) => Self { colour: 2, shape: Down },
        }
    }

    /// The class of its colour.
    pub(super) fn colour(self) -> String {
        format!("c{}", self.colour)
    }

    /// Draws it around a place.
    pub(super) fn draw(self, svg: &mut String, x: f64, y: f64) {
        let (left, top) = (x - 4.5, y - 4.5);
        let shape = match self.shape {
            Disc | Ring => format!("M{left:.1} {y:.1}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z"),
            Diamond | HollowDiamond => format!("M{:.1} {y:.1}l6-6 6 6-6 6z", x - 6.0),
            Square => format!("M{left:.1} {top:.1}h9v9h-9z"),
            Up => format!("M{:.1} {:.1}h11l-5.5-10z", x - 5.5, y + 5.0),
            Down => format!("M{:.1} {:.1}h11l-5.5 10z", x - 5.5, y - 5.0),
        };
        let hollow = if matches!(self.shape, Ring | HollowDiamond) { " hollow" } else { "" };
        let _ = writeln!(svg, "<path class=\"mark{hollow} {}\" d=\"{shape}\"/>", self.colour());
    }
}

#[cfg(test)]
mod tests {
    use super::super::style::COLOURS;
    use super::*;

    #[test]
    fn no_two_have_one_mark() {
        for (number, (name, colour, shape)) in KNOWN.iter().enumerate() {
            assert!(*colour < COLOURS, "{name}");
            let same = |(_, other, form): &&(&str, usize, Shape)| (other, form) == (colour, shape);
            assert!(!KNOWN[..number].iter().any(|it| same(&it)), "{name} has another's mark");
        }
    }

    #[test]
    fn everybody_who_is_drawn_has_a_mark() {
        for row in crate::rows::ALL {
            let race = (row.race)();
            let grows = |work| race.series.iter().any(|it| it.works.iter().any(|w| w.1 == work));
            let all = race.contestants.iter().map(|it| (it.key, it.maker == Maker::Ours));
            let missing =
                race.missing.iter().map(|it| (it.key, it.key.name.starts_with("rulebook")));
            for (key, _) in all.chain(missing).filter(|(key, ours)| !ours || grows(key.work)) {
                assert!(place(key.name) < KNOWN.len(), "{}: {key}", row.name);
            }
        }
    }

    #[test]
    fn a_plain_one_is_the_same_as_one_without_a_word() {
        let of = |name| Mark::of(name, Maker::Peer(crate::peers::ZEN_ENGINE));
        assert_eq!(of("zen-engine, plain"), of("zen-engine"));
        assert_ne!(of("zen-engine, traced"), of("zen-engine"));
    }
}
