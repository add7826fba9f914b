//! `explain`, `schema` and `modes`: what the tool knows of itself.

use serde_json::json;

use super::args::{Explain, Schema};
use super::fault::CliFault;
use super::output::Output;
use crate::evidence::read;
use crate::model::exit::ExitCode;
use crate::report;
use crate::{config, gates};

/// Explains one id.
pub(super) fn explain(args: &Explain, out: &mut Output) -> Result<ExitCode, CliFault> {
    match report::explain(&args.id, out.style) {
        Some(text) if out.is_json() => {
            out.json(&json!({ "id": args.id, "text": text }));
            Ok(ExitCode::Approved)
        }
        Some(text) => {
            out.print(&text);
            Ok(ExitCode::Approved)
        }
        None => {
            let nearest = report::nearest(&args.id).join(", ");
            let line = format!("nothing is called {:?}; nearest: {nearest}", args.id);
            Err(CliFault::new(ExitCode::BadInput, line))
        }
    }
}

/// Prints a schema, or the names of all.
pub(super) fn schema(args: &Schema, out: &mut Output) -> Result<ExitCode, CliFault> {
    let mut schemas = read::schemas().to_vec();
    schemas.push(("council_config", config::schema()));
    let ticket = serde_json::from_str(gates::TICKET_SCHEMA).expect("a test reads the schema");
    schemas.push(("ticket", ticket));
    schemas.sort_by_key(|(name, _)| *name);
    let names: Vec<&str> = schemas.iter().map(|(name, _)| *name).collect();
    match &args.name {
        None if out.is_json() => out.json(&names),
        None => out.print(&format!("{}\n", names.join("\n"))),
        Some(wanted) => match schemas.iter().find(|(name, _)| name == wanted) {
            Some((_, schema)) => out.json(schema),
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
        out.json(&report::modes_json());
    } else {
        let style = out.style;
        out.print(&report::modes_table(style));
    }
    Ok(ExitCode::Approved)
}
