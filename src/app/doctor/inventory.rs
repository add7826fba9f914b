//! What the evidence folder holds, read and not judged.

use crate::app::sessions::{self, Unfinished};
use crate::evidence::read::{self, LIMITS};
use crate::model::{Layout, SubjectId, Timestamp};
use crate::port::{Archive, StoreFault, TEMPORARY};

/// What stands in the reviews folders, by path from the repository's root.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EvidenceInventory {
    /// Bundles that can be read.
    pub bundles: usize,
    /// When the newest of them was made, and of which RFC.
    pub newest: Option<(Timestamp, SubjectId)>,
    /// Sessions that have no bundle.
    pub unfinished: Vec<Unfinished>,
    /// Sessions without a bundle and bundles that cannot be read, with the first reason.
    pub damaged: Vec<(String, String)>,
    /// Folders in which a run that was killed left temporary files, and how many.
    pub leftovers: Vec<(String, usize)>,
    /// Folders and files that the system did not let us read.
    pub closed: Vec<String>,
}

impl EvidenceInventory {
    /// Reads the reviews of these RFCs, and looks for temporary files there and in every folder on
    /// the way.
    pub fn read(archive: &dyn Archive, layout: &Layout, rfcs: &[SubjectId]) -> Self {
        let mut held = Self::default();
        let evidence = &layout.evidence;
        let above = evidence.match_indices('/').map(|(at, _)| evidence[..at].to_owned());
        let folders = std::iter::once(String::new()).chain(above).chain([evidence.clone()]);
        for folder in folders {
            // What cannot be listed here is told by the trial of writing.
            held.sweep(&folder, &archive.list(&folder).unwrap_or_default());
        }
        for rfc in rfcs {
            let of_rfc = format!("{evidence}/{rfc}");
            held.sweep(&of_rfc, &archive.list(&of_rfc).unwrap_or_default());
            let folder = layout.reviews(rfc);
            match archive.list(&folder) {
                Ok(files) => {
                    held.sweep(&folder, &files);
                    let took = held.take(archive, rfc, &folder, &files);
                    held.closed.extend(took.err().map(|fault| fault.to_string()));
                }
                Err(fault) => held.closed.push(fault.to_string()),
            }
        }
        held
    }

    fn sweep(&mut self, folder: &str, files: &[String]) {
        match files.iter().filter(|file| file.starts_with(TEMPORARY)).count() {
            0 => {}
            n => self.leftovers.push((folder.to_owned(), n)),
        }
    }

    fn take(
        &mut self,
        archive: &dyn Archive,
        rfc: &SubjectId,
        folder: &str,
        files: &[String],
    ) -> Result<(), StoreFault> {
        let left = sessions::left(archive, folder)?;
        self.unfinished.extend(left.unfinished);
        self.damaged.extend(left.damaged);
        for file in files {
            if !(file.starts_with("rfc_review_") && file.ends_with(".yaml")) {
                continue;
            }
            let path = format!("{folder}/{file}");
            let Some(bytes) = archive.read(&path, LIMITS.bytes)? else { continue };
            match read::bundle(&bytes) {
                Ok(bundle) => {
                    self.bundles += 1;
                    let made = (bundle.review_timestamp, rfc.clone());
                    self.newest = self.newest.take().max(Some(made));
                }
                Err(faults) => {
                    let first = faults.first().map_or_else(String::new, ToString::to_string);
                    self.damaged.push((path, first));
                }
            }
        }
        Ok(())
    }
}
