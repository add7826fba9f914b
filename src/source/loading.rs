//! [`Library::load`]: which files are read, in which order, and into what.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::atlas_reader;
use super::derived;
use super::formats::Formats;
use super::library::{Library, MisnamedTicket, UnreadableTicket};
use super::reading::Reading;
use super::requirements::read_prds;
use super::rfc::Rfc;
use super::roots::{self, Roots, is_ticket_name};
use super::selective_load::Focus;
use super::text::SourceText;
use super::ticket::Ticket;
use super::ticket_files::{TicketFile, stem_of, ticket_files, unusable};
use crate::model::{Layout, PrdId, RfcId, SubjectId, TicketId};
use crate::port::{EntryKind, Snapshot};

/// What stays of what is read.
pub enum Keep<'k> {
    /// All of it.
    Everything,
    /// What the gates ask for: ids, references, paths, and the lines in which they stand.
    Facts {
        /// Shown each ticket while its text is there, from several threads and in any order; of its
        /// prose, one criterion is kept.
        look: &'k (dyn Fn(&Ticket) + Sync),
        /// The RFCs whose folders are read, and with them those that their tickets refer to;
        /// `None` for all.
        rfcs: Option<&'k [RfcId]>,
        /// The subjects that are read, RFCs or not; `None` for all.
        subjects: Option<&'k [SubjectId]>,
    },
}

impl Keep<'_> {
    fn is_everything(&self) -> bool {
        matches!(self, Keep::Everything)
    }

    fn named(&self) -> Option<&[SubjectId]> {
        match self {
            Keep::Everything => None,
            Keep::Facts { subjects, .. } => *subjects,
        }
    }
}

impl Library {
    /// Reads everything that reviews need of a snapshot, once. It cannot fail: what is broken is
    /// in [`Library::flaws`] and [`Library::unusable_names`].
    pub fn load(snapshot: &dyn Snapshot, layout: Layout) -> Library {
        Self::load_keeping(snapshot, layout, &Keep::Everything)
    }

    /// The same, with so much of it kept.
    pub fn load_keeping(snapshot: &dyn Snapshot, layout: Layout, keep: &Keep<'_>) -> Library {
        let entries = snapshot.entries();
        let roots = Roots::of(entries, &layout);
        let ambiguities = roots::ambiguities(entries, &layout, &roots);
        let Roots { rfcs: rfcs_folder, tickets: tickets_folder } = roots;
        let blocked = roots::blocked_prds(entries, &layout);
        let mut unusable_names: Vec<(String, String)> =
            blocked.map(|entry| unusable(&entry.path, entry.kind)).collect();
        let mut reading = Reading::new(snapshot, keep.is_everything());
        let mut texts = BTreeMap::new();

        let folders = rfc_folders(&reading, &rfcs_folder, &mut unusable_names);
        let named: Vec<RfcId> = match keep {
            Keep::Facts { rfcs: Some(named), .. } => {
                folders.iter().filter(|id| named.contains(id)).cloned().collect()
            }
            Keep::Everything | Keep::Facts { rfcs: None, .. } => folders.iter().cloned().collect(),
        };
        let mut rfcs = read_rfcs(&mut reading, &rfcs_folder, &named, keep, &mut texts);
        let ticket_files = ticket_files(&reading, &tickets_folder, &mut unusable_names);
        let misnamed_tickets = read_misnamed(&mut reading, &tickets_folder);
        let mut ticket_ids: Vec<TicketId> =
            ticket_files.iter().map(|file| file.stem.clone()).collect();
        ticket_ids.sort();
        ticket_ids.dedup();
        let (tickets, unreadable_tickets) = read_tickets(&mut reading, &ticket_files, &rfcs, keep);
        if let Keep::Facts { rfcs: Some(named), .. } = keep {
            let others: Vec<RfcId> = referred(named, &tickets)
                .into_iter()
                .filter(|id| folders.contains(id) && !rfcs.contains_key(id))
                .collect();
            rfcs.extend(read_rfcs(&mut reading, &rfcs_folder, &others, keep, &mut texts));
        }
        let bound: BTreeSet<&PrdId> = rfcs.values().flat_map(|rfc| &rfc.prds).collect();
        let is_bound = |prd: &PrdId| match keep {
            Keep::Facts { rfcs: Some(_), .. } => bound.contains(prd),
            Keep::Everything | Keep::Facts { rfcs: None, .. } => true,
        };
        let prds = reading.folders_in(&layout.prds).into_iter();
        let prds = prds.filter_map(|name| name.parse().ok()).filter(|id| is_bound(id));
        let prds = prds
            .map(|id: PrdId| {
                let folder = layout.prd(&id);
                (id, folder)
            })
            .collect();
        // No gate points into a PRD.
        let kept = matches!(keep, Keep::Everything).then_some(&mut texts);
        let prds = read_prds(&mut reading, prds, kept);
        let atlases = atlas_reader::read_all(&mut reading, &layout, is_bound, &mut texts);
        let derived = derived::atlas(&mut reading, entries, &layout.evidence);

        let formats = Formats::read(snapshot, &layout, keep.named(), keep.is_everything());
        let Reading { files, mut flaws, hidden, .. } = reading;
        flaws.sort_by(|a, b| {
            let key =
                |f: &super::source_diagnostic::SourceDiagnostic| (f.place.line, f.place.column);
            a.file.cmp(&b.file).then_with(|| key(a).cmp(&key(b)))
        });
        unusable_names.sort();
        let mut library = Library {
            layout,
            tickets_folder,
            rfcs_folder,
            commit: snapshot.commit().map(str::to_owned),
            entries: Arc::clone(entries),
            ticket_ids,
            tickets,
            bound: BTreeMap::new(),
            unbound: Vec::new(),
            unreadable_tickets,
            misnamed_tickets,
            unusable_names,
            ambiguities,
            rfc_folders: folders,
            rfcs,
            prds,
            flaws,
            hidden,
            files,
            texts,
            atlases,
            derived,
            documents: BTreeMap::new(),
            formats,
        };
        library.bind();
        library
    }
}

