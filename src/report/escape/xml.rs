//! Foreign text in XML 1.0: it stays text, and no character stands there that XML forbids.

use super::html::marked;

/// Foreign text of an element; line breaks stay.
pub fn text(text: &str) -> String {
    marked(text, |out, c| match c {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        // Without it `]]>` could not stand in an element.
        '>' => out.push_str("&gt;"),
        '"' => out.push_str("&quot;"),
        '\'' => out.push_str("&apos;"),
        '\u{fffe}' | '\u{ffff}' => out.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
        c => out.push(c),
    })
}

/// Foreign text of a quoted attribute; a reader would make blanks of bare line breaks.
pub fn attribute(value: &str) -> String {
    text(value).replace('\n', "&#10;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_stays_text() {
        for (given, shown) in [
            ("a]]>b<![CDATA[", "a]]&gt;b&lt;![CDATA["),
            (
                "<!DOCTYPE x [<!ENTITY y 'z'>]>&y;",
                "&lt;!DOCTYPE x [&lt;!ENTITY y &apos;z&apos;&gt;]&gt;&amp;y;",
            ),
            ("\0\u{b}\u{fffe}\u{ffff}\u{85}", "^@^K\\u{fffe}\\u{ffff}\\u{85}"),
            ("::error::\n##[x]", ":&#58;error:&#58;\n##&#91;x]"),
        ] {
            assert_eq!(text(given), shown);
        }
        assert_eq!(attribute("a\n\"b\""), "a&#10;&quot;b&quot;");
    }
}
