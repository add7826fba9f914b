//! Foreign words, made fit to be shown: errors and names that a server wrote.

use serde_json::Value;

use crate::model::hidden::is_hidden;

/// A text of at most `most` characters on one line: hidden characters are escaped, what is cut off
/// is marked.
pub fn shown(text: &str, most: usize) -> String {
    let mut out = String::new();
    let mut length = 0;
    for c in text.trim().chars() {
        let piece = if is_hidden(c) { c.escape_unicode().to_string() } else { c.to_string() };
        let long = piece.chars().count();
        if length + long > most.saturating_sub(1) {
            out.push('…');
            break;
        }
        length += long;
        out.push_str(&piece);
    }
    out
}

/// The model that a server says answered: at most 128 characters, visible ones only.
pub(super) fn model(said: Option<&Value>) -> Option<String> {
    named(said?.as_str()?)
}

/// The same of a name.
pub(in crate::members) fn named(model: &str) -> Option<String> {
    let name: String = model.chars().filter(|&c| !is_hidden(c)).take(128).collect();
    (!name.is_empty()).then_some(name)
}

/// What the body of an error says: `error` as the three vendors and their compatible servers write
/// it, or `message` or `detail` beside no such field.
pub(in crate::members) fn of_error(body: &Value) -> Option<String> {
    let body = body.as_array().and_then(|all| all.first()).unwrap_or(body);
    let text = |name: &str| body.get(name).and_then(Value::as_str).map(str::to_owned);
    body.get("error").and_then(of_error_part).or_else(|| text("message")).or_else(|| text("detail"))
}

/// What an `error` says: its kind and its message.
pub(super) fn of_error_part(error: &Value) -> Option<String> {
    if let Some(text) = error.as_str() {
        return Some(text.to_owned());
    }
    let text = |name: &str| error.get(name).and_then(Value::as_str);
    let kind = text("type").or_else(|| text("status")).or_else(|| text("code"));
    match (kind, text("message")) {
        (Some(kind), Some(message)) => Some(format!("{kind}: {message}")),
        (said, None) | (None, said) => said.map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_words_stay_on_a_line_and_short() {
        assert_eq!(shown("a\nb\u{202e}c", 200), "a\\u{a}b\\u{202e}c");
        assert_eq!(shown(&"é".repeat(300), 200).chars().count(), 200);
        assert_eq!(shown("\u{1b}]0;x\u{7}", 4), "…");
        assert_eq!(shown("abcd", 4), "abc…");
    }
}
