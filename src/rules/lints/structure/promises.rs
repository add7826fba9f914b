//! Cycle 1: bound requirements of which no line speaks, which hide a gap. Words are compared
//! generously, since people say one thing in many ways.

use crate::rules::desk::vocabulary::Stems;
use crate::rules::desk::{Desk, prose};
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Hit, LintRule, Repeat};
use crate::rules::message::{Arg, Args, Message};
use crate::rules::seat::RuleSeat;
use crate::source::{Requirement, Ticket};

pub(crate) static RULES: &[LintRule] = &[LintRule {
    name: "a bound requirement of which the ticket does not speak",
    kind: &kind::UNSERVED_REQUIREMENT,
    finds: "no telling word of the requirement is in a scope line, step, criterion or note of the ticket",
    seat: RuleSeat::Sa1,
    modes: [1, 6],
    repeat: Repeat::PerTicket,
    confidence: Confidence::Likely,
    check: unserved,
}];

/// How much of a requirement a ticket speaks of, in percent, each stem by what it tells.
fn spoken(desk: &Desk<'_>, ticket: &Ticket, requirement: &Requirement) -> u64 {
    desk.covered(desk.asked_stems(requirement), desk.served_stems(ticket))
}

/// So many tickets may have a stem that speaks for the one that has it.
const RARE: usize = 3;

/// Whether the ticket has none of what tells the requirement from others, while another ticket of
/// the RFC has much of it.
fn is_outdone(desk: &Desk<'_>, ticket: &Ticket, requirement: &Requirement) -> bool {
    let asked = desk.asked_stems(requirement);
    let mut heard = asked.intersection(desk.served_stems(ticket));
    let own = spoken(desk, ticket, requirement);
    // Who waits for the ticket that serves it goes on from there.
    let mut others = desk.others(ticket).filter(|o| !desk.waits_for(&ticket.stem, &o.stem));
    ticket.requirements.len() >= 2
        && asked.len() >= 3
        && own <= 35
        && !heard.any(|stem| desk.tickets_with(stem) <= RARE)
        && others.any(|other| spoken(desk, other, requirement) >= own + 30)
}

/// As many stems of a requirement must tell it apart before their absence says anything.
const TELLING: usize = 4;

/// What tells a requirement from the RFC's other ones: the stems that none of them has, and that not
/// every ticket speaks of.
fn telling(desk: &Desk<'_>, requirement: &Requirement) -> Stems {
    let mut own = desk.asked_stems(requirement).clone();
    let all = desk.dossier.rfc().map_or(&[][..], |rfc| &rfc.requirements);
    for other in all.iter().filter(|other| other.id != requirement.id) {
        let theirs = desk.asked_stems(other);
        own.retain(|stem| !theirs.contains(stem));
    }
    let bags = desk.bags();
    let is_common = |stem: &String| {
        bags.of.len() >= 2 && bags.spread.get(stem).is_some_and(|&n| n == bags.of.len())
    };
    own.retain(|stem| !is_common(stem));
    own
}

/// In an RFC of more tickets, what few of them say tells them apart.
const FEW_TICKETS: usize = 6;

/// Whether the ticket, in an RFC of few, says nothing at all that tells the requirement from the
/// others, while it has such words for another that it binds. What all of the RFC's tickets speak of
/// proves no claim.
fn is_unspoken(desk: &Desk<'_>, ticket: &Ticket, requirement: &Requirement) -> bool {
    let Some(said) = desk.bags().of.get(&ticket.stem) else { return false };
    if desk.bags().of.len() > FEW_TICKETS {
        return false;
    }
    let heard = |asked: &Requirement| {
        let telling = telling(desk, asked);
        (telling.len(), telling.intersection(said).count())
    };
    let speaks_of = |other: &Requirement| other.id != requirement.id && heard(other).1 >= 2;
    let mut bound = ticket.requirements.iter().filter_map(|bound| desk.requirement(bound));
    let (asked, spoken) = heard(requirement);
    asked >= TELLING
        && spoken == 0
        && better_servant(desk, ticket, requirement).is_none()
        && bound.any(speaks_of)
}

