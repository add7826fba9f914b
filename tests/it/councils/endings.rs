//! Every way a council can end, through the real review and real files, with scripted seats: the
//! bundle verifies, its session gives it again, and people find what they need.

use std::future::{pending, ready};
use std::sync::Arc;

use crate::support::held::hold;
use crate::support::seat_id::SeatId;
use crate::support::seats::{MENDED, NOBODY, seats};
use crate::support::{Repo, STAMP};
use council_review::app::review::{CompletedReview, Seats};
use council_review::core::member::{Completing, Member};
use council_review::council::rfc::RfcMember;
use council_review::council::rfc::answer::Reply;
use council_review::council::rfc::ask::Task;
use council_review::evidence::v2::bundle::Bundle;
use council_review::evidence::{replay, seal};
use council_review::model::opinion::Vote;
use council_review::model::{Identity, Severity, TerminalState, Verdict};
use council_review::source::Dossier;

/// Reviews the mended example, and checks what must hold of any end.
fn ends(
    seats: impl Fn(&Arc<Dossier>) -> Seats + Sync,
    config: &str,
    stop: impl Future<Output = ()>,
) -> (Repo, CompletedReview) {
    let repo = Repo::example();
    let [file, old, new] = MENDED;
    repo.edit(file, old, new);
    repo.write("council.yaml", config);
    let done = hold(&repo, &seats, stop);
    // The binary agrees, and the session alone gives the same bytes.
    let run = repo.run(&["verify", &done.bundle_path]);
    assert_eq!((run.code, run.stdout.starts_with("VERIFIED")), (0, true), "{run:?}");
    let name = format!("council_session_{STAMP}.yaml");
    let session = repo.read(&format!("evidence/rfc/RFC-0001/reviews/{name}"));
    let played = replay::read(session.as_bytes()).expect("it replays");
    let again = played.bundle(&name).expect("it has ended");
    assert_eq!(
        String::from_utf8(seal::bytes(&again)).expect("UTF-8"),
        repo.read(&done.bundle_path)
    );
    (repo, done)
}

fn told(bundle: &Bundle) -> (TerminalState, Verdict, &str) {
    (bundle.terminal_state, bundle.verdict, bundle.terminal_reason.as_str())
}

use Vote::{Abstain, Oppose, Support};

#[test]
fn converged() {
    let (_, done) =
        ends(|_| seats(Severity::Major, [Support, Support, Oppose], NOBODY), "", pending());
    let (state, verdict, _) = told(&done.bundle);
    assert_eq!((state, verdict), (TerminalState::Converged, Verdict::ApprovedWithRemediation));
    assert_eq!(done.bundle.consensus_findings.len(), 1);
    assert_eq!(done.escalation_path, None);
    let council = done.bundle.council_metadata.expect("a council");
    assert_eq!((council.tokens.spent, council.tokens.calls), (9 * 700, 9));
    assert_eq!((council.panel.offline, council.panel.distinct_models), (false, 3));
}

#[test]
fn dismissed() {
    let (_, done) =
        ends(|_| seats(Severity::Blocker, [Abstain, Oppose, Oppose], NOBODY), "", pending());
    assert_eq!(told(&done.bundle).1, Verdict::Approved);
    assert_eq!(done.bundle.findings[0].resolution.as_str(), "DISMISSED");
}

#[test]
fn deadlocked_by_the_vote() {
    let (repo, done) =
        ends(|_| seats(Severity::Major, [Support, Oppose, Abstain], NOBODY), "", pending());
    let (state, verdict, reason) = told(&done.bundle);
    assert_eq!((state, verdict), (TerminalState::Deadlocked, Verdict::NeedsAdjudication));
    assert_eq!(reason, "1 finding is left that only a person can settle");
    assert_eq!(done.bundle.deadlocked_findings.len(), 1);
    let page = repo.read(&done.escalation_path.expect("somebody must decide"));
    for part in
        ["FND-RFC-0001-001", "the summary does not say which line", "as scripted", "adjudicate"]
    {
        assert!(page.contains(part), "{part} in\n{page}");
    }
    let shown = repo.run(&["show", "RFC-0001"]);
    assert_eq!(shown.code, 2, "{shown:?}");
    assert!(shown.stdout.contains(&format!("escalation_{STAMP}.md")), "{shown:?}");
}

