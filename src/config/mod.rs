//! Floor 2: `council.yaml`. Raw, then valid: every fault is told in one go, with its place.

mod base_url;
mod faults;
mod layout;
mod looks;
mod merge;
mod panels;
mod prices;
mod providers;
mod seats;

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::policy::{CouncilPolicy, MergePolicy, ModePolicy};
use crate::model::price::Prices;
use crate::model::{Layout, MemberName, Place, language};
use crate::yaml::{Limits, read};

pub use base_url::{BaseUrlFault, parse_base_url};
use faults::{no_holders, unfit_base, unfit_paths, violations};
pub use layout::{RawAdapter, RawLayout};
pub use looks::RawLooks;
pub use merge::{RawDepth, RawPolicy};
pub use panels::{
    MATERIALS_TOKENS, NamedPanel, PanelMember, PanelPolicy, RawPanel, RawPanelLimits,
    RawPanelMember, RawQuorum, RawShortCircuit, TIMEOUT_SECONDS, TOKEN_BUDGET,
};
pub use prices::{RawPrice, RawPrices};
pub use providers::{AgentCommand, Provider, RawCommand, RawHome, RawOutput, RawProvider};
use seats::by_seat;
pub use seats::{Assignments, MemberSpec, PRESETS};

/// The file's name, at the root of a repository.
pub const FILE: &str = "council.yaml";

/// A valid configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// Where things stand.
    pub layout: Layout,
    /// Limits and mode policy of a council.
    pub council: CouncilPolicy,
    /// What a change needs in order to pass.
    pub policy: MergePolicy,
    /// Who sits where.
    pub seats: Assignments,
    /// Where models are asked, by name; the vendors are always there.
    pub providers: BTreeMap<String, Provider>,
    /// Commands of agents, by name.
    pub commands: BTreeMap<String, AgentCommand>,
    /// What tokens cost, by the word of the holder.
    pub prices: BTreeMap<String, Prices>,
    /// The branch that a change is held against when none is named.
    pub base: Option<String>,
    /// The panels of councils about a question, by name.
    pub panels: BTreeMap<String, NamedPanel>,
    /// Lenses beside those of the tool: what each looks at, by name.
    pub lenses: BTreeMap<String, String>,
    /// The language of answers where the question's own is not recognised.
    pub language: String,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            layout: Layout::default(),
            council: CouncilPolicy::default(),
            policy: MergePolicy::default(),
            seats: Assignments::new(),
            providers: providers::providers(BTreeMap::new()),
            commands: BTreeMap::new(),
            prices: BTreeMap::new(),
            base: None,
            panels: BTreeMap::new(),
            lenses: BTreeMap::new(),
            language: language::DEFAULT.to_owned(),
        }
    }
}

impl Config {
    /// Why nobody is known by a holder's name; `None` when somebody is.
    pub fn unknown_provider(&self, holder: &MemberSpec) -> Option<String> {
        seats::unknown_provider(holder, |group, name| match group {
            "providers" => self.providers.contains_key(name),
            _ => self.commands.contains_key(name),
        })
    }
}

/// Whose word a configuration is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConfigOrigin {
    /// It stands in what is reviewed, where a stranger may have written it.
    Reviewed,
    /// The caller named it: a file, or the base whose word counts.
    Given,
}

/// `council.yaml` as written. Every key is optional.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, schemars(title = "council.yaml"))]
pub struct RawConfig {
    /// Where things stand in this repository.
    #[serde(default)]
    pub layout: RawLayout,
    /// How the council sits.
    #[serde(default)]
    pub council: RawCouncil,
    /// What `check` lets pass.
    #[serde(default)]
    pub policy: RawPolicy,
    /// Who sits.
    #[serde(default)]
    pub seats: RawSeats,
    /// Where models are asked, by name: anthropic, openai, gemini, or names of your own.
    #[serde(default)]
    pub providers: BTreeMap<String, RawProvider>,
    /// Command lines of agents, by name: claude, codex, gemini, or names of your own.
    #[serde(default)]
    pub commands: BTreeMap<String, RawCommand>,
    /// What tokens cost, by holder, as in anthropic:MODEL.
    #[serde(default)]
    pub prices: BTreeMap<String, RawPrices>,
    /// The branch that --changed compares with. It counts where that branch names itself, too.
    pub base: Option<String>,
    /// Panels of councils about a question, by name.
    #[serde(default)]
    pub councils: BTreeMap<String, RawPanel>,
    /// Lenses beside those of the tool, by name: what each looks at, asks and distrusts, in at most 600
    /// characters.
    #[serde(default)]
    pub lenses: BTreeMap<String, String>,
    /// The language of answers where the question's own is not recognised, by its English name.
    /// Default: English.
    pub language: Option<String>,
    /// The format of the plans that are read: auto (every one that is found, the default), native,
    /// openspec, spec-kit or bmad.
    pub adapter: Option<RawAdapter>,
}

