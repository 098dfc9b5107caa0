//! `#[derive(Reason)]`: `Display` from the doc comments, and `Reason`.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Error, Fields, Ident, LitStr, Result, Variant};

use crate::Expansion;
use crate::common::{binding, refuse_attribute, refuse_on_fields};
use crate::message::Message;

const MISPLACED: &str = "`#[reason(…)]` belongs on a variant: move it there";

pub(crate) fn expand(input: &DeriveInput) -> Expansion {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new_spanned(
            &input.ident,
            "`Reason` is for enums: write every reason as a variant with its message",
        ));
    };
    let variants = data.variants.iter().map(VariantReason::read);
    match refuse_attribute(&input.attrs, "reason", MISPLACED)
        .and_then(|()| all(variants))
        .and_then(refuse_repeated_codes)
    {
        Ok(reasons) => Ok(impls(
            input,
            &matching(&reasons, VariantReason::display_arm),
            &matching(&reasons, VariantReason::code_arm),
            &matching(&reasons, VariantReason::concerns_arm),
            &reasons.iter().map(|reason| reason.code.clone()).collect::<Vec<_>>(),
        )),
        // The type is a reason nonetheless, so that every place that uses it
        // does not add an error of its own.
        Err(error) => {
            let body = quote! { ::core::unreachable!() };
            let errors = error.into_compile_error();
            let impls = impls(input, &body, &body, &body, &[]);
            Ok(quote! { #errors #impls })
        }
    }
}

fn impls(
    input: &DeriveInput,
    display: &TokenStream,
    code: &TokenStream,
    concerns: &TokenStream,
    codes: &[String],
) -> TokenStream {
    let ident = &input.ident;
    let (impl_generics, type_generics, wheres) = input.generics.split_for_impl();
    // An enum without variants has no arm that would use `out`.
    quote! {
        #[automatically_derived]
        impl #impl_generics ::core::fmt::Display for #ident #type_generics #wheres {
            fn fmt(&self, out: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let _ = &out;
                #display
            }
        }
        #[automatically_derived]
        impl #impl_generics ::rulebook::Reason for #ident #type_generics #wheres {
            fn code(&self) -> &'static str {
                #code
            }
            fn concerns(&self) -> ::core::option::Option<::std::string::String> {
                #concerns
            }
            fn codes() -> &'static [&'static str] {
                &[#(#codes),*]
            }
        }
    }
}

/// All results, or all errors together, so that an author sees them at once.
fn all<T>(results: impl Iterator<Item = Result<T>>) -> Result<Vec<T>> {
    let mut values = Vec::new();
    let mut errors: Option<Error> = None;
    for result in results {
        match (result, &mut errors) {
            (Ok(value), _) => values.push(value),
            (Err(error), None) => errors = Some(error),
            (Err(error), Some(errors)) => errors.combine(error),
        }
    }
    errors.map_or(Ok(values), Err)
}

