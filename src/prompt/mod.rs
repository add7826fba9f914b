//! Floor 3: how texts for models are made and what they answer is read: fences around foreign text,
//! the template engine, strict JSON, the estimate of tokens. Knows no protocol and no transport.

pub mod answer;
pub mod fence;
mod form;
pub mod lenses;
pub mod look;
pub mod modes;
pub mod shape;
pub mod speech;
mod strict;
pub mod templates;
mod tokens;

pub use tokens::{estimate, estimate_last, tokens};
