//! The table of all rules, and what they find in an RFC.

use super::desk::Desk;
use super::rule::{Hit, Reach, Rule};
use super::words::listed;
use super::{atomicity, cousin, implementability, order, structure};
use crate::model::{SeatId, Severity, TicketId};

/// All rules of all seats, in the order in which they speak.
pub(super) fn all() -> impl Iterator<Item = &'static Rule> {
    structure::RULES
        .iter()
        .chain(order::RULES)
        .chain(atomicity::RULES)
        .chain(implementability::RULES)
        .chain(cousin::RULES)
}

/// What the rules of one seat find in the RFC, one hit for each place.
pub(super) fn hits(desk: &Desk<'_>, seat: SeatId) -> Vec<Hit> {
    let mut found: Vec<Hit> = Vec::new();
    for rule in all().filter(|rule| rule.seat == seat) {
        for hit in applied(desk, rule) {
            let same = |other: &Hit| {
                (other.gate, other.subcategory, &other.file, &other.yaml_path)
                    == (hit.gate, hit.subcategory, &hit.file, &hit.yaml_path)
            };
            if !found.iter().any(same) {
                found.push(Hit {
                    cycle: rule.cycle,
                    rule: rule.name,
                    finds: rule.finds,
                    modes: rule.modes,
                    ..hit
                });
            }
        }
    }
    found
}

/// One rule over all live tickets; a habit is said once.
pub(super) fn applied(desk: &Desk<'_>, rule: &Rule) -> Vec<Hit> {
    let mut hits: Vec<Hit> =
        desk.live.iter().flat_map(|ticket| (rule.check)(desk, ticket)).collect();
    let mut concerned: Vec<(TicketId, Severity)> = Vec::new();
    for hit in &hits {
        match concerned.last_mut() {
            Some((id, worst)) if *id == hit.ticket => *worst = hit.severity.max(*worst),
            _ => concerned.push((hit.ticket.clone(), hit.severity)),
        }
    }
    let is_habit =
        concerned.len() >= 5 || (concerned.len() >= 3 && concerned.len() * 2 > desk.live.len());
    if rule.reach == Reach::Habit && is_habit {
        let worst = hits.iter().map(|hit| hit.severity).max();
        hits.retain(|hit| Some(hit.severity) == worst);
        hits.truncate(1);
        for hit in &mut hits {
            concerned.retain(|(id, _)| *id != hit.ticket);
            let others: Vec<&str> = concerned.iter().map(|(id, _)| id.as_str()).collect();
            hit.description = format!(
                "{}; {} other tickets of this RFC have the same ({}), so it is said once",
                hit.description,
                others.len(),
                listed(&others, 6)
            );
            hit.also = std::mem::take(&mut concerned);
        }
    }
    hits
}
