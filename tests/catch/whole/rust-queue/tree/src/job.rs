use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::lease::Lease;

pub const DEFAULT_TIMEOUT_SECS: u64 = 3600;

fn default_timeout() -> u64 {
    DEFAULT_TIMEOUT_SECS
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JobId(pub u64);

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "j{:08}", self.0)
    }
}

impl FromStr for JobId {
    type Err = Error;

    fn from_str(s: &str) -> Result<Self> {
        s.strip_prefix('j')
            .unwrap_or(s)
            .parse()
            .map(JobId)
            .map_err(|_| Error::InvalidJob(format!("{s:?} is not a job id")))
    }
}

/// What the submitter asked for. Never changed after the job was enqueued.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobSpec {
    pub command: Vec<String>,
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    #[serde(default)]
    pub cwd: Option<PathBuf>,
    #[serde(default = "default_timeout")]
    pub timeout_secs: u64,
    /// Overrides the policy of the daemon.
    #[serde(default)]
    pub max_attempts: Option<u32>,
}

impl JobSpec {
    pub fn new<S: Into<String>>(command: impl IntoIterator<Item = S>) -> Self {
        JobSpec {
            command: command.into_iter().map(Into::into).collect(),
            env: BTreeMap::new(),
            cwd: None,
            timeout_secs: DEFAULT_TIMEOUT_SECS,
            max_attempts: None,
        }
    }

    pub fn validate(&self) -> Result<()> {
        match self.command.first() {
            None => return Err(Error::InvalidJob("command is empty".into())),
            Some(program) if program.is_empty() => {
                return Err(Error::InvalidJob("the program's name is empty".into()))
            }
            Some(_) => {}
        }
        if self.timeout_secs == 0 {
            return Err(Error::InvalidJob("timeout_secs is 0".into()));
        }
        if self.max_attempts == Some(0) {
            return Err(Error::InvalidJob("max_attempts is 0".into()));
        }
        if let Some(name) = self.env.keys().find(|k| k.is_empty() || k.contains('=')) {
            return Err(Error::InvalidJob(format!("env: {name:?} is not a name")));
        }
        Ok(())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// May be claimed. `since` is when it became so: on arrival, or when the delay before a retry was over.
    Ready {
        since: Millis,
    },
    Delayed {
        until: Millis,
    },
    Leased(Lease),
    Done {
        at: Millis,
    },
    Dead {
        at: Millis,
        reason: String,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    pub id: JobId,
    pub spec: JobSpec,
    pub enqueued_at: Millis,
    /// Claims so far, the running one included.
    pub attempts: u32,
    pub state: JobState,
    pub last_error: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_back_as_they_are_shown() {
        let id = JobId(42);
        assert_eq!(id.to_string(), "j00000042");
        assert_eq!("j00000042".parse::<JobId>().unwrap(), id);
        assert_eq!("42".parse::<JobId>().unwrap(), id);
        assert!("jx".parse::<JobId>().is_err());
    }

    #[test]
    fn specs_without_options_get_the_defaults() {
        let spec: JobSpec = serde_json::from_str(r#"{"command":["true"]}"#).unwrap();
        assert_eq!(spec, JobSpec::new(["true"]));
    }

    #[test]
    fn unknown_options_are_refused() {
        assert!(serde_json::from_str::<JobSpec>(r#"{"command":["true"],"nice":5}"#).is_err());
    }

    #[test]
    fn empty_commands_are_invalid() {
        assert!(JobSpec::new(Vec::<String>::new()).validate().is_err());
        assert!(JobSpec::new([""]).validate().is_err());
    }
}
