//! Bundles that somebody changed and sealed again: each contradicts itself, and is told where
//! (THREATS.md C1, C2). Changes without a new seal are refused whatever they are.

use crate::support::bundles::{self, Kind, id};
use crate::support::edits::{edited, paths};
use crate::support::seat_id::SeatId;
use crate::support::{self, Repo, STAMP, scale};
use Kind::{Aborted, Degraded, Settled, Standard};
use SeatId::{Sa1, Sa2, Sa3};
use council_review::core::draw::SplitMix;
use council_review::core::look::{LookStatus, Refusal};
use council_review::evidence::v2::bundle::{
    BallotStatus, Bundle, CouncilMetadata, FileNumber, FileUse, Finding, InputFile, PairRecord,
    Remediation, StanceRecord,
};
use council_review::evidence::v2::call::Look;
use council_review::evidence::v2::council::CitedLines;
use council_review::evidence::verify::verify;
use council_review::evidence::{canonical, seal};
use council_review::model::opinion::{Rating, Vote};
use council_review::model::{
    Category, Digest, GateStatus, GateType, ModeId, Severity, Signature, Subcategory,
    TerminalState, Verdict,
};
use council_review::yaml::{Limits, read};
use serde_json::json;

/// Name, base, what the refusal says, and the forgery.
type Forgery = (&'static str, Kind, &'static str, fn(&mut Bundle));

fn council(bundle: &mut Bundle) -> &mut CouncilMetadata {
    bundle.council_metadata.as_mut().expect("a council")
}

/// The seats asked about two findings, by their places, and nobody said anything.
fn pair(bundle: &Bundle, later: usize, earlier: usize) -> PairRecord {
    let id = |at: usize| bundle.findings[at].finding_id.clone();
    let (finding_id, other_id) = (id(later), id(earlier));
    PairRecord {
        finding_id,
        other_id,
        cycle: 2,
        same_as: Vec::new(),
        part_of: Vec::new(),
        contains: Vec::new(),
        different: Vec::new(),
    }
}

fn mode(number: u8) -> ModeId {
    ModeId::new(number).expect("a mode")
}

/// Moves a finding to another place, signature and all.
fn resigned(finding: &mut Finding) {
    let subject = finding.ticket_id.as_ref().map_or("", |ticket| ticket.as_str());
    let (gate, path) = (finding.gate_id, &finding.location.path);
    finding.signature = Signature::of(gate, finding.subcategory, subject, path);
}

/// SA-2 looked at a file before it answered first, and rests a finding on it.
fn looked(bundle: &mut Bundle) {
    let n = FileNumber::of(bundle.inputs.files.len());
    bundle.inputs.files.push(InputFile {
        n: n.clone(),
        path: "src/a.rs".to_owned(),
        digest: Digest::of(b"code"),
        bytes: 400,
        read_as: FileUse::Looked,
    });
    let shown = Look {
        turn: 1,
        kind: "file".to_owned(),
        request: "src/a.rs:10-20".to_owned(),
        status: Some(LookStatus::Shown),
        why: None,
        file: Some(n),
        lines: Some("10-20".to_owned()),
    };
    let refused = Look {
        kind: "list".to_owned(),
        request: "../x".to_owned(),
        status: Some(LookStatus::Refused),
        why: Some(Refusal::Outside),
        file: None,
        lines: None,
        ..shown.clone()
    };
    let call = bundle.calls.iter_mut().find(|call| call.agent_id == Sa2.name());
    call.expect("a call").looks = vec![shown, refused];
    let (path, lines) = ("src/a.rs".to_owned(), "12".to_owned());
    bundle.findings[4].cites = vec![CitedLines { path, lines, quote: "let x;".to_owned() }];
}

/// A forgery of what [`looked`] says.
fn looks(bundle: &mut Bundle, forge: fn(&mut Vec<Look>)) {
    looked(bundle);
    let call = bundle.calls.iter_mut().find(|call| !call.looks.is_empty());
    forge(&mut call.expect("a call that looked").looks);
}

