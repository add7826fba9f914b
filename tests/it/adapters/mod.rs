//! Plans in other formats: their rules over small repositories, and real ones as a reference program
//! read them.

mod corpus;
mod expected;
mod spec_kit;
