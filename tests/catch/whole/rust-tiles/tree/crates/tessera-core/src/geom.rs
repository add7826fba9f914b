//! Points, boxes and the three geometries. Used for lon/lat and for tile pixels alike.

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    pub const fn new(x: f64, y: f64) -> Self {
        Point { x, y }
    }

    pub fn distance(self, other: Point) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// `t` = 0 is `self`, `t` = 1 is `other`.
    pub fn lerp(self, other: Point, t: f64) -> Point {
        Point::new(
            self.x + (other.x - self.x) * t,
            self.y + (other.y - self.y) * t,
        )
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bbox {
    pub min: Point,
    pub max: Point,
}

impl Bbox {
    pub const fn new(min: Point, max: Point) -> Self {
        Bbox { min, max }
    }

    /// `None` without points.
    pub fn of<'a>(points: impl IntoIterator<Item = &'a Point>) -> Option<Bbox> {
        let mut points = points.into_iter();
        let first = *points.next()?;
        Some(points.fold(Bbox::new(first, first), |b, p| Bbox {
            min: Point::new(b.min.x.min(p.x), b.min.y.min(p.y)),
            max: Point::new(b.max.x.max(p.x), b.max.y.max(p.y)),
        }))
    }

    /// Edges count as inside.
    pub fn contains(&self, p: Point) -> bool {
        p.x >= self.min.x && p.x <= self.max.x && p.y >= self.min.y && p.y <= self.max.y
    }

    pub fn intersects(&self, other: &Bbox) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
    }

    pub fn union(&self, other: &Bbox) -> Bbox {
        Bbox {
            min: Point::new(self.min.x.min(other.min.x), self.min.y.min(other.min.y)),
            max: Point::new(self.max.x.max(other.max.x), self.max.y.max(other.max.y)),
        }
    }
}

/// A polygon is its outer ring, then its holes. Rings may or may not repeat the first point at the end.
#[derive(Debug, Clone, PartialEq)]
pub enum Geometry {
    Point(Point),
    Line(Vec<Point>),
    Polygon(Vec<Vec<Point>>),
}

impl Geometry {
    pub fn bbox(&self) -> Option<Bbox> {
        match self {
            Geometry::Point(p) => Some(Bbox::new(*p, *p)),
            Geometry::Line(points) => Bbox::of(points),
            Geometry::Polygon(rings) => rings.first().and_then(Bbox::of),
        }
    }

    /// The same geometry with `f` applied to each point.
    pub fn map(&self, f: impl Fn(Point) -> Point) -> Geometry {
        match self {
            Geometry::Point(p) => Geometry::Point(f(*p)),
            Geometry::Line(points) => Geometry::Line(points.iter().map(|p| f(*p)).collect()),
            Geometry::Polygon(rings) => Geometry::Polygon(
                rings
                    .iter()
                    .map(|ring| ring.iter().map(|p| f(*p)).collect())
                    .collect(),
            ),
        }
    }
}

/// Sum of the lengths of the segments.
pub fn line_length(points: &[Point]) -> f64 {
    points.windows(2).map(|w| w[0].distance(w[1])).sum()
}

/// Signed: positive where the ring runs clockwise on a screen (y down).
pub fn ring_area(ring: &[Point]) -> f64 {
    let n = ring.len();
    (0..n)
        .map(|i| {
            let (a, b) = (ring[i], ring[(i + 1) % n]);
            a.x * b.y - b.x * a.y
        })
        .sum::<f64>()
        / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn area_is_signed_and_ignores_closing_point() {
        let mut ring = vec![
            Point::new(0.0, 0.0),
            Point::new(4.0, 0.0),
            Point::new(4.0, 3.0),
            Point::new(0.0, 3.0),
        ];
        assert_eq!(ring_area(&ring), 12.0);
        ring.push(ring[0]);
        assert_eq!(ring_area(&ring), 12.0);
        ring.reverse();
        assert_eq!(ring_area(&ring), -12.0);
    }

    #[test]
    fn bbox_of_nothing_is_none() {
        assert_eq!(Bbox::of(&[]), None);
        assert_eq!(Geometry::Polygon(vec![]).bbox(), None);
    }
}
