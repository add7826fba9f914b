//! The titles of the RFC and its tickets.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::evidence::v2::bundle::Bundle;
use crate::report::page::clipped;

/// Titles by id.
#[derive(Debug)]
pub(super) struct Titles<'b>(BTreeMap<&'b str, &'b str>);

/// An id with its title, and the findings that it leads to.
#[derive(Debug, Clone, Serialize)]
pub(super) struct TitledId {
    pub(super) id: String,
    pub(super) title: String,
    /// Open findings with their tone, the worst first.
    pub(super) findings: Vec<(String, &'static str)>,
}

impl<'b> Titles<'b> {
    pub(super) fn of(bundle: &'b Bundle) -> Self {
        let titles = bundle.inputs.titles.iter();
        Self(titles.map(|(id, title)| (id.as_str(), title.as_str())).collect())
    }

    /// The title of an id; empty when it has none.
    pub(super) fn title(&self, id: &str) -> &'b str {
        self.0.get(id).copied().unwrap_or_default()
    }

    /// Id and title in at most as many letters.
    pub(super) fn label(&self, id: &str, most: usize) -> String {
        match self.title(id) {
            "" => clipped(id, most),
            title => clipped(&format!("{id} {title}"), most),
        }
    }
}
