//! What reading makes of files, ordinary, odd and hostile.

use proptest::prelude::*;

use super::*;
use crate::model::{FaultKind, NodePath, Place};

fn tree(text: &str) -> MarkdownTree {
    read(text.as_bytes()).expect("readable")
}

/// `12:1-14:5` and what is there.
fn told(text: &str) -> Vec<String> {
    let tree = tree(text);
    let of = |block: BlockRef<'_>| {
        let Place { path, line, column, end_line, end_column } = block.place();
        let kind = match block.kind() {
            BlockKind::FrontMatter => "front".to_owned(),
            BlockKind::Heading { level, text } => format!("h{level} {text}"),
            BlockKind::Paragraph => "text".to_owned(),
            BlockKind::List { is_numbered: true } => "numbers".to_owned(),
            BlockKind::List { is_numbered: false } => "list".to_owned(),
            BlockKind::Item { checkbox: None } => "item".to_owned(),
            BlockKind::Item { checkbox: Some(Checkbox { mark, span }) } => {
                assert_eq!(tree.text()[span.clone()], format!("[{mark}]"));
                format!("item [{mark}]")
            }
            BlockKind::Code { info: None } => "code".to_owned(),
            BlockKind::Code { info: Some(info) } => format!("code {info}"),
            BlockKind::Quote => "quote".to_owned(),
            BlockKind::Html => "html".to_owned(),
            BlockKind::Rule => "rule".to_owned(),
            BlockKind::Definitions => "definitions".to_owned(),
        };
        let path = match path {
            NodePath::Line => String::new(),
            path => format!(" of {path}"),
        };
        format!("{line}:{column}-{end_line}:{end_column} {kind}{path}")
    };
    tree.blocks().map(of).collect()
}

#[test]
fn every_block_knows_its_place() {
    let text = "---\nid: x\n---\n\n# Tásks `all`\n\nOne\ntwo.  \n\n- [ ] T001 a\n  b\n  - [X] c\n-\t[~] d\n\
                \n```rust\n- [ ] no\n```\n\nSub\n---\n\n1. one\n\n   more\n2. two\n\n> # in\n> x\n\n***\n\
                <!-- a\nb -->\n\n    code\n\n[l]: /x\n[m]: /y\n";
    assert_eq!(
        told(text),
        [
            "1:1-3:4 front",
            "5:1-5:14 h1 Tásks all of heading(\"Tásks all\")",
            "7:1-8:5 text of heading(\"Tásks all\")",
            "10:1-13:8 list of heading(\"Tásks all\")",
            "10:1-12:10 item [ ] of item(1)",
            "10:3-11:4 text of item(1)",
            "12:3-12:10 list of item(1)",
            "12:3-12:10 item [X] of item(2)",
            "12:5-12:10 text of item(2)",
            "13:1-13:8 item [~] of item(3)",
            "13:3-13:8 text of item(3)",
            "15:1-17:4 code rust of heading(\"Tásks all\")",
            "19:1-20:4 h2 Sub of heading(\"Sub\")",
            "22:1-25:7 numbers of heading(\"Sub\")",
            "22:1-24:8 item of item(4)",
            "22:4-22:7 text of item(4)",
            "24:4-24:8 text of item(4)",
            "25:1-25:7 item of item(5)",
            "25:4-25:7 text of item(5)",
            "27:1-28:4 quote of heading(\"Sub\")",
            "27:3-27:7 h1 in of heading(\"in\")",
            "28:3-28:4 text of heading(\"Sub\")",
            "30:1-30:4 rule of heading(\"Sub\")",
            "31:1-32:6 html of heading(\"Sub\")",
            "34:5-34:9 code of heading(\"Sub\")",
            "36:1-37:8 definitions of heading(\"Sub\")",
        ]
    );
}

