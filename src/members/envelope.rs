//! How an agent CLI wraps its answer: the words it is called with, and the way from what it prints
//! to the answer and its receipt. It starts nothing.

use std::borrow::Cow;

use serde_json::Value;

use super::dialect;
use super::transport::Response;
use crate::core::call::{CallError, FailedCall};
use crate::model::{Receipt, values};

mod claude;
mod codex;
mod gemini;

/// The file in the working folder that holds the schema of the answer, where a CLI wants one.
pub const SCHEMA_FILE: &str = "answer.schema.json";
/// The file in the working folder that denies every tool, where a CLI takes such a policy.
const POLICY_FILE: &str = "policy.toml";
const POLICY: &str = "[[rule]]\ntoolName = \"*\"\ndecision = \"deny\"\npriority = 999\n";

/// What a CLI prints around its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Envelope {
    /// Nothing: what it prints is the answer.
    Plain,
    /// One result object of Claude Code (`claude -p --output-format json`).
    Claude,
    /// One event of Codex a line (`codex exec --json`).
    Codex,
    /// One object of Gemini CLI (`gemini --output-format json`).
    Gemini,
}

/// The way of a CLI to another server than its vendor's.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Detour {
    /// Arguments beside its own.
    pub args: Vec<String>,
    /// Variables of its environment.
    pub env: Vec<(&'static str, String)>,
    /// What must stand in its home: paths and contents.
    pub home: Vec<(&'static str, &'static str)>,
}

impl Envelope {
    /// The envelope of a CLI that is known by its name: `claude`, `codex`, `gemini`.
    pub fn preset(name: &str) -> Option<Self> {
        match name {
            "claude" => Some(Self::Claude),
            "codex" => Some(Self::Codex),
            "gemini" => Some(Self::Gemini),
            _ => None,
        }
    }

    /// The arguments after the program's name: ours, then `extra`. No tools, no settings, no
    /// servers (THREATS.md H5); no word of a ticket, which only stdin carries (THREATS.md H3).
    /// `schema` is that of the answer, as [`schema_text`] writes it; it is the same for every RFC.
    pub fn argv(self, extra: &[String], schema: &str) -> Vec<String> {
        let words: Vec<String> = match self {
            Self::Plain => Vec::new(),
            Self::Claude => {
                let servers = r#"{"mcpServers":{}}"#;
                [
                    ["-p", "--output-format", "json", "--tools", "", "--setting-sources", ""]
                        .as_slice(),
                    &["--strict-mcp-config", "--mcp-config", servers, "--disable-slash-commands"],
                    &["--no-session-persistence", "--json-schema", schema],
                ]
                .concat()
                .into_iter()
                .map(str::to_owned)
                .collect()
            }
            Self::Codex => [
                ["exec", "--json", "--color", "never", "--sandbox", "read-only"].as_slice(),
                &["--skip-git-repo-check", "--ephemeral", "--ignore-user-config"],
                &["--ignore-rules", "--disable", "shell_tool", "-c", r#"web_search="disabled""#],
                &["--output-schema", SCHEMA_FILE],
            ]
            .concat()
            .into_iter()
            .map(str::to_owned)
            .collect(),
            Self::Gemini => ["--output-format", "json", "--approval-mode", "default"]
                .into_iter()
                .chain(["--extensions", "none", "--skip-trust", "--policy", POLICY_FILE])
                .map(str::to_owned)
                .collect(),
        };
        let last = (self == Self::Codex).then(|| "-".to_owned());
        words.into_iter().chain(extra.iter().cloned()).chain(last).collect()
    }

    /// What must lie in the working folder: names and contents.
    pub fn files(self, schema: &str) -> Vec<(&'static str, String)> {
        match self {
            Self::Codex => vec![(SCHEMA_FILE, schema.to_owned())],
            Self::Gemini => vec![(POLICY_FILE, POLICY.to_owned())],
            Self::Plain | Self::Claude => Vec::new(),
        }
    }

    /// The switches that a CLI takes from its environment alone: it reads no file that a prompt names
    /// (no option stops that), calls nobody but the model, and gives up early.
    pub const fn switches(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Claude => &[
                ("CLAUDE_CODE_DISABLE_ATTACHMENTS", "1"),
                ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
                ("CLAUDE_CODE_MAX_RETRIES", "2"),
                ("DISABLE_AUTOUPDATER", "1"),
            ],
            Self::Plain | Self::Codex | Self::Gemini => &[],
        }
    }

