//! Findings by ticket, the worst ticket first; equal ones are told once.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::item::Item;
use crate::evidence::v2::bundle::{BallotStatus, Bundle, Finding};
use crate::evidence::v2::council::Resolution;
use crate::model::opinion::Vote;
use crate::report::because::Explains;
use crate::report::finding::{self, Weight, source, subject};
use crate::report::fold::{self, Fold};
use crate::report::page::{Detail, Page, Tone, cut};
use crate::report::suppression::{self, Aside, aside};
use crate::report::titles::Titles;

/// As much of a description is told in one line.
const TOLD: usize = 160;

/// Shows findings by ticket or file, worst first; equal ones once, with all their places.
pub(super) fn show(page: &mut Page, items: &[Item<'_>], titles: &Titles<'_>) {
    let everything = page.style().detail == Detail::Full;
    let mut all: Vec<&Item<'_>> = items.iter().collect();
    all.sort_by_key(|item| Reverse(item.severity));
    let folds = fold::folded(all, |item| item.likeness.clone().filter(|_| !everything));
    let mut groups: BTreeMap<&str, Vec<&Fold<&Item<'_>>>> = BTreeMap::new();
    for fold in &folds {
        groups.entry(&fold.first.subject).or_default().push(fold);
    }
    let weight =
        |group: &[&Fold<&Item<'_>>]| Weight::of(group.iter().map(|fold| fold.first.severity));
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, group)| Reverse(weight(group)));
    for (subject, mut group) in groups {
        group.sort_by_key(|Fold { first, .. }| (Reverse(first.severity), first.location, first.id));
        page.gap();
        page.put(Tone::Strong, subject);
        page.put(Tone::Plain, &titles.after(subject));
        page.put(Tone::Quiet, &format!("  {}", weight(&group)));
        page.end();
        for fold in group {
            fold.first.show(page, &fold.more);
        }
    }
}

/// The worst findings in a few lines each, where many follow.
pub(super) fn worst(
    page: &mut Page,
    bundle: &Bundle,
    titles: &Titles<'_>,
    explains: &Explains<'_>,
) {
    let (worst, are_many) = fold::worst_of(bundle, explains);
    if !are_many {
        return;
    }
    page.heading("the worst");
    for Fold { first, more } in worst {
        let subject = subject(first.ticket_id.as_ref(), &first.location);
        page.indent(2);
        page.put(Tone::from(first.severity), first.severity.as_str());
        page.put(Tone::Plain, &format!(" {}  ", first.finding_id));
        page.flow(Tone::Strong, 6, &format!("{subject}{}", titles.after(&subject)));
        page.end();
        page.line(6, Tone::Plain, &cut(&first.description, TOLD));
        let like = match more.len() {
            0 => String::new(),
            n => format!(" and {n} like it"),
        };
        page.line(6, Tone::Quiet, &format!("{}{like}", first.location));
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

/// The hints of the built-in rules: how many, and each in a line where everything is asked for.
pub(super) fn hints(page: &mut Page, bundle: &Bundle) {
    let hints = finding::hints(bundle);
    if hints.is_empty() {
        return;
    }
    page.heading("hints");
    let told = finding::hints_counted(hints.len());
    page.line(2, Tone::Quiet, &format!("{told}: places to look at, which count for nothing"));
    if page.style().detail < Detail::Full {
        // Never wrapped: a command is copied as a whole.
        page.indent(2);
        page.put(Tone::Act, &format!("council-review show {} --verbose", bundle.rfc_id));
        page.end();
        return;
    }
    for hint in hints {
        one(page, "hint", hint, &hint.description);
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
