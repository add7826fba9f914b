//! What to do next: commands with real ids and paths, never advice in general.

use serde::Serialize;

use super::item::Item;
use crate::evidence::v2::bundle::Bundle;
use crate::evidence::v2::council::Resolution;
use crate::evidence::v2::gates::GatesReview;
use crate::model::policy::ReviewDepth;
use crate::model::{AbortReason, SubjectId, TerminalState, Verdict};
use crate::report::fold::{self, Fold};
use crate::report::page::{Page, Tone, count};

/// As many open points are given with their command.
const POINTS: usize = 5;
/// The command that tells what a rule means.
const EXPLAIN: &str = "council-review explain";

/// What to do, and the command that does it.
#[derive(Debug, Serialize)]
pub(in crate::report) struct NextStep {
    /// In words, some of them foreign.
    pub(in crate::report) what: String,
    /// The findings that the words name.
    pub(in crate::report) findings: Vec<String>,
    /// The command, when one does it.
    pub(in crate::report) command: Option<String>,
}

impl NextStep {
    fn about(self, findings: &[String]) -> Self {
        Self { findings: findings.to_vec(), ..self }
    }

    fn plain(what: impl Into<String>) -> Self {
        Self { what: what.into(), findings: Vec::new(), command: None }
    }

    fn run(what: impl Into<String>, command: impl Into<String>) -> Self {
        Self { what: what.into(), findings: Vec::new(), command: Some(command.into()) }
    }
}

/// Where the escalation page of a bundle stands: beside it, under the same time.
pub fn escalation_file(bundle: &Bundle, file: Option<&str>) -> String {
    let beside = |file: &str| {
        let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
        let time = name.strip_prefix("rfc_review_")?.strip_suffix(".yaml")?;
        let slash = if folder.is_empty() { "" } else { "/" };
        Some(format!("{folder}{slash}escalation_{time}.md"))
    };
    let by_time = || format!("escalation_{}.md", bundle.review_timestamp.compact());
    file.and_then(beside).unwrap_or_else(by_time)
}

