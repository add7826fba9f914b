//! What the councils about a question do, feature by feature: members answer in JSON through the real reading,
//! admission, machine and evidence. `docs/src/design/COUNCILS.md` §11 names each test.

mod golden;
mod injected;
mod lenses;
mod results;
mod rounds;

use std::collections::BTreeSet;
use std::future::ready;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use council_review::app::ask::holding::{self, CouncilDesk, CouncilNames};
use council_review::app::ask::{CouncilMembers, QuestionCouncil, SeatedVoice, detect};
use council_review::app::demo::MemoryStore;
use council_review::app::model_member::ModelMember;
use council_review::core::call::{CallError, FailedCall};
use council_review::core::protocol::EventOf;
use council_review::council::shared::opening::Opening;
use council_review::council::shared::words::CouncilWords as _;
use council_review::evidence::outcome::{self, CouncilSetting};
use council_review::evidence::v2::inputs::{FileNumber, FileUse, InputFile};
use council_review::evidence::v2::outcome::{Outcome, OutcomeInputs};
use council_review::members::transport::{Request, Response, Sending, Transport};
use council_review::model::{Identity, Receipt, Timestamp};
use council_review::port::{Archive as _, Clock};
use council_review::source::brief::Brief;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use super::outcomes;
use super::prompts::scene;

/// What a member says to a message.
pub(super) enum Said {
    /// This, after so many seconds.
    After(u64, Value),
    /// This text, which is no JSON.
    Prose(&'static str),
    /// Nothing usable.
    Fault(CallError),
    /// Nothing, ever.
    Silence,
}

impl From<Value> for Said {
    fn from(reply: Value) -> Self {
        Said::After(1, reply)
    }
}

/// Member, step and attempt of a message.
pub(super) struct Ask<'a> {
    pub(super) member: &'a str,
    pub(super) step: &'a str,
    pub(super) attempt: u8,
}

/// Rules without the fence's boundary, which is drawn from the digest of what is shown.
fn without_boundary(rules: &str) -> String {
    let boundary = rules.split_once("<<<DATA ").and_then(|(_, rest)| rest.get(..16));
    boundary.map_or_else(|| rules.to_owned(), |boundary| rules.replace(boundary, "BOUNDARY"))
}

