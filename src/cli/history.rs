//! `summary` and `trends`: the evidence of all RFCs.

use serde_json::{Value, json};

use super::args::Global;
use super::fault::CliFault;
use super::output::Output;
use super::repository::Opened;
use crate::app::history::{self, Standing};
use crate::model::exit::ExitCode;
use crate::report::terminal::{self, Row};

/// Where each RFC stands.
pub(super) fn summary(global: &Global, out: &mut Output) -> Result<ExitCode, CliFault> {
    let opened = Opened::open(global, out)?;
    let archive = opened.archive(global)?;
    let reviews = history::summary(&opened.workspace, archive.as_ref())?;
    if out.is_json() {
        let rows: Vec<Value> = reviews
            .iter()
            .map(|Standing { rfc, newest }| match newest {
                None => json!({"rfc_id": rfc, "bundle_path": null}),
                Some((path, link)) => json!({
                    "rfc_id": rfc,
                    "bundle_path": path,
                    "review_timestamp": link.bundle.review_timestamp,
                    "review_depth": link.bundle.review_depth,
                    "terminal_state": link.bundle.terminal_state,
                    "verdict": link.bundle.verdict,
                    "verdict_reason": link.bundle.verdict_reason,
                }),
            })
            .collect();
        out.json(&json!({ "schema_version": "1.0.0", "rfcs": rows }));
    } else {
        let rows: Vec<Row> = reviews
            .iter()
            .map(|Standing { rfc, newest }| match newest {
                None => Row::unreviewed(rfc),
                Some((_, link)) => Row::from(&link.bundle),
            })
            .collect();
        out.print(&terminal::summary(&rows, out.style));
    }
    Ok(ExitCode::Approved)
}

/// Which kinds of findings come again and again.
pub(super) fn trends(global: &Global, out: &mut Output) -> Result<ExitCode, CliFault> {
    let opened = Opened::open(global, out)?;
    let archive = opened.archive(global)?;
    let classes = history::trends(&opened.workspace, archive.as_ref())?;
    if out.is_json() {
        out.json(&json!({ "schema_version": "1.0.0", "classes": classes }));
    } else {
        out.print(&terminal::trends(&classes, out.style));
    }
    Ok(ExitCode::Approved)
}
