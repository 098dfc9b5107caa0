//! Reasons and what they say, written once.

/// Defines an enum whose variants have a sentence each. The sentence is what
/// `Display` writes and what the documentation shows; its `{names}` are the
/// variant's fields.
macro_rules! sentences {
    (
        $(#[$attribute:meta])*
        pub enum $name:ident {$(
            $sentence:literal
            $variant:ident $({$(
                $(#[$about:meta])*
                $field:ident: $type:ty
            ),+ $(,)?})?
        ),+ $(,)?}
    ) => {
        $(#[$attribute])*
        pub enum $name {$(
            #[doc = $sentence]
            $variant $({$(
                $(#[$about])*
                $field: $type
            ),+})?
        ),+}

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {$(
                    $name::$variant $({ $($field),+ })? => write!(f, $sentence)
                ),+}
            }
        }
    };
}

pub(crate) use sentences;
