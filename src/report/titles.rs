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

    /// What the title of an id says beside the id itself; empty when it has none. `3. Storage` of task
    /// group 3 says "Storage".
    pub(super) fn title(&self, id: &str) -> &'b str {
        let title = self.0.get(id).copied().unwrap_or_default();
        match title.strip_prefix(id) {
            Some(rest) if !rest.starts_with(char::is_alphanumeric) => {
                rest.trim_start_matches(['.', ':', ' '])
            }
            _ => title,
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_does_not_repeat_its_id() {
        let titles = Titles(BTreeMap::from([
            ("3", "3. Storage"),
            ("1", "12 months"),
            ("add-theme", "add-theme"),
            ("TCK-00001", "Greet by name"),
        ]));
        assert_eq!(titles.title("3"), "Storage");
        assert_eq!(titles.title("1"), "12 months");
        assert_eq!(titles.after("add-theme"), "");
        assert_eq!(titles.after("TCK-00001"), " Greet by name");
    }
}
