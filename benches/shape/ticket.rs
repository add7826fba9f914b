//! A ticket's file, in one of three layouts: all below `ticket_meta`; `ticket_meta` with the work
//! beside it; or a stub of a ticket that has moved.

use super::page::Page;
use super::plan::{Fault, Layout, Rfc, Ticket};
use super::prose::Words;

/// Bytes of the real ticket files: the smallest, four quantiles between, the largest.
const BYTES: [(usize, usize); 8] = [
    (0, 700),
    (10, 1_070),
    (25, 1_548),
    (50, 2_516),
    (75, 4_025),
    (90, 6_017),
    (99, 9_410),
    (100, 12_288),
];

/// How many bytes a ticket shall have: its place among a thousand, between the quantiles.
fn wanted(words: &mut Words) -> usize {
    let place = words.below(1_000);
    let at = BYTES.iter().position(|(percent, _)| place < percent * 10).unwrap_or(1);
    let ((from, low), (to, high)) = (BYTES[at - 1], BYTES[at]);
    low + (high - low) * (place - from * 10) / ((to - from) * 10)
}

pub(super) fn text(rfc: &Rfc, ticket: &Ticket) -> String {
    let words = &mut Words::new(0x7c00_0000 + ticket.number);
    let bytes = wanted(words);
    let by_hand = rfc.by_hand && ticket.layout == Layout::Meta;
    let mut page = Page::new(by_hand);
    page.open(0, "ticket_meta");
    page.pair(1, "schema_version", "2026-01-24");
    page.pair(1, "template_version", "2026-01-24");
    header(&mut page, rfc, ticket);
    match ticket.layout {
        Layout::Stub => stub(&mut page, ticket, words),
        Layout::Meta => meta(&mut page, rfc, ticket, bytes, words),
        Layout::Hybrid => hybrid(&mut page, ticket, bytes, words),
    }
    let mut text = page.done();
    if ticket.fault == Some(Fault::BrokenYaml) {
        text.push_str("  broken: [\"a list\" # that nobody ends\n");
    }
    text
}

fn header(page: &mut Page, rfc: &Rfc, ticket: &Ticket) {
    page.open(1, "ticket");
    page.pair(2, "id", &ticket.id());
    if ticket.fault != Some(Fault::NoTitle) {
        page.pair(2, "title", &ticket.title);
    }
    if let Some(status) = ticket.status {
        page.pair(2, "status", status);
    }
    page.open(1, "binds");
    if ticket.layout == Layout::Meta {
        page.pair(2, "prd_id", &rfc.prd_id());
    }
    match (ticket.fault, ticket.number % 2) {
        (Some(Fault::Bindings), 0) if ticket.status.is_none() => {
            return page.pair(2, "rfc_id", "MAINTENANCE");
        }
        (Some(Fault::Bindings), _) if ticket.status.is_none() => {
            return page.line(2, "rfc_id: null");
        }
        _ => page.pair(2, "rfc_id", &rfc.id()),
    }
    if ticket.layout == Layout::Stub {
        return;
    }
    if ticket.fault == Some(Fault::Orphans) {
        return page.line(2, "requirements: []");
    }
    page.open(2, "requirements");
    for &one in &ticket.requirements {
        page.item_pair(2, "requirement_id", &rfc.requirement(one));
        if ticket.layout == Layout::Hybrid {
            continue;
        }
        let mut path = rfc.requirement_file(one);
        if ticket.fault == Some(Fault::NoSuchReference) {
            path = path.replace("/REQ-", "/RQE-");
        }
        page.pair(page.inside(2), "requirement_ref", &format!("{path}#requirement"));
    }
    if ticket.layout == Layout::Meta {
        page.open(2, "evidence_artifacts");
        for &one in &ticket.requirements {
            page.item_pair(2, "evidence_id", &rfc.evidence(one));
            let path = format!("{}#evidence_artifact", rfc.evidence_file(one));
            page.pair(page.inside(2), "artifact_ref", &path);
        }
    }
}

/// The list under `dependencies`, whose key stands at `depth`.
fn dependencies(page: &mut Page, depth: usize, ticket: &Ticket, words: Option<&mut Words>) {
    let mut ids: Vec<String> = match ticket.fault {
        Some(Fault::LostDependencies) => Vec::new(),
        _ => ticket.dependencies.iter().map(|number| format!("TCK-{number:05}")).collect(),
    };
    if ticket.fault == Some(Fault::NoSuchTicket) {
        // Among a hundred thousand the ticket exists, but that RFC does not have it.
        ids.push("RFC-0018:TCK-99999".into());
    }
    if ids.is_empty() {
        return page.line(depth, "tickets: []");
    }
    page.open(depth, "tickets");
    let mut words = words;
    for id in ids {
        page.item_pair(depth, "ticket_id", &id);
        if let Some(words) = words.as_deref_mut() {
            page.pair(page.inside(depth), "reason", &words.sentence());
        }
    }
}

