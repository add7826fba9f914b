//! Ids as parsed types. No id can name a path outside its folder (DESIGN.md §10).

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a text is not an id of the kind asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not {kind}: expected {shape}")]
pub struct MalformedId {
    /// The text as it was given.
    pub text: String,
    /// What it should have been, with its article ("an RFC id").
    pub kind: &'static str,
    /// The shape, for people ("RFC- and four digits, as in RFC-0042").
    pub shape: &'static str,
}

/// Whether `text` is `prefix` and exactly `digits` ASCII digits.
fn is_numbered(text: &str, prefix: &str, digits: usize) -> bool {
    text.strip_prefix(prefix)
        .is_some_and(|rest| rest.len() == digits && rest.bytes().all(|b| b.is_ascii_digit()))
}

macro_rules! text_id {
    ($(#[$meta:meta])* $name:ident, $kind:literal, $shape:literal, $pattern:literal, $valid:expr) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(try_from = "String", into = "String")]
        #[schemars(extend("pattern" = $pattern))]
        pub struct $name(String);

        impl $name {
            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = MalformedId;
            fn from_str(text: &str) -> Result<Self, MalformedId> {
                let valid: fn(&str) -> bool = $valid;
                if valid(text) {
                    Ok(Self(text.to_owned()))
                } else {
                    Err(MalformedId { text: text.to_owned(), kind: $kind, shape: $shape })
                }
            }
        }

        impl TryFrom<String> for $name {
            type Error = MalformedId;
            fn try_from(text: String) -> Result<Self, MalformedId> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

text_id!(
    /// `RFC-` and four digits.
    RfcId, "an RFC id", "RFC- and four digits, as in RFC-0042", "^RFC-[0-9]{4}$",
    |t| is_numbered(t, "RFC-", 4)
);
text_id!(
    /// `TCK-` and five digits.
    TicketId, "a ticket id", "TCK- and five digits, as in TCK-00001", "^TCK-[0-9]{5}$",
    |t| is_numbered(t, "TCK-", 5)
);
text_id!(
    /// `PRD-` and four digits; only this shape is ever used in a path (GATES.md R33).
    PrdId, "a PRD id", "PRD- and four digits, as in PRD-0005", "^PRD-[0-9]{4}$",
    |t| is_numbered(t, "PRD-", 4)
);
text_id!(
    /// `WVR-` and four or five digits.
    WaiverId, "a waiver id", "WVR- and four or five digits, as in WVR-0001", "^WVR-[0-9]{4,5}$",
    |t| is_numbered(t, "WVR-", 4) || is_numbered(t, "WVR-", 5)
);
text_id!(
    /// `FND-{RFC_ID}-{number}`, the number at least three digits, counted from 001 within one review.
    FindingId, "a finding id", "FND-, the RFC id and a number, as in FND-RFC-0042-001",
    "^FND-RFC-[0-9]{4}-[0-9]{3,6}$",
    |t| {
        let Some(rest) = t.strip_prefix("FND-") else { return false };
        rest.len() > 9
            && rest.is_char_boundary(8)
            && is_numbered(&rest[..8], "RFC-", 4)
            && rest[8..].strip_prefix('-').is_some_and(|n| {
                (3..=6).contains(&n.len()) && n.bytes().all(|b| b.is_ascii_digit())
            })
    }
);
text_id!(
    /// `COUNCIL-{RFC_ID}-{YYYYMMDD}-{HHMMSS}`, with `-{n}` from 2 on when that second was taken.
    SessionId, "a session id", "COUNCIL-, the RFC id, a date and a time, as in COUNCIL-RFC-0042-20260126-100000",
    "^COUNCIL-RFC-[0-9]{4}-[0-9]{8}-[0-9]{6}(-[0-9]{1,4})?$",
    |t| {
        let mut parts = t.split('-');
        let digits = |part: Option<&str>, n: usize| {
            part.is_some_and(|p| p.len() == n && p.bytes().all(|b| b.is_ascii_digit()))
        };
        parts.next() == Some("COUNCIL")
            && parts.next() == Some("RFC")
            && digits(parts.next(), 4)
            && digits(parts.next(), 8)
            && digits(parts.next(), 6)
            && match parts.next() {
                None => true,
                Some(n) => {
                    (1..=4).contains(&n.len())
                        && n.bytes().all(|b| b.is_ascii_digit())
                        && parts.next().is_none()
                }
            }
    }
);

text_id!(
    /// `COUNCIL-{PROTOCOL}-{YYYYMMDD}-{HHMMSS}`, with `-{n}` from 2 on when that second was taken: a
    /// session of a council that is about a question.
    CouncilId, "a council's id",
    "COUNCIL-, the kind of council, a date and a time, as in COUNCIL-ROUNDS-20260126-100000",
    "^COUNCIL-(ROUNDS|LENSES)-[0-9]{8}-[0-9]{6}(-[0-9]{1,4})?$",
    |t| {
        let mut parts = t.split('-');
        let digits = |part: Option<&str>, n: usize| {
            part.is_some_and(|p| p.len() == n && p.bytes().all(|b| b.is_ascii_digit()))
        };
        parts.next() == Some("COUNCIL")
            && parts.next().is_some_and(|kind| ["ROUNDS", "LENSES"].contains(&kind))
            && digits(parts.next(), 8)
            && digits(parts.next(), 6)
            && match parts.next() {
                None => true,
                Some(n) => {
                    (1..=4).contains(&n.len())
                        && n.bytes().all(|b| b.is_ascii_digit())
                        && parts.next().is_none()
                }
            }
    }
);

impl CouncilId {
    /// The word of its protocol: `ROUNDS` of `COUNCIL-ROUNDS-20260126-100000`.
    pub fn protocol(&self) -> &str {
        self.0.split('-').nth(1).unwrap_or_default()
    }
}

text_id!(
    /// The id of a session of any council, as calls, receipts and mailboxes name it.
    SessionName, "a session's id",
    "COUNCIL-, an RFC's id or a kind of council, a date and a time, as in COUNCIL-RFC-0042-20260126-100000",
    "^COUNCIL-(RFC-[0-9]{4}|ROUNDS|LENSES)-[0-9]{8}-[0-9]{6}(-[0-9]{1,4})?$",
    |t| t.parse::<SessionId>().is_ok() || t.parse::<CouncilId>().is_ok()
);

impl From<SessionId> for SessionName {
    fn from(id: SessionId) -> Self {
        Self(id.0)
    }
}

impl From<CouncilId> for SessionName {
    fn from(id: CouncilId) -> Self {
        Self(id.0)
    }
}

impl SessionId {
    /// The RFC under review: `RFC-0042` of `COUNCIL-RFC-0042-20260126-100000`.
    pub fn rfc(&self) -> RfcId {
        RfcId(self.0["COUNCIL-".len()..][.."RFC-0000".len()].to_owned())
    }

    /// The stamp that the session's files bear: `20260126T100000Z-2` of
    /// `COUNCIL-RFC-0042-20260126-100000-2`.
    pub fn stamp(&self) -> String {
        let mut parts = self.0.splitn(6, '-').skip(3);
        let mut next = || parts.next().unwrap_or_default();
        let (date, time, suffix) = (next(), next(), next());
        let dash = if suffix.is_empty() { "" } else { "-" };
        format!("{date}T{time}Z{dash}{suffix}")
    }
}

impl FindingId {
    /// The `number`th finding (from 1) of a review of `rfc`.
    pub fn numbered(rfc: &RfcId, number: usize) -> Self {
        Self(format!("FND-{rfc}-{number:03}"))
    }
}

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Adapter {
    /// RFCs and tickets in YAML.
    Native,
    /// Changes of OpenSpec.
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
}

impl fmt::Display for Adapter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What one review is about, whichever format it is written in: `spec-kit:001-photo-albums`. Of the
/// native format it is an RFC.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SubjectId {
    adapter: Adapter,
    name: SubjectName,
}

impl SubjectId {
    /// The subject with this name; of the native format, only an RFC's id is one.
    pub fn new(adapter: Adapter, name: SubjectName) -> Result<Self, MalformedId> {
        if adapter == Adapter::Native {
            let _: RfcId = name.as_str().parse()?;
        }
        Ok(Self { adapter, name })
    }

    /// The format that it is written in.
    pub fn adapter(&self) -> Adapter {
        self.adapter
    }

    /// Its name in that.
    pub fn name(&self) -> &SubjectName {
        &self.name
    }
}

impl From<RfcId> for SubjectId {
    fn from(rfc: RfcId) -> Self {
        Self { adapter: Adapter::Native, name: SubjectName(rfc.0) }
    }
}

impl FromStr for SubjectId {
    type Err = MalformedId;

    /// `openspec:add-dark-mode`; without a format, an RFC's id.
    fn from_str(text: &str) -> Result<Self, MalformedId> {
        let Some((format, name)) = text.split_once(':') else {
            return Ok(text.parse::<RfcId>()?.into());
        };
        let adapter = Adapter::ALL.into_iter().find(|adapter| adapter.as_str() == format);
        let adapter = adapter.ok_or_else(|| MalformedId {
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

text_id!(
    /// The name by which a person is known in a session's record.
    PersonId, "a person's name", "1 to 120 characters without control characters, as in ada@example.org",
    r"^[^\x00-\x1f\x7f]{1,120}$",
    |t| (1..=120).contains(&t.chars().count()) && !t.chars().any(char::is_control) && t.trim() == t
);

text_id!(
    /// The name of a council's member in files and on the command line: `SA-1`.
    MemberName, "a member's name", "a letter or digit, then up to 31 letters, digits, dots, dashes or underscores, as in SA-1",
    "^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$",
    |t| {
        t.len() <= 32
            && t.starts_with(|c: char| c.is_ascii_alphanumeric())
            && t.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b))
    }
);

/// A member of a council: its index in the council's roster, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MemberId(pub u16);

/// The number of a mode of reasoning, 1 to 80.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "u8", into = "u8")]
#[schemars(extend("minimum" = 1, "maximum" = 80))]
pub struct ModeId(u8);

impl ModeId {
    /// The mode with this number; `None` outside 1 to 80.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 80 { Some(Self(number)) } else { None }
    }

    /// 1 to 80.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// 75 to 80 are the meta modes.
    pub const fn is_meta(self) -> bool {
        self.0 >= 75
    }
}

impl TryFrom<u8> for ModeId {
    type Error = String;
    fn try_from(number: u8) -> Result<Self, String> {
        Self::new(number).ok_or_else(|| format!("mode {number} does not exist: 1 to 80 do"))
    }
}

impl From<ModeId> for u8 {
    fn from(mode: ModeId) -> u8 {
        mode.0
    }
}

impl fmt::Display for ModeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_accept_their_shape_and_nothing_else() {
        assert!("RFC-0042".parse::<RfcId>().is_ok());
        assert!("TCK-00001".parse::<TicketId>().is_ok());
        assert!("FND-RFC-0042-001".parse::<FindingId>().is_ok());
        assert!("COUNCIL-RFC-0042-20260126-100000".parse::<SessionId>().is_ok());
        assert!("COUNCIL-RFC-0042-20260126-100000-2".parse::<SessionId>().is_ok());
        for bad in [
            "",
            "RFC-42",
            "RFC-00042",
            "rfc-0042",
            "RFC-0042/",
            "../RFC-0042",
            "RFC-0042\n",
            "RFC-004２",
            "RFC-0042\0",
            " RFC-0042",
            "FND-RFC-0042-1",
            "FND-RFCé0042-001",
            "COUNCIL-RFC-0042-2026-100000",
            "COUNCIL-RFC-0042-20260126-100000-",
            "COUNCIL-RFC-0042-20260126-100000-2-3",
            "COUNCIL-RFC-0042-20260126-100000/../x",
        ] {
            assert!(bad.parse::<RfcId>().is_err(), "{bad:?}");
            assert!(bad.parse::<TicketId>().is_err(), "{bad:?}");
            assert!(bad.parse::<PrdId>().is_err(), "{bad:?}");
            assert!(bad.parse::<FindingId>().is_err(), "{bad:?}");
            assert!(bad.parse::<SessionId>().is_err(), "{bad:?}");
        }
    }

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
    fn a_session_names_its_rfc_and_its_files() {
        for (id, stamp) in [
            ("COUNCIL-RFC-0042-20260126-100000", "20260126T100000Z"),
            ("COUNCIL-RFC-0042-20260126-100000-12", "20260126T100000Z-12"),
        ] {
            let id: SessionId = id.parse().expect("an id");
            assert_eq!((id.rfc().as_str(), id.stamp().as_str()), ("RFC-0042", stamp));
        }
    }

    #[test]
    fn a_malformed_id_says_what_was_expected() {
        let error = "RFC-42".parse::<RfcId>().expect_err("two digits are not four");
        assert_eq!(
            error.to_string(),
            "\"RFC-42\" is not an RFC id: expected RFC- and four digits, as in RFC-0042"
        );
    }
}
