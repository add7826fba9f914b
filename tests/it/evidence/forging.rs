//! What a pull request begins with, and the hands that forge: each changes one thing, and makes all
//! that depends on it agree again.

use std::future::pending;

use crate::support::forge::{FOLDER, bundle, newest, put, put_session, rerecorded, session_at};
use crate::support::held::{hold, impostors, silent, yes};
use crate::support::rechain::{chained, events_of};
use crate::support::seats::seats;
use crate::support::{Repo, STAMP};
use council_review::evidence::v2::bundle::{Bundle, FileNumber};
use council_review::evidence::v2::previous_bundle::PreviousBundle;
use council_review::evidence::v2::pruned::PrunedBundle;
use council_review::evidence::v2::session::Session;
use council_review::model::opinion::Vote::{Abstain, Oppose, Support};
use council_review::model::{Digest, GateStatus, Identity, Severity, Timestamp, Verdict};
use serde_json::{Value, json};

pub(super) const FIRST: &str = "documents/work/tickets/TCK-00001.yaml";
pub(super) const SECOND: &str = "documents/work/tickets/TCK-00002.yaml";
/// What the base's policy asks for, by built-in rules alone and with models admitted.
pub(super) const NONE: &str =
    "policy: {models: none, depth: DEPTH, verdicts: [APPROVED, NOT_APPLICABLE]}\n";
pub(super) const ALLOWED: &str = "policy: {depth: DEPTH, verdicts: [APPROVED, NOT_APPLICABLE]}\n";

/// What a pull request begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scene {
    /// A gate rejects; the honest review by the gates alone is there.
    Gates,
    /// Built-in rules reject; seats that say they are built-in rules approved.
    Rules,
    /// The same, and the seats assessed nothing.
    Silent,
    /// The same, and the seats say they are models.
    Models,
    /// The base has two reviews that rejected; the same defect stands, and built-in rules saw it.
    Chain,
    /// The base has a review that waits for a person.
    Waiting,
    /// The base has four reviews that approved, and the newest counts.
    Old,
}

impl Scene {
    pub(super) const ALL: [Scene; 7] = [
        Scene::Gates,
        Scene::Rules,
        Scene::Silent,
        Scene::Models,
        Scene::Chain,
        Scene::Waiting,
        Scene::Old,
    ];

    pub(super) fn depth(self) -> &'static str {
        if matches!(self, Scene::Gates | Scene::Chain | Scene::Old) {
            "standard"
        } else {
            "council"
        }
    }

    /// The repository, on its branch, nothing forged yet but who approved.
    pub(super) fn repo(self) -> Repo {
        let repo = if self == Scene::Chain { Repo::example() } else { Repo::mended() };
        repo.commit("the base");
        let review = ["RFC-0001", "--depth", "standard", "-q"];
        match self {
            Scene::Chain => {
                for _ in 0..2 {
                    assert_eq!(repo.run(&review).code, 1);
                }
            }
            Scene::Waiting => {
                let split = [Support, Oppose, Abstain];
                hold(&repo, &|_| seats(Severity::Major, split, [None; 3]), pending());
            }
            Scene::Old => {
                for _ in 0..4 {
                    assert_eq!(repo.run(&review).code, 0);
                }
            }
            Scene::Gates | Scene::Rules | Scene::Silent | Scene::Models => {}
        }
        repo.commit("reviewed");
        repo.git(&["checkout", "-q", "-b", "feature"]);
        match self {
            Scene::Gates => {
                repo.edit(SECOND, "    - requirement_id: REQ-0003\n", "");
                assert_eq!(repo.run(&review).code, 1);
            }
            Scene::Rules | Scene::Silent | Scene::Models => {
                repo.write(FIRST, repo.read(FIRST) + "  plan: do it as appropriate\n");
                let model = Identity::new("anthropic", "claude-x");
                hold(
                    &repo,
                    &|_| match self {
                        Scene::Models => yes(&model, true),
                        Scene::Silent => silent(),
                        _ => impostors(),
                    },
                    pending(),
                );
            }
            Scene::Chain => drop(repo.run(&review)),
            Scene::Waiting | Scene::Old => {}
        }
        repo
    }
}

/// Another copy of a repository.
pub(super) fn copied(from: &Repo) -> Repo {
    let repo = Repo::new();
    let run = std::process::Command::new("cp")
        .args(["-a", "."])
        .arg(repo.path())
        .current_dir(from.path())
        .status();
    assert!(run.expect("cp runs").success());
    repo
}

/// Changes the newest bundle.
pub(super) fn resealed(repo: &Repo, change: impl FnOnce(&mut Bundle)) {
    let path = newest(repo, "rfc_review_");
    let mut forged = bundle(repo, &path);
    change(&mut forged);
    put(repo, &path, forged);
}

