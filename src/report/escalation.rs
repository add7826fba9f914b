//! The page for the person who decides what the council could not (DESIGN.md §9): both sides of
//! every open point, what follows from either decision, and the command that records it.

use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value};
use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use serde::Serialize;

use super::escape::{self, markdown};
use super::page::sentence;
use super::titles::Titles;
use super::votes::{SaidVote, voices};
use super::{drawing, finding, panel, reason};
use crate::evidence::v2::bundle::{Bundle, Finding};
use crate::evidence::v2::council::{AgreementStatus, Resolution};
use crate::model::opinion::Vote;
use crate::model::{Severity, Verdict};

const TEMPLATE: &str = include_str!("escalation.md.j2");

/// What the template is given. Foreign text goes through one of its filters.
#[derive(Debug, Serialize)]
struct Context {
    rfc: String,
    title: String,
    verdict: &'static str,
    verdict_reason: String,
    terminal_state: &'static str,
    terminal_reason: String,
    target: String,
    offline: bool,
    degraded: bool,
    seats: String,
    ended: String,
    commit: String,
    uncommitted: usize,
    bundle_file: String,
    seal: String,
    if_all_upheld: &'static str,
    if_all_dismissed: &'static str,
    settled: String,
    is_optional: bool,
    points: Vec<Point>,
}

#[derive(Debug, Serialize)]
struct Point {
    id: String,
    severity: &'static str,
    subcategory: &'static str,
    subject: String,
    title: String,
    description: String,
    place: String,
    passage: String,
    r#for: Vec<SaidVote>,
    against: Vec<SaidVote>,
    neither: Vec<SaidVote>,
    votes: String,
    ways: Vec<Way>,
    if_upheld: &'static str,
    if_dismissed: &'static str,
    uphold: String,
    dismiss: String,
}

#[derive(Debug, Serialize)]
struct Way {
    id: String,
    text: String,
    backers: String,
}

/// The page, in Markdown; `bundle_file` is where the bundle stands.
pub fn escalation(bundle: &Bundle, bundle_file: &str) -> String {
    let page = environment()
        .get_template("escalation.md")
        .and_then(|template| template.render(Value::from(Serde(context(bundle, bundle_file)))))
        .expect("the tests render the template, and its context has one shape");
    // Blocks leave empty lines behind; two in a row say no more than one.
    let mut out = String::with_capacity(page.len());
    let mut in_fence: Option<&str> = None;
    for line in page.lines() {
        let ticks = &line[..line.len() - line.trim_start_matches('`').len()];
        match in_fence {
            Some(fence) if line == fence => in_fence = None,
            None if ticks.len() >= 3 => in_fence = Some(ticks),
            _ => {}
        }
        if in_fence.is_none() && line.is_empty() && out.ends_with("\n\n") {
            continue;
        }
        out.push_str(line);
        out.push('\n');
    }
    let kept = out.trim_end_matches('\n').len();
    out.truncate(kept);
    out.push('\n');
    escape::without_commands(&out)
}

fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build()
        .expect("the delimiters are the usual ones");
    environment.set_syntax(syntax);
    environment.add_filter("prose", |text: String| markdown::prose(&text));
    environment.add_filter("code", |text: String| markdown::code(&text));
    environment.add_filter("fence", |text: String| markdown::fence(&text));
    environment.add_template("escalation.md", TEMPLATE).expect("the tests parse the template");
    environment
}

