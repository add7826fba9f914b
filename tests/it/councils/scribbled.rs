//! Whole sessions of seats that fill in the published schema of the reply at random, from the text
//! of their task as a mailbox shows it: rendered, read, admitted, voted on, sealed and verified as
//! any other. Each ends in a bundle that verifies.

use std::collections::{BTreeMap, BTreeSet};
use std::future::ready;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use crate::support::asked;
use crate::support::memory::{hold_under, workspace};
use crate::support::scribble::{Drawn, Scribbler};
use crate::support::seat_id::SeatId;
use crate::support::{corpus, figure, scale};
use council_review::app::Workspace;
use council_review::app::model_member::ModelMember;
use council_review::app::review::Seats;
use council_review::core::assignment::Rendered;
use council_review::council::rfc::RfcMember;
use council_review::council::rfc::render::{Renderer, render};
use council_review::gates;
use council_review::host::snapshot;
use council_review::members::transport::{Request, Response, Sending, Transport};
use council_review::model::policy::{CouncilPolicy, ModePolicy};
use council_review::model::{GateId, GateResult, Identity, Receipt, Severity, Subcategory};
use council_review::source::Dossier;
use council_review::symbols::Index;
use serde_json::{Value, json};

/// An RFC that is reviewed over and over.
struct Subject {
    dossier: Arc<Dossier>,
    results: Vec<GateResult>,
    policy: CouncilPolicy,
    renderer: Arc<Renderer>,
}

impl Subject {
    fn of(workspace: &Workspace, rfc: &str) -> Self {
        let dossier = workspace.dossier(&rfc.parse().expect("an id")).expect("it is there");
        let dossier = Arc::new(dossier);
        Self {
            results: gates::check_all(&dossier),
            policy: workspace.config.council.clone(),
            renderer: Arc::new(Renderer::new(Arc::clone(&dossier))),
            dossier,
        }
    }

    /// Holds the session of a seed; says how it ended.
    fn hold(&self, seed: u64, drawn: &Arc<Mutex<Drawn>>) -> String {
        let seat = |seat: SeatId| -> Arc<RfcMember> {
            let own = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (seat as u64 + 1);
            let scribbler = Arc::new(Scribbler::new(seat.as_str(), own, drawn));
            Arc::new(ModelMember::new(scribbler, Arc::clone(&self.renderer), None))
        };
        let seats: Seats = SeatId::each(seat);
        let modes = if seed.is_multiple_of(5) { ModePolicy::Agent } else { self.policy.modes };
        let policy = CouncilPolicy { modes, token_budget: 100_000_000, ..self.policy.clone() };
        let held = hold_under(&policy, &self.results, &self.dossier, seats);
        held.must_verify();
        let ending = held.charter.ending.as_ref().expect("it ended");
        ending.abort.map_or_else(|| ending.state.to_string(), |abort| abort.to_string())
    }
}

fn subjects() -> Vec<Subject> {
    let open = |root: &Path| {
        let repository = snapshot::open(root, None).expect("a repository");
        Workspace::open(&repository, None).expect("readable")
    };
    // The small one with a file of every kind most often: it is the fastest.
    let small = || Subject::of(&workspace(&of_every_kind(true), ""), "RFC-0001");
    let own = Subject::of(&open(Path::new(env!("CARGO_MANIFEST_DIR"))), "RFC-0042");
    let mut all = vec![small(), small(), small(), own];
    if let Some(repo) = corpus() {
        let workspace = open(repo.path());
        all.extend(["RFC-0004", "RFC-0016"].map(|rfc| Subject::of(&workspace, rfc)));
    }
    all
}

/// Answers the first question with these bytes, and every other with as little as may be said.
struct Says(Vec<u8>);

impl Transport for Says {
    fn identity(&self) -> Identity {
        Identity::new("mailbox", "a script")
    }

    fn obstacle(&self) -> Option<String> {
        None
    }

    fn send<'a>(&'a self, request: &'a Request) -> Sending<'a> {
        let bytes = match request.assignment.step {
            "STRUCTURAL" => self.0.clone(),
            "FEASIBILITY" => br#"{"answer":"FEASIBILITY","stances":[],"assessments":[],"findings":[],"remediations":[],"pairs":[],"requests":[]}"#.to_vec(),
            "CONVERGE" => br#"{"answer":"CONVERGE","ballots":[],"remediations":[],"endorsements":[],"pairs":[],"requests":[]}"#.to_vec(),
            _ => br#"{"answer":"REMEDIATION","endorsements":[]}"#.to_vec(),
        };
        Box::pin(ready(Ok(Response { bytes, receipt: Receipt::default() })))
    }
}

