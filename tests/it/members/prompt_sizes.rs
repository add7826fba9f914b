//! How much a session would send over the real corpus, when it stands beside the repository, and
//! whether what it shows can be quoted (`cargo test --test it members::prompt_sizes:: -- --nocapture`).

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::support;
use crate::support::seat_id::SeatId;
use council_review::core::assignment::Rendered;
use council_review::council::rfc::ask::{Division, GateSummary};
use council_review::council::rfc::render::render;
use council_review::council::rfc::{SessionInput, admit};
use council_review::gates;
use council_review::host::snapshot;
use council_review::model::policy::CouncilPolicy;
use council_review::model::{GateResult, Layout, SessionId};
use council_review::port::Snapshot as _;
use council_review::prompt::{estimate, tokens};
use council_review::rules::RuleMember;
use council_review::source::{Dossier, Library};
use council_review::symbols::Index;

use crate::support::asked::{boundary, outside, outside_own, shared};

/// Tokens of a session, all its prompts, at the median RFC, where the seats read as little as may be. The findings in them are those that the
/// offline seats raise and vote on, so what these learn to find is part of it.
const MEDIAN: u64 = 134_000;

/// The same of every RFC but the largest.
const ALL_BUT_THE_LARGEST: u64 = 178_000;

/// One call: what is sent, what the offline seat answers, and what was set aside for it.
struct Call {
    name: &'static str,
    prompt: Rendered,
    answer: u64,
    allowance: u64,
}

/// What a session of offline seats sends, call by call, if they were sent prompts.
fn session(dossier: &Arc<Dossier>) -> Vec<Call> {
    let results = gates::check_all(dossier);
    let summary = |result: &GateResult| GateSummary {
        gate_id: result.gate,
        status: result.status,
        finding_count: result.findings.len() as u32,
    };
    let session: SessionId =
        format!("COUNCIL-{}-20260126-100000", dossier.subject).parse().expect("an id");
    let opening = SessionInput {
        least: Vec::new(),
        seed: 1,
        session,
        rfc: dossier.subject.clone(),
        dossier: dossier.digest.clone(),
        policy: CouncilPolicy::default(),
        panel: SeatId::each(|_| support::council::identity()),
        tickets: dossier.tickets().filter(|t| t.is_live()).map(|t| t.stem.clone()).collect(),
        reading: Division::Outlined,
        most: 0,
        gates: results.iter().map(summary).collect(),
        findings: results.iter().flat_map(|result| result.findings.clone()).collect(),
    };
    let seats = SeatId::ALL.map(|seat| RuleMember::new(&seat.name(), Arc::clone(dossier)));
    let mut sent = Vec::new();
    support::council::play(opening, |task| {
        let reply = seats[SeatId::of(&task.seat) as usize].answer(task);
        let prompt = render(task, dossier, &Index::default());
        sent.push(Call {
            name: task.question.name(),
            allowance: prompt.max_output_tokens,
            prompt,
            answer: tokens(&serde_json::to_string(&reply).expect("a reply is JSON")),
        });
        Ok(admit(dossier, reply).expect("offline seats are fair"))
    });
    sent
}

/// Cites every line of every ticket shown, as a seat would; how many there are, and those that are
/// not found.
fn quotable(dossier: &Dossier, shared: &str) -> (usize, Vec<String>) {
    let boundary = boundary(shared).expect("declared");
    let (mut files, mut file, mut holder, mut path) = ("", String::new(), "", String::new());
    let (mut lines, mut lost) = (0, Vec::new());
    let mut named: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut name = None;
    let tickets = shared.lines().skip_while(|line| *line != "### Tickets").skip(1);
    for line in tickets.take_while(|line| !line.starts_with("##")) {
        if let Some(rest) = line.strip_prefix(&format!("<<<DATA {boundary} ")) {
            (holder, name) = ("", None);
            if let Some(id) = rest.strip_prefix("ticket ") {
                file = files.replace("{id}", id);
            }
            continue;
        }
        if let Some(at) = line.strip_prefix("files: ") {
            files = at.split(',').next().expect("a path");
            continue;
        }
        if let Some(at) = line.strip_prefix("file: ") {
            file = at.to_owned();
            continue;
        }
        if let Some(path) = line.strip_prefix("@ ") {
            holder = path;
            continue;
        }
        let text = match line.strip_prefix("  ") {
            Some(text) => text,
            None if line.starts_with('=') => {
                let (number, text) = line.split_once(':').expect("a number");
                name = Some(number);
                text.trim()
            }
            None if line.starts_with(['.', '[']) => {
                let end = line.find(": ").or_else(|| line.strip_suffix(':').map(str::len));
                let end = end.expect("a path ends with a colon");
                let first = line[..end].split(" to ").next().expect("one at least");
                path = format!("{holder}{first}");
                line[end + 1..].trim()
            }
            None if line.starts_with("notes:") => {
                path = "notes".to_owned();
                line["notes:".len()..].trim()
            }
            None => {
                let ours = line.is_empty()
                    || line.contains(boundary)
                    || line.starts_with("requirements: ")
                    || line.starts_with("after: ")
                    || line.starts_with("named in its texts: ")
                    || line.starts_with("A line `@ path`");
                assert!(ours, "{line}");
                continue;
            }
        };
        let kinds = ["create (", "modify (", "delete (", "reference ("];
        let text = match text.split_once(") ") {
            Some((said, path)) if kinds.iter().any(|kind| said.starts_with(kind)) => path,
            _ => text,
        };
        if text.trim().is_empty() {
            continue;
        }
        if let Some(name) = name {
            named.entry(name).or_default().push(text);
            continue;
        }
        // What is said before is not shown again: only the words in front of it are.
        let by_name = |at: &str| {
            at.ends_with(']')
                || (at.bytes().all(|b| b.is_ascii_digit()) && !named.contains_key(text))
        };
        let text = match text.rsplit_once('=').filter(|(_, at)| by_name(at)) {
            Some((before, _)) if before.is_empty() || before.ends_with(": ") => before,
            _ => text,
        };
        let Some(text) = Some(text.trim()).filter(|text| !text.is_empty()) else {
            continue;
        };
        let texts = named.get(text).cloned().unwrap_or_else(|| vec![text]);
        let source = dossier.text(&file).expect("a ticket of the dossier");
        let place = source.node(&path);
        for text in texts {
            lines += 1;
            if place.as_ref().is_none_or(|place| source.find(place, text).is_none()) {
                lost.push(format!("{file} {path}: {text}"));
            }
        }
    }
    (lines, lost)
}

