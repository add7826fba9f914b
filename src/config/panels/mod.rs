//! `councils:`, the panels of a repository: which council each holds, who sits, by which policy; and
//! `lenses:`, the lenses that it adds to those of the tool.

mod faults;
mod lenses;
mod raw;
mod rounds;

use std::collections::BTreeMap;

pub(super) use faults::holders;
pub use raw::{RawPanel, RawPanelLimits, RawPanelMember, RawQuorum, RawShortCircuit};

use super::RawLooks;
use super::seats::MemberSpec;
use crate::model::panel::{CouncilKind, LensesPolicy, RoundsPolicy};
use crate::model::policy::LookPolicy;
use crate::model::{MemberName, Place};
use crate::yaml::{Document, NodeRef};
use faults::OfPanel;

/// What panels of one kind have of their own.
struct Own {
    kind: CouncilKind,
    /// Keys of a panel, of its limits, and of its members.
    panel: &'static [&'static str],
    limits: &'static [&'static str],
    member: &'static [&'static str],
    policy: fn(&RawPanel) -> PanelPolicy,
    /// Gives the members their offices.
    seat: fn(&RawPanel, &mut [PanelMember]),
    /// What a panel with these members and so many voices cannot mean.
    faults: for<'d> fn(&mut OfPanel<'d, '_>, NodeRef<'d>, &[NodeRef<'d>], usize),
}

impl Own {
    fn of(kind: CouncilKind) -> &'static Self {
        match kind {
            CouncilKind::Rounds => &rounds::OWN,
            CouncilKind::Lenses => &lenses::OWN,
        }
    }

    /// Those of all kinds, in the order in which they are told.
    fn all() -> impl Iterator<Item = &'static Self> {
        CouncilKind::ALL.into_iter().map(Self::of)
    }
}

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

/// What no schema can say.
pub(super) fn faults(document: &Document) -> Vec<(Place, String)> {
    let mut found = lenses::faults_beside(document.root());
    found.extend(faults::faults(document));
    found
}

/// The panels of a file in which [`faults`] found nothing.
pub(super) fn panels(
    raw: BTreeMap<String, RawPanel>,
    looks: &LookPolicy,
) -> BTreeMap<String, NamedPanel> {
    let valid = |(name, raw)| Some((String::clone(&name), panel(name, raw, looks)?));
    raw.into_iter().filter_map(valid).collect()
}

fn panel(name: String, mut raw: RawPanel, looks: &LookPolicy) -> Option<NamedPanel> {
    let own = Own::of(raw.council?);
    let members = raw.members.take()?.into_iter().map(valid_member);
    let mut members = members.collect::<Option<Vec<_>>>()?;
    (own.seat)(&raw, &mut members);
    Some(NamedPanel {
        name,
        council: (own.policy)(&raw),
        members,
        timeout_seconds: raw.timeout_seconds.unwrap_or(TIMEOUT_SECONDS),
        token_budget: raw.token_budget.unwrap_or(TOKEN_BUDGET),
        materials_tokens: raw.materials_tokens.unwrap_or(MATERIALS_TOKENS),
        looks: raw.looks.map_or_else(|| looks.clone(), RawLooks::valid),
    })
}

/// A member as it is written, before its council gives it an office.
fn valid_member(raw: RawPanelMember) -> Option<PanelMember> {
    Some(PanelMember {
        name: raw.name?.parse().ok()?,
        holder: raw.holder?.parse().ok()?,
        fallback: raw.fallback.map(|word| word.parse()).transpose().ok()?,
        is_voice: raw.voice.unwrap_or(true),
        is_chair: raw.chair.unwrap_or_default(),
        lens: raw.lens,
    })
}

#[cfg(test)]
mod tests;
