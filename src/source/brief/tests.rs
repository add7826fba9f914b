//! Materials, packs and quotes.

use std::sync::LazyLock;

use super::*;
use crate::model::{AnswerLanguage, LanguageSource, QuestionKind, Stakes};
use crate::port::Snapshot;
use crate::source::ShownLines;
use crate::source::memory::MemorySnapshot;

fn question(text: &str) -> Question {
    Question {
        text: text.to_owned(),
        kind: QuestionKind::Open,
        options: Vec::new(),
        constraints: Vec::new(),
        domains: Vec::new(),
        stakes: Stakes::Normal,
        language: AnswerLanguage { name: "English".to_owned(), source: LanguageSource::Default },
    }
}

fn no_outline(_: &str, _: &str) -> Vec<String> {
    Vec::new()
}

static TREE: LazyLock<MemorySnapshot> = LazyLock::new(|| {
    let lines: String = (1..=60).map(|n| format!("line {n}\n")).collect();
    MemorySnapshot::new()
        .file("docs/plan.md", lines)
        .file("docs/short.md", "# Short\nno\u{200b}tice\n")
        .file("image.png", b"\x89PNG\0\0")
        .file("latin.txt", b"caf\xe9\n")
        .file(".env.local", "TOKEN=x\n")
        .file("keys/id_ed25519", "x\n")
        .file("server.pem", "x\n")
        .file("notes.txt", "a\n-----BEGIN OPENSSH PRIVATE KEY-----\nx\n")
        .file("large.txt", "x".repeat((1 << 20) + 1))
        .symlink("link.md")
});

fn of(paths: &[&str]) -> Brief {
    let mut materials = Materials::new(&no_outline);
    for path in paths {
        materials.name(&*TREE, path).expect("it may be shown");
    }
    Brief::new(question("Why?"), materials)
}

#[test]
fn what_may_not_be_shown_is_refused_with_its_reason() {
    for (path, said) in [
        ("../x", "outside the repository"),
        ("/etc/passwd", "outside the repository"),
        ("docs/../docs/plan.md", "outside the repository"),
        ("docs\\plan.md", "outside the repository"),
        ("", "outside the repository"),
        ("docs", "is a folder"),
        ("docs/none.md", "there is no file docs/none.md"),
        ("image.png", "(BINARY)"),
        ("latin.txt", "(NOT_UTF8)"),
        (".env.local", "(SECRET_SUSPECTED)"),
        ("keys/id_ed25519", "(SECRET_SUSPECTED)"),
        ("server.pem", "(SECRET_SUSPECTED)"),
        ("notes.txt", "(SECRET_SUSPECTED)"),
        ("large.txt", "(TOO_LARGE)"),
        ("link.md", "(LINK)"),
    ] {
        let refused = Materials::new(&no_outline).name(&*TREE, path).expect_err(path).to_string();
        assert!(refused.contains(said) && !refused.contains('\n'), "{path}: {refused}");
    }
    let mut materials = Materials::new(&no_outline);
    materials.take(&*TREE, "image.png");
    materials.take(&*TREE, "docs/plan.md");
    materials.name(&*TREE, "./docs/plan.md").expect("it is there already");
    let brief = Brief::new(question("Why?"), materials);
    assert_eq!(brief.materials.len(), 1);
    assert_eq!(brief.excluded, [Excluded { path: "image.png".to_owned(), why: Exclusion::Binary }]);
    let secret = "-----BEGIN RSA PRIVATE KEY-----".to_owned();
    let refused = Materials::new(&no_outline).add(MaterialKind::Note, "note:stdin", secret);
    assert!(refused.expect_err("a secret").to_string().contains("(SECRET_SUSPECTED)"));
}

#[test]
fn a_brief_has_its_caps() {
    let tree = (0..70).fold(MemorySnapshot::new(), |tree, n| tree.file(format!("f{n:02}"), "x\n"));
    let mut materials = Materials::new(&no_outline);
    for entry in tree.entries().iter() {
        materials.take(&tree, &entry.path);
    }
    let refused = materials.name(&tree, "f69").expect_err("too many").to_string();
    assert!(refused.contains("(TOO_MANY)"), "{refused}");
    let brief = Brief::new(question("Why?"), materials);
    assert_eq!((brief.materials.len(), brief.excluded.len()), (MOST_FILES, 6));
    let megabyte = "x".repeat(1 << 20);
    let tree = (0..5).fold(MemorySnapshot::new(), |tree, n| tree.file(format!("f{n}"), &megabyte));
    let mut materials = Materials::new(&no_outline);
    tree.entries().iter().for_each(|entry| materials.take(&tree, &entry.path));
    let brief = Brief::new(question("Why?"), materials);
    assert_eq!(brief.materials.len(), 4);
    assert_eq!(brief.excluded[0].why, Exclusion::TooMany);
}

