//! `doctor`: what of the set-up is ready, what is not, and what to do. Judges what it is told of the
//! world; of the files it reads the evidence alone, and changes none.

mod clock;
mod evidence;
mod holdings;
mod online;
mod repository;
mod setup;

pub use clock::{Times, clock};
pub use evidence::{Ground, evidence, trial};
pub use holdings::Holdings;
pub use online::{Reach, seated};
pub use repository::repository;
pub use setup::{Given, config, seats};

use crate::app::Workspace;

/// The command to run once all is ready: the review of the first RFC, or the example.
pub fn next(workspace: Option<&Workspace>) -> String {
    let first = workspace.and_then(|workspace| {
        let with_folder = workspace.library.rfcs.keys().next().cloned();
        with_folder.or_else(|| workspace.rfcs().into_iter().next())
    });
    match first {
        Some(rfc) => format!("council-review {rfc}"),
        None => "council-review init --example".to_owned(),
    }
}

/// `1 ticket`, `2 tickets`.
fn count(n: usize, one: &str) -> String {
    format!("{n} {one}{}", if n == 1 { "" } else { "s" })
}

/// A path as one word of a shell: a name out of a branch must not become a command when it is
/// pasted.
fn word(path: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+@%,=".contains(c);
    if path.starts_with('-') {
        return word(&format!("./{path}"));
    }
    if !path.is_empty() && path.chars().all(is_plain) {
        return path.to_owned();
    }
    format!("'{}'", path.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pasted_name_stays_a_name() {
        for (path, shown) in [
            ("evidence/rfc/a-1.yaml", "evidence/rfc/a-1.yaml"),
            ("a b", "'a b'"),
            ("$(id).yaml", "'$(id).yaml'"),
            ("it's", r"'it'\''s'"),
            ("-rf", "./-rf"),
            ("", "''"),
        ] {
            assert_eq!(word(path), shown);
        }
        assert_eq!(
            (count(1, "bundle"), count(0, "bundle")),
            ("1 bundle".into(), "0 bundles".into())
        );
    }
}
