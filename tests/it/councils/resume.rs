//! `resume` and `replay`: on from any record, nothing asked twice, and the same bundle again.

use std::collections::BTreeMap;
use std::future::pending;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

use crate::support::rechain::rechained;
use crate::support::{self, EPOCH, Repo, STAMP};
use council_review::app::replay::{ReplayComparison, SessionReplay, replay};
use council_review::app::resume::{Resumed, resume};
use council_review::app::review::{ReviewContext, Seats, offline};
use council_review::app::{AppFault, ReviewNames, Workspace, sessions};
use council_review::core::member::{Completing, Member};
use council_review::council::rfc::RfcMember;
use council_review::council::rfc::answer::Reply;
use council_review::council::rfc::ask::Task;
use council_review::evidence::replay as played;
use council_review::evidence::session;
use council_review::evidence::v2::bundle::Bundle;
use council_review::evidence::v2::session::Session;
use council_review::evidence::verify::verify;
use council_review::host::snapshot;
use council_review::host::store::FolderStore;
use council_review::model::{Identity, TerminalState, Timestamp};
use council_review::port::{Clock, NameClaim, Store};
use council_review::source::Dossier;
use serde_json::json;

const ID: &str = "COUNCIL-RFC-0001-20260126-100000";
const FOLDER: &str = "evidence/rfc/RFC-0001/reviews";

thread_local! {
    /// How often a seat of this thread's reviews was asked.
    static ASKED: Arc<AtomicUsize> = Arc::default();
}

/// How often a seat was asked since this was asked before.
fn asked() -> usize {
    ASKED.with(|asked| asked.swap(0, Ordering::SeqCst))
}

struct Counted(Arc<RfcMember>, Arc<AtomicUsize>);

impl Member<Task, Reply> for Counted {
    fn identity(&self) -> Identity {
        self.0.identity()
    }

    fn estimate(&self, task: &Task) -> u64 {
        self.0.estimate(task)
    }

    fn complete<'a>(&'a self, task: &'a Task) -> Completing<'a, Reply> {
        self.1.fetch_add(1, Ordering::SeqCst);
        self.0.complete(task)
    }
}

fn counted(dossier: &Arc<Dossier>) -> Seats {
    let asked = ASKED.with(Arc::clone);
    let counted = |seat| Arc::new(Counted(seat, Arc::clone(&asked))) as Arc<RfcMember>;
    let seats = offline(dossier, &Arc::default()).into_iter();
    seats.map(|(id, seat)| (id, counted(seat))).collect()
}

struct SetClock(AtomicI64);

impl SetClock {
    fn at(seconds: i64) -> Self {
        Self(AtomicI64::new(seconds))
    }
}

impl Clock for SetClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_unix(self.0.load(Ordering::Relaxed)).expect("a time")
    }
}

fn epoch() -> i64 {
    EPOCH.parse().expect("a number")
}

/// A repository, its one review, and the session of it.
struct Reviewed {
    repo: Repo,
    session: Session,
    bundle: Bundle,
}

impl Reviewed {
    /// Two findings of the gates and two of the seats, so that all three cycles have work.
    fn new() -> Self {
        let repo = Repo::example();
        repo.edit(
            "documents/work/tickets/TCK-00002.yaml",
            "One example for each;",
            "One example for each, to be decided;",
        );
        repo.commit("vague");
        assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 1);
        let bytes = repo.read(&path("council_session"));
        let session = played::read(bytes.as_bytes()).expect("whole").session;
        let bundle = verify(repo.read(&path("rfc_review")).as_bytes()).expect("sound");
        Self { repo, session, bundle }
    }

    /// The session as it stood when its first `count` records were written, and no bundle.
    fn cut_after(&self, count: usize) -> Session {
        let mut session = self.session.clone();
        session.records.truncate(count);
        self.put(&session::bytes(&session));
        session
    }

    /// Puts a session's bytes in its place, without a bundle.
    fn put(&self, bytes: &[u8]) {
        let _ = std::fs::remove_file(self.repo.at(&path("rfc_review")));
        self.repo.write(&path("council_session"), bytes);
    }

    fn store(&self) -> FolderStore {
        FolderStore::new(self.repo.path())
    }

    fn resume(&self, clock: &dyn Clock) -> Result<Resumed, AppFault> {
        let workspace = workspace(self.repo.path());
        let store = self.store();
        let board = ReviewContext {
            workspace: &workspace,
            store: &store,
            clock,
            seats: &counted,
            looker: None,
        };
        asked();
        support::wait(resume(&board, &names(), &mut (), pending()))
    }

    fn replay(&self) -> SessionReplay {
        replay(&self.store(), &names(), &mut |_, _| {}).expect("readable")
    }
}

