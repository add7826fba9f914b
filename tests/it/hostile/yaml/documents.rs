//! The documents: each a way to make a reader of YAML slow, large or wrong.

use super::Says::{self, Anything, Clean, Rule};

/// Nearly as much as is read of one file.
const ROOM: usize = (1 << 20) - 400;

/// What stands in a file.
pub(crate) enum Content {
    /// Lines below the file's own first ones, indented by two.
    Body(String),
    /// The whole file.
    Whole(Vec<u8>),
}

/// One document.
pub(crate) struct Hostile {
    pub(crate) name: &'static str,
    pub(crate) content: Content,
    /// What is said of it where it stands for a ticket.
    pub(crate) says: Says,
}

fn body(name: &'static str, says: Says, text: String) -> Hostile {
    Hostile { name, content: Content::Body(text), says }
}

fn whole(name: &'static str, says: Says, bytes: Vec<u8>) -> Hostile {
    Hostile { name, content: Content::Whole(bytes), says }
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

/// Each list has `each` aliases of the one before.
fn doubling(each: usize, levels: usize) -> String {
    let first = format!("  l0: &l0 [{}]\n", "x,".repeat(each));
    first
        + &lines(levels, |i| {
            format!("  l{0}: &l{0} [{1}]\n", i + 1, format!("*l{i},").repeat(each))
        })
}

/// Lists side by side, none too long for itself.
fn grouped(lists: usize, each: usize, item: impl Fn(usize) -> String) -> String {
    lines(lists, |list| {
        let items: Vec<String> = (0..each).map(|i| item(list * each + i)).collect();
        format!("  g{list}: [{}]\n", items.join(","))
    })
}

/// Paths of places grow with the keys above them.
fn nested_keys() -> String {
    let steps = lines(50, |i| format!("{}? {}\n{0}:\n", " ".repeat(i + 2), "k".repeat(10_000)));
    let items = "src/no.rs, ".repeat(4_000);
    format!("{steps}{}x: [{items}]\n", " ".repeat(60))
}

fn utf16(mark: &[u8], bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let text = "ticket_meta: {}\n".encode_utf16().flat_map(bytes);
    mark.iter().copied().chain(text).collect()
}

/// All of them.
pub(crate) fn all() -> Vec<Hostile> {
    vec![
        body(
            "aliases of a long list",
            Rule("R4"),
            format!("  x: &a [{}]\n  y: [{}]\n", "q,".repeat(4_000), "*a,".repeat(4_000)),
        ),
        body("aliases of aliases, ten to the fortieth", Rule("R4"), doubling(10, 40)),
        body("aliases of aliases, two to the fortieth", Rule("R4"), doubling(2, 40)),
        body(
            "aliases of one long text",
            Rule("R4"),
            format!("  x: &a {}\n  y: [{}]\n", "s".repeat(500_000), "*a,".repeat(4_900)),
        ),
        body("an anchor that names itself in a list", Rule("R4"), "  x: &a [*a]\n".into()),
        body("an anchor that names itself in a mapping", Rule("R4"), "  x: &a\n    k: *a\n".into()),
        body("an alias of nothing", Rule("R6"), "  x: *nowhere\n".into()),
        body("fifteen thousand anchors", Clean, grouped(3, 5_000, |i| format!("&a{i} x"))),
        body("one anchor taken again and again", Clean, grouped(20, 1_000, |_| "&a x, *a".into())),
        body(
            "an anchor with a name of a megabyte",
            Clean,
            format!("  x: &{} x\n", "a".repeat(ROOM)),
        ),
        body(
            "merge keys",
            Clean,
            format!("  b: &b {{k: v}}\n{}", lines(4_000, |i| format!("  m{i}:\n    <<: *b\n"))),
        ),
        body("half a million open lists", Rule("R4"), format!("  x: {}\n", "[".repeat(500_000))),
        body(
            "half a million open mappings",
            Rule("R4"),
            format!("  x: {}\n", "{a: ".repeat(200_000)),
        ),
        body(
            "a staircase of 1,400 keys",
            Rule("R4"),
            format!("  x:\n{}", lines(1_400, |i| format!("{}a:\n", " ".repeat(i + 3)))),
        ),
        body("half a million dashes", Rule("R4"), format!("  x:\n    {}\n", "- ".repeat(500_000))),
        body(
            "half a million question marks",
            Rule("R4"),
            format!("  x:\n    {}\n", "? ".repeat(500_000)),
        ),
        body(
            "mappings as keys of mappings",
            Anything,
            format!("  x: {}1{}\n", "{? {".repeat(30), "}: 1}".repeat(30)),
        ),
        body(
            "sixty levels, closed",
            Clean,
            format!("  x: {}1{}\n", "[".repeat(60), "]".repeat(60)),
        ),
        body("a plain text of a megabyte", Clean, format!("  x: {}\n", "s".repeat(ROOM))),
        body(
            "a line of words of a megabyte",
            Clean,
            format!("  x: {}\n", "word ".repeat(ROOM / 5)),
        ),
        body("a megabyte of escapes", Clean, format!("  x: \"{}\"\n", "\\u0041".repeat(ROOM / 6))),
        body(
            "a quoted text never closed, one megabyte",
            Rule("R6"),
            format!("  x: \"{}", "s\n   ".repeat(ROOM / 5)),
        ),
        body(
            "a quoted text never closed, ten megabytes",
            Rule("R4"),
            format!("  x: \"{}", "s\n   ".repeat(2_000_000)),
        ),
        body("a list never closed", Rule("R6"), format!("  x: [{}", "a, ".repeat(1_500))),
        body("ninety thousand keys", Rule("R4"), lines(90_000, |i| format!("  k{i}: v\n"))),
        body("keys up to the limit", Clean, lines(4_990, |i| format!("  k{i}: v\n"))),
        body("a hundred thousand nodes, nearly", Clean, grouped(23, 4_300, |_| "x".into())),
        body(
            "a quarter of a million empty mappings",
            Rule("R4"),
            format!("  x: [{}]\n", "{},".repeat(250_000)),
        ),
        body(
            "a hundred thousand empty items",
            Rule("R4"),
            format!("  x:\n{}", "    -\n".repeat(100_000)),
        ),
        body("one key ninety thousand times", Rule("R4"), "  a: 1\n".repeat(90_000)),
        body("one key a thousand times", Rule("R9"), "  a: 1\n".repeat(1_000)),
        body(
            "one key a thousand times, behind a long line",
            Rule("R9"),
            format!("  x: {{p: \"{}\", {}}}\n", "é".repeat(400_000), "a: 1, ".repeat(1_000)),
        ),
        body(
            "one key of a kilobyte five hundred times",
            Rule("R9"),
            format!("  {}: 1\n", "k".repeat(1_000)).repeat(500),
        ),
        body("a key of a megabyte", Rule("R6"), format!("  {}: v\n", "k".repeat(ROOM))),
        body(
            "a question mark and a key of a megabyte",
            Clean,
            format!("  ? {}\n  : v\n", "k".repeat(ROOM)),
        ),
        body("long keys inside each other", Anything, nested_keys()),
        body("lists as keys", Rule("R8"), "  ? [a, b]\n  : 1\n".repeat(400)),
        body("!!binary", Rule("R8"), format!("  x: !!binary {}\n", "QUFB".repeat(200_000))),
        body(
            "!!python/object",
            Rule("R8"),
            "  x: !!python/object/apply:os.system ['touch owned']\n".into(),
        ),
        body(
            "thousands of foreign tags",
            Rule("R8"),
            format!("  x:\n{}", lines(49_000, |i| format!("  - !t{i} a\n"))),
        ),
        body("a tag of a megabyte", Anything, format!("  x: !{} a\n", "t".repeat(ROOM))),
        body("a second document", Rule("R6"), "...\n---\na: b\n".into()),
        body("a hundred thousand documents", Rule("R6"), "---\n".repeat(100_000)),
        body("a comment of a megabyte", Clean, format!("# {}\n", "c".repeat(ROOM))),
        body("a quarter of a million comments", Clean, "# c\n".repeat(ROOM / 4)),
        body("a megabyte of empty lines", Clean, "\n".repeat(ROOM)),
        body("a maze of colons", Rule("R6"), format!("  x: {}\n", ": ".repeat(ROOM / 2))),
        body(
            "a maze of colons without spaces",
            Rule("R6"),
            format!("  x: {}\n", "a:b:".repeat(ROOM / 4)),
        ),
        body(
            "a mapping of colons and commas",
            Rule("R4"),
            format!("  x: {{{}}}\n", ":,".repeat(ROOM / 3)),
        ),
        body(
            "a list of question marks",
            Rule("R4"),
            format!("  x: [{}]\n", "? a,".repeat(ROOM / 5)),
        ),
        body("lines of question marks", Rule("R4"), "  ? a\n".repeat(ROOM / 6)),
        body(
            "a block text that promises nine blanks",
            Anything,
            format!("  x: |9\n{}\n", " ".repeat(ROOM)),
        ),
        body(
            "a block text whose blank lines shrink",
            Rule("R6"),
            format!("  x: |\n{}    a\n", lines(1_300, |i| format!("{}\n", " ".repeat(1_400 - i)))),
        ),
        body(
            "a folded text of blank lines",
            Clean,
            format!("  x: >\n{}", "    a\n\n".repeat(ROOM / 7)),
        ),
        body(
            "a block text of short lines",
            Clean,
            format!("  x: |\n{}", "    a\n".repeat(ROOM / 6)),
        ),
        body(
            "thousands of empty block texts",
            Clean,
            lines(4_900, |i| format!("  k{i}: |+\n\n\n")),
        ),
        body("a megabyte of tabs", Rule("R7"), "\t".repeat(ROOM)),
        body("tabs for indentation", Rule("R6"), format!("  x:\n{}", "\t- a\n".repeat(10_000))),
        body("carriage returns alone", Rule("R5"), "\r".repeat(ROOM)),
        body("lines that end with both", Rule("R5"), "  # x\r\n".repeat(50_000)),
        body("control characters, raw", Rule("R6"), "  x: \"\u{1b}[31m\u{7}\"\n".into()),
        body("control characters, escaped", Clean, "  x: \"\\x1b[31m\\a\\e]0;owned\\a\"\n".into()),
        body(
            "bidi and line separators",
            Clean,
            "  x: \"\u{202e}\u{2066}\u{2028}\u{2029}\u{85}\"\n".into(),
        ),
        whole("a byte order mark", Rule("R5"), b"\xef\xbb\xbfa: 1\n".to_vec()),
        whole("UTF-16, little end first", Rule("R5"), utf16(&[0xff, 0xfe], u16::to_le_bytes)),
        whole("UTF-16, big end first", Rule("R5"), utf16(&[0xfe, 0xff], u16::to_be_bytes)),
        whole("a megabyte of NUL", Rule("R5"), vec![0; ROOM]),
        whole("bytes that are no UTF-8", Rule("R5"), b"a: \xff\xfe\n".to_vec()),
        whole("an overlong slash", Rule("R5"), b"a: \xc0\xaf\n".to_vec()),
        whole("a lone surrogate", Rule("R5"), b"a: \xed\xa0\x80\n".to_vec()),
        whole("nothing", Rule("R6"), Vec::new()),
        whole("a megabyte of blanks", Rule("R6"), vec![b' '; ROOM]),
        whole("a megabyte of dashes", Rule("R6"), vec![b'-'; ROOM]),
        whole("a megabyte of double quotes", Rule("R6"), vec![b'"'; ROOM]),
        whole("a megabyte of single quotes", Rule("R6"), vec![b'\''; ROOM]),
        whole("a megabyte of per cent signs", Rule("R6"), vec![b'%'; ROOM]),
        whole("a megabyte of exclamation marks", Rule("R6"), vec![b'!'; ROOM]),
        whole("a megabyte of stars", Rule("R6"), vec![b'*'; ROOM]),
        whole("brackets, open and closed", Rule("R6"), b"[]".repeat(ROOM / 2)),
        whole("a list of commas", Rule("R6"), [b"[".to_vec(), vec![b','; ROOM]].concat()),
        whole(
            "fifty thousand version directives",
            Rule("R6"),
            format!("{}---\na: 1\n", "%YAML 1.2\n".repeat(50_000)).into(),
        ),
        whole("YAML 1.1 by directive", Anything, b"%YAML 1.1\n---\na: no\n".to_vec()),
        whole(
            "thirty thousand tag directives",
            Anything,
            format!("{}---\na: 1\n", lines(25_000, |i| format!("%TAG !t{i}! tag:x,{i}:\n"))).into(),
        ),
        whole(
            "unknown directives",
            Anything,
            format!("{}---\na: 1\n", "%FOO bar\n".repeat(100_000)).into(),
        ),
    ]
}
