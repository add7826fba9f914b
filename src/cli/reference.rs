//! `explain`, `schema` and `modes`: what the tool knows of itself.

use serde_json::{Value, json};

use super::args::{Explain, Schema};
use super::fault::CliFault;
use super::output::Output;
use crate::council::rfc::roster::OFFICES;
use crate::evidence::read;
use crate::model::exit::ExitCode;
use crate::report;
use crate::{app, config, gates};

/// Explains one id, or lists all.
pub(super) fn explain(args: &Explain, out: &mut Output) -> Result<ExitCode, CliFault> {
    let Some(id) = &args.id else {
        index(out);
        return Ok(ExitCode::Approved);
    };
    match report::explain(id, &OFFICES, out.style) {
        Some(text) if out.is_json() => {
            let mut explained = json!({ "id": id, "text": text });
            if let Some(example) = gates::example(id) {
                for (name, side) in [("before", &example.before), ("after", &example.after)] {
                    explained[name] = json!({ "file": side.file, "text": side.text });
                }
            }
            out.json(&explained);
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
    if !out.is_json() {
        out.print(&report::index_page(&OFFICES, out.style));
        return;
    }
    let kinds = report::index(&OFFICES).into_iter().map(|(kind, names)| {
        let names = names.into_iter().map(|(id, what)| json!({ "id": id, "what": what }));
        json!({ "kind": kind, "topics": names.collect::<Vec<_>>() })
    });
    out.json(&json!({ "kinds": kinds.collect::<Vec<_>>() }));
}

/// Every schema, by name.
pub(super) fn all_schemas() -> Vec<(&'static str, Value)> {
    let mut schemas = read::schemas().to_vec();
    schemas.push(("council_config", config::schema()));
    let ticket = serde_json::from_str(gates::TICKET_SCHEMA).expect("a test reads the schema");
    schemas.push(("ticket", ticket));
    let rfc = serde_json::from_str(app::new::RFC_SCHEMA).expect("a test reads the schema");
    schemas.push(("rfc", rfc));
    schemas.sort_by_key(|(name, _)| *name);
    schemas
}

/// Prints a schema, or the names of all.
pub(super) fn schema(args: &Schema, out: &mut Output) -> Result<ExitCode, CliFault> {
    let schemas = all_schemas();
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
        out.json(&report::modes_json(&OFFICES));
    } else {
        let style = out.style;
        out.print(&report::modes_table(&OFFICES, style));
    }
    Ok(ExitCode::Approved)
}
