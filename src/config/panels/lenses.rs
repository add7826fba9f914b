//! What panels of lenses have of their own, and the lenses that a repository adds to those of the tool.

use std::collections::BTreeSet;

use super::faults::{OfPanel, is, name_of, no_label, said};
use super::{Own, PanelMember, PanelPolicy, RawPanel};
use crate::model::panel::{CouncilKind, LensesLimits, LensesPolicy, MAX_PART, is_label};
use crate::model::slip::{did_you_mean, nearest};
use crate::model::{Place, lens};
use crate::yaml::NodeRef;

/// What `synthesis:` says when nobody words it.
const DERIVED: &str = "derived";

pub(super) const OWN: Own = Own {
    kind: CouncilKind::Lenses,
    panel: &["profile", "rounds", "synthesis", "collect_after"],
    limits: &["lens", "rebuttal", "synthesis"],
    member: &["lens"],
    policy,
    seat,
    faults,
};

fn policy(raw: &RawPanel) -> PanelPolicy {
    let (limits, own) = (&raw.limits, LensesLimits::default());
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

/// A voice without a lens has that of its name.
fn seat(raw: &RawPanel, members: &mut [PanelMember]) {
    let synthesis = raw.synthesis.as_deref().unwrap_or(DERIVED);
    for member in members {
        let name = member.name.as_str();
        member.is_chair = name == synthesis;
        let lens = member.lens.take().unwrap_or_else(|| name.to_owned());
        member.lens = member.is_voice.then_some(lens);
    }
}

/// The lenses that a repository adds: key, name and text.
fn entries<'d>(root: NodeRef<'d>) -> impl Iterator<Item = (NodeRef<'d>, &'d str, NodeRef<'d>)> {
    let entries = root.get("lenses").into_iter().flat_map(|group| group.entries());
    entries.map(|(key, text)| (key, key.key_text().unwrap_or_default(), text))
}

/// What they cannot mean.
pub(super) fn faults_beside(root: NodeRef<'_>) -> Vec<(Place, String)> {
    let mut found = Vec::new();
    for (key, name, text) in entries(root) {
        if lens::is_shipped(name) {
            let line = format!("the lens {name} comes with the tool: take another name");
            found.push((key.place(), line));
        } else if !is_label(name) {
            found.push((key.place(), no_label(name, "a lens")));
        }
        let length = text.as_str().map(|text| text.trim().chars().count());
        if length.is_some_and(|length| length == 0 || length > MAX_PART) {
            let line = format!("the lens {name} should have 1 to {MAX_PART} characters");
            found.push((text.place(), line));
        }
    }
    found
}

fn faults<'d>(of: &mut OfPanel<'d, '_>, panel: NodeRef<'d>, members: &[NodeRef<'d>], _: usize) {
    let (name, shelf) =
        (of.name, entries(of.root).map(|(_, name, _)| name).collect::<BTreeSet<_>>());
    let synthesis = panel.get("synthesis").and_then(|node| Some((node, node.as_str()?)));
    let synthesis = synthesis.filter(|(_, word)| *word != DERIVED);
    if let Some((node, word)) = synthesis
        && !members.iter().any(|member| name_of(*member) == word)
    {
        let names: Vec<&str> = members.iter().map(|member| name_of(*member)).collect();
        let near = did_you_mean(&nearest(word, names.iter().copied()));
        let line = format!(
            "{word:?} is no member of the panel {name}{near}; write derived, or a member's name"
        );
        of.says(node.place(), line);
    }
    let mut seen = BTreeSet::new();
    for member in members {
        let own = name_of(*member);
        if !is(*member, "voice", true) {
            if synthesis.is_none_or(|(_, word)| word != own) {
                let line = format!(
                    "{own} has no voice and words no synthesis, so it has nothing to do: remove it, or name it under synthesis"
                );
                of.says(member.place(), line);
            }
            continue;
        }
        let node = said(*member, "lens");
        let Some(word) = node.map_or(Some(own), |node| node.as_str()) else { continue };
        let at = node.map_or_else(|| member.place(), NodeRef::place);
        if !lens::is_shipped(word) && !shelf.contains(word) {
            of.says(at, no_lens(word, node.is_some(), &shelf));
        } else if !seen.insert(word) {
            let line = format!(
                "the panel {name} looks twice through the lens {word}: give one member another"
            );
            of.says(at, line);
        }
    }
}

/// Why a word is no lens; of a member's name, that it needs one.
fn no_lens(word: &str, is_named: bool, own: &BTreeSet<&str>) -> String {
    let near = nearest(word, lens::SHIPPED.into_iter().chain(own.iter().copied()));
    let list = format!("{}, mode-1 to mode-80, or a name of lenses", lens::SHIPPED.join(", "));
    match is_named {
        true => format!("{word:?} is no lens{}; there are {list}", did_you_mean(&near)),
        false => format!("the member {word} needs a lens: {list}"),
    }
}
