//! Whole councils about a question under a virtual clock, from their opening to their outcome in the store:
//! members that answer late, hang, fail or say anything, people who stop them, a disk that is gone at any
//! write. Each ends in time, for its reason; nothing that was written is lost, and its session gives the same
//! outcome again, byte for byte (COUNCILS.md C1, C2, C11, C14).

use std::collections::BTreeMap;
use std::io;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use council_review::app::ask::holding::{self, CouncilDesk, CouncilNames};
use council_review::app::ask::{CouncilMembers, QuestionCouncil, SeatedVoice};
use council_review::app::demo::MemoryStore;
use council_review::core::call::{CallError, FailedCall};
use council_review::core::draw::SplitMix;
use council_review::core::member::{Completing, Completion, Member};
use council_review::core::protocol::EventOf;
use council_review::council::lenses::LensesCouncil;
use council_review::council::rounds::RoundsCouncil;
use council_review::council::shared::opening::Opening;
use council_review::evidence::outcome::{self, CouncilSetting};
use council_review::evidence::seal;
use council_review::model::panel::{LensesPolicy, RoundsPolicy};
use council_review::model::{AbortReason, Identity, QuestionKind, Receipt, Timestamp};
use council_review::port::{Archive, Clock, NameClaim, Store, StoreFault};
use council_review::source::brief::Brief;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::time::{Instant, sleep};

use super::outcomes;
use super::prompts::drawn::Drawn;
use super::prompts::scene;
use crate::support::{self, scale};

const BEGAN: i64 = 1_769_421_600;
const LIMIT: u64 = 3_600;

/// A council whose members are drawn.
trait Drawable: QuestionCouncil {
    fn reply(draw: &mut Drawn, task: &Self::Task, least: usize) -> Self::Given;

    fn opening(brief: &Arc<Brief>, draw: &mut Drawn) -> Opening<Self::Panel>;
}

impl Drawable for RoundsCouncil {
    fn reply(draw: &mut Drawn, task: &Self::Task, least: usize) -> Self::Given {
        draw.of_rounds(task, least)
    }

    fn opening(brief: &Arc<Brief>, draw: &mut Drawn) -> Opening<RoundsPolicy> {
        let mut opening = scene::rounds(brief);
        opening.policy = outcomes::rounds_policy(draw, opening.policy);
        opening
    }
}

impl Drawable for LensesCouncil {
    fn reply(draw: &mut Drawn, task: &Self::Task, least: usize) -> Self::Given {
        draw.of_lenses(task, least)
    }

    fn opening(brief: &Arc<Brief>, draw: &mut Drawn) -> Opening<LensesPolicy> {
        let mut opening = scene::lenses(brief);
        opening.policy.debate = draw.below(2) == 0;
        opening.policy.collect_after = [0, 30][draw.below(2)];
        opening.members[0].is_chair = draw.below(3) > 0;
        opening
    }
}

/// A member that takes its time.
///
/// Members are asked on threads of their own: what one draws depends on nobody else, and no two answer at
/// the same instant. So a seed stands for one session.
struct Slow<C> {
    draw: Mutex<Drawn>,
    /// Its place in the roster, by whose milliseconds it is later than the first.
    place: u64,
    /// Of a hundred messages, how many are never answered, fail, or are malformed.
    odds: [usize; 3],
    slowest: usize,
    estimate: usize,
    least: usize,
    council: PhantomData<fn() -> C>,
}

impl<C: Drawable> Member<C::Task, C::Given> for Slow<C> {
    fn identity(&self) -> Identity {
        Identity::new("vendor", "drawn")
    }

    fn estimate(&self, _: &C::Task) -> u64 {
        self.draw.lock().expect("no panic").below(self.estimate) as u64
    }

    fn complete<'a>(&'a self, task: &'a C::Task) -> Completing<'a, C::Given> {
        let (takes, said) = {
            let mut draw = self.draw.lock().expect("no panic");
            let [hangs, fails, malformed] = self.odds;
            let takes = Duration::from_secs(draw.below(self.slowest + 1) as u64)
                + Duration::from_millis(self.place);
            let said = match draw.below(100) {
                n if n < hangs => None,
                n if n < hangs + fails => Some(Err(CallError::Refused("drawn".to_owned()))),
                n if n < hangs + fails + malformed => {
                    Some(Err(CallError::Malformed("drawn".to_owned())))
                }
                _ => Some(Ok(C::reply(&mut draw, task, self.least))),
            };
            (takes, said)
        };
        Box::pin(async move {
            let Some(said) = said else { return std::future::pending().await };
            sleep(takes).await;
            let receipt = Receipt::of_tokens(700);
            match said {
                Ok(reply) => Ok(Completion { reply, receipt }),
                Err(fault) => Err(FailedCall { fault, receipt }),
            }
        })
    }
}

/// A store that is gone after so many writes; what it was writing then is there by half.
struct Dying {
    files: MemoryStore,
    left: AtomicUsize,
    tears: bool,
}