type Script = Arc<dyn Fn(&Ask<'_>) -> Said + Send + Sync>;

/// Who answers by a script.
struct Scripted {
    identity: Identity,
    script: Script,
    asked: Arc<Mutex<Vec<String>>>,
    rules: Arc<Mutex<BTreeSet<String>>>,
}

impl Transport for Scripted {
    fn identity(&self) -> Identity {
        self.identity.clone()
    }

    fn obstacle(&self) -> Option<String> {
        None
    }

    fn send<'a>(&'a self, request: &'a Request) -> Sending<'a> {
        let assignment = &request.assignment;
        let ask = Ask {
            member: assignment.member.as_str(),
            step: assignment.state,
            attempt: assignment.attempt,
        };
        let told = format!("{} {} {}", ask.member, ask.step, ask.attempt);
        self.asked.lock().expect("no panic").push(told);
        self.rules.lock().expect("no panic").insert(without_boundary(&request.rendered.rules));
        let receipt = Receipt::of_tokens(800);
        let answer = |text: String| {
            Ok(Response { bytes: text.into_bytes(), receipt: Receipt::of_tokens(800) })
        };
        match (self.script)(&ask) {
            Said::After(seconds, reply) => Box::pin(async move {
                sleep(Duration::from_secs(seconds)).await;
                answer(reply.to_string())
            }),
            Said::Prose(text) => Box::pin(ready(answer(text.to_owned()))),
            Said::Fault(fault) => Box::pin(ready(Err(FailedCall { fault, receipt }))),
            Said::Silence => Box::pin(std::future::pending()),
        }
    }
}

/// The clock of a runtime whose time is its own.
struct Virtual(Instant);

impl Clock for Virtual {
    fn now(&self) -> Timestamp {
        Timestamp::from_unix(1_769_421_600 + self.0.elapsed().as_secs() as i64).expect("a time")
    }
}

/// A council that was held.
pub(super) struct Held {
    pub(super) outcome: Outcome,
    /// Who was asked what, in order.
    pub(super) asked: Vec<String>,
    /// Simulated seconds.
    pub(super) seconds: u64,
    /// What stands where a provider takes orders from.
    pub(super) rules: BTreeSet<String>,
}

/// Holds a council by a script; its outcome verifies, alone and beside its session.
pub(super) fn hold<C: QuestionCouncil>(
    brief: &Arc<Brief>,
    opening: Opening<C::Panel>,
    script: impl Fn(&Ask<'_>) -> Said + Send + Sync + 'static,
) -> Held
where
    EventOf<C>: Serialize + DeserializeOwned,
{
    hold_by::<C>(brief, opening, Arc::new(script), |first| first)
}

/// The same; `way` puts something between the script and the council.
pub(super) fn hold_by<C: QuestionCouncil>(
    brief: &Arc<Brief>,
    opening: Opening<C::Panel>,
    script: Script,
    way: impl Fn(Arc<dyn Transport>) -> Arc<dyn Transport>,
) -> Held
where
    EventOf<C>: Serialize + DeserializeOwned,
{
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime");
    let asked = Arc::new(Mutex::new(Vec::new()));
    let rules = Arc::new(Mutex::new(BTreeSet::new()));
    let words = Arc::new(C::Words::new(Arc::clone(brief), &opening, 40_000));
    let voice = |identity: &Identity| -> SeatedVoice<C> {
        let (identity, script) = (identity.clone(), Arc::clone(&script));
        let (asked, rules) = (Arc::clone(&asked), Arc::clone(&rules));
        let scripted = Scripted { identity, script, asked, rules };
        Arc::new(ModelMember::new(way(Arc::new(scripted)), Arc::clone(&words), None))
    };
    let voices = opening.members.iter().map(|sitter| voice(&sitter.identity)).collect();
    let members = CouncilMembers::<C>::new(voices, Arc::clone(brief), None, detect);
    let store = MemoryStore::default();
    let names = CouncilNames::of(&opening.council);
    let (outcome, seconds) = runtime.block_on(async {
        let began = Instant::now();
        let clock = Virtual(began);
        let desk = CouncilDesk { store: &store, clock: &clock };
        let files = brief.materials.iter().enumerate().map(|(at, material)| InputFile {
            n: FileNumber::of(at),
            path: material.name.clone(),
            digest: material.digest.clone(),
            bytes: material.text.len() as u64,
            read_as: FileUse::Material,
        });
        let inputs = OutcomeInputs { files: files.collect(), ..outcomes::inputs(&opening.brief) };
        let setting = CouncilSetting { inputs, started_at: clock.now() };
        let never = std::future::pending();
        let held = holding::hold::<C>(&desk, opening, &members, setting, &mut (), never).await;
        (held.expect("it is held").outcome, began.elapsed().as_secs())
    });
    let file = store.read(&names.session(), u64::MAX).expect("in memory").expect("a session");
    let faults = outcome::disagreements::<C>(&file, &outcome);
    assert!(faults.is_empty(), "{faults:?}");
    let asked = asked.lock().expect("no panic").clone();
    let rules = rules.lock().expect("no panic").clone();
    Held { outcome, asked, seconds, rules }
}

/// What a member states; its texts begin with its name.
pub(super) fn statement(member: &str, choice: &str) -> Value {
    json!({
        "understanding": format!("{member} understands the question."),
        "choice": choice,
        "position": format!("{member} says {choice}."),
        "arguments": [{
            "text": format!("{member} argues."),
            "cites": [{"file": scene::CACHE, "quote": "A restart loses them; users sign in again."}]
        }],
        "risks": [{
            "text": format!("{member} sees a risk."), "severity": "MEDIUM", "mitigation": "Measure it.",
            "cites": [{"file": scene::CACHE, "quote": "Two servers are behind the balancer."}]
        }],
        "assumptions": [format!("{member} assumes.")],
        "questions": [],
        "next_steps": [{"action": format!("{member} would measure."), "effort": "a day"}],
        "confidence": "HIGH",
        "confidence_reason": "It was measured."
    })
}

/// R1.
pub(super) fn opinion(member: &str, choice: &str) -> Value {
    json!({"answer": "OPINION", "statement": statement(member, choice)})
}

/// R2, without a critique.
pub(super) fn review(choice: &str, because: &[&str]) -> Value {
    json!({
        "answer": "REVIEW", "errors": [], "omissions": [], "risky_proposals": [], "counter_arguments": [],
        "assumptions": [], "agreements": [], "choice": choice, "because": because, "confidence": "HIGH",
        "confidence_reason": "Nothing new."
    })
}

/// A critique of the first peer's statement.
pub(super) fn critique(severity: &str) -> Value {
    json!({
        "target": "A", "verdict": "CHALLENGED", "severity": severity, "text": "That is not measured.",
        "correction": "Measure it.", "cites": []
    })
}

/// R3 and SYNTHESIS, over so many conflicts and voices.
pub(super) fn synthesis(choice: &str, conflicts: usize, voices: usize) -> Value {
    let sides: Vec<Value> = ('A'..)
        .take(voices)
        .map(|letter| json!({"of": letter.to_string(), "text": "its side"}))
        .collect();
    let disagreements: Vec<Value> = (1..=conflicts)
        .map(|n| {
            json!({"conflict": format!("CF-{n}"), "topic": "Whether", "sides": sides,
                "resolution": "The first side is right.", "why": "The load is small."})
        })
        .collect();
    let missing: &[&str] = if choice == "NEED_INFO" { &["the load"] } else { &[] };
    json!({
        "conclusion": {"choice": choice, "text": "Do it in two releases.", "missing": missing},
        "rationale": [{"text": "A restart loses sessions.", "rests_on": ["PT-001"]}],
        "consensus": [], "disagreements": disagreements, "uncertainties": [], "quotes": [],
        "next_actions": [{"action": "Measure.", "priority": "NOW", "effort": "a day", "done_when": "p99 is known"}],
        "confidence": "HIGH", "confidence_reason": "It was measured."
    })
}

/// R3.
pub(super) fn chair(choice: &str, conflicts: usize, voices: usize) -> Value {
    json!({"answer": "CHAIR", "synthesis": synthesis(choice, conflicts, voices)})
}

/// POSITIONS.
pub(super) fn lens(member: &str, choice: &str) -> Value {
    json!({"answer": "LENS", "statement": statement(member, choice)})
}

/// DEBATE.
pub(super) fn rebuttal(member: &str, choice: &str, because: &[&str]) -> Value {
    let action = if because.is_empty() { "KEEP" } else { "REVISE" };
    json!({
        "answer": "REBUTTAL", "move": action, "changed": "", "why": format!("{member} weighs it."),
        "because": because, "answers": [], "choice": choice, "position": format!("{member} says {choice} now."),
        "confidence": "MEDIUM", "confidence_reason": "It was read."
    })
}

/// SYNTHESIS.
pub(super) fn words(choice: &str, conflicts: usize, voices: usize) -> Value {
    json!({"answer": "SYNTHESIS", "synthesis": synthesis(choice, conflicts, voices)})
}

/// The keys of the fixed lines.
pub(super) fn lines(outcome: &Outcome) -> Vec<String> {
    outcome.body.disclaimers.iter().map(|one| format!("{:?}", one.key)).collect()
}
