//! Tickets and what they wait for, from what the gate on acyclicity looked at: layer by layer, each
//! below what it waits for.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;

use super::looked::{evidence, texts};
use super::tone::severity_tone;
use crate::evidence::v2::bundle::{Bundle, Finding};
use crate::model::GateId;
use crate::report::finding::{self, counts};
use crate::report::page::clipped;
use crate::report::titles::Titles;

/// More tickets are told as a list alone.
const LARGEST: usize = 120;
/// A box, and the way from one to the next.
const BOX: (usize, usize) = (176, 42);
const STEP: (usize, usize) = (192, 78);
/// An arrow that passes a layer takes this much of it; and it turns within as much.
const BEND: usize = 24;
/// Where the middle of every layer is while they are arranged.
const MIDDLE: usize = 100_000;
/// As many letters of an id are drawn.
const LETTERS: usize = 12;
/// As many letters of a title are drawn.
const TITLE: usize = 25;

/// An id with its title, and the findings that it leads to.
#[derive(Debug, Clone, Serialize)]
pub(super) struct TitledId {
    pub(super) id: String,
    pub(super) title: String,
    /// Open findings with their tone, the worst first.
    pub(super) findings: Vec<(String, &'static str)>,
}

#[derive(Debug, Serialize)]
pub(super) struct GraphView {
    tickets: usize,
    edges: usize,
    /// An order in which they can be done, when there is one.
    order: Vec<TitledId>,
    /// Tickets that wait for each other.
    circles: Vec<Vec<String>>,
    /// `TCK-00002 waits for TCK-00001`.
    waits: Vec<(String, Vec<String>)>,
    /// None when there would be too much to see.
    drawing: Option<Drawing>,
    /// Tickets that wait for nobody and nobody waits for. They are not drawn.
    alone: Vec<TitledId>,
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
    label: String,
    title: String,
    /// The worst open finding, which it leads to.
    finding: Option<String>,
    tone: &'static str,
    said: String,
    x: usize,
    y: usize,
    text_x: usize,
    text_y: usize,
    title_y: usize,
}

impl GraphView {
    /// None when the bundle holds no ticket.
    pub(super) fn of(bundle: &Bundle, titles: &Titles<'_>) -> Option<Self> {
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
        let all: BTreeSet<&str> = edges.iter().flat_map(|(from, to)| [*from, *to]).collect();
        let open = open(bundle);
        let named = |id: &str| TitledId {
            id: id.to_owned(),
            title: titles.title(id).to_owned(),
            findings: links(open.get(id)),
        };
        let is_drawn = !all.is_empty() && all.len() <= LARGEST;
        Some(Self {
            alone: own.iter().filter(|id| !all.contains(*id)).map(|id| named(id)).collect(),
            tickets: own.len(),
            edges: edges.len(),
            order: list("order").filter_map(Value::as_str).map(&named).collect(),
            drawing: is_drawn.then(|| draw(titles, &open, &all, &edges)),
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

    /// What waits for nobody stands right above the first that waits for it: no arrow from it is
    /// longer than it must be.
    fn lower(&self, layers: &mut [usize], back: &BTreeSet<(usize, usize)>) {
        let mut first = vec![usize::MAX; self.of.len()];
        for (node, own) in self.of.iter().enumerate() {
            for &need in own.iter().filter(|need| !back.contains(&(node, **need))) {
                first[need] = first[need].min(layers[node]);
            }
        }
        for (node, own) in self.of.iter().enumerate() {
            if own.is_empty() && first[node] != usize::MAX {
                layers[node] = first[node].saturating_sub(1);
            }
        }
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

/// Where the nodes stand: a box for each ticket, and a bend for each layer that an arrow crosses, so
/// that no arrow passes behind a box.
struct Layout {
    /// The nodes of each layer, from left to right; bends come after the tickets.
    rows: Vec<Vec<usize>>,
    /// What each node stands below.
    above: Vec<Vec<usize>>,
    /// Each arrow: its class and the nodes it passes, from above.
    ways: Vec<(&'static str, Vec<usize>)>,
    tickets: usize,
}

impl Layout {
    fn of(needs: &Needs) -> Self {
        let (mut layers, back) = needs.layers();
        needs.lower(&mut layers, &back);
        let mut rows = vec![Vec::new(); layers.iter().max().map_or(0, |last| last + 1)];
        for (node, &layer) in layers.iter().enumerate() {
            rows[layer].push(node);
        }
        let tickets = layers.len();
        let mut layout = Self { rows, above: vec![Vec::new(); tickets], ways: Vec::new(), tickets };
        let before: Vec<BTreeSet<usize>> =
            (0..tickets).map(|node| needs.all_before(node)).collect();
        for (node, own) in needs.of.iter().enumerate() {
            for &need in own {
                let follows = own.iter().any(|by| *by != need && before[*by].contains(&need));
                if back.contains(&(node, need)) {
                    layout.ways.push(("back", vec![need, node]));
                } else if !follows {
                    layout.lead(need, node, &layers);
                }
            }
        }
        layout.arrange();
        layout
    }

    fn lead(&mut self, need: usize, node: usize, layers: &[usize]) {
        let mut way = vec![need];
        let mut at = need;
        for layer in layers[need] + 1..layers[node] {
            let bend = self.above.len();
            self.above.push(vec![at]);
            self.rows[layer].push(bend);
            way.push(bend);
            at = bend;
        }
        self.above[node].push(at);
        way.push(node);
        self.ways.push(("plain", way));
    }

    /// Each node near the middle of what it stands below.
    fn arrange(&mut self) {
        let mut places = vec![0; self.above.len()];
        for row in &mut self.rows {
            let above = &self.above;
            let mean = |node: usize| match above[node].len() {
                0 => MIDDLE,
                n => above[node].iter().map(|by| places[*by]).sum::<usize>() / n,
            };
            row.sort_by_key(|&node| (mean(node), node));
            let tickets = self.tickets;
            let wide = |node: usize| width(node, tickets);
            let all: usize = row.iter().map(|node| wide(*node)).sum();
            let mut x = MIDDLE.saturating_sub(all / 2);
            for &node in row.iter() {
                places[node] = x + wide(node) / 2;
                x += wide(node);
            }
        }
    }

    /// The middle of each node, and the width of all.
    fn middles(&self) -> (Vec<usize>, usize) {
        let wide = |row: &[usize]| row.iter().map(|node| width(*node, self.tickets)).sum::<usize>();
        let widest = self.rows.iter().map(|row| wide(row)).max().unwrap_or(0);
        let mut middles = vec![0; self.above.len()];
        for row in &self.rows {
            let mut x = (widest - wide(row)) / 2;
            for &node in row {
                middles[node] = x + width(node, self.tickets) / 2;
                x += width(node, self.tickets);
            }
        }
        (middles, widest)
    }
}

/// What a node takes of its row.
fn width(node: usize, tickets: usize) -> usize {
    if node < tickets { STEP.0 } else { BEND }
}

fn draw(
    titles: &Titles<'_>,
    open: &Open<'_>,
    all: &BTreeSet<&str>,
    edges: &BTreeSet<(&str, &str)>,
) -> Drawing {
    let ids: Vec<&str> = all.iter().copied().collect();
    let number: BTreeMap<&str, usize> = ids.iter().enumerate().map(|(i, id)| (*id, i)).collect();
    let mut needs = Needs { of: vec![Vec::new(); ids.len()] };
    for (from, to) in edges {
        needs.of[number[from]].push(number[to]);
    }
    let layout = Layout::of(&needs);
    let (middles, width) = layout.middles();
    let mut tops = vec![0; middles.len()];
    for (layer, row) in layout.rows.iter().enumerate() {
        row.iter().for_each(|&node| tops[node] = layer * STEP.1 + 2);
    }
    let arrows = layout.ways.iter().map(|(class, way)| {
        let mut path = format!("M{} {}", middles[way[0]], tops[way[0]] + BOX.1);
        for pair in way.windows(2) {
            let ((x1, y1), (x2, y2)) =
                ((middles[pair[0]], tops[pair[0]] + BOX.1), (middles[pair[1]], tops[pair[1]]));
            let (down, up) = (y1 + BEND, y2.saturating_sub(BEND));
            path.push_str(&format!(" C{x1} {down} {x2} {up} {x2} {y2}"));
            if pair[1] >= layout.tickets {
                path.push_str(&format!(" V{}", y2 + BOX.1));
            }
        }
        Arrow { class, path }
    });
    let boxes = ids.iter().enumerate().map(|(node, id)| {
        let worst = open.get(*id).and_then(|findings| findings.first());
        let severity = worst.map(|finding| finding.severity);
        let name = titles.label(id, 200);
        Node {
            finding: worst.map(|finding| finding.finding_id.to_string()),
            title: clipped(titles.title(id), TITLE),
            label: clipped(id, LETTERS),
            tone: severity.map_or("clean", severity_tone),
            said: match severity {
                Some(severity) => format!("{name}: at worst {severity}"),
                None => format!("{name}: nothing found"),
            },
            x: middles[node] - BOX.0 / 2,
            y: tops[node],
            text_x: middles[node],
            text_y: tops[node] + if titles.title(id).is_empty() { 26 } else { 18 },
            title_y: tops[node] + 34,
        }
    });
    Drawing {
        width,
        height: (layout.rows.len() - 1) * STEP.1 + BOX.1 + 4,
        arrows: arrows.collect(),
        boxes: boxes.collect(),
    }
}

/// The open findings of each ticket, the worst first.
type Open<'b> = BTreeMap<String, Vec<&'b Finding>>;

fn open(bundle: &Bundle) -> Open<'_> {
    let mut open = Open::new();
    for finding in bundle.findings.iter().filter(|finding| counts(bundle, finding)) {
        let subject = finding::subject(finding.ticket_id.as_ref(), &finding.location);
        open.entry(subject).or_default().push(finding);
    }
    for findings in open.values_mut() {
        findings.sort_by_key(|finding| Reverse(finding.severity));
    }
    open
}

fn links(findings: Option<&Vec<&Finding>>) -> Vec<(String, &'static str)> {
    let link =
        |finding: &&Finding| (finding.finding_id.to_string(), severity_tone(finding.severity));
    findings.into_iter().flatten().map(link).collect()
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

    #[test]
    fn an_arrow_bends_around_the_layers_between_and_what_follows_is_not_drawn() {
        let of = vec![vec![], vec![0], vec![0], vec![2], vec![3, 1, 5, 0], vec![]];
        let layout = Layout::of(&Needs { of });
        assert_eq!(
            layout.ways,
            [
                ("plain", vec![0, 1]),
                ("plain", vec![0, 2]),
                ("plain", vec![2, 3]),
                ("plain", vec![3, 4]),
                ("plain", vec![1, 6, 4]),
                ("plain", vec![5, 4]),
            ]
        );
        assert_eq!(layout.rows, [vec![0], vec![1, 2], vec![6, 5, 3], vec![4]]);
        assert_eq!(layout.middles(), (vec![204, 108, 300, 312, 204, 120, 12], 408));
    }
}
