//! What the offline council says of whole repositories, as readers judged it finding by finding: of a
//! real one, and of some that nobody had seen who made a rule (`whole/`), whose tickets are such as
//! their teams would approve.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;

use council_review::app::Workspace;
use council_review::host::snapshot;
use council_review::model::{RfcId, Severity, Subcategory, SubjectId};
use council_review::symbols::Index;
use serde::Deserialize;

use crate::case::{Style, whole, whole_folder};
use crate::score::{Fate, Said, said_of, workspace};
use crate::support;

/// What one finding is worth to a maintainer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Worth {
    Useful,
    /// True, and one may well live with it.
    Debatable,
    /// Not true, or nobody would thank for it.
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

impl Judged {
    fn all(text: &str) -> Vec<Self> {
        let judged: Vec<Self> = serde_yaml::from_str(text).expect("a list of judgements");
        assert!(judged.iter().all(|one| !one.because.is_empty()));
        judged
    }

    /// A heavier finding than the one that was judged is another question.
    fn is_of(&self, rfc: &SubjectId, said: &Said) -> bool {
        *rfc == self.rfc
            && (&self.at, self.subcategory) == (&said.at, said.subcategory)
            && self.severity >= said.severity
    }
}

/// What the findings of repositories are worth.
#[derive(Debug, Default)]
struct Sums {
    live: usize,
    /// By severity, rule or kind, and worth; `None` is not judged.
    told: BTreeMap<(Severity, String, Option<Worth>), usize>,
    /// A line each.
    noise: Vec<(Severity, String)>,
    /// As `judged.yaml` has it, without the judgement.
    unjudged: Vec<(Severity, String)>,
}

impl Sums {
    fn add(&mut self, workspace: &Workspace, index: &Arc<Index>, judged: &[Judged]) {
        for rfc in workspace.subjects() {
            let dossier = workspace.dossier(&rfc).expect("known");
            self.live += dossier.tickets().filter(|ticket| ticket.is_live()).count();
            let said = said_of(workspace, index, &rfc).said;
            for said in said.iter().filter(|said| said.fate != Fate::Dismissed) {
                self.add_one(&rfc, said, judged);
            }
        }
    }

    fn add_one(&mut self, rfc: &SubjectId, said: &Said, judged: &[Judged]) {
        let worth = judged.iter().find(|one| one.is_of(rfc, said)).map(|one| one.judged);
        let kind = said.kinds.first().copied().unwrap_or("?").to_owned();
        *self.told.entry((said.severity, kind.clone(), worth)).or_default() += 1;
        if worth.is_none() {
            let Said { at, severity, subcategory, text, .. } = said;
            let text = text.replace('\n', "\n#");
            let entry = format!(
                "# {kind}: {text}\n- rfc: {rfc}\n  at: {at}\n  severity: {severity}\n  subcategory: {subcategory}\n  judged: \n  because: "
            );
            self.unjudged.push((*severity, entry));
        }
        if worth == Some(Worth::Noise) {
            self.noise.push((said.severity, format!("{rfc} {} {}", said.at, said.text)));
        }
    }

    fn of(&self, severity: Severity, worth: Option<Worth>) -> usize {
        let told = self.told.iter();
        told.filter(|((s, _, w), _)| (*s, *w) == (severity, worth)).map(|(_, n)| n).sum()
    }

    /// How many of a severity a maintainer was right to be told of, and how many there are.
    fn useful(&self, severity: Severity) -> (usize, usize) {
        let all = [Some(Worth::Useful), Some(Worth::Debatable), Some(Worth::Noise), None];
        (self.of(severity, all[0]), all.iter().map(|worth| self.of(severity, *worth)).sum())
    }

    fn table(&self) -> String {
        let mut text = format!("{} live tickets\n", self.live);
        for severity in [Severity::Blocker, Severity::Major, Severity::Minor, Severity::Info] {
            let [useful, debatable, noise, open] =
                [Some(Worth::Useful), Some(Worth::Debatable), Some(Worth::Noise), None]
                    .map(|worth| self.of(severity, worth));
            let _ = writeln!(
                text,
                "{severity}: {useful} useful, {debatable} debatable, {noise} noise, {open} not judged"
            );
        }
        for ((severity, kind, worth), count) in &self.told {
            let worth = worth.map_or_else(|| "not judged".to_owned(), |w| format!("{w:?}"));
            let _ = writeln!(text, "  {severity:<8}{kind:<26}{worth:<12}{count:>4}");
        }
        text
    }
}

fn told(severity: Severity, lines: &[(Severity, String)]) -> String {
    let lines = lines.iter().filter(|(of, _)| *of >= severity).map(|(_, line)| line.as_str());
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn f27_a_maintainer_would_call_no_major_noise() {
    let Some(repo) = support::corpus() else { return };
    let judged = Judged::all(include_str!("judged.yaml"));
    let tree = snapshot::open(repo.path(), None).expect("a repository");
    let workspace = Workspace::open(&tree, None).expect("a valid configuration");
    let mut sums = Sums::default();
    sums.add(&workspace, &Arc::default(), &judged);
    support::figure(&sums.table());
    if std::env::var_os("DETAILS").is_some() {
        support::figure(&told(Severity::Info, &sums.unjudged));
    }
    let noise = told(Severity::Major, &sums.noise);
    assert!(noise.is_empty(), "{noise}");
    let open = told(Severity::Minor, &sums.unjudged);
    assert!(open.is_empty(), "not judged:\n{open}");
    for (severity, least) in [(Severity::Major, 85), (Severity::Minor, 65)] {
        let (useful, raised) = sums.useful(severity);
        assert!(useful * 100 >= raised * least, "{useful} of {raised} {severity} are useful");
    }
}

/// What was judged of a repository of `whole/`.
fn judged_of(style: &Style) -> Vec<Judged> {
    let file = whole_folder().join(&style.name).join("judged.yaml");
    fs::read_to_string(file).map_or_else(|_| Vec::new(), |text| Judged::all(&text))
}

#[test]
fn tickets_that_their_teams_approve_are_left_alone() {
    let mut sums = Sums::default();
    for style in whole() {
        sums.add(&workspace(&style.tree), &style.index(), &judged_of(&style));
    }
    support::figure(&sums.table());
    if std::env::var_os("DETAILS").is_some() {
        support::figure(&told(Severity::Info, &sums.unjudged));
    }
    assert!(sums.live >= 40, "{} live tickets", sums.live);
    let open = told(Severity::Minor, &sums.unjudged);
    assert!(open.is_empty(), "not judged:\n{open}");
    for (severity, tickets) in [(Severity::Major, 40), (Severity::Minor, 10)] {
        let noise = sums.of(severity, Some(Worth::Noise));
        assert!(noise * tickets <= sums.live, "{}", told(severity, &sums.noise));
    }
}
