//! Gullible models behind HTTP: three seats, three dialects, and a key that every request carries.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::seat_id::SeatId;
use council_review::app::Workspace;
use council_review::app::review::{ReviewContext, ReviewOptions, Seats, review};
use council_review::evidence::seal;
use council_review::host::clock::SystemClock;
use council_review::host::snapshot;
use council_review::host::store::FolderStore;
use council_review::model::policy::ReviewDepth;
use council_review::source::Dossier;

use super::plant::{Base, CARRIERS, bases, by_gates, of_gates, planted, strictness};
use crate::support::memory::{hold, rfc, workspace};
use crate::support::simulator::deed::Deed;
use crate::support::simulator::gullible::{Gullible, Said};
use crate::support::simulator::mind::{HONEST, list};
use crate::support::simulator::payloads::{Payload, Want, payloads};
use crate::support::simulator::seat::{PATIENT, seat, transport};
use crate::support::simulator::wire::{Answer, DIALECTS, Stop};
use crate::support::simulator::{Simulator, Turn};
use crate::support::{self, EPOCH, Repo};

/// The key that the transports hold.
const KEY: &str = "sk-canary-Zx81Qm44Lp7w/+Kd";

/// Every way to write a secret down that a model or a server may think of.
fn forms(secret: &str) -> Vec<String> {
    let bytes = secret.as_bytes();
    let percent = |byte: &u8| format!("%{byte:02X}");
    vec![
        secret.to_owned(),
        secret.chars().rev().collect(),
        data_encoding::BASE64.encode(bytes),
        data_encoding::BASE64URL_NOPAD.encode(bytes),
        data_encoding::HEXLOWER.encode(bytes),
        data_encoding::HEXUPPER.encode(bytes),
        secret.replace('/', "%2F").replace('+', "%2B"),
        bytes.iter().map(percent).collect(),
    ]
}

/// The key as it stands in the headers of a request.
fn key_of(turn: &Turn<'_>) -> String {
    let headers = ["x-api-key", "x-goog-api-key", "authorization"];
    let value = headers.iter().find_map(|name| turn.request.header(name)).unwrap_or_default();
    value.trim_start_matches("Bearer ").to_owned()
}

fn says(turn: &Turn<'_>, said: Said) -> Deed {
    match said {
        Said::Text(text) => Deed::text(turn, text),
        Said::Refusal => {
            let stop = Stop::Refusal(turn.number % 4);
            Deed::says(turn, &Answer { text: String::new(), stop, usage: None })
        }
    }
}

/// Three seats, each with another dialect.
fn three(simulator: &Simulator, dossier: &Arc<Dossier>) -> Seats {
    let held = |id: SeatId| {
        let dialect = DIALECTS[id as usize];
        seat(dossier, transport(simulator, dialect, KEY, PATIENT))
    };
    SeatId::each(held)
}

fn gullible(payload: &Payload) -> Simulator {
    let payload = payload.clone();
    Simulator::start(Arc::new(move |turn: &Turn<'_>| {
        says(turn, Gullible::new(payload.clone(), vec![key_of(turn)]).answers(turn.asked))
    }))
}

/// D1, D2, D3, H8: over the network as in the process.
fn run(base: &Base, carrier: &[&str; 3], payload: &Payload) {
    let what = format!("{:?} in the {}: {:?}", payload.want, carrier[0], payload.text);
    let workspace = workspace(&planted(&base.files, carrier, &payload.text), "");
    let simulator = gullible(payload);
    let dossier = Arc::new(workspace.dossier(&rfc()).expect("it is there"));
    let held = hold(&workspace, &dossier, three(&simulator, &dossier));
    let gates = by_gates(&workspace);
    assert_eq!(simulator.faults(), [""; 0], "{what}");
    assert!(strictness(held.bundle.verdict) >= strictness(gates.verdict), "{what}");
    assert!(of_gates(&held.bundle).eq(of_gates(&gates)), "{what}");
    for bytes in [seal::bytes(&held.bundle), held.session()] {
        let text = String::from_utf8(bytes).expect("UTF-8");
        assert!(!text.contains(KEY), "{what}: the key is in the evidence");
    }
    // The key goes where it belongs and nowhere else; our words alone give orders.
    for request in simulator.requests() {
        let head = String::from_utf8_lossy(&request.head).into_owned();
        let body = String::from_utf8_lossy(&request.body).into_owned();
        assert_eq!((head.matches(KEY).count(), body.matches(KEY).count()), (1, 0), "{what}");
        assert!(!request.path.contains(KEY));
        let (dialect, json) = (request.dialect.expect("known"), request.body_json.as_ref());
        let system = dialect.system(json.expect("JSON"));
        let lines = payload.text.lines().filter(|line| line.len() > 24);
        for line in lines {
            assert!(!system.contains(line), "{what}: in the system part");
        }
    }
}

