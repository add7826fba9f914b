//! Who sits: `council.yaml`, and `--seat` on top of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::WiringFault;
use super::runtime::wait;
use crate::app::model_member::ModelMember;
use crate::app::review::Seats;
use crate::app::sitters::Sitters;
use crate::app::{self, canaries};
use crate::config::{self, Config, MemberSpec, NamedPanel, PanelMember};
use crate::council::rfc;
use crate::council::rfc::render::Renderer;
use crate::host::answer_cache::AnswerFolder;
use crate::host::mailbox::Mailbox;
use crate::host::transports;
use crate::members::transport::Transport;
use crate::model::MemberName;
use crate::port::Answers;
use crate::source::Dossier;
use crate::symbols::Index;

/// Who sits, as a door was told.
#[derive(Debug, Clone, Default)]
pub struct SeatOptions {
    /// `SA-2=mailbox:DIR`, instead of the configuration's.
    pub seats: Vec<String>,
    /// Whether models are asked anew what they have answered before.
    pub fresh: bool,
}

/// Who sits where, ready to be asked.
pub struct MemberTable {
    seating: config::Assignments,
    transports: BTreeMap<MemberName, Arc<dyn Transport>>,
    kept: Option<Arc<dyn Answers>>,
}

impl MemberTable {
    /// The seats of a configuration, whose folders are below `root`, and those that the caller named,
    /// whose folders are where the caller is. Nobody is asked yet.
    pub fn set(config: &Config, root: &Path, seating: &SeatOptions) -> Result<Self, WiringFault> {
        let mut holders: BTreeMap<MemberName, (MemberSpec, Option<PathBuf>)> = BTreeMap::new();
        for (seat, holder) in &config.seats {
            holders.insert(seat.clone(), (holder.clone(), Some(root.to_owned())));
        }
        for word in &seating.seats {
            let (seat, holder) = read(word, config)?;
            holders.insert(seat, (holder, None));
        }
        let mut transports = BTreeMap::new();
        for (seat, (holder, base)) in &holders {
            if let Some(transport) = transport(config, holder, base.as_deref()) {
                transports.insert(seat.clone(), transport);
            }
        }
        let named = holders.into_iter().map(|(seat, (holder, _))| (seat, holder)).collect();
        let kept = (!seating.fresh)
            .then(|| AnswerFolder::of_user(|name| std::env::var_os(name), Some(root)));
        let kept = kept.flatten().map(|folder| Arc::new(folder) as Arc<dyn Answers>);
        Ok(Self { seating: named, transports, kept })
    }

    /// Who was named for which seat.
    pub fn seating(&self) -> &config::Assignments {
        &self.seating
    }

    /// The ways to those who are asked from outside.
    pub fn transports(&self) -> &BTreeMap<MemberName, Arc<dyn Transport>> {
        &self.transports
    }

    /// Refuses a table at which somebody cannot be asked, before anything begins.
    pub fn must_stand(&self) -> Result<(), WiringFault> {
        let obstacle =
            |(seat, t): (&MemberName, &Arc<dyn Transport>)| Some((seat.clone(), t.obstacle()?));
        match self.transports.iter().find_map(obstacle) {
            Some((seat, line)) => Err(transport_fault(&seat, &line)),
            None => must_not_read(&|seat| Sitters::Seats.without(seat), &self.transports),
        }
    }

    /// The seats over a dossier: offline where nobody else sits.
    pub fn seats(&self, dossier: &Arc<Dossier>, index: &Arc<Index>) -> Seats {
        let mut seats = app::review::offline(dossier, index);
        let renderer = Arc::new(Renderer::new(Arc::clone(dossier)).with_index(Arc::clone(index)));
        for (name, transport) in &self.transports {
            let seat =
                ModelMember::new(Arc::clone(transport), Arc::clone(&renderer), self.kept.clone());
            seats.insert(name.clone(), Arc::new(seat));
        }
        seats
    }
}

/// Refuses those of whom a program reads files that a text names; `without` says how to do without one.
pub(super) fn must_not_read(
    without: &dyn Fn(&MemberName) -> String,
    transports: &BTreeMap<MemberName, Arc<dyn Transport>>,
) -> Result<(), WiringFault> {
    match wait(canaries::refused(transports))? {
        Some((member, reads)) => {
            let act = canaries::advice(&without(&member));
            Err(transport_fault(&member, &format!("{reads}: {act}")))
        }
        None => Ok(()),
    }
}

/// The ways to the members of a panel who are asked from outside; folders of mailboxes are below `root`.
pub fn panel_transports(
    config: &Config,
    root: &Path,
    panel: &NamedPanel,
) -> BTreeMap<MemberName, Arc<dyn Transport>> {
    let way = |member: &PanelMember| {
        Some((member.name.clone(), transport(config, &member.holder, Some(root))?))
    };
    panel.members.iter().filter_map(way).collect()
}

/// Why a member cannot be asked.
pub(super) fn transport_fault(seat: &MemberName, line: &str) -> WiringFault {
    WiringFault::BadInput(format!("{seat}: {line}"))
}

/// The way to a holder; none to the rules, which need none.
pub(super) fn transport(
    config: &Config,
    holder: &MemberSpec,
    base: Option<&Path>,
) -> Option<Arc<dyn Transport>> {
    let prices = config.prices.get(&holder.to_string()).copied();
    match holder {
        MemberSpec::Offline => None,
        MemberSpec::Mailbox { folder } => Some(Arc::new(match base {
            Some(root) => Mailbox::below(root, folder),
            None => Mailbox::new(folder),
        })),
        MemberSpec::Model { provider, model } => {
            Some(transports::model(provider, &config.providers[provider], model, prices))
        }
        MemberSpec::Command { name } => {
            let command = config.commands.get(name).cloned().unwrap_or_default();
            Some(transports::command(name, &command, prices))
        }
    }
}

/// `SA-2=mailbox:DIR`.
fn read(word: &str, config: &Config) -> Result<(MemberName, MemberSpec), WiringFault> {
    let wrong = |why: String| WiringFault::Usage(format!("--seat {word}: {why}"));
    let (name, holder) = word.split_once('=').ok_or_else(|| {
        wrong("expected a seat and its holder, as in SA-2=mailbox:DIR".to_owned())
    })?;
    let seat = rfc::roster::names().into_iter().find(|seat| seat.as_str() == name);
    let seat = seat.ok_or_else(|| wrong("the seats are SA-1, SA-2 and SA-3".to_owned()))?;
    let holder: MemberSpec = holder.parse().map_err(wrong)?;
    match config.unknown_provider(&holder) {
        Some(why) => Err(wrong(why)),
        None => Ok((seat, holder)),
    }
}
