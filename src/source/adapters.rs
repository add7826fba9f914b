//! Where readers of other formats hand in what they read, so that gates, councils and reports need
//! not know who read it. Knows files and faults, and no format.

use std::sync::Arc;

use super::hidden;
use super::library::Library;
use super::source_diagnostic::SourceDiagnostic;
use super::source_file::SourceFile;
use super::text::SourceText;
use super::ticket::Ticket;
use crate::markdown;
use crate::model::decode::raw_line;
use crate::model::{Digest, FileFault};

impl Library {
    /// Takes in a Markdown file, and the tickets that `read` makes of it. Of a file that cannot be
    /// read there is a flaw and no ticket.
    pub fn take_in(
        &mut self,
        path: &str,
        bytes: &[u8],
        committed: bool,
        read: impl FnOnce(&Arc<SourceText>) -> Vec<Ticket>,
    ) {
        let (path, digest) = (path.to_owned(), Digest::of(bytes));
        self.files.insert(
            path.clone(),
            SourceFile { path: path.clone(), digest, bytes: bytes.len() as u64, committed },
        );
        let tree = match markdown::read(bytes) {
            Ok(tree) => tree,
            Err(fault) => return self.add_flaw(&path, fault, bytes),
        };
        let hidden = hidden::of_markdown(&tree);
        if !hidden.is_empty() {
            self.hidden.insert(path, hidden);
        }
        let tickets = read(&Arc::new(tree.into()));
        self.ticket_ids.extend(tickets.iter().map(|ticket| ticket.stem.clone()));
        self.tickets.extend(tickets);
        self.tickets.sort_by(|a, b| a.file.cmp(&b.file));
        self.ticket_ids.sort();
        self.ticket_ids.dedup();
        self.bind();
    }

    fn add_flaw(&mut self, path: &str, fault: FileFault, bytes: &[u8]) {
        let line = raw_line(bytes, fault.place.line);
        let at = self.flaws.partition_point(|flaw| flaw.file.as_str() <= path);
        self.flaws.insert(at, SourceDiagnostic::new(path, fault, &line));
    }
}
