//! What panels of rounds have of their own.

use super::faults::{OfPanel, is, name_of};
use super::{Own, PanelMember, PanelPolicy, RawPanel};
use crate::model::panel::{
    CouncilKind, MAX_VOICES, RoundsLimits, RoundsPolicy, RoundsQuorum, ShortCircuit,
};
use crate::yaml::NodeRef;

pub(super) const OWN: Own = Own {
    kind: CouncilKind::Rounds,
    panel: &["quorum", "short_circuit", "labelled"],
    limits: &["r1", "r2", "r3"],
    member: &["chair"],
    policy,
    seat,
    faults,
};

fn policy(raw: &RawPanel) -> PanelPolicy {
    let (limits, quorum, skips) = (&raw.limits, &raw.quorum, &raw.short_circuit);
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
            skip_r2_if: skips.skip_r2_if.clone().unwrap_or_default(),
            skip_r3_if: skips.skip_r3_if.clone().unwrap_or_default(),
        },
        labelled: raw.labelled.unwrap_or_default(),
    })
}

/// Without a chair, the first member is it.
fn seat(_: &RawPanel, members: &mut [PanelMember]) {
    let is_led = members.iter().any(|member| member.is_chair);
    if let Some(first) = members.first_mut().filter(|_| !is_led) {
        first.is_chair = true;
    }
}

fn faults<'d>(
    of: &mut OfPanel<'d, '_>,
    panel: NodeRef<'d>,
    members: &[NodeRef<'d>],
    voices: usize,
) {
    let name = of.name;
    let mut chairs = members.iter().filter(|member| is(**member, "chair", false));
    chairs.next();
    for second in chairs {
        let line = format!("the panel {name} has two chairs: one member words the synthesis");
        of.says(second.get("chair").map_or_else(|| second.place(), NodeRef::place), line);
    }
    for member in members.iter().filter(|m| !is(**m, "voice", true) && !is(**m, "chair", false)) {
        let line = format!(
            "{} has no voice and is no chair, so it has nothing to do: remove it, or make it the chair",
            name_of(*member)
        );
        of.says(member.place(), line);
    }
    for key in ["r1_min", "r2_min"] {
        let node = panel.get("quorum").and_then(|quorum| quorum.get(key));
        let least = node.and_then(|node| node.as_scalar()?.parse::<usize>().ok());
        if let Some((node, least)) = node.zip(least)
            && (voices + 1..=MAX_VOICES).contains(&least)
        {
            let line = format!("{key} is {least}, and the panel {name} has {voices} voices");
            of.says(node.place(), line);
        }
    }
}
