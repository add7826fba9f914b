//! `councils:`, the panels of a repository: which council each holds, who sits, by which policy; and
//! `lenses:`, the lenses that it adds to those of the tool.

mod faults;
mod raw;

use std::collections::BTreeMap;

pub(super) use faults::{faults, holders, known, odd_word};
pub use raw::{RawPanel, RawPanelLimits, RawPanelMember, RawQuorum, RawShortCircuit};

use super::RawLooks;
use super::seats::MemberSpec;
use crate::model::MemberName;
use crate::model::panel::{
    CouncilKind, LensesLimits, LensesPolicy, RoundsLimits, RoundsPolicy, RoundsQuorum, ShortCircuit,
};
use crate::model::policy::LookPolicy;

/// What `synthesis:` says when nobody words it.
pub const DERIVED: &str = "derived";

/// Seconds from the first message to the end, unless a panel says otherwise.
pub const TIMEOUT_SECONDS: u64 = 3_600;
/// Tokens that all calls together may use, unless a panel says otherwise.
pub const TOKEN_BUDGET: u64 = 150_000;
/// Tokens up to which materials are shown whole, unless a panel says otherwise.
pub const MATERIALS_TOKENS: u64 = 40_000;

/// A panel that can sit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPanel {
    /// Its name.
    pub name: String,
    /// Which council it holds, and by which policy.
    pub council: PanelPolicy,
    /// Who sits, in order: 2 to 9 voices, and perhaps one who only words the synthesis.
    pub members: Vec<PanelMember>,
    /// Seconds from the first message to the end.
    pub timeout_seconds: u64,
    /// Tokens that all calls together may use.
    pub token_budget: u64,
    /// Tokens up to which materials are shown whole.
    pub materials_tokens: u64,
    /// What members may ask to see.
    pub looks: LookPolicy,
}

/// Which council, by which policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PanelPolicy {
    /// Opinions, reviews, a chair's synthesis.
    Rounds(RoundsPolicy),
    /// One lens each, then a synthesis.
    Lenses(LensesPolicy),
}

impl PanelPolicy {
    /// Which council.
    pub const fn kind(&self) -> CouncilKind {
        match self {
            PanelPolicy::Rounds(_) => CouncilKind::Rounds,
            PanelPolicy::Lenses(_) => CouncilKind::Lenses,
        }
    }

    /// The usual policy of a council.
    pub fn usual(kind: CouncilKind) -> Self {
        match kind {
            CouncilKind::Rounds => PanelPolicy::Rounds(RoundsPolicy::default()),
            CouncilKind::Lenses => PanelPolicy::Lenses(LensesPolicy::default()),
        }
    }
}

/// A member of a panel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PanelMember {
    /// Its label.
    pub name: MemberName,
    /// Who answers for it.
    pub holder: MemberSpec,
    /// Who is asked once when the holder cannot be reached.
    pub fallback: Option<MemberSpec>,
    /// Whether its choice counts.
    pub is_voice: bool,
    /// Whether it words the synthesis.
    pub is_chair: bool,
    /// Its lens, of a voice of lenses.
    pub lens: Option<String>,
}

impl PanelMember {
    /// A voice that nobody stands in for.
    pub fn voice(name: MemberName, holder: MemberSpec) -> Self {
        Self { name, holder, fallback: None, is_voice: true, is_chair: false, lens: None }
    }
}

/// The panels of a file in which [`faults`] found nothing.
pub(super) fn panels(
    raw: BTreeMap<String, RawPanel>,
    looks: &LookPolicy,
) -> BTreeMap<String, NamedPanel> {
    let valid = |(name, raw)| Some((String::clone(&name), panel(name, raw, looks)?));
    raw.into_iter().filter_map(valid).collect()
}

fn panel(name: String, raw: RawPanel, looks: &LookPolicy) -> Option<NamedPanel> {
    let limits = raw.limits;
    let synthesis = raw.synthesis.unwrap_or_else(|| DERIVED.to_owned());
    let kind = raw.council?;
    let council = match kind {
        CouncilKind::Rounds => {
            let (quorum, skips) = (raw.quorum, raw.short_circuit);
            let (own, usual) = (RoundsLimits::default(), RoundsQuorum::default());
            PanelPolicy::Rounds(RoundsPolicy {
                limits: RoundsLimits {
                    r1: limits.r1.unwrap_or(own.r1),
                    r2: limits.r2.unwrap_or(own.r2),
                    r3: limits.r3.unwrap_or(own.r3),
                },
                quorum: RoundsQuorum {
                    r1_min: quorum.r1_min.unwrap_or(usual.r1_min),
                    r2_min: quorum.r2_min.unwrap_or(usual.r2_min),
                    r3_required: quorum.r3_required.unwrap_or(usual.r3_required),
                    allow_partial: quorum.allow_partial.unwrap_or(usual.allow_partial),
                },
                short_circuit: ShortCircuit {
                    enabled: skips.enabled.unwrap_or_default(),
                    skip_r2_if: skips.skip_r2_if.unwrap_or_default(),
                    skip_r3_if: skips.skip_r3_if.unwrap_or_default(),
                },
                labelled: raw.labelled.unwrap_or_default(),
            })
        }
        CouncilKind::Lenses => {
            let own = LensesLimits::default();
            PanelPolicy::Lenses(LensesPolicy {
                profile: raw.profile.unwrap_or_default(),
                debate: raw.rounds == Some(2),
                limits: LensesLimits {
                    lens: limits.lens.unwrap_or(own.lens),
                    rebuttal: limits.rebuttal.unwrap_or(own.rebuttal),
                    synthesis: limits.synthesis.unwrap_or(own.synthesis),
                },
                collect_after: raw.collect_after.unwrap_or_default(),
            })
        }
    };
    let members = raw.members?.into_iter().map(|member| valid_member(member, kind, &synthesis));
    let mut members = members.collect::<Option<Vec<_>>>()?;
    let is_led = members.iter().any(|member| member.is_chair);
    if let Some(first) = members.first_mut().filter(|_| !is_led && kind == CouncilKind::Rounds) {
        first.is_chair = true;
    }
    Some(NamedPanel {
        name,
        council,
        members,
        timeout_seconds: raw.timeout_seconds.unwrap_or(TIMEOUT_SECONDS),
        token_budget: raw.token_budget.unwrap_or(TOKEN_BUDGET),
        materials_tokens: raw.materials_tokens.unwrap_or(MATERIALS_TOKENS),
        looks: raw.looks.map_or_else(|| looks.clone(), RawLooks::valid),
    })
}

fn valid_member(raw: RawPanelMember, kind: CouncilKind, synthesis: &str) -> Option<PanelMember> {
    let name = raw.name?;
    let is_voice = raw.voice.unwrap_or(true);
    let (is_chair, lens) = match kind {
        CouncilKind::Rounds => (raw.chair.unwrap_or_default(), None),
        CouncilKind::Lenses => {
            (name == synthesis, is_voice.then(|| raw.lens.unwrap_or_else(|| name.clone())))
        }
    };
    let fallback = raw.fallback.map(|word| word.parse()).transpose().ok()?;
    let holder = raw.holder?.parse().ok()?;
    Some(PanelMember { name: name.parse().ok()?, holder, fallback, is_voice, is_chair, lens })
}

#[cfg(test)]
mod tests;
