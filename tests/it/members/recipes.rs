//! The book's recipes for seats held by models, run as they are written. What a test must change
//! is where models answer: `~/bin` comes first on PATH, and a copy of the configuration with the
//! simulators' base URLs is given with `--config`.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;

use crate::support::seat_id::SeatId;
use crate::support::simulator::Simulator;
use crate::support::simulator::mind::{HONEST, Mind};
use crate::support::simulator::wire::Dialect;
use crate::support::table::{Local, THREE, Table, as_claude, as_it_is, providers, simulator};
use crate::support::{self, Repo, Run, STAMP};
use council_review::model::Dialect as Model;
use serde_json::{Value, json};

const SESSION: &str = "COUNCIL-RFC-0001-20260126-100000";

/// The block of a page of the book that a comment before it names.
fn recipe(name: &str) -> String {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src");
    let pages = [
        "start/with-models",
        "how-to/agent-cli",
        "how-to/budget",
        "how-to/local-model",
        "how-to/mailbox",
    ];
    let pages = pages.map(|page| fs::read_to_string(book.join(page).with_extension("md")));
    let pages = pages.map(|page| page.expect("a page")).concat();
    let mark = format!("<!-- recipe: {name} -->\n```");
    assert_eq!(pages.matches(&mark).count(), 1, "{name}");
    let (_, rest) = pages.split_once(&mark).expect("it was counted");
    let (_, block) = rest.split_once('\n').expect("a fence ends its line");
    let (block, _) = block.split_once("\n```").expect("a closed fence");
    format!("{block}\n")
}

/// Vendors retire models: what the book tells people to type is what [`Model::model`] names.
#[test]
fn the_book_names_the_models_of_today() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = walkdir::WalkDir::new(root.join("docs/src")).into_iter().flatten();
    let pages = pages.map(|page| page.into_path()).chain([root.join("README.md")]);
    let mut named = 0;
    for page in pages.filter(|page| page.extension().is_some_and(|end| end == "md")) {
        let text = fs::read_to_string(&page).expect("text");
        for (vendor, family) in Model::ALL.into_iter().zip(["claude-", "gpt-", "gemini-"]) {
            for (at, start) in text.match_indices(&format!("{vendor}:{family}")) {
                let name = &text[at + start.len() - family.len()..];
                let is_part = |c: char| c.is_ascii_alphanumeric() || "-.".contains(c);
                let name = name.split(|c| !is_part(c)).next().expect("one");
                assert_eq!(name, vendor.model(), "{}", page.display());
                named += 1;
            }
        }
    }
    assert!(named >= 6, "{named}");
}

/// Digits stand for any digits: tokens and dollars change with every word of a prompt.
fn without_figures(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect::<String>()
}

/// Every line of a page in the book stands on the real one, in its order.
fn shows(page: &str, name: &str) {
    let squeezed = |text: &str| {
        let text = without_figures(text).replace(',', "");
        let mut text = text.replace("00", "0");
        while text.contains("00") {
            text = text.replace("00", "0");
        }
        text
    };
    let real = squeezed(page);
    let mut lines = real.lines();
    for line in squeezed(&recipe(name)).lines() {
        assert!(lines.any(|real| real == line), "{name}: {line:?} in\n{page}");
    }
}

impl Table {
    /// Runs a recipe's commands in the repository.
    fn shell(&self, script: &str) -> Run {
        self.command("sh", &["-u", "-c", script]).output().expect("a shell").into()
    }

    /// Makes `council-review` take this configuration, whatever else it is told.
    fn give(&self, yaml: &str) {
        let config = self.config(yaml);
        let binary = env!("CARGO_BIN_EXE_council-review");
        self.program("council-review", &format!("exec {binary} \"$@\" --config {config}"));
    }

    /// The bundle, which verifies and replays to the same bytes.
    fn bundle(&self) -> Value {
        let path = format!("evidence/rfc/RFC-0001/reviews/rfc_review_{STAMP}.yaml");
        let verified = self.run(&["verify", &path]);
        assert_eq!(verified.code, 0, "{verified:?}");
        let replayed = self.run(&["replay", SESSION]);
        assert_eq!(replayed.code, 0, "{replayed:?}");
        assert!(replayed.stdout.contains("the same bytes"), "{replayed:?}");
        self.run(&["show", "RFC-0001", "--format", "json"]).json()
    }
}

