//! Where RFCs were looked for, and what is there instead.

use std::collections::BTreeMap;

use super::elsewhere;
use crate::config;
use crate::source::Library;
use crate::source::formats::{FormatPlans, Formats};

/// As many folders with documents are named.
const FOLDERS: usize = 2;

/// The same where plans of other formats are there and none of them can be reviewed, or where they are
/// not read.
fn of_formats(library: &Library) -> Option<String> {
    let formats = &library.formats;
    let mut lines: Vec<String> = formats.plans().filter_map(FormatPlans::nothing_live).collect();
    lines.extend(Formats::elsewhere(&library.entries, &library.layout.formats));
    if !lines.is_empty() {
        lines.extend(elsewhere::unread(&library.entries));
    }
    (!lines.is_empty()).then(|| format!("nothing to review: {}", lines.join("; ")))
}

/// What was searched, what is there instead, and what to do.
pub(super) fn line(library: &Library) -> String {
    let roots = match &library.layout.fixed.rfcs {
        Some(root) => root.clone(),
        None => library.layout.rfcs.join(", "),
    };
    let mut documents: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in library.entries.iter() {
        if let Some((folder, name)) = entry.path.rsplit_once('/')
            && name.to_ascii_lowercase().ends_with(".md")
        {
            *documents.entry(folder).or_default() += 1;
        }
    }
    let mut documents: Vec<(&str, usize)> = documents.into_iter().collect();
    documents.sort_by_key(|(folder, count)| (std::cmp::Reverse(*count), *folder));
    let held = |(folder, count): &(&str, usize)| {
        let files = if *count == 1 { "file" } else { "files" };
        format!("`{folder}/` holds {count} Markdown {files}")
    };
    let mut instead: Vec<String> = documents.iter().take(FOLDERS).map(held).collect();
    let tickets = library.tickets.len() + library.unreadable_tickets.len();
    if tickets > 0 {
        let files = if tickets == 1 { "ticket" } else { "tickets" };
        instead.push(format!("`{}/` holds {tickets} {files} of no RFC", library.tickets_folder));
    }
    if let Some(line) = of_formats(library) {
        return line;
    }
    let instead = match instead.is_empty() {
        true => String::new(),
        false => format!("; {}", instead.join(", ")),
    };
    let unread = elsewhere::unread(&library.entries).into_iter();
    let unread: String = unread.map(|line| format!("; {line}")).collect();
    format!(
        "no RFC-NNNN folder in {roots}{instead}{unread}: begin with `council-review new rfc \"Title\"`, or set layout.rfcs in {}",
        config::FILE
    )
}
