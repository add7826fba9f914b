//! What a ticket makes an agent's command line read: nothing (THREATS.md H5). Files that nobody may read
//! stand behind every way to name one, and are looked for in all that a command seat sends.
//!
//! The real CLIs are looked at where they are installed: on PATH, or in the folder that `AGENT_CLIS`
//! names. They get a server of the test in their vendor's place, and a key that is none.
//! `npm install --prefix ~/.cache/agent-clis @anthropic-ai/claude-code @openai/codex
//! @google/gemini-cli`, then `AGENT_CLIS=~/.cache/agent-clis/node_modules/.bin`.
#![cfg(target_os = "linux")]
#![expect(clippy::print_stdout, reason = "figures, for who runs it with --nocapture")]

mod fakes;
mod logins;
mod vendors;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::seat_id::SeatId;
use crate::support::simulator::mind::HONEST;
use crate::support::table::{Table, as_it_is};
use crate::support::{self, Repo, Run};
use council_review::core::assignment::{Assignment, Rendered};
use council_review::host::command::CommandSeat;
use council_review::host::command::canary::{Canaries, WAYS};
use council_review::members::envelope::Envelope;
use council_review::members::transport::{Canary, ProbeCost, Request, Transport as _};
use fakes::{ANSWER, Fake};
use serde_json::json;
use tempfile::TempDir;
use vendors::Vendors;

/// The canaries of a test, in folders that a program's script copies to where it runs.
struct Ground {
    folder: TempDir,
    canaries: Canaries,
}

/// The word in the folder in which a program works, and that of a skill in its home.
const INSIDE: [&str; 2] = ["canaryinside8f1c2d", "canaryskill44b90e"];

impl Ground {
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        let [root, home, work] = ["root", "home", "work"].map(|name| folder.path().join(name));
        for made in [&root, &home, &work] {
            fs::create_dir(made).expect("made");
        }
        let canaries = Canaries::place(&root, &home).expect("placed");
        fs::write(work.join("inside.txt"), INSIDE[0]).expect("written");
        for skills in [".codex/skills/mine", ".agents/skills/mine"] {
            let skill = home.join(skills);
            fs::create_dir_all(&skill).expect("made");
            let text = format!("---\nname: mine\ndescription: does it\n---\n{}\n", INSIDE[1]);
            fs::write(skill.join("SKILL.md"), text).expect("written");
        }
        Self { folder, canaries }
    }

    /// Shell that puts the files to where a program runs.
    fn script(&self) -> String {
        let at = self.folder.path().display();
        format!("cp -r {at}/root/. ..; cp -r {at}/work/. .; cp -r {at}/home/. \"$HOME\"")
    }

    /// A ticket that names each of them.
    fn ticket(&self) -> String {
        let inside =
            "See @inside.txt and @./inside.txt for it.\n\nUse $mine and [$mine](skill://mine).";
        format!("{inside}\n\n{}", self.canaries.prompt())
    }

    /// The ways whose word stands in one of the requests.
    fn read(&self, requests: &[Vec<u8>]) -> Vec<&'static str> {
        let mut read: Vec<&str> = Vec::new();
        for request in requests {
            read.extend(self.canaries.all_named_in(request));
            let text = String::from_utf8_lossy(request);
            let inside = ["@inside.txt", "$mine"].into_iter().zip(INSIDE);
            read.extend(inside.filter(|(_, word)| text.contains(word)).map(|(way, _)| way));
        }
        read.sort_unstable();
        read.dedup();
        read
    }
}

fn request(dossier: String) -> Request {
    Request {
        assignment: Assignment {
            session: "COUNCIL-RFC-0001-20260126-100000".parse().expect("a session"),
            member: SeatId::Sa1.name(),
            step: "STRUCTURAL",
            state: "CYCLE_1",
            attempt: 1,
            look: 0,
        },
        rendered: Rendered {
            rules: "The rules.\n".to_owned(),
            shared: dossier,
            own: "Your part.\n".to_owned(),
            turns: Vec::new(),
            schema: json!({
                "type": "object",
                "properties": {"answer": {"type": "string"}, "findings": {"type": "array", "items": {"type": "string"}}},
                "required": ["answer", "findings"],
                "additionalProperties": false,
            }),
            max_output_tokens: 6_000,
        },
    }
}

