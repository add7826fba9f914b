//! What a model's provider, an agent's command line or a mailbox sends, up to the answer that the
//! council has taken or refused.

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

use super::seat_id::SeatId;
use council_review::core::call::{CallError, FailedCall};
use council_review::core::protocol::{CallId, Effect, Event, Protocol as _};
use council_review::council::rfc::answer::{
    Ballot, Claim, Convergence, FeasibilityReview, Reply, Stance, StructuralReview,
};
use council_review::council::rfc::ask::{Ask, Division, FindingView, GateSummary, Task};
use council_review::council::rfc::read;
use council_review::council::rfc::{
    Admitted, RfcCouncil, RfcEvent, SessionInput, SessionState, State, admit,
};
use council_review::evidence::assemble::{inputs_of, seed_of};
use council_review::evidence::session::{SessionLog, Setting};
use council_review::evidence::{replay, seal, verify};
use council_review::gates;
use council_review::members::dialect::Dialect;
use council_review::members::envelope::Envelope;
use council_review::members::transport::Response;
use council_review::model::opinion::Vote;
use council_review::model::policy::{CouncilPolicy, MAX_TEXT, ModePolicy};
use council_review::model::{
    GateId, GateResult, Receipt, SessionId, Severity, Subcategory, Timestamp,
};
use council_review::report::escape;
use council_review::rules::{RuleMember, identity};
use serde_json::Value;

use super::base;
use super::places::location_stands;

pub fn plain(bytes: &[u8]) {
    opened(Envelope::Plain, bytes);
}

pub fn claude_cli(bytes: &[u8]) {
    opened(Envelope::Claude, bytes);
}

pub fn codex_cli(bytes: &[u8]) {
    opened(Envelope::Codex, bytes);
}

pub fn gemini_cli(bytes: &[u8]) {
    opened(Envelope::Gemini, bytes);
}

pub fn anthropic(bytes: &[u8]) {
    decoded(Dialect::Anthropic, bytes);
}

pub fn openai(bytes: &[u8]) {
    decoded(Dialect::OpenAi, bytes);
}

pub fn gemini(bytes: &[u8]) {
    decoded(Dialect::Gemini, bytes);
}

fn decoded(dialect: Dialect, bytes: &[u8]) {
    let line = dialect.error_line(500, bytes);
    assert!(line.starts_with("500") && line.chars().count() <= 200, "{line}");
    assert!(!line.chars().any(escape::is_unsafe), "{line:?}");
    came(dialect.decode(bytes), bytes);
}

fn opened(envelope: Envelope, bytes: &[u8]) {
    came(envelope.open(bytes), bytes);
}

fn came(sent: Result<Response, FailedCall>, bytes: &[u8]) {
    match sent {
        Ok(Response { bytes: answer, receipt }) => {
            sound_receipt(&receipt);
            assert!(answer.len() <= bytes.len(), "an answer longer than what was sent");
            judged(&answer, &receipt);
        }
        Err(FailedCall { fault, receipt }) => {
            sound_receipt(&receipt);
            let (CallError::Malformed(why)
            | CallError::Unavailable(why)
            | CallError::Refused(why)
            | CallError::Truncated(why)
            | CallError::TimedOut(why)
            | CallError::Unauthorised(why)
            | CallError::RateLimited(why)
            | CallError::Late(why)
            | CallError::GivenUp(why)) = fault;
            assert!(why.chars().count() <= 400, "{why}");
            assert!(!why.chars().any(escape::is_unsafe), "{why:?}");
        }
    }
}

fn sound_receipt(receipt: &Receipt) {
    if let Some(usage) = receipt.usage {
        assert!(usage.cached_tokens <= usage.input_tokens, "{usage:?}");
    }
    if let Some(model) = &receipt.model {
        assert!(!model.chars().any(escape::is_unsafe), "{model:?}");
        assert!(model.chars().count() <= 128, "{model:?}");
    }
}

/// Held against every question of a session, and taken or refused by the council.
fn judged(bytes: &[u8], receipt: &Receipt) {
    for stage in stages() {
        let question = &stage.task.question;
        match read::read(bytes, question) {
            Ok(reply) => taken(stage, reply, receipt),
            Err(why) => {
                assert!(why.is_ascii() && why.len() <= 600, "{why}");
                assert!(!why.contains(char::is_control), "{why:?}");
            }
        }
    }
}

