//! What follows from something else in the bundle, derived again: each contradiction is a fault.
//! What the seats said is in `spoken`, who sat is in `sitting`.

use std::collections::{BTreeMap, HashMap};

use crate::adjudicate::{self, Word};
use crate::council::rfc::Ending;
use crate::council::rfc::ledger::{Ledger, LedgerEntry, Weighed};
use crate::council::rfc::roster::member;
use crate::council::rfc::tally::{self, Settled};
use crate::evidence::assemble::{ESCALATION_TARGET, NOT_CONVENED};
use crate::evidence::derive::{assessed_status, derive};
use crate::evidence::read::EvidenceReadFault;
use crate::evidence::rulings;
use crate::evidence::seal;
use crate::evidence::to_ledger::ledger_of;
use crate::evidence::v2::SCHEMA_VERSION;
use crate::evidence::v2::bundle::{Bundle, Finding};
use crate::evidence::v2::council::{AgreementStatus, Resolution};
use crate::gates;
use crate::model::pointing;
use crate::model::policy::ReviewDepth;
use crate::model::{
    AbortReason, FindingId, GateId, GateStatus, Place, Severity, Signature, TerminalState, TicketId,
};
use crate::source::RfcState;

/// Every contradiction of a bundle with itself.
pub(super) fn faults(bundle: &Bundle) -> Vec<EvidenceReadFault> {
    DerivationCheck::new(bundle).all()
}

/// Everything that follows from something else in the bundle, derived again.
pub(super) struct DerivationCheck<'b> {
    pub(super) bundle: &'b Bundle,
    lines: BTreeMap<String, u32>,
    faults: Vec<EvidenceReadFault>,
}

impl<'b> DerivationCheck<'b> {
    fn new(bundle: &'b Bundle) -> Self {
        let lines = seal::part_lines(bundle).into_iter().map(|(part, first, _)| (part, first));
        Self { bundle, lines: lines.collect(), faults: Vec::new() }
    }

    pub(super) fn expect(&mut self, holds: bool, part: &str, message: impl FnOnce() -> String) {
        if !holds {
            let line =
                self.lines.get(part).or(self.lines.get(part.split('[').next().unwrap_or(part)));
            let place = Place::line(line.copied().unwrap_or(1));
            self.faults.push(EvidenceReadFault { place, message: message() });
        }
    }

    fn all(mut self) -> Vec<EvidenceReadFault> {
        let bundle = self.bundle;
        self.expect(bundle.schema_version == SCHEMA_VERSION, "schema_version", || {
            format!("schema version {} is not {SCHEMA_VERSION}", bundle.schema_version)
        });
        self.inputs();
        self.depth();
        let ledger = ledger_of(bundle);
        self.pairs();
        self.findings(&ledger);
        self.order(ledger.entries());
        self.rulings(&ledger);
        self.waivers();
        self.answer(&ledger);
        self.assessment();
        self.sitting(ledger.entries());
        self.faults
    }

    fn findings(&mut self, ledger: &Ledger) {
        let rfc = &self.bundle.rfc_id;
        let weighed = ledger.weighed();
        let of_head: HashMap<&FindingId, &Weighed<'_>> =
            weighed.iter().map(|weighed| (&weighed.entry.id, weighed)).collect();
        let findings = self.bundle.findings.iter().zip(ledger.entries());
        for (index, (finding, entry)) in findings.enumerate() {
            let head = of_head.get(&entry.id).copied();
            let part = format!("findings[{index}]");
            let id = &finding.finding_id;
            self.expect(*id == FindingId::numbered(rfc, index + 1), &part, || {
                format!("{id} is not finding number {} of {rfc}", index + 1)
            });
            self.expect(finding.category == finding.subcategory.category(), &part, || {
                format!("{id}: {} is not of {}", finding.subcategory, finding.category)
            });
            let subject =
                finding.ticket_id.as_ref().map_or(finding.location.file.as_str(), TicketId::as_str);
            let path = &finding.location.path;
            let signature = Signature::of(finding.gate_id, finding.subcategory, subject, path);
            self.expect(signature == finding.signature, &part, || {
                format!("{id}: its signature is not that of its gate, kind and place")
            });
            self.origin(&part, finding, entry);
            self.spoken(&part, finding, head);
            let contested = head.is_some_and(tally::is_contested);
            self.expect(contested == finding.contested, &part, || {
                format!("{id}: contested is {} and its record says {contested}", finding.contested)
            });
            let agreed = tally::agreed_way(&Weighed::alone(entry)).map(|way| way.id.clone());
            self.expect(agreed == finding.agreed_remediation, &part, || {
                format!("{id}: the agreed fix is not the one that two seats back")
            });
        }
    }

