//! Tickets and what they wait for, from what the gate on acyclicity looked at: layer by layer, what
//! can be done first on top.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;

use super::coverage::texts;
use super::{cut, severity_tone};
use crate::evidence::v1::bundle::Bundle;
use crate::model::{GateId, GateStatus, Severity};
use crate::report::terminal::{self, has_weight};

/// More tickets are told as a list alone.
const LARGEST: usize = 120;
/// A box, and the way from one to the next.
const BOX: (usize, usize) = (96, 28);
const STEP: (usize, usize) = (112, 64);
/// As many letters of an id are drawn.
const LETTERS: usize = 12;

#[derive(Debug, Serialize)]
pub(super) struct Graph {
    tickets: usize,
    edges: usize,
    /// An order in which they can be done, when there is one.
    order: Vec<String>,
    /// Tickets that wait for each other.
    circles: Vec<Vec<String>>,
    /// `TCK-00002 waits for TCK-00001`.
    waits: Vec<(String, Vec<String>)>,
    /// None when there would be too much to see.
    drawing: Option<Drawing>,
}

#[derive(Debug, Serialize)]
struct Drawing {
    width: usize,
    height: usize,
    arrows: Vec<Arrow>,
    boxes: Vec<Node>,
}

#[derive(Debug, Serialize)]
struct Arrow {
    class: &'static str,
    path: String,
}

#[derive(Debug, Serialize)]
struct Node {
    id: String,
    label: String,
    tone: &'static str,
    said: String,
    x: usize,
    y: usize,
    text_x: usize,
    text_y: usize,
}

/// What a gate looked at, when it looked at something.
pub(super) fn evidence(bundle: &Bundle, gate: GateId) -> Option<&Value> {
    let gate = bundle.gates.iter().find(|own| own.gate_id == gate)?;
    let looked = matches!(gate.status, GateStatus::Passed | GateStatus::Failed);
    looked.then_some(&gate.evidence)
}

impl Graph {
    /// None when the bundle holds no ticket.
    pub(super) fn of(bundle: &Bundle) -> Option<Self> {
        let evidence = evidence(bundle, GateId::DependencyAcyclicity)?;
        let own = texts(evidence.get("tickets")?);
        let list = |key: &str| evidence.get(key).and_then(Value::as_array).into_iter().flatten();
        let edges: BTreeSet<(&str, &str)> = list("edges")
            .filter_map(|edge| Some((edge.get("from")?.as_str()?, edge.get("to")?.as_str()?)))
            .collect();
        if own.is_empty() {
            return None;
        }
        let owned = |ids: Vec<&str>| ids.into_iter().map(str::to_owned).collect::<Vec<_>>();
        let mut waits: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (from, to) in &edges {
            waits.entry(from).or_default().push((*to).to_owned());
        }
        let circles: Vec<Vec<String>> = list("cycles").map(|circle| owned(texts(circle))).collect();
        let mut all: BTreeSet<&str> = own.iter().copied().collect();
        all.extend(edges.iter().flat_map(|(from, to)| [*from, *to]));
        Some(Self {
            tickets: own.len(),
            edges: edges.len(),
            order: evidence.get("order").map(|order| owned(texts(order))).unwrap_or_default(),
            drawing: (all.len() <= LARGEST).then(|| draw(bundle, &all, &edges)),
            waits: waits.into_iter().map(|(id, by)| (id.to_owned(), by)).collect(),
            circles,
        })
    }
}

/// The graph by numbers: whom each waits for.
struct Needs {
    of: Vec<Vec<usize>>,
}

impl Needs {
    /// For each its layer: above it stands all that it waits for. An arrow that closes a circle
    /// binds nothing; those are returned, too.
    fn layers(&self) -> (Vec<usize>, BTreeSet<(usize, usize)>) {
        let mut layers = vec![None; self.of.len()];
        let mut back = BTreeSet::new();
        for start in 0..self.of.len() {
            // (who, which of its needs is next); whoever is on the way is open.
            let mut way: Vec<(usize, usize)> = vec![(start, 0)];
            while let Some((at, next)) = way.pop() {
                if layers[at].is_some() {
                    continue;
                }
                match self.of[at].get(next) {
                    Some(&need) => {
                        way.push((at, next + 1));
                        if need == at || way.iter().any(|(open, _)| *open == need) {
                            back.insert((at, need));
                        } else if layers[need].is_none() {
                            way.push((need, 0));
                        }
                    }
                    None => {
                        let below = self.of[at]
                            .iter()
                            .filter(|need| !back.contains(&(at, **need)))
                            .filter_map(|need| layers[*need]);
                        layers[at] = Some(below.max().map_or(0, |layer: usize| layer + 1));
                    }
                }
            }
        }
        (layers.into_iter().map(Option::unwrap_or_default).collect(), back)
    }

    /// Everything that must be done before.
    fn all_before(&self, at: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut queue = self.of[at].clone();
        while let Some(next) = queue.pop() {
            if found.insert(next) {
                queue.extend(&self.of[next]);
            }
        }
        found
    }
}

