//! Gate 7: does the ticket build again what exists, or pass by the place that is made for it? The
//! guardian's rules, and those by which the other seats recognise the same.

pub(crate) mod content;
pub(crate) mod extension;
pub(crate) mod names;
pub(crate) mod twins;
