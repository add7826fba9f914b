//! Seats held by whoever answers files, through the real binary: a person, or an agent harness.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Repo, Run, STAMP, binary};
use council_review::evidence::seal;
use council_review::evidence::verify::verify;
use serde_json::{Value, json};
use tempfile::TempDir;

pub(super) const SESSION: &str = "COUNCIL-RFC-0001-20260126-100000";

/// A review under way whose seats are answered by a test.
pub(super) struct Sitting {
    child: Child,
    folder: PathBuf,
    answered: BTreeSet<String>,
}

pub(super) fn start(repo: &Repo, mailbox: &Path, args: &[&str], seats: &[&str]) -> Sitting {
    let mut command = binary();
    command.args(args).current_dir(repo.path());
    for seat in seats {
        command.arg("--seat").arg(format!("{seat}=mailbox:{}", mailbox.display()));
    }
    let child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
    Sitting { child, folder: mailbox.join(SESSION), answered: BTreeSet::new() }
}

impl Sitting {
    /// The next task that nobody answered, by the name of its files; `None` when the review ended.
    pub(super) fn next(&mut self) -> Option<String> {
        let begun = Instant::now();
        loop {
            let names = fs::read_dir(&self.folder).into_iter().flatten().flatten();
            let mut names: Vec<String> =
                names.filter_map(|entry| entry.file_name().into_string().ok()).collect();
            names.sort();
            let tasks = names.iter().filter_map(|name| name.strip_suffix(".task.md"));
            if let Some(task) = tasks.map(str::to_owned).find(|name| !self.answered.contains(name))
            {
                self.answered.insert(task.clone());
                return Some(task);
            }
            if self.child.try_wait().expect("a child").is_some() {
                return None;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "nobody is asked");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn file(&self, task: &str, kind: &str) -> PathBuf {
        self.folder.join(format!("{task}.{kind}"))
    }

    pub(super) fn answer(&self, task: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.file(task, "reply.json"), bytes).expect("written");
    }

    pub(super) fn end(self) -> Run {
        self.child.wait_with_output().expect("it ends").into()
    }
}

/// What somebody without objections answers.
pub(super) fn content(task: &str) -> String {
    let answer = match task.split('.').nth(1).expect("a cycle") {
        "CYCLE_1" => json!({"answer": "STRUCTURAL", "findings": []}),
        "CYCLE_2" => json!({
            "answer": "FEASIBILITY", "stances": [], "pairs": [], "assessments": [],
            "findings": [], "remediations": [],
        }),
        other => panic!("{other} is not asked"),
    };
    answer.to_string()
}

#[test]
fn three_people_hold_the_seats() {
    let (repo, mailbox) = (Repo::example(), TempDir::new().expect("a folder"));
    let mut sitting = start(&repo, mailbox.path(), &["RFC-0001"], &["SA-1", "SA-2", "SA-3"]);
    let mut asked = Vec::new();
    while let Some(task) = sitting.next() {
        let text = fs::read_to_string(sitting.file(&task, "task.md")).expect("a task");
        assert!(text.contains(&format!("Put your answer into `{task}.reply.json`")), "{text}");
        let schema = fs::read(sitting.file(&task, "schema.json")).expect("a schema");
        let schema: Value = serde_json::from_slice(&schema).expect("JSON");
        let mut answer: Value = serde_json::from_str(&content(&task)).expect("JSON");
        // A form that is forced on whoever answers names what it does not ask to see.
        answer["requests"] = json!([]);
        assert!(jsonschema::is_valid(&schema, &answer), "{task}");
        sitting.answer(&task, content(&task));
        asked.push(task);
    }
    asked.sort();
    let seats = ["SA-1", "SA-2", "SA-3"];
    let expected: Vec<String> = seats
        .iter()
        .flat_map(|seat| ["CYCLE_1", "CYCLE_2"].map(|cycle| format!("{seat}.{cycle}")))
        .collect();
    assert_eq!(asked, expected);
    let run = sitting.end();
    assert_eq!(run.code, 1, "{run:?}");
    let bundle = repo.run(&["show", "RFC-0001", "--format", "json"]).json();
    let seat = &bundle["council_metadata"]["subagents"][0];
    assert_eq!((&seat["provider"], &seat["model"]), (&json!("mailbox"), &json!("whoever answers")));
    assert_eq!(bundle["council_metadata"]["panel"]["offline"], false);
    let path = format!("evidence/rfc/RFC-0001/reviews/rfc_review_{STAMP}.yaml");
    assert_eq!(repo.run(&["verify", &path]).code, 0);
    assert_eq!(repo.run(&["replay", SESSION, "-q"]).code, 0);
}

#[test]
fn an_answer_that_cannot_be_read_is_asked_for_once_more() {
    let (repo, mailbox) = (Repo::example(), TempDir::new().expect("a folder"));
    let mut sitting = start(&repo, mailbox.path(), &["RFC-0001"], &["SA-2"]);
    let mut asked = Vec::new();
    while let Some(task) = sitting.next() {
        match task.as_str() {
            "SA-2.CYCLE_1" => sitting.answer(&task, "I see no problem, SECRET-WORD.\n"),
            "SA-2.CYCLE_1.2" => {
                let text = fs::read_to_string(sitting.file(&task, "task.md")).expect("a task");
                assert!(!text.contains("SECRET-WORD"), "the bad answer is not echoed");
                // Written in two pieces: the first is no answer yet.
                let whole = content(&task);
                sitting.answer(&task, &whole[..whole.len() / 2]);
                sitting.answer(&task, whole);
            }
            _ => sitting.answer(&task, content(&task)),
        }
        asked.push(task);
    }
    assert_eq!(asked, ["SA-2.CYCLE_1", "SA-2.CYCLE_1.2", "SA-2.CYCLE_2"]);
    let run = sitting.end();
    assert_eq!(run.code, 1, "{run:?}");
    let bundle = repo.run(&["show", "RFC-0001", "--format", "json"]).json();
    assert_eq!(bundle["council_metadata"]["degraded"], false);
}

#[test]
fn a_seat_that_answers_badly_twice_falls_out() {
    let (repo, mailbox) = (Repo::example(), TempDir::new().expect("a folder"));
    let mut sitting = start(&repo, mailbox.path(), &["RFC-0001"], &["SA-3"]);
    while let Some(task) = sitting.next() {
        // Cut off, and left so.
        sitting.answer(&task, "{\"answer\": \"STRUCT");
    }
    let run = sitting.end();
    assert_eq!(run.code, 1, "{run:?}");
    let bundle = repo.run(&["show", "RFC-0001", "--format", "json"]).json();
    let council = &bundle["council_metadata"];
    assert_eq!(council["degraded"], true);
    assert_eq!(council["subagents"][2]["failure"]["fault"]["fault"], "MALFORMED");
}

#[test]
fn nobody_answers_and_the_clock_ends_it() {
    let (repo, mailbox) = (Repo::example(), TempDir::new().expect("a folder"));
    repo.write("council.yaml", "council:\n  timeout_seconds: 1\n");
    let mut sitting = start(&repo, mailbox.path(), &["RFC-0001", "-q"], &["SA-1"]);
    while sitting.next().is_some() {}
    assert_eq!(sitting.end().code, 3);
}

#[test]
fn a_review_that_was_killed_while_somebody_thought_goes_on() {
    let (repo, mailbox) = (Repo::example(), TempDir::new().expect("a folder"));
    let mut sitting = start(&repo, mailbox.path(), &["RFC-0001"], &["SA-1"]);
    let first = sitting.next().expect("a task");
    sitting.child.kill().expect("killed");
    sitting.child.wait().expect("gone");
    // The answer comes while nobody waits for it.
    sitting.answer(&first, content(&first));
    let run = repo.run(&["resume", SESSION]);
    assert_eq!(run.code, 65);
    let folder = mailbox.path().display();
    let command = format!("council-review resume {SESSION} --seat SA-1=mailbox:{folder}");
    let told =
        format!("SA-1 was mailbox:{folder}, and is offline now; seat the same: {command}, or");
    assert!(run.stderr.contains(&told), "{run:?}");
    let mut resumed = start(&repo, mailbox.path(), &["resume", SESSION], &["SA-1"]);
    resumed.answered.insert(first.clone());
    while let Some(task) = resumed.next() {
        assert_ne!(task, first, "it is not asked again");
        resumed.answer(&task, content(&task));
    }
    let run = resumed.end();
    assert_eq!(run.code, 1, "{run:?}");
    assert_eq!(repo.run(&["replay", SESSION, "-q"]).code, 0);
}

/// The review and `doctor` advise a command that works as it is printed, from the same folder.
#[test]
fn f35_the_advice_for_resume_names_the_seats_that_came_by_options() {
    let repo = Repo::example();
    std::fs::create_dir(repo.at("m")).expect("made");
    let mut sitting = start(&repo, Path::new("m"), &["RFC-0001"], &["SA-1"]);
    sitting.folder = repo.at("m").join(SESSION);
    let first = sitting.next().expect("a task");
    sitting.child.kill().expect("killed");
    sitting.child.wait().expect("gone");
    let command = format!("council-review resume {SESSION} --seat SA-1=mailbox:m");
    let doctor = repo.run(&["doctor"]).stdout;
    assert!(doctor.contains(&format!("if it was cut off, run `{command}`\n")), "{doctor}");
    let replayed = repo.run(&["replay", SESSION]).stdout;
    assert!(replayed.ends_with(&format!("go on with it: {command}\n")), "{replayed}");
    let review = repo.run(&["RFC-0001", "-q"]);
    let note = format!("{SESSION} stopped in CYCLE_1; to go on with it: {command}\n");
    assert!(review.stderr.contains(&note), "{review:?}");
    // The second review took the name of the session's bundle with a suffix; the session goes on.
    sitting.answer(&first, content(&first));
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    let mut resumed = sitting;
    resumed.child = binary()
        .args(&words)
        .current_dir(repo.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    resumed.answered.insert(first);
    while let Some(task) = resumed.next() {
        resumed.answer(&task, content(&task));
    }
    assert_eq!(resumed.end().code, 1);
}

#[test]
fn seats_are_named_in_the_configuration_as_well() {
    let repo = Repo::example();
    repo.write("council.yaml", "seats:\n  SA-1: mailbox:.council\n");
    let missing = repo.run(&["RFC-0001"]);
    assert_eq!(missing.code, 65);
    assert!(missing.stderr.contains("SA-1: there is no mailbox "), "{missing:?}");
    assert_eq!(repo.reviews("RFC-0001"), [""; 0], "nothing was begun");
    // The command line counts more.
    assert_eq!(repo.run(&["RFC-0001", "-q", "--seat", "SA-1=offline"]).code, 1);
    let doctor = repo.run(&["doctor"]).stdout;
    assert!(doctor.contains("SA-1 mailbox:.council, SA-2 offline, SA-3 offline"), "{doctor}");
    for (word, told) in [
        ("SA-1", "expected a seat and its holder, as in SA-2=mailbox:DIR"),
        ("SA-9=offline", "the seats are SA-1, SA-2 and SA-3"),
        (
            "SA-1=claude",
            "\"claude\" holds no seat: it can be offline, PROVIDER:MODEL (as in anthropic:MODEL, openai:MODEL or gemini:MODEL), command:NAME (claude, codex, gemini) or mailbox:DIR",
        ),
    ] {
        let run = repo.run(&["RFC-0001", "--seat", word]);
        let line = format!("council-review: --seat {word}: {told}\n");
        assert_eq!((run.code, run.stderr), (64, line));
    }
    repo.write("council.yaml", "seats:\n  SA-1: mailbox:/etc\n");
    let run = repo.run(&["gates", "RFC-0001"]);
    assert_eq!(run.code, 65);
    assert!(
        run.stderr.contains("council.yaml:2:9: \"/etc\" should be a folder relative"),
        "{run:?}"
    );
}

#[test]
fn what_cannot_fit_is_refused_before_anybody_is_asked() {
    let (repo, mailbox) = (Repo::example(), TempDir::new().expect("a folder"));
    repo.write("council.yaml", "council:\n  token_budget: 20000\n");
    let mut sitting = start(&repo, mailbox.path(), &["RFC-0001"], &["SA-1", "SA-2"]);
    assert_eq!(sitting.next(), None);
    let run = sitting.end();
    assert_eq!((run.code, run.stdout.as_str()), (65, ""));
    assert!(run.stderr.contains("tokens to come to its end, and the budget is 20000"), "{run:?}");
    assert_eq!(repo.reviews("RFC-0001"), [""; 0], "nothing was begun");
}

/// A reviewed repository must not have tasks written where its author wants them.
#[cfg(unix)]
#[test]
fn a_mailbox_behind_a_link_of_the_repository_is_refused() {
    let (repo, elsewhere) = (Repo::example(), TempDir::new().expect("a folder"));
    fs::create_dir(elsewhere.path().join("box")).expect("made");
    std::os::unix::fs::symlink(elsewhere.path(), repo.path().join("link")).expect("linked");
    repo.write("council.yaml", "seats:\n  SA-1: mailbox:link/box\n");
    let run = repo.run(&["RFC-0001"]);
    assert_eq!(run.code, 65);
    assert!(run.stderr.contains("goes through the link "), "{run:?}");
    assert_eq!(fs::read_dir(elsewhere.path().join("box")).expect("a folder").count(), 0);
}

/// Three looks, then an answer whose finding rests on what was shown; killed between two of them.
#[test]
fn a_seat_looks_and_its_answer_may_quote_what_it_saw() {
    let (repo, mailbox) = (Repo::example(), TempDir::new().expect("a folder"));
    let code = "fn greet(name: &str) {\n    print(name);\n}\n";
    repo.write("src/greet.rs", code);
    let look = |path: &str| {
        let file = json!({"kind": "file", "path": path, "from": 1, "lines": 9});
        json!({"answer": "LOOK", "requests": [file]}).to_string()
    };
    let mut sitting = start(&repo, mailbox.path(), &["RFC-0001"], &["SA-3"]);
    let first = sitting.next().expect("a task");
    let text = fs::read_to_string(sitting.file(&first, "task.md")).expect("a task");
    assert!(text.contains("Look before you answer"), "{text}");
    sitting.answer(&first, look("src/greet.rs"));
    let second = sitting.next().expect("the next message");
    let text = fs::read_to_string(sitting.file(&second, "task.md")).expect("a task");
    assert!(
        text.contains("     2      print(name);\n") && text.contains("LOOKs left: 2"),
        "{text}"
    );
    let shown = fs::read_to_string(sitting.file(&second, "shown.md")).expect("what is new");
    assert!(shown.contains("     2      print(name);\n") && !shown.contains("## Rules"), "{shown}");
    assert!(shown.contains("The task is in `SA-3.CYCLE_1.task.md`"), "{shown}");
    sitting.child.kill().expect("killed");
    sitting.child.wait().expect("gone");
    // What was shown is on record: a change does not reach it.
    repo.write("src/greet.rs", "fn greet() {}\n");
    let mut asked = vec![first.clone(), second.clone()];
    let mut resumed = start(&repo, mailbox.path(), &["resume", SESSION], &["SA-3"]);
    resumed.answered.insert(first);
    let ticket = "documents/work/tickets/TCK-00001.yaml";
    let finding = |quote: &str, title: &str, kind: &str| {
        json!({
            "gate_id": "GATE-TCK-ATOMICITY", "subcategory": kind, "severity": "MINOR",
            "source_mode": 14, "file": ticket, "yaml_path": "", "quote": "TCK-00001",
            "description": title, "remediation": "split it",
            "cites": [{"path": "src/greet.rs", "lines": "2", "quote": quote}],
        })
    };
    while let Some(task) = resumed.next() {
        let text = fs::read_to_string(resumed.file(&task, "task.md")).expect("a task");
        match task.as_str() {
            "SA-3.CYCLE_1.look1" => {
                assert!(text.contains("print(name);"), "{text}");
                resumed.answer(&task, look("../secret"));
            }
            "SA-3.CYCLE_1.look2" => {
                assert!(text.contains("REFUSED OUTSIDE") && text.contains("LOOKs left: 1"), "{text}");
                resumed.answer(&task, look("evidence/rfc/RFC-0001/reviews/x.yaml"));
            }
            "SA-3.CYCLE_1.look3" => {
                assert!(text.contains("REFUSED EVIDENCE") && text.contains("LOOKs left: 0"), "{text}");
                let findings = [finding("print(name);", "seen", "SCOPE_TOO_LARGE"), finding("never there", "made up", "MULTI_COMPONENT")];
                resumed.answer(&task, json!({"answer": "STRUCTURAL", "findings": findings}).to_string());
            }
            "SA-3.CYCLE_2" => {
                let ids: Vec<&str> = text.match_indices("`FND-").filter_map(|(at, _)| text[at + 1..].split('`').next()).collect();
                let mut ids: Vec<&str> = ids.into_iter().filter(|id| text.contains(&format!("finding {id}\n"))).collect();
                ids.sort_unstable();
                ids.dedup();
                let stances: Vec<Value> = ids.iter().map(|id| json!({"finding_id": id, "vote": "SUPPORT", "severity": "MINOR", "reason": ""})).collect();
                resumed.answer(&task, json!({"answer": "FEASIBILITY", "stances": stances, "pairs": [], "assessments": [], "findings": [], "remediations": []}).to_string());
            }
            other => resumed.answer(&task, json!({"answer": "CONVERGE", "ballots": [], "pairs": [], "remediations": [], "endorsements": []}).to_string().replace("CONVERGE", if other.contains("LAST") { "REMEDIATION" } else { "CONVERGE" })),
        }
        asked.push(task);
    }
    let run = resumed.end();
    assert!([1, 2].contains(&run.code), "{run:?}");
    let looks = asked.iter().filter(|task| task.contains("look")).count();
    assert!(looks >= 3, "{asked:?}");
    assert_eq!(repo.run(&["replay", SESSION, "-q"]).code, 0);
    let path = format!("evidence/rfc/RFC-0001/reviews/rfc_review_{STAMP}.yaml");
    assert_eq!(repo.run(&["verify", &path]).code, 0);
    let session = repo.read(&format!("evidence/rfc/RFC-0001/reviews/council_session_{STAMP}.yaml"));
    assert_eq!(session.matches("LOOK_REQUESTED").count(), 3);
    let bundle = repo.run(&["show", "RFC-0001", "--format", "json"]).json();
    let calls = bundle["calls"].as_array().expect("calls").clone();
    let of_member = |call: &&Value| call["agent_id"] == "SA-3" && call["question"] == "STRUCTURAL";
    assert!(calls.iter().filter(of_member).count() >= 2, "one was lost: {calls:?}");
    let rows = calls
        .iter()
        .filter(of_member)
        .flat_map(|call| call["looks"].as_array().into_iter().flatten());
    let rows: Vec<&Value> = rows.collect();
    let told: Vec<(&Value, &Value, &Value)> =
        rows.iter().map(|row| (&row["turn"], &row["request"], &row["status"])).collect();
    assert_eq!(
        json!(told),
        json!([
            [1, "src/greet.rs:1-9", "SHOWN"],
            [2, "../secret:1-9", "REFUSED"],
            [3, "evidence/rfc/RFC-0001/reviews/x.yaml:1-9", "REFUSED"],
        ])
    );
    assert_eq!((&rows[0]["lines"], &rows[1]["why"]), (&json!("1-3"), &json!("OUTSIDE")));
    let files = bundle["inputs"]["files"].as_array().expect("files");
    let looked: Vec<&Value> = files.iter().filter(|file| file["as"] == "LOOKED").collect();
    assert_eq!(looked.len(), 1, "{files:?}");
    assert_eq!((&looked[0]["path"], &looked[0]["n"]), (&json!("src/greet.rs"), &rows[0]["file"]));
    assert_eq!(looked[0]["bytes"], code.len());
    let cites = |said: &str| {
        let findings = bundle["findings"].as_array().expect("findings");
        findings.iter().find(|one| one["description"] == said).expect("it")["cites"].clone()
    };
    assert_eq!(
        cites("seen"),
        json!([{"path": "src/greet.rs", "lines": "2", "quote": "print(name);"}])
    );
    assert_eq!(cites("made up"), json!([]), "code did not find it");
    // The file is another one by now: nobody calls the review stale for it, and the quote is marked.
    let page = repo.run(&["show", "RFC-0001"]).stdout;
    assert!(page.contains("CHANGED_SINCE: FND-RFC-0001-"), "{page}");
    assert!(page.contains("cites src/greet.rs:2, and that file is another one now"), "{page}");
    let words = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("3 looks at 1 file, 2 refused"), "{page}");
    let checked = repo.run(&["check", "RFC-0001"]).stdout;
    assert!(
        !checked.contains("STALE") && checked.contains("CHANGED_SINCE: FND-RFC-0001-"),
        "{checked}"
    );
    // Whoever changes a row is told so, whatever seal it gets.
    let text = repo.read(&path);
    let mut forged = verify(text.as_bytes()).expect("it verifies");
    let looks = forged.calls.iter_mut().flat_map(|call| &mut call.looks);
    looks.filter(|look| look.lines.is_some()).for_each(|look| look.lines = Some("1-2".to_owned()));
    let bytes = seal::bytes(&seal::sealed(forged));
    assert!(verify(&bytes).is_ok(), "by itself it follows");
    repo.write(&path, &bytes);
    let run = repo.run(&["verify", &path]);
    assert!(run.code != 0 && format!("{run:?}").contains("calls of the bundle"), "{run:?}");
}

#[test]
fn looks_that_are_off_are_mentioned_nowhere_and_a_look_is_no_answer() {
    let (repo, mailbox) = (Repo::example(), TempDir::new().expect("a folder"));
    repo.write("council.yaml", "council:\n  looks: off\n");
    let mut sitting = start(&repo, mailbox.path(), &["RFC-0001"], &["SA-2"]);
    let mut asked = Vec::new();
    while let Some(task) = sitting.next() {
        for kind in ["task.md", "schema.json"] {
            let text = fs::read_to_string(sitting.file(&task, kind)).expect("written");
            assert!(!text.contains("LOOK") && !text.contains("cites"), "{text}");
        }
        let list = json!({"answer": "LOOK", "requests": [{"kind": "list", "folder": ""}]});
        sitting.answer(&task, list.to_string());
        asked.push(task);
    }
    assert_eq!(asked, ["SA-2.CYCLE_1", "SA-2.CYCLE_1.2"]);
    let run = sitting.end();
    assert_eq!(run.code, 1, "{run:?}");
    let bundle = repo.run(&["show", "RFC-0001", "--format", "json"]).json();
    assert_eq!(
        bundle["council_metadata"]["subagents"][1]["failure"]["fault"]["fault"],
        "MALFORMED"
    );
}
