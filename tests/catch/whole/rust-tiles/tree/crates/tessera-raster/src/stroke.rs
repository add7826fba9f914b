//! Lines with round joins and caps.

use tessera_core::simplify::distance_to_segment;
use tessera_core::{Bbox, Color, Point};

use crate::canvas::Canvas;

/// Each pixel is blended once, however many segments cover it: joins of translucent lines do not darken.
pub fn stroke_line(canvas: &mut Canvas, points: &[Point], width: f64, color: Color) {
    let reach = width / 2.0 + 0.5;
    let (w, h) = (canvas.width() as i32, canvas.height() as i32);
    let mut mask = vec![0_u8; (w * h) as usize];
    for segment in points.windows(2) {
        let Some(area) = Bbox::of(segment) else {
            continue;
        };
        let x0 = ((area.min.x - reach).floor() as i32).max(0);
        let x1 = ((area.max.x + reach).ceil() as i32).min(w);
        let y0 = ((area.min.y - reach).floor() as i32).max(0);
        let y1 = ((area.max.y + reach).ceil() as i32).min(h);
        for y in y0..y1 {
            for x in x0..x1 {
                let center = Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
                let distance = distance_to_segment(center, segment[0], segment[1]);
                let coverage = ((reach - distance).clamp(0.0, 1.0) * 255.0).round() as u8;
                let cell = &mut mask[(y * w + x) as usize];
                *cell = coverage.max(*cell);
            }
        }
    }
    for (i, coverage) in mask.into_iter().enumerate() {
        if coverage > 0 {
            canvas.blend(i as i32 % w, i as i32 / w, color, coverage);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn join_is_blended_once() {
        let half = Color {
            a: 128,
            ..Color::BLACK
        };
        let line = [
            Point::new(2.0, 8.0),
            Point::new(8.0, 8.0),
            Point::new(8.0, 2.0),
        ];
        let mut canvas = Canvas::new(16, 16, Color::WHITE);
        stroke_line(&mut canvas, &line, 4.0, half);
        assert_eq!(canvas.get(4, 8), canvas.get(8, 8));
        assert_eq!(canvas.get(14, 14), Some(Color::WHITE));
    }
}
