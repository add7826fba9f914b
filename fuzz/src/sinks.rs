//! Foreign text on its way out: for each sink, that it stays text there, and that nothing of it is
//! lost where the sink can be read back.

use council_review::members::{dialect, envelope};
use council_review::report::escape::{self, address, html, json, markdown, workflow, xml};
use serde_json::Value;

pub fn sinks(bytes: &[u8]) {
    let text = &String::from_utf8_lossy(bytes);
    terminal(text);
    marked(text);
    in_markdown(text);
    in_commands(text);
    in_json(text);
    in_address(text);
    shown(text);
}

/// A page that a terminal or a log shows.
pub fn page(page: &str) {
    let raw = |c: char| escape::is_unsafe(c) && c != '\n';
    if let Some(c) = page.chars().find(|&c| raw(c)) {
        panic!("{c:?} stands raw in {page:?}");
    }
    assert!(!page.contains("##["), "{page}");
    assert!(!page.lines().any(is_command), "a line is a command to a CI: {page}");
}

/// The commands of `github` are ours, and are asserted where they are read.
fn is_command(line: &str) -> bool {
    let text = line.trim_start();
    let ours = ["::error ", "::warning ", "::notice "];
    text.starts_with("::") && !ours.iter().any(|command| text.starts_with(command))
}

pub fn has_float(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_f64(),
        Value::Array(items) => items.iter().any(has_float),
        Value::Object(fields) => fields.values().any(has_float),
        _ => false,
    }
}

fn terminal(text: &str) {
    let line = escape::line(text);
    assert!(!line.contains('\n'));
    page(&escape::without_commands(&line));
    assert_eq!(escape::line(&line), line, "shown text is safe");
    let block = escape::block(text);
    page(&escape::without_commands(&block));
    assert_eq!(escape::block(&block), block, "shown text is safe");
    assert_eq!(block.matches('\n').count(), text.matches('\n').count());
    let tamed = escape::without_commands(text);
    assert_eq!(escape::without_commands(&tamed), tamed);
    assert!(!tamed.split('\n').any(|line| line.trim_start().starts_with("::")), "{tamed:?}");
}

/// References, read back.
fn unmarked(text: &str) -> String {
    let references = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&apos;", "'"),
        ("&#96;", "`"),
        ("&#58;", ":"),
        ("&#91;", "["),
        ("&#10;", "\n"),
        ("&amp;", "&"),
    ];
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let found = references.iter().find(|(reference, _)| rest.starts_with(reference));
        let (reference, character) = found.unwrap_or_else(|| panic!("a bare & in {text:?}"));
        out.push_str(character);
        rest = &rest[reference.len()..];
    }
    out + rest
}

fn marked(text: &str) {
    // What is broken up for a terminal by a backslash is broken up here by a reference.
    let plain = escape::block(text).replace("##\\[", "##[");
    for (marked, forbidden) in [
        (html::text(text), "<>\"'`"),
        (xml::text(text), "<>\"'"),
        (xml::attribute(text), "<>\"'\n"),
    ] {
        assert!(!marked.contains(|c| forbidden.contains(c)), "{marked:?}");
        assert!(!marked.contains("::"), "{marked:?}");
        page(&marked);
        let back = unmarked(&marked).replace("##\\[", "##[");
        let shown = |c: char| matches!(c, '\u{fffe}' | '\u{ffff}');
        if !text.contains(shown) {
            assert_eq!(back, plain);
        }
    }
    let of_xml =
        |c: char| matches!(c, '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    assert!(xml::text(text).chars().all(of_xml));
}

fn in_markdown(text: &str) {
    let prose = markdown::prose(text);
    assert!(!prose.contains('\n'));
    page(&escape::without_commands(&prose));
    // As tests of reports read a page: nothing acts but what is escaped.
    let of_page = super::markdown::blocks(&format!("x {prose}"));
    assert_eq!(of_page.len(), 1);
    let code = markdown::code(text);
    assert_eq!(super::markdown::blocks(&format!("x {code} y")).len(), 1);
    assert!(!code.contains('\n'));
    let fence = markdown::fence(text);
    page(&escape::without_commands(&fence));
    let blocks = super::markdown::blocks(&format!("{fence}\nafter"));
    assert_eq!(blocks, ["fence", "text"], "{fence:?}");
}

fn in_commands(text: &str) {
    let message = workflow::message(text);
    let property = workflow::property(text);
    assert!(!message.contains('\n') && !property.contains(['\n', ':', ',']));
    page(&escape::without_commands(&message));
    let plain = escape::block(&text.replace("\r\n", "\n")).into_owned();
    let decoded = |text: &str| {
        let text = text.replace("%0A", "\n").replace("%3A", ":").replace("%2C", ",");
        text.replace("%25", "%")
    };
    assert_eq!(decoded(&property), plain);
    assert_eq!(decoded(&message), plain);
    let line = format!("::error file=x{property},title=x::{message}x");
    assert_eq!(super::runner::commands(&line).len(), 1, "{line}");
}

fn in_json(text: &str) {
    let value = Value::String(text.to_owned());
    let document = json::document(&value);
    page(&document);
    let back: Value = serde_json::from_str(&document).expect("JSON");
    assert_eq!(back, value);
    if let Ok(value) = serde_json::from_str::<Value>(text)
        && !has_float(&value)
    {
        let document = json::document(&value);
        page(&document);
        let back: Value = serde_json::from_str(&document).expect("JSON");
        assert_eq!(back, value);
    }
}

fn in_address(text: &str) {
    let address = address::relative(text);
    let of_path = |b: u8| b.is_ascii_alphanumeric() || b"-._~/%".contains(&b);
    assert!(address.bytes().all(of_path), "{address}");
    assert!(!address.starts_with('/'), "{address}");
    let mut back = Vec::new();
    let mut rest = address.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte == b'%' {
            let (digits, after) = rest.split_at(2);
            rest = after;
            let digits = std::str::from_utf8(digits).expect("digits");
            back.push(u8::from_str_radix(digits, 16).expect("two hex digits"));
        } else {
            back.push(byte);
        }
    }
    assert_eq!(back, text.as_bytes());
}

fn shown(text: &str) {
    for most in [1, 4, 200] {
        let line = dialect::shown(text, most);
        assert!(line.chars().count() <= most, "{line:?}");
        assert!(!line.chars().any(escape::is_unsafe), "{line:?}");
    }
    let line = envelope::shown(text);
    assert!(line.chars().count() <= 201, "{line:?}");
    assert!(!line.contains(char::is_control), "{line:?}");
}
