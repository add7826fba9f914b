//! The scripts that the checks of a ticket run (L10).

use super::at;
use crate::gates::diagnostic::Spot;
use crate::gates::path;
use crate::source::Ticket;

/// Programs that run the script they are given.
const RUNNERS: [&str; 9] =
    ["bash", "node", "perl", "python", "python3", "ruby", "sh", "source", "zsh"];

/// Endings of scripts.
const ENDINGS: [&str; 9] = ["bash", "js", "mjs", "pl", "py", "rb", "sh", "ts", "zsh"];

/// What a build or an installation puts there is in no tree.
const BUILT: [&str; 8] = ["bin", "build", "dist", "node_modules", "out", "target", "venv", ".venv"];

/// The scripts that the checks of a ticket run.
pub(super) fn run(ticket: &Ticket) -> Vec<(String, Spot)> {
    let mut found: Vec<(String, Spot)> = Vec::new();
    for text in ticket.verifications.iter().chain(&ticket.criteria) {
        for command in text.value.split(['`', ';', '\n', '&', '|']) {
            if let Some(script) = script(command)
                && !found.iter().any(|(known, _)| *known == script)
            {
                let name = script.rsplit('/').next().unwrap_or(&script).to_owned();
                found.push((script, at(ticket, text, &name)));
            }
        }
    }
    found
}

/// The script that a command runs: its first word, or what a runner is given.
fn script(command: &str) -> Option<String> {
    let mut tokens = command.split_whitespace();
    let first = tokens.next()?;
    let is_run = RUNNERS.contains(&first);
    let token = if is_run { tokens.next()? } else { first };
    let is_called = token.starts_with("./") || is_run || token.contains('/');
    let ending = token.rsplit_once('.').map(|(_, ending)| ending);
    let is_script = ending.is_some_and(|ending| ENDINGS.contains(&ending));
    let script = path::plain(token).ok()?;
    let is_built = script.split('/').any(|part| BUILT.contains(&part));
    let is_plain = script.chars().all(|c| c.is_alphanumeric() || "/._-".contains(c));
    (is_called && is_script && is_plain && !is_built && script.contains('/')).then_some(script)
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_script_is_what_a_command_runs() {
        for (command, script) in [
            ("sh ci/smoke.sh 60", Some("ci/smoke.sh")),
            ("./scripts/check.py", Some("scripts/check.py")),
            ("ci/smoke.sh", Some("ci/smoke.sh")),
            ("python -m pytest tests/a.py", None),
            ("pytest tests/a.py", None),
            ("node dist/cli.js", None),
            ("cargo test -p a", None),
            ("sh -c 'exit 1'", None),
            ("sh $SCRIPT/a.sh", None),
            ("a.sh", None),
        ] {
            assert_eq!(super::script(command).as_deref(), script, "{command}");
        }
    }
}
