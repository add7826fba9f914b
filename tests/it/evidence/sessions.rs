//! Session files that were cut, damaged or forged: a cut keeps what was whole, everything else is
//! refused at its place (THREATS.md B4, C1, C2).

use crate::support::bundles::{self, Kind, SESSION_FILE};
use crate::support::edits::{edited, paths};
use crate::support::rechain::rechained;
use crate::support::seat_id::SeatId;
use crate::support::{self, scale};
use council_review::core::draw::SplitMix;
use council_review::core::protocol::Protocol as _;
use council_review::council::rfc::RfcCouncil;
use council_review::council::rfc::RfcEvent;
use council_review::evidence::recover::recover;
use council_review::evidence::replay::{self, Played};
use council_review::evidence::session;
use council_review::evidence::v2::bundle::Bundle;
use council_review::evidence::v2::session::Session;
use council_review::evidence::{canonical, read};
use council_review::model::Identity;
use council_review::model::opinion::Vote;
use council_review::model::{Digest, GateStatus, Timestamp};
use serde_json::{Value, json};

/// One session with its bytes and its bundle.
struct Base {
    session: Session,
    bytes: Vec<u8>,
    bundle: Bundle,
}

fn base(played: Played) -> Base {
    let bytes = session::bytes(&played.session);
    let bundle = played.bundle(SESSION_FILE).expect("it has ended");
    Base { session: played.session, bytes, bundle }
}

fn bases() -> Vec<Base> {
    bundles::sessions().into_values().map(base).collect()
}

fn of(kind: Kind) -> Base {
    base(bundles::sessions().remove(&kind).expect("it has a session"))
}

/// What `verify` says of these bytes beside the base's bundle.
fn told(base: &Base, bytes: &[u8]) -> Vec<String> {
    let faults = replay::disagreements(bytes, &base.bundle, SESSION_FILE);
    faults.iter().map(ToString::to_string).collect()
}

/// Every so many of them; before a release all.
fn step(usual: usize) -> usize {
    scale().of(usual, usual.div_ceil(4), 1)
}

#[test]
fn an_untouched_session_is_accepted() {
    for base in bases() {
        assert_eq!(told(&base, &base.bytes), [""; 0]);
        let recovered = recover(&base.bytes).expect("whole");
        assert_eq!((recovered.played.session, recovered.cut_after), (base.session, None));
    }
}

#[test]
fn one_changed_byte_is_refused_and_nothing_is_lost() {
    let mut refused = 0;
    for base in bases() {
        let records = base.session.records.len();
        let last = base.bytes.len() - 1;
        for at in (0..last).step_by(step(293)).chain([last]) {
            let mut changed = base.bytes.clone();
            changed[at] ^= 0x01;
            assert!(!told(&base, &changed).is_empty(), "byte {at} is accepted");
            // Without its end the last line is one that was never acknowledged.
            let kept = recover(&changed).map(|recovered| recovered.played.session.records.len());
            assert_eq!(kept.ok(), (at == last).then_some(records - 1), "byte {at}");
            refused += 1;
        }
    }
    support::figure(&format!("{refused} changed bytes of sessions refused"));
}

#[test]
fn a_cut_keeps_the_records_that_were_whole() {
    let mut cut = 0;
    for base in bases() {
        let text = String::from_utf8(base.bytes.clone()).expect("UTF-8");
        // Where each record ends.
        let begin = text.find("\nrecords:\n").expect("records") + 1;
        let starts: Vec<usize> = text[begin..]
            .match_indices("\n  - {seq: ")
            .map(|(at, _)| begin + at + 1)
            .chain([text.len()])
            .collect();
        let around = starts.iter().flat_map(|&at| [at.saturating_sub(1), at, at + 1]);
        let lengths = (0..text.len()).step_by(step(701)).chain(around);
        for length in lengths.filter(|&length| length < text.len()) {
            let whole = starts[1..].iter().filter(|&&end| end <= length).count();
            let bytes = &base.bytes[..length];
            assert!(!told(&base, bytes).is_empty(), "cut to {length} and accepted");
            match recover(bytes) {
                Ok(recovered) => {
                    let session = &recovered.played.session;
                    assert_eq!(session.records.len(), whole, "cut to {length}");
                    assert!(session.records == base.session.records[..whole], "cut to {length}");
                    // What ends with a whole record was not cut: that is all that happened.
                    let lines = text[..starts[whole]].matches('\n').count() as u32;
                    let cut_after = (length > starts[whole]).then_some(lines);
                    assert_eq!(recovered.cut_after, cut_after, "cut to {length}");
                    // What goes on from here is whole again.
                    let again = replay::read(&session::bytes(session)).expect("whole");
                    assert_eq!(again.session, *session);
                }
                Err(faults) => {
                    assert_eq!(whole, 0, "cut to {length}: {faults:?}");
                    let told = faults[0].to_string();
                    assert!(told.contains("cut before its first record"), "{length}: {told}");
                }
            }
            cut += 1;
        }
    }
    support::figure(&format!("{cut} cuts of sessions: each kept its whole records"));
}

