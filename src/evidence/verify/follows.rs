//! What follows from something else in the bundle, derived again: each contradiction is a fault.

use std::collections::{BTreeMap, BTreeSet};

use super::line_of;
use crate::council::assess;
use crate::council::ledger::{CastBallot, Entry, Origin, Said, Way};
use crate::council::modes;
use crate::council::rfc::Selected;
use crate::council::tally::{self, AgreementStatus};
use crate::evidence::assemble::{ESCALATION_TARGET, opinions_evidence, policy_digest};
use crate::evidence::derive::{assessed_status, derive};
use crate::evidence::read::Fault;
use crate::evidence::seal;
use crate::evidence::v1::SCHEMA_VERSION;
use crate::evidence::v1::bundle::{Ballot, BallotStatus, Bundle, Finding, Subagent};
use crate::model::policy::{QUORUM, ReviewDepth};
use crate::model::reply::Vote;
use crate::model::{
    FindingId, GateId, GateStatus, SeatId, Severity, Signature, TerminalState, TicketId,
};

/// Every contradiction of a bundle with itself.
pub(super) fn faults(bundle: &Bundle) -> Vec<Fault> {
    Check::new(bundle).all()
}

/// Everything that follows from something else in the bundle, derived again.
struct Check<'b> {
    bundle: &'b Bundle,
    lines: BTreeMap<String, u32>,
    faults: Vec<Fault>,
}

impl<'b> Check<'b> {
    fn new(bundle: &'b Bundle) -> Self {
        let lines = seal::part_lines(bundle).into_iter().map(|(part, first, _)| (part, first));
        Self { bundle, lines: lines.collect(), faults: Vec::new() }
    }

    fn expect(&mut self, holds: bool, part: &str, message: impl FnOnce() -> String) {
        if !holds {
            let line =
                self.lines.get(part).or(self.lines.get(part.split('[').next().unwrap_or(part)));
            let place = line_of(line.copied().unwrap_or(1));
            self.faults.push(Fault { place, message: message() });
        }
    }

    fn all(mut self) -> Vec<Fault> {
        let bundle = self.bundle;
        self.expect(bundle.schema_version == SCHEMA_VERSION, "schema_version", || {
            format!("schema version {} is not {SCHEMA_VERSION}", bundle.schema_version)
        });
        self.inputs();
        let entries: Vec<Entry> = bundle.findings.iter().map(entry_of).collect();
        self.findings(&entries);
        self.depth();
        self.answer(&entries);
        self.assessment();
        self.council(&entries);
        self.faults
    }

    fn inputs(&mut self) {
        let inputs = &self.bundle.inputs;
        let sorted = inputs.files.windows(2).all(|pair| pair[0].path < pair[1].path);
        self.expect(sorted, "inputs", || "the input files are not in order, each once".to_owned());
        let digest = crate::source::digest_of_files(
            inputs.files.iter().map(|file| (file.path.as_str(), &file.digest)),
        );
        self.expect(digest == inputs.dossier_digest, "inputs", || {
            "the dossier's digest is not that of the files".to_owned()
        });
        self.expect(policy_digest(&inputs.policy) == inputs.policy_digest, "inputs", || {
            "the policy's digest is not that of the policy".to_owned()
        });
    }

    fn findings(&mut self, entries: &[Entry]) {
        let rfc = &self.bundle.rfc_id;
        for (index, (finding, entry)) in self.bundle.findings.iter().zip(entries).enumerate() {
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
            let path = &finding.location.yaml_path;
            let signature = Signature::of(finding.gate_id, finding.subcategory, subject, path);
            self.expect(signature == finding.signature, &part, || {
                format!("{id}: its signature is not that of its gate, kind and place")
            });
            self.origin(&part, finding, entry);
            let contested = tally::is_contested(entry);
            self.expect(contested == finding.contested, &part, || {
                format!("{id}: contested is {} and its record says {contested}", finding.contested)
            });
            self.ballots(&part, finding, entry);
            let agreed = tally::agreed_way(entry).map(|way| way.id.clone());
            self.expect(agreed == finding.agreed_remediation, &part, || {
                format!("{id}: the agreed way out is not the one that two seats stand behind")
            });
        }
    }