impl Dying {
    fn write(&self, path: &str) -> Result<(), StoreFault> {
        let gone =
            self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        gone.map(|_| ()).map_err(|_| StoreFault {
            path: path.to_owned(),
            source: io::Error::other("the process is gone"),
        })
    }
}

impl Archive for Dying {
    fn list(&self, folder: &str) -> Result<Vec<String>, StoreFault> {
        self.files.list(folder)
    }

    fn folders(&self, folder: &str) -> Result<Vec<String>, StoreFault> {
        self.files.folders(folder)
    }

    fn read(&self, path: &str, limit: u64) -> Result<Option<Vec<u8>>, StoreFault> {
        self.files.read(path, limit)
    }
}

impl Store for Dying {
    fn create(&self, path: &str, bytes: &[u8]) -> Result<bool, StoreFault> {
        self.write(path)?;
        self.files.create(path, bytes)
    }

    fn replace(&self, path: &str, bytes: &[u8]) -> Result<(), StoreFault> {
        self.write(path)?;
        self.files.replace(path, bytes)
    }

    fn append(&self, path: &str, length: u64, bytes: &[u8]) -> Result<(), StoreFault> {
        if let Err(gone) = self.write(path) {
            if self.tears {
                self.files.append(path, length, &bytes[..bytes.len() / 2])?;
            }
            return Err(gone);
        }
        self.files.append(path, length, bytes)
    }

    fn remove(&self, path: &str) -> Result<bool, StoreFault> {
        self.files.remove(path)
    }

    fn claim(&self, folder: &str, stamp: &str) -> Result<NameClaim, StoreFault> {
        self.files.claim(folder, stamp)
    }
}

/// The clock of a runtime whose time is its own.
struct Virtual(Instant);

impl Clock for Virtual {
    fn now(&self) -> Timestamp {
        Timestamp::from_unix(BEGAN + self.0.elapsed().as_secs() as i64).expect("a time")
    }
}

/// What a council came to.
struct Played {
    session: Vec<u8>,
    outcome: Vec<u8>,
    word: String,
    deaths: u32,
    seconds: u64,
}

fn run<C: Drawable>(seed: u64) -> Played
where
    EventOf<C>: Serialize + DeserializeOwned,
{
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime");
    runtime.block_on(play::<C>(seed))
}

async fn play<C: Drawable>(seed: u64) -> Played
where
    EventOf<C>: Serialize + DeserializeOwned,
{
    let mut draw = Drawn(SplitMix(seed ^ 0xC0FF_EE00));
    let brief = scene::brief_of(outcomes::question(&mut draw));
    let mut opening = C::opening(&brief, &mut draw);
    let limit = [LIMIT, 90][draw.below(2)];
    opening.timeout_seconds = limit;
    let opening = opening;
    let odds = [[0, 0, 3, 40][draw.below(4)], [0, 0, 20][draw.below(3)], [0, 0, 20][draw.below(3)]];
    let (slowest, estimate) =
        ([0, 20, 200, 3_000][draw.below(4)], [1, 4_000, 30_000, 90_000][draw.below(4)]);
    let stopped = (draw.below(8) == 0).then(|| Duration::from_secs(draw.below(600) as u64));
    let mut deaths: Vec<usize> = (0..draw.below(3)).map(|_| draw.below(25)).collect();
    let tears = draw.below(2) == 0;
    let least = usize::from(brief.question.kind == QuestionKind::Decision);
    let member = |place: u64, life: u64| -> SeatedVoice<C> {
        let own = SplitMix(seed ^ 0x5EED ^ (place + 1) << 32 ^ life << 48);
        let draw = Mutex::new(Drawn(own));
        Arc::new(Slow::<C> { draw, place, odds, slowest, estimate, least, council: PhantomData })
    };
    let names = CouncilNames::of(&opening.council);
    let began = Instant::now();
    let clock = Virtual(began);
    let mut store = Dying { files: MemoryStore::default(), left: AtomicUsize::new(0), tears };
    let (mut died, mut down) = (0, 0);
    let mut written = 0;
    loop {
        store.left = AtomicUsize::new(deaths.pop().unwrap_or(usize::MAX));
        let places = 0..opening.members.len() as u64;
        let voices = places.map(|place| member(place, died.into())).collect();
        let members = CouncilMembers::<C>::new(voices, Arc::clone(&brief), None, |_| None);
        let desk = CouncilDesk { store: &store, clock: &clock };
        let stop = async {
            match stopped {
                Some(after) => tokio::time::sleep_until(began + after).await,
                None => std::future::pending().await,
            }
        };
        let bytes = store.read(&names.session(), u64::MAX).expect("in memory");
        let going = Instant::now();
        let held = match bytes {
            None => {
                let inputs = outcomes::inputs(&opening.brief);
                let setting = CouncilSetting { inputs, started_at: clock.now() };
                holding::hold::<C>(&desk, opening.clone(), &members, setting, &mut (), stop).await
            }
            Some(bytes) => {
                let played = outcome::recover::<C>(&bytes)
                    .unwrap_or_else(|faults| panic!("{seed}: {faults:?}"));
                let records = played.session.records.len();
                assert!(records >= written, "{seed}: {records} of {written} records are left");
                match played.outcome() {
                    Some(_) => {
                        let whole = outcome::bytes(&played.session);
                        match store.replace(&names.session(), &whole) {
                            Ok(()) => holding::publish::<C>(&store, played.session, &names),
                            Err(_) => {
                                died += 1;
                                continue;
                            }
                        }
                    }
                    None => holding::resume::<C>(&desk, played, &members, &mut (), stop).await,
                }
            }
        };
        assert!(going.elapsed() <= Duration::from_secs(limit + 1), "{seed}: C2");
        let session = store.read(&names.session(), u64::MAX).expect("in memory");
        if held.is_ok() {
            let outcome = store.read(&names.outcome(), u64::MAX).expect("in memory");
            let word = outcome::verify(outcome.as_deref().unwrap_or_default());
            let word = word.unwrap_or_else(|faults| panic!("{seed}: {faults:?}"));
            let reason = word.head.terminal_reason.split(':').next().unwrap_or_default();
            let is_abort = AbortReason::ALL.iter().any(|abort| abort.as_str() == reason);
            let seconds = began.elapsed().as_secs() - down;
            if reason == AbortReason::Timeout.as_str() {
                assert!(seconds >= limit, "{seed}: {seconds} s");
            }
            return Played {
                session: session.expect("a session"),
                outcome: outcome.expect("an outcome"),
                word: if is_abort { reason.to_owned() } else { word.head.result.to_string() },
                deaths: died,
                seconds,
            };
        }
        died += 1;
        // What was acknowledged: whole lines.
        let whole = session.as_deref().map(outcome::recover::<C>).and_then(Result::ok);
        written = whole.map_or(0, |played| played.session.records.len());
        let before = began.elapsed().as_secs();
        sleep(Duration::from_secs(draw.below(100_000) as u64)).await;
        down += began.elapsed().as_secs() - before;
    }
}

