//! What a review may spend and how its council chooses its modes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{MemberName, Verdict};

/// How a seat comes by its five modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ModePolicy {
    /// The seat selects.
    Agent,
    /// The seat's key modes.
    Fixed,
    /// Two key modes and three drawn with a recorded seed.
    Anchored,
}

/// How deep a review goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ReviewDepth {
    /// Gates and council.
    Council,
    /// The deterministic gates alone, sealed.
    Standard,
}

impl ReviewDepth {
    /// As in the evidence.
    pub const fn as_str(self) -> &'static str {
        match self {
            ReviewDepth::Council => "COUNCIL",
            ReviewDepth::Standard => "STANDARD",
        }
    }
}

/// The limits of one session.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CouncilPolicy {
    /// How seats come by their modes.
    pub modes: ModePolicy,
    /// Seconds from INIT to the end; the session is ABORTED(TIMEOUT) after that.
    pub timeout_seconds: u64,
    /// Tokens that all calls together may use.
    pub token_budget: u64,
    /// What members may ask to see; left out where it is the default.
    #[serde(default, skip_serializing_if = "LookPolicy::is_default")]
    pub looks: LookPolicy,
}

/// What members may ask to see before they answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LookPolicy {
    /// Rounds of one task; 0 for none.
    pub rounds: u32,
    /// Requests of one round.
    pub requests: u32,
    /// Globs over the paths that may be shown.
    #[serde(default)]
    pub paths: Vec<String>,
    /// Globs over the paths that are not shown.
    #[serde(default)]
    pub deny: Vec<String>,
}

impl LookPolicy {
    /// Nobody looks at anything.
    pub fn off() -> Self {
        Self { rounds: 0, requests: 0, ..Self::default() }
    }

    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl Default for LookPolicy {
    fn default() -> Self {
        Self { rounds: 3, requests: 8, paths: vec!["**".to_owned()], deny: Vec::new() }
    }
}

impl Default for CouncilPolicy {
    fn default() -> Self {
        Self {
            modes: ModePolicy::Fixed,
            timeout_seconds: 3_600,
            token_budget: 600_000,
            looks: LookPolicy::default(),
        }
    }
}

/// What a change needs in order to pass `check` (DESIGN.md §4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MergePolicy {
    /// Verdicts that pass.
    pub verdicts: Vec<Verdict>,
    /// The least depth of a review.
    pub depth: ReviewDepth,
    /// Whether a review without any model suffices.
    pub offline: bool,
    /// Whether MAJOR findings may stay open.
    pub open_majors: bool,
    /// Whether seats may be held by others than the built-in rules.
    pub models: bool,
    /// Seats that a model, or whom `policy.holders` names for it, must have held to the end.
    pub seats: Vec<MemberName>,
    /// Who may hold a seat: globs over `provider:model`.
    pub holders: BTreeMap<MemberName, Vec<String>>,
    /// Versions of the tool whose evidence counts beside this one's.
    pub tools: Vec<String>,
    /// Whether a change may take an RFC away without a person's ruling.
    pub removal: bool,
    /// What one ticket may touch.
    pub ticket_limits: TicketLimits,
}

/// What one ticket may touch (L1, L2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TicketLimits {
    /// Files that it creates or changes.
    pub files: u32,
    /// Components in which they lie.
    pub components: u32,
}

impl Default for TicketLimits {
    fn default() -> Self {
        Self { files: 10, components: 2 }
    }
}

impl Default for MergePolicy {
    fn default() -> Self {
        Self {
            verdicts: vec![
                Verdict::Approved,
                Verdict::ApprovedWithRemediation,
                Verdict::NotApplicable,
            ],
            depth: ReviewDepth::Council,
            offline: true,
            open_majors: true,
            models: true,
            seats: Vec::new(),
            holders: BTreeMap::new(),
            tools: Vec::new(),
            removal: false,
            ticket_limits: TicketLimits::default(),
        }
    }
}

/// Whether a glob covers a word: `*` is any text, `?` one character, and all else itself.
pub fn covers(glob: &str, word: &str) -> bool {
    let (glob, word): (Vec<char>, Vec<char>) = (glob.chars().collect(), word.chars().collect());
    let (mut at, mut of, mut star) = (0, 0, None);
    while of < word.len() {
        match glob.get(at) {
            Some('*') => {
                star = Some((at, of));
                at += 1;
            }
            Some(&c) if c == '?' || c == word[of] => {
                at += 1;
                of += 1;
            }
            _ => match star {
                // The last star takes one character more.
                Some((star_at, taken)) => {
                    star = Some((star_at, taken + 1));
                    (at, of) = (star_at + 1, taken + 1);
                }
                None => return false,
            },
        }
    }
    glob[at..].iter().all(|&c| c == '*')
}

/// Two equal cast votes make quorum; fewer live seats than this end the session (DESIGN.md §7).
pub const QUORUM: usize = 2;

/// The most characters that one text of a reply may have (THREATS.md D10).
pub const MAX_TEXT: usize = 2_000;

/// The most entries that a list of a reply may have, unless its question asks for more.
pub const MAX_ENTRIES: usize = 200;

/// The most values that a reply may have.
pub const MAX_NODES: usize = 50_000;

/// The most findings that one reply may raise.
pub const MAX_FINDINGS: usize = 100;

/// The most passages of looked-at files that one finding may cite.
pub const MAX_CITES: usize = 4;

/// The most places that one finding may name beside its own.
pub const MAX_RELATED: usize = 8;

/// The most findings that the seats of one session may raise together.
pub const MAX_SESSION_FINDINGS: usize = 300;

/// The most bytes that the evidence of one review may take: its session, its bundle and its page.
pub const MAX_EVIDENCE: u64 = 16 << 20;

#[cfg(test)]
mod tests {
    use super::covers;

    #[test]
    fn a_glob_covers_whole_words() {
        for (glob, word, expected) in [
            ("anthropic:*", "anthropic:claude-x", true),
            ("anthropic:*", "anthropic:", true),
            ("anthropic:*", "openai:gpt", false),
            ("anthropic:*", "an-anthropic:x", false),
            ("*", "", true),
            ("", "", true),
            ("", "x", false),
            ("*:a*b*c", "p:axxbyybzc", true),
            ("*:a*b*c", "p:axxbyybz", false),
            ("mcp:claude-?", "mcp:claude-3", true),
            ("mcp:claude-?", "mcp:claude-", false),
            ("a**b", "ab", true),
        ] {
            assert_eq!(covers(glob, word), expected, "{glob} {word}");
        }
        let (glob, word) = ("*a".repeat(500), "a".repeat(499) + "b");
        assert!(!covers(&glob, &word));
    }
}
