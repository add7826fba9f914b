//! Councils about a question whose members are models behind HTTP, one vendor's dialect each: how often
//! they are asked, what it costs in tokens, and that each may look before it answers.

use std::fs;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::support::panelists::{QUESTION, answering, panel, reply};
use crate::support::simulator::Simulator;
use crate::support::simulator::deed::Deed;
use crate::support::table::{Table, providers};
use crate::support::{self, Repo};

/// A LOOK in the form of an answer: what a model must send whose form has every field.
fn look(question: &str) -> Value {
    let mut look = reply(question, &json!([]));
    for field in look.as_object_mut().expect("fields").values_mut() {
        *field = match field {
            Value::Array(_) => json!([]),
            _ => Value::Null,
        };
    }
    look["answer"] = json!("LOOK");
    look["requests"] = json!([
        {"kind": "file", "path": "src/cache.rs", "from": 1, "lines": 40},
        {"kind": "search", "text": "no such word", "glob": "**"},
    ]);
    look
}

/// Models that look once before each answer, if they are to, and cite what they were shown.
fn models(looks: bool, told: &Arc<Mutex<Vec<String>>>) -> Simulator {
    let told = Arc::clone(told);
    Simulator::start(Arc::new(move |turn| {
        let asked = turn.asked;
        let has_looked = asked.text.contains("## What you asked to see");
        told.lock().expect("nobody panics with it").push(asked.text.clone());
        let may_look = asked.text.contains("## Look before you answer");
        if looks && may_look && !has_looked {
            let look = look(&asked.question);
            return Deed::reply(turn, &look);
        }
        let cited = match looks {
            true => json!([{"file": "src/cache.rs", "quote": "fn forget()"}]),
            false => json!([]),
        };
        let mut form = reply(&asked.question, &cited);
        if may_look {
            form["requests"] = json!([]);
        }
        Deed::reply(turn, &form)
    }))
}

/// What a council came to: calls, tokens, and everything that its members were told.
struct Held {
    calls: usize,
    tokens: u64,
    told: Vec<String>,
    outcome: String,
    /// Bytes of outcome and session.
    sizes: [usize; 2],
}

fn hold(yaml: &str, looks: bool, files: bool) -> Held {
    let told = Arc::default();
    let server = models(looks, &told);
    let repo = Repo::example();
    repo.write("src/cache.rs", "/// Takes a session away.\nfn forget() {\n}\n");
    let text = "The store holds one key for each session, and a second one for the list of them.\n";
    // Some ten thousand tokens.
    repo.write("docs/cache.md", text.repeat(500));
    let table = Table::new(repo).with_keys();
    let budget = if looks { "    token_budget: 600000\n" } else { "" };
    let config = table.config(&format!("{yaml}{budget}{}", providers([&server; 3])));
    let mut args =
        vec!["ask", QUESTION, "--kind", "decision", "--panel", "design", "--config", &config];
    if files {
        args.extend(["--file", "docs/cache.md"]);
    }
    if !looks {
        args.push("--no-looks");
    }
    let run = table.run(&args);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(server.faults(), [""; 0]);
    let list = table.run(&["councils", "--format", "json"]).json();
    let id = list["councils"][0]["council_id"].as_str().expect("an id").to_owned();
    let path = format!("evidence/council/{id}/outcome.yaml");
    assert_eq!(table.run(&["verify", &path]).code, 0);
    assert_eq!(table.run(&["replay", &id]).code, 0);
    let council = table.run(&["show", &id, "--format", "json"]).json()["councils"][0].clone();
    let told = told.lock().expect("nobody panics with it").clone();
    let tokens = council["tokens"]["spent"].as_u64().expect("a number");
    let folder = table.repo.at(&format!("evidence/council/{id}"));
    let outcome = fs::read_to_string(folder.join("outcome.yaml")).expect("an outcome");
    let session = fs::read_to_string(folder.join("session.yaml")).expect("a session");
    let sizes = [outcome.len(), session.len()];
    Held { calls: told.len(), tokens, told, outcome, sizes }
}