#[test]
fn a_path_leads_to_the_section_or_item_and_to_nothing_else() {
    let tree = tree("# A\n\nx\n\n## B\n\n- one\n\n## B\n\n- two\n  - three\n\n# C\n");
    let lines = |path: NodePath| tree.at(&path).map(|place| (place.line, place.end_line));
    let heading = |text: &str| lines(NodePath::Heading(text.to_owned()));
    assert_eq!(heading("A"), Some((1, 12)));
    assert_eq!(heading("B"), Some((5, 7)));
    assert_eq!(heading("C"), Some((14, 14)));
    assert_eq!(heading("D"), None);
    assert_eq!(lines(NodePath::Item(2)), Some((11, 12)));
    assert_eq!(lines(NodePath::Item(3)), Some((12, 12)));
    for none in [NodePath::Item(0), NodePath::Item(4), NodePath::Line, NodePath::yaml("A")] {
        assert_eq!(lines(none), None);
    }
    // Of the second heading with one text, no path tells.
    let second = tree.blocks().filter(|block| block.source() == "## B").nth(1);
    let second = second.expect("two such headings");
    assert_eq!(second.path(), NodePath::Line);
    assert_eq!(&tree.text()[second.section()], "## B\n\n- two\n  - three");
    let three = tree.place_of(tree.text().find("three").expect("it is there")..0);
    assert_eq!((three.path, three.line, three.column), (NodePath::Item(3), 12, 5));
}

#[test]
fn a_box_stands_first_and_apart() {
    let boxed = |line: &str| {
        let tree = tree(&format!("{line}\n"));
        let kinds: Vec<BlockKind> = tree.blocks().map(|block| block.kind().clone()).collect();
        kinds.into_iter().find_map(|kind| match kind {
            BlockKind::Item { checkbox } => checkbox.map(|checkbox| checkbox.mark),
            _ => None,
        })
    };
    for (line, mark) in [
        ("- [ ] a", ' '),
        ("* [x] a", 'x'),
        ("+  [X] a", 'X'),
        ("12) [-] a", '-'),
        ("1. [~]", '~'),
        ("- [ ]\ta", ' '),
    ] {
        assert_eq!(boxed(line), Some(mark), "{line}");
    }
    for line in ["- [ ]a", "-[ ] a", "- a [x]", "- [y] a", "- [  ] a", "- [x](b)", "[ ] a", "-"] {
        assert_eq!(boxed(line), None, "{line}");
    }
}

#[test]
fn ends_of_lines_and_marks_of_order_make_no_difference() {
    let text = "# é\n\n- [ ] a\tb\n  c\n";
    for other in [
        text.replace('\n', "\r\n"),
        text.replace('\n', "\r"),
        format!("\u{feff}{text}"),
        text.trim_end().to_owned(),
    ] {
        assert_eq!(told(&other), told(text), "{other:?}");
    }
    assert_eq!(told(""), Vec::<String>::new());
    assert_eq!(told("\n \n"), Vec::<String>::new());
    // A front matter ends, and begins with the first line.
    assert_eq!(told("---\na: 1\n...\nx")[0], "1:1-3:4 front");
    assert_eq!(told("---\na: 1\n")[0], "1:1-1:4 rule");
    assert_eq!(told("\n---\na: 1\n---\n")[0], "2:1-2:4 rule");
}

