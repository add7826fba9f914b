//! How an agent CLI wraps its answer: the words it is called with, and the way from what it prints
//! to the answer and its receipt. It starts nothing.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::dialect::{self, named};
use super::transport::Response;
use crate::core::call::{CallError, FailedCall};
use crate::model::Receipt;
use crate::model::receipt::Usage;
use crate::model::values;

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
            Self::Claude => claude(stdout),
            Self::Codex => codex(stdout),
            Self::Gemini => gemini(stdout),
        }
    }
}

/// The schema of an answer as a CLI takes it: without the name of its draft, since Claude Code knows
/// but one and refuses others by name.
pub fn schema_text(schema: &Value) -> String {
    let mut schema = schema.clone();
    if let Some(fields) = schema.as_object_mut() {
        fields.shift_remove("$schema");
    }
    schema.to_string()
}

/// What a CLI says, as one line of ours may show it: short, no control, nothing that could be a
/// command to a terminal or a log.
pub fn shown(text: &str) -> String {
    const MOST: usize = 200;
    let text = text.trim();
    let plain = |c: char| c.is_alphanumeric() || (c.is_ascii() && !c.is_ascii_control());
    let short: String = text.chars().take(MOST).map(|c| if plain(c) { c } else { '?' }).collect();
    if short.chars().count() < text.chars().count() { short + "…" } else { short }
}

fn unreadable<T>(cli: &str) -> Result<T, FailedCall> {
    Err(CallError::Malformed(format!("what it printed is no output of {cli}")).into())
}

#[derive(Deserialize)]
struct ClaudeResult {
    #[serde(default)]
    subtype: String,
    #[serde(default)]
    is_error: bool,
    result: Option<String>,
    structured_output: Option<Box<RawValue>>,
    stop_reason: Option<String>,
    usage: Option<ClaudeUsage>,
    #[serde(default, rename = "modelUsage")]
    models: BTreeMap<String, ClaudeModel>,
}

#[derive(Deserialize)]
struct ClaudeUsage {
    input_tokens: Option<u64>,
    output_tokens: Option<u64>,
    #[serde(default)]
    cache_creation_input_tokens: u64,
    #[serde(default)]
    cache_read_input_tokens: u64,
}

impl ClaudeUsage {
    /// None when it fails early and leaves the figures out.
    fn usage(&self) -> Option<Usage> {
        let (written, cached) = (self.cache_creation_input_tokens, self.cache_read_input_tokens);
        let input = self.input_tokens?.saturating_add(written).saturating_add(cached);
        dialect::usage(input, cached, self.output_tokens?)
    }
}

#[derive(Deserialize)]
struct ClaudeModel {
    #[serde(default, rename = "outputTokens")]
    output_tokens: u64,
}

fn claude(stdout: &[u8]) -> Result<Response, FailedCall> {
    let Ok(said) = serde_json::from_slice::<ClaudeResult>(stdout) else {
        return unreadable("Claude Code");
    };
    let usage = said.usage.and_then(|usage| usage.usage());
    // Small models help it; whoever wrote most gave the answer.
    let model = said.models.into_iter().max_by_key(|(_, model)| model.output_tokens);
    let receipt =
        Receipt { usage, model: model.and_then(|(name, _)| named(&name)), ..Receipt::default() };
    let text = said.result.unwrap_or_default();
    let fault = match (said.subtype.as_str(), said.stop_reason.as_deref()) {
        (_, Some("refusal")) => Some(CallError::Refused("the model refused".to_owned())),
        (_, Some("max_tokens")) => Some(CallError::Truncated("at its limit of tokens".to_owned())),
        ("error_max_turns", _) => Some(CallError::Truncated("at its limit of turns".to_owned())),
        ("error_max_structured_output_retries", _) => {
            Some(CallError::Malformed("it found no answer of the asked form".to_owned()))
        }
        (subtype, _) if said.is_error || !matches!(subtype, "" | "success") => {
            let why = if text.trim().is_empty() { subtype } else { &text };
            Some(CallError::Unavailable(shown(why)))
        }
        _ => None,
    };
    if let Some(fault) = fault {
        return Err(FailedCall { fault, receipt });
    }
    let bytes = match said.structured_output {
        Some(answer) if answer.get() != "null" => answer.get().as_bytes().to_vec(),
        _ => text.into_bytes(),
    };
    Ok(Response { bytes, receipt })
}

#[derive(Deserialize)]
struct CodexEvent {
    #[serde(rename = "type")]
    kind: String,
    item: Option<CodexItem>,
    usage: Option<CodexUsage>,
    error: Option<CodexError>,
    message: Option<String>,
}

