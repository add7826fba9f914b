//! What reading makes of files, whole and broken.

use super::*;
use crate::model::decode::raw_line;
use crate::model::{FaultKind, FileFault};

fn parse(text: &str) -> (Document, Vec<FileFault>) {
    read(text.as_bytes(), Limits::TICKET).expect("parses")
}

fn fatal(text: &str) -> FileFault {
    read(text.as_bytes(), Limits::TICKET).expect_err("does not parse")
}

#[test]
fn every_node_knows_its_place() {
    let (doc, faults) =
        parse("a:\n  - b: é x\n    c: |\n      one\n      two\n\n  - {d: [1, 2]}\n");
    assert_eq!(faults, []);
    let places: Vec<_> = doc
        .root()
        .scalars()
        .map(|n| n.place())
        .map(|p| format!("{} {}:{}-{}:{}", p.path, p.line, p.column, p.end_line, p.end_column))
        .collect();
    assert_eq!(
        places,
        ["a[0].b 2:8-2:11", "a[0].c 4:7-5:10", "a[1].d[0] 7:10-7:11", "a[1].d[1] 7:13-7:14",]
    );
    let item = doc.at_pointer("/a/0");
    assert_eq!((item.path().as_str(), item.place().line, item.place().end_line), ("a[0]", 2, 5));
}

#[test]
fn an_absent_value_stands_at_its_key() {
    let (doc, _) = parse("a: 1\nrfc_id:\nb: 2\n");
    let node = doc.root().get("rfc_id").expect("there");
    assert!(node.is_null());
    assert_eq!((node.place().line, node.place().column), (2, 1));
}

#[test]
fn the_first_of_two_equal_keys_counts() {
    let (doc, faults) = parse("a: 1\nb: 2\na: 3\n");
    assert_eq!(doc.root().get("a").and_then(NodeRefExt::scalar), Some("1".to_owned()));
    assert_eq!(doc.root().to_json(), serde_json::json!({"a": 1, "b": 2}));
    let kinds: Vec<_> = faults.iter().map(|f| (f.kind, f.place.line)).collect();
    assert_eq!(kinds, [(FaultKind::DuplicateKey, 3)]);
}

#[test]
fn of_many_keys_too_the_first_of_two_counts() {
    let many: String = (0..40).map(|n| format!("k{n}: {n}\n")).collect();
    for (again, line) in [("k0", 41), ("'k15'", 41), ("k39", 41), ("\"k\\x31\"", 41)] {
        let (doc, faults) = parse(&format!("{many}{again}: twice\nlast: 1\n"));
        let kinds: Vec<_> = faults.iter().map(|f| (f.kind, f.place.line)).collect();
        assert_eq!(kinds, [(FaultKind::DuplicateKey, line)], "{again}");
        assert_eq!(doc.root().get("last").and_then(NodeRefExt::scalar), Some("1".to_owned()));
    }
    assert_eq!(parse(&many).1, []);
}

#[test]
fn what_stands_in_a_key_is_no_value() {
    let (doc, _) = parse("? {a: [x, y]}\n: [1, {b: 2}]\nc: {d: [], e: 3}\n");
    let values: Vec<_> = doc.root().scalars().filter_map(NodeRefExt::scalar).collect();
    assert_eq!(values, ["1", "2", "3"]);
    let paths: Vec<_> = doc.root().scalars().map(NodeRef::path).collect();
    assert_eq!(paths, ["?[0]", "?[1].b", "c.e"]);
    assert_eq!(doc.root().to_json(), serde_json::json!({"c": {"d": [], "e": 3}}));
}

trait NodeRefExt {
    fn scalar(self) -> Option<String>;
}
impl NodeRefExt for NodeRef<'_> {
    fn scalar(self) -> Option<String> {
        self.as_scalar().map(str::to_owned)
    }
}

