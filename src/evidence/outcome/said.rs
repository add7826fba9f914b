//! What members said, as the outcome holds it, and back: nothing of a reply is lost on the way, so that
//! `verify` can say it to the machine again.

use std::collections::BTreeMap;

use crate::council::shared::point::{Grounding, NumberedPoint, PointKind};
use crate::council::shared::said::Voice;
use crate::council::shared::statement::{Argument, ProposedStep, Risk, SourceQuote, Statement};
use crate::council::shared::synthesis::{
    Checked, Conclusion, ConflictSide, Disagreement, MemberQuote, NextAction, Rested, Synthesis,
    Uncertainty,
};
use crate::evidence::v2::outcome::{
    ActionRecord, CiteRecord, DisagreementRecord, MemberQuoteRecord, PointRecord, PointWord,
    RestedRecord, SideRecord, StatementRecord, SynthesisRecord, UncertaintyRecord,
};
use crate::model::{MemberId, MemberName};

/// Names of members by their number.
pub(super) type Names<'n> = &'n dyn Fn(MemberId) -> MemberName;

pub(super) fn cites(point: &NumberedPoint) -> Vec<CiteRecord> {
    // Of several quotes the machine knows which is missing only together.
    let cites = point.cites.iter();
    cites
        .map(|cite| CiteRecord {
            file: cite.file.clone(),
            quote: cite.quote.clone(),
            not_found: point.grounding == Grounding::Ungrounded,
        })
        .collect()
}

pub(super) fn quotes(cites: &[CiteRecord]) -> Vec<SourceQuote> {
    let quotes = cites.iter();
    quotes.map(|cite| SourceQuote { file: cite.file.clone(), quote: cite.quote.clone() }).collect()
}

/// Whether each quote was found, in order.
pub(super) fn found(cites: &[CiteRecord]) -> impl Iterator<Item = bool> {
    cites.iter().map(|cite| !cite.not_found)
}

pub(super) fn statement(voice: &Voice, member: MemberName, step: &str) -> StatementRecord {
    let said = &voice.statement;
    let points = voice.points.iter().map(|point| PointRecord {
        id: point.id.to_string(),
        kind: match point.kind {
            PointKind::Risk => PointWord::Risk,
            PointKind::Argument | PointKind::Critique => PointWord::Argument,
        },
        text: point.text.clone(),
        severity: point.severity.map(Into::into),
        mitigation: point.mitigation.clone(),
        cites: cites(point),
        grounding: point.grounding.into(),
    });
    let next = said.next_steps.iter().map(|step| ActionRecord {
        action: step.action.clone(),
        priority: None,
        effort: step.effort.clone(),
        done_when: String::new(),
    });
    StatementRecord {
        member,
        step: step.to_owned(),
        choice: said.choice,
        confidence: said.confidence.into(),
        confidence_reason: said.confidence_reason.clone(),
        understanding: said.understanding.clone(),
        position: said.position.clone(),
        points: points.collect(),
        assumptions: said.assumptions.clone(),
        questions: said.questions.clone(),
        next_steps: next.collect(),
    }
}

/// The statement of a record, and whether each of its quotes was found.
pub(super) fn stated(record: &StatementRecord) -> (Statement, Vec<bool>) {
    let of = |kind: PointWord| record.points.iter().filter(move |point| point.kind == kind);
    let arguments = of(PointWord::Argument);
    let risks = of(PointWord::Risk);
    let stands = arguments.clone().chain(risks.clone()).flat_map(|point| found(&point.cites));
    let stands = stands.collect();
    let statement = Statement {
        understanding: record.understanding.clone(),
        choice: record.choice,
        position: record.position.clone(),
        arguments: arguments
            .map(|point| Argument { text: point.text.clone(), cites: quotes(&point.cites) })
            .collect(),
        risks: risks
            .map(|point| Risk {
                text: point.text.clone(),
                severity: point.severity.map_or(super::StatedLevel::Low, Into::into),
                mitigation: point.mitigation.clone(),
                cites: quotes(&point.cites),
            })
            .collect(),
        assumptions: record.assumptions.clone(),
        questions: record.questions.clone(),
        next_steps: record
            .next_steps
            .iter()
            .map(|step| ProposedStep { action: step.action.clone(), effort: step.effort.clone() })
            .collect(),
        confidence: record.confidence.into(),
        confidence_reason: record.confidence_reason.clone(),
    };
    (statement, stands)
}

