//! The page of commands, from the command line itself.

use std::fmt::Write as _;

use clap::{Arg, Command, CommandFactory as _};

use super::super::args::Cli;
use super::{Page, block, code, table};

pub(super) fn commands() -> Page {
    let mut cli = Cli::command();
    cli.build();
    let mut body =
        "Results go to stdout, progress and faults to stderr. `SOURCE_DATE_EPOCH` fixes \
        the clock: the same inputs then give the same bytes, on any machine.\n\n"
            .to_owned();
    body.push_str("## Options of every command\n\n");
    body.push_str(&arguments(cli.get_arguments().filter(|arg| arg.is_global_set())));
    section(&mut body, "council-review", &cli);
    Page::new("commands.md", "Commands", &body)
}

/// A command, then its own commands.
fn section(body: &mut String, name: &str, command: &Command) {
    let _ = writeln!(body, "## {name}\n");
    if let Some(about) = command.get_long_about().or(command.get_about()) {
        let about = about.to_string();
        let end = if about.ends_with(['.', '?']) { "" } else { "." };
        let _ = writeln!(body, "{about}{end}\n");
    }
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").lines().map(str::trim).collect::<Vec<_>>();
    body.push_str(&block("text", &usage.join("\n")));
    let own: Vec<&Arg> = command.get_arguments().filter(|arg| !arg.is_global_set()).collect();
    body.push_str(&arguments(own));
    for inner in command.get_subcommands() {
        if !inner.is_hide_set() && inner.get_name() != "help" {
            section(body, &format!("{name} {}", inner.get_name()), inner);
        }
    }
}

fn arguments<'a>(arguments: impl IntoIterator<Item = &'a Arg>) -> String {
    let known = |arg: &&Arg| !matches!(arg.get_id().as_str(), "help" | "version");
    let mut own = arguments.into_iter().filter(known).filter(|arg| !arg.is_hide_set()).peekable();
    if own.peek().is_none() {
        return String::new();
    }
    table(["argument", "means"], own.map(|arg| [code(&spelled(arg)), meaning(arg)]))
}

/// `--base REV`, `-q, --quiet`, `RFC…`.
fn spelled(arg: &Arg) -> String {
    let takes_value = arg.get_action().takes_values();
    let names = arg.get_value_names().unwrap_or_default();
    let value = names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(" ");
    let Some(long) = arg.get_long() else {
        let several = arg.get_num_args().is_some_and(|count| count.max_values() > 1);
        return if several { format!("{value}…") } else { value };
    };
    let short = arg.get_short().map(|short| format!("-{short}, ")).unwrap_or_default();
    match takes_value {
        true => format!("{short}--{long} {value}"),
        false => format!("{short}--{long}"),
    }
}

fn meaning(arg: &Arg) -> String {
    let mut text = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let takes_value = arg.get_action().takes_values();
    let values: Vec<String> = match takes_value {
        true => arg.get_possible_values().iter().map(|value| code(value.get_name())).collect(),
        false => Vec::new(),
    };
    if !values.is_empty() {
        let _ = write!(text, ": {}", values.join(", "));
    }
    let defaults = arg.get_default_values();
    if takes_value && !defaults.is_empty() {
        let words: Vec<String> =
            defaults.iter().map(|word| code(&word.to_string_lossy())).collect();
        let _ = write!(text, "; default {}", words.join(", "));
    }
    text
}
