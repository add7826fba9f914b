//! Clipping against an axis-parallel box: Liang-Barsky for lines, Sutherland-Hodgman for rings.

use crate::geom::{Bbox, Geometry, Point};

/// The parts of `geometry` inside `window`; empty where there are none.
pub fn clip(geometry: &Geometry, window: &Bbox) -> Vec<Geometry> {
    match geometry {
        Geometry::Point(p) if window.contains(*p) => vec![Geometry::Point(*p)],
        Geometry::Point(_) => vec![],
        Geometry::Line(points) => clip_line(points, window)
            .into_iter()
            .map(Geometry::Line)
            .collect(),
        Geometry::Polygon(rings) => {
            let rings: Vec<_> = rings
                .iter()
                .map(|ring| clip_ring(ring, window))
                .filter(|ring| ring.len() >= 3)
                .collect();
            if rings.is_empty() {
                vec![]
            } else {
                vec![Geometry::Polygon(rings)]
            }
        }
    }
}

/// A line that leaves the window and comes back gives several pieces, in the order of the line.
pub fn clip_line(points: &[Point], window: &Bbox) -> Vec<Vec<Point>> {
    let mut pieces: Vec<Vec<Point>> = Vec::new();
    let mut open = false;
    for w in points.windows(2) {
        let Some((t0, t1)) = visible_range(w[0], w[1], window) else {
            open = false;
            continue;
        };
        let (a, b) = (w[0].lerp(w[1], t0), w[0].lerp(w[1], t1));
        match pieces.last_mut() {
            Some(piece) if open && t0 == 0.0 => piece.push(b),
            _ => pieces.push(vec![a, b]),
        }
        open = t1 == 1.0;
    }
    pieces
}

/// Liang-Barsky: the range of `t` for which a + t(b - a) is inside.
fn visible_range(a: Point, b: Point, window: &Bbox) -> Option<(f64, f64)> {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let (mut t0, mut t1) = (0.0_f64, 1.0_f64);
    for (p, q) in [
        (-dx, a.x - window.min.x),
        (dx, window.max.x - a.x),
        (-dy, a.y - window.min.y),
        (dy, window.max.y - a.y),
    ] {
        if p == 0.0 {
            if q < 0.0 {
                return None;
            }
        } else if p < 0.0 {
            t0 = t0.max(q / p);
        } else {
            t1 = t1.min(q / p);
        }
    }
    (t0 <= t1).then_some((t0, t1))
}

/// Not closed: the first point is not repeated.
pub fn clip_ring(ring: &[Point], window: &Bbox) -> Vec<Point> {
    type Axis = fn(&Point) -> f64;
    let sides: [(Axis, f64, f64); 4] = [
        (|p| p.x, window.min.x, 1.0),
        (|p| p.x, window.max.x, -1.0),
        (|p| p.y, window.min.y, 1.0),
        (|p| p.y, window.max.y, -1.0),
    ];
    let mut out = ring.to_vec();
    for (axis, limit, sign) in sides {
        let input = std::mem::take(&mut out);
        for (i, &b) in input.iter().enumerate() {
            let a = input[(i + input.len() - 1) % input.len()];
            let (da, db) = ((axis(&a) - limit) * sign, (axis(&b) - limit) * sign);
            if (da < 0.0) != (db < 0.0) {
                out.push(a.lerp(b, da / (da - db)));
            }
            if db >= 0.0 {
                out.push(b);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Bbox = Bbox::new(Point::new(0.0, 0.0), Point::new(10.0, 10.0));

    #[test]
    fn line_that_returns_gives_two_pieces() {
        let line = [
            Point::new(-5.0, 2.0),
            Point::new(5.0, 2.0),
            Point::new(5.0, 20.0),
            Point::new(8.0, 20.0),
            Point::new(8.0, 5.0),
        ];
        let pieces = clip_line(&line, &WINDOW);
        assert_eq!(pieces.len(), 2);
        assert_eq!(pieces[0].first(), Some(&Point::new(0.0, 2.0)));
        assert_eq!(pieces[1].last(), Some(&Point::new(8.0, 5.0)));
    }

    #[test]
    fn ring_is_cut_at_the_window() {
        let ring = [
            Point::new(-5.0, -5.0),
            Point::new(5.0, -5.0),
            Point::new(5.0, 5.0),
            Point::new(-5.0, 5.0),
        ];
        let cut = clip_ring(&ring, &WINDOW);
        assert_eq!(crate::geom::ring_area(&cut).abs(), 25.0);
    }
}
