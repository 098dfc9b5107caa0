//! The state as a tree, with what wrote each value last.
//!
//! Events are applied one by one, and what each of them has changed is seen by
//! comparing the states before and after it. A line that was gone through once
//! leaves marks, so that it need not be gone through from the start again.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

use rulebook::FrameView;
use rulebook_games::Playable;

use super::line::Trouble;
use super::running::Running;
use super::sketch::{self, Tree};
use crate::wire;

/// There is a mark after so many frames.
const EVERY: u64 = 256;
/// How much text of states is read on the way from the last mark. If it were
/// more, one goes backwards.
const MOST_AHEAD: usize = 64 << 20;
/// How much is read backwards: what was written longer ago is said to be
/// unknown.
const MOST_BACK: usize = 16 << 20;

/// The event that wrote a value.
#[derive(Clone, Debug, PartialEq)]
struct Wrote {
    frame: u64,
    event: u32,
    text: String,
}

/// What wrote each value last, by the value's path.
type Last = BTreeMap<String, Wrote>;

/// What wrote each value last, up to a frame.
pub(super) struct Mark {
    pub(super) frame: u64,
    last: Last,
}

/// The state, with what wrote each value last; the path says which node each
/// frame is.
pub(super) fn written<G: Playable>(
    line: &mut Running<G>,
    path: &[u32],
) -> Result<wire::StateNode, Trouble>
where
    G::State: Debug,
{
    let tree = Tree::of(line.session.state());
    let (last, is_all) = match ahead(line, tree.size())? {
        Some(last) => (last, true),
        None => back(line, &tree)?,
    };
    let told = |wrote: &Wrote| wire::Written {
        node: path.get(wrote.frame as usize).copied().unwrap_or_default(),
        event: wrote.event,
        text: line.worded(wrote.text.clone()),
    };
    Ok(node(&tree, "", &|path| last.get(path).map(told), is_all))
}

/// The state, of which nobody has asked yet what wrote it.
pub(crate) fn described_state(tree: &Tree) -> wire::StateNode {
    node(tree, "", &|_| None, false)
}

/// Goes through all frames from the nearest mark on, and leaves marks. Nothing
/// comes of it if that is too much: every event costs about the size of the
/// state.
fn ahead<G: Playable>(line: &mut Running<G>, size: usize) -> Result<Option<Last>, Trouble>
where
    G::State: Debug,
{
    let number = line.session.number();
    let mark = line.marks.iter().rfind(|mark| mark.frame <= number);
    let (from, mut last) = mark.map_or((0, Last::new()), |mark| (mark.frame, mark.last.clone()));
    let way = || line.session.frames().skip(from as usize);
    let events: usize = way().map(|frame| frame.events().len()).sum();
    if events.saturating_mul(size) > MOST_AHEAD {
        return Ok(None);
    }
    let (mut state, mut marks) = (state_at(line, from)?, Vec::new());
    // What a frame leaves behind is what the next one finds.
    let mut tree = Tree::of(&state);
    for frame in line.session.frames().skip(from as usize) {
        let frame_number = frame.number();
        for (wrote, paths) in writes(&frame, &mut state, &mut tree, &mut 0) {
            last.extend(paths.into_iter().map(|path| (path, wrote.clone())));
        }
        if frame_number % EVERY == 0 {
            marks.push(Arc::new(Mark { frame: frame_number, last: last.clone() }));
        }
    }
    line.marks.extend(marks);
    line.marks.sort_by_key(|mark| mark.frame);
    line.marks.dedup_by_key(|mark| mark.frame);
    Ok(Some(last))
}

/// Goes through the frames from the last one backwards, until every value of
/// the tree was written or enough is read. Says whether all is known.
fn back<G: Playable>(line: &mut Running<G>, tree: &Tree) -> Result<(Last, bool), Trouble>
where
    G::State: Debug,
{
    let leaves = tree.leaves();
    let mut last = Last::new();
    let (mut read, mut at) = (0, line.session.number());
    while at > 0 && read < MOST_BACK && last.len() < leaves.len() {
        let mut state = state_at(line, at - 1)?;
        let Some(frame) = line.session.frames().nth(at as usize - 1) else { break };
        let mut tree = Tree::of(&state);
        read += tree.size();
        for (wrote, paths) in writes(&frame, &mut state, &mut tree, &mut read).into_iter().rev() {
            for path in paths.into_iter().filter(|path| leaves.contains_key(path)) {
                last.entry(path).or_insert_with(|| wrote.clone());
            }
        }
        at -= 1;
    }
    let is_all = at == 0 || last.len() == leaves.len();
    Ok((last, is_all))
}

