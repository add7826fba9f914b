//! `summary` and `trends`: the evidence of all RFCs.

use super::args::Global;
use super::fault::CliFault;
use super::opened;
use super::output::Output;
use crate::app::documents::summary::SummaryReport;
use crate::app::documents::trends::TrendsReport;
use crate::app::history::{self, SubjectStatus};
use crate::model::exit::ExitCode;
use crate::report::terminal::{self, Row};

/// Where each RFC stands.
pub(super) fn summary(global: &Global, out: &mut Output) -> Result<ExitCode, CliFault> {
    let opened = opened::open(global, out)?;
    let archive = opened.archive()?;
    let reviews = history::summary(&opened.workspace, archive.as_ref())?;
    if out.is_json() {
        out.json(&SummaryReport::new(&reviews));
    } else {
        let rows: Vec<Row> = reviews
            .iter()
            .map(|SubjectStatus { rfc, newest }| match newest {
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
    let opened = opened::open(global, out)?;
    let archive = opened.archive()?;
    let classes = history::trends(&opened.workspace, archive.as_ref())?;
    if out.is_json() {
        out.json(&TrendsReport::new(classes));
    } else {
        out.print(&terminal::trends(&classes, out.style));
    }
    Ok(ExitCode::Approved)
}
