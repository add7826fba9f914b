//! The councils that ship with the tool, held like any other.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::inputs;
use crate::app::Progress;
use crate::app::ask::holding::{self, CouncilDesk, HeldCouncil};
use crate::app::ask::{self, CouncilMembers, QuestionCouncil, SeatedVoice};
use crate::app::demo::{Demonstration, MemoryStore, demonstration};
use crate::app::model_member::ModelMember;
use crate::config::PanelMember;
use crate::core::protocol::EventOf;
use crate::council::for_council;
use crate::council::shared::opening::{DEMONSTRATION, Opening};
use crate::council::shared::words::CouncilWords as _;
use crate::evidence::outcome::CouncilSetting;
use crate::evidence::v2::outcome::PackWord;
use crate::host::signals::Stop;
use crate::members::transport::Transport;
use crate::model::CouncilId;
use crate::model::panel::CouncilKind;
use crate::port::Store;
use crate::wiring::repository::OpenRepository;
use crate::wiring::{WiringFault, clock, runtime};

/// Holds the recorded council of a kind; its evidence goes into the repository that is to keep it.
///
/// # Errors
/// The evidence cannot be written.
pub fn demonstrate(
    kind: CouncilKind,
    keeper: Option<&OpenRepository>,
    progress: &mut dyn Progress,
    stop: &Stop,
) -> Result<HeldCouncil, WiringFault> {
    let shipped = demonstration(kind);
    let store: Box<dyn Store> = match keeper {
        Some(opened) => Box::new(opened.store()?),
        None => Box::new(MemoryStore::default()),
    };
    let clock = clock()?;
    let desk = CouncilDesk { store: store.as_ref(), clock: &clock };
    let (id, _hold) = holding::claim(desk.store, kind.protocol(), desk.clock.now())?;
    let Demonstration { panel, brief, transports } = &shipped;
    let identity = |member: &PanelMember| {
        let at = panel.members.iter().position(|own| own.name == member.name);
        transports[at.expect("it sits")].identity()
    };
    for_council!(kind, C => {
        let opening = ask::opening::<C>(panel, brief, id, &BTreeMap::new(), &identity);
        sit::<C>(&desk, opening, &shipped, progress, stop)
    })
}

/// The council that ships with the tool, where a session is of one.
pub(super) fn shipped<P>(id: &CouncilId, opening: &Opening<P>) -> Option<Demonstration> {
    let is_shipped = opening.members.iter().all(|one| one.identity.provider == DEMONSTRATION);
    is_shipped.then(|| demonstration(id.kind()))
}

fn sit<C>(
    desk: &CouncilDesk<'_>,
    mut opening: Opening<C::Panel>,
    shipped: &Demonstration,
    progress: &mut dyn Progress,
    stop: &Stop,
) -> Result<HeldCouncil, WiringFault>
where
    C: QuestionCouncil,
    EventOf<C>: serde::Serialize + serde::de::DeserializeOwned,
{
    let Demonstration { panel, brief, transports } = shipped;
    let words = Arc::new(C::Words::new(Arc::clone(brief), &opening, panel.materials_tokens));
    opening.least = words.least(&opening);
    let voice = |transport: &Arc<dyn Transport>| -> SeatedVoice<C> {
        Arc::new(ModelMember::new(Arc::clone(transport), Arc::clone(&words), None))
    };
    let voices = transports.iter().map(voice).collect();
    let members = CouncilMembers::<C>::new(voices, Arc::clone(brief), None, ask::detect);
    let inputs = inputs::of_brief(brief, Some(PackWord::from(words.first())));
    let setting = CouncilSetting { inputs, started_at: desk.clock.now() };
    let stopped = stop.clone().requested();
    let held = holding::hold::<C>(desk, opening, &members, setting, progress, stopped);
    Ok(runtime::wait(held)??)
}