fn taken(stage: &Stage, reply: Reply, receipt: &Receipt) {
    assert_eq!(reply.name(), stage.task.question.name());
    let value = serde_json::to_value(&reply).expect("JSON");
    assert!(longest(&value) <= MAX_TEXT);
    let written = serde_json::to_vec(&reply).expect("JSON");
    assert_eq!(read::read(&written, &stage.task.question).as_ref(), Ok(&reply));
    let dossier = base::sound();
    let admitted = match admit(dossier, reply) {
        Ok(admitted) => admitted,
        Err(why) => {
            assert!(!why.is_empty());
            return;
        }
    };
    for placed in &admitted.placed {
        let file = base::files().get(placed.location.file.as_str()).expect("a file of the dossier");
        location_stands(&placed.location, file);
        let quote = placed.claim.quote.trim();
        assert!(!placed.grounded || (!quote.is_empty() && file.contains(quote)), "{placed:?}");
    }
    let State::Open(before) = &stage.state else { panic!("no call is made before the opening") };
    let gates_before: Vec<_> = before.ledger.entries().iter().filter(|e| !e.is_votable()).collect();
    // The seats of the stage are offline, and take nothing.
    let (call, receipt_of_rules) = (stage.call, Receipt::default());
    stopped_after(
        stage,
        Event::Answered { call, reply: admitted.clone(), receipt: receipt_of_rules },
    );
    let event = Event::Answered { call, reply: admitted, receipt: receipt.clone() };
    let text = serde_json::to_string(&event).expect("JSON");
    let (state, _) = RfcCouncil::step(stage.state.clone(), event).expect("it was waited for");
    // What is recorded is what is replayed.
    let recorded: RfcEvent = serde_json::from_str(&text).expect("what was written");
    let (again, _) = RfcCouncil::step(stage.state.clone(), recorded).expect("the same");
    assert!(state == again, "the record leads elsewhere");
    let State::Open(after) = state else { panic!("a session does not close") };
    let gates_after: Vec<_> = after.ledger.entries().iter().filter(|e| !e.is_votable()).collect();
    assert_eq!(gates_before.len(), gates_after.len());
    for (before, after) in gates_before.iter().zip(gates_after) {
        assert_eq!(
            (&before.id, before.severity, &before.description, &before.location),
            (&after.id, after.severity, &after.description, &after.location),
        );
    }
    assert!(after.calls.len() >= before.calls.len());
}

/// Stopped right after an event, the session has a bundle that verifies: nothing that was taken is
/// refused at the end.
fn stopped_after(stage: &Stage, event: RfcEvent) {
    let (dossier, at) = (base::sound(), Timestamp::from_unix(1_769_421_600).expect("a time"));
    let inputs = inputs_of(dossier, &policy());
    let setting = Setting::new(inputs, &gates::check_all(dossier), None, at);
    let (mut state, mut log) = (RfcCouncil::initial(), SessionLog::new(setting));
    for event in stage.past.iter().cloned().chain([event, Event::Interrupted]) {
        let json = serde_json::to_value(&event).expect("JSON");
        // A reply that ends the session by itself leaves nothing to stop.
        let Ok((next, _)) = RfcCouncil::step(state.clone(), event) else { continue };
        log.append(at, json, next.charter().expect("open"));
        state = next;
    }
    let charter = state.charter().expect("open");
    let played = replay::play(log.session(charter)).expect("it replays");
    let bundle = played.bundle(base::SESSION_FILE).expect("it has ended");
    let verified = verify::verify(&seal::bytes(&bundle));
    assert!(verified.is_ok(), "{verified:?}");
}

fn policy() -> CouncilPolicy {
    CouncilPolicy { modes: ModePolicy::Agent, ..CouncilPolicy::default() }
}

fn session_id() -> SessionId {
    "COUNCIL-RFC-0001-20260126-100000".parse().expect("an id")
}

fn longest(value: &Value) -> usize {
    match value {
        Value::String(text) => text.chars().count(),
        Value::Array(items) => items.iter().map(longest).max().unwrap_or(0),
        Value::Object(fields) => fields.values().map(longest).max().unwrap_or(0),
        _ => 0,
    }
}

/// A session that waits for the answer to a question.
pub struct Stage {
    /// Where it stands.
    pub state: State,
    /// The call under way.
    pub call: CallId,
    /// What led there.
    pub past: Vec<RfcEvent>,
    /// What was asked.
    pub task: Task,
    /// What the offline seat answers.
    pub reply: Reply,
}

/// A session over the sound repository, where each question was asked first.
pub fn stages() -> &'static [Stage] {
    static STAGES: OnceLock<Vec<Stage>> = OnceLock::new();
    STAGES.get_or_init(|| {
        let mut stages = played();
        assert_eq!(stages.len(), 5, "every question is asked");
        stages.sort_by_key(|stage| stage.task.question.name());
        stages
    })
}

