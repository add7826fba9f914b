//! Text with code in it: what stands between backticks is set as code.

use serde::Serialize;

/// A piece of a text.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct TextSpan {
    code: bool,
    text: String,
}

/// A text in pieces. A backtick without a partner is a character like others.
pub(super) fn spans(text: &str) -> Vec<TextSpan> {
    let mut found = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('`') {
        plain.push_str(before);
        match after.split_once('`') {
            Some((code, after)) if !code.trim().is_empty() => {
                found.extend(span(false, std::mem::take(&mut plain)));
                found.extend(span(true, code.to_owned()));
                rest = after;
            }
            Some((blank, after)) => {
                plain.push_str(&format!("`{blank}`"));
                rest = after;
            }
            None => {
                plain.push('`');
                rest = after;
            }
        }
    }
    plain.push_str(rest);
    found.extend(span(false, plain));
    found
}

fn span(code: bool, text: String) -> Option<TextSpan> {
    (!text.is_empty()).then_some(TextSpan { code, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_between_backticks_is_code() {
        let shown = |text: &str| -> Vec<String> {
            let mark = |span: &TextSpan| {
                if span.code { format!("[{}]", span.text) } else { span.text.clone() }
            };
            spans(text).iter().map(mark).collect()
        };
        assert_eq!(shown("`REQ-0003` has no `ticket`"), ["[REQ-0003]", " has no ", "[ticket]"]);
        assert_eq!(shown("plain"), ["plain"]);
        assert_eq!(shown("a ` b"), ["a ` b"]);
        assert_eq!(shown("a `` b `c`"), ["a `` b ", "[c]"]);
        assert_eq!(shown(""), [""; 0]);
    }
}
