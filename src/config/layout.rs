//! Where plans stand, and which formats of them are read.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::trimmed;
use crate::model::{Adapter, FormatLayout, Layout};

/// Folders, relative to the repository's root.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RawLayout {
    /// Holds one folder per RFC. Default: documents/rfcs, else docs/rfcs, else rfcs.
    pub rfcs: Option<String>,
    /// Holds the ticket files. Default: documents/work/tickets, else docs/work/tickets, else tickets.
    pub tickets: Option<String>,
    /// Holds one folder per PRD. Default: documents/prds.
    pub prds: Option<String>,
    /// Holds {prd_id}/ccp/component_atlas.yaml. Default: evidence/prd.
    pub atlases: Option<String>,
    /// Holds the waivers, WVR-0001.yaml and so on. Default: documents/work/waivers.
    pub waivers: Option<String>,
    /// Holds {rfc_id}/reviews/. Default: evidence/rfc.
    pub evidence: Option<String>,
    /// Holds one folder per feature of spec-kit. Default: specs.
    pub specs: Option<String>,
    /// OpenSpec's folder. Default: openspec.
    pub openspec: Option<String>,
    /// BMAD's epics file. Default: _bmad-output/planning-artifacts/epics.md, else docs/epics.md, else
    /// _bmad-output/epics.md.
    pub epics: Option<String>,
    /// Holds BMAD's story files and sprint-status.yaml. Default:
    /// _bmad-output/implementation-artifacts.
    pub stories: Option<String>,
}

impl RawLayout {
    /// The layout with its defaults, and the format that is read.
    pub(super) fn valid(self, adapter: Option<RawAdapter>) -> Layout {
        let usual = Layout::default();
        let list = |path: Option<String>, usual: Vec<String>| {
            path.map_or(usual, |path| vec![trimmed(&path)])
        };
        let or = |path: Option<String>, usual: String| path.map_or(usual, |path| trimmed(&path));
        let roots = [
            ("specs", self.specs),
            ("openspec", self.openspec),
            ("epics", self.epics),
            ("stories", self.stories),
        ];
        let named = roots.into_iter().filter_map(|(key, path)| Some((key, trimmed(&path?))));
        Layout {
            rfcs: list(self.rfcs, usual.rfcs),
            tickets: list(self.tickets, usual.tickets),
            prds: or(self.prds, usual.prds),
            atlases: or(self.atlases, usual.atlases),
            waivers: or(self.waivers, usual.waivers),
            evidence: or(self.evidence, usual.evidence),
            formats: FormatLayout {
                adapter: adapter.and_then(|RawAdapter(only)| only),
                roots: named.collect(),
            },
            fixed: usual.fixed,
        }
    }
}

/// A format, or `auto` for all that are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RawAdapter(Option<Adapter>);

const AUTO: &str = "auto";

impl Serialize for RawAdapter {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.0.map_or(AUTO, Adapter::as_str))
    }
}

impl<'de> Deserialize<'de> for RawAdapter {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let word = Cow::<str>::deserialize(from)?;
        match Adapter::parse(&word) {
            None if word != AUTO => Err(de::Error::custom(format!("{word:?} is no format"))),
            adapter => Ok(Self(adapter)),
        }
    }
}

#[cfg(test)]
impl schemars::JsonSchema for RawAdapter {
    fn schema_name() -> Cow<'static, str> {
        "RawAdapter".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut schema = Adapter::json_schema(generator);
        let auto = "Every format that is found.";
        let auto = serde_json::json!({ "type": "string", "const": AUTO, "description": auto });
        if let Some(words) = schema.get_mut("oneOf").and_then(serde_json::Value::as_array_mut) {
            words.insert(0, auto);
        }
        schema.insert("description".to_owned(), "A format, or all that are found.".into());
        schema
    }
}
