use serde::Deserialize;

use crate::error::Error;

/// Straight (not premultiplied) RGBA.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Color {
    pub r: u8,
    pub g: u8,
    pub b: u8,
    pub a: u8,
}

impl Color {
    pub const BLACK: Color = Color::rgb(0, 0, 0);
    pub const WHITE: Color = Color::rgb(255, 255, 255);

    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Color { r, g, b, a: 255 }
    }

    pub fn parse(text: &str) -> Result<Self, Error> {
        let bad = || Error::Color(text.to_owned());
        let hex = text.strip_prefix('#').ok_or_else(bad)?;
        if !hex.is_ascii() || !matches!(hex.len(), 6 | 8) {
            return Err(bad());
        }
        let byte = |i: usize| u8::from_str_radix(&hex[i..i + 2], 16).map_err(|_| bad());
        Ok(Color {
            r: byte(0)?,
            g: byte(2)?,
            b: byte(4)?,
            a: if hex.len() == 8 { byte(6)? } else { 255 },
        })
    }
}

impl TryFrom<String> for Color {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        Color::parse(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_and_eight_digits() {
        assert_eq!(Color::parse("#ff8000").unwrap(), Color::rgb(255, 128, 0));
        assert_eq!(Color::parse("#00000080").unwrap().a, 128);
    }

    #[test]
    fn anything_else_is_refused() {
        for bad in ["", "red", "#fff", "#gg0000", "ff8000", "#ff80001"] {
            assert!(Color::parse(bad).is_err(), "{bad}");
        }
    }
}
