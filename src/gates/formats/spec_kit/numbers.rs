//! What belongs to no feature: names below the root, and numbers of several features (A3, A5, S40).

use std::collections::BTreeMap;

use crate::gates::diagnostic::Spot;
use crate::gates::example::moved;
use crate::gates::rule_info::RuleInfo;
use crate::gates::subject::{blocked, unusable_folder};
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};
use crate::port::{TreeEntry, has};
use crate::source::formats::spec_kit::{self, FeatureFolders};

pub(super) static S40: RuleInfo = RuleInfo {
    id: Rule::numbered("S40"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Minor,
    varies: super::FINISHED,
    title: "several features with one number",
    why: "spec-kit finds a feature by its number, and may write into the other one.",
    act: "Give the later feature the next free number.",
    fix: None,
    example: moved(
        ["specs/001-farewell/spec.md", "- **FR-001**: The program says farewell."],
        ["specs/002-farewell/spec.md", "- **FR-001**: The program says farewell."],
    ),
};

/// The findings that belong to no feature: links where features should be, names that are no ids, and
/// numbers that several features have.
pub fn repository_findings(
    folders: &FeatureFolders,
    entries: &[TreeEntry],
    root: &str,
) -> Vec<Finding> {
    let mut found: Vec<Finding> = folders.blocked.iter().map(|path| blocked(path)).collect();
    let unusable = folders.unusable.iter();
    found.extend(unusable.map(|(name, first)| unusable_folder(name, first)));
    let mut numbered: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for name in &folders.names {
        if let Some(number) = number(name.as_str()) {
            numbered.entry(number).or_default().push(name.as_str());
        }
    }
    for (number, names) in numbered {
        let [.., before, last] = names.as_slice() else { continue };
        let files = [spec_kit::SPEC, spec_kit::PLAN, spec_kit::TASKS];
        let paths = files.map(|file| format!("{root}/{last}/{file}"));
        let first = paths.iter().find(|path| has(entries, path));
        let others = names.len() - 1;
        let whose = match others {
            1 => format!("`{before}`"),
            _ => format!("{others} other features, of which one is `{before}`"),
        };
        found.push(Spot::whole(first.map_or(root, String::as_str)).says(
            &S40,
            format!("number {number} is that of {whose}, too"),
            "give this feature the next free number",
        ));
    }
    found.sort_by(Finding::reporting_order);
    found
}

/// The number or time that a feature's name begins with.
fn number(name: &str) -> Option<&str> {
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (number, rest) = name.split_once('-')?;
    if number.len() < 3 || !is_digits(number) {
        return None;
    }
    // A time is a day and a second.
    let second = rest.split('-').next().filter(|second| second.len() == 6 && is_digits(second));
    match second.filter(|_| number.len() == 8) {
        Some(second) => Some(&name[..number.len() + 1 + second.len()]),
        None => Some(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_three_digits_or_is_a_time() {
        for (name, expected) in [
            ("001-albums", Some("001")),
            ("1234-a", Some("1234")),
            ("1-a", None),
            ("albums", None),
            ("001", None),
            ("20260102-030405-a", Some("20260102-030405")),
            ("20260102-a", Some("20260102")),
        ] {
            assert_eq!(number(name), expected, "{name}");
        }
    }
}