#[rustfmt::skip]
const FORGERIES: &[Forgery] = &[
    // The answer.
    ("another verdict", Settled, "the findings give REJECTED", |b| b.verdict = Verdict::Approved),
    ("another reason", Settled, "the reason that follows", |b| b.verdict_reason.push('!')),
    ("a verdict on nothing", Settled, "the findings give REJECTED", |b| b.verdict = Verdict::NotApplicable),
    ("an abort that approves", Aborted, "the findings give ABORTED", |b| b.verdict = Verdict::Approved),
    ("a deadlock that approves", Degraded, "the findings give NEEDS_ADJUDICATION", |b| b.verdict = Verdict::ApprovedWithRemediation),
    ("another version of the schema", Settled, "it has the form 1.0.1", |b| b.schema_version = "1.0.1".to_owned()),
    ("another RFC", Settled, "of RFC-0043", |b| b.rfc_id = "RFC-0043".parse().expect("an id")),
    // Gates.
    ("a gate that passed", Settled, "GATE-TCK-ATOMICITY is FAILED", |b| b.gates[4].status = GateStatus::Passed),
    ("a gate that failed", Settled, "GATE-TCK-ANTI-COUSIN is PASSED", |b| b.gates[6].status = GateStatus::Failed),
    ("a deterministic gate that failed", Settled, "FAILED just when", |b| b.gates[1].status = GateStatus::Failed),
    ("a deterministic gate that did not run", Settled, "runs for every RFC", |b| b.gates[2].status = GateStatus::NotRun),
    ("a schema gate that does not apply", Settled, "runs for every RFC", |b| b.gates[0].status = GateStatus::NotApplicable),
    ("a gate of another type", Settled, "of another type", |b| b.gates[0].gate_type = GateType::LlmAssisted),
    ("gates in another order", Settled, "not the seven gates", |b| b.gates.swap(1, 2)),
    ("a gate too few", Settled, "not the seven gates", |b| { b.gates.pop(); }),
    ("a gate twice", Settled, "not the seven gates", |b| { let gate = b.gates[6].clone(); b.gates.push(gate); }),
    ("a gate's evidence of nothing", Settled, "found nothing, and has evidence", |b| b.gates[1].evidence = json!({"order": ["TCK-00001"]})),
    ("an assessed gate's evidence", Settled, "its evidence is the assessment", |b| b.gates[5].evidence = json!({"tickets": ["TCK-00001"]})),
    ("gates assessed without a council", Standard, "is NOT_RUN by its findings", |b| b.gates[4].status = GateStatus::Passed),
    // Findings.
    ("a finding dropped", Settled, "is not finding number", |b| { b.findings.remove(1); }),
    ("the last finding dropped", Settled, "findings_after_dedup is 7", |b| { b.findings.pop(); }),
    ("a finding twice", Settled, "is not finding number", |b| { let f = b.findings[2].clone(); b.findings.insert(2, f); }),
    ("a finding twice, renumbered", Settled, "findings_after_dedup is", |b| {
        let mut copy = b.findings[5].clone();
        copy.finding_id = id(8);
        b.findings.push(copy);
    }),
    ("findings in another order", Settled, "is not finding number", |b| b.findings.swap(2, 3)),
    ("a gate's findings reordered and renumbered", Standard, "not in the order", |b| {
        b.findings.swap(0, 1);
        (b.findings[0].finding_id, b.findings[1].finding_id) = (id(1), id(2));
    }),
    ("a seat's finding before a gate's", Settled, "not in the order", |b| {
        b.findings.swap(1, 2);
        (b.findings[1].finding_id, b.findings[2].finding_id) = (id(2), id(3));
    }),
    ("a finding renumbered", Settled, "is not finding number", |b| b.findings[3].finding_id = id(9)),
    ("a finding of another RFC", Settled, "is not finding number", |b| b.findings[0].finding_id = "FND-RFC-0043-001".parse().expect("an id")),
    ("a gate's finding lowered", Settled, "R33 weighs MAJOR", |b| b.findings[0].severity = Severity::Minor),
    ("a gate's finding raised", Standard, "R33 weighs MAJOR", |b| b.findings[0].severity = Severity::Blocker),
    ("a seat's finding lowered", Settled, "the seats give", |b| b.findings[4].severity = Severity::Minor),
    ("a seat's finding raised", Settled, "the seats give", |b| b.findings[3].severity = Severity::Blocker),
    ("an ungrounded finding raised", Settled, "the seats give", |b| b.findings[5].severity = Severity::Blocker),
    ("another category", Settled, "is not of", |b| b.findings[3].category = Category::CousinDefect),
    ("another subcategory", Settled, "its signature", |b| b.findings[3].subcategory = Subcategory::MultiComponent),
    ("a rule of another kind", Settled, "R33 finds something else", |b| {
        b.findings[0].subcategory = Subcategory::BrokenRef;
        resigned(&mut b.findings[0]);
    }),
    ("a rule that does not exist", Settled, "there is no rule", |b| b.findings[0].rule = Some("R99".to_owned())),
    ("a seat's finding given a rule", Settled, "R33 finds something else", |b| b.findings[3].rule = Some("R33".to_owned())),
    ("a gate's finding made votable", Settled, "its source is not the seat", |b| b.findings[1].rule = None),
    ("a signature of another place", Settled, "its signature", |b| b.findings[3].signature = b.findings[2].signature.clone()),
    ("a place outside of the inputs", Settled, "about a file that is not in the dossier", |b| b.findings[3].location.file = "README.md".to_owned()),
    ("another quote", Settled, "its words are not those", |b| b.findings[3].quote = "nothing".to_owned()),
    ("another description", Settled, "its words are not those", |b| b.findings[4].description = "fine".to_owned()),
    ("another quote of a gate's finding", Settled, "not the line it is about", |b| b.findings[0].quote = "nothing".to_owned()),
    ("a resolution", Settled, "it follows STANDS", |b| b.findings[3].resolution = b.findings[2].resolution),
    ("an agreement", Settled, "the ballots give QUORUM_OPPOSE", |b| b.findings[2].agreement_status = b.findings[3].agreement_status),
    // Who raised it.
    ("another source", Settled, "its source", |b| b.findings[3].source_agent = Some(Sa2.name())),
    ("another source cycle", Settled, "its source", |b| b.findings[3].source_cycle = 2),
    ("another source mode", Settled, "its source", |b| b.findings[3].source_mode = Some(mode(6))),
    ("a gate's finding with a source", Settled, "names a seat", |b| b.findings[0].source_agent = Some(Sa1.name())),
    ("a gate's finding of cycle 2", Settled, "run in cycle 1", |b| b.findings[0].source_cycle = 2),
    ("a raise removed", Settled, "total_findings_generated", |b| { b.findings[4].raised_by.pop(); }),
    ("a raise twice", Settled, "total_findings_generated", |b| {
        let raise = b.findings[4].raised_by[2].clone();
        b.findings[4].raised_by.push(raise);
    }),
    ("raises in another order", Settled, "the order of cycle and seat", |b| b.findings[4].raised_by.swap(1, 2)),
    ("a raise of a cycle without raises", Settled, "cannot have raised it in cycle 3", |b| b.findings[4].raised_by[2].source_cycle = 3),
    ("a raise of a cycle that did not happen", Aborted, "cannot have raised it in cycle 3", |b| b.findings[4].raised_by[2].source_cycle = 3),
    ("a raise of a seat that had fallen out", Degraded, "SA-3 cannot have raised it in cycle 2", |b| b.findings[4].raised_by[2].source_cycle = 2),
    ("a raise through a mode of another seat", Settled, "SA-3 has not selected mode 1", |b| b.findings[4].raised_by[2].source_mode = mode(1)),
    ("a raise made grounded", Settled, "it follows", |b| b.findings[5].raised_by[0].grounded = true),
    ("a raise made ungrounded", Settled, "it follows", |b| b.findings[6].raised_by[0].grounded = false),
    // Stances.
    ("a stance twice", Settled, "the stances are not one of a seat", |b| { let s = b.findings[2].stances[2].clone(); b.findings[2].stances.push(s); }),
    ("stances in another order", Settled, "the stances are not one of a seat", |b| b.findings[2].stances.swap(0, 1)),
    ("a stance on a gate's finding", Settled, "what code decides", |b| { let s = b.findings[2].stances[1].clone(); b.findings[0].stances.push(s); }),
    ("a stance on a finding of cycle 2", Settled, "was not asked about", |b| { let s = b.findings[2].stances[0].clone(); b.findings[6].stances.push(s); }),
    ("a stance on an ungrounded finding", Settled, "was not asked about", |b| { let s = b.findings[2].stances[0].clone(); b.findings[5].stances.push(s); }),
    ("a stance of a seat that had fallen out", Degraded, "SA-3 had fallen out and has a stance", |b| {
        let said = StanceRecord { agent_id: Sa3.name(), ..b.findings[3].stances[1].clone() };
        b.findings[3].stances.push(said);
    }),
    ("a stance turned", Settled, "contested is false", |b| b.findings[4].stances[0].vote = Vote::Oppose),
    // Ballots.
    ("a ballot removed", Settled, "one ballot of each seat", |b| { b.findings[2].ballots.pop(); }),
    ("a ballot twice", Settled, "one ballot of each seat", |b| { let x = b.findings[2].ballots[2].clone(); b.findings[2].ballots.push(x); }),
    ("ballots in another order", Settled, "one ballot of each seat", |b| b.findings[2].ballots.swap(0, 1)),
    ("two ballots on an uncontested finding", Settled, "one ballot of each seat", |b| b.findings[4].ballots = b.findings[2].ballots[..2].to_vec()),
    ("ballots on an uncontested finding", Settled, "one ballot of each seat", |b| b.findings[4].ballots = b.findings[2].ballots.clone()),
    ("ballots on a gate's finding", Settled, "what code decides", |b| b.findings[0].ballots = b.findings[2].ballots.clone()),
    ("a ballot before there was a vote", Aborted, "had fallen out and has a ballot", |b| {
        b.findings[2].ballots = vec![council_review::evidence::v2::bundle::BallotRecord {
            agent_id: Sa1.name(), status: BallotStatus::Cast, vote: Some(Vote::Support), severity: Some(Severity::Major), reason: String::new(), missed: None,
        }];
    }),
    ("a cast ballot without a severity", Settled, "says a severity or none", |b| b.findings[2].ballots[0].severity = None),
    ("another severity than the seats give", Settled, "the seats give", |b| b.findings[3].severity = Severity::Info),
    ("a finding that is made a duplicate", Settled, "not one with the finding", |b| b.findings[3].duplicate_of = Some(b.findings[2].finding_id.clone())),
    ("a pair of nothing", Settled, "not of an earlier and a later", |b| b.pairs.push(pair(b, 3, 3))),
    ("a pair twice", Settled, "twice", |b| { let pair = pair(b, 3, 2); b.pairs.extend([pair.clone(), pair]); }),
    ("a pair of a cycle that asks none", Settled, "in cycle 1", |b| { let mut pair = pair(b, 3, 2); pair.cycle = 1; b.pairs.push(pair); }),
    ("a pair that is called both", Settled, "a seat says two things", |b| { let mut pair = pair(b, 3, 2); pair.same_as = vec![Sa1.name()]; pair.different = vec![Sa1.name()]; b.pairs.push(pair); }),
    ("likeness that nobody settled before", Settled, "follows DUPLICATE", |b| { let mut pair = pair(b, 3, 2); pair.same_as = vec![Sa1.name(), Sa2.name()]; b.pairs.push(pair); }),
    ("a cast ballot without a vote", Settled, "has a vote or none", |b| b.findings[2].ballots[0].vote = None),
    ("a spoilt ballot with a vote", Settled, "has a vote or none", |b| b.findings[6].ballots[0].vote = Some(Vote::Support)),
    ("a spoilt ballot that cites", Settled, "cites something", |b| b.findings[6].ballots[0].missed = b.findings[3].ballots[1].missed.clone()),
    ("a missing ballot with a reason", Degraded, "is missing and has a reason", |b| b.findings[2].ballots[2].reason.push('x')),
    ("a spoilt ballot made missing", Settled, "is missing and has a reason", |b| b.findings[6].ballots[0].status = BallotStatus::Missing),
    ("a ballot of a seat that had fallen out", Degraded, "SA-3 had fallen out and has a ballot", |b| b.findings[2].ballots[2] = council_review::evidence::v2::bundle::BallotRecord { agent_id: Sa3.name(), ..b.findings[2].ballots[1].clone() }),
    ("sides changed without a citation", Settled, "changed sides and cites nothing", |b| b.findings[3].ballots[1].missed = None),
    ("a vote turned", Settled, "changed sides and cites nothing", |b| b.findings[2].ballots[1].vote = Some(Vote::Support)),
    ("a contested finding made agreed", Settled, "contested is false", |b| b.findings[2].contested = false),
    ("an agreed finding made contested", Settled, "contested is true", |b| b.findings[4].contested = true),
    // Ways out.
    ("a way out that nobody backs", Settled, "is not backed by one seat or more", |b| b.findings[4].remediations[1].backed_by.clear()),
    ("a way out with a backer twice", Settled, "is not backed by one seat or more", |b| b.findings[4].remediations[1].backed_by.push(Sa3.name())),
    ("an agreed way out with one backer", Settled, "the agreed fix", |b| { b.findings[4].remediations[0].backed_by.pop(); }),
    ("another agreed way out", Settled, "the agreed fix", |b| b.findings[4].agreed_remediation = Some("P2".to_owned())),
    ("no agreed way out", Settled, "the agreed fix", |b| b.findings[4].agreed_remediation = None),
    ("ways out not numbered", Settled, "is not fix number 2", |b| b.findings[4].remediations[1].proposal_id = "P3".to_owned()),
    ("a way out twice", Settled, "what another fix says", |b| b.findings[4].remediations[1].text = "split it".to_owned()),
    ("a way out without words", Settled, "says nothing", |b| b.findings[4].remediations[1].text.clear()),
    ("a way out for a gate's finding", Settled, "what code decides", |b| b.findings[0].remediations = vec![Remediation { proposal_id: "P1".to_owned(), text: "x".to_owned(), backed_by: vec![Sa1.name(), Sa2.name()] }]),
    ("a remediation that nobody proposed", Settled, "not one that SA-1 proposed", |b| b.findings[2].remediation = "let it be".to_owned()),
    // Lists.
    ("consensus with one more", Settled, "consensus_findings are not", |b| b.consensus_findings.push(id(3))),
    ("consensus with one less", Settled, "consensus_findings are not", |b| { b.consensus_findings.pop(); }),
    ("consensus reordered", Settled, "consensus_findings are not", |b| b.consensus_findings.reverse()),
    ("deadlocked with one more", Settled, "deadlocked_findings are not", |b| b.deadlocked_findings.push(id(3))),
    ("deadlocked with one less", Degraded, "deadlocked_findings are not", |b| { b.deadlocked_findings.pop(); }),
    ("deadlocked reordered", Degraded, "deadlocked_findings are not", |b| b.deadlocked_findings.reverse()),
    ("partial with one more", Settled, "partial_findings are not", |b| b.partial_findings.push(id(6))),
    ("partial with one less", Aborted, "partial_findings are not", |b| { b.partial_findings.remove(0); }),
    // Assessment.
    ("another score", Settled, "the scores are not", |b| b.assessment.tickets[0].by_agent[0].score += 1),
    ("another median", Settled, "the scores are not", |b| b.assessment.tickets[0].implementability += 1),
    ("another spread", Settled, "the scores are not", |b| b.assessment.tickets[0].spread += 1),
    ("another mean", Settled, "the scores are not", |b| b.assessment.implementability = Some(100)),
    ("a checklist met", Settled, "the scores are not", |b| b.assessment.tickets[0].by_agent[0].assessment.checklist.edge_cases.rating = Rating::Met),
    ("a ticket's assessment dropped", Settled, "counts other tickets", |b| { b.assessment.tickets.pop(); }),
    ("a seat's assessment twice", Settled, "the scores are not", |b| { let a = b.assessment.tickets[0].by_agent[2].clone(); b.assessment.tickets[0].by_agent.push(a); }),
    ("an assessment of another ticket", Settled, "TCK-00009 was assessed and not read", |b| b.assessment.tickets[1].ticket_id = "TCK-00009".parse().expect("an id")),
    ("an assessment that is none", Settled, "says NOT_RUN", |b| b.assessment.tickets[0].by_agent[0].assessment.atomicity.status = GateStatus::NotRun),
    ("an assessment without a council", Standard, "the scores are not", |b| b.assessment.implementability = Some(100)),
    // The council.
    ("one more generated", Settled, "total_findings_generated", |b| council(b).total_findings_generated += 1),
    ("one less after the merge", Settled, "findings_after_dedup", |b| council(b).findings_after_dedup -= 1),
    ("one more resolved", Settled, "contested_items_resolved", |b| council(b).contested_items_resolved += 1),
    ("one spoilt ballot less", Settled, "spoilt_ballots", |b| council(b).panel.spoilt_ballots -= 1),
    ("one missing ballot less", Degraded, "missing_ballots", |b| council(b).panel.missing_ballots -= 1),
    ("three providers", Settled, "distinct_providers", |b| council(b).panel.distinct_providers = 3),
    ("three models", Settled, "distinct_models", |b| council(b).panel.distinct_models = 3),
    ("rules passed off", Settled, "offline is true", |b| council(b).panel.offline = true),
    ("no quorum", Settled, "quorum_achieved is false", |b| council(b).quorum_achieved = false),
    ("a quorum", Degraded, "quorum_achieved is true", |b| council(b).quorum_achieved = true),
    ("degraded", Settled, "degraded is true", |b| council(b).degraded = true),
    ("not degraded", Degraded, "degraded is false", |b| council(b).degraded = false),
    ("a seat's failure forgotten", Degraded, "degraded is true", |b| council(b).subagents[2].failure = None),
    ("a failure in a cycle that did not happen", Aborted, "fell out in cycle 3", |b| council(b).subagents[2].failure.as_mut().expect("it fell out").cycle = 3),
    ("seats swapped", Settled, "not the three seats", |b| council(b).subagents.swap(0, 2)),
    ("a seat too few", Settled, "not the three seats", |b| { council(b).subagents.pop(); }),
    ("another role", Settled, "the role of SA-1", |b| council(b).subagents[0].emergent_role = "Chair".to_owned()),
    ("six modes", Settled, "modes of SA-1 are not valid", |b| council(b).subagents[0].selected_modes.push(mode(80))),
    ("a mode twice", Settled, "modes of SA-1 are not valid", |b| { let m = council(b).subagents[0].selected_modes[0]; council(b).subagents[0].selected_modes[1] = m; }),
    ("no meta mode", Settled, "no seat has a meta mode", |b| council(b).subagents.iter_mut().for_each(|s| s.selected_modes.retain(|m| !m.is_meta()))),
    ("modes chosen under a fixed policy", Settled, "modes of SA-2 are not valid", |b| council(b).subagents[1].mode_selection = council_review::evidence::v2::council::Selected::Chosen),
    ("a seat without modes", Settled, "modes of SA-2 are not valid", |b| council(b).subagents[1].mode_selection = council_review::evidence::v2::council::Selected::Pending),
    ("more tokens than the budget", Settled, "more tokens were spent", |b| council(b).tokens.spent = 600_001),
    ("another budget", Settled, "not the policy's", |b| council(b).tokens.budget += 1),
    ("a session of another RFC", Settled, "is not a session of", |b| council(b).session_id = "COUNCIL-RFC-0043-20260126-100000-2".parse().expect("an id")),
    ("a session of another second", Settled, "is not the file of", |b| council(b).session_id = "COUNCIL-RFC-0042-20990126-100000".parse().expect("an id")),
    ("a session file elsewhere", Settled, "is not the name of a session", |b| council(b).session_file = "../council_session_20260126T100000Z-2.yaml".to_owned()),
    ("a session file of another kind", Settled, "is not the name of a session", |b| council(b).session_file = "rfc_review_20260126T100000Z-2.yaml".to_owned()),
    ("another session file", Settled, "is not the file of", |b| council(b).session_file = "council_session_20260126T100001Z-2.yaml".to_owned()),
    ("another seed", Settled, "the seed is not", |b| council(b).seed += 1),
    ("no council", Settled, "just when a council is described", |b| b.council_metadata = None),
    // How it ended.
    ("converged after two cycles", Settled, "completed three cycles", |b| council(b).cycles_completed = 2),
    ("four cycles", Settled, "completed three cycles", |b| council(b).cycles_completed = 4),
    ("aborted after three cycles", Aborted, "an aborted council completed three", |b| council(b).cycles_completed = 3),
    ("an abort without a reason", Aborted, "is not why a review ends ABORTED", |b| b.terminal_reason = "it was late".to_owned()),
    ("an abort for a fifth reason", Aborted, "is not why a review ends ABORTED", |b| b.terminal_reason = "BORED: it was late".to_owned()),
    ("an abort for another of the four", Aborted, "QUORUM_LOST just when", |b| b.terminal_reason = "TIMEOUT: the time limit of 3600 s passed".to_owned()),
    ("a convergence for another reason", Settled, "is not why a review ends CONVERGED", |b| b.terminal_reason = "all agree".to_owned()),
    ("a deadlock on fewer", Degraded, "is not why a review ends DEADLOCKED", |b| b.terminal_reason = "1 finding is left that only a person can settle".to_owned()),
    ("a deadlock made convergence", Degraded, "DEADLOCKED just when", |b| b.terminal_state = TerminalState::Converged),
    ("convergence made a deadlock", Settled, "DEADLOCKED just when", |b| b.terminal_state = TerminalState::Deadlocked),
    ("an abort made convergence", Aborted, "fewer than two seats were left", |b| b.terminal_state = TerminalState::Converged),
    ("a council that was not convened", Settled, "without one it is NOT_CONVENED", |b| b.terminal_state = TerminalState::NotConvened),
    ("gates alone that converged", Standard, "without one it is NOT_CONVENED", |b| b.terminal_state = TerminalState::Converged),
    ("gates alone at full depth", Standard, "just when a council is described", |b| b.review_depth = council_review::model::policy::ReviewDepth::Council),
    ("gates alone for another reason", Standard, "is not why a review ends NOT_CONVENED", |b| b.terminal_reason = "all is well".to_owned()),
    ("nobody to decide", Degraded, "somebody must decide", |b| b.escalation_target = None),
    ("somebody else to decide", Degraded, "somebody must decide", |b| b.escalation_target = Some("the author".to_owned())),
    ("somebody to decide on nothing", Settled, "somebody must decide", |b| b.escalation_target = Some("human adjudicator".to_owned())),
    // Inputs and chain.
    ("files in another order", Settled, "not in order", |b| b.inputs.files.swap(0, 1)),
    ("a file twice", Settled, "not in order", |b| { let f = b.inputs.files[1].clone(); b.inputs.files.push(f); }),
    ("files renumbered", Settled, "not numbered from F1 on", |b| b.inputs.files[1].n = FileNumber::of(2)),
    ("a file less", Settled, "the dossier's digest", |b| { b.inputs.files.pop(); }),
    ("digests swapped", Settled, "the dossier's digest", |b| { let d = b.inputs.files[0].digest.clone(); b.inputs.files[0].digest = std::mem::replace(&mut b.inputs.files[1].digest, d); }),
    ("another dossier digest", Settled, "the dossier's digest", |b| b.inputs.dossier_digest = Digest::of(b"")),
    ("another policy digest", Settled, "the policy's digest", |b| b.inputs.policy_digest = Digest::of(b"")),
    ("another policy", Settled, "the policy's digest", |b| b.inputs.policy.timeout_seconds = 1),
    ("a path out of the repository", Settled, "outside of the repository", |b| b.inputs.files[0].path = "documents/../../etc/passwd".to_owned()),
    ("a path from the root", Settled, "outside of the repository", |b| b.inputs.files[0].path = "/etc/passwd".to_owned()),
    ("an uncommitted file that is no input", Settled, "some of the input files", |b| b.inputs.uncommitted = vec![FileNumber::of(7)]),
    ("a branch for a commit", Settled, "not an object id", |b| b.inputs.commit = Some("main".to_owned())),
    ("another tool", Settled, "is another tool", |b| b.inputs.tool.name = "review".to_owned()),
    ("no state of an RFC", Settled, "is no state of an RFC", |b| b.inputs.rfc_state = "FINE".to_owned()),
    ("a state with nothing to review", Standard, "runs for every RFC", |b| b.inputs.rfc_state = "RETIRED".to_owned()),
    ("the bundle before is this one", Settled, "is this one", |b| b.previous_bundle.as_mut().expect("one before").file = "rfc_review_20260126T100000Z-2.yaml".to_owned()),
    ("the bundle before elsewhere", Settled, "is not the name of a bundle", |b| b.previous_bundle.as_mut().expect("one before").file = "../rfc_review_20260126T100000Z.yaml".to_owned()),
    // What members looked at.
    ("a file that nobody looked at", Settled, "and no call did", |b| looks(b, |l| { l.remove(0); })),
    ("a file looked at that is not there", Settled, "not in the inputs", |b| looks(b, |l| l[0].file = Some(FileNumber::of(8)))),
    ("a file looked at among those under review", Settled, "not in order", |b| { looked(b); b.inputs.files[0].read_as = FileUse::Looked; }),
    ("a file under review that is said to be looked at", Settled, "the dossier's digest", |b| { looked(b); b.inputs.files[1].read_as = FileUse::Looked; }),
    ("a file looked at made one under review", Settled, "the dossier's digest", |b| { looked(b); b.inputs.files[2].read_as = FileUse::Dossier; }),
    ("a file under review as looked at again", Settled, "among the input files twice", |b| { looked(b); let f = b.inputs.files[0].clone(); b.inputs.files[2].path = f.path; b.inputs.files[2].digest = f.digest; }),
    ("a look of a kind that there is not", Settled, "of no known kind", |b| looks(b, |l| l[0].kind = "run".to_owned())),
    ("a look at another file than asked for", Settled, "at another file than", |b| looks(b, |l| l[0].request = "src/b.rs:10-20".to_owned())),
    ("a look at lines that are none", Settled, "whose lines are no range", |b| looks(b, |l| l[0].lines = Some("20-10".to_owned()))),
    ("a look at more lines than there are bytes", Settled, "its file cannot have", |b| looks(b, |l| l[0].lines = Some("10-401".to_owned()))),
    ("a look that showed nothing and has lines", Settled, "just when it showed one", |b| looks(b, |l| l[0].status = Some(LookStatus::None))),
    ("a look refused for nothing", Settled, "just when it says why", |b| looks(b, |l| l[1].why = None)),
    ("a look made refused", Settled, "just when it says why", |b| looks(b, |l| l[0].status = Some(LookStatus::Refused))),
    ("a look never answered", Settled, "went on before it was told", |b| looks(b, |l| (l[1].status, l[1].why) = (None, None))),
    ("a look in a round too many", Settled, "not of rounds 1 to", |b| looks(b, |l| l[1].turn = 4)),
    ("a first look in the second round", Settled, "do not follow those before", |b| looks(b, |l| for look in l { look.turn = 2; })),
    ("a round left out", Settled, "not of rounds 1 to", |b| looks(b, |l| l[1].turn = 3)),
    ("a look at nothing", Settled, "does not say what became", |b| b.calls[0].outcome = "LOOKS".to_owned()),
    ("lines cited that nobody was shown", Settled, "was shown to nobody", |b| { looked(b); b.findings[4].cites[0].lines = "21".to_owned(); }),
    ("a file cited that nobody was shown", Settled, "was shown to nobody", |b| { looked(b); b.findings[4].cites[0].path = "src/b.rs".to_owned(); }),
    ("a cite of another's finding", Settled, "was shown to nobody", |b| { looked(b); let c = b.findings[4].cites[0].clone(); b.findings[6].cites = vec![c]; }),
    ("a gate's finding that cites", Settled, "rests on what a seat was shown", |b| { looked(b); let c = b.findings[4].cites[0].clone(); b.findings[0].cites = vec![c]; }),
    ("the bundle before of another kind", Settled, "is not the name of a bundle", |b| b.previous_bundle.as_mut().expect("one before").file = "ruling_20260126T100000Z.yaml".to_owned()),
];