fn summary(result: &GateResult) -> GateSummary {
    GateSummary {
        gate_id: result.gate,
        status: result.status,
        finding_count: result.findings.len() as u32,
    }
}

fn played() -> Vec<Stage> {
    let dossier = base::sound();
    let panel = RuleMember::panel(dossier, &Arc::default());
    let results = gates::check_all(dossier);
    let opening = SessionInput {
        least: Vec::new(),
        session: session_id(),
        rfc: base::rfc(),
        dossier: dossier.digest.clone(),
        policy: policy(),
        seed: seed_of(&dossier.digest),
        panel: SeatId::each(|_| identity()),
        tickets: dossier.tickets().map(|ticket| ticket.stem.clone()).collect(),
        reading: Division::Whole,
        most: 0,
        gates: results.iter().map(summary).collect(),
        findings: results.iter().flat_map(|result| result.findings.clone()).collect(),
    };
    let mut stages: Vec<Stage> = Vec::new();
    let mut past = Vec::new();
    let mut state = RfcCouncil::initial();
    let mut events: VecDeque<RfcEvent> = VecDeque::from([Event::Opened { input: opening }]);
    let mut calls: VecDeque<(CallId, Task)> = VecDeque::new();
    loop {
        let event = match events.pop_front() {
            Some(event) => event,
            None => {
                let Some((call, task)) = calls.pop_front() else { return stages };
                let seat = SeatId::of(&task.seat) as usize;
                let reply = disagreeing(panel[seat].answer(&task), &task);
                let is_new = |s: &Stage| s.task.question.name() != task.question.name();
                if stages.iter().all(is_new) {
                    let (state, reply) = (state.clone(), reply.clone());
                    stages.push(Stage { state, call, past: past.clone(), task, reply });
                }
                let reply: Admitted = admit(dossier, reply).expect("it names files of the dossier");
                Event::Answered { call, reply, receipt: Receipt::default() }
            }
        };
        past.push(event.clone());
        let (next, effects) = RfcCouncil::step(state, event).expect("in turn");
        state = next;
        for effect in effects {
            match effect {
                Effect::Estimate { call, .. } => {
                    events.push_back(Event::Estimated { call, tokens: 0, again: None });
                }
                Effect::Dispatch { call, task, .. } => calls.push_back((call, task)),
                Effect::Show { .. }
                | Effect::SetTimer { .. }
                | Effect::GiveUp { .. }
                | Effect::AwaitPerson(_) => unreachable!("it asks seats alone"),
            }
        }
        if is_over(&state) {
            return stages;
        }
    }
}

/// A reply that leads on to every question: SA-1 raises a BLOCKER that SA-2 opposes, and nobody gets
/// behind its way out before the last call.
fn disagreeing(reply: Reply, task: &Task) -> Reply {
    match (&task.question, reply) {
        (Ask::Structural { .. }, _) if task.seat == SeatId::Sa1.name() => {
            let claim = Claim {
                gate_id: GateId::Implementability,
                subcategory: Subcategory::IncompletePlan,
                severity: Severity::Blocker,
                source_mode: task.modes[0],
                file: base::TICKET.to_owned(),
                yaml_path: String::new(),
                quote: "Greet by name".to_owned(),
                description: "no step says which name".to_owned(),
                remediation: "say which".to_owned(),
                cites: Vec::new(),
                related: Vec::new(),
            };
            Reply::Structural(StructuralReview { findings: vec![claim] })
        }
        (Ask::Feasibility { findings, .. }, Reply::Feasibility(review)) => {
            let vote = if task.seat == SeatId::Sa2.name() { Vote::Oppose } else { Vote::Support };
            let stance = |view: &FindingView| Stance {
                finding_id: view.finding_id.clone(),
                vote,
                severity: view.severity,
                reason: "so".to_owned(),
            };
            let stances = findings.iter().map(stance).collect();
            Reply::Feasibility(FeasibilityReview { stances, ..review })
        }
        (Ask::Converge { contested, .. }, _) => {
            let ballot = |view: &FindingView| Ballot {
                finding_id: view.finding_id.clone(),
                digest: view.digest.clone(),
                vote: view.your_stance.unwrap_or(Vote::Support),
                severity: view.severity,
                reason: "so".to_owned(),
                missed: None,
            };
            let ballots = contested.iter().map(ballot).collect();
            Reply::Converge(Convergence { ballots, ..Convergence::default() })
        }
        (_, reply) => reply,
    }
}

fn is_over(state: &State) -> bool {
    matches!(state, State::Open(charter) if SessionState::is_settled(charter) || charter.ending.is_some())
}
