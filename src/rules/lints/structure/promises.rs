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

/// How much of a requirement a ticket speaks of.
pub(crate) struct Service {
    /// Telling stems of the requirement.
    pub(crate) asked: usize,
    /// Those that the ticket has, too.
    pub(crate) heard: Vec<String>,
    /// Those among them that tell the RFC's tickets apart.
    pub(crate) distinctive: usize,
    /// Heard stems in percent, each by what it tells.
    pub(crate) weighed: u64,
    /// Whether a heard stem stands in a handful of tickets at most.
    pub(crate) has_rare: bool,
}

impl Service {
    /// Heard stems in percent.
    pub(crate) fn percent(&self) -> usize {
        (100 * self.heard.len()).checked_div(self.asked).unwrap_or(0)
    }
}

pub(crate) fn service(desk: &Desk<'_>, ticket: &Ticket, requirement: &Requirement) -> Service {
    let asked = desk.asked_stems(requirement);
    let heard: Vec<String> = asked.intersection(desk.served_stems(ticket)).cloned().collect();
    let distinctive = heard.iter().filter(|stem| desk.is_distinctive(stem)).count();
    let weighed = desk.covered(asked, desk.served_stems(ticket));
    let has_rare = heard.iter().any(|stem| desk.tickets_with(stem) <= RARE);
    Service { asked: asked.len(), heard, distinctive, weighed, has_rare }
}

/// So many tickets may have a stem that speaks for the one that has it.
const RARE: usize = 3;

/// Whether the ticket has none of what tells the requirement from others, while another ticket of
/// the RFC has much of it.
fn is_outdone(desk: &Desk<'_>, ticket: &Ticket, requirement: &Requirement) -> bool {
    let own = service(desk, ticket, requirement);
    // Who waits for the ticket that serves it goes on from there.
    let others = || {
        let free = desk.others(ticket).filter(|o| !desk.waits_for(&ticket.stem, &o.stem));
        free.map(|other| service(desk, other, requirement).weighed)
    };
    ticket.requirements.len() >= 2
        && own.asked >= 3
        && (own.weighed <= 35
            && !own.has_rare
            && others().any(|weighed| weighed >= own.weighed + 30)
            || is_outweighed(desk, ticket, &own))
}

/// So little of a requirement stands in any ticket of the RFC.
const LITTLE: u64 = 17;
/// So much of a requirement stands in a ticket that serves it.
const MUCH: u64 = 41;

/// Whether the ticket has no more of a requirement than of one that it does not bind, and much of
/// another that it binds: it has words enough for what it does.
fn is_outweighed(desk: &Desk<'_>, ticket: &Ticket, own: &Service) -> bool {
    let bound = ticket.requirements.iter().filter_map(|bound| desk.requirement(bound));
    own.weighed <= LITTLE
        && own.distinctive <= 2
        && bound.map(|other| service(desk, ticket, other).weighed).any(|other| other >= MUCH)
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
pub(crate) fn is_unspoken(desk: &Desk<'_>, ticket: &Ticket, requirement: &Requirement) -> bool {
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

/// The other live tickets that bind a requirement and speak more of it.
fn better_servant<'d>(
    desk: &Desk<'d>,
    ticket: &Ticket,
    requirement: &Requirement,
) -> Option<&'d Ticket> {
    let own = service(desk, ticket, requirement).percent();
    desk.others(ticket).find(|other| {
        binds(other, requirement) && service(desk, other, requirement).percent() >= own + 25
    })
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
    if !desk.has_fields() {
        return Vec::new();
    }
    let mut hits = Vec::new();
    if desk.served_stems(ticket).len() < 12 {
        return hits;
    }
    for bound in &ticket.requirements {
        let Some(requirement) = desk.requirement(bound) else {
            continue;
        };
        let service = service(desk, ticket, requirement);
        let is_outdone = is_outdone(desk, ticket, requirement);
        let is_unspoken = is_unspoken(desk, ticket, requirement);
        let is_short = service.asked < 5 && !is_outdone;
        if is_short || names_requirement(ticket, requirement) {
            continue;
        }
        let percent = service.percent();
        let better = better_servant(desk, ticket, requirement);
        let far_better = better
            .is_some_and(|other| self::service(desk, other, requirement).percent() >= percent + 40);
        let is_silent = (service.distinctive == 0 && percent < 40)
            || (service.distinctive <= 1 && percent < 25)
            || (service.distinctive <= 1 && percent <= 45 && far_better);
        let serves_another = ticket.requirements.iter().any(|other| {
            let other = desk.requirement(other).filter(|other| other.id != requirement.id);
            other.is_some_and(|other| self::service(desk, ticket, other).percent() >= percent + 25)
        });
        // A ticket that binds nothing else may serve it in words of its own.
        let is_sure = serves_another || (service.heard.is_empty() && better.is_some());
        let is_open = is_outdone || is_unspoken || (is_silent && is_sure);
        // Who lays the ground for the ticket that serves it has a part in it.
        let is_ground = better.is_some_and(|other| desk.waits_for(&other.stem, &ticket.stem));
        if !is_open || is_ground {
            continue;
        }
        let said = requirement.title.as_deref().or(requirement.statement.as_deref());
        let said = Arg::quote(said.unwrap_or_default());
        let mut args: Args = vec![("id", Arg::requirement(requirement)), ("said", said)];
        let message = if better.is_some() { &SERVED_ELSEWHERE } else { &UNSERVED };
        args.extend(better.map(|other| ("other", Arg::ticket(other))));
        let hit = Hit::at(ticket, &bound.place, &bound.id, message, args);
        // Nothing that tells the requirement is said here, and no other ticket claims it.
        let is_silent_of_it = service.distinctive == 0 || is_unspoken;
        let is_alone =
            is_silent_of_it && !desk.others(ticket).any(|other| binds(other, requirement));
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
        // Three words of a requirement are no service beside all of another.
        let near = PLAN.replace("a torn line, and", "a torn line, an operator, and");
        assert_eq!(found_in(name, &files("REQ-1, REQ-2", &near)).len(), 1, "outweighed");
        let named = format!("{PLAN}notes:\n  general: REQ-2 rests on the log of torn lines\n");
        assert!(found_in(name, &files("REQ-1, REQ-2", &named)).is_empty(), "named");
    }
}
