//! R54: which folders are read must not be a matter of what else somebody adds.

use super::super::diagnostic::{Spot, quoted};
use super::super::rules::R54;
use crate::model::Finding;
use crate::port::EntryKind;
use crate::source::{Ambiguity, Held, Library};

/// What is ambiguous in the layout.
pub(in crate::gates) fn ambiguous(library: &Library) -> Vec<Finding> {
    library.ambiguities.iter().map(finding).collect()
}

fn finding(ambiguity: &Ambiguity) -> Finding {
    match ambiguity {
        Ambiguity::Beside { held, root, is_used, others } => {
            let (what, key) = match held {
                Held::Rfcs => ("RFCs", "rfcs"),
                Held::Tickets => ("tickets", "tickets"),
            };
            let shown: Vec<String> = others.iter().map(|other| quoted(other)).collect();
            let (root, others_read) = (quoted(root), shown.join(" and in "));
            let says = match (is_used, shown.len()) {
                (true, 1) => {
                    format!("{what} lie in {root} and in {others_read}; only the first is read")
                }
                (true, _) => {
                    format!("{what} lie in {root}, in {others_read}; only the first is read")
                }
                (false, _) => format!("{what} lie in {others_read}, and only {root} is read"),
            };
            let act = format!(
                "name one folder under `layout.{key}` in council.yaml, or move the files into one"
            );
            let first = others.first().map_or("", String::as_str);
            Spot::whole(first).says(&R54, says, act)
        }
        Ambiguity::Blocked { path, kind } => {
            let what = match kind {
                EntryKind::Symlink => "a link",
                EntryKind::Special | EntryKind::File => {
                    "a submodule, or no folder that can be read"
                }
            };
            let says = format!("{} is {what}, so what lies behind it is not read", quoted(path));
            let act = "put the folder itself there, or name another under `layout` in council.yaml";
            Spot::whole(path).says(&R54, says, act)
        }
    }
}