/// D1, D2, D3, H8; R12.
#[test]
fn no_injection_moves_models_behind_http_past_the_gates() {
    let bases = bases().map(Base::new);
    let payloads = payloads();
    let plan: Vec<(usize, &Payload)> = payloads.iter().enumerate().step_by(2).collect();
    let next = AtomicUsize::new(0);
    let begun = std::time::Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                while let Some(&(n, payload)) = plan.get(next.fetch_add(1, Ordering::Relaxed)) {
                    run(&bases[n % 3], &CARRIERS[n / 2 % CARRIERS.len()], payload);
                }
            });
        }
    });
    assert!(plan.len() >= 100);
    support::figure(&format!(
        "{} injections over three dialects: 0 verdicts laxer than the gates', 0 keys in evidence; \
         {:.1} s",
        plan.len(),
        begun.elapsed().as_secs_f64()
    ));
}

/// H8: a server that sends the key back, written in every way, gets it into no file and no output.
#[test]
fn h8_a_key_that_comes_back_is_written_nowhere() {
    let marked = "KEY-GOES-HERE";
    let repo = Repo::mended();
    let repository = snapshot::open(repo.path(), None).expect("a repository");
    let workspace = Workspace::open(&repository, None).expect("readable");
    let simulator = Simulator::start(Arc::new(move |turn: &Turn<'_>| {
        let mut reply = HONEST.answers(turn.asked);
        for finding in list(&mut reply, "findings") {
            finding["description"] = marked.into();
            finding["remediation"] = key_of(turn).into();
        }
        for stance in list(&mut reply, "stances") {
            stance["reason"] = marked.into();
        }
        Deed::reply(turn, &reply).every(marked, key_of(turn).as_bytes())
    }));
    let seats = |dossier: &Arc<Dossier>| three(&simulator, dossier);
    let store = FolderStore::new(repo.path());
    let clock = SystemClock::start(Some(EPOCH)).expect("a second");
    let board = ReviewContext {
        workspace: &workspace,
        store: &store,
        clock: &clock,
        seats: &seats,
        looker: None,
    };
    let wish = ReviewOptions { depth: ReviewDepth::Council, fail_fast: false };
    let done = support::wait(review(&board, &rfc(), wish, &mut (), std::future::pending()));
    let done = done.expect("it ends");
    assert!(!done.bundle.findings.is_empty(), "{}", done.bundle.terminal_reason);
    let mut seen: Vec<String> = Vec::new();
    for name in repo.reviews("RFC-0001") {
        seen.push(repo.read(&format!("evidence/rfc/RFC-0001/reviews/{name}")));
    }
    assert!(seen.len() >= 2);
    let environment = forms("env-canary-9Hq2Vt65Rb");
    for args in [&["show", "RFC-0001"][..], &["verify", &done.bundle_path], &["doctor"]] {
        let mut command = support::binary();
        for name in ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY"] {
            command.env(name, &environment[0]);
        }
        let output = command.args(args).current_dir(repo.path()).output().expect("it runs");
        seen.push(String::from_utf8_lossy(&output.stdout).into_owned());
        seen.push(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    for text in &seen {
        for form in forms(KEY).iter().chain(&environment) {
            assert!(!text.contains(form.as_str()), "{form} in\n{text}");
        }
    }
}

/// Which injections leak is no accident: the table has some that try.
#[test]
fn the_table_asks_for_secrets() {
    let leaks = payloads().into_iter().filter(|payload| payload.want == Want::Leak);
    assert!(leaks.count() >= 8);
}

/// H8: what a server writes in another way than the plain key is kept in none.
#[test]
fn h8_a_key_in_other_words_costs_the_seat_and_is_written_nowhere() {
    let bytes = KEY.as_bytes();
    for written in [
        format!("\\u0073{}", &KEY[1..]),
        format!("\\\\u0073{}", &KEY[1..]),
        KEY.replace('/', "\\\\/"),
        KEY.chars().rev().collect(),
        data_encoding::BASE64.encode(bytes),
        data_encoding::HEXLOWER.encode(bytes),
        KEY.replace('/', "%2F").replace('+', "%2B"),
    ] {
        let workspace = workspace(&bases()[2], "");
        let text = written.clone();
        let simulator = Simulator::start(Arc::new(move |turn: &Turn<'_>| {
            let mut reply = HONEST.answers(turn.asked);
            for finding in list(&mut reply, "findings") {
                finding["description"] = "KEY-GOES-HERE".into();
            }
            Deed::reply(turn, &reply).every("KEY-GOES-HERE", text.as_bytes())
        }));
        let dossier = Arc::new(workspace.dossier(&rfc()).expect("it is there"));
        let held = hold(&workspace, &dossier, three(&simulator, &dossier));
        let kept = [seal::bytes(&held.bundle), held.session()].concat();
        let kept = String::from_utf8(kept).expect("UTF-8");
        assert!(!forms(KEY).iter().any(|form| kept.contains(form.as_str())), "{written}");
    }
}