#[test]
fn hostile_files_are_one_fault() {
    let deep = "[".repeat(20_000);
    assert_eq!(fatal(&deep).kind, FaultKind::Limit);
    let deep_block = (0..200).map(|i| format!("{}a:\n", " ".repeat(i))).collect::<String>();
    assert_eq!(fatal(&deep_block).kind, FaultKind::Limit);
    let bomb = "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n\
                c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n\
                e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\n";
    assert_eq!(fatal(bomb).kind, FaultKind::Limit);
    assert_eq!(fatal("a: &a [*a]\n").kind, FaultKind::Limit);
    let repeated = format!("a: &a {}\nb: [{}]\n", "x".repeat(1 << 19), "*a,".repeat(3));
    assert_eq!(fatal(&repeated).kind, FaultKind::Limit);
    let twice = format!("a: &a {}\nb: [{}]\n", "x".repeat(1 << 19), "*a,".repeat(2));
    parse(&twice);
    // A root, its key, the list and what is in it.
    assert_eq!(fatal(&format!("a: [{}]\n", "x,".repeat(99_998))).kind, FaultKind::Limit);
    assert_eq!(parse(&format!("a: [{}]\n", "x,".repeat(99_997))).1, []);
    assert_eq!(fatal(&"x".repeat(1 << 21)).kind, FaultKind::Limit);
    assert_eq!(fatal("").kind, FaultKind::Unparsable);
    assert_eq!(fatal("# only a comment\n").kind, FaultKind::Unparsable);
    assert_eq!(fatal("- a\n- b\n").kind, FaultKind::Unparsable);
    assert_eq!(fatal("a: 1\n---\nb: 2\n").kind, FaultKind::Unparsable);
    assert_eq!(fatal("a: *nowhere\n").kind, FaultKind::Unparsable);
    let cut = fatal("a:\n  b: one #4\n    two\n  c: 1\n");
    assert_eq!((cut.kind, cut.place.line, cut.place.column), (FaultKind::Unparsable, 3, 5));
    assert_eq!(cut.message, "not YAML: this goes on with a text that the `#` in line 2 has ended");
    assert_eq!(fatal("a: b\0c\n").kind, FaultKind::NotText);
    let latin1 = read(b"a: 1\nb: caf\xe9\n", Limits::TICKET).expect_err("not UTF-8");
    assert_eq!((latin1.kind, latin1.place.line, latin1.place.column), (FaultKind::NotText, 2, 7));
}

#[test]
fn of_very_many_faults_the_last_that_is_listed_counts_the_others() {
    assert_eq!(parse(&"a: 1\n".repeat(1_001)).1.len(), 1_000);
    let faults = parse(&"a: 1\n".repeat(4_001)).1;
    assert_eq!(faults.len(), 1_000);
    let (last, others) = faults.split_last().expect("faults");
    assert!(last.message.ends_with("; 3000 more such faults are not listed"), "{}", last.message);
    assert!(others.iter().all(|fault| !fault.message.contains("not listed")));
}

#[test]
fn a_value_behind_an_alias_stands_in_the_anchored_node() {
    let (doc, _) = parse("a: &x one\nb: [*x]\nc: &y {d: two}\ne: *y\n");
    let at = |keys: &[&str]| {
        let node = doc.root().at(keys).expect("a node");
        (node.place().line, node.place().yaml_path().to_owned())
    };
    assert_eq!(at(&["e"]), (3, "c".to_owned()));
    assert_eq!(at(&["e", "d"]), (3, "c.d".to_owned()));
    let item = doc.root().get("b").and_then(|list| list.items().next()).expect("an item");
    assert_eq!((item.place().line, item.place().yaml_path().to_owned()), (1, "a".to_owned()));
}

#[test]
fn the_lines_of_a_literal_block_have_their_places() {
    let text = "a: |\n\n  one\n    two\n\n  three\nb: >\n  four\n  five\nc: \"six\\nseven\"\nd: |2-\n    x\n  y\n";
    let (doc, _) = parse(text);
    let lines = |key: &str| -> Vec<(&str, u32, u32)> {
        let lines = doc.root().get(key).expect("a node").lines().into_iter();
        lines.map(|(line, place)| (line.trim(), place.line, place.column)).collect()
    };
    assert_eq!(lines("a")[1..], [("one", 3, 3), ("two", 4, 5), ("", 5, 1), ("three", 6, 3)]);
    assert_eq!(lines("b"), [("four five", 8, 3)]);
    assert_eq!(lines("c"), [("six", 10, 4), ("seven", 10, 4)]);
    assert_eq!(lines("d"), [("x", 12, 5), ("y", 13, 3)]);
}

