//! What seats are asked, to the byte, and what never stands in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::is_blessing;
use crate::support::seat_id::SeatId;
use council_review::core::assignment::Rendered;
use council_review::council::rfc::admit;
use council_review::council::rfc::ask::{Ask, BlockerView, FindingView, Task};
use council_review::council::rfc::roster::OFFICES;
use council_review::model::NodePath;
use council_review::prompt::estimate;
use council_review::source::Dossier;
use council_review::symbols::{Index, Language, extract};

use crate::support::asked::{dossier, dossier_of, files, questions, shared, task};

/// The prompt of a seat that knows nothing of the code.
pub(super) fn render(task: &Task, dossier: &Dossier) -> Rendered {
    council_review::council::rfc::render::render(task, dossier, &Index::default())
}

/// Every prompt of the small dossier: question, seat, prompt.
pub(super) fn prompts(
    dossier: &Dossier,
    questions: &[Ask],
) -> Vec<(&'static str, SeatId, Rendered)> {
    let mut all = Vec::new();
    for question in questions {
        for seat in SeatId::ALL {
            let prompt = render(&task(seat, question.clone()), dossier);
            all.push((question.name(), seat, prompt));
        }
    }
    all
}

/// `COUNCIL_TEST_BLESS=1 cargo test --test it prompts` writes them anew.
#[test]
fn every_prompt_is_the_one_that_was_read_and_approved() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/prompts");
    let dossier = dossier();
    let mut expected: Vec<(String, String)> = Vec::new();
    for (question, seat, prompt) in prompts(&dossier, &questions()) {
        if seat == SeatId::Sa1 {
            expected.push((format!("{question}.shared.md"), shared(&prompt)));
        }
        expected.push((format!("{question}.{seat}.md"), prompt.own));
    }
    let [.., converge, _] = questions();
    let mut again = task(SeatId::Sa2, converge);
    again.attempt = 2;
    expected.push(("CONVERGE.SA-2.again.md".to_owned(), render(&again, &dossier).own));
    if is_blessing() {
        fs::create_dir_all(&folder).expect("made");
    }
    for (name, text) in &expected {
        let path = folder.join(name.to_ascii_lowercase());
        if is_blessing() {
            fs::write(&path, text).expect("written");
        }
        let stands = fs::read_to_string(&path).unwrap_or_default();
        assert!(stands == *text, "{name} has changed: run this test with COUNCIL_TEST_BLESS=1");
    }
    assert_eq!(
        fs::read_dir(&folder).expect("a folder").count(),
        expected.len(),
        "none is left over"
    );
}

#[test]
fn the_shared_part_is_the_same_for_all_seats_and_begins_alike_in_all_cycles() {
    let dossier = dossier();
    let questions = questions();
    for of_question in prompts(&dossier, &questions).chunks(3) {
        let shared: BTreeSet<String> = of_question.iter().map(|(_, _, p)| shared(p)).collect();
        assert_eq!(shared.len(), 1, "{}", of_question[0].0);
        let own: BTreeSet<&str> = of_question.iter().map(|(_, _, p)| p.own.as_str()).collect();
        assert_eq!(own.len(), 3, "{}", of_question[0].0);
    }
    let shared = |question: &Ask| shared(&render(&task(SeatId::Sa1, question.clone()), &dossier));
    let [_, structural, feasibility, converge, _] = &questions;
    let (first, second, third) = (shared(structural), shared(feasibility), shared(converge));
    let before = |text: &str, heading: &str| text.find(heading).expect("it is a section");
    let tickets = before(&second, "### Tickets\n");
    assert_eq!(first[..tickets], second[..tickets], "up to the tickets");
    assert!(second.contains(" ticket TCK-00001\n") && !third.contains(" ticket TCK-00001\n"));
    let passages = before(&third, "### The passages that the findings stand in\n");
    assert_eq!(second[..passages], third[..passages], "up to the passages");
}

