//! LOOK: a member asks to see before it answers (DESIGN.md §7). What may be asked, what is
//! shown, and what a member must know of it: members are stateless.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::model::policy::LookPolicy;
use crate::model::{Digest, Receipt};

/// The most characters that are shown for one request, and for one round.
pub const MOST_OF_ROUND: usize = 24_000;
/// The most characters that are shown for one task.
pub const MOST_OF_TASK: usize = 48_000;

/// One thing that a member asks to see.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum LookRequest {
    /// Lines of a file.
    File {
        /// Its path from the repository's root.
        path: String,
        /// The first line, from 1.
        from: u32,
        /// How many.
        lines: u32,
    },
    /// A literal text.
    Search {
        /// The text.
        text: String,
        /// The paths that are searched.
        glob: String,
    },
    /// The definitions of a name.
    Symbol {
        /// The name.
        name: String,
    },
    /// Where a name is called.
    Callers {
        /// The name.
        name: String,
    },
    /// What lies in a folder.
    List {
        /// Its path; empty for the root.
        folder: String,
    },
}

impl LookRequest {
    /// The kind, as it is written.
    pub const fn kind(&self) -> &'static str {
        match self {
            LookRequest::File { .. } => "file",
            LookRequest::Search { .. } => "search",
            LookRequest::Symbol { .. } => "symbol",
            LookRequest::Callers { .. } => "callers",
            LookRequest::List { .. } => "list",
        }
    }

    /// What was not there when it is answered with NONE, as a cite names it: a path or where was
    /// searched, and for what. Nothing of lines behind the end of a file.
    pub fn nothing(&self) -> Option<(&str, &str)> {
        match self {
            LookRequest::File { path, from: 0 | 1, lines: 1.. } => Some((path, "")),
            LookRequest::File { .. } => None,
            LookRequest::Search { text, glob } => Some((glob, text)),
            LookRequest::Symbol { name } => Some(("symbol", name)),
            LookRequest::Callers { name } => Some(("callers", name)),
            LookRequest::List { folder } => Some((folder.trim_end_matches('/'), "")),
        }
    }

    /// What is asked for, in one line.
    pub fn told(&self) -> String {
        match self {
            LookRequest::File { path, from, lines } => {
                let last = u64::from(*from) + u64::from(*lines).saturating_sub(1);
                format!("{path}:{from}-{last}")
            }
            LookRequest::Search { text, glob } => format!("{text:?} in {glob}"),
            LookRequest::Symbol { name } | LookRequest::Callers { name } => name.clone(),
            LookRequest::List { folder } if folder.is_empty() => ".".to_owned(),
            LookRequest::List { folder } => folder.clone(),
        }
    }
}

/// What became of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum LookStatus {
    /// All of it is shown.
    Shown,
    /// A part of it is shown.
    Cut,
    /// There is nothing there.
    None,
    /// It is not shown.
    Refused,
}

impl LookStatus {
    /// As in the evidence.
    pub const fn as_str(self) -> &'static str {
        match self {
            LookStatus::Shown => "SHOWN",
            LookStatus::Cut => "CUT",
            LookStatus::None => "NONE",
            LookStatus::Refused => "REFUSED",
        }
    }
}

/// Why something is not shown. No fault of the member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Refusal {
    /// No path of the tree: absolute, with `..`, a backslash or a NUL; or a request out of bounds.
    Outside,
    /// `council.looks.paths` and `council.looks.deny` keep it.
    NotAllowed,
    /// It is evidence: no member reads a session.
    Evidence,
    /// A link; none is followed.
    Link,
    /// A submodule, or another thing that holds no text.
    Submodule,
    /// It holds a NUL.
    Binary,
    /// It is not UTF-8.
    NotUtf8,
    /// It is larger than any file that is shown.
    TooLarge,
    /// It looks like a key or a password.
    SecretSuspected,
    /// No index of definitions is there.
    NoIndex,
    /// The task's share of the budget does not cover it.
    Budget,
    /// The system did not give it.
    Unreadable,
}

