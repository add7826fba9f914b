//! What every report says of a finding, and how findings weigh.

use super::because::because;
use super::page::{count, cut};
use super::panel::OFFLINE;
use crate::evidence::v2::bundle::{BallotRecord, BallotStatus, Bundle, Finding};
use crate::evidence::v2::council::{AgreementStatus, Resolution};
use crate::model::opinion::Vote;
use crate::model::{GateStatus, Location, Related, RelatedKind, Severity, TicketId};

/// Whether a finding counts, or may still come to count.
pub(super) fn has_weight(finding: &Finding) -> bool {
    match finding.resolution {
        Resolution::Stands | Resolution::Deadlocked | Resolution::Open => true,
        Resolution::Dismissed
        | Resolution::Ungrounded
        | Resolution::Waived
        | Resolution::Consequence
        | Resolution::Duplicate => false,
    }
}

/// Whether a finding counts in what is told first. Hints come after all else.
pub(super) fn counts(bundle: &Bundle, finding: &Finding) -> bool {
    has_weight(finding) && !bundle.is_hint(finding)
}

/// The hints of the built-in rules, in their order.
pub(super) fn hints(bundle: &Bundle) -> Vec<&Finding> {
    bundle.findings.iter().filter(|finding| bundle.is_hint(finding)).collect()
}

/// `1 hint of the built-in rules`.
pub(super) fn hints_counted(hints: usize) -> String {
    format!("{} of the built-in rules", count(hints, "hint", "hints"))
}

/// How many findings there are of each severity, worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Weight([usize; 4]);

impl Weight {
    pub(super) fn of(severities: impl IntoIterator<Item = Severity>) -> Self {
        let mut weight = Self::default();
        for severity in severities {
            weight.0[Severity::Blocker as usize - severity as usize] += 1;
        }
        weight
    }

    pub(super) fn counts(self) -> [usize; 4] {
        self.0
    }

    /// `2 BLOCKER`, `1 INFO`.
    pub(super) fn parts(self) -> impl Iterator<Item = String> {
        Severity::WORST_FIRST
            .into_iter()
            .zip(self.0)
            .filter(|(_, n)| *n > 0)
            .map(|(severity, n)| format!("{n} {severity}"))
    }
}

impl std::fmt::Display for Weight {
    /// `2 BLOCKER, 1 INFO`; `no findings`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts: Vec<String> = self.parts().collect();
        if parts.is_empty() { f.pad("no findings") } else { f.pad(&parts.join(", ")) }
    }
}

/// A gate's answer with the number of its findings: `PASSED, 4 MAJOR`. Where code passed it and a
/// BLOCKER of the seats is open, it says who passed it: `PASSED by code, 1 BLOCKER by seats`.
pub(super) fn answer(status: GateStatus, open: &[Severity]) -> String {
    let weight = Weight::of(open.iter().copied());
    let [blockers, ..] = weight.0;
    if status == GateStatus::Passed && blockers > 0 {
        let rest = weight.parts().skip(1).map(|part| format!(", {part}"));
        return format!(
            "{status} by code, {blockers} BLOCKER by seats{}",
            rest.collect::<String>()
        );
    }
    std::iter::once(status.as_str().to_owned()).chain(weight.parts()).collect::<Vec<_>>().join(", ")
}

/// The rule, or the kind: what `explain` knows it by.
pub(super) fn kind(finding: &Finding) -> &str {
    finding.rule.as_deref().unwrap_or_else(|| finding.subcategory.as_str())
}

/// `R12`, or `SA-2 via mode 47`.
pub(super) fn source(finding: &Finding) -> String {
    match (&finding.rule, &finding.source_agent, finding.source_mode) {
        (Some(rule), ..) => rule.clone(),
        (None, Some(seat), Some(mode)) => format!("{seat} via mode {}", mode.number()),
        (None, Some(seat), None) => seat.to_string(),
        (None, None, _) => finding.gate_id.to_string(),
    }
}

/// The ticket that a finding is about, else its file.
pub(super) fn subject(ticket: Option<&TicketId>, location: &Location) -> String {
    let by_name = || {
        let name = location.file.rsplit('/').next()?;
        let stem = name.strip_suffix(".yaml").or(name.strip_suffix(".yml"))?;
        stem.parse::<TicketId>().ok()
    };
    match ticket.cloned().or_else(by_name) {
        Some(ticket) => ticket.to_string(),
        None => location.file.clone(),
    }
}

/// As many related places are named below a finding, and as much of a name.
const RELATED: usize = 5;
const NAMED: usize = 60;

/// The other places that a finding names: `ticket TCK-00003 at documents/work/tickets/TCK-00003.yaml:7`.
pub(super) fn related(all: &[Related]) -> Vec<String> {
    let told = |one: &Related| {
        let Related { kind, name, location } = one;
        let place = match location.is_whole_file() {
            true => location.file.clone(),
            false => format!("{}:{}", location.file, location.line),
        };
        match kind {
            RelatedKind::File => place,
            RelatedKind::Sentence => format!("\"{}\" at {place}", cut(name, NAMED)),
            RelatedKind::Ticket | RelatedKind::Symbol | RelatedKind::Requirement => {
                format!("{} {} at {place}", kind.word(), cut(name, NAMED))
            }
        }
    };
    all.iter().take(RELATED).map(told).collect()
}