/// The design's figures for three voices: calls, and the most tokens without files and with some ten thousand
/// tokens of them. What is said in full to everybody in every step is the measure of what is saved.
#[test]
fn calls_and_tokens_are_within_the_figures_of_the_contract() {
    let debate = "    rounds: 2\n    synthesis: ada\n";
    let words = "    synthesis: ada\n";
    let derived = "    synthesis: derived\n";
    for (name, yaml, calls, most, with_files) in [
        ("rounds", panel("rounds", ""), 7, 36_000, 80_000),
        ("lenses", panel("lenses", words), 4, 15_000, 55_000),
        ("lenses, derived", panel("lenses", derived), 3, 15_000, 55_000),
        ("lenses, debate", panel("lenses", debate), 7, 30_000, 80_000),
    ] {
        let plain = hold(&yaml, false, false);
        let filed = hold(&yaml, false, true);
        support::figure(&format!(
            "{name}: {} calls; {} tokens, {} with files",
            plain.calls, plain.tokens, filed.tokens
        ));
        assert_eq!((plain.calls, filed.calls), (calls, calls), "{name}");
        assert!(plain.tokens <= most, "{name}: {} tokens", plain.tokens);
        assert!(filed.tokens <= with_files, "{name}: {} tokens", filed.tokens);
        assert!(plain.sizes[0] <= 30_000 && plain.sizes[1] <= 60_000, "{name}: {:?}", plain.sizes);
    }
}

/// Each member of each council looks once in each step, in its vendor's dialect; what it was shown grounds
/// what it says, and is told of in the evidence.
#[test]
fn members_look_before_they_answer_in_every_dialect() {
    for (yaml, calls) in
        [(panel("rounds", ""), 14), (panel("lenses", "    rounds: 2\n    synthesis: ada\n"), 14)]
    {
        let held = hold(&yaml, true, false);
        assert_eq!(held.calls, calls, "a LOOK and an answer each");
        let looked = held.told.iter().filter(|text| text.contains("fn forget() {")).count();
        assert!(looked >= calls / 2, "{looked}");
        let grounded = held.outcome.matches("grounding: GROUNDED").count();
        assert_eq!(grounded, 12, "{}", held.outcome);
        assert!(held.outcome.contains("path: src/cache.rs"), "{}", held.outcome);
    }
}

/// A program gets its prompt again with what was shown behind it, and whoever answers through a mailbox the
/// next message: both may cite that.
#[test]
fn a_program_and_a_mailbox_look_before_they_answer() {
    let repo = Repo::example();
    repo.write("src/cache.rs", "/// Takes a session away.\nfn forget() {\n}\n");
    let table = Table::new(repo);
    let cited = json!([{"file": "src/cache.rs", "quote": "fn forget()"}]);
    let answer = reply("LENS", &cited);
    for (name, said) in [("look", look("LENS")), ("answer", answer.clone())] {
        fs::write(table.home().join(format!("{name}.json")), said.to_string()).expect("written");
    }
    let home = table.home().display().to_string();
    table.program(
        "agent",
        &format!(
            "cat > {home}/task.$$\nif grep -q 'What you asked to see' {home}/task.$$; then cat {home}/answer.json; else cat {home}/look.json; fi"
        ),
    );
    let mailbox = table.repo.at("box");
    fs::create_dir(&mailbox).expect("made");
    let yaml = panel("lenses", "")
        .replace("anthropic:model-a", "command:agent")
        .replace("openai:model-o", "mailbox:box")
        .replace("gemini:model-g", "command:agent");
    let config = table.config(&format!("{yaml}commands:\n  agent: {{argv: [agent]}}\n"));
    let args = ["ask", QUESTION, "--kind", "decision", "--panel", "design", "--config", &config];
    let person = |_: &str, text: &str| match text.contains("## What you asked to see") {
        true => answer.clone(),
        false => look("LENS"),
    };
    let run = answering(&mailbox, person, || table.run(&args));
    assert_eq!(run.code, 0, "{run:?}");
    let list = table.run(&["councils", "--format", "json"]).json();
    let id = list["councils"][0]["council_id"].as_str().expect("an id").to_owned();
    let path = format!("evidence/council/{id}/outcome.yaml");
    assert_eq!(table.run(&["verify", &path]).code, 0);
    assert_eq!(table.run(&["replay", &id]).code, 0);
    let outcome = fs::read_to_string(table.repo.at(&path)).expect("an outcome");
    assert_eq!(outcome.matches("grounding: GROUNDED").count(), 12, "{outcome}");
    assert_eq!(
        outcome.matches("request: \"src/cache.rs:1-40\", status: SHOWN").count(),
        3,
        "{outcome}"
    );
}