fn context(bundle: &Bundle, bundle_file: &str) -> Context {
    let standing: Vec<Severity> = bundle
        .findings
        .iter()
        .filter(|finding| finding.resolution == Resolution::Stands)
        .map(|finding| finding.severity)
        .collect();
    let open: Vec<&Finding> = bundle
        .findings
        .iter()
        .filter(|finding| bundle.deadlocked_findings.contains(&finding.finding_id))
        .collect();
    let titles = Titles::of(bundle);
    let all = open.iter().map(|finding| finding.severity);
    let name = bundle_file.rsplit('/').next().unwrap_or(bundle_file);
    let council = bundle.council_metadata.as_ref();
    Context {
        rfc: bundle.rfc_id.to_string(),
        verdict: bundle.verdict.as_str(),
        verdict_reason: bundle.verdict_reason.clone(),
        terminal_state: bundle.terminal_state.as_str(),
        terminal_reason: bundle.terminal_reason.clone(),
        target: bundle.escalation_target.clone().unwrap_or_else(|| "nobody".to_owned()),
        offline: council.is_some_and(|council| council.panel.offline),
        degraded: council.is_some_and(|council| council.degraded),
        seats: council.map_or_else(|| "none was convened".to_owned(), panel::seats),
        ended: bundle.review_timestamp.to_string(),
        commit: bundle.inputs.commit.clone().unwrap_or_else(|| "none".to_owned()),
        uncommitted: bundle.inputs.uncommitted.len(),
        bundle_file: bundle_file.to_owned(),
        seal: bundle.seal.digest.to_string(),
        settled: reason::settled(bundle).map(|line| sentence(&line)).unwrap_or_default(),
        is_optional: bundle.foregone_verdict() == Some(Verdict::Rejected),
        title: titles.after(bundle.rfc_id.name().as_str()),
        if_all_upheld: Verdict::of(standing.iter().copied().chain(all)).as_str(),
        if_all_dismissed: Verdict::of(standing.iter().copied()).as_str(),
        points: open
            .iter()
            .map(|finding| point(bundle, &titles, name, finding, &standing))
            .collect(),
    }
}

fn point(
    bundle: &Bundle,
    titles: &Titles<'_>,
    name: &str,
    finding: &Finding,
    standing: &[Severity],
) -> Point {
    let subject = match &finding.ticket_id {
        Some(ticket) => ticket.to_string(),
        None => finding.location.file.clone(),
    };
    let with_it = standing.iter().copied().chain([finding.severity]);
    let command = |decision: &str| {
        format!(
            "council-review adjudicate {} {} --decision {decision} --by \"YOUR NAME\" --reason \"WHY\" --bundle {name}",
            bundle.rfc_id, finding.finding_id
        )
    };
    Point {
        id: finding.finding_id.to_string(),
        severity: finding.severity.as_str(),
        subcategory: finding.subcategory.as_str(),
        title: titles.after(&subject),
        subject,
        description: finding.description.clone(),
        place: place(finding),
        // The drawing cuts a long line: a quote is given whole where it does.
        passage: match drawing::underlined(finding, drawing::WIDTH).contains(finding.quote.trim()) {
            true => String::new(),
            false => finding.quote.clone(),
        },
        r#for: voices(finding, Some(Vote::Support), false),
        against: voices(finding, Some(Vote::Oppose), false),
        neither: voices(finding, None, false),
        votes: votes(finding),
        ways: finding
            .remediations
            .iter()
            .map(|way| Way {
                id: way.proposal_id.clone(),
                text: way.text.clone(),
                backers: match way.backed_by.as_slice() {
                    [] => "backed by nobody".to_owned(),
                    seats => {
                        let seats: Vec<&str> = seats.iter().map(|seat| seat.as_str()).collect();
                        format!("backed by {}", seats.join(", "))
                    }
                },
            })
            .collect(),
        if_upheld: Verdict::of(with_it).as_str(),
        if_dismissed: Verdict::of(standing.iter().copied()).as_str(),
        uphold: command("uphold"),
        dismiss: command("dismiss"),
    }
}

/// `file:line:column`, the yaml path, and the source line with the place underlined.
fn place(finding: &Finding) -> String {
    let at = &finding.location;
    let drawing = drawing::underlined(finding, drawing::WIDTH);
    // One line, so that a name cannot draw lines of its own.
    let head = escape::line(&at.to_string()).into_owned();
    let path = match at.path.to_string().as_str() {
        "" => String::new(),
        path => format!("  {}", escape::line(path)),
    };
    format!("{head}{path}\n{drawing}")
}

/// What the vote came to, and why a person is needed all the same.
pub(super) fn votes(finding: &Finding) -> String {
    let no_way = "but a BLOCKER needs a fix that two seats back, and it has none";
    match finding.agreement_status {
        AgreementStatus::QuorumSupport => {
            format!("{}: upheld, {no_way}", finding::ballots(finding))
        }
        AgreementStatus::Majority => format!("No vote was needed: 2 of 3 seats agree, {no_way}"),
        AgreementStatus::Unanimous => format!("No vote was needed: 3 of 3 seats agree, {no_way}"),
        AgreementStatus::NotVotable
        | AgreementStatus::Pending
        | AgreementStatus::QuorumOppose
        | AgreementStatus::Deadlocked => match finding.ballots.is_empty() {
            true => "There was none".to_owned(),
            false => format!("{}: no two votes agree", finding::ballots(finding)),
        },
    }
}

#[cfg(test)]
mod tests;
