//! A repository and a review of it, undisturbed once, and then as often as wanted from the start.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use council_review::evidence::read;
use serde_json::Value;
use tempfile::TempDir;

use super::deadlock;
use super::shim::{self, Act, Op, Ran};
use crate::support::{self, Repo};

/// A repository and what is asked of it.
pub(super) struct Scene {
    pub(super) name: String,
    pub(super) rfc: String,
    args: Vec<&'static str>,
    pub(super) seated: Seated,
    template: Arc<TempDir>,
    /// What the undisturbed review did and came to.
    pub(super) ops: Vec<Op>,
    pub(super) end: End,
    /// What it comes to when it is begun later.
    pub(super) later: End,
}

/// A second after that of the reviews.
pub(super) const LATER: &str = "1769421660";

/// What a review comes to, whatever happened on the way.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct End {
    pub(super) code: i32,
    /// The bundle without what tells of the way: times, calls, tokens, the bundle before it, what
    /// else stood in the repository, the seal over all that.
    pub(super) bundle: Value,
}

impl Scene {
    fn of(
        name: &str,
        rfc: &str,
        args: &[&'static str],
        seated: Seated,
        template: Arc<TempDir>,
    ) -> Self {
        let end = End { code: 0, bundle: Value::Null };
        let mut scene = Self {
            name: name.to_owned(),
            rfc: rfc.to_owned(),
            args: args.to_vec(),
            seated,
            template,
            ops: Vec::new(),
            later: end.clone(),
            end,
        };
        let place = scene.place();
        let [later, end] = [LATER, support::EPOCH].map(|epoch| {
            place.reset();
            let ran = place.disturbed(&scene.review(epoch), 0, Act::Kill);
            assert!(ran.stderr.is_empty(), "{name}: {}", ran.stderr);
            assert_eq!(place.litter(), [""; 0], "{name}");
            (ran.ops, place.end(ran.code.expect("nothing killed it")))
        });
        (scene.ops, scene.end, scene.later) = (end.0, end.1, later.1);
        scene
    }

    /// A fresh copy of the repository.
    pub(super) fn place(&self) -> Place<'_> {
        let dir = TempDir::new().expect("a temp folder");
        copy(self.template.path(), dir.path());
        let path = dir.path().canonicalize().expect("it is there");
        Place { scene: self, _dir: dir, path }
    }

    /// The review, begun at a second.
    pub(super) fn review<'s>(&'s self, epoch: &'s str) -> Asked<'s> {
        let mut args = vec![self.rfc.as_str(), "-q"];
        args.extend(&self.args);
        Asked { args, seated: self.seated, epoch }
    }

    fn of_example(name: &str, args: &[&'static str], seated: Seated, repo: Repo) -> Self {
        fs::remove_dir_all(repo.at(".git/hooks")).expect("removed");
        Self::of(name, "RFC-0001", args, seated, Arc::new(repo.into()))
    }

    /// The council says nothing against the example.
    pub(super) fn approved() -> Self {
        Self::of_example("approved", &[], Seated::Offline, mended(""))
    }

    /// The example as it is: a gate rejects it.
    pub(super) fn rejected() -> Self {
        Self::of_example("rejected", &[], Seated::Offline, Repo::example())
    }

    /// A vague line that the seats vote on.
    pub(super) fn contested() -> Self {
        let repo = mended(", with the appropriate message");
        Self::of_example("contested", &[], Seated::Offline, repo)
    }

    /// A person must decide, so that there is a page, too.
    pub(super) fn deadlocked() -> Self {
        Self::of_example("deadlocked", &[], Seated::Deadlocking, mended(""))
    }

    /// No council.
    pub(super) fn gates_alone() -> Self {
        let args = ["--depth", "standard"];
        Self::of_example("gates alone", &args, Seated::Offline, Repo::example())
    }

    /// A review that follows another one.
    pub(super) fn second() -> Self {
        let repo = Repo::example();
        let run = repo.run(&["RFC-0001", "-q"]);
        assert_eq!(run.code, 1, "{run:?}");
        repo.commit("reviewed");
        Self::of_example("second", &[], Seated::Offline, repo)
    }

    /// Each RFC of the real documents, when they stand beside the repository.
    pub(super) fn corpus() -> impl Iterator<Item = Self> {
        let template = support::corpus().map(Arc::new);
        let rfcs = template.iter().flat_map(|dir| names(&dir.path().join("documents/rfcs")));
        let rfcs: Vec<String> = rfcs.filter(|name| name.starts_with("RFC-")).collect();
        rfcs.into_iter().zip(template.into_iter().cycle()).map(|(rfc, template)| {
            Self::of(&format!("corpus {rfc}"), &rfc, &[], Seated::Offline, template)
        })
    }
}

/// The example without its fault; `more` is said of what its second ticket does.
fn mended(more: &str) -> Repo {
    let repo = Repo::mended();
    let does = "The rules for a name, and the message for each";
    repo.edit("documents/work/tickets/TCK-00002.yaml", does, &format!("{does}{more}"));
    repo.commit("mended");
    repo
}

/// A command line, who carries it out, and the second that it is at.
pub(super) struct Asked<'s> {
    pub(super) args: Vec<&'s str>,
    pub(super) seated: Seated,
    pub(super) epoch: &'s str,
}

