//! Councils about a question, killed at their operations on the evidence: nothing that was safe is lost, and what
//! was answered is not asked again (COUNCILS.md C11).

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use council_review::core::protocol::EventOf;
use council_review::council::lenses::LensesCouncil;
use council_review::council::rounds::RoundsCouncil;
use council_review::evidence::outcome::{self, OutcomeCouncil};
use council_review::evidence::v2::session::SessionRecord;
use serde::de::DeserializeOwned;

use super::scene::LATER;
use super::shim::{self, Act, Op};
use super::spread::sampled;
use crate::support::{self, Repo, scale};

/// A council that ships with the tool, kept in a repository.
struct Held {
    kind: &'static str,
    /// What the undisturbed one did.
    ops: Vec<Op>,
    code: i32,
    result: String,
}

fn run(repo: &Repo, args: &[&str], epoch: &str, at: usize, act: Act) -> shim::Ran {
    let mut command = support::binary();
    command.args(args).env("SOURCE_DATE_EPOCH", epoch);
    shim::run(command, &repo.path().canonicalize().expect("it is there"), at, act)
}

fn ask(repo: &Repo, kind: &str, epoch: &str, at: usize, act: Act) -> shim::Ran {
    run(repo, &["ask", "--demo", kind, "--keep", "-q"], epoch, at, act)
}

/// The folders of councils, from the repository's root.
fn folders(repo: &Repo) -> Vec<String> {
    let Ok(entries) = fs::read_dir(repo.at("evidence/council")) else { return Vec::new() };
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string());
    let mut names: Vec<String> = names.map(|name| name.expect("UTF-8")).collect();
    names.sort();
    names
}

fn session(repo: &Repo, id: &str) -> Option<Vec<u8>> {
    fs::read(repo.at(&format!("evidence/council/{id}/session.yaml"))).ok()
}

/// How many records were safe: the first once its folder was synced, and each that was added and synced.
fn acknowledged(ops: &[Op]) -> usize {
    let is_session = |path: &Path| path.file_name().is_some_and(|name| name == "session.yaml");
    let mut folder: Option<PathBuf> = None;
    let (mut first, mut added) = (0, 0);
    for op in ops.iter().filter(|op| op.is_done) {
        match op.name.as_str() {
            "link" | "rename" if is_session(&op.path) => {
                folder = op.path.parent().map(Path::to_owned);
            }
            "fsync" if folder.as_ref() == Some(&op.path) => first = 1,
            "fsync" if is_session(&op.path) => added += 1,
            _ => {}
        }
    }
    first + added
}

/// The records of a session, and whether its outcome is known.
fn recovered<C: OutcomeCouncil>(bytes: &[u8]) -> Vec<SessionRecord>
where
    EventOf<C>: DeserializeOwned,
{
    let played = outcome::recover::<C>(bytes).unwrap_or_else(|faults| panic!("{faults:?}"));
    played.session.records
}

fn records(kind: &str, bytes: &[u8]) -> Vec<SessionRecord> {
    match kind {
        "rounds" => recovered::<RoundsCouncil>(bytes),
        _ => recovered::<LensesCouncil>(bytes),
    }
}

/// The calls that are sent and not ended in records.
fn under_way(records: &[SessionRecord]) -> usize {
    let count = |names: &[&str]| {
        records.iter().filter(|one| names.iter().any(|name| one.event["event"] == **name)).count()
    };
    count(&["ESTIMATED"]) - count(&["ANSWERED", "FAILED"]).min(count(&["ESTIMATED"]))
}

