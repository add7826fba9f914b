use crate::store::Reading;

/// A JSON string, quotes included.
pub fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if (c as u32) < 0x20 => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

pub fn reading_object(reading: &Reading) -> String {
    format!(
        "{{\"gauge\": {}, \"at\": {}, \"level_mm\": {}}}",
        quote(&reading.gauge),
        reading.at,
        reading.level_mm
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_escaped() {
        assert_eq!(quote("a\"b"), "\"a\\\"b\"");
    }
}
