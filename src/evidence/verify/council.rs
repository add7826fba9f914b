//! Who sat, for how long, with which modes, and what the counts say of it.

use super::derivation::{DerivationCheck, abort_of, stamp_in};
use crate::core::roster::Roster;
use crate::council::rfc::ledger::LedgerEntry;
use crate::council::rfc::{assess, modes, roster};
use crate::evidence::assemble::seed_of;
use crate::evidence::council_metadata;
use crate::evidence::v2::bundle::{BallotStatus, CouncilMetadata, Finding};
use crate::evidence::v2::council::{AgreementStatus, Resolution, Selected};
use crate::model::policy::{ModePolicy, QUORUM};
use crate::model::{AbortReason, GateStatus, Identity, MemberId, TerminalState};

impl DerivationCheck<'_> {
    pub(super) fn assessment(&mut self) {
        let assessment = &self.bundle.assessment;
        let assessments: assess::Assessments = assessment
            .tickets
            .iter()
            .map(|ticket| {
                let by_seat = ticket
                    .by_agent
                    .iter()
                    .map(|a| (roster::member(&a.agent_id), a.assessment.clone()));
                (ticket.ticket_id.clone(), by_seat.collect())
            })
            .collect();
        let scores = assess::by_ticket(&assessments);
        let same = scores.len() == assessment.tickets.len()
            && scores.iter().zip(&assessment.tickets).all(|(score, ticket)| {
                let by_agent =
                    ticket.by_agent.iter().map(|a| (roster::member(&a.agent_id), a.score));
                score.ticket == ticket.ticket_id
                    && score.median == ticket.implementability
                    && score.spread == ticket.spread
                    && score.by_seat.clone().into_iter().eq(by_agent)
            })
            && assess::of_rfc(&scores) == assessment.implementability;
        self.expect(same, "assessment", || {
            "the scores are not those that the checklists give".to_owned()
        });
        let files = &self.bundle.inputs.files;
        for ticket in &assessment.tickets {
            let id = &ticket.ticket_id;
            let name = format!("{id}.");
            // Work items of other formats stand in a document with others.
            let is_native = self.bundle.rfc_id.adapter().is_native();
            let is_ticket = |path: &str| match is_native {
                true => path.rsplit('/').next().is_some_and(|n| n.starts_with(&name)),
                false => path.ends_with(".md"),
            };
            let is_input = files.iter().any(|file| is_ticket(&file.path));
            self.expect(is_input, "assessment", || format!("{id} was assessed and not read"));
            for agent in &ticket.by_agent {
                let (id, seat, said) = (&ticket.ticket_id, &agent.agent_id, &agent.assessment);
                self.expect(said.ticket_id == *id, "assessment", || {
                    format!("{seat} assessed {}, not {id}", said.ticket_id)
                });
                let opinions = [&said.atomicity, &said.implementability, &said.anti_cousin];
                let judged = opinions.iter().all(|o| o.status != GateStatus::NotRun);
                self.expect(judged, "assessment", || {
                    format!("{seat} assessed {id} and says NOT_RUN")
                });
                self.expect(self.took_part(seat, 2), "assessment", || {
                    format!("{seat} had fallen out and assessed {id}")
                });
            }
        }
    }

    pub(super) fn sitting(&mut self, entries: &[LedgerEntry]) {
        let bundle = self.bundle;
        let Some(council) = &bundle.council_metadata else {
            return;
        };
        let part = "council_metadata";
        let names = roster::names();
        let sat = council.subagents.iter().map(|s| &s.agent_id);
        self.expect(sat.eq(&names), part, || "not the three seats, in order".to_owned());
        self.expect(council.session_id.subject() == bundle.rfc_id, part, || {
            format!("{} is not a session of {}", council.session_id, bundle.rfc_id)
        });
        self.session(council);
        self.seats(council);
        let live_count = council.subagents.iter().filter(|s| s.failure.is_none()).count();
        let settled = council.cycles_completed == 3;
        let aborted = bundle.terminal_state == TerminalState::Aborted;
        self.expect(settled || aborted, part, || {
            "a council that ended completed three cycles".to_owned()
        });
        self.expect(!(settled && aborted), part, || {
            "an aborted council completed three cycles".to_owned()
        });
        let lost = abort_of(bundle) == Some(AbortReason::QuorumLost);
        self.expect(!aborted || lost == (live_count < QUORUM), part, || {
            format!("QUORUM_LOST just when fewer than two seats are left, and {live_count} are")
        });
        self.expect(live_count >= QUORUM || aborted, part, || {
            "fewer than two seats were left and the session was not aborted".to_owned()
        });
        let raised: usize = entries.iter().map(|entry| entry.raises.len()).sum();
        let by_gates = entries.iter().filter(|entry| !entry.is_votable()).count();
        let ballots = || bundle.findings.iter().flat_map(|f| &f.ballots);
        let with = |status: BallotStatus| ballots().filter(|b| b.status == status).count();
        let weighs = |f: &&Finding| f.resolution != Resolution::Duplicate;
        let voted = |status: AgreementStatus| {
            let of_status = bundle.findings.iter().filter(|f| f.agreement_status == status);
            of_status.filter(|f| f.contested).count()
        };
        let open = bundle.findings.iter().filter(weighs);
        let open = open.filter(|f| f.agreement_status == AgreementStatus::Deadlocked).count();
        let resolved = voted(AgreementStatus::QuorumSupport) + voted(AgreementStatus::QuorumOppose);
        let panel = council_metadata::panel(&council.subagents, &bundle.findings);
        let counts = [
            ("total_findings_generated", council.total_findings_generated, raised + by_gates),
            (
                "findings_after_dedup",
                council.findings_after_dedup,
                bundle.findings.iter().filter(weighs).count(),
            ),
            ("contested_items_resolved", council.contested_items_resolved, resolved),
            ("spoilt_ballots", council.panel.spoilt_ballots, with(BallotStatus::Spoilt)),
            ("missing_ballots", council.panel.missing_ballots, with(BallotStatus::Missing)),
            (
                "distinct_providers",
                council.panel.distinct_providers,
                panel.distinct_providers as usize,
            ),
            ("distinct_models", council.panel.distinct_models, panel.distinct_models as usize),
        ];
        for (name, stated, counted) in counts {
            self.expect(stated as usize == counted, part, || {
                format!("{name} is {stated} and the bundle holds {counted}")
            });
        }
        let facts = [
            ("quorum_achieved", council.quorum_achieved, settled && open == 0),
            ("degraded", council.degraded, live_count < names.len()),
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
        self.calls(council);
        self.expect(council.panel.agreement == panel.agreement, part, || {
            "the agreement of the seats is not what they said".to_owned()
        });
        self.expect(council.tokens.spent <= council.tokens.budget, part, || {
            "more tokens were spent than the budget had".to_owned()
        });
        self.expect(council.tokens.budget == bundle.inputs.policy.token_budget, part, || {
            "the token budget is not the policy's".to_owned()
        });
    }

    fn session(&mut self, council: &CouncilMetadata) {
        let part = "council_metadata";
        let file = &council.session_file;
        let stamp = stamp_in(file, "council_session_");
        self.expect(stamp.is_some(), part, || format!("{file:?} is not the name of a session"));
        // COUNCIL-RFC-0042-20260126-100000-2 is in council_session_20260126T100000Z-2.yaml.
        let of_id = council.session_id.stamp();
        self.expect(stamp.is_none_or(|stamp| stamp == of_id), part, || {
            format!("{file} is not the file of {}", council.session_id)
        });
        let seed = seed_of(&self.bundle.inputs.dossier_digest);
        self.expect(council.seed == seed, part, || {
            "the seed is not that of the dossier".to_owned()
        });
    }

    fn seats(&mut self, council: &CouncilMetadata) {
        let part = "council_metadata";
        let policy = self.bundle.inputs.policy.modes;
        let named = |name| (name, Identity::new("", ""));
        let members: Roster = roster::names().into_iter().map(named).collect();
        let all: Vec<MemberId> = members.ids().collect();
        let drawn = modes::anchored(&members, &all, council.seed);
        for seat in &council.subagents {
            let id = &seat.agent_id;
            // Who is not of the roster was objected to before.
            let Some(office) = roster::office(id) else { continue };
            self.expect(seat.emergent_role == office.role, part, || {
                format!("the role of {id} is {}", office.role)
            });
            let (how, taken) = (seat.mode_selection, seat.selected_modes.as_slice());
            // Only seats that choose can end a session, or fall out of it, before they have.
            let out = seat.failure.is_some() || council.cycles_completed == 0;
            let fits = match (policy, how) {
                (ModePolicy::Fixed, Selected::KeyModes)
                | (ModePolicy::Agent, Selected::KeyModesAfterInvalidChoice) => {
                    taken == office.key_modes()
                }
                (ModePolicy::Anchored, Selected::Drawn) => {
                    members.member(id).is_some_and(|member| drawn[&member] == taken)
                }
                (ModePolicy::Agent, Selected::Chosen) => modes::fault_of_seat(taken).is_none(),
                (ModePolicy::Agent, Selected::Pending) => taken.is_empty() && out,
                _ => false,
            };
            self.expect(fits, part, || {
                format!("the modes of {id} are not valid: {how:?} under the policy {policy:?}")
            });
            let cycle = seat.failure.as_ref().map_or(0, |failure| failure.cycle);
            let reached = council.cycles_completed.saturating_add(1).min(3);
            self.expect(cycle <= reached, part, || {
                format!("{id} fell out in cycle {cycle}, which did not happen")
            });
        }
        if council.cycles_completed > 0 {
            let selection: modes::Selection = council
                .subagents
                .iter()
                .map(|s| (roster::member(&s.agent_id), s.selected_modes.clone()))
                .collect();
            let fault = modes::fault_of_panel(&selection);
            self.expect(fault.is_none(), part, || {
                format!("the selected modes are not valid: {}", fault.unwrap_or_default())
            });
        }
    }
}
