//! What a name in a report means: gates, rules, kinds of findings, modes, seats, verdicts, ends of a
//! review, exit codes. Printed from the tables that decide, never told a second time.

use super::council_words::{COUNCIL_WORDS, CouncilWord};
use super::meanings::{
    ABORTS, CATEGORIES, TERMINALS, VERDICTS, abort_meaning, severity_meaning, terminal_meaning,
    verdict_meaning,
};
use super::page::{Page, Style, Tone};
use crate::gates::{self, ExampleSide, RULES, RuleInfo, letters_of};
use crate::model::{
    AbortReason, Adapter, Category, ExitCode, GateId, GateType, ModeId, Office, Severity,
    Subcategory, TerminalState, Verdict,
};
use crate::prompt::modes;

/// How many suggestions are given for an unknown name.
const SUGGESTIONS: usize = 3;
/// The heading of the rules in the index.
const RULES_HEADING: &str = "rules of the deterministic gates";
/// The rule that reports nothing of its own and marks what others explain.
const CONSEQUENCES_ID: &str = "R57";
const FOLLOWS: &str = "what follows from what";
/// The heading of the modes in the index.
const MODES: &str = "modes of reasoning";
/// Below this likeness (Jaro-Winkler) nothing is suggested.
const ALIKE: f64 = 0.8;

