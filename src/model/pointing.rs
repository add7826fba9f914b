//! Where a finding of a seat may point. The prompts say it in these words, a reply is admitted by
//! it, and a bundle is verified by it, so that nothing that a seat is allowed ends a session.

use super::ids::TicketId;

/// The files that a finding may be about, as the prompts say it: all of the dossier, whatever the
/// gate, the kind of defect and the severity. A file that cannot be read may be named; no quote is
/// found in it.
pub const FILES: &str = "of a ticket, of the RFC, of a requirement, of a decision or of components";

/// What a cite says in place of lines when it is about a folder's list.
pub const LISTED: &str = "list";
/// What a cite says in place of lines when nothing was there.
pub const NOTHING: &str = "none";

/// Why a finding of a seat cannot be about `file`; `None` when it can. `is_input` says whether the
/// file is one of the dossier's, `ticket` whom the finding names: nobody, or the ticket whose file
/// it is.
pub fn fault(is_input: bool, file: &str, ticket: Option<&TicketId>) -> Option<&'static str> {
    if !is_input {
        Some("is about a file that is not in the dossier")
    } else if ticket.is_some_and(|ticket| !is_file_of(file, ticket)) {
        Some("names a ticket and is about another file than the ticket's")
    } else {
        None
    }
}

/// Whether a file has the name of a ticket's. Work items of other formats have no file of their own:
/// they stand in one of Markdown.
fn is_file_of(file: &str, ticket: &TicketId) -> bool {
    let name = file.rsplit('/').next().unwrap_or_default();
    if ticket.as_str().parse::<TicketId>().is_err() {
        return name.ends_with(".md");
    }
    name.split_once('.')
        .is_some_and(|(stem, ending)| stem == ticket.as_str() && matches!(ending, "yaml" | "yml"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_points_at_any_input_and_names_the_ticket_whose_file_it_is() {
        let ticket: TicketId = "TCK-00001".parse().expect("an id");
        let its = "documents/work/tickets/TCK-00001.yaml";
        for (is_input, file, named, fits) in [
            (true, its, true, true),
            (true, its, false, true),
            (true, "tickets/TCK-00001.yml", true, true),
            (true, "documents/rfcs/RFC-0001/01_problem.yaml", false, true),
            (true, "Cargo.toml", false, true),
            (true, "documents/work/tickets/TCK-00002.yaml", true, false),
            (true, "documents/rfcs/RFC-0001/01_problem.yaml", true, false),
            (false, its, true, false),
            (false, "src/main.rs", false, false),
        ] {
            let named = named.then_some(&ticket);
            assert_eq!(fault(is_input, file, named).is_none(), fits, "{file} {named:?}");
        }
    }
}
