//! What must stand after a kill, and what must come of it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use council_review::evidence::read;
use council_review::evidence::recover::{Recovered, recover};
use council_review::evidence::replay::Played;
use council_review::evidence::v2::call::Call;
use council_review::evidence::v2::session::SessionRecord;
use council_review::model::TerminalState;
use council_review::report::escalation;

use super::scene::{Asked, LATER, Place, Seated};
use super::shim::{Op, Ran};
use crate::support::STAMP;

/// A session as it stood after a kill.
pub(super) struct Standing {
    /// Its path from the repository's root.
    pub(super) file: String,
    /// Whether half a line stood there.
    pub(super) is_torn: bool,
    records: Vec<SessionRecord>,
    calls: Vec<Call>,
}

/// What a process that was killed left; `before` is what it began with. What it was told is safe is
/// there, in whole lines.
pub(super) fn survived(
    place: &Place<'_>,
    ran: &Ran,
    before: Option<&Standing>,
) -> Option<Standing> {
    let files = place.sessions();
    assert!(files.len() <= 1, "{files:?}");
    let standing = files.first().map(|file| {
        let Recovered { played, cut_after } = recovered(place, file);
        Standing {
            file: file.clone(),
            is_torn: cut_after.is_some(),
            calls: played.calls(),
            records: played.session.records,
        }
    });
    let known = before.map_or(&[][..], |before| &before.records);
    let least = known.len() + acknowledged(&ran.ops, &place.reviews());
    let records = standing.as_ref().map_or(&[][..], |standing| &standing.records);
    assert!(records.len() >= least, "{} records stand, {least} were safe", records.len());
    assert_eq!(&records[..known.len()], known, "what was recorded before");
    standing
}

fn recovered(place: &Place<'_>, file: &str) -> Recovered {
    let bytes = fs::read(place.path.join(file)).expect("readable");
    recover(&bytes).unwrap_or_else(|faults| panic!("{file}: {faults:?}"))
}

/// A session's file, which must not be torn.
fn whole(place: &Place<'_>, file: &str) -> Played {
    let Recovered { played, cut_after } = recovered(place, file);
    assert_eq!(cut_after, None, "{file} is torn");
    played
}

/// How many records were safe: the one with which the session came into its place, once its folder
/// was synced, and each that was added and synced.
fn acknowledged(ops: &[Op], reviews: &Path) -> usize {
    let (mut placed, mut first, mut added) = (0, 0, 0);
    for op in ops.iter().filter(|op| op.is_done) {
        match op.name.as_str() {
            "link" | "rename" if is_session(op) => placed = 1,
            "fsync" if op.path == reviews => first = placed,
            "fsync" if is_session(op) => added += 1,
            _ => {}
        }
    }
    first + added
}

/// Whether an operation is on a session in its place.
pub(super) fn is_session(op: &Op) -> bool {
    let name = op.path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with("council_session_") && name.ends_with(".yaml")
}

/// What goes on from here: the session, or a review when there is none.
pub(super) fn next<'s>(place: &'s Place<'_>, standing: Option<&'s Standing>) -> Asked<'s> {
    let Some(standing) = standing else { return place.scene.review(LATER) };
    let args = vec!["resume", standing.file.as_str(), "-q"];
    Asked { args, seated: place.scene.seated, epoch: LATER }
}

/// What shows a session.
pub(super) fn shows(standing: &Standing) -> Asked<'_> {
    Asked { args: vec!["show", &standing.file], seated: Seated::Offline, epoch: LATER }
}

/// Goes on to the end, which is the one of the undisturbed review, and looks at all that is left.
pub(super) fn goes_on(place: &Place<'_>, kills: &[Option<Standing>]) {
    let run = place.run(&next(place, kills.last().and_then(Option::as_ref)));
    let began_later = place.bundles().last().is_some_and(|file| !file.contains(STAMP));
    let end = if began_later { &place.scene.later } else { &place.scene.end };
    assert_eq!(place.end(run.code), *end, "{}", run.stderr);
    is_whole(place, kills);
    assert_eq!(place.litter(), [""; 0]);
}

/// All bundles verify, all sessions replay, and no call was made again but those in flight.
pub(super) fn is_whole(place: &Place<'_>, kills: &[Option<Standing>]) {
    let run = |args: &[&str]| {
        place.run(&Asked { args: args.to_vec(), seated: Seated::Offline, epoch: LATER })
    };
    let bundles = place.bundles();
    let files: Vec<&str> = bundles.iter().map(String::as_str).collect();
    let verified = run(&[&["verify"], files.as_slice()].concat());
    assert_eq!(verified.code, 0, "{verified:?}");
    files.iter().for_each(|file| has_its_page(place, file));
    for file in place.sessions() {
        let replayed = run(&["replay", &file, "-q"]);
        assert_eq!(replayed.code, 0, "{replayed:?}");
        let played = whole(place, &file);
        let kills: Vec<&Standing> =
            kills.iter().flatten().filter(|standing| standing.file == file).collect();
        for standing in &kills {
            let begin = &played.session.records[..standing.records.len()];
            assert_eq!(begin, standing.records, "what stood after the kill");
        }
        let calls = played.calls();
        let looks: usize = calls.iter().map(|call| call.looks.len()).sum();
        // Twice each in cycles 1 and 2.
        let wanted = if place.scene.seated == Seated::Deadlocking { 12 } else { 0 };
        assert_eq!(looks, wanted, "{file}");
        asked_once(&calls, &kills);
    }
}

/// What a person must decide stands on a page.
fn has_its_page(place: &Place<'_>, file: &str) {
    let bytes = fs::read(place.path.join(file)).expect("readable");
    let bundle = read::bundle(&bytes).unwrap_or_else(|faults| panic!("{file}: {faults:?}"));
    let page = file.replace("rfc_review_", "escalation_").replace(".yaml", ".md");
    let stands = fs::read_to_string(place.path.join(page)).ok();
    let name = file.rsplit('/').next().expect("a name");
    let wanted = bundle.terminal_state == TerminalState::Deadlocked;
    assert_eq!(stands, wanted.then(|| escalation(&bundle, name)), "the page of {file}");
}

/// Each question is answered once; asked again was what was under way at a kill, and nothing else.
fn asked_once(calls: &[Call], kills: &[&Standing]) {
    let mut answers: BTreeMap<(String, &str, u8), usize> = BTreeMap::new();
    let mut lost = 0;
    for call in calls {
        let asked = (call.agent_id.to_string(), call.question.as_str(), call.attempt);
        let answered = answers.entry(asked).or_default();
        match call.outcome.as_str() {
            "ANSWERED" => *answered += 1,
            "LOST" => {
                lost += 1;
                let then = |standing: &&Standing| {
                    let same = |then: &&Call| then.call == call.call;
                    standing.calls.iter().find(same).is_some_and(|then| {
                        matches!(then.outcome.as_str(), "DISPATCHED" | "LOOKING")
                    })
                };
                assert!(kills.iter().any(then), "{call:?} was not under way at a kill");
            }
            other => panic!("{other}: {call:?}"),
        }
    }
    assert!(answers.values().all(|&count| count == 1), "{answers:?}");
    assert!(lost <= 3 * kills.len(), "{lost} lost in {} kills", kills.len());
}