    fn origin(&mut self, part: &str, finding: &Finding, entry: &Entry) {
        let id = &finding.finding_id;
        let gate_decides = !GateId::ASSESSED.contains(&finding.gate_id);
        if finding.rule.is_some() {
            self.expect(gate_decides, part, || format!("{id}: a rule of a gate that has none"));
            let unsigned = finding.source_agent.is_none() && finding.source_mode.is_none();
            self.expect(unsigned, part, || format!("{id}: a gate's finding names a seat"));
            let untouched = finding.stances.is_empty()
                && finding.ballots.is_empty()
                && finding.remediations.is_empty();
            self.expect(untouched, part, || format!("{id}: seats spoke on what code decides"));
            return;
        }
        let first = entry.raises.iter().find(|raise| raise.grounded).or(entry.raises.first());
        let source = first.map(|raise| (raise.source_agent, raise.source_cycle, raise.source_mode));
        let named = finding.source_agent.zip(finding.source_mode);
        let named = named.map(|(agent, mode)| (agent, finding.source_cycle, mode));
        self.expect(source.is_some() && source == named, part, || {
            format!("{id}: its source is not the seat that raised it first")
        });
        let grounded = entry.raises.iter().filter(|raise| raise.grounded);
        let highest = grounded.map(|raise| raise.severity).max();
        self.expect(highest.is_none_or(|severity| severity == finding.severity), part, || {
            format!("{id}: its severity is not the highest that a grounded raise claims")
        });
    }