/// Who sat, as the bundle tells it: provider, model, and the models that answered.
fn sat(bundle: &Value) -> Vec<[Value; 3]> {
    let seats = bundle["council_metadata"]["subagents"].as_array().expect("three");
    let one = |seat: &Value| {
        let served = seat.get("served_models").cloned().unwrap_or_else(|| json!([]));
        [seat["provider"].clone(), seat["model"].clone(), served]
    };
    seats.iter().map(one).collect()
}

/// How many providers and models the panel counts.
fn panel(bundle: &Value) -> [&Value; 3] {
    let panel = &bundle["council_metadata"]["panel"];
    ["distinct_providers", "distinct_models", "offline"].map(|key| &panel[key])
}

fn offline(seat: &[Value; 3]) -> bool {
    seat[0] == "offline"
}

/// Every request to a host carries its own key in its own header, and no other anywhere.
fn carry_only(simulator: &Simulator, header: &str, value: &str, others: &[&str]) {
    let requests = simulator.requests();
    assert!(!requests.is_empty());
    assert_eq!(simulator.faults(), [""; 0]);
    for request in requests {
        assert_eq!(request.header(header), Some(value));
        let bytes = String::from_utf8(request.bytes()).expect("UTF-8");
        let key = value.trim_start_matches("Bearer ");
        assert_eq!(bytes.matches(key).count(), 1, "the key stands in one header alone");
        for other in others {
            assert!(!bytes.contains(other), "{other}");
        }
    }
}

/// A mind without objections.
const CONTENT: Mind = Mind { raises: None, vote: "SUPPORT" };

/// A panel of which one member sees a graver defect than the others, so that there is a vote.
const GRAVE: Mind = Mind { raises: Some("BLOCKER"), vote: "SUPPORT" };

#[test]
fn the_plans_of_an_example() {
    let repo = Repo::example();
    let plan = repo.run(&["plan", "RFC-0001"]);
    assert_eq!(plan.code, 0, "{plan:?}");
    shows(&plan.stdout, "plan.out");
    let seat = format!("SA-1=anthropic:{}", Model::Anthropic.model());
    let plan = repo.run(&["plan", "RFC-0001", "--seat", &seat]);
    assert_eq!(plan.code, 0, "{plan:?}");
    shows(&plan.stdout, "plan-one.out");
}

#[test]
fn three_vendors() {
    let table = Table::new(Repo::example());
    let servers = [GRAVE, HONEST, HONEST].map(simulator);
    let yaml = recipe("three-vendors.yaml");
    table.repo.write("council.yaml", &yaml);
    table.give(&format!("{yaml}{}", providers(servers.each_ref())));
    let run = table.shell(&recipe("three-vendors.sh"));
    assert_eq!((run.code, Table::said(&run)), (1, ""), "{run:?}");
    support::figure(&run.stdout);
    shows(&run.stdout, "three-vendors.out");
    let bundle = table.bundle();
    let models = Model::ALL.map(Model::model);
    let served = [models[0], models[1], "gemini-simulated"];
    let names = ["anthropic", "openai", "gemini"];
    let expected: Vec<[Value; 3]> =
        (0..3).map(|n| [json!(names[n]), json!(models[n]), json!([served[n]])]).collect();
    assert_eq!(sat(&bundle), expected);
    assert_eq!(panel(&bundle), [&json!(3), &json!(3), &json!(false)]);
    let council = &bundle["council_metadata"];
    assert_eq!(council["cycles_completed"], 3);
    assert_eq!(council["cost"]["unknown_calls"], 0);
    let known: f64 = council["cost"]["known_usd"].as_str().expect("a number").parse().expect("one");
    assert!(known > 0.0 && known < 1.0, "{known}");
    for call in bundle["calls"].as_array().expect("calls") {
        let cost: f64 = call["cost_usd"].as_str().expect("a cost").parse().expect("a number");
        assert!(cost > 0.0, "{call}");
        assert!(call["receipt"]["usage"]["input_tokens"].as_u64().is_some_and(|n| n > 100));
    }
    let refused: Vec<_> = servers.iter().map(|server| server.refused().len()).collect();
    assert_eq!(refused, [0, 2, 0], "the limit's old name, and then the other, in each cycle");
    let keys = ["your-key-at-anthropic", "your-key-at-openai", "your-key-at-gemini"];
    let bearer = format!("Bearer {}", keys[1]);
    carry_only(&servers[0], "x-api-key", keys[0], &[keys[1], keys[2]]);
    carry_only(&servers[1], "authorization", &bearer, &[keys[0], keys[2]]);
    carry_only(&servers[2], "x-goog-api-key", keys[2], &[keys[0], keys[1]]);
    for seat in SeatId::ALL {
        for question in ["STRUCTURAL", "FEASIBILITY"] {
            let asked: usize = servers.iter().map(|server| server.asked(seat, question)).sum();
            assert_eq!(asked, 1, "{seat} {question}");
        }
    }
}