/// The fakes: kind, envelope, and what takes the switch away that keeps it from reading.
const FAKES: [(&str, Envelope, &str); 4] = [
    ("claude", Envelope::Claude, "unset CLAUDE_CODE_DISABLE_ATTACHMENTS"),
    ("gemini", Envelope::Gemini, ""),
    ("codex", Envelope::Codex, ""),
    ("own", Envelope::Plain, ""),
];

#[tokio::test]
async fn p6_a_ticket_makes_no_fake_read_a_file() {
    let ground = Ground::new();
    for (kind, envelope, switch_off) in FAKES {
        for before in [ground.script(), format!("{}\n{switch_off}", ground.script())] {
            let fake = Fake::new(kind, envelope, &before);
            let answer = fake.transport().send(&request(ground.ticket())).await.expect("an answer");
            assert_eq!(answer.bytes.trim_ascii(), ANSWER.as_bytes(), "{kind}");
            let requests = fake.requests();
            assert_eq!(requests.len(), 1, "{kind}");
            assert_eq!(ground.read(&requests), [""; 0], "{kind}");
            let text = String::from_utf8_lossy(&requests[0]);
            assert!(text.contains(&ground.canaries.mark), "the ticket was told");
            assert!(!text.contains("google_web_search"), "{kind}: {text}");
        }
    }
}

/// What a program sends that is told the ticket as it stands, by hand.
fn by_hand(program: &str, args: &[&str], ticket: &str) {
    let place = TempDir::new().expect("a folder");
    let [work, home] = ["work", "home"].map(|name| place.path().join(name));
    for made in [&work, &home] {
        fs::create_dir(made).expect("made");
    }
    let mut child = Command::new(program)
        .args(args)
        .current_dir(&work)
        .env("HOME", &home)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    let mut stdin = child.stdin.take().expect("piped");
    let text = format!("The rules.\n\n{ticket}\n");
    // One that ends early closes its end.
    let _ = std::io::Write::write_all(&mut stdin, text.as_bytes());
    drop(stdin);
    child.wait().expect("it ends");
}

/// Without what keeps them from it the fakes do read: the test above can fail.
#[test]
fn p6_the_fakes_read_when_nothing_keeps_them_from_it() {
    let ground = Ground::new();
    for (kind, envelope, args, least) in [
        ("claude", Envelope::Claude, &[][..], 14),
        ("gemini", Envelope::Gemini, &["--skip-trust"], 1),
        ("codex", Envelope::Codex, &[], 1),
        ("own", Envelope::Plain, &[], 16),
    ] {
        let fake = Fake::new(kind, envelope, &ground.script());
        by_hand(&fake.program(), args, &ground.ticket());
        let requests = fake.requests();
        let read = ground.read(&requests);
        println!("{kind} reads by {} of {} ways", read.len(), WAYS.len() + 2);
        assert!(read.len() >= least, "{kind}: {read:?}");
        let offers = String::from_utf8_lossy(&requests[0]).contains("google_web_search");
        assert_eq!(offers, kind == "gemini", "without its policy");
    }
    let untrusted = Fake::new("gemini", Envelope::Gemini, "");
    by_hand(&untrusted.program(), &[], "x");
    assert_eq!(untrusted.requests().len(), 0);
}