/// Nothing was found.
pub(super) fn approve(bundle: &mut Bundle) {
    bundle.findings.clear();
    for gate in &mut bundle.gates {
        gate.findings.clear();
        gate.evidence = Value::Null;
        if gate.status == GateStatus::Failed {
            gate.status = GateStatus::Passed;
        }
    }
    bundle.verdict = Verdict::Approved;
    bundle.verdict_reason = "no BLOCKER or MAJOR finding".to_owned();
}

/// There was nothing to review.
pub(super) fn nothing(bundle: &mut Bundle, state: &str, why: &str) {
    approve(bundle);
    bundle.inputs.rfc_state = state.to_owned();
    for gate in bundle.gates.iter_mut().filter(|g| !g.gate_id.is_assessed()) {
        gate.status = GateStatus::NotApplicable;
    }
    bundle.verdict = Verdict::NotApplicable;
    bundle.verdict_reason = format!("there is nothing to review: {why}");
}

pub(super) fn approved(repo: &Repo, change: impl FnOnce(&mut Bundle)) {
    resealed(repo, |bundle| {
        approve(bundle);
        change(bundle);
    });
}

/// The inputs with other numbers of their files and another digest over them.
pub(super) fn redigested(bundle: &mut Bundle) {
    bundle.inputs.uncommitted.clear();
    for (n, file) in bundle.inputs.files.iter_mut().enumerate() {
        file.n = FileNumber::of(n);
    }
    let files = &bundle.inputs.files;
    bundle.inputs.dossier_digest = council_review::source::digest_of_files(
        files.iter().map(|file| (file.path.as_str(), &file.digest)),
    );
}

/// Changes what a session recorded and began with, and makes session and bundle anew from that.
pub(super) fn refolded(
    repo: &Repo,
    change: impl FnOnce(&mut Session, &mut Vec<(Timestamp, Value)>),
) {
    let path = newest(repo, "council_session_");
    let mut session = session_at(repo, &path);
    let mut events = events_of(&session);
    change(&mut session, &mut events);
    let played = chained(&session, events).expect("the protocol takes it");
    put_session(repo, &path, &played.session);
    let file = path.rsplit('/').next().expect("a name");
    let made = played.bundle(file).expect("it ended");
    put(repo, &newest(repo, "rfc_review_"), made);
}

/// Changes the events of a kind.
pub(super) fn each(events: &mut [(Timestamp, Value)], kind: &str, change: impl Fn(&mut Value)) {
    events.iter_mut().filter(|(_, event)| event["event"] == kind).for_each(|(_, e)| change(e));
}

pub(super) fn panel(
    events: &mut [(Timestamp, Value)],
    seats: &[&str],
    provider: &str,
    model: &str,
) {
    each(events, "OPENED", |event| {
        for seat in seats {
            let held = &mut event["opening"]["panel"][*seat];
            (held["provider"], held["model"]) = (provider.into(), model.into());
        }
    });
}

pub(super) fn removed(repo: &Repo, path: &str) {
    std::fs::remove_file(repo.at(path)).expect("removed");
}

pub(super) fn date(text: &str) -> Timestamp {
    serde_json::from_value(json!(text)).expect("a date")
}

pub(super) fn unknown_commit() -> Option<String> {
    Some("0123456789abcdef0123456789abcdef01234567".to_owned())
}

/// Puts a bundle beside those that are there.
pub(super) fn beside(repo: &Repo, name: &str, change: impl FnOnce(&mut Bundle)) -> Bundle {
    let mut forged = bundle(repo, &newest(repo, "rfc_review_"));
    approve(&mut forged);
    change(&mut forged);
    put(repo, &format!("{FOLDER}/{name}"), forged.clone());
    bundle(repo, &format!("{FOLDER}/{name}"))
}

/// The file of the base's nth review.
pub(super) fn file(n: usize) -> String {
    match n {
        1 => format!("rfc_review_{STAMP}.yaml"),
        n => format!("rfc_review_{STAMP}-{n}.yaml"),
    }
}

/// The same, from the root.
pub(super) fn nth(n: usize) -> String {
    format!("{FOLDER}/{}", file(n))
}

/// A review that follows reviews which nobody has but a record; what the first of them follows.
pub(super) fn invented(repo: &Repo, previous: &dyn Fn(&Repo) -> Option<PreviousBundle>) {
    let previous = previous(repo);
    let bundles: Vec<PrunedBundle> = (10..30)
        .map(|n| PrunedBundle {
            file: format!("rfc_review_202601260900{n}Z.yaml"),
            seal: Digest::of(&[n]),
            files: Vec::new(),
        })
        .collect();
    let last = bundles.last().expect("some").name();
    rerecorded(repo, "3", |record| {
        record.previous_bundle = previous;
        record.bundles = bundles;
    });
    beside(repo, "rfc_review_20260127T000000Z.yaml", |b| {
        b.previous_bundle = Some(last);
        b.review_timestamp = date("2026-01-27T00:00:00Z");
    });
}
