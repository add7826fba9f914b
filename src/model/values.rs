//! How many values a JSON text holds, told from its bytes before anything is built of them: a small
//! text of many values takes a hundred times its size in memory.

/// The most values that an answer's envelope may hold: that of a provider, or of a command line.
pub const MOST: usize = 200_000;

/// At least as many as a parser makes of the bytes, whether they are JSON or not.
pub fn count(bytes: &[u8]) -> usize {
    let (mut count, mut in_text, mut is_escaped) = (1, false, false);
    for byte in bytes {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_text => is_escaped = true,
            b'"' => in_text = !in_text,
            b',' | b'[' | b'{' if !in_text => count += 1,
            _ => {}
        }
    }
    count
}

/// Whether there are more than [`MOST`].
pub fn are_too_many(bytes: &[u8]) -> bool {
    bytes.len() >= MOST && count(bytes) > MOST
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn no_value_is_missed_and_texts_hold_none() {
        fn values(value: &Value) -> usize {
            1 + match value {
                Value::Array(items) => items.iter().map(values).sum(),
                Value::Object(fields) => fields.values().map(values).sum(),
                _ => 0,
            }
        }
        for (text, most) in [
            ("1", 1),
            ("[]", 2),
            ("[1, [2, {}], {\"a\": 3, \"b\": [null]}]", 10),
            (r#"{"a": "[,,,{\"[,,"}"#, 2),
            (r#"["\\", "\"", 1]"#, 4),
        ] {
            let value: Value = serde_json::from_str(text).expect("JSON");
            assert!((values(&value)..=most).contains(&count(text.as_bytes())), "{text}");
        }
        assert!(!are_too_many(&b"[1,".repeat(MOST / 2 - 1)));
        assert!(are_too_many(&b"[1,".repeat(MOST / 2)));
        assert!(!are_too_many(format!("\"{}\"", ",".repeat(4 << 20)).as_bytes()));
    }
}
