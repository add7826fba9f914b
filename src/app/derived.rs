//! What a bundle says that the tree alone decides, derived again: the RFC's state, gates 1 to 4, and
//! what the built-in rules on its seats answered. Nothing of it is believed.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use super::opening::opening;
use super::session::RfcMembers;
use super::session::ground;
use super::{AppFault, Workspace};
use crate::adjudicate;
use crate::core::member::Completion;
use crate::core::protocol::Event;
use crate::core::roster::RosterEntry;
use crate::council::rfc::answer::Reply;
use crate::council::rfc::ask::Task;
use crate::council::rfc::ledger::Ledger;
use crate::council::rfc::{Admitted, RfcMember, SessionInput, admit, admit_on};
use crate::evidence::assemble::{AssemblyInput, assemble, gate_of, inputs_of};
use crate::evidence::replay::{self, Played};
use crate::evidence::v2::OFFLINE;
use crate::evidence::v2::bundle::{Bundle, Finding as Stated};
use crate::model::{Day, Finding, GateResult, Receipt};
use crate::rules;
use crate::source::Dossier;

/// How many differences of one kind are told.
const TOLD: usize = 20;

/// The gates as the tree answers them now, under the waivers that a bundle rests on.
pub(super) fn gates(workspace: &Workspace, dossier: &Dossier, bundle: &Bundle) -> Vec<GateResult> {
    let mut results = workspace.gates.check(dossier);
    // Whether they hold today is asked elsewhere.
    let beginning = Day::of(bundle.review_timestamp).min(first_day(bundle));
    adjudicate::waive(&bundle.rfc_id, &mut results, &bundle.inputs.waivers, beginning);
    results
}

fn first_day(bundle: &Bundle) -> Day {
    let days = bundle.inputs.waivers.iter().map(|waiver| waiver.expires);
    days.min().unwrap_or_else(|| Day::of(bundle.review_timestamp))
}

/// Where a bundle's word on the RFC's state and on gates 1 to 4 is not that of the tree, a line each.
pub(super) fn otherwise(bundle: &Bundle, dossier: &Dossier, results: &[GateResult]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut same = |what: &str, stated: &str, found: &str| {
        if stated != found {
            lines.push(format!("{what} is {found}, and the review says {stated}"));
        }
        stated == found
    };
    let inputs = inputs_of(dossier, &bundle.inputs.policy);
    same("the state of the RFC", &bundle.inputs.rfc_state, &inputs.rfc_state);
    same("the atlas", &bundle.inputs.atlas_source, &inputs.atlas_source);
    let mut looked_elsewhere = Vec::new();
    if bundle.inputs.titles != inputs.titles {
        looked_elsewhere.push("the titles are others than the review says".to_owned());
    }
    let decided = results.iter().filter(|result| !result.gate.is_assessed());
    for (gate, result) in bundle.gates.iter().zip(decided) {
        let id = gate.gate_id.as_str();
        if same(id, gate.status.as_str(), result.status.as_str())
            && gate.evidence != gate_of(result).evidence
        {
            looked_elsewhere.push(format!("{id} looked at something else than the review says"));
        }
    }
    lines.extend(findings(bundle, results));
    lines.extend(looked_elsewhere);
    lines.truncate(TOLD);
    lines
}

/// The deterministic findings of a bundle against those of the tree, each as often as it is there.
fn findings(bundle: &Bundle, results: &[GateResult]) -> Vec<String> {
    let mut count: BTreeMap<String, (String, i64)> = BTreeMap::new();
    let mut seen = |identity: String, name: String, by: i64| {
        count.entry(identity).or_insert((name, 0)).1 += by;
    };
    for finding in results.iter().flat_map(|result| &result.findings) {
        let name = format!("{} {} at {}", finding.severity, finding.rule, finding.location);
        seen(identity_of(finding), name, 1);
    }
    for finding in &bundle.findings {
        let Some(rule) = &finding.rule else { continue };
        let name = format!("{} {rule} at {}", finding.severity, finding.location);
        seen(identity_as_stated(finding), name, -1);
    }
    let times = |n: i64| if n > 1 { format!(", {n} times") } else { String::new() };
    let differing = count.into_values().filter(|(_, by)| *by != 0);
    differing
        .map(|(name, by)| match by {
            1.. => format!("the gates now find {name}{}, and the review does not", times(by)),
            _ => format!("the gates no longer find {name}{}", times(-by)),
        })
        .collect()
}

fn identity_of(finding: &Finding) -> String {
    let Finding { rule, gate, subcategory, severity, location, .. } = finding;
    let place = (location, &finding.source_line, &finding.ticket, &finding.related);
    let words = (&finding.description, &finding.remediation, finding.signature(), &finding.because);
    let rule = rule.to_string();
    format!("{:?}", (rule, gate, subcategory, severity, place, words))
}

fn identity_as_stated(finding: &Stated) -> String {
    let Stated { rule, gate_id, subcategory, severity, location, .. } = finding;
    let place = (location, &finding.source_line, &finding.ticket_id, &finding.related);
    let words = (&finding.description, &finding.remediation, &finding.signature, &finding.because);
    let rule = rule.clone().unwrap_or_default();
    format!("{:?}", (rule, gate_id, subcategory, severity, place, words))
}

/// Whether a bundle of the gates alone is, as a whole, what the tree gives.
pub(super) fn is_assembled(bundle: &Bundle, results: &[GateResult]) -> bool {
    let findings: Vec<Finding> = results.iter().flat_map(|r| r.findings.clone()).collect();
    let ledger = Ledger::opened(&bundle.rfc_id, &findings);
    let again = assemble(&AssemblyInput {
        rfc: &bundle.rfc_id,
        inputs: &bundle.inputs,
        gates: results.iter().map(gate_of).collect(),
        ledger: &ledger,
        ended_at: bundle.review_timestamp,
        previous: bundle.previous_bundle.as_ref(),
        council: None,
    });
    again == *bundle
}