/// The small dossier with a file of every kind, one that cannot be read among them; `atlas` says
/// whether a PRD has one, else it is derived from a manifest.
fn of_every_kind(atlas: bool) -> Vec<(String, String)> {
    let mut files = asked::files();
    let mut add = |path: &str, text: &str| files.push((path.to_owned(), text.to_owned()));
    add("documents/rfcs/RFC-0001/05_contracts.yaml", "contracts: {greet: prints one line}\n");
    add(
        "documents/rfcs/RFC-0001/requirements/REQ-0009.yaml",
        "requirement: {id: REQ-0009, statement: The program greets politely}\n",
    );
    add(
        "documents/prds/PRD-0001/requirements/REQ-0010.yaml",
        "requirement: {id: REQ-0010, statement: Everybody is greeted}\n",
    );
    add("documents/work/tickets/TCK-00003.yaml", "binds:\n  rfc_id: RFC-0001\n\t- [\n");
    add("Cargo.toml", "[package]\nname = \"app\"\nversion = \"0.1.0\"\n");
    if !atlas {
        files.retain(|(path, _)| !path.contains("/ccp/"));
    }
    files
}

#[test]
fn f00_a_finding_at_any_file_of_the_dossier_comes_to_the_bundle() {
    let mut seen = BTreeSet::new();
    for atlas in [true, false] {
        let workspace = workspace(&of_every_kind(atlas), "");
        let subject = Subject::of(&workspace, "RFC-0001");
        let files: Vec<&str> = subject.dossier.files.iter().map(|f| f.path.as_str()).collect();
        let findings = files.iter().enumerate().map(|(at, file)| {
            let text = subject.dossier.text(file);
            let lines = text.map(|text| (1..200).map(move |n| text.line(n)));
            let line = lines.into_iter().flatten().find(|line| !line.trim().is_empty());
            json!({
                "gate_id": GateId::ALL[at % 7],
                "subcategory": Subcategory::ALL[at % Subcategory::ALL.len()],
                "severity": Severity::WORST_FIRST[at % 4],
                "source_mode": 1,
                "file": file,
                "yaml_path": "",
                "quote": line.unwrap_or("cannot be read"),
                "description": format!("what is wrong with {file}"),
                "remediation": "",
                "cites": [],
            })
        });
        let findings: Vec<Value> = findings.collect();
        let raised = json!({ "answer": "STRUCTURAL", "findings": findings, "requests": [] });
        let none = json!({ "answer": "STRUCTURAL", "findings": [], "requests": [] });
        let seats: Seats = SeatId::each(|seat| -> Arc<RfcMember> {
            let said = if seat == SeatId::Sa1 { &raised } else { &none };
            let says = Arc::new(Says(serde_json::to_vec(said).expect("JSON")));
            Arc::new(ModelMember::new(says, Arc::clone(&subject.renderer), None))
        });
        let policy = CouncilPolicy { token_budget: 100_000_000, ..CouncilPolicy::default() };
        let held = hold_under(&policy, &subject.results, &subject.dossier, seats);
        held.must_verify();
        assert_eq!(held.charter.live().len(), 3, "no reply was refused");
        let by_seat = held.bundle.findings.iter().filter(|finding| finding.rule.is_none());
        let by_seat: Vec<_> = by_seat.collect();
        let told: Vec<&str> = by_seat.iter().map(|f| f.location.file.as_str()).collect();
        assert_eq!(told, files, "each file has its finding");
        for finding in by_seat {
            let file = &finding.location.file;
            let is_read = subject.dossier.text(file).is_some();
            assert_eq!(finding.raised_by[0].grounded, is_read, "{file}");
            let ticket = finding.ticket_id.as_ref().map(|id| format!("{id}.yaml"));
            let is_ticket = subject.dossier.ticket_in(file).is_some();
            assert_eq!(ticket.is_some_and(|name| file.ends_with(&name)), is_ticket, "{file}");
            let kind = file.rsplit('/').next().unwrap_or_default();
            seen.insert((kind[..3].to_owned(), is_read, is_ticket));
        }
    }
    let kinds: Vec<&str> = seen.iter().map(|(kind, ..)| kind.as_str()).collect();
    let all = ["00_", "01_", "02_", "05_", "06_", "Car", "REQ", "TCK", "TCK", "com"];
    assert_eq!(kinds, all, "a file of each kind was pointed at: {seen:?}");
}

