//! Operations that fail: never a success that is none, never a panic, one clear line.

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::checks::{goes_on, is_whole, survived};
use super::scene::{Place, Scene};
use super::shim::{Act, Op, Ran};
use super::spread::{is_all, sampled, spread};
use crate::support::{self, scale};

/// Which faults an operation can have.
fn acts(op: &str) -> Vec<Act> {
    let mut acts = ["EIO", "ENOSPC", "EROFS", "EDQUOT"].map(Act::Fault).to_vec();
    match op {
        "write" => acts.extend([Act::Short, Act::Fault("EINTR")]),
        "open" | "fsync" => acts.push(Act::Fault("EINTR")),
        "link" => acts.push(Act::Fault("EPERM")),
        _ => {}
    }
    acts
}

/// Whether a process may go on without the operation: it was not refused for good, there is another
/// way, or only what is no evidence is lost by it.
fn may_be_borne(op: &Op, act: Act) -> bool {
    let is_lock = op.path.extension().is_some_and(|extension| extension == "lock");
    act.is_legal()
        || act == Act::Fault("EPERM")
        || op.name == "opendir"
        || (op.name == "unlink" && is_lock)
}

/// Whether the fault was told, or did not matter.
fn told(place: &Place<'_>, ran: &Ran, op: &Op, act: Act) -> bool {
    let Ran { code, stdout, stderr, .. } = ran;
    if act.is_legal() || *code != Some(74) {
        let code = code.expect("nothing killed it");
        assert_eq!(place.end(code), place.scene.end, "{stderr}");
        is_whole(place, &[]);
        assert!(place.litter().iter().all(|name| name.ends_with(".lock")), "{:?}", place.litter());
        assert_eq!(stderr, "");
        assert!(may_be_borne(op, act), "{op:?} was refused and nobody told it");
        return false;
    }
    assert_eq!(stdout, "", "no verdict");
    let folder = format!("evidence/rfc/{}/reviews", place.scene.rfc);
    let named = stderr.starts_with("council-review: could not ") && stderr.contains(&folder);
    assert!(named && stderr.matches('\n').count() == 1, "{stderr}");
    true
}

#[test]
fn an_operation_that_fails_is_told_and_never_a_success() {
    let counts: Mutex<BTreeMap<(&str, bool), usize>> = Mutex::default();
    let (mut tried, mut all) = (0, 0);
    let scenes: [fn() -> Scene; 3] = [Scene::contested, Scene::gates_alone, Scene::second];
    for scene in scenes.iter().take(scale().of(2, 3, 3)) {
        let scene = scene();
        let ops = (1..).zip(&scene.ops);
        let points: Vec<(usize, Act)> =
            ops.flat_map(|(n, op)| acts(&op.name).into_iter().map(move |act| (n, act))).collect();
        let tries = sampled(&points, scale().of(47, 9, 1));
        (tried, all) = (tried + tries.len(), all + points.len());
        spread(&scene, &tries, |place, &(at, act)| {
            let ran = place.disturbed(&scene.review(support::EPOCH), at, act);
            let is_told = told(place, &ran, &scene.ops[at - 1], act);
            *counts.lock().expect("unbroken").entry((act.name(), is_told)).or_default() += 1;
            let standing = survived(place, &ran, None);
            goes_on(place, &[standing]);
        });
    }
    let counts = counts.into_inner().expect("unbroken");
    let counts = counts.iter().map(|((act, is_told), count)| {
        format!("{act} {} {count}", if *is_told { "told" } else { "borne" })
    });
    let counts: Vec<String> = counts.collect();
    support::figure(&format!(
        "faults: {tried} of {all} points; 0 false successes, 0 panics; {}",
        counts.join(", ")
    ));
    assert!(!is_all() || tried >= 1_000, "{tried} points");
}
