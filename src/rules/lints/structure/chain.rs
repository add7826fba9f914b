//! Cycle 1: dependencies that the content does not need. One too many makes the RFC's longest chain
//! longer, and two people wait where both could work.

use std::collections::BTreeMap;

use crate::model::TicketId;
use crate::rules::desk::products::routes;
use crate::rules::desk::vocabulary::stems;
use crate::rules::desk::{Desk, prose, touched_or_told};
use crate::rules::lexicon::{self, Words};
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Hit, LintRule, Repeat};
use crate::rules::seat::RuleSeat;
use crate::rules::text::words::{self, shortened};
use crate::source::{DependencyEntry, PathKind, Ticket};

pub(crate) static RULES: &[LintRule] = &[LintRule {
    name: "a dependency that the content does not need",
    kind: &kind::LONG_CHAIN,
    finds: "no name, file or topic of the ticket comes from the one it waits for, and the wait makes a chain longer",
    seat: RuleSeat::Sa1,
    modes: [43, 6],
    repeat: Repeat::PerTicket,
    confidence: Confidence::Hint,
    check: needless,
}];

/// From how many tickets on a file that they all change says nothing about any two of them.
const HUB: usize = 3;

/// The ticket of the same RFC that an entry waits for.
pub(crate) fn target<'d>(desk: &Desk<'d>, entry: &DependencyEntry) -> Option<&'d Ticket> {
    let id: TicketId = entry.target.rsplit(':').next()?.trim().parse().ok()?;
    desk.live.iter().copied().find(|ticket| ticket.stem == id)
}

/// Why the entry was made, where it says so.
pub(crate) fn reason(ticket: &Ticket, entry: &DependencyEntry) -> String {
    // The entry's place may be its id; the reason stands beside it.
    let path = entry.place.yaml_path();
    let holder = path.strip_suffix(".ticket_id").or(path.strip_suffix(".id")).unwrap_or(path);
    let node = ticket.source.yaml_at(holder);
    let said = node.and_then(|node| node.get("reason")?.as_scalar().map(str::to_owned));
    said.unwrap_or_default()
}

/// Files that both work on and that not everybody does.
fn shared_files(desk: &Desk<'_>, a: &Ticket, b: &Ticket) -> Vec<String> {
    let theirs = touched_or_told(b);
    let mut found = Vec::new();
    for file in touched_or_told(a) {
        let Some(other) = theirs.iter().find(|other| other.path == file.path) else {
            continue;
        };
        let is_made = other.kind == PathKind::Create && !desk.exists(&other.path);
        let users = desk.live.iter().filter(|ticket| {
            let mut files = ticket.paths.iter();
            files.any(|entry| entry.raw.trim().trim_start_matches("./") == file.path)
        });
        if is_made || users.count() <= HUB {
            found.push(file.path);
        }
    }
    found
}

/// What of the other ticket the ticket names, in its text or as the reason of the dependency.
fn used_name(
    desk: &Desk<'_>,
    ticket: &Ticket,
    other: &Ticket,
    entry: &DependencyEntry,
) -> Option<String> {
    let products = desk.products();
    let named = products.made(&other.stem).find(|name| products.names(&ticket.stem, name));
    if let Some(name) = named {
        return Some(name.trim_end_matches("()").to_owned());
    }
    let reason = reason(ticket, entry);
    let tells = |name: &&str| {
        let bare = name.trim_end_matches("()");
        bare.len() >= 4 && reason.contains(bare)
    };
    let in_reason = products.made(&other.stem).find(tells);
    let in_reason = in_reason.map(|name| name.trim_end_matches("()").to_owned());
    // A reason with a name of code says what is needed, whoever makes it.
    in_reason
        .or_else(|| words::identifiers(&reason).into_iter().next())
        .or_else(|| words::paths(&reason).into_iter().next())
}

