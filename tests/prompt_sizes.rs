//! How much a session would send over the real corpus, when it stands beside the repository, and
//! whether what it shows can be quoted (`cargo test --test prompt_sizes -- --nocapture`).

use std::sync::Arc;

use council_review::council::rfc::{Opening, admit};
use council_review::gates;
use council_review::host::snapshot;
use council_review::model::policy::CouncilPolicy;
use council_review::model::task::GateSummary;
use council_review::model::{GateResult, Layout, SeatId, SessionId};
use council_review::port::Snapshot as _;
use council_review::prompt::{Prompt, estimate, render};
use council_review::provider::offline::OfflineSeat;
use council_review::source::{Dossier, Library};

mod common;

use common::asked::{boundary, outside, shared};

/// What a session of offline seats sends, call by call, if they were sent prompts.
fn session(dossier: &Arc<Dossier>) -> Vec<(&'static str, Prompt)> {
    let results = gates::check_all(dossier);
    let summary = |result: &GateResult| GateSummary {
        gate_id: result.gate,
        status: result.status,
        finding_count: result.findings.len() as u32,
    };
    let session: SessionId =
        format!("COUNCIL-{}-20260126-100000", dossier.rfc_id).parse().expect("an id");
    let opening = Opening {
        seed: 1,
        session,
        rfc: dossier.rfc_id.clone(),
        dossier: dossier.digest.clone(),
        policy: CouncilPolicy::default(),
        panel: SeatId::ALL.into_iter().map(|seat| (seat, common::council::identity())).collect(),
        tickets: dossier.tickets().filter(|t| t.is_live()).map(|t| t.stem.clone()).collect(),
        gates: results.iter().map(summary).collect(),
        findings: results.iter().flat_map(|result| result.findings.clone()).collect(),
    };
    let seats = SeatId::ALL.map(|seat| OfflineSeat::new(seat, Arc::clone(dossier)));
    let mut sent = Vec::new();
    common::council::play(opening, |task| {
        sent.push((task.question.name(), render(task, dossier)));
        Ok(admit(dossier, seats[task.seat as usize].answer(task)).expect("offline seats are fair"))
    });
    sent
}

/// Cites every line of every ticket shown, as a seat would; how many there are, and those that are
/// not found.
fn quotable(dossier: &Dossier, shared: &str) -> (usize, Vec<String>) {
    let boundary = boundary(shared).expect("declared");
    let (mut file, mut holder, mut path) = ("", "", String::new());
    let (mut lines, mut lost) = (0, Vec::new());
    for line in shared.lines().skip_while(|line| *line != "### Tickets") {
        if let Some(name) = line.strip_prefix("file: ") {
            file = name;
            continue;
        }
        if let Some(path) = line.strip_prefix("@ ") {
            holder = path;
            continue;
        }
        let text = match line.strip_prefix("  ") {
            Some(text) => text,
            None if line.starts_with(['.', '[']) => {
                let end = line.find(": ").or_else(|| line.strip_suffix(':').map(str::len));
                let end = end.expect("a path ends with a colon");
                path = format!("{holder}{}", &line[..end]);
                line[end + 1..].trim()
            }
            None if line.starts_with("notes:") => {
                path = "notes".to_owned();
                line["notes:".len()..].trim()
            }
            None => {
                let ours = ["", "### Tickets"].contains(&line)
                    || line.contains(boundary)
                    || line.starts_with("requirements: ")
                    || line.starts_with("A line `@ path`");
                assert!(ours, "{line}");
                continue;
            }
        };
        let said = text.split_once(" (exists) ").or_else(|| text.split_once(" (absent) "));
        let text = match said {
            Some((kind, path)) if !kind.contains(' ') => path,
            _ => text,
        };
        if text.trim().is_empty() {
            continue;
        }
        lines += 1;
        let source = dossier.text(file).expect("a ticket of the dossier");
        let place = source.node(&path);
        if place.is_none_or(|place| source.find(&place, text).is_none()) {
            lost.push(format!("{file} {path}: {text}"));
        }
    }
    (lines, lost)
}

/// Bytes of the whole prompt with its schema.
fn bytes(prompt: &Prompt) -> usize {
    shared(prompt).len() + prompt.own.len() + prompt.schema.to_string().len()
}

#[test]
fn at_the_median_real_rfc_a_session_sends_at_most_a_fifth_of_its_files() {
    let Some(repo) = common::corpus() else {
        return;
    };
    let tree = snapshot::open(repo.path(), None).expect("a repository");
    let library = Arc::new(Library::load(&tree, Layout::default()));
    let (mut sizes, mut quoted) = (Vec::new(), (0, 0));
    for rfc in Dossier::known_rfcs(&library) {
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
        let naive = whole * sent.iter().filter(|(name, _)| *name != "REMEDIATION").count();
        let own: usize = sent.iter().map(|(_, prompt)| bytes(prompt)).sum();
        let tokens: u64 = sent.iter().map(|(_, prompt)| estimate(prompt)).sum();
        for (name, prompt) in &sent {
            assert!(outside(&shared(prompt)).1 > 0, "{rfc} {name}");
            outside(&prompt.own);
        }
        let reading = sent.iter().find(|(name, _)| *name == "FEASIBILITY").expect("cycle 2");
        let (lines, lost) = quotable(&dossier, &shared(&reading.1));
        quoted = (quoted.0 + lines, quoted.1 + lost.len());
        assert!(lost.is_empty(), "{rfc}: {lines} {:?}", &lost[..lost.len().min(3)]);
        let of = |question: &str, part: fn(&Prompt) -> usize| -> usize {
            sent.iter().filter(|(name, _)| *name == question).map(|(_, p)| part(p)).sum()
        };
        let share = (100 * own).div_ceil(naive);
        common::figure(&format!(
            "{rfc}: {} tickets, {} calls, {own} bytes ({tokens} tokens) instead of {naive}: {share} %; \
             shared/own cycle 1 {}/{}, 2 {}/{}, 3 {}/{}, last {}",
            dossier.tickets().count(),
            sent.len(),
            of("STRUCTURAL", |p| shared(p).len()),
            of("STRUCTURAL", |p| p.own.len()),
            of("FEASIBILITY", |p| shared(p).len()),
            of("FEASIBILITY", |p| p.own.len()),
            of("CONVERGE", |p| shared(p).len()),
            of("CONVERGE", |p| p.own.len()),
            of("REMEDIATION", bytes),
        ));
        sizes.push((own, tokens, share));
    }
    common::figure(&format!(
        "{} lines of tickets shown, {} of them not to be quoted",
        quoted.0, quoted.1
    ));
    sizes.sort_unstable();
    let mut shares: Vec<usize> = sizes.iter().map(|(_, _, share)| *share).collect();
    shares.sort_unstable();
    let (median, largest) = (sizes[sizes.len() / 2], sizes[sizes.len() - 1]);
    common::figure(&format!(
        "{} RFCs: median {} bytes, {} tokens; largest {} bytes, {} tokens; median share {} %",
        sizes.len(),
        median.0,
        median.1,
        largest.0,
        largest.1,
        shares[shares.len() / 2],
    ));
    assert!(shares[shares.len() / 2] <= 20, "at the median: {shares:?}");
}
