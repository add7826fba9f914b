//! The opinion of one ticket, the same for each seat that the rules hold: three gates and the rubric's
//! checklist. A reason says what was looked at, and no more.

pub(crate) mod checklist;

use crate::gates::text::checks::proof;
use crate::gates::text::plan::{concrete_line, own_step};
use crate::model::opinion::{Assessment, GateOpinion};
use crate::model::{GateId, GateStatus, Severity};
use crate::rules::assess::checklist::checklist;
use crate::rules::desk::files::{neighbours, new_files};
use crate::rules::desk::sizing::{deeds, size};
use crate::rules::desk::{Desk, TouchedPath, is_title_only, touched_or_told};
use crate::rules::lints::Found;
use crate::rules::lints::rule::Hit;
use crate::rules::text::words::{count, shortened};
use crate::source::{PathKind, Ticket};

/// One ticket; `found` is what the rules found in the RFC.
pub(crate) fn assess(desk: &Desk<'_>, ticket: &Ticket, found: &Found) -> Assessment {
    Assessment {
        ticket_id: ticket.stem.clone(),
        atomicity: atomicity(desk, ticket, found),
        implementability: implementability(ticket, found),
        anti_cousin: anti_cousin(desk, ticket, found),
        checklist: checklist(ticket),
    }
}

fn opinion(status: GateStatus, reason: String) -> GateOpinion {
    GateOpinion { status, reason }
}

/// FAILED by what the rules found at this gate, of MAJOR or worse; also by what is said at another
/// ticket for this one, too.
fn faults(gate: GateId, ticket: &Ticket, found: &Found) -> Option<GateOpinion> {
    let said: Vec<String> = found
        .all()
        .filter(|hit| hit.kind().gate == gate && hit.severity >= Severity::Major)
        .filter_map(|hit| {
            if hit.ticket == ticket.stem {
                return Some(hit.description());
            }
            let shares = hit.also.iter().any(|(other, severity)| {
                other.name == ticket.stem.as_str() && *severity >= Severity::Major
            });
            shares.then(|| format!("as in {}: {}", hit.ticket, hit.rule().name))
        })
        .collect();
    (!said.is_empty()).then(|| opinion(GateStatus::Failed, said.join("; ")))
}

fn finished(ticket: &Ticket) -> Option<GateOpinion> {
    let status = ticket.known_status.filter(|_| !ticket.is_live())?;
    let reason = format!("the ticket is {}: nothing is left to be done", status.as_str());
    Some(opinion(GateStatus::NotApplicable, reason))
}

fn settled(gate: GateId, ticket: &Ticket, found: &Found) -> Option<GateOpinion> {
    finished(ticket).or_else(|| faults(gate, ticket, found))
}

fn atomicity(desk: &Desk<'_>, ticket: &Ticket, found: &Found) -> GateOpinion {
    if let Some(settled) = settled(GateId::Atomicity, ticket, found) {
        return settled;
    }
    let files = touched_or_told(ticket);
    if files.is_empty() {
        return opinion(GateStatus::NotApplicable, "the ticket names no file".to_owned());
    }
    let check = match proof(ticket) {
        Some(_) => "",
        None => "; it brings no check",
    };
    opinion(GateStatus::Passed, format!("{}{check}", size(desk, &files)))
}

fn implementability(ticket: &Ticket, found: &Found) -> GateOpinion {
    if let Some(settled) = settled(GateId::Implementability, ticket, found) {
        return settled;
    }
    if is_title_only(ticket) {
        let title = shortened(ticket.name());
        let reason = format!("\"{title}\" is a title, and the file has nothing beside it");
        return opinion(GateStatus::Failed, reason);
    }
    let begins = match own_step(ticket).or_else(|| concrete_line(ticket)) {
        Some(line) => format!("work can begin at line {}", line.place.line),
        None => "no scope line and no step names a file or a name of code".to_owned(),
    };
    let shown = match proof(ticket) {
        Some(_) => "",
        None => "; no line names a check",
    };
    let is_lesser = |hit: &&Hit| hit.ticket == ticket.stem && hit.severity > Severity::Info;
    let of_gate = found.all().filter(|hit| hit.kind().gate == GateId::Implementability);
    let lesser = of_gate.filter(is_lesser).count();
    let lesser = match lesser {
        0 => String::new(),
        n => format!("; {} raised", count(n, "smaller point is", "smaller points are")),
    };
    let reason = format!(
        "read {}, {}, {} and {}: {begins}{shown}{lesser}",
        count(ticket.in_scope.len(), "scope line", "scope lines"),
        count(ticket.steps.len(), "step", "steps"),
        count(ticket.criteria.len(), "criterion", "criteria"),
        count(ticket.verifications.len(), "check", "checks"),
    );
    opinion(GateStatus::Passed, reason)
}

fn anti_cousin(desk: &Desk<'_>, ticket: &Ticket, found: &Found) -> GateOpinion {
    if let Some(settled) = settled(GateId::AntiCousin, ticket, found) {
        return settled;
    }
    let files = touched_or_told(ticket);
    let deeds = deeds(desk, ticket, &files);
    if deeds.is_empty() {
        let reason = "the ticket names no file, so there is nothing to compare with the tree";
        return opinion(GateStatus::NotApplicable, reason.to_owned());
    }
    let is_new = |file: &&TouchedPath| file.kind == PathKind::Create && !desk.exists(&file.path);
    if !files.iter().any(|file| is_new(&file)) {
        return opinion(GateStatus::Passed, deeds);
    }
    let new = new_files(desk, ticket);
    let mut near: Vec<&str> = new.iter().flat_map(|file| neighbours(desk, ticket, file)).collect();
    near.sort_unstable();
    near.dedup();
    let looked = match (new.len(), near.len()) {
        (0, _) => "no new source file is without a justification".to_owned(),
        (_, 0) => "no other source file with the same ending is near".to_owned(),
        (_, others) => {
            let others = count(others, "source file", "source files");
            format!("compared the new names with {others} near: none says the same role unnoticed")
        }
    };
    opinion(GateStatus::Passed, format!("{deeds}; {looked}"))
}
