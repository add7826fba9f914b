//! `check` believes nothing that it can derive: forms of evidence that nobody made, changes that only
//! touch evidence.

use std::future::pending;

use crate::support::forge::{FOLDER, bundle, newest, resealed};
use crate::support::held::hold;
use crate::support::seats::{MENDED, NOBODY, seats};
use crate::support::{self, Repo, STAMP};
use council_review::evidence::v2::bundle::Bundle;
use council_review::model::opinion::Vote::Support;
use council_review::model::{GateStatus, Identity, Severity, Verdict};
use serde_json::{Value, json};

const FIRST: &str = "documents/work/tickets/TCK-00001.yaml";
const SECOND: &str = "documents/work/tickets/TCK-00002.yaml";
const STRICT: &str = "policy: {seats: [SA-1, SA-2, SA-3], offline: false}\n";

/// A branch on the mended example of a base with this policy.
fn branch(policy: &str) -> Repo {
    let repo = Repo::mended();
    repo.write("council.yaml", policy);
    repo.commit("the base");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.edit(FIRST, "status: READY", "status: IN_PROGRESS");
    repo
}

/// The same, reviewed by built-in rules.
pub(super) fn reviewed(policy: &str, args: &[&str]) -> Repo {
    let repo = branch(policy);
    let mut all = vec!["RFC-0001", "-q"];
    all.extend(args);
    let run = repo.run(&all);
    assert!(run.code < 3, "{run:?}");
    repo
}

pub(super) fn json_of(repo: &Repo, args: &[&str]) -> (i32, Value) {
    let mut all = vec!["check", "--format", "json"];
    all.extend(args);
    let run = repo.run(&all);
    assert!(run.code < 3, "{run:?}");
    let page = repo.run(&all[..1].iter().chain(args).copied().collect::<Vec<_>>());
    assert_eq!(page.code, run.code, "{page:?}");
    assert!(
        page.stdout.trim_end().contains(
            run.json()["trust"].as_str().expect("a line").split(':').next().expect("words")
        ),
        "{page:?}"
    );
    (run.code, run.json())
}

/// Exit code, status and codes of RFC-0001, against main.
pub(super) fn verdict(repo: &Repo) -> (i32, String, Vec<String>) {
    repo.commit("a change");
    let (code, report) = json_of(repo, &["--base", "main"]);
    let check = &report["checks"][0];
    assert_eq!(check["rfc_id"], "RFC-0001", "{report}");
    (code, text(&check["status"]), texts(&check["codes"]))
}

pub(super) fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn texts(value: &Value) -> Vec<String> {
    let mut all: Vec<String> = value.as_array().expect("a list").iter().map(text).collect();
    all.dedup();
    all
}

pub(super) fn answer(code: i32, status: &str, codes: &[&str]) -> (i32, String, Vec<String>) {
    (code, status.to_owned(), codes.iter().map(|&code| code.to_owned()).collect())
}

#[test]
fn honest_evidence_passes() {
    for (policy, args, words) in [
        ("", &[][..], "built-in rules (no AI model)"),
        ("policy: {models: none}\n", &[], "built-in rules (no AI model)"),
        (
            "policy: {depth: standard}\n",
            &["--depth", "standard"],
            "by the deterministic gates alone",
        ),
    ] {
        let repo = reviewed(policy, args);
        assert_eq!(verdict(&repo), answer(0, "PASSED", &[]), "{policy}");
        let page = repo.run(&["check", "--base", "main"]);
        assert!(page.stdout.contains(words), "{page:?}");
    }
    // A second review follows the first; another change, the one that was merged.
    let repo = reviewed("", &[]);
    assert_eq!(repo.later(60, &["RFC-0001", "-q"]).code, 0);
    assert_eq!(verdict(&repo), answer(0, "PASSED", &[]));
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["merge", "-q", "--squash", "feature"]);
    repo.commit("squashed");
    // The commit that was reviewed is in no history any more, and nothing can be done about it.
    let page = repo.run(&["check"]);
    assert_eq!(page.code, 0, "{page:?}");
    repo.git(&["checkout", "-q", "-b", "next"]);
    repo.edit(FIRST, "status: IN_PROGRESS", "status: READY");
    assert_eq!(verdict(&repo), answer(1, "STALE", &["INPUTS"]));
    assert_eq!(repo.later(90, &["RFC-0001", "-q"]).code, 0);
    assert_eq!(verdict(&repo), answer(0, "PASSED", &[]));
}

/// All that says that there was nothing to review.
fn retired(bundle: &mut Bundle) {
    bundle.inputs.rfc_state = "RETIRED".to_owned();
    bundle.findings.clear();
    for gate in &mut bundle.gates {
        gate.findings.clear();
        gate.evidence = Value::Null;
        if !gate.gate_id.is_assessed() {
            gate.status = GateStatus::NotApplicable;
        }
    }
    bundle.verdict = Verdict::NotApplicable;
    bundle.verdict_reason =
        "there is nothing to review: every ticket that binds it is cancelled or superseded".into();
}

