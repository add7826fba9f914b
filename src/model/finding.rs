//! A finding: one claim, made once, with a place and a quote. Facts are never edited; agreement,
//! votes and rulings live in ledgers keyed by the finding's id or signature.

use std::cmp::Ordering;
use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Serialize};

use super::digest::Digest;
use super::gate::GateId;
use super::ids::{FindingId, TicketId};
use super::place::{Location, NodePath};
use super::related::Related;
use super::taxonomy::{Category, Severity, Subcategory};

/// The number of a rule: `R12`, `R3A`, `L4` of GATES.md; of other formats `S15` (spec-kit), `O20`
/// (OpenSpec), `B10` (BMAD) and `A1` (all of these). Which of them there are is for the gates to say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule([u8; 4]);

impl Rule {
    /// A letter and up to three digits, of which all but the first may be hexadecimal.
    pub const fn parse(number: &str) -> Option<Self> {
        let [letter, first @ b'1'..=b'9', rest @ ..] = number.as_bytes() else {
            return None;
        };
        if !matches!(letter, b'R' | b'L' | b'S' | b'O' | b'B' | b'A') {
            return None;
        }
        let (second, third) = match rest {
            [] => (0, 0),
            [second @ (b'0'..=b'9' | b'A'..=b'F')] => (*second, 0),
            [second @ (b'0'..=b'9' | b'A'..=b'F'), third @ (b'0'..=b'9' | b'A'..=b'F')] => {
                (*second, *third)
            }
            [..] => return None,
        };
        Some(Self([*letter, *first, second, third]))
    }

    /// The same for the number that stands in a table of the code.
    pub(crate) const fn numbered(number: &'static str) -> Self {
        Self::parse(number).expect("a rule has a number")
    }

    /// As it is written.
    pub fn as_str(&self) -> &str {
        let end = self.0.iter().position(|byte| *byte == 0).unwrap_or(self.0.len());
        std::str::from_utf8(&self.0[..end]).unwrap_or_default()
    }
}

impl Serialize for Rule {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = String::deserialize(deserializer)?;
        let unknown = || {
            D::Error::custom(format!(
                "{number:?} is not a rule: `council-review explain` lists them"
            ))
        };
        Self::parse(&number).ok_or_else(unknown)
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rule").field(&self.as_str()).finish()
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What matches findings across reviews: gate, category, subcategory, ticket or
/// file, normalised yaml path. 32 hex digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Signature(pub String);

impl Signature {
    /// The signature of a claim about `subject` (a ticket id, else a file).
    pub fn of(gate: GateId, subcategory: Subcategory, subject: &str, path: &NodePath) -> Self {
        let path = match path {
            NodePath::Line | NodePath::Yaml(_) => normalised(path.as_yaml()),
            NodePath::Heading(_) | NodePath::Item(_) | NodePath::Entity(_) => path.to_string(),
        };
        let digest = Digest::of_parts([
            gate.as_str().as_bytes(),
            subcategory.category().as_str().as_bytes(),
            subcategory.as_str().as_bytes(),
            subject.as_bytes(),
            path.as_bytes(),
        ]);
        Self(digest.hex()[..32].to_owned())
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One spelling for one place: no leading `$` or dot, no quotes or blanks, `[n]` for `.n`.
/// Indices stay: two wrong entries of one list are two findings.
fn normalised(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    let bare = path.replace(['"', '\'', ' ', '\t'], "").replace('[', ".").replace(']', "");
    for part in bare.trim_start_matches('$').split('.').filter(|part| !part.is_empty()) {
        if part.bytes().all(|b| b.is_ascii_digit()) {
            out.push_str(&format!("[{part}]"));
        } else {
            if !out.is_empty() {
                out.push('.');
            }
            out.push_str(part);
        }
    }
    out
}

/// One claim of a deterministic gate, made once.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The rule of GATES.md that fired.
    pub rule: Rule,
    /// The gate it belongs to.
    pub gate: GateId,
    /// What kind of defect.
    pub subcategory: Subcategory,
    /// How much it weighs.
    pub severity: Severity,
    /// Where.
    pub location: Location,
    /// The ticket it is about, when it is about one.
    pub ticket: Option<TicketId>,
    /// What is wrong: lower case, no full stop.
    pub description: String,
    /// The next act: lower case, no full stop, never the words of the description.
    pub remediation: String,
    /// The source line at the location, without its line break; empty when the file has none there,
    /// or one too long to be quoted.
    pub source_line: String,
    /// Other places that it names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<Related>,
    /// The findings of the same review that explain it (GATES.md R57); empty for most. Set once all
    /// gates have spoken, because the ids count the findings of all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<FindingId>,
}

/// Whether a finding that others explain is left out of the count (GATES.md R57). `stands` says of
/// each of its causes whether it stands or a waiver holds it back; `None`, that there is no such
/// finding.
///
/// A cause that is waived explains on: whoever accepted a defect accepted what comes of it, and is
/// not asked for a waiver of each sign of it. A BLOCKER is the exception. Only a waiver that names
/// it lets one pass, so that no verdict is APPROVED beside a BLOCKER that nobody waived.
pub fn is_consequence(severity: Severity, stands: impl IntoIterator<Item = Option<bool>>) -> bool {
    let mut is_explained = false;
    for cause in stands {
        match cause {
            None => return false,
            Some(false) if severity == Severity::Blocker => return false,
            Some(_) => is_explained = true,
        }
    }
    is_explained
}

impl Finding {
    /// The category of its subcategory.
    pub fn category(&self) -> Category {
        self.subcategory.category()
    }

