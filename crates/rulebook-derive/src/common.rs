//! What the derives share: attributes in the wrong place, and names for
//! fields.

use proc_macro2::Span;
use quote::format_ident;
use syn::spanned::Spanned;
use syn::{Attribute, Error, Field, Ident, Result, Variant};

/// The variable that the field at `index` is bound to in a match. It cannot
/// clash with anything that the author wrote, and what the compiler says of it
/// points at the field.
pub(crate) fn binding(index: usize, field: &Field) -> Ident {
    let span = Span::mixed_site().located_at(field.ty.span());
    format_ident!("field_{index}", span = span)
}

/// Refuses a helper attribute where it would have no effect.
pub(crate) fn refuse_attribute(attributes: &[Attribute], name: &str, why: &str) -> Result<()> {
    match attributes.iter().find(|one| one.path().is_ident(name)) {
        Some(misplaced) => Err(Error::new_spanned(misplaced, why)),
        None => Ok(()),
    }
}

/// Refuses a helper attribute on the fields of a variant.
pub(crate) fn refuse_on_fields(variant: &Variant, name: &str, why: &str) -> Result<()> {
    variant.fields.iter().try_for_each(|field| refuse_attribute(&field.attrs, name, why))
}
