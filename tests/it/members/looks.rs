//! Models that look, over a loopback server: what they are shown, and what a crash leaves.
#![cfg(target_os = "linux")]

use std::fs;
use std::sync::{Arc, Mutex};

use crate::support::seat_id::SeatId;
use crate::support::simulator::Simulator;
use crate::support::simulator::deed::Deed;
use crate::support::simulator::mind::{HONEST, Mind};
use crate::support::table::{THREE, Table, providers};
use crate::support::{Repo, STAMP};
use serde_json::{Value, json};

const SESSION: &str = "COUNCIL-RFC-0001-20260126-100000";
const PAYLOADS: &str = include_str!("../../fixtures/injections/payloads.txt");
const SHOWN: &str = "## What you asked to see";

fn yaml(server: &Simulator) -> String {
    within(1_000_000, server)
}

fn within(budget: u64, server: &Simulator) -> String {
    format!("council: {{token_budget: {budget}}}\n{THREE}{}", providers([server; 3]))
}

fn look(path: &str) -> Value {
    json!({"kind": "file", "path": path, "from": 1, "lines": 400})
}

/// Models that look once in cycle 1 at code that speaks to them, at a file that is far too large, and
/// at a folder; `SA-1` opposes, so that there is a vote, in which `SA-3` looks in place of its ballot.
struct Sitting {
    table: Table,
    server: Simulator,
    read: Arc<Mutex<Vec<String>>>,
}

impl Sitting {
    fn new() -> Self {
        let repo = Repo::example();
        repo.write("src/payloads.rs", PAYLOADS);
        let large = fs::File::create(repo.at("src/large.rs")).expect("made");
        large.set_len(1 << 30).expect("it is sparse");
        let read = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&read);
        let server = Simulator::start(Arc::new(move |turn| {
            let asked = turn.asked;
            let has_looked = asked.text.contains(SHOWN);
            if has_looked {
                seen.lock().expect("nobody panics with it").push(asked.text.clone());
            }
            let requests = [
                look("src/payloads.rs"),
                look("src/large.rs"),
                json!({"kind": "list", "folder": "src"}),
            ];
            let votes = asked.question == "CONVERGE" && asked.seat == SeatId::Sa3 && !asked.again;
            if votes || (asked.question == "STRUCTURAL" && !has_looked) {
                return Deed::reply(turn, &json!({"answer": "LOOK", "requests": requests}));
            }
            let doubting = Mind { raises: None, vote: "OPPOSE" };
            let mind = if asked.seat == SeatId::Sa1 { doubting } else { HONEST };
            Deed::reply(turn, &mind.answers(asked))
        }));
        Self { table: Table::new(repo).with_keys(), server, read }
    }

    fn path(kind: &str) -> String {
        format!("evidence/rfc/RFC-0001/reviews/{kind}_{STAMP}.yaml")
    }

    fn asked(&self, question: &str) -> usize {
        SeatId::ALL.into_iter().map(|seat| self.server.asked(seat, question)).sum()
    }

    fn bundle(&self) -> Value {
        let path = Self::path("rfc_review");
        let config = self.table.config(&yaml(&self.server));
        let run = self.table.run(&["verify", &path, "--config", &config]);
        assert_eq!(run.code, 0, "{run:?}");
        let run = self.table.run(&["replay", SESSION]);
        assert_eq!(run.code, 0, "{run:?}");
        self.table.run(&["show", "RFC-0001", "--format", "json"]).json()
    }
}

fn lines(text: &str, line: &str) -> usize {
    text.lines().filter(|own| *own == line).count()
}