    /// What sends the CLI to a server at `url` in place of the vendor's, with a key that is none;
    /// `None` where that is not known.
    pub fn detour(self, url: &str) -> Option<Detour> {
        const KEY: &str = "canary-no-key";
        let env =
            |pairs: [(&'static str, &str); 2]| pairs.map(|(name, value)| (name, value.to_owned()));
        match self {
            Self::Plain => None,
            Self::Claude => Some(Detour {
                env: env([("ANTHROPIC_API_KEY", KEY), ("ANTHROPIC_BASE_URL", url)]).into(),
                ..Detour::default()
            }),
            Self::Codex => Some(Detour {
                args: vec!["-c".to_owned(), format!("openai_base_url=\"{url}/v1\"")],
                env: vec![("CODEX_API_KEY", KEY.to_owned())],
                home: Vec::new(),
            }),
            // A base URL alone has it choose a way to log in that it then refuses.
            Self::Gemini => Some(Detour {
                args: Vec::new(),
                env: env([("GEMINI_API_KEY", KEY), ("GOOGLE_GEMINI_BASE_URL", url)]).into(),
                home: vec![(
                    ".gemini/settings.json",
                    r#"{"security": {"auth": {"selectedType": "gemini-api-key"}}}"#,
                )],
            }),
        }
    }

    /// The answer in what was printed. Only the envelope is read: the answer stays as it is, down
    /// to keys that stand twice, for the strict reader to judge.
    pub fn open(self, stdout: &[u8]) -> Result<Response, FailedCall> {
        if stdout.trim_ascii().is_empty() {
            return Err(CallError::Unavailable("it printed nothing".to_owned()).into());
        }
        if self != Self::Plain && values::are_too_many(stdout) {
            let why = format!("what it printed holds more than {} values", values::MOST);
            return Err(CallError::Malformed(why).into());
        }
        match self {
            Self::Plain => Ok(Response { bytes: stdout.to_vec(), receipt: Receipt::default() }),
            Self::Claude => claude::open(stdout),
            Self::Codex => codex::open(stdout),
            Self::Gemini => gemini::open(stdout),
        }
    }

    /// The fault that a CLI tells on its stderr alone, with the code that it exits with.
    pub fn failed(self, code: Option<i32>, stderr: &[u8]) -> Option<CallError> {
        match self {
            Self::Gemini => gemini::failed(code, stderr),
            Self::Plain | Self::Claude | Self::Codex => None,
        }
    }

    /// Why a CLI with an empty home cannot log in, given the variables that are named for it. Others
    /// than the vendor's key may log it in, too, as those of a cloud do.
    pub fn no_login(self, env: &[String]) -> Option<String> {
        let has = |name: &str| env.iter().any(|own| own == name);
        let (key, deaf_to) = match self {
            Self::Plain => return None,
            Self::Claude => ("ANTHROPIC_API_KEY", None),
            Self::Codex => ("CODEX_API_KEY", Some("OPENAI_API_KEY")),
            // Its other key counts beside the switch to the vendor's cloud alone.
            Self::Gemini if has("GOOGLE_GENAI_USE_VERTEXAI") => return None,
            Self::Gemini => ("GEMINI_API_KEY", Some("GOOGLE_API_KEY")),
        };
        match deaf_to.filter(|name| has(name)) {
            _ if has(key) => None,
            Some(other) => {
                Some(format!("it does not log in with {other}: name {key} in its `env`"))
            }
            None if env.is_empty() => Some(format!(
                "it has no login: name {key} in its `env`, or let it keep your home (`home`)"
            )),
            None => None,
        }
    }
}

/// The schema of an answer as a CLI takes it: in the words of OpenAI's strict mode, to which Codex
/// passes it on, and which Claude Code knows.
pub fn schema_text(schema: &Value) -> String {
    dialect::strict(schema).to_string()
}

/// What a CLI says, as one line of ours may show it: short, no control, nothing that could be a
/// command to a terminal or a log.
pub fn shown(text: &str) -> String {
    const MOST: usize = 200;
    let text = without_commands(text);
    let text = text.trim();
    let plain = |c: char| c.is_alphanumeric() || (c.is_ascii() && !c.is_ascii_control());
    let short: String = text.chars().take(MOST).map(|c| if plain(c) { c } else { '?' }).collect();
    if short.chars().count() < text.chars().count() { short + "…" } else { short }
}

/// A text without the sequences by which a terminal takes colours and other commands.
fn without_commands(text: &str) -> Cow<'_, str> {
    const ESCAPE: char = '\u{1b}';
    if !text.contains(ESCAPE) {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(ESCAPE) {
        out.push_str(before);
        rest = match after.chars().next() {
            Some('[') => after
                .split_once(|c: char| ('@'..='~').contains(&c) && c != '[')
                .map_or("", |(_, rest)| rest),
            Some(']') => after.split_once(['\u{7}', ESCAPE]).map_or("", |(_, rest)| rest),
            Some(other) => &after[other.len_utf8()..],
            None => "",
        };
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn unreadable<T>(cli: &str) -> Result<T, FailedCall> {
    Err(CallError::Malformed(format!("what it printed is no output of {cli}")).into())
}
