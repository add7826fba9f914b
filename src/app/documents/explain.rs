//! `explain`: one name, or all.

use serde::Serialize;

use crate::council::rfc::roster::OFFICES;
use crate::gates;
use crate::report;

/// What a name means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ExplainReport {
    /// The name, as it was asked for.
    pub id: String,
    /// What it means, as a page.
    pub text: String,
    /// What a rule objects to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Side>,
    /// What it accepts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Side>,
}

/// A part of a file, or all of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Side {
    /// The file's path.
    pub file: &'static str,
    /// Its lines.
    pub text: &'static str,
}

impl From<&gates::ExampleSide> for Side {
    fn from(&gates::ExampleSide { file, text }: &gates::ExampleSide) -> Self {
        Self { file, text }
    }
}

impl ExplainReport {
    /// A name and the page about it.
    pub fn new(id: &str, text: String) -> Self {
        let example = gates::rule(id).map(|rule| &rule.example);
        Self {
            id: id.to_owned(),
            text,
            before: example.map(|example| Side::from(&example.before)),
            after: example.map(|example| Side::from(&example.after)),
        }
    }
}

/// Every name that can be explained.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TopicsReport {
    /// Kind by kind.
    pub kinds: Vec<TopicGroup>,
}

/// One kind of names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Kind"))]
pub struct TopicGroup {
    /// What it is called.
    pub kind: &'static str,
    /// Name by name.
    pub topics: Vec<Topic>,
}

/// One name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Topic {
    /// The name.
    pub id: String,
    /// What it is, in a few words.
    pub what: String,
}

impl TopicsReport {
    /// All that reports use.
    pub fn all() -> Self {
        let kinds = report::index(&OFFICES).into_iter().map(|(kind, names)| {
            let topics = names.into_iter().map(|(id, what)| Topic { id, what });
            TopicGroup { kind, topics: topics.collect() }
        });
        Self { kinds: kinds.collect() }
    }
}
