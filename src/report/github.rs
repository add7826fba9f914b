//! Workflow commands of GitHub Actions: findings as annotations at their lines.

use super::because::Explains;
use super::escape::{self, workflow};
use super::finding::{self, counts};
use super::format::{Report, ReportInput};
use super::link;
use super::page::{LONGEST, clipped, count, cut};
use super::panel::OFFLINE;
use super::reason;
use crate::evidence::v2::bundle::Finding;
use crate::evidence::v2::check::CheckReport;
use crate::evidence::v2::gates::{Change, GateFinding, GatesReport, weighing};
use crate::model::{Location, Severity};

/// GitHub shows as many annotations of one level for a step.
const SHOWN: usize = 10;

/// Annotations, then the verdict in a line.
#[derive(Debug)]
pub(super) struct Github;

impl Report for Github {
    fn name(&self) -> &'static str {
        "github"
    }

    fn about(&self) -> &'static str {
        "Annotations of a GitHub Actions step"
    }

    fn render(&self, review: &ReportInput<'_>) -> String {
        let bundle = review.bundle;
        let mut out = String::new();
        let mut left_out = Vec::new();
        let explains = Explains::in_bundle(&bundle.findings);
        for level in ["error", "warning", "notice"] {
            let mut findings: Vec<&Finding> = bundle
                .findings
                .iter()
                .filter(|finding| counts(bundle, finding) && self::level(finding.severity) == level)
                .collect();
            findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
            for finding in findings.iter().take(SHOWN) {
                out.push_str(&annotation(level, review, finding, &explains));
            }
            if findings.len() > SHOWN {
                left_out.push(count(findings.len() - SHOWN, level, &format!("{level}s")));
            }
        }
        let offline = match &bundle.council_metadata {
            Some(council) if council.panel.offline => format!("; panel: {OFFLINE}"),
            Some(_) | None => String::new(),
        };
        let hints = match finding::hints(bundle).len() {
            0 => String::new(),
            hints => format!("; {}", finding::hints_counted(hints)),
        };
        let more = match left_out.as_slice() {
            [] => String::new(),
            left_out => format!("; {} more than GitHub shows of a step", left_out.join(", ")),
        };
        let reason = reason::reason(bundle);
        let line = format!(
            "council-review: {} {}: {reason}{offline}{hints}{more}; all of it: council-review show {}",
            bundle.verdict, bundle.rfc_id, bundle.rfc_id
        );
        out.push_str(&escape::line(&line));
        out.push('\n');
        out
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Blocker => "error",
        Severity::Major => "warning",
        Severity::Minor | Severity::Info => "notice",
    }
}

/// What `check` says, as annotations: each RFC that does not pass, and what the gates find of it.
pub fn check(report: &CheckReport) -> String {
    let mut out = String::new();
    for check in report.checks.iter().filter(|check| !check.status.passes()) {
        let title = format!("{} {}", check.status.as_str(), check.rfc_id);
        let mut lines: Vec<String> = check.coded().collect();
        lines.extend(check.next.iter().map(|next| format!("next: {next}")));
        let text = clipped(&lines.join("\n"), LONGEST);
        let title = workflow::property(&title);
        out.push_str(&format!("::error title={title}::{}\n", workflow::message(&text)));
    }
    for fault in report.evidence.iter().take(SHOWN) {
        let properties =
            format!("file={},title={}", workflow::property(&fault.file), fault.code.as_str());
        let text = format!("{}\nnext: {}", fault.line, fault.next);
        out.push_str(&format!("::error {properties}::{}\n", workflow::message(&text)));
    }
    let failing = report.checks.iter().flat_map(|check| weighing(&check.findings));
    let weighs = |finding: &&GateFinding| match finding.change {
        Some(change) => change == Change::Introduced,
        None => finding.severity >= Severity::Major,
    };
    let failing = failing.chain(&report.repository.findings).filter(weighs);
    let all = report.checks.iter().flat_map(|check| &check.findings);
    annotate(&mut out, failing, &Explains::in_review(all));
    for check in &report.checks {
        let (status, rfc) = (check.status.as_str(), &check.rfc_id);
        let reason = check.coded().next().unwrap_or_default();
        out.push_str(&escape::line(&format!("council-review: {status} {rfc}: {reason}")));
        out.push('\n');
    }
    let faults = report.evidence.len();
    if faults > 0 {
        let faults = count(faults, "evidence file", "evidence files");
        out.push_str(&format!("council-review: {faults} that no change may touch so\n"));
    }
    for line in report.no_base.iter().chain([&report.trust]) {
        out.push_str(&escape::line(&format!("council-review: {line}")));
        out.push('\n');
    }
    out
}

