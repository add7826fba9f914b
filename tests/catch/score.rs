//! What the council makes of a case, and the tables that add it up.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use council_review::app::Workspace;
use council_review::app::review::offline;
use council_review::evidence::v2::bundle::{Bundle, Finding};
use council_review::evidence::v2::council::Resolution;
use council_review::gates::rule;
use council_review::model::policy::ReviewDepth;
use council_review::model::{Severity, Subcategory, SubjectId};
use council_review::rules::RuleMember;
use council_review::symbols::Index;

use crate::case::{Case, NOTHING, Style, Tree, index, snapshot};
use crate::support::own::own;
use crate::support::sit::sit;
use crate::support::wording::faults;

/// Kinds that say the same of a ticket, from two sides.
const SAME: &[&[&str]] = &[
    &["cousin-file", "cousin-symbol"],
    &["hidden-dependency", "phase-order"],
    &["lost-hand-off", "scope-contradiction"],
    &["missing-document", "missing-section"],
    &["no-verification", "weak-verification"],
    &["repeated-line", "twin-ticket"],
];

fn is_same(a: &str, b: &str) -> bool {
    a == b || SAME.iter().any(|kinds| kinds.contains(&a) && kinds.contains(&b))
}

/// Defects that code decides, so that no seat has to say them again: by their rule in GATES.md.
const BY_GATE: &[(&str, &[&str])] = &[
    ("hidden-dependency", &["R28", "R47"]),
    ("missing-document", &["R35", "L5"]),
    ("no-criterion", &["L8", "L9"]),
    ("no-steps", &["L6", "L7"]),
    ("no-verification", &["L8", "L9", "L10"]),
    ("phase-order", &["R24", "R27", "R28", "R47"]),
    ("size-outlier", &["L1", "L3"]),
    ("steps-restate-scope", &["L6", "L7"]),
    ("tests-elsewhere", &["L12"]),
    ("title-only", &["L6"]),
    ("too-many-components", &["L2"]),
    ("too-many-files", &["L1"]),
    ("twin-elsewhere", &["R48"]),
    ("twin-ticket", &["R48"]),
    ("wrong-path", &["R45", "R47", "L4"]),
];

fn is_for_gates(kind: &str, rule: &str) -> bool {
    BY_GATE.iter().any(|(name, rules)| *name == kind && rules.contains(&rule))
}

/// What became of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fate {
    Dismissed,
    Deadlocked,
    Stands,
}

/// A finding of the seats or of an advisory rule, as the bundle has it.
#[derive(Debug, Clone)]
pub(crate) struct Said {
    pub(crate) ticket: String,
    /// By the rules that raised it; an advisory rule is its own kind.
    pub(crate) kinds: BTreeSet<&'static str>,
    pub(crate) severity: Severity,
    pub(crate) fate: Fate,
    /// File name and place.
    pub(crate) at: String,
    pub(crate) subcategory: Subcategory,
    /// For people.
    pub(crate) text: String,
}

impl Said {
    /// Of which case it is, and all of it but its words.
    fn line(&self, case: &str) -> String {
        let Self { ticket, kinds, severity, fate, at, subcategory, .. } = self;
        let kinds: Vec<&str> = kinds.iter().copied().collect();
        let kinds = if kinds.is_empty() { "-".to_owned() } else { kinds.join("+") };
        format!("{case}: {ticket} {severity} {subcategory} {kinds} {fate:?} {at}")
    }
}

/// What the offline council makes of an RFC: what its seats say, and what code decided before.
pub(crate) struct Heard {
    pub(crate) said: Vec<Said>,
    /// What is wrong with the wording of all that was said.
    wording: Vec<String>,
    /// Rule, and file or ticket.
    gates: Vec<(String, String)>,
}

impl Heard {
    /// Whether a gate says the planted defect, at one of its tickets or in a plan that names it.
    fn is_decided(&self, case: &Case) -> bool {
        self.gates.iter().any(|(rule, told)| {
            is_for_gates(&case.plants, rule) && case.at.iter().any(|id| told.contains(id))
        })
    }
}

