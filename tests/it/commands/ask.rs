//! `ask`, `councils`, and what other commands do with a council's id: without a model, with members that
//! answer through a mailbox, and with input that cannot be.

use std::fs;

use serde_json::{Value, json};

use crate::support::panelists::answering;
use crate::support::{Repo, binary};

const OFFLINE: &str = "built-in rules (no AI model)";

/// The one council of a repository.
fn council(repo: &Repo) -> String {
    let list = repo.run(&["councils", "--format", "json"]).json();
    let councils = list["councils"].as_array().expect("councils");
    assert_eq!(councils.len(), 1, "{list}");
    councils[0]["council_id"].as_str().expect("an id").to_owned()
}

#[test]
fn the_built_in_rules_are_one_mind_with_four_lenses() {
    let repo = Repo::example();
    let run = repo.run(&["ask", "--rfc", "RFC-0001", "--council", "lenses"]);
    assert_eq!(run.code, 1, "{run:?}");
    for part in ["FLAWED", OFFLINE, "REQ-0003", "confidence LOW"] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    assert!(!run.stdout.contains("agree"), "{}", run.stdout);
    // Whether git keeps it or not.
    repo.write(".gitignore", "evidence/\n");
    let id = council(&repo);
    let path = format!("evidence/council/{id}/outcome.yaml");
    let shown = repo.run(&["show", &id]);
    assert_eq!((shown.code, &shown.stdout), (1, &run.stdout));
    let verified = repo.run(&["verify", &path]);
    assert_eq!((verified.code, verified.stdout), (0, format!("VERIFIED {path}: {id} FLAWED\n")));
    let replayed = repo.run(&["replay", &id]);
    assert_eq!(replayed.code, 0, "{replayed:?}");
    let resumed = repo.run(&["resume", &id]);
    assert_eq!(resumed.code, 1, "{resumed:?}");
    assert!(resumed.stderr.contains("the session had ended; nobody was asked"), "{resumed:?}");
    let text = fs::read_to_string(repo.path().join(&path)).expect("an outcome");
    assert!(!text.contains("UNGROUNDED") && !text.contains("UNCITED"), "{text}");
    for (format, part) in [("markdown", "## "), ("html", "<h1>FLAWED</h1>"), ("json", "\"FLAWED\"")]
    {
        let page = repo.run(&["report", &id, "--format", format]);
        assert_eq!(page.code, 0, "{page:?}");
        assert!(
            page.stdout.contains(part) && page.stdout.contains("no AI model"),
            "{format}: {}",
            page.stdout
        );
    }
    let sarif = repo.run(&["report", &id, "--format", "sarif"]);
    assert_eq!(sarif.code, 64, "{sarif:?}");
    // A review knows nothing of it (COUNCILS.md C16).
    let before = repo.run(&["gates", "RFC-0001"]);
    fs::remove_dir_all(repo.path().join("evidence")).expect("removed");
    assert_eq!(before.stdout, repo.run(&["gates", "RFC-0001"]).stdout);
}

#[test]
fn an_argument_that_is_moved_to_another_member_is_refused() {
    let repo = Repo::example();
    repo.run(&["ask", "--rfc", "RFC-0001", "--council", "lenses"]);
    let id = council(&repo);
    let path = repo.path().join(format!("evidence/council/{id}/outcome.yaml"));
    let text = fs::read_to_string(&path).expect("an outcome");
    let moved = text.replacen("member: structure", "member: reuse", 1);
    assert_ne!(text, moved);
    fs::write(&path, moved).expect("written");
    let run = repo.run(&["verify", &path.display().to_string()]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stdout.starts_with("REFUSED "), "{run:?}");
    assert_eq!(repo.run(&["show", &id]).code, 65);
}

fn statement(choice: &str, position: &str) -> Value {
    json!({
        "understanding": "Whether the cache moves.",
        "choice": choice,
        "position": position,
        "arguments": [{"text": "A restart loses sessions.", "cites": [{"file": "docs/cache.md", "quote": "A restart loses them."}]}],
        "risks": [{"text": "Redis may be down.", "severity": "MEDIUM", "mitigation": "Keep the old cache for a release.", "cites": []}],
        "assumptions": [],
        "questions": [],
        "next_steps": [{"action": "Measure the load.", "effort": "a day"}],
        "confidence": "HIGH",
        "confidence_reason": "It was measured."
    })
}

