//! Scanline fill, even-odd, with exact coverage in x and `SUBSAMPLES` lines in y.

use tessera_core::{Bbox, Color, Point};

use crate::canvas::Canvas;

const SUBSAMPLES: i32 = 4;

pub fn fill_polygon(canvas: &mut Canvas, rings: &[Vec<Point>], color: Color) {
    let Some(area) = Bbox::of(rings.iter().flatten()) else {
        return;
    };
    let top = (area.min.y.floor() as i32).max(0);
    let bottom = (area.max.y.ceil() as i32).min(canvas.height() as i32);
    let mut coverage = vec![0.0_f64; canvas.width() as usize];
    for y in top..bottom {
        coverage.fill(0.0);
        for s in 0..SUBSAMPLES {
            let at = f64::from(y) + (f64::from(s) + 0.5) / f64::from(SUBSAMPLES);
            for span in crossings(rings, at).chunks_exact(2) {
                add_span(&mut coverage, span[0], span[1]);
            }
        }
        for (x, c) in coverage.iter().enumerate() {
            if *c > 0.0 {
                let c = (c / f64::from(SUBSAMPLES)).min(1.0);
                canvas.blend(x as i32, y, color, (c * 255.0).round() as u8);
            }
        }
    }
}

/// The x at which the rings cross the horizontal line at `y`, ascending. Always an even number.
fn crossings(rings: &[Vec<Point>], y: f64) -> Vec<f64> {
    let mut xs = Vec::new();
    for ring in rings {
        for (i, &a) in ring.iter().enumerate() {
            let b = ring[(i + 1) % ring.len()];
            if (a.y <= y) != (b.y <= y) {
                xs.push(a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y));
            }
        }
    }
    xs.sort_by(f64::total_cmp);
    xs
}

/// Adds the part of each pixel that lies between `from` and `to`.
fn add_span(coverage: &mut [f64], from: f64, to: f64) {
    let from = from.max(0.0);
    let to = to.min(coverage.len() as f64);
    if from >= to {
        return;
    }
    let (first, last) = (from.floor() as usize, to.ceil() as usize);
    for (x, c) in coverage.iter_mut().enumerate().take(last).skip(first) {
        let x = x as f64;
        *c += to.min(x + 1.0) - from.max(x);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(from: f64, to: f64) -> Vec<Point> {
        vec![
            Point::new(from, from),
            Point::new(to, from),
            Point::new(to, to),
            Point::new(from, to),
        ]
    }

    #[test]
    fn crossings_come_in_sorted_pairs() {
        let rings = [square(0.0, 10.0), square(4.0, 6.0)];
        assert_eq!(crossings(&rings, 5.0), vec![0.0, 4.0, 6.0, 10.0]);
        assert_eq!(crossings(&rings, 1.0), vec![0.0, 10.0]);
        assert!(crossings(&rings, 11.0).is_empty());
    }

    #[test]
    fn hole_stays_empty() {
        let mut canvas = Canvas::new(10, 10, Color::WHITE);
        fill_polygon(
            &mut canvas,
            &[square(0.0, 10.0), square(4.0, 6.0)],
            Color::BLACK,
        );
        assert_eq!(canvas.get(1, 1), Some(Color::BLACK));
        assert_eq!(canvas.get(5, 5), Some(Color::WHITE));
    }
}