#[test]
fn f42_rulings_that_change_nothing_are_optional_and_the_page_says_so_first() {
    // A gate rejects the example as it is.
    let repo = Repo::example();
    let split = |_: &Arc<Dossier>| seats(Severity::Major, [Support, Oppose, Abstain], NOBODY);
    let done = hold(&repo, &split, pending());
    assert_eq!(told(&done.bundle).1, Verdict::NeedsAdjudication, "the field keeps its word");
    let page = repo.read(&done.escalation_path.expect("a page"));
    let (_, below) = page.split_once("\n\n").expect("a title");
    let first = "**Every ruling gives REJECTED, so rulings are optional; rejected by 1 BLOCKER of the gate SCOPE-COVERAGE.**\n\n\
                 Fix what rejects RFC-0001 and review again: `council-review RFC-0001`.\n\n**NEEDS_ADJUDICATION**: ";
    assert!(below.starts_with(first), "{page}");
    assert!(!page.contains("The verdict is **"), "{page}");
    let said =
        "every ruling gives REJECTED, so rulings are optional; rejected by 1 BLOCKER of the gate";
    for command in [&["show", "RFC-0001"][..], &["escalations"]] {
        let run = repo.run(command);
        assert_eq!((run.code, run.stdout.matches(said).count()), (2, 1), "{run:?}");
    }
    // Whoever rules all the same gets what was said.
    for decision in ["uphold", "dismiss"] {
        let repo = Repo::example();
        hold(&repo, &split, pending());
        let id = repo.run(&["show", "RFC-0001", "--format", "json"]).json()["deadlocked_findings"]
            [0]
        .clone();
        let id = id.as_str().expect("an id");
        let ruling = ["--decision", decision, "--by", "Ada", "--reason", "so"];
        let run = repo.run(&[&["adjudicate", "RFC-0001", id], &ruling[..]].concat());
        assert_eq!(run.code, 1, "{decision}: {run:?}");
    }
}

#[test]
fn deadlocked_for_want_of_a_way_out() {
    let (_, done) =
        ends(|_| seats(Severity::Blocker, [Support, Support, Support], NOBODY), "", pending());
    assert_eq!(told(&done.bundle).0, TerminalState::Deadlocked);
    let finding = &done.bundle.findings[0];
    assert_eq!(finding.agreement_status.as_str(), "UNANIMOUS");
    assert_eq!(finding.resolution.as_str(), "DEADLOCKED");
}

#[test]
fn degraded() {
    let (_, done) = ends(
        |_| seats(Severity::Major, [Support; 3], [None, None, Some("FEASIBILITY")]),
        "",
        pending(),
    );
    assert_eq!(told(&done.bundle).0, TerminalState::Converged);
    let council = done.bundle.council_metadata.expect("a council");
    assert!(council.degraded);
    let failure = council.subagents[2].failure.as_ref().expect("SA-3 fell out");
    assert_eq!(
        (failure.cycle, failure.fault.to_string().as_str()),
        (2, "unavailable: the line is dead")
    );
}

#[test]
fn aborted_without_a_quorum() {
    let (repo, done) = ends(
        |_| {
            let fails_at = [None, Some("CONVERGE"), Some("FEASIBILITY")];
            seats(Severity::Major, [Support, Oppose, Support], fails_at)
        },
        "",
        pending(),
    );
    let (state, verdict, reason) = told(&done.bundle);
    assert_eq!((state, verdict), (TerminalState::Aborted, Verdict::Aborted));
    assert!(reason.starts_with("QUORUM_LOST: fewer than two seats are left: SA-2"), "{reason}");
    assert_eq!(done.bundle.partial_findings.len(), 1, "what was found is kept");
    assert_eq!(repo.run(&["show", "RFC-0001", "-q"]).code, 3);
}

#[test]
fn aborted_for_want_of_tokens() {
    let (_, done) = ends(
        |_| seats(Severity::Major, [Support, Support, Oppose], NOBODY),
        "council:\n  token_budget: 160000\n",
        pending(),
    );
    let (state, _, reason) = told(&done.bundle);
    assert_eq!(state, TerminalState::Aborted);
    assert_eq!(
        reason,
        "BUDGET_EXHAUSTED: call #9 may need 60000 tokens and 35800 of 160000 are left"
    );
    let council = done.bundle.council_metadata.expect("a council");
    assert!(council.tokens.spent <= 160_000);
}

#[test]
fn aborted_by_a_person() {
    let (_, done) = ends(|_| seats(Severity::Major, [Support; 3], NOBODY), "", ready(()));
    assert_eq!(told(&done.bundle).2, "CANCELLED: the review was stopped");
    assert_eq!(done.bundle.council_metadata.expect("a council").cycles_completed, 0);
}

#[test]
fn aborted_by_the_clock() {
    struct Hangs;
    impl Member<Task, Reply> for Hangs {
        fn identity(&self) -> Identity {
            Identity::new("scripted", "hangs")
        }
        fn estimate(&self, _: &Task) -> u64 {
            0
        }
        fn complete<'a>(&'a self, _: &'a Task) -> Completing<'a, Reply> {
            Box::pin(pending())
        }
    }
    let all_hang =
        |_: &Arc<Dossier>| -> Seats { SeatId::each(|_| Arc::new(Hangs) as Arc<RfcMember>) };
    let started = std::time::Instant::now();
    let (_, done) = ends(all_hang, "council:\n  timeout_seconds: 1\n", pending());
    assert_eq!(told(&done.bundle).2, "TIMEOUT: the time limit of 1 s passed");
    assert!(started.elapsed().as_secs() < 60, "it ended by itself");
}
