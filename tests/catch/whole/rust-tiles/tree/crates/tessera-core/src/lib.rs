//! Geometry, projection, data and style of the tile renderer. Draws nothing.

#![forbid(unsafe_code)]

pub mod clip;
pub mod color;
pub mod error;
pub mod feature;
pub mod geojson;
pub mod geom;
pub mod mercator;
pub mod simplify;
pub mod style;
pub mod tile;

pub use color::Color;
pub use error::{Error, Result};
pub use feature::Feature;
pub use geom::{Bbox, Geometry, Point};
pub use mercator::Projector;
pub use style::{Marker, Rule, Stroke, Style};
pub use tile::{TileId, TILE_SIZE};