fn read_tickets(
    reading: &mut Reading<'_>,
    files: &[TicketFile],
    rfcs: &BTreeMap<RfcId, Rfc>,
    keep: &Keep<'_>,
) -> (Vec<Ticket>, Vec<UnreadableTicket>) {
    let parse = |part: &mut Reading<'_>, file: &TicketFile, bytes| {
        let (path, stem) = (file.path.clone(), file.stem.clone());
        match part.yaml_of(&path, bytes) {
            Ok(document) => {
                let Keep::Facts { look, .. } = keep else {
                    return Ok(Ticket::read(path, stem, document));
                };
                let mut ticket = Ticket::read(path, stem, document);
                look(&ticket);
                ticket.drop_text(part.hidden_in(&ticket.file));
                Ok(ticket)
            }
            Err(unread) => {
                let mentions = mentions(&unread.bytes);
                Err(UnreadableTicket { mentions, bytes: unread.bytes, file: path, stem })
            }
        }
    };
    let outcomes = match keep {
        Keep::Facts { rfcs: Some(named), .. } => {
            Focus::new(reading, files, named, parse).read(rfcs)
        }
        Keep::Everything | Keep::Facts { rfcs: None, .. } => {
            reading.par_map(files, |part, file| {
                let bytes = part.raw(&file.path);
                parse(part, file, bytes)
            })
        }
    };
    let (mut tickets, mut unreadable) = (Vec::with_capacity(outcomes.len()), Vec::new());
    for outcome in outcomes {
        match outcome {
            Ok(ticket) => tickets.push(ticket),
            Err(file) => unreadable.push(file),
        }
    }
    keep_some(unreadable.iter_mut().map(|file| &mut file.bytes));
    (tickets, unreadable)
}

/// Bytes of unreadable tickets that are kept, of all together. What lies beyond explains nothing.
const KEPT: usize = 64 << 20;

