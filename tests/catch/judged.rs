//! What the offline council says of a real repository, as a reader judged it finding by finding.

use std::collections::BTreeMap;
use std::sync::Arc;

use council_review::app::Workspace;
use council_review::host::snapshot;
use council_review::model::{RfcId, Severity, Subcategory};
use serde::Deserialize;

use crate::score::{Fate, said_of};
use crate::support;

/// What one finding is worth to a maintainer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Worth {
    Useful,
    /// True, and one may well live with it.
    Debatable,
    Noise,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Judged {
    rfc: RfcId,
    at: String,
    severity: Severity,
    subcategory: Subcategory,
    judged: Worth,
    because: String,
}

#[test]
fn f27_a_maintainer_would_call_no_major_noise() {
    let Some(repo) = support::corpus() else { return };
    let judged: Vec<Judged> =
        serde_yaml::from_str(include_str!("judged.yaml")).expect("a list of judgements");
    assert!(judged.iter().all(|one| !one.because.is_empty()));
    let tree = snapshot::open(repo.path(), None).expect("a repository");
    let workspace = Workspace::open(&tree, None).expect("a valid configuration");
    let mut tickets = 0;
    let mut false_alarms = Vec::new();
    let mut heavy: BTreeMap<Option<Worth>, usize> = BTreeMap::new();
    let mut light: BTreeMap<Option<Worth>, usize> = BTreeMap::new();
    for rfc in workspace.rfcs() {
        let dossier = workspace.dossier(&rfc).expect("known");
        tickets += dossier.tickets().filter(|ticket| ticket.is_live()).count();
        for said in said_of(&workspace, &Arc::default(), &rfc).said {
            if said.fate == Fate::Dismissed || said.severity == Severity::Info {
                continue;
            }
            let same = |one: &&Judged| {
                one.rfc == rfc && one.at == said.at && one.subcategory == said.subcategory
            };
            let found = judged.iter().find(same);
            // A lighter finding than the one that was judged heavy is another question.
            let worth = found.filter(|one| one.severity >= said.severity).map(|one| one.judged);
            let sum = if said.severity >= Severity::Major { &mut heavy } else { &mut light };
            *sum.entry(worth).or_default() += 1;
            if worth.is_none() && said.severity >= Severity::Major {
                support::figure(&format!("not judged: {rfc} {} {}", said.at, said.text));
            }
            if worth == Some(Worth::Noise) && said.severity >= Severity::Major {
                false_alarms.push(format!("{rfc} {} {}", said.at, said.text));
            }
        }
    }
    support::figure(&format!(
        "{tickets} live tickets\nMAJOR or worse: {heavy:?}\nlesser: {light:?}"
    ));
    assert!(false_alarms.is_empty(), "{}", false_alarms.join("\n"));
    let of = |worth| heavy.get(&worth).copied().unwrap_or(0);
    // What nobody has judged counts as noise.
    let noise = of(Some(Worth::Noise)) + of(None);
    assert!(noise * 10 <= 2 * tickets, "{noise} of {tickets} tickets");
}
