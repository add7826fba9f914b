//! Floor 4: the texts that seats reason with, and the reading of what they answer. Knows tasks,
//! not councils or transports.

pub mod answer;
mod criteria;
mod fence;
pub mod modes;
mod note;
mod render;
mod shape;
mod slices;
mod templates;
mod tokens;

pub use render::{Prompt, Renderer, render};
pub use templates::versions;
pub use tokens::{answer_allowance, estimate, tokens};
