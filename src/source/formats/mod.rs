//! The plans of other formats than YAML in a snapshot: which formats are there, their subjects, and each
//! of them read when somebody asks. Knows where documents stand, and no grammar.

mod detect;
mod kept;
mod names;
mod subject;
mod tickets;

use std::collections::BTreeSet;

use self::kept::KeptFiles;
pub use self::names::{NameMeaning, SubjectNames};
pub use self::subject::FormatSubject;
use super::bmad::{self, BmadPlan};
use super::openspec::{OpenSpec, OpenSpecChange, OpenSpecTree, undated};
use super::spec_kit::{Feature, FeatureFolders};
use super::subject::{Masking, SubjectDocument, SubjectReading};
use crate::model::{Adapter, Layout, SubjectId, SubjectName};
use crate::port::{Snapshot, TreeEntry, beneath};

/// The plans of other formats in a snapshot.
#[derive(Debug, Default)]
pub struct Formats {
    kept: KeptFiles,
    is_for_evidence: bool,
    /// The formats that are read.
    pub found: Vec<Adapter>,
    /// The folder of spec-kit's features, and what stands in it.
    pub spec_kit: Option<(String, FeatureFolders)>,
    /// What all changes of OpenSpec are seen beside.
    pub openspec: Option<OpenSpec>,
    /// The epics file of BMAD, and the folder of its stories.
    pub bmad: Option<(String, String)>,
}

/// Where spec-kit keeps what all features obey.
const CONSTITUTION: &str = ".specify/memory/constitution.md";

impl Formats {
    /// What subjects are called, as the listed tree tells.
    pub fn names(entries: &[TreeEntry], layout: &Layout) -> SubjectNames {
        let found = Self::found(entries, layout);
        let mut names = SubjectNames::default();
        let id = |adapter, name: &str| SubjectId::new(adapter, name.parse().ok()?).ok();
        for &adapter in &found {
            match adapter {
                Adapter::Native => {}
                Adapter::SpecKit => {
                    let folders = FeatureFolders::of(entries, layout.formats.specs());
                    let ids = folders.names.iter().map(SubjectName::as_str);
                    names.live.extend(ids.filter_map(|name| id(adapter, name)));
                }
                Adapter::OpenSpec => {
                    let tree = OpenSpecTree::of(entries, layout.formats.openspec());
                    let ids = tree.changes.keys().map(SubjectName::as_str);
                    names.live.extend(ids.filter_map(|name| id(adapter, name)));
                    let archived = tree.archived.keys().filter_map(|folder| {
                        let (date, name) = undated(folder);
                        Some((id(adapter, name)?, date.map(str::to_owned)))
                    });
                    names.archived.extend(archived);
                }
                Adapter::Bmad => names.live.extend(id(adapter, bmad::NAME)),
            }
        }
        if !found.is_empty() && layout.formats.allows(Adapter::Native) {
            let root = super::roots::Roots::of(entries, layout).rfcs;
            let folders = beneath(entries, &root).filter_map(|(path, _)| path.split_once('/'));
            let mut rfcs: Vec<SubjectId> =
                folders.filter_map(|(name, _)| id(Adapter::Native, name)).collect();
            rfcs.dedup();
            names.live.splice(0..0, rfcs);
        }
        names.formats = found;
        names
    }

