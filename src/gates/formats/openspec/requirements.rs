//! What a requirement of a delta must have (O10 to O13).

use super::example::THEMES;
use super::scene::ChangeScene;
use crate::gates::diagnostic::quoted;
use crate::gates::example::in_one;
use crate::gates::listed::FindingList;
use crate::gates::rule_info::RuleInfo;
use crate::model::{GateId, Rule, Severity, Subcategory};
use crate::source::formats::openspec::DeltaOperation;

pub(super) static O10: RuleInfo = RuleInfo {
    id: Rule::numbered("O10"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::EvidenceGap,
    severity: Severity::Major,
    varies: "",
    title: "a requirement without a scenario",
    why: "Nothing says how to see that it holds, and `openspec validate` refuses it.",
    act: "Write a scenario: `#### Scenario: ` with WHEN and THEN.",
    fix: None,
    example: in_one(
        THEMES,
        "The settings page SHALL have a switch for the theme.

## MODIFIED Requirements",
        "The settings page SHALL have a switch for the theme.

#### Scenario: Switching

- **WHEN** the switch is turned
- **THEN** the other theme is shown

## MODIFIED Requirements",
    ),
};

pub(super) static O11: RuleInfo = RuleInfo {
    id: Rule::numbered("O11"),
    gate: GateId::Schema,
    subcategory: Subcategory::IncompletePlan,
    severity: Severity::Major,
    varies: "",
    title: "a requirement that is a name and no text",
    why: "A name leaves open what is required. `openspec validate` says so, too.",
    act: "Write below the name what SHALL hold.",
    fix: None,
    example: in_one(
        THEMES,
        "### Requirement: Theme switch

#### Scenario: Switching",
        "### Requirement: Theme switch

The settings page SHALL have a switch for the theme.

#### Scenario: Switching",
    ),
};

pub(super) static O12: RuleInfo = RuleInfo {
    id: Rule::numbered("O12"),
    gate: GateId::Schema,
    subcategory: Subcategory::AmbiguousScope,
    severity: Severity::Minor,
    varies: "",
    title: "a requirement that says neither SHALL nor MUST",
    why: "OpenSpec tells a demand from a remark by these words.",
    act: "Say what SHALL or MUST hold.",
    fix: None,
    example: in_one(
        THEMES,
        "The settings page has a switch for the theme.",
        "The settings page SHALL have a switch for the theme.",
    ),
};

pub(super) static O13: RuleInfo = RuleInfo {
    id: Rule::numbered("O13"),
    gate: GateId::Schema,
    subcategory: Subcategory::AmbiguousScope,
    severity: Severity::Minor,
    varies: "",
    title: "a requirement that is removed without a reason",
    why: "Nobody can tell whether something takes its place, or whether it was an error.",
    act: "Write `**Reason**: ` below it, and `**Migration**: ` where users must act.",
    fix: None,
    example: in_one(
        THEMES,
        "### Requirement: High contrast

## RENAMED Requirements",
        "### Requirement: High contrast

**Reason**: the dark theme takes its place.

## RENAMED Requirements",
    ),
};

/// O10 to O13.
pub(super) fn check(scene: &ChangeScene<'_>, out: &mut FindingList) {
    let deltas = scene.change.deltas.iter();
    let entries = deltas.flat_map(|delta| delta.read.entries.iter().map(move |e| (delta, e)));
    for (delta, entry) in entries {
        let (name, block) = (quoted(entry.name()), &entry.block);
        let spot = || scene.entry(delta, entry);
        match entry.operation {
            DeltaOperation::Added | DeltaOperation::Modified => {
                if block.scenarios.is_empty() {
                    out.push(spot().says(
                        &O10,
                        format!(
                            "the requirement {name} has no scenario, so nothing shows that it holds"
                        ),
                        "write `#### Scenario: ` with WHEN and THEN below it",
                    ));
                }
                if block.text.is_empty() {
                    out.push(spot().says(
                        &O11,
                        format!("the requirement {name} has no text"),
                        "write what SHALL hold below its name",
                    ));
                } else if is_latin(&block.text) && !is_normative(&block.text) {
                    out.push(spot().says(
                        &O12,
                        format!("the text of {name} says neither SHALL nor MUST"),
                        "say what SHALL or MUST hold",
                    ));
                }
            }
            DeltaOperation::Removed if !block.gives_reason => out.push(spot().says(
                &O13,
                format!("the requirement {name} is removed without a reason"),
                "write `**Reason**: ` below it, and `**Migration**: ` where users must act",
            )),
            DeltaOperation::Removed | DeltaOperation::Renamed => {}
        }
    }
}

/// Whether a text has one of the two words, in capitals and whole.
fn is_normative(text: &str) -> bool {
    let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.any(|word| matches!(word, "SHALL" | "MUST"))
}

/// Whether a text is in Latin letters: three in a row, and no letter of another script. Other
/// languages have other words for SHALL.
fn is_latin(text: &str) -> bool {
    let mut run = 0;
    let mut has_word = false;
    for c in text.chars() {
        let is_sign = ('\u{2000}'..='\u{2bff}').contains(&c);
        if c > '\u{24f}' && !is_sign {
            return false;
        }
        run = if c.is_alphabetic() && !is_sign { run + 1 } else { 0 };
        has_word |= run == 3;
    }
    has_word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_latin_text_is_asked_for_english_words() {
        for (text, expected) in [
            ("The page has a switch → “on”", true),
            ("La página tendrá un botón", true),
            ("系统 SHALL", false),
            ("Страница", false),
            ("a b c 12", false),
            ("", false),
        ] {
            assert_eq!(is_latin(text), expected, "{text}");
        }
        assert!(is_normative("It (MUST) hold") && is_normative("x\nSHALL,"));
        assert!(!is_normative("It shall") && !is_normative("MUSTARD") && !is_normative("A_MUST"));
    }
}
