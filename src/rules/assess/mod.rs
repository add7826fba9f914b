//! A seat's opinion of one ticket: three gates and the rubric's checklist. A reason says what this
//! seat looked at, and no more.

pub(crate) mod checklist;

use crate::gates::text::checks::proof;
use crate::gates::text::plan::{concrete_line, own_step};
use crate::model::opinion::{Assessment, GateOpinion};
use crate::model::{GateId, GateStatus, Severity};
use crate::rules::assess::checklist::checklist;
use crate::rules::desk::files::{neighbours, new_files};
use crate::rules::desk::sizing::{
    components_counted, counted, deeds, files_counted, nothing_counted, spread,
};
use crate::rules::desk::{Desk, is_title_only, touched_or_told};
use crate::rules::lints::Found;
use crate::rules::lints::cousin::extension::extension_points;
use crate::rules::lints::rule::Hit;
use crate::rules::seat::RuleSeat;
use crate::rules::text::words::{count, is_source, listed, shortened};
use crate::source::{PathKind, Ticket};

/// One ticket, as this seat sees it; `found` is what the rules found in the RFC.
pub(crate) fn assess(
    desk: &Desk<'_>,
    seat: RuleSeat,
    ticket: &Ticket,
    found: &Found,
) -> Assessment {
    Assessment {
        ticket_id: ticket.stem.clone(),
        atomicity: atomicity(desk, seat, ticket, found),
        implementability: implementability(ticket, found),
        anti_cousin: anti_cousin(desk, seat, ticket, found),
        checklist: checklist(seat, ticket),
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
                return Some(hit.description.clone());
            }
            let shares = hit
                .also
                .iter()
                .any(|(id, severity)| *id == ticket.stem && *severity >= Severity::Major);
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

fn atomicity(desk: &Desk<'_>, seat: RuleSeat, ticket: &Ticket, found: &Found) -> GateOpinion {
    if let Some(settled) = settled(GateId::Atomicity, ticket, found) {
        return settled;
    }
    let files = counted(desk, seat, ticket);
    let components = spread(desk, seat, ticket);
    if touched_or_told(ticket).is_empty() && components.is_empty() {
        return opinion(GateStatus::NotApplicable, nothing_counted(seat, ticket));
    }
    let size = if files.is_empty() {
        nothing_counted(seat, ticket)
    } else {
        files_counted(seat, files.len())
    };
    // Where nothing was counted, an absence of components tells nothing either.
    let place = match (files.is_empty(), components.is_empty()) {
        (true, true) => String::new(),
        _ => format!("; {}", components_counted(desk, seat, ticket)),
    };
    let check = match proof(ticket) {
        Some(_) => "",
        None => "; it brings no check",
    };
    opinion(GateStatus::Passed, format!("{size}{place}{check}"))
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

fn anti_cousin(desk: &Desk<'_>, seat: RuleSeat, ticket: &Ticket, found: &Found) -> GateOpinion {
    if let Some(settled) = settled(GateId::AntiCousin, ticket, found) {
        return settled;
    }
    let files = touched_or_told(ticket);
    let deeds = deeds(desk, ticket, &files);
    if deeds.is_empty() {
        let reason = "the ticket names no file, so there is nothing to compare with the tree";
        return opinion(GateStatus::NotApplicable, reason.to_owned());
    }
    let is_new = |kind: PathKind, path: &str| kind == PathKind::Create && !desk.exists(path);
    let created: Vec<&str> = files
        .iter()
        .filter(|file| is_new(file.kind, &file.path))
        .map(|file| file.path.as_str())
        .collect();
    if created.is_empty() {
        return opinion(GateStatus::Passed, deeds);
    }
    let looked = match seat {
        RuleSeat::Sa1 => homes(desk, &created),
        RuleSeat::Sa2 | RuleSeat::Sa3 => compared(desk, seat, ticket, &created),
    };
    opinion(GateStatus::Passed, format!("{deeds}; {looked}"))
}

/// The structurist's look: whether each new file has a component that answers for it.
fn homes(desk: &Desk<'_>, created: &[&str]) -> String {
    let homeless: Vec<&str> =
        created.iter().copied().filter(|path| desk.component(path).is_none()).collect();
    match homeless.as_slice() {
        [] => "each new file lies in a component that the atlas knows".to_owned(),
        some => format!("the atlas has no component for {}", listed(some, 3)),
    }
}

/// The look of the others: which names the new ones were compared with.
fn compared(desk: &Desk<'_>, seat: RuleSeat, ticket: &Ticket, created: &[&str]) -> String {
    let new = new_files(desk, ticket);
    if new.is_empty() {
        let has_source = created.iter().any(|path| is_source(path));
        return match has_source {
            true => "each new source file has a justification in the ticket".to_owned(),
            false => {
                "no new file is source code, and only names of source files are compared".to_owned()
            }
        };
    }
    let mut near: Vec<&str> = new.iter().flat_map(|file| neighbours(desk, ticket, file)).collect();
    near.sort_unstable();
    near.dedup();
    let others = count(near.len(), "source file", "source files");
    let how = match seat {
        RuleSeat::Sa2 => "no name beside it is another spelling of a new one",
        RuleSeat::Sa1 | RuleSeat::Sa3 => {
            "none has a new one's words for a name without the ticket knowing it"
        }
    };
    let looked = match near.len() {
        0 => "no other source file with the same ending is in the same component".to_owned(),
        _ => format!("compared the new names with {others} of the same component: {how}"),
    };
    match (seat, extension_points(desk, ticket)) {
        (RuleSeat::Sa3, points @ 1..) => {
            let points = count(points, "extension point", "extension points");
            format!("{looked}; {points} of the atlas there: none for this that it passes by")
        }
        _ => looked,
    }
}
