//! Whole sessions under a virtual clock: seats that answer late, hang, fail or say anything, people
//! who stop them, crashes at any record. Each ends in time, for its reason, and its session gives
//! the same bundle again, byte for byte (THREATS.md A6, A7, B7, E9; I1, I2, I13, I15).

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use crate::support::arbitrary::{Seats, inputs, opening, openings};
use crate::support::bundles::{SESSION_FILE, gates};
use crate::support::{self, scale};
use council_review::core::draw::SplitMix;
use council_review::core::driver::{CallFuture, DriveFault, Estimating, Members, Recorder, drive};
use council_review::core::look::{CallAnswer, Looks};
use council_review::core::protocol::{Event, Protocol as _};
use council_review::council::rfc::ask::Task;
use council_review::council::rfc::{Admitted, RfcCouncil, RfcEvent, SessionInput, State};
use council_review::evidence::assemble::seed_of;
use council_review::evidence::session::{self, SessionLog, Setting};
use council_review::evidence::{replay, seal, verify};
use council_review::model::Receipt;
use council_review::model::policy::CouncilPolicy;
use council_review::model::{AbortReason, Digest, Finding, MemberId, TerminalState, Timestamp};
use council_review::port::StoreFault;
use tokio::time::{Instant, sleep};

const LIMIT: u64 = 3_600;
const BUDGET: u64 = 150_000;

/// Of the first sessions: their number, and the digest of their files and bundles in order. A change
/// of the protocol, of the evidence or of the seats here changes it, and says so.
const FIRST: (u64, &str) =
    (160, "sha256:5f0bc705bdb02fc0bbe40359b44838bd24372400e84359d540635a925c1a5925");

/// Seats that take their time.
struct Table<'f> {
    seats: RefCell<Seats<'f>>,
    random: RefCell<SplitMix>,
    /// How often, of 64 times, a seat never answers.
    hangs: u64,
    /// Seconds that an answer takes at most.
    slowest: u64,
    /// Tokens that a call may use at most.
    estimate: u64,
}

impl Table<'_> {
    fn below(&self, n: u64) -> u64 {
        self.random.borrow_mut().next() % n
    }
}

impl Members<RfcCouncil> for Table<'_> {
    fn estimate(&self, _: MemberId, _: Task, _: Looks) -> Estimating {
        Box::pin(std::future::ready(self.below(self.estimate).into()))
    }

    fn call(&self, _: MemberId, task: Task, _: Looks) -> CallFuture<Admitted> {
        let hangs = self.below(64) < self.hangs;
        let takes = Duration::from_secs(self.below(self.slowest + 1));
        let usage =
            [None, Some(0), Some(u64::MAX), Some(self.below(9_000))][self.below(4) as usize];
        let answer = self.seats.borrow_mut().answer(&task);
        Box::pin(async move {
            if hangs {
                std::future::pending::<()>().await;
            }
            sleep(takes).await;
            answer
                .map(|reply| (CallAnswer::Form(reply), Receipt::of_tokens(usage)))
                .map_err(Into::into)
        })
    }
}

/// The record in memory; goes down when it has as many records as it may.
struct Journal {
    log: SessionLog,
    began: Instant,
    state: State,
    may: usize,
}

impl Recorder<RfcCouncil> for Journal {
    fn record(&mut self, event: &RfcEvent, state: &State) -> Result<(), StoreFault> {
        if self.log.records().len() >= self.may {
            let source = io::Error::other("the process is gone");
            return Err(StoreFault { path: SESSION_FILE.to_owned(), source });
        }
        let charter = state.charter().expect("open");
        let budget = &charter.calls.budget;
        assert!(budget.spent() + budget.reserved() <= budget.limit(), "I13");
        let seconds = 1_769_421_600 + self.began.elapsed().as_secs() as i64;
        let at = Timestamp::from_unix(seconds).expect("a time");
        let json = serde_json::to_value(event).expect("JSON");
        self.log.append(at, json, charter);
        self.state = state.clone();
        Ok(())
    }
}

/// What one session came to.
struct Played {
    session: Vec<u8>,
    ending: (TerminalState, Option<AbortReason>),
    resumed: u32,
    /// Virtual seconds.
    seconds: u64,
}

/// Plays the session of a seed to its end, through its crashes.
fn run(seed: u64, openings: &[Vec<Finding>]) -> Played {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime");
    runtime.block_on(play(seed, &openings[seed as usize % openings.len()]))
}

