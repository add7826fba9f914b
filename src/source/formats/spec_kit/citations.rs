//! Numbered requirements that a text cites.

use std::ops::{Range, RangeInclusive};
use std::sync::LazyLock;

use regex::Regex;

use super::spec::requirement_family;
use crate::source::subject::inline_code;

static CITED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:FR|NFR|SC)-[0-9]+[A-Za-z]?(?:-[0-9]+[a-z]?)?").expect("a test compiles it")
});

/// What makes a range of the id before it and a number, with or without its family.
static RANGE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\s*(?:–|—|-|\.\.+|to|through)\s*(?:(?:FR|NFR|SC)-)?([0-9]+)\b")
        .expect("a test compiles it")
});

/// A text that names another feature: its requirements are cited, not those of this one.
static OTHER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\bspecs?[\s/#-]*[0-9]{3}\b|\b[0-9]{3}-[a-z]").expect("a test compiles it")
});

/// Bytes behind an id in which the end of a range is looked for.
const NEAR: usize = 48;

/// An id that a text cites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequirementCitation {
    /// The id as it is written.
    pub id: String,
    /// Of a range, the number that it ends with.
    pub to: Option<u32>,
    /// Where it is cited.
    pub span: Range<usize>,
    /// Whether it stands in inline code.
    pub is_code: bool,
}

impl RequirementCitation {
    /// The numbers of its family that it cites, when it is a range.
    pub fn range(&self) -> Option<RangeInclusive<u32>> {
        let rest = self.id.get(requirement_family(&self.id).len() + 1..)?;
        let from = rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?;
        Some(from..=self.to?)
    }
}

/// The requirements that a text cites, in its order.
pub fn citations(text: &str) -> Vec<RequirementCitation> {
    let mut found = Vec::new();
    let mut code = None;
    for cited in CITED.find_iter(text) {
        let code = code.get_or_insert_with(|| inline_code(text));
        let at = code.partition_point(|span| span.end <= cited.start());
        let is_code = code.get(at).is_some_and(|span| span.contains(&cited.start()));
        let id = cited.as_str().to_owned();
        let mut near = (cited.end() + NEAR).min(text.len());
        while !text.is_char_boundary(near) {
            near += 1;
        }
        let behind = RANGE.captures(&text[cited.end()..near]);
        let to = behind.and_then(|range| range.get(1)?.as_str().parse().ok());
        // `FR-003-005` may be an id of its own, and is a range where it is none.
        let own = || id.rsplit_once('-')?.1.parse().ok().filter(|_| id.matches('-').count() == 2);
        found.push(RequirementCitation { to: to.or_else(own), id, span: cited.range(), is_code });
    }
    found
}

/// Whether a text names another feature.
pub fn is_of_other_feature(text: &str) -> bool {
    OTHER.is_match(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_citation_may_be_a_range() {
        for text in
            ["FR-001 to FR-005", "FR-001–005", "FR-001-FR-005", "FR-001-005", "FR-001..FR-005"]
        {
            assert_eq!(citations(text)[0].range(), Some(1..=5), "{text}");
        }
        assert_eq!(citations("FR-001, FR-005")[0].range(), None);
        assert_eq!(citations("see NFR-001a")[0].id, "NFR-001a");
        let found = citations("`FR-001` FR-002");
        assert_eq!(found.iter().map(|c| c.is_code).collect::<Vec<_>>(), [true, false]);
        assert!(is_of_other_feature("spec 003 FR-1") && is_of_other_feature("see 003-slug"));
        assert!(!is_of_other_feature("the specification FR-003"));
    }
}
