//! What a LOOK gives over a small tree, and that nothing else is read.

use super::*;
use crate::source::memory::MemorySnapshot;
use crate::symbols;

const CODE: &str = "use std::fs;\n\n/// Claims.\npub fn claim(name: &str) -> bool {\n    held(name)\n}\n\nfn held(name: &str) -> bool {\n    !name.is_empty()\n}\n";
const USER: &str =
    "fn main() {\n    let a = 1;\n    claim(\"a\");\n    other(a);\n    claim(\"b\");\n}\n";

fn tree() -> MemorySnapshot {
    MemorySnapshot::new()
        .file("src/store.rs", CODE)
        .file("src/main.rs", USER)
        .file("src/deep/a.txt", "one\ntwo\nthree\n")
        .file("long.txt", "line of text\n".repeat(500))
        .file("wide.txt", format!("{}\nshort\n", "x".repeat(30_000)))
        .file("empty.txt", "")
        .file("bin.dat", b"a\0b")
        .file("latin.txt", b"caf\xe9")
        .file("huge.txt", "y".repeat((1 << 20) + 1))
        .file(".env.local", "KEY=1\n")
        .file("conf/id_ed25519", "x\n")
        .file("src/id_map.rs", "fn map() {}\n")
        .file("notes.txt", "a\n-----BEGIN OPENSSH PRIVATE KEY-----\nx\n")
        .file("evidence/rfc/RFC-0001/reviews/council_session_1.yaml", "secret: said\n")
        .file("evidence/council/x.yaml", "secret: said\n")
        .file("private/a.rs", "fn hidden() {}\n")
        .symlink("link.rs")
        .special("module")
}

fn looker(policy: &LookPolicy) -> Looker {
    let snapshot = Arc::new(tree());
    let read = Arc::clone(&snapshot);
    let index =
        move || Arc::new(symbols::build(read.as_ref(), None, &|| false).unwrap_or_default());
    Looker::new(snapshot, &Layout::default(), policy, Box::new(index))
}

fn ask(request: LookRequest) -> Vec<ShownPage> {
    let policy = LookPolicy { deny: vec!["private/**".to_owned()], ..LookPolicy::default() };
    looker(&policy).answer(&[request], MOST_OF_ROUND)
}

fn file(path: &str, from: u32, lines: u32) -> LookRequest {
    LookRequest::File { path: path.to_owned(), from, lines }
}

fn search(text: &str, glob: &str) -> LookRequest {
    LookRequest::Search { text: text.to_owned(), glob: glob.to_owned() }
}

fn list(folder: &str) -> LookRequest {
    LookRequest::List { folder: folder.to_owned() }
}

/// Status, reason, path, lines and text of each page.
type Row = (LookStatus, Option<Refusal>, String, String, String);

fn rows(pages: &[ShownPage]) -> Vec<Row> {
    let row = |page: &ShownPage| {
        let path = page.path.clone().unwrap_or_default();
        (page.status, page.why, path, page.lines().unwrap_or_default(), page.text.clone())
    };
    pages.iter().map(row).collect()
}

#[test]
fn lines_of_a_file_are_shown_as_they_stand() {
    let pages = ask(file("src/deep/a.txt", 2, 9));
    let row =
        (LookStatus::Shown, None, "src/deep/a.txt".into(), "2-3".into(), "two\nthree\n".into());
    assert_eq!(rows(&pages), [row]);
    assert!(pages[0].blob.is_some());
    let pages = ask(file("long.txt", 1, 1_000));
    assert_eq!(
        (pages[0].status, pages[0].lines(), pages[0].left_out),
        (LookStatus::Cut, Some("1-400".into()), 100)
    );
    let pages = ask(file("wide.txt", 1, 2));
    assert_eq!(
        (pages[0].status, pages[0].text.as_str(), pages[0].left_out),
        (LookStatus::Cut, "", 2)
    );
    // What is there and empty is not what is missing.
    let pages = ask(file("empty.txt", 1, 5));
    assert_eq!(
        (pages[0].status, pages[0].lines(), pages[0].bytes),
        (LookStatus::Shown, None, Some(0))
    );
    for (path, from) in
        [("src/deep/a.txt", 4), ("src/deep", 1), ("src/no.rs", 1), (".git/config", 1)]
    {
        assert_eq!(ask(file(path, from, 5))[0].status, LookStatus::None, "{path}");
    }
}

