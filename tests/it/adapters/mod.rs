//! Plans in other formats: their rules over small repositories, and real ones as a reference program
//! read them.

mod bmad;
mod claims;
mod corpus;
mod expected;
mod openspec;
mod spec_kit;
