//! What is said of an RFC does not change when tickets that have nothing to do with it come along,
//! hints included.

use std::sync::Arc;

use council_review::symbols::Index;

use crate::case::{Style, Tree, index, styles, whole};
use crate::score::{said_of, workspace};
use crate::support;

/// What every file of a plan has in its path, after the folder that a repository keeps plans in.
const PLANS: [&str; 2] = ["rfcs/RFC-", "tickets/TCK-"];

/// The folder before one of these in a repository, and the rest of each path, with its text.
fn plan<'t>(tree: &'t Tree, mark: &str) -> (&'t str, Vec<(&'t str, &'t str)>) {
    let cut = |path: &'t str| path.find(mark).map(|at| path.split_at(at));
    let files = tree.iter().filter_map(|(path, text)| Some((cut(path)?, text.as_str())));
    let files: Vec<_> = files.collect();
    let folder = files.first().map_or("", |((folder, _), _)| folder);
    (folder, files.into_iter().map(|((_, rest), text)| (rest, text)).collect())
}

/// A repository with the plan of another one beside its own; `None` where both have one id.
fn joined(tree: &Tree, other: &Tree) -> Option<Tree> {
    let mut both = tree.clone();
    for mark in PLANS {
        let (folder, _) = plan(tree, mark);
        for (rest, text) in plan(other, mark).1 {
            if both.insert(format!("{folder}{rest}"), text.to_owned()).is_some() {
                return None;
            }
        }
    }
    Some(both)
}

/// Everything that is said of the RFC, with all words.
fn said(tree: &Tree, index: &Arc<Index>, of: &Tree) -> Vec<String> {
    let rfcs = workspace(of).subjects();
    let whole = workspace(tree);
    let told = rfcs.iter().flat_map(|rfc| said_of(&whole, index, rfc).said);
    told.map(|one| format!("{} {:?} {}", one.at, one.fate, one.text)).collect()
}

/// A plan that came to a repository: how many findings the repository's own plan has, and
/// the difference that it made.
struct Addition {
    findings: usize,
    difference: Option<String>,
}

/// `None` where both plans have one id.
fn addition(name: &str, tree: &Tree, index: &Arc<Index>, other: &Style) -> Option<Addition> {
    let both = joined(tree, &other.tree)?;
    let (alone, beside) = (said(tree, index, tree), said(&both, index, tree));
    let came: Vec<_> = beside.iter().filter(|one| !alone.contains(one)).collect();
    let gone: Vec<_> = alone.iter().filter(|one| !beside.contains(one)).collect();
    let is_same = came.is_empty() && gone.is_empty();
    let difference = (!is_same).then(|| format!("{name} and {}: {gone:#?} {came:#?}", other.name));
    Some(Addition { findings: alone.len(), difference })
}

#[test]
fn tickets_of_another_rfc_change_no_finding_and_no_word_of_it() {
    let whole = whole();
    let scale = support::scale();
    let (each, step) = (scale.of(1, 8, whole.len() - 1), scale.of(40, 8, 4));
    let mut made: Vec<Addition> = Vec::new();
    for (at, style) in whole.iter().enumerate() {
        let others = (1..=each).map(|step| &whole[(at + step) % whole.len()]);
        made.extend(others.filter_map(|o| addition(&style.name, &style.tree, &style.index(), o)));
    }
    for style in styles() {
        for (at, case) in style.tuned.iter().step_by(step).enumerate() {
            let tree = case.applied(&style.tree);
            let index = if case.changes_code() { index(&tree) } else { style.index() };
            let name = format!("{}/{}", style.name, case.name);
            made.extend(addition(&name, &tree, &index, &whole[at % whole.len()]));
        }
    }
    let findings: usize = made.iter().map(|one| one.findings).sum();
    support::figure(&format!("{} additions of 9 tickets: {findings} findings", made.len()));
    let changed: Vec<&str> = made.iter().filter_map(|one| one.difference.as_deref()).collect();
    assert!(changed.is_empty(), "{}", changed.join("\n"));
    assert!(findings * 3 >= made.len(), "{findings} findings are few");
}
