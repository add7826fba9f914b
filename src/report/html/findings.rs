//! The findings by severity, each with its place, both sides, ballots and ways out; and what they
//! can be filtered by.

use std::collections::BTreeSet;

use serde::Serialize;

use super::tone::severity_tone;
use crate::evidence::v2::bundle::{BallotStatus, Bundle, Finding};
use crate::evidence::v2::council::Resolution;
use crate::model::opinion::Vote;
use crate::model::{GateId, MemberName, Severity};
use crate::report::because::Explains;
use crate::report::finding::{self, counts};
use crate::report::fold::{self, Fold, Likeness};
use crate::report::format::ReportInput;
use crate::report::link;
use crate::report::page::clipped;
use crate::report::suppression::{self, Aside, aside};
use crate::report::titles::Titles;
use crate::report::votes::{SaidVote, voices};

/// As much of a source line is shown before and after the place, and of the place itself.
const AROUND: usize = 90;
const PLACE: usize = 240;

#[derive(Debug, Serialize)]
pub(super) struct Findings {
    worst: Vec<Worst>,
    groups: Vec<Group>,
    not_counted: Vec<FoldView>,
    hints: Vec<FoldView>,
    /// How many those are, in words.
    hinted: String,
    /// The members that raised anything.
    #[serde(skip)]
    raisers: BTreeSet<MemberName>,
    total: usize,
}

/// One of the findings that a reader sees first.
#[derive(Debug, Serialize)]
struct Worst {
    id: String,
    severity: &'static str,
    tone: &'static str,
    subject: String,
    title: String,
    description: String,
    place: String,
    link: Option<String>,
    /// How many others say the same of other places.
    more: usize,
    help: Option<(&'static str, String)>,
}

/// A finding, and those that say the same of other places.
#[derive(Debug, Serialize)]
struct FoldView {
    first: Item,
    more: Vec<Item>,
    /// What the others are about.
    named: String,
}

#[derive(Debug, Serialize)]
struct Group {
    severity: &'static str,
    tone: &'static str,
    count: usize,
    folds: Vec<FoldView>,
}

#[derive(Debug, Serialize)]
struct Item {
    id: String,
    /// What the filters know it by.
    class: String,
    severity: &'static str,
    tone: &'static str,
    kind: &'static str,
    gate: &'static str,
    source: String,
    subject: String,
    title: String,
    #[serde(skip)]
    likeness: Option<Likeness>,
    state: String,
    needs_a_person: bool,
    description: String,
    place: String,
    link: Option<String>,
    path: String,
    snippet: Option<Snippet>,
    quote: Option<String>,
    help: Option<(&'static str, String)>,
    /// What it explains: the line of each, and its id where it is told nowhere else.
    explains: Vec<(String, Option<String>)>,
    /// The other places that it names, each with its link.
    related: Vec<(String, Option<String>)>,
    r#for: Vec<SaidVote>,
    against: Vec<SaidVote>,
    neither: Vec<SaidVote>,
    ballots: Vec<Cast>,
    ways: Vec<Way>,
}

#[derive(Debug, Serialize)]
struct Snippet {
    line: u32,
    before: String,
    marked: String,
    after: String,
}

impl Snippet {
    /// Whether the passage is there as a whole.
    fn shows(&self, quote: &str) -> bool {
        format!("{}{}{}", self.before, self.marked, self.after).contains(quote)
    }
}

#[derive(Debug, Serialize)]
struct Cast {
    seat: MemberName,
    vote: &'static str,
    class: &'static str,
}

#[derive(Debug, Serialize)]
struct Way {
    id: String,
    text: String,
    backers: String,
    is_agreed: bool,
}

/// One row of choices.
#[derive(Debug, Serialize)]
pub(super) struct Filter {
    name: &'static str,
    choices: Vec<Choice>,
}

#[derive(Debug, Serialize)]
struct Choice {
    class: String,
    label: String,
    count: usize,
}

/// As many places of folded findings are named.
const NAMED: usize = 12;

impl Findings {
    pub(super) fn of(review: &ReportInput<'_>, titles: &Titles<'_>) -> Self {
        let bundle = review.bundle;
        let explains = Explains::in_bundle(&bundle.findings);
        let items = |counts: &dyn Fn(&Finding) -> bool| -> Vec<Item> {
            let own = bundle.findings.iter().filter(|f| counts(f));
            own.map(|finding| item(review, titles, finding, &explains)).collect()
        };
        let groups = Severity::WORST_FIRST.into_iter().map(|severity| {
            let items = items(&|f| counts(bundle, f) && f.severity == severity);
            Group {
                severity: severity.as_str(),
                tone: severity_tone(severity),
                count: items.len(),
                folds: folds(items),
            }
        });
        let groups: Vec<Group> = groups.filter(|group| group.count > 0).collect();
        let (worst, _) = fold::worst_of(bundle, &explains);
        Self {
            worst: worst.iter().map(|fold| Worst::of(fold, titles, review)).collect(),
            groups,
            not_counted: folds(items(&|f| aside(bundle, f).is_some())),
            hints: folds(items(&|f| bundle.is_hint(f))),
            hinted: finding::hints_counted(finding::hints(bundle).len()),
            raisers: bundle.findings.iter().flat_map(raisers).collect(),
            total: bundle.findings.len(),
        }
    }