/// What the gates find, as annotations; of a change, what it introduced.
pub fn gates(report: &GatesReport) -> String {
    let mut out = String::new();
    let findings = report.reviews.iter().flat_map(|review| weighing(&review.findings));
    let is_new = |finding: &&GateFinding| finding.change != Some(Change::Existing);
    let findings = findings.chain(&report.repository.findings).filter(is_new);
    let all = report.reviews.iter().flat_map(|review| &review.findings);
    annotate(&mut out, findings, &Explains::in_review(all));
    for one in report.leaving.iter().filter(|one| !one.is_allowed) {
        let title = workflow::property(&format!("NEEDS_ADJUDICATION {}", one.rfc_id));
        let text = clipped(&one.reasons.join("\n"), LONGEST);
        out.push_str(&format!("::error title={title}::{}\n", workflow::message(&text)));
    }
    for review in &report.reviews {
        let (verdict, rfc) = (review.verdict, &review.rfc_id);
        out.push_str(&format!(
            "council-review: {verdict} {rfc}, by the deterministic gates alone\n"
        ));
    }
    out
}

/// The findings of gates, as many of each level as GitHub shows, each with those that it explains.
fn annotate<'f>(
    out: &mut String,
    findings: impl Iterator<Item = &'f GateFinding>,
    explains: &Explains<'_>,
) {
    let mut findings: Vec<&GateFinding> = findings.collect();
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    for level in ["error", "warning", "notice"] {
        let of_level = || findings.iter().filter(|finding| self::level(finding.severity) == level);
        for finding in of_level().take(SHOWN) {
            let at = &finding.location;
            let says = &finding.description;
            let title = title(&finding.rule, says);
            let mut message = rest_of(&title, says);
            message.push_str(&format!("help: {}", clipped(&finding.remediation, LONGEST)));
            message.push_str(&format!("\n{} {}", finding.severity, finding.subcategory));
            for (name, line) in finding.finding_id.iter().flat_map(|id| explains.notes(id)) {
                message.push_str(&format!("\n{name}: {}", clipped(&line, LONGEST)));
            }
            out.push_str(&command(level, at, &title, &message));
        }
        let more = of_level().count().saturating_sub(SHOWN);
        if more > 0 {
            let more = count(more, "finding", "findings");
            out.push_str(&format!(
                "council-review: {more} more than GitHub shows of a step ({level})\n"
            ));
        }
    }
}

fn annotation(
    level: &str,
    review: &ReportInput<'_>,
    finding: &Finding,
    explains: &Explains<'_>,
) -> String {
    let says = &finding.description;
    let title = match (&finding.rule, &finding.source_agent) {
        (Some(rule), _) => title(rule, says),
        (None, Some(seat)) => title(seat.as_str(), says),
        (None, None) => title(finding.gate_id.as_str(), says),
    };
    let mut message = rest_of(&title, says);
    let notes = finding::notes(review.bundle, finding).into_iter();
    for (name, text) in notes.chain(explains.notes(&finding.finding_id)) {
        message.push_str(&format!("{name}: {}\n", clipped(&text, LONGEST)));
    }
    if let Some(url) = link::url(finding, review.link_base) {
        message.push_str(&format!("at: {url}\n"));
    }
    let (severity, kind, id) = (finding.severity, finding.subcategory, &finding.finding_id);
    message.push_str(&format!("{severity} {kind} {id}"));
    command(level, &finding.location, &title, &message)
}

/// A title is no longer than this.
const TITLE: usize = 100;

/// `R38: REQ-0003 has no ticket`: who says it, and a sentence as people write it.
fn title(by: &str, says: &str) -> String {
    cut(&format!("{by}: {}", says.replace('`', "")), TITLE)
}

/// What a title leaves out, with a line feed; nothing when it says all.
fn rest_of(title: &str, says: &str) -> String {
    match title.ends_with(says.replace('`', "").trim()) {
        true => String::new(),
        false => format!("{}\n", clipped(says, LONGEST)),
    }
}

