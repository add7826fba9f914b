//! What was claimed and what the seats said of it. Claims are facts and never change; agreement is
//! derived from the ledger by `tally`, never stored.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::answer::{Cite, Claim, PairAnswer};
use crate::model::opinion::{Citation, Sameness, Vote};
use crate::model::{
    Digest, Finding, FindingId, GateId, Location, MemberId, ModeId, Related, Severity, Signature,
    Subcategory, SubjectId, TicketId,
};

/// A claim with the place that code found for it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedClaim {
    /// As the seat made it.
    pub claim: Claim,
    /// Where it stands: the quote's place when it is grounded, else the named node's or line 1.
    pub location: Location,
    /// The ticket whose file it names, if it is one.
    pub ticket: Option<TicketId>,
    /// The source line there.
    pub source_line: String,
    /// Whether the quote stands, verbatim, where the claim says.
    pub grounded: bool,
}

/// One member's raising of a finding.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RaisedFinding {
    /// Who.
    pub member: MemberId,
    /// In which cycle.
    pub cycle: u8,
    /// Through which mode.
    pub mode: ModeId,
    /// How much it weighs to this seat.
    pub severity: Severity,
    /// The passage it rests on.
    pub quote: String,
    /// What this seat says is wrong.
    pub description: String,
    /// Whether the quote was found where the seat says. Without, the raise has no weight.
    pub grounded: bool,
}

/// A seat's word on a finding in cycle 2.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RecordedStance {
    /// For, against, or neither.
    pub vote: Vote,
    /// How much the finding weighs to this seat, where it counts.
    pub severity: Severity,
    /// Why.
    pub reason: String,
}

/// What became of one seat's ballot on one finding.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum CastBallot {
    /// It counts.
    Cast {
        /// For, against, or neither.
        vote: Vote,
        /// How much the finding weighs to this seat, where it counts.
        severity: Severity,
        /// Why.
        reason: String,
        /// What the seat had missed, when it changed sides.
        missed: Option<Citation>,
    },
    /// There was one, and it cannot be read as a valid ballot.
    Spoilt {
        /// Why not.
        why: String,
    },
    /// There was none.
    Missing,
}

/// A way out for a finding.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Way {
    /// `P1`, `P2`, … in order of proposal.
    pub id: String,
    /// What to do.
    pub text: String,
    /// Who stands behind it.
    pub backers: BTreeSet<MemberId>,
}

/// Where a finding comes from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum FindingOrigin {
    /// A deterministic gate, by this rule. Never votable.
    Gate(String),
    /// One or more seats.
    Seats,
}

/// One finding and all that was said of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LedgerEntry {
    /// Its id in this review.
    pub id: FindingId,
    /// Where it comes from.
    pub origin: FindingOrigin,
    /// The gate it belongs to.
    pub gate: GateId,
    /// The kind.
    pub subcategory: Subcategory,
    /// The highest severity that a grounded raise claims; a gate's own.
    pub severity: Severity,
    /// Where.
    pub location: Location,
    /// The source line there.
    pub source_line: String,
    /// The ticket it is about.
    pub ticket: Option<TicketId>,
    /// The passage it rests on.
    pub quote: String,
    /// Lines of other files that it rests on; those who raised it were shown them.
    pub cites: Vec<Cite>,
    /// Other places that it names.
    pub related: Vec<Related>,
    /// What is wrong.
    pub description: String,
    /// The gate's or the first seat's next act; may be empty.
    pub remediation: String,
    /// What it is matched by in another review.
    pub signature: Signature,
    /// The seats that raised it, in order of cycle and seat.
    pub raises: Vec<RaisedFinding>,
    /// Cycle 2.
    pub said: BTreeMap<MemberId, RecordedStance>,
    /// Cycle 3; empty unless there was a vote.
    pub ballots: BTreeMap<MemberId, CastBallot>,
    /// The ways out proposed.
    pub ways: Vec<Way>,
    /// The gates' findings that explain it (GATES.md R57).
    pub because: Vec<FindingId>,
}

impl LedgerEntry {
    /// Whether seats may vote on it: never on what code decided (THREATS.md A1).
    pub fn is_votable(&self) -> bool {
        self.origin == FindingOrigin::Seats
    }

    /// Whether any raise is grounded; a gate always is.
    pub fn is_grounded(&self) -> bool {
        !self.is_votable() || self.raises.iter().any(|raise| raise.grounded)
    }

