//! The built-in rules as members of a council about a question (COUNCILS.md §1.10): they answer whether
//! an RFC's tickets are sound, and nothing else. However many members they hold, they are one mind.

mod lenses;
mod rounds;

use std::sync::Arc;

use super::{RuleMember, identity};
use crate::council::shared::statement::{
    Argument, MAX_QUOTE, MAX_RISKS, Risk, SourceQuote, StatedLevel, Statement,
};
use crate::model::{Choice, Finding, GateId, Identity, Severity};
use crate::source::Dossier;
use crate::symbols::Index;

/// What the rules find in one RFC, for all members that they hold.
#[derive(Debug, Clone)]
pub struct RulePanel {
    findings: Arc<Vec<Defect>>,
    /// What was read, in one line, and where that stands.
    read: Arc<(String, Option<SourceQuote>)>,
}

/// A defect that a rule found.
#[derive(Debug, Clone)]
struct Defect {
    gate: GateId,
    severity: Severity,
    text: String,
    fix: String,
    cite: Option<SourceQuote>,
}

impl RulePanel {
    /// The rules over a dossier, what its code defines, and what the gates found there.
    pub fn over(dossier: &Arc<Dossier>, index: &Arc<Index>, gates: &[Finding]) -> Self {
        let of_gates = gates.iter().map(|finding| Defect {
            gate: finding.gate,
            severity: finding.severity,
            text: finding.description.clone(),
            fix: finding.remediation.clone(),
            cite: line_of(dossier, &finding.location.file, finding.location.line),
        });
        let mut findings: Vec<Defect> = of_gates.collect();
        for member in RuleMember::panel(dossier, index) {
            let found = member.findings().into_iter().map(|(_, claim)| Defect {
                gate: claim.gate_id,
                severity: claim.severity,
                text: claim.description,
                fix: claim.remediation,
                cite: quoted(&claim.file, &claim.quote),
            });
            findings.extend(found);
        }
        // What stands nowhere rests on nothing.
        findings.retain(|defect| defect.cite.is_some());
        findings.sort_by_key(|defect| std::cmp::Reverse(defect.severity));
        let count = dossier.tickets().filter(|ticket| ticket.is_live()).count();
        let read = format!("{count} live tickets of {}", dossier.subject);
        let folder = dossier.rfc().map(|rfc| format!("{}/", rfc.folder));
        let is_own = |path: &str| folder.as_deref().is_some_and(|own| path.starts_with(own));
        let mut paths = dossier.files.iter().map(|file| file.path.as_str());
        let cite = paths.find(|path| is_own(path)).and_then(|path| first_line(dossier, path));
        Self { findings: Arc::new(findings), read: Arc::new((read, cite)) }
    }

    /// What the rules of some gates, under a name, or without one all rules say.
    fn statement(&self, of: Option<&(&str, &[GateId])>) -> Statement {
        let is_of = |defect: &&Defect| of.is_none_or(|(_, gates)| gates.contains(&defect.gate));
        let found: Vec<&Defect> = self.findings.iter().filter(is_of).collect();
        let heavy = found.iter().filter(|defect| defect.severity >= Severity::Major).count();
        let choice = if heavy > 0 { Choice::Flawed } else { Choice::Sound };
        let (read, title) = (&self.read.0, &self.read.1);
        let rules = match of {
            Some((name, _)) => format!("the built-in rules of {name}"),
            None => "the built-in rules".to_owned(),
        };
        let position = match (found.len(), heavy) {
            (0, _) => format!("Over {read}, {rules} found no defect."),
            (1, 0) => format!("Over {read}, {rules} found one defect; it does not weigh HIGH."),
            (all, 0) => format!("Over {read}, {rules} found {all} defects; none weighs HIGH."),
            (1, _) => format!("Over {read}, {rules} found one defect, which weighs HIGH."),
            (all, _) => format!("Over {read}, {rules} found {all} defects; {heavy} weigh HIGH."),
        };
        let ground = found.first().and_then(|defect| defect.cite.clone()).or(title.clone());
        let left_out = found.len().saturating_sub(MAX_RISKS);
        let mut assumptions =
            vec!["Rules read words and references; they do not understand a plan.".to_owned()];
        if left_out > 0 {
            assumptions.push(format!(
                "The {MAX_RISKS} gravest defects are listed and {left_out} are not; `council-review gates` and a review list all."
            ));
        }
        Statement {
            understanding: "Whether the tickets of this RFC are sound, by rules alone.".to_owned(),
            choice,
            position: position.clone(),
            arguments: vec![Argument { text: position, cites: ground.into_iter().collect() }],
            risks: found.iter().take(MAX_RISKS).map(|defect| risk(defect)).collect(),
            assumptions,
            questions: Vec::new(),
            next_steps: Vec::new(),
            confidence: StatedLevel::Low,
            confidence_reason: "Built-in rules (no AI model) decide nothing about meaning."
                .to_owned(),
        }
    }

    /// Who answers, as the evidence names it.
    pub fn identity() -> Identity {
        identity()
    }
}

fn risk(defect: &Defect) -> Risk {
    let severity = match defect.severity {
        Severity::Blocker | Severity::Major => StatedLevel::High,
        Severity::Minor => StatedLevel::Medium,
        Severity::Info => StatedLevel::Low,
    };
    Risk {
        text: defect.text.clone(),
        severity,
        mitigation: defect.fix.clone(),
        cites: defect.cite.clone().into_iter().collect(),
    }
}

/// A line of a file as something to quote.
fn line_of(dossier: &Dossier, file: &str, line: u32) -> Option<SourceQuote> {
    quoted(file, dossier.text(file)?.line(line))
}

/// The first line of a file that says something.
fn first_line(dossier: &Dossier, file: &str) -> Option<SourceQuote> {
    let source = dossier.text(file)?;
    let lines = (1..=40).map(|line| source.line(line));
    let mut said = lines.filter(|line| !line.trim_start().starts_with(['#', '-']));
    said.find_map(|line| quoted(file, line))
}

fn quoted(file: &str, quote: &str) -> Option<SourceQuote> {
    let line = quote.lines().map(str::trim).find(|line| !line.is_empty())?;
    let quote: String = line.chars().take(MAX_QUOTE).collect();
    Some(SourceQuote { file: file.to_owned(), quote: quote.trim_end().to_owned() })
}
