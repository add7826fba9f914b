//! Panels as `council.yaml` writes them.

use serde::{Deserialize, Serialize};

use crate::config::RawLooks;
use crate::model::panel::{CouncilKind, Profile, SkipReview, SkipSynthesis};

/// A panel: which council it holds, who sits, by which policy.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RawPanel {
    /// The council that it holds: rounds (opinions, reviews, a chair's synthesis) or lenses (one lens
    /// each, then a synthesis). Always needed.
    pub council: Option<CouncilKind>,
    /// Who sits: 2 to 9 voices. The order counts. Always needed.
    pub members: Option<Vec<RawPanelMember>>,
    /// Seconds that one message has: r1, r2 and r3 of rounds; lens, rebuttal and synthesis of lenses.
    #[serde(default)]
    pub limits: RawPanelLimits,
    /// Rounds: who must be there.
    #[serde(default)]
    pub quorum: RawQuorum,
    /// Rounds: when a round is skipped.
    #[serde(default)]
    pub short_circuit: RawShortCircuit,
    /// Rounds: whether reviewers see who said what. Default: false.
    pub labelled: Option<bool>,
    /// Lenses: thorough (all sit, all but two are enough; the default), balanced (the first three sit,
    /// two are enough) or fast (the first two).
    pub profile: Option<Profile>,
    /// Lenses: 2 for a debate after the positions. Default: 1.
    #[cfg_attr(test, schemars(range(min = 1, max = 2)))]
    pub rounds: Option<u8>,
    /// Lenses: derived (code lists the positions; the default), or the member who words them.
    pub synthesis: Option<String>,
    /// Lenses: after so many seconds a round closes once enough have answered. Default: 0, it waits for
    /// all.
    #[cfg_attr(test, schemars(range(min = 0, max = 86_400)))]
    pub collect_after: Option<u32>,
    /// Seconds from the first message to the end. Default: 3600.
    #[cfg_attr(test, schemars(range(min = 1, max = 86_400)))]
    pub timeout_seconds: Option<u64>,
    /// Tokens that all calls together may use. Default: 150000.
    #[cfg_attr(test, schemars(range(min = 0, max = 100_000_000)))]
    pub token_budget: Option<u64>,
    /// Tokens up to which materials are shown whole at first, and above which in summary. Default:
    /// 40000.
    #[cfg_attr(test, schemars(range(min = 0, max = 10_000_000)))]
    pub materials_tokens: Option<u64>,
    /// What members may ask to see, or off. Default: as council.looks.
    pub looks: Option<RawLooks>,
}

/// A member of a panel.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RawPanelMember {
    /// Its label: a small letter, then up to 23 small letters, digits and hyphens. Always needed.
    pub name: Option<String>,
    /// Who answers for it, as under seats. Always needed.
    pub holder: Option<String>,
    /// Who is asked once in its place when it cannot be reached.
    pub fallback: Option<String>,
    /// Rounds: whether it words the synthesis. Default: the first member does.
    pub chair: Option<bool>,
    /// Whether its choice counts. Only whoever words the synthesis can go without. Default: true.
    pub voice: Option<bool>,
    /// Lenses: what it looks through: a lens of the tool, mode-1 to mode-80, or one of lenses. Default:
    /// the lens of its name.
    pub lens: Option<String>,
}

/// Seconds that one message has.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RawPanelLimits {
    /// Rounds: an opinion. Default: 60.
    #[cfg_attr(test, schemars(range(min = 1, max = 86_400)))]
    pub r1: Option<u32>,
    /// Rounds: a review. Default: 90.
    #[cfg_attr(test, schemars(range(min = 1, max = 86_400)))]
    pub r2: Option<u32>,
    /// Rounds: the synthesis. Default: 120.
    #[cfg_attr(test, schemars(range(min = 1, max = 86_400)))]
    pub r3: Option<u32>,
    /// Lenses: a position. Default: 120.
    #[cfg_attr(test, schemars(range(min = 1, max = 86_400)))]
    pub lens: Option<u32>,
    /// Lenses: an answer in the debate. Default: 120.
    #[cfg_attr(test, schemars(range(min = 1, max = 86_400)))]
    pub rebuttal: Option<u32>,
    /// Lenses: the synthesis. Default: 120.
    #[cfg_attr(test, schemars(range(min = 1, max = 86_400)))]
    pub synthesis: Option<u32>,
}

/// Who must be there in a council of rounds.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RawQuorum {
    /// The fewest opinions. Default: 2.
    #[cfg_attr(test, schemars(range(min = 2, max = 9)))]
    pub r1_min: Option<u32>,
    /// The fewest reviews. Default: 1.
    #[cfg_attr(test, schemars(range(min = 0, max = 9)))]
    pub r2_min: Option<u32>,
    /// Whether the best opinion stands in for a synthesis that failed. Default: true.
    pub r3_required: Option<bool>,
    /// Whether it goes on with fewer reviews. Default: true.
    pub allow_partial: Option<bool>,
}

/// When a round is skipped.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RawShortCircuit {
    /// Whether one may be. Default: false.
    pub enabled: Option<bool>,
    /// The reviews are skipped when all of these hold.
    pub skip_r2_if: Option<Vec<SkipReview>>,
    /// The synthesis is skipped when one of these holds.
    pub skip_r3_if: Option<Vec<SkipSynthesis>>,
}
