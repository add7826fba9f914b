//! Seats that hang: the clock ends them, and so does a person, in real time and through real signals
//! (THREATS.md A6, H7).

use std::future::{Future, pending, ready};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::support;
use crate::support::seat_id::SeatId;
use crate::support::{Repo, alone, scale};
use council_review::app::review::{CompletedReview, ReviewContext, ReviewOptions, Seats, review};
use council_review::app::{Progress, Workspace};
use council_review::core::member::{Completing, Completion, Member};
use council_review::council::rfc::RfcMember;
use council_review::council::rfc::answer::{Claim, Reply, StructuralReview};
use council_review::council::rfc::ask::{Ask, Task};
use council_review::evidence::verify::verify;
use council_review::host::clock::SystemClock;
use council_review::host::signals::Stop;
use council_review::host::snapshot;
use council_review::host::store::FolderStore;
use council_review::model::policy::ReviewDepth;
use council_review::model::progress::{Happened, ProgressEvent};
use council_review::model::{GateId, Severity, Subcategory};
use council_review::model::{Identity, Receipt};
use council_review::source::Dossier;

/// SA-1 raises one finding; everything else waits for ever.
struct Hangs(SeatId);

impl Member<Task, Reply> for Hangs {
    fn identity(&self) -> Identity {
        Identity::new("scripted", "hangs")
    }

    fn estimate(&self, _: &Task) -> u64 {
        1_000
    }

    fn complete<'a>(&'a self, task: &'a Task) -> Completing<'a, Reply> {
        match (&task.question, self.0) {
            (Ask::Structural { .. }, SeatId::Sa1) => {
                let claim = Claim {
                    gate_id: GateId::Implementability,
                    subcategory: Subcategory::IncompletePlan,
                    severity: Severity::Major,
                    source_mode: task.modes[0],
                    file: "documents/work/tickets/TCK-00001.yaml".to_owned(),
                    yaml_path: "implementation.summary".to_owned(),
                    quote: "One command that prints one line".to_owned(),
                    description: "the summary does not say which line".to_owned(),
                    remediation: "say which".to_owned(),
                    cites: Vec::new(),
                    related: Vec::new(),
                };
                let reply = Reply::Structural(StructuralReview { findings: vec![claim] });
                Box::pin(ready(Ok(Completion { reply, receipt: Receipt::of_tokens(700) })))
            }
            _ => Box::pin(pending()),
        }
    }
}

fn hanging(_: &Arc<Dossier>) -> Seats {
    SeatId::each(|id| Arc::new(Hangs(id)) as Arc<RfcMember>)
}

/// A council of such seats, with the moment when they were seated: right before its clock starts.
fn hang(
    root: &Path,
    progress: &mut dyn Progress,
    stop: impl Future<Output = ()>,
) -> (Instant, CompletedReview) {
    let repository = snapshot::open(root, None).expect("a repository");
    let workspace = Workspace::open(&repository, None).expect("readable");
    let store = FolderStore::new(root);
    let clock = SystemClock::start(None).expect("a clock");
    let seated = OnceLock::new();
    let seats = |dossier: &_| {
        seated.set(Instant::now()).expect("they are seated once");
        hanging(dossier)
    };
    let board = ReviewContext {
        workspace: &workspace,
        store: &store,
        clock: &clock,
        seats: &seats,
        looker: None,
    };
    let wish = ReviewOptions { depth: ReviewDepth::Council, fail_fast: false };
    let rfc = "RFC-0001".parse().expect("an id");
    let done = support::wait(review(&board, &rfc, wish, progress, stop)).expect("it ends");
    (seated.into_inner().expect("seats were asked for"), done)
}

/// When the first record of the session was written.
#[derive(Default)]
struct Begun(Option<Instant>);

impl Progress for Begun {
    fn event(&mut self, event: &ProgressEvent) {
        if matches!(event.what, Happened::Began { .. }) {
            self.0 = Some(Instant::now());
        }
    }
}

