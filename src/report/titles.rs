//! The titles of the RFC and its tickets.

use std::collections::BTreeMap;

use crate::evidence::v2::bundle::Bundle;
use crate::report::page::{clipped, cut};

/// As much of a title is told in a heading or a list.
const LONGEST: usize = 80;

/// Titles by id.
#[derive(Debug, Default)]
pub(super) struct Titles<'b>(BTreeMap<&'b str, &'b str>);

impl<'b> Titles<'b> {
    pub(super) fn of(bundle: &'b Bundle) -> Self {
        let titles = bundle.inputs.titles.iter();
        Self(titles.map(|(id, title)| (id.as_str(), title.as_str())).collect())
    }

    /// The title of an id; empty when it has none.
    pub(super) fn title(&self, id: &str) -> &'b str {
        self.0.get(id).copied().unwrap_or_default()
    }

    /// ` Greet by name`: what follows an id where it is named; empty when it has no title.
    pub(super) fn after(&self, id: &str) -> String {
        match self.title(id) {
            "" => String::new(),
            title => format!(" {}", cut(title, LONGEST)),
        }
    }

    /// Id and title in at most as many letters.
    pub(super) fn label(&self, id: &str, most: usize) -> String {
        match self.title(id) {
            "" => clipped(id, most),
            title => clipped(&format!("{id} {title}"), most),
        }
    }
}
