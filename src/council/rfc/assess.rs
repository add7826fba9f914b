//! Implementability: checklists to numbers (DESIGN.md §7). It informs people; the verdict does not
//! use it.

use std::collections::BTreeMap;

use crate::model::opinion::{Assessment, Checklist, Rating};
use crate::model::{MemberId, TicketId};

/// All assessments of a review, by ticket and seat.
pub type Assessments = BTreeMap<TicketId, BTreeMap<MemberId, Assessment>>;

/// One ticket's score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TicketScore {
    /// Which ticket.
    pub ticket: TicketId,
    /// Each seat's score, 0 to 100.
    pub by_seat: BTreeMap<MemberId, u32>,
    /// The median over the seats, 0 to 100.
    pub median: u32,
    /// Highest minus lowest.
    pub spread: u32,
}

/// 0 to 100: met counts one, partly a half, not met nothing, over the seven lines.
pub fn score(checklist: &Checklist) -> u32 {
    let halves: u32 = checklist
        .items()
        .iter()
        .map(|(_, check)| match check.rating {
            Rating::Met => 2,
            Rating::Partly => 1,
            Rating::NotMet => 0,
        })
        .sum();
    rounded(halves * 100, 14)
}

/// The tickets' scores, by ticket.
pub fn by_ticket(assessments: &Assessments) -> Vec<TicketScore> {
    assessments
        .iter()
        .filter(|(_, seats)| !seats.is_empty())
        .map(|(ticket, seats)| {
            let by_seat: BTreeMap<MemberId, u32> =
                seats.iter().map(|(&seat, a)| (seat, score(&a.checklist))).collect();
            let mut scores: Vec<u32> = by_seat.values().copied().collect();
            scores.sort_unstable();
            let middle = scores.len() / 2;
            let median = if scores.len() % 2 == 1 {
                scores[middle]
            } else {
                rounded(scores[middle - 1] + scores[middle], 2)
            };
            let spread = scores[scores.len() - 1] - scores[0];
            TicketScore { ticket: ticket.clone(), by_seat, median, spread }
        })
        .collect()
}

/// The RFC's score: the mean of its tickets' medians; `None` without any.
pub fn of_rfc(scores: &[TicketScore]) -> Option<u32> {
    let count = u32::try_from(scores.len()).ok().filter(|&n| n > 0)?;
    Some(rounded(scores.iter().map(|s| s.median).sum(), count))
}

/// Division that rounds halves up.
fn rounded(dividend: u32, divisor: u32) -> u32 {
    (2 * dividend + divisor) / (2 * divisor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::GateStatus;
    use crate::model::opinion::{ChecklistItem, GateOpinion};

    fn assessment(ratings: [Rating; 7]) -> Assessment {
        let check = |i: usize| ChecklistItem { rating: ratings[i], quote: String::new() };
        let opinion = || GateOpinion { status: GateStatus::Passed, reason: String::new() };
        Assessment {
            ticket_id: "TCK-00001".parse().expect("an id"),
            atomicity: opinion(),
            implementability: opinion(),
            anti_cousin: opinion(),
            checklist: Checklist {
                steps: check(0),
                paths: check(1),
                signatures: check(2),
                types: check(3),
                edge_cases: check(4),
                success_criteria: check(5),
                verification: check(6),
            },
        }
    }

    #[test]
    fn scores_are_the_share_of_the_checklist_that_is_met() {
        use Rating::{Met, NotMet, Partly};
        assert_eq!(score(&assessment([Met; 7]).checklist), 100);
        assert_eq!(score(&assessment([NotMet; 7]).checklist), 0);
        assert_eq!(score(&assessment([Partly; 7]).checklist), 50);
        assert_eq!(
            score(&assessment([Met, Met, Met, Partly, NotMet, NotMet, NotMet]).checklist),
            50
        );
    }

    #[test]
    fn a_ticket_has_the_median_of_its_seats_and_the_rfc_the_mean_of_its_tickets() {
        use Rating::{Met, NotMet, Partly};
        let first = BTreeMap::from([
            (MemberId(0), assessment([Met; 7])),
            (MemberId(1), assessment([NotMet; 7])),
            (MemberId(2), assessment([Partly; 7])),
        ]);
        let second = BTreeMap::from([
            (MemberId(0), assessment([Met; 7])),
            (MemberId(1), assessment([Partly; 7])),
        ]);
        let scores = by_ticket(&Assessments::from([
            ("TCK-00001".parse().expect("an id"), first),
            ("TCK-00002".parse().expect("an id"), second),
        ]));
        assert_eq!(
            scores.iter().map(|s| (s.median, s.spread)).collect::<Vec<_>>(),
            [(50, 100), (75, 50)]
        );
        assert_eq!(of_rfc(&scores), Some(63));
        assert_eq!(of_rfc(&[]), None);
    }
}
