use std::path::PathBuf;

#[derive(Debug, PartialEq, Eq)]
pub enum Command {
    Backup { root: PathBuf },
    Restore { id: String, target: PathBuf },
    Snapshots,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Args {
    pub repo: String,
    pub command: Command,
}

pub const USAGE: &str = "usage: strata --repo LOCATION backup DIR | restore ID DIR | snapshots";

/// The whole command line; an error is the text to print.
pub fn parse_args(words: &[String]) -> Result<Args, String> {
    let wrong = || USAGE.to_owned();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (repo, rest) = match words.as_slice() {
        ["--repo", repo, rest @ ..] => ((*repo).to_owned(), rest),
        _ => return Err(wrong()),
    };
    let command = match rest {
        ["backup", root] => Command::Backup { root: root.into() },
        ["restore", id, target] => Command::Restore { id: (*id).to_owned(), target: target.into() },
        ["snapshots"] => Command::Snapshots,
        _ => return Err(wrong()),
    };
    Ok(Args { repo, command })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_needs_a_repository() {
        assert!(parse_args(&["snapshots".to_owned()]).is_err());
    }
}
