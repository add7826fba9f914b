//! The schemas of `schemas/` and the types that they describe.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use super::all;
use crate::app::bench::labels::Labels;
use crate::app::documents::*;
use crate::config::RawConfig;
use crate::core::look::LookRequest;
use crate::council::AskReply;
use crate::council::rfc::answer::Reply;
use crate::evidence::v2::bundle::Bundle;
use crate::evidence::v2::check::CheckReport;
use crate::evidence::v2::gates::GatesReport;
use crate::evidence::v2::outcome::{CouncilRecord, Outcome};
use crate::evidence::v2::pruned::Pruned;
use crate::evidence::v2::removal::Removal;
use crate::evidence::v2::ruling::Ruling;
use crate::evidence::v2::session::Session;

/// The schema of what is read, be it written by the tool, too.
fn read<T: JsonSchema>() -> Value {
    described::<T>(SchemaSettings::draft2020_12())
}

/// The schema of what is printed and never read.
fn printed<T: JsonSchema>() -> Value {
    described::<T>(SchemaSettings::draft2020_12().for_serialize())
}

/// The schema of what people write, in the keywords that editors know.
fn written<T: JsonSchema>() -> Value {
    SchemaSettings::draft07().into_generator().into_root_schema_for::<T>().to_value()
}

fn described<T: JsonSchema>(settings: SchemaSettings) -> Value {
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    tell_forms(&mut schema);
    schema
}

/// Describes the keys of a schema that no field of a type stands behind: which of several forms a value
/// has, and what belongs to it.
fn tell_forms(schema: &mut Value) {
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        let untold = properties.values_mut().filter_map(Value::as_object_mut);
        for property in untold.filter(|p| !p.contains_key("description") && !p.contains_key("$ref"))
        {
            let text = match property.contains_key("const") {
                true => "Which form it has.",
                false => "What belongs to this form.",
            };
            property.insert("description".to_owned(), text.into());
        }
    }
    match schema {
        Value::Object(parts) => parts.values_mut().for_each(tell_forms),
        Value::Array(parts) => parts.iter_mut().for_each(tell_forms),
        _ => {}
    }
}

/// Each schema that describes a type.
fn of_types() -> Vec<(&'static str, Value)> {
    vec![
        ("ask_reply", read::<AskReply>()),
        ("bench_labels", written::<Labels>()),
        ("council_config", written::<RawConfig>()),
        ("council_outcome", read::<Outcome>()),
        ("council_record", read::<CouncilRecord>()),
        ("council_session", read::<Session>()),
        ("look_request", read::<LookRequest>()),
        ("pruned", read::<Pruned>()),
        ("removal", read::<Removal>()),
        ("ruling", read::<Ruling>()),
        ("seat_reply", read::<Reply>()),
        ("review_report", printed::<review::ReviewReport>()),
        ("gates_report", read::<GatesReport>()),
        ("fix_report", printed::<fix::FixReport>()),
        ("check_report", read::<CheckReport>()),
        ("plan_report", printed::<plan::PlanReport>()),
        ("work_report", printed::<work::WorkReport>()),
        ("bench_report", printed::<bench::BenchReport>()),
        ("verify_report", printed::<verify::VerifyReport>()),
        ("rfc_review", read::<Bundle>()),
        ("finding_report", printed::<finding::FindingReport>()),
        ("session_report", printed::<session::SessionReport>()),
        ("replay_report", printed::<replay::ReplayReport>()),
        ("council_report", printed::<council::CouncilReport>()),
        ("councils_report", printed::<council::CouncilsReport>()),
        ("summary_report", printed::<summary::SummaryReport>()),
        ("trends_report", printed::<trends::TrendsReport>()),
        ("escalations_report", printed::<escalations::EscalationsReport>()),
        ("adjudicate_report", printed::<adjudicate::AdjudicateReport>()),
        ("removal_report", printed::<adjudicate::RemovalReport>()),
        ("prune_report", printed::<prune::PruneReport>()),
        ("explain_report", printed::<explain::ExplainReport>()),
        ("topics_report", printed::<explain::TopicsReport>()),
        ("modes_report", printed::<modes::ModesReport>()),
        ("schema_names", printed::<schema::SchemaNames>()),
        ("doctor_report", printed::<doctor::DoctorReport>()),
        ("init_report", printed::<init::InitReport>()),
        ("new_report", printed::<new::NewReport>()),
    ]
}

/// `COUNCIL_TEST_BLESS=1 cargo test --lib schemas` writes them anew.
#[test]
fn the_schemas_are_those_of_the_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas");
    let mut made = BTreeSet::new();
    for (name, schema) in of_types() {
        let text = serde_json::to_string_pretty(&schema).expect("JSON") + "\n";
        let is_blessing = std::env::var_os("COUNCIL_TEST_BLESS").is_some();
        if is_blessing {
            fs::write(folder.join(format!("{name}.schema.json")), &text).expect("written");
        }
        assert!(
            is_blessing || all()[name] == text,
            "schemas/{name}.schema.json is not fresh: run this test with COUNCIL_TEST_BLESS=1"
        );
        made.insert(name);
    }
    let by_hand: Vec<&str> = all().into_keys().filter(|name| !made.contains(name)).collect();
    assert_eq!(by_hand, ["rfc", "ticket", "waiver"]);
}
