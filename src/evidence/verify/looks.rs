//! What members asked to see: each row by itself, and the files that the rows name. What was in them
//! is the session's.

use std::collections::BTreeSet;

use super::derivation::DerivationCheck;
use crate::core::look::LookStatus;
use crate::evidence::v2::bundle::{FileNumber, Finding};
use crate::evidence::v2::call::{Call, Look};
use crate::model::pointing::{LISTED, NOTHING};
use crate::source::line_range;

/// The kinds of requests, and those that show lines of files.
const KINDS: [(&str, bool); 5] =
    [("file", true), ("search", true), ("symbol", true), ("callers", true), ("list", false)];
/// The questions that have no looks.
const WITHOUT: [&str; 1] = ["SELECT_MODES"];

impl DerivationCheck<'_> {
    pub(super) fn looked(&mut self) {
        let bundle = self.bundle;
        bundle.calls.iter().for_each(|call| self.looks_of(call));
        let looks = bundle.calls.iter().flat_map(|call| &call.looks);
        let named: BTreeSet<&FileNumber> = looks.filter_map(|look| look.file.as_ref()).collect();
        let known: BTreeSet<&FileNumber> = bundle.inputs.files.iter().map(|file| &file.n).collect();
        self.expect(named.is_subset(&known), "calls", || {
            "a call looked at a file that is not in the inputs".to_owned()
        });
        let is_twice = |path, digest| {
            bundle.inputs.dossier().any(|file| (&file.path, &file.digest) == (path, digest))
        };
        for file in bundle.inputs.looked() {
            self.expect(named.contains(&file.n), "inputs", || {
                format!("{} is said to be looked at, and no call did", file.path)
            });
            self.expect(!is_twice(&file.path, &file.digest), "inputs", || {
                format!("{} is among the input files twice", file.path)
            });
        }
    }

    fn looks_of(&mut self, call: &Call) {
        let (n, looks) = (call.call, &call.looks);
        if looks.is_empty() {
            self.expect(call.outcome != "LOOKING", "calls", || {
                format!("call {n} is said to look, and asks for nothing")
            });
            return;
        }
        let council = self.bundle.council_metadata.as_ref();
        let mut seats = council.into_iter().flat_map(|council| &council.subagents);
        let is_rule = seats.any(|s| s.agent_id == call.agent_id && s.provider == "offline");
        self.expect(!is_rule && !WITHOUT.contains(&call.question.as_str()), "calls", || {
            format!("call {n} looked, and may not")
        });
        let policy = &self.bundle.inputs.policy.looks;
        let turns: Vec<u32> = looks.iter().map(|look| look.turn).collect();
        let in_order = turns.windows(2).all(|two| two[0] == two[1] || two[0] + 1 == two[1]);
        let within = turns.iter().all(|turn| (1..=policy.rounds).contains(turn));
        self.expect(in_order && within, "calls", || {
            format!("the looks of call {n} are not of rounds 1 to {}, in order", policy.rounds)
        });
        let before = self.bundle.calls.iter().filter(|other| {
            (other.call < n, &other.agent_id, &other.question)
                == (true, &call.agent_id, &call.question)
        });
        let last = before.flat_map(|other| &other.looks).map(|look| look.turn).max();
        self.expect(turns[0] == last.unwrap_or(0) + 1, "calls", || {
            format!("the looks of call {n} do not follow those before it")
        });
        let open = looks.iter().filter(|look| look.status.is_none()).count();
        let is_cut_off = call.outcome == "LOOKING";
        let of_last = looks.iter().filter(|look| turns.last() == Some(&look.turn)).count();
        self.expect(open == 0 || (is_cut_off && open == of_last), "calls", || {
            format!("call {n} went on before it was told what it asked for")
        });
        for look in looks {
            if let Some(why) = self.fault_of(look) {
                self.expect(false, "calls", || format!("call {n}: a look {why}"));
            }
        }
    }

    /// A finding rests on lines that one of those who raised it was shown.
    pub(super) fn cites(&mut self, part: &str, finding: &Finding) {
        let raises = || finding.raised_by.iter().filter(|raise| raise.grounded);
        let is_raiser = |call: &&Call| raises().any(|raise| raise.source_agent == call.agent_id);
        let shown: Vec<(&str, (u32, u32))> = self
            .bundle
            .calls
            .iter()
            .filter(is_raiser)
            .flat_map(|call| &call.looks)
            .filter_map(|look| {
                let files = &self.bundle.inputs.files;
                let file = files.iter().find(|file| Some(&file.n) == look.file.as_ref())?;
                Some((file.path.as_str(), line_range(look.lines.as_deref()?)?))
            })
            .collect();
        let bundle = self.bundle;
        let rows: Vec<&Look> =
            bundle.calls.iter().filter(is_raiser).flat_map(|call| &call.looks).collect();
        for cite in finding.cites.iter().filter(|cite| line_range(&cite.lines).is_none()) {
            let is_told = rows.iter().any(|look| tells(look, &cite.path, &cite.lines, &cite.quote));
            self.expect(is_told, part, || {
                let id = &finding.finding_id;
                format!("{id}: nobody who raised it was told {}:{}", cite.path, cite.lines)
            });
        }
        for cite in finding.cites.iter().filter(|cite| line_range(&cite.lines).is_some()) {
            let touches = |(path, (first, last)): &(&str, (u32, u32))| {
                let cited = line_range(&cite.lines);
                *path == cite.path && cited.is_some_and(|(from, to)| from <= *last && to >= *first)
            };
            let is_read = || self.bundle.inputs.dossier().any(|file| file.path == cite.path);
            let holds = shown.iter().any(touches) || is_read();
            self.expect(holds, part, || {
                let id = &finding.finding_id;
                format!("{id}: {}:{} was shown to nobody who raised it", cite.path, cite.lines)
            });
        }
    }

    /// What a row says that none of this tool does.
    fn fault_of(&self, look: &Look) -> Option<&'static str> {
        let Some((_, has_lines)) = KINDS.iter().find(|(kind, _)| *kind == look.kind) else {
            return Some("of no known kind");
        };
        let is_refused = look.status == Some(LookStatus::Refused);
        if look.why.is_some() != is_refused {
            return Some("is refused just when it says why");
        }
        let is_shown = matches!(look.status, Some(LookStatus::Shown | LookStatus::Cut));
        // Of a search that no room was left for, not even the first place is shown.
        let may_be_none = look.kind == "search" && look.status == Some(LookStatus::Cut);
        let shows = is_shown && *has_lines;
        if look.file.is_some() != shows && !(look.file.is_none() && may_be_none) {
            return Some("names a file just when it showed one");
        }
        let Some(lines) = &look.lines else { return None };
        let Some((first, last)) = line_range(lines) else {
            return Some("whose lines are no range");
        };
        let files = &self.bundle.inputs.files;
        let file = look.file.as_ref().and_then(|n| files.iter().find(|file| file.n == *n));
        // A line has one byte at the least, its end included.
        let is_there = file.is_some_and(|file| u64::from(last) <= file.bytes.max(1));
        if format!("{first}-{last}") != *lines || !is_there {
            return Some("at lines that its file cannot have");
        }
        if look.kind == "file" && !matches_request(look, file.map(|file| file.path.as_str())) {
            return Some("at another file than was asked for");
        }
        None
    }
}

