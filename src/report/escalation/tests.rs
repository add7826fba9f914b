//! The page as the adjudicator reads it.

use super::*;
use crate::report::fixtures::{self, FILE};

#[track_caller]
fn assert_page(page: &str, expected: &str) {
    let seal = fixtures::deadlocked().seal.digest;
    let expected = expected.trim_start_matches('\n').replace("SEAL", seal.as_str());
    assert!(page == expected, "the page is now:\n{page}");
}

#[test]
fn both_sides_and_what_follows() {
    assert_page(
        &escalation(&fixtures::deadlocked(), FILE),
        r#"
# RFC-0042: 2 open points for a person to decide

**NEEDS_ADJUDICATION**: 2 findings need a person's decision; apart from that 1 MAJOR finding.

- **waits for:** human adjudicator
- **panel:** SA-1 anthropic claude-sonnet-4-5, SA-2 openai gpt-5, SA-3 command; **degraded**, a seat failed
- **ended:** 2026-01-26T10:00:00Z, DEADLOCKED: 2 findings are left that only a person can settle
- **commit:** `1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d`, with 1 of the files not in it
- **bundle:** `evidence/rfc/RFC-0042/reviews/rfc_review_20260126T100000Z.yaml`, sealed `SEAL`

The verdict is **REJECTED** if every point is upheld, **APPROVED_WITH_REMEDIATION** if every point is
dismissed. Each point below ends with the commands that record its ruling. `council-review adjudicate RFC-0042`
walks through all of them; the last ruling brings the final bundle. Or fix what a point is about, and run the
review again: `council-review RFC-0042`.

## 1. FND-RFC-0042-002: MAJOR AMBIGUOUS_SCOPE in `TCK-00011`

the step does not say which callers are meant, and the crate has eleven; two careful readers would change different ones

```text
documents/work/tickets/TCK-00011.yaml:31:7  implementation.steps[2]
   |
31 |     - update the other callers as needed
   |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
```

### For
- **SA-2** raised it in cycle 1 as MAJOR, through mode 47 (planning policy): as above
- **SA-2** by ballot: section 4 lists modules, not callers

### Against
- **SA-3** in cycle 2: the atlas lists every caller
- **SA-1** by ballot: the RFC names all callers in section 4

### Neither
- **SA-1** in cycle 2: not a matter of structure
- **SA-3**, no ballot: none arrived

### The vote

1 for, 1 against, 1 missing: no two votes agree.

### Proposed fixes
- **P1**, backed by SA-2: list the callers by path
- **P2**, backed by SA-1: move the callers to a ticket of their own

### What follows

With this point **upheld**, the verdict is **APPROVED_WITH_REMEDIATION**:

```sh
council-review adjudicate RFC-0042 FND-RFC-0042-002 --decision uphold --by "YOUR NAME" --reason "WHY" --bundle rfc_review_20260126T100000Z.yaml
```

With this point **dismissed**, it is **APPROVED_WITH_REMEDIATION**:

```sh
council-review adjudicate RFC-0042 FND-RFC-0042-002 --decision dismiss --by "YOUR NAME" --reason "WHY" --bundle rfc_review_20260126T100000Z.yaml
```

## 2. FND-RFC-0042-003: BLOCKER INCOMPLETE_PLAN in `TCK-00012`

the step does not say which callers are meant, and the crate has eleven; two careful readers would change different ones

```text
documents/work/tickets/TCK-00012.yaml:31:7  implementation.steps[2]
   |
31 |     - update the other callers as needed
   |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
```

### For
- **SA-2** raised it in cycle 1 as BLOCKER, through mode 47 (planning policy): as above
- **SA-1** by ballot, as MAJOR: the RFC names all callers in section 4
- **SA-2** by ballot, as MAJOR: section 4 lists modules, not callers

### Against
- **SA-3** in cycle 2, as MAJOR: the atlas lists every caller

### Neither
- **SA-1** in cycle 2, as MAJOR: not a matter of structure
- **SA-3**, no ballot: none arrived

### The vote

2 for, 0 against, 1 missing: upheld, but a BLOCKER needs a fix that two seats back, and it has none.

### Proposed fixes
- **P1**, backed by SA-2: list the callers by path
- **P2**, backed by SA-1: move the callers to a ticket of their own

### What follows

With this point **upheld**, the verdict is **REJECTED**:

```sh
council-review adjudicate RFC-0042 FND-RFC-0042-003 --decision uphold --by "YOUR NAME" --reason "WHY" --bundle rfc_review_20260126T100000Z.yaml
```

With this point **dismissed**, it is **APPROVED_WITH_REMEDIATION**:

```sh
council-review adjudicate RFC-0042 FND-RFC-0042-003 --decision dismiss --by "YOUR NAME" --reason "WHY" --bundle rfc_review_20260126T100000Z.yaml
```
"#,
    );
}

#[test]
fn an_offline_panel_is_named_so() {
    let mut bundle = fixtures::deadlocked();
    let council = bundle.council_metadata.as_mut().expect("a council sat");
    council.panel.offline = true;
    let page = escalation(&bundle, FILE);
    assert!(page.contains("**built-in rules (no AI model)**"), "{page}");
}

#[test]
fn a_quote_is_whole_where_its_line_is_drawn_in_part() {
    let mut bundle = fixtures::deadlocked();
    let long = format!("update {} as needed", "every other caller, ".repeat(20).trim_end());
    let open = bundle.deadlocked_findings[0].clone();
    let finding = bundle.findings.iter_mut().find(|f| f.finding_id == open).expect("it is there");
    finding.source_line = format!("    - {long}");
    finding.quote = long.clone();
    let page = escalation(&bundle, FILE);
    assert!(
        page.contains(&format!("\nThe passage that the finding rests on:\n\n```text\n{long}\n")),
        "{page}"
    );
}

#[test]
fn hostile_text_stays_text() {
    let page = escalation(&fixtures::hostile(), FILE);
    let mut fence: Option<String> = None;
    for line in page.lines() {
        let ticks = line.len() - line.trim_start_matches('`').len();
        match &fence {
            Some(open) if line == open => fence = None,
            Some(_) => {}
            None if ticks >= 3 => fence = Some("`".repeat(ticks)),
            None => {
                let spans: String = outside_code(line);
                for live in ["<", "://", "](", "![", "@everyone", "\u{202e}", "\u{1b}"] {
                    assert!(!spans.contains(live), "{live} in {line}");
                }
                assert!(!line.starts_with("# APPROVED"), "{line}");
            }
        }
        assert!(!line.contains("##[") && !line.trim_start().starts_with("::"), "{line}");
        assert!(!line.chars().any(|c| c < ' ' || escape::is_unsafe(c)), "{line:?}");
    }
    assert_eq!(fence, None, "every fence is closed by its own end");
    let headings = page.lines().filter(|line| line.starts_with("## ")).count();
    assert_eq!(headings, 2, "no heading but ours");
}

/// A line without its code spans.
fn outside_code(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(start) = rest.find('`').filter(|&at| !rest[..at].ends_with('\\')) {
        out.push_str(&rest[..start]);
        let ticks = rest[start..].len() - rest[start..].trim_start_matches('`').len();
        let after = &rest[start + ticks..];
        let end = after.find(&"`".repeat(ticks)).expect("a span is closed");
        rest = &after[end + ticks..];
    }
    out + rest
}