#[test]
fn f02_the_state_of_the_rfc_is_derived_again() {
    for policy in [STRICT, ""] {
        let repo = branch(policy);
        repo.edit(SECOND, "    - requirement_id: REQ-0003\n", "");
        assert_eq!(repo.run(&["RFC-0001", "--depth", "standard", "-q"]).code, 1);
        let path = resealed(&repo, retired);
        let alone = repo.run(&["verify", "--repo", "/", &path]);
        assert!(alone.code == 65 || alone.code == 0, "{alone:?}");
        assert_eq!(verdict(&repo), answer(1, "REFUSED", &["DERIVED_OTHERWISE"]));
        let reasons = texts(&json_of(&repo, &["--base", "main"]).1["checks"][0]["reasons"]);
        assert_eq!(reasons[0], "the state of the RFC is OK, and the review says RETIRED");
    }
}

#[test]
fn f02_equal_findings_are_counted() {
    let repo =
        branch("policy: {depth: standard, verdicts: [APPROVED_WITH_REMEDIATION, REJECTED]}\n");
    // One alias stands five times: five equal findings.
    let text = repo.read(SECOND);
    let at = text.find("    - requirement_id: REQ-0002\n").expect("requirements");
    let (above, below) = text.split_at(at);
    let wrong =
        "    - &wrong {requirement_id: REQ-0077}\n".to_owned() + &"    - *wrong\n".repeat(4);
    repo.write(SECOND, format!("{above}{wrong}{below}"));
    let run = repo.run(&["RFC-0001", "--depth", "standard", "-q"]);
    assert!(run.code < 2, "{run:?}");
    assert_eq!(verdict(&repo), answer(0, "PASSED", &[]));
    let whole = bundle(&repo, &newest(&repo, "rfc_review_"));
    let equal =
        |f: &council_review::evidence::v2::bundle::Finding| f.rule.as_deref() == Some("R36");
    assert_eq!(whole.findings.iter().filter(|f| equal(f)).count(), 5, "as many as aliases");
    resealed(&repo, |bundle| {
        let mut left = 1;
        bundle.findings.retain(|finding| {
            let keep = !equal(finding) || left > 0;
            left -= usize::from(equal(finding) && left > 0);
            keep
        });
        renumber(bundle);
    });
    assert_eq!(verdict(&repo), answer(1, "REFUSED", &["DERIVED_OTHERWISE"]));
    let reasons = texts(&json_of(&repo, &["--base", "main"]).1["checks"][0]["reasons"]);
    let line = "the gates now find MAJOR R36 at documents/work/tickets/TCK-00002.yaml:9:14, 4 times, and the review does not";
    assert_eq!(reasons, [line]);
}

/// Ids, lists and the verdict that follow from the findings that are left, without a council.
fn renumber(bundle: &mut Bundle) {
    use council_review::model::FindingId;
    for (index, finding) in bundle.findings.iter_mut().enumerate() {
        finding.finding_id = FindingId::numbered(&bundle.rfc_id, index + 1);
    }
    for gate in &mut bundle.gates {
        let own = bundle.findings.iter().filter(|finding| finding.gate_id == gate.gate_id);
        gate.findings = own.map(|finding| finding.finding_id.clone()).collect();
    }
    let majors = bundle.findings.iter().filter(|f| f.severity == Severity::Major).count();
    (bundle.verdict, bundle.verdict_reason) = match majors {
        0 => (Verdict::Approved, "no BLOCKER or MAJOR finding".to_owned()),
        1 => (Verdict::ApprovedWithRemediation, "1 MAJOR finding".to_owned()),
        n => (Verdict::ApprovedWithRemediation, format!("{n} MAJOR findings")),
    };
}

#[test]
fn f02_a_council_that_assessed_nothing_does_not_pass() {
    let repo = branch("");
    hold(&repo, &|_| support::held::silent(), pending());
    assert_eq!(verdict(&repo), answer(1, "FAILED", &["NOT_RUN"]));
}

/// Three vendors on the three seats.
fn vendors(bundle: &mut Bundle) {
    let council = bundle.council_metadata.as_mut().expect("a council");
    for (seat, (provider, model)) in council.subagents.iter_mut().zip([
        ("anthropic", "claude-opus"),
        ("openai", "gpt"),
        ("gemini", "gemini-pro"),
    ]) {
        (seat.provider, seat.model) = (provider.to_owned(), model.to_owned());
    }
    for call in &mut bundle.calls {
        call.cost_usd = Some("unknown".to_owned());
    }
    council.panel.offline = false;
    (council.panel.distinct_providers, council.panel.distinct_models) = (3, 3);
    let unknown_calls = bundle.calls.len() as u32;
    council.cost = Some(
        serde_json::from_value(json!({"known_usd": council_review::model::price::Cost::default().to_string(), "unknown_calls": unknown_calls}))
            .expect("a cost"),
    );
}

