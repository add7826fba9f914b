//! What fixtures and examples of a format are held to: findings as rows, and words as claims.

use std::collections::BTreeSet;

use council_review::gates::{ExampleSide, RuleInfo, rule};
use council_review::model::Finding;

use crate::gates::fixture::{Fixture, Row};

/// Findings as a fixture expects them.
pub(super) fn rows(findings: &[Finding]) -> Vec<Row> {
    let row = |finding: &Finding| {
        let at = &finding.location;
        (at.file.clone(), at.line as usize, finding.rule.to_string(), finding.severity.to_string())
    };
    let mut rows: Vec<Row> = findings.iter().map(row).collect();
    rows.sort();
    rows
}

/// What a fixture expects; `=== -path` takes back what its base does.
fn expected(fixture: &Fixture) -> Vec<Row> {
    let mut rows = fixture.expected.clone();
    let back = rows.extract_if(.., |row| row.0.starts_with('-')).collect::<Vec<_>>();
    for (path, line, rule, severity) in back {
        let taken = (path[1..].to_owned(), line, rule, severity);
        let at = rows.iter().position(|row| *row == taken);
        rows.remove(at.unwrap_or_else(|| panic!("{}: nothing to take back", fixture.name)));
    }
    rows.sort();
    rows
}

/// Each fixture gives just the findings that it carries.
pub(super) fn are_as_expected(fixtures: &[Fixture], findings: impl Fn(&Fixture) -> Vec<Finding>) {
    let mut wrong = Vec::new();
    for fixture in fixtures {
        let (found, expected) = (rows(&findings(fixture)), expected(fixture));
        if found != expected {
            let name = &fixture.name;
            wrong.push(format!("{name}\n  expected {expected:?}\n  found    {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The rules that some fixture fires and that some fixture does not.
pub(super) fn fired_and_silent(fixtures: &[Fixture]) -> [BTreeSet<String>; 2] {
    let (mut fails, mut passes) = (BTreeSet::new(), BTreeSet::new());
    for fixture in fixtures {
        let (head, _) = fixture.name.split_once(": ").expect("a rule and words");
        let (id, outcome) = head.split_once(' ').expect("a rule and an outcome");
        let fires = expected(fixture).iter().any(|(_, _, rule, _)| rule == id);
        assert_eq!(outcome == "fails", fires, "{}", fixture.name);
        if fires { &mut fails } else { &mut passes }.insert(id.to_owned());
    }
    [fails, passes]
}

/// Findings take gate, kind and weight from the table, and read as claims. `varying` are the rules that
/// find two kinds of defects.
pub(super) fn read_as_claims(findings: &[Finding], varying: &[&str]) {
    for finding in findings {
        let info = rule(finding.rule.as_str()).expect("a rule of the table");
        assert_eq!(finding.gate, info.gate);
        let is_own = finding.subcategory == info.subcategory;
        assert!(is_own || varying.contains(&info.id.as_str()), "{}", info.id);
        assert!(finding.severity == info.severity || !info.varies.is_empty(), "{}", info.id);
        for words in [&finding.description, &finding.remediation] {
            assert!(!words.is_empty() && !words.ends_with('.'), "{words}");
            assert!(!words.contains('\n'), "{words}");
        }
        assert_ne!(finding.description, finding.remediation);
        assert!(finding.location.line >= 1 && finding.location.column >= 1);
    }
}

/// The repository of the examples, with one side of one in it. What no page can show is said in words
/// between `<` and `>`.
fn with_side(base: &str, side: &ExampleSide, other: &ExampleSide) -> Fixture {
    let mut fixture = Fixture::blank(side.file);
    fixture.change(base);
    let file = side.file.to_owned();
    let text = match side.text {
        "<NO FILE>" => {
            fixture.files.remove(&file).expect("a file to remove");
            return fixture;
        }
        "<A LINK>" => {
            fixture.files.remove(&file).expect("a file to replace");
            fixture.links.push(file);
            return fixture;
        }
        "<MORE THAN 1 MiB>" => {
            fixture.files.insert(file, "x".repeat((1 << 20) + 1));
            return fixture;
        }
        text => format!("{text}\n"),
    };
    match fixture.files.get_mut(&file) {
        Some(whole) if whole.contains(&text) => {}
        Some(whole) => {
            let other = format!("{}\n", other.text);
            assert_eq!(whole.matches(&other).count(), 1, "{file}: {other}");
            *whole = whole.replace(&other, &text);
        }
        None => {
            fixture.files.insert(file, text);
        }
    }
    fixture
}

/// The rule finds its example's before, and accepts its after, which leaves nothing to object to where
/// it is a part of the repository of the examples.
pub(super) fn example_holds(
    info: &RuleInfo,
    base: &str,
    findings: impl Fn(&Fixture) -> Vec<Finding>,
) {
    let side = |side: &ExampleSide, other: &ExampleSide| {
        let mut fixture = with_side(base, side, other);
        let own = std::mem::take(&mut fixture.expected);
        let mut rows = rows(&findings(&fixture));
        rows.retain(|row| !own.contains(row));
        (rows.iter().any(|row| row.2 == info.id.as_str()), rows)
    };
    let (fires, rows) = side(&info.example.before, &info.example.after);
    assert!(fires, "{} does not fire: {rows:?}", info.id);
    let (fires, rows) = side(&info.example.after, &info.example.before);
    assert!(!fires, "{} fires: {rows:?}", info.id);
    let is_whole = !base.contains(info.example.after.text);
    assert!(rows.is_empty() || is_whole, "{}: {rows:?}", info.id);
}