pub(super) fn synthesis(checked: &Checked, by: MemberName, name: Names<'_>) -> SynthesisRecord {
    let said = &checked.synthesis;
    let rested = |items: &[Rested], marked: &[usize]| -> Vec<RestedRecord> {
        let items = items.iter().enumerate();
        items
            .map(|(at, item)| RestedRecord {
                text: item.text.clone(),
                rests_on: item.rests_on.clone(),
                unsupported: marked.contains(&at),
            })
            .collect()
    };
    let letters: BTreeMap<char, MemberName> =
        ('A'..).zip(checked.letters.iter().map(|&member| name(member))).collect();
    SynthesisRecord {
        by,
        letters,
        choice: said.conclusion.choice,
        text: said.conclusion.text.clone(),
        missing: said.conclusion.missing.clone(),
        confidence: said.confidence.into(),
        confidence_reason: said.confidence_reason.clone(),
        rationale: rested(&said.rationale, &[]),
        consensus: rested(&said.consensus, &checked.unsupported),
        disagreements: said
            .disagreements
            .iter()
            .map(|one| DisagreementRecord {
                conflict: one.conflict.clone(),
                topic: one.topic.clone(),
                sides: one
                    .sides
                    .iter()
                    .map(|side| SideRecord { of: side.of.clone(), text: side.text.clone() })
                    .collect(),
                resolution: one.resolution.clone(),
                why: one.why.clone(),
            })
            .collect(),
        uncertainties: said
            .uncertainties
            .iter()
            .map(|one| UncertaintyRecord {
                area: one.area.clone(),
                why: one.why.clone(),
                verify: one.verify.clone(),
            })
            .collect(),
        quotes: said
            .quotes
            .iter()
            .enumerate()
            .map(|(at, one)| MemberQuoteRecord {
                of: one.of.clone(),
                quote: one.quote.clone(),
                unverified: checked.unverified.contains(&at),
            })
            .collect(),
        next_actions: said.next_actions.iter().map(action).collect(),
    }
}

pub(super) fn action(action: &NextAction) -> ActionRecord {
    ActionRecord {
        action: action.action.clone(),
        priority: Some(action.priority.into()),
        effort: action.effort.clone(),
        done_when: action.done_when.clone(),
    }
}

pub(super) fn synthesised(record: &SynthesisRecord) -> Synthesis {
    let rested = |items: &[RestedRecord]| -> Vec<Rested> {
        let items = items.iter();
        items
            .map(|item| Rested { text: item.text.clone(), rests_on: item.rests_on.clone() })
            .collect()
    };
    Synthesis {
        conclusion: Conclusion {
            choice: record.choice,
            text: record.text.clone(),
            missing: record.missing.clone(),
        },
        rationale: rested(&record.rationale),
        consensus: rested(&record.consensus),
        disagreements: record
            .disagreements
            .iter()
            .map(|one| Disagreement {
                conflict: one.conflict.clone(),
                topic: one.topic.clone(),
                sides: one
                    .sides
                    .iter()
                    .map(|side| ConflictSide { of: side.of.clone(), text: side.text.clone() })
                    .collect(),
                resolution: one.resolution.clone(),
                why: one.why.clone(),
            })
            .collect(),
        uncertainties: record
            .uncertainties
            .iter()
            .map(|one| Uncertainty {
                area: one.area.clone(),
                why: one.why.clone(),
                verify: one.verify.clone(),
            })
            .collect(),
        quotes: record
            .quotes
            .iter()
            .map(|one| MemberQuote { of: one.of.clone(), quote: one.quote.clone() })
            .collect(),
        next_actions: record
            .next_actions
            .iter()
            .map(|one| NextAction {
                action: one.action.clone(),
                priority: one.priority.map_or(super::Priority::Later, Into::into),
                effort: one.effort.clone(),
                done_when: one.done_when.clone(),
            })
            .collect(),
        confidence: record.confidence.into(),
        confidence_reason: record.confidence_reason.clone(),
    }
}
