//! A folder with a repository in it, what a stranger put there, and all that must stay as it is.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{FileTypeExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Run, program};

/// What stands at each path below a folder.
pub(crate) type Listing = BTreeMap<PathBuf, Vec<u8>>;

/// `repo`, `outside`, `bin` with the canaries, `fired` with what they leave, `home` and `cache`.
pub(crate) struct Scene {
    root: PathBuf,
}

impl Scene {
    /// The example, reviewed and committed, and a branch that changes a ticket.
    pub(crate) fn make(root: PathBuf) -> Self {
        for folder in ["repo", "outside", "bin", "fired", "home", "cache"] {
            fs::create_dir_all(root.join(folder)).expect("made");
        }
        let scene = Self { root };
        scene.git(&["init", "-q", "-b", "main", "."]);
        scene.git(&["config", "user.name", "test"]);
        scene.git(&["config", "user.email", "test@example.invalid"]);
        assert_eq!(scene.run("repo", &["init", "--example"]).code, 0);
        scene.run("repo", &["RFC-0001", "-q"]);
        scene.commit("example");
        scene.git(&["checkout", "-q", "-b", "topic"]);
        let ticket = "repo/documents/work/tickets/TCK-00001.yaml";
        scene.write(ticket, scene.read(ticket).replace("Greet by name", "Greet by a name"));
        scene.commit("a change");
        scene
    }

    pub(crate) fn at(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    pub(crate) fn text(&self, path: &str) -> String {
        self.at(path).to_str().expect("UTF-8").to_owned()
    }

    pub(crate) fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, bytes).expect("written");
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.at(path)).expect("readable")
    }

    /// A link in the place of whatever stands there.
    pub(crate) fn link(&self, path: &str, target: &str) {
        let path = self.at(path);
        match path.symlink_metadata() {
            Ok(about) if about.is_dir() => fs::remove_dir_all(&path).expect("removed"),
            Ok(_) => fs::remove_file(&path).expect("removed"),
            Err(_) => fs::create_dir_all(path.parent().expect("a folder")).expect("made"),
        }
        symlink(target, path).expect("linked");
    }

    pub(crate) fn pipe(&self, path: &str) {
        let _ = fs::remove_file(self.at(path));
        let made = Command::new("mkfifo").arg(self.at(path)).status().expect("mkfifo runs");
        assert!(made.success());
    }

    /// A program that leaves a file when it is run; its path.
    pub(crate) fn canary(&self, name: &str) -> String {
        let path = self.at(&format!("bin/{name}"));
        let fired = self.text(&format!("fired/{name}"));
        program(&path, &format!("#!/bin/sh\n: > '{fired}'\ncat 2>/dev/null\n"));
        path.to_str().expect("UTF-8").to_owned()
    }

    /// The canaries that were run.
    pub(crate) fn fired(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.at("fired")).expect("a folder");
        entries.map(|entry| entry.expect("an entry").path()).collect()
    }

    pub(crate) fn config(&self, key: &str, value: &str) {
        self.git(&["config", key, value]);
    }

    pub(crate) fn git(&self, args: &[&str]) -> String {
        let output = self.command("git", "repo").args(args).output().expect("git runs");
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    pub(crate) fn commit(&self, title: &str) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", title]);
    }

    fn command(&self, program: &str, folder: &str) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.at(folder))
            .env("HOME", self.at("home"))
            .env("XDG_CACHE_HOME", self.at("cache"))
            .env("SOURCE_DATE_EPOCH", crate::support::EPOCH)
            .env_remove("NO_COLOR");
        command
    }

    /// The real binary; killed when it computes for a minute, or waits (with 124) for something that
    /// does not come. A machine with other work makes neither happen: only processor time is short.
    pub(crate) fn run(&self, folder: &str, args: &[&str]) -> Run {
        let binary = env!("CARGO_BIN_EXE_council-review");
        let limits = "ulimit -t 60; timeout 900 \"$0\" \"$@\"; exit $?";
        let mut command = self.command("sh", folder);
        command.args(["-c", limits, binary]).args(args).output().expect("it runs").into()
    }

    /// All of the scene, but for what the canaries leave.
    pub(crate) fn listing(&self) -> Listing {
        let mut listing = Listing::new();
        self.list(&self.root, &mut listing);
        listing.retain(|path, _| !path.starts_with("fired"));
        listing
    }

    fn list(&self, folder: &Path, listing: &mut Listing) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let about = path.symlink_metadata().expect("there");
            let kind = about.file_type();
            let what = if kind.is_symlink() {
                format!("-> {}", fs::read_link(&path).expect("a link").display()).into_bytes()
            } else if kind.is_dir() {
                self.list(&path, listing);
                b"/".to_vec()
            } else if kind.is_fifo() {
                b"|".to_vec()
            } else {
                fs::read(&path).expect("readable")
            };
            listing.insert(path.strip_prefix(&self.root).expect("below").to_owned(), what);
        }
    }
}

/// The paths that are not as they were.
pub(crate) fn changed<'l>(before: &'l Listing, after: &'l Listing) -> Vec<&'l Path> {
    let gone = before.keys().filter(|path| !after.contains_key(*path));
    let other = after.iter().filter(|(path, what)| before.get(*path) != Some(what));
    gone.chain(other.map(|(path, _)| path)).map(PathBuf::as_path).collect()
}
