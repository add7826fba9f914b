//! The lines of an OpenSpec file that its reader acts on, one function a kind of line. Knows one line
//! at a time.

/// What stands behind `## `, trimmed.
pub(super) fn section(line: &str) -> Option<&str> {
    heading(line, "##")
}

/// What stands behind `### `, trimmed.
pub(super) fn third(line: &str) -> Option<&str> {
    heading(line, "###")
}

/// What stands behind these hashes and a blank, trimmed; `None` where nothing does.
fn heading<'l>(line: &'l str, hashes: &str) -> Option<&'l str> {
    let rest = line.strip_prefix(hashes)?;
    if !rest.starts_with(char::is_whitespace) {
        return None;
    }
    Some(rest.trim()).filter(|title| !title.is_empty())
}

/// Whether a line is a heading of any level.
pub(super) fn is_heading(line: &str) -> bool {
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    (1..=6).contains(&level) && rest.starts_with(char::is_whitespace)
}

/// The name of `### Requirement: name`, in any case.
pub(super) fn requirement(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("###")?.trim_start();
    let name = strip_word(rest, "Requirement:")?.trim();
    (!name.is_empty()).then_some(name)
}

/// The name of a scenario, `#### Scenario: name` or any other heading of this level, without closing
/// hashes.
pub(super) fn scenario(line: &str) -> Option<&str> {
    let title = line.strip_prefix("####").filter(|rest| rest.starts_with(char::is_whitespace))?;
    let title = title.trim();
    let open = title.trim_end_matches('#');
    let title =
        if open.is_empty() || open.ends_with([' ', '\t']) { open.trim_end() } else { title };
    Some(strip_word(title, "Scenario:").unwrap_or(title).trim())
}

/// Whether a line is meant as a scenario and is none for the reader: another level, or bold text.
pub(super) fn is_lost_scenario(line: &str) -> bool {
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    if level > 0 {
        return matches!(level, 3 | 5 | 6) && strip_word(rest.trim_start(), "Scenario:").is_some();
    }
    let text = line.trim_start();
    let text = text.strip_prefix(['-', '*', '+']).filter(|t| t.starts_with(' ')).unwrap_or(text);
    let Some(bold) = text.trim_start().strip_prefix("**") else { return false };
    strip_word(bold, "Scenario").is_some_and(|rest| rest.trim_start().starts_with([':', '*']))
}

/// The name of an entry in a list of removed requirements: `` - `### Requirement: name` ``.
pub(super) fn listed_requirement(line: &str) -> Option<&str> {
    quoted_requirement(line.trim_start().strip_prefix('-')?)
}

/// The name on a line `FROM: ### Requirement: name`, or `TO:`.
pub(super) fn labelled_requirement<'l>(line: &'l str, label: &str) -> Option<&'l str> {
    let line = line.trim_start();
    let line = line.strip_prefix('-').unwrap_or(line).trim_start();
    quoted_requirement(line.strip_prefix(label)?)
}

fn quoted_requirement(text: &str) -> Option<&str> {
    let text = text.trim();
    let text = text.strip_prefix('`').unwrap_or(text);
    let text = text.strip_suffix('`').unwrap_or(text);
    requirement(text)
}

/// What stands behind a word at the beginning of a text, in any case of its letters.
pub(super) fn strip_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (head, rest) = text.split_at_checked(word.len())?;
    head.eq_ignore_ascii_case(word).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_requirement_is_a_third_heading_of_any_case() {
        for (line, name) in [
            ("### Requirement: Sign in", Some("Sign in")),
            ("###requirement:  Sign in  ", Some("Sign in")),
            ("### Requirement: constructor", Some("constructor")),
            ("### Requirement:", None),
            ("#### Requirement: Sign in", None),
            ("## Requirement: Sign in", None),
            (" ### Requirement: Sign in", None),
            ("### Requirements: Sign in", None),
            ("###", None),
            ("### R\u{e9}quirement", None),
        ] {
            assert_eq!(requirement(line), name, "{line}");
        }
    }

    #[test]
    fn a_scenario_is_any_fourth_heading_and_its_name_has_no_marks() {
        for (line, name) in [
            ("#### Scenario: In time", Some("In time")),
            ("#### scenario:In time ####", Some("In time")),
            ("#### Edge case", Some("Edge case")),
            ("#### C#", Some("C#")),
            ("##### Scenario: In time", None),
            ("####Scenario: In time", None),
        ] {
            assert_eq!(scenario(line), name, "{line}");
        }
    }

    #[test]
    fn a_scenario_in_another_form_is_lost() {
        for (line, is_lost) in [
            ("### Scenario: a", true),
            ("##### Scenario: a", true),
            ("**Scenario: a**", true),
            ("- **Scenario**: a", true),
            ("* **scenario:** a", true),
            ("#### Scenario: a", false),
            ("Scenario: a", false),
            ("**Scenarios** are below", false),
            ("**Scenario planning** matters", false),
        ] {
            assert_eq!(is_lost_scenario(line), is_lost, "{line}");
        }
    }

    #[test]
    fn removed_and_renamed_requirements_are_named_on_lines() {
        assert_eq!(listed_requirement("- `### Requirement: Old`"), Some("Old"));
        assert_eq!(listed_requirement("  - ### Requirement: Old"), Some("Old"));
        assert_eq!(listed_requirement("- Old"), None);
        let from = |line| labelled_requirement(line, "FROM:");
        assert_eq!(from("- FROM: `### Requirement: Old`"), Some("Old"));
        assert_eq!(from("FROM:### Requirement: Old"), Some("Old"));
        assert_eq!(from("- TO: `### Requirement: Old`"), None);
    }
}
