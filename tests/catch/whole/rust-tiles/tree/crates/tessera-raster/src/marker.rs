//! Discs for point features.

use tessera_core::{Color, Point};

use crate::canvas::Canvas;

pub fn draw_marker(canvas: &mut Canvas, at: Point, radius: f64, color: Color) {
    let reach = radius + 0.5;
    let (x0, x1) = ((at.x - reach).floor() as i32, (at.x + reach).ceil() as i32);
    let (y0, y1) = ((at.y - reach).floor() as i32, (at.y + reach).ceil() as i32);
    for y in y0..y1 {
        for x in x0..x1 {
            let center = Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
            let coverage = (reach - center.distance(at)).clamp(0.0, 1.0);
            canvas.blend(x, y, color, (coverage * 255.0).round() as u8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disc_is_round() {
        let mut canvas = Canvas::new(20, 20, Color::WHITE);
        draw_marker(&mut canvas, Point::new(10.0, 10.0), 4.0, Color::BLACK);
        assert_eq!(canvas.get(10, 10), Some(Color::BLACK));
        assert_eq!(canvas.get(6, 6), Some(Color::WHITE));
        assert_eq!(canvas.get(10, 15), Some(Color::WHITE));
    }

    #[test]
    fn edge_of_the_canvas_is_no_problem() {
        let mut canvas = Canvas::new(4, 4, Color::WHITE);
        draw_marker(&mut canvas, Point::new(0.0, 0.0), 3.0, Color::BLACK);
        assert_eq!(canvas.get(0, 0), Some(Color::BLACK));
    }
}
