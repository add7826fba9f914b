use tessera_core::Color;

/// RGBA8, row by row from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Canvas {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl Canvas {
    pub fn new(width: u32, height: u32, background: Color) -> Self {
        let Color { r, g, b, a } = background;
        Canvas {
            width,
            height,
            pixels: [r, g, b, a].repeat((width * height) as usize),
        }
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn height(&self) -> u32 {
        self.height
    }

    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    pub fn get(&self, x: i32, y: i32) -> Option<Color> {
        let i = self.offset(x, y)?;
        Some(Color {
            r: self.pixels[i],
            g: self.pixels[i + 1],
            b: self.pixels[i + 2],
            a: self.pixels[i + 3],
        })
    }

    /// Source over, with `color`'s alpha scaled by `coverage`. Outside the canvas nothing happens.
    pub fn blend(&mut self, x: i32, y: i32, color: Color, coverage: u8) {
        let Some(i) = self.offset(x, y) else { return };
        let alpha = u32::from(color.a) * u32::from(coverage) / 255;
        if alpha == 0 {
            return;
        }
        let under = u32::from(self.pixels[i + 3]) * (255 - alpha) / 255;
        let total = alpha + under;
        for (k, channel) in [color.r, color.g, color.b].into_iter().enumerate() {
            let old = u32::from(self.pixels[i + k]);
            let mixed = (u32::from(channel) * alpha + old * under + total / 2) / total;
            self.pixels[i + k] = mixed as u8;
        }
        self.pixels[i + 3] = total as u8;
    }

    fn offset(&self, x: i32, y: i32) -> Option<usize> {
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        (x < self.width && y < self.height).then(|| ((y * self.width + x) * 4) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_coverage_replaces() {
        let mut canvas = Canvas::new(2, 2, Color::WHITE);
        canvas.blend(1, 0, Color::BLACK, 255);
        assert_eq!(canvas.get(1, 0), Some(Color::BLACK));
        assert_eq!(canvas.get(0, 0), Some(Color::WHITE));
    }

    #[test]
    fn outside_is_ignored() {
        let mut canvas = Canvas::new(2, 2, Color::WHITE);
        let before = canvas.clone();
        canvas.blend(-1, 0, Color::BLACK, 255);
        canvas.blend(0, 2, Color::BLACK, 255);
        assert_eq!(canvas, before);
        assert_eq!(canvas.get(2, 0), None);
    }
}