/// Goes on after a kill, to the end of the undisturbed council, and looks at what is left.
fn goes_on(repo: &Repo, held: &Held, ran: &shim::Ran) -> bool {
    assert_eq!(ran.code, None, "it was killed");
    let ids = folders(repo);
    let standing = ids.iter().find_map(|id| session(repo, id).map(|bytes| (id.clone(), bytes)));
    let known = standing.as_ref().map(|(_, bytes)| records(held.kind, bytes)).unwrap_or_default();
    let least = acknowledged(&ran.ops);
    assert!(known.len() >= least, "{} records stand, {least} were safe", known.len());
    let next = match &standing {
        Some((id, _)) => run(repo, &["resume", id, "-q"], LATER, 0, Act::Kill),
        None => ask(repo, held.kind, LATER, 0, Act::Kill),
    };
    assert_eq!(next.code, Some(held.code), "{}", next.stderr);
    let ids = folders(repo);
    let ended = ids.iter().filter(|id| session(repo, id).is_some());
    let [id] = ended.collect::<Vec<_>>()[..] else { panic!("{ids:?}") };
    let folder = repo.at(&format!("evidence/council/{id}"));
    let mut files: Vec<String> = fs::read_dir(&folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .collect();
    files.sort();
    assert_eq!(files, ["outcome.yaml", "session.yaml"], "nothing else is left");
    let whole = records(held.kind, &session(repo, id).expect("a session"));
    assert_eq!(whole[..known.len()], known, "what stood after the kill");
    let outcome = fs::read(folder.join("outcome.yaml")).expect("an outcome");
    let outcome = outcome::verify(&outcome).unwrap_or_else(|faults| panic!("{faults:?}"));
    assert_eq!(outcome.head.result.to_string(), held.result);
    let mut answers: BTreeMap<(String, &str), usize> = BTreeMap::new();
    for call in outcome.calls.iter().filter(|call| call.outcome == "ANSWERED") {
        *answers.entry((call.agent_id.to_string(), &call.question)).or_default() += 1;
    }
    assert!(answers.values().all(|count| *count == 1), "{answers:?}");
    let lost = outcome.calls.iter().filter(|call| call.outcome == "LOST").count();
    assert!(lost <= under_way(&known), "{lost} lost");
    assert_eq!(run(repo, &["replay", id, "-q"], LATER, 0, Act::Kill).code, Some(0));
    standing.is_some()
}

#[test]
fn a_council_that_is_killed_goes_on_where_it_was() {
    for kind in ["rounds", "lenses"] {
        let repo = Repo::new();
        let ran = ask(&repo, kind, support::EPOCH, 0, Act::Kill);
        let id = folders(&repo).pop().expect("a council");
        let bytes = fs::read(repo.at(&format!("evidence/council/{id}/outcome.yaml")));
        let outcome = outcome::verify(&bytes.expect("an outcome")).expect("it verifies");
        let held = Held {
            kind,
            code: ran.code.expect("nothing killed it"),
            result: outcome.head.result.to_string(),
            ops: ran.ops,
        };
        let mut points = Vec::new();
        for (n, op) in (1..).zip(&held.ops) {
            points.push((n, Act::Kill));
            if op.name == "write" {
                points.push((n, Act::Torn));
            }
        }
        points.push((held.ops.len(), Act::KillAfter));
        // Of a session's many writes some stand for all; an outcome is written once.
        let is_of_outcome = |&(n, _): &(usize, Act)| {
            held.ops[n - 1].path.to_string_lossy().contains("outcome.yaml")
        };
        let (once, often): (Vec<_>, Vec<_>) = points.iter().copied().partition(is_of_outcome);
        let mut tries = sampled(&often, scale().of(29, 1, 1));
        tries.extend(once);
        let mut resumed = 0;
        for &(at, act) in &tries {
            let repo = Repo::new();
            let ran = ask(&repo, kind, support::EPOCH, at, act);
            resumed += usize::from(goes_on(&repo, &held, &ran));
        }
        support::figure(&format!(
            "kills of {kind}: {} of {} points, {resumed} resumed, the others held again",
            tries.len(),
            points.len()
        ));
        assert!(points.len() > 80 && resumed > 0, "{} points", points.len());
    }
}
