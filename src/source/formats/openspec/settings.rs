//! `.openspec.yaml` of a change, and the schema that `config.yaml` names for all. Knows YAML.

use crate::model::{FaultKind, FileFault, Place};
use crate::yaml::{Document, Limits, read};

/// The schema whose files this reader knows.
pub const SPEC_DRIVEN: &str = "spec-driven";

/// What the settings of a change say.
#[derive(Debug, Default)]
pub struct ChangeSettings {
    /// The schema that is named.
    pub schema: Option<String>,
    /// What `created` says, where it is no date, and where.
    pub bad_date: Option<(String, Place)>,
    /// The key that says that the change has no deltas on purpose.
    pub skips_specs: Option<Place>,
}

impl ChangeSettings {
    /// Reads the settings of a change.
    ///
    /// # Errors
    /// What is no mapping in YAML, with the place of it.
    pub fn of(bytes: &[u8]) -> Result<Self, FileFault> {
        let document = mapping(bytes)?;
        let root = document.root();
        let created = root.get("created").filter(|node| !node.is_null());
        let bad_date = created.and_then(|node| {
            let said = node.as_scalar().unwrap_or_default();
            (!is_date(said)).then(|| (said.to_owned(), node.place()))
        });
        let skips = root.entries().find(|(key, value)| {
            key.key_text() == Some("skip_specs") && value.as_scalar() == Some("true")
        });
        Ok(Self {
            schema: schema_of(&document),
            bad_date,
            skips_specs: skips.map(|(key, _)| key.key_place()),
        })
    }
}

/// The schema that a repository's configuration names for changes that name none.
pub(super) fn default_schema(bytes: &[u8]) -> Option<String> {
    schema_of(&mapping(bytes).ok()?)
}

fn schema_of(document: &Document) -> Option<String> {
    let schema = document.root().get("schema")?.as_str()?.trim();
    (!schema.is_empty()).then(|| schema.to_owned())
}

/// A file that is one mapping. Carriage returns, tabs and keys that stand twice are none of this
/// format's faults.
fn mapping(bytes: &[u8]) -> Result<Document, FileFault> {
    let (document, faults) = read(bytes, Limits::TICKET)?;
    match faults.into_iter().find(|fault| fault.kind == FaultKind::Unparsable) {
        Some(fault) => Err(fault),
        None => Ok(document),
    }
}

/// Whether a text is `YYYY-MM-DD`.
fn is_date(text: &str) -> bool {
    let is_number = |part: Option<&str>, digits: usize| {
        part.is_some_and(|part| {
            part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    let mut parts = text.split('-');
    is_number(parts.next(), 4)
        && is_number(parts.next(), 2)
        && is_number(parts.next(), 2)
        && parts.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_name_a_schema_a_date_and_whether_there_are_deltas() {
        let text = "schema: spec-driven\r\ncreated: 2026-06-04\r\nskip_specs: true\n";
        let settings = ChangeSettings::of(text.as_bytes()).expect("a mapping");
        assert_eq!(settings.schema.as_deref(), Some(SPEC_DRIVEN));
        assert_eq!(settings.bad_date, None);
        assert_eq!(settings.skips_specs.map(|place| (place.line, place.column)), Some((3, 1)));

        let text = "created: 4 June\nskip_specs: false\nschema:\n";
        let settings = ChangeSettings::of(text.as_bytes()).expect("a mapping");
        assert_eq!(settings.schema, None);
        assert_eq!(settings.bad_date.map(|(said, at)| (said, at.line)), Some(("4 June".into(), 1)));
        assert_eq!(settings.skips_specs, None);

        for (text, line) in [("a: [\n", 2), ("- a\n", 1), ("a: 1\nb: \"\n", 2)] {
            let fault = ChangeSettings::of(text.as_bytes()).expect_err("no mapping");
            assert!(fault.place.line <= line + 1, "{text:?} {fault:?}");
        }
    }
}
