//! Choosing among rules: the reference interpreter, and the ordered lists that
//! stand in for it where a book needs no more.

pub(crate) mod ordered;
pub(crate) mod reference;
