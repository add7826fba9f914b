//! The repositories: what a stranger can put into one.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;

use super::scene::Scene;
use crate::support::scale;

/// One repository.
pub(crate) struct Hostile {
    pub(crate) name: &'static str,
    pub(crate) plant: fn(&Scene),
    /// Whether every command should say what it says of the calm repository.
    pub(crate) is_calm: bool,
}

const fn quiet(name: &'static str, plant: fn(&Scene)) -> Hostile {
    Hostile { name, plant, is_calm: true }
}

const fn loud(name: &'static str, plant: fn(&Scene)) -> Hostile {
    Hostile { name, plant, is_calm: false }
}

const TICKET: &str = "repo/documents/work/tickets/TCK-00001.yaml";

const HOOKS: [&str; 12] = [
    "pre-commit",
    "prepare-commit-msg",
    "commit-msg",
    "post-commit",
    "post-checkout",
    "post-merge",
    "post-rewrite",
    "pre-push",
    "reference-transaction",
    "post-index-change",
    "fsmonitor-watchman",
    "pre-auto-gc",
];

/// Sets each of these keys to a canary of its own.
fn keys(scene: &Scene, keys: &[&str]) {
    for key in keys {
        let canary = scene.canary(&key.replace('.', "-"));
        scene.config(key, &canary);
    }
}

fn attributes(scene: &Scene, text: &str) {
    scene.write("repo/.gitattributes", text);
    scene.commit("attributes");
}

/// A submodule that no commit of ours has.
fn submodule(scene: &Scene, url: &str) {
    scene.write(
        "repo/.gitmodules",
        format!(
            "[submodule \"x\"]\n\tpath = x\n\turl = {url}\n\tupdate = !{}\n",
            scene.canary("update")
        ),
    );
    let head = scene.git(&["rev-parse", "HEAD"]);
    fs::create_dir(scene.at("repo/x")).expect("made");
    scene.git(&["update-index", "--add", "--cacheinfo", &format!("160000,{head},x")]);
    scene.git(&["add", ".gitmodules"]);
    scene.git(&["commit", "-q", "-m", "a submodule"]);
}

/// Git's own folder, with its canaries, outside; a file in its place.
fn moved(scene: &Scene) {
    fs::rename(scene.at("repo/.git"), scene.at("outside/git")).expect("moved");
    scene.write("repo/.git", format!("gitdir: {}\n", scene.text("outside/git")));
    keys(scene, &["core.fsmonitor", "core.editor"]);
}

