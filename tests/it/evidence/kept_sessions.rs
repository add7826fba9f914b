//! A session that ended is never lost: one whose bundle does not verify is kept and can be read,
//! and gets its bundle from a version that can make it.

use crate::support::rechain::{chained, events_of};
use crate::support::{Repo, STAMP};
use council_review::evidence::{replay, session, verify};
use serde_json::json;

const ID: &str = "COUNCIL-RFC-0001-20260126-100000";

/// A session over the example, which ended; an older version refused its bundle,
/// because SA-1 raises a finding at a requirement.
const OLD: &[u8] = include_bytes!("../../fixtures/sessions/council_session_20260126T100000Z.yaml");

fn path(kind: &str) -> String {
    format!("evidence/rfc/RFC-0001/reviews/{kind}_{STAMP}.yaml")
}

fn with(session: &[u8]) -> Repo {
    let repo = Repo::example();
    repo.write(&path("council_session"), session);
    repo
}

/// The same session, consistent in itself, of which no sound bundle can come: its draws have
/// another seed than the dossier's.
fn unsound() -> Vec<u8> {
    let played = replay::read(OLD).expect("it replays");
    let mut events = events_of(&played.session);
    events[0].1["opening"]["seed"] = json!(7);
    session::bytes(&chained(&played.session, events).expect("in turn").session)
}

#[test]
fn f00_a_finding_at_a_requirement_gets_the_bundle_that_an_older_version_refused() {
    let repo = with(OLD);
    let run = repo.run(&["resume", ID]);
    assert_eq!(run.code, 2, "{run:?}");
    assert_eq!(run.stderr, "council-review: the session had ended; nobody was asked\n");
    let bytes = repo.read(&path("rfc_review"));
    let verified = verify::verify(bytes.as_bytes());
    assert!(verified.is_ok(), "{verified:?}");
    let bundle = repo.run(&["show", "RFC-0001", "--format", "json"]).json();
    let finding = &bundle["findings"][1];
    assert_eq!(finding["location"]["file"], "documents/rfcs/RFC-0001/01_problem_and_imports.yaml");
    assert_eq!((&finding["ticket_id"], &finding["source_agent"]), (&json!(null), &json!("SA-1")));
    assert_eq!(repo.read(&path("council_session")).as_bytes(), OLD, "the session is as it was");
}

#[test]
fn f00_a_session_whose_bundle_does_not_verify_is_kept_and_can_be_read() {
    let session = unsound();
    let repo = with(&session);
    for _ in 0..2 {
        let run = repo.run(&["resume", ID]);
        assert_eq!((run.code, run.stdout.as_str()), (70, ""), "{run:?}");
        let (first, rest) =
            run.stderr.split_once(": the seed is not that of the dossier").expect("why");
        assert!(first.starts_with("council-review: internal fault: the bundle does not verify: "));
        assert_eq!(
            rest.replace("council-review: ", ""),
            format!(
                ".\nThe session is kept. Read what was said: council-review show {ID}\n\
                 After an update, make its bundle: council-review resume {ID}\n\
                 This is a fault of council-review; please report it\n"
            )
        );
    }
    assert_eq!(repo.reviews("RFC-0001"), [format!("council_session_{STAMP}.yaml")]);
    assert_eq!(repo.read(&path("council_session")).as_bytes(), session, "nothing of it is lost");

    for word in [ID, &path("council_session")] {
        let run = repo.run(&["show", word]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
        for part in [
            "COUNCIL-RFC-0001-20260126-100000  DEADLOCKED",
            "no bundle came of it: it does not verify (",
            "SA-1  mailbox whoever answers, modes 1 6 7 43 75",
            "nothing says in which languages it greets",
            "SA-1 raised it in cycle 1 as MAJOR, through mode 1",
            "name them",
            "council-review resume COUNCIL-RFC-0001-20260126-100000",
        ] {
            assert!(run.stdout.contains(part), "{part:?} is not in\n{}", run.stdout);
        }
    }
    let shown = repo.run(&["show", ID, "--format", "json"]).json();
    assert_eq!(shown["bundle"]["status"], "DOES_NOT_VERIFY");
    assert_eq!(shown["bundle"]["faults"].as_array().map(Vec::len), Some(1));
    assert_eq!(shown["next"], format!("council-review resume {ID}"));
    let by_seat = &shown["findings"][1];
    assert_eq!(by_seat["raised_by"][0]["description"], "nothing says in which languages it greets");
    assert_eq!(by_seat["ballots"].as_array().map(Vec::len), Some(3));
}

#[test]
fn f00_show_tells_a_session_at_every_stage() {
    let repo = Repo::example();
    let run = repo.run(&["RFC-0001", "-q"]);
    assert_eq!(run.code, 1, "{run:?}");
    let shown =
        |what: &str| repo.run(&["show", ID, "--format", "json"]).json()["bundle"][what].clone();
    assert_eq!(shown("status"), "WRITTEN");
    let page = repo.run(&["show", ID]);
    assert!(page.stdout.ends_with("next\n  council-review show RFC-0001\n"), "{page:?}");
    std::fs::remove_file(repo.at(&path("rfc_review"))).expect("removed");
    assert_eq!(shown("status"), "MISSING");
    // Cut after a record: it has not ended.
    let text = repo.read(&path("council_session"));
    let at = text.rfind("\n  - {seq: ").expect("records");
    repo.write(&path("council_session"), &text[..=at]);
    assert_eq!(shown("status"), "NOT_ENDED");
    repo.write(&path("council_session"), text.replace("SA-2", "SA-3"));
    let run = repo.run(&["show", ID]);
    assert_eq!((run.code, run.stdout.as_str()), (65, ""), "{run:?}");
    let run = repo.run(&["show", "COUNCIL-RFC-0001-20270126-100000"]);
    assert_eq!(run.code, 65);
    assert!(run.stderr.contains("there is no session evidence/rfc/RFC-0001/reviews/"), "{run:?}");
    assert_eq!(repo.run(&["show", "COUNCIL-RFC-1"]).code, 64);
}