/// Everything that the offline council says of an RFC.
pub(crate) fn said_of(workspace: &Workspace, index: &Arc<Index>, rfc: &SubjectId) -> Heard {
    let seats = &|dossier: &Arc<_>| offline(dossier, index);
    let bundle: Bundle = sit(workspace, rfc, ReviewDepth::Council, seats).expect("a review").bundle;
    let wording = bundle.findings.iter().flat_map(wording).collect();
    let dossier = Arc::new(workspace.dossier(rfc).expect("the RFC is there"));
    let panel = RuleMember::panel(&dossier, index);
    let claims: Vec<_> = panel.iter().flat_map(RuleMember::findings).collect();
    let gates = bundle.findings.iter().filter_map(|finding| {
        let told = format!("{} {}", finding.location.file, finding.description);
        (finding.severity > Severity::Info).then_some((finding.rule.clone()?, told))
    });
    let gates = gates.collect();
    let advisory = |finding: &Finding| {
        let known = finding.rule.as_deref().and_then(rule)?;
        known.gate.is_assessed().then_some(known.id.as_str())
    };
    let said = bundle
        .findings
        .into_iter()
        .filter(|finding| finding.source_agent.is_some() || advisory(finding).is_some())
        .map(|finding| {
            let same = |claim: &council_review::council::rfc::answer::Claim| {
                (claim.gate_id, claim.subcategory) == (finding.gate_id, finding.subcategory)
                    && claim.file == finding.location.file
                    && claim.yaml_path == finding.location.yaml_path()
            };
            let kinds = claims.iter().filter(|(_, claim)| same(claim)).map(|(kind, _)| *kind);
            let kinds = kinds.filter(|_| finding.rule.is_none()).chain(advisory(&finding));
            Said {
                ticket: finding.ticket_id.as_ref().map_or(String::new(), ToString::to_string),
                kinds: kinds.collect(),
                severity: finding.severity,
                fate: fate(&finding),
                at: at(&finding),
                subcategory: finding.subcategory,
                text: told(&finding),
            }
        })
        .collect();
    Heard { said, gates, wording }
}

/// What is wrong with the wording of a finding and of all that was said of it.
fn wording(finding: &Finding) -> Vec<String> {
    let mut texts = vec![&finding.description, &finding.remediation];
    texts.extend(finding.stances.iter().map(|stance| &stance.reason));
    texts.extend(finding.ballots.iter().map(|ballot| &ballot.reason));
    texts.extend(finding.remediations.iter().map(|proposal| &proposal.text));
    texts.iter().flat_map(|text| faults(&own(text))).collect()
}

fn fate(finding: &Finding) -> Fate {
    match finding.resolution {
        Resolution::Dismissed
        | Resolution::Ungrounded
        | Resolution::Waived
        | Resolution::Consequence
        | Resolution::Duplicate => Fate::Dismissed,
        Resolution::Deadlocked | Resolution::Open => Fate::Deadlocked,
        Resolution::Stands => Fate::Stands,
    }
}

fn at(finding: &Finding) -> String {
    let file = finding.location.file.rsplit('/').next().unwrap_or_default();
    format!("{file} {}", finding.location.yaml_path())
}

fn told(finding: &Finding) -> String {
    let sides: Vec<String> = finding
        .ballots
        .iter()
        .map(|ballot| format!("\n      {} {:?}: {}", ballot.agent_id, ballot.vote, ballot.reason))
        .collect();
    format!(
        "{} {} {}\n      \"{}\"\n      {}\n      -> {}{}",
        finding.severity,
        finding.subcategory,
        finding.location.yaml_path(),
        finding.quote,
        finding.description,
        finding.remediation,
        sides.concat()
    )
}

