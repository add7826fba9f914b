//! An onboarding note in sentences of ours: ids and enums are all that it holds. Who agrees with
//! whom on a finding that is voted on stays untold (THREATS.md I18).

use std::collections::BTreeSet;

use crate::council::rfc::ask::{FindingView, FocusArea, OnboardingNote};
use crate::model::FindingId;

/// The note's lines. Each names findings that stand in `shown`, and none that are listed as a
/// section of their own: what is voted on is that section.
pub(super) fn lines<'f>(
    note: &OnboardingNote,
    shown: impl Iterator<Item = &'f FindingView>,
) -> Vec<String> {
    let shown: BTreeSet<&FindingId> = shown.map(|finding| &finding.finding_id).collect();
    let of_area = |area: FocusArea| {
        let of_area = note.focus_areas.iter().filter(move |item| item.area == area);
        of_area.map(|item| &item.finding_id)
    };
    let mut groups: Vec<(&str, Vec<&FindingId>)> = vec![
        ("Structural blockers", of_area(FocusArea::StructuralBlocker).collect()),
        ("Mapping gaps", of_area(FocusArea::MappingGap).collect()),
        ("Dependency issues", of_area(FocusArea::DependencyIssue).collect()),
        ("Blockers without a remediation", of_area(FocusArea::BlockerWithoutRemediation).collect()),
    ];
    if note.after_cycle == 1 {
        for (_, ids) in &mut groups {
            ids.retain(|id| shown.contains(*id));
        }
    }
    let groups = groups.into_iter().filter(|(_, ids)| !ids.is_empty());
    groups
        .map(|(name, mut ids)| {
            ids.sort();
            let ids: Vec<&str> = ids.into_iter().map(|id| id.as_str()).collect();
            format!("{name}: {}", ids.join(", "))
        })
        .collect()
}
