//! Gate 1, hidden characters in what tickets and the RFC's files say (GATES.md R53).

use std::collections::BTreeSet;

use super::fields::{R11, R12, R13};
use crate::gates::diagnostic::{Spot, count};
use crate::gates::example::{FIRST, in_one};
use crate::gates::path;
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Location, Rule, Severity, Subcategory};
use crate::source::hidden::HiddenText;
use crate::source::{Dossier, Library, Ticket};

pub(super) static R53: RuleInfo = RuleInfo {
    id: Rule::numbered("R53"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Major,
    varies: "",
    title: "hidden characters in what a file says",
    why: "People and models then read another text than the one shown. Variation selectors of emoji, and joiners between emoji or in scripts that are spelled with them, are none of these.",
    act: "Type the values again by hand, or delete the characters.",
    fix: None,
    example: in_one(FIRST, r#"    title: "Greet by\u200b name""#, r#"    title: Greet by name"#),
};

/// What a ticket hides. Values at which its `shape` is refused by R11 to R13 are told there, paths by
/// R42.
pub(super) fn in_ticket(library: &Library, ticket: &Ticket, shape: &[Finding]) -> Option<Finding> {
    let found = library.hidden.get(&ticket.file)?;
    let ids = [R11.id, R12.id, R13.id];
    let told = shape.iter().filter(|finding| ids.contains(&finding.rule));
    let mut told: BTreeSet<Location> = told.map(|finding| finding.location.clone()).collect();
    let refused = ticket.paths.iter().filter(|entry| path::hides(&entry.raw));
    told.extend(refused.map(|entry| entry.place.in_file(&ticket.file)));
    let left = found.iter().filter(|text| !told.contains(&text.place.in_file(&ticket.file)));
    let left: Vec<&HiddenText> = left.collect();
    let spot = Spot::in_ticket(ticket, &left.first()?.place);
    Some(finding(spot, &left))
}

/// What the files of the RFC hide that hold its meta, its requirements and its plan.
pub(super) fn in_folder(dossier: &Dossier) -> Vec<Finding> {
    let Some(rfc) = dossier.rfc() else {
        return Vec::new();
    };
    let below = format!("{}/", rfc.folder);
    let files = dossier.library.hidden.range(below.clone()..);
    let files = files.take_while(|(file, _)| file.starts_with(&below));
    let is_ours = |file: &str| {
        let name = &file[below.len()..];
        !name.contains('/') && ["00_", "01_", "06_"].iter().any(|number| name.starts_with(number))
    };
    files
        .filter(|(file, _)| is_ours(file))
        .filter_map(|(file, found)| {
            let found: Vec<&HiddenText> = found.iter().collect();
            let spot = Spot::in_file(&dossier.library, file, &found.first()?.place);
            Some(finding(spot, &found))
        })
        .collect()
}

/// One finding for a file: how many, which, and on which lines.
fn finding(spot: Spot, found: &[&HiddenText]) -> Finding {
    let chars: Vec<&(char, u32)> = found.iter().flat_map(|text| &text.chars).collect();
    let codes: BTreeSet<char> = chars.iter().map(|(c, _)| *c).collect();
    let lines: BTreeSet<u32> = chars.iter().map(|(_, line)| *line).collect();
    let codes = codes.into_iter().map(|c| format!("U+{:04X}", u32::from(c)));
    let place = if lines.len() == 1 { "line" } else { "lines" };
    spot.says(
        &R53,
        format!(
            "{} ({}) at {place} {}: people and models read another text than the one shown",
            count(chars.len(), "hidden character", "hidden characters"),
            some(codes.collect(), ", "),
            some(lines.iter().map(u32::to_string).collect(), " and "),
        ),
        "type the values again by hand, or delete the characters",
    )
}

/// The first of them, and how many more there are; `last` stands before the last one.
fn some(mut names: Vec<String>, last: &str) -> String {
    /// What a reader can still take in.
    const SHOWN: usize = 8;
    if let Some(more) = names.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        names.truncate(SHOWN);
        return format!("{} and {more} more", names.join(", "));
    }
    match names.split_last() {
        Some((end, others)) if !others.is_empty() => format!("{}{last}{end}", others.join(", ")),
        Some(_) | None => names.concat(),
    }
}
