//! What rules are about, for programs.

use rulebook::SubjectName;
use serde_json::{Value, json};

/// A subject by its number, and what people call it, if the book says.
pub(crate) fn subject(SubjectName { subject, name }: &SubjectName) -> Value {
    json!({ "number": subject.0, "name": name.as_deref() })
}

#[cfg(test)]
mod tests {
    use rulebook::Subject;

    use super::*;

    #[test]
    fn a_subject_without_a_name_is_a_number() {
        assert_eq!(subject(&Subject(3).into()), json!({ "number": 3, "name": null }));
        let king = SubjectName { subject: Subject(5), name: Some("the king".into()) };
        assert_eq!(subject(&king), json!({ "number": 5, "name": "the king" }));
    }
}