/// Something that has a name.
#[derive(Debug, Clone, Copy)]
enum Topic<'a> {
    Gate(GateId),
    Rule(&'static RuleInfo),
    Consequences,
    Category(Category),
    Subcategory(Subcategory),
    Severity(Severity),
    Mode(ModeId),
    Seat(&'a Office),
    Verdict(Verdict),
    Terminal(TerminalState),
    Abort(AbortReason),
    Exit(ExitCode),
    Council(&'static CouncilWord),
}

impl<'a> Topic<'a> {
    /// All of them; `offices` are the members of the council.
    fn all(offices: &'a [Office]) -> impl Iterator<Item = Self> {
        let modes = modes::all().iter().map(|mode| Topic::Mode(mode.id));
        let gates = GateId::ALL.into_iter().map(Topic::Gate);
        gates
            .chain(RULES.iter().map(|rule| Topic::Rule(rule)))
            .chain([Topic::Consequences])
            .chain(CATEGORIES.into_iter().map(Topic::Category))
            .chain(Subcategory::ALL.iter().copied().map(Topic::Subcategory))
            .chain(Severity::WORST_FIRST.into_iter().map(Topic::Severity))
            .chain(modes)
            .chain(offices.iter().map(Topic::Seat))
            .chain(VERDICTS.into_iter().map(Topic::Verdict))
            .chain(TERMINALS.into_iter().map(Topic::Terminal))
            .chain(ABORTS.into_iter().map(Topic::Abort))
            .chain(ExitCode::ALL.into_iter().map(Topic::Exit))
            .chain(COUNCIL_WORDS.iter().map(Topic::Council))
    }

    /// The name that `explain` is asked for.
    fn id(self) -> String {
        match self {
            Topic::Gate(gate) => gate.as_str().to_owned(),
            Topic::Rule(rule) => rule.id.to_string(),
            Topic::Consequences => CONSEQUENCES_ID.to_owned(),
            Topic::Category(category) => category.as_str().to_owned(),
            Topic::Subcategory(subcategory) => subcategory.as_str().to_owned(),
            Topic::Severity(severity) => severity.as_str().to_owned(),
            Topic::Mode(mode) => format!("mode-{}", mode.number()),
            Topic::Seat(office) => office.name.to_owned(),
            Topic::Verdict(verdict) => verdict.as_str().to_owned(),
            Topic::Terminal(state) => state.as_str().to_owned(),
            Topic::Abort(abort) => abort.as_str().to_owned(),
            Topic::Exit(code) => format!("exit-{}", code.number()),
            Topic::Council(word) => word.name.to_owned(),
        }
    }

    /// Its kind, and what it is in a few words.
    fn listed(self) -> (&'static str, String) {
        match self {
            Topic::Gate(gate) => ("gates", gates::meta(gate).asks.to_owned()),
            Topic::Rule(rule) => (RULES_HEADING, rule.title.to_owned()),
            Topic::Consequences => (RULES_HEADING, FOLLOWS.to_owned()),
            Topic::Category(category) => {
                let kinds = Subcategory::ALL.iter().filter(|kind| kind.category() == category);
                let kinds: Vec<&str> = kinds.map(|kind| kind.as_str()).collect();
                ("families of findings", kinds.join(", "))
            }
            Topic::Subcategory(kind) => ("kinds of findings", kind.meaning().to_owned()),
            Topic::Severity(severity) => ("weights", severity_meaning(severity).to_owned()),
            Topic::Mode(mode) => (MODES, modes::mode(mode).name.clone()),
            Topic::Seat(seat) => ("seats", seat.role.to_owned()),
            Topic::Verdict(verdict) => ("verdicts", verdict_meaning(verdict).to_owned()),
            Topic::Terminal(state) => ("ends of a review", terminal_meaning(state).to_owned()),
            Topic::Abort(abort) => ("reasons for an abort", abort_meaning(abort).to_owned()),
            Topic::Exit(code) => ("exit codes", code.name().to_owned()),
            Topic::Council(word) => (word.kind, word.meaning.to_owned()),
        }
    }

    /// Whether somebody who asks for `key` means this. A bare number may mean a mode and an exit
    /// code: then both are explained.
    fn is_meant_by(self, key: &str) -> bool {
        let id = normalised(&self.id());
        if id == key {
            return true;
        }
        match self {
            Topic::Gate(_) => id.strip_prefix("GATE-TCK-") == Some(key),
            Topic::Mode(mode) => {
                id.strip_prefix("MODE-") == Some(key) || normalised(&modes::mode(mode).name) == key
            }
            Topic::Exit(_) => {
                let number = id.strip_prefix("EXIT-").unwrap_or_default();
                let longer = key.strip_prefix("EXIT-CODE-").or(key.strip_prefix("CODE-"));
                key == number || longer == Some(number)
            }
            _ => false,
        }
    }
}

/// One spelling for `exit 65`, `Exit_65` and `exit-65`.
fn normalised(id: &str) -> String {
    let words: Vec<&str> = id.split([' ', '_', '-']).filter(|word| !word.is_empty()).collect();
    words.join("-").to_ascii_uppercase()
}

/// Every name that `explain` knows, as it is spelled there.
pub fn topics(offices: &[Office]) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for topic in Topic::all(offices) {
        let id = topic.id();
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

/// What `id` means; `None` when it means nothing here.
pub fn explain(id: &str, offices: &[Office], style: Style) -> Option<String> {
    let key = normalised(id);
    let mut page = Page::new(style);
    let mut known = false;
    for topic in Topic::all(offices).filter(|topic| topic.is_meant_by(&key)) {
        known = true;
        page.gap();
        show(&mut page, topic, offices);
    }
    known.then(|| page.finish())
}

/// Everything that `explain` knows, by kind: each name with what it is.
pub fn index(offices: &[Office]) -> Vec<(&'static str, Vec<(String, String)>)> {
    let mut kinds: Vec<(&'static str, Vec<(String, String)>)> = Vec::new();
    for topic in Topic::all(offices) {
        let (kind, what) = topic.listed();
        let named = (topic.id(), what);
        match kinds.last_mut().filter(|(last, _)| *last == kind) {
            Some((_, names)) => names.push(named),
            None => kinds.push((kind, vec![named])),
        }
    }
    kinds
}

/// The same as a page; the modes have a command of their own.
pub fn index_page(offices: &[Office], style: Style) -> String {
    let mut page = Page::new(style);
    page.line(0, Tone::Plain, "council-review explain NAME, where NAME is one of these:");
    for (kind, names) in index(offices) {
        page.heading(kind);
        if kind == MODES {
            page.line(2, Tone::Plain, "mode-1 to mode-80; council-review modes lists them");
            continue;
        }
        let widest = names.iter().map(|(id, _)| id.len()).max().unwrap_or_default();
        for (id, what) in names {
            page.indent(2);
            page.put(Tone::Strong, &id);
            page.indent(widest + 4);
            page.flow(Tone::Plain, widest + 4, &what);
            page.end();
        }
    }
    page.finish()
}

/// Names that look like `id`, the likest first.
pub fn nearest(id: &str, offices: &[Office]) -> Vec<String> {
    let key = normalised(id);
    let mut likest: Vec<(f64, String)> = topics(offices)
        .into_iter()
        .map(|topic| (strsim::jaro_winkler(&key, &normalised(&topic)), topic))
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .collect();
    likest.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    likest.truncate(SUGGESTIONS);
    likest.into_iter().map(|(_, topic)| topic).collect()
}

fn title(page: &mut Page, id: &str, what: &str) {
    page.put(Tone::Strong, id);
    page.put(Tone::Plain, "  ");
    page.flow(Tone::Plain, 2, what);
    page.end();
}

fn entry(page: &mut Page, name: &str, text: &str) {
    if text.is_empty() {
        return;
    }
    page.indent(2);
    page.put(Tone::Quiet, name);
    page.indent(12);
    page.flow(Tone::Plain, 12, text);
    page.end();
}

fn show(page: &mut Page, topic: Topic<'_>, offices: &[Office]) {
    let id = topic.id();
    match topic {
        Topic::Gate(gate) => show_gate(page, gate),
        Topic::Rule(rule) => show_rule(page, rule),
        Topic::Consequences => show_consequences(page, &id),
        Topic::Category(category) => {
            title(page, &id, "a category of findings");
            let kinds = Subcategory::ALL.iter();
            for kind in kinds.filter(|kind| kind.category() == category) {
                page.gap();
                show_kind(page, *kind);
            }
        }
        Topic::Subcategory(kind) => {
            show_kind(page, kind);
            entry(page, "category", kind.category().as_str());
            rules(page, |rule| rule.subcategory == kind);
        }
        Topic::Severity(severity) => title(page, &id, severity_meaning(severity)),
        Topic::Mode(mode) => show_mode(page, mode, offices),
        Topic::Seat(office) => {
            title(page, &id, office.role);
            let modes = office.key_modes().map(|mode| {
                let name = &modes::mode(mode).name;
                format!("{} {name}", mode.number())
            });
            entry(page, "key modes", &modes.join(", "));
        }
        Topic::Verdict(verdict) => {
            title(page, &id, verdict_meaning(verdict));
            let code = ExitCode::from(verdict);
            entry(page, "exit", &format!("{} ({})", code.number(), code.name()));
        }
        Topic::Terminal(state) => {
            title(page, &id, terminal_meaning(state));
            if state == TerminalState::Aborted {
                entry(page, "reasons", &ABORTS.map(AbortReason::as_str).join(", "));
            }
        }
        Topic::Abort(abort) => title(page, &id, abort_meaning(abort)),
        Topic::Exit(code) => {
            title(page, &format!("exit {}", code.number()), code.name());
            page.line(2, Tone::Plain, code.meaning());
        }
        Topic::Council(word) => {
            title(page, word.name, word.meaning);
            entry(page, "one of", word.kind);
        }
    }
}

fn show_gate(page: &mut Page, gate: GateId) {
    let meta = gates::meta(gate);
    let number = GateId::ALL.iter().position(|g| *g == gate).unwrap_or(0) + 1;
    let how = match gate.gate_type() {
        GateType::Trusted => "TRUSTED: decided by code on which the other gates rely",
        GateType::Deterministic => "DETERMINISTIC: decided by code, no vote touches it",
        GateType::LlmAssisted => "LLM_ASSISTED: assessed by the three seats",
    };
    title(page, gate.as_str(), &format!("gate {number} of 7"));
    entry(page, "asks", meta.asks);
    entry(page, "why", meta.why);
    entry(page, "type", how);
    rules(page, |rule| rule.gate == gate);
}

fn rules(page: &mut Page, wanted: impl Fn(&RuleInfo) -> bool) {
    let mut list = |name: &str, letters: &[&str]| {
        let ids = RULES.iter().filter(|rule| wanted(rule)).map(|rule| rule.id.as_str());
        let ids = ids.filter(|id| letters.iter().any(|letter| id.starts_with(letter)));
        entry(page, name, &ids.collect::<Vec<&str>>().join(", "));
    };
    for adapter in Adapter::ALL {
        match adapter.is_native() {
            true => list("rules", &letters_of(adapter)),
            // The second letter is of all formats other than the native one.
            false => list(adapter.as_str(), &letters_of(adapter)[..1]),
        }
    }
    list("Markdown", &["A"]);
}

fn show_rule(page: &mut Page, rule: &RuleInfo) {
    title(page, rule.id.as_str(), rule.title);
    entry(page, "why", rule.why);
    entry(page, "act", rule.act);
    if let Some(fix) = &rule.fix {
        entry(page, "fix", &format!("`council-review fix` {}", fix.does));
    }
    let varies = match rule.varies {
        "" => String::new(),
        varies => format!("; {varies}"),
    };
    entry(page, "weighs", &format!("{}{varies}", rule.severity));
    entry(page, "kind", rule.subcategory.as_str());
    entry(page, "gate", rule.gate.as_str());
    side(page, "before", &rule.example.before);
    side(page, "after", &rule.example.after);
}

/// The table by which findings are told as consequences of others.
fn show_consequences(page: &mut Page, id: &str) {
    title(page, id, FOLLOWS);
    page.line(
        2,
        Tone::Plain,
        "A finding that others of the same review explain keeps its weight, says which, and is not counted by the verdict. A cause that weighs less explains in words only.",
    );
    for row in gates::CONSEQUENCES {
        entry(page, row.rule, &format!("because of {}: {}", row.of.join(", "), row.when));
    }
}

/// One side of an example: the file, then its lines as they are, never wrapped.
fn side(page: &mut Page, name: &str, side: &ExampleSide) {
    entry(page, name, side.file);
    for line in side.text.lines() {
        page.indent(14);
        page.put(Tone::Plain, line);
        page.end();
    }
}

fn show_kind(page: &mut Page, kind: Subcategory) {
    title(
        page,
        kind.as_str(),
        &format!("{} unless a rule says otherwise", kind.default_severity()),
    );
    page.line(2, Tone::Plain, kind.meaning());
}

fn show_mode(page: &mut Page, id: ModeId, offices: &[Office]) {
    let mode = modes::mode(id);
    let title_text = format!("{} ({})", mode.name, mode.category);
    title(page, &format!("mode {}", id.number()), &title_text);
    page.line(2, Tone::Plain, &mode.asks);
    for question in &mode.questions {
        page.indent(2);
        page.put(Tone::Quiet, "- ");
        page.flow(Tone::Plain, 4, question);
        page.end();
    }
    if let Some(office) = key_office(id, offices) {
        entry(page, "key mode", &format!("of {}, {}", office.name, office.role));
    }
}

/// The member that has this mode among its key modes.
pub fn key_office(mode: ModeId, offices: &[Office]) -> Option<&Office> {
    offices.iter().find(|office| office.key_modes().contains(&mode))
}

#[cfg(test)]
mod tests;
