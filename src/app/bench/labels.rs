//! `bench.yaml`: the defects that are known to be in a plan, and what people said of other findings.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::evidence::read::{FileSchema, LIMITS};
use crate::evidence::v2::bundle::Finding;
use crate::model::{GateId, Place, Signature, Subcategory};
use crate::port::{ReadFault, Snapshot};
use crate::yaml;

/// The file's name, in the folder of its RFC.
pub const FILE: &str = "bench.yaml";

/// Its schema, in the keywords of draft 07, which editors know.
pub static SCHEMA: FileSchema =
    FileSchema::of(include_str!("../../../schemas/bench_labels.schema.json"));

/// A file that a label names has at most so many bytes.
const MOST_BYTES: u64 = 16 << 20;

/// What is known of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, schemars(title = "bench.yaml"))]
pub struct Labels {
    /// The defects that are known to be in it.
    #[cfg_attr(test, schemars(length(min = 1, max = 1_000)))]
    pub defects: Vec<Defect>,
    /// What people said of findings that name none of them.
    #[serde(default)]
    #[cfg_attr(test, schemars(length(max = 10_000)))]
    pub judged: Vec<Judgement>,
}

/// One defect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Defect {
    /// Its name, once in the file.
    #[cfg_attr(test, schemars(regex(pattern = "^[A-Za-z0-9._-]{1,64}$")))]
    pub id: String,
    /// What is wrong, in one sentence.
    #[cfg_attr(test, schemars(length(min = 1, max = 1_000)))]
    pub says: String,
    /// Where a right finding may stand.
    #[cfg_attr(test, schemars(length(min = 1, max = 100)))]
    pub at: Vec<DefectPlace>,
    /// Whether nobody can know it without the code.
    #[serde(default)]
    pub needs_code: bool,
}

/// Where a right finding may stand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DefectPlace {
    /// A file of the repository.
    #[cfg_attr(test, schemars(length(min = 1, max = 1_000)))]
    pub file: String,
    /// The first and the last of the lines that may be named; without, any, and the file as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<[u32; 2]>,
    /// The gates that a finding may belong to; without, any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gates: Vec<GateId>,
    /// The kinds that a finding may be of; without, any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, schemars(schema_with = "kinds"))]
    pub kinds: Vec<Subcategory>,
}

/// A list of kinds, by their words alone: a fault then names some of them.
#[cfg(test)]
fn kinds(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let words: Vec<&str> = Subcategory::ALL.iter().map(|kind| kind.as_str()).collect();
    schemars::json_schema!({ "type": "array", "items": { "enum": words } })
}

/// What a person said of a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// The finding's, as `bench` prints it.
    #[cfg_attr(test, schemars(with = "String", regex(pattern = "^[0-9a-f]{32}$")))]
    pub signature: Signature,
    /// Whether the finding is right. One that is not catches nothing, wherever it stands.
    pub right: bool,
    /// Why.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, schemars(length(max = 1_000)))]
    pub because: String,
}

impl Labels {
    /// Reads labels about the files of a snapshot. Every fault is told with its place, below `name`.
    pub fn read(bytes: &[u8], name: &str, files: &dyn Snapshot) -> Result<Self, Vec<String>> {
        let told = |place: &Place, message: &str| {
            format!("{name}:{}:{}: {message}", place.line, place.column)
        };
        let labels: Self = SCHEMA.read(bytes).map_err(|faults| {
            faults.iter().map(|fault| told(&fault.place, &fault.message)).collect::<Vec<_>>()
        })?;
        let (document, _) =
            yaml::read(bytes, LIMITS).map_err(|fault| vec![told(&fault.place, &fault.message)])?;
        let faults: Vec<String> = labels
            .faults(files)
            .into_iter()
            .map(|(pointer, message)| told(&document.at_pointer(&pointer).place(), &message))
            .collect();
        if faults.is_empty() { Ok(labels) } else { Err(faults) }
    }

    /// What the schema cannot say: where, and what is wrong.
    fn faults(&self, files: &dyn Snapshot) -> Vec<(String, String)> {
        let mut faults = Vec::new();
        let (mut ids, mut judged) = (BTreeSet::new(), BTreeSet::new());
        for (n, defect) in self.defects.iter().enumerate() {
            if !ids.insert(&defect.id) {
                faults.push((format!("/defects/{n}/id"), format!("{:?} is twice", defect.id)));
            }
            for (m, place) in defect.at.iter().enumerate() {
                let at = format!("/defects/{n}/at/{m}");
                faults.extend(place.fault(files).map(|(key, why)| (format!("{at}/{key}"), why)));
            }
        }
        for (n, one) in self.judged.iter().enumerate() {
            if !judged.insert(one.signature.0.as_str()) {
                faults.push((format!("/judged/{n}/signature"), "it is judged twice".to_owned()));
            }
        }
        faults
    }