#[derive(Deserialize)]
struct CodexItem {
    #[serde(default, rename = "type")]
    kind: String,
    text: Option<String>,
}

#[derive(Deserialize)]
struct CodexUsage {
    input_tokens: u64,
    #[serde(default)]
    cached_input_tokens: u64,
    output_tokens: u64,
}

#[derive(Deserialize)]
struct CodexError {
    message: String,
}

fn codex(stdout: &[u8]) -> Result<Response, FailedCall> {
    let (mut answer, mut failed, mut said, mut is_complete) = (None, None, None, false);
    let mut receipt = Receipt::default();
    let mut events = 0;
    for line in stdout.split(|&byte| byte == b'\n') {
        let Ok(event) = serde_json::from_slice::<CodexEvent>(line) else { continue };
        events += 1;
        match event.kind.as_str() {
            "item.completed" => {
                if let Some(item) = event.item.filter(|item| item.kind == "agent_message") {
                    answer = item.text;
                }
            }
            "turn.completed" => {
                is_complete = true;
                receipt.usage = event.usage.and_then(|said| {
                    let (input, cached) = (said.input_tokens, said.cached_input_tokens);
                    dialect::usage(input, cached, said.output_tokens)
                });
            }
            "turn.failed" => failed = event.error.map(|error| error.message),
            // Some of these pass: it says when it tries again.
            "error" => said = event.message,
            _ => {}
        }
    }
    if events == 0 {
        return unreadable("Codex");
    }
    let fault = match (failed, is_complete, answer) {
        (Some(why), ..) => CallError::Unavailable(shown(&why)),
        (None, true, Some(answer)) => {
            return Ok(Response { bytes: answer.into_bytes(), receipt });
        }
        (None, true, None) => CallError::Refused("it ended without an answer".to_owned()),
        (None, false, _) => match said {
            Some(why) => CallError::Unavailable(shown(&why)),
            None => CallError::Truncated("it ended before its turn was complete".to_owned()),
        },
    };
    Err(FailedCall { fault, receipt })
}

#[derive(Deserialize)]
struct GeminiOutput {
    response: Option<String>,
    stats: Option<GeminiStats>,
    error: Option<GeminiError>,
}

#[derive(Deserialize)]
struct GeminiStats {
    #[serde(default)]
    models: BTreeMap<String, GeminiModel>,
}

#[derive(Deserialize)]
struct GeminiModel {
    tokens: GeminiTokens,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct GeminiTokens {
    prompt: u64,
    candidates: u64,
    cached: u64,
    thoughts: u64,
    tool: u64,
}

impl GeminiTokens {
    fn usage(&self) -> Usage {
        Usage {
            input_tokens: self.prompt.saturating_add(self.tool),
            cached_tokens: self.cached,
            output_tokens: self.candidates.saturating_add(self.thoughts),
        }
    }
}

#[derive(Deserialize)]
struct GeminiError {
    #[serde(default, rename = "type")]
    kind: String,
    #[serde(default)]
    message: String,
}

fn gemini(stdout: &[u8]) -> Result<Response, FailedCall> {
    let Ok(said) = serde_json::from_slice::<GeminiOutput>(stdout) else {
        return unreadable("Gemini CLI");
    };
    let models = said.stats.map(|stats| stats.models).unwrap_or_default();
    let usage = models.values().map(|model| model.tokens.usage()).reduce(|a, b| Usage {
        input_tokens: a.input_tokens.saturating_add(b.input_tokens),
        cached_tokens: a.cached_tokens.saturating_add(b.cached_tokens),
        output_tokens: a.output_tokens.saturating_add(b.output_tokens),
    });
    let usage = usage
        .and_then(|all| dialect::usage(all.input_tokens, all.cached_tokens, all.output_tokens));
    let model = models.into_iter().max_by_key(|(_, model)| model.tokens.usage().output_tokens);
    let receipt =
        Receipt { usage, model: model.and_then(|(name, _)| named(&name)), ..Receipt::default() };
    let fault = match (said.error, said.response) {
        (Some(error), _) if error.kind == "FatalTurnLimitedError" => {
            CallError::Truncated("at its limit of turns".to_owned())
        }
        (Some(error), _) => CallError::Unavailable(shown(&error.message)),
        (None, Some(answer)) if !answer.trim().is_empty() => {
            return Ok(Response { bytes: answer.into_bytes(), receipt });
        }
        // A blocked answer leaves nothing behind but its figures.
        (None, _) => CallError::Refused("it ended without an answer".to_owned()),
    };
    Err(FailedCall { fault, receipt })
}