    /// What there is to choose from, with how much of it counts; nothing where all findings are alike.
    pub(super) fn filters(&self) -> Vec<Filter> {
        let of_groups = self.groups.iter().flat_map(|group| &group.folds);
        let open: Vec<&Item> = of_groups.flat_map(FoldView::items).collect();
        let aside = self.not_counted.iter().chain(&self.hints);
        let aside: Vec<&Item> = aside.flat_map(FoldView::items).collect();
        let choice = |class: &str, label: &str| {
            let has = |item: &&&Item| item.class.split(' ').any(|own| own == class);
            let (count, light) =
                (open.iter().filter(has).count(), aside.iter().filter(has).count());
            // Of what does not count, the choice that is for it tells the number.
            let count = if class == "not-counted" { light } else { count };
            (count + light > 0).then(|| Choice {
                class: class.to_owned(),
                label: label.to_owned(),
                count,
            })
        };
        let severities = Severity::WORST_FIRST.map(|s| choice(severity_class(s), s.as_str()));
        let gates = GateId::ALL.map(|gate| choice(gate_class(gate), gate.short()));
        let seats = self.raisers.iter().map(|name| choice(&seat_class(name), name.as_str()));
        let states = [choice("counted", "open"), choice("not-counted", "not counted")];
        let rows = [
            ("severity", severities.into_iter().collect::<Vec<_>>()),
            ("state", states.into_iter().collect()),
            ("gate", gates.into_iter().collect()),
            ("raised by", [choice("by-code", "code")].into_iter().chain(seats).collect()),
        ];
        rows.into_iter()
            .map(|(name, choices)| Filter {
                name,
                choices: choices.into_iter().flatten().collect(),
            })
            .filter(|filter: &Filter| filter.choices.len() > 1)
            .collect()
    }
}

impl FoldView {
    fn items(&self) -> impl Iterator<Item = &Item> {
        std::iter::once(&self.first).chain(&self.more)
    }
}

impl Worst {
    fn of(fold: &Fold<&Finding>, titles: &Titles<'_>, review: &ReportInput<'_>) -> Self {
        let Fold { first: finding, more } = fold;
        let subject = finding::subject(finding.ticket_id.as_ref(), &finding.location);
        let help = finding::help(finding);
        Self {
            id: finding.finding_id.to_string(),
            severity: finding.severity.as_str(),
            tone: severity_tone(finding.severity),
            title: titles.title(&subject).to_owned(),
            subject,
            description: clipped(&finding.description, PLACE),
            place: finding.location.to_string(),
            link: link::url(finding, review.link_base),
            more: more.len(),
            help: help.map(|(name, text)| (name, clipped(&text, PLACE))),
        }
    }
}

/// Equal findings behind the first of them, with their places.
fn folds(items: Vec<Item>) -> Vec<FoldView> {
    let folds = fold::folded(items, |item| item.likeness.clone());
    let view = |Fold { first, more }: Fold<Item>| {
        let mut named: Vec<&str> =
            more.iter().take(NAMED).map(|item| item.place.as_str()).collect();
        let left = format!("{} more", more.len().saturating_sub(NAMED));
        if more.len() > NAMED {
            named.push(&left);
        }
        let named = named.join(", ");
        FoldView { first, more, named }
    };
    folds.into_iter().map(view).collect()
}

fn severity_class(severity: Severity) -> &'static str {
    match severity {
        Severity::Blocker => "is-blocker",
        Severity::Major => "is-major",
        Severity::Minor => "is-minor",
        Severity::Info => "is-info",
    }
}

fn gate_class(gate: GateId) -> &'static str {
    match gate {
        GateId::Schema => "of-schema",
        GateId::DependencyAcyclicity => "of-order",
        GateId::ScopeCoverage => "of-coverage",
        GateId::CcpMapping => "of-mapping",
        GateId::Atomicity => "of-atomicity",
        GateId::Implementability => "of-implementability",
        GateId::AntiCousin => "of-cousin",
    }
}

fn seat_class(seat: &MemberName) -> String {
    let plain: String = seat.as_str().chars().filter(char::is_ascii_alphanumeric).collect();
    format!("by-{}", plain.to_ascii_lowercase())
}

fn raisers(finding: &Finding) -> impl Iterator<Item = MemberName> {
    finding.raised_by.iter().map(|raise| raise.source_agent.clone())
}

