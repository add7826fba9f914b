//! Prompts over foreign text: nothing of it stands outside of a fence, and no fence is closed,
//! opened or named from within.

use std::sync::{Arc, OnceLock};

use super::seat_id::SeatId;
use council_review::core::assignment::Rendered;
use council_review::council::rfc::answer::Cite;
use council_review::council::rfc::ask::{
    Ask, BlockerView, CopyView, Division, FindingView, ProposalView, Task,
};
use council_review::council::rfc::render::render;
use council_review::model::{Digest, FindingId, GateId, NodePath, Place, Severity, Subcategory};
use council_review::source::Dossier;
use council_review::symbols::Index;

use super::base::{self, DECISIONS, IMPORTS, TICKET};

/// Stands in a text for the boundary that a seat has read.
const READ: &str = "BOUNDARY";

pub fn fence(bytes: &[u8]) {
    static PLAIN: OnceLock<Vec<Rendered>> = OnceLock::new();
    let plain = PLAIN.get_or_init(|| shown(&texts("plain words"), "plain words"));
    let text = String::from_utf8_lossy(bytes).into_owned();
    let dossier = texts(&text);
    let first = shown(&dossier, &text);
    same_outside(plain, &first);
    // A seat has read the boundary of a prompt, and may write it down.
    let shared = whole(&first[0]);
    let boundary = said(&shared).expect("the rules declare one");
    let knowing = text.replace(READ, boundary);
    if knowing != text {
        same_outside(plain, &shown(&dossier, &knowing));
    }
}

/// The repository with a text in its documents.
fn texts(text: &str) -> Arc<Dossier> {
    let quoted = quoted(text);
    let files = base::files();
    let titled = |path: &str, line: &str| {
        let file = &files[path];
        let at = file.find(line).unwrap_or_else(|| panic!("no {line:?} in {path}"));
        let start = at + line.len();
        let end = start + file[start..].find('\n').expect("it ends");
        format!("{}{quoted}{}", &file[..start], &file[end..])
    };
    let tree = base::tree(TICKET, titled(TICKET, "    title: ").as_bytes());
    let tree = tree.file(DECISIONS, titled(DECISIONS, "    title: "));
    let tree = tree.file(IMPORTS, titled(IMPORTS, "      title: "));
    base::dossier(&tree).expect("an RFC")
}

/// A text in double quotes, in YAML, which takes fewer characters raw than JSON does.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            ' '..='~' => out.push(c),
            c => out.push_str(&format!("\\U{:08x}", u32::from(c))),
        }
    }
    out.push('"');
    out
}

fn cite(text: &str) -> Cite {
    Cite { path: text.to_owned(), lines: text.to_owned(), quote: text.to_owned() }
}

fn finding(number: usize, text: &str) -> FindingView {
    FindingView {
        finding_id: FindingId::numbered(&base::rfc(), number),
        digest: Digest::of(&number.to_be_bytes()),
        rule: None,
        gate_id: GateId::Implementability,
        category: Subcategory::IncompletePlan.category(),
        subcategory: Subcategory::IncompletePlan,
        severity: Severity::Blocker,
        location: Place { path: NodePath::yaml(text), ..Place::line(20) }.in_file(text),
        ticket_id: Some("TCK-00001".parse().expect("an id")),
        quote: text.to_owned(),
        cites: vec![cite(text)],
        description: text.to_owned(),
        your_stance: None,
        copies: Vec::new(),
    }
}

/// A finding with a duplicate.
fn told_twice(number: usize, text: &str) -> FindingView {
    let copy = CopyView {
        finding_id: FindingId::numbered(&base::rfc(), number + 10),
        location: Place { path: NodePath::yaml(text), ..Place::line(3) }.in_file(text),
        quote: text.to_owned(),
        cites: vec![cite(text)],
        description: text.to_owned(),
    };
    FindingView { copies: vec![copy], ..finding(number, text) }
}