/// Telling words of the other ticket's title and scope that the ticket speaks of.
fn shared_topic(desk: &Desk<'_>, ticket: &Ticket, other: &Ticket) -> Vec<String> {
    let about: String = other.in_scope.iter().map(|text| format!(" {}", text.value)).collect();
    let about = format!("{}{about}", other.name());
    let own = desk.work_stems(ticket);
    let mut about = stems(&about);
    about.retain(|stem| own.contains(stem) && desk.is_distinctive(stem));
    about.into_iter().collect()
}

/// Where the ticket names the other one outside its dependencies.
pub(crate) fn mentions(ticket: &Ticket, other: &Ticket) -> bool {
    prose(ticket).any(|text| text.value.contains(other.stem.as_str()))
}

static NEEDS: Words = lexicon::words("reason-needs");

/// Whether the entry says what is needed; one without a reason is taken at its word, since nothing
/// tells why it was made.
fn is_reasoned(desk: &Desk<'_>, ticket: &Ticket, other: &Ticket, entry: &DependencyEntry) -> bool {
    let reason = reason(ticket, entry);
    if reason.trim().is_empty() {
        return true;
    }
    let says_need = NEEDS.has_any(&words::words(&reason));
    let about = stems(&reason);
    let title = stems(other.name());
    let own = stems(ticket.name());
    // Two things that only the other one works on say as much as its title.
    let theirs = desk.work_stems(other);
    let is_of_work = |stem: &&String| {
        theirs.contains(*stem) && !own.contains(*stem) && desk.is_distinctive(stem)
    };
    if about.iter().filter(is_of_work).count() >= 2 || !routes(&reason).is_empty() {
        return true;
    }
    !is_only_timing(ticket, entry)
        && (says_need || about.intersection(&title).any(|stem| !own.contains(stem)))
}

static TIMING: Words = lexicon::words("reason-timing");

/// Whether the reason of an entry only says when it suits: it has words of order or likeness, and
/// none that says what is needed.
fn is_only_timing(ticket: &Ticket, entry: &DependencyEntry) -> bool {
    let reason = reason(ticket, entry);
    let said = words::words(&reason);
    let has_name = reason.contains(['`', '(', '_', '/'])
        || words::code_names(&reason).next().is_some()
        || reason.contains("::");
    let says_need = NEEDS.has_any(&said);
    // Who has much to say of the reason does not only speak of time.
    let is_told = stems(&reason).len() >= 8;
    !has_name && !says_need && !is_told && TIMING.has_any(&said)
}

/// Telling words of the other ticket that speak for the wait: more are asked for where the reason
/// itself names none.
fn topic_floor(ticket: &Ticket, entry: &DependencyEntry) -> usize {
    if is_only_timing(ticket, entry) { 5 } else { 2 }
}

/// The files that speak for the wait: those that both work on, or, where the reason only speaks of
/// time, those that the other ticket makes.
fn telling_files(
    desk: &Desk<'_>,
    ticket: &Ticket,
    other: &Ticket,
    entry: &DependencyEntry,
) -> Vec<String> {
    let mut files = shared_files(desk, ticket, other);
    if is_only_timing(ticket, entry) {
        files.retain(|path| !desk.exists(path));
    }
    files
}

/// The number of tickets on the longest chain that ends with each ticket, without one edge.
fn depths(desk: &Desk<'_>, without: Option<(&TicketId, &TicketId)>) -> BTreeMap<TicketId, usize> {
    let mut depths: BTreeMap<TicketId, usize> = BTreeMap::new();
    // As often as a chain can be long: each round settles one more step of it.
    for _ in 0..desk.live.len() {
        let mut is_settled = true;
        for ticket in &desk.live {
            let before = ticket.dependencies.iter().filter_map(|entry| {
                let other = target(desk, entry)?;
                let is_cut = without == Some((&ticket.stem, &other.stem));
                (!is_cut).then(|| depths.get(&other.stem).copied().unwrap_or(1))
            });
            let depth = before.max().unwrap_or(0) + 1;
            if depths.insert(ticket.stem.clone(), depth) != Some(depth) {
                is_settled = false;
            }
        }
        if is_settled {
            break;
        }
    }
    depths
}