/// What of a session's course the tree decides and the record has otherwise.
#[derive(Debug, Default)]
pub(super) struct Divergence {
    /// What is not what code derives: the opening, places of quotes.
    pub(super) derived: Vec<String>,
    /// What built-in rules are said to have answered and do not.
    pub(super) rules: Vec<String>,
}

/// Goes through a session again: its opening against the tree, each answer of built-in rules against
/// what they answer now, the quotes of all others against the files. `panel` are the built-in rules
/// on all seats.
pub(super) fn course(
    played: &Played,
    panel: &RfcMembers,
    results: &[GateResult],
) -> Result<Divergence, AppFault> {
    let mut found = Divergence::default();
    let folded = replay::fold(&played.session, &mut |_, event, charter| {
        let task = |call: u32| {
            let record = charter.calls.iter().find(|record| record.id.0 == call)?;
            Some((record.member, Arc::clone(&record.task)))
        };
        let is_offline = |member| charter.roster.identity(member).provider == OFFLINE;
        match event {
            Event::Opened { input: opening } => {
                found.opened(opening, played, panel, results);
            }
            Event::Answered { call, reply, receipt } => {
                let Some((member, task)) = task(call.0) else { return };
                if is_offline(member) {
                    let again = answered(panel.named(&task.seat).as_ref(), &task);
                    let again = again.and_then(|performed| {
                        Some((admit(&panel.dossier, performed.reply).ok()?, performed.receipt))
                    });
                    let same = again.as_ref().is_some_and(|(a, r)| a == reply && r == receipt);
                    found.rule(same, call.0, &task, again.map(|(admitted, _)| admitted), reply);
                } else {
                    let Some(record) = charter.calls.get(*call) else { return };
                    let before = charter.calls.shown_before(record);
                    let looks = before.chain(&record.looks.exchanges).map(AsRef::as_ref);
                    let again = admit_on(&ground(&panel.dossier, looks), reply.reply.clone());
                    if again.as_ref() != Ok(reply) {
                        found.derived.push(format!(
                            "call {}: the quotes of {} are elsewhere than the session says",
                            call.0, task.seat
                        ));
                    }
                }
            }
            Event::Failed { call, fault, receipt } => {
                let Some((member, task)) = task(call.0) else { return };
                let silent = *receipt == Receipt::default();
                if is_offline(member) {
                    found.rules.push(format!(
                        "call {}: the built-in rules of {} answer, and the session says {fault}{}",
                        call.0,
                        task.seat,
                        if silent { "" } else { " and a receipt" }
                    ));
                }
            }
            Event::Said { what, .. } => match *what {},
            Event::LookRequested { .. }
            | Event::Shown { .. }
            | Event::Estimated { .. }
            | Event::TimerFired { .. }
            | Event::Resumed { .. }
            | Event::DeadlinePassed
            | Event::Interrupted => {}
        }
    });
    folded
        .map_err(|fault| AppFault::Internal(format!("it replayed and does not fold: {fault}")))?;
    found.derived.truncate(TOLD);
    found.rules.truncate(TOLD);
    Ok(found)
}

/// What built-in rules answer: they wait for nobody.
fn answered(seat: &RfcMember, task: &Task) -> Option<Completion<Reply>> {
    let mut performing = seat.complete(task);
    match performing.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(performed) => performed.ok(),
        Poll::Pending => None,
    }
}

impl Divergence {
    fn opened(
        &mut self,
        stated: &SessionInput,
        played: &Played,
        panel: &RfcMembers,
        results: &[GateResult],
    ) {
        let findings = results.iter().flat_map(|result| result.findings.clone()).collect();
        let (inputs, session) = (&played.session.inputs, stated.session.clone());
        let again =
            opening(&panel.dossier, inputs, results, findings, session, stated.panel.clone());
        // How much is read and raised, and what is kept for later cycles, follows from what members say
        // that a call takes, and nobody can ask them again.
        let (reading, most, least) = (stated.reading, stated.most, stated.least.clone());
        let again = SessionInput { reading, most, least, ..again };
        let parts = [
            ("tickets", again.tickets == stated.tickets),
            ("gates", again.gates == stated.gates),
            ("findings", again.findings == stated.findings),
            ("seed", again.seed == stated.seed),
            ("rest", again == *stated),
        ];
        if let Some((part, _)) = parts.iter().find(|(_, same)| !same) {
            self.derived.push(format!("the session opens with other {part} than the tree gives"));
        }
        let built_in = rules::identity();
        for (_, RosterEntry { name, identity }) in stated.panel.iter() {
            if identity.provider == OFFLINE && *identity != built_in {
                self.rules.push(format!(
                    "{name} is said to be held by {}:{}, and the built-in rules are {}:{}",
                    identity.provider, identity.model, built_in.provider, built_in.model
                ));
            }
        }
    }

    fn rule(
        &mut self,
        same: bool,
        call: u32,
        task: &Task,
        again: Option<Admitted>,
        stated: &Admitted,
    ) {
        if same {
            return;
        }
        let (seat, question) = (&task.seat, task.question.name());
        let claims = |admitted: &Admitted| admitted.placed.len();
        let counts = match again {
            Some(again) if claims(&again) != claims(stated) => {
                format!("{} findings, and the session says {}", claims(&again), claims(stated))
            }
            _ => "otherwise than the session says".to_owned(),
        };
        self.rules.push(format!(
            "call {call}: asked {question}, the built-in rules of {seat} answer {counts}"
        ));
    }
}
