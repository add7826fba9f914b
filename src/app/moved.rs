//! Which subjects of other formats a change concerns: those below whose folder a file changed, and those
//! that are seen beside such a file.

use std::collections::{BTreeMap, BTreeSet};

use super::concerned::{Concerned, TreeState};
use super::departure::Departure;
use super::touched::{FileChange, differences};
use crate::model::SubjectId;

/// The subjects of other formats that a change concerns.
pub(super) fn concerned(
    before: TreeState<'_>,
    after: TreeState<'_>,
    evidence: &BTreeMap<SubjectId, Vec<String>>,
    allowed_by: &dyn Fn(&SubjectId) -> Option<String>,
) -> Vec<Concerned> {
    let (old, new) = (&before.1.formats, &after.1.formats);
    let roots: BTreeSet<String> = old.roots().into_iter().chain(new.roots()).collect();
    let roots: Vec<String> = roots.into_iter().collect();
    let changed: BTreeMap<String, FileChange> = differences(&roots, before.0, after.0)
        .into_iter()
        .map(|(path, (deed, _))| (path, deed))
        .collect();
    let paths: Vec<String> = changed.keys().cloned().collect();
    let mut ids: BTreeSet<SubjectId> = old.in_question(&paths);
    ids.extend(new.in_question(&paths));
    ids.extend(evidence.keys().filter(|id| id.rfc().is_none()).cloned());
    let (was, is) = (old.ids(), new.ids());
    let told = |id: SubjectId| {
        let folder = format!("{}/", after.1.folder_of(&id));
        let own = changed.iter().filter(|(path, _)| path.starts_with(&folder));
        let mut because: Vec<String> =
            own.map(|(path, deed)| format!("{path} {}", deed.as_str())).collect();
        because.extend(evidence.get(&id).into_iter().flatten().cloned());
        if because.is_empty() {
            let line = "a spec that it changes, or a change that shares one, is another now";
            because.push(line.to_owned());
        }
        let is_gone = !is.contains(&id);
        let mut departure = None;
        if is_gone && was.contains(&id) {
            match new.archived_with(&id, old) {
                // Its deltas were applied: it went where finished changes go.
                Some(folder) => because.push(format!("it was archived as {folder}")),
                None => {
                    let (state, remains) = (None, Vec::new());
                    departure = Some(Departure { state, remains, allowed_by: allowed_by(&id) });
                }
            }
        }
        Concerned { rfc: id, because, is_gone, departure }
    };
    ids.into_iter().map(told).collect()
}