/// Bytes of the whole prompt with its schema.
fn bytes(prompt: &Rendered) -> usize {
    shared(prompt).len() + prompt.own.len() + prompt.schema.to_string().len()
}

#[test]
fn at_the_median_real_rfc_a_session_sends_about_a_fifth_of_its_files() {
    let Some(repo) = support::corpus() else {
        return;
    };
    let tree = snapshot::open(repo.path(), None).expect("a repository");
    let library = Arc::new(Library::load(&tree, Layout::default()));
    let (mut sizes, mut shares) = (Vec::new(), Vec::new());
    let (mut quoted, mut fullest) = ((0, 0), (0, ""));
    for rfc in Dossier::known(&library) {
        let Some(dossier) = Dossier::build(Arc::clone(&library), &rfc) else {
            continue;
        };
        let dossier = Arc::new(dossier);
        if !dossier.state.is_reviewable() || dossier.tickets().all(|ticket| !ticket.is_live()) {
            continue;
        }
        let whole: usize = dossier
            .files
            .iter()
            .map(|file| tree.read(&file.path, u64::MAX).map_or(0, |bytes| bytes.len()))
            .sum();
        let sent = session(&dossier);
        let naive = whole * sent.iter().filter(|call| call.name != "REMEDIATION").count();
        let own: usize = sent.iter().map(|call| bytes(&call.prompt)).sum();
        let tokens: u64 = sent.iter().map(|call| estimate(&call.prompt)).sum();
        for Call { name, prompt, answer, allowance } in &sent {
            assert!(outside(&shared(prompt)).1 > 0, "{rfc} {name}");
            outside_own(prompt);
            assert!(answer <= allowance, "{rfc} {name}: {answer} of {allowance}");
            fullest = fullest.max((100 * answer / allowance, *name));
        }
        let mut readings = sent.iter().filter(|call| call.name == "FEASIBILITY");
        let reading = readings.nth(1).expect("SA-2 reads the tickets");
        let (lines, lost) = quotable(&dossier, &shared(&reading.prompt));
        quoted = (quoted.0 + lines, quoted.1 + lost.len());
        assert!(lost.is_empty(), "{rfc}: {lines} {:?}", &lost[..lost.len().min(3)]);
        let of = |name: &str| -> u64 {
            let of_name = sent.iter().filter(|call| call.name == name);
            of_name.map(|call| estimate(&call.prompt)).sum()
        };
        let share = (100 * own).div_ceil(naive);
        support::figure(&format!(
            "{rfc}: {} tickets, {} calls, {tokens} tokens, {own} bytes instead of {naive}: {share} %; \
             cycle 1 {}, 2 {}, 3 {}, last call {}",
            dossier.tickets().count(),
            sent.len(),
            of("STRUCTURAL"),
            of("FEASIBILITY"),
            of("CONVERGE"),
            of("REMEDIATION"),
        ));
        sizes.push(tokens);
        shares.push(share);
    }
    support::figure(&format!(
        "{} lines of tickets shown, {} of them not to be quoted; the fullest answer takes {} % of \
         its allowance ({})",
        quoted.0, quoted.1, fullest.0, fullest.1
    ));
    sizes.sort_unstable();
    shares.sort_unstable();
    let count = sizes.len();
    support::figure(&format!(
        "{count} RFCs: {} tokens at the median, {} at the largest, share {} % at the median",
        sizes[count / 2],
        sizes[count - 1],
        shares[count / 2],
    ));
    assert!(shares[count / 2] <= 22, "at the median: {shares:?}");
    assert!(sizes[count / 2] <= MEDIAN, "{sizes:?}");
    assert!(sizes[count - 2] <= ALL_BUT_THE_LARGEST, "{sizes:?}");
}
