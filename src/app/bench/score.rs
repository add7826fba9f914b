//! What a bundle's findings name of what is known: by place, gate and kind, and by no word.

use std::collections::BTreeSet;

use super::labels::Labels;
use crate::app::documents::bench::{
    BenchRow, BenchRun, DefectOutcome, Precision, Spent, UnlabelledFinding,
};
use crate::evidence::v2::bundle::{Bundle, Finding, Subagent};
use crate::evidence::v2::call::{Call, CallCosts};
use crate::evidence::v2::council::Resolution;
use crate::model::Severity;
use crate::model::price::Cost;

/// A part out of all, in percent to a tenth; nothing of nothing.
pub(super) fn percent(part: u32, of: u32) -> f64 {
    let tenths = (u64::from(part) * 2_000 + u64::from(of)).checked_div(2 * u64::from(of));
    tenths.unwrap_or(0) as f64 / 10.0
}

/// Scores one review against the labels of its plan.
pub(super) fn score(bundle: &Bundle, bundle_path: &str, labels: &Labels) -> BenchRun {
    let heard: Vec<Heard<'_>> = speakers(bundle)
        .into_iter()
        .map(|speaker| Heard::of(speaker, &bundle.findings, labels))
        .collect();
    let who = |names: &dyn Fn(&Heard<'_>) -> bool| {
        heard.iter().filter(|h| names(h)).map(|h| h.speaker.who.clone()).collect::<Vec<_>>()
    };
    let defects = labels.defects.iter().enumerate().map(|(n, defect)| DefectOutcome {
        id: defect.id.clone(),
        says: defect.says.clone(),
        caught_by: who(&|heard| heard.caught.contains(&n)),
    });
    let unlabelled = bundle.findings.iter().filter_map(|finding| {
        let said_by = who(&|heard| heard.unlabelled.iter().any(|one| std::ptr::eq(*one, finding)));
        (!said_by.is_empty()).then(|| UnlabelledFinding {
            finding_id: finding.finding_id.clone(),
            signature: finding.signature.clone(),
            right: labels.judged(finding),
            said_by,
            severity: finding.severity,
            gate_id: finding.gate_id,
            kind: finding.subcategory,
            at: finding.location.to_string(),
            description: finding.description.clone(),
        })
    });
    BenchRun {
        bundle_path: bundle_path.to_owned(),
        verdict: bundle.verdict,
        defects: defects.collect(),
        unlabelled: unlabelled.collect(),
        rows: heard.into_iter().map(|heard| heard.row(labels)).collect(),
    }
}

/// Somebody whose findings are scored.
struct Speaker {
    who: String,
    holder: String,
    says: Box<dyn Fn(&Finding) -> bool>,
    spent: Option<Spent>,
}

/// The gates, each member, and the council as a whole.
fn speakers(bundle: &Bundle) -> Vec<Speaker> {
    let is_told = |f: &Finding| matches!(f.resolution, Resolution::Stands | Resolution::Deadlocked);
    let mut speakers = vec![Speaker {
        who: "gates".to_owned(),
        holder: "code".to_owned(),
        says: Box::new(move |f| f.source_agent.is_none() && is_told(f)),
        spent: None,
    }];
    let Some(council) = &bundle.council_metadata else { return speakers };
    for seat in &council.subagents {
        let member = seat.agent_id.clone();
        let own = bundle.calls.iter().filter(|call| call.agent_id == member);
        let spent = spent(own.clone(), own.filter_map(|call| call.seconds).sum());
        speakers.push(Speaker {
            who: member.to_string(),
            holder: holder(seat),
            says: Box::new(move |f| {
                f.raised_by.iter().any(|raise| raise.source_agent == member && raise.grounded)
            }),
            spent: Some(spent),
        });
    }
    let holders: BTreeSet<String> = council.subagents.iter().map(holder).collect();
    speakers.push(Speaker {
        who: "council".to_owned(),
        holder: holders.into_iter().collect::<Vec<_>>().join(" + "),
        says: Box::new(is_told),
        spent: Some(spent(bundle.calls.iter(), council.elapsed_time_seconds)),
    });
    speakers
}

