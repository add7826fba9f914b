//! Findings by ticket, the worst ticket first; much of the same is folded into one line.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::item::Item;
use crate::evidence::v2::bundle::{BallotStatus, Bundle, Finding};
use crate::evidence::v2::council::Resolution;
use crate::model::opinion::Vote;
use crate::report::because::Explains;
use crate::report::finding::{Weight, source};
use crate::report::page::{Detail, Page, Tone, cut};
use crate::report::suppression::{self, Aside, aside};

/// As many findings of one rule and severity are shown in full.
const SHOWN_ALIKE: usize = 8;
/// When there are more, this many are.
const SHOWN_OF_MANY: usize = 3;
/// As many subjects a folded line names.
const NAMED: usize = 4;

/// Findings in the order in which they are shown: by ticket or file, worst first.
pub(super) fn grouped<'i, 'f>(items: &'i [Item<'f>]) -> Vec<(&'i str, Vec<&'i Item<'f>>)> {
    let mut groups: BTreeMap<&str, Vec<&Item<'_>>> = BTreeMap::new();
    for item in items {
        groups.entry(&item.subject).or_default().push(item);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    for (_, group) in &mut groups {
        group.sort_by_key(|item| (Reverse(item.severity), item.location, item.id));
    }
    let weight = |group: &[&Item<'_>]| Weight::of(group.iter().map(|item| item.severity));
    groups.sort_by_key(|(_, group)| Reverse(weight(group)));
    groups
}

/// Shows findings in full; of many that are alike, a few and a line for the others.
pub(super) fn show(page: &mut Page, items: &[Item<'_>]) {
    let alike = |item: &Item<'_>| (Reverse(item.severity), item.likeness.to_owned());
    let mut totals = BTreeMap::new();
    for item in items {
        *totals.entry(alike(item)).or_insert(0_usize) += 1;
    }
    let everything = page.style().detail == Detail::Full;
    let mut shown = BTreeMap::new();
    let mut folded: BTreeMap<_, Vec<&Item<'_>>> = BTreeMap::new();
    for (subject, group) in grouped(items) {
        let (in_full, rest): (Vec<&Item<'_>>, Vec<&Item<'_>>) = group.iter().partition(|item| {
            let seen = shown.entry(alike(item)).or_insert(0_usize);
            *seen += 1;
            everything || totals[&alike(item)] <= SHOWN_ALIKE || *seen <= SHOWN_OF_MANY
        });
        for item in rest {
            folded.entry(alike(item)).or_default().push(item);
        }
        if in_full.is_empty() {
            continue;
        }
        page.gap();
        page.put(Tone::Strong, subject);
        let weight = Weight::of(group.iter().map(|item| item.severity));
        page.put(Tone::Quiet, &format!("  {weight}"));
        page.end();
        for item in in_full {
            item.show(page);
        }
    }
    if !folded.is_empty() {
        page.heading("more of the same");
    }
    for ((severity, likeness), rest) in &folded {
        page.indent(2);
        page.put(Tone::from(severity.0), &format!("{}[{likeness}]", severity.0));
        let more =
            format!(": {} more like the {SHOWN_OF_MANY} above, in {}", rest.len(), named(rest));
        page.flow(Tone::Plain, 6, &more);
        page.end();
    }
    if !folded.is_empty() {
        page.line(2, Tone::Quiet, "--verbose shows all of them");
    }
}

/// `TCK-00001 (3), TCK-00002 and 7 more`.
fn named(items: &[&Item<'_>]) -> String {
    let mut subjects: BTreeMap<&str, usize> = BTreeMap::new();
    for item in items {
        *subjects.entry(&item.subject).or_default() += 1;
    }
    let mut names: Vec<String> = subjects
        .iter()
        .take(NAMED)
        .map(|(subject, n)| match n {
            1 => (*subject).to_owned(),
            n => format!("{subject} ({n})"),
        })
        .collect();
    let last = match subjects.len().saturating_sub(NAMED) {
        0 => names.pop(),
        more => Some(format!("{more} more")),
    };
    match (names.is_empty(), last) {
        (true, last) => last.unwrap_or_default(),
        (false, last) => format!("{} and {}", names.join(", "), last.unwrap_or_default()),
    }
}

/// One line for each finding that has no weight: dismissed, waived, or without a ground.
pub(super) fn set_aside(page: &mut Page, bundle: &Bundle) {
    let findings = &bundle.findings;
    if findings.iter().all(|finding| aside(bundle, finding).is_none()) {
        return;
    }
    page.heading("not counted");
    let explains = Explains::in_bundle(findings);
    for resolution in [Resolution::Dismissed, Resolution::Waived, Resolution::Ungrounded] {
        for finding in findings.iter().filter(|finding| finding.resolution == resolution) {
            let Some(Aside { how, why }) = aside(bundle, finding) else { continue };
            let against = finding.ballots.iter().find(|ballot| {
                ballot.status == BallotStatus::Cast && ballot.vote == Some(Vote::Oppose)
            });
            let why = match against.filter(|_| suppression::ruling(bundle, finding).is_none()) {
                Some(ballot) => format!("{why}; {}", ballot.reason),
                None => why,
            };
            one(page, &how, finding, &why);
            for line in explains.by(&finding.finding_id) {
                page.line(6, Tone::Quiet, &format!("explains: {}", line.text));
            }
        }
    }
}

fn one(page: &mut Page, what: &str, finding: &Finding, why: &str) {
    page.indent(2);
    page.put(Tone::Quiet, &format!("{what}: "));
    let subject = match &finding.ticket_id {
        Some(ticket) => ticket.to_string(),
        None => finding.location.file.clone(),
    };
    let head = format!(
        "{} ({} {}, {}), {subject}: ",
        finding.finding_id,
        finding.severity,
        finding.subcategory,
        source(finding)
    );
    page.flow(Tone::Plain, 6, &format!("{head}{}", cut(why, 120)));
    page.end();
}