/// A repository as the offline council reads it.
pub(crate) fn workspace(tree: &Tree) -> Workspace {
    Workspace::open(&snapshot(tree), None).expect("a valid configuration")
}

/// What is said of the RFCs that hold one of these tickets.
fn heard_around(tree: &Tree, index: &Arc<Index>, tickets: &[String]) -> Heard {
    let workspace = workspace(tree);
    let concerned = workspace.subjects().into_iter().filter(|rfc| {
        let dossier = workspace.dossier(rfc).expect("known");
        dossier.tickets().any(|ticket| tickets.iter().any(|id| id == ticket.stem.as_str()))
    });
    let heard = concerned.collect::<Vec<_>>();
    let heard: Vec<Heard> = heard.iter().map(|rfc| said_of(&workspace, index, rfc)).collect();
    let mut all = Heard { said: Vec::new(), gates: Vec::new(), wording: Vec::new() };
    for Heard { said, gates, wording } in heard {
        all.said.extend(said);
        all.wording.extend(wording);
        all.gates.extend(gates);
    }
    all
}

/// How many of each kind were planted, and what became of them.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Tally {
    pub(crate) planted: usize,
    pub(crate) caught: usize,
    /// Of those caught, what is raised as a hint only.
    pub(crate) hinted: usize,
    /// Of those caught, what code decides and no seat says.
    pub(crate) by_gates: usize,
    /// Raised by a seat, and then voted down or left open.
    pub(crate) lost: usize,
}

/// The sum over cases.
#[derive(Debug, Default)]
pub(crate) struct Score {
    pub(crate) kinds: BTreeMap<String, Tally>,
    /// Clean tickets that were reviewed.
    pub(crate) clean: usize,
    /// Findings about them that stand or that people would have to decide.
    pub(crate) alarms: BTreeMap<String, usize>,
    /// Hints about them.
    pub(crate) hints: BTreeMap<String, usize>,
    /// The cases behind the misses and the alarms, for people.
    pub(crate) details: String,
    /// What is wrong with the wording of all that was said.
    pub(crate) wording: BTreeSet<String>,
    /// All that was said at the tickets of the cases, a line each.
    pub(crate) said: BTreeSet<String>,
}

impl Score {
    pub(crate) fn caught(&self) -> (usize, usize) {
        let sum = |of: fn(&Tally) -> usize| self.kinds.values().map(of).sum();
        (sum(|tally| tally.caught), sum(|tally| tally.planted))
    }

    /// Of MAJOR and of MINOR findings together; hints are none.
    pub(crate) fn false_alarms(&self) -> usize {
        self.alarms.values().sum()
    }

    /// Two sums as one.
    pub(crate) fn plus(mut self, other: Self) -> Self {
        for (kind, Tally { planted, caught, hinted, by_gates, lost }) in other.kinds {
            let sum = self.kinds.entry(kind).or_default();
            sum.planted += planted;
            sum.caught += caught;
            sum.hinted += hinted;
            sum.by_gates += by_gates;
            sum.lost += lost;
        }
        for (kind, alarms) in other.alarms {
            *self.alarms.entry(kind).or_default() += alarms;
        }
        for (kind, hints) in other.hints {
            *self.hints.entry(kind).or_default() += hints;
        }
        self.clean += other.clean;
        self.details.push_str(&other.details);
        self.wording.extend(other.wording);
        self.said.extend(other.said);
        self
    }

    /// All tickets of a repository with nothing planted.
    pub(crate) fn add_base(&mut self, style: &Style) {
        let (workspace, index) = (workspace(&style.tree), style.index());
        for rfc in workspace.subjects() {
            let dossier = workspace.dossier(&rfc).expect("known");
            self.clean += dossier.tickets().filter(|ticket| ticket.is_live()).count();
            let heard = said_of(&workspace, &index, &rfc);
            self.wording.extend(heard.wording);
            self.add_alarms(&format!("{} {rfc}", style.name), &heard.said);
        }
    }

