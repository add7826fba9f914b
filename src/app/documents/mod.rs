//! The JSON documents that the tool prints, each a type of its own: a key keeps its place and its
//! meaning, and whoever prints one composes nothing. Schemas and the book's page are made from the
//! table.

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

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use crate::evidence::read::{schema_of, tell_forms};
use crate::evidence::v2::bundle::Bundle;
use crate::evidence::v2::check::CheckReport;
use crate::evidence::v2::gates::GatesReport;

/// A document.
#[derive(Debug, Clone, Copy)]
pub struct DocumentKind {
    /// What its schema is called.
    pub name: &'static str,
    /// The commands that print it with `--format json`, as examples.
    pub printed_by: &'static [&'static str],
    /// Its schema.
    pub schema: fn() -> Value,
}

const fn document(
    name: &'static str,
    printed_by: &'static [&'static str],
    schema: fn() -> Value,
) -> DocumentKind {
    DocumentKind { name, printed_by, schema }
}

/// The schema of what is printed and never read.
fn printed<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    tell_forms(&mut schema);
    schema
}

/// Every document. A test runs the commands and holds what they print against the schemas.
pub const DOCUMENTS: &[DocumentKind] = &[
    document(
        "review_report",
        &["council-review RFC-0001", "council-review resume SESSION"],
        printed::<review::ReviewReport>,
    ),
    document("gates_report", &["council-review gates --all"], schema_of::<GatesReport>),
    document("fix_report", &["council-review fix RFC-0001 --dry-run"], printed::<fix::FixReport>),
    document("check_report", &["council-review check"], schema_of::<CheckReport>),
    document("plan_report", &["council-review plan RFC-0001"], printed::<plan::PlanReport>),
    document("work_report", &["council-review plan --all"], printed::<work::WorkReport>),
    document("bench_report", &["council-review bench RFC-0001"], printed::<bench::BenchReport>),
    document("verify_report", &["council-review verify BUNDLE"], printed::<verify::VerifyReport>),
    document(
        "rfc_review",
        &["council-review show RFC-0001", "council-review report RFC-0001"],
        schema_of::<Bundle>,
    ),
    document(
        "finding_report",
        &["council-review show RFC-0001 FND-RFC-0001-001"],
        printed::<finding::FindingReport>,
    ),
    document("session_report", &["council-review show SESSION"], printed::<session::SessionReport>),
    document("replay_report", &["council-review replay SESSION"], printed::<replay::ReplayReport>),
    document(
        "council_report",
        &[
            "council-review ask --rfc RFC-0001 --council lenses",
            "council-review show COUNCIL-LENSES-20260126-100000",
        ],
        printed::<council::CouncilReport>,
    ),
    document("councils_report", &["council-review councils"], printed::<council::CouncilsReport>),
    document("summary_report", &["council-review summary"], printed::<summary::SummaryReport>),
    document("trends_report", &["council-review trends"], printed::<trends::TrendsReport>),
    document(
        "escalations_report",
        &["council-review escalations"],
        printed::<escalations::EscalationsReport>,
    ),
    document(
        "adjudicate_report",
        &[
            "council-review adjudicate RFC-0001 FND-RFC-0001-001 --decision uphold --by WHO --reason TEXT",
        ],
        printed::<adjudicate::AdjudicateReport>,
    ),
    document(
        "removal_report",
        &["council-review adjudicate RFC-0001 REMOVAL --decision uphold --by WHO --reason TEXT"],
        printed::<adjudicate::RemovalReport>,
    ),
    document(
        "prune_report",
        &["council-review prune RFC-0001 --keep 1"],
        printed::<prune::PruneReport>,
    ),
    document("explain_report", &["council-review explain R38"], printed::<explain::ExplainReport>),
    document("topics_report", &["council-review explain"], printed::<explain::TopicsReport>),
    document("modes_report", &["council-review modes"], printed::<modes::ModesReport>),
    document("schema_names", &["council-review schema"], printed::<schema::SchemaNames>),
    document("doctor_report", &["council-review doctor"], printed::<doctor::DoctorReport>),
    document("init_report", &["council-review init"], printed::<init::InitReport>),
    document(
        "new_report",
        &[
            "council-review new rfc TITLE",
            "council-review new ticket RFC-0001 --for REQ-0003",
            "council-review new waiver RFC-0001 --for R38 --until 2027-01-31 --by WHO --reason TEXT",
        ],
        printed::<new::NewReport>,
    ),
];
