//! Findings as an editor shows them.

use std::collections::BTreeMap;

use ls_types::{Diagnostic, DiagnosticSeverity, NumberOrString};

use super::documents::Documents;
use super::positions::{TextLines, Units};
use crate::config;
use crate::evidence::v2::gates::GateFinding;
use crate::model::{Location, Severity, SubjectId};

const SOURCE: &str = "council-review";

/// By file, its findings.
pub(super) type ByFile = BTreeMap<String, Vec<GateFinding>>;

/// What nobody waived, each once, by file.
pub(super) fn by_file(findings: &BTreeMap<Option<SubjectId>, Vec<GateFinding>>) -> ByFile {
    let mut files = ByFile::new();
    for finding in findings.values().flatten() {
        let its = files.entry(finding.location.file.clone()).or_default();
        // A ticket that two RFCs plan is told of by both.
        let is_known = its.iter().any(|known| {
            (&known.rule, &known.location, &known.description)
                == (&finding.rule, &finding.location, &finding.description)
        });
        if !is_known {
            its.push(finding.clone());
        }
    }
    files
}

/// What an editor is told, by path, of the files that have something to tell.
pub(super) type Published = BTreeMap<String, Vec<Diagnostic>>;

/// That of the files as they are. Of files that are not open and of which nothing new is to be told,
/// what was told `before` is taken, so that a keystroke reads no file but its own.
pub(super) fn all(
    documents: &Documents,
    files: &ByFile,
    units: Units,
    before: (&ByFile, &Published),
) -> Published {
    let mut told = Published::new();
    for (path, findings) in files {
        let same = before.1.get(path).filter(|_| before.0.get(path) == Some(findings));
        if let Some(same) = same.filter(|_| !documents.is_open(path)) {
            told.insert(path.clone(), same.clone());
            continue;
        }
        let text = documents.text(path);
        let lines = TextLines::of(&text);
        let its = findings.iter().map(|finding| diagnostic(finding, &lines, units));
        told.insert(path.clone(), its.collect());
    }
    if !documents.config_faults.is_empty() {
        let text = documents.text(config::FILE);
        let lines = TextLines::of(&text);
        let faults = documents.config_faults.iter().map(|fault| Diagnostic {
            severity: Some(DiagnosticSeverity::ERROR),
            ..plain(&fault.place.in_file(config::FILE), fault.message.clone(), &lines, units)
        });
        told.entry(config::FILE.to_owned()).or_default().extend(faults);
    }
    told
}

/// One finding.
pub(super) fn diagnostic(finding: &GateFinding, lines: &TextLines<'_>, units: Units) -> Diagnostic {
    let severity = match finding.severity {
        // What another finding explains goes with that one.
        _ if !finding.because.is_empty() => DiagnosticSeverity::HINT,
        Severity::Blocker => DiagnosticSeverity::ERROR,
        Severity::Major => DiagnosticSeverity::WARNING,
        Severity::Minor => DiagnosticSeverity::INFORMATION,
        Severity::Info => DiagnosticSeverity::HINT,
    };
    let message = format!("{}\nfix: {}", finding.description, finding.remediation);
    Diagnostic {
        severity: Some(severity),
        code: Some(NumberOrString::String(finding.rule.clone())),
        ..plain(&finding.location, message, lines, units)
    }
}

fn plain(at: &Location, message: String, lines: &TextLines<'_>, units: Units) -> Diagnostic {
    let (line, column) = (at.line, at.column);
    // Of a node of many lines the first one is marked: an editor would colour half a file.
    let end = if at.end_line == line { (line, at.end_column) } else { (line, u32::MAX) };
    Diagnostic {
        range: units.range(lines, (line, column), end),
        source: Some(SOURCE.to_owned()),
        message,
        ..Diagnostic::default()
    }
}