#[tokio::test]
async fn p6_canaries_tell_who_reads() {
    for (kind, envelope, switch_off) in FAKES {
        let is_plain = envelope == Envelope::Plain;
        let fake = Fake::new(kind, envelope, "");
        let seen = fake.transport().look_at_canaries(ProbeCost::None).await;
        match is_plain {
            true => assert!(matches!(seen, Canary::Unseen(_)), "{seen:?}"),
            false => assert_eq!(seen, Canary::Unread { requests: 1 }, "{kind}"),
        }
        assert_eq!(fake.requests().len(), usize::from(!is_plain), "{kind}");
        if !switch_off.is_empty() {
            let fake = Fake::new(kind, envelope, switch_off);
            let seen = fake.transport().look_at_canaries(ProbeCost::None).await;
            let who = "command:agent".to_owned();
            assert_eq!(seen, Canary::Read { who, way: "See @{path} for it." }, "{kind}");
        }
    }
    // A program of somebody's own is asked when that may cost, and its answer tells.
    let deaf = Fake::new("own", Envelope::Plain, "");
    let seen = deaf.transport().look_at_canaries(ProbeCost::Tokens).await;
    assert_eq!(seen, Canary::Unread { requests: 1 });
    let repeats =
        "cat > ../prompt; grep -o '/[^ ]*canary.txt' ../prompt | head -1 | xargs cat; exit";
    let reader = Fake::new("own", Envelope::Plain, repeats);
    let seen = reader.transport().look_at_canaries(ProbeCost::Tokens).await;
    let who = "command:agent".to_owned();
    assert_eq!(seen, Canary::Read { who, way: "See {path} for it." });
    let broken = Fake::new("claude", Envelope::Claude, "exit 3");
    let seen = broken.transport().look_at_canaries(ProbeCost::None).await;
    assert_eq!(seen, Canary::Unseen("it sent nothing and ended with exit status: 3".to_owned()));
}

/// What a fake of Claude Code does first, so that it reads what a prompt names.
const READS: &str = "unset CLAUDE_CODE_DISABLE_ATTACHMENTS";

/// A table with a key for Claude Code, and the folder of its fakes.
fn table_with_a_key() -> (Table, PathBuf) {
    let mut table = Table::new(Repo::example());
    table.set("ANTHROPIC_API_KEY", "key");
    let here = table.home().join("fake");
    fs::create_dir(&here).expect("made");
    (table, here)
}

/// Puts a fake in the place of `claude`, or of the one that stands there.
fn seat_a_fake(table: &Table, here: &Path, before: &str) {
    table.program("claude", &fakes::script("claude", here, before));
}

/// Through the binary: whoever reads is refused before anybody is asked.
#[test]
fn p6_a_seat_that_reads_is_refused() {
    let (table, here) = table_with_a_key();
    let config = table.config(
        "seats: {SA-2: 'command:claude'}\ncommands: {claude: {env: [ANTHROPIC_API_KEY]}}\n",
    );
    let claude = |before: &str| seat_a_fake(&table, &here, before);
    claude(READS);
    let reads = "command:claude reads files that a ticket names, as in \"See @{path} for it.\"";
    let act = "update the program, or leave the seat offline (--seat SA-2=offline)";
    let run = table.run(&["RFC-0001", "--config", &config]);
    let line = format!("council-review: SA-2: {reads}: {act}\n");
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (65, "", line.as_str()));
    assert_eq!(table.repo.reviews("RFC-0001"), [""; 0], "nothing was begun");
    let asked = fs::read_dir(&here).expect("a folder").flatten();
    let asked = asked.filter(|file| file.file_name().to_string_lossy().starts_with("request"));
    assert_eq!(asked.count(), 1, "nobody was asked but by the look");
    let doctor = table.run(&["doctor", "--online", "--config", &config]);
    assert_eq!(doctor.code, 65, "{doctor:?}");
    let told = format!("SA-2 command claude: {}\n", reads.trim_start_matches("command:claude "));
    assert!(doctor.stdout.contains(&told), "{}", doctor.stdout);
    assert!(doctor.stdout.contains(&format!("{act}\n")), "{}", doctor.stdout);
    claude("");
    let doctor = table.run(&["doctor", "--online", "--config", &config]);
    let told = "SA-2 command claude: reads no file that a ticket names, in 1 request\n";
    assert!(doctor.stdout.contains(told), "{}", doctor.stdout);
}