#[test]
fn without_prices_the_cost_is_unknown_and_not_zero() {
    let table = Table::new(Repo::example()).with_keys();
    let server = simulator(HONEST);
    let run = table.review(&format!("{THREE}{}", providers([&server; 3])), &[]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stdout.contains("cost unknown: `prices` in council.yaml"), "{}", run.stdout);
    let bundle = table.bundle();
    let council = &bundle["council_metadata"];
    let calls = bundle["calls"].as_array().expect("calls");
    assert!(calls.iter().all(|call| call["cost_usd"] == "unknown"), "{calls:?}");
    assert_eq!(council["cost"]["unknown_calls"].as_u64(), Some(calls.len() as u64));
}

#[test]
fn an_agents_command_line() {
    let mut table = Table::new(Repo::example());
    table.set("ANTHROPIC_API_KEY", "key-that-nobody-named");
    let agent = table.agent("claude", CONTENT, as_claude);
    table.repo.write("council.yaml", recipe("claude.yaml"));
    let run = table.run(&["RFC-0001"]);
    assert_eq!((run.code, Table::said(&run)), (1, ""), "{run:?}");
    let bundle = table.bundle();
    let seats = sat(&bundle);
    assert_eq!(seats[1], [json!("command"), json!("claude"), json!(["claude-simulated"])]);
    assert!(offline(&seats[0]) && offline(&seats[2]), "{seats:?}");
    assert_eq!(panel(&bundle), [&json!(2), &json!(2), &json!(false)]);
    let seat = &bundle["council_metadata"]["subagents"][1];
    assert_eq!(seat["parameters"]["home"], "keep");
    let calls = bundle["calls"].as_array().expect("calls").clone();
    let sent: Vec<&Value> = calls.iter().filter(|call| !call["cost_usd"].is_null()).collect();
    assert!(sent.len() >= 2 && sent.iter().all(|call| call["cost_usd"] == "unknown"), "{sent:?}");
    let told = |name: &str| fs::read_to_string(agent.join(name)).expect("it was run");
    assert!(told("argv").starts_with("-p\n--output-format\njson\n--tools\n\n"));
    assert!(told("env").contains(&format!("HOME={}\n", table.home().display())));
    assert!(!told("env").contains("key-that-nobody-named"), "{}", told("env"));
    assert!(!told("pwd").trim().starts_with(table.repo.path().to_str().expect("UTF-8")));
    assert!(told("tasks").contains("Implementation Feasibility"));
}

