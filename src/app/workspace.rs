//! A repository made ready for a use case: configuration read, documents loaded.

use std::sync::Arc;

use super::{AppFault, searched};
use crate::config::{self, Config, ConfigOrigin};
use crate::gates::{self, Overview};
use crate::model::SubjectId;
use crate::model::slip::{did_you_mean, nearest};
use crate::port::{ReadFault, Snapshot};
use crate::source::formats::Formats;
use crate::source::{Dossier, Library, Waivers};

/// A configuration and everything that was read of a snapshot.
#[derive(Debug)]
pub struct Workspace {
    /// The configuration.
    pub config: Config,
    /// The documents.
    pub library: Arc<Library>,
    /// The same as the gates see them, for all RFCs.
    pub gates: Overview,
    /// Dated exceptions.
    pub waivers: Waivers,
}

impl Workspace {
    /// Opens a snapshot. `given` is a configuration named by the caller, as (name, bytes).
    pub fn open(snapshot: &dyn Snapshot, given: Option<(&str, Vec<u8>)>) -> Result<Self, AppFault> {
        Ok(Self::load(snapshot, configuration(snapshot, given)?))
    }

    /// Reads the documents of a snapshot, from where a configuration says they are.
    pub fn load(snapshot: &dyn Snapshot, config: Config) -> Self {
        let library = Library::load(snapshot, config.layout.clone());
        Self::with(Overview::of(Arc::new(library)), snapshot, config)
    }

    /// The same for the gates alone, of these RFCs or of all: see [`Overview::read`].
    pub fn load_for_gates(
        snapshot: &dyn Snapshot,
        config: Config,
        named: Option<&[SubjectId]>,
    ) -> Self {
        let gates = Overview::read(snapshot, config.layout.clone(), named);
        Self::with(gates, snapshot, config)
    }

    fn with(gates: Overview, snapshot: &dyn Snapshot, config: Config) -> Self {
        let waivers = Waivers::read(snapshot, &config.layout.waivers, gates::is_numbered);
        let gates = gates.within(config.policy.ticket_limits);
        Self { config, library: Arc::clone(gates.library()), gates, waivers }
    }

    /// The same under the waivers of another state, whose word counts.
    #[must_use]
    pub fn under(mut self, base: &dyn Snapshot) -> Self {
        self.waivers = Waivers::read(base, &self.config.layout.waivers, gates::is_numbered);
        self
    }

    /// The ids of all RFCs that folders or tickets name, sorted.
    pub fn subjects(&self) -> Vec<SubjectId> {
        Dossier::known(&self.library)
    }

    /// Refuses a root that the layout names and that is not there.
    pub fn roots_exist(&self) -> Result<(), AppFault> {
        let missing = Formats::missing_roots(&self.library.entries, &self.config.layout);
        let Some((key, path)) = missing.first() else { return Ok(()) };
        let there = Formats::elsewhere(&self.library.entries, &self.config.layout.formats);
        let there = match there.is_empty() {
            true => "write the one that holds the plans, or take the key out".to_owned(),
            false => there.join("; "),
        };
        let line = format!("layout.{key} is {path:?}, and nothing is there: {there}");
        Err(AppFault::BadInput(line))
    }

    /// Whether a folder or a ticket knows of an RFC; else the line that says which there are.
    pub fn require(&self, rfc: &SubjectId) -> Result<(), AppFault> {
        if self.subjects().contains(rfc) {
            Ok(())
        } else {
            Err(AppFault::BadInput(self.no_such(rfc)))
        }
    }

    /// The dossier of one RFC.
    pub fn dossier(&self, rfc: &SubjectId) -> Result<Dossier, AppFault> {
        Dossier::build(Arc::clone(&self.library), rfc)
            .ok_or_else(|| AppFault::BadInput(self.no_such(rfc)))
    }

    /// One line: which RFCs there are, nearest first.
    fn no_such(&self, rfc: &SubjectId) -> String {
        const MOST: usize = 5;
        let known = self.subjects();
        if known.is_empty() {
            return format!("there is no {rfc}: {}", searched::line(&self.library));
        }
        let near = meant(rfc.name().as_str(), &known);
        if !near.is_empty() {
            return format!("there is no {rfc}{}", did_you_mean(&near));
        }
        let named: Vec<String> = known.iter().take(MOST).map(SubjectId::to_string).collect();
        let more = match known.len().saturating_sub(MOST) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!("there is no {rfc}; there are {}{more}", named.join(", "))
    }
}

/// R58: the RFCs that a word may mean: the one of its number, however that is written, else those
/// that are spelled nearly so.
pub fn meant<'k>(word: &str, known: &'k [SubjectId]) -> Vec<&'k str> {
    let word = word.trim();
    let rest = match word.get(..3) {
        Some(rfc) if rfc.eq_ignore_ascii_case("rfc") => &word[3..],
        _ => word,
    };
    let digits = rest.trim_start_matches(['-', '_', ' ']);
    if (1..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let id = format!("RFC-{digits:0>4}");
        if let Some(known) = known.iter().find(|known| known.name().as_str() == id) {
            return vec![known.name().as_str()];
        }
    }
    nearest(word, known.iter().map(|known| known.name().as_str()))
}

/// The configuration that the caller named; without, `council.yaml` at the snapshot's root counts,
/// and without that the defaults.
pub fn configuration(
    snapshot: &dyn Snapshot,
    given: Option<(&str, Vec<u8>)>,
) -> Result<Config, AppFault> {
    if let Some((name, bytes)) = given {
        return config::load(&bytes, name, ConfigOrigin::Given).map_err(AppFault::Config);
    }
    match snapshot.read(config::FILE, 1 << 20) {
        Ok(bytes) => {
            config::load(&bytes, config::FILE, ConfigOrigin::Reviewed).map_err(AppFault::Config)
        }
        Err(ReadFault::Missing) => Ok(Config::default()),
        Err(fault) => Err(AppFault::BadInput(format!("cannot read {}: {fault}", config::FILE))),
    }
}