fn path(kind: &str) -> String {
    format!("{FOLDER}/{kind}_{STAMP}.yaml")
}

fn names() -> ReviewNames {
    ReviewNames { folder: FOLDER.to_owned(), stamp: STAMP.to_owned() }
}

fn workspace(root: &Path) -> Workspace {
    let repository = snapshot::open(root, None).expect("a repository");
    Workspace::open(&repository, None).expect("readable")
}

fn outcomes(session: &Session) -> BTreeMap<&'static str, usize> {
    let mut outcomes = BTreeMap::new();
    let charter = played::fold(session, &mut |_, _, _| {}).expect("it folds");
    for call in &charter.calls {
        *outcomes.entry(call.outcome_name()).or_default() += 1;
    }
    outcomes
}

#[test]
fn a_session_goes_on_from_every_record_and_asks_nothing_twice() {
    let reviewed = Reviewed::new();
    let total = reviewed.session.records.len();
    let calls = outcomes(&reviewed.session)["ANSWERED"];
    assert!(calls >= 9, "three cycles of three seats: {calls}");
    for count in 1..total {
        let before = reviewed.cut_after(count);
        let outcomes_before = outcomes(&before);
        let answered = outcomes_before.get("ANSWERED").copied().unwrap_or(0);
        let under_way = outcomes_before.get("DISPATCHED").copied().unwrap_or(0);
        let resumed = reviewed.resume(&SetClock::at(epoch())).expect("it goes on");
        assert!(!resumed.was_over && resumed.cut_after.is_none(), "after {count}");
        let bundle = &resumed.done.bundle;
        // What the seats said is the same, and so is all that follows from it.
        assert_eq!(bundle.findings, reviewed.bundle.findings, "after {count}");
        assert_eq!(bundle.assessment, reviewed.bundle.assessment, "after {count}");
        assert_eq!(bundle.verdict, reviewed.bundle.verdict);
        let asked = asked();
        assert_eq!(asked, calls - answered, "calls after {count} of {total} records");
        assert!(under_way <= 3 && answered + under_way + asked <= calls + 3);
        let bytes = reviewed.repo.read(&path("council_session"));
        let session = played::read(bytes.as_bytes()).expect("whole").session;
        assert!(session.records.starts_with(&before.records), "after {count}");
        let after = outcomes(&session);
        assert_eq!(after["ANSWERED"], calls);
        assert_eq!(after.get("LOST").copied().unwrap_or(0), under_way);
        let stands = reviewed.repo.read(&resumed.done.bundle_path);
        assert!(verify(stands.as_bytes()).is_ok());
        assert!(matches!(
            reviewed.replay(),
            SessionReplay::Played { outcome: ReplayComparison::Same(_), .. }
        ));
    }
    support::figure(&format!("{} records: a session went on from each", total - 1));
}

