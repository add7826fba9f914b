//! What became of findings from one review of an RFC to the next, and which kinds come again and again
//! over all evidence. Findings are matched by signature, kinds counted by class (DESIGN.md §6).

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::chain::ReadBundle;
use super::v2::bundle::{Bundle, Finding};
use super::v2::council::Resolution;
use crate::model::{
    FindingId, GateId, Layout, Location, Severity, Signature, Subcategory, SubjectId,
};

/// What became of a finding since the review before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum FindingTrend {
    /// No review had it.
    New,
    /// An earlier review had it, and the one before had not.
    Regressed,
    /// The one before had it, too.
    Persisting,
    /// The one before had it, and this one has not.
    Resolved,
}

impl FindingTrend {
    /// All four.
    pub const ALL: [FindingTrend; 4] = [
        FindingTrend::New,
        FindingTrend::Regressed,
        FindingTrend::Persisting,
        FindingTrend::Resolved,
    ];

    /// As in documents.
    pub const fn as_str(self) -> &'static str {
        match self {
            FindingTrend::New => "NEW",
            FindingTrend::Regressed => "REGRESSED",
            FindingTrend::Persisting => "PERSISTING",
            FindingTrend::Resolved => "RESOLVED",
        }
    }
}

/// A finding and its course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TrackedFinding {
    /// What became of it.
    pub course: FindingTrend,
    /// Its id: in the newest review, or in the one before when it is resolved.
    pub finding_id: FindingId,
    /// What it is matched by.
    pub signature: Signature,
    /// How much it weighs.
    pub severity: Severity,
    /// Its kind.
    pub subcategory: Subcategory,
    /// Where it is, or was.
    pub location: Location,
    /// What it says, or said.
    pub description: String,
}

/// What became of the findings of a chain, newest bundle first: those of the newest in its order, then
/// those that the one before had. Empty for a first review, with which there is nothing to compare.
pub fn followed(chain: &[ReadBundle]) -> Vec<TrackedFinding> {
    let [newest, before, earlier @ ..] = chain else {
        return Vec::new();
    };
    let signatures = |link: &ReadBundle| -> BTreeSet<Signature> {
        open(&link.bundle).map(|finding| finding.signature.clone()).collect()
    };
    let (now, then) = (signatures(newest), signatures(before));
    let once: BTreeSet<Signature> = earlier.iter().flat_map(signatures).collect();
    let of = |course, finding: &Finding| TrackedFinding {
        course,
        finding_id: finding.finding_id.clone(),
        signature: finding.signature.clone(),
        severity: finding.severity,
        subcategory: finding.subcategory,
        location: finding.location.clone(),
        description: finding.description.clone(),
    };
    let present = open(&newest.bundle).map(|finding| {
        let signature = &finding.signature;
        let course = match (then.contains(signature), once.contains(signature)) {
            (true, _) => FindingTrend::Persisting,
            (false, true) => FindingTrend::Regressed,
            (false, false) => FindingTrend::New,
        };
        of(course, finding)
    });
    let gone = open(&before.bundle).filter(|finding| !now.contains(&finding.signature));
    present.chain(gone.map(|finding| of(FindingTrend::Resolved, finding))).collect()
}

/// The findings that weigh, or wait for somebody; hints do neither.
fn open(bundle: &Bundle) -> impl Iterator<Item = &Finding> {
    let counted = bundle.findings.iter().filter(|finding| !bundle.is_hint(finding));
    counted.filter(|finding| {
        matches!(
            finding.resolution,
            Resolution::Stands
                | Resolution::Consequence
                | Resolution::Deadlocked
                | Resolution::Open
                | Resolution::Waived
        )
    })
}

/// How often a kind of finding has to come before somebody asks why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Level {
    /// Less than three times.
    None,
    /// Three times: worth a look.
    Flag,
    /// Five times: worth a countermeasure.
    Countermeasure,
    /// Ten times: somebody has to decide what to do.
    Escalate,
}

impl Level {
    /// The level of a count.
    pub const fn of(count: usize) -> Self {
        match count {
            0..3 => Level::None,
            3..5 => Level::Flag,
            5..10 => Level::Countermeasure,
            _ => Level::Escalate,
        }
    }

    /// As in documents.
    pub const fn as_str(self) -> &'static str {
        match self {
            Level::None => "NONE",
            Level::Flag => "FLAG",
            Level::Countermeasure => "COUNTERMEASURE",
            Level::Escalate => "ESCALATE",
        }
    }
}

/// A class of findings over all evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Recurrence {
    /// The gate.
    pub gate_id: GateId,
    /// The kind.
    pub subcategory: Subcategory,
    /// The kind of file: `ticket`, `rfc`, `prd`, `atlas` or `other`.
    pub file_kind: &'static str,
    /// Different findings of it, each counted once whatever the number of reviews that had it.
    pub count: usize,
    /// The RFCs that had it.
    pub rfcs: BTreeSet<SubjectId>,
    /// What the count asks for.
    pub level: Level,
}

/// How often each class came over all bundles, most often first.
pub fn recurrences<'b>(
    bundles: impl IntoIterator<Item = &'b Bundle>,
    layout: &Layout,
) -> Vec<Recurrence> {
    type Class = (GateId, Subcategory, &'static str);
    let mut classes: BTreeMap<Class, BTreeSet<(&SubjectId, &Signature)>> = BTreeMap::new();
    for bundle in bundles {
        for finding in open(bundle) {
            let kind = file_kind(&finding.location.file, layout);
            let class = (finding.gate_id, finding.subcategory, kind);
            classes.entry(class).or_default().insert((&bundle.rfc_id, &finding.signature));
        }
    }
    let mut all: Vec<Recurrence> = classes
        .into_iter()
        .map(|((gate_id, subcategory, file_kind), seen)| Recurrence {
            gate_id,
            subcategory,
            file_kind,
            count: seen.len(),
            rfcs: seen.iter().map(|(rfc, _)| (*rfc).clone()).collect(),
            level: Level::of(seen.len()),
        })
        .collect();
    all.sort_by_key(|class| std::cmp::Reverse(class.count));
    all
}

fn file_kind(file: &str, layout: &Layout) -> &'static str {
    let below = |folder: &String| {
        file.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/'))
    };
    if layout.tickets.iter().any(below) {
        "ticket"
    } else if layout.rfcs.iter().any(below) {
        "rfc"
    } else if below(&layout.prds) {
        "prd"
    } else if below(&layout.atlases) {
        "atlas"
    } else {
        "other"
    }
}
