//! Web Mercator (EPSG:3857) between lon/lat and pixels.

use std::f64::consts::PI;

use crate::geom::{Geometry, Point};
use crate::tile::{TileId, TILE_SIZE};

/// Beyond this latitude the square world ends.
pub const MAX_LAT: f64 = 85.051_128_779_806_6;

/// Lon/lat to the unit square: (0, 0) is the NW corner of the world.
pub fn to_unit(p: Point) -> Point {
    let lat = p.y.clamp(-MAX_LAT, MAX_LAT).to_radians();
    Point::new((p.x + 180.0) / 360.0, (1.0 - lat.tan().asinh() / PI) / 2.0)
}

/// Inverse of `to_unit`.
pub fn from_unit(p: Point) -> Point {
    Point::new(
        p.x * 360.0 - 180.0,
        (PI * (1.0 - 2.0 * p.y)).sinh().atan().to_degrees(),
    )
}

/// Lon/lat to the pixels of one tile: (0, 0) is its NW corner, (TILE_SIZE, TILE_SIZE) its SE corner.
#[derive(Debug, Clone, Copy)]
pub struct Projector {
    scale: f64,
    origin: Point,
}

impl Projector {
    pub fn new(tile: TileId) -> Self {
        let size = f64::from(TILE_SIZE);
        Projector {
            scale: size * f64::from(1_u32 << tile.z),
            origin: Point::new(f64::from(tile.x) * size, f64::from(tile.y) * size),
        }
    }

    pub fn point(&self, lonlat: Point) -> Point {
        let unit = to_unit(lonlat);
        Point::new(
            unit.x * self.scale - self.origin.x,
            unit.y * self.scale - self.origin.y,
        )
    }

    pub fn geometry(&self, geometry: &Geometry) -> Geometry {
        geometry.map(|p| self.point(p))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_island_is_the_middle_of_the_world() {
        let p = Projector::new(TileId { z: 0, x: 0, y: 0 }).point(Point::new(0.0, 0.0));
        assert!((p.x - 128.0).abs() < 1e-9 && (p.y - 128.0).abs() < 1e-9);
    }

    #[test]
    fn unit_round_trip() {
        let oslo = Point::new(10.75, 59.91);
        let back = from_unit(to_unit(oslo));
        assert!(oslo.distance(back) < 1e-9);
    }
}
