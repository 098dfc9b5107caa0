//! `#[derive(Canonical)]`: the fields one after another, and for enums the
//! number of the variant first.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DataEnum, DeriveInput, Error, Fields, Generics, parse_quote};

use crate::Expansion;
use crate::common::binding;

pub(crate) fn expand(input: &DeriveInput) -> Expansion {
    let body = match &input.data {
        Data::Struct(data) => structure(&data.fields),
        Data::Enum(data) => enumeration(data),
        Data::Union(data) => {
            return Err(Error::new(
                data.union_token.span,
                "`Canonical` is for structs and enums: the bytes of a union have no one meaning",
            ));
        }
    };
    let ident = &input.ident;
    let generics = bounded(&input.generics);
    let (impl_generics, type_generics, wheres) = generics.split_for_impl();
    let into = into();
    Ok(quote! {
        #[automatically_derived]
        impl #impl_generics ::rulebook::Canonical for #ident #type_generics #wheres {
            #[inline]
            fn encode(&self, #into: &mut ::rulebook::Encoder) {
                #body
            }
        }
    })
}

fn into() -> syn::Ident {
    syn::Ident::new("into", Span::mixed_site())
}

/// The generics with `Canonical` as a bound of every type parameter.
fn bounded(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(parse_quote!(::rulebook::Canonical));
    }
    generics
}

fn structure(fields: &Fields) -> TokenStream {
    if fields.is_empty() {
        let into = into();
        return quote! { let _ = #into; };
    }
    let pattern = pattern(fields);
    let writes = writes(fields);
    quote! {
        let Self #pattern = self;
        #writes
    }
}

fn enumeration(data: &DataEnum) -> TokenStream {
    let into = into();
    if data.variants.is_empty() {
        return quote! {
            let _ = #into;
            match *self {}
        };
    }
    let arms = data.variants.iter().enumerate().map(|(index, variant)| {
        let ident = &variant.ident;
        let index = index as u32;
        let pattern = pattern(&variant.fields);
        let writes = writes(&variant.fields);
        quote! {
            Self::#ident #pattern => {
                ::rulebook::Encoder::variant(#into, #index);
                #writes
            }
        }
    });
    quote! {
        match self {
            #(#arms)*
        }
    }
}

/// A pattern that binds every field. Braces with field names or numbers fit
/// structs and variants of every shape.
fn pattern(fields: &Fields) -> TokenStream {
    let members = fields.members();
    let bindings = fields.iter().enumerate().map(|(i, f)| binding(i, f));
    quote! { { #(#members: #bindings),* } }
}

/// Writes every field, with errors about its type pointing at the type.
fn writes(fields: &Fields) -> TokenStream {
    let into = into();
    fields
        .iter()
        .enumerate()
        .map(|(index, field)| {
            let binding = binding(index, field);
            let ty = &field.ty;
            quote_spanned! { ty.span()=>
                <#ty as ::rulebook::Canonical>::encode(#binding, #into);
            }
        })
        .collect()
}
