//! Another protocol than the tool's on the same engine: two members, a timer and a person's word, on
//! disk after each event, gone on with after a crash at any of them, folded to the same state, and
//! sealed as every council's bundle is.

use std::collections::BTreeMap;
use std::future::{pending, ready};
use std::io;
use std::time::Duration;

use council_review::core::driver::{CallFuture, DriveFault, Estimating, Members, Recorder, drive};
use council_review::core::event_log::{self, LogRecord};
use council_review::core::look::{CallAnswer, Looks};
use council_review::core::protocol::{
    CallId, Effect, EffectOf, Event, EventOf, OutOfTurn, Protocol, Step, TimerId,
};
use council_review::core::replay;
use council_review::evidence::read::{EvidenceReadFault, FileSchema};
use council_review::evidence::v2::SCHEMA_VERSION;
use council_review::evidence::v2::envelope::{self, Act, CouncilBundle, Utterance};
use council_review::evidence::{seal, verify};
use council_review::model::{Digest, MemberId, Receipt, Timestamp};
use council_review::port::StoreFault;
use council_review::report::Style;
use council_review::report::terminal;
use serde::{Deserialize, Serialize};

use crate::support::scale;

const MEMBERS: [MemberId; 2] = [MemberId(0), MemberId(1)];
const TIMER: TimerId = TimerId(0);
const PATIENCE: u32 = 60;
const PROTOCOL: &str = "PROPOSALS";

/// Two members propose; after a minute a person chooses among what is there.
#[derive(Debug)]
struct Proposals;

#[derive(Debug, Clone, Default, PartialEq)]
struct State {
    question: Option<String>,
    calls: BTreeMap<CallId, MemberId>,
    proposals: Vec<String>,
    is_asked: bool,
    chosen: Option<(String, String)>,
}

impl State {
    /// Asks those whose call is open.
    fn asks(&self) -> Vec<EffectOf<Proposals>> {
        let ask = |(&call, &member): (&CallId, &MemberId)| Effect::Dispatch {
            call,
            member,
            task: self.question.clone().unwrap_or_default(),
            looks: Looks::default(),
        };
        let timer = Effect::SetTimer { timer: TIMER, seconds: PATIENCE };
        self.calls.iter().map(ask).chain([timer]).collect()
    }

    /// Turns to the person once nobody is waited for.
    fn turn(&mut self) -> Vec<EffectOf<Proposals>> {
        if !self.calls.is_empty() || self.is_asked {
            return Vec::new();
        }
        self.is_asked = true;
        vec![Effect::AwaitPerson(self.proposals.clone())]
    }
}

impl Protocol for Proposals {
    type Input = String;
    type Task = String;
    type Reply = String;
    type Utterance = usize;
    type Prompt = Vec<String>;
    type State = State;

    fn initial() -> State {
        State::default()
    }

    fn is_over(state: &State) -> bool {
        state.chosen.is_some()
    }

    fn rests(state: &State) -> bool {
        state.is_asked
    }

    fn step(mut state: State, event: EventOf<Self>) -> Step<Self> {
        let out_of_turn = || Err(OutOfTurn("not now".to_owned()));
        let effects = match event {
            Event::Opened { input } => {
                state.question = Some(input);
                state.calls = [CallId(1), CallId(2)].into_iter().zip(MEMBERS).collect();
                state.asks()
            }
            Event::Answered { call, reply, .. } => {
                if state.calls.remove(&call).is_none() {
                    return out_of_turn();
                }
                state.proposals.push(reply);
                state.turn()
            }
            Event::Failed { call, .. } => {
                state.calls.remove(&call);
                state.turn()
            }
            Event::TimerFired { .. } if state.is_asked => return out_of_turn(),
            Event::TimerFired { .. } => {
                state.calls.clear();
                state.turn()
            }
            Event::Said { by, what } => {
                let Some(proposal) = state.proposals.get(what).filter(|_| state.is_asked) else {
                    return out_of_turn();
                };
                state.chosen = Some((by.as_str().to_owned(), proposal.clone()));
                Vec::new()
            }
            Event::Resumed { .. } if state.is_asked => Vec::new(),
            Event::Resumed { .. } => state.asks(),
            Event::LookRequested { .. }
            | Event::Shown { .. }
            | Event::Estimated { .. }
            | Event::DeadlinePassed
            | Event::Interrupted => {
                return out_of_turn();
            }
        };
        Ok((state, effects))
    }
}

/// The first proposes a tea, the second never answers.
struct Two;

impl Members<Proposals> for Two {
    fn estimate(&self, _: MemberId, _: String, _: Looks) -> Estimating {
        Box::pin(ready(1.into()))
    }

    fn call(&self, member: MemberId, task: String, _: Looks) -> CallFuture<String> {
        Box::pin(async move {
            match member == MEMBERS[0] {
                true => Ok((CallAnswer::Form(format!("{task} Tea.")), Receipt::default())),
                false => pending().await,
            }
        })
    }
}

/// The log, which cannot be written from a record on.
struct Log {
    records: Vec<LogRecord>,
    may: usize,
}

fn root() -> Digest {
    Digest::of(b"a toy")
}

impl Recorder<Proposals> for Log {
    fn record(&mut self, event: &EventOf<Proposals>, _: &State) -> Result<(), StoreFault> {
        if self.records.len() == self.may {
            let source = io::Error::other("the process is gone");
            return Err(StoreFault { path: "toy".to_owned(), source });
        }
        let at = Timestamp::from_unix(1_769_421_600).expect("a time");
        let json = serde_json::to_value(event).expect("JSON");
        event_log::append(&mut self.records, &root(), at, json);
        Ok(())
    }
}

