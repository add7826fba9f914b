//! Answers to LOOK, from the snapshot under review and from nothing else. Paths are judged as text
//! and then looked up in the listed tree: nothing is opened that the tree does not list, no link is
//! followed, nothing is run. One file a kind.

mod callers;
mod file;
mod glob;
mod list;
mod search;
mod symbol;
mod tree;

use std::sync::{Arc, OnceLock};

use crate::core::look::{LookRequest, LookStatus, MOST_OF_ROUND, Refusal, ShownPage};
use crate::model::Layout;
use crate::model::policy::LookPolicy;
use crate::port::Snapshot;
use crate::symbols::Index;
use tree::{PinnedFile, PinnedTree};

/// Reads the code's definitions when they are first asked for.
pub type ReadIndex = Box<dyn Fn() -> Arc<Index> + Send + Sync>;

/// Who shows what members ask to see.
pub struct Looker {
    tree: PinnedTree,
    read: ReadIndex,
    index: OnceLock<Arc<Index>>,
}

impl Looker {
    /// Shows what a policy allows of a snapshot whose documents stand as `layout` says.
    pub fn new(
        snapshot: Arc<dyn Snapshot>,
        layout: &Layout,
        policy: &LookPolicy,
        read: ReadIndex,
    ) -> Self {
        let tree = PinnedTree::new(snapshot, layout, policy);
        Self { tree, read, index: OnceLock::new() }
    }

    /// The pages of one round, in the order of its requests: at most so many characters together.
    /// The same for the same tree, whoever asks and whenever.
    pub fn answer(&self, requests: &[LookRequest], most: usize) -> Vec<ShownPage> {
        let mut left = most.min(MOST_OF_ROUND);
        let mut pages = Vec::new();
        for (number, request) in (1..).zip(requests) {
            let mut sheet = Sheet { request: number, left, pages: Vec::new(), left_out: 0 };
            if let Err(why) = self.show(request, &mut sheet) {
                sheet.pages = vec![ShownPage::nothing(number, why)];
                sheet.left_out = 0;
            }
            let own = sheet.done();
            let taken: usize = own.iter().map(|page| page.text.chars().count()).sum();
            left = left.saturating_sub(taken);
            pages.extend(own);
        }
        pages
    }

    /// `Err(None)` where nothing is there.
    fn show(&self, request: &LookRequest, sheet: &mut Sheet) -> Result<(), Option<Refusal>> {
        match request {
            LookRequest::File { path, from, lines } => {
                file::show(&self.tree, path, *from, *lines, sheet)
            }
            LookRequest::Search { text, glob } => search::show(&self.tree, text, glob, sheet),
            LookRequest::Symbol { name } => symbol::show(&self.tree, self.index()?, name, sheet),
            LookRequest::Callers { name } => callers::show(&self.tree, self.index()?, name, sheet),
            LookRequest::List { folder } => list::show(&self.tree, folder, sheet),
        }
    }

    fn index(&self) -> Result<&Index, Option<Refusal>> {
        let index = self.index.get_or_init(|| (self.read)());
        if index.file_count() == 0 { Err(Some(Refusal::NoIndex)) } else { Ok(index) }
    }
}

/// The pages of one request, filled line by line while there is room.
struct Sheet {
    request: u32,
    /// Characters that there is room for.
    left: usize,
    pages: Vec<ShownPage>,
    left_out: u32,
}

impl Sheet {
    /// Begins a page: lines of a file from a number on.
    fn page(&mut self, path: &str, held: Option<&PinnedFile>, from: u32) {
        self.pages.push(ShownPage {
            status: LookStatus::Shown,
            path: Some(path.to_owned()),
            blob: held.map(|held| held.digest.clone()),
            bytes: held.map(|held| held.text.len() as u64),
            from,
            ..ShownPage::nothing(self.request, None)
        });
    }

    /// Adds a line to the last page; `false` when there is no room for it.
    fn line(&mut self, text: &str) -> bool {
        let length = text.chars().count() + 1;
        let Some(page) = self.pages.last_mut().filter(|_| length <= self.left) else {
            // A line that does not fit ends what is shown: no shorter one behind it slips in.
            self.left = 0;
            return false;
        };
        page.text.push_str(text);
        page.text.push('\n');
        self.left -= length;
        true
    }

    /// Adds lines of a file to a page of their own, and gives how many there was room for.
    fn lines(&mut self, path: &str, held: &PinnedFile, from: u32, to: u32) -> u32 {
        self.page(path, Some(held), from);
        let lines = held.lines(from, to);
        let count = lines.take_while(|line| self.line(line)).count() as u32;
        if count == 0 {
            self.pages.pop();
        }
        count
    }

    /// What was not shown is counted on the last page.
    fn done(mut self) -> Vec<ShownPage> {
        if self.pages.is_empty() {
            self.pages.push(ShownPage::nothing(self.request, None));
        }
        if let Some(last) = self.pages.last_mut().filter(|_| self.left_out > 0) {
            last.status = LookStatus::Cut;
            last.left_out = self.left_out;
        }
        self.pages
    }
}

#[cfg(test)]
mod tests;
