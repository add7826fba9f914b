//! A seat held by whoever answers files: an agent harness, or a person. The task and the schema of
//! its answer are put into a folder; the answer is what appears there.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::core::call::{CallError, FailedCall};
use crate::members::transport::{Request, Response, Sending, Transport};
use crate::model::{Identity, Receipt, Usage};
use crate::prompt;

/// How often the folder is looked at.
const EVERY: Duration = Duration::from_millis(200);
/// How long an answer that ends too early may stay as it is before it counts.
const STAYS: Duration = Duration::from_secs(2);
/// More than any answer may have.
const MOST: u64 = 4 << 20;

/// A folder in which tasks are answered.
#[derive(Debug)]
pub struct Mailbox {
    folder: PathBuf,
    /// The folder as it was named.
    name: String,
    /// What the reviewed repository says of it stands below this folder, and leaves it by no link.
    within: Option<PathBuf>,
}

impl Mailbox {
    /// The mailbox at a folder, which must be there.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        let folder = folder.into();
        Self { name: folder.display().to_string(), folder, within: None }
    }

    /// The mailbox that a reviewed repository names, by a plain path below its root.
    pub fn below(root: impl Into<PathBuf>, path: &str) -> Self {
        let root = root.into();
        Self { folder: root.join(path), name: path.to_owned(), within: Some(root) }
    }

    /// The first link on the way from the root to the folder: it may lead anywhere.
    fn link(&self) -> Option<&Path> {
        let root = self.within.as_deref()?;
        let way = self.folder.ancestors().take_while(|part| *part != root);
        way.filter(|part| part.is_symlink()).last()
    }
}

/// `SA-1.CYCLE_1`, with the question when a cycle has two, and the number of a later attempt.
fn stem_of_task(request: &Request) -> String {
    let last_call = if request.assignment.step == "REMEDIATION" { ".LAST_CALL" } else { "" };
    let attempt = match request.assignment.attempt {
        0 | 1 => String::new(),
        n => format!(".{n}"),
    };
    let (member, state) = (&request.assignment.member, request.assignment.state);
    format!("{member}.{state}{last_call}{attempt}")
}

/// The same with how often was looked before: `SA-1.CYCLE_1.look1`.
fn stem(request: &Request) -> String {
    let look = match request.assignment.look {
        0 => String::new(),
        n => format!(".look{n}"),
    };
    stem_of_task(request) + &look
}

impl Transport for Mailbox {
    fn identity(&self) -> Identity {
        let mut identity = Identity::new("mailbox", "whoever answers");
        identity.parameters.insert("folder".to_owned(), self.name.clone());
        identity
    }

    fn obstacle(&self) -> Option<String> {
        let folder = self.folder.display();
        if let Some(link) = self.link() {
            let link = link.display();
            return Some(format!(
                "the mailbox {folder} goes through the link {link}: name a folder, or use --seat"
            ));
        }
        match fs::metadata(&self.folder) {
            Ok(meta) if meta.is_dir() => None,
            Ok(_) => Some(format!("the mailbox {folder} is no folder: name one that is")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Some(format!("there is no mailbox {folder}: make it with `mkdir -p {folder}`"))
            }
            Err(error) => Some(format!("the mailbox {folder} cannot be read: {error}")),
        }
    }

    /// Its files stay where they are.
    fn keeps_task(&self) -> bool {
        true
    }

    /// Somebody else may sit there now.
    fn repeats_itself(&self) -> bool {
        false
    }

    fn send<'a>(&'a self, request: &'a Request) -> Sending<'a> {
        Box::pin(async move {
            let gone = |what: &str, path: &Path, error: &io::Error| -> FailedCall {
                CallError::Unavailable(format!("could not {what} {}: {error}", path.display()))
                    .into()
            };
            let folder = self.folder.join(request.assignment.session.as_str());
            fs::create_dir_all(&folder).map_err(|error| gone("make", &folder, &error))?;
            let file = |kind: &str| folder.join(format!("{}.{kind}", stem(request)));
            let reply = file("reply.json");
            let schema =
                serde_json::to_vec_pretty(&request.rendered.schema).expect("a schema is JSON");
            let (task, tokens) = whole(request);
            let shown = request.assignment.goes_on().then(|| next(request));
            let sent = shown.as_ref().map_or(tokens, |(_, tokens)| *tokens);
            let shown = shown.map(|(shown, _)| (file("shown.md"), shown.into_bytes()));
            let files = [(file("schema.json"), schema), (file("task.md"), task.into_bytes())];
            // The task comes last: who sees it finds the others.
            for (path, bytes) in shown.into_iter().chain(files) {
                put(&path, &bytes).map_err(|error| gone("write", &path, &error))?;
            }
            let mut seen_before = None;
            loop {
                let seen = look(&reply).map_err(|error| gone("read", &reply, &error))?;
                match seen {
                    Some(bytes) if is_whole(&bytes) || seen_before.as_ref() == Some(&bytes) => {
                        let receipt = receipt(sent, &bytes);
                        return Ok(Response { bytes, receipt });
                    }
                    seen => seen_before = seen,
                }
                // One that ends too early and stays so is as whole as it will be.
                let wait = if seen_before.is_some() { STAYS } else { EVERY };
                tokio::time::sleep(wait).await;
            }
        })
    }
}

/// The whole task, to be read from top to bottom, and its tokens.
fn whole(request: &Request) -> (String, u64) {
    let stem = stem(request);
    let text = format!(
        "{}\n\nPut your answer into `{stem}.reply.json` beside this file: one JSON object as `{stem}.schema.json` says, and nothing else.\n",
        request.rendered.text(),
    );
    (text, prompt::estimate(&request.rendered))
}

/// What was asked to see alone, for whoever has the task still, and its tokens.
fn next(request: &Request) -> (String, u64) {
    let (stem, task) = (stem(request), stem_of_task(request));
    let shown = request.rendered.turns.last().map_or("", |turn| turn.shown.trim_end());
    let text = format!(
        "{shown}\n\nThe task is in `{task}.task.md`. Put your answer, or a LOOK if one is left, into `{stem}.reply.json` beside this file: one JSON object as `{stem}.schema.json` says, and nothing else.\n",
    );
    let tokens = prompt::tokens(&text);
    (text, tokens)
}

/// What a message took: nobody bills it, so that what was sent and what came back are counted here.
fn receipt(sent: u64, answer: &[u8]) -> Receipt {
    let output_tokens = prompt::tokens(&String::from_utf8_lossy(answer));
    let usage = Usage { input_tokens: sent, output_tokens, ..Usage::default() };
    Receipt { usage: Some(usage), ..Receipt::default() }
}

/// Writes a file whole: nobody sees half a task.
fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = path.with_extension("tmp");
    let mut file = fs::File::create(&temporary)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&temporary, path)
}

fn look(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match super::file::read(path, MOST) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether an answer is all there: one that is still being written ends within its JSON.
fn is_whole(bytes: &[u8]) -> bool {
    match serde_json::from_slice::<serde::de::IgnoredAny>(bytes) {
        Ok(_) => true,
        Err(error) => !error.is_eof(),
    }
}
