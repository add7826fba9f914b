//! A seat held by whoever answers files: an agent harness, or a person. The task and the schema of
//! its answer are put into a folder; the answer is what appears there.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::core::call::{CallError, FailedCall};
use crate::members::transport::{Request, Response, Sending, Transport};
use crate::model::{Identity, Receipt};

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

/// `SA-1.CYCLE_1`, with the question when a cycle has two, the number of a later attempt, and how
/// often was looked before: `SA-1.CYCLE_1.look1`.
fn stem(request: &Request) -> String {
    let last_call = if request.assignment.step == "REMEDIATION" { ".LAST_CALL" } else { "" };
    let attempt = match request.assignment.attempt {
        0 | 1 => String::new(),
        n => format!(".{n}"),
    };
    let look = match request.assignment.look {
        0 => String::new(),
        n => format!(".look{n}"),
    };
    let (member, state) = (&request.assignment.member, request.assignment.state);
    format!("{member}.{state}{last_call}{attempt}{look}")
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
            let task = task(request, &reply);
            for (path, bytes) in [(file("schema.json"), schema), (file("task.md"), task)] {
                put(&path, &bytes).map_err(|error| gone("write", &path, &error))?;
            }
            let mut before = None;
            loop {
                let seen = look(&reply).map_err(|error| gone("read", &reply, &error))?;
                match seen {
                    Some(bytes) if is_whole(&bytes) || before.as_ref() == Some(&bytes) => {
                        return Ok(Response { bytes, receipt: Receipt::default() });
                    }
                    seen => before = seen,
                }
                // One that ends too early and stays so is as whole as it will be.
                let wait = if before.is_some() { STAYS } else { EVERY };
                tokio::time::sleep(wait).await;
            }
        })
    }
}

/// The whole task, to be read from top to bottom.
fn task(request: &Request, reply: &Path) -> Vec<u8> {
    let name = reply.file_name().unwrap_or_default().to_string_lossy();
    let schema = name.replace("reply.json", "schema.json");
    format!(
        "{}\n\nPut your answer into `{name}` beside this file: one JSON object as `{schema}` says, and nothing else.\n",
        request.rendered.text(),
    )
    .into_bytes()
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
