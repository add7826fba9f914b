//! What councils about a question take beside their members' own thinking: the real binary asks three
//! models on a loopback server that take their time (`cargo bench --bench questions`). Exits with 1
//! when a figure is over its bound.
//!
//! Processor time and memory are read from `/proc`; where there is none they are not judged.

#[path = "../tests/it/support/mod.rs"]
#[allow(dead_code, unused_imports, reason = "a bench uses its part of this")]
mod support;

use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
use support::cost::{memory, processor};
use support::panelists::{QUESTION, panel, reply};
use support::simulator::Simulator;
use support::simulator::deed::{Deed, Line};
use support::table::{Table, providers};
use support::{Repo, figure};

/// Councils of each kind that are timed; the median counts.
const RUNS: usize = 7;
/// How long the models think.
const LATENCY: Duration = Duration::from_millis(500);
/// The tool's own share: beside the answers, and of the processor.
const OWN: Duration = Duration::from_millis(100);
/// The most memory that it may hold, in megabytes.
const MEMORY: f64 = 30.0;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A council, and how many latencies it may take.
struct Kind {
    name: &'static str,
    council: &'static str,
    keys: &'static str,
    latencies: f64,
}

const KINDS: [Kind; 4] = [
    Kind { name: "rounds", council: "rounds", keys: "", latencies: 3.02 },
    Kind {
        name: "lenses, a member words it",
        council: "lenses",
        keys: "    synthesis: ada\n",
        latencies: 2.02,
    },
    Kind { name: "lenses, derived", council: "lenses", keys: "", latencies: 1.02 },
    Kind {
        name: "lenses, debate",
        council: "lenses",
        keys: "    rounds: 2\n    synthesis: ada\n",
        latencies: 3.02,
    },
];

fn main() -> ExitCode {
    let mut is_within = true;
    figure(&format!("{:<44} {:>10} {:>10}", "", "measured", "at most"));
    for kind in &KINDS {
        for (what, measured, bound) in kind.figures() {
            let judged = if measured > bound { "OVER" } else { "ok" };
            is_within &= measured <= bound;
            let row = format!("{}: {what}", kind.name);
            figure(&format!("{row:<44} {measured:>10.3} {bound:>10.3} {judged}"));
        }
    }
    ExitCode::from(u8::from(!is_within))
}

impl Kind {
    fn figures(&self) -> Vec<(&'static str, f64, f64)> {
        let server = Simulator::start(Arc::new(|turn| {
            let begun = Instant::now();
            let deed = Deed::reply(turn, &reply(&turn.asked.question, &json!([])));
            // The server's own work is part of the thinking.
            let left = LATENCY.saturating_sub(begun.elapsed()).max(Duration::from_millis(1));
            deed.on(Line::Late(left))
        }));
        let table = Table::new(Repo::example()).with_keys();
        let yaml = format!("{}{}", panel(self.council, self.keys), providers([&server; 3]));
        let config = table.config(&yaml);
        let ask = || -> Command {
            let mut ask = table.command(
                env!("CARGO_BIN_EXE_council-review"),
                &["ask", QUESTION, "--kind", "decision", "--panel", "design", "--config", &config],
            );
            ask.args(["--no-looks", "--fresh", "-q"]).env_remove("SOURCE_DATE_EPOCH");
            ask.stdout(Stdio::null());
            ask
        };
        let wall = |_| {
            let began = Instant::now();
            assert!(ask().status().expect("the binary runs").success(), "it answers");
            began.elapsed()
        };
        let mut walls: Vec<Duration> = (0..RUNS).map(wall).collect();
        assert_eq!(server.faults(), Vec::<String>::new());
        walls.sort_unstable();
        let bound = LATENCY.mul_f64(self.latencies) + OWN;
        let mut figures = vec![("s", walls[RUNS / 2].as_secs_f64(), bound.as_secs_f64())];
        if let (_, Some(own)) = processor(&mut ask(), RUNS as u32) {
            figures.push(("processor, s", own.as_secs_f64(), OWN.as_secs_f64()));
        }
        if let (_, Some(bytes)) = memory(&mut ask()) {
            figures.push(("memory, MB", bytes as f64 / f64::from(1 << 20), MEMORY));
        }
        figures
    }
}
