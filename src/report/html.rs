//! One self-contained page: no script, nothing from elsewhere. The templates know the page, this
//! module and those below it what stands on it; every text passes the escaper on its way out.

mod council;
mod coverage;
mod findings;
mod graph;
mod looked;
mod protocol;
mod spans;
mod tickets;
mod tone;

#[cfg(test)]
mod tests;

use data_encoding::BASE64;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value};
use minijinja::{Environment, Error, ErrorKind, Output, State, UndefinedBehavior};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use self::council::Council;
use self::coverage::CoverageView;
use self::findings::{Filter, Findings};
use self::graph::GraphView;
use self::protocol::ProtocolView;
use self::tickets::TicketView;
use self::tone::{severity_tone, verdict_tone};
use super::escape;
use super::finding::{self, Weight, counts};
use super::format::{Report, ReportInput};
use super::panel::{self, OFFLINE};
use super::reason;
use super::suppression;
use super::terminal::{self, NextStep};
use super::titles::Titles;
use crate::evidence::v2::bundle::{Bundle, GateRecord};
use crate::gates;
use crate::model::{GateStatus, GateType, Severity, TerminalState};

const STYLE: &str = include_str!("html/page.css");

const TEMPLATES: [(&str, &str); 11] = [
    ("page.html", include_str!("html/page.html.j2")),
    ("findings.html", include_str!("html/findings.html.j2")),
    ("worst.html", include_str!("html/worst.html.j2")),
    ("fold.html", include_str!("html/fold.html.j2")),
    ("said.html", include_str!("html/said.html.j2")),
    ("finding.html", include_str!("html/finding.html.j2")),
    ("protocol.html", include_str!("html/protocol.html.j2")),
    ("drawings.html", include_str!("html/drawings.html.j2")),
    ("tickets.html", include_str!("html/tickets.html.j2")),
    ("council.html", include_str!("html/council.html.j2")),
    ("page.css", STYLE),
];

/// The page.
#[derive(Debug)]
pub(super) struct Html;

impl Report for Html {
    fn name(&self) -> &'static str {
        "html"
    }

    fn about(&self) -> &'static str {
        "One self-contained page"
    }

    fn render(&self, review: &ReportInput<'_>) -> String {
        environment()
            .get_template("page.html")
            .and_then(|template| template.render(Value::from(Serde(context(review)))))
            .expect("the tests render the templates, and their context has one shape")
    }
}

/// By which a page's policy knows its style.
pub(super) fn style_hash() -> String {
    BASE64.encode(&Sha256::digest(style()))
}

/// A page of another template, with the style of all.
pub(super) fn page(template: &str, context: impl Serialize) -> String {
    let mut environment = environment();
    environment
        .add_template_owned("other.html", template.to_owned())
        .and_then(|()| environment.get_template("other.html"))
        .and_then(|template| template.render(Value::from(Serde(context))))
        .expect("the tests render the templates, and their context has one shape")
}

fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_formatter(escaped);
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build()
        .expect("the delimiters are the usual ones");
    environment.set_syntax(syntax);
    environment.add_filter("spans", |text: String| Value::from(Serde(spans::spans(&text))));
    for (name, source) in TEMPLATES {
        environment.add_template(name, source).expect("the tests parse the templates");
    }
    environment
}

/// The only way of a value onto the page. There is no way around it: what a template calls safe is
/// escaped like everything else.
fn escaped(out: &mut Output<'_>, _: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    if value.is_undefined() || value.is_none() {
        return Err(Error::new(ErrorKind::UndefinedError, "there is no value to show"));
    }
    out.write_str(&escape::html::text(&value.to_string()))?;
    Ok(())
}

/// What the templates are given.
#[derive(Debug, Serialize)]
struct Context<'a> {
    style_hash: String,
    bundle: &'a Bundle,
    file: &'a str,
    version: &'a str,
    tone: &'static str,
    about: String,
    says_more: bool,
    offline: Option<String>,
    degraded: bool,
    settled: Option<String>,
    reason: String,
    steps: Vec<StepView>,
    protocol: ProtocolView,
    gates: Vec<GateRow>,
    counts: Vec<(&'static str, usize)>,
    title: String,
    aside: Option<String>,
    findings: Findings,
    filters: Vec<Filter>,
    coverage: Option<CoverageView>,
    graph: Option<GraphView>,
    tickets: Vec<TicketView>,
    council: Option<Council>,
    uncommitted: usize,
}