#[test]
fn hostile_files_are_one_fault_or_read_at_once() {
    let fatal = |text: &str| {
        let fault = read(text.as_bytes()).expect_err("no tree");
        (fault.kind, fault.place.line, fault.place.column)
    };
    assert_eq!(fatal(&"x".repeat((1 << 20) + 1)), (FaultKind::Limit, 1, 1));
    assert_eq!(fatal("a\nb\0"), (FaultKind::NotText, 2, 2));
    let fault = read(b"a\r\xe9\n").expect_err("not UTF-8");
    assert_eq!((fault.kind, fault.place.line), (FaultKind::NotText, 2));
    assert_eq!(fatal(&format!("x\n\n{}", ">".repeat(65))), (FaultKind::Limit, 3, 65));
    tree(&">".repeat(63));
    for open in ["- ", "> ", ">", "1. "] {
        let deep = format!("{}x", open.repeat((1 << 20) / open.len() - 1));
        assert_eq!(fatal(&deep).0, FaultKind::Limit, "{open}");
    }
    assert_eq!(fatal(&"-\n".repeat(1 << 19)).0, FaultKind::Limit);
    assert_eq!(tree(&"- [ ] T0001 a\n".repeat(50_000)).blocks().count(), 100_001);
    for line in ["[", "*", "`", "<", "![", "]("] {
        tree(&line.repeat((1 << 20) / line.len()));
    }
}

/// Pieces of which odd files are made.
const PIECES: [&str; 30] = [
    "\n", "\n\n", "\r\n", "\r", "\t", " ", "  ", "    ", "- ", "* ", "1. ", "[ ] ", "[x] ", "# ",
    "## ", "> ", "```", "~~~", "---\n", "===\n", "<!--", "-->", "[a]: b\n", "|a|b|\n", "é",
    "\u{200b}", "word", "\u{feff}", "\u{b}", "\u{c}\n",
];

fn texts() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(prop::sample::select(&PIECES[..]), 0..60);
    prop_oneof![pieces.prop_map(|pieces| pieces.concat()), any::<String>()]
}

proptest! {
    #[test]
    fn any_bytes_are_a_tree_or_a_fault(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        match read(&bytes) {
            Ok(tree) => tree.blocks().for_each(|block| drop(block.place())),
            Err(fault) => prop_assert!(fault.kind.is_fatal()),
        }
    }

    #[test]
    fn blocks_hold_all_that_is_said_and_each_other(text in texts()) {
        let Ok(tree) = read(text.as_bytes()) else { return Ok(()) };
        let text = tree.text();
        let mut outer: Vec<BlockRef<'_>> = Vec::new();
        for block in tree.blocks() {
            let span = block.span();
            prop_assert!(text.get(span.clone()).is_some(), "{span:?}");
            prop_assert!(!block.source().ends_with([' ', '\t', '\n']), "{:?}", block.source());
            match block.parent() {
                Some(parent) => {
                    let holds = parent.span();
                    prop_assert!(holds.start <= span.start && span.end <= holds.end);
                }
                None => outer.push(block),
            }
            let mut known = span.start;
            for child in block.children() {
                prop_assert!(known <= child.span().start, "{:?}", block.kind());
                known = child.span().end;
            }
            // A path leads to where it comes from.
            let path = block.path();
            match tree.at(&path) {
                Some(place) => {
                    let lines = text.lines_range(place.line, place.end_line);
                    prop_assert!(lines.start <= span.start && span.end <= lines.end, "{path}");
                }
                None => prop_assert_eq!(path, NodePath::Line),
            }
        }
        let mut known = 0;
        for block in outer {
            let span = block.span();
            let between = text.get(known..span.start);
            prop_assert!(between.is_some_and(|b| b.trim().is_empty()), "{between:?}");
            known = span.end;
        }
        prop_assert!(text[known..].trim().is_empty(), "{:?}", &text[known..]);
    }

    #[test]
    fn headings_are_those_of_the_tree(text in texts()) {
        let Ok(tree) = read(text.as_bytes()) else { return Ok(()) };
        prop_assume!(!matches!(tree.blocks().next().map(BlockRef::kind), Some(BlockKind::FrontMatter)));
        let own = tree.blocks().filter_map(|block| match block.kind() {
            BlockKind::Heading { text, .. } => Some((block.span().start, text.clone())),
            _ => None,
        });
        let told = headings(tree.text()).map(|(at, title)| (at, title.trim().to_owned()));
        prop_assert_eq!(told.collect::<Vec<_>>(), own.collect::<Vec<_>>());
    }
}
