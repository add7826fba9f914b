//! Providers of models and commands of agents.

use std::collections::BTreeMap;

use reqwest::Url;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ConfigOrigin;
use super::base_url::parse_base_url;
use super::seats::{PRESETS, is_name};
use crate::model::price::Price;
use crate::model::{Dialect, Effort, Place};
use crate::yaml::{Document, NodeRef};

/// Tokens that a model may think before it answers, when nothing is said.
const THINKING: u64 = 16_000;

/// Names that begin a holder's word and are no providers.
const TAKEN: [&str; 4] = ["offline", "mailbox", "command", "replay"];

/// Fields of a request that are our own, or that would change how it is answered.
const OURS: [&str; 15] = [
    "contents",
    "generationConfig",
    "max_completion_tokens",
    "max_tokens",
    "messages",
    "model",
    "n",
    "output_config",
    "reasoning_effort",
    "response_format",
    "stream",
    "system",
    "systemInstruction",
    "temperature",
    "tools",
];

/// The variables that a reviewed repository may name for a key.
const OWN_KEYS: &str = "COUNCIL_";

/// Where models are asked.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RawProvider {
    /// How it is asked: anthropic, openai (chat completions, and servers that speak it) or gemini.
    /// Default: that of the same name.
    pub dialect: Option<Dialect>,
    /// Where, as in http://127.0.0.1:11434/v1. Default: the vendor itself.
    pub base_url: Option<String>,
    /// The environment variable that holds its key. Default: the vendor's, and none for another
    /// base_url. A council.yaml of the reviewed repository may only name one that begins with
    /// COUNCIL_, or without a base_url the vendor's.
    pub key_env: Option<String>,
    /// Sent as it is; without it, the model's own default counts. Up to 1 for anthropic; newer models
    /// of all vendors refuse or advise against it.
    #[cfg_attr(test, schemars(range(min = 0, max = 2)))]
    pub temperature: Option<f64>,
    /// Tokens that the model may think before it answers, reserved beside the answer's. Default:
    /// 16000.
    #[cfg_attr(test, schemars(range(min = 0, max = 1_000_000)))]
    pub thinking_tokens: Option<u64>,
    /// How much the model thinks: low, medium or high. Without it, the model's own default counts.
    pub effort: Option<Effort>,
    /// Further fields of a request, as a gateway's own. Not taken from a council.yaml of the reviewed
    /// repository.
    pub extra_body: Option<BTreeMap<String, Value>>,
}

/// An agent's command line, which gets the prompt on stdin and answers on stdout.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RawCommand {
    /// Program and arguments. Default: the preset of the same name (claude, codex, gemini). Not
    /// taken from a council.yaml of the reviewed repository.
    pub argv: Option<Vec<String>>,
    /// Environment variables that it gets, by name. A council.yaml of the reviewed repository may
    /// only name a preset's own key, and variables that begin with COUNCIL_.
    pub env: Option<Vec<String>>,
    /// Its home: empty (the default) or keep, for one that holds its login there.
    pub home: Option<RawHome>,
    /// How it wraps its answer: plain (the answer is all of stdout), claude, codex or gemini.
    /// Default: that of the preset of the same name, else plain.
    pub output: Option<RawOutput>,
}

/// A command's home.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RawHome {
    /// An empty folder.
    #[default]
    Empty,
    /// The caller's.
    Keep,
}

/// How a command wraps its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RawOutput {
    /// Not at all.
    Plain,
    /// As `claude --output-format json`.
    Claude,
    /// As `codex exec --json`.
    Codex,
    /// As `gemini --output-format json`.
    Gemini,
}

/// Where models are asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Provider {
    /// How.
    pub dialect: Dialect,
    /// Where, as [`parse_base_url`] admits it.
    pub base_url: Url,
    /// The environment variable that holds its key; none when it takes none.
    pub key_env: Option<String>,
    /// From 0 to 2, sent as it is.
    pub temperature: Option<f64>,
    /// Tokens that the model may think before it answers.
    pub thinking_tokens: u64,
    /// How much the model thinks.
    pub effort: Option<Effort>,
    /// Further fields of a request.
    pub extra_body: BTreeMap<String, Value>,
}

impl Provider {
    /// Whether the vendor itself is asked.
    pub(super) fn is_vendor(&self) -> bool {
        self.dialect.is_vendor(self.base_url.host_str().unwrap_or_default())
    }
}

/// An agent's command line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AgentCommand {
    /// Program and arguments, when they are not those of a preset.
    pub argv: Option<Vec<String>>,
    /// Environment variables that it gets.
    pub env: Vec<String>,
    /// Whether it gets the caller's home.
    pub keeps_home: bool,
    /// How it wraps its answer, when it is not as a preset of its name does.
    pub output: Option<RawOutput>,
}