/// The state to which the log leads.
fn folded(log: &Log) -> State {
    replay::fold::<Proposals>(&log.records, &root(), |_, _, _| {}).expect("it folds")
}

async fn go_on(log: &mut Log, events: Vec<EventOf<Proposals>>) -> Result<State, DriveFault> {
    let state = folded(log);
    let hour = Duration::from_secs(3_600);
    drive::<Proposals>(state, events, &Two, log, hour, pending()).await
}

#[tokio::test(start_paused = true)]
async fn a_protocol_of_two_members_a_timer_and_a_person_runs_on_the_same_engine() {
    let opened = || vec![Event::Opened { input: "What shall we drink?".to_owned() }];
    let said = || Event::Said { by: "Ada".parse().expect("a name"), what: 0 };
    let resumed = || Event::Resumed { down_seconds: 7 };
    let chosen = Some(("Ada".to_owned(), "What shall we drink? Tea.".to_owned()));
    // The process goes down at each record in turn, and at none.
    for may in 1..=5 {
        let mut log = Log { records: Vec::new(), may };
        let began = tokio::time::Instant::now();
        let mut rests = go_on(&mut log, opened()).await;
        if rests.is_err() {
            assert_eq!(log.records.len(), may, "nothing follows what could not be written");
            log.may = usize::MAX;
            rests = go_on(&mut log, vec![resumed()]).await;
        }
        let rests = rests.expect("it rests");
        assert_eq!((rests.is_asked, &rests.chosen), (true, &None), "down at {may}");
        assert!(began.elapsed().as_secs() >= PATIENCE.into(), "the second was waited for");
        assert_eq!(folded(&log), rests);
        // Days later, in another process.
        log.may = usize::MAX;
        let ended = go_on(&mut log, vec![resumed(), said()]).await.expect("it ends");
        assert_eq!(ended.chosen, chosen, "down at {may}");
        assert_eq!(folded(&log), ended);
        let bytes = seal::bytes(&bundle(&log));
        assert_eq!(verified(&bytes).expect("sound"), bundle(&log), "down at {may}");
    }
}

type Bundle = CouncilBundle<Head, Body, usize, String>;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Head {
    council_id: String,
    result: String,
    terminal_reason: String,
}

impl envelope::Head for Head {
    fn subject(&self) -> &str {
        &self.council_id
    }

    fn result(&self) -> &str {
        &self.result
    }

    fn reason(&self) -> &str {
        &self.terminal_reason
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Body {
    proposals: Vec<String>,
}

/// What a log that ended leads to.
fn bundle(log: &Log) -> Bundle {
    let State { question, proposals, chosen, .. } = folded(log);
    let (by, what) = chosen.expect("it ended");
    seal::sealed(CouncilBundle {
        schema_version: SCHEMA_VERSION.to_owned(),
        protocol: PROTOCOL.to_owned(),
        head: Head {
            council_id: "DRINKS-1".to_owned(),
            result: "CHOSEN".to_owned(),
            terminal_reason: format!("{by} chose of {}", proposals.len()),
        },
        body: Body { proposals },
        council_metadata: Some(MEMBERS.len()),
        calls: Vec::new(),
        people: vec![Act::Said(Utterance { by: by.parse().expect("a name"), what })],
        inputs: question.unwrap_or_default(),
        log_digest: log.records.last().map(|last| last.digest.clone()),
        previous_bundle: None,
        seal: seal::unsealed(),
    })
}

/// What each such bundle has beside the envelope's own.
static SCHEMA: FileSchema = FileSchema::of(
    r#"{"type": "object", "required": ["schema_version", "protocol", "seal", "proposals"]}"#,
);

fn verified(bytes: &[u8]) -> Result<Bundle, Vec<EvidenceReadFault>> {
    verify::envelope(bytes, PROTOCOL, &SCHEMA)
}

#[tokio::test(start_paused = true)]
async fn its_bundle_is_sealed_read_verified_and_told_as_every_other() {
    let mut log = Log { records: Vec::new(), may: usize::MAX };
    let opened = Event::Opened { input: "What shall we drink?".to_owned() };
    go_on(&mut log, vec![opened]).await.expect("it rests");
    let said = Event::Said { by: "Ada".parse().expect("a name"), what: 0 };
    go_on(&mut log, vec![said]).await.expect("it ends");
    let (sealed, bytes) = (bundle(&log), seal::bytes(&bundle(&log)));
    let text = String::from_utf8(bytes.clone()).expect("UTF-8");
    let (above, _) = text.split_once("log_digest:").expect("a digest");
    assert_eq!(
        above,
        "schema_version: \"2.0.0\"\nprotocol: PROPOSALS\ncouncil_id: DRINKS-1\nresult: CHOSEN\n\
         terminal_reason: \"Ada chose of 1\"\nproposals:\n  - \"What shall we drink? Tea.\"\n\
         council_metadata: 2\n\
         people:\n  - {act: SAID, by: Ada, what: \"What shall we drink? Tea.\"}\n\
         inputs: \"What shall we drink?\"\n"
    );
    assert_eq!(
        terminal::envelope(&verified(&bytes).expect("sound"), Style::default()),
        "CHOSEN  DRINKS-1\n  Ada chose of 1\n  Ada: What shall we drink? Tea.\n"
    );
    // Every byte counts, and so does who made it.
    for at in (0..bytes.len()).step_by(scale().of(5, 1, 1)) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert!(verified(&changed).is_err(), "byte {at}");
    }
    let other = seal::sealed(CouncilBundle { protocol: "RFC".to_owned(), ..sealed });
    let told = verified(&seal::bytes(&other)).expect_err("another council's");
    assert_eq!(told[0].message, "it is a bundle of RFC, not of PROPOSALS");
}