#[test]
fn a_session_grows_by_a_line_for_each_record() {
    let Base { mut session, bytes, .. } = of(Kind::Settled);
    let records = std::mem::take(&mut session.records);
    session.records.push(records[0].clone());
    let mut grown = session::bytes(&session);
    for record in &records[1..] {
        grown.extend(session::line(record));
        session.records.push(record.clone());
        assert!(grown == session::bytes(&session), "record {}", record.seq);
    }
    assert!(grown == bytes);
}

#[test]
fn a_last_line_that_never_reached_the_disk_is_cut_off_and_no_other() {
    let Base { session, bytes, .. } = of(Kind::Settled);
    let count = session.records.len();
    for kept in [1, 5, count - 1] {
        let mut whole = session.clone();
        whole.records.truncate(kept);
        let whole = session::bytes(&whole);
        let line = session::line(&session.records[kept]);
        let half = line.len() / 2;
        let zeros = vec![0; line.len()];
        let lines = whole.iter().filter(|&&byte| byte == b'\n').count() as u32;
        for (torn, what) in [
            (line[..half].to_vec(), "half of it"),
            (zeros.clone(), "zeros"),
            ([&line[..half], &zeros[half..]].concat(), "zeros in place of the rest"),
            ([&zeros[..half], &line[half..]].concat(), "zeros in place of its beginning"),
            (b"x".to_vec(), "a byte of somebody else"),
        ] {
            let recovered = recover(&[&whole[..], &torn].concat()).expect("cut");
            let records = recovered.played.session.records.len();
            assert_eq!((records, recovered.cut_after), (kept, Some(lines)), "{what} after {kept}");
            // After the end, and above another line, nothing is torn.
            assert!(recover(&[&bytes[..], &torn].concat()).is_err(), "{what} after the end");
            let above = [&whole[..], &torn, b"\n", &line].concat();
            assert!(recover(&above).is_err(), "{what} above a line");
        }
        for (damaged, what) in [
            (b"x\n".to_vec(), "a line of somebody else"),
            (b"\n".to_vec(), "an empty line"),
            ([&line[..half], b"x", &line[half..]].concat(), "a byte more within it"),
            ([&line[..], &line].concat(), "it twice"),
        ] {
            assert!(recover(&[&whole[..], &damaged].concat()).is_err(), "{what} after {kept}");
        }
    }
}

#[test]
fn damage_is_named_at_its_record() {
    let base = of(Kind::Settled);
    let text = String::from_utf8(base.bytes.clone()).expect("UTF-8");
    let at = text.find("  - {seq: 5,").expect("a fifth record");
    let line = text[..at].matches('\n').count() + 1;
    let digest = base.session.records[4].digest.as_str();
    let other = base.session.records[5].digest.as_str();
    for (old, new, says) in [
        (format!("digest: \"{digest}\"}}"), format!("digest: \"{other}\"}}"), "content"),
        ("  - {seq: 5,".to_owned(), "  - {seq: 6,".to_owned(), "not the next one"),
    ] {
        let changed = text.replacen(&old, &new, 1);
        let faults = recover(changed.as_bytes()).expect_err("damaged");
        let told = faults[0].to_string();
        assert!(
            told.starts_with(&format!("{line}:1: record 5: ")) && told.contains(says),
            "{told}"
        );
    }
    // Damage in the middle is never taken for a cut, even when the end is missing as well.
    let cut = &text.replacen(digest, other, 1)[..text.len() - 20];
    let faults = recover(cut.as_bytes()).expect_err("damaged");
    assert!(faults[0].to_string().contains("record 5"), "{faults:?}");
}

