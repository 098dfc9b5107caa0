//! The published schema, read as its standard says. Only the keywords that it
//! uses are known here, and any other is a failure, so nothing is passed over.

use std::collections::{BTreeMap, BTreeSet};

use rulebook_games::duels::cards::CardSet;
use serde_json::{Map, Value};

/// The one pattern of the schema: what an id looks like.
const ID: &str = "^[a-z0-9]+(-[a-z0-9]+)*$";
/// Keywords that ask for nothing.
const NOTES: [&str; 6] = ["$schema", "$defs", "title", "description", "default", "$ref"];

/// The published schema.
pub(crate) struct Schema(Value);

impl Schema {
    /// As it is published.
    pub(crate) fn published() -> Self {
        Schema(serde_json::from_str(CardSet::SCHEMA).expect("it is JSON"))
    }

    /// Whether the value has the form.
    pub(crate) fn accepts(&self, value: &Value) -> bool {
        self.fits(&self.0, value)
    }

    /// Every field that takes words, with all words that it can take, except
    /// ids and names: in the order of names.
    pub(crate) fn fields(&self) -> BTreeMap<String, BTreeSet<String>> {
        let mut fields = BTreeMap::new();
        self.gather("", &self.0, &mut fields);
        fields
    }

    fn gather(&self, field: &str, schema: &Value, into: &mut BTreeMap<String, BTreeSet<String>>) {
        let Some(schema) = schema.as_object() else { return };
        let words = schema.get("const").into_iter();
        let words = words.chain(schema.get("enum").and_then(Value::as_array).into_iter().flatten());
        for word in words.filter_map(Value::as_str) {
            into.entry(field.to_owned()).or_default().insert(word.to_owned());
        }
        for (name, asked) in
            schema.get("properties").and_then(Value::as_object).into_iter().flatten()
        {
            self.gather(name, asked, into);
            if let Some(to) = asked.get("$ref").and_then(Value::as_str) {
                self.gather(name, self.defined(to), into);
            }
        }
        for (_, asked) in schema.get("$defs").and_then(Value::as_object).into_iter().flatten() {
            self.gather(field, asked, into);
        }
        for one in
            ["oneOf", "anyOf"].into_iter().filter_map(|word| schema.get(word)?.as_array()).flatten()
        {
            self.gather(field, one, into);
        }
        if let Some(items) = schema.get("items") {
            self.gather(field, items, into);
        }
    }

    /// What a reference means.
    pub(crate) fn defined(&self, to: &str) -> &Value {
        let name = to.strip_prefix("#/$defs/").expect("a definition");
        self.0["$defs"].get(name).expect("it is defined")
    }

    fn fits(&self, schema: &Value, value: &Value) -> bool {
        let schema = schema.as_object().expect("a schema is an object");
        let referred = schema
            .get("$ref")
            .is_none_or(|to| self.fits(self.defined(to.as_str().expect("text")), value));
        referred && schema.iter().all(|(word, asked)| self.holds(schema, word, asked, value))
    }

    fn holds(&self, schema: &Map<String, Value>, word: &str, asked: &Value, value: &Value) -> bool {
        let number = |value: &Value| value.as_f64().expect("a number");
        let any = |fits: usize| {
            asked.as_array().unwrap().iter().filter(|one| self.fits(one, value)).count() >= fits
        };
        match word {
            _ if NOTES.contains(&word) => true,
            "type" => is(asked.as_str().unwrap(), value),
            "const" => same(asked, value),
            "enum" => asked.as_array().unwrap().iter().any(|one| same(one, value)),
            "minimum" => !value.is_number() || number(value) >= number(asked),
            "maximum" => !value.is_number() || number(value) <= number(asked),
            "oneOf" => any(1) && !any(2),
            "anyOf" => any(1),
            "not" => !self.fits(asked, value),
            "minLength" | "maxLength" | "pattern" => {
                value.as_str().is_none_or(|text| text_fits(word, asked, text))
            }
            "minItems" | "maxItems" | "items" => {
                value.as_array().is_none_or(|items| self.items_fit(word, asked, items))
            }
            _ => {
                value.as_object().is_none_or(|fields| self.fields_fit(schema, word, asked, fields))
            }
        }
    }

    fn items_fit(&self, word: &str, asked: &Value, items: &[Value]) -> bool {
        match word {
            "minItems" => items.len() as u64 >= asked.as_u64().unwrap(),
            "maxItems" => items.len() as u64 <= asked.as_u64().unwrap(),
            _ => items.iter().all(|item| self.fits(asked, item)),
        }
    }

    fn fields_fit(
        &self,
        schema: &Map<String, Value>,
        word: &str,
        asked: &Value,
        fields: &Map<String, Value>,
    ) -> bool {
        let known =
            |name: &str| schema.get("properties").is_some_and(|all| all.get(name).is_some());
        match word {
            "required" => asked
                .as_array()
                .unwrap()
                .iter()
                .all(|name| fields.contains_key(name.as_str().unwrap())),
            "properties" => fields
                .iter()
                .all(|(name, field)| asked.get(name).is_none_or(|asked| self.fits(asked, field))),
            "additionalProperties" => {
                fields.iter().filter(|(name, _)| !known(name)).all(|(_, field)| match asked {
                    Value::Bool(allowed) => *allowed,
                    asked => self.fits(asked, field),
                })
            }
            "propertyNames" => {
                fields.keys().all(|name| self.fits(asked, &Value::String(name.clone())))
            }
            other => panic!("the keyword {other} is not known here"),
        }
    }
}

fn is(kind: &str, value: &Value) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        other => panic!("the type {other} is not known here"),
    }
}

/// Equal, and numbers by what they are: 1.0 is 1.
fn same(one: &Value, other: &Value) -> bool {
    match (one.as_f64(), other.as_f64()) {
        (Some(one), Some(other)) => one == other,
        _ => one == other,
    }
}

fn text_fits(word: &str, asked: &Value, text: &str) -> bool {
    match word {
        "minLength" => text.chars().count() as u64 >= asked.as_u64().unwrap(),
        "maxLength" => text.chars().count() as u64 <= asked.as_u64().unwrap(),
        _ => {
            assert_eq!(asked, ID, "this pattern is not known here");
            text.split('-').all(|part| {
                !part.is_empty()
                    && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
            })
        }
    }
}
