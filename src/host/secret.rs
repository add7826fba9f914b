//! A secret in the forms in which a provider or a program may give it back, so that none of them
//! reaches a page, a log or a file (THREATS.md H8).

use serde_json::Value;

/// A shorter one is no secret: it stands in honest answers, too.
const SHORTEST: usize = 8;
/// How deep a text may hold JSON that holds a text.
const DEEP: u32 = 3;

/// What to look for. It is as secret as the secret, and cannot be printed.
pub(super) struct Forms {
    all: Vec<Vec<u8>>,
    /// Whether a byte begins one of them.
    begins: [bool; 256],
}

impl Forms {
    /// Raw, reversed, in hex, in Base64 wherever it begins, escaped for URLs and for JSON.
    pub(super) fn of(secret: &[u8]) -> Self {
        let mut all: Vec<Vec<u8>> = Vec::new();
        if secret.len() >= SHORTEST {
            let each = |of: &dyn Fn(u8) -> String| -> Vec<u8> {
                secret.iter().flat_map(|byte| of(*byte).into_bytes()).collect()
            };
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
            let escaped = |byte: u8, sign: String| match plain(byte) {
                true => char::from(byte).to_string(),
                false => sign,
            };
            all.push(secret.to_vec());
            all.push(secret.iter().rev().copied().collect());
            all.push(each(&|byte| format!("{byte:02x}")));
            all.push(each(&|byte| format!("{byte:02X}")));
            all.push(each(&|byte| escaped(byte, format!("%{byte:02X}"))));
            all.push(each(&|byte| escaped(byte, format!("%{byte:02x}"))));
            all.push(each(&|byte| format!("\\u{byte:04x}")));
            all.push(each(&|byte| format!("\\u{byte:04X}")));
            all.push(each(&|byte| match byte {
                b'/' => "\\/".to_owned(),
                byte => char::from(byte).to_string(),
            }));
            for before in 0..3 {
                for last in [b"+/", b"-_"] {
                    all.push(base64(secret, before, *last));
                }
            }
            all.sort();
            all.dedup();
        }
        let mut begins = [false; 256];
        all.iter().for_each(|form| begins[usize::from(form[0])] = true);
        Self { all, begins }
    }

    /// Where the first one stands at or after a place, and how long it is.
    fn find(&self, bytes: &[u8], from: usize) -> Option<(usize, usize)> {
        (from..bytes.len()).filter(|at| self.begins[usize::from(bytes[*at])]).find_map(|at| {
            let here = self.all.iter().filter(|form| bytes[at..].starts_with(form));
            Some((at, here.map(Vec::len).max()?))
        })
    }

    /// The bytes with a mark in place of each.
    pub(super) fn taken_out(&self, bytes: &[u8], mark: &str) -> Vec<u8> {
        let (mut clean, mut from) = (Vec::with_capacity(bytes.len()), 0);
        while let Some((at, length)) = self.find(bytes, from) {
            clean.extend_from_slice(&bytes[from..at]);
            clean.extend_from_slice(mark.as_bytes());
            from = at + length;
        }
        clean.extend_from_slice(&bytes[from..]);
        clean
    }

    /// Whether one stands there, be it behind the escapes of JSON: one value, or one a line.
    pub(super) fn stand_in(&self, bytes: &[u8]) -> bool {
        if self.all.is_empty() {
            return false;
        }
        let within = |bytes: &[u8]| {
            let value = serde_json::from_slice(bytes).ok();
            value.map(|value| self.stand_in_value(&value, DEEP))
        };
        self.find(bytes, 0).is_some()
            || within(bytes).unwrap_or_else(|| {
                bytes.split(|byte| *byte == b'\n').any(|line| within(line) == Some(true))
            })
    }

    fn stand_in_value(&self, value: &Value, deep: u32) -> bool {
        match value {
            Value::String(text) => {
                let inner = || serde_json::from_str(text).ok();
                self.find(text.as_bytes(), 0).is_some()
                    || (deep > 0
                        && text.contains('\\')
                        && inner().is_some_and(|value| self.stand_in_value(&value, deep - 1)))
            }
            Value::Array(items) => items.iter().any(|item| self.stand_in_value(item, deep)),
            Value::Object(fields) => fields.iter().any(|(key, field)| {
                self.find(key.as_bytes(), 0).is_some() || self.stand_in_value(field, deep)
            }),
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        }
    }
}

/// The letters of Base64 that are the secret's own when it stands behind so many bytes.
fn base64(secret: &[u8], before: usize, last: [u8; 2]) -> Vec<u8> {
    const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    let bit = |at: usize| {
        let byte = (at / 8).checked_sub(before).map_or(0, |n| secret[n]);
        usize::from(byte >> (7 - at % 8) & 1)
    };
    let letter = |n: usize| match (0..6).fold(0, |all, at| all << 1 | bit(6 * n + at)) {
        value @ 0..62 => LETTERS[value],
        value => last[value - 62],
    };
    ((8 * before).div_ceil(6)..8 * (before + secret.len()) / 6).map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "ca-one/two+Q7z~x9";

    #[test]
    fn threats_h8_every_form_is_found_and_taken_out() {
        let forms = Forms::of(SECRET.as_bytes());
        for form in [
            "ca-one/two+Q7z~x9",
            "9x~z7Q+owt/eno-ac",
            "63612d6f6e652f74776f2b51377a7e7839",
            "63612D6F6E652F74776F2B51377A7E7839",
            "ca-one%2Ftwo%2BQ7z~x9",
            "ca-one\\/two+Q7z~x9",
            "Y2Etb25lL3R3bytRN3p+eD",
            "Y2Etb25lL3R3bytRN3p-eD",
        ] {
            let text = format!("key: {form}, and more");
            assert!(forms.stand_in(text.as_bytes()), "{form}");
            let clean = forms.taken_out(text.as_bytes(), "[key]");
            assert_eq!(String::from_utf8_lossy(&clean), "key: [key], and more", "{form}");
        }
        for before in ["x", "xy", "xyz", "xyzx"] {
            let encoded = base64(format!("{before}{SECRET}").as_bytes(), 0, *b"+/");
            assert!(forms.stand_in(&encoded), "{before}");
        }
    }

    #[test]
    fn escapes_of_json_hide_nothing() {
        let forms = Forms::of(SECRET.as_bytes());
        let inner = r#"{"a": "ca-\u006fne\/two+Q7z~x9"}"#;
        let outer = serde_json::json!({ "content": [{ "text": inner }] }).to_string();
        let key = r#"{"ca-\u006fne\/two+Q7z~x9": 1}"#;
        for text in [inner, &outer, key, &format!("{{}}\n{inner}\nend")] {
            assert!(forms.stand_in(text.as_bytes()), "{text}");
        }
        assert!(!forms.stand_in(br#"{"a": "ca-one", "b": "/two+Q7z~x9"}"#));
    }

    #[test]
    fn a_word_is_no_secret() {
        let forms = Forms::of(b"ollama");
        assert!(!forms.stand_in(b"ollama"));
        assert_eq!(forms.taken_out(b"ollama", "[key]"), b"ollama");
    }
}
