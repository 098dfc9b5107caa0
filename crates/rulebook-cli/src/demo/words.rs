//! Events in words: what `Debug` says, without the punctuation of a program.
//!
//! `Took { seat: Seat(2), lantern: Jade }` becomes `Took: seat 2, lantern Jade`.

/// A text by `Debug`, for people. Text that has another form stays as it is.
pub(super) fn tidy(debug: &str) -> String {
    let mut reader = Reader { rest: debug };
    match reader.value() {
        Some(value) if reader.rest.is_empty() => value.say_first(),
        _ => debug.to_owned(),
    }
}

/// A value as `Debug` writes it.
enum Value<'t> {
    /// A number, a text, or a name without anything.
    Word(&'t str),
    /// A name and what stands in parentheses.
    Tuple(&'t str, Vec<Value<'t>>),
    /// A name and what stands in braces.
    Struct(&'t str, Vec<(&'t str, Value<'t>)>),
    /// What stands in brackets.
    List(Vec<Value<'t>>),
}

impl Value<'_> {
    /// The value on its own.
    fn say_first(&self) -> String {
        match self {
            Value::Struct(name, fields) if !fields.is_empty() => {
                format!("{name}: {}", say_fields(fields))
            }
            Value::Tuple(name, values) if !name.is_empty() => {
                format!("{name}: {}", say_all(values))
            }
            other => other.say(),
        }
    }

    /// The value inside another.
    fn say(&self) -> String {
        match self {
            Value::Word(word) => (*word).to_owned(),
            Value::Tuple("" | "Some", values) => say_all(values),
            Value::Tuple(name, values) => format!("{} {}", name.to_lowercase(), say_all(values)),
            Value::Struct(name, fields) => format!("{name} ({})", say_fields(fields)),
            Value::List(values) => say_all(values),
        }
    }

    /// The value of a field. What the field's name says already is not said
    /// twice.
    fn say_as(&self, field: &str) -> String {
        let same = |name: &str| name.eq_ignore_ascii_case(field);
        match self {
            Value::Word("true") => field.to_owned(),
            Value::Word("false") => format!("not {field}"),
            Value::Tuple(name, values) if same(name) => format!("{field} {}", say_all(values)),
            Value::Struct(name, fields) if same(name) => {
                format!("{field} ({})", say_fields(fields))
            }
            other => format!("{field} {}", other.say()),
        }
    }
}

fn say_all(values: &[Value<'_>]) -> String {
    values.iter().map(Value::say).collect::<Vec<_>>().join(", ")
}

fn say_fields(fields: &[(&str, Value<'_>)]) -> String {
    fields.iter().map(|(name, value)| value.say_as(name)).collect::<Vec<_>>().join(", ")
}

/// Reads what `Debug` wrote.
struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn value(&mut self) -> Option<Value<'t>> {
        if self.skip("[") {
            return Some(Value::List(self.values("]")?));
        }
        let word = self.word();
        if self.skip(" { ") {
            return Some(Value::Struct(word, self.fields()?));
        }
        if self.skip("(") {
            return Some(Value::Tuple(word, self.values(")")?));
        }
        (!word.is_empty()).then_some(Value::Word(word))
    }

    /// Values with commas, up to what closes them.
    fn values(&mut self, close: &str) -> Option<Vec<Value<'t>>> {
        let mut values = Vec::new();
        while !self.skip(close) {
            values.push(self.value()?);
            self.skip(", ");
        }
        Some(values)
    }

    /// Fields with commas, up to the closing brace.
    fn fields(&mut self) -> Option<Vec<(&'t str, Value<'t>)>> {
        let mut fields = Vec::new();
        while !self.skip(" }") {
            let name = self.word();
            if name.is_empty() || !self.skip(": ") {
                return None;
            }
            fields.push((name, self.value()?));
            self.skip(", ");
        }
        Some(fields)
    }

    /// A name, a number, or a text in quotation marks.
    fn word(&mut self) -> &'t str {
        let quoted = self.rest.strip_prefix('"').and_then(|rest| rest.find('"'));
        let end = match quoted {
            Some(end) => end + 2,
            None => self.rest.find(|c: char| " ,:{}()[]\"".contains(c)).unwrap_or(self.rest.len()),
        };
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn skip(&mut self, mark: &str) -> bool {
        let rest = self.rest.strip_prefix(mark);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }
}

#[cfg(test)]
mod tests {
    use rulebook::Seat;

    use super::*;

    #[derive(Debug)]
    #[expect(dead_code, reason = "only Debug reads the fields")]
    enum Event {
        Cleared,
        Took { seat: Seat, lantern: Lantern },
        Sealed { seat: Seat, bid: Bid },
        Hung([Lantern; 2]),
        Ended { ending: Ending },
        Said { words: &'static str, to: Option<Seat> },
    }

    #[derive(Debug)]
    enum Lantern {
        Jade,
    }

    #[derive(Debug)]
    #[expect(dead_code, reason = "only Debug reads the fields")]
    struct Bid {
        coins: i8,
        charmed: bool,
        open: bool,
    }

    #[derive(Debug)]
    #[expect(dead_code, reason = "only Debug reads the fields")]
    enum Ending {
        Won { by: Seat },
    }

    fn said(event: &Event) -> String {
        tidy(&format!("{event:?}"))
    }

    #[test]
    fn events_read_like_notes() {
        assert_eq!(said(&Event::Cleared), "Cleared");
        let took = Event::Took { seat: Seat(2), lantern: Lantern::Jade };
        assert_eq!(said(&took), "Took: seat 2, lantern Jade");
        assert_eq!(said(&Event::Hung([Lantern::Jade, Lantern::Jade])), "Hung: Jade, Jade");
    }

    #[test]
    fn what_the_field_says_is_not_said_twice() {
        let bid = Bid { coins: -3, charmed: false, open: true };
        let sealed = Event::Sealed { seat: Seat(0), bid };
        assert_eq!(said(&sealed), "Sealed: seat 0, bid (coins -3, not charmed, open)");
        let ended = Event::Ended { ending: Ending::Won { by: Seat(1) } };
        assert_eq!(said(&ended), "Ended: ending Won (by seat 1)");
    }

    #[test]
    fn texts_and_options_are_understood() {
        let said = said(&Event::Said { words: "well, well", to: Some(Seat(1)) });
        assert_eq!(said, "Said: words \"well, well\", to seat 1");
    }

    #[test]
    fn what_is_not_understood_stays_as_it_is() {
        for text in ["", "5 + 3", "a { b", "a(b", "{\"x\": 1}", "[", "Odd { a:1 }", "x ]"] {
            assert_eq!(tidy(text), text);
        }
    }
}