#[test]
fn any_edit_of_the_tree_is_refused() {
    let edits = scale().of(300_u64, 1_000, 10_000);
    let trees: Vec<_> = bases()
        .into_iter()
        .map(|base| {
            let tree = session::tree(&base.session);
            assert_eq!(canonical::document(&tree).as_bytes(), base.bytes);
            let mut found = Vec::new();
            paths(&tree, "", &mut found);
            (base, tree, found)
        })
        .collect();
    for seed in 0..edits {
        let mut random = SplitMix(seed);
        let (base, tree, paths) = &trees[seed as usize % trees.len()];
        loop {
            let changed = canonical::document(&edited(tree, paths, &mut random));
            if changed.as_bytes() != base.bytes {
                assert!(!told(base, changed.as_bytes()).is_empty(), "seed {seed}:\n{changed}");
                break;
            }
        }
    }
    support::figure(&format!("{edits} structural edits of sessions refused"));
}

/// Edits the one event that `find` picks, as a typed event.
fn event(session: &mut Session, pick: fn(&RfcEvent) -> bool, edit: fn(&mut RfcEvent)) {
    let record = session
        .records
        .iter_mut()
        .find(|record| pick(&serde_json::from_value(record.event.clone()).expect("an event")));
    let record = record.expect("such an event");
    let mut event: RfcEvent = serde_json::from_value(record.event.clone()).expect("an event");
    edit(&mut event);
    record.event = serde_json::to_value(&event).expect("JSON");
}

fn is_vote(event: &RfcEvent) -> bool {
    use council_review::core::protocol::Event::Answered;
    use council_review::council::rfc::answer::Reply::Converge;
    matches!(event, Answered { reply, .. } if matches!(&reply.reply, Converge(c) if !c.ballots.is_empty()))
}

fn is_structural(event: &RfcEvent) -> bool {
    use council_review::core::protocol::Event::Answered;
    use council_review::council::rfc::answer::Reply::Structural;
    matches!(event, Answered { reply, .. } if matches!(&reply.reply, Structural(r) if !r.findings.is_empty()))
}

fn is_opening(event: &RfcEvent) -> bool {
    matches!(event, council_review::core::protocol::Event::Opened { .. })
}

fn opening(event: &mut RfcEvent) -> &mut council_review::council::rfc::SessionInput {
    match event {
        council_review::core::protocol::Event::Opened { input: opening } => opening,
        _ => panic!("it opens nothing"),
    }
}

fn answer(
    event: &mut RfcEvent,
) -> (&mut council_review::council::rfc::Admitted, &mut council_review::model::Receipt) {
    match event {
        council_review::core::protocol::Event::Answered { reply, receipt, .. } => (reply, receipt),
        _ => panic!("it is no answer"),
    }
}

fn ballots(event: &mut RfcEvent) -> &mut Vec<council_review::council::rfc::answer::Ballot> {
    match &mut answer(event).0.reply {
        council_review::council::rfc::answer::Reply::Converge(convergence) => {
            &mut convergence.ballots
        }
        _ => panic!("it is no vote"),
    }
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_unix(second).expect("a time")
}