    /// See [`Signature`].
    pub fn signature(&self) -> Signature {
        let subject = self.ticket.as_ref().map_or(self.location.file.as_str(), TicketId::as_str);
        Signature::of(self.gate, self.subcategory, subject, &self.location.path)
    }

    /// Gate, then file, line, column, rule, path, text: a total order, so that output never
    /// depends on how the work was scheduled.
    pub fn reporting_order(&self, other: &Self) -> Ordering {
        let key = |f: &Self| (f.gate, f.location.line, f.location.column, f.rule);
        self.gate
            .cmp(&other.gate)
            .then_with(|| self.location.file.cmp(&other.location.file))
            .then_with(|| key(self).cmp(&key(other)))
            .then_with(|| self.location.path.cmp(&other.location.path))
            .then_with(|| self.description.cmp(&other.description))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_has_a_letter_and_a_number() {
        for number in ["R1", "R12", "R3A", "L4", "R3FF", "S15", "O42", "B3", "A1"] {
            assert_eq!(Rule::parse(number).expect(number).as_str(), number);
        }
        for none in ["", "R", "12", "r12", "R0", "RA", "R3G", "R3a", "R1 ", "R1234", "X1", "R1\0"] {
            assert_eq!(Rule::parse(none), None, "{none:?}");
        }
        assert_eq!(serde_json::to_value(Rule::numbered("R3A")).ok(), Some("R3A".into()));
        assert!(serde_json::from_str::<Rule>("\"none\"").is_err());
        let texts = ["L1", "L10", "L2", "R1", "R10", "R2", "R3", "R39", "R3A"];
        assert!(texts.map(Rule::numbered).is_sorted(), "as their texts are");
    }

    #[test]
    fn one_place_has_one_normalised_path() {
        for spelling in [
            "$.ticket_meta.dependencies.tickets[1].ticket_id",
            "ticket_meta.dependencies.tickets.1.ticket_id",
            "ticket_meta['dependencies'][\"tickets\"][1].ticket_id",
        ] {
            assert_eq!(normalised(spelling), "ticket_meta.dependencies.tickets[1].ticket_id");
        }
    }

    #[test]
    fn signatures_tell_entries_of_one_list_apart() {
        let at = |path: &str| {
            let path = NodePath::yaml(path);
            Signature::of(GateId::CcpMapping, Subcategory::CcpMismatch, "TCK-00001", &path)
        };
        assert_ne!(
            at("implementation.files_to_modify[0]"),
            at("implementation.files_to_modify[1]")
        );
        assert_eq!(at("a.b[0]"), at("$.a.b.0"));
    }
}
