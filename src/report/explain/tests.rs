//! What `explain` says of each name.

use super::*;
use crate::council::rfc::roster::OFFICES;

fn plain(id: &str) -> Option<String> {
    explain(id, &OFFICES, Style::default())
}

#[test]
fn every_topic_is_explained_by_its_own_name() {
    for id in topics(&OFFICES) {
        let page = plain(&id).unwrap_or_default();
        assert!(page.lines().count() >= 1 && page.len() > 20, "{id}: {page}");
    }
}

#[test]
fn obvious_spellings_mean_the_same() {
    for (canonical, spellings) in [
        ("mode-47", &["mode 47", "47", "MODE_47"][..]),
        ("exit-65", &["exit 65", "Exit-Code 65", "code 65"]),
        ("GATE-TCK-SCHEMA", &["schema", "gate-tck-schema"]),
        ("SCOPE_GAP", &["scope gap", "scope-gap"]),
        ("R3A", &["r3a"]),
    ] {
        for spelling in spellings {
            assert_eq!(plain(spelling), plain(canonical), "{spelling}");
        }
    }
}

#[test]
fn a_number_that_means_two_things_gets_both() {
    let page = plain("65").unwrap_or_default();
    assert!(page.contains("mode 65  "), "{page}");
    assert!(page.contains("exit 65  bad input"), "{page}");
    assert!(plain("0").is_some_and(|page| page.starts_with("exit 0  approved")));
    assert_eq!(plain("81"), None);
}

#[test]
fn an_unknown_name_gets_suggestions() {
    for (given, suggested) in [
        ("SCOPE_GAPS", "SCOPE_GAP"),
        ("GATE-TCK-SHEMA", "GATE-TCK-SCHEMA"),
        ("aproved", "APPROVED"),
        ("mode-99", "mode-9"),
    ] {
        assert_eq!(plain(given), None);
        let near = nearest(given, &OFFICES);
        assert!(near.iter().any(|id| id == suggested), "{given}: {near:?}");
    }
    assert_eq!(nearest("zzz", &OFFICES), Vec::<String>::new());
    assert_eq!(plain(""), None);
}

#[test]
fn r57_the_table_of_consequences_is_printed() {
    let page = plain("r57").unwrap_or_default();
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(page.starts_with("R57 what follows from what "), "{page}");
    for row in gates::CONSEQUENCES {
        let line = format!("{} because of {}: {}", row.rule, row.of.join(", "), row.when);
        assert!(page.contains(&line), "{line}");
    }
    assert!(page.contains("R38 because of R2, R4, R5, R6: "), "{page}");
}

#[test]
fn a_rule_says_what_why_and_what_to_do() {
    let expected = "
R38  a requirement without a ticket
  why       The RFC promises it and nothing would bring it about.
  act       Write a ticket for it, add it to one that does it, or withdraw it.
  weighs    BLOCKER
  kind      SCOPE_GAP
  gate      GATE-TCK-SCOPE-COVERAGE
  before    documents/work/tickets/TCK-00002.yaml
                  requirements:
                  - requirement_id: REQ-0001      # and no other ticket serves REQ-0002
  after     documents/work/tickets/TCK-00002.yaml
                  requirements:
                  - requirement_id: REQ-0002
";
    assert_eq!(plain("R38").unwrap_or_default(), expected.trim_start());
}
