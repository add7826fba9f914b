//! What a scalar means in the YAML 1.2 core schema.

use serde_json::Value;

/// A scalar as JSON.
pub(super) fn to_json(text: &str, plain: bool) -> Value {
    match resolve(text) {
        Resolved::Null if plain => Value::Null,
        Resolved::Bool(b) if plain => Value::Bool(b),
        Resolved::Int(i) if plain => Value::from(i),
        Resolved::Float(f) if plain => {
            serde_json::Number::from_f64(f).map_or_else(|| text.into(), Value::Number)
        }
        _ => Value::String(text.to_owned()),
    }
}

/// What a scalar is.
#[derive(Debug, PartialEq)]
pub(super) enum Resolved {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text,
}

/// Whether a plain scalar says that there is no value.
pub(super) fn is_null(text: &str) -> bool {
    matches!(text, "" | "~" | "null" | "Null" | "NULL")
}

/// What a plain scalar is in the YAML 1.2 core schema (§10.3.2).
pub(super) fn resolve(text: &str) -> Resolved {
    if is_null(text) {
        return Resolved::Null;
    }
    match text {
        "true" | "True" | "TRUE" => return Resolved::Bool(true),
        "false" | "False" | "FALSE" => return Resolved::Bool(false),
        _ => {}
    }
    // Most texts are none of the following, and their first letter tells.
    if !text.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '+' | '-' | '.')) {
        return Resolved::Text;
    }
    for (prefix, radix) in [("0x", 16), ("0o", 8)] {
        if let Some(digits) = text.strip_prefix(prefix) {
            // A sign is no digit, though the parser takes it.
            let is_unsigned = !digits.starts_with(['+', '-']);
            let int = i64::from_str_radix(digits, radix).ok().filter(|_| is_unsigned);
            return int.map_or(Resolved::Text, Resolved::Int);
        }
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    if digits(unsigned) {
        let leading_zero = unsigned.len() > 1 && unsigned.starts_with('0');
        return match text.parse() {
            Ok(int) if !leading_zero => Resolved::Int(int),
            _ => Resolved::Text,
        };
    }
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((m, e)) => (m, Some(e.strip_prefix(['+', '-']).unwrap_or(e))),
        None => (unsigned, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_float = exponent.is_none_or(digits)
        && (digits(whole) || whole.is_empty())
        && (digits(fraction) || fraction.is_empty())
        && !(whole.is_empty() && fraction.is_empty());
    if !is_float {
        return Resolved::Text;
    }
    match text.parse::<f64>() {
        Ok(float) if float.is_finite() => Resolved::Float(float),
        Ok(_) | Err(_) => Resolved::Text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_scalars_follow_the_core_schema() {
        assert_eq!(resolve("~"), Resolved::Null);
        assert_eq!(resolve("True"), Resolved::Bool(true));
        assert_eq!(resolve("-12"), Resolved::Int(-12));
        assert_eq!(resolve("0x1F"), Resolved::Int(31));
        assert_eq!(resolve("1.5e3"), Resolved::Float(1500.0));
        for text in [
            "no",
            "on",
            "yes",
            "017",
            "12:30",
            "2026-01-27",
            "1_000",
            "e5",
            ".",
            "1.2.3",
            "0x-5",
            "0o+7",
        ] {
            assert_eq!(resolve(text), Resolved::Text, "{text}");
        }
    }
}
