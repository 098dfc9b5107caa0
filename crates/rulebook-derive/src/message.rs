//! Messages: the doc comment of a variant, read as a format string over its
//! fields. Whatever is wrong with it is said at the line of the comment.

use std::collections::BTreeSet;

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Error, Expr, ExprLit, Fields, Lit, LitStr, Meta, Result, Variant};

/// The styles that a placeholder can end with.
const STYLES: [&str; 11] = ["", "?", "x?", "X?", "x", "X", "o", "b", "e", "E", "p"];

/// The first paragraph of a doc comment, its lines joined with a space.
pub(crate) struct Message {
    text: String,
    /// Where each line begins in the text, and where it stands in the source.
    lines: Vec<(usize, Span)>,
}

impl Message {
    pub(crate) fn of(variant: &Variant) -> Result<Self> {
        let mut message = Self { text: String::new(), lines: Vec::new() };
        'paragraph: for attribute in &variant.attrs {
            let Some(doc) = doc(attribute)? else { continue };
            let text = doc.value();
            // Only a block comment has several lines, maybe with stars down
            // its left side.
            let block = text.contains('\n');
            for line in text.split('\n').map(str::trim) {
                let line = line.strip_prefix('*').filter(|_| block).unwrap_or(line).trim();
                if !line.is_empty() {
                    message.push(line, doc.span());
                } else if !message.text.is_empty() {
                    break 'paragraph;
                }
            }
        }
        if message.text.is_empty() {
            return Err(Error::new_spanned(
                &variant.ident,
                format!(
                    "`{}` has no message: write it as its doc comment, \
                     like `/// It is not your turn.`",
                    variant.ident
                ),
            ));
        }
        Ok(message)
    }

    fn push(&mut self, line: &str, span: Span) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.lines.push((self.text.len(), span));
        self.text.push_str(line);
    }

    /// The message with `{field_0}` and so on as its placeholders, and which
    /// fields it shows.
    pub(crate) fn bind(&self, variant: &Variant) -> Result<(LitStr, Vec<usize>)> {
        let mut binder = Binder {
            message: self,
            variant,
            bound: String::with_capacity(self.text.len()),
            shown: BTreeSet::new(),
        };
        binder.run()?;
        let format = LitStr::new(&binder.bound, self.span(0));
        Ok((format, binder.shown.into_iter().collect()))
    }

    /// Where the line with this byte stands in the source.
    fn span(&self, at: usize) -> Span {
        let after = self.lines.partition_point(|&(start, _)| start <= at);
        self.lines[after.saturating_sub(1)].1
    }
}

/// The text of a `#[doc = "…"]`; `None` for other attributes.
fn doc(attribute: &Attribute) -> Result<Option<LitStr>> {
    let Meta::NameValue(pair) = &attribute.meta else {
        return Ok(None);
    };
    if !pair.path.is_ident("doc") {
        return Ok(None);
    }
    match &pair.value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Ok(Some(text.clone())),
        other => Err(Error::new(
            other.span(),
            "the message has to stand here: write it as a doc comment",
        )),
    }
}

/// Rewrites placeholders, from left to right.
struct Binder<'a> {
    message: &'a Message,
    variant: &'a Variant,
    bound: String,
    shown: BTreeSet<usize>,
}