async fn play(seed: u64, findings: &[Finding]) -> Played {
    let (seats, modes) = Seats::new(seed, findings);
    let mut random = SplitMix(seed ^ 0xC0FF_EE00);
    let mut below = |n: u64| random.next() % n;
    let policy = CouncilPolicy {
        modes,
        timeout_seconds: LIMIT,
        token_budget: BUDGET,
        ..CouncilPolicy::default()
    };
    let inputs = inputs(policy.clone());
    let blank = opening(findings.to_vec(), modes);
    let id = "COUNCIL-RFC-0042-20260126-100000-2".parse().expect("an id");
    let opening = SessionInput {
        least: Vec::new(),
        seed: seed_of(&inputs.dossier_digest),
        session: id,
        dossier: inputs.dossier_digest.clone(),
        policy,
        ..blank
    };
    let at = Timestamp::from_unix(1_769_421_600).expect("a time");
    let setting = Setting::new(inputs.clone(), &gates(&inputs, findings), None, at);
    let table = Table {
        seats: RefCell::new(seats),
        hangs: [0, 0, 2, 64][below(4) as usize],
        slowest: [0, 10, 600, 3_000][below(4) as usize],
        estimate: [1, 9_000, 30_000][below(3) as usize],
        random: RefCell::new(SplitMix(seed ^ 0x5EED)),
    };
    let stopped = (below(6) == 0).then(|| Duration::from_secs(below(LIMIT)));
    let mut crashes: Vec<usize> = (0..below(3)).map(|_| 1 + below(30) as usize).collect();
    let began = Instant::now();
    let mut journal = Journal {
        log: SessionLog::new(setting),
        began,
        state: RfcCouncil::initial(),
        may: usize::MAX,
    };
    let (mut events, mut resumed, mut down) = (vec![Event::Opened { input: opening }], 0, 0);
    loop {
        journal.may = crashes.pop().map_or(usize::MAX, |more| journal.log.records().len() + more);
        let driven = began.elapsed().as_secs() - down;
        let limit = Duration::from_secs(LIMIT.saturating_sub(driven));
        let stop = async {
            match stopped {
                Some(after) => tokio::time::sleep_until(began + after).await,
                None => std::future::pending().await,
            }
        };
        let state = journal.state.clone();
        let going = Instant::now();
        match drive::<RfcCouncil>(state, events, &table, &mut journal, limit, stop).await {
            Ok(_) => {
                assert!(going.elapsed() <= limit + Duration::from_secs(1), "seed {seed}: I2");
                break;
            }
            Err(DriveFault::Record(_)) => {
                assert!(!journal.log.records().is_empty(), "the first record is written");
                let last = journal.log.records().last().map_or(at, |record| record.at).unix();
                sleep(Duration::from_secs(below(100_000))).await;
                let now = 1_769_421_600 + began.elapsed().as_secs() as i64;
                let down_seconds = (now - last) as u64;
                down += down_seconds;
                resumed += 1;
                events = vec![Event::Resumed { down_seconds }];
                let driven = began.elapsed().as_secs() - down;
                if driven >= LIMIT {
                    events.push(Event::DeadlinePassed);
                }
            }
            Err(fault) => panic!("seed {seed}: {fault}"),
        }
    }
    let charter = journal.state.charter().expect("open");
    let ending = charter.ending.as_ref().expect("it ended");
    assert!(RfcCouncil::step(journal.state.clone(), Event::Interrupted).is_err(), "I1");
    let session = journal.log.session(charter);
    let seconds = began.elapsed().as_secs() - down;
    match ending.abort {
        Some(AbortReason::Timeout) => assert!(seconds >= LIMIT, "seed {seed}: {seconds} s"),
        Some(AbortReason::Cancelled) => assert!(stopped.is_some(), "seed {seed}"),
        Some(AbortReason::QuorumLost) => assert!(charter.live().len() < 2, "seed {seed}"),
        Some(AbortReason::BudgetExhausted) | None => assert!(charter.live().len() >= 2),
    }
    Played {
        session: session::bytes(&session),
        ending: (ending.state, ending.abort),
        resumed,
        seconds,
    }
}

#[test]
fn every_session_ends_in_time_for_its_reason_and_replays_byte_for_byte() {
    let runs = scale().of(160_u64, 1_000, 10_000);
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get) as u64;
    let openings = openings();
    let begun = std::time::Instant::now();
    let part = &|first: u64| {
        let mut endings: BTreeMap<String, u64> = BTreeMap::new();
        let (mut resumed, mut seconds) = (0_u64, 0);
        let mut digests = BTreeMap::new();
        for seed in (first..runs).step_by(threads as usize) {
            let played = run(seed, &openings);
            // The same seed, the same bytes.
            if seed % 8 == 0 {
                assert!(run(seed, &openings).session == played.session, "seed {seed}");
            }
            // A bundle that verifies, and the same one again from the bytes.
            let bundle = |bytes: &[u8]| {
                let played = replay::read(bytes).unwrap_or_else(|f| panic!("seed {seed}: {f:?}"));
                seal::bytes(&played.bundle(SESSION_FILE).expect("it has ended"))
            };
            let bytes = bundle(&played.session);
            let sound = verify::verify(&bytes).unwrap_or_else(|f| panic!("seed {seed}: {f:?}"));
            let faults = replay::disagreements(&played.session, &sound, SESSION_FILE);
            assert!(faults.is_empty(), "seed {seed}: {faults:?}");
            assert!(bundle(&played.session) == bytes, "seed {seed}");
            digests.insert(seed, Digest::of_parts([&played.session[..], &bytes[..]]));
            let (state, abort) = played.ending;
            let ending = abort.map_or_else(|| state.to_string(), |abort| abort.to_string());
            *endings.entry(ending).or_default() += 1;
            resumed += u64::from(played.resumed > 0);
            seconds += played.seconds;
        }
        (endings, resumed, seconds, digests)
    };
    let mut endings: BTreeMap<String, u64> = BTreeMap::new();
    let (mut resumed, mut seconds) = (0, 0);
    let mut digests = BTreeMap::new();
    std::thread::scope(|scope| {
        let parts: Vec<_> = (0..threads).map(|first| scope.spawn(move || part(first))).collect();
        for counted in parts {
            let (some, times, more, files) = counted.join().expect("every session ends well");
            digests.extend(files);
            some.into_iter().for_each(|(ending, n)| *endings.entry(ending).or_default() += n);
            resumed += times;
            seconds += more;
        }
    });
    support::figure(&format!(
        "{runs} sessions replayed byte for byte, {resumed} of them after crashes: {endings:?}; \
         {seconds} simulated seconds in {:.1}",
        begun.elapsed().as_secs_f64()
    ));
    let first: Vec<_> = digests.range(..FIRST.0).map(|(_, digest)| digest.as_str()).collect();
    assert_eq!(Digest::of(first.concat().as_bytes()).as_str(), FIRST.1);
    assert_eq!(endings.len(), 6, "each ending occurs: {endings:?}");
    assert!(resumed > runs / 8);
}