/// Who sits on the seats of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seated {
    /// The offline reviewers of the binary.
    Offline,
    /// Those of `deadlock.rs`.
    Deadlocking,
}

impl Asked<'_> {
    pub(super) fn command(&self) -> Command {
        let mut command = match self.seated {
            Seated::Offline => {
                let mut command = support::binary();
                command.args(&self.args);
                command
            }
            Seated::Deadlocking => deadlock::command(&self.args),
        };
        command.env("SOURCE_DATE_EPOCH", self.epoch);
        command
    }
}

/// A copy of a scene's repository.
pub(super) struct Place<'s> {
    pub(super) scene: &'s Scene,
    _dir: TempDir,
    pub(super) path: PathBuf,
}

impl Place<'_> {
    /// Where the RFC's evidence stands.
    pub(super) fn reviews(&self) -> PathBuf {
        self.path.join(format!("evidence/rfc/{}/reviews", self.scene.rfc))
    }

    /// Makes it as it was at first.
    pub(super) fn reset(&self) {
        let below = format!("evidence/rfc/{}", self.scene.rfc);
        for folder in [below.as_str(), "evidence"] {
            let (from, to) = (self.scene.template.path().join(folder), self.path.join(folder));
            if to.exists() && (folder == below || !from.exists()) {
                fs::remove_dir_all(&to).expect("removed");
            }
            if folder == below && from.exists() {
                copy(&from, &to);
            }
        }
    }

    /// Runs it under the shim.
    pub(super) fn disturbed(&self, asked: &Asked<'_>, at: usize, act: Act) -> Ran {
        shim::run(asked.command(), &self.path, at, act)
    }

    /// Runs it as it is.
    pub(super) fn run(&self, asked: &Asked<'_>) -> support::Run {
        asked.command().current_dir(&self.path).output().expect("the binary runs").into()
    }

    /// The names that came into the reviews folder, sorted.
    pub(super) fn names(&self) -> Vec<String> {
        let reviews = self.reviews();
        let below = reviews.strip_prefix(&self.path).expect("below");
        let before = names(&self.scene.template.path().join(below));
        names(&reviews).into_iter().filter(|name| !before.contains(name)).collect()
    }

    /// The sessions among them, from the repository's root.
    pub(super) fn sessions(&self) -> Vec<String> {
        self.of_kind("council_session_", ".yaml")
    }

    /// The bundles among them, likewise.
    pub(super) fn bundles(&self) -> Vec<String> {
        self.of_kind("rfc_review_", ".yaml")
    }

    fn of_kind(&self, begin: &str, end: &str) -> Vec<String> {
        let names = self.names().into_iter();
        let names = names.filter(|name| name.starts_with(begin) && name.ends_with(end));
        names.map(|name| self.file(&name)).collect()
    }

    /// Those that are no evidence.
    pub(super) fn litter(&self) -> Vec<String> {
        let evidence =
            [self.sessions(), self.bundles(), self.of_kind("escalation_", ".md")].concat();
        let names = self.names().into_iter().map(|name| self.file(&name));
        names.filter(|file| !evidence.contains(file)).collect()
    }

    fn file(&self, name: &str) -> String {
        format!("evidence/rfc/{}/reviews/{name}", self.scene.rfc)
    }

    /// What a review that ended with this code came to, by the bundle with the last name.
    pub(super) fn end(&self, code: i32) -> End {
        let bundles = self.bundles();
        let last = bundles.last().expect("a bundle");
        let bytes = fs::read(self.path.join(last)).expect("readable");
        let bundle = read::bundle(&bytes).unwrap_or_else(|faults| panic!("{last}: {faults:?}"));
        let mut bundle = serde_json::to_value(bundle).expect("JSON");
        let members = bundle.as_object_mut().expect("an object");
        for of_the_way in [
            "review_timestamp",
            "council_metadata",
            "calls",
            "log_digest",
            "previous_bundle",
            "seal",
        ] {
            members.remove(of_the_way).expect("every bundle has it");
        }
        for gate in members["gates"].as_array_mut().expect("a list") {
            gate.as_object_mut().expect("an object").remove("evidence").expect("every gate has it");
        }
        End { code, bundle }
    }
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("UTF-8");
    let mut names: Vec<String> = entries.map(|entry| name(entry.expect("an entry"))).collect();
    names.sort();
    names
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("made");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("a kind").is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("copied");
        }
    }
}