fn simulated<C: Drawable>(wanted: &[&str])
where
    EventOf<C>: Serialize + DeserializeOwned,
{
    let runs = scale().of(32_u64, 1_000, 10_000);
    let begun = std::time::Instant::now();
    let part = |first: u64| {
        let mut words: BTreeMap<String, u64> = BTreeMap::new();
        let (mut died, mut seconds) = (0_u64, 0_u64);
        for seed in (first..runs).step_by(2) {
            let played = run::<C>(seed);
            if seed % 8 < 2 {
                let twin = run::<C>(seed);
                assert!(twin.session == played.session, "{seed}: another session of the same seed");
                assert!(twin.outcome == played.outcome, "{seed}: another outcome of the same seed");
            }
            let read = outcome::read::<C>(&played.session);
            let read = read.unwrap_or_else(|faults| panic!("{seed}: {faults:?}"));
            let again = seal::bytes(&read.outcome().expect("it has ended"));
            assert!(again == played.outcome, "{seed}: its session gives another outcome");
            let outcome = outcome::verify(&played.outcome).expect("it was verified");
            let faults = outcome::disagreements::<C>(&played.session, &outcome);
            assert!(faults.is_empty(), "{seed}: {faults:?}");
            *words.entry(played.word).or_default() += 1;
            died += u64::from(played.deaths > 0);
            seconds += played.seconds;
        }
        (words, died, seconds)
    };
    let (mut words, mut died, mut seconds) = (BTreeMap::<String, u64>::new(), 0, 0);
    std::thread::scope(|scope| {
        let halves = [0, 1].map(|first| scope.spawn(move || part(first)));
        for half in halves {
            let (some, more, time) = half.join().expect("every council ends well");
            some.into_iter().for_each(|(word, n)| *words.entry(word).or_default() += n);
            died += more;
            seconds += time;
        }
    });
    support::figure(&format!(
        "{runs} councils of {} replayed byte for byte, {died} of them after deaths: {words:?}; \
         {seconds} simulated seconds in {:.1}",
        C::WORD,
        begun.elapsed().as_secs_f64()
    ));
    let never: Vec<_> = wanted.iter().filter(|word| !words.contains_key(**word)).collect();
    // A short run does not come by everything.
    assert!(runs < 1_000 || never.is_empty(), "never: {never:?}; {words:?}");
    assert!(died > runs / 4);
}

#[test]
fn councils_of_rounds_end_in_time_and_replay_byte_for_byte() {
    let wanted = [
        "ADOPT",
        "NEED_INFO",
        "FALLBACK",
        "QUORUM_LOST",
        "CANCELLED",
        "TIMEOUT",
        "BUDGET_EXHAUSTED",
    ];
    simulated::<RoundsCouncil>(&wanted);
}

#[test]
fn councils_of_lenses_end_in_time_and_replay_byte_for_byte() {
    let wanted =
        ["SPLIT", "NEED_INFO", "RAW", "QUORUM_LOST", "CANCELLED", "TIMEOUT", "BUDGET_EXHAUSTED"];
    simulated::<LensesCouncil>(&wanted);
}