#[test]
fn f03_a_council_without_its_session_is_no_evidence() {
    let repo = reviewed(STRICT, &[]);
    resealed(&repo, vendors);
    let session = newest(&repo, "council_session_");
    std::fs::remove_file(repo.at(&session)).expect("removed");
    assert_eq!(verdict(&repo), answer(1, "REFUSED", &["NO_SESSION"]));
}

#[test]
fn f03_a_council_in_which_nobody_was_asked_is_no_evidence() {
    let repo = reviewed(STRICT, &[]);
    resealed(&repo, |bundle| {
        vendors(bundle);
        let council = bundle.council_metadata.as_mut().expect("a council");
        council.tokens.spent = 0;
        council.tokens.calls = 0;
        council.cost = None;
        bundle.calls.clear();
        bundle.assessment.tickets.clear();
        bundle.assessment.implementability = None;
        for gate in bundle.gates.iter_mut().filter(|g| g.gate_id.is_assessed()) {
            gate.status = GateStatus::NotApplicable;
            gate.assessed = Some(0);
        }
    });
    let (code, status, codes) = verdict(&repo);
    assert_eq!((code, status.as_str()), (1, "REFUSED"));
    assert!(
        codes.contains(&"REPLAY".to_owned()) && codes.contains(&"NO_CALL".to_owned()),
        "{codes:?}"
    );
}

#[test]
fn f03_built_in_rules_are_run_again() {
    let repo = branch("policy: {models: none}\n");
    let vague = "  plan: do it as appropriate\n";
    repo.write(FIRST, repo.read(FIRST) + vague);
    // Seats that say they are the built-in rules, and approve what the rules reject.
    hold(&repo, &|_| support::held::impostors(), pending());
    assert_eq!(verdict(&repo), answer(1, "REFUSED", &["RULES_DIFFER"]));
    let page = repo.run(&["check", "--base", "main"]).stdout;
    assert!(page.contains("the built-in rules of SA-"), "{page}");
}

#[test]
fn f04_a_change_that_touches_only_evidence_concerns_its_rfc() {
    let repo = reviewed("", &[]);
    repo.commit("reviewed");
    repo.git(&["checkout", "-q", "-b", "tidy"]);
    let path = newest(&repo, "rfc_review_");
    // Evidence of the base is gone.
    let base = |repo: &Repo| {
        repo.commit("a change");
        let (code, report) = json_of(repo, &["--base", "feature"]);
        let faults = report["evidence"].as_array().cloned().unwrap_or_default();
        let codes: Vec<String> = faults.iter().map(|fault| text(&fault["code"])).collect();
        (code, codes, report)
    };
    std::fs::remove_file(repo.at(&path)).expect("removed");
    let (code, codes, report) = base(&repo);
    assert_eq!((code, codes), (1, vec!["EVIDENCE_CHANGED".to_owned()]), "{report}");
    assert_eq!(report["checks"][0]["because"], json!([format!("{path} is gone")]));
    // It says something else.
    repo.git(&["checkout", "-q", "feature", "--", &path]);
    repo.write(&path, repo.read(&path) + "garbage: true\n");
    let (code, codes, report) = base(&repo);
    assert_eq!((code, codes), (1, vec!["EVIDENCE_CHANGED".to_owned()]), "{report}");
    assert_eq!(report["checks"][0]["codes"][0], "UNSOUND", "{report}");
    // Something that is no evidence.
    repo.git(&["checkout", "-q", "feature", "--", &path]);
    repo.write(&format!("{FOLDER}/notes.txt"), "words\n");
    let (code, codes, report) = base(&repo);
    assert_eq!((code, codes), (1, vec!["FOREIGN_EVIDENCE".to_owned()]), "{report}");
    // A link in place of a folder.
    std::fs::remove_file(repo.at(&format!("{FOLDER}/notes.txt"))).expect("removed");
    std::os::unix::fs::symlink("RFC-0001", repo.at("evidence/rfc/RFC-0002")).expect("a link");
    let (code, codes, report) = base(&repo);
    assert_eq!((code, codes), (1, vec!["FOREIGN_EVIDENCE".to_owned()]), "{report}");
    std::fs::remove_file(repo.at("evidence/rfc/RFC-0002")).expect("removed");
    // An unsound bundle that nobody names.
    repo.write(
        &format!("{FOLDER}/rfc_review_20250101T000000Z.yaml"),
        "schema_version: \"2.0.0\"\n",
    );
    let (code, codes, report) = base(&repo);
    assert_eq!((code, codes), (1, Vec::new()), "{report}");
    assert_eq!(texts(&report["checks"][0]["codes"]), ["UNSOUND"]);
    // Evidence of an RFC that is not there.
    std::fs::rename(repo.at(FOLDER), repo.at("moved")).expect("moved");
    repo.git(&["checkout", "-q", "feature", "--", FOLDER]);
    let other = "evidence/rfc/RFC-0077/reviews";
    repo.write(&format!("{other}/x"), "");
    for name in std::fs::read_dir(repo.at("moved")).expect("a folder") {
        let name = name.expect("an entry").file_name().into_string().expect("UTF-8");
        std::fs::copy(repo.at(&format!("moved/{name}")), repo.at(&format!("{other}/{name}")))
            .expect("copied");
    }
    std::fs::remove_file(repo.at(&format!("{other}/x"))).expect("removed");
    std::fs::remove_dir_all(repo.at("moved")).expect("removed");
    let (code, _, report) = base(&repo);
    assert_eq!(code, 1);
    let checks = report["checks"].as_array().expect("checks");
    let planted = checks.iter().find(|check| check["rfc_id"] == "RFC-0077").expect("a check");
    assert_eq!((&planted["status"], &planted["codes"]), (&json!("REFUSED"), &json!(["FOREIGN"])));
}