    fn ballots(&mut self, part: &str, finding: &Finding, entry: &Entry) {
        let id = &finding.finding_id;
        let settled = matches!(
            self.bundle.terminal_state,
            TerminalState::Converged | TerminalState::Deadlocked
        );
        let voters: Vec<SeatId> = finding.ballots.iter().map(|ballot| ballot.agent_id).collect();
        let complete = voters == SeatId::ALL;
        self.expect(!settled || complete == finding.contested, part, || {
            format!("{id}: a contested finding has one ballot of each seat, any other has none")
        });
        for ballot in &finding.ballots {
            let seat = ballot.agent_id;
            let cast = ballot.status == BallotStatus::Cast;
            self.expect(cast == ballot.vote.is_some(), part, || {
                format!("{id}: the ballot of {seat} is {:?} and has a vote or none", ballot.status)
            });
            let changes = matches!(
                (tally::side(entry, seat), ballot.vote),
                (Some(Vote::Support), Some(Vote::Oppose))
                    | (Some(Vote::Oppose), Some(Vote::Support))
            );
            self.expect(!changes || ballot.missed.is_some(), part, || {
                format!("{id}: {seat} changed sides and cites nothing that it had missed")
            });
        }
        let live: Vec<SeatId> = match &self.bundle.council_metadata {
            Some(council) => {
                let lost = council.subagents.iter().filter(|s| s.failure.is_some());
                let lost: Vec<SeatId> = lost.map(|s| s.agent_id).collect();
                SeatId::ALL.into_iter().filter(|seat| !lost.contains(seat)).collect()
            }
            None => Vec::new(),
        };
        let voted = |b: &&Ballot| b.status != BallotStatus::Missing;
        for ballot in finding.ballots.iter().filter(voted) {
            let seat = ballot.agent_id;
            // A seat that fell out in the last call had voted before.
            let lost_late = self.bundle.council_metadata.as_ref().is_some_and(|council| {
                council
                    .subagents
                    .iter()
                    .any(|s| s.agent_id == seat && s.failure.as_ref().is_some_and(|f| f.cycle == 3))
            });
            self.expect(live.contains(&seat) || lost_late, part, || {
                format!("{id}: {seat} had fallen out and has a ballot")
            });
        }
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

    fn answer(&mut self, entries: &[Entry]) {
        let bundle = self.bundle;
        let derived = derive(entries, bundle.terminal_state, &bundle.inputs.rfc_state);
        for (index, (finding, (status, resolution))) in
            bundle.findings.iter().zip(&derived.outcomes).enumerate()
        {
            let part = format!("findings[{index}]");
            let id = &finding.finding_id;
            self.expect(finding.agreement_status == *status, &part, || {
                format!(
                    "{id}: the ballots give {}, not {}",
                    status.as_str(),
                    finding.agreement_status.as_str()
                )
            });
            self.expect(finding.resolution == *resolution, &part, || {
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
        self.expect(bundle.escalation_target.as_deref() == target, "escalation_target", || {
            "somebody must decide just when the council is deadlocked".to_owned()
        });
        self.gates(entries, &derived.outcomes);
    }

    fn gates(&mut self, entries: &[Entry], outcomes: &[(AgreementStatus, tally::Resolution)]) {
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
            let own = |f: &&Finding| f.gate_id == id;
            let findings: Vec<_> = bundle.findings.iter().filter(own).collect();
            let listed = findings.iter().map(|f| f.finding_id.clone()).collect::<Vec<_>>();
            self.expect(gate.findings == listed, &part, || {
                format!("{id} lists other findings than its own")
            });
            if GateId::ASSESSED.contains(&id) {
                let opinions: Vec<usize> =
                    bundle.assessment.tickets.iter().map(|t| t.by_agent.len()).collect();
                let status = assessed_status(id, cycles, &opinions, entries, outcomes);
                // Tickets that no seat assessed are not in the bundle; a gate may then be NOT_RUN.
                let fits = gate.status == status
                    || (gate.status == GateStatus::NotRun && status != GateStatus::Failed);
                self.expect(fits, &part, || {
                    format!("{id} is {status} by its findings and assessments, not {}", gate.status)
                });
                let evidence = opinions_evidence(id, &bundle.assessment);
                self.expect(gate.evidence == evidence, &part, || {
                    format!("{id}: its evidence is not what the seats assessed")
                });
            } else {
                let blocked =
                    findings.iter().any(|f| f.rule.is_some() && f.severity == Severity::Blocker);
                self.expect(blocked == (gate.status == GateStatus::Failed), &part, || {
                    format!("{id} is FAILED just when a BLOCKER of its own stands")
                });
            }
        }
    }

    fn assessment(&mut self) {
        let assessment = &self.bundle.assessment;
        let assessments: assess::Assessments = assessment
            .tickets
            .iter()
            .map(|ticket| {
                let by_seat = ticket.by_agent.iter().map(|a| (a.agent_id, a.assessment.clone()));
                (ticket.ticket_id.clone(), by_seat.collect())
            })
            .collect();
        let scores = assess::by_ticket(&assessments);
        let same = scores.len() == assessment.tickets.len()
            && scores.iter().zip(&assessment.tickets).all(|(score, ticket)| {
                let by_agent = ticket.by_agent.iter().map(|a| (a.agent_id, a.score));
                score.ticket == ticket.ticket_id
                    && score.median == ticket.implementability
                    && score.spread == ticket.spread
                    && score.by_seat.clone().into_iter().eq(by_agent)
            })
            && assess::of_rfc(&scores) == assessment.implementability;
        self.expect(same, "assessment", || {
            "the scores are not those that the checklists give".to_owned()
        });
    }

    fn council(&mut self, entries: &[Entry]) {
        let bundle = self.bundle;
        let Some(council) = &bundle.council_metadata else {
            return;
        };
        let part = "council_metadata";
        let seats: Vec<SeatId> = council.subagents.iter().map(|s| s.agent_id).collect();
        self.expect(seats == SeatId::ALL, part, || "not the three seats, in order".to_owned());
        self.expect(council.session_id.as_str().contains(bundle.rfc_id.as_str()), part, || {
            format!("{} is not a session of {}", council.session_id, bundle.rfc_id)
        });
        let live = council.subagents.iter().filter(|s| s.failure.is_none());
        let live_count = live.clone().count();
        if council.cycles_completed > 0 {
            let selection: modes::Selection =
                council.subagents.iter().map(|s| (s.agent_id, s.selected_modes.clone())).collect();
            let seat_fault = live.clone().find_map(|s| modes::fault_of_seat(&s.selected_modes));
            let fault = seat_fault.or_else(|| modes::fault_of_panel(&selection));
            self.expect(fault.is_none(), part, || {
                format!("the selected modes are not valid: {}", fault.unwrap_or_default())
            });
            let pending = live.clone().any(|s| s.mode_selection == Selected::Pending);
            self.expect(!pending, part, || "a seat took part without modes".to_owned());
        }
        let settled = council.cycles_completed == 3;
        let aborted = bundle.terminal_state == TerminalState::Aborted;
        self.expect(settled || aborted, part, || {
            "a council that ended completed three cycles".to_owned()
        });
        self.expect(live_count >= QUORUM || aborted, part, || {
            "fewer than two seats were left and the session was not aborted".to_owned()
        });
        let raised: usize = entries.iter().map(|entry| entry.raises.len()).sum();
        let by_gates = entries.iter().filter(|entry| !entry.is_votable()).count();
        let ballots = || bundle.findings.iter().flat_map(|f| &f.ballots);
        let with = |status: BallotStatus| ballots().filter(|b| b.status == status).count();
        let decided = |status: AgreementStatus| {
            bundle.findings.iter().filter(|f| f.agreement_status == status).count()
        };
        let resolved =
            decided(AgreementStatus::QuorumSupport) + decided(AgreementStatus::QuorumOppose);
        let distinct = |of: fn(&Subagent) -> &str| {
            council.subagents.iter().map(of).collect::<BTreeSet<_>>().len()
        };
        let counts = [
            ("total_findings_generated", council.total_findings_generated, raised + by_gates),
            ("findings_after_dedup", council.findings_after_dedup, entries.len()),
            ("contested_items_resolved", council.contested_items_resolved, resolved),
            ("spoilt_ballots", council.panel.spoilt_ballots, with(BallotStatus::Spoilt)),
            ("missing_ballots", council.panel.missing_ballots, with(BallotStatus::Missing)),
            ("distinct_providers", council.panel.distinct_providers, distinct(|s| &s.provider)),
            ("distinct_models", council.panel.distinct_models, distinct(|s| &s.model)),
        ];
        for (name, stated, counted) in counts {
            self.expect(stated as usize == counted, part, || {
                format!("{name} is {stated} and the bundle holds {counted}")
            });
        }
        let facts = [
            (
                "quorum_achieved",
                council.quorum_achieved,
                settled && decided(AgreementStatus::Deadlocked) == 0,
            ),
            ("degraded", council.degraded, live_count < SeatId::ALL.len()),
            (
                "offline",
                council.panel.offline,
                council.subagents.iter().all(|s| s.provider == "offline"),
            ),
        ];
        for (name, stated, holds) in facts {
            self.expect(stated == holds, part, || {
                format!("{name} is {stated} and should be {holds}")
            });
        }
        self.expect(council.tokens.spent <= council.tokens.budget, part, || {
            "more tokens were spent than the budget had".to_owned()
        });
        self.expect(council.tokens.budget == bundle.inputs.policy.token_budget, part, || {
            "the token budget is not the policy's".to_owned()
        });
    }
}

/// A finding of a bundle as the ledger entry it came from.
fn entry_of(finding: &Finding) -> Entry {
    Entry {
        id: finding.finding_id.clone(),
        origin: match &finding.rule {
            Some(rule) => Origin::Gate(rule.clone()),
            None => Origin::Seats,
        },
        gate: finding.gate_id,
        subcategory: finding.subcategory,
        severity: finding.severity,
        location: finding.location.clone(),
        source_line: finding.source_line.clone(),
        ticket: finding.ticket_id.clone(),
        quote: finding.quote.clone(),
        description: finding.description.clone(),
        remediation: finding.remediation.clone(),
        signature: finding.signature.clone(),
        raises: finding.raised_by.clone(),
        said: finding
            .stances
            .iter()
            .map(|s| (s.agent_id, Said { vote: s.vote, reason: s.reason.clone() }))
            .collect(),
        ballots: finding.ballots.iter().map(|b| (b.agent_id, cast_of(b))).collect(),
        ways: finding
            .remediations
            .iter()
            .map(|way| Way {
                id: way.proposal_id.clone(),
                text: way.text.clone(),
                backers: way.backed_by.iter().copied().collect(),
            })
            .collect(),
    }
}

fn cast_of(ballot: &Ballot) -> CastBallot {
    match (ballot.status, ballot.vote) {
        (BallotStatus::Cast, Some(vote)) => {
            CastBallot::Cast { vote, reason: ballot.reason.clone(), missed: ballot.missed.clone() }
        }
        (BallotStatus::Cast, None) | (BallotStatus::Spoilt, _) => {
            CastBallot::Spoilt { why: ballot.reason.clone() }
        }
        (BallotStatus::Missing, _) => CastBallot::Missing,
    }
}