type Forgery = (&'static str, Kind, fn(&mut Session));

use Kind::{Aborted, Degraded, Settled};

/// Each is chained anew and its head is what its records lead to.
#[rustfmt::skip]
const FORGERIES: &[Forgery] = &[
    // Of something else.
    ("of another commit", Settled, |s| s.inputs.commit = Some("f".repeat(40))),
    ("of no commit", Settled, |s| s.inputs.commit = None),
    ("of another tool", Settled, |s| s.inputs.tool.version = "9.9.9".to_owned()),
    ("of committed files", Settled, |s| s.inputs.uncommitted.clear()),
    ("of a file less", Settled, |s| { s.inputs.files.pop(); }),
    ("of another file", Settled, |s| s.inputs.files[0].digest = Digest::of(b"")),
    ("of another atlas", Settled, |s| s.inputs.atlas_source = "the component atlas of PRD-0001".to_owned()),
    ("of another state", Settled, |s| s.inputs.rfc_state = "RETIRED".to_owned()),
    ("under another policy", Settled, |s| s.inputs.policy.timeout_seconds = 1),
    ("after no bundle", Settled, |s| s.previous_bundle = None),
    ("after another bundle", Settled, |s| s.previous_bundle.as_mut().expect("one before").seal = Digest::of(b"")),
    ("a gate that failed", Settled, |s| event(s, is_opening, |e| opening(e).gates[0].status = GateStatus::Failed)),
    ("a gate that looked at less", Settled, |s| s.gates[0].evidence = json!({})),
    ("a gate less", Settled, |s| { s.gates.pop(); }),
    ("another RFC", Settled, |s| event(s, is_opening, |e| opening(e).rfc = "RFC-0043".parse().expect("an id"))),
    ("another session", Settled, |s| s.session_id = "COUNCIL-RFC-0042-20260126-100000-3".parse().expect("an id")),
    ("another dossier", Settled, |s| event(s, is_opening, |e| opening(e).dossier = Digest::of(b""))),
    ("another seed", Settled, |s| event(s, is_opening, |e| opening(e).seed += 1)),
    ("another budget", Settled, |s| event(s, is_opening, |e| opening(e).policy.token_budget += 1)),
    ("another panel", Settled, |s| event(s, is_opening, |e| opening(e).panel = SeatId::each(|_| Identity::new("scripted", "larger")))),
    ("a ticket less", Settled, |s| event(s, is_opening, |e| { opening(e).tickets.pop(); })),
    ("a gate's finding less", Settled, |s| event(s, is_opening, |e| { opening(e).findings.pop(); })),
    ("a gate's finding made milder", Settled, |s| event(s, is_opening, |e| opening(e).findings[0].severity = council_review::model::Severity::Minor)),
    // Of another time.
    ("begun earlier", Settled, |s| s.started_at = at(1_769_421_000)),
    ("ended later", Settled, |s| s.records.last_mut().expect("an end").at = at(4_070_908_800)),
    ("answered later", Settled, |s| s.records[4].at = at(1_769_421_609)),
    ("down for an hour", Settled, |s| { let mut r = s.records[3].clone(); r.event = json!({"event": "RESUMED", "down_seconds": 3600}); s.records.insert(3, r); }),
    // What was said.
    ("a ballot turned", Settled, |s| event(s, is_vote, |e| ballots(e)[0].vote = Vote::Abstain)),
    ("a ballot's reason", Settled, |s| event(s, is_vote, |e| ballots(e)[0].reason = "I was told to".to_owned())),
    ("a ballot less", Settled, |s| event(s, is_vote, |e| { ballots(e).pop(); answer(e).0.cited.pop(); })),
    ("a claim less", Settled, |s| event(s, is_structural, |e| { let reply = answer(e).0; reply.placed.pop(); if let council_review::council::rfc::answer::Reply::Structural(r) = &mut reply.reply { r.findings.pop(); } })),
    ("a claim worded otherwise", Settled, |s| event(s, is_structural, |e| { let reply = answer(e).0; reply.placed[0].claim.description.push('!'); if let council_review::council::rfc::answer::Reply::Structural(r) = &mut reply.reply { r.findings[0].description.push('!'); } })),
    ("a claim that is not grounded", Settled, |s| event(s, is_structural, |e| answer(e).0.placed[0].grounded = false)),
    ("less usage", Settled, |s| event(s, is_structural, |e| *answer(e).1 = council_review::model::Receipt::of_tokens(1))),
    ("no usage", Settled, |s| event(s, is_structural, |e| *answer(e).1 = council_review::model::Receipt::default())),
    ("a smaller estimate", Settled, |s| s.records[1].event["tokens"] = json!(99)),
    ("another fault", Degraded, |s| { let r = s.records.iter_mut().find(|r| r.event["event"] == "FAILED").expect("a fault"); r.event["fault"] = json!({"REFUSED": "gone"}); }),
    ("an answer from a seat that fell out", Aborted, |s| { let a = s.records[4].event.clone(); let r = s.records.iter_mut().find(|r| r.event["event"] == "FAILED").expect("a fault"); let call = r.event["call"].clone(); r.event = a; r.event["call"] = call; }),
    // In another order, or not at all.
    ("two answers swapped", Settled, |s| { let calls: Vec<usize> = (0..s.records.len()).filter(|&i| s.records[i].event["event"] == "ANSWERED").collect(); let (a, b) = (s.records[calls[0]].event.clone(), s.records[calls[1]].event.clone()); s.records[calls[0]].event = b; s.records[calls[1]].event = a; }),
    ("an answer twice", Settled, |s| { let at = (0..s.records.len()).find(|&i| s.records[i].event["event"] == "ANSWERED").expect("an answer"); let r = s.records[at].clone(); s.records.insert(at, r); }),
    ("an answer less", Settled, |s| { let at = (0..s.records.len()).find(|&i| s.records[i].event["event"] == "ANSWERED").expect("an answer"); s.records.remove(at); }),
    ("the end less", Settled, |s| { s.records.pop(); }),
    ("two ends", Settled, |s| { let r = s.records.last().expect("an end").clone(); s.records.push(r); }),
    ("cut off by a person", Settled, |s| { s.records.pop(); s.records.last_mut().expect("a record").event = json!({"event": "INTERRUPTED"}); }),
    ("stopped by the clock", Settled, |s| { s.records.pop(); s.records.last_mut().expect("a record").event = json!({"event": "DEADLINE_PASSED"}); }),
    ("an abort that went on", Aborted, |s| { s.records.pop(); }),
    ("opened twice", Settled, |s| { let r = s.records[0].clone(); s.records.insert(1, r); }),
    ("nothing but its opening", Settled, |s| s.records.truncate(1)),
];

#[test]
fn a_forged_session_does_not_fit_its_bundle() {
    let (mut accepted, mut refused_by_protocol) = (Vec::new(), 0);
    for (name, kind, forge) in FORGERIES {
        let base = of(*kind);
        let mut session = base.session.clone();
        forge(&mut session);
        assert!(session != base.session, "{name} changes nothing");
        match rechained(&session) {
            Ok(played) if told(&base, &session::bytes(&played.session)).is_empty() => {
                accepted.push(name);
            }
            Ok(_) => {}
            // What the protocol itself refuses leads to no head at all.
            Err(_) => refused_by_protocol += 1,
        }
    }
    assert_eq!(accepted, [&""; 0]);
    support::figure(&format!(
        "{} named forgeries of sessions refused, {refused_by_protocol} of them by the protocol",
        FORGERIES.len()
    ));
}

#[test]
fn a_record_that_lies_about_its_state_is_refused_at_its_line() {
    let base = of(Settled);
    let text = String::from_utf8(base.bytes.clone()).expect("UTF-8");
    let first = text.lines().position(|line| line == "records:").expect("records") + 2;
    for (index, record) in base.session.records.iter().enumerate() {
        let mut session = base.session.clone();
        let other = if record.state == "CYCLE_2" { "CONVERGED" } else { "CYCLE_2" };
        session.records[index].state = other.to_owned();
        let (seq, state) = (record.seq, &record.state);
        assert_eq!(
            told(&base, &session::bytes(&session)),
            [format!(
                "{}:1: record {seq}: it leads to {state}, and says something else",
                first + index
            )]
        );
    }
}

#[test]
fn the_session_of_another_review_is_told() {
    let (settled, degraded) = (of(Settled), of(Degraded));
    assert!(!told(&settled, &degraded.bytes).is_empty());
    assert!(!told(&degraded, &settled.bytes).is_empty());
    for (bytes, what) in [
        ([b"\xef\xbb\xbf", &settled.bytes[..]].concat(), "a mark before it"),
        ([&settled.bytes[..], b"\n"].concat(), "a line after it"),
        ([&settled.bytes[..], b"---\n", &settled.bytes[..]].concat(), "two of them"),
        (
            settled
                .bytes
                .iter()
                .flat_map(|&b| if b == b'\n' { vec![b'\r', b] } else { vec![b] })
                .collect(),
            "other line ends",
        ),
        (Vec::new(), "nothing"),
    ] {
        assert!(!told(&settled, &bytes).is_empty(), "{what}");
        assert!(recover(&bytes).is_err(), "{what}");
    }
    let value: Value = serde_json::to_value(&settled.session).expect("JSON");
    let json = serde_json::to_vec(&value).expect("JSON");
    assert!(read::session(&json).is_ok(), "the same content");
    assert!(!told(&settled, &json).is_empty(), "written otherwise");
}

#[test]
fn a_session_opens_with_members_of_the_council_alone() {
    let mut session = of(Settled).session.clone();
    event(&mut session, is_opening, |e| {
        let named = |name: &str| (name.parse().expect("a name"), Identity::new("scripted", "none"));
        opening(e).panel = ["SA-1", "SA-2", "SA-9"].map(named).into_iter().collect();
    });
    let first: RfcEvent = serde_json::from_value(session.records[0].event.clone()).expect("one");
    let refused = RfcCouncil::step(RfcCouncil::initial(), first);
    let why = refused.expect_err("SA-9 is of no council").0;
    assert_eq!(why, "SA-9 is no member of this council");
    assert!(rechained(&session).is_err());
}
