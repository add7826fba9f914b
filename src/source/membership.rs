//! [`Dossier::build`]: which tickets, files and atlas belong to one RFC (R3), and what state it is
//! in.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::dossier::{Dossier, digest_of_files};
use super::library::Library;
use super::rfc::Rfc;
use super::rfc_state::RfcState;
use super::source_file::SourceFile;
use super::ticket::Ticket;
use crate::model::{Adapter, RfcId, SubjectId};

impl Dossier {
    /// The RFCs that there are: folders, and ids that tickets bind.
    pub fn known_rfcs(library: &Library) -> Vec<RfcId> {
        if !library.layout.formats.allows(Adapter::Native) {
            return Vec::new();
        }
        let mut ids: BTreeSet<&RfcId> = library.rfc_folders.iter().collect();
        ids.extend(library.bound.keys());
        ids.extend(library.unreadable_tickets.iter().flat_map(|t| &t.mentions));
        ids.into_iter().cloned().collect()
    }

    /// What there is to review: see [`Dossier::build`].
    pub fn known(library: &Library) -> Vec<SubjectId> {
        let rfcs = Self::known_rfcs(library).into_iter().map(SubjectId::from);
        rfcs.chain(library.formats.ids()).collect()
    }

    /// The inputs of the review of a subject, whatever its format; `None` when there is none.
    pub fn build(library: Arc<Library>, subject: &SubjectId) -> Option<Self> {
        match subject.rfc() {
            Some(rfc) => Self::of_rfc(library, rfc),
            None => Self::of_format(&library, subject),
        }
    }

    /// The inputs of one RFC's review; `None` when neither a folder nor a ticket knows of it.
    fn of_rfc(library: Arc<Library>, rfc_id: &RfcId) -> Option<Self> {
        let rfc = library.rfcs.get(rfc_id);
        let bound = library.bound.get(rfc_id).into_iter().flatten();
        let adopted = library.unbound.iter().filter(|&&at| adopts(rfc, &library.tickets[at]));
        let mut tickets: Vec<usize> = bound.chain(adopted).copied().collect();
        tickets.sort_by_key(|&at| (&library.tickets[at].stem, &library.tickets[at].file));
        let unreadable: Vec<usize> = library
            .unreadable_tickets
            .iter()
            .enumerate()
            .filter(|(_, ticket)| {
                ticket.mentions.contains(rfc_id)
                    || (ticket.mentions.is_empty() && plans(rfc, ticket.stem.as_str()))
            })
            .map(|(at, _)| at)
            .collect();
        let misnamed: Vec<usize> = (0..library.misnamed_tickets.len())
            .filter(|&at| library.misnamed_tickets[at].mentions.contains(rfc_id))
            .collect();
        if rfc.is_none() && tickets.is_empty() && unreadable.is_empty() {
            return None;
        }
        let all_dead = unreadable.is_empty()
            && tickets
                .iter()
                .all(|&at| library.tickets[at].known_status.is_some_and(|s| s.is_dead()));
        let none = tickets.is_empty() && unreadable.is_empty();
        let state = match rfc {
            None if all_dead => RfcState::Retired,
            None => RfcState::MissingFolder,
            // A seed with tickets is not a seed: someone works by an RFC that is not written.
            Some(rfc) if !rfc.has_yaml && !rfc.has_other_yaml && none => RfcState::SeedOnly,
            Some(rfc) if !rfc.has_yaml => RfcState::NoRfcYaml,
            Some(rfc) if none && !rfc.requirements.is_empty() => RfcState::NotDecomposed,
            Some(_) => RfcState::Ok,
        };
        let atlas = library.atlas_of(rfc_id);
        let mut paths: BTreeSet<&str> = atlas.files.iter().map(String::as_str).collect();
        paths.extend(tickets.iter().map(|&at| library.tickets[at].file.as_str()));
        let broken = unreadable.iter().map(|&at| &library.unreadable_tickets[at]);
        paths.extend(broken.map(|ticket| ticket.file.as_str()));
        paths.extend(misnamed.iter().map(|&at| library.misnamed_tickets[at].file.as_str()));
        let mut folders = Vec::new();
        if let Some(rfc) = rfc {
            folders.push(format!("{}/", rfc.folder));
            folders.extend(rfc.prds.iter().map(|prd| library.layout.prd(prd) + "/"));
        }
        for folder in &folders {
            let below = library.files.range(folder.clone()..);
            paths.extend(
                below
                    .map(|(path, _)| path.as_str())
                    .take_while(|path| path.starts_with(folder.as_str())),
            );
        }
        let files: Vec<SourceFile> =
            paths.into_iter().filter_map(|path| library.files.get(path).cloned()).collect();
        let digest = digest_of_files(files.iter().map(|f| (f.path.as_str(), &f.digest)));
        Some(Self {
            beside: Arc::default(),
            subject: rfc_id.clone().into(),
            plan: None,
            format: None,
            state,
            tickets,
            unreadable,
            misnamed,
            atlas,
            files,
            digest,
            library,
        })
    }
}

impl Library {
    /// The tickets that no RFC has (R3): they stand outside every review.
    pub fn outside_every_rfc(&self) -> impl Iterator<Item = &Ticket> {
        let unbound = self.unbound.iter().map(|&at| &self.tickets[at]);
        unbound.filter(|ticket| !self.rfcs.values().any(|rfc| adopts(Some(rfc), ticket)))
    }
}

/// R3: a ticket that says nothing usable of its RFC belongs to the one whose plan names it. One that
/// binds another word (`MAINTENANCE`) has said where it belongs.
fn adopts(rfc: Option<&Rfc>, ticket: &Ticket) -> bool {
    let is_unusable = ticket.rfc_ref.as_ref().is_none_or(|written| {
        let written = written.value.trim();
        let rfc_like = written.get(..3).is_some_and(|p| p.eq_ignore_ascii_case("RFC"));
        written.is_empty() || rfc_like
    });
    is_unusable && plans(rfc, ticket.stem.as_str())
}