#[derive(Debug, Serialize)]
struct GateRow {
    id: &'static str,
    decided: &'static str,
    asks: &'static str,
    answer: String,
    tone: &'static str,
    aside: Option<String>,
}

/// What to do, with links to the findings that it names.
#[derive(Debug, Serialize)]
struct StepView {
    pieces: Vec<Piece>,
    command: Option<String>,
}

#[derive(Debug, Serialize)]
struct Piece {
    text: String,
    /// Whether it is the id of a finding.
    is_link: bool,
}

impl From<&NextStep> for StepView {
    fn from(step: &NextStep) -> Self {
        let mut pieces = Vec::new();
        let mut rest = step.what.as_str();
        for id in &step.findings {
            let Some((before, after)) = rest.split_once(id.as_str()) else { continue };
            pieces.push(Piece { text: before.to_owned(), is_link: false });
            pieces.push(Piece { text: id.clone(), is_link: true });
            rest = after;
        }
        pieces.push(Piece { text: rest.to_owned(), is_link: false });
        Self { pieces, command: step.command.clone() }
    }
}

fn context<'a>(review: &ReportInput<'a>) -> Context<'a> {
    let bundle = review.bundle;
    let council = bundle.council_metadata.as_ref();
    let open = bundle.findings.iter().filter(|f| counts(bundle, f)).map(|f| f.severity);
    let names = Severity::WORST_FIRST.map(Severity::as_str);
    let titles = Titles::of(bundle);
    let findings = Findings::of(review, &titles);
    Context {
        style_hash: style_hash(),
        bundle,
        file: review.file,
        version: &bundle.inputs.tool.version,
        tone: verdict_tone(bundle.verdict),
        about: panel::about(bundle),
        says_more: bundle.terminal_state != TerminalState::Converged,
        offline: council
            .is_some_and(|council| council.panel.offline)
            .then(|| format!("panel: {OFFLINE}")),
        degraded: council.is_some_and(|council| council.degraded),
        settled: reason::settled(bundle),
        reason: reason::reason(bundle),
        steps: terminal::steps(bundle, Some(review.file)).iter().map(StepView::from).collect(),
        protocol: ProtocolView::of(bundle),
        gates: bundle.gates.iter().map(|gate| gate_row(bundle, gate)).collect(),
        counts: names.into_iter().zip(Weight::of(open).counts()).collect(),
        title: titles.title(bundle.rfc_id.name().as_str()).to_owned(),
        aside: suppression::tally(bundle.findings.iter()),
        filters: findings.filters(),
        findings,
        coverage: CoverageView::of(bundle, &titles),
        graph: GraphView::of(bundle, &titles),
        tickets: tickets::of(bundle, &titles),
        council: council.map(|council| Council::of(bundle, council)),
        uncommitted: bundle.inputs.uncommitted.len(),
    }
}

/// The style as it stands on the page: a template loses its last line feed.
fn style() -> &'static str {
    STYLE.trim_end_matches('\n')
}

fn gate_row(bundle: &Bundle, gate: &GateRecord) -> GateRow {
    let own = || bundle.findings.iter().filter(|f| f.gate_id == gate.gate_id);
    let open: Vec<Severity> = own().filter(|f| counts(bundle, f)).map(|f| f.severity).collect();
    GateRow {
        id: gate.gate_id.as_str(),
        decided: match gate.gate_id.gate_type() {
            GateType::LlmAssisted => "by the seats",
            GateType::Trusted | GateType::Deterministic => "by code",
        },
        asks: gates::meta(gate.gate_id).asks,
        answer: finding::answer(gate.status, &open),
        tone: match (open.iter().max(), gate.status) {
            (Some(gravest), _) => severity_tone(*gravest),
            (None, GateStatus::Passed) => "good",
            (None, GateStatus::Failed) => "bad",
            (None, GateStatus::NotApplicable | GateStatus::NotRun) => "quiet",
        },
        aside: suppression::tally(own()),
    }
}