#[test]
fn the_command_goes_on_and_says_what_it_did() {
    let reviewed = Reviewed::new();
    let repo = &reviewed.repo;
    let first = repo.run(&["show", "RFC-0001"]);
    reviewed.cut_after(7);
    let run = repo.run(&["replay", ID, "-q"]);
    let told =
        format!("NOT ENDED {ID} CYCLE_2, 7 records; go on with it: council-review resume {ID}\n");
    assert_eq!((run.code, run.stdout), (1, told));
    let run = repo.run(&["resume", ID]);
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    let heads = |text: &str| text.lines().take(3).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(heads(&run.stdout), heads(&first.stdout), "the page of the review");
    // Nobody is asked again; what is missing is written again.
    std::fs::remove_file(repo.at(&path("rfc_review"))).expect("removed");
    let run = repo.run(&["replay", &path("council_session"), "-q"]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.starts_with(&format!("NO BUNDLE {ID} CONVERGED, ")), "{run:?}");
    for _ in 0..2 {
        let run = repo.run(&["resume", ID, "-q"]);
        let told = "council-review: the session had ended; nobody was asked\n";
        assert_eq!((run.code, run.stderr.as_str()), (1, told));
    }
    let run = repo.run(&["replay", ID]);
    assert_eq!(run.code, 0);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[0], format!("2026-01-26T10:00:00Z  RFC-0001  INIT       session {ID}"));
    assert!(lines.iter().any(|line| line.contains("resumed after 0 s")), "{lines:#?}");
    let last = lines.last().expect("a result");
    assert!(last.ends_with(&format!("; the same bytes as {}", path("rfc_review"))), "{last}");
    let json = repo.run(&["replay", ID, "--format", "json"]).json();
    assert_eq!((&json["status"], &json["state"]), (&json!("REPLAYED"), &json!("CONVERGED")));
    assert_eq!(json["bundle"]["rfc_id"], "RFC-0001");
    let json = repo.run(&["resume", ID, "--format", "json"]).json();
    assert_eq!(json["reviews"][0]["bundle"]["verdict"], "REJECTED");
}

#[test]
fn a_new_review_points_at_a_session_that_was_left() {
    let reviewed = Reviewed::new();
    reviewed.cut_after(7);
    let run = reviewed.repo.run(&["RFC-0001", "-q"]);
    let told = format!(
        "council-review: {ID} stopped in CYCLE_2; to go on with it: council-review resume {ID}\n"
    );
    assert_eq!((run.code, run.stderr), (1, told));
    let left = reviewed.repo.reviews("RFC-0001");
    assert_eq!(left.len(), 3, "two sessions and one bundle: {left:?}");
}

#[test]
fn a_cut_file_goes_on_from_its_whole_records() {
    let reviewed = Reviewed::new();
    let bytes = session::bytes(&reviewed.session);
    let cut = &bytes[..bytes.len() * 4 / 5];
    reviewed.put(cut);
    // Whoever only reads it does without the torn line.
    let stopped = reviewed.repo.run(&["show", ID]);
    assert_eq!((stopped.code, stopped.stderr.as_str()), (0, ""));
    let doctor = reviewed.repo.run(&["doctor"]).stdout;
    assert!(doctor.contains(&format!("council-review resume {ID}")), "{doctor}");
    let unsound = |session: &[u8]| {
        reviewed.repo.git(&["checkout", "-q", "-B", "left", "main"]);
        reviewed.put(session);
        reviewed.repo.commit("a session that was left");
        let report = reviewed.repo.run(&["check", "--base", "main", "--format", "json"]).json();
        reviewed.repo.git(&["checkout", "-q", "main"]);
        report["checks"][0]["codes"].as_array().expect("codes").contains(&json!("UNSOUND"))
    };
    assert!(!unsound(cut) && unsound(&[cut, b"\n"].concat()));
    reviewed.put(cut);
    let run = reviewed.repo.run(&["resume", ID, "-q"]);
    assert_eq!(run.code, 1);
    let told =
        format!("council-review: {} was cut short; what is after line ", path("council_session"));
    assert!(run.stderr.starts_with(&told), "{run:?}");
    assert_eq!(reviewed.repo.run(&["replay", ID, "-q"]).code, 0);
    // What was cut before its first record has nothing to go on from.
    reviewed.put(&bytes[..400]);
    let run = reviewed.repo.run(&["resume", ID]);
    assert_eq!((run.code, run.stdout.as_str()), (65, ""));
    assert!(run.stderr.contains("there is nothing to go on from"), "{run:?}");
}