    /// The digest of the claim as it stands; a ballot echoes it, so that no vote can be moved to
    /// another claim.
    pub fn digest(&self) -> Digest {
        let own = [
            self.id.as_str(),
            self.signature.0.as_str(),
            self.severity.as_str(),
            &self.quote,
            &self.description,
        ];
        let cites = self.cites.iter().flat_map(|cite| [&cite.path, &cite.lines, &cite.quote]);
        let related = self.related.iter().map(|one| {
            let Related { kind, name, location } = one;
            format!("{} {name} {location}", kind.word())
        });
        let related: Vec<String> = related.collect();
        let texts = own.into_iter().chain(cites.chain(&related).map(String::as_str));
        Digest::of_parts(texts.map(str::as_bytes))
    }
}

/// Two findings that may be one, and who says so.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The one with the lower id.
    pub earlier: FindingId,
    /// The other.
    pub later: FindingId,
    /// The cycle in which the seats were asked: 2, or 3, in which they voted at the same time.
    pub cycle: u8,
    /// What the seats said of it.
    pub said: BTreeMap<MemberId, Sameness>,
}

/// A finding that weighs, with the findings that seats called the same.
#[derive(Debug, Clone)]
pub struct Weighed<'l> {
    /// The first of them.
    pub entry: &'l LedgerEntry,
    /// The others.
    pub copies: Vec<&'l LedgerEntry>,
}

impl<'l> Weighed<'l> {
    /// A finding that nobody told twice.
    pub fn alone(entry: &'l LedgerEntry) -> Self {
        Self { entry, copies: Vec::new() }
    }

    /// All of them, the first first.
    pub fn all(&self) -> impl Iterator<Item = &'l LedgerEntry> {
        std::iter::once(self.entry).chain(self.copies.iter().copied())
    }

    /// The digest of what is voted on: every text of it.
    pub fn digest(&self) -> Digest {
        match self.copies.as_slice() {
            [] => self.entry.digest(),
            _ => {
                let digests: Vec<String> = self.all().map(|e| e.digest().to_string()).collect();
                Digest::of_parts(digests.iter().map(String::as_bytes))
            }
        }
    }
}

/// All findings of a review, in the order of their ids.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ledger {
    rfc: SubjectId,
    entries: Vec<LedgerEntry>,
    raised: u32,
    pairs: Vec<Pair>,
}

impl Ledger {
    /// A ledger that holds the deterministic findings, in reporting order.
    pub fn opened(rfc: &SubjectId, findings: &[Finding]) -> Self {
        let entries = findings
            .iter()
            .enumerate()
            .map(|(i, finding)| LedgerEntry {
                id: FindingId::numbered(rfc, i + 1),
                origin: FindingOrigin::Gate(finding.rule.to_string()),
                gate: finding.gate,
                subcategory: finding.subcategory,
                severity: finding.severity,
                location: finding.location.clone(),
                source_line: finding.source_line.clone(),
                ticket: finding.ticket.clone(),
                quote: finding.source_line.trim().to_owned(),
                cites: Vec::new(),
                related: finding.related.clone(),
                description: finding.description.clone(),
                remediation: finding.remediation.clone(),
                signature: finding.signature(),
                raises: Vec::new(),
                said: BTreeMap::new(),
                ballots: BTreeMap::new(),
                ways: Vec::new(),
                because: finding.because.clone(),
            })
            .collect();
        Self { rfc: rfc.clone(), entries, raised: findings.len() as u32, pairs: Vec::new() }
    }

    /// A ledger as it stood, from what a bundle says of it.
    pub fn restored(rfc: &SubjectId, entries: Vec<LedgerEntry>, pairs: Vec<Pair>) -> Self {
        let of_gates = entries.iter().filter(|entry| !entry.is_votable()).count();
        let raises = entries.iter().map(|entry| entry.raises.len()).sum::<usize>();
        Self { rfc: rfc.clone(), raised: (of_gates + raises) as u32, entries, pairs }
    }

    /// The pairs that seats were asked about, in the order of the findings.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// The findings, by id.
    pub fn entries(&self) -> &[LedgerEntry] {
        &self.entries
    }

    /// Claims ever made, those of the gates included. Equals the gates' findings plus all raises.
    pub fn raised(&self) -> u32 {
        self.raised
    }

