//! What is said of a place: what a finding means, where an id is defined, which ids may stand there,
//! what fixes it.

use std::collections::HashMap;

use ls_types::{
    CodeAction, CodeActionKind, CompletionItem, CompletionItemKind, CompletionTextEdit, Hover,
    HoverContents, Location, MarkupContent, MarkupKind, Position, Range, TextEdit, Uri,
    WorkspaceEdit,
};

use super::diagnostics::{ByFile, diagnostic};
use super::documents::Documents;
use super::positions::{TextLines, Units};
use crate::app::fix;
use crate::app::judged::Judged;
use crate::app::named::{self, NamedKind};
use crate::evidence::v2::gates::GateFinding;
use crate::gates::{self, RuleInfo};
use crate::report::escape::markdown::prose;
use crate::wiring::WiringFault;

/// One place in a document, and all that is known there.
pub(super) struct At<'a> {
    pub(super) documents: &'a Documents,
    pub(super) judged: &'a Judged,
    pub(super) findings: &'a ByFile,
    pub(super) units: Units,
    pub(super) path: &'a str,
}

impl At<'_> {
    /// What the findings at a position mean, and what the word there names.
    pub(super) fn hover(&self, position: Position) -> Option<Hover> {
        let text = self.documents.text(self.path);
        let lines = TextLines::of(&text);
        let its = self.findings.get(self.path).into_iter().flatten();
        let here = its.filter_map(|finding| {
            let range = diagnostic(finding, &lines, self.units).range;
            (range.start <= position && position <= range.end).then_some(finding)
        });
        let mut parts: Vec<String> = here.filter_map(meaning).collect();
        parts.dedup();
        let (_, column) = self.units.place(&lines, position);
        let (word, ..) = named::word_at(lines.line(position.line), column);
        let named = named::named(self.judged, self.path, &word);
        if let Some(named) = named.filter(|named| named.kind != NamedKind::File) {
            let title = match named.title.as_str() {
                "" => String::new(),
                title => format!(": {}", prose(title)),
            };
            parts.insert(0, format!("**{}** ({}){title}", named.id, named.kind.as_str()));
        }
        let value = parts.join("\n\n---\n\n");
        let contents = MarkupContent { kind: MarkupKind::Markdown, value };
        (!parts.is_empty())
            .then(|| Hover { contents: HoverContents::Markup(contents), range: None })
    }

    /// Where the word at a position is defined.
    pub(super) fn definition(&self, position: Position) -> Option<Location> {
        let text = self.documents.text(self.path);
        let lines = TextLines::of(&text);
        let (_, column) = self.units.place(&lines, position);
        let (word, ..) = named::word_at(lines.line(position.line), column);
        let at = named::named(self.judged, self.path, &word)?.location;
        let its_text = self.documents.text(&at.file);
        let its = TextLines::of(&its_text);
        let end = if at.end_line == at.line { at.end_column } else { at.column };
        let range = self.units.range(&its, (at.line, at.column), (at.line, end));
        Some(Location { uri: self.documents.uri(&at.file)?, range })
    }

    /// The ids that may stand at a position, in the place of the word there.
    pub(super) fn completion(&self, position: Position) -> Vec<CompletionItem> {
        let text = self.documents.text(self.path);
        let lines = TextLines::of(&text);
        let (line, column) = self.units.place(&lines, position);
        let (_, start, end) = named::word_at(lines.line(position.line), column);
        let range = self.units.range(&lines, (line, start), (line, end));
        let ids = named::ids(self.judged, self.path).into_iter();
        let item = |named: named::Named| CompletionItem {
            label: named.id.clone(),
            kind: Some(match named.kind {
                NamedKind::Requirement => CompletionItemKind::PROPERTY,
                NamedKind::Ticket | NamedKind::Rfc | NamedKind::File => {
                    CompletionItemKind::REFERENCE
                }
            }),
            detail: (!named.title.is_empty()).then_some(named.title),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: named.id })),
            ..CompletionItem::default()
        };
        ids.map(item).collect()
    }
}

/// The fixes of the findings that a range touches.
pub(super) fn actions(
    documents: &mut Documents,
    findings: &ByFile,
    units: Units,
    path: &str,
    range: Range,
) -> Result<Vec<CodeAction>, WiringFault> {
    let text = documents.text(path);
    let lines = TextLines::of(&text);
    // Editors ask at every move; most places have nothing to fix.
    let may_be_fixed = findings.iter().any(|(file, its)| {
        let mut fixable = its.iter().filter(|finding| fix::is_fixable(finding));
        fixable.any(|finding| {
            let at = diagnostic(finding, &lines, units).range;
            file != path || at.start <= range.end && range.start <= at.end
        })
    });
    if !may_be_fixed {
        return Ok(Vec::new());
    }
    let fixed: Vec<GateFinding> =
        documents.fixes()?.fixed.iter().map(|fixed| fixed.finding.clone()).collect();
    let mut actions = Vec::new();
    for finding in fixed {
        let Some(fix) = &finding.fix else { continue };
        let told = diagnostic(&finding, &lines, units);
        // A fix is offered where its finding is, and where it edits.
        let touches = |at: Range| at.start <= range.end && range.start <= at.end;
        let is_here = finding.location.file == path && touches(told.range);
        let mut edits_here = fix.edits.iter().filter(|edit| edit.file == path);
        let edits_here = edits_here.any(|edit| {
            let (from, to) = ((edit.line, edit.column), (edit.end_line, edit.end_column));
            touches(units.range(&lines, from, to))
        });
        if !is_here && !edits_here {
            continue;
        }
        let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
        for edit in &fix.edits {
            let Some(uri) = documents.uri(&edit.file) else { continue };
            let its_text = documents.text(&edit.file);
            let its = TextLines::of(&its_text);
            let (from, to) = ((edit.line, edit.column), (edit.end_line, edit.end_column));
            let range = units.range(&its, from, to);
            let edit = TextEdit { range, new_text: edit.replacement.clone() };
            changes.entry(uri).or_default().push(edit);
        }
        actions.push(CodeAction {
            title: format!("{}: {}", finding.rule, fix.does),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: is_here.then(|| vec![told]),
            edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
            is_preferred: Some(true),
            ..CodeAction::default()
        });
    }
    Ok(actions)
}

/// Why the rule of a finding matters and what to do, from the table that `explain` prints.
fn meaning(finding: &GateFinding) -> Option<String> {
    let RuleInfo { id, title, why, act, fix, .. } = gates::rule(&finding.rule)?;
    let mut text = format!(
        "**{id} {}** {}\n\n{}\n\n{}\n\n{act}",
        finding.severity,
        prose(title),
        prose(&finding.description),
        prose(why)
    );
    if let Some(fix) = fix {
        text.push_str(&format!("\n\n`council-review fix` {}.", fix.does));
    }
    Some(text)
}