/// What three members of rounds say: two for it, one against.
fn rounds_reply(stem: &str, task: &str) -> Value {
    let (member, step) = stem.split_once('.').expect("a member and a step");
    let choice = if member == "eve" { "REJECT" } else { "ADOPT" };
    match &step[..2] {
        "R1" => {
            json!({"answer": "OPINION", "requests": [], "statement": statement(choice, &format!("{member} says {choice}."))})
        }
        "R2" => json!({
            "answer": "REVIEW", "requests": [], "errors": [], "omissions": [], "risky_proposals": [],
            "counter_arguments": [], "assumptions": [], "agreements": [], "choice": choice,
            "because": [], "confidence": "HIGH", "confidence_reason": "Nothing new."
        }),
        _ => {
            let letter = ["A", "B", "C"].into_iter().find(|letter| {
                let head = task
                    .find(&format!("Panelist {letter}"))
                    .or_else(|| task.find(&format!("{letter}:")));
                let after = head.map(|at| &task[at..]).unwrap_or_default();
                after
                    .find("REJECT")
                    .is_some_and(|at| after.find("ADOPT").is_none_or(|other| at < other))
            });
            let of = letter.unwrap_or("A");
            json!({"answer": "CHAIR", "requests": [], "synthesis": {
                "conclusion": {"choice": "ADOPT", "text": "Move it in two releases.", "missing": []},
                "rationale": [{"text": "A restart loses sessions.", "rests_on": ["PT-001"]}],
                "consensus": [],
                "disagreements": [{"conflict": "CF-1", "topic": "Whether to move", "sides": [
                    {"of": "A", "text": "its side"}, {"of": "B", "text": "its side"}, {"of": "C", "text": "its side"}],
                    "resolution": format!("{of} is outvoted"), "why": "The load is small."}],
                "uncertainties": [], "quotes": [],
                "next_actions": [{"action": "Measure the load.", "priority": "NOW", "effort": "a day", "done_when": "p99 is known"}],
                "confidence": "HIGH", "confidence_reason": "It was measured."
            }})
        }
    }
}