    /// Reads the documents of a snapshot: of these subjects, or of all. What of them the commit holds is
    /// looked up for evidence alone.
    pub(super) fn read(
        snapshot: &dyn Snapshot,
        layout: &Layout,
        named: Option<&[SubjectId]>,
        is_for_evidence: bool,
    ) -> Self {
        let entries = snapshot.entries();
        let found = Self::found(entries, layout);
        if found.is_empty() {
            return Self::default();
        }
        let is_wanted = |adapter: Adapter, name: &str| {
            let is_it = |id: &SubjectId| id.adapter() == adapter && id.name().as_str() == name;
            named.is_none_or(|named| named.iter().any(is_it))
        };
        let of = |adapter: Adapter| found.contains(&adapter);
        let mut paths = Vec::new();
        let mut below = |root: &str, keep: &dyn Fn(&str) -> bool| {
            let files = beneath(entries, root).filter(|(path, _)| keep(path));
            paths.extend(files.map(|(path, _)| format!("{root}/{path}")));
        };
        let (specs, openspec) = (layout.formats.specs(), layout.formats.openspec());
        if found.contains(&Adapter::SpecKit) {
            below(specs, &|path| {
                let name = path.split('/').next().unwrap_or_default();
                path.ends_with(".md") && is_wanted(Adapter::SpecKit, name)
            });
            below(".specify", &|path| path == &CONSTITUTION[".specify/".len()..]);
        }
        if found.contains(&Adapter::OpenSpec) {
            below(openspec, &|path| match path.strip_prefix("changes/") {
                // O40 alone asks what was archived.
                Some(rest) if rest.starts_with("archive/") => {
                    named.is_none() && (path.ends_with("/tasks.md") || path.ends_with("/spec.md"))
                }
                Some(rest) => {
                    let (name, file) = rest.split_once('/').unwrap_or((rest, ""));
                    file.ends_with("spec.md") || is_wanted(Adapter::OpenSpec, name)
                }
                None => path.ends_with(".md") || path.ends_with(".yaml"),
            });
        }
        let bmad = of(Adapter::Bmad).then(|| epics(entries, layout)).flatten();
        if let Some((epics, stories)) = &bmad {
            let files = beneath(entries, stories).map(|(path, _)| format!("{stories}/{path}"));
            paths.extend(files.filter(|path| path.ends_with(".md") || path.ends_with(".yaml")));
            paths.push(epics.clone());
        }
        let kept = KeptFiles::read(snapshot, &paths, is_for_evidence);
        let spec_kit =
            of(Adapter::SpecKit).then(|| (specs.to_owned(), FeatureFolders::of(entries, specs)));
        let openspec = of(Adapter::OpenSpec)
            .then(|| OpenSpec::read(&kept, OpenSpecTree::of(entries, openspec)));
        Self { kept, is_for_evidence, found, spec_kit, openspec, bmad }
    }

    /// The subjects that there are, by format and name.
    pub fn ids(&self) -> Vec<SubjectId> {
        let id = |adapter, name: &SubjectName| SubjectId::new(adapter, name.clone()).ok();
        let changes = self.openspec.iter().flat_map(|all| all.tree.changes.keys());
        let features = self.spec_kit.iter().flat_map(|(_, folders)| &folders.names);
        let changes = changes.filter_map(|name| id(Adapter::OpenSpec, name));
        let plan = bmad::NAME.parse().ok().filter(|_| self.bmad.is_some());
        let plan = plan.and_then(|name: SubjectName| id(Adapter::Bmad, &name));
        let features = features.filter_map(|name| id(Adapter::SpecKit, name));
        changes.chain(features).chain(plan).collect()
    }

    /// The folder of a subject, or its file.
    pub fn folder_of(&self, subject: &SubjectId) -> Option<String> {
        let name = subject.name();
        match subject.adapter() {
            Adapter::Native => None,
            Adapter::Bmad => self.bmad.as_ref().map(|(epics, _)| folder(epics).to_owned()),
            Adapter::SpecKit => self.spec_kit.as_ref().map(|(root, _)| format!("{root}/{name}")),
            Adapter::OpenSpec => {
                self.openspec.as_ref().map(|all| format!("{}/changes/{name}", all.tree.root))
            }
        }
    }

    /// One subject, read whole; `None` when there is no such subject.
    pub fn subject(&self, id: &SubjectId) -> Option<FormatSubject> {
        let reading =
            SubjectReading { snapshot: &self.kept, is_for_evidence: self.is_for_evidence };
        match id.adapter() {
            Adapter::Native => None,
            Adapter::Bmad => {
                let (epics, stories) = self.bmad.as_ref().filter(|_| self.has(id))?;
                let plan = BmadPlan::read(&self.kept, epics, stories, self.is_for_evidence).ok()?;
                Some(FormatSubject::Bmad(plan))
            }
            Adapter::SpecKit => {
                let (root, folders) = self.spec_kit.as_ref()?;
                folders.names.binary_search(id.name()).ok()?;
                let feature = Feature::read(&reading, root, id.name()).ok()?;
                Some(FormatSubject::SpecKit(feature))
            }
            Adapter::OpenSpec => {
                let all = self.openspec.as_ref()?;
                let change = all.change(&self.kept, id.name(), self.is_for_evidence)?;
                Some(FormatSubject::OpenSpec(change))
            }
        }
    }

    /// What members of a council see beside the documents of a subject, and what its findings rest on.
    pub(super) fn companions(&self, read: &FormatSubject) -> Vec<SubjectDocument> {
        let reading =
            SubjectReading { snapshot: &self.kept, is_for_evidence: self.is_for_evidence };
        let paths = match read {
            FormatSubject::SpecKit(feature) => {
                let mut paths = feature.companions(&reading);
                paths.push(CONSTITUTION.to_owned());
                paths
            }
            FormatSubject::OpenSpec(change) => self.seen_beside(change),
            FormatSubject::Bmad(_) => Vec::new(),
        };
        let documents = paths.iter().filter_map(|path| reading.document(path, Masking::Fences));
        documents.filter_map(Result::ok).collect()
    }