/// What stands below a finding, by name: what explains it, how far it is agreed, the fix, and what else
/// it names.
pub(super) fn notes(bundle: &Bundle, finding: &Finding) -> Vec<(&'static str, String)> {
    let agreement =
        agreement(finding, bundle.is_of_rules(finding)).map(|agreement| ("council", agreement));
    let because = because(&finding.because).map(|causes| ("because of", causes));
    let beside = related(&finding.related).into_iter().map(|place| ("see also", place));
    because.into_iter().chain(agreement).chain(help(finding)).chain(beside).collect()
}

/// The fix that two seats back, else what was proposed with the finding.
pub(super) fn help(finding: &Finding) -> Option<(&'static str, String)> {
    let agreed = finding.agreed_remediation.as_ref().and_then(|id| {
        let mut ways = finding.remediations.iter();
        ways.find(|way| &way.proposal_id == id)
    });
    let (name, text) = match agreed {
        Some(way) => ("help", &way.text),
        None if finding.resolution == Resolution::Deadlocked => ("proposed", &finding.remediation),
        None => ("help", &finding.remediation),
    };
    (!text.trim().is_empty()).then(|| (name, text.clone()))
}

/// `upheld 2 of 3`; none for what code decided, and who found it where all seats are one set of rules.
pub(super) fn agreement(finding: &Finding, is_of_rules: bool) -> Option<String> {
    let agreed = match finding.agreement_status {
        AgreementStatus::NotVotable => return None,
        _ if is_of_rules => OFFLINE.to_owned(),
        AgreementStatus::Pending => "raised by 1 of 3".to_owned(),
        AgreementStatus::Majority => "agreed 2 of 3".to_owned(),
        AgreementStatus::Unanimous => "agreed 3 of 3".to_owned(),
        AgreementStatus::QuorumSupport => {
            format!("upheld {} of {}", votes(finding, Vote::Support), finding.ballots.len())
        }
        AgreementStatus::QuorumOppose => {
            format!("dismissed {} of {}", votes(finding, Vote::Oppose), finding.ballots.len())
        }
        AgreementStatus::Deadlocked => format!("no quorum, {}", ballots(finding)),
    };
    let by_vote = finding.agreement_status != AgreementStatus::Deadlocked;
    Some(match finding.resolution {
        Resolution::Stands | Resolution::Dismissed if by_vote => agreed,
        Resolution::Stands => format!("{agreed}; upheld by a person"),
        Resolution::Dismissed => format!("{agreed}; dismissed by a person"),
        Resolution::Open => format!("{agreed}, not settled when the review ended"),
        Resolution::Ungrounded
        | Resolution::Waived
        | Resolution::Consequence
        | Resolution::Duplicate => {
            format!("{agreed}, without weight")
        }
        Resolution::Deadlocked if finding.agreement_status == AgreementStatus::Deadlocked => {
            format!("needs a person: {agreed}")
        }
        Resolution::Deadlocked => format!("needs a person: {agreed}, without an agreed fix"),
    })
}

fn votes(finding: &Finding, vote: Vote) -> usize {
    let same = |ballot: &&_| cast(ballot) == Some(vote);
    finding.ballots.iter().filter(same).count()
}

fn cast(ballot: &BallotRecord) -> Option<Vote> {
    ballot.vote.filter(|_| ballot.status == BallotStatus::Cast)
}

/// `1 for, 1 against, 1 spoilt`.
pub(super) fn ballots(finding: &Finding) -> String {
    let with = |status| {
        let same = |b: &&BallotRecord| b.status == status;
        finding.ballots.iter().filter(same).count()
    };
    let parts = [
        (votes(finding, Vote::Support), "for"),
        (votes(finding, Vote::Oppose), "against"),
        (votes(finding, Vote::Abstain), "abstaining"),
        (with(BallotStatus::Spoilt), "spoilt"),
        (with(BallotStatus::Missing), "missing"),
    ];
    let said: Vec<String> = parts
        .iter()
        .filter(|(n, what)| *n > 0 || matches!(*what, "for" | "against"))
        .map(|(n, what)| format!("{n} {what}"))
        .collect();
    said.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::NodePath;
    use crate::report::fixtures::{self, FILE};
    use crate::report::format::ReportInput;
    use crate::report::formats::REPORTS;
    use crate::report::page::Style;

    #[test]
    fn the_places_that_a_finding_names_are_in_each_report() {
        let mut bundle = fixtures::rejected();
        let at = |file: &str, line: u32| Location {
            path: NodePath::Line,
            line,
            column: 3,
            end_line: line,
            end_column: 9,
            file: file.to_owned(),
        };
        bundle.findings[0].related = vec![
            Related {
                kind: RelatedKind::Symbol,
                name: "greet".to_owned(),
                location: at("src/greet.rs", 10),
            },
            Related {
                kind: RelatedKind::Sentence,
                name: "the greeting [x](javascript:y)".to_owned(),
                location: at("documents/work/tickets/TCK-00013.yaml", 7),
            },
        ];
        let base = Some("https://git.example/a/blob/main");
        let input = ReportInput {
            bundle: &bundle,
            file: FILE,
            link_base: base,
            style: Style::default(),
            fixes: &[],
        };
        for (format, expected) in [
            ("text", "see also: symbol greet at src/greet.rs:10"),
            ("json", "\"related\": ["),
            ("markdown", "see also"),
            ("html", "<a href=\"https://git.example/a/blob/main/src/greet.rs#L10\">symbol greet"),
            ("sarif", "\"relatedLocations\": ["),
        ] {
            let report = REPORTS.iter().find(|one| one.name() == format).expect(format);
            let page = report.render(&input);
            assert!(page.contains(expected), "{format}: {page}");
            let is_linked = matches!(format, "markdown" | "sarif");
            assert!(!is_linked || !page.contains("[x](javascript:y)"), "{format}: a link");
        }
    }
}