#[test]
fn bad_input_is_refused_and_says_why() {
    let long = "a/".repeat(600) + "b";
    for (path, why) in [
        ("/etc/passwd", Refusal::Outside),
        ("../secret", Refusal::Outside),
        ("src/../../secret", Refusal::Outside),
        ("src\\store.rs", Refusal::Outside),
        ("src/store.rs\0", Refusal::Outside),
        ("", Refusal::Outside),
        ("./src/store.rs", Refusal::Outside),
        (long.as_str(), Refusal::Outside),
        ("link.rs", Refusal::Link),
        ("link.rs/a", Refusal::Link),
        ("module", Refusal::Submodule),
        ("module/a.rs", Refusal::Submodule),
        ("bin.dat", Refusal::Binary),
        ("latin.txt", Refusal::NotUtf8),
        ("huge.txt", Refusal::TooLarge),
        (".env.local", Refusal::SecretSuspected),
        ("conf/id_ed25519", Refusal::SecretSuspected),
        ("notes.txt", Refusal::SecretSuspected),
        ("evidence/rfc/RFC-0001/reviews/council_session_1.yaml", Refusal::Evidence),
        ("Evidence/RFC/x", Refusal::Evidence),
        ("evidence/council/x.yaml", Refusal::Evidence),
        ("private/a.rs", Refusal::NotAllowed),
    ] {
        let pages = ask(file(path, 1, 9));
        assert_eq!(
            rows(&pages),
            [(LookStatus::Refused, Some(why), String::new(), String::new(), String::new())],
            "{path}"
        );
    }
    assert_eq!(ask(file("src/id_map.rs", 1, 9))[0].status, LookStatus::Shown);
    let hostile = "*".repeat(201);
    for (text, glob) in
        [("ab", "**"), (&"x".repeat(201), "**"), ("a\nb\nc", "**"), ("claim", hostile.as_str())]
    {
        assert_eq!(ask(search(text, glob))[0].why, Some(Refusal::Outside), "{text:?} {glob}");
    }
    for (folder, why) in [
        ("../x", Refusal::Outside),
        ("link.rs", Refusal::Link),
        ("module", Refusal::Submodule),
        ("evidence/rfc", Refusal::Evidence),
    ] {
        assert_eq!(ask(list(folder))[0].why, Some(why), "{folder}");
    }
}

#[test]
fn a_text_is_found_by_path_and_line_where_it_may_be_shown() {
    let shown = rows(&ask(search("claim(", "src/**/*.rs")));
    let shown: Vec<(&str, &str)> =
        shown.iter().map(|row| (row.2.as_str(), row.3.as_str())).collect();
    assert_eq!(shown, [("src/main.rs", "2-6"), ("src/store.rs", "3-5")]);
    for (text, glob) in [("secret", "**"), ("KEY=", "**"), ("hidden()", "**"), ("claim(", "*.rs")] {
        assert_eq!(ask(search(text, glob))[0].status, LookStatus::None, "{text} {glob}");
    }
    let many = ask(search("line of text", "**"));
    assert_eq!(
        (many.last().expect("a page").status, many.last().expect("a page").left_out),
        (LookStatus::Cut, 450)
    );
}

#[test]
fn a_folder_is_listed_and_not_what_is_below_it() {
    let pages = ask(list("src"));
    assert_eq!(
        pages[0].text,
        format!(
            "deep/\nid_map.rs  12 bytes\nmain.rs  {} bytes\nstore.rs  {} bytes\n",
            USER.len(),
            CODE.len()
        )
    );
    assert_eq!((pages[0].from, pages[0].lines()), (0, None));
    let root = &ask(list(""))[0].text;
    assert!(
        root.contains("link.rs  link\n")
            && root.contains("module  submodule\n")
            && root.contains("evidence/\n")
    );
    assert_eq!(ask(list("private"))[0].text, "a.rs  not shown\n");
    assert_eq!(ask(list("nowhere"))[0].status, LookStatus::None);
}

#[cfg(feature = "symbols")]
#[test]
fn a_name_is_shown_where_it_is_defined_and_called() {
    let shown = rows(&ask(LookRequest::Symbol { name: "claim".to_owned() }));
    assert_eq!(shown.len(), 1);
    assert_eq!((shown[0].2.as_str(), shown[0].3.as_str()), ("src/store.rs", "4-6"));
    let shown = rows(&ask(LookRequest::Callers { name: "claim".to_owned() }));
    let shown: Vec<(&str, &str)> =
        shown.iter().map(|row| (row.2.as_str(), row.3.as_str())).collect();
    assert_eq!(shown, [("src/main.rs", "1-1"), ("src/main.rs", "3-3"), ("src/main.rs", "5-5")]);
    for name in ["nobody", "hidden"] {
        assert_eq!(ask(LookRequest::Symbol { name: name.to_owned() })[0].status, LookStatus::None);
    }
    let none = Looker::new(
        Arc::new(tree()),
        &Layout::default(),
        &LookPolicy::default(),
        Box::new(Arc::default),
    );
    let pages = none.answer(&[LookRequest::Symbol { name: "claim".to_owned() }], MOST_OF_ROUND);
    assert_eq!(pages[0].why, Some(Refusal::NoIndex));
}

#[test]
fn a_round_has_its_cap_and_the_same_bytes_each_time() {
    let requests: Vec<LookRequest> = (0..8).map(|_| file("long.txt", 1, 400)).collect();
    let policy = LookPolicy::default();
    let pages = looker(&policy).answer(&requests, 12_000);
    let shown: usize = pages.iter().map(|page| page.text.chars().count()).sum();
    assert!(shown <= 12_000 && shown > 11_900, "{shown}");
    assert_eq!(
        pages.iter().map(|page| page.request).collect::<Vec<_>>(),
        (1..=8).collect::<Vec<_>>()
    );
    assert!(pages[3..].iter().all(|page| page.status == LookStatus::Cut && page.left_out == 400));
    assert_eq!(looker(&policy).answer(&requests, 12_000), pages);
    let thousand: Vec<LookRequest> = (0..1_000).map(|_| list("src")).collect();
    assert_eq!(looker(&policy).answer(&thousand, 12_000).len(), 1_000);
}