/// Who holds each seat: offline (the default), PROVIDER:MODEL, command:NAME, or mailbox:DIR, a
/// folder in which an agent harness or a person answers.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RawSeats {
    /// The Structural Rigorist.
    #[serde(rename = "SA-1")]
    pub sa1: Option<String>,
    /// Implementation Feasibility.
    #[serde(rename = "SA-2")]
    pub sa2: Option<String>,
    /// The Anti-Cousin Guardian.
    #[serde(rename = "SA-3")]
    pub sa3: Option<String>,
}

/// Limits and mode policy.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RawCouncil {
    /// How seats come by their five modes: agent (they select), fixed (their key modes, the
    /// default) or anchored (two key modes, three drawn with a recorded seed).
    pub modes: Option<ModePolicy>,
    /// Seconds from INIT to the end. Default: 3600.
    #[cfg_attr(test, schemars(range(min = 1, max = 86_400)))]
    pub timeout_seconds: Option<u64>,
    /// Tokens that all calls together may use. Default: 600000.
    #[cfg_attr(test, schemars(range(min = 0, max = 100_000_000)))]
    pub token_budget: Option<u64>,
    /// What seats that a model holds may ask to see of the repository before they answer, or off.
    pub looks: Option<RawLooks>,
}

/// Something wrong with the configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigFault {
    /// The file, as it was named.
    pub file: String,
    /// Where.
    pub place: Place,
    /// What, and what would be right.
    pub message: String,
}

impl fmt::Display for ConfigFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.place.line, self.place.column, self.message)
    }
}

/// The JSON Schema of the file, in the keywords of draft 07.
pub const SCHEMA: &str = include_str!("../../schemas/council_config.schema.json");

/// The same, parsed.
///
/// # Panics
/// Never: a test reads the schema.
pub fn schema() -> Value {
    serde_json::from_str(SCHEMA).expect("a test reads the schema")
}

/// Reads a configuration; `file` is how messages call it.
pub fn load(bytes: &[u8], file: &str, origin: ConfigOrigin) -> Result<Config, Vec<ConfigFault>> {
    let fault = |place, message| ConfigFault { file: file.to_owned(), place, message };
    if std::str::from_utf8(bytes).is_ok_and(only_comments) {
        return Ok(Config::default());
    }
    let (document, faults) =
        read(bytes, Limits::TICKET).map_err(|f| vec![fault(f.place, f.message)])?;
    let mut faults: Vec<ConfigFault> =
        faults.into_iter().map(|f| fault(f.place, f.message)).collect();
    let value = without_nulls(document.root().to_json());
    faults.extend(violations(&document, &value).into_iter().map(|(p, m)| fault(p, m)));
    faults.extend(no_holders(&document, origin).into_iter().map(|(p, m)| fault(p, m)));
    faults.extend(providers::faults(&document, origin).into_iter().map(|(p, m)| fault(p, m)));
    faults.extend(panels::faults(&document).into_iter().map(|(p, m)| fault(p, m)));
    faults.extend(unfit_paths(&document).into_iter().map(|(p, m)| fault(p, m)));
    faults.extend(unfit_base(&document).into_iter().map(|(p, m)| fault(p, m)));
    faults.extend(merge::contradiction(&document).into_iter().map(|(p, m)| fault(p, m)));
    if !faults.is_empty() {
        faults.sort_by_key(|f| (f.place.line, f.place.column));
        return Err(readable(faults));
    }
    let raw: RawConfig = serde_json::from_value(value)
        .map_err(|error| vec![fault(Place::whole_file(), error.to_string())])?;
    Ok(valid(raw))
}

/// As many faults, and as much of each, as somebody reads.
fn readable(mut faults: Vec<ConfigFault>) -> Vec<ConfigFault> {
    const MOST: usize = 50;
    const LONGEST: usize = 400;
    let more = faults.len().saturating_sub(MOST);
    faults.truncate(MOST);
    for fault in &mut faults {
        if let Some((end, _)) = fault.message.char_indices().nth(LONGEST) {
            fault.message.truncate(end);
            fault.message.push('…');
        }
    }
    if more > 0
        && let Some(last) = faults.last_mut()
    {
        last.message.push_str(&format!("; and {more} more faults after this one"));
    }
    faults
}

/// A file that was commented out altogether says: the defaults.
fn only_comments(text: &str) -> bool {
    // A carriage return alone ends a line, too.
    let mut lines = text.split(['\n', '\r']);
    lines.all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'))
}

/// A key without a value says what a key that is not there says.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let kept = map.into_iter().filter(|(_, value)| !value.is_null());
            Value::Object(kept.map(|(key, value)| (key, without_nulls(value))).collect())
        }
        other => other,
    }
}

