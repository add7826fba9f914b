//! The findings by severity, each with its place, both sides, ballots and ways out; and what they
//! can be filtered by.

use serde::Serialize;

use super::severity_tone;
use crate::council::tally::Resolution;
use crate::evidence::v1::bundle::{BallotStatus, Bundle, Finding};
use crate::model::reply::Vote;
use crate::model::{GateId, SeatId, Severity};
use crate::report::aside::{self, Aside, aside};
use crate::report::page::clipped;
use crate::report::terminal::{self, has_weight};
use crate::report::voices::{Voice, voices};

/// As much of a source line is shown before and after the place, and of the place itself.
const AROUND: usize = 90;
const PLACE: usize = 240;

#[derive(Debug, Serialize)]
pub(super) struct Findings {
    groups: Vec<Group>,
    set_aside: Vec<Item>,
    total: usize,
}

#[derive(Debug, Serialize)]
struct Group {
    severity: &'static str,
    tone: &'static str,
    items: Vec<Item>,
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
    state: String,
    needs_a_person: bool,
    description: String,
    place: String,
    yaml_path: String,
    snippet: Option<Snippet>,
    quote: Option<String>,
    help: Option<(&'static str, String)>,
    r#for: Vec<Voice>,
    against: Vec<Voice>,
    neither: Vec<Voice>,
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

#[derive(Debug, Serialize)]
struct Cast {
    seat: SeatId,
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
    class: &'static str,
    label: &'static str,
    count: usize,
}

impl Findings {
    pub(super) fn of(bundle: &Bundle) -> Self {
        let items = |counts: &dyn Fn(&Finding) -> bool| -> Vec<Item> {
            bundle
                .findings
                .iter()
                .filter(|f| counts(f))
                .map(|finding| item(bundle, finding))
                .collect()
        };
        let groups = Severity::WORST_FIRST.into_iter().map(|severity| Group {
            severity: severity.as_str(),
            tone: severity_tone(severity),
            items: items(&|f| has_weight(f) && f.severity == severity),
        });
        Self {
            groups: groups.filter(|group| !group.items.is_empty()).collect(),
            set_aside: items(&|f| !has_weight(f)),
            total: bundle.findings.len(),
        }
    }

    /// What there is to choose from; nothing where all findings are alike.
    pub(super) fn filters(&self) -> Vec<Filter> {
        let all: Vec<&Item> =
            self.groups.iter().flat_map(|group| &group.items).chain(&self.set_aside).collect();
        let choice = |class: &'static str, label: &'static str| {
            let has = |item: &&&Item| item.class.split(' ').any(|own| own == class);
            Choice { class, label, count: all.iter().filter(has).count() }
        };
        let severities = Severity::WORST_FIRST.map(|s| choice(severity_class(s), s.as_str()));
        let gates = GateId::ALL.map(|gate| choice(gate_class(gate), short(gate)));
        let seats = SeatId::ALL.map(|seat| choice(seat_class(seat), seat.as_str()));
        let rows = [
            ("severity", severities.into_iter().collect::<Vec<_>>()),
            ("gate", gates.into_iter().collect()),
            ("raised by", [choice("by-code", "code")].into_iter().chain(seats).collect()),
        ];
        rows.into_iter()
            .map(|(name, choices)| {
                let choices = choices.into_iter().filter(|choice| choice.count > 0).collect();
                Filter { name, choices }
            })
            .filter(|filter: &Filter| filter.choices.len() > 1)
            .collect()
    }
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

fn seat_class(seat: SeatId) -> &'static str {
    match seat {
        SeatId::Sa1 => "by-sa1",
        SeatId::Sa2 => "by-sa2",
        SeatId::Sa3 => "by-sa3",
    }
}

fn short(gate: GateId) -> &'static str {
    gate.as_str().strip_prefix("GATE-TCK-").unwrap_or(gate.as_str())
}

fn item(bundle: &Bundle, finding: &Finding) -> Item {
    let mut class = format!("{} {}", severity_class(finding.severity), gate_class(finding.gate_id));
    if finding.rule.is_some() {
        class.push_str(" by-code");
    }
    for seat in SeatId::ALL {
        if finding.raised_by.iter().any(|raise| raise.source_agent == seat) {
            class.push_str(&format!(" {}", seat_class(seat)));
        }
    }
    let at = &finding.location;
    let quote = finding.quote.trim();
    let is_seen = quote.is_empty() || finding.source_line.contains(quote);
    Item {
        id: finding.finding_id.to_string(),
        class,
        severity: finding.severity.as_str(),
        tone: severity_tone(finding.severity),
        kind: finding.subcategory.as_str(),
        gate: finding.gate_id.as_str(),
        source: terminal::source(finding),
        subject: terminal::subject(finding.ticket_id.as_ref(), at),
        state: state(bundle, finding),
        needs_a_person: finding.resolution == Resolution::Deadlocked,
        description: finding.description.clone(),
        place: at.to_string(),
        yaml_path: at.yaml_path.clone(),
        snippet: snippet(finding),
        quote: (!is_seen).then(|| quote.to_owned()),
        help: terminal::help(finding),
        r#for: voices(finding, Some(Vote::Support)),
        against: voices(finding, Some(Vote::Oppose)),
        neither: voices(finding, None),
        ballots: finding
            .ballots
            .iter()
            .map(|ballot| {
                let (vote, class) = match (ballot.status, ballot.vote) {
                    (BallotStatus::Cast, Some(Vote::Support)) => ("for", "for"),
                    (BallotStatus::Cast, Some(Vote::Oppose)) => ("against", "against"),
                    (BallotStatus::Cast, _) => ("abstains", "neither"),
                    (BallotStatus::Spoilt, _) => ("spoilt", "neither"),
                    (BallotStatus::Missing, _) => ("missing", "neither"),
                };
                Cast { seat: ballot.agent_id, vote, class }
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
    let agreement = terminal::agreement(finding);
    if let Some(ruling) = aside::ruling(bundle, finding) {
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
    let chars: Vec<char> = finding.source_line.chars().take(10_000).collect();
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
    Some(Snippet {
        line: at.line,
        before,
        marked: clipped(&text(&chars[start..end]), PLACE),
        after: clipped(&text(&chars[end..]), AROUND),
    })
}