fn item(
    review: &ReportInput<'_>,
    titles: &Titles<'_>,
    finding: &Finding,
    explains: &Explains<'_>,
) -> Item {
    let bundle = review.bundle;
    let mut class = format!("{} {}", severity_class(finding.severity), gate_class(finding.gate_id));
    if finding.rule.is_some() {
        class.push_str(" by-code");
    }
    for seat in raisers(finding).collect::<BTreeSet<_>>() {
        class.push_str(&format!(" {}", seat_class(&seat)));
    }
    class.push_str(if counts(bundle, finding) { " counted" } else { " not-counted" });
    let at = &finding.location;
    let subject = finding::subject(finding.ticket_id.as_ref(), at);
    let help = finding::help(finding);
    let quote = finding.quote.trim();
    let is_of_rules = bundle.is_of_rules(finding);
    let is_seen = quote.is_empty() || finding.source_line.contains(quote);
    Item {
        id: finding.finding_id.to_string(),
        class,
        severity: finding.severity.as_str(),
        tone: severity_tone(finding.severity),
        kind: finding.subcategory.as_str(),
        gate: finding.gate_id.as_str(),
        source: finding::source(finding),
        title: titles.title(&subject).to_owned(),
        subject,
        likeness: Likeness::of(finding, explains),
        state: state(bundle, finding),
        needs_a_person: finding.resolution == Resolution::Deadlocked,
        description: finding.description.clone(),
        place: at.to_string(),
        link: link::url(finding, review.link_base),
        path: at.path.to_string(),
        snippet: snippet(finding),
        quote: (!is_seen).then(|| quote.to_owned()),
        help,
        explains: explains
            .by(&finding.finding_id)
            .iter()
            .map(|line| (line.text.clone(), line.is_home.then(|| line.id.to_string())))
            .collect(),
        related: finding::related(&finding.related)
            .into_iter()
            .zip(&finding.related)
            .map(|(told, one)| (told, link::url_of(&one.location, review.link_base)))
            .collect(),
        r#for: voices(finding, Some(Vote::Support), is_of_rules),
        against: voices(finding, Some(Vote::Oppose), is_of_rules),
        neither: voices(finding, None, is_of_rules),
        ballots: finding
            .ballots
            .iter()
            .filter(|_| !is_of_rules)
            .map(|ballot| {
                let (vote, class) = match (ballot.status, ballot.vote) {
                    (BallotStatus::Cast, Some(Vote::Support)) => ("for", "for"),
                    (BallotStatus::Cast, Some(Vote::Oppose)) => ("against", "against"),
                    (BallotStatus::Cast, _) => ("abstains", "neither"),
                    (BallotStatus::Spoilt, _) => ("spoilt", "neither"),
                    (BallotStatus::Missing, _) => ("missing", "neither"),
                };
                Cast { seat: ballot.agent_id.clone(), vote, class }
            })
            .collect(),
        ways: finding
            .remediations
            .iter()
            .map(|way| {
                let seats: Vec<&str> = way.backed_by.iter().map(|seat| seat.as_str()).collect();
                Way {
                    id: way.proposal_id.clone(),
                    text: way.text.clone(),
                    backers: match seats.is_empty() {
                        true => "backed by nobody".to_owned(),
                        false => format!("backed by {}", seats.join(", ")),
                    },
                    is_agreed: finding.agreed_remediation.as_ref() == Some(&way.proposal_id),
                }
            })
            .collect(),
    }
}

/// What became of it, in a few words; who decided it, when a person did.
fn state(bundle: &Bundle, finding: &Finding) -> String {
    let agreement = finding::agreement(finding, bundle.is_of_rules(finding));
    if let Some(ruling) = suppression::ruling(bundle, finding) {
        let (done, by) = (ruling.decision.done(), &ruling.by);
        return format!("{}; by {by}, {done}: {}", agreement.unwrap_or_default(), ruling.reason);
    }
    match (aside(bundle, finding), agreement) {
        (Some(Aside { how, why }), None) => format!("{how}: {why}"),
        (Some(Aside { how, why }), Some(_)) if finding.resolution == Resolution::Ungrounded => {
            format!("{how}: {why}")
        }
        (_, Some(agreement)) => agreement,
        (None, None) => "decided by code".to_owned(),
    }
}

fn snippet(finding: &Finding) -> Option<Snippet> {
    let at = &finding.location;
    if finding.source_line.trim().is_empty() || at.is_whole_file() {
        return None;
    }
    let chars: Vec<char> = finding.source_line.chars().collect();
    let start = (at.column.max(1) as usize - 1).min(chars.len());
    let end = match at.end_line > at.line {
        true => chars.len(),
        false => (at.end_column.max(1) as usize - 1).clamp(start, chars.len()),
    };
    let text = |range: &[char]| range.iter().collect::<String>();
    let before = match start > AROUND {
        true => format!("…{}", text(&chars[start - AROUND..start])),
        false => text(&chars[..start]),
    };
    let line = at.line;
    let after = clipped(&text(&chars[end..]), AROUND);
    let short = Snippet { line, before, marked: clipped(&text(&chars[start..end]), PLACE), after };
    // A passage is never cut: the whole line scrolls where its part would not hold it.
    let is_whole = !finding.source_line.contains(&finding.quote) || short.shows(&finding.quote);
    Some(match is_whole {
        true => short,
        false => Snippet {
            line,
            before: text(&chars[..start]),
            marked: text(&chars[start..end]),
            after: text(&chars[end..]),
        },
    })
}
