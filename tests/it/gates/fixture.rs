//! Small repositories that carry their expectations in place, as texts.
//!
//! A fixture (`tests/fixtures/gates/*.txt`) is a section `## R12 fails: words` or `## R12 passes:
//! words` of changes to the repository in `base.txt`: `+++ path` with a whole file, `--- path` with
//! lines to take out (`-`) and to put in their place (`+`), `!!! path` to remove a file, `@@@ path`
//! for a link. A line that ends in `#! R12 BLOCKER` expects just that there; `=== path:line R12
//! BLOCKER` says it where a comment cannot stand. `R28 MAJOR because R21` is explained by another.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use council_review::gates::{check_all, repository_findings};
use council_review::model::{Finding, FindingId, Layout, SubjectId};
use council_review::source::memory::MemorySnapshot;
use council_review::source::{Dossier, Library};

/// Each with the repository that its fixtures change. Tickets of `base` have no more than gates 1 to 4
/// ask for, and nothing that they find depends on what the advisory rules say of such tickets.
const AREAS: [(&str, &str); 6] = [
    ("schema", "base"),
    ("acyclicity", "base"),
    ("coverage", "base"),
    ("mapping", "base"),
    ("consequences", "base"),
    ("advisory", "advisory_base"),
];

/// Path, line, rule, severity.
pub(crate) type Row = (String, usize, String, String);

pub(crate) struct Fixture {
    /// `R12 fails: two letters`.
    pub(crate) name: String,
    pub(crate) files: BTreeMap<String, String>,
    pub(crate) links: Vec<String>,
    pub(crate) expected: Vec<Row>,
}

pub(super) fn text(name: &str) -> String {
    text_in("gates", name)
}

/// The text of a fixture file in a folder of the fixtures.
pub(crate) fn text_in(folder: &str, name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(folder);
    std::fs::read_to_string(path.join(format!("{name}.txt"))).expect("a fixture file")
}

/// The fixtures of a file, each with the repository that its changes are made to.
pub(crate) fn sections(changes: &str, base: &str) -> Vec<Fixture> {
    let sections = changes.split("## ").filter(|section| !section.trim().is_empty());
    // A heading of Markdown within a file is none of a fixture.
    let mut whole: Vec<String> = Vec::new();
    for section in sections {
        let is_head = section.lines().next().is_some_and(|head| {
            head.split_once(": ")
                .is_some_and(|(id, _)| id.ends_with(" fails") || id.ends_with(" passes"))
        });
        match whole.last_mut().filter(|_| !is_head) {
            Some(last) => last.extend(["## ", section]),
            None => whole.push(section.to_owned()),
        }
    }
    let made = whole.iter().map(|section| {
        let (name, changes) = section.split_once('\n').expect("a heading");
        let mut fixture = Fixture::blank(name);
        fixture.change(base);
        fixture.change(changes);
        fixture.expect_in_place();
        fixture
    });
    made.collect()
}

pub(super) fn base() -> Fixture {
    fixture_of("base")
}

fn fixture_of(name: &str) -> Fixture {
    let mut base = Fixture::blank(name);
    base.change(&text(name));
    base
}

pub(super) fn fixtures() -> Vec<Fixture> {
    let mut found = vec![base(), fixture_of("advisory_base")];
    for (area, base) in AREAS {
        found.extend(sections(&text(area), &text(base)));
    }
    found
}

/// Bytes that a fixture cannot show.
fn unescaped(line: &str) -> String {
    line.replace("{TAB}", "\t")
        .replace("{CR}", "\r")
        .replace("{NUL}", "\0")
        .replace("{BOM}", "\u{feff}")
        .replace("{MIB}", &"x".repeat(1 << 20))
}

/// A file's bytes; `<FC>` is one that is not UTF-8.
pub(super) fn bytes(content: &str) -> Vec<u8> {
    let parts: Vec<&[u8]> = content.split("<FC>").map(str::as_bytes).collect();
    parts.join(&0xfc)
}

