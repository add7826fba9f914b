//! Workflow commands of GitHub Actions: findings as annotations at their lines.

use super::escape::{self, workflow};
use super::formats::{Report, Review};
use super::page::{LONGEST, clipped, count};
use super::terminal::{self, OFFLINE, has_weight};
use crate::evidence::v1::bundle::Finding;
use crate::evidence::v1::check::CheckReport;
use crate::evidence::v1::gates::{Change, GateFinding, GatesReport};
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

    fn render(&self, review: &Review<'_>) -> String {
        let bundle = review.bundle;
        let mut out = String::new();
        let mut left_out = Vec::new();
        for level in ["error", "warning", "notice"] {
            let mut findings: Vec<&Finding> = bundle
                .findings
                .iter()
                .filter(|finding| has_weight(finding) && self::level(finding.severity) == level)
                .collect();
            findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
            for finding in findings.iter().take(SHOWN) {
                out.push_str(&annotation(level, finding));
            }
            if findings.len() > SHOWN {
                left_out.push(count(findings.len() - SHOWN, level, &format!("{level}s")));
            }
        }
        let offline = match &bundle.council_metadata {
            Some(council) if council.panel.offline => format!("; {OFFLINE}"),
            Some(_) | None => String::new(),
        };
        let more = match left_out.as_slice() {
            [] => String::new(),
            left_out => format!("; {} more than GitHub shows of a step", left_out.join(", ")),
        };
        let reason = &bundle.verdict_reason;
        let line = format!(
            "council-review: {} {}: {reason}{offline}{more}; all of it: council-review show {}",
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
        let mut lines = check.reasons.clone();
        lines.extend(check.next.iter().map(|next| format!("next: {next}")));
        let text = clipped(&lines.join("\n"), LONGEST);
        let title = workflow::property(&title);
        out.push_str(&format!("::error title={title}::{}\n", workflow::message(&text)));
    }
    let failing = report.checks.iter().flat_map(|check| &check.findings);
    let weighs = |finding: &&GateFinding| match finding.change {
        Some(change) => change == Change::Introduced,
        None => finding.severity >= Severity::Major,
    };
    annotate(&mut out, failing.chain(&report.repository.findings).filter(weighs));
    for check in &report.checks {
        let (status, rfc) = (check.status.as_str(), &check.rfc_id);
        let reason = check.reasons.first().map_or("", String::as_str);
        out.push_str(&escape::line(&format!("council-review: {status} {rfc}: {reason}")));
        out.push('\n');
    }
    out
}

/// What the gates find, as annotations; of a change, what it introduced.
pub fn gates(report: &GatesReport) -> String {
    let mut out = String::new();
    let findings = report.reviews.iter().flat_map(|review| &review.findings);
    let is_new = |finding: &&GateFinding| finding.change != Some(Change::Existing);
    annotate(&mut out, findings.chain(&report.repository.findings).filter(is_new));
    for review in &report.reviews {
        let (verdict, rfc) = (review.verdict, &review.rfc_id);
        out.push_str(&format!(
            "council-review: {verdict} {rfc}, by the deterministic gates alone\n"
        ));
    }
    out
}

/// The findings of gates that no waiver holds back, as many of each level as GitHub shows.
fn annotate<'f>(out: &mut String, findings: impl Iterator<Item = &'f GateFinding>) {
    let mut findings: Vec<&GateFinding> =
        findings.filter(|finding| finding.waiver.is_none()).collect();
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    for level in ["error", "warning", "notice"] {
        let of_level = || findings.iter().filter(|finding| self::level(finding.severity) == level);
        for finding in of_level().take(SHOWN) {
            let at = &finding.location;
            let subject = terminal::subject(None, at);
            let (severity, kind, rule) = (finding.severity, finding.subcategory, &finding.rule);
            let title = format!("{severity} {kind} {subject} ({rule})");
            let help = clipped(&finding.remediation, LONGEST);
            let message = format!("{}\nhelp: {help}", clipped(&finding.description, LONGEST));
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

fn annotation(level: &str, finding: &Finding) -> String {
    let at = &finding.location;
    let title = format!(
        "{} {} {} ({})",
        finding.severity,
        finding.subcategory,
        terminal::subject(finding.ticket_id.as_ref(), at),
        terminal::source(finding)
    );
    let mut message = clipped(&finding.description, LONGEST);
    for (name, text) in terminal::notes(finding) {
        message.push_str(&format!("\n{name}: {}", clipped(&text, LONGEST)));
    }
    message.push_str(&format!("\nid: {}", finding.finding_id));
    command(level, at, &title, &message)
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

    fn rendered(bundle: &crate::evidence::v1::bundle::Bundle) -> String {
        Github.render(&Review { bundle, file: FILE, style: Style::default() })
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
             title=BLOCKER SCHEMA_VIOLATION TCK-00012 (R12)::the title is empty%0A\
             help: write what will be different when the ticket is done%0Aid: FND-RFC-0042-001\n\
             ::warning file=documents/work/tickets/TCK-00012.yaml,line=31,col=7,endLine=31,\
             title=MAJOR AMBIGUOUS_SCOPE TCK-00012 (SA-2 via mode 47)::the step does not say which \
             callers are meant, and the crate has eleven; two careful readers would change \
             different ones%0Acouncil: two seats agree%0Ahelp: name the eleven callers, or say \
             that all are meant%0Aid: FND-RFC-0042-002\n\
             ::notice file=documents/work/tickets/TCK-00011.yaml,line=31,col=7,endLine=31,\
             title=MINOR AMBIGUOUS_SCOPE TCK-00011 (SA-2 via mode 47)::the step does not say which \
             callers are meant, and the crate has eleven; two careful readers would change \
             different ones%0Acouncil: upheld 2 of 3%0Ahelp: list the callers by path%0A\
             id: FND-RFC-0042-003\n\
             council-review: REJECTED RFC-0042: 1 BLOCKER and 1 MAJOR findings stand; offline: \
             rules, no model; all of it: council-review show RFC-0042\n"
        );
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