    /// What a person said of a finding.
    pub(super) fn judged(&self, finding: &Finding) -> Option<bool> {
        let said = self.judged.iter().find(|one| one.signature == finding.signature);
        said.map(|one| one.right)
    }
}

impl Defect {
    /// Whether a finding stands where a right one may.
    pub(super) fn is_named_by(&self, finding: &Finding) -> bool {
        self.at.iter().any(|place| place.holds(finding))
    }
}

/// A file, and the lines of it; none for the file as a whole.
type Spot<'f> = (&'f str, Option<[u32; 2]>);

impl DefectPlace {
    /// The key that is at fault, and why.
    fn fault(&self, files: &dyn Snapshot) -> Option<(&'static str, String)> {
        let file = &self.file;
        let bytes = match files.read(file, MOST_BYTES) {
            Ok(bytes) => bytes,
            Err(ReadFault::Missing) => {
                return Some(("file", format!("the repository has no file {file:?}")));
            }
            Err(fault) => return Some(("file", format!("{file:?} cannot be read: {fault}"))),
        };
        let [from, to] = self.lines?;
        let count = String::from_utf8_lossy(&bytes).lines().count() as u64;
        let are_there = from >= 1 && from <= to && u64::from(to) <= count;
        (!are_there)
            .then(|| ("lines", format!("[{from}, {to}] are no lines of {file}, which has {count}")))
    }

    fn holds(&self, finding: &Finding) -> bool {
        let is_of_gate = self.gates.is_empty() || self.gates.contains(&finding.gate_id);
        let is_of_kind = self.kinds.is_empty() || self.kinds.contains(&finding.subcategory);
        is_of_gate && is_of_kind && spots(finding).any(|spot| self.covers(spot))
    }

    fn covers(&self, (file, lines): Spot<'_>) -> bool {
        let are_within = match (self.lines, lines) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some([from, to]), Some([first, last])) => from <= first && last <= to,
        };
        self.file == file && are_within
    }
}

/// Where a finding stands, and the lines that it cites.
fn spots(finding: &Finding) -> impl Iterator<Item = Spot<'_>> {
    let at = &finding.location;
    // A place that ends where a line begins has nothing of that line.
    let is_before = at.end_column <= 1 && at.end_line > at.line;
    let last = if is_before { at.end_line - 1 } else { at.end_line };
    let own = (at.file.as_str(), (!at.is_whole_file()).then_some([at.line, last]));
    let cites = finding.cites.iter().map(|cited| (cited.path.as_str(), numbers(&cited.lines)));
    std::iter::once(own).chain(cites)
}

/// `10-14` or `10`.
fn numbers(lines: &str) -> Option<[u32; 2]> {
    let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
    Some([first.parse().ok()?, last.parse().ok()?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::memory::MemorySnapshot;

    fn faults(text: &str) -> Vec<String> {
        let files = MemorySnapshot::new().file("a.yaml", "1\n2\n3\n");
        Labels::read(text.as_bytes(), "bench.yaml", &files).expect_err("it has faults")
    }

    #[test]
    fn every_fault_is_told_at_its_place() {
        let text = concat!(
            "defects:\n",
            "- id: one\n  says: x\n  at:\n  - {file: a.yaml, lines: [2, 3]}\n  - {file: b.yaml}\n",
            "- id: one\n  says: y\n  at:\n  - {file: a.yaml, lines: [3, 4]}\n",
            "judged:\n",
            "- {signature: 0123456789abcdef0123456789abcdef, right: true}\n",
            "- {signature: 0123456789abcdef0123456789abcdef, right: false}\n",
        );
        assert_eq!(
            faults(text),
            [
                "bench.yaml:6:12: the repository has no file \"b.yaml\"",
                "bench.yaml:7:7: \"one\" is twice",
                "bench.yaml:10:27: [3, 4] are no lines of a.yaml, which has 3",
                "bench.yaml:13:15: it is judged twice",
            ]
        );
    }

    #[test]
    fn lines_are_one_number_or_two() {
        assert_eq!(numbers("10-14"), Some([10, 14]));
        assert_eq!(numbers("7"), Some([7, 7]));
        assert_eq!(numbers("x"), None);
    }

    #[test]
    fn a_place_with_lines_holds_what_lies_within_them_and_no_whole_file() {
        let place = |lines| DefectPlace {
            file: "a".to_owned(),
            lines,
            gates: Vec::new(),
            kinds: Vec::new(),
        };
        let within = |lines, spot| place(lines).covers(("a", spot));
        for (lines, spot, is_held) in [
            (None, None, true),
            (None, Some([7, 9]), true),
            (Some([3, 5]), Some([3, 5]), true),
            (Some([3, 5]), Some([4, 4]), true),
            (Some([3, 5]), Some([2, 4]), false),
            (Some([3, 5]), Some([5, 6]), false),
            (Some([3, 5]), None, false),
        ] {
            assert_eq!(within(lines, spot), is_held, "{lines:?} {spot:?}");
        }
        assert!(!place(None).covers(("b", None)));
    }
}