/// The regular files that look like tickets and are not named as one: nothing reads them, and what
/// they hold may be what others miss.
fn read_misnamed(reading: &mut Reading<'_>, folder: &str) -> Vec<MisnamedTicket> {
    let names = reading.names_in(folder).into_iter();
    let misnamed = names.filter(|(name, kind)| {
        *kind == EntryKind::File && is_ticket_name(name) && stem_of(name).is_none()
    });
    let files: Vec<String> = misnamed.map(|(name, _)| format!("{folder}/{name}")).collect();
    let mut read = reading.par_map(&files, |part, file| {
        let bytes = part.beginning(file);
        MisnamedTicket { file: file.clone(), mentions: mentions(&bytes), bytes }
    });
    keep_some(read.iter_mut().map(|ticket| &mut ticket.bytes));
    read
}

/// Lets go of the bytes that lie beyond [`KEPT`].
fn keep_some<'b>(all: impl Iterator<Item = &'b mut Vec<u8>>) {
    let mut room = KEPT;
    for bytes in all {
        match room.checked_sub(bytes.len()) {
            Some(left) => room = left,
            None => *bytes = Vec::new(),
        }
    }
}

/// The RFC ids after `rfc_id:` in bytes that may be anything (R3), each once: on a line of its own,
/// or within `{…}`.
fn mentions(bytes: &[u8]) -> Vec<RfcId> {
    let text = String::from_utf8_lossy(bytes);
    let mut found = Vec::new();
    for (at, key) in text.match_indices("rfc_id") {
        let before = text[..at].trim_end_matches(['"', '\'', ' ', '\t']);
        let is_key = before.is_empty() || before.ends_with(['\n', '\r', '-', '{', ',', '?']);
        let after = text[at + key.len()..].trim_start_matches(['"', '\'', ' ', '\t']);
        let Some(value) = after.strip_prefix(':').filter(|_| is_key) else {
            continue;
        };
        let mut words = value.split([' ', '\t', '\n', '\r', ',', '}', ']', '#', '"', '\'']);
        // Tags and anchors stand before a value.
        let written = words.find(|word| !word.is_empty() && !word.starts_with(['!', '&']));
        if let Some(Ok(rfc)) = written.map(str::parse)
            && !found.contains(&rfc)
        {
            found.push(rfc);
        }
    }
    found
}

/// The ids of the RFCs that have a folder; names that look like one and are none are told.
fn rfc_folders(
    reading: &Reading<'_>,
    root: &str,
    unusable_names: &mut Vec<(String, String)>,
) -> BTreeSet<RfcId> {
    for (name, kind) in reading.names_in(root) {
        if name.parse::<RfcId>().is_ok() {
            unusable_names.push(match kind {
                EntryKind::File => {
                    let reason = "a file where the RFC's folder should be";
                    (format!("{root}/{name}"), reason.to_owned())
                }
                EntryKind::Symlink | EntryKind::Special => {
                    unusable(&format!("{root}/{name}"), kind)
                }
            });
        }
    }
    reading.folders_in(root).into_iter().filter_map(|name| name.parse().ok()).collect()
}

/// The RFCs whose requirements tickets name that may belong to these.
fn referred(named: &[RfcId], tickets: &[Ticket]) -> BTreeSet<RfcId> {
    let may_belong = |ticket: &&Ticket| ticket.rfc.as_ref().is_none_or(|rfc| named.contains(rfc));
    let references = tickets.iter().filter(may_belong).flat_map(|ticket| &ticket.requirements);
    let owners = references.flat_map(|reference| {
        let path = reference.reference.as_ref().map_or("", |text| text.value.as_str());
        let folders = path.split('/').filter_map(|folder| folder.parse().ok());
        folders.chain(reference.prefix.clone())
    });
    owners.collect()
}