#[test]
fn a_program_of_ones_own() {
    let mut table = Table::new(Repo::example());
    table.set("ANOTHER_KEY", "key-that-nobody-named");
    let agent = table.agent("my-agent", CONTENT, as_it_is);
    table.config(&recipe("own.yaml"));
    let run = table.shell(&recipe("own.sh"));
    assert_eq!((run.code, Table::said(&run)), (1, ""), "{run:?}");
    let bundle = table.bundle();
    let seats = sat(&bundle);
    assert_eq!(seats[2], [json!("command"), json!("mine"), json!([])]);
    assert!(offline(&seats[0]) && offline(&seats[1]), "{seats:?}");
    let told = |name: &str| fs::read_to_string(agent.join(name)).expect("it was run");
    assert_eq!(told("argv"), "--once\n");
    let environment = told("env");
    assert!(environment.contains("MY_AGENT_KEY=your-key\n"), "{environment}");
    assert!(!environment.contains("key-that-nobody-named"), "{environment}");
    assert!(!environment.contains(&format!("HOME={}\n", table.home().display())), "{environment}");
    // The same file in the repository runs nothing.
    table.repo.write("council.yaml", recipe("own.yaml"));
    let run = table.run(&["RFC-0001"]);
    assert_eq!(run.code, 65, "{run:?}");
    assert!(run.stderr.contains("a program that the reviewed repository names is not run"));
}

#[test]
fn a_server_on_this_machine() {
    let mut table = Table::new(Repo::example());
    table.set("OPENAI_API_KEY", "key-of-the-vendor");
    let server = Local::start(CONTENT);
    let yaml = recipe("local.yaml");
    let ollama = "http://127.0.0.1:11434/v1";
    assert_eq!(yaml.matches(ollama).count(), 1);
    table.repo.write("council.yaml", yaml.replace(ollama, &server.base_url()));
    let run = table.run(&["RFC-0001"]);
    assert_eq!((run.code, Table::said(&run)), (1, ""), "{run:?}");
    let bundle = table.bundle();
    assert_eq!(sat(&bundle)[1], [json!("local"), json!("qwen3:8b"), json!(["qwen3:8b"])]);
    let parameters = &bundle["council_metadata"]["subagents"][1]["parameters"];
    assert_eq!(parameters["base_url"], json!(server.base_url()));
    assert_eq!(parameters["dialect"], "openai");
    let heads = server.heads();
    assert!(heads.len() >= 2);
    for head in heads {
        assert!(head.starts_with("post /v1/chat/completions "), "{head}");
        assert!(!head.contains("authorization") && !head.contains("key-of-the-vendor"), "{head}");
    }
}

#[test]
fn a_mailbox() {
    let table = Table::new(Repo::example());
    table.agent("my-agent", CONTENT, as_it_is);
    let run = table.shell(&recipe("mailbox.sh"));
    assert_eq!((run.code, Table::said(&run)), (1, ""), "{run:?}");
    let bundle = table.bundle();
    let seats = sat(&bundle);
    let somebody = [json!("mailbox"), json!("whoever answers"), json!([])];
    assert_eq!((&seats[0], &seats[2]), (&somebody, &somebody));
    assert!(offline(&seats[1]), "{seats:?}");
    assert_eq!(panel(&bundle), [&json!(2), &json!(2), &json!(false)]);
    let folder = table.home().join("council").join(SESSION);
    for cycle in ["CYCLE_1", "CYCLE_2"] {
        for kind in ["task.md", "schema.json", "reply.json"] {
            assert!(folder.join(format!("SA-3.{cycle}.{kind}")).exists(), "{cycle} {kind}");
        }
    }
    let council = &bundle["council_metadata"];
    assert!(council["cost"]["unknown_calls"].as_u64().is_some_and(|n| n >= 4), "{council}");
}

#[test]
fn a_degraded_panel() {
    let table = Table::new(Repo::example()).with_keys();
    let server = simulator(HONEST);
    let gone = Simulator::start(std::sync::Arc::new(|turn| {
        let says = "The model `model-o` does not exist";
        support::simulator::deed::Deed::error(turn.dialect, 404, says)
    }));
    let run = table.review(&format!("{THREE}{}", providers([&server, &gone, &server])), &[]);
    let port = gone.base_url(Dialect::Gemini).rsplit_once(':').expect("a port").1.to_owned();
    let page = run.stdout.replace(&format!("127.0.0.1:{port}"), "api.openai.com");
    assert_eq!(run.code, 1, "{run:?}");
    support::figure(&page);
    shows(&page, "degraded.out");
    let bundle = table.bundle();
    assert_eq!(bundle["council_metadata"]["degraded"], true);
    assert_eq!(gone.requests().len(), 1, "a wrong name is not asked for again");
}
