//! JUnit XML, for whatever shows test results: one suite for the verdict, one for each gate.

use std::collections::BTreeMap;

use super::escape::xml;
use super::finding::{self, has_weight};
use super::format::{Report, ReportInput};
use super::panel::OFFLINE;
use super::reason;
use crate::evidence::v2::bundle::{Bundle, Finding, GateRecord};
use crate::evidence::v2::council::Resolution;
use crate::gates::{RuleInfo, rule, rules_of};
use crate::model::{Adapter, GateStatus, Severity};

/// One document.
#[derive(Debug)]
pub(super) struct Junit;

impl Report for Junit {
    fn name(&self) -> &'static str {
        "junit"
    }

    fn about(&self) -> &'static str {
        "JUnit XML: a suite for each gate"
    }

    fn render(&self, review: &ReportInput<'_>) -> String {
        let bundle = review.bundle;
        let mut suites = vec![verdict(review)];
        suites.extend(bundle.gates.iter().map(|gate| suite(bundle, gate)));
        let cases = || suites.iter().flat_map(|suite| &suite.cases);
        let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
        let seconds = bundle.council_metadata.as_ref().map_or(0, |c| c.elapsed_time_seconds);
        out.push_str(&format!(
            "<testsuites name=\"council-review {}\" {} time=\"{seconds}\">\n",
            bundle.rfc_id,
            counts(cases())
        ));
        for suite in &suites {
            suite.write(&mut out, &bundle.review_timestamp.to_string());
        }
        out.push_str("</testsuites>\n");
        out
    }
}

struct Suite {
    name: String,
    cases: Vec<Case>,
}

struct Case {
    name: String,
    outcome: Outcome,
    /// What is worth knowing and fails nothing.
    notes: String,
}

enum Outcome {
    Passed,
    Skipped(&'static str),
    Failed { kind: String, message: String, text: String },
}

impl Suite {
    fn write(&self, out: &mut String, time: &str) {
        let name = xml::attribute(&self.name);
        let counts = counts(&self.cases);
        out.push_str(&format!("  <testsuite name=\"{name}\" {counts} timestamp=\"{time}\">\n"));
        for case in &self.cases {
            let head =
                format!("<testcase classname=\"{name}\" name=\"{}\"", xml::attribute(&case.name));
            let mut inside = String::new();
            match &case.outcome {
                Outcome::Passed => {}
                Outcome::Skipped(why) => {
                    inside.push_str(&format!(
                        "      <skipped message=\"{}\"/>\n",
                        xml::attribute(why)
                    ));
                }
                Outcome::Failed { kind, message, text } => inside.push_str(&format!(
                    "      <failure type=\"{}\" message=\"{}\">{}</failure>\n",
                    xml::attribute(kind),
                    xml::attribute(message),
                    xml::text(text)
                )),
            }
            if !case.notes.is_empty() {
                let notes = xml::text(&case.notes);
                inside.push_str(&format!("      <system-out>{notes}</system-out>\n"));
            }
            match inside.is_empty() {
                true => out.push_str(&format!("    {head}/>\n")),
                false => out.push_str(&format!("    {head}>\n{inside}    </testcase>\n")),
            }
        }
        out.push_str("  </testsuite>\n");
    }
}

fn counts<'a>(cases: impl IntoIterator<Item = &'a Case>) -> String {
    let (mut tests, mut failures, mut skipped) = (0, 0, 0);
    for case in cases {
        tests += 1;
        match case.outcome {
            Outcome::Passed => {}
            Outcome::Skipped(_) => skipped += 1,
            Outcome::Failed { .. } => failures += 1,
        }
    }
    format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\"")
}

/// Whatever the gates say, a review that does not pass is no green page.
fn verdict(review: &ReportInput<'_>) -> Suite {
    let bundle = review.bundle;
    let mut notes = format!("bundle: {}, sealed {}", review.file, bundle.seal.digest);
    if bundle.council_metadata.as_ref().is_some_and(|council| council.panel.offline) {
        notes.push_str(&format!("\npanel: {OFFLINE}"));
    }
    let outcome = match bundle.verdict.passes() {
        true => {
            notes.insert_str(0, &format!("{}: {}\n", bundle.verdict, reason::reason(bundle)));
            Outcome::Passed
        }
        false => Outcome::Failed {
            kind: bundle.verdict.to_string(),
            message: reason::reason(bundle),
            text: format!("{}: {}", bundle.terminal_state, bundle.terminal_reason),
        },
    };
    let name = bundle.rfc_id.to_string();
    Suite { name: "verdict".to_owned(), cases: vec![Case { name, outcome, notes }] }
}