/// Every question about a dossier, with a text in all that seats said before.
fn shown(dossier: &Dossier, text: &str) -> Vec<Rendered> {
    let ways = vec![ProposalView { proposal_id: "P1".to_owned(), text: text.to_owned() }];
    let blocker = BlockerView { finding: finding(2, text), proposals: ways };
    let note = council_review::council::rfc::ask::OnboardingNote {
        after_cycle: 1,
        focus_areas: Vec::new(),
        gate_results: Vec::new(),
        contested_items: Vec::new(),
        convergence_targets: Vec::new(),
        consensus_candidates: Vec::new(),
    };
    let questions = [
        Ask::Structural {
            gates: Vec::new(),
            findings: vec![finding(1, text)],
            reading: Division::Whole,
            most: 0,
        },
        Ask::Feasibility {
            note: note.clone(),
            of_gates: Vec::new(),
            findings: vec![finding(3, text)],
            pairs: Vec::new(),
            tickets: dossier.tickets().map(|ticket| ticket.stem.clone()).collect(),
        },
        Ask::Converge {
            note,
            contested: vec![told_twice(2, text)],
            blockers: vec![blocker.clone()],
            agreed: vec![finding(4, text)],
            pairs: Vec::new(),
        },
        Ask::Remediation { blockers: vec![blocker] },
    ];
    let task = |question| Task {
        session: "COUNCIL-RFC-0001-20260126-100000".parse().expect("an id"),
        rfc: base::rfc(),
        seat: SeatId::Sa1.name(),
        modes: SeatId::Sa1.key_modes().to_vec(),
        attempt: 1,
        question,
    };
    let index = Index::default();
    questions.into_iter().map(|question| render(&task(question), dossier, &index)).collect()
}

fn whole(prompt: &Rendered) -> String {
    format!("{}{}", prompt.rules, prompt.shared)
}

/// The boundary that a part declares, before its first fence.
fn said(text: &str) -> Option<&str> {
    let declared = ["Within this part, fences have the boundary `", "line `<<<DATA "];
    let text = &text[..text.find("\n<<<DATA ").unwrap_or(text.len())];
    let at = declared.iter().filter_map(|words| Some(text.find(words)? + words.len())).min()?;
    let found = &text[at..at + 16];
    assert!(found.bytes().all(|b| b.is_ascii_hexdigit()), "{found}");
    Some(found)
}

fn same_outside(plain: &[Rendered], hostile: &[Rendered]) {
    for (plain, hostile) in plain.iter().zip(hostile) {
        assert_eq!(plain.rules.len(), hostile.rules.len(), "the rules hold words of ours only");
        assert_eq!(plain.schema, hostile.schema);
        for (plain, hostile) in outsides(plain).into_iter().zip(outsides(hostile)) {
            assert_eq!(plain, hostile, "foreign text stands outside of the fences");
        }
    }
}

fn outsides(prompt: &Rendered) -> [(String, usize); 2] {
    let shared = whole(prompt);
    let boundary = said(&shared).expect("the rules declare one");
    let own = said(&prompt.own).unwrap_or(boundary);
    [outside(&shared, boundary), outside(&prompt.own, own)]
}

/// What stands outside of the fences, read as the rules say, and how many fences there are.
fn outside(text: &str, boundary: &str) -> (String, usize) {
    let (opens, closes) = (format!("<<<DATA {boundary} "), format!("DATA {boundary}>>>"));
    let (mut out, mut fences, mut is_inside) = (String::new(), 0, false);
    for line in text.lines() {
        if line.starts_with(&opens) {
            assert!(!is_inside, "a fence within a fence");
            (is_inside, fences) = (true, fences + 1);
        } else if line == closes {
            assert!(is_inside, "a fence closes that is not open");
            is_inside = false;
        } else if is_inside {
            let lower = line.to_ascii_lowercase();
            assert!(!lower.contains(boundary), "the boundary stands in the data: {line}");
            let hidden = |c: char| council_review::report::escape::is_unsafe(c) && c != '\t';
            assert!(!line.contains(hidden), "{line:?}");
        } else {
            out.push_str(line);
            out.push('\n');
        }
    }
    assert!(!is_inside, "a fence stays open");
    // A part in which a seat wrote the rules' boundary down says its own.
    let own = format!("Within this part, fences have the boundary `{READ}`.\n\n");
    (out.replace(boundary, READ).replace(&own, ""), fences)
}
