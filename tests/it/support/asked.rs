//! A small dossier with every kind of text in it, and the five questions about it.

use std::sync::Arc;

use super::seat_id::SeatId;
use council_review::app::init::EXAMPLE;
use council_review::core::assignment::Rendered;
use council_review::council::rfc::ask::{
    Ask, BlockerView, CopyView, Division, FindingView, FocusArea, FocusItem, GateSummary,
    OnboardingNote, PairView, ProposalView, Task,
};
use council_review::members::transport::Request;
use council_review::model::opinion::Vote;
use council_review::model::{
    Digest, FindingId, GateId, GateStatus, Layout, NodePath, Place, Severity, Subcategory,
    SubjectId, TicketId,
};
use council_review::source::memory::MemorySnapshot;
use council_review::source::{Dossier, Library};

pub const DECISIONS: &str = "rfc_design_decisions:
  design_decisions:
  - id: DD-0001
    title: The name is an argument and never an environment variable
";

pub const ATLAS: &str = "component_atlas:
  components:
  - id: COMP-EXAMPLES
    name: Examples
    path: documents/examples
    description: Commands that newcomers read first
    extension_points:
    - {id: EXT-LOCALE, name: Locales, path: documents/examples/locale.sh, description: One function for each language}
";

pub fn rfc() -> SubjectId {
    "RFC-0001".parse().expect("an id")
}

/// The example of `init` with a decision and an atlas.
pub fn files() -> Vec<(String, String)> {
    let example = EXAMPLE.map(|(path, text)| {
        (path.to_owned(), text.replace("    prd_id: NONE", "    prd_id: PRD-0001"))
    });
    let more = [
        ("documents/rfcs/RFC-0001/02_design_decisions.yaml", DECISIONS),
        ("documents/prds/PRD-0001/00_meta.yaml", "prd_meta: {id: PRD-0001}\n"),
        ("evidence/prd/PRD-0001/ccp/component_atlas.yaml", ATLAS),
    ];
    example.into_iter().chain(more.map(|(path, text)| (path.to_owned(), text.to_owned()))).collect()
}

pub fn dossier_of(files: &[(String, String)]) -> Dossier {
    let tree = MemorySnapshot::new().commit("c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00");
    let tree = files.iter().fold(tree, |tree, (path, text)| tree.file(path, text));
    let library = Arc::new(Library::load(&tree, Layout::default()));
    Dossier::build(library, &rfc()).expect("the RFC is there")
}

pub fn dossier() -> Dossier {
    dossier_of(&files())
}

pub fn ticket(number: u32) -> TicketId {
    format!("TCK-{number:05}").parse().expect("an id")
}

pub fn finding(number: usize, about: u32, severity: Severity) -> FindingView {
    let file = format!("documents/work/tickets/{}.yaml", ticket(about));
    let path = "implementation.implementation_steps[1]".to_owned();
    let place = Place { path: NodePath::yaml(path), ..Place::line(20) };
    FindingView {
        finding_id: FindingId::numbered(&rfc(), number),
        digest: Digest::of(&number.to_be_bytes()),
        rule: None,
        gate_id: GateId::Implementability,
        category: Subcategory::IncompletePlan.category(),
        subcategory: Subcategory::IncompletePlan,
        severity,
        location: place.in_file(file),
        ticket_id: Some(ticket(about)),
        quote: "One example for each".to_owned(),
        description: "It does not say which examples, so that nobody can tell when it is done"
            .to_owned(),
        cites: Vec::new(),
        your_stance: None,
        copies: Vec::new(),
    }
}

/// The duplicate of a finding, about another ticket.
fn copy(number: usize, about: u32) -> CopyView {
    let FindingView { finding_id, location, quote, .. } = finding(number, about, Severity::Major);
    let description = "Nobody can tell which examples are meant".to_owned();
    CopyView { finding_id, location, quote, cites: Vec::new(), description }
}

fn pair(later: usize, earlier: usize) -> PairView {
    let id = |number| FindingId::numbered(&rfc(), number);
    PairView { finding_id: id(later), other_id: id(earlier) }
}

pub fn blocker(number: usize, about: u32, ways: &[&str]) -> BlockerView {
    let proposals = ways.iter().enumerate().map(|(at, text)| ProposalView {
        proposal_id: format!("P{}", at + 1),
        text: (*text).to_owned(),
    });
    BlockerView {
        finding: finding(number, about, Severity::Blocker),
        proposals: proposals.collect(),
    }
}

pub fn gates() -> Vec<GateSummary> {
    let status = |gate_id| match gate_id {
        GateId::ScopeCoverage => (GateStatus::Failed, 1),
        GateId::Schema | GateId::DependencyAcyclicity | GateId::CcpMapping => {
            (GateStatus::Passed, 0)
        }
        GateId::Atomicity | GateId::Implementability | GateId::AntiCousin => {
            (GateStatus::NotRun, 0)
        }
    };
    let summary = |gate_id| {
        let (status, finding_count) = status(gate_id);
        GateSummary { gate_id, status, finding_count }
    };
    GateId::ALL[..4].iter().map(|&gate| summary(gate)).collect()
}

