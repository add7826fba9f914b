//! A secret in the forms in which a provider or a program may give it back, so that none of them
//! reaches a page, a log or a file (THREATS.md H8).

use aho_corasick::AhoCorasick;
use serde_json::Value;
use unicode_normalization::char::decompose_compatible;

use crate::model::values;

/// A shorter one is no secret: it stands in honest answers, too.
const SHORTEST: usize = 8;
/// How deep a text may hold JSON that holds a text.
const DEEP: u32 = 3;

/// What to look for. It is as secret as the secret, and cannot be printed.
pub(super) struct Forms {
    all: Vec<Vec<u8>>,
    /// Whether a byte begins one of them.
    begins: [bool; 256],
    /// The letters and digits of the forms, and of the halves of each: what is left of a secret that
    /// is spelt otherwise, or told in two parts. None when they are too few to tell a secret from
    /// words.
    spelt: Option<AhoCorasick>,
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
        Self { spelt: spelt(&all), all, begins }
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

    /// Whether one stands there, be it behind the escapes of JSON (one value, or one a line), or in
    /// another spelling: in other case, with anything but letters and digits between its own, cut
    /// into two texts, or half of it.
    pub(super) fn stand_in(&self, bytes: &[u8]) -> bool {
        if self.all.is_empty() {
            return false;
        }
        if self.find(bytes, 0).is_some() || self.is_spelt_in(&String::from_utf8_lossy(bytes)) {
            return true;
        }
        let values: Vec<Value> = match serde_json::from_slice(bytes) {
            Ok(value) => vec![value],
            Err(_) => {
                let lines = bytes.split(|byte| *byte == b'\n');
                lines.filter_map(|line| serde_json::from_slice(line).ok()).collect()
            }
        };
        self.stand_in_values(&values, DEEP)
    }

    fn stand_in_values(&self, values: &[Value], deep: u32) -> bool {
        let mut said = Said::default();
        values.iter().for_each(|value| said.take(value));
        let is_exact = |text: &&str| self.find(text.as_bytes(), 0).is_some();
        let hides = |text: &str| {
            let inner = || serde_json::from_str(text).ok();
            // An answer of more values than that is refused by whoever reads it.
            deep > 0
                && !values::are_too_many(text.as_bytes())
                && text.contains('\\')
                && inner().is_some_and(|value| self.stand_in_values(&[value], deep - 1))
        };
        said.keys.iter().chain(&said.texts).any(is_exact)
            || [&said.keys, &said.texts].iter().any(|all| self.is_spelt_in(&all.concat()))
            || said.texts.iter().any(|text| hides(text))
    }

    fn is_spelt_in(&self, text: &str) -> bool {
        self.spelt.as_ref().is_some_and(|spelt| spelt.is_match(&letters(text)))
    }
}

/// The keys and the texts of JSON, in their order.
#[derive(Default)]
struct Said<'v> {
    keys: Vec<&'v str>,
    texts: Vec<&'v str>,
}

