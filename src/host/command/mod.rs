//! A seat held by an agent CLI, or any program: the prompt on its stdin, one JSON object on its
//! stdout. It runs in an empty folder with an empty home, knows of the environment what the
//! configuration names, and leaves no process behind (THREATS.md H1-H5).

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use memchr::memmem;
use serde_json::Value;
use tokio::process::Command;

use super::secret::Forms;
use crate::core::call::{CallError, FailedCall};
use crate::members::defused::Defused;
use crate::members::envelope::{self, Detour, Envelope};
use crate::members::transport::{
    Canary, Looking, ProbeCost, Request, Response, Sending, Transport,
};
use crate::model::price::Prices;
use crate::model::{Digest, Identity, Receipt, values};

pub mod canary;
mod folder;
mod launcher;
mod loopback;
mod program;
mod run;
mod tree;

use canary::Canaries;
use folder::CallFolder;
use loopback::Loopback;
use run::ProgramOutput;

pub use launcher::{WORD as LAUNCH, launch};

/// How long a program may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommandTimeouts {
    /// For the whole call.
    pub total: Duration,
    /// To read its task.
    pub stdin: Duration,
    /// To end when it is asked to; then it is killed.
    pub grace: Duration,
}

impl Default for CommandTimeouts {
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
    pub timers: CommandTimeouts,
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
            timers: CommandTimeouts::default(),
        }
    }
}

