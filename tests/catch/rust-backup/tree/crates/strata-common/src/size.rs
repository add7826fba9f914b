use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ByteSize(pub u64);

#[derive(Debug, PartialEq, Eq)]
pub struct SizeError(pub String);

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a size: {}", self.0)
    }
}

/// Reads `500`, `16k`, `4M`, `2G` (powers of 1024).
pub fn parse_size(text: &str) -> Result<ByteSize, SizeError> {
    let wrong = || SizeError(text.to_owned());
    let (digits, factor) = match text.chars().last() {
        Some('k') => (&text[..text.len() - 1], 1 << 10),
        Some('M') => (&text[..text.len() - 1], 1 << 20),
        Some('G') => (&text[..text.len() - 1], 1 << 30),
        _ => (text, 1),
    };
    let number: u64 = digits.parse().map_err(|_| wrong())?;
    number.checked_mul(factor).map(ByteSize).ok_or_else(wrong)
}

/// `1536` becomes `1.5 KiB`.
pub fn format_size(bytes: u64) -> String {
    let (mut value, mut unit) = (bytes as f64, "B");
    for next in ["KiB", "MiB", "GiB", "TiB"] {
        if value < 1024.0 {
            break;
        }
        value /= 1024.0;
        unit = next;
    }
    format!("{value:.1} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_suffixes() {
        assert_eq!(parse_size("16k"), Ok(ByteSize(16_384)));
        assert!(parse_size("16x").is_err());
    }
}
