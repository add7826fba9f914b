//! The ticket set as a whole: a line for each ticket, the requirements, what the gates said.

use super::Part;
use crate::model::task::{FindingView, GateSummary};
use crate::prompt::fence::Block;
use crate::source::{Dossier, Ticket, Tier};

/// INIT and cycle 1.
pub(super) fn set(dossier: &Dossier) -> Vec<Part> {
    let mut about = Block::new("rfc");
    let mut requirements = Block::new("requirements");
    if let Some(rfc) = dossier.rfc() {
        if let Some(title) = &rfc.title {
            about.entry("title", &flat(title));
        }
        for requirement in &rfc.requirements {
            let said = [&requirement.title, &requirement.statement];
            let said: Vec<String> = said.into_iter().flatten().map(|text| flat(text)).collect();
            let name = format!("{} ({})", requirement.id, requirement.origin.as_str());
            requirements.entry(&name, &said.join(" — "));
        }
    }
    let folder = &dossier.library.tickets_folder;
    let mut tickets = Block::new("tickets");
    tickets.entry("files", &format!("{folder}/{{id}}.yaml, unless the line says otherwise"));
    for ticket in dossier.tickets() {
        tickets.entry(ticket.stem.as_str(), &digest_line(folder, ticket));
    }
    for &at in &dossier.unreadable {
        let unreadable = &dossier.library.unreadable_tickets[at];
        tickets.entry(unreadable.stem.as_str(), "cannot be read");
    }
    let part = |heading, legend: &str, block: Block| Part {
        heading,
        legend: legend.to_owned(),
        blocks: if block.is_empty() { Vec::new() } else { vec![block] },
    };
    vec![
        part("The RFC", "", about),
        part("Requirements", "", requirements),
        part(
            "Tickets, a line for each",
            "Title; status; phase; the requirements bound to it; the tickets it depends on; how \
             many files, steps, criteria and verifications it names.",
            tickets,
        ),
    ]
}

fn digest_line(folder: &str, ticket: &Ticket) -> String {
    let said = |text: &Option<crate::source::Text>| {
        text.as_ref().map_or_else(|| "-".to_owned(), |text| flat(&text.value))
    };
    let listed = |ids: Vec<&str>| match ids.is_empty() {
        true => "nothing".to_owned(),
        false => flat(&ids.join(", ")),
    };
    let files = ticket.paths.iter().filter(|path| path.tier != Tier::Context).count();
    let mut line = format!(
        "{}; {}; phase {}; for {}; after {}; {files} files, {} steps, {} criteria, {} verifications",
        said(&ticket.title),
        said(&ticket.status),
        said(&ticket.phase),
        listed(ticket.requirements.iter().map(|r| r.id.as_str()).collect()),
        listed(ticket.dependencies.iter().map(|d| d.target.as_str()).collect()),
        ticket.steps.len(),
        ticket.criteria.len(),
        ticket.verifications.len(),
    );
    if ticket.file != format!("{folder}/{}.yaml", ticket.stem) {
        line.push_str("; in ");
        line.push_str(&ticket.file);
    }
    line
}

/// What the deterministic gates said. Their findings are not voted on: the claim is enough.
pub(super) fn gates(gates: &[GateSummary], findings: &[FindingView]) -> Part {
    let mut legend = String::new();
    for gate in gates {
        let GateSummary { gate_id, status, finding_count } = gate;
        legend.push_str(&format!("- `{gate_id}`: {status}, findings: {finding_count}\n"));
    }
    let mut block = Block::new("findings of the gates");
    for finding in findings {
        let subject = match &finding.ticket_id {
            Some(ticket) => ticket.as_str(),
            None => &finding.location.file,
        };
        let name = format!("{} {} {subject}", finding.severity, finding.subcategory);
        let path = match finding.location.yaml_path.as_str() {
            "" => String::new(),
            path => format!("{path}: "),
        };
        block.entry(&name, &format!("{path}{}", flat(&finding.description)));
    }
    let blocks = if block.is_empty() { Vec::new() } else { vec![block] };
    Part { heading: "What the gates found", legend: legend.trim_end().to_owned(), blocks }
}

/// Text of several lines as one.
pub(super) fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
