//! Reading an object field by field, so that nothing is overlooked: neither a
//! field that is missing nor one that nobody knows.

use super::log::Log;
use super::problem::ProblemKind;
use super::suggest::nearest;
use super::tree::{Member, Node, Value};
use super::value::shortened;

/// An object that is being read.
pub(super) struct Fields<'n, 't> {
    node: &'n Node<'t>,
    what: &'static str,
    members: &'n [Member<'t>],
    /// The names that were asked for: all that this object may have.
    asked: Vec<&'static str>,
    /// Whether it cannot be said which fields belong to it.
    forgiven: bool,
}

impl<'n, 't> Fields<'n, 't> {
    /// Opens an object, or says that it is none.
    pub(super) fn open(node: &'n Node<'t>, what: &'static str, log: &mut Log<'_>) -> Option<Self> {
        match &node.value {
            Value::Object(members) => {
                said_twice(members, log);
                Some(Fields { node, what, members, asked: Vec::new(), forgiven: false })
            }
            Value::Unread => None,
            other => {
                let message =
                    format!("{what} is an object in braces, and this is {}.", other.what());
                log.shape(node, message);
                None
            }
        }
    }

    /// What it turned out to be.
    pub(super) fn call(&mut self, what: &'static str) {
        self.what = what;
    }

    /// The object itself, to point at.
    pub(super) fn node(&self) -> &'n Node<'t> {
        self.node
    }

    /// Whether there is such a field, without asking for it.
    pub(super) fn has(&self, name: &str) -> bool {
        self.members.iter().any(|member| member.name == name)
    }

    /// A field that may be left out.
    pub(super) fn get(&mut self, name: &'static str) -> Option<&'n Node<'t>> {
        self.asked.push(name);
        self.members.iter().find(|member| member.name == name).map(|member| &member.node)
    }

    /// A field that must be there.
    pub(super) fn need(&mut self, name: &'static str, log: &mut Log<'_>) -> Option<&'n Node<'t>> {
        let found = self.get(name);
        if found.is_none() {
            log.shape(self.node, format!("{} needs \"{name}\". Add it.", self.what));
        }
        found
    }

    /// What it is, is a mistake: any field may belong to it.
    pub(super) fn forgive(&mut self) {
        self.forgiven = true;
    }

    /// Says which fields nobody asked for.
    pub(super) fn close(self, log: &mut Log<'_>) {
        if self.forgiven {
            return;
        }
        for member in self.members {
            let name = member.name.as_ref();
            if !self.asked.contains(&name) {
                let unused = self.asked.iter().copied().filter(|asked| !self.has(asked));
                let advice = match nearest(name, unused) {
                    Some(near) => format!("Did you mean \"{near}\"?"),
                    None => "Leave it out.".to_owned(),
                };
                let name = shortened(name);
                let message = format!("{} has no field \"{name}\". {advice}", self.what);
                log.at(member.start, ProblemKind::Shape, message);
            }
        }
    }
}

fn said_twice(members: &[Member<'_>], log: &mut Log<'_>) {
    let mut names: Vec<(&str, usize)> =
        members.iter().map(|member| (member.name.as_ref(), member.start)).collect();
    names.sort_unstable();
    for pair in names.windows(2) {
        if let [(first, _), (second, start)] = pair
            && first == second
        {
            let message = format!("\"{first}\" is said twice. Keep one of them.");
            log.at(*start, ProblemKind::Meaning, message);
        }
    }
}
