//! Markdown: the same, for a comment or a document; every statement is folded.

use super::{
    agreement, answer, by, confidence, course, is_demonstration, lost, next, places, point,
    shown_flaws, voice,
};
use crate::evidence::v2::outcome::Outcome;
use crate::report::escape;
use crate::report::escape::markdown::prose;

/// The page of an outcome; `file` is where it stands.
pub fn markdown(outcome: &Outcome, file: Option<&str>) -> String {
    let head = &outcome.head;
    let mut out = format!("<!-- council-review: {} -->\n", head.council_id);
    out.push_str(&format!("## {}: {}\n\n", prose(&outcome.body.question.text), head.result));
    if is_demonstration(outcome) {
        out.push_str("**DEMONSTRATION**: a recorded council, no advice.\n\n");
    }
    let parts = [confidence(outcome), Some(agreement(outcome))];
    let parts: Vec<String> = parts.into_iter().flatten().map(|part| prose(&part)).collect();
    out.push_str(&format!("{}.\n\n", parts.join("; ")));
    out.push_str(&format!("{}\n\n", prose(&answer(outcome))));
    if let Some(by) = by(outcome) {
        out.push_str(&format!("In the words of {}.\n\n", prose(&by)));
    }
    let mut list = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            out.push_str(&format!("### {title}\n\n"));
            lines.iter().for_each(|line| out.push_str(&format!("- {}\n", prose(line))));
            out.push('\n');
        }
    };
    let dissent = outcome.body.dissent.iter();
    let against = dissent.map(|one| format!("{}: {}. {}", one.member, one.choice, one.position));
    list("Against", against.collect());
    let flaws = shown_flaws(outcome).into_iter().map(|(said, heavy)| {
        format!("{} {}: {} ({})", heavy.id, said.member, heavy.text, places(heavy).join("; "))
    });
    list("What weighs HIGH and stands where it quotes", flaws.collect());
    let told = outcome.body.synthesis.iter().flat_map(|synthesis| &synthesis.disagreements);
    let told =
        told.map(|one| format!("{} {}: {} {}", one.conflict, one.topic, one.resolution, one.why));
    list("Where they disagree", told.collect());
    list("Lost", lost(outcome));
    let notes = outcome.body.disclaimers.iter().map(|one| one.text.clone());
    list("To know", notes.collect());
    let mut next = next(outcome);
    let open = outcome.head.open.iter();
    next.extend(open.map(|open| format!("{} {}", open.decide, open.command)));
    list("Next", next);
    for said in &outcome.body.statements {
        let head = escape::html::text(&voice(outcome, said));
        out.push_str(&format!("<details><summary>{head}</summary>\n\n"));
        out.push_str(&format!("{}\n\n", prose(&said.position)));
        for one in &said.points {
            out.push_str(&format!("- {}: {}\n", prose(&point(one)), prose(&one.text)));
            for place in places(one) {
                out.push_str(&format!("  - {}\n", prose(&place)));
            }
        }
        out.push_str("\n</details>\n\n");
    }
    out.push_str(&format!("{}.\n", prose(&course(outcome))));
    if let Some(file) = file {
        out.push_str(&format!("\nOutcome: {}\n", escape::markdown::code(file)));
    }
    escape::without_commands(&out)
}