impl<'v> Said<'v> {
    fn take(&mut self, value: &'v Value) {
        match value {
            Value::String(text) => self.texts.push(text),
            Value::Array(items) => items.iter().for_each(|item| self.take(item)),
            Value::Object(fields) => {
                for (key, field) in fields {
                    self.keys.push(key);
                    self.take(field);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

/// The ASCII letters, in lower case, and digits of a text; those of other alphabets that stand for
/// one of them, as full-width ones do, count as that.
fn letters(text: &str) -> Vec<u8> {
    let mut all = Vec::with_capacity(text.len());
    let mut take = |c: char| {
        if c.is_ascii_alphanumeric() {
            all.push(c.to_ascii_lowercase() as u8);
        }
    };
    for c in text.chars() {
        if c.is_ascii() { take(c) } else { decompose_compatible(c, &mut take) }
    }
    all
}

/// What finds the letters and digits of these forms.
fn spelt(forms: &[Vec<u8>]) -> Option<AhoCorasick> {
    let mut all = Vec::new();
    for form in forms {
        let form = letters(&String::from_utf8_lossy(form));
        let (first, last) = form.split_at(form.len() / 2);
        all.extend(
            [first, last].into_iter().filter(|half| tells(half, 10, 20)).map(<[u8]>::to_vec),
        );
        if tells(&form, 12, 16) {
            all.push(form);
        }
    }
    all.sort();
    all.dedup();
    if all.is_empty() { None } else { AhoCorasick::new(all).ok() }
}

/// Whether letters and digits tell a secret from words of an honest answer: so many, when both are
/// among them, or as many as `alike`.
fn tells(part: &[u8], mixed: usize, alike: usize) -> bool {
    let has_digit = part.iter().any(u8::is_ascii_digit);
    let has_letter = part.iter().any(u8::is_ascii_alphabetic);
    part.len() >= if has_digit && has_letter { mixed } else { alike }
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
        assert!(!forms.stand_in(br#"{"a": "ca-one", "b": "two"}"#));
    }

    const LONG: &str = "sk-ant-api03-Zq8xW2vLr7TnP4mK9sBd1YcF6hJ3gQ0e";

    #[test]
    fn f37_another_spelling_hides_nothing() {
        let forms = Forms::of(LONG.as_bytes());
        let apart = |sign: &str| LONG.chars().map(|c| format!("{c}{sign}")).collect::<String>();
        let wide = LONG.chars().map(|c| match c {
            '!'..='~' => char::from_u32(u32::from(c) + 0xfee0).expect("full-width"),
            c => c,
        });
        let base64 = String::from_utf8(base64(LONG.as_bytes(), 0, *b"+/")).expect("ASCII");
        let (first, last) = LONG.split_at(24);
        for text in [
            apart(" "),
            apart("."),
            apart("\u{200b}"),
            apart("\n"),
            LONG.to_uppercase(),
            LONG.replace('-', ""),
            LONG.replace('-', "\u{2011}"),
            wide.collect(),
            LONG.chars().rev().map(|c| format!("{c}-")).collect(),
            format!("{}\n{}", &base64[..30], &base64[30..]),
            format!("it begins with {first} and so on"),
            format!("it ends with {last}"),
            format!("first {first}, then, after a comma, {last}"),
        ] {
            assert!(forms.stand_in(text.as_bytes()), "{text}");
            for document in [
                serde_json::json!({ "findings": [{ "description": &text }] }),
                serde_json::json!({ "content": [{ "text": format!("{{\"a\": {}}}", serde_json::json!(text)) }] }),
                serde_json::json!({ text.clone(): 1 }),
            ] {
                assert!(forms.stand_in(document.to_string().as_bytes()), "{document}");
            }
        }
        // Cut into any two texts, with anything between them.
        for cut in 1..LONG.len() {
            let (first, last) = LONG.split_at(cut);
            let cut = serde_json::json!([{"quote": first}, {"quote": last, "severity": "MAJOR"}]);
            assert!(forms.stand_in(cut.to_string().as_bytes()), "{cut}");
            let cut = serde_json::json!([{"quote": first, "severity": "MAJOR", "why": last}]);
            assert!(forms.stand_in(cut.to_string().as_bytes()), "{cut}");
        }
    }

    #[test]
    fn f37_honest_answers_hold_no_key() {
        for (key, text) in [
            ("ollama-local", "the server is Ollama, local"),
            ("changeme", "CHANGE ME"),
            ("secret-token", "Secret token: 12"),
            ("council2026", "the council of 2026"),
            (LONG, "sk-ant-api03 is how such keys begin, as in sk-ant-api03-…"),
            (LONG, "ZQ8X W2VL R7TN"),
            ("0123456789abcdef0123456789abcdef", "a digest like 0123456789 or abcdef"),
        ] {
            let forms = Forms::of(key.as_bytes());
            assert!(!forms.stand_in(text.as_bytes()), "{key}: {text}");
            let document = serde_json::json!({ "findings": [{ "description": text }] });
            assert!(!forms.stand_in(document.to_string().as_bytes()), "{key}: {text}");
        }
    }

    #[test]
    fn looking_for_a_key_takes_time_in_proportion() {
        let forms = Forms::of(LONG.as_bytes());
        let nearly = "sk-ant-api03-Zq8xW2vLr7 ".repeat(40_000);
        let begun = std::time::Instant::now();
        assert!(!forms.stand_in(nearly.as_bytes()));
        let hidden = format!("\"{}\"", "s k".repeat(300_000));
        assert!(!forms.stand_in(hidden.as_bytes()));
        assert!(begun.elapsed() < std::time::Duration::from_secs(5), "{:?}", begun.elapsed());
    }

    #[test]
    fn a_word_is_no_secret() {
        let forms = Forms::of(b"ollama");
        assert!(!forms.stand_in(b"ollama"));
        assert_eq!(forms.taken_out(b"ollama", "[key]"), b"ollama");
    }
}
