//! `#[derive(Kinds)]`: the enum of kinds, and `Kind` and `Kinded`.

use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::{Data, DataEnum, DeriveInput, Error, Ident, Path, Result};

use crate::Expansion;
use crate::common::{refuse_attribute, refuse_on_fields};

/// Sets of kinds are 128 bits wide.
const MOST: usize = 128;

pub(crate) fn expand(input: &DeriveInput) -> Expansion {
    let kinds = Kinds::read(input)?;
    let declaration = kinds.declaration();
    let kind = kinds.kind_impl();
    let kinded = kinds.kinded_impl();
    Ok(quote! { #declaration #kind #kinded })
}

struct Kinds<'a> {
    input: &'a DeriveInput,
    /// The name of the enum to write.
    name: Ident,
    /// The kinds: the variants, or the struct's own name.
    kinds: Vec<&'a Ident>,
}

impl<'a> Kinds<'a> {
    fn read(input: &'a DeriveInput) -> Result<Self> {
        let kinds = match &input.data {
            Data::Enum(data) => variants(input, data)?,
            Data::Struct(_) => vec![&input.ident],
            Data::Union(data) => {
                return Err(Error::new(
                    data.union_token.span,
                    "`Kinds` is for enums and structs: a union does not know which kind it is",
                ));
            }
        };
        let name = match given_name(input)? {
            Some(name) => name,
            None => format_ident!("{}Kind", input.ident.unraw(), span = input.ident.span()),
        };
        Ok(Self { input, name, kinds })
    }

    fn declaration(&self) -> proc_macro2::TokenStream {
        let Self { input, name, kinds } = self;
        let visibility = &input.vis;
        let summary = format!("The kinds of [`{}`].", input.ident.unraw());
        let docs = kinds.iter().map(|kind| match input.data {
            Data::Enum(_) => {
                let (of, kind) = (input.ident.unraw(), kind.unraw());
                format!("The kind of [`{of}::{kind}`].")
            }
            _ => format!("The kind of [`{}`].", kind.unraw()),
        });
        quote! {
            #[doc = #summary]
            #[derive(
                ::core::clone::Clone,
                ::core::marker::Copy,
                ::core::cmp::PartialEq,
                ::core::cmp::Eq,
                ::core::cmp::PartialOrd,
                ::core::cmp::Ord,
                ::core::hash::Hash,
                ::core::fmt::Debug,
            )]
            #[allow(
                non_camel_case_types,
                clippy::enum_variant_names,
                reason = "the names are those of the type"
            )]
            #visibility enum #name {
                #(
                    #[doc = #docs]
                    #kinds,
                )*
            }
        }
    }

    fn kind_impl(&self) -> proc_macro2::TokenStream {
        let Self { name, kinds, .. } = self;
        let texts = kinds.iter().map(|kind| kind.unraw().to_string());
        quote! {
            #[automatically_derived]
            impl ::rulebook::Kind for #name {
                const ALL: &'static [Self] = &[#(Self::#kinds),*];
                #[inline]
                fn index(self) -> usize {
                    self as usize
                }
                fn name(self) -> &'static str {
                    match self {
                        #(Self::#kinds => #texts,)*
                    }
                }
            }
        }
    }

    fn kinded_impl(&self) -> proc_macro2::TokenStream {
        let Self { input, name, kinds } = self;
        let ident = &input.ident;
        let (impl_generics, type_generics, wheres) = input.generics.split_for_impl();
        let kind = match input.data {
            Data::Enum(_) => quote! {
                match self {
                    #(Self::#kinds { .. } => #name::#kinds,)*
                }
            },
            _ => quote! { #(#name::#kinds)* },
        };
        quote! {
            #[automatically_derived]
            impl #impl_generics ::rulebook::Kinded for #ident #type_generics #wheres {
                type Kind = #name;
                #[inline]
                fn kind(&self) -> #name {
                    #kind
                }
            }
        }
    }
}

fn variants<'a>(input: &DeriveInput, data: &'a DataEnum) -> Result<Vec<&'a Ident>> {
    let misplaced = "`#[kinds(…)]` belongs on the type, not inside it: move it up";
    for variant in &data.variants {
        refuse_attribute(&variant.attrs, "kinds", misplaced)?;
        refuse_on_fields(variant, "kinds", misplaced)?;
    }
    if let Some(variant) = data.variants.iter().nth(MOST) {
        return Err(Error::new_spanned(
            &variant.ident,
            format!(
                "`Kinds` takes at most {MOST} variants, and this is one more: \
                 put some of them into one variant with a field"
            ),
        ));
    }
    if data.variants.is_empty() {
        return Err(Error::new_spanned(
            &input.ident,
            "`Kinds` needs at least one variant: add one, or use a struct",
        ));
    }
    Ok(data.variants.iter().map(|variant| &variant.ident).collect())
}

/// What `#[kinds(name = …)]` says, if it is there.
fn given_name(input: &DeriveInput) -> Result<Option<Ident>> {
    let mut given = None;
    for attribute in &input.attrs {
        if !attribute.path().is_ident("kinds") {
            continue;
        }
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("name") {
                return Err(meta.error("unknown option: write `#[kinds(name = OtherName)]`"));
            }
            if given.is_some() {
                return Err(meta.error("the name is given twice: leave one of them out"));
            }
            given = Some(identifier(&meta.value()?.parse()?)?);
            Ok(())
        })?;
    }
    Ok(given)
}

fn identifier(path: &Path) -> Result<Ident> {
    path.get_ident().cloned().ok_or_else(|| {
        Error::new_spanned(path, "expected a name without `::`: the enum is written here")
    })
}
