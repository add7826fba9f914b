//! Foreign text in HTML: it stays text, in an element and in a quoted attribute alike.

use crate::report::escape;

/// Foreign text of several lines. Markup is written as references; what a reader could not see is
/// shown. A page may be printed into a log, so that `::` and `##[` are references, too.
pub fn text(text: &str) -> String {
    marked(text, |out, c| match c {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' => out.push_str("&quot;"),
        '\'' => out.push_str("&#39;"),
        '`' => out.push_str("&#96;"),
        c => out.push(c),
    })
}

/// Writes what `escape::block` leaves of a text through `write`, commands to a CI broken up by
/// references, which a parser undoes.
pub(super) fn marked(text: &str, write: impl Fn(&mut String, char)) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut shown = String::new();
    let mut last = ['\0'; 2];
    for c in text.chars() {
        match c {
            ':' if last[1] == ':' => out.push_str("&#58;"),
            '[' if last == ['#', '#'] => out.push_str("&#91;"),
            '\n' => out.push('\n'),
            c => {
                shown.clear();
                escape::push(&mut shown, c);
                shown.chars().for_each(|c| write(&mut out, c));
            }
        }
        last = [last[1], c];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_stays_text() {
        for (given, shown) in [
            ("plain – naïve 漢字 🙂", "plain – naïve 漢字 🙂"),
            (
                "</script><img src=x onerror='y'>",
                "&lt;/script&gt;&lt;img src=x onerror=&#39;y&#39;&gt;",
            ),
            ("&lt; \" `", "&amp;lt; &quot; &#96;"),
            ("a\u{202e}b\u{1b}[2Jc\r\n\td", "a\\u{202e}b^[[2Jc^M\n^Id"),
            ("::error::x", ":&#58;error:&#58;x"),
            ("##[error]", "##&#91;error]"),
        ] {
            assert_eq!(text(given), shown);
        }
    }
}
