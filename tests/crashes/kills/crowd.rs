//! Many processes at once.

use std::process::{Child, Command, Stdio};

use council_review::core::protocol::Event;
use council_review::council::rfc::RfcEvent;
use council_review::evidence::recover::recover;
use council_review::host::store::FolderStore;
use council_review::port::{NameClaim, Store as _};

use super::checks::{Standing, goes_on, is_whole, next, survived};
use super::scene::{LATER, Place, Scene};
use super::shim::Act;
use crate::support::{self, scale};

fn begun(place: &Place<'_>, mut command: Command) -> Child {
    let command = command.current_dir(&place.path);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs")
}

fn ended(child: Child) -> support::Run {
    child.wait_with_output().expect("it ends").into()
}

#[test]
fn reviews_at_the_same_second_keep_out_of_each_other_s_way() {
    const MANY: usize = 50;
    let scene = Scene::rejected();
    let place = scene.place();
    let launched: Vec<Child> =
        (0..MANY).map(|_| begun(&place, scene.review(support::EPOCH).command())).collect();
    for child in launched {
        let run = ended(child);
        assert_eq!((run.code, run.stderr.as_str()), (scene.end.code, ""), "nobody else was killed");
    }
    assert_eq!((place.bundles().len(), place.sessions().len()), (MANY, MANY));
    assert_eq!(place.litter(), [""; 0]);
    is_whole(&place, &[]);
    support::figure(&format!(
        "parallel launches: {MANY}; {MANY} bundles verified, {MANY} sessions replayed, \
         0 overwritten"
    ));
}

/// A session that was killed in its midst.
fn killed(place: &Place<'_>) -> Standing {
    let at = place.scene.ops.len() / 2;
    let ran = place.disturbed(&place.scene.review(support::EPOCH), at, Act::Kill);
    survived(place, &ran, None).expect("it had begun")
}

#[test]
fn a_session_that_is_held_is_nobody_else_s() {
    let scene = Scene::contested();
    let place = scene.place();
    let standing = killed(&place);
    let stamp = support::STAMP;
    let store = FolderStore::new(&place.path);
    let folder = format!("evidence/rfc/{}/reviews", scene.rfc);
    let NameClaim::Ours(hold) = store.claim(&folder, stamp).expect("claimed") else {
        panic!("its holder was killed");
    };
    let run = place.run(&next(&place, Some(&standing)));
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").expect("a name");
    let line = format!(
        "council-review: {folder}/council_session_{stamp}.yaml is held by process {} on {}: wait until that ends, or stop it\n",
        std::process::id(),
        host.trim()
    );
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (65, "", line.as_str()));
    drop(hold);
    goes_on(&place, &[Some(standing)]);
}

#[test]
fn of_two_resumes_one_goes_on() {
    let scene = Scene::contested();
    let place = scene.place();
    let times = scale().of(2, 20, 100);
    let mut refused = 0;
    for _ in 0..times {
        place.reset();
        let standing = killed(&place);
        let both = [(); 2].map(|()| begun(&place, next(&place, Some(&standing)).command()));
        let both = both.map(ended);
        for run in &both {
            if run.code == 65 {
                refused += 1;
                let lines = run.stderr.matches('\n').count();
                assert!(run.stderr.contains(" is held by ") && lines == 1, "{run:?}");
            } else {
                assert_eq!(run.code, scene.end.code, "{run:?}");
            }
        }
        assert!(both.iter().any(|run| run.code == scene.end.code), "{both:?}");
        let bytes = std::fs::read(place.path.join(&standing.file)).expect("readable");
        let records = recover(&bytes).expect("whole").played.session.records;
        let event = |record| serde_json::from_value::<RfcEvent>(record).expect("an event");
        let resumes = records
            .into_iter()
            .filter(|record| matches!(event(record.event.clone()), Event::Resumed { .. }));
        assert_eq!(resumes.count(), 1, "one writer");
        goes_on(&place, &[Some(standing)]);
    }
    support::figure(&format!(
        "two resumes at once: {times} times; one went on, the other was refused {refused} times \
         and found it over {} times",
        times - refused
    ));
}

#[test]
fn what_a_killed_review_left_goes_with_the_next_one() {
    let scene = Scene::gates_alone();
    let place = scene.place();
    let linked = scene.ops.iter().position(|op| op.name == "link").expect("a bundle") + 1;
    let ran = place.disturbed(&scene.review(support::EPOCH), linked, Act::KillAfter);
    assert_eq!((ran.code, place.bundles().len(), place.litter().len()), (None, 1, 2));
    let store = FolderStore::new(&place.path);
    let folder = format!("evidence/rfc/{}/reviews", scene.rfc);
    let hold = store.claim(&folder, "20260126T095900Z").expect("claimed");
    assert!(matches!(hold, NameClaim::Ours(_)));
    let run = place.run(&scene.review(LATER));
    assert_eq!(place.end(run.code), scene.later, "{}", run.stderr);
    assert_eq!(place.litter(), [format!("{folder}/council_session_20260126T095900Z.lock")]);
    drop(hold);
    assert_eq!(place.litter(), [""; 0]);
    is_whole(&place, &[]);
}
