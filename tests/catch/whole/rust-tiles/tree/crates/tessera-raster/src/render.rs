//! One tile: select, project, clip, simplify, draw.

use tessera_core::clip::clip;
use tessera_core::simplify::simplify;
use tessera_core::{Bbox, Feature, Geometry, Point, Projector, Rule, Style, TileId, TILE_SIZE};

use crate::canvas::Canvas;
use crate::fill::fill_polygon;
use crate::marker::draw_marker;
use crate::stroke::stroke_line;

/// Pixels around the tile that are still drawn, so that strokes and markers run over the edge.
pub const BUFFER: f64 = 32.0;
/// Pixels.
const TOLERANCE: f64 = 0.25;

/// Draws rule by rule, and all features of a rule before the next.
pub fn render_tile(tile: TileId, features: &[Feature], style: &Style) -> Canvas {
    let mut canvas = Canvas::new(TILE_SIZE, TILE_SIZE, style.background);
    let projector = Projector::new(tile);
    let visible = visible_features(tile, features);
    for rule in style.rules.iter().filter(|rule| rule.applies_at(tile.z)) {
        for feature in visible.iter().filter(|feature| rule.matches(feature)) {
            draw_feature(&mut canvas, &projector, feature, rule);
        }
    }
    canvas
}

/// In the order of the data.
fn visible_features(tile: TileId, features: &[Feature]) -> Vec<&Feature> {
    let bounds = tile.bounds(BUFFER);
    features
        .iter()
        .filter(|feature| feature.bbox().is_some_and(|b| b.intersects(&bounds)))
        .collect()
}

/// The tile in its own pixels, grown by `pad` on each side.
fn tile_box(pad: f64) -> Bbox {
    let size = f64::from(TILE_SIZE);
    Bbox::new(Point::new(-pad, -pad), Point::new(size + pad, size + pad))
}

fn draw_feature(canvas: &mut Canvas, projector: &Projector, feature: &Feature, rule: &Rule) {
    let projected = projector.geometry(&feature.geometry);
    for part in clip(&projected, &tile_box(BUFFER)) {
        match simplify(&part, TOLERANCE) {
            Geometry::Point(at) => {
                if let Some(marker) = rule.marker {
                    draw_marker(canvas, at, marker.radius, marker.color);
                }
            }
            Geometry::Line(points) => {
                if let Some(stroke) = rule.stroke {
                    stroke_line(canvas, &points, stroke.width, stroke.color);
                }
            }
            Geometry::Polygon(rings) => {
                if let Some(color) = rule.fill {
                    fill_polygon(canvas, &rings, color);
                }
                if let Some(stroke) = rule.stroke {
                    for ring in &rings {
                        stroke_line(canvas, &closed(ring), stroke.width, stroke.color);
                    }
                }
            }
        }
    }
}

fn closed(ring: &[Point]) -> Vec<Point> {
    let mut out = ring.to_vec();
    out.extend(ring.first());
    out
}