    fn origin(&mut self, part: &str, finding: &Finding, entry: &LedgerEntry) {
        let id = &finding.finding_id;
        if let Some(rule) = &finding.rule {
            // Advisory rules of an assessed gate never fail it.
            let is_advisory = finding.gate_id.is_assessed();
            self.expect(!is_advisory || finding.severity < Severity::Blocker, part, || {
                format!("{id}: a BLOCKER of a rule at a gate that rules do not decide")
            });
            let unsigned = finding.source_agent.is_none() && finding.source_mode.is_none();
            self.expect(unsigned, part, || format!("{id}: a gate's finding names a seat"));
            self.expect(finding.source_cycle == 1, part, || {
                format!("{id}: the gates run in cycle 1, not {}", finding.source_cycle)
            });
            self.expect(finding.quote == finding.source_line.trim(), part, || {
                format!("{id}: its quote is not the line it is about")
            });
            self.rule(part, finding, rule);
            self.because(part, finding, rule);
            let untouched = finding.stances.is_empty()
                && finding.ballots.is_empty()
                && finding.remediations.is_empty();
            self.expect(untouched, part, || format!("{id}: seats spoke on what code decides"));
            self.expect(finding.cites.is_empty(), part, || {
                format!("{id}: a gate's finding rests on what a seat was shown")
            });
            return;
        }
        self.expect(finding.because.is_empty(), part, || {
            format!("{id}: only a gate's finding follows from others")
        });
        let first = entry.raises.iter().find(|raise| raise.grounded).or(entry.raises.first());
        let source = first.map(|raise| (raise.member, raise.cycle, raise.mode));
        let named = finding.source_agent.as_ref().zip(finding.source_mode);
        let named = named.map(|(name, mode)| (member(name), finding.source_cycle, mode));
        self.expect(source.is_some() && source == named, part, || {
            format!("{id}: its source is not the seat that raised it first")
        });
        let words = first.map(|raise| (&raise.quote, &raise.description));
        self.expect(words == Some((&finding.quote, &finding.description)), part, || {
            format!("{id}: its words are not those of the seat that raised it first")
        });
        self.cites(part, finding);
        let file = &finding.location.file;
        let is_input = self.bundle.inputs.dossier().any(|input| input.path == *file);
        let fault = pointing::fault(is_input, file, finding.ticket_id.as_ref());
        self.expect(fault.is_none(), part, || {
            format!("{id}: a seat's finding {}", fault.unwrap_or_default())
        });
    }

    /// A rule always finds the same kind of defect for the same gate, and most weigh the same
    /// wherever they fire. The table is that of this version only.
    fn rule(&mut self, part: &str, finding: &Finding, rule: &str) {
        if self.bundle.inputs.tool.version != env!("CARGO_PKG_VERSION") {
            return;
        }
        let id = &finding.finding_id;
        let known = gates::RULES.iter().find(|known| known.id.as_str() == rule);
        self.expect(known.is_some(), part, || format!("{id}: there is no rule {rule:?}"));
        let Some(known) = known else { return };
        let kind = (known.gate, known.subcategory) == (finding.gate_id, finding.subcategory);
        self.expect(kind, part, || format!("{id}: {rule} finds something else"));
        let weight = !known.varies.is_empty() || known.severity == finding.severity;
        self.expect(weight, part, || {
            format!("{id}: {rule} weighs {}, not {}", known.severity, finding.severity)
        });
    }

    /// GATES.md R57: what explains a finding stands in the bundle, was found by a gate, weighs as
    /// much at least and follows from nothing itself. Which rules explain which is of this version.
    fn because(&mut self, part: &str, finding: &Finding, rule: &str) {
        let id = &finding.finding_id;
        let is_this = self.bundle.inputs.tool.version == env!("CARGO_PKG_VERSION");
        let findings = &self.bundle.findings;
        let at = |cause: &FindingId| findings.iter().position(|f| f.finding_id == *cause);
        let causes: Option<Vec<usize>> = finding.because.iter().map(at).collect();
        let sorted = causes.is_some_and(|causes| causes.windows(2).all(|pair| pair[0] < pair[1]));
        self.expect(sorted, part, || {
            format!("{id}: what explains it are not findings of the bundle, in order, each once")
        });
        for cause in findings.iter().filter(|cause| finding.because.contains(&cause.finding_id)) {
            let by = &cause.finding_id;
            let holds = cause.because.is_empty() && cause.severity >= finding.severity;
            self.expect(holds && by != id, part, || {
                format!(
                    "{id}: {by} follows from others itself, or weighs less, and explains nothing"
                )
            });
            let other = cause.rule.as_deref().unwrap_or_default();
            let is_one_file = finding.location.file == cause.location.file;
            self.expect(!is_this || gates::may_follow(rule, other, is_one_file), part, || {
                format!("{id}: {rule} never follows from {by}")
            });
        }
    }

