//! Floor 5: the built-in rules: one table of rules that answers for three members, with no model and
//! no network. Each member raises what the rules of its part find and supports what any of them
//! finds: three members, and one opinion.
//!
//! The same task over the same dossier gives the same reply: no clock, no chance, ordered
//! collections only.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::core::member::{Completing, Completion, Member};
use crate::council::rfc::answer::{
    Claim, Convergence, Endorsements, FeasibilityReview, ModeSelection, Reply, StructuralReview,
};
use crate::council::rfc::ask::{Ask, FindingView, Task};
use crate::model::opinion::Assessment;
use crate::model::policy::MAX_SESSION_FINDINGS;
use crate::model::{Identity, MemberName, ModeId, Receipt, Severity, TicketId};
use crate::source::Dossier;
use crate::symbols::Index;

mod assess;
mod desk;
mod lexicon;
mod lints;
mod message;
pub mod panelist;
mod seat;
mod text;
mod vote;

#[cfg(test)]
mod fixture;

use desk::Desk;
use lints::Found;
use lints::kind::Cycle;
use lints::rule::Hit;
use seat::RuleSeat;
use vote::remedy;

/// Who answers on an offline seat, whatever it reads.
pub fn identity() -> Identity {
    Identity::new("offline", "rules-1")
}

/// What the reviewers of one dossier read.
struct Material {
    dossier: Arc<Dossier>,
    index: Arc<Index>,
}

self_cell::self_cell!(
    /// The material, and the desk that it is laid out on.
    struct Reading {
        owner: Material,
        #[not_covariant]
        dependent: Desk,
    }
);

/// A rule-based reviewer.
#[derive(Clone)]
pub struct RuleMember {
    seat: RuleSeat,
    reading: Arc<Reading>,
    /// What the rules find: the same for every task over the dossier, and for all three seats.
    found: Arc<OnceLock<Found>>,
    /// What they say of each ticket, all of them alike.
    assessed: Arc<OnceLock<BTreeMap<TicketId, Assessment>>>,
}

impl RuleMember {
    /// The reviewer for the member of that name, reading `dossier` and knowing nothing of the code.
    ///
    /// # Panics
    ///
    /// For a name that the RFC council does not have.
    pub fn new(member: &MemberName, dossier: Arc<Dossier>) -> Self {
        let seat = RuleSeat::of(member).expect("a member of the RFC council");
        Self { seat, ..Self::panel(&dossier, &Arc::default())[0].clone() }
    }

    /// The three reviewers of a dossier, who read it once, and know what the code defines.
    pub fn panel(dossier: &Arc<Dossier>, index: &Arc<Index>) -> [Self; 3] {
        let material = Material { dossier: Arc::clone(dossier), index: Arc::clone(index) };
        let laid_out = Reading::new(material, |m| Desk::new(&m.dossier, &m.index));
        let reading = Arc::new(laid_out);
        let found: Arc<OnceLock<Found>> = Arc::default();
        let assessed: Arc<OnceLock<BTreeMap<TicketId, Assessment>>> = Arc::default();
        RuleSeat::ALL.map(|seat| Self {
            seat,
            reading: Arc::clone(&reading),
            found: Arc::clone(&found),
            assessed: Arc::clone(&assessed),
        })
    }

    /// The member that it answers for.
    pub fn name(&self) -> MemberName {
        self.seat.member()
    }

    /// What its rules find, each with the kind of defect: `hidden-dependency`, `cousin-symbol`.
    pub fn findings(&self) -> Vec<(&'static str, Claim)> {
        let own: Vec<Hit> = self
            .reading
            .with_dependent(|_, desk| self.found(desk).by(self.seat).cloned().collect());
        let claim = |hit: Hit| (hit.kind().name, hit.into_claim(self.seat, &self.seat.key_modes()));
        own.into_iter().map(claim).collect()
    }

    fn found(&self, desk: &Desk<'_>) -> &Found {
        self.found.get_or_init(|| Found::over(desk))
    }

    /// The reply to a task: a pure function of both.
    pub fn answer(&self, task: &Task) -> Reply {
        self.reading.with_dependent(|_, desk| self.answer_at(desk, task))
    }

