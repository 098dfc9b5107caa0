//! Random books: generated, built, interpreted twice, compared.
#![allow(dead_code, reason = "each file of tests uses a part of this")]

pub(crate) mod avoided;
pub(crate) mod build;
pub(crate) mod compare;
#[path = "../../common/concerned.rs"]
pub(crate) mod concerned;
pub(crate) mod generate;
#[path = "../../common/kept.rs"]
pub(crate) mod kept;
pub(crate) mod loops;
pub(crate) mod meaning;
pub(crate) mod notices;
pub(crate) mod oracle;
pub(crate) mod seen;
pub(crate) mod spec;
pub(crate) mod standing;
pub(crate) mod words;
