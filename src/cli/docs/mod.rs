//! `docs`, a command for those who work on the tool: the pages of the book that are printed from the
//! tables which decide. A test compares the committed files with what these functions give.

mod names;
mod settings;
mod usage;

use std::path::Path;

use super::args::Docs;
use super::fault::CliFault;
use super::output::Output;
use crate::host::file;
use crate::host::store::FolderStore;
use crate::model::exit::ExitCode;
use crate::port::Store as _;

/// No page is near this.
const LARGEST_PAGE: u64 = 1 << 20;

/// A page: its path below the folder of the reference, and its text.
struct Page {
    path: String,
    text: String,
}

impl Page {
    fn new(path: impl Into<String>, title: &str, body: &str) -> Self {
        let origin = "<!-- Printed from the code by `council-review docs`. Change the code. -->";
        Self { path: path.into(), text: format!("{origin}\n# {title}\n\n{}\n", body.trim()) }
    }
}

/// Every page, in the order of the book.
fn pages() -> Vec<Page> {
    let mut pages = vec![usage::commands(), settings::config(), names::exit_codes()];
    pages.extend(names::rules());
    pages.extend([names::kinds(), names::modes(), settings::documents(), settings::schemas()]);
    pages
}

/// Writes the pages, or says which of those that are there differ.
pub(super) fn docs(args: &Docs, out: &mut Output) -> Result<ExitCode, CliFault> {
    let mut code = ExitCode::Approved;
    for page in pages() {
        let path = args.dir.join(&page.path);
        let stands = file::read(&path, LARGEST_PAGE).unwrap_or_default();
        if stands == page.text.as_bytes() {
            continue;
        }
        let shown = path.display();
        if args.check {
            code = ExitCode::Rejected;
            out.print(&format!("differs  {shown}\n"));
        } else {
            write(&args.dir, &page)?;
            out.print(&format!("wrote  {shown}\n"));
        }
    }
    if code != ExitCode::Approved {
        out.note(&format!("write them anew: council-review docs {}", args.dir.display()));
    }
    Ok(code)
}

fn write(folder: &Path, page: &Page) -> Result<(), CliFault> {
    let fault =
        |why: &str| CliFault::new(ExitCode::Io, format!("cannot write {}: {why}", page.path));
    if !folder.is_dir() {
        return Err(fault(&format!("there is no folder {}", folder.display())));
    }
    let store = FolderStore::new(folder);
    store
        .replace(&page.path, page.text.as_bytes())
        .map_err(|error| fault(&error.source.to_string()))
}

/// A row of a table.
fn row(cells: &[&str]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| flat(cell).replace('|', "\\|")).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// A table: its head, then its rows.
fn table<const N: usize>(head: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> String {
    let mut text = row(&head) + &row(&["---"; N]);
    for cells in rows {
        text.push_str(&row(&cells.each_ref().map(String::as_str)));
    }
    text.push('\n');
    text
}

/// A text on one line, in which nothing but what stands in backticks is markup.
fn flat(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let parts = line.split('`').enumerate();
    let parts = parts.map(|(i, part)| match i % 2 {
        0 => part.replace('<', "&lt;").replace('*', "\\*"),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("`")
}

/// A word as code.
fn code(word: &str) -> String {
    format!("`{word}`")
}

/// A block of code.
fn block(language: &str, text: &str) -> String {
    format!("```{language}\n{}\n```\n\n", text.trim_end())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::super::args::Cli;
    use super::*;

    #[test]
    fn a_cell_holds_no_markup_but_code() {
        assert_eq!(row(&["a|b", "x*y `c*d|e`\n<f>"]), "| a\\|b | x\\*y `c*d\\|e` &lt;f> |\n");
    }

    #[test]
    fn the_page_of_exit_codes_has_every_command() {
        let page = names::exit_codes().text;
        let cli = Cli::command();
        for command in cli.get_subcommands().filter(|command| !command.is_hide_set()) {
            assert!(page.contains(&code(command.get_name())), "{}", command.get_name());
        }
    }

    #[test]
    fn no_page_stands_twice() {
        let mut paths: Vec<String> = pages().into_iter().map(|page| page.path).collect();
        let all = paths.len();
        paths.sort();
        paths.dedup();
        assert_eq!(paths.len(), all);
    }
}
