//! What stands in the bytes of tickets that cannot be read: ids and paths that they would name.

use std::collections::HashMap;

/// The words to look for, and in which files each was found.
#[derive(Default)]
pub(super) struct Search {
    found: HashMap<String, Vec<usize>>,
}

impl Search {
    pub(super) fn of(words: impl IntoIterator<Item = String>) -> Self {
        Self { found: words.into_iter().map(|word| (word, Vec::new())).collect() }
    }

    /// Looks once through the bytes of a file, which is known by a number.
    pub(super) fn through(&mut self, bytes: &[u8], file: usize) {
        let text = String::from_utf8_lossy(bytes);
        let ids = text.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'));
        let paths = text.split(|c: char| c.is_whitespace() || "\"'`,;:()[]{}<>#".contains(c));
        let paths = paths.map(|path| {
            let path = path.trim_end_matches('.');
            path.strip_prefix("./").unwrap_or(path)
        });
        for word in ids.chain(paths).filter(|word| !word.is_empty()) {
            if let Some(files) = self.found.get_mut(word)
                && files.last() != Some(&file)
            {
                files.push(file);
            }
        }
    }

    /// The files in which a word stands, in the order in which they were looked through.
    pub(super) fn files(&self, word: &str) -> &[usize] {
        self.found.get(word).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_paths_are_found_as_words_alone() {
        let words = ["REQ-0001", "REQ-0002", "REQ-0003", "src/a.rs", "src/b.rs"];
        let mut search = Search::of(words.map(str::to_owned));
        search.through(b"- REQ-0001\n- CAC-REQ-0002 {a: REQ-0003.yaml\n", 7);
        search.through(b"x: \"./src/a.rs\" [REQ-0001, 'x/src/b.rs', src/b.rs.bak\0", 8);
        assert_eq!(search.files("REQ-0001"), [7, 8]);
        assert_eq!(search.files("REQ-0002"), [0_usize; 0]);
        assert_eq!(search.files("REQ-0003"), [7]);
        assert_eq!(search.files("src/a.rs"), [8]);
        assert_eq!(search.files("src/b.rs"), [0_usize; 0]);
    }
}
