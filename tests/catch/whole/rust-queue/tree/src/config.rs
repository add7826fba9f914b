use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::queue::QueueOptions;
use crate::retry::RetryPolicy;

/// The configuration of `hopperd`, as in `etc/hopper.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub data_dir: PathBuf,
    #[serde(default = "default_listen")]
    pub listen: String,
    #[serde(default = "default_workers")]
    pub workers: usize,
    #[serde(default)]
    pub lease: LeaseConfig,
    #[serde(default)]
    pub retry: RetryConfig,
    #[serde(default)]
    pub retention: RetentionConfig,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LeaseConfig {
    pub duration_secs: u64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RetryConfig {
    pub max_attempts: u32,
    pub base_secs: u64,
    pub cap_secs: u64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RetentionConfig {
    pub keep_done: usize,
    pub compact_every_secs: u64,
}

fn default_listen() -> String {
    "127.0.0.1:7410".into()
}

fn default_workers() -> usize {
    4
}

impl Default for LeaseConfig {
    fn default() -> Self {
        LeaseConfig { duration_secs: 60 }
    }
}

impl Default for RetryConfig {
    fn default() -> Self {
        RetryConfig {
            max_attempts: 5,
            base_secs: 10,
            cap_secs: 3600,
        }
    }
}

impl Default for RetentionConfig {
    fn default() -> Self {
        RetentionConfig {
            keep_done: 1000,
            compact_every_secs: 300,
        }
    }
}

impl Config {
    pub fn load(path: &Path) -> Result<Config> {
        let text = fs::read_to_string(path).map_err(Error::io(path))?;
        Config::parse(&text)
    }

    pub fn parse(text: &str) -> Result<Config> {
        let config: Config = toml::from_str(text).map_err(|e| Error::Config(e.to_string()))?;
        config.validate()?;
        Ok(config)
    }

    fn validate(&self) -> Result<()> {
        let refuse = |what: &str| Err(Error::Config(what.to_string()));
        if self.workers == 0 {
            return refuse("workers is 0");
        }
        if self.lease.duration_secs < 5 {
            return refuse("lease.duration_secs is below 5");
        }
        if self.retry.max_attempts == 0 {
            return refuse("retry.max_attempts is 0");
        }
        if self.retry.base_secs > self.retry.cap_secs {
            return refuse("retry.base_secs is above retry.cap_secs");
        }
        Ok(())
    }

    pub fn queue_options(&self) -> QueueOptions {
        QueueOptions {
            retry: RetryPolicy {
                max_attempts: self.retry.max_attempts,
                base: secs(self.retry.base_secs),
                cap: secs(self.retry.cap_secs),
            },
            lease_ms: secs(self.lease.duration_secs),
            keep_done: self.retention.keep_done,
        }
    }

    /// Where `hopperctl enqueue` leaves its files.
    pub fn inbox_dir(&self) -> PathBuf {
        self.data_dir.join(crate::inbox::DIR)
    }
}

fn secs(n: u64) -> Millis {
    n.saturating_mul(1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_data_dir_is_required() {
        let config = Config::parse("data_dir = \"/tmp/h\"").unwrap();
        assert_eq!(config.workers, 4);
        assert_eq!(config.queue_options().lease_ms, 60_000);
        assert!(Config::parse("workers = 2").is_err());
    }

    #[test]
    fn the_example_is_valid() {
        Config::parse(include_str!("../etc/hopper.toml")).unwrap();
    }

    #[test]
    fn misspelt_keys_are_refused() {
        assert!(Config::parse("data_dir = \"/tmp/h\"\n[lease]\nduration = 3").is_err());
    }

    #[test]
    fn leases_too_short_to_renew_are_refused() {
        let e = Config::parse("data_dir = \"/tmp/h\"\n[lease]\nduration_secs = 1").unwrap_err();
        assert_eq!(e.to_string(), "config: lease.duration_secs is below 5");
    }
}
