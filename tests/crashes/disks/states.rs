//! What a disk may hold after the power went, as far as its promises go: bytes that were synced and
//! names of folders that were synced are there; of every other write and every other change of a
//! name any part may be.

use std::collections::{BTreeMap, BTreeSet};

use super::disk::{Change, Inode, MemoryDisk, Names, Node, Op};

/// Changes of one folder's names of which every subset is tried; of more, 1 << this many subsets.
const ALL_SUBSETS: usize = 10;

/// What a file holds: its first bytes, zeros where some never came, and those after them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Content {
    pub inode: Inode,
    pub kept: usize,
    pub zeros: usize,
    pub after: usize,
}

/// A state, by paths below the root.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    pub folders: BTreeSet<String>,
    pub files: BTreeMap<String, Content>,
}

/// A disk's history.
pub struct History {
    start: Vec<Node>,
    pub trace: Vec<Op>,
    pub nodes: Vec<Node>,
}

impl History {
    pub fn of(disk: &MemoryDisk) -> Self {
        let (start, trace) = disk.history();
        Self { start, trace, nodes: disk.nodes() }
    }

    pub fn bytes(&self, content: Content) -> Vec<u8> {
        let Node::File(bytes) = &self.nodes[content.inode] else {
            panic!("a folder has no bytes");
        };
        let Content { kept, zeros, after, .. } = content;
        let hole = vec![0; zeros];
        [&bytes[..kept], &hole, &bytes[kept + zeros..kept + zeros + after]].concat()
    }
}

/// How far a file or a folder is safe.
#[derive(Debug, Clone)]
enum Safety {
    File { safe: usize, length: usize },
    Folder { safe: Names, pending: Vec<Change> },
}

/// The history up to some operation.
pub struct Moment {
    nodes: Vec<Safety>,
    /// In how many parts a write may be cut.
    cuts: usize,
    /// Moments with more pending changes than are tried in full.
    pub sampled: bool,
}

impl Moment {
    pub fn first(history: &History, cuts: usize) -> Self {
        let safety = |(inode, node): (usize, &Node)| match (node, history.start.get(inode)) {
            (Node::File(_), Some(Node::File(bytes))) => {
                Safety::File { safe: bytes.len(), length: bytes.len() }
            }
            (Node::File(_), _) => Safety::File { safe: 0, length: 0 },
            (Node::Folder(_), Some(Node::Folder(names))) => {
                Safety::Folder { safe: names.clone(), pending: Vec::new() }
            }
            (Node::Folder(_), _) => Safety::Folder { safe: Names::new(), pending: Vec::new() },
        };
        let nodes = history.nodes.iter().enumerate().map(safety).collect();
        Self { nodes, cuts, sampled: false }
    }

    pub fn pass(&mut self, op: &Op) {
        let inode = match op {
            Op::Change(inode, _)
            | Op::Write(inode, _)
            | Op::Cut(inode)
            | Op::Sync(inode)
            | Op::SyncFolder(inode) => *inode,
        };
        match (op, &mut self.nodes[inode]) {
            (Op::Change(_, change), Safety::Folder { pending, .. }) => pending.push(change.clone()),
            (Op::SyncFolder(_), Safety::Folder { safe, pending }) => {
                pending.drain(..).for_each(|change| change.apply(safe));
            }
            (Op::Write(_, count), Safety::File { length, .. }) => *length += count,
            // Until it is synced, what was taken away may be there.
            (Op::Cut(_), Safety::File { .. }) => {}
            (Op::Sync(_), Safety::File { safe, length }) => *safe = *length,
            (op, node) => panic!("{op:?} of {node:?}"),
        }
    }

    /// Every state that a loss of power may leave here.
    pub fn states(&mut self) -> BTreeSet<State> {
        let mut found = BTreeSet::new();
        self.sampled |= self.nodes.iter().any(
            |node| matches!(node, Safety::Folder { pending, .. } if pending.len() > ALL_SUBSETS),
        );
        self.folders(State::default(), vec![(String::new(), 0)], Vec::new(), &mut found);
        found
    }

    fn folders(
        &self,
        state: State,
        mut todo: Vec<(String, Inode)>,
        files: Vec<(String, Inode)>,
        found: &mut BTreeSet<State>,
    ) {
        let Some((path, inode)) = todo.pop() else {
            return self.files(state, &files, found);
        };
        let Safety::Folder { safe, pending } = &self.nodes[inode] else {
            panic!("{path} is a folder");
        };
        let mut listings: Vec<Names> = subsets(pending.len())
            .into_iter()
            .map(|subset| {
                let mut names = safe.clone();
                let kept = pending.iter().zip(subset).filter(|(_, is_kept)| *is_kept);
                kept.for_each(|(change, _)| change.apply(&mut names));
                names
            })
            .collect();
        listings.sort();
        listings.dedup();
        for names in listings {
            let (mut state, mut todo, mut files) = (state.clone(), todo.clone(), files.clone());
            for (name, inode) in names {
                let path = if path.is_empty() { name } else { format!("{path}/{name}") };
                match &self.nodes[inode] {
                    Safety::File { .. } => files.push((path, inode)),
                    Safety::Folder { .. } => {
                        state.folders.insert(path.clone());
                        todo.push((path, inode));
                    }
                }
            }
            self.folders(state, todo, files, found);
        }
    }

    fn files(&self, state: State, files: &[(String, Inode)], found: &mut BTreeSet<State>) {
        let Some(((path, inode), rest)) = files.split_first() else {
            found.insert(state);
            return;
        };
        for content in self.contents(*inode) {
            let mut state = state.clone();
            state.files.insert(path.clone(), content);
            self.files(state, rest, found);
        }
    }

    /// Nothing, a part or all of what is not safe, zeros in place of the rest, or of half of it.
    fn contents(&self, inode: Inode) -> BTreeSet<Content> {
        let Safety::File { safe, length } = self.nodes[inode] else {
            panic!("it is a file");
        };
        let open = length - safe;
        let mut lengths: BTreeSet<usize> =
            (0..=self.cuts).map(|part| safe + open * part / self.cuts).collect();
        lengths.extend([(safe + 1).min(length), length.saturating_sub(1).max(safe)]);
        let of = |kept, zeros, after| Content { inode, kept, zeros, after };
        let contents = lengths.iter().flat_map(|&kept| {
            let after = (length - kept) / 2;
            let holed =
                if after > 0 { of(kept, length - kept - after, after) } else { of(kept, 0, 0) };
            [of(kept, 0, 0), of(kept, length - kept, 0), holed]
        });
        contents.collect()
    }
}

/// Subsets of a number of changes: all, or, when they are too many, none, all, each alone, all but
/// each, and some at random, always the same.
fn subsets(count: usize) -> Vec<Vec<bool>> {
    if count <= ALL_SUBSETS {
        let bits = |subset: usize| (0..count).map(|at| subset >> at & 1 == 1).collect();
        return (0..1 << count).map(bits).collect();
    }
    let mut sets = vec![vec![false; count], vec![true; count]];
    for at in 0..count {
        sets.extend([false, true].map(|odd| (0..count).map(|i| (i == at) != odd).collect()));
    }
    let mut seed = 42_u64;
    let mut coin = || {
        // xorshift64
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed & 1 == 1
    };
    sets.resize_with(1 << ALL_SUBSETS, || (0..count).map(|_| coin()).collect());
    sets
}