/// One annotation at its place. Title and message are foreign text.
fn command(level: &str, at: &Location, title: &str, message: &str) -> String {
    let mut properties = vec![format!("file={}", workflow::property(&at.file))];
    if !at.is_whole_file() {
        properties.push(format!("line={}", at.line));
        // GitHub wants columns only within one line.
        if at.end_line == at.line {
            properties.push(format!("col={}", at.column));
        }
        properties.push(format!("endLine={}", at.end_line));
    }
    properties.push(format!("title={}", workflow::property(title)));
    format!("::{level} {}::{}\n", properties.join(","), workflow::message(message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixtures::{self, FILE};
    use crate::report::page::Style;

    fn rendered(bundle: &crate::evidence::v2::bundle::Bundle) -> String {
        Github.render(&ReportInput {
            bundle,
            file: FILE,
            link_base: None,
            fixes: &[],
            style: Style::default(),
        })
    }

    /// A command as the runner reads it.
    struct Read {
        command: String,
        properties: Vec<(String, String)>,
        message: String,
    }

    /// What the runner makes of a line, ported from actions/runner.
    fn parsed(line: &str) -> Option<Read> {
        let message =
            |text: &str| text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%");
        let value = |text: &str| message(&text.replace("%3A", ":").replace("%2C", ","));
        let rest = line.trim_start().strip_prefix("::")?;
        let (head, data) = rest.split_once("::")?;
        let (command, properties) = head.split_once(' ').unwrap_or((head, ""));
        let properties = properties.split(',').filter_map(|pair| {
            let (key, own) = pair.split_once('=')?;
            Some((key.to_owned(), value(own)))
        });
        Some(Read {
            command: command.to_owned(),
            properties: properties.collect(),
            message: message(data),
        })
    }

    #[test]
    fn findings_stand_at_their_lines_and_the_verdict_below() {
        assert_eq!(
            rendered(&fixtures::rejected()),
            "::error file=documents/work/tickets/TCK-00012.yaml,line=4,col=12,endLine=4,\
             title=R12%3A the title is empty::\
             help: write what will be different when the ticket is done%0A\
             BLOCKER SCHEMA_VIOLATION FND-RFC-0042-001\n\
             ::warning file=documents/work/tickets/TCK-00012.yaml,line=31,col=7,endLine=31,\
             title=SA-2%3A the step does not say which callers are meant%2C and the crate has \
             eleven; two careful readers…::the step does not say which callers are meant, and the \
             crate has eleven; two careful readers would change different ones%0A\
             council: built-in rules (no AI model)%0Ahelp: name the eleven callers, or say that all are meant%0A\
             MAJOR AMBIGUOUS_SCOPE FND-RFC-0042-002\n\
             ::notice file=documents/work/tickets/TCK-00011.yaml,line=31,col=7,endLine=31,\
             title=SA-2%3A the step does not say which callers are meant%2C and the crate has \
             eleven; two careful readers…::the step does not say which callers are meant, and the \
             crate has eleven; two careful readers would change different ones%0A\
             council: built-in rules (no AI model)%0Ahelp: list the callers by path%0A\
             MINOR AMBIGUOUS_SCOPE FND-RFC-0042-003\n\
             council-review: REJECTED RFC-0042: rejected by 1 BLOCKER of the gate SCHEMA; 1 MAJOR \
             besides; panel: built-in rules (no AI model); all of it: council-review show RFC-0042\n"
        );
    }

    #[test]
    fn f53_a_title_is_a_sentence_and_what_it_leaves_out_is_told() {
        let short = title("R38", "`REQ-0003` has no ticket");
        assert_eq!(short, "R38: REQ-0003 has no ticket");
        assert_eq!(rest_of(&short, "`REQ-0003` has no ticket"), "");
        let long = "a word ".repeat(30);
        assert_eq!(title("R38", &long).chars().count(), TITLE);
        assert_eq!(rest_of(&title("R38", &long), &long), format!("{long}\n"));
        assert_eq!(title("SA-1", "one\ntwo"), "SA-1: one…");
        assert_eq!(rest_of("SA-1: one…", "one\ntwo"), "one\ntwo\n");
    }

    #[test]
    fn what_github_would_not_show_is_counted() {
        let page = rendered(&fixtures::many(25));
        assert_eq!(page.lines().filter(|line| line.starts_with("::error ")).count(), SHOWN);
        let last = page.lines().last().expect("a line");
        assert!(last.contains("; 15 errors more than GitHub shows of a step; "), "{last}");
    }

    #[test]
    fn the_runner_finds_no_command_but_ours() {
        let bundle = fixtures::hostile();
        let page = rendered(&bundle);
        let commands: Vec<Read> = page.lines().filter_map(parsed).collect();
        assert_eq!(commands.len(), 3);
        assert!(!page.contains("##["));
        for Read { command, properties, message } in commands {
            assert!(["error", "warning"].contains(&command.as_str()), "{command}");
            let keys: Vec<&str> = properties.iter().map(|(key, _)| key.as_str()).collect();
            assert_eq!(keys, ["file", "line", "col", "endLine", "title"]);
            assert_eq!(properties[0].1, "documents/work/tickets/^[[31m::error::`x`.yaml");
            assert!(
                message.starts_with("^[[2J^[]0;owned^G ::error::x\n::add-mask::y\n##\\[error]z ")
            );
        }
    }
}