    /// The gates' findings come first, in reporting order; the seats' follow in the order in which
    /// they were raised.
    fn order(&mut self, entries: &[LedgerEntry]) {
        let by_gates = entries.iter().take_while(|entry| !entry.is_votable()).count();
        let seats = &entries[by_gates..];
        let findings = &self.bundle.findings[..by_gates];
        let place = |f: &'b Finding| {
            let at = &f.location;
            (f.gate_id, &at.file, at.line, at.column, &f.rule, &at.path, &f.description)
        };
        let reported = findings.windows(2).all(|pair| place(&pair[0]) <= place(&pair[1]));
        let raised =
            |entry: &LedgerEntry| entry.raises.first().map(|raise| (raise.cycle, raise.member));
        let in_turn = seats.windows(2).all(|pair| raised(&pair[0]) <= raised(&pair[1]));
        let apart = seats.iter().all(LedgerEntry::is_votable);
        self.expect(reported && in_turn && apart, "findings", || {
            "the findings are not in the order of their finding".to_owned()
        });
    }

    fn depth(&mut self) {
        let bundle = self.bundle;
        let convened = bundle.council_metadata.is_some();
        self.expect(
            convened == (bundle.review_depth == ReviewDepth::Council),
            "review_depth",
            || "the depth says COUNCIL just when a council is described".to_owned(),
        );
        let not_convened = bundle.terminal_state == TerminalState::NotConvened;
        self.expect(convened != not_convened, "terminal_state", || {
            "a council ends CONVERGED, DEADLOCKED or ABORTED; without one it is NOT_CONVENED"
                .to_owned()
        });
        let seats_spoke =
            bundle.findings.iter().any(|f| f.rule.is_none() || !f.raised_by.is_empty());
        self.expect(convened || !seats_spoke, "findings", || {
            "a seat's finding without a council".to_owned()
        });
    }

    fn answer(&mut self, ledger: &Ledger) {
        let bundle = self.bundle;
        let decisions = rulings::decisions(&bundle.rulings);
        let state = &bundle.inputs.rfc_state;
        let word = Word { decisions: Some(&decisions), waivers: &bundle.inputs.waivers };
        let derived = derive(&bundle.rfc_id, ledger, bundle.terminal_state, state, word);
        for (index, (finding, settled)) in bundle.findings.iter().zip(&derived.outcomes).enumerate()
        {
            let part = format!("findings[{index}]");
            let id = &finding.finding_id;
            let status = AgreementStatus::from(settled.agreement);
            let resolution = Resolution::from(settled.resolution);
            self.expect(finding.severity == settled.severity, &part, || {
                format!("{id}: the seats give {}, not {}", settled.severity, finding.severity)
            });
            self.expect(finding.duplicate_of == settled.duplicate_of, &part, || {
                format!("{id}: it is not one with the finding that the seats say")
            });
            self.expect(finding.agreement_status == status, &part, || {
                format!(
                    "{id}: the ballots give {}, not {}",
                    status.as_str(),
                    finding.agreement_status.as_str()
                )
            });
            self.expect(finding.resolution == resolution, &part, || {
                format!(
                    "{id}: it follows {}, not {}",
                    resolution.as_str(),
                    finding.resolution.as_str()
                )
            });
        }
        let lists = [
            ("consensus_findings", &bundle.consensus_findings, &derived.consensus),
            ("deadlocked_findings", &bundle.deadlocked_findings, &derived.deadlocked),
            ("partial_findings", &bundle.partial_findings, &derived.partial),
        ];
        for (part, stated, expected) in lists {
            self.expect(stated == expected, part, || format!("{part} are not those that follow"));
        }
        self.expect(bundle.verdict == derived.verdict, "verdict", || {
            format!("the findings give {}, not {}", derived.verdict, bundle.verdict)
        });
        self.expect(bundle.verdict_reason == derived.reason, "verdict_reason", || {
            format!("the reason that follows is {:?}", derived.reason)
        });
        let deadlocked = bundle.terminal_state == TerminalState::Deadlocked;
        self.expect(deadlocked != derived.deadlocked.is_empty(), "terminal_state", || {
            "DEADLOCKED just when something is left for a person".to_owned()
        });
        let target = deadlocked.then_some(ESCALATION_TARGET);
        self.expect(bundle.escalation_target.as_deref() == target, "open", || {
            "somebody must decide just when the council is deadlocked".to_owned()
        });
        self.reason(derived.deadlocked.len());
        self.gates(ledger.entries(), &derived.outcomes);
    }

    /// The line that tells how the review ended.
    fn reason(&mut self, deadlocked: usize) {
        let bundle = self.bundle;
        let said = bundle.terminal_reason.as_str();
        let fits = match bundle.terminal_state {
            TerminalState::NotConvened => said == NOT_CONVENED,
            TerminalState::Converged if !bundle.rulings.is_empty() => {
                said == adjudicate::reason(bundle.rulings.iter().map(|ruling| ruling.decision))
            }
            TerminalState::Converged | TerminalState::Deadlocked => {
                said == Ending::after_the_vote(deadlocked).reason
            }
            TerminalState::Aborted => abort_of(bundle).is_some(),
        };
        self.expect(fits, "terminal_reason", || {
            format!("{said:?} is not why a review ends {}", bundle.terminal_state)
        });
    }

    fn gates(&mut self, entries: &[LedgerEntry], outcomes: &[Settled]) {
        let bundle = self.bundle;
        let ids: Vec<GateId> = bundle.gates.iter().map(|gate| gate.gate_id).collect();
        self.expect(ids == GateId::ALL, "gates", || "not the seven gates, in order".to_owned());
        let cycles = bundle.council_metadata.as_ref().map_or(0, |c| c.cycles_completed);
        for (index, gate) in bundle.gates.iter().enumerate() {
            let part = format!("gates[{index}]");
            let id = gate.gate_id;
            self.expect(gate.gate_type == id.gate_type(), &part, || {
                format!("{id} is of another type")
            });
            let judged = id.is_assessed();
            let assessed = judged.then_some(bundle.assessment.tickets.len() as u32);
            self.expect(gate.assessed == assessed, &part, || {
                format!("{id}: it counts other tickets than those that the seats assessed")
            });
            let own = |f: &&Finding| f.gate_id == id;
            let findings: Vec<_> = bundle.findings.iter().filter(own).collect();
            if id.is_assessed() {
                let opinions: Vec<usize> =
                    bundle.assessment.tickets.iter().map(|t| t.by_agent.len()).collect();
                let status = assessed_status(id, cycles, &opinions, entries, outcomes);
                // Tickets that no seat assessed are not in the bundle; a gate may then be NOT_RUN.
                let fits = gate.status == status
                    || (gate.status == GateStatus::NotRun && status != GateStatus::Failed);
                self.expect(fits, &part, || {
                    format!("{id} is {status} by its findings and assessments, not {}", gate.status)
                });
                self.expect(gate.evidence.is_null(), &part, || {
                    format!("{id}: its evidence is the assessment, and nothing else")
                });
            } else {
                let weighs = |f: &&&Finding| f.resolution != Resolution::Waived;
                let blocked = findings
                    .iter()
                    .filter(weighs)
                    .any(|f| f.rule.is_some() && f.severity == Severity::Blocker);
                self.expect(blocked == (gate.status == GateStatus::Failed), &part, || {
                    format!("{id} is FAILED just when it has an open BLOCKER")
                });
                let state = RfcState::parse(&bundle.inputs.rfc_state);
                let idle = gate.status == GateStatus::NotApplicable;
                let retired = state.is_some_and(|state| !state.is_reviewable());
                // Of other formats, where there is an order to judge (ADAPTERS.md §4).
                let is_ordered = bundle.rfc_id.adapter().is_native();
                let always = id == GateId::Schema
                    || id == GateId::DependencyAcyclicity && is_ordered;
                let ran = match gate.status {
                    GateStatus::NotRun => false,
                    GateStatus::Failed => true,
                    GateStatus::Passed | GateStatus::NotApplicable if retired => idle,
                    GateStatus::Passed | GateStatus::NotApplicable => !(always && idle),
                };
                self.expect(ran, &part, || {
                    format!("{id} runs for every RFC that can be reviewed, and is {}", gate.status)
                });
                let found = findings.iter().any(|finding| finding.rule.is_some());
                self.expect(found || gate.evidence.is_null(), &part, || {
                    format!("{id}: it found nothing, and has evidence")
                });
            }
        }
    }
}

/// The reason that an abort's line begins with.
pub(super) fn abort_of(bundle: &Bundle) -> Option<AbortReason> {
    let (reason, _) = bundle.terminal_reason.split_once(": ")?;
    AbortReason::ALL.into_iter().find(|abort| abort.as_str() == reason)
}

/// The stamp in the plain name of an evidence file: `20260126T100000Z`, `20260126T100000Z-2`.
pub(super) fn stamp_in<'n>(name: &'n str, prefix: &str) -> Option<&'n str> {
    let stamp = name.strip_prefix(prefix)?.strip_suffix(".yaml")?;
    let plain = stamp.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    (plain && !stamp.is_empty()).then_some(stamp)
}

/// Whether a path stays within the repository.
pub(super) fn is_plain_path(path: &str) -> bool {
    path.split('/').all(|part| !matches!(part, "" | "." | "..") && !part.contains('\0'))
}
