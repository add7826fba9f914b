//! HTML and XML, as strict as a page of ours can be: every tag closed, every value quoted, every
//! reference known, nothing that runs or loads.

const TAGS: [&str; 55] = [
    "a",
    "article",
    "b",
    "blockquote",
    "body",
    "button",
    "code",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "g",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "head",
    "header",
    "html",
    "i",
    "input",
    "label",
    "legend",
    "li",
    "main",
    "mark",
    "meta",
    "nav",
    "ol",
    "p",
    "path",
    "pre",
    "q",
    "rect",
    "section",
    "small",
    "span",
    "strong",
    "style",
    "summary",
    "svg",
    "table",
    "tbody",
    "text",
    "time",
    "title",
    "ul",
    "tr",
];
const MORE_TAGS: [&str; 3] = ["td", "th", "thead"];
const VOID: [&str; 2] = ["meta", "input"];
const HTML_REFERENCES: [&str; 8] =
    ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;", "&#96;", "&#58;", "&#91;"];
const XML_REFERENCES: [&str; 8] =
    ["&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#10;", "&#58;", "&#91;"];

/// A page's tags with the names of their attributes.
pub fn html(page: &str) -> Vec<String> {
    let rest = page.strip_prefix("<!doctype html>\n").expect("a doctype");
    let tags = walk(rest, &HTML_REFERENCES, &VOID);
    // Backticks of any text make `<code class="said">`: it holds text alone, and is no shape.
    tags.iter()
        .filter(|tag| {
            (tag.name, tag.attributes.as_slice()) != ("code", [("class", "said")].as_slice())
        })
        .map(|tag| {
            assert!(TAGS.contains(&tag.name) || MORE_TAGS.contains(&tag.name), "<{}>", tag.name);
            let attributes = tag.attributes.iter().map(|(name, value)| {
                assert!(!name.starts_with("on"), "{name}={value}");
                match *name {
                    "href" => assert!(value.starts_with('#'), "it leads away: {value}"),
                    "style" | "src" | "srcset" | "action" | "formaction" | "xlink:href"
                    | "data" | "background" | "poster" | "ping" => panic!("{name}={value}"),
                    _ => {}
                }
                match *name {
                    "class" | "id" | "type" | "role" | "name" => format!("{name}={value}"),
                    name => name.to_owned(),
                }
            });
            format!("{} {}", tag.name, attributes.collect::<Vec<_>>().join(" "))
        })
        .collect()
}

/// A document's elements with the names of their attributes.
pub fn xml(document: &str) -> Vec<String> {
    let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    let rest = document.strip_prefix(declaration).expect("a declaration");
    for c in document.chars() {
        let valid = matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
        assert!(valid, "XML 1.0 has no {c:?}");
    }
    let tags = walk(rest, &XML_REFERENCES, &[]);
    tags.iter()
        .map(|tag| {
            let mut names: Vec<&str> = tag.attributes.iter().map(|(name, _)| *name).collect();
            let shape = format!("{} {}", tag.name, names.join(" "));
            names.sort_unstable();
            assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{shape}");
            shape
        })
        .collect()
}

struct Tag<'t> {
    name: &'t str,
    attributes: Vec<(&'t str, &'t str)>,
}

fn walk<'t>(mut rest: &'t str, references: &[&str], void: &[&str]) -> Vec<Tag<'t>> {
    let mut tags = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    let mut roots = 0;
    while let Some(at) = rest.find('<') {
        text(&rest[..at], references);
        assert!(!open.is_empty() || rest[..at].trim().is_empty(), "text outside of the root");
        rest = &rest[at + 1..];
        if let Some(end) = rest.strip_prefix('/') {
            let (name, after) = end.split_once('>').expect("it ends");
            assert_eq!(open.pop(), Some(name), "what is open is closed");
            rest = after;
            continue;
        }
        let (tag, is_closed, after) = tag(rest, references);
        roots += usize::from(open.is_empty());
        rest = after;
        if tag.name == "style" {
            let (style, after) = rest.split_once("</style>").expect("it ends");
            assert!(!style.contains("url(") && !style.contains("@import"), "it loads nothing");
            rest = after;
        } else if !is_closed && !void.contains(&tag.name) {
            open.push(tag.name);
        }
        tags.push(tag);
    }
    text(rest, references);
    assert!(open.is_empty() && roots == 1, "one root, closed: {open:?}");
    tags
}

fn tag<'t>(mut rest: &'t str, references: &[&str]) -> (Tag<'t>, bool, &'t str) {
    let word = |text: &str| {
        text.find(|c: char| !(c.is_ascii_alphanumeric() || "-:".contains(c))).expect("it ends")
    };
    let (name, after) = rest.split_at(word(rest));
    assert!(!name.is_empty(), "a bare <: {:?}", rest.chars().take(20).collect::<String>());
    rest = after;
    let mut attributes = Vec::new();
    loop {
        if let Some(after) = rest.strip_prefix("/>") {
            return (Tag { name, attributes }, true, after);
        }
        if let Some(after) = rest.strip_prefix('>') {
            return (Tag { name, attributes }, false, after);
        }
        rest = rest.strip_prefix(' ').expect("a blank");
        let (key, after) = rest.split_at(word(rest));
        assert!(!key.is_empty(), "<{name} {rest:.20}");
        rest = after;
        let mut value = "";
        if let Some(after) = rest.strip_prefix("=\"") {
            let (inside, after) = after.split_once('"').expect("it ends");
            text(inside, references);
            assert!(!inside.contains('<'), "{inside}");
            (value, rest) = (inside, after);
        }
        attributes.push((key, value));
    }
}

fn text(text: &str, references: &[&str]) {
    assert!(!text.contains('>'), "a bare >: {text}");
    for (at, _) in text.match_indices('&') {
        assert!(references.iter().any(|known| text[at..].starts_with(known)), "{text}");
    }
}