/// The state after a frame; the line stays where it is.
fn state_at<G: Playable>(line: &mut Running<G>, frame: u64) -> Result<G::State, Trouble>
where
    G::State: Debug,
{
    let number = line.session.number();
    line.session.rewind(frame)?;
    let state = line.session.state().clone();
    line.session.rewind(number)?;
    Ok(state)
}

/// The paths that each event of a frame changes in the state before it, which
/// becomes the one after it, and so does its tree. Counts how much text was read.
fn writes<G: Playable>(
    frame: &FrameView<'_, G>,
    state: &mut G::State,
    before: &mut Tree,
    read: &mut usize,
) -> Vec<(Wrote, Vec<String>)>
where
    G::State: Debug,
{
    let events = frame.events().enumerate().map(|(index, event)| {
        G::apply(state, event.event);
        let after = Tree::of(state);
        *read += after.size();
        let paths = sketch::written(before, &after).collect();
        *before = after;
        let text = G::tell(event.event);
        (Wrote { frame: frame.number(), event: index as u32, text }, paths)
    });
    events.collect()
}

fn node(
    tree: &Tree,
    path: &str,
    written: &dyn Fn(&str) -> Option<wire::Written>,
    is_all: bool,
) -> wire::StateNode {
    let parts = tree.parts.iter();
    let wrote = written(path);
    wire::StateNode {
        name: tree.name.clone(),
        value: (!tree.value.is_empty()).then(|| tree.value.clone()),
        unknown: wrote.is_none() && !is_all,
        written: wrote,
        children: parts
            .map(|part| node(part, &tree.path_of(path, part), written, is_all))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use rulebook::{Dice, Seed};
    use rulebook_games::backgammon::Backgammon;

    use super::*;
    use crate::drawing::Artist;
    use crate::game::{bot, options};

    /// A line of so many actions: steps at random, taken back now and then.
    fn played(actions: u64) -> Running<Backgammon> {
        let book = Backgammon::book();
        let options = options(&book);
        let start = Backgammon::read_position("4HPwATDgc/ABMA 31").unwrap();
        let mut session = book.start_with(start, Seed(3), options).unwrap();
        let mut dice = Dice::new(Seed(4));
        while session.number() < actions {
            let mut legal = session.legal_all().unwrap();
            legal.retain(|proof| {
                let text = Backgammon::print(proof.action());
                text.starts_with("step") || text == "take back"
            });
            let proof = dice.pick(&legal).cloned().expect("a step can be taken back for ever");
            bot::carry_out(&mut session, proof, &mut dice).unwrap();
        }
        Running { session, artist: Artist::GENERIC, marks: Vec::new() }
    }

    #[test]
    fn forwards_and_backwards_the_same_events_are_found() {
        let mut line = played(EVERY * 2 + 30);
        let first = ahead(&mut line, 1).unwrap().unwrap();
        assert_eq!(line.marks.iter().map(|mark| mark.frame).collect::<Vec<_>>(), [256, 512]);
        for number in [EVERY * 2 + 30, EVERY * 2, EVERY + 7, 5] {
            line.session.rewind(number).unwrap();
            let tree = Tree::of(line.session.state());
            let (back, is_all) = back(&mut line, &tree).unwrap();
            assert!(is_all);
            let mut ahead = ahead(&mut line, 1).unwrap().unwrap();
            if number > EVERY * 2 {
                assert_eq!(ahead, first, "with marks as without");
            }
            let leaves = tree.leaves();
            ahead.retain(|path, _| leaves.contains_key(path));
            assert_eq!(ahead, back, "at frame {number}");
        }
    }

    #[test]
    fn what_is_too_far_ahead_is_looked_for_backwards() {
        let mut line = played(20);
        assert!(ahead(&mut line, MOST_AHEAD).unwrap().is_none());
        assert!(line.marks.is_empty());
    }
}