/// Whether what was asked for by path is what was shown.
fn matches_request(look: &Look, path: Option<&str>) -> bool {
    let asked = look.request.rsplit_once(':').map(|(path, _)| path);
    asked == path
}

/// Whether a row can have told that nothing is there, or what a folder holds.
fn tells(look: &Look, path: &str, lines: &str, quote: &str) -> bool {
    let (kind, request) = (look.kind.as_str(), look.request.as_str());
    let has_list = matches!(look.status, Some(LookStatus::Shown | LookStatus::Cut));
    let folder = path.rsplit_once('/').map_or(".", |(folder, _)| folder);
    let is_list_of =
        |folder: &str| kind == "list" && has_list && request.trim_end_matches('/') == folder;
    let is_nothing = match kind {
        "file" => request.rsplit_once(':').is_some_and(|(at, _)| at == path) && quote.is_empty(),
        "search" => request == format!("{quote:?} in {path}"),
        "list" => request.trim_end_matches('/') == path && quote.is_empty(),
        _ => kind == path && request == quote,
    };
    match lines {
        LISTED => is_list_of(path),
        NOTHING if look.status == Some(LookStatus::None) => is_nothing,
        NOTHING => is_list_of(folder) && look.status == Some(LookStatus::Shown),
        _ => false,
    }
}