/// The vendors, and the providers that the configuration names.
pub(super) fn providers(raw: BTreeMap<String, RawProvider>) -> BTreeMap<String, Provider> {
    let vendors = Dialect::ALL.map(|dialect| (dialect.to_string(), RawProvider::default()));
    let mut all = BTreeMap::from(vendors);
    all.extend(raw);
    let valid = |(name, raw): (String, RawProvider)| {
        let vendor = Dialect::ALL.into_iter().find(|dialect| dialect.as_str() == name);
        let dialect = raw.dialect.or(vendor)?;
        let own_key = raw.base_url.is_none().then(|| dialect.key_env().to_owned());
        let provider = Provider {
            dialect,
            base_url: parse_base_url(raw.base_url.as_deref().unwrap_or(dialect.base_url())).ok()?,
            key_env: raw.key_env.or(own_key),
            temperature: raw.temperature,
            thinking_tokens: raw.thinking_tokens.unwrap_or(THINKING),
            effort: raw.effort,
            extra_body: raw.extra_body.unwrap_or_default(),
        };
        Some((name, provider))
    };
    all.into_iter().filter_map(valid).collect()
}

/// The commands that the configuration says something of.
pub(super) fn commands(raw: BTreeMap<String, RawCommand>) -> BTreeMap<String, AgentCommand> {
    let valid = |raw: RawCommand| AgentCommand {
        argv: raw.argv,
        env: raw.env.unwrap_or_default(),
        keeps_home: raw.home.unwrap_or_default() == RawHome::Keep,
        output: raw.output,
    };
    raw.into_iter().map(|(name, raw)| (name, valid(raw))).collect()
}

/// What no schema can say, each at its place.
pub(super) fn faults(document: &Document, origin: ConfigOrigin) -> Vec<(Place, String)> {
    let mut found = Vec::new();
    let root = document.root();
    let group = |name: &str| -> Vec<(NodeRef<'_>, NodeRef<'_>)> {
        root.get(name).into_iter().flat_map(|group| group.entries()).collect()
    };
    for (key, provider) in group("providers") {
        let name = key.key_text().unwrap_or_default();
        if !is_name(name) || TAKEN.contains(&name) {
            found.push((key.place(), no_name(name, "a provider")));
        }
        let vendor = Dialect::ALL.into_iter().find(|dialect| dialect.as_str() == name);
        for needed in ["dialect", "base_url"] {
            if vendor.is_none() && provider.get(needed).is_none() {
                let message = format!("the provider {name} needs a {needed}");
                found.push((key.place(), message));
            }
        }
        let url = provider.get("base_url");
        let fault = url.and_then(|node| parse_base_url(node.as_str()?).err());
        if let Some((node, fault)) = url.zip(fault) {
            found.push((node.place(), fault.to_string()));
        }
        let named = provider.get("dialect").and_then(NodeRef::as_str);
        let named = named.and_then(|name| Dialect::ALL.into_iter().find(|d| d.as_str() == name));
        if let (Some(node), Some(dialect)) = (provider.get("temperature"), named.or(vendor)) {
            let temperature = node.as_scalar().and_then(|text| text.parse::<f64>().ok());
            let most = dialect.hottest();
            // What is above the schema's limit is told by that.
            if temperature.is_some_and(|t| t > most && t <= 2.0) {
                let message = format!("{dialect} takes a temperature from 0 to {most}");
                found.push((node.place(), message));
            }
        }
        if let Some(body) = provider.get("extra_body") {
            if origin == ConfigOrigin::Reviewed {
                let message = "the reviewed repository may not add to requests: name this configuration with --config";
                found.push((body.place(), message.to_owned()));
            }
            let ours = body
                .entries()
                .filter(|(key, _)| key.key_text().is_some_and(|name| OURS.contains(&name)));
            found.extend(ours.map(|(key, _)| {
                let name = key.key_text().unwrap_or_default();
                (key.place(), format!("{name} is not for extra_body: the tool itself says it"))
            }));
        }
        if let Some(node) = provider.get("key_env") {
            let variable = node.as_str().unwrap_or_default();
            let is_vendors = url.is_none() && vendor.is_some_and(|d| d.key_env() == variable);
            if !is_variable(variable) {
                let message = format!("{variable:?} is no name of an environment variable");
                found.push((node.place(), message));
            } else if origin == ConfigOrigin::Reviewed
                && !is_vendors
                && !variable.starts_with(OWN_KEYS)
            {
                found.push((node.place(), not_theirs(variable)));
            }
        }
    }
    for (key, command) in group("commands") {
        let name = key.key_text().unwrap_or_default();
        if !is_name(name) {
            found.push((key.place(), no_name(name, "a command")));
        }
        if command.get("argv").is_none() && !PRESETS.contains(&name) {
            let message = format!("the command {name} needs an argv: no preset has its name");
            found.push((key.place(), message));
        }
        if let Some(argv) = command.get("argv") {
            if origin == ConfigOrigin::Reviewed {
                let message = "a program that the reviewed repository names is not run: name this configuration with --config, or take claude, codex or gemini without argv".to_owned();
                found.push((argv.place(), message));
            } else if argv.items().next().is_none() {
                found.push((argv.place(), "argv should begin with a program".to_owned()));
            }
        }
        for node in command.get("env").into_iter().flat_map(NodeRef::items) {
            let variable = node.as_str().unwrap_or_default();
            if !is_variable(variable) {
                let message = format!("{variable:?} is no name of an environment variable");
                found.push((node.place(), message));
            } else if origin == ConfigOrigin::Reviewed && !may_have(name, variable) {
                found.push((node.place(), not_theirs(variable)));
            }
        }
    }
    for (_, prices) in group("prices") {
        for (_, node) in prices.entries() {
            let written = node.as_scalar().unwrap_or_default();
            if let Err(fault) = written.parse::<Price>() {
                found.push((node.place(), fault.to_string()));
            }
        }
    }
    found
}