fn plans(rfc: Option<&Rfc>, ticket: &str) -> bool {
    rfc.is_some_and(|rfc| rfc.decomposition.iter().any(|entry| entry.ticket_id == ticket))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Layout;
    use crate::source::memory::MemorySnapshot;

    fn library(tree: &MemorySnapshot) -> Arc<Library> {
        Arc::new(Library::load(tree, Layout::default()))
    }

    fn ticket(tree: MemorySnapshot, id: &str, status: &str, rfc: &str) -> MemorySnapshot {
        let text = format!("ticket: {{id: {id}, title: {id}, status: {status}, rfc_id: {rfc}}}\n");
        tree.file(format!("documents/work/tickets/{id}.yaml"), text)
    }

    fn state(tree: &MemorySnapshot, rfc: &str) -> Option<RfcState> {
        let rfc = rfc.parse().expect("an RFC id");
        Dossier::build(library(tree), &rfc).map(|dossier| dossier.state)
    }

    #[test]
    fn the_state_says_what_there_is() {
        let new = MemorySnapshot::new;
        let meta = "documents/rfcs/RFC-0001/00_meta.yaml";
        let meta = || new().file(meta, "rfc_meta: {rfc: {id: RFC-0001}}\n");
        let requirement = "documents/rfcs/RFC-0001/requirements/REQ-0001.yaml";
        let wanting = || meta().file(requirement, "requirement: {id: REQ-0001}\n");
        let seed = || new().file("documents/rfcs/RFC-0001/seed.md", "");
        let other = new().file("documents/rfcs/RFC-0001/plan.yaml", "a: 1\n");
        let broken = new().file("documents/work/tickets/TCK-00001.yaml", "rfc_id: RFC-0001\n- [");
        let cases = [
            (new(), None),
            (meta(), Some(RfcState::Ok)),
            (wanting(), Some(RfcState::NotDecomposed)),
            (ticket(wanting(), "TCK-00001", "DRAFT", "RFC-0001"), Some(RfcState::Ok)),
            (ticket(wanting(), "TCK-00001", "DRAFT", "RFC-0002"), Some(RfcState::NotDecomposed)),
            (seed(), Some(RfcState::SeedOnly)),
            (ticket(seed(), "TCK-00001", "DRAFT", "RFC-0001"), Some(RfcState::NoRfcYaml)),
            (other, Some(RfcState::NoRfcYaml)),
            (ticket(new(), "TCK-00001", "DONE", "RFC-0001"), Some(RfcState::MissingFolder)),
            (ticket(new(), "TCK-00001", "CANCELLED", "RFC-0001"), Some(RfcState::Retired)),
            (broken, Some(RfcState::MissingFolder)),
        ];
        for (tree, expected) in cases {
            assert_eq!(state(&tree, "RFC-0001"), expected, "{tree:?}");
        }
    }

    #[test]
    fn a_ticket_without_a_usable_rfc_belongs_to_the_plan_that_names_it() {
        let plan = "rfc_ticket_decomposition:\n  phases:\n  - tickets:\n".to_owned()
            + &(1..=5)
                .map(|n| format!("    - {{ticket_id: TCK-0000{n}, title: x}}\n"))
                .collect::<String>();
        let tree = MemorySnapshot::new().file("documents/rfcs/RFC-0001/06_plan.yaml", plan);
        let tree = ticket(tree, "TCK-00001", "DRAFT", "null");
        let tree = ticket(tree, "TCK-00002", "DRAFT", "RFC-1");
        let tree = ticket(tree, "TCK-00003", "DRAFT", "MAINTENANCE");
        let tree = ticket(tree, "TCK-00004", "DRAFT", "RFC-0002");
        let tree = tree.file("documents/work/tickets/TCK-00005.yaml", "");
        let library = library(&tree);
        let id: SubjectId = "RFC-0001".parse().expect("an RFC id");
        let dossier = Dossier::build(Arc::clone(&library), &id).expect("the folder exists");
        let stems: Vec<_> = dossier.tickets().map(|t| t.stem.as_str()).collect();
        assert_eq!(stems, ["TCK-00001", "TCK-00002"]);
        assert_eq!(dossier.unreadable, [0]);
        let known = Dossier::known(&library);
        let known: Vec<_> = known.iter().map(|id| id.name().as_str()).collect();
        assert_eq!(known, ["RFC-0001", "RFC-0002"]);
        let files: Vec<_> = dossier.files.iter().map(|f| f.path.as_str()).collect();
        assert_eq!(
            files,
            [
                "documents/rfcs/RFC-0001/06_plan.yaml",
                "documents/work/tickets/TCK-00001.yaml",
                "documents/work/tickets/TCK-00002.yaml",
                "documents/work/tickets/TCK-00005.yaml",
            ]
        );
    }

    #[test]
    fn the_digest_depends_on_the_dossiers_files_alone() {
        let tree = |title: &str, other: &str| {
            let file = "documents/work/tickets/TCK-00001.yaml";
            let text = format!("ticket: {{title: {title}, rfc_id: RFC-0001}}\n");
            let tree = MemorySnapshot::new().file(file, text).file("README.md", other);
            let id = "RFC-0001".parse().expect("an RFC id");
            Dossier::build(library(&tree), &id).expect("a ticket binds it").digest
        };
        assert_eq!(tree("a", "x"), tree("a", "y"));
        assert_ne!(tree("a", "x"), tree("b", "x"));
    }
}