#[test]
fn attempt_and_session_change_nothing_that_is_shared() {
    let dossier = dossier();
    for question in questions() {
        let first = task(SeatId::Sa3, question);
        let mut again = first.clone();
        again.attempt = 2;
        again.session = "COUNCIL-RFC-0001-20270101-000000-2".parse().expect("an id");
        let (first, again) = (render(&first, &dossier), render(&again, &dossier));
        assert_eq!(shared(&first), shared(&again));
        assert!(again.own.starts_with("## Asked again\n"));
        assert!(again.own.ends_with(&first.own), "the question itself is the same");
        assert!(again.own.contains(&again.schema.to_string()), "the schema is said again");
        assert!(estimate(&again) > estimate(&first));
    }
}

/// Every text of the dossier and of findings with `mark` in it.
pub(super) fn marked(mark: &str) -> (Dossier, [Ask; 5]) {
    let quoted = serde_json::to_string(mark).expect("a text");
    let inner = &quoted[1..quoted.len() - 1];
    let scalar = |text: &str| format!("\"{inner} {text} {inner}\"");
    let ticket = |id: &str, other: &str| {
        let s = scalar;
        format!(
            "ticket_meta:
  ticket: {{id: {id}, title: {}, status: {}, phase: {}}}
  binds: {{rfc_id: RFC-0001, requirements: [{{requirement_id: {}}}]}}
  dependencies: {{tickets: [{{ticket_id: {other}, reason: {}}}, {}]}}
  scope: {{in_scope: [{}], out_of_scope: [{}]}}
  custody: {}
implementation:
  summary: {}
  files_to_create: [{{path: {}, purpose: {}}}]
  files_to_modify: [{{path: {}, changes: {}}}]
  implementation_steps: [{{action: {}, details: {}}}]
  code_examples: [{{code: {}}}]
acceptance_criteria: [{{criterion: {}, verification: {}}}]
test_requirements: [{{test_id: {}, verification_command: {}}}]
notes: {{free: {}, {}: {}}}
",
            s("title"),
            s("status"),
            s("phase"),
            s("requirement"),
            s("reason"),
            s("target"),
            s("in"),
            s("out"),
            s("custody"),
            s("summary"),
            s("path"),
            s("purpose"),
            s("path2"),
            s("changes"),
            s("action"),
            s("details"),
            s("code"),
            s("criterion"),
            s("check"),
            s("test"),
            s("command"),
            s("note"),
            s("key"),
            s("value"),
        )
    };
    let s = scalar;
    let mut texts = files();
    texts.retain(|(path, _)| !path.contains("/tickets/"));
    for (path, text) in &mut texts {
        if path.ends_with("00_meta.yaml") && path.contains("RFC") {
            *text = format!(
                "rfc_meta:\n  rfc: {{id: RFC-0001, title: {}}}\n  binds_to_prd: {{prd_id: PRD-0001}}\n",
                s("rfc")
            );
        } else if path.contains("/01_") {
            *text = format!(
                "rfc_problem:\n  rfc_local_requirements:\n    requirements: [{{id: {}, title: {}, statement: {}}}]\n",
                s("REQ"),
                s("t"),
                s("st")
            );
        } else if path.contains("/02_") {
            *text = format!(
                "rfc_design_decisions:\n  design_decisions: [{{id: {}, title: {}}}]\n",
                s("DD"),
                s("decision")
            );
        } else if path.ends_with("component_atlas.yaml") {
            *text = format!(
                "component_atlas:\n  components:\n  - id: {}\n    name: {}\n    path: {}\n    description: {}\n    extension_points: [{{id: {}, name: {}, path: {}, description: {}}}]\n",
                s("id"),
                s("name"),
                s("documents"),
                s("what"),
                s("ext"),
                s("n"),
                s("p"),
                s("d")
            );
        }
    }
    texts.push(("documents/work/tickets/TCK-00001.yaml".into(), ticket("TCK-00001", "TCK-00002")));
    texts.push(("documents/work/tickets/TCK-00002.yaml".into(), ticket("TCK-00002", "TCK-00001")));
    let dossier = dossier_of(&texts);
    assert_eq!(dossier.tickets().count(), 2, "{mark:?}: {:?}", dossier.library.flaws);

    let mut questions = questions();
    let mark_finding = |finding: &mut FindingView| {
        finding.rule = Some(format!("{mark} by {mark}"));
        finding.location.file = format!("{mark} file {mark}");
        finding.location.path = NodePath::yaml(format!("{mark} path {mark}"));
        finding.quote = format!("{mark} quote {mark}");
        finding.description = format!("{mark} description {mark}");
    };
    let mark_blocker = |blocker: &mut BlockerView| {
        mark_finding(&mut blocker.finding);
        for way in &mut blocker.proposals {
            way.proposal_id = format!("{mark} P {mark}");
            way.text = format!("{mark} way {mark}");
        }
    };
    for question in &mut questions {
        match question {
            Ask::SelectModes => {}
            Ask::Structural { findings, .. } | Ask::Feasibility { findings, .. } => {
                findings.iter_mut().for_each(mark_finding);
            }
            Ask::Converge { contested, blockers, .. } => {
                contested.iter_mut().for_each(mark_finding);
                blockers.iter_mut().for_each(mark_blocker);
            }
            Ask::Remediation { blockers } => blockers.iter_mut().for_each(mark_blocker),
        }
    }
    (dossier, questions)
}

