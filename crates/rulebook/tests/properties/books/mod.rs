//! Random books: generated, built, interpreted twice, compared.

pub(crate) mod build;
pub(crate) mod compare;
pub(crate) mod generate;
pub(crate) mod notices;
pub(crate) mod oracle;
pub(crate) mod seen;
pub(crate) mod spec;
pub(crate) mod standing;