fn valid(raw: RawConfig) -> Config {
    let defaults = Config::default();
    let council = raw.council;
    let providers = providers::providers(raw.providers);
    let named = [raw.seats.sa1, raw.seats.sa2, raw.seats.sa3];
    let holder = |(seat, word): (MemberName, Option<String>)| Some((seat, word?.parse().ok()?));
    let looks = council.looks.map_or(defaults.council.looks, RawLooks::valid);
    let said = raw.language.as_deref().and_then(language::named);
    Config {
        panels: panels::panels(raw.councils, &looks),
        lenses: raw.lenses.into_iter().map(|(n, text)| (n, text.trim().to_owned())).collect(),
        language: said.unwrap_or(language::DEFAULT).to_owned(),
        seats: by_seat(named)
            .filter_map(holder)
            .filter(|(_, holder)| *holder != MemberSpec::Offline)
            .collect(),
        layout: raw.layout.valid(raw.adapter),
        council: CouncilPolicy {
            modes: council.modes.unwrap_or(defaults.council.modes),
            timeout_seconds: council.timeout_seconds.unwrap_or(defaults.council.timeout_seconds),
            token_budget: council.token_budget.unwrap_or(defaults.council.token_budget),
            looks,
        },
        policy: merge::policy(raw.policy),
        prices: prices::prices(raw.prices, &providers),
        providers,
        commands: providers::commands(raw.commands),
        base: raw.base,
    }
}

fn trimmed(path: &str) -> String {
    path.trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<String> {
        let faults =
            load(text.as_bytes(), "council.yaml", ConfigOrigin::Reviewed).expect_err("has faults");
        faults.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_key_behind_a_carriage_return_is_no_comment() {
        let config = |text: &str| load(text.as_bytes(), "council.yaml", ConfigOrigin::Reviewed);
        assert_eq!(config("# one\r# two\r\n\n"), Ok(Config::default()));
        let faults = config("# one\rcouncl: {}\n").expect_err("no such key");
        let told = faults.iter().any(|f| f.message.contains("did you mean \"council\""));
        assert!(told, "{faults:?}");
    }

    #[test]
    fn every_key_is_optional_and_an_empty_file_is_the_defaults() {
        for text in ["", "# all comments\n", "council:\n  modes: fixed\n", "layout:\n"] {
            assert_eq!(
                load(text.as_bytes(), "council.yaml", ConfigOrigin::Reviewed),
                Ok(Config::default()),
                "{text:?}"
            );
        }
    }

    #[test]
    fn what_is_written_counts() {
        let text =
            "layout:\n  rfcs: design/rfcs/\ncouncil:\n  modes: anchored\n  timeout_seconds: 60\n";
        let config = load(text.as_bytes(), "council.yaml", ConfigOrigin::Reviewed).expect("valid");
        assert_eq!(config.layout.rfcs, ["design/rfcs"]);
        assert_eq!(config.layout.tickets, Layout::default().tickets);
        assert_eq!(config.council.modes, ModePolicy::Anchored);
        assert_eq!(config.council.timeout_seconds, 60);
    }

    #[test]
    fn a_file_of_thousands_of_faults_is_told_in_fifty_lines() {
        let keys: String = (0..3_000).map(|i| format!("k{i}: 1\n")).collect();
        let text = format!("? {}\n: 1\n{keys}", "x".repeat(10_000));
        let faults = load(text.as_bytes(), "council.yaml", ConfigOrigin::Reviewed)
            .expect_err("it has faults");
        assert_eq!(faults.len(), 50);
        assert!(faults[0].message.chars().count() == 401, "{}", faults[0]);
        let last = faults[49].to_string();
        assert!(last.ends_with("; and 2951 more faults after this one"), "{last}");
    }

    #[test]
    fn every_fault_is_told_in_one_go_at_its_place() {
        assert_eq!(
            faults(
                "layout:\n  rfc: x\n  tickets: ../t\ncouncil:\n  modes: random\n  timeout_seconds: 0\n  token_budget: many\n"
            ),
            [
                "council.yaml:2:3: unknown key \"rfc\"; did you mean \"rfcs\"? (known: rfcs, tickets, prds, atlases, waivers, evidence, specs, openspec, epics, stories)",
                "council.yaml:3:12: \"../t\" should be a folder relative to the repository's root, like docs/rfcs",
                "council.yaml:5:10: council.modes is \"random\"; it can be agent, fixed or anchored",
                "council.yaml:6:20: council.timeout_seconds is 0; the least is 1",
                "council.yaml:7:17: council.token_budget should be a whole number, not \"many\"",
            ]
        );
        assert_eq!(
            faults("seats:\n  SA-1: openai\n  SA-4: offline\n"),
            [
                "council.yaml:2:9: \"openai\" holds no seat: it can be offline, PROVIDER:MODEL (as in anthropic:MODEL, openai:MODEL or gemini:MODEL), command:NAME (claude, codex, gemini) or mailbox:DIR",
                "council.yaml:3:3: unknown key \"SA-4\"; did you mean \"SA-1\"? (known: SA-1, SA-2, SA-3)",
            ]
        );
        assert_eq!(
            faults("adapter: kiro\nlayout: {epics: /a}\n"),
            [
                "council.yaml:1:10: adapter is \"kiro\"; it can be auto, native, openspec, spec-kit or bmad",
                "council.yaml:2:17: \"/a\" should be a folder relative to the repository's root, like docs/rfcs",
            ]
        );
        assert_eq!(
            faults("layout: [a]\n"),
            ["council.yaml:1:9: layout should be a group of keys, not [\"a\"]"]
        );
        assert!(faults("a: [\n")[0].contains(": not YAML"));
    }
}
