//! Pull requests with evidence that nobody made: bundle, session, rulings, digests and seals agree
//! with each other, and `check --base` refuses each for the reason it was made for. One construction
//! alone, then several at once, drawn with a seed.

use std::path::Path;

use super::forging::{
    ALLOWED, FIRST, NONE, SECOND, Scene, approve, approved, beside, copied, date, each, file,
    invented, nothing, nth, panel, redigested, refolded, removed, resealed, unknown_commit,
};
use crate::support::forge::{FOLDER, bundle, newest, put, rerecorded};
use crate::support::{Repo, STAMP, figure, scale};
use council_review::core::draw::SplitMix;
use council_review::evidence::v2::previous_bundle::PreviousBundle;
use council_review::evidence::v2::session::SessionGate;
use council_review::model::{Digest, GateId, GateStatus, Severity, Verdict};
use serde_json::{Value, json};

/// Name, scene, the code it is refused for, and what is forged.
type Forgery = (&'static str, Scene, &'static str, fn(&Repo));

const SEATS: [&str; 3] = ["SA-1", "SA-2", "SA-3"];

#[rustfmt::skip]
const FORGERIES: &[Forgery] = &[
    // What the tree decides.
    ("a retired RFC", Scene::Gates, "DERIVED_OTHERWISE", |r| resealed(r, |b| nothing(b, "RETIRED", "every ticket that binds it is cancelled or superseded"))),
    ("a seed", Scene::Gates, "DERIVED_OTHERWISE", |r| resealed(r, |b| nothing(b, "SEED_ONLY", "its folder holds no YAML yet"))),
    ("no findings", Scene::Gates, "DERIVED_OTHERWISE", |r| approved(r, |_| {})),
    ("an advisory finding left out", Scene::Gates, "DERIVED_OTHERWISE", |r| {
        r.write(SECOND, r.read(SECOND) + "  notes: The rules are those that docs/none.md describes, see docs/none.md\n");
        assert_eq!(r.run(&["RFC-0001", "--depth", "standard", "-q"]).code, 1);
        resealed(r, |b| {
            let all = b.findings.len();
            b.findings.retain(|f| f.rule.as_deref() != Some("L5"));
            assert_eq!(b.findings.len() + 1, all, "the rule speaks");
            b.gates[5].findings.clear();
        });
    }),
    ("another state", Scene::Gates, "DERIVED_OTHERWISE", |r| approved(r, |b| b.inputs.rfc_state = "NO_RFC_YAML".to_owned())),
    ("another atlas", Scene::Gates, "DERIVED_OTHERWISE", |r| approved(r, |b| b.inputs.atlas_source = "the component atlas of PRD-0001".to_owned())),
    ("gates that looked at nothing", Scene::Gates, "DERIVED_OTHERWISE", |r| approved(r, |b| b.gates[2].evidence = json!({}))),
    ("coverage that did not apply", Scene::Gates, "DERIVED_OTHERWISE", |r| approved(r, |b| b.gates[2].status = GateStatus::NotApplicable)),
    ("a tool of the future", Scene::Gates, "TOOL", |r| approved(r, |b| b.inputs.tool.version = "99.0.0".to_owned())),
    ("a ticket left out", Scene::Gates, "INPUTS", |r| approved(r, |b| { b.inputs.files.retain(|f| f.path != SECOND); redigested(b); })),
    ("a ticket of other bytes", Scene::Gates, "INPUTS", |r| approved(r, |b| { for f in &mut b.inputs.files { if f.path == SECOND { f.digest = Digest::of(b"mended"); } } redigested(b); })),
    ("the ticket changed after the review", Scene::Gates, "INPUTS", |r| { approved(r, |_| {}); r.write(SECOND, r.read(SECOND) + "# later\n"); }),
    ("another layout", Scene::Gates, "INPUTS", |r| {
        r.write("council.yaml", "layout: {rfcs: plans, tickets: plans/tickets}\n");
        for file in ["00_meta.yaml", "01_problem_and_imports.yaml"] {
            r.write(&format!("plans/RFC-0001/{file}"), r.read(&format!("documents/rfcs/RFC-0001/{file}")));
        }
        approved(r, |b| { for f in &mut b.inputs.files { f.path = f.path.replace("documents/rfcs", "plans"); } b.inputs.files.sort_by(|a, b| a.path.cmp(&b.path)); b.inputs.uncommitted.clear(); redigested(b); });
    }),
    ("a waiver of its own", Scene::Gates, "WAIVER", |r| resealed(r, |b| {
        let waiver = json!({"file": "documents/work/waivers/WVR-0001.yaml", "waiver_id": "WVR-0001", "scope": {"rules": [b.findings[0].rule]}, "reason": "no time", "approved_by": "Eve", "expires": "2999-01-01"});
        let Ok(waiver) = serde_json::from_value(waiver) else { return approve(b) };
        b.inputs.waivers = vec![waiver];
        for f in &mut b.findings { f.resolution = council_review::evidence::v2::council::Resolution::Waived; }
        for g in &mut b.gates { if g.status == GateStatus::Failed { g.status = GateStatus::Passed; } }
        b.verdict = Verdict::Approved;
        b.verdict_reason = "no BLOCKER or MAJOR finding".to_owned();
    })),
    // What the chain and the clock decide.
    ("a date far ahead", Scene::Gates, "DATE", |r| approved(r, |b| b.review_timestamp = date("2999-01-01T00:00:00Z"))),
    ("a commit of nowhere", Scene::Gates, "COMMIT", |r| approved(r, |b| b.inputs.commit = unknown_commit())),
    ("a bundle before it that is not there", Scene::Gates, "CHAIN", |r| approved(r, |b| b.previous_bundle = Some(PreviousBundle { file: "rfc_review_20250101T000000Z.yaml".to_owned(), seal: Digest::of(b"x") }))),
    ("a chain that begins anew", Scene::Chain, "CHAIN", |r| {
        let mut last = beside(r, "rfc_review_20260127T000000Z.yaml", |b| { b.previous_bundle = None; b.review_timestamp = date("2026-01-27T00:00:00Z"); });
        let mut name = "rfc_review_20260127T000000Z.yaml".to_owned();
        for n in 1..6 {
            let next = format!("rfc_review_20260127T00000{n}Z.yaml");
            let before = PreviousBundle { file: name, seal: last.seal.digest.clone() };
            last = beside(r, &next, |b| { b.previous_bundle = Some(before); b.review_timestamp = date(&format!("2026-01-27T00:00:0{n}Z")); });
            name = next;
        }
    }),
    ("a fork of the first review", Scene::Chain, "CHAIN", |r| drop(beside(r, "rfc_review_20260127T000000Z.yaml", |b| { b.previous_bundle = None; b.review_timestamp = date("2026-01-27T00:00:00Z"); }))),
    ("the rejections taken away", Scene::Chain, "EVIDENCE_CHANGED", |r| { r.git(&["rm", "-q", "-f", "-r", "--ignore-unmatch", &format!("{FOLDER}/rfc_review_{STAMP}-2.yaml")]); approved(r, |b| b.previous_bundle = None); }),
    ("a rejection turned", Scene::Chain, "EVIDENCE_CHANGED", |r| { let path = format!("{FOLDER}/rfc_review_{STAMP}-2.yaml"); let mut b = bundle(r, &path); approve(&mut b); put(r, &path, b); }),
    ("a file that is no evidence", Scene::Chain, "FOREIGN_EVIDENCE", |r| r.write(&format!("{FOLDER}/approved.txt"), "by me\n")),
    ("a review before the one it follows", Scene::Chain, "DATE", |r| {
        let head = bundle(r, &format!("{FOLDER}/rfc_review_{STAMP}-3.yaml"));
        let before = PreviousBundle { file: format!("rfc_review_{STAMP}-3.yaml"), seal: head.seal.digest };
        beside(r, "rfc_review_20260125T000000Z.yaml", |b| { b.previous_bundle = Some(before); b.review_timestamp = date("2026-01-25T00:00:00Z"); });
    }),
    ("a session of garbage", Scene::Chain, "UNSOUND", |r| r.write(&format!("{FOLDER}/council_session_20260127T000000Z.yaml"), "garbage: true\n")),
    ("a page that nobody wrote", Scene::Chain, "UNSOUND", |r| r.write(&format!("{FOLDER}/escalation_20260127T000000Z.md"), "# all is well\n")),
    ("garbage in a review", Scene::Gates, "UNSOUND", |r| { let path = newest(r, "rfc_review_"); r.write(&path, r.read(&path) + "garbage: true\n"); }),
    ("a verdict on top of findings", Scene::Gates, "UNSOUND", |r| resealed(r, |b| b.verdict = Verdict::Approved)),
    ("a blocker made small", Scene::Gates, "UNSOUND", |r| resealed(r, |b| b.findings[0].severity = Severity::Minor)),
    ("evidence of another RFC", Scene::Gates, "FOREIGN", |r| approved(r, |b| b.rfc_id = "RFC-0002".parse().expect("an id"))),
    ("evidence of an RFC that is not there", Scene::Gates, "FOREIGN", |r| { let path = newest(r, "rfc_review_"); r.write("evidence/rfc/RFC-0077/reviews/rfc_review_20260126T100000Z.yaml", r.read(&path)); }),
    // What a council's session decides.
    ("an approval of built-in rules that reject", Scene::Rules, "RULES_DIFFER", |_| {}),
    ("without its session", Scene::Rules, "NO_SESSION", |r| removed(r, &newest(r, "council_session_"))),
    ("a session that is cut", Scene::Rules, "REPLAY", |r| { let path = newest(r, "council_session_"); let text = r.read(&path); let at = text.rfind("\n  - {seq: ").expect("records"); r.write(&path, &text[..=at]); }),
    ("the session of something else", Scene::Rules, "REPLAY", |r| { let path = newest(r, "council_session_"); let at = r.read(&path).replace("down_time_seconds: 0", "down_time_seconds: 9"); r.write(&path, at); }),
    ("no calls", Scene::Rules, "NO_CALL", |r| resealed(r, |b| { let c = b.council_metadata.as_mut().expect("a council"); c.tokens.calls = 0; b.calls.clear(); })),
    ("other rules than the built-in ones", Scene::Rules, "RULES_DIFFER", |r| refolded(r, |_, e| panel(e, &SEATS, "offline", "rules-0"))),
    ("no tickets to assess", Scene::Silent, "DERIVED_OTHERWISE", |r| refolded(r, |_, e| { panel(e, &SEATS, "offline", "rules-1"); each(e, "OPENED", |e| e["opening"]["tickets"] = json!([])); })),
    ("one ticket to assess", Scene::Rules, "DERIVED_OTHERWISE", |r| refolded(r, |_, e| {
        each(e, "OPENED", |e| { e["opening"]["tickets"].as_array_mut().expect("tickets").pop(); });
        each(e, "ANSWERED", |e| { if let Some(all) = e.pointer_mut("/reply/reply/assessments").and_then(Value::as_array_mut) { all.truncate(1); } });
    })),
    ("another seed", Scene::Rules, "UNSOUND", |r| refolded(r, |_, e| each(e, "OPENED", |e| e["opening"]["seed"] = json!(7)))),
    ("assessments that are empty", Scene::Silent, "RULES_DIFFER", |r| refolded(r, |_, e| panel(e, &SEATS, "offline", "rules-1"))),
    ("a council at another second", Scene::Rules, "RULES_DIFFER", |r| refolded(r, |_, e| for (at, _) in e { *at = date("2026-01-26T11:00:00Z"); })),
    ("a council of the future", Scene::Rules, "DATE", |r| refolded(r, |_, e| for (at, _) in e { *at = date("2999-01-26T11:00:00Z"); })),
    ("a council over a commit of nowhere", Scene::Rules, "COMMIT", |r| refolded(r, |s, _| s.inputs.commit = unknown_commit())),
    ("a council by another tool", Scene::Rules, "TOOL", |r| refolded(r, |s, _| s.inputs.tool.version = "99.0.0".to_owned())),
    ("a council after a review that is not there", Scene::Rules, "CHAIN", |r| refolded(r, |s, _| s.previous_bundle = Some(PreviousBundle { file: "rfc_review_20250101T000000Z.yaml".to_owned(), seal: Digest::of(b"x") }))),
    ("a council over a gate that looked at something else", Scene::Rules, "UNSOUND", |r| refolded(r, |s, _| s.gates.push(SessionGate { gate_id: GateId::CcpMapping, evidence: json!({"paths": ["src"]}) }))),
    ("models", Scene::Models, "MODEL_SAT", |_| {}),
    ("models without their session", Scene::Models, "NO_SESSION", |r| removed(r, &newest(r, "council_session_"))),
    ("a mailbox", Scene::Models, "MODEL_SAT", |r| refolded(r, |_, e| panel(e, &SEATS, "mailbox", "whoever answers"))),
    ("models that assessed nothing", Scene::Silent, "NOT_RUN", |_| {}),
    ("two models beside an impostor", Scene::Models, "RULES_DIFFER", |r| refolded(r, |_, e| panel(e, &SEATS[..1], "offline", "rules-1"))),
    // What is taken away.
    ("old reviews taken away without a record", Scene::Old, "EVIDENCE_CHANGED", |r| removed(r, &nth(1))),
    ("a record that names less than it takes", Scene::Old, "EVIDENCE_CHANGED", |r| rerecorded(r, "1", |p| drop(p.bundles.pop()))),
    ("a record without its links", Scene::Old, "CHAIN", |r| rerecorded(r, "1", |p| drop(p.bundles.pop()))),
    ("another seal in a record", Scene::Old, "CHAIN", |r| rerecorded(r, "2", |p| p.bundles[0].seal = Digest::of(b"x"))),
    ("another order in a record", Scene::Old, "CHAIN", |r| rerecorded(r, "2", |p| p.bundles.reverse())),
    ("another beginning in a record", Scene::Old, "CHAIN", |r| rerecorded(r, "2", |p| p.previous_bundle = Some(PreviousBundle { file: "rfc_review_20250101T000000Z.yaml".to_owned(), seal: Digest::of(b"x") }))),
    ("a record with a hole before it", Scene::Old, "CHAIN", |r| rerecorded(r, "2", |p| { p.bundles.remove(0); p.previous_bundle = None; })),
    ("a record of nothing", Scene::Old, "UNSOUND", |r| rerecorded(r, "2", |p| p.bundles.clear())),
    ("a record of what is still there", Scene::Old, "UNSOUND", |r| { let kept = r.read(&nth(1)); rerecorded(r, "2", |_| {}); r.write(&nth(1), kept); }),
    ("a record of another RFC", Scene::Old, "FOREIGN", |r| rerecorded(r, "2", |p| p.rfc_id = "RFC-0002".parse().expect("an id"))),
    ("a record of the future", Scene::Old, "UNSOUND", |r| rerecorded(r, "2", |p| p.pruned_at = date("2999-01-01T00:00:00Z"))),
    ("a record of the future by its name, too", Scene::Old, "DATE", |r| {
        rerecorded(r, "2", |p| p.pruned_at = date("2999-01-01T00:00:00Z"));
        let path = newest(r, "pruned_");
        r.write(&format!("{FOLDER}/pruned_29990101T000000Z.yaml"), r.read(&path));
        removed(r, &path);
    }),
    ("a record of a path that leads out", Scene::Old, "UNSOUND", |r| rerecorded(r, "2", |p| p.bundles[0].files.push("../../../../council.yaml".to_owned()))),
    ("a record of a review in another folder", Scene::Old, "UNSOUND", |r| rerecorded(r, "2", |p| p.bundles[0].file = "../../RFC-0002/reviews/rfc_review_20260126T100000Z.yaml".to_owned())),
    ("a record of a session that nobody has", Scene::Old, "UNSOUND", |r| rerecorded(r, "2", |p| p.bundles[0].files.push("council_session_20260126T100000Z.yaml".to_owned()))),
    ("a record that takes another record", Scene::Old, "UNSOUND", |r| rerecorded(r, "2", |p| p.bundles[0].files.push("pruned_20260101T000000Z.yaml".to_owned()))),
    ("garbage in a record", Scene::Old, "UNSOUND", |r| { rerecorded(r, "2", |_| {}); let path = newest(r, "pruned_"); r.write(&path, r.read(&path) + "garbage: true\n"); }),
    ("a record that is empty", Scene::Old, "UNSOUND", |r| r.write(&format!("{FOLDER}/pruned_20260126T100000Z.yaml"), "")),
    ("a record that takes the newest review", Scene::Old, "CHAIN", |r| {
        let head = bundle(r, &nth(4)).seal.digest;
        rerecorded(r, "1", |p| { let mut last = p.bundles[2].clone(); (last.file, last.seal) = (file(4), head); p.bundles.push(last); });
        removed(r, &nth(4));
    }),
    ("a review that takes the base's newest one away", Scene::Old, "CHAIN", |r| { assert_eq!(r.run(&["RFC-0001", "--depth", "standard", "-q"]).code, 0); rerecorded(r, "1", |_| {}); }),
    ("a longer chain of which a record knows", Scene::Old, "CHAIN", |r| invented(r, &|_| None)),
    ("a longer chain that a record ties to the base's", Scene::Old, "CHAIN", |r| invented(r, &|r| { let seal = bundle(r, &nth(4)).seal.digest; Some(PreviousBundle { file: file(4), seal }) })),
    ("an open escalation taken away", Scene::Waiting, "CHAIN", |r| { r.run(&["RFC-0001", "-q"]); rerecorded(r, "1", |_| {}); }),
    ("an open escalation's page taken away", Scene::Waiting, "EVIDENCE_CHANGED", |r| { r.run(&["RFC-0001", "-q"]); rerecorded(r, "1", |_| {}); }),
    // What people decide.
    ("a ruling of its own", Scene::Waiting, "RULING_NOT_ON_BASE", |r| {
        let args = ["adjudicate", "RFC-0001", "FND-RFC-0001-001", "--decision", "dismiss", "--by", "Eve", "--reason", "it is fine"];
        assert_eq!(r.run(&args).code, 0);
    }),
    ("a ruling without a review", Scene::Waiting, "RULING_NOT_ON_BASE", |r| {
        let args = ["adjudicate", "RFC-0001", "FND-RFC-0001-001", "--decision", "dismiss", "--by", "Eve", "--reason", "it is fine"];
        assert_eq!(r.run(&args).code, 0);
        removed(r, &format!("{FOLDER}/rfc_review_{STAMP}-2.yaml"));
    }),
];

