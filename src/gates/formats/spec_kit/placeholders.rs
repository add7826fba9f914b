//! What was to be filled in and was not (S8, S9).

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use regex::Regex;

use super::example::{PLAN, SPEC};
use crate::gates::diagnostic::{Spot, quoted, weighing};
use crate::gates::example::in_one;
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};
use crate::source::formats::spec_kit::{self, Feature};
use crate::source::subject::{DocumentLine, SubjectDocument, inline_code};

pub(super) static S8: RuleInfo = RuleInfo {
    id: Rule::numbered("S8"),
    gate: GateId::Schema,
    subcategory: Subcategory::AmbiguousScope,
    severity: Severity::Blocker,
    varies: "MAJOR in `plan.md` and `tasks.md`",
    title: "a question that is marked and not answered",
    why: "Each reader answers it differently, and the tasks rest on one of the answers.",
    act: "Answer the question, and replace `[NEEDS CLARIFICATION: …]` by the answer.",
    fix: None,
    example: in_one(
        SPEC,
        "- **FR-002**: The program greets a person by [NEEDS CLARIFICATION: first or full name?]",
        "- **FR-002**: The program greets a person by name.",
    ),
};

pub(super) static S9: RuleInfo = RuleInfo {
    id: Rule::numbered("S9"),
    gate: GateId::Schema,
    subcategory: Subcategory::IncompletePlan,
    severity: Severity::Major,
    varies: super::FINISHED,
    title: "text of a template that is left",
    why: "A part of the document was never written.",
    act: "Replace the text by what is true of the feature, or remove it.",
    fix: None,
    example: in_one(
        PLAN,
        "[Extract from feature spec: primary requirement]",
        "A command in Rust, without dependencies.",
    ),
};

/// Texts of the templates. On a line the first of this list is named.
const TEMPLATE: [&str; 26] = [
    "[FEATURE NAME]",
    "[###-feature-name]",
    "[###-feature]",
    "[Brief Title]",
    "[Describe this user journey",
    "[Explain the value and why it has",
    "[Describe how this can be tested",
    "[initial state]",
    "[expected outcome]",
    "[boundary condition]",
    "[error scenario]",
    "[specific capability, e.g.",
    "[key interaction, e.g.",
    "[Measurable metric, e.g.",
    "[Extract from feature spec",
    "[Document the selected structure",
    "[Gates determined based on constitution file]",
    "[REMOVE IF UNUSED]",
    "[e.g., Python 3.11",
    "[Brief description of what this story delivers]",
    "[How to verify this story works on its own]",
    "[Add more user stor",
    "$ARGUMENTS",
    "TXXX ",
    "[Entity 1]",
    "[endpoint/feature]",
];

static ANY: LazyLock<AhoCorasick> =
    LazyLock::new(|| AhoCorasick::new(TEMPLATE).expect("a test compiles it"));

const MARKER: &str = "[NEEDS CLARIFICATION";

/// A text before the marker that speaks of markers, and leaves no question.
static SPOKEN_OF: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:no|zero|0|without|any|all|max(?:imum)?|resolved?)\b[^.!?]{0,30}$")
        .expect("a test compiles it")
});

/// Bytes before a marker that are looked at: the longest word, and 30 characters behind it.
const BEFORE: usize = 8 + 30 * 4;

pub(super) fn check(feature: &Feature, out: &mut Vec<Finding>) {
    for document in &feature.subject.documents {
        let is_spec = document.path().ends_with(spec_kit::SPEC);
        let mut is_template_left = false;
        for line in document.lines() {
            questions(document, line, is_spec, out);
            if !is_template_left && let Some((text, span)) = template(line) {
                is_template_left = true;
                out.push(Spot::in_document(document, &document.place(span)).says(
                    &S9,
                    format!("text of the template is left: {}", quoted(text)),
                    "write what is true of this feature, or remove the text",
                ));
            }
        }
    }
}

fn questions(
    document: &SubjectDocument,
    line: DocumentLine<'_>,
    is_spec: bool,
    out: &mut Vec<Finding>,
) {
    let mut code = None;
    let mut struck = None;
    for (at, _) in line.text.match_indices(MARKER) {
        let code = code.get_or_insert_with(|| inline_code(line.text));
        let struck = struck.get_or_insert_with(|| line.text.find("~~").unwrap_or(usize::MAX));
        if is_within(code, at) || *struck < at || is_spoken_of(&line.text[..at]) {
            continue;
        }
        let span = line.start + at..line.start + at + MARKER.len();
        let finding = Spot::in_document(document, &document.place(span)).says(
            &S8,
            "a question is marked here, and not answered",
            "answer it, and put the answer in the marker's place",
        );
        let severity = if is_spec { Severity::Blocker } else { Severity::Major };
        out.push(weighing(severity, finding));
    }
}

fn is_within(spans: &[Range<usize>], at: usize) -> bool {
    let next = spans.partition_point(|span| span.end <= at);
    spans.get(next).is_some_and(|span| span.contains(&at))
}

fn is_spoken_of(before: &str) -> bool {
    let mut from = before.len().saturating_sub(BEFORE);
    while !before.is_char_boundary(from) {
        from += 1;
    }
    SPOKEN_OF.is_match(&before[from..])
}

/// The first text of the templates that a line holds outside of inline code.
fn template(line: DocumentLine<'_>) -> Option<(&'static str, Range<usize>)> {
    if !ANY.is_match(line.text) {
        return None;
    }
    let code = inline_code(line.text);
    TEMPLATE.into_iter().find_map(|text| {
        let mut places = line.text.match_indices(text).map(|(at, _)| at);
        let at = places.find(|&at| !is_within(&code, at))?;
        Some((text, line.start + at..line.start + at + text.trim_end().len()))
    })
}