fn holder(seat: &Subagent) -> String {
    format!("{}:{}", seat.provider, seat.model)
}

fn spent<'c>(calls: impl Iterator<Item = &'c Call>, seconds: u64) -> Spent {
    let mut spent = Spent { seconds, ..Spent::default() };
    let mut cost: Option<(Cost, u32)> = None;
    for call in calls {
        let usage = call.receipt.usage.unwrap_or_default();
        spent.input_tokens = spent.input_tokens.saturating_add(usage.input_tokens);
        spent.output_tokens = spent.output_tokens.saturating_add(usage.output_tokens);
        spent.charged_tokens = spent.charged_tokens.saturating_add(call.charged);
        spent.looks += requests(call);
        if let Some(told) = &call.cost_usd {
            let (known, unknown) = cost.get_or_insert_default();
            match Cost::try_from(told.clone()) {
                Ok(cost) => *known = known.plus(cost),
                Err(_) => *unknown += 1,
            }
        }
    }
    spent.cost = cost
        .map(|(known, unknown_calls)| CallCosts { known_usd: known.to_string(), unknown_calls });
    spent
}

/// What a member asked to see in a call; a request that was answered with several places is one.
fn requests(call: &Call) -> u32 {
    let asked = call.looks.iter().map(|look| (look.turn, &look.kind, &look.request));
    asked.collect::<BTreeSet<_>>().len() as u32
}

/// A speaker's findings, held against the labels.
struct Heard<'f> {
    speaker: Speaker,
    findings: u32,
    caught: BTreeSet<usize>,
    repeats: u32,
    unlabelled: Vec<&'f Finding>,
    right: u32,
    wrong: u32,
}

impl<'f> Heard<'f> {
    fn of(speaker: Speaker, findings: &'f [Finding], labels: &Labels) -> Self {
        let counts = |f: &&Finding| f.severity > Severity::Info && (speaker.says)(f);
        let said: Vec<&Finding> = findings.iter().filter(counts).collect();
        let named: Vec<Vec<usize>> = said.iter().map(|finding| named(finding, labels)).collect();
        let matched = assigned(&named, labels.defects.len());
        let with = |right: bool| move |f: &&&Finding| labels.judged(f) == Some(right);
        let unlabelled = said.iter().zip(&named).filter(|(_, named)| named.is_empty());
        let unlabelled: Vec<&Finding> = unlabelled.map(|(finding, _)| *finding).collect();
        let caught: BTreeSet<usize> = matched.into_iter().flatten().collect();
        Self {
            findings: said.len() as u32,
            repeats: (said.len() - unlabelled.len() - caught.len()) as u32,
            right: unlabelled.iter().filter(with(true)).count() as u32,
            wrong: unlabelled.iter().filter(with(false)).count() as u32,
            caught,
            unlabelled,
            speaker,
        }
    }

    fn row(self, labels: &Labels) -> BenchRow {
        let Self { speaker, findings, caught, repeats, unlabelled, right, wrong } = self;
        let unlabelled = unlabelled.len() as u32;
        let needing = caught.iter().filter(|n| labels.defects[**n].needs_code).count() as u32;
        BenchRow {
            who: speaker.who,
            holder: speaker.holder,
            findings,
            caught: caught.len() as u32,
            recall_percent: percent(caught.len() as u32, labels.defects.len() as u32),
            caught_needing_code: needing,
            repeats,
            unlabelled,
            judged_right: right,
            judged_wrong: wrong,
            precision: (findings > 0).then(|| Precision {
                at_least_percent: percent(findings - unlabelled + right, findings),
                at_most_percent: percent(findings - wrong, findings),
            }),
            spent: speaker.spent,
        }
    }
}

/// The defects that a finding may be about; none of one that a person called wrong.
fn named(finding: &Finding, labels: &Labels) -> Vec<usize> {
    if labels.judged(finding) == Some(false) {
        return Vec::new();
    }
    let defects = labels.defects.iter().enumerate();
    defects.filter(|(_, defect)| defect.is_named_by(finding)).map(|(n, _)| n).collect()
}

