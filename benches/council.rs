//! What a council of three models costs beside their own thinking: the real binary reviews the
//! example against a loopback server of honest models that take their time
//! (`cargo bench --bench council`). Exits with 1 when a figure is over its bound.
//!
//! Processor time and memory are read from `/proc`; where there is none they are not judged.

#[path = "../tests/it/support/mod.rs"]
#[allow(dead_code, unused_imports, reason = "a bench uses its part of this")]
mod support;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use support::Repo;
use support::cost::watch;
use support::seat_id::SeatId;
use support::simulator::Simulator;
use support::simulator::deed::{Deed, Line};
use support::simulator::mind::{HONEST, Mind};
use support::simulator::wire::DIALECTS;
use tempfile::TempDir;

/// Councils that are timed for each latency.
const RUNS: usize = 7;
/// How long the models think.
const LATENCIES: [u64; 3] = [200, 500, 1_000];
/// Answers of a council in which there is something to vote on: three seats, three cycles.
const ANSWERS: usize = 9;

/// The tool's own share of a council: beside the answers, and of the processor.
const OWN: Duration = Duration::from_millis(100);
/// The most memory that it may hold.
const MEMORY: u64 = 30 << 20;
/// Seconds after which a council ends that waits for a seat.
const DEADLINE: u64 = 2;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let mut figures = Vec::new();
    for milliseconds in LATENCIES {
        figures.extend(Table::of(Duration::from_millis(milliseconds)).figures());
    }
    figures.push(slow_seat());
    support::figure(&format!("{:<52} {:>10} {:>10}", "", "measured", "at most"));
    for Figure { what, measured, bound, .. } in &figures {
        let judged = if measured > bound { "OVER" } else { "ok" };
        support::figure(&format!("{what:<52} {measured:>10.3} {bound:>10.3} {judged}"));
    }
    ExitCode::from(u8::from(figures.iter().any(|figure| figure.measured > figure.bound)))
}

/// One row: seconds, or megabytes.
struct Figure {
    what: String,
    measured: f64,
    bound: f64,
}

impl Figure {
    fn seconds(what: String, measured: Duration, bound: Duration) -> Self {
        Self { what, measured: measured.as_secs_f64(), bound: bound.as_secs_f64() }
    }
}

/// A repository, and the models that sit over it.
struct Table {
    latency: Duration,
    repo: Repo,
    own: TempDir,
    server: Simulator,
    /// When each request had come.
    came: Arc<Mutex<Vec<Instant>>>,
}

impl Table {
    /// Models that answer after this long, and of whom one opposes what another has found.
    fn of(latency: Duration) -> Self {
        Self::with(latency, 3_600, |_| false)
    }

    /// Of the seats, those that never answer are told by `is_silent`.
    fn with(latency: Duration, deadline: u64, is_silent: fn(SeatId) -> bool) -> Self {
        let came: Arc<Mutex<Vec<Instant>>> = Arc::default();
        let noted = Arc::clone(&came);
        let server = Simulator::start(Arc::new(move |turn| {
            let begun = Instant::now();
            noted.lock().expect("nobody panics with it").push(begun);
            let mind = match turn.asked.seat {
                SeatId::Sa1 => HONEST,
                SeatId::Sa2 => Mind { raises: None, ..HONEST },
                SeatId::Sa3 => Mind { raises: None, vote: "OPPOSE" },
            };
            let deed = Deed::reply(turn, &mind.answers(turn.asked));
            // The server's own work is part of the thinking.
            let left = latency.saturating_sub(begun.elapsed()).max(Duration::from_millis(1));
            deed.on(if is_silent(turn.asked.seat) { Line::Silent } else { Line::Late(left) })
        }));
        let own = TempDir::new().expect("a temp folder");
        let mut config = format!("council: {{timeout_seconds: {deadline}}}\nproviders:\n");
        for dialect in DIALECTS {
            let url = server.base_url(dialect);
            let name = format!("{dialect:?}").to_lowercase();
            config += &format!("  {name}: {{base_url: '{url}', key_env: COUNCIL_BENCH_KEY}}\n");
        }
        config += "seats: {SA-1: 'anthropic:m', SA-2: 'openai:m', SA-3: 'gemini:m'}\n";
        std::fs::write(own.path().join("council.yaml"), config).expect("written");
        Self { latency, repo: Repo::mended(), own, server, came }
    }

