//! Tickets in a Markdown file, from its bytes to a SARIF log: the places are those that an editor
//! shows. A reader of a few lines stands in for those of the formats.

use std::sync::Arc;

use crate::support::sit::sit;
use council_review::app::Workspace;
use council_review::app::review::Seats;
use council_review::config::Config;
use council_review::evidence::v2::bundle::Bundle;
use council_review::evidence::{read, seal};
use council_review::gates::Overview;
use council_review::markdown::{BlockKind, BlockRef};
use council_review::model::policy::ReviewDepth;
use council_review::model::{NodePath, SubjectId, TicketId};
use council_review::report::{REPORTS, ReportInput, Style};
use council_review::source::memory::MemorySnapshot;
use council_review::source::{
    DependencyEntry, Dossier, Library, SourceText, Text, Ticket, TicketStatus,
};
use serde_json::{Value, json};

const FILE: &str = "specs/001-photo-albums/tasks.md";

const TASKS: &str = "\
# Tasks: Photo albums

**Input**: the design in `specs/001-photo-albums/`

## Phase 1: Setup

- [x] T001 Create the table in `src/db.rs`

## Phase 2: Albums (US1)

- [ ] T002 [US1] List álbums in `src/list.rs`,
      which depends on T001
- [ ] T003 [P] [US1] Drag photos – é, depends on T009
- [ ] T004 [US2] Share an album, depends on T003

```
- [ ] T005 depends on T008, and is no task
```

> Nothing else.
";

fn rfc() -> SubjectId {
    "RFC-0001".parse().expect("an id")
}

fn id(task: &str) -> TicketId {
    format!("TCK-00{}", &task[1..]).parse().expect("an id")
}

/// The task that a list item is: `T012` behind its box, and `depends on T011` in its text.
fn task(source: &Arc<SourceText>, item: BlockRef<'_>) -> Option<Ticket> {
    let BlockKind::Item { checkbox: Some(checkbox) } = item.kind() else { return None };
    let tree = source.markdown().expect("Markdown");
    let own = item.children().next()?.span();
    let word = |at: usize| &tree.text()[at..at + "T001".len()];
    let text = |span: std::ops::Range<usize>| Text {
        value: tree.text()[span.clone()].to_owned(),
        place: tree.place_of(span),
    };
    let start = checkbox.span.end + 1;
    let mut ticket = Ticket::blank(FILE.to_owned(), id(word(start)), Arc::clone(source));
    ticket.id = Some(text(start..start + "T001".len()));
    ticket.title = Some(text(start + "T001 ".len()..own.end));
    ticket.known_status =
        Some(if checkbox.mark == 'x' { TicketStatus::Done } else { TicketStatus::Open });
    ticket.rfc = rfc().rfc().cloned();
    ticket.header = item.place();
    ticket.binds = item.place();
    let waits = tree.text()[own.clone()].match_indices("depends on ");
    ticket.dependencies = waits
        .map(|(at, words)| {
            let at = own.start + at + words.len();
            let target = id(word(at)).to_string();
            DependencyEntry { target, place: tree.place_of(at..at + "T001".len()) }
        })
        .collect();
    Some(ticket)
}

fn workspace(bytes: &[u8]) -> Workspace {
    let snapshot = MemorySnapshot::new().file(FILE, bytes);
    let mut library = Library::load(&snapshot, Config::default().layout);
    library.take_in(FILE, bytes, true, |source| {
        let tree = source.markdown().expect("Markdown");
        tree.blocks().filter_map(|item| task(source, item)).collect()
    });
    let library = Arc::new(library);
    let gates = Overview::of(Arc::clone(&library));
    Workspace { library, gates, ..Workspace::open(&snapshot, None).expect("it opens") }
}

fn reviewed(workspace: &Workspace) -> Bundle {
    let nobody = |_: &Arc<Dossier>| Seats::new();
    let bundle = sit(workspace, &rfc(), ReviewDepth::Standard, &nobody).expect("it ends").bundle;
    // Evidence of such files is read as it was written.
    let bytes = seal::bytes(&bundle);
    assert_eq!(read::bundle(&bytes).expect("it is read"), bundle);
    bundle
}

