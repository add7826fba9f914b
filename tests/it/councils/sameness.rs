//! Pairs of findings that reviewers of two RFCs of the real corpus raised, labelled by two readers
//! (what they disagreed on is left out), and what three others said of each who were asked what a
//! council asks: how many equal ones are proposed and linked, and how many different ones.

use std::collections::{BTreeMap, BTreeSet};

use council_review::council::rfc::answer::{Claim, PairAnswer};
use council_review::council::rfc::ledger::{Ledger, PlacedClaim};
use council_review::model::opinion::Sameness;
use council_review::model::{
    Category, GateId, MemberId, ModeId, NodePath, Place, Severity, Subcategory, SubjectId, TicketId,
};
use serde::Deserialize;

use crate::support::figure;

#[derive(Deserialize)]
struct Labelled {
    findings: Vec<Raised>,
    pairs: Vec<LabelledPair>,
}

/// A finding as its reviewer raised it.
#[derive(Deserialize)]
struct Raised {
    /// `RFC-0004.SA-1-07`.
    id: String,
    file: String,
    yaml_path: String,
    line: u32,
    subcategory: Subcategory,
    severity: Severity,
    quote: String,
    description: String,
    remediation: String,
}

#[derive(Deserialize)]
struct LabelledPair {
    one: String,
    other: String,
    same: bool,
    said: [Sameness; 3],
}

impl Raised {
    fn rfc(&self) -> &str {
        self.id.split('.').next().expect("an RFC and a number")
    }

    fn member(&self) -> MemberId {
        let number = self.id.split('-').nth(2).and_then(|number| number.parse::<u16>().ok());
        MemberId(number.expect("SA-1, SA-2, SA-3") - 1)
    }

    fn placed(&self) -> PlacedClaim {
        let gate_id = match self.subcategory.category() {
            Category::StructureDefect => GateId::Schema,
            Category::CoverageDefect => GateId::ScopeCoverage,
            Category::CousinDefect => GateId::AntiCousin,
            Category::ImplementabilityDefect => GateId::Implementability,
            Category::AtomicityDefect => GateId::Atomicity,
        };
        let path = NodePath::yaml(&self.yaml_path);
        let place = Place { path, ..Place::line(self.line) };
        let stem = self.file.rsplit('/').next().and_then(|name| name.strip_suffix(".yaml"));
        PlacedClaim {
            claim: Claim {
                gate_id,
                subcategory: self.subcategory,
                severity: self.severity,
                source_mode: ModeId::new(1).expect("1 to 80"),
                file: self.file.clone(),
                yaml_path: self.yaml_path.clone(),
                quote: self.quote.clone(),
                description: self.description.clone(),
                remediation: self.remediation.clone(),
                cites: Vec::new(),
                related: Vec::new(),
            },
            location: place.in_file(self.file.as_str()),
            ticket: stem.and_then(|stem| stem.parse::<TicketId>().ok()),
            source_line: self.quote.clone(),
            grounded: true,
        }
    }
}

#[test]
fn equal_findings_are_linked_and_different_ones_are_not() {
    let labelled: Labelled =
        serde_json::from_str(include_str!("../../fixtures/sameness.json")).expect("the pairs");
    let rfcs: BTreeSet<&str> = labelled.findings.iter().map(Raised::rfc).collect();
    let (mut equal, mut proposed, mut linked, mut wrong, mut different) = (0, 0, 0, 0, 0);
    for rfc in rfcs {
        let id: SubjectId = rfc.parse().expect("an id");
        let mut ledger = Ledger::opened(&id, &[]);
        let mut ids = BTreeMap::new();
        for raised in labelled.findings.iter().filter(|raised| raised.rfc() == rfc) {
            ledger.raise(raised.member(), 1, &raised.placed());
            let entry = ledger.entries().last().expect("it was raised");
            ids.insert(raised.id.as_str(), entry.id.clone());
        }
        let texts = ledger.entries().len();
        ledger.pair_up(0, 2);
        let pairs: Vec<_> =
            ledger.pairs().iter().map(|pair| (pair.earlier.clone(), pair.later.clone())).collect();
        let of_rfc = labelled.pairs.iter().filter(|pair| ids.contains_key(pair.one.as_str()));
        let of_rfc: Vec<(&LabelledPair, _, _)> = of_rfc
            .map(|pair| {
                let (a, b) = (&ids[pair.one.as_str()], &ids[pair.other.as_str()]);
                (pair, a.min(b).clone(), a.max(b).clone())
            })
            .collect();
        for (pair, earlier, later) in &of_rfc {
            for (seat, says) in (0..).zip(pair.said) {
                let (finding_id, other_id) = (later.clone(), earlier.clone());
                ledger.compare(MemberId(seat), &PairAnswer { finding_id, other_id, says });
            }
        }
        let groups = ledger.weighed();
        let one = |a, b| {
            groups.iter().any(|group| {
                let of_group: Vec<_> = group.all().map(|entry| &entry.id).collect();
                of_group.contains(&a) && of_group.contains(&b)
            })
        };
        for (pair, earlier, later) in &of_rfc {
            let is_linked = one(earlier, later);
            if pair.same {
                equal += 1;
                proposed += usize::from(pairs.contains(&(earlier.clone(), later.clone())));
                linked += usize::from(is_linked);
            } else {
                different += 1;
                wrong += usize::from(is_linked);
            }
        }
        assert_eq!(groups.iter().map(|group| group.all().count()).sum::<usize>(), texts);
    }
    figure(&format!(
        "{equal} equal pairs: {proposed} proposed, {linked} linked; {different} different: {wrong} linked"
    ));
    assert!(equal + different >= 120, "labelled pairs");
    assert_eq!(wrong, 0, "of {different}");
    assert!(linked * 100 >= equal * 85, "{linked} of {equal}");
}