const PANEL: &str = "councils:
  design:
    council: rounds
    members:
    - {name: ada, holder: \"mailbox:box/ada\", chair: true}
    - {name: bob, holder: \"mailbox:box/bob\"}
    - {name: eve, holder: \"mailbox:box/eve\"}
";

#[test]
fn three_people_hold_a_panel_through_a_mailbox() {
    let repo = Repo::example();
    repo.write("council.yaml", PANEL);
    repo.write("docs/cache.md", "# Cache\n\nSessions live in memory.\nA restart loses them.\n");
    for member in ["ada", "bob", "eve"] {
        fs::create_dir_all(repo.path().join(format!("box/{member}"))).expect("a mailbox");
    }
    let question = "Should the session cache move to Redis?";
    let asked =
        ["ask", question, "--kind", "decision", "--panel", "design", "--file", "docs/cache.md"];
    let run = answering(&repo.path().join("box"), rounds_reply, || repo.run(&asked));
    assert_eq!(run.code, 0, "{run:?}");
    for part in [
        "ADOPT",
        "Move it in two releases.",
        "eve: REJECT. eve says REJECT.",
        "agreement 2 of 3 for ADOPT",
        "now: Measure the load.",
        "Whoever words the synthesis is also a voice.",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    let id = council(&repo);
    let path = format!("evidence/council/{id}/outcome.yaml");
    assert_eq!(repo.run(&["verify", &path]).code, 0);
    let outcome = fs::read_to_string(repo.path().join(&path)).expect("an outcome");
    assert!(outcome.len() < 30_000, "{} bytes", outcome.len());
    let session = fs::metadata(repo.path().join(format!("evidence/council/{id}/session.yaml")));
    assert!(session.expect("a session").len() < 60_000);
    // What it was about has changed: the list says so.
    repo.write("docs/cache.md", "# Cache\n");
    let list = repo.run(&["councils"]);
    assert!(list.stdout.contains("1 file has changed since: docs/cache.md"), "{list:?}");
}

#[test]
fn a_council_that_was_killed_goes_on_and_asks_nobody_twice() {
    let repo = Repo::example();
    repo.write("council.yaml", PANEL);
    repo.write("docs/cache.md", "# Cache\n\nSessions live in memory.\nA restart loses them.\n");
    for member in ["ada", "bob", "eve"] {
        fs::create_dir_all(repo.path().join(format!("box/{member}"))).expect("a mailbox");
    }
    let asked = [
        "ask",
        "Should the session cache move?",
        "--kind",
        "decision",
        "--panel",
        "design",
        "--file",
        "docs/cache.md",
    ];
    let run = answering(&repo.path().join("box"), rounds_reply, || repo.run(&asked));
    assert_eq!(run.code, 0, "{run:?}");
    let id = council(&repo);
    let folder = repo.path().join(format!("evidence/council/{id}"));
    let whole = fs::read_to_string(folder.join("session.yaml")).expect("a session");
    let outcome = fs::read(folder.join("outcome.yaml")).expect("an outcome");
    let lines: Vec<&str> = whole.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("  - {seq: 1,")).expect("records");
    for kept in [first + 3, first + 7, lines.len() - 1] {
        let cut: String = lines[..kept].iter().map(|line| format!("{line}\n")).collect();
        let torn = &lines[kept][..lines[kept].len() / 2];
        fs::write(folder.join("session.yaml"), format!("{cut}{torn}")).expect("written");
        fs::remove_file(folder.join("outcome.yaml")).expect("removed");
        let run = answering(&repo.path().join("box"), rounds_reply, || repo.run(&["resume", &id]));
        assert_eq!(run.code, 0, "{kept}: {run:?}");
        assert!(run.stderr.contains("the session was cut short"), "{run:?}");
        assert_eq!(repo.run(&["verify", &format!("evidence/council/{id}/outcome.yaml")]).code, 0);
        assert_eq!(repo.run(&["replay", &id]).code, 0);
    }
    fs::write(folder.join("session.yaml"), &whole).expect("written");
    fs::write(folder.join("outcome.yaml"), &outcome).expect("written");
    assert_eq!(repo.run(&["verify", &format!("evidence/council/{id}/outcome.yaml")]).code, 0);
}

#[test]
fn a_plan_calls_nobody_and_writes_nothing() {
    let repo = Repo::example();
    repo.write("council.yaml", PANEL);
    for member in ["ada", "bob", "eve"] {
        fs::create_dir_all(repo.path().join(format!("box/{member}"))).expect("a mailbox");
    }
    let run =
        repo.run(&["ask", "Should it move?", "--panel", "design", "--plan", "--show-prompts"]);
    assert_eq!(run.code, 0, "{run:?}");
    for part in
        ["R1: 3 calls", "R2: 3 calls", "R3: 1 call", "7 calls", "==== eve", "Should it move?"]
    {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    assert!(!repo.path().join("evidence/council").exists());
}

#[test]
fn what_cannot_be_asked_is_one_line_and_leaves_nothing() {
    let repo = Repo::example();
    repo.write("council.yaml", PANEL);
    repo.write(".env", "TOKEN=1\n");
    let long = "x".repeat(21_000);
    let mut wrong = Vec::new();
    for (args, code, said) in [
        (&["ask"][..], 64, "there is no question"),
        (&["ask", "Why?"], 65, "nobody sits in this council"),
        (&["ask", "Why?", "--panel", "desing"], 65, "did you mean design"),
        (&["ask", "", "--panel", "design"], 65, "the question is empty"),
        (&["ask", &long, "--panel", "design"], 65, "20000"),
        (&["ask", "Why?", "--panel", "design", "--file", "../x"], 65, "outside the repository"),
        (&["ask", "Why?", "--panel", "design", "--file", ".env"], 65, "SECRET_SUSPECTED"),
        (
            &["ask", "Why?", "--panel", "design", "--file", "gone.md"],
            65,
            "there is no file gone.md",
        ),
        (&["ask", "Why?", "--member", "user=offline"], 65, "2 to 9 voices"),
        (&["ask", "Why?", "--panel", "design", "--language", "Elvish"], 64, "Elvish"),
        (&["ask", "Why?", "--council", "parliament"], 64, "parliament"),
        (
            &["ask", "Why?", "--member", "user=offline", "--member", "cost=offline"],
            65,
            "The built-in rules answer only questions about an RFC's tickets",
        ),
        (&["ask", "--rfc", "RFC-0404", "--council", "lenses"], 65, "RFC-0404"),
        (&["ask", "Why?", "--panel", "design"], 65, "there is no mailbox"),
        (&["show", "COUNCIL-ROUNDS-20260126-100000"], 65, "there is no outcome"),
        (&["resume", "COUNCIL-ROUNDS-20260126-100000"], 65, "there is no session"),
    ] {
        let run = repo.run(args);
        let is_right = run.code == code && run.stderr.contains(said);
        wrong.extend((!is_right).then(|| format!("{args:.60?}: {} {}", run.code, run.stderr)));
        assert!(!run.stderr.contains("panicked"), "{run:?}");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(!repo.path().join("evidence/council").exists());
}

#[test]
fn a_demonstration_says_so_everywhere_and_is_kept_on_demand_alone() {
    let repo = Repo::example();
    for (kind, result) in [("rounds", "ADOPT"), ("lenses", "O1")] {
        let run = repo.run(&["ask", "--demo", kind]);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.stdout.starts_with("DEMONSTRATION"), "{}", run.stdout);
        assert!(run.stdout.contains(result) && run.stdout.contains("against"), "{}", run.stdout);
        assert!(run.stderr.contains("nothing was written"), "{run:?}");
        let json = repo.run(&["ask", "--demo", kind, "--format", "json"]).json();
        assert_eq!(json["councils"][0]["demonstration"], true, "{json}");
        assert_eq!(json["councils"][0]["evidence"], Value::Null, "{json}");
        assert!(!repo.path().join("evidence/council").exists());
    }
    let kept = repo.run(&["ask", "--demo", "rounds", "--keep"]);
    assert_eq!(kept.code, 0, "{kept:?}");
    let id = council(&repo);
    let path = format!("evidence/council/{id}/outcome.yaml");
    assert_eq!(repo.run(&["verify", &path]).code, 0);
    assert_eq!(repo.run(&["replay", &id]).code, 0);
    let list = repo.run(&["councils"]);
    assert!(list.stdout.contains("DEMONSTRATION") && !list.stdout.contains("changed"), "{list:?}");
    for (format, mark) in [
        ("text", "DEMONSTRATION"),
        ("markdown", "DEMONSTRATION"),
        ("html", "DEMONSTRATION"),
        ("json", "\"demonstration\": true"),
    ] {
        let page = repo.run(&["report", &id, "--format", format]);
        assert_eq!(page.code, 0, "{page:?}");
        assert!(page.stdout.contains(mark), "{format}: {}", page.stdout);
    }
    let shown = repo.run(&["show", &id, "--verbose"]);
    assert!(shown.stdout.contains("PT-001"), "{}", shown.stdout);
    for args in
        [&["ask", "Why?", "--demo", "rounds"][..], &["ask", "--keep"], &["ask", "--demo", "chat"]]
    {
        assert_eq!(repo.run(args).code, 64, "{args:?}");
    }
}

#[test]
fn the_words_of_an_outcome_are_explained() {
    let repo = Repo::example();
    for word in
        ["CONTESTED", "need info", "fallback-holder", "ROUNDS", "UNGROUNDED", "ONE_MODEL", "O1"]
    {
        let run = repo.run(&["explain", word]);
        assert_eq!(run.code, 0, "{word}: {run:?}");
    }
    for name in
        ["council_outcome", "council_record", "ask_reply", "council_report", "councils_report"]
    {
        assert_eq!(repo.run(&["schema", name]).code, 0, "{name}");
    }
    let words = repo.run(&["completions", "bash"]).stdout;
    for word in ["--demo", "--keep", "--escalation", "councils"] {
        assert!(words.contains(word), "{word}");
    }
}

#[test]
fn a_panel_that_cannot_sit_is_told_at_its_place() {
    let lens = |name: &str, lens: &str| {
        format!("    - {{name: {name}, holder: \"mailbox:box\", lens: {lens}}}\n")
    };
    let panel = |members: &str| {
        format!("councils:\n  design:\n    council: lenses\n    members:\n{members}")
    };
    let repo = Repo::example();
    for (members, place, said) in [
        (lens("a", "cost"), "council.yaml:5:", "voice"),
        (lens("a", "cost") + &lens("b", "cost"), "council.yaml:6:", "cost"),
        (lens("a", "cost") + &lens("b", "kost"), "council.yaml:6:", "did you mean"),
        (lens("a", "cost") + &lens("a", "user"), "council.yaml:6:", "a"),
    ] {
        repo.write("council.yaml", panel(&members));
        let run = repo.run(&["ask", "Why?", "--panel", "design"]);
        assert_eq!(run.code, 65, "{run:?}");
        assert!(run.stderr.contains(place) && run.stderr.contains(said), "{members}{}", run.stderr);
    }
    assert!(!repo.path().join("evidence/council").exists());
}

#[test]
fn a_question_of_a_megabyte_and_a_file_that_changed_are_one_line() {
    let repo = Repo::example();
    repo.write("council.yaml", PANEL);
    let mut asking = binary();
    let mut asking = asking
        .args(["ask", "-", "--panel", "design"])
        .current_dir(repo.path())
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("started");
    let mut stdin = asking.stdin.take().expect("piped");
    // It reads no more than it takes: the rest may find nobody.
    let _ = std::io::Write::write_all(&mut stdin, &vec![b'x'; 2 << 20]);
    drop(stdin);
    let told = asking.wait_with_output().expect("ended");
    let line = String::from_utf8(told.stderr).expect("text");
    assert_eq!(told.status.code(), Some(65), "{line}");
    assert!(line.contains("stdin has more than 1 MiB"), "{line}");
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(!repo.path().join("evidence/council").exists());
}