/// A question comes with files that strangers wrote, too.
#[test]
fn p7_a_voice_that_reads_is_refused() {
    let (table, here) = table_with_a_key();
    seat_a_fake(&table, &here, READS);
    for mailbox in ["a", "b"] {
        fs::create_dir(table.repo.path().join(mailbox)).expect("made");
    }
    let reads = "command:claude reads files that a ticket names, as in \"See @{path} for it.\"";
    for holder in ["holder: 'command:claude'", "holder: 'mailbox:a', fallback: 'command:claude'"] {
        let config = table.config(&format!(
            "councils: {{pair: {{council: rounds, members: [{{name: ada, {holder}}}, {{name: bo, holder: 'mailbox:b'}}]}}}}\ncommands: {{claude: {{env: [ANTHROPIC_API_KEY]}}}}\n"
        ));
        let run = table.run(&["ask", "--panel", "pair", "Do we keep it?", "--config", &config]);
        assert_eq!((run.code, run.stdout.as_str()), (65, ""), "{holder}: {run:?}");
        let act = "update the program, or let another answer (--member ada=HOLDER)";
        assert_eq!(run.stderr, format!("council-review: ada: {reads}: {act}\n"), "{holder}");
        assert!(!table.repo.path().join("evidence/council").exists(), "nothing was begun");
    }
}

/// Nor does it answer what is left of a council that began before it read.
#[test]
fn p7_a_voice_that_began_to_read_does_not_go_on() {
    let (table, here) = table_with_a_key();
    let claude = |before: &str| seat_a_fake(&table, &here, before);
    claude("");
    let config = table.config(
        "councils: {pair: {council: rounds, members: [{name: ada, holder: 'command:claude'}, {name: bo, holder: 'command:claude'}]}}\ncommands: {claude: {env: [ANTHROPIC_API_KEY]}}\n",
    );
    // No reply of the fake fits, so the council ends; without its last records it is under way.
    let run = table.run(&["ask", "--panel", "pair", "Do we keep it?", "--config", &config]);
    assert_eq!(run.code, 3, "{run:?}");
    let folder = table.repo.path().join("evidence/council");
    let folder = fs::read_dir(folder).expect("a folder").flatten().next().expect("a council");
    let id = folder.file_name().into_string().expect("UTF-8");
    fs::remove_file(folder.path().join("outcome.yaml")).expect("removed");
    let session = folder.path().join("session.yaml");
    let whole = fs::read_to_string(&session).expect("a session");
    let (begun, _) = whole.split_once("  - {seq: 3,").expect("records");
    fs::write(&session, begun).expect("written");
    claude(READS);
    let run = table.run(&["resume", &id, "--config", &config]);
    let line = "council-review: ada: command:claude reads files that a ticket names, as in \"See @{path} for it.\": update the program, or ask again with another: council-review ask\n";
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (65, "", line));
}

/// What a seat copies out of its prompt is found in the ticket.
#[test]
fn p6_a_quote_with_the_signs_in_it_is_the_tickets_own() {
    let title = "Greet @acme/greeter as $USER";
    let repo = Repo::mended();
    let path = "documents/work/tickets/TCK-00002.yaml";
    let text = repo.read(path);
    let old = text.lines().find(|line| line.trim().starts_with("title:")).expect("a title");
    repo.edit(path, old, &format!("    title: \"{title}\""));
    let table = Table::new(repo);
    let agent = table.agent("my-agent", HONEST, as_it_is);
    let yaml = "seats: {SA-1: 'command:mine'}\ncommands: {mine: {argv: [my-agent]}}\n";
    let run: Run = table.review(yaml, &[]);
    let told = fs::read_to_string(agent.join("tasks")).expect("it was asked");
    assert!(told.contains("Greet \u{ff20}acme/greeter as \u{ff04}USER"), "{told}");
    assert!(!told.contains('@') && !told.contains('$'));
    let bundle = table.run(&["show", "RFC-0001", "--format", "json"]).json();
    let findings = bundle["findings"].as_array().expect("findings");
    let quotes = |value: &serde_json::Value| value.to_string().contains(title);
    assert!(findings.iter().any(quotes), "{run:?}\n{bundle}");
    assert!(!bundle.to_string().contains('\u{ff20}'));
}