/// Its role, in words.
fn role(seat: SeatId) -> &'static str {
    OFFICES[seat as usize].role
}

#[test]
fn no_prompt_names_a_seat_a_session_a_commit_or_a_tally() {
    for (name, seat, prompt) in prompts(&dossier(), &questions()) {
        let whole = format!("{}{}", shared(&prompt), prompt.own);
        for word in
            ["SA-1", "SA-2", "SA-3", "COUNCIL-RFC", "c0ffee", "sha1", "offline", "anthropic"]
        {
            assert!(!whole.contains(word), "{name} {seat}: {word}");
        }
        for other in SeatId::ALL.into_iter().filter(|&other| other != seat) {
            assert!(!whole.contains(role(other)), "{name} {seat}: {}", role(other));
        }
        assert!(whole.contains(role(seat)), "{name} {seat}");
        // The note says who agrees only of findings that nobody votes on.
        assert!(!whole.contains("not voted on: FND-RFC-0001-002"), "{name} {seat}");
    }
}

#[test]
fn every_document_that_is_shown_can_be_cited_and_nothing_else() {
    let dossier = dossier();
    for (file, quote) in [
        ("documents/rfcs/RFC-0001/00_meta.yaml", "A greeting that knows whom it greets"),
        ("documents/rfcs/RFC-0001/02_design_decisions.yaml", "The name is an argument"),
        ("evidence/prd/PRD-0001/ccp/component_atlas.yaml", "COMP-EXAMPLES"),
        ("documents/work/tickets/TCK-00001.yaml", "Greet by name"),
    ] {
        let source = dossier.text(file).unwrap_or_else(|| panic!("{file}"));
        let whole = source.node("").expect("the file");
        assert!(source.find(&whole, quote).is_some(), "{file}");
        assert_eq!(dossier.ticket_in(file).is_some(), file.contains("TCK-"));
    }
    for file in ["README.md", "documents/rfcs/RFC-0002/00_meta.yaml", "../secret.yaml", ""] {
        assert!(dossier.text(file).is_none(), "{file}");
    }
}

