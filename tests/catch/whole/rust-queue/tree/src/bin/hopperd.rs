//! The daemon. Crash-only: it has no shutdown, because every start must bear a crash anyhow. Kill it.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use hopper::lease::renew_interval;
use hopper::worker::Worker;
use hopper::{inbox, status, Config, Error, Metrics, Queue, Result, SystemClock};

const IDLE: Duration = Duration::from_millis(250);

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let path = match args.as_slice() {
        [flag, path] if flag == "--config" => PathBuf::from(path),
        _ => {
            eprintln!("usage: hopperd --config FILE");
            return ExitCode::from(2);
        }
    };
    match Config::load(&path).and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("hopperd: {e}");
            ExitCode::FAILURE
        }
    }
}

fn run(config: Config) -> Result<()> {
    let metrics = Arc::new(Metrics::default());
    let queue = Queue::open(
        &config.data_dir,
        config.queue_options(),
        Arc::new(SystemClock),
        metrics.clone(),
    )?;
    let counts = queue.counts();
    eprintln!(
        "hopperd: {} ready, {} delayed, {} leased",
        counts.ready, counts.delayed, counts.leased
    );
    let queue = Arc::new(Mutex::new(queue));

    let listener = TcpListener::bind(&config.listen).map_err(Error::io(Path::new(&config.listen)))?;
    {
        let (queue, metrics) = (queue.clone(), metrics.clone());
        thread::spawn(move || status::serve(listener, queue, metrics));
    }

    let stop = Arc::new(AtomicBool::new(false));
    for n in 0..config.workers {
        let worker = Worker {
            name: format!("w{n}"),
            queue: queue.clone(),
            stop: stop.clone(),
            idle: IDLE,
            renew_every: renew_interval(config.queue_options().lease_ms),
        };
        thread::spawn(move || worker.run());
    }
    housekeeping(&config, &queue, &metrics)
}

/// Picks up new jobs, takes back lost ones, and keeps the journal short. Never returns unless the disk fails.
fn housekeeping(config: &Config, queue: &Mutex<Queue>, metrics: &Metrics) -> Result<()> {
    let compact_every = Duration::from_secs(config.retention.compact_every_secs);
    let mut compacted = Instant::now();
    loop {
        {
            let mut queue = queue.lock().expect("no thread panics with the queue");
            inbox::drain(&config.inbox_dir(), &mut queue, metrics)?;
            for id in queue.expire_leases()? {
                eprintln!("hopperd: {id}: the lease ran out");
            }
            if compacted.elapsed() >= compact_every {
                queue.compact()?;
                compacted = Instant::now();
            }
        }
        thread::sleep(IDLE);
    }
}
