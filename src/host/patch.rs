//! What changed in one file, as a unified diff.

use std::path::Path;

use git2::{DiffOptions, Patch};

/// Lines around each change.
const CONTEXT: u32 = 3;

/// The unified diff of a file from one text to another; `None` stands for no file. Nothing of the
/// repository is opened.
///
/// # Errors
/// What git said.
pub fn unified(path: &str, old: Option<&str>, new: Option<&str>) -> Result<String, String> {
    let bytes = |text: Option<&str>| text.unwrap_or_default().as_bytes().to_vec();
    let (before, after) = (bytes(old), bytes(new));
    let mut options = DiffOptions::new();
    options.context_lines(CONTEXT).force_text(true);
    let said = |fault: git2::Error| fault.message().to_owned();
    let path = Path::new(path);
    let mut patch =
        Patch::from_buffers(&before, Some(path), &after, Some(path), Some(&mut options))
            .map_err(said)?;
    let told = patch.to_buf().map_err(said)?;
    let told = String::from_utf8_lossy(&told);
    let hunks = told.find("\n@@ ").map_or("", |at| &told[at + 1..]);
    let side = |sign: &str, text: Option<&str>| match text {
        Some(_) => format!("{sign}/{}", path.display()),
        None => "/dev/null".to_owned(),
    };
    Ok(format!("--- {}\n+++ {}\n{hunks}", side("a", old), side("b", new)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_has_three_lines_around_it() {
        let old: String = (1..=9).map(|n| format!("line {n}\n")).collect();
        let new = old.replace("line 5\n", "line five\n");
        let expected = "--- a/x.txt\n+++ b/x.txt\n@@ -2,7 +2,7 @@ line 1\n line 2\n line 3\n line 4\n-line 5\n+line five\n line 6\n line 7\n line 8\n";
        assert_eq!(unified("x.txt", Some(&old), Some(&new)).as_deref(), Ok(expected));
        let added = unified("x.txt", None, Some("one\n"));
        assert_eq!(added.as_deref(), Ok("--- /dev/null\n+++ b/x.txt\n@@ -0,0 +1 @@\n+one\n"));
        let gone = unified("x.txt", Some("one"), None);
        let expected =
            "--- a/x.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n\\ No newline at end of file\n";
        assert_eq!(gone.as_deref(), Ok(expected));
    }
}