/// Programs tell reasons apart by their codes.
fn refuse_repeated_codes(reasons: Vec<VariantReason<'_>>) -> Result<Vec<VariantReason<'_>>> {
    let mut codes = BTreeMap::new();
    for reason in &reasons {
        let ident = &reason.variant.ident;
        if let Some(earlier) = codes.insert(&reason.code, ident) {
            return Err(Error::new_spanned(
                ident,
                format!(
                    "`{earlier}` has the code {:?} already: \
                     give one of them another with `#[reason(code = \"…\")]`",
                    reason.code
                ),
            ));
        }
    }
    Ok(reasons)
}

fn matching<'a>(
    reasons: &[VariantReason<'a>],
    arm: fn(&VariantReason<'a>) -> TokenStream,
) -> TokenStream {
    let arms = reasons.iter().map(arm);
    quote! {
        match *self {
            #(#arms)*
        }
    }
}

struct VariantReason<'a> {
    variant: &'a Variant,
    code: String,
    /// The message, with the fields' bindings as its placeholders.
    format: LitStr,
    /// The fields that the message shows.
    shown: Vec<usize>,
}

impl<'a> VariantReason<'a> {
    fn read(variant: &'a Variant) -> Result<Self> {
        refuse_on_fields(variant, "reason", MISPLACED)?;
        let code = match given_code(variant)? {
            Some(code) => code,
            None => screaming_snake_case(&variant.ident.unraw().to_string()),
        };
        let (format, shown) = Message::of(variant)?.bind(variant)?;
        Ok(Self { variant, code, format, shown })
    }

    fn display_arm(&self) -> TokenStream {
        let format = &self.format;
        let pattern = self.pattern(&self.shown);
        let bindings = self.bindings(&self.shown);
        quote! {
            #pattern => out.write_fmt(
                ::core::format_args!(#format #(, #bindings = #bindings)*)
            ),
        }
    }

    fn code_arm(&self) -> TokenStream {
        let pattern = self.pattern(&[]);
        let code = &self.code;
        quote! { #pattern => #code, }
    }

    fn concerns_arm(&self) -> TokenStream {
        let fields = &self.variant.fields;
        let shown: Vec<usize> = (0..fields.len()).collect();
        let pattern = self.pattern(&shown);
        if fields.is_empty() {
            return quote! { #pattern => ::core::option::Option::None, };
        }
        let format = concerns_format(fields);
        let bindings = self.bindings(&shown);
        quote! {
            #pattern => ::core::option::Option::Some(
                ::std::format!(#format #(, #bindings = #bindings)*)
            ),
        }
    }

    /// A pattern for the variant that borrows some of its fields.
    fn pattern(&self, shown: &[usize]) -> TokenStream {
        let ident = &self.variant.ident;
        let bindings = self.bindings(shown);
        let all: Vec<_> = self.variant.fields.members().collect();
        let members = shown.iter().map(|&index| &all[index]);
        quote! { Self::#ident { #(#members: ref #bindings,)* .. } }
    }

    fn bindings(&self, shown: &[usize]) -> Vec<Ident> {
        let fields: Vec<_> = self.variant.fields.iter().collect();
        shown.iter().map(|&index| binding(index, fields[index])).collect()
    }
}

/// The names of the fields, if they have any, each with its value.
fn concerns_format(fields: &Fields) -> String {
    let parts = fields.iter().enumerate().map(|(index, field)| {
        let value = format!("{{field_{index}:?}}");
        match &field.ident {
            Some(name) => format!("{} {value}", name.unraw()),
            None => value,
        }
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// What `#[reason(code = "…")]` says, if it is there.
fn given_code(variant: &Variant) -> Result<Option<String>> {
    let mut given = None;
    for attribute in &variant.attrs {
        if !attribute.path().is_ident("reason") {
            continue;
        }
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("code") {
                return Err(meta.error("unknown option: write `#[reason(code = \"OTHER_CODE\")]`"));
            }
            if given.is_some() {
                return Err(meta.error("the code is given twice: leave one of them out"));
            }
            let code: LitStr = meta.value()?.parse()?;
            if code.value().trim().is_empty() {
                return Err(Error::new(code.span(), "a code is not empty: write a word"));
            }
            given = Some(code.value());
            Ok(())
        })?;
    }
    Ok(given)
}

/// `NotYourTurn` gives `NOT_YOUR_TURN`. A word begins at a capital after a
/// small letter or a digit, and at the last capital of a run before a small
/// letter, so that an acronym is one word.
fn screaming_snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut code = String::with_capacity(name.len() + 4);
    for (index, &letter) in letters.iter().enumerate() {
        let before = index.checked_sub(1).map(|index| letters[index]);
        let after = letters.get(index + 1);
        let begins = letter.is_uppercase()
            && before.is_some_and(|before| match before.is_uppercase() {
                true => after.is_some_and(|after| after.is_lowercase()),
                false => before != '_',
            });
        if begins {
            code.push('_');
        }
        code.extend(letter.to_uppercase());
    }
    code
}

#[cfg(test)]
mod tests {
    use super::screaming_snake_case;

    #[test]
    fn names_become_codes() {
        for (name, code) in [
            ("Taken", "TAKEN"),
            ("NotYourTurn", "NOT_YOUR_TURN"),
            ("A", "A"),
            ("NoA", "NO_A"),
            ("ATrap", "A_TRAP"),
            ("HTTPDown", "HTTP_DOWN"),
            ("NoHTTP", "NO_HTTP"),
            ("NoUTF8Text", "NO_UTF8_TEXT"),
            ("Max3Cards", "MAX3_CARDS"),
            ("Area51", "AREA51"),
            ("D6Rolled", "D6_ROLLED"),
            ("Not_Yours", "NOT_YOURS"),
            ("already_SNAKE", "ALREADY_SNAKE"),
            ("_Hidden", "_HIDDEN"),
            ("ÉtéFini", "ÉTÉ_FINI"),
        ] {
            assert_eq!(screaming_snake_case(name), code, "{name}");
        }
    }
}
