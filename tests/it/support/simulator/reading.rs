//! What a model sees of a request, read from its text alone and not from the types it was made of.

use crate::support::seat_id::SeatId;
use serde_json::Value;

/// A finding shown to the model.
#[derive(Debug, Clone)]
pub struct Shown {
    pub id: String,
    pub severity: String,
    /// Only of those that are voted on.
    pub digest: Option<String>,
    /// The file in its fence, when it is shown whole.
    pub file: Option<String>,
    /// `P1`, `P2`, …
    pub ways: Vec<String>,
}

/// A request as a model reads it.
#[derive(Debug, Clone)]
pub struct Asked {
    pub question: String,
    pub seat: SeatId,
    /// Whether an answer before could not be used.
    pub again: bool,
    /// The numbers of the modes to reason through, or to choose from.
    pub modes: Vec<u64>,
    pub findings: Vec<Shown>,
    /// The tickets to assess.
    pub tickets: Vec<String>,
    /// Every ticket's id and a passage that stands in its file.
    pub passages: Vec<(String, String)>,
    /// The boundary of the fences of the dossier.
    pub boundary: String,
    /// Everything that was said to the model.
    pub text: String,
}

impl Asked {
    /// Reads a request. `schema` is that of the answer, in whatever words the provider takes it.
    pub fn read(text: String, schema: &Value) -> Option<Self> {
        let question = question(schema)?;
        let titles = ["Structural Rigorist", "Implementation Feasibility", "Anti-Cousin Guardian"];
        let (own, seat) = if text.contains("# A council on one question\n") {
            // Its members have no seats.
            (text.as_str(), 0)
        } else {
            let (_, own) = text.rsplit_once("\n## You\n\n").or(text.split_once("## You\n\n"))?;
            let line = own.lines().next()?;
            (own, titles.iter().position(|title| line.contains(&format!("**{title}**")))?)
        };
        let modes = match question.as_str() {
            "SELECT_MODES" => numbers(between(own, "The usual ones of your role are ", ".")),
            _ => own.lines().filter_map(mode).collect(),
        };
        let tickets = match question.as_str() {
            "FEASIBILITY" => text.lines().filter_map(ticket).map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        Some(Self {
            question,
            seat: SeatId::ALL[seat],
            again: text.contains("\n## Asked again\n") || text.starts_with("## Asked again\n"),
            modes,
            findings: findings(own),
            tickets,
            passages: passages(&text),
            boundary: between(&text, "line `<<<DATA ", "`").to_owned(),
            text,
        })
    }
}

/// The name of the question: the one value that the field `answer` may have.
fn question(schema: &Value) -> Option<String> {
    match schema {
        Value::Object(fields) => {
            let answer = fields.get("properties").and_then(|p| p.get("answer"));
            let only = |answer: &Value| {
                let named = answer["const"].as_str().or(answer["enum"][0].as_str());
                named.map(str::to_owned)
            };
            answer.and_then(only).or_else(|| fields.values().find_map(question))
        }
        Value::Array(items) => items.iter().find_map(question),
        _ => None,
    }
}

/// What stands between two marks; empty when they do not.
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let rest = text.split_once(from).map_or("", |(_, rest)| rest);
    rest.split_once(to).map_or("", |(found, _)| found)
}

fn numbers(list: &str) -> Vec<u64> {
    list.split(", ").filter_map(|number| number.parse().ok()).collect()
}

fn mode(line: &str) -> Option<u64> {
    line.strip_prefix("- **")?.split_once(", ")?.0.parse().ok()
}

fn findings(own: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    for line in own.lines() {
        if let Some(head) = line.strip_prefix("`FND-") {
            let (id, rest) = head.split_once("`: ").unwrap_or((head, ""));
            let id = format!("FND-{id}");
            let digest = between(rest, "digest `", "`");
            match all.iter().find(|shown| shown.id == id) {
                // A blocker that is voted on is shown again, with its ways out.
                Some(_) => {
                    let at = all.iter().position(|shown| shown.id == id).expect("it was found");
                    let shown = all.remove(at);
                    all.push(shown);
                }
                None => all.push(Shown {
                    id,
                    severity: rest.split(',').next().unwrap_or_default().to_owned(),
                    digest: (!digest.is_empty()).then(|| digest.to_owned()),
                    file: None,
                    ways: Vec::new(),
                }),
            }
        } else if let Some(last) = all.last_mut() {
            if let Some(file) = line.strip_prefix("file: ") {
                last.file.get_or_insert_with(|| file.to_owned());
            }
            let number = line.strip_prefix('P').and_then(|rest| rest.split_once(": "));
            if let Some((number, _)) = number.filter(|(n, _)| n.parse::<u32>().is_ok()) {
                last.ways.push(format!("P{number}"));
            }
        }
    }
    all
}

/// The ticket whose fence a line opens.
fn ticket(line: &str) -> Option<&str> {
    let (_, id) = line.strip_prefix("<<<DATA ")?.split_once(" ticket ")?;
    Some(id).filter(|id| is_ticket(id))
}

/// Titles, which stand in a line of their own where a ticket is not shown in full.
fn passages(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut file = None;
    for line in text.lines() {
        if let Some((id, rest)) = line.split_once(": ").filter(|(id, _)| is_ticket(id)) {
            let title = rest.split(';').next().unwrap_or_default();
            found.push((id.to_owned(), title.to_owned()));
        }
        if let Some(id) = ticket(line) {
            file = Some(id.to_owned());
        }
        if let (Some(id), Some(title)) = (&file, line.strip_prefix(".title: ")) {
            found.push((id.clone(), title.to_owned()));
            file = None;
        }
    }
    found
}

fn is_ticket(id: &str) -> bool {
    id.len() == 9 && id.starts_with("TCK-") && id[4..].bytes().all(|b| b.is_ascii_digit())
}