#[test]
fn f04_a_ruling_that_stands_only_in_the_change_needs_a_person() {
    use council_review::model::opinion::Vote::{Abstain, Oppose};
    let repo = Repo::example();
    let [file, old, new] = MENDED;
    repo.edit(file, old, new);
    hold(&repo, &|_| seats(Severity::Major, [Support, Oppose, Abstain], NOBODY), pending());
    repo.commit("a review that waits");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    let args =
        ["adjudicate", "RFC-0001", "FND-RFC-0001-001", "--decision", "dismiss", "--by", "Eve"];
    assert_eq!(repo.run(&[&args[..], &["--reason", "it is fine"]].concat()).code, 0);
    assert_eq!(verdict(&repo), answer(2, "NEEDS_ADJUDICATION", &["RULING_NOT_ON_BASE"]));
    // The ruling alone, without the review that rests on it.
    let review = format!("{FOLDER}/rfc_review_{STAMP}-2.yaml");
    std::fs::remove_file(repo.at(&review)).expect("removed");
    assert_eq!(verdict(&repo), answer(2, "NEEDS_ADJUDICATION", &["RULING_NOT_ON_BASE"]));
    // What is no ruling at all.
    let ruling = newest(&repo, "ruling_");
    repo.write(&ruling, "garbage: true\n");
    assert_eq!(verdict(&repo), answer(1, "REFUSED", &["UNSOUND"]));
}

#[test]
fn f06_a_mailbox_is_no_model() {
    let mailbox = Identity::new("mailbox", "whoever answers");
    let strict = "policy: {seats: [SA-2], offline: false}\n";
    let named = "policy: {seats: [SA-2], offline: false, holders: {SA-2: [\"anthropic:*\", \"mailbox:*\"]}}\n";
    let other = "policy: {holders: {SA-2: [\"anthropic:*\"]}}\n";
    for (policy, expected) in [
        (strict, answer(1, "FAILED", &["NO_MODEL", "SEAT"])),
        (named, answer(0, "PASSED", &[])),
        (other, answer(1, "FAILED", &["HOLDER"])),
        ("policy: {models: none}\n", answer(1, "FAILED", &["MODEL_SAT"])),
        ("", answer(0, "PASSED", &[])),
    ] {
        let repo = branch(policy);
        hold(&repo, &|_| support::held::yes(&mailbox, true), pending());
        assert_eq!(verdict(&repo), expected, "{policy}");
        let (_, report) = json_of(&repo, &["--base", "main"]);
        let held = json!({"agent_id": "SA-1", "kind": "MAILBOX", "holder": "mailbox:whoever answers", "to_the_end": true});
        assert_eq!(report["checks"][0]["held_by"][0], held);
        if report["checks"][0]["status"] == "PASSED" {
            let reason = text(&report["checks"][0]["reasons"][0]);
            assert!(reason.ends_with("by a mailbox: claims of whoever answers"), "{reason}");
        }
    }
    let repo = branch("policy: {models: none, seats: [SA-1]}\n");
    let run = repo.run(&["check", "--base", "main"]);
    assert_eq!(run.code, 65);
    assert!(
        run.stderr.contains(
            "main:council.yaml:1:18: policy.models is none and policy.seats asks for a model"
        ),
        "{run:?}"
    );
}
