use std::path::Path;

/// Decides which paths a backup reads. New kinds of rule implement this trait and join a `FilterChain`.
pub trait Filter {
    fn keeps(&self, path: &Path) -> bool;
}

/// `*` stands for any run of characters inside one path segment.
pub struct GlobFilter {
    pattern: String,
}

impl GlobFilter {
    pub fn new(pattern: &str) -> Self {
        GlobFilter { pattern: pattern.to_owned() }
    }
}

impl Filter for GlobFilter {
    fn keeps(&self, path: &Path) -> bool {
        !path
            .iter()
            .any(|segment| matches_glob(&self.pattern, &segment.to_string_lossy()))
    }
}

/// Keeps a path when every member keeps it.
#[derive(Default)]
pub struct FilterChain {
    members: Vec<Box<dyn Filter>>,
}

impl FilterChain {
    pub fn with(mut self, filter: Box<dyn Filter>) -> Self {
        self.members.push(filter);
        self
    }
}

impl Filter for FilterChain {
    fn keeps(&self, path: &Path) -> bool {
        self.members.iter().all(|f| f.keeps(path))
    }
}

fn matches_glob(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, tail)) => text
            .strip_prefix(head)
            .is_some_and(|rest| (0..=rest.len()).any(|i| rest.is_char_boundary(i) && matches_glob(tail, &rest[i..]))),
    }
}