    fn config(&self) -> PathBuf {
        self.own.path().join("council.yaml")
    }

    /// Three cycles timed, alternating with councils of the offline seats.
    fn figures(&self) -> Vec<Figure> {
        let (mut walls, mut firsts, mut offline) = (Vec::new(), Vec::new(), Vec::new());
        let mut processor = Some(Duration::ZERO);
        self.run(Some(&self.config()), wait);
        assert_eq!(self.server.faults(), Vec::<String>::new());
        for _ in 0..RUNS {
            offline.push(self.run(None, wait).wall);
            let council = self.run(Some(&self.config()), wait);
            assert_eq!(council.came.len(), ANSWERS, "each seat is asked once in each cycle");
            walls.push(council.wall);
            firsts.push(council.came[0]);
            processor = processor.zip(council.processor).map(|(sum, own)| sum + own);
        }
        let memory = self.run(Some(&self.config()), watch).memory;
        let latency = self.latency.as_millis();
        support::figure(&format!("{latency} ms: offline {:.3} s", median(offline).as_secs_f64()));
        let bound = self.latency.mul_f64(3.02) + OWN;
        let of = |what: &str| format!("{what}, models of {latency} ms");
        let mut figures = vec![
            Figure::seconds(of("three cycles, s"), median(walls), bound),
            Figure::seconds(of("the first request, s"), median(firsts), OWN),
        ];
        if let Some(sum) = processor {
            let mean = sum / u32::try_from(RUNS).expect("a few");
            figures.push(Figure::seconds(of("processor, s"), mean, OWN));
        }
        if let Some(bytes) = memory {
            let megabytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
            let (measured, bound) = (megabytes(bytes), megabytes(MEMORY));
            figures.push(Figure { what: of("memory, MB"), measured, bound });
        }
        figures
    }

    /// One review from a cold start: no evidence, no answer that is kept.
    fn run(&self, config: Option<&Path>, end: fn(&mut Child) -> Option<u64>) -> Ran {
        let home = TempDir::new().expect("a temp folder");
        let mut command: Command = support::binary();
        command
            .args(["RFC-0001", "-q"])
            .env_remove("SOURCE_DATE_EPOCH")
            .env("HOME", home.path())
            .env("XDG_CACHE_HOME", home.path())
            .env("COUNCIL_BENCH_KEY", "a-key")
            .current_dir(self.repo.path())
            .stdout(Stdio::null());
        if let Some(config) = config {
            command.arg("--config").arg(config);
        }
        self.came.lock().expect("nobody panics with it").clear();
        let processor = waited_for();
        let began = Instant::now();
        let mut child = command.spawn().expect("the binary runs");
        let memory = end(&mut child);
        let wall = began.elapsed();
        let processor = waited_for().zip(processor).map(|(after, before)| after - before);
        let came = self.came.lock().expect("nobody panics with it");
        let came = came.iter().map(|at| at.duration_since(began)).collect();
        std::fs::remove_dir_all(self.repo.at("evidence")).expect("it left evidence");
        Ran { wall, came, processor, memory }
    }
}

/// What one review took.
struct Ran {
    wall: Duration,
    /// From the start of the process to each request.
    came: Vec<Duration>,
    processor: Option<Duration>,
    memory: Option<u64>,
}

/// One seat never answers: the council ends at its deadline, not later.
fn slow_seat() -> Figure {
    let table = Table::with(Duration::from_millis(50), DEADLINE, |seat| seat == SeatId::Sa2);
    let walls = (0..3).map(|_| table.run(Some(&table.config()), wait).wall);
    let bound = Duration::from_secs(DEADLINE + 1);
    let what = format!("a seat that never answers, deadline {DEADLINE} s, s");
    Figure::seconds(what, walls.max().expect("three of them"), bound)
}

/// Leaves the process alone until it has ended.
fn wait(child: &mut Child) -> Option<u64> {
    child.wait().expect("it ends");
    None
}

fn median(mut all: Vec<Duration>) -> Duration {
    all.sort_unstable();
    all[all.len() / 2]
}

/// Processor time of all children that this process has waited for.
fn waited_for() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // Behind the name, which may hold anything: user and system time are fields 16 and 17, in ticks
    // of 10 ms.
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    let ticks = fields[13].parse::<u64>().ok()? + fields[14].parse::<u64>().ok()?;
    Some(Duration::from_millis(10 * ticks))
}
