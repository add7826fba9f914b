//! `explain`, `schema` and `modes`: what the tool knows of itself.

use super::args::{Explain, SchemaArgs};
use super::fault::CliFault;
use super::output::Output;
use crate::app::documents::explain::{ExplainReport, TopicsReport};
use crate::app::documents::modes::ModesReport;
use crate::app::documents::schema::SchemaNames;
use crate::app::schemas;
use crate::council::rfc::roster::OFFICES;
use crate::model::exit::ExitCode;
use crate::report;

/// Explains one id, or lists all.
pub(super) fn explain(args: &Explain, out: &mut Output) -> Result<ExitCode, CliFault> {
    let Some(id) = &args.id else {
        index(out);
        return Ok(ExitCode::Approved);
    };
    match report::explain(id, &OFFICES, out.style) {
        Some(text) if out.is_json() => {
            out.json(&ExplainReport::new(id, text));
            Ok(ExitCode::Approved)
        }
        Some(text) => {
            out.print(&text);
            Ok(ExitCode::Approved)
        }
        None => {
            let nearest = report::nearest(id, &OFFICES);
            let hint = match nearest.is_empty() {
                true => "`council-review explain` lists all names".to_owned(),
                false => format!("nearest: {}", nearest.join(", ")),
            };
            let line = format!("nothing is called {id:?}; {hint}");
            Err(CliFault::new(ExitCode::BadInput, line))
        }
    }
}

/// Everything that can be explained.
fn index(out: &mut Output) {
    if out.is_json() {
        out.json(&TopicsReport::all());
    } else {
        let style = out.style;
        out.print(&report::index_page(&OFFICES, style));
    }
}

/// Prints a schema, or the names of all.
pub(super) fn schema(args: &SchemaArgs, out: &mut Output) -> Result<ExitCode, CliFault> {
    let schemas = schemas::all();
    let names: Vec<&str> = schemas.keys().copied().collect();
    match &args.name {
        None if out.is_json() => out.json(&SchemaNames { names }),
        None => out.print(&format!("{}\n", names.join("\n"))),
        Some(wanted) => match schemas.get(wanted.as_str()) {
            Some(schema) => out.print(schema),
            None => {
                let line = format!("there is no schema {wanted:?}; there are {}", names.join(", "));
                return Err(CliFault::new(ExitCode::BadInput, line));
            }
        },
    }
    Ok(ExitCode::Approved)
}

/// Lists the modes.
pub(super) fn modes(out: &mut Output) -> Result<ExitCode, CliFault> {
    if out.is_json() {
        out.json(&ModesReport::all());
    } else {
        let style = out.style;
        out.print(&report::modes_table(&OFFICES, style));
    }
    Ok(ExitCode::Approved)
}