#[test]
fn what_code_says_to_a_model_stays_in_its_fence_and_a_look_is_no_ballot() {
    let sitting = Sitting::new();
    let run = sitting.table.review(&yaml(&sitting.server), &[]);
    assert_eq!(run.code, 1, "{run:?}");
    assert_eq!(sitting.server.faults(), [""; 0]);
    let read = sitting.read.lock().expect("nobody panics with it").clone();
    assert_eq!(read.len(), 3, "one message of each member that looked");
    for text in &read {
        let (_, shown) = text.rsplit_once(SHOWN).expect("it was shown");
        let boundary =
            shown.split_once("line `<<<DATA ").and_then(|(_, rest)| rest.split_once('`'));
        let (boundary, _) = boundary.expect("a boundary");
        assert!(!PAYLOADS.contains(boundary));
        let open = |line: &&str| line.starts_with(&format!("<<<DATA {boundary} look 1."));
        assert_eq!(shown.lines().filter(open).count(), 3, "{shown}");
        assert_eq!(lines(shown, &format!("DATA {boundary}>>>")), 3, "{shown}");
        let (_, after) = shown.rsplit_once(&format!("DATA {boundary}>>>")).expect("it ends");
        assert!(after.trim().starts_with("LOOKs left: 2"), "{after}");
        assert!(shown.contains("status: REFUSED TOO_LARGE"), "{shown}");
        assert!(shown.contains("large.rs  1073741824 bytes"), "{shown}");
    }
    let bundle = sitting.bundle();
    let calls = bundle["calls"].as_array().expect("calls");
    let of = |question: &str, seat: &str| -> Vec<&Value> {
        let is_of = |c: &&Value| c["question"] == question && c["agent_id"] == seat;
        calls.iter().filter(is_of).collect()
    };
    let ballots = of("CONVERGE", "SA-3");
    assert_eq!(ballots.len(), 2, "{calls:?}");
    assert_eq!(
        (&ballots[0]["outcome"], &ballots[1]["outcome"]),
        (&json!("FAILED"), &json!("ANSWERED"))
    );
    assert!(ballots.iter().all(|call| call["looks"].as_array().is_none_or(Vec::is_empty)));
    for seat in ["SA-1", "SA-2", "SA-3"] {
        let looks = of("STRUCTURAL", seat)[0]["looks"].as_array().expect("looks").clone();
        let told: Vec<&Value> = looks.iter().map(|look| &look["status"]).collect();
        assert_eq!(json!(told[1..]), json!(["REFUSED", "SHOWN"]), "{looks:?}");
    }
    let words = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("3 looks at 1 file, 3 refused"), "{}", run.stdout);
}

/// What members are told of looks is what the budget can pay: no word of them where it covers the
/// council alone, and none after the one that it covers.
#[test]
fn a_look_that_the_budget_does_not_cover_is_never_offered() {
    let needed = |server: &Simulator, table: &Table| {
        let config = table.config(&yaml(server));
        let plan = table.run(&["plan", "RFC-0001", "--format", "json", "--config", &config]).json();
        let number = |value: &Value| value.as_u64().expect("a number");
        let first = &plan["calls"][0];
        let message = number(&first["estimated_tokens"]) + number(&first["answer_tokens_at_most"]);
        (number(&plan["needed_tokens"]), message)
    };
    let sitting = Sitting::new();
    let (needed, message) = needed(&sitting.server, &sitting.table);
    let told = Arc::new(Mutex::new(Vec::new()));
    for (more, last) in [
        (0, None),
        (
            9 * (message + 2_500) / 2,
            Some("LOOKs left: 0, since the token budget covers no more. Answer now."),
        ),
    ] {
        told.lock().expect("nobody panics with it").clear();
        let heard = Arc::clone(&told);
        let server = Simulator::start(Arc::new(move |turn| {
            let asked = turn.asked;
            let offers = asked.text.contains("## Look before you answer");
            if asked.question == "STRUCTURAL" {
                heard.lock().expect("nobody panics with it").push(asked.text.clone());
                if offers && !asked.text.contains(SHOWN) {
                    let requests = [look("src/payloads.rs")];
                    return Deed::reply(turn, &json!({"answer": "LOOK", "requests": requests}));
                }
            }
            Deed::reply(turn, &HONEST.answers(asked))
        }));
        let run = sitting.table.review(&within(needed + more, &server), &[]);
        assert!(run.code < 3, "{run:?}");
        let heard = told.lock().expect("nobody panics with it");
        let (looked, first): (Vec<_>, Vec<_>) = heard.iter().partition(|t| t.contains(SHOWN));
        assert_eq!(first.len(), 3);
        assert_eq!(looked.len(), if last.is_some() { 3 } else { 0 });
        assert!(first.iter().all(|text| text.contains("LOOK") == last.is_some()));
        assert!(looked.iter().all(|text| last.is_some_and(|last| text.contains(last))));
    }
}

