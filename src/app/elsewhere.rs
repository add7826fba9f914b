//! Plans that are there and are not read, since their formats have no tickets, or none that are read.

use crate::port::{TreeEntry, beneath};

/// What is there in formats that have no tickets, or none that are read, a few words each.
pub(super) fn unread(entries: &[TreeEntry]) -> Vec<String> {
    let has = |folder: &str, is_one: &dyn Fn(&str) -> bool| {
        beneath(entries, folder).any(|(path, _)| is_one(path))
    };
    let is_rust_rfc = |path: &str| {
        let digits = path.bytes().take_while(u8::is_ascii_digit).count();
        digits == 4 && path[4..].starts_with('-') && path.ends_with(".md")
    };
    let formats = [
        (has(".kiro/specs", &|path| path.ends_with("/requirements.md")), ".kiro/specs", "Kiro"),
        (has("docs/stories", &|path| path.ends_with(".story.md")), "docs/stories", "BMAD v4"),
        (has(".bmad-core", &|_| true), ".bmad-core", "BMAD v4"),
        (has("keps", &|path| path.ends_with("/kep.yaml")), "keps", "Kubernetes enhancements"),
        (has("text", &is_rust_rfc), "text", "Rust RFCs"),
    ];
    let found = formats.into_iter().filter(|(is_there, ..)| *is_there);
    found.map(|(_, folder, what)| format!("plans of {what} in `{folder}/` are not read")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::port::Snapshot as _;
    use crate::source::memory::MemorySnapshot;

    #[test]
    fn plans_that_are_not_read_are_told() {
        let tree = MemorySnapshot::new()
            .file(".kiro/specs/a/requirements.md", "")
            .file("keps/sig-a/1-b/kep.yaml", "")
            .file("text/0001-a.md", "")
            .file("text/0002-b.md", "")
            .file("text/README.md", "");
        assert_eq!(
            unread(tree.entries()),
            [
                "plans of Kiro in `.kiro/specs/` are not read",
                "plans of Kubernetes enhancements in `keps/` are not read",
                "plans of Rust RFCs in `text/` are not read",
            ]
        );
        assert!(unread(MemorySnapshot::new().entries()).is_empty());
    }
}
