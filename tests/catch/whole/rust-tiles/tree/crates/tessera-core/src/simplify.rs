//! Douglas-Peucker.

use crate::geom::{Geometry, Point};

pub fn simplify(geometry: &Geometry, tolerance: f64) -> Geometry {
    match geometry {
        Geometry::Point(p) => Geometry::Point(*p),
        Geometry::Line(points) => Geometry::Line(simplify_line(points, tolerance)),
        Geometry::Polygon(rings) => Geometry::Polygon(
            rings
                .iter()
                .map(|ring| simplify_line(ring, tolerance))
                .filter(|ring| ring.len() >= 3)
                .collect(),
        ),
    }
}

/// Keeps both ends.
pub fn simplify_line(points: &[Point], tolerance: f64) -> Vec<Point> {
    if points.len() < 3 {
        return points.to_vec();
    }
    let mut keep = vec![false; points.len()];
    keep[0] = true;
    keep[points.len() - 1] = true;
    let mut stack = vec![(0, points.len() - 1)];
    while let Some((first, last)) = stack.pop() {
        let farthest = (first + 1..last)
            .map(|i| {
                (
                    i,
                    distance_to_segment(points[i], points[first], points[last]),
                )
            })
            .max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((i, distance)) = farthest {
            if distance > tolerance {
                keep[i] = true;
                stack.push((first, i));
                stack.push((i, last));
            }
        }
    }
    points
        .iter()
        .zip(keep)
        .filter_map(|(p, k)| k.then_some(*p))
        .collect()
}

pub fn distance_to_segment(p: Point, a: Point, b: Point) -> f64 {
    let length2 = (b.x - a.x).powi(2) + (b.y - a.y).powi(2);
    if length2 == 0.0 {
        return p.distance(a);
    }
    let t = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length2;
    p.distance(a.lerp(b, t.clamp(0.0, 1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn straight_line_keeps_its_ends() {
        let line: Vec<Point> = (0..50).map(|i| Point::new(f64::from(i), 1.0)).collect();
        assert_eq!(simplify_line(&line, 0.1), vec![line[0], line[49]]);
    }

    #[test]
    fn corner_survives() {
        let line = [
            Point::new(0.0, 0.0),
            Point::new(5.0, 5.0),
            Point::new(10.0, 0.0),
        ];
        assert_eq!(simplify_line(&line, 0.25).len(), 3);
    }
}