/// What one run differs in from the next, beside its prompt.
struct Run<'a> {
    schema: &'a Value,
    env: &'a [(String, OsString)],
    /// The home that it is given in place of an empty one.
    home: Option<OsString>,
    /// Where it is sent in place of its vendor.
    detour: Option<Detour>,
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

    /// Asks the program, in a folder of its own.
    async fn ask(&self, request: &Request) -> Result<Response, FailedCall> {
        let unavailable = |why: String| FailedCall::from(CallError::Unavailable(why));
        let defused = Defused::of(&request.rendered.text());
        let prompt = format!("{}\n", defused.prompt()).into_bytes();
        let secrets = self.variables();
        let run = async {
            let folder = CallFolder::make().map_err(no_folder)?;
            let home = self.kept_home();
            let run = Run { schema: &request.rendered.schema, env: &secrets, home, detour: None };
            self.run(&folder, run, &prompt, &self.seat.timers).await
        };
        let sent = |receipt: Receipt| Receipt {
            prompt: Some(Digest::of(&prompt)),
            requests: Some(1),
            ..receipt
        };
        let output = run.await.map_err(|why| unavailable(format!("{}: {why}", self.seat.name)));
        match output.and_then(|output| self.read(&output, &secrets)) {
            Ok(Response { bytes, receipt }) => {
                Ok(Response { bytes: defused.restored(&bytes), receipt: sent(receipt) })
            }
            Err(failure) => Err(FailedCall { receipt: sent(failure.receipt), ..failure }),
        }
    }

    /// Runs the program once; why it left nothing behind, in one line.
    async fn run(
        &self,
        folder: &CallFolder,
        run: Run<'_>,
        prompt: &[u8],
        timers: &CommandTimeouts,
    ) -> Result<ProgramOutput, String> {
        let Self { seat, program, launcher } = self;
        let program = program.as_ref().map_err(Clone::clone)?;
        let detour = run.detour.unwrap_or_default();
        let schema = envelope::schema_text(run.schema);
        for (name, content) in seat.envelope.files(&schema) {
            fs::write(folder.work().join(name), content).map_err(no_folder)?;
        }
        for (path, content) in detour.home {
            let path = folder.home().join(path);
            path.parent().map_or(Ok(()), fs::create_dir_all).map_err(no_folder)?;
            fs::write(path, content).map_err(no_folder)?;
        }
        let own = seat.argv.get(1..).unwrap_or_default();
        let args = seat.envelope.argv(&[own, &detour.args].concat(), &schema);
        let mut command = match launcher {
            Some(launcher) => {
                let mut command = Command::new(launcher);
                command.args(launcher::orders(timers.grace, folder.root())).arg(program);
                command
            }
            None => Command::new(program),
        };
        command.args(args).current_dir(folder.work()).env_clear().env("TERM", "dumb");
        command.envs(program::search_path().map(|path| ("PATH", path)));
        command.envs(std::env::var_os("LANG").map(|language| ("LANG", language)));
        command.env("HOME", folder.home()).envs(run.env.iter().cloned());
        // Ours stand above what the configuration names.
        if !seat.keep_home || run.home.is_some() {
            command.env("HOME", run.home.unwrap_or_else(|| folder.home().into()));
        }
        command.env("TMPDIR", folder.temporary());
        command.envs(seat.envelope.switches().iter().copied()).envs(detour.env);
        let is_launched = launcher.is_some();
        run::run(command, is_launched, prompt, timers).await.map_err(|ended| ended.to_string())
    }

    /// Names canaries in a prompt, with all that a CLI could take for an order left in it, and looks
    /// for them in what it sends and prints. A CLI whose envelope is known is sent to a server of ours
    /// with a key that is none, so that nobody is asked. Another program is asked, when that may cost.
    async fn canary(&self, cost: ProbeCost) -> Canary {
        const TOTAL: Duration = Duration::from_secs(30);
        let timers = CommandTimeouts { total: TOTAL, stdin: TOTAL, ..self.seat.timers };
        let is_plain = self.seat.envelope == Envelope::Plain;
        if is_plain && cost == ProbeCost::None {
            return Canary::Unseen("only an answer would tell, which costs tokens".to_owned());
        }
        let looked = async {
            let folder = CallFolder::make().map_err(no_folder)?;
            let canaries = Canaries::place(folder.root(), &folder.home()).map_err(no_folder)?;
            let server = Loopback::open().await.map_err(|error| format!("no server: {error}"))?;
            let schema = serde_json::json!({"type": "object"});
            // A program that is not sent elsewhere needs what it always has.
            let (env, home) =
                if is_plain { (self.variables(), self.kept_home()) } else { Default::default() };
            let detour = self.seat.envelope.detour(&server.url());
            let run = Run { schema: &schema, env: &env, home, detour };
            let timers = if is_plain { &self.seat.timers } else { &timers };
            let prompt = canaries.prompt();
            let output = tokio::select! {
                output = self.run(&folder, run, prompt.as_bytes(), timers) => output,
                () = server.serve() => unreachable!("it serves without end"),
            };
            let mut seen = server.taken();
            let holds_mark =
                |bytes: &&Vec<u8>| memmem::find(bytes, canaries.mark.as_bytes()).is_some();
            let mut requests = seen.iter().filter(holds_mark).count();
            let end = match output {
                Ok(output) => {
                    // An answer is made from the prompt when the program ends well.
                    requests += usize::from(is_plain && output.status.success());
                    let end = format!("ended with {}", output.status);
                    seen.extend([output.stdout, output.stderr]);
                    end
                }
                Err(why) => why,
            };
            Ok::<_, String>(match seen.iter().find_map(|bytes| canaries.named_in(bytes)) {
                Some(way) => Canary::Read { who: format!("command:{}", self.seat.name), way },
                None if requests > 0 => Canary::Unread { requests },
                None => Canary::Unseen(format!("it sent nothing and {end}")),
            })
        };
        looked.await.unwrap_or_else(Canary::Unseen)
    }

    /// Our home, when the program keeps it.
    fn kept_home(&self) -> Option<OsString> {
        if self.seat.keep_home { std::env::var_os("HOME") } else { None }
    }

    /// What a run's output says.
    fn read(
        &self,
        output: &ProgramOutput,
        secrets: &[(String, OsString)],
    ) -> Result<Response, FailedCall> {
        let name = &self.seat.name;
        let unavailable = |why: String| FailedCall::from(CallError::Unavailable(why));
        let printed = |(_, value): &&(String, OsString)| forms(value).stand_in(&output.stdout);
        if values::are_too_many(&output.stdout) {
            let why = format!("{name}: what it printed holds more than {} values", values::MOST);
            return Err(CallError::Malformed(why).into());
        }
        // Nothing of it is kept, so that the value reaches no evidence (THREATS.md H8).
        if let Some((variable, _)) = secrets.iter().find(printed) {
            return Err(unavailable(format!("{name}: its answer holds the value of {variable}")));
        }
        let opened = self.seat.envelope.open(&output.stdout);
        if !output.status.success() {
            // What a CLI itself says of its failure tells more than its status.
            if self.seat.envelope != Envelope::Plain
                && let Err(failure) = opened
                && !matches!(failure.fault, CallError::Malformed(_))
                && !output.stdout.trim_ascii().is_empty()
            {
                return Err(failure);
            }
            let told = without_secrets(&output.stderr, secrets);
            let line = match told.as_ref().map_or_else(Clone::clone, |told| last_line(told)) {
                line if line.is_empty() => line,
                line => format!(": {line}"),
            };
            let code = output.status.code();
            let fault = told.ok().and_then(|told| self.seat.envelope.failed(code, &told));
            return Err(match fault {
                Some(fault) => fault.into(),
                None => unavailable(format!("{name}: ended with {}{line}", output.status)),
            });
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
        let switches = seat.envelope.switches();
        if !switches.is_empty() {
            let switches: Vec<String> =
                switches.iter().map(|(name, value)| format!("{name}={value}")).collect();
            identity.parameters.insert("set".to_owned(), switches.join(" "));
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
        let named = self.seat.argv.first().map(Path::new);
        let is_preset = named
            .and_then(Path::file_name)
            .and_then(OsStr::to_str)
            .is_some_and(|name| Envelope::preset(name) == Some(self.seat.envelope));
        if is_preset
            && !self.seat.keep_home
            && let Some(why) = self.seat.envelope.no_login(&self.seat.env)
        {
            return Some(format!("{}: {why}", self.seat.name));
        }
        folder::obeyed_above().map(|path| {
            format!(
                "an agent would obey {}, which lies above its folder: set TMPDIR elsewhere",
                path.display()
            )
        })
    }

    fn look_at_canaries(&self, cost: ProbeCost) -> Looking<'_> {
        Box::pin(self.canary(cost))
    }

    fn send<'a>(&'a self, request: &'a Request) -> Sending<'a> {
        Box::pin(self.ask(request))
    }
}

fn no_folder(error: io::Error) -> String {
    format!("it has no folder: {error}")
}

/// What a program says without the values that it was given; nothing of it when one is left in it.
fn without_secrets(said: &[u8], secrets: &[(String, OsString)]) -> Result<Vec<u8>, String> {
    let mut text = said.to_vec();
    for (name, value) in secrets {
        let forms = forms(value);
        text = forms.taken_out(&text, &format!("[{name}]"));
        if forms.stand_in(&text) {
            return Err(format!("what it says holds the value of {name}"));
        }
    }
    Ok(text)
}

/// The last line that says something.
fn last_line(said: &[u8]) -> String {
    let text = String::from_utf8_lossy(said);
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