/// The program of a CLI, where one is installed.
fn installed(name: &str) -> Option<PathBuf> {
    let own = std::env::var_os("AGENT_CLIS").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = own.into_iter().chain(std::env::split_paths(&path));
    folders.map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// A script that sends a real CLI to the test's server.
fn detour(envelope: Envelope, real: &Path, url: &str, before: &str) -> String {
    let Some(detour) = envelope.detour(url) else { panic!("a server in its vendor's place") };
    let env = detour.env.iter().map(|(name, value)| format!("export {name}='{value}'\n"));
    let files = detour.home.iter().map(|(path, content)| {
        format!(
            "mkdir -p \"$HOME/$(dirname {path})\"; printf '%s' '{content}' > \"$HOME/{path}\"\n"
        )
    });
    let shell: String = env.chain(files).collect();
    let args: String = detour.args.iter().map(|word| format!(" '{word}'")).collect();
    let real = real.display();
    // The arguments of Codex end with `-`, for its prompt: others go behind its command.
    let call = match args.is_empty() {
        true => format!("exec {real} \"$@\""),
        false => format!("first=$1; shift; exec {real} \"$first\"{args} \"$@\""),
    };
    format!("#!/bin/sh\n{before}\n{shell}{call}\n")
}

fn program(folder: &Path, script: &str) -> String {
    let path = folder.join("agent");
    support::program(&path, script);
    path.to_str().expect("UTF-8").to_owned()
}

#[tokio::test]
async fn p6_a_ticket_makes_no_real_cli_read_a_file() {
    let mut skipped = 0;
    for (name, envelope) in
        [("claude", Envelope::Claude), ("codex", Envelope::Codex), ("gemini", Envelope::Gemini)]
    {
        let Some(real) = installed(name) else {
            support::skipped(&format!("{name} is not installed; this file's first lines say how"));
            skipped += 1;
            continue;
        };
        let version = Command::new(&real).arg("--version").output().expect("it runs").stdout;
        let version = String::from_utf8_lossy(&version).trim().to_owned();
        let ground = Ground::new();
        let vendors = Vendors::start(ANSWER);
        let folder = TempDir::new().expect("a folder");
        let script = detour(envelope, &real, &vendors.url(), &ground.script());
        let transport = fakes::transport(program(folder.path(), &script), envelope);
        let answer = transport.send(&request(ground.ticket())).await;
        let answer = answer.unwrap_or_else(|failure| panic!("{name} {version}: {failure:?}"));
        let given: serde_json::Value = serde_json::from_slice(&answer.bytes).expect("JSON");
        assert_eq!(given, serde_json::from_str::<serde_json::Value>(ANSWER).expect("JSON"));
        let requests = vendors.requests();
        let told =
            requests.iter().filter(|r| String::from_utf8_lossy(r).contains(&ground.canaries.mark));
        assert!(told.count() > 0, "{name}: the ticket was told");
        assert_eq!(ground.read(&requests), [""; 0], "{name} {version}");
        for tool in ["google_web_search", "\"read_file\"", "\"Read\"", "\"Bash\"", "web_search"] {
            let offers = |r: &&Vec<u8>| vendors::tools(r).contains(tool);
            assert_eq!(requests.iter().filter(offers).count(), 0, "{name} offers {tool}");
        }
        // As the binary itself looks, with every sign left in the prompt.
        let seat = CommandSeat::plain("agent", vec![real.to_str().expect("UTF-8").to_owned()]);
        let own = fakes::transport(seat.argv[0].clone(), envelope);
        let seen = own.look_at_canaries(ProbeCost::None).await;
        assert!(matches!(seen, Canary::Unread { requests: 1.. }), "{name} {version}: {seen:?}");
        println!(
            "{name} {version}: 0 of {} ways in {} requests; {seen:?}",
            WAYS.len() + 2,
            requests.len()
        );
        // The same CLI without what keeps it from reading: the test can fail.
        if envelope == Envelope::Claude {
            let open = "unset CLAUDE_CODE_DISABLE_ATTACHMENTS";
            let script =
                detour(envelope, &real, &vendors.url(), &format!("{}\n{open}", ground.script()));
            let open = program(folder.path(), &script);
            let schema = request(String::new()).rendered.schema.to_string();
            let args = envelope.argv(&[], &schema);
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            by_hand(&open, &args, &ground.ticket());
            let read = ground.read(&vendors.requests());
            println!("{name} {version}, switch off: {} of {} ways", read.len(), WAYS.len() + 2);
            assert!(read.len() >= 10, "{read:?}");
        }
    }
    println!("real CLIs: {} looked at, {skipped} skipped", 3 - skipped);
}
