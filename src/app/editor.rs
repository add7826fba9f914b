//! What an editor needs to check and explain YAML as it is written: the schemas as files that are there
//! without a network, a first line that names one, and settings of VS Code.

use serde_json::{Value, json};

use super::deed::Deed;
use super::{AppFault, Workspace};
use crate::config;
use crate::gates;
use crate::port::Store;

/// Where the schemas lie in a repository; they are written anew by each version of the tool.
pub const FOLDER: &str = ".council-review/schemas";
/// Larger files are none that a person wrote.
const MOST_BYTES: u64 = 1 << 20;

/// The schema of an RFC's files.
const RFC: &str = include_str!("../../schemas/rfc.schema.json");
/// The schema of a waiver.
const WAIVER: &str = include_str!("../../schemas/waiver.schema.json");

/// A kind of file that people write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemaFile {
    /// `council.yaml`.
    Config,
    /// The files of an RFC's folder.
    Rfc,
    /// A ticket.
    Ticket,
    /// A waiver.
    Waiver,
}

impl SchemaFile {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Config, Self::Rfc, Self::Ticket, Self::Waiver];

    /// Its name for `schema`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Config => "council_config",
            Self::Rfc => "rfc",
            Self::Ticket => "ticket",
            Self::Waiver => "waiver",
        }
    }

    /// What such a file may hold: a schema in the keywords of draft 07, which editors know.
    pub const fn schema(self) -> &'static str {
        match self {
            Self::Config => config::SCHEMA,
            Self::Rfc => RFC,
            Self::Ticket => gates::TICKET_SCHEMA,
            Self::Waiver => WAIVER,
        }
    }

    /// Where `init --editor` puts it.
    fn path(self) -> String {
        format!("{FOLDER}/{}.schema.json", self.name())
    }

    /// The first line by which an editor finds the schema of the file at `path`.
    fn modeline(self, path: &str) -> String {
        let up = "../".repeat(path.matches('/').count());
        format!("# yaml-language-server: $schema={up}{}\n", self.path())
    }
}

/// A file's text with the line that names its schema, where the repository has that schema: an editor
/// complains of one that is not there.
pub fn with_schema(store: &dyn Store, file: SchemaFile, path: &str, text: &str) -> String {
    match store.read(&file.path(), MOST_BYTES) {
        Ok(Some(_)) => file.modeline(path) + text,
        _ => text.to_owned(),
    }
}

/// Writes the schemas, and what VS Code reads. Settings that are there are a person's, and stay.
pub(super) fn set_up(
    workspace: &Workspace,
    store: &dyn Store,
    tickets: &str,
) -> Result<Vec<(String, Deed)>, AppFault> {
    let mut done = Vec::new();
    for file in SchemaFile::ALL {
        let text = file.schema();
        let path = file.path();
        let before = store.read(&path, MOST_BYTES).ok().flatten();
        let deed = if before.as_deref() == Some(text.as_bytes()) {
            Deed::Left
        } else {
            store.replace(&path, text.as_bytes()).map_err(AppFault::writing)?;
            Deed::Wrote
        };
        done.push((path, deed));
    }
    let schemas = associations(workspace, tickets);
    let settings = pretty(&json!({ "yaml.schemas": schemas }));
    let extensions = pretty(&json!({ "recommendations": ["redhat.vscode-yaml"] }));
    for (path, text, line) in [
        (".vscode/settings.json", settings, format!("\"yaml.schemas\": {schemas}")),
        (".vscode/extensions.json", extensions, "\"redhat.vscode-yaml\"".to_owned()),
    ] {
        let deed = match store.create(path, text.as_bytes()).map_err(AppFault::writing)? {
            true => Deed::Wrote,
            false => {
                let there = store.read(path, MOST_BYTES).ok().flatten().unwrap_or_default();
                match String::from_utf8_lossy(&there).contains(mark(path)) {
                    true => Deed::Left,
                    false => Deed::Unfit { why: "it is yours", line },
                }
            }
        };
        done.push((path.to_owned(), deed));
    }
    Ok(done)
}

/// What a file of VS Code holds when it was set up.
fn mark(path: &str) -> &'static str {
    if path.ends_with("settings.json") { FOLDER } else { "redhat.vscode-yaml" }
}

/// Which files each schema is for, in the layout in force.
fn associations(workspace: &Workspace, tickets: &str) -> Value {
    let library = &workspace.library;
    let files = |file: SchemaFile| match file {
        SchemaFile::Config => json!([config::FILE]),
        SchemaFile::Rfc => {
            let folder = format!("{}/RFC-*", library.rfcs_folder);
            json!([format!("{folder}/*.yaml"), format!("{folder}/requirements/*.yaml")])
        }
        SchemaFile::Ticket => json!([format!("{tickets}/TCK-*.yaml")]),
        SchemaFile::Waiver => json!([format!("{}/WVR-*.yaml", library.layout.waivers)]),
    };
    let all = SchemaFile::ALL.map(|file| (format!("./{}", file.path()), files(file)));
    Value::Object(all.into_iter().collect())
}

fn pretty(value: &Value) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("JSON can be printed");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_leads_from_the_file_to_the_schema() {
        for (path, expected) in [
            (
                "council.yaml",
                "# yaml-language-server: $schema=.council-review/schemas/council_config.schema.json\n",
            ),
            (
                "a/b/c.yaml",
                "# yaml-language-server: $schema=../../.council-review/schemas/council_config.schema.json\n",
            ),
        ] {
            assert_eq!(SchemaFile::Config.modeline(path), expected);
        }
    }
}