    pub(crate) fn add(&mut self, style: &Style, case: &Case) {
        let tree = case.applied(&style.tree);
        let index = if case.changes_code() { index(&tree) } else { style.index() };
        let heard = heard_around(&tree, &index, &case.at);
        let is_decided = heard.is_decided(case);
        self.wording.extend(heard.wording);
        let here: Vec<Said> =
            heard.said.into_iter().filter(|s| case.at.contains(&s.ticket)).collect();
        let name = format!("{}/{}", style.name, case.name);
        self.said.extend(here.iter().map(|said| said.line(&name)));
        if case.plants == NOTHING {
            self.clean += case.at.len();
            return self.add_alarms(&name, &here);
        }
        let best = here
            .iter()
            .filter(|s| s.kinds.iter().any(|kind| is_same(kind, &case.plants)))
            .map(|s| (s.fate, s.severity))
            .max();
        let (best, severity) = best.unzip();
        let tally = self.kinds.entry(case.plants.clone()).or_default();
        tally.planted += 1;
        let is_caught = is_decided || best == Some(Fate::Stands);
        tally.caught += usize::from(is_caught);
        let is_hint = !is_decided && severity == Some(Severity::Info);
        tally.hinted += usize::from(is_caught && is_hint);
        tally.by_gates += usize::from(is_decided && best != Some(Fate::Stands));
        tally.lost += usize::from(!is_caught && best.is_some());
        if !is_caught {
            let _ = writeln!(
                self.details,
                "\nMISSED {} ({best:?}) {name} at {:?}\n    {}",
                case.plants,
                case.at,
                case.why.trim()
            );
            for s in &here {
                let _ = writeln!(self.details, "    said {:?} {:?}: {}", s.kinds, s.fate, s.text);
            }
        }
    }

    fn add_alarms(&mut self, name: &str, said: &[Said]) {
        for s in said.iter().filter(|s| s.fate > Fate::Dismissed) {
            let kind = s.kinds.first().copied().unwrap_or("?");
            let (what, sum) = match s.severity {
                Severity::Info => ("HINT", &mut self.hints),
                _ => ("ALARM", &mut self.alarms),
            };
            *sum.entry(kind.to_owned()).or_default() += 1;
            let _ = writeln!(
                self.details,
                "\n{what} {kind} {name} {} {:?}\n      {}",
                s.ticket, s.fate, s.text
            );
        }
    }

    /// The table that people read.
    pub(crate) fn table(&self, title: &str) -> String {
        let mut text = format!(
            "{title}\n{:<24}{:>8}{:>8}{:>8}{:>10}{:>8}{:>8}{:>8}\n",
            "", "planted", "caught", "hinted", "by gates", "lost", "alarms", "hints"
        );
        let told = self.alarms.keys().chain(self.hints.keys());
        let kinds: BTreeSet<&String> = self.kinds.keys().chain(told).collect();
        for kind in kinds {
            let tally = self.kinds.get(kind).copied().unwrap_or_default();
            let of = |sum: &BTreeMap<String, usize>| sum.get(kind).copied().unwrap_or_default();
            let (alarms, hints) = (of(&self.alarms), of(&self.hints));
            let Tally { planted, caught, hinted, by_gates, lost } = tally;
            let _ = writeln!(
                text,
                "{kind:<24}{planted:>8}{caught:>8}{hinted:>8}{by_gates:>10}{lost:>8}{alarms:>8}{hints:>8}"
            );
        }
        let (caught, planted) = self.caught();
        let hinted: usize = self.kinds.values().map(|tally| tally.hinted).sum();
        let _ = writeln!(
            text,
            "caught {caught} of {planted} ({} %), {hinted} of them by a hint; {} false alarms and {} hints on {} clean tickets",
            (100 * caught).checked_div(planted).unwrap_or(0),
            self.false_alarms(),
            self.hints.values().sum::<usize>(),
            self.clean
        );
        text
    }
}