/// To each finding the one defect that it catches. A finding is one claim and catches one defect; as
/// many are caught as can be, so that the order of the findings decides nothing of how many.
fn assigned(named: &[Vec<usize>], defects: usize) -> Vec<Option<usize>> {
    let mut owners: Vec<Option<usize>> = vec![None; defects];
    for finding in 0..named.len() {
        place(finding, named, &mut owners, &mut vec![false; defects]);
    }
    let mut caught = vec![None; named.len()];
    for (defect, owner) in owners.into_iter().enumerate() {
        if let Some(finding) = owner {
            caught[finding] = Some(defect);
        }
    }
    caught
}

/// Finds a defect for a finding, when those that have one can move.
fn place(
    finding: usize,
    named: &[Vec<usize>],
    owners: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for &defect in &named[finding] {
        if std::mem::replace(&mut tried[defect], true) {
            continue;
        }
        let is_free = match owners[defect] {
            None => true,
            Some(other) => place(other, named, owners, tried),
        };
        if is_free {
            owners[defect] = Some(finding);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::v2::call::Look;
    use crate::model::{Digest, Receipt};

    #[test]
    fn as_many_defects_are_caught_as_can_be_in_any_order() {
        for (named, caught) in [
            (vec![vec![0, 1], vec![0]], 2),
            (vec![vec![0], vec![0, 1]], 2),
            (vec![vec![0], vec![0]], 1),
            (vec![vec![], vec![2, 1], vec![1], vec![2]], 2),
            (vec![vec![0, 1], vec![1, 2], vec![0], vec![1]], 3),
        ] {
            let of = |named: &[Vec<usize>]| assigned(named, 3).into_iter().flatten().count();
            assert_eq!(of(&named), caught, "{named:?}");
            let back: Vec<_> = named.into_iter().rev().collect();
            assert_eq!(of(&back), caught, "{back:?}");
        }
    }

    fn call(cost: Option<&str>, looks: &[(u32, &str)]) -> Call {
        let look = |(turn, request): &(u32, &str)| Look {
            turn: *turn,
            kind: "search".to_owned(),
            request: (*request).to_owned(),
            status: None,
            why: None,
            file: None,
            lines: None,
        };
        Call {
            call: 1,
            agent_id: "SA-1".parse().expect("a name"),
            question: "STRUCTURAL".to_owned(),
            attempt: 1,
            task: Digest::of(b""),
            outcome: "ANSWERED".to_owned(),
            reply: None,
            fault: None,
            receipt: Receipt::of_tokens(40),
            charged: 50,
            seconds: Some(2),
            cost_usd: cost.map(str::to_owned),
            looks: looks.iter().map(look).collect(),
        }
    }

    #[test]
    fn calls_are_added_up_and_a_cost_that_nobody_knows_is_no_zero() {
        let calls = [
            call(Some("0.0100"), &[(1, "a"), (1, "a"), (1, "b"), (2, "a")]),
            call(Some("0.025001"), &[]),
            call(Some("unknown"), &[]),
        ];
        let cost = |known: &str, unknown_calls| {
            Some(CallCosts { known_usd: known.to_owned(), unknown_calls })
        };
        let all = spent(calls.iter(), 9);
        assert_eq!((all.input_tokens, all.charged_tokens, all.looks), (120, 150, 3));
        assert_eq!((all.cost, all.seconds), (cost("0.035001", 1), 9));
        assert_eq!(spent(calls[..2].iter(), 0).cost, cost("0.035001", 0));
        assert_eq!(spent([call(None, &[])].iter(), 0).cost, None, "nothing was sent");
    }

    #[test]
    fn percents_are_rounded_to_a_tenth() {
        assert_eq!(percent(1, 3), 33.3);
        assert_eq!(percent(2, 3), 66.7);
        assert_eq!(percent(1, 16), 6.3);
        assert_eq!(percent(3, 3), 100.0);
        assert_eq!(percent(0, 0), 0.0);
    }
}
