//! What became of findings since the review before, and which kinds come again and again.

use crate::evidence::history::{FindingTrend, Level, Recurrence, TrackedFinding};
use crate::report::page::{Page, Style, Tone, count, cut};

/// As many findings of one course are named.
const NAMED: usize = 8;

/// What became of findings since the review before.
pub fn since_last(followed: &[TrackedFinding], style: Style) -> String {
    let mut page = Page::new(style);
    page.heading("since the review before");
    let of = |course| followed.iter().filter(move |one| one.course == course);
    let counts: Vec<String> = FindingTrend::ALL
        .iter()
        .map(|course| format!("{} {}", of(*course).count(), course.as_str().to_lowercase()))
        .collect();
    page.line(2, Tone::Plain, &counts.join(", "));
    for course in [FindingTrend::New, FindingTrend::Regressed, FindingTrend::Resolved] {
        let tone = match course {
            FindingTrend::Resolved => Tone::Good,
            FindingTrend::Regressed => Tone::Bad,
            FindingTrend::New | FindingTrend::Persisting => Tone::Plain,
        };
        for one in of(course).take(NAMED) {
            page.indent(2);
            page.put(tone, course.as_str());
            page.put(Tone::Plain, " ");
            // The id of a resolved one is of the review before: here it would be another's.
            let id = match course {
                FindingTrend::Resolved => String::new(),
                _ => format!("{} ", one.finding_id),
            };
            let (severity, kind, text) =
                (one.severity, one.subcategory, cut(&one.description, 100));
            page.flow(Tone::Plain, 6, &format!("{id}{severity}[{kind}]: {text}"));
            page.end();
        }
        let more = of(course).count().saturating_sub(NAMED);
        if more > 0 {
            let name = course.as_str().to_lowercase();
            page.line(2, Tone::Quiet, &format!("and {more} more {name}"));
        }
    }
    page.finish()
}

/// Where the columns begin.
const COUNT: usize = 16;
const KIND: usize = 24;

/// Which kinds of findings come again and again.
pub fn trends(recurrences: &[Recurrence], style: Style) -> String {
    let mut page = Page::new(style);
    if recurrences.is_empty() {
        page.line(0, Tone::Plain, "no review holds a finding");
        return page.finish();
    }
    page.put(Tone::Strong, "LEVEL");
    page.indent(COUNT);
    page.put(Tone::Strong, "COUNT");
    page.indent(KIND);
    page.put(Tone::Strong, "KIND");
    page.end();
    for class in recurrences {
        let tone = match class.level {
            Level::Escalate => Tone::Bad,
            Level::Countermeasure => Tone::Warning,
            Level::Flag => Tone::Notice,
            Level::None => Tone::Quiet,
        };
        page.put(tone, if class.level == Level::None { "-" } else { class.level.as_str() });
        page.indent(COUNT);
        page.put(Tone::Plain, &format!("{:>5}", class.count));
        page.indent(KIND);
        let rfcs: Vec<&str> = class.rfcs.iter().map(|rfc| rfc.name().as_str()).collect();
        let named = match rfcs.len() {
            0..=4 => rfcs.join(", "),
            n => count(n, "RFC", "RFCs"),
        };
        let text = format!(
            "{} of {} in a {} ({named})",
            class.subcategory, class.gate_id, class.file_kind
        );
        page.flow(Tone::Plain, KIND, &text);
        page.end();
    }
    page.gap();
    page.line(
        0,
        Tone::Quiet,
        "3 times: flag, 5: countermeasure, 10: escalate; each finding counts once",
    );
    page.finish()
}
