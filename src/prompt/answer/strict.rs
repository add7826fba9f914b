//! Bytes to one JSON value, by RFC 8259 to the letter and one rule more: no key twice.

use std::cell::RefCell;
use std::fmt;

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::MAX_BYTES;

/// The one value that the bytes are. The message quotes nothing but a key that stands twice.
pub fn parse(bytes: &[u8]) -> Result<Value, String> {
    if bytes.len() > MAX_BYTES {
        return Err(format!("the answer has more than {} MiB", MAX_BYTES >> 20));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| "the answer is not UTF-8".to_owned())?;
    if text.starts_with('\u{feff}') {
        return Err("the answer begins with a byte order mark".to_owned());
    }
    if text.trim().is_empty() {
        return Err("the answer is empty".to_owned());
    }
    let twice = RefCell::new(None);
    let mut json = serde_json::Deserializer::from_str(text);
    let seed = Strict { path: String::new(), twice: &twice };
    let read = seed.deserialize(&mut json).and_then(|value| json.end().map(|()| value));
    read.map_err(|error| match twice.take() {
        Some(path) => format!("{path}: stands twice"),
        None => {
            let (line, column) = (error.line(), error.column());
            format!("the answer is not one JSON value: the fault is at {line}:{column}")
        }
    })
}

/// A key as a message may show it: short, and of letters that cannot say anything.
pub(super) fn shown(key: &str) -> String {
    const MOST: usize = 40;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '$' | '.');
    key.chars().take(MOST).map(|c| if plain(c) { c } else { '?' }).collect()
}

/// Adds a step to a path: `findings`, then `[3]`.
/// A path that is long already grows no more.
pub(super) fn push(path: &mut String, token: &str) {
    const MOST: usize = 120;
    if path.len() > MOST {
        return;
    }
    if !token.is_empty() && token.bytes().all(|b| b.is_ascii_digit()) {
        path.push('[');
        path.push_str(&shown(token));
        path.push(']');
        return;
    }
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(&shown(token));
}

/// Reads a value as `serde_json` does, and stops at a key that stands twice in one object.
struct Strict<'t> {
    path: String,
    twice: &'t RefCell<Option<String>>,
}

impl Strict<'_> {
    fn below(&self, token: &str) -> Self {
        let mut path = self.path.clone();
        push(&mut path, token);
        Self { path, twice: self.twice }
    }
}

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("not finite"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(item) = items.next_element_seed(self.below(&all.len().to_string()))? {
            all.push(item);
        }
        Ok(Value::Array(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut all = Map::new();
        while let Some(key) = fields.next_key::<String>()? {
            let below = self.below(&key);
            if all.contains_key(&key) {
                self.twice.replace(Some(below.path));
                return Err(A::Error::custom("a key stands twice"));
            }
            all.insert(key, fields.next_value_seed(below)?);
        }
        Ok(Value::Object(all))
    }
}