#[test]
fn what_cannot_go_on_is_told_in_one_line_with_the_next_act() {
    let reviewed = Reviewed::new();
    let repo = &reviewed.repo;
    let says = |args: &[&str], code: i32, told: &str| {
        let run = repo.run(args);
        assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{run:?}");
        assert_eq!(run.stderr, format!("council-review: {told}\n"));
    };
    let file = path("council_session");
    says(
        &["resume", "yesterday"],
        65,
        "\"yesterday\" names no session: give its id, like COUNCIL-RFC-0042-20260126-100000, or its file, like evidence/rfc/RFC-0042/reviews/council_session_20260126T100000Z.yaml",
    );
    says(
        &["resume", "COUNCIL-RFC-0009-20260126-100000"],
        65,
        "there is no session evidence/rfc/RFC-0009/reviews/council_session_20260126T100000Z.yaml; those that can go on: council-review doctor",
    );
    assert!(!repo.at("evidence/rfc/RFC-0009").exists(), "nothing is made for it");
    // Held by somebody.
    let before = reviewed.cut_after(7);
    let store = reviewed.store();
    let held = store.claim(FOLDER, STAMP).expect("claimed");
    assert!(matches!(held, NameClaim::Ours(_)));
    let run = repo.run(&["resume", ID]);
    let who = format!("{file} is held by process {}", std::process::id());
    assert_eq!(run.code, 65);
    assert!(
        run.stderr.contains(&who) && run.stderr.ends_with("wait until that ends, or stop it\n")
    );
    drop(held);
    // About other files.
    let ticket = "documents/work/tickets/TCK-00001.yaml";
    let text = repo.read(ticket);
    repo.write(ticket, format!("{text}\n# later\n"));
    let head = repo.git(&["rev-parse", "--short=12", "HEAD"]);
    says(
        &["resume", ID],
        65,
        &format!(
            "cannot go on with {ID}: {ticket} changed; review again: council-review RFC-0001, or go on with what it began with: council-review resume {ID} --rev {head}"
        ),
    );
    let run = repo.run(&["resume", ID, "--rev", &head, "-q"]);
    assert_eq!((run.code, run.stderr.as_str()), (1, ""), "{run:?}");
    repo.write(ticket, text);
    // By another version, with other seats.
    let rewritten = |edit: fn(&mut Session)| {
        let mut session = before.clone();
        edit(&mut session);
        let session = rechained(&session).expect("it folds").session;
        reviewed.put(&session::bytes(&session));
    };
    rewritten(|session| session.inputs.tool.version = "0.0.9".to_owned());
    let version = env!("CARGO_PKG_VERSION");
    says(
        &["resume", ID],
        65,
        &format!(
            "cannot go on with {ID}: council-review 0.0.9 began it, and this is {version}; use that version, or review again: council-review RFC-0001"
        ),
    );
    rewritten(|session| {
        session.records[0].event["opening"]["panel"]["SA-2"] =
            json!({"provider": "openai", "model": "gpt"});
    });
    says(
        &["resume", ID],
        65,
        &format!(
            "cannot go on with {ID}: SA-2 was openai:gpt, and is offline now; seat the same: council-review resume {ID} --seat SA-2=openai:gpt, or review again: council-review RFC-0001"
        ),
    );
    // Under another's name.
    let renamed = path("council_session").replace(STAMP, "20260126T100001Z");
    repo.write(&renamed, session::bytes(&before));
    says(
        &["resume", &renamed],
        65,
        &format!(
            "{renamed}:1:1: it is {ID}, whose file is council_session_{STAMP}.yaml of RFC-0001\ncouncil-review: restore the file, or remove it and review again"
        ),
    );
    std::fs::remove_file(repo.at(&renamed)).expect("removed");
    // Damaged.
    let text = String::from_utf8(session::bytes(&before)).expect("UTF-8");
    reviewed.put(text.replacen("{seq: 3,", "{seq: 4,", 1).as_bytes());
    let run = repo.run(&["resume", ID]);
    let line = text[..text.find("  - {seq: 3,").expect("a third")].matches('\n').count() + 1;
    let told = format!(
        "council-review: {file}:{line}:1: record 3: its number is not the next one\ncouncil-review: restore the file, or remove it and review again\n"
    );
    assert_eq!((run.code, run.stderr), (65, told));
    let run = repo.run(&["replay", ID]);
    let told = format!("REFUSED {file}:{line}:1: record 3: its number is not the next one\n");
    assert_eq!((run.code, run.stdout), (1, told));
}

