//! Groups of proposed events: all or nothing, together, or one after the other.
//!
//! What comes in is what an effect proposes; what holds is that membership is
//! fixed from then on. A group is kept flat, events in one list and brackets
//! in another, so that groups may nest to any depth without recursion.

/// How the members of a group belong together.
///
/// # Example
///
/// ```
/// use rulebook::{Group, GroupKind};
/// assert_eq!(Group::atomic([1, 2]).kind(), GroupKind::Atomic);
/// assert_eq!(GroupKind::Batch.to_string(), "batch");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupKind {
    /// All or nothing: a required member that does not happen dooms the group.
    Atomic,
    /// Simultaneous and independent: a member that does not happen is left out.
    Batch,
    /// One after the other, each step its own.
    Sequence,
}

impl std::fmt::Display for GroupKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            GroupKind::Atomic => "atomic",
            GroupKind::Batch => "batch",
            GroupKind::Sequence => "sequence",
        })
    }
}

/// Whether an Atomic group can do without a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    Required,
    Optional,
}

/// A bracket among proposed events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bracket {
    /// How many events come before it.
    pub at: usize,
    pub what: Shape,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Open(GroupKind, Edge),
    Close,
    /// The event that follows is optional.
    Optional,
}

/// Events proposed together; groups nest.
///
/// In an Atomic group members are required unless they are said to be
/// optional; in a Batch or a Sequence that makes no difference.
///
/// A book in which groups are proposed must have a guard, a trigger, a standing
/// rule or a cost, or say [`reacts`](crate::BookBuilder::reacts). Otherwise
/// nothing would hold a group together, and to propose one is a fault.
///
/// # Example
///
/// ```
/// use rulebook::{Group, GroupKind};
///
/// // Gain 3 life; and, if nothing stands against it, create a card and move it.
/// let group = Group::atomic(["gain 3"])
///     .optional_group(Group::atomic(["create", "move"]));
/// assert_eq!((group.kind(), group.len()), (GroupKind::Atomic, 3));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Group<E> {
    kind: GroupKind,
    pub(crate) events: Vec<E>,
    /// The brackets within: those of the group itself are not among them.
    pub(crate) brackets: Vec<Bracket>,
}

impl<E> Group<E> {
    fn new(kind: GroupKind, members: impl IntoIterator<Item = E>) -> Self {
        Group { kind, events: members.into_iter().collect(), brackets: Vec::new() }
    }

    /// All or nothing; these members are required.
    pub fn atomic(members: impl IntoIterator<Item = E>) -> Self {
        Self::new(GroupKind::Atomic, members)
    }

    /// All at once, each for itself.
    pub fn batch(members: impl IntoIterator<Item = E>) -> Self {
        Self::new(GroupKind::Batch, members)
    }

    /// One after the other, each for itself.
    pub fn sequence(members: impl IntoIterator<Item = E>) -> Self {
        Self::new(GroupKind::Sequence, members)
    }

    /// One more member.
    #[must_use]
    pub fn with(mut self, event: E) -> Self {
        self.events.push(event);
        self
    }

    /// One more member, without which an Atomic group can do.
    #[must_use]
    pub fn optional(mut self, event: E) -> Self {
        self.brackets.push(Bracket { at: self.events.len(), what: Shape::Optional });
        self.events.push(event);
        self
    }

    /// A group as one more member.
    #[must_use]
    pub fn group(self, inner: Group<E>) -> Self {
        self.nest(inner, Edge::Required)
    }

    /// A group as one more member, without which an Atomic group can do.
    #[must_use]
    pub fn optional_group(self, inner: Group<E>) -> Self {
        self.nest(inner, Edge::Optional)
    }

    fn nest(mut self, inner: Group<E>, edge: Edge) -> Self {
        put(inner, edge, &mut self.events, &mut self.brackets);
        self
    }

    /// How its members belong together.
    pub fn kind(&self) -> GroupKind {
        self.kind
    }

    /// How many events are in it, at any depth.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether there is no event in it.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }
}

/// Puts a group, with its brackets, behind what is there already.
pub(crate) fn put<E>(
    group: Group<E>,
    edge: Edge,
    events: &mut Vec<E>,
    brackets: &mut Vec<Bracket>,
) {
    let from = events.len();
    brackets.push(Bracket { at: from, what: Shape::Open(group.kind, edge) });
    brackets
        .extend(group.brackets.iter().map(|bracket| Bracket { at: from + bracket.at, ..*bracket }));
    events.extend(group.events);
    brackets.push(Bracket { at: events.len(), what: Shape::Close });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_groups_are_kept_flat() {
        let inner = Group::batch([1, 2]).optional(3);
        let group = Group::atomic([0]).optional_group(inner).with(4);
        assert_eq!(group.events, [0, 1, 2, 3, 4]);
        assert_eq!(
            group.brackets,
            [
                Bracket { at: 1, what: Shape::Open(GroupKind::Batch, Edge::Optional) },
                Bracket { at: 3, what: Shape::Optional },
                Bracket { at: 4, what: Shape::Close },
            ]
        );
    }

    #[test]
    fn ten_thousand_groups_nest_without_recursion() {
        let deep = (0..10_000).fold(Group::atomic([0]), |inner, _| Group::atomic([]).group(inner));
        assert_eq!((deep.len(), deep.brackets.len()), (1, 20_000));
    }
}
