//! The state as a tree, with what wrote each value last.

use std::collections::BTreeMap;
use std::fmt::Debug;

use rulebook_games::Playable;

use super::line::Trouble;
use super::running::Running;
use super::sketch::{Tree, changes};
use crate::wire;

/// How much text of states is read to find out what wrote a value: what was
/// written longer ago is said to be unknown.
const MOST_TEXT: usize = 16 << 20;

/// The state, with what wrote each value last: frames are gone through from
/// the last one backwards, and their events applied one by one.
pub(super) fn written<G: Playable>(
    line: &mut Running<G>,
    path: &[u32],
) -> Result<wire::StateNode, Trouble>
where
    G::State: Debug,
{
    let number = line.session.number();
    let tree = Tree::of(line.session.state());
    let mut found: BTreeMap<String, wire::Written> = BTreeMap::new();
    let (mut read, mut at) = (0, number);
    let leaves = tree.leaves();
    while at > 0 && read < MOST_TEXT && found.len() < leaves.len() {
        let here = written_in(line, at, &mut read)?;
        let node = path.get(at as usize).copied().unwrap_or_default();
        for (index, text, changed) in here.into_iter().rev() {
            for path in changed {
                let event = || wire::Written { node, event: index, text: text.clone() };
                if leaves.contains_key(&path) {
                    found.entry(path).or_insert_with(event);
                }
            }
        }
        at -= 1;
    }
    line.session.rewind(number)?;
    let is_all = at == 0;
    Ok(node(&tree, "", &found, is_all))
}

/// The paths that each event of a frame has changed.
fn written_in<G: Playable>(
    line: &mut Running<G>,
    number: u64,
    read: &mut usize,
) -> Result<Vec<(u32, String, Vec<String>)>, Trouble>
where
    G::State: Debug,
{
    line.session.rewind(number - 1)?;
    let mut state = line.session.state().clone();
    line.session.rewind(number)?;
    let Some(frame) = line.last() else { return Ok(Vec::new()) };
    let mut before = Tree::of(&state);
    *read += before.size();
    let events = frame.events().enumerate().map(|(index, event)| {
        G::apply(&mut state, event.event);
        let after = Tree::of(&state);
        *read += after.size();
        let paths = changes(&before, &after).into_iter().map(|change| change.path).collect();
        before = after;
        (index as u32, G::tell(event.event), paths)
    });
    Ok(events.collect())
}

fn node(
    tree: &Tree,
    path: &str,
    found: &BTreeMap<String, wire::Written>,
    is_all: bool,
) -> wire::StateNode {
    let parts = tree.parts.iter();
    let written = found.get(path).cloned();
    wire::StateNode {
        name: tree.name.clone(),
        value: (!tree.value.is_empty()).then(|| tree.value.clone()),
        unknown: written.is_none() && !is_all,
        written,
        children: parts.map(|part| node(part, &tree.path_of(path, part), found, is_all)).collect(),
    }
}
