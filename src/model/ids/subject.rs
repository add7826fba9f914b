//! What one review is about, whichever format it is written in.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{MalformedId, RfcId};

text_id!(
    /// The name of what one review is about, within its format: the name of an RFC, a change or a
    /// feature. It is one segment of a path.
    SubjectName, "a subject's name",
    "a letter or digit, then up to 127 letters, digits, dots, dashes or underscores, as in 001-photo-albums",
    "^[0-9A-Za-z][0-9A-Za-z._-]{0,127}$",
    |t| {
        t.len() <= 128
            && t.starts_with(|c: char| c.is_ascii_alphanumeric())
            && t.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b))
    }
);

/// A format that plans are written in.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Adapter {
    /// RFCs and tickets in YAML.
    #[default]
    Native,
    /// Changes of OpenSpec.
    #[serde(rename = "openspec")]
    OpenSpec,
    /// Features of spec-kit.
    SpecKit,
    /// The plan of BMAD.
    Bmad,
}

impl Adapter {
    /// All, in the order in which they are named.
    pub const ALL: [Adapter; 4] =
        [Adapter::Native, Adapter::OpenSpec, Adapter::SpecKit, Adapter::Bmad];

    /// As it is named in files and on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Adapter::Native => "native",
            Adapter::OpenSpec => "openspec",
            Adapter::SpecKit => "spec-kit",
            Adapter::Bmad => "bmad",
        }
    }

    /// The format with this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|adapter| adapter.as_str() == name)
    }

    /// Whether it is that of RFCs and tickets, which documents do not name.
    pub const fn is_native(&self) -> bool {
        matches!(self, Adapter::Native)
    }
}

impl fmt::Display for Adapter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What one review is about, whichever format it is written in: `spec-kit:001-photo-albums`. Of the
/// native format it is an RFC. In documents it is two fields beside others: [`SubjectFields`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(try_from = "SubjectFields", into = "SubjectFields")]
pub struct SubjectId {
    adapter: Adapter,
    name: SubjectName,
    /// The name as an RFC's, of the native format alone.
    rfc: Option<RfcId>,
}

impl SubjectId {
    /// The subject with this name; of the native format, only an RFC's id is one.
    pub fn new(adapter: Adapter, name: SubjectName) -> Result<Self, MalformedId> {
        let rfc = adapter.is_native().then(|| name.as_str().parse()).transpose()?;
        Ok(Self { adapter, name, rfc })
    }

    /// The format that it is written in.
    pub fn adapter(&self) -> Adapter {
        self.adapter
    }

    /// Its name in that.
    pub fn name(&self) -> &SubjectName {
        &self.name
    }

    /// The RFC that it is, when it is one.
    pub fn rfc(&self) -> Option<&RfcId> {
        self.rfc.as_ref()
    }
}

impl From<RfcId> for SubjectId {
    fn from(rfc: RfcId) -> Self {
        let name = SubjectName(rfc.as_str().to_owned());
        Self { adapter: Adapter::Native, name, rfc: Some(rfc) }
    }
}

impl PartialEq<RfcId> for SubjectId {
    fn eq(&self, other: &RfcId) -> bool {
        self.rfc.as_ref() == Some(other)
    }
}

impl FromStr for SubjectId {
    type Err = MalformedId;

    /// `openspec:add-dark-mode`; without a format, an RFC's id.
    fn from_str(text: &str) -> Result<Self, MalformedId> {
        let Some((format, name)) = text.split_once(':') else {
            return Ok(text.parse::<RfcId>()?.into());
        };
        let adapter = Adapter::parse(format).ok_or_else(|| MalformedId {
            text: text.to_owned(),
            kind: "a subject",
            shape: "native, openspec, spec-kit or bmad, a colon and a name",
        })?;
        Self::new(adapter, name.parse()?)
    }
}

impl fmt::Display for SubjectId {
    /// With its format; an RFC's id stands for itself.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.adapter {
            Adapter::Native => self.name.fmt(f),
            adapter => write!(f, "{adapter}:{}", self.name),
        }
    }
}

/// How documents name their subject. The format stands beside the name where it is not that of RFCs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SubjectFields {
    /// The subject: an RFC, or what another format has in its place.
    pub rfc_id: SubjectName,
    /// The format that it is written in, where that is not YAML.
    #[serde(default, skip_serializing_if = "Adapter::is_native")]
    pub adapter: Adapter,
}

impl TryFrom<SubjectFields> for SubjectId {
    type Error = MalformedId;
    fn try_from(fields: SubjectFields) -> Result<Self, MalformedId> {
        Self::new(fields.adapter, fields.rfc_id)
    }
}

impl From<SubjectId> for SubjectFields {
    fn from(id: SubjectId) -> Self {
        Self { rfc_id: id.name, adapter: id.adapter }
    }
}

/// A subject in one word, for values that are no documents: see [`SubjectId`]'s `Display`.
pub mod word {
    use serde::{Deserialize as _, Deserializer, Serializer, de};

    use super::SubjectId;

    /// Writes the word.
    pub fn serialize<S: Serializer>(id: &SubjectId, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(id)
    }

    /// Reads it.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<SubjectId, D::Error> {
        String::deserialize(from)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_is_named_in_its_format_and_never_by_a_path() {
        for (text, adapter, name) in [
            ("RFC-0042", Adapter::Native, "RFC-0042"),
            ("openspec:add-dark.mode_2", Adapter::OpenSpec, "add-dark.mode_2"),
            ("spec-kit:001-photo-albums", Adapter::SpecKit, "001-photo-albums"),
            ("bmad:epics", Adapter::Bmad, "epics"),
        ] {
            let id: SubjectId = text.parse().expect("a subject");
            assert_eq!((id.adapter(), id.name().as_str()), (adapter, name));
            assert_eq!(id.to_string(), text);
        }
        let rfc: RfcId = "RFC-0042".parse().expect("an id");
        assert_eq!("native:RFC-0042".parse(), Ok(SubjectId::from(rfc)));
        let long = "a".repeat(129);
        let bad =
            ["", ".", "..", "../x", "a/b", "a\\b", "-x", ".x", "a:b", "é", "a\0", "a ", &long];
        for bad in bad {
            assert!(bad.parse::<SubjectName>().is_err(), "{bad:?}");
            assert!(format!("openspec:{bad}").parse::<SubjectId>().is_err(), "{bad:?}");
        }
        for bad in ["native:add-dark-mode", "kiro:a", "OpenSpec:a", ":a", "add-dark-mode", "RFC-42"]
        {
            assert!(bad.parse::<SubjectId>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn documents_name_the_format_where_it_is_not_that_of_rfcs() {
        #[derive(Debug, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Document {
            #[serde(flatten)]
            subject: SubjectId,
            count: u8,
        }
        for (text, json) in [
            ("RFC-0042", r#"{"rfc_id":"RFC-0042","count":1}"#),
            ("spec-kit:001-a", r#"{"rfc_id":"001-a","adapter":"spec-kit","count":1}"#),
            ("openspec:a", r#"{"rfc_id":"a","adapter":"openspec","count":1}"#),
        ] {
            let document = Document { subject: text.parse().expect("a subject"), count: 1 };
            assert_eq!(serde_json::to_string(&document).expect("JSON"), json);
            assert_eq!(serde_json::from_str::<Document>(json).expect("a document"), document);
        }
        for bad in [r#"{"rfc_id":"a","count":1}"#, r#"{"rfc_id":"RFC-0042","count":1,"x":2}"#] {
            assert!(serde_json::from_str::<Document>(bad).is_err(), "{bad}");
        }
    }
}
