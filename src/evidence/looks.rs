//! What members asked to see, as the evidence tells it: rows at their calls, and each file once.

use std::collections::BTreeMap;

use super::v2::call::Look;
use super::v2::inputs::{FileNumber, FileUse, InputFile, Inputs};
use crate::core::calls::CallRecord;
use crate::core::look::{Exchange, LookRequest, LookStatus, Refusal, ShownPage};
use crate::council::rfc::SessionState;
use crate::model::Digest;

/// A file by what it held: one that changed over a crash is two.
pub(super) type Content<'a> = (&'a str, &'a Digest);

/// The numbers of all files that the rows name.
#[derive(Debug)]
pub(super) struct Numbers<'a>(BTreeMap<Content<'a>, FileNumber>);

/// The inputs of a session with the files that its members asked to see.
pub(super) fn with_looked(inputs: &Inputs, charter: &SessionState) -> Inputs {
    let mut inputs = inputs.clone();
    let first = inputs.files.len();
    let known = |path: &str, digest: &Digest| {
        inputs.files.iter().any(|file| file.path == path && file.digest == *digest)
    };
    let looked = looked_files(charter.calls.iter(), known);
    let files = (first..).zip(looked).map(|(at, ((path, digest), bytes))| InputFile {
        n: FileNumber::of(at),
        path: path.to_owned(),
        digest: digest.clone(),
        bytes,
        read_as: FileUse::Looked,
    });
    let files: Vec<InputFile> = files.collect();
    inputs.files.extend(files);
    inputs
}

/// Files that were shown and are none that are `known` already, by path, with their sizes.
pub(super) fn looked_files<'a, T: 'a>(
    calls: impl Iterator<Item = &'a CallRecord<T>>,
    known: impl Fn(&str, &Digest) -> bool,
) -> BTreeMap<Content<'a>, u64> {
    let pages = calls.flat_map(|call| call.own_looks().iter().flat_map(|look| look.seen()));
    let files = pages.filter_map(|page| Some((content(page)?, page.bytes.unwrap_or_default())));
    files.filter(|((path, digest), _)| !known(path, digest)).collect()
}

fn content(page: &ShownPage) -> Option<Content<'_>> {
    Some((page.path.as_deref()?, page.blob.as_ref()?))
}

impl<'a> Numbers<'a> {
    /// Those of inputs that hold what was looked at.
    pub(super) fn of(inputs: &'a Inputs) -> Self {
        Self::of_files(&inputs.files)
    }

    /// Those of a list of files.
    pub(super) fn of_files(files: &'a [InputFile]) -> Self {
        let files = files.iter();
        Self(files.map(|file| ((file.path.as_str(), &file.digest), file.n.clone())).collect())
    }

    /// The rows of a call: those that it paid itself.
    pub(super) fn rows<T>(&self, call: &CallRecord<T>) -> Vec<Look> {
        let turns = (call.looks.inherited as u32 + 1..).zip(call.own_looks());
        turns.flat_map(|(turn, exchange)| self.of_turn(turn, exchange)).collect()
    }

    fn of_turn(&self, turn: u32, exchange: &Exchange) -> Vec<Look> {
        let row = |request: &LookRequest| Look {
            turn,
            kind: request.kind().to_owned(),
            request: request.told(),
            status: None,
            why: None,
            file: None,
            lines: None,
        };
        let requests = (1..).zip(&exchange.requests);
        let rows = requests.flat_map(|(number, request)| {
            let pages = exchange.seen().iter().filter(|page| page.request == number);
            let shown = pages.map(|page| Look {
                status: Some(page.status),
                why: page.why,
                file: content(page).and_then(|content| self.0.get(&content).cloned()),
                lines: page.lines(),
                ..row(request)
            });
            let shown: Vec<Look> = shown.collect();
            match shown.is_empty() {
                false => shown,
                true if exchange.is_withheld => vec![Look {
                    status: Some(LookStatus::Refused),
                    why: Some(Refusal::Budget),
                    ..row(request)
                }],
                true => vec![row(request)],
            }
        });
        rows.collect()
    }
}