fn read_rfcs(
    reading: &mut Reading<'_>,
    root: &str,
    ids: &[RfcId],
    keep: &Keep<'_>,
    texts: &mut BTreeMap<String, SourceText>,
) -> BTreeMap<RfcId, Rfc> {
    let is_thrifty = matches!(keep, Keep::Facts { .. });
    let read = reading.par_map(ids, |part, id| {
        let mut texts = BTreeMap::new();
        let mut rfc = Rfc::read(part, id.clone(), format!("{root}/{id}"), &mut texts);
        if is_thrifty {
            rfc.drop_text(&mut texts, |file| part.hidden_in(file));
        }
        (id.clone(), rfc, texts)
    });
    read.into_iter()
        .map(|(id, rfc, its)| {
            texts.extend(its);
            (id, rfc)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::RfcId;
    use crate::source::memory::MemorySnapshot;

    fn rfc(id: &str) -> RfcId {
        id.parse().expect("a well-formed id")
    }

    #[test]
    fn an_rfc_is_mentioned_on_a_line_or_within_braces() {
        for text in [
            "rfc_id: RFC-0042",
            "a:\n  - rfc_id: 'RFC-0042' # x",
            "binds: {rfc_id: RFC-0042, requirements: [",
            "{\"prd_id\": \"\", \"rfc_id\": \"RFC-0042\"}",
            "rfc_id:\r\n  !!str RFC-0042\r\nx",
        ] {
            assert_eq!(mentions(text.as_bytes()), [rfc("RFC-0042")], "{text}");
        }
        for text in [
            "# rfc_id: RFC-0042",
            "old_rfc_id: RFC-0042",
            "rfc_ids: RFC-0042",
            "text: the rfc_id: RFC-0042",
            "rfc_id: RFC-00423",
            "rfc_id: RFC-00",
            "rfc_id:",
        ] {
            assert_eq!(mentions(text.as_bytes()), [], "{text}");
        }
        let twice = b"rfc_id: RFC-0001\nrfc_id: RFC-0002\nrfc_id: RFC-0001";
        assert_eq!(mentions(twice), [rfc("RFC-0001"), rfc("RFC-0002")]);
    }

    #[test]
    fn names_are_sorted_into_tickets_refusals_and_the_rest() {
        let tree = MemorySnapshot::new()
            .file("documents/work/tickets/TCK-00001.yaml", "ticket: {id: TCK-00001}\n")
            .file("documents/work/tickets/TCK-00002.yml", "rfc_id: [\n  rfc_id: 'RFC-0042' # x\n")
            .file("documents/work/tickets/TCK-3.yaml", "")
            .file("documents/work/tickets/tck-00004.YAML", "")
            .symlink("documents/work/tickets/TCK-00005.yaml")
            .file("documents/work/tickets/README.md", "")
            .file("documents/work/tickets/TCK-00006-plan.md", "")
            .file("documents/work/tickets/old/TCK-00007.yaml", "")
            .symlink("documents/rfcs/RFC-0001");
        let library = Library::load(&tree, Layout::default());
        let stems: Vec<_> = library.tickets.iter().map(|t| t.stem.as_str()).collect();
        assert_eq!(stems, ["TCK-00001"]);
        let unreadable: Vec<_> = library
            .unreadable_tickets
            .iter()
            .map(|t| (t.stem.as_str(), t.mentions.clone()))
            .collect();
        assert_eq!(unreadable, [("TCK-00002", vec![rfc("RFC-0042")])]);
        let refused: Vec<_> =
            library.unusable_names.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(
            refused,
            [
                "documents/rfcs/RFC-0001",
                "documents/work/tickets/TCK-00005.yaml",
                "documents/work/tickets/TCK-3.yaml",
                "documents/work/tickets/tck-00004.YAML",
            ]
        );
    }

    #[test]
    fn the_root_in_use_counts_and_a_linked_one_is_ambiguous() {
        let tree = MemorySnapshot::new()
            .symlink("documents")
            .file("docs/work/tickets/.keep", "")
            .file("tickets/TCK-00001.yaml", "ticket: {id: TCK-00001}\n");
        let library = Library::load(&tree, Layout::default());
        assert_eq!(library.tickets_folder, "tickets");
        assert_eq!(library.rfcs_folder, "documents/rfcs");
        let (path, kind) = ("documents".to_owned(), EntryKind::Symlink);
        assert_eq!(library.ambiguities, [roots::Ambiguity::Blocked { path, kind }]);
        assert_eq!(library.unusable_names, []);
    }
}