impl Refusal {
    /// As in the evidence.
    pub const fn as_str(self) -> &'static str {
        match self {
            Refusal::Outside => "OUTSIDE",
            Refusal::NotAllowed => "NOT_ALLOWED",
            Refusal::Evidence => "EVIDENCE",
            Refusal::Link => "LINK",
            Refusal::Submodule => "SUBMODULE",
            Refusal::Binary => "BINARY",
            Refusal::NotUtf8 => "NOT_UTF8",
            Refusal::TooLarge => "TOO_LARGE",
            Refusal::SecretSuspected => "SECRET_SUSPECTED",
            Refusal::NoIndex => "NO_INDEX",
            Refusal::Budget => "BUDGET",
            Refusal::Unreadable => "UNREADABLE",
        }
    }
}

/// Lines of one file, or a folder's list, or why there is neither. A request has at least one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ShownPage {
    /// Which request of its round, from 1.
    pub request: u32,
    /// What became of it.
    pub status: LookStatus,
    /// Why it is not shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Refusal>,
    /// The file, or the folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Digest of the whole file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blob: Option<Digest>,
    /// How many bytes it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// The first line that is shown, from 1; 0 where no lines of a file are.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub from: u32,
    /// The text, line for line as it stands in the file.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// How many lines, hits or entries were left out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub left_out: u32,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl ShownPage {
    /// The page of a request that shows nothing.
    pub fn nothing(request: u32, why: Option<Refusal>) -> Self {
        let status = if why.is_some() { LookStatus::Refused } else { LookStatus::None };
        Self {
            request,
            status,
            why,
            path: None,
            blob: None,
            bytes: None,
            from: 0,
            text: String::new(),
            left_out: 0,
        }
    }

    /// The lines of the file that it shows, as `10-80`; `None` where it shows none.
    pub fn lines(&self) -> Option<String> {
        let count = self.text.lines().count() as u32;
        (self.from > 0 && count > 0).then(|| format!("{}-{}", self.from, self.from + count - 1))
    }
}

/// One round: what was asked, and what was shown.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Exchange {
    /// What the member asked to see.
    pub requests: Vec<LookRequest>,
    /// What it is shown; nothing yet while it is looked up.
    pub pages: Vec<ShownPage>,
    /// What asking took.
    pub receipt: Receipt,
    /// Tokens charged for it.
    pub charged: u64,
    /// Whether the task's share did not cover it: then the member saw no page of it, and asks no more.
    pub is_withheld: bool,
}

impl Exchange {
    /// What the member saw.
    pub fn seen(&self) -> &[ShownPage] {
        if self.is_withheld { &[] } else { &self.pages }
    }

    /// Characters that the member saw.
    pub fn characters(&self) -> usize {
        self.seen().iter().map(|page| page.text.chars().count()).sum()
    }
}

/// What a member must know of the looks of its task.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Looks {
    /// Rounds that the task has in all; 0 when it has no looks, and no word of it is said.
    pub rounds: u32,
    /// Requests that a round may have.
    pub requests: u32,
    /// Rounds that are left.
    pub left: u32,
    /// What was asked and shown so far.
    pub exchanges: Vec<Arc<Exchange>>,
    /// What its member was shown in earlier tasks of the session: it may be cited, and is not shown again.
    pub before: Vec<Arc<Exchange>>,
}

impl Looks {
    /// Those that a policy offers at most, before anything was looked at.
    pub fn offered(policy: &LookPolicy) -> Self {
        let &LookPolicy { rounds, requests, .. } = policy;
        Self { rounds, requests, left: rounds, ..Self::default() }
    }

    /// Why a member may not ask for so much; `None` when it may.
    pub fn fault(&self, requests: usize) -> Option<String> {
        if self.left == 0 {
            return Some("a LOOK, and no round of it is left".to_owned());
        }
        let most = self.requests as usize;
        match requests {
            0 => Some("a LOOK that asks for nothing".to_owned()),
            n if n > most => {
                Some(format!("a LOOK of {n} requests, and a round has at most {most}"))
            }
            _ => None,
        }
    }

    /// All that the member was shown in this session.
    pub fn known(&self) -> impl Iterator<Item = &Exchange> + Clone {
        self.before.iter().chain(&self.exchanges).map(AsRef::as_ref)
    }
}

/// What a member sends: the form that it was asked for, or a LOOK in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallAnswer<R> {
    /// The form.
    Form(R),
    /// What it asks to see first.
    Look(Vec<LookRequest>),
}
