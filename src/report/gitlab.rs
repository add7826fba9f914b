//! GitLab Code Quality: a list of findings that a merge request shows at their lines.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::escape::{self, json};
use super::finding::{self, counts};
use super::format::{Report, ReportInput};
use super::panel::OFFLINE;
use super::reason;
use crate::evidence::v2::bundle::{Bundle, Finding};
use crate::model::{Digest, Severity};

/// One list.
#[derive(Debug)]
pub(super) struct Gitlab;

impl Report for Gitlab {
    fn name(&self) -> &'static str {
        "gitlab"
    }

    fn about(&self) -> &'static str {
        "GitLab Code Quality"
    }

    fn render(&self, review: &ReportInput<'_>) -> String {
        let bundle = review.bundle;
        let mut seen: BTreeMap<Digest, usize> = BTreeMap::new();
        let mut entries: Vec<Value> = verdict(review).into_iter().collect();
        for finding in bundle.findings.iter().filter(|finding| counts(bundle, finding)) {
            // Those that nothing tells apart are counted.
            let same = seen.entry(sameness(bundle, finding)).or_default();
            *same += 1;
            let kind = finding::kind(finding);
            let print = [sameness(bundle, finding).as_str(), &same.to_string()].join(" ");
            entries.push(entry(
                &format!("{kind}: {} ({})", finding.description, finding.finding_id),
                kind,
                print.as_bytes(),
                finding.severity,
                (&finding.location.file, finding.location.line),
            ));
        }
        json::document(&entries)
    }
}

/// What a finding is known by from one pipeline to the next: gate, kind, subject and passage. Lines
/// that move, other findings and the words of the description change nothing.
fn sameness(bundle: &Bundle, finding: &Finding) -> Digest {
    let subject = finding::subject(finding.ticket_id.as_ref(), &finding.location);
    let passage = match finding.quote.trim() {
        "" => finding.location.path.to_string(),
        quote => quote.to_owned(),
    };
    let kind = finding::kind(finding);
    let parts = [bundle.rfc_id.name().as_str(), finding.gate_id.as_str(), kind, &subject, &passage];
    Digest::of_parts(parts.map(str::as_bytes))
}

/// A review that does not pass is no empty list, whatever its findings weigh.
fn verdict(review: &ReportInput<'_>) -> Option<Value> {
    let bundle = review.bundle;
    if bundle.verdict.passes() {
        return None;
    }
    let council = bundle.council_metadata.as_ref();
    let offline = council.is_some_and(|council| council.panel.offline);
    let panel = if offline { format!("; panel: {OFFLINE}") } else { String::new() };
    let (rfc, verdict) = (&bundle.rfc_id, bundle.verdict);
    let said = format!("{rfc} {verdict}: {}{panel}", reason::reason(bundle));
    let print = format!("{rfc} verdict");
    let place = (review.file, 1);
    Some(entry(&said, "verdict", print.as_bytes(), Severity::Blocker, place))
}

fn entry(
    description: &str,
    check: &str,
    print: &[u8],
    severity: Severity,
    (path, line): (&str, u32),
) -> Value {
    let severity = match severity {
        Severity::Blocker => "blocker",
        Severity::Major => "major",
        Severity::Minor => "minor",
        Severity::Info => "info",
    };
    json!({
        "description": escape::line(description),
        "check_name": escape::line(check),
        "fingerprint": Digest::of(print).hex(),
        "severity": severity,
        "location": {"path": path, "lines": {"begin": line}},
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixtures::{self, FILE};
    use crate::report::page::Style;

    fn rendered(bundle: &Bundle) -> Vec<Value> {
        let review = ReportInput {
            bundle,
            file: FILE,
            link_base: None,
            fixes: &[],
            style: Style::default(),
        };
        serde_json::from_str(&Gitlab.render(&review)).expect("a list")
    }

    #[test]
    fn findings_that_count_are_at_their_lines_and_what_does_not_pass_is_no_empty_list() {
        let said: Vec<String> = rendered(&fixtures::rejected())
            .iter()
            .map(|entry| {
                let at = &entry["location"];
                let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
                let begin = &at["lines"]["begin"];
                let place = format!("{}:{begin}", text(&at["path"]));
                format!("{} {} {place}", text(&entry["severity"]), text(&entry["check_name"]))
            })
            .collect();
        assert_eq!(
            said,
            [
                &format!("blocker verdict {FILE}:1"),
                "blocker R12 documents/work/tickets/TCK-00012.yaml:4",
                "major AMBIGUOUS_SCOPE documents/work/tickets/TCK-00012.yaml:31",
                "minor AMBIGUOUS_SCOPE documents/work/tickets/TCK-00011.yaml:31",
            ]
        );
        for bundle in [fixtures::deadlocked(), fixtures::aborted()] {
            assert_eq!(rendered(&bundle)[0]["check_name"], "verdict");
        }
        assert_eq!(rendered(&fixtures::not_applicable()), [Value::Null; 0]);
    }

    #[test]
    fn a_fingerprint_outlives_what_is_not_the_finding() {
        let prints = |bundle: &Bundle| -> BTreeMap<String, String> {
            let own = rendered(bundle).into_iter().map(|entry| {
                let text = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
                (
                    format!("{} {}", text("check_name"), entry["location"]["path"]),
                    text("fingerprint"),
                )
            });
            own.collect()
        };
        let mut bundle = fixtures::rejected();
        let before = prints(&bundle);
        bundle.findings.remove(0);
        for finding in &mut bundle.findings {
            finding.location.line += 7;
            finding.location.end_line += 7;
            finding.description.push_str(", still");
        }
        let after = prints(&bundle);
        assert_eq!(before.len(), after.len() + 1);
        assert!(after.iter().all(|(at, print)| before.get(at) == Some(print)), "{after:?}");
        let mut distinct: Vec<&String> = before.values().collect();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), before.len(), "no two are one");
        bundle.findings[0].quote = "another passage".to_owned();
        assert!(prints(&bundle).values().any(|print| !before.values().any(|old| old == print)));
    }
}