#[test]
fn a_bundle_that_says_otherwise_is_kept() {
    let reviewed = Reviewed::new();
    let bundle = reviewed.repo.read(&path("rfc_review"));
    reviewed.repo.write(&path("rfc_review"), bundle.replace("REJECTED", "APPROVED"));
    let run = reviewed.repo.run(&["replay", ID, "-q"]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.starts_with(&format!("DIFFERS {ID}")), "{run:?}");
    let run = reviewed.repo.run(&["resume", ID]);
    assert_eq!(run.code, 65);
    assert!(run.stderr.contains("exists already and differs from"), "{run:?}");
    assert_eq!(reviewed.repo.read(&path("rfc_review")), bundle.replace("REJECTED", "APPROVED"));
}

#[test]
fn time_down_is_recorded_and_does_not_count() {
    let reviewed = Reviewed::new();
    reviewed.cut_after(7);
    let week = 7 * 86_400;
    let resumed = reviewed.resume(&SetClock::at(epoch() + week)).expect("it goes on");
    let council = resumed.done.bundle.council_metadata.expect("a council");
    assert_eq!((council.down_time_seconds, council.elapsed_time_seconds), (week as u64, 0));
    assert_eq!(resumed.done.bundle.terminal_state, TerminalState::Converged);
    let shown = reviewed.repo.run(&["show", "RFC-0001"]).stdout;
    assert!(shown.contains("3 cycles in 0 s and 604800 s down"), "{shown}");
    // A clock that was set back counts nothing.
    reviewed.cut_after(7);
    let resumed = reviewed.resume(&SetClock::at(epoch() - week)).expect("it goes on");
    let council = resumed.done.bundle.council_metadata.expect("a council");
    assert_eq!((council.down_time_seconds, council.elapsed_time_seconds), (0, 0));
}

#[test]
fn a_session_whose_time_was_up_ends_without_asking_anybody() {
    let reviewed = Reviewed::new();
    let mut session = reviewed.cut_after(7);
    // The last record came when the hour was over.
    for (n, record) in session.records.iter_mut().enumerate() {
        let late = if n == 6 { 3_600 } else { 0 };
        record.at = Timestamp::from_unix(epoch() + late).expect("a time");
    }
    let session = rechained(&session).expect("it folds").session;
    reviewed.put(&session::bytes(&session));
    let resumed = reviewed.resume(&SetClock::at(epoch() + 9_000)).expect("it ends");
    let bundle = resumed.done.bundle;
    assert_eq!(bundle.terminal_reason, "TIMEOUT: the time limit of 3600 s passed");
    let council = bundle.council_metadata.expect("a council");
    assert_eq!((council.elapsed_time_seconds, council.down_time_seconds), (3_600, 5_400));
    assert_eq!(asked(), 0);
}

#[test]
fn a_session_is_named_by_its_id_or_its_file() {
    let repo = Repo::example();
    let workspace = workspace(repo.path());
    for word in [ID, &path("council_session"), &format!("/elsewhere/{}", path("council_session"))] {
        assert_eq!(sessions::named(&workspace, word).expect("a session"), names(), "{word}");
    }
    for word in ["", "RFC-0001", "rfc_review_20260126T100000Z.yaml", "council_session_X.yaml"] {
        assert!(sessions::named(&workspace, word).is_err(), "{word}");
    }
}
