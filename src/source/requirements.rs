//! The requirements that an RFC or a PRD defines: the closed list of containers of file 01 and the
//! files of `requirements/` (R31, R32).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::keys::first_of;
use super::prd::Prd;
use super::reading::Reading;
use super::rfc::{Misnamed, Requirement, RequirementOrigin};
use super::text::SourceText;
use crate::model::{Place, PrdId};
use crate::yaml::NodeRef;

/// The containers of file 01, below its root key. What else looks like requirements there is
/// context (`inherited_from_prds`, `doctrine_requirements`).
const CONTAINERS: [(&[&str], RequirementOrigin); 8] = {
    use RequirementOrigin::{Imported, Local};
    [
        (&["requirement_binding", "bound_requirement_ids"], Imported),
        (&["requirement_binding", "added_rfc_only_requirements", "local_requirements"], Local),
        (&["imports", "prd_requirements"], Imported),
        (&["imports", "from_prd", "requirements"], Imported),
        (&["imported_requirements"], Imported),
        (&["additional_requirements"], Local),
        (&["derived_requirements"], Local),
        (&["rfc_local_requirements", "requirements"], Local),
    ]
};

/// Requirements in order of definition, each id once.
#[derive(Debug, Default)]
pub(super) struct Requirements {
    pub(super) found: Vec<Requirement>,
    /// Where each id is.
    known: HashMap<String, usize>,
}

impl Requirements {
    /// Those of a file 01, in the order of the file.
    pub(super) fn imports(&mut self, file: &str, root: NodeRef<'_>) {
        let mut items = Vec::new();
        for (_, part) in root.entries() {
            for (path, origin) in CONTAINERS {
                let list = part.at(path).into_iter().flat_map(NodeRef::items);
                items.extend(list.map(|item| (origin, item)));
            }
        }
        items.sort_by_key(|(_, item)| {
            let place = item.place();
            (place.line, place.column)
        });
        for (origin, item) in items {
            self.define(requirement(file, origin, item, item.place()));
        }
    }

    /// That of a `requirements/` file, if it defines one.
    pub(super) fn file(&mut self, file: &str, root: NodeRef<'_>) {
        let Some((body, id)) = definition(root) else { return };
        let mut defined = requirement(file, RequirementOrigin::Local, body, id.place());
        if let Some(defined) = &mut defined {
            let stem = file_stem(file);
            defined.misnamed = (defined.id != stem).then(|| Misnamed {
                stem: stem.to_owned(),
                file: file.to_owned(),
                place: id.place(),
            });
        }
        self.define(defined);
    }

    /// The first definition of an id counts; later ones add what it does not say. A list of the
    /// RFC's own requirements outweighs a binding of the same id.
    fn define(&mut self, requirement: Option<Requirement>) {
        let Some(new) = requirement else { return };
        let at = *self.known.entry(new.id.clone()).or_insert(self.found.len());
        let Some(known) = self.found.get_mut(at) else {
            self.found.push(new);
            return;
        };
        let from_list = new.file == known.file;
        if from_list && new.origin == RequirementOrigin::Local {
            known.origin = RequirementOrigin::Local;
        }
        known.title = known.title.take().or(new.title);
        known.statement = known.statement.take().or(new.statement);
        known.misnamed = known.misnamed.take().or(new.misnamed);
        for alias in new.aliases {
            if !known.aliases.contains(&alias) {
                known.aliases.push(alias);
            }
        }
    }
}

/// One item of a container, a bare id or a mapping, or the body of a file.
fn requirement(
    file: &str,
    origin: RequirementOrigin,
    item: NodeRef<'_>,
    place: Place,
) -> Option<Requirement> {
    let said = |keys: &[&str]| Some(first_of(item, keys)?.as_scalar()?.trim().to_owned());
    let aliases = ["prd_requirement_id", "source_id"];
    // Only a string is an id (R31): nobody can refer to a bare number.
    let named = |key: &&str| Some(item.get(key)?.as_str()?.trim().to_owned());
    let keys = ["rfc_local_id", "requirement_id", "id"];
    let id = match item.as_str() {
        Some(id) => id.trim().to_owned(),
        None => keys.iter().chain(&aliases).filter_map(named).find(|id| !id.is_empty())?,
    };
    if id.is_empty() {
        return None;
    }
    let aliases = aliases.iter().filter_map(named);
    Some(Requirement {
        aliases: aliases.filter(|a| *a != id && !a.is_empty()).collect(),
        id,
        origin,
        title: said(&["title", "name", "summary"]),
        statement: said(&["statement", "requirement_text", "description"]),
        file: file.to_owned(),
        place,
        misnamed: None,
    })
}

/// The body and the id of a `requirements/` file: its root key ends in `requirement`, it has an
/// id, and nobody withdrew it.
fn definition(root: NodeRef<'_>) -> Option<(NodeRef<'_>, NodeRef<'_>)> {
    let body = body(root)?;
    let id = body.get("id")?;
    id.as_str().filter(|id| !id.trim().is_empty())?;
    let status = body.get("status").and_then(NodeRef::as_scalar);
    let withdrawn = ["DEPRECATED", "WITHDRAWN", "SUPERSEDED", "REJECTED"];
    let is_withdrawn = status.is_some_and(|status| {
        let status = status.trim();
        withdrawn.iter().any(|word| status.eq_ignore_ascii_case(word))
    });
    (!is_withdrawn).then_some((body, id))
}

/// What stands below the root key of a `requirements/` file.
pub(super) fn body(root: NodeRef<'_>) -> Option<NodeRef<'_>> {
    let is_root = |key: &str| key.ends_with("requirement");
    root.entries().find(|(key, _)| key.key_text().is_some_and(is_root)).map(|(_, body)| body)
}

/// A README in `requirements/` defines nothing, whatever it holds.
pub(super) fn may_define(name: &str) -> bool {
    !name.to_ascii_lowercase().starts_with("readme.")
}

fn file_stem(file: &str) -> &str {
    let name = file.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The PRDs with these folders. Each file is read by itself, since one PRD may have all of them.
pub(super) fn read_prds(
    reading: &mut Reading<'_>,
    folders: Vec<(PrdId, String)>,
    texts: Option<&mut BTreeMap<String, SourceText>>,
) -> BTreeMap<PrdId, Prd> {
    let is_kept = texts.is_some();
    let mut prds = BTreeMap::new();
    let mut files = Vec::new();
    for (id, folder) in folders {
        let its = reading.yaml_in(&format!("{folder}/requirements"), may_define);
        files.extend(its.into_iter().map(|file| (id.clone(), file)));
        let (requirements, requirements_incomplete) = (BTreeSet::new(), false);
        prds.insert(id.clone(), Prd { id, requirements, requirements_incomplete });
    }
    let read = reading.par_map(&files, |part, (_, file)| {
        let document = part.yaml(file).ok()?;
        let id = definition(document.root()).and_then(|(_, id)| id.as_scalar());
        let id = id.map(|id| id.trim().to_owned());
        Some((id, is_kept.then_some(document)))
    });
    let mut kept = BTreeMap::new();
    for ((prd, file), read) in files.into_iter().zip(read) {
        let Some(prd) = prds.get_mut(&prd) else { continue };
        let Some((id, document)) = read else {
            prd.requirements_incomplete = true;
            continue;
        };
        prd.requirements.extend(id);
        kept.extend(document.map(|document| (file, document.into())));
    }
    if let Some(texts) = texts {
        texts.append(&mut kept);
    }
    prds
}