    fn answer_at(&self, desk: &Desk<'_>, task: &Task) -> Reply {
        let seat = self.seat;
        let found = self.found(desk);
        let of = |cycle| found.by(seat).filter(move |hit| hit.kind().cycle == cycle).cloned();
        match &task.question {
            Ask::SelectModes => Reply::SelectModes(self.select_modes()),
            Ask::Structural { findings, .. } => {
                let fresh = |hit: &Hit| !findings.iter().any(|view| is_said(view, hit));
                let hits = of(Cycle::Structural).filter(fresh).collect();
                Reply::Structural(StructuralReview { findings: claims(hits, seat, task) })
            }
            Ask::Feasibility { findings, tickets, pairs, of_gates, .. } => {
                let is_new =
                    |hit: &Hit| !findings.iter().chain(of_gates).any(|view| is_same(view, hit));
                let fresh = of(Cycle::Feasibility).filter(is_new).collect();
                let all = self.assessed.get_or_init(|| {
                    let mut all = BTreeMap::new();
                    for one in desk.dossier.tickets() {
                        let assessed = || assess::assess(one, found);
                        all.entry(one.stem.clone()).or_insert_with(assessed);
                    }
                    all
                });
                let assessed = |id: &TicketId| all.get(id).cloned();
                Reply::Feasibility(FeasibilityReview {
                    stances: vote::stances(desk, findings, found),
                    assessments: tickets.iter().filter_map(assessed).collect(),
                    findings: claims(fresh, seat, task),
                    remediations: remedy::proposals(findings, found),
                    pairs: vote::comparisons(
                        pairs,
                        &findings.iter().chain(of_gates).collect::<Vec<_>>(),
                        found,
                    ),
                })
            }
            Ask::Converge { contested, blockers, agreed, pairs, .. } => {
                let bare: Vec<FindingView> = blockers
                    .iter()
                    .filter(|blocker| blocker.proposals.is_empty())
                    .map(|blocker| blocker.finding.clone())
                    .collect();
                Reply::Converge(Convergence {
                    ballots: vote::ballots(desk, contested, found),
                    remediations: remedy::proposals(&bare, found),
                    endorsements: remedy::endorsements(blockers),
                    pairs: vote::comparisons(
                        pairs,
                        &contested.iter().chain(agreed).collect::<Vec<_>>(),
                        found,
                    ),
                })
            }
            Ask::Remediation { blockers } => {
                Reply::Remediation(Endorsements { endorsements: remedy::endorsements(blockers) })
            }
        }
    }

    fn select_modes(&self) -> ModeSelection {
        ModeSelection {
            modes: self.seat.key_modes().map(ModeId::number).to_vec(),
            reason: format!(
                "the rules of this seat do not change with the mode, so it takes the key modes of {}",
                self.seat.role()
            ),
        }
    }
}

/// Whether a gate's finding says already what a rule found: the same kind of defect in the same
/// ticket.
fn is_said(view: &FindingView, hit: &Hit) -> bool {
    view.subcategory == hit.kind().subcategory && view.location.file == hit.file
}

/// Whether a finding of the task is the one a rule came to, place included.
fn is_same(view: &FindingView, hit: &Hit) -> bool {
    is_said(view, hit) && view.gate_id == hit.kind().gate && hit.is_where(view)
}

/// What one seat raises in one cycle at the most, so that three in two cycles stay within a session.
const MOST: usize = MAX_SESSION_FINDINGS / 6;

/// The claims of hits, in their order; of too many the gravest. Asked again, a seat raises none:
/// others have raised as many as a session takes.
fn claims(mut hits: Vec<Hit>, seat: RuleSeat, task: &Task) -> Vec<Claim> {
    if task.attempt > 1 {
        return Vec::new();
    }
    let mut weights: Vec<Severity> = hits.iter().map(|hit| hit.severity).collect();
    weights.sort_unstable_by(|a, b| b.cmp(a));
    if let Some(&least) = weights.get(MOST) {
        let mut room = MOST - weights.iter().filter(|weight| **weight > least).count();
        hits.retain(|hit| {
            let is_kept = hit.severity > least || (hit.severity == least && room > 0);
            room -= usize::from(is_kept && hit.severity == least);
            is_kept
        });
    }
    hits.into_iter().map(|hit| hit.into_claim(seat, &task.modes)).collect()
}

impl Member<Task, Reply> for RuleMember {
    fn identity(&self) -> Identity {
        identity()
    }

    fn estimate(&self, _: &Task) -> u64 {
        0
    }

    fn complete<'a>(&'a self, task: &'a Task) -> Completing<'a, Reply> {
        Box::pin(
            async move { Ok(Completion { reply: self.answer(task), receipt: Receipt::default() }) },
        )
    }
}

#[cfg(test)]
mod tests;
