//! L4: a file to be changed or read that is not there, and a file name that several files have.

use super::scene::{RfcTicket, Scene};
use super::{Advisory, Hit};
use crate::gates::diagnostic::quoted;
use crate::gates::example::{NEW, in_one, ticket};
use crate::gates::outline::{Lead, ShortName};
use crate::gates::rule_info::RuleInfo;
use crate::gates::text::ticket::touched;
use crate::gates::text::words::{self, file_stem, folder, listed};
use crate::model::{GateId, Rule, Severity, Subcategory};
use crate::source::PathKind;

pub(super) static L4: Advisory = Advisory {
    info: RuleInfo {
        id: Rule::numbered("L4"),
        gate: GateId::Implementability,
        subcategory: Subcategory::AgentContextGap,
        severity: Severity::Major,
        varies: "MINOR in notes, for a name that several files have, and in closed tickets",
        title: "a file in the text that is not there, or a name that several files have",
        why: "The implementer begins a second file, or changes the wrong one.",
        act: "Write the path of the file that is meant, or list it among the files to create.",
        fix: None,
        example: in_one(
            NEW,
            ticket!("plan:\n  steps:\n  - \"crates/core/src/verse.rs: add the rhyme of a name\""),
            ticket!("plan:\n  steps:\n  - \"crates/core/src/greet.rs: add the rhyme of a name\""),
        ),
    },
    check,
};

/// What a build puts there is in no tree.
const BUILT: [&str; 7] =
    ["build", "coverage", "dist", "generated", "node_modules", "out", "target"];

/// Whether a path is one of this repository: its first folder is there, or a file of its name.
fn is_ours(scene: &Scene<'_>, path: &str) -> bool {
    let first = path.split('/').next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or(path);
    scene.has_folder(first) || (!BUILT.contains(&first) && !scene.named(name).is_empty())
}

/// The existing path that was most likely meant.
fn nearest<'d>(scene: &Scene<'d>, path: &str) -> Option<&'d str> {
    let name = path.rsplit('/').next().unwrap_or(path);
    const COMMON: [&str; 7] = ["mod", "lib", "main", "index", "__init__", "error", "errors"];
    let same = scene.named(name).iter().map(|&entry| scene.path(entry));
    let shared = |other: &str| {
        other.split('/').zip(path.split('/')).take_while(|(own, its)| own == its).count()
    };
    same.filter(|_| !COMMON.contains(&file_stem(name))).max_by_key(|other| shared(other))
}

/// The files that the ticket leads to and that are not there.
pub(super) fn missing<'m>(
    scene: &Scene<'_>,
    member: &'m RfcTicket<'_>,
) -> impl Iterator<Item = &'m Lead> {
    member.outline.leads.iter().filter(|lead| {
        lead.is_work
            && is_ours(scene, &lead.path)
            && !scene.is_there(member, &lead.path)
            && !lead.or.iter().any(|other| scene.is_there(member, other))
    })
}

fn check(scene: &Scene<'_>, member: &RfcTicket<'_>) -> Vec<Hit> {
    let outline = member.outline;
    let missing = missing(scene, member).map(|lead| {
        let severity = if lead.is_note { Severity::Minor } else { Severity::Major };
        let path = quoted(&lead.path);
        let says = format!("{path} does not exist, and no ticket before this one creates it");
        let near = nearest(scene, &lead.path);
        let act = match near {
            Some(near) => {
                format!("write {} if that is meant, or list {path} to be created", quoted(near))
            }
            None => format!("name the file that exists, or list {path} to be created"),
        };
        Hit::new(&lead.spot, severity, says, act).beside(near)
    });
    let several = outline.short.iter().filter_map(|short| {
        let all = meanings(scene, member, short);
        let [first, _, ..] = all.as_slice() else { return None };
        let says = format!("{} can be {}", quoted(&short.name), listed(&all, 4));
        let act = format!("write the whole path, for example {}", quoted(first));
        Some(Hit::new(&short.spot, Severity::Minor, says, act).beside(all.iter().copied()))
    });
    missing.chain(several).collect()
}

/// The files that a short name can mean, when nothing settles it.
fn meanings<'d>(scene: &Scene<'d>, member: &RfcTicket<'_>, short: &ShortName) -> Vec<&'d str> {
    let all = scene.candidates(&short.name);
    if all.len() < 2 || scene.in_tree(&short.name) || scene.makes(member, &short.name) {
        return Vec::new();
    }
    // Files listed beside it say which: one candidate in their folder or component.
    let own = touched(member.ticket);
    let component = |path: &str| scene.dossier.atlas.component_of(path).map(|c| c.path.as_str());
    let beside = |path: &&&str| {
        own.iter().any(|file| file.kind != PathKind::Delete && folder(&file.path) == folder(path))
    };
    let inside = |path: &&&str| {
        let its = component(path);
        its.is_some() && own.iter().any(|file| component(&file.path) == its)
    };
    let is_settled = all.iter().filter(beside).count() == 1
        || all.iter().filter(inside).count() == 1
        || all.iter().any(|path| names_folder(&short.text, path, &all));
    if is_settled { Vec::new() } else { all }
}

/// Whether a text names the folder that tells one candidate from the others: the crate, the package.
fn names_folder(text: &str, path: &str, all: &[&str]) -> bool {
    let own = folder(path).split('/').filter(|part| part.len() > 2);
    let tells = |part: &&str| !all.iter().all(|other| other.split('/').any(|p| p == *part));
    let said = words::words(text);
    own.filter(tells).any(|part| {
        let part = words::words(part);
        said.windows(part.len().max(1)).any(|window| window == part.as_slice())
    })
}
