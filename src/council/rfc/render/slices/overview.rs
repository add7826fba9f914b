//! The ticket set as a whole: a line for each ticket, the requirements, what the gates said.

use super::SliceSection;
use crate::council::rfc::ask::{FindingView, GateSummary};
use crate::model::TicketId;
use crate::prompt::fence::Block;
use crate::source::{Dossier, Ticket, Tier};

/// INIT and cycle 1.
pub(super) fn set(dossier: &Dossier) -> Vec<SliceSection> {
    let folder = &dossier.library.tickets_folder;
    let mut tickets = Block::new("tickets");
    if dossier.format.is_none() {
        tickets.entry("files", &format!("{folder}/{{id}}.yaml, unless a line says otherwise"));
    }
    for ticket in dossier.tickets() {
        tickets.entry(ticket.stem.as_str(), &digest_line(dossier, ticket));
    }
    for &at in &dossier.unreadable {
        let unreadable = &dossier.library.unreadable_tickets[at];
        tickets.entry(unreadable.stem.as_str(), "cannot be read");
    }
    let legend = "Title; status; phase; the requirements bound to it; the tickets it depends on; \
                  how many files, steps, criteria and verifications it names.";
    vec![
        title(dossier),
        requirements(dossier),
        SliceSection::of("Tickets, a line for each", legend, tickets),
    ]
}

/// The RFC's title.
pub(super) fn title(dossier: &Dossier) -> SliceSection {
    let mut about = Block::new("rfc");
    if let Some(rfc) = dossier.rfc()
        && let Some(title) = &rfc.title
    {
        if let Some(meta) = &rfc.meta {
            about.entry("file", &meta.file);
        }
        about.entry("title", &flat(title));
    }
    SliceSection::of("The RFC", "", about)
}

/// The requirements below the files that they stand in.
pub(super) fn requirements(dossier: &Dossier) -> SliceSection {
    let mut block = Block::new("requirements");
    let mut file = "";
    for requirement in dossier.rfc().into_iter().flat_map(|rfc| &rfc.requirements) {
        if requirement.file != file {
            file = &requirement.file;
            block.entry("file", file);
        }
        let said = [&requirement.title, &requirement.statement];
        let said: Vec<String> = said.into_iter().flatten().map(|text| flat(text)).collect();
        let name = format!("{} ({})", requirement.id, requirement.origin.as_str());
        block.entry(&name, &said.join(" — "));
    }
    SliceSection::of("Requirements", "", block)
}

/// The file that a ticket has unless the slice says otherwise.
pub(super) fn default_file(dossier: &Dossier, id: &TicketId) -> String {
    format!("{}/{id}.yaml", dossier.library.tickets_folder)
}

fn digest_line(dossier: &Dossier, ticket: &Ticket) -> String {
    let said = |text: &Option<crate::source::Text>| {
        text.as_ref().map_or_else(|| "-".to_owned(), |text| flat(&text.value))
    };
    let listed = |ids: Vec<&str>| match ids.is_empty() {
        true => "nothing".to_owned(),
        false => flat(&ids.join(", ")),
    };
    let files = ticket.paths.iter().filter(|path| path.tier != Tier::Context).count();
    let mut line = format!(
        "{}; {}; phase {}; for {}; after {}; {}, {}, {}, {}",
        said(&ticket.title),
        said(&ticket.status),
        said(&ticket.phase),
        listed(ticket.requirements.iter().map(|r| r.id.as_str()).collect()),
        listed(ticket.dependencies.iter().map(|d| d.target.as_str()).collect()),
        counted(files, "file", "files"),
        counted(ticket.steps.len(), "step", "steps"),
        counted(ticket.criteria.len(), "criterion", "criteria"),
        counted(ticket.verifications.len(), "verification", "verifications"),
    );
    if ticket.file != default_file(dossier, &ticket.stem) {
        line.push_str("; in ");
        line.push_str(&ticket.file);
    }
    line
}

/// What the deterministic gates said. Their findings are not voted on: the claim is enough.
pub(super) fn gates(gates: &[GateSummary], findings: &[FindingView]) -> SliceSection {
    let mut legend = String::new();
    for gate in gates {
        let GateSummary { gate_id, status, finding_count } = gate;
        let count = counted(*finding_count as usize, "finding", "findings");
        legend.push_str(&format!("- `{gate_id}`: {status}, {count}\n"));
    }
    let mut block = Block::new("findings of the gates");
    for finding in findings {
        let subject = match &finding.ticket_id {
            Some(ticket) => ticket.as_str(),
            None => &finding.location.file,
        };
        let FindingView { finding_id, severity, subcategory, .. } = finding;
        let name = format!("{finding_id} {severity} {subcategory} {subject}");
        let path = match finding.location.path.to_string().as_str() {
            "" => String::new(),
            path => format!("{path}: "),
        };
        block.entry(&name, &format!("{path}{}", flat(&finding.description)));
    }
    SliceSection::of("What the gates found", legend.trim_end(), block)
}

/// A number of things, in the form of its noun.
pub(in crate::council::rfc::render) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Text of several lines as one.
pub(super) fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
