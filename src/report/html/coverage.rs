//! Requirements against tickets, from what the gate on coverage looked at.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;

use super::graph::TitledId;
use super::looked::{self, texts};
use crate::evidence::v2::bundle::Bundle;
use crate::model::GateId;
use crate::report::page::clipped;
use crate::report::titles::Titles;

/// More rows or columns are told as a list alone.
const LARGEST: usize = 80;
/// A cell's side.
const CELL: usize = 20;
/// A letter's width.
const LETTER: usize = 7;
/// As many letters of an id are drawn, and of an id with its title.
const LETTERS: usize = 24;
const LABEL: usize = 36;

#[derive(Debug, Serialize)]
pub(super) struct CoverageView {
    total: usize,
    uncovered: usize,
    /// Whether there are requirements that could not be read.
    is_incomplete: bool,
    rows: Vec<Row>,
    /// None when there would be too much to see.
    matrix: Option<Matrix>,
}

#[derive(Debug, Serialize)]
struct Row {
    id: String,
    origin: String,
    tickets: Vec<TitledId>,
}

#[derive(Debug, Serialize)]
struct Matrix {
    width: usize,
    height: usize,
    left: usize,
    columns: Vec<Column>,
    rows: Vec<Drawn>,
}

#[derive(Debug, Serialize)]
struct Column {
    x: usize,
    y: usize,
    label: String,
}

#[derive(Debug, Serialize)]
struct Drawn {
    y: usize,
    text_y: usize,
    label: String,
    is_bare: bool,
    cells: Vec<Cell>,
}

#[derive(Debug, Serialize)]
struct Cell {
    x: usize,
    is_covered: bool,
    said: String,
}

impl CoverageView {
    /// None when the bundle holds no requirement.
    pub(super) fn of(bundle: &Bundle, titles: &Titles<'_>) -> Option<Self> {
        let evidence = looked::evidence(bundle, GateId::ScopeCoverage)?;
        let covered: BTreeMap<&str, Vec<&str>> = evidence
            .get("coverage")?
            .as_object()?
            .iter()
            .map(|(id, by)| (id.as_str(), texts(by)))
            .collect();
        let rows: Vec<Row> = evidence
            .get("requirements")?
            .as_array()?
            .iter()
            .filter_map(|requirement| {
                let id = requirement.get("id")?.as_str()?;
                let origin = requirement.get("origin").and_then(Value::as_str).unwrap_or_default();
                let by = covered.get(id).cloned().unwrap_or_default();
                Some(Row {
                    id: id.to_owned(),
                    origin: origin.to_owned(),
                    tickets: by
                        .into_iter()
                        .map(|id| TitledId {
                            id: id.to_owned(),
                            title: titles.title(id).to_owned(),
                            findings: Vec::new(),
                        })
                        .collect(),
                })
            })
            .collect();
        if rows.is_empty() {
            return None;
        }
        let uncovered = rows.iter().filter(|row| row.tickets.is_empty()).count();
        let is_incomplete = evidence.get("incomplete").and_then(Value::as_bool).unwrap_or(false);
        Some(Self {
            is_incomplete,
            total: rows.len(),
            uncovered,
            matrix: matrix(bundle, titles, &rows),
            rows,
        })
    }
}

fn matrix(bundle: &Bundle, titles: &Titles<'_>, rows: &[Row]) -> Option<Matrix> {
    let all = looked::evidence(bundle, GateId::DependencyAcyclicity);
    let mut tickets: BTreeSet<&str> = all
        .and_then(|evidence| evidence.get("tickets"))
        .map(|tickets| texts(tickets).into_iter().collect())
        .unwrap_or_default();
    tickets.extend(rows.iter().flat_map(|row| row.tickets.iter().map(|ticket| ticket.id.as_str())));
    if tickets.is_empty() || tickets.len() > LARGEST || rows.len() > LARGEST {
        return None;
    }
    let longest = |ids: &mut dyn Iterator<Item = &str>| {
        ids.map(|id| id.chars().count().min(LETTERS + 1)).max().unwrap_or(0) * LETTER + 10
    };
    let left = longest(&mut rows.iter().map(|row| row.id.as_str()));
    let labels: Vec<String> = tickets.iter().map(|id| titles.label(id, LABEL)).collect();
    let letters = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let top = letters * LETTER + 10;
    let columns = labels.into_iter().enumerate().map(|(i, label)| Column {
        x: left + i * CELL + CELL / 2 + 4,
        y: top - 6,
        label,
    });
    let drawn = rows.iter().enumerate().map(|(n, row)| Drawn {
        y: top + n * CELL,
        text_y: top + n * CELL + 14,
        label: clipped(&row.id, LETTERS),
        is_bare: row.tickets.is_empty(),
        cells: tickets
            .iter()
            .enumerate()
            .map(|(i, ticket)| {
                let is_covered = row.tickets.iter().any(|by| by.id == *ticket);
                let said = format!("{} is served by {ticket}", clipped(&row.id, LETTERS));
                Cell { x: left + i * CELL, is_covered, said }
            })
            .collect(),
    });
    Some(Matrix {
        width: left + tickets.len() * CELL + 2,
        height: top + rows.len() * CELL + 2,
        left,
        columns: columns.collect(),
        rows: drawn.collect(),
    })
}
