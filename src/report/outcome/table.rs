//! Councils in a list, and what one would ask.

use crate::evidence::v2::outcome::Outcome;
use crate::model::price::Cost;
use crate::report::page::{Page, Style, Tone, clipped, count};

/// One line of the list.
#[derive(Debug)]
pub struct OutcomeRow<'r> {
    /// The outcome.
    pub outcome: &'r Outcome,
    /// Materials that have changed since.
    pub changed: &'r [String],
}

/// The councils, a line each.
pub fn table(rows: &[OutcomeRow<'_>], style: Style) -> String {
    let mut page = Page::new(style);
    if rows.is_empty() {
        page.line(
            0,
            Tone::Plain,
            "no council was held here; hold one: council-review ask \"QUESTION\"",
        );
    }
    for row in rows {
        let head = &row.outcome.head;
        page.put(Tone::Strong, head.result.as_str());
        page.put(Tone::Plain, &format!("  {}", head.council_id));
        page.end();
        page.line(2, Tone::Plain, &clipped(&row.outcome.body.question.text, 160));
        if super::is_demonstration(row.outcome) {
            page.line(2, Tone::Warning, "DEMONSTRATION");
        }
        if !row.changed.is_empty() {
            let files = count(row.changed.len(), "file has", "files have");
            let line = format!("{files} changed since: {}", row.changed.join(", "));
            page.line(2, Tone::Warning, &line);
        }
    }
    page.finish()
}

/// What a council would ask of whom.
#[derive(Debug)]
pub struct PlannedCouncil {
    /// The panel's name and the kind of its council.
    pub panel: String,
    /// The question.
    pub question: String,
    /// Materials, with their bytes.
    pub materials: Vec<(String, usize)>,
    /// Files that are not shown, and why.
    pub excluded: Vec<(String, String)>,
    /// Whether the first step shows them whole.
    pub is_full: bool,
    /// Who sits: name, holder, office or lens.
    pub members: Vec<(String, String, String)>,
    /// Each step: its name, calls, tokens at the least.
    pub steps: Vec<(String, u64, u64)>,
    /// What the session may use.
    pub token_budget: u64,
    /// What that costs at the dearest price; none where somebody has no price.
    pub cost: Option<Cost>,
    /// Who has no price.
    pub unpriced: Vec<String>,
    /// Who cannot be asked yet, a line each.
    pub obstacles: Vec<String>,
    /// Rounds of looks of each task.
    pub looks: u32,
    /// The prompts of the first step, by member.
    pub prompts: Vec<(String, String)>,
}

/// The page of a plan.
pub fn planned(plan: &PlannedCouncil, with_prompts: bool, style: Style) -> String {
    let mut page = Page::new(style);
    page.put(Tone::Strong, &plan.panel);
    page.end();
    page.line(2, Tone::Plain, &clipped(&plan.question, 400));
    page.heading("members");
    for (name, holder, part) in &plan.members {
        page.line(2, Tone::Plain, &format!("{name}: {holder}{part}"));
    }
    if !plan.materials.is_empty() {
        page.heading("materials");
        for (name, bytes) in &plan.materials {
            page.line(2, Tone::Plain, &format!("{name}, {bytes} bytes"));
        }
        let shown = if plan.is_full { "whole" } else { "in summary" };
        page.line(2, Tone::Quiet, &format!("the first step shows them {shown}"));
    }
    for (path, why) in &plan.excluded {
        page.line(2, Tone::Warning, &format!("not shown: {path} ({why})"));
    }
    page.heading("calls");
    let (mut calls, mut tokens) = (0, 0);
    for (step, asked, least) in &plan.steps {
        calls += asked;
        tokens += least;
        let line =
            format!("{step}: {}, about {least} tokens", count(*asked as usize, "call", "calls"));
        page.line(2, Tone::Plain, &line);
    }
    if calls > 0 {
        let line = format!(
            "{}, about {tokens} tokens at the least, {} at the most",
            count(calls as usize, "call", "calls"),
            plan.token_budget
        );
        page.line(2, Tone::Strong, &line);
    }
    if calls == 0 {
        page.line(2, Tone::Plain, "built-in rules answer: no model is asked, and nothing is paid");
    }
    if let Some(cost) = &plan.cost {
        page.line(
            2,
            Tone::Plain,
            &format!("{cost} USD at the most, if all of the budget were used at the dearest price"),
        );
    } else if !plan.unpriced.is_empty() {
        let line = format!(
            "cost unknown: `prices` in council.yaml has none of {}",
            plan.unpriced.join(", ")
        );
        page.line(2, Tone::Plain, &line);
    }
    for line in &plan.obstacles {
        page.line(2, Tone::Warning, &format!("not ready: {line}"));
    }
    if plan.looks > 0 && tokens > 0 {
        let line = format!(
            "each task may look up to {} times: one message more each time, with up to 48000 characters of the repository in all",
            plan.looks
        );
        page.line(2, Tone::Plain, &line);
    }
    let mut text = page.finish();
    if with_prompts {
        for (member, prompt) in &plan.prompts {
            text.push_str(&format!(
                "\n==== {member}\n\n{}\n",
                crate::report::escape::block(prompt)
            ));
        }
    }
    text
}
