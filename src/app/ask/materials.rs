//! The materials of a question, gathered from the snapshot: nothing of it is executed.

use super::{AskInputs, AskWish, escalation};
use crate::app::{AppFault, searched};
use crate::gates;
use crate::markdown;
use crate::model::slip::{did_you_mean, nearest};
use crate::model::{Finding, SubjectId, TicketId};
use crate::source::brief::{MaterialChange, MaterialKind, Materials, RefusedMaterial, changes};
use crate::source::{Dossier, RfcState};
use crate::symbols::{self, Language};

fn bad<T>(line: impl Into<String>) -> Result<T, AppFault> {
    Err(AppFault::BadInput(line.into()))
}

impl From<RefusedMaterial> for AppFault {
    fn from(refused: RefusedMaterial) -> Self {
        AppFault::BadInput(refused.to_string())
    }
}

/// What a wish asks to show: files that a person named first.
///
/// # Errors
/// Something that was named is not there, or shown to nobody.
pub(super) fn materials<'o>(
    wish: &AskWish,
    from: &AskInputs<'_>,
) -> Result<Materials<'o>, AppFault> {
    let mut all = Materials::new(&outline);
    for path in &wish.files {
        all.name(from.files, path)?;
    }
    if let Some(rfc) = &wish.rfc {
        of_rfc(&mut all, rfc, from)?;
    }
    if let Some(id) = &wish.ticket {
        all.name(from.files, &ticket_file(id, from)?)?;
    }
    if let Some(base) = &wish.diff {
        of_diff(&mut all, base, from)?;
    }
    if let Some(rfc) = &wish.escalation {
        let (finding, text) = escalation::told(rfc, &wish.findings, from)?;
        all.add(MaterialKind::Escalation, &format!("escalation:{finding}"), text)?;
    }
    if let Some(note) = &wish.note {
        if note.trim().is_empty() {
            return bad("the note is empty: write it on stdin, or leave out --note");
        }
        all.add(MaterialKind::Note, "note:stdin", note.clone())?;
    }
    Ok(all)
}

/// The RFC that a wish shows, or whose ticket it shows.
pub(super) fn rfc_of(wish: &AskWish, from: &AskInputs<'_>) -> Option<SubjectId> {
    let of_ticket = || {
        let tickets = &from.workspace.library.tickets;
        tickets.iter().find(|ticket| Some(&ticket.stem) == wish.ticket.as_ref())?.rfc.clone()
    };
    wish.rfc.clone().or_else(|| of_ticket().map(SubjectId::from))
}

/// What a review of the RFC reads, and what the deterministic gates find.
fn of_rfc(all: &mut Materials<'_>, rfc: &SubjectId, from: &AskInputs<'_>) -> Result<(), AppFault> {
    let dossier = from.workspace.dossier(rfc)?;
    if let Some(line) = nothing(&dossier) {
        return bad(line);
    }
    for file in &dossier.files {
        all.take(from.files, &file.path);
    }
    let results = from.workspace.gates.check(&dossier);
    let mut findings: Vec<&Finding> = results.iter().flat_map(|result| &result.findings).collect();
    findings.sort_by(|a, b| a.reporting_order(b));
    let text = match findings.is_empty() {
        true => "The deterministic gates found nothing.\n".to_owned(),
        false => findings.into_iter().map(told).collect(),
    };
    Ok(all.add(MaterialKind::Findings, &format!("findings:{rfc}"), text)?)
}

/// A finding of a gate, in a few lines.
fn told(finding: &Finding) -> String {
    let Finding { severity, rule, location, description, remediation, source_line, .. } = finding;
    let gate = gates::meta(finding.gate).id;
    let quote = match source_line.trim() {
        "" => String::new(),
        line => format!("  line: {line}\n"),
    };
    format!("{severity} {rule} {gate} {location}: {description}\n{quote}  to do: {remediation}\n")
}

/// Why there is nothing to judge of an RFC; `None` when there is.
fn nothing(dossier: &Dossier) -> Option<String> {
    let rfc = &dossier.subject;
    let folder = &dossier.library.rfcs_folder;
    Some(match dossier.state {
        RfcState::Ok | RfcState::MissingFolder => return None,
        RfcState::NotDecomposed => format!(
            "{rfc} has requirements and no ticket yet, so there is no plan to judge: show its files with --file {folder}/{rfc}/…, or write its tickets first"
        ),
        RfcState::SeedOnly => format!(
            "{folder}/{rfc} holds no YAML yet, so there is nothing to judge: begin with `council-review new rfc \"Title\" --id {rfc}`"
        ),
        RfcState::Retired => format!(
            "{rfc} is retired: it has no folder, and its tickets are done or given up; name another RFC"
        ),
        RfcState::NoRfcYaml => format!(
            "{folder}/{rfc} holds YAML, but none of an RFC's own files, so there is nothing to judge: show its files with --file"
        ),
    })
}

/// The file of a ticket.
fn ticket_file(id: &TicketId, from: &AskInputs<'_>) -> Result<String, AppFault> {
    let library = &from.workspace.library;
    if let Some(ticket) = library.tickets.iter().find(|ticket| ticket.stem == *id) {
        return Ok(ticket.file.clone());
    }
    let known = library.tickets.iter().map(|ticket| ticket.stem.as_str());
    bad(match library.tickets.is_empty() {
        true => format!("there is no ticket {id}: {}", searched::line(library)),
        false => format!("there is no ticket {id}{}", did_you_mean(&nearest(id.as_str(), known))),
    })
}

/// What changed since a revision, file by file.
fn of_diff(all: &mut Materials<'_>, base: &str, from: &AskInputs<'_>) -> Result<(), AppFault> {
    let before = from.base.ok_or_else(|| AppFault::Internal("no base was opened".to_owned()))?;
    let changed = changes(before, from.files);
    if changed.is_empty() {
        return bad(format!(
            "nothing differs between {base} and what is read: name another --diff"
        ));
    }
    let mut shown = 0;
    for MaterialChange { path, texts } in changed {
        match texts {
            Err(why) => all.exclude(&path, why),
            Ok((old, new)) => {
                let told = (from.patch)(&path, old.as_deref(), new.as_deref());
                let told = told.map_err(AppFault::Internal)?;
                match all.add(MaterialKind::Diff, &format!("diff:{path}"), told) {
                    Ok(()) => shown += 1,
                    Err(RefusedMaterial::Excluded(_, why)) => all.exclude(&path, why),
                    Err(other) => return Err(other.into()),
                }
            }
        }
    }
    match shown {
        0 => bad(format!(
            "none of what changed since {base} may be shown: it is no text, or looks like a secret"
        )),
        _ => Ok(()),
    }
}

/// The headings of a document, or the definitions of a source, with their lines.
fn outline(path: &str, text: &str) -> Vec<String> {
    let lower = path.to_lowercase();
    if lower.ends_with(".md") || lower.ends_with(".markdown") {
        let line = |at: usize| text[..at].matches('\n').count() + 1;
        let told = markdown::headings(text).map(|(at, title)| format!("{}: {title}", line(at)));
        return told.collect();
    }
    let Some(language) = Language::of(path) else { return Vec::new() };
    let symbols = symbols::extract(language, text.as_bytes());
    symbols.iter().map(|symbol| format!("{}: {}", symbol.line, symbol.head)).collect()
}
