//! Whether boxes together cover another one, and what they leave of it.
//!
//! Both take one box after the other out of it. What is left may come to very
//! many pieces; so whoever only asks whether something is left goes on with one
//! piece until it is gone, and stops at the first that stays.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::analysis::bounds::{Bounds, Budget, Space, Spent};

/// Takes boxes from a box, one after the other. What is left are boxes that do
/// not meet.
pub(crate) fn subtract<'b>(
    target: &Bounds,
    others: impl IntoIterator<Item = &'b Bounds>,
    space: &Space,
    budget: &mut Budget,
) -> Result<Vec<Bounds>, Spent> {
    let mut boxes = vec![target.clone()];
    for other in others {
        budget.spend(boxes.len() * other.width())?;
        if !boxes.iter().any(|one| one.meets(other)) {
            continue;
        }
        let mut left = Vec::with_capacity(boxes.len());
        for one in boxes {
            if one.meets(other) {
                let (width, before) = (one.width(), left.len());
                one.without(other, space, &mut left);
                budget.spend(width * (left.len() - before).saturating_sub(1))?;
            } else {
                left.push(one);
            }
        }
        boxes = left;
        if boxes.is_empty() {
            break;
        }
    }
    Ok(boxes)
}

/// Those of the boxes that together cover a target, if they do: not all that
/// take something from it, but maybe more than are needed. Of several that would
/// do, the first.
pub(crate) fn covering(
    target: &Bounds,
    covers: &[&Bounds],
    space: &Space,
    budget: &mut Budget,
) -> Result<Option<Vec<usize>>, Spent> {
    let mut used = vec![false; covers.len()];
    let mut open = vec![(target.clone(), Rc::new(telling(target, covers, space, budget)?))];
    while let Some((piece, among)) = open.pop() {
        let mut meeting = Vec::with_capacity(among.len());
        let mut best = None;
        for &at in among.iter() {
            budget.spend(covers[at].width())?;
            let Some(beyond) = piece.beyond(covers[at], space) else { continue };
            if best.is_none_or(|(least, _)| beyond < least) {
                best = Some((beyond, at));
            }
            if beyond == 0 {
                break;
            }
            meeting.push(at);
        }
        // The one that leaves the fewest pieces.
        let Some((pieces, best)) = best else { return Ok(None) };
        used[best] = true;
        budget.spend(pieces * piece.width())?;
        meeting.retain(|&at| at != best);
        let mut left = Vec::with_capacity(pieces);
        if pieces > 0 {
            piece.without(covers[best], space, &mut left);
        }
        let meeting = Rc::new(meeting);
        open.extend(left.into_iter().map(|piece| (piece, meeting.clone())));
    }
    Ok(Some((0..covers.len()).filter(|&at| used[at]).collect()))
}

/// The boxes that may be needed to cover a target.
///
/// If all boxes that narrow a dimension leave out one and the same value of it,
/// the others have to cover the target with this value; so they cover it with
/// every other value too, and those that narrow the dimension are not needed.
fn telling(
    target: &Bounds,
    covers: &[&Bounds],
    space: &Space,
    budget: &mut Budget,
) -> Result<Vec<usize>, Spent> {
    let mut left = vec![false; covers.len()];
    let mut narrowing: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (at, cover) in covers.iter().enumerate() {
        budget.spend(cover.width())?;
        if target.beyond(cover, space).is_none() {
            continue;
        }
        left[at] = true;
        for &(dim, values) in cover.narrowed() {
            if target.allows(dim, space) & !values != 0 {
                narrowing.entry(dim).or_default().push(at);
            }
        }
    }
    let mut waiting: BTreeSet<u32> = narrowing.keys().copied().collect();
    while let Some(dim) = waiting.pop_first() {
        let Some(row) = narrowing.get_mut(&dim) else { continue };
        budget.spend(row.len())?;
        row.retain(|&at| left[at]);
        let named = row.iter().fold(0, |all, &at| all | covers[at].allows(dim, space));
        if target.allows(dim, space) & !named == 0 {
            continue;
        }
        for at in std::mem::take(row) {
            left[at] = false;
            waiting.extend(covers[at].narrowed().iter().map(|&(dim, _)| dim));
        }
    }
    Ok((0..covers.len()).filter(|&at| left[at]).collect())
}

/// Puts boxes that do not meet together, two that differ in one dimension alone
/// into one, until there are none. Stops if the budget is spent.
pub(crate) fn merge(mut boxes: Vec<Bounds>, space: &Space, budget: &mut Budget) -> Vec<Bounds> {
    let mut dims: BTreeSet<u32> = narrowed_by(&boxes);
    while let Some(dim) = dims.pop_first() {
        let work = boxes.iter().map(Bounds::width).sum();
        if boxes.len() < 2 || budget.spend(work).is_err() {
            break;
        }
        let before = boxes.len();
        boxes = merge_along(dim, boxes, space);
        if boxes.len() < before {
            // What was put together may go together with more.
            dims.extend(narrowed_by(&boxes));
        }
    }
    boxes
}

fn narrowed_by(boxes: &[Bounds]) -> BTreeSet<u32> {
    boxes.iter().flat_map(|one| one.narrowed().iter().map(|&(dim, _)| dim)).collect()
}