/// How many of a requirement's stems a ticket has, in percent.
fn heard(desk: &Desk<'_>, ticket: &Ticket, requirement: &Requirement) -> usize {
    let asked = desk.asked_stems(requirement);
    let heard = asked.intersection(desk.served_stems(ticket)).count();
    (100 * heard).checked_div(asked.len()).unwrap_or(0)
}

/// The other live ticket that binds a requirement and speaks more of it.
fn better_servant<'d>(
    desk: &Desk<'d>,
    ticket: &Ticket,
    requirement: &Requirement,
) -> Option<&'d Ticket> {
    let own = heard(desk, ticket, requirement);
    desk.others(ticket)
        .find(|other| binds(other, requirement) && heard(desk, other, requirement) >= own + 25)
}

fn binds(ticket: &Ticket, requirement: &Requirement) -> bool {
    let is_it = |id: &String| *id == requirement.id || requirement.aliases.contains(id);
    ticket.requirements.iter().any(|bound| is_it(&bound.id))
}

/// Whether some line of the ticket names the requirement outside the list that binds it.
fn names_requirement(ticket: &Ticket, requirement: &Requirement) -> bool {
    let ids = || requirement.aliases.iter().chain([&requirement.id]);
    prose(ticket).any(|text| ids().any(|id| text.value.contains(id.as_str())))
}

const CLAIMED: &str =
    "{ticket} claims {id} ({said}), and no scope line, step or criterion of it speaks of that";
const SERVE: &str = "drop {id} from the requirements of {ticket}, or add the scope line, the step and the criterion that serve it";
static UNSERVED: Message = Message {
    defect: CLAIMED,
    harm: "the requirement looks covered, and no ticket meets it",
    act: SERVE,
};
static SERVED_ELSEWHERE: Message =
    Message { defect: CLAIMED, harm: "{other} does serve it, which may not be enough", act: SERVE };

