//! An RFC's folder: its meta, requirements, decisions and decomposition.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::decomposition::DecompositionEntry;
use super::hidden::HiddenText;
use super::scalar::Text;
use super::slips::Slip;
use super::text::SourceText;
use crate::model::{Place, PrdId, RfcId, SubjectId};

/// What was read of `documents/rfcs/RFC-dddd/`.
#[derive(Debug)]
pub struct Rfc {
    /// What it is: of the native format, the folder's name.
    pub id: SubjectId,
    /// Path of the folder from the repository's root, without a trailing slash.
    pub folder: String,
    /// Whether the folder holds any `NN_*.yaml` or requirement file; without, it is a seed.
    pub has_yaml: bool,
    /// Whether its top level holds YAML of other names.
    pub has_other_yaml: bool,
    /// `00_meta.yaml`, when there is one that parses: its `rfc.id`.
    pub meta: Option<RfcMeta>,
    /// The title, from `00_meta.yaml`.
    pub title: Option<String>,
    /// The PRDs it binds: the first, then secondary ones.
    pub prds: Vec<PrdId>,
    /// Requirements in order of definition: file 01 before `requirements/`.
    pub requirements: Vec<Requirement>,
    /// Where in `requirements` those are that go by an id or alias.
    pub(super) positions: HashMap<String, Vec<usize>>,
    /// Whether an input of the coverage gate did not parse (R31): its rules are then withheld.
    pub requirements_incomplete: bool,
    /// Design decisions of file 02.
    pub decisions: Vec<DesignDecision>,
    /// File 06, when there is one.
    pub decomposition_file: Option<String>,
    /// The planned tickets of file 06, in order.
    pub decomposition: Vec<DecompositionEntry>,
    /// Keys of files 00, 01, 06 and of `requirements/` that are nearly ones that are read, and missing
    /// (R52): file and slip.
    pub slips: Vec<(String, Slip)>,
}

impl Rfc {
    /// The requirements that go by this id or alias, in order of definition (GATES.md R32).
    pub fn named(&self, id: &str) -> impl Iterator<Item = &Requirement> {
        self.positions(id).iter().map(|&at| &self.requirements[at])
    }

    /// Where in `requirements` they are.
    pub fn positions(&self, id: &str) -> &[usize] {
        self.positions.get(id).map_or(&[], Vec::as_slice)
    }

    /// Notes by which names the requirements go.
    pub(super) fn index(&mut self) {
        let mut positions: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, requirement) in self.requirements.iter().enumerate() {
            for name in requirement.names() {
                positions.entry(name.to_owned()).or_default().push(at);
            }
        }
        self.positions = positions;
    }

    /// The lines that places point to, by file.
    fn lines(&self) -> BTreeMap<&str, BTreeSet<u32>> {
        let mut lines: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
        let meta = self.meta.iter().flat_map(|meta| {
            let texts = meta.id.iter().chain(&meta.prd_ref).chain(&meta.secondary_prd_refs);
            texts.map(|text| (&meta.file, &text.place))
        });
        let requirements = self.requirements.iter().flat_map(|requirement| {
            let other = requirement.misnamed.iter().map(|other| (&other.file, &other.place));
            other.chain([(&requirement.file, &requirement.place)])
        });
        let planned = self.decomposition_file.iter().flat_map(|file| {
            let entries = self.decomposition.iter();
            entries.map(move |entry| (file, &entry.place))
        });
        let slips = self.slips.iter().map(|(file, slip)| (file, &slip.place));
        for (file, place) in meta.chain(requirements).chain(planned).chain(slips) {
            lines.entry(file).or_default().insert(place.line);
        }
        lines
    }

    /// Lets go of what only readers of the whole text need: statements, decisions, and of its
    /// texts all lines that no place, nor one of the hidden texts of its file, points to.
    pub(super) fn drop_text<'h>(
        &mut self,
        texts: &mut BTreeMap<String, SourceText>,
        hidden: impl Fn(&str) -> &'h [HiddenText],
    ) {
        let lines = self.lines();
        for (file, text) in texts {
            let mut kept = lines.get(file.as_str()).cloned().unwrap_or_default();
            kept.extend(hidden(file).iter().map(|text| text.place.line));
            *text = text.lines_alone(&kept);
        }
        self.decisions = Vec::new();
        for requirement in &mut self.requirements {
            requirement.statement = None;
        }
    }
}

impl RfcMeta {
    /// R33: what the RFC binds that is no PRD's id.
    pub fn malformed_prds(&self) -> impl Iterator<Item = &Text> {
        let said = self.prd_ref.iter().chain(&self.secondary_prd_refs);
        said.filter(|said| {
            !matches!(said.value.trim(), "" | "NONE") && said.value.parse::<PrdId>().is_err()
        })
    }
}

/// `00_meta.yaml`.
#[derive(Debug)]
pub struct RfcMeta {
    /// Its path.
    pub file: String,
    /// `rfc_meta.rfc.id`, when present.
    pub id: Option<Text>,
    /// `binds_to_prd.prd_id`, when present; `""` and `NONE` included.
    pub prd_ref: Option<Text>,
    /// The ids of `secondary_prd` and `secondary_prds`, as written.
    pub secondary_prd_refs: Vec<Text>,
}

/// Where a requirement comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequirementOrigin {
    /// From a PRD.
    Imported,
    /// The RFC's own.
    Local,
}

impl RequirementOrigin {
    /// In lower case, for sentences.
    pub const fn as_str(self) -> &'static str {
        match self {
            RequirementOrigin::Imported => "imported",
            RequirementOrigin::Local => "local",
        }
    }
}

/// One requirement of an RFC.
#[derive(Debug, Clone)]
pub struct Requirement {
    /// Its id in this RFC.
    pub id: String,
    /// Other ids of the same item (R32).
    pub aliases: Vec<String>,
    /// Imported or local; both must be covered.
    pub origin: RequirementOrigin,
    /// Its title, when it has one.
    pub title: Option<String>,
    /// What it demands, when it says so.
    pub statement: Option<String>,
    /// The file of its first definition.
    pub file: String,
    /// The place of its first definition.
    pub place: Place,
    /// The `requirements/` file that has another name than the id it defines (R31).
    pub misnamed: Option<Misnamed>,
}

impl Requirement {
    /// The ids that it goes by, its own first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.id.as_str()).chain(self.aliases.iter().map(String::as_str))
    }
}

/// A `requirements/` file that is named after another id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misnamed {
    /// Its name without the ending.
    pub stem: String,
    /// Its path.
    pub file: String,
    /// The id in it.
    pub place: Place,
}

/// A design decision.
#[derive(Debug, Clone)]
pub struct DesignDecision {
    /// `DD-0001`.
    pub id: String,
    /// Title or statement.
    pub text: String,
    /// File 02.
    pub file: String,
    /// Where.
    pub place: Place,
}

/// All RFCs of a repository, by id.
pub type Rfcs = BTreeMap<RfcId, Rfc>;
