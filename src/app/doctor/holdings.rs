//! What the evidence folder holds, read and not judged.

use crate::evidence::read::{self, Fault};
use crate::model::{Layout, RfcId, SessionId, Timestamp};
use crate::port::{Store, StoreFault, TEMPORARY};

/// What stands in the reviews folders, by path from the repository's root.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Holdings {
    /// Bundles that can be read.
    pub bundles: usize,
    /// When the newest of them was made, and of which RFC.
    pub newest: Option<(Timestamp, RfcId)>,
    /// Sessions that have no end yet, with their state.
    pub unfinished: Vec<(SessionId, String)>,
    /// Sessions that have ended and whose bundle is not there.
    pub unpublished: Vec<SessionId>,
    /// Sessions that cannot be read, with the first reason.
    pub cut: Vec<(String, String)>,
    /// Bundles that cannot be read, with the first reason.
    pub broken: Vec<(String, String)>,
    /// Folders in which a run that was killed left temporary files, and how many.
    pub leftovers: Vec<(String, usize)>,
    /// Folders and files that the system did not let us read.
    pub closed: Vec<String>,
}

impl Holdings {
    /// Reads the reviews of these RFCs, and looks for temporary files there and in every folder on
    /// the way.
    pub fn read(store: &dyn Store, layout: &Layout, rfcs: &[RfcId]) -> Self {
        let mut held = Self::default();
        let evidence = &layout.evidence;
        let above = evidence.match_indices('/').map(|(at, _)| evidence[..at].to_owned());
        let folders = std::iter::once(String::new()).chain(above).chain([evidence.clone()]);
        for folder in folders {
            // What cannot be listed here is told by the trial of writing.
            held.sweep(&folder, &store.list(&folder).unwrap_or_default());
        }
        for rfc in rfcs {
            let of_rfc = format!("{evidence}/{rfc}");
            held.sweep(&of_rfc, &store.list(&of_rfc).unwrap_or_default());
            let folder = layout.reviews(rfc);
            match store.list(&folder) {
                Ok(files) => {
                    held.sweep(&folder, &files);
                    for file in &files {
                        if let Err(fault) = held.take(store, rfc, &folder, file, &files) {
                            held.closed.push(fault.to_string());
                        }
                    }
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
        store: &dyn Store,
        rfc: &RfcId,
        folder: &str,
        file: &str,
        beside: &[String],
    ) -> Result<(), StoreFault> {
        let stamp = |kind| file.strip_prefix(kind).and_then(|rest| rest.strip_suffix(".yaml"));
        let (bundle, session) = (stamp("rfc_review_"), stamp("council_session_"));
        if bundle.or(session).is_none() {
            return Ok(());
        }
        let path = format!("{folder}/{file}");
        let Some(bytes) = store.read(&path, read::LIMITS.bytes)? else {
            return Ok(());
        };
        match session {
            Some(stamp) => match read::session(&bytes) {
                Ok(session) if session.terminal_state.is_none() => {
                    self.unfinished.push((session.session_id, session.state));
                }
                Ok(session) if !beside.contains(&format!("rfc_review_{stamp}.yaml")) => {
                    self.unpublished.push(session.session_id);
                }
                Ok(_) => {}
                Err(faults) => self.cut.push((path, first(&faults))),
            },
            None => match read::bundle(&bytes) {
                Ok(bundle) => {
                    self.bundles += 1;
                    let made = (bundle.review_timestamp, rfc.clone());
                    self.newest = self.newest.take().max(Some(made));
                }
                Err(faults) => self.broken.push((path, first(&faults))),
            },
        }
        Ok(())
    }
}

fn first(faults: &[Fault]) -> String {
    faults.first().map_or_else(String::new, ToString::to_string)
}