fn unserved(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let mut hits = Vec::new();
    if !desk.has_fields() || desk.served_stems(ticket).len() < 12 {
        return hits;
    }
    for bound in &ticket.requirements {
        let Some(requirement) = desk.requirement(bound) else { continue };
        let is_unspoken = is_unspoken(desk, ticket, requirement);
        let is_open = is_unspoken || is_outdone(desk, ticket, requirement);
        if !is_open || names_requirement(ticket, requirement) {
            continue;
        }
        let better = better_servant(desk, ticket, requirement);
        // Who lays the ground for the ticket that serves it has a part in it.
        if better.is_some_and(|other| desk.waits_for(&other.stem, &ticket.stem)) {
            continue;
        }
        let said = requirement.title.as_deref().or(requirement.statement.as_deref());
        let said = Arg::quote(said.unwrap_or_default());
        let mut args: Args = vec![("id", Arg::requirement(requirement)), ("said", said)];
        let message = if better.is_some() { &SERVED_ELSEWHERE } else { &UNSERVED };
        args.extend(better.map(|other| ("other", Arg::ticket(other))));
        let hit = Hit::at(ticket, &bound.place, &bound.id, message, args);
        // Nothing that tells the requirement is said here, and no other ticket claims it.
        let is_alone = is_unspoken && !desk.others(ticket).any(|other| binds(other, requirement));
        let confidence = if is_alone { Confidence::Likely } else { Confidence::Hint };
        hits.extend(hit.map(|hit| hit.at_most(confidence)));
    }
    hits
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{found_in, ticket};

    const RFC: &str = "rfc_problem_and_imports:\n  rfc_local_requirements:\n    requirements:\n    - id: REQ-1\n      title: Leases outlive a restart\n      statement: Owner and expiry of every lease are written to the ledger and read back at the start.\n    - id: REQ-2\n      title: Operators are warned\n      statement: A mail reaches the operator on duty when the disk of a gauge is nearly exhausted.\n";
    const PLAN: &str = "plan:\n  steps:\n  - Write LeaseTable with owner and expiry to the ledger in src/ledger.rs, one line for each lease\n  - Read the ledger back at the start, skip a torn last line and log where it began\n  - Unit tests for an empty ledger, a torn line, and a lease whose expiry lies in the past\n";

    fn files(requirements: &str, plan: &str) -> [(String, String); 2] {
        let (path, text) = ticket(1, "Leases in the ledger", plan);
        let bound = format!("    rfc_id: RFC-0001\n    requirements: [{requirements}]\n");
        [
            (path, text.replace("    rfc_id: RFC-0001\n", &bound)),
            ("documents/rfcs/RFC-0001/01_problem_and_imports.yaml".to_owned(), RFC.to_owned()),
        ]
    }

    #[test]
    fn f25_words_that_all_tickets_share_serve_no_requirement() {
        let name = "a bound requirement of which the ticket does not speak";
        let second = include_str!("../../../app/example/greeting/TCK-00002.yaml");
        let with = |bound: &str, scope: &str| {
            let second = second.replace("requirement_id: REQ-0002", bound);
            let does = "the message for each\"";
            assert!(second.contains(does), "{second}");
            let files = [
                (
                    "rfcs/RFC-0001/01_problem_and_imports.yaml",
                    include_str!("../../../app/example/greeting/01_problem_and_imports.yaml")
                        .to_owned(),
                ),
                (
                    "work/tickets/TCK-00001.yaml",
                    include_str!("../../../app/example/greeting/TCK-00001.yaml").to_owned(),
                ),
                ("work/tickets/TCK-00002.yaml", second.replace(does, &format!("{does}{scope}"))),
            ];
            found_in(name, &files.map(|(path, text)| (format!("documents/{path}"), text)))
        };
        let both = "requirement_id: REQ-0002\n    - requirement_id: REQ-0003";
        assert_eq!(with(both, ""), ["TCK-00002 MINOR SCOPE_GAP: REQ-0003"]);
        assert!(with("requirement_id: REQ-0002", "").is_empty(), "nothing is claimed");
        let scope = "\n    - \"The greeting in the language of the caller's locale\"";
        assert!(with(both, scope).is_empty(), "a scope line speaks of it");
    }

    #[test]
    fn f27_a_requirement_that_another_ticket_claims_is_no_sure_gap() {
        let name = "a bound requirement of which the ticket does not speak";
        let (path, text) = ticket(2, "Something else", "");
        let bound = "    rfc_id: RFC-0001\n    requirements: [REQ-2]\n";
        let other = (path, text.replace("    rfc_id: RFC-0001\n", bound));
        let [first, rfc] = files("REQ-1, REQ-2", PLAN);
        let said = found_in(name, &[first, other, rfc]);
        assert_eq!(said[..1], ["TCK-00001 INFO SCOPE_GAP: REQ-2"]);
    }

    #[test]
    fn a_requirement_that_is_claimed_is_served() {
        let name = "a bound requirement of which the ticket does not speak";
        assert_eq!(
            found_in(name, &files("REQ-1, REQ-2", PLAN)),
            ["TCK-00001 MINOR SCOPE_GAP: REQ-2"]
        );
        assert!(found_in(name, &files("REQ-1", PLAN)).is_empty());
        let warned = format!("{PLAN}  - Mail the operators as soon as a disk is full\n");
        assert!(found_in(name, &files("REQ-1, REQ-2", &warned)).is_empty(), "other words");
        let named = format!("{PLAN}notes:\n  general: REQ-2 rests on the log of torn lines\n");
        assert!(found_in(name, &files("REQ-1, REQ-2", &named)).is_empty(), "named");
    }
}