/// A list of sentences until the page has so many bytes; one at least.
fn sentences(page: &mut Page, depth: usize, key: &str, until: usize, words: &mut Words) {
    page.open(depth, key);
    page.item(depth, &words.title());
    while page.len() < until {
        page.item(depth, &words.sentence());
    }
}

fn meta(page: &mut Page, rfc: &Rfc, ticket: &Ticket, bytes: usize, words: &mut Words) {
    page.open(1, "custody");
    page.list(2, "agent_roles", &["AGENT_IMPLEMENTER"]);
    page.list(2, "responsibility_domains", &["DOMAIN_KERNEL", "DOMAIN_RUNTIME"]);
    page.open(1, "dependencies");
    dependencies(page, 2, ticket, Some(words));
    let share =
        |page: &Page, percent: usize| page.len() + bytes.saturating_sub(page.len()) * percent / 100;
    let (ins, outs) = (share(page, 28), share(page, 38));
    let (steps, criteria) = (share(page, 66), share(page, 86));
    if bytes > 1_200 {
        page.open(1, "scope");
        sentences(page, 2, "in_scope", ins, words);
        sentences(page, 2, "out_of_scope", outs, words);
        page.open(1, "plan");
        sentences(page, 2, "steps", steps, words);
    }
    page.open(1, "definition_of_done");
    let evidence: Vec<String> = ticket.requirements.iter().map(|&one| rfc.evidence(one)).collect();
    page.list(2, "evidence_ids", &evidence);
    sentences(page, 2, "criteria", criteria, words);
    if page.len() + 120 < bytes {
        page.open(1, "notes");
        page.pair(2, "security", &words.sentence());
        let left = bytes.saturating_sub(page.len() + 60);
        page.block(2, "general", &words.paragraph(left.max(40)));
    }
}

fn hybrid(page: &mut Page, ticket: &Ticket, bytes: usize, words: &mut Words) {
    page.open(0, "dependencies");
    dependencies(page, 1, ticket, None);
    page.open(0, "implementation");
    page.block(1, "summary", &words.paragraph(bytes / 20));
    if ticket.creates.is_empty() {
        page.line(1, "files_to_create: []");
    } else {
        page.open(1, "files_to_create");
    }
    for path in &ticket.creates {
        page.item_pair(1, "path", path);
        page.pair(page.inside(1), "purpose", &words.title());
    }
    page.open(1, "files_to_modify");
    for path in &ticket.modifies {
        page.item_pair(1, "path", path);
        page.pair(page.inside(1), "changes", &words.title());
    }
    page.open(1, "implementation_steps");
    let mut step = 0;
    let until = page.len() + bytes.saturating_sub(page.len()) * 45 / 100;
    while step == 0 || page.len() < until {
        step += 1;
        page.item_pair(1, "step", &step.to_string());
        page.pair(page.inside(1), "action", &words.title());
        page.block(page.inside(1), "details", &words.paragraph(bytes / 20));
    }
    page.open(0, "acceptance_criteria");
    let until = page.len() + bytes.saturating_sub(page.len()) * 45 / 100;
    let mut at = 0;
    while at == 0 || page.len() < until {
        at += 1;
        page.item_pair(0, "criterion", &words.sentence());
        page.pair(page.inside(0), "verification", &words.title());
    }
    page.open(0, "test_requirements");
    for at in 1..=1 + bytes / 1_500 {
        page.item_pair(0, "test_id", &format!("UT-{:05}-{at:02}", ticket.number));
        page.pair(page.inside(0), "description", &words.title());
        let command = format!("cargo test -p {} {}", words.noun(), words.symbol());
        page.pair(page.inside(0), "verification_command", &command);
    }
    let left = bytes.saturating_sub(page.len() + 20);
    page.block(0, "notes", &words.paragraph(left.max(40)));
}

fn stub(page: &mut Page, ticket: &Ticket, words: &mut Words) {
    page.open(0, "supersession");
    page.pair(1, "superseded_by_rfc", "RFC-0001");
    page.pair(1, "migrated_to_ticket", &ticket.id());
    page.block(1, "rationale", &words.paragraph(120));
}
