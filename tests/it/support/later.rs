//! What only these tests ask of a repository and of a run.

use super::{EPOCH, Repo, Run, binary};

impl Run {
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|e| panic!("not JSON ({e}): {}\n{}", self.stdout, self.stderr))
    }
}

impl Repo {
    /// As [`Self::run`], some seconds later by the tool's clock.
    pub fn later(&self, seconds: u64, args: &[&str]) -> Run {
        let now = EPOCH.parse::<u64>().expect("a number") + seconds;
        let mut command = binary();
        command.args(args).current_dir(self.path()).env("SOURCE_DATE_EPOCH", now.to_string());
        command.output().expect("the binary runs").into()
    }
}