impl Binder<'_> {
    fn run(&mut self) -> Result<()> {
        let text = self.message.text.as_str();
        let mut at = 0;
        while let Some(brace) = text[at..].find(['{', '}']).map(|found| at + found) {
            self.bound.push_str(&text[at..brace]);
            let rest = &text[brace..];
            at = if rest.starts_with("{{") || rest.starts_with("}}") {
                self.bound.push_str(&rest[..2]);
                brace + 2
            } else if rest.starts_with('}') {
                return Err(self.error(brace, "this `}` closes nothing: write `}}` for a brace"));
            } else {
                let Some(length) = rest.find('}') else {
                    let why = "this `{` is never closed: write `{{` for a brace";
                    return Err(self.error(brace, why));
                };
                self.placeholder(brace, &rest[1..length])?;
                brace + length + 1
            };
        }
        self.bound.push_str(&text[at..]);
        Ok(())
    }

    fn error(&self, at: usize, why: &str) -> Error {
        Error::new(
            self.message.span(at),
            format!("in the message of `{}`: {why}", self.variant.ident),
        )
    }

    fn placeholder(&mut self, at: usize, inside: &str) -> Result<()> {
        let (name, options) = match inside.split_once(':') {
            Some((name, options)) => (name, Some(options)),
            None => (inside, None),
        };
        self.bound.push('{');
        self.field(at, name.trim())?;
        if let Some(options) = options {
            self.bound.push(':');
            self.options(at, options)?;
        }
        self.bound.push('}');
        Ok(())
    }

    /// Fill, alignment, sign, `#`, zeros, width, precision and style, in this
    /// order. They are read in full because the compiler, which sees the
    /// rewritten text, would point at the wrong place.
    fn options(&mut self, at: usize, options: &str) -> Result<()> {
        let mut rest = options;
        let aligned = |letter: char| "<^>".contains(letter);
        if options.chars().nth(1).is_some_and(aligned) {
            rest = self.keep_one(rest);
        }
        if rest.starts_with(aligned) {
            rest = self.keep_one(rest);
        }
        if rest.starts_with(['+', '-']) {
            rest = self.keep_one(rest);
        }
        if rest.starts_with('#') {
            rest = self.keep_one(rest);
        }
        if rest.starts_with('0') && !rest.starts_with("0$") {
            rest = self.keep_one(rest);
        }
        rest = self.count(at, rest)?;
        if rest.starts_with('.') {
            rest = self.keep_one(rest);
            rest = self.count(at, rest)?;
        }
        if !STYLES.contains(&rest.trim_end()) {
            let why = format!("`:{options}` is unknown: write options like `:?`, `:x` or `:>3`");
            return Err(self.error(at, &why));
        }
        self.bound.push_str(rest);
        Ok(())
    }

    /// Keeps the first letter as it is, and returns what follows.
    fn keep_one<'t>(&mut self, text: &'t str) -> &'t str {
        let mut letters = text.chars();
        self.bound.extend(letters.next());
        letters.as_str()
    }

    /// A width or a precision, if there is one: a number, or a field and `$`.
    /// Returns what follows.
    fn count<'t>(&mut self, at: usize, text: &'t str) -> Result<&'t str> {
        let other = |letter: char| !letter.is_alphanumeric() && letter != '_';
        let (name, rest) = text.split_at(text.find(other).unwrap_or(text.len()));
        if rest.starts_with('$') {
            self.field(at, name)?;
            return Ok(self.keep_one(rest));
        }
        let other = |letter: char| !letter.is_ascii_digit();
        let (digits, rest) = text.split_at(text.find(other).unwrap_or(text.len()));
        if !digits.is_empty() && digits.parse::<u16>().is_err() {
            let why = format!("the width {digits} is too large: write at most {}", u16::MAX);
            return Err(self.error(at, &why));
        }
        self.bound.push_str(digits);
        Ok(rest)
    }

    fn field(&mut self, at: usize, name: &str) -> Result<()> {
        let fields = &self.variant.fields;
        let index = match fields {
            Fields::Named(_) => fields
                .iter()
                .position(|field| field.ident.as_ref().is_some_and(|one| one.unraw() == name)),
            Fields::Unnamed(_) => name.parse().ok().filter(|&index| index < fields.len()),
            Fields::Unit => None,
        };
        let Some(index) = index else {
            return Err(self.error(at, &no_such_field(name, fields)));
        };
        self.bound.push_str(&format!("field_{index}"));
        self.shown.insert(index);
        Ok(())
    }
}

fn no_such_field(name: &str, fields: &Fields) -> String {
    if fields.is_empty() {
        return format!("there is no field `{name}`: write `{{{{` and `}}}}` for braces");
    }
    let placeholders: Vec<String> = fields
        .members()
        .map(|member| match member {
            syn::Member::Named(name) => format!("`{{{}}}`", name.unraw()),
            syn::Member::Unnamed(index) => format!("`{{{}}}`", index.index),
        })
        .collect();
    let known = placeholders.join(", ");
    match name {
        "" => format!("`{{}}` does not say which field: write {known}"),
        _ => format!("there is no field `{name}`: write {known}"),
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    fn bound(variant: &Variant) -> std::result::Result<(String, Vec<usize>), String> {
        Message::of(variant)
            .and_then(|message| message.bind(variant))
            .map(|(format, shown)| (format.value(), shown))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn only_the_first_paragraph_counts_and_its_lines_are_joined() {
        let variant = parse_quote! {
            ///
            ///  One
            ///two.
            ///
            /// Three {
            #[reason(code = "X")]
            V
        };
        assert_eq!(bound(&variant), Ok(("One two.".into(), vec![])));
    }

    #[test]
    fn placeholders_name_the_bindings_of_the_fields() {
        let variant = parse_quote! {
            /// {b} {{b}} {a:>b$} {a:_>4.b$x} { a :05?}
            V { a: u8, b: usize, c: u8 }
        };
        let format = "{field_1} {{b}} {field_0:>field_1$} {field_0:_>4.field_1$x} {field_0:05?}";
        assert_eq!(bound(&variant), Ok((format.into(), vec![0, 1])));
    }

    #[test]
    fn numbers_name_the_fields_of_a_tuple() {
        let variant = parse_quote! {
            /// {1} {1:0$} {1:00$}
            V(usize, u8, u8)
        };
        let format = "{field_1} {field_1:field_0$} {field_1:0field_0$}";
        assert_eq!(bound(&variant), Ok((format.into(), vec![0, 1])));
    }

    #[test]
    fn what_is_no_format_string_is_refused() {
        let variant = parse_quote! {
            /// {a:4q}
            V { a: u8 }
        };
        let why = "in the message of `V`: `:4q` is unknown: \
                   write options like `:?`, `:x` or `:>3`";
        assert_eq!(bound(&variant), Err(why.into()));
    }
}