fn results(bundle: &Bundle) -> Vec<Value> {
    let sarif = REPORTS.iter().find(|report| report.name() == "sarif").expect("a format");
    let input = ReportInput {
        bundle,
        file: "a/b.yaml",
        link_base: None,
        fixes: &[],
        style: Style::default(),
    };
    let log: Value = serde_json::from_str(&sarif.render(&input)).expect("JSON");
    log["runs"][0]["results"].as_array().expect("a list").clone()
}

#[test]
fn a_markdown_ticket_goes_from_bytes_to_sarif_with_its_line_and_column() {
    assert_eq!(TASKS.lines().count(), 20);
    let line = TASKS.lines().nth(12).expect("line 13");
    let column = line.find("T009").map(|at| line[..at].chars().count() + 1).expect("it is there");
    let windows = format!("\u{feff}{}", TASKS.replace('\n', "\r\n"));
    for bytes in [TASKS, &windows] {
        let workspace = workspace(bytes.as_bytes());
        let dossier = workspace.dossier(&rfc()).expect("tickets bind it");
        let ids: Vec<&str> = dossier.tickets().map(|ticket| ticket.stem.as_str()).collect();
        assert_eq!(ids, ["TCK-00001", "TCK-00002", "TCK-00003", "TCK-00004"]);
        let results = results(&reviewed(&workspace));
        let broken: Vec<&Value> = results.iter().filter(|r| r["ruleId"] == "R21").collect();
        let [broken] = broken[..] else { panic!("one task waits for none: {results:#?}") };
        assert_eq!(
            broken["locations"][0]["physicalLocation"],
            json!({
                "artifactLocation": { "uri": FILE, "uriBaseId": "SRCROOT" },
                "region": {
                    "startLine": 13, "startColumn": column, "endLine": 13, "endColumn": column + 4,
                    "snippet": { "text": line },
                },
            })
        );
        assert_eq!(broken["properties"]["ticket"], "TCK-00003");
        assert_eq!(broken["properties"]["yamlPath"], "");
        assert_eq!(broken["properties"]["path"], "item(3)");
    }
}

#[test]
fn a_quote_is_found_in_the_section_or_item_that_is_named() {
    let workspace = workspace(TASKS.as_bytes());
    let dossier = workspace.dossier(&rfc()).expect("tickets bind it");
    let source = dossier.text(FILE).expect("a file of the dossier");
    let at = |path: &str, quote: &str| {
        let place = source.find(&source.node(path)?, quote)?;
        Some((place.line, place.column, place.path))
    };
    let phase = "heading(\"Phase 2: Albums (US1)\")";
    let section = NodePath::Heading("Phase 2: Albums (US1)".to_owned());
    assert_eq!(at(phase, "álbums in"), Some((11, 23, section)));
    assert_eq!(at("item(4)", "T003"), Some((14, 45, NodePath::Item(4))));
    assert_eq!(at("", "T003"), Some((13, 7, NodePath::Line)));
    for (path, quote) in [("item(4)", "T002"), ("item(9)", "T002"), ("a.b", "T002")] {
        assert_eq!(at(path, quote), None, "{path}");
    }
}

#[test]
fn a_markdown_file_that_cannot_be_read_is_a_flaw_and_no_ticket() {
    let snapshot = MemorySnapshot::new();
    let mut library = Library::load(&snapshot, Config::default().layout);
    let never = |_: &Arc<SourceText>| panic!("there is nothing to read");
    library.take_in(FILE, b"# a\nb\0\n", true, never);
    let flaws = library.flaws_of(FILE);
    let told: Vec<(u32, u32, &str)> = flaws
        .iter()
        .map(|flaw| (flaw.place.line, flaw.place.column, flaw.message.as_str()))
        .collect();
    assert_eq!(told, [(2, 2, "a NUL byte")]);
    assert!(library.tickets.is_empty());
}