#[test]
fn the_clock_ends_a_council_that_hangs() {
    let (runs, limit) = (scale().of(4, 100, 100), Duration::from_secs(1));
    let one = || {
        let repo = Repo::example();
        repo.write("council.yaml", "council:\n  timeout_seconds: 1\n");
        let mut begun = Begun::default();
        let (seated, done) = hang(repo.path(), &mut begun, pending());
        // The clock starts after the seats were made and before the first record.
        let at_most = seated.elapsed();
        let took = begun.0.expect("it began").elapsed();
        assert_eq!(done.bundle.terminal_reason, "TIMEOUT: the time limit of 1 s passed");
        assert_eq!(done.bundle.findings.len(), 2, "the gate's and SA-1's");
        assert!(at_most >= limit, "ended early, after {at_most:?}");
        assert!(took <= limit + Duration::from_secs(1), "{took:?}");
        took
    };
    // They wait most of the time: several at once.
    let took: Vec<Duration> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..runs.min(4))
            .map(|first| scope.spawn(move || (first..runs).step_by(4).map(|_| one()).collect()))
            .collect();
        let parts = threads.into_iter().map(|t| t.join().expect("each ends in time"));
        parts.collect::<Vec<Vec<_>>>().concat()
    });
    let slowest = took.iter().max().expect("some ran");
    support::figure(&format!(
        "{runs} hanging councils of 1 s ended, the slowest after {slowest:?}"
    ));
}

/// Says each event that was recorded to whoever started this process.
#[derive(Default)]
struct Told {
    /// How many seats have answered.
    answers: usize,
}

impl Progress for Told {
    fn event(&mut self, event: &ProgressEvent) {
        self.answers += usize::from(matches!(event.what, Happened::Answered { .. }));
        let seats = self.answers;
        let mut out = std::io::stdout();
        let opened = matches!(event.what, Happened::Began { .. });
        writeln!(out, "recorded {} {seats}", if opened { "INIT" } else { "CYCLE_1" })
            .and_then(|()| out.flush())
            .expect("somebody listens");
    }
}

/// Not a test of its own: the process that the next test stops.
#[test]
fn a_council_that_hangs() {
    let Ok(root) = std::env::var("COUNCIL_TEST_REPOSITORY") else { return };
    let stop = Stop::watch(3);
    hang(Path::new(&root), &mut Told::default(), stop.requested());
}

fn start(root: &Path) -> Child {
    alone(module_path!(), "a_council_that_hangs")
        .env("COUNCIL_TEST_REPOSITORY", root)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

#[test]
fn a_signal_ends_a_council_with_what_was_found() {
    let runs = scale().of(8, 100, 100);
    let mut slowest = Duration::ZERO;
    for run in 0..runs {
        let repo = Repo::example();
        let signal = ["-INT", "-TERM"][run % 2];
        // After the opening, an estimate, two, three, or SA-1's answer.
        let moment = run % 5;
        let mut child = start(repo.path());
        let mut out = BufReader::new(child.stdout.take().expect("piped"));
        let mut recorded = 0;
        let mut line = String::new();
        while recorded <= moment {
            line.clear();
            assert!(out.read_line(&mut line).expect("text") > 0, "it ended before");
            recorded += usize::from(line.contains("recorded "));
        }
        let pid = child.id().to_string();
        let asked = Instant::now();
        let sent = Command::new("kill").args([signal, &pid]).status().expect("kill runs");
        assert!(sent.success());
        // The pipe is read to its end, so that nobody waits for it to be.
        std::io::copy(&mut out, &mut std::io::sink()).expect("read");
        let output = child.wait_with_output().expect("it ends");
        let took = asked.elapsed();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(took < Duration::from_secs(2), "{took:?} after {signal}");
        slowest = slowest.max(took);
        let names = repo.reviews("RFC-0001");
        assert_eq!(names.len(), 2, "a session and a bundle: {names:?}");
        let bundle = repo.read(&format!("evidence/rfc/RFC-0001/reviews/{}", names[1]));
        let bundle = verify(bundle.as_bytes()).expect("a sound bundle");
        assert_eq!(bundle.terminal_reason, "CANCELLED: the review was stopped");
        // The gate's finding, and SA-1's if it had been recorded.
        let found = bundle.findings.len();
        assert!(found == 2 || (found == 1 && moment < 4), "{found} after {moment}");
    }
    support::figure(&format!("{runs} signals: a bundle each, the slowest after {slowest:?}"));
}
