//! A seat held by an agent CLI, or any program: the prompt on its stdin, one JSON object on its
//! stdout. It runs in an empty folder with an empty home, knows of the environment what the
//! configuration names, and leaves no process behind (THREATS.md H1-H5).

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use tokio::process::Command;

use super::secret::Forms;
use crate::model::price::Prices;
use crate::model::{Digest, Receipt};
use crate::provider::envelope::{self, Envelope};
use crate::provider::transport::{Request, Response, Sending, Transport};
use crate::provider::{Failure, Identity, SeatFault};

mod folder;
mod launcher;
mod program;
mod run;
mod tree;

use folder::Folder;
use run::Output;

pub use launcher::{WORD as LAUNCH, launch};

/// How long a program may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timers {
    /// For the whole call.
    pub total: Duration,
    /// To read its task.
    pub stdin: Duration,
    /// To end when it is asked to; then it is killed.
    pub grace: Duration,
}

impl Default for Timers {
    fn default() -> Self {
        Self {
            total: Duration::from_secs(600),
            stdin: Duration::from_secs(60),
            grace: Duration::from_secs(5),
        }
    }
}

/// Who holds the seat, as the configuration says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandSeat {
    /// Its name in the evidence: that of the preset, or one of the configuration's.
    pub name: String,
    /// The program, and arguments beside those of the envelope.
    pub argv: Vec<String>,
    /// How it wraps its answer.
    pub envelope: Envelope,
    /// The variables of our environment that it is given, by name.
    pub env: Vec<String>,
    /// Whether its home is ours: a CLI may hold its login there, and its settings, too.
    pub keep_home: bool,
    /// What its tokens cost.
    pub prices: Option<Prices>,
    /// How long it may take.
    pub timers: Timers,
}

impl CommandSeat {
    /// A CLI that is known by its name: `claude`, `codex`, `gemini`.
    pub fn preset(name: &str) -> Option<Self> {
        let envelope = Envelope::preset(name)?;
        Some(Self { envelope, ..Self::plain(name, vec![name.to_owned()]) })
    }

    /// A program that prints its answer and nothing else.
    pub fn plain(name: impl Into<String>, argv: Vec<String>) -> Self {
        Self {
            name: name.into(),
            argv,
            envelope: Envelope::Plain,
            env: Vec::new(),
            keep_home: false,
            prices: None,
            timers: Timers::default(),
        }
    }
}

/// A seat's program, ready to be asked.
#[derive(Debug)]
pub struct CommandTransport {
    seat: CommandSeat,
    program: Result<PathBuf, String>,
    launcher: Option<PathBuf>,
}

impl CommandTransport {
    /// Looks the program up; [`Transport::obstacle`] tells when there is none.
    pub fn new(seat: CommandSeat) -> Self {
        let name = seat.argv.first().map(String::as_str).unwrap_or_default();
        let program = program::find(name, std::env::var_os("PATH").as_deref());
        Self { seat, program, launcher: None }
    }

    /// Starts the program through a binary that calls [`launch`] when its first argument is
    /// [`LAUNCH`]. Without one, only the program's own process group is sure to end with it.
    #[must_use]
    pub fn launched_by(mut self, launcher: Option<PathBuf>) -> Self {
        self.launcher = launcher;
        self
    }

    /// Runs the program once, in a folder of its own.
    async fn ask(&self, request: &Request) -> Result<Response, Failure> {
        let unavailable = |why: String| Failure::from(SeatFault::Unavailable(why));
        let program = self.program.as_ref().map_err(|why| unavailable(why.clone()))?;
        let no_folder = |error: io::Error| unavailable(format!("it has no folder: {error}"));
        let folder = Folder::make().map_err(no_folder)?;
        let schema = envelope::schema_text(&request.schema);
        if self.seat.envelope.wants_schema_file() {
            fs::write(folder.work().join(envelope::SCHEMA_FILE), &schema).map_err(no_folder)?;
        }
        let prompt = prompt(request);
        let args = self.seat.envelope.argv(self.seat.argv.get(1..).unwrap_or_default(), &schema);
        let secrets = self.variables();
        let mut command = match &self.launcher {
            Some(launcher) => {
                let mut command = Command::new(launcher);
                command.args(launcher::orders(self.seat.timers.grace, folder.root())).arg(program);
                command
            }
            None => Command::new(program),
        };
        command.args(args).current_dir(folder.work()).env_clear();
        command.envs(self.environment(&folder)).envs(secrets.iter().cloned());
        // Ours stand above what the configuration names.
        if !self.seat.keep_home {
            command.env("HOME", folder.home());
        }
        command.env("TMPDIR", folder.temporary());
        let is_launched = self.launcher.is_some();
        let output = run::run(command, is_launched, &prompt, &self.seat.timers).await;
        let output = output.map_err(|ended| unavailable(format!("{}: {ended}", self.seat.name)));
        let sent = |receipt: Receipt| Receipt {
            prompt: Some(Digest::of(&prompt)),
            requests: Some(1),
            ..receipt
        };
        match output.and_then(|output| self.read(&output, &secrets)) {
            Ok(answer) => Ok(Response { receipt: sent(answer.receipt), ..answer }),
            Err(failure) => Err(Failure { receipt: sent(failure.receipt), ..failure }),
        }
    }