/// Puts boxes together that differ in one dimension alone. Each stays where the
/// first of its kind stood.
fn merge_along(dim: u32, boxes: Vec<Bounds>, space: &Space) -> Vec<Bounds> {
    let mut places: BTreeMap<Bounds, usize> = BTreeMap::new();
    let mut merged: Vec<(Bounds, u128)> = Vec::new();
    for one in boxes {
        let (rest, values) = (one.clone().freed(dim), one.allows(dim, space));
        let place = *places.entry(rest.clone()).or_insert(merged.len());
        match merged.get_mut(place) {
            Some((_, known)) => *known |= values,
            None => merged.push((rest, values)),
        }
    }
    let again = |(rest, values): (Bounds, u128)| rest.narrow(dim, values, space);
    merged.into_iter().filter_map(again).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::bounds::tests::{bounds, points, space};

    #[test]
    fn taking_a_box_leaves_exactly_the_other_points_each_once() {
        let target = bounds(&[(1, 0b011)]);
        let others = [bounds(&[(0, 0b01), (2, 0b0110)]), bounds(&[(1, 0b101), (2, 0b0011)])];
        let mut budget = Budget::new(100);
        let left = subtract(&target, &others, &space(), &mut budget).unwrap();
        let mut got: Vec<_> = left.iter().flat_map(points).collect();
        got.sort_unstable();
        let mut expected: Vec<_> = points(&target);
        expected.retain(|point| !others.iter().any(|other| points(other).contains(point)));
        assert_eq!(got, expected);
    }

    #[test]
    fn a_budget_ends() {
        let others = [bounds(&[(1, 0b001)]), bounds(&[(1, 0b010)])];
        let subtract = |steps| {
            subtract(&Bounds::everything(), &others, &space(), &mut Budget::new(steps)).map(|_| ())
        };
        assert_eq!((subtract(3), subtract(4)), (Err(Spent), Ok(())));
    }

    #[test]
    fn boxes_cover_another_one_if_they_leave_nothing_of_it() {
        let boxes = [
            bounds(&[(0, 0b01)]),
            bounds(&[(0, 0b10), (1, 0b011)]),
            bounds(&[(1, 0b110), (2, 0b0111)]),
            bounds(&[(1, 0b101)]),
            bounds(&[(2, 0b1000)]),
            bounds(&[(1, 0b100), (2, 0b1001)]),
        ];
        for chosen in 0..1_u32 << boxes.len() {
            let is_in = |at: &usize| chosen >> at & 1 == 1;
            let covers: Vec<&Bounds> =
                (0..boxes.len()).filter(is_in).map(|at| &boxes[at]).collect();
            for target in [Bounds::everything(), bounds(&[(0, 0b10)]), bounds(&[(1, 0b110)])] {
                let mut budget = Budget::new(1_000);
                let left =
                    subtract(&target, covers.iter().copied(), &space(), &mut budget).unwrap();
                let found = covering(&target, &covers, &space(), &mut budget).unwrap();
                assert_eq!(found.is_some(), left.is_empty(), "{target:?} by {covers:?}");
                let Some(found) = found else { continue };
                let named = found.iter().map(|&at| covers[at]);
                assert_eq!(subtract(&target, named, &space(), &mut budget).unwrap(), []);
            }
        }
    }

    #[test]
    fn a_long_chain_of_boxes_that_cover_nothing_together_is_soon_done() {
        const LENGTH: usize = 200;
        let space = Space::new(1, std::iter::repeat_n(2, LENGTH + 1), 0);
        let link = |at: u32| {
            let first = Bounds::everything().narrow(at, 0b01, &space)?;
            first.narrow(at + 1, 0b10, &space)
        };
        let links: Vec<Bounds> = (1..=LENGTH as u32).filter_map(link).collect();
        let links: Vec<&Bounds> = links.iter().collect();
        let mut budget = Budget::new(20 * LENGTH);
        assert_eq!(covering(&Bounds::everything(), &links, &space, &mut budget), Ok(None));
    }

    #[test]
    fn boxes_that_differ_in_one_dimension_alone_are_put_together() {
        let merged = |boxes: &[&[(u32, u128)]]| {
            let boxes = boxes.iter().map(|one| bounds(one)).collect();
            merge(boxes, &space(), &mut Budget::new(100))
        };
        assert_eq!(merged(&[&[(1, 0b001)], &[(1, 0b100)]]), [bounds(&[(1, 0b101)])]);
        assert_eq!(merged(&[&[(1, 0b001)], &[(1, 0b110)]]), [Bounds::everything()]);
        let apart = [bounds(&[(1, 0b001)]), bounds(&[(1, 0b010), (2, 0b0001)])];
        assert_eq!(merged(&[&[(1, 0b001)], &[(1, 0b010), (2, 0b0001)]]), apart);
        // One step leads to another.
        let corners = merged(&[
            &[(1, 0b001), (2, 0b0001)],
            &[(1, 0b010), (2, 0b0001)],
            &[(1, 0b011), (2, 0b0110)],
        ]);
        assert_eq!(corners, [bounds(&[(1, 0b011), (2, 0b0111)])]);
    }
}