#[test]
fn every_forgery_is_refused_for_its_reason() {
    let bases = bundles::all();
    let mut wrong = Vec::new();
    for (name, base, says, forge) in FORGERIES {
        let mut bundle = bases[base].clone();
        forge(&mut bundle);
        if bundle == bases[base] {
            wrong.push(format!("{name} changes nothing"));
        }
        match verify(&seal::bytes(&seal::sealed(bundle))) {
            Ok(_) => wrong.push(format!("ACCEPTED: {name}")),
            Err(faults) => {
                let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
                if !told.iter().any(|line| line.contains(says)) {
                    wrong.push(format!("{name}: {says:?} is not in {told:#?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let names: std::collections::BTreeSet<_> = FORGERIES.iter().map(|(name, ..)| name).collect();
    assert_eq!(names.len(), FORGERIES.len(), "a name twice");
    assert!(FORGERIES.len() >= 60);
    support::figure(&format!("{} named forgeries refused", FORGERIES.len()));
}

#[test]
fn a_look_that_follows_is_accepted() {
    let mut bundle = bundles::all()[&Settled].clone();
    looked(&mut bundle);
    let bytes = seal::bytes(&seal::sealed(bundle));
    let read = verify(&bytes).unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(read.calls.iter().map(|call| call.looks.len()).sum::<usize>(), 2);
    let text = String::from_utf8(bytes).expect("UTF-8");
    let row = r#"{turn: 1, kind: file, request: "src/a.rs:10-20", status: SHOWN, file: F3, lines: "10-20"}"#;
    assert!(text.lines().any(|line| line.trim() == format!("- {row}")), "{text}");
    assert!(text.contains("digest: ") && text.contains("as: LOOKED"), "{text}");
}

#[test]
fn what_nobody_touched_is_accepted() {
    for (kind, bundle) in bundles::all() {
        let read = verify(&seal::bytes(&bundle)).unwrap_or_else(|f| panic!("{kind:?}: {f:#?}"));
        assert_eq!(read, bundle);
    }
    let repo = Repo::example();
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 1);
    assert_eq!(repo.run(&["RFC-0001", "-q", "--depth", "standard"]).code, 1);
    for name in [STAMP.to_owned(), format!("{STAMP}-2")] {
        let path = repo.at(&format!("evidence/rfc/RFC-0001/reviews/rfc_review_{name}.yaml"));
        let bytes = std::fs::read(path).expect("a bundle");
        assert!(verify(&bytes).is_ok(), "{:?}", verify(&bytes));
    }
}

#[test]
fn any_edit_of_the_tree_without_a_new_seal_is_refused() {
    let edits = scale().of(600_u64, 2_000, 10_000);
    let bases: Vec<_> = bundles::all()
        .into_values()
        .map(|bundle| {
            let bytes = seal::bytes(&bundle);
            let limits = Limits { bytes: 1 << 20, ..Limits::TICKET };
            let (document, faults) = read(&bytes, limits).expect("YAML");
            assert_eq!(faults, []);
            let tree = document.root().to_json();
            assert_eq!(canonical::document(&tree).as_bytes(), bytes);
            let mut found = Vec::new();
            paths(&tree, "", &mut found);
            (bytes, tree, found)
        })
        .collect();
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get) as u64;
    let part = &|first: u64| {
        let mut refused = 0;
        for seed in (first..edits).step_by(threads as usize) {
            let mut random = SplitMix(seed);
            let (bytes, tree, paths) = &bases[seed as usize % bases.len()];
            loop {
                let changed = canonical::document(&edited(tree, paths, &mut random));
                if changed.as_bytes() != bytes {
                    assert!(verify(changed.as_bytes()).is_err(), "seed {seed}:\n{changed}");
                    refused += 1;
                    break;
                }
            }
        }
        refused
    };
    let refused: u64 = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..threads).map(|first| scope.spawn(move || part(first))).collect();
        parts.into_iter().map(|part| part.join().expect("all are refused")).sum()
    });
    assert_eq!(refused, edits);
    support::figure(&format!("{refused} structural edits refused"));
}