#[test]
fn places_before_there_is_a_text_count_characters_of_lines_as_they_are_read() {
    for (bytes, line, column) in [
        (b"a: \xc3\xa9\xff\n".as_slice(), 1, 5),
        (b"\xef\xbb\xbfa: \xff", 1, 4),
        (b"a: 1\rb: \xff", 2, 4),
        (b"a: 1\r\nb: \xe2\x80\x9c\0", 2, 5),
    ] {
        let fault = read(bytes, Limits::TICKET).expect_err("no text");
        let place = fault.place;
        assert_eq!((place.line, place.column, place.end_column), (line, column, column + 1));
    }
    let (_, faults) = parse("\u{feff}a: é\r\nb: 2\r\n");
    let at = faults.iter().find(|f| f.kind == FaultKind::CarriageReturn).map(|f| &f.place);
    assert_eq!(at.map(|place| (place.line, place.column)), Some((1, 5)));
    assert_eq!(raw_line(b"\xef\xbb\xbfa: [\rb: 2\r\nc\n", 2), "b: 2");
    assert_eq!(raw_line(b"\xff", 1), "");
}

#[test]
fn no_alias_leads_deeper_than_the_file_may_go() {
    let nested =
        |inner: &str, levels: usize| format!("{}{inner}{}", "[".repeat(levels), "]".repeat(levels));
    let pair =
        |first, second| format!("a: &a {}\nb: {}\n", nested("x", first), nested("*a", second));
    let (doc, faults) = parse(&pair(31, 32));
    assert_eq!((doc.root().scalars().count(), faults), (1, Vec::new()));
    let fault = fatal(&pair(32, 32));
    assert_eq!((fault.kind, fault.place.line), (FaultKind::Limit, 2));
    assert_eq!(fault.message, "nested deeper than 64 levels");
    // A chain of them would be as deep as the file is long.
    let link = |n: usize| format!("k{n}: &a{n} {}\n", nested(&format!("*a{}", n - 1), 62));
    let chain: String = (1..300).map(link).collect();
    let chain = format!("k0: &a0 x\n{chain}");
    let limits = Limits { nodes: 4_000_000, ..Limits::TICKET };
    assert_eq!(read(chain.as_bytes(), limits).expect_err("too deep").kind, FaultKind::Limit);
}

#[test]
fn oddities_are_read_over_and_reported() {
    let kinds = |text: &str| {
        let (_, faults) = parse(text);
        faults.into_iter().map(|f| (f.kind, f.place.line)).collect::<Vec<_>>()
    };
    assert_eq!(kinds("\u{feff}a: 1\n"), [(FaultKind::ByteOrderMark, 1)]);
    assert_eq!(kinds("a: 1\r\nb: 2\r\n"), [(FaultKind::CarriageReturn, 1)]);
    assert_eq!(kinds("a: 1\nb: \"x\ty\"\n"), [(FaultKind::Tab, 2)]);
    assert_eq!(kinds("a: !!python/object 1\n"), [(FaultKind::Exotic, 1)]);
    assert_eq!(kinds("? [a, b]\n: 1\n"), [(FaultKind::Exotic, 1)]);
    for twice in ["a: 1\n\"a\": 2\n", "'1': a\n1: b\n", "a: 1\n!!str a: 2\n"] {
        assert_eq!(kinds(twice), [(FaultKind::DuplicateKey, 2)], "{twice}");
    }
    assert_eq!(kinds("a: !!str 1\n"), []);
}

#[test]
fn aliases_are_followed_without_copying() {
    let (doc, _) = parse("base: &b {x: 1}\nuse: *b\n");
    assert_eq!(doc.root().to_json(), serde_json::json!({"base": {"x": 1}, "use": {"x": 1}}));
}
