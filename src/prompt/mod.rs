//! Floor 4: the texts that seats reason with, and the reading of what they answer. Knows tasks,
//! not councils or transports.

pub mod answer;
mod fence;
pub mod modes;
mod render;
mod shape;
mod slices;
mod templates;

pub use render::{Prompt, estimate, render};
pub use templates::versions;
