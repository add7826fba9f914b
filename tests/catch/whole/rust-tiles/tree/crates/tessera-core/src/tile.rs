use std::fmt;
use std::str::FromStr;

use crate::error::Error;
use crate::geom::{Bbox, Point};
use crate::mercator::{from_unit, to_unit};

/// Pixels on each side of a tile.
pub const TILE_SIZE: u32 = 256;
pub const MAX_ZOOM: u8 = 22;

/// XYZ address: y grows southward.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TileId {
    pub z: u8,
    pub x: u32,
    pub y: u32,
}

impl TileId {
    /// Lon/lat of the tile, grown by `pixels` on each side.
    pub fn bounds(self, pixels: f64) -> Bbox {
        let world = f64::from(1_u32 << self.z);
        let pad = pixels / f64::from(TILE_SIZE);
        let corner = |dx: f64, dy: f64| {
            from_unit(Point::new(
                (f64::from(self.x) + dx) / world,
                (f64::from(self.y) + dy) / world,
            ))
        };
        let (nw, se) = (corner(-pad, -pad), corner(1.0 + pad, 1.0 + pad));
        Bbox::new(Point::new(nw.x, se.y), Point::new(se.x, nw.y))
    }

    /// All tiles of a zoom level that touch `area`, row by row from the NW.
    pub fn covering(area: &Bbox, z: u8) -> Vec<TileId> {
        let world = 1_u32 << z;
        let nw = to_unit(Point::new(area.min.x, area.max.y));
        let se = to_unit(Point::new(area.max.x, area.min.y));
        let index = |u: f64| ((u * f64::from(world)).max(0.0) as u32).min(world - 1);
        let mut tiles = Vec::new();
        for y in index(nw.y)..=index(se.y) {
            for x in index(nw.x)..=index(se.x) {
                tiles.push(TileId { z, x, y });
            }
        }
        tiles
    }
}

impl fmt::Display for TileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.z, self.x, self.y)
    }
}

impl FromStr for TileId {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let bad = || Error::Tile(text.to_owned());
        let mut parts = text.split('/');
        let mut next = || parts.next()?.parse::<u32>().ok();
        let (Some(z), Some(x), Some(y)) = (next(), next(), next()) else {
            return Err(bad());
        };
        if parts.next().is_some() || z > u32::from(MAX_ZOOM) || x >= 1 << z || y >= 1 << z {
            return Err(bad());
        }
        Ok(TileId { z: z as u8, x, y })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_what_it_prints() {
        let tile = TileId {
            z: 12,
            x: 2170,
            y: 1191,
        };
        assert_eq!(tile.to_string().parse::<TileId>().unwrap(), tile);
    }

    #[test]
    fn refuses_addresses_outside_the_world() {
        for bad in ["1/2/0", "23/0/0", "1/0", "1/0/0/0", "a/0/0"] {
            assert!(bad.parse::<TileId>().is_err(), "{bad}");
        }
    }

    #[test]
    fn covering_a_point_is_one_tile() {
        let at = Point::new(10.7666, 59.9158);
        let tiles = TileId::covering(&Bbox::new(at, at), 12);
        assert_eq!(
            tiles,
            vec![TileId {
                z: 12,
                x: 2170,
                y: 1191
            }]
        );
    }
}