    /// The main specs that a change is about, and the deltas of the changes that share a requirement with
    /// it.
    fn seen_beside(&self, change: &OpenSpecChange) -> Vec<String> {
        let Some(all) = &self.openspec else { return Vec::new() };
        let specs = change.touched.iter().filter_map(|name| all.tree.specs.get(name).cloned());
        let others = all.overlaps.sharing(change.subject.id.name());
        let folders = others.filter_map(|name| all.tree.changes.get(name));
        let deltas = folders.flat_map(|folder| {
            folder.deltas().map(|(_, path)| format!("{}/{path}", folder.path)).collect::<Vec<_>>()
        });
        specs.chain(deltas).collect()
    }

    /// The documents as they were read, for rules that go over them.
    pub fn documents(&self) -> &dyn Snapshot {
        &self.kept
    }

    /// The files and folders in which the formats that are read have their plans.
    pub fn roots(&self) -> Vec<String> {
        let specs = self.spec_kit.iter().map(|(root, _)| root.clone());
        let openspec = self.openspec.iter().map(|all| all.tree.root.clone());
        let bmad = self.bmad.iter().flat_map(|(epics, stories)| [epics.clone(), stories.clone()]);
        specs.chain(openspec).chain(bmad).collect()
    }

    /// The subjects that a change of these files puts in question.
    pub fn in_question(&self, changed: &[String]) -> BTreeSet<SubjectId> {
        let mut found = BTreeSet::new();
        if let Some((root, _)) = &self.spec_kit {
            let names = changed.iter().filter_map(|path| {
                let (name, _) = path.strip_prefix(root)?.strip_prefix('/')?.split_once('/')?;
                SubjectId::new(Adapter::SpecKit, name.parse().ok()?).ok()
            });
            let known = names.filter(|id| self.has(id));
            found.extend(known);
        }
        if let Some(all) = &self.openspec {
            let names = all.in_question(changed).into_iter();
            found.extend(names.filter_map(|name| SubjectId::new(Adapter::OpenSpec, name).ok()));
        }
        if let Some((epics, stories)) = &self.bmad {
            let below = format!("{stories}/");
            if changed.iter().any(|path| path == epics || path.starts_with(&below)) {
                found.extend(self.ids().into_iter().filter(|id| id.adapter() == Adapter::Bmad));
            }
        }
        found
    }

    /// Whether there is such a subject.
    fn has(&self, id: &SubjectId) -> bool {
        match id.adapter() {
            Adapter::Native => false,
            Adapter::Bmad => self.bmad.is_some() && id.name().as_str() == bmad::NAME,
            Adapter::SpecKit => {
                let folders = self.spec_kit.as_ref().map(|(_, folders)| folders);
                folders.is_some_and(|folders| folders.names.binary_search(id.name()).is_ok())
            }
            Adapter::OpenSpec => {
                self.openspec.as_ref().is_some_and(|all| all.tree.changes.contains_key(id.name()))
            }
        }
    }

    /// The folder in which a change is archived, with the deltas that it had in another state.
    pub fn archived_with(&self, id: &SubjectId, then: &Formats) -> Option<String> {
        let (all, old) = (self.openspec.as_ref()?, then.openspec.as_ref()?);
        let live = old.tree.changes.get(id.name()).filter(|_| id.adapter() == Adapter::OpenSpec)?;
        let deltas: Vec<&str> = live.deltas().map(|(_, path)| path).collect();
        let mut folders = all.tree.archived_as(id.name().as_str()).map(|(_, folder)| folder);
        let found = folders.find(|folder| {
            let own: Vec<&str> = folder.deltas().map(|(_, path)| path).collect();
            let bytes = |files: &KeptFiles, folder: &str, path: &str| {
                files.bytes(&format!("{folder}/{path}")).map(<[u8]>::to_vec)
            };
            let is_same = |path: &&str| {
                bytes(&then.kept, &live.path, path) == bytes(&self.kept, &folder.path, path)
            };
            own == deltas && deltas.iter().all(is_same)
        });
        found.map(|folder| folder.path.clone())
    }
}

/// The epics file of BMAD that a tree has, and the folder of its stories.
fn epics(entries: &[TreeEntry], layout: &Layout) -> Option<(String, String)> {
    let formats = &layout.formats;
    let epics = bmad::find_epics(entries, formats.epics.as_deref().unwrap_or(bmad::EPICS))?;
    let stories = formats.stories.as_deref().unwrap_or(bmad::STORIES);
    Some((epics, stories.to_owned()))
}

fn folder(file: &str) -> &str {
    file.rsplit_once('/').map_or("", |(folder, _)| folder)
}