    /// What a run's output says.
    fn read(&self, output: &Output, secrets: &[(String, OsString)]) -> Result<Response, Failure> {
        let name = &self.seat.name;
        let unavailable = |why: String| Failure::from(SeatFault::Unavailable(why));
        let printed = |(_, value): &&(String, OsString)| forms(value).stand_in(&output.stdout);
        // Nothing of it is kept, so that the value reaches no evidence (THREATS.md H8).
        if let Some((variable, _)) = secrets.iter().find(printed) {
            return Err(unavailable(format!("{name}: its answer holds the value of {variable}")));
        }
        let opened = self.seat.envelope.open(&output.stdout);
        if !output.status.success() {
            // What a CLI itself says of its failure tells more than its status.
            if self.seat.envelope != Envelope::Plain
                && let Err(failure) = opened
                && !matches!(failure.fault, SeatFault::Malformed(_))
                && !output.stdout.trim_ascii().is_empty()
            {
                return Err(failure);
            }
            let line = match last_line(&output.stderr, secrets) {
                line if line.is_empty() => line,
                line => format!(": {line}"),
            };
            return Err(unavailable(format!("{name}: ended with {}{line}", output.status)));
        }
        if !output.is_told {
            return Err(unavailable(format!("{name}: it answered before it had read its task")));
        }
        opened
    }

    /// The variables that it is given by name, those that are set.
    fn variables(&self) -> Vec<(String, OsString)> {
        let value = |name: &String| Some((name.clone(), std::env::var_os(name)?));
        self.seat.env.iter().filter_map(value).collect()
    }

    /// What every program is given.
    fn environment(&self, folder: &Folder) -> Vec<(&'static str, OsString)> {
        let mut all = vec![("TERM", "dumb".into()), ("TMPDIR", folder.temporary().into())];
        all.extend(program::search_path().map(|path| ("PATH", path)));
        all.extend(std::env::var_os("LANG").map(|language| ("LANG", language)));
        let home = if self.seat.keep_home { std::env::var_os("HOME") } else { None };
        all.push(("HOME", home.unwrap_or_else(|| folder.home().into())));
        all
    }
}

impl Transport for CommandTransport {
    fn identity(&self) -> Identity {
        let seat = &self.seat;
        let args = seat.envelope.argv(seat.argv.get(1..).unwrap_or_default(), "SCHEMA");
        let argv = seat.argv.first().into_iter().chain(&args).map(String::as_str);
        let mut identity = Identity::new("command", &seat.name);
        let home = if seat.keep_home { "keep" } else { "empty" };
        identity.parameters.insert("argv".to_owned(), program::quoted(argv));
        identity.parameters.insert("home".to_owned(), home.to_owned());
        if !seat.env.is_empty() {
            identity.parameters.insert("env".to_owned(), seat.env.join(" "));
        }
        identity.prices = seat.prices;
        identity
    }

    fn obstacle(&self) -> Option<String> {
        if let Err(why) = &self.program {
            return Some(why.clone());
        }
        let is_set = |name: &&String| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        if let Some(name) = self.seat.env.iter().find(|name| !is_set(name)) {
            let seat = &self.seat.name;
            return Some(format!("{name} is not set: set it, or take it from {seat}'s `env`"));
        }
        folder::obeyed_above().map(|path| {
            format!(
                "an agent would obey {}, which lies above its folder: set TMPDIR elsewhere",
                path.display()
            )
        })
    }

    fn send<'a>(&'a self, request: &'a Request) -> Sending<'a> {
        Box::pin(self.ask(request))
    }
}

/// All that the program is told.
fn prompt(request: &Request) -> Vec<u8> {
    format!("{}\n", request.text()).into_bytes()
}

/// The last line of stderr that says something, without secrets.
fn last_line(stderr: &[u8], secrets: &[(String, OsString)]) -> String {
    let take_out = |text: Vec<u8>, (name, value): &(String, OsString)| {
        forms(value).taken_out(&text, &format!("[{name}]"))
    };
    let text = secrets.iter().fold(stderr.to_vec(), take_out);
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().rev().find(|line| line.contains(char::is_alphanumeric));
    envelope::shown(line.unwrap_or_default())
}

fn forms(value: &OsStr) -> Forms {
    Forms::of(value.as_encoded_bytes())
}

/// The binary that runs now, as a launcher: the same one even when its file is replaced meanwhile.
pub fn ourselves() -> Option<PathBuf> {
    if cfg!(target_os = "linux") {
        Some(PathBuf::from("/proc/self/exe"))
    } else {
        std::env::current_exe().ok()
    }
}

/// Closes our memory and environment to processes of the same user: to be called before the first
/// seat's program runs (THREATS.md H4). A process with the right to trace all others sees them
/// still.
pub fn protect_memory() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        let closed = rustix::process::DumpableBehavior::NotDumpable;
        rustix::process::set_dumpable_behavior(closed)?;
    }
    Ok(())
}