/// The next acts after a review, as a part of its page.
pub(super) fn after_review(
    page: &mut Page,
    bundle: &Bundle,
    items: &[Item<'_>],
    file: Option<&str>,
    config: Option<&str>,
) {
    show(page, steps(bundle, items, file), config);
}

/// The next acts after a review.
pub(super) fn steps(bundle: &Bundle, items: &[Item<'_>], file: Option<&str>) -> Vec<NextStep> {
    let rfc = &bundle.rfc_id;
    let again = match bundle.review_depth {
        ReviewDepth::Council => format!("council-review {rfc}"),
        ReviewDepth::Standard => format!("council-review {rfc} --depth standard"),
    };
    match bundle.verdict {
        Verdict::Approved => {
            vec![NextStep::run(
                "Commit the evidence; anyone can derive it again",
                format!("council-review verify {}", file.unwrap_or("BUNDLE")),
            )]
        }
        Verdict::ApprovedWithRemediation | Verdict::Rejected => fixing(items, again),
        Verdict::NeedsAdjudication => adjudication(bundle, file),
        Verdict::Aborted => after_abort(bundle, again),
        Verdict::NotApplicable => nothing_to_review(rfc, &bundle.inputs.rfc_state, again),
    }
}

/// The next acts after the gates alone.
pub(super) fn after_gates(
    page: &mut Page,
    review: &GatesReview,
    items: &[Item<'_>],
    config: Option<&str>,
) {
    let rfc = &review.rfc_id;
    let steps = match review.verdict {
        Verdict::Rejected | Verdict::ApprovedWithRemediation => {
            fixing(items, format!("council-review gates {rfc}"))
        }
        Verdict::Approved => {
            vec![NextStep::run("Run the council", format!("council-review {rfc}"))]
        }
        Verdict::NotApplicable if review.state == "SEED_ONLY" => vec![first_files(rfc)],
        Verdict::NotApplicable | Verdict::NeedsAdjudication | Verdict::Aborted => Vec::new(),
    };
    show(page, steps, config);
}

/// Shows steps, as commands under the configuration that this run was given.
fn show(page: &mut Page, mut steps: Vec<NextStep>, config: Option<&str>) {
    if let Some(config) = config {
        // What a rule means is the same under each.
        let commands = steps.iter_mut().filter_map(|step| step.command.as_mut());
        for command in commands.filter(|command| !command.starts_with(EXPLAIN)) {
            command.push_str(&format!(" --config {config}"));
        }
    }
    if steps.is_empty() {
        return;
    }
    page.heading("next");
    for (i, step) in steps.iter().enumerate() {
        page.indent(2);
        page.put(Tone::Strong, &format!("{}. ", i + 1));
        page.flow(Tone::Plain, 5, &step.what);
        page.end();
        if let Some(command) = &step.command {
            // Never wrapped: a command is copied as a whole.
            page.indent(5);
            page.put(Tone::Act, command);
            page.end();
        }
    }
}

fn fixing(items: &[Item<'_>], again: String) -> Vec<NextStep> {
    let mut steps = Vec::new();
    let (worst, _) =
        fold::worst(items.iter().collect(), |item| item.severity, |item| item.likeness.clone());
    if let Some(Fold { first: worst, .. }) = worst.first() {
        let others = match items.len() - 1 {
            0 => String::new(),
            1 => " first (1 more finding above)".to_owned(),
            n => format!(" first ({n} more findings above)"),
        };
        let id = worst.id.map(ToString::to_string);
        let named = id.as_ref().map(|id| format!("{id} at ")).unwrap_or_default();
        let fix = NextStep::plain(format!("Fix {named}{}{others}", worst.location));
        steps.push(fix.about(id.as_slice()));
        steps.push(NextStep::run(
            format!("Why {} matters and how to fix it", worst.kind),
            format!("{EXPLAIN} {}", worst.kind),
        ));
    }
    steps.push(NextStep::run("Run the review again", again));
    steps
}

fn adjudication(bundle: &Bundle, file: Option<&str>) -> Vec<NextStep> {
    let rfc = &bundle.rfc_id;
    let who = bundle.escalation_target.as_deref().unwrap_or("a person");
    let open =
        bundle.deadlocked_findings.iter().take(POINTS).map(ToString::to_string).collect::<Vec<_>>();
    let more = match bundle.deadlocked_findings.len().saturating_sub(POINTS) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    if bundle.foregone_verdict() == Some(Verdict::Rejected) {
        return vec![
            NextStep::run(
                format!("every ruling gives REJECTED: fix what rejects {rfc}, and review again"),
                format!("council-review {rfc}"),
            ),
            NextStep::run(
                format!("optional: decide {}{more}", open.join(", ")),
                format!("council-review adjudicate {rfc}"),
            )
            .about(&open),
        ];
    }
    vec![
        NextStep::plain(format!("{who}: read both sides in {}", escalation_file(bundle, file))),
        NextStep::run(
            format!("Decide {}{more}; the page says what follows from each", open.join(", ")),
            format!("council-review adjudicate {rfc}"),
        )
        .about(&open),
        NextStep::run(
            "Or fix what they are about and run the review again",
            format!("council-review {rfc}"),
        ),
    ]
}

fn after_abort(bundle: &Bundle, again: String) -> Vec<NextStep> {
    let cycles = bundle.council_metadata.as_ref().map_or(0, |council| council.cycles_completed);
    let open =
        bundle.findings.iter().filter(|finding| finding.resolution == Resolution::Open).count();
    let kept = match open {
        0 => "no finding of a seat was left open".to_owned(),
        n => format!("{} kept without a vote", count(n, "finding", "findings")),
    };
    let cycles = match cycles {
        0 => "the three cycles",
        1 => "cycles 2 and 3",
        _ => "cycle 3",
    };
    let mut steps = vec![NextStep::plain(format!(
        "Lost: what {cycles} would have said; {kept}. The gates' answers are complete"
    ))];
    let reason = bundle.terminal_reason.split(':').next().unwrap_or_default();
    let is = |abort: AbortReason| reason == abort.as_str();
    if is(AbortReason::Timeout) {
        let limit = bundle.inputs.policy.timeout_seconds;
        steps.push(NextStep::plain(format!(
            "Give it more time: council.timeout_seconds in council.yaml, now {limit}"
        )));
    } else if is(AbortReason::BudgetExhausted) {
        let budget = bundle.inputs.policy.token_budget;
        steps.push(NextStep::plain(format!(
            "Raise council.token_budget in council.yaml, now {budget}; the reason above says what was needed"
        )));
    } else if is(AbortReason::QuorumLost) {
        steps.push(NextStep::plain(
            "The reason above says why the seats failed: make them reachable",
        ));
    }
    steps.push(NextStep::run("Start over", again));
    steps
}

fn nothing_to_review(rfc: &SubjectId, state: &str, again: String) -> Vec<NextStep> {
    match state {
        "RETIRED" => Vec::new(),
        _ => vec![first_files(rfc), NextStep::run("write its tickets, then", again)],
    }
}

/// What turns a seed into an RFC.
fn first_files(rfc: &SubjectId) -> NextStep {
    NextStep::run("write its first files", format!("council-review new rfc \"Title\" --id {rfc}"))
}

/// Whether a reason beyond the verdict's own has to be told.
pub(super) fn says_more(bundle: &Bundle) -> bool {
    bundle.terminal_state != TerminalState::Converged || !bundle.rulings.is_empty()
}
