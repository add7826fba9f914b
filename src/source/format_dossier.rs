//! The [`Dossier`] that a review of a subject of another format is about. Its library is the subject's
//! own: no gate of RFCs sees its work items.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::dossier::{Dossier, digest_of_files};
use super::library::Library;
use super::rfc::{Requirement, RequirementOrigin, Rfc};
use super::source_file::SourceFile;
use super::subject::{Subject, SubjectRequirement};
use super::text::SourceText;
use crate::model::SubjectId;

impl Dossier {
    /// The inputs of the review of a subject of another format; `None` when there is none.
    pub(super) fn of_format(all: &Library, id: &SubjectId) -> Option<Self> {
        let read = all.formats.subject(id)?;
        let beside = all.formats.companions(&*read);
        let subject = read.subject();
        let documents = subject.documents.iter().map(|document| (&document.file, &document.source));
        let documents = documents.chain(beside.iter().map(|one| (&one.file, &one.source)));
        // A document may be shown beside the subject that it belongs to.
        let mut files: BTreeMap<String, SourceFile> = BTreeMap::new();
        let mut texts: BTreeMap<String, Arc<SourceText>> = BTreeMap::new();
        for (file, source) in documents {
            files.insert(file.path.clone(), file.clone());
            texts.insert(file.path.clone(), Arc::clone(source));
        }
        let tickets = read.tickets_once();
        let plan = plan(subject);
        let library = all.of_subject(tickets, files.clone(), texts);
        let files: Vec<SourceFile> = files.into_values().collect();
        let digest = digest_of_files(files.iter().map(|file| (file.path.as_str(), &file.digest)));
        Some(Self {
            tickets: (0..library.tickets.len()).collect(),
            beside: Arc::default(),
            subject: id.clone(),
            state: subject.state,
            plan: Some(plan),
            unreadable: Vec::new(),
            misnamed: Vec::new(),
            atlas: library.derived.clone(),
            files,
            digest,
            library: Arc::new(library),
            format: Some(read),
        })
    }
}

/// What a subject demands, as the parts of a council that know RFCs read it.
fn plan(subject: &Subject) -> Rfc {
    let requirement = |one: &SubjectRequirement| Requirement {
        id: one.id.clone(),
        aliases: Vec::new(),
        origin: RequirementOrigin::Local,
        title: None,
        statement: Some(one.text.clone()),
        file: subject.documents[one.document].path().to_owned(),
        place: one.place.clone(),
        misnamed: None,
    };
    let mut plan = Rfc {
        id: subject.id.clone(),
        folder: subject.folder.clone(),
        has_yaml: false,
        has_other_yaml: false,
        meta: None,
        title: Some(subject.title.clone()),
        prds: Vec::new(),
        requirements: subject.requirements.iter().map(requirement).collect(),
        positions: HashMap::new(),
        requirements_incomplete: !subject.faults.is_empty(),
        decisions: Vec::new(),
        decomposition_file: None,
        decomposition: Vec::new(),
        slips: Vec::new(),
    };
    plan.index();
    plan
}
