//! Synchronises on a timer. One thread: while it copies, requests wait.

use std::time::{Duration, Instant};

use serde::Serialize;
use tiny_http::Server;

use crate::config::Config;
use crate::error::{Error, Result};
use crate::fsutil::unix_now;
use crate::sync::{sync_all, SyncOptions, SyncReport};

pub mod http;

/// Outcome of the last sync, for `GET /status`.
#[derive(Debug, Clone, Default, Serialize)]
pub struct LastRun {
    pub at: Option<i64>,
    pub report: Option<SyncReport>,
    pub error: Option<String>,
}

pub struct Daemon {
    config: Config,
    last: LastRun,
}

impl Daemon {
    pub fn new(config: Config) -> Daemon {
        Daemon {
            config,
            last: LastRun::default(),
        }
    }

    pub fn config(&self) -> &Config {
        &self.config
    }

    pub fn last(&self) -> &LastRun {
        &self.last
    }

    /// One sync. A failure is remembered, and logged, and does not end the daemon.
    pub fn tick(&mut self, albums: &[String]) -> &LastRun {
        let opts = SyncOptions {
            albums: albums.to_vec(),
            ..SyncOptions::default()
        };
        let result = sync_all(&self.config, &opts);
        self.last.at = Some(unix_now());
        match result {
            Ok(report) => {
                self.last.report = Some(report);
                self.last.error = None;
            }
            Err(e) => {
                log::error!("sync: {e}");
                self.last.report = None;
                self.last.error = Some(e.to_string());
            }
        }
        &self.last
    }

    /// Does not return unless the socket fails.
    pub fn serve(&mut self) -> Result<()> {
        let server = Server::http(&self.config.daemon.listen)
            .map_err(|e| Error::Daemon(format!("{}: {e}", self.config.daemon.listen)))?;
        let interval = Duration::from_secs(self.config.daemon.interval_secs);
        let mut next = Instant::now();
        loop {
            let wait = next.saturating_duration_since(Instant::now());
            match server.recv_timeout(wait) {
                Ok(Some(request)) => http::handle(self, request),
                Ok(None) => {}
                Err(e) => return Err(Error::Daemon(e.to_string())),
            }
            if Instant::now() >= next {
                self.tick(&[]);
                next = Instant::now() + interval;
            }
        }
    }
}
