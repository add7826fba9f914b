//! Bytes to one JSON value, by RFC 8259 to the letter and one rule more: no key twice.

use std::cell::{Cell, RefCell};
use std::fmt;

use serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::model::policy::{MAX_ENTRIES, MAX_FINDINGS, MAX_NODES};

/// The most bytes that an answer may have (THREATS.md E7).
pub const MAX_BYTES: usize = 4 << 20;

/// The one value that the bytes are. The message quotes nothing but keys.
pub fn parse(bytes: &[u8]) -> Result<Value, String> {
    parse_within(bytes, MAX_ENTRIES)
}

/// The same, when a list may have so many entries.
pub(super) fn parse_within(bytes: &[u8], entries: usize) -> Result<Value, String> {
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
    let limits = Limits { entries, left: Cell::new(MAX_NODES), why: RefCell::default() };
    let mut json = serde_json::Deserializer::from_str(text);
    let seed = Strict { path: String::new(), limits: &limits };
    let read = seed.deserialize(&mut json).and_then(|value| json.end().map(|()| value));
    read.map_err(|error| match limits.why.take() {
        Some(why) => why,
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

/// What a text may hold, and why it was not read to its end.
struct Limits {
    /// Entries of a list.
    entries: usize,
    /// Values that may still come.
    left: Cell<usize>,
    why: RefCell<Option<String>>,
}

impl Limits {
    fn refuse<E: serde::de::Error>(&self, why: String) -> E {
        self.why.replace(Some(why));
        E::custom("refused")
    }

    /// Entries of the list at a path.
    fn of_list(&self, path: &str) -> usize {
        if path == FINDINGS { MAX_FINDINGS } else { self.entries }
    }
}

/// The list of an answer that holds what a seat raises.
const FINDINGS: &str = "findings";

/// Reads a value as `serde_json` does. It stops at a key that stands twice in one object, and
/// before anything larger is built than an answer may be.
struct Strict<'t> {
    path: String,
    limits: &'t Limits,
}

impl Strict<'_> {
    fn below(&self, token: &str) -> Self {
        let mut path = self.path.clone();
        push(&mut path, token);
        Self { path, limits: self.limits }
    }
}

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        let left = &self.limits.left;
        left.set(left.get().checked_sub(1).ok_or_else(|| {
            self.limits.refuse::<D::Error>(format!("the answer has more than {MAX_NODES} values"))
        })?);
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
        let most = self.limits.of_list(&self.path);
        while let Some(item) = items.next_element_seed(self.below(&all.len().to_string()))? {
            if all.len() == most {
                let at = if self.path.is_empty() { "the answer" } else { &self.path };
                return Err(self.limits.refuse(format!("{at}: has more than {most} entries")));
            }
            all.push(item);
        }
        Ok(Value::Array(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut all = Map::new();
        while let Some(key) = fields.next_key::<String>()? {
            let below = self.below(&key);
            if all.contains_key(&key) {
                return Err(self.limits.refuse(format!("{}: is there twice", below.path)));
            }
            all.insert(key, fields.next_value_seed(below)?);
        }
        Ok(Value::Object(all))
    }
}