#[test]
fn of_a_prd_the_requirements_that_the_plan_names_are_shown() {
    let mut all = files();
    for (id, title) in [("REQ-0007", "Greet in the evening"), ("REQ-0008", "Greet the moon")] {
        let text = format!("prd_requirement: {{id: {id}, title: {title}}}\n");
        all.push((format!("documents/prds/PRD-0001/requirements/{id}.yaml"), text));
    }
    let [_, structural, ..] = questions();
    let shown = |all: &[(String, String)]| {
        let prompt = render(&task(SeatId::Sa1, structural.clone()), &dossier_of(all)).shared;
        ["Greet in the evening", "Greet the moon"].map(|title| prompt.contains(title))
    };
    assert_eq!(shown(&all), [false, false], "nothing names them");
    let (_, decisions) =
        all.iter_mut().find(|(path, _)| path.ends_with("decisions.yaml")).expect("decisions");
    decisions.push_str("    because: REQ-0007 asks for it\n");
    assert_eq!(shown(&all), [true, false]);
}

#[test]
fn f15_a_quote_is_found_as_it_is_shown_and_as_it_is_written() {
    let mut all = files();
    let (ticket, text) =
        all.iter_mut().find(|(path, _)| path.contains("TCK-00001")).expect("the first ticket");
    assert!(text.contains("Greet by name"));
    *text = text.replace("Greet by name", "Greet\u{200b} by\u{2066} name");
    let (ticket, dossier) = (ticket.clone(), dossier_of(&all));
    let shown = "Greet\\u{200b} by\\u{2066} name";
    let [_, structural, ..] = questions();
    let prompt = render(&task(SeatId::Sa1, structural), &dossier);
    assert!(prompt.shared.contains(shown), "{}", prompt.shared);
    let claim = |quote: &str| {
        let finding = serde_json::json!({
            "gate_id": "GATE-TCK-IMPLEMENTABILITY",
            "subcategory": "AMBIGUOUS_SCOPE",
            "severity": "MAJOR",
            "source_mode": 1,
            "file": ticket,
            "yaml_path": "ticket_meta.ticket.title",
            "quote": quote,
            "description": "the title hides something",
            "remediation": "write it without",
        });
        let reply = serde_json::json!({"answer": "STRUCTURAL", "findings": [finding]});
        let reply = serde_json::from_value(reply).expect("a reply");
        let placed = admit(&dossier, reply).expect("about a file of the dossier").placed;
        (placed[0].grounded, placed[0].location.clone())
    };
    let (written, place) = claim("Greet\u{200b} by\u{2066} name");
    assert!(written);
    assert_eq!(claim(shown), (true, place));
    assert!(!claim("Greet\\u{200c} by\\u{2066} name").0, "another character");
    assert!(!claim("Greet by name").0, "a reader sees no such words");
}

#[test]
fn a_seat_is_told_its_own_side_and_only_in_the_vote() {
    let dossier = dossier();
    for (name, seat, prompt) in prompts(&dossier, &questions()) {
        let said = prompt.own.matches("`. You said SUPPORT.\n").count();
        assert_eq!(said, usize::from(name == "CONVERGE"), "{name} {seat}");
    }
}

#[test]
fn what_the_code_defines_near_a_ticket_s_names_is_shown() {
    let dossier = dossier();
    let text: String = dossier.tickets().map(|ticket| &**ticket.source.text()).collect();
    assert!(text.contains("check_name"), "the example's second ticket makes it");
    let code = "fn name_check(text: &str) -> bool { true }\nfn paint_wall() {}\n";
    let index = Index::from_files([(
        "src/names.rs".to_owned(),
        extract(Language::of("names.rs").expect("Rust is read"), code.as_bytes()),
    )]);
    let all = questions();
    let reading = all.iter().find(|q| matches!(q, Ask::Feasibility { .. })).expect("asked");
    let task = task(SeatId::Sa3, reading.clone());
    let prompt = council_review::council::rfc::render::render(&task, &dossier, &index);
    let line = "src/names.rs:1 fn name_check(text: &str) -> bool";
    assert!(prompt.shared.contains(line), "{}", prompt.shared);
    assert!(!prompt.shared.contains("paint_wall"));
    assert!(!render(&task, &dossier).shared.contains("Existing definitions"));
}
