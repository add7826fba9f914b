//! The JSON documents that the tool prints, each a type of its own: a key keeps its place and its
//! meaning, and whoever prints one composes nothing. The book's page is made from the table, and
//! a test holds the schemas of `schemas/` against the types.

pub mod adjudicate;
pub mod bench;
pub mod council;
pub mod doctor;
pub mod escalations;
pub mod explain;
mod fault;
pub mod finding;
pub mod fix;
pub mod init;
pub mod modes;
pub mod new;
pub mod plan;
pub mod prune;
pub mod replay;
pub mod review;
pub mod schema;
pub mod session;
pub mod summary;
pub mod trends;
pub mod verify;
pub mod work;

pub use fault::FaultDocument;

/// A document.
#[derive(Debug, Clone, Copy)]
pub struct DocumentKind {
    /// What its schema is called.
    pub name: &'static str,
    /// The commands that print it with `--format json`, as examples.
    pub printed_by: &'static [&'static str],
    /// Its schema.
    pub schema: &'static str,
}

/// A document, whose schema `schemas/` holds by its name.
macro_rules! document {
    ($name:literal, $printed_by:expr $(,)?) => {
        DocumentKind {
            name: $name,
            printed_by: $printed_by,
            schema: include_str!(concat!("../../../schemas/", $name, ".schema.json")),
        }
    };
}

/// Every document. A test runs the commands and holds what they print against the schemas.
pub static DOCUMENTS: &[DocumentKind] = &[
    document!("review_report", &["council-review RFC-0001", "council-review resume SESSION"]),
    document!("gates_report", &["council-review gates --all"]),
    document!("fix_report", &["council-review fix RFC-0001 --dry-run"]),
    document!("check_report", &["council-review check"]),
    document!("plan_report", &["council-review plan RFC-0001"]),
    document!("work_report", &["council-review plan --all"]),
    document!("bench_report", &["council-review bench RFC-0001"]),
    document!("verify_report", &["council-review verify BUNDLE"]),
    document!("rfc_review", &["council-review show RFC-0001", "council-review report RFC-0001"]),
    document!("finding_report", &["council-review show RFC-0001 FND-RFC-0001-001"]),
    document!("session_report", &["council-review show SESSION"]),
    document!("replay_report", &["council-review replay SESSION"]),
    document!(
        "council_report",
        &[
            "council-review ask --rfc RFC-0001 --council lenses",
            "council-review show COUNCIL-LENSES-20260126-100000",
        ],
    ),
    document!("councils_report", &["council-review councils"]),
    document!("summary_report", &["council-review summary"]),
    document!("trends_report", &["council-review trends"]),
    document!("escalations_report", &["council-review escalations"]),
    document!(
        "adjudicate_report",
        &[
            "council-review adjudicate RFC-0001 FND-RFC-0001-001 --decision uphold --by WHO --reason TEXT",
        ],
    ),
    document!(
        "removal_report",
        &["council-review adjudicate RFC-0001 REMOVAL --decision uphold --by WHO --reason TEXT"],
    ),
    document!("prune_report", &["council-review prune RFC-0001 --keep 1"]),
    document!("explain_report", &["council-review explain R38"]),
    document!("topics_report", &["council-review explain"]),
    document!("modes_report", &["council-review modes"]),
    document!("schema_names", &["council-review schema"]),
    document!("doctor_report", &["council-review doctor"]),
    document!("init_report", &["council-review init"]),
    document!(
        "new_report",
        &[
            "council-review new rfc TITLE",
            "council-review new ticket RFC-0001 --for REQ-0003",
            "council-review new waiver RFC-0001 --for R38 --until 2027-01-31 --by WHO --reason TEXT",
        ],
    ),
];