#[test]
fn the_digest_is_of_question_and_materials() {
    let digest = |text: &str, paths: &[&str]| {
        let mut materials = Materials::new(&no_outline);
        paths.iter().for_each(|path| materials.take(&*TREE, path));
        Brief::new(question(text), materials).digest
    };
    let one = digest("Why?", &["docs/plan.md"]);
    assert_eq!(one, digest("Why?", &["docs/plan.md"]));
    assert_ne!(one, digest("Why not?", &["docs/plan.md"]));
    assert_ne!(one, digest("Why?", &["docs/short.md"]));
    assert_ne!(one, digest("Why?", &[]));
}

#[test]
fn quotes_are_found_in_materials_and_in_what_was_shown() {
    let brief = of(&["docs/plan.md", "docs/short.md"]);
    assert_eq!(brief.find("docs/plan.md", "line 42").map(|place| place.line), Some(42));
    assert_eq!(brief.find("docs/short.md", "no\\u{200b}tice").map(|place| place.line), Some(2));
    for (file, quote) in
        [("docs/plan.md", "line 61"), ("docs/other.md", "line 1"), ("docs/plan.md", " ")]
    {
        assert_eq!(brief.find(file, quote), None, "{file} {quote:?}");
    }
    let shown = ShownLines { path: "src/a.rs", from: 10, text: "fn a() {\n    b();\n}" };
    let ground = BriefGround::with(&brief, [shown]);
    assert!(ground.holds("src/a.rs", "b();") && ground.holds("docs/plan.md", "line 60"));
    assert!(!ground.holds("src/b.rs", "b();") && !ground.holds("src/a.rs", ""));
    assert!(!BriefGround::with(&brief, []).holds("src/a.rs", "b();"));
}

#[test]
fn a_pack_is_whole_or_a_summary_with_what_is_cited() {
    let brief = of(&["docs/plan.md", "docs/short.md"]);
    let whole = Pack::first(&brief, |_| true);
    assert_eq!(whole.shown, PackedAs::Full);
    assert_eq!(whole.materials[0].passages[0].text, *brief.materials[0].text);
    let summary = Pack::first(&brief, |whole| whole.texts().map(str::len).sum::<usize>() < 100);
    assert_eq!(summary, Pack::summary(&brief, []));
    let lines = |pack: &Pack| -> Vec<(u32, u32)> {
        pack.materials[0].passages.iter().map(|passage| (passage.from, passage.to)).collect()
    };
    assert_eq!(lines(&summary), [(1, 20)]);
    assert_eq!(
        (summary.materials[0].lines, summary.materials[0].bytes),
        (60, brief.materials[0].text.len())
    );
    let cites = [
        ("docs/plan.md", "line 60"),
        ("docs/plan.md", "line 24"),
        ("docs/plan.md", "line 42"),
        ("docs/plan.md", "line 47"),
        ("docs/plan.md", "line 99"),
        ("docs/none.md", "line 30"),
    ];
    let cited = Pack::summary(&brief, cites);
    assert_eq!(lines(&cited), [(1, 27), (39, 50), (57, 60)]);
    assert!(cited.materials[0].passages[2].text.ends_with("line 59\nline 60"));
    let turned: Vec<_> = cites.into_iter().rev().collect();
    assert_eq!(Pack::summary(&brief, turned), cited, "the order of cites decides nothing");
}

#[test]
fn a_summary_cuts_what_nobody_reads() {
    let outline = |_: &str, _: &str| (0..100).map(|n| format!("{n} fn f{n}")).collect::<Vec<_>>();
    let tree = MemorySnapshot::new().file("a.txt", "é".repeat(1_000));
    let mut materials = Materials::new(&outline);
    materials.take(&tree, "a.txt");
    let pack = Pack::summary(&Brief::new(question("Why?"), materials), []);
    let shown = &pack.materials[0];
    assert_eq!((shown.outline.len(), shown.outline_left_out), (60, 40));
    assert_eq!(shown.passages[0].text.chars().count(), 401);
}

#[test]
fn a_change_is_what_differs_and_may_be_shown() {
    let base = MemorySnapshot::new()
        .file("a.rs", "a\n")
        .file("b.rs", "b\n")
        .file("c.rs", "c\n")
        .file(".env", "A=1\n")
        .symlink("l");
    let now = MemorySnapshot::new()
        .file("a.rs", "a\n")
        .file("b.rs", "B\n")
        .file("d.rs", "d\n")
        .file(".env", "A=2\n")
        .file("e.bin", b"\0")
        .symlink("l")
        .symlink("m");
    let found: Vec<(String, String)> = changes(&base, &now)
        .into_iter()
        .map(|change| {
            let side = |text: Option<String>| text.unwrap_or_default().trim().to_owned();
            let texts = change.texts.map(|(old, new)| format!("{}>{}", side(old), side(new)));
            (change.path, texts.unwrap_or_else(|why| why.as_str().to_owned()))
        })
        .collect();
    let expected = [
        (".env", "SECRET_SUSPECTED"),
        ("b.rs", "b>B"),
        ("c.rs", "c>"),
        ("d.rs", ">d"),
        ("e.bin", "BINARY"),
        ("m", "LINK"),
    ];
    let expected = expected.map(|(path, what)| (path.to_owned(), what.to_owned()));
    assert_eq!(found, expected);
    assert!(changes(&now, &now).is_empty());
}
