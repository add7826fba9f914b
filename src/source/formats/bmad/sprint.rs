//! `sprint-status.yaml`: how far each story is. Knows YAML.

use std::collections::{HashMap, HashSet};

use crate::model::{FaultKind, FileFault, Place};
use crate::yaml::{Limits, read};

/// The statuses that BMAD knows, those of epics and retrospectives too.
pub const STATUSES: [&str; 14] = [
    "backlog",
    "blocked",
    "cancelled",
    "completed",
    "contexted",
    "deferred",
    "done",
    "drafted",
    "in-progress",
    "optional",
    "ready-for-dev",
    "review",
    "skipped",
    "superseded",
];

/// One line of the status.
#[derive(Debug, Clone)]
pub struct TrackedKey {
    /// The key: `1-2-user-sign-in`, `epic-1`.
    pub key: String,
    /// Of a story, its number in upper case: `1.2`.
    pub story: Option<String>,
    /// The value, in lower case; empty where it is none.
    pub status: String,
    /// The key's place.
    pub place: Place,
    /// The value's place.
    pub value: Place,
}

/// What `sprint-status.yaml` says.
#[derive(Debug, Default)]
pub struct SprintStatus {
    /// Its keys, in order; of one that stands twice the first.
    pub keys: Vec<TrackedKey>,
    /// The keys that stand twice.
    pub twice: Vec<(String, Place)>,
    by_story: HashMap<String, usize>,
}

impl SprintStatus {
    /// Reads a sprint status.
    ///
    /// # Errors
    /// What is no YAML, or has no `development_status`, with its place.
    pub fn of(bytes: &[u8]) -> Result<Self, FileFault> {
        let (document, faults) = read(bytes, Limits::TICKET)?;
        let status = document.root().get("development_status").filter(|node| node.is_mapping());
        let Some(status) = status else {
            let message = "there is no mapping `development_status`".to_owned();
            return Err(FileFault::of_whole_file(FaultKind::Unparsable, message));
        };
        let duplicates = faults.into_iter().filter(|fault| fault.kind == FaultKind::DuplicateKey);
        let twice = duplicates.map(|fault| {
            let name = fault.place.yaml_path().rsplit('.').next().unwrap_or_default().to_owned();
            (name, fault.place)
        });
        let mut sprint = Self { twice: twice.collect(), ..Self::default() };
        let mut seen = HashSet::new();
        for (key, value) in status.entries() {
            let Some(name) = key.key_text() else { continue };
            let place = key.key_place();
            if !seen.insert(name) {
                continue;
            }
            let story = story_number(name);
            if let Some(number) = &story {
                let index = sprint.keys.len();
                sprint.by_story.entry(number.clone()).or_insert(index);
            }
            sprint.keys.push(TrackedKey {
                key: name.to_owned(),
                story,
                status: value.as_scalar().unwrap_or_default().trim().to_lowercase(),
                place,
                value: value.place(),
            });
        }
        Ok(sprint)
    }

    /// The first key of a story.
    pub fn of_story(&self, number: &str) -> Option<&TrackedKey> {
        self.by_story.get(number).map(|index| &self.keys[*index])
    }
}

/// The number of a story by its key, or by the stem of its file: `1.6A` of `1-6a-runner`.
pub fn story_number(key: &str) -> Option<String> {
    let mut parts = key.splitn(3, '-');
    let mut number = || {
        let part = parts.next()?;
        let digits = part.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let is_number = (1..=4).contains(&digits.len())
            && digits.bytes().all(|byte| byte.is_ascii_digit())
            && part.len() - digits.len() <= 1;
        is_number.then(|| part.to_ascii_uppercase())
    };
    Some(format!("{}.{}", number()?, number()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_of_a_story_begins_with_its_number() {
        for (key, number) in [
            ("1-2-sign-in", Some("1.2")),
            ("1-6a-runner", Some("1.6A")),
            ("10-12", Some("10.12")),
            ("epic-1", None),
            ("epic-1-retrospective", None),
            ("1-sign-in", None),
            ("1-2fa-login", None),
            ("2026-08-17", Some("2026.08")),
        ] {
            assert_eq!(story_number(key).as_deref(), number, "{key}");
        }
    }

    #[test]
    fn a_status_has_keys_and_knows_which_stand_twice() {
        let text = "generated: x\ndevelopment_status:\n  epic-1: done # x\n  1-1-a: Done\n  1-1-a: review\n";
        let sprint = SprintStatus::of(text.as_bytes()).expect("a status");
        let keys: Vec<(&str, &str, u32)> = sprint
            .keys
            .iter()
            .map(|key| (key.key.as_str(), key.status.as_str(), key.place.line))
            .collect();
        assert_eq!(keys, [("epic-1", "done", 3), ("1-1-a", "done", 4)]);
        let twice: Vec<(&str, u32)> =
            sprint.twice.iter().map(|(key, place)| (key.as_str(), place.line)).collect();
        assert_eq!(twice, [("1-1-a", 5)]);
        for text in ["a: 1\n", "development_status: 3\n", "a: [\n", ""] {
            assert!(SprintStatus::of(text.as_bytes()).is_err(), "{text:?}");
        }
    }
}
