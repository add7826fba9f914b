//! Draws features on a canvas and encodes it as PNG.

#![forbid(unsafe_code)]

pub mod canvas;
pub mod fill;
pub mod marker;
pub mod png;
pub mod render;
pub mod stroke;

pub use canvas::Canvas;
pub use render::render_tile;