/// A crash between any two of request and shown leaves a session file that ends there.
#[test]
fn after_a_crash_no_message_is_paid_twice_and_no_exchange_is_lost() {
    let sitting = Sitting::new();
    let run = sitting.table.review(&yaml(&sitting.server), &[]);
    assert_eq!(run.code, 1, "{run:?}");
    let config = sitting.table.config(&yaml(&sitting.server));
    let (session, bundle) = (Sitting::path("council_session"), Sitting::path("rfc_review"));
    let whole = sitting.table.repo.read(&session);
    let whole_bundle = sitting.bundle();
    let count = |text: &str, name: &str| text.matches(&format!("{{event: {name}")).count();
    assert_eq!((count(&whole, "LOOK_REQUESTED"), count(&whole, "SHOWN")), (3, 3), "{whole}");
    let mut crashes = 0;
    let mut kept = String::new();
    for line in whole.split_inclusive('\n') {
        kept.push_str(line);
        if !line.contains("{event: LOOK_REQUESTED") && !line.contains("{event: SHOWN") {
            continue;
        }
        crashes += 1;
        fs::remove_file(sitting.table.repo.at(&bundle)).expect("removed");
        fs::remove_dir_all(sitting.table.cache()).expect("removed");
        sitting.table.repo.write(&session, &kept);
        let before = sitting.asked("STRUCTURAL");
        let run = sitting.table.run(&["resume", SESSION, "--config", &config]);
        assert_eq!(run.code, 1, "{run:?}");
        // Who is recorded as having looked is not asked that again, and who has answered, nothing.
        let (done, answered) = (count(&kept, "LOOK_REQUESTED"), count(&kept, "ANSWERED"));
        let asked = sitting.asked("STRUCTURAL") - before;
        assert_eq!(asked, 3 + (3 - done) - answered, "{kept}");
        let again = sitting.bundle();
        assert_eq!(again["findings"], whole_bundle["findings"]);
        assert_eq!(again["inputs"], whole_bundle["inputs"]);
        let text = sitting.table.repo.read(&session);
        assert!(text.starts_with(&kept), "what was recorded stays");
        assert_eq!((count(&text, "LOOK_REQUESTED"), count(&text, "SHOWN")), (3, 3), "{text}");
    }
    assert_eq!(crashes, 6);
}

/// A program looks as a model does: its next task shows what it asked for.
#[test]
fn a_command_line_looks_before_it_answers() {
    let table = Table::new(Repo::example());
    let told = table.home().join("told");
    let script = format!(
        "text=$(cat)\ncase \"$text\" in\n\
         *'{SHOWN}'*) printf '%s' \"$text\" > {told}; \
         echo '{{\"answer\": \"STRUCTURAL\", \"findings\": []}}';;\n\
         *) echo '{{\"answer\": \"LOOK\", \"requests\": [{{\"kind\": \"list\", \"folder\": \"documents\"}}]}}';;\n\
         esac",
        told = told.display()
    );
    table.program("looker", &script);
    let yaml = "seats: {SA-3: 'command:mine'}\ncommands: {mine: {argv: [looker]}}\n";
    let run = table.review(yaml, &[]);
    assert!(matches!(run.code, 0 | 1), "{run:?}");
    let shown = fs::read_to_string(&told).expect("the task after the look");
    let (_, shown) = shown.rsplit_once(SHOWN).expect("what it asked for");
    assert!(shown.contains("status: SHOWN") && shown.contains("rfcs/"), "{shown}");
    let bundle = table.run(&["show", "RFC-0001", "--format", "json"]).json();
    let calls = bundle["calls"].as_array().expect("calls");
    let is_it = |c: &&Value| c["question"] == "STRUCTURAL" && c["agent_id"] == "SA-3";
    let call = calls.iter().find(is_it).expect("its call");
    assert_eq!(
        (&call["outcome"], &call["looks"][0]["status"]),
        (&json!("ANSWERED"), &json!("SHOWN"))
    );
}
