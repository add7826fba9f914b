//! What each rule objects to and what it accepts, as a person would write both: printed by `explain`.
//! A test holds them against the gates, so no page shows a fix that does not fix.

use super::advisory::ADVISORY;
pub use super::example::{Example, ExampleSide};
use super::example::{NEW, in_one, moved};

/// The example of a rule, upper or lower case.
pub fn example(rule: &str) -> Option<&'static Example> {
    let of_advisory = ADVISORY.iter().map(|advisory| advisory.example);
    EXAMPLES.iter().chain(of_advisory).find(|example| example.rule.eq_ignore_ascii_case(rule))
}

const META: &str = "documents/rfcs/RFC-0001/00_meta.yaml";
const PROBLEM: &str = "documents/rfcs/RFC-0001/01_problem_and_imports.yaml";
const PLAN: &str = "documents/rfcs/RFC-0001/06_ticket_decomposition.yaml";
const FIRST: &str = "documents/work/tickets/TCK-00001.yaml";
const SECOND: &str = "documents/work/tickets/TCK-00002.yaml";

/// One for each rule of gates 1 to 4, in the order of the rules; an advisory rule has its own.
static EXAMPLES: &[Example] = &[
    moved(
        "R2",
        [
            "documents/work/tickets/TCK-4.yaml",
            r#"ticket_meta:
  ticket:
    id: TCK-00004
    title: Greet in German
  binds:
    rfc_id: RFC-0001
    requirements:
    - requirement_id: REQ-0001
acceptance_criteria:
- criterion: "`LANG=de greet Ada` prints `Hallo, Ada!`""#,
        ],
        [
            NEW,
            r#"ticket_meta:
  ticket:
    id: TCK-00004
    title: Greet in German
  binds:
    rfc_id: RFC-0001
    requirements:
    - requirement_id: REQ-0001
acceptance_criteria:
- criterion: "`LANG=de greet Ada` prints `Hallo, Ada!`""#,
        ],
    ),
    in_one(
        "R4",
        NEW,
        r#"ticket_meta: &all
  ticket:
    id: TCK-00004
    title: Greet in German
  binds:
    rfc_id: RFC-0001
    again: *all"#,
        r#"ticket_meta:
  ticket:
    id: TCK-00004
    title: Greet in German
  binds:
    rfc_id: RFC-0001"#,
    ),
    in_one(
        "R5",
        FIRST,
        r#"    title: Greet by <FC>ber-name     # <FC> is a byte of Latin-1"#,
        r#"    title: Greet by name"#,
    ),
    in_one("R6", FIRST, r#"    title: Greet: by name"#, r#"    title: Greet by name"#),
    in_one("R7", FIRST, r#"    title: Greet<TAB>by name"#, r#"    title: Greet by name"#),
    in_one(
        "R8",
        FIRST,
        r#"    title: Greet by name
    status: !!python/str READY"#,
        r#"    title: Greet by name
    status: READY"#,
    ),
    in_one(
        "R9",
        FIRST,
        r#"    title: Greet by name
    title: Greet callers"#,
        r#"    title: Greet by name"#,
    ),
    in_one(
        "R10",
        NEW,
        r#"id: TCK-00004
title: Greet in German
rfc_id: RFC-0001"#,
        r#"ticket_meta:
  ticket:
    id: TCK-00004
    title: Greet in German
  binds:
    rfc_id: RFC-0001"#,
    ),
    in_one(
        "R11",
        SECOND,
        r#"    id: TCK-2
    title: Refuse an empty name"#,
        r#"    id: TCK-00002
    title: Refuse an empty name"#,
    ),
    in_one(
        "R12",
        SECOND,
        r#"    id: TCK-00002
    title: """#,
        r#"    id: TCK-00002
    title: Refuse an empty name"#,
    ),
    in_one(
        "R13",
        SECOND,
        r#"  binds:
    rfc_id: RFC-1"#,
        r#"  binds:
    rfc_id: RFC-0001"#,
    ),
    in_one("R14", SECOND, r#"    status: ready"#, r#"    status: READY"#),
    in_one(
        "R15",
        SECOND,
        r#"    requirements: REQ-0002"#,
        r#"    requirements:
    - requirement_id: REQ-0002"#,
    ),
    in_one(
        "R16",
        SECOND,
        r#"  ticket:
    id: TCK-00001"#,
        r#"  ticket:
    id: TCK-00002"#,
    ),
    in_one(
        "R17",
        SECOND,
        r#"  binds:
    rfc_id: RFC-0009"#,
        r#"  binds:
    rfc_id: RFC-0001"#,
    ),
    in_one(
        "R18",
        FIRST,
        r#"    rfc_id: RFC-0001
    prd_id: PRD-0002"#,
        r#"    rfc_id: RFC-0001
    prd_id: PRD-0001"#,
    ),
    in_one(
        "R33",
        META,
        r#"  binds_to_prd:
    prd_id: PRD-1"#,
        r#"  binds_to_prd:
    prd_id: PRD-0001"#,
    ),
    in_one(
        "R35",
        FIRST,
        r#"    - requirement_id: REQ-0001
      requirement_ref: documents/rfcs/RFC-0001/02_none.yaml"#,
        r#"    - requirement_id: REQ-0001
      requirement_ref: documents/rfcs/RFC-0001/01_problem_and_imports.yaml"#,
    ),
    in_one(
        "R21",
        SECOND,
        r#"  dependencies:
    tickets:
    - ticket_id: TCK-00099"#,
        r#"  dependencies:
    tickets:
    - ticket_id: TCK-00001"#,
    ),
    in_one(
        "R22",
        SECOND,
        r#"  dependencies:
    tickets:
    - ticket_id: RFC-0009:TCK-00001"#,
        r#"  dependencies:
    tickets:
    - ticket_id: TCK-00001"#,
    ),
    in_one(
        "R23",
        SECOND,
        r#"  dependencies:
    tickets:
    - ticket_id: TCK-00001
    - ticket_id: TCK-00001"#,
        r#"  dependencies:
    tickets:
    - ticket_id: TCK-00001"#,
    ),
    in_one(
        "R24",
        FIRST,
        r#"  dependencies:
    tickets:
    - ticket_id: TCK-00002"#,
        r#"  dependencies:
    tickets: []"#,
    ),
    in_one(
        "R25",
        SECOND,
        r#"  dependencies:
    tickets:
    - ticket_id: TCK-00003"#,
        r#"  dependencies:
    tickets:
    - ticket_id: TCK-00001"#,
    ),
    in_one(
        "R27",
        SECOND,
        r#"    status: READY
    phase: PHASE-1          # it waits for TCK-00001, which is of PHASE-2"#,
        r#"    status: READY
    phase: PHASE-2"#,
    ),
    in_one(
        "R28",
        SECOND,
        r#"  dependencies:
    tickets: []             # 06_ticket_decomposition.yaml has it wait for TCK-00001"#,
        r#"  dependencies:
    tickets:
    - ticket_id: TCK-00001"#,
    ),
    in_one(
        "R29",
        PLAN,
        r#"  - ticket_id: TCK-00099
    title: Refuse an empty name"#,
        r#"  - ticket_id: TCK-00002
    title: Refuse an empty name"#,
    ),
    in_one(
        "R31",
        PROBLEM,
        r#"    - id: REQ-0002
      title: Refuse: an empty name"#,
        r#"    - id: REQ-0002
      title: Refuse an empty name"#,
    ),
    in_one(
        "R36",
        SECOND,
        r#"    requirements:
    - requirement_id: REQ-0099"#,
        r#"    requirements:
    - requirement_id: REQ-0002"#,
    ),
    in_one(
        "R37",
        SECOND,
        r#"    requirements: []"#,
        r#"    requirements:
    - requirement_id: REQ-0002"#,
    ),
    in_one(
        "R38",
        SECOND,
        r#"    requirements:
    - requirement_id: REQ-0001      # and no other ticket serves REQ-0002"#,
        r#"    requirements:
    - requirement_id: REQ-0002"#,
    ),
    in_one(
        "R39",
        PROBLEM,
        r#"  requirements_in_prose: |
    Callers are greeted by name; an empty name is refused."#,
        r#"  rfc_local_requirements:
    requirements:
    - id: REQ-0001
      title: Greet by name
    - id: REQ-0002
      title: Refuse an empty name"#,
    ),
    in_one(
        "R3A",
        PLAN,
        r#"  - ticket_id: TCK-00001
    title: Greet by name
    requirement_ids: [REQ-0001, REQ-0002]   # the ticket itself lists REQ-0001 alone"#,
        r#"  - ticket_id: TCK-00001
    title: Greet by name
    requirement_ids: [REQ-0001]"#,
    ),
    in_one(
        "R3C",
        FIRST,
        r#"    - evidence_id: EVID-0001
      artifact_ref: docs/greeting.md"#,
        r#"    - evidence_id: EVID-0001
      artifact_ref: docs/greet.md"#,
    ),
    in_one(
        "R3D",
        SECOND,
        r#"acceptance_criteria: []"#,
        r#"acceptance_criteria:
- criterion: "`greet ''` exits with 64""#,
    ),
    in_one(
        "R42",
        SECOND,
        r#"  files_to_modify:
  - path: /usr/local/src/greet.rs"#,
        r#"  files_to_modify:
  - path: crates/core/src/greet.rs"#,
    ),
    in_one(
        "R43",
        "evidence/prd/PRD-0001/ccp/component_atlas.yaml",
        r#"component_atlas:
  components: ["#,
        r#"component_atlas:
  components:
  - id: COMP-CORE
    path: crates/core"#,
    ),
    in_one(
        "R45",
        SECOND,
        r#"  files_to_modify:
  - path: crates/core/src/greeting.rs"#,
        r#"  files_to_modify:
  - path: crates/core/src/greet.rs"#,
    ),
    in_one(
        "R46",
        FIRST,
        r#"  files_to_create:
  - path: greeting/greet.rs"#,
        r#"  files_to_create:
  - path: crates/core/src/greet.rs"#,
    ),
    in_one(
        "R47",
        SECOND,
        r#"  dependencies:
    tickets: []
implementation:
  files_to_modify:
  - path: crates/core/src/greet.rs          # TCK-00001 creates it"#,
        r#"  dependencies:
    tickets:
    - ticket_id: TCK-00001
implementation:
  files_to_modify:
  - path: crates/core/src/greet.rs"#,
    ),
    in_one(
        "R48",
        SECOND,
        r#"implementation:
  files_to_create:
  - path: crates/core/src/greet.rs          # as TCK-00001 does"#,
        r#"implementation:
  files_to_modify:
  - path: crates/core/src/greet.rs"#,
    ),
    in_one(
        "R52",
        SECOND,
        r#"  dependancies:
    tickets:
    - ticket_id: TCK-00001"#,
        r#"  dependencies:
    tickets:
    - ticket_id: TCK-00001"#,
    ),
    in_one("R53", FIRST, r#"    title: "Greet by\u200b name""#, r#"    title: Greet by name"#),
    moved(
        "R54",
        [
            "docs/rfcs/RFC-0002/00_meta.yaml",
            r#"# beside documents/rfcs/RFC-0001
rfc_meta:
  rfc:
    id: RFC-0002"#,
        ],
        [
            "documents/rfcs/RFC-0002/00_meta.yaml",
            r#"rfc_meta:
  rfc:
    id: RFC-0002"#,
        ],
    ),
];