/// A case for each rule of the gate, and for each ticket where seats assess.
fn suite(bundle: &Bundle, gate: &GateRecord) -> Suite {
    let skipped = match gate.status {
        GateStatus::Passed | GateStatus::Failed => None,
        GateStatus::NotApplicable => Some("there was nothing to look at"),
        GateStatus::NotRun => Some("it was not asked"),
    };
    let mut cases: BTreeMap<(usize, String), Vec<&Finding>> = BTreeMap::new();
    let of_gate = |(_, rule): &(usize, &RuleInfo)| rule.gate == gate.gate_id;
    for (i, rule) in rules_of(Adapter::Native).enumerate().filter(of_gate) {
        cases.insert((i, format!("{}: {}", rule.id, rule.title)), Vec::new());
    }
    if gate.gate_id.is_assessed() {
        for ticket in &bundle.assessment.tickets {
            cases.insert((usize::MAX, ticket.ticket_id.to_string()), Vec::new());
        }
    }
    for finding in &bundle.findings {
        // What another finding explains keeps its gate from passing, and is no green case.
        let is_told = has_weight(finding) || finding.resolution == Resolution::Consequence;
        if finding.gate_id == gate.gate_id && is_told {
            cases.entry(case_of(finding)).or_default().push(finding);
        }
    }
    if let Some(why) = skipped {
        cases.retain(|_, findings| !findings.is_empty());
        if cases.is_empty() {
            let name = gate.status.to_string();
            let case = Case { name, outcome: Outcome::Skipped(why), notes: String::new() };
            return Suite { name: gate.gate_id.to_string(), cases: vec![case] };
        }
    }
    let cases =
        cases.into_iter().map(|((_, name), findings)| case(bundle, name, &findings)).collect();
    Suite { name: gate.gate_id.to_string(), cases }
}

/// Where a finding belongs: at its rule, else, after all rules, at its ticket or file.
fn case_of(finding: &Finding) -> (usize, String) {
    let known = finding.rule.as_deref().and_then(rule);
    let by_rule = known.and_then(|known| {
        let at = rules_of(Adapter::Native).position(|rule| rule.id == known.id)?;
        Some((at, format!("{}: {}", known.id, known.title)))
    });
    let subject = || finding::subject(finding.ticket_id.as_ref(), &finding.location);
    by_rule.unwrap_or_else(|| (usize::MAX, subject()))
}

fn case(bundle: &Bundle, name: String, findings: &[&Finding]) -> Case {
    let (failures, notes): (Vec<&Finding>, Vec<&Finding>) =
        findings.iter().partition(|finding| finding.severity >= Severity::Major);
    let told = |findings: &[&Finding]| {
        findings.iter().map(|finding| tell(bundle, finding)).collect::<Vec<_>>().join("\n\n")
    };
    let outcome = match failures.iter().map(|finding| finding.severity).max() {
        None => Outcome::Passed,
        Some(worst) => Outcome::Failed {
            kind: worst.to_string(),
            message: match failures.as_slice() {
                [one] => one.description.clone(),
                [first, ..] => format!("{}, and {} more", first.description, failures.len() - 1),
                [] => String::new(),
            },
            text: told(&failures),
        },
    };
    Case { name, outcome, notes: told(&notes) }
}

fn tell(bundle: &Bundle, finding: &Finding) -> String {
    let mut text = format!(
        "{} {} {} ({})\n{}\n{}",
        finding.finding_id,
        finding.severity,
        finding.subcategory,
        finding::source(finding),
        finding.location,
        finding.description
    );
    for (name, note) in finding::notes(bundle, finding) {
        text.push_str(&format!("\n{name}: {note}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixtures::{self, FILE};
    use crate::report::page::Style;

    fn rendered(bundle: &Bundle) -> String {
        Junit.render(&ReportInput {
            bundle,
            file: FILE,
            link_base: None,
            fixes: &[],
            style: Style::default(),
        })
    }

    #[test]
    fn rules_and_tickets_are_cases_and_the_verdict_is_one() {
        let page = rendered(&fixtures::rejected());
        // Beside the rules: three gates that are voted on, three tickets and the verdict.
        let tests = rules_of(Adapter::Native).count() + 7;
        let head = format!(
            "<testsuites name=\"council-review RFC-0042\" tests=\"{tests}\" failures=\"3\" \
             errors=\"0\" skipped=\"0\" time=\"312\">"
        );
        assert_eq!(page.lines().nth(1), Some(head.as_str()));
        for piece in [
            "    <testcase classname=\"verdict\" name=\"RFC-0042\">\n      <failure type=\"REJECTED\" \
             message=\"rejected by 1 BLOCKER of the gate SCHEMA; 1 MAJOR besides\">CONVERGED: every contested",
            "    <testcase classname=\"GATE-TCK-SCHEMA\" name=\"R9: a key that occurs twice in one \
             mapping\"/>\n",
            "    <testcase classname=\"GATE-TCK-SCHEMA\" name=\"R12: a title that is missing or too \
             short to say anything\">\n      <failure type=\"BLOCKER\" message=\"the title is \
             empty\">FND-RFC-0042-001 BLOCKER",
            "    <testcase classname=\"GATE-TCK-IMPLEMENTABILITY\" name=\"TCK-00011\">\n      \
             <system-out>FND-RFC-0042-003 MINOR",
            "    <testcase classname=\"GATE-TCK-ANTI-COUSIN\" name=\"TCK-00011\"/>\n",
        ] {
            assert!(page.contains(piece), "{piece}\nis not in:\n{page}");
        }
    }

    #[test]
    fn what_does_not_pass_is_never_green() {
        for bundle in [fixtures::deadlocked(), fixtures::aborted(), fixtures::rejected()] {
            assert!(rendered(&bundle).contains(&format!("<failure type=\"{}\"", bundle.verdict)));
        }
        let page = rendered(&fixtures::not_applicable());
        assert!(!page.contains("<failure"), "{page}");
        assert_eq!(page.matches("<skipped").count(), 7, "{page}");
    }
}