impl Fixture {
    /// One without a file.
    pub(crate) fn blank(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            files: BTreeMap::new(),
            links: Vec::new(),
            expected: Vec::new(),
        }
    }

    pub(crate) fn change(&mut self, changes: &str) {
        let starts = ["+++ ", "--- ", "!!! ", "@@@ ", "=== "];
        let mut lines = changes.lines().peekable();
        while let Some(head) = lines.next() {
            let (mark, rest) = head.split_at_checked(4).expect("a mark and a path");
            let mut body = Vec::new();
            while let Some(line) = lines.next_if(|l| !starts.iter().any(|s| l.starts_with(s))) {
                body.push(unescaped(line));
            }
            match mark {
                "+++ " => {
                    let whole: String = body.iter().map(|line| format!("{line}\n")).collect();
                    self.files.insert(rest.to_owned(), whole);
                }
                "--- " => self.patch(rest, &body),
                "!!! " => {
                    self.files.remove(rest).expect("a file to remove");
                }
                "@@@ " => self.links.push(rest.to_owned()),
                "=== " => {
                    let (place, claim) = rest.split_once(' ').expect("a place and a claim");
                    let (path, line) = place.rsplit_once(':').expect("a path and a line");
                    self.expect(path, line.parse().expect("a line"), claim);
                }
                _ => panic!("{}: {head}", self.name),
            }
        }
    }

    fn patch(&mut self, path: &str, body: &[String]) {
        let file = self.files.get_mut(path).expect("a file to change");
        let mut body = body.iter().peekable();
        while body.peek().is_some() {
            let mut take = |sign: char| {
                let mut block = String::new();
                while let Some(line) = body.next_if(|line| line.starts_with(sign)) {
                    block.push_str(&format!("{}\n", &line[1..]));
                }
                block
            };
            let (old, new) = (take('-'), take('+'));
            assert!(!old.is_empty(), "{}: nothing to replace", self.name);
            assert!(file.contains(&old), "{}: {path} lacks {old:?}", self.name);
            *file = file.replacen(&old, &new, 1);
        }
    }

    fn expect(&mut self, path: &str, line: usize, claims: &str) {
        for claim in claims.trim().split(", ") {
            let (rule, severity) = claim.split_once(' ').expect("a rule and a severity");
            let row = (path.to_owned(), line, rule.to_owned(), severity.to_owned());
            self.expected.push(row);
        }
    }

    fn expect_in_place(&mut self) {
        for (path, content) in self.files.clone() {
            for (index, line) in content.lines().enumerate() {
                if let Some((_, claims)) = line.split_once("#! ") {
                    self.expect(&path, index + 1, claims);
                }
            }
        }
        self.expected.sort();
    }

    pub(super) fn library(&self) -> Arc<Library> {
        Arc::new(Library::load(&self.tree(), Layout::default()))
    }

    /// Its files and links.
    pub(crate) fn tree(&self) -> MemorySnapshot {
        let mut tree = MemorySnapshot::new();
        for (path, content) in &self.files {
            tree = tree.file(path, bytes(content));
        }
        for link in &self.links {
            tree = tree.symlink(link);
        }
        tree
    }

    /// What is said of each RFC, in the order of the ids that the findings have there.
    pub(super) fn reviews(&self) -> Vec<(SubjectId, Vec<Finding>)> {
        let library = self.library();
        let review = |rfc: SubjectId| {
            let dossier = Dossier::build(Arc::clone(&library), &rfc).expect("a known RFC");
            let findings = check_all(&dossier).into_iter().flat_map(|result| result.findings);
            (rfc, findings.collect())
        };
        Dossier::known(&library).into_iter().map(review).collect()
    }

    /// Everything that is said of any RFC, and of the repository.
    pub(super) fn findings(&self) -> Vec<Finding> {
        let of_repository = repository_findings(&self.library());
        let of_rfcs = self.reviews().into_iter().flat_map(|(_, findings)| findings);
        of_repository.into_iter().chain(of_rfcs).collect()
    }

    /// The same as rows; what others explain names their rules: `MAJOR because R21`.
    pub(super) fn rows(&self) -> Vec<Row> {
        let mut rules: BTreeMap<FindingId, String> = BTreeMap::new();
        for (rfc, findings) in self.reviews() {
            for (at, finding) in findings.iter().enumerate() {
                rules.insert(FindingId::numbered(&rfc, at + 1), finding.rule.to_string());
            }
        }
        let mut rows = rows(&self.findings(), &rules);
        let is_of_advisory = self.name.starts_with('L') || self.name == "advisory_base";
        rows.retain(|(_, _, rule, _)| is_of_advisory || rule.starts_with('R'));
        rows
    }
}

fn rows(findings: &[Finding], rules: &BTreeMap<FindingId, String>) -> Vec<Row> {
    let weight = |finding: &Finding| {
        let causes: Vec<&str> = finding.because.iter().map(|id| rules[id].as_str()).collect();
        match causes.as_slice() {
            [] => finding.severity.to_string(),
            causes => format!("{} because {}", finding.severity, causes.join(" ")),
        }
    };
    let mut rows: Vec<Row> = findings
        .iter()
        .map(|finding| {
            (
                finding.location.file.clone(),
                finding.location.line as usize,
                finding.rule.to_string(),
                weight(finding),
            )
        })
        .collect();
    rows.sort();
    rows
}