    /// The finding with this id.
    pub fn get(&self, id: &FindingId) -> Option<&LedgerEntry> {
        self.entries.iter().find(|entry| &entry.id == id)
    }

    /// The finding with this id, to add what was said of it.
    pub fn get_mut(&mut self, id: &FindingId) -> Option<&mut LedgerEntry> {
        self.entries.iter_mut().find(|entry| &entry.id == id)
    }

    /// Asks in a cycle about a pair, by the places of its findings.
    pub(super) fn ask_about(&mut self, earlier: usize, later: usize, cycle: u8) {
        let id = |at: usize| self.entries[at].id.clone();
        let (earlier, later) = (id(earlier), id(later));
        self.pairs.push(Pair { earlier, later, cycle, said: BTreeMap::new() });
    }

    /// Records what a seat says of a pair that it was asked about.
    pub fn compare(&mut self, seat: MemberId, comparison: &PairAnswer) {
        let asked = |pair: &&mut Pair| {
            pair.earlier == comparison.other_id && pair.later == comparison.finding_id
        };
        if let Some(pair) = self.pairs.iter_mut().find(asked) {
            pair.said.insert(seat, comparison.says);
        }
    }

    /// Records a raise: as a finding of its own, unless a seat made the same claim word for word. Two
    /// claims of one place and kind may be two defects: that is for the seats to say.
    pub fn raise(&mut self, seat: MemberId, cycle: u8, placed: &PlacedClaim) {
        self.raised += 1;
        let claim = &placed.claim;
        let subject =
            placed.ticket.as_ref().map_or(placed.location.file.as_str(), TicketId::as_str);
        let signature =
            Signature::of(claim.gate_id, claim.subcategory, subject, &placed.location.path);
        let raise = RaisedFinding {
            member: seat,
            cycle,
            mode: claim.source_mode,
            severity: claim.severity,
            quote: claim.quote.clone(),
            description: claim.description.clone(),
            grounded: placed.grounded,
        };
        let is_said = |entry: &&mut LedgerEntry| {
            entry.is_votable()
                && entry.signature == signature
                && entry.location.path == placed.location.path
                && entry.quote == claim.quote
                && entry.description == claim.description
        };
        if let Some(entry) = self.entries.iter_mut().find(is_said) {
            entry.raises.push(raise);
            entry.severity = entry.severity.max(claim.severity);
            entry.cite(placed);
            entry.propose(seat, &claim.remediation);
            return;
        }
        let mut entry = LedgerEntry {
            id: FindingId::numbered(&self.rfc, self.entries.len() + 1),
            origin: FindingOrigin::Seats,
            gate: claim.gate_id,
            subcategory: claim.subcategory,
            severity: claim.severity,
            location: placed.location.clone(),
            source_line: placed.source_line.clone(),
            ticket: placed.ticket.clone(),
            quote: claim.quote.clone(),
            cites: Vec::new(),
            related: claim.related.clone(),
            description: claim.description.clone(),
            remediation: claim.remediation.clone(),
            signature,
            raises: vec![raise],
            said: BTreeMap::new(),
            ballots: BTreeMap::new(),
            ways: Vec::new(),
            because: Vec::new(),
        };
        entry.cite(placed);
        entry.propose(seat, &claim.remediation);
        self.entries.push(entry);
    }
}

impl LedgerEntry {
    /// Adds the lines that a claim rests on, when code found all of them.
    fn cite(&mut self, placed: &PlacedClaim) {
        for cite in placed.claim.cites.iter().filter(|_| placed.grounded) {
            if !self.cites.contains(cite) {
                self.cites.push(cite.clone());
            }
        }
    }

    /// Adds a way out, or the seat to the one that says the same.
    pub fn propose(&mut self, seat: MemberId, text: &str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            return;
        }
        match self.ways.iter_mut().find(|way| way.text == text) {
            Some(way) => {
                way.backers.insert(seat);
            }
            None => {
                let id = format!("P{}", self.ways.len() + 1);
                self.ways.push(Way { id, text, backers: BTreeSet::from([seat]) });
            }
        }
    }

    /// Puts a seat behind a way out.
    pub fn endorse(&mut self, seat: MemberId, way: &str) {
        if let Some(way) = self.ways.iter_mut().find(|candidate| candidate.id == way) {
            way.backers.insert(seat);
        }
    }
}