fn draw(bundle: &Bundle, all: &BTreeSet<&str>, edges: &BTreeSet<(&str, &str)>) -> Drawing {
    let ids: Vec<&str> = all.iter().copied().collect();
    let number: BTreeMap<&str, usize> = ids.iter().enumerate().map(|(i, id)| (*id, i)).collect();
    let mut needs = Needs { of: vec![Vec::new(); ids.len()] };
    for (from, to) in edges {
        needs.of[number[from]].push(number[to]);
    }
    let (layers, back) = needs.layers();
    let rows = arranged(&needs, &layers);
    let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = widest * STEP.0 + 4;
    let mut places = vec![(0, 0); ids.len()];
    for (y, row) in rows.iter().enumerate() {
        let left = (width - row.len() * STEP.0) / 2;
        for (x, &node) in row.iter().enumerate() {
            places[node] = (left + x * STEP.0 + (STEP.0 - BOX.0) / 2, y * STEP.1 + 2);
        }
    }
    let mut arrows = Vec::new();
    for (at, own) in needs.of.iter().enumerate() {
        for &need in own {
            let others = own.iter().filter(|other| **other != need);
            let implied = others.clone().any(|other| needs.all_before(*other).contains(&need));
            let class = match (back.contains(&(at, need)), implied) {
                (true, _) => "back",
                (false, true) => "implied",
                (false, false) => "plain",
            };
            arrows.push(Arrow { class, path: arrow(places[need], places[at]) });
        }
    }
    arrows.sort_by_key(|arrow| ["implied", "plain", "back"].iter().position(|c| *c == arrow.class));
    let worst = worst(bundle);
    let boxes = ids.iter().zip(&places).map(|(id, &(x, y))| {
        let severity = worst.get(*id).copied();
        Node {
            id: (*id).to_owned(),
            label: cut(id, LETTERS),
            tone: severity.map_or("clean", severity_tone),
            said: match severity {
                Some(severity) => format!("{id}: at worst {severity}"),
                None => format!("{id}: nothing found"),
            },
            x,
            y,
            text_x: x + BOX.0 / 2,
            text_y: y + 18,
        }
    });
    Drawing {
        width,
        height: rows.len() * STEP.1 - STEP.1 + BOX.1 + 4,
        arrows,
        boxes: boxes.collect(),
    }
}

/// The nodes of each layer, each near what it waits for.
fn arranged(needs: &Needs, layers: &[usize]) -> Vec<Vec<usize>> {
    let mut rows = vec![Vec::new(); layers.iter().max().map_or(0, |last| last + 1)];
    for (node, &layer) in layers.iter().enumerate() {
        rows[layer].push(node);
    }
    let mut column = vec![0; layers.len()];
    for row in &mut rows {
        row.sort_by_key(|&node| {
            let above: Vec<usize> = needs.of[node]
                .iter()
                .filter(|n| layers[**n] < layers[node])
                .map(|n| column[*n])
                .collect();
            let mean = match above.len() {
                0 => 0,
                n => above.iter().sum::<usize>() * 64 / n,
            };
            (mean, node)
        });
        let middle = 60_usize.saturating_sub(row.len());
        for (at, &node) in row.iter().enumerate() {
            column[node] = middle + 2 * at;
        }
    }
    rows
}

fn arrow((x1, y1): (usize, usize), (x2, y2): (usize, usize)) -> String {
    let (x1, y1, x2) = (x1 + BOX.0 / 2, y1 + BOX.1, x2 + BOX.0 / 2);
    let bend = 24;
    format!("M{x1} {y1} C{x1} {} {x2} {} {x2} {y2}", y1 + bend, y2.saturating_sub(bend))
}

/// The worst open finding of each ticket.
fn worst(bundle: &Bundle) -> BTreeMap<String, Severity> {
    let mut worst: BTreeMap<String, Severity> = BTreeMap::new();
    for finding in bundle.findings.iter().filter(|finding| has_weight(finding)) {
        let subject = terminal::subject(finding.ticket_id.as_ref(), &finding.location);
        let known = worst.entry(subject).or_insert(finding.severity);
        *known = (*known).max(finding.severity);
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_waited_for_stands_above_and_a_circle_is_cut_once() {
        let chain = Needs { of: vec![vec![], vec![0], vec![0, 1], vec![1]] };
        assert_eq!(chain.layers(), (vec![0, 1, 2, 2], BTreeSet::new()));
        let circle = Needs { of: vec![vec![1], vec![2], vec![0], vec![3, 0]] };
        let (layers, back) = circle.layers();
        assert_eq!(layers, [2, 1, 0, 3]);
        assert_eq!(back, BTreeSet::from([(2, 0), (3, 3)]));
        let long = Needs {
            of: (0..5_000_usize).map(|n| n.checked_sub(1).into_iter().collect()).collect(),
        };
        assert_eq!(long.layers().0.last(), Some(&4_999));
    }
}