pub(crate) const ALL: &[Hostile] = &[
    quiet("core.fsmonitor", |s| keys(s, &["core.fsmonitor"])),
    quiet("filters", |s| {
        attributes(s, "* filter=x\n");
        keys(s, &["filter.x.clean", "filter.x.smudge", "filter.x.process"]);
        s.config("filter.x.required", "true");
    }),
    quiet("hooks", |s| {
        for hook in HOOKS {
            let canary = s.canary(hook);
            fs::copy(canary, s.at("repo/.git/hooks").join(hook)).expect("copied");
        }
    }),
    quiet("core.hooksPath", |s| {
        for hook in HOOKS {
            s.canary(hook);
        }
        s.config("core.hooksPath", &s.text("bin"));
    }),
    quiet("diff and textconv", |s| {
        attributes(s, "* diff=x merge=x\n");
        keys(s, &["diff.external", "diff.x.textconv", "diff.x.command", "merge.x.driver"]);
    }),
    quiet("ssh, proxies and credentials", |s| {
        keys(s, &["core.sshCommand", "core.gitProxy", "credential.helper", "core.askPass"]);
        s.config("remote.origin.url", "ssh://nobody@localhost/x");
    }),
    quiet("pager and editor", |s| {
        keys(
            s,
            &[
                "core.pager",
                "core.editor",
                "sequence.editor",
                "pager.log",
                "interactive.diffFilter",
            ],
        );
    }),
    quiet("signing", |s| {
        keys(
            s,
            &["gpg.program", "gpg.ssh.program", "gpg.x509.program", "gpg.ssh.defaultKeyCommand"],
        );
        s.config("commit.gpgSign", "true");
        s.config("user.signingKey", "x");
    }),
    quiet("aliases", |s| {
        for command in ["status", "log", "commit", "fetch", "council-review"] {
            let canary = s.canary(command);
            s.config(&format!("alias.{command}"), &format!("!{canary}"));
        }
    }),
    quiet("include.path", |s| {
        let canary = s.canary("included");
        s.write(
            "outside/config",
            format!("[core]\n\tfsmonitor = {canary}\n\thooksPath = {}\n", s.text("bin")),
        );
        s.config("include.path", &s.text("outside/config"));
        s.config("includeIf.gitdir:/.path", &s.text("outside/config"));
    }),
    quiet("core.attributesFile and core.excludesFile", |s| {
        s.write("outside/attributes", "* filter=x diff=x\n");
        s.pipe("outside/pipe");
        s.config("core.attributesFile", &s.text("outside/attributes"));
        keys(s, &["filter.x.clean", "filter.x.smudge", "diff.x.textconv"]);
        s.config("core.excludesFile", &s.text("outside/pipe"));
    }),
    quiet("a remote that is a program", |s| {
        let canary = s.canary("ext");
        s.config("remote.origin.url", &format!("ext::sh -c {canary}"));
        s.config("remote.origin.uploadpack", &canary);
        s.config("remote.origin.receivepack", &canary);
        s.config("protocol.ext.allow", "always");
        keys(
            s,
            &["uploadpack.packObjectsHook", "trailer.x.command", "web.browser", "browser.x.cmd"],
        );
    }),
    loud("a submodule with a program as its address", |s| {
        let canary = s.canary("submodule");
        submodule(s, &format!("ext::sh -c {canary}"));
    }),
    loud("a submodule whose name is an option", |s| {
        let canary = s.canary("submodule");
        submodule(s, &format!("--upload-pack={canary}"));
    }),
    loud("core.worktree elsewhere", |s| {
        s.write(
            "outside/tree/documents/rfcs/RFC-0001/00_meta.yaml",
            s.read("repo/documents/rfcs/RFC-0001/00_meta.yaml"),
        );
        s.config("core.worktree", &s.text("outside/tree"));
    }),
    loud("core.worktree above", |s| s.config("core.worktree", "../..")),
    loud("a .git file that leads elsewhere", moved),
    loud("a bare repository in the tree, as the one at hand", |s| {
        let git = s.text("repo/nested");
        s.git(&["init", "-q", "--bare", &git]);
        let canary = s.canary("nested");
        s.write(
            "repo/nested/config",
            format!(
                "[core]\n\tbare = false\n\tfsmonitor = {canary}\n\tworktree = {}\n",
                s.text("outside")
            ),
        );
    }),
    loud("a ticket that is a link to outside", |s| {
        s.write("outside/secret", "password: hunter2\n");
        s.link(TICKET, &s.text("outside/secret"));
    }),
    loud("the RFC's folder is a link to outside", |s| {
        s.write("outside/rfc/00_meta.yaml", "rfc_meta: {}\n");
        s.link("repo/documents/rfcs/RFC-0001", &s.text("outside/rfc"));
    }),
    loud("the tickets' folder is a link to outside", |s| {
        s.write("outside/tickets/TCK-00001.yaml", "ticket_meta: {}\n");
        s.link("repo/documents/work/tickets", &s.text("outside/tickets"));
    }),
    loud("the evidence folder is a link to outside", |s| {
        s.link("repo/evidence", &s.text("outside"))
    }),
    loud("the reviews folder is a link to outside", |s| {
        s.link("repo/evidence/rfc/RFC-0001/reviews", &s.text("outside"));
    }),
    loud("council.yaml is a link to outside", |s| {
        s.write("outside/council.yaml", "seats: {SA-1: 'command:x'}\n");
        s.link("repo/council.yaml", &s.text("outside/council.yaml"));
    }),
    loud("a ticket that is a pipe", |s| s.pipe(TICKET)),
    loud("a ticket and a configuration that are devices", |s| {
        s.link(TICKET, "/dev/zero");
        s.link("repo/council.yaml", "/dev/zero");
    }),
    loud(".gitignore and .gitattributes are links to a pipe", |s| {
        s.pipe("outside/pipe");
        s.link("repo/.gitignore", &s.text("outside/pipe"));
        s.link("repo/.gitattributes", &s.text("outside/pipe"));
        s.write("repo/untracked", "");
        fs::create_dir(s.at("repo/deeper")).expect("made");
        s.pipe("repo/deeper/.gitignore");
        s.write("repo/deeper/untracked", "");
    }),
    loud("names of files", |s| {
        let names: [&[u8]; 8] = [
            b"-rf",
            b"--upload-pack=x",
            b"a\nb",
            b"\x1b[31mred\x1b]0;x\x07",
            b"\xff\xfe",
            "\u{202e}lmay.txt".as_bytes(),
            b"TCK-00001.yaml ",
            b"TCK-0\n0003.yaml",
        ];
        for name in names {
            let folder = s.at("repo/documents/work/tickets");
            fs::write(folder.join(OsStr::from_bytes(name)), "x: 1\n").expect("written");
        }
    }),
    loud("names of references", |s| {
        let head = s.git(&["rev-parse", "HEAD"]);
        for name in ["--upload-pack=x", "-x", "\u{202e}", "a;touch x"] {
            s.write(&format!("repo/.git/refs/heads/{name}"), format!("{head}\n"));
        }
        s.write("repo/.git/HEAD", "ref: refs/heads/--upload-pack=x\n");
    }),
    loud("a configuration of megabytes", |s| {
        let text = s.read("repo/.git/config")
            + &"[x \"y\"]\n\tz = 1\n".repeat(scale().of(120_000, 1_200_000, 1_200_000));
        s.write("repo/.git/config", text);
    }),
    loud("a promisor whose contents are missing", |s| {
        let canary = s.canary("promisor");
        s.config("remote.origin.url", &format!("ext::sh -c {canary}"));
        s.config("remote.origin.promisor", "true");
        s.config("extensions.partialClone", "origin");
        s.config("core.repositoryFormatVersion", "1");
        let blob = s.git(&["rev-parse", "HEAD:documents/work/tickets/TCK-00001.yaml"]);
        let (folder, file) = blob.split_at(2);
        fs::remove_file(s.at(&format!("repo/.git/objects/{folder}/{file}"))).expect("removed");
    }),
    loud("replacements, grafts and alternates", |s| {
        let head = s.git(&["rev-parse", "HEAD"]);
        let main = s.git(&["rev-parse", "main"]);
        s.git(&["replace", &head, &main]);
        s.write("repo/.git/info/grafts", format!("{head} {main} {main}\n"));
        s.write("repo/.git/objects/info/alternates", format!("{}\n", s.text("outside")));
    }),
];