/// By how many tickets the edge makes the longest chain through the ticket longer.
pub(crate) fn delay(desk: &Desk<'_>, ticket: &Ticket, other: &Ticket) -> usize {
    let with = depths(desk, None);
    let without = depths(desk, Some((&ticket.stem, &other.stem)));
    let of = |depths: &BTreeMap<TicketId, usize>| depths.get(&ticket.stem).copied().unwrap_or(1);
    of(&with).saturating_sub(of(&without))
}

fn needless(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let mut hits = Vec::new();
    for entry in &ticket.dependencies {
        let Some(other) = target(desk, entry).filter(|other| other.stem != ticket.stem) else {
            continue;
        };
        let is_needed = mentions(ticket, other)
            || used_name(desk, ticket, other, entry).is_some()
            || !telling_files(desk, ticket, other, entry).is_empty()
            || is_reasoned(desk, ticket, other, entry)
            || shared_topic(desk, ticket, other).len() >= topic_floor(ticket, entry);
        // What can hardly be judged is left alone.
        let is_told = desk.work_stems(ticket).len() >= 12 && desk.work_stems(other).len() >= 12;
        let delay = if is_needed || !is_told { 0 } else { delay(desk, ticket, other) };
        if delay == 0 {
            continue;
        }
        hits.extend(Hit::at(
            ticket,
            &entry.place,
            other.stem.as_str(),
            format!(
                "{} waits for {} (\"{}\") and uses nothing of it: no file, name or topic of the one occurs in the other; the wait only makes the chain {} longer",
                ticket.stem,
                other.stem,
                shortened(other.name()),
                words::count(delay, "ticket", "tickets")
            ),
            format!(
                "drop {} from the dependencies of {}, or say in the reason what of it is needed",
                other.stem, ticket.stem
            ),
        ));
    }
    hits
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{found_in, ticket};

    const LEDGER: &str = "plan:\n  steps:\n  - Write LeaseTable with owner and expiry to the ledger in src/ledger.rs, one line for each lease\n  - Read the ledger back at the start, skip a torn final line and log where it began, never panic\n";

    fn files(reason: &str, step: &str) -> [(String, String); 2] {
        let mail = format!(
            "dependencies:\n  tickets:\n  - ticket_id: TCK-00001\n    reason: \"{reason}\"\nplan:\n  steps:\n  - Render the weekly mail for operators in src/mail.rs, subject and body from templates\n  - Encode umlauts in subjects, wrap bodies at seventy columns, refuse addresses without a host\n  - {step}\n"
        );
        [ticket(1, "Leases in a ledger", LEDGER), ticket(2, "Weekly mail", &mail)]
    }

    #[test]
    fn a_wait_has_a_reason_in_the_content() {
        let name = "a dependency that the content does not need";
        let idle = "Unit tests with two addresses";
        for order in ["Planned for the next sprint", "Same area of the product", "Ledgers first"] {
            assert_eq!(found_in(name, &files(order, idle)).len(), 1, "{order}");
        }
        assert_eq!(
            found_in(name, &files("One after the other keeps the board tidy", idle)),
            ["TCK-00002 INFO PHASE_MISORDERING: TCK-00001"]
        );
        for (reason, step) in [
            ("Calls the reader", idle),
            ("GET /leases comes first", idle),
            ("A torn line follows the ledger's own order", idle),
            ("", idle),
            ("Comes before", "Count the rows of each LeaseTable"),
            ("Comes before", "List what TCK-00001 writes"),
            ("Comes before", "Change src/ledger.rs so that its log is mailed"),
        ] {
            assert!(found_in(name, &files(reason, step)).is_empty(), "{reason}: {step}");
        }
    }
}