/// What `check` says of a pull request under a policy: exit code, all codes, and the page's line.
fn judged(repo: &Repo, scene: Scene, policy: &str) -> (i32, Vec<String>, String) {
    let file = repo.path().join(".git/policy.yaml");
    std::fs::write(&file, policy.replace("DEPTH", scene.depth())).expect("written");
    repo.commit("a change");
    let at = |path: &Path| path.to_str().expect("UTF-8").to_owned();
    let run = repo.run(&["check", "--base", "main", "--config", &at(&file), "--format", "json"]);
    assert!(run.code < 3, "{run:?}");
    let report = run.json();
    let mut codes = Vec::new();
    for check in report["checks"].as_array().expect("checks") {
        codes.extend(check["codes"].as_array().expect("codes").clone());
    }
    codes.extend(report["evidence"].as_array().into_iter().flatten().map(|f| f["code"].clone()));
    let mut codes: Vec<String> =
        codes.iter().map(|code| code.as_str().expect("a text").to_owned()).collect();
    codes.dedup();
    (run.code, codes, report["trust"].as_str().expect("a line").to_owned())
}

/// Whether all that was invented are whole replies of models.
fn invents_replies_only(name: &str) -> bool {
    ["models", "a mailbox"].contains(&name)
}

#[test]
fn no_change_passes_with_evidence_that_nobody_made() {
    assert!(FORGERIES.len() >= 40, "{}", FORGERIES.len());
    let (total, seed) = (scale().of(8, 200, 1_000), 17);
    let scenes: Vec<(Scene, Repo)> = Scene::ALL.map(|scene| (scene, scene.repo())).into();
    let of = |wanted: Scene| &scenes.iter().find(|(scene, _)| *scene == wanted).expect("a scene").1;
    let mut random = SplitMix(seed);
    let mut below = |n: usize| (random.next() % n as u64) as usize;
    let (mut passed_by_replies, mut refused, mut otherwise) = (0, 0, Vec::new());
    // Each by itself; of few, those that are spread over the list.
    let stride = FORGERIES.len().div_ceil(total.min(FORGERIES.len()));
    let alone: Vec<Vec<usize>> = (0..FORGERIES.len()).step_by(stride).map(|n| vec![n]).collect();
    let together = total.saturating_sub(alone.len()).max(1);
    let together =
        (0..together).map(|_| (0..2 + below(2)).map(|_| below(FORGERIES.len())).collect());
    let all: Vec<Vec<usize>> = alone.into_iter().chain(together).collect();
    for chosen in &all {
        let (_, scene, expected, _) = FORGERIES[chosen[0]];
        let of_scene: Vec<&Forgery> = chosen
            .iter()
            .map(|&n| &FORGERIES[n])
            .filter(|(_, other, _, _)| *other == scene)
            .collect();
        let names: Vec<&str> = of_scene.iter().map(|(name, ..)| *name).collect();
        let repo = copied(of(scene));
        for (_, _, _, forge) in &of_scene {
            // What one took away another cannot change.
            let forged = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| forge(&repo)));
            assert!(forged.is_ok() || of_scene.len() > 1, "{names:?}");
        }
        let (code, codes, _) = judged(&repo, scene, NONE);
        assert_ne!(code, 0, "{names:?} passes, seed {seed}");
        if of_scene.len() == 1 {
            let exit = if expected == "RULING_NOT_ON_BASE" { 2 } else { 1 };
            if !codes.contains(&expected.to_owned()) || code != exit {
                otherwise.push(format!("{names:?}: {code} {codes:?}, not {expected}"));
            }
        }
        let (code, codes, trust) = judged(&repo, scene, ALLOWED);
        if code == 0 {
            assert!(names.iter().all(|name| invents_replies_only(name)), "{names:?}: {codes:?}");
            assert!(trust.contains("the seats' words are taken as they stand"), "{trust}");
            passed_by_replies += 1;
        } else {
            refused += 1;
        }
    }
    assert!(otherwise.is_empty(), "{otherwise:#?}");
    figure(&format!(
        "{} pull requests, seed {seed}: 0 pass under models: none; where models are admitted, {refused} are refused and {passed_by_replies} pass with replies that were invented as a whole",
        all.len()
    ));
}

#[test]
fn the_honest_control_passes() {
    let repo = Repo::mended();
    repo.commit("the base");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.edit(FIRST, "status: READY", "status: IN_PROGRESS");
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 0);
    for policy in [NONE, ALLOWED] {
        let (code, codes, _) = judged(&repo, Scene::Rules, policy);
        assert_eq!((code, codes), (0, Vec::new()), "{policy}");
    }
    // Old reviews that are pruned, and a newer one that follows the base's newest.
    let old = Scene::Old.repo();
    rerecorded(&old, "1", |_| {});
    for policy in [NONE, ALLOWED] {
        let (code, codes, _) = judged(&old, Scene::Old, policy);
        assert_eq!((code, codes), (0, Vec::new()), "{policy}");
    }
    assert_eq!(old.reviews("RFC-0001").len(), 2);
    // The same evidence after it was made anew from its own records.
    refolded(&repo, |_, _| {});
    let (code, codes, _) = judged(&repo, Scene::Rules, NONE);
    assert_eq!((code, codes), (0, Vec::new()));
}
