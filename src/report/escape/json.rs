//! JSON that a terminal and a log can show: what they would act on, or nobody could see, is written
//! as `\u…`. Whoever parses it gets the same values.

use serde::Serialize;

use super::is_unsafe;

/// A value as one document, indented, with a line feed at its end.
pub fn document(value: &impl Serialize) -> String {
    shown(&serde_json::to_string_pretty(value).expect("results have only text keys"))
}

/// A value on one line, with a line feed at its end.
pub fn line(value: &impl Serialize) -> String {
    shown(&serde_json::to_string(value).expect("results have only text keys"))
}

fn shown(text: &str) -> String {
    // Outside of its strings JSON is blanks, digits and punctuation, none of them treated here.
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '[' if out.ends_with("##") => out.push_str("\\u005b"),
            c if is_unsafe(c) && c != '\n' => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            }
            c => out.push(c),
        }
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_all_there_and_nothing_acts() {
        let value = ["a\u{202e}b\u{9b}\u{e0041}", "##[error]", "\n::error::x", "\u{7f}\"\\"];
        let text = document(&value);
        assert_eq!(
            text,
            "[\n  \"a\\u202eb\\u009b\\udb40\\udc41\",\n  \"##\\u005berror]\",\n  \
             \"\\n::error::x\",\n  \"\\u007f\\\"\\\\\"\n]\n"
        );
        let back: Vec<String> = serde_json::from_str(&text).expect("JSON");
        assert_eq!(back, value);
    }
}
