//! What people call the numbers that a book goes by: subjects, and parts of the state.
//!
//! An author's function is asked once for each number that the book names, when the
//! book is compiled. Names are for whoever reads: nothing is decided by them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use crate::book::fact::Part;
use crate::game::Subject;

/// An author's function that gives names to numbers.
pub(crate) type Namer<N> = Arc<dyn Fn(N) -> Option<String> + Send + Sync>;

/// These subjects with their names, by number, each once.
pub(crate) fn name_subjects(
    subjects: &[Subject],
    namer: Option<&Namer<Subject>>,
    known: &mut BTreeMap<Subject, SubjectName>,
) -> Box<[SubjectName]> {
    let mut name = |subject: Subject| {
        let named = || namer.and_then(|namer| namer(subject)).map(Arc::from);
        known.entry(subject).or_insert_with(|| SubjectName { subject, name: named() }).clone()
    };
    let mut named: Vec<_> = subjects.iter().map(|&subject| name(subject)).collect();
    named.sort_unstable();
    named.dedup();
    named.into()
}

/// What people call parts of the state.
#[derive(Default)]
pub(crate) struct PartNames(BTreeMap<u8, String>);

impl PartNames {
    pub(crate) fn of(parts: BTreeSet<u8>, namer: Option<&Namer<Part>>) -> Self {
        let name = |part| Some((part, namer?(Part(part))?));
        PartNames(parts.into_iter().filter_map(name).collect())
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        self.0.values().map(String::as_str)
    }

    /// Parts of the state in words.
    pub(crate) fn in_words(&self, parts: &[u8]) -> String {
        let name = |part| self.0.get(part).cloned().unwrap_or_else(|| format!("part {part}"));
        match parts {
            [] => "nothing".to_owned(),
            parts => list(&parts.iter().map(name).collect::<Vec<_>>(), "and"),
        }
    }
}

/// A subject, and what people call it, if the book
/// [says](crate::BookBuilder::names_subjects).
///
/// # Example
///
/// ```
/// use rulebook::{Subject, SubjectName};
///
/// let king = SubjectName { subject: Subject(5), name: Some("the king".into()) };
/// assert_eq!(king.to_string(), "the king");
/// assert_eq!(SubjectName::from(Subject(5)).to_string(), "subject 5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SubjectName {
    /// The subject.
    pub subject: Subject,
    /// What people call it.
    pub name: Option<Arc<str>>,
}

impl From<Subject> for SubjectName {
    fn from(subject: Subject) -> Self {
        SubjectName { subject, name: None }
    }
}

impl fmt::Display for SubjectName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => f.write_str(name),
            None => write!(f, "subject {}", self.subject.0),
        }
    }
}

/// So many things are told by name, and one more if it is the last.
const MOST: usize = 5;

/// How many of these are told by name, and how many are only counted.
pub(crate) fn told(count: usize) -> (usize, usize) {
    if count > MOST + 1 { (MOST, count - MOST) } else { (count, 0) }
}

/// Subjects in words.
pub(crate) fn in_words<'s>(subjects: impl Iterator<Item = &'s SubjectName>) -> String {
    let mut words: Vec<String> = subjects.map(SubjectName::to_string).collect();
    let (named, others) = told(words.len());
    words.truncate(named);
    words.extend((others > 0).then(|| format!("{others} others")));
    list(&words, "and")
}

/// The first of many things in a row, and how many more there are.
pub(crate) fn few(things: &[impl fmt::Display], and: &str) -> String {
    let (named, more) = told(things.len());
    let mut words: Vec<String> = things[..named].iter().map(ToString::to_string).collect();
    words.extend((more > 0).then(|| format!("{more} more")));
    list(&words, and)
}

/// Things in a row: one, one and two, one, two and three.
pub(crate) fn list(things: &[String], and: &str) -> String {
    match things {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {and} {last}", most.join(", ")),
    }
}
