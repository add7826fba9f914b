//! The names that a file uses, kept as one text: few of them are ever asked for.

#[cfg(any(feature = "symbols", test))]
use std::collections::BTreeSet;

/// How a name is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameUse {
    /// Called as a function.
    Called,
    /// In any way.
    Any,
}

/// The names that a file uses: what it calls, and the types and constants that it names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Uses(String);

impl Uses {
    /// Of given names, each with whether it is called.
    #[cfg(any(feature = "symbols", test))]
    pub(super) fn of(names: BTreeSet<(&str, bool)>) -> Self {
        let mut text = String::new();
        for (name, is_called) in names {
            text.push(' ');
            text.push_str(name);
            if is_called {
                text.push('(');
            }
        }
        if !text.is_empty() {
            text.push(' ');
        }
        Self(text)
    }

    /// As it is kept in a line of its own.
    pub(super) fn as_line(&self) -> &str {
        &self.0
    }

    /// From a line that was kept.
    pub(super) fn from_line(line: &str) -> Self {
        Self(line.to_owned())
    }

    /// Whether the file uses a name so.
    pub fn has(&self, name: &str, usage: NameUse) -> bool {
        let mut found = self.0.match_indices(name).map(|(at, _)| {
            let (before, behind) = (&self.0[..at], &self.0[at + name.len()..]);
            (before.ends_with(' '), behind)
        });
        found.any(|(is_start, behind)| {
            is_start
                && (behind.starts_with("( ") || (usage == NameUse::Any && behind.starts_with(' ')))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_as_a_whole_and_by_its_use() {
        let uses = Uses::of(BTreeSet::from([("Store", false), ("insert_all", true)]));
        assert!(uses.has("Store", NameUse::Any) && !uses.has("Store", NameUse::Called));
        assert!(uses.has("insert_all", NameUse::Called) && uses.has("insert_all", NameUse::Any));
        assert!(!uses.has("insert", NameUse::Any) && !uses.has("all", NameUse::Called));
        assert_eq!(Uses::from_line(uses.as_line()), uses);
        assert!(!Uses::default().has("Store", NameUse::Any));
    }
}
