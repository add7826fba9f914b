//! The page for a terminal.

use super::{
    agreement, answer, by, confidence, course, is_demonstration, is_open, lost, next, places,
    point, shown_flaws, voice,
};
use crate::evidence::v2::outcome::Outcome;
use crate::model::CouncilState;
use crate::report::page::{Detail, Page, Style, Tone, count};

/// The page of an outcome; `file` is where it stands.
pub fn text(outcome: &Outcome, file: Option<&str>, style: Style) -> String {
    let mut page = Page::new(style);
    if is_demonstration(outcome) {
        page.line(0, Tone::Warning, "DEMONSTRATION: a recorded council, no advice");
    }
    page.put(tone(outcome), outcome.head.result.as_str());
    page.put(Tone::Plain, "  ");
    page.put(Tone::Strong, outcome.head.council_id.as_str());
    page.end();
    page.line(2, Tone::Strong, &outcome.body.question.text);
    let parts = [confidence(outcome), Some(agreement(outcome))];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    page.line(2, Tone::Plain, &parts.join("; "));
    if style.detail > Detail::Quiet {
        body(&mut page, outcome, file.is_some());
    }
    if let Some(file) = file {
        page.gap();
        page.put(Tone::Quiet, "outcome: ");
        page.put(Tone::Plain, file);
        page.end();
    }
    page.finish()
}

fn tone(outcome: &Outcome) -> Tone {
    match outcome.head.terminal_state {
        CouncilState::Concluded if outcome.head.result.passes() => Tone::Good,
        CouncilState::Undecided => Tone::Warning,
        CouncilState::Concluded | CouncilState::Aborted => Tone::Bad,
    }
}

fn body(page: &mut Page, outcome: &Outcome, kept: bool) {
    let style = page.style();
    page.heading("answer");
    page.line(2, Tone::Plain, &answer(outcome));
    if let Some(by) = by(outcome) {
        page.line(2, Tone::Quiet, &format!("in the words of {by}"));
    }
    let why = &outcome.head.terminal_reason;
    let is_open = is_open(outcome) || outcome.head.terminal_state == CouncilState::Aborted;
    if is_open && *why != answer(outcome) {
        page.line(2, Tone::Warning, why);
    }
    dissent(page, outcome);
    let flaws = shown_flaws(outcome);
    if !flaws.is_empty() {
        page.heading("what weighs HIGH and stands where it quotes");
        for (said, heavy) in flaws {
            page.line(2, Tone::Plain, &format!("{} {}: {}", heavy.id, said.member, heavy.text));
            for place in places(heavy) {
                page.line(4, Tone::Quiet, &place);
            }
            if !heavy.mitigation.is_empty() {
                page.line(4, Tone::Act, &heavy.mitigation);
            }
        }
    }
    voices(page, outcome);
    notes(page, outcome);
    let next = next(outcome);
    if !next.is_empty() || outcome.head.open.is_some() {
        page.heading("next");
        for line in next {
            page.line(2, Tone::Plain, &line);
        }
        if let Some(open) = &outcome.head.open {
            page.line(2, Tone::Plain, &open.decide);
            page.line(2, Tone::Act, &open.command);
        }
    }
    page.gap();
    page.line(0, Tone::Quiet, &course(outcome));
    if kept && style.detail == Detail::Normal && !outcome.body.statements.is_empty() {
        let line = format!(
            "every argument and risk: council-review show {} --verbose",
            outcome.head.council_id
        );
        page.line(0, Tone::Quiet, &line);
    }
}

fn dissent(page: &mut Page, outcome: &Outcome) {
    if outcome.body.answer.choice.is_none() {
        return;
    }
    page.heading("against");
    if outcome.body.dissent.is_empty() {
        page.line(2, Tone::Plain, "nobody");
    }
    for one in &outcome.body.dissent {
        page.line(2, Tone::Warning, &format!("{}: {}. {}", one.member, one.choice, one.position));
    }
}

fn voices(page: &mut Page, outcome: &Outcome) {
    let lost = lost(outcome);
    if outcome.body.statements.is_empty() && lost.is_empty() {
        return;
    }
    page.heading("voices");
    for said in &outcome.body.statements {
        page.line(2, Tone::Strong, &voice(outcome, said));
        page.line(4, Tone::Plain, &said.position);
        match page.style().detail {
            Detail::Full => {
                for one in &said.points {
                    page.line(4, Tone::Plain, &format!("{}: {}", point(one), one.text));
                    for place in places(one) {
                        page.line(6, Tone::Quiet, &place);
                    }
                }
                for text in &said.assumptions {
                    page.line(4, Tone::Quiet, &format!("takes for granted: {text}"));
                }
                for text in &said.questions {
                    page.line(4, Tone::Quiet, &format!("asks: {text}"));
                }
            }
            Detail::Quiet | Detail::Normal => {
                let quoted = said.points.iter().filter(|one| !one.cites.is_empty()).count();
                let all = count(said.points.len(), "point", "points");
                page.line(4, Tone::Quiet, &format!("{all}, {quoted} with a quote"));
            }
        }
    }
    for line in lost {
        page.line(2, Tone::Warning, &format!("lost: {line}"));
    }
}

fn notes(page: &mut Page, outcome: &Outcome) {
    let synthesis = outcome.body.synthesis.iter();
    let disagreements = synthesis.flat_map(|synthesis| &synthesis.disagreements);
    let told: Vec<_> = disagreements.collect();
    if !told.is_empty() {
        page.heading("where they disagree");
        for one in told {
            page.line(
                2,
                Tone::Plain,
                &format!("{} {}: {}", one.conflict, one.topic, one.resolution),
            );
            page.line(4, Tone::Quiet, &one.why);
        }
    }
    if outcome.body.disclaimers.is_empty() && outcome.body.deviations.is_empty() {
        return;
    }
    page.heading("to know");
    for one in &outcome.body.disclaimers {
        page.line(2, Tone::Plain, &one.text);
    }
    for one in &outcome.body.deviations {
        let line =
            format!("{} in {} {}: {}", one.member, one.step, deviation(one.kind), one.detail);
        page.line(2, Tone::Plain, &line);
    }
}

const fn deviation(kind: crate::evidence::v2::outcome::DeviationWord) -> &'static str {
    use crate::evidence::v2::outcome::DeviationWord;
    match kind {
        DeviationWord::OverLength => "is longer than asked for",
        DeviationWord::OtherLanguage => "answers in another language",
        DeviationWord::UnreasonedChange => "changed its choice, which does not count",
    }
}