pub fn note(after_cycle: u8) -> OnboardingNote {
    let id = |number| FindingId::numbered(&rfc(), number);
    let area = match after_cycle {
        1 => FocusArea::StructuralBlocker,
        _ => FocusArea::NeedsVote,
    };
    OnboardingNote {
        after_cycle,
        focus_areas: vec![FocusItem { area, finding_id: id(2) }],
        gate_results: gates(),
        contested_items: vec![id(2)],
        convergence_targets: if after_cycle == 2 { vec![id(2)] } else { Vec::new() },
        consensus_candidates: if after_cycle == 2 { vec![id(2), id(3)] } else { Vec::new() },
    }
}

/// The five questions, in the order of the protocol.
pub fn questions() -> [Ask; 5] {
    let of_gate = FindingView {
        rule: Some("GATE-TCK-SCOPE-COVERAGE R35".to_owned()),
        gate_id: GateId::ScopeCoverage,
        subcategory: Subcategory::ScopeGap,
        category: Subcategory::ScopeGap.category(),
        ticket_id: None,
        location: Place::line(30).in_file("documents/rfcs/RFC-0001/01_problem_and_imports.yaml"),
        description: "no ticket covers REQ-0003".to_owned(),
        ..finding(1, 1, Severity::Blocker)
    };
    let ways = ["Name the three examples in step 2", "Leave step 2 to TCK-00001"];
    [
        Ask::SelectModes,
        Ask::Structural {
            gates: gates(),
            findings: vec![of_gate.clone()],
            reading: Division::Whole,
            most: 0,
        },
        Ask::Feasibility {
            note: note(1),
            of_gates: vec![of_gate.clone()],
            findings: vec![finding(3, 1, Severity::Major), finding(2, 2, Severity::Blocker)],
            pairs: vec![pair(3, 2)],
            tickets: vec![ticket(1), ticket(2)],
        },
        Ask::Converge {
            note: note(2),
            contested: vec![FindingView {
                your_stance: Some(Vote::Support),
                copies: vec![copy(3, 1)],
                ..finding(2, 2, Severity::Blocker)
            }],
            blockers: vec![blocker(2, 2, &ways), blocker(4, 2, &[])],
            agreed: vec![finding(5, 1, Severity::Minor)],
            pairs: vec![pair(5, 2)],
        },
        Ask::Remediation { blockers: vec![blocker(2, 2, &ways)] },
    ]
}

pub fn task(seat: SeatId, question: Ask) -> Task {
    let modes = match question {
        Ask::SelectModes => Vec::new(),
        _ => seat.key_modes().to_vec(),
    };
    Task {
        session: "COUNCIL-RFC-0001-20260126-100000".parse().expect("an id"),
        rfc: rfc(),
        seat: seat.name(),
        modes,
        attempt: 1,
        question,
    }
}

/// What all seats of a cycle are sent alike.
pub fn shared(prompt: &Rendered) -> String {
    format!("{}{}", prompt.rules, prompt.shared)
}

/// The fence's boundary that a part declares.
pub fn boundary(text: &str) -> Option<&str> {
    // The first declaration counts: what stands in a fence comes after it.
    let declared = ["Within this part, fences have the boundary `", "line `<<<DATA "];
    let before = text.find("\n<<<DATA ").unwrap_or(text.len());
    let text = &text[..before];
    let at = declared.iter().filter_map(|words| Some(text.find(words)? + words.len())).min()?;
    let found = &text[at..at + 16];
    assert!(found.bytes().all(|b| b.is_ascii_hexdigit()), "{found}");
    Some(found)
}

/// A prompt's own part in the same way: its boundary is the one of the rules unless it says
/// another.
pub fn outside_own(prompt: &Rendered) -> (String, usize) {
    let said = boundary(&prompt.own).or_else(|| boundary(&prompt.rules)).expect("declared");
    without(&prompt.own, said)
}

/// Both parts of what was sent: what all seats were told, and the seat's own.
pub fn outsides(request: &Request) -> [(String, usize); 2] {
    let prompt = request.rendered.clone();
    [outside(&shared(&prompt)), outside_own(&prompt)]
}

/// A part of a prompt without what stands in its fences, read as the rules say, and how many
/// fences there were.
pub fn outside(text: &str) -> (String, usize) {
    match boundary(text) {
        Some(boundary) => without(text, boundary),
        None => (text.to_owned(), 0),
    }
}

fn without(text: &str, boundary: &str) -> (String, usize) {
    let (opens, closes) = (format!("<<<DATA {boundary} "), format!("DATA {boundary}>>>"));
    let (mut out, mut fences, mut is_inside) = (String::new(), 0, false);
    for line in text.lines() {
        if line.starts_with(&opens) {
            assert!(!is_inside, "a fence within a fence");
            (is_inside, fences) = (true, fences + 1);
        } else if line == closes {
            assert!(is_inside, "a fence closes that is not open");
            is_inside = false;
        } else if !is_inside {
            out.push_str(line);
            out.push('\n');
        } else {
            assert!(!line.contains(boundary), "the boundary stands in the data: {line}");
        }
    }
    assert!(!is_inside, "a fence stays open");
    (out.replace(boundary, "BOUNDARY"), fences)
}