/// Whether a preset may be given a variable on the word of the reviewed repository: its own key, or
/// what was exported for this tool.
fn may_have(preset: &str, variable: &str) -> bool {
    let keys: &[&str] = match preset {
        "claude" => &["ANTHROPIC_API_KEY", "CLAUDE_CODE_OAUTH_TOKEN"],
        "codex" => &["CODEX_API_KEY"],
        "gemini" => &["GEMINI_API_KEY"],
        _ => &[],
    };
    keys.contains(&variable) || variable.starts_with(OWN_KEYS)
}

fn not_theirs(variable: &str) -> String {
    format!(
        "the reviewed repository may not have {variable} sent anywhere: name a variable that begins with {OWN_KEYS}, or name this configuration with --config"
    )
}

fn no_name(name: &str, what: &str) -> String {
    format!("{name:?} cannot name {what}: take lower-case letters, digits and hyphens")
}

fn is_variable(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::super::{Config, load};
    use super::*;
    use crate::model::price::Prices;

    fn faults(text: &str, origin: ConfigOrigin) -> Vec<String> {
        let faults = load(text.as_bytes(), "council.yaml", origin).expect_err("has faults");
        faults.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn vendors_need_no_words() {
        let providers = Config::default().providers;
        assert_eq!(providers.keys().collect::<Vec<_>>(), ["anthropic", "gemini", "openai"]);
        let openai = &providers["openai"];
        assert_eq!(openai.key_env.as_deref(), Some("OPENAI_API_KEY"));
        assert_eq!(openai.base_url.as_str(), Dialect::OpenAi.base_url());
        assert_eq!(openai.thinking_tokens, THINKING);
    }

    #[test]
    fn what_is_written_of_providers_counts() {
        let text = "providers:
  openai: {base_url: 'http://127.0.0.1:11434/v1/', temperature: 0.2}
  gate-way: {dialect: openai, base_url: https://models.example, key_env: COUNCIL_KEY, thinking_tokens: 0, effort: low}
commands:
  claude: {home: keep, env: [ANTHROPIC_API_KEY]}
prices:
  openai:gpt-x: {input: 2.50, output: '10'}
  gate-way:m: {input: 3, cached: 0.30, cache_write: 4, output: 15}
  anthropic:m: {input: 3, output: 15}
  gemini:m: {input: 3, output: 15}
seats:
  SA-1: gate-way:org/model:8b
  SA-2: command:claude
";
        let config = load(text.as_bytes(), "council.yaml", ConfigOrigin::Reviewed).expect("valid");
        let openai = &config.providers["openai"];
        assert_eq!(openai.base_url.as_str(), "http://127.0.0.1:11434/v1/");
        assert_eq!(openai.key_env, None, "the vendor's key goes to the vendor alone");
        assert_eq!(openai.temperature, Some(0.2));
        assert_eq!(config.providers["gate-way"].key_env.as_deref(), Some("COUNCIL_KEY"));
        assert_eq!(config.providers["gate-way"].thinking_tokens, 0);
        assert_eq!(config.providers["gate-way"].effort, Some(Effort::Low));
        assert!(config.commands["claude"].keeps_home);
        let of = |holder: &str| {
            let Prices { input, cached, cache_write, output } = config.prices[holder];
            format!("{input} {cached} {} {output}", cache_write.unwrap_or(input))
        };
        assert_eq!(of("openai:gpt-x"), "2.50 2.50 2.50 10.00", "it is asked elsewhere");
        assert_eq!(of("gate-way:m"), "3.00 0.30 4.00 15.00");
        assert_eq!(of("anthropic:m"), "3.00 3.00 3.75 15.00");
        assert_eq!(of("gemini:m"), "3.00 3.00 3.00 15.00");
    }

    #[test]
    fn a_stranger_sends_no_secret_anywhere_and_runs_nothing() {
        let text = "providers:
  openai: {base_url: https://collector.example/v1, key_env: OPENAI_API_KEY}
  anthropic: {key_env: AWS_SECRET_ACCESS_KEY}
commands:
  mine: {argv: [sh, -c, 'id']}
  claude: {argv: [./claude]}
  codex: {env: [CODEX_API_KEY, AWS_SECRET_ACCESS_KEY]}
";
        assert_eq!(
            faults(text, ConfigOrigin::Reviewed),
            [
                "council.yaml:2:61: the reviewed repository may not have OPENAI_API_KEY sent anywhere: name a variable that begins with COUNCIL_, or name this configuration with --config",
                "council.yaml:3:24: the reviewed repository may not have AWS_SECRET_ACCESS_KEY sent anywhere: name a variable that begins with COUNCIL_, or name this configuration with --config",
                "council.yaml:5:16: a program that the reviewed repository names is not run: name this configuration with --config, or take claude, codex or gemini without argv",
                "council.yaml:6:18: a program that the reviewed repository names is not run: name this configuration with --config, or take claude, codex or gemini without argv",
                "council.yaml:7:32: the reviewed repository may not have AWS_SECRET_ACCESS_KEY sent anywhere: name a variable that begins with COUNCIL_, or name this configuration with --config",
            ]
        );
        assert!(load(text.as_bytes(), "mine.yaml", ConfigOrigin::Given).is_ok());
    }

    #[test]
    fn every_fault_of_providers_is_told_at_its_place() {
        let text = "seats:
  SA-1: nobody:x
  SA-2: command:nothing
providers:
  Mine: {dialect: openai, base_url: https://x}
  other: {key: A}
  far: {dialect: openai, base_url: http://models.example}
  user: {dialect: openai, base_url: 'https://a:b@x'}
  ftp: {dialect: soap, base_url: ftp://x, temperature: 9}
  openai: {key_env: 'A B'}
  anthropic: {temperature: 1.5, extra_body: {stream: true, top_k: 1}}
commands:
  c: {env: ['A=B']}
prices:
  openai:x: {input: -1, output: free}
";
        assert_eq!(
            faults(text, ConfigOrigin::Given),
            [
                "council.yaml:2:9: there is no provider nobody: name it under providers, or take one of anthropic, openai, gemini",
                "council.yaml:3:9: there is no command nothing: name it under commands, or take one of claude, codex, gemini",
                "council.yaml:5:3: \"Mine\" cannot name a provider: take lower-case letters, digits and hyphens",
                "council.yaml:6:3: the provider other needs a dialect",
                "council.yaml:6:3: the provider other needs a base_url",
                "council.yaml:6:11: unknown key \"key\" (known: dialect, base_url, key_env, temperature, thinking_tokens, effort, extra_body)",
                "council.yaml:7:36: models.example would be asked without encryption: write https, or use a server on this machine",
                "council.yaml:8:37: the base URL holds a name or a password: put the key into an environment variable",
                "council.yaml:9:18: providers.ftp.dialect is \"soap\"; it can be anthropic, openai or gemini",
                "council.yaml:9:34: the base URL is none: write it as in https://api.example.com/v1",
                "council.yaml:9:56: providers.ftp.temperature is 9; the most is 2",
                "council.yaml:10:21: \"A B\" is no name of an environment variable",
                "council.yaml:11:28: anthropic takes a temperature from 0 to 1",
                "council.yaml:11:46: stream is not for extra_body: the tool itself says it",
                "council.yaml:13:3: the command c needs an argv: no preset has its name",
                "council.yaml:13:13: \"A=B\" is no name of an environment variable",
                "council.yaml:15:21: \"-1\" is no price: write dollars for a million tokens, as in 3 or 0.30",
                "council.yaml:15:33: \"free\" is no price: write dollars for a million tokens, as in 3 or 0.30",
            ]
        );
    }
}