#[test]
fn the_scribbled_replies_are_of_everything_that_the_schema_and_the_task_allow() {
    let dossier = asked::dossier();
    let drawn = Arc::new(Mutex::new(Drawn::new()));
    for question in asked::questions() {
        let task = asked::task(SeatId::Sa2, question.clone());
        let Rendered { rules, shared, own, .. } = render(&task, &dossier, &Index::default());
        let text = [rules, shared, own].join("\n\n");
        for seed in 0..700 {
            Scribbler::new("SA-2", seed, &drawn).answer(&text, question.name());
        }
    }
    let drawn = drawn.lock().expect("unharmed");
    let of = |what: &str| -> BTreeSet<&str> {
        drawn.keys().filter(|(kind, _)| *kind == what).map(|(_, word)| word.as_str()).collect()
    };
    let words = of("word");
    let kinds = Subcategory::ALL.iter().map(|kind| kind.as_str());
    let all = kinds
        .chain(GateId::ALL.map(GateId::as_str))
        .chain(Severity::WORST_FIRST.map(Severity::as_str))
        .chain(["SUPPORT", "OPPOSE", "ABSTAIN", "MET", "PARTLY", "NOT_MET"])
        .chain(["PASSED", "FAILED", "NOT_APPLICABLE"]);
    let missing: Vec<&str> = all.filter(|word| !words.contains(word)).collect();
    assert_eq!(missing, [""; 0]);
    let shown: BTreeSet<&str> = [
        "documents/rfcs/RFC-0001/00_meta.yaml",
        "documents/rfcs/RFC-0001/01_problem_and_imports.yaml",
        "documents/rfcs/RFC-0001/02_design_decisions.yaml",
        "documents/work/tickets/TCK-00001.yaml",
        "documents/work/tickets/TCK-00002.yaml",
        "evidence/prd/PRD-0001/ccp/component_atlas.yaml",
    ]
    .into();
    let files = of("file");
    assert!(shown.is_subset(&files), "{files:?}");
    for (what, all) in [
        ("quote", &["awkward", "false", "none", "true"][..]),
        ("path", &["none", "some"]),
        ("length", &["as long as may be", "long", "longer than may be", "short"]),
        (
            "findings",
            &["as many as may be", "many", "more than may be", "none", "one twice", "some"],
        ),
    ] {
        assert_eq!(of(what), all.iter().copied().collect(), "{what}");
    }
}

#[test]
fn every_session_of_replies_of_the_published_form_ends_in_a_bundle_that_verifies() {
    let sessions = scale().of(24_u64, 2_000, 200_000);
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get) as u64;
    let (subjects, drawn) = (subjects(), Arc::new(Mutex::new(Drawn::new())));
    let begun = Instant::now();
    let mut endings: BTreeMap<String, u64> = BTreeMap::new();
    std::thread::scope(|scope| {
        let part = |first: u64| {
            let (subjects, drawn) = (&subjects, &drawn);
            move || {
                let mut endings = BTreeMap::new();
                for seed in (first..sessions).step_by(threads as usize) {
                    let subject = &subjects[(seed / threads) as usize % subjects.len()];
                    *endings.entry(subject.hold(seed, drawn)).or_insert(0) += 1;
                }
                endings
            }
        };
        let parts: Vec<_> = (0..threads).map(|first| scope.spawn(part(first))).collect();
        for part in parts {
            let counted: BTreeMap<String, u64> = part.join().expect("every session ends well");
            counted.into_iter().for_each(|(ending, n)| *endings.entry(ending).or_default() += n);
        }
    });
    figure(&format!(
        "{sessions} sessions over {} RFCs in {:.1} s: {endings:?}",
        subjects.len(),
        begun.elapsed().as_secs_f64()
    ));
    assert!(endings.contains_key("CONVERGED") && endings.contains_key("DEADLOCKED"), "{endings:?}");
}
